//! The node of the search: fail-soft principal variation search.
//!
//! The first move of a node on the principal variation gets the whole window, all
//! others a null window first, to prove that they are no better (source text 004;
//! Marsland 1991 gives the null-window search a function of its own: here it is
//! the same function compiled for another kind of node). Steps are numbered.

use super::extension::{Singularity, may_be_singular};
use super::history::Continued;
use super::kind::NodeKind;
use super::params::*;
use super::picker::{Picker, quiet_history};
use super::pruning::{LateMove, has_pieces, late_move_reduction};
use super::report::Bound;
use super::root::RootMove;
use super::stack::Frame;
use super::statistics::Count;
use super::syzygy::TableResult;
use super::table::Entry;
use super::worker::{Searched, Shared, Worker};
use crate::board::CheckInfo;
use crate::types::{MAX_PLY, Move, Piece, Score, Value};
use arrayvec::ArrayVec;

/// How a move is to be searched.
struct Plan {
    /// From 1.
    number: i32,
    /// Depth in plies after the move, with extensions.
    depth: i32,
    /// Plies that the first search leaves out.
    reduction: i32,
    /// The best value so far.
    best: Value,
    /// The node is expected to fail high.
    cut_node: bool,
}

/// Moves of a node that did not cut off, kept for their malus.
type Tried = ArrayVec<Move, 64>;

impl Worker {
    /// Searches the position at `ply` to `depth` plies. Fail-soft: a result up to
    /// `alpha` is an upper bound of the value, one from `beta` on a lower bound.
    /// `cut_node` says that a null-window node is expected to fail high.
    pub(super) fn search<N: NodeKind>(
        &mut self,
        shared: &Shared<'_>,
        ply: usize,
        mut depth: i32,
        mut alpha: Value,
        mut beta: Value,
        cut_node: bool,
    ) -> Searched {
        debug_assert!(alpha < beta && (N::PV || alpha + 1 == beta));
        // 1. Leaves go to quiescence.
        if depth <= 0 {
            return self.quiescence::<N>(shared, ply, alpha, beta);
        }
        self.enter_node(shared)?;
        self.statistics.count(Count::Main);
        if N::PV {
            self.frames[ply].pv.clear();
            self.seldepth = self.seldepth.max(ply);
        }

        // 2. Draws, the last ply, draws by repetition that can be forced, and mates
        // that can't be improved on (mate-distance pruning).
        if N::SELECTIVE {
            if self.is_draw(ply) {
                return Ok(Score::DRAW);
            }
            if ply >= MAX_PLY {
                return Ok(self.static_eval(ply));
            }
            if alpha < Score::DRAW && self.can_repeat(ply) {
                alpha = Score::DRAW;
            }
            alpha = alpha.max(Score::mated_in(ply));
            beta = beta.min(Score::mate_in(ply + 1));
            if alpha >= beta {
                return Ok(alpha);
            }
        }

        // 3. The transposition table and the endgame tables. The first does not cut off
        // nodes of the principal variation, so that their line is whole.
        let position = self.frames[ply].position;
        let key = self.frames[ply].key;
        // The search for a singular move comes here again, without that move.
        let excluded = self.frames[ply].excluded;
        let is_whole = excluded.is_none();
        let entry = if N::BARE { None } else { shared.table.probe(key, ply) };
        if entry.is_some() {
            self.statistics.count(Count::TableHit);
        }
        let (mut floor, mut ceiling) = (-Score::INFINITE, Score::INFINITE);
        if !N::PV
            && is_whole
            && let Some(entry) = entry
            && entry.depth >= depth
            && entry.cuts(alpha, beta)
            && position.halfmove_clock() < TABLE_CUT_CLOCK
        {
            self.statistics.count(Count::TableCut);
            return Ok(entry.value);
        }
        if N::SELECTIVE && is_whole {
            match self.table_result(shared, ply, depth, (alpha, beta), N::PV) {
                None => {}
                Some(TableResult::Settled(value)) => return Ok(value),
                Some(TableResult::AtLeast(value)) => (floor, alpha) = (value, alpha.max(value)),
                Some(TableResult::AtMost(value)) => ceiling = value,
            }
        }
        let table_move = entry.map_or(Move::NONE, |entry| entry.mv);
        let table_move = if position.is_legal(table_move) { table_move } else { Move::NONE };
        let table_noisy = !table_move.is_none() && position.is_noisy(table_move);
        let is_pv = N::PV || entry.is_some_and(|entry| entry.is_pv);

        // 4. Static evaluation and what it settles by itself.
        let outlook = self.outlook(ply, entry);
        if N::SELECTIVE && is_whole {
            depth += self.hindsight(ply, depth, outlook);
        }
        if N::SELECTIVE
            && !N::PV
            && is_whole
            && !outlook.in_check
            && let Some(value) = self.prune_node(shared, ply, depth, beta, outlook, cut_node)?
        {
            return Ok(value);
        }

        // 5. Internal iterative reduction: without a table move the ordering is
        // poor, and the next visit will know more (idea: Ed Schröder).
        if N::SELECTIVE && is_whole && depth >= INTERNAL_REDUCTION_DEPTH && table_move.is_none() {
            depth -= 1;
        }
        if N::SELECTIVE
            && !N::PV
            && is_whole
            && !outlook.in_check
            && let Some(value) = self.probcut(shared, ply, depth, beta, entry, cut_node)?
        {
            self.statistics.count(Count::ProbCut);
            return Ok(value);
        }

        // 6. The moves.
        self.frames[ply + 1].killers = [Move::NONE; 2];
        self.note_threats(ply);
        let us = position.side_to_move();
        let checks = CheckInfo::new(&position);
        let mut picker = if N::ROOT {
            Picker::given(self.root_moves[self.first_root_move..].iter().map(RootMove::mv))
        } else {
            Picker::new(table_move, self.frames[ply].killers)
        };
        let (mut best, mut best_move) = (-Score::INFINITE, Move::NONE);
        let old_alpha = alpha;
        let mut number = 0_i32;
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());
        while let Some(mv) = picker.next(&position, self.context(ply)) {
            if mv == excluded {
                continue;
            }
            number += 1;
            if N::ROOT {
                self.announce(shared, mv, number as usize);
            }
            let piece = position.piece_on(mv.from());
            let noisy = position.is_noisy(mv);
            let gives_check = checks.gives_check(&position, mv);
            let history = if noisy {
                self.histories.captures.get(piece, mv, position.captured(mv))
            } else {
                quiet_history(self.context(ply), us, piece, mv)
            };
            let late =
                LateMove { number, noisy, gives_check, history, is_pv, cut_node, table_noisy };
            let reduction = late_move_reduction::<N>(depth, late, outlook);

            // 7. Moves that can't matter are left out, once one is safe.
            if N::SELECTIVE && best > -Score::MATE_BOUND && has_pieces(&position, us) {
                if late.is_too_late(depth, outlook) {
                    picker.keep_quiets(|mv| checks.gives_check(&position, mv));
                    continue;
                }
                if late.is_futile(depth, reduction, alpha, outlook)
                    || late.has_bad_history(depth, reduction)
                {
                    continue;
                }
                if late.may_lose(depth).is_some_and(|loss| !position.see_ge(mv, -loss)) {
                    continue;
                }
            }

            // 8. Extensions: the only good move, and checks that lose nothing.
            let mut extension = 0;
            if N::SELECTIVE && ply < 2 * self.root_depth as usize {
                if mv == table_move
                    && is_whole
                    && let Some(entry) = entry.filter(|entry| may_be_singular(entry, depth))
                {
                    match self.singularity::<N>(shared, ply, depth, beta, entry, cut_node)? {
                        Singularity::Extend(plies) => extension = plies,
                        Singularity::Cut(value) => return Ok(value),
                    }
                } else if gives_check && position.see_ge(mv, 0) {
                    extension = 1;
                }
            }

            // 9. Make the move and search it: late moves reduced, all but the first
            // with a null window.
            let nodes_before = self.nodes;
            self.make(shared, ply, mv, piece);
            self.frames[ply + 1].double_extensions += (extension - 1).max(0);
            let plan = Plan { number, depth: depth - 1 + extension, reduction, best, cut_node };
            let value = self.search_move::<N>(shared, ply, alpha, beta, plan);
            self.keys.pop();
            let value = value?;

            // 10. What the move brings.
            if N::ROOT {
                self.note_root_move(mv, number, value, alpha, beta, nodes_before);
            }
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
            if mv != best_move {
                let _ = if noisy { captures.try_push(mv) } else { quiets.try_push(mv) };
            }
        }

        // 11. No move: mate or stalemate (source text 003), or the excluded move was
        // the only one.
        if number == 0 {
            return Ok(match outlook.in_check {
                _ if !is_whole => alpha,
                true => Score::mated_in(ply),
                false => Score::DRAW,
            });
        }

        best = best.clamp(floor, ceiling);

        // 12. Remember what cut off and what did not. A value far above beta was
        // found by reduced and pruned searches: it is drawn towards beta, the more
        // the shallower they were (fail-soft blending; idea: Stockfish).
        if best >= beta {
            self.statistics.count(Count::FailHigh);
            if number == 1 {
                self.statistics.count(Count::FirstMoveCut);
            }
            self.reward(ply, depth, best_move, &quiets, &captures);
            if N::SELECTIVE && !N::PV && !Score::is_mate(best) && !Score::is_mate(beta) {
                best = (best * depth + beta) / (depth + 1);
            }
        }
        if !is_whole || N::BARE {
            return Ok(best);
        }
        let quiet_best = best_move.is_none() || !position.is_noisy(best_move);
        if !outlook.in_check && quiet_best {
            self.learn_error(ply, depth, best, old_alpha, beta);
        }
        // The root may be searched for some of its moves only.
        if !N::ROOT || self.first_root_move == 0 && shared.limits.search_moves.is_none() {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let eval = self.frames[ply].raw_eval;
            let entry = Entry { mv: best_move, value: best, eval, depth, bound, is_pv };
            shared.table.store(key, ply, entry);
        }
        Ok(best)
    }

    /// Searches the move just made from `ply`: a late one reduced with a null
    /// window, then, as long as it surprises, to full depth and with the open
    /// window.
    #[inline(always)]
    fn search_move<N: NodeKind>(
        &mut self,
        shared: &Shared<'_>,
        ply: usize,
        alpha: Value,
        beta: Value,
        plan: Plan,
    ) -> Searched {
        let Plan { number, depth, reduction, best, cut_node } = plan;
        let mut value = alpha + 1;
        if number > 1 || !N::PV {
            if N::PV {
                // A null window leaves no line, and the value may stand as it is:
                // a mate found here reaches the beta of the shortest mate.
                self.frames[ply + 1].pv.clear();
            }
            let reduced =
                if number > 1 { (depth - reduction).clamp(1.min(depth), depth) } else { depth };
            let expect_cut = reduced < depth || !cut_node;
            self.frames[ply].reduction = depth - reduced;
            let first =
                self.search::<N::Closed>(shared, ply + 1, reduced, -alpha - 1, -alpha, expect_cut);
            self.frames[ply].reduction = 0;
            value = -first?;
            if reduced < depth {
                self.statistics.count(Count::Reduced);
            }
            if value > alpha && reduced < depth {
                self.statistics.count(Count::Researched);
                // Far better than all before deserves more, hardly better less
                // (idea: Stockfish).
                let more = i32::from(!N::ROOT && value > best + deeper_margin());
                let less = i32::from(!N::ROOT && value < best + depth);
                let depth = depth + more - less;
                if depth > reduced {
                    value = -self.search::<N::Closed>(
                        shared,
                        ply + 1,
                        depth,
                        -alpha - 1,
                        -alpha,
                        !cut_node,
                    )?;
                }
            }
        }
        if N::PV && value > alpha && (number == 1 || value < beta || N::ROOT) {
            value = -self.search::<N::Open>(shared, ply + 1, depth, -beta, -alpha, false)?;
        }
        Ok(value)
    }

    /// Goes one ply on: the next frame gets the position after `mv`.
    #[inline(always)]
    pub(super) fn make(&mut self, shared: &Shared<'_>, ply: usize, mv: Move, piece: Piece) {
        let (here, next) = neighbours(&mut self.frames, ply);
        here.mv = mv;
        here.continued = Continued::new(piece, mv);
        next.parts = here.parts;
        next.double_extensions = here.double_extensions;
        let mut observers = (self.evaluator.step(ply + 1), &mut next.parts);
        next.position = here.position.make_observed(mv, &mut observers);
        next.key = next.position.key();
        shared.table.prefetch(next.key);
        self.keys.push(here.key);
    }

    /// The line of `ply` becomes `mv` and the line of the next ply.
    #[inline(always)]
    pub(super) fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (here, next) = neighbours(&mut self.frames, ply);
        here.pv.clear();
        here.pv.push(mv);
        let _ = here.pv.try_extend_from_slice(&next.pv);
    }
}

/// A frame and the next.
#[inline(always)]
pub(super) fn neighbours(frames: &mut [Frame], ply: usize) -> (&mut Frame, &mut Frame) {
    let (before, after) = frames.split_at_mut(ply + 1);
    (&mut before[ply], &mut after[0])
}
