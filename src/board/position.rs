//! The position: questions to it, and the sides as types.

use super::layout::Position;
use super::ops::{self, Native, Ops};
use super::zobrist;
use crate::types::{Bitboard, CastlingRights, CastlingSide, Color, Move, Piece, PieceKind, Square};
use std::fmt;

/// A colour as a type, so that code for each side is compiled by itself.
pub trait Side: Copy + 'static {
    /// The side.
    const COLOR: Color;
    /// The other side.
    type Enemy: Side<Enemy = Self>;
}

/// White as a type.
#[derive(Clone, Copy, Debug)]
pub struct White;

/// Black as a type.
#[derive(Clone, Copy, Debug)]
pub struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    type Enemy = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Enemy = White;
}

/// Calls a method generic over [`Side`] for the side to move of a position.
macro_rules! for_side {
    ($position:expr, $side:ident => $call:expr) => {
        match $position.side_to_move() {
            $crate::types::Color::White => {
                type $side = $crate::board::White;
                $call
            }
            $crate::types::Color::Black => {
                type $side = $crate::board::Black;
                $call
            }
        }
    };
}
pub(crate) use for_side;

/// The conditions of a castling, as sets of files (bit 0 = a) of the back rank.
#[derive(Clone, Copy)]
pub(super) struct CastlingPath {
    /// Files that must be empty.
    pub empty: u8,
    /// Files that must not be attacked.
    pub safe: u8,
}

impl CastlingPath {
    /// The path for king and rook on these files.
    pub fn new(king: u8, rook: u8, side: CastlingSide) -> Self {
        let safe = span(king, side.king_file());
        let both = 1 << king | 1 << rook;
        Self { empty: (safe | span(rook, side.rook_file())) & !both, safe }
    }
}

/// The files from one to another, both included.
const fn span(a: u8, b: u8) -> u8 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    0xff >> (7 - high) & 0xff << low
}

impl Position {
    /// The side to move.
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        if self.state() & Self::BLACK_TO_MOVE == 0 { Color::White } else { Color::Black }
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn piece_on(&self, square: Square) -> Piece {
        Piece::from_byte(self.bytes[square.index() & 127])
    }

    /// The square of a king.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        Square::from_0x88((self.state() >> (8 * color.index())) as u8 & 0x77)
    }

    /// The castling rights.
    #[inline(always)]
    pub fn castling_rights(&self) -> CastlingRights {
        CastlingRights::from_bits_truncate((self.state() >> Self::RIGHTS_SHIFT) as u8)
    }

    /// The square of the rook that castles to this side; meaningful while the
    /// right is held.
    #[inline(always)]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Square {
        let index = Self::ROOKS_WORD * 8 + CastlingRights::index(color, side);
        Square::from_0x88(self.bytes[index] & 0x77)
    }

    /// The path of a castling; meaningful while the right is held.
    #[inline(always)]
    pub(super) fn castling_paths(&self, color: Color, side: CastlingSide) -> CastlingPath {
        let index = Self::PATHS_WORD * 8 + 2 * CastlingRights::index(color, side);
        CastlingPath { empty: self.bytes[index], safe: self.bytes[index + 1] }
    }

    /// The square behind a pawn that just made its double step, if some capture
    /// en passant is legal.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        // a1 is never an en passant square, so 0 stands for none.
        match (self.state() >> Self::EN_PASSANT_SHIFT) as u8 & 0x77 {
            0 => None,
            square => Some(Square::from_0x88(square)),
        }
    }

    /// Plies since the last capture or pawn move.
    #[inline(always)]
    pub fn halfmove_clock(&self) -> u32 {
        (self.state() >> Self::HALFMOVE_SHIFT) as u16 as u32
    }

    /// The number of the move, from 1, counted up after Black's.
    pub fn fullmove_number(&self) -> u32 {
        (self.state() >> Self::FULLMOVE_SHIFT) as u32
    }

    /// The Zobrist key. Equal for positions that are the same under the rules:
    /// pieces, side to move, castling rights, legal en passant captures.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        let state = self.state();
        let en_passant = (state >> Self::EN_PASSANT_SHIFT) as u8;
        let file = if en_passant == 0 { 0 } else { (en_passant & 7) + 1 };
        self.board_key() ^ zobrist::state((state >> Self::RIGHTS_SHIFT) as u8, file)
    }

    /// The key after a legal move, without making it: right for plain moves (not castling,
    /// promotion, en passant or a double step) that take no castling right. For others it is
    /// some key.
    #[inline(always)]
    pub fn likely_key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let (piece, captured) = (self.piece_on(from), self.piece_on(to));
        let rights = (self.state() >> Self::RIGHTS_SHIFT) as u8;
        self.board_key()
            ^ zobrist::WHITE_TO_MOVE
            ^ zobrist::piece(piece, from)
            ^ zobrist::piece(captured, to)
            ^ zobrist::piece(piece, to)
            ^ zobrist::state(rights, 0)
    }

    /// The key computed from scratch; always equal to [`Position::key`].
    pub fn recompute_key(&self) -> u64 {
        let file = self.en_passant().map_or(0, |square| square.file() + 1);
        self.recompute_board_key() ^ zobrist::state(self.castling_rights().bits(), file)
    }

    /// Sets the key of the pieces and the side to move, computed from scratch.
    pub(super) fn reset_board_key(&mut self) {
        self.set_word(Self::KEY_WORD, self.recompute_board_key());
    }

    fn recompute_board_key(&self) -> u64 {
        let pieces = Bitboard::ALL
            .into_iter()
            .fold(0, |key, square| key ^ zobrist::piece(self.piece_on(square), square));
        let turn = match self.side_to_move() {
            Color::White => zobrist::WHITE_TO_MOVE,
            Color::Black => 0,
        };
        pieces ^ turn
    }

    /// Where the pieces stand.
    #[inline(always)]
    pub fn planes(&self) -> ops::Planes {
        Native::planes(Native::layers(Native::load(&self.bytes)))
    }

    /// The number of pieces on the board, kings included.
    #[inline(always)]
    pub fn piece_count(&self) -> usize {
        self.planes().occupied().count() as usize
    }

    /// The squares that the piece on `square` attacks, with all pieces on `occupied` (that of
    /// [`Self::planes`]); pawns are better asked together, see [`super::pawn_attacks`].
    #[inline(always)]
    pub fn attacks_from(&self, occupied: Bitboard, square: Square, kind: PieceKind) -> Bitboard {
        Native::piece_attacks(Native::load(&self.bytes), occupied, square, kind)
    }

    /// True if the kings or rooks of the castling rights that the position was set
    /// up with start elsewhere than in orthodox chess, so that moves and FEN need
    /// the Chess960 forms.
    pub fn is_chess960(&self) -> bool {
        self.state() & Self::CHESS960 != 0
    }

    /// True if a side has more than king and pawns.
    #[inline(always)]
    pub fn has_pieces(&self, color: Color) -> bool {
        let planes = self.planes();
        let others = planes.colors[color.index()] & !planes.pawns;
        !(others & !Bitboard::of(self.king(color))).is_empty()
    }

    /// True if the fifty-move rule makes this a draw: mate with the last move goes first.
    #[inline]
    pub fn is_fifty_move_draw(&self) -> bool {
        self.halfmove_clock() >= 100 && (!self.in_check() || self.count_legal() > 0)
    }

    /// True if neither side can ever mate: bare kings, one minor piece, or only
    /// bishops that all run on squares of one colour.
    #[inline]
    pub fn has_insufficient_material(&self) -> bool {
        let planes = self.planes();
        if !(planes.pawns | planes.orthogonal).is_empty() {
            return false;
        }
        if planes.knights.is_empty() {
            let bishops = planes.diagonal;
            return !bishops.intersects(Bitboard::DARK) || !bishops.intersects(!Bitboard::DARK);
        }
        (planes.knights | planes.diagonal).count() == 1
    }

    /// The position without the piece on this square, which is not a king, and without
    /// rights to castle or to capture en passant. It may be illegal: it serves to evaluate
    /// that piece.
    pub fn without(&self, square: Square) -> Self {
        let mut position = *self;
        position.bytes[square.index() & 127] = Piece::NONE.byte();
        let rights = Self::rights_in_state(CastlingRights::all());
        let en_passant = 0xff << Self::EN_PASSANT_SHIFT;
        position.set_word(Self::STATE_WORD, self.state() & !rights & !en_passant);
        position.reset_board_key();
        position
    }

    /// The squares of the pieces that give check.
    pub fn checkers(&self) -> Bitboard {
        let us = self.side_to_move();
        let king = self.king(us);
        let view = Native::view(Native::load(&self.bytes), king);
        let lanes = Native::attackers(view, !us) & ops::reach(Native::lanes_with(view, 0xff));
        Native::squares(lanes, king)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
