//! What a search line keeps for each ply: positions are copied on, so going back
//! is forgetting.

use super::correction::PartKeys;
use super::history::Continued;
use crate::board::Position;
use crate::types::{MAX_PLY, Move, Score, Value};
use arrayvec::ArrayVec;

/// A line of moves.
pub type Line = ArrayVec<Move, { MAX_PLY + 2 }>;

/// One ply of the line being searched.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The position at this ply.
    pub position: Position,
    /// Its key.
    pub key: u64,
    /// The keys of its parts.
    pub parts: PartKeys,
    /// Its static evaluation as it is kept in the table, [`Score::NONE`] in check.
    pub raw_eval: Value,
    /// Its static evaluation with what the correction histories say,
    /// [`Score::NONE`] in check.
    pub eval: Value,
    /// The move being searched from here, or none (a null move).
    pub mv: Move,
    /// That move for the continuation history.
    pub continued: Continued,
    /// A move that the search at this ply leaves out (singular extensions).
    pub excluded: Move,
    /// Plies that the moves of the line before were extended by beyond one each.
    pub double_extensions: i32,
    /// Plies that the move being searched from here is reduced by.
    pub reduction: i32,
    /// The squares that the enemy attacks, where quiet moves are ordered.
    pub threats: u64,
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
            key: position.key(),
            parts: PartKeys::new(&position),
            raw_eval: Score::NONE,
            eval: Score::NONE,
            mv: Move::NONE,
            continued: Continued::default(),
            excluded: Move::NONE,
            double_extensions: 0,
            reduction: 0,
            threats: 0,
            killers: [Move::NONE; 2],
            pv: Line::new(),
        }
    }
}

/// The key of a frame that no move has led to yet.
const UNUSED: u64 = 0;

/// Frames of a whole line, with room for the plies beyond the last.
pub fn frames() -> Box<[Frame]> {
    let unused = Frame { key: UNUSED, ..Frame::new(Position::startpos()) };
    vec![unused; MAX_PLY + 2].into()
}

/// Makes the frames those of a new search from a position. Only frames that were used are
/// written: a search of a hundred nodes uses a tenth of them.
pub fn restart(frames: &mut [Frame], position: &Position) {
    let root = Frame::new(*position);
    let unused = Frame { key: UNUSED, ..root.clone() };
    let Some((first, rest)) = frames.split_first_mut() else { return };
    *first = root;
    // A move leads from each ply to the next: the used ones come first.
    rest.iter_mut().take_while(|frame| frame.key != UNUSED).for_each(|frame| {
        frame.clone_from(&unused);
    });
}
