//! `bench`: searches a fixed set of positions. With one thread the number of nodes depends only on
//! the code, which makes it the engine's signature.

use super::bench_positions::POSITIONS;
use super::{EngineSetup, Kind, Line, PromptCommand, perft, position_file};
use crate::board::{FenError, Game, Position, notation};
use crate::engine::{EngineError, MAX_HASH_MB, MAX_THREADS, check_option, open_network};
use crate::eval::{self, Evaluation};
use crate::search::{Control, Count, Limits, SearchError, Searcher, Silent, Statistics};
use crate::terminal::{Failure, Output, per_second, print_error};
use crate::types::Move;
use clap::Args;
use serde_json::{Value, json};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

pub const BENCH: PromptCommand = PromptCommand {
    name: "bench",
    usage: "bench [hash] [threads] [limit] [default|current|FILE]\n      \
            [depth|nodes|movetime|perft|eval], or as KEY=VALUE, also\n      \
            evaluation=classical and evalfile=FILE",
    about: "search a fixed set of positions",
    kind: Kind::Long(at_prompt),
};

#[derive(Debug, Args)]
pub struct BenchArguments {
    /// In Stockfish's order: HASH THREADS LIMIT, then default, current or a FILE, then depth, nodes,
    /// movetime, perft or eval; or KEY=VALUE (depth=12)
    words: Vec<String>,
    /// Also print statistics of the search: cuts, table, move ordering, tree growth
    #[arg(long)]
    stats: bool,
    /// Print a report in JSON instead of the summary
    #[arg(long)]
    json: bool,
}

fn at_prompt(setup: &EngineSetup, words: &str, stop: &Arc<AtomicBool>) -> Vec<Line> {
    let words: Vec<&str> = words.split_ascii_whitespace().collect();
    run(setup, &words, stop)
        .map(|report| summary(&report))
        .unwrap_or_else(|error| vec![Line::Error(format!("bench: {error}"))])
}

/// Runs the command from a shell; `options` of the engine come before its words, which overrule
/// them.
pub fn from_shell(options: &[(String, String)], arguments: &BenchArguments) -> Result<u8, Failure> {
    let words = [option_words(options)?, arguments.words.clone()].concat();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let report = run(&EngineSetup::default(), &words, &Arc::default())
        .map_err(|message| Failure::Usage(format!("bench: {message}")))?;
    let mut out = Output::new(io::stdout());
    if arguments.json {
        let mut value = report_json(&report);
        if arguments.stats {
            value["statistics"] = statistics_json(&report.statistics);
        }
        out.line(&value.to_string())?;
    } else {
        if arguments.stats && report.statistics[Count::Main] > 0 {
            print_error(&format!("\n{}", report.statistics));
        }
        out.print(summary(&report))?;
    }
    Ok(0)
}

/// Engine options as words of bench, whose own words overrule them. A path keeps its case.
fn option_words(options: &[(String, String)]) -> Result<Vec<String>, Failure> {
    const KNOWN: [&str; 4] = ["hash", "threads", "evaluation", "evalfile"];
    let word = |(name, value): &(String, String)| {
        let key = KNOWN.into_iter().find(|key| key.eq_ignore_ascii_case(name));
        let key = key.ok_or_else(|| {
            let known = "Hash, Threads, Evaluation and EvalFile";
            Failure::Usage(format!("--{name}: bench takes {known} only"))
        })?;
        check_option(name, value)
            .map_err(|error| Failure::Usage(format!("--{name}={value}: {error}")))?;
        let value = if key == "evalfile" { value.clone() } else { value.to_lowercase() };
        Ok(format!("{key}={value}"))
    };
    options.iter().map(word).collect()
}

/// Runs the bench that `words` describe.
fn run(setup: &EngineSetup, words: &[&str], stop: &Arc<AtomicBool>) -> Result<BenchReport, String> {
    let spec = read_spec(words, setup)?;
    let positions = match spec.source.as_str() {
        "default" => default_positions().map_err(|error| error.to_string())?,
        "current" => {
            vec![*setup.game.as_ref().ok_or(EngineError::NoPosition.to_string())?.position()]
        }
        file => position_file::read_file(Path::new(file))?,
    };
    let total = positions.len();
    let progress = io::stderr().is_terminal();
    measure(&spec, &positions, stop, &mut |number, position| {
        if progress {
            print_error(&format!("Position {number}/{total}: {position}"));
        }
    })
    .map_err(|error| error.to_string())
}

/// Three lines in Stockfish's format on standard error, and on standard output the line that
/// OpenBench reads.
fn summary(report: &BenchReport) -> Vec<Line> {
    let speed = per_second(report.nodes, report.time);
    vec![
        Line::Remark("\n===========================".to_owned()),
        Line::Remark(format!("Total time (ms) : {}", report.time.as_millis())),
        Line::Remark(format!("Nodes searched  : {}", report.nodes)),
        Line::Remark(format!("Nodes/second    : {speed}")),
        Line::Result(format!("{} nodes {speed} nps", report.nodes)),
    ]
}

fn statistics_json(statistics: &Statistics) -> Value {
    let mut value: Value = Count::ALL
        .iter()
        .map(|&(what, name)| (name.to_owned(), Value::from(statistics[what])))
        .collect();
    value["branching"] = statistics.branching().into();
    value
}

fn report_json(report: &BenchReport) -> Value {
    let positions: Vec<Value> = report
        .entries
        .iter()
        .map(|entry| {
            let chess960 = entry.position.is_chess960();
            json!({
                "fen": entry.position.to_string(),
                "nodes": entry.nodes,
                "bestmove": entry.best.map(|mv| notation::format_move(mv, chess960)),
            })
        })
        .collect();
    json!({
        "nodes": report.nodes,
        "time_ms": report.time.as_millis() as u64,
        "nps": per_second(report.nodes, report.time),
        "positions": positions,
    })
}

/// Reads `[hash] [threads] [limit] [file] [type]`, the order of Stockfish;
/// each may also be given as `key=value`, and a type with its limit as `depth=12`. Two options of
/// the engine are only given by key, in place of those in use: `evaluation=network` or
/// `evaluation=classical`, and `evalfile=FILE`.
///
/// # Errors
/// Names the wrong word, or the network that can't be read.
fn read_spec(words: &[&str], setup: &EngineSetup) -> Result<BenchSpec, String> {
    const KEYS: [&str; 5] = ["hash", "threads", "limit", "file", "type"];
    let mut values: [Option<&str>; 5] = [None; 5];
    let mut setup = setup.clone();
    let mut plain = 0;
    for word in words.iter().copied() {
        match word.split_once('=') {
            Some((kind @ ("depth" | "nodes" | "movetime" | "perft"), limit)) => {
                values[2] = Some(limit);
                values[4] = Some(kind);
            }
            Some(("evaluation", "network")) => setup.classical = false,
            Some(("evaluation", "classical")) => setup.classical = true,
            Some(("evaluation", other)) => {
                return Err(format!("evaluation must be network or classical, not '{other}'"));
            }
            Some(("evalfile", path)) => {
                setup.network = open_network(path).map_err(|error| format!("evalfile: {error}"))?;
            }
            Some((key, value)) if KEYS.contains(&key) => {
                let index = KEYS.iter().position(|&known| known == key).unwrap_or_default();
                values[index] = Some(value);
            }
            // A path may contain the sign, too, but only in the place of the file.
            Some((key, _)) if plain != 3 => return Err(format!("unknown key '{key}'")),
            _ => {
                *values.get_mut(plain).ok_or_else(|| format!("one word too many: '{word}'"))? =
                    Some(word);
                plain += 1;
            }
        }
    }
    let [hash, threads, limit, file, kind] = values;
    let default = BenchSpec::default();
    let number = |name, text: Option<&str>, default, most| {
        text.map_or(Ok(default), |text| number_up_to(name, text, most))
    };
    Ok(BenchSpec {
        hash: number("hash", hash, default.hash as u64, MAX_HASH_MB)? as usize,
        threads: number("threads", threads, default.threads as u64, MAX_THREADS)? as usize,
        limit: bench_limit(
            kind.unwrap_or("depth"),
            number("limit", limit, DEFAULT_DEPTH.into(), u64::MAX)?,
        )?,
        source: file.map_or(default.source, str::to_owned),
        evaluation: setup.evaluation(),
    })
}

fn bench_limit(kind: &str, limit: u64) -> Result<BenchLimit, String> {
    let plies = limit.min(u64::from(u32::MAX)) as u32;
    Ok(match kind {
        "depth" => BenchLimit::Depth(plies),
        "nodes" => BenchLimit::Nodes(limit),
        "movetime" => BenchLimit::Movetime(limit),
        "perft" => BenchLimit::Perft(plies),
        "eval" => BenchLimit::Eval,
        _ => {
            return Err(format!(
                "type must be depth, nodes, movetime, perft or eval, not '{kind}'"
            ));
        }
    })
}

/// Reads a number from 1 to `most`.
pub(super) fn number_up_to(name: &str, text: &str, most: u64) -> Result<u64, String> {
    match number(name, text)? {
        number if (1..=most).contains(&number) => Ok(number),
        number => Err(format!("{name} must be from 1 to {most}, not {number}")),
    }
}

/// Reads a number; the error names it.
pub(super) fn number(name: &str, text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("{name} must be a whole number, not '{text}'"))
}

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

impl BenchLimit {
    fn limits(self) -> Limits {
        let mut limits = Limits::default();
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

impl Default for BenchSpec {
    /// One thread, 16 MiB and [`DEFAULT_DEPTH`] on the default positions.
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            limit: BenchLimit::Depth(DEFAULT_DEPTH),
            source: "default".to_owned(),
            evaluation: Evaluation::default(),
        }
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

/// Runs the bench; calls `progress` with number (from 1) and position before each. The
/// table is cleared between positions, so the nodes of one don't depend on the others.
///
/// # Errors
/// Fails without memory for the table, without threads, or when `stop` is set.
pub fn measure(
    spec: &BenchSpec,
    positions: &[Position],
    stop: &Arc<AtomicBool>,
    progress: &mut dyn FnMut(usize, &Position),
) -> Result<BenchReport, SearchError> {
    let mut searcher = Searcher::new(spec.hash, spec.threads)?;
    searcher.set_evaluation(spec.evaluation.clone());
    // Not what is measured, and later cleared in place.
    searcher.prefault_for(Duration::MAX);
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
            BenchLimit::Perft(depth) => {
                let report = perft::count(position, depth, stop)?;
                (report.nodes, None)
            }
            BenchLimit::Eval => {
                let _ = eval::explain(&spec.evaluation, position);
                (1, None)
            }
            _ => {
                let control = Control::with_stop(start, false, Arc::clone(stop));
                let game = Game::new(*position);
                let outcome = searcher.search(&game, &limits, &control, &mut Silent);
                report.statistics += searcher.statistics();
                (outcome.nodes, outcome.best)
            }
        };
        if stop.load(Relaxed) {
            return Err(SearchError::Stopped);
        }
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
    fn two_runs_are_alike() {
        let spec = BenchSpec { limit: BenchLimit::Depth(4), ..BenchSpec::default() };
        let positions = default_positions().expect("legal positions");
        let nodes = |positions: &[Position]| {
            measure(&spec, positions, &Arc::default(), &mut |_, _| {}).expect("a table").nodes
        };
        assert_eq!(nodes(&positions), nodes(&positions));
    }

    #[test]
    fn words_are_read_in_order_and_by_key() {
        let spec = |text: &str| {
            read_spec(&text.split_whitespace().collect::<Vec<_>>(), &EngineSetup::default())
        };
        let default = spec("").expect("no words");
        assert_eq!((default.hash, default.threads), (16, 1));
        assert_eq!(default.limit, BenchLimit::Depth(DEFAULT_DEPTH));
        assert_eq!(spec("16 1 5 default depth").map(|s| s.limit), Ok(BenchLimit::Depth(5)));
        assert_eq!(spec("nodes=500 hash=4").map(|s| s.limit), Ok(BenchLimit::Nodes(500)));
        assert_eq!(spec("16 1 4 default perft").map(|s| s.limit), Ok(BenchLimit::Perft(4)));
        assert_eq!(spec("file=a.epd").map(|s| s.source), Ok("a.epd".to_owned()));
        let wrong = ["x", "16 1 5 default foo", "1 1 1 a depth 1", "foo=1"];
        for wrong in wrong.into_iter().chain(["hash=0", "threads=0", "threads=5000", "depth=0"]) {
            assert!(spec(wrong).is_err(), "{wrong}");
        }
    }
}
