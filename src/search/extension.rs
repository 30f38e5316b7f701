//! Singular extensions: a move that is much better than all others is searched
//! deeper.

use super::kind::{NodeKind, Null};
use super::params::*;
use super::report::Bound;
use super::table::Entry;
use super::worker::{Aborted, Shared, Worker};
use crate::types::{Move, Score, Value};

/// What the search for a singular move came to.
pub(super) enum Singularity {
    /// The table's move is extended by so many plies.
    Extend(i32),
    /// The node fails high without it.
    Cut(Value),
}

/// True if the table knows enough of its move to ask whether it is singular.
#[inline(always)]
pub(super) fn may_be_singular(entry: &Entry, depth: i32) -> bool {
    depth >= SINGULAR_DEPTH
        && entry.depth >= depth - 3
        && entry.bound != Bound::Upper
        && !Score::is_mate(entry.value)
}

impl Worker {
    /// Searches the node without the table's move. If all others fail low against
    /// a bound a bit below the table's value, the move is singular and gets another
    /// ply, or two if they fail by far (Anantharaman, Campbell and Hsu, "Singular
    /// Extensions", 1988; with the table's move as the only candidate: Stockfish).
    /// If another one reaches beta too, the node fails high at once (multi-cut:
    /// Björnsson and Marsland, 2001). If the move is one of several good ones, it
    /// gets less depth (negative extension: Stockfish).
    pub(super) fn singularity<N: NodeKind>(
        &mut self,
        shared: &Shared<'_>,
        ply: usize,
        depth: i32,
        beta: Value,
        entry: Entry,
        cut_node: bool,
    ) -> Result<Singularity, Aborted> {
        let bound = entry.value - singular_margin() * depth / 16;
        self.frames[ply].excluded = entry.mv;
        let searched =
            self.search::<Null>(shared, ply, (depth - 1) / 2, bound - 1, bound, cut_node);
        self.frames[ply].excluded = Move::NONE;
        let value = searched?;
        Ok(if value < bound {
            let is_far = !N::PV
                && value < bound - singular_double_margin()
                && self.frames[ply].double_extensions < DOUBLE_EXTENSIONS_LIMIT;
            Singularity::Extend(1 + i32::from(is_far))
        } else if !N::PV && value >= beta && !Score::is_mate(value) {
            Singularity::Cut(value)
        } else if entry.value >= beta {
            Singularity::Extend(if N::PV { -1 } else { -2 })
        } else {
            Singularity::Extend(-i32::from(cut_node))
        })
    }
}
