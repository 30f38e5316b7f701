//! `perft`: counts the leaves of the tree of legal moves, root move by root move.

use super::{EngineSetup, Kind, Line, PromptCommand};
use crate::board::{Game, Position, notation, perft};
use crate::engine::EngineError;
use crate::protocol::PositionText;
use crate::search::SearchError;
use crate::terminal::{CHECK_FAILED, Failure, Output, per_second, position_of, print_error};
use crate::types::{MAX_PLY, Move};
use clap::Args;
use serde_json::{Value, json};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

pub const PERFT: PromptCommand = PromptCommand {
    name: "perft",
    usage: "perft N [fen F], go perft N",
    about: "count the leaves of the tree of legal moves\n(bulk counting at the last ply)",
    kind: Kind::Long(at_prompt),
};

#[derive(Debug, Args)]
pub struct PerftArguments {
    /// Depth in plies (0 is taken as 1)
    depth: u32,
    /// The position, in one argument or as several words; the start position
    /// if left out
    fen: Vec<String>,
    /// Add the counts of the root moves to the JSON report (the text always
    /// has them)
    #[arg(long)]
    divide: bool,
    /// Print a report in JSON
    #[arg(long)]
    json: bool,
    /// Exit with status 1 if the count is not this one
    #[arg(long, value_name = "NODES")]
    expect: Option<u64>,
}

fn at_prompt(setup: &EngineSetup, words: &str, stop: &Arc<AtomicBool>) -> Vec<Line> {
    let (found, errors) = read(words, setup.game.as_ref());
    let mut lines: Vec<Line> = errors.into_iter().map(Line::Error).collect();
    if let Some((depth, position)) = found {
        match count(&position, depth, stop) {
            Ok(report) => lines.extend(text(&report, setup.chess960 || position.is_chess960())),
            Err(error) => lines.push(Line::Error(format!("perft: {error}"))),
        }
    }
    lines
}

/// Reads a depth and the words of a position, in place of the one of `game`; with them, or without
/// them if nothing can be counted, come errors.
fn read(words: &str, game: Option<&Game>) -> (Option<(u32, Position)>, Vec<String>) {
    let words: Vec<&str> = words.split_ascii_whitespace().collect();
    let fault = |text: String| (None, vec![text]);
    let Some((word, place)) = words.split_first() else {
        return fault("perft needs a depth".to_owned());
    };
    // A depth that is never reached is one that is too large to be read.
    let depth = match word.parse::<i128>() {
        Ok(depth) => depth.clamp(1, u32::MAX.into()) as u32,
        Err(_) => return fault(format!("perft: '{word}' is not a depth")),
    };
    let mut errors = Vec::new();
    let found = match PositionText::read(place, &mut errors) {
        Some(text) => text.game().map_err(|error| error.to_string()),
        None if place.is_empty() => {
            game.cloned().ok_or_else(|| EngineError::NoPosition.to_string())
        }
        None => Err(format!("perft: '{}' is not a position", place.join(" "))),
    };
    match found {
        Ok(game) => (Some((depth, *game.position())), errors),
        Err(error) => {
            errors.push(error);
            (None, errors)
        }
    }
}

/// Runs the command from a shell.
pub fn from_shell(arguments: &PerftArguments) -> Result<u8, Failure> {
    let position = match &arguments.fen[..] {
        [] => Position::startpos(),
        words => position_of(&words.join(" "))?,
    };
    let report = count(&position, arguments.depth, &AtomicBool::new(false))
        .map_err(|error| Failure::Usage(format!("perft: {error}")))?;
    let mut out = Output::new(io::stdout());
    if arguments.json {
        out.line(&report_json(&position, arguments, &report).to_string())?;
    } else {
        out.print(text(&report, position.is_chess960()))?;
    }
    if let Some(expected) = arguments.expect.filter(|&expected| expected != report.nodes) {
        print_error(&format!("nullfenster: counted {}, not {expected}", report.nodes));
        return Ok(CHECK_FAILED);
    }
    Ok(0)
}

/// The leaves of each root move and of all; time and speed as a remark.
fn text(report: &PerftReport, chess960: bool) -> Vec<Line> {
    let moves = report.moves.iter();
    let mut lines: Vec<Line> = moves
        .map(|&(mv, nodes)| {
            Line::Result(format!("{}: {nodes}", notation::format_move(mv, chess960)))
        })
        .collect();
    let speed = per_second(report.nodes, report.time);
    lines.extend([
        Line::Result(String::new()),
        Line::Result(format!("Nodes searched: {}", report.nodes)),
        Line::Result(String::new()),
        Line::Remark(format!("Time: {} ms, {speed} nodes per second", report.time.as_millis())),
    ]);
    lines
}

fn report_json(position: &Position, arguments: &PerftArguments, report: &PerftReport) -> Value {
    let mut value = json!({
        "fen": position.to_string(),
        "depth": arguments.depth.max(1),
        "nodes": report.nodes,
        "time_ms": report.time.as_millis() as u64,
        "nps": per_second(report.nodes, report.time),
    });
    if arguments.divide {
        let chess960 = position.is_chess960();
        let moves: serde_json::Map<String, Value> = report
            .moves
            .iter()
            .map(|&(mv, nodes)| (notation::format_move(mv, chess960), nodes.into()))
            .collect();
        value["moves"] = Value::Object(moves);
    }
    value
}

/// The result of a perft.
#[derive(Clone, Debug)]
pub struct PerftReport {
    /// Leaves below each root move.
    pub moves: Vec<(Move, u64)>,
    /// Total leaves.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

/// Depth in plies of the trees that are counted without looking at `stop`: well under a
/// second.
const UNINTERRUPTED: u32 = 4;

/// Counts the leaves at `depth` plies, limited to 1 to [`MAX_PLY`].
///
/// # Errors
/// If `stop` is set before the end.
pub fn count(
    position: &Position,
    depth: u32,
    stop: &AtomicBool,
) -> Result<PerftReport, SearchError> {
    let start = Instant::now();
    let depth = depth.clamp(1, MAX_PLY as u32);
    let count = |&mv: &Move| Ok((mv, leaves(&position.make(mv), depth - 1, stop)?));
    let moves: Vec<(Move, u64)> =
        position.legal_moves().iter().map(count).collect::<Result<_, _>>()?;
    let nodes = moves.iter().map(|&(_, nodes)| nodes).sum();
    Ok(PerftReport { moves, nodes, time: start.elapsed() })
}

fn leaves(position: &Position, depth: u32, stop: &AtomicBool) -> Result<u64, SearchError> {
    if stop.load(Relaxed) {
        Err(SearchError::Stopped)
    } else if depth <= UNINTERRUPTED {
        Ok(perft::perft(position, depth))
    } else {
        position.legal_moves().iter().map(|&mv| leaves(&position.make(mv), depth - 1, stop)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::{count, read};
    use crate::board::{Game, Position};
    use std::sync::atomic::AtomicBool;

    #[test]
    fn the_start_position_is_counted() {
        let go_on = AtomicBool::new(false);
        let run = |depth| count(&Position::startpos(), depth, &go_on).expect("not stopped");
        assert_eq!((run(3).nodes, run(3).moves.len()), (8902, 20));
        assert_eq!((run(0).nodes, run(6).nodes), (20, 119_060_324));
    }

    #[test]
    fn it_can_be_stopped() {
        assert!(count(&Position::startpos(), 40, &AtomicBool::new(true)).is_err());
    }

    #[test]
    fn the_prompt_takes_a_depth_and_a_position() {
        let game = Game::new(Position::startpos());
        let fen = "8/8/8/8/8/4k3/8/4K2R w - - 0 1";
        let at =
            |words: &str| read(words, Some(&game)).0.map(|(depth, at)| (depth, at.to_string()));
        assert_eq!(at("0"), Some((1, Position::startpos().to_string())));
        assert_eq!(at(&format!("2 fen {fen}")), Some((2, fen.to_owned())));
        assert_eq!(at(&format!("2 {fen}")), Some((2, fen.to_owned())));
        for words in ["", "x", "2 foo", "2 fen 8/8 w"] {
            let (found, errors) = read(words, Some(&game));
            assert_eq!((found, errors.len()), (None, 1), "{words}");
        }
        assert_eq!(read("3", None).0, None, "no position to count");
    }
}
