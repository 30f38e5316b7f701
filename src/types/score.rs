//! Scores of positions, and the amounts by which scores differ.
//!
//! The two are to each other as points in time and durations: a [`Score`] and
//! [`Centipawns`] add up to a score, the difference of two scores is in centipawns, and
//! the sum of two scores means nothing.

use super::Color;
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The deepest ply of a search line, counted from the root.
pub const MAX_PLY: usize = 246;

/// An amount in hundredths of a pawn: what a piece or a term of the evaluation is worth, a
/// margin, a difference of two scores.
pub type Centipawns = i32;

/// How good a position is, for the side to move unless something else is said: in
/// centipawns, but near [`Score::MATE`] it counts the plies to mate, and below that, near
/// [`Score::TABLE_WIN`], those to a win by the tablebases. The infinities are symmetric,
/// so a score can always be negated (the -32768 of a source text can't): the opponent's view.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Score(i32);

impl Score {
    /// Above every score.
    pub const INFINITE: Self = Self(32_500);
    /// Mate on the spot; mate in n plies is `MATE - n`.
    pub const MATE: Self = Self(32_000);
    /// Scores from here on are mates.
    pub const MATE_BOUND: Self = Self(Self::MATE.0 - MAX_PLY as i32 - 1);
    /// The largest value of the evaluation.
    pub const EVAL_MAX: Self = Self(20_000);
    /// A win by the tablebases at the root; in n plies `TABLE_WIN - n`, which lies
    /// above every value of the evaluation and below the mates.
    pub const TABLE_WIN: Self = Self(Self::EVAL_MAX.0 + MAX_PLY as i32 + 1);
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// Stands for "no score is known" in the table and on the search stack.
    pub const NONE: Self = Self(32_700);

    /// This number of centipawns better than a draw, or worse.
    #[inline(always)]
    pub const fn cp(centipawns: Centipawns) -> Self {
        Self(centipawns)
    }

    /// The score as a number, the inverse of [`Self::cp`].
    #[inline(always)]
    pub const fn centipawns(self) -> Centipawns {
        self.0
    }

    /// The side to move mates in `ply` plies.
    #[inline(always)]
    pub const fn mate_in(ply: usize) -> Self {
        Self(Self::MATE.0 - ply as i32)
    }

    /// The side to move is mated in `ply` plies.
    #[inline(always)]
    pub const fn mated_in(ply: usize) -> Self {
        Self(-Self::MATE.0 + ply as i32)
    }

    /// The tablebases say that the side to move wins, `ply` plies from the root.
    #[inline(always)]
    pub const fn table_win(ply: usize) -> Self {
        Self(Self::TABLE_WIN.0 - ply as i32)
    }

    /// True if the score is a mate for either side.
    #[inline(always)]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MATE_BOUND.0
    }

    /// True if the score is proved to win or lose: a mate or a result of the tablebases. No
    /// evaluation or margin applies to it.
    #[inline(always)]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() > Self::EVAL_MAX.0
    }

    /// Moves (not plies) to mate, negative when the side to move is mated;
    /// `None` if the score is no mate.
    pub const fn mate_moves(self) -> Option<i32> {
        if !self.is_mate() {
            None
        } else if self.0 > 0 {
            Some((Self::MATE.0 - self.0 + 1) / 2)
        } else {
            Some(-(Self::MATE.0 + self.0) / 2)
        }
    }

    /// The score of the side that stands better.
    #[inline(always)]
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// 1 if the side to move stands better, -1 if the other does, 0 for a draw.
    #[inline(always)]
    pub const fn signum(self) -> i32 {
        self.0.signum()
    }

    /// [`Neg`] at compile time.
    #[inline(always)]
    pub const fn negated(self) -> Self {
        Self(-self.0)
    }

    /// White's score as `color` sees it, or `color`'s as White sees it.
    #[inline(always)]
    pub const fn seen_by(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.negated(),
        }
    }

    /// The nearest score that the evaluation may give: no mate, no win by the tables.
    #[inline(always)]
    pub fn clamp_to_eval(self) -> Self {
        self.clamp(-Self::EVAL_MAX, Self::EVAL_MAX)
    }

    /// The mean of two scores, rounded towards a draw.
    #[inline(always)]
    pub const fn midpoint(self, other: Self) -> Self {
        self.weighted_mean(1, other)
    }

    /// The mean of two scores, of which this one counts `weight` times; rounded towards a
    /// draw.
    #[inline(always)]
    pub const fn weighted_mean(self, weight: i32, other: Self) -> Self {
        Self((self.0 * weight + other.0) / (weight + 1))
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        self.negated()
    }
}

impl Add<Centipawns> for Score {
    type Output = Self;

    #[inline(always)]
    fn add(self, amount: Centipawns) -> Self {
        Self(self.0 + amount)
    }
}

impl Sub<Centipawns> for Score {
    type Output = Self;

    #[inline(always)]
    fn sub(self, amount: Centipawns) -> Self {
        Self(self.0 - amount)
    }
}

/// How much better the first score is.
impl Sub for Score {
    type Output = Centipawns;

    #[inline(always)]
    fn sub(self, other: Self) -> Centipawns {
        self.0 - other.0
    }
}

/// As UCI writes it: `cp 35` or `mate -3`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_moves() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_to_mate_are_told_in_moves() {
        for ply in 0..=MAX_PLY {
            let moves = ply as i32;
            let (wins, loses) = (Score::mate_in(ply), Score::mated_in(ply));
            assert!(wins.is_mate() && loses.is_mate() && wins == -loses);
            assert_eq!(wins.mate_moves(), Some((moves + 1) / 2));
            assert_eq!(loses.mate_moves(), Some(-(moves / 2)));
            let table = Score::table_win(ply);
            assert!(Score::EVAL_MAX < table && table < Score::MATE_BOUND);
            assert!([wins, loses, table, -table].into_iter().all(Score::is_decisive));
        }
        assert!(!Score::EVAL_MAX.is_decisive() && !(-Score::EVAL_MAX).is_decisive());
        for score in [Score::DRAW, Score::cp(1), Score::EVAL_MAX, Score::MATE_BOUND - 1] {
            let number = score.centipawns();
            assert_eq!(score.to_string(), format!("cp {number}"));
            assert_eq!((-score).to_string(), format!("cp {}", -number));
        }
        assert_eq!(Score::mate_in(1).to_string(), "mate 1");
        assert_eq!(Score::mated_in(2).to_string(), "mate -1");
        assert!(Score::INFINITE > Score::MATE && Score::NONE > Score::INFINITE);
    }

    #[test]
    fn a_mean_lies_between_the_scores_and_rounds_towards_a_draw() {
        let (low, high) = (Score::cp(-10), Score::cp(5));
        assert_eq!((low.midpoint(high), high.midpoint(low)), (Score::cp(-2), Score::cp(-2)));
        assert_eq!((-low).midpoint(-high), Score::cp(2));
        assert_eq!(high.weighted_mean(4, low), Score::cp(2));
        assert_eq!(high.weighted_mean(0, low), low);
    }

    #[test]
    fn a_score_changes_sides_but_no_amount_does() {
        let score = Score::cp(35);
        assert_eq!((score.seen_by(Color::White), score.seen_by(Color::Black)), (score, -score));
        assert_eq!(-(score + 10), -score - 10);
        assert_eq!((score - -score, -score - score), (70, -70));
        assert_eq!((Score::MATE - 1).clamp_to_eval(), Score::EVAL_MAX);
        assert_eq!((-score).clamp_to_eval(), -score);
    }
}
