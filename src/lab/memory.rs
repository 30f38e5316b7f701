//! The memory of the options: transposition table, refutation table, history and killers
//! (text 002).

use super::node::Node;
use crate::types::{Color, Move, Score};
use std::collections::HashMap;

/// Entries of the transposition table; a prime, because the key is taken modulo it.
const TABLE_SIZE: usize = 262_139;

/// Whether a value in the table is exact or a bound. Text 002 has the two bounds the wrong way round: a
/// value that reaches beta is a lower bound, one that never raised alpha an upper bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    Exact,
    Lower,
    Upper,
}

/// An entry of the transposition table, with the text's names.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The whole key of the position.
    lock: u64,
    mv: Move,
    /// The value for the side to move, mates counted from this node.
    merit: Score,
    flag: Bound,
    /// Plies to the leaves.
    height: u32,
}

#[derive(Default)]
pub(super) struct Memory {
    table: Vec<Option<Entry>>,
    /// The line that followed each root move when it was last searched.
    refutations: HashMap<Move, Vec<Move>>,
    /// By side, origin and target.
    history: HashMap<(Color, u8, u8), u64>,
    /// By ply.
    killers: Vec<[Move; 2]>,
    /// The moves from the root to the node being searched.
    pub path: Vec<Move>,
}

impl Memory {
    pub fn new(depth: u32, with_table: bool) -> Self {
        Self {
            table: if with_table { vec![None; TABLE_SIZE] } else { Vec::new() },
            killers: vec![[Move::NONE; 2]; depth as usize + 1],
            ..Self::default()
        }
    }

    fn entry(&self, node: &Node) -> Option<Entry> {
        let key = node.position.key();
        let slot = self.table.get((key % TABLE_SIZE as u64) as usize)?;
        slot.filter(|entry| entry.lock == key)
    }

    /// The value from the table if it settles the node. Only an entry of the same
    /// height does: a deeper one is worth more, but it is not the same value.
    pub fn known_value(&self, node: &Node, alpha: Score, beta: Score) -> Option<Score> {
        let entry = self.entry(node).filter(|entry| entry.height == node.depth)?;
        let value = from_node(entry.merit, node.ply);
        match entry.flag {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        }
        .then_some(value)
    }

    pub fn tt_move(&self, node: &Node) -> Option<Move> {
        self.entry(node).map(|entry| entry.mv)
    }

    /// Deeper values displace shallower ones.
    pub fn store(&mut self, node: &Node, window: (Score, Score), value: Score, mv: Move) {
        let lock = node.position.key();
        let Some(slot) = self.table.get_mut((lock % TABLE_SIZE as u64) as usize) else { return };
        if slot.is_some_and(|entry| entry.height > node.depth) {
            return;
        }
        let flag = match value {
            value if value >= window.1 => Bound::Lower,
            value if value <= window.0 => Bound::Upper,
            _ => Bound::Exact,
        };
        let merit = to_node(value, node.ply);
        *slot = Some(Entry { lock, mv, merit, flag, height: node.depth });
    }

    /// A quiet move turned out good. It counts for more the more it saved.
    pub fn reward(&mut self, node: &Node, mv: Move) {
        let index = (node.position.side_to_move(), mv.from().coordinate(), mv.to().coordinate());
        *self.history.entry(index).or_default() += 1 << node.depth.min(32);
        let killers = &mut self.killers[node.ply];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
    }

    pub fn history(&self, side: Color, mv: Move) -> u64 {
        let index = (side, mv.from().coordinate(), mv.to().coordinate());
        self.history.get(&index).copied().unwrap_or(0)
    }

    pub fn is_killer(&self, ply: usize, mv: Move) -> bool {
        self.killers[ply].contains(&mv)
    }

    pub fn refute(&mut self, root_move: Move, line: Vec<Move>) {
        self.refutations.insert(root_move, line);
    }

    /// True if the way here is that of a refutation line and `mv` goes on with it.
    pub fn is_refutation(&self, ply: usize, mv: Move) -> bool {
        let Some((root_move, path)) = self.path[..ply].split_first() else { return false };
        let line = self.refutations.get(root_move);
        line.is_some_and(|line| line.get(ply - 1) == Some(&mv) && line.starts_with(path))
    }
}

/// A value counted from the root, counted from the node: mates come nearer.
fn to_node(value: Score, ply: usize) -> Score {
    if value.is_mate() { value + value.signum() * ply as i32 } else { value }
}

fn from_node(value: Score, ply: usize) -> Score {
    if value.is_mate() { value - value.signum() * ply as i32 } else { value }
}
