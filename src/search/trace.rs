//! The record of a search, node by node, with the rule that ended each and the moves that were
//! pruned: for those who want to see what the search does. It costs nothing where it is not asked for,
//! since nodes that are recorded are compiled by themselves (see `tree/kind.rs`).

use super::window::Window;
use crate::board::Position;
use crate::types::{Move, Score};

/// Why a node was searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// With the window of its parent.
    Open,
    /// With a null window, to prove that its move is no better.
    Scout,
    /// With a null window and this many plies less (late move reduction).
    Reduced(i32),
    /// Again, because the search before said that the move may be better.
    Again,
    /// After a null move.
    NullMove,
    /// The same position, to verify a null move.
    Verification,
    /// The same position without its tt_move, which may be singular.
    Singular,
    /// After a capture, to see whether it is far above beta.
    ProbCut,
}

/// What gave a node its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Its moves.
    Moves,
    /// The transposition table.
    Table,
    /// The transposition table, far above beta if not quite at this depth.
    TableProbCut,
    /// A draw by rule.
    Draw,
    /// No mate can be short enough to matter, or a draw can be forced.
    KnownBound,
    /// The tablebases.
    Tablebase,
    /// The static evaluation is far above beta.
    ReverseFutility,
    /// The side to move may even pass.
    NullMove,
    /// A capture is far above beta in a shallow search.
    ProbCut,
    /// Several moves reach beta.
    MultiCut,
    /// Mate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// The search is without the tt_move, and there is no other.
    OnlyMove,
    /// The static evaluation, in quiescence.
    StandPat,
}

/// Why a move was pruned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skip {
    /// After many moves that failed (late move pruning), with all quiet moves after it.
    Late,
    /// The static evaluation is too low (futility pruning).
    Futility,
    /// The same for a capture that loses in exchanges.
    FutileCapture,
    /// It failed too often before.
    History,
    /// It loses too much in exchanges (SEE).
    Exchange,
    /// In quiescence it can't bring enough (delta pruning).
    Delta,
}

/// A node. Window and values are seen from its side to move.
#[derive(Clone, Debug)]
pub struct TraceNode {
    /// The node above, by its index in the order of the search; the root has none.
    pub parent: Option<usize>,
    /// The move that leads here; none after a null move, and where the node [stays](Self::stays).
    pub mv: Move,
    /// The position.
    pub position: Position,
    /// Why it was searched.
    pub role: Role,
    /// Plies to search, 0 in quiescence.
    pub depth: i32,
    /// The window.
    pub window: Window,
    /// The corrected static evaluation; [`Score::NONE`] in check or where it was not needed.
    pub eval: Score,
    /// The value or bound that was found.
    pub value: Score,
    /// What gave it that value.
    pub reason: Reason,
    /// The moves that were pruned, with the rules.
    pub skipped: Vec<(Move, Skip)>,
}

impl TraceNode {
    /// True if the position is that of the node above: a rule asks once more, of the same position.
    pub fn stays(&self) -> bool {
        self.parent.is_some() && self.mv.is_none() && self.role != Role::NullMove
    }
}

/// The record of the last iteration of a search.
#[derive(Debug)]
pub struct Trace {
    /// The nodes in the order of the search.
    pub nodes: Vec<TraceNode>,
    /// Nodes for which there was no room.
    pub left_out: usize,
    limit: usize,
    /// From the root to the node being searched; none for one that is left out.
    open: Vec<Option<usize>>,
    /// Why the next node is searched.
    role: Role,
}

impl Trace {
    /// An empty record with room for so many nodes.
    pub fn new(limit: usize) -> Self {
        Self { nodes: Vec::new(), left_out: 0, limit, open: Vec::new(), role: Role::Open }
    }

    /// Begins a search from the root: what was recorded of those before is forgotten.
    pub(super) fn restart(&mut self) {
        *self = Self::new(self.limit);
    }

    /// Says why the next node is searched.
    pub(super) fn announce(&mut self, role: Role) {
        self.role = role;
    }

    /// Enters a node of the line whose last move is `mv`.
    pub(super) fn enter(&mut self, mv: Move, position: Position, depth: i32, window: Window) {
        let role = std::mem::replace(&mut self.role, Role::Open);
        let parent = self.open.last().copied();
        if self.nodes.len() >= self.limit || parent == Some(None) {
            self.left_out += 1;
            self.open.push(None);
            return;
        }
        let parent = parent.flatten();
        let is_led_to = parent.is_some_and(|parent| self.nodes[parent].position != position);
        self.open.push(Some(self.nodes.len()));
        self.nodes.push(TraceNode {
            parent,
            mv: if is_led_to { mv } else { Move::NONE },
            position,
            role,
            depth: depth.max(0),
            window,
            eval: Score::NONE,
            value: Score::DRAW,
            reason: Reason::Moves,
            skipped: Vec::new(),
        });
    }

    fn current(&mut self) -> Option<&mut TraceNode> {
        self.nodes.get_mut((*self.open.last()?)?)
    }

    /// Leaves the node with this value and static evaluation.
    pub(super) fn leave(&mut self, value: Score, eval: Score) {
        if let Some(node) = self.current() {
            (node.value, node.eval) = (value, eval);
        }
        self.open.pop();
    }

    /// Says what gives the node its value.
    pub(super) fn explain(&mut self, reason: Reason) {
        if let Some(node) = self.current() {
            node.reason = reason;
        }
    }

    /// Says that a move of the node is pruned.
    pub(super) fn skip(&mut self, mv: Move, rule: Skip) {
        if let Some(node) = self.current() {
            node.skipped.push((mv, rule));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Score;

    /// A rule that asks once more of the same position, whatever it is for, is not taken for the last
    /// move.
    #[test]
    fn a_node_of_the_same_position_stays() {
        let start = Position::startpos();
        let mv = start.legal_moves()[0];
        let window = Window::below(Score::DRAW);
        let after = start.make(mv);
        let mut trace = Trace::new(10);
        let lines =
            [(Move::NONE, start), (mv, after), (mv, after), (Move::NONE, after.make_null())];
        for (index, (mv, position)) in lines.into_iter().enumerate() {
            if index == 3 {
                trace.announce(Role::NullMove);
            }
            trace.enter(mv, position, 1, window);
        }
        let stays: Vec<bool> = trace.nodes.iter().map(TraceNode::stays).collect();
        assert_eq!(stays, [false, false, true, false]);
        assert_eq!(trace.nodes[1].mv, mv);
        assert!(trace.nodes[2].mv.is_none());
    }
}
