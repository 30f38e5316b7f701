//! Vectors that the operations permute, rotate and compare with.

use crate::board::tables::{
    Aligned, GUARD_SQUARE, KNIGHT_STEPS, LANE_SQUARES, RAY_ROTATIONS, rotations, targets,
};
use crate::types::{PieceKind, Square};

/// The 0x88 coordinates of the 64 squares in dense order.
pub static DENSE_ORDER: Aligned<[u8; 64]> = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = Square::from_dense(i).coordinate();
        i += 1;
    }
    Aligned(table)
};

/// The same with each rank from the h-file to the a-file.
pub static RANKS_BACKWARDS: Aligned<[u8; 64]> = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = Square::from_dense(i ^ 7).coordinate();
        i += 1;
    }
    Aligned(table)
};

/// Eight rows of eight bytes, columns for rows.
pub static TRANSPOSED: Aligned<[u8; 64]> = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = (i % 8 * 8 + i / 8) as u8;
        i += 1;
    }
    Aligned(table)
};

/// 0, 0, 1, 1, 2, 2, ... 31, 31.
pub static TWICE_EACH: Aligned<[u8; 64]> = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = (i / 2) as u8;
        i += 1;
    }
    Aligned(table)
};

/// The high byte, which holds the target, of each of 32 moves.
pub const HIGH_BYTES: u64 = 0xaaaa_aaaa_aaaa_aaaa;

/// For each ray direction the layer of the pieces that slide there beside the queen.
pub static SLIDERS: Aligned<[u64; 8]> = {
    let (rook, bishop) = (PieceKind::Rook as u64, PieceKind::Bishop as u64);
    Aligned([rook, bishop, rook, bishop, rook, bishop, rook, bishop])
};

/// The inverse of [`LANE_SQUARES`]: for each centre the lane in which each dense
/// square is seen; 0x80 where it isn't.
pub static SQUARE_LANES: Aligned<[[u8; 64]; 64]> = Aligned(square_lanes());

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
pub static SEEN: [u64; 64] = seen();

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

/// By knight jump the rotation of a bitboard that takes its squares there.
pub static KNIGHT_ROTATIONS: Aligned<[u64; 8]> = Aligned(rotations(KNIGHT_STEPS));
/// By knight jump the squares that it can lead to, without wrapping round an edge.
pub static KNIGHT_TARGETS: Aligned<[u64; 8]> = Aligned(targets(KNIGHT_STEPS));

/// Rotations of a bitboard by one, two and four ray steps.
pub static ROTATE: [Aligned<[u64; 8]>; 3] = [times(1), times(2), times(4)];

const fn times(factor: u64) -> Aligned<[u64; 8]> {
    let mut rotations = RAY_ROTATIONS;
    let mut d = 0;
    while d < 8 {
        rotations.0[d] = rotations.0[d] * factor % 64;
        d += 1;
    }
    rotations
}
