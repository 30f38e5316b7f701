//! Games of the engine against itself, to learn from.
//!
//! A game starts with random moves to a position in which neither side is lost, and is
//! adjudicated when it is clearly won or drawn. Every game depends on nothing but the
//! engine, its evaluation, the nodes of a search, the seed and the game's number; the file has
//! them in the order of their numbers, however many threads play.

use super::TuneError;
use super::games::{GameRecord, GameResult};
use super::production::{self, FileProgress, Hearer, Production};
use crate::board::{Game, Position};
use crate::eval::Evaluation;
use crate::search::{Limits, Outcome, SearchError, Searcher};
use crate::types::{Color, Score, Value as Centipawns};
use fastrand::Rng;
use serde_json::json;

/// Random moves that open a game, and one more in every other game.
const RANDOM_PLIES: usize = 8;
/// Openings that are worse than this for one side are not played.
const OPENING_LIMIT: Centipawns = 250;
/// Before a disturbed game up to this many plies are played with short searches, and forgotten.
const UNDISTURBED_PLIES: usize = 80;
const UNDISTURBED_NODES: u64 = 25;
/// Then come one to this many random moves, after which neither side may be worse than this.
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
    pub disturbed: f32,
}

/// Plays games and writes them; `progress` hears of the file as it is found, and then of
/// every game. It may be stopped at any time and goes on where it was, see [`production`].
///
/// # Errors
/// If the file can't be written, if it is damaged, if its games were played otherwise, if
/// another process writes to it, or if the search can't be set up.
pub fn run(spec: &DatagenSpec, progress: &Hearer<'_>) -> Result<FileProgress, TuneError> {
    let origin = json!({
        "nodes": spec.nodes,
        "disturbed": spec.disturbed.to_string(),
        "seed": spec.seed,
    });
    let production = Production {
        path: &spec.path,
        origin: production::with_engine(origin, &spec.evaluation)?,
        threads: spec.threads,
        progress,
    };
    let worker = || {
        let mut player = Player::new(spec)?;
        Ok(move |number| player.play(Rng::with_seed(spec.seed ^ (number as u64) << 32)))
    };
    production.run(
        |written| Ok((written..).map(Ok)),
        worker,
        |done| done.positions >= spec.positions,
    )
}

/// One searcher that plays both sides.
struct Player {
    searcher: Searcher,
    limits: Limits,
    /// Of the moves before a disturbed game.
    before: Limits,
    disturbed: f32,
}

impl Player {
    fn new(spec: &DatagenSpec) -> Result<Self, SearchError> {
        let searcher = production::searcher(&spec.evaluation)?;
        let [limits, before] = [spec.nodes, UNDISTURBED_NODES].map(production::limits);
        Ok(Self { searcher, limits, before, disturbed: spec.disturbed })
    }

    fn search(&mut self, game: &Game) -> Outcome {
        production::search(&mut self.searcher, game, &self.limits)
    }

    /// A position after random moves in which neither side is lost.
    fn opening(&mut self, random: &mut Rng) -> Game {
        self.searcher.new_game();
        let disturbs = self.disturbed > 0.0 && random.f32() < self.disturbed;
        loop {
            let mut game = Game::new(Position::startpos());
            push_random(&mut game, RANDOM_PLIES + random.usize(..2), random);
            let mut limit = OPENING_LIMIT;
            if disturbs {
                for _ in 0..random.usize(..UNDISTURBED_PLIES) {
                    let outcome = production::search(&mut self.searcher, &game, &self.before);
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

/// Plays some random moves, fewer if the game is over.
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
