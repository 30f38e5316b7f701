//! The command line: commands that need no GUI. UCI commands may be given as arguments;
//! without arguments the UCI loop starts.

mod manual;
mod selftest;

#[cfg(feature = "tune")]
use crate::commands::training;
use crate::commands::{self, analyse, bench, compare, epd, judge, learn, openings, perft, tree};
use crate::engine::{Engine, description, nearest};
use crate::terminal::{CHECK_FAILED, Failure, Output, USAGE, print_error, reader_has_gone};
use crate::uci::command::{Command, parse};
use crate::uci::{Session, read_stdin, read_terminal};
use anstream::{AutoStream, ColorChoice};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Stdout, Write};
use std::process::ExitCode;

/// A UCI chess engine; without a command it speaks UCI on standard input and output
#[derive(Debug, Parser)]
#[command(name = "nullfenster", disable_version_flag = true, after_long_help = AFTER_HELP, after_help = MORE_HELP)]
struct Arguments {
    /// Print version and build details
    ///
    /// Board, network and instructions.
    #[arg(short = 'V', long)]
    version: bool,
    #[command(subcommand)]
    command: Option<Action>,
}

const AFTER_HELP: &str = "\
Any UCI command may be given as arguments: it is executed until it is finished, and
the program exits. If an argument contains a space, each argument is one command.
  nullfenster go depth 12
  nullfenster 'position startpos moves e2e4' 'go movetime 1000'
  nullfenster d
  nullfenster eval
Options of the engine come first, as --Name=value:
  nullfenster --Hash=256 '--Move Overhead=100'

Exit status: 0 for success, 1 if a check failed, 2 for usage errors.";

const MORE_HELP: &str = "UCI commands work, too: nullfenster go depth 12. More: --help";

#[derive(Debug, Subcommand)]
enum Action {
    /// Search a fixed set of positions and print nodes and speed
    Bench(bench::BenchArguments),
    /// Count the leaves of the tree of legal moves
    ///
    /// Prints the count of each root move. The moves of the last ply are counted without being made
    /// (bulk counting).
    Perft(perft::PerftArguments),
    /// Run search algorithms side by side and compare their cost
    ///
    /// From minimax to principal variation search: reports whether they agree and what each costs.
    /// Exit status 1 if they disagree.
    Compare(compare::CompareArguments),
    /// Draw the tree that an algorithm searches
    ///
    /// With the window before and after each move, values and cutoffs; or step through two or three
    /// algorithms side by side.
    Tree(tree::TreeArguments),
    /// Check your own tree-search program
    ///
    /// Starts it and writes a tree in a line to its input, such as ((3 12 8) (2 4 6)). It answers with a
    /// line: the value of the root, then the numbers of the leaves, from 1 on the left, in the order in
    /// which it visited them. The first wrong answer is explained, with exit status 1.
    Judge(judge::JudgeArguments),
    /// Write a guided tour of the search as a page for the browser
    ///
    /// Nine chapters from minimax to selectivity and an appendix on the network, with trees to step through and exercises.
    Learn(learn::LearnArguments),
    /// Solve a test suite in EPD and check the best moves
    ///
    /// Exit status 1 if a record could not be read.
    Epd(epd::EpdArguments),
    /// Print the best lines of positions, or judge the moves of games
    ///
    /// A move's loss is the drop in expected score against the best move, by the curve of Lichess over
    /// centipawns of Stockfish 15.1, to which scores are converted: ?! from 0.05, ? from 0.10, ?? from
    /// 0.15 of a point. The accuracy of a move that loses x of a point is 100 * exp(-4 x) percent. Games are
    /// searched with 100,000 nodes a move if no limit is given, and moves that seem to lose again with
    /// eight times the limit; as many games at a time as there are threads. Exit status 1 if a game could
    /// not be read.
    Analyse(analyse::AnalyseArguments),
    /// Check this build on this machine against known answers
    ///
    /// Move generation, keys, search, table and protocol. Exit status 1 if one is wrong.
    Selftest,
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Man {
        /// Print the page in Markdown: docs/command-line.md
        #[arg(long)]
        markdown: bool,
    },
    /// Print the UCI options with their ranges, in Markdown
    #[command(hide = true)]
    Options,
    /// List the search parameters of this build for OpenBench's SPSA
    ///
    /// Each line has name, int, value, min, max, c_end, r_end.
    #[cfg(feature = "tuning")]
    Tunables,
    /// Generate balanced openings for test games
    ///
    /// Random moves that a search finds balanced, one FEN per line.
    #[command(allow_negative_numbers = true)]
    Openings(openings::OpeningsArguments),
    #[cfg(feature = "tune")]
    #[command(flatten)]
    Tune(training::TuneAction),
    #[command(external_subcommand)]
    Uci(Vec<String>),
}

/// Runs the program with its arguments (without its own name).
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    let (options, rest) = split_options(arguments);
    let program = std::iter::once("nullfenster".into());
    let parsed = match Arguments::try_parse_from(program.chain(rest)) {
        Ok(parsed) => parsed,
        Err(error) => {
            // Also for --help and --version.
            if let Err(failed) = error.print()
                && !reader_has_gone(&failed)
            {
                print_error(&format!("nullfenster: {failed}"));
                return ExitCode::from(CHECK_FAILED);
            }
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(USAGE));
        }
    };
    let result = match parsed.command {
        _ if parsed.version => version(),
        Some(Action::Uci(words)) => script(&options, words),
        Some(Action::Bench(arguments)) => bench::from_shell(&options, &arguments),
        None => uci_loop(&options),
        Some(_) if !options.is_empty() => {
            let name = &options[0].0;
            Err(Failure::Usage(format!(
                "--{name}: only UCI commands and bench take options of the engine"
            )))
        }
        Some(Action::Perft(arguments)) => perft::from_shell(&arguments),
        #[cfg(feature = "tuning")]
        Some(Action::Tunables) => tunables(),
        Some(Action::Openings(arguments)) => openings::run(&arguments),
        Some(Action::Compare(arguments)) => compare::run(&arguments),
        Some(Action::Tree(arguments)) => tree::run(&arguments),
        Some(Action::Judge(arguments)) => judge::run(&arguments),
        Some(Action::Learn(arguments)) => learn::run(&arguments),
        Some(Action::Epd(arguments)) => epd::run(&arguments),
        Some(Action::Analyse(arguments)) => analyse::run(&arguments),
        Some(Action::Selftest) => selftest::run(),
        Some(Action::Completions { shell }) => completions(shell),
        Some(Action::Man { markdown: false }) => manual::run(&Arguments::command(), AFTER_HELP),
        Some(Action::Man { markdown: true }) => manual::markdown(&mut Arguments::command()),
        Some(Action::Options) => manual::options(),
        #[cfg(feature = "tune")]
        Some(Action::Tune(action)) => training::run(action),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        // The reader of our output has gone, and would not see an error either.
        Err(Failure::Io(error)) if reader_has_gone(&error) => ExitCode::SUCCESS,
        Err(Failure::Io(error)) => {
            print_error(&format!("nullfenster: {error}"));
            ExitCode::from(CHECK_FAILED)
        }
        Err(Failure::Usage(message)) => {
            print_error(&format!("nullfenster: {message}"));
            ExitCode::from(USAGE)
        }
    }
}

/// Splits off the leading `--Name=value`: engine options, whose names clap does not know.
fn split_options(arguments: Vec<OsString>) -> (Vec<(String, String)>, Vec<OsString>) {
    let mut options = Vec::new();
    let mut rest = arguments.into_iter().peekable();
    let read = |argument: &OsString| {
        let (name, value) = argument.to_str()?.strip_prefix("--")?.split_once('=')?;
        Some((name.to_owned(), value.to_owned()))
    };
    while let Some(option) = rest.peek().and_then(read) {
        options.push(option);
        rest.next();
    }
    (options, rest.collect())
}

/// Standard output, in colour on a terminal that supports it.
fn terminal() -> Output<AutoStream<Stdout>> {
    let stdout = io::stdout();
    let choice = AutoStream::choice(&stdout);
    let coloured = stdout.is_terminal() && choice != ColorChoice::Never;
    // Text without colours need not be searched for them.
    let choice = if coloured { choice } else { ColorChoice::AlwaysAnsi };
    Output::new(AutoStream::new(stdout, choice)).with_colours(coloured)
}

fn session(
    options: &[(String, String)],
    interactive: bool,
) -> Result<Session<AutoStream<Stdout>>, Failure> {
    let mut engine = Engine::new()?;
    for (name, value) in options {
        engine
            .set_option(name, Some(value))
            .map_err(|error| Failure::Usage(format!("--{name}={value}: {error}")))?;
    }
    let mut out = terminal();
    let log = engine.options().debug_log();
    out.set_log(log).map_err(|error| Failure::Usage(format!("--Debug Log File={log}: {error}")))?;
    Ok(Session::new(engine, out, interactive))
}

fn version() -> Result<u8, Failure> {
    Output::new(io::stdout()).line(&format!("nullfenster {}", description()))?;
    Ok(0)
}

fn uci_loop(options: &[(String, String)]) -> Result<u8, Failure> {
    let interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut session = session(options, interactive)?;
    session.run(&if interactive { read_terminal()? } else { read_stdin()? })?;
    Ok(0)
}

/// Executes UCI commands given as arguments.
fn script(options: &[(String, String)], words: Vec<String>) -> Result<u8, Failure> {
    let lines =
        if words.iter().any(|word| word.contains(' ')) { words } else { vec![words.join(" ")] };
    let known = Arguments::command();
    let mut names: Vec<&str> = known.get_subcommands().map(clap::Command::get_name).collect();
    commands::names().for_each(|name| names.push(name));
    if !options.is_empty() && lines.iter().any(|line| line.starts_with("speedtest")) {
        let error = "speedtest takes threads, hash and seconds as words, not as options";
        return Err(Failure::Usage(error.to_owned()));
    }
    for line in &lines {
        // Arguments would say more of it than 'unknown'.
        let first = line.split_ascii_whitespace().next().unwrap_or_default();
        if matches!(parse(line).command, Command::Unknown(_))
            && let Some(name) = nearest(first, names.iter().copied().filter(|name| *name != first))
        {
            return Err(Failure::Usage(format!(
                "unknown command '{first}', did you mean '{name}'?"
            )));
        }
    }
    let errors = session(options, false)?.run_script(&lines)?;
    Ok(if errors == 0 { 0 } else { USAGE })
}

#[cfg(feature = "tuning")]
fn tunables() -> Result<u8, Failure> {
    /// The last perturbation is this part of the range.
    const STEPS: f64 = 20.0;
    /// The usual learning rate in the last iteration.
    const RATE: f64 = 0.002;
    let mut out = Output::new(io::stdout());
    for tunable in &crate::search::TUNABLES {
        let step = (f64::from(tunable.max - tunable.min) / STEPS).max(0.5);
        out.line(&format!(
            "{}, int, {}, {}, {}, {step}, {RATE}",
            tunable.name, tunable.default, tunable.min, tunable.max
        ))?;
    }
    Ok(0)
}

fn completions(shell: Shell) -> Result<u8, Failure> {
    // Into memory first: the generator panics if the output is closed.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "nullfenster", &mut script);
    io::stdout().write_all(&script)?;
    Ok(0)
}
