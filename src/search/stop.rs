//! When a search ends: all that answers "shall I stop?" is here. A thread asks after each node
//! ([`Stop::after_node`]), and the main thread after each iteration ([`Stop::after_iteration`]). What they
//! look at: the limits of `go`, the clock's budget ([`TimeManager`]), and signals from outside
//! ([`Control`]).
//!
//! The clock is looked at often enough to hold it, seldom enough to cost nothing.

use super::limits::Limits;
use super::limits::control::Control;
use super::limits::time::{Certainty, TimeManager};
use crate::types::Score;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Time between two checks of the clock, about. Nodes do not all take the same time: where the
/// table was never touched, each may wait for its memory longer than a thousand others take.
const CHECK_AFTER: Duration = Duration::from_millis(1);
/// The smallest and the largest number of nodes between two checks.
const CHECK_NODES: [u64; 2] = [16, 1024];
/// Nodes and time that the first iteration may take before it can be aborted. A whole
/// one makes a move worth playing, and takes no time except in wild positions.
const FIRST_ITERATION_NODES: u64 = 4096;
const FIRST_ITERATION_TIME: Duration = Duration::from_millis(15);
/// Plies that a forced move is searched before it is played at once.
const FORCED_MOVE_DEPTH: u32 = 8;
/// Time after which a search lasts so long that its user wants to see what it does.
const LONG: Duration = Duration::from_secs(3);

/// The search was aborted; the value it was about to return means nothing.
#[derive(Clone, Copy, Debug)]
pub struct Aborted;

/// The nodes of one thread, on a cache line of its own: it is written at each node.
#[derive(Debug, Default)]
#[repr(align(128))]
struct NodeCounter(AtomicU64);

/// What all threads of one search look at to see whether it ends.
#[derive(Debug)]
pub struct Signals<'a> {
    /// Signals from outside.
    pub control: &'a Control,
    /// The limits of the search.
    pub limits: &'a Limits,
    /// Set when the main thread has finished.
    pub finished: AtomicBool,
    nodes: Vec<NodeCounter>,
}

impl<'a> Signals<'a> {
    /// Those of a search by this number of threads.
    pub fn new(control: &'a Control, limits: &'a Limits, threads: usize) -> Self {
        let nodes = (0..threads).map(|_| NodeCounter::default()).collect();
        Self { control, limits, finished: AtomicBool::new(false), nodes }
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.nodes.len()
    }

    /// Nodes of all threads.
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.0.load(Relaxed)).sum()
    }

    /// The time spent on the move, that of pondering included.
    fn thinking_time(&self) -> Duration {
        self.time_by_nodes().unwrap_or_else(|| self.control.elapsed())
    }

    /// The time that counts against the clock.
    fn clock_elapsed(&self) -> Duration {
        self.time_by_nodes().unwrap_or_else(|| self.control.clock_elapsed())
    }

    /// The time if nodes stand for it.
    fn time_by_nodes(&self) -> Option<Duration> {
        let rate = self.limits.nodes_per_ms?;
        Some(Duration::from_micros(self.total_nodes().saturating_mul(1000) / rate.max(1)))
    }
}

/// One thread's part in the end of a search. Times are those since `go`.
#[derive(Debug)]
pub struct Stop<'a> {
    signals: &'a Signals<'a>,
    /// The number of the thread; 0 is the main thread, which watches the limits.
    id: usize,
    /// Nodes of the thread so far.
    nodes: u64,
    /// The last completed iteration.
    completed: u32,
    time: TimeManager,
    /// The soft limit was reached at the end of the last iteration: if that was while pondering, the
    /// search ends with the ponder hit.
    has_thought_enough: bool,
    /// The number of the next node at which the limits are to be checked.
    next_check: u64,
    /// When they were last checked.
    last_check: Duration,
    /// Nodes between two checks.
    interval: u64,
    /// When the first iteration began.
    began: Duration,
    /// Nodes up to which the first iteration can't be aborted.
    protected: u64,
}

impl<'a> Stop<'a> {
    /// For thread `id` of a search that begins now, for a move with this number of the game.
    pub fn new(signals: &'a Signals<'a>, id: usize, move_number: u32) -> Self {
        let now = signals.control.elapsed();
        Self {
            signals,
            id,
            nodes: 0,
            completed: 0,
            time: TimeManager::new(signals.limits, move_number),
            has_thought_enough: false,
            next_check: 0,
            last_check: now,
            interval: CHECK_NODES[0],
            began: now,
            protected: FIRST_ITERATION_NODES,
        }
    }

    /// True for the thread that reports and watches the limits.
    pub fn is_main(&self) -> bool {
        self.id == 0
    }

    /// Plies by which its iterations are deeper: every other helper starts a ply deeper, so that the
    /// threads differ.
    pub fn stagger(&self) -> i32 {
        (self.id & 1) as i32
    }

    /// Nodes of the thread so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The last completed iteration in plies.
    pub fn completed(&self) -> u32 {
        self.completed
    }

    /// True once the search has lasted so long that its user wants to see what it does.
    pub fn is_long(&self) -> bool {
        self.is_main() && self.last_check >= LONG
    }

    /// Counts a node, and from time to time checks the limits.
    ///
    /// # Errors
    /// If the search ends here.
    #[inline(always)]
    pub fn after_node(&mut self) -> Result<(), Aborted> {
        self.nodes += 1;
        self.signals.nodes[self.id].0.store(self.nodes, Relaxed);
        if self.nodes >= self.next_check { self.check() } else { Ok(()) }
    }

    #[cold]
    fn check(&mut self) -> Result<(), Aborted> {
        let Signals { control, limits, finished, .. } = self.signals;
        #[cfg(test)]
        assert_ne!(limits.fault, Some(self.id), "a panic for a test");
        let nodes = self.signals.total_nodes();
        let nodes_left = limits.nodes.map(|limit| limit.saturating_sub(nodes));
        let by_nodes = limits.nodes_per_ms.and_then(|rate| self.time.hard_nodes(rate));
        let time_left = by_nodes.map(|limit| limit.saturating_sub(nodes));
        self.plan_next_check(nodes_left.into_iter().chain(time_left).min(), control.elapsed());
        let is_first = self.completed == 0;
        // Alone of all limits, so that a search of n nodes can be repeated.
        if self.is_main() && nodes_left == Some(0) && !(is_first && self.nodes < self.protected) {
            return Err(Aborted);
        }
        if is_first && self.protects_first_iteration() {
            return Ok(());
        }
        let is_time_up = || {
            let runs = self.is_main() && !control.is_pondering();
            runs && (self.has_thought_enough
                || self.time.is_hard_limit_reached(self.signals.clock_elapsed()))
        };
        let aborts = finished.load(Relaxed) || control.is_stopped() || is_time_up();
        if aborts { Err(Aborted) } else { Ok(()) }
    }

    /// Plans the check after the one at this time: at the node limit at the latest.
    fn plan_next_check(&mut self, nodes_left: Option<u64>, now: Duration) {
        let took = now.saturating_sub(self.last_check);
        self.last_check = now;
        let [fewest, most] = CHECK_NODES;
        if took > CHECK_AFTER {
            self.interval = (self.interval / 2).max(fewest);
        } else if took < CHECK_AFTER / 2 {
            self.interval = (self.interval * 2).min(most);
        }
        self.next_check = self.nodes + nodes_left.unwrap_or(u64::MAX).clamp(1, self.interval);
    }

    /// Plans the next check after a few nodes: something has happened that may take long, such as
    /// reading from a disk.
    pub fn check_soon(&mut self) {
        self.next_check = self.next_check.min(self.nodes + CHECK_NODES[0]);
    }

    /// Gives the first iteration its protected nodes and time from this node and the last check on.
    pub fn begin_first_iteration(&mut self) {
        self.began = self.last_check;
        self.protected = self.nodes + FIRST_ITERATION_NODES;
    }

    /// True while nothing but the node limit's own rule may end the first iteration.
    fn protects_first_iteration(&self) -> bool {
        let counts_time = self.signals.limits.nodes_per_ms.is_none();
        let took = self.last_check.saturating_sub(self.began);
        self.nodes < self.protected && (!counts_time || took <= FIRST_ITERATION_TIME)
    }

    /// Notes that the iteration of so many plies is complete.
    pub fn complete(&mut self, depth: u32) {
        self.completed = depth;
    }

    /// After an iteration of the main thread: is there nothing more to do? `score` is that of the
    /// last line that is wanted, `certainty` says how sure the best move is, and `is_forced` that it
    /// is the only one.
    pub fn after_iteration(&mut self, score: Score, certainty: Certainty, is_forced: bool) -> bool {
        let Signals { control, limits, .. } = self.signals;
        let mate_found = limits.mate.is_some_and(|moves| {
            score.mate_moves().is_some_and(|found| found.unsigned_abs() <= moves)
        });
        let nodes = limits.nodes.into_iter().chain(limits.soft_nodes).min();
        if mate_found || nodes.is_some_and(|nodes| self.signals.total_nodes() >= nodes) {
            return true;
        }
        if limits.infinite {
            return false;
        }
        // Whoever asks for more than a move gets it, and a referee may judge by the score.
        let asks_for_more = limits.depth.or(limits.mate).is_some() || nodes.is_some();
        let plays_at_once = is_forced
            && limits.search_moves.is_none()
            && limits.movetime.is_none()
            && !asks_for_more
            && self.time.has_clock()
            && self.completed >= FORCED_MOVE_DEPTH;
        self.has_thought_enough = plays_at_once
            || self.time.is_soft_limit_reached(self.signals.thinking_time(), certainty);
        // The next check of the limits looks at it again.
        !control.is_pondering()
            && (self.has_thought_enough
                || self.time.is_hard_limit_reached(self.signals.clock_elapsed()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    /// Not even if the proof of a mate before it took long.
    #[test]
    fn the_first_iteration_is_protected_when_it_begins() {
        let (control, limits) = (Control::new(Instant::now(), false), Limits::default());
        let signals = Signals::new(&control, &limits, 1);
        let mut stop = Stop::new(&signals, 0, 1);
        stop.last_check = Duration::ZERO;
        stop.nodes = 100_000;
        stop.plan_next_check(None, 2 * FIRST_ITERATION_TIME);
        assert!(!stop.protects_first_iteration());
        stop.begin_first_iteration();
        assert!(stop.protects_first_iteration());
        stop.plan_next_check(None, 4 * FIRST_ITERATION_TIME);
        assert!(!stop.protects_first_iteration());
    }

    #[test]
    fn what_may_take_long_is_followed_by_a_check() {
        let (control, limits) = (Control::new(Instant::now(), false), Limits::default());
        let signals = Signals::new(&control, &limits, 1);
        let mut stop = Stop::new(&signals, 0, 1);
        for nodes in 1..10 {
            stop.nodes = 1000 * nodes;
            let now = stop.last_check;
            stop.plan_next_check(None, now);
        }
        assert_eq!(stop.next_check, 9000 + CHECK_NODES[1]);
        stop.nodes = 9100;
        stop.check_soon();
        assert_eq!(stop.next_check, 9100 + CHECK_NODES[0]);
        stop.nodes = 9110;
        stop.check_soon();
        assert_eq!(stop.next_check, 9100 + CHECK_NODES[0], "not put off");
    }
}
