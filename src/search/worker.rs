//! One search thread: its line, its histories, and iterative deepening with
//! aspiration windows over the root moves.

use super::control::Control;
use super::handicap::Handicap;
use super::history::{Continued, Histories};
use super::kind::Root;
use super::limits::Limits;
use super::params::{
    ASPIRATION_DEPTH, ASPIRATION_LIMIT, ASPIRATION_LOWERED_LIMIT, aspiration_margin,
};
use super::picker::Context;
use super::report::{Bound, Info, Report};
use super::root::RootMove;
use super::stack::{Frame, frames, restart};
use super::statistics::Statistics;
use super::syzygy::Syzygy;
use super::table::Table;
use super::time::{Certainty, TimeManager};
use crate::board::Game;
use crate::eval::{Evaluation, Evaluator};
use crate::types::{MAX_PLY, Move, Score, Value};
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Moves of the root are announced from here on.
const ANNOUNCE_AFTER: Duration = Duration::from_secs(3);
/// Time between two looks at the clock, about. Nodes do not all take the same: where the
/// table was never touched, each may wait for its memory longer than a thousand others take.
const LOOK_AFTER: Duration = Duration::from_millis(1);
/// The fewest and the most nodes between two looks.
const LOOK_NODES: [u64; 2] = [16, 1024];
/// Nodes and time that the first iteration may take before it can be broken off. A whole
/// one makes a move worth playing, and takes no time but in wild positions.
const FIRST_ITERATION_NODES: u64 = 4096;
const FIRST_ITERATION_TIME: Duration = Duration::from_millis(15);

/// The search was broken off; what it was about to return means nothing.
#[derive(Clone, Copy, Debug)]
pub struct Aborted;

/// A value, unless the search was broken off.
pub type Searched = Result<Value, Aborted>;

/// The nodes of one thread, on a cache line of its own: it is written in each.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct NodeCounter(AtomicU64);

/// What all threads of one search share.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// Signals from outside.
    pub control: &'a Control,
    /// The bounds of the search.
    pub limits: &'a Limits,
    /// Set when the main thread has finished.
    pub finished: AtomicBool,
    /// Nodes of each thread.
    pub nodes: &'a [NodeCounter],
    /// Endgame tables for positions in the tree; none if the root is in them.
    pub syzygy: Option<&'a Syzygy>,
    /// What the endgame tables say of the root.
    pub root_result: Option<Value>,
    /// Results read from the endgame tables.
    pub table_hits: AtomicU64,
    /// Hears what the main thread finds.
    pub report: Mutex<&'a mut dyn Report>,
}

impl<'a> Shared<'a> {
    fn report(&self) -> MutexGuard<'_, &'a mut dyn Report> {
        self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A score of the root, corrected by what the endgame tables know of it, unless it is
    /// a mate.
    pub fn with_tables(&self, known: (Value, Bound)) -> (Value, Bound) {
        match self.root_result {
            Some(result) if !Score::is_mate(known.0) => (result, Bound::Exact),
            _ => known,
        }
    }

    /// Nodes of all threads.
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.0.load(Relaxed)).sum()
    }
}

/// A search thread. Histories and the pawn cache live on between searches.
pub struct Worker {
    /// 0 is the main thread, which reports and watches the clock.
    pub(super) id: usize,
    pub(super) frames: Box<[Frame]>,
    pub(super) histories: Histories,
    pub(super) evaluator: Evaluator,
    /// Keys of the game and of the line, oldest first.
    pub(super) keys: Vec<u64>,
    pub(super) root_moves: Vec<RootMove>,
    /// First root move that may be searched: those before it already have their
    /// line (MultiPV).
    pub(super) first_root_move: usize,
    pub(super) root_depth: i32,
    pub(super) seldepth: usize,
    pub(super) nodes: u64,
    pub(super) statistics: Statistics,
    /// Nodes up to the end of each iteration of one line.
    pub(super) grown: Vec<u64>,
    /// First ply at which null moves are allowed: a verification keeps them out.
    pub(super) null_move_from: usize,
    /// Weakens the static evaluation.
    pub(super) handicap: Option<Handicap>,
    /// Nodes up to which the first iteration can't be broken off.
    protected: u64,
    /// Nodes between two looks at the clock, those of the next and when the last was.
    look_nodes: u64,
    next_look: u64,
    last_look: Duration,
    /// When the search began.
    began: Duration,
    time: TimeManager,
    /// Last completed iteration.
    pub(super) completed: u32,
}

impl Worker {
    /// A thread with empty histories.
    pub fn new(id: usize, evaluation: &Evaluation) -> Self {
        Self {
            id,
            frames: frames(),
            histories: Histories::default(),
            evaluator: Evaluator::new(evaluation),
            keys: Vec::new(),
            root_moves: Vec::new(),
            first_root_move: 0,
            root_depth: 0,
            seldepth: 0,
            nodes: 0,
            statistics: Statistics::default(),
            grown: Vec::new(),
            null_move_from: 0,
            handicap: None,
            protected: FIRST_ITERATION_NODES,
            look_nodes: LOOK_NODES[0],
            next_look: 0,
            last_look: Duration::ZERO,
            began: Duration::ZERO,
            time: TimeManager::new(&Limits::default()),
            completed: 0,
        }
    }

    /// Forgets what was learned in earlier searches.
    pub fn new_game(&mut self) {
        self.histories.clear();
    }

    /// Evaluates like this from now on.
    pub fn set_evaluation(&mut self, evaluation: &Evaluation) {
        self.evaluator = Evaluator::new(evaluation);
    }

    /// Begins to count anew.
    pub fn reset_statistics(&mut self) {
        self.statistics = Statistics::default();
        self.grown.clear();
    }

    /// Sets the worker up for a search of these root moves.
    pub fn prepare(&mut self, game: &Game, moves: &[Move], limits: &Limits) {
        self.root_moves.truncate(moves.len());
        for (root_move, &mv) in self.root_moves.iter_mut().zip(moves) {
            root_move.restart(mv);
        }
        let known = self.root_moves.len();
        self.root_moves.extend(moves[known..].iter().map(|&mv| RootMove::new(mv)));
        self.keys.clear();
        self.keys.reserve(game.keys().len() + MAX_PLY + 2);
        self.keys.extend_from_slice(game.keys());
        restart(&mut self.frames, game.position());
        self.evaluator.start(game.position());
        self.nodes = 0;
        self.null_move_from = 0;
        self.handicap = limits.handicap;
        self.protected = FIRST_ITERATION_NODES;
        self.look_nodes = LOOK_NODES[0];
        self.next_look = 0;
        self.completed = 0;
        self.time = TimeManager::new(limits);
    }

    /// Iterative deepening: depth by depth, each the better ordered by the last.
    pub fn iterate(&mut self, shared: &Shared<'_>) {
        self.began = shared.control.elapsed();
        self.last_look = self.began;
        let deepest = shared
            .limits
            .depth
            .map_or(MAX_PLY as u32 - 1, |depth| depth.clamp(1, MAX_PLY as u32 - 1));
        let lines = shared.limits.multi_pv.clamp(1, self.root_moves.len().max(1));
        if let Some(moves) = shared.limits.mate.filter(|_| self.id == 0 && lines == 1) {
            if self.prove_mate(shared, moves as usize) {
                return;
            }
            self.protected = self.nodes + FIRST_ITERATION_NODES;
        }
        let mut stable = 0;
        let mut last_best = Move::NONE;
        let mut last_score = None;
        for depth in 1..=deepest {
            // Every other helper starts a ply deeper, so that the threads differ.
            self.root_depth = (depth as i32 + (self.id & 1) as i32).min(MAX_PLY as i32 - 1);
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
                root_move.score = -Score::INFINITE;
            }
            for line in 0..lines {
                self.first_root_move = line;
                self.seldepth = 0;
                if self.aspirate(shared, line).is_err() {
                    self.report_aborted(shared);
                    return;
                }
                self.root_moves[..=line].sort_by_key(|root_move| -root_move.score);
            }
            self.completed = depth;
            if self.id == 0 && lines == 1 {
                self.grown.push(self.nodes);
            }
            if self.id != 0 {
                continue;
            }
            for line in 0..lines {
                self.report_line(shared, line);
            }
            let best = &self.root_moves[0];
            stable = if best.mv() == last_best { stable + 1 } else { 0 };
            last_best = best.mv();
            let drop = last_score.map_or(0, |last: Value| last - best.score);
            last_score = Some(best.score);
            if self.is_done(shared, stable, drop) {
                return;
            }
        }
    }

    /// After an iteration: is there nothing more to do?
    fn is_done(&self, shared: &Shared<'_>, stable: usize, drop: Value) -> bool {
        let share = self.root_moves[0].nodes * 1000 / self.nodes.max(1);
        let control = shared.control;
        let limits = shared.limits;
        let score = self.root_moves[0].score;
        let mate_found = limits.mate.is_some_and(|moves| {
            Score(score).mate_moves().is_some_and(|found| found > 0 && found <= moves as i32)
        });
        let nodes = limits.nodes.into_iter().chain(limits.soft_nodes).min();
        if mate_found || nodes.is_some_and(|nodes| shared.total_nodes() >= nodes) {
            return true;
        }
        if control.is_pondering() || limits.infinite {
            return false;
        }
        let forced =
            self.root_moves.len() == 1 && limits.search_moves.is_none() && self.time.is_limited();
        forced || self.time.is_enough(control.clock_elapsed(), Certainty { stable, drop, share })
    }

    /// Searches root line `line` with a window around its last score, and widens
    /// the side on which it fails.
    fn aspirate(&mut self, shared: &Shared<'_>, line: usize) -> Result<(), Aborted> {
        let mut margin = aspiration_margin();
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        let previous = self.root_moves[line].previous;
        if self.root_depth >= ASPIRATION_DEPTH && !Score::is_mate(previous) {
            alpha = previous - margin;
            beta = previous + margin;
        }
        let mut lowered = 0;
        loop {
            let depth = (self.root_depth - lowered).max(1);
            let value = self.search::<Root>(shared, 0, depth, alpha, beta, false)?;
            // Behind the moves with a value those that took more effort to refute.
            self.root_moves[line..]
                .sort_by_key(|root_move| (-root_move.score, Reverse(root_move.nodes)));
            if value <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (value - margin).max(-Score::INFINITE);
                lowered = 0;
            } else if value >= beta {
                beta = (value + margin).min(Score::INFINITE);
                lowered = (lowered + 1).min(ASPIRATION_LOWERED_LIMIT);
            } else {
                return Ok(());
            }
            let announces = self.id == 0 && shared.control.elapsed() >= ANNOUNCE_AFTER;
            if announces {
                self.report_line(shared, line);
            }
            margin += margin / 2;
            if margin > ASPIRATION_LIMIT {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
        }
    }

    /// The last word of a search that was broken off, if it changed its mind
    /// since the last report.
    fn report_aborted(&mut self, shared: &Shared<'_>) {
        let line = self.first_root_move;
        // Only a move that was searched to its end has risen to the front.
        self.root_moves[line..].sort_by_key(|root_move| -root_move.score);
        if self.root_moves[0].is_unknown() {
            // Not even the first move was searched to its end.
            self.root_moves[0].score = self.static_eval(0);
        }
        self.root_moves[0].settle();
        if self.id == 0 {
            self.report_line(shared, 0);
        }
    }

    pub(super) fn report_line(&self, shared: &Shared<'_>, line: usize) {
        if shared.report().is_silent() {
            return;
        }
        let root_move = &self.root_moves[line];
        let (score, bound) = shared.with_tables(root_move.known());
        shared.report().info(&Info {
            depth: self.root_depth as u32,
            seldepth: root_move.seldepth as u32,
            multi_pv: line + 1,
            score,
            bound,
            nodes: shared.total_nodes(),
            hashfull: shared.table.hashfull(),
            tbhits: shared.table_hits.load(Relaxed),
            time: shared.control.elapsed(),
            pv: &root_move.pv,
        });
    }

    /// Tells which root move comes next, once the search has lasted a while.
    pub(super) fn announce(&self, shared: &Shared<'_>, mv: Move, number: usize) {
        if self.id == 0 && self.last_look >= ANNOUNCE_AFTER {
            shared.report().current_move(self.root_depth as u32, mv, number + self.first_root_move);
        }
    }

    /// Counts a node, and from time to time looks whether to go on.
    #[inline(always)]
    pub(super) fn enter_node(&mut self, shared: &Shared<'_>) -> Result<(), Aborted> {
        self.nodes += 1;
        shared.nodes[self.id].0.store(self.nodes, Relaxed);
        if self.nodes >= self.next_look { self.look(shared) } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self, shared: &Shared<'_>) -> Result<(), Aborted> {
        let limit = shared.limits.nodes;
        let nodes_left = limit.map(|limit| limit.saturating_sub(shared.total_nodes()));
        let now = shared.control.elapsed();
        let took = now.saturating_sub(self.last_look);
        self.last_look = now;
        let [fewest, most] = LOOK_NODES;
        if took > LOOK_AFTER {
            self.look_nodes = (self.look_nodes / 2).max(fewest);
        } else if took < LOOK_AFTER / 2 {
            self.look_nodes = (self.look_nodes * 2).min(most);
        }
        self.next_look = self.nodes + nodes_left.unwrap_or(u64::MAX).clamp(1, self.look_nodes);
        let protected = self.completed == 0 && self.nodes < self.protected;
        // Alone of these two, so that a search of so many nodes can be repeated.
        let is_last_node = self.id == 0 && nodes_left == Some(0) && !protected;
        let control = shared.control;
        let is_told = || {
            let is_over = || {
                let runs = self.id == 0 && !control.is_pondering();
                runs && self.time.is_over(control.clock_elapsed())
            };
            shared.finished.load(Relaxed) || control.is_stopped() || is_over()
        };
        let may_end = !protected || now.saturating_sub(self.began) > FIRST_ITERATION_TIME;
        if is_last_node || (may_end && is_told()) { Err(Aborted) } else { Ok(()) }
    }

    /// What move ordering at `ply` looks at.
    #[inline(always)]
    pub(super) fn context(&self, ply: usize) -> Context<'_> {
        let earlier = [1, 2, 4].map(|back| self.earlier(ply, back));
        Context { histories: &self.histories, earlier, threats: self.frames[ply].threats }
    }

    /// Looks which squares the enemy attacks at `ply`, before quiet moves are ordered there.
    #[inline(always)]
    pub(super) fn note_threats(&mut self, ply: usize) {
        self.frames[ply].threats = self.frames[ply].position.threats();
    }

    /// The move made so many plies before `ply`, if the line is that long.
    #[inline(always)]
    pub(super) fn earlier(&self, ply: usize, back: usize) -> Continued {
        ply.checked_sub(back).map_or_else(Default::default, |ply| self.frames[ply].continued)
    }

    /// True if the side to move can go back to a position of the line in one move.
    #[inline(always)]
    pub(super) fn can_repeat(&self, ply: usize) -> bool {
        let frame = &self.frames[ply];
        let reach = (frame.position.halfmove_clock() as usize).min(ply.saturating_sub(1));
        // keys ends with the position one ply back.
        reach >= 3
            && self
                .keys
                .iter()
                .rev()
                .take(reach)
                .skip(2)
                .step_by(2)
                .any(|key| frame.position.can_undo(key ^ frame.key))
    }

    /// True if the position at `ply` is drawn by repetition, the fifty-move rule
    /// or lack of material. One repetition inside the line is enough: whoever
    /// could avoid the second can avoid the first.
    #[inline]
    pub(super) fn is_draw(&self, ply: usize) -> bool {
        let frame = &self.frames[ply];
        let position = &frame.position;
        let clock = position.halfmove_clock() as usize;
        if clock >= 100 {
            // Mate goes before the fifty-move rule.
            return !position.in_check() || position.count_legal() > 0;
        }
        if clock >= 4 {
            let mut seen = 0;
            let reversible = self.keys.iter().rev().take(clock);
            // keys ends with the position one ply back.
            for (back, _) in
                reversible.enumerate().skip(3).step_by(2).filter(|(_, key)| **key == frame.key)
            {
                seen += 1;
                if back < ply || seen == 2 {
                    return true;
                }
            }
        }
        position.has_insufficient_material()
    }
}
