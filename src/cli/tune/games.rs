//! The commands that write files of games, and the statistics of such a file.

use crate::cli::common::progress_bar;
use crate::console;
use crate::tune::TuneError;
use crate::tune::datagen::{self, DatagenSpec};
use crate::tune::production::FileProgress;
use crate::tune::reevaluate::{self, ReevaluateSpec};
use crate::tune::rescore::{self, RescoreSpec};
use crate::tune::statistics::{self, DataStatistics};
use indicatif::ProgressStyle;
use std::io::{self, Write};
use std::slice;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Time between two lines of progress on a standard error that is not a terminal.
pub const REPORT_EVERY: Duration = Duration::from_secs(60);

pub fn datagen(spec: &DatagenSpec) -> Result<(), TuneError> {
    let done = with_progress(spec.positions, |progress| datagen::run(spec, progress))?;
    let FileProgress { games, positions, inner } = done;
    let path = &spec.path;
    console::print_error(&format!(
        "{path}: {games} games, {positions} positions{}",
        inner_suffix(inner)
    ));
    Ok(())
}

pub fn rescore(spec: &RescoreSpec) -> Result<(), TuneError> {
    // The expected number of samples.
    let all = statistics::quiet_positions(&spec.files)?;
    let most = (all as f32 * spec.share) as usize * spec.plies;
    let done = with_progress(most, |progress| rescore::run(spec, progress))?;
    let FileProgress { games, positions, inner } = done;
    console::print_error(&format!(
        "{}: {games} games, {positions} positions that are quiet with the new best move{}",
        spec.out,
        inner_suffix(inner)
    ));
    Ok(())
}

pub fn reevaluate(spec: &ReevaluateSpec) -> Result<(), TuneError> {
    let most = statistics::quiet_positions(&spec.files)?;
    let done = with_progress(most, |progress| reevaluate::run(spec, progress))?;
    let FileProgress { games, positions, .. } = done;
    console::print_error(&format!("{}: {games} games, {positions} positions", spec.out));
    Ok(())
}

/// What a message about a file says of nodes inside searches.
fn inner_suffix(inner: usize) -> String {
    if inner > 0 { format!(", {inner} nodes inside searches") } else { String::new() }
}

/// Runs the generation of a file of games with a progress bar.
fn with_progress(
    most: usize,
    run: impl FnOnce(&(dyn Fn(FileProgress) + Sync)) -> Result<FileProgress, TuneError>,
) -> Result<FileProgress, TuneError> {
    let bar = progress_bar(most as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} {eta}") {
        bar.set_style(style);
    }
    let start = Instant::now();
    let found = OnceLock::new();
    let reported = Mutex::new(start);
    let done = run(&|FileProgress { games, positions, .. }| {
        let new = positions - found.get_or_init(|| positions);
        let speed = new as f64 / start.elapsed().as_secs_f64();
        bar.set_position(positions as u64);
        bar.set_message(format!("positions, {speed:.0} per second"));
        let mut reported = reported.lock().unwrap_or_else(PoisonError::into_inner);
        if bar.is_hidden() && reported.elapsed() >= REPORT_EVERY {
            *reported = Instant::now();
            let left = most.saturating_sub(positions) as f64 / speed / 60.0;
            console::print_error(&format!(
                "{games} games, {positions} positions, {speed:.0} per second, {left:.0} minutes left"
            ));
        }
    })?;
    bar.finish_and_clear();
    Ok(done)
}

pub fn print_statistics(path: String) -> Result<(), TuneError> {
    let statistics = DataStatistics::read(slice::from_ref(&path))?;
    let written = write!(io::stdout(), "{statistics}");
    written.map_err(|error| TuneError::File { path: "standard output".to_owned(), error })
}
