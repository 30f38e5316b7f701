//! Iterative deepening with aspiration windows over the root moves.

use super::aspiration::Aspiration;
use super::limits::time::Certainty;
use super::params::{OPTIMISM_HALF, optimism_most};
use super::tree::MateProof;
use super::tree::kind::Root;
use super::tree::{Aborted, RootMove, Search};
use super::window::Bound;
use crate::types::{Centipawns, MAX_PLY, Move, Score};
use std::cmp::Reverse;

/// Plies that a forced move is searched before it is played at once.
const FORCED_MOVE_DEPTH: u32 = 8;

impl Search<'_> {
    /// Iterative deepening: depth by depth, each the better ordered by the last.
    pub fn iterate(&mut self) {
        let limits = self.shared.limits;
        let is_main = self.id == 0;
        let mut deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        let lines = limits.multi_pv.clamp(1, self.root_moves.len().max(1));
        if let Some(moves) = limits.mate.filter(|_| is_main && lines == 1) {
            match self.prove_mate((moves as usize).min(deepest.div_ceil(2) as usize)) {
                MateProof::Found => return,
                // Far enough to see whether the side to move is mated instead.
                MateProof::Excluded if deepest.div_ceil(2) >= moves => {
                    let text = format!("no mate in {moves}");
                    self.shared.report().message(&text);
                    deepest = deepest.min(2 * moves);
                }
                _ => {}
            }
            self.watch.protect_from(self.nodes);
        }
        let mut stable = 0;
        let mut last_best = Move::NONE;
        let mut last_score = None;
        for depth in 1..=deepest {
            // Every other helper starts a ply deeper, so that the threads differ.
            self.root_depth = (depth as i32 + (self.id & 1) as i32).min(MAX_PLY as i32 - 1);
            if self.iteration(lines).is_err() {
                self.finish_aborted(lines);
                return;
            }
            self.completed = depth;
            if !is_main {
                continue;
            }
            if lines == 1 {
                self.iteration_nodes.push(self.nodes);
            }
            for line in 0..lines {
                self.report_line(line);
            }
            let best = &self.root_moves[0];
            stable = if best.mv() == last_best { stable + 1 } else { 0 };
            last_best = best.mv();
            let drop = last_score.map_or(0, |last: Score| last - best.score);
            last_score = Some(best.score);
            if self.is_done(stable, drop) {
                return;
            }
        }
    }

    /// Searches the best `lines` root moves to the depth of the iteration.
    fn iteration(&mut self, lines: usize) -> Result<(), Aborted> {
        self.root_moves.iter_mut().for_each(RootMove::begin_iteration);
        for line in 0..lines {
            let rank = self.root_moves[line].rank;
            let others = self.root_moves[line..].iter().take_while(|other| other.rank == rank);
            self.root_range = line..line + others.count();
            self.seldepth = 0;
            self.aspirate(line)?;
            self.root_moves[..=line].sort_by_key(RootMove::order);
        }
        Ok(())
    }

    /// Searches root line `line` with windows around its average score, until one holds the value.
    fn aspirate(&mut self, line: usize) -> Result<(), Aborted> {
        let RootMove { previous, average, .. } = self.root_moves[line];
        let average = average.filter(|_| !previous.is_decisive());
        let mut aspiration = Aspiration::new(average.unwrap_or(previous), self.root_depth);
        let ahead = average.map_or(0, Score::centipawns);
        self.optimism = optimism_most() * ahead / (ahead.abs() + OPTIMISM_HALF);
        loop {
            let depth = (self.root_depth - aspiration.lowered).max(1);
            let value = self.search::<Root>(0, depth, aspiration.window, false)?;
            // Behind the moves with a value those that took more effort to refute.
            self.root_moves[line..]
                .sort_by_key(|root_move| (root_move.order(), Reverse(root_move.nodes)));
            if aspiration.is_settled_by(value) {
                self.root_moves[line].note_value(value);
                return Ok(());
            }
            // Among several lines a bound may belong to a move that another line still shows.
            if self.is_long() && self.shared.limits.multi_pv == 1 {
                self.report_line(line);
            }
        }
    }

    /// After an iteration: is there nothing more to do?
    fn is_done(&mut self, stable: usize, drop: Centipawns) -> bool {
        let share = self.root_moves[0].nodes * 1000 / self.nodes.max(1);
        let (control, limits) = (self.shared.control, self.shared.limits);
        let score = self.root_moves[0].score;
        let mate_found = limits.mate.is_some_and(|moves| {
            score.mate_moves().is_some_and(|found| found.unsigned_abs() <= moves)
        });
        let nodes = limits.nodes.into_iter().chain(limits.soft_nodes).min();
        if mate_found || nodes.is_some_and(|nodes| self.shared.total_nodes() >= nodes) {
            return true;
        }
        if limits.infinite {
            return false;
        }
        let time = &self.watch.time;
        // Whoever asks for more than a move gets it, and a referee may judge by the score.
        let asks_for_more = limits.depth.or(limits.mate).is_some() || nodes.is_some();
        let forced = self.root_moves.len() == 1
            && limits.search_moves.is_none()
            && limits.movetime.is_none()
            && !asks_for_more
            && time.has_clock()
            && self.completed >= FORCED_MOVE_DEPTH;
        let certainty = Certainty { stable, drop, share };
        self.has_thought_enough =
            forced || time.is_soft_limit_reached(self.thinking_time(), certainty);
        // The next check of the limits looks at it again.
        !control.is_pondering()
            && (self.has_thought_enough || time.is_hard_limit_reached(self.clock_elapsed()))
    }

    /// After an aborted iteration: what is known of each move, the best first. The main thread
    /// reports all lines once more: they begin with different moves, are sorted, and each has the
    /// score of a whole iteration or a bound.
    fn finish_aborted(&mut self, lines: usize) {
        let line = self.root_range.start;
        // Only a move that was searched to its end has risen to the front.
        self.root_moves[line..].sort_by_key(RootMove::order);
        if self.root_moves[0].is_unknown() {
            // Not even the first move was searched to its end.
            self.root_moves[0].score = self.static_eval(0);
            self.root_moves[0].bound = Bound::Lower;
        } else {
            let (whole, partial) = self.root_moves.split_at_mut(line);
            for root_move in partial {
                root_move.settle();
                if let Some(last) = whole.last().filter(|last| last.rank == root_move.rank) {
                    root_move.limit_to(last.score);
                }
            }
        }
        let best = self.root_moves.iter().map(|root_move| root_move.score).max();
        // With one line the move that was found last stays in front, but a proved win is kept.
        if lines > 1 || best.is_some_and(Score::is_decisive) {
            self.root_moves.sort_by_key(RootMove::order);
        }
        if self.id != 0 {
            return;
        }
        for index in 0..lines {
            let root_move = &self.root_moves[index];
            if root_move.score == -Score::INFINITE {
                break;
            }
            let is_old = root_move.bound == Bound::Exact && root_move.score == root_move.previous;
            let depth = if is_old { self.completed.max(1) as i32 } else { self.root_depth };
            self.shared.report_line(self.root_moves, index, depth);
        }
    }

    fn report_line(&self, line: usize) {
        self.shared.report_line(self.root_moves, line, self.root_depth);
    }
}
