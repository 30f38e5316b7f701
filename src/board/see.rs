//! Static exchange evaluation (SEE): the gain of a capture if both sides keep
//! capturing on its square, cheapest piece first, and may stop at any time.

use super::Position;
use super::movegen::captured_en_passant;
use super::ops::{Native, Ops, reach};
use crate::types::{Centipawns, Color, Move, Piece, PieceKind};

/// Values of the pieces in exchanges, in centipawns, by kind.
pub const VALUES: [Centipawns; 6] = [100, 300, 300, 500, 900, 10_000];

/// The value of a piece in exchanges, in centipawns; 0 of none.
#[inline(always)]
fn see_value(piece: Piece) -> Centipawns {
    if piece.is_none() { 0 } else { VALUES[piece.kind().index()] }
}

impl Position {
    /// The value in exchanges of the piece that a move captures, in centipawns; 0 if none.
    #[inline(always)]
    pub fn see_victim(&self, mv: Move) -> Centipawns {
        see_value(self.captured(mv))
    }

    /// True if a legal move brings at least `threshold` centipawns in exchanges
    /// on its target. A promotion counts as the piece less a pawn; castling
    /// brings nothing. Pins are ignored.
    ///
    /// One view from the target has all attackers of both sides; the nearest of
    /// each ray are found again as pieces leave (x-rays). Idea of the early exits:
    /// Stockfish's `see_ge`.
    pub fn see_ge(&self, mv: Move, threshold: Centipawns) -> bool {
        if mv.is_castling() {
            return threshold <= 0;
        }
        let (from, to) = (mv.from(), mv.to());
        let mut next_victim = see_value(self.piece_on(from));
        let mut balance = self.see_victim(mv) - threshold;
        if let Some(kind) = mv.promoted_kind() {
            next_victim = VALUES[kind.index()];
            balance += next_victim - VALUES[PieceKind::Pawn.index()];
        }
        if balance < 0 {
            return false;
        }
        // Even if the moved piece is lost for nothing:
        balance -= next_victim;
        if balance >= 0 {
            return true;
        }

        let board = Native::clear(Native::load(&self.bytes), from);
        let board =
            if mv.is_en_passant() { Native::clear(board, captured_en_passant(to)) } else { board };
        let view = Native::view(board, to);
        let mut occupied = Native::lanes_with(view, 0xff);
        let attackers = Color::ALL.map(|color| Native::attackers(view, color));
        let us = self.side_to_move();
        let mut side = !us;
        loop {
            let near = reach(occupied) & occupied;
            let ours = attackers[side.index()] & near;
            if ours == 0 {
                break;
            }
            let cheapest = PieceKind::ALL.into_iter().find_map(|kind| {
                let lanes = ours & Native::lanes_with(view, kind.bit());
                (lanes != 0).then_some((kind, lanes))
            });
            let Some((kind, lanes)) = cheapest else { break };
            if kind == PieceKind::King && attackers[(!side).index()] & near != 0 {
                // The king can't capture a protected piece.
                break;
            }
            occupied ^= lanes & lanes.wrapping_neg();
            // From now on the balance is the other side's.
            balance = -balance - 1 - VALUES[kind.index()];
            side = !side;
            if balance >= 0 {
                break;
            }
        }
        // Who is to move now has no good capture.
        side != us
    }
}
