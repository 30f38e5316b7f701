//! The commands that write files of games, and the statistics of such a file.

use super::{players, values};
use crate::cli::common::progress_bar;
use crate::console;
use crate::eval::Evaluation;
use crate::tools::position_file;
use crate::tune::TuneError;
use crate::tune::datagen::{self, DatagenSpec};
use crate::tune::production::FileProgress;
use crate::tune::reevaluate::{self, ReevaluateSpec};
use crate::tune::rescore::{self, RescoreSpec};
use crate::tune::statistics::{self, DataStatistics};
use clap::{Args, value_parser};
use indicatif::ProgressStyle;
use std::io::{self, Write};
use std::path::PathBuf;
use std::slice;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Time between two lines of progress on a standard error that is not a terminal.
pub const REPORT_EVERY: Duration = Duration::from_secs(60);

/// The arguments of `datagen`.
#[derive(Debug, Args)]
pub struct DatagenArguments {
    /// The file, in Viridithas' format: games with the score of each move
    file: String,
    /// Quiet positions in the finished file
    #[arg(long, default_value_t = 1_000_000)]
    positions: usize,
    /// Soft limit of the nodes per move: no iteration starts after it
    #[arg(long, default_value_t = 200, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Concurrent games
    #[arg(long, default_value_t = 1, value_parser = values::threads)]
    threads: usize,
    /// Random seed: the same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play with the classical evaluation instead of the network
    #[arg(long)]
    classical: bool,
    /// File of positions that games start from, before one to four random moves: a FEN or EPD
    /// per line. Without it, eight or nine random moves from the start position
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Fraction of the games that start after random moves in the middle of a game
    #[arg(long, default_value_t = 0.0, value_parser = values::share)]
    disturbed: f32,
    /// Fraction of the nodes inside the searches, from depth 2 on, to write with their bounds
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = values::share)]
    inner: f32,
    /// A number of the search, as NAME=VALUE; may be repeated. Needs the build feature `tuning`,
    /// whose command `tunables` lists the names
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Play no games; print statistics of the file
    #[arg(long)]
    stats: bool,
}

/// Plays games or prints the statistics of a file.
pub fn datagen(arguments: DatagenArguments) -> Result<(), TuneError> {
    if arguments.stats {
        return print_statistics(&arguments.file);
    }
    let evaluation =
        if arguments.classical { Evaluation::Classical } else { Evaluation::network() };
    let read = |file| position_file::read(file).map_err(TuneError::Argument);
    let spec = DatagenSpec {
        path: arguments.file,
        positions: arguments.positions,
        nodes: arguments.nodes,
        threads: arguments.threads,
        seed: arguments.seed,
        player: players::player("--set", &arguments.set, evaluation)?,
        openings: arguments.openings.as_deref().map_or(Ok(Vec::new()), read)?,
        disturbed: arguments.disturbed,
        inner: arguments.inner,
    };
    let done = with_progress(spec.positions, |progress| datagen::run(&spec, progress))?;
    let FileProgress { games, positions, inner } = done;
    let path = spec.path;
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

fn print_statistics(path: &String) -> Result<(), TuneError> {
    let statistics = DataStatistics::read(slice::from_ref(path))?;
    let written = write!(io::stdout(), "{statistics}");
    written.map_err(|error| TuneError::File { path: "standard output".to_owned(), error })
}
