//! The network in floating point: its value, and how each weight changes the loss.
//!
//! Only the rows of the men on the board take part in a position, some 20 of 768, so they
//! are summed one by one; no matrix is multiplied. All rows together do not fit the cache
//! of a core: many positions at a time go through a few neurons of all rows, then through
//! the next ones.

use super::samples::{MEN, Sample};
use crate::eval::network::{INPUTS, SCALE};

/// Neurons that are looked at together.
const BLOCK: usize = 64;
/// Positions that are looked at together.
const CHUNK: usize = 512;

/// How many weights a network has.
pub(super) const fn count(hidden: usize) -> usize {
    (INPUTS + 3) * hidden + 1
}

/// The weights of a network with `N` hidden neurons in one list: inputs, biases, weights of
/// the output for the side to move and for the other, bias of the output. Their slopes are
/// in the same order.
struct Parts<'a, const N: usize> {
    inputs: &'a [[f32; N]],
    bias: &'a [f32; N],
    output: [&'a [f32; N]; 2],
    output_bias: f32,
}

impl<'a, const N: usize> Parts<'a, N> {
    fn new(weights: &'a [f32]) -> Self {
        let (rows, rest) = weights.as_chunks::<N>();
        let (inputs, others) = rows.split_at(INPUTS);
        Self { inputs, bias: &others[0], output: [&others[1], &others[2]], output_bias: rest[0] }
    }
}

/// How the target is made of score and result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// Share of the result.
    pub lambda: f32,
    /// Centipawns with which a side has `sigmoid(1)` of the points.
    pub scale: f32,
}

impl Target {
    /// What a value of 1 is multiplied by.
    fn steepness(self) -> f32 {
        SCALE as f32 / self.scale
    }

    /// Expected points of the side to move.
    fn of(self, sample: &Sample) -> f32 {
        let by_score = sigmoid(f32::from(sample.score) / self.scale);
        self.lambda * f32::from(sample.result) / 2.0 + (1.0 - self.lambda) * by_score
    }
}

fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The inputs of a position that are 1, of the side to move and of the other.
struct Inputs {
    sides: [[u16; MEN]; 2],
    men: usize,
}

impl Inputs {
    fn new(sample: &Sample) -> Self {
        let [mut own, mut enemy] = [[0; MEN]; 2];
        let men = sample.inputs(&mut own, &mut enemy);
        Self { sides: [own, enemy], men }
    }

    fn of(&self, side: usize) -> &[u16] {
        &self.sides[side][..self.men]
    }
}

/// A few neurons of each input.
type Rows = Box<[[f32; BLOCK]]>;

fn rows() -> Rows {
    vec![[0.0; BLOCK]; INPUTS].into()
}

/// Computes the hidden layers of some positions.
fn fill_layers<const N: usize>(
    parts: &Parts<'_, N>,
    positions: &[Inputs],
    rows: &mut Rows,
    layers: &mut [[[f32; N]; 2]],
) {
    for block in 0..N / BLOCK {
        for (row, input) in rows.iter_mut().zip(parts.inputs) {
            *row = input.as_chunks().0[block];
        }
        let bias: [f32; BLOCK] = parts.bias.as_chunks().0[block];
        for (layers, position) in layers.iter_mut().zip(positions) {
            for (side, layer) in layers.iter_mut().enumerate() {
                let mut sums = bias;
                for &input in position.of(side) {
                    let row = &rows[usize::from(input)];
                    for neuron in 0..BLOCK {
                        sums[neuron] += row[neuron];
                    }
                }
                layer.as_chunks_mut().0[block] = sums;
            }
        }
    }
}

/// Adds what comes back to the neurons of some positions to the slopes of their inputs.
fn add_input_slopes<const N: usize>(
    positions: &[Inputs],
    back: &[[[f32; N]; 2]],
    rows: &mut Rows,
    slopes: &mut [[f32; N]],
) {
    for block in 0..N / BLOCK {
        rows.fill([0.0; BLOCK]);
        for (back, position) in back.iter().zip(positions) {
            for (side, back) in back.iter().enumerate() {
                let back: [f32; BLOCK] = back.as_chunks().0[block];
                for &input in position.of(side) {
                    let row = &mut rows[usize::from(input)];
                    for neuron in 0..BLOCK {
                        row[neuron] += back[neuron];
                    }
                }
            }
        }
        for (slopes, row) in slopes.iter_mut().zip(rows.iter()) {
            let slopes: &mut [f32; BLOCK] = &mut slopes.as_chunks_mut().0[block];
            for neuron in 0..BLOCK {
                slopes[neuron] += row[neuron];
            }
        }
    }
}

/// The output for hidden layers, in units of [`SCALE`]: the sum of weight times square of
/// the clipped neuron.
#[inline(always)]
fn value<const N: usize>(parts: &Parts<'_, N>, layers: &[[f32; N]; 2]) -> f32 {
    let mut products = [0.0; N];
    for (layer, weights) in layers.iter().zip(parts.output) {
        for neuron in 0..N {
            let clipped = layer[neuron].clamp(0.0, 1.0);
            products[neuron] += clipped * clipped * weights[neuron];
        }
    }
    parts.output_bias + total(products)
}

/// The sum of all, half added to half as long as there are halves: many additions can be
/// made at once.
#[inline(always)]
fn total<const N: usize>(mut numbers: [f32; N]) -> f32 {
    let mut count = N;
    while count.is_multiple_of(2) {
        count /= 2;
        let (low, high) = numbers.split_at_mut(count);
        for (low, high) in low.iter_mut().zip(high) {
            *low += *high;
        }
    }
    numbers[..count].iter().sum()
}

/// The value of each sample, in units of [`SCALE`].
pub(super) fn values<const N: usize>(weights: &[f32], samples: &[Sample]) -> Vec<f32> {
    let parts = Parts::<N>::new(weights);
    let (mut rows, mut layers) = (rows(), vec![[[0.0; N]; 2]; CHUNK]);
    let mut values = Vec::with_capacity(samples.len());
    for chunk in samples.chunks(CHUNK) {
        let positions: Vec<Inputs> = chunk.iter().map(Inputs::new).collect();
        fill_layers(&parts, &positions, &mut rows, &mut layers);
        values.extend(layers[..chunk.len()].iter().map(|layers| value(&parts, layers)));
    }
    values
}

/// The sum of the squared errors of values.
pub(super) fn loss(values: &[f32], samples: &[Sample], target: Target) -> f64 {
    let error = |(value, sample): (&f32, &Sample)| {
        let error = sigmoid(target.steepness() * *value) - target.of(sample);
        f64::from(error * error)
    };
    values.iter().zip(samples).map(error).sum()
}

/// Adds the slopes of the squared errors of the samples with these indices to `slopes`;
/// returns the sum of the squared errors.
pub(super) fn add_slopes<const N: usize>(
    weights: &[f32],
    samples: &[Sample],
    indices: &[u32],
    target: Target,
    slopes: &mut [f32],
) -> f64 {
    let parts = Parts::<N>::new(weights);
    let (slopes, rest) = slopes.as_chunks_mut::<N>();
    let (input_slopes, others) = slopes.split_at_mut(INPUTS);
    let (mut total, steepness) = (0.0, target.steepness());
    // Not in place: the compiler could not tell these apart from each other.
    let (mut bias_slopes, mut output_slopes) = ([0.0; N], [[0.0; N]; 2]);
    let (mut block_rows, mut layers) = (rows(), vec![[[0.0; N]; 2]; CHUNK]);
    for indices in indices.chunks(CHUNK) {
        let samples: Vec<Sample> = indices.iter().map(|&index| samples[index as usize]).collect();
        let positions: Vec<Inputs> = samples.iter().map(Inputs::new).collect();
        let layers = &mut layers[..positions.len()];
        fill_layers(&parts, &positions, &mut block_rows, layers);
        for (layers, sample) in layers.iter_mut().zip(&samples) {
            let expected = sigmoid(steepness * value(&parts, layers));
            let error = expected - target.of(sample);
            total += f64::from(error * error);
            let slope = 2.0 * error * expected * (1.0 - expected) * steepness;
            rest[0] += slope;
            for (side, layer) in layers.iter_mut().enumerate() {
                let weights = parts.output[side];
                for neuron in 0..N {
                    let clipped = layer[neuron].clamp(0.0, 1.0);
                    output_slopes[side][neuron] += slope * clipped * clipped;
                    // Nothing comes back from a clipped neuron.
                    let inside = if clipped == layer[neuron] { 2.0 * slope } else { 0.0 };
                    layer[neuron] = inside * clipped * weights[neuron];
                    bias_slopes[neuron] += layer[neuron];
                }
            }
        }
        add_input_slopes(&positions, layers, &mut block_rows, input_slopes);
    }
    for (slopes, found) in others.iter_mut().zip([bias_slopes, output_slopes[0], output_slopes[1]])
    {
        for (slope, found) in slopes.iter_mut().zip(found) {
            *slope += found;
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::eval::network::{HIDDEN, Layers, Network, ops};
    use crate::tune::train::quantised::Quantised;
    use fastrand::Rng;

    const N: usize = 64;

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
        let sample = |position| Sample::new(position, random.i32(-500..500), random.u8(..3));
        positions.iter().map(sample).collect()
    }

    fn weights(random: &mut Rng, hidden: usize) -> Vec<f32> {
        (0..count(hidden)).map(|_| random.f32() * 0.3 - 0.12).collect()
    }

    /// A small step along the slopes changes the loss as they say.
    #[test]
    fn slopes_are_those_of_the_loss() {
        let mut random = Rng::with_seed(3);
        let (weights, samples) = (weights(&mut random, N), samples(&mut random, 50));
        let target = Target { lambda: 0.3, scale: 150.0 };
        let mut slopes = vec![0.0; weights.len()];
        let indices: Vec<u32> = (0..samples.len() as u32).collect();
        let found = add_slopes::<N>(&weights, &samples, &indices, target, &mut slopes);
        let loss_of = |weights: &[f32]| loss(&values::<N>(weights, &samples), &samples, target);
        assert!((found - loss_of(&weights)).abs() < 1e-4);
        let parts = [0..INPUTS * N, INPUTS * N..(INPUTS + 1) * N, (INPUTS + 1) * N..weights.len()];
        for part in parts {
            let square: f64 =
                slopes[part.clone()].iter().map(|&slope| f64::from(slope).powi(2)).sum();
            // So short that few neurons reach an edge.
            let length = 0.01 / square;
            let step = |sign: f64| {
                let mut moved = weights.clone();
                for index in part.clone() {
                    moved[index] += (sign * length * f64::from(slopes[index])) as f32;
                }
                loss_of(&moved)
            };
            let change = step(1.0) - step(-1.0);
            assert!((change / 0.02 - 1.0).abs() < 0.05, "{part:?}: {change}");
        }
    }

    /// What the trainer writes is what the engine reads.
    #[test]
    fn the_engine_evaluates_as_the_trainer_does() {
        let mut random = Rng::with_seed(4);
        let quantised = Quantised::new(HIDDEN, &weights(&mut random, HIDDEN));
        let network = Network::from_bytes(&quantised.to_bytes()).unwrap();
        for position in positions(&mut random, 300) {
            let expected = quantised.value(&Sample::new(&position, 0, 1));
            let layers = Layers::new(&network, &position);
            let found = network.value(&layers, position.side_to_move(), ops::NATIVE);
            assert_eq!(found, expected, "{position}");
        }
    }
}
