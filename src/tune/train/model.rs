//! The network in floating point: its values and the gradient of the loss.
//!
//! Inputs are sparse: about 20 of 768 are active in a position, so their rows of weights are
//! summed; no matrix is multiplied. Both passes are sums of rows: forward, a position sums the
//! weights of its inputs; backward, an input sums the gradients of the positions in which it is
//! active, so that its gradient is written once for all of them. [`CHUNK`] positions at a time
//! pass through a tile of [`TILE`] neurons of all inputs, which fits the core's cache, then
//! through the next tile. Sums stay in registers.

use super::super::math::sigmoid;
use super::layout::{Numbers, Parts, Row, Shape, TILE};
use super::lists::Lists;
use super::samples::{MAX_INPUTS, Sample};
use crate::eval::network::SCALE;
use crate::search::Bound;
use wide::f32x16;

/// Positions that are processed together.
const CHUNK: usize = 256;

/// The mix of score and result in the target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// WDL share: weight of the game's result.
    pub lambda: f32,
    /// Scale of the scores: a side expects `sigmoid(1)` of the points with these centipawns.
    pub scale: f32,
}

impl Target {
    /// The factor from values of the network to arguments of the sigmoid.
    fn steepness(self) -> f32 {
        SCALE as f32 / self.scale
    }

    /// Expected points of the side to move.
    pub fn of(self, sample: &Sample) -> f32 {
        let by_score = sigmoid(f32::from(sample.score) / self.scale);
        sample.result.map_or(by_score, |result| {
            self.lambda * f32::from(result) / 2.0 + (1.0 - self.lambda) * by_score
        })
    }

    /// By how much the expected points are too many: nothing where a bound does not contradict
    /// them.
    fn error(self, expected: f32, sample: &Sample) -> f32 {
        let error = expected - self.of(sample);
        match sample.bound {
            Bound::Exact => error,
            Bound::Lower => error.min(0.0),
            Bound::Upper => error.max(0.0),
        }
    }
}

/// The sum of `start` and the rows with these indices.
#[inline(always)]
fn gather(mut start: Row, rows: &[Row], list: &[u16]) -> Row {
    for &index in list {
        start += rows[usize::from(index)];
    }
    start
}

/// The same for both sides, which have the same number of inputs, so one loop sums both.
#[inline(always)]
fn gather_both(mut sums: [Row; 2], rows: &[Row], [own, enemy]: [&[u16]; 2]) -> [Row; 2] {
    for (&own, &enemy) in own.iter().zip(enemy) {
        sums[0] += rows[usize::from(own)];
        sums[1] += rows[usize::from(enemy)];
    }
    sums
}

/// A thread's buffers for a chunk of positions.
pub(super) struct Scratch {
    /// By place: the inputs of each position for the side to move, then for the other side.
    inputs: Lists,
    /// The same for tactics.
    tactics: Lists,
    /// By input: the places in `inputs` where it is active.
    places: Lists,
    /// The same in `tactics`.
    tactic_places: Lists,
    /// The selected output of each position.
    outputs: Vec<usize>,
    /// By tile and place: neurons before clipping.
    neurons: Vec<Row>,
    /// By place: gradients of a tile's neurons.
    neuron_gradients: Vec<Row>,
    /// By position: partial sums of its value, and the value.
    terms: Vec<Row>,
    values: Vec<f32>,
}

impl Scratch {
    pub fn new(shape: Shape) -> Self {
        Self {
            inputs: Lists::default(),
            tactics: Lists::default(),
            places: Lists::default(),
            tactic_places: Lists::default(),
            outputs: Vec::with_capacity(CHUNK),
            neurons: vec![Row::ZERO; shape.hidden / TILE * 2 * CHUNK],
            neuron_gradients: vec![Row::ZERO; 2 * CHUNK],
            terms: Vec::with_capacity(CHUNK),
            values: Vec::with_capacity(CHUNK),
        }
    }

    /// Computes the values of a chunk of samples, in units of [`SCALE`]: the sums of weight
    /// times square of the clipped neuron.
    fn forward(&mut self, shape: Shape, parts: &Parts<'_>, samples: &[Sample]) {
        self.inputs.clear();
        self.tactics.clear();
        self.outputs.clear();
        for sample in samples {
            let [mut own, mut enemy] = [[0; MAX_INPUTS]; 2];
            let [pieces, all] = sample.inputs(shape.king_buckets, &mut own, &mut enemy);
            for side in [own, enemy] {
                self.inputs.push(&side[..pieces]);
                self.tactics.push(&side[pieces..all]);
            }
            self.outputs.push(shape.output_of(sample));
        }
        self.terms.clear();
        self.terms.resize(samples.len(), Row::ZERO);
        let neurons = self.neurons.chunks_exact_mut(2 * CHUNK);
        for (tile, (rows, neurons)) in parts.inputs().zip(neurons).enumerate() {
            let bias = parts.biases[tile];
            let lists = self.inputs.pairs().zip(self.tactics.pairs());
            let pairs = lists.zip(neurons.as_chunks_mut().0);
            for (position, ((pieces, tactics), neurons)) in pairs.enumerate() {
                let mut sums = gather_both([bias; 2], rows, pieces);
                if tile < shape.tactic_tiles() {
                    sums = gather_both(sums, rows, tactics);
                }
                *neurons = sums;
                for (side, sum) in sums.into_iter().enumerate() {
                    let clipped = sum.clipped();
                    let weights = parts.output(self.outputs[position], side, tile);
                    self.terms[position] += clipped * clipped * weights;
                }
            }
        }
        self.values.clear();
        let sums = self
            .terms
            .iter()
            .map(|terms| terms.0.iter().map(|terms| terms.reduce_add()).sum::<f32>());
        let biases = self.outputs.iter().map(|&output| parts.output_biases[output]);
        self.values.extend(sums.zip(biases).map(|(sum, bias)| sum + bias));
    }
}

/// The value of each sample, in units of [`SCALE`].
pub(super) fn values(shape: Shape, weights: &Numbers, samples: &[Sample]) -> Vec<f32> {
    let (parts, mut scratch) = (Parts::new(shape, weights), Scratch::new(shape));
    let mut values = Vec::with_capacity(samples.len());
    for chunk in samples.chunks(CHUNK) {
        scratch.forward(shape, &parts, chunk);
        values.extend_from_slice(&scratch.values);
    }
    values
}

/// The sum of the squared errors of values.
pub(super) fn loss(values: &[f32], samples: &[Sample], target: Target) -> f64 {
    let error = |(value, sample): (&f32, &Sample)| {
        let error = target.error(sigmoid(target.steepness() * *value), sample);
        f64::from(error * error)
    };
    values.iter().zip(samples).map(error).sum()
}

/// Adds the gradients of the squared errors of the samples to `gradients`; returns the sum of
/// the squared errors.
pub(super) fn add_gradients(
    shape: Shape,
    weights: &Numbers,
    samples: &[Sample],
    target: Target,
    gradients: &mut Numbers,
    scratch: &mut Scratch,
) -> f64 {
    let parts = Parts::new(shape, weights);
    let (tiles, input_count, steepness) = (parts.tiles, shape.inputs(), target.steepness());
    let (input_gradients, rest) = gradients.0.split_at_mut(input_count * tiles);
    let (bias_gradients, rest) = rest.split_at_mut(tiles);
    let (output_gradients, output_bias_gradients) = rest.split_at_mut(2 * shape.outputs * tiles);
    let output_bias_gradients: &mut [f32] = bytemuck::cast_slice_mut(output_bias_gradients);
    let mut total = 0.0;
    for samples in samples.chunks(CHUNK) {
        scratch.forward(shape, &parts, samples);
        scratch.places.invert(&scratch.inputs, input_count);
        scratch.tactic_places.invert(&scratch.tactics, input_count);
        let Scratch { places, tactic_places, outputs, neurons, neuron_gradients, values, .. } =
            &mut *scratch;
        // Replaces each value by the gradient of the loss by it.
        for ((value, sample), &output) in values.iter_mut().zip(samples).zip(outputs.iter()) {
            let expected = sigmoid(steepness * *value);
            let error = target.error(expected, sample);
            total += f64::from(error * error);
            *value = 2.0 * error * expected * (1.0 - expected) * steepness;
            output_bias_gradients[output] += *value;
        }
        for tile in 0..tiles {
            let neurons = &neurons[tile * 2 * CHUNK..][..2 * samples.len()];
            for (place, (&neurons, neuron_gradient)) in
                neurons.iter().zip(neuron_gradients.iter_mut()).enumerate()
            {
                let (gradient, output) = (f32x16::splat(values[place / 2]), outputs[place / 2]);
                let weights = parts.output(output, place % 2, tile);
                let clipped = neurons.clipped();
                let scaled = clipped.map(|clipped| gradient * clipped);
                output_gradients[(2 * output + place % 2) * tiles + tile] += scaled * clipped;
                // The gradient of a clipped neuron is zero.
                let inside = |neurons: f32x16, clipped: f32x16| {
                    neurons.simd_eq(clipped).select(f32x16::splat(2.0), f32x16::ZERO)
                };
                *neuron_gradient = scaled * weights * neurons.zip(clipped, inside);
                bias_gradients[tile] += *neuron_gradient;
            }
            let sums = &mut input_gradients[tile * input_count..][..input_count];
            let mut add = |places: &Lists| {
                for (sum, list) in sums.iter_mut().zip(places.iter()) {
                    *sum = gather(*sum, neuron_gradients, list);
                }
            };
            add(places);
            if tile < shape.tactic_tiles() {
                add(tactic_places);
            }
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::eval::network::{Accumulator, HIDDEN, KING_BUCKETS, Network, OUTPUTS, ops};
    use crate::tune::games::{GameResult, Kind};
    use crate::tune::train::quantised::Quantised;
    use crate::types::Score;
    use fastrand::Rng;

    const RESULTS: [GameResult; 3] = [GameResult::Loss, GameResult::Draw, GameResult::Win];

    fn positions(random: &mut Rng, count: usize) -> Vec<Position> {
        let mut positions = Vec::new();
        while positions.len() < count {
            let mut position = Position::startpos();
            for _ in 0..100 {
                let Some(&mv) = random.choice(position.legal_moves().iter()) else { break };
                position = position.make(mv);
                positions.push(position);
            }
        }
        positions
    }

    fn samples(random: &mut Rng, count: usize) -> Vec<Sample> {
        let positions = positions(random, count);
        let sample = |position| {
            let kind = if random.bool() { Kind::Game } else { Kind::Inner };
            let result = RESULTS[random.usize(..3)];
            Sample::new(position, Score::cp(random.i32(-500..500)), kind, result)
        };
        positions.iter().map(sample).collect()
    }

    fn weights(random: &mut Rng, shape: Shape) -> Numbers {
        let mut weights = Numbers::zeros(shape);
        weights[..shape.output_biases().end].fill_with(|| random.f32() * 0.3 - 0.12);
        weights
    }

    /// The bound of a node inside a search corrects only a value that contradicts it.
    #[test]
    fn a_bound_that_holds_is_no_error() {
        let target = Target { lambda: 0.3, scale: 150.0 };
        let mut random = Rng::with_seed(6);
        for position in positions(&mut random, 50) {
            let turn = position.side_to_move();
            let error = |expected, result| {
                let score = Score::cp(30).seen_by(turn);
                target.error(expected, &Sample::new(&position, score, Kind::Inner, result))
            };
            let (at_least, at_most) = (GameResult::won_by(turn), GameResult::won_by(!turn));
            let (less, more) = (0.4, 0.9);
            assert_eq!([error(more, at_least), error(less, at_most)], [0.0; 2], "{position}");
            assert!(error(less, at_least) < 0.0 && error(more, at_most) > 0.0, "{position}");
            assert_eq!(error(less, GameResult::Draw), error(less, at_least));
            assert_eq!(error(more, GameResult::Draw), error(more, at_most));
        }
    }

    /// A small step along the gradient changes the loss by its square.
    #[test]
    fn gradients_are_those_of_the_loss() {
        let mut random = Rng::with_seed(3);
        let shape = Shape { hidden: 64, king_buckets: 4, outputs: 4 };
        // More than a chunk.
        let (weights, samples) = (weights(&mut random, shape), samples(&mut random, 600));
        let target = Target { lambda: 0.3, scale: 150.0 };
        let mut gradients = Numbers::zeros(shape);
        let mut scratch = Scratch::new(shape);
        let found = add_gradients(shape, &weights, &samples, target, &mut gradients, &mut scratch);
        let loss_of = |weights: &Numbers| loss(&values(shape, weights, &samples), &samples, target);
        assert!((found - loss_of(&weights)).abs() < 1e-3);
        let inputs = 0..shape.biases().start;
        for part in [inputs, shape.biases(), shape.output_weights(), shape.output_biases()] {
            let square: f64 =
                gradients[part.clone()].iter().map(|&gradient| f64::from(gradient).powi(2)).sum();
            // Short enough that few neurons reach the limits of clipping.
            let length = 0.01 / square;
            let step = |sign: f64| {
                let mut moved = weights.clone();
                for index in part.clone() {
                    moved[index] += (sign * length * f64::from(gradients[index])) as f32;
                }
                loss_of(&moved)
            };
            let change = step(1.0) - step(-1.0);
            assert!((change / 0.02 - 1.0).abs() < 0.05, "{part:?}: {change}");
        }
    }

    /// The engine computes the values of the trainer's integers, and the file is read back.
    #[test]
    fn the_engine_evaluates_as_the_trainer_does() {
        let mut random = Rng::with_seed(4);
        let shape = Shape { hidden: HIDDEN, king_buckets: KING_BUCKETS, outputs: OUTPUTS };
        let quantised = Quantised::new(shape, &weights(&mut random, shape));
        let network = Network::from_bytes(&quantised.to_bytes()).unwrap();
        for position in positions(&mut random, 300) {
            let expected = quantised.value(&Sample::of(&position));
            let accumulators = Accumulator::new(&network, &position);
            assert_eq!(
                network.value(&accumulators, &position, ops::NATIVE),
                expected,
                "{position}"
            );
        }
        let read = Quantised::from_bytes(&quantised.to_bytes()).unwrap();
        assert_eq!(Quantised::new(shape, &read.weights()).to_bytes(), quantised.to_bytes());
    }

    /// Growing a network by neurons and outputs keeps its values.
    #[test]
    fn a_larger_network_begins_with_the_values_of_the_smaller() {
        let mut random = Rng::with_seed(5);
        let small = Shape { hidden: 64, king_buckets: 1, outputs: 1 };
        let large = Shape { hidden: 96, king_buckets: 4, outputs: 8 };
        let small_weights = weights(&mut random, small);
        let large_weights = super::super::initial::grown(small, &small_weights, large, 1).unwrap();
        let samples = samples(&mut random, 100);
        let pairs = values(small, &small_weights, &samples).into_iter().zip(values(
            large,
            &large_weights,
            &samples,
        ));
        for (before, after) in pairs {
            assert!((before - after).abs() < 1e-4, "{before} {after}");
        }
        assert!(super::super::initial::grown(large, &large_weights, small, 1).is_none());
    }
}
