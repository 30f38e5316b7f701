//! Files of networks. A header, all little-endian: 8 bytes of magic, then as `u32` the number
//! of hidden neurons, of king buckets, of outputs, of neurons in the second layer, and a CRC-32C
//! of the rest of the file. Then 16-bit weights: of the inputs, bucket by bucket and input by
//! input; biases of the hidden layer; of each output, for the side to move and for the other
//! side. Then the bias of each output (`i32`).
//!
//! If there is a second layer, then for each output: its 8-bit weights for the side to move and
//! for the other side, neuron by neuron of the second layer; its biases (`i32`); the 16-bit
//! weights of the third layer, input by input, the neurons of the second layer before their
//! squares; its biases (`i32`), and its 16-bit weights in the value. Files of version 2, without
//! a second layer and its number in the header, are read, too.

use super::layers::{BLOCK, Bytes, Layers, THIRD, ThirdRow, ThirdSums, place};
use super::shape::{
    FileShape, HIDDEN, HIDDEN_ONE, Header, INPUTS, KING_BUCKETS, MAGIC, OUTPUTS, Row, SECOND, SHAPE,
};
use super::{Network, OutputWeights};
use std::fs;
use std::io;
use std::path::Path;
use thiserror::Error;

/// Bytes of the weights of a network of this shape, up to the biases of the outputs.
const WITHOUT_LAYERS: usize = 2 * (KING_BUCKETS * INPUTS + 1 + 2 * OUTPUTS) * HIDDEN + 4 * OUTPUTS;
/// Bytes of the layers of an output: the second layer's weights and biases, the third one's
/// weights and biases, and its weights in the value.
const LAYERS: [usize; 5] =
    [2 * SECOND * HIDDEN, 4 * SECOND, 2 * 2 * SECOND * THIRD, 4 * THIRD, 2 * THIRD];
/// Their sum.
const LAYERS_LENGTH: usize = LAYERS[0] + LAYERS[1] + LAYERS[2] + LAYERS[3] + LAYERS[4];

/// The largest weight of an input and the largest bias: the sum of 32 pieces and the bias
/// must fit 16 bits.
const INPUT_LIMIT: i16 = (i16::MAX as i32 / 33) as i16;
/// The largest weight of the output: times a neuron of 1 it must fit 16 bits.
const OUTPUT_LIMIT: i16 = (i16::MAX as i32 / HIDDEN_ONE) as i16;
/// The largest sum of the positive weights of the output, and of the negative ones: all their
/// neurons at 1, and the others at 0, must fit 32 bits.
pub const OUTPUT_SUM_LIMIT: i32 = i32::MAX / (HIDDEN_ONE * HIDDEN_ONE);
/// The largest bias of the output, far beyond any value.
const OUTPUT_BIAS_LIMIT: u32 = 1 << 24;
/// The largest bias of the second and of the third layer, far beyond any.
const LAYER_BIAS_LIMIT: u32 = 1 << 28;
/// The largest weight of the third layer, and in the value: a sum of 32 with inputs of
/// [`INPUT_ONE`](super::layers::INPUT_ONE) fits 30 bits.
const THIRD_LIMIT: u16 = 1 << 14;

/// Why a network can't be used.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// The file can't be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The path leads to a folder, a device or a pipe.
    #[error("it is not a file")]
    NoFile,
    /// It does not begin as networks do.
    #[error("it is not a network of Nullfenster")]
    NoNetwork,
    /// It has another shape.
    #[error(
        "it has {} hidden neurons, {} king buckets, {} outputs and {} neurons in the second \
         layer, this program is built for {HIDDEN}, {KING_BUCKETS}, {OUTPUTS} and {SECOND}",
        .0.hidden, .0.king_buckets, .0.outputs, .0.second
    )]
    Shape(FileShape),
    /// It is too short or too long.
    #[error("it has {found} bytes instead of {expected}")]
    Length {
        /// The bytes of the file.
        found: u64,
        /// Those of a network of its shape.
        expected: usize,
    },
    /// The checksum is another one.
    #[error("it is damaged: its checksum is wrong")]
    Checksum,
    /// Sums with this weight could overflow.
    #[error("a weight of its {0} is too large")]
    Weight(&'static str),
}

/// The largest sum, in size, that some neurons at 1 and the others at 0 can make with
/// weights of the output.
pub fn largest_sum(weights: impl Iterator<Item = i16>) -> i64 {
    let [mut positive, mut negative] = [0; 2];
    for weight in weights.map(i64::from) {
        positive += weight.max(0);
        negative -= weight.min(0);
    }
    positive.max(negative)
}

/// The bytes of a file of this shape with these weights.
pub fn with_header(shape: FileShape, weights: &[u8]) -> Vec<u8> {
    let FileShape { hidden, king_buckets, outputs, second } = shape;
    let numbers = [hidden, king_buckets, outputs, second].map(|number| number as u32);
    let fields = numbers.into_iter().chain([crc32c::crc32c(weights)]);
    let fields: Vec<u8> = fields.flat_map(u32::to_le_bytes).collect();
    [&MAGIC, &fields[..], weights].concat()
}

/// The 32-bit numbers of some bytes.
fn words<const COUNT: usize>(bytes: &[u8]) -> [u32; COUNT] {
    let words = bytes.as_chunks().0;
    std::array::from_fn(|at| u32::from_le_bytes(words[at]))
}

impl Network {
    /// Reads a file.
    ///
    /// # Errors
    /// If it can't be read or is not a network for this program.
    pub fn open(path: &Path) -> Result<Self, NetworkError> {
        // A device or a pipe may have no end, and a wrong file be very large.
        let found = fs::metadata(path)?;
        if !found.is_file() {
            return Err(NetworkError::NoFile);
        }
        if found.len() > 1 << 30 {
            return Err(NetworkError::NoNetwork);
        }
        Self::from_bytes(&fs::read(path)?)
    }

    /// Reads a network from the bytes of a file.
    ///
    /// # Errors
    /// If they are not a network for this program.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let header = Header::read(bytes).ok_or(NetworkError::NoNetwork)?;
        let shape = header.shape;
        let grown = FileShape { second: SECOND, ..shape };
        if grown != SHAPE || ![0, SECOND].contains(&shape.second) {
            return Err(NetworkError::Shape(shape));
        }
        let layers = if shape.second == 0 { 0 } else { OUTPUTS * LAYERS_LENGTH };
        let expected = header.length + WITHOUT_LAYERS + layers;
        if bytes.len() != expected {
            return Err(NetworkError::Length { found: bytes.len() as u64, expected });
        }
        let body = &bytes[header.length..];
        if crc32c::crc32c(body) != header.checksum {
            return Err(NetworkError::Checksum);
        }
        let (body, layers) = body.split_at(WITHOUT_LAYERS);
        let (rows, biases) = body.split_at(WITHOUT_LAYERS - 4 * OUTPUTS);
        let rows: Vec<Row> = rows
            .chunks_exact(2 * HIDDEN)
            .map(|row| {
                Row(std::array::from_fn(|at| i16::from_le_bytes([row[2 * at], row[2 * at + 1]])))
            })
            .collect();
        let (inputs, rest) = rows.split_at(KING_BUCKETS * INPUTS);
        let (bias, outputs) = rest.split_at(1);
        let biases: [u32; OUTPUTS] = words(biases);
        // Without layers those of all outputs are zero, which changes no value.
        let mut layers = layers.chunks_exact(LAYERS_LENGTH);
        let outputs: Vec<OutputWeights> = (0..OUTPUTS)
            .map(|output| OutputWeights {
                rows: [outputs[2 * output], outputs[2 * output + 1]],
                bias: biases[output] as i32,
                layers: layers.next().map_or(Layers::NONE, Layers::from_bytes),
            })
            .collect();
        let network = Self { inputs: inputs.into(), bias: bias[0], outputs: outputs.into() };
        network.check()?;
        Ok(network)
    }

    /// The bytes of a file, the inverse of [`Self::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        with_header(SHAPE, &self.body())
    }

    /// The bytes after the header.
    fn body(&self) -> Vec<u8> {
        let outputs = self.outputs.iter().flat_map(|output| &output.rows);
        let rows = self.inputs.iter().chain([&self.bias]).chain(outputs);
        let mut body: Vec<u8> =
            rows.flat_map(|row| &row.0).flat_map(|weight| weight.to_le_bytes()).collect();
        body.extend(self.outputs.iter().flat_map(|output| output.bias.to_le_bytes()));
        for output in self.outputs.iter().filter(|_| SECOND != 0) {
            output.layers.append_to(&mut body);
        }
        body
    }

    /// A checksum of all weights: networks with the same one are the same.
    pub fn checksum(&self) -> u32 {
        crc32c::crc32c(&self.body())
    }

    /// Checks that the sums of no position can overflow.
    fn check(&self) -> Result<(), NetworkError> {
        let within = |row: &Row, limit: i16| {
            row.0.iter().all(|weight| weight.unsigned_abs() <= limit as u16)
        };
        if !self.inputs.iter().all(|row| within(row, INPUT_LIMIT)) {
            return Err(NetworkError::Weight("inputs"));
        }
        if !within(&self.bias, INPUT_LIMIT) {
            return Err(NetworkError::Weight("biases"));
        }
        let fits = |output: &OutputWeights| {
            output.rows.iter().all(|row| within(row, OUTPUT_LIMIT))
                && largest_sum(output.rows.iter().flat_map(|row| row.0))
                    <= i64::from(OUTPUT_SUM_LIMIT)
                && output.bias.unsigned_abs() <= OUTPUT_BIAS_LIMIT
        };
        if !self.outputs.iter().all(fits) {
            return Err(NetworkError::Weight("output"));
        }
        if !self.outputs.iter().all(|output| output.layers.fit()) {
            return Err(NetworkError::Weight("third layer"));
        }
        Ok(())
    }
}

impl Layers {
    /// Layers that add nothing to the value.
    const NONE: Self = Self {
        second: [[[Bytes([0; BLOCK]); SECOND]; HIDDEN / BLOCK]; 2],
        second_bias: [0; SECOND],
        third: [ThirdRow([[0; 2]; THIRD]); SECOND],
        third_bias: ThirdSums([0; THIRD]),
        last: [0; THIRD],
    };

    /// Reads the layers of an output.
    fn from_bytes(bytes: &[u8]) -> Self {
        let mut rest = bytes;
        let [second, second_bias, third, third_bias, last] = LAYERS.map(|length| {
            let (part, after) = rest.split_at(length);
            rest = after;
            part
        });
        let mut layers = Self {
            second_bias: words(second_bias).map(|word| word as i32),
            third_bias: ThirdSums(words(third_bias).map(|word| word as i32)),
            ..Self::NONE
        };
        let rows = (0..2).flat_map(|side| (0..SECOND).map(move |second| (side, second)));
        for ((side, second), weights) in rows.zip(second.chunks_exact(HIDDEN)) {
            for (neuron, &weight) in weights.iter().enumerate() {
                let bytes = &mut layers.second[side][neuron / BLOCK][second].0;
                bytes[place(neuron % BLOCK)] = weight as i8;
            }
        }
        let (third, last) = (third.as_chunks().0, last.as_chunks().0);
        let (plain, squares) = third.split_at(THIRD * SECOND);
        let rows = layers.third.iter_mut().flat_map(|row| &mut row.0);
        for (weights, (&plain, &square)) in rows.zip(plain.iter().zip(squares)) {
            *weights = [plain, square].map(i16::from_le_bytes);
        }
        layers.last = std::array::from_fn(|at| i16::from_le_bytes(last[at]));
        layers
    }

    /// Appends the bytes of a file.
    fn append_to(&self, bytes: &mut Vec<u8>) {
        let rows = self.second.iter().flat_map(|blocks| (0..SECOND).map(move |row| (blocks, row)));
        for (blocks, row) in rows {
            let weight = |neuron: usize| blocks[neuron / BLOCK][row].0[place(neuron % BLOCK)] as u8;
            bytes.extend((0..HIDDEN).map(weight));
        }
        bytes.extend(self.second_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        for square in 0..2 {
            let rows = self.third.iter().flat_map(|row| &row.0);
            bytes.extend(rows.flat_map(|weights| weights[square].to_le_bytes()));
        }
        bytes.extend(self.third_bias.0.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(self.last.iter().flat_map(|weight| weight.to_le_bytes()));
    }

    /// True if no sum can overflow.
    fn fit(&self) -> bool {
        let weights = self.third.iter().flat_map(|row| row.0.iter().flatten()).chain(&self.last);
        let mut biases = self.second_bias.iter().chain(&self.third_bias.0);
        biases.all(|bias| bias.unsigned_abs() <= LAYER_BIAS_LIMIT)
            && weights.into_iter().all(|weight| weight.unsigned_abs() <= THIRD_LIMIT)
    }
}
