//! The lab itself: everything but the algorithms.

use super::game::Game;
use super::memory::Memory;
use super::node::Node;
use super::options::{self, Options, Selective};
use super::record::{Cut, Ending, Kind, Record, TreeNode};
use crate::board::Position;
use crate::types::{Move, MoveList, Score};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// The cost of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counters {
    /// Positions visited, the root and the leaves among them.
    pub nodes: u64,
    /// Positions that ended a line: at full depth, mate or stalemate.
    pub leaves: u64,
    /// Nodes that were left before their last move.
    pub cuts: u64,
    /// Those of them that only a null window made possible (text 000): alpha-beta searches at least one
    /// of the moves that were cut off. Counted by [`Lab::draw`], and after [`Lab::tell_cuts_apart`].
    pub null_cuts: u64,
    /// Searches on a null window begun at a node with an open one.
    pub null_windows: u64,
    /// Re-searches because a window was too narrow.
    pub re_searches: u64,
    /// Nodes whose value the transposition table knew.
    pub table_hits: u64,
}

/// How many times the nodes of a drawn tree alpha-beta may visit before it.
const SCOUTED: usize = 4;

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The value for the side to move, in centipawns or as a mate score.
    pub value: Score,
    /// The line found, from the root; empty if there is no move.
    pub line: Vec<Move>,
    /// The cost of all iterations together.
    pub counters: Counters,
}

/// The tree has more nodes than were allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the tree has more than {limit} nodes")]
pub struct TreeTooLarge {
    /// The number allowed.
    pub limit: usize,
}

/// One ply of the line being searched.
#[derive(Clone, Default)]
struct Frame {
    window: (Score, Score),
    /// The moves in their order, and the number of those searched.
    moves: MoveList,
    tried: usize,
    /// The value of the last move searched, and the best.
    last: Score,
    best: Score,
    /// The best line from here.
    line: Vec<Move>,
    second_pass: bool,
}

/// An algorithm: the value of an inner node for the side to move, exact inside the window.
pub(super) type Run = fn(&mut Lab<'_>, &Node, alpha: Score, beta: Score) -> Score;

/// One algorithm with its options, leaf values, counters and memory.
pub struct Lab<'a> {
    run: Run,
    /// Alpha-beta, see [`Self::tell_cuts_apart`].
    scout: Run,
    options: Options,
    game: Box<dyn Game + 'a>,
    counters: Counters,
    memory: Memory,
    frames: Vec<Frame>,
    /// The root moves in the order of this iteration, with their values.
    root: Vec<(Move, Score)>,
    record: Option<Record>,
    /// The nodes that alpha-beta visits in the same tree, by their [`address`].
    alpha_beta: Option<HashSet<u64, BuildHasherDefault<Address>>>,
    /// Depth of the iteration.
    iteration: u32,
    /// Alpha-beta is running, to find them.
    is_scouting: bool,
    limit: usize,
    too_large: bool,
}

impl<'a> Lab<'a> {
    /// A lab for an algorithm, see [`Self::new`].
    pub(super) fn with_functions(
        [run, scout]: [Run; 2],
        options: Options,
        game: impl Game + 'a,
    ) -> Self {
        Self {
            run,
            scout,
            options,
            game: Box::new(game),
            counters: Counters::default(),
            memory: Memory::default(),
            frames: Vec::new(),
            root: Vec::new(),
            record: None,
            alpha_beta: None,
            iteration: 0,
            is_scouting: false,
            limit: usize::MAX,
            too_large: false,
        }
    }

    /// The value of a position, `depth` plies (at least one) deep.
    pub fn search(&mut self, position: &Position, depth: u32) -> Outcome {
        let depth = depth.max(1);
        self.prepare(position, depth);
        let mut guess = None;
        let mut value = Score::DRAW;
        for depth in if self.options.deepen { 1..=depth } else { depth..=depth } {
            value = self.iterate(position, depth, guess);
            guess = Some(value);
            self.root.sort_by_key(|&(_, value)| Reverse(value));
        }
        Outcome { value, line: self.frames[0].line.clone(), counters: self.counters }
    }

    /// Lets alpha-beta search the same tree with the same options first, so that the next searches of
    /// this position to this depth know which of their cuts it makes, too: those by which no move is
    /// left out that alpha-beta searches.
    pub fn tell_cuts_apart(&mut self, position: &Position, depth: u32) {
        let own = std::mem::replace(&mut self.run, self.scout);
        let record = self.record.take();
        self.alpha_beta = Some(HashSet::default());
        self.is_scouting = true;
        self.search(position, depth);
        self.is_scouting = false;
        (self.run, self.record) = (own, record);
    }

    /// The value of a position inside `(alpha, beta)`, else a bound of it: up to alpha
    /// an upper bound, from beta on a lower bound. `alpha < beta`.
    pub fn search_window(
        &mut self,
        position: &Position,
        depth: u32,
        (alpha, beta): (Score, Score),
    ) -> Score {
        self.prepare(position, depth);
        self.iteration = depth;
        self.visit(self.root_node(position, depth), alpha, beta)
    }

    /// The cost of the last search.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Searches and records the tree; the nodes are in the order of the search,
    /// the root first. With several iterations it is the tree of the last.
    ///
    /// # Errors
    /// If the tree has more than `limit` nodes.
    pub fn draw(
        &mut self,
        position: &Position,
        depth: u32,
        limit: usize,
    ) -> Result<(Outcome, Vec<TreeNode>), TreeTooLarge> {
        self.limit = limit;
        self.tell_cuts_apart(position, depth);
        if self.too_large {
            return Err(TreeTooLarge { limit });
        }
        self.record = Some(Record::default());
        let outcome = self.search(position, depth);
        let nodes = self.record.take().map(|record| record.nodes).unwrap_or_default();
        if self.too_large { Err(TreeTooLarge { limit }) } else { Ok((outcome, nodes)) }
    }

    /// As [`Self::draw`], with a window at the root.
    ///
    /// # Errors
    /// If the tree has more than `limit` nodes.
    pub fn draw_window(
        &mut self,
        position: &Position,
        depth: u32,
        (alpha, beta): (Score, Score),
        limit: usize,
    ) -> Result<(Outcome, Vec<TreeNode>), TreeTooLarge> {
        self.limit = limit;
        self.tell_cuts_apart(position, depth);
        let mut record = Record::default();
        record.enter(Move::NONE, *position, Kind::Open, (alpha, beta));
        self.record = Some(record);
        let value = self.search_window(position, depth, (alpha, beta));
        if let Some(record) = &mut self.record {
            record.leave(value);
        }
        let outcome = Outcome { value, line: self.frames[0].line.clone(), counters: self.counters };
        let nodes = self.record.take().map(|record| record.nodes).unwrap_or_default();
        if self.too_large { Err(TreeTooLarge { limit }) } else { Ok((outcome, nodes)) }
    }

    fn prepare(&mut self, position: &Position, depth: u32) {
        self.counters = Counters::default();
        self.memory = Memory::new(depth, self.options.table);
        self.frames = vec![Frame::default(); depth as usize + 2];
        self.too_large = false;
        let mut moves = self.game.moves(&self.root_node(position, depth));
        moves.truncate(self.options.width.unwrap_or(usize::MAX));
        self.root = moves.into_iter().map(|mv| (mv, Score::DRAW)).collect();
    }

    fn root_node(&self, position: &Position, depth: u32) -> Node {
        Node { position: *position, place: self.game.root(), ply: 0, depth }
    }

    /// One iteration, with an aspiration window if asked for: where the value is not
    /// inside, the window is opened on that side.
    fn iterate(&mut self, position: &Position, depth: u32, guess: Option<Score>) -> Score {
        self.iteration = depth;
        let whole = (-Score::INFINITE, Score::INFINITE);
        let (mut alpha, mut beta) = self.options.aspiration.map_or(whole, |margin| {
            let root = self.root_node(position, depth);
            let guess = guess.unwrap_or_else(|| self.game.guess(&root));
            ((guess - margin.max(1)).max(whole.0), (guess + margin.max(1)).min(whole.1))
        });
        loop {
            if let Some(record) = &mut self.record {
                *record = Record::default();
                record.enter(Move::NONE, *position, Kind::Open, (alpha, beta));
            }
            let value = self.visit(self.root_node(position, depth), alpha, beta);
            if let Some(record) = &mut self.record {
                record.leave(value);
            }
            if value <= alpha && alpha > whole.0 {
                alpha = whole.0;
            } else if value >= beta && beta < whole.1 {
                beta = whole.1;
            } else {
                return value;
            }
            self.counters.re_searches += 1;
        }
    }

    /// The value of a node for its side to move, by rule, by table or by search.
    fn visit(&mut self, node: Node, alpha: Score, beta: Score) -> Score {
        self.counters.nodes += 1;
        self.too_large |=
            self.record.as_ref().is_some_and(|record| record.nodes.len() > self.limit);
        self.frames[node.ply].line.clear();
        if self.is_scouting {
            let path = &self.memory.path[..node.ply];
            let address = address(self.iteration, path, None);
            let visited = self.alpha_beta.get_or_insert_default();
            visited.insert(address);
            self.too_large |= visited.len() / SCOUTED > self.limit;
        }
        let (value, ending) = if let Some((value, ending)) = self.game.end(&node) {
            self.counters.leaves += 1;
            (value, ending)
        } else if let Some(value) = self.known_value(&node, alpha, beta) {
            self.counters.table_hits += 1;
            (value, Ending::Table)
        } else {
            (self.inner(&node, alpha, beta), Ending::Inner)
        };
        if let Some(node) = self.record.as_mut().and_then(Record::current) {
            node.ending = ending;
        }
        value
    }

    fn known_value(&self, node: &Node, alpha: Score, beta: Score) -> Option<Score> {
        let asked = self.options.table && node.ply > 0;
        self.memory.known_value(node, alpha, beta).filter(|_| asked)
    }

    /// Lets the algorithm search a node and stores the result.
    fn inner(&mut self, node: &Node, alpha: Score, beta: Score) -> Score {
        let frame = &mut self.frames[node.ply];
        (frame.window, frame.tried, frame.best) = ((alpha, beta), 0, -Score::INFINITE);
        frame.second_pass = false;
        let value = (self.run)(self, node, alpha, beta);
        if let Some(&best) = self.frames[node.ply].line.first() {
            let learns = self.options.history || self.options.killers;
            if value > alpha && learns && !self.game.is_noisy(node, best) {
                self.memory.reward(node, best);
            }
            self.memory.store(node, (alpha, beta), value, best);
        }
        value
    }

    /// The moves of a node in the order of the options.
    pub(super) fn moves(&mut self, node: &Node) -> MoveList {
        let mut moves = if self.too_large {
            MoveList::new()
        } else if node.ply == 0 {
            self.root.iter().map(|&(mv, _)| mv).collect()
        } else {
            self.game.moves(node)
        };
        moves.truncate(self.options.width.unwrap_or(usize::MAX));
        let noisy = |mv| self.game.is_noisy(node, mv);
        options::sort(&mut moves, node, noisy, &self.options, &self.memory);
        self.frames[node.ply].moves.clone_from(&moves);
        moves
    }

    /// The value of the position after a move, for the side then to move, whose window
    /// it is.
    pub(super) fn child(&mut self, node: &Node, mv: Move, alpha: Score, beta: Score) -> Score {
        let frame = &self.frames[node.ply];
        // Closed by the algorithm, not by the values found so far.
        let (low, high) = (-beta, -alpha);
        let closed = high < frame.window.1 || low > frame.window.0.max(frame.best);
        let kind = match (high - low == 1 && closed, frame.second_pass) {
            (true, _) => Kind::Null,
            (false, true) => Kind::Again,
            (false, false) => Kind::Open,
        };
        self.counters.null_windows += u64::from(kind == Kind::Null);
        if let Some(bound) = self.dismisses(node, mv, beta) {
            self.frames[node.ply].last = -bound;
            return bound;
        }
        self.descend(node, mv, kind, alpha, beta)
    }

    /// A re-search of the same, after a null window failed high.
    pub(super) fn again(&mut self, node: &Node, mv: Move, alpha: Score, beta: Score) -> Score {
        self.counters.re_searches += 1;
        self.descend(node, mv, Kind::Again, alpha, beta)
    }

    /// [`Self::child`] with window and value as White sees them; the window belongs to
    /// the side to move after the move.
    pub(super) fn child_white(
        &mut self,
        node: &Node,
        mv: Move,
        alpha: Score,
        beta: Score,
    ) -> Score {
        -node.own(self.child(node, mv, -node.own(alpha), -node.own(beta)))
    }

    /// [`Self::again`] in the same way.
    pub(super) fn again_white(
        &mut self,
        node: &Node,
        mv: Move,
        alpha: Score,
        beta: Score,
    ) -> Score {
        -node.own(self.again(node, mv, -node.own(alpha), -node.own(beta)))
    }

    fn descend(&mut self, node: &Node, mv: Move, kind: Kind, alpha: Score, beta: Score) -> Score {
        let child = self.game.child(node, mv);
        self.memory.path.truncate(node.ply);
        self.memory.path.push(mv);
        if let Some(record) = &mut self.record {
            record.enter(mv, child.position, kind, (alpha, beta));
        }
        let value = self.visit(child, alpha, beta);
        if let Some(record) = &mut self.record {
            record.leave(value);
        }
        self.frames[node.ply].last = -value;
        value
    }

    /// The selective search at the root: an upper bound, for the side then to move a
    /// lower one, if the move is not better by the margin.
    fn dismisses(&mut self, node: &Node, mv: Move, beta: Score) -> Option<Score> {
        let Selective { after, margin } = self.options.selective?;
        let (best, root) = (-beta, &self.frames[0]);
        let hope = best + margin;
        let applies = node.ply == 0 && node.depth >= Selective::DEPTH && root.tried >= after;
        if !applies || best.is_mate() || hope >= root.window.1 {
            return None;
        }
        let value = -self.descend(node, mv, Kind::Null, -hope - 1, -hope);
        (value <= hope).then_some(-best)
    }

    /// The window of the node after a move. True if it is closed: the other moves are
    /// cut off.
    pub(super) fn cuts(&mut self, node: &Node, mv: Move, alpha: Score, beta: Score) -> bool {
        let (before, below) = self.frames.split_at_mut(node.ply + 1);
        let frame = &mut before[node.ply];
        let last = frame.last;
        frame.tried += 1;
        if last > frame.best {
            frame.best = last;
            frame.line.clear();
            frame.line.push(mv);
            frame.line.extend_from_slice(&below[0].line);
        }
        if node.ply == 0 {
            let known = self.root.iter_mut().find(|(root_move, _)| *root_move == mv);
            known.into_iter().for_each(|(_, value)| *value = last);
            self.memory.refute(mv, below[0].line.clone());
        }
        let closed = alpha >= beta;
        let cut_off = &frame.moves[frame.tried.min(frame.moves.len())..];
        let left = cut_off.len();
        let is_searched = |mv: &Move| {
            let address = address(self.iteration, &self.memory.path[..node.ply], Some(*mv));
            self.alpha_beta.as_ref().is_some_and(|visited| visited.contains(&address))
        };
        let cut = closed.then(|| match cut_off.iter().any(is_searched) {
            true => Cut::NullWindow,
            false => Cut::AlphaBeta,
        });
        if let Some(kind) = cut.filter(|_| left > 0) {
            self.counters.cuts += 1;
            self.counters.null_cuts += u64::from(kind == Cut::NullWindow);
        }
        if let Some(record) = &mut self.record {
            record.after((alpha, beta));
            if let Some(node) = record.current() {
                node.cut = cut.map(|kind| (kind, left));
            }
        }
        closed
    }

    /// [`Self::cuts`] with the window as White sees it.
    pub(super) fn cuts_white(&mut self, node: &Node, mv: Move, alpha: Score, beta: Score) -> bool {
        self.cuts(node, mv, node.own(alpha), node.own(beta))
    }

    /// The moves of a node are searched a second time.
    pub(super) fn second_pass(&mut self, node: &Node) {
        self.counters.re_searches += 1;
        let frame = &mut self.frames[node.ply];
        (frame.tried, frame.best, frame.second_pass) = (0, -Score::INFINITE, true);
    }
}

/// A number for the node that is reached by these moves, and by one more, in the iteration of this depth.
fn address(iteration: u32, path: &[Move], next: Option<Move>) -> u64 {
    let mix =
        |sum: u64, number: u64| (sum ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let moves = path.iter().copied().chain(next);
    moves.fold(mix(0, iteration.into()), |sum, mv| mix(sum, u64::from(mv.bits()) + 1))
}

/// Numbers that are as good as random, and hash themselves.
#[derive(Default)]
struct Address(u64);

impl Hasher for Address {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0 << 8 | u64::from(byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}
