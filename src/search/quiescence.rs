//! Quiescence: captures and promotions until the position is quiet enough for the
//! static evaluation; all evasions when in check. On minimal windows like the
//! rest of the search (source text 004).

use super::kind::NodeKind;
use super::params::quiescence_margin;
use super::picker::Picker;
use super::report::Bound;
use super::see_value;
use super::statistics::Count;
use super::table::Entry;
use super::worker::{Searched, Shared, Worker};
use crate::board::Position;
use crate::types::{MAX_PLY, Move, Score, Value};

impl Worker {
    /// The value of the position at `ply` when it has come to rest; fail-soft as
    /// the search.
    pub(super) fn quiescence<N: NodeKind>(
        &mut self,
        shared: &Shared<'_>,
        ply: usize,
        mut alpha: Value,
        beta: Value,
    ) -> Searched {
        self.enter_node(shared)?;
        self.statistics.count(Count::Quiescence);
        if N::PV {
            self.frames[ply].pv.clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if !N::BARE && self.is_draw(ply) {
            return Ok(Score::DRAW);
        }
        if ply >= MAX_PLY {
            return Ok(self.static_eval(ply));
        }
        let position = self.frames[ply].position;
        let key = self.frames[ply].key;
        let entry = if N::BARE { None } else { shared.table.probe(key, ply) };
        if !N::PV
            && let Some(entry) = entry
            && entry.cuts(alpha, beta)
        {
            return Ok(entry.value);
        }

        // Stand pat: the side to move need not capture.
        let in_check = position.in_check();
        let mut best = -Score::INFINITE;
        self.frames[ply].raw_eval = Score::NONE;
        self.frames[ply].eval = Score::NONE;
        if !in_check {
            if is_stalemate::<N>(&position) {
                return Ok(Score::DRAW);
            }
            best = if N::BARE { self.static_eval(ply) } else { self.corrected_eval(ply, entry) };
            if best >= beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
        }

        let table_move = entry.map_or(Move::NONE, |entry| entry.mv);
        let usable = position.is_legal(table_move) && (in_check || position.is_noisy(table_move));
        let table_move = if usable { table_move } else { Move::NONE };
        let mut picker = if in_check {
            self.note_threats(ply);
            Picker::new(table_move, [Move::NONE; 2])
        } else {
            Picker::noisy(table_move)
        };
        let mut best_move = Move::NONE;
        let mut number = 0;
        while let Some(mv) = picker.next(&position, self.context(ply)) {
            number += 1;
            if !N::BARE && best > -Score::MATE_BOUND {
                // Captures that lose material, and quiet evasions after a safe one.
                if picker.is_losing() || in_check && !position.is_noisy(mv) {
                    break;
                }
                // Captures that can't reach alpha even with a margin.
                if !in_check && !mv.is_promotion() {
                    let gain = see_value(&position, mv) + quiescence_margin();
                    let hope = self.frames[ply].eval + gain;
                    if hope <= alpha {
                        best = best.max(hope);
                        continue;
                    }
                }
            }
            let piece = position.piece_on(mv.from());
            self.make(shared, ply, mv, piece);
            let value = self.quiescence_move::<N>(shared, ply, alpha, beta, number);
            self.keys.pop();
            let value = value?;
            if value > best {
                best = value;
                if value > alpha {
                    best_move = mv;
                    if N::PV {
                        self.extend_pv(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        if in_check && number == 0 {
            return Ok(Score::mated_in(ply));
        }
        if N::BARE {
            return Ok(best);
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        let eval = self.frames[ply].raw_eval;
        let is_pv = entry.is_some_and(|entry| entry.is_pv);
        let entry = Entry { mv: best_move, value: best, eval, depth: 0, bound, is_pv };
        shared.table.store(key, ply, entry);
        Ok(best)
    }

    /// Searches a capture just made: all but the first with a null window first.
    #[inline(always)]
    fn quiescence_move<N: NodeKind>(
        &mut self,
        shared: &Shared<'_>,
        ply: usize,
        alpha: Value,
        beta: Value,
        number: usize,
    ) -> Searched {
        if !N::PV {
            return Ok(-self.quiescence::<N::Closed>(shared, ply + 1, -beta, -alpha)?);
        }
        if number > 1 {
            let value = -self.quiescence::<N::Closed>(shared, ply + 1, -alpha - 1, -alpha)?;
            if value <= alpha || value >= beta {
                return Ok(value);
            }
        }
        Ok(-self.quiescence::<N::Open>(shared, ply + 1, -beta, -alpha)?)
    }
}

/// True if the side to move, not in check, has no move. Looked for only where it
/// is likely enough: with at most one piece besides king and pawns.
#[inline(always)]
fn is_stalemate<N: NodeKind>(position: &Position) -> bool {
    let planes = position.planes();
    let own = planes.colors[position.side_to_move().index()];
    let is_likely = N::BARE || (own & !planes.pawns).count_ones() <= 2;
    is_likely && position.count_legal() == 0
}
