//! Where generated moves go: into a list, or into a number.

use super::ops::{MoveWriter, Ops};
use crate::types::{Bitboard, Move, MoveFlags, PieceKind, Square};

/// The receiver of generated moves.
pub(super) trait Sink<O: Ops>: Copy {
    /// True if only the number of moves of all kinds matters, so that the moves of
    /// many pieces may be counted together.
    const COUNTS: bool;
    /// Moves of one piece to lanes of its square.
    fn moves_to_lanes(&mut self, from: Square, lanes: u64);
    /// Moves to one square from lanes of it.
    fn moves_from_lanes(&mut self, to: Square, lanes: u64);
    /// Moves of the king to these squares.
    fn moves_to_set(&mut self, from: Square, targets: Bitboard);
    /// Moves of pawns by one step each to these squares.
    fn steps(&mut self, targets: Bitboard, step: i8, flags: MoveFlags);
    /// Promotions of pawns by one step each to these squares.
    fn promotions(&mut self, targets: Bitboard, step: i8);
    /// A single move.
    fn one(&mut self, mv: Move);
    /// Moves that were only counted.
    fn add(&mut self, moves: u64);
}

impl<O: Ops> Sink<O> for MoveWriter<'_> {
    const COUNTS: bool = false;

    #[inline(always)]
    fn moves_to_lanes(&mut self, from: Square, lanes: u64) {
        O::push_to_lanes(self, from, lanes);
    }

    #[inline(always)]
    fn moves_from_lanes(&mut self, to: Square, lanes: u64) {
        O::push_from_lanes(self, to, lanes);
    }

    #[inline(always)]
    fn moves_to_set(&mut self, from: Square, targets: Bitboard) {
        O::push_to_set(self, from, targets);
    }

    #[inline(always)]
    fn steps(&mut self, targets: Bitboard, step: i8, flags: MoveFlags) {
        O::push_steps(self, targets, step, flags.bits());
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8) {
        if !targets.is_empty() {
            for kind in [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight] {
                O::push_steps(self, targets, step, MoveFlags::promotion(kind).bits());
            }
        }
    }

    #[inline(always)]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }

    fn add(&mut self, _moves: u64) {
        unreachable!("a list is given each move");
    }
}

/// Counts moves.
#[derive(Clone, Copy, Default)]
pub(super) struct Counter(pub u64);

impl<O: Ops> Sink<O> for Counter {
    const COUNTS: bool = true;

    #[inline(always)]
    fn moves_to_lanes(&mut self, _from: Square, lanes: u64) {
        self.0 += lanes.count_ones() as u64;
    }

    #[inline(always)]
    fn moves_from_lanes(&mut self, _to: Square, lanes: u64) {
        self.0 += lanes.count_ones() as u64;
    }

    #[inline(always)]
    fn moves_to_set(&mut self, _from: Square, targets: Bitboard) {
        self.0 += targets.count() as u64;
    }

    #[inline(always)]
    fn steps(&mut self, targets: Bitboard, _step: i8, _flags: MoveFlags) {
        self.0 += targets.count() as u64;
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _step: i8) {
        self.0 += 4 * targets.count() as u64;
    }

    #[inline(always)]
    fn one(&mut self, _mv: Move) {
        self.0 += 1;
    }

    #[inline(always)]
    fn add(&mut self, moves: u64) {
        self.0 += moves;
    }
}
