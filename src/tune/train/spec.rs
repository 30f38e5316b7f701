//! The settings of a training and its progress reports.

use super::super::games::Trace;
use super::super::yardstick::Yardstick;

/// A file of games and its weight.
#[derive(Clone, PartialEq, Debug)]
pub struct Source {
    /// The file.
    pub path: String,
    /// How often each of its games is used per epoch, on average.
    pub weight: f64,
}

/// Settings of a training.
#[derive(Clone, Debug)]
pub struct TrainSpec {
    /// Files of games.
    pub files: Vec<Source>,
    /// The initial network, which may be smaller; random weights if `None`.
    pub from: Option<String>,
    /// Positions to measure the network with after each epoch.
    pub yardstick: Option<Yardstick>,
    /// The file to write the network to.
    pub out: String,
    /// The checkpoint file, written after each epoch; an existing one is continued.
    pub checkpoint: Option<String>,
    /// Hidden neurons of each side, a multiple of 32 up to [`MAX_HIDDEN`](super::MAX_HIDDEN).
    pub hidden: usize,
    /// Sets of input weights by the square of the side's king, 1 or 4.
    pub king_buckets: usize,
    /// Outputs by the number of pieces, a power of two up to 32.
    pub outputs: usize,
    /// Training epochs.
    pub epochs: usize,
    /// Positions per batch, at least one.
    pub batch: usize,
    /// The highest learning rate.
    pub rate: f32,
    /// Weight decay per step at a learning rate of 1.
    pub decay: f32,
    /// WDL share: weight of the game's result in the target; the rest is the search's score.
    pub lambda: f32,
    /// Scale of the scores: a side expects `sigmoid(1)` of the points, 73%, with these
    /// centipawns.
    pub scale: f32,
    /// Weight of later scores of the game in the target.
    pub trace: Trace,
    /// Positions among which those of the games are shuffled, 32 bytes each.
    pub pool: usize,
    /// Random seed.
    pub seed: u64,
    /// Threads, at least one.
    pub threads: usize,
}

/// Mean squared errors after an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochLoss {
    /// Of the training positions, measured during the epoch.
    pub training: f64,
    /// Of the held-out positions.
    pub held_out: f64,
    /// Of the positions of the yardstick, if there is one.
    pub yardstick: Option<f64>,
}

/// Progress reports of the training.
#[derive(Clone, Copy, Debug)]
pub enum TrainProgress {
    /// The files have been indexed.
    Data {
        /// Games, those held out included.
        games: usize,
        /// Held-out positions.
        held_out: usize,
    },
    /// A block of positions is finished.
    Block {
        /// The finished fraction of the training.
        done: f32,
        /// Positions per second in this block.
        speed: f64,
    },
    /// An epoch is finished.
    Epoch {
        /// Its number, from 1.
        epoch: usize,
        /// The losses.
        loss: EpochLoss,
        /// Training positions of the epoch.
        positions: usize,
        /// Positions per second.
        speed: f64,
    },
    /// The weights were quantised: by how many centipawns the values changed.
    Quantised {
        /// Mean change.
        mean: f64,
        /// Largest change.
        largest: f64,
    },
}
