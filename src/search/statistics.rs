//! Statistics of a search: where nodes went and how well moves were ordered.

use std::fmt;
use std::ops::{AddAssign, Index};

/// Plies over which the growth of the tree is taken: odd and even depths grow differently.
const SPAN: usize = 4;

/// The events that are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub enum Count {
    /// Nodes of quiescence.
    Quiescence,
    /// Nodes of the main search.
    Main,
    /// Main nodes found in the transposition table.
    TtHit,
    /// Main nodes that the table settled.
    TtCut,
    /// Main nodes that the static evaluation settled (reverse futility).
    StaticCut,
    /// Null moves tried.
    NullMove,
    /// Null moves that settled their node.
    NullMoveCut,
    /// Main nodes that ProbCut settled.
    ProbCut,
    /// Main nodes whose moves were searched and that failed high.
    FailHigh,
    /// Those of them that the first move settled.
    FirstMoveCut,
    /// Moves searched with a reduced depth.
    Reduced,
    /// Those of them that had to be searched again.
    Researched,
}

impl Count {
    /// All counts with their names, as in the fields of JSON.
    pub const ALL: [(Self, &'static str); 12] = [
        (Self::Main, "main_nodes"),
        (Self::Quiescence, "quiescence_nodes"),
        (Self::TtHit, "tt_hits"),
        (Self::TtCut, "tt_cuts"),
        (Self::StaticCut, "static_cuts"),
        (Self::NullMove, "null_moves"),
        (Self::NullMoveCut, "null_move_cuts"),
        (Self::ProbCut, "probcut_cuts"),
        (Self::FailHigh, "fail_highs"),
        (Self::FirstMoveCut, "first_move_cuts"),
        (Self::Reduced, "reduced_moves"),
        (Self::Researched, "researched_moves"),
    ];
}

/// The counts of one or more searches.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Statistics {
    counts: [u64; Count::ALL.len()],
    /// Sum of the logarithms of the growth over [`SPAN`] plies, and of how many.
    growth: f64,
    grown: u32,
}

impl Statistics {
    /// Counts one.
    #[inline(always)]
    pub(in crate::search) fn count(&mut self, what: Count) {
        self.counts[what as usize] += 1;
    }

    /// Takes the growth of a tree from the nodes up to the end of each iteration.
    pub(in crate::search) fn note_growth(&mut self, nodes: &[u64]) {
        if let [.., before, _, _, _, last] = nodes {
            self.growth += (*last as f64 / *before as f64).ln();
            self.grown += SPAN as u32;
        }
    }

    /// The effective branching factor: what a ply more multiplies the nodes with, geometric
    /// mean over the searches; `None` if all were too shallow.
    pub fn branching(&self) -> Option<f64> {
        (self.grown > 0).then(|| (self.growth / f64::from(self.grown)).exp())
    }
}

impl Index<Count> for Statistics {
    type Output = u64;

    fn index(&self, what: Count) -> &u64 {
        &self.counts[what as usize]
    }
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        for (sum, count) in self.counts.iter_mut().zip(other.counts) {
            *sum += count;
        }
        self.growth += other.growth;
        self.grown += other.grown;
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = |name: &str, what: Count, of: Option<(Count, &str)>| {
            write!(f, "{name:<28}{:>12}", self[what])?;
            if let Some((whole, of)) = of {
                let share = 100.0 * self[what] as f64 / self[whole].max(1) as f64;
                write!(f, "  {share:5.1}% of {of}")?;
            }
            writeln!(f)
        };
        let main = Some((Count::Main, "main nodes"));
        row("Main nodes", Count::Main, None)?;
        row("Quiescence nodes", Count::Quiescence, None)?;
        row("Found in the table", Count::TtHit, main)?;
        row("Settled by the table", Count::TtCut, main)?;
        row("Settled by reverse futility", Count::StaticCut, main)?;
        row("Null moves tried", Count::NullMove, main)?;
        row("Settled by a null move", Count::NullMoveCut, Some((Count::NullMove, "those tried")))?;
        row("Settled by ProbCut", Count::ProbCut, main)?;
        row("Failed high by a move", Count::FailHigh, main)?;
        row("By the first move", Count::FirstMoveCut, Some((Count::FailHigh, "fail highs")))?;
        row("Moves reduced", Count::Reduced, None)?;
        row("Moves searched again", Count::Researched, Some((Count::Reduced, "those reduced")))?;
        match self.branching() {
            Some(factor) => write!(f, "{:<28}{factor:>12.3}", "Effective branching factor"),
            None => write!(f, "{:<28}{:>12}", "Effective branching factor", "too shallow"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_count_has_one_name() {
        let mut seen = [false; Count::ALL.len()];
        for (what, _) in Count::ALL {
            assert!(!std::mem::replace(&mut seen[what as usize], true), "{what:?}");
        }
        assert_eq!(seen, [true; Count::ALL.len()]);
    }

    #[test]
    fn growth_is_the_geometric_mean() {
        let mut statistics = Statistics::default();
        statistics.note_growth(&[1, 2, 3, 4]);
        assert_eq!(statistics.branching(), None);
        statistics.note_growth(&[7, 10, 20, 30, 40, 10 * 16]);
        assert!((statistics.branching().unwrap() - 2.0).abs() < 1e-9);
        let mut sum = statistics;
        sum.note_growth(&[1, 1, 1, 1, 1]);
        assert!((sum.branching().unwrap() - 2f64.sqrt()).abs() < 1e-9);
        statistics += sum;
        assert!((statistics.branching().unwrap() - 2f64.powf(2.0 / 3.0)).abs() < 1e-9);
    }
}
