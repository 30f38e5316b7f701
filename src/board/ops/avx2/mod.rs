//! The operations on AVX2: the board is four registers of 32 bytes, and a view is put together
//! from four byte shuffles, each of which looks up in 16 of the 64 squares.
//!
//! "Compiled for" in the safety comments: this module is there only if the build has AVX2, see
//! [`super`].
#![allow(unsafe_code)]

mod sets;
mod tables;

use super::{MoveWriter, Ops, Planes, reach};
use crate::board::layout::Position;
use crate::board::tables::{ATTACKERS, Aligned, LANE_SQUARES, piece_lanes};
use crate::types::{Bitboard, Color, Move, MoveFlags, Piece, PieceKind, Square, bits};
use sets::{attacks, count_bits, fold, lines_through, seen_by_queen, splat, splat64, union};
use std::arch::x86_64::*;
use tables::{BitTable, COORDINATES, LANE_BITS, LANE_INDICES, SQUARE_BITS};

/// AVX2, the widest vectors of most processors in use.
#[derive(Clone, Copy, Debug)]
pub struct Avx2;

/// 64 bytes.
type Wide = [__m256i; 2];

/// Row `index` of a table of 64-byte rows.
#[inline(always)]
fn load_row<const N: usize>(table: &Aligned<[[u8; 64]; N]>, index: usize) -> Wide {
    const { assert!(N.is_power_of_two()) };
    debug_assert!(index < N);
    // SAFETY: compiled for; the row is aligned, and the mask keeps a wrong index inside.
    unsafe {
        let row = table.0.as_ptr().add(index & (N - 1)).cast::<__m256i>();
        [_mm256_load_si256(row), _mm256_load_si256(row.add(1))]
    }
}

/// The highest bit of each of 64 bytes.
#[inline(always)]
fn high_bits([low, high]: Wide) -> u64 {
    // SAFETY: only instructions that this module is compiled for.
    let [low, high] = unsafe { [_mm256_movemask_epi8(low), _mm256_movemask_epi8(high)] };
    u64::from(low as u32) | u64::from(high as u32) << 32
}

/// The bytes that have any bit of `masks`.
#[inline(always)]
fn any_of(bytes: Wide, masks: Wide) -> u64 {
    // SAFETY: only instructions that this module is compiled for.
    let none = unsafe {
        let zero = _mm256_setzero_si256();
        [
            _mm256_cmpeq_epi8(_mm256_and_si256(bytes[0], masks[0]), zero),
            _mm256_cmpeq_epi8(_mm256_and_si256(bytes[1], masks[1]), zero),
        ]
    };
    !high_bits(none)
}

/// The bytes that have this bit.
#[inline(always)]
fn with_bit(bytes: Wide, bit: u32) -> u64 {
    // Bits that a byte gets from its neighbour stay below the highest.
    // SAFETY: only instructions that this module is compiled for.
    high_bits(
        bytes.map(|half| unsafe { _mm256_sll_epi16(half, _mm_cvtsi32_si128(7 - bit as i32)) }),
    )
}

/// The bytes that `indices` name, each below 64, or zero for [`NOWHERE`].
#[inline(always)]
fn look_up(bytes: Wide, indices: Wide) -> Wide {
    // SAFETY: only instructions that this module is compiled for.
    unsafe {
        let tables = [
            _mm256_permute2x128_si256::<0x00>(bytes[0], bytes[0]),
            _mm256_permute2x128_si256::<0x11>(bytes[0], bytes[0]),
            _mm256_permute2x128_si256::<0x00>(bytes[1], bytes[1]),
            _mm256_permute2x128_si256::<0x11>(bytes[1], bytes[1]),
        ];
        // Each shuffle looks at the lowest four bits of an index; the next two choose the table.
        indices.map(|indices| {
            let [a, b, c, d] = tables.map(|table| _mm256_shuffle_epi8(table, indices));
            let odd = _mm256_slli_epi16::<3>(indices);
            let upper = _mm256_slli_epi16::<2>(indices);
            let low = _mm256_blendv_epi8(a, b, odd);
            _mm256_blendv_epi8(low, _mm256_blendv_epi8(c, d, odd), upper)
        })
    }
}

/// Which of the bits that a row of `table` names are in `set`, by the places of the row.
#[inline(always)]
fn look_up_bits(set: u64, table: &BitTable, centre: Square) -> u64 {
    let set = splat64(set);
    let [bytes, bits] = &table.0[centre.dense() & 63];
    let load = |row: &[u8; 64], half| {
        // SAFETY: compiled for; half of the row, aligned as the table is.
        unsafe { _mm256_load_si256(row.as_ptr().cast::<__m256i>().add(half)) }
    };
    // SAFETY: only instructions that this module is compiled for.
    high_bits([0, 1].map(|half| unsafe {
        let bit = load(bits, half);
        _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(set, load(bytes, half)), bit), bit)
    }))
}

/// The 64 squares in dense order.
#[inline(always)]
fn dense(board: [__m256i; 4]) -> Wide {
    // SAFETY: only instructions that this module is compiled for.
    let half =
        |a, b| unsafe { _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_unpacklo_epi64(a, b)) };
    [half(board[0], board[1]), half(board[2], board[3])]
}

/// Those bytes of the board that are `square`, as all ones.
#[inline(always)]
fn masks(square: Square) -> [__m256i; 4] {
    let wanted = splat(square.coordinate());
    let start = COORDINATES.0.as_ptr().cast::<__m256i>();
    std::array::from_fn(|part| {
        // SAFETY: compiled for; a quarter of the table, aligned.
        unsafe { _mm256_cmpeq_epi8(_mm256_load_si256(start.add(part)), wanted) }
    })
}

impl Ops for Avx2 {
    /// Two ranks and their off-board halves in each register.
    type Board = [__m256i; 4];
    type View = Wide;
    type Layers = Planes;

    const NAME: &'static str = "avx2";

    #[inline(always)]
    fn load(bytes: &[u8; 128]) -> Self::Board {
        let start = bytes.as_ptr().cast::<__m256i>();
        // SAFETY: compiled for; the four quarters of the array, which need not be aligned.
        std::array::from_fn(|part| unsafe { _mm256_loadu_si256(start.add(part)) })
    }

    #[inline(always)]
    fn store(board: Self::Board, key: u64, state: u64) -> Position {
        // Both words lie in the first register.
        const KEY: i32 = 0b11 << (2 * Position::KEY_WORD);
        const STATE: i32 = 0b11 << (2 * Position::STATE_WORD);
        let [first, rest @ ..] = board;
        let mut position = std::mem::MaybeUninit::<Position>::uninit();
        // SAFETY: compiled for; a position is 128 bytes, aligned, and all quarters are stored.
        unsafe {
            let first = _mm256_blend_epi32::<KEY>(first, splat64(key));
            let first = _mm256_blend_epi32::<STATE>(first, splat64(state));
            let bytes = position.as_mut_ptr().cast::<__m256i>();
            for (part, quarter) in [first].into_iter().chain(rest).enumerate() {
                _mm256_store_si256(bytes.add(part), quarter);
            }
            position.assume_init()
        }
    }

    #[inline(always)]
    fn clear(board: Self::Board, square: Square) -> Self::Board {
        let masks = masks(square);
        // SAFETY: only instructions that this module is compiled for.
        std::array::from_fn(|part| unsafe { _mm256_andnot_si256(masks[part], board[part]) })
    }

    #[inline(always)]
    fn put(board: Self::Board, square: Square, piece: Piece) -> Self::Board {
        let (masks, piece) = (masks(square), splat(piece.byte()));
        // SAFETY: only instructions that this module is compiled for.
        std::array::from_fn(|part| unsafe { _mm256_blendv_epi8(board[part], piece, masks[part]) })
    }

    #[inline(always)]
    fn layers(board: Self::Board) -> Planes {
        const PAWN: u32 = PieceKind::Pawn as u32;
        const KNIGHT: u32 = PieceKind::Knight as u32;
        const WHITE: u32 = Piece::WHITE.trailing_zeros();
        const BLACK: u32 = Piece::BLACK.trailing_zeros();
        let bytes = dense(board);
        let either = |a: PieceKind, b: PieceKind| {
            // SAFETY: only instructions that this module is compiled for.
            Bitboard(high_bits(bytes.map(|half| unsafe {
                _mm256_or_si256(
                    _mm256_sll_epi16(half, _mm_cvtsi32_si128(7 - a as i32)),
                    _mm256_sll_epi16(half, _mm_cvtsi32_si128(7 - b as i32)),
                )
            })))
        };
        let [pawns, knights, white, black] =
            [PAWN, KNIGHT, WHITE, BLACK].map(|bit| Bitboard(with_bit(bytes, bit)));
        Planes {
            pawns,
            knights,
            diagonal: either(PieceKind::Bishop, PieceKind::Queen),
            orthogonal: either(PieceKind::Rook, PieceKind::Queen),
            colors: [white, black],
        }
    }

    #[inline(always)]
    fn planes(layers: Planes) -> Planes {
        layers
    }

    #[inline(always)]
    fn attacked(planes: Planes, by: Color, lifted: Bitboard) -> Bitboard {
        let empty = !planes.occupied() | lifted;
        union(attacks(&planes, planes.colors[by.index()], empty))
    }

    #[inline(always)]
    fn attacked_by_kind(planes: Planes) -> [[Bitboard; 4]; 2] {
        let empty = !planes.occupied();
        let queens = planes.diagonal & planes.orthogonal;
        planes.colors.map(|own| {
            let [up, down, jumps_up, jumps_down] = attacks(&planes, own & !queens, empty);
            // SAFETY: only instructions that this module is compiled for.
            let [rooks, bishops] = unsafe {
                // Those of rooks are in the lower half, those of bishops in the upper one.
                let (sliders, zero) = (_mm256_or_si256(up, down), _mm256_setzero_si256());
                [(sliders, zero), (zero, sliders)]
                    .map(|(low, high)| _mm256_blend_epi32::<0b1111_0000>(low, high))
            };
            // Mostly one queen, if any: what it sees takes less than half of a fill.
            let seen = (own & queens).into_iter().map(|queen| seen_by_queen(&planes, queen));
            let of_queens = seen.fold(Bitboard::EMPTY, |all, seen| all | seen);
            [union([jumps_up, jumps_down]), union([bishops]), union([rooks]), of_queens]
        })
    }

    #[inline(always)]
    fn count_moves(planes: Planes, side: Color, among: Bitboard) -> u64 {
        let own = planes.colors[side.index()];
        let sets = attacks(&planes, own & among, !planes.occupied());
        // SAFETY: only instructions that this module is compiled for.
        unsafe {
            let [a, b, c, d] = sets.map(|set| count_bits(_mm256_andnot_si256(splat64(own.0), set)));
            let bytes = _mm256_add_epi8(_mm256_add_epi8(a, b), _mm256_add_epi8(c, d));
            fold(_mm256_sad_epu8(bytes, _mm256_setzero_si256()), |a, b| _mm_add_epi64(a, b))
        }
    }

    #[inline(always)]
    fn view(board: Self::Board, centre: Square) -> Wide {
        let indices = load_row(&LANE_INDICES, centre.dense());
        let seen = look_up(dense(board), indices);
        // SAFETY: only instructions that this module is compiled for.
        std::array::from_fn(|half| unsafe {
            _mm256_blendv_epi8(seen[half], splat(Piece::GUARD), indices[half])
        })
    }

    #[inline(always)]
    fn lanes_with(view: Wide, mask: u8) -> u64 {
        if mask.is_power_of_two() {
            with_bit(view, mask.trailing_zeros())
        } else {
            any_of(view, [splat(mask); 2])
        }
    }

    #[inline(always)]
    fn attackers(view: Wide, by: Color) -> u64 {
        let kinds = load_row(&ATTACKERS, (!by).index());
        any_of(view, kinds) & Self::lanes_with(view, Piece::color_bit(by))
    }

    #[inline(always)]
    fn squares(lanes: u64, centre: Square) -> Bitboard {
        Bitboard(look_up_bits(lanes, &SQUARE_BITS, centre))
    }

    #[inline(always)]
    fn lines(
        _: Self::Board,
        planes: impl FnOnce() -> Planes,
        king: Square,
        by: Color,
        shields: Option<Color>,
    ) -> [Bitboard; 2] {
        let planes = planes();
        let shields = shields.map_or(planes.occupied(), |color| planes.colors[color.index()]);
        lines_through(&planes, king, shields, planes.colors[by.index()])
    }

    /// From two sets of squares, which takes less than to look up the pieces.
    #[inline(always)]
    fn piece_moves(
        _: Self::Board,
        planes: Planes,
        from: Square,
        piece: Piece,
        own: Color,
    ) -> [u64; 2] {
        let [seen, own] = [planes.occupied(), planes.colors[own.index()]]
            .map(|set| look_up_bits(set.0, &LANE_BITS, from));
        let moves = reach(seen) & piece_lanes(piece.byte()) & !own;
        [moves, moves & seen]
    }

    #[inline(always)]
    fn push_to_lanes(moves: &mut MoveWriter<'_>, from: Square, lanes: u64) {
        let squares = &LANE_SQUARES.0[from.dense() & 63];
        for lane in bits(lanes) {
            let to = Square::from_0x88(squares[lane & 63]);
            moves.push(Move::new(from, to, MoveFlags::empty()));
        }
    }

    #[inline(always)]
    fn push_from_lanes(moves: &mut MoveWriter<'_>, to: Square, lanes: u64) {
        let squares = &LANE_SQUARES.0[to.dense() & 63];
        for lane in bits(lanes) {
            let from = Square::from_0x88(squares[lane & 63]);
            moves.push(Move::new(from, to, MoveFlags::empty()));
        }
    }

    #[inline(always)]
    fn push_to_set(moves: &mut MoveWriter<'_>, from: Square, targets: Bitboard) {
        for to in targets {
            moves.push(Move::new(from, to, MoveFlags::empty()));
        }
    }

    #[inline(always)]
    fn push_steps(moves: &mut MoveWriter<'_>, targets: Bitboard, step: i8, flags: u16) {
        for to in targets {
            let from = Square::from_0x88(to.coordinate().wrapping_sub(step as u8));
            moves.push(Move::new(from, to, MoveFlags::from_bits_retain(flags)));
        }
    }
}
