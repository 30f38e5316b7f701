//! Trains the network of the evaluation on the quiet positions of games.
//!
//! AdamW (Loshchilov and Hutter, 2019) on batches, with a short warm-up and cosine decay of
//! the learning rate. Each batch is divided among the threads in fixed parts, whose gradients
//! are summed in a fixed order: the same data, settings and number of threads give the same
//! network.

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

/// Weights are clamped to this size, so that all fit the integers of the engine.
const WEIGHT_LIMIT: f32 = 0.99;
/// The fraction of the training in which the learning rate rises.
const WARM_UP: f32 = 0.01;
/// The final learning rate as a fraction of the highest.
const LAST_RATE: f32 = 0.01;
/// Adam's decay rates of the moments of the gradient.
const BETAS: [f32; 2] = [0.9, 0.999];
/// Adam's epsilon: bounds the steps of weights with tiny gradients.
const EPSILON: f32 = 1e-8;
/// Weight decay per step at a learning rate of 1.
const DECAY: f32 = 0.15;
/// Held-out positions for measuring the effect of quantisation.
const QUANTISATION_SAMPLES: usize = 10_000;

/// Settings of a training.
#[derive(Clone, Debug)]
pub struct TrainSpec {
    /// Files of games.
    pub files: Vec<Source>,
    /// The initial network, which may be smaller; random weights if `None`.
    pub from: Option<String>,
    /// Positions to measure the network with after each epoch.
    pub yardstick: Option<Yardstick>,
    /// The file to write the network to.
    pub out: String,
    /// The checkpoint file, written after each epoch; an existing one is continued.
    pub checkpoint: Option<String>,
    /// Hidden neurons of each side, a multiple of 32 up to [`MOST_HIDDEN`].
    pub hidden: usize,
    /// Outputs by the number of pieces, a power of two up to 32.
    pub outputs: usize,
    /// Training epochs.
    pub epochs: usize,
    /// Positions per batch, at least one.
    pub batch: usize,
    /// The highest learning rate.
    pub rate: f32,
    /// WDL share: weight of the game's result in the target; the rest is the search's score.
    pub lambda: f32,
    /// Scale of the scores: a side expects `sigmoid(1)` of the points, 73%, with these
    /// centipawns.
    pub scale: f32,
    /// Weight of later scores of the game in the target, see [`GameRecord::traced`].
    ///
    /// [`GameRecord::traced`]: super::games::GameRecord::traced
    pub trace: f32,
    /// Random seed.
    pub seed: u64,
    /// Threads, at least one.
    pub threads: usize,
}

/// The most hidden neurons.
pub const MOST_HIDDEN: usize = 1536;

/// Checks that networks of this shape are supported.
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
    /// Of the training positions, measured during the epoch.
    pub training: f64,
    /// Of the held-out positions.
    pub held_out: f64,
    /// Of the positions of the yardstick, if there is one.
    pub yardstick: Option<f64>,
}

/// Progress reports of the training.
#[derive(Clone, Copy, Debug)]
pub enum TrainProgress {
    /// The files have been indexed.
    Data {
        /// Games, those held out included.
        games: usize,
        /// Held-out positions.
        held_out: usize,
    },
    /// A block of positions is finished.
    Block {
        /// The finished fraction of the training.
        done: f32,
        /// Positions per second in this block.
        speed: f64,
    },
    /// An epoch is finished.
    Epoch {
        /// Its number, from 1.
        epoch: usize,
        /// The losses.
        loss: EpochLoss,
        /// Training positions of the epoch.
        positions: usize,
        /// Positions per second.
        speed: f64,
    },
    /// The weights were quantised: by how many centipawns the values changed.
    Quantised {
        /// Mean change.
        mean: f64,
        /// Largest change.
        largest: f64,
    },
}

/// Checks that a file can be written, before hours of work.
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
    progress(trainer.quantisation(&state.weights, &quantised, &held_out));
    write_whole(&spec.out, &quantised.to_bytes())?;
    Ok(state.losses)
}

/// The initial weights: those of the network with the bytes `from`, if there is one, grown to
/// `shape`, or random ones.
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
    // For up to 32 pieces on the board, and both sides' neurons in the output.
    let output = 1.0 / (2.0 * shape.hidden as f32).sqrt();
    for (range, limit) in [(0..shape.biases().start, 0.07), (shape.output_weights(), output)] {
        weights[range].fill_with(|| (2.0 * random.f32() - 1.0) * limit);
    }
    weights
}

/// The weights of a smaller network, grown to a larger one with the same values: additional
/// neurons have random input weights and zero output weights, and each output is that of the
/// smaller network for the same number of pieces. `None` if `to` is smaller than `from`.
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

/// The settings and buffers for training on batches.
struct Trainer {
    shape: Shape,
    target: Target,
    batch: usize,
    rate: f32,
    /// One for each thread.
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

    /// Trains on a block, which is the fraction `[from, to]` of the training; returns the sum
    /// of the squared errors.
    fn learn(&mut self, block: &Block, [from, to]: [f32; 2], state: &mut Checkpoint) -> f64 {
        let (shape, target) = (self.shape, self.target);
        let samples = &block.samples;
        // Batches of equal size: a small one would have a noisy gradient.
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
            step(state, &mut self.gradients, self.rate * schedule(done), batch.len());
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

    /// The effect of quantisation on the values of some positions.
    fn quantisation(
        &self,
        weights: &Numbers,
        quantised: &Quantised,
        samples: &[Sample],
    ) -> TrainProgress {
        let samples = &samples[..samples.len().min(QUANTISATION_SAMPLES)];
        let values = self.values(weights, samples);
        let change = |(sample, value): (&Sample, &f32)| {
            let exact = f64::from(*value) * f64::from(SCALE);
            (exact - f64::from(quantised.value(sample))).abs()
        };
        let changes: Vec<f64> = samples.iter().zip(&values).map(change).collect();
        let mean = changes.iter().sum::<f64>() / changes.len() as f64;
        TrainProgress::Quantised { mean, largest: changes.into_iter().fold(0.0, f64::max) }
    }
}

/// The learning rate, as a fraction of the highest, after a fraction of the training.
fn schedule(done: f32) -> f32 {
    let cosine = (1.0 + (std::f32::consts::PI * done.min(1.0)).cos()) / 2.0;
    (done / WARM_UP).min(1.0) * (LAST_RATE + (1.0 - LAST_RATE) * cosine)
}

/// A step of AdamW with the sum of the threads' `gradients` over a batch, which are reset to
/// zero.
fn step(state: &mut Checkpoint, gradients: &mut [Numbers], rate: f32, batch: usize) {
    let steps = state.steps as i32;
    let [beta1, beta2] = BETAS;
    // Bias correction: the moments start at zero.
    let [mean_share, square_share] = BETAS.map(|beta| 1.0 - beta.powi(steps));
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
                    let gradient = std::mem::take(gradient) / batch as f32;
                    *mean = beta1 * *mean + (1.0 - beta1) * gradient;
                    *square = beta2 * *square + (1.0 - beta2) * gradient * gradient;
                    let change = (*mean / mean_share) / ((*square / square_share).sqrt() + EPSILON);
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
