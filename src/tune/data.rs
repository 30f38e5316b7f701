//! Positions with score and result, as coefficients of the weights.

use super::TuneError;
use super::games::{Games, Kind};
use crate::board::Position;
use crate::eval::classical::Classical;
use crate::eval::classical::coefficients::Coefficients;
use crate::types::Color;
use std::ops::Range;

/// One position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// The search's score in centipawns, White's view.
    pub score: f32,
    /// The game's result for White.
    pub result: f32,
    /// 1 if White is to move, else -1.
    pub turn: f32,
    pub phase: f32,
    pub scale: [f32; 2],
    /// Bounds of its ranges of entries: linear ones, then the danger of each king.
    ends: [usize; 4],
}

/// Positions and their entries: indices of weights and their coefficients.
#[derive(Clone, Debug, Default)]
pub(super) struct Data {
    pub samples: Vec<Sample>,
    entries: Vec<(u16, i16)>,
}

impl Data {
    /// Reads the quiet positions of the games of a file whose number (from 0) `keep` accepts.
    pub fn read(path: &str, keep: impl Fn(usize) -> bool) -> Result<Self, TuneError> {
        let mut evaluator = Classical::new(0);
        let mut data = Self::default();
        for (number, game) in Games::open(path)?.enumerate() {
            let game = game?;
            // Of a node inside a search no result is known.
            if !keep(number) || game.kind == Kind::Inner {
                continue;
            }
            for (position, score) in game.quiet() {
                let score = score.centipawns() as f32;
                data.push(&mut evaluator, &position, score, game.result.points());
            }
        }
        Ok(data)
    }

    /// Adds a position.
    pub fn push(
        &mut self,
        evaluator: &mut Classical,
        position: &Position,
        score: f32,
        result: f32,
    ) {
        let found = Coefficients::new(evaluator, position);
        let mut ends = [self.entries.len(); 4];
        let [white, black] = &found.danger;
        for (end, list) in ends[1..].iter_mut().zip([&found.linear, white, black]) {
            self.entries.extend(list);
            *end = self.entries.len();
        }
        let turn = if position.side_to_move() == Color::White { 1.0 } else { -1.0 };
        let Coefficients { phase, scale, .. } = found;
        self.samples.push(Sample { score, result, turn, phase, scale, ends });
    }

    /// Adds all positions of `other`.
    pub fn append(&mut self, other: Self) {
        let shift = self.entries.len();
        self.samples.extend(other.samples.into_iter().map(|mut sample| {
            sample.ends = sample.ends.map(|end| end + shift);
            sample
        }));
        self.entries.extend(other.entries);
    }

    /// The linear entries of a position.
    pub fn linear(&self, sample: &Sample) -> &[(u16, i16)] {
        self.part(sample.ends[0]..sample.ends[1])
    }

    /// The entries of the danger of White's and Black's king, in quarters.
    pub fn danger(&self, sample: &Sample) -> [&[(u16, i16)]; 2] {
        [self.part(sample.ends[1]..sample.ends[2]), self.part(sample.ends[2]..sample.ends[3])]
    }

    fn part(&self, range: Range<usize>) -> &[(u16, i16)] {
        &self.entries[range]
    }
}
