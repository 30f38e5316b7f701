//! The node of the search: fail-soft principal variation search.
//!
//! The first move of a node on the principal variation gets the whole window, all
//! others a null window first, to prove that they are no better (source text 004;
//! Marsland 1991 gives the null-window search a function of its own: here it is
//! the same function compiled for another kind of node). Steps are numbered.

use super::history::Continued;
use super::params::*;
use super::picker::{Picker, quiet_history};
use super::report::{Bound, Report};
use super::stack::Frame;
use super::table::Entry;
use super::worker::{Searched, Shared, Worker};
use crate::board::CheckInfo;
use crate::types::{Color, MAX_PLY, Move, Piece, Score, Value};
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

/// What the static evaluation says of a node.
#[derive(Clone, Copy)]
struct Outlook {
    /// The static evaluation, corrected by the table's bound; [`Score::NONE`] in
    /// check.
    eval: Value,
    in_check: bool,
    /// Better than two plies ago.
    improving: bool,
}

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
            && position.halfmove_clock() < 90
        {
            return Ok(entry.value);
        }
        let table_move = match N::ROOT {
            true => self.root_moves[self.first_root_move].mv(),
            false => {
                let mv = entry.map_or(Move::NONE, |entry| entry.mv);
                if position.is_legal(mv) { mv } else { Move::NONE }
            }
        };
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
        let mut picker = Picker::new(table_move, self.frames[ply].killers);
        let (mut best, mut best_move) = (-Score::INFINITE, Move::NONE);
        let old_alpha = alpha;
        let mut number = 0_i32;
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());
        while let Some(mv) = picker.next(&position, self.context(ply)) {
            if N::ROOT && !self.is_root_candidate(mv) {
                continue;
            }
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
                        EXCHANGE_NOISY_MARGIN * depth * depth
                    } else {
                        EXCHANGE_QUIET_MARGIN * depth
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
        if !(N::ROOT && self.first_root_move > 0) {
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

    /// The static evaluation of the position at `ply`.
    #[inline(always)]
    pub(super) fn static_eval(&mut self, ply: usize) -> Value {
        let frame = &self.frames[ply];
        self.evaluator.evaluate(&frame.position, &frame.accumulator)
    }

    /// Evaluates the node and compares it with two plies ago.
    #[inline(always)]
    fn outlook(&mut self, ply: usize, entry: Option<Entry>) -> Outlook {
        if self.frames[ply].position.in_check() {
            self.frames[ply].eval = Score::NONE;
            return Outlook { eval: Score::NONE, in_check: true, improving: false };
        }
        let stored = entry.map(|entry| entry.eval).filter(|&eval| eval != Score::NONE);
        let raw = stored.unwrap_or_else(|| self.static_eval(ply));
        self.frames[ply].eval = raw;
        // A bound of the table on the right side is a better evaluation.
        let eval = entry.map_or(raw, |entry| match entry.bound {
            _ if Score::is_mate(entry.value) => raw,
            Bound::Lower if entry.value < raw => raw,
            Bound::Upper if entry.value > raw => raw,
            _ => entry.value,
        });
        let before = ply.checked_sub(2).map_or(Score::NONE, |ply| self.frames[ply].eval);
        let improving = before == Score::NONE || raw > before;
        Outlook { eval, in_check: false, improving }
    }

    /// Decisions from the static evaluation alone, in null-window nodes out of
    /// check: reverse futility, and the null move.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn prune_node(
        &mut self,
        shared: &Shared<'_>,
        report: &mut dyn Report,
        ply: usize,
        depth: i32,
        beta: Value,
        outlook: Outlook,
        cut_node: bool,
    ) -> Result<Option<Value>, super::worker::Aborted> {
        let eval = outlook.eval;
        if depth <= REVERSE_FUTILITY_DEPTH && !Score::is_mate(beta) && !Score::is_mate(eval) {
            let margin = REVERSE_FUTILITY_MARGIN * (depth - i32::from(outlook.improving));
            if eval - margin >= beta {
                return Ok(Some((eval + beta) / 2));
            }
        }
        // Null move: if passing still reaches beta, so does some move; but not in
        // zugzwang, which is rare with pieces on the board.
        let position = self.frames[ply].position;
        let passed_before = ply > 0 && self.frames[ply - 1].mv.is_none();
        if depth >= NULL_MOVE_DEPTH
            && eval >= beta
            && self.frames[ply].eval >= beta - 20 * depth
            && !passed_before
            && !Score::is_mate(beta)
            && has_pieces(&position, position.side_to_move())
        {
            let surplus = ((eval - beta) / NULL_MOVE_MARGIN).min(NULL_MOVE_SURPLUS_LIMIT);
            let reduction = NULL_MOVE_BASE + depth / NULL_MOVE_FACTOR + surplus;
            let (here, next) = neighbours(&mut self.frames, ply);
            here.mv = Move::NONE;
            here.continued = Continued::default();
            next.accumulator = here.accumulator;
            next.position = position.make_null();
            next.key = next.position.key();
            self.keys.push(here.key);
            let value = self.search::<Null>(
                shared,
                report,
                ply + 1,
                depth - 1 - reduction,
                -beta,
                1 - beta,
                !cut_node,
            );
            self.keys.pop();
            let value = -value?;
            if value >= beta {
                return Ok(Some(if Score::is_mate(value) { beta } else { value }));
            }
        }
        Ok(None)
    }

    /// True if the root searches this move in the current line of MultiPV.
    fn is_root_candidate(&self, mv: Move) -> bool {
        self.root_moves[self.first_root_move..].iter().any(|root_move| root_move.mv() == mv)
    }

    /// Notes the value of a root move. One that isn't searched with an open
    /// window is only known to be worse: it keeps its place behind the others.
    fn note_root_move(
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
        if value > alpha {
            root_move.pv.truncate(1);
            root_move.pv.extend(line);
        }
    }

    /// The line of `ply` becomes `mv` and the line of the next ply.
    #[inline(always)]
    pub(super) fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (here, next) = neighbours(&mut self.frames, ply);
        here.pv.clear();
        here.pv.push(mv);
        let _ = here.pv.try_extend_from_slice(&next.pv);
    }

    /// Rewards the move that cut off, and punishes those tried before it.
    fn reward(&mut self, ply: usize, depth: i32, best: Move, quiets: &[Move], captures: &[Move]) {
        let bonus = (HISTORY_FACTOR * depth - HISTORY_BASE).min(HISTORY_LIMIT);
        let position = self.frames[ply].position;
        let us = position.side_to_move();
        let earlier = self.context(ply).earlier;
        if !position.is_noisy(best) {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != best {
                *killers = [best, killers[0]];
            }
            for (mv, bonus) in
                std::iter::once((best, bonus)).chain(quiets.iter().map(|&mv| (mv, -bonus)))
            {
                let piece = position.piece_on(mv.from());
                self.histories.butterfly.update(us, mv, bonus);
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

/// What the pruning of single moves looks at.
#[derive(Clone, Copy)]
struct LateMove {
    /// From 1.
    number: i32,
    noisy: bool,
    gives_check: bool,
    history: i32,
    is_pv: bool,
    cut_node: bool,
}

impl LateMove {
    /// So many moves failed that quiet ones won't help (late move pruning).
    #[inline(always)]
    fn is_too_late(self, depth: i32, outlook: Outlook) -> bool {
        let moves = LATE_MOVE_BASE + depth * depth;
        let allowed = if outlook.improving { moves } else { moves / 2 };
        depth <= LATE_MOVE_DEPTH && !outlook.in_check && self.number > allowed
    }

    /// The static evaluation is so low that a quiet move can't reach alpha.
    #[inline(always)]
    fn is_futile(self, depth: i32, reduction: i32, alpha: Value, outlook: Outlook) -> bool {
        let reduced = (depth - reduction).max(0);
        !self.noisy
            && !self.gives_check
            && !outlook.in_check
            && reduced <= FUTILITY_DEPTH
            && outlook.eval + FUTILITY_BASE + FUTILITY_MARGIN * reduced <= alpha
    }
}

/// Plies that a move is reduced by at first, by depth and number, less for good
/// history (idea: Fruit; logarithms: Senpai).
#[inline(always)]
fn late_move_reduction<N: NodeKind>(depth: i32, late: LateMove, outlook: Outlook) -> i32 {
    if depth < REDUCTION_DEPTH || late.number < 2 + 2 * i32::from(N::ROOT) {
        return 0;
    }
    let mut reduction = reduction(depth, late.number);
    if late.noisy {
        reduction /= 2;
    }
    if late.is_pv {
        reduction -= 800;
    }
    if late.cut_node {
        reduction += 900;
    }
    if !outlook.improving {
        reduction += 400;
    }
    if late.gives_check {
        reduction -= 700;
    }
    reduction -= late.history * 1024 / REDUCTION_HISTORY;
    (reduction / 1024).max(0)
}

/// True if a side has more than king and pawns.
#[inline(always)]
fn has_pieces(position: &crate::board::Position, color: Color) -> bool {
    let planes = position.planes();
    let king = 1 << position.king(color).dense();
    planes.colors[color.index()] & !planes.pawns & !king != 0
}

/// A frame and the next.
#[inline(always)]
fn neighbours(frames: &mut [Frame], ply: usize) -> (&mut Frame, &mut Frame) {
    let (before, after) = frames.split_at_mut(ply + 1);
    (&mut before[ply], &mut after[0])
}
