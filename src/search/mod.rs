//! The playing search: iterative deepening, aspiration windows, fail-soft
//! principal variation search with minimal windows, quiescence, a shared
//! transposition table, and as many threads as asked for (lazy SMP).
//!
//! Read `node.rs` first: it is the heart, in numbered steps. `worker.rs` calls it
//! from the root, `quiescence.rs` ends it, `picker.rs` orders its moves.
#![doc = include_str!("features.md")]

mod control;
mod correction;
mod extension;
mod handicap;
mod history;
mod kind;
mod learning;
mod limits;
mod mate;
mod node;
mod params;
mod picker;
mod probcut;
mod pruning;
mod quiescence;
mod report;
mod root;
mod stack;
mod statistics;
mod syzygy;
mod table;
mod time;
mod wdl;
mod worker;

pub use control::Control;
pub use handicap::Handicap;
pub use limits::{Clock, Limits};
#[cfg(feature = "tuning")]
pub use params::TUNABLES;
pub use report::{Bound, Info, Outcome, Report, Silent};
pub use statistics::{Count, Statistics};
pub use syzygy::Syzygy;
#[cfg(feature = "tune")]
pub use wdl::WdlModel;
pub use wdl::win_draw_loss;

use crate::board::{Game, Position, see};
use crate::eval::Evaluation;
use crate::types::{MAX_PLY, Move, Score, Value};
use kind::{BareNull, BarePv};
use std::hint::black_box;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use table::Table;
use thiserror::Error;
use worker::{Aborted, NodeCounter, Shared, Worker};

/// Stack of a search thread in bytes: a line of [`MAX_PLY`] nodes needs about a
/// fifth of it.
pub const STACK_SIZE: usize = 16 << 20;

/// Memory of a search thread in bytes, besides its stack: frames of the line, histories and
/// what the evaluation keeps.
pub const THREAD_MEMORY: usize = 4 << 20;

/// Centipawns that even the lowest score adds to a thread's vote.
const VOTE_BASE: Value = 14;

/// Why a search could not be set up as asked; the old setting stays.
#[derive(Debug, Error)]
pub enum SearchError {
    /// The memory for the table can't be had.
    #[error("no memory for a hash table of {megabytes} MB")]
    Hash {
        /// The size asked for, in MiB.
        megabytes: usize,
    },
    /// No thread at all.
    #[error("a search needs at least one thread")]
    NoThreads,
    /// The system does not give so many threads, or not the memory for them.
    #[error("no room for {threads} threads: {reason}")]
    Threads {
        /// The number asked for.
        threads: usize,
        /// What the system says.
        reason: String,
    },
}

/// The search with its table and threads; lives through a game.
pub struct Searcher {
    table: Table,
    workers: Vec<Worker>,
    evaluation: Evaluation,
    syzygy: Option<Syzygy>,
    /// The limit of the strength of the last search.
    handicap: Option<Handicap>,
    /// Nothing was learned since the start of the game.
    fresh: bool,
}

impl Searcher {
    /// A search with a table of `hash_mb` MiB and so many threads.
    ///
    /// # Errors
    /// If there is no memory for the table, no thread, or no room for so many.
    pub fn new(hash_mb: usize, threads: usize) -> Result<Self, SearchError> {
        let mut searcher = Self {
            table: new_table(hash_mb)?,
            workers: Vec::new(),
            evaluation: Evaluation::default(),
            syzygy: None,
            handicap: None,
            fresh: true,
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

    /// Searches with so many threads from now on.
    ///
    /// # Errors
    /// If it is none, or if the system refuses them; the old number stays.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), SearchError> {
        if threads == 0 {
            return Err(SearchError::NoThreads);
        }
        let from = self.workers.len();
        let refused = |reason: String| SearchError::Threads { threads, reason };
        let more = threads.saturating_sub(from);
        // Once for all: the small pieces of a thread can't be refused one by one.
        let mut room = Vec::<u8>::new();
        room.try_reserve_exact(more.saturating_mul(THREAD_MEMORY))
            .map_err(|error| refused(error.to_string()))?;
        drop(black_box(room));
        if more > 0 {
            self.workers.extend((from..threads).map(|id| Worker::new(id, &self.evaluation)));
            // Each search starts its helpers anew. Now there is someone to be told.
            if let Err(error) = try_threads(threads - 1) {
                self.workers.truncate(from);
                return Err(refused(error.to_string()));
            }
        }
        self.workers.truncate(threads);
        Ok(())
    }

    /// Uses these endgame tables from now on, or none. Forgets what was found with others.
    pub fn set_syzygy(&mut self, syzygy: Option<Syzygy>) {
        if self.syzygy.is_some() || syzygy.is_some() {
            self.table.clear();
        }
        self.syzygy = syzygy;
    }

    /// Evaluates like this from now on. Forgets what was found otherwise.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        if evaluation == self.evaluation {
            return;
        }
        self.evaluation = evaluation;
        self.new_game();
        // The next search tells whether its strength is limited.
        self.handicap = None;
        self.workers.iter_mut().for_each(|worker| worker.set_evaluation(&self.evaluation));
    }

    /// Forgets all that was learned: table and histories.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.workers.iter_mut().for_each(Worker::new_game);
        self.fresh = true;
    }

    /// Uses a moment without a search to fetch a part of the table's memory: up to some
    /// milliseconds that are not missing in the next one. False if there is nothing to do.
    pub fn make_ready(&mut self) -> bool {
        self.table.touch()
    }

    /// What the last search did, over all threads.
    pub fn statistics(&self) -> Statistics {
        let mut sum = Statistics::default();
        for worker in &self.workers {
            sum += worker.statistics;
        }
        sum.note_growth(&self.workers[0].grown);
        sum
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
            // Another player: what the last one learned holds his errors.
            if !self.fresh {
                self.new_game();
            }
            if limits.handicap.is_some() != self.handicap.is_some() {
                // The ratings were measured with the classical evaluation.
                let evaluation = match limits.handicap {
                    Some(_) => &Evaluation::Classical,
                    None => &self.evaluation,
                };
                self.workers.iter_mut().for_each(|worker| worker.set_evaluation(evaluation));
            }
            self.handicap = limits.handicap;
        }
        self.fresh = false;
        self.table.grow_older();
        self.workers.iter_mut().for_each(Worker::reset_statistics);
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

    /// The value inside `window` of the bare search: principal variation search with
    /// quiescence and nothing else, no table, draw by rule, extension, reduction or
    /// pruning. At or below the window's lower end it is an upper bound, at or above
    /// its upper end a lower bound. At depth 0 it is that of quiescence alone. The lab
    /// knows the same values by other ways. It evaluates as the last search did.
    pub fn search_bare(
        &mut self,
        position: &Position,
        depth: u32,
        (alpha, beta): (Value, Value),
    ) -> Value {
        let limits = Limits::default();
        let control = Control::new(Instant::now(), false);
        let nodes = [NodeCounter::default()];
        let mut silent = Silent;
        let shared = Shared {
            table: &self.table,
            control: &control,
            limits: &limits,
            finished: AtomicBool::new(false),
            nodes: &nodes,
            syzygy: None,
            root_result: None,
            table_hits: AtomicU64::new(0),
            report: Mutex::new(&mut silent),
        };
        let worker = &mut self.workers[0];
        worker.prepare(&Game::new(*position), &[], &limits);
        let depth = depth.min(MAX_PLY as u32 / 2) as i32;
        let value = if beta - alpha == 1 {
            worker.search::<BareNull>(&shared, 0, depth, alpha, beta, false)
        } else {
            worker.search::<BarePv>(&shared, 0, depth, alpha, beta, false)
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
        let threads = if limited { 1 } else { self.workers.len() };
        // At the root the endgame tables choose among the moves, and then the search plays
        // on without them: it sees mates, which they do not.
        let by_result = || {
            let asked = limits.multi_pv == 1 && limits.mate.is_none();
            let (keeping, value, hits) = syzygy.filter(|_| asked)?.root(game.position())?;
            let kept: Vec<Move> = moves.iter().copied().filter(|mv| keeping.contains(mv)).collect();
            (!kept.is_empty()).then_some((kept, value, hits))
        };
        let (moves, root_result, hits) = match by_result() {
            Some((kept, value, hits)) => (kept, Some(value), hits),
            None => (moves.to_vec(), None, 0),
        };
        let workers = &mut self.workers[..threads];
        for worker in workers.iter_mut() {
            worker.prepare(game, &moves, limits);
        }
        let nodes: Vec<NodeCounter> = workers.iter().map(|_| NodeCounter::default()).collect();
        let shared = Shared {
            table: &self.table,
            control,
            limits,
            finished: AtomicBool::new(false),
            nodes: &nodes,
            syzygy: syzygy.filter(|_| root_result.is_none()),
            root_result,
            table_hits: AtomicU64::new(hits),
            report: Mutex::new(report),
        };
        let Some((main, helpers)) = workers.split_first_mut() else {
            return Outcome::default();
        };
        std::thread::scope(|scope| {
            for worker in helpers {
                let shared = &shared;
                let thread = std::thread::Builder::new().stack_size(STACK_SIZE);
                let started = thread.spawn_scoped(scope, move || worker.iterate(shared));
                if let Err(error) = started {
                    log::warn!("searching with fewer threads: {error}");
                }
            }
            // Also if the main thread panics, which the helpers would outlive.
            let _finish = Finish(&shared.finished);
            main.iterate(&shared);
        });
        let nodes = shared.total_nodes();
        let chosen = if limits.multi_pv > 1 { 0 } else { vote(workers) };
        let worker = &workers[chosen];
        if chosen != 0 {
            worker.report_line(&shared, 0);
        }
        let best = &worker.root_moves[0];
        Outcome {
            best: Some(best.mv()),
            ponder: best.pv.get(1).copied(),
            score: shared.with_tables(best.known()).0,
            depth: worker.completed,
            nodes,
        }
    }
}

/// The thread whose move is to be played. Each thread votes for its best move, the
/// louder the deeper it came and the better its score is; of those for the winner
/// the deepest speaks, the first of equals. A shorter mate needs no vote (idea:
/// Stockfish).
fn vote(workers: &[Worker]) -> usize {
    let said = |worker: &Worker| (worker.root_moves[0].mv(), worker.root_moves[0].known().0);
    let whole = |worker: &&Worker| worker.completed > 0;
    let lowest = workers.iter().filter(whole).map(|worker| said(worker).1).min().unwrap_or(0);
    let weight = |worker: &Worker| {
        i64::from(said(worker).1 - lowest + VOTE_BASE) * i64::from(worker.completed)
    };
    let votes = |mv: Move| -> i64 {
        workers.iter().filter(whole).filter(|worker| said(worker).0 == mv).map(weight).sum()
    };
    let mut chosen = 0;
    for (id, worker) in workers.iter().enumerate().skip(1).filter(|(_, worker)| whole(worker)) {
        let ((mv, score), (best, best_score)) = (said(worker), said(&workers[chosen]));
        let better = if Score::is_mate(score) || Score::is_mate(best_score) {
            score > best_score
        } else if mv == best {
            worker.completed > workers[chosen].completed
        } else {
            votes(mv) > votes(best)
        };
        if better {
            chosen = id;
        }
    }
    chosen
}

/// Starts so many threads at the same time, which do nothing.
fn try_threads(count: usize) -> io::Result<()> {
    let gate = Mutex::new(());
    let closed = gate.lock();
    std::thread::scope(|scope| {
        let wait = || drop(gate.lock());
        let start = |_| {
            std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, wait).map(drop)
        };
        let started = (0..count).try_for_each(start);
        drop(closed);
        started
    })
}

/// Tells the helpers to end when it goes out of scope.
struct Finish<'a>(&'a AtomicBool);

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

fn new_table(megabytes: usize) -> Result<Table, SearchError> {
    Table::new(megabytes).ok_or(SearchError::Hash { megabytes })
}

/// What a capture or promotion wins at once, in centipawns of exchanges.
fn see_value(position: &Position, mv: Move) -> Value {
    let victim = position.captured(mv);
    if victim.is_none() { 0 } else { see::VALUES[victim.kind().index()] }
}

// Depths and plies of the search fit the table's entries.
const _: () = assert!(MAX_PLY < 256);

#[cfg(test)]
mod tests {
    use super::table::Entry;
    use super::*;

    /// Replays each line.
    struct Lines(Position);

    impl Report for Lines {
        fn info(&mut self, info: &Info<'_>) {
            let mut position = self.0;
            for &mv in info.pv {
                assert!(position.is_legal(mv), "{mv:?} in {position}");
                position = position.make(mv);
            }
        }
    }

    /// Stores moves of anywhere for all positions up to this depth, as deep results.
    fn lie(table: &Table, position: &Position, depth: u32, random: &mut fastrand::Rng) {
        for mv in position.legal_moves() {
            let next = position.make(mv);
            let value = random.i32(-500..500);
            let bound = [Bound::Lower, Bound::Upper][random.usize(..2)];
            let mv = Move::from_bits(random.u16(..));
            let entry = Entry { mv, value, eval: value, depth: 3, bound, is_pv: true };
            table.store(next.key(), 1, entry);
            if depth > 1 {
                lie(table, &next, depth - 1, random);
            }
        }
    }

    fn search_with_lies(fen: &str) {
        let position = Position::from_fen(fen).unwrap();
        let mut searcher = Searcher::new(4, 1).unwrap();
        lie(&searcher.table, &position, 3, &mut fastrand::Rng::with_seed(7));
        let limits = Limits { depth: Some(8), multi_pv: 3, ..Limits::default() };
        let control = Control::new(Instant::now(), false);
        let report = &mut Lines(position);
        let outcome = searcher.search(&Game::new(position), &limits, &control, report);
        assert!(position.is_legal(outcome.best.unwrap()));
    }

    #[test]
    fn what_is_refused_changes_nothing() {
        let mut searcher = Searcher::new(2, 3).unwrap();
        for threads in [0, usize::MAX, usize::MAX / THREAD_MEMORY / 2] {
            assert!(searcher.set_threads(threads).is_err());
            assert_eq!(searcher.workers.len(), 3);
        }
        for megabytes in [usize::MAX, usize::MAX >> 20] {
            assert!(searcher.set_hash(megabytes).is_err());
            assert_eq!(searcher.table.megabytes(), 2);
        }
    }

    /// Two positions may have the same key, and then the table has the move of another.
    #[test]
    fn a_table_that_lies_makes_no_illegal_move() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ] {
            let search = || search_with_lies(fen);
            let thread = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(search).unwrap();
            assert!(thread.join().is_ok(), "{fen}");
        }
    }
}
