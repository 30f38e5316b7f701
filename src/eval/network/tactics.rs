//! The inputs for what the pieces attack and may win ([`Tactics`]): numbers of pieces and squares,
//! wherever they are. Where the pieces stand is in the other inputs, but who attacks whom can't be
//! summed up from that piece by piece.

use crate::board::{Position, Tactics};
use crate::types::{Color, Square};
use arrayvec::ArrayVec;

/// The number of such inputs of each side, own and the enemy's. They have weights for the first
/// [`TACTIC_NEURONS`](super::TACTIC_NEURONS) neurons only, the same in all king buckets.
pub const TACTICS: usize = 2 * OF_SIDE;

/// The largest number of active ones, repeated ones counted each time: 30 pieces in danger, four kinds of checks to each king and a piece on each of the eight lines to it.
pub const MOST_TACTICS: usize = 30 + 2 * (4 + 8);

/// Pieces in danger: loose ones of each kind, then outvalued ones by kind and attacker.
const DANGERS: usize = 5 + 7;
/// Kinds of pieces that give check by the number of squares where they can.
const CHECKS: usize = DANGERS;
/// Numbers of such squares that are told apart: more count as that.
const CHECK_SQUARES: usize = 3;
/// Pieces between the king and a slider by kind, own ones, then enemy ones.
const PINNED: usize = CHECKS + 4 * CHECK_SQUARES;
const OF_SIDE: usize = PINNED + 2 * 5;

/// The inputs of White that are active; one that counts more is there more often.
pub type TacticInputs = ArrayVec<u8, MOST_TACTICS>;

/// The input with the sides exchanged, as Black has it.
#[inline(always)]
pub const fn swap_sides(input: usize) -> usize {
    if input < OF_SIDE { input + OF_SIDE } else { input - OF_SIDE }
}

/// The active inputs of White in a position.
#[inline(always)]
pub fn tactic_inputs(position: &Position) -> TacticInputs {
    let Tactics { danger, checks, pinned } = position.tactics();
    let piece = |square: Square| {
        let piece = position.piece_on(square);
        (usize::from(piece.is_color(Color::Black)), piece.kind().index())
    };
    let mut inputs = TacticInputs::new();
    // There is room: no position has more than 30 pieces beside the kings.
    let mut push = |side: usize, input: usize| {
        let _ = inputs.try_push((side * OF_SIDE + input) as u8);
    };
    for square in danger.all {
        let (side, kind) = piece(square);
        // Outvalued pieces are a knight at least, by a minor piece a rook, by a rook a queen.
        const FIRST: [usize; 4] = [0, 5 - 1, 9 - 3, 11 - 4];
        push(side, FIRST[danger.kind(square)] + kind);
    }
    for side in 0..2 {
        for (kind, set) in checks[side].into_iter().enumerate() {
            if !set.is_empty() {
                let squares = (set.count() as usize).min(CHECK_SQUARES);
                push(side, CHECKS + CHECK_SQUARES * kind + squares - 1);
            }
        }
        for square in pinned[side] {
            let (owner, kind) = piece(square);
            // The enemy king may stand there, too.
            if kind < 5 {
                push(side, PINNED + 5 * usize::from(owner != side) + kind);
            }
        }
    }
    inputs
}
