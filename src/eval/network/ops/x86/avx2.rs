//! The loops with AVX2: 16 neurons at once.
#![allow(unsafe_code)]

use super::{NO_ROW, Output, PLUS_MINUS, SUMS};
use crate::eval::network::shape::{
    BLOCK, HIDDEN, HIDDEN_ONE, InputRow, Row, SIGN, TacticRow, TacticSum,
};
use std::arch::x86_64::*;

/// AVX2: 16 neurons at once.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(pub(in crate::eval::network::ops) ());

output!(Avx2, "AVX2", "avx2"; update_and_sum, update, gather);

/// A block of neurons from `at` on with rows added and subtracted. Bytes of two rows are
/// interleaved, and each pair becomes a number of 16 bits: faster than to widen both.
#[inline]
#[target_feature(enable = "avx2")]
fn block<const A: usize, const R: usize>(
    from: &Row,
    added: [&InputRow; A],
    removed: [&InputRow; R],
    at: usize,
) -> [__m256i; BLOCK / 16] {
    // SAFETY: 32 bytes of a row, as HIDDEN is a multiple of the block.
    let load = |turn| unsafe { _mm256_load_si256(from.0.as_ptr().add(at + 16 * turn).cast()) };
    let mut neurons = std::array::from_fn(load);
    for pair in 0..A.max(R) {
        for half in 0..2 {
            let bytes = |row: Option<&&InputRow>| match row {
                // SAFETY: as above.
                Some(row) => unsafe {
                    _mm256_load_si256(row.0.as_ptr().add(at + 32 * half).cast())
                },
                None => _mm256_set1_epi8(SIGN.cast_signed()),
            };
            let (plus, minus) = (bytes(added.get(pair)), bytes(removed.get(pair)));
            let interleaved =
                [_mm256_unpacklo_epi8(plus, minus), _mm256_unpackhi_epi8(plus, minus)];
            for (turn, pairs) in interleaved.into_iter().enumerate() {
                let change = _mm256_maddubs_epi16(pairs, _mm256_set1_epi16(PLUS_MINUS));
                let sum: &mut __m256i = &mut neurons[2 * turn + half];
                *sum = _mm256_add_epi16(*sum, change);
            }
        }
    }
    neurons
}

/// See [`Output::update`].
#[inline]
#[target_feature(enable = "avx2")]
fn update<const A: usize, const R: usize>(
    to: &mut Row,
    from: &Row,
    added: [&InputRow; A],
    removed: [&InputRow; R],
) {
    for at in (0..HIDDEN).step_by(BLOCK) {
        for (turn, neurons) in block(from, added, removed, at).into_iter().enumerate() {
            // SAFETY: 32 bytes of a row.
            unsafe { _mm256_store_si256(to.0.as_mut_ptr().add(at + 16 * turn).cast(), neurons) };
        }
    }
}

/// See [`Output::update_and_sum`]; the sum alone without `to`.
#[inline]
#[target_feature(enable = "avx2")]
fn update_and_sum<const A: usize, const R: usize>(
    mut to: Option<&mut Row>,
    from: &Row,
    added: [&InputRow; A],
    removed: [&InputRow; R],
    more: &TacticSum,
    weights: &Row,
) -> i32 {
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(HIDDEN_ONE as i16));
    let mut sums = [zero; SUMS];
    for first in (0..HIDDEN).step_by(BLOCK) {
        let block = block(from, added, removed, first);
        for (turn, neurons) in block.into_iter().enumerate() {
            let at = first + 16 * turn;
            if let Some(to) = &mut to {
                // SAFETY: 32 bytes of a row.
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
            // SAFETY: 32 bytes of a row.
            let weights = unsafe { _mm256_load_si256(weights.0.as_ptr().add(at).cast()) };
            let product = _mm256_mullo_epi16(clipped, weights);
            let sum = &mut sums[turn % SUMS];
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(product, clipped));
        }
    }
    reduce(sums)
}

/// The sum of all numbers.
#[inline]
#[target_feature(enable = "avx2")]
fn reduce([a, b, c, d]: [__m256i; SUMS]) -> i32 {
    let total = _mm256_add_epi32(_mm256_add_epi32(a, b), _mm256_add_epi32(c, d));
    let half = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
    let quarter = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0b01_00_11_10));
    _mm_cvtsi128_si32(_mm_add_epi32(quarter, _mm_shuffle_epi32(quarter, 0b10_11_00_01)))
}

/// See [`Output::gather`]; two rows are added up as in [`block`].
#[inline]
#[target_feature(enable = "avx2")]
fn gather(sides: [&[&TacticRow]; 2]) -> [TacticSum; 2] {
    let ones = _mm256_set1_epi8(1);
    let mut to = [TacticSum::ZERO; 2];
    for (to, rows) in to.iter_mut().zip(sides) {
        // As many neurons as registers leave room for.
        for (part, to) in to.0.chunks_mut(2 * BLOCK).enumerate() {
            let mut sums = [_mm256_setzero_si256(); 2 * BLOCK / 16];
            for pair in rows.chunks(2) {
                let [a, b] = [pair[0], pair.get(1).copied().unwrap_or(&NO_ROW)];
                for (half, sums) in sums.chunks_exact_mut(2).take(to.len() / 32).enumerate() {
                    let at = 2 * BLOCK * part + 32 * half;
                    // SAFETY: 32 bytes of a row, aligned.
                    let [a, b] = [a, b]
                        .map(|row| unsafe { _mm256_load_si256(row.0.as_ptr().add(at).cast()) });
                    let pairs = [_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)];
                    for (sum, pairs) in sums.iter_mut().zip(pairs) {
                        *sum = _mm256_add_epi16(*sum, _mm256_maddubs_epi16(ones, pairs));
                    }
                }
            }
            for (half, sums) in sums.chunks_exact(2).take(to.len() / 32).enumerate() {
                for (turn, &sum) in sums.iter().enumerate() {
                    let at = half / 2 * BLOCK + 16 * (2 * turn + half % 2);
                    // SAFETY: 32 bytes, aligned as the row is.
                    unsafe { _mm256_store_si256(to[at..at + 16].as_mut_ptr().cast(), sum) };
                }
            }
        }
    }
    to
}
