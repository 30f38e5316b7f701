//! Games of the engine against itself, to learn from.
//!
//! A game starts with random moves to a position in which neither side is lost, and is
//! adjudicated when it is clearly won or drawn. Every game depends on nothing but the
//! seed, its number, nodes and evaluation; the file has them in the order of their numbers, however
//! many threads play.

use super::TuneError;
use super::games::{GameRecord, GameResult, Games, NO_END};
use crate::board::{Game, Position};
use crate::eval::Evaluation;
use crate::search::{Control, Limits, Outcome, STACK_SIZE, SearchError, Searcher, Silent};
use crate::types::{Color, Score, Value};
use fastrand::Rng;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
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
const OPENING_LIMIT: Value = 250;
/// A game ends won with such a score for so many plies.
const WIN_SCORE: Value = 1000;
const LOSS_SCORE: Value = 1 - WIN_SCORE;
const WIN_PLIES: i32 = 4;
/// A game ends drawn with such a score for so many plies, but not before a ply.
const DRAW_SCORE: Value = 12;
const DRAW_PLIES: usize = 10;
const FIRST_DRAW_PLY: usize = 80;
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
    /// Start of the random numbers.
    pub seed: u64,
    /// What the players evaluate with.
    pub evaluation: Evaluation,
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
/// If the file can't be written, if it is damaged, or if the search can't be set up.
pub fn run(
    spec: &DatagenSpec,
    progress: &(dyn Fn(DatagenProgress) + Sync),
) -> Result<DatagenProgress, TuneError> {
    let (file, found) = open(&spec.path)?;
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

/// Opens the file to be continued, without what follows its last whole game.
fn open(path: &str) -> Result<(File, DatagenProgress), TuneError> {
    let error = || TuneError::file(path);
    let mut found = DatagenProgress::default();
    let mut kept = 0;
    if Path::new(path).exists() {
        let mut games = Games::open(path)?;
        for game in &mut games {
            match game {
                Ok(game) => found.count(&game),
                // A file without a whole game may be something else: nothing is cut off it.
                Err(TuneError::Game { error, .. }) if found.games > 0 && error == NO_END => break,
                Err(error) => return Err(error),
            }
        }
        kept = games.bytes();
    }
    let file = OpenOptions::new().create(true).append(true).open(path).map_err(error())?;
    file.set_len(kept).map_err(error())?;
    Ok((file, found))
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
    ) -> std::io::Result<bool> {
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
}

impl Player {
    fn new(spec: &DatagenSpec) -> Result<Self, SearchError> {
        let limits = Limits {
            soft_nodes: Some(spec.nodes),
            nodes: Some(spec.nodes.saturating_mul(HARD_FACTOR)),
            multi_pv: 1,
            ..Limits::default()
        };
        let mut searcher = Searcher::new(HASH_MB, 1)?;
        searcher.set_evaluation(spec.evaluation.clone());
        Ok(Self { searcher, limits })
    }

    fn search(&mut self, game: &Game) -> Outcome {
        let control = Control::new(Instant::now(), false);
        self.searcher.search(game, &self.limits, &control, &mut Silent)
    }

    /// A position after random moves from the start that is not lost.
    fn opening(&mut self, random: &mut Rng) -> Game {
        loop {
            let mut game = Game::new(Position::startpos());
            for _ in 0..RANDOM_PLIES + random.usize(..2) {
                let moves = game.position().legal_moves();
                let Some(&mv) = random.choice(moves.iter()) else { break };
                game.push(mv);
            }
            self.searcher.new_game();
            let outcome = self.search(&game);
            if outcome.best.is_some() && outcome.score.abs() <= OPENING_LIMIT {
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

/// True if the rules end the game drawn, but for stalemate. A mate with the last
/// move before the fifty-move rule is told by the search, which goes first.
fn is_drawn(game: &Game) -> bool {
    let position = game.position();
    let fifty =
        position.halfmove_clock() >= 100 && (!position.in_check() || position.count_legal() > 0);
    fifty || position.has_insufficient_material() || game.occurrences() >= 3
}
