//! The shape of the network inside the program, and the units of its numbers.

/// The network inside the program.
pub static EMBEDDED: &[u8] = include_bytes!("embedded.nnue");

/// Neurons of the hidden layer of each side: those of the network inside the program.
pub const HIDDEN: usize = hidden(EMBEDDED);

/// Sets of input weights by the square of the king: those of the network inside the program.
pub const KING_BUCKETS: usize = king_buckets(EMBEDDED);

/// Outputs, of which the number of pieces selects one: those of the network inside the
/// program.
pub const OUTPUTS: usize = outputs(EMBEDDED);

// The shape of the network inside the program is that of the program.
const _: () = assert!(EMBEDDED.len() > HEADER && HIDDEN.is_multiple_of(32) && HIDDEN <= 1536);
const _: () =
    assert!(KING_BUCKETS == KING_BUCKET_COUNTS[0] || KING_BUCKETS == KING_BUCKET_COUNTS[1]);
const _: () = assert!(OUTPUTS.is_power_of_two() && OUTPUTS <= 32);

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

/// The number of neurons, of so many, that have weights for the inputs of [`TACTICS`](super::TACTICS):
/// those inputs are found anew for each value, so their rows are short.
pub const fn tactic_neurons(hidden: usize) -> usize {
    if hidden < 256 { hidden } else { 256 }
}

/// The number of neurons of this program with such weights, the first ones.
pub const TACTIC_NEURONS: usize = tactic_neurons(HIDDEN);

/// One number for each hidden neuron.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Row(pub [i16; HIDDEN]);

impl Row {
    /// All zero.
    pub const ZERO: Self = Self([0; HIDDEN]);
}

/// The weights of an input for a piece. Eight bits: those of all inputs lie in the second-level
/// cache, and reading them is most of an update.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct InputRow(pub [i8; HIDDEN]);

/// The weights of an input for tactics, eight bits in a file. These rows are few, so they may be as
/// wide as the neurons that they are added to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct TacticRow(pub [i16; TACTIC_NEURONS]);

/// Bytes before the weights.
pub const HEADER: usize = 24;

/// A field of the header of a file, which is at least as long.
pub const fn field(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// The number of hidden neurons in the header of a file.
const fn hidden(bytes: &[u8]) -> usize {
    field(bytes, 8) as usize
}

/// The number of king buckets in the header of a file.
const fn king_buckets(bytes: &[u8]) -> usize {
    field(bytes, 12) as usize
}

/// The number of outputs in the header of a file.
const fn outputs(bytes: &[u8]) -> usize {
    field(bytes, 16) as usize
}
