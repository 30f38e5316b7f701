//! `nullfenster compare`: the algorithms of the lab side by side.

use super::new_file::NewFile;
use super::position_file;
use super::written::WrittenArguments;
use crate::board::Position;
use crate::board::notation;
use crate::engine::pluralise;
use crate::lab::{Algorithm, Lab, Options, Outcome, WrittenTree};
use crate::pages::compare::{self, Comparison, Contestant, MINIMAX_LIMIT, Measured, WholeTree};
use crate::pages::plot;
use crate::search::Searcher;
use crate::terminal::Output;
use crate::terminal::{CHECK_FAILED, Failure, position_of, progress_bar};

use clap::{Args, value_parser};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct CompareArguments {
    #[command(flatten)]
    written: WrittenArguments,
    /// Depth in plies
    #[arg(long, default_value_t = 4, value_parser = value_parser!(u32).range(1..=20))]
    depth: u32,
    /// The position; the start position if left out
    #[arg(long)]
    fen: Option<String>,
    /// Compare on all positions of a file, one FEN or EPD per line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "tree", "example"])]
    epd: Option<PathBuf>,
    /// Only these: minimax, alpha-beta, negamax, negascout-heuner, negascout-reinefeld,
    /// negascout, scout-all, scout-plain, scout-child, pvs. Minimax by name is run
    /// however long it takes
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    algorithms: Vec<Algorithm>,
    /// Options for all of them: scans (captures and moves to the centre first), table,
    /// refutation (with deepen), history, killers, deepen, aspiration or aspiration=MARGIN,
    /// selective or selective=MOVES:MARGIN; for a written tree only history, killers,
    /// aspiration and selective
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    with: Vec<String>,
    /// Compare one algorithm with and without each option
    #[arg(long, value_name = "ALGORITHM", conflicts_with_all = ["algorithms", "with", "tree", "example"])]
    options_of: Option<Algorithm>,
    /// Quiescence at the leaves in place of static values, and the engine's own search beside the
    /// algorithms, with nothing on top of principal variation search and quiescence. The quiescence
    /// of the lab is slow where there are many captures
    #[arg(long, conflicts_with_all = ["tree", "example"])]
    engine: bool,
    /// Print a report in JSON
    #[arg(long)]
    json: bool,
    /// Draw nodes in proportion to those of alpha-beta, depth by depth, to this SVG file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["tree", "example"])]
    svg: Option<PathBuf>,
}

/// Runs the command. Status 1 if values differ that must be equal.
pub fn run(arguments: &CompareArguments) -> Result<u8, Failure> {
    if let Some(tree) =
        arguments.written.read().map_err(|error| Failure::Usage(format!("compare: {error}")))?
    {
        return compare_written(arguments, &tree);
    }
    let depth = arguments.depth;
    let positions = match &arguments.epd {
        None => vec![position_of(arguments.fen.as_deref().unwrap_or("startpos"))?],
        Some(path) => position_file::read(path)
            .map_err(|error| Failure::Usage(format!("compare: --epd {error}")))?,
    };
    let contestants = contestants(arguments)?;
    let asked_for = arguments.algorithms.contains(&Algorithm::Minimax)
        || arguments.options_of == Some(Algorithm::Minimax);
    let limit = if asked_for { u64::MAX } else { MINIMAX_LIMIT };
    // Created first: a file that can't be written would waste the work.
    let begin = |path: &PathBuf| NewFile::begin(path, "compare: --svg");
    let picture = arguments.svg.as_ref().map(begin).transpose()?;
    let bar = progress_bar((positions.len() * contestants.len()) as u64);
    let searcher = || Searcher::new(HASH, 1).map_err(|error| Failure::Usage(error.to_string()));
    let mut engine = arguments.engine.then(searcher).transpose()?;
    let compare = |position| {
        let engine = engine.as_mut();
        compare::compare(position, depth, &contestants, limit, engine, &mut || bar.inc(1))
    };
    let comparisons: Vec<Comparison> = positions.iter().map(compare).collect();
    bar.finish_and_clear();

    let total = compare::total(&comparisons, contestants.len());
    if let Some(file) = picture {
        let lines: Vec<plot::Line> = contestants
            .iter()
            .zip(&total)
            .filter_map(|(who, row)| {
                let nodes = row.as_ref()?.nodes_by_depth.iter();
                Some((who.name.clone(), nodes.map(|&nodes| nodes as f64).collect()))
            })
            .collect();
        let title = match positions.len() {
            1 => positions[0].to_string(),
            count => format!("{count} positions"),
        };
        let svg = ratios(&title, lines)
            .map_err(|error| Failure::Usage(format!("compare: --svg: {error}")))?;
        file.finish_with(&svg)?;
    }
    let mut out = Output::new(io::stdout());
    if arguments.json {
        let of = |comparison| comparison_json(comparison, depth, &contestants);
        out.line(&Value::Array(comparisons.iter().map(of).collect()).to_string())?;
    } else {
        print(&mut out, depth, &contestants, &comparisons, &total)?;
    }
    let agree = comparisons.iter().all(|comparison| comparison.dissenters.is_empty());
    Ok(if agree { 0 } else { CHECK_FAILED })
}

/// The picture of nodes in proportion to those of alpha-beta, or of the first that is there.
/// Minimax would need a scale on which the others are one line.
fn ratios(title: &str, lines: Vec<plot::Line>) -> Result<String, String> {
    let alpha_beta = Algorithm::AlphaBeta.name();
    let minimax = Algorithm::Minimax.name();
    let mut lines: Vec<plot::Line> =
        lines.into_iter().filter(|(name, _)| name != minimax).collect();
    let known = lines.iter().find(|(name, _)| name == alpha_beta).or(lines.first()).cloned();
    let Some((name, base)) = known else { return plot::ratios_over_depth(title, "", &[]) };
    for (_, values) in &mut lines {
        values.iter_mut().zip(&base).for_each(|(value, base)| *value /= base.max(1.0));
    }
    plot::ratios_over_depth(title, &name, &lines)
}

/// All algorithms, or those that were asked for, on a written tree.
fn compare_written(arguments: &CompareArguments, tree: &WrittenTree) -> Result<u8, Failure> {
    let listed = &arguments.algorithms[..];
    let algorithms = if listed.is_empty() { &Algorithm::ALL } else { listed };
    let options = options_with(arguments)?;
    options
        .check_for_tree()
        .map_err(|error| Failure::Usage(format!("compare: --with: {error}")))?;
    let outcomes: Vec<_> = algorithms
        .iter()
        .map(|&algorithm| {
            let mut lab = Lab::of_tree(algorithm, options.clone(), tree);
            if algorithm.uses_null_windows() {
                lab.tell_cuts_apart(&Position::startpos(), tree.depth());
            }
            (algorithm, lab.search(&Position::startpos(), tree.depth()))
        })
        .collect();
    let mut out = Output::new(io::stdout());
    if arguments.json {
        let row = |(algorithm, Outcome { value, counters, .. }): &(Algorithm, Outcome)| {
            json!({
                "algorithm": algorithm.name(),
                "value": value.centipawns(),
                "nodes": counters.nodes,
                "leaves": counters.leaves,
                "cuts": counters.cuts,
                "null_cuts": counters.null_cuts,
                "null_windows": counters.null_windows,
                "re_searches": counters.re_searches,
            })
        };
        let rows: Vec<Value> = outcomes.iter().map(row).collect();
        out.line(&json!({ "tree": tree.to_string(), "rows": rows }).to_string())?;
    } else {
        if let Some([about, ..]) = arguments.written.about() {
            out.line(&format!("{about}\n"))?;
        }
        let (nodes, leaves) = tree.size();
        out.line(&format!("{tree}\n{nodes} nodes, {leaves} of them leaves\n"))?;
        out.line(
            "algorithm             value  nodes leaves   cuts  null-window cuts  re-searches",
        )?;
        for (algorithm, Outcome { value, counters, .. }) in &outcomes {
            out.line(&format!(
                "{algorithm:<20} {:>6} {:>6} {:>6} {:>6} {:>17} {:>12}",
                value.centipawns(),
                counters.nodes,
                counters.leaves,
                counters.cuts,
                counters.null_cuts,
                counters.re_searches,
            ))?;
        }
    }
    // What a selective search finds may be too low.
    let agree = options.selective.is_some()
        || outcomes.windows(2).all(|pair| pair[0].1.value == pair[1].1.value);
    Ok(if agree { 0 } else { CHECK_FAILED })
}

fn options_with(arguments: &CompareArguments) -> Result<Options, Failure> {
    Options::of_names(&arguments.with)
        .map_err(|error| Failure::Usage(format!("compare: --with: {error}")))
}

fn contestants(arguments: &CompareArguments) -> Result<Vec<Contestant>, Failure> {
    if let Some(algorithm) = arguments.options_of {
        return Ok(compare::with_each_option(algorithm));
    }
    let options = options_with(arguments)?;
    let listed = &arguments.algorithms[..];
    let algorithms = if listed.is_empty() { &Algorithm::ALL } else { listed };
    let contestant = |&algorithm: &Algorithm| Contestant {
        name: algorithm.name().into(),
        algorithm,
        options: options.clone(),
    };
    Ok(algorithms.iter().map(contestant).collect())
}

/// Table of the engine in MiB: its bare search doesn't ask it.
const HASH: usize = 1;
/// Columns of the algorithm's name; with the others there are 80.
const NAME: usize = 21;

fn print<W: Write>(
    out: &mut Output<W>,
    depth: u32,
    contestants: &[Contestant],
    comparisons: &[Comparison],
    total: &[Option<Measured>],
) -> io::Result<()> {
    print_verdicts(out, depth, comparisons)?;
    out.line("")?;
    out.line(&format!(
        "{:NAME$} {:>11} {:>9} {:>9} {:>9} {:>9} {:>6}",
        "algorithm", "nodes", "/minimax", "/minimal", "null cuts", "re-search", "EBF"
    ))?;
    let trees: Option<Vec<&WholeTree>> = comparisons.iter().map(|one| one.whole.as_ref()).collect();
    let sizes = trees.map(|trees| {
        let nodes: u64 = trees.iter().filter_map(|tree| tree.nodes.last()).sum();
        let minimal: f64 = trees.iter().map(|tree| tree.minimal_leaves).sum();
        (nodes as f64, minimal)
    });
    for (who, row) in contestants.iter().zip(total) {
        let mut name = who.name.as_str();
        let Some(Measured { counters, nodes_by_depth, .. }) = row else {
            out.line(&format!(
                "{name:NAME$} left out: over {MINIMAX_LIMIT} leaves; --algorithms {} runs it",
                who.algorithm
            ))?;
            continue;
        };
        if name.len() > NAME {
            out.line(name)?;
            name = "";
        }
        let (to_minimax, to_minimal) = match sizes {
            None => ("?".to_owned(), "?".to_owned()),
            Some((nodes, minimal)) => (
                format!("{:.3}%", 100.0 * counters.nodes as f64 / nodes),
                format!("{:.2}", counters.leaves as f64 / minimal),
            ),
        };
        out.line(&format!(
            "{name:NAME$} {:>11} {to_minimax:>9} {to_minimal:>9} {:>9} {:>9} {:>6.2}",
            counters.nodes,
            counters.null_cuts,
            counters.re_searches,
            compare::branching_factor(nodes_by_depth),
        ))?;
    }
    if let Some(bares) = comparisons.iter().map(|one| one.bare.as_ref()).collect::<Option<Vec<_>>>()
    {
        let inner: u64 = bares.iter().filter_map(|bare| bare.inner_by_depth.last()).sum();
        let quiescence: u64 = bares.iter().map(|bare| bare.quiescence).sum();
        let pvs = contestants.iter().zip(total).find(|(who, _)| who.algorithm == Algorithm::Pvs);
        let pvs = pvs.and_then(|(who, row)| Some((who, row.as_ref()?.counters)));
        let beside =
            pvs.map(|(who, pvs)| format!(" ({} has {})", who.name, pvs.nodes - pvs.leaves));
        out.line(&format!(
            "the engine, bare: {inner} nodes above quiescence{}, {quiescence} in it",
            beside.unwrap_or_default()
        ))?;
    }
    for (who, changed) in compare::changed_moves(comparisons, contestants) {
        let positions = pluralise(comparisons.len(), "position");
        out.line(&format!("{}: another best move in {changed} of {positions}", who.name))?;
    }
    Ok(())
}

/// Prints for each position the size of its tree and whether all agree.
fn print_verdicts<W: Write>(
    out: &mut Output<W>,
    depth: u32,
    comparisons: &[Comparison],
) -> io::Result<()> {
    for comparison in comparisons {
        let Comparison { position, whole, agreed, dissenters, .. } = comparison;
        out.line(&format!("position {position}"))?;
        let verdict = match agreed {
            None => "no exact value to compare with".to_owned(),
            Some(value) if dissenters.is_empty() => format!("all agree on {value}"),
            Some(_) => format!("THEY DISAGREE: {}", dissenters.join("; ")),
        };
        let size = match whole {
            None => "the tree of minimax is too large to count".to_owned(),
            Some(whole) => format!(
                "minimax has {} leaves, the minimal tree {:.0}",
                whole.leaves, whole.minimal_leaves
            ),
        };
        out.line(&format!("  depth {depth}: {size}; {verdict}"))?;
    }
    Ok(())
}

fn comparison_json(comparison: &Comparison, depth: u32, contestants: &[Contestant]) -> Value {
    let chess960 = comparison.position.is_chess960();
    let whole = comparison.whole.as_ref();
    let minimax = whole.and_then(|whole| whole.nodes.last().copied());
    let row = |(who, row): (&Contestant, &Option<Measured>)| {
        let Some(row) = row else { return json!({ "name": who.name, "left_out": true }) };
        let counters = &row.counters;
        json!({
            "name": who.name,
            "algorithm": who.algorithm.name(),
            "value": row.value.centipawns(),
            "score": row.value.to_string(),
            "bestmove": row.best.map(|mv| notation::format_move(mv, chess960)),
            "nodes": counters.nodes,
            "leaves": counters.leaves,
            "to_minimax": minimax.map(|minimax| counters.nodes as f64 / minimax as f64),
            "to_minimal": whole.map(|whole| counters.leaves as f64 / whole.minimal_leaves),
            "cuts": counters.cuts,
            "null_cuts": counters.null_cuts,
            "null_windows": counters.null_windows,
            "re_searches": counters.re_searches,
            "table_hits": counters.table_hits,
            "time_ms": row.time.as_millis() as u64,
            "ebf": compare::branching_factor(&row.nodes_by_depth),
            "nodes_by_depth": row.nodes_by_depth,
        })
    };
    json!({
        "fen": comparison.position.to_string(),
        "depth": depth,
        "minimax_nodes": minimax,
        "minimax_leaves": whole.map(|whole| whole.leaves),
        "minimal_leaves": whole.map(|whole| whole.minimal_leaves),
        "agree": comparison.agreed.map(|_| comparison.dissenters.is_empty()),
        "dissenters": comparison.dissenters,
        "engine": comparison.bare.as_ref().map(|bare| json!({
            "value": bare.value.centipawns(),
            "score": bare.value.to_string(),
            "inner_nodes_by_depth": bare.inner_by_depth,
            "quiescence_nodes": bare.quiescence,
        })),
        "rows": contestants.iter().zip(&comparison.rows).map(row).collect::<Vec<_>>(),
    })
}
