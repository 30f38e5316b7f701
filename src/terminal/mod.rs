//! What commands and the protocol share in talking to people: lines of output, boards in colour,
//! progress, errors that end the program.

pub mod drawing;
mod failure;
mod output;

pub use failure::{
    CHECK_FAILED, Failure, USAGE, position_of, progress_bar, reader_has_gone, score_json,
};
pub use output::{Line, Output, ascii, print_error, wait_for};

pub use crate::search::per_second;
