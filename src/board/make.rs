//! Making moves: the new position is a changed copy of the old one, so nothing
//! is ever unmade.

use super::layout::Position;
use super::movegen::{captured_en_passant, en_passant_is_safe};
use super::ops::{Native, Ops};
use super::position::{Side, for_side};
use super::zobrist;
use crate::types::{CastlingRights, CastlingSide, Color, Move, Piece, PieceKind, Square};

/// Receives the changes of a move: at most two pieces removed and two added. An
/// incrementally updated evaluation is one (idea: Reckless).
pub trait Observer {
    /// A piece appears on a square.
    fn add(&mut self, piece: Piece, square: Square);
    /// A piece disappears from a square.
    fn remove(&mut self, piece: Piece, square: Square);
}

/// The observer that ignores all changes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ignore;

impl Observer for Ignore {
    #[inline(always)]
    fn add(&mut self, _piece: Piece, _square: Square) {}
    #[inline(always)]
    fn remove(&mut self, _piece: Piece, _square: Square) {}
}

/// Passes every change to two observers.
impl<A: Observer, B: Observer> Observer for (&mut A, &mut B) {
    #[inline(always)]
    fn add(&mut self, piece: Piece, square: Square) {
        self.0.add(piece, square);
        self.1.add(piece, square);
    }
    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.0.remove(piece, square);
        self.1.remove(piece, square);
    }
}

/// The state with a king's square replaced.
#[inline(always)]
const fn with_king(state: u64, color: Color, square: Square) -> u64 {
    let shift = 8 * color.index();
    state & !(0xff << shift) | (square.coordinate() as u64) << shift
}

/// The state that the next move starts from: other side to move, no en passant
/// square, clocks counted on.
#[inline(always)]
fn next_state<S: Side>(state: u64) -> u64 {
    let state = (state ^ Position::BLACK_TO_MOVE) & !(0xff << Position::EN_PASSANT_SHIFT);
    let state = state + (1 << Position::HALFMOVE_SHIFT);
    match S::COLOR {
        Color::White => state,
        Color::Black => state.wrapping_add(1 << Position::FULLMOVE_SHIFT),
    }
}

/// By square: the rights, in their place of the state, that a move from or to it
/// takes in orthodox chess.
static STANDARD_FORFEITS: [u64; 128] = {
    let mut table = [0; 128];
    let mut color = 0;
    while color < 2 {
        let side = Color::ALL[color];
        let rank = side.rank(0);
        table[Square::new(0, rank).index()] =
            Position::rights_in_state(CastlingRights::of(side, CastlingSide::Queen));
        table[Square::new(4, rank).index()] = Position::rights_in_state(CastlingRights::both(side));
        table[Square::new(7, rank).index()] =
            Position::rights_in_state(CastlingRights::of(side, CastlingSide::King));
        color += 1;
    }
    table
};

/// Sets the half-move clock to zero.
const CLEAR_HALFMOVE: u64 = !(0xffff << Position::HALFMOVE_SHIFT);

impl Position {
    /// The position after a legal move of side `S`, which is on the move. Only plain moves,
    /// which most are, are made in line, so that the others cost them nothing.
    #[inline(always)]
    pub(super) fn make_as<S: Side, B: Observer>(&self, mv: Move, observer: &mut B) -> Self {
        if !mv.is_plain() {
            return self.make_special::<S, B>(mv, observer);
        }
        let (from, to) = (mv.from(), mv.to());
        let (piece, captured) = (self.piece_on(from), self.piece_on(to));
        observer.remove(piece, from);
        if !captured.is_none() {
            observer.remove(captured, to);
        }
        observer.add(piece, to);
        let key = self.key_without(piece, from)
            ^ zobrist::piece(captured, to)
            ^ zobrist::piece(piece, to);
        let state = self.state_after::<S>(piece, captured, from, to);
        Native::moved(&self.bytes, from, to, piece, key, state)
    }

    #[inline(never)]
    fn make_special<S: Side, B: Observer>(&self, mv: Move, observer: &mut B) -> Self {
        if mv.is_double_step() {
            self.make_double_step::<S, B>(mv, observer)
        } else if let Some(kind) = mv.promoted_kind() {
            self.make_promotion::<S, B>(mv, kind, observer)
        } else if mv.is_en_passant() {
            self.make_en_passant::<S, B>(mv, observer)
        } else {
            self.make_castling::<S, B>(mv, observer)
        }
    }

    /// The key for the other side to move, without the piece that moves.
    #[inline(always)]
    fn key_without(&self, piece: Piece, from: Square) -> u64 {
        self.board_key() ^ zobrist::WHITE_TO_MOVE ^ zobrist::piece(piece, from)
    }

    /// The state once `piece` of `S` has gone from `from` to `to`.
    #[inline(always)]
    fn state_after<S: Side>(&self, piece: Piece, captured: Piece, from: Square, to: Square) -> u64 {
        let mut state = next_state::<S>(self.state());
        if !captured.is_none() || piece.is_kind(PieceKind::Pawn) {
            state &= CLEAR_HALFMOVE;
        }
        state &= !if state & Self::CHESS960 == 0 {
            STANDARD_FORFEITS[from.index()] | STANDARD_FORFEITS[to.index()]
        } else {
            self.forfeits(piece, from, to)
        };
        let king_step = if piece.is_kind(PieceKind::King) { from.index() ^ to.index() } else { 0 };
        state ^ (king_step as u64) << (8 * S::COLOR.index())
    }

    #[inline(never)]
    fn make_double_step<S: Side, B: Observer>(&self, mv: Move, observer: &mut B) -> Self {
        let (from, to) = (mv.from(), mv.to());
        let pawn = Piece::new(S::COLOR, PieceKind::Pawn);
        let enemy_pawn = Piece::new(S::Enemy::COLOR, PieceKind::Pawn);
        observer.remove(pawn, from);
        observer.add(pawn, to);
        let key = self.key_without(pawn, from) ^ zobrist::piece(pawn, to);
        let state = next_state::<S>(self.state()) & CLEAR_HALFMOVE;
        let mut next = Native::moved(&self.bytes, from, to, pawn, key, state);
        let faces = |aside| to.offset(aside).is_some_and(|at| self.piece_on(at) == enemy_pawn);
        if faces(-1) | faces(1) {
            next.set_en_passant_behind::<S>(to);
        }
        next
    }

    #[inline(never)]
    fn make_en_passant<S: Side, B: Observer>(&self, mv: Move, observer: &mut B) -> Self {
        let (from, to) = (mv.from(), mv.to());
        let square = captured_en_passant(to);
        let pawn = Piece::new(S::COLOR, PieceKind::Pawn);
        let captured = Piece::new(S::Enemy::COLOR, PieceKind::Pawn);
        observer.remove(pawn, from);
        observer.remove(captured, square);
        observer.add(pawn, to);
        let board = Native::clear(Native::clear(Native::load(&self.bytes), from), square);
        let key = self.key_without(pawn, from) ^ zobrist::piece(captured, square);
        let state = next_state::<S>(self.state()) & CLEAR_HALFMOVE;
        Native::store(Native::put(board, to, pawn), key ^ zobrist::piece(pawn, to), state)
    }

    #[inline(never)]
    fn make_promotion<S: Side, B: Observer>(
        &self,
        mv: Move,
        kind: PieceKind,
        observer: &mut B,
    ) -> Self {
        let (from, to) = (mv.from(), mv.to());
        let pawn = Piece::new(S::COLOR, PieceKind::Pawn);
        let captured = self.piece_on(to);
        let promoted = Piece::new(S::COLOR, kind);
        observer.remove(pawn, from);
        if !captured.is_none() {
            observer.remove(captured, to);
        }
        observer.add(promoted, to);
        let key = self.key_without(pawn, from)
            ^ zobrist::piece(captured, to)
            ^ zobrist::piece(promoted, to);
        let state = self.state_after::<S>(pawn, captured, from, to);
        Native::moved(&self.bytes, from, to, promoted, key, state)
    }

    /// The rights, in their place of the state, that are lost when `piece` goes
    /// from `from` to `to`: both of a king that moves, and those whose rook leaves
    /// or is taken.
    #[inline(never)]
    fn forfeits(&self, piece: Piece, from: Square, to: Square) -> u64 {
        let mut lost = CastlingRights::empty();
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let rook = self.castling_rook(color, side);
                if rook == from || rook == to || piece == Piece::new(color, PieceKind::King) {
                    lost |= CastlingRights::of(color, side);
                }
            }
        }
        Self::rights_in_state(lost)
    }

    /// Sets the en passant square behind the pawn of `S` that went to `to`, if the other side
    /// has a legal capture there.
    #[inline(never)]
    fn set_en_passant_behind<S: Side>(&mut self, to: Square) {
        let board = Native::load(&self.bytes);
        let enemy_pawn = Piece::new(S::Enemy::COLOR, PieceKind::Pawn);
        let king = self.king(S::Enemy::COLOR);
        let behind = captured_en_passant(to);
        for aside in [-1, 1] {
            if let Some(from) = to.offset(aside)
                && self.piece_on(from) == enemy_pawn
                && en_passant_is_safe::<Native, S::Enemy>(board, from, behind, king)
            {
                let square = u64::from(behind.coordinate()) << Self::EN_PASSANT_SHIFT;
                self.set_word(Self::STATE_WORD, self.state() | square);
                return;
            }
        }
    }

    #[inline(never)]
    fn make_castling<S: Side, B: Observer>(&self, mv: Move, observer: &mut B) -> Self {
        let (king_from, rook_from) = (mv.from(), mv.to());
        let (side, rank) = (mv.castling_side(), king_from.rank());
        let (king_to, rook_to) = (side.king_to(rank), side.rook_to(rank));
        let king = Piece::new(S::COLOR, PieceKind::King);
        let rook = Piece::new(S::COLOR, PieceKind::Rook);
        observer.remove(king, king_from);
        observer.remove(rook, rook_from);
        observer.add(king, king_to);
        observer.add(rook, rook_to);
        let board = Native::clear(Native::load(&self.bytes), king_from);
        let board = Native::put(Native::clear(board, rook_from), king_to, king);
        let key = self.board_key()
            ^ zobrist::WHITE_TO_MOVE
            ^ zobrist::piece(king, king_from)
            ^ zobrist::piece(rook, rook_from)
            ^ zobrist::piece(king, king_to)
            ^ zobrist::piece(rook, rook_to);
        let state = with_king(next_state::<S>(self.state()), S::COLOR, king_to)
            & !Self::rights_in_state(CastlingRights::both(S::COLOR));
        Native::store(Native::put(board, rook_to, rook), key, state)
    }

    /// The position after a legal move.
    #[inline(always)]
    pub fn make(&self, mv: Move) -> Self {
        for_side!(self, S => self.make_as::<S, Ignore>(mv, &mut Ignore))
    }

    /// The position after a legal move, whose changes `observer` receives.
    #[inline(always)]
    pub fn make_observed<B: Observer>(&self, mv: Move, observer: &mut B) -> Self {
        for_side!(self, S => self.make_as::<S, B>(mv, observer))
    }

    /// The position after passing, which is only allowed when not in check. No game
    /// goes through it, so nothing before it is repeated: the half-move clock starts
    /// again.
    #[inline(always)]
    pub fn make_null(&self) -> Self {
        let mut next = *self;
        next.set_word(Self::KEY_WORD, self.board_key() ^ zobrist::WHITE_TO_MOVE);
        let state = for_side!(self, S => next_state::<S>(self.state()));
        next.set_word(Self::STATE_WORD, state & CLEAR_HALFMOVE);
        next
    }
}
