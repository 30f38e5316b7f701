//! The playing search: iterative deepening, aspiration windows, fail-soft
//! principal variation search with null windows, quiescence, a shared
//! transposition table, and as many threads as asked for (lazy SMP).
//!
//! # Layers
//!
//! From bottom to top; a file imports only from its own layer and those below, and no two
//! import each other in a circle, which `tests/layering.rs` watches over.
//!
//! | layer | content |
//! |---|---|
//! | `clock`, `mapping`, `window`, `params`, `statistics`, `error`, `numa`, `limits/` | the time, memory, windows and bounds; the numbers that games tune; counts; why a search can't be set up; which processors its threads run on; the words of `go`, the time that a clock gives a move, signals from outside, limited strength |
//! | `stop`, `report`, `trace`, `table`, `syzygy`, `ordering/` | "shall I stop?", after each node and each iteration; what a search reports; the record of its nodes; the transposition table; tablebases; which move comes first: the staged picker and its histories |
//! | `tree/` | one thread in the tree: a node in numbered steps, with a file for each rule that it applies, and quiescence |
//! | `aspiration`, `deepening` | depth by depth at the root, with windows around the value expected |
//! | `pool` | threads, and their vote for the best move |
//!
//! Read `tree/node.rs` first: it is the heart. `docs/notebook/search.md` lists the test match of each
//! rule.

mod aspiration;
mod clock;
mod deepening;
mod error;
mod limits;
mod mapping;
mod numa;
mod ordering;
mod params;
mod pool;
mod report;
mod statistics;
mod stop;
mod syzygy;
mod table;
mod trace;
mod tree;
mod window;

pub use aspiration::Aspiration;
pub use clock::Instant;
pub use error::SearchError;
pub use limits::control::Control;
pub use limits::handicap::{FULL_SKILL, Handicap};
pub use limits::{Clock, Limits};
pub use numa::{Numa, NumaError};
#[cfg(feature = "tuning")]
pub use params::{TUNABLES, Tuning};
#[cfg(feature = "tune")]
pub use pool::Finish;
pub use pool::{THREAD_MEMORY, thread_builder};
pub use report::{Info, Outcome, Report, Silent, per_second};
pub use statistics::{Count, Statistics};
pub use syzygy::Syzygy;
pub use table::map_large_pieces;
pub use trace::{Reason, Role, Skip, Trace, TraceNode};
#[cfg(feature = "tune")]
pub use tree::{InnerNode, InnerNodes, scaled_by_clock, unscaled};
pub use window::{Bound, Window};

use crate::board::{Game, Position};
use crate::eval::Evaluation;
use crate::types::{Centipawns, Color, MAX_PLY, Move, Score};
use pool::Pool;
use std::num::NonZero;
use std::sync::atomic::AtomicU64;

use std::sync::{Arc, Mutex};
use std::thread::available_parallelism;
use std::time::Duration;
use stop::{Aborted, Signals};
use syzygy::RankedMove;
use table::Table;
use tree::kind::{BareNonPv, BarePv};
use tree::{Shared, ThreadData};

/// The search with its table and threads; lives through a game.
pub struct Searcher {
    table: Table,
    pool: Pool,
    evaluation: Evaluation,
    syzygy: Option<Syzygy>,
    /// The limit of the strength of the last search.
    handicap: Option<Handicap>,
    /// The contempt of the last search as White sees it.
    contempt: Centipawns,
    /// The side to move at the root of the last search.
    side: Color,
    /// Nothing was learned since the start of the game.
    fresh: bool,
    #[cfg(feature = "tuning")]
    tuning: Tuning,
}

impl Searcher {
    /// A search with a table of `hash_mb` MiB and this number of threads.
    ///
    /// # Errors
    /// If there is no memory for the table, no thread, or no room for that many.
    pub fn new(hash_mb: usize, threads: usize) -> Result<Self, SearchError> {
        let mut searcher = Self {
            table: new_table(hash_mb)?,
            pool: Pool::default(),
            evaluation: Evaluation::default(),
            syzygy: None,
            handicap: None,
            contempt: 0,
            side: Color::White,
            fresh: true,
            #[cfg(feature = "tuning")]
            tuning: Tuning::default(),
        };
        searcher.set_threads(threads)?;
        Ok(searcher)
    }

    /// Replaces the table by an empty one of this size in MiB.
    ///
    /// # Errors
    /// If the memory can't be had; the old table stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), SearchError> {
        self.table = new_table(megabytes)?;
        Ok(())
    }

    /// Searches with this number of threads from now on.
    ///
    /// # Errors
    /// If it is zero, or if the system refuses them; the old number stays.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), SearchError> {
        self.pool.resize(threads, used_by(self.handicap, &self.evaluation))
    }

    /// Binds the threads to NUMA nodes by this policy from now on; the calling thread is the
    /// main one.
    pub fn set_numa(&mut self, numa: Numa) {
        self.pool.set_numa(numa, used_by(self.handicap, &self.evaluation));
    }

    /// Uses these tablebases from now on, or none. Forgets what was found with others.
    pub fn set_syzygy(&mut self, syzygy: Option<Syzygy>) {
        if self.syzygy.is_some() || syzygy.is_some() {
            self.table.clear();
        }
        self.syzygy = syzygy;
    }

    /// Searches with these numbers from now on.
    #[cfg(feature = "tuning")]
    pub fn set_tuning(&mut self, tuning: Tuning) {
        self.tuning = tuning;
    }

    /// Evaluates like this from now on. Forgets what was found with another evaluation.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        if evaluation == self.evaluation {
            return;
        }
        self.evaluation = evaluation;
        self.new_game();
        // The limits of the next search say whether its strength is limited.
        self.handicap = None;
        self.pool.set_evaluation(&self.evaluation);
    }

    /// Forgets all that was learned: table and histories.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.pool.new_game();
        self.fresh = true;
    }

    /// Uses a moment without a search to prefault a part of the table's memory: up to some
    /// milliseconds that are not missing in the next one. False if there is nothing to do.
    pub fn prefault(&self) -> bool {
        let Self { table, pool, .. } = self;
        pool.placement().interleave(table.prefaulted(), || table.prefault())
    }

    /// Prefaults the table's memory on all processors, for at most this time.
    pub fn prefault_for(&self, time: Duration) {
        let start = Instant::now();
        if !self.prefault() {
            return;
        }
        let (table, placement) = (&self.table, self.pool.placement());
        let work = || {
            while start.elapsed() < time
                && placement.interleave(table.prefaulted(), || table.prefault())
            {}
        };
        std::thread::scope(|scope| {
            for _ in 1..available_parallelism().map_or(1, NonZero::get) {
                // One that is refused is not needed.
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
    }

    /// Makes the search usable again after a panic in it: new threads, which have learned
    /// nothing.
    ///
    /// # Errors
    /// If the system refuses the threads; then there is one.
    pub fn recover(&mut self) -> Result<(), SearchError> {
        let threads = self.pool.len();
        self.pool = self.pool.without_threads();
        self.handicap = None;
        let found = self.set_threads(threads).or_else(|error| self.set_threads(1).and(Err(error)));
        self.new_game();
        found
    }

    /// The counts of the last search, over all threads.
    pub fn statistics(&self) -> Statistics {
        self.pool.statistics()
    }

    /// Searches the current position of a game and reports on the way. Returns
    /// when a limit is reached or `control` says stop; with `infinite` or
    /// `ponder` not before it is released.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Arc<Control>,
        report: &mut dyn Report,
    ) -> Outcome {
        if limits.handicap != self.handicap {
            // Another player: what the last one learned contains its errors.
            if !self.fresh {
                self.new_game();
            }
            if limits.handicap.is_some() != self.handicap.is_some() {
                self.pool.set_evaluation(used_by(limits.handicap, &self.evaluation));
            }
            self.handicap = limits.handicap;
        }
        let by_white = game.position().side_to_move() == Color::White;
        let contempt = if by_white { limits.contempt } else { -limits.contempt };
        let side = game.position().side_to_move();
        let is_styled = matches!(self.evaluation, Evaluation::Styled(_));
        if contempt != self.contempt || is_styled && side != self.side {
            // What was learned holds draws of another value, or what another player likes.
            if !self.fresh {
                self.new_game();
            }
            self.contempt = contempt;
        }
        self.side = side;
        self.fresh = false;
        self.table.start_new_search();
        self.pool.threads().iter_mut().for_each(ThreadData::reset_statistics);
        let mut moves: Vec<Move> = game.position().legal_moves().into_iter().collect();
        if let Some(allowed) = &limits.search_moves {
            moves.retain(|mv| allowed.contains(mv));
        }
        let mut outcome = Outcome::default();
        if moves.is_empty() {
            outcome.score = if game.position().in_check() { -Score::MATE } else { Score::DRAW };
        } else {
            outcome = self.search_moves(game, &moves, limits, control, report);
        }
        if limits.infinite || limits.ponder {
            control.wait_for_release(limits.infinite);
        }
        outcome
    }

    /// Searches the current position of a game, from now on, and reports nothing.
    pub fn search_silently(&mut self, game: &Game, limits: &Limits) -> Outcome {
        self.search(game, limits, &Control::new(Instant::now(), false), &mut Silent)
    }

    /// Searches the current position of a game to `depth` plies and returns the record of the last
    /// iteration, with at most `limit` nodes. With several threads it is that of the first.
    pub fn trace(&mut self, game: &Game, depth: u32, limit: usize) -> Trace {
        self.pool.threads()[0].trace = Some(Trace::new(limit));
        self.search_silently(game, &Limits { depth: Some(depth), ..Limits::default() });
        self.pool.threads()[0].trace.take().unwrap_or_else(|| Trace::new(0))
    }

    /// Takes samples of the nodes of the next searches, or none; returns the samples so far. With
    /// several threads they are those of the first.
    #[cfg(feature = "tune")]
    pub fn sample(&mut self, next: Option<InnerNodes>) -> Vec<InnerNode> {
        let inner = &mut self.pool.threads()[0].inner;
        let taken = inner.as_mut().map(InnerNodes::take).unwrap_or_default();
        *inner = next;
        taken
    }

    /// The value of the bare search: principal variation search with
    /// quiescence and nothing else, no table, draw by rule, extension, reduction or
    /// pruning; fail-soft, so [`Bound::of`] says what it proves. At depth 0 it is that of
    /// quiescence alone. The lab knows the same values by other ways. It evaluates as the
    /// last search did.
    pub fn search_bare(&mut self, position: &Position, depth: u32, window: Window) -> Score {
        let limits = Limits::default();
        let control = Control::new(Instant::now(), false);
        let mut silent = Silent;
        let shared = Shared {
            table: &self.table,
            signals: Signals::new(&control, &limits, 1),
            syzygy: None,
            tb_hits: AtomicU64::new(0),
            report: Mutex::new(&mut silent),
            #[cfg(feature = "tuning")]
            tuning: &self.tuning,
        };
        #[cfg(feature = "tuning")]
        self.tuning.install();
        let mut search = self.pool.threads()[0].start(&shared, &Game::new(*position), &[]);
        let depth = depth.min(MAX_PLY as u32 / 2) as i32;
        let value = if window.is_null() {
            search.search::<BareNonPv>(0, depth, window, false)
        } else {
            search.search::<BarePv>(0, depth, window, false)
        };
        value.unwrap_or_else(|Aborted| unreachable!("a search without limits ends by itself"))
    }

    fn search_moves(
        &mut self,
        game: &Game,
        moves: &[Move],
        limits: &Limits,
        control: &Control,
        report: &mut dyn Report,
    ) -> Outcome {
        // A limited strength has one thread and no tables: it is the same everywhere.
        let limited = limits.handicap.is_some();
        let syzygy = self.syzygy.as_ref().filter(|_| !limited);
        let threads = if limited { 1 } else { self.pool.len() };
        // At the root the tablebases choose among the moves, and if they know how to make
        // progress, the search plays on without them: it sees mates, which they do not.
        let by_tables = syzygy
            .filter(|_| limits.mate.is_none())
            .and_then(|syzygy| syzygy.rank(game, moves, Score::DRAW - limits.contempt));
        let (mut moves, hits) =
            by_tables.unwrap_or_else(|| (moves.iter().map(|&mv| mv.into()).collect(), 0));
        if limits.multi_pv == 1 {
            let best = moves[0].rank;
            moves.retain(|ranked| ranked.rank == best);
        }
        if let Some(handicap) = limits.handicap.filter(|_| !game.position().in_check()) {
            let (key, mover) = (game.position().key(), game.position().side_to_move());
            let is_seen =
                |ranked: &RankedMove| !handicap.overlooks(key, mover, ranked.mv, game.last_move());
            if moves.iter().any(is_seen) {
                moves.retain(is_seen);
            }
        }
        let is_settled = moves[0].leads;
        let shared = Shared {
            table: &self.table,
            signals: Signals::new(control, limits, threads),
            syzygy: syzygy.filter(|_| !is_settled),
            tb_hits: AtomicU64::new(hits),
            report: Mutex::new(report),
            #[cfg(feature = "tuning")]
            tuning: &self.tuning,
        };
        #[cfg(feature = "tuning")]
        self.tuning.install();
        let outcome = self.pool.search(&shared, game, &moves);
        for fault in syzygy.iter().flat_map(|syzygy| syzygy.tables.take_faults()) {
            shared.report().fault(&fault);
        }
        outcome
    }
}

/// The evaluation of a player whose strength may be limited: the ratings of limited ones were
/// measured with the classical evaluation.
fn used_by(handicap: Option<Handicap>, evaluation: &Evaluation) -> &Evaluation {
    match evaluation {
        Evaluation::Network(_) if handicap.is_some() => &Evaluation::Classical,
        _ => evaluation,
    }
}

fn new_table(megabytes: usize) -> Result<Table, SearchError> {
    Table::new(megabytes).ok_or(SearchError::Hash { megabytes })
}

// Depths and plies of the search fit the table's entries.
const _: () = assert!(MAX_PLY < 256);

#[cfg(test)]
mod tests;
