//! Moves in 16 bits, and the list that the generator fills.

use super::{CastlingSide, PieceKind, Square};
use arrayvec::ArrayVec;
use std::fmt;

bitflags::bitflags! {
    /// The special kinds of moves. A 0x88 coordinate leaves bits 3 and 7 of a
    /// byte free, so the flags of a 16-bit move live in `0x8888`, and a move with
    /// none of them is plain.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct MoveFlags: u16 {
        /// A pawn's double step.
        const DOUBLE_STEP = 0x0008;
        /// A capture en passant.
        const EN_PASSANT = 0x0080;
        /// Castling, written as king takes own rook.
        const CASTLING = Self::DOUBLE_STEP.bits() | Self::EN_PASSANT.bits();
        /// A promotion; two more bits name the piece.
        const PROMOTION = 0x8000;
        /// First bit of the promoted piece (knight 0, bishop 1, rook 2, queen 3).
        const PROMOTION_LOW = 0x0008;
        /// Second bit of the promoted piece.
        const PROMOTION_HIGH = 0x0800;
    }
}

impl MoveFlags {
    /// The flags of a promotion to `kind` (knight to queen).
    #[inline(always)]
    pub const fn promotion(kind: PieceKind) -> Self {
        let code = kind as u16 - 1;
        Self::from_bits_truncate(Self::PROMOTION.bits() | (code & 1) << 3 | (code & 2) << 10)
    }
}

/// A move: 0x88 origin in the low byte, 0x88 target in the high byte, flags in
/// the bits of `0x8888`. Castling is king takes own rook, as Chess960 needs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Move(u16);

impl Move {
    /// No move (a1a1 can't be one).
    pub const NONE: Self = Self(0);

    /// A move with these flags.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, flags: MoveFlags) -> Self {
        Self(from.coordinate() as u16 | (to.coordinate() as u16) << 8 | flags.bits())
    }

    /// A promotion to `kind` (knight to queen).
    #[inline(always)]
    pub const fn promotion(from: Square, to: Square, kind: PieceKind) -> Self {
        Self::new(from, to, MoveFlags::promotion(kind))
    }

    /// The packed bits, as stored in tables.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// A move from its packed bits.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The origin.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_0x88((self.0 & 0x77) as u8)
    }

    /// The target (the own rook's square when castling).
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_0x88((self.0 >> 8 & 0x77) as u8)
    }

    /// The bits of `0x8888`.
    #[inline(always)]
    pub const fn flags(self) -> MoveFlags {
        MoveFlags::from_bits_truncate(self.0)
    }

    /// True if no flag is set: one piece goes from one square to another.
    #[inline(always)]
    pub const fn is_plain(self) -> bool {
        self.0 & 0x8888 == 0
    }

    /// True if this is [`Self::NONE`].
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// True if a pawn is promoted.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.0 & MoveFlags::PROMOTION.bits() != 0
    }

    /// True if this is castling.
    #[inline(always)]
    pub const fn is_castling(self) -> bool {
        self.0 & 0x8888 == MoveFlags::CASTLING.bits()
    }

    /// The side that this move, which is castling, castles to.
    #[inline(always)]
    pub const fn castling_side(self) -> CastlingSide {
        CastlingSide::of(self.from(), self.to())
    }

    /// True if a pawn is taken en passant.
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        self.0 & 0x8888 == MoveFlags::EN_PASSANT.bits()
    }

    /// True if a pawn makes its double step.
    #[inline(always)]
    pub const fn is_double_step(self) -> bool {
        self.0 & 0x8888 == MoveFlags::DOUBLE_STEP.bits()
    }

    /// The piece a pawn becomes, if this is a promotion.
    #[inline(always)]
    pub const fn promoted_kind(self) -> Option<PieceKind> {
        if !self.is_promotion() {
            return None;
        }
        Some(match (self.0 >> 10 & 2) | (self.0 >> 3 & 1) {
            0 => PieceKind::Knight,
            1 => PieceKind::Bishop,
            2 => PieceKind::Rook,
            _ => PieceKind::Queen,
        })
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        self.promoted_kind().map_or(Ok(()), |kind| write!(f, "{}", kind.letter()))
    }
}

/// Room in a move list: sixteen pieces have at most fifteen queens with 27 moves
/// and a king with 8 plus two castlings (415), and a vector store may write up
/// to 32 moves past the end before the length is set.
pub const MOVE_CAPACITY: usize = 448;

/// A list of moves on the stack; nothing in the search allocates.
pub type MoveList = ArrayVec<Move, MOVE_CAPACITY>;
