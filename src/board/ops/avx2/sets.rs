//! Sets of squares, one in each 64-bit lane.
//!
//! Attacks of sliders are a Kogge-Stone fill with one direction in each lane: four towards higher
//! squares by shifts to the left, four towards lower ones by shifts to the right.
#![allow(unsafe_code)]

use super::super::Planes;
use super::tables::{JUMPS_DOWN, JUMPS_UP, RAYS, RAYS_DOWN, RAYS_UP, Steps};
use crate::board::tables::Aligned;
use crate::types::{Bitboard, Square};
use std::arch::x86_64::*;

#[inline(always)]
fn load_sets(sets: &Aligned<[u64; 4]>) -> __m256i {
    // SAFETY: compiled for; 32 bytes, aligned.
    unsafe { _mm256_load_si256(sets.0.as_ptr().cast()) }
}

#[inline(always)]
pub fn splat(byte: u8) -> __m256i {
    // SAFETY: only instructions that this module is compiled for.
    unsafe { _mm256_set1_epi8(byte as i8) }
}

#[inline(always)]
pub fn splat64(word: u64) -> __m256i {
    // SAFETY: only instructions that this module is compiled for.
    unsafe { _mm256_set1_epi64x(word as i64) }
}

/// The squares that sliders attack in four directions; `empty` is what they slide through.
/// Kogge-Stone fill: after steps of one, two and four squares a ray has run seven.
#[inline(always)]
fn fill<const UP: bool>(sliders: __m256i, empty: __m256i, steps: &Steps) -> __m256i {
    let (by, inside) = (load_sets(&steps.by), load_sets(&steps.targets));
    // SAFETY: only instructions that this module is compiled for.
    unsafe {
        let open = _mm256_and_si256(empty, inside);
        let run = _mm256_or_si256(sliders, _mm256_and_si256(open, shift::<UP>(sliders, by)));
        let open = _mm256_and_si256(open, shift::<UP>(open, by));
        let twice = _mm256_add_epi64(by, by);
        let run = _mm256_or_si256(run, _mm256_and_si256(open, shift::<UP>(run, twice)));
        let open = _mm256_and_si256(open, shift::<UP>(open, twice));
        let four_times = _mm256_add_epi64(twice, twice);
        let run = _mm256_or_si256(run, _mm256_and_si256(open, shift::<UP>(run, four_times)));
        _mm256_and_si256(shift::<UP>(run, by), inside)
    }
}

#[inline(always)]
fn shift<const UP: bool>(sets: __m256i, by: __m256i) -> __m256i {
    // SAFETY: only instructions that this module is compiled for.
    unsafe { if UP { _mm256_sllv_epi64(sets, by) } else { _mm256_srlv_epi64(sets, by) } }
}

/// The squares that the sliders and knights of `among` attack, a set for each direction.
#[inline(always)]
pub fn attacks(planes: &Planes, among: Bitboard, empty: Bitboard) -> [__m256i; 4] {
    let empty = splat64(empty.0);
    let knights = splat64((planes.knights & among).0);
    // SAFETY: only instructions that this module is compiled for.
    unsafe {
        let orthogonal = splat64((planes.orthogonal & among).0);
        let diagonal = splat64((planes.diagonal & among).0);
        let sliders = _mm256_blend_epi32::<0b1111_0000>(orthogonal, diagonal);
        let jump = |shifted, steps: &Steps| _mm256_and_si256(shifted, load_sets(&steps.targets));
        [
            fill::<true>(sliders, empty, &RAYS_UP),
            fill::<false>(sliders, empty, &RAYS_DOWN),
            jump(shift::<true>(knights, load_sets(&JUMPS_UP.by)), &JUMPS_UP),
            jump(shift::<false>(knights, load_sets(&JUMPS_DOWN.by)), &JUMPS_DOWN),
        ]
    }
}

/// The squares of these rays up to and including the nearest of these pieces, those towards higher
/// squares first. There subtracting one borrows up to the nearest piece; towards lower squares what
/// lies behind a piece is filled.
#[inline(always)]
fn up_to([up, down]: [__m256i; 2], [above, below]: [__m256i; 2]) -> [__m256i; 2] {
    // SAFETY: only instructions that this module is compiled for.
    unsafe {
        let stops = _mm256_and_si256(up, above);
        let borrowed = _mm256_add_epi64(stops, _mm256_set1_epi64x(-1));
        let by = load_sets(&RAYS_DOWN.by);
        let twice = _mm256_add_epi64(by, by);
        let four_times = _mm256_add_epi64(twice, twice);
        let behind = shift::<false>(_mm256_and_si256(down, below), by);
        let behind = _mm256_or_si256(behind, shift::<false>(behind, by));
        let behind = _mm256_or_si256(behind, shift::<false>(behind, twice));
        let behind = _mm256_or_si256(behind, shift::<false>(behind, four_times));
        [_mm256_and_si256(up, _mm256_xor_si256(stops, borrowed)), _mm256_andnot_si256(behind, down)]
    }
}

/// The rays from a square, those towards higher squares first.
#[inline(always)]
fn rays_from(centre: Square) -> [__m256i; 2] {
    // SAFETY: compiled for; 32 bytes, aligned as the table is.
    RAYS.0[centre.dense() & 63]
        .each_ref()
        .map(|rays| unsafe { _mm256_load_si256(rays.as_ptr().cast()) })
}

/// The squares that a queen on `centre` sees.
#[inline(always)]
pub fn seen_by_queen(planes: &Planes, centre: Square) -> Bitboard {
    union(up_to(rays_from(centre), [splat64(planes.occupied().0); 2]))
}

/// The squares that a queen on `centre` sees, and the pieces of `shields` among them behind which
/// one of `sliders` stands that would see `centre` without them.
#[inline(always)]
pub fn lines_through(
    planes: &Planes,
    centre: Square,
    shields: Bitboard,
    sliders: Bitboard,
) -> [Bitboard; 2] {
    let pieces = splat64(planes.occupied().0);
    let (shields, orthogonal, diagonal) = (
        splat64(shields.0),
        splat64((planes.orthogonal & sliders).0),
        splat64((planes.diagonal & sliders).0),
    );
    let rays = rays_from(centre);
    let seen = up_to(rays, [pieces; 2]);
    // SAFETY: only instructions that this module is compiled for.
    unsafe {
        let nearest = seen.map(|seen| _mm256_and_si256(seen, shields));
        let seen_then = up_to(rays, nearest.map(|near| _mm256_andnot_si256(near, pieces)));
        let sliders = _mm256_blend_epi32::<0b1111_0000>(orthogonal, diagonal);
        let pinned = std::array::from_fn::<_, 2, _>(|half| {
            let behind = _mm256_andnot_si256(seen[half], seen_then[half]);
            let behind = _mm256_and_si256(behind, sliders);
            let nobody = _mm256_cmpeq_epi64(behind, _mm256_setzero_si256());
            _mm256_andnot_si256(nobody, nearest[half])
        });
        [union(seen), union(pinned)]
    }
}

/// The number of bits in each byte.
#[inline(always)]
pub fn count_bits(sets: __m256i) -> __m256i {
    // SAFETY: only instructions that this module is compiled for.
    unsafe {
        let counts = _mm256_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2,
            3, 3, 4,
        );
        let low = _mm256_and_si256(sets, splat(0x0f));
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(sets), splat(0x0f));
        _mm256_add_epi8(_mm256_shuffle_epi8(counts, low), _mm256_shuffle_epi8(counts, high))
    }
}

/// All four words combined two and two.
#[inline(always)]
pub fn fold(sets: __m256i, combine: impl Fn(__m128i, __m128i) -> __m128i) -> u64 {
    // SAFETY: only instructions that this module is compiled for.
    unsafe {
        let half = combine(_mm256_castsi256_si128(sets), _mm256_extracti128_si256::<1>(sets));
        _mm_cvtsi128_si64(combine(half, _mm_unpackhi_epi64(half, half))) as u64
    }
}

/// All squares of these sets.
#[inline(always)]
pub fn union<const N: usize>(sets: [__m256i; N]) -> Bitboard {
    // SAFETY: only instructions that this module is compiled for.
    unsafe {
        let zero = _mm256_setzero_si256();
        let all = sets.into_iter().fold(zero, |all, set| _mm256_or_si256(all, set));
        Bitboard(fold(all, |a, b| _mm_or_si128(a, b)))
    }
}
