//! The loops over one side's neurons, which are most of the work of an evaluation: the sum that
//! makes the value, and the update of an accumulator. There are several ways that give the same
//! numbers: [`Portable`], plain code, and on x86-64 `Avx2` and `Avx512`, where the compiler
//! fuses the last product and its sum if the build has instructions for neural networks (VNNI).
//! [`NATIVE`] is the one that the target features of this build select. Updates are plain code
//! except with AVX-512, where a compiler that tunes for a processor at hand would use half of each register.
//!
//! A neuron clipped to 0 to 255 times a weight of at most 128 fits 16 bits, so the square
//! is made as (neuron * weight) * neuron, whose second product adds up in 32 bits (idea:
//! Lizard).

#![allow(unsafe_code)]

use super::shape::{HIDDEN_ONE, InputRow, Row, TacticRow, TacticSum};

/// An implementation of the sum. A value of it exists only where the processor supports it.
pub trait Output: Copy {
    /// The name in messages.
    const NAME: &'static str;

    /// The implementation, if this processor supports it.
    fn find() -> Option<Self>;

    /// The sum of weight times square of the clipped neuron, to which that of `more` is added
    /// first, wrapping.
    fn sum(self, neurons: &Row, more: &TacticSum, weights: &Row) -> i32;

    /// The sums of the first and of the second rows of pairs, wrapping.
    #[inline(always)]
    fn gather<'a>(self, pairs: impl Iterator<Item = [&'a TacticRow; 2]>) -> [TacticSum; 2] {
        let mut sums = [TacticSum::ZERO; 2];
        for pair in pairs {
            for (sum, row) in sums.iter_mut().zip(pair) {
                for (sum, weight) in sum.0.iter_mut().zip(&row.0) {
                    *sum = sum.wrapping_add(i16::from(*weight));
                }
            }
        }
        sums
    }

    /// `to` = `from` with rows added and subtracted, wrapping; all rows together, so that each
    /// neuron is read and written once.
    #[inline(always)]
    fn update<const A: usize, const R: usize>(
        self,
        to: &mut Row,
        from: &Row,
        added: [&InputRow; A],
        removed: [&InputRow; R],
    ) {
        for (neuron, to) in to.0.iter_mut().enumerate() {
            let weight = |row: &InputRow| i16::from(row.0[neuron]);
            let plus = added.iter().fold(from.0[neuron], |sum, row| sum.wrapping_add(weight(row)));
            *to = removed.iter().fold(plus, |sum, row| sum.wrapping_sub(weight(row)));
        }
    }

    /// An update and the sum over the neurons after it, in one pass if that is faster; `more`
    /// counts in the sum only.
    #[inline(always)]
    fn update_and_sum<const A: usize, const R: usize>(
        self,
        to: &mut Row,
        from: &Row,
        added: [&InputRow; A],
        removed: [&InputRow; R],
        more: &TacticSum,
        weights: &Row,
    ) -> i32 {
        self.update(to, from, added, removed);
        self.sum(to, more, weights)
    }
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
    fn sum(self, neurons: &Row, more: &TacticSum, weights: &Row) -> i32 {
        let mut all = *neurons;
        for (neuron, more) in all.0.iter_mut().zip(&more.0) {
            *neuron = neuron.wrapping_add(*more);
        }
        let product = |(&neuron, &weight): (&i16, &i16)| {
            let clipped = neuron.clamp(0, HIDDEN_ONE as i16);
            i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped)
        };
        all.0.iter().zip(&weights.0).map(product).fold(0, i32::wrapping_add)
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::super::shape::{
        HIDDEN, HIDDEN_ONE, InputRow, Row, TACTIC_NEURONS, TacticRow, TacticSum,
    };
    use super::Output;
    use std::arch::x86_64::*;

    /// AVX2: 16 neurons at once.
    #[derive(Clone, Copy, Debug)]
    pub struct Avx2(pub(super) ());

    /// AVX-512 with 16-bit numbers: 32 neurons at once.
    #[derive(Clone, Copy, Debug)]
    pub struct Avx512(pub(super) ());

    /// The number of sums that are made side by side: each step of one waits for the step
    /// before it.
    const SUMS: usize = 4;

    // Whole registers only.
    const _: () = assert!(HIDDEN.is_multiple_of(32) && TACTIC_NEURONS.is_multiple_of(32));

    /// See [`Output::update_and_sum`] and [`update_and_sum_avx512`].
    #[inline]
    #[target_feature(enable = "avx2")]
    fn update_and_sum_avx2<const A: usize, const R: usize>(
        mut to: Option<&mut Row>,
        from: &Row,
        added: [&InputRow; A],
        removed: [&InputRow; R],
        more: &TacticSum,
        weights: &Row,
    ) -> i32 {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(HIDDEN_ONE as i16));
        let mut sums = [zero; SUMS];
        // SAFETY: 32 bytes of a row, as HIDDEN is a multiple of 16.
        let load = |row: &Row, at| unsafe { _mm256_load_si256(row.0.as_ptr().add(at).cast()) };
        // SAFETY: 16 bytes of a row.
        let widen = |row: &InputRow, at| unsafe {
            _mm256_cvtepi8_epi16(_mm_load_si128(row.0.as_ptr().add(at).cast()))
        };
        for first in (0..HIDDEN).step_by(16 * SUMS) {
            for (turn, all) in sums.iter_mut().enumerate() {
                let at = first + 16 * turn;
                if at >= HIDDEN {
                    break;
                }
                let plus = added
                    .iter()
                    .fold(load(from, at), |sum, row| _mm256_add_epi16(sum, widen(row, at)));
                let neurons =
                    removed.iter().fold(plus, |sum, row| _mm256_sub_epi16(sum, widen(row, at)));
                if let Some(to) = &mut to {
                    // SAFETY: as above.
                    unsafe { _mm256_store_si256(to.0.as_mut_ptr().add(at).cast(), neurons) };
                }
                let neurons = match more.0.get(at..at + 16) {
                    // SAFETY: 32 bytes, aligned as the row is.
                    Some(more) => unsafe {
                        _mm256_add_epi16(neurons, _mm256_load_si256(more.as_ptr().cast()))
                    },
                    None => neurons,
                };
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

    /// See [`Output::update`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn update_avx512<const A: usize, const R: usize>(
        to: &mut Row,
        from: &Row,
        added: [&InputRow; A],
        removed: [&InputRow; R],
    ) {
        // SAFETY: 64 bytes of a row, as HIDDEN is a multiple of 32.
        let load = |row: &Row, at| unsafe { _mm512_load_si512(row.0.as_ptr().add(at).cast()) };
        // SAFETY: 32 bytes of a row.
        let widen = |row: &InputRow, at| unsafe {
            _mm512_cvtepi8_epi16(_mm256_load_si256(row.0.as_ptr().add(at).cast()))
        };
        for at in (0..HIDDEN).step_by(32) {
            let plus =
                added.iter().fold(load(from, at), |sum, row| _mm512_add_epi16(sum, widen(row, at)));
            let sum = removed.iter().fold(plus, |sum, row| _mm512_sub_epi16(sum, widen(row, at)));
            // SAFETY: as above.
            unsafe { _mm512_store_si512(to.0.as_mut_ptr().add(at).cast(), sum) };
        }
    }

    /// See [`Output::update_and_sum`]; the sum alone without `to`. Written out: a function for a
    /// register, if the compiler leaves it one, takes as long as the second pass.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn update_and_sum_avx512<const A: usize, const R: usize>(
        mut to: Option<&mut Row>,
        from: &Row,
        added: [&InputRow; A],
        removed: [&InputRow; R],
        more: &TacticSum,
        weights: &Row,
    ) -> i32 {
        let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(HIDDEN_ONE as i16));
        let mut sums = [zero; SUMS];
        // SAFETY: 64 bytes of a row, as HIDDEN is a multiple of 32.
        let load = |row: &Row, at| unsafe { _mm512_load_si512(row.0.as_ptr().add(at).cast()) };
        // SAFETY: 32 bytes of a row.
        let widen = |row: &InputRow, at| unsafe {
            _mm512_cvtepi8_epi16(_mm256_load_si256(row.0.as_ptr().add(at).cast()))
        };
        for first in (0..HIDDEN).step_by(32 * SUMS) {
            for (turn, all) in sums.iter_mut().enumerate() {
                let at = first + 32 * turn;
                if at >= HIDDEN {
                    break;
                }
                let plus = added
                    .iter()
                    .fold(load(from, at), |sum, row| _mm512_add_epi16(sum, widen(row, at)));
                let neurons =
                    removed.iter().fold(plus, |sum, row| _mm512_sub_epi16(sum, widen(row, at)));
                if let Some(to) = &mut to {
                    // SAFETY: as above.
                    unsafe { _mm512_store_si512(to.0.as_mut_ptr().add(at).cast(), neurons) };
                }
                let neurons = match more.0.get(at..at + 32) {
                    // SAFETY: 64 bytes, aligned as the row is.
                    Some(more) => unsafe {
                        _mm512_add_epi16(neurons, _mm512_load_si512(more.as_ptr().cast()))
                    },
                    None => neurons,
                };
                let clipped = _mm512_min_epi16(_mm512_max_epi16(neurons, zero), one);
                let product = _mm512_mullo_epi16(clipped, load(weights, at));
                *all = _mm512_add_epi32(*all, _mm512_madd_epi16(product, clipped));
            }
        }
        _mm512_reduce_add_epi32(total(sums))
    }

    /// See [`Output::gather`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn gather_avx512<'a>(pairs: impl Iterator<Item = [&'a TacticRow; 2]>) -> [TacticSum; 2] {
        let mut sums = [[_mm512_setzero_si512(); TACTIC_NEURONS / 32]; 2];
        for pair in pairs {
            for (sums, row) in sums.iter_mut().zip(pair) {
                for (sum, weights) in sums.iter_mut().zip(row.0.chunks_exact(32)) {
                    // SAFETY: 32 bytes of a row, aligned.
                    let weights = unsafe { _mm256_load_si256(weights.as_ptr().cast()) };
                    *sum = _mm512_add_epi16(*sum, _mm512_cvtepi8_epi16(weights));
                }
            }
        }
        let mut to = [TacticSum::ZERO; 2];
        for (to, sums) in to.iter_mut().zip(sums) {
            for (to, sum) in to.0.chunks_exact_mut(32).zip(sums) {
                // SAFETY: 64 bytes, aligned as the row is.
                unsafe { _mm512_store_si512(to.as_mut_ptr().cast(), sum) };
            }
        }
        to
    }

    /// The sum of all.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn total(sums: [__m512i; SUMS]) -> __m512i {
        let [a, b, c, d] = sums;
        _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d))
    }

    macro_rules! output {
        ($way:ty, $name:literal, $($feature:tt),+; $both:ident $(, $update:ident, $gather:ident)?) => {
            impl Output for $way {
                const NAME: &'static str = $name;

                fn find() -> Option<Self> {
                    let is_here = $(is_x86_feature_detected!($feature))&&+;
                    is_here.then_some(Self(()))
                }

                #[inline(always)]
                fn sum(self, neurons: &Row, more: &TacticSum, weights: &Row) -> i32 {
                    debug_assert!(Self::find().is_some());
                    // SAFETY: a value of this type was found on this processor, or is that of
                    // a build for such processors ([`super::NATIVE`]).
                    unsafe { $both(None, neurons, [], [], more, weights) }
                }

                $(
                    #[inline(always)]
                    fn update<const A: usize, const R: usize>(
                        self,
                        to: &mut Row,
                        from: &Row,
                        added: [&InputRow; A],
                        removed: [&InputRow; R],
                    ) {
                        // SAFETY: as above.
                        unsafe { $update(to, from, added, removed) }
                    }

                    #[inline(always)]
                    fn gather<'a>(
                        self,
                        pairs: impl Iterator<Item = [&'a TacticRow; 2]>,
                    ) -> [TacticSum; 2] {
                        // SAFETY: as above.
                        unsafe { $gather(pairs) }
                    }
                )?

                #[inline(always)]
                fn update_and_sum<const A: usize, const R: usize>(
                    self,
                    to: &mut Row,
                    from: &Row,
                    added: [&InputRow; A],
                    removed: [&InputRow; R],
                    more: &TacticSum,
                    weights: &Row,
                ) -> i32 {
                    // SAFETY: as above.
                    unsafe { $both(Some(to), from, added, removed, more, weights) }
                }
            }
        };
    }

    output!(Avx2, "AVX2", "avx2"; update_and_sum_avx2);
    output!(Avx512, "AVX-512", "avx512f", "avx512bw"; update_and_sum_avx512, update_avx512, gather_avx512);
}

cfg_select! {
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
