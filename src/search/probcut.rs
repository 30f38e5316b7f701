//! ProbCut: deep searches foretold by shallow ones.

use super::kind::Null;
use super::params::*;
use super::picker::Picker;
use super::report::Bound;
use super::table::Entry;
use super::worker::{Aborted, Shared, Worker};
use crate::types::{Move, Score, Value};

impl Worker {
    /// ProbCut: if a good capture reaches beta by a margin in a shallow search, the
    /// deep one will very likely reach beta (Buro, "ProbCut", 1995).
    pub(super) fn probcut(
        &mut self,
        shared: &Shared<'_>,
        ply: usize,
        depth: i32,
        beta: Value,
        entry: Option<Entry>,
        cut_node: bool,
    ) -> Result<Option<Value>, Aborted> {
        let raised = beta + probcut_margin();
        let is_hopeless = entry
            .is_some_and(|entry| entry.depth > depth - PROBCUT_REDUCTION && entry.value < raised);
        if depth < PROBCUT_DEPTH || Score::is_mate(beta) || is_hopeless {
            return Ok(None);
        }
        let position = self.frames[ply].position;
        let table_move = entry.map_or(Move::NONE, |entry| entry.mv);
        let usable = position.is_legal(table_move) && position.is_noisy(table_move);
        let mut picker = Picker::noisy(if usable { table_move } else { Move::NONE });
        let needed = raised - self.frames[ply].eval;
        while let Some(mv) = picker.next(&position, self.context(ply)) {
            if picker.is_losing() {
                break;
            }
            if !position.see_ge(mv, needed) {
                continue;
            }
            self.make(shared, ply, mv, position.piece_on(mv.from()));
            let mut value = self.quiescence::<Null>(shared, ply + 1, -raised, 1 - raised);
            if value.as_ref().is_ok_and(|value| -value >= raised) {
                value = self.search::<Null>(
                    shared,
                    ply + 1,
                    depth - PROBCUT_REDUCTION,
                    -raised,
                    1 - raised,
                    !cut_node,
                );
            }
            self.keys.pop();
            let value = -value?;
            if value >= raised {
                let eval = self.frames[ply].raw_eval;
                let bound = Bound::Lower;
                let is_pv = entry.is_some_and(|entry| entry.is_pv);
                let entry =
                    Entry { mv, value, eval, depth: depth - PROBCUT_REDUCTION + 1, bound, is_pv };
                shared.table.store(self.frames[ply].key, ply, entry);
                return Ok(Some(if Score::is_mate(value) {
                    value
                } else {
                    value - probcut_margin()
                }));
            }
        }
        Ok(None)
    }
}
