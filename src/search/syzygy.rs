//! Endgame tables as the search uses them: scores for positions inside the tree, and the
//! moves at the root that keep the result and make progress.

use super::window::Bound;
use crate::board::Position;
use crate::tablebase::{RootProbe, Tablebases, Wdl};
use crate::types::{Move, Score};
use std::sync::Arc;

/// Endgame tables and how they are to be used.
#[derive(Clone, Debug)]
pub struct Syzygy {
    /// The tables.
    pub tables: Arc<Tablebases>,
    /// The least depth in plies at which positions with as many pieces as the largest table
    /// are looked up.
    pub depth: i32,
    /// Positions with more pieces, kings included, are not looked up.
    pub pieces: u32,
    /// The fifty-move rule counts.
    pub fifty_moves: bool,
}

impl Syzygy {
    /// A result as a score and what the score says: a win is worth at least that, since
    /// there may be a mate.
    fn score(&self, wdl: Wdl, ply: usize) -> (Score, Bound) {
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

    /// The score of a position `ply` plies from the root, whose node has `depth` plies left,
    /// and what it says; `None` if the tables don't know it or it is not worth a look.
    #[inline(always)]
    pub fn probe(&self, position: &Position, ply: usize, depth: i32) -> Option<(Score, Bound)> {
        if position.halfmove_clock() > 0 || !self.tables.may_know(position, self.pieces) {
            return None;
        }
        let largest = self.pieces.min(self.tables.pieces());
        if depth < self.depth && !self.tables.may_know(position, largest - 1) {
            return None;
        }
        Some(self.score(self.tables.wdl(position)?, ply))
    }

    /// The moves of the root that keep its result, with the score of the position and
    /// the number of moves looked up; none if the tables don't know. Of winning moves
    /// those next to a capture or pawn move, so that the game goes on; of losing ones
    /// the most stubborn.
    pub fn root(&self, position: &Position) -> Option<(Vec<Move>, Score, u64)> {
        if !self.tables.may_know(position, self.pieces) {
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
