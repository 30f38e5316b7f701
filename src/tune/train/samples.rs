//! Positions to learn from, in 32 bytes each.

use crate::board::Position;
use crate::types::{Bitboard, Color, PieceKind, Value, bits};

/// The code of a king.
const KING: u16 = PieceKind::King as u16;

/// The most men.
pub(super) const MEN: usize = 32;

/// A position, score and result as the side to move sees them: its men are the own ones,
/// and it plays up the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sample {
    /// The occupied squares.
    occupied: Bitboard,
    /// The men on them in order, two in a byte: kind, and 8 for the enemy's.
    men: [u8; MEN / 2],
    /// In centipawns.
    pub score: i16,
    /// Twice the points.
    pub result: u8,
}

impl Sample {
    /// Score and twice the points are White's.
    pub fn new(position: &Position, score: Value, points: u8) -> Self {
        let turn = position.side_to_move();
        let [white, black] = position.planes().colors;
        let (occupied, turned) = match turn {
            Color::White => (white | black, false),
            Color::Black => ((white | black).flip(), true),
        };
        let mut men = [0; MEN / 2];
        for (index, square) in occupied.into_iter().enumerate() {
            let piece = position.piece_on(if turned { square.flip() } else { square });
            let enemy = if piece.is_color(turn) { 0 } else { 8 };
            men[index / 2] |= (piece.kind().index() as u8 | enemy) << (4 * (index % 2));
        }
        let (score, result) = match turn {
            Color::White => (score, points),
            Color::Black => (-score, 2 - points),
        };
        Self { occupied, men, score: score as i16, result }
    }

    /// The number of pieces on the board, kings included.
    pub fn pieces(&self) -> usize {
        self.occupied.count() as usize
    }

    /// Fills in the inputs of the side to move and of the other side; returns how many
    /// each has.
    #[inline(always)]
    pub fn inputs(&self, own: &mut [u16; MEN], enemy: &mut [u16; MEN]) -> usize {
        // By side, what turns the board so that its king is on the files e to h.
        let mut mirror = [0; 2];
        let mut count = 0;
        for square in bits(self.occupied.0) {
            let man = u16::from(self.men[count / 2] >> (4 * (count % 2)) & 15);
            let (kind, other) = (man & 7, man >> 3);
            own[count] = (other * 6 + kind) * 64 + square as u16;
            enemy[count] = ((1 - other) * 6 + kind) * 64 + (square as u16 ^ 56);
            if kind == KING && square % 8 < 4 {
                mirror[usize::from(other)] = 7;
            }
            count += 1;
        }
        for (own, enemy) in own[..count].iter_mut().zip(&mut enemy[..count]) {
            *own ^= mirror[0];
            *enemy ^= mirror[1];
        }
        count
    }
}

const _: () = assert!(size_of::<Sample>() == 32);
