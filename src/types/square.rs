//! Squares in 0x88 coordinates: `rank * 16 + file`, so that a coordinate is on
//! the board exactly when `coordinate & 0x88 == 0`, and the difference of two
//! squares determines the steps from one to the other.

use super::Color;
use std::fmt;

/// A square of the board as a 0x88 coordinate (a1 = 0x00, h8 = 0x77).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// The square on `file` (0 = a) and `rank` (0 = first), both 0 to 7.
    #[inline(always)]
    pub const fn new(file: u8, rank: u8) -> Self {
        debug_assert!(file < 8 && rank < 8);
        Self(rank << 4 | file)
    }

    /// The square with this 0x88 coordinate, which must be on the board.
    #[inline(always)]
    pub const fn from_0x88(coordinate: u8) -> Self {
        debug_assert!(coordinate & 0x88 == 0);
        Self(coordinate)
    }

    /// The square with this 0x88 coordinate, if it is on the board.
    #[inline(always)]
    pub const fn try_from_0x88(coordinate: u8) -> Option<Self> {
        if coordinate & 0x88 == 0 { Some(Self(coordinate)) } else { None }
    }

    /// The square with this dense index (a1 = 0, b1 = 1, h8 = 63).
    #[inline(always)]
    pub const fn from_dense(index: usize) -> Self {
        debug_assert!(index < 64);
        Self((index + (index & 0x38)) as u8)
    }

    /// The 0x88 coordinate.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The 0x88 coordinate as a byte.
    #[inline(always)]
    pub const fn coordinate(self) -> u8 {
        self.0
    }

    /// The dense index 0 to 63, counted rank by rank from a1.
    #[inline(always)]
    pub const fn dense(self) -> usize {
        (self.0 as usize + (self.0 as usize & 7)) >> 1
    }

    /// The file, 0 (a) to 7 (h).
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// The rank, 0 (first) to 7 (eighth).
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// The rank as this side counts it, from its own back rank (0).
    #[inline(always)]
    pub const fn relative_rank(self, color: Color) -> u8 {
        color.rank(self.rank())
    }

    /// The square that lies `delta` away in 0x88 steps, if it is on the board.
    #[inline(always)]
    pub const fn offset(self, delta: i8) -> Option<Self> {
        Self::try_from_0x88(self.0.wrapping_add_signed(delta))
    }

    /// Mirrored top to bottom: a1 becomes a8.
    #[inline(always)]
    pub const fn flip(self) -> Self {
        Self(self.0 ^ 0x70)
    }

    /// Reads algebraic notation (`e4`).
    pub fn from_algebraic(text: &str) -> Option<Self> {
        match text.as_bytes() {
            &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Self::new(file - b'a', rank - b'1')),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
