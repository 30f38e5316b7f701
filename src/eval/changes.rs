//! What a move changes on the board, noted when it is made and looked at when the
//! evaluation asks for it: most positions of a search are never evaluated (lazy updates;
//! idea: Stockfish).

use crate::board::Observer;
use crate::types::{Piece, Square};
use arrayvec::ArrayVec;

/// The men that a move takes from their squares and puts on others; castling moves two.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// Men that have gone from their squares.
    pub removed: ArrayVec<(Piece, Square), 2>,
    /// Men that have come to theirs.
    pub added: ArrayVec<(Piece, Square), 2>,
}

impl Changes {
    /// Forgets the move.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.removed.clear();
        self.added.clear();
    }

    /// Tells another observer of the changes.
    #[inline(always)]
    pub fn tell(&self, observer: &mut impl Observer) {
        for &(piece, square) in &self.removed {
            observer.remove(piece, square);
        }
        for &(piece, square) in &self.added {
            observer.add(piece, square);
        }
    }
}

impl Observer for Changes {
    #[inline(always)]
    fn add(&mut self, piece: Piece, square: Square) {
        self.added.push((piece, square));
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.removed.push((piece, square));
    }
}
