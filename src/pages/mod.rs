//! What the lab shows: comparisons, trees as text and pictures, the guided tour. They return data
//! or text and print nothing.

#[cfg(feature = "cli")]
pub mod compare;
#[cfg(any(feature = "cli", feature = "web"))]
pub mod faults;
pub mod language;
#[cfg(feature = "cli")]
pub mod learn;
#[cfg(feature = "cli")]
pub mod plot;
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
