//! The operations on AVX-512 (VBMI and VBMI2): the board is two registers of 64
//! bytes, a view is one byte permute, a set of lanes is a mask register, and a
//! compression writes moves out.
//!
//! Idea and measurements: see `BOARD.md` of the design notes; the occluded fill
//! is Kogge-Stone with one direction a lane.
#![allow(unsafe_code)]
// Every unsafe block of this file is sound for one of two reasons. The intrinsics
// need only the target features that this module is compiled under. Loads and
// stores touch constants and positions aligned to 64 bytes, or the spare room at
// the end of a move list, which the writer asserts.
#![allow(clippy::undocumented_unsafe_blocks)]

use super::{MoveWriter, Ops, Planes};
use crate::board::Position;
use crate::board::tables::{ATTACKERS, Aligned, GUARD_SQUARE, LANE_SQUARES};
use crate::types::{Color, Piece, PieceKind, Square};
use std::arch::x86_64::*;

/// AVX-512 with byte permutes and compression.
#[derive(Clone, Copy, Debug)]
pub struct Avx512;

/// 0, 1, 2, ... 127: compared with a square to find its byte.
static INDICES: Aligned<[u8; 128]> = {
    let mut table = [0; 128];
    let mut i = 0;
    while i < 128 {
        table[i] = i as u8;
        i += 1;
    }
    Aligned(table)
};

/// The 0x88 coordinates of the 64 squares in dense order.
static DENSE_ORDER: Aligned<[u8; 64]> = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = Square::from_dense(i).coordinate();
        i += 1;
    }
    Aligned(table)
};

/// The inverse of [`LANE_SQUARES`]: for each centre the lane in which each dense
/// square is seen; 0x80 where it isn't.
static SQUARE_LANES: Aligned<[[u8; 64]; 64]> = Aligned(square_lanes());

const fn square_lanes() -> [[u8; 64]; 64] {
    let squares = &LANE_SQUARES.0;
    let mut table = [[0x80; 64]; 64];
    let mut centre = 0;
    while centre < 64 {
        let mut lane = 0;
        while lane < 64 {
            let square = squares[centre][lane];
            if square != GUARD_SQUARE {
                table[centre][Square::from_0x88(square).dense()] = lane as u8;
            }
            lane += 1;
        }
        centre += 1;
    }
    table
}

/// The dense squares that are seen in some lane of each centre.
static SEEN: [u64; 64] = seen();

const fn seen() -> [u64; 64] {
    let lanes = square_lanes();
    let mut table = [0; 64];
    let mut centre = 0;
    while centre < 64 {
        let mut square = 0;
        while square < 64 {
            if lanes[centre][square] != 0x80 {
                table[centre] |= 1 << square;
            }
            square += 1;
        }
        centre += 1;
    }
    table
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_B: u64 = FILE_A << 1;
const FILE_G: u64 = FILE_A << 6;
const FILE_H: u64 = FILE_A << 7;
const RANK_1: u64 = 0xff;
const RANK_2: u64 = RANK_1 << 8;
const RANK_7: u64 = RANK_1 << 48;
const RANK_8: u64 = RANK_1 << 56;

/// Rotations of a dense set by one, two and four ray steps.
static ROTATE: [Aligned<[u64; 8]>; 3] = [
    Aligned([8, 9, 1, 57, 56, 55, 63, 7]),
    Aligned([16, 18, 2, 50, 48, 46, 62, 14]),
    Aligned([32, 36, 4, 36, 32, 28, 60, 28]),
];

/// Squares a ray step can lead to without wrapping round an edge.
static NOT_WRAPPED: Aligned<[u64; 8]> = Aligned([
    !RANK_1,
    !(RANK_1 | FILE_A),
    !FILE_A,
    !(RANK_8 | FILE_A),
    !RANK_8,
    !(RANK_8 | FILE_H),
    !FILE_H,
    !(RANK_1 | FILE_H),
]);

/// Rotations by the eight knight jumps, and where they can lead.
static KNIGHT_ROTATE: Aligned<[u64; 8]> = Aligned([17, 10, 58, 49, 47, 54, 6, 15]);
static KNIGHT_NOT_WRAPPED: Aligned<[u64; 8]> = Aligned([
    !(FILE_A | RANK_1 | RANK_2),
    !(FILE_A | FILE_B | RANK_1),
    !(FILE_A | FILE_B | RANK_8),
    !(FILE_A | RANK_7 | RANK_8),
    !(FILE_H | RANK_7 | RANK_8),
    !(FILE_G | FILE_H | RANK_8),
    !(FILE_G | FILE_H | RANK_1),
    !(FILE_H | RANK_1 | RANK_2),
]);

#[inline(always)]
fn load64(bytes: &Aligned<[u8; 64]>) -> __m512i {
    unsafe { _mm512_load_si512(bytes.0.as_ptr().cast()) }
}

#[inline(always)]
fn load_sets(sets: &Aligned<[u64; 8]>) -> __m512i {
    unsafe { _mm512_load_si512(sets.0.as_ptr().cast()) }
}

/// Row `index` of a table of 64-byte rows.
#[inline(always)]
fn load_row<const N: usize>(table: &Aligned<[[u8; 64]; N]>, index: usize) -> __m512i {
    debug_assert!(index < N);
    // The mask keeps a wrong index inside the table: N is a power of two.
    unsafe { _mm512_load_si512(table.0.as_ptr().add(index & (N - 1)).cast()) }
}

#[inline(always)]
fn splat(byte: u8) -> __m512i {
    unsafe { _mm512_set1_epi8(byte as i8) }
}

impl Ops for Avx512 {
    /// Coordinates 0x00 to 0x3f, and 0x40 to 0x7f.
    type Board = (__m512i, __m512i);
    type View = __m512i;
    type Sets = __m512i;

    const NAME: &'static str = "avx512";

    #[inline(always)]
    fn load(bytes: &[u8; 128]) -> Self::Board {
        // A position is aligned to 64 bytes, other arrays may not be.
        unsafe {
            (
                _mm512_loadu_si512(bytes.as_ptr().cast()),
                _mm512_loadu_si512(bytes.as_ptr().add(64).cast()),
            )
        }
    }

    #[inline(always)]
    fn store((low, high): Self::Board, key: u64, state: u64) -> Position {
        let mut position = std::mem::MaybeUninit::<Position>::uninit();
        unsafe {
            let low = _mm512_mask_set1_epi64(low, 1 << Position::KEY_WORD, key as i64);
            let low = _mm512_mask_set1_epi64(low, 1 << Position::STATE_WORD, state as i64);
            let bytes = position.as_mut_ptr().cast::<__m512i>();
            _mm512_store_si512(bytes, low);
            _mm512_store_si512(bytes.add(1), high);
            position.assume_init()
        }
    }

    #[inline(always)]
    fn clear((low, high): Self::Board, square: Square) -> Self::Board {
        let at = splat(square.coordinate());
        unsafe {
            let indices: *const __m512i = INDICES.0.as_ptr().cast();
            let keep_low = _mm512_cmpneq_epi8_mask(_mm512_load_si512(indices), at);
            let keep_high = _mm512_cmpneq_epi8_mask(_mm512_load_si512(indices.add(1)), at);
            (_mm512_maskz_mov_epi8(keep_low, low), _mm512_maskz_mov_epi8(keep_high, high))
        }
    }

    #[inline(always)]
    fn put((low, high): Self::Board, square: Square, piece: Piece) -> Self::Board {
        let at = splat(square.coordinate());
        let piece = splat(piece.byte());
        unsafe {
            let indices: *const __m512i = INDICES.0.as_ptr().cast();
            let in_low = _mm512_cmpeq_epi8_mask(_mm512_load_si512(indices), at);
            let in_high = _mm512_cmpeq_epi8_mask(_mm512_load_si512(indices.add(1)), at);
            (_mm512_mask_mov_epi8(low, in_low, piece), _mm512_mask_mov_epi8(high, in_high, piece))
        }
    }

    #[inline(always)]
    fn planes((low, high): Self::Board) -> Planes {
        let dense = unsafe { _mm512_permutex2var_epi8(low, load64(&DENSE_ORDER), high) };
        let with = |mask: u8| Self::lanes_with(dense, mask);
        Planes {
            pawns: with(PieceKind::Pawn.bit()),
            knights: with(PieceKind::Knight.bit()),
            diagonal: with(PieceKind::Bishop.bit() | PieceKind::Queen.bit()),
            straight: with(PieceKind::Rook.bit() | PieceKind::Queen.bit()),
            colors: [with(Piece::WHITE), with(Piece::BLACK)],
        }
    }

    #[inline(always)]
    fn view((low, high): Self::Board, centre: Square) -> __m512i {
        let squares = load_row(&LANE_SQUARES, centre.dense());
        unsafe { _mm512_permutex2var_epi8(low, squares, high) }
    }

    #[inline(always)]
    fn lanes_with(view: __m512i, mask: u8) -> u64 {
        unsafe {
            if mask == 0xff {
                _mm512_test_epi8_mask(view, view)
            } else {
                _mm512_test_epi8_mask(view, splat(mask))
            }
        }
    }

    #[inline(always)]
    fn attackers(view: __m512i, by: Color) -> u64 {
        let kinds = load_row(&ATTACKERS, (!by).index());
        unsafe {
            let colored = _mm512_test_epi8_mask(view, splat(Piece::color_bit(by)));
            _mm512_mask_test_epi8_mask(colored, view, kinds)
        }
    }

    #[inline(always)]
    fn dense(lanes: u64, centre: Square) -> u64 {
        let order = load_row(&SQUARE_LANES, centre.dense());
        unsafe {
            let bytes = _mm512_movm_epi8(lanes);
            _mm512_movepi8_mask(_mm512_permutexvar_epi8(order, bytes)) & SEEN[centre.dense() & 63]
        }
    }

    #[inline(always)]
    fn slider_attacks(straight: u64, diagonal: u64, empty: u64) -> __m512i {
        // a | (b & c)
        const OR_AND: i32 = 0xf8;
        let inside = load_sets(&NOT_WRAPPED);
        let [one, two, four] = ROTATE.each_ref().map(load_sets);
        unsafe {
            let run = _mm512_set1_epi64(straight as i64);
            let run = _mm512_mask_set1_epi64(run, 0b1010_1010, diagonal as i64);
            let open = _mm512_and_si512(_mm512_set1_epi64(empty as i64), inside);
            let run = _mm512_ternarylogic_epi64(run, open, _mm512_rolv_epi64(run, one), OR_AND);
            let open = _mm512_and_si512(open, _mm512_rolv_epi64(open, one));
            let run = _mm512_ternarylogic_epi64(run, open, _mm512_rolv_epi64(run, two), OR_AND);
            let open = _mm512_and_si512(open, _mm512_rolv_epi64(open, two));
            let run = _mm512_ternarylogic_epi64(run, open, _mm512_rolv_epi64(run, four), OR_AND);
            _mm512_and_si512(_mm512_rolv_epi64(run, one), inside)
        }
    }

    #[inline(always)]
    fn knight_attacks(knights: u64) -> __m512i {
        unsafe {
            let jumped =
                _mm512_rolv_epi64(_mm512_set1_epi64(knights as i64), load_sets(&KNIGHT_ROTATE));
            _mm512_and_si512(jumped, load_sets(&KNIGHT_NOT_WRAPPED))
        }
    }

    #[inline(always)]
    fn union(a: __m512i, b: __m512i) -> u64 {
        unsafe { _mm512_reduce_or_epi64(_mm512_or_si512(a, b)) as u64 }
    }

    #[inline(always)]
    fn count(a: __m512i, b: __m512i, mask: u64) -> u64 {
        unsafe {
            let mask = _mm512_set1_epi64(mask as i64);
            let a = _mm512_popcnt_epi64(_mm512_and_si512(a, mask));
            let b = _mm512_popcnt_epi64(_mm512_and_si512(b, mask));
            _mm512_reduce_add_epi64(_mm512_add_epi64(a, b)) as u64
        }
    }

    #[inline(always)]
    fn push_to_lanes(moves: &mut MoveWriter<'_>, from: Square, lanes: u64) {
        debug_assert!(lanes.count_ones() <= 32);
        unsafe {
            let squares = load_row(&LANE_SQUARES, from.dense());
            let targets = _mm512_castsi512_si256(_mm512_maskz_compress_epi8(lanes, squares));
            let packed = _mm512_or_si512(
                _mm512_slli_epi16(_mm512_cvtepu8_epi16(targets), 8),
                _mm512_set1_epi16(from.coordinate() as i16),
            );
            _mm512_storeu_si512(moves.spare().cast(), packed);
        }
        moves.grow(lanes);
    }

    #[inline(always)]
    fn push_from_lanes(moves: &mut MoveWriter<'_>, to: Square, lanes: u64) {
        debug_assert!(lanes.count_ones() <= 16);
        unsafe {
            let squares = load_row(&LANE_SQUARES, to.dense());
            let origins = _mm512_castsi512_si128(_mm512_maskz_compress_epi8(lanes, squares));
            let packed = _mm256_or_si256(
                _mm256_cvtepu8_epi16(origins),
                _mm256_set1_epi16((to.coordinate() as i16) << 8),
            );
            _mm256_storeu_si256(moves.spare().cast(), packed);
        }
        moves.grow(lanes);
    }

    #[inline(always)]
    fn push_to_set(moves: &mut MoveWriter<'_>, from: Square, targets: u64) {
        debug_assert!(targets.count_ones() <= 8);
        unsafe {
            let squares = _mm512_maskz_compress_epi8(targets, load64(&DENSE_ORDER));
            let packed = _mm_or_si128(
                _mm_slli_epi16(_mm_cvtepu8_epi16(_mm512_castsi512_si128(squares)), 8),
                _mm_set1_epi16(from.coordinate() as i16),
            );
            _mm_storeu_si128(moves.spare().cast(), packed);
        }
        moves.grow(targets);
    }

    #[inline(always)]
    fn push_steps(moves: &mut MoveWriter<'_>, targets: u64, step: i8, flags: u16) {
        debug_assert!(targets.count_ones() <= 8);
        unsafe {
            let squares = _mm512_maskz_compress_epi8(targets, load64(&DENSE_ORDER));
            let to = _mm_cvtepu8_epi16(_mm512_castsi512_si128(squares));
            // to << 8 | to - step: the subtraction never borrows, both squares
            // are on the board.
            let packed =
                _mm_sub_epi16(_mm_or_si128(_mm_slli_epi16(to, 8), to), _mm_set1_epi16(step as i16));
            let packed = _mm_or_si128(packed, _mm_set1_epi16(flags as i16));
            _mm_storeu_si128(moves.spare().cast(), packed);
        }
        moves.grow(targets);
    }
}
