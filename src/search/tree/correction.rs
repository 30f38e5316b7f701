//! Correction histories: how far the static evaluation was off in positions that
//! share a part with this one, learned from the searches' results (idea: Caissa
//! and Stockfish, 2023). The parts are the pawns, the minor pieces and kings, each side's
//! pieces, the last two moves, and the last one with that three plies before it.
//!
//! All threads on a NUMA node share them (idea: Stockfish): what one thread learns helps the others
//! as much, and two threads hardly ever update the same cell at once.

use crate::board::{Observer, Position, piece_key};
use crate::search::ordering::history::{HISTORY_MAX, MOVES, PieceTo, with_gravity};
use crate::search::params::*;
use crate::search::table::prefetch;
use crate::types::{Centipawns, Color, Piece, PieceKind, Score, Square};
use bytemuck::{Zeroable, zeroed_slice_box};
use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

/// Cells for each side to move; keys are cut to it.
const SIZE: usize = 1 << 14;

/// A learned error that threads share. Of two updates at the same time one may be lost.
#[derive(Debug, Default, Zeroable)]
#[repr(transparent)]
struct Cell(AtomicI16);

impl Cell {
    #[inline(always)]
    fn get(&self) -> i32 {
        self.0.load(Relaxed).into()
    }

    #[inline(always)]
    fn update(&self, bonus: i32) {
        self.0.store(with_gravity(self.0.load(Relaxed), bonus), Relaxed);
    }

    fn clear(&self) {
        self.0.store(0, Relaxed);
    }
}

/// Keys of parts of a position, kept up move by move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartKeys {
    /// Pawns of both sides.
    pawns: u64,
    /// Knights, bishops and kings of both sides.
    minors: u64,
    /// All but the pawns, by colour.
    pieces: [u64; 2],
}

impl PartKeys {
    /// The keys of a position from scratch.
    pub fn new(position: &Position) -> Self {
        let mut keys = Self::default();
        for square in (0..64).map(Square::from_dense) {
            let piece = position.piece_on(square);
            if !piece.is_none() {
                keys.add(piece, square);
            }
        }
        keys
    }
}

impl Observer for PartKeys {
    #[inline(always)]
    fn add(&mut self, piece: Piece, square: Square) {
        let key = piece_key(piece, square);
        if piece.is_kind(PieceKind::Pawn) {
            self.pawns ^= key;
        } else {
            self.pieces[usize::from(piece.is_color(Color::Black))] ^= key;
        }
        let others = [PieceKind::Pawn, PieceKind::Rook, PieceKind::Queen];
        if !others.into_iter().any(|kind| piece.is_kind(kind)) {
            self.minors ^= key;
        }
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        // Keys are their own inverse.
        self.add(piece, square);
    }
}

/// The parts of a node that its correction depends on.
#[derive(Clone, Copy)]
pub struct Parts {
    /// The side to move.
    pub side: Color,
    /// The keys of the parts.
    pub keys: PartKeys,
    /// The moves one, two and four plies earlier.
    pub moves: [PieceTo; 3],
}

/// The learned errors of the static evaluation.
#[derive(Debug)]
pub struct Corrections {
    /// By side to move, then key: pawns, minors, White's pieces, Black's pieces.
    parts: [Box<[[Cell; 4]]>; 2],
    /// By the move two or four plies earlier, then by the last one.
    moves: [Box<[[Cell; MOVES]]>; 2],
}

impl Default for Corrections {
    fn default() -> Self {
        Self {
            parts: [(); 2].map(|()| zeroed_slice_box(SIZE)),
            moves: [(); 2].map(|()| zeroed_slice_box(MOVES)),
        }
    }
}

impl Corrections {
    /// Forgets everything, in the memory that is there.
    pub fn clear(&self) {
        self.parts.iter().flat_map(|cells| cells.as_flattened()).for_each(Cell::clear);
        self.moves.iter().flat_map(|cells| cells.as_flattened()).for_each(Cell::clear);
    }

    fn slots(parts: Parts) -> [usize; 4] {
        let PartKeys { pawns, minors, pieces: [white, black] } = parts.keys;
        [pawns, minors, white, black].map(|key| key as usize % SIZE)
    }

    /// Asks for the memory of what [`Self::get`] will look at soon: at this size of the tables it
    /// is seldom in the nearest cache.
    #[inline(always)]
    pub fn prefetch(&self, parts: Parts) {
        let cells = &self.parts[parts.side.index()];
        for slot in Self::slots(parts) {
            prefetch(&cells[slot]);
        }
        let [last, two, four] = parts.moves.map(PieceTo::index);
        prefetch(&self.moves[0][two][last]);
        prefetch(&self.moves[1][four][last]);
    }

    /// Centipawns to add to the static evaluation.
    #[inline(always)]
    pub fn get(&self, parts: Parts) -> Centipawns {
        let cells = &self.parts[parts.side.index()];
        let [pawns, minors, white, black] = Self::slots(parts);
        let [last, two, four] = parts.moves.map(PieceTo::index);
        let weighted = cells[pawns][0].get() * correction_pawns()
            + cells[minors][1].get() * correction_minors()
            + (cells[white][2].get() + cells[black][3].get()) * correction_pieces()
            + self.moves[0][two][last].get() * correction_moves()
            + self.moves[1][four][last].get() * correction_far_moves();
        weighted / HISTORY_MAX
    }

    /// Learns that a search of `depth` plies came out `error` centipawns above
    /// the static evaluation.
    pub fn update(&self, parts: Parts, depth: i32, error: Centipawns) {
        let limit = correction_limit();
        let bonus = (error * depth * correction_rate()).clamp(-limit, limit);
        let cells = &self.parts[parts.side.index()];
        for (part, slot) in Self::slots(parts).into_iter().enumerate() {
            cells[slot][part].update(bonus);
        }
        let [last, two, four] = parts.moves.map(PieceTo::index);
        self.moves[0][two][last].update(bonus);
        self.moves[1][four][last].update(bonus);
    }
}

/// A static evaluation with its correction, inside the bounds of evaluations.
#[inline(always)]
pub fn corrected(raw: Score, correction: Centipawns) -> Score {
    (raw + correction).clamp_to_eval()
}
