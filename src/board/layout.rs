//! The layout of a position: 128 bytes, pieces on the board and everything else beside it.

use super::tables::GUARD_SQUARE;
use crate::types::{CastlingRights, Color, Piece, PieceKind, Square};

/// A chess position in 128 bytes, cheap to copy.
///
/// Bytes whose 0x88 coordinate is on the board hold [`Piece`] bytes. Of the off-board half these
/// words of eight bytes are used:
///
/// | word | holds |
/// |---|---|
/// | 1 | Zobrist key of the pieces and the side to move |
/// | 3 | state: king squares, castling rights and side to move, en passant square, half-move clock (u16), move number (u16) |
/// | 5 | the squares of the castling rooks |
/// | 7 | the paths of the castlings, two bytes of files for each |
/// | 15 | the guard byte |
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Position {
    pub(super) bytes: [u8; 128],
}

impl Position {
    /// Which 8-byte word holds the key.
    pub(super) const KEY_WORD: usize = 1;
    /// Which 8-byte word holds the state.
    pub(super) const STATE_WORD: usize = 3;
    /// Which 8-byte word holds the squares of the castling rooks.
    pub(super) const ROOKS_WORD: usize = 5;

    /// Which 8-byte word holds the castling paths.
    pub(super) const PATHS_WORD: usize = 7;

    /// Offsets in bits inside the state word.
    pub(super) const RIGHTS_SHIFT: u32 = 16;
    pub(super) const EN_PASSANT_SHIFT: u32 = 24;
    pub(super) const HALFMOVE_SHIFT: u32 = 32;
    pub(super) const FULLMOVE_SHIFT: u32 = 48;
    /// Bit of the state that is set when Black is to move.
    pub(super) const BLACK_TO_MOVE: u64 = 1 << 23;

    /// Bit of the state that is set when some king or castling rook started on
    /// another square than in orthodox chess.
    pub(super) const CHESS960: u64 = 1 << 20;

    /// The largest half-move clock that is kept; the game is long drawn.
    pub(super) const HALFMOVE_MAX: u32 = 10_000;

    /// Castling rights in their place of the state.
    pub(super) const fn rights_in_state(rights: CastlingRights) -> u64 {
        (rights.bits() as u64) << Self::RIGHTS_SHIFT
    }

    /// A board with its key and state words set.
    #[inline(always)]
    pub(super) fn from_parts(bytes: [u8; 128], key: u64, state: u64) -> Self {
        let mut position = Self { bytes };
        position.set_word(Self::KEY_WORD, key);
        position.set_word(Self::STATE_WORD, state);
        position
    }

    /// A position of which only the pieces are known: White moves, and nobody may castle.
    pub fn of_pieces(pieces: impl Iterator<Item = (Square, Piece)>) -> Self {
        let mut bytes = [0; 128];
        bytes[usize::from(GUARD_SQUARE)] = Piece::GUARD;
        let mut kings = 0;
        for (square, piece) in pieces {
            bytes[square.index()] = piece.byte();
            if piece.kind() == PieceKind::King {
                let black = u32::from(piece.is_color(Color::Black));
                kings |= u64::from(square.coordinate()) << (8 * black);
            }
        }
        Self::from_parts(bytes, 0, kings)
    }

    #[inline(always)]
    pub(super) fn word(&self, index: usize) -> u64 {
        let mut word = [0; 8];
        word.copy_from_slice(&self.bytes[index * 8..index * 8 + 8]);
        u64::from_le_bytes(word)
    }

    #[inline(always)]
    pub(super) fn set_word(&mut self, index: usize, word: u64) {
        self.bytes[index * 8..index * 8 + 8].copy_from_slice(&word.to_le_bytes());
    }

    #[inline(always)]
    pub(super) fn state(&self) -> u64 {
        self.word(Self::STATE_WORD)
    }

    /// Key of the pieces and the side to move, without rights and en passant.
    #[inline(always)]
    pub(super) fn board_key(&self) -> u64 {
        self.word(Self::KEY_WORD)
    }
}
