//! Positions with score and result, as coefficients of the weights.

use super::TuneError;
use crate::board::Position;
use crate::eval::Evaluator;
use crate::eval::coefficients::Coefficients;
use crate::types::Color;
use std::fs;
use std::ops::Range;
use std::thread;

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
    /// Where its entries are: linear ones, then danger for each king.
    ends: [usize; 4],
}

/// Reads a line `FEN | score | result`; the score is in centipawns, both in White's view.
pub(super) fn read_line(line: &str) -> Result<(Position, i16, f32), String> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [fen, score, result] = fields[..] else {
        return Err(format!("{} fields, not 'FEN | score | result'", fields.len()));
    };
    let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
    let score =
        score.parse().map_err(|_| format!("score '{score}' is not a number of centipawns"))?;
    let result = match result {
        "1.0" => 1.0,
        "0.5" => 0.5,
        "0.0" => 0.0,
        _ => return Err(format!("result '{result}' is none of 1.0, 0.5, 0.0")),
    };
    Ok((position, score, result))
}

/// Positions and their entries: places of weights and how often they count.
#[derive(Clone, Debug, Default)]
pub(super) struct Data {
    pub samples: Vec<Sample>,
    entries: Vec<(u16, i16)>,
}

impl Data {
    /// Reads lines `FEN | score | result`; an empty line is between games. Keeps
    /// those of the games for which `keep` holds, by their number in the file.
    pub fn read(
        path: &str,
        threads: usize,
        keep: impl Fn(usize) -> bool + Sync,
    ) -> Result<Self, TuneError> {
        let text = fs::read_to_string(path).map_err(TuneError::file(path))?;
        let mut game = 0;
        let mut lines = Vec::new();
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                game += 1;
            } else if keep(game) {
                lines.push((index, line));
            }
        }
        let parts = lines.chunks(lines.len().div_ceil(threads).max(1));
        let parts: Vec<_> = thread::scope(|scope| {
            let read = |part| move || Self::read_lines(path, part);
            let threads: Vec<_> = parts.map(|part| scope.spawn(read(part))).collect();
            let join = |thread: thread::ScopedJoinHandle<'_, _>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            threads.into_iter().map(join).collect()
        });
        let mut data = Self::default();
        for part in parts {
            data.append(part?);
        }
        Ok(data)
    }

    fn read_lines(path: &str, lines: &[(usize, &str)]) -> Result<Self, TuneError> {
        let mut evaluator = Evaluator::default();
        let mut data = Self::default();
        for &(index, line) in lines {
            data.push_line(&mut evaluator, line).map_err(|error| TuneError::Line {
                path: path.to_owned(),
                line: index + 1,
                error,
            })?;
        }
        Ok(data)
    }

    fn push_line(&mut self, evaluator: &mut Evaluator, line: &str) -> Result<(), String> {
        let (position, score, result) = read_line(line)?;
        self.push(evaluator, &position, f32::from(score), result);
        Ok(())
    }

    /// Adds a position.
    pub fn push(
        &mut self,
        evaluator: &mut Evaluator,
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

    /// Adds all of another.
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

    /// The entries of the danger for the kings, in quarters.
    pub fn danger(&self, sample: &Sample) -> [&[(u16, i16)]; 2] {
        [self.part(sample.ends[1]..sample.ends[2]), self.part(sample.ends[2]..sample.ends[3])]
    }

    fn part(&self, range: Range<usize>) -> &[(u16, i16)] {
        &self.entries[range]
    }
}
