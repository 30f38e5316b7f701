//! Shared by the commands: exit statuses, errors, positions from text, progress.

use crate::board::Position;
use crate::engine::EngineError;
use crate::eval::{normalised, win_draw_loss};
use crate::search::Bound;
use crate::types::{Color, Score};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::io;

/// Exit status if a check failed.
pub const CHECK_FAILED: u8 = 1;
/// Exit status if the arguments are wrong.
pub const USAGE: u8 = 2;

/// An error that ends the program.
pub enum Failure {
    /// The arguments are wrong.
    Usage(String),
    /// Input or output failed, or the engine could not start.
    Io(io::Error),
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        Self::Io(io::Error::other(error))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// True for an error of a pipe that nobody reads any more.
pub fn reader_has_gone(error: &io::Error) -> bool {
    /// `ERROR_PIPE_NOT_CONNECTED`, for which the standard library has no kind.
    const NOT_CONNECTED: Option<i32> = Some(233);
    let closed = error.kind() == io::ErrorKind::BrokenPipe;
    closed || cfg!(windows) && error.raw_os_error() == NOT_CONNECTED
}

/// The position of a FEN, with or without the word `fen` before it; an empty text or
/// `startpos` is the start position.
pub fn position_of(fen: &str) -> Result<Position, Failure> {
    match fen.strip_prefix("fen ").unwrap_or(fen) {
        "startpos" => Ok(Position::startpos()),
        fen => Position::from_fen(fen).map_err(|error| Failure::Usage(error.to_string())),
    }
}

/// A progress bar on standard error; hidden if that is not a terminal.
pub fn progress_bar(length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed}") {
        bar.set_style(style);
    }
    bar.tick();
    bar
}

/// A score of a search of `position` for programs: `{"cp": 31}` or `{"mate": 1}` with its bound,
/// the side that it is for (the one to move), and the chances of a win, a draw and a loss in
/// permille.
pub fn score_json(score: Score, bound: Bound, position: &Position) -> Value {
    let normalised = normalised(score, position);
    let (kind, number) = match normalised.mate_moves() {
        Some(moves) => ("mate", moves),
        None => ("cp", normalised.centipawns()),
    };
    let bound = match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    let side = if position.side_to_move() == Color::White { "white" } else { "black" };
    json!({ kind: number, "bound": bound, "side": side, "wdl": win_draw_loss(score, position) })
}
