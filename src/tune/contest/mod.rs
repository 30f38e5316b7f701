//! Matches between two players of this program: two settings of the search's numbers, or two
//! networks. Both live in one process, so no time goes into pipes and a referee.
//!
//! Each opening is played with both colours. A pair depends on nothing but the settings, the
//! seed and its number; the log has the result of each pair, so that a match can be interrupted
//! and continued.

#[cfg(feature = "tuning")]
mod factors;
mod log;
mod statistics;

#[cfg(feature = "tuning")]
pub use factors::{Factor, effects};
pub use statistics::{Pentanomial, Sprt};

use super::TuneError;
use super::adjudication::{Adjudication, Scores};
use super::games::{GameRecord, GameResult, Kind};
use super::math::join;
use super::{Player, production};
use crate::board::{Game, Position};
use crate::search::{self, Finish, Limits, SearchError, Searcher, thread_builder};
use crate::types::{Color, Move, Score};
use fastrand::Rng;
use log::Log;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// A game is won with six pawns for four moves of each player, and drawn with nothing for
/// eight of each, but not before the 32nd after the opening.
const RULES: Adjudication = Adjudication {
    win_score: Score::cp(600),
    win_plies: 8,
    draw_score: Score::cp(10),
    draw_plies: 16,
    first_draw_ply: 64,
    last_ply: 400,
};

/// Milliseconds of a clock that each move keeps back, the default of the UCI option.
const MOVE_OVERHEAD: u64 = 30;

/// What a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// This number of nodes.
    Nodes(u64),
    /// What time management makes of a clock, in milliseconds, that counts nodes. The machine
    /// may be as busy as it likes.
    Clock {
        /// At the start of a game.
        base: u64,
        /// For each move.
        increment: u64,
        /// Nodes that count as a millisecond, at least one.
        nodes_per_ms: u64,
    },
}

/// Settings of a match.
#[derive(Clone, Debug)]
pub struct MatchSpec {
    /// The two players; results are the first one's.
    pub players: [Player; 2],
    /// Numbers of the search that one of the players has instead of its own, by chance for each
    /// pair. The results are then theirs, see [`effects`], and not the players'.
    #[cfg(feature = "tuning")]
    pub factors: Vec<Factor>,
    /// Positions to start from, in an order that depends on the seed. Each is used once: the
    /// players would only repeat their games.
    pub openings: Vec<Position>,
    /// What a move may take.
    pub pace: Pace,
    /// Table of each player in MiB.
    pub hash_mb: usize,
    /// Pairs of games at most; no more than openings.
    pub pairs: u64,
    /// Ends the match when it is decided.
    pub sprt: Option<Sprt>,
    /// Concurrent games, at least one.
    pub threads: usize,
    /// Random seed.
    pub seed: u64,
    /// The log, if results are to be kept; an existing one is continued.
    pub log: Option<String>,
    /// The file for the games, with the score of each move, if they are to be learned from; an
    /// existing one is continued.
    pub games: Option<String>,
}

impl MatchSpec {
    /// What the results depend on.
    fn settings(&self) -> Result<Value, SearchError> {
        let [a, b] =
            self.players.each_ref().map(|player| production::with_engine(json!({}), player));
        let openings: String = self.openings.iter().map(Position::to_string).collect();
        #[cfg(feature = "tuning")]
        let factors = format!("{:?}", self.factors);
        #[cfg(not(feature = "tuning"))]
        let factors = "[]";
        Ok(json!({
            "a": a?,
            "b": b?,
            "openings": format!("{:08x}", crc32c::crc32c(openings.as_bytes())),
            "pace": format!("{:?}", self.pace),
            "rules": format!("{RULES:?}"),
            "hash": self.hash_mb,
            "seed": self.seed,
            "factors": factors,
        }))
    }

    /// The number of pairs if no test is decided before.
    pub fn most_pairs(&self) -> u64 {
        self.pairs.min(self.openings.len() as u64)
    }

    fn is_over(&self, results: &Pentanomial) -> bool {
        results.pairs() >= self.most_pairs()
            || self.sprt.is_some_and(|sprt| sprt.is_decided(results))
    }
}

/// Plays a match; `progress` gets the results so far, after each pair and first of all those of
/// the log. Returns the number of each pair and the first player's half points.
///
/// # Errors
/// If the log can't be read or written, is in use by another process or belongs to a match with
/// other settings, or if the search can't be set up.
pub fn run(
    spec: &MatchSpec,
    progress: &(dyn Fn(&Pentanomial) + Sync),
) -> Result<Vec<(u64, usize)>, TuneError> {
    let mut order: Vec<usize> = (0..spec.openings.len()).collect();
    Rng::with_seed(spec.seed).shuffle(&mut order);
    let settings = spec.settings()?;
    let log = Log::open(spec.log.as_deref(), &settings.to_string())?;
    let open = |path| production::open(path, &settings, false).map(|(file, _)| (path, file));
    let games = spec.games.as_deref().map(open).transpose()?;
    progress(log.results());
    let over = AtomicBool::new(spec.is_over(log.results()));
    let log = Mutex::new(log);
    let lock = || log.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || -> Result<(), TuneError> {
        let mut table = Table::new(spec)?;
        while !over.load(Relaxed) {
            let number = lock().next_pair();
            let opening = order.get(number as usize).map(|&index| spec.openings[index]);
            let Some(opening) = opening.filter(|_| number < spec.pairs) else { break };
            #[cfg(feature = "tuning")]
            table.share_out(spec, number);
            let (half_points, records) = table.play_pair(opening);
            let mut log = lock();
            if let Some((path, file)) = &games {
                let bytes: Vec<u8> = records.iter().flat_map(GameRecord::to_bytes).collect();
                (&*file).write_all(&bytes).map_err(TuneError::file(path))?;
            }
            log.add(number, half_points)?;
            progress(log.results());
            over.fetch_or(spec.is_over(log.results()), Relaxed);
        }
        Ok(())
    };
    let guarded = || {
        let _finish = Finish(&over);
        work()
    };
    thread::scope(|scope| {
        let _finish = Finish(&over);
        let start = |_| thread_builder().spawn_scoped(scope, guarded);
        let threads: Vec<_> = (0..spec.threads.max(1)).map(start).collect();
        for thread in threads {
            join(thread.map_err(TuneError::file("a thread"))?)?;
        }
        Ok(lock().pairs().to_vec())
    })
}

/// The clock of a player.
#[derive(Clone, Copy)]
struct Clock {
    pace: Pace,
    /// Nodes left.
    left: u64,
}

impl Clock {
    fn new(pace: Pace) -> Self {
        let left = match pace {
            Pace::Nodes(nodes) => nodes,
            Pace::Clock { base, nodes_per_ms, .. } => base.saturating_mul(nodes_per_ms),
        };
        Self { pace, left }
    }

    /// The limits of the next search.
    fn limits(&self) -> Limits {
        match self.pace {
            Pace::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            Pace::Clock { increment, nodes_per_ms, .. } => Limits {
                clock: Some(search::Clock {
                    remaining: i64::try_from(self.left / nodes_per_ms).unwrap_or(i64::MAX),
                    increment,
                    moves_to_go: None,
                }),
                nodes_per_ms: Some(nodes_per_ms),
                move_overhead: MOVE_OVERHEAD,
                ..Limits::default()
            },
        }
    }

    /// Notes the nodes of a search; false if the time has run out.
    fn spend(&mut self, nodes: u64) -> bool {
        let Pace::Clock { increment, nodes_per_ms, .. } = self.pace else { return true };
        let Some(left) = self.left.checked_sub(nodes) else { return false };
        self.left = left.saturating_add(increment.saturating_mul(nodes_per_ms));
        true
    }
}

/// The two players at a board.
struct Table {
    searchers: [Searcher; 2],
    pace: Pace,
}

impl Table {
    fn new(spec: &MatchSpec) -> Result<Self, SearchError> {
        let [a, b] = &spec.players;
        let searchers = [a.searcher(spec.hash_mb)?, b.searcher(spec.hash_mb)?];
        Ok(Self { searchers, pace: spec.pace })
    }

    /// Gives each factor to one of the players for pair `number`.
    #[cfg(feature = "tuning")]
    fn share_out(&mut self, spec: &MatchSpec, number: u64) {
        if spec.factors.is_empty() {
            return;
        }
        let mut tunings = spec.players.each_ref().map(|player| player.tuning.clone());
        let first = factors::has_first(spec.seed, number, spec.factors.len());
        for (factor, first) in spec.factors.iter().zip(first) {
            tunings[usize::from(!first)].set(factor.index, factor.value);
        }
        for (searcher, tuning) in self.searchers.iter_mut().zip(tunings) {
            searcher.set_tuning(tuning);
        }
    }

    /// The first player's half points from an opening with both colours, and the games.
    fn play_pair(&mut self, opening: Position) -> (usize, [GameRecord; 2]) {
        let games = Color::ALL.map(|first| self.play(opening, first));
        let [white, black] = games.each_ref().map(|game| game.result as usize);
        (white + 2 - black, games)
    }

    /// A game in which the first player has this colour.
    fn play(&mut self, opening: Position, first: Color) -> GameRecord {
        self.searchers.iter_mut().for_each(Searcher::new_game);
        let (mut game, mut moves) = (Game::new(opening), Vec::new());
        let result = self.play_moves(&mut game, first, &mut moves);
        GameRecord { start: opening, moves, result, kind: Kind::Game }
    }

    /// Plays a game to its end; `moves` gets the moves with White's scores.
    fn play_moves(
        &mut self,
        game: &mut Game,
        first: Color,
        moves: &mut Vec<(Move, Score)>,
    ) -> GameResult {
        let mut scores = Scores::new(RULES);
        let mut clocks = [Clock::new(self.pace); 2];
        while !scores.is_drawn(game) {
            let turn = game.position().side_to_move();
            let player = usize::from(turn != first);
            let outcome = self.searchers[player].search_silently(game, &clocks[player].limits());
            if !clocks[player].spend(outcome.nodes) {
                ::log::warn!("a game is lost on time");
                return GameResult::won_by(!turn);
            }
            let Some(best) = outcome.best else {
                return if outcome.score == Score::DRAW {
                    GameResult::Draw
                } else {
                    GameResult::won_by(!turn)
                };
            };
            moves.push((best, outcome.score.seen_by(turn)));
            if let Some(result) = scores.note(game, outcome.score.seen_by(turn)) {
                return result;
            }
            game.push(best);
        }
        GameResult::Draw
    }
}
