//! Tables by square, ray and direction, all computed at compile time from the
//! 0x88 steps.

use crate::types::{Bitboard, Color, PieceKind, Square};

/// Forces cache-line alignment, which the vector loads rely on.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Aligned<T>(pub T);

/// The eight ray steps, clockwise from north; direction `d ^ 4` is opposite.
pub const RAY_STEPS: [i8; 8] = [16, 17, 1, -15, -16, -17, -1, 15];

/// The eight knight steps; which shares a row of lanes with which ray is
/// arbitrary.
pub const KNIGHT_STEPS: [i8; 8] = [33, 18, -14, -31, -33, -18, 14, 31];

/// Off-board coordinate of the guard byte, where lanes that leave the board point.
pub const GUARD_SQUARE: u8 = 0x78;

/// Lanes of the knight jumps.
pub const KNIGHT_LANES: u64 = 0x0101_0101_0101_0101;
/// Lanes of all rays.
pub const QUEEN_LANES: u64 = !KNIGHT_LANES;
/// Lanes of the files and ranks.
pub const ROOK_LANES: u64 = 0x00fe_00fe_00fe_00fe;
/// Lanes of the diagonals.
pub const BISHOP_LANES: u64 = 0xfe00_fe00_fe00_fe00;

/// The first and the last rank.
pub const LAST_RANKS: Bitboard = Bitboard(Bitboard::rank(0).0 | Bitboard::rank(7).0);

/// By ray direction the rotation of a bitboard that takes its squares one step.
pub static RAY_ROTATIONS: Aligned<[u64; 8]> = Aligned(rotations(RAY_STEPS));
/// By ray direction the squares that a step can lead to, without wrapping round an edge.
pub static RAY_TARGETS: Aligned<[u64; 8]> = Aligned(targets(RAY_STEPS));
/// By direction the rotation of a bitboard that takes its squares a step there.
pub const fn rotations(steps: [i8; 8]) -> [u64; 8] {
    let mut rotations = [0; 8];
    let mut d = 0;
    while d < 8 {
        // In 0x88 coordinates a step of f files and r ranks is f + 16 r.
        let files = (steps[d] as i32 + 8).rem_euclid(16) - 8;
        let ranks = (steps[d] as i32 - files) / 16;
        rotations[d] = (files + 8 * ranks) as u64 & 63;
        d += 1;
    }
    rotations
}

/// By direction the squares that a step can lead to, without wrapping round an edge.
pub const fn targets(steps: [i8; 8]) -> [u64; 8] {
    let mut targets = [0; 8];
    let mut d = 0;
    while d < 8 {
        let mut from = 0;
        while from < 64 {
            if let Some(to) = Square::from_dense(from).offset(steps[d]) {
                targets[d] |= Bitboard::of(to).0;
            }
            from += 1;
        }
        d += 1;
    }
    targets
}

/// The lanes in which the piece with this board byte moves (none for pawn, king and the
/// empty byte).
#[inline(always)]
pub fn piece_lanes(byte: u8) -> u64 {
    /// By the bits of the kinds up to the queen.
    static LANES: [u64; 32] = {
        let mut table = [0; 32];
        table[PieceKind::Knight.bit() as usize] = KNIGHT_LANES;
        table[PieceKind::Bishop.bit() as usize] = BISHOP_LANES;
        table[PieceKind::Rook.bit() as usize] = ROOK_LANES;
        table[PieceKind::Queen.bit() as usize] = QUEEN_LANES;
        table
    };
    LANES[(byte & 31) as usize]
}

/// For each centre (dense) the 0x88 coordinate seen in each of the 64 lanes:
/// lane `8 * d` is knight jump `d`, lane `8 * d + i` the `i`-th square of ray `d`.
pub static LANE_SQUARES: Aligned<[[u8; 64]; 64]> = Aligned(lane_squares());

const fn lane_squares() -> [[u8; 64]; 64] {
    let mut table = [[GUARD_SQUARE; 64]; 64];
    let mut centre = 0;
    while centre < 64 {
        let from = Square::from_dense(centre);
        let mut d = 0;
        while d < 8 {
            if let Some(to) = from.offset(KNIGHT_STEPS[d]) {
                table[centre][d * 8] = to.coordinate();
            }
            let mut at = from;
            let mut i = 1;
            while let Some(next) = at.offset(RAY_STEPS[d]) {
                table[centre][d * 8 + i] = next.coordinate();
                at = next;
                i += 1;
            }
            d += 1;
        }
        centre += 1;
    }
    table
}

/// The squares that a knight, a bishop and a rook would attack from each square of an empty
/// board.
static SEEN_FROM: [[Bitboard; 3]; 64] = {
    let mut table = [[Bitboard::EMPTY; 3]; 64];
    let mut at = 0;
    while at < 64 * 64 {
        let (centre, lane) = (at / 64, at % 64);
        let square = LANE_SQUARES.0[centre][lane];
        if square != GUARD_SQUARE {
            let kind = if lane % 8 == 0 { 0 } else { 2 - lane / 8 % 2 };
            table[centre][kind].0 |= 1 << Square::from_0x88(square).dense();
        }
        at += 1;
    }
    table
};

/// The squares that a knight, a bishop and a rook on this square would attack on an empty
/// board.
#[inline(always)]
pub fn seen_from(square: Square) -> [Bitboard; 3] {
    SEEN_FROM[square.dense() & 63]
}

/// By the colour of the attacked side: the piece bits that attack the centre
/// from each lane.
pub static ATTACKERS: Aligned<[[u8; 64]; 2]> = Aligned([attackers(0), attackers(1)]);

const fn attackers(defender: usize) -> [u8; 64] {
    let mut table = [0; 64];
    let mut d = 0;
    while d < 8 {
        table[d * 8] = PieceKind::Knight.bit();
        let slider = if d & 1 == 0 { PieceKind::Rook } else { PieceKind::Bishop };
        let mut i = 1;
        while i < 8 {
            table[d * 8 + i] = slider.bit() | PieceKind::Queen.bit();
            i += 1;
        }
        table[d * 8 + 1] |= PieceKind::King.bit();
        // Black pawns attack White from north-east and north-west, and the
        // other way round.
        let from_pawn = if defender == 0 { d == 1 || d == 7 } else { d == 3 || d == 5 };
        if from_pawn {
            table[d * 8 + 1] |= PieceKind::Pawn.bit();
        }
        d += 1;
    }
    table
}

static KING_STEPS: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut d = 0;
        while d < 8 {
            if let Some(to) = Square::from_dense(from).offset(RAY_STEPS[d]) {
                table[from].0 |= 1 << to.dense();
            }
            d += 1;
        }
        from += 1;
    }
    table
};

/// The squares one king's step from `square`.
#[inline(always)]
pub fn king_steps(square: Square) -> Bitboard {
    KING_STEPS[square.dense() & 63]
}

/// A set moved one rank ahead, as a side moves.
#[inline(always)]
pub const fn advance(color: Color, set: Bitboard) -> Bitboard {
    if let Color::White = color { Bitboard(set.0 << 8) } else { Bitboard(set.0 >> 8) }
}

/// The squares that pawns of this colour attack.
#[inline(always)]
pub fn pawn_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let (east, west) = pawn_attacks_by_wing(color, pawns);
    east | west
}

/// As [`pawn_attacks`], towards the h-file and towards the a-file.
#[inline(always)]
pub const fn pawn_attacks_by_wing(color: Color, pawns: Bitboard) -> (Bitboard, Bitboard) {
    let east = pawns.0 & !Bitboard::FILE_H.0;
    let west = pawns.0 & !Bitboard::FILE_A.0;
    match color {
        Color::White => (Bitboard(east << 9), Bitboard(west << 7)),
        Color::Black => (Bitboard(east >> 7), Bitboard(west >> 9)),
    }
}

/// The step of the ray that leads from one square to another, 0 if none does;
/// index `to - from + 0x77`. The classic 0x88 difference table.
static RAY_STEP: [i8; 240] = {
    let mut table = [0; 240];
    let mut d = 0;
    while d < 8 {
        let mut i = 1;
        while i < 8 {
            table[(0x77 + RAY_STEPS[d] as i32 * i) as usize] = RAY_STEPS[d];
            i += 1;
        }
        d += 1;
    }
    table
};

/// The 0x88 step of the ray from one square to another; 0 if they share none.
#[inline(always)]
pub fn ray_step(from: Square, to: Square) -> i8 {
    RAY_STEP[to.index() + 0x77 - from.index()]
}

/// True if a knight's jump leads from one square to the other.
#[inline(always)]
pub fn is_knight_jump(from: Square, to: Square) -> bool {
    KNIGHT_STEPS.contains(&(to.coordinate().wrapping_sub(from.coordinate()) as i8))
}
