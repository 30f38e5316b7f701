//! Files of networks: 8 bytes that say what it is, the number of hidden neurons (u32), a
//! CRC-32C of what follows (u32); then 16-bit weights, input by input, biases of the hidden
//! layer, weights of the output for the side to move and for the other side; at last the
//! bias of the output (i32). All little-endian.

use super::{HIDDEN, HIDDEN_ONE, INPUTS, Network, Row};
use std::fs;
use std::io;
use std::path::Path;
use thiserror::Error;

/// The first bytes of a file.
pub const MAGIC: [u8; 8] = *b"NULLNET1";
/// Bytes before the weights.
const HEADER: usize = 16;
/// Bytes of a network of this size.
const LENGTH: usize = HEADER + 2 * (INPUTS + 3) * HIDDEN + 4;

/// The largest weight of an input and the largest bias: the sum of 32 men and the bias
/// must fit 16 bits.
const INPUT_LIMIT: i16 = (i16::MAX as i32 / 33) as i16;
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
    /// The path leads to something else than a file.
    #[error("it is no file")]
    NoFile,
    /// It does not begin as networks do.
    #[error("it is no network of Nullfenster")]
    NoNetwork,
    /// It has another number of hidden neurons.
    #[error("it has {0} hidden neurons, this program is built for {HIDDEN}")]
    Hidden(u32),
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

/// The number of hidden neurons in the header of a file.
pub const fn hidden(bytes: &[u8]) -> usize {
    u32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]) as usize
}

/// The largest amount that some neurons at 1, and the others at 0, can make with weights of
/// the output.
pub fn largest_sum(weights: impl Iterator<Item = i16>) -> i64 {
    let [mut positive, mut negative] = [0; 2];
    for weight in weights.map(i64::from) {
        positive += weight.max(0);
        negative -= weight.min(0);
    }
    positive.max(negative)
}

impl Network {
    /// Reads a file.
    ///
    /// # Errors
    /// If it can't be read or is no network for this program.
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
    /// If they are no network for this program.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        if bytes.len() < HEADER || bytes[..8] != MAGIC {
            return Err(NetworkError::NoNetwork);
        }
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[at + byte]));
        if word(8) as usize != HIDDEN {
            return Err(NetworkError::Hidden(word(8)));
        }
        if bytes.len() != LENGTH {
            return Err(NetworkError::Length(bytes.len() as u64));
        }
        if crc32c::crc32c(&bytes[HEADER..]) != word(12) {
            return Err(NetworkError::Checksum);
        }
        let output_bias = word(LENGTH - 4) as i32;
        let rows: Vec<Row> = bytes[HEADER..LENGTH - 4]
            .chunks_exact(2 * HIDDEN)
            .map(|row| {
                Row(std::array::from_fn(|at| i16::from_le_bytes([row[2 * at], row[2 * at + 1]])))
            })
            .collect();
        let (inputs, rest) = rows.split_at(INPUTS);
        let network =
            Self { inputs: inputs.into(), bias: rest[0], output: [rest[1], rest[2]], output_bias };
        network.check()?;
        Ok(network)
    }

    /// Looks whether the sums of some position could overflow.
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
        if !self.output.iter().all(|row| within(row, OUTPUT_LIMIT))
            || largest_sum(self.output.iter().flat_map(|row| row.0)) > i64::from(OUTPUT_SUM_LIMIT)
            || self.output_bias.unsigned_abs() > OUTPUT_BIAS_LIMIT
        {
            return Err(NetworkError::Weight("output"));
        }
        Ok(())
    }
}
