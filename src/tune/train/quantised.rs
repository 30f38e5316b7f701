//! The network in integers, as the engine reads it.

use super::samples::{MEN, Sample};
use crate::eval::network::{HIDDEN_ONE, INPUTS, MAGIC, OUTPUT_ONE, SCALE, largest_sum};

/// A network's weights in the engine's units, in the order of the file.
#[derive(Clone, Debug)]
pub(super) struct Quantised {
    hidden: usize,
    /// Inputs, biases, weights of the output for the side to move and for the other.
    weights: Vec<i16>,
    output_bias: i32,
}

impl Quantised {
    /// Rounds the weights of a network.
    pub fn new(hidden: usize, weights: &[f32]) -> Self {
        let (one, output_one) = (HIDDEN_ONE as f32, OUTPUT_ONE as f32);
        let (last, weights) = weights.split_last().unwrap_or((&0.0, &[]));
        let first_output = (INPUTS + 1) * hidden;
        let round = |(index, &weight): (usize, &f32)| {
            let unit = if index < first_output { one } else { output_one };
            (weight * unit).round() as i16
        };
        Self {
            hidden,
            weights: weights.iter().enumerate().map(round).collect(),
            output_bias: (last * one * output_one).round() as i32,
        }
    }

    /// The file of the network.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body: Vec<u8> =
            self.weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
        body.extend(self.output_bias.to_le_bytes());
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.hidden as u32).to_le_bytes());
        bytes.extend(crc32c::crc32c(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// The largest amount that a sum of the output may reach, see [`largest_sum`].
    pub fn output_sum(&self) -> i64 {
        largest_sum(self.weights[(INPUTS + 1) * self.hidden..].iter().copied())
    }

    /// The value of a sample in centipawns, step by step.
    pub fn value(&self, sample: &Sample) -> i32 {
        let hidden = self.hidden;
        let row = |index: usize| &self.weights[index * hidden..(index + 1) * hidden];
        let (mut own, mut enemy) = ([0; MEN], [0; MEN]);
        let men = sample.inputs(&mut own, &mut enemy);
        let mut sum = 0;
        for (side, inputs) in [own, enemy].iter().enumerate() {
            let output = row(INPUTS + 1 + side);
            for (neuron, (bias, output)) in row(INPUTS).iter().zip(output).enumerate() {
                let weight = |&input: &u16| i32::from(row(usize::from(input))[neuron]);
                let value: i32 = inputs[..men].iter().map(weight).sum();
                let clipped = (value + i32::from(*bias)).clamp(0, HIDDEN_ONE);
                sum += clipped * clipped * i32::from(*output);
            }
        }
        let value = i64::from(sum / HIDDEN_ONE + self.output_bias) * i64::from(SCALE);
        (value / i64::from(HIDDEN_ONE * OUTPUT_ONE)) as i32
    }
}
