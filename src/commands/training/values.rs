//! Values of the commands' options, with their ranges.

use crate::engine::MAX_THREADS;
use crate::eval::Evaluation;
use crate::eval::network::{Network, NetworkError};
use crate::tune::TuneError;
use crate::tune::train::Source;
use std::path::Path;
use std::sync::Arc;

/// A file and its weight.
pub fn source(text: &str) -> Result<Source, String> {
    let (path, weight) = match text.rsplit_once('@') {
        Some((path, weight)) => (path, positive(weight)?),
        None => (text, 1.0),
    };
    Ok(Source { path: path.to_owned(), weight: weight.into() })
}

/// The network in a file.
pub fn network(path: &str) -> Result<Evaluation, TuneError> {
    let network = Network::open(Path::new(path));
    let failed =
        |error: NetworkError| TuneError::From { path: path.to_owned(), error: error.to_string() };
    network.map(|network| Evaluation::Network(Arc::new(network))).map_err(failed)
}

/// The network in a file, or the embedded one.
pub fn network_or_embedded(path: Option<&str>) -> Result<Evaluation, TuneError> {
    path.map_or_else(|| Ok(Evaluation::network()), network)
}

/// Seconds of a game and of a move, in milliseconds.
pub fn clock(text: &str) -> Result<(u64, u64), String> {
    let milliseconds = |text: &str| {
        let seconds = text.parse().ok().filter(|seconds| (0.0..1e6).contains(seconds));
        seconds.map(|seconds: f64| (seconds * 1000.0).round() as u64)
    };
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    match (milliseconds(base), milliseconds(increment)) {
        (Some(base), Some(increment)) if base > 0 => Ok((base, increment)),
        _ => Err(format!("'{text}' is not a time in seconds with an increment, such as 5+0.05")),
    }
}

pub fn threads(text: &str) -> Result<usize, String> {
    whole_number(text, MAX_THREADS as usize)
}

pub fn epochs(text: &str) -> Result<usize, String> {
    whole_number(text, 10_000)
}

pub fn batch(text: &str) -> Result<usize, String> {
    whole_number(text, 1 << 30)
}

fn whole_number(text: &str, most: usize) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("'{text}' is not a whole number from 1 to {most}"))
}

pub fn not_negative(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| format!("'{text}' is not a number of at least 0"))
}

pub fn positive(text: &str) -> Result<f32, String> {
    let number = not_negative(text).ok().filter(|number| *number > 0.0);
    number.ok_or_else(|| format!("'{text}' is not a number above 0"))
}

pub fn share(text: &str) -> Result<f32, String> {
    let number = not_negative(text).ok().filter(|number| *number <= 1.0);
    number.ok_or_else(|| format!("'{text}' is not a number from 0 to 1"))
}
