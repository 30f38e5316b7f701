//! Statistics of files of games and their quiet positions.

use super::TuneError;
use super::games::{GameResult, Games, Kind};
use crate::types::Centipawns;
use std::collections::HashSet;
use std::fmt;

/// One in this number of positions is counted for repetitions.
const SAMPLED: u64 = 16;
/// Upper bounds of the classes of scores in centipawns; one more class lies above.
const SCORES: [Centipawns; 7] = [25, 50, 100, 200, 400, 800, 1600];
/// Upper bounds of the classes of positions by number of pieces.
const PIECES: [u32; 7] = [6, 10, 14, 18, 22, 26, 32];

/// Statistics of files of games.
#[derive(Clone, Debug, Default)]
pub struct DataStatistics {
    games: usize,
    /// Nodes inside searches, which the other numbers leave out.
    inner: usize,
    bytes: u64,
    /// By result: Black's wins, draws, White's wins.
    results: [usize; 3],
    moves: usize,
    positions: usize,
    by_score: [usize; SCORES.len() + 1],
    by_pieces: [usize; PIECES.len()],
    sampled: usize,
    keys: HashSet<u64>,
}

/// The number of quiet positions of the games in files.
///
/// # Errors
/// If a file can't be read or is damaged.
pub fn quiet_positions(files: &[String]) -> Result<usize, TuneError> {
    let mut count = 0;
    for path in files {
        for game in Games::open(path)? {
            let game = game?;
            count += if game.kind == Kind::Game { game.quiet().count() } else { 0 };
        }
    }
    Ok(count)
}

impl DataStatistics {
    /// Reads files of games.
    ///
    /// # Errors
    /// If a file can't be read or is damaged.
    pub fn read(files: &[String]) -> Result<Self, TuneError> {
        let mut all = Self::default();
        for path in files {
            let mut games = Games::open(path)?;
            for game in &mut games {
                let game = game?;
                if game.kind == Kind::Inner {
                    all.inner += 1;
                    continue;
                }
                all.games += 1;
                all.results[game.result as usize] += 1;
                all.moves += game.moves.len();
                for (position, score) in game.quiet() {
                    all.positions += 1;
                    let score = score.abs().centipawns();
                    all.by_score[SCORES.partition_point(|&limit| limit < score)] += 1;
                    let pieces = position.piece_count() as u32;
                    all.by_pieces[PIECES.partition_point(|&limit| limit < pieces)] += 1;
                    if position.key() % SAMPLED == 0 {
                        all.sampled += 1;
                        all.keys.insert(position.key());
                    }
                }
            }
            all.bytes += games.bytes();
        }
        Ok(all)
    }
}

impl fmt::Display for DataStatistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        let each = |sum: f64, count: usize| sum / count.max(1) as f64;
        let result = |result: GameResult| share(self.results[result as usize], self.games);
        let repeated = share(self.sampled - self.keys.len(), self.sampled);
        writeln!(f, "games      {}", self.games)?;
        writeln!(
            f,
            "moves      {} ({:.1} a game)",
            self.moves,
            each(self.moves as f64, self.games)
        )?;
        writeln!(
            f,
            "results    {:.1} % White, {:.1} % drawn, {:.1} % Black",
            result(GameResult::Win),
            result(GameResult::Draw),
            result(GameResult::Loss)
        )?;
        writeln!(
            f,
            "quiet      {} positions, {:.1} % of all, {repeated:.2} % of them repeated",
            self.positions,
            share(self.positions, self.moves),
        )?;
        writeln!(f, "inner      {} nodes of searches", self.inner)?;
        let bytes = each(self.bytes as f64, self.positions + self.inner);
        writeln!(f, "size       {} bytes, {bytes:.2} a position", self.bytes)?;
        for (index, count) in self.by_score.iter().enumerate() {
            let class = match SCORES.get(index) {
                Some(limit) => format!("up to {limit:4} cp"),
                None => "beyond".to_owned(),
            };
            writeln!(f, "score      {class:13} {:5.1} %", share(*count, self.positions))?;
        }
        for (limit, count) in PIECES.iter().zip(&self.by_pieces) {
            writeln!(f, "pieces     up to {limit:2}      {:5.1} %", share(*count, self.positions))?;
        }
        Ok(())
    }
}
