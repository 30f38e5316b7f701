//! Games of PGN files, reviewed move by move: several games at a time, each by one thread, written in the
//! order in which they were read.

mod annotate;
mod judge;
mod opening;
mod report;
mod summary;

use super::input_file::Input;
use super::limits::SearchArguments;
use super::new_file::NewFile;
use crate::board::pgn::{PgnError, PgnGame, PgnReader};
use crate::engine::pluralise;
use crate::search::{Limits, SearchError, thread_builder};
use crate::terminal::{CHECK_FAILED, Failure, Output, print_error};
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use indicatif::{ProgressBar, ProgressStyle};
use judge::Review;
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Display;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
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

/// Reviews all games of these files.
///
/// # Errors
/// If a file can't be read or written, or the searches can't be set up. Games that can't be read are
/// named and skipped; the status says whether there were any.
pub fn run(
    files: Vec<Input>,
    arguments: &SearchArguments,
    outputs: &Outputs<'_>,
) -> Result<u8, Failure> {
    let limits = arguments.given_limits().unwrap_or_else(|| Limits {
        nodes: Some(NODES),
        movetime: None,
        ..arguments.limits()
    });
    let threads = arguments.threads();
    check_paths(&files, outputs)?;
    let mut writer = Writer::begin(outputs)?;
    let bar = progress(&files)?;
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

/// No file may be read and written, or written twice.
fn check_paths(files: &[Input], outputs: &Outputs<'_>) -> Result<(), Failure> {
    let place = |path: &Path| path.canonicalize().ok();
    let named = [("--pgn", outputs.pgn), ("--html", outputs.html)];
    for (argument, path) in named.iter().filter_map(|(name, path)| Some((name, (*path)?))) {
        let failed = |error: &str| {
            Err(Failure::Usage(format!("analyse: {argument} {}: {error}", path.display())))
        };
        if path == Path::new("-") {
            return failed("standard output has the results; name a file");
        }
        let is_device = path.metadata().is_ok_and(|data| !data.is_file());
        let own = place(path).filter(|_| !is_device);
        if own.is_some() && files.iter().any(|file| place(&file.path) == own) {
            return failed("it is also read");
        }
    }
    // A file that is to be made has no place yet, but its folder has.
    let new_place = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let made = || Some(place(folder.unwrap_or(Path::new(".")))?.join(path.file_name()?));
        place(path).or_else(made)
    };
    let [pgn, html] = named.map(|(_, path)| path);
    if pgn.is_some()
        && (pgn == html
            || pgn.and_then(new_place).is_some_and(|own| html.and_then(new_place) == Some(own)))
    {
        return Err(Failure::Usage("analyse: --pgn and --html name the same file".to_owned()));
    }
    Ok(())
}

/// Sends the games of the files to the threads and writes what comes back, in order, with at most so
/// many games in between.
fn feed(
    files: Vec<Input>,
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
    for file in files {
        let path = file.path.clone();
        let failed =
            |error: &dyn Display| Failure::Usage(format!("analyse: {}: {error}", path.display()));
        for game in PgnReader::new(file.into_stream().map_err(|error| failed(&error))?) {
            match game {
                Ok(game) if !writer.skip.is_empty() => {
                    writer.skip_game(&game)?;
                    bar.inc(1);
                }
                Ok(game) => {
                    games.send((sent, game)).map_err(|_| lost())?;
                    sent += 1;
                }
                Err(error @ PgnError::Io(_)) => {
                    return Err(failed(&error));
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

/// A bar over all games, with the time left; over those of standard input nobody knows.
fn progress(files: &[Input]) -> Result<ProgressBar, Failure> {
    let mut games = 0;
    for Input { path, stream, .. } in files {
        if stream.is_some() {
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
    /// Games that an earlier run has written, and those of them that are still to be skipped in the
    /// input, each by its moves.
    old: usize,
    skip: VecDeque<u64>,
    /// What an earlier run has left of a game, which is cut off before the first new one is written: where
    /// it begins.
    tail: Option<u64>,
    /// Games that could not be read.
    broken: usize,
    /// Nobody reads standard output any more, such as behind `head`: the files are still written.
    is_closed: bool,
}

impl<'a> Writer<'a> {
    fn begin(outputs: &'a Outputs<'a>) -> Result<Self, Failure> {
        let (mut pgn, mut skip, mut tail) = (None, VecDeque::new(), None);
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
                let whole = whole_games(&mut BufReader::new(&file));
                let (games, end) = whole.map_err(|error| failed(io::Error::other(error)))?;
                file.seek(SeekFrom::End(0)).map_err(failed)?;
                (skip, tail) = (games, end);
            }
            pgn = Some(file);
        }
        let html = outputs.html.map(|path| NewFile::begin(path, "analyse: --html")).transpose()?;
        let mut writer = Self {
            outputs,
            pgn,
            html,
            players: Players::default(),
            games: skip.len(),
            old: skip.len(),
            skip,
            tail,
            broken: 0,
            is_closed: false,
        };
        if let Some(html) = &mut writer.html {
            html.write_all(report::head().as_bytes())?;
        }
        Ok(writer)
    }

    /// Skips a game of the input that is written already.
    fn skip_game(&mut self, game: &PgnGame) -> Result<(), Failure> {
        let number = self.old - self.skip.len() + 1;
        if self.skip.pop_front() == Some(fingerprint(game)) {
            return Ok(());
        }
        let path = self.outputs.pgn.unwrap_or(Path::new(""));
        Err(Failure::Usage(format!(
            "analyse: --continue: game {number} of {} is not game {number} of the input",
            path.display()
        )))
    }

    fn write(&mut self, review: &Review) -> Result<(), Failure> {
        self.games += 1;
        self.players.add(review);
        if let Some(pgn) = &mut self.pgn {
            if let Some(tail) = self.tail.take() {
                print_error(
                    "nullfenster: analyse: --continue: a game that was cut off is written again",
                );
                pgn.set_len(tail)?;
                pgn.seek(SeekFrom::End(0))?;
            }
            pgn.write_all(annotate::annotated(review).as_bytes())?;
        }
        if let Some(html) = &mut self.html {
            html.write_all(report::section(review, self.games).as_bytes())?;
        }
        let lines = match self.outputs.json {
            true => vec![summary::json(review).to_string()],
            false => summary::text(review, self.games),
        };
        self.print(&lines)
    }

    /// Writes lines to standard output, as long as somebody reads them; if nobody does, only files are
    /// a reason to go on.
    fn print(&mut self, lines: &[String]) -> Result<(), Failure> {
        if self.is_closed {
            return Ok(());
        }
        let mut out = Output::new(io::stdout());
        match lines.iter().try_for_each(|line| out.line(line)) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe && self.has_files() => {
                self.is_closed = true;
                Ok(())
            }
            done => Ok(done?),
        }
    }

    fn has_files(&self) -> bool {
        self.pgn.is_some() || self.html.is_some()
    }

    fn finish(mut self) -> Result<u8, Failure> {
        if let Some(mut html) = self.html.take().filter(|_| self.games > 0) {
            html.write_all(report::foot(&self.players).as_bytes())?;
            html.finish()?;
        }
        if !self.outputs.json {
            let mut lines = Vec::new();
            if self.games == self.old && self.outputs.continues && self.games > 0 {
                lines.push(format!("no new game beside {}", pluralise(self.old, "old one")));
            }
            lines.extend(self.players.table());
            self.print(&lines)?;
        }
        if self.games == 0 && self.broken == 0 {
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

/// The games of an earlier run, each by its moves, and where a game begins that was cut off after them.
///
/// # Errors
/// If something else stands in the file, which would be lost.
fn whole_games(input: &mut (impl BufRead + Seek)) -> Result<(VecDeque<u64>, Option<u64>), String> {
    let (mut games, mut end) = (VecDeque::new(), 0);
    let mut reader = PgnReader::new(&mut *input);
    while let Some(game) = reader.next() {
        match game {
            Ok(game) if game.is_whole && game.tag("Annotator").is_some() => {
                games.push_back(fingerprint(&game));
                end = reader.offset();
            }
            Ok(game) if game.is_whole => {
                return Err(format!("line {}: a game that was not analysed", game.line));
            }
            // It must be the last one.
            _ => break,
        }
    }
    let mut rest = String::new();
    let read = input.seek(SeekFrom::Start(end)).and_then(|_| input.read_to_string(&mut rest));
    read.map_err(|error| error.to_string())?;
    let text = rest.trim_start();
    if text.is_empty() {
        return Ok((games, None));
    }
    // What was cut off of a game of ours has no end, and nothing follows it.
    let begins = text.starts_with('[') && text.matches("\n[Event \"").count() == 0;
    let mut last = PgnReader::new(text.as_bytes());
    let is_cut = match last.next() {
        Some(Ok(game)) => !game.is_whole && last.next().is_none(),
        Some(Err(PgnError::Game { .. })) => last.next().is_none(),
        _ => false,
    };
    if begins && is_cut {
        return Ok((games, Some(end + (rest.len() - text.len()) as u64)));
    }
    let line: String = text.lines().next().unwrap_or_default().chars().take(40).collect();
    Err(format!(
        "after {} of an analysis it has something else: {line:?}",
        pluralise(games.len(), "game")
    ))
}

/// A number for the start and the moves of a game.
fn fingerprint(game: &PgnGame) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.start.key().hash(&mut hasher);
    game.moves.iter().for_each(|step| step.mv.bits().hash(&mut hasher));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_cut_off_goes_on_after_its_last_whole_game() {
        let game = "[Event \"x\"]\n[Annotator \"y\"]\n\n1. e4 {a} *\n\n";
        let twice = format!("{game}{game}");
        let whole = |text: &str| {
            let (games, tail) = whole_games(&mut io::Cursor::new(text))?;
            Ok::<_, String>((games.len(), tail))
        };
        assert_eq!(whole(""), Ok((0, None)));
        assert_eq!(whole(&twice), Ok((2, None)));
        assert_eq!(whole(&twice.replace('\n', "\r\n")), Ok((2, None)));
        assert_eq!(whole(&twice.replace("\n\n", "\n \n")), Ok((2, None)));
        for cut in game.len() + 1..twice.len() - 3 {
            assert_eq!(whole(&twice[..cut]), Ok((1, Some(game.len() as u64))), "{cut}");
        }
        for other in [
            "my notes\n",
            "[Event \"x\"]\n\n1. e4 *\n",
            "[Event \"x\"]\n\n1. d4\n[Event \"y\"]\n\n1. c4",
        ] {
            assert!(whole(other).is_err(), "{other}");
            assert!(whole(&format!("{game}{other}")).is_err(), "{other}");
        }
        assert!(whole(&format!("{game}{{a remark}}\n")).is_err());
    }
}
