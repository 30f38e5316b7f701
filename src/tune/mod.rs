//! Training of the evaluation, in builds with the feature `tune`: [`datagen`] plays
//! self-play games, [`games`] stores them in files, [`train`] trains the network on their
//! quiet positions, [`fit`] fits the weights of the hand-crafted evaluation and writes them
//! to their source file, [`wdl`] fits the win probability. [`contest`] plays two settings
//! against each other.

mod adjudication;
pub mod contest;
mod data;
pub mod datagen;
mod error;
pub mod fit;
pub mod games;
pub mod import;
pub mod label;
mod math;
mod model;
mod player;
pub mod production;
pub mod reevaluate;
pub mod rescore;
pub mod statistics;
pub mod teacher;
pub mod train;
pub mod wdl;
mod weights_file;
pub mod yardstick;

pub use error::TuneError;
pub use player::Player;

use std::fs::{self, File};
use std::io::Write;

/// Writes a file atomically: an old one stays until the new one is complete on the disk.
fn write_whole(path: &str, bytes: &[u8]) -> Result<(), TuneError> {
    let new = format!("{path}.new");
    let write = || {
        let mut file = File::create(&new)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    let written = write().map_err(TuneError::file(&new));
    let written = written.and_then(|()| fs::rename(&new, path).map_err(TuneError::file(path)));
    if written.is_err() {
        // The error is that of writing, whether or not the remains can be removed.
        let _ = fs::remove_file(&new);
    }
    written
}
