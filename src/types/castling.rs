//! Castling rights as bit flags, and the two sides one can castle to.

use super::{Color, Square};

/// The side of the board a king castles to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum CastlingSide {
    /// King to the g-file, rook to the f-file.
    King = 0,
    /// King to the c-file, rook to the d-file.
    Queen = 1,
}

impl CastlingSide {
    /// Both sides, the king's first.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The side on which a king and its castling rook stand.
    #[inline(always)]
    pub const fn of(king: Square, rook: Square) -> Self {
        if rook.file() > king.file() { Self::King } else { Self::Queen }
    }

    /// The file (0 to 7) on which the king ends.
    #[inline(always)]
    pub const fn king_file(self) -> u8 {
        if let Self::King = self { 6 } else { 2 }
    }

    /// The file (0 to 7) on which the rook ends.
    #[inline(always)]
    pub const fn rook_file(self) -> u8 {
        if let Self::King = self { 5 } else { 3 }
    }

    /// The square on which the king ends that castles on this rank.
    #[inline(always)]
    pub const fn king_to(self, rank: u8) -> Square {
        Square::new(self.king_file(), rank)
    }

    /// The square on which the rook ends that castles on this rank.
    #[inline(always)]
    pub const fn rook_to(self, rank: u8) -> Square {
        Square::new(self.rook_file(), rank)
    }
}

bitflags::bitflags! {
    /// Which castlings neither the king nor the rook has forfeited by moving.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct CastlingRights: u8 {
        /// White to the g-file.
        const WHITE_KING = 1;
        /// White to the c-file.
        const WHITE_QUEEN = 2;
        /// Black to the g-file.
        const BLACK_KING = 4;
        /// Black to the c-file.
        const BLACK_QUEEN = 8;
    }
}

impl CastlingRights {
    /// The one right of this colour and side.
    #[inline(always)]
    pub const fn of(color: Color, side: CastlingSide) -> Self {
        Self::from_bits_truncate(1 << Self::index(color, side))
    }

    /// Both rights of this colour.
    #[inline(always)]
    pub const fn both(color: Color) -> Self {
        Self::of(color, CastlingSide::King).union(Self::of(color, CastlingSide::Queen))
    }

    /// The index 0 to 3 of this right in tables of rook squares.
    #[inline(always)]
    pub const fn index(color: Color, side: CastlingSide) -> usize {
        color as usize * 2 + side as usize
    }
}
