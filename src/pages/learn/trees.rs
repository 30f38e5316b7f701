//! The written trees of the tour.

use super::picture::Picture;
use crate::lab::{Algorithm, WrittenTree};

/// The tree that the first four chapters share, with three orders of its moves: as it is, the
/// worst move first, and the best move first everywhere.
pub const ORDERS: [([&str; 3], &str, &str); 3] = [
    (["A, B, C"; 3], "ABC", "(((5 3) (8 6)) ((9 7 2) (4 1)) ((3 2) (6 9)))"),
    (["C, B, A"; 3], "CBA", "(((3 2) (6 9)) ((9 7 2) (4 1)) ((5 3) (8 6)))"),
    (
        ["all sorted", "alles sortiert", "всё по порядку"],
        "ABC",
        "(((5 3) (8 6)) ((4 1) (9 7 2)) ((3 2) (9 6)))",
    ),
];

/// A search of a tree of this module.
pub fn written(tree: &str, letters: &str, algorithm: Algorithm) -> Picture {
    let tree: WrittenTree = tree.parse().unwrap_or_else(|error| unreachable!("{tree}: {error}"));
    Picture::written(&tree, letters, algorithm)
}

/// The shared tree itself.
pub fn shared_tree() -> WrittenTree {
    let (_, _, tree) = ORDERS[0];
    tree.parse().unwrap_or_else(|error| unreachable!("{tree}: {error}"))
}

/// The search of the shared tree in one of its orders.
pub fn shared(order: usize, algorithm: Algorithm) -> Picture {
    let (_, letters, tree) = ORDERS[order];
    written(tree, letters, algorithm)
}
