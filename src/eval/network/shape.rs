//! The shape of the network inside the program, and the units of its numbers.

use super::layers::BLOCK;

/// The network inside the program.
pub static EMBEDDED: &[u8] = include_bytes!("embedded.nnue");

/// Neurons of the hidden layer of each side: those of the network inside the program.
pub const HIDDEN: usize = SHAPE.hidden;

/// Sets of input weights by the square of the king: those of the network inside the program.
pub const KING_BUCKETS: usize = SHAPE.king_buckets;

/// Outputs, of which the number of pieces selects one: those of the network inside the
/// program.
pub const OUTPUTS: usize = SHAPE.outputs;

/// Neurons of the second layer of each output: those of the network inside the program.
pub const SECOND: usize = SHAPE.second;

/// The shape of the network inside the program.
pub(super) const SHAPE: FileShape = match Header::read(EMBEDDED) {
    Some(header) => header.shape,
    None => panic!("embedded.nnue is not a network"),
};

// The shape of the network inside the program is that of the program.
const _: () = assert!(HIDDEN.is_multiple_of(32) && HIDDEN <= 1536);
const _: () =
    assert!(KING_BUCKETS == KING_BUCKET_COUNTS[0] || KING_BUCKETS == KING_BUCKET_COUNTS[1]);
const _: () = assert!(OUTPUTS.is_power_of_two() && OUTPUTS <= 32);
const _: () = assert!(SECOND == 0 || HIDDEN.is_multiple_of(BLOCK));
const _: () =
    assert!(SECOND == SECOND_SIZES[0] || SECOND == SECOND_SIZES[1] || SECOND == SECOND_SIZES[2]);

/// Which of `outputs` outputs evaluates positions with `pieces` pieces, kings included: 1 to
/// 32 pieces in as many ranges of equal length as there are outputs.
#[inline(always)]
pub const fn output_of(pieces: usize, outputs: usize) -> usize {
    (pieces - 1) * outputs / 32
}

/// Inputs of each side in one king bucket: own and enemy pieces, 6 kinds, 64 squares.
pub const INPUTS: usize = 2 * 6 * 64;

/// The numbers of king buckets that networks may have.
pub const KING_BUCKET_COUNTS: [usize; 2] = [1, 4];

/// The numbers of neurons in the second layer that networks may have.
pub const SECOND_SIZES: [usize; 3] = [0, 8, 16];

/// Which of `buckets` sets of input weights a side has, by the square of its king as it sees
/// the board, 0 to 63 from a1, on the files e to h. Of four: two for the back rank, where the king is
/// or isn't in the corner, one for the second rank, one for the rest.
#[inline(always)]
pub const fn king_bucket(king: usize, buckets: usize) -> usize {
    match king / 8 {
        _ if buckets == 1 => 0,
        0 if king % 8 >= 6 => 0,
        0 => 1,
        1 => 2,
        _ => 3,
    }
}

/// The stored number of a hidden neuron of 1.
pub const HIDDEN_ONE: i32 = 255;

/// The stored number of a weight of the output of 1.
pub const OUTPUT_ONE: i32 = 128;

/// Centipawns of an output of 1.
pub const SCALE: i32 = 400;

/// One number for each hidden neuron.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Row(pub [i16; HIDDEN]);

impl Row {
    /// All zero.
    pub const ZERO: Self = Self([0; HIDDEN]);
}

/// The first bytes of a file: the last is the version of the format.
pub const MAGIC: [u8; 8] = *b"NULLNET3";

/// Bytes before the weights.
pub const HEADER: usize = 28;

/// Those of version 2, which has no number of neurons in the second layer.
const OLD_HEADER: usize = 24;

/// The shape of a network in its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileShape {
    /// Neurons of the hidden layer.
    pub hidden: usize,
    /// Sets of input weights by the king's square.
    pub king_buckets: usize,
    /// Outputs by the number of pieces.
    pub outputs: usize,
    /// Neurons of the second layer of each output; 0 if there are no layers after the
    /// accumulators.
    pub second: usize,
}

/// The header of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// The shape of the network.
    pub shape: FileShape,
    /// The CRC-32C of what follows the header.
    pub checksum: u32,
    /// Its own length in bytes.
    pub length: usize,
}

impl Header {
    /// Reads the header of a file; `None` if it doesn't begin as networks do.
    pub const fn read(bytes: &[u8]) -> Option<Self> {
        if bytes.len() < OLD_HEADER {
            return None;
        }
        let mut at = 0;
        while at < MAGIC.len() - 1 {
            if bytes[at] != MAGIC[at] {
                return None;
            }
            at += 1;
        }
        let length = match bytes[at] {
            b'2' => OLD_HEADER,
            b'3' if bytes.len() >= HEADER => HEADER,
            _ => return None,
        };
        let shape = FileShape {
            hidden: field(bytes, 8) as usize,
            king_buckets: field(bytes, 12) as usize,
            outputs: field(bytes, 16) as usize,
            second: if length == HEADER { field(bytes, 20) as usize } else { 0 },
        };
        Some(Self { shape, checksum: field(bytes, length - 4), length })
    }
}

/// A 32-bit number of a file.
const fn field(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}
