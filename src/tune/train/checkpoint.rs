//! The state of a training, and the file that keeps it: a line of JSON with the settings
//! and losses, then weights and their moments as 32-bit numbers.

use super::super::TuneError;
use super::samples::Samples;
use super::{EpochLoss, TrainSpec};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The state between two epochs.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Checkpoint {
    /// Of the epochs that are done.
    pub losses: Vec<EpochLoss>,
    /// Steps that were made.
    pub steps: usize,
    pub weights: Vec<f32>,
    /// Means of the slopes and of their squares.
    pub means: Vec<f32>,
    pub squares: Vec<f32>,
}

impl Checkpoint {
    /// The state before the first epoch.
    pub fn new(weights: Vec<f32>) -> Self {
        let zero = vec![0.0; weights.len()];
        Self { losses: Vec::new(), steps: 0, means: zero.clone(), squares: zero, weights }
    }

    /// Reads a file; `None` if there is none.
    pub fn open(path: &str, settings: &Value) -> Result<Option<Self>, TuneError> {
        if !Path::new(path).exists() {
            return Ok(None);
        }
        let bytes = fs::read(path).map_err(TuneError::file(path))?;
        let state = Self::from_bytes(&bytes, settings);
        let error = |error| TuneError::Checkpoint { path: path.to_owned(), error };
        state.map(Some).map_err(error)
    }

    fn from_bytes(bytes: &[u8], expected: &Value) -> Result<Self, String> {
        let damaged = || "the file is damaged".to_owned();
        let end = bytes.iter().position(|&byte| byte == b'\n').ok_or_else(damaged)?;
        let header: Value = serde_json::from_slice(&bytes[..end]).map_err(|_| damaged())?;
        if let Value::Object(expected) = expected {
            for (name, value) in expected {
                let found = &header["settings"][name];
                if found != value {
                    return Err(format!("it was made with {name} {found}, not {value}"));
                }
            }
        }
        let losses = header["losses"].as_array().ok_or_else(damaged)?.iter();
        let losses = losses.map(|pair| {
            Some(EpochLoss { training: pair[0].as_f64()?, held_out: pair[1].as_f64()? })
        });
        let (numbers, rest) = bytes[end + 1..].as_chunks::<4>();
        let numbers: Vec<f32> = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        let hidden = expected["hidden"].as_u64().ok_or_else(damaged)? as usize;
        let count = super::model::count(hidden);
        if numbers.len() != 3 * count || !rest.is_empty() {
            return Err(damaged());
        }
        Ok(Self {
            losses: losses.collect::<Option<_>>().ok_or_else(damaged)?,
            steps: header["steps"].as_u64().ok_or_else(damaged)? as usize,
            weights: numbers[..count].to_vec(),
            means: numbers[count..2 * count].to_vec(),
            squares: numbers[2 * count..].to_vec(),
        })
    }

    /// Writes a file; an old one stays until the new one is whole.
    pub fn write(&self, path: &str, settings: &Value) -> Result<(), TuneError> {
        let losses: Vec<_> =
            self.losses.iter().map(|loss| json!([loss.training, loss.held_out])).collect();
        let header = json!({
            "settings": settings,
            "steps": self.steps,
            "losses": losses,
        });
        let mut bytes = header.to_string().into_bytes();
        bytes.push(b'\n');
        for numbers in [&self.weights, &self.means, &self.squares] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        let new = format!("{path}.new");
        fs::write(&new, bytes).map_err(TuneError::file(&new))?;
        fs::rename(&new, path).map_err(TuneError::file(path))
    }
}

/// What must be the same for a training to be continued. Fractions are kept as text, which
/// comes back as it was.
pub(super) fn settings(spec: &TrainSpec, samples: &Samples) -> Value {
    json!({
        "hidden": spec.hidden,
        "epochs": spec.epochs,
        "batch": spec.batch,
        "rate": spec.rate.to_string(),
        "lambda": spec.lambda.to_string(),
        "scale": spec.scale.to_string(),
        "trace": spec.trace.to_string(),
        "seed": spec.seed,
        "threads": spec.threads,
        "positions": samples.training.len(),
        "fingerprint": samples.fingerprint(),
    })
}
