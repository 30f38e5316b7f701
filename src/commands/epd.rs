//! `nullfenster epd`: solves a test suite.

use super::limits::SearchArguments;
use super::position_file;
use super::suite::{self, Case, Solution};
use crate::board::notation;
use crate::eval::normalised;
use crate::terminal::{
    CHECK_FAILED, Failure, Output, per_second, print_error, progress_bar, score_json,
};
use crate::types::Move;

use clap::Args;
use serde_json::{Value, json};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub struct EpdArguments {
    /// The suite: one position per line, with `bm` (best moves, or `#N`), `am` (moves to avoid) or
    /// `dm` (mate in N)
    file: PathBuf,
    #[command(flatten)]
    search: SearchArguments,
    /// Print a report in JSON
    #[arg(long)]
    json: bool,
    /// Compare with an earlier run on the same suite: its report in JSON
    #[arg(long, value_name = "REPORT", conflicts_with = "json")]
    compare: Option<PathBuf>,
    /// Exit with status 1 if fewer positions are solved
    #[arg(long, value_name = "SOLVED")]
    expect: Option<usize>,
}

/// Runs the command.
pub fn run(arguments: &EpdArguments) -> Result<u8, Failure> {
    let usage =
        |error: String| Failure::Usage(format!("epd: {}: {error}", arguments.file.display()));
    let text =
        position_file::read_text(&arguments.file).map_err(|error| usage(error.to_string()))?;
    let (cases, errors) = suite::read(&text);
    if cases.is_empty() {
        return Err(usage(errors.into_iter().next().unwrap_or_else(|| "no position".to_owned())));
    }
    for error in &errors {
        print_error(&format!("nullfenster: epd: {}: {error}", arguments.file.display()));
    }
    let earlier = arguments.compare.as_deref().map(|path| read_report(path, &cases)).transpose();
    let earlier = earlier.map_err(|error| Failure::Usage(format!("epd: --compare {error}")))?;
    let limits = arguments.search.limits();
    let mut searcher = arguments.search.searcher("epd")?;
    let bar = progress_bar(cases.len() as u64);
    let mut out = Output::new(io::stdout());
    let mut solutions = Vec::with_capacity(cases.len());
    for case in &cases {
        let solution = suite::solve(&mut searcher, case, &limits);
        if !arguments.json {
            let text = line(case, &solution);
            // So that the bar and the line don't mix on a terminal.
            bar.suspend(|| out.line(&text))?;
        }
        solutions.push(solution);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let solved = solutions.iter().filter(|solution| solution.solved).count();
    if arguments.json {
        out.line(&report(&cases, &solutions).to_string())?;
    } else {
        let nodes: u64 = solutions.iter().map(|solution| solution.nodes).sum();
        let time = solutions.iter().map(|solution| solution.time).sum();
        out.line("")?;
        out.line(&format!(
            "solved {solved} of {}, {nodes} nodes, {} nodes per second",
            cases.len(),
            per_second(nodes, time)
        ))?;
        for line in themes(&cases, &solutions) {
            out.line(&line)?;
        }
        for line in
            earlier.map(|earlier| differences(&cases, &solutions, &earlier)).unwrap_or_default()
        {
            out.line(&line)?;
        }
    }
    if let Some(expected) = arguments.expect.filter(|&expected| solved < expected) {
        print_error(&format!("nullfenster: solved {solved}, fewer than {expected}"));
        return Ok(CHECK_FAILED);
    }
    Ok(if errors.is_empty() { 0 } else { CHECK_FAILED })
}

fn san(case: &Case, mv: Move) -> String {
    notation::format_san(&case.position, mv)
}

fn expected(case: &Case) -> String {
    let list = |opcode: &str, moves: &[Move]| {
        let moves: Vec<String> = moves.iter().map(|&mv| san(case, mv)).collect();
        (!moves.is_empty()).then(|| format!("{opcode} {}", moves.join(" ")))
    };
    let mate = case.mate.map(|moves| format!("mate in {moves}"));
    let parts = [list("bm", &case.best), list("am", &case.avoid), mate];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

fn line(case: &Case, solution: &Solution) -> String {
    let found = match solution.found_after {
        Some(time) => format!("after {} ms", time.as_millis()),
        None => String::new(),
    };
    format!(
        "{} {:<16} {:<8} {:<16} {:>9}  depth {:<3} {:>10} nodes  {found}",
        if solution.solved { "ok  " } else { "MISS" },
        case.id,
        solution.best.map_or_else(|| "none".to_owned(), |mv| san(case, mv)),
        expected(case),
        normalised(solution.score, &case.position).to_string(),
        solution.depth,
        solution.nodes,
    )
    .trim_end()
    .to_owned()
}

/// A table of solved positions and points by theme, if the suite has several of each.
fn themes(cases: &[Case], solutions: &[Solution]) -> Vec<String> {
    let mut rows: Vec<(&str, usize, usize, u32)> = Vec::new();
    for (case, solution) in cases.iter().zip(solutions) {
        let theme = match case.theme() {
            "" => "without a name",
            theme => theme,
        };
        let at = rows.iter().position(|row| row.0 == theme).unwrap_or(rows.len());
        if at == rows.len() {
            rows.push((theme, 0, 0, 0));
        }
        let (_, count, solved, points) = &mut rows[at];
        *count += 1;
        *solved += usize::from(solution.solved);
        *points += case.points_of(solution);
    }
    if rows.len() < 2 || rows.len() * 2 > cases.len() {
        return Vec::new();
    }
    let width = rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0).max(5);
    let header = format!("\n{:width$}  positions  solved  points of 10 each", "theme");
    let line = |(theme, count, solved, points): &(&str, usize, usize, u32)| {
        let share = 10.0 * f64::from(*points) / *count as f64;
        format!("{theme:width$}  {count:>9}  {solved:>6}  {points:>6} ({share:.1}%)")
    };
    std::iter::once(header).chain(rows.iter().map(line)).collect()
}

/// Whether an earlier run solved each position, from its report.
fn read_report(path: &Path, cases: &[Case]) -> Result<Vec<bool>, String> {
    let failed = |error: String| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    let report: Value = serde_json::from_str(&text).map_err(|error| failed(error.to_string()))?;
    let empty = Vec::new();
    let rows = report["positions"].as_array().unwrap_or(&empty);
    let fens = rows.iter().map(|row| row["fen"].as_str().unwrap_or_default());
    if !fens.eq(cases.iter().map(|case| case.position.to_string())) {
        return Err(failed("it is not a report on this suite".to_owned()));
    }
    Ok(rows.iter().map(|row| row["solved"] == true).collect())
}

/// What was solved before and is no more, and the other way round.
fn differences(cases: &[Case], solutions: &[Solution], earlier: &[bool]) -> Vec<String> {
    let list = |before: bool| {
        let changed = cases
            .iter()
            .zip(solutions)
            .zip(earlier)
            .filter(|((_, solution), was)| **was == before && solution.solved != before);
        changed.map(|((case, _), _)| case.id.as_str()).collect::<Vec<_>>()
    };
    let (lost, won) = (list(true), list(false));
    let before = earlier.iter().filter(|solved| **solved).count();
    let named = |names: &[&str]| match names.len() {
        0 => "none".to_owned(),
        count => format!("{count}: {}", names.join(", ")),
    };
    vec![
        format!("\nsolved before {before}, now {}", before + won.len() - lost.len()),
        format!("solved only now: {}", named(&won)),
        format!("solved only before: {}", named(&lost)),
    ]
}

fn report(cases: &[Case], solutions: &[Solution]) -> Value {
    let row = |(case, solution): (&Case, &Solution)| {
        let uci = |mv: Move| notation::format_move(mv, case.position.is_chess960());
        json!({
            "id": case.id,
            "fen": case.position.to_string(),
            "bm": case.best.iter().map(|&mv| uci(mv)).collect::<Vec<_>>(),
            "am": case.avoid.iter().map(|&mv| uci(mv)).collect::<Vec<_>>(),
            "bestmove": solution.best.map(uci),
            "solved": solution.solved,
            "score": score_json(solution.score, solution.bound, &case.position),
            "depth": solution.depth,
            "nodes": solution.nodes,
            "time_ms": solution.time.as_millis() as u64,
            "found_after_ms": solution.found_after.map(|time| time.as_millis() as u64),
        })
    };
    json!({
        "solved": solutions.iter().filter(|solution| solution.solved).count(),
        "positions": cases.iter().zip(solutions).map(row).collect::<Vec<_>>(),
    })
}
