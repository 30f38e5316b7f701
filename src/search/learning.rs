//! What a node leaves behind: the value of a root move, and the reward of the move
//! that cut off.

use super::params::{history_base, history_factor, history_limit};
use super::picker::Context;
use super::report::Bound;
use super::worker::Worker;
use crate::types::{Move, Score, Value};

impl Worker {
    /// Notes the value of a root move. One that isn't searched with an open
    /// window is only known to be worse: it keeps its place behind the others.
    pub(super) fn note_root_move(
        &mut self,
        mv: Move,
        number: i32,
        value: Value,
        alpha: Value,
        beta: Value,
        nodes_before: u64,
    ) {
        let line = self.frames[1].pv.clone();
        let (nodes, seldepth) = (self.nodes - nodes_before, self.seldepth);
        let Some(root_move) = self.root_moves.iter_mut().find(|root_move| root_move.mv() == mv)
        else {
            return;
        };
        root_move.nodes += nodes;
        if number > 1 && value <= alpha {
            root_move.score = -Score::INFINITE;
            return;
        }
        root_move.score = value;
        root_move.seldepth = seldepth;
        root_move.bound = if value >= beta {
            Bound::Lower
        } else if value <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        // A fail high may leave no line: then the old one is better than none.
        if value > alpha && (value < beta || !line.is_empty()) {
            root_move.pv.truncate(1);
            root_move.pv.extend(line);
        }
    }

    /// Corrects the static evaluation of positions like that at `ply`, if the
    /// value `best` of the search says on which side of it the truth is.
    pub(super) fn learn_error(
        &mut self,
        ply: usize,
        depth: i32,
        best: Value,
        alpha: Value,
        beta: Value,
    ) {
        let error = best - self.frames[ply].eval;
        let says_nothing =
            Score::is_mate(best) || best >= beta && error <= 0 || best <= alpha && error >= 0;
        if !says_nothing {
            let parts = self.parts(ply);
            self.histories.corrections.update(parts, depth, error);
        }
    }

    /// Rewards the move that cut off, and punishes those tried before it.
    pub(super) fn reward(
        &mut self,
        ply: usize,
        depth: i32,
        best: Move,
        quiets: &[Move],
        captures: &[Move],
    ) {
        let bonus = (history_factor() * depth - history_base()).min(history_limit());
        let position = self.frames[ply].position;
        let us = position.side_to_move();
        let Context { earlier, threats, .. } = self.context(ply);
        if !position.is_noisy(best) {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != best {
                *killers = [best, killers[0]];
            }
            for (mv, bonus) in
                std::iter::once((best, bonus)).chain(quiets.iter().map(|&mv| (mv, -bonus)))
            {
                let piece = position.piece_on(mv.from());
                self.histories.butterfly.update(us, threats, mv, bonus);
                for earlier in earlier {
                    self.histories.continuation.update(earlier, piece, mv, bonus);
                }
            }
        }
        let rewarded = position.is_noisy(best).then_some((best, bonus));
        for (mv, bonus) in rewarded.into_iter().chain(captures.iter().map(|&mv| (mv, -bonus))) {
            let piece = position.piece_on(mv.from());
            self.histories.captures.update(piece, mv, position.captured(mv), bonus);
        }
    }
}
