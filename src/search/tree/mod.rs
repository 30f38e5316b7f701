//! The tree: how one thread searches a node and what lies below it.
//!
//! [`node`] is the heart, in numbered steps, and each rule that it applies has a file: whole
//! nodes are pruned by [`reverse_futility`], [`null_move`] and [`probcut`], single moves by
//! [`move_pruning`]; [`reduction`] and [`extension`] say how deep a move is searched. It ends
//! in [`quiescence`]. [`mod@line`] is the path from the root to the node, [`evaluation`] the static
//! evaluation with its [`correction`], [`learning`] what a node teaches the histories, and `inner`
//! what networks learn from it.

pub mod correction;
mod evaluation;
mod extension;
#[cfg(feature = "tune")]
mod inner;
pub mod kind;
mod learning;
pub mod line;
mod mate;
mod move_pruning;
mod node;
mod null_move;
mod probcut;
mod quiescence;
mod reduction;
mod reverse_futility;
mod root;
mod root_moves;
mod tablebase;

use super::limits::Limits;
use super::limits::control::Control;
use super::limits::watch::Watch;
use super::ordering::history::Histories;
use super::ordering::picker::HistoryContext;
#[cfg(feature = "tuning")]
use super::params::Tuning;
use super::report::{Info, Report};
use super::statistics::{Count, Statistics};
use super::syzygy::{RankedMove, Syzygy};
use super::table::Table;
use super::window::Window;
use crate::board::Game;
use crate::eval::{Evaluation, Evaluator};
use crate::types::{Centipawns, MAX_PLY, Move, Score};
use correction::Corrections;
#[cfg(test)]
pub use correction::{PartKeys, Parts};
#[cfg(feature = "tune")]
pub use evaluation::{scaled_by_clock, unscaled};
#[cfg(feature = "tune")]
pub use inner::{InnerNode, InnerNodes};
use kind::NodeKind;
use line::{Line, LineMemory};
pub use mate::MateProof;
pub use root_moves::RootMove;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The search was aborted; the value it was about to return means nothing.
#[derive(Clone, Copy, Debug)]
pub struct Aborted;

/// A value, unless the search was aborted.
pub type Searched = Result<Score, Aborted>;

/// The nodes of one thread, on a cache line of its own: it is written at each node.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct NodeCounter(AtomicU64);

/// The state that all threads of one search share.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// Signals from outside.
    pub control: &'a Control,
    /// The limits of the search.
    pub limits: &'a Limits,
    /// Set when the main thread has finished.
    pub finished: AtomicBool,
    /// Nodes of each thread.
    pub nodes: &'a [NodeCounter],
    /// Endgame tables for positions in the tree; none if the root is in them.
    pub syzygy: Option<&'a Syzygy>,
    /// Results read from the endgame tables.
    pub tb_hits: AtomicU64,
    /// Hears what the main thread finds.
    pub report: Mutex<&'a mut dyn Report>,
    /// The numbers to search with.
    #[cfg(feature = "tuning")]
    pub tuning: &'a Tuning,
}

impl<'a> Shared<'a> {
    /// Who hears what is found; waits for whoever reports at the moment.
    pub fn report(&self) -> MutexGuard<'_, &'a mut dyn Report> {
        self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports rank `line` (from 0) of the root moves, found at `depth` plies.
    pub fn report_line(&self, root_moves: &[RootMove], line: usize, depth: i32) {
        if self.report().is_silent() {
            return;
        }
        let root_move = &root_moves[line];
        let (score, bound) = root_move.shown();
        self.report().info(&Info {
            depth: depth as u32,
            seldepth: root_move.seldepth as u32,
            multi_pv: line + 1,
            score,
            bound,
            by_tables: root_move.result.is_some(),
            nodes: self.total_nodes(),
            hashfull: self.table.hashfull(),
            tbhits: self.tb_hits.load(Relaxed),
            time: self.control.elapsed(),
            pv: root_move.pv.to_vec(),
        });
    }

    /// Nodes of all threads.
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.0.load(Relaxed)).sum()
    }
}

/// The state that a thread keeps from search to search: what it has learned, and memory.
pub struct ThreadData {
    /// Its number; 0 is the main thread, which reports and watches the clock.
    pub id: usize,
    /// Which moves were good.
    pub histories: Histories,
    /// How far the static evaluation was off.
    pub corrections: Corrections,
    /// The static evaluation.
    pub evaluator: Evaluator,
    /// Memory for the line.
    pub line: LineMemory,
    /// The moves of its root, best first.
    pub root_moves: Vec<RootMove>,
    /// Its counts.
    pub statistics: Statistics,
    /// Its nodes up to the end of each iteration, if it searched a single line.
    pub iteration_nodes: Vec<u64>,
    /// Takes samples of its nodes.
    #[cfg(feature = "tune")]
    pub inner: Option<InnerNodes>,
}

impl ThreadData {
    /// A thread with empty histories.
    pub fn new(id: usize, evaluation: &Evaluation) -> Self {
        Self {
            id,
            histories: Histories::default(),
            corrections: Corrections::default(),
            evaluator: Evaluator::new(evaluation),
            line: LineMemory::default(),
            root_moves: Vec::new(),
            statistics: Statistics::default(),
            iteration_nodes: Vec::new(),
            #[cfg(feature = "tune")]
            inner: None,
        }
    }

    /// Forgets what was learned in earlier searches.
    pub fn new_game(&mut self) {
        self.histories.clear();
        self.corrections.clear();
    }

    /// Evaluates like this from now on.
    pub fn set_evaluation(&mut self, evaluation: &Evaluation) {
        self.evaluator = Evaluator::new(evaluation);
    }

    /// Sets the counts to zero.
    pub fn reset_statistics(&mut self) {
        self.statistics = Statistics::default();
        self.iteration_nodes.clear();
    }

    /// Begins a search of these moves at the current position of a game.
    pub fn start<'a>(
        &'a mut self,
        shared: &'a Shared<'a>,
        game: &Game,
        moves: &[RankedMove],
    ) -> Search<'a> {
        self.root_moves.truncate(moves.len());
        for (root_move, &ranked) in self.root_moves.iter_mut().zip(moves) {
            root_move.restart(ranked);
        }
        let kept = self.root_moves.len();
        self.root_moves.extend(moves[kept..].iter().map(|&ranked| RootMove::new(ranked)));
        self.evaluator.start(game.position());
        Search {
            shared,
            id: self.id,
            histories: &mut self.histories,
            corrections: &mut self.corrections,
            evaluator: &mut self.evaluator,
            line: self.line.start(game),
            root_moves: &mut self.root_moves,
            statistics: &mut self.statistics,
            iteration_nodes: &mut self.iteration_nodes,
            #[cfg(feature = "tune")]
            inner: self.inner.as_mut(),
            watch: Watch::new(
                shared.limits,
                game.position().fullmove_number(),
                shared.control.elapsed(),
            ),
            root_range: 0..0,
            root_depth: 0,
            completed: 0,
            seldepth: 0,
            nodes: 0,
            null_move_from: 0,
            optimism: 0,
            has_thought_enough: false,
        }
    }
}

/// One search by one thread.
pub struct Search<'a> {
    /// The state shared with the other threads.
    pub shared: &'a Shared<'a>,
    /// The number of the thread.
    pub id: usize,
    /// The thread's histories.
    pub histories: &'a mut Histories,
    /// The thread's corrections.
    pub corrections: &'a mut Corrections,
    /// The thread's evaluator.
    pub evaluator: &'a mut Evaluator,
    /// The line being searched.
    pub line: Line<'a>,
    /// The moves of the root, best first.
    pub root_moves: &'a mut Vec<RootMove>,
    /// Counts.
    pub statistics: &'a mut Statistics,
    /// Nodes up to the end of each iteration of a single line.
    pub iteration_nodes: &'a mut Vec<u64>,
    /// Takes samples of its nodes.
    #[cfg(feature = "tune")]
    pub inner: Option<&'a mut InnerNodes>,
    /// When to check the limits.
    pub watch: Watch,
    /// The root moves that may be searched: those before it already have their line
    /// (MultiPV), those after it have a lower rank by the endgame tables.
    pub root_range: Range<usize>,
    /// The iteration in plies.
    pub root_depth: i32,
    /// The last completed iteration.
    pub completed: u32,
    /// Deepest ply reached on a principal variation.
    pub seldepth: usize,
    /// Nodes so far.
    pub nodes: u64,
    /// First ply at which null moves are allowed: a verification keeps them out.
    pub null_move_from: usize,
    /// What the side to move at the root adds to static evaluations, see `optimism_most`.
    pub optimism: Centipawns,
    /// The soft limit was reached at the end of the last iteration: if that was while pondering, the
    /// search ends with the ponder hit.
    pub has_thought_enough: bool,
}

impl Search<'_> {
    /// Begins a node of a kind at `ply`, which is counted as `count`.
    #[inline(always)]
    fn enter_node<N: NodeKind>(&mut self, ply: usize, count: Count) -> Result<(), Aborted> {
        self.count_node()?;
        self.statistics.count(count);
        if N::PV {
            self.line[ply].pv.clear();
            self.seldepth = self.seldepth.max(ply);
        }
        Ok(())
    }

    /// Counts a node, and from time to time checks the limits.
    #[inline(always)]
    fn count_node(&mut self) -> Result<(), Aborted> {
        self.nodes += 1;
        self.shared.nodes[self.id].0.store(self.nodes, Relaxed);
        if self.nodes >= self.watch.next_check { self.check_limits() } else { Ok(()) }
    }

    #[cold]
    fn check_limits(&mut self) -> Result<(), Aborted> {
        #[cfg(test)]
        assert_ne!(self.shared.limits.fault, Some(self.id), "a panic for a test");
        let Shared { control, limits, finished, .. } = self.shared;
        let nodes = self.shared.total_nodes();
        let nodes_left = limits.nodes.map(|limit| limit.saturating_sub(nodes));
        let by_nodes = limits.nodes_per_ms.and_then(|rate| self.watch.time.hard_nodes(rate));
        let time_left = by_nodes.map(|limit| limit.saturating_sub(nodes));
        let next_limit = nodes_left.into_iter().chain(time_left).min();
        self.watch.note_check(self.nodes, next_limit, control.elapsed());
        let is_first = self.completed == 0;
        // Alone of all limits, so that a search of n nodes can be repeated.
        if self.id == 0
            && nodes_left == Some(0)
            && !(is_first && self.watch.protects_nodes(self.nodes))
        {
            return Err(Aborted);
        }
        if is_first && self.watch.protects(self.nodes, limits.nodes_per_ms.is_none()) {
            return Ok(());
        }
        let is_time_up = || {
            let runs = self.id == 0 && !control.is_pondering();
            runs && (self.has_thought_enough
                || self.watch.time.is_hard_limit_reached(self.clock_elapsed()))
        };
        let aborts = finished.load(Relaxed) || control.is_stopped() || is_time_up();
        if aborts { Err(Aborted) } else { Ok(()) }
    }

    /// The time spent on the move, that of pondering included.
    pub fn thinking_time(&self) -> Duration {
        match self.shared.limits.nodes_per_ms {
            Some(_) => self.clock_elapsed(),
            None => self.shared.control.elapsed(),
        }
    }

    /// The time that counts against the clock.
    pub fn clock_elapsed(&self) -> Duration {
        match self.shared.limits.nodes_per_ms {
            Some(rate) => {
                Duration::from_micros(self.shared.total_nodes().saturating_mul(1000) / rate.max(1))
            }
            None => self.shared.control.clock_elapsed(),
        }
    }

    /// What the side to move at `ply` adds to its static evaluation: whoever is ahead looks for more
    /// than a quiet life (idea: Stockfish).
    #[inline(always)]
    fn optimism(&self, ply: usize) -> Centipawns {
        if ply.is_multiple_of(2) { self.optimism } else { -self.optimism }
    }

    /// The value of a draw at `ply` for the side to move there: not even for a side that looks
    /// down on the other (contempt).
    #[inline(always)]
    fn draw(&self, ply: usize) -> Score {
        let contempt = self.shared.limits.contempt;
        Score::DRAW + if ply.is_multiple_of(2) { -contempt } else { contempt }
    }

    /// Makes a move at `ply` and fetches the table's entries and the corrections of the position
    /// after it.
    #[inline(always)]
    fn make(&mut self, ply: usize, mv: Move) {
        self.line.make(ply, mv, self.evaluator.step(ply + 1));
        self.shared.table.prefetch(self.line[ply + 1].table_key());
        self.corrections.prefetch(self.parts(ply + 1));
    }

    /// The value of a node that is drawn, the last of its line, or can't have a value inside
    /// the window: a repetition that the side to move can force raises alpha to a draw, and
    /// any mate takes at least the plies so far (mate-distance pruning).
    #[inline(always)]
    fn known_value(&mut self, ply: usize, window: &mut Window) -> Option<Score> {
        if self.line.is_draw(ply) {
            return Some(self.draw(ply));
        }
        if ply >= MAX_PLY {
            return Some(self.static_eval(ply));
        }
        let draw = self.draw(ply);
        if window.alpha < draw && self.line.can_repeat(ply) {
            window.alpha = draw;
        }
        window.alpha = window.alpha.max(Score::mated_in(ply));
        window.beta = window.beta.min(Score::mate_in(ply + 1));
        (window.alpha >= window.beta).then_some(window.alpha)
    }

    /// The context of the moves at `ply` for the histories.
    #[inline(always)]
    fn history_context(&self, ply: usize) -> HistoryContext<'_> {
        let continuations = [1, 2, 4].map(|back| self.line.piece_to(ply, back));
        HistoryContext { histories: self.histories, continuations, threats: self.line[ply].threats }
    }
}
