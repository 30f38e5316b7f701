//! The two layers between the accumulators and the value, which correct the sum of an output. Each
//! output has its own (idea: Stockfish, 2020 and 2021).
//!
//! The second layer sums all clipped neurons of both sides, as bytes, with weights that are
//! bytes. Its neurons, clipped, and their squares are the inputs of the third layer, whose
//! neurons are clipped and squared, too, and add up to what is added to the value:
//!
//! ```text
//! second = clip(bias + sum over neurons of both sides (w * clip(neuron)))
//! third = clip(bias + sum over second (w * second + w' * second^2))
//! correction = sum over third (w * third^2)
//! ```
//!
//! All numbers are integers, the loops are in [`ops`](super::ops).

use super::ops::Output;
use super::shape::{HIDDEN, HIDDEN_ONE, Row, SECOND};

/// Neurons of the third layer.
pub const THIRD: usize = 32;

/// A clipped neuron as a byte of at most 128, half of it rounded up: sums of two products with
/// weights fit 16 bits, as AVX2 needs.
#[inline(always)]
pub const fn byte(clipped: i32) -> i32 {
    (clipped + 1) >> 1
}

/// The stored number of a weight of the second layer of 1.
pub const SECOND_WEIGHT_ONE: i32 = 128;

/// The number of a neuron of the second layer of 1, biases included.
pub const SECOND_ONE: i32 = HIDDEN_ONE * SECOND_WEIGHT_ONE / 2;

/// The number of an input of the third layer of 1, and of a neuron.
pub const INPUT_ONE: i32 = SECOND_ONE >> 3;

/// The number of the square of an input of 1, or of a neuron, before the fraction is cut off.
pub const SQUARE_ONE: f32 = (INPUT_ONE * INPUT_ONE) as f32 / (1 << 11) as f32;

/// The stored number of a weight of the third layer of 1, and of a weight in the value.
pub const THIRD_WEIGHT_ONE: i32 = 1 << 13;

/// The number of a sum of the third layer of 1, biases included, and of a correction of 1.
pub const THIRD_ONE: i32 = INPUT_ONE * THIRD_WEIGHT_ONE;

/// Neurons of one side that are in a register together, as bytes.
pub const BLOCK: usize = 64;

/// Weights of a neuron of the second layer for a block: for neurons 0 to 7, 32 to 39, 8 to 15
/// and so on, as an instruction packs two registers of words into one of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Bytes(pub [i8; BLOCK]);

/// Weights of the second layer for one side's neurons: by block and neuron of the second layer.
pub type SecondRows = [[Bytes; SECOND]; HIDDEN / BLOCK];

/// The place in a block of the weight for its neuron `neuron`.
pub const fn place(neuron: usize) -> usize {
    neuron % 32 / 8 * 16 + neuron / 32 * 8 + neuron % 8
}

/// For each neuron of the third layer, the weights of an input and of its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct ThirdRow(pub [[i16; 2]; THIRD]);

/// For each neuron of the third layer, a bias or a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct ThirdSums(pub [i32; THIRD]);

/// The layers of one output.
#[derive(Clone, PartialEq, Eq)]
pub struct Layers {
    /// The second layer's weights for the side to move's neurons and for the other side's.
    pub second: [SecondRows; 2],
    /// The second layer's biases.
    pub second_bias: [i32; SECOND],
    /// The third layer's weights, by neuron of the second.
    pub third: [ThirdRow; SECOND],
    /// The third layer's biases.
    pub third_bias: ThirdSums,
    /// The weights of the third layer's neurons in the value.
    pub last: [i16; THIRD],
}

impl Layers {
    /// What the layers add to the value of an output, in 1/[`THIRD_ONE`]; with the neurons of the
    /// side to move and of the other side.
    #[inline(always)]
    pub fn correction(&self, neurons: [&Row; 2], ops: impl Output) -> i32 {
        let inputs = ops.second(neurons, &self.second, &self.second_bias);
        let sums = ops.third(&inputs, &self.third, &self.third_bias);
        let terms = sums.0.iter().zip(&self.last);
        terms.map(|(&sum, &weight)| third_neuron(sum) * i32::from(weight)).sum()
    }
}

/// The inputs of the third layer that a neuron of the second makes: itself, clipped, in the lower
/// half and its square in the upper one.
#[inline(always)]
pub fn third_inputs(sum: i32) -> i32 {
    let input = sum.clamp(0, SECOND_ONE) >> 3;
    input | ((input * input) >> 11) << 16
}

/// The square of a clipped neuron of the third layer.
#[inline(always)]
pub fn third_neuron(sum: i32) -> i32 {
    let neuron = (sum >> 13).clamp(0, INPUT_ONE);
    (neuron * neuron) >> 11
}

/// The clipped neurons of a block, in the order of [`Bytes`].
#[inline(always)]
pub(super) fn bytes(neurons: &Row, block: usize) -> [u8; BLOCK] {
    let mut bytes = [0; BLOCK];
    for (neuron, &value) in neurons.0[block * BLOCK..][..BLOCK].iter().enumerate() {
        bytes[place(neuron)] = byte(i32::from(value).clamp(0, HIDDEN_ONE)) as u8;
    }
    bytes
}
