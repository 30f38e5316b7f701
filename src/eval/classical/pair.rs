//! A middlegame and an endgame value in one integer, so that both are added at
//! once (idea: the packed scores of Stockfish and many others).

use crate::types::Centipawns;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Middlegame value in the low half, endgame value in the high half, in
/// centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[repr(transparent)]
pub struct Pair(i32);

impl Pair {
    /// The pair of both values.
    #[inline(always)]
    pub const fn new(middlegame: Centipawns, endgame: Centipawns) -> Self {
        Self((endgame << 16) + middlegame)
    }

    /// The middlegame value.
    #[inline(always)]
    pub const fn middlegame(self) -> Centipawns {
        self.0 as i16 as Centipawns
    }

    /// The endgame value.
    #[inline(always)]
    pub const fn endgame(self) -> Centipawns {
        // A negative low half has borrowed one from the high half.
        ((self.0 + 0x8000) >> 16) as i16 as Centipawns
    }

    /// The sum of both values, at compile time too.
    #[inline(always)]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    /// Both values times a number, at compile time too.
    #[inline(always)]
    pub const fn times(self, factor: i32) -> Self {
        Self(self.0.wrapping_mul(factor))
    }
}

impl Add for Pair {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl Sub for Pair {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Pair {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Pair {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: i32) -> Self {
        self.times(factor)
    }
}

impl AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::Pair;

    #[test]
    fn halves_do_not_mix() {
        for (a, b) in [(5, -7), (-5, 7), (-300, -1), (0, -1), (1200, -1300), (-1, 0)] {
            let sum = Pair::new(a, b) + Pair::new(-2 * a, 3) - Pair::new(1, 1) * 4;
            assert_eq!((sum.middlegame(), sum.endgame()), (-a - 4, b + 3 - 4));
            assert_eq!(((-sum).middlegame(), (-sum).endgame()), (a + 4, -b - 3 + 4));
        }
    }
}
