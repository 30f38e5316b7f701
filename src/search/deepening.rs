//! Iterative deepening with aspiration windows over the root moves.

use super::aspiration::Aspiration;
use super::limits::time::Certainty;
use super::params::{OPTIMISM_HALF, optimism_most};
use super::stop::Aborted;
use super::tree::MateProof;
use super::tree::kind::{Recorded, Root};
use super::tree::{RootMove, Search};
use super::window::Bound;
use crate::types::{MAX_PLY, Move, Score};
use std::cmp::Reverse;
use std::ops::Range;

impl Search<'_> {
    /// Iterative deepening: depth by depth, each the better ordered by the last.
    pub fn iterate(&mut self) {
        let limits = self.shared.signals.limits;
        let is_main = self.stop.is_main();
        let mut deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        let lines = limits.multi_pv.clamp(1, self.root.moves.len().max(1));
        // The line of a mate that was proved stays as it is.
        let mut proved = 0;
        if let Some(moves) = limits.mate.filter(|_| is_main) {
            if lines > 1 {
                // The proof is about the best move; the others are searched as far.
                deepest = deepest.min(2 * moves);
            }
            match self.prove_mate((moves as usize).min(deepest.div_ceil(2) as usize)) {
                MateProof::Found if lines == 1 => return,
                MateProof::Found => proved = 1,
                // Far enough to see whether the side to move is mated instead.
                MateProof::Excluded if deepest.div_ceil(2) >= moves => {
                    let text = format!("no mate in {moves}");
                    self.shared.report().message(&text);
                    deepest = deepest.min(2 * moves);
                }
                _ => {}
            }
            self.stop.begin_first_iteration();
        }
        let mut stable = 0;
        let mut last_best = Move::NONE;
        let mut last_score = None;
        for depth in 1..=deepest {
            self.root.depth = (depth as i32 + self.stop.stagger()).min(MAX_PLY as i32 - 1);
            if self.iteration(proved..lines).is_err() {
                self.finish_aborted(lines);
                return;
            }
            self.stop.complete(depth);
            if !is_main {
                continue;
            }
            if lines == 1 {
                self.root.iteration_nodes.push(self.stop.nodes());
            }
            for line in 0..lines {
                self.report_line(line);
            }
            let best = &self.root.moves[0];
            stable = if best.mv() == last_best { stable + 1 } else { 0 };
            last_best = best.mv();
            let drop = last_score.map_or(0, |last: Score| last - best.score);
            last_score = Some(best.score);
            let share = best.nodes * 1000 / self.stop.nodes().max(1);
            let is_forced = self.root.moves.len() == 1;
            let worst = self.root.moves[lines - 1].score;
            if self.stop.after_iteration(worst, Certainty { stable, drop, share }, is_forced) {
                return;
            }
        }
    }

    /// Searches these of the best root moves to the depth of the iteration.
    fn iteration(&mut self, lines: Range<usize>) -> Result<(), Aborted> {
        self.root.moves[lines.start..].iter_mut().for_each(RootMove::begin_iteration);
        for line in lines {
            let rank = self.root.moves[line].rank;
            let others = self.root.moves[line..].iter().take_while(|other| other.rank == rank);
            self.root.range = line..line + others.count();
            self.root.seldepth = 0;
            self.aspirate(line)?;
            self.root.moves[..=line].sort_by_key(RootMove::order);
        }
        // A longer one may come too late: the table knows mates from other half-move clocks.
        let plies = self.plies_to_fifty_moves();
        self.root.moves.iter_mut().for_each(|root_move| root_move.keep_mate(plies));
        self.root.moves.sort_by_key(RootMove::order);
        Ok(())
    }

    /// Searches root line `line` with windows around its average score, until one holds the value.
    fn aspirate(&mut self, line: usize) -> Result<(), Aborted> {
        let RootMove { previous, average, .. } = self.root.moves[line];
        let average = average.filter(|_| !previous.is_decisive());
        let mut aspiration = Aspiration::new(average.unwrap_or(previous), self.root.depth);
        let ahead = average.map_or(0, Score::centipawns);
        self.root.optimism = optimism_most() * ahead / (ahead.abs() + OPTIMISM_HALF);
        loop {
            let depth = (self.root.depth - aspiration.lowered).max(1);
            let value = if self.is_recorded() {
                self.search::<Recorded<Root>>(0, depth, aspiration.window, false)?
            } else {
                self.search::<Root>(0, depth, aspiration.window, false)?
            };
            // Behind the moves with a value those that took more effort to refute.
            self.root.moves[line..]
                .sort_by_key(|root_move| (root_move.order(), Reverse(root_move.nodes)));
            if aspiration.is_settled_by(value) {
                self.root.moves[line].note_value(value);
                return Ok(());
            }
            // Among several lines a bound may belong to a move that another line still shows.
            if self.stop.is_long() && self.shared.signals.limits.multi_pv == 1 {
                self.report_line(line);
            }
        }
    }

    /// After an aborted iteration: what is known of each move, the best first. The main thread
    /// reports all lines once more: they begin with different moves, are sorted, and each has the
    /// score of a whole iteration or a bound.
    fn finish_aborted(&mut self, lines: usize) {
        let line = self.root.range.start;
        // Only a move that was searched to its end has risen to the front.
        self.root.moves[line..].sort_by_key(RootMove::order);
        if self.root.moves[0].is_unknown() {
            // Not even the first move was searched to its end.
            self.root.moves[0].score = self.static_eval(0);
            self.root.moves[0].bound = Bound::Lower;
        } else {
            let (whole, partial) = self.root.moves.split_at_mut(line);
            for root_move in partial {
                root_move.settle();
                if let Some(last) = whole.last().filter(|last| last.rank == root_move.rank) {
                    root_move.limit_to(last.score);
                }
            }
        }
        let best = self.root.moves.iter().map(|root_move| root_move.score).max();
        // With one line the move that was found last stays in front, but a proved win is kept.
        if lines > 1 || best.is_some_and(Score::is_decisive) {
            self.root.moves.sort_by_key(RootMove::order);
        }
        if !self.stop.is_main() {
            return;
        }
        for index in 0..lines {
            let root_move = &self.root.moves[index];
            if root_move.score == -Score::INFINITE {
                break;
            }
            let is_old = root_move.bound == Bound::Exact && root_move.score == root_move.previous;
            let depth = if is_old { self.stop.completed().max(1) as i32 } else { self.root.depth };
            self.shared.report_line(self.root.moves, index, depth);
        }
    }

    fn report_line(&self, line: usize) {
        self.shared.report_line(self.root.moves, line, self.root.depth);
    }
}
