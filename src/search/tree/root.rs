//! The root's own part of the node: it reports which move is being searched, and keeps the
//! result of each.

use super::Search;
use crate::search::window::{Bound, Window};
use crate::types::{Move, Score};

impl Search<'_> {
    /// Reports which root move is next, once the search has lasted a while.
    pub(super) fn announce(&self, mv: Move, move_count: usize) {
        if self.stop.is_long() {
            let number = move_count + self.root.range.start;
            self.shared.report().current_move(self.root.depth as u32, mv, number);
        }
    }

    /// Notes the value of a root move. One that isn't searched with an open
    /// window is only known to be worse: it keeps its place behind the others.
    pub(super) fn note_root_move(
        &mut self,
        mv: Move,
        move_count: i32,
        value: Score,
        window: Window,
        nodes_before: u64,
    ) {
        let pv = self.line[1].pv.clone();
        let (nodes, seldepth) = (self.stop.nodes() - nodes_before, self.root.seldepth);
        let Some(root_move) = self.root.moves.iter_mut().find(|root_move| root_move.mv() == mv)
        else {
            return;
        };
        root_move.nodes += nodes;
        if move_count > 1 && value <= window.alpha {
            root_move.score = -Score::INFINITE;
            return;
        }
        root_move.score = value;
        root_move.seldepth = seldepth;
        root_move.bound = Bound::of(value, window);
        // A fail high may leave no line: then the old one is better than none.
        if value > window.alpha && (value < window.beta || !pv.is_empty()) {
            root_move.pv.truncate(1);
            root_move.pv.extend(pv);
        }
    }
}
