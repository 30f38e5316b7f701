//! What a search line keeps for each ply: positions are copied on, so going back
//! is forgetting.

use super::history::Continued;
use crate::board::Position;
use crate::eval::Accumulator;
use crate::types::{MAX_PLY, Move, Score, Value};
use arrayvec::ArrayVec;

/// A line of moves.
pub type Line = ArrayVec<Move, { MAX_PLY + 2 }>;

/// One ply of the line being searched.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The position at this ply.
    pub position: Position,
    /// Its incremental evaluation.
    pub accumulator: Accumulator,
    /// Its key.
    pub key: u64,
    /// Its static evaluation, [`Score::NONE`] in check.
    pub eval: Value,
    /// The move being searched from here, or none (a null move).
    pub mv: Move,
    /// That move for the continuation history.
    pub continued: Continued,
    /// Quiet moves that cut off at this ply (source text 002).
    pub killers: [Move; 2],
    /// The best line from here, in principal variation nodes.
    pub pv: Line,
}

impl Frame {
    /// A frame at a position.
    pub fn new(position: Position) -> Self {
        Self {
            position,
            accumulator: Accumulator::new(&position),
            key: position.key(),
            eval: Score::NONE,
            mv: Move::NONE,
            continued: Continued::default(),
            killers: [Move::NONE; 2],
            pv: Line::new(),
        }
    }
}

/// Frames of a whole line, with room for the plies beyond the last.
pub fn frames(position: Position) -> Box<[Frame]> {
    vec![Frame::new(position); MAX_PLY + 2].into()
}
