//! Aspiration windows: an iteration expects the mean of those before it, and widens the
//! window on the side on which it was wrong (source text 004; Slate and Atkin, "Chess 4.5", 1977).

use super::params::{
    ASPIRATION_DEPTH, ASPIRATION_LIMIT, ASPIRATION_LOWERED_LIMIT, ASPIRATION_SCORE_LIMIT,
    ASPIRATION_SQUARE, aspiration_margin,
};
use super::window::{Bound, Window};
use crate::types::{Centipawns, Score};

/// The windows that an iteration searches the root with, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Aspiration {
    /// The one to search with.
    pub window: Window,
    /// Plies by which the search may be shallower: after a fail high the move is likely to be
    /// best anyway, and the next window finds its value.
    pub lowered: i32,
    margin: Centipawns,
}

impl Aspiration {
    /// Begins an iteration of this depth with the value that is expected. The further that is from
    /// a draw, the more the next is likely to differ (idea: Stockfish).
    pub fn new(expected: Score, depth: i32) -> Self {
        let score = expected.centipawns().clamp(-ASPIRATION_SCORE_LIMIT, ASPIRATION_SCORE_LIMIT);
        let margin = aspiration_margin() + score * score / ASPIRATION_SQUARE;
        let window = if depth >= ASPIRATION_DEPTH && !expected.is_decisive() {
            Window { alpha: expected - margin, beta: expected + margin }
        } else {
            Window::FULL
        };
        Self { window, lowered: 0, margin }
    }

    /// Takes the fail-soft value that a search with the window found: true if it is exact,
    /// otherwise the next window is chosen.
    pub fn is_settled_by(&mut self, value: Score) -> bool {
        let window = &mut self.window;
        match Bound::of(value, *window) {
            Bound::Exact => return true,
            Bound::Upper => {
                window.beta = window.alpha.midpoint(window.beta);
                window.alpha = (value - self.margin).max(-Score::INFINITE);
                self.lowered = 0;
            }
            Bound::Lower => {
                window.beta = (value + self.margin).min(Score::INFINITE);
                self.lowered = (self.lowered + 1).min(ASPIRATION_LOWERED_LIMIT);
            }
        }
        self.margin += self.margin / 2;
        if self.margin > ASPIRATION_LIMIT {
            *window = Window::FULL;
        }
        false
    }
}
