//! Quiescence: captures and promotions until the position is quiet enough for the
//! static evaluation; when in check all evasions, until one is found that does not
//! lose. On null windows like the rest of the search (source text 004).

use super::kind::NodeKind;
use super::line::Frame;
use super::{Search, Searched};
use crate::board::CheckInfo;
use crate::search::ordering::picker::Picker;
use crate::search::params::{quiescence_bonus, quiescence_margin};
use crate::search::statistics::Count;
use crate::search::table::Entry;
use crate::search::trace::{Reason, Skip};
use crate::search::window::{Bound, Window};
use crate::types::{MAX_PLY, Move, Score};
use std::cell::LazyCell;

impl Search<'_> {
    /// The value of the position at `ply` when it has come to rest; fail-soft as
    /// the search.
    #[inline(always)]
    pub(super) fn quiescence<N: NodeKind>(&mut self, ply: usize, window: Window) -> Searched {
        if !N::RECORDED {
            return self.quiescence_node::<N>(ply, window);
        }
        self.enter_record::<N>(ply, 0, window);
        let value = self.quiescence_node::<N>(ply, window);
        self.leave_record(ply, value);
        value
    }

    fn quiescence_node<N: NodeKind>(&mut self, ply: usize, mut window: Window) -> Searched {
        self.enter_node::<N>(ply, Count::Quiescence)?;
        if !N::BARE && self.line.is_draw(ply) {
            self.explain::<N>(Reason::Draw);
            return Ok(self.draw(ply));
        }
        if ply >= MAX_PLY {
            return Ok(self.static_eval(ply));
        }
        let position = self.line[ply].position;
        let key = self.line.table_key(ply);
        let entry = if N::BARE { None } else { self.shared.table.probe(key, ply) };
        if !N::PV
            && let Some(entry) = entry
            && entry.cuts(window)
        {
            self.explain::<N>(Reason::Table);
            return Ok(entry.value);
        }

        // Stand pat: the side to move need not capture (Beal, "A generalised quiescence search
        // algorithm", 1990).
        let in_check = position.in_check();
        let mut best = -Score::INFINITE;
        self.line[ply].raw_eval = Score::NONE;
        self.line[ply].eval = Score::NONE;
        if !in_check {
            if position.is_stalemate() {
                self.explain::<N>(Reason::Stalemate);
                return Ok(self.draw(ply));
            }
            best =
                if N::BARE { self.static_eval(ply) } else { self.corrected_eval::<N>(ply, entry) };
            self.explain::<N>(Reason::StandPat);
            if best >= window.beta {
                return Ok(best);
            }
            window.alpha = window.alpha.max(best);
        }

        let mut picker = self.quiescence_picker(ply, entry);
        let mut best_move = Move::NONE;
        let mut move_count = 0;
        let checks = LazyCell::new(|| CheckInfo::new(&position));
        let table = &self.shared.table;
        let prefetch = |mv| table.prefetch(position.likely_key_after(mv));
        while let Some(mv) = picker.next(&position, self.history_context(ply), prefetch) {
            if !N::BARE && !in_check && self.overlooks(ply, mv) {
                continue;
            }
            move_count += 1;
            if !N::BARE && best >= -Score::EVAL_MAX {
                // Only losing captures or quiet evasions are left, and some move is known not to lose by
                // force.
                if picker.is_at_bad_captures() || in_check && !position.is_noisy(mv) {
                    break;
                }
                // A check or a recapture may bring more than it takes (idea: Stockfish).
                if !in_check
                    && let Some(hope) = self.delta_pruning(ply, mv, window.alpha)
                    && !self.line.recaptures(ply, mv)
                    && !checks.gives_check(&position, mv)
                {
                    self.record_skip::<N>(mv, Skip::Delta);
                    best = best.max(hope);
                    continue;
                }
            }
            self.make(ply, mv);
            let value = self.quiescence_move::<N>(ply, window, move_count);
            self.line.unmake();
            let value = value?;
            if value > best {
                self.explain::<N>(Reason::Moves);
                best = value;
                if value > window.alpha {
                    best_move = mv;
                    if N::PV {
                        self.line.extend_pv(ply, mv);
                    }
                    if value >= window.beta {
                        break;
                    }
                    window.alpha = value;
                }
            }
        }
        if in_check && move_count == 0 {
            self.explain::<N>(Reason::Mate);
            return Ok(Score::mated_in(ply));
        }
        if !N::BARE {
            if best >= window.beta && position.is_noisy(best_move) {
                self.reward_capture(ply, best_move, quiescence_bonus());
            }
            // Not all moves were looked at: nothing is exact.
            let bound = if best >= window.beta { Bound::Lower } else { Bound::Upper };
            let is_pv = entry.is_some_and(|entry| entry.is_pv);
            let eval = self.line[ply].raw_eval;
            let entry = Entry { mv: best_move, value: best, eval, depth: 0, bound, is_pv };
            self.shared.table.store(key, ply, entry);
        }
        Ok(best)
    }

    /// Delta pruning: the most that a capture can bring with a margin, if even that does not exceed
    /// alpha.
    #[inline(always)]
    fn delta_pruning(&self, ply: usize, mv: Move, alpha: Score) -> Option<Score> {
        let Frame { position, eval, .. } = &self.line[ply];
        let hope = *eval + position.see_victim(mv) + quiescence_margin();
        (!mv.is_promotion() && hope <= alpha).then_some(hope)
    }

    /// The moves to look at: all evasions, or else the noisy ones.
    #[inline(always)]
    fn quiescence_picker(&mut self, ply: usize, entry: Option<Entry>) -> Picker {
        let position = &self.line[ply].position;
        let in_check = position.in_check();
        let tt_move = entry.map_or(Move::NONE, |entry| entry.mv);
        let usable = (in_check || position.is_noisy(tt_move)) && position.is_legal(tt_move);
        let tt_move = if usable { tt_move } else { Move::NONE };
        if in_check {
            self.line.note_threats(ply);
            Picker::new(tt_move, [Move::NONE; 2])
        } else {
            Picker::noisy(tt_move)
        }
    }

    /// Searches a capture just made: all but the first with a null window first.
    #[inline(always)]
    fn quiescence_move<N: NodeKind>(
        &mut self,
        ply: usize,
        window: Window,
        move_count: usize,
    ) -> Searched {
        if !N::PV {
            return Ok(-self.quiescence::<N::NonPvChild>(ply + 1, -window)?);
        }
        if move_count > 1 {
            let null = -Window::above(window.alpha);
            let value = -self.quiescence::<N::NonPvChild>(ply + 1, null)?;
            if Bound::of(value, window) != Bound::Exact {
                return Ok(value);
            }
        }
        Ok(-self.quiescence::<N::PvChild>(ply + 1, -window)?)
    }
}
