//! `nullfenster yardstick`: the errors of evaluations on sets of positions.

use super::values;
use crate::eval::{Evaluation, Evaluator};
use crate::tune::TuneError;
use crate::tune::yardstick::{Yardstick, mean};
use std::io::{self, Write};
use std::ops::RangeInclusive;

/// Ranges of the number of pieces whose errors are printed separately.
const PIECES: [RangeInclusive<usize>; 4] = [2..=10, 11..=18, 19..=25, 26..=32];

/// Prints the errors of one or two networks on sets.
pub fn run(sets: &[String], network: Option<&str>, against: Option<&str>) -> Result<(), TuneError> {
    let own = values::network_or_embedded(network)?;
    let other = against.map(values::network).transpose()?;
    let mut text = String::new();
    for path in sets {
        let set = Yardstick::open(path)?;
        let measure = |evaluation: &Evaluation| {
            let mut evaluator = Evaluator::new(evaluation);
            let value = |position| f64::from(evaluator.value(position).centipawns());
            set.measure(set.positions().map(value))
        };
        let figures = |errors: &[f64]| {
            let (mean, error) = mean(errors);
            format!("{:.2} +-{:.2}", 1000.0 * mean, 1000.0 * error)
        };
        let found = measure(&own);
        text += &format!("{path}: {} (scale {:.0})\n", figures(&found.errors), found.scale);
        for range in PIECES {
            let errors: Vec<f64> = set
                .positions()
                .zip(&found.errors)
                .filter(|(position, _)| range.contains(&position.piece_count()))
                .map(|(_, error)| *error)
                .collect();
            if !errors.is_empty() {
                let [from, to] = [range.start(), range.end()];
                let count = errors.len();
                text +=
                    &format!("  {from:2}-{to} pieces: {} ({count} positions)\n", figures(&errors));
            }
        }
        if let Some(other) = &other {
            let other = measure(other);
            text += &format!("  against: {} (scale {:.0})\n", figures(&other.errors), other.scale);
            let pairs = found.errors.iter().zip(&other.errors);
            let differences: Vec<f64> = pairs.map(|(own, other)| own - other).collect();
            text += &format!("  difference: {}\n", figures(&differences));
        }
    }
    let written = io::stdout().write_all(text.as_bytes());
    written.map_err(|error| TuneError::File { path: "standard output".to_owned(), error })
}
