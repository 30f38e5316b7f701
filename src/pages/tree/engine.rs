//! The engine's own search of a position, node by node: which rule ended each, and which moves were
//! left out and why.

use super::page::fill;
use super::{score, window};
use crate::board::{Game, Position, notation};
use crate::engine::pluralise;
use crate::search::{Reason, Role, Searcher, Skip, Trace, TraceNode};
use crate::types::{Color, MAX_PLY, Score};
use serde_json::{Value, json};
use std::fmt::Write;

/// The record of the last iteration of a search.
#[derive(Debug)]
pub struct EngineTree {
    trace: Trace,
    depth: u32,
}

/// Lets the engine search a position to `depth` plies, from an empty table, and records at most
/// `limit` nodes of the last iteration; `None` if there is no legal move.
pub fn grow_engine(
    searcher: &mut Searcher,
    position: &Position,
    depth: u32,
    limit: usize,
) -> Option<EngineTree> {
    searcher.new_game();
    let depth = depth.clamp(1, MAX_PLY as u32 - 1);
    let trace = searcher.trace(&Game::new(*position), depth, limit);
    (!trace.nodes.is_empty()).then_some(EngineTree { trace, depth })
}

/// How a rule is called, and what it means, for those who don't know it.
const fn reason(reason: Reason) -> (&'static str, &'static str) {
    match reason {
        Reason::Moves => ("", ""),
        Reason::Table => (
            "table",
            "The transposition table knew enough: the position was reached by another way, or in an earlier iteration.",
        ),
        Reason::TableProbCut => (
            "table, far above",
            "The transposition table has a value far above beta from a search that was a little shallower: that will do.",
        ),
        Reason::Draw => ("draw", "A draw by rule: repetition, fifty moves, or no material."),
        Reason::KnownBound => (
            "bound",
            "Nothing better than what is known is possible here: a draw can be forced, or every mate would come too late.",
        ),
        Reason::Tablebase => ("tablebase", "The endgame tables know the result."),
        Reason::ReverseFutility => (
            "reverse futility",
            "The static evaluation is so far above beta that the moves were not even looked at.",
        ),
        Reason::NullMove => (
            "null move",
            "The side to move could even pass and still reach beta; so some move does, too.",
        ),
        Reason::ProbCut => (
            "ProbCut",
            "A capture came out far above beta in a shallow search; the deep one would very likely do so, too.",
        ),
        Reason::MultiCut => (
            "multi-cut",
            "Without the expected move another one reaches beta as well: that is enough.",
        ),
        Reason::Mate => ("mate", "Mate."),
        Reason::Stalemate => ("stalemate", "Stalemate, or no move that counts is left."),
        Reason::StandPat => {
            ("stand pat", "Quiescence: no capture is better than the static evaluation.")
        }
    }
}

fn role(role: Role) -> (String, String) {
    let (tag, words): (&str, &str) = match role {
        Role::Open => ("", ""),
        Role::Scout => (
            "null window",
            "Null window: asked was only whether the move is better than what is known.",
        ),
        Role::Reduced(plies) => {
            let text = format!(
                "Late move reduction: searched {} less deep at first.",
                pluralise(plies as usize, "ply")
            );
            return (format!("-{plies}"), text.replace("plys", "plies"));
        }
        Role::Again => {
            ("again", "Searched again: the search before said that the move may be better.")
        }
        Role::NullMove => (
            "after passing",
            "After a null move: is the position so good that the side before could pass?",
        ),
        Role::Verification => (
            "verify",
            "The same position without null moves, to verify that passing proves something.",
        ),
        Role::Singular => (
            "singular?",
            "The same position without its expected move, to see whether that is the only good one.",
        ),
        Role::ProbCut => {
            ("ProbCut?", "A capture that may come out far above beta, in a shallow search.")
        }
    };
    (tag.to_owned(), words.to_owned())
}

const fn rule(rule: Skip) -> &'static str {
    match rule {
        Skip::Late => "late move pruning, and all quiet moves after it",
        Skip::Futility => "futility: the static evaluation is too low for a quiet move",
        Skip::FutileCapture => "futility: the static evaluation is too low for a losing capture",
        Skip::History => "its history is too bad",
        Skip::Exchange => "it loses too much in exchanges",
        Skip::Delta => "delta pruning: it can't bring enough",
    }
}

impl EngineTree {
    /// Nodes that are recorded.
    pub fn size(&self) -> usize {
        self.trace.nodes.len()
    }

    fn node(&self, id: usize) -> &TraceNode {
        &self.trace.nodes[id]
    }

    /// The move that leads to a node in SAN, or what stands for it.
    fn label(&self, node: &TraceNode) -> String {
        match (node.parent, node.role) {
            (None, _) => "root".to_owned(),
            (_, Role::NullMove) => "pass".to_owned(),
            (_, Role::Singular | Role::Verification) => "here".to_owned(),
            (Some(parent), _) => notation::format_san(&self.node(parent).position, node.mv),
        }
    }

    /// What gave the node its value, in a word or two.
    fn ending(node: &TraceNode) -> &'static str {
        reason(node.reason).0
    }

    /// Depth, static evaluation and what became of the node.
    fn facts(&self) -> String {
        let left_out = match self.trace.left_out {
            0 => String::new(),
            more => format!(", and {more} for which there was no room"),
        };
        format!("{} | {}{left_out}", self.node(0).position, pluralise(self.size(), "node"))
    }

    /// The values as the side that moved sees them, as in the trees of the lab; where the position is that
    /// of the node above, as its side to move does.
    fn seen(node: &TraceNode) -> ((Score, Score), Score) {
        let (alpha, beta) = (node.window.alpha, node.window.beta);
        let is_own =
            node.parent.is_none() || matches!(node.role, Role::Singular | Role::Verification);
        if is_own { ((alpha, beta), node.value) } else { ((-beta, -alpha), -node.value) }
    }
}

/// A line for each node, indented by its depth in the tree.
pub fn engine_text(tree: &EngineTree) -> String {
    let mut lines = format!("Nullfenster, depth {}: {}\n", tree.depth, tree.facts());
    let mut levels = Vec::with_capacity(tree.size());
    for node in &tree.trace.nodes {
        let level = node.parent.map_or(0, |parent| levels[parent] + 1);
        levels.push(level);
        let (bounds, value) = EngineTree::seen(node);
        let _ = write!(
            lines,
            "{}{} {} = {}",
            "  ".repeat(level),
            tree.label(node),
            window(bounds),
            score(value)
        );
        let depth =
            if node.depth > 0 { format!("depth {}", node.depth) } else { "quiescence".to_owned() };
        let remarks = [depth, role(node.role).0, EngineTree::ending(node).to_owned()];
        for remark in remarks.iter().filter(|remark| !remark.is_empty()) {
            let _ = write!(lines, ", {remark}");
        }
        if !node.skipped.is_empty() {
            let _ = write!(lines, ", {} left out", pluralise(node.skipped.len(), "move"));
        }
        lines.push('\n');
    }
    lines
}

/// The page, as that of a search of the lab, with the rules in place of the windows after each move.
pub fn engine_html(tree: &EngineTree) -> String {
    let pair = |(low, high): (Score, Score)| [low.centipawns(), high.centipawns()];
    let row = |node: &TraceNode| {
        let (bounds, value) = EngineTree::seen(node);
        let fen = node.position.to_string();
        let board: Vec<&str> = fen.split(' ').take(2).collect();
        let squares = notation::format_move(node.mv, node.position.is_chess960());
        json!([
            node.parent,
            if node.parent.is_some() { tree.label(node) } else { String::new() },
            "",
            pair(bounds),
            Value::Null,
            value.centipawns(),
            "",
            "",
            0,
            board.join(" "),
            notes(node),
            if node.mv.is_none() { String::new() } else { squares },
        ])
    };
    let data = json!({
        "algorithm": "Nullfenster",
        "depth": tree.depth,
        "facts": tree.facts(),
        "infinite": Score::INFINITE.centipawns(),
        "mate": Score::MATE.centipawns(),
        "mateBound": Score::MATE_BOUND.centipawns(),
        "nodes": tree.trace.nodes.iter().map(row).collect::<Vec<Value>>(),
    });
    fill(include_str!("page.html"), &data)
}

/// The class of a rule's colour in the page.
const fn class(node: &TraceNode) -> &'static str {
    match node.reason {
        Reason::Moves | Reason::StandPat => "",
        Reason::Table | Reason::TableProbCut | Reason::Tablebase | Reason::KnownBound => "end",
        Reason::Draw | Reason::Mate | Reason::Stalemate => "end",
        Reason::ReverseFutility | Reason::ProbCut | Reason::MultiCut => "deep",
        Reason::NullMove => "null",
    }
}

/// What there is to say of a node: class, tag in the row, sentence.
fn notes(node: &TraceNode) -> Value {
    // The page writes numbers with the longer sign.
    let score = |value| score(value).replace('-', "\u{2212}");
    let mut notes = Vec::new();
    let mut note = |class: &str, tag: String, text: String| notes.push(json!([class, tag, text]));
    let (tag, text) = role(node.role);
    if !text.is_empty() {
        let class = match node.role {
            Role::Again => "again",
            Role::Scout | Role::NullMove => "null",
            _ => "end",
        };
        note(class, tag, text);
    }
    let mover = if node.position.side_to_move() == Color::White { "White" } else { "Black" };
    let bounds = format!("[{}, {}]", score(node.window.alpha), score(node.window.beta));
    let depth = match node.depth {
        0 => "in quiescence".to_owned(),
        1 => "1 ply deep".to_owned(),
        depth => format!("{depth} plies deep"),
    };
    note("", String::new(), format!("{mover} to move, searched {depth} with the window {bounds}."));
    if node.eval != Score::NONE {
        note("", String::new(), format!("Static evaluation {}.", score(node.eval)));
    }
    let (tag, text) = reason(node.reason);
    if !text.is_empty() {
        note(class(node), tag.to_owned(), text.to_owned());
    }
    let (low, high) = (node.window.alpha, node.window.beta);
    let verdict = match node.value {
        value if value >= high => format!("It fails high: at least {}.", score(value)),
        value if value <= low => format!("It fails low: at most {}.", score(value)),
        value => format!("Its value is {}.", score(value)),
    };
    note("", String::new(), verdict);
    for (mv, skip) in &node.skipped {
        let san = notation::format_san(&node.position, *mv);
        note("left", String::new(), format!("Left out: {san} ({}).", rule(*skip)));
    }
    if !node.skipped.is_empty() {
        let count = node.skipped.len();
        note("deep", format!("{count} left out"), String::new());
    }
    Value::Array(notes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;

    /// The record has the nodes of the search, in its order, and the values that make up the root's.
    #[test]
    fn the_record_is_that_of_the_search() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen).expect("a position");
        let mut searcher = Searcher::new(1, 1).expect("a search");
        let tree = grow_engine(&mut searcher, &position, 5, usize::MAX).expect("moves");
        let nodes = &tree.trace.nodes;
        searcher.new_game();
        let limits = Limits { depth: Some(5), ..Limits::default() };
        let whole = searcher.search_silently(&Game::new(position), &limits);
        searcher.new_game();
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let before = searcher.search_silently(&Game::new(position), &limits);
        // Every window of the last iteration, of which the record has the last.
        assert!(nodes.len() as u64 <= whole.nodes - before.nodes);
        assert_eq!(nodes[0].value, whole.score);
        for (id, node) in nodes.iter().enumerate().skip(1) {
            let parent = node.parent.expect("only the root has none");
            assert!(parent < id);
            match node.role {
                Role::Singular | Role::Verification => {
                    assert_eq!(node.position, nodes[parent].position)
                }
                Role::NullMove => assert_eq!(node.position, nodes[parent].position.make_null()),
                _ => assert_eq!(node.position, nodes[parent].position.make(node.mv)),
            }
        }
        let best = nodes.iter().filter(|node| node.parent == Some(0)).map(|node| -node.value).max();
        assert_eq!(best, Some(whole.score));
        let found = |wanted: Reason| nodes.iter().any(|node| node.reason == wanted);
        assert!(found(Reason::Table) && found(Reason::StandPat) && found(Reason::ReverseFutility));
        let skips =
            |wanted: Skip| nodes.iter().any(|node| node.skipped.iter().any(|it| it.1 == wanted));
        let rules = [Skip::Late, Skip::Futility, Skip::History, Skip::Exchange, Skip::Delta];
        assert!(rules.into_iter().filter(|&rule| skips(rule)).count() >= 3);
        assert_eq!(engine_text(&tree).lines().count(), nodes.len() + 1);

        let small = grow_engine(&mut searcher, &position, 5, 100).expect("moves");
        assert_eq!(small.size(), 100);
        assert_eq!(small.trace.left_out, nodes.len() - 100);
        let mated = Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").expect("a position");
        assert!(grow_engine(&mut searcher, &mated, 5, 100).is_none());
    }
}
