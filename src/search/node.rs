//! The node of the search: fail-soft principal variation search.
//!
//! The first move of a node on the principal variation gets the whole window, all
//! others a null window first, to prove that they are no better (source text 004;
//! Marsland 1991 gives the null-window search a function of its own: here it is
//! the same function compiled for another kind of node). Steps are numbered.

use super::history::Continued;
use super::params::*;
use super::picker::{Picker, quiet_history};
use super::pruning::{LateMove, has_pieces, late_move_reduction};
use super::report::{Bound, Report};
use super::root::RootMove;
use super::stack::Frame;
use super::table::Entry;
use super::worker::{Searched, Shared, Worker};
use crate::board::CheckInfo;
use crate::types::{MAX_PLY, Move, Piece, Score, Value};
use arrayvec::ArrayVec;

/// The kind of a node, as a type, so that each kind is compiled by itself (idea:
/// Viridithas).
pub trait NodeKind {
    /// On the principal variation: the window is open.
    const PV: bool;
    /// The root.
    const ROOT: bool;
}

/// The root.
pub struct Root;
/// A node on the principal variation.
pub struct Pv;
/// A node with a null window.
pub struct Null;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeKind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeKind for Null {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// Moves of a node that did not cut off, kept for their malus.
type Tried = ArrayVec<Move, 64>;

impl Worker {
    /// Searches the position at `ply` to `depth` plies. Fail-soft: a result up to
    /// `alpha` is an upper bound of the value, one from `beta` on a lower bound.
    /// `cut_node` says that a null-window node is expected to fail high.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn search<N: NodeKind>(
        &mut self,
        shared: &Shared<'_>,
        report: &mut dyn Report,
        ply: usize,
        depth: i32,
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
        if N::PV {
            self.frames[ply].pv.clear();
            self.seldepth = self.seldepth.max(ply);
        }

        // 2. Draws, the last ply, and mates that can't be improved on.
        if !N::ROOT {
            if self.is_draw(ply) {
                return Ok(Score::DRAW);
            }
            if ply >= MAX_PLY {
                return Ok(self.static_eval(ply));
            }
            alpha = alpha.max(Score::mated_in(ply));
            beta = beta.min(Score::mate_in(ply + 1));
            if alpha >= beta {
                return Ok(alpha);
            }
        }

        // 3. The transposition table. Nodes of the principal variation are not cut
        // off, so that their line is whole.
        let position = self.frames[ply].position;
        let key = self.frames[ply].key;
        let entry = shared.table.probe(key, ply);
        if !N::PV
            && let Some(entry) = entry
            && entry.depth >= depth
            && entry.cuts(alpha, beta)
            && position.halfmove_clock() < TABLE_CUT_CLOCK
        {
            return Ok(entry.value);
        }
        let table_move = entry.map_or(Move::NONE, |entry| entry.mv);
        let table_move = if position.is_legal(table_move) { table_move } else { Move::NONE };
        let is_pv = N::PV || entry.is_some_and(|entry| entry.is_pv);

        // 4. Static evaluation and what it settles by itself.
        let outlook = self.outlook(ply, entry);
        if !N::PV
            && !outlook.in_check
            && let Some(value) =
                self.prune_node(shared, report, ply, depth, beta, outlook, cut_node)?
        {
            return Ok(value);
        }

        // 5. Internal iterative reduction: without a table move the ordering is
        // poor, and the next visit will know more (idea: Ed Schröder).
        let mut depth = depth;
        if !N::ROOT && depth >= INTERNAL_REDUCTION_DEPTH && table_move.is_none() {
            depth -= 1;
        }

        // 6. The moves.
        self.frames[ply + 1].killers = [Move::NONE; 2];
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
            number += 1;
            if N::ROOT {
                self.announce(shared, report, mv, number as usize);
            }
            let piece = position.piece_on(mv.from());
            let noisy = position.is_noisy(mv);
            let gives_check = checks.gives_check(&position, mv);
            let history = if noisy {
                self.histories.captures.get(piece, mv, position.captured(mv))
            } else {
                quiet_history(self.context(ply), us, piece, mv)
            };
            let late = LateMove { number, noisy, gives_check, history, is_pv, cut_node };
            let reduction = late_move_reduction::<N>(depth, late, outlook);

            // 7. Moves that can't matter are left out, once one is safe.
            if !N::ROOT && best > -Score::MATE_BOUND && has_pieces(&position, us) {
                if !noisy && late.is_too_late(depth, outlook) {
                    picker.skip_quiets();
                    continue;
                }
                if late.is_futile(depth, reduction, alpha, outlook) {
                    picker.skip_quiets();
                    continue;
                }
                if depth <= EXCHANGE_DEPTH && number > 1 {
                    let loss = if noisy {
                        exchange_noisy_margin() * depth * depth
                    } else {
                        exchange_quiet_margin() * depth
                    };
                    if !position.see_ge(mv, -loss) {
                        continue;
                    }
                }
            }

            // 8. Make the move and search it: checks a ply deeper, late moves
            // reduced, all but the first with a null window.
            let extension = i32::from(
                gives_check && position.see_ge(mv, 0) && ply < 2 * self.root_depth as usize,
            );
            let nodes_before = self.nodes;
            self.make(shared, ply, mv, piece);
            let next_depth = depth - 1 + extension;
            let value = self
                .search_move::<N>(shared, report, ply, next_depth, alpha, beta, late, reduction);
            self.keys.pop();
            let value = value?;

            // 9. What the move brings.
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

        // 10. No move: mate or stalemate (source text 003).
        if number == 0 {
            return Ok(if outlook.in_check { Score::mated_in(ply) } else { Score::DRAW });
        }

        // 11. Remember what cut off and what did not.
        if best >= beta {
            self.reward(ply, depth, best_move, &quiets, &captures);
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
            let eval = self.frames[ply].eval;
            let entry = Entry { mv: best_move, value: best, eval, depth, bound, is_pv };
            shared.table.store(key, ply, entry);
        }
        Ok(best)
    }

    /// Searches the move just made from `ply`: a late one reduced with a null
    /// window, then, as long as it surprises, to full depth and with the open
    /// window.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn search_move<N: NodeKind>(
        &mut self,
        shared: &Shared<'_>,
        report: &mut dyn Report,
        ply: usize,
        depth: i32,
        alpha: Value,
        beta: Value,
        late: LateMove,
        reduction: i32,
    ) -> Searched {
        let mut value = alpha + 1;
        if late.number > 1 || !N::PV {
            if N::PV {
                // A null window leaves no line, and the value may stand as it is:
                // a mate found here reaches the beta of the shortest mate.
                self.frames[ply + 1].pv.clear();
            }
            let reduced = if late.number > 1 {
                (depth - reduction).clamp(1.min(depth), depth)
            } else {
                depth
            };
            let expect_cut = if reduced < depth { true } else { !late.cut_node };
            value = -self.search::<Null>(
                shared,
                report,
                ply + 1,
                reduced,
                -alpha - 1,
                -alpha,
                expect_cut,
            )?;
            if value > alpha && reduced < depth {
                value = -self.search::<Null>(
                    shared,
                    report,
                    ply + 1,
                    depth,
                    -alpha - 1,
                    -alpha,
                    !late.cut_node,
                )?;
            }
        }
        if N::PV && value > alpha && (late.number == 1 || value < beta || N::ROOT) {
            value = -self.search::<Pv>(shared, report, ply + 1, depth, -beta, -alpha, false)?;
        }
        Ok(value)
    }

    /// Goes one ply on: the next frame gets the position after `mv`.
    #[inline(always)]
    pub(super) fn make(&mut self, shared: &Shared<'_>, ply: usize, mv: Move, piece: Piece) {
        let (here, next) = neighbours(&mut self.frames, ply);
        here.mv = mv;
        here.continued = Continued::new(piece, mv);
        next.accumulator = here.accumulator;
        next.position = here.position.make_observed(mv, &mut next.accumulator);
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
