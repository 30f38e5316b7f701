//! Moves out of check: other than by the king, a single check is answered by
//! taking the checker or stepping between, found by reverse rays from the squares
//! that answer it.

use super::generator::{Generator, Kinds, KingLines, first_square, lane_square};
use super::layout::Position;
use super::ops::{Ops, reach};
use super::position::Side;
use super::sink::Sink;
use crate::types::{Bitboard, PieceKind, Square, bits};

/// Answers to a single check other than king moves and en passant: take the
/// checker, or step between. Out of line, and it loads the board again, so that
/// the common case keeps it, and the sink, in registers.
#[inline(never)]
pub(super) fn evasions<O: Ops, S: Side, K: Kinds, T: Sink<O>>(
    position: &Position,
    lines: KingLines,
    mut sink: T,
) -> T {
    let generator = Generator::<O>::new::<S>(position);
    let sink = &mut sink;
    let mut pinned = Bitboard::EMPTY;
    for pinner in bits(lines.pinners) {
        let lanes_of_ray = 0xff << (pinner & !7);
        pinned |= Bitboard::of(first_square(generator.king, lines.blockers & lanes_of_ray));
    }
    let lane = lines.checkers.trailing_zeros();
    let is_jump = lane & 7 == 0;
    let ray = 0xfe << (lane & !7);
    let targets = if is_jump { lines.checkers } else { lines.near & ray };
    let pawns = generator.planes.pawns & generator.own & !pinned;
    for lane in bits(targets) {
        let to = lane_square(generator.king, lane);
        let captures = lines.checkers >> lane & 1 != 0;
        if if captures { K::NOISY } else { K::QUIET } {
            generator.pieces_to::<S, T>(to, pinned, sink);
        }
        let bit = Bitboard::of(to);
        if !captures {
            generator.pawns_between::<S, K, T>(pawns, bit, sink);
        } else if K::NOISY {
            generator.pawn_captures::<S, T>(pawns, bit, sink);
        }
    }
    *sink
}

impl<O: Ops> Generator<'_, O> {
    /// Moves of unpinned pieces (no pawn, no king) to one square.
    #[inline(always)]
    fn pieces_to<S: Side, T: Sink<O>>(&self, to: Square, pinned: Bitboard, sink: &mut T) {
        let view = O::view(self.board, to);
        let near = reach(O::lanes_with(view, 0xff));
        let steppers = PieceKind::King.bit() | PieceKind::Pawn.bit();
        let attackers = O::attackers(view, S::COLOR) & !O::lanes_with(view, steppers) & near;
        let mut lanes = attackers;
        if !pinned.is_empty() {
            for lane in bits(attackers).filter(|&lane| pinned.contains(lane_square(to, lane))) {
                lanes ^= 1 << lane;
            }
        }
        sink.moves_from_lanes(to, lanes);
    }
}
