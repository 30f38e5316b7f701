//! The network's value scaled by material: with few pieces left an advantage is worth less, and
//! who is ahead shall keep them on the board (idea: Stockfish).

use crate::board::Planes;
use crate::types::Centipawns;

/// Material at which a value stays as it is, in pawns, of the 76 of the start position.
const NEUTRAL: Centipawns = 40;
/// What each pawn's worth of material more adds to the factor, in 1024ths.
const STEP: Centipawns = 4;

/// The value of the network at a position with its material counted in.
#[inline(always)]
pub(super) fn scaled(value: Centipawns, planes: &Planes) -> Centipawns {
    // A queen is in the sets of both her directions.
    let minors = planes.knights.count() + planes.diagonal.count();
    let material = (planes.pawns.count() + 3 * minors + 5 * planes.orthogonal.count()) as i32;
    value * (1024 + STEP * (material - NEUTRAL)) / 1024
}
