//! Games of the engine against itself, of which quiet positions are kept.
//!
//! A game starts with random moves to a position that the search finds about
//! level, and is adjudicated when it is clearly won or drawn. Positions in check,
//! before a capture or promotion, and with a mate in sight are left out, for a
//! static evaluation can't tell them. Every game depends on nothing but the seed
//! and its number.

use super::TuneError;
use crate::board::{Game, Position};
use crate::search::{Control, Limits, Outcome, STACK_SIZE, Searcher, Silent};
use crate::types::{Color, Score, Value};
use fastrand::Rng;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

/// Table of each player in MiB.
const HASH_MB: usize = 8;
/// Random moves that open a game, and one more in every other game.
const RANDOM_PLIES: usize = 8;
/// Openings that are worse than this for one side are not played.
const OPENING_LIMIT: Value = 300;
/// Positions are kept from this ply on.
const FIRST_KEPT_PLY: usize = 16;
/// A game ends won with such a score for so many plies.
const WIN_SCORE: Value = 1500;
const LOSS_SCORE: Value = 1 - WIN_SCORE;
const WIN_PLIES: i32 = 4;
/// A game ends drawn with such a score for so many plies, but not before a ply.
const DRAW_SCORE: Value = 8;
const DRAW_PLIES: usize = 12;
const FIRST_DRAW_PLY: usize = 80;
/// Longer games are drawn.
const LAST_PLY: usize = 400;

/// What to generate.
#[derive(Clone, Debug)]
pub struct DatagenSpec {
    /// Games to play.
    pub games: usize,
    /// Nodes for each move.
    pub nodes: u64,
    /// Games played at once, at least one.
    pub threads: usize,
    /// Start of the random numbers.
    pub seed: u64,
    /// The file to write: a line for each position (`FEN | score | result`, score
    /// in centipawns and result 1.0, 0.5 or 0.0 in White's view) and an empty line
    /// after each game.
    pub out: String,
}

/// How far the generation is.
#[derive(Clone, Copy, Debug, Default)]
pub struct DatagenProgress {
    /// Games played.
    pub games: usize,
    /// Positions written.
    pub positions: usize,
}

/// Plays the games and writes their positions; `progress` hears of every game.
///
/// # Errors
/// If the file can't be written or the search can't be set up.
pub fn run(
    spec: &DatagenSpec,
    progress: &(dyn Fn(DatagenProgress) + Sync),
) -> Result<DatagenProgress, TuneError> {
    let file = File::create(&spec.out).map_err(TuneError::file(&spec.out))?;
    let output = Mutex::new((BufWriter::new(file), DatagenProgress::default()));
    let next_game = AtomicUsize::new(0);
    let play = || -> Result<(), TuneError> {
        let mut player = Player::new(spec.nodes)?;
        loop {
            let number = next_game.fetch_add(1, Relaxed);
            if number >= spec.games {
                return Ok(());
            }
            let record = player.play(Rng::with_seed(spec.seed ^ (number as u64) << 32));
            let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
            let (file, done) = &mut *output;
            let written = file.write_all(record.text().as_bytes()).and_then(|()| file.flush());
            written.map_err(TuneError::file(&spec.out))?;
            done.games += 1;
            done.positions += record.positions.len();
            progress(*done);
        }
    };
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, play);
        let threads: Vec<_> = (0..spec.threads.max(1)).map(start).collect();
        for thread in threads {
            let thread = thread.map_err(TuneError::file("a thread"))?;
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        }
        Ok(output.lock().unwrap_or_else(PoisonError::into_inner).1)
    })
}

/// The kept positions of a game, with their scores in White's view.
struct Record {
    positions: Vec<(Position, Value)>,
    /// The game's result for White.
    result: &'static str,
}

impl Record {
    fn text(&self) -> String {
        let lines = self.positions.iter();
        let lines =
            lines.map(|(position, score)| format!("{position} | {score} | {}\n", self.result));
        lines.chain(["\n".to_owned()]).collect()
    }
}

/// One searcher that plays both sides.
struct Player {
    searcher: Searcher,
    limits: Limits,
}

impl Player {
    fn new(nodes: u64) -> Result<Self, TuneError> {
        let limits = Limits { nodes: Some(nodes), multi_pv: 1, ..Limits::default() };
        Ok(Self { searcher: Searcher::new(HASH_MB, 1)?, limits })
    }

    fn search(&mut self, game: &Game) -> Outcome {
        let control = Control::new(Instant::now(), false);
        self.searcher.search(game, &self.limits, &control, &mut Silent)
    }

    /// A level position after random moves from the start.
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

    fn play(&mut self, mut random: Rng) -> Record {
        let mut game = self.opening(&mut random);
        let mut positions = Vec::new();
        let (mut won, mut drawn) = (0, 0);
        let mut ply = game.keys().len();
        let result = loop {
            if ply >= LAST_PLY || is_drawn(&game) {
                break "0.5";
            }
            let position = *game.position();
            let outcome = self.search(&game);
            let white = position.side_to_move() == Color::White;
            let score = if white { outcome.score } else { -outcome.score };
            let Some(best) = outcome.best else {
                break match score {
                    Score::DRAW => "0.5",
                    1.. => "1.0",
                    _ => "0.0",
                };
            };
            let noisy = position.in_check() || position.is_noisy(best);
            if ply >= FIRST_KEPT_PLY && !noisy && !Score::is_mate(score) {
                positions.push((position, score));
            }
            // Counted with the sign of the side that wins.
            won = match score {
                WIN_SCORE.. => won.max(0) + 1,
                LOSS_SCORE.. => 0,
                _ => won.min(0) - 1,
            };
            drawn = if score.abs() <= DRAW_SCORE { drawn + 1 } else { 0 };
            if won >= WIN_PLIES {
                break "1.0";
            } else if won <= -WIN_PLIES {
                break "0.0";
            } else if drawn >= DRAW_PLIES && ply >= FIRST_DRAW_PLY {
                break "0.5";
            }
            game.push(best);
            ply += 1;
        };
        Record { positions, result }
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
