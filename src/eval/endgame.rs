//! Endings that are closer to a draw than their material says.

use super::board::Board;
use crate::types::{Color, Value};

/// The scale of an endgame that is worth what it seems.
pub(super) const FULL_SCALE: Value = 64;

/// No pawns, and ahead by a minor piece at most.
const NO_PAWNS: Value = 8;
/// Two knights can't mate but for blunders.
const TWO_KNIGHTS: Value = 2;
/// Bishops of opposite colours and nothing else, with each pawn of the stronger
/// side.
const OPPOSITE_BISHOPS: [Value; 2] = [18, 6];
/// The same with other pieces.
const OPPOSITE_BISHOPS_AND_MORE: [Value; 2] = [44, 3];
/// Every pawn exchanged brings the draw nearer.
const FEW_PAWNS: [Value; 2] = [40, 7];

/// How much of the endgame value (White's view) counts, in 64ths.
pub(super) fn scale(board: &Board<'_>, endgame: Value) -> Value {
    let strong = if endgame > 0 { Color::White } else { Color::Black };
    let pawns = board.pawns(strong).count_ones() as Value;
    let (own, other) = (board.pieces(strong), board.pieces(!strong));
    if pawns == 0 {
        // Without pawns one needs more than a minor piece to win, and two
        // knights never do.
        if own.value() <= other.value() + 3 {
            return if own.value() <= 3 { 0 } else { NO_PAWNS };
        }
        if own.is_two_knights() && other.value() <= 3 {
            return TWO_KNIGHTS;
        }
    }
    let [base, each_pawn] = match board.opposite_bishops() {
        true if own.value() == 3 && other.value() == 3 => OPPOSITE_BISHOPS,
        true => OPPOSITE_BISHOPS_AND_MORE,
        false => FEW_PAWNS,
    };
    (base + each_pawn * pawns).min(FULL_SCALE)
}
