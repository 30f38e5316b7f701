//! The bench: searches a fixed set of positions. With one thread the number of nodes
//! depends only on the code, which makes it the engine's signature.

use super::epd;
use super::positions::POSITIONS;
use crate::board::{FenError, Game, Position, perft};
use crate::eval::{self, Evaluation};
use crate::search::{Control, Limits, SearchError, Searcher, Silent, Statistics};
use crate::types::{MAX_PLY, Move};
use std::time::{Duration, Instant};

/// Default depth of the bench: a few seconds in total.
pub const DEFAULT_DEPTH: u32 = 12;

/// The kind of work on a position and its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BenchLimit {
    /// Search this many plies.
    Depth(u32),
    /// Search this many nodes.
    Nodes(u64),
    /// Search for this many milliseconds.
    Movetime(u64),
    /// Count the leaves this many plies away.
    Perft(u32),
    /// Only evaluate.
    Eval,
}

/// Settings of a bench.
#[derive(Clone, Debug)]
pub struct BenchSpec {
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Number of search threads.
    pub threads: usize,
    /// The work on each position.
    pub limit: BenchLimit,
    /// `default`, `current`, or a file of FENs.
    pub source: String,
    /// The evaluation to search with.
    pub evaluation: Evaluation,
}

impl BenchSpec {
    /// Reads `[hash] [threads] [limit] [file] [type]`, the order of Stockfish;
    /// each may also be given as `key=value`, and a type with its limit as `depth=12`. The
    /// evaluation is only given as `evaluation=network` or `evaluation=classical`.
    ///
    /// # Errors
    /// Names the wrong word.
    pub fn from_words<S: AsRef<str>>(words: &[S]) -> Result<Self, String> {
        const KEYS: [&str; 5] = ["hash", "threads", "limit", "file", "type"];
        let mut values: [Option<&str>; 5] = [None; 5];
        let mut evaluation = Evaluation::default();
        let mut plain = 0;
        for word in words.iter().map(AsRef::as_ref) {
            match word.split_once('=') {
                Some((kind @ ("depth" | "nodes" | "movetime" | "perft"), limit)) => {
                    values[2] = Some(limit);
                    values[4] = Some(kind);
                }
                Some(("evaluation", "network")) => evaluation = Evaluation::network(),
                Some(("evaluation", "classical")) => evaluation = Evaluation::Classical,
                Some(("evaluation", other)) => {
                    return Err(format!("evaluation must be network or classical, not '{other}'"));
                }
                Some((key, value)) if KEYS.contains(&key) => {
                    let index = KEYS.iter().position(|&known| known == key).unwrap_or_default();
                    values[index] = Some(value);
                }
                // A path may contain the sign, too, but only in the place of the file.
                Some((key, _)) if plain != 3 => return Err(format!("unknown key '{key}'")),
                _ => {
                    *values
                        .get_mut(plain)
                        .ok_or_else(|| format!("one word too many: '{word}'"))? = Some(word);
                    plain += 1;
                }
            }
        }
        let [hash, threads, limit, file, kind] = values;
        Ok(Self {
            hash: number("hash", hash, 16)?.clamp(1, 1 << 20) as usize,
            threads: number("threads", threads, 1)?.clamp(1, 1024) as usize,
            limit: BenchLimit::read(kind.unwrap_or("depth"), limit)?,
            source: file.unwrap_or("default").to_owned(),
            evaluation,
        })
    }
}

fn number(name: &str, text: Option<&str>, default: u64) -> Result<u64, String> {
    text.map_or(Ok(default), |text| {
        text.parse().map_err(|_| format!("{name} must be a whole number, not '{text}'"))
    })
}

impl BenchLimit {
    fn read(kind: &str, limit: Option<&str>) -> Result<Self, String> {
        let limit = number("limit", limit, u64::from(DEFAULT_DEPTH))?.max(1);
        let plies = limit.min(u64::from(u32::MAX)) as u32;
        Ok(match kind {
            "depth" => Self::Depth(plies),
            "nodes" => Self::Nodes(limit),
            "movetime" => Self::Movetime(limit),
            "perft" => Self::Perft(plies),
            "eval" => Self::Eval,
            _ => {
                return Err(format!(
                    "type must be depth, nodes, movetime, perft or eval, not '{kind}'"
                ));
            }
        })
    }

    fn limits(self) -> Limits {
        let mut limits = Limits { multi_pv: 1, ..Limits::default() };
        match self {
            Self::Depth(depth) => limits.depth = Some(depth),
            Self::Nodes(nodes) => limits.nodes = Some(nodes),
            Self::Movetime(ms) => limits.movetime = Some(ms),
            // Not searched.
            Self::Perft(_) | Self::Eval => limits.depth = Some(1),
        }
        limits
    }
}

/// The work on one position.
#[derive(Clone, Debug)]
pub struct BenchEntry {
    /// The position.
    pub position: Position,
    /// Nodes searched, leaves counted, or 1 for an evaluation.
    pub nodes: u64,
    /// The best move of a search, if there is one.
    pub best: Option<Move>,
}

/// The result of a bench.
#[derive(Clone, Debug)]
pub struct BenchReport {
    /// One entry for each position.
    pub entries: Vec<BenchEntry>,
    /// Total nodes.
    pub nodes: u64,
    /// Total time.
    pub time: Duration,
    /// Statistics of the searches.
    pub statistics: Statistics,
}

/// The positions of the bench.
///
/// # Errors
/// None: a test parses all of them.
pub fn default_positions() -> Result<Vec<Position>, FenError> {
    POSITIONS.iter().map(|fen| Position::from_fen(fen)).collect()
}

/// The positions of a file: one FEN or EPD per line; empty lines and lines that
/// start with `#` are skipped.
///
/// # Errors
/// Names the line and the error in it.
pub fn read_positions(text: &str) -> Result<Vec<Position>, String> {
    let mut positions = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (position, _) =
            epd::read_position(line).map_err(|error| format!("line {}: {error}", index + 1))?;
        positions.push(position);
    }
    Ok(positions)
}

/// Runs the bench; calls `progress` with number (from 1) and position before each. The
/// table is cleared between positions, so the nodes of one don't depend on the others.
///
/// # Errors
/// Fails without memory for the table or without threads.
pub fn run(
    spec: &BenchSpec,
    positions: &[Position],
    progress: &mut dyn FnMut(usize, &Position),
) -> Result<BenchReport, SearchError> {
    let mut searcher = Searcher::new(spec.hash, spec.threads)?;
    searcher.set_evaluation(spec.evaluation.clone());
    let limits = spec.limit.limits();
    let mut report = BenchReport {
        entries: Vec::new(),
        nodes: 0,
        time: Duration::ZERO,
        statistics: Statistics::default(),
    };
    for (index, position) in positions.iter().enumerate() {
        progress(index + 1, position);
        searcher.new_game();
        let start = Instant::now();
        let (nodes, best) = match spec.limit {
            BenchLimit::Perft(depth) => (perft::perft(position, depth.min(MAX_PLY as u32)), None),
            BenchLimit::Eval => {
                let _ = eval::explain(&spec.evaluation, position);
                (1, None)
            }
            _ => {
                let control = Control::new(start, false);
                let game = Game::new(*position);
                let outcome = searcher.search(&game, &limits, &control, &mut Silent);
                report.statistics += searcher.statistics();
                (outcome.nodes, outcome.best)
            }
        };
        report.time += start.elapsed();
        report.nodes += nodes;
        report.entries.push(BenchEntry { position: *position, nodes, best });
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_positions_are_legal_and_different() {
        let mut keys: Vec<u64> =
            default_positions().expect("legal positions").iter().map(Position::key).collect();
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }

    #[test]
    fn words_are_read_in_order_and_by_key() {
        let spec = |text: &str| BenchSpec::from_words(&text.split_whitespace().collect::<Vec<_>>());
        let default = spec("").expect("no words");
        assert_eq!((default.hash, default.threads), (16, 1));
        assert_eq!(default.limit, BenchLimit::Depth(DEFAULT_DEPTH));
        assert_eq!(spec("16 1 5 default depth").map(|s| s.limit), Ok(BenchLimit::Depth(5)));
        assert_eq!(spec("nodes=500 hash=4").map(|s| s.limit), Ok(BenchLimit::Nodes(500)));
        assert_eq!(spec("16 1 4 default perft").map(|s| s.limit), Ok(BenchLimit::Perft(4)));
        assert_eq!(spec("file=a.epd").map(|s| s.source), Ok("a.epd".to_owned()));
        for wrong in ["x", "16 1 5 default foo", "1 1 1 a depth 1", "foo=1"] {
            assert!(spec(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn files_hold_fen_and_epd() {
        let text = "# comment\n\n8/8/8/8/8/4k3/8/4K2R w - - 0 1\n\
                    8/8/8/8/8/4k3/8/4K2R w - - bm Rh3; id \"x\";\n";
        assert_eq!(read_positions(text).map(|positions| positions.len()), Ok(2));
        assert!(read_positions("8/8 w\n").is_err());
    }

    #[test]
    fn two_runs_are_alike() {
        let spec = BenchSpec::from_words(&["depth=4"]).expect("a depth");
        let positions = default_positions().expect("legal positions");
        let nodes =
            |positions: &[Position]| run(&spec, positions, &mut |_, _| {}).expect("a table").nodes;
        assert_eq!(nodes(&positions), nodes(&positions));
    }
}
