//! Trains the network of the evaluation on the quiet positions of games.
//!
//! AdamW (Loshchilov and Hutter, 2019) on batches, with steps that shrink along a cosine.
//! Each batch is divided among the threads in fixed parts, whose slopes are added in a
//! fixed order: the same data, settings and number of threads give the same network.

mod checkpoint;
mod model;
mod quantised;
mod samples;

use super::TuneError;
use crate::eval::network::{OUTPUT_SUM_LIMIT, SCALE};
use checkpoint::Checkpoint;
use fastrand::Rng;
use model::Target;
use quantised::Quantised;
use samples::{Sample, Samples};
use std::fs::{self, OpenOptions};
use std::thread::{self, ScopedJoinHandle};
use std::time::Instant;

/// No weight is larger, so that all fit the integers of the engine.
const WEIGHT_LIMIT: f32 = 0.99;
/// The last steps are so many times shorter than the first.
const LAST_STEP: f32 = 0.01;
/// How fast the means of slopes and of their squares forget.
const MOMENTS: [f32; 2] = [0.9, 0.999];
/// What keeps a step from growing without bounds.
const EPSILON: f32 = 1e-8;
/// How much of a weight decays in a step of length 1.
const DECAY: f32 = 0.15;
/// Held-out positions by which rounding is judged.
const ROUNDED: usize = 10_000;

/// How to train.
#[derive(Clone, Debug)]
pub struct TrainSpec {
    /// Files of games.
    pub files: Vec<String>,
    /// The file to write the network to.
    pub out: String,
    /// File that keeps the state after each epoch; if it is there, training goes on from it.
    pub checkpoint: Option<String>,
    /// Hidden neurons of each side, one of [`SIZES`].
    pub hidden: usize,
    /// Times that all positions are looked at.
    pub epochs: usize,
    /// Positions between two steps, at least one.
    pub batch: usize,
    /// Length of the first steps.
    pub rate: f32,
    /// Share of the game's result in the target, the rest is the search's score.
    pub lambda: f32,
    /// Centipawns with which a side has `sigmoid(1)` of the points, 73%: what is far
    /// beyond is decided, and its score of little weight.
    pub scale: f32,
    /// How much later scores of the game count in the score, see [`GameRecord::traced`].
    ///
    /// [`GameRecord::traced`]: super::games::GameRecord::traced
    pub trace: f32,
    /// Start of the random numbers.
    pub seed: u64,
    /// Threads that work at once, at least one.
    pub threads: usize,
}

/// The numbers of hidden neurons that can be trained.
pub const SIZES: [usize; 6] = [64, 128, 256, 384, 512, 768];

/// Mean squared errors after an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochLoss {
    /// Of the positions that were learned from, while they were.
    pub training: f64,
    /// Of the positions of games that were held out.
    pub held_out: f64,
}

/// How far the training is.
#[derive(Clone, Copy, Debug)]
pub enum TrainProgress {
    /// Positions were read: to learn from and held out.
    Data {
        /// To learn from.
        training: usize,
        /// Held out.
        held_out: usize,
    },
    /// An epoch was finished.
    Epoch {
        /// Its number, from 1.
        epoch: usize,
        /// How good the network is.
        loss: EpochLoss,
        /// Positions a second.
        speed: f64,
    },
    /// The network was rounded: by how many centipawns its values changed.
    Rounded {
        /// Mean.
        mean: f64,
        /// The most.
        most: f64,
    },
}

/// Looks whether a file can be written, which is better known before hours of work.
///
/// # Errors
/// If it can't.
pub fn check_writable(path: &str) -> Result<(), TuneError> {
    let opened = OpenOptions::new().create(true).append(true).open(path);
    opened.map(drop).map_err(TuneError::file(path))
}

/// Trains a network and writes it; returns the losses of all epochs.
///
/// # Errors
/// If a file can't be read or written, or if a checkpoint is of another training.
pub fn run(
    spec: &TrainSpec,
    progress: &mut dyn FnMut(TrainProgress),
) -> Result<Vec<EpochLoss>, TuneError> {
    match spec.hidden {
        64 => train::<64>(spec, progress),
        128 => train::<128>(spec, progress),
        256 => train::<256>(spec, progress),
        384 => train::<384>(spec, progress),
        512 => train::<512>(spec, progress),
        768 => train::<768>(spec, progress),
        other => Err(TuneError::Hidden(other)),
    }
}

fn train<const N: usize>(
    spec: &TrainSpec,
    progress: &mut dyn FnMut(TrainProgress),
) -> Result<Vec<EpochLoss>, TuneError> {
    check_writable(&spec.out)?;
    let samples = Samples::read(&spec.files, spec.trace, spec.scale)?;
    let settings = checkpoint::settings(spec, &samples);
    let (training, held_out) = (samples.training.len(), samples.held_out.len());
    progress(TrainProgress::Data { training, held_out });
    let mut state = match &spec.checkpoint {
        Some(path) => Checkpoint::open(path, &settings)?,
        None => None,
    }
    .unwrap_or_else(|| Checkpoint::new(initial::<N>(spec.seed)));
    let mut order: Vec<u32> = Vec::new();
    while state.losses.len() < spec.epochs {
        let epoch = state.losses.len();
        let start = Instant::now();
        order.clear();
        order.extend(0..training as u32);
        // The order depends on nothing before, so that a checkpoint need not keep it.
        Rng::with_seed(spec.seed ^ (epoch as u64 + 1) << 32).shuffle(&mut order);
        let loss = EpochLoss {
            training: learn::<N>(spec, &samples.training, &order, &mut state),
            held_out: check::<N>(spec, &samples.held_out, &state.weights),
        };
        if !loss.training.is_finite() || !loss.held_out.is_finite() {
            return Err(TuneError::Diverged { epoch: epoch + 1 });
        }
        state.losses.push(loss);
        if let Some(path) = &spec.checkpoint {
            state.write(path, &settings)?;
        }
        let speed = training as f64 / start.elapsed().as_secs_f64();
        progress(TrainProgress::Epoch { epoch: epoch + 1, loss, speed });
    }
    let quantised = Quantised::new(N, &state.weights);
    if quantised.output_sum() > i64::from(OUTPUT_SUM_LIMIT) {
        return Err(TuneError::TooLarge);
    }
    progress(rounding::<N>(&state.weights, &quantised, &samples.held_out));
    fs::write(&spec.out, quantised.to_bytes()).map_err(TuneError::file(&spec.out))?;
    Ok(state.losses)
}

/// Random weights: small enough that few neurons start clipped.
fn initial<const N: usize>(seed: u64) -> Vec<f32> {
    let mut random = Rng::with_seed(seed);
    let mut spread = |limit: f32| (2.0 * random.f32() - 1.0) * limit;
    let rows = model::count(N) / N;
    let mut weights = vec![0.0; model::count(N)];
    for (row, weights) in weights.chunks_exact_mut(N).enumerate() {
        // About 32 men are on a board, and both sides' neurons make the output.
        let limit = match rows - row {
            1 | 2 => 1.0 / (2.0 * N as f32).sqrt(),
            3 => 0.0,
            _ => 0.07,
        };
        weights.fill_with(|| spread(limit));
    }
    weights
}

/// One epoch; returns the mean loss.
fn learn<const N: usize>(
    spec: &TrainSpec,
    samples: &[Sample],
    order: &[u32],
    state: &mut Checkpoint,
) -> f64 {
    let target = Target { lambda: spec.lambda, scale: spec.scale };
    let batches = order.len().div_ceil(spec.batch);
    let mut slopes = vec![vec![0.0; state.weights.len()]; spec.threads];
    let mut total = 0.0;
    for batch in order.chunks(spec.batch) {
        let weights = &state.weights;
        total += thread::scope(|scope| {
            let parts = batch.chunks(batch.len().div_ceil(spec.threads));
            let work =
                |part, slopes| model::add_slopes::<N>(weights, samples, part, target, slopes);
            let threads: Vec<_> = parts
                .zip(&mut slopes)
                .map(|(part, slopes)| scope.spawn(move || work(part, slopes)))
                .collect();
            threads.into_iter().map(join).sum::<f64>()
        });
        state.steps += 1;
        let done = state.steps as f32 / (batches * spec.epochs) as f32;
        let cosine = (1.0 + (std::f32::consts::PI * done.min(1.0)).cos()) / 2.0;
        let rate = spec.rate * (LAST_STEP + (1.0 - LAST_STEP) * cosine);
        step(state, &mut slopes, rate, batch.len());
    }
    total / order.len() as f64
}

/// Moves each weight down its slope, which is the sum of `slopes` over a batch, and sets
/// these to zero.
fn step(state: &mut Checkpoint, slopes: &mut [Vec<f32>], rate: f32, batch: usize) {
    let steps = state.steps as i32;
    let [fast, slow] = MOMENTS;
    // Both means start at zero and would be too small at first.
    let [fast_share, slow_share] = MOMENTS.map(|moment| 1.0 - moment.powi(steps));
    let part = state.weights.len().div_ceil(slopes.len());
    let mut rests: Vec<_> = slopes.iter_mut().map(|slopes| slopes.chunks_mut(part)).collect();
    let weights = state.weights.chunks_mut(part);
    let means = state.means.chunks_mut(part).zip(state.squares.chunks_mut(part));
    thread::scope(|scope| {
        for (weights, (means, squares)) in weights.zip(means) {
            let mut slopes = rests.iter_mut().filter_map(Iterator::next);
            let Some(total) = slopes.next() else { break };
            let others: Vec<&mut [f32]> = slopes.collect();
            scope.spawn(move || {
                for slopes in others {
                    for (total, slope) in total.iter_mut().zip(slopes) {
                        *total += std::mem::take(slope);
                    }
                }
                let moments = means.iter_mut().zip(squares);
                for ((weight, slope), (mean, square)) in weights.iter_mut().zip(total).zip(moments)
                {
                    let found = std::mem::take(slope) / batch as f32;
                    *mean = fast * *mean + (1.0 - fast) * found;
                    *square = slow * *square + (1.0 - slow) * found * found;
                    let change = (*mean / fast_share) / ((*square / slow_share).sqrt() + EPSILON);
                    *weight -= rate * (change + DECAY * *weight);
                    *weight = weight.clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT);
                }
            });
        }
    });
}

/// The mean loss of positions that were not learned from.
fn check<const N: usize>(spec: &TrainSpec, samples: &[Sample], weights: &[f32]) -> f64 {
    let target = Target { lambda: spec.lambda, scale: spec.scale };
    let part = samples.len().div_ceil(spec.threads);
    let work = |part| model::loss(&model::values::<N>(weights, part), part, target);
    let total: f64 = thread::scope(|scope| {
        let threads: Vec<_> =
            samples.chunks(part).map(|part| scope.spawn(move || work(part))).collect();
        threads.into_iter().map(join).sum()
    });
    total / samples.len() as f64
}

/// How much the values of some positions change by rounding.
fn rounding<const N: usize>(
    weights: &[f32],
    quantised: &Quantised,
    samples: &[Sample],
) -> TrainProgress {
    let samples = &samples[..samples.len().min(ROUNDED)];
    let values = model::values::<N>(weights, samples);
    let change = |(sample, value): (&Sample, &f32)| {
        let exact = f64::from(*value) * f64::from(SCALE);
        (exact - f64::from(quantised.value(sample))).abs()
    };
    let changes: Vec<f64> = samples.iter().zip(&values).map(change).collect();
    let mean = changes.iter().sum::<f64>() / changes.len() as f64;
    TrainProgress::Rounded { mean, most: changes.into_iter().fold(0.0, f64::max) }
}

fn join<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
