//! The node of the search: fail-soft principal variation search.
//!
//! The first move of a node on the principal variation gets the whole window, all
//! others a null window first, to prove that they are no better (source text 004;
//! Marsland 1991 gives the null-window search a function of its own: here it is
//! the same function compiled for another kind of node). Steps are numbered.

use super::RootMove;
use super::extension::Extension;
use super::kind::NodeKind;
use super::move_pruning::MoveContext;
use super::probcut::table_probcut;
use super::reduction::late_move_reduction;
use super::tablebase::TablebaseResult;
use super::{Search, Searched};
use crate::board::CheckInfo;
use crate::search::ordering::picker::Picker;
use crate::search::params::*;
use crate::search::statistics::Count;
use crate::search::table::Entry;
use crate::search::trace::{Reason, Role, Skip};
use crate::search::window::{Bound, Window};
use crate::types::{Move, Score};
use arrayvec::ArrayVec;

/// How a move is to be searched.
struct MoveSearch {
    /// Its number in the node, from 1.
    move_count: i32,
    /// Depth in plies after the move, with extensions.
    depth: i32,
    /// Plies that the first search leaves out.
    reduction: i32,
    /// The best value so far.
    best: Score,
    /// The node is expected to fail high.
    cut_node: bool,
}

/// Moves of a node that did not cut off, kept for their malus.
type SearchedMoves = ArrayVec<Move, 64>;

/// The results of the moves of a node so far.
struct NodeResult {
    /// Moves that were looked at, pruned ones included.
    move_count: i32,
    /// The best value.
    best: Score,
    /// The move that raised alpha, or none.
    best_move: Move,
    /// A move was pruned.
    pruned: bool,
    quiets: SearchedMoves,
    captures: SearchedMoves,
}

impl Search<'_> {
    /// Searches the position at `ply` to `depth` plies. Fail-soft: a result up to
    /// alpha is an upper bound of the value, one from beta on a lower bound.
    /// `cut_node` says that a null-window node is expected to fail high.
    #[inline(always)]
    pub fn search<N: NodeKind>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        cut_node: bool,
    ) -> Searched {
        // Quiescence records its nodes itself.
        if !N::RECORDED || depth <= 0 {
            return self.search_node::<N>(ply, depth, window, cut_node);
        }
        self.enter_record::<N>(ply, depth, window);
        let value = self.search_node::<N>(ply, depth, window, cut_node);
        self.leave_record(ply, value);
        value
    }

    fn search_node<N: NodeKind>(
        &mut self,
        ply: usize,
        mut depth: i32,
        mut window: Window,
        cut_node: bool,
    ) -> Searched {
        debug_assert!(window.alpha < window.beta && (N::PV || window.is_null()));
        // 1. Leaves go to quiescence.
        if depth <= 0 {
            return self.quiescence::<N>(ply, window);
        }
        self.enter_node::<N>(ply, Count::Main)?;

        // 2. Draws, the last ply, and mate distance.
        let alpha = window.alpha;
        if N::SELECTIVE
            && let Some((value, reason)) = self.known_value(ply, &mut window)
        {
            self.explain::<N>(reason);
            return Ok(value);
        }

        // 3. The transposition table and the tablebases. The first does not cut off
        // nodes of the principal variation, so that their line is whole.
        let position = self.line[ply].position;
        let key = self.line.table_key(ply);
        // The search for a singular move comes here again, without that move.
        let excluded = self.line[ply].excluded;
        let is_whole = excluded.is_none();
        let entry = if N::BARE { None } else { self.shared.table.probe(key, ply) };
        if entry.is_some() {
            self.statistics.count(Count::TtHit);
        }
        if !N::PV
            && is_whole
            && let Some(entry) = entry
            && entry.depth >= depth
            && entry.cuts(window)
        {
            self.statistics.count(Count::TtCut);
            self.explain::<N>(Reason::Table);
            return Ok(entry.value);
        }
        // At least a forced draw, even if its move is then pruned because it only reaches alpha.
        let least = if is_whole && window.alpha > alpha { window.alpha } else { -Score::INFINITE };
        let (mut floor, mut ceiling) = (least, Score::INFINITE);
        if N::SELECTIVE && is_whole {
            match self.probe_tablebase(ply, depth, window, N::PV) {
                None => {}
                Some(TablebaseResult::Settled(value)) => {
                    self.explain::<N>(Reason::Tablebase);
                    return Ok(value);
                }
                Some(TablebaseResult::AtLeast(value)) => {
                    (floor, window.alpha) = (floor.max(value), window.alpha.max(value));
                }
                Some(TablebaseResult::AtMost(value)) => ceiling = value,
            }
        }
        let tt_move = entry.map_or(Move::NONE, |entry| entry.mv);
        let tt_move = if position.is_legal(tt_move) { tt_move } else { Move::NONE };
        if !tt_move.is_none() {
            self.shared.table.prefetch(position.likely_key_after(tt_move));
        }
        let tt_noisy = !tt_move.is_none() && position.is_noisy(tt_move);
        let is_pv = N::PV || entry.is_some_and(|entry| entry.is_pv);

        // 4. Static evaluation, and the rules that prune the node by it.
        let mut node = self.node_eval::<N>(ply, entry);
        let prunes = N::SELECTIVE && !N::PV && is_whole && !node.in_check;
        if N::SELECTIVE && is_whole {
            self.reward_gain(ply);
            depth += self.hindsight(ply, depth, node);
        }
        if prunes {
            if let Some(value) = self.reverse_futility(ply, depth, window.beta, node) {
                self.explain::<N>(Reason::ReverseFutility);
                return Ok(value);
            }
            let may_pass = cut_node && !tt_noisy;
            let value = self.null_move::<N>(ply, depth, window.beta, node, may_pass)?;
            if let Some(value) = value {
                self.explain::<N>(Reason::NullMove);
                return Ok(value);
            }
        }

        // An evaluation from beta on counts as improving (idea: Stockfish).
        node.improving |= N::SELECTIVE && !node.in_check && self.line[ply].eval >= window.beta;

        // 5. Internal iterative reduction: without a tt_move the ordering is
        // poor, and the next visit will know more (idea: Ed Schröder).
        if N::SELECTIVE && is_whole && depth >= INTERNAL_REDUCTION_DEPTH && tt_move.is_none() {
            depth -= 1;
        }

        // 6. ProbCut; in check only by the table, if its move is a capture.
        if (prunes || N::SELECTIVE && !N::PV && is_whole && tt_noisy)
            && let Some(value) = table_probcut(depth, window.beta, entry)
        {
            self.explain::<N>(Reason::TableProbCut);
            return Ok(value);
        }
        if prunes
            && let Some(value) =
                self.probcut::<N>(ply, depth, window.beta, entry, tt_move, cut_node)?
        {
            self.explain::<N>(Reason::ProbCut);
            return Ok(value);
        }

        // 7. The moves.
        self.line[ply + 1].killers = [Move::NONE; 2];
        self.line[ply + 2].cutoffs = 0;
        self.line.note_threats(ply);
        let may_prune = N::SELECTIVE && position.has_pieces(position.side_to_move());
        let checks = CheckInfo::new(&position);
        let mut picker = if N::ROOT {
            Picker::of_root_moves(self.root.moves[self.root.range.clone()].iter().map(RootMove::mv))
        } else {
            Picker::new(tt_move, self.line[ply].killers)
        };
        let whole_window = window;
        let mut found = NodeResult {
            move_count: 0,
            best: -Score::INFINITE,
            best_move: Move::NONE,
            pruned: false,
            quiets: SearchedMoves::new(),
            captures: SearchedMoves::new(),
        };
        let table = &self.shared.table;
        // Long before the child looks there: the memory takes its time.
        let prefetch = |mv| table.prefetch(position.likely_key_after(mv));
        while let Some(mv) = picker.next(&position, self.history_context(ply), prefetch) {
            if mv == excluded || N::SELECTIVE && !node.in_check && self.overlooks(ply, mv) {
                continue;
            }
            found.move_count += 1;
            let NodeResult { move_count, best, .. } = found;
            if N::ROOT {
                self.announce(mv, move_count as usize);
            }
            let noisy = position.is_noisy(mv);
            let gives_check = checks.gives_check(&position, mv);
            let history = self.history_context(ply).joint(&position, mv, noisy);
            let context = MoveContext {
                move_count,
                depth,
                noisy,
                gives_check,
                history,
                is_pv,
                cut_node,
                tt_deep: entry.is_some_and(|entry| entry.depth >= depth),
                tt_noisy,
                losing: picker.is_at_bad_captures(),
                node,
                static_eval: self.line[ply].eval,
                cutoffs: self.line[ply + 1].cutoffs,
            };
            let reduction = late_move_reduction::<N>(context);

            // 8. Moves that can't matter are pruned, once some move is known not to lose by force.
            if may_prune
                && best >= -Score::EVAL_MAX
                && let Some(rule) = context.pruned_by(&position, mv, reduction, window.alpha)
            {
                if rule == Skip::Late {
                    picker.keep_quiets(|mv| checks.gives_check(&position, mv));
                }
                self.record_skip::<N>(mv, rule);
                found.pruned = true;
                continue;
            }

            // 9. Extensions: the only good move, and checks that lose nothing.
            let tt_entry = entry.filter(|_| mv == tt_move && is_whole);
            let extension = match self.extension::<N>(ply, window.beta, mv, tt_entry, context)? {
                Extension::Plies(plies) => plies,
                Extension::Cut(value) => {
                    self.explain::<N>(Reason::MultiCut);
                    return Ok(value);
                }
            };

            // A tt_move that is singular by far makes its whole node deeper (idea: PlentyChess).
            if extension >= 2 && depth < singular_raise_depth() {
                depth += 1;
            }

            // 10. Make the move and search it: late moves reduced, all but the first
            // with a null window.
            let nodes_before = self.stop.nodes();
            self.make(ply, mv);
            self.line[ply + 1].double_extensions += (extension - 1).max(0);
            // The table's line does not end in quiescence (idea: Stockfish).
            let is_line = N::PV && !N::ROOT && tt_entry.is_some_and(|entry| entry.depth > 1);
            let new_depth = (depth - 1 + extension).max(i32::from(is_line));
            let plan = MoveSearch { move_count, depth: new_depth, reduction, best, cut_node };
            let value = self.search_move::<N>(ply, window, plan);
            self.line.unmake();
            let value = value?;

            // 11. The result of the move.
            if N::ROOT {
                self.note_root_move(mv, move_count, value, window, nodes_before);
            }
            if value > best {
                found.best = value;
                if value > window.alpha {
                    found.best_move = mv;
                    if N::PV {
                        self.line.extend_pv(ply, mv);
                    }
                    if value >= window.beta {
                        break;
                    }
                    window.alpha = value;
                    // An even better one is unlikely: the rest are searched a ply shallower, and the
                    // entry is stored with that depth (idea: Stockfish).
                    if N::PV
                        && N::SELECTIVE
                        && ALPHA_RAISED_DEPTHS.contains(&depth)
                        && !value.is_decisive()
                    {
                        depth -= 1;
                    }
                }
            }
            if mv != found.best_move {
                let tried = if noisy { &mut found.captures } else { &mut found.quiets };
                let _ = tried.try_push(mv);
            }
        }

        // 12. No move: mate or stalemate (source text 003), or the excluded move was
        // the only one.
        if found.move_count == 0 {
            let (reason, value) = match node.in_check {
                _ if !is_whole => (Reason::OnlyMove, window.alpha),
                true => (Reason::Mate, Score::mated_in(ply)),
                // Or all moves were overlooked.
                false if N::SELECTIVE && !position.is_stalemate() => (Reason::Stalemate, node.eval),
                false => (Reason::Stalemate, self.draw(ply)),
            };
            self.explain::<N>(reason);
            return Ok(value);
        }

        // 13. Learn from the result and remember it. If moves were pruned, a value below the static
        // evaluation claims more than was searched: it is raised to it, at most to alpha.
        let has_floor = found.pruned && found.best_move.is_none() && is_whole;
        if has_floor && !node.in_check && !node.eval.is_decisive() {
            found.best = found.best.max(node.eval.min(window.alpha));
        }
        found.best = found.best.clamp(floor, ceiling);
        Ok(self.conclude::<N>(ply, depth, whole_window, found, is_pv))
    }

    /// Learns from the moves that cut off and those that did not, stores the result of the
    /// node, and returns its value. One above beta was found by reduced and pruned searches:
    /// it is drawn towards beta, the more the shallower they were (fail-soft blending; idea:
    /// Stockfish).
    #[inline(always)]
    fn conclude<N: NodeKind>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        found: NodeResult,
        is_pv: bool,
    ) -> Score {
        let NodeResult { move_count, mut best, best_move, quiets, captures, .. } = found;
        let beta = window.beta;
        if N::SELECTIVE && best_move.is_none() && self.line[ply].excluded.is_none() {
            self.reward_prior(ply, depth);
        }
        #[cfg(feature = "tune")]
        if N::SELECTIVE {
            let mv = if best_move.is_none() { quiets.first().copied() } else { Some(best_move) };
            self.offer_inner(ply, depth, mv, best, Bound::of(best, window));
        }
        if best >= beta {
            self.line[ply].cutoffs += 1;
            self.statistics.count(Count::FailHigh);
            if move_count == 1 {
                self.statistics.count(Count::FirstMoveCut);
            }
            // More for what the static evaluation did not expect (idea: Stormphrax).
            let unexpected = i32::from(self.line[ply].eval <= window.alpha);
            self.reward(ply, depth + unexpected, best_move, &quiets, &captures);
            if N::SELECTIVE && !N::PV && !best.is_decisive() && !beta.is_decisive() {
                best = best.weighted_mean(depth, beta);
            }
        }
        let frame = &self.line[ply];
        let (eval, position) = (frame.raw_eval, &frame.position);
        // The best of some of the moves only is not the value of the position.
        let is_partial = !frame.excluded.is_none()
            || N::ROOT
                && (self.root.range.len() < self.root.moves.len()
                    || self.shared.signals.limits.search_moves.is_some());
        if is_partial || N::BARE {
            return best;
        }
        let quiet_best = best_move.is_none() || !position.is_noisy(best_move);
        let learns = !position.in_check() && quiet_best;
        let bound = Bound::of(best, window);
        let entry = Entry { mv: best_move, value: best, eval, depth, bound, is_pv };
        self.shared.table.store(self.line.table_key(ply), ply, entry);
        if learns {
            self.learn_error(ply, depth, best, window);
        }
        best
    }

    /// Searches the move just made from `ply`: a late one reduced with a null
    /// window, then, as long as it surprises, to full depth and with the open
    /// window.
    #[inline(always)]
    fn search_move<N: NodeKind>(
        &mut self,
        ply: usize,
        window: Window,
        plan: MoveSearch,
    ) -> Searched {
        let MoveSearch { move_count, depth, reduction, best, cut_node } = plan;
        let Window { alpha, beta } = window;
        let null = -Window::above(alpha);
        let mut value = alpha + 1;
        if move_count > 1 || !N::PV {
            if N::PV {
                // A null window leaves no line, and a value that reaches beta stands without
                // another search: the child's old line must not be taken for its own.
                self.line[ply + 1].pv.clear();
            }
            let reduced = (depth - reduction).clamp(1.min(depth), depth);
            let expect_cut = reduced < depth || !cut_node;
            self.line[ply].reduction = depth - reduced;
            let role = if reduced < depth { Role::Reduced(depth - reduced) } else { Role::Scout };
            self.announce_role::<N>(if N::PV || reduced < depth { role } else { Role::Open });
            let first = self.search::<N::NonPvChild>(ply + 1, reduced, null, expect_cut);
            self.line[ply].reduction = 0;
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
                    self.announce_role::<N>(Role::Again);
                    value = -self.search::<N::NonPvChild>(ply + 1, depth, null, !cut_node)?;
                }
                self.reward_research(ply, depth, value, window);
            }
        }
        if N::PV && value > alpha && (move_count == 1 || value < beta || N::ROOT) {
            self.announce_role::<N>(if move_count > 1 { Role::Again } else { Role::Open });
            value = -self.search::<N::PvChild>(ply + 1, depth, -window, false)?;
        }
        Ok(value)
    }
}
