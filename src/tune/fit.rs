//! Fits the weights of the hand-crafted evaluation to positions (Texel's method with
//! gradients).
//!
//! A sigmoid turns a value into an expected result. Its target mixes the game's result and
//! the sigmoid of the search's score; Adam (Kingma and Ba 2015) minimises the mean squared
//! error. Two penalties regularise: on changes from the initial weights, which decides where
//! the data say little, and on different changes of neighbours in tables. Some games are
//! held out for validation.

use super::TuneError;
use super::data::{Data, Sample};
use super::math::{Adam, join, minimum, sigmoid};
use super::model::{self, Weight};
use super::weights_file::{self, Entry};
use fastrand::Rng;
use std::f32::consts::PI;
use std::fs;
use std::ops::Range;
use std::thread;

/// One in this number of games is held out.
const HELD_OUT: usize = 20;
/// Positions per batch.
const BATCH: usize = 16_384;
/// Adam's epsilon: gradients of the mean loss are small.
const EPSILON: f32 = 1e-12;
/// The range of the slope of the sigmoid, and the steps of its fit.
const SLOPES: [f64; 2] = [0.0005, 0.02];
const SLOPE_STEPS: usize = 30;
/// The final learning rate as a fraction of the first.
const LAST_RATE: f32 = 0.01;

/// Settings of a fit.
#[derive(Clone, Debug)]
pub struct TuneSpec {
    /// Files of games, see [`super::datagen`].
    pub files: Vec<String>,
    /// Test files: their loss is reported at the end, they are not trained on.
    pub check: Vec<String>,
    /// Training epochs.
    pub epochs: usize,
    /// Initial learning rate: about the first steps in centipawns.
    pub rate: f32,
    /// WDL share: weight of the game's result in the target, from 0 to 1.
    pub lambda: f32,
    /// Penalty on changes from the initial weights: the loss of one centipawn, counted in
    /// positions.
    pub pull: f32,
    /// Penalty on different changes of neighbours in a table, in the same unit.
    pub smooth: f32,
    /// Threads.
    pub threads: usize,
    /// The file of weights to write, if any.
    pub out: Option<String>,
}

/// Progress reports of the tuner.
#[derive(Clone, Copy, Debug)]
pub enum TuneProgress {
    /// The files have been read.
    Data {
        /// Training positions.
        training: usize,
        /// Positions held out.
        held_out: usize,
        /// The slope of the sigmoid, per 400 centipawns.
        slope: f32,
    },
    /// An epoch has ended; epoch 0 is the initial state.
    Epoch {
        /// Its number.
        epoch: usize,
        /// Mean loss of the training positions.
        training: f32,
        /// Mean loss of the positions held out.
        held_out: f32,
    },
    /// The loss of a test file, with the result as target.
    Check {
        /// Loss with the initial weights.
        before: f32,
        /// Loss with the new weights.
        after: f32,
    },
}

/// Fits the weights and writes them.
///
/// # Errors
/// If a file can't be read or written, or is damaged.
pub fn run(spec: &TuneSpec, progress: &mut dyn FnMut(TuneProgress)) -> Result<(), TuneError> {
    let entries = weights_file::entries().map_err(TuneError::Weights)?;
    let threads = spec.threads.max(1);
    let (mut training, mut held_out) = (Data::default(), Data::default());
    for path in &spec.files {
        training.append(Data::read(path, |game| game % HELD_OUT != 0)?);
        held_out.append(Data::read(path, |game| game % HELD_OUT == 0)?);
    }
    if training.samples.is_empty() {
        return Err(TuneError::NoPositions);
    }
    let mut fit = Fit {
        slope: fit_slope(&training.samples, |sample| sample.score),
        lambda: spec.lambda,
        threads,
        neighbours: neighbours(&entries),
        start: entries.iter().map(|entry| entry.values.map(|value| value as f32)).collect(),
        optimiser: Optimiser::new(entries.len()),
    };
    shuffle(&mut training.samples);
    progress(TuneProgress::Data {
        training: training.samples.len(),
        held_out: held_out.samples.len(),
        slope: fit.slope * 400.0,
    });
    let mut weights = fit.start.clone();
    let mut report = |epoch, weights: &[Weight], fit: &Fit| {
        let [training, held_out] = [&training, &held_out].map(|data| fit.loss(data, weights));
        progress(TuneProgress::Epoch { epoch, training, held_out });
    };
    report(0, &weights, &fit);
    let batches = training.samples.len().div_ceil(BATCH);
    for epoch in 1..=spec.epochs {
        for batch in 0..batches {
            let done = ((epoch - 1) * batches + batch) as f32 / (spec.epochs * batches) as f32;
            let wave = (1.0 + (PI * done).cos()) / 2.0;
            let rate = spec.rate * (LAST_RATE + (1.0 - LAST_RATE) * wave);
            // Every batch mixes positions of all files and games.
            let samples = training.samples.iter().skip(batch).step_by(batches);
            let samples: Vec<Sample> = samples.copied().collect();
            let mut gradient = fit.gradient(&training, &samples, &weights);
            let each = 2.0 / training.samples.len() as f32;
            fit.add_penalties(spec.pull * each, spec.smooth * each, &weights, &mut gradient);
            fit.optimiser.step(&gradient, rate, &mut weights);
        }
        report(epoch, &weights, &fit);
    }
    for path in &spec.check {
        let data = Data::read(path, |_| true)?;
        // With a fitted slope for each: the players' strength may differ.
        let [before, after] = [&fit.start, &weights].map(|weights| {
            let value = |sample: &Sample| model::value(&data, sample, weights).total;
            let slope = fit_slope(&data.samples, value);
            Fit { lambda: 1.0, slope, ..fit.clone() }.loss(&data, weights)
        });
        progress(TuneProgress::Check { before, after });
    }
    centre(&training, &entries, &mut weights);
    if let Some(path) = &spec.out {
        let values: Vec<_> =
            weights.iter().map(|weight| weight.map(|value| value.round() as i32)).collect();
        fs::write(path, weights_file::with_values(&entries, &values))
            .map_err(TuneError::file(path))?;
    }
    Ok(())
}

/// The slope of the sigmoid with the lowest loss of the scores against the results.
fn fit_slope(samples: &[Sample], score: impl Fn(&Sample) -> f32) -> f32 {
    let scores: Vec<f32> = samples.iter().map(score).collect();
    let loss = |slope: f64| -> f64 {
        let slope = slope as f32;
        let error = |(sample, score): (&Sample, &f32)| sigmoid(slope * score) - sample.result;
        samples.iter().zip(&scores).map(|pair| f64::from(error(pair).powi(2))).sum()
    };
    minimum(SLOPES, SLOPE_STEPS, loss) as f32
}

fn shuffle(samples: &mut [Sample]) {
    Rng::with_seed(0).shuffle(samples);
}

/// Pairs of weights for adjacent squares or adjacent numbers of moves.
fn neighbours(entries: &[Entry]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut start = 0;
    for table in entries.chunk_by(|a, b| a.field == b.field) {
        let squares = table[0].field.ends_with("_king") && table.len() % 64 == 0;
        for at in 0..table.len() {
            let counts = table[0].field.ends_with("_mobility") && at + 1 < table.len();
            if counts || squares && at % 8 < 7 {
                pairs.push((start + at, start + at + 1));
            }
            if squares && at % 64 < 56 {
                pairs.push((start + at, start + at + 8));
            }
        }
        start += table.len();
    }
    pairs
}

/// Moves the mean of each piece-square table into the material. Values change by rounding
/// only.
fn centre(data: &Data, entries: &[Entry], weights: &mut [Weight]) {
    let mut counts = vec![0.0f32; entries.len()];
    for sample in &data.samples {
        for &(place, count) in data.linear(sample) {
            counts[usize::from(place)] += f32::from(count.unsigned_abs());
        }
    }
    let place = |field: &str| entries.iter().position(|entry| entry.field == field);
    let Some(material) = place("material") else { return };
    for table in ["own_king", "enemy_king"].into_iter().filter_map(place) {
        // Not for kings, which have no material value.
        for kind in 0..5 {
            let squares = table + 64 * kind..table + 64 * (kind + 1);
            let seen = |&square: &usize| counts[square] > 0.0;
            let total: f32 = counts[squares.clone()].iter().sum();
            let mean = [0, 1].map(|i| {
                let sum = squares.clone().map(|at| counts[at] * weights[at][i]).sum::<f32>();
                if total > 0.0 { sum / total } else { 0.0 }
            });
            let shift = |weight: &mut Weight, sign: f32| {
                *weight = [weight[0] + sign * mean[0], weight[1] + sign * mean[1]];
            };
            shift(&mut weights[material + kind], 1.0);
            squares.filter(seen).for_each(|at| shift(&mut weights[at], -1.0));
        }
    }
}

/// The loss function and the optimiser.
#[derive(Clone)]
struct Fit {
    slope: f32,
    lambda: f32,
    threads: usize,
    neighbours: Vec<(usize, usize)>,
    start: Vec<Weight>,
    optimiser: Optimiser,
}

impl Fit {
    fn target(&self, sample: &Sample) -> f32 {
        self.lambda * sample.result + (1.0 - self.lambda) * sigmoid(self.slope * sample.score)
    }

    /// Adds the gradients of both penalties.
    fn add_penalties(&self, pull: f32, smooth: f32, weights: &[Weight], gradient: &mut [Weight]) {
        let changes = weights.iter().zip(&self.start);
        let changes: Vec<Weight> = changes.map(|(w, s)| [w[0] - s[0], w[1] - s[1]]).collect();
        for i in 0..2 {
            for (gradient, change) in gradient.iter_mut().zip(&changes) {
                gradient[i] += pull * change[i];
            }
            for &(a, b) in &self.neighbours {
                let difference = smooth * (changes[a][i] - changes[b][i]);
                gradient[a][i] += difference;
                gradient[b][i] -= difference;
            }
        }
    }

    /// Divides samples among threads and collects their results.
    fn split<R: Send>(&self, count: usize, work: impl Fn(Range<usize>) -> R + Sync) -> Vec<R> {
        let part = count.div_ceil(self.threads).max(1);
        thread::scope(|scope| {
            let work = &work;
            let threads: Vec<_> = (0..count)
                .step_by(part)
                .map(|start| scope.spawn(move || work(start..(start + part).min(count))))
                .collect();
            threads.into_iter().map(join).collect()
        })
    }

    /// The mean loss.
    fn loss(&self, data: &Data, weights: &[Weight]) -> f32 {
        let parts = self.split(data.samples.len(), |range| {
            let error = |sample: &Sample| {
                let value = model::value(data, sample, weights).total;
                sigmoid(self.slope * value) - self.target(sample)
            };
            data.samples[range].iter().map(|sample| f64::from(error(sample).powi(2))).sum::<f64>()
        });
        (parts.iter().sum::<f64>() / data.samples.len().max(1) as f64) as f32
    }

    /// The gradient of the mean loss of some samples.
    fn gradient(&self, data: &Data, samples: &[Sample], weights: &[Weight]) -> Vec<Weight> {
        let parts = self.split(samples.len(), |range| {
            let mut gradient = vec![[0.0; 2]; weights.len()];
            for sample in &samples[range] {
                let value = model::value(data, sample, weights);
                let expected = sigmoid(self.slope * value.total);
                let by_value = 2.0
                    * (expected - self.target(sample))
                    * (self.slope * expected * (1.0 - expected) / samples.len() as f32);
                model::add_gradient(data, sample, &value, by_value, &mut gradient);
            }
            gradient
        });
        let mut sum = vec![[0.0; 2]; weights.len()];
        for part in parts {
            for (sum, part) in sum.iter_mut().zip(part) {
                *sum = [sum[0] + part[0], sum[1] + part[1]];
            }
        }
        sum
    }
}

/// Adam with its moments: running means of the gradient and of its square.
#[derive(Clone)]
struct Optimiser {
    means: Vec<Weight>,
    squares: Vec<Weight>,
    steps: i32,
}

impl Optimiser {
    fn new(count: usize) -> Self {
        Self { means: vec![[0.0; 2]; count], squares: vec![[0.0; 2]; count], steps: 0 }
    }

    /// A step against the gradient, of about `rate` for each weight.
    fn step(&mut self, gradient: &[Weight], rate: f32, weights: &mut [Weight]) {
        self.steps += 1;
        let adam = Adam::at_step(self.steps, EPSILON);
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, gradient), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            for i in 0..2 {
                weight[i] -= rate * adam.change(gradient[i], &mut mean[i], &mut square[i]);
            }
        }
    }
}
