//! Measures static evaluations against deep searches: compares networks in seconds, where
//! matches take hours.
//!
//! A set is a file of lines: a position (FEN), `cp` or `mate`, and the score of a deep search
//! for the side to move, separated by tabs. The error of an evaluation is the mean squared
//! error of its expected points, with the scale of its centipawns that fits best. A set is
//! not for training: it can't measure a network that was trained on it.

use super::TuneError;
use super::math::{minimum, sigmoid64};
use crate::board::Position;
use std::fs;

/// Scale of the sets' scores: a side expects `sigmoid(1)` of the points with these
/// centipawns.
const SET_SCALE: f64 = 200.0;
/// The score of a mate in centipawns.
const MATE_SCORE: f64 = 3000.0;
/// The range of scales to search.
const SCALES: [f64; 2] = [40.0, 800.0];
/// Steps of the search.
const SCALE_STEPS: usize = 60;

/// A set of positions with expected points.
#[derive(Clone, Debug)]
pub struct Yardstick {
    positions: Vec<(Position, f64)>,
}

/// The result of measuring an evaluation.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The best scale: a side expects `sigmoid(1)` of the points with these centipawns.
    pub scale: f64,
    /// The mean squared error of the expected points.
    pub error: f64,
    /// The squared error of each position.
    pub errors: Vec<f64>,
}

impl Yardstick {
    /// Reads a set.
    ///
    /// # Errors
    /// If the file can't be read or has an invalid line.
    pub fn open(path: &str) -> Result<Self, TuneError> {
        let text = fs::read_to_string(path).map_err(TuneError::file(path))?;
        let mut positions = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let failed = |error: String| TuneError::Yardstick {
                path: path.to_owned(),
                line: index + 1,
                error,
            };
            positions.push(read(line).map_err(failed)?);
        }
        if positions.is_empty() {
            return Err(TuneError::NoPositions);
        }
        Ok(Self { positions })
    }

    /// The positions of the set.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        self.positions.iter().map(|(position, _)| position)
    }

    /// Measures the values of all positions, in centipawns for the side to move.
    pub fn measure(&self, values: impl Iterator<Item = f64>) -> Measurement {
        let values: Vec<f64> = values.collect();
        let error = |scale: f64, (value, (_, points)): (&f64, &(Position, f64))| {
            (sigmoid64(value / scale) - points).powi(2)
        };
        let total = |scale: f64| -> f64 {
            values.iter().zip(&self.positions).map(|pair| error(scale, pair)).sum()
        };
        let scale = minimum(SCALES, SCALE_STEPS, total);
        let errors: Vec<f64> =
            values.iter().zip(&self.positions).map(|pair| error(scale, pair)).collect();
        Measurement { scale, error: mean(&errors).0, errors }
    }
}

/// The mean of numbers and its standard error.
pub fn mean(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / count;
    (mean, (variance / count).sqrt())
}

/// A line of a set.
fn read(line: &str) -> Result<(Position, f64), String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [fen, kind, number] = fields[..] else {
        return Err(format!("{} fields instead of a FEN, cp or mate, and a number", fields.len()));
    };
    let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
    let number: i32 = number.parse().map_err(|_| format!("'{number}' is not a whole number"))?;
    let score = match kind {
        "cp" => f64::from(number),
        "mate" => MATE_SCORE * f64::from(number).signum(),
        other => return Err(format!("'{other}' is neither cp nor mate")),
    };
    Ok((position, sigmoid64(score / SET_SCALE)))
}
