//! `go mate`: a search that proves the shortest mate.
//!
//! The playing search leaves out what looks bad, and a mate by sacrifice looks bad
//! until the end. To prove one, every move is searched to the full depth, but with
//! a window that only a mate in time gets into: the defender needs just one way
//! out for each attack, and on the last ply only checks count.

use super::node::Root;
use super::report::Bound;
use super::root::RootMove;
use super::worker::{Aborted, Searched, Shared, Worker};
use crate::types::Score;

/// After so many nodes a proof is given up: each further move takes about ten times
/// more.
const EFFORT_LIMIT: u64 = 8_000_000;

impl Worker {
    /// Looks for a mate in one move, two, and so on up to `moves`. True if there is
    /// one: it is the shortest, and the first root move leads to it. False if there
    /// is none, or if the search was broken off before it was found.
    pub(super) fn prove_mate(&mut self, shared: &Shared<'_>, moves: usize) -> bool {
        for plies in (1..=moves).map(|moves| 2 * moves - 1) {
            self.root_depth = plies as i32;
            let needed = Score::mate_in(plies);
            self.proving = true;
            let proved =
                self.search::<Root>(shared, 0, plies as i32, needed - 1, Score::INFINITE, false);
            self.proving = false;
            if proved.is_ok_and(|value| value >= needed) {
                self.root_moves.sort_by_key(|root_move| -root_move.score);
                self.root_moves[0].bound = Bound::Exact;
                self.completed = plies as u32;
                self.report_line(shared, 0);
                return true;
            }
            self.root_moves.iter_mut().for_each(RootMove::forget);
            if proved.is_err() {
                break;
            }
        }
        false
    }

    /// The last ply of a proof: mate or not.
    pub(super) fn is_mated(&mut self, shared: &Shared<'_>, ply: usize) -> Searched {
        self.enter_node(shared)?;
        if self.nodes > EFFORT_LIMIT {
            return Err(Aborted);
        }
        let position = &self.frames[ply].position;
        let mated = position.in_check() && position.count_legal() == 0;
        Ok(if mated { Score::mated_in(ply) } else { Score::DRAW })
    }
}
