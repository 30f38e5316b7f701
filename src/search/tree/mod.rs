//! The tree: how one thread searches a node and what lies below it.
//!
//! [`node`] is the heart, in numbered steps, and each rule that it applies has a file: whole
//! nodes are pruned by [`reverse_futility`], [`null_move`] and [`probcut`], single moves by
//! [`move_pruning`]; [`reduction`] and [`extension`] say how deep a move is searched. It ends
//! in [`quiescence`]. [`mod@line`] is the path from the root to the node, [`evaluation`] the static
//! evaluation with its [`correction`], [`learning`] what a node teaches the histories, [`tablebase`]
//! what the tablebases say of it, and `inner` what networks learn from it. [`kind`] has the kinds
//! of nodes, [`root`] and [`root_moves`] what only the root does, [`mate`] the search of `go mate`.

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

use super::ordering::history::Histories;
use super::ordering::picker::HistoryContext;
#[cfg(feature = "tuning")]
use super::params::Tuning;
use super::report::{Info, Report};
use super::statistics::{Count, Statistics};
use super::stop::{Aborted, Signals, Stop};
use super::syzygy::{RankedMove, Syzygy};
use super::table::Table;
use super::trace::{Reason, Role, Skip, Trace};
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
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A value, unless the search was aborted.
pub type Searched = Result<Score, Aborted>;

/// The state that all threads of one search share.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// What says when it ends.
    pub signals: Signals<'a>,
    /// Tablebases for positions in the tree; none if the root is in them.
    pub syzygy: Option<&'a Syzygy>,
    /// Results read from the tablebases.
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
            nodes: self.signals.total_nodes(),
            hashfull: self.table.hashfull(),
            tbhits: self.tb_hits.load(Relaxed),
            time: self.signals.control.elapsed(),
            pv: root_move.pv.to_vec(),
        });
    }
}

/// What a thread has learned in a game.
pub struct Learned {
    /// Which moves were good.
    pub histories: Histories,
    /// How far the static evaluation was off, as all threads on its NUMA node know.
    pub corrections: Arc<Corrections>,
}

/// The state that a thread keeps from search to search: what it has learned, and memory.
pub struct ThreadData {
    /// Its number; 0 is the main thread, which reports and watches the clock.
    pub id: usize,
    /// What it has learned.
    pub learned: Learned,
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
    /// Records its nodes.
    pub trace: Option<Trace>,
    /// Takes samples of its nodes.
    #[cfg(feature = "tune")]
    pub inner: Option<InnerNodes>,
}

impl ThreadData {
    /// A thread with empty histories and these corrections.
    pub fn new(id: usize, evaluation: &Evaluation, corrections: Arc<Corrections>) -> Self {
        Self {
            id,
            learned: Learned { histories: Histories::default(), corrections },
            evaluator: Evaluator::new(evaluation),
            line: LineMemory::default(),
            root_moves: Vec::new(),
            statistics: Statistics::default(),
            iteration_nodes: Vec::new(),
            trace: None,
            #[cfg(feature = "tune")]
            inner: None,
        }
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
            stop: Stop::new(&shared.signals, self.id, game.position().fullmove_number()),
            root: Root {
                moves: &mut self.root_moves,
                range: 0..0,
                depth: 0,
                seldepth: 0,
                optimism: 0,
                iteration_nodes: &mut self.iteration_nodes,
            },
            learned: &mut self.learned,
            evaluator: &mut self.evaluator,
            line: self.line.start(game),
            statistics: &mut self.statistics,
            trace: self.trace.as_mut(),
            #[cfg(feature = "tune")]
            inner: self.inner.as_mut(),
            null_move_from: 0,
        }
    }
}

/// The root of one search by one thread.
pub struct Root<'a> {
    /// Its moves, best first.
    pub moves: &'a mut Vec<RootMove>,
    /// Those that may be searched: the ones before already have their line (MultiPV), the ones behind
    /// have a lower rank by the tablebases.
    pub range: Range<usize>,
    /// The iteration in plies.
    pub depth: i32,
    /// Deepest ply reached on a principal variation.
    pub seldepth: usize,
    /// What the side to move at the root adds to static evaluations, see `optimism_most`.
    pub optimism: Centipawns,
    /// Nodes up to the end of each iteration of a single line.
    pub iteration_nodes: &'a mut Vec<u64>,
}

/// One search by one thread. The rules of the tree use the private fields.
pub struct Search<'a> {
    /// The state shared with the other threads.
    pub shared: &'a Shared<'a>,
    /// Stop signals and limits.
    pub stop: Stop<'a>,
    /// The moves of the root and their results.
    pub root: Root<'a>,
    learned: &'a mut Learned,
    evaluator: &'a mut Evaluator,
    line: Line<'a>,
    statistics: &'a mut Statistics,
    /// Records its nodes.
    trace: Option<&'a mut Trace>,
    /// Takes samples of its nodes.
    #[cfg(feature = "tune")]
    inner: Option<&'a mut InnerNodes>,
    /// First ply at which null moves are allowed: a verification keeps them out.
    null_move_from: usize,
}

impl Search<'_> {
    /// Begins a node of a kind at `ply`, which is counted as `count`.
    #[inline(always)]
    fn enter_node<N: NodeKind>(&mut self, ply: usize, count: Count) -> Result<(), Aborted> {
        self.stop.after_node()?;
        self.statistics.count(count);
        if N::PV {
            self.line[ply].pv.clear();
            self.root.seldepth = self.root.seldepth.max(ply);
        }
        Ok(())
    }

    /// True if the nodes are to be recorded.
    pub fn is_recorded(&self) -> bool {
        self.trace.is_some()
    }

    /// Enters a node of the record.
    fn enter_record<N: NodeKind>(&mut self, ply: usize, depth: i32, window: Window) {
        let mv = ply.checked_sub(1).map_or(Move::NONE, |ply| self.line[ply].mv);
        let position = self.line[ply].position;
        if let Some(trace) = &mut self.trace {
            if N::ROOT {
                trace.restart();
            }
            trace.enter(mv, position, depth, window);
        }
    }

    /// Leaves it.
    fn leave_record(&mut self, ply: usize, value: Searched) {
        let eval = self.line[ply].eval;
        if let Some(trace) = &mut self.trace {
            trace.leave(value.unwrap_or(Score::NONE), eval);
        }
    }

    /// Says in the record why the next node is searched.
    #[inline(always)]
    fn announce_role<N: NodeKind>(&mut self, role: Role) {
        if N::RECORDED
            && let Some(trace) = &mut self.trace
        {
            trace.announce(role);
        }
    }

    /// Says in the record what gives the node its value.
    #[inline(always)]
    fn explain<N: NodeKind>(&mut self, reason: Reason) {
        if N::RECORDED
            && let Some(trace) = &mut self.trace
        {
            trace.explain(reason);
        }
    }

    /// Says in the record that a move is pruned.
    #[inline(always)]
    fn record_skip<N: NodeKind>(&mut self, mv: Move, rule: Skip) {
        if N::RECORDED
            && let Some(trace) = &mut self.trace
        {
            trace.skip(mv, rule);
        }
    }

    /// What the side to move at `ply` adds to its static evaluation: the side that is ahead at the root
    /// gets a bonus (idea: Stockfish).
    #[inline(always)]
    fn optimism(&self, ply: usize) -> Centipawns {
        if ply.is_multiple_of(2) { self.root.optimism } else { -self.root.optimism }
    }

    /// The value of a draw at `ply` for the side to move there: less than even for the side that
    /// plays with positive contempt.
    #[inline(always)]
    fn draw(&self, ply: usize) -> Score {
        let contempt = self.shared.signals.limits.contempt;
        Score::DRAW + if ply.is_multiple_of(2) { -contempt } else { contempt }
    }

    /// Plies until the fifty-move rule ends the game, if nothing resets the half-move clock.
    pub fn plies_to_fifty_moves(&self) -> usize {
        100_usize.saturating_sub(self.line[0].position.halfmove_clock() as usize)
    }

    /// Makes a move at `ply` and fetches the table's entries and the corrections of the position
    /// after it.
    #[inline(always)]
    fn make(&mut self, ply: usize, mv: Move) {
        self.line.make(ply, mv, self.evaluator.step(ply + 1));
        self.shared.table.prefetch(self.line.table_key(ply + 1));
        self.learned.corrections.prefetch(self.parts(ply + 1));
    }

    /// The value of a node that is drawn, the last of its line, or can't have a value inside
    /// the window, and why. It narrows the window: a repetition that the side to move can force raises alpha to a draw, and
    /// any mate takes at least the plies so far (mate-distance pruning).
    #[inline(always)]
    fn known_value(&mut self, ply: usize, window: &mut Window) -> Option<(Score, Reason)> {
        if self.line.is_draw(ply) {
            return Some((self.draw(ply), Reason::Draw));
        }
        if ply >= MAX_PLY {
            return Some((self.static_eval(ply), Reason::StandPat));
        }
        let draw = self.draw(ply);
        if window.alpha < draw && self.line.can_repeat(ply) {
            window.alpha = draw;
        }
        window.alpha = window.alpha.max(Score::mated_in(ply));
        window.beta = window.beta.min(Score::mate_in(ply + 1));
        (window.alpha >= window.beta).then_some((window.alpha, Reason::KnownBound))
    }

    /// Passes at `ply`, and fetches the table's entry of the position after it.
    #[inline(always)]
    fn pass(&mut self, ply: usize) {
        self.line.pass(ply);
        self.shared.table.prefetch(self.line.table_key(ply + 1));
        self.evaluator.step(ply + 1);
    }

    /// The context of the moves at `ply` for the histories.
    #[inline(always)]
    fn history_context(&self, ply: usize) -> HistoryContext<'_> {
        HistoryContext {
            histories: &self.learned.histories,
            continuations: self.line.earlier_moves(ply),
            threats: self.line[ply].threats,
        }
    }
}
