//! The loops with AVX-512 with 16-bit numbers.
#![allow(unsafe_code)]

use super::{NO_ROW, Output, PLUS_MINUS, SUMS};
use crate::eval::network::shape::{
    BLOCK, HIDDEN, HIDDEN_ONE, InputRow, Row, SIGN, TACTIC_NEURONS, TacticRow, TacticSum,
};
use std::arch::x86_64::*;

/// AVX-512 with 16-bit numbers: 32 neurons at once.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(pub(in crate::eval::network::ops) ());

output!(Avx512, "AVX-512", "avx512f", "avx512bw"; update_and_sum, update, gather);

/// A block of neurons from `at` on with rows added and subtracted, as with AVX2.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn block<const A: usize, const R: usize>(
    from: &Row,
    added: [&InputRow; A],
    removed: [&InputRow; R],
    at: usize,
) -> [__m512i; BLOCK / 32] {
    // SAFETY: 64 bytes of a row, as HIDDEN is a multiple of the block.
    let load = |turn| unsafe { _mm512_load_si512(from.0.as_ptr().add(at + 32 * turn).cast()) };
    let mut neurons = std::array::from_fn(load);
    for pair in 0..A.max(R) {
        let bytes = |row: Option<&&InputRow>| match row {
            // SAFETY: as above.
            Some(row) => unsafe { _mm512_load_si512(row.0.as_ptr().add(at).cast()) },
            None => _mm512_set1_epi8(SIGN.cast_signed()),
        };
        let (plus, minus) = (bytes(added.get(pair)), bytes(removed.get(pair)));
        let interleaved = [_mm512_unpacklo_epi8(plus, minus), _mm512_unpackhi_epi8(plus, minus)];
        for (sum, pairs) in neurons.iter_mut().zip(interleaved) {
            let change = _mm512_maddubs_epi16(pairs, _mm512_set1_epi16(PLUS_MINUS));
            *sum = _mm512_add_epi16(*sum, change);
        }
    }
    neurons
}

/// See [`Output::update`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn update<const A: usize, const R: usize>(
    to: &mut Row,
    from: &Row,
    added: [&InputRow; A],
    removed: [&InputRow; R],
) {
    for at in (0..HIDDEN).step_by(BLOCK) {
        for (turn, neurons) in block(from, added, removed, at).into_iter().enumerate() {
            // SAFETY: 64 bytes of a row.
            unsafe { _mm512_store_si512(to.0.as_mut_ptr().add(at + 32 * turn).cast(), neurons) };
        }
    }
}

/// See [`Output::update_and_sum`]; the sum alone without `to`. Written out: a function for a
/// register, if the compiler leaves it one, takes as long as the second pass.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn update_and_sum<const A: usize, const R: usize>(
    mut to: Option<&mut Row>,
    from: &Row,
    added: [&InputRow; A],
    removed: [&InputRow; R],
    more: &TacticSum,
    weights: &Row,
) -> i32 {
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(HIDDEN_ONE as i16));
    let mut sums = [zero; SUMS];
    for two in (0..HIDDEN).step_by(32 * SUMS) {
        for (half, sums) in sums.chunks_exact_mut(BLOCK / 32).enumerate() {
            let first = two + BLOCK * half;
            if first >= HIDDEN {
                break;
            }
            let block = block(from, added, removed, first);
            for (turn, (neurons, sum)) in block.into_iter().zip(sums).enumerate() {
                let at = first + 32 * turn;
                if let Some(to) = &mut to {
                    // SAFETY: 64 bytes of a row.
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
                // SAFETY: 64 bytes of a row.
                let weights = unsafe { _mm512_load_si512(weights.0.as_ptr().add(at).cast()) };
                let product = _mm512_mullo_epi16(clipped, weights);
                *sum = _mm512_add_epi32(*sum, _mm512_madd_epi16(product, clipped));
            }
        }
    }
    _mm512_reduce_add_epi32(total(sums))
}

/// See [`Output::gather`]; two rows are added up as in [`block`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn gather(sides: [&[&TacticRow]; 2]) -> [TacticSum; 2] {
    let ones = _mm512_set1_epi8(1);
    sides.map(|rows| {
        let mut sums = [[_mm512_setzero_si512(); BLOCK / 32]; TACTIC_NEURONS / BLOCK];
        for pair in rows.chunks(2) {
            let [a, b] = [pair[0], pair.get(1).copied().unwrap_or(&NO_ROW)];
            for (block, sums) in sums.iter_mut().enumerate() {
                // SAFETY: 64 bytes of a row, aligned.
                let [a, b] = [a, b].map(|row| unsafe {
                    _mm512_load_si512(row.0.as_ptr().add(BLOCK * block).cast())
                });
                let pairs = [_mm512_unpacklo_epi8(a, b), _mm512_unpackhi_epi8(a, b)];
                for (sum, pairs) in sums.iter_mut().zip(pairs) {
                    *sum = _mm512_add_epi16(*sum, _mm512_maddubs_epi16(ones, pairs));
                }
            }
        }
        let mut to = TacticSum::ZERO;
        for (to, &sum) in to.0.chunks_exact_mut(32).zip(sums.as_flattened()) {
            // SAFETY: 64 bytes, aligned as the row is.
            unsafe { _mm512_store_si512(to.as_mut_ptr().cast(), sum) };
        }
        to
    })
}

/// The sum of all.
#[inline]
#[target_feature(enable = "avx512f")]
fn total(sums: [__m512i; SUMS]) -> __m512i {
    let [a, b, c, d] = sums;
    _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d))
}
