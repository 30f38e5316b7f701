//! Endings that are closer to a draw than their material suggests.

use super::board::Board;
use super::weights::WEIGHTS;
use crate::types::{Centipawns, Color};

/// The scale of an endgame whose value counts in full.
pub(super) const FULL_SCALE: i32 = 64;

/// The share of the endgame value (White's view) that counts, in 64ths.
pub(super) fn scale(board: &Board<'_>, endgame: Centipawns) -> i32 {
    let strong = if endgame > 0 { Color::White } else { Color::Black };
    let pawns = board.pawns(strong).count() as i32;
    let (own, other) = (board.pieces(strong), board.pieces(!strong));
    if pawns == 0 {
        // Without pawns one needs more than a minor piece to win, and two
        // knights never do.
        if own.value() <= other.value() + 3 {
            return if own.value() <= 3 { 0 } else { WEIGHTS.scale_no_pawns };
        }
        if own.is_two_knights() && other.value() <= 3 {
            return WEIGHTS.scale_two_knights;
        }
    }
    let [base, each_pawn] = match board.opposite_bishops() {
        true if own.value() == 3 && other.value() == 3 => WEIGHTS.scale_opposite_bishops,
        true => WEIGHTS.scale_opposite_bishops_and_more,
        false => WEIGHTS.scale_pawns,
    };
    (base + each_pawn * pawns).min(FULL_SCALE)
}
