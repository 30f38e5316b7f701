//! Windows, and what a fail-soft value says about the position: the two ideas that the whole
//! search is built on.

use crate::types::Score;
use std::ops::Neg;

/// How a score relates to the true value of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// The value is at least this: a move reached beta.
    Lower,
    /// The value is at most this: no move raised alpha.
    Upper,
}

impl Bound {
    /// The kind of bound that a fail-soft search with this window proves by returning `value`.
    #[inline(always)]
    pub fn of(value: Score, window: Window) -> Self {
        if value >= window.beta {
            Self::Lower
        } else if value <= window.alpha {
            Self::Upper
        } else {
            Self::Exact
        }
    }
}

/// The open interval in which a search has to find the exact value, in centipawns for the
/// side to move: at or below `alpha` and at or above `beta` a bound is enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The value that the side to move has elsewhere.
    pub alpha: Score,
    /// The value that the opponent concedes elsewhere; above `alpha`.
    pub beta: Score,
}

impl Window {
    /// Every value lies inside.
    pub const FULL: Self = Self { alpha: Score::INFINITE.negated(), beta: Score::INFINITE };

    /// The null window that asks whether the value is greater than `alpha`.
    #[inline(always)]
    pub fn above(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// The null window that asks whether the value is `beta` or more.
    #[inline(always)]
    pub fn below(beta: Score) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// True if no value lies inside.
    #[inline(always)]
    pub fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }
}

/// The same window for the opponent.
impl Neg for Window {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_changes_sides_with_the_window() {
        let window = Window { alpha: Score::cp(-20), beta: Score::cp(35) };
        for (value, bound, opposite) in [
            (-21, Bound::Upper, Bound::Lower),
            (-20, Bound::Upper, Bound::Lower),
            (-19, Bound::Exact, Bound::Exact),
            (34, Bound::Exact, Bound::Exact),
            (35, Bound::Lower, Bound::Upper),
            (36, Bound::Lower, Bound::Upper),
        ] {
            let value = Score::cp(value);
            assert_eq!(Bound::of(value, window), bound, "{value}");
            assert_eq!(Bound::of(-value, -window), opposite, "{value}");
        }
    }

    #[test]
    fn a_null_window_leaves_no_exact_value() {
        let (alpha, beta) = (Score::cp(17), Score::cp(18));
        for window in [Window::above(alpha), Window::below(beta), -Window::above(-beta)] {
            assert_eq!(window, Window { alpha, beta });
            assert!(window.is_null());
            let mut values = (-100..100).map(Score::cp);
            assert!(values.all(|value| Bound::of(value, window) != Bound::Exact));
        }
        assert!(!Window::FULL.is_null());
    }
}
