//! Material and piece-square tables, kept up move by move.
//!
//! A piece's square is worth something in relation to both kings: one table looks
//! at the side of the board its own king is on, one at the enemy king's. A king
//! has two sides to be on, so the accumulator keeps four sums for each colour and
//! a king's move never asks for a new start (king-relative tables: Reckless and
//! akimbo measured 105 and 55 Elo for the two).

use super::Pair;
use super::trace::Trace;
use super::weights::WEIGHTS;
use crate::board::{Observer, Position, piece_key};
use crate::types::{Color, Piece, PieceKind, Square};

/// By colour and kind, then square (dense): worth for White's view, own king on
/// the a- to d-files, own king on the e- to h-files, enemy king likewise. Material
/// is in the first two.
static TABLE: [[[[Pair; 4]; 64]; 6]; 2] = {
    let mut table = [[[[Pair::new(0, 0); 4]; 64]; 6]; 2];
    let mut kind = 0;
    while kind < 6 {
        let mut square = 0;
        while square < 64 {
            let mut king = 0;
            while king < 4 {
                let (own, material) = (king < 2, WEIGHTS.material[kind]);
                let square_weights = if own { &WEIGHTS.own_king } else { &WEIGHTS.enemy_king };
                let square_weight = square_weights[kind][mirrored(square, king % 2)];
                let worth = if own { square_weight.plus(material) } else { square_weight };
                table[0][kind][square][king] = worth;
                table[1][kind][square ^ 56][king] = worth.times(-1);
                king += 1;
            }
            square += 1;
        }
        kind += 1;
    }
    table
};

/// A square (dense) as the weights have it, whose king is on the right half of the
/// board (half 1), for a king on this half.
const fn mirrored(square: usize, half: usize) -> usize {
    if half == 0 { square ^ 7 } else { square }
}

/// The half of the board that a king is on: 1 for the files e to h.
#[inline(always)]
fn half(position: &Position, color: Color) -> usize {
    usize::from(position.king(color).file() >= 4)
}

/// Traces the weights that [`Accumulator::score`] is the sum of.
pub(super) fn trace<T: Trace>(position: &Position, trace: &mut T) {
    for square in (0..64).map(Square::from_dense) {
        let piece = position.piece_on(square);
        let Some(color) = piece.color() else { continue };
        let kind = piece.kind().index();
        let square = square.dense() ^ if color == Color::White { 0 } else { 56 };
        let at = |king| mirrored(square, half(position, king));
        trace.weigh(color, &WEIGHTS.material[kind], 1);
        trace.weigh(color, &WEIGHTS.own_king[kind][at(color)], 1);
        trace.weigh(color, &WEIGHTS.enemy_king[kind][at(!color)], 1);
    }
}

/// Sums of the tables over all pieces, and the key of the pawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
        let (white, black) = (half(position, Color::White), half(position, Color::Black));
        self.sums[0][white]
            + self.sums[0][2 + black]
            + self.sums[1][black]
            + self.sums[1][2 + white]
    }

    #[inline(always)]
    fn pawn_key_of(piece: Piece, square: Square) -> u64 {
        if piece.is_kind(PieceKind::Pawn) { piece_key(piece, square) } else { 0 }
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
