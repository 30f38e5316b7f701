//! Trees that are written down, as in papers and lectures: `((0 3 (1 2)) (-1 4))` has a root
//! with two branches, of which the first has two leaves and an inner node.

use crate::types::{Centipawns, MOVE_CAPACITY, Score};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The deepest tree, in plies.
pub const DEEPEST: u32 = 60;
/// The largest value of a leaf, in size.
pub const LARGEST: Centipawns = 20_000;

/// A node of a written tree.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    Leaf(Centipawns),
    /// The places of the branches, and the plies to the deepest leaf.
    Inner(Vec<usize>, u32),
}

/// A tree that was written down. Values are seen from the side to move at the root, as in
/// pictures of minimax, unless [`WrittenTree::with_own_values`] says something else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenTree {
    /// Children come before their parents; the root is the last.
    places: Vec<Place>,
    /// A leaf's value is that of its own side to move.
    own_values: bool,
}

/// What is wrong with the text of a tree. Columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TreeError {
    /// Something that is neither a number nor a bracket.
    #[error(
        "column {column}: '{word}' is neither a number from -{LARGEST} to {LARGEST} nor a bracket"
    )]
    Word {
        /// Where it begins.
        column: usize,
        /// The text.
        word: String,
    },
    /// A bracket that closes nothing.
    #[error("column {0}: this bracket closes nothing, or one of another kind")]
    Closed(usize),
    /// The text ends within brackets.
    #[error("the end is missing: {0} more to close")]
    Open(usize),
    /// Brackets with nothing in them.
    #[error("column {0}: a node without branches needs a value, not brackets")]
    Empty(usize),
    /// There is no tree, but at most a value.
    #[error("a tree begins with a bracket: '(0 3 (1 2))'")]
    NoTree,
    /// The tree has ended before the text.
    #[error("column {0}: the tree has ended before this")]
    Rest(usize),
    /// It is too deep.
    #[error("column {0}: more than {DEEPEST} plies deep")]
    Deep(usize),
    /// A node has too many branches.
    #[error("column {0}: more than {MOVE_CAPACITY} branches")]
    Wide(usize),
}

impl FromStr for WrittenTree {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<Self, TreeError> {
        let mut places = Vec::new();
        // Of the nodes that are not closed yet, how they close and their branches.
        let mut open: Vec<(char, Vec<usize>)> = Vec::new();
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            let column = 1 + text[..text.len() - rest.len()].chars().count();
            let Some(first) = rest.chars().next() else { break };
            if open.is_empty() && !places.is_empty() {
                return Err(TreeError::Rest(column));
            }
            match first {
                '(' | '[' if open.len() >= DEEPEST as usize => return Err(TreeError::Deep(column)),
                '(' | '[' => {
                    open.push((if first == '(' { ')' } else { ']' }, Vec::new()));
                    rest = &rest[1..];
                    continue;
                }
                ')' | ']' => {
                    let closed = open.pop().filter(|(bracket, _)| *bracket == first);
                    let (_, branches) = closed.ok_or(TreeError::Closed(column))?;
                    let height = |place: &usize| height(&places[*place]);
                    let below =
                        branches.iter().map(height).max().ok_or(TreeError::Empty(column))?;
                    places.push(Place::Inner(branches, below + 1));
                    rest = &rest[1..];
                }
                _ => {
                    let ends = |c: char| c.is_whitespace() || ",()[]".contains(c);
                    let (word, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
                    // Papers have a longer sign than programs.
                    let value = word.replace('\u{2212}', "-").parse().ok();
                    let value = value.filter(|value| (-LARGEST..=LARGEST).contains(value));
                    let value =
                        value.ok_or_else(|| TreeError::Word { column, word: word.to_owned() })?;
                    places.push(Place::Leaf(value));
                    rest = after;
                }
            }
            match open.last_mut() {
                Some((_, branches)) if branches.len() >= MOVE_CAPACITY => {
                    return Err(TreeError::Wide(column));
                }
                Some((_, branches)) => branches.push(places.len() - 1),
                None if matches!(places.last(), Some(Place::Leaf(_))) => {
                    return Err(TreeError::NoTree);
                }
                None => {}
            }
        }
        match open.len() {
            0 if places.is_empty() => Err(TreeError::NoTree),
            0 => Ok(Self { places, own_values: false }),
            more => Err(TreeError::Open(more)),
        }
    }
}

fn height(place: &Place) -> u32 {
    if let Place::Inner(_, height) = place { *height } else { 0 }
}

impl WrittenTree {
    /// The same with the values of leaves as those of the side to move there, as in negamax.
    #[must_use]
    pub fn with_own_values(self) -> Self {
        Self { own_values: true, ..self }
    }

    /// True after [`Self::with_own_values`].
    pub fn has_own_values(&self) -> bool {
        self.own_values
    }

    /// The place of the root.
    pub fn root(&self) -> usize {
        self.places.len() - 1
    }

    /// The places of the branches; none of a leaf.
    pub fn branches(&self, place: usize) -> &[usize] {
        if let Place::Inner(branches, _) = &self.places[place] { branches } else { &[] }
    }

    /// The plies from a place to the deepest leaf.
    pub(super) fn height(&self, place: usize) -> u32 {
        height(&self.places[place])
    }

    /// The value of a leaf at this ply for its side to move; none of an inner node.
    pub fn value(&self, place: usize, ply: usize) -> Option<Score> {
        let Place::Leaf(value) = self.places[place] else { return None };
        let turns = !self.own_values && !ply.is_multiple_of(2);
        Some(Score::cp(if turns { -value } else { value }))
    }

    /// Plies from the root to the deepest leaf.
    pub fn depth(&self) -> u32 {
        self.height(self.root())
    }

    /// Nodes, the root among them, and leaves.
    pub fn size(&self) -> (usize, usize) {
        let leaves = self.places.iter().filter(|place| matches!(place, Place::Leaf(_))).count();
        (self.places.len(), leaves)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, place: usize) -> fmt::Result {
        match &self.places[place] {
            Place::Leaf(value) => write!(f, "{value}"),
            Place::Inner(branches, _) => {
                for (index, &branch) in branches.iter().enumerate() {
                    f.write_str(if index == 0 { "(" } else { " " })?;
                    self.write(f, branch)?;
                }
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for WrittenTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, self.root())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_read_as_it_is_written() {
        for text in ["((0 3 (1 2)) (-1 4))", "(5)", "(((7)))", "(-3 (2 9))"] {
            let tree: WrittenTree = text.parse().unwrap();
            assert_eq!(tree.to_string(), text);
        }
        let tree: WrittenTree = " [ [0,3, (1 2)],[\u{2212}1 4] ] ".parse().unwrap();
        assert_eq!(tree.to_string(), "((0 3 (1 2)) (-1 4))");
        assert_eq!((tree.depth(), tree.size()), (3, (10, 6)));
    }

    #[test]
    fn the_place_of_a_fault_is_named() {
        for (text, error) in [
            ("", TreeError::NoTree),
            ("5", TreeError::NoTree),
            ("(1 2", TreeError::Open(1)),
            ("((1 2)", TreeError::Open(1)),
            (")", TreeError::Closed(1)),
            ("(1 2) 3", TreeError::Rest(7)),
            ("(1 2))", TreeError::Rest(6)),
            ("(1 2]", TreeError::Closed(5)),
            ("(1 () 2)", TreeError::Empty(5)),
            ("(1 2x)", TreeError::Word { column: 4, word: "2x".to_owned() }),
            ("(ä 1)", TreeError::Word { column: 2, word: "ä".to_owned() }),
            ("(20001)", TreeError::Word { column: 2, word: "20001".to_owned() }),
        ] {
            assert_eq!(text.parse::<WrittenTree>(), Err(error), "{text}");
        }
        let deep = "(".repeat(61) + "1" + &")".repeat(61);
        assert_eq!(deep.parse::<WrittenTree>(), Err(TreeError::Deep(61)));
        let wide = format!("({})", "1 ".repeat(MOVE_CAPACITY + 1));
        assert!(matches!(wide.parse::<WrittenTree>(), Err(TreeError::Wide(_))));
    }
}
