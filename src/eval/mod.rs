//! The evaluation: what a position is worth without searching, in centipawns.
//!
//! Every term is a pair of a middlegame and an endgame value ([`Pair`]), tapered
//! by the material left. Material and piece-square tables are kept up by an
//! [`Accumulator`] that observes the board; pawn structure is cached by its key;
//! mobility, threats and king safety are computed from the squares that each
//! piece attacks. The weights are our own, tuned on positions from games of the
//! engine against itself (feature `tune`).

mod board;
#[cfg(feature = "tune")]
pub mod coefficients;
mod endgame;
mod explain;
mod pair;
mod pawns;
mod psqt;
mod terms;
mod trace;
mod weights;

pub use explain::{explain, worth};
pub use pair::Pair;
pub use psqt::Accumulator;

use crate::board::Position;
use crate::types::{Color, Score, Value};
use board::{Board, FULL_PHASE};
use pawns::{PawnEntry, PawnTable};
use trace::{Silent, Term, Trace};
use weights::WEIGHTS;

/// The evaluation of one search thread, with its cache of pawn structures.
#[derive(Clone, Debug)]
pub struct Evaluator {
    pawns: PawnTable,
}

impl Default for Evaluator {
    fn default() -> Self {
        Self { pawns: PawnTable::new() }
    }
}

impl Evaluator {
    /// The value of a position for the side to move. `accumulator` must be that
    /// of the position. The value is inside ±[`Score::EVAL_MAX`].
    pub fn evaluate(&mut self, position: &Position, accumulator: &Accumulator) -> Value {
        let total = self.total(position, accumulator, &mut Silent);
        let value = match position.side_to_move() {
            Color::White => total,
            Color::Black => -total,
        };
        (value + WEIGHTS.tempo).clamp(-Score::EVAL_MAX, Score::EVAL_MAX)
    }

    /// The value in White's view, without tempo; `trace` hears every term.
    fn total<T: Trace>(
        &mut self,
        position: &Position,
        accumulator: &Accumulator,
        trace: &mut T,
    ) -> Value {
        let board = Board::new(position);
        let placement = accumulator.score(position);
        trace.both(Term::Placement, placement);
        let key = accumulator.pawn_key();
        let pawns = if T::HEARS_WEIGHTS {
            psqt::trace(position, trace);
            PawnEntry::new(key, &board, trace)
        } else {
            self.pawns.probe(key, &board)
        };
        trace.both(Term::Pawns, pawns.score);
        let pieces = terms::evaluate(&board, pawns, trace);
        let score = placement + pawns.score + pieces;
        let phase = board.phase();
        let scale = endgame::scale(&board, score.endgame());
        let endgame = score.endgame() * scale / endgame::FULL_SCALE;
        (score.middlegame() * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE
    }
}
