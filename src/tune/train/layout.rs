//! Weights and gradients in memory: rows of neurons for the vector registers.

use super::super::TuneError;
use super::samples::Sample;
use crate::eval::network::{INPUTS, KING_BUCKET_COUNTS, TACTICS, output_of, tactic_neurons};
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

    #[inline(always)]
    pub fn zip(self, other: Self, each: impl Fn(f32x16, f32x16) -> f32x16) -> Self {
        Self(std::array::from_fn(|at| each(self.0[at], other.0[at])))
    }

    /// The values clamped to the range from `-limit` to `limit`.
    #[inline(always)]
    pub fn clamped(self, limit: f32) -> Self {
        let limit = f32x16::splat(limit);
        self.map(|values| values.fast_max(-limit).fast_min(limit))
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
/// neuron; output biases, padded with zeros to a whole row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// Hidden neurons of each side, a multiple of [`TILE`].
    pub hidden: usize,
    /// Sets of input weights, of which the square of the side's king selects one.
    pub king_buckets: usize,
    /// Outputs, of which the number of pieces selects one.
    pub outputs: usize,
}

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
        Ok(())
    }

    /// The number of inputs of each side.
    pub const fn inputs(self) -> usize {
        INPUTS * self.king_buckets + TACTICS
    }

    /// The number of tiles that have weights for tactics, the first ones; the others' are not used.
    pub const fn tactic_tiles(self) -> usize {
        tactic_neurons(self.hidden) / TILE
    }

    /// The number of weights, padding included.
    pub const fn count(self) -> usize {
        self.output_weights().end + self.outputs.next_multiple_of(TILE)
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
    pub tiles: usize,
}

impl<'a> Parts<'a> {
    pub fn new(shape: Shape, weights: &'a Numbers) -> Self {
        let tiles = shape.hidden / TILE;
        let (inputs, rest) = weights.0.split_at(shape.inputs() * tiles);
        let (biases, outputs) = rest.split_at(tiles);
        let output_biases = &weights[shape.output_biases()];
        Self { inputs, biases, outputs, output_biases, tiles }
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
}
