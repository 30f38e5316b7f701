//! `openings` and OpenBench's `genfens`: positions to start test games from, after random legal
//! moves, that a search finds balanced. The same seed gives the same openings on every machine.

use super::bench::number;
use super::new_file::NewFile;
use super::{EngineSetup, Kind, Line, PromptCommand, position_file};
use crate::board::{Game, Position};
use crate::eval::normalised;
use crate::search::{Limits, SearchError, Searcher};
use crate::terminal::{Failure, Output, progress_bar};
use crate::types::Score;
use clap::{Args, value_parser};
use fastrand::Rng;
use indicatif::ProgressBar;
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

pub const GEN_FENS: PromptCommand = PromptCommand {
    name: "genfens",
    usage: "genfens N seed S book None|FILE",
    about: "print N openings for test games",
    kind: Kind::Long(genfens),
};

#[derive(Debug, Args)]
pub struct OpeningsArguments {
    /// Number of openings
    #[arg(long, default_value_t = 1000, value_parser = value_parser!(u32).range(1..=10_000_000))]
    count: u32,
    /// Random plies from the start position
    #[arg(long, default_value_t = 8, value_parser = value_parser!(u32).range(1..=200))]
    plies: u32,
    /// The largest score of either side, in centipawns as `go` shows them
    #[arg(long, value_name = "CP", default_value_t = 80,
          value_parser = value_parser!(i32).range(0..=20_000))]
    bound: i32,
    /// Nodes of the search that gives the score
    #[arg(long, default_value_t = 5000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random seed: the same seed gives the same openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Start from random positions of Chess960
    #[arg(long)]
    chess960: bool,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &OpeningsArguments) -> Result<u8, Failure> {
    let begin = |path: &PathBuf| NewFile::begin(path, "openings: --out");
    let mut file = arguments.out.as_ref().map(begin).transpose()?;
    let mut stdout = io::stdout();
    let stream: &mut dyn Write = match &mut file {
        None => &mut stdout,
        Some(file) => file,
    };
    let spec = OpeningsSpec {
        count: arguments.count as usize,
        plies: arguments.plies,
        bound: Score::cp(arguments.bound),
        nodes: arguments.nodes,
        seed: arguments.seed,
        chess960: arguments.chess960,
        book: Vec::new(),
    };
    let bar = match &arguments.out {
        Some(_) => progress_bar(spec.count as u64),
        None => ProgressBar::hidden(),
    };
    let mut out = Output::new(stream);
    let mut written: io::Result<()> = Ok(());
    let made = generate(&spec, &mut |position| {
        written = out.line(&position.to_string());
        bar.inc(1);
        written.is_ok()
    });
    bar.finish_and_clear();
    written?;
    made.map_err(|error| Failure::Usage(format!("openings: {error}")))?;
    file.map_or(Ok(()), NewFile::finish)?;
    Ok(0)
}

/// The openings that were found, also before `stop` or an error ended the search for more.
fn genfens(setup: &EngineSetup, words: &str, stop: &Arc<AtomicBool>) -> Vec<Line> {
    let mut lines = Vec::new();
    let made = genfens_spec(words, setup.chess960).and_then(|spec| {
        let made = generate(&spec, &mut |position| {
            lines.push(Line::Result(format!("info string genfens {position}")));
            !stop.load(Relaxed)
        });
        made.map_err(|error| error.to_string())
    });
    lines.extend(made.err().map(|error| Line::Error(format!("genfens: {error}"))));
    lines
}

/// Reads OpenBench's request `N seed S book None|FILE`; further words are ignored.
fn genfens_spec(words: &str, chess960: bool) -> Result<OpeningsSpec, String> {
    let words: Vec<&str> = words.split_ascii_whitespace().collect();
    let after = |key: &str| {
        let at = words.iter().position(|word| *word == key)?;
        words.get(at + 1).copied()
    };
    let required = |name: &str, text: Option<&str>| {
        number(name, text.ok_or_else(|| format!("{name} is missing"))?)
    };
    let book = match after("book") {
        None => return Err("book is missing".to_owned()),
        Some("None") => Vec::new(),
        Some(path) => position_file::read_file(Path::new(path))?,
    };
    Ok(OpeningsSpec {
        count: required("the number of positions", words.first().copied())? as usize,
        seed: required("the seed", after("seed"))?,
        chess960,
        book,
        ..OpeningsSpec::default()
    })
}

/// Size of the table in MiB; it is cleared before each search.
const HASH: usize = 1;
/// The search for openings ends after this number of rejected ones in a row.
const TRIES_LIMIT: usize = 10_000;

/// Settings of the openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningsSpec {
    /// Number of openings.
    pub count: usize,
    /// Random plies from the start position.
    pub plies: u32,
    /// The largest score of either side, as people see it ([`normalised`]).
    pub bound: Score,
    /// Nodes of the search that gives the score.
    pub nodes: u64,
    /// Random seed.
    pub seed: u64,
    /// Start from random positions of Chess960.
    pub chess960: bool,
    /// If not empty: start from random positions of this list instead.
    pub book: Vec<Position>,
}

impl Default for OpeningsSpec {
    /// A thousand openings after eight plies from the start position.
    fn default() -> Self {
        Self {
            count: 1000,
            plies: 8,
            bound: Score::cp(80),
            nodes: 5000,
            seed: 1,
            chess960: false,
            book: Vec::new(),
        }
    }
}

/// The openings could not be generated.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The search could not be set up.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// Too many were rejected in a row.
    #[error("found only {found} of {count} openings; try more plies or a larger bound")]
    Exhausted {
        /// The number of openings found.
        found: usize,
        /// The number asked for.
        count: usize,
    },
}

/// Generates openings and passes each to `found` until that returns false: different
/// positions in which the game is not over, the side to move is not in check, and the
/// score lies within the bound.
///
/// # Errors
/// Fails without memory for the search, or if not enough openings can be found.
pub fn generate(
    spec: &OpeningsSpec,
    found: &mut dyn FnMut(&Position) -> bool,
) -> Result<(), OpeningsError> {
    let mut rng = Rng::with_seed(spec.seed);
    let mut searcher = Searcher::new(HASH, 1)?;
    let mut seen = HashSet::new();
    let (mut count, mut tries) = (0, 0);
    while count < spec.count {
        tries += 1;
        if tries > TRIES_LIMIT {
            return Err(OpeningsError::Exhausted { found: count, count: spec.count });
        }
        let start = match rng.choice(&spec.book) {
            Some(&position) => position,
            None if spec.chess960 => random_start960(&mut rng),
            None => Position::startpos(),
        };
        let opening = random_walk(start, spec.plies, &mut rng)
            .filter(|position| seen.insert(position.key()))
            .filter(|position| score(&mut searcher, position, spec.nodes).abs() <= spec.bound);
        if let Some(position) = opening {
            (count, tries) = (count + 1, 0);
            if !found(&position) {
                break;
            }
        }
    }
    Ok(())
}

/// Plays random moves; `None` if the game ends or the last move gives check.
fn random_walk(start: Position, plies: u32, rng: &mut Rng) -> Option<Position> {
    let mut position = start;
    for _ in 0..plies {
        let moves = position.legal_moves();
        let mv = *rng.choice(moves.iter())?;
        position = position.make(mv);
    }
    let over = position.count_legal() == 0 || position.has_insufficient_material();
    (!over && !position.in_check()).then_some(position)
}

fn score(searcher: &mut Searcher, position: &Position, nodes: u64) -> Score {
    searcher.new_game();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    normalised(searcher.search_silently(&Game::new(*position), &limits).score, position)
}

/// A random start position of Chess960: bishops on both colours, the king between the rooks.
fn random_start960(rng: &mut Rng) -> Position {
    loop {
        let mut rank = *b"RNBQKBNR";
        rng.shuffle(&mut rank);
        let files = |piece| (0..8).filter(move |&file| rank[file] == piece);
        let bishops_differ = files(b'B').sum::<usize>() % 2 == 1;
        let rooks: Vec<usize> = files(b'R').collect();
        let king_between = files(b'K').all(|king| rooks[0] < king && king < rooks[1]);
        if bishops_differ && king_between {
            let white = String::from_utf8_lossy(&rank);
            let black = white.to_lowercase();
            let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
            if let Ok(position) = Position::from_fen(&fen) {
                return position;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::CastlingRights;

    #[test]
    fn random_starts_are_those_of_chess960() {
        let mut rng = Rng::with_seed(1);
        let arrays: HashSet<String> =
            (0..20_000).map(|_| random_start960(&mut rng).to_string()).collect();
        assert_eq!(arrays.len(), 960);
    }

    #[test]
    fn all_rights_to_castle_are_kept() {
        let mut rng = Rng::with_seed(2);
        for _ in 0..1000 {
            assert_eq!(random_start960(&mut rng).castling_rights(), CastlingRights::all());
        }
    }
}
