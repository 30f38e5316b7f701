//! Tools around the engine. They return data and print nothing; the command line and the
//! UCI loop share them.

pub mod analyse;
pub mod bench;
pub mod compare;
pub mod epd;
pub mod learn;
pub mod openings;
pub mod perft;
pub mod plot;
pub mod position_file;
mod positions;
pub mod tree;

use crate::board::Position;
use crate::eval::{Evaluation, Evaluator};
use crate::types::Score;

/// Leaf values for the lab: the hand-crafted evaluation, so that what the lab's documentation
/// says does not change with each network.
fn static_value() -> impl FnMut(&Position, usize) -> Score {
    let mut evaluator = Evaluator::new(&Evaluation::Classical);
    move |position, _| evaluator.value(position)
}
