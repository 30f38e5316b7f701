//! The classical, hand-crafted evaluation: a sum of terms, in centipawns.
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
mod styled;
mod terms;
mod trace;
mod weights;

pub use explain::explain;
pub use pair::Pair;
pub use psqt::Accumulator;

use crate::board::Position;
use crate::eval::dirty::{Computed, DirtyPieces};
use crate::eval::style::Style;
use crate::types::{Centipawns, Color};
use board::{Board, FULL_PHASE};
use pawns::{PawnEntry, PawnTable};
use std::sync::Arc;
use styled::Styled;
use trace::{Silent, Term, Trace};
use weights::WEIGHTS;

/// The classical evaluation along a line, with its cache of pawn structures.
#[derive(Debug)]
pub struct Classical {
    pawns: PawnTable,
    /// By ply.
    line: Box<[Accumulator]>,
    /// How the terms are seen, if not as they are.
    style: Option<Arc<Style>>,
    /// The side to move at the start of the line, whose style it is.
    own: Color,
}

impl Classical {
    /// Room for lines of `plies` plies.
    pub fn new(plies: usize) -> Self {
        let line = vec![Accumulator::default(); plies].into();
        Self { pawns: PawnTable::new(), line, style: None, own: Color::White }
    }

    /// The same as a player with this style sees it.
    pub(super) fn with_style(self, style: Arc<Style>) -> Self {
        Self { style: Some(style), ..self }
    }

    /// Begins a line with a position.
    pub fn start(&mut self, position: &Position) {
        self.line[0] = Accumulator::new(position);
        self.own = position.side_to_move();
    }

    /// The value of the position at a ply for the side to move; the sums are updated from
    /// the last ply at which they are computed.
    pub(super) fn evaluate(
        &mut self,
        ply: usize,
        position: &Position,
        dirty: &[DirtyPieces],
        computed: &mut [Computed],
    ) -> Centipawns {
        let mut from = ply;
        while !computed[from][0] {
            from -= 1;
        }
        let mut sums = self.line[from];
        for ply in from + 1..=ply {
            dirty[ply].replay(&mut sums);
            self.line[ply] = sums;
            computed[ply][0] = true;
        }
        let total = match self.style.clone() {
            None => self.total(position, &sums, &mut Silent),
            Some(style) => self.total(position, &sums, &mut Styled::new(&style, self.own)),
        };
        let value = match position.side_to_move() {
            Color::White => total,
            Color::Black => -total,
        };
        value + WEIGHTS.tempo
    }

    /// The value in White's view, without tempo; `trace` receives every term.
    fn total<T: Trace>(
        &mut self,
        position: &Position,
        accumulator: &Accumulator,
        trace: &mut T,
    ) -> Centipawns {
        let board = Board::new(position);
        trace.board(&board);
        let placement = accumulator.score(position);
        trace.both(Term::Placement, placement);
        let key = accumulator.pawn_key();
        let pawns = if T::TRACES_WEIGHTS {
            psqt::trace(position, trace);
            PawnEntry::new(key, &board, trace)
        } else {
            self.pawns.probe(key, &board)
        };
        trace.both(Term::Pawns, pawns.score);
        let pieces = terms::evaluate(&board, pawns, trace);
        let score = placement + pawns.score + pieces + trace.change();
        let phase = board.phase();
        let scale = endgame::scale(&board, score.endgame());
        let endgame = score.endgame() * scale / endgame::FULL_SCALE;
        (score.middlegame() * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE
    }
}
