//! Tables that the operations look up in and shift by.

use crate::board::tables::{
    Aligned, GUARD_SQUARE, KNIGHT_STEPS, LANE_SQUARES, RAY_STEPS, rotations, targets,
};
use crate::types::Square;

/// Stands for the guard and for squares that are not seen: a shuffle gives zero for it.
pub const NOWHERE: u8 = 0x80;

/// By centre the dense index of the square that is seen in each lane, or [`NOWHERE`].
pub static LANE_INDICES: Aligned<[[u8; 64]; 64]> = {
    let mut table = [[NOWHERE; 64]; 64];
    let mut at = 0;
    while at < 64 * 64 {
        let square = LANE_SQUARES.0[at / 64][at % 64];
        if square != GUARD_SQUARE {
            table[at / 64][at % 64] = Square::from_0x88(square).dense() as u8;
        }
        at += 1;
    }
    Aligned(table)
};

/// By centre 64 bits of a word, each by its byte and the bit in that byte. A shuffle gives a byte
/// without bits for [`NOWHERE`].
pub type BitTable = Aligned<[[[u8; 64]; 2]; 64]>;

/// By centre the bit of the square that is seen in each lane. Squares that are not seen have no
/// bits, so they are found in each set, as the guard is of both colours.
pub static LANE_BITS: BitTable = {
    let mut table = [[[NOWHERE; 64], [0; 64]]; 64];
    let mut at = 0;
    while at < 64 * 64 {
        let (centre, lane) = (at / 64, at % 64);
        let square = LANE_INDICES.0[centre][lane];
        if square != NOWHERE {
            table[centre][0][lane] = square / 8;
            table[centre][1][lane] = 1 << (square % 8);
        }
        at += 1;
    }
    Aligned(table)
};

/// The inverse: by centre the bit of the lane in which each dense square is seen. Squares that are
/// not seen have a bit that is nowhere, so they are found in no set.
pub static SQUARE_BITS: BitTable = {
    let mut table = [[[NOWHERE; 64], [1; 64]]; 64];
    let mut at = 0;
    while at < 64 * 64 {
        let (centre, lane) = (at / 64, at % 64);
        let square = LANE_INDICES.0[centre][lane] as usize;
        if square < 64 {
            table[centre][0][square] = lane as u8 / 8;
            table[centre][1][square] = 1 << (lane % 8);
        }
        at += 1;
    }
    Aligned(table)
};

/// Shifts of a set by a step in four directions, all to the left or all to the right, and the
/// squares that such a step can lead to.
pub struct Steps {
    pub by: Aligned<[u64; 4]>,
    pub targets: Aligned<[u64; 4]>,
}

impl Steps {
    /// Four of eight directions. `up` says that they lead to higher squares.
    const fn new(steps: [i8; 8], which: [usize; 4], up: bool) -> Self {
        let (rotations, all_targets) = (rotations(steps), targets(steps));
        let (mut by, mut targets) = ([0; 4], [0; 4]);
        let mut i = 0;
        while i < 4 {
            let rotation = rotations[which[i]];
            by[i] = if up { rotation } else { 64 - rotation };
            assert!(by[i] < 32, "the other four are the other way");
            targets[i] = all_targets[which[i]];
            i += 1;
        }
        Self { by: Aligned(by), targets: Aligned(targets) }
    }
}

/// The directions of rays towards higher squares, those of rooks before those of bishops.
const UP: [usize; 4] = [0, 2, 1, 7];
/// The same of rays towards lower squares.
const DOWN: [usize; 4] = [4, 6, 3, 5];

pub static RAYS_UP: Steps = Steps::new(RAY_STEPS, UP, true);
pub static RAYS_DOWN: Steps = Steps::new(RAY_STEPS, DOWN, false);

/// By square the rays from it, in the order of [`RAYS_UP`] and of [`RAYS_DOWN`].
pub static RAYS: Aligned<[[[u64; 4]; 2]; 64]> = {
    let mut table = [[[0; 4]; 2]; 64];
    let mut at = 0;
    while at < 64 * 64 {
        let (centre, lane) = (at / 64, at % 64);
        let square = LANE_INDICES.0[centre][lane];
        let mut place = 0;
        while square != NOWHERE && lane % 8 != 0 && place < 4 {
            table[centre][0][place] |= ((UP[place] == lane / 8) as u64) << square;
            table[centre][1][place] |= ((DOWN[place] == lane / 8) as u64) << square;
            place += 1;
        }
        at += 1;
    }
    Aligned(table)
};

pub static JUMPS_UP: Steps = Steps::new(KNIGHT_STEPS, [0, 1, 6, 7], true);
pub static JUMPS_DOWN: Steps = Steps::new(KNIGHT_STEPS, [2, 3, 4, 5], false);

/// The coordinates of the bytes of a board.
pub static COORDINATES: Aligned<[u8; 128]> = {
    let mut table = [0; 128];
    let mut i = 0;
    while i < 128 {
        table[i] = i as u8;
        i += 1;
    }
    Aligned(table)
};
