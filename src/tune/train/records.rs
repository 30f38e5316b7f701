//! Positions for a trainer on a GPU, `scripts/train-gpu`, which shares nothing with this program but
//! the files that this module describes.
//!
//! A record of [`RECORD`] bytes, all little-endian, is a position as the side to move sees it:
//!
//! | bytes | what they are |
//! |---|---|
//! | 0 to 63 | 32 inputs for pieces (`u16`), [`NO_PIECE`] where there are fewer pieces |
//! | 64 to 97 | how often each input for tactics is active, in four bits each, the lower ones first: as many bytes as half of them, and what follows lies behind these |
//! | 98 | the bits in which the other side's inputs for pieces differ, once own and enemy are exchanged |
//! | 99 | the number of pieces |
//! | 100, 101 | the points to learn (`u16`), 65,535 for a win |
//! | 102, 103 | 0 |

use super::super::TuneError;
use super::super::games::Trace;
use super::corpus::Corpus;
use super::model::Target;
use super::samples::{MAX_INPUTS, Sample};
use super::spec::Source;
use crate::eval::network::{INPUTS, TACTICS};
use crate::search::Bound;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::slice;

/// Bytes of a record.
pub const RECORD: usize = (AFTER_TACTICS + 6).next_multiple_of(8);

/// The input that stands where there is no piece.
pub const NO_PIECE: u16 = (INPUTS + TACTICS) as u16;

/// The first byte for tactics.
const FIRST_TACTIC: usize = 64;
/// The first byte after them.
const AFTER_TACTICS: usize = FIRST_TACTIC + TACTICS.div_ceil(2);
/// The largest number that four bits hold.
const MOST: u8 = 15;

/// Settings; those of the same name in [`TrainSpec`](super::TrainSpec) mean the same.
#[derive(Clone, Debug)]
pub struct RecordsSpec {
    /// Files of games.
    pub files: Vec<String>,
    /// The file to write, for the positions to learn from.
    pub out: String,
    /// The file to write for those of the games that are held out.
    pub held_out: String,
    /// Weight of the game's result.
    pub lambda: f32,
    /// Centipawns at which a side expects 73% of the points.
    pub scale: f32,
    /// Weight of later scores of the game.
    pub trace: Trace,
}

/// Writes the quiet positions of games; nodes inside searches, whose scores are bounds, are left
/// out. Returns the numbers of records of both files, which get their names when they are complete.
///
/// # Errors
/// If a file can't be read or written, is damaged, or has no games, or if a file to write has the
/// name of another.
pub fn run(spec: &RecordsSpec) -> Result<[usize; 2], TuneError> {
    let own = [&spec.files[..], slice::from_ref(&spec.out)].concat();
    for (option, path, others) in
        [("--out", &spec.out, &spec.files), ("--held-out", &spec.held_out, &own)]
    {
        if others.contains(path) {
            let text = format!("{option} {path}: another file of this command has this name");
            return Err(TuneError::Argument(text));
        }
    }
    let source = |path: &String| Source { path: path.clone(), weight: 1.0 };
    let files: Vec<Source> = spec.files.iter().map(source).collect();
    let corpus = Corpus::open(&files, spec.trace, spec.scale, 1)?;
    let target = Target { lambda: spec.lambda, scale: spec.scale };
    let paths = [&spec.out, &spec.held_out];
    let new = paths.map(|path| format!("{path}.new"));
    let create = |path: &str| File::create(path).map(BufWriter::new).map_err(TuneError::file(path));
    let mut outs = [create(&new[0])?, create(&new[1])?];
    let mut counts = [0; 2];
    corpus.in_order(|parts| {
        for (at, samples) in parts.into_iter().enumerate() {
            for sample in samples.iter().filter(|sample| sample.bound == Bound::Exact) {
                let record = record(sample, target.of(sample));
                outs[at].write_all(&record).map_err(TuneError::file(&new[at]))?;
                counts[at] += 1;
            }
        }
        Ok(())
    })?;
    for ((mut out, new), path) in outs.into_iter().zip(&new).zip(paths) {
        out.flush().map_err(TuneError::file(new))?;
        fs::rename(new, path).map_err(TuneError::file(path))?;
    }
    Ok(counts)
}

/// The record of a position.
fn record(sample: &Sample, points: f32) -> [u8; RECORD] {
    let [mut own, mut enemy] = [[NO_PIECE; MAX_INPUTS]; 2];
    let [pieces, all] = sample.inputs(1, &mut own, &mut enemy);
    let (tactics, pieces) = (&own[pieces..all], &own[..pieces]);
    let mut bytes = [0; RECORD];
    let places = bytes[..FIRST_TACTIC].as_chunks_mut().0;
    let inputs = pieces.iter().chain(std::iter::repeat(&NO_PIECE));
    for (place, input) in places.iter_mut().zip(inputs) {
        *place = input.to_le_bytes();
    }
    for tactic in tactics.iter().map(|&input| usize::from(input) - INPUTS) {
        let (byte, shift) = (&mut bytes[FIRST_TACTIC + tactic / 2], 4 * (tactic % 2));
        if *byte >> shift & MOST < MOST {
            *byte += 1 << shift;
        }
    }
    bytes[AFTER_TACTICS] = (swap_sides(own[0]) ^ enemy[0]) as u8;
    bytes[AFTER_TACTICS + 1] = pieces.len() as u8;
    let points = (points * f32::from(u16::MAX)).round() as u16;
    bytes[AFTER_TACTICS + 2..AFTER_TACTICS + 4].copy_from_slice(&points.to_le_bytes());
    bytes
}

/// An input for a piece with own and enemy exchanged.
fn swap_sides(input: u16) -> u16 {
    const HALF: u16 = INPUTS as u16 / 2;
    if input < HALF { input + HALF } else { input - HALF }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::eval::network;
    use crate::tune::games::{GameResult, Kind};
    use crate::types::Score;

    /// What is read back are the inputs of both sides, each as often as it is active.
    #[test]
    fn records_have_the_inputs_of_both_sides() {
        let mut position = Position::startpos();
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..150 {
            let Some(&mv) = random.choice(position.legal_moves().iter()) else { break };
            position = position.make(mv);
            let sample = Sample::new(&position, Score::cp(90), Kind::Game, GameResult::Win);
            let bytes = record(&sample, 0.25);
            let places = bytes[..64].as_chunks().0.iter().map(|&place| u16::from_le_bytes(place));
            let pieces: Vec<u16> = places.filter(|&input| input != NO_PIECE).collect();
            assert_eq!(pieces.len(), position.piece_count());
            assert_eq!(usize::from(bytes[AFTER_TACTICS + 1]), position.piece_count());
            let tactics = (0..TACTICS).flat_map(|tactic| {
                let times = bytes[64 + tactic / 2] >> (4 * (tactic % 2)) & 15;
                std::iter::repeat_n(tactic, times.into())
            });
            let tactics: Vec<usize> = tactics.collect();
            let both = [
                (pieces.clone(), tactics.clone()),
                (
                    pieces
                        .iter()
                        .map(|&input| swap_sides(input) ^ u16::from(bytes[AFTER_TACTICS]))
                        .collect(),
                    tactics.iter().map(|&input| network::swap_sides(input)).collect(),
                ),
            ];
            let mut inputs = [[0; MAX_INPUTS]; 2];
            let [own, enemy] = &mut inputs;
            let [count, all] = sample.inputs(1, own, enemy);
            for ((pieces, tactics), inputs) in both.into_iter().zip(inputs) {
                assert_eq!(pieces, inputs[..count], "{position}");
                let first = |&input: &u16| usize::from(input) - INPUTS;
                let mut expected: Vec<usize> = inputs[count..all].iter().map(first).collect();
                let mut tactics = tactics;
                expected.sort_unstable();
                tactics.sort_unstable();
                assert_eq!(tactics, expected, "{position}");
            }
            assert_eq!(
                u16::from_le_bytes([bytes[AFTER_TACTICS + 2], bytes[AFTER_TACTICS + 3]]),
                16_384
            );
        }
    }
}
