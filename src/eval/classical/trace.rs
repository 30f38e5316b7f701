//! Traces of the evaluation: each term for the explained evaluation, each weight for the
//! tuner.

use super::Pair;
use super::board::Board;
use crate::types::Color;

/// The terms of the explained evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Term {
    Placement,
    Pawns,
    Pieces,
    Mobility,
    Threats,
    KingSafety,
    PassedPawns,
}

impl Term {
    pub const ALL: [Self; 7] = [
        Self::Placement,
        Self::Pawns,
        Self::Pieces,
        Self::Mobility,
        Self::Threats,
        Self::KingSafety,
        Self::PassedPawns,
    ];
}

/// Receives the terms and weights as they are computed.
pub(super) trait Trace {
    /// True if weights are traced, so that they may not come from a cache.
    const TRACES_WEIGHTS: bool = false;

    /// A term of one side, for that side.
    #[inline(always)]
    fn side(&mut self, _term: Term, _color: Color, _score: Pair) {}

    /// A term of both sides together, in White's view.
    #[inline(always)]
    fn both(&mut self, _term: Term, _score: Pair) {}

    /// The whole board, before its terms.
    #[inline(always)]
    fn board(&mut self, _board: &Board<'_>) {}

    /// What whoever sees the terms changes about their sum, in White's view.
    #[inline(always)]
    fn change(&self) -> Pair {
        Pair::default()
    }

    /// One of [`super::weights::WEIGHTS`] that counts `count` times for a side;
    /// returns its worth for that side.
    #[inline(always)]
    fn weigh(&mut self, _color: Color, weight: &'static Pair, count: i32) -> Pair {
        *weight * count
    }

    /// One of these weights that counts `quarters` quarters in the danger for the king of a
    /// side; returns the danger in quarters.
    #[inline(always)]
    fn danger(&mut self, _color: Color, weight: &'static i32, quarters: i32) -> i32 {
        *weight * quarters
    }
}

/// Traces nothing.
pub(super) struct Silent;

impl Trace for Silent {}
