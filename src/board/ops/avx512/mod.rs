//! The operations on AVX-512 (VBMI, VBMI2, GFNI): the board is two registers of 64
//! bytes, a view is one byte permute, a set of lanes is a mask register, and a
//! compression writes moves out.
//!
//! Attacks of sliders are a Kogge-Stone fill with one direction in each 64-bit lane.
//!
//! "Compiled for" in the safety comments: this module is there only if the build has the
//! target features of its instructions, see [`super`].
#![allow(unsafe_code)]

mod vectors;

use super::{MoveWriter, Ops, Planes};
use crate::board::layout::Position;
use crate::board::tables::{ATTACKERS, Aligned, LANE_SQUARES, RAY_TARGETS};
use crate::types::{Bitboard, Color, Move, Piece, PieceKind, Square};
use std::arch::x86_64::*;
use std::mem::transmute;
use vectors::{
    DENSE_ORDER, HIGH_BYTES, KNIGHT_ROTATIONS, KNIGHT_TARGETS, RANKS_BACKWARDS, ROTATE, SEEN,
    SLIDERS, SQUARE_LANES, TRANSPOSED, TWICE_EACH,
};

/// AVX-512 with byte permutes and compression.
#[derive(Clone, Copy, Debug)]
pub struct Avx512;

#[inline(always)]
fn load64(bytes: &Aligned<[u8; 64]>) -> __m512i {
    // SAFETY: compiled for; 64 bytes, aligned.
    unsafe { _mm512_load_si512(bytes.0.as_ptr().cast()) }
}

#[inline(always)]
fn load_sets(sets: &Aligned<[u64; 8]>) -> __m512i {
    // SAFETY: compiled for; 64 bytes, aligned.
    unsafe { _mm512_load_si512(sets.0.as_ptr().cast()) }
}

/// Row `index` of a table of 64-byte rows.
#[inline(always)]
fn load_row<const N: usize>(table: &Aligned<[[u8; 64]; N]>, index: usize) -> __m512i {
    const { assert!(N.is_power_of_two()) };
    debug_assert!(index < N);
    // SAFETY: compiled for; the row is aligned, and the mask keeps a wrong index inside.
    unsafe { _mm512_load_si512(table.0.as_ptr().add(index & (N - 1)).cast()) }
}

/// The 0x88 coordinates of the first eight squares of a set, 16 bits each.
#[inline(always)]
fn first_eight(set: Bitboard) -> __m128i {
    let order = load64(&DENSE_ORDER);
    // SAFETY: only instructions that this module is compiled for.
    unsafe { _mm_cvtepu8_epi16(_mm512_castsi512_si128(_mm512_maskz_compress_epi8(set.0, order))) }
}

#[inline(always)]
fn splat(byte: u8) -> __m512i {
    // SAFETY: only instructions that this module is compiled for.
    unsafe { _mm512_set1_epi8(byte as i8) }
}

/// `a | (b & c)` of a ternary operation.
const OR_AND: i32 = 0xf8;
/// `!(a | b) | c` of a ternary operation.
const NEITHER_OR: i32 = 0xab;

/// The index of the layer of a colour's pieces.
const fn color_layer(color: Color) -> u32 {
    Piece::color_bit(color).trailing_zeros()
}

/// One layer in all eight lanes.
#[inline(always)]
fn layer(layers: __m512i, index: u32) -> __m512i {
    // SAFETY: only instructions that this module is compiled for.
    unsafe { _mm512_permutexvar_epi64(_mm512_set1_epi64(index.into()), layers) }
}

/// The squares that the sliders of `among` (the same in all lanes) attack, a set for each
/// ray direction.
#[inline(always)]
fn slider_attacks(layers: __m512i, among: __m512i, empty: __m512i) -> __m512i {
    // SAFETY: only instructions that this module is compiled for.
    unsafe {
        let pieces = _mm512_permutexvar_epi64(load_sets(&SLIDERS), layers);
        let pieces = _mm512_or_si512(pieces, layer(layers, PieceKind::Queen as u32));
        fill(_mm512_and_si512(pieces, among), empty)
    }
}

/// The squares that sliders attack, a set for each ray direction: Kogge-Stone fill; after steps of
/// one, two and four squares a ray has run seven.
#[inline(always)]
fn fill(run: __m512i, empty: __m512i) -> __m512i {
    let inside = load_sets(&RAY_TARGETS);
    let [one, two, four] = ROTATE.each_ref().map(load_sets);
    // SAFETY: only instructions that this module is compiled for.
    unsafe {
        let open = _mm512_and_si512(empty, inside);
        let run = _mm512_ternarylogic_epi64(run, open, _mm512_rolv_epi64(run, one), OR_AND);
        let open = _mm512_and_si512(open, _mm512_rolv_epi64(open, one));
        let run = _mm512_ternarylogic_epi64(run, open, _mm512_rolv_epi64(run, two), OR_AND);
        let open = _mm512_and_si512(open, _mm512_rolv_epi64(open, two));
        let run = _mm512_ternarylogic_epi64(run, open, _mm512_rolv_epi64(run, four), OR_AND);
        _mm512_and_si512(_mm512_rolv_epi64(run, one), inside)
    }
}

/// The squares that the knights of `among` attack, a set for each jump.
#[inline(always)]
fn knight_attacks(layers: __m512i, among: __m512i) -> __m512i {
    // SAFETY: only instructions that this module is compiled for.
    unsafe {
        let knights = _mm512_and_si512(layer(layers, PieceKind::Knight as u32), among);
        let jumped = _mm512_rolv_epi64(knights, load_sets(&KNIGHT_ROTATIONS));
        _mm512_and_si512(jumped, load_sets(&KNIGHT_TARGETS))
    }
}

/// The union of the lanes of each.
#[inline(always)]
fn unions(a: __m512i, b: __m512i) -> [Bitboard; 2] {
    // SAFETY: only instructions that this module is compiled for.
    unsafe {
        // Lanes of `a` and of `b` by turns.
        let both = _mm512_or_si512(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
        let [low, high] = [_mm512_castsi512_si256(both), _mm512_extracti64x4_epi64::<1>(both)];
        let half = _mm256_or_si256(low, high);
        let [low, high] = [_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half)];
        let quarter = _mm_or_si128(low, high);
        [_mm_cvtsi128_si64(quarter), _mm_extract_epi64::<1>(quarter)]
            .map(|set| Bitboard(set as u64))
    }
}

/// Masks of the bytes of a board, for its lower and its upper register, by square.
struct Masks {
    only: [[u64; 128]; 2],
    all_but: [[u64; 128]; 2],
}

static MASKS: Masks = {
    let mut masks = Masks { only: [[0; 128]; 2], all_but: [[!0; 128]; 2] };
    let mut square = 0;
    while square < 128 {
        let bit = 1 << (square % 64);
        masks.only[square / 64][square] = bit;
        masks.all_but[square / 64][square] = !bit;
        square += 1;
    }
    masks
};

impl Ops for Avx512 {
    /// Coordinates 0x00 to 0x3f, and 0x40 to 0x7f.
    type Board = (__m512i, __m512i);
    type View = __m512i;
    /// For each bit of a piece byte the squares of the pieces that have it.
    type Layers = __m512i;

    const NAME: &'static str = "avx512";

    #[inline(always)]
    fn load(bytes: &[u8; 128]) -> Self::Board {
        // SAFETY: compiled for; both halves of the array, which need not be aligned.
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
        // SAFETY: compiled for; a position is 128 bytes, aligned, and both halves are stored.
        unsafe {
            // Both words lie in the lower half of `low`.
            const KEY: i32 = 0b11 << (2 * Position::KEY_WORD);
            const STATE: i32 = 0b11 << (2 * Position::STATE_WORD);
            let words = _mm512_castsi512_si256(low);
            let words = _mm256_blend_epi32::<KEY>(words, _mm256_set1_epi64x(key as i64));
            let words = _mm256_blend_epi32::<STATE>(words, _mm256_set1_epi64x(state as i64));
            let low = _mm512_inserti64x4::<0>(low, words);
            let bytes = position.as_mut_ptr().cast::<__m512i>();
            _mm512_store_si512(bytes, low);
            _mm512_store_si512(bytes.add(1), high);
            position.assume_init()
        }
    }

    #[inline(always)]
    fn clear((low, high): Self::Board, square: Square) -> Self::Board {
        let [in_low, in_high] = MASKS.all_but.each_ref().map(|masks| masks[square.index() & 127]);
        // SAFETY: only instructions that this module is compiled for.
        unsafe { (_mm512_maskz_mov_epi8(in_low, low), _mm512_maskz_mov_epi8(in_high, high)) }
    }

    #[inline(always)]
    fn put((low, high): Self::Board, square: Square, piece: Piece) -> Self::Board {
        let [in_low, in_high] = MASKS.only.each_ref().map(|masks| masks[square.index() & 127]);
        let piece = splat(piece.byte());
        // SAFETY: only instructions that this module is compiled for.
        unsafe {
            (_mm512_mask_mov_epi8(low, in_low, piece), _mm512_mask_mov_epi8(high, in_high, piece))
        }
    }

    /// In registers: loads of half a board have to wait for stores of a byte into it.
    #[inline(always)]
    fn moved(
        bytes: &[u8; 128],
        from: Square,
        to: Square,
        piece: Piece,
        key: u64,
        state: u64,
    ) -> Position {
        let board = Self::clear(Self::load(bytes), from);
        Self::store(Self::put(board, to, piece), key, state)
    }

    /// The bytes in dense order, each rank backwards, are eight matrices of 8 x 8 bits.
    /// Transposed, byte `i` of each holds bit `i` of its rank's bytes, the right way round;
    /// the last permute brings the ranks of each bit together.
    #[inline(always)]
    fn layers((low, high): Self::Board) -> __m512i {
        const IDENTITY: i64 = 0x8040_2010_0804_0201_u64 as i64;
        // SAFETY: only instructions that this module is compiled for.
        unsafe {
            let ranks = _mm512_permutex2var_epi8(low, load64(&RANKS_BACKWARDS), high);
            let bits = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(IDENTITY), ranks);
            _mm512_permutexvar_epi8(load64(&TRANSPOSED), bits)
        }
    }

    #[inline(always)]
    fn planes(layers: __m512i) -> Planes {
        let mut sets = Aligned([0; 8]);
        // SAFETY: compiled for; 64 bytes, aligned.
        unsafe { _mm512_store_si512(sets.0.as_mut_ptr().cast(), layers) };
        let [pawns, knights, bishops, rooks, queens, _, white, black] = sets.0.map(Bitboard);
        Planes {
            pawns,
            knights,
            diagonal: bishops | queens,
            orthogonal: rooks | queens,
            colors: [white, black],
        }
    }

    #[inline(always)]
    fn attacked(layers: __m512i, by: Color, lifted: Bitboard) -> Bitboard {
        let own = layer(layers, color_layer(by));
        let enemy = layer(layers, color_layer(!by));
        // SAFETY: only instructions that this module is compiled for.
        unsafe {
            let lifted = _mm512_set1_epi64(lifted.0 as i64);
            let empty = _mm512_ternarylogic_epi64(own, enemy, lifted, NEITHER_OR);
            let attacks = [slider_attacks(layers, own, empty), knight_attacks(layers, own)];
            Bitboard(_mm512_reduce_or_epi64(_mm512_or_si512(attacks[0], attacks[1])) as u64)
        }
    }

    #[inline(always)]
    fn attacked_by_kind(layers: __m512i) -> [[Bitboard; 4]; 2] {
        /// The lanes of the rays of bishops.
        const DIAGONAL: __mmask8 = 0b1010_1010;
        let sides = Color::ALL.map(|color| layer(layers, color_layer(color)));
        // SAFETY: only instructions that this module is compiled for.
        unsafe {
            let zero = _mm512_setzero_si512();
            let empty = _mm512_ternarylogic_epi64(sides[0], sides[1], zero, NEITHER_OR);
            let others = _mm512_permutexvar_epi64(load_sets(&SLIDERS), layers);
            let queens = layer(layers, PieceKind::Queen as u32);
            sides.map(|own| {
                let others = fill(_mm512_and_si512(others, own), empty);
                let queens = fill(_mm512_and_si512(queens, own), empty);
                let bishops = _mm512_maskz_mov_epi64(DIAGONAL, others);
                let rooks = _mm512_maskz_mov_epi64(!DIAGONAL, others);
                let [knights, queens] = unions(knight_attacks(layers, own), queens);
                let [bishops, rooks] = unions(bishops, rooks);
                [knights, bishops, rooks, queens]
            })
        }
    }

    #[inline(always)]
    fn count_moves(layers: __m512i, side: Color, among: Bitboard) -> u64 {
        let own = layer(layers, color_layer(side));
        let enemy = layer(layers, color_layer(!side));
        // SAFETY: only instructions that this module is compiled for.
        unsafe {
            let pieces = _mm512_and_si512(own, _mm512_set1_epi64(among.0 as i64));
            let empty = _mm512_ternarylogic_epi64(own, enemy, _mm512_setzero_si512(), NEITHER_OR);
            let count = |attacks| _mm512_popcnt_epi64(_mm512_andnot_si512(own, attacks));
            let sliders = count(slider_attacks(layers, pieces, empty));
            let knights = count(knight_attacks(layers, pieces));
            _mm512_reduce_add_epi64(_mm512_add_epi64(sliders, knights)) as u64
        }
    }

    #[inline(always)]
    fn view((low, high): Self::Board, centre: Square) -> __m512i {
        let squares = load_row(&LANE_SQUARES, centre.dense());
        // SAFETY: only instructions that this module is compiled for.
        unsafe { _mm512_permutex2var_epi8(low, squares, high) }
    }

    #[inline(always)]
    fn lanes_with(view: __m512i, mask: u8) -> u64 {
        // SAFETY: only instructions that this module is compiled for.
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
        // SAFETY: only instructions that this module is compiled for.
        unsafe {
            let colored = _mm512_test_epi8_mask(view, splat(Piece::color_bit(by)));
            _mm512_mask_test_epi8_mask(colored, view, kinds)
        }
    }

    #[inline(always)]
    fn squares(lanes: u64, centre: Square) -> Bitboard {
        let order = load_row(&SQUARE_LANES, centre.dense());
        // SAFETY: only instructions that this module is compiled for.
        unsafe {
            let bytes = _mm512_movm_epi8(lanes);
            let squares = _mm512_movepi8_mask(_mm512_permutexvar_epi8(order, bytes));
            Bitboard(squares & SEEN[centre.dense() & 63])
        }
    }

    #[inline(always)]
    fn push_to_lanes(moves: &mut MoveWriter<'_>, from: Square, lanes: u64) {
        let squares = load_row(&LANE_SQUARES, from.dense());
        let to_each = load64(&TWICE_EACH);
        // SAFETY: only instructions that this module is compiled for; a move is any 16 bits.
        let packed: [Move; 32] = unsafe {
            let targets = _mm512_maskz_compress_epi8(lanes, squares);
            let origin = splat(from.coordinate());
            transmute(_mm512_mask_permutexvar_epi8(origin, HIGH_BYTES, to_each, targets))
        };
        moves.append(packed, lanes.count_ones());
    }

    #[inline(always)]
    fn push_from_lanes(moves: &mut MoveWriter<'_>, to: Square, lanes: u64) {
        let squares = load_row(&LANE_SQUARES, to.dense());
        // SAFETY: only instructions that this module is compiled for; a move is any 16 bits.
        let packed: [Move; 16] = unsafe {
            let origins = _mm512_castsi512_si128(_mm512_maskz_compress_epi8(lanes, squares));
            let target = _mm256_set1_epi16((to.coordinate() as i16) << 8);
            transmute(_mm256_or_si256(_mm256_cvtepu8_epi16(origins), target))
        };
        moves.append(packed, lanes.count_ones());
    }

    #[inline(always)]
    fn push_to_set(moves: &mut MoveWriter<'_>, from: Square, targets: Bitboard) {
        let squares = first_eight(targets);
        // SAFETY: only instructions that this module is compiled for; a move is any 16 bits.
        let packed: [Move; 8] = unsafe {
            let origin = _mm_set1_epi16(from.coordinate() as i16);
            transmute(_mm_or_si128(_mm_slli_epi16(squares, 8), origin))
        };
        moves.append(packed, targets.count());
    }

    #[inline(always)]
    fn push_steps(moves: &mut MoveWriter<'_>, targets: Bitboard, step: i8, flags: u16) {
        let to = first_eight(targets);
        // SAFETY: only instructions that this module is compiled for; a move is any 16 bits.
        let packed: [Move; 8] = unsafe {
            // to << 8 | to - step: the subtraction never borrows, both squares
            // are on the board.
            let both = _mm_or_si128(_mm_slli_epi16(to, 8), to);
            let packed = _mm_sub_epi16(both, _mm_set1_epi16(step as i16));
            transmute(_mm_or_si128(packed, _mm_set1_epi16(flags as i16)))
        };
        moves.append(packed, targets.count());
    }
}
