//! Analysis of positions without a GUI.

use crate::board::{Game, Position};
use crate::search::{Control, Info, Limits, Report, Searcher};
use crate::types::Score;
use std::time::{Duration, Instant};

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The best lines in descending order; none in mate and stalemate.
    pub lines: Vec<Info>,
    /// The score for the side to move, also in mate and stalemate.
    pub score: Score,
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

/// Searches a position; the table keeps the entries of earlier searches.
pub fn analyse(searcher: &mut Searcher, position: &Position, limits: &Limits) -> Analysis {
    let start = Instant::now();
    let lines = limits.multi_pv.clamp(1, position.legal_moves().len().max(1));
    let mut latest = Latest { lines, pending: Vec::new(), whole: Vec::new() };
    let control = Control::new(start, false);
    let outcome = searcher.search(&Game::new(*position), limits, &control, &mut latest);
    Analysis {
        lines: if latest.whole.is_empty() { latest.pending } else { latest.whole },
        score: outcome.score,
        nodes: outcome.nodes,
        time: start.elapsed(),
    }
}

/// Keeps the last complete set of lines: those of two iterations don't belong together.
struct Latest {
    /// Lines per iteration.
    lines: usize,
    pending: Vec<Info>,
    whole: Vec<Info>,
}

impl Report for Latest {
    fn info(&mut self, info: &Info) {
        if info.multi_pv == 1 {
            self.pending.clear();
        }
        self.pending.push(info.clone());
        if self.pending.len() == self.lines {
            self.whole = std::mem::take(&mut self.pending);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Score;

    #[test]
    fn lines_are_kept_by_rank() {
        let mut searcher = Searcher::new(1, 1).unwrap();
        let limits = Limits { depth: Some(4), multi_pv: 3, ..Limits::default() };
        let found = analyse(&mut searcher, &Position::startpos(), &limits);
        assert_eq!(found.lines.len(), 3);
        assert!(found.lines.is_sorted_by_key(|line| -line.score));
        assert!(found.lines.iter().all(|line| line.depth == 4 && !line.pv.is_empty()));
        assert_eq!(found.score, found.lines[0].score);
        let mate = Position::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").unwrap();
        let found = analyse(&mut searcher, &mate, &limits);
        assert_eq!((found.lines.len(), found.score), (0, -Score::MATE));
    }
}
