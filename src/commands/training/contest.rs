//! `nullfenster match`: two settings of the program against each other.

use super::{players, values};
use crate::commands::position_file;
use crate::terminal;
use crate::terminal::progress_bar;
use crate::tune::TuneError;
use crate::tune::contest::{self, MatchSpec, Pace, Pentanomial, Sprt};
use clap::{Args, value_parser};
use indicatif::ProgressStyle;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

#[derive(Debug, Args)]
pub struct MatchArguments {
    /// A number of the search for player A, as NAME=VALUE; may be repeated. Needs the build
    /// feature `tuning`, whose command `tunables` lists the names
    #[arg(long, value_name = "NAME=VALUE")]
    a: Vec<String>,
    /// The same for player B
    #[arg(long, value_name = "NAME=VALUE")]
    b: Vec<String>,
    /// A number of the search that chance gives to one player or the other for each pair of
    /// games, as NAME=VALUE; may be repeated. The match then tells what each is worth
    #[cfg(feature = "tuning")]
    #[arg(long, value_name = "NAME=VALUE", conflicts_with = "sprt")]
    factor: Vec<String>,
    /// The network of player A; the embedded one if left out
    #[arg(long, value_name = "FILE")]
    network_a: Option<String>,
    /// The network of player B
    #[arg(long, value_name = "FILE")]
    network_b: Option<String>,
    /// File of openings, one FEN or EPD per line
    #[arg(long, value_name = "FILE")]
    openings: PathBuf,
    /// Nodes per move
    #[arg(long, default_value_t = 20_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Play with clocks of so many seconds a game and a move, such as 5+0.05, that count nodes
    #[arg(long, value_parser = values::clock, conflicts_with = "nodes")]
    tc: Option<(u64, u64)>,
    /// Nodes that count as a millisecond of a clock
    #[arg(long, default_value_t = 150, value_parser = value_parser!(u64).range(1..))]
    nodes_per_ms: u64,
    /// Games at most: each opening is played once with both colours
    #[arg(long, default_value_t = 1_000, value_parser = value_parser!(u64).range(2..))]
    games: u64,
    /// End the match when this sequential test is decided, with an error of 5% either way
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Vec<f64>,
    /// Table of each player in MiB
    #[arg(long, default_value_t = 16, value_parser = value_parser!(u32).range(1..=4096))]
    hash: u32,
    /// Concurrent games
    #[arg(long, default_value_t = 1, value_parser = values::threads)]
    threads: usize,
    /// Random seed: the same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Log of the results; an existing one is continued
    #[arg(long, value_name = "FILE")]
    log: Option<String>,
    /// Write the games with the score of each move to this file, to learn from; an existing one is
    /// continued
    #[arg(long, value_name = "FILE")]
    games_out: Option<String>,
}

/// Plays the match; the last line of standard error sums it up.
pub fn run(arguments: MatchArguments) -> Result<(), TuneError> {
    let wrong = |error: String| TuneError::Argument(error);
    let sprt = match arguments.sprt[..] {
        [] => None,
        [elo0, elo1] if elo0 < elo1 => Some(Sprt { elo0, elo1 }),
        _ => return Err(wrong("--sprt: ELO0 has to be less than ELO1".to_owned())),
    };
    let network = |path: Option<String>| values::network_or_embedded(path.as_deref());
    let spec = MatchSpec {
        players: [
            players::player("--a", &arguments.a, network(arguments.network_a)?)?,
            players::player("--b", &arguments.b, network(arguments.network_b)?)?,
        ],
        #[cfg(feature = "tuning")]
        factors: players::numbers("--factor", &arguments.factor)?,
        openings: position_file::read(&arguments.openings).map_err(wrong)?,
        pace: match arguments.tc {
            None => Pace::Nodes(arguments.nodes),
            Some((base, increment)) => {
                Pace::Clock { base, increment, nodes_per_ms: arguments.nodes_per_ms }
            }
        },
        hash_mb: arguments.hash as usize,
        pairs: arguments.games / 2,
        sprt,
        threads: arguments.threads,
        seed: arguments.seed,
        log: arguments.log,
        games: arguments.games_out,
    };
    let bar = progress_bar(spec.most_pairs());
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} {eta}") {
        bar.set_style(style);
    }
    let start = Instant::now();
    let found = OnceLock::new();
    let reported = Mutex::new(start);
    let pairs = contest::run(&spec, &|results| {
        let new = results.pairs() - found.get_or_init(|| results.pairs());
        let speed = 2.0 * new as f64 / start.elapsed().as_secs_f64() * 3600.0;
        bar.set_position(results.pairs());
        let line = || format!("{}, {speed:.0} games an hour", describe(results, sprt));
        bar.set_message(line());
        let mut reported = reported.lock().unwrap_or_else(PoisonError::into_inner);
        if bar.is_hidden() && reported.elapsed() >= super::games::REPORT_EVERY {
            *reported = Instant::now();
            terminal::print_error(&line());
        }
    })?;
    bar.finish_and_clear();
    terminal::print_error(&describe(&Pentanomial::of(&pairs), sprt));
    #[cfg(feature = "tuning")]
    for (name, (elo, error)) in
        arguments.factor.iter().zip(contest::effects(spec.seed, spec.factors.len(), &pairs))
    {
        terminal::print_error(&format!("{name}: Elo {elo:+.1} +-{error:.1}"));
    }
    Ok(())
}

fn describe(results: &Pentanomial, sprt: Option<Sprt>) -> String {
    let llr = sprt.map(|sprt| {
        format!(", LLR {:.2} of {:+} against {:+} Elo", sprt.llr(results), sprt.elo1, sprt.elo0)
    });
    format!("{results}{}", llr.unwrap_or_default())
}
