//! The tree as indented text, as an SVG image and for Graphviz.

use super::{Tree, ending_word, score, window};
use crate::lab::{Cut, Ending, Kind, TreeNode};
use std::fmt::Write;

/// Colours of cuts, null windows and re-searches, the same as in the HTML page.
const DEEP: &str = "#c62828";
const NULL: &str = "#7b1fa2";
const AGAIN: &str = "#c25e00";
const PLAIN: &str = "#69727d";

/// Pixels from one ply and one row to the next.
const COLUMN: usize = 290;
const ROW: usize = 22;
/// Pixels above the tree.
const HEAD: usize = 64;

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

/// `e2e4 [-inf, +inf] = +25 -> [+25, +inf]`, followed by remarks.
fn sentence(tree: &Tree, node: &TreeNode) -> String {
    let mut text = tree.label(node);
    let _ = write!(text, " {} = {}", window(node.before), score(node.value));
    if let Some(after) = node.after {
        let _ = write!(text, " -> {}", window(after));
    }
    match node.kind {
        Kind::Open => {}
        Kind::Null => text.push_str(", null window"),
        Kind::Again => text.push_str(", again"),
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

/// An SVG image: plies from left to right, the order of the search from top to bottom.
pub fn svg(tree: &Tree) -> String {
    let layout = Layout::new(tree);
    let (width, height) = layout.size();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"20\" y=\"22\" font-size=\"15\" font-weight=\"bold\">{}, depth {}</text>\n<text x=\"20\" y=\"38\" fill=\"{PLAIN}\">{}</text>\n<text x=\"20\" y=\"54\"><tspan fill=\"{DEEP}\">\u{2702} cut of alpha-beta</tspan>  <tspan fill=\"{NULL}\" dx=\"12\">\u{2702} extra cut of a null window; null window</tspan>  <tspan fill=\"{AGAIN}\" dx=\"12\">searched again</tspan></text>\n",
        tree.algorithm,
        tree.depth,
        tree.facts()
    );
    for id in 0..tree.nodes.len() {
        draw_edge(&mut out, tree, &layout, id);
        draw_box(&mut out, tree, &layout, id);
        draw_cut(&mut out, tree, &layout, id);
    }
    out + "</svg>\n"
}

/// The line from the parent of a node.
fn draw_edge(out: &mut String, tree: &Tree, layout: &Layout, id: usize) {
    let Some(parent) = tree.nodes[id].parent else { return };
    let ((x, y), (from_x, from_y)) = (layout.place(id), layout.place(parent));
    let (from_x, bend) = (from_x + COLUMN - 40, from_x + COLUMN - 20);
    let color = edge_color(tree.nodes[id].kind);
    let _ = writeln!(
        out,
        "<path d=\"M{from_x} {from_y}H{bend}V{y}\" fill=\"none\" stroke=\"{PLAIN}\"/><path d=\"M{bend} {y}H{x}\" stroke=\"{color}\"/>"
    );
}

/// The node itself: move, windows and value.
fn draw_box(out: &mut String, tree: &Tree, layout: &Layout, id: usize) {
    let (node, (x, y)) = (&tree.nodes[id], layout.place(id));
    let color = edge_color(node.kind);
    let ending = ending_word(node.ending);
    let note = if ending == "leaf" { "" } else { ending };
    let after = node.after.map(|after| format!(" \u{2192} {}", window(after)));
    let _ = writeln!(
        out,
        "<rect x=\"{x}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"white\" stroke=\"{color}\"/><text x=\"{}\" y=\"{}\"><tspan font-weight=\"bold\">{}</tspan> <tspan fill=\"{PLAIN}\">{}</tspan> <tspan font-weight=\"bold\">{}</tspan><tspan fill=\"{PLAIN}\">{} {note}</tspan></text>",
        y - 9,
        COLUMN - 40,
        18,
        x + 5,
        y + 4,
        tree.label(node),
        window(node.before),
        score(node.value),
        after.unwrap_or_default(),
    );
}

/// The mark of the moves that were cut off, below the children of a node.
fn draw_cut(out: &mut String, tree: &Tree, layout: &Layout, id: usize) {
    let node = &tree.nodes[id];
    let Some((color, left)) = cut_color(node).filter(|_| is_marked(node)) else { return };
    let (x, y) = layout.place(id);
    let (mark_x, bend) = (x + COLUMN, x + COLUMN - 20);
    let mark_y = layout.bottom_of_children(tree, id) + ROW;
    let _ = writeln!(
        out,
        "<path d=\"M{bend} {y}V{mark_y}H{mark_x}\" fill=\"none\" stroke=\"{color}\" stroke-dasharray=\"3 3\"/><text x=\"{}\" y=\"{}\" fill=\"{color}\">\u{2702} {left} cut off</text>",
        mark_x + 4,
        mark_y + 4,
    );
}

/// The places of the nodes in the SVG image.
struct Layout {
    /// By node.
    plies: Vec<usize>,
    rows: Vec<usize>,
    last_child: Vec<Option<usize>>,
}

impl Layout {
    fn new(tree: &Tree) -> Self {
        let count = tree.nodes.len();
        let (mut plies, mut rows) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut last_child = vec![None; count];
        let mut bottom = 0;
        for (id, node) in tree.nodes.iter().enumerate() {
            let ply = node.parent.map_or(0, |parent| plies[parent] + 1);
            plies.push(ply);
            // The first child shares the row of its parent, any other begins a new one.
            let is_first = node.parent.is_none_or(|parent| parent + 1 == id);
            if !is_first {
                bottom += 1 + marks_between(tree, id);
            }
            rows.push(bottom);
            if let Some(parent) = node.parent {
                last_child[parent] = Some(id);
            }
        }
        Self { plies, rows, last_child }
    }

    /// Width and height of the image.
    fn size(&self) -> (usize, usize) {
        let deepest = self.plies.iter().max().copied().unwrap_or(0);
        let bottom = self.rows.last().copied().unwrap_or(0);
        ((deepest + 1) * COLUMN + 40, HEAD + (bottom + 6) * ROW)
    }

    /// The left end and the middle height of a node.
    fn place(&self, id: usize) -> (usize, usize) {
        (20 + self.plies[id] * COLUMN, HEAD + ROW / 2 + self.rows[id] * ROW)
    }

    /// The height of the lowest row below a node, its children's marks included.
    fn bottom_of_children(&self, tree: &Tree, id: usize) -> usize {
        let (mut at, mut marks) = (id, 0);
        while let Some(child) = self.last_child[at] {
            at = child;
            marks += usize::from(is_marked(&tree.nodes[at]));
        }
        self.place(at).1 + marks * ROW
    }
}

/// Rows for the marks of the nodes that end before node `id` begins.
fn marks_between(tree: &Tree, id: usize) -> usize {
    let parent = tree.nodes[id].parent;
    let mut at = tree.nodes[id - 1].parent;
    let mut marks = 0;
    while let Some(inner) = at.filter(|&at| Some(at) != parent) {
        marks += usize::from(is_marked(&tree.nodes[inner]));
        at = tree.nodes[inner].parent;
    }
    marks
}

/// True if moves were cut off, which the picture marks.
fn is_marked(node: &TreeNode) -> bool {
    node.cut.is_some_and(|(_, left)| left > 0)
}
