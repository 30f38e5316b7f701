//! Scores in centipawns for the side to move, with a range for mates.

use std::fmt;

/// The deepest ply of a search line, counted from the root.
pub const MAX_PLY: usize = 246;

/// A score: centipawns for the side to move; near [`Score::MATE`] it counts the
/// plies to mate. The infinities are symmetric, so a score can always be negated
/// (the -32768 of a source text can't).
pub type Value = i32;

/// Constants and conversions of scores.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Score(pub Value);

impl Score {
    /// Above every score.
    pub const INFINITE: Value = 32_500;
    /// Mate on the spot; mate in n plies is `MATE - n`.
    pub const MATE: Value = 32_000;
    /// Scores from here on are mates.
    pub const MATE_BOUND: Value = Self::MATE - MAX_PLY as Value - 1;
    /// The largest value of the evaluation.
    pub const EVAL_MAX: Value = 20_000;
    /// A win by the endgame tables at the root; in n plies `TABLE_WIN - n`, which lies
    /// above every value of the evaluation and below the mates.
    pub const TABLE_WIN: Value = Self::EVAL_MAX + MAX_PLY as Value + 1;
    /// A draw.
    pub const DRAW: Value = 0;
    /// Stands for "no score is known" in the table and on the search stack.
    pub const NONE: Value = 32_700;

    /// The side to move mates in `ply` plies.
    #[inline(always)]
    pub const fn mate_in(ply: usize) -> Value {
        Self::MATE - ply as Value
    }

    /// The side to move is mated in `ply` plies.
    #[inline(always)]
    pub const fn mated_in(ply: usize) -> Value {
        -Self::MATE + ply as Value
    }

    /// The endgame tables say that the side to move wins, `ply` plies from the root.
    #[inline(always)]
    pub const fn table_win(ply: usize) -> Value {
        Self::TABLE_WIN - ply as Value
    }

    /// True if the score is a mate for either side.
    #[inline(always)]
    pub const fn is_mate(value: Value) -> bool {
        value.abs() >= Self::MATE_BOUND
    }

    /// Moves (not plies) to mate, negative when the side to move is mated;
    /// `None` if the score is no mate.
    pub const fn mate_moves(self) -> Option<i32> {
        if !Self::is_mate(self.0) {
            None
        } else if self.0 > 0 {
            Some((Self::MATE - self.0 + 1) / 2)
        } else {
            Some(-(Self::MATE + self.0) / 2)
        }
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
            assert!(Score::is_mate(wins) && Score::is_mate(loses) && wins == -loses);
            assert_eq!(Score(wins).mate_moves(), Some((moves + 1) / 2));
            assert_eq!(Score(loses).mate_moves(), Some(-(moves / 2)));
            let table = Score::table_win(ply);
            assert!(Score::EVAL_MAX < table && table < Score::MATE_BOUND);
        }
        for value in [0, 1, Score::EVAL_MAX, Score::MATE_BOUND - 1] {
            for value in [value, -value] {
                assert_eq!(Score(value).to_string(), format!("cp {value}"));
            }
        }
        assert_eq!(Score(Score::mate_in(1)).to_string(), "mate 1");
        assert_eq!(Score(Score::mated_in(2)).to_string(), "mate -1");
        const { assert!(Score::INFINITE > Score::MATE && Score::NONE > Score::INFINITE) };
    }
}
