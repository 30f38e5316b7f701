//! Tablebases as the search uses them: scores for positions inside the tree, and the
//! moves at the root that keep the result and make progress.

use super::window::Bound;
use crate::board::{Game, Position};
use crate::tablebase::{RootProbe, Tablebases, Wdl};
use crate::types::{Move, Score};
use std::cmp::Reverse;
use std::sync::Arc;

/// Tablebases and how they are to be used.
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
    /// there may be a mate. `draw` is the value of a draw.
    fn score(&self, wdl: Wdl, ply: usize, draw: Score) -> (Score, Bound) {
        match wdl {
            Wdl::Win => (Score::table_win(ply), Bound::Lower),
            Wdl::Loss => (-Score::table_win(ply), Bound::Upper),
            Wdl::Draw => (draw, Bound::Exact),
            Wdl::CursedWin if !self.fifty_moves => self.score(Wdl::Win, ply, draw),
            Wdl::BlessedLoss if !self.fifty_moves => self.score(Wdl::Loss, ply, draw),
            // A draw, but one side has to know how.
            Wdl::CursedWin => (draw + 1, Bound::Exact),
            Wdl::BlessedLoss => (draw - 1, Bound::Exact),
        }
    }

    /// The score of a position `ply` plies from the root, whose node has `depth` plies left,
    /// and what it says, with the value of a draw; `None` if the tables don't know it or it is
    /// not worth a look.
    #[inline(always)]
    pub fn probe(
        &self,
        position: &Position,
        ply: usize,
        depth: i32,
        draw: Score,
    ) -> Option<(Score, Bound)> {
        if position.halfmove_clock() > 0 || !self.tables.may_know(position, self.pieces) {
            return None;
        }
        let largest = self.pieces.min(self.tables.pieces());
        if depth < self.depth && !self.tables.may_know(position, largest - 1) {
            return None;
        }
        Some(self.score(self.tables.wdl(position)?, ply, draw))
    }

    /// These moves at the end of a game with what the tables say of them, the best first, and the
    /// number of moves looked up; `None` if the tables don't know. Of winning moves those next to a
    /// capture or pawn move are best, so that the game goes on; of losing ones the most
    /// stubborn. A move that ends the game by a third repetition is a draw, of which the tables know
    /// nothing. `draw` is the value of a draw.
    pub fn rank(&self, game: &Game, moves: &[Move], draw: Score) -> Option<(Vec<RankedMove>, u64)> {
        if !self.tables.may_know(game.position(), self.pieces) {
            return None;
        }
        let probes = self.tables.root(game.position())?;
        let asked = probes.iter().filter(|probe| moves.contains(&probe.mv));
        let repeats = |mv| {
            let mut after = game.clone();
            after.push(mv);
            after.occurrences() >= 3
        };
        let rank = |probe: &RootProbe| match repeats(probe.mv) {
            true => {
                RankedMove { rank: (Wdl::Draw, 0), result: Some(draw), ..self.ranked(probe, draw) }
            }
            false => self.ranked(probe, draw),
        };
        let mut ranked: Vec<RankedMove> = asked.map(rank).collect();
        ranked.sort_by_key(|ranked| Reverse(ranked.rank));
        (!ranked.is_empty()).then_some((ranked, probes.len() as u64))
    }

    fn ranked(&self, probe: &RootProbe, draw: Score) -> RankedMove {
        let plies = probe.dtz.map_or(0, |plies| plies as i32);
        let progress = match probe.wdl {
            Wdl::Draw => 0,
            Wdl::Win | Wdl::CursedWin => -plies,
            Wdl::Loss | Wdl::BlessedLoss => plies,
        };
        let result = Some(self.score(probe.wdl, 0, draw).0);
        let leads = probe.dtz.is_some();
        RankedMove { mv: probe.mv, rank: (probe.wdl, progress), result, leads }
    }
}

/// A place among the moves of the root: the result, and how near it is.
pub type Rank = (Wdl, i32);

/// A move of the root and what the tables say of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// A move of a higher rank is better, whatever a search thinks of it.
    pub rank: Rank,
    /// The score to show unless the search finds a mate; `None` if the tables don't know it.
    pub result: Option<Score>,
    /// The rank makes progress by itself, so that the search needs no tables.
    pub leads: bool,
}

impl From<Move> for RankedMove {
    /// A move of which the tables say nothing.
    fn from(mv: Move) -> Self {
        Self { mv, rank: (Wdl::Draw, 0), result: None, leads: false }
    }
}
