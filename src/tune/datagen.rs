//! Games of the engine against itself, to learn from.
//!
//! A game starts with random moves to a position in which neither side is lost, and is
//! adjudicated when it is clearly won or drawn. Every game depends on nothing but the
//! engine, its evaluation, the nodes of a search, the seed and the game's number; the file has
//! them in the order of their numbers, however many threads play.
//!
//! Beside the file `NAME` lies `NAME.json`, which says what its games depend on. It is a file
//! of its own so that other programs can read the games.

use super::games::{GameRecord, GameResult, Games, NO_END};
use super::{TuneError, write_whole};
use crate::board::{Game, Position};
use crate::eval::Evaluation;
use crate::search::{Control, Limits, Outcome, STACK_SIZE, SearchError, Searcher, Silent};
use crate::types::{Color, Score, Value as Centipawns};
use fastrand::Rng;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// Table of each player in MiB: it is emptied for each game.
const HASH_MB: usize = 1;
/// A search is broken off after so many times the nodes at which it begins no iteration.
const HARD_FACTOR: u64 = 8;
/// Random moves that open a game, and one more in every other game.
const RANDOM_PLIES: usize = 8;
/// Openings that are worse than this for one side are not played.
const OPENING_LIMIT: Centipawns = 250;
/// A disturbed game is played so far with searches of so many nodes, which leave no trace ...
const UNDISTURBED_PLIES: usize = 80;
const UNDISTURBED_NODES: u64 = 25;
/// ... then up to so many moves are random, and no side may be lost after them.
const DISTURBING_PLIES: usize = 3;
const DISTURBED_LIMIT: Centipawns = 600;
/// A game ends won with such a score for so many plies.
const WIN_SCORE: Centipawns = 1000;
const LOSS_SCORE: Centipawns = 1 - WIN_SCORE;
const WIN_PLIES: i32 = 4;
/// A game ends drawn with such a score for so many plies, but not before a ply.
const DRAW_SCORE: Centipawns = 12;
const DRAW_PLIES: usize = 10;
const FIRST_DRAW_PLY: usize = 80;
/// The most zeros that a file ends with: four bytes end the last game, and before them the
/// score and the upper byte of its last move may be zero.
const LAST_ZEROS: u64 = 7;
/// The depth of the search by whose nodes an engine is known.
const ORIGIN_DEPTH: u32 = 10;
/// Longer games are drawn.
const LAST_PLY: usize = 400;

/// What to generate.
#[derive(Clone, Debug)]
pub struct DatagenSpec {
    /// The file to write, see [`super::games`]. One that is there is continued.
    pub path: String,
    /// Quiet positions to have in the file.
    pub positions: usize,
    /// Nodes after which a move's search begins no iteration.
    pub nodes: u64,
    /// Games played at once, at least one.
    pub threads: usize,
    /// Random seed.
    pub seed: u64,
    /// What the players evaluate with.
    pub evaluation: Evaluation,
    /// The share of games that start from a position with random moves in the middle of a
    /// game: the positions that a search looks at are like these, most of their moves are bad.
    pub disturbed: f64,
}

/// How far the generation is.
#[derive(Clone, Copy, Debug, Default)]
pub struct DatagenProgress {
    /// Games in the file.
    pub games: usize,
    /// Quiet positions in the file.
    pub positions: usize,
}

impl DatagenProgress {
    fn count(&mut self, game: &GameRecord) {
        self.games += 1;
        self.positions += game.quiet().count();
    }
}

/// Plays games and writes them; `progress` hears of the file as it is found, and then of
/// every game.
///
/// It may be stopped at any time after the first game: what was being written then is cut
/// off when the file is continued. A file in which there is no whole game is left alone.
///
/// # Errors
/// If the file can't be written, if it is damaged, if its games were played otherwise, if
/// another process writes to it, or if the search can't be set up.
pub fn run(
    spec: &DatagenSpec,
    progress: &(dyn Fn(DatagenProgress) + Sync),
) -> Result<DatagenProgress, TuneError> {
    let (file, found) = open(spec)?;
    progress(found);
    let queue = Mutex::new(Queue { file, done: found, waiting: BTreeMap::new() });
    let next_game = AtomicUsize::new(found.games);
    let enough = AtomicBool::new(found.positions >= spec.positions);
    let work = || -> Result<(), TuneError> {
        let mut player = Player::new(spec)?;
        while !enough.load(Relaxed) {
            let number = next_game.fetch_add(1, Relaxed);
            let game = player.play(Rng::with_seed(spec.seed ^ (number as u64) << 32));
            let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
            queue.waiting.insert(number, game);
            let written = queue.write(spec.positions, progress);
            enough.fetch_or(written.map_err(TuneError::file(&spec.path))?, Relaxed);
        }
        Ok(())
    };
    let guarded = || {
        let _finish = Finish(&enough);
        work()
    };
    thread::scope(|scope| {
        let _finish = Finish(&enough);
        let start = |_| thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, guarded);
        let threads: Vec<_> = (0..spec.threads.max(1)).map(start).collect();
        for thread in threads {
            let thread = thread.map_err(TuneError::file("a thread"))?;
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        }
        Ok(queue.lock().unwrap_or_else(PoisonError::into_inner).done)
    })
}

/// Ends all threads when one has ended, whatever it was by, or could not begin.
struct Finish<'a>(&'a AtomicBool);

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Opens the file to be continued, without what follows its last whole game. It is locked as
/// long as it is open.
fn open(spec: &DatagenSpec) -> Result<(File, DatagenProgress), TuneError> {
    let path = &spec.path;
    let error = || TuneError::file(path);
    let mut options = OpenOptions::new();
    let mut file = options.create(true).read(true).append(true).open(path).map_err(error())?;
    file.try_lock().map_err(|refused| match refused {
        TryLockError::WouldBlock => TuneError::Locked { path: path.clone() },
        TryLockError::Error(refused) => error()(refused),
    })?;
    let mut found = DatagenProgress::default();
    let end = end_of_data(&mut file).map_err(error())?;
    file.rewind().map_err(error())?;
    let mut games = Games::within(path, 0, BufReader::new(&file).take(end));
    for game in &mut games {
        match game {
            Ok(game) => found.count(&game),
            // A file without a whole game may be something else: nothing is cut off it.
            Err(TuneError::Game { error, .. }) if found.games > 0 && error == NO_END => break,
            Err(error) => return Err(error),
        }
    }
    let kept = games.bytes();
    let origin = format!("{path}.json");
    let expected = settings(spec)?;
    if found.games > 0 {
        check_origin(&origin, &expected)?;
    } else {
        let text = format!("{expected:#}\n");
        write_whole(&origin, text.as_bytes())?;
    }
    file.set_len(kept).map_err(error())?;
    Ok((file, found))
}

/// Where what was written to a file ends. A system that went down may leave zeros behind it,
/// more than a game ends with; then the last game may end in them, and is not whole.
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

/// What the games depend on. The engine is known by the nodes of a search, which hardly any
/// other has, and the network by its checksum.
fn settings(spec: &DatagenSpec) -> Result<Value, SearchError> {
    let mut searcher = Searcher::new(HASH_MB, 1)?;
    searcher.set_evaluation(spec.evaluation.clone());
    let limits = Limits { depth: Some(ORIGIN_DEPTH), multi_pv: 1, ..Limits::default() };
    let game = Game::new(Position::startpos());
    let control = Control::new(Instant::now(), false);
    let nodes = searcher.search(&game, &limits, &control, &mut Silent).nodes;
    let evaluation = match &spec.evaluation {
        Evaluation::Classical => "classical".to_owned(),
        Evaluation::Network(network) => format!("{network:?}, CRC-32C {:08x}", network.checksum()),
    };
    Ok(json!({
        "engine": format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")),
        "search_nodes": nodes,
        "evaluation": evaluation,
        "nodes": spec.nodes,
        "disturbed": spec.disturbed.to_string(),
        "seed": spec.seed,
    }))
}

/// Looks whether the games of a file depend on the same as those to come.
fn check_origin(path: &str, expected: &Value) -> Result<(), TuneError> {
    let text = fs::read_to_string(path).map_err(TuneError::file(path))?;
    let refused = |error: String| TuneError::Origin { path: path.to_owned(), error };
    let found: Value = serde_json::from_str(&text).map_err(|error| refused(error.to_string()))?;
    let mut fields = expected.as_object().into_iter().flatten();
    match fields.find(|(name, value)| found.get(name) != Some(value)) {
        Some((name, value)) => {
            let found = found.get(name).unwrap_or(&Value::Null);
            Err(refused(format!("its games were played with {name} {found}, not {value}")))
        }
        None => Ok(()),
    }
}

/// Games that were played, on their way into the file.
struct Queue {
    file: File,
    done: DatagenProgress,
    /// Those that wait for an earlier one, by their numbers.
    waiting: BTreeMap<usize, GameRecord>,
}

impl Queue {
    /// Writes the games whose turn it is. True if the file has so many positions.
    fn write(
        &mut self,
        positions: usize,
        progress: &(dyn Fn(DatagenProgress) + Sync),
    ) -> io::Result<bool> {
        while self.done.positions < positions
            && let Some(game) = self.waiting.remove(&self.done.games)
        {
            self.file.write_all(&game.to_bytes())?;
            self.done.count(&game);
            progress(self.done);
        }
        Ok(self.done.positions >= positions)
    }
}

/// One searcher that plays both sides.
struct Player {
    searcher: Searcher,
    limits: Limits,
    /// Of the moves before a disturbed game.
    before: Limits,
    disturbed: f64,
}

impl Player {
    fn new(spec: &DatagenSpec) -> Result<Self, SearchError> {
        let limits = |nodes: u64| Limits {
            soft_nodes: Some(nodes),
            nodes: Some(nodes.saturating_mul(HARD_FACTOR)),
            multi_pv: 1,
            ..Limits::default()
        };
        let mut searcher = Searcher::new(HASH_MB, 1)?;
        searcher.set_evaluation(spec.evaluation.clone());
        let (limits, before) = (limits(spec.nodes), limits(UNDISTURBED_NODES));
        Ok(Self { searcher, limits, before, disturbed: spec.disturbed })
    }

    fn search(&mut self, game: &Game) -> Outcome {
        search(&mut self.searcher, game, &self.limits)
    }

    /// A position after random moves in which neither side is lost.
    fn opening(&mut self, random: &mut Rng) -> Game {
        self.searcher.new_game();
        let disturbs = self.disturbed > 0.0 && random.f64() < self.disturbed;
        loop {
            let mut game = Game::new(Position::startpos());
            push_random(&mut game, RANDOM_PLIES + random.usize(..2), random);
            let mut limit = OPENING_LIMIT;
            if disturbs {
                for _ in 0..random.usize(..UNDISTURBED_PLIES) {
                    let outcome = search(&mut self.searcher, &game, &self.before);
                    let Some(best) = outcome.best.filter(|_| !is_drawn(&game)) else { break };
                    game.push(best);
                }
                push_random(&mut game, 1 + random.usize(..DISTURBING_PLIES), random);
                limit = DISTURBED_LIMIT;
            }
            let outcome = self.search(&game);
            if outcome.best.is_some() && outcome.score.abs() <= limit {
                return game;
            }
        }
    }

    fn play(&mut self, mut random: Rng) -> GameRecord {
        let mut game = self.opening(&mut random);
        let start = *game.position();
        let mut moves = Vec::new();
        let (mut won, mut drawn) = (0_i32, 0);
        let result = loop {
            let ply = game.keys().len();
            if ply >= LAST_PLY || is_drawn(&game) {
                break GameResult::Draw;
            }
            let outcome = self.search(&game);
            let turn = game.position().side_to_move();
            let score = if turn == Color::White { outcome.score } else { -outcome.score };
            let Some(best) = outcome.best else {
                break if score == Score::DRAW {
                    GameResult::Draw
                } else {
                    GameResult::won_by(!turn)
                };
            };
            moves.push((best, score));
            // Counted with the sign of the side that wins.
            won = match score {
                WIN_SCORE.. => won.max(0) + 1,
                LOSS_SCORE.. => 0,
                _ => won.min(0) - 1,
            };
            drawn = if score.abs() <= DRAW_SCORE { drawn + 1 } else { 0 };
            if won.abs() >= WIN_PLIES {
                break if won > 0 { GameResult::Win } else { GameResult::Loss };
            } else if drawn >= DRAW_PLIES && ply >= FIRST_DRAW_PLY {
                break GameResult::Draw;
            }
            game.push(best);
        };
        GameRecord { start, moves, result }
    }
}

fn search(searcher: &mut Searcher, game: &Game, limits: &Limits) -> Outcome {
    searcher.search(game, limits, &Control::new(Instant::now(), false), &mut Silent)
}

/// Plays so many random moves, or fewer if the game is over.
fn push_random(game: &mut Game, plies: usize, random: &mut Rng) {
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        let Some(&mv) = random.choice(moves.iter()) else { return };
        game.push(mv);
    }
}

/// True if the rules end the game drawn, but for stalemate. A mate with the last
/// move before the fifty-move rule is told by the search, which goes first.
fn is_drawn(game: &Game) -> bool {
    let position = game.position();
    let fifty =
        position.halfmove_clock() >= 100 && (!position.in_check() || position.count_legal() > 0);
    fifty || position.has_insufficient_material() || game.occurrences() >= 3
}
