//! The weights before the first epoch.

use super::super::TuneError;
use super::layout::{Numbers, Shape};
use super::quantised::Quantised;
use super::spec::TrainSpec;
use crate::eval::network::INPUTS;
use fastrand::Rng;

/// The initial weights: those of the network with the bytes `from`, if there is one, grown to
/// `shape`, or random ones.
pub(super) fn weights(spec: &TrainSpec, shape: Shape, from: &[u8]) -> Result<Numbers, TuneError> {
    let Some(path) = &spec.from else { return Ok(random(shape, spec.seed)) };
    let failed = |error| TuneError::From { path: path.clone(), error };
    let read = Quantised::from_bytes(from).map_err(failed)?;
    grown(read.shape(), &read.weights(), shape, spec.seed).ok_or_else(|| {
        let Shape { hidden, king_buckets, outputs } = read.shape();
        failed(format!(
            "its {hidden} neurons, {king_buckets} king buckets and {outputs} outputs can't become \
             {}, {} and {}",
            shape.hidden, shape.king_buckets, shape.outputs
        ))
    })
}

/// Random weights: small enough that few neurons start clipped.
pub(super) fn random(shape: Shape, seed: u64) -> Numbers {
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
/// neurons have random input weights and zero output weights, and each king bucket and output is
/// that of the smaller network for the same position. `None` if `to` is smaller than `from`.
pub(super) fn grown(from: Shape, weights: &[f32], to: Shape, seed: u64) -> Option<Numbers> {
    let fits = |from: usize, to: usize| from == to || from == 1;
    if from.hidden > to.hidden
        || !fits(from.king_buckets, to.king_buckets)
        || from.outputs > to.outputs
    {
        return None;
    }
    let mut grown = random(to, seed);
    for input in 0..to.inputs() {
        for neuron in 0..from.hidden {
            let source = match input.checked_sub(INPUTS * to.king_buckets) {
                Some(tactic) => INPUTS * from.king_buckets + tactic,
                None => input % (INPUTS * from.king_buckets),
            };
            grown[to.input(input, neuron)] = weights[from.input(source, neuron)];
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
