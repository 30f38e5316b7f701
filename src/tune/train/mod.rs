//! Trains the network of the evaluation on the quiet positions of games.
//!
//! AdamW (Loshchilov and Hutter, 2019) on batches, with a learning rate that rises for a
//! short time and then falls along a cosine. Each batch is divided among the threads in fixed
//! parts, whose gradients are added in a fixed order: the same data, settings and number of
//! threads give the same network.

mod checkpoint;
mod corpus;
mod model;
mod quantised;
mod samples;

pub use corpus::Source;

use super::yardstick::Yardstick;
use super::{TuneError, write_whole};
use crate::eval::network::{INPUTS, OUTPUT_SUM_LIMIT, SCALE};
use checkpoint::Checkpoint;
use corpus::{Block, Corpus};
use fastrand::Rng;
use model::{Numbers, Scratch, Shape, Target};
use quantised::Quantised;
use samples::Sample;
use std::fs::{self, OpenOptions};
use std::thread::{self, ScopedJoinHandle};
use std::time::Instant;

/// No weight is larger, so that all fit the integers of the engine.
const WEIGHT_LIMIT: f32 = 0.99;
/// The share of the training in which the learning rate rises.
const WARM_UP: f32 = 0.01;
/// The share of the learning rate that is left in the end.
const LAST_RATE: f32 = 0.01;
/// How fast the means of gradients and of their squares forget.
const MOMENTS: [f32; 2] = [0.9, 0.999];
/// What keeps a step from growing without bounds.
const EPSILON: f32 = 1e-8;
/// How much of a weight decays in a step with a learning rate of 1.
const DECAY: f32 = 0.15;
/// Held-out positions by which rounding is judged.
const ROUNDED: usize = 10_000;

/// How to train.
#[derive(Clone, Debug)]
pub struct TrainSpec {
    /// Files of games.
    pub files: Vec<Source>,
    /// The network to begin with, which may be smaller; random weights without one.
    pub from: Option<String>,
    /// Positions by which the network is measured after each epoch.
    pub yardstick: Option<Yardstick>,
    /// The file to write the network to.
    pub out: String,
    /// File that keeps the state after each epoch; if it is there, training goes on from it.
    pub checkpoint: Option<String>,
    /// Hidden neurons of each side, a multiple of 32 up to [`MOST_HIDDEN`].
    pub hidden: usize,
    /// Outputs by the number of pieces, a power of two up to 32.
    pub outputs: usize,
    /// Training epochs: how often each position is looked at.
    pub epochs: usize,
    /// Positions between two steps, at least one.
    pub batch: usize,
    /// The highest learning rate.
    pub rate: f32,
    /// WDL share: that of the game's result in the target, the rest is the search's score.
    pub lambda: f32,
    /// Centipawns with which a side has `sigmoid(1)` of the points, 73%: what is far
    /// beyond is decided, and its score of little weight.
    pub scale: f32,
    /// How much later scores of the game count in the score, see [`GameRecord::traced`].
    ///
    /// [`GameRecord::traced`]: super::games::GameRecord::traced
    pub trace: f32,
    /// Random seed.
    pub seed: u64,
    /// Threads that work at once, at least one.
    pub threads: usize,
}

/// The most hidden neurons.
pub const MOST_HIDDEN: usize = 1536;

/// Looks whether there are networks of this shape.
fn check_shape(shape: Shape) -> Result<(), TuneError> {
    if !shape.hidden.is_multiple_of(32) || !(32..=MOST_HIDDEN).contains(&shape.hidden) {
        return Err(TuneError::Hidden(shape.hidden));
    }
    if !shape.outputs.is_power_of_two() || shape.outputs > 32 {
        return Err(TuneError::Outputs(shape.outputs));
    }
    Ok(())
}

/// Mean squared errors after an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochLoss {
    /// Of the positions that were learned from, while they were.
    pub training: f64,
    /// Of the positions of games that were held out.
    pub held_out: f64,
    /// Of the positions of the yardstick, if there is one.
    pub yardstick: Option<f64>,
}

/// How far the training is.
#[derive(Clone, Copy, Debug)]
pub enum TrainProgress {
    /// Files were looked through.
    Data {
        /// Games, those held out included.
        games: usize,
        /// Positions that are held out.
        held_out: usize,
    },
    /// A block of positions was learned from.
    Block {
        /// The share of the training that is done.
        done: f32,
        /// Positions a second of this block.
        speed: f64,
    },
    /// An epoch was finished.
    Epoch {
        /// Its number, from 1.
        epoch: usize,
        /// How good the network is.
        loss: EpochLoss,
        /// Positions that were learned from in it.
        positions: usize,
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
    let shape = Shape { hidden: spec.hidden, outputs: spec.outputs };
    check_shape(shape)?;
    check_writable(&spec.out)?;
    let from = match &spec.from {
        Some(path) => fs::read(path).map_err(TuneError::file(path))?,
        None => Vec::new(),
    };
    let corpus = Corpus::open(spec)?;
    let held_out = corpus.held_out()?;
    let settings = checkpoint::settings(spec, &corpus, &from);
    progress(TrainProgress::Data { games: corpus.games, held_out: held_out.len() });
    let found = match &spec.checkpoint {
        Some(path) => Checkpoint::open(path, &settings, shape)?,
        None => None,
    };
    let mut state = match found {
        Some(state) => state,
        None => Checkpoint::new(shape, initial(spec, shape, &from)?),
    };
    let measured: Option<Vec<Sample>> = spec.yardstick.as_ref().map(|yardstick| {
        yardstick.positions().map(|position| Sample::new(position, 0, 1)).collect()
    });
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
    progress(trainer.rounding(&state.weights, &quantised, &held_out));
    write_whole(&spec.out, &quantised.to_bytes())?;
    Ok(state.losses)
}

/// The weights to begin with: those of the network in `from`, if it is not empty, and for
/// what it lacks random ones.
fn initial(spec: &TrainSpec, shape: Shape, from: &[u8]) -> Result<Numbers, TuneError> {
    let Some(path) = &spec.from else { return Ok(random(shape, spec.seed)) };
    let failed = |error| TuneError::From { path: path.clone(), error };
    let read = Quantised::from_bytes(from).map_err(failed)?;
    grown(read.shape(), &read.weights(), shape, spec.seed).ok_or_else(|| {
        let Shape { hidden, outputs } = read.shape();
        failed(format!(
            "its {hidden} neurons and {outputs} outputs can't become {} and {}",
            shape.hidden, shape.outputs
        ))
    })
}

/// Random weights: small enough that few neurons start clipped.
fn random(shape: Shape, seed: u64) -> Numbers {
    let mut random = Rng::with_seed(seed);
    let mut weights = Numbers::zeros(shape);
    // About 32 pieces are on a board, and both sides' neurons make the output.
    let output = 1.0 / (2.0 * shape.hidden as f32).sqrt();
    for (range, limit) in [(0..shape.biases().start, 0.07), (shape.output_weights(), output)] {
        weights[range].fill_with(|| (2.0 * random.f32() - 1.0) * limit);
    }
    weights
}

/// The weights of a smaller network in a larger one, which has the same values: neurons that
/// it has more have random inputs, but nothing listens to them yet, and each of its outputs is
/// that of the smaller one for the same number of pieces. `None` if it is not larger.
fn grown(from: Shape, weights: &[f32], to: Shape, seed: u64) -> Option<Numbers> {
    if from.hidden > to.hidden || from.outputs > to.outputs {
        return None;
    }
    let mut grown = random(to, seed);
    for input in 0..INPUTS {
        for neuron in 0..from.hidden {
            grown[to.input(input, neuron)] = weights[from.input(input, neuron)];
        }
    }
    grown[to.biases()][..from.hidden].copy_from_slice(&weights[from.biases()]);
    for output in 0..to.outputs {
        let source = output * from.outputs / to.outputs;
        grown[to.output_biases()][output] = weights[from.output_biases()][source];
        for side in 0..2 {
            let old = &weights[from.output_weights()][(2 * source + side) * from.hidden..];
            let new = &mut grown[to.output_weights()][(2 * output + side) * to.hidden..];
            new[..to.hidden].fill(0.0);
            new[..from.hidden].copy_from_slice(&old[..from.hidden]);
        }
    }
    Some(grown)
}

/// What a training needs from batch to batch.
struct Trainer {
    shape: Shape,
    target: Target,
    batch: usize,
    rate: f32,
    /// Of each thread.
    gradients: Vec<Numbers>,
    scratch: Vec<Scratch>,
}

impl Trainer {
    fn new(spec: &TrainSpec, shape: Shape) -> Self {
        Self {
            shape,
            target: Target { lambda: spec.lambda, scale: spec.scale },
            batch: spec.batch,
            rate: spec.rate,
            gradients: vec![Numbers::zeros(shape); spec.threads],
            scratch: (0..spec.threads).map(|_| Scratch::new(shape)).collect(),
        }
    }

    /// Learns from a block, which is this range of the training; returns the sum of the
    /// squared errors.
    fn learn(&mut self, block: &Block, [from, to]: [f32; 2], state: &mut Checkpoint) -> f64 {
        let (shape, target) = (self.shape, self.target);
        let samples = &block.samples;
        // No batch is much smaller than the others: its gradient would be worth less.
        let batches = ((samples.len() + self.batch / 2) / self.batch).max(1);
        let mut total = 0.0;
        for (index, batch) in samples.chunks(samples.len().div_ceil(batches)).enumerate() {
            let weights = &state.weights;
            let parts = batch.chunks(batch.len().div_ceil(self.gradients.len()));
            let own = self.gradients.iter_mut().zip(&mut self.scratch);
            total += thread::scope(|scope| {
                let work = |part, gradients, scratch| {
                    model::add_gradients(shape, weights, part, target, gradients, scratch)
                };
                let threads: Vec<_> = parts
                    .zip(own)
                    .map(|(part, (gradients, scratch))| {
                        scope.spawn(move || work(part, gradients, scratch))
                    })
                    .collect();
                threads.into_iter().map(join).sum::<f64>()
            });
            state.steps += 1;
            let done = from + (to - from) * (index + 1) as f32 / batches as f32;
            step(state, &mut self.gradients, self.rate * rate_share(done), batch.len());
        }
        total
    }

    /// The values of samples.
    fn values(&self, weights: &Numbers, samples: &[Sample]) -> Vec<f32> {
        let part = samples.len().div_ceil(self.gradients.len()).max(1);
        thread::scope(|scope| {
            let work = |part| model::values(self.shape, weights, part);
            let threads: Vec<_> =
                samples.chunks(part).map(|part| scope.spawn(move || work(part))).collect();
            threads.into_iter().flat_map(join).collect()
        })
    }

    /// How much the values of some positions change by rounding.
    fn rounding(
        &self,
        weights: &Numbers,
        quantised: &Quantised,
        samples: &[Sample],
    ) -> TrainProgress {
        let samples = &samples[..samples.len().min(ROUNDED)];
        let values = self.values(weights, samples);
        let change = |(sample, value): (&Sample, &f32)| {
            let exact = f64::from(*value) * f64::from(SCALE);
            (exact - f64::from(quantised.value(sample))).abs()
        };
        let changes: Vec<f64> = samples.iter().zip(&values).map(change).collect();
        let mean = changes.iter().sum::<f64>() / changes.len() as f64;
        TrainProgress::Rounded { mean, most: changes.into_iter().fold(0.0, f64::max) }
    }
}

/// The share of the highest learning rate when so much of the training is done.
fn rate_share(done: f32) -> f32 {
    let cosine = (1.0 + (std::f32::consts::PI * done.min(1.0)).cos()) / 2.0;
    (done / WARM_UP).min(1.0) * (LAST_RATE + (1.0 - LAST_RATE) * cosine)
}

/// Moves each weight down its gradient, which is the sum of `gradients` over a batch, and sets
/// these to zero.
fn step(state: &mut Checkpoint, gradients: &mut [Numbers], rate: f32, batch: usize) {
    let steps = state.steps as i32;
    let [fast, slow] = MOMENTS;
    // Both means start at zero and would be too small at first.
    let [fast_share, slow_share] = MOMENTS.map(|moment| 1.0 - moment.powi(steps));
    let part = state.weights.len().div_ceil(gradients.len());
    let mut rests: Vec<_> =
        gradients.iter_mut().map(|gradients| gradients.chunks_mut(part)).collect();
    let weights = state.weights.chunks_mut(part);
    let means = state.means.chunks_mut(part).zip(state.squares.chunks_mut(part));
    thread::scope(|scope| {
        for (weights, (means, squares)) in weights.zip(means) {
            let mut gradients = rests.iter_mut().filter_map(Iterator::next);
            let Some(total) = gradients.next() else { break };
            let others: Vec<&mut [f32]> = gradients.collect();
            scope.spawn(move || {
                for gradients in others {
                    for (total, gradient) in total.iter_mut().zip(gradients) {
                        *total += std::mem::take(gradient);
                    }
                }
                let moments = means.iter_mut().zip(squares);
                for ((weight, gradient), (mean, square)) in
                    weights.iter_mut().zip(total).zip(moments)
                {
                    let found = std::mem::take(gradient) / batch as f32;
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

fn join<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
