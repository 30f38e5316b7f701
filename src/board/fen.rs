//! Forsyth-Edwards notation in and out: four to six fields (fewer are completed),
//! X-FEN and Shredder-FEN castling letters are always read. Every error names
//! field and value.

use super::layout::Position;
use super::movegen::{captured_en_passant, en_passant_is_safe};
use super::ops::{Native, Ops};
use super::position::{CastlingPath, Side, for_side};
use crate::board::pawn_attacks;
use crate::types::{Bitboard, CastlingRights, CastlingSide, Color, Piece, PieceKind, Square};
use std::fmt;
use thiserror::Error;

/// The start position of orthodox chess.
pub const STARTPOS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Pieces a side may have: more would not fit the move lists.
const PIECE_LIMIT: usize = 16;

/// Pawns a side may have: moves of all pawns are written eight at a time.
const PAWN_LIMIT: usize = 8;
/// The largest move number: the longest game after it still fits 16 bits.
const MAX_FULLMOVE: i64 = 59_000;

/// Why a FEN was refused: the field and its value, or what is illegal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// No field at all.
    #[error("FEN is empty")]
    Empty,
    /// Words after the sixth field.
    #[error("FEN has {0} fields, at most 6 are known")]
    TooManyFields(usize),
    /// The board has not eight ranks.
    #[error("FEN field 1 (board) '{value}' has {ranks} {}, not 8", if *ranks == 1 { "rank" } else { "ranks" })]
    Ranks {
        /// The field.
        value: String,
        /// The number of ranks.
        ranks: usize,
    },
    /// A rank has not eight squares.
    #[error("FEN field 1 (board): rank {rank} '{value}' has not 8 squares")]
    RankLength {
        /// 1 to 8.
        rank: usize,
        /// The rank as written.
        value: String,
    },
    /// A letter or digit that can't stand on a rank.
    #[error("FEN field 1 (board): rank {rank} '{value}' has a bad character '{letter}'")]
    Letter {
        /// 1 to 8.
        rank: usize,
        /// The rank as written.
        value: String,
        /// The character.
        letter: char,
    },
    /// Neither `w` nor `b`.
    #[error("FEN field 2 (side to move) '{0}' is neither 'w' nor 'b'")]
    SideToMove(String),
    /// A letter that names no castling right.
    #[error("FEN field 3 (castling) '{value}' has a bad character '{letter}'")]
    Castling {
        /// The field.
        value: String,
        /// The character.
        letter: char,
    },
    /// Neither `-` nor a square.
    #[error("FEN field 4 (en passant) '{0}' is neither '-' nor a square")]
    EnPassant(String),
    /// Not an integer.
    #[error("FEN field 5 (half-move clock) '{0}' is not a number")]
    HalfmoveClock(String),
    /// Not an integer.
    #[error("FEN field 6 (move number) '{0}' is not a number")]
    MoveNumber(String),
    /// No king or several.
    #[error("illegal position: {color:?} has {kings} kings, not 1")]
    Kings {
        /// The side that has them.
        color: Color,
        /// The number of them.
        kings: usize,
    },
    /// More pieces than move lists are made for.
    #[error("illegal position: {color:?} has {pieces} pieces, more than 16")]
    Pieces {
        /// The side that has them.
        color: Color,
        /// The number of them.
        pieces: usize,
    },
    /// More pawns than the generator writes at once.
    #[error("illegal position: {color:?} has {pawns} pawns, more than 8")]
    Pawns {
        /// The side that has them.
        color: Color,
        /// The number of them.
        pawns: usize,
    },
    /// A pawn where none can be.
    #[error("illegal position: pawn on {0}")]
    PawnOnLastRank(Square),
    /// The king could be taken.
    #[error("illegal position: {0:?} is in check but not to move")]
    OpponentInCheck(Color),
}

impl Position {
    /// The start position of orthodox chess.
    pub fn startpos() -> Self {
        Self::from_fen(STARTPOS).unwrap_or_else(|error| unreachable!("{error}"))
    }

    /// Reads FEN. Missing fields are completed (`w - - 0 1`); castling rights
    /// without king and rook in place and an en passant square that allows no
    /// legal capture are dropped; clocks out of range are cut to it.
    ///
    /// # Errors
    /// Names the field and the value that can't be read, or why the position is
    /// illegal in a way that move generation can't handle.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        if fields.is_empty() {
            return Err(FenError::Empty);
        }
        if fields.len() > 6 {
            return Err(FenError::TooManyFields(fields.len()));
        }
        let field =
            |index: usize, default: &'static str| fields.get(index).copied().unwrap_or(default);
        let mut position = Self { bytes: [0; 128] };
        position.bytes[super::tables::GUARD_SQUARE as usize] = Piece::GUARD;
        position.read_board(fields[0])?;
        let color = match field(1, "w") {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(FenError::SideToMove(other.into())),
        };
        let kings = position.validate_pieces()?;
        let mut state = kings[0].coordinate() as u64 | (kings[1].coordinate() as u64) << 8;
        if color == Color::Black {
            state |= Self::BLACK_TO_MOVE;
        }
        let halfmove = read_number(field(4, "0"), 0, i64::from(Self::HALFMOVE_MAX))
            .ok_or_else(|| FenError::HalfmoveClock(field(4, "").into()))?;
        let fullmove = read_number(field(5, "1"), 1, MAX_FULLMOVE)
            .ok_or_else(|| FenError::MoveNumber(field(5, "").into()))?;
        state |= halfmove << Self::HALFMOVE_SHIFT | fullmove << Self::FULLMOVE_SHIFT;
        position.set_word(Self::STATE_WORD, state);
        position.read_castling(field(2, "-"))?;
        if position.is_attacked(position.king(!color), color) {
            return Err(FenError::OpponentInCheck(!color));
        }
        position.read_en_passant(field(3, "-"))?;
        position.reset_board_key();
        Ok(position)
    }

    fn read_board(&mut self, field: &str) -> Result<(), FenError> {
        let ranks: Vec<&str> = field.split('/').collect();
        if ranks.len() != 8 {
            return Err(FenError::Ranks { value: field.into(), ranks: ranks.len() });
        }
        for (index, &text) in ranks.iter().enumerate() {
            let rank = 7 - index;
            let length = || FenError::RankLength { rank: rank + 1, value: text.into() };
            let mut file = 0;
            let mut after_digit = false;
            for letter in text.chars() {
                let bad = || FenError::Letter { rank: rank + 1, value: text.into(), letter };
                if let Some(empty) = letter.to_digit(10) {
                    if !(1..=8).contains(&empty) || after_digit {
                        return Err(bad());
                    }
                    file += empty as usize;
                    after_digit = true;
                } else {
                    let piece = Piece::from_letter(letter).ok_or_else(bad)?;
                    if file > 7 {
                        return Err(length());
                    }
                    self.bytes[rank * 16 + file] = piece.byte();
                    file += 1;
                    after_digit = false;
                }
            }
            if file != 8 {
                return Err(length());
            }
        }
        Ok(())
    }

    /// Checks the pieces of both sides and finds the kings.
    fn validate_pieces(&self) -> Result<[Square; 2], FenError> {
        let squares = || Bitboard::ALL.into_iter();
        let mut found = [Square::from_dense(0); 2];
        for color in Color::ALL {
            let pieces = squares().filter(|&square| self.piece_on(square).is_color(color)).count();
            let king = Piece::new(color, PieceKind::King);
            let kings: Vec<_> = squares().filter(|&square| self.piece_on(square) == king).collect();
            if kings.len() != 1 {
                return Err(FenError::Kings { color, kings: kings.len() });
            }
            if pieces > PIECE_LIMIT {
                return Err(FenError::Pieces { color, pieces });
            }
            let pawn = Piece::new(color, PieceKind::Pawn);
            let pawns = squares().filter(|&square| self.piece_on(square) == pawn).count();
            if pawns > PAWN_LIMIT {
                return Err(FenError::Pawns { color, pawns });
            }
            found[color.index()] = kings[0];
        }
        let is_pawn = |square: &Square| self.piece_on(*square).is_kind(PieceKind::Pawn);
        match squares().filter(|square| matches!(square.rank(), 0 | 7)).find(is_pawn) {
            Some(square) => Err(FenError::PawnOnLastRank(square)),
            None => Ok(found),
        }
    }

    fn read_castling(&mut self, field: &str) -> Result<(), FenError> {
        let mut rights = CastlingRights::empty();
        // Of each right, whether only Chess960 has it. Of two rooks on one side the last one counts.
        let mut unusual = [false; 4];
        for letter in field.chars().filter(|_| field != "-") {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let king = self.king(color);
            let rook = match letter.to_ascii_lowercase() {
                'k' => self.outermost_rook(color, CastlingSide::King),
                'q' => self.outermost_rook(color, CastlingSide::Queen),
                file @ 'a'..='h' => Some(Square::new(file as u8 - b'a', color.rank(0))),
                _ => return Err(FenError::Castling { value: field.into(), letter }),
            };
            let own_rook = Piece::new(color, PieceKind::Rook);
            let rook = rook
                .filter(|&rook| self.piece_on(rook) == own_rook && king.rank() == color.rank(0));
            if let Some(rook) = rook {
                let side = CastlingSide::of(king, rook);
                rights |= CastlingRights::of(color, side);
                let corner = if side == CastlingSide::King { 7 } else { 0 };
                let index = CastlingRights::index(color, side);
                unusual[index] = king.file() != 4 || rook.file() != corner;
                self.bytes[Self::ROOKS_WORD * 8 + index] = rook.coordinate();
                let path = CastlingPath::new(king.file(), rook.file(), side);
                let paths = Self::PATHS_WORD * 8 + 2 * index;
                self.bytes[paths..paths + 2].copy_from_slice(&[path.empty, path.safe]);
            }
        }
        let mut state = self.state() | Self::rights_in_state(rights);
        if unusual.contains(&true) {
            state |= Self::CHESS960;
        }
        self.set_word(Self::STATE_WORD, state);
        Ok(())
    }

    /// The rook on the back rank that is farthest from the king on this side.
    fn outermost_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.king(color);
        let rook = Piece::new(color, PieceKind::Rook);
        let is_rook = |&file: &u8| self.piece_on(Square::new(file, color.rank(0))) == rook;
        let file = match side {
            CastlingSide::King => (king.file() + 1..8).rev().find(is_rook),
            CastlingSide::Queen => (0..king.file()).find(is_rook),
        };
        file.map(|file| Square::new(file, color.rank(0)))
    }

    fn read_en_passant(&mut self, field: &str) -> Result<(), FenError> {
        if field == "-" {
            return Ok(());
        }
        let square =
            Square::from_algebraic(field).ok_or_else(|| FenError::EnPassant(field.into()))?;
        if for_side!(self, S => self.en_passant_is_legal::<S>(square)) {
            let state = self.state() | (square.coordinate() as u64) << Self::EN_PASSANT_SHIFT;
            self.set_word(Self::STATE_WORD, state);
        }
        Ok(())
    }

    /// True if a pawn of `S`, to move, can legally capture en passant on `to`.
    fn en_passant_is_legal<S: Side>(&self, to: Square) -> bool {
        let their_home = S::Enemy::COLOR.rank(1);
        let their_pawn = Piece::new(S::Enemy::COLOR, PieceKind::Pawn);
        let own_pawn = Piece::new(S::COLOR, PieceKind::Pawn);
        if to.relative_rank(S::COLOR) != 5
            || !self.piece_on(to).is_none()
            || !self.piece_on(Square::new(to.file(), their_home)).is_none()
            || self.piece_on(captured_en_passant(to)) != their_pawn
        {
            return false;
        }
        pawn_attacks(S::Enemy::COLOR, Bitboard::of(to)).into_iter().any(|from| {
            self.piece_on(from) == own_pawn
                && en_passant_is_safe::<Native, S>(
                    Native::load(&self.bytes),
                    from,
                    to,
                    self.king(S::COLOR),
                )
        })
    }

    /// The castling field: `KQkq` for the outermost rooks, else the rook's file
    /// (X-FEN).
    fn castling_field(&self) -> String {
        let mut field = String::new();
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if !self.castling_rights().contains(CastlingRights::of(color, side)) {
                    continue;
                }
                let rook = self.castling_rook(color, side);
                let letter = match side {
                    _ if self.outermost_rook(color, side) != Some(rook) => {
                        (b'a' + rook.file()) as char
                    }
                    CastlingSide::King => 'k',
                    CastlingSide::Queen => 'q',
                };
                field.push(match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                });
            }
        }
        if field.is_empty() { "-".into() } else { field }
    }
}

/// An integer of any length, cut to a range; `None` if it is not an integer.
fn read_number(text: &str, low: i64, high: i64) -> Option<u64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = match text.parse::<i64>() {
        Ok(number) => number,
        Err(_) if text.starts_with('-') => low,
        Err(_) => high,
    };
    Some(number.clamp(low, high) as u64)
}

/// FEN with six fields; the en passant square is written if a capture is legal.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let piece = self.piece_on(Square::new(file, rank));
                if piece.is_none() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                write!(f, "{}", piece.letter())?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        let side = if self.side_to_move() == Color::White { 'w' } else { 'b' };
        let en_passant = self.en_passant().map_or_else(|| "-".into(), |square| square.to_string());
        write!(
            f,
            " {side} {} {en_passant} {} {}",
            self.castling_field(),
            self.halfmove_clock(),
            self.fullmove_number()
        )
    }
}
