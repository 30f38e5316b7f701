//! Entries of the transposition table, and how they are packed into 64 bits.

use crate::search::window::{Bound, Window};
use crate::types::{MAX_PLY, Move, Score};

/// A table entry, unpacked: mate scores are counted from the root of the search that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, or none.
    pub mv: Move,
    /// The value found.
    pub value: Score,
    /// The static evaluation, or [`Score::NONE`].
    pub eval: Score,
    /// Depth in plies of the search that found it; 0 is quiescence.
    pub depth: i32,
    /// Whether the value is exact.
    pub bound: Bound,
    /// True if the node was once on a principal variation.
    pub is_pv: bool,
}

impl Entry {
    /// What is known of a node that was evaluated and not searched: a lower bound that is below
    /// everything.
    pub fn of_eval(eval: Score) -> Self {
        let (value, bound) = (-Score::INFINITE, Bound::Lower);
        Self { mv: Move::NONE, value, eval, depth: 0, bound, is_pv: false }
    }

    /// True if the value settles a search with this window.
    #[inline(always)]
    pub fn cuts(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= window.beta,
            Bound::Upper => self.value <= window.alpha,
        }
    }
}

/// Data word: move 16, value 16, evaluation 16, depth 8, bound 2, pv 1, age 5.
#[derive(Clone, Copy)]
pub(super) struct Packed(pub u64);

impl Packed {
    /// Packs an entry found `ply` plies from the root.
    pub fn new(entry: &Entry, ply: usize, age: u8) -> Self {
        let bound = match entry.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        Self(
            entry.mv.bits() as u64
                | bits(to_table(entry.value, ply)) << 16
                | bits(entry.eval) << 32
                | (entry.depth.clamp(0, 255) as u64) << 48
                | bound << 56
                | u64::from(entry.is_pv) << 58
                | (age as u64) << 59,
        )
    }

    /// The entry as seen `ply` plies from the root.
    pub fn unpack(self, ply: usize) -> Entry {
        Entry {
            mv: Move::from_bits(self.0 as u16),
            value: from_table(score(self.0 >> 16), ply),
            eval: score(self.0 >> 32),
            depth: self.depth(),
            bound: match self.0 >> 56 & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            is_pv: self.0 >> 58 & 1 != 0,
        }
    }

    /// True if nothing was ever stored here.
    pub fn is_empty(self) -> bool {
        self.0 >> 56 & 3 == 0
    }

    /// Depth in plies of the search that found it.
    pub fn depth(self) -> i32 {
        (self.0 >> 48 & 0xff) as i32
    }

    /// Age of the table when it was stored.
    pub fn age(self) -> u8 {
        (self.0 >> 59) as u8
    }
}

/// A score in the lowest 16 bits.
fn bits(score: Score) -> u64 {
    u64::from(score.centipawns() as i16 as u16)
}

/// The score in the lowest 16 bits.
fn score(bits: u64) -> Score {
    Score::cp(i32::from(bits as i16))
}

/// Mates and wins by the tablebases count from the root in the search, from the node
/// in the table.
fn to_table(value: Score, ply: usize) -> Score {
    if value > Score::EVAL_MAX {
        value + ply as i32
    } else if value < -Score::EVAL_MAX {
        value - ply as i32
    } else {
        value
    }
}

fn from_table(value: Score, ply: usize) -> Score {
    if value > Score::EVAL_MAX {
        value - ply as i32
    } else if value < -Score::EVAL_MAX {
        value + ply as i32
    } else {
        value
    }
}

// Values and evaluations are stored in 16 bits.
const _: () = assert!(Score::NONE.centipawns() <= i16::MAX as i32 && MAX_PLY < 256);
