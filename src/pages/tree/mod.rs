//! Pictures of a search of the lab, as the source texts draw them: the window in
//! brackets before and after each move, the value, and what was cut off and why (texts
//! 000 and 003). Windows and values are seen from the side that moves.

mod book;
mod canvas;
mod drawing;
mod engine;
mod layout;
mod page;
mod side;
mod walk;

pub use book::svg;
pub use drawing::{dot, text};
pub use engine::{EngineTree, engine_html, engine_text, grow_engine};
#[cfg(feature = "cli")]
pub use page::{board, fill, squares};
pub use side::side;
#[cfg(feature = "cli")]
pub use side::{VIEW_SCRIPT, VIEW_STYLE, view};
pub use walk::{Difference, Place, Step, Visit, Walk};

use super::static_value;
use crate::board::{Position, notation};
use crate::engine::pluralise;
use crate::lab::{
    Algorithm, Ending, Lab, Options, Outcome, TreeNode, TreeTooLarge, WrittenTree, branch_number,
};
use crate::types::Score;

/// A searched tree with the data for the picture's title.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Depth in plies.
    pub depth: u32,
    /// The result of the search.
    pub outcome: Outcome,
    /// The nodes in the order of the search.
    pub nodes: Vec<TreeNode>,
    /// The tree that was searched, if it was not one of chess.
    pub written: Option<WrittenTree>,
    /// Of each position only so many moves were looked at, if not all.
    pub width: Option<usize>,
}

/// Searches a position with static values at the leaves, and keeps the tree.
///
/// # Errors
/// If the tree has more than `limit` nodes.
pub fn grow(
    position: &Position,
    algorithm: Algorithm,
    options: &Options,
    depth: u32,
    limit: usize,
) -> Result<Tree, TreeTooLarge> {
    let mut leaf = static_value();
    let mut lab = Lab::new(algorithm, options.clone(), &mut leaf);
    let (outcome, nodes) = lab.draw(position, depth, limit)?;
    Ok(Tree { algorithm, depth, outcome, nodes, written: None, width: options.width })
}

/// Searches a written tree and keeps what was searched of it. The options are those that pass
/// [`Options::check_for_tree`].
///
/// # Errors
/// If that has more than `limit` nodes.
pub fn grow_written(
    tree: &WrittenTree,
    algorithm: Algorithm,
    options: &Options,
    limit: usize,
) -> Result<Tree, TreeTooLarge> {
    let depth = tree.depth();
    let mut lab = Lab::of_tree(algorithm, options.clone(), tree);
    let (outcome, nodes) = lab.draw(&Position::startpos(), depth, limit)?;
    Ok(Tree { algorithm, depth, outcome, nodes, written: Some(tree.clone()), width: None })
}

impl Tree {
    /// What was searched: a FEN or a written tree.
    fn start(&self) -> String {
        let fen = || self.nodes[0].position.to_string();
        self.written.as_ref().map_or_else(fen, WrittenTree::to_string)
    }

    /// The position and what the search cost, in a line.
    fn facts(&self) -> String {
        let counters = &self.outcome.counters;
        format!(
            "{} | {} | {}, {}, {} of them by null windows, {} searched again",
            self.start(),
            self.outcome.value,
            pluralise(counters.nodes as usize, "node"),
            pluralise(counters.cuts as usize, "cut"),
            counters.null_cuts,
            counters.re_searches,
        )
    }

    /// The move that leads to a node in SAN; in a written tree the numbers of the branches from
    /// the root, such as 2.1; empty at the root.
    fn label(&self, node: &TreeNode) -> String {
        let Some(parent) = node.parent else { return String::new() };
        let parent = &self.nodes[parent];
        if self.written.is_none() {
            return notation::format_san(&parent.position, node.mv);
        }
        let before = self.label(parent);
        let dot = if before.is_empty() { "" } else { "." };
        format!("{before}{dot}{}", 1 + branch_number(node.mv))
    }
}

/// A value as text: centipawns with a sign, `#2` for a mate in two moves, or infinity.
fn score(value: Score) -> String {
    let sign = if value < Score::DRAW { '-' } else { '+' };
    match value.abs() {
        size if size >= Score::INFINITE => format!("{sign}inf"),
        // A null window at the end of the open one.
        size if size > Score::MATE => {
            format!("{sign}inf{:+}", value.signum() * (size - Score::INFINITE))
        }
        _ => match value.mate_moves() {
            Some(moves) if value < Score::DRAW => format!("-#{}", moves.abs()),
            Some(moves) => format!("#{moves}"),
            None => format!("{:+}", value.centipawns()),
        },
    }
}

fn window((alpha, beta): (Score, Score)) -> String {
    format!("[{}, {}]", score(alpha), score(beta))
}

fn ending_word(ending: Ending) -> &'static str {
    match ending {
        Ending::Inner => "",
        Ending::Leaf => "leaf",
        Ending::Mate => "mate",
        Ending::Stalemate => "stalemate",
        Ending::Table => "table",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_short() {
        for (value, text) in [
            (Score::DRAW, "+0"),
            (Score::cp(-35), "-35"),
            (Score::INFINITE, "+inf"),
            (-Score::INFINITE, "-inf"),
            (Score::INFINITE - 1, "+inf-1"),
            (-Score::INFINITE + 1, "-inf+1"),
            (Score::mate_in(3), "#2"),
            (Score::mated_in(4), "-#2"),
        ] {
            assert_eq!(score(value), text);
        }
    }
}
