//! Material and piece-square tables, kept up move by move.
//!
//! A piece's square is worth something in relation to both kings: one table looks
//! at the side of the board its own king is on, one at the enemy king's. A king
//! has two sides to be on, so the accumulator keeps four sums for each colour and
//! a king's move never asks for a new start (king-relative tables: Reckless and
//! akimbo measured 105 and 55 Elo for the two).

use super::Pair;
use crate::board::{Observer, Position};
use crate::types::{Color, Piece, PieceKind, Square};

/// Material by kind.
pub(super) const MATERIAL: [Pair; 6] = [
    Pair::new(80, 104),
    Pair::new(345, 318),
    Pair::new(360, 338),
    Pair::new(480, 570),
    Pair::new(1030, 1040),
    Pair::new(0, 0),
];

/// By colour and kind, then square (dense): worth for White's view, own king on
/// the a- to d-files, own king on the e- to h-files, enemy king likewise.
static TABLE: [[[[Pair; 4]; 64]; 6]; 2] = {
    let mut table = [[[[Pair::new(0, 0); 4]; 64]; 6]; 2];
    let mut kind = 0;
    while kind < 6 {
        let mut square = 0;
        while square < 64 {
            let (rank, file) = (square as i32 / 8, square as i32 % 8);
            let mirrored = 7 - file;
            let material = MATERIAL[kind];
            let worth = [
                add(own_side(kind, rank, mirrored), material),
                add(own_side(kind, rank, file), material),
                enemy_side(kind, rank, mirrored),
                enemy_side(kind, rank, file),
            ];
            table[0][kind][square] = worth;
            let mut i = 0;
            while i < 4 {
                table[1][kind][square ^ 56][i] = worth[i].times(-1);
                i += 1;
            }
            square += 1;
        }
        kind += 1;
    }
    table
};

const fn add(a: Pair, b: Pair) -> Pair {
    Pair::new(a.middlegame() + b.middlegame(), a.endgame() + b.endgame())
}

/// 0 on the edge to 3 in the middle.
const fn inwards(coordinate: i32) -> i32 {
    if coordinate < 4 { coordinate } else { 7 - coordinate }
}

/// Worth of a white piece's square when its own king is on the right half
/// (files 4 to 7).
const fn own_side(kind: usize, rank: i32, file: i32) -> Pair {
    let (x, y) = (inwards(file), inwards(rank));
    match kind {
        // Pawns: the centre forward, the king's cover at home.
        0 => {
            const CENTRE: [i32; 8] = [0, -4, -2, 14, 22, 30, 44, 0];
            const FLANK: [i32; 8] = [0, -2, 2, 2, 8, 18, 40, 0];
            const COVER: [i32; 8] = [0, 16, 10, -8, -12, -4, 20, 0];
            const ENDGAME: [i32; 8] = [0, -2, 0, 6, 18, 38, 60, 0];
            let r = rank as usize;
            let middlegame = match file {
                3 | 4 => CENTRE[r],
                2 => (CENTRE[r] + FLANK[r]) / 2,
                5 => (CENTRE[r] + COVER[r]) / 2,
                6 | 7 => COVER[r],
                _ => FLANK[r],
            };
            Pair::new(middlegame, ENDGAME[r] - 2 * (x == 3) as i32)
        }
        // Knights: the middle, a bit forward; the rim is grim.
        1 => {
            const FORWARD: [i32; 8] = [-18, -6, 2, 8, 16, 18, 4, -24];
            let r = FORWARD[rank as usize];
            Pair::new(-32 + 11 * x + 6 * y + r, -28 + 9 * x + 7 * y + r / 2)
        }
        // Bishops: long diagonals and developed.
        2 => {
            let long = (rank == file || rank + file == 7) as i32;
            let home = (rank == 0) as i32;
            Pair::new(-10 + 4 * x + 3 * y + 9 * long - 10 * home, -10 + 4 * x + 4 * y + 2 * long)
        }
        // Rooks: the seventh rank, central files at home.
        3 => {
            const FORWARD: [i32; 8] = [0, -8, -8, -6, 0, 6, 14, 6];
            const ENDGAME: [i32; 8] = [-6, -6, -4, 0, 6, 8, 12, 10];
            let central = if rank == 0 { 4 * x } else { x };
            Pair::new(-6 + central + FORWARD[rank as usize], ENDGAME[rank as usize])
        }
        // Queens: not out early, central in the endgame.
        4 => {
            const FORWARD: [i32; 8] = [0, 4, 2, 0, 0, 4, 2, 0];
            Pair::new(-6 + 2 * x + y + FORWARD[rank as usize], -26 + 8 * x + 9 * y)
        }
        // The king: behind its pawns, then to the middle.
        _ => {
            const HOME: [i32; 8] = [0, 0, 0, 0, -6, -12, 30, 22];
            let up = if rank < 3 { rank } else { 3 };
            Pair::new(HOME[file as usize] - 28 * up, -34 + 11 * x + 13 * y - 4 * (rank == 0) as i32)
        }
    }
}

/// Worth of a white piece's square when the enemy king is on the right half
/// (files 4 to 7) of the board.
const fn enemy_side(kind: usize, rank: i32, file: i32) -> Pair {
    let near = (file >= 4) as i32;
    let forward = if rank > 2 { rank - 2 } else { 0 };
    match kind {
        // Pawns storm the king; far ones run in the endgame.
        0 => {
            let storm = if rank >= 3 && rank <= 5 { 5 * (rank - 2) } else { 0 };
            Pair::new(near * storm - 2, (1 - near) * forward * 3)
        }
        1 => Pair::new(near * forward * 3, 0),
        2 => Pair::new(near * forward * 2 + (rank + 1 == file || rank == file) as i32 * 5, 0),
        3 => Pair::new(near * (4 + forward), 0),
        4 => Pair::new(near * (4 + 3 * forward), near * 3),
        _ => Pair::new(0, 0),
    }
}

/// Sums of the tables over all pieces, and the key of the pawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accumulator {
    /// By colour of the pieces; see [`TABLE`] for the four sums.
    sums: [[Pair; 4]; 2],
    pawn_key: u64,
}

impl Accumulator {
    /// The sums of a position from scratch.
    pub fn new(position: &Position) -> Self {
        let mut sums = Self { sums: [[Pair::default(); 4]; 2], pawn_key: 0 };
        for square in (0..64).map(Square::from_dense) {
            let piece = position.piece_on(square);
            if !piece.is_none() {
                sums.add(piece, square);
            }
        }
        sums
    }

    /// A key of the pawns of both colours.
    #[inline(always)]
    pub fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    /// The sums for the kings where they stand, in White's view.
    #[inline(always)]
    pub(super) fn score(&self, position: &Position) -> Pair {
        let half = |color| usize::from(position.king(color).file() >= 4);
        let (white, black) = (half(Color::White), half(Color::Black));
        self.sums[0][white]
            + self.sums[0][2 + black]
            + self.sums[1][black]
            + self.sums[1][2 + white]
    }

    #[inline(always)]
    fn pawn_key_of(piece: Piece, square: Square) -> u64 {
        // The upper half of a multiplication spreads the square; White and Black
        // differ by the byte.
        if piece.is_kind(PieceKind::Pawn) {
            let seed = (piece.byte() as u64) << 8 | square.dense() as u64 | 1 << 20;
            let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
        } else {
            0
        }
    }

    #[inline(always)]
    fn index(piece: Piece) -> (usize, usize) {
        (usize::from(piece.is_color(Color::Black)), piece.kind().index())
    }
}

impl Observer for Accumulator {
    #[inline(always)]
    fn add(&mut self, piece: Piece, square: Square) {
        let (color, kind) = Self::index(piece);
        let worth = &TABLE[color][kind][square.dense() & 63];
        for (sum, worth) in self.sums[color].iter_mut().zip(worth) {
            *sum += *worth;
        }
        self.pawn_key ^= Self::pawn_key_of(piece, square);
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        let (color, kind) = Self::index(piece);
        let worth = &TABLE[color][kind][square.dense() & 63];
        for (sum, worth) in self.sums[color].iter_mut().zip(worth) {
            *sum -= *worth;
        }
        self.pawn_key ^= Self::pawn_key_of(piece, square);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_moves_like_a_new_start() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "8/8/3p4/KPp4r/1R3p1k/8/4P1P1/8 w - c6 0 2",
        ];
        for fen in fens {
            let position = Position::from_fen(fen).unwrap();
            for mv in position.legal_moves() {
                let mut sums = Accumulator::new(&position);
                let next = position.make_observed(mv, &mut sums);
                assert_eq!(sums, Accumulator::new(&next), "{fen} {mv:?}");
            }
        }
    }
}
