//! The record of a search, node by node, for its picture.

use crate::board::Position;
use crate::types::{Move, Score};

/// The kind of a node's search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// With an open window.
    Open,
    /// With a null window.
    Null,
    /// A re-search after a null window failed high.
    Again,
}

/// The reason why the line ends at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It doesn't: the node's moves were searched.
    Inner,
    /// The depth is used up.
    Leaf,
    /// No move, in check.
    Mate,
    /// No move, not in check.
    Stalemate,
    /// The transposition table knew the value.
    Table,
}

/// Why the rest of the moves of a node was cut off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// Alpha-beta searches none of these moves either.
    AlphaBeta,
    /// Only the null window made this cut possible (text 000): alpha-beta searches one of these moves.
    NullWindow,
}

/// A node of the recorded tree. Window and value are seen from the side that made the
/// move to it (at the root from the side to move).
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// Its parent, by its index in the order of the search; the root has none.
    pub parent: Option<usize>,
    /// The move that leads here; at the root [`Move::NONE`].
    pub mv: Move,
    /// The position.
    pub position: Position,
    /// How it was searched.
    pub kind: Kind,
    /// The window before the move.
    pub before: (Score, Score),
    /// The window after the move, if the search of the parent went on with it.
    pub after: Option<(Score, Score)>,
    /// The value or bound that was found.
    pub value: Score,
    /// The reason why the line ends here.
    pub ending: Ending,
    /// Why further moves were cut off, and how many.
    pub cut: Option<(Cut, usize)>,
}

/// The record of a search.
#[derive(Default)]
pub(super) struct Record {
    pub nodes: Vec<TreeNode>,
    /// From the root to the node being searched, each with the last of its children.
    open: Vec<(usize, Option<usize>)>,
}

impl Record {
    /// Enters a node. The window is that of its side to move.
    pub fn enter(&mut self, mv: Move, position: Position, kind: Kind, window: (Score, Score)) {
        let parent = self.open.last().map(|&(index, _)| index);
        self.open.push((self.nodes.len(), None));
        self.nodes.push(TreeNode {
            parent,
            mv,
            position,
            kind,
            before: if parent.is_none() { window } else { (-window.1, -window.0) },
            after: None,
            value: Score::DRAW,
            ending: Ending::Inner,
            cut: None,
        });
    }

    /// The node being searched.
    pub fn current(&mut self) -> Option<&mut TreeNode> {
        let &(index, _) = self.open.last()?;
        self.nodes.get_mut(index)
    }

    /// Leaves the current node with this value for its side to move.
    pub fn leave(&mut self, value: Score) {
        let Some((index, _)) = self.open.pop() else { return };
        self.nodes[index].value = if self.open.is_empty() { value } else { -value };
        if let Some((_, last)) = self.open.last_mut() {
            *last = Some(index);
        }
    }

    /// Records the current node's window after the move searched last.
    pub fn after(&mut self, window: (Score, Score)) {
        if let Some(&(_, Some(last))) = self.open.last() {
            self.nodes[last].after = Some(window);
        }
    }
}
