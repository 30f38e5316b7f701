//! Self-play games to train on.
//!
//! A game starts with random moves, from the start position or from one of a file of openings, to
//! a position in which neither side is lost, and is adjudicated when it is clearly won or drawn.
//! Every game depends on nothing but the engine, its evaluation, the nodes of a search, the
//! openings, the seed and the game's number; the file has them in the order of their numbers,
//! however many threads play.

use super::adjudication::{Adjudication, Scores};
use super::games::{GameRecord, GameResult, Kind};
use super::production::{self, FileProgress, Hearer, Production};
use super::{Player, TuneError};
use crate::board::{Game, Position};
use crate::search::{Limits, Outcome, SearchError, Searcher};
use crate::types::Score;
use fastrand::Rng;
use serde_json::json;

/// Random moves at the start of a game; half of the games get one more.
const RANDOM_PLIES: usize = 8;
/// The most random moves after an opening of a file; there is at least one.
const RANDOM_PLIES_AFTER_OPENING: usize = 4;
/// Openings with a larger score for either side are not played.
const OPENING_LIMIT: Score = Score::cp(250);
/// So many tries without a position for a game are an error.
const OPENING_TRIES: usize = 500;
/// A disturbed game starts after up to this number of plies with short searches ...
const UNDISTURBED_PLIES: usize = 80;
const UNDISTURBED_NODES: u64 = 25;
/// ... and one to this number of random moves, if the score is within the limit then.
const DISTURBING_PLIES: usize = 3;
const DISTURBED_LIMIT: Score = Score::cp(600);
/// When a game is over.
const RULES: Adjudication = Adjudication {
    win_score: Score::cp(1000),
    win_plies: 4,
    draw_score: Score::cp(12),
    draw_plies: 10,
    first_draw_ply: 80,
    last_ply: 400,
};

/// The largest score for either side that a game starts with.
fn opening_limit(disturbs: bool) -> Score {
    if disturbs { DISTURBED_LIMIT } else { OPENING_LIMIT }
}

/// Settings of the games.
#[derive(Clone, Debug)]
pub struct DatagenSpec {
    /// The file to write, see [`super::games`]; an existing one is continued.
    pub path: String,
    /// Quiet positions in the finished file.
    pub positions: usize,
    /// Soft limit of the nodes per move.
    pub nodes: u64,
    /// Concurrent games, at least one.
    pub threads: usize,
    /// Random seed.
    pub seed: u64,
    /// Both players.
    pub player: Player,
    /// Positions that games start from, before some random moves; if there are none, more random
    /// moves from the start position.
    pub openings: Vec<Position>,
    /// Fraction of the games that start after random moves in the middle of a game: most
    /// positions inside a search come from bad moves, too.
    pub disturbed: f32,
    /// Fraction of the nodes inside the searches that are written as well.
    pub inner: f32,
}

/// Plays games and writes them; `progress` gets the size of the existing file and then that
/// after every game. It may be interrupted at any time and run again, see [`production`].
///
/// # Errors
/// If the file can't be written, is damaged, is in use by another process or has games with
/// other settings, if none of the openings can start a game, or if the search can't be set up.
pub fn run(spec: &DatagenSpec, progress: &Hearer<'_>) -> Result<FileProgress, TuneError> {
    SelfPlay::new(spec)?.check_openings()?;
    let openings: String = spec.openings.iter().map(Position::to_string).collect();
    let checksum = format!("{:08x}", crc32c::crc32c(openings.as_bytes()));
    let origin = json!({
        "nodes": spec.nodes,
        "disturbed": spec.disturbed.to_string(),
        "seed": spec.seed,
        "inner": spec.inner.to_string(),
        "openings": (!openings.is_empty()).then_some(checksum),
    });
    let production = Production {
        path: &spec.path,
        origin: production::with_engine(origin, &spec.player)?,
        threads: spec.threads,
        progress,
        inner: spec.inner,
    };
    let worker = || {
        let mut games = SelfPlay::new(spec)?;
        Ok(move |number| Ok(games.play(Rng::with_seed(spec.seed ^ (number as u64) << 32))))
    };
    production.run(
        |written| Ok((written..).map(Ok)),
        worker,
        |done| done.positions >= spec.positions,
    )
}

/// One searcher that plays both sides.
struct SelfPlay<'a> {
    spec: &'a DatagenSpec,
    searcher: Searcher,
    limits: Limits,
    /// For the moves before a disturbed game.
    before: Limits,
}

impl<'a> SelfPlay<'a> {
    fn new(spec: &'a DatagenSpec) -> Result<Self, SearchError> {
        let searcher = production::searcher(&spec.player)?;
        let [limits, before] = [spec.nodes, UNDISTURBED_NODES].map(production::limits);
        Ok(Self { spec, searcher, limits, before })
    }

    /// Fails if games seem to have no position to start with, as from openings that are all lost.
    fn check_openings(mut self) -> Result<(), TuneError> {
        let (disturbs, mut random) = (self.spec.disturbed >= 1.0, Rng::with_seed(self.spec.seed));
        let found = (0..OPENING_TRIES).any(|_| self.try_opening(disturbs, &mut random).is_some());
        found.then_some(()).ok_or_else(|| {
            TuneError::Argument(format!(
                "openings: after {OPENING_TRIES} tries none was fit to play from: they are drawn, \
                 over or beyond {} centipawns for one side",
                opening_limit(disturbs).centipawns()
            ))
        })
    }

    fn search(&mut self, game: &Game) -> Outcome {
        self.searcher.search_silently(game, &self.limits)
    }

    /// A position after random moves that is not drawn and in which neither side is lost.
    fn opening(&mut self, random: &mut Rng) -> Game {
        self.searcher.new_game();
        let disturbed = self.spec.disturbed;
        let disturbs = disturbed > 0.0 && random.f32() < disturbed;
        loop {
            if let Some(game) = self.try_opening(disturbs, random) {
                return game;
            }
        }
    }

    /// The position after some random moves, if a game can start with it.
    fn try_opening(&mut self, disturbs: bool, random: &mut Rng) -> Option<Game> {
        let (start, plies) = match random.choice(&self.spec.openings) {
            Some(&opening) => (opening, 1 + random.usize(..RANDOM_PLIES_AFTER_OPENING)),
            None => (Position::startpos(), RANDOM_PLIES + random.usize(..2)),
        };
        let mut game = Game::new(start);
        push_random(&mut game, plies, random);
        if disturbs {
            for _ in 0..random.usize(..UNDISTURBED_PLIES) {
                let outcome = self.searcher.search_silently(&game, &self.before);
                let Some(best) = outcome.best.filter(|_| !game.is_drawn()) else { break };
                game.push(best);
            }
            push_random(&mut game, 1 + random.usize(..DISTURBING_PLIES), random);
        }
        if game.is_drawn() {
            return None;
        }
        let outcome = self.search(&game);
        let is_fit = outcome.best.is_some() && outcome.score.abs() <= opening_limit(disturbs);
        is_fit.then_some(game)
    }

    /// A game and nodes inside its searches.
    fn play(&mut self, mut random: Rng) -> Vec<GameRecord> {
        let mut game = self.opening(&mut random);
        let start = *game.position();
        production::sample_inner(&mut self.searcher, self.spec.inner, &start, self.spec.seed);
        let mut moves = Vec::new();
        let mut scores = Scores::new(RULES);
        let result = loop {
            if scores.is_drawn(&game) {
                break GameResult::Draw;
            }
            let outcome = self.search(&game);
            let turn = game.position().side_to_move();
            let score = outcome.score.seen_by(turn);
            let Some(best) = outcome.best else {
                break if score == Score::DRAW {
                    GameResult::Draw
                } else {
                    GameResult::won_by(!turn)
                };
            };
            moves.push((best, score));
            if let Some(result) = scores.note(&game, score) {
                break result;
            }
            game.push(best);
        };
        let record = GameRecord { start, moves, result, kind: Kind::Game };
        let inner = production::inner_records(&mut self.searcher);
        std::iter::once(record).chain(inner).collect()
    }
}

/// Plays random moves until the game is over.
fn push_random(game: &mut Game, plies: usize, random: &mut Rng) {
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        let Some(&mv) = random.choice(moves.iter()) else { return };
        game.push(mv);
    }
}
