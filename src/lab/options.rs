//! The options, which apply to every algorithm, and the ordering of moves.

use super::memory::Memory;
use super::node::Node;
use crate::types::{Centipawns, Move, MoveList, Square};
use std::cmp::Reverse;

/// Options of the lab; by default all are off and moves come as they are generated.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// S14: the list is scanned for moves to the centre and for captures, each
    /// brought to its front, instead of a full sort (text 000).
    pub scans: bool,
    /// S16: the transposition table (text 002).
    pub table: bool,
    /// S18: the line chosen for each root move goes first in the next iteration
    /// (text 002); needs [`Self::deepen`].
    pub refutation: bool,
    /// S19: the history heuristic (text 002; Schaeffer 1989).
    pub history: bool,
    /// S20: two killer moves a ply (text 002).
    pub killers: bool,
    /// S13: iterative deepening, root moves re-sorted between iterations (texts 000
    /// and 002).
    pub deepen: bool,
    /// S12: an aspiration window of this many centipawns each way (text 004) around the
    /// last iteration's value, or around the static value in the first.
    pub aspiration: Option<Centipawns>,
    /// S15: selective search at the root. The value may then be too low.
    pub selective: Option<Selective>,
    /// Only the first n generated moves of each node, for trees that fit a page.
    pub width: Option<usize>,
}

/// After some root moves the windows of the others overlap (text 000): a later move is
/// looked at only if it is better by more than a margin. The value found is never more
/// than the margin below the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selective {
    /// Root moves on ordinary windows; the text says two to five.
    pub after: usize,
    /// Centipawns; the text says for instance two pawns.
    pub margin: Centipawns,
}

impl Selective {
    /// Shallower searches are not selective (text 000).
    pub const DEPTH: u32 = 3;
}

/// Sorts the moves of a node by the options; the last criterion applied is the strongest.
pub(super) fn sort(moves: &mut MoveList, node: &Node, options: &Options, memory: &Memory) {
    let noisy = |mv: Move| node.position.is_noisy(mv);
    if options.history {
        let side = node.position.side_to_move();
        moves.sort_by_key(|&mv| Reverse(memory.history(side, mv)));
    }
    if options.scans {
        promote(moves, |mv| centrality(mv.to()) > centrality(mv.from()));
    }
    if options.killers {
        promote(moves, |mv| memory.is_killer(node.ply, mv));
    }
    if options.scans {
        promote(moves, noisy);
    }
    if options.refutation {
        promote(moves, |mv| memory.is_refutation(node.ply, mv));
    }
    if options.table {
        let known = memory.tt_move(node);
        promote(moves, |mv| Some(mv) == known);
    }
}

/// One scan: moves of a class to the front, each class in its old order.
fn promote(moves: &mut MoveList, class: impl Fn(Move) -> bool) {
    let mut front = 0;
    for index in 0..moves.len() {
        if class(moves[index]) {
            moves[front..=index].rotate_right(1);
            front += 1;
        }
    }
}

/// From 0 on the edge of the board to 3 in its centre.
fn centrality(square: Square) -> u8 {
    let inward = |line: u8| line.min(7 - line);
    inward(square.file()).min(inward(square.rank()))
}
