//! The state of a training and its checkpoint file: a line of JSON with the settings, the
//! losses and a checksum, then weights and Adam's moments as 32-bit floats.

use super::super::{TuneError, write_whole};
use super::corpus::Corpus;
use super::layout::{Numbers, Shape};
use super::spec::{EpochLoss, TrainSpec};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The state between two epochs.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Checkpoint {
    /// Of the finished epochs.
    pub losses: Vec<EpochLoss>,
    /// Optimiser steps so far.
    pub steps: u32,
    pub weights: Numbers,
    /// Adam's moments: running means of the gradients and of their squares.
    pub means: Numbers,
    pub squares: Numbers,
}

impl Checkpoint {
    /// The state before the first epoch.
    pub fn new(shape: Shape, weights: Numbers) -> Self {
        let zero = Numbers::zeros(shape);
        Self { losses: Vec::new(), steps: 0, means: zero.clone(), squares: zero, weights }
    }

    /// Reads a file; `None` if it doesn't exist.
    pub fn open(path: &str, settings: &Value, shape: Shape) -> Result<Option<Self>, TuneError> {
        if !Path::new(path).exists() {
            return Ok(None);
        }
        let bytes = fs::read(path).map_err(TuneError::file(path))?;
        let state = Self::from_bytes(&bytes, settings, shape);
        let error = |error| TuneError::Checkpoint { path: path.to_owned(), error };
        state.map(Some).map_err(error)
    }

    fn from_bytes(bytes: &[u8], expected: &Value, shape: Shape) -> Result<Self, String> {
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
            let (training, held_out) = (pair[0].as_f64()?, pair[1].as_f64()?);
            Some(EpochLoss { training, held_out, yardstick: pair[2].as_f64() })
        });
        let body = &bytes[end + 1..];
        if header["checksum"].as_u64() != Some(crc32c::crc32c(body).into()) {
            return Err(damaged());
        }
        let (numbers, rest) = body.as_chunks::<4>();
        if numbers.len() != 3 * shape.count() || !rest.is_empty() {
            return Err(damaged());
        }
        let mut parts = numbers.chunks(shape.count()).map(|part| {
            let mut numbers = Numbers::zeros(shape);
            for (number, &bytes) in numbers.iter_mut().zip(part) {
                *number = f32::from_le_bytes(bytes);
            }
            numbers
        });
        let steps = header["steps"].as_u64().and_then(|steps| u32::try_from(steps).ok());
        let mut next = || parts.next().ok_or_else(damaged);
        Ok(Self {
            losses: losses.collect::<Option<_>>().ok_or_else(damaged)?,
            steps: steps.ok_or_else(damaged)?,
            weights: next()?,
            means: next()?,
            squares: next()?,
        })
    }

    /// Writes a file; an old one stays until the new one is complete.
    pub fn write(&self, path: &str, settings: &Value) -> Result<(), TuneError> {
        let losses: Vec<_> = self
            .losses
            .iter()
            .map(|loss| json!([loss.training, loss.held_out, loss.yardstick]))
            .collect();
        let numbers = [&self.weights, &self.means, &self.squares];
        let body: Vec<u8> = numbers
            .into_iter()
            .flat_map(|numbers| numbers.iter())
            .flat_map(|number| number.to_le_bytes())
            .collect();
        let header = json!({
            "settings": settings,
            "steps": self.steps,
            "losses": losses,
            "checksum": crc32c::crc32c(&body),
        });
        let mut bytes = header.to_string().into_bytes();
        bytes.push(b'\n');
        bytes.extend(body);
        write_whole(path, &bytes)
    }
}

/// The settings that must be unchanged to continue a training. Fractions are stored as text
/// to be exact.
pub(super) fn settings(spec: &TrainSpec, corpus: &Corpus, from: &[u8]) -> Value {
    let files: Vec<_> = spec
        .files
        .iter()
        .map(|source| json!([source.path.to_string(), source.weight.to_string()]))
        .collect();
    json!({
        "hidden": spec.hidden,
        "king_buckets": spec.king_buckets,
        "outputs": spec.outputs,
        "epochs": spec.epochs,
        "batch": spec.batch,
        "rate": spec.rate.to_string(),
        "decay": spec.decay.to_string(),
        "lambda": spec.lambda.to_string(),
        "scale": spec.scale.to_string(),
        "trace": spec.trace.factor.to_string(),
        "trace_until": spec.trace.until.to_string(),
        "pool": spec.pool,
        "seed": spec.seed,
        "threads": spec.threads,
        "files": files,
        "games": corpus.games,
        "fingerprint": corpus.fingerprint,
        "from": crc32c::crc32c(from),
    })
}
