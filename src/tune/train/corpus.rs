//! Files of games to learn from, of any size: they stay on the disk, and what is learned from
//! next is decoded on a thread of its own.
//!
//! An epoch goes through all games in random order, run by run of neighbours in a file. Their
//! positions fill a block of some millions, which is shuffled as a whole before it is learned
//! from: positions of one game, which are alike, are far apart in it. Everything follows from
//! the seed and the files.

use super::super::TuneError;
use super::super::games::{self, Games};
use super::TrainSpec;
use super::samples::Sample;
use fastrand::Rng;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// One of this many games is held out: its positions are not learned from.
const HELD_OUT: usize = 50;
/// Held-out positions are no more than about this: the loss is known well enough by them.
const HELD_OUT_MOST: usize = 1_000_000;
/// Bytes of neighbouring games that are read together, about.
const RUN_BYTES: u64 = 1 << 16;
/// Positions that are shuffled together, about.
const BLOCK: usize = 1 << 22;
/// Bytes that a position takes in a file at least, about.
const POSITION_BYTES: u64 = 6;

/// A file of games and how much it counts.
#[derive(Clone, PartialEq, Debug)]
pub struct Source {
    /// The file.
    pub path: String,
    /// How often each of its games is looked at in an epoch, on average.
    pub weight: f64,
}

/// Neighbouring games in a file.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// Index of the source.
    source: usize,
    start: u64,
    bytes: usize,
    /// Games before it in the file.
    before: usize,
}

/// Where the games are.
#[derive(Debug)]
pub(super) struct Corpus {
    sources: Vec<Source>,
    runs: Vec<Run>,
    /// Whole games in all files.
    pub games: usize,
    /// A number that other files hardly have.
    pub fingerprint: u64,
    trace: f32,
    scale: f32,
}

/// Positions in random order.
pub(super) struct Block {
    pub samples: Vec<Sample>,
    /// The share of the epoch that is over with it.
    pub done: f32,
}

impl Corpus {
    /// Finds the games of files. The end of a file may be torn: it ends with its last whole
    /// game then.
    ///
    /// # Errors
    /// If a file can't be read, or if there is no game to learn from.
    pub fn open(spec: &TrainSpec) -> Result<Self, TuneError> {
        let mut corpus = Self {
            sources: spec.files.clone(),
            runs: Vec::new(),
            games: 0,
            fingerprint: 0,
            trace: spec.trace,
            scale: spec.scale,
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
        let mut run = Run { source, start: 0, bytes: 0, before: 0 };
        let mut games = 0;
        let mut game = Vec::new();
        while games::read_bytes(&mut reader, &mut game)? {
            run.bytes += game.len();
            games += 1;
            self.fingerprint = self.fingerprint.rotate_left(7) ^ u64::from(crc32c::crc32c(&game));
            if run.bytes as u64 >= RUN_BYTES {
                self.runs.push(run);
                run = Run { start: run.start + run.bytes as u64, bytes: 0, before: games, ..run };
            }
        }
        if run.bytes > 0 {
            self.runs.push(run);
        }
        self.games += games;
        Ok(())
    }

    /// The games of a run with their numbers in the file.
    fn read(
        &self,
        run: &Run,
        files: &mut [Option<File>],
        mut each: impl FnMut(usize, games::GameRecord),
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
        for (index, game) in Games::within(path, run.before, &bytes[..]).enumerate() {
            each(run.before + index, game?.traced(self.trace, self.scale));
        }
        Ok(())
    }

    /// Positions of the games that are held out.
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
                    samples.extend(samples_of(&game));
                }
            })?;
        }
        if samples.is_empty() {
            return Err(TuneError::NothingHeldOut(HELD_OUT));
        }
        Ok(samples)
    }

    fn files(&self) -> Vec<Option<File>> {
        self.sources.iter().map(|_| None).collect()
    }

    /// Runs in the order of an epoch. What a weight is above a whole number of times is left
    /// to chance.
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

    /// Hands the positions of an epoch to `learn`, block by block, while the next block is
    /// decoded. The order depends on nothing before, so that a checkpoint need not keep it.
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
            decoder.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    fn decode(&self, mut random: Rng, sender: &SyncSender<Block>) -> Result<(), TuneError> {
        let order = self.order(&mut random);
        let mut files = self.files();
        let mut samples = Vec::new();
        for (index, run) in order.iter().enumerate() {
            self.read(run, &mut files, |number, game| {
                if !is_held_out(number) {
                    samples.extend(samples_of(&game));
                }
            })?;
            let is_last = index + 1 == order.len();
            if (samples.len() >= BLOCK || is_last) && !samples.is_empty() {
                random.shuffle(&mut samples);
                let done = (index + 1) as f32 / order.len() as f32;
                let block = Block { samples: std::mem::take(&mut samples), done };
                if sender.send(block).is_err() {
                    // Whoever learned has ended.
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

fn is_held_out(number: usize) -> bool {
    number % HELD_OUT == HELD_OUT - 1
}

fn samples_of(game: &games::GameRecord) -> impl Iterator<Item = Sample> {
    game.quiet().map(|(position, score)| Sample::new(&position, score, game.result as u8))
}
