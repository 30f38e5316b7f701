//! A tree and its search, as the page steps through it.

use crate::board::Position;
use crate::lab::{Algorithm, Ending, Kind, Lab, Options, WrittenTree};
use crate::pages::language::{Said, plain, say};
use crate::pages::static_value;
use crate::pages::tree::{Tree, Walk, squares, view};
use crate::types::{Move, Score};
use serde_json::Value;
use std::collections::HashMap;

/// A node of the whole tree.
#[derive(Clone, Debug)]
pub struct Place {
    pub parent: Option<usize>,
    /// The move that leads here.
    pub label: String,
    /// The move and, unless that is clear, those before it.
    pub name: String,
    /// The position, in chess.
    pub position: Option<Position>,
}

/// One visit of the search at a node. Window and values are those of Max, in chess White.
#[derive(Clone, Debug)]
pub struct Visit {
    pub place: usize,
    pub kind: Kind,
    pub window: (Score, Score),
    pub value: Score,
    pub ending: Ending,
}

/// A tree, and the visits of a search in their order.
#[derive(Clone, Debug)]
pub struct Picture {
    pub places: Vec<Place>,
    pub visits: Vec<Visit>,
    /// What the page steps through.
    pub view: Value,
}

/// What stands for the branches of a written tree in a tree of chess, by their names in the written one,
/// such as 2.1: the move to each, with its name, and the position.
pub type Moves = HashMap<String, (String, Move, Position)>;

impl Picture {
    /// A written tree, whose first moves are named by these letters, as `A`; later ones get
    /// numbers and letters in turn, as `A2b`.
    pub fn written(tree: &WrittenTree, letters: &str, algorithm: Algorithm) -> Self {
        Self::with_window(tree, letters, algorithm, (-Score::INFINITE, Score::INFINITE))
    }

    /// The same, searched with a window at the root.
    pub fn with_window(
        tree: &WrittenTree,
        letters: &str,
        algorithm: Algorithm,
        window: (Score, Score),
    ) -> Self {
        let tree = searched(tree, algorithm, window);
        let mut walk = Walk::new(std::slice::from_ref(&tree));
        for place in &mut walk.places {
            place.label = in_letters(&place.label, letters);
        }
        Self::of(&walk)
    }

    /// A written tree that stands for one of chess.
    pub fn of_moves(tree: &WrittenTree, moves: &Moves, window: (Score, Score)) -> Self {
        let tree = searched(tree, Algorithm::AlphaBeta, window);
        let mut walk = Walk::new(std::slice::from_ref(&tree));
        for place in &mut walk.places {
            let Some((label, mv, position)) = moves.get(&place.label) else { continue };
            (place.position, place.leaf) = (Some(*position), None);
            (place.label, place.squares) = (label.clone(), squares(*mv));
        }
        Self::of(&walk)
    }

    /// A search of a chess position, with static values of the classical evaluation at the
    /// leaves.
    pub fn chess(position: &Position, algorithm: Algorithm, options: &Options, depth: u32) -> Self {
        Self::chess_by(position, algorithm, options, depth, &mut static_value())
    }

    /// The same with other values at the leaves.
    pub fn chess_by(
        position: &Position,
        algorithm: Algorithm,
        options: &Options,
        depth: u32,
        leaf: &mut dyn FnMut(&Position, usize) -> Score,
    ) -> Self {
        let mut lab = Lab::new(algorithm, options.clone(), leaf);
        let drawn = lab.draw(position, depth, MANY);
        // Only too large a tree is an error.
        let (outcome, nodes) = drawn.unwrap_or_else(|error| unreachable!("{error}"));
        let tree = Tree { algorithm, depth, outcome, nodes, written: None, width: options.width };
        let mut walk = Walk::new(std::slice::from_ref(&tree));
        walk.turn_to_white();
        Self::of(&walk)
    }

    fn of(walk: &Walk<'_>) -> Self {
        let mut places: Vec<Place> = Vec::with_capacity(walk.places.len());
        for place in &walk.places {
            let before = place.parent.filter(|_| walk.is_chess()).map(|id| &places[id].name);
            let before = before.filter(|name| !name.is_empty());
            let name = before.map_or_else(String::new, |name| format!("{name} "));
            places.push(Place {
                parent: place.parent,
                label: place.label.clone(),
                name: name + &place.label,
                position: place.position,
            });
        }
        let visit = |id: usize| {
            let (node, (window, value)) = (walk.node((0, id)), walk.seen((0, id)));
            Visit {
                place: walk.place_of((0, id)),
                kind: node.kind,
                window,
                value,
                ending: node.ending,
            }
        };
        let visits = (0..walk.lanes[0].nodes.len()).map(visit).collect();
        Self { places, visits, view: view(walk) }
    }

    /// The value of the root for Max.
    pub fn value(&self) -> Score {
        self.visits[0].value
    }

    /// Visits that ended a line.
    pub fn leaves_visited(&self) -> usize {
        self.visits.iter().filter(|visit| visit.ending == Ending::Leaf).count()
    }

    /// The leaves of the whole tree.
    pub fn leaf_places(&self) -> impl Iterator<Item = usize> {
        let inner: Vec<usize> = self.places.iter().filter_map(|place| place.parent).collect();
        (0..self.places.len()).filter(move |place| !inner.contains(place))
    }

    /// The children of a place.
    pub fn children(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        let child = move |&other: &usize| self.places[other].parent == Some(place);
        (0..self.places.len()).filter(child)
    }

    /// The visits of a place.
    pub fn visits_of(&self, place: usize) -> impl Iterator<Item = &Visit> {
        self.visits.iter().filter(move |visit| visit.place == place)
    }
}

/// More nodes than any tree of the tour has.
const MANY: usize = usize::MAX - 1;

fn searched(tree: &WrittenTree, algorithm: Algorithm, window: (Score, Score)) -> Tree {
    let depth = tree.depth();
    let mut lab = Lab::of_tree(algorithm, Options::default(), tree);
    let drawn = lab.draw_window(&Position::startpos(), depth, window, MANY);
    let (outcome, nodes) = drawn.unwrap_or_else(|error| unreachable!("{error}"));
    Tree { algorithm, depth, outcome, nodes, written: Some(tree.clone()), width: None }
}

/// The name of a branch in place of its numbers: `2.1.3` becomes `B1c`.
fn in_letters(numbers: &str, letters: &str) -> String {
    let part = |(ply, number): (usize, &str)| {
        let branch = number.parse::<usize>().ok()?.checked_sub(1)?;
        match ply {
            0 => letters.chars().nth(branch).map(String::from),
            ply if ply % 2 == 1 => Some(number.to_owned()),
            _ => Some(char::from(b'a' + branch as u8).to_string()),
        }
    };
    numbers.split('.').enumerate().filter_map(part).collect()
}

/// A value in words: `5`, or a bound of it as in `at most 5` if it lies outside the window.
pub fn in_words(value: Score, (low, high): (Score, Score)) -> Said {
    let number = value.centipawns();
    match value {
        value if value <= low => {
            say!("at most {number}", "höchstens {number}", "не больше {number}")
        }
        value if value >= high => {
            say!("at least {number}", "mindestens {number}", "не меньше {number}")
        }
        _ => plain(number),
    }
}

/// A window as the page writes it: `[5, ∞]`.
pub fn window_text((low, high): (Score, Score)) -> String {
    let end = |value: Score| match value {
        value if value.abs() >= Score::INFINITE - 1 && value < Score::DRAW => "−∞".to_owned(),
        value if value.abs() >= Score::INFINITE - 1 => "∞".to_owned(),
        value => value.centipawns().to_string().replace('-', "−"),
    };
    format!("[{}, {}]", end(low), end(high))
}
