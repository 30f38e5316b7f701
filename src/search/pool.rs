//! The threads of a search (lazy SMP): each searches the whole tree, they meet in the
//! transposition table, and vote for the move.

use super::error::SearchError;
use super::mapping::MmapMut;
use super::numa::{Numa, Placement};
use super::report::Outcome;
use super::statistics::Statistics;
use super::syzygy::RankedMove;
use super::tree::{Search, Shared, ThreadData};
use crate::board::Game;
use crate::eval::Evaluation;
use crate::types::{Centipawns, Move};
use std::hint::black_box;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// Stack of a search thread in bytes: a line of [`crate::types::MAX_PLY`] nodes needs about a
/// fifth of it.
const STACK_SIZE: usize = 16 << 20;

/// Begins a thread on which a [`Searcher`](super::Searcher) may be used: its stack has room for a
/// search, which the 2 MiB that threads have by default have not.
pub fn thread_builder() -> std::thread::Builder {
    std::thread::Builder::new().stack_size(STACK_SIZE)
}

/// Memory of a search thread in bytes, besides its stack and the corrections, which threads share:
/// frames of the line, histories and accumulators.
pub const THREAD_MEMORY: usize = 3 << 20;

/// Centipawns that even the lowest score adds to a thread's vote.
const VOTE_BASE: Centipawns = 14;

/// The threads and what they keep between searches.
#[derive(Default)]
pub struct Pool {
    threads: Vec<ThreadData>,
    numa: Numa,
    /// Where they run. The main thread is the one that calls the pool's functions.
    placement: Placement,
}

impl Pool {
    /// Its number of threads.
    pub fn len(&self) -> usize {
        self.threads.len()
    }

    /// Searches with this number of threads from now on.
    ///
    /// # Errors
    /// If it is zero, or if the system refuses them; the old number stays.
    pub fn resize(&mut self, count: usize, evaluation: &Evaluation) -> Result<(), SearchError> {
        if count == 0 {
            return Err(SearchError::NoThreads);
        }
        let from = self.threads.len();
        let refused = |reason: String| SearchError::Threads { threads: count, reason };
        let more = count.saturating_sub(from);
        // Once for all: the small pieces of a thread can't be refused one by one. Mapped, as
        // the allocator keeps more for itself after it has handed out large pieces.
        let room = MmapMut::map_anon(more.saturating_mul(THREAD_MEMORY).max(1));
        drop(black_box(room.map_err(|error| refused(error.to_string()))?));
        self.rebuild(count, evaluation);
        // Each search starts its helpers again. Now there is someone to be told.
        if more > 0
            && let Err(error) = try_threads(count - 1)
        {
            self.rebuild(from, evaluation);
            return Err(refused(error.to_string()));
        }
        Ok(())
    }

    /// A pool without threads for the same machine.
    pub fn without_threads(&self) -> Self {
        Self { numa: self.numa.clone(), ..Self::default() }
    }

    /// Binds the threads to NUMA nodes by this policy from now on. Those that have to move
    /// begin anew.
    pub fn set_numa(&mut self, numa: Numa, evaluation: &Evaluation) {
        self.numa = numa;
        self.rebuild(self.threads.len(), evaluation);
    }

    /// So many threads, each at its home; a thread whose home changes begins anew.
    fn rebuild(&mut self, count: usize, evaluation: &Evaluation) {
        let placement = Placement::new(&self.numa, count);
        if placement != self.placement {
            self.threads.truncate(placement.common_prefix(&self.placement));
            self.placement = placement;
            self.placement.bind(0);
        }
        self.threads.truncate(count);
        for id in self.threads.len()..count {
            let near = self.threads.iter().find(|near| self.placement.shares_node(near.id, id));
            let known = near.map(|near| Arc::clone(&near.learned.corrections));
            let thread = self
                .placement
                .run_on_node_of(id, || ThreadData::new(id, evaluation, known.unwrap_or_default()));
            self.threads.push(thread);
        }
    }

    /// Where the threads run.
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// The state of each thread, the main thread first.
    pub fn threads(&mut self) -> &mut [ThreadData] {
        &mut self.threads
    }

    /// Forgets what was learned in earlier searches.
    pub fn new_game(&mut self) {
        for (id, thread) in self.threads.iter_mut().enumerate() {
            self.placement.run_on_node_of(id, || thread.learned.histories.clear());
        }
        for (id, thread) in self.threads.iter().enumerate() {
            if !(0..id).any(|before| self.placement.shares_node(before, id)) {
                self.placement.run_on_node_of(id, || thread.learned.corrections.clear());
            }
        }
    }

    /// Evaluates like this from now on.
    pub fn set_evaluation(&mut self, evaluation: &Evaluation) {
        for (id, thread) in self.threads.iter_mut().enumerate() {
            self.placement.run_on_node_of(id, || thread.set_evaluation(evaluation));
        }
    }

    /// The counts of the last search, over all threads.
    pub fn statistics(&self) -> Statistics {
        let mut sum = Statistics::default();
        for thread in &self.threads {
            sum += thread.statistics;
        }
        sum.note_growth(&self.threads[0].iteration_nodes);
        sum
    }

    /// Searches these moves (at least one) at the current position of a game, with as many
    /// threads as `shared` says.
    pub fn search<'a>(
        &'a mut self,
        shared: &'a Shared<'a>,
        game: &Game,
        moves: &[RankedMove],
    ) -> Outcome {
        let placement = &self.placement;
        let threads = self.threads.iter_mut().take(shared.signals.threads());
        let mut searches: Vec<Search<'_>> =
            threads.map(|thread| thread.start(shared, game, moves)).collect();
        let Some((main, helpers)) = searches.split_first_mut() else {
            return Outcome::default();
        };
        std::thread::scope(|scope| {
            for (id, helper) in (1..).zip(helpers) {
                let thread = thread_builder();
                let search = move || {
                    placement.bind(id);
                    #[cfg(feature = "tuning")]
                    shared.tuning.install();
                    helper.iterate();
                };
                if let Err(error) = thread.spawn_scoped(scope, search) {
                    log::warn!("searching with fewer threads: {error}");
                }
            }
            // Also if the main thread panics, which the helpers would outlive.
            let _finish = Finish(&shared.signals.finished);
            main.iterate();
        });
        let nodes = shared.signals.total_nodes();
        let chosen = if shared.signals.limits.multi_pv > 1 { 0 } else { vote(&searches) };
        let search = &searches[chosen];
        if chosen != 0 {
            shared.report_line(search.root.moves, 0, search.root.depth);
        }
        let best = &search.root.moves[0];
        Outcome {
            best: Some(best.mv()),
            ponder: best.pv.get(1).copied(),
            score: best.shown().0,
            depth: search.stop.completed(),
            nodes,
        }
    }
}

/// The thread whose move is to be played. Each thread votes for its best move, the
/// louder the deeper it came and the better its score is; of those for the winner
/// the deepest speaks, the first of equals. A shorter mate needs no vote (idea:
/// Stockfish).
fn vote(searches: &[Search<'_>]) -> usize {
    let said = |search: &Search<'_>| (search.root.moves[0].mv(), search.root.moves[0].latest().0);
    let voters = || searches.iter().enumerate().filter(|(_, search)| search.stop.completed() > 0);
    let lowest = voters().map(|(_, search)| said(search).1).min().unwrap_or_default();
    let weight = |search: &Search<'_>| {
        i64::from(said(search).1 - lowest + VOTE_BASE) * i64::from(search.stop.completed())
    };
    let votes = |mv: Move| -> i64 {
        voters().filter(|(_, search)| said(search).0 == mv).map(|(_, search)| weight(search)).sum()
    };
    let mut chosen = 0;
    for (id, search) in voters().filter(|&(id, _)| id > 0) {
        let ((mv, score), (best, best_score)) = (said(search), said(&searches[chosen]));
        let better = if score.is_mate() || best_score.is_mate() {
            score > best_score
        } else if mv == best {
            search.stop.completed() > searches[chosen].stop.completed()
        } else {
            votes(mv) > votes(best)
        };
        if better {
            chosen = id;
        }
    }
    chosen
}

/// Starts `count` threads at the same time, which do nothing.
fn try_threads(count: usize) -> io::Result<()> {
    let gate = Mutex::new(());
    let closed = gate.lock();
    std::thread::scope(|scope| {
        let wait = || drop(gate.lock());
        let start = |_| thread_builder().spawn_scoped(scope, wait).map(drop);
        let started = (0..count).try_for_each(start);
        drop(closed);
        started
    })
}

/// Sets a flag when it goes out of scope, so that a panic ends other threads, too.
#[derive(Debug)]
pub struct Finish<'a>(pub &'a AtomicBool);

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
