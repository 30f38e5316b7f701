//! The UCI protocol.
//!
//! A thread of its own reads standard input (`reader.rs`, from people `terminal.rs`) and turns each
//! line into a [`Command`](command::Command); the [`Session`] executes it and prints the reports of
//! the search in the words of [`format`](crate::protocol::format). Lines and search events meet in one `select`, so
//! `stop` and `isready` are answered while a search runs and no two lines are ever mixed.

mod background;
pub mod command;
mod play;
mod queue;
mod reader;
mod session;
mod table;
mod terminal;

pub use reader::{InputLine, decode, read_stdin};
pub use session::Session;
pub use terminal::read_terminal;
