//! Generation of legal moves, written once for both colours, both
//! implementations of the board operations, and both for listing and counting.
//!
//! One view from the king gives checkers, pinned pieces and pinners; one fill of
//! the enemy's attacks (with our king lifted) gives the squares it can't enter;
//! everything else follows without making a move. A single check is answered
//! from the squares that answer it, by reverse rays.

use super::evasions::evasions;
use super::generator::{All, Generator, Kinds, KingLines, Noisy, Quiet, first_square, lane_square};
use super::layout::Position;
use super::ops::{MoveWriter, Native, Ops};
use super::position::{Side, for_side};
use super::sink::{Counter, Sink};
use super::tables::{advance, king_steps, seen_from};
use crate::types::{
    Bitboard, CastlingRights, CastlingSide, Move, MoveFlags, MoveList, Piece, PieceKind, Square,
    bits,
};

/// Generates legal moves of side `S`, which must be on the move.
#[inline(always)]
pub(super) fn generate_into<O: Ops, S: Side, K: Kinds, T: Sink<O>>(
    position: &Position,
    sink: &mut T,
) {
    let generator = Generator::<O>::new::<S>(position);
    let danger = generator.attacked_by_enemy::<S>(Bitboard::of(generator.king));
    let lines = generator.king_lines::<S>();
    // Not read from `danger`, which takes longer to know; for the same reason the moves
    // of the king come last, so that the others don't wait for it.
    if lines.checkers == 0 {
        generator.not_in_check::<S, K, T>(danger, lines, sink);
    } else if lines.checkers & (lines.checkers - 1) == 0 {
        *sink = evasions::<O, S, K, T>(position, lines, *sink);
    }
    if K::NOISY && position.en_passant().is_some() {
        generator.en_passant::<S, T>(sink);
    }
    sink.moves_to_set(
        generator.king,
        king_steps(generator.king) & !generator.own & !danger & generator.wanted::<K>(),
    );
}

impl<O: Ops> Generator<'_, O> {
    /// Moves of everything but the king, when it isn't in check.
    #[inline(always)]
    fn not_in_check<S: Side, K: Kinds, T: Sink<O>>(
        &self,
        danger: Bitboard,
        lines: KingLines,
        sink: &mut T,
    ) {
        let mut free = self.own;
        for pinner in bits(lines.pinners) {
            free ^= self.pinned::<S, K, T>(pinner, lines.blockers, sink);
        }
        let pawns = self.planes.pawns & free;
        self.pawns::<S, K, T>(pawns, sink);

        if T::COUNTS {
            sink.add(O::count_moves(self.layers, S::COLOR, free));
        } else {
            let kinds = self.planes.orthogonal | self.planes.diagonal | self.planes.knights;
            for from in kinds & free {
                self.piece::<S, K, T>(from, !0, sink);
            }
        }
        if K::QUIET {
            self.castling::<S, T>(danger, sink);
        }
    }

    /// Moves of one piece (no pawn, no king) inside these lanes.
    #[inline(always)]
    fn piece<S: Side, K: Kinds, T: Sink<O>>(&self, from: Square, inside: u64, sink: &mut T) {
        let piece = self.position.piece_on(from);
        let [moves, captures] = O::piece_moves(self.board, self.layers, from, piece, S::COLOR);
        let lanes = match (K::NOISY, K::QUIET) {
            (true, true) => moves,
            (true, false) => captures,
            _ => moves & !captures,
        } & inside;
        sink.moves_to_lanes(from, lanes);
    }

    /// Moves of the piece that is pinned by the one in lane `pinner` of the king; returns
    /// its square.
    #[inline(always)]
    fn pinned<S: Side, K: Kinds, T: Sink<O>>(
        &self,
        pinner: usize,
        blockers: u64,
        sink: &mut T,
    ) -> Bitboard {
        let ray = pinner / 8;
        let lanes_of_ray = 0xff << (8 * ray);
        let from = first_square(self.king, blockers & lanes_of_ray);
        let bit = Bitboard::of(from);
        if !self.planes.pawns.intersects(bit) {
            let line = 0xfe << (8 * ray) | 0xfe << (8 * (ray ^ 4));
            self.piece::<S, K, T>(from, line, sink);
            return bit;
        }
        let vertical = ray & 3 == 0;
        if vertical && K::QUIET {
            self.pawn_pushes::<S, K, T>(bit, sink);
        }
        if ray & 1 == 1 && K::NOISY {
            let target = Bitboard::of(lane_square(self.king, pinner));
            self.pawn_captures::<S, T>(bit, target, sink);
        }
        bit
    }

    /// Castling, in Chess960 too: the squares that king and rook cross and reach
    /// are empty but for these two, and the king's are not attacked.
    #[inline(always)]
    fn castling<S: Side, T: Sink<O>>(&self, danger: Bitboard, sink: &mut T) {
        let rights = self.position.castling_rights();
        if !rights.intersects(CastlingRights::both(S::COLOR)) {
            return;
        }
        let back_rank = 8 * S::COLOR.rank(0);
        let occupied = (self.occupied.0 >> back_rank) as u8;
        let danger = (danger.0 >> back_rank) as u8;
        for side in CastlingSide::ALL {
            let paths = self.position.castling_paths(S::COLOR, side);
            if rights.contains(CastlingRights::of(S::COLOR, side))
                && paths.empty & occupied | paths.safe & danger == 0
                && self.is_unshielded::<S>(side)
            {
                let rook = self.position.castling_rook(S::COLOR, side);
                sink.one(Move::new(self.king, rook, MoveFlags::CASTLING));
            }
        }
    }

    /// True unless the castling rook shields the king's new square from a piece
    /// farther along the rank, which only one that isn't in the corner can do.
    #[inline(always)]
    fn is_unshielded<S: Side>(&self, side: CastlingSide) -> bool {
        let rook = self.position.castling_rook(S::COLOR, side);
        if matches!(rook.file(), 0 | 7) {
            return true;
        }
        let (king_to, rook_to) = (side.king_to(self.king.rank()), side.rook_to(self.king.rank()));
        let board = O::clear(O::clear(self.board, rook), self.king);
        let board = O::put(board, rook_to, Piece::new(S::COLOR, PieceKind::Rook));
        !O::is_attacked(board, king_to, S::Enemy::COLOR)
    }
}

/// Fills `list`, which must be empty, with the legal moves of these kinds, by the
/// operations `O`.
#[inline(never)]
pub fn generate<O: Ops, S: Side, K: Kinds>(position: &Position, list: &mut MoveList) {
    MoveWriter::fill(list, |writer| generate_into::<O, S, K, MoveWriter<'_>>(position, writer));
}

#[inline(always)]
pub(super) fn count<O: Ops, S: Side>(position: &Position) -> u64 {
    let mut counter = Counter::default();
    generate_into::<O, S, All, Counter>(position, &mut counter);
    counter.0
}

impl Position {
    /// Fills an empty list with the legal moves of these kinds.
    #[inline(always)]
    pub fn generate<K: Kinds>(&self, list: &mut MoveList) {
        for_side!(self, S => generate::<Native, S, K>(self, list));
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<All>(&mut list);
        list
    }

    /// The legal captures and promotions.
    pub fn noisy_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<Noisy>(&mut list);
        list
    }

    /// The legal moves that are neither captures nor promotions.
    pub fn quiet_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<Quiet>(&mut list);
        list
    }

    /// The squares that the side not on the move attacks.
    #[inline(always)]
    pub fn threats(&self) -> Bitboard {
        let nothing = Bitboard::EMPTY;
        for_side!(self, S => Generator::<Native>::new::<S>(self).attacked_by_enemy::<S>(nothing))
    }

    /// The number of legal moves.
    pub fn count_legal(&self) -> u64 {
        for_side!(self, S => count::<Native, S>(self))
    }

    /// True if the side to move, which is not in check, has no legal move. Most positions have a
    /// pawn that can step ahead and cannot be pinned, which is cheaper to see.
    #[inline(always)]
    pub fn is_stalemate(&self) -> bool {
        let planes = self.planes();
        let us = self.side_to_move();
        let [_, diagonals, straights] = seen_from(self.king(us));
        let free = planes.pawns & planes.colors[us.index()] & !(diagonals | straights);
        let blocked = (advance(us, free) & !planes.occupied()).is_empty();
        blocked && self.count_legal() == 0
    }
}
