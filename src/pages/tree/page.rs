//! The tree as one self-contained HTML page.

use super::{Tree, ending_word};
use crate::lab::{Cut, Kind, TreeNode};
use crate::types::{Centipawns, Score};
use serde_json::{Value, json};

const PAGE: &str = include_str!("page.html");

/// The page. It folds and unfolds branches, steps through the search in its order and shows
/// the position of each node, by mouse or keyboard.
pub fn html(tree: &Tree) -> String {
    let node = |node: &TreeNode| {
        let fen = node.position.to_string();
        let board: Vec<&str> = fen.split(' ').take(2).collect();
        let (cut, left) = node.cut.map_or(("", 0), |(cut, left)| (cut_word(cut), left));
        json!([
            node.parent,
            tree.label(node),
            kind_word(node.kind),
            window(node.before),
            node.after.map(window),
            node.value.centipawns(),
            ending_word(node.ending),
            cut,
            left,
            if tree.written.is_some() { board[1].to_owned() } else { board.join(" ") },
        ])
    };
    let data = json!({
        "algorithm": tree.algorithm.name(),
        "depth": tree.depth,
        "facts": tree.facts(),
        "infinite": Score::INFINITE.centipawns(),
        "mate": Score::MATE.centipawns(),
        "mateBound": Score::MATE_BOUND.centipawns(),
        "nodes": tree.nodes.iter().map(node).collect::<Vec<Value>>(),
    });
    fill(PAGE, &data)
}

/// A page with the shared style and script in it, and its data.
pub fn fill(page: &str, data: &Value) -> String {
    // The data must not contain the end of its element.
    let data = data.to_string().replace("</", "<\\/");
    page.replacen("STYLE", include_str!("shared.css"), 1)
        .replacen("WORDS", include_str!("words.js"), 1)
        .replacen("LEARNER", include_str!("learner.js"), 1)
        .replacen("SCRIPT", include_str!("shared.js"), 1)
        .replacen("DATA", &data, 1)
}

/// A window as a pair of numbers.
fn window((alpha, beta): (Score, Score)) -> [Centipawns; 2] {
    [alpha.centipawns(), beta.centipawns()]
}

/// The CSS class of a node.
pub(super) fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Open => "",
        Kind::Null => "null",
        Kind::Again => "again",
    }
}

/// The CSS class of a cut.
pub(super) fn cut_word(cut: Cut) -> &'static str {
    match cut {
        Cut::AlphaBeta => "deep",
        Cut::NullWindow => "null",
    }
}
