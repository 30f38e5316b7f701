//! Reads the arguments of `bench`, `speedtest` and `genfens`.

use super::setup::EngineSetup;
use crate::engine::{MAX_HASH_MB, MAX_THREADS, open_network};
use crate::tools::bench::{BenchLimit, BenchSpec, DEFAULT_DEPTH};
use crate::tools::openings::OpeningsSpec;
use crate::tools::position_file;
use std::num::NonZero;
use std::path::Path;
use std::thread::available_parallelism;

/// Reads `[hash] [threads] [limit] [file] [type]`, the order of Stockfish;
/// each may also be given as `key=value`, and a type with its limit as `depth=12`. Two options of
/// the engine are only given by key, in place of those in use: `evaluation=network` or
/// `evaluation=classical`, and `evalfile=FILE`.
///
/// # Errors
/// Names the wrong word, or the network that can't be read.
pub fn bench_spec<S: AsRef<str>>(words: &[S], used: &EngineSetup) -> Result<BenchSpec, String> {
    const KEYS: [&str; 5] = ["hash", "threads", "limit", "file", "type"];
    let mut values: [Option<&str>; 5] = [None; 5];
    let mut used = used.clone();
    let mut plain = 0;
    for word in words.iter().map(AsRef::as_ref) {
        match word.split_once('=') {
            Some((kind @ ("depth" | "nodes" | "movetime" | "perft"), limit)) => {
                values[2] = Some(limit);
                values[4] = Some(kind);
            }
            Some(("evaluation", "network")) => used.classical = false,
            Some(("evaluation", "classical")) => used.classical = true,
            Some(("evaluation", other)) => {
                return Err(format!("evaluation must be network or classical, not '{other}'"));
            }
            Some(("evalfile", path)) => {
                used.network = open_network(path).map_err(|error| format!("evalfile: {error}"))?;
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
        evaluation: used.evaluation(),
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

/// Reads `[threads] [hash] [seconds]`, the order of Stockfish: by default all processors, 128 MiB
/// for each and half a minute, which `positions` positions share.
///
/// # Errors
/// Names the wrong word.
pub fn speed_test_spec<S: AsRef<str>>(
    words: &[S],
    positions: usize,
    used: &EngineSetup,
) -> Result<BenchSpec, String> {
    let mut words = words.iter().map(AsRef::as_ref);
    let mut next = |name, default, most| match words.next() {
        None => Ok(default),
        Some(word) => number_up_to(name, word, most),
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
            evaluation: used.evaluation(),
            ..BenchSpec::default()
        }),
    }
}

/// Reads OpenBench's request `N seed S book None|FILE`; further words are ignored.
///
/// # Errors
/// Names the wrong or missing word.
pub fn genfens_spec(words: &[String], chess960: bool) -> Result<OpeningsSpec, String> {
    let after = |key: &str| {
        let at = words.iter().position(|word| word == key)?;
        words.get(at + 1).map(String::as_str)
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
        count: required("the number of positions", words.first().map(String::as_str))? as usize,
        seed: required("the seed", after("seed"))?,
        chess960,
        book,
        ..OpeningsSpec::default()
    })
}

fn number_up_to(name: &str, text: &str, most: u64) -> Result<u64, String> {
    match number(name, text)? {
        number if (1..=most).contains(&number) => Ok(number),
        number => Err(format!("{name} must be from 1 to {most}, not {number}")),
    }
}

fn number(name: &str, text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("{name} must be a whole number, not '{text}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_test_shares_its_seconds_among_the_positions() {
        let used = EngineSetup::default();
        let spec = speed_test_spec(&["3", "7", "20"], 50, &used).expect("three numbers");
        assert_eq!((spec.threads, spec.hash), (3, 7));
        assert_eq!(spec.limit, BenchLimit::Movetime(400));
        let default = speed_test_spec::<&str>(&[], 50, &used).expect("no words");
        assert_eq!(default.hash, 128 * default.threads);
        for wrong in [&["x"][..], &["0"], &["1", "0"], &["1", "1", "0"], &["1", "1", "1", "1"]] {
            assert!(speed_test_spec(wrong, 50, &used).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn words_are_read_in_order_and_by_key() {
        let spec = |text: &str| {
            bench_spec(&text.split_whitespace().collect::<Vec<_>>(), &EngineSetup::default())
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
