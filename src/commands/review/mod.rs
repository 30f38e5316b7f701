//! Games of PGN files, reviewed move by move: several games at a time, each by one thread, written in the
//! order in which they were read.

mod annotate;
mod judge;
mod opening;
mod report;
mod summary;

use super::limits::SearchArguments;
use super::new_file::NewFile;
use crate::board::pgn::{PgnError, PgnGame, PgnReader};
use crate::engine::pluralise;
use crate::search::{Limits, SearchError, thread_builder};
use crate::terminal::{CHECK_FAILED, Failure, Output, print_error};
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use indicatif::{ProgressBar, ProgressStyle};
use judge::Review;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use summary::Players;

/// Nodes of each search if no limit is given.
const NODES: u64 = 100_000;
/// Games that are read before the first of them is written, for each thread.
const AHEAD: usize = 4;

/// What is written, and where.
#[derive(Debug)]
pub struct Outputs<'a> {
    /// The annotated games.
    pub pgn: Option<&'a Path>,
    /// The annotated games that are already in that file are kept, and the first ones read skipped.
    pub continues: bool,
    /// The report as a page.
    pub html: Option<&'a Path>,
    /// A line of JSON for each game instead of text.
    pub json: bool,
}

/// True if a file begins as games do, and not as positions. `-` is standard input, of which nothing is
/// lost.
///
/// # Errors
/// If it can't be read.
pub fn has_games(path: &Path) -> io::Result<bool> {
    if path == Path::new("-") {
        return Ok(begins_as_games(io::stdin().lock().fill_buf()?));
    }
    if !path.metadata()?.is_file() {
        // What a pipe has once been asked for is gone: its name decides.
        return Ok(path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn")));
    }
    Ok(begins_as_games(BufReader::new(File::open(path)?).fill_buf()?))
}

/// Tags, a comment or a numbered move come first.
fn begins_as_games(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes));
    let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('%'));
    let line = line.unwrap_or_default();
    let after_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = after_number.len() < line.len() && after_number.starts_with('.');
    line.starts_with(['[', '{', ';']) || is_numbered
}

/// Reviews all games of these files.
///
/// # Errors
/// If a file can't be read or written, or the searches can't be set up. Games that can't be read are
/// named and skipped; the status says whether there were any.
pub fn run(
    files: &[PathBuf],
    arguments: &SearchArguments,
    outputs: &Outputs<'_>,
) -> Result<u8, Failure> {
    let limits = arguments.given_limits().unwrap_or_else(|| Limits {
        nodes: Some(NODES),
        movetime: None,
        ..arguments.limits()
    });
    let threads = arguments.threads();
    let mut writer = Writer::begin(outputs)?;
    let bar = progress(files)?;
    let (games, to_review) = bounded::<(usize, PgnGame)>(AHEAD * threads);
    let (reviewed, reviews) = unbounded::<(usize, Review)>();
    let mut searchers = Vec::new();
    for _ in 0..threads {
        searchers.push(arguments.searcher_of_a_thread("analyse")?);
    }
    std::thread::scope(|scope| {
        for mut searcher in searchers {
            let (to_review, reviewed) = (to_review.clone(), reviewed.clone());
            let limits = &limits;
            let work = move || {
                for (index, game) in to_review {
                    let review = judge::judge(&mut searcher, game, limits);
                    if reviewed.send((index, review)).is_err() {
                        break;
                    }
                }
            };
            thread_builder().spawn_scoped(scope, work).map_err(|error| {
                let reason = error.to_string();
                Failure::Usage(format!("analyse: {}", SearchError::Threads { threads, reason }))
            })?;
        }
        // Only the threads hold these now, so that the channels end when they do.
        drop((to_review, reviewed));
        feed(files, &games, &reviews, AHEAD * threads, &mut writer, &bar)?;
        drop(games);
        Ok::<(), Failure>(())
    })?;
    bar.finish_and_clear();
    writer.finish()
}

/// Sends the games of the files to the threads and writes what comes back, in order, with at most so
/// many games in between.
fn feed(
    files: &[PathBuf],
    games: &Sender<(usize, PgnGame)>,
    reviews: &Receiver<(usize, Review)>,
    most: usize,
    writer: &mut Writer<'_>,
    bar: &ProgressBar,
) -> Result<(), Failure> {
    let mut early = BTreeMap::new();
    let (mut sent, mut written) = (0, 0);
    let lost = || Failure::Io(io::Error::other("the threads that search have ended"));
    let mut write_one = |written: &mut usize, writer: &mut Writer<'_>| -> Result<(), Failure> {
        let (index, review) = reviews.recv().map_err(|_| lost())?;
        early.insert(index, review);
        while let Some(review) = early.remove(written) {
            bar.suspend(|| writer.write(&review))?;
            *written += 1;
            bar.inc(1);
        }
        Ok(())
    };
    for path in files {
        for game in PgnReader::new(open(path)?) {
            match game {
                Ok(_) if writer.skip > 0 => {
                    writer.skip -= 1;
                    bar.inc(1);
                }
                Ok(game) => {
                    games.send((sent, game)).map_err(|_| lost())?;
                    sent += 1;
                }
                Err(error @ PgnError::Io(_)) => {
                    return Err(Failure::Usage(format!("analyse: {}: {error}", path.display())));
                }
                Err(error) => {
                    writer.broken += 1;
                    bar.inc(1);
                    bar.suspend(|| {
                        let path = path.display();
                        print_error(&format!(
                            "nullfenster: analyse: {path}: {error}: game skipped"
                        ));
                    });
                }
            }
            while sent - written >= most {
                write_one(&mut written, writer)?;
            }
        }
    }
    while written < sent {
        write_one(&mut written, writer)?;
    }
    Ok(())
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let failed = |error: io::Error| Failure::Usage(format!("analyse: {}: {error}", path.display()));
    let mut input = BufReader::new(File::open(path).map_err(failed)?);
    if input.fill_buf().map_err(failed)?.starts_with(&[0xFF, 0xFE])
        || input.buffer().starts_with(&[0xFE, 0xFF])
    {
        return Err(failed(io::Error::other("it is UTF-16; save it as UTF-8")));
    }
    Ok(Box::new(input))
}

/// A bar over all games, with the time left; over those of standard input nobody knows.
fn progress(files: &[PathBuf]) -> Result<ProgressBar, Failure> {
    let mut games = 0;
    for path in files {
        if path == Path::new("-") || !path.metadata().is_ok_and(|data| data.is_file()) {
            return Ok(ProgressBar::no_length());
        }
        games += count_games(path)
            .map_err(|error| Failure::Usage(format!("analyse: {}: {error}", path.display())))?;
    }
    let bar = ProgressBar::new(games);
    let template = "{bar:40} {pos} of {len} games, {elapsed} so far, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.tick();
    Ok(bar)
}

/// The number of games of a file, roughly: by their first tags.
fn count_games(path: &Path) -> io::Result<u64> {
    let mut input = BufReader::new(File::open(path)?);
    let (mut line, mut games) = (Vec::new(), 0);
    while input.by_ref().take(1 << 20).read_until(b'\n', &mut line)? > 0 {
        games += u64::from(line.starts_with(b"[Event "));
        line.clear();
    }
    Ok(games)
}

/// Writes reviews to all that was asked for.
struct Writer<'a> {
    outputs: &'a Outputs<'a>,
    pgn: Option<File>,
    html: Option<NewFile>,
    players: Players,
    /// Games written, with those of an earlier run.
    games: usize,
    /// Games that an earlier run has written, and those of the input that are still to be skipped for that.
    old: usize,
    skip: usize,
    /// Games that could not be read.
    broken: usize,
}

impl<'a> Writer<'a> {
    fn begin(outputs: &'a Outputs<'a>) -> Result<Self, Failure> {
        let (mut pgn, mut skip) = (None, 0);
        if let Some(path) = outputs.pgn {
            let failed = |error: io::Error| {
                Failure::Usage(format!("analyse: --pgn {}: {error}", path.display()))
            };
            if path.exists()
                && !outputs.continues
                && path.metadata().is_ok_and(|data| data.len() > 0)
            {
                let error = "it exists; --continue goes on with it";
                return Err(failed(io::Error::other(error)));
            }
            let mut file = File::options()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)
                .map_err(failed)?;
            let is_file = fs::metadata(path).is_ok_and(|data| data.is_file());
            if outputs.continues && is_file {
                let (games, length) = whole_games(&mut BufReader::new(&file)).map_err(failed)?;
                file.set_len(length).map_err(failed)?;
                file.seek(SeekFrom::End(0)).map_err(failed)?;
                skip = games;
            }
            pgn = Some(file);
        }
        let html = outputs.html.map(|path| NewFile::begin(path, "analyse: --html")).transpose()?;
        let mut writer = Self {
            outputs,
            pgn,
            html,
            players: Players::default(),
            games: skip,
            old: skip,
            skip,
            broken: 0,
        };
        if let Some(html) = &mut writer.html {
            html.write_all(report::head().as_bytes())?;
        }
        Ok(writer)
    }

    fn write(&mut self, review: &Review) -> Result<(), Failure> {
        self.games += 1;
        self.players.add(review);
        if let Some(pgn) = &mut self.pgn {
            pgn.write_all(annotate::annotated(review).as_bytes())?;
        }
        if let Some(html) = &mut self.html {
            html.write_all(report::section(review, self.games).as_bytes())?;
        }
        let mut out = Output::new(io::stdout());
        if self.outputs.json {
            out.line(&summary::json(review).to_string())?;
        } else {
            summary::text(review, self.games).iter().try_for_each(|line| out.line(line))?;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<u8, Failure> {
        if let Some(mut html) = self.html.take() {
            html.write_all(report::foot(&self.players).as_bytes())?;
            html.finish()?;
        }
        if !self.outputs.json {
            let mut out = Output::new(io::stdout());
            if self.games == self.old {
                out.line(&format!("no new game beside {}", pluralise(self.old, "old one")))?;
            }
            self.players.table().iter().try_for_each(|line| out.line(line))?;
        }
        if self.games == 0 {
            return Err(Failure::Usage("analyse: no game that can be read".to_owned()));
        }
        if self.broken > 0 {
            print_error(&format!(
                "nullfenster: analyse: skipped {}",
                pluralise(self.broken, "game")
            ));
            return Ok(CHECK_FAILED);
        }
        Ok(0)
    }
}

/// The number of whole games in a file of ours, and where the last of them ends: tags, an empty line,
/// moves, an empty line.
fn whole_games(input: &mut impl BufRead) -> io::Result<(usize, u64)> {
    let (mut games, mut end, mut at) = (0, 0, 0);
    let (mut line, mut empty_lines) = (Vec::new(), 0);
    while input.read_until(b'\n', &mut line)? > 0 {
        at += line.len() as u64;
        if line == b"\n" {
            empty_lines += 1;
            if empty_lines % 2 == 0 {
                games += 1;
                end = at;
            }
        }
        line.clear();
    }
    Ok((games, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_told_from_positions() {
        for text in ["[Event \"x\"]\n", "\n%\n\u{feff}1. e4", "{comment} e4", "1. e4 e5"] {
            let text = text.trim_start_matches('\u{feff}').replace('\u{feff}', "");
            assert!(begins_as_games(text.as_bytes()), "{text:?}");
        }
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for text in ["", "# comment", start, "8/8/8/8/8/8/8/K1k5 w - - bm Kb1;"] {
            assert!(!begins_as_games(text.as_bytes()), "{text:?}");
        }
    }

    #[test]
    fn a_file_that_was_cut_off_goes_on_after_its_last_whole_game() {
        let game = "[Event \"x\"]\n\n1. e4 {a} *\n\n";
        let twice = format!("{game}{game}");
        let whole = |text: &str| whole_games(&mut text.as_bytes()).expect("memory can be read");
        assert_eq!(whole(""), (0, 0));
        assert_eq!(whole(&twice), (2, twice.len() as u64));
        for cut in game.len()..twice.len() {
            assert_eq!(whole(&twice[..cut]), (1, game.len() as u64), "{cut}");
        }
    }
}
