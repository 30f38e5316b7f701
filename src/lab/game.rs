//! What the algorithms search: chess, or a tree that is written down.

use super::node::Node;
use super::record::Ending;
use super::written::WrittenTree;
use crate::board::Position;
use crate::types::{Move, MoveFlags, MoveList, Score, Square};

/// The rules, and the values of the leaves.
pub(super) trait Game {
    /// The place of the root.
    fn root(&self) -> usize {
        0
    }
    /// The moves of a node in their own order.
    fn moves(&self, node: &Node) -> MoveList;
    /// The node after a move.
    fn child(&self, node: &Node, mv: Move) -> Node;
    /// The value of a node that ends a line, for its side to move, and why it does.
    fn end(&mut self, node: &Node) -> Option<(Score, Ending)>;
    /// A first guess at the value of the root.
    fn guess(&mut self, root: &Node) -> Score;
    /// True for a capture or a promotion.
    fn is_noisy(&self, node: &Node, mv: Move) -> bool;
}

/// Chess with leaf values from a closure.
pub(super) struct Chess<'a>(pub &'a mut dyn FnMut(&Position, usize) -> Score);

impl Game for Chess<'_> {
    fn moves(&self, node: &Node) -> MoveList {
        node.position.legal_moves()
    }

    fn child(&self, node: &Node, mv: Move) -> Node {
        let position = node.position.make(mv);
        Node { position, place: 0, ply: node.ply + 1, depth: node.depth - 1 }
    }

    /// Mate and stalemate are detected here, not by the generator or the leaf value (text
    /// 003), also at full depth.
    fn end(&mut self, node: &Node) -> Option<(Score, Ending)> {
        if node.position.count_legal() == 0 {
            Some(match node.position.in_check() {
                true => (Score::mated_in(node.ply), Ending::Mate),
                false => (Score::DRAW, Ending::Stalemate),
            })
        } else if node.depth == 0 {
            Some(((self.0)(&node.position, node.ply), Ending::Leaf))
        } else {
            None
        }
    }

    fn guess(&mut self, root: &Node) -> Score {
        (self.0)(&root.position, 0)
    }

    fn is_noisy(&self, node: &Node, mv: Move) -> bool {
        node.position.is_noisy(mv)
    }
}

/// The move to branch number `index` of a written tree, from 0: any two squares will do.
fn branch(index: usize) -> Move {
    let [from, to] = [1 + index / 64, index % 64].map(Square::from_dense);
    Move::new(from, to, MoveFlags::empty())
}

/// The number of a branch, from 0, by its move.
pub fn branch_number(mv: Move) -> usize {
    (mv.from().dense() - 1) * 64 + mv.to().dense()
}

/// A written tree: chess only says whose turn it is.
impl Game for &WrittenTree {
    fn root(&self) -> usize {
        WrittenTree::root(self)
    }

    fn moves(&self, node: &Node) -> MoveList {
        (0..self.branches(node.place).len()).map(branch).collect()
    }

    fn child(&self, node: &Node, mv: Move) -> Node {
        let place = self.branches(node.place)[branch_number(mv)];
        Node {
            position: node.position.make_null(),
            place,
            ply: node.ply + 1,
            depth: self.height(place),
        }
    }

    fn end(&mut self, node: &Node) -> Option<(Score, Ending)> {
        let leaf = self.value(node.place, node.ply)?;
        Some((leaf, Ending::Leaf))
    }

    fn guess(&mut self, _: &Node) -> Score {
        Score::DRAW
    }

    fn is_noisy(&self, _: &Node, _: Move) -> bool {
        false
    }
}
