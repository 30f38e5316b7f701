//! `nullfenster analyse`: the best lines of positions, and games judged move by move.

use super::input_file::Input;
use super::limits::SearchArguments;
use super::{position_file, review};
use crate::board::{Game, Position, notation};
use crate::engine::MAX_MULTI_PV;
use crate::eval::{normalised, win_draw_loss};
use crate::search::{Bound, Control, Info, Limits, Report, Searcher};
use crate::terminal::{Failure, Output, position_of, progress_bar, score_json};
use crate::types::{Move, Score};
use clap::{Args, value_parser};
use serde_json::{Value, json};
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Debug, Args)]
pub struct AnalyseArguments {
    /// Positions, each in one argument; the start position if none is given. Or files of games in PGN,
    /// whose moves are all judged; - for standard input
    #[arg(value_name = "FEN|FILE.pgn")]
    what: Vec<String>,
    /// All positions of a file, one FEN or EPD per line, or all games of one in PGN; - for standard
    /// input
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArguments,
    /// Number of best lines of each position
    #[arg(long, value_name = "LINES", default_value_t = 1,
          value_parser = value_parser!(u64).range(1..=MAX_MULTI_PV))]
    multipv: u64,
    /// Print one line of JSON for each position or game
    #[arg(long)]
    json: bool,
    /// Write the games with values, glyphs and better lines to this PGN file, each when it is done
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Skip as many games as that file already has, and add the others
    #[arg(long, requires = "pgn", conflicts_with = "html")]
    r#continue: bool,
    /// Write a report on the games to this page: graphs, accuracy, turning points
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &AnalyseArguments) -> Result<u8, Failure> {
    let mut positions = Vec::new();
    let mut games = Vec::new();
    let mut files = Vec::new();
    for what in &arguments.what {
        let path = Path::new(what);
        // A mistyped name is no position: a FEN has seven slashes.
        let is_name = !what.contains(' ') && what.matches('/').count() != 7 && what != "startpos";
        if is_name || path.exists() || what.to_lowercase().ends_with(".pgn") {
            files.push(("", path));
        } else {
            positions.push(position_of(what)?);
        }
    }
    files.extend(arguments.file.iter().map(|path| ("--file ", path.as_path())));
    for (argument, path) in files {
        let failed = |error: &dyn Display| {
            Failure::Usage(format!("analyse: {argument}{}: {error}", path.display()))
        };
        let input = Input::open(path).map_err(|error| failed(&error))?;
        match input.has_games {
            true => games.push(input),
            false => {
                let stream = input.into_stream().map_err(|error| failed(&error))?;
                let found = position_file::read_stream(stream).map_err(|error| failed(&error))?;
                positions.extend(found);
            }
        }
    }
    if !games.is_empty() {
        if !positions.is_empty() || arguments.multipv > 1 {
            let error = "analyse: games come without positions, and with one line only";
            return Err(Failure::Usage(error.to_owned()));
        }
        let outputs = review::Outputs {
            pgn: arguments.pgn.as_deref(),
            continues: arguments.r#continue,
            html: arguments.html.as_deref(),
            json: arguments.json,
        };
        return review::run(games, &arguments.search, &outputs);
    }
    if arguments.pgn.is_some() || arguments.html.is_some() {
        let error = "analyse: --pgn and --html are for games, and there are none";
        return Err(Failure::Usage(error.to_owned()));
    }
    if positions.is_empty() {
        positions.push(Position::startpos());
    }
    let mut limits = arguments.search.limits();
    limits.multi_pv = arguments.multipv as usize;
    let mut searcher = arguments.search.searcher("analyse")?;
    let bar = progress_bar(positions.len() as u64);
    let mut out = Output::new(io::stdout());
    for position in &positions {
        let found = analyse(&mut searcher, position, &limits);
        let text = if arguments.json {
            report(position, &found).to_string()
        } else {
            table(position, &found)
        };
        // So that the bar and the lines don't mix on a terminal.
        bar.suspend(|| out.line(&text))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(0)
}

fn table(position: &Position, found: &Analysis) -> String {
    let mut text = position.to_string();
    if found.lines.is_empty() {
        let why = if position.in_check() { "mate" } else { "stalemate" };
        text.push_str(&format!("\n  {why}"));
    }
    for (index, line) in found.lines.iter().enumerate() {
        let [win, draw, loss] = win_draw_loss(line.score, position);
        let mark = match line.bound {
            Bound::Exact => "",
            Bound::Lower => "+",
            Bound::Upper => "-",
        };
        text.push_str(&format!(
            "\n  {:>2}. {:<9} wdl {win:>4} {draw:>4} {loss:>4}  depth {:<3} {}",
            index + 1,
            normalised(line.score, position).to_string() + mark,
            line.depth,
            notation::san_line(position, &line.pv).join(" ")
        ));
    }
    text
}

fn report(position: &Position, found: &Analysis) -> Value {
    let chess960 = position.is_chess960();
    let uci = |&mv: &Move| notation::format_move(mv, chess960);
    let lines: Vec<Value> = found
        .lines
        .iter()
        .map(|line| {
            json!({
                "score": score_json(line.score, line.bound, position),
                "depth": line.depth,
                "seldepth": line.seldepth,
                "pv": line.pv.iter().map(uci).collect::<Vec<_>>(),
                "san": notation::san_line(position, &line.pv),
            })
        })
        .collect();
    let bound = found.lines.first().map_or(Bound::Exact, |line| line.bound);
    let mut score = score_json(found.score, bound, position);
    if found.lines.is_empty() && !position.in_check() {
        // Stalemate is a draw for sure.
        score["wdl"] = json!([0, 1000, 0]);
    }
    json!({
        "fen": position.to_string(),
        "score": score,
        "nodes": found.nodes,
        "time_ms": found.time.as_millis() as u64,
        "lines": lines,
    })
}

/// The result of a search.
#[derive(Clone, Debug)]
struct Analysis {
    /// The best lines in descending order; none in mate and stalemate.
    lines: Vec<Info>,
    /// The score for the side to move, also in mate and stalemate.
    score: Score,
    /// Nodes searched.
    nodes: u64,
    /// Time taken.
    time: Duration,
}

/// Searches a position; the table keeps the entries of earlier searches.
fn analyse(searcher: &mut Searcher, position: &Position, limits: &Limits) -> Analysis {
    let start = Instant::now();
    let lines = limits.multi_pv.clamp(1, position.legal_moves().len().max(1));
    let mut latest = Latest { lines, pending: Vec::new(), whole: Vec::new() };
    let control = Control::new(start, false);
    let outcome = searcher.search(&Game::new(*position), limits, &control, &mut latest);
    Analysis {
        lines: if latest.whole.is_empty() { latest.pending } else { latest.whole },
        score: outcome.score,
        nodes: outcome.nodes,
        time: start.elapsed(),
    }
}

/// Keeps the last complete set of lines: those of two iterations don't belong together.
struct Latest {
    /// Lines per iteration.
    lines: usize,
    pending: Vec<Info>,
    whole: Vec<Info>,
}

impl Report for Latest {
    fn info(&mut self, info: &Info) {
        if info.multi_pv == 1 {
            self.pending.clear();
        }
        self.pending.push(info.clone());
        if self.pending.len() == self.lines {
            self.whole = std::mem::take(&mut self.pending);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_kept_by_rank() {
        let mut searcher = Searcher::new(1, 1).unwrap();
        let limits = Limits { depth: Some(4), multi_pv: 3, ..Limits::default() };
        let found = analyse(&mut searcher, &Position::startpos(), &limits);
        assert_eq!(found.lines.len(), 3);
        assert!(found.lines.is_sorted_by_key(|line| -line.score));
        assert!(found.lines.iter().all(|line| line.depth == 4 && !line.pv.is_empty()));
        assert_eq!(found.score, found.lines[0].score);
        let mate = Position::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").unwrap();
        let found = analyse(&mut searcher, &mate, &limits);
        assert_eq!((found.lines.len(), found.score), (0, -Score::MATE));
    }
}
