//! The evaluation: the value of a position without searching, in centipawns.
//!
//! There are two: a small neural [`network`], which learned from positions of games of
//! the engine against itself, and the [`classical`] one, a hand-crafted sum of terms, from whose
//! games the first network learned. Both keep sums over the pieces on the board. The board reports
//! what a move changes ([`DirtyPieces`]), and the sums are updated when a value is needed.
//! Pieces against a bare king are valued by rule.

mod bare_king;
mod bishop_and_knight;
pub mod classical;
mod dirty;
mod explain;
pub mod network;
mod style;
mod wdl;

pub use bare_king::{KNOWN_WIN, is_known_draw};
pub use dirty::DirtyPieces;
pub use explain::{explain, piece_values};
pub use style::{STYLE_NAMES, Style, StyleError};
#[cfg(feature = "tune")]
pub use wdl::WdlModel;
pub use wdl::{DRAWN, normalised, win_draw_loss};

use crate::board::Position;
use crate::types::{MAX_PLY, Score};
use classical::Classical;
use dirty::Computed;
use network::{Network, NetworkLine};
use std::sync::Arc;

/// Which evaluation to use.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// Hand-crafted terms.
    Classical,
    /// The same as a player with this style sees them, who has the side to move at the root.
    Styled(Arc<Style>),
    /// A neural network: the stronger one, see `docs/notebook/networks.md`.
    Network(Arc<Network>),
}

/// The network inside the program.
impl Default for Evaluation {
    fn default() -> Self {
        Self::network()
    }
}

/// Networks are the same if they are in the same place.
impl PartialEq for Evaluation {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Classical, Self::Classical) => true,
            (Self::Styled(own), Self::Styled(other)) => own == other,
            (Self::Network(own), Self::Network(other)) => Arc::ptr_eq(own, other),
            _ => false,
        }
    }
}

impl Evaluation {
    /// By the network inside the program.
    pub fn network() -> Self {
        Self::Network(Network::embedded())
    }

    /// The classical one, or else that by a network.
    pub fn new(classical: bool, network: &Arc<Network>) -> Self {
        if classical { Self::Classical } else { Self::Network(Arc::clone(network)) }
    }
}

/// The evaluation of one search thread, along the line being searched.
#[derive(Debug)]
pub struct Evaluator {
    /// By ply, the pieces that the move before it changed.
    dirty: Box<[DirtyPieces]>,
    /// By ply and side, whether the accumulator is that of the position.
    computed: Box<[Computed]>,
    method: Method,
}

#[derive(Debug)]
enum Method {
    Classical(Classical),
    Network(NetworkLine),
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::new(&Evaluation::default())
    }
}

impl Evaluator {
    /// Plies of a line, the root's included.
    const PLIES: usize = MAX_PLY + 2;

    /// An evaluator with nothing on its line yet: [`Self::start`] comes first.
    pub fn new(evaluation: &Evaluation) -> Self {
        let method = match evaluation {
            Evaluation::Classical => Method::Classical(Classical::new(Self::PLIES)),
            Evaluation::Styled(style) => {
                Method::Classical(Classical::new(Self::PLIES).with_style(Arc::clone(style)))
            }
            Evaluation::Network(network) => {
                Method::Network(NetworkLine::new(Arc::clone(network), Self::PLIES))
            }
        };
        Self {
            dirty: vec![DirtyPieces::default(); Self::PLIES].into(),
            computed: vec![Computed::default(); Self::PLIES].into(),
            method,
        }
    }

    /// Begins a line with this position at ply 0.
    pub fn start(&mut self, position: &Position) {
        match &mut self.method {
            Method::Classical(classical) => classical.start(position),
            Method::Network(network) => network.start(position),
        }
        self.computed[0] = [true; 2];
    }

    /// The observer of the move that leads to `ply` (at least 1); a null move is not
    /// reported to it.
    #[inline(always)]
    pub fn step(&mut self, ply: usize) -> &mut DirtyPieces {
        self.computed[ply] = Computed::default();
        let dirty = &mut self.dirty[ply];
        dirty.clear();
        dirty
    }

    /// The value of the position at `ply`, which must be that of the line, for the side to
    /// move; inside ±[`Score::EVAL_MAX`].
    pub fn evaluate(&mut self, ply: usize, position: &Position) -> Score {
        if let Some(value) = bare_king::value(position, &position.planes()) {
            return Score::cp(value).clamp_to_eval();
        }
        let (dirty, computed) = (&self.dirty[..], &mut self.computed[..]);
        let value = match &mut self.method {
            Method::Classical(classical) => classical.evaluate(ply, position, dirty, computed),
            Method::Network(network) => network.evaluate(ply, position, dirty, computed),
        };
        Score::cp(value).clamp_to_eval()
    }

    /// The value of a position by itself, for the side to move.
    pub fn value(&mut self, position: &Position) -> Score {
        self.start(position);
        self.evaluate(0, position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2QK2R w KQ - 0 9";

    fn value(style: &str, fen: &str) -> Score {
        let style: Style = style.parse().expect("a style");
        let position = Position::from_fen(fen).expect("a position");
        Evaluator::new(&Evaluation::Styled(Arc::new(style))).value(&position)
    }

    /// What a style says nothing about counts as usual; a pawn up counts by the worth of a pawn, for
    /// whoever is to move at the root.
    #[test]
    fn a_style_changes_what_it_names() {
        let position = Position::from_fen(FEN).expect("a position");
        let plain = Evaluator::new(&Evaluation::Classical).value(&position);
        assert_eq!(value("name = Plain", FEN), plain);
        assert_eq!(value("attack = 100\nkeep_pieces = 0", FEN), plain);
        let pawn_up = FEN.replace("pp2bppp", "p3bppp");
        let surplus = |style: &str| value(style, &pawn_up) - value(style, FEN);
        assert!(surplus("pawn = 50") < surplus("pawn = 100"));
        assert!(surplus("pawn = 100") < surplus("pawn = 150"));
        // Without the queens two pieces are exchanged: the player to move does not like it.
        let exchanged = FEN.replace("r1bq1rk1", "r1b2rk1").replace("R2QK2R", "R3K2R");
        assert_eq!(value("keep_pieces = 5", &exchanged), value("", &exchanged) - 10);
        let other = exchanged.replace(" w ", " b ");
        assert_eq!(value("keep_pieces = 5", &other), value("", &other) - 10);
    }
}
