//! Files of networks. A header of six fields, all little-endian: 8 bytes of magic, then as
//! `u32` the number of hidden neurons, of king buckets, of outputs, and a CRC-32C
//! of the rest of the file. Then 16-bit weights: of the inputs, bucket by bucket and input by
//! input; of the inputs for pieces in danger; biases of the hidden layer; of each output, for the
//! side to move and for the other side. Last the bias of each output (`i32`).

use super::shape::{
    DANGERS, HEADER, HIDDEN, HIDDEN_ONE, INPUTS, KING_BUCKETS, OUTPUTS, Row, field,
};
use super::{Network, OutputWeights};
use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::Path;
use thiserror::Error;

/// The first bytes of a file.
pub const MAGIC: [u8; 8] = *b"NULLNET3";
/// The first bytes of a file from before networks saw pieces in danger.
const MAGIC_WITHOUT_DANGERS: [u8; 8] = *b"NULLNET2";
/// The shape of the networks of this program: neurons, king buckets, outputs.
const SHAPE: [usize; 3] = [HIDDEN, KING_BUCKETS, OUTPUTS];
/// Bytes of a network of this shape.
const LENGTH: usize = HEADER + 2 * (ROWS + 1 + 2 * OUTPUTS) * HIDDEN + 4 * OUTPUTS;
/// Rows of input weights.
const ROWS: usize = KING_BUCKETS * INPUTS + DANGERS;

/// The largest weight of an input and the largest bias: the sum of 32 pieces, 30 of them
/// in danger, and the bias must fit 16 bits.
const INPUT_LIMIT: i16 = (i16::MAX as i32 / 63) as i16;
/// The largest weight of the output: times a neuron of 1 it must fit 16 bits.
const OUTPUT_LIMIT: i16 = (i16::MAX as i32 / HIDDEN_ONE) as i16;
/// The largest sum of the positive weights of the output, and of the negative ones: all their
/// neurons at 1, and the others at 0, must fit 32 bits.
pub const OUTPUT_SUM_LIMIT: i32 = i32::MAX / (HIDDEN_ONE * HIDDEN_ONE);
/// The largest bias of the output, far beyond any value.
const OUTPUT_BIAS_LIMIT: u32 = 1 << 24;

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
        "it has {hidden} hidden neurons, {king_buckets} king buckets and {outputs} outputs, \
         this program is built for {HIDDEN}, {KING_BUCKETS} and {OUTPUTS}"
    )]
    Shape {
        /// Neurons of the hidden layer.
        hidden: u32,
        /// Sets of input weights by the king's square.
        king_buckets: u32,
        /// Outputs by the number of pieces.
        outputs: u32,
    },
    /// It is too short or too long.
    #[error("it has {0} bytes instead of {LENGTH}")]
    Length(u64),
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

/// The bytes of a file with these numbers of neurons, king buckets and outputs and these weights.
pub fn with_header(shape: [usize; 3], weights: &[u8]) -> Vec<u8> {
    let fields = shape.map(|number| number as u32).into_iter().chain([crc32c::crc32c(weights)]);
    let fields: Vec<u8> = fields.flat_map(u32::to_le_bytes).collect();
    [&MAGIC, &fields[..], weights].concat()
}

/// The bytes of a file as it is written now. One from before networks saw pieces in danger gets
/// weights of zero for them, so its values stay; any other bytes come back as they are.
pub fn upgraded(bytes: &[u8]) -> Cow<'_, [u8]> {
    with_dangers(bytes).map_or(Cow::Borrowed(bytes), Cow::Owned)
}

/// An undamaged file from before networks saw pieces in danger, with weights of zero for them.
fn with_dangers(bytes: &[u8]) -> Option<Vec<u8>> {
    let (header, body) = bytes.split_at_checked(HEADER)?;
    if header[..8] != MAGIC_WITHOUT_DANGERS || crc32c::crc32c(body) != field(header, 20) {
        return None;
    }
    let shape = [8, 12, 16].map(|at| field(header, at) as usize);
    // The rows before are in the file, so those of zeros are no more than a part of it.
    let row = shape[0].checked_mul(2)?;
    let rows = row.checked_mul(INPUTS)?.checked_mul(shape[1].max(1))?;
    let (inputs, rest) = body.split_at_checked(rows)?;
    Some(with_header(shape, &[inputs, &vec![0; DANGERS * row], rest].concat()))
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
            return Err(NetworkError::Length(found.len()));
        }
        Self::from_bytes(&fs::read(path)?)
    }

    /// Reads a network from the bytes of a file.
    ///
    /// # Errors
    /// If they are not a network for this program.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let bytes = &upgraded(bytes)[..];
        if bytes.len() < HEADER || bytes[..8] != MAGIC {
            return Err(NetworkError::NoNetwork);
        }
        let [hidden, king_buckets, outputs] = [8, 12, 16].map(|at| field(bytes, at));
        if [hidden, king_buckets, outputs].map(|number| number as usize) != SHAPE {
            return Err(NetworkError::Shape { hidden, king_buckets, outputs });
        }
        if bytes.len() != LENGTH {
            return Err(NetworkError::Length(bytes.len() as u64));
        }
        if crc32c::crc32c(&bytes[HEADER..]) != field(bytes, 20) {
            return Err(NetworkError::Checksum);
        }
        let (rows, biases) = bytes[HEADER..].split_at(LENGTH - HEADER - 4 * OUTPUTS);
        let rows: Vec<Row> = rows
            .chunks_exact(2 * HIDDEN)
            .map(|row| {
                Row(std::array::from_fn(|at| i16::from_le_bytes([row[2 * at], row[2 * at + 1]])))
            })
            .collect();
        let (inputs, rest) = rows.split_at(ROWS);
        let (bias, outputs) = rest.split_at(1);
        let output = std::array::from_fn(|output| OutputWeights {
            rows: [outputs[2 * output], outputs[2 * output + 1]],
            bias: field(biases, 4 * output) as i32,
        });
        let network = Self { inputs: inputs.into(), bias: bias[0], outputs: Box::new(output) };
        network.check()?;
        Ok(network)
    }

    /// The bytes of a file, the inverse of [`Self::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let outputs = self.outputs.iter().flat_map(|output| &output.rows);
        let rows = self.inputs.iter().chain([&self.bias]).chain(outputs);
        let mut body: Vec<u8> =
            rows.flat_map(|row| &row.0).flat_map(|weight| weight.to_le_bytes()).collect();
        body.extend(self.outputs.iter().flat_map(|output| output.bias.to_le_bytes()));
        with_header(SHAPE, &body)
    }

    /// A checksum of all weights: networks with the same one are the same.
    pub fn checksum(&self) -> u32 {
        let append = |sum: u32, row: &Row| {
            row.0.iter().fold(sum, |sum, weight| crc32c::crc32c_append(sum, &weight.to_le_bytes()))
        };
        let outputs = self.outputs.iter().flat_map(|output| &output.rows);
        let sum = self.inputs.iter().chain([&self.bias]).chain(outputs).fold(0, append);
        let biases = self.outputs.iter().map(|output| output.bias);
        biases.fold(sum, |sum, bias| crc32c::crc32c_append(sum, &bias.to_le_bytes()))
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
        Ok(())
    }
}
