//! ProbCut: a shallow search foretells a deep one.

use super::Search;
use super::kind::NodeKind;
use crate::search::ordering::picker::Picker;
use crate::search::params::*;
use crate::search::statistics::Count;
use crate::search::stop::Aborted;
use crate::search::table::Entry;
use crate::search::trace::Role;
use crate::search::window::{Bound, Window};
use crate::types::{Move, Score};

impl Search<'_> {
    /// A lower bound for a null-window node in which a good capture reaches beta by a margin
    /// in a shallow search: the deep one will very likely reach beta (Buro, "ProbCut", 1995; first in
    /// quiescence: Stockfish).
    /// `tt_move` is the legal move of `entry`, or none.
    pub(super) fn probcut<N: NodeKind>(
        &mut self,
        ply: usize,
        depth: i32,
        beta: Score,
        entry: Option<Entry>,
        tt_move: Move,
        cut_node: bool,
    ) -> Result<Option<Score>, Aborted> {
        let raised = beta + probcut_margin();
        let reduced = depth - PROBCUT_REDUCTION;
        let is_hopeless = entry.is_some_and(|entry| entry.depth > reduced && entry.value < raised);
        if depth < PROBCUT_DEPTH || beta.is_decisive() || is_hopeless {
            return Ok(None);
        }
        let position = self.line[ply].position;
        let usable = !tt_move.is_none() && position.is_noisy(tt_move);
        let mut picker = Picker::noisy(if usable { tt_move } else { Move::NONE });
        let needed = raised - self.line[ply].eval;
        let window = -Window::below(raised);
        while let Some(mv) = picker.next(&position, self.history_context(ply), |_| ()) {
            if picker.is_at_bad_captures() {
                break;
            }
            if !position.see_ge(mv, needed) || self.overlooks(ply, mv) {
                continue;
            }
            self.make(ply, mv);
            self.announce_role::<N>(Role::ProbCut);
            let mut value = self.quiescence::<N::NonPvChild>(ply + 1, window);
            if value.is_ok_and(|value| -value >= raised) {
                self.announce_role::<N>(Role::ProbCut);
                value = self.search::<N::NonPvChild>(ply + 1, reduced, window, !cut_node);
            }
            self.line.unmake();
            let value = -value?;
            if value >= raised {
                let entry = Entry {
                    mv,
                    value,
                    eval: self.line[ply].raw_eval,
                    depth: reduced + 1,
                    bound: Bound::Lower,
                    is_pv: entry.is_some_and(|entry| entry.is_pv),
                };
                self.shared.table.store(self.line.table_key(ply), ply, entry);
                self.statistics.count(Count::ProbCut);
                let margin = if value.is_decisive() { 0 } else { probcut_margin() };
                return Ok(Some(value - margin));
            }
        }
        Ok(None)
    }
}

/// A lower bound for a null-window node that the table knows to lie far above beta, if not quite
/// at this depth (idea: Stockfish).
#[inline(always)]
pub fn table_probcut(depth: i32, beta: Score, entry: Option<Entry>) -> Option<Score> {
    let raised = beta + probcut_table_margin();
    let entry = entry?;
    let cuts = entry.bound != Bound::Upper
        && entry.depth >= depth - PROBCUT_REDUCTION
        && entry.value >= raised
        && !entry.value.is_decisive()
        && !beta.is_decisive();
    cuts.then_some(raised)
}
