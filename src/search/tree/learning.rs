//! Learning from a searched node: the move that cut off is rewarded, those before it are
//! punished, and the static evaluation is corrected.

use super::Search;
use crate::search::ordering::picker::HistoryContext;
use crate::search::params::*;
use crate::search::window::{Bound, Window};
use crate::types::{Move, Score};

impl Search<'_> {
    /// Corrects the static evaluation of positions like that at `ply`, if the
    /// value `best` of the search with this window says on which side of it the truth is.
    pub(super) fn learn_error(&mut self, ply: usize, depth: i32, best: Score, window: Window) {
        let error = best - self.line[ply].eval;
        let says_nothing = best.is_decisive()
            || match Bound::of(best, window) {
                Bound::Exact => false,
                Bound::Lower => error <= 0,
                Bound::Upper => error >= 0,
            };
        if !says_nothing {
            let parts = self.parts(ply);
            self.learned.corrections.update(parts, depth, error);
        }
    }

    /// The bonus for a quiet move or capture that a search of this depth found good.
    fn bonus(depth: i32) -> i32 {
        (history_factor() * depth - history_base()).min(history_limit())
    }

    /// Adds to the continuation histories of a quiet move at `ply`.
    fn reward_continuation(&mut self, ply: usize, mv: Move, bonus: i32) {
        let piece = self.line[ply].position.piece_on(mv.from());
        let HistoryContext { continuations, .. } = self.history_context(ply);
        for earlier in continuations {
            self.learned.histories.continuation.update(earlier, piece, mv, bonus);
        }
    }

    /// The quiet move that led to the node at `ply`; none after a capture, promotion or null move.
    #[inline(always)]
    fn prior_quiet(&self, ply: usize) -> Option<Move> {
        let before = &self.line[ply - 1];
        (!before.mv.is_none() && !before.position.is_noisy(before.mv)).then_some(before.mv)
    }

    /// Rewards the quiet move that led to a node in which nothing raised alpha (idea:
    /// Stockfish).
    pub(super) fn reward_prior(&mut self, ply: usize, depth: i32) {
        let Some(mv) = self.prior_quiet(ply) else { return };
        let before = &self.line[ply - 1];
        // It looked bad, and was good (idea: Stockfish).
        let is_surprise = before.eval != Score::NONE
            && self.line[ply].eval != Score::NONE
            && -self.line[ply].eval < before.eval - SURPRISE;
        let percent = prior_bonus() + if is_surprise { prior_surprise() } else { 0 };
        let bonus = Self::bonus(depth) * percent / 100;
        let us = before.position.side_to_move();
        self.learned.histories.butterfly.update(us, before.threats, mv, bonus);
        self.reward_continuation(ply - 1, mv, bonus);
    }

    /// Rewards or punishes the quiet move that led to the node at `ply` by what the static
    /// evaluation gained for the side that made it (idea: Stockfish).
    #[inline(always)]
    pub(super) fn reward_gain(&mut self, ply: usize) {
        let (before, eval) = (&self.line[ply - 1], self.line[ply].eval);
        if eval == Score::NONE || before.eval == Score::NONE {
            return;
        }
        let Some(mv) = self.prior_quiet(ply) else { return };
        let gain = -eval - before.eval + history_gain_offset();
        let bonus = (gain * history_gain()).clamp(-HISTORY_GAIN_LIMIT, HISTORY_GAIN_LIMIT);
        let us = before.position.side_to_move();
        self.learned.histories.butterfly.update(us, before.threats, mv, bonus);
    }

    /// Rewards or punishes a quiet move at `ply` whose reduced search raised alpha, by the value
    /// that it has after that (idea: Stockfish).
    pub(super) fn reward_research(&mut self, ply: usize, depth: i32, value: Score, window: Window) {
        let mv = self.line[ply].mv;
        if self.line[ply].position.is_noisy(mv) {
            return;
        }
        match Bound::of(value, window) {
            Bound::Lower => self.reward_continuation(ply, mv, Self::bonus(depth)),
            Bound::Upper => self.reward_continuation(ply, mv, -Self::bonus(depth)),
            Bound::Exact => {}
        }
    }

    /// Rewards the move that cut off, and punishes the captures tried before it, and the quiet moves
    /// if it is quiet itself.
    pub(super) fn reward(
        &mut self,
        ply: usize,
        depth: i32,
        best: Move,
        quiets: &[Move],
        captures: &[Move],
    ) {
        let bonus = Self::bonus(depth);
        let position = self.line[ply].position;
        let us = position.side_to_move();
        let threats = self.line[ply].threats;
        if !position.is_noisy(best) {
            let killers = &mut self.line[ply].killers;
            if killers[0] != best {
                *killers = [best, killers[0]];
            }
            let malus = bonus * history_malus() / 100;
            for (mv, bonus) in
                std::iter::once((best, bonus)).chain(quiets.iter().map(|&mv| (mv, -malus)))
            {
                self.learned.histories.butterfly.update(us, threats, mv, bonus);
                self.reward_continuation(ply, mv, bonus);
            }
        }
        let rewarded = position.is_noisy(best).then_some((best, bonus));
        for (mv, bonus) in rewarded.into_iter().chain(captures.iter().map(|&mv| (mv, -bonus))) {
            self.reward_capture(ply, mv, bonus);
        }
    }

    /// Adds to the history of a capture or promotion at `ply`.
    #[inline(always)]
    pub(super) fn reward_capture(&mut self, ply: usize, mv: Move, bonus: i32) {
        let position = &self.line[ply].position;
        let (piece, victim) = (position.piece_on(mv.from()), position.captured(mv));
        self.learned.histories.captures.update(piece, mv, victim, bonus);
    }
}
