//! Endgame tables in the search: results inside the tree, and the moves at the root
//! that keep the result and make progress.

use super::params::TABLE_RESULT_DEPTH;
use super::report::Bound;
use super::table::Entry;
use super::worker::{Shared, Worker};
use crate::board::Position;
use crate::tablebase::{RootProbe, Tablebases, Wdl};
use crate::types::{Move, Score, Value};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Endgame tables and how they are to be used.
#[derive(Clone, Debug)]
pub struct Syzygy {
    /// The tables.
    pub tables: Arc<Tablebases>,
    /// Positions with as many men as the largest table are looked up from this depth in
    /// plies on.
    pub depth: i32,
    /// Positions with more men are not looked up.
    pub men: u32,
    /// The fifty-move rule counts.
    pub fifty_moves: bool,
}

impl Syzygy {
    /// A result as a score and what the score says: a win is worth at least that, since
    /// there may be a mate.
    fn score(&self, wdl: Wdl, ply: usize) -> (Value, Bound) {
        match wdl {
            Wdl::Win => (Score::table_win(ply), Bound::Lower),
            Wdl::Loss => (-Score::table_win(ply), Bound::Upper),
            Wdl::Draw => (Score::DRAW, Bound::Exact),
            Wdl::CursedWin if !self.fifty_moves => self.score(Wdl::Win, ply),
            Wdl::BlessedLoss if !self.fifty_moves => self.score(Wdl::Loss, ply),
            // A draw, but one side has to know how.
            Wdl::CursedWin => (Score::DRAW + 1, Bound::Exact),
            Wdl::BlessedLoss => (Score::DRAW - 1, Bound::Exact),
        }
    }

    /// The moves of the root that keep its result, with the score of the position and
    /// the number of moves looked up; none if the tables don't know. Of winning moves
    /// those next to a capture or pawn move, so that the game goes on; of losing ones
    /// the most stubborn.
    pub fn root(&self, position: &Position) -> Option<(Vec<Move>, Value, u64)> {
        if !self.tables.may_know(position, self.men) {
            return None;
        }
        let probes = self.tables.root(position)?;
        let best = probes.iter().map(|probe| probe.wdl).max()?;
        let keeps = || probes.iter().filter(move |probe| probe.wdl == best);
        let dtz = match best {
            Wdl::Draw => None,
            Wdl::Win | Wdl::CursedWin => keeps().map(|probe| probe.dtz).min(),
            Wdl::Loss | Wdl::BlessedLoss => keeps().map(|probe| probe.dtz).max(),
        };
        let kept = keeps().filter(|probe| dtz.is_none_or(|dtz| probe.dtz == dtz));
        let moves = kept.map(|&RootProbe { mv, .. }| mv).collect();
        Some((moves, self.score(best, 0).0, probes.len() as u64))
    }
}

/// What the tables say of a node.
pub(super) enum TableResult {
    /// Its value, or a bound that is enough.
    Settled(Value),
    /// It is won, and worth at least this; a mate may be nearer.
    AtLeast(Value),
    /// It is lost, and worth at most this.
    AtMost(Value),
}

impl Worker {
    /// What the tables say of the position at `ply`; what settles it goes into the
    /// transposition table. They know results for a half-move clock at zero only, which is
    /// enough: every line into them begins so.
    #[inline(always)]
    pub(super) fn table_result(
        &mut self,
        shared: &Shared<'_>,
        ply: usize,
        depth: i32,
        (alpha, beta): (Value, Value),
        is_pv: bool,
    ) -> Option<TableResult> {
        let syzygy = shared.syzygy?;
        let position = &self.frames[ply].position;
        if position.halfmove_clock() > 0 || !syzygy.tables.may_know(position, syzygy.men) {
            return None;
        }
        let largest = syzygy.men.min(syzygy.tables.men());
        if depth < syzygy.depth && !syzygy.tables.may_know(position, largest - 1) {
            return None;
        }
        let (value, bound) = syzygy.score(syzygy.tables.wdl(position)?, ply);
        shared.table_hits.fetch_add(1, Relaxed);
        Some(match bound {
            Bound::Lower if value < beta => TableResult::AtLeast(value),
            Bound::Upper if value > alpha => TableResult::AtMost(value),
            _ => {
                let depth = depth + TABLE_RESULT_DEPTH;
                let (mv, eval) = (Move::NONE, Score::NONE);
                let entry = Entry { mv, value, eval, depth, bound, is_pv };
                shared.table.store(self.frames[ply].key, ply, entry);
                TableResult::Settled(value)
            }
        })
    }
}
