//! The start of a generation: a position taken apart, its king's lines, and the kinds of
//! moves that are wanted.

use super::layout::Position;
use super::ops::{Ops, Planes, reach};
use super::position::Side;
use super::tables::{LANE_SQUARES, QUEEN_LANES, king_steps, pawn_attacks};
use crate::types::{Bitboard, Piece, Square};

/// Which moves to generate.
pub trait Kinds {
    /// Captures, en passant and all promotions.
    const NOISY: bool;
    /// Everything else.
    const QUIET: bool;
}

/// All moves.
#[derive(Clone, Copy, Debug)]
pub struct All;
/// Captures and promotions.
#[derive(Clone, Copy, Debug)]
pub struct Noisy;
/// Neither captures nor promotions.
#[derive(Clone, Copy, Debug)]
pub struct Quiet;

impl Kinds for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
}

impl Kinds for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}

impl Kinds for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
}

/// The square seen from `centre` in the first of these lanes.
#[inline(always)]
pub(super) fn first_square(centre: Square, lanes: u64) -> Square {
    lane_square(centre, lanes.trailing_zeros() as usize)
}

/// The square seen from `centre` in this lane.
#[inline(always)]
pub(super) fn lane_square(centre: Square, lane: usize) -> Square {
    Square::from_0x88(LANE_SQUARES.0[centre.dense() & 63][lane & 63] & 0x77)
}

/// A position with what its moves are generated from.
pub(super) struct Generator<'a, O: Ops> {
    pub position: &'a Position,
    pub board: O::Board,
    pub layers: O::Layers,
    pub planes: Planes,
    pub own: Bitboard,
    pub enemy: Bitboard,
    pub occupied: Bitboard,
    pub king: Square,
}

/// The view from the king, in its lanes.
#[derive(Clone, Copy)]
pub(super) struct KingLines {
    /// Up to the nearest pieces.
    pub near: u64,
    /// Own pieces that stand nearest on a ray.
    pub blockers: u64,
    /// Enemy sliders that would give check but for one blocker.
    pub pinners: u64,
    /// Enemy pieces that give check.
    pub checkers: u64,
}

impl<'a, O: Ops> Generator<'a, O> {
    #[inline(always)]
    pub fn new<S: Side>(position: &'a Position) -> Self {
        let board = O::load(&position.bytes);
        let layers = O::layers(board);
        let planes = O::planes(layers);
        let own = planes.colors[S::COLOR.index()];
        let enemy = planes.colors[S::Enemy::COLOR.index()];
        let king = position.king(S::COLOR);
        Self { position, board, layers, planes, own, enemy, occupied: own | enemy, king }
    }

    /// The squares that the enemy attacks, looking through those of `lifted`.
    #[inline(always)]
    pub fn attacked_by_enemy<S: Side>(&self, lifted: Bitboard) -> Bitboard {
        let enemy = S::Enemy::COLOR;
        O::attacked(self.layers, enemy, lifted)
            | king_steps(self.position.king(enemy))
            | pawn_attacks(enemy, self.planes.pawns & self.enemy)
    }

    #[inline(always)]
    pub fn king_lines<S: Side>(&self) -> KingLines {
        let view = O::view(self.board, self.king);
        let seen = O::lanes_with(view, 0xff);
        let near = reach(seen);
        let attackers = O::attackers(view, S::Enemy::COLOR);
        // The guard byte is of both colours, but it attacks nothing, so taking
        // it for a blocker does no harm: no pinner stands behind it.
        let blockers = near & O::lanes_with(view, Piece::color_bit(S::COLOR)) & QUEEN_LANES;
        let pinners = attackers & reach(seen & !blockers) & !near & QUEEN_LANES;
        KingLines { near, blockers, pinners, checkers: attackers & near }
    }

    /// The targets that moves of these kinds go to, promotions aside.
    #[inline(always)]
    pub fn wanted<K: Kinds>(&self) -> Bitboard {
        match (K::NOISY, K::QUIET) {
            (true, true) => Bitboard::ALL,
            (true, false) => self.enemy,
            _ => !self.occupied,
        }
    }
}
