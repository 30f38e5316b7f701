//! The quantised network, as the engine reads it.

use super::layout::{Numbers, Shape, THIRD};
use super::samples::{MAX_PIECES, Sample};
use crate::eval::network::layers::{
    INPUT_ONE, SECOND_ONE, SECOND_WEIGHT_ONE, SQUARE_ONE, THIRD_ONE, THIRD_WEIGHT_ONE, byte,
    third_inputs, third_neuron,
};
use crate::eval::network::{
    FileShape, HIDDEN_ONE, Header, OUTPUT_ONE, SCALE, largest_sum, output_of, with_header,
};

/// A network's weights in the engine's units, in the order of the file.
#[derive(Clone, Debug)]
pub(super) struct Quantised {
    shape: Shape,
    /// Input weights, biases, output weights of each output for the side to move and for the
    /// other side.
    weights: Vec<i16>,
    output_biases: Vec<i32>,
    /// Weights of the second layer by output, side, neuron of the second layer and neuron.
    second_weights: Vec<i8>,
    /// Biases of the second layer by output, and the third layer as in [`Shape::third`].
    second_biases: Vec<i32>,
    third: Vec<i32>,
}

/// The factors of hidden and of output weights.
const UNITS: [f32; 2] = [HIDDEN_ONE as f32, OUTPUT_ONE as f32];

impl Quantised {
    /// Quantises the weights of a network.
    pub fn new(shape: Shape, weights: &[f32]) -> Self {
        let [one, output_one] = UNITS;
        let round = |weight: f32, unit: f32| (weight * unit).round() as i16;
        let inputs = (0..shape.biases().start)
            .map(|at| shape.input(at / shape.hidden, at % shape.hidden))
            .map(|at| weights[at]);
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
            second_weights: shape
                .second_order()
                .map(|at| (weights[at] * SECOND_WEIGHT_ONE as f32).round() as i8)
                .collect(),
            second_biases: weights[shape.second_biases()]
                .iter()
                .map(|bias| (bias * SECOND_ONE as f32).round() as i32)
                .collect(),
            third: weights[shape.third()]
                .iter()
                .enumerate()
                .map(|(at, weight)| (weight * third_unit(shape, at)).round() as i32)
                .collect(),
        }
    }

    /// Reads the file of a network of any shape, to train it further.
    ///
    /// # Errors
    /// Describes the error in the file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let header = Header::read(bytes).ok_or("it is not a network of Nullfenster")?;
        let body = &bytes[header.length..];
        let FileShape { hidden, king_buckets, outputs, second } = header.shape;
        let shape = Shape { hidden, king_buckets, outputs, second };
        shape.check().map_err(|error| error.to_string())?;
        let (weights, second) = (shape.output_weights().end, shape.second_weights().len());
        let (biases, third) = (shape.second_biases().len(), shape.third().len());
        // The third layer's biases have 32 bits, its other numbers 16.
        let third_biases = third / shape.third_rows();
        let third = 2 * third + 2 * third_biases;
        let parts = [2 * weights, 4 * outputs, second, 4 * biases, third];
        if body.len() != parts.iter().sum::<usize>() || crc32c::crc32c(body) != header.checksum {
            return Err("it is damaged: its length or its checksum is wrong".to_owned());
        }
        let (weights, body) = body.split_at(2 * weights);
        let (output_biases, body) = body.split_at(4 * outputs);
        let mut read = Self {
            shape,
            weights: weights.as_chunks().0.iter().map(|&word| i16::from_le_bytes(word)).collect(),
            output_biases: output_biases
                .as_chunks()
                .0
                .iter()
                .map(|&word| i32::from_le_bytes(word))
                .collect(),
            second_weights: Vec::new(),
            second_biases: Vec::new(),
            third: Vec::new(),
        };
        for layers in body.chunks_exact((body.len() / outputs).max(1)) {
            let (weights, rest) = layers.split_at(second / outputs);
            let (biases, rest) = rest.split_at(4 * biases / outputs);
            let (third, rest) = rest.split_at(2 * (shape.third_rows() - 2) * THIRD);
            let (third_biases, last) = rest.split_at(4 * THIRD);
            let long = |bytes: &[u8]| -> Vec<i32> {
                bytes.as_chunks().0.iter().map(|&word| i32::from_le_bytes(word)).collect()
            };
            let short = |bytes: &[u8]| -> Vec<i32> {
                let words = bytes.as_chunks().0.iter();
                words.map(|&word| i16::from_le_bytes(word).into()).collect()
            };
            read.second_weights.extend(weights.iter().map(|&byte| byte as i8));
            read.second_biases.extend(long(biases));
            read.third.extend([short(third), long(third_biases), short(last)].concat());
        }
        Ok(read)
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
        for (place, &weight) in shape.second_order().zip(&self.second_weights) {
            weights[place] = f32::from(weight) / SECOND_WEIGHT_ONE as f32;
        }
        for (place, &bias) in shape.second_biases().zip(&self.second_biases) {
            weights[place] = bias as f32 / SECOND_ONE as f32;
        }
        for (at, (place, &weight)) in shape.third().zip(&self.third).enumerate() {
            weights[place] = weight as f32 / third_unit(shape, at);
        }
        weights
    }

    /// The file of the network.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body: Vec<u8> =
            self.weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
        body.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        let Shape { hidden, king_buckets, outputs, second } = self.shape;
        for output in (0..outputs).filter(|_| second > 0) {
            body.extend(of(&self.second_weights, output, outputs).iter().map(|&byte| byte as u8));
            let biases = of(&self.second_biases, output, outputs);
            body.extend(biases.iter().flat_map(|bias| bias.to_le_bytes()));
            let rows = of(&self.third, output, outputs).chunks_exact(THIRD);
            for (row, numbers) in rows.enumerate() {
                for number in numbers {
                    let length = if row == 2 * second { 4 } else { 2 };
                    body.extend(&number.to_le_bytes()[..length]);
                }
            }
        }
        with_header(FileShape { hidden, king_buckets, outputs, second }, &body)
    }

    /// The largest size of an output's sum, see [`largest_sum`].
    pub fn output_sum(&self) -> i64 {
        let outputs = self.weights[self.shape.output_weights()].chunks(2 * self.shape.hidden);
        outputs.map(|weights| largest_sum(weights.iter().copied())).max().unwrap_or(0)
    }

    /// The value of a sample in centipawns, in plain arithmetic.
    pub fn value(&self, sample: &Sample) -> i32 {
        let Shape { hidden, king_buckets, outputs, second } = self.shape;
        let row = |index: usize| &self.weights[index * hidden..(index + 1) * hidden];
        let (mut own, mut enemy) = ([0; MAX_PIECES], [0; MAX_PIECES]);
        let pieces = sample.inputs(king_buckets, &mut own, &mut enemy);
        let selected = output_of(pieces, outputs);
        let (mut sum, mut second_sums) = (0, vec![0; second]);
        for (side, inputs) in [own, enemy].iter().enumerate() {
            let biases = self.shape.inputs();
            let output = row(biases + 1 + 2 * selected + side);
            let second_weights = &self.second_weights[(2 * selected + side) * second * hidden..];
            for (neuron, (bias, output)) in row(biases).iter().zip(output).enumerate() {
                let weight = |&input: &u16| i32::from(row(usize::from(input))[neuron]);
                let value: i32 = inputs[..pieces].iter().map(weight).sum();
                let clipped = (value + i32::from(*bias)).clamp(0, HIDDEN_ONE);
                sum += clipped * clipped * i32::from(*output);
                let byte = byte(clipped);
                for (at, second_sum) in second_sums.iter_mut().enumerate() {
                    *second_sum += byte * i32::from(second_weights[at * hidden + neuron]);
                }
            }
        }
        let value = i64::from(sum / HIDDEN_ONE + self.output_biases[selected]) * i64::from(SCALE);
        let value = value / i64::from(HIDDEN_ONE * OUTPUT_ONE);
        if second == 0 {
            return value as i32;
        }
        let biases = of(&self.second_biases, selected, outputs);
        let inputs: Vec<i32> =
            second_sums.iter().zip(biases).map(|(sum, bias)| third_inputs(sum + bias)).collect();
        let rows = of(&self.third, selected, outputs).as_chunks::<THIRD>().0;
        let correction: i32 = (0..THIRD)
            .map(|neuron| {
                // The neurons of the second layer, then their squares.
                let plain = inputs.iter().map(|pair| pair & 0xffff);
                let all = plain.chain(inputs.iter().map(|pair| pair >> 16));
                let sum: i32 = all.zip(rows).map(|(input, row)| input * row[neuron]).sum();
                let [bias, last] = [0, 1].map(|row| rows[2 * second + row][neuron]);
                third_neuron(sum + bias) * last
            })
            .sum();
        (value + i64::from(correction) * i64::from(SCALE) / i64::from(THIRD_ONE)) as i32
    }
}

/// The part of an output of numbers that each of `outputs` has as many of.
fn of<T>(numbers: &[T], output: usize, outputs: usize) -> &[T] {
    let size = numbers.len() / outputs;
    &numbers[output * size..][..size]
}

/// The stored number of a number of the third layer of 1, by its place in [`Shape::third`].
fn third_unit(shape: Shape, at: usize) -> f32 {
    let row = at / THIRD % shape.third_rows();
    let of_input = THIRD_WEIGHT_ONE as f32;
    // Squares have a smaller unit than inputs.
    let of_square = of_input * INPUT_ONE as f32 / SQUARE_ONE;
    match row {
        _ if row < shape.second => of_input,
        _ if row == 2 * shape.second => THIRD_ONE as f32,
        _ => of_square,
    }
}
