//! What need not be searched: nodes that the static evaluation or a null move
//! settles, moves that come too late or can't reach alpha, and the plies that late
//! moves are reduced by. Each condition is a small function that decides.

use super::correction::{Parts, corrected};
use super::history::Continued;
use super::kind::{NodeKind, Null};
use super::node::neighbours;
use super::params::*;
use super::report::Bound;
use super::statistics::Count;
use super::table::Entry;
use super::worker::{Aborted, Shared, Worker};
use crate::board::Position;
use crate::types::{Color, Move, Score, Value};

/// What the static evaluation says of a node.
#[derive(Clone, Copy)]
pub(super) struct Outlook {
    /// The static evaluation, corrected by the table's bound; [`Score::NONE`] in
    /// check.
    pub eval: Value,
    pub in_check: bool,
    /// Better than two plies ago.
    pub improving: bool,
}

impl Worker {
    /// The static evaluation of the position at `ply`.
    #[inline(always)]
    pub(super) fn static_eval(&mut self, ply: usize) -> Value {
        let frame = &self.frames[ply];
        let eval = self.evaluator.evaluate(ply, &frame.position);
        self.handicap.map_or(eval, |handicap| handicap.misjudge(eval, frame.key))
    }

    /// What the correction histories look at.
    #[inline(always)]
    pub(super) fn parts(&self, ply: usize) -> Parts {
        let frame = &self.frames[ply];
        Parts {
            side: frame.position.side_to_move(),
            keys: frame.parts,
            earlier: [self.earlier(ply, 1), self.earlier(ply, 2)],
        }
    }

    /// The static evaluation, corrected by history (both are kept in the frame), or
    /// what the table has, if its bound lies on the right side to be better.
    #[inline(always)]
    pub(super) fn corrected_eval(&mut self, ply: usize, entry: Option<Entry>) -> Value {
        let stored = entry.map(|entry| entry.eval).filter(|&eval| eval != Score::NONE);
        let raw = stored.unwrap_or_else(|| self.static_eval(ply));
        let eval = corrected(raw, self.histories.corrections.get(self.parts(ply)));
        self.frames[ply].raw_eval = raw;
        self.frames[ply].eval = eval;
        entry.map_or(eval, |entry| match entry.bound {
            _ if Score::is_mate(entry.value) => eval,
            Bound::Lower if entry.value < eval => eval,
            Bound::Upper if entry.value > eval => eval,
            _ => entry.value,
        })
    }

    /// Evaluates the node and compares it with two plies ago.
    #[inline(always)]
    pub(super) fn outlook(&mut self, ply: usize, entry: Option<Entry>) -> Outlook {
        if self.frames[ply].position.in_check() {
            self.frames[ply].raw_eval = Score::NONE;
            self.frames[ply].eval = Score::NONE;
            return Outlook { eval: Score::NONE, in_check: true, improving: false };
        }
        let eval = self.corrected_eval(ply, entry);
        let own = self.frames[ply].eval;
        let before = ply.checked_sub(2).map_or(Score::NONE, |ply| self.frames[ply].eval);
        let improving = before == Score::NONE || own > before;
        Outlook { eval, in_check: false, improving }
    }

    /// Decisions from the static evaluation, in null-window nodes out of check:
    /// reverse futility and the null move.
    #[inline(always)]
    pub(super) fn prune_node(
        &mut self,
        shared: &Shared<'_>,
        ply: usize,
        depth: i32,
        beta: Value,
        outlook: Outlook,
        cut_node: bool,
    ) -> Result<Option<Value>, Aborted> {
        let eval = outlook.eval;
        if depth <= REVERSE_FUTILITY_DEPTH && !Score::is_mate(beta) && !Score::is_mate(eval) {
            let margin = reverse_futility_margin() * (depth - i32::from(outlook.improving));
            if eval - margin >= beta {
                self.statistics.count(Count::StaticCut);
                return Ok(Some((eval + beta) / 2));
            }
        }
        // Null move: if passing still reaches beta, so does some move; but not in
        // zugzwang, which is rare with pieces on the board.
        let position = self.frames[ply].position;
        let passed_before = ply > 0 && self.frames[ply - 1].mv.is_none();
        if depth >= NULL_MOVE_DEPTH
            && eval >= beta
            && self.frames[ply].eval >= beta - null_move_slack() * depth
            && !passed_before
            && ply >= self.null_move_from
            && !Score::is_mate(beta)
            && has_pieces(&position, position.side_to_move())
        {
            let surplus = ((eval - beta) / null_move_margin()).min(NULL_MOVE_SURPLUS_LIMIT);
            let reduction = NULL_MOVE_BASE + depth / NULL_MOVE_FACTOR + surplus;
            self.statistics.count(Count::NullMove);
            let (here, next) = neighbours(&mut self.frames, ply);
            here.mv = Move::NONE;
            here.continued = Continued::default();
            self.evaluator.step(ply + 1);
            next.parts = here.parts;
            next.double_extensions = here.double_extensions;
            next.position = position.make_null();
            next.key = next.position.key();
            self.keys.push(here.key);
            let value = self.search::<Null>(
                shared,
                ply + 1,
                depth - 1 - reduction,
                -beta,
                1 - beta,
                !cut_node,
            );
            self.keys.pop();
            let value = -value?;
            if value >= beta {
                // Mates and table wins after passing are not proved.
                let value = if value > Score::EVAL_MAX { beta } else { value };
                // Deep down a search without null moves verifies it (idea: Stockfish).
                if depth < VERIFY_DEPTH || self.null_move_from > 0 {
                    self.statistics.count(Count::NullMoveCut);
                    return Ok(Some(value));
                }
                let depth = depth - 1 - reduction;
                self.null_move_from = ply + (depth * 3 / 4) as usize;
                let verified = self.search::<Null>(shared, ply, depth, beta - 1, beta, false);
                self.null_move_from = 0;
                if verified? >= beta {
                    self.statistics.count(Count::NullMoveCut);
                    return Ok(Some(value));
                }
            }
        }
        Ok(None)
    }

    /// Plies to add in hindsight of the reduction that led here: one more if it was
    /// large although the last move did the opponent no harm, one less if that move
    /// cost him much (idea: Stockfish).
    #[inline(always)]
    pub(super) fn hindsight(&self, ply: usize, depth: i32, outlook: Outlook) -> i32 {
        let before = &self.frames[ply - 1];
        if outlook.in_check || before.eval == Score::NONE || before.mv.is_none() {
            return 0;
        }
        let sum = self.frames[ply].eval + before.eval;
        if before.reduction >= 3 && sum < 0 {
            1
        } else if before.reduction >= 1 && depth >= 2 && sum > hindsight_margin() {
            -1
        } else {
            0
        }
    }
}

/// What the pruning of single moves looks at.
#[derive(Clone, Copy)]
pub(super) struct LateMove {
    /// From 1.
    pub number: i32,
    pub noisy: bool,
    pub gives_check: bool,
    pub history: i32,
    pub is_pv: bool,
    pub cut_node: bool,
    /// The table's move of the node is noisy.
    pub table_noisy: bool,
}

impl LateMove {
    /// A quiet move, not a check, after so many that failed (late move pruning).
    #[inline(always)]
    pub fn is_too_late(self, depth: i32, outlook: Outlook) -> bool {
        let moves = LATE_MOVE_BASE + depth * depth;
        let allowed = if outlook.improving { moves } else { moves / 2 };
        !self.noisy
            && !self.gives_check
            && depth <= LATE_MOVE_DEPTH
            && !outlook.in_check
            && self.number > allowed
    }

    /// A quiet move that failed too often before (history pruning).
    #[inline(always)]
    pub fn has_bad_history(self, depth: i32, reduction: i32) -> bool {
        !self.noisy
            && !self.gives_check
            && self.number > 1
            && depth - reduction <= HISTORY_PRUNING_DEPTH
            && self.history < -history_pruning_margin() * depth
    }

    /// What the move may lose in exchanges, in centipawns, and still be searched;
    /// `None` if anything.
    #[inline(always)]
    pub fn may_lose(self, depth: i32) -> Option<Value> {
        (depth <= EXCHANGE_DEPTH && self.number > 1).then(|| {
            if self.noisy {
                exchange_noisy_margin() * depth * depth
            } else {
                exchange_quiet_margin() * depth
            }
        })
    }

    /// The static evaluation is so low that a quiet move can't reach alpha.
    #[inline(always)]
    pub fn is_futile(self, depth: i32, reduction: i32, alpha: Value, outlook: Outlook) -> bool {
        let reduced = (depth - reduction).max(0);
        !self.noisy
            && !self.gives_check
            && !outlook.in_check
            && reduced <= FUTILITY_DEPTH
            && outlook.eval + futility_base() + futility_margin() * reduced <= alpha
    }
}

/// Plies that a move is reduced by at first, by depth and number, less for good
/// history (idea: Fruit; logarithms: Senpai).
#[inline(always)]
pub(super) fn late_move_reduction<N: NodeKind>(
    depth: i32,
    late: LateMove,
    outlook: Outlook,
) -> i32 {
    if N::BARE || depth < REDUCTION_DEPTH || late.number < 2 + 2 * i32::from(N::ROOT) {
        return 0;
    }
    let mut reduction = reduction(depth, late.number);
    if late.noisy {
        reduction /= 2;
    }
    if late.is_pv {
        reduction -= reduction_pv();
    }
    if late.cut_node {
        reduction += reduction_cut_node();
    }
    if late.table_noisy && !late.noisy {
        reduction += reduction_table_noisy();
    }
    if !outlook.improving {
        reduction += reduction_not_improving();
    }
    if late.gives_check {
        reduction -= reduction_check();
    }
    reduction -= late.history * 1024 / reduction_history();
    (reduction / 1024).max(0)
}

/// True if a side has more than king and pawns.
#[inline(always)]
pub(super) fn has_pieces(position: &Position, color: Color) -> bool {
    let planes = position.planes();
    let king = 1 << position.king(color).dense();
    planes.colors[color.index()] & !planes.pawns & !king != 0
}
