//! The training data: files of games of any size, which stay on disk. A separate thread decodes
//! the next block.
//!
//! An epoch reads all games in random order, in runs of consecutive games of a file. Their
//! positions go into a pool, from which blocks are drawn at random, so that the positions of one
//! game, which have much in common, are far apart: a network that sees them close to each other
//! learns the game by heart, and forgets it with the next. The order depends only on the seed,
//! the size of the pool and the files.

use super::super::TuneError;
use super::super::games::{self, GameRecord, Games, HELD_OUT, Kind, Trace, is_held_out};
use super::super::math::join;
use super::samples::Sample;
use super::spec::Source;
use crate::search::unscaled;
use fastrand::Rng;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// The approximate maximum of held-out positions, enough for a precise loss.
const HELD_OUT_MOST: usize = 1_000_000;
/// The approximate size of a run in bytes.
const RUN_BYTES: u64 = 1 << 16;
/// The most positions in a block.
const BLOCK: usize = 1 << 22;
/// While the pool grows, this number of positions is read for each that is drawn. To wait until
/// it is full would leave the other threads idle.
const READ_PER_DRAWN: usize = 4;
/// The approximate minimum of bytes per position in a file.
const POSITION_BYTES: u64 = 6;

/// Consecutive games of a file.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// Index of the source.
    source: usize,
    start: u64,
    bytes: usize,
    /// Records before it in the file, and the games among them.
    before: usize,
    games_before: usize,
}

/// An index of the games.
#[derive(Debug)]
pub(super) struct Corpus {
    sources: Vec<Source>,
    runs: Vec<Run>,
    /// Complete games in all files.
    pub games: usize,
    /// A hash of all games.
    pub fingerprint: u64,
    trace: Trace,
    scale: f32,
    /// Positions of the pool.
    pool: usize,
}

/// Positions in random order.
pub(super) struct Block {
    pub samples: Vec<Sample>,
    /// The fraction of the epoch up to its end.
    pub done: f32,
}

impl Corpus {
    /// Indexes the games of files. An incomplete last game of a file is ignored.
    ///
    /// # Errors
    /// If a file can't be read, or if there are no games.
    pub fn open(
        files: &[Source],
        trace: Trace,
        scale: f32,
        pool: usize,
    ) -> Result<Self, TuneError> {
        let mut corpus = Self {
            sources: files.to_vec(),
            runs: Vec::new(),
            games: 0,
            fingerprint: 0,
            trace,
            scale,
            pool,
        };
        for index in 0..corpus.sources.len() {
            let path = corpus.sources[index].path.clone();
            corpus.index(index, &path).map_err(TuneError::file(&path))?;
        }
        if corpus.games == 0 {
            return Err(TuneError::NoPositions);
        }
        Ok(corpus)
    }

    fn index(&mut self, source: usize, path: &str) -> std::io::Result<()> {
        let mut reader = BufReader::with_capacity(1 << 20, File::open(path)?);
        let mut run = Run { source, start: 0, bytes: 0, before: 0, games_before: 0 };
        let (mut records, mut games) = (0, 0);
        let mut game = Vec::new();
        while games::read_bytes(&mut reader, &mut game)? {
            run.bytes += game.len();
            records += 1;
            games += usize::from(games::kind_of(&game) == Some(Kind::Game));
            self.fingerprint = self.fingerprint.rotate_left(7) ^ u64::from(crc32c::crc32c(&game));
            if run.bytes as u64 >= RUN_BYTES {
                self.runs.push(run);
                run.start += run.bytes as u64;
                (run.bytes, run.before, run.games_before) = (0, records, games);
            }
        }
        if run.bytes > 0 {
            self.runs.push(run);
        }
        self.games += games;
        Ok(())
    }

    /// Calls `each` with the records of a run and the numbers of the games in the file that they are
    /// or belong to.
    fn read(
        &self,
        run: &Run,
        files: &mut [Option<File>],
        mut each: impl FnMut(usize, GameRecord),
    ) -> Result<(), TuneError> {
        let path = &self.sources[run.source].path;
        let mut bytes = vec![0; run.bytes];
        let mut fill = || {
            let file = &mut files[run.source];
            let file = match file {
                Some(file) => file,
                None => file.insert(File::open(path)?),
            };
            file.seek(SeekFrom::Start(run.start))?;
            file.read_exact(&mut bytes)
        };
        fill().map_err(TuneError::file(path))?;
        let mut games = run.games_before;
        for record in Games::within(path, run.before, &bytes[..]) {
            let record = record?;
            games += usize::from(record.kind == Kind::Game);
            each(games.saturating_sub(1), record);
        }
        Ok(())
    }

    /// Positions of the held-out games.
    ///
    /// # Errors
    /// If a file is damaged, or if no game is held out.
    pub fn held_out(&self) -> Result<Vec<Sample>, TuneError> {
        let bytes: u64 = self.runs.iter().map(|run| run.bytes as u64).sum();
        let expected = bytes / POSITION_BYTES / HELD_OUT as u64;
        let step = (expected as usize).div_ceil(HELD_OUT_MOST).max(1);
        let (mut samples, mut files) = (Vec::new(), self.files());
        for run in self.runs.iter().step_by(step) {
            self.read(run, &mut files, |number, game| {
                if is_held_out(number) {
                    samples.extend(self.samples_of(game));
                }
            })?;
        }
        if samples.is_empty() {
            return Err(TuneError::NothingHeldOut(HELD_OUT));
        }
        Ok(samples)
    }

    /// Calls `each` with the positions of the files in their order, some games' at a time: those to
    /// learn from, and those that are held out.
    ///
    /// # Errors
    /// If a file is damaged, or those of `each`.
    pub fn in_order(
        &self,
        mut each: impl FnMut([Vec<Sample>; 2]) -> Result<(), TuneError>,
    ) -> Result<(), TuneError> {
        let mut files = self.files();
        for run in &self.runs {
            let mut parts = [Vec::new(), Vec::new()];
            self.read(run, &mut files, |number, game| {
                parts[usize::from(is_held_out(number))].extend(self.samples_of(game));
            })?;
            each(parts)?;
        }
        Ok(())
    }

    /// The quiet positions of a game. Scores are those before they faded, each by the clock of its
    /// own position, and only then mixed with later ones.
    fn samples_of(&self, mut game: GameRecord) -> Vec<Sample> {
        let mut position = game.start;
        for (mv, score) in &mut game.moves {
            *score = unscaled(*score, &position);
            position = position.make(*mv);
        }
        let game = game.traced(self.trace, self.scale);
        let sample = |(position, score)| Sample::new(&position, score, game.kind, game.result);
        game.quiet().map(sample).collect()
    }

    fn files(&self) -> Vec<Option<File>> {
        self.sources.iter().map(|_| None).collect()
    }

    /// The runs of an epoch in random order. The fractional part of a weight is the probability
    /// of one more use.
    fn order(&self, random: &mut Rng) -> Vec<Run> {
        let mut order = Vec::new();
        for run in &self.runs {
            let weight = self.sources[run.source].weight;
            let times = weight.trunc() as usize + usize::from(random.f64() < weight.fract());
            order.extend(std::iter::repeat_n(*run, times));
        }
        random.shuffle(&mut order);
        order
    }

    /// Calls `learn` with the blocks of an epoch while the next block is decoded. The order
    /// doesn't depend on earlier epochs, so a checkpoint need not store it.
    ///
    /// # Errors
    /// If a file can't be read or is damaged.
    pub fn epoch(
        &self,
        seed: u64,
        epoch: usize,
        mut learn: impl FnMut(Block),
    ) -> Result<(), TuneError> {
        let random = Rng::with_seed(seed ^ (epoch as u64 + 1) << 32);
        thread::scope(|scope| {
            let (sender, receiver) = sync_channel(1);
            let decoder = scope.spawn(move || self.decode(random, &sender));
            let blocks: Receiver<Block> = receiver;
            blocks.iter().for_each(&mut learn);
            join(decoder)
        })
    }

    fn decode(&self, mut random: Rng, sender: &SyncSender<Block>) -> Result<(), TuneError> {
        let order = self.order(&mut random);
        let mut files = self.files();
        let mut pool = Vec::new();
        let size = self.pool.max(1);
        // How many positions there have to be before a block is drawn.
        let mut enough = size.min(BLOCK);
        let mut drawn = 0;
        for (index, run) in order.iter().enumerate() {
            self.read(run, &mut files, |number, game| {
                if !is_held_out(number) {
                    pool.extend(self.samples_of(game));
                }
            })?;
            let is_last = index + 1 == order.len();
            while pool.len() >= enough || is_last && !pool.is_empty() {
                let samples = draw(&mut pool, size.min(BLOCK), &mut random);
                drawn += samples.len();
                enough = (enough + (READ_PER_DRAWN - 1) * samples.len()).min(size);
                // As many positions as there are if the other games are as long.
                let all = (drawn + pool.len()) as f32 * order.len() as f32 / (index + 1) as f32;
                let block = Block { samples, done: drawn as f32 / all };
                if sender.send(block).is_err() {
                    // The receiver has ended.
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// Takes out `count` elements at random, or all, in random order.
fn draw(pool: &mut Vec<Sample>, count: usize, random: &mut Rng) -> Vec<Sample> {
    let rest = pool.len().saturating_sub(count);
    for last in (rest..pool.len()).rev() {
        pool.swap(random.usize(..=last), last);
    }
    pool.split_off(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::board::notation::parse_move;
    use crate::tune::games::GameResult;
    use crate::types::Score;

    /// The scores to learn from a game whose searches all found 90 centipawns for White.
    fn learned(fen: &str, moves: &[&str], trace: f32) -> Vec<i16> {
        let start = Position::from_fen(fen).unwrap();
        let mut position = start;
        let moves = moves.iter().map(|text| {
            let mv = parse_move(&position, text).unwrap();
            position = position.make(mv);
            (mv, Score::cp(90))
        });
        let moves = moves.collect();
        let game = GameRecord { start, moves, result: GameResult::Draw, kind: Kind::Game };
        let corpus = Corpus {
            sources: Vec::new(),
            runs: Vec::new(),
            games: 1,
            fingerprint: 0,
            trace: Trace { factor: trace, until: Trace::ALWAYS },
            scale: 160.0,
            pool: 1,
        };
        corpus.samples_of(game).iter().map(|sample| sample.score).collect()
    }

    /// A hundred half-moves of two hundred are left, so twice the score has faded to it.
    #[test]
    fn networks_learn_what_scores_were_before_they_faded() {
        for (clock, score) in [(0, 90), (100, 180)] {
            let fen = format!("8/5k2/8/8/3N4/8/5K2/7R w - - {clock} 120");
            assert_eq!(learned(&fen, &["f2f3"], 0.0), [score], "{fen}");
        }
    }

    /// After a pawn's move nothing has faded, so the first score, 180, is mixed with one of 90.
    #[test]
    fn scores_are_restored_before_they_are_mixed() {
        let fen = "8/5k2/8/8/3N4/P7/5K2/7R w - - 100 120";
        let scores = learned(fen, &["a3a4", "f7f6"], 0.5);
        assert_eq!(scores[1], -90);
        assert!((100..170).contains(&scores[0]), "{scores:?}");
    }
}
