//! What commands and the protocol share in talking to people: lines of output, boards in colour,
//! progress, errors that end the program.

pub mod drawing;
mod failure;
mod output;

pub use failure::{
    CHECK_FAILED, Failure, USAGE, position_of, progress_bar, reader_has_gone, score_json,
};
pub use output::{Line, Output, ascii, print_error, wait_for};

use std::time::Duration;

/// Nodes per second; a time of zero counts as a microsecond.
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    (u128::from(nodes) * 1_000_000 / time.as_micros().max(1)) as u64
}
