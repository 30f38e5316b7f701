//! The commands of builds with the feature `tune`.

use super::{CHECK_FAILED, Failure};
use crate::console;
use crate::engine::MAX_THREADS;
use crate::eval::network::{HIDDEN, Network, NetworkError, OUTPUTS};
use crate::eval::{Evaluation, Evaluator};
use crate::tools::plot;
use crate::tune::TuneError;
use crate::tune::datagen::{self, DatagenSpec};
use crate::tune::fit::{self, TuneProgress, TuneSpec};
use crate::tune::production::FileProgress;
use crate::tune::rescore::{self, RescoreSpec};
use crate::tune::statistics::{self, DataStatistics};
use crate::tune::train::{self, EpochLoss, Source, TrainProgress, TrainSpec};
use crate::tune::wdl;
use crate::tune::yardstick::{Yardstick, mean};

use clap::{Subcommand, value_parser};
use indicatif::ProgressStyle;
use std::fs;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::Path;
use std::slice;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Time between two lines of progress on a standard error that is not a terminal.
const REPORT_EVERY: Duration = Duration::from_secs(60);

/// Ranges of the number of pieces whose errors are printed separately.
const PIECES: [RangeInclusive<usize>; 4] = [2..=10, 11..=18, 19..=25, 26..=32];

#[derive(Debug, Subcommand)]
pub(super) enum TuneAction {
    /// Play self-play games and write them to a file, or continue one
    Datagen {
        /// The file, in Viridithas' format: games with the score of each move
        file: String,
        /// Quiet positions in the finished file
        #[arg(long, default_value_t = 1_000_000)]
        positions: usize,
        /// Soft limit of the nodes per move: no iteration starts after it
        #[arg(long, default_value_t = 200, value_parser = value_parser!(u64).range(1..))]
        nodes: u64,
        /// Concurrent games
        #[arg(long, default_value_t = 1, value_parser = threads)]
        threads: usize,
        /// Random seed: the same seed gives the same games
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Play with the classical evaluation instead of the network
        #[arg(long)]
        classical: bool,
        /// Fraction of the games that start after random moves in the middle of a game
        #[arg(long, default_value_t = 0.0, value_parser = share)]
        disturbed: f32,
        /// Play no games; print statistics of the file
        #[arg(long)]
        stats: bool,
    },
    /// Sample quiet positions of games and score them by deeper searches. Each becomes a
    /// game of one move, so the output can be trained on like any file of games
    Rescore {
        /// Files of games that datagen wrote
        #[arg(required = true)]
        files: Vec<String>,
        /// The file to write or to continue
        #[arg(long)]
        out: String,
        /// Fraction of the quiet positions to sample
        #[arg(long, default_value_t = 0.1, value_parser = share)]
        share: f32,
        /// Soft limit of the nodes per position: no iteration starts after it
        #[arg(long, default_value_t = 1_600, value_parser = value_parser!(u64).range(1..))]
        nodes: u64,
        /// Random seed: the same seed samples the same positions
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Concurrent searches
        #[arg(long, default_value_t = 1, value_parser = threads)]
        threads: usize,
    },
    /// Fit the weights of the classical evaluation to positions and write them to a file
    Tune {
        /// Files of games that datagen wrote
        #[arg(required = true)]
        files: Vec<String>,
        /// Test file: its loss is printed before and after, it is not trained on
        #[arg(long, value_name = "FILE")]
        check: Vec<String>,
        /// Training epochs
        #[arg(long, default_value_t = 6, value_parser = epochs)]
        epochs: usize,
        /// Initial learning rate: about the first steps in centipawns
        #[arg(long, default_value_t = 1.0, value_parser = not_negative)]
        lr: f32,
        /// WDL share: weight of the game's result in the target; the rest is the score
        #[arg(long, default_value_t = 0.85, value_parser = share)]
        lambda: f32,
        /// Penalty on changes of the weights: the loss of one centipawn, in positions
        #[arg(long, default_value_t = 0.002, value_parser = not_negative)]
        pull: f32,
        /// Penalty on different changes of neighbours in a table
        #[arg(long, default_value_t = 0.01, value_parser = not_negative)]
        smooth: f32,
        /// Threads
        #[arg(long, default_value_t = 2, value_parser = threads)]
        threads: usize,
        /// The file to write (src/eval/classical/weights.rs); none if left out
        #[arg(long)]
        out: Option<String>,
    },
    /// Train a network on games and write it to a file
    Train {
        /// Files of games that datagen wrote; FILE@0.5 uses half of its games in each
        /// epoch, FILE@2 all of them twice
        #[arg(required = true, value_parser = source)]
        files: Vec<Source>,
        /// The file to write
        #[arg(long)]
        out: String,
        /// Checkpoint file, written after each epoch; an existing one is continued
        #[arg(long, value_name = "FILE")]
        checkpoint: Option<String>,
        /// The initial network, which may have fewer neurons and outputs; random weights if
        /// left out
        #[arg(long, value_name = "FILE")]
        from: Option<String>,
        /// Hidden neurons of each side: a multiple of 32, up to 1536
        #[arg(long, default_value_t = HIDDEN)]
        hidden: usize,
        /// Outputs, one of which is selected by the number of pieces: 1, 2, 4, 8, 16 or 32
        #[arg(long, default_value_t = OUTPUTS)]
        outputs: usize,
        /// Training epochs
        #[arg(long, default_value_t = 30, value_parser = epochs)]
        epochs: usize,
        /// Batch size in positions
        #[arg(long, default_value_t = 8_192, value_parser = batch)]
        batch: usize,
        /// The highest learning rate
        #[arg(long, default_value_t = 0.005, value_parser = not_negative)]
        lr: f32,
        /// WDL share: weight of the game's result in the target; the rest is the score
        #[arg(long, default_value_t = 0.0, value_parser = share)]
        lambda: f32,
        /// Centipawns at which a side expects 73% of the points
        #[arg(long, default_value_t = 160.0, value_parser = positive)]
        scale: f32,
        /// Weight of later scores of the game in the target: this factor per ply, as in
        /// TD(lambda)
        #[arg(long, default_value_t = 0.7, value_parser = share)]
        trace: f32,
        /// Random seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Threads; the network depends on their number
        #[arg(long, default_value_t = 2, value_parser = threads)]
        threads: usize,
        /// Set of positions to measure the network with after each epoch, see yardstick
        #[arg(long, value_name = "FILE")]
        yardstick: Option<String>,
        /// Draw the losses to this SVG file
        #[arg(long, value_name = "FILE")]
        curve: Option<String>,
    },
    /// Measure static evaluations against scores of deep searches: 1000 times the mean
    /// squared error of the expected points, with its standard error
    Yardstick {
        /// Sets of positions: lines of a FEN, cp or mate, and the score for the side to move,
        /// separated by tabs
        #[arg(required = true)]
        sets: Vec<String>,
        /// The network to measure; the embedded one if left out
        #[arg(long, value_name = "FILE")]
        network: Option<String>,
        /// A second network, to print the difference, which has a smaller standard error
        #[arg(long, value_name = "FILE")]
        against: Option<String>,
    },
    /// Fit the model of win, draw and loss (`src/search/wdl.rs`) to positions, and compare
    /// its predictions with the results
    FitWdl {
        /// Files of games that datagen wrote
        #[arg(required = true)]
        files: Vec<String>,
    },
}

/// A file and its weight.
fn source(text: &str) -> Result<Source, String> {
    let (path, weight) = match text.rsplit_once('@') {
        Some((path, weight)) => (path, positive(weight)?),
        None => (text, 1.0),
    };
    Ok(Source { path: path.to_owned(), weight: weight.into() })
}

fn threads(text: &str) -> Result<usize, String> {
    whole_number(text, MAX_THREADS as usize)
}

fn epochs(text: &str) -> Result<usize, String> {
    whole_number(text, 10_000)
}

fn batch(text: &str) -> Result<usize, String> {
    whole_number(text, 1 << 30)
}

fn whole_number(text: &str, most: usize) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("'{text}' is not a whole number from 1 to {most}"))
}

fn not_negative(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| format!("'{text}' is not a number of at least 0"))
}

fn positive(text: &str) -> Result<f32, String> {
    let number = not_negative(text).ok().filter(|number| *number > 0.0);
    number.ok_or_else(|| format!("'{text}' is not a number above 0"))
}

fn share(text: &str) -> Result<f32, String> {
    let number = not_negative(text).ok().filter(|number| *number <= 1.0);
    number.ok_or_else(|| format!("'{text}' is not a number from 0 to 1"))
}

/// Runs a command; prints its progress to standard error.
pub(super) fn run(action: TuneAction) -> Result<u8, Failure> {
    let result = match action {
        TuneAction::Datagen { file, stats: true, .. } => print_statistics(file),
        TuneAction::Datagen {
            file: path,
            positions,
            nodes,
            threads,
            seed,
            classical,
            disturbed,
            ..
        } => {
            let evaluation = if classical { Evaluation::Classical } else { Evaluation::network() };
            datagen(&DatagenSpec { path, positions, nodes, threads, seed, evaluation, disturbed })
        }
        TuneAction::Rescore { files, out, share, nodes, seed, threads } => {
            let evaluation = Evaluation::network();
            rescore(&RescoreSpec { files, out, share, nodes, seed, threads, evaluation })
        }
        TuneAction::Tune { files, check, epochs, lr: rate, lambda, pull, smooth, threads, out } => {
            let spec = TuneSpec { files, check, epochs, rate, lambda, pull, smooth, threads, out };
            fit::run(&spec, &mut print_progress)
        }
        TuneAction::Train {
            files,
            out,
            checkpoint,
            from,
            hidden,
            outputs,
            epochs,
            batch,
            lr: rate,
            lambda,
            scale,
            trace,
            seed,
            threads,
            yardstick,
            curve,
        } => yardstick.as_deref().map(Yardstick::open).transpose().and_then(|yardstick| {
            let spec = TrainSpec {
                files,
                from,
                yardstick,
                out,
                checkpoint,
                hidden,
                outputs,
                epochs,
                batch,
                rate,
                lambda,
                scale,
                trace,
                seed,
                threads,
            };
            train(&spec, curve)
        }),
        TuneAction::Yardstick { sets, network, against } => {
            measure(&sets, network.as_deref(), against.as_deref())
        }
        TuneAction::FitWdl { files } => fit_wdl(&files),
    };
    if let Err(error) = result {
        console::print_error(&format!("nullfenster: {error}"));
        return Ok(CHECK_FAILED);
    }
    Ok(0)
}

fn datagen(spec: &DatagenSpec) -> Result<(), TuneError> {
    let done = with_progress(spec.positions, |progress| datagen::run(spec, progress))?;
    let FileProgress { games, positions } = done;
    console::print_error(&format!("{}: {games} games, {positions} positions", spec.path));
    Ok(())
}

fn rescore(spec: &RescoreSpec) -> Result<(), TuneError> {
    // The expected number of samples.
    let all = statistics::quiet_positions(&spec.files)?;
    let most = (all as f32 * spec.share) as usize;
    let done = with_progress(most, |progress| rescore::run(spec, progress))?;
    let FileProgress { games, positions } = done;
    console::print_error(&format!(
        "{}: {games} positions, {positions} of them quiet with the new best move",
        spec.out
    ));
    Ok(())
}

/// Runs the generation of a file of games with a progress bar.
fn with_progress(
    most: usize,
    run: impl FnOnce(&(dyn Fn(FileProgress) + Sync)) -> Result<FileProgress, TuneError>,
) -> Result<FileProgress, TuneError> {
    let bar = super::progress_bar(most as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} {eta}") {
        bar.set_style(style);
    }
    let start = Instant::now();
    let found = OnceLock::new();
    let reported = Mutex::new(start);
    let done = run(&|FileProgress { games, positions }| {
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

fn print_statistics(path: String) -> Result<(), TuneError> {
    let statistics = DataStatistics::read(slice::from_ref(&path))?;
    let written = write!(io::stdout(), "{statistics}");
    written.map_err(|error| TuneError::File { path: "standard output".to_owned(), error })
}

fn train(spec: &TrainSpec, curve: Option<String>) -> Result<(), TuneError> {
    if let Some(path) = &curve {
        train::check_writable(path)?;
    }
    let mut reported = Instant::now();
    let losses = train::run(spec, &mut |progress| {
        console::print_error(&match progress {
            TrainProgress::Data { games, held_out } => {
                format!("{games} games, {held_out} positions held out")
            }
            TrainProgress::Block { .. } if reported.elapsed() < REPORT_EVERY => return,
            TrainProgress::Block { done, speed } => {
                reported = Instant::now();
                format!("{:.1}% done, {speed:.0} positions per second", 100.0 * done)
            }
            TrainProgress::Epoch { epoch, loss, positions, speed } => {
                let EpochLoss { training, held_out, yardstick } = loss;
                let measured = yardstick
                    .map_or(String::new(), |error| format!(", yardstick {:.2}", 1000.0 * error));
                format!(
                    "epoch {epoch}: loss {training:.6}, held out {held_out:.6}{measured}; \
                     {positions} positions, {speed:.0} per second"
                )
            }
            TrainProgress::Quantised { mean, largest } => {
                format!("quantisation changes values by {mean:.2} centipawns, at most {largest:.1}")
            }
        });
    })?;
    let Some(path) = curve else { return Ok(()) };
    let line = |name: &str, loss: fn(&EpochLoss) -> Option<f64>| {
        let values: Vec<f64> = losses.iter().filter_map(loss).collect();
        (!values.is_empty()).then(|| (name.to_owned(), values))
    };
    let lines: Vec<_> = [
        line("training", |loss| Some(loss.training)),
        line("held out", |loss| Some(loss.held_out)),
        line("yardstick", |loss| loss.yardstick),
    ]
    .into_iter()
    .flatten()
    .collect();
    let title = format!("{}: mean squared error of the expected points", spec.out);
    let failed =
        |error: String| TuneError::File { path: path.clone(), error: io::Error::other(error) };
    let svg = plot::loss_over_epochs(&title, &lines).map_err(failed)?;
    fs::write(&path, svg).map_err(|error| TuneError::File { path, error })
}

/// Prints the errors of one or two networks on sets.
fn measure(sets: &[String], network: Option<&str>, against: Option<&str>) -> Result<(), TuneError> {
    let open = |path: &str| {
        let network = Network::open(Path::new(path));
        let failed = |error: NetworkError| TuneError::From {
            path: path.to_owned(),
            error: error.to_string(),
        };
        network.map(|network| Evaluation::Network(Arc::new(network))).map_err(failed)
    };
    let own = network.map_or_else(|| Ok(Evaluation::network()), open)?;
    let other = against.map(open).transpose()?;
    let mut text = String::new();
    for path in sets {
        let set = Yardstick::open(path)?;
        let measure = |evaluation: &Evaluation| {
            let mut evaluator = Evaluator::new(evaluation);
            set.measure(set.positions().map(|position| f64::from(evaluator.value(position))))
        };
        let figures = |errors: &[f64]| {
            let (mean, error) = mean(errors);
            format!("{:.2} +-{:.2}", 1000.0 * mean, 1000.0 * error)
        };
        let found = measure(&own);
        text += &format!("{path}: {} (scale {:.0})\n", figures(&found.errors), found.scale);
        for range in PIECES {
            let errors: Vec<f64> = set
                .positions()
                .zip(&found.errors)
                .filter(|(position, _)| range.contains(&position.piece_count()))
                .map(|(_, error)| *error)
                .collect();
            if !errors.is_empty() {
                let [from, to] = [range.start(), range.end()];
                let count = errors.len();
                text +=
                    &format!("  {from:2}-{to} pieces: {} ({count} positions)\n", figures(&errors));
            }
        }
        if let Some(other) = &other {
            let other = measure(other);
            text += &format!("  against: {} (scale {:.0})\n", figures(&other.errors), other.scale);
            let pairs = found.errors.iter().zip(&other.errors);
            let differences: Vec<f64> = pairs.map(|(own, other)| own - other).collect();
            text += &format!("  difference: {}\n", figures(&differences));
        }
    }
    let written = io::stdout().write_all(text.as_bytes());
    written.map_err(|error| TuneError::File { path: "standard output".to_owned(), error })
}

fn fit_wdl(files: &[String]) -> Result<(), TuneError> {
    let fit = wdl::fit(files)?;
    console::print_error("score up to   positions   win, draw, loss: model     actual");
    for bucket in fit.buckets.iter().filter(|bucket| bucket.count > 0) {
        let permille =
            |shares: [f64; 3]| shares.map(|share| format!("{:4.0}", 1000.0 * share)).join(" ");
        console::print_error(&format!(
            "{:11} {:11}         {}     {}",
            bucket.up_to,
            bucket.count,
            permille(bucket.expected),
            permille(bucket.happened)
        ));
    }
    let [before, after] = fit.loss;
    console::print_error(&format!("loss {before:.5}, fitted {after:.5}: {:?}", fit.model));
    Ok(())
}

fn print_progress(progress: TuneProgress) {
    console::print_error(&match progress {
        TuneProgress::Data { training, held_out, slope } => {
            format!("{training} positions, {held_out} held out, slope {slope:.3} per 400 cp")
        }
        TuneProgress::Epoch { epoch, training, held_out } => {
            format!("epoch {epoch}: loss {training:.6}, held out {held_out:.6}")
        }
        TuneProgress::Check { before, after } => format!("check: {before:.6} to {after:.6}"),
    });
}
