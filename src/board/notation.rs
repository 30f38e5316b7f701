//! Moves as UCI writes them.

use super::Position;
use crate::types::{CastlingSide, Move, Square};

/// The move in UCI's notation. Castling is written as the king's own move
/// (`e1g1`), with `chess960` as king takes rook (`e1h1`).
pub fn format_move(mv: Move, chess960: bool) -> String {
    let mut to = mv.to();
    if mv.is_castling() && !chess960 {
        to = Square::new(castling_side(mv).king_file(), to.rank());
    }
    let mut text = format!("{}{to}", mv.from());
    text.extend(mv.promoted_kind().map(|kind| kind.letter()));
    text
}

/// Reads a legal move; castling in either form.
pub fn parse_move(position: &Position, text: &str) -> Option<Move> {
    let legal = position.legal_moves();
    // King takes rook names one move; the king's own move may, in Chess960, also
    // be a plain step, which then goes first.
    let find = |chess960| legal.iter().copied().find(|&mv| format_move(mv, chess960) == text);
    find(true).or_else(|| find(false))
}

/// The side a castling move goes to.
fn castling_side(mv: Move) -> CastlingSide {
    if mv.to().file() > mv.from().file() { CastlingSide::King } else { CastlingSide::Queen }
}
