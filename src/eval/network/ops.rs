//! The loops over one side's neurons, which are most of the work of an evaluation: the sum that
//! makes the value, and the update of an accumulator. There are several ways that give the same
//! numbers: [`Portable`], plain code, and on x86-64 `Avx2`, `Avx512` and `Vnni`, which needs one
//! instruction where the others need two. [`NATIVE`] is the one that the target features of
//! this build select. Updates are plain code but with AVX-512, where a compiler that tunes for a
//! processor at hand would use half of each register.
//!
//! A neuron clipped to 0 to 255 times a weight of at most 128 fits 16 bits, so the square
//! is made as (neuron * weight) * neuron, whose second product adds up in 32 bits (idea:
//! Lizard).

#![allow(unsafe_code)]

use super::layers::{self, SecondRows, ThirdRow, ThirdSums};
use super::shape::{HIDDEN_ONE, Row, SECOND};

/// An implementation of the sums. A value of it exists only where the processor supports it.
pub trait Output: Copy {
    /// The name in messages.
    const NAME: &'static str;

    /// The implementation, if this processor supports it.
    fn find() -> Option<Self>;

    /// The sum of weight times square of the clipped neuron.
    fn sum(self, neurons: &Row, weights: &Row) -> i32;

    /// `to` = `from` with rows added and subtracted, wrapping; all rows together, so that each
    /// neuron is read and written once.
    #[inline(always)]
    fn update<const A: usize, const R: usize>(
        self,
        to: &mut Row,
        from: &Row,
        added: [&Row; A],
        removed: [&Row; R],
    ) {
        for (neuron, to) in to.0.iter_mut().enumerate() {
            let plus =
                added.iter().fold(from.0[neuron], |sum, row| sum.wrapping_add(row.0[neuron]));
            *to = removed.iter().fold(plus, |sum, row| sum.wrapping_sub(row.0[neuron]));
        }
    }

    /// An update and the sum over the neurons after it, in one pass if that is faster.
    #[inline(always)]
    fn update_and_sum<const A: usize, const R: usize>(
        self,
        to: &mut Row,
        from: &Row,
        added: [&Row; A],
        removed: [&Row; R],
        weights: &Row,
    ) -> i32 {
        self.update(to, from, added, removed);
        self.sum(to, weights)
    }

    /// The neurons of the second layer as inputs of the third ([`layers::third_inputs`]), with the
    /// neurons of the side to move and of the other side, their weights, and the biases.
    fn second(
        self,
        neurons: [&Row; 2],
        weights: &[SecondRows; 2],
        bias: &[i32; SECOND],
    ) -> [i32; SECOND];

    /// The sums of the third layer with these inputs, weights and biases.
    fn third(
        self,
        inputs: &[i32; SECOND],
        weights: &[ThirdRow; SECOND],
        bias: &ThirdSums,
    ) -> ThirdSums;
}

/// Plain code.
#[derive(Clone, Copy, Debug)]
pub struct Portable(());

impl Output for Portable {
    const NAME: &'static str = "portable";

    fn find() -> Option<Self> {
        Some(Self(()))
    }

    #[inline(always)]
    fn sum(self, neurons: &Row, weights: &Row) -> i32 {
        let product = |(&neuron, &weight): (&i16, &i16)| {
            let clipped = neuron.clamp(0, HIDDEN_ONE as i16);
            i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped)
        };
        neurons.0.iter().zip(&weights.0).map(product).fold(0, i32::wrapping_add)
    }

    #[inline(always)]
    fn second(
        self,
        neurons: [&Row; 2],
        weights: &[SecondRows; 2],
        bias: &[i32; SECOND],
    ) -> [i32; SECOND] {
        let mut sums = *bias;
        for (neurons, blocks) in neurons.into_iter().zip(weights) {
            for (block, rows) in blocks.iter().enumerate() {
                let bytes = layers::bytes(neurons, block);
                for (sum, row) in sums.iter_mut().zip(rows) {
                    let products = bytes.iter().zip(&row.0);
                    *sum += products.map(|(&n, &w)| i32::from(n) * i32::from(w)).sum::<i32>();
                }
            }
        }
        sums.map(layers::third_inputs)
    }

    #[inline(always)]
    fn third(
        self,
        inputs: &[i32; SECOND],
        weights: &[ThirdRow; SECOND],
        bias: &ThirdSums,
    ) -> ThirdSums {
        let mut sums = *bias;
        for (&pair, row) in inputs.iter().zip(weights) {
            let [input, square] = [pair & 0xffff, pair >> 16];
            for (sum, weights) in sums.0.iter_mut().zip(&row.0) {
                let [weight, square_weight] = weights.map(i32::from);
                *sum += input * weight + square * square_weight;
            }
        }
        sums
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512, Vnni};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::super::layers::{BLOCK, Bytes, SECOND_ONE, SecondRows, ThirdRow, ThirdSums};
    use super::super::shape::{HIDDEN, HIDDEN_ONE, Row, SECOND};
    use super::Output;
    use std::arch::x86_64::*;

    /// AVX2: 16 neurons at once.
    #[derive(Clone, Copy, Debug)]
    pub struct Avx2(pub(super) ());

    /// AVX-512 with 16-bit numbers: 32 neurons at once.
    #[derive(Clone, Copy, Debug)]
    pub struct Avx512(pub(super) ());

    /// AVX-512 with the instructions for neural networks.
    #[derive(Clone, Copy, Debug)]
    pub struct Vnni(pub(super) ());

    /// The number of sums that are made side by side: each step of one waits for the step
    /// before it.
    const SUMS: usize = 4;

    // Whole registers only.
    const _: () = assert!(HIDDEN.is_multiple_of(32));

    /// Calls `step` with each `WIDTH` neurons, their weights, and one of the sums by turns. The
    /// turns are a loop of their own with a fixed length, so that the sums stay in registers.
    #[inline(always)]
    fn by_turns<const WIDTH: usize, S>(
        neurons: &Row,
        weights: &Row,
        sums: &mut [S; SUMS],
        step: impl Fn(&mut S, &[i16; WIDTH], &[i16; WIDTH]),
    ) {
        let (neurons, last_neurons) = neurons.0.as_chunks::<WIDTH>().0.as_chunks::<SUMS>();
        let (weights, last_weights) = weights.0.as_chunks::<WIDTH>().0.as_chunks::<SUMS>();
        for (neurons, weights) in neurons.iter().zip(weights) {
            for turn in 0..SUMS {
                step(&mut sums[turn], &neurons[turn], &weights[turn]);
            }
        }
        for (sum, (neurons, weights)) in sums.iter_mut().zip(last_neurons.iter().zip(last_weights))
        {
            step(sum, neurons, weights);
        }
    }

    #[target_feature(enable = "avx2")]
    fn sum_avx2(neurons: &Row, weights: &Row) -> i32 {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(HIDDEN_ONE as i16));
        let mut sums = [zero; SUMS];
        by_turns(neurons, weights, &mut sums, |sum, neurons: &[i16; 16], weights| {
            // SAFETY: both are the 32 bytes that are loaded.
            let (neurons, weights) = unsafe {
                (
                    _mm256_loadu_si256(neurons.as_ptr().cast()),
                    _mm256_loadu_si256(weights.as_ptr().cast()),
                )
            };
            let clipped = _mm256_min_epi16(_mm256_max_epi16(neurons, zero), one);
            let product = _mm256_mullo_epi16(clipped, weights);
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(product, clipped));
        });
        reduce_avx2(sums)
    }

    /// See [`Output::update_and_sum`] and [`update_and_sum_avx512`].
    #[inline]
    #[target_feature(enable = "avx2")]
    fn update_and_sum_avx2<const A: usize, const R: usize>(
        to: &mut Row,
        from: &Row,
        added: [&Row; A],
        removed: [&Row; R],
        weights: &Row,
    ) -> i32 {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(HIDDEN_ONE as i16));
        let mut sums = [zero; SUMS];
        // SAFETY: 32 bytes of a row, as HIDDEN is a multiple of 16.
        let load = |row: &Row, at| unsafe { _mm256_load_si256(row.0.as_ptr().add(at).cast()) };
        for first in (0..HIDDEN).step_by(16 * SUMS) {
            for (turn, all) in sums.iter_mut().enumerate() {
                let at = first + 16 * turn;
                if at >= HIDDEN {
                    break;
                }
                let plus = added
                    .iter()
                    .fold(load(from, at), |sum, row| _mm256_add_epi16(sum, load(row, at)));
                let neurons =
                    removed.iter().fold(plus, |sum, row| _mm256_sub_epi16(sum, load(row, at)));
                // SAFETY: as above.
                unsafe { _mm256_store_si256(to.0.as_mut_ptr().add(at).cast(), neurons) };
                let clipped = _mm256_min_epi16(_mm256_max_epi16(neurons, zero), one);
                let product = _mm256_mullo_epi16(clipped, load(weights, at));
                *all = _mm256_add_epi32(*all, _mm256_madd_epi16(product, clipped));
            }
        }
        reduce_avx2(sums)
    }

    /// The sum of all numbers.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn reduce_avx2([a, b, c, d]: [__m256i; SUMS]) -> i32 {
        let total = _mm256_add_epi32(_mm256_add_epi32(a, b), _mm256_add_epi32(c, d));
        let half = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
        let quarter = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0b01_00_11_10));
        _mm_cvtsi128_si32(_mm_add_epi32(quarter, _mm_shuffle_epi32(quarter, 0b10_11_00_01)))
    }

    /// Neurons, clipped, and their products with the weights.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn products(neurons: &[i16; 32], weights: &[i16; 32]) -> [__m512i; 2] {
        let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(HIDDEN_ONE as i16));
        // SAFETY: both are the 64 bytes that are loaded.
        let (neurons, weights) = unsafe {
            (
                _mm512_loadu_si512(neurons.as_ptr().cast()),
                _mm512_loadu_si512(weights.as_ptr().cast()),
            )
        };
        let clipped = _mm512_min_epi16(_mm512_max_epi16(neurons, zero), one);
        [clipped, _mm512_mullo_epi16(clipped, weights)]
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    fn sum_avx512(neurons: &Row, weights: &Row) -> i32 {
        let mut sums = [_mm512_setzero_si512(); SUMS];
        by_turns(neurons, weights, &mut sums, |sum, neurons, weights| {
            let [clipped, product] = products(neurons, weights);
            *sum = _mm512_add_epi32(*sum, _mm512_madd_epi16(product, clipped));
        });
        _mm512_reduce_add_epi32(total(sums))
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    fn sum_vnni(neurons: &Row, weights: &Row) -> i32 {
        let mut sums = [_mm512_setzero_si512(); SUMS];
        by_turns(neurons, weights, &mut sums, |sum, neurons, weights| {
            let [clipped, product] = products(neurons, weights);
            *sum = _mm512_dpwssd_epi32(*sum, product, clipped);
        });
        _mm512_reduce_add_epi32(total(sums))
    }

    /// See [`Output::update`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn update_avx512<const A: usize, const R: usize>(
        to: &mut Row,
        from: &Row,
        added: [&Row; A],
        removed: [&Row; R],
    ) {
        // SAFETY: 64 bytes of a row, as HIDDEN is a multiple of 32.
        let load = |row: &Row, at| unsafe { _mm512_load_si512(row.0.as_ptr().add(at).cast()) };
        for at in (0..HIDDEN).step_by(32) {
            let plus =
                added.iter().fold(load(from, at), |sum, row| _mm512_add_epi16(sum, load(row, at)));
            let sum = removed.iter().fold(plus, |sum, row| _mm512_sub_epi16(sum, load(row, at)));
            // SAFETY: as above.
            unsafe { _mm512_store_si512(to.0.as_mut_ptr().add(at).cast(), sum) };
        }
    }

    /// See [`Output::update_and_sum`]. Written out: a function for a register, if the compiler
    /// leaves it one, takes as long as the second pass.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn update_and_sum_avx512<const A: usize, const R: usize>(
        to: &mut Row,
        from: &Row,
        added: [&Row; A],
        removed: [&Row; R],
        weights: &Row,
    ) -> i32 {
        let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(HIDDEN_ONE as i16));
        let mut sums = [zero; SUMS];
        // SAFETY: 64 bytes of a row, as HIDDEN is a multiple of 32.
        let load = |row: &Row, at| unsafe { _mm512_load_si512(row.0.as_ptr().add(at).cast()) };
        for first in (0..HIDDEN).step_by(32 * SUMS) {
            for (turn, all) in sums.iter_mut().enumerate() {
                let at = first + 32 * turn;
                if at >= HIDDEN {
                    break;
                }
                let plus = added
                    .iter()
                    .fold(load(from, at), |sum, row| _mm512_add_epi16(sum, load(row, at)));
                let neurons =
                    removed.iter().fold(plus, |sum, row| _mm512_sub_epi16(sum, load(row, at)));
                // SAFETY: as above.
                unsafe { _mm512_store_si512(to.0.as_mut_ptr().add(at).cast(), neurons) };
                let clipped = _mm512_min_epi16(_mm512_max_epi16(neurons, zero), one);
                let product = _mm512_mullo_epi16(clipped, load(weights, at));
                *all = _mm512_add_epi32(*all, _mm512_madd_epi16(product, clipped));
            }
        }
        _mm512_reduce_add_epi32(total(sums))
    }

    /// Four inputs of the third layer, see [`layers::third_inputs`](super::layers::third_inputs).
    #[inline]
    #[target_feature(enable = "avx2")]
    fn third_inputs(sums: __m128i, bias: &[i32; 4], to: &mut [i32; 4]) {
        // SAFETY: four numbers.
        let bias = unsafe { _mm_loadu_si128(bias.as_ptr().cast()) };
        let positive = _mm_max_epi32(_mm_add_epi32(sums, bias), _mm_setzero_si128());
        let clipped = _mm_min_epi32(positive, _mm_set1_epi32(SECOND_ONE));
        let input = _mm_srli_epi32::<3>(clipped);
        let square = _mm_srli_epi32::<11>(_mm_mullo_epi32(input, input));
        let both = _mm_or_si128(input, _mm_slli_epi32::<16>(square));
        // SAFETY: as above.
        unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), both) };
    }

    /// See [`Output::second`].
    #[inline]
    #[target_feature(enable = "avx2")]
    fn second_avx2(
        neurons: [&Row; 2],
        weights: &[SecondRows; 2],
        bias: &[i32; SECOND],
    ) -> [i32; SECOND] {
        let mut sums = [_mm256_setzero_si256(); SECOND];
        let ones = _mm256_set1_epi16(1);
        for (neurons, blocks) in neurons.into_iter().zip(weights) {
            for (neurons, rows) in neurons.0.as_chunks::<BLOCK>().0.iter().zip(blocks) {
                // SAFETY: 32 bytes of 128.
                let load = |at| unsafe { _mm256_load_si256(neurons.as_ptr().add(at).cast()) };
                let weights = |row: &Bytes, at| {
                    // SAFETY: 32 bytes of 64.
                    unsafe { _mm256_load_si256(row.0.as_ptr().add(at).cast()) }
                };
                let bytes = [0, 16].map(|at| {
                    let clipped = _mm256_packus_epi16(load(at), load(at + 32));
                    _mm256_avg_epu8(clipped, _mm256_setzero_si256())
                });
                for (sum, row) in sums.iter_mut().zip(rows) {
                    for (half, &bytes) in bytes.iter().enumerate() {
                        let pairs = _mm256_maddubs_epi16(bytes, weights(row, 32 * half));
                        *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
                    }
                }
            }
        }
        let (mut inputs, bias) = ([0; SECOND], bias.as_chunks().0);
        let by_four = inputs.as_chunks_mut().0.iter_mut().zip(bias).zip(sums.as_chunks().0);
        for ((inputs, bias), &[a, b, c, d]) in by_four {
            let pairs = [_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d)];
            let all = _mm256_hadd_epi32(pairs[0], pairs[1]);
            let halves = [_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1)];
            third_inputs(_mm_add_epi32(halves[0], halves[1]), bias, inputs);
        }
        inputs
    }

    /// See [`Output::third`].
    #[inline]
    #[target_feature(enable = "avx2")]
    fn third_avx2(
        inputs: &[i32; SECOND],
        weights: &[ThirdRow; SECOND],
        bias: &ThirdSums,
    ) -> ThirdSums {
        let mut sums = *bias;
        // SAFETY: eight numbers of a sum, eight pairs of a row.
        let load = |sums: &[i32; 8]| unsafe { _mm256_load_si256(sums.as_ptr().cast()) };
        for (at, part) in sums.0.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let mut all = load(part);
            for (&inputs, row) in inputs.iter().zip(weights) {
                let inputs = _mm256_set1_epi32(inputs);
                // SAFETY: as above.
                let row = unsafe { _mm256_load_si256(row.0.as_ptr().add(8 * at).cast()) };
                all = _mm256_add_epi32(all, _mm256_madd_epi16(inputs, row));
            }
            // SAFETY: as above.
            unsafe { _mm256_store_si256(part.as_mut_ptr().cast(), all) };
        }
        sums
    }

    /// See [`Output::second`]; `add` adds the products of four bytes each to a sum.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn second_avx512(
        neurons: [&Row; 2],
        weights: &[SecondRows; 2],
        bias: &[i32; SECOND],
        add: impl Fn(__m512i, __m512i, __m512i) -> __m512i,
    ) -> [i32; SECOND] {
        let zero = _mm512_setzero_si512();
        let mut sums = [zero; SECOND];
        for (neurons, blocks) in neurons.into_iter().zip(weights) {
            for (neurons, rows) in neurons.0.as_chunks::<BLOCK>().0.iter().zip(blocks) {
                // SAFETY: 64 bytes of 128.
                let load = |at| unsafe { _mm512_load_si512(neurons.as_ptr().add(at).cast()) };
                let clipped = _mm512_packus_epi16(load(0), load(32));
                let bytes = _mm512_avg_epu8(clipped, zero);
                for (sum, row) in sums.iter_mut().zip(rows) {
                    // SAFETY: all its 64 bytes.
                    let weights = unsafe { _mm512_load_si512(row.0.as_ptr().cast()) };
                    *sum = add(*sum, bytes, weights);
                }
            }
        }
        let (mut inputs, bias) = ([0; SECOND], bias.as_chunks().0);
        let by_four = inputs.as_chunks_mut().0.iter_mut().zip(bias).zip(sums.as_chunks().0);
        for ((inputs, bias), &[a, b, c, d]) in by_four {
            let add =
                |a, b| _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
            let [ab, cd] = [add(a, b), add(c, d)];
            let all =
                _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
            let half =
                _mm256_add_epi32(_mm512_castsi512_si256(all), _mm512_extracti64x4_epi64(all, 1));
            let quarter =
                _mm_add_epi32(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
            third_inputs(quarter, bias, inputs);
        }
        inputs
    }

    /// See [`Output::third`]; `add` adds the products of pairs to a sum.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn third_avx512(
        inputs: &[i32; SECOND],
        weights: &[ThirdRow; SECOND],
        bias: &ThirdSums,
        add: impl Fn(__m512i, __m512i, __m512i) -> __m512i,
    ) -> ThirdSums {
        // SAFETY: 16 numbers of a sum, 16 pairs of a row.
        let load = |at| unsafe { _mm512_load_si512(bias.0.as_ptr().add(at).cast()) };
        // Two sums for each half, by turns: each step of one waits for the step before it.
        let zero = _mm512_setzero_si512();
        let mut all = [[load(0), zero], [load(16), zero]];
        for (at, (&inputs, row)) in inputs.iter().zip(weights).enumerate() {
            let inputs = _mm512_set1_epi32(inputs);
            for (half, sums) in all.iter_mut().enumerate() {
                // SAFETY: as above.
                let row = unsafe { _mm512_load_si512(row.0.as_ptr().add(16 * half).cast()) };
                sums[at % 2] = add(sums[at % 2], inputs, row);
            }
        }
        let mut sums = ThirdSums([0; _]);
        for (half, [even, odd]) in all.into_iter().enumerate() {
            let sum = _mm512_add_epi32(even, odd);
            // SAFETY: as above.
            unsafe { _mm512_store_si512(sums.0.as_mut_ptr().add(16 * half).cast(), sum) };
        }
        sums
    }

    /// See [`Output::third`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn third_by_words(
        inputs: &[i32; SECOND],
        weights: &[ThirdRow; SECOND],
        bias: &ThirdSums,
    ) -> ThirdSums {
        third_avx512(inputs, weights, bias, |sum, inputs, weights| {
            _mm512_add_epi32(sum, _mm512_madd_epi16(inputs, weights))
        })
    }

    /// See [`Output::third`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    fn third_vnni(
        inputs: &[i32; SECOND],
        weights: &[ThirdRow; SECOND],
        bias: &ThirdSums,
    ) -> ThirdSums {
        third_avx512(inputs, weights, bias, |sum, inputs, weights| {
            _mm512_dpwssd_epi32(sum, inputs, weights)
        })
    }

    /// See [`Output::second`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn second_by_words(
        neurons: [&Row; 2],
        weights: &[SecondRows; 2],
        bias: &[i32; SECOND],
    ) -> [i32; SECOND] {
        let ones = _mm512_set1_epi16(1);
        second_avx512(neurons, weights, bias, |sum, bytes, weights| {
            let pairs = _mm512_maddubs_epi16(bytes, weights);
            _mm512_add_epi32(sum, _mm512_madd_epi16(pairs, ones))
        })
    }

    /// See [`Output::second`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    fn second_vnni(
        neurons: [&Row; 2],
        weights: &[SecondRows; 2],
        bias: &[i32; SECOND],
    ) -> [i32; SECOND] {
        second_avx512(neurons, weights, bias, |sum, bytes, weights| {
            _mm512_dpbusd_epi32(sum, bytes, weights)
        })
    }

    /// The sum of all.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn total(sums: [__m512i; SUMS]) -> __m512i {
        let [a, b, c, d] = sums;
        _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d))
    }

    macro_rules! output {
        (
            $way:ty, $name:literal, $($feature:tt),+;
            $sum:ident, $second:ident, $third:ident, $both:ident $(, $update:ident)?
        ) => {
            impl Output for $way {
                const NAME: &'static str = $name;

                fn find() -> Option<Self> {
                    let is_here = $(is_x86_feature_detected!($feature))&&+;
                    is_here.then_some(Self(()))
                }

                #[inline(always)]
                fn sum(self, neurons: &Row, weights: &Row) -> i32 {
                    debug_assert!(Self::find().is_some());
                    // SAFETY: a value of this type was found on this processor, or is that of
                    // a build for such processors ([`super::NATIVE`]).
                    unsafe { $sum(neurons, weights) }
                }

                #[inline(always)]
                fn second(
                    self,
                    neurons: [&Row; 2],
                    weights: &[SecondRows; 2],
                    bias: &[i32; SECOND],
                ) -> [i32; SECOND] {
                    // SAFETY: as above.
                    unsafe { $second(neurons, weights, bias) }
                }

                #[inline(always)]
                fn third(
                    self,
                    inputs: &[i32; SECOND],
                    weights: &[ThirdRow; SECOND],
                    bias: &ThirdSums,
                ) -> ThirdSums {
                    // SAFETY: as above.
                    unsafe { $third(inputs, weights, bias) }
                }

                $(
                    #[inline(always)]
                    fn update<const A: usize, const R: usize>(
                        self,
                        to: &mut Row,
                        from: &Row,
                        added: [&Row; A],
                        removed: [&Row; R],
                    ) {
                        // SAFETY: as above.
                        unsafe { $update(to, from, added, removed) }
                    }
                )?

                #[inline(always)]
                fn update_and_sum<const A: usize, const R: usize>(
                    self,
                    to: &mut Row,
                    from: &Row,
                    added: [&Row; A],
                    removed: [&Row; R],
                    weights: &Row,
                ) -> i32 {
                    // SAFETY: as above.
                    unsafe { $both(to, from, added, removed, weights) }
                }
            }
        };
    }

    output!(Avx2, "AVX2", "avx2"; sum_avx2, second_avx2, third_avx2, update_and_sum_avx2);
    output!(
        Avx512, "AVX-512", "avx512f", "avx512bw";
        sum_avx512, second_by_words, third_by_words, update_and_sum_avx512, update_avx512
    );
    output!(
        Vnni, "AVX-512 with VNNI", "avx512f", "avx512bw", "avx512vnni";
        sum_vnni, second_vnni, third_vnni, update_and_sum_avx512, update_avx512
    );
}

cfg_select! {
    all(target_arch = "x86_64", target_feature = "avx512bw", target_feature = "avx512vnni") => {
        /// The implementation of this build.
        pub const NATIVE: Vnni = Vnni(());
    }
    all(target_arch = "x86_64", target_feature = "avx512bw") => {
        /// The implementation of this build.
        pub const NATIVE: Avx512 = Avx512(());
    }
    all(target_arch = "x86_64", target_feature = "avx2") => {
        /// The implementation of this build.
        pub const NATIVE: Avx2 = Avx2(());
    }
    _ => {
        /// The implementation of this build.
        pub const NATIVE: Portable = Portable(());
    }
}
