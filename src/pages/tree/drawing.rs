//! The tree as indented text and for Graphviz.

use super::canvas::{AGAIN, DEEP, NULL};
use super::{Tree, ending_word, score, window};
use crate::lab::{Cut, Ending, Kind, TreeNode};
use std::fmt::Write;

const PLAIN: &str = "#69727d";

/// A line for each node, indented by its ply.
pub fn text(tree: &Tree) -> String {
    let mut lines = format!("{}, depth {}: {}\n", tree.algorithm, tree.depth, tree.facts());
    let mut plies = Vec::with_capacity(tree.nodes.len());
    for node in &tree.nodes {
        let ply = node.parent.map_or(0, |parent| plies[parent] + 1);
        plies.push(ply);
        let _ = writeln!(lines, "{}{}", "  ".repeat(ply), sentence(tree, node));
    }
    lines
}

/// `e4 [-inf, +inf] = +25 -> [+25, +inf]`, followed by remarks.
fn sentence(tree: &Tree, node: &TreeNode) -> String {
    let mut text = tree.label(node);
    let _ = write!(text, " {} = {}", window(node.before), score(node.value));
    if let Some(after) = node.after {
        let _ = write!(text, " -> {}", window(after));
    }
    match node.kind {
        Kind::Open => {}
        Kind::Null => text.push_str(", null window"),
        Kind::Again => text.push_str(", re-search"),
    }
    match node.ending {
        Ending::Inner | Ending::Leaf => {}
        ending => text.extend([", ", ending_word(ending)]),
    }
    match node.cut {
        None | Some((_, 0)) => {}
        Some((Cut::AlphaBeta, left)) => {
            let _ = write!(text, ", cut: {left} left out");
        }
        Some((Cut::NullWindow, left)) => {
            let _ = write!(text, ", null-window cut: {left} left out");
        }
    }
    text.trim_start().to_owned()
}

fn edge_color(kind: Kind) -> &'static str {
    match kind {
        Kind::Open => PLAIN,
        Kind::Null => NULL,
        Kind::Again => AGAIN,
    }
}

fn cut_color(node: &TreeNode) -> Option<(&'static str, usize)> {
    let (cut, left) = node.cut?;
    let color = match cut {
        Cut::AlphaBeta => DEEP,
        Cut::NullWindow => NULL,
    };
    Some((color, left))
}

/// Input for `dot` of Graphviz: left to right, in the order of the search.
pub fn dot(tree: &Tree) -> String {
    let mut out = format!(
        "digraph tree {{\n  rankdir=LR; ordering=out; label=\"{}, depth {}\\n{}\";\n  node [shape=box, style=rounded, fontname=\"Helvetica\", fontsize=10];\n",
        tree.algorithm,
        tree.depth,
        tree.facts()
    );
    for (id, node) in tree.nodes.iter().enumerate() {
        let (before, after) = (window(node.before), node.after.map(window).unwrap_or_default());
        let _ = writeln!(
            out,
            "  n{id} [label=\"{}\\n{before} = {}\\n{after}\"];",
            tree.label(node),
            score(node.value)
        );
        if let Some(parent) = node.parent {
            let _ = writeln!(out, "  n{parent} -> n{id} [color=\"{}\"];", edge_color(node.kind));
        }
        if let Some((color, left)) = cut_color(node).filter(|&(_, left)| left > 0) {
            let _ = writeln!(
                out,
                "  c{id} [label=\"{left} cut\", shape=plaintext, fontcolor=\"{color}\"];\n  n{id} -> c{id} [style=dashed, arrowhead=none, color=\"{color}\"];"
            );
        }
    }
    out + "}\n"
}
