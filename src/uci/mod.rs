//! The UCI protocol: lines in, lines out. This module and `cli/` are the only
//! owners of standard output.
//!
//! A thread of its own reads standard input (`reader.rs`); [`parse`] turns a line
//! into a [`Command`](parse::Command); the [`Driver`] carries it out and writes
//! what the search reports, as [`mod@format`] words it. Lines and search events meet
//! in one `select`, so `stop` and `isready` are answered while a search runs and
//! no two lines are ever mixed.

pub mod console;
mod drawing;
mod driver;
pub mod format;
mod go;
mod output;
pub mod parse;
mod position;
mod queue;
mod reader;

pub use driver::Driver;
pub use go::Go;
pub use output::Output;
pub use position::{PositionError, PositionText};
pub use reader::{InputLine, decode, read_stdin};
