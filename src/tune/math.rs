//! The sigmoid, the Adam optimiser, a minimum and threads, shared by the trainer and the tuners.

use crate::types::{Centipawns, Score};
use std::panic;
use std::thread::ScopedJoinHandle;

/// Adam's decay rates of the moments of the gradient.
const BETAS: [f32; 2] = [0.9, 0.999];

/// The logistic function.
pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The logistic function in double precision.
pub(super) fn sigmoid64(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The points that a side expects with this score: `sigmoid(score / scale)`.
pub(super) fn points(score: Score, scale: f64) -> f64 {
    sigmoid64(f64::from(score.centipawns()) / scale)
}

/// The score of so many expected points; outside 0 to 1 it is the most that an evaluation gives.
pub(super) fn score_of(points: f64, scale: f64) -> Score {
    let score = scale * (points.max(0.0) / (1.0 - points).max(0.0)).ln();
    Score::cp(score.round() as Centipawns).clamp_to_eval()
}

/// A step of Adam (Kingma and Ba, 2015).
#[derive(Clone, Copy, Debug)]
pub(super) struct Adam {
    /// Divisors of the moments, which start at zero and are too small at first.
    corrections: [f32; 2],
    epsilon: f32,
}

impl Adam {
    /// Step number `step`, from 1. `epsilon` bounds the change by tiny gradients.
    pub fn at_step(step: i32, epsilon: f32) -> Self {
        Self { corrections: BETAS.map(|beta| 1.0 - beta.powi(step)), epsilon }
    }

    /// Updates the moments of a weight, the running means of its gradient and of the square,
    /// and returns the change of the weight at a learning rate of -1.
    #[inline(always)]
    pub fn change(self, gradient: f32, mean: &mut f32, square: &mut f32) -> f32 {
        let [beta1, beta2] = BETAS;
        let [mean_correction, square_correction] = self.corrections;
        *mean = beta1 * *mean + (1.0 - beta1) * gradient;
        *square = beta2 * *square + (1.0 - beta2) * gradient * gradient;
        (*mean / mean_correction) / ((*square / square_correction).sqrt() + self.epsilon)
    }
}

/// The place of the minimum of a function with one minimum in a range, by ternary search: each
/// step leaves two thirds of the range.
pub(super) fn minimum([mut low, mut high]: [f64; 2], steps: usize, f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..steps {
        let third = (high - low) / 3.0;
        if f(low + third) < f(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    (low + high) / 2.0
}

/// The result of a thread; continues its panic.
pub(super) fn join<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|error| panic::resume_unwind(error))
}
