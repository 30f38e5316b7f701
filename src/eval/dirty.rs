//! The pieces that a move changes, noted when it is made and used when the position is
//! evaluated: most positions of a search never are (lazy updates; idea: Stockfish).

use crate::board::Observer;
use crate::types::{Piece, Square};
use arrayvec::ArrayVec;

/// Whether the accumulator of each side is computed; that of the classical evaluation is
/// White's.
pub type Computed = [bool; 2];

/// The pieces that a move takes from their squares and puts on others; castling moves two.
#[derive(Clone, Debug, Default)]
pub struct DirtyPieces {
    /// Pieces that have left their squares.
    pub removed: ArrayVec<(Piece, Square), 2>,
    /// Pieces that have come to theirs.
    pub added: ArrayVec<(Piece, Square), 2>,
}

impl DirtyPieces {
    /// Forgets the move.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.removed.clear();
        self.added.clear();
    }

    /// Reports the changes to another observer.
    #[inline(always)]
    pub fn replay(&self, observer: &mut impl Observer) {
        for &(piece, square) in &self.removed {
            observer.remove(piece, square);
        }
        for &(piece, square) in &self.added {
            observer.add(piece, square);
        }
    }
}

impl Observer for DirtyPieces {
    #[inline(always)]
    fn add(&mut self, piece: Piece, square: Square) {
        self.added.push((piece, square));
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.removed.push((piece, square));
    }
}
