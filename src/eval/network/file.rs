//! Files of networks. A header of five fields, all little-endian: 8 bytes of magic, then as
//! `u32` the number of hidden neurons, of king buckets, of outputs, and a CRC-32C
//! of the rest of the file. Then 8-bit weights: of the inputs, bucket by bucket and input by
//! input; of the inputs for tactics, for the neurons that have such. Then 16-bit ones: biases of the
//! hidden layer; of each output, for the side to move and for the other side. Last the bias of each
//! output (`i32`).
//!
//! A file from before some inputs for tactics were added is read, too: these weigh nothing until a network
//! learns them.

use super::shape::{
    HEADER, HIDDEN, HIDDEN_ONE, INPUTS, InputRow, KING_BUCKETS, OUTPUTS, Row, TACTIC_NEURONS,
    TacticRow, field, tactic_neurons,
};
use super::tactics::{MOST_TACTICS, TACTICS};
use super::{Network, OutputWeights};
use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::Path;
use thiserror::Error;

/// The first bytes of a file.
pub const MAGIC: [u8; 8] = *b"NULLNET4";
/// The shape of the networks of this program: neurons, king buckets, outputs.
const SHAPE: [usize; 3] = [HIDDEN, KING_BUCKETS, OUTPUTS];
/// Bytes of a network of this shape.
const LENGTH: usize = HEADER
    + KING_BUCKETS * INPUTS * HIDDEN
    + TACTICS * TACTIC_NEURONS
    + 2 * (1 + 2 * OUTPUTS) * HIDDEN
    + 4 * OUTPUTS;

/// The largest bias of a neuron: with the weights of 32 pieces and of all tactics it must fit 16 bits.
const BIAS_LIMIT: i16 = HIDDEN_ONE as i16;
const _: () = assert!(
    BIAS_LIMIT as i32 + (32 + MOST_TACTICS as i32) * (i8::MAX as i32 + 1) < i16::MAX as i32
);
/// The largest weight of the output: times a neuron of 1 it must fit 16 bits.
const OUTPUT_LIMIT: i16 = (i16::MAX as i32 / HIDDEN_ONE) as i16;
/// The largest sum of the positive weights of an output for the neurons of a side, and of the
/// negative ones: all their neurons at 1, and the others at 0, must fit 32 bits.
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
    /// It begins as networks of other versions do.
    #[error("it is a network of another version of Nullfenster")]
    Version,
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

/// What follows the header of a file of this shape, with rows of zeros for the inputs for tactics that it is
/// from before: those of each side are added behind its older ones. Unchanged if its length says that none is
/// missing, or nothing sensible.
pub fn with_new_tactics(body: &[u8], [hidden, king_buckets, outputs]: [usize; 3]) -> Cow<'_, [u8]> {
    let neurons = tactic_neurons(hidden);
    let (before, side) = (king_buckets * INPUTS * hidden, TACTICS / 2 * neurons);
    let length = before + 2 * side + 2 * (1 + 2 * outputs) * hidden + 4 * outputs;
    let missing = length.saturating_sub(body.len()) / 2;
    let fits = body.len() + 2 * missing == length && neurons > 0 && missing.is_multiple_of(neurons);
    if missing == 0 || missing >= side || !fits {
        return Cow::Borrowed(body);
    }
    let (inputs, rest) = body.split_at(before);
    let (own, rest) = rest.split_at(side - missing);
    let (enemy, rest) = rest.split_at(side - missing);
    let new = vec![0; missing];
    Cow::Owned([inputs, own, &new, enemy, &new, rest].concat())
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
        check_magic(bytes)?;
        let [hidden, king_buckets, outputs] = [8, 12, 16].map(|at| field(bytes, at));
        if [hidden, king_buckets, outputs].map(|number| number as usize) != SHAPE {
            return Err(NetworkError::Shape { hidden, king_buckets, outputs });
        }
        let body = with_new_tactics(&bytes[HEADER..], SHAPE);
        if HEADER + body.len() != LENGTH {
            return Err(NetworkError::Length(bytes.len() as u64));
        }
        if crc32c::crc32c(&bytes[HEADER..]) != field(bytes, 20) {
            return Err(NetworkError::Checksum);
        }
        let (inputs, rest) = body.split_at(KING_BUCKETS * INPUTS * HIDDEN);
        let (tactics, rest) = rest.split_at(TACTICS * TACTIC_NEURONS);
        let (rows, biases) = rest.split_at(rest.len() - 4 * OUTPUTS);
        let weight = |row: &[u8], at: usize| i16::from_le_bytes([row[2 * at], row[2 * at + 1]]);
        let rows: Vec<Row> = rows
            .chunks_exact(2 * HIDDEN)
            .map(|row| Row(std::array::from_fn(|at| weight(row, at))))
            .collect();
        let (bias, outputs) = rows.split_at(1);
        let output = std::array::from_fn(|output| OutputWeights {
            rows: [outputs[2 * output], outputs[2 * output + 1]],
            bias: field(biases, 4 * output) as i32,
        });
        let network = Self {
            inputs: narrow_rows(inputs).map(InputRow).collect(),
            tactics: narrow_rows(tactics).map(|row| TacticRow(row.map(i16::from))).collect(),
            bias: bias[0],
            outputs: Box::new(output),
        };
        network.check()?;
        Ok(network)
    }

    /// The bytes of a file, the inverse of [`Self::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        with_header(SHAPE, &self.body().collect::<Vec<u8>>())
    }

    /// The bytes of the file after the header.
    fn body(&self) -> impl Iterator<Item = u8> {
        let inputs = self.inputs.iter().flat_map(|row| row.0);
        let tactics = self.tactics.iter().flat_map(|row| row.0).map(|weight| weight as i8);
        let narrow = inputs.chain(tactics).map(i8::cast_unsigned);
        let outputs = self.outputs.iter().flat_map(|output| &output.rows);
        let wide = [&self.bias].into_iter().chain(outputs).flat_map(|row| row.0);
        let biases = self.outputs.iter().flat_map(|output| output.bias.to_le_bytes());
        narrow.chain(wide.flat_map(i16::to_le_bytes)).chain(biases)
    }

    /// A checksum of all weights: networks with the same one are the same.
    pub fn checksum(&self) -> u32 {
        crc32c::crc32c(&self.body().collect::<Vec<u8>>())
    }

    /// Checks that the sums of no position can overflow.
    fn check(&self) -> Result<(), NetworkError> {
        let within = |row: &Row, limit: i16| {
            row.0.iter().all(|weight| weight.unsigned_abs() <= limit as u16)
        };
        if !within(&self.bias, BIAS_LIMIT) {
            return Err(NetworkError::Weight("biases"));
        }
        let small = |row: &Row| largest_sum(row.0.into_iter()) <= i64::from(OUTPUT_SUM_LIMIT);
        let fits = |output: &OutputWeights| {
            output.rows.iter().all(|row| within(row, OUTPUT_LIMIT) && small(row))
                && output.bias.unsigned_abs() <= OUTPUT_BIAS_LIMIT
        };
        if !self.outputs.iter().all(fits) {
            return Err(NetworkError::Weight("output"));
        }
        Ok(())
    }
}

/// Checks that these bytes begin as the file of a network of this version does.
///
/// # Errors
/// If they don't.
pub fn check_magic(bytes: &[u8]) -> Result<(), NetworkError> {
    match bytes.get(..MAGIC.len()) {
        Some(magic) if bytes.len() >= HEADER && magic == MAGIC => Ok(()),
        Some(magic) if bytes.len() >= HEADER && magic.starts_with(b"NULLNET") => {
            Err(NetworkError::Version)
        }
        _ => Err(NetworkError::NoNetwork),
    }
}

/// The rows of `N` 8-bit weights in these bytes.
fn narrow_rows<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [i8; N]> {
    bytes.as_chunks().0.iter().map(|row| row.map(u8::cast_signed))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file from before the last input for tactics of each side: the others keep their weights, and the
    /// new ones weigh nothing.
    #[test]
    fn inputs_that_were_added_later_weigh_nothing() {
        let network = Network::embedded();
        let bytes = network.to_bytes();
        let first = HEADER + KING_BUCKETS * INPUTS * HIDDEN;
        let row =
            |input: usize| first + input * TACTIC_NEURONS..first + (input + 1) * TACTIC_NEURONS;
        let [own, enemy] = [TACTICS / 2 - 1, TACTICS - 1].map(row);
        let parts = [HEADER..own.start, own.end..enemy.start, enemy.end..bytes.len()];
        let body: Vec<u8> = parts.into_iter().flat_map(|part| bytes[part].to_vec()).collect();
        let older = with_header(SHAPE, &body);
        let read = Network::from_bytes(&older).expect("an older file").to_bytes();
        assert_eq!(read.len(), bytes.len());
        for (at, (&new, &old)) in read.iter().zip(&bytes).enumerate().skip(HEADER) {
            let is_new = own.contains(&at) || enemy.contains(&at);
            assert_eq!(new, if is_new { 0 } else { old }, "byte {at}");
        }
        // One row alone can't be missing.
        let odd = with_header(SHAPE, &bytes[HEADER + TACTIC_NEURONS..]);
        assert!(matches!(Network::from_bytes(&odd), Err(NetworkError::Length(_))));
    }
}
