//! Zobrist keys. The numbers and their use are those of the Polyglot book
//! format, so a position's key is its Polyglot key, but for one case: we count an
//! en passant square only if the capture is legal (which is what makes two
//! positions the same under the rules), Polyglot also if it is pinned.

use super::random64::RANDOM64;
use crate::types::{Color, Piece, PieceKind, Square};

/// Key of each board byte on each 0x88 coordinate; rows of other bytes are
/// zero, so an empty square needs no test.
static PIECES: [[u64; 128]; 256] = {
    let mut table = [[0; 128]; 256];
    let mut kind = 0;
    while kind < 6 {
        let mut square = 0;
        while square < 64 {
            let at = Square::from_dense(square).index();
            let black = Piece::new(Color::Black, PieceKind::ALL[kind]).byte() as usize;
            let white = Piece::new(Color::White, PieceKind::ALL[kind]).byte() as usize;
            table[black][at] = RANDOM64[kind * 128 + square];
            table[white][at] = RANDOM64[kind * 128 + 64 + square];
            square += 1;
        }
        kind += 1;
    }
    table
};

/// Castling rights in the low four bits and en passant file + 1 above.
static STATES: [u64; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let mut right = 0;
        while right < 4 {
            if i >> right & 1 != 0 {
                table[i] ^= RANDOM64[768 + right];
            }
            right += 1;
        }
        let file = i >> 4;
        if file >= 1 && file <= 8 {
            table[i] ^= RANDOM64[772 + file - 1];
        }
        i += 1;
    }
    table
};

/// Key of White being on the move.
pub const WHITE_TO_MOVE: u64 = RANDOM64[780];

/// Key of a piece on a square; 0 for no piece.
#[inline(always)]
pub const fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.byte() as usize][square.index() & 127]
}

/// Key of castling rights (4 bits) and en passant file (0 none, 1 a, ... 8 h).
#[inline(always)]
pub fn state(rights: u8, en_passant: u8) -> u64 {
    STATES[(rights & 15 | en_passant << 4) as usize]
}
