//! Text output: the stream of lines, and the commands for people and scripts, the same in the UCI loop and on the command
//! line: `d`, `eval`, `perft`, `bench`, `speedtest`, `help`. Results go to standard output, times
//! to standard error.

mod arguments;
mod drawing;
mod output;
mod setup;

pub use output::{Output, ascii, wait_for};
pub use setup::EngineSetup;

use crate::board::{Position, notation};
use crate::engine::{BOARD, EngineError, NAME, Options};
use crate::eval::{self, Evaluation};
use crate::tools::bench::{self, BenchReport, BenchSpec};
use crate::tools::openings;
use crate::tools::perft::PerftReport;
use crate::tools::position_file;
use anstyle::Style;
use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::available_parallelism;
use std::time::Duration;

/// The text of `help`.
const HELP: &str = "\
uci                          print the engine's name and its options
isready                      print 'readyok' when all earlier commands are done
ucinewgame                   clear the table and the histories
setoption name N [value V]   set an option
position startpos|fen F [moves M...]
go [depth N] [nodes N] [movetime MS] [mate N] [wtime MS] [btime MS] [winc MS]
   [binc MS] [movestogo N] [searchmoves M...] [infinite] [ponder]
stop, ponderhit              end the search, perft or bench; the expected move was played
wait                         read no line until what runs has ended
debug on|off                 echo each line that is read
quit                         end the program: a search at once, with its best move; perft,
                             bench and speedtest after their result
d                            show the position
flip                         turn the board: the other side has this position
eval                         show the evaluation and its parts
perft N [fen F], go perft N  count the leaves of the tree of legal moves
                             (bulk counting at the last ply)
bench [hash] [threads] [limit] [default|current|FILE]
      [depth|nodes|movetime|perft|eval], or as KEY=VALUE, also evaluation=classical
      and evalfile=FILE      search a fixed set of positions
speedtest [threads] [hash] [seconds]
                             search the same positions with all processors, for a time
export_net FILE              write the network in use to a new file
genfens N seed S book None|FILE
                             print N openings for test games";

/// Prints a greeting at a terminal.
///
/// # Errors
/// Fails if the output is closed.
pub fn banner<W: Write>(out: &mut Output<W>, options: &Options) -> io::Result<()> {
    let style = if out.is_coloured() { Style::new().bold() } else { Style::new() };
    out.line(&format!("{style}{}{style:#}, the null-window chess engine", NAME))?;
    out.line(&format!(
        "0x88 board ({}), {} MB of hash, {} of {} threads",
        BOARD,
        options.hash(),
        options.threads(),
        available_parallelism().map_or(1, NonZero::get),
    ))?;
    out.line("'help' lists the commands. Try: position startpos moves e2e4, d, eval, go depth 12")
}

/// Prints the list of commands.
///
/// # Errors
/// Fails if the output is closed.
pub fn help<W: Write>(out: &mut Output<W>) -> io::Result<()> {
    HELP.lines().try_for_each(|line| out.line(line))
}

/// Prints the board, its FEN, its key and the pieces that give check.
///
/// # Errors
/// Fails if the output is closed.
pub fn display<W: Write>(out: &mut Output<W>, position: &Position) -> io::Result<()> {
    for line in drawing::board(position, out.is_coloured()) {
        out.line(&line)?;
    }
    out.line("")?;
    out.line(&format!("Fen: {position}"))?;
    out.line(&format!("Key: {:016X}", position.key()))?;
    let checkers: String =
        position.checkers().into_iter().map(|square| format!(" {square}")).collect();
    out.line(&format!("Checkers:{checkers}"))
}

/// Prints the worth of each piece, the terms of the classical evaluation and the value of
/// the evaluation in use, from White's view.
///
/// # Errors
/// Fails if the output is closed.
pub fn eval<W: Write>(
    out: &mut Output<W>,
    evaluation: &Evaluation,
    position: &Position,
) -> io::Result<()> {
    out.line(
        "Worth of each piece in pawns: the evaluation with it minus the evaluation without it.",
    )?;
    let piece_values = eval::piece_values(evaluation, position);
    for line in drawing::values(position, &piece_values, out.is_coloured()) {
        out.line(&line)?;
    }
    out.line("")?;
    eval::explain(evaluation, position).lines().try_for_each(|line| out.line(line))
}

/// Prints the leaves of each root move on standard output, time and speed on
/// standard error.
///
/// # Errors
/// Fails if the output is closed.
pub fn print_perft<W: Write>(
    out: &mut Output<W>,
    position: &Position,
    report: &PerftReport,
    chess960: bool,
) -> io::Result<()> {
    let chess960 = chess960 || position.is_chess960();
    for &(mv, nodes) in &report.moves {
        out.line(&format!("{}: {nodes}", notation::format_move(mv, chess960)))?;
    }
    out.line("")?;
    out.line(&format!("Nodes searched: {}", report.nodes))?;
    out.line("")?;
    let speed = per_second(report.nodes, report.time);
    print_error(&format!("Time: {} ms, {speed} nodes per second", report.time.as_millis()));
    Ok(())
}

/// Carries out OpenBench's `genfens`: adds openings to those that were found, until `stop` says to.
///
/// # Errors
/// Names the wrong argument, or says why there are no more openings.
pub fn genfens(
    words: &[String],
    chess960: bool,
    stop: &AtomicBool,
    found: &mut Vec<Position>,
) -> Result<(), String> {
    let spec = arguments::genfens_spec(words, chess960)?;
    let made = openings::generate(&spec, &mut |position| {
        found.push(*position);
        !stop.load(Relaxed)
    });
    made.map_err(|error| error.to_string())
}

/// Runs the bench that `words` describe.
///
/// # Errors
/// Names the wrong argument, the file that can't be read, or the table that is too large.
pub fn run_bench(
    words: &[String],
    used: &EngineSetup,
    stop: &Arc<AtomicBool>,
) -> Result<BenchReport, String> {
    let spec = arguments::bench_spec(words, used)?;
    let positions = match spec.source.as_str() {
        "default" => bench::default_positions().map_err(|error| error.to_string())?,
        "current" => vec![used.position.ok_or(EngineError::NoPosition.to_string())?],
        file => position_file::read_file(Path::new(file))?,
    };
    let total = positions.len();
    let progress = io::stderr().is_terminal();
    bench::run(&spec, &positions, stop, &mut |number, position| {
        if progress {
            print_error(&format!("Position {number}/{total}: {position}"));
        }
    })
    .map_err(|error| error.to_string())
}

/// Runs the speed test that `words` describe: the bench's positions with all processors, for a
/// time.
///
/// # Errors
/// Names the wrong argument, or the table that is too large.
pub fn run_speed_test(
    words: &[String],
    used: &EngineSetup,
    stop: &Arc<AtomicBool>,
) -> Result<(BenchSpec, BenchReport), String> {
    let positions = bench::default_positions().map_err(|error| error.to_string())?;
    let spec = arguments::speed_test_spec(words, positions.len(), used)?;
    let report = bench::run(&spec, &positions, stop, &mut |_, _| {});
    Ok((spec, report.map_err(|error| error.to_string())?))
}

/// Prints the result of a speed test, with what it depends on.
///
/// # Errors
/// Fails if the output is closed.
pub fn print_speed_test<W: Write>(
    out: &mut Output<W>,
    (spec, report): &(BenchSpec, BenchReport),
) -> io::Result<()> {
    for (name, value) in [
        ("Engine", NAME.to_owned()),
        ("Board", BOARD.to_owned()),
        ("Evaluation", format!("{:?}", spec.evaluation)),
        ("Threads", spec.threads.to_string()),
        ("Hash (MiB)", spec.hash.to_string()),
        ("Time (ms)", report.time.as_millis().to_string()),
        ("Nodes", report.nodes.to_string()),
        ("Nodes/second", per_second(report.nodes, report.time).to_string()),
    ] {
        out.line(&format!("{name:<13}: {value}"))?;
    }
    Ok(())
}

/// Prints the summary of a bench: three lines in Stockfish's format on standard error, and
/// on standard output the line that OpenBench reads.
///
/// # Errors
/// Fails if the output is closed.
pub fn print_bench<W: Write>(out: &mut Output<W>, report: &BenchReport) -> io::Result<()> {
    let speed = per_second(report.nodes, report.time);
    print_error("\n===========================");
    print_error(&format!("Total time (ms) : {}", report.time.as_millis()));
    print_error(&format!("Nodes searched  : {}", report.nodes));
    print_error(&format!("Nodes/second    : {speed}"));
    out.line(&format!("{} nodes {speed} nps", report.nodes))
}

/// Nodes per second; a time of zero counts as a microsecond.
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    (u128::from(nodes) * 1_000_000 / time.as_micros().max(1)) as u64
}

/// Prints text to standard error, with `?` for control characters, and ignores failures: it may be
/// closed.
pub fn print_error(text: &str) {
    let shown = |c: char| if c.is_control() && c != '\n' { '?' } else { c };
    let text: String = text.chars().map(shown).collect();
    let _ = writeln!(io::stderr(), "{text}");
}
