//! `speedtest`: the positions of the bench with all processors, for a time.

use super::bench::{self, BenchLimit, BenchSpec};
use super::{EngineSetup, Kind, Line, PromptCommand};
use crate::engine::{BOARD, MAX_HASH_MB, MAX_THREADS, NAME};
use crate::terminal::per_second;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;

pub const SPEED_TEST: PromptCommand = PromptCommand {
    name: "speedtest",
    usage: "speedtest [threads] [hash] [seconds]",
    about: "search the same positions with all processors",
    kind: Kind::Long(at_prompt),
};

fn at_prompt(setup: &EngineSetup, words: &str, stop: &Arc<AtomicBool>) -> Vec<Line> {
    run(setup, words, stop).unwrap_or_else(|error| vec![Line::Error(format!("speedtest: {error}"))])
}

fn run(setup: &EngineSetup, words: &str, stop: &Arc<AtomicBool>) -> Result<Vec<Line>, String> {
    let positions = bench::default_positions().map_err(|error| error.to_string())?;
    let spec = read_spec(words, positions.len(), setup)?;
    let report = bench::measure(&spec, &positions, stop, &mut |_, _| {})
        .map_err(|error| error.to_string())?;
    let rows = [
        ("Engine", NAME.to_owned()),
        ("Board", BOARD.to_owned()),
        ("Evaluation", format!("{:?}", spec.evaluation)),
        ("Threads", spec.threads.to_string()),
        ("Hash (MiB)", spec.hash.to_string()),
        ("Time (ms)", report.time.as_millis().to_string()),
        ("Nodes", report.nodes.to_string()),
        ("Nodes/second", per_second(report.nodes, report.time).to_string()),
    ];
    Ok(rows.map(|(name, value)| Line::Result(format!("{name:<13}: {value}"))).into())
}

/// Reads `[threads] [hash] [seconds]`, the order of Stockfish: by default all processors, 128 MiB
/// for each and half a minute, which `positions` positions share.
fn read_spec(words: &str, positions: usize, setup: &EngineSetup) -> Result<BenchSpec, String> {
    let mut words = words.split_ascii_whitespace();
    let mut next = |name, default, most| match words.next() {
        None => Ok(default),
        Some(word) => bench::number_up_to(name, word, most),
    };
    let processors = available_parallelism().map_or(1, NonZero::get) as u64;
    let threads = next("threads", processors.min(MAX_THREADS), MAX_THREADS)?;
    let hash = next("hash", (128 * threads).min(MAX_HASH_MB), MAX_HASH_MB)?;
    let seconds = next("seconds", 30, 100_000)?;
    match words.next() {
        Some(word) => Err(format!("one word too many: '{word}'")),
        None => Ok(BenchSpec {
            hash: hash as usize,
            threads: threads as usize,
            limit: BenchLimit::Movetime((seconds * 1000 / positions as u64).max(1)),
            evaluation: setup.evaluation(),
            ..BenchSpec::default()
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_test_shares_its_seconds_among_the_positions() {
        let setup = EngineSetup::default();
        let spec = read_spec("3 7 20", 50, &setup).expect("three numbers");
        assert_eq!((spec.threads, spec.hash), (3, 7));
        assert_eq!(spec.limit, BenchLimit::Movetime(400));
        let default = read_spec("", 50, &setup).expect("no words");
        assert_eq!(default.hash, 128 * default.threads);
        for wrong in ["x", "0", "1 0", "1 1 0", "1 1 1 1"] {
            assert!(read_spec(wrong, 50, &setup).is_err(), "{wrong}");
        }
    }
}
