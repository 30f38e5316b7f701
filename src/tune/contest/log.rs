//! The log of a match: a line with its settings, then one for each pair with its number and the
//! first player's half points.

use super::statistics::Pentanomial;
use crate::tune::TuneError;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};

/// The results so far, and the file that keeps them.
pub(super) struct Log {
    file: Option<(String, File)>,
    results: Pentanomial,
    /// The number of each pair and its half points.
    pairs: Vec<(u64, usize)>,
    /// Pairs that were played, out of turn.
    played: BTreeSet<u64>,
    /// All pairs below this have been given out or played.
    next: u64,
}

impl Log {
    /// Opens a log or begins one; without a path the results are only counted.
    ///
    /// # Errors
    /// If the file can't be read or written, is in use, or is not that of a match with these
    /// settings.
    pub fn open(path: Option<&str>, settings: &str) -> Result<Self, TuneError> {
        let mut log = Self {
            file: None,
            results: Pentanomial::default(),
            pairs: Vec::new(),
            played: BTreeSet::new(),
            next: 0,
        };
        let Some(path) = path else { return Ok(log) };
        let failed = || TuneError::file(path);
        let mut options = OpenOptions::new();
        let mut file = options.create(true).read(true).append(true).open(path).map_err(failed())?;
        file.try_lock().map_err(|refused| match refused {
            TryLockError::WouldBlock => TuneError::Locked { path: path.to_owned() },
            TryLockError::Error(refused) => failed()(refused),
        })?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failed())?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let (lines, torn) = text.split_at(whole);
        let mut lines = lines.lines();
        let fits = lines.next().map_or(settings.starts_with(torn), |found| found == settings);
        if !fits {
            let error = "it is not the log of a match with these settings".to_owned();
            return Err(TuneError::Origin { path: path.to_owned(), error });
        }
        // What was cut off in the middle of a line is played again.
        file.set_len(whole as u64).map_err(failed())?;
        if whole == 0 {
            writeln!(file, "{settings}").map_err(failed())?;
        }
        for line in lines {
            let (number, half_points) = read(line).ok_or_else(|| TuneError::Origin {
                path: path.to_owned(),
                error: format!("'{line}' is not a pair and its half points from 0 to 4"),
            })?;
            if log.played.insert(number) {
                log.count(number, half_points);
            }
        }
        log.file = Some((path.to_owned(), file));
        Ok(log)
    }

    /// The results so far.
    pub fn results(&self) -> &Pentanomial {
        &self.results
    }

    /// The number of each pair so far and its half points.
    pub fn pairs(&self) -> &[(u64, usize)] {
        &self.pairs
    }

    fn count(&mut self, number: u64, half_points: usize) {
        self.results.0[half_points] += 1;
        self.pairs.push((number, half_points));
    }

    /// The number of a pair that nobody has played.
    pub fn next_pair(&mut self) -> u64 {
        while self.played.remove(&self.next) {
            self.next += 1;
        }
        self.next += 1;
        self.next - 1
    }

    /// Notes the result of a pair.
    pub fn add(&mut self, number: u64, half_points: usize) -> Result<(), TuneError> {
        self.count(number, half_points);
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        writeln!(file, "{number} {half_points}").map_err(TuneError::file(path))
    }
}

/// The number of a pair and its half points.
fn read(line: &str) -> Option<(u64, usize)> {
    let (number, half_points) = line.split_once(' ')?;
    Some((number.parse().ok()?, half_points.parse().ok().filter(|points| *points <= 4)?))
}
