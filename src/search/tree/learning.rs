//! Learning from a searched node: the move that cut off is rewarded, those before it are
//! punished, and the static evaluation is corrected.

use super::Search;
use crate::search::ordering::picker::HistoryContext;
use crate::search::params::{history_base, history_factor, history_limit};
use crate::search::window::{Bound, Window};
use crate::types::{Move, Score};

impl Search<'_> {
    /// Corrects the static evaluation of positions like that at `ply`, if the
    /// value `best` of the search with this window says on which side of it the truth is.
    pub(super) fn learn_error(&mut self, ply: usize, depth: i32, best: Score, window: Window) {
        let error = best - self.line[ply].eval;
        let says_nothing = best.is_mate()
            || match Bound::of(best, window) {
                Bound::Exact => false,
                Bound::Lower => error <= 0,
                Bound::Upper => error >= 0,
            };
        if !says_nothing {
            let parts = self.parts(ply);
            self.corrections.update(parts, depth, error);
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
        let position = self.line[ply].position;
        let us = position.side_to_move();
        let HistoryContext { continuations, threats, .. } = self.history_context(ply);
        if !position.is_noisy(best) {
            let killers = &mut self.line[ply].killers;
            if killers[0] != best {
                *killers = [best, killers[0]];
            }
            for (mv, bonus) in
                std::iter::once((best, bonus)).chain(quiets.iter().map(|&mv| (mv, -bonus)))
            {
                let piece = position.piece_on(mv.from());
                self.histories.butterfly.update(us, threats, mv, bonus);
                for earlier in continuations {
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
