//! The loops with AVX2 and with AVX-512.
#![allow(unsafe_code)]

use super::super::shape::{HIDDEN, HIDDEN_ONE, InputRow, Row, TACTIC_NEURONS, TacticRow};
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

/// See [`Output::update_and_sum`]; the sum alone without `to`.
#[inline]
#[target_feature(enable = "avx2")]
fn update_and_sum_avx2<const A: usize, const R: usize>(
    mut to: Option<&mut Row>,
    from: &Row,
    added: [&InputRow; A],
    removed: [&InputRow; R],
    tactic_rows: &[&TacticRow],
    weights: &Row,
) -> i32 {
    let mut sums = [_mm256_setzero_si256(); SUMS];
    let again = to.as_deref_mut();
    part_avx2::<A, R, 0, TACTIC_NEURONS>(
        &mut sums,
        again,
        from,
        added,
        removed,
        tactic_rows,
        weights,
    );
    part_avx2::<A, R, TACTIC_NEURONS, HIDDEN>(&mut sums, to, from, added, removed, &[], weights);
    reduce_avx2(sums)
}

/// The neurons from `FIRST` to `END` in [`update_and_sum_avx2`]. Written out: a function for a
/// register, if the compiler leaves it one, takes as long as a second pass.
#[inline]
#[target_feature(enable = "avx2")]
fn part_avx2<const A: usize, const R: usize, const FIRST: usize, const END: usize>(
    sums: &mut [__m256i; SUMS],
    mut to: Option<&mut Row>,
    from: &Row,
    added: [&InputRow; A],
    removed: [&InputRow; R],
    tactic_rows: &[&TacticRow],
    weights: &Row,
) {
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(HIDDEN_ONE as i16));
    // SAFETY: 32 bytes of a row, as HIDDEN is a multiple of 16.
    let load = |row: &Row, at| unsafe { _mm256_load_si256(row.0.as_ptr().add(at).cast()) };
    // SAFETY: 16 bytes of a row.
    let widen = |row: &InputRow, at| unsafe {
        _mm256_cvtepi8_epi16(_mm_load_si128(row.0.as_ptr().add(at).cast()))
    };
    for first in (FIRST..END).step_by(16 * SUMS) {
        let mut block = [zero; SUMS];
        let places = || (first..END).step_by(16);
        for (neurons, at) in block.iter_mut().zip(places()) {
            let plus =
                added.iter().fold(load(from, at), |sum, row| _mm256_add_epi16(sum, widen(row, at)));
            *neurons = removed.iter().fold(plus, |sum, row| _mm256_sub_epi16(sum, widen(row, at)));
            if let Some(to) = &mut to {
                // SAFETY: as above.
                unsafe { _mm256_store_si256(to.0.as_mut_ptr().add(at).cast(), *neurons) };
            }
        }
        if END <= TACTIC_NEURONS {
            for row in tactic_rows {
                for (neurons, at) in block.iter_mut().zip(places()) {
                    // SAFETY: 32 bytes of a row, as `at` is below `END`.
                    let weights = unsafe { _mm256_load_si256(row.0.as_ptr().add(at).cast()) };
                    *neurons = _mm256_add_epi16(*neurons, weights);
                }
            }
        }
        for ((neurons, sum), at) in block.into_iter().zip(&mut *sums).zip(places()) {
            let clipped = _mm256_min_epi16(_mm256_max_epi16(neurons, zero), one);
            let product = _mm256_mullo_epi16(clipped, load(weights, at));
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(product, clipped));
        }
    }
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

/// See [`Output::update_and_sum`]; the sum alone without `to`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn update_and_sum_avx512<const A: usize, const R: usize>(
    mut to: Option<&mut Row>,
    from: &Row,
    added: [&InputRow; A],
    removed: [&InputRow; R],
    tactic_rows: &[&TacticRow],
    weights: &Row,
) -> i32 {
    let mut sums = [_mm512_setzero_si512(); SUMS];
    let again = to.as_deref_mut();
    part_avx512::<A, R, 0, TACTIC_NEURONS>(
        &mut sums,
        again,
        from,
        added,
        removed,
        tactic_rows,
        weights,
    );
    part_avx512::<A, R, TACTIC_NEURONS, HIDDEN>(&mut sums, to, from, added, removed, &[], weights);
    _mm512_reduce_add_epi32(total(sums))
}

/// The neurons from `FIRST` to `END` in [`update_and_sum_avx512`], written out as those in
/// [`part_avx2`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn part_avx512<const A: usize, const R: usize, const FIRST: usize, const END: usize>(
    sums: &mut [__m512i; SUMS],
    mut to: Option<&mut Row>,
    from: &Row,
    added: [&InputRow; A],
    removed: [&InputRow; R],
    tactic_rows: &[&TacticRow],
    weights: &Row,
) {
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(HIDDEN_ONE as i16));
    // SAFETY: 64 bytes of a row, as HIDDEN is a multiple of 32.
    let load = |row: &Row, at| unsafe { _mm512_load_si512(row.0.as_ptr().add(at).cast()) };
    // SAFETY: 32 bytes of a row.
    let widen = |row: &InputRow, at| unsafe {
        _mm512_cvtepi8_epi16(_mm256_load_si256(row.0.as_ptr().add(at).cast()))
    };
    for first in (FIRST..END).step_by(32 * SUMS) {
        let mut block = [zero; SUMS];
        let places = || (first..END).step_by(32);
        for (neurons, at) in block.iter_mut().zip(places()) {
            let plus =
                added.iter().fold(load(from, at), |sum, row| _mm512_add_epi16(sum, widen(row, at)));
            *neurons = removed.iter().fold(plus, |sum, row| _mm512_sub_epi16(sum, widen(row, at)));
            if let Some(to) = &mut to {
                // SAFETY: as above.
                unsafe { _mm512_store_si512(to.0.as_mut_ptr().add(at).cast(), *neurons) };
            }
        }
        if END <= TACTIC_NEURONS {
            for row in tactic_rows {
                for (neurons, at) in block.iter_mut().zip(places()) {
                    // SAFETY: 64 bytes of a row, as `at` is below `END`.
                    let weights = unsafe { _mm512_load_si512(row.0.as_ptr().add(at).cast()) };
                    *neurons = _mm512_add_epi16(*neurons, weights);
                }
            }
        }
        for ((neurons, sum), at) in block.into_iter().zip(&mut *sums).zip(places()) {
            let clipped = _mm512_min_epi16(_mm512_max_epi16(neurons, zero), one);
            let product = _mm512_mullo_epi16(clipped, load(weights, at));
            *sum = _mm512_add_epi32(*sum, _mm512_madd_epi16(product, clipped));
        }
    }
}

/// The sum of all.
#[inline]
#[target_feature(enable = "avx512f")]
fn total(sums: [__m512i; SUMS]) -> __m512i {
    let [a, b, c, d] = sums;
    _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d))
}

macro_rules! output {
    ($way:ty, $name:literal, $($feature:tt),+; $both:ident $(, $update:ident)?) => {
        impl Output for $way {
            const NAME: &'static str = $name;

            fn find() -> Option<Self> {
                let is_here = $(is_x86_feature_detected!($feature))&&+;
                is_here.then_some(Self(()))
            }

            #[inline(always)]
            fn sum(self, neurons: &Row, tactic_rows: &[&TacticRow], weights: &Row) -> i32 {
                debug_assert!(Self::find().is_some());
                // SAFETY: a value of this type was found on this processor, or is that of
                // a build for such processors ([`super::NATIVE`]).
                unsafe { $both(None, neurons, [], [], tactic_rows, weights) }
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

            )?

            #[inline(always)]
            fn update_and_sum<const A: usize, const R: usize>(
                self,
                to: &mut Row,
                from: &Row,
                added: [&InputRow; A],
                removed: [&InputRow; R],
                tactic_rows: &[&TacticRow],
                weights: &Row,
            ) -> i32 {
                // SAFETY: as above.
                unsafe { $both(Some(to), from, added, removed, tactic_rows, weights) }
            }
        }
    };
}

output!(Avx2, "AVX2", "avx2"; update_and_sum_avx2);
output!(Avx512, "AVX-512", "avx512f", "avx512bw"; update_and_sum_avx512, update_avx512);
