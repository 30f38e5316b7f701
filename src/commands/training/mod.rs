//! The commands of builds with the feature `tune`.

mod contest;
mod games;
mod players;
mod train;
mod values;
mod yardstick;

use crate::eval::network::{HIDDEN, KING_BUCKETS, OUTPUTS};
use crate::terminal;
use crate::terminal::{CHECK_FAILED, Failure};
use crate::tune::TuneError;
use crate::tune::fit::{self, TuneProgress, TuneSpec};
use crate::tune::games::Trace;
use crate::tune::import::ImportSpec;
use crate::tune::reevaluate::ReevaluateSpec;
use crate::tune::train::records::{self, RecordsSpec};
use crate::tune::train::{Source, TrainSpec, average};
use crate::tune::wdl;
use crate::tune::yardstick::Yardstick;
use clap::{Args, Subcommand, value_parser};

#[derive(Debug, Subcommand)]
pub(crate) enum TuneAction {
    /// Play self-play games and write them to a file, or continue one
    Datagen(games::DatagenArguments),
    /// Score quiet positions of games by searches: a sample of them, or what random moves lead to, each
    /// of which becomes a short game; or all of them by another engine, the games as they are
    Rescore(games::RescoreArguments),
    /// Read games in PGN with scores, as TCEC, cutechess, fastchess and lichess write them, and write
    /// them as games to learn from
    Import {
        /// PGN files, also packed (.xz, .gz, .bz2, .zst)
        #[arg(required = true)]
        files: Vec<String>,
        /// The file to write or to continue
        #[arg(long)]
        out: String,
        /// Centipawns of this program at which a side expects 73% of the points; to train with the
        /// same --scale
        #[arg(long, default_value_t = 160.0, value_parser = values::positive)]
        scale: f32,
        /// Threads
        #[arg(long, default_value_t = 1, value_parser = values::threads)]
        threads: usize,
    },
    /// Correct the scores of games for a newer network: by what it says of each position and of those
    /// that follow in the game beyond the network that they were played with
    Reevaluate {
        /// Files of games that datagen wrote
        #[arg(required = true)]
        files: Vec<String>,
        /// The file to write or to continue
        #[arg(long)]
        out: String,
        /// The network that the games were played with
        #[arg(long, value_name = "FILE")]
        old: String,
        /// The newer network; the embedded one if left out
        #[arg(long, value_name = "FILE")]
        network: Option<String>,
        /// Weight of later positions of the game in a correction: this factor per ply
        #[arg(long, default_value_t = 0.7, value_parser = values::share)]
        trace: f32,
        /// Centipawns at which a side expects 73% of the points
        #[arg(long, default_value_t = 160.0, value_parser = values::positive)]
        scale: f32,
        /// Threads
        #[arg(long, default_value_t = 1, value_parser = values::threads)]
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
        #[arg(long, default_value_t = 6, value_parser = values::epochs)]
        epochs: usize,
        /// Initial learning rate: about the first steps in centipawns
        #[arg(long, default_value_t = 1.0, value_parser = values::not_negative)]
        lr: f32,
        /// WDL share: weight of the game's result in the target; the rest is the score
        #[arg(long, default_value_t = 0.85, value_parser = values::share)]
        lambda: f32,
        /// Penalty on changes of the weights: the loss of one centipawn, in positions
        #[arg(long, default_value_t = 0.002, value_parser = values::not_negative)]
        pull: f32,
        /// Penalty on different changes of neighbours in a table
        #[arg(long, default_value_t = 0.01, value_parser = values::not_negative)]
        smooth: f32,
        /// Threads
        #[arg(long, default_value_t = 2, value_parser = values::threads)]
        threads: usize,
        /// The file to write (src/eval/classical/weights.rs); none if left out
        #[arg(long)]
        out: Option<String>,
    },
    /// Train a network on games and write it to a file
    Train {
        /// Files of games that datagen wrote; FILE@0.5 uses half of its games in each
        /// epoch, FILE@2 all of them twice
        #[arg(required = true, value_parser = values::source)]
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
        /// Sets of input weights, one of which is selected by the square of the side's king: 1 or 4
        #[arg(long, default_value_t = KING_BUCKETS)]
        king_buckets: usize,
        /// Outputs, one of which is selected by the number of pieces: 1, 2, 4, 8, 16 or 32
        #[arg(long, default_value_t = OUTPUTS)]
        outputs: usize,
        /// Training epochs
        #[arg(long, default_value_t = 30, value_parser = values::epochs)]
        epochs: usize,
        /// Batch size in positions
        #[arg(long, default_value_t = 8_192, value_parser = values::batch)]
        batch: usize,
        /// Positions among which those of the games are shuffled, in millions: the more, the
        /// better, at 32 MB of memory for each million
        #[arg(long, value_name = "MILLIONS", default_value_t = 64, value_parser = value_parser!(u16).range(1..))]
        pool: u16,
        /// The highest learning rate
        #[arg(long, default_value_t = 0.005, value_parser = values::not_negative)]
        lr: f32,
        /// Weight decay per step at a learning rate of 1: 0.15 suits a few million positions, 0.02
        /// hundreds of millions
        #[arg(long, default_value_t = 0.15, value_parser = values::not_negative)]
        decay: f32,
        #[command(flatten)]
        target: TargetArguments,
        /// Random seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Threads; the network depends on their number
        #[arg(long, default_value_t = 2, value_parser = values::threads)]
        threads: usize,
        /// Set of positions to measure the network with after each epoch, see yardstick
        #[arg(long, value_name = "FILE")]
        yardstick: Option<String>,
        /// Draw the losses to this SVG file
        #[arg(long, value_name = "FILE")]
        curve: Option<String>,
    },
    /// Write the mean of networks that were trained from the same one
    Average {
        /// The networks
        #[arg(required = true)]
        files: Vec<String>,
        /// The file to write
        #[arg(long)]
        out: String,
    },
    /// Write the quiet positions of games for a trainer on a GPU, scripts/train-gpu: 104 bytes each
    Samples {
        /// Files of games that datagen wrote
        #[arg(required = true)]
        files: Vec<String>,
        /// The file to write: positions to learn from
        #[arg(long)]
        out: String,
        /// The file to write: those of one game in fifty, to measure a network with
        #[arg(long, value_name = "FILE")]
        held_out: String,
        #[command(flatten)]
        target: TargetArguments,
    },
    /// Play a match between two settings of this program: numbers of the search, networks
    Match(contest::MatchArguments),
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
    /// Fit the model of win, draw and loss (`src/eval/wdl.rs`) to positions, and compare
    /// its predictions with the results
    FitWdl {
        /// Files of games that datagen wrote
        #[arg(required = true)]
        files: Vec<String>,
    },
}

/// What a network learns of a position.
#[derive(Debug, Args)]
pub(crate) struct TargetArguments {
    /// WDL share: weight of the game's result in the target; the rest is the score
    #[arg(long, default_value_t = 0.0, value_parser = values::share)]
    lambda: f32,
    /// Centipawns at which a side expects 73% of the points
    #[arg(long, default_value_t = 160.0, value_parser = values::positive)]
    scale: f32,
    /// Weight of later scores of the game in the target: this factor per ply, as in
    /// TD(lambda)
    #[arg(long, default_value_t = 0.7, value_parser = values::share)]
    trace: f32,
    /// With so many pieces on the board or more, later scores don't count: the factor falls to 0 over the
    /// four before
    #[arg(long, value_name = "PIECES", default_value_t = Trace::ALWAYS, value_parser = values::positive)]
    trace_until: f32,
}

impl TargetArguments {
    fn trace(&self) -> Trace {
        Trace { factor: self.trace, until: self.trace_until }
    }
}

/// Runs a command; prints its progress to standard error.
pub(crate) fn run(action: TuneAction) -> Result<u8, Failure> {
    let result = match action {
        TuneAction::Datagen(arguments) => games::datagen(arguments),
        TuneAction::Rescore(arguments) => games::rescore(arguments),
        TuneAction::Import { files, out, scale, threads } => {
            games::import(&ImportSpec { files, out, scale, threads })
        }
        TuneAction::Reevaluate { files, out, old, network, trace, scale, threads } => {
            values::network(&old).and_then(|old| {
                let new = values::network_or_embedded(network.as_deref())?;
                games::reevaluate(&ReevaluateSpec { files, out, old, new, trace, scale, threads })
            })
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
            king_buckets,
            outputs,
            epochs,
            batch,
            pool,
            lr: rate,
            decay,
            target,
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
                king_buckets,
                outputs,
                epochs,
                batch,
                pool: usize::from(pool) * 1_000_000,
                rate,
                decay,
                lambda: target.lambda,
                scale: target.scale,
                trace: target.trace(),
                seed,
                threads,
            };
            train::run(&spec, curve)
        }),
        TuneAction::Average { files, out } => average(&files, &out),
        TuneAction::Samples { files, out, held_out, target } => {
            let TargetArguments { lambda, scale, .. } = target;
            let spec = RecordsSpec { files, out, held_out, lambda, scale, trace: target.trace() };
            records::run(&spec).map(|[learned, held_out]| {
                terminal::print_error(&format!("{learned} positions, {held_out} held out"));
            })
        }
        TuneAction::Match(arguments) => contest::run(arguments),
        TuneAction::Yardstick { sets, network, against } => {
            yardstick::run(&sets, network.as_deref(), against.as_deref())
        }
        TuneAction::FitWdl { files } => fit_wdl(&files),
    };
    if let Err(error) = result {
        terminal::print_error(&format!("nullfenster: {error}"));
        return Ok(CHECK_FAILED);
    }
    Ok(0)
}

fn fit_wdl(files: &[String]) -> Result<(), TuneError> {
    let fit = wdl::fit(files)?;
    terminal::print_error("score up to   positions   win, draw, loss: model     actual");
    for bucket in fit.buckets.iter().filter(|bucket| bucket.count > 0) {
        let permille =
            |shares: [f64; 3]| shares.map(|share| format!("{:4.0}", 1000.0 * share)).join(" ");
        terminal::print_error(&format!(
            "{:11} {:11}         {}     {}",
            bucket.up_to,
            bucket.count,
            permille(bucket.expected),
            permille(bucket.happened)
        ));
    }
    let [before, after] = fit.loss;
    terminal::print_error(&format!("loss {before:.5}, fitted {after:.5}: {:?}", fit.model));
    Ok(())
}

fn print_progress(progress: TuneProgress) {
    terminal::print_error(&match progress {
        TuneProgress::Data { training, held_out, slope } => {
            format!("{training} positions, {held_out} held out, slope {slope:.3} per 400 cp")
        }
        TuneProgress::Epoch { epoch, training, held_out } => {
            format!("epoch {epoch}: loss {training:.6}, held out {held_out:.6}")
        }
        TuneProgress::Check { before, after } => format!("check: {before:.6} to {after:.6}"),
    });
}
