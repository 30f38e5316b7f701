//! The evaluation as a function of its weights, for the tuner: the
//! coefficient of each weight in a position, and the value that results.
//!
//! A weight is known by its place in the file of weights, counted from 0; a pair
//! has one place. All but three parts are linear: danger for a king counts with
//! its square, the endgame is scaled, and both phases are tapered.

use super::board::{Board, FULL_PHASE};
use super::trace::Trace;
use super::weights::{WEIGHTS, Weights};
use super::{Accumulator, Classical, Pair, endgame, terms};
use crate::board::Position;
use crate::types::Color;

/// Danger beyond this does not count.
pub const DANGER_LIMIT: f32 = terms::DANGER_LIMIT as f32;

/// The middlegame counts the square of the danger divided by this.
pub const DANGER_MIDDLEGAME: f32 = terms::DANGER_MIDDLEGAME as f32;

/// The endgame counts the danger divided by this.
pub const DANGER_ENDGAME: f32 = terms::DANGER_ENDGAME as f32;

/// The number of weights.
pub const COUNT: usize = size_of::<Weights>() / size_of::<Pair>();

/// The text of the file of weights, which has them in the order of their places.
pub const FILE_TEXT: &str = include_str!("weights.rs");

/// The coefficients of the weights in a position.
#[derive(Clone, Debug, Default)]
pub struct Coefficients {
    /// Weights and the number of times they count, White's view.
    pub linear: Vec<(u16, i16)>,
    /// The danger for White's and for Black's king, in quarters.
    pub danger: [Vec<(u16, i16)>; 2],
    /// How much of the value is middlegame, from 0 to 1.
    pub phase: f32,
    /// How much of the endgame counts if it is better for White and if it is better
    /// for Black, from 0 to 1.
    pub scale: [f32; 2],
}

impl Coefficients {
    /// The coefficients of a position; any evaluator will do.
    pub fn new(evaluator: &mut Classical, position: &Position) -> Self {
        let mut found = Self::default();
        evaluator.total(position, &Accumulator::new(position), &mut found);
        found.linear.sort_unstable_by_key(|entry| entry.0);
        found.linear.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        found.linear.retain(|entry| entry.1 != 0);
        let board = Board::new(position);
        found.phase = board.phase() as f32 / FULL_PHASE as f32;
        found.scale =
            [1, -1].map(|sign| endgame::scale(&board, sign) as f32 / endgame::FULL_SCALE as f32);
        found
    }
}

/// The place of a weight, from its address.
fn place<T>(weight: &'static T) -> u16 {
    let start = std::ptr::from_ref(&WEIGHTS).addr();
    ((std::ptr::from_ref(weight).addr() - start) / size_of::<Pair>()) as u16
}

impl Trace for Coefficients {
    const TRACES_WEIGHTS: bool = true;

    fn weigh(&mut self, color: Color, weight: &'static Pair, count: i32) -> Pair {
        let sign = if color == Color::White { 1 } else { -1 };
        self.linear.push((place(weight), (sign * count) as i16));
        *weight * count
    }

    fn danger(&mut self, color: Color, weight: &'static i32, quarters: i32) -> i32 {
        if quarters != 0 {
            self.danger[color.index()].push((place(weight), quarters as i16));
        }
        *weight * quarters
    }
}
