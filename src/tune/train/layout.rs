//! Weights and gradients in memory: rows of neurons for the vector registers.

use super::super::TuneError;
use super::samples::Sample;
use crate::eval::network::layers::BLOCK;
use crate::eval::network::{INPUTS, KING_BUCKET_COUNTS, SECOND_SIZES, output_of};
use std::ops::{AddAssign, Deref, DerefMut, Mul, Range};
use wide::f32x16;

/// The largest number of hidden neurons.
pub const MAX_HIDDEN: usize = 1536;

/// Vector registers per row.
const WIDTH: usize = 2;
/// Weights, values or gradients of [`TILE`] neurons.
#[derive(Clone, Copy, PartialEq, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub(super) struct Row(pub [f32x16; WIDTH]);

/// Neurons that are processed together: those of a row.
pub(super) const TILE: usize = size_of::<Row>() / size_of::<f32>();

impl Row {
    pub const ZERO: Self = Self([f32x16::ZERO; WIDTH]);

    #[inline(always)]
    pub fn map(self, each: impl Fn(f32x16) -> f32x16) -> Self {
        Self(self.0.map(each))
    }

    /// The sum of all numbers.
    #[inline(always)]
    pub fn sum(self) -> f32 {
        (self.0[0] + self.0[1]).reduce_add()
    }

    /// This row with `factor` times another added.
    #[inline(always)]
    pub fn plus(self, factor: f32x16, other: Self) -> Self {
        self.zip(other, |own, other| factor.mul_add(other, own))
    }

    #[inline(always)]
    pub fn zip(self, other: Self, each: impl Fn(f32x16, f32x16) -> f32x16) -> Self {
        Self(std::array::from_fn(|at| each(self.0[at], other.0[at])))
    }

    /// The values clipped to the range from 0 to 1.
    #[inline(always)]
    pub fn clipped(self) -> Self {
        self.map(|neurons| neurons.fast_max(f32x16::ZERO).fast_min(f32x16::ONE))
    }
}

impl AddAssign for Row {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = self.zip(other, |own, other| own + other);
    }
}

impl Mul for Row {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, |own, other| own * other)
    }
}

/// Weights or gradients, aligned to cache lines.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Numbers(pub Vec<Row>);

impl Numbers {
    /// Zeros for all weights of a network of this shape.
    pub fn zeros(shape: Shape) -> Self {
        Self(vec![Row::ZERO; shape.count() / TILE])
    }
}

impl Deref for Numbers {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        bytemuck::cast_slice(&self.0)
    }
}

impl DerefMut for Numbers {
    fn deref_mut(&mut self) -> &mut [f32] {
        bytemuck::cast_slice_mut(&mut self.0)
    }
}

/// The shape of a network and the layout of its weights and gradients: input weights by tile,
/// input and neuron; hidden biases; output weights by output, side (side to move first) and
/// neuron; output biases; then, by tile, output, side, neuron of the second layer and neuron, the
/// weights of the second layer; its biases by output and neuron; and the rows of the third layer by
/// output: the weights of each of its inputs, the biases, the weights of its neurons in the value.
/// Biases of outputs and of the second layer are padded with zeros to whole rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// Hidden neurons of each side, a multiple of [`TILE`].
    pub hidden: usize,
    /// Sets of input weights, of which the square of the side's king selects one.
    pub king_buckets: usize,
    /// Outputs, of which the number of pieces selects one.
    pub outputs: usize,
    /// Neurons of the second layer of each output; none without a second and a third layer.
    pub second: usize,
}

pub(super) use crate::eval::network::layers::THIRD;

const _: () = assert!(THIRD == TILE);

impl Shape {
    /// Checks that networks of this shape are supported.
    pub fn check(self) -> Result<(), TuneError> {
        if !self.hidden.is_multiple_of(TILE) || !(TILE..=MAX_HIDDEN).contains(&self.hidden) {
            return Err(TuneError::Hidden { hidden: self.hidden, most: MAX_HIDDEN });
        }
        if !KING_BUCKET_COUNTS.contains(&self.king_buckets) {
            return Err(TuneError::KingBuckets(self.king_buckets));
        }
        if !self.outputs.is_power_of_two() || self.outputs > 32 {
            return Err(TuneError::Outputs(self.outputs));
        }
        if !SECOND_SIZES.contains(&self.second) {
            return Err(TuneError::Second(self.second));
        }
        if self.second > 0 && !self.hidden.is_multiple_of(BLOCK) {
            return Err(TuneError::HiddenBeforeSecond(self.hidden));
        }
        Ok(())
    }

    /// The number of inputs of each side.
    pub const fn inputs(self) -> usize {
        INPUTS * self.king_buckets
    }

    /// The number of weights, padding included.
    pub const fn count(self) -> usize {
        self.third().end
    }

    /// The indices of the weights of the second layer.
    pub const fn second_weights(self) -> Range<usize> {
        let start = self.output_weights().end + self.outputs.next_multiple_of(TILE);
        start..start + 2 * self.outputs * self.second * self.hidden
    }

    /// The indices of the biases of the second layer.
    pub const fn second_biases(self) -> Range<usize> {
        let start = self.second_weights().end;
        start..start + self.outputs * self.second
    }

    /// The indices of the third layer and of its weights in the value.
    pub const fn third(self) -> Range<usize> {
        let start = self.second_weights().end + (self.outputs * self.second).next_multiple_of(TILE);
        let rows = if self.second == 0 { 0 } else { self.third_rows() };
        start..start + self.outputs * rows * THIRD
    }

    /// The rows of the third layer of an output: one for each of its inputs, clipped neurons of the
    /// second layer and their squares, then its biases and its weights in the value.
    pub const fn third_rows(self) -> usize {
        2 * self.second + 2
    }

    /// The index of the weight of the second layer of an output, from a side's neuron to one of
    /// its own.
    pub const fn second(self, output: usize, side: usize, second: usize, neuron: usize) -> usize {
        let row = ((neuron / TILE * self.outputs + output) * 2 + side) * self.second + second;
        self.second_weights().start + row * TILE + neuron % TILE
    }

    /// The index of the weight from an input to a neuron.
    pub const fn input(self, input: usize, neuron: usize) -> usize {
        (neuron / TILE * self.inputs() + input) * TILE + neuron % TILE
    }

    /// The indices of the hidden biases.
    pub const fn biases(self) -> Range<usize> {
        self.inputs() * self.hidden..(self.inputs() + 1) * self.hidden
    }

    /// The indices of the output weights.
    pub const fn output_weights(self) -> Range<usize> {
        self.biases().end..(self.inputs() + 1 + 2 * self.outputs) * self.hidden
    }

    /// The indices of the output biases.
    pub const fn output_biases(self) -> Range<usize> {
        self.output_weights().end..self.output_weights().end + self.outputs
    }

    /// The indices of the weights of the second layer in the order of a file: by output, side, neuron of
    /// the second layer and neuron.
    pub fn second_order(self) -> impl Iterator<Item = usize> {
        (0..2 * self.outputs * self.second * self.hidden).map(move |at| {
            let (row, neuron) = (at / self.hidden, at % self.hidden);
            let (side, second) = (row / self.second, row % self.second);
            self.second(side / 2, side % 2, second, neuron)
        })
    }

    /// The output that a sample selects.
    pub fn output_of(self, sample: &Sample) -> usize {
        output_of(sample.piece_count(), self.outputs)
    }
}

/// The weights of a network by part.
pub(super) struct Parts<'a> {
    /// By tile and input.
    inputs: &'a [Row],
    /// By tile.
    pub biases: &'a [Row],
    /// By output, side and tile.
    outputs: &'a [Row],
    pub output_biases: &'a [f32],
    /// By tile, output, side and neuron of the second layer.
    second_weights: &'a [Row],
    /// By output and neuron.
    second_biases: &'a [f32],
    /// By output: see [`Shape::third_rows`].
    third: &'a [Row],
    shape: Shape,
    pub tiles: usize,
}

impl<'a> Parts<'a> {
    pub fn new(shape: Shape, weights: &'a Numbers) -> Self {
        let tiles = shape.hidden / TILE;
        let (inputs, rest) = weights.0.split_at(shape.inputs() * tiles);
        let (biases, outputs) = rest.split_at(tiles);
        let rows = |range: Range<usize>| &weights.0[range.start / TILE..range.end / TILE];
        Self {
            inputs,
            biases,
            outputs,
            output_biases: &weights[shape.output_biases()],
            second_weights: rows(shape.second_weights()),
            second_biases: &weights[shape.second_biases()],
            third: rows(shape.third()),
            shape,
            tiles,
        }
    }

    /// The weights of all inputs, tile by tile.
    pub fn inputs(&self) -> impl Iterator<Item = &[Row]> {
        self.inputs.chunks_exact(self.inputs.len() / self.tiles)
    }

    /// The weights of an output for one side's neurons of a tile.
    #[inline(always)]
    pub fn output(&self, output: usize, side: usize, tile: usize) -> Row {
        self.outputs[(2 * output + side) * self.tiles + tile]
    }

    /// The weights of the second layer of an output for one side's neurons of a tile, by neuron
    /// of the second layer.
    #[inline(always)]
    pub fn second(&self, output: usize, side: usize, tile: usize) -> &[Row] {
        let second = self.shape.second;
        &self.second_weights[((tile * self.shape.outputs + output) * 2 + side) * second..][..second]
    }

    /// The biases of the second layer of an output.
    #[inline(always)]
    pub fn second_biases(&self, output: usize) -> &[f32] {
        &self.second_biases[output * self.shape.second..][..self.shape.second]
    }

    /// The rows of the third layer of an output: its inputs' weights, its biases, its weights in the
    /// value.
    #[inline(always)]
    pub fn third(&self, output: usize) -> (&[Row], Row, Row) {
        let rows = self.shape.third_rows();
        let rows = &self.third[output * rows..][..rows];
        (&rows[..rows.len() - 2], rows[rows.len() - 2], rows[rows.len() - 1])
    }
}
