//! Steps of AdamW on batches, divided among threads.

use super::super::math::{Adam, join};
use super::checkpoint::Checkpoint;
use super::corpus::Block;
use super::layout::{Numbers, Shape, TILE};
use super::model::{self, Scratch, Target};
use super::quantised::Quantised;
use super::samples::Sample;
use super::spec::{TrainProgress, TrainSpec};
use crate::eval::network::{HIDDEN_ONE, SCALE};
use std::thread;

/// Weights are clamped to this size, so that all fit the integers of the engine.
const WEIGHT_LIMIT: f32 = 0.99;
/// The same for those of inputs.
const INPUT_WEIGHT_LIMIT: f32 = i8::MAX as f32 / HIDDEN_ONE as f32;
/// The fraction of the training in which the learning rate rises.
const WARM_UP: f32 = 0.01;
/// The final learning rate as a fraction of the highest.
const LAST_RATE: f32 = 0.01;
/// Adam's epsilon: bounds the steps of weights with tiny gradients.
const EPSILON: f32 = 1e-8;
/// Held-out positions for measuring the effect of quantisation.
const QUANTISATION_SAMPLES: usize = 10_000;

/// The settings and buffers for training on batches.
pub(super) struct Trainer {
    shape: Shape,
    pub target: Target,
    batch: usize,
    rate: f32,
    decay: f32,
    /// One for each thread.
    gradients: Vec<Numbers>,
    scratch: Vec<Scratch>,
}

impl Trainer {
    pub fn new(spec: &TrainSpec, shape: Shape) -> Self {
        Self {
            shape,
            target: Target { lambda: spec.lambda, scale: spec.scale },
            batch: spec.batch,
            rate: spec.rate,
            decay: spec.decay,
            gradients: vec![Numbers::zeros(shape); spec.threads],
            scratch: (0..spec.threads).map(|_| Scratch::new(shape)).collect(),
        }
    }

    /// Trains on a block, which is the fraction `[from, to]` of the training; returns the sum
    /// of the squared errors.
    pub fn learn(&mut self, block: &Block, [from, to]: [f32; 2], state: &mut Checkpoint) -> f64 {
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
            state.steps = state.steps.saturating_add(1);
            let done = from + (to - from) * (index + 1) as f32 / batches as f32;
            let rate = self.rate * schedule(done);
            step(state, &mut self.gradients, rate, self.decay, batch.len());
            limit_inputs(shape, &mut state.weights);
        }
        total
    }

    /// The values of samples.
    pub fn values(&self, weights: &Numbers, samples: &[Sample]) -> Vec<f32> {
        let part = samples.len().div_ceil(self.gradients.len()).max(1);
        thread::scope(|scope| {
            let work = |part| model::values(self.shape, weights, part);
            let threads: Vec<_> =
                samples.chunks(part).map(|part| scope.spawn(move || work(part))).collect();
            threads.into_iter().flat_map(join).collect()
        })
    }

    /// The effect of quantisation on the values of some positions.
    pub fn quantisation(
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

/// Clamps the weights of inputs.
fn limit_inputs(shape: Shape, weights: &mut Numbers) {
    for row in &mut weights.0[..shape.biases().start / TILE] {
        *row = row.clamped(INPUT_WEIGHT_LIMIT);
    }
}

/// The learning rate, as a fraction of the highest, after a fraction of the training.
fn schedule(done: f32) -> f32 {
    let cosine = (1.0 + (std::f32::consts::PI * done.min(1.0)).cos()) / 2.0;
    (done / WARM_UP).min(1.0) * (LAST_RATE + (1.0 - LAST_RATE) * cosine)
}

/// A step of AdamW with the sum of the threads' `gradients` over a batch, which are reset to
/// zero.
fn step(state: &mut Checkpoint, gradients: &mut [Numbers], rate: f32, decay: f32, batch: usize) {
    let adam = Adam::at_step(state.steps.min(i32::MAX as u32) as i32, EPSILON);
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
                    let change = adam.change(gradient, mean, square);
                    *weight -= rate * (change + decay * *weight);
                    *weight = weight.clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT);
                }
            });
        }
    });
}
