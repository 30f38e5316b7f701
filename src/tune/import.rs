//! Reads games in PGN whose moves have scores, as TCEC, cutechess, fastchess and lichess write them,
//! and writes them in the trainer's format.
//!
//! A pawn of one engine is not one of another's, nor of the same a year later: for each engine and
//! year the scale is fitted by which `sigmoid(score / scale)` comes nearest to the results of its
//! games, and a score becomes the centipawns that mean the same expected points here.

use super::TuneError;
use super::games::{GameRecord, GameResult, Kind};
use super::math::{minimum, score_of, sigmoid64};
use super::production::{FileProgress, Hearer, Production};
use crate::board::pgn::{PgnError, PgnGame, PgnReader, PgnResult};
use crate::types::{Color, Move, Score};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::process::{Command, Stdio};

/// The range of scales to search, in pawns, and its steps.
const SCALES: [f64; 2] = [0.2, 6.0];
const SCALE_STEPS: usize = 40;
/// Scores of an engine and year that are enough to fit a scale of their own.
const ENOUGH: u64 = 5_000;
/// Width of the steps in which scores are counted, in pawns, and the largest score that counts.
const STEP: f64 = 0.05;
const MAX_SCORE: f64 = 15.0;
/// The first plies of a game that are left out of the fit: books are played to the end of their lines.
const FIRST_PLY: usize = 16;
/// The largest half-move clock of the trainer's format.
const MAX_CLOCK: u32 = 100;

/// Settings of an import.
#[derive(Clone, Debug)]
pub struct ImportSpec {
    /// PGN files; `.xz`, `.gz`, `.bz2` and `.zst` are read through the program that unpacks them.
    pub files: Vec<String>,
    /// The file to write; an existing one is continued.
    pub out: String,
    /// Centipawns of ours at which a side expects `sigmoid(1)` of the points, 73%.
    pub scale: f32,
    /// Threads, at least one.
    pub threads: usize,
}

/// What is told of an import.
#[derive(Clone, Debug)]
pub enum ImportEvent {
    /// A game was skipped.
    Skipped {
        /// The file.
        path: String,
        /// Why, with its line.
        error: String,
    },
    /// The scale of an engine and year.
    Scale {
        /// Both; empty for all others together.
        engine: String,
        /// Pawns at which it expects 73% of the points.
        pawns: f64,
        /// The scores that it was fitted to.
        scores: u64,
    },
}

/// Writes the games; only the longest run of moves with scores of each, without mate scores. It may
/// be interrupted at any time and run again, see [`production`](super::production).
///
/// # Errors
/// If a file can't be read or written, is in use by another process or was written with other
/// settings, or if no move has a score.
pub fn run(
    spec: &ImportSpec,
    tell: &(dyn Fn(ImportEvent) + Sync),
    progress: &Hearer<'_>,
) -> Result<FileProgress, TuneError> {
    let scales = Scales::fit(spec, tell)?;
    let origin = json!({ "files": spec.files, "scale": spec.scale.to_string() });
    let production =
        Production { path: &spec.out, origin, threads: spec.threads, progress, inner: 0.0 };
    let games = |written| {
        // Errors of games were told during the fit.
        let scored = |game: Result<PgnGame, TuneError>| match game {
            Ok(game) => scales.record(&game, spec.scale).map(Ok),
            Err(TuneError::Game { .. }) => None,
            Err(error) => Some(Err(error)),
        };
        let readers: Result<Vec<_>, _> = spec.files.iter().map(|path| games(path)).collect();
        Ok(readers?.into_iter().flatten().filter_map(scored).skip(written))
    };
    production.run(games, || Ok(|game| Ok(vec![game])), |_| false)
}

/// The games of a file.
fn games(path: &str) -> Result<impl Iterator<Item = Result<PgnGame, TuneError>>, TuneError> {
    let packed = [("xz", "xz"), ("gz", "gzip"), ("bz2", "bzip2"), ("zst", "zstd")];
    let unpacker = packed.iter().find(|(ending, _)| path.ends_with(&format!(".{ending}")));
    let file = File::open(path).map_err(TuneError::file(path))?;
    let input: Box<dyn BufRead + Send> = match unpacker {
        None => Box::new(BufReader::new(file)),
        Some((_, program)) => {
            let child = Command::new(program).arg("-dc").stdin(file).stdout(Stdio::piped()).spawn();
            let output = child.map_err(TuneError::file(program))?.stdout;
            let missing = || TuneError::file(program)(io::ErrorKind::BrokenPipe.into());
            Box::new(BufReader::new(output.ok_or_else(missing)?))
        }
    };
    let path = path.to_owned();
    let named = move |(index, game): (usize, Result<PgnGame, PgnError>)| {
        game.map_err(|error| match error {
            PgnError::Io(error) => TuneError::file(&path)(error),
            error @ PgnError::Game { .. } => {
                TuneError::Game { path: path.clone(), game: index + 1, error: error.to_string() }
            }
        })
    };
    Ok(PgnReader::new(input).enumerate().map(named))
}

/// White's score of the position before each move in pawns, where its comment has one or the last
/// one's has; infinite for a mate.
fn scores(game: &PgnGame) -> Vec<Option<f64>> {
    let mut turn = game.start.side_to_move();
    let mut after_last = None;
    let mut next = |comment: &str| {
        let own = score(comment);
        let white = if turn == Color::White { 1.0 } else { -1.0 };
        turn = !turn;
        let before = match own {
            Some(Found { pawns, view: View::White }) => Some(pawns),
            Some(Found { pawns, view: View::Mover }) => Some(white * pawns),
            _ => after_last,
        };
        after_last = match own {
            Some(Found { pawns, view: View::WhiteAfter }) => Some(pawns),
            _ => None,
        };
        before
    };
    game.moves.iter().map(|step| next(&step.comment)).collect()
}

/// Whose score it is, and of which position.
#[derive(Clone, Copy, PartialEq, Debug)]
enum View {
    /// White's, of the position before the move: TCEC.
    White,
    /// That of the side that moves, of the position before: cutechess and fastchess.
    Mover,
    /// White's, of the position after the move: lichess.
    WhiteAfter,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Found {
    pawns: f64,
    view: View,
}

/// The score in a comment.
fn score(comment: &str) -> Option<Found> {
    let number = |text: &str, view| {
        let pawns = match text.find(['M', '#']) {
            Some(_) => f64::INFINITY * if text.contains('-') { -1.0 } else { 1.0 },
            None => text.parse().ok()?,
        };
        Some(Found { pawns, view }).filter(|_| !text.is_empty())
    };
    if let Some((_, rest)) = comment.split_once("[%eval ") {
        let value = rest.split([']', ',', ' ']).next()?;
        return number(value, View::WhiteAfter);
    }
    let mut fields = comment.split([',', ' ']);
    if let Some(value) = fields.find_map(|field| field.strip_prefix("wv=")) {
        return number(value, View::White);
    }
    let (value, depth) = comment.split_whitespace().next()?.split_once('/')?;
    let is_score =
        value.contains(['.', 'M', '#']) && depth.starts_with(|c: char| c.is_ascii_digit());
    is_score.then(|| number(value, View::Mover))?
}

/// The engine that has made a move of a game, with the year: the first word of its name.
fn engine(game: &PgnGame, mover: Color) -> String {
    let name = game.tag(if mover == Color::White { "White" } else { "Black" }).unwrap_or("?");
    let name = name.split([' ', '_', '-']).next().unwrap_or("?");
    let year = game.tag("Date").and_then(|date| date.get(..4)).unwrap_or("????");
    format!("{name} {year}")
}

/// How often each score had each result, for White.
#[derive(Default)]
struct Counts {
    /// By the score in steps: number and points.
    steps: BTreeMap<i32, (u64, f64)>,
    scores: u64,
}

impl Counts {
    fn add(&mut self, pawns: f64, points: f64) {
        let (count, sum) = self.steps.entry((pawns / STEP).round() as i32).or_default();
        *count += 1;
        *sum += points;
        self.scores += 1;
    }

    fn scale(&self) -> f64 {
        let error = |scale: f64, (&step, &(count, points)): (&i32, &(u64, f64))| {
            let expected = sigmoid64(f64::from(step) * STEP / scale);
            // The squared error but for a part that no scale changes.
            count as f64 * expected * expected - 2.0 * points * expected
        };
        let total = |scale: f64| self.steps.iter().map(|step| error(scale, step)).sum();
        minimum(SCALES, SCALE_STEPS, total)
    }
}

/// Pawns at which each engine and year expects `sigmoid(1)` of the points.
struct Scales {
    by_engine: BTreeMap<String, f64>,
    others: f64,
}

impl Scales {
    fn fit(spec: &ImportSpec, tell: &(dyn Fn(ImportEvent) + Sync)) -> Result<Self, TuneError> {
        let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
        let mut all = Counts::default();
        for path in &spec.files {
            for game in games(path)? {
                let game = match game {
                    Ok(game) => game,
                    Err(TuneError::Game { error, .. }) => {
                        tell(ImportEvent::Skipped { path: path.clone(), error });
                        continue;
                    }
                    Err(error) => return Err(error),
                };
                let Some(result) = game.result else { continue };
                let points = f64::from(result_of(result).points());
                let mut turn = game.start.side_to_move();
                for (ply, score) in scores(&game).into_iter().enumerate() {
                    if let Some(pawns) = score.filter(|pawns| pawns.abs() <= MAX_SCORE)
                        && ply >= FIRST_PLY
                    {
                        counts.entry(engine(&game, turn)).or_default().add(pawns, points);
                        all.add(pawns, points);
                    }
                    turn = !turn;
                }
            }
        }
        if all.scores == 0 {
            return Err(TuneError::Argument("no move of the files has a score".to_owned()));
        }
        let fitted = |(engine, counts): (String, Counts)| {
            let pawns = counts.scale();
            tell(ImportEvent::Scale { engine: engine.clone(), pawns, scores: counts.scores });
            (engine, pawns)
        };
        let enough = |(_, counts): &(String, Counts)| counts.scores >= ENOUGH;
        let by_engine = counts.into_iter().filter(enough).map(fitted).collect();
        let others = all.scale();
        tell(ImportEvent::Scale { engine: String::new(), pawns: others, scores: all.scores });
        Ok(Self { by_engine, others })
    }

    /// The longest run of moves with scores of a game, with these in our centipawns.
    fn record(&self, game: &PgnGame, scale: f32) -> Option<GameRecord> {
        let result = result_of(game.result?);
        let mut runs = vec![(game.start, Vec::new())];
        let mut position = game.start;
        for (step, score) in game.moves.iter().zip(scores(game)) {
            let next = position.make(step.mv);
            let fits = position.halfmove_clock() < MAX_CLOCK;
            match score.filter(|pawns| pawns.is_finite() && fits) {
                Some(pawns) => {
                    let engine = engine(game, position.side_to_move());
                    let own = self.by_engine.get(&engine).unwrap_or(&self.others);
                    let score = score_of(sigmoid64(pawns / own), scale.into());
                    if let Some((_, run)) = runs.last_mut() {
                        run.push((step.mv, score));
                    }
                }
                None => runs.push((next, Vec::new())),
            }
            position = next;
        }
        let longest = runs.into_iter().max_by_key(|(_, run): &(_, Vec<(Move, Score)>)| run.len());
        let (start, moves) = longest.filter(|(_, run)| !run.is_empty())?;
        Some(GameRecord { start, moves, result, kind: Kind::Game })
    }
}

fn result_of(result: PgnResult) -> GameResult {
    match result {
        PgnResult::White => GameResult::Win,
        PgnResult::Black => GameResult::Loss,
        PgnResult::Draw => GameResult::Draw,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pgn(text: &str) -> PgnGame {
        PgnReader::new(text.as_bytes()).next().expect("a game").expect("no error")
    }

    /// The same scores for White, as three programs write them.
    #[test]
    fn scores_are_whites_before_the_move() {
        let tcec = "1. e4 {wv=0.30, n=5, pv=e4} e5 {wv=-0.20} Nf3 {wv=M12}";
        let cutechess = "1. e4 {+0.30/18 0.5s} e5 {+0.20/17 0.4s} Nf3 {+M12/20 1s}";
        let lichess = "1. e4 { [%eval -0.20] [%clk 0:03:00] } e5 { [%eval #12] } Nf3";
        let expected = [Some(0.3), Some(-0.2), Some(f64::INFINITY)];
        assert_eq!(scores(&pgn(tcec)), expected);
        assert_eq!(scores(&pgn(cutechess)), expected);
        assert_eq!(scores(&pgn(lichess))[1..], expected[1..]);
        assert_eq!(scores(&pgn("1. e4 {book} e5 {1/2 of it}")), [None, None]);
    }

    /// Games whose results follow a sigmoid of known scale give that scale.
    #[test]
    fn the_scale_is_that_of_the_results() {
        for scale in [0.6, 1.4] {
            let mut counts = Counts::default();
            for step in -80..=80 {
                let pawns = f64::from(step) * STEP;
                for index in 0..1_000 {
                    let won = f64::from(index) + 0.5 < 1_000.0 * sigmoid64(pawns / scale);
                    counts.add(pawns, f64::from(u8::from(won)));
                }
            }
            assert!((counts.scale() - scale).abs() < 0.01, "{} for {scale}", counts.scale());
        }
    }
}
