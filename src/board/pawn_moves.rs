//! Moves of pawns, in sets: captures, pushes, promotions, and captures en passant.

use super::generator::{Generator, Kinds};
use super::ops::Ops;
use super::position::Side;
use super::sink::Sink;
use super::tables::{LAST_RANKS, advance, pawn_attacks, pawn_attacks_by_wing};
use crate::types::{Bitboard, Color, Move, MoveFlags, Piece, PieceKind, Square};

impl<O: Ops> Generator<'_, O> {
    /// Moves of pawns that are free to go anywhere.
    #[inline(always)]
    pub fn pawns<S: Side, K: Kinds, T: Sink<O>>(&self, pawns: Bitboard, sink: &mut T) {
        if K::NOISY {
            self.pawn_captures::<S, T>(pawns, self.enemy, sink);
        }
        self.pawn_pushes::<S, K, T>(pawns, sink);
    }

    #[inline(always)]
    pub fn pawn_captures<S: Side, T: Sink<O>>(
        &self,
        pawns: Bitboard,
        enemy: Bitboard,
        sink: &mut T,
    ) {
        let (east, west) = pawn_attacks_by_wing(S::COLOR, pawns);
        for (targets, aside) in [(east & enemy, 1), (west & enemy, -1)] {
            let step = S::COLOR.forward() + aside;
            // Few positions have a pawn that can promote, and a test is cheaper
            // than taking every set apart.
            if !pawns.intersects(seventh_rank(S::COLOR)) {
                sink.steps(targets, step, MoveFlags::empty());
            } else {
                sink.steps(targets & !LAST_RANKS, step, MoveFlags::empty());
                sink.promotions(targets & LAST_RANKS, step);
            }
        }
    }

    #[inline(always)]
    pub fn pawn_pushes<S: Side, K: Kinds, T: Sink<O>>(&self, pawns: Bitboard, sink: &mut T) {
        let step = S::COLOR.forward();
        let mut single = advance(S::COLOR, pawns) & !self.occupied;
        if pawns.intersects(seventh_rank(S::COLOR)) {
            if K::NOISY {
                sink.promotions(single & LAST_RANKS, step);
            }
            single &= !LAST_RANKS;
        }
        if K::QUIET {
            sink.steps(single, step, MoveFlags::empty());
            let double = advance(S::COLOR, single & third_rank(S::COLOR)) & !self.occupied;
            sink.steps(double, 2 * step, MoveFlags::DOUBLE_STEP);
        }
    }

    /// Pushes of pawns to one empty square.
    #[inline(always)]
    pub fn pawns_between<S: Side, K: Kinds, T: Sink<O>>(
        &self,
        pawns: Bitboard,
        to: Bitboard,
        sink: &mut T,
    ) {
        let step = S::COLOR.forward();
        let single = advance(S::COLOR, pawns);
        if K::NOISY {
            sink.promotions(single & to & LAST_RANKS, step);
        }
        if K::QUIET {
            sink.steps(single & to & !LAST_RANKS, step, MoveFlags::empty());
            let open = single & !self.occupied & third_rank(S::COLOR);
            sink.steps(advance(S::COLOR, open) & to, 2 * step, MoveFlags::DOUBLE_STEP);
        }
    }

    /// Captures en passant, each tried out: they empty two squares at once.
    #[inline(always)]
    pub fn en_passant<S: Side, T: Sink<O>>(&self, sink: &mut T) {
        if let Some(to) = self.position.en_passant() {
            let origins = pawn_attacks(S::Enemy::COLOR, Bitboard::of(to));
            for from in self.planes.pawns & self.own & origins {
                if en_passant_is_safe::<O, S>(self.board, from, to, self.king) {
                    sink.one(Move::new(from, to, MoveFlags::EN_PASSANT));
                }
            }
        }
    }
}

/// The rank from which a pawn promotes.
const fn seventh_rank(color: Color) -> Bitboard {
    Bitboard::rank(color.rank(6))
}

/// The rank on which a pawn stands after one step from home.
const fn third_rank(color: Color) -> Bitboard {
    Bitboard::rank(color.rank(2))
}

/// True if the king at `king` isn't attacked once a pawn of `S` has gone from
/// `from` to `to` en passant.
#[inline(never)]
pub(super) fn en_passant_is_safe<O: Ops, S: Side>(
    board: O::Board,
    from: Square,
    to: Square,
    king: Square,
) -> bool {
    let board = O::clear(O::clear(board, from), captured_en_passant(to));
    let board = O::put(board, to, Piece::new(S::COLOR, PieceKind::Pawn));
    !O::is_attacked(board, king, S::Enemy::COLOR)
}

/// The square of the pawn that is taken by a capture en passant to `to`: one
/// rank behind, which is one bit in 0x88 coordinates.
#[inline(always)]
pub(super) const fn captured_en_passant(to: Square) -> Square {
    Square::from_0x88(to.coordinate() ^ 0x10)
}
