//! The seam by which the explained evaluation hears each term.

use super::Pair;
use crate::types::Color;

/// What the terms are called, for the explained evaluation.
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

/// Hears the terms as they are computed.
pub(super) trait Trace {
    /// A term of one side, for that side.
    fn side(&mut self, term: Term, color: Color, score: Pair);
    /// A term of both sides together, in White's view.
    fn both(&mut self, term: Term, score: Pair);
}

/// Hears nothing.
pub(super) struct Silent;

impl Trace for Silent {
    #[inline(always)]
    fn side(&mut self, _term: Term, _color: Color, _score: Pair) {}
    #[inline(always)]
    fn both(&mut self, _term: Term, _score: Pair) {}
}
