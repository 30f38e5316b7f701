//! Scores positions of games by deeper searches, at a fraction of the cost of games with such
//! searches; or positions that random moves lead to from there, as most positions inside a
//! search come from moves that no game has.
//!
//! Each position becomes a game of one move or a few with the result of its own game, so that
//! the output is a file of games, too. The sample of positions depends only on the seed and the
//! files. Games that training holds out are skipped: positions a move or two away from theirs would
//! give away what they are meant to test.

use super::games::{GameRecord, Games, Kind, is_held_out};
use super::production::{self, FileProgress, Hearer, Production};
use super::{Player, TuneError};
use crate::board::{Game, Position};
use crate::types::{Move, MoveList, Score};
use fastrand::Rng;
use serde_json::json;

/// Settings of a rescoring.
#[derive(Clone, Debug)]
pub struct RescoreSpec {
    /// Files of games.
    pub files: Vec<String>,
    /// The file to write; an existing one is continued.
    pub out: String,
    /// Fraction of the quiet positions that is sampled.
    pub share: f32,
    /// The most random moves from a sampled position to the one that is scored: quiet ones that
    /// lose nothing in exchanges. As many or fewer, but at least one, are played; 0 for none.
    pub random_moves: usize,
    /// The most moves that are searched and played from there, at least one.
    pub plies: usize,
    /// Soft limit of the nodes per search; 0 for none at all: the quiet positions are written with a
    /// score of 0, for a teacher.
    pub nodes: u64,
    /// Random seed.
    pub seed: u64,
    /// Concurrent searches, at least one.
    pub threads: usize,
    /// The searches are those of this player.
    pub player: Player,
    /// Fraction of the nodes inside the searches that are written as well.
    pub inner: f32,
}

/// Samples positions, searches and writes them; `progress` gets the size of the existing file
/// and then that after every position. It may be interrupted at any time and run again, see
/// [`production`].
///
/// # Errors
/// If a file can't be read or written, is damaged, is in use by another process or has
/// positions with other settings, or if the search can't be set up.
pub fn run(spec: &RescoreSpec, progress: &Hearer<'_>) -> Result<FileProgress, TuneError> {
    let origin = json!({
        "files": spec.files,
        "share": spec.share.to_string(),
        "random_moves": spec.random_moves,
        "plies": spec.plies,
        "nodes": spec.nodes,
        "seed": spec.seed,
        "inner": spec.inner.to_string(),
    });
    let production = Production {
        path: &spec.out,
        origin: production::with_engine(origin, &spec.player)?,
        threads: spec.threads,
        progress,
        inner: spec.inner,
    };
    let worker = || {
        let mut searcher = production::searcher(&spec.player)?;
        let limits = production::limits(spec.nodes);
        Ok(move |mut drawn: GameRecord| {
            if spec.nodes == 0 {
                return Ok(vec![drawn]);
            }
            searcher.new_game();
            production::sample_inner(&mut searcher, spec.inner, &drawn.start, spec.seed);
            let mut game = Game::new(drawn.start);
            for _ in 0..spec.plies {
                let outcome = searcher.search_silently(&game, &limits);
                let score = outcome.score.seen_by(game.position().side_to_move());
                let Some(best) = outcome.best else { break };
                drawn.moves.push((best, score));
                game.push(best);
                if game.is_drawn() {
                    break;
                }
            }
            let inner = production::inner_records(&mut searcher);
            Ok(std::iter::once(drawn).chain(inner).collect())
        })
    };
    production.run(|written| Ok(Drawn::new(spec)?.skip(written)), worker, |_| false)
}

/// The sampled positions of files, as games without moves, or with a quiet one that nobody searched.
struct Drawn<'a> {
    spec: &'a RescoreSpec,
    random: Rng,
    /// The file that is being read, and the remaining ones.
    games: Option<Games<std::io::BufReader<std::fs::File>>>,
    files: std::slice::Iter<'a, String>,
    /// The number of the next game in its file.
    number: usize,
    /// Sampled positions of the last game, in reverse.
    waiting: Vec<GameRecord>,
}

impl<'a> Drawn<'a> {
    fn new(spec: &'a RescoreSpec) -> Result<Self, TuneError> {
        // A missing file is better reported now than after hours.
        spec.files.iter().try_for_each(|path| Games::open(path).map(drop))?;
        let (random, files) = (Rng::with_seed(spec.seed), spec.files.iter());
        Ok(Self { spec, random, games: None, files, number: 0, waiting: Vec::new() })
    }

    fn read(&mut self) -> Result<Option<GameRecord>, TuneError> {
        loop {
            if let Some(drawn) = self.waiting.pop() {
                return Ok(Some(drawn));
            }
            match self.games.as_mut().and_then(Iterator::next) {
                Some(game) => {
                    let game = game?;
                    if game.kind == Kind::Inner {
                        continue;
                    }
                    self.number += 1;
                    if is_held_out(self.number - 1) {
                        continue;
                    }
                    let Self { spec, random, .. } = self;
                    let starts = game.quiet().filter_map(|(position, _)| {
                        (random.f32() < spec.share).then(|| led_on(position, spec, random))?
                    });
                    let (result, kind) = (game.result, Kind::Game);
                    let records = starts.filter_map(|start| {
                        let moves = match spec.nodes {
                            0 => vec![(quiet_move(&start)?, Score::DRAW)],
                            _ => Vec::new(),
                        };
                        Some(GameRecord { start, moves, result, kind })
                    });
                    self.waiting.extend(records);
                    self.waiting.reverse();
                }
                None => match self.files.next() {
                    Some(path) => (self.games, self.number) = (Some(Games::open(path)?), 0),
                    None => return Ok(None),
                },
            }
        }
    }
}

/// The position after the random moves of the settings; `None` if there are none or if the game
/// would be over.
fn led_on(mut position: Position, spec: &RescoreSpec, random: &mut Rng) -> Option<Position> {
    if spec.random_moves == 0 {
        return Some(position);
    }
    for _ in 0..random.usize(1..=spec.random_moves) {
        let mut moves = position.legal_moves();
        moves.retain(|mv| !position.is_noisy(*mv) && position.see_ge(*mv, 0));
        position = position.make(*random.choice(moves.iter())?);
    }
    let goes_on = !position.legal_moves().is_empty() && !Game::new(position).is_drawn();
    goes_on.then_some(position)
}

/// A quiet move of a position where, without a search, no move but a quiet one seems best: there is no
/// check and nothing to win in exchanges.
fn quiet_move(position: &Position) -> Option<Move> {
    let moves = position.legal_moves();
    let (noisy, quiet): (MoveList, MoveList) =
        moves.into_iter().partition(|mv| position.is_noisy(*mv));
    let is_quiet = !position.in_check() && !noisy.iter().any(|mv| position.see_ge(*mv, 1));
    quiet.first().copied().filter(|_| is_quiet)
}

impl Iterator for Drawn<'_> {
    type Item = Result<GameRecord, TuneError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}
