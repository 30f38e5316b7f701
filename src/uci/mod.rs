//! The UCI protocol.
//!
//! A thread of its own reads standard input (`reader.rs`, from people `terminal.rs`);
//! [`parse`] turns a line into a [`Command`](parse::Command); the [`Driver`] executes it and prints the reports
//! of the search in the words of [`mod@format`]. Lines and search events meet in one
//! `select`, so `stop` and `isready` are answered while a search runs and no two lines are
//! ever mixed.

mod driver;
pub mod format;
mod go;
pub mod parse;
mod position;
mod queue;
mod reader;
mod terminal;

pub use driver::Driver;
pub use go::Go;
pub use position::{PositionError, PositionText};
pub use reader::{InputLine, decode, read_stdin};
pub use terminal::read_terminal;
