//! Results with the fifty-move rule.

use std::ops::Neg;

/// The result under best play for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost, but the fifty-move rule makes it a draw.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but the fifty-move rule makes it a draw.
    CursedWin,
    /// Won.
    Win,
}

/// The same for the other side.
impl Neg for Wdl {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

impl Wdl {
    /// The plies to a capture or pawn move that is the next move and has this result, in the
    /// counting of [`Wdl::of_plies`].
    pub(super) const fn of_zeroing_move(self) -> i32 {
        match self {
            Self::Loss => -1,
            Self::BlessedLoss => -1 - Self::TOO_LATE,
            Self::Draw => 0,
            Self::CursedWin => 1 + Self::TOO_LATE,
            Self::Win => 1,
        }
    }

    /// The result if the next capture or pawn move comes after so many plies, negative when
    /// the side to move loses, and the half-move clock is at `clock`.
    pub(super) const fn of_plies(plies: i32, clock: i32) -> Self {
        let is_late = plies.abs() + clock > Self::TOO_LATE;
        match (plies.signum(), is_late) {
            (-1, false) => Self::Loss,
            (-1, true) => Self::BlessedLoss,
            (1, true) => Self::CursedWin,
            (1, false) => Self::Win,
            _ => Self::Draw,
        }
    }

    /// Plies after which the fifty-move rule makes a draw. What can't be won in time is counted
    /// from here on.
    pub(super) const TOO_LATE: i32 = 100;
}
