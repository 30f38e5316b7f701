//! Inner nodes as the algorithms see them.

use crate::board::Position;
use crate::types::{Color, Score};

/// A position in the tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position; of a written tree it only says who is to move.
    pub position: Position,
    /// The place in a written tree.
    pub place: usize,
    /// Plies from the root.
    pub ply: usize,
    /// Plies to the leaves.
    pub depth: u32,
}

impl Node {
    /// 1 if White is to move, -1 if Black is.
    pub fn color(&self) -> i32 {
        match self.position.side_to_move() {
            Color::White => 1,
            Color::Black => -1,
        }
    }

    /// White's value as the side to move sees it, or that side's as White sees it.
    pub fn own(&self, value: Score) -> Score {
        value.seen_by(self.position.side_to_move())
    }
}
