//! The quantised network, as the engine reads it.

use super::layout::{Numbers, Shape};
use super::samples::{MAX_INPUTS, Sample};
use crate::eval::network::{
    HEADER, HIDDEN_ONE, OUTPUT_ONE, SCALE, TACTICS, check_magic, largest_sum, output_of,
    tactic_neurons, with_header, with_new_tactics,
};

/// A network's weights in the engine's units, in the order of the file.
#[derive(Clone, Debug)]
pub(super) struct Quantised {
    shape: Shape,
    /// Input weights, those for tactics of all neurons, biases, output weights of each output for
    /// the side to move and for the other side.
    weights: Vec<i16>,
    output_biases: Vec<i32>,
}

/// The number of neurons for which an input has weights: the first ones.
fn present(shape: Shape, input: usize) -> usize {
    let is_tactic = input >= shape.inputs() - TACTICS;
    if is_tactic { tactic_neurons(shape.hidden) } else { shape.hidden }
}

/// The factors of hidden and of output weights.
const UNITS: [f32; 2] = [HIDDEN_ONE as f32, OUTPUT_ONE as f32];

impl Quantised {
    /// Quantises the weights of a network.
    pub fn new(shape: Shape, weights: &[f32]) -> Self {
        let [one, output_one] = UNITS;
        let round = |weight: f32, unit: f32| (weight * unit).round() as i16;
        let inputs = (0..shape.biases().start).map(|at| {
            let (input, neuron) = (at / shape.hidden, at % shape.hidden);
            let is_there = neuron < present(shape, input);
            if is_there { weights[shape.input(input, neuron)] } else { 0.0 }
        });
        let biases = weights[shape.biases()].iter().copied();
        let outputs = weights[shape.output_weights()].iter();
        let output_biases = weights[shape.output_biases()].iter();
        Self {
            shape,
            weights: inputs
                .chain(biases)
                .map(|weight| round(weight, one))
                .chain(outputs.map(|&weight| round(weight, output_one)))
                .collect(),
            output_biases: output_biases
                .map(|weight| (weight * one * output_one).round() as i32)
                .collect(),
        }
    }

    /// Reads the file of a network of any shape, to train it further.
    ///
    /// # Errors
    /// Describes the error in the file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        check_magic(bytes).map_err(|error| error.to_string())?;
        let (header, body) = bytes.split_at(HEADER);
        let fields: Vec<u32> =
            header[8..].as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
        let [hidden, king_buckets, outputs] = [0, 1, 2].map(|at| fields[at] as usize);
        let shape = Shape { hidden, king_buckets, outputs };
        shape.check().map_err(|error| error.to_string())?;
        // The rows of inputs, of which some are shorter.
        let rows = 0..shape.inputs();
        let narrow: usize = rows.clone().map(|row| present(shape, row)).sum();
        let wide = (1 + 2 * outputs) * hidden;
        let is_whole = crc32c::crc32c(body) == fields[3];
        let body = with_new_tactics(body, [hidden, king_buckets, outputs]);
        if body.len() != narrow + 2 * wide + 4 * outputs || !is_whole {
            return Err("it is damaged: its length or its checksum is wrong".to_owned());
        }
        let (mut inputs, rest) = body.split_at(narrow);
        let (rest, biases) = rest.split_at(2 * wide);
        let mut weights = Vec::with_capacity(shape.output_weights().end);
        for row in rows {
            let (own, others) = inputs.split_at(present(shape, row));
            weights.extend(own.iter().map(|&weight| i16::from(weight.cast_signed())));
            weights.resize((row + 1) * hidden, 0);
            inputs = others;
        }
        weights.extend(rest.as_chunks().0.iter().map(|&word| i16::from_le_bytes(word)));
        let biases = biases.as_chunks().0.iter().map(|&word| i32::from_le_bytes(word));
        Ok(Self { shape, weights, output_biases: biases.collect() })
    }

    /// The network's shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The weights in floating point, in the order of [`Shape`].
    pub fn weights(&self) -> Numbers {
        let (shape, [one, output_one]) = (self.shape, UNITS);
        let mut weights = Numbers::zeros(shape);
        for (at, &weight) in self.weights.iter().enumerate() {
            let (place, unit) = match at {
                _ if at < shape.biases().start => {
                    (shape.input(at / shape.hidden, at % shape.hidden), one)
                }
                _ if at < shape.biases().end => (at, one),
                _ => (at, output_one),
            };
            weights[place] = f32::from(weight) / unit;
        }
        for (place, &bias) in shape.output_biases().zip(&self.output_biases) {
            weights[place] = bias as f32 / (one * output_one);
        }
        weights
    }

    /// The file of the network.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (inputs, rest) = self.weights.split_at(self.shape.biases().start);
        let rows = inputs.chunks_exact(self.shape.hidden).enumerate();
        let narrow = rows.flat_map(|(index, row)| &row[..present(self.shape, index)]);
        let mut body: Vec<u8> = narrow.map(|&weight| (weight as i8).cast_unsigned()).collect();
        body.extend(rest.iter().flat_map(|weight| weight.to_le_bytes()));
        body.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        let Shape { hidden, king_buckets, outputs } = self.shape;
        with_header([hidden, king_buckets, outputs], &body)
    }

    /// The largest size of an output's sum over the neurons of a side, see [`largest_sum`].
    pub fn output_sum(&self) -> i64 {
        let outputs = self.weights[self.shape.output_weights()].chunks(self.shape.hidden);
        outputs.map(|weights| largest_sum(weights.iter().copied())).max().unwrap_or(0)
    }

    /// The value of a sample in centipawns, in plain integer arithmetic.
    pub fn value(&self, sample: &Sample) -> i32 {
        let Shape { hidden, king_buckets, outputs } = self.shape;
        let row = |index: usize| &self.weights[index * hidden..(index + 1) * hidden];
        let (mut own, mut enemy) = ([0; MAX_INPUTS], [0; MAX_INPUTS]);
        let [_, active] = sample.inputs(king_buckets, &mut own, &mut enemy);
        let selected = output_of(sample.piece_count(), outputs);
        let mut sum = 0_i64;
        for (side, inputs) in [own, enemy].iter().enumerate() {
            let biases = self.shape.inputs();
            let output = row(biases + 1 + 2 * selected + side);
            for (neuron, (bias, output)) in row(biases).iter().zip(output).enumerate() {
                let weight = |&input: &u16| i32::from(row(usize::from(input))[neuron]);
                let value: i32 = inputs[..active].iter().map(weight).sum();
                let clipped = (value + i32::from(*bias)).clamp(0, HIDDEN_ONE);
                sum += i64::from(clipped * clipped * i32::from(*output));
            }
        }
        let sum = sum / i64::from(HIDDEN_ONE) + i64::from(self.output_biases[selected]);
        (sum * i64::from(SCALE) / i64::from(HIDDEN_ONE * OUTPUT_ONE)) as i32
    }
}
