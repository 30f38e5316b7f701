//! `nullfenster openings`: positions to start test games from.

use super::common::{Failure, progress_bar};
use super::new_file::NewFile;
use crate::console::Output;
use crate::tools::openings::{self, OpeningsSpec};
use crate::types::Score;

use clap::{Args, value_parser};
use indicatif::ProgressBar;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct OpeningsArguments {
    /// Number of openings
    #[arg(long, default_value_t = 1000, value_parser = value_parser!(u32).range(1..=10_000_000))]
    count: u32,
    /// Random plies from the start position
    #[arg(long, default_value_t = 8, value_parser = value_parser!(u32).range(1..=200))]
    plies: u32,
    /// The largest score of either side, in centipawns as `go` shows them
    #[arg(long, value_name = "CP", default_value_t = 80,
          value_parser = value_parser!(i32).range(0..=20_000))]
    bound: i32,
    /// Nodes of the search that gives the score
    #[arg(long, default_value_t = 5000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random seed: the same seed gives the same openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Start from random positions of Chess960
    #[arg(long)]
    chess960: bool,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &OpeningsArguments) -> Result<u8, Failure> {
    let begin = |path: &PathBuf| NewFile::begin(path, "openings: --out");
    let mut file = arguments.out.as_ref().map(begin).transpose()?;
    let mut stdout = io::stdout();
    let stream: &mut dyn Write = match &mut file {
        None => &mut stdout,
        Some(file) => file,
    };
    let spec = OpeningsSpec {
        count: arguments.count as usize,
        plies: arguments.plies,
        bound: Score::cp(arguments.bound),
        nodes: arguments.nodes,
        seed: arguments.seed,
        chess960: arguments.chess960,
        book: Vec::new(),
    };
    let bar = match &arguments.out {
        Some(_) => progress_bar(spec.count as u64),
        None => ProgressBar::hidden(),
    };
    let mut out = Output::new(stream);
    let mut written: io::Result<()> = Ok(());
    let made = openings::generate(&spec, &mut |position| {
        written = out.line(&position.to_string());
        bar.inc(1);
        written.is_ok()
    });
    bar.finish_and_clear();
    written?;
    made.map_err(|error| Failure::Usage(format!("openings: {error}")))?;
    file.map_or(Ok(()), NewFile::finish)?;
    Ok(0)
}
