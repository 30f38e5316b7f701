//! The static evaluation of a node.

use super::Search;
use super::correction::{Parts, corrected};
use super::kind::NodeKind;
use super::line::Frame;
use crate::board::Position;
use crate::eval::{KNOWN_WIN, is_known_draw};
use crate::search::params::EVAL_CLOCK;
use crate::search::table::Entry;
use crate::search::window::Bound;
use crate::types::{Centipawns, Move, Score};

/// The static evaluation of a node, and what follows from it.
#[derive(Clone, Copy)]
pub struct NodeEval {
    /// The static evaluation with optimism and corrections, or the table's value if its bound says
    /// more; [`Score::NONE`] in check.
    pub eval: Score,
    /// The side to move is in check.
    pub in_check: bool,
    /// The evaluation is better than two plies ago, or four if there was a check two plies ago; also
    /// where there is nothing to compare with.
    pub improving: bool,
    /// By how much, in centipawns; 0 where there is nothing to compare with.
    pub improvement: Centipawns,
    /// Centipawns by which the static evaluation was corrected, in either direction, by the
    /// histories and the half-move clock.
    pub correction: Centipawns,
}

/// The half-moves until [`EVAL_CLOCK`], when the static evaluation would be worth nothing: where
/// nothing has happened for long, nothing may ever happen.
#[inline(always)]
fn halfmoves_left(position: &Position) -> Centipawns {
    EVAL_CLOCK - position.halfmove_clock().min(EVAL_CLOCK as u32) as Centipawns
}

/// What is left of the static evaluation of a position with its half-move clock. A won ending does
/// not fade: a longer way towards its mate would seem to lose something.
#[inline(always)]
pub fn scaled_by_clock(eval: Score, position: &Position) -> Score {
    if eval.centipawns().abs() >= KNOWN_WIN {
        return eval;
    }
    Score::cp(eval.centipawns() * halfmoves_left(position) / EVAL_CLOCK)
}

/// About the static evaluation from which this score of a search has faded: the score comes from a
/// position some plies ahead, with a clock of its own. Won endings, table wins and mates stay. The
/// values of a network that learned scores as they are would fade a second time.
#[cfg(feature = "tune")]
pub fn unscaled(score: Score, position: &Position) -> Score {
    if score.centipawns().abs() >= KNOWN_WIN {
        return score;
    }
    // No game has a clock of 200, but another position may.
    let left = halfmoves_left(position).max(1);
    Score::cp(score.centipawns() * EVAL_CLOCK / left).clamp_to_eval()
}

impl Search<'_> {
    /// Evaluates the node and compares it with two plies ago.
    #[inline(always)]
    pub(super) fn node_eval<N: NodeKind>(&mut self, ply: usize, entry: Option<Entry>) -> NodeEval {
        if self.line[ply].position.in_check() {
            self.line[ply].raw_eval = Score::NONE;
            self.line[ply].eval = Score::NONE;
            return NodeEval {
                eval: Score::NONE,
                in_check: true,
                improving: false,
                improvement: 0,
                correction: 0,
            };
        }
        let eval = self.corrected_eval::<N>(ply, entry);
        let own = self.line[ply].eval;
        let earlier = |plies| ply.checked_sub(plies).map_or(Score::NONE, |ply| self.line[ply].eval);
        let before = [earlier(2), earlier(4)].into_iter().find(|&eval| eval != Score::NONE);
        let improving = before.is_none_or(|before| own > before);
        let improvement = before.map_or(0, |before| own - before);
        let correction = (own - self.line[ply].raw_eval - self.optimism(ply)).abs();
        NodeEval { eval, in_check: false, improving, improvement, correction }
    }

    /// The raw evaluation with optimism, faded by the half-move clock (idea: Stockfish) and corrected
    /// by history; if the table's bound points the right way, the table's value instead. The raw and
    /// the corrected one are kept in the frame. The table gets the raw one at once, as the node may be
    /// left without a result.
    #[inline(always)]
    pub(super) fn corrected_eval<N: NodeKind>(
        &mut self,
        ply: usize,
        entry: Option<Entry>,
    ) -> Score {
        let stored = entry.map(|entry| entry.eval).filter(|&eval| eval != Score::NONE);
        let raw = stored.unwrap_or_else(|| self.static_eval(ply));
        let key = self.line.table_key(ply);
        if entry.is_none() && !N::BARE {
            self.shared.table.store(key, ply, Entry::of_eval(raw));
        }
        self.line[ply].raw_eval = raw;
        if raw == Score::DRAW && is_known_draw(&self.line[ply].position) {
            self.line[ply].eval = self.draw(ply);
            return self.draw(ply);
        }
        let hoped = (raw + self.optimism(ply)).clamp_to_eval();
        let faded = scaled_by_clock(hoped, &self.line[ply].position);
        let eval = corrected(faded, self.learned.corrections.get(self.parts(ply)));
        self.line[ply].eval = eval;
        entry.map_or(eval, |entry| match entry.bound {
            _ if entry.value.is_decisive() => eval,
            Bound::Lower if entry.value < eval => eval,
            Bound::Upper if entry.value > eval => eval,
            _ => entry.value,
        })
    }

    /// The raw evaluation of the position at `ply`.
    #[inline(always)]
    pub fn static_eval(&mut self, ply: usize) -> Score {
        let frame = &self.line[ply];
        let eval = self.evaluator.evaluate(ply, &frame.position);
        self.shared
            .signals
            .limits
            .handicap
            .map_or(eval, |handicap| handicap.add_noise(eval, frame.key))
    }

    /// True if a player of limited strength does not see this move at `ply`; the root has only
    /// moves that are seen.
    #[inline(always)]
    pub(super) fn overlooks(&self, ply: usize, mv: Move) -> bool {
        self.shared.signals.limits.handicap.is_some_and(|handicap| {
            let Frame { key, position, .. } = &self.line[ply];
            let last = ply.checked_sub(1).map(|ply| self.line[ply].mv);
            last.is_some_and(|last| handicap.overlooks(*key, position.side_to_move(), mv, last))
        })
    }

    /// The parts that the correction histories look at.
    #[inline(always)]
    pub(super) fn parts(&self, ply: usize) -> Parts {
        let frame = &self.line[ply];
        Parts {
            side: frame.position.side_to_move(),
            keys: frame.parts,
            moves: self.line.earlier_moves(ply),
        }
    }
}

#[cfg(all(test, feature = "tune"))]
mod tests {
    use super::*;

    #[test]
    fn what_has_faded_is_restored() {
        for clock in [0, 1, 30, 99, 150] {
            let fen = format!("8/5k2/8/8/3N4/8/5K2/7R w - - {clock} 120");
            let position = Position::from_fen(&fen).unwrap();
            for eval in [0, 7, 150, KNOWN_WIN, -1, -90, -700].map(Score::cp) {
                let restored = unscaled(scaled_by_clock(eval, &position), &position);
                // Up to a centipawn is rounded off, of which there were four.
                assert!((restored.centipawns() - eval.centipawns()).abs() <= 4, "{fen} {eval:?}");
            }
            let mate = Score::mate_in(5);
            assert_eq!(unscaled(mate, &position), mate);
        }
    }
}
