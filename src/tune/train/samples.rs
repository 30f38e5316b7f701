//! Training positions of 32 bytes.

use super::super::games::{GameResult, Kind};
use crate::board::Position;
use crate::eval::network::{INPUTS, MOST_TACTICS, king_bucket, swap_sides, tactic_inputs};
use crate::search::Bound;
use crate::types::{Bitboard, Color, Piece, PieceKind, Score, Square, bits};

/// The code of a king.
const KING: u16 = PieceKind::King as u16;

/// The maximum number of pieces.
const MAX_PIECES: usize = 32;
/// The maximum number of active inputs of a side.
pub(super) const MAX_INPUTS: usize = MAX_PIECES + MOST_TACTICS;

/// Position, score and result from the view of the side to move, which plays up the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sample {
    /// The occupied squares.
    occupied: Bitboard,
    /// The pieces in the order of their squares, two per byte: kind, plus 8 for the enemy's.
    pieces: [u8; MAX_PIECES / 2],
    /// In centipawns.
    pub score: i16,
    /// Twice the points: 0, 1 or 2; `None` for a node inside a search.
    pub result: Option<u8>,
    /// What the score says.
    pub bound: Bound,
}

impl Sample {
    /// A position to be evaluated only.
    pub fn of(position: &Position) -> Self {
        Self::new(position, Score::DRAW, Kind::Game, GameResult::Draw)
    }

    /// A sample of a game or a node, with the score from White's view.
    pub fn new(position: &Position, score: Score, kind: Kind, result: GameResult) -> Self {
        let turn = position.side_to_move();
        let [white, black] = position.planes().colors;
        let (occupied, turned) = match turn {
            Color::White => (white | black, false),
            Color::Black => ((white | black).flip(), true),
        };
        let mut pieces = [0; MAX_PIECES / 2];
        for (index, square) in occupied.into_iter().enumerate() {
            let piece = position.piece_on(if turned { square.flip() } else { square });
            let enemy = if piece.is_color(turn) { 0 } else { 8 };
            pieces[index / 2] |= (piece.kind().index() as u8 | enemy) << (4 * (index % 2));
        }
        let score = score.seen_by(turn).centipawns() as i16;
        let points = if turn == Color::White { result as u8 } else { 2 - result as u8 };
        let (result, bound) = match (kind, points) {
            (Kind::Game, points) => (Some(points), Bound::Exact),
            (Kind::Inner, 0) => (None, Bound::Upper),
            (Kind::Inner, 1) => (None, Bound::Exact),
            (Kind::Inner, _) => (None, Bound::Lower),
        };
        Self { occupied, pieces, score, result, bound }
    }

    /// The number of pieces on the board, kings included.
    pub fn piece_count(&self) -> usize {
        self.occupied.count() as usize
    }

    /// Fills in the active inputs of the side to move and of the other side, with so many king
    /// buckets: those for pieces, whose number is the first that is returned, then those for
    /// tactics; the second is the number of both.
    #[inline(always)]
    pub fn inputs(
        &self,
        king_buckets: usize,
        own: &mut [u16; MAX_INPUTS],
        enemy: &mut [u16; MAX_INPUTS],
    ) -> [usize; 2] {
        // By side: 7 mirrors the board, so that its king is on the files e to h, and the first
        // input of its king's bucket.
        let mut mirror = [0; 2];
        let mut first = [0; 2];
        let mut count = 0;
        for square in bits(self.occupied.0) {
            let piece = u16::from(self.pieces[count / 2] >> (4 * (count % 2)) & 15);
            let (kind, other) = (piece & 7, piece >> 3);
            own[count] = (other * 6 + kind) * 64 + square as u16;
            enemy[count] = ((1 - other) * 6 + kind) * 64 + (square as u16 ^ 56);
            if kind == KING {
                let side = usize::from(other);
                mirror[side] = if square % 8 < 4 { 7 } else { 0 };
                let seen = square as u16 ^ mirror[side] ^ (56 * other);
                first[side] = (INPUTS * king_bucket(seen.into(), king_buckets)) as u16;
            }
            count += 1;
        }
        for (own, enemy) in own[..count].iter_mut().zip(&mut enemy[..count]) {
            *own = first[0] + (*own ^ mirror[0]);
            *enemy = first[1] + (*enemy ^ mirror[1]);
        }
        let (first, pieces) = (INPUTS * king_buckets, count);
        for input in tactic_inputs(&self.position()).into_iter().map(usize::from) {
            own[count] = (first + input) as u16;
            enemy[count] = (first + swap_sides(input)) as u16;
            count += 1;
        }
        [pieces, count]
    }

    /// The position as the side to move sees it, with that side as White.
    fn position(&self) -> Position {
        let piece = |index: usize| {
            let code = self.pieces[index / 2] >> (4 * (index % 2)) & 15;
            let color = if code & 8 == 0 { Color::White } else { Color::Black };
            Piece::new(color, PieceKind::ALL[usize::from(code & 7)])
        };
        let squares = bits(self.occupied.0).map(Square::from_dense);
        Position::of_pieces(squares.enumerate().map(|(index, square)| (square, piece(index))))
    }
}

const _: () = assert!(size_of::<Sample>() == 32);
