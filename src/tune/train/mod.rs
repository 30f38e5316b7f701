//! Trains the network of the evaluation on the quiet positions of games.
//!
//! AdamW (Loshchilov and Hutter, 2019) on batches, with a short warm-up and cosine decay of
//! the learning rate. Each batch is divided among the threads in fixed parts, whose gradients
//! are summed in a fixed order: the same data, settings and number of threads give the same
//! network. [`records`] writes the positions for a trainer on a GPU.

mod average;
mod checkpoint;
mod corpus;
mod initial;
mod layout;
mod lists;
mod model;
mod quantised;
pub mod records;
mod samples;
mod spec;
mod trainer;

pub use average::average;
pub use layout::MAX_HIDDEN;
pub use spec::{EpochLoss, Source, TrainProgress, TrainSpec};

use super::{TuneError, write_whole};
use crate::eval::network::{OUTPUT_SUM_LIMIT, SCALE};
use checkpoint::Checkpoint;
use corpus::Corpus;
use layout::Shape;
use quantised::Quantised;
use samples::Sample;
use std::fs::{self, OpenOptions};
use std::path::Path;
use std::time::Instant;
use trainer::Trainer;

/// Checks that a file can be written, before hours of work; it stays as it is.
///
/// # Errors
/// If it can't.
pub fn check_writable(path: &str) -> Result<(), TuneError> {
    let is_new = !Path::new(path).exists();
    let opened = OpenOptions::new().create(true).append(true).open(path);
    opened
        .and_then(|_| if is_new { fs::remove_file(path) } else { Ok(()) })
        .map_err(TuneError::file(path))
}

/// Trains a network and writes it; returns the losses of all epochs.
///
/// # Errors
/// If a file can't be read or written, or if a checkpoint is of another training.
pub fn run(
    spec: &TrainSpec,
    progress: &mut dyn FnMut(TrainProgress),
) -> Result<Vec<EpochLoss>, TuneError> {
    let shape =
        Shape { hidden: spec.hidden, king_buckets: spec.king_buckets, outputs: spec.outputs };
    shape.check()?;
    check_writable(&spec.out)?;
    let from = match &spec.from {
        Some(path) => fs::read(path).map_err(TuneError::file(path))?,
        None => Vec::new(),
    };
    let corpus = Corpus::open(&spec.files, spec.trace, spec.scale, spec.pool)?;
    let held_out = corpus.held_out()?;
    let settings = checkpoint::settings(spec, &corpus, &from);
    progress(TrainProgress::Data { games: corpus.games, held_out: held_out.len() });
    let found = match &spec.checkpoint {
        Some(path) => Checkpoint::open(path, &settings, shape)?,
        None => None,
    };
    let mut state = match found {
        Some(state) => state,
        None => Checkpoint::new(shape, initial::weights(spec, shape, &from)?),
    };
    let measured: Option<Vec<Sample>> =
        spec.yardstick.as_ref().map(|yardstick| yardstick.positions().map(Sample::of).collect());
    let mut trainer = Trainer::new(spec, shape);
    while state.losses.len() < spec.epochs {
        let epoch = state.losses.len();
        let start = Instant::now();
        let (mut positions, mut total, mut before) = (0, 0.0, 0.0);
        corpus.epoch(spec.seed, epoch, |block| {
            let start = Instant::now();
            let share = |within: f32| (epoch as f32 + within) / spec.epochs as f32;
            let range = [before, block.done].map(share);
            total += trainer.learn(&block, range, &mut state);
            positions += block.samples.len();
            before = block.done;
            let speed = block.samples.len() as f64 / start.elapsed().as_secs_f64();
            progress(TrainProgress::Block { done: range[1], speed });
        })?;
        if positions == 0 {
            return Err(TuneError::NoPositions);
        }
        let values = trainer.values(&state.weights, &held_out);
        let yardstick =
            spec.yardstick.as_ref().zip(measured.as_ref()).map(|(yardstick, samples)| {
                let values = trainer.values(&state.weights, samples);
                yardstick.measure(values.iter().map(|&value| f64::from(value * SCALE as f32))).error
            });
        let loss = EpochLoss {
            training: total / positions as f64,
            held_out: model::loss(&values, &held_out, trainer.target) / held_out.len() as f64,
            yardstick,
        };
        if !loss.training.is_finite() || !loss.held_out.is_finite() {
            return Err(TuneError::Diverged { epoch: epoch + 1 });
        }
        state.losses.push(loss);
        if let Some(path) = &spec.checkpoint {
            state.write(path, &settings)?;
        }
        let speed = positions as f64 / start.elapsed().as_secs_f64();
        progress(TrainProgress::Epoch { epoch: epoch + 1, loss, positions, speed });
    }
    let quantised = Quantised::new(shape, &state.weights);
    if quantised.output_sum() > i64::from(OUTPUT_SUM_LIMIT) {
        return Err(TuneError::TooLarge);
    }
    progress(trainer.quantisation(&state.weights, &quantised, &held_out));
    write_whole(&spec.out, &quantised.to_bytes())?;
    Ok(state.losses)
}
