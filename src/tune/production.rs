//! Writes files of games on several threads. Each game is written after all games with a
//! smaller number, so that the file depends only on its settings.
//!
//! It may be interrupted at any time after the first game: an incomplete game is cut off when
//! the file is continued. A file without a complete game is not modified. `NAME.json` beside
//! the file `NAME` has the settings; to continue with other settings is refused. It is a
//! separate file so that other programs can read the games.

use super::games::{GameRecord, GameResult, Games, Kind, NO_END};
use super::math::join;
use super::{Player, TuneError, write_whole};
use crate::board::{Game, Position};
use crate::engine::FULL_NAME;
use crate::eval::Evaluation;
use crate::search::{
    Bound, Finish, InnerNode, InnerNodes, Limits, SearchError, Searcher, thread_builder,
};
use crate::types::Score;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Table of each searcher in MiB; it is cleared for each game.
const HASH_MB: usize = 1;
/// The hard limit of a search's nodes, as a multiple of the soft limit.
const HARD_FACTOR: u64 = 8;
/// The most zero bytes at the end of a valid file: four that end the last game, and before
/// them the score and the upper byte of its last move.
const LAST_ZEROS: u64 = 7;
/// The depth of the search whose node count identifies the engine.
const ORIGIN_DEPTH: u32 = 10;

/// The contents of a file so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileProgress {
    /// Games.
    pub games: usize,
    /// Quiet positions of the games.
    pub positions: usize,
    /// Nodes inside searches.
    pub inner: usize,
}

impl FileProgress {
    fn count(&mut self, game: &GameRecord) {
        match game.kind {
            Kind::Game => {
                self.games += 1;
                self.positions += game.quiet().count();
            }
            Kind::Inner => self.inner += 1,
        }
    }
}

/// A callback for progress.
pub type Hearer<'a> = dyn Fn(FileProgress) + Sync + 'a;

/// A file to write.
pub(super) struct Production<'a> {
    pub path: &'a str,
    /// The settings of its games.
    pub origin: Value,
    /// At least one.
    pub threads: usize,
    pub progress: &'a Hearer<'a>,
    /// Fraction of the nodes of its searches that are written, too.
    pub inner: f32,
}

impl Production<'_> {
    /// Writes or continues the file: turns each task into a game, with nodes inside its searches,
    /// until `is_enough` or until there are no more tasks. `tasks` gets the number of games that
    /// exist already; `worker` returns the function that a thread calls with each task: the
    /// first record is the game.
    pub fn run<T, I, W>(
        &self,
        tasks: impl FnOnce(usize) -> Result<I, TuneError>,
        worker: impl Fn() -> Result<W, TuneError> + Sync,
        is_enough: impl Fn(FileProgress) -> bool + Sync,
    ) -> Result<FileProgress, TuneError>
    where
        I: Iterator<Item = Result<T, TuneError>> + Send,
        W: FnMut(T) -> Result<Vec<GameRecord>, TuneError>,
    {
        let (file, found) = open(self.path, &self.origin, self.inner > 0.0)?;
        (self.progress)(found);
        let tasks = Mutex::new((found.games.., tasks(found.games)?));
        let queue = Mutex::new(Queue { file, done: found, waiting: BTreeMap::new() });
        let over = AtomicBool::new(is_enough(found));
        let work = || -> Result<(), TuneError> {
            let mut worker = worker()?;
            while !over.load(Relaxed) {
                let (number, task) = {
                    let (numbers, tasks) =
                        &mut *tasks.lock().unwrap_or_else(PoisonError::into_inner);
                    let Some(task) = tasks.next() else { break };
                    (numbers.next().unwrap_or_default(), task?)
                };
                let records = worker(task)?;
                let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
                queue.waiting.insert(number, records);
                let written = queue.write(&is_enough, self.progress);
                over.fetch_or(written.map_err(TuneError::file(self.path))?, Relaxed);
            }
            Ok(())
        };
        // Stops all threads when one ends for any reason or could not start.
        // Without further tasks, the other threads still finish and write their games.
        let guarded = || {
            let _finish = Finish(&over);
            work()
        };
        thread::scope(|scope| {
            let _finish = Finish(&over);
            let start = |_| thread_builder().spawn_scoped(scope, guarded);
            let threads: Vec<_> = (0..self.threads.max(1)).map(start).collect();
            for thread in threads {
                let thread = thread.map_err(TuneError::file("a thread"))?;
                join(thread)?;
            }
            Ok(queue.lock().unwrap_or_else(PoisonError::into_inner).done)
        })
    }
}

/// A single-threaded searcher with a small table.
pub(super) fn searcher(player: &Player) -> Result<Searcher, SearchError> {
    player.searcher(HASH_MB)
}

/// Limits of a search with this soft limit of nodes, and a hard one.
pub(super) fn limits(nodes: u64) -> Limits {
    Limits {
        soft_nodes: Some(nodes),
        nodes: Some(nodes.saturating_mul(HARD_FACTOR)),
        ..Limits::default()
    }
}

/// Adds the player's identity to the settings: the node count of a search, which differs
/// between versions, the checksum of the network, and the numbers of the search that were changed.
pub(super) fn with_engine(mut settings: Value, player: &Player) -> Result<Value, SearchError> {
    let limits = Limits { depth: Some(ORIGIN_DEPTH), ..Limits::default() };
    let start = Game::new(Position::startpos());
    settings["engine"] = json!(FULL_NAME);
    settings["search_nodes"] = json!(searcher(player)?.search_silently(&start, &limits).nodes);
    settings["evaluation"] = json!(described(&player.evaluation));
    settings["numbers"] = player.numbers().into();
    Ok(settings)
}

/// An evaluation with the checksum of its network.
pub(super) fn described(evaluation: &Evaluation) -> String {
    match evaluation {
        Evaluation::Classical => "classical".to_owned(),
        Evaluation::Styled(style) => format!("classical, style {style}"),
        Evaluation::Network(network) => {
            format!("{network:?}, CRC-32C {:08x}", network.checksum())
        }
    }
}

/// Opens and locks the file to be continued, and truncates it after its last complete game. If it
/// has nodes inside searches, too, some of those of this game may be missing: it is truncated
/// before it.
pub(super) fn open(
    path: &str,
    expected: &Value,
    has_inner: bool,
) -> Result<(File, FileProgress), TuneError> {
    let error = || TuneError::file(path);
    let mut options = OpenOptions::new();
    let mut file = options.create(true).read(true).append(true).open(path).map_err(error())?;
    file.try_lock().map_err(|refused| match refused {
        TryLockError::WouldBlock => TuneError::Locked { path: path.to_owned() },
        TryLockError::Error(refused) => error()(refused),
    })?;
    let mut found = FileProgress::default();
    let end = end_of_data(&mut file).map_err(error())?;
    file.rewind().map_err(error())?;
    let mut games = Games::within(path, 0, BufReader::new(&file).take(end));
    let mut kept = 0;
    let mut before_last = (kept, found);
    while let Some(game) = games.next() {
        match game {
            Ok(game) => {
                if game.kind == Kind::Game {
                    before_last = (kept, found);
                }
                found.count(&game);
                kept = games.bytes();
            }
            // A file without a complete game may be in another format: it is not truncated.
            Err(TuneError::Game { error, .. }) if found.games > 0 && error == NO_END => break,
            Err(error) => return Err(error),
        }
    }
    let origin = format!("{path}.json");
    if found.games > 0 {
        check_origin(&origin, expected)?;
    } else {
        let text = format!("{expected:#}\n");
        write_whole(&origin, text.as_bytes())?;
    }
    if has_inner {
        (kept, found) = before_last;
    }
    file.set_len(kept).map_err(error())?;
    Ok((file, found))
}

/// The end of the data in a file. A system crash may leave more zeros than a game ends with;
/// they don't count, and then the last game may be incomplete.
fn end_of_data(file: &mut File) -> io::Result<u64> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut end = length;
    let mut block = [0; 1 << 16];
    while end > 0 {
        let start = end.saturating_sub(block.len() as u64);
        let block = &mut block[..(end - start) as usize];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(block)?;
        if let Some(last) = block.iter().rposition(|&byte| byte != 0) {
            let zeros = length - (start + last as u64 + 1);
            return Ok(if zeros > LAST_ZEROS { length - zeros } else { length });
        }
        end = start;
    }
    Ok(length)
}

/// Begins to sample the nodes inside the searches of a game, as the position it starts from and
/// the seed have it.
pub(super) fn sample_inner(searcher: &mut Searcher, share: f32, start: &Position, seed: u64) {
    let nodes = (share > 0.0).then(|| InnerNodes::new(share, start.key() ^ seed));
    searcher.sample(nodes);
}

/// The sampled nodes since then, as records.
pub(super) fn inner_records(searcher: &mut Searcher) -> impl Iterator<Item = GameRecord> {
    // The half-move clock of a file has a limit, and no mate is learned from.
    let fits = |node: &InnerNode| {
        node.position.halfmove_clock() < 100 && node.value.abs() <= Score::EVAL_MAX
    };
    searcher.sample(None).into_iter().filter(fits).map(|node| {
        let turn = node.position.side_to_move();
        let result = match node.bound {
            Bound::Exact => GameResult::Draw,
            Bound::Lower => GameResult::won_by(turn),
            Bound::Upper => GameResult::won_by(!turn),
        };
        let moves = vec![(node.mv, node.value.seen_by(turn))];
        GameRecord { start: node.position, moves, result, kind: Kind::Inner }
    })
}

/// Checks that the games of a file have the expected settings.
fn check_origin(path: &str, expected: &Value) -> Result<(), TuneError> {
    let text = fs::read_to_string(path).map_err(TuneError::file(path))?;
    let refused = |error: String| TuneError::Origin { path: path.to_owned(), error };
    let found: Value = serde_json::from_str(&text).map_err(|error| refused(error.to_string()))?;
    // A setting that is younger than the file is null.
    for (name, value) in expected.as_object().into_iter().flatten() {
        let found = found.get(name).unwrap_or(&Value::Null);
        if found != value {
            let error = format!("its games were played with {name} {found}, not {value}");
            return Err(refused(error));
        }
    }
    Ok(())
}

/// Finished games on their way to the file.
struct Queue {
    file: File,
    done: FileProgress,
    /// Games that wait for an earlier one, by number, each with its nodes.
    waiting: BTreeMap<usize, Vec<GameRecord>>,
}

impl Queue {
    /// Writes the games whose turn it is. True if the file has enough.
    fn write(
        &mut self,
        is_enough: impl Fn(FileProgress) -> bool,
        progress: &Hearer<'_>,
    ) -> io::Result<bool> {
        while !is_enough(self.done)
            && let Some(records) = self.waiting.remove(&self.done.games)
        {
            self.file
                .write_all(&records.iter().flat_map(GameRecord::to_bytes).collect::<Vec<_>>())?;
            records.iter().for_each(|record| self.done.count(record));
            progress(self.done);
        }
        Ok(is_enough(self.done))
    }
}
