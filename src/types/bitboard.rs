//! Sets of squares in 64 bits, and the loop over the bits of a number.

use super::Square;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares: bit [`Square::dense`] of the number stands for a square, so a1 is
/// bit 0, b1 bit 1 and h8 bit 63.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All squares.
    pub const ALL: Self = Self(!0);
    /// The a-file.
    pub const FILE_A: Self = Self(0x0101_0101_0101_0101);
    /// The h-file.
    pub const FILE_H: Self = Self(Self::FILE_A.0 << 7);
    /// The dark squares; a1 is one.
    pub const DARK: Self = Self(0xaa55_aa55_aa55_aa55);

    /// One square.
    #[inline(always)]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.dense())
    }

    /// A rank, 0 (first) to 7 (eighth).
    #[inline(always)]
    pub const fn rank(rank: u8) -> Self {
        debug_assert!(rank < 8);
        Self(0xff << (8 * rank))
    }

    /// True if it has no square.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if it has this square.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.dense() & 1 != 0
    }

    /// True if the sets share a square.
    #[inline(always)]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The number of squares.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The first square in the order from a1 to h8.
    #[inline(always)]
    pub fn first(self) -> Option<Square> {
        self.into_iter().next()
    }

    /// Mirrored top to bottom: the first rank becomes the eighth.
    #[inline(always)]
    pub const fn flip(self) -> Self {
        Self(self.0.swap_bytes())
    }
}

/// The set bits of a number, lowest first.
#[derive(Clone, Debug)]
pub struct Bits(u64);

/// Iterates over the set bits of a number, lowest first.
#[inline(always)]
pub const fn bits(number: u64) -> Bits {
    Bits(number)
}

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Bits {}

/// The squares of a [`Bitboard`], from a1 to h8.
#[derive(Clone, Debug)]
pub struct Squares(Bits);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        self.0.next().map(Square::from_dense)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(bits(self.0))
    }
}

impl FromIterator<Square> for Bitboard {
    #[inline(always)]
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

macro_rules! operator {
    ($operator:ident, $method:ident, $assign:ident, $assign_method:ident) => {
        impl $operator for Bitboard {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self($operator::$method(self.0, other.0))
            }
        }

        impl $assign for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = $operator::$method(*self, other);
            }
        }
    };
}

operator!(BitAnd, bitand, BitAndAssign, bitand_assign);
operator!(BitOr, bitor, BitOrAssign, bitor_assign);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign);

impl Not for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_go_in_and_come_out_in_order() {
        let squares =
            ["a1", "h1", "e4", "a8", "h8"].map(|text| Square::from_algebraic(text).unwrap());
        let set: Bitboard = squares.iter().rev().copied().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), squares);
        assert_eq!((set.count(), set.first()), (5, Some(squares[0])));
        assert!(squares.iter().all(|&square| set.contains(square) && !(!set).contains(square)));
        assert_eq!(Bitboard::EMPTY.first(), None);
    }

    #[test]
    fn named_sets_hold_what_their_names_say() {
        for square in Bitboard::ALL {
            assert_eq!(Bitboard::FILE_A.contains(square), square.file() == 0);
            assert_eq!(Bitboard::FILE_H.contains(square), square.file() == 7);
            assert_eq!(Bitboard::DARK.contains(square), (square.file() + square.rank()) % 2 == 0);
            assert!(Bitboard::rank(square.rank()).contains(square));
            assert_eq!(Bitboard::of(square).flip(), Bitboard::of(square.flip()));
        }
        assert_eq!((Bitboard::ALL.count(), Bitboard::rank(3).count()), (64, 8));
    }
}
