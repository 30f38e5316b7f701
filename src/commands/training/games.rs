//! The commands that write files of games, and the statistics of such a file.

use super::{players, values};
use crate::commands::position_file;
use crate::eval::Evaluation;
use crate::terminal;
use crate::terminal::progress_bar;
use crate::tune::TuneError;
use crate::tune::datagen::{self, DatagenSpec};
use crate::tune::import::{self, ImportEvent, ImportSpec};
use crate::tune::label::{self, LabelSpec};
use crate::tune::production::FileProgress;
use crate::tune::reevaluate::{self, ReevaluateSpec};
use crate::tune::rescore::{self, RescoreSpec};
use crate::tune::statistics::{self, DataStatistics};
use crate::tune::teacher::{EngineLimit, TeacherSpec};
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

/// The options of `rescore` for searches of this program.
const OWN_SEARCHES: [&str; 6] = ["share", "random_moves", "plies", "seed", "inner", "set"];

/// The arguments of `rescore`.
#[derive(Debug, Args)]
pub struct RescoreArguments {
    /// Files of games that datagen wrote
    #[arg(required = true)]
    files: Vec<String>,
    /// The file to write or to continue
    #[arg(long)]
    out: String,
    /// Fraction of the quiet positions to sample
    #[arg(long, default_value_t = 0.1, value_parser = values::share)]
    share: f32,
    /// The most random quiet moves before the position that is scored
    #[arg(long, default_value_t = 0, value_parser = value_parser!(u8).range(..=8))]
    random_moves: u8,
    /// The most moves to search and play from the position
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u8).range(1..=16))]
    plies: u8,
    /// Soft limit of the nodes per move: no iteration starts after it; with 0 nothing is searched, and quiet
    /// positions are written for a teacher. With --engine the nodes of each of its searches
    #[arg(long, default_value_t = 1_600)]
    nodes: u64,
    /// Random seed: the same seed samples the same positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Concurrent searches
    #[arg(long, default_value_t = 1, value_parser = values::threads)]
    threads: usize,
    /// Fraction of the nodes inside the searches, from depth 2 on, to write with their bounds
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = values::share)]
    inner: f32,
    /// A number of the search, as NAME=VALUE; may be repeated. Needs the build feature `tuning`
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Score all quiet positions by the network in this file, which Stockfish 15 to 18 writes by
    /// its command export_net
    #[arg(long, value_name = "FILE", conflicts_with_all = OWN_SEARCHES, conflicts_with_all = ["engine", "nodes"])]
    teacher: Option<String>,
    /// Score all quiet positions by this UCI engine: a program and its arguments. Each thread starts
    /// one process
    #[arg(long, value_name = "COMMAND", conflicts_with_all = OWN_SEARCHES)]
    engine: Option<String>,
    /// Ask the engine for its static value by the command eval, as Stockfish answers it, instead of
    /// a search
    #[arg(long, requires = "engine", conflicts_with = "nodes")]
    eval: bool,
    /// What a centipawn of the other engine is worth in ours
    #[arg(long, default_value_t = 1.0, value_parser = values::positive)]
    factor: f32,
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
    terminal::print_error(&format!(
        "{path}: {games} games, {positions} positions{}",
        inner_suffix(inner)
    ));
    Ok(())
}

/// Scores positions of games, by this program or by another engine.
pub fn rescore(arguments: RescoreArguments) -> Result<(), TuneError> {
    let RescoreArguments { files, out, threads, factor, nodes, .. } = arguments;
    if nodes == 0 && arguments.engine.is_some() && !arguments.eval {
        return Err(TuneError::Argument("--nodes 0: an engine needs at least 1".to_owned()));
    }
    if nodes == 0 && arguments.inner > 0.0 {
        let error = format!("--inner {}: with --nodes 0 there is no search", arguments.inner);
        return Err(TuneError::Argument(error));
    }
    let limit = if arguments.eval { EngineLimit::Eval } else { EngineLimit::Nodes(nodes) };
    let teacher = match (arguments.teacher, arguments.engine) {
        (Some(path), _) => Some(TeacherSpec::Network { path }),
        (None, Some(command)) => Some(TeacherSpec::Engine { command, limit }),
        (None, None) => None,
    };
    if let Some(teacher) = teacher {
        return label(&LabelSpec { files, out, teacher, factor, threads });
    }
    let spec = RescoreSpec {
        files,
        out,
        share: arguments.share,
        random_moves: arguments.random_moves.into(),
        plies: arguments.plies.into(),
        nodes,
        seed: arguments.seed,
        threads,
        player: players::player("--set", &arguments.set, Evaluation::network())?,
        inner: arguments.inner,
    };
    // The expected number of samples.
    let all = statistics::quiet_positions(&spec.files)?;
    let most = (all as f32 * spec.share) as usize * spec.plies;
    let done = with_progress(most, |progress| rescore::run(&spec, progress))?;
    let FileProgress { games, positions, inner } = done;
    terminal::print_error(&format!(
        "{}: {games} games, {positions} positions that are quiet with the new best move{}",
        spec.out,
        inner_suffix(inner)
    ));
    Ok(())
}

fn label(spec: &LabelSpec) -> Result<(), TuneError> {
    let most = statistics::quiet_positions(&spec.files)?;
    let done = with_progress(most, |progress| label::run(spec, progress))?;
    let FileProgress { games, positions, .. } = done;
    terminal::print_error(&format!("{}: {games} games, {positions} positions", spec.out));
    Ok(())
}

pub fn reevaluate(spec: &ReevaluateSpec) -> Result<(), TuneError> {
    let most = statistics::quiet_positions(&spec.files)?;
    let done = with_progress(most, |progress| reevaluate::run(spec, progress))?;
    let FileProgress { games, positions, .. } = done;
    terminal::print_error(&format!("{}: {games} games, {positions} positions", spec.out));
    Ok(())
}

/// Imports games; names the games that are skipped and the scales of the engines.
pub fn import(spec: &ImportSpec) -> Result<(), TuneError> {
    let tell = |event: ImportEvent| {
        terminal::print_error(&match event {
            ImportEvent::Skipped { path, error } => format!("{path}, {error}: game skipped"),
            ImportEvent::Scale { engine, pawns, scores } => {
                let engine = if engine.is_empty() { "all".to_owned() } else { engine };
                format!("{engine}: {pawns:.2} pawns are 73% ({scores} scores)")
            }
        });
    };
    // How many there are is known at the end.
    let done = import::run(spec, &tell, &|_| ())?;
    let FileProgress { games, positions, .. } = done;
    terminal::print_error(&format!("{}: {games} games, {positions} positions", spec.out));
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
            terminal::print_error(&format!(
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
