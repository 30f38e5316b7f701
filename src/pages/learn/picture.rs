//! A tree and its search, as the page steps through it.

use crate::board::{Position, notation};
use crate::lab::{
    Algorithm, Cut, Ending, Kind, Lab, Options, TreeNode, TreeTooLarge, WrittenTree, branch_number,
};
use crate::pages::language::{Said, plain, say};
use crate::pages::static_value;
use crate::types::{Centipawns, Color, Move, Score};
use serde_json::{Value, json};

/// A node of the whole tree.
#[derive(Clone, Debug)]
pub struct Place {
    pub parent: Option<usize>,
    /// The move that leads here, and all moves from the root.
    pub label: String,
    pub name: String,
    /// The value of a leaf of a written tree for Max.
    pub value: Option<Centipawns>,
    /// The position, in chess, and the squares of the move to it, as `e2e4`.
    pub position: Option<Position>,
    pub squares: String,
    /// White, who is Max, is to move.
    pub max: bool,
}

/// One visit of the search at a node. Window and values are those of Max.
#[derive(Clone, Debug)]
pub struct Visit {
    pub place: usize,
    pub parent: Option<usize>,
    pub kind: Kind,
    pub window: (Score, Score),
    /// The window of the parent after this visit.
    pub after: Option<(Score, Score)>,
    pub value: Score,
    pub ending: Ending,
    pub cut: Option<(Cut, usize)>,
}

/// A tree, and the visits of a search in their order.
#[derive(Clone, Debug)]
pub struct Picture {
    pub algorithm: Algorithm,
    pub places: Vec<Place>,
    pub visits: Vec<Visit>,
}

/// The record of a search of constants, which have no more nodes than are allowed.
fn drawn(lab: &mut Lab<'_>, position: &Position, depth: u32) -> Vec<TreeNode> {
    let drawn = lab.draw(position, depth, usize::MAX - 1);
    drawn.map(|(_, nodes)| nodes).unwrap_or_else(|TreeTooLarge { .. }| Vec::new())
}

fn written_record(tree: &WrittenTree, algorithm: Algorithm) -> Vec<TreeNode> {
    drawn(
        &mut Lab::of_tree(algorithm, Options::default(), tree),
        &Position::startpos(),
        tree.depth(),
    )
}

impl Picture {
    /// A written tree, whose first moves are named by these letters, as `A`; later ones get
    /// numbers and letters in turn, as `A2b`.
    pub fn written(tree: &WrittenTree, letters: &str, algorithm: Algorithm) -> Self {
        let whole = written_record(tree, Algorithm::Minimax);
        let mut places: Vec<Place> = Vec::with_capacity(whole.len());
        let mut plies: Vec<usize> = Vec::with_capacity(whole.len());
        for node in &whole {
            let ply = node.parent.map_or(0, |parent| plies[parent] + 1);
            plies.push(ply);
            // The root has no move.
            let branch = if ply > 0 { branch_number(node.mv) } else { 0 };
            let label = match ply {
                0 => String::new(),
                1 => letters.chars().nth(branch).map(String::from).unwrap_or_default(),
                ply if ply % 2 == 0 => (branch + 1).to_string(),
                _ => char::from(b'a' + branch as u8).to_string(),
            };
            let before = node.parent.map_or("", |parent| &places[parent].name);
            let name = format!("{before}{label}");
            places.push(Place {
                parent: node.parent,
                label,
                name,
                value: leaf_value(node),
                position: None,
                squares: String::new(),
                max: node.position.side_to_move() == Color::White,
            });
        }
        Self::of(algorithm, places, &whole, &written_record(tree, algorithm))
    }

    /// The same, searched with a window at the root.
    pub fn with_window(
        tree: &WrittenTree,
        letters: &str,
        algorithm: Algorithm,
        (alpha, beta): (Centipawns, Centipawns),
    ) -> Self {
        let whole = written_record(tree, Algorithm::Minimax);
        let window = (Score::cp(alpha), Score::cp(beta));
        let drawn = Lab::of_tree(algorithm, Options::default(), tree).draw_window(
            &Position::startpos(),
            tree.depth(),
            window,
            usize::MAX - 1,
        );
        let places = Self::written(tree, letters, algorithm).places;
        Self::of(algorithm, places, &whole, &drawn.unwrap_or_default())
    }

    /// The same, with nodes that are, in the order of minimax, positions reached by moves with
    /// these names.
    pub fn named(mut self, nodes: &[(String, Move, Position)]) -> Self {
        let picture = &mut self;
        for (index, (label, mv, position)) in nodes.iter().enumerate() {
            let before = picture.places[index].parent.map(|parent| &picture.places[parent].name);
            let before = before.filter(|name| !name.is_empty()).map(|name| format!("{name} "));
            let place = &mut picture.places[index];
            place.name = before.unwrap_or_default() + label;
            place.label.clone_from(label);
            place.position = Some(*position);
            place.squares = squares(*mv);
        }
        self
    }

    /// A search of a chess position, with static values of the classical evaluation at the
    /// leaves, and `whole` or what was visited of the tree.
    pub fn chess(
        position: &Position,
        algorithm: Algorithm,
        options: &Options,
        depth: u32,
        whole: bool,
    ) -> Self {
        Self::chess_by(position, algorithm, options, depth, whole, &mut static_value())
    }

    /// The same with other values at the leaves.
    pub fn chess_by(
        position: &Position,
        algorithm: Algorithm,
        options: &Options,
        depth: u32,
        whole: bool,
        leaf: &mut dyn FnMut(&Position, usize) -> Score,
    ) -> Self {
        let record = drawn(&mut Lab::new(algorithm, options.clone(), leaf), position, depth);
        let whole = if whole {
            let all = Options { width: options.width, ..Options::default() };
            drawn(&mut Lab::new(Algorithm::Minimax, all, leaf), position, depth)
        } else {
            record.clone()
        };
        let mut places: Vec<Place> = Vec::with_capacity(whole.len());
        for node in &whole {
            let (label, name) = node.parent.map_or_else(Default::default, |parent| {
                let label = notation::format_san(&whole[parent].position, node.mv);
                let name = format!("{} {label}", places[parent].name);
                (label, name.trim_start().to_owned())
            });
            places.push(Place {
                parent: node.parent,
                label,
                name,
                value: None,
                position: Some(node.position),
                squares: squares(node.mv),
                max: node.position.side_to_move() == Color::White,
            });
        }
        Self::of(algorithm, places, &whole, &record)
    }

    fn of(
        algorithm: Algorithm,
        places: Vec<Place>,
        whole: &[TreeNode],
        record: &[TreeNode],
    ) -> Self {
        let mut visits: Vec<Visit> = Vec::with_capacity(record.len());
        for node in record {
            // The first of the nodes that this move leads to from the same one.
            let place = node.parent.map_or(Some(0), |parent| {
                let parent = visits[parent].place;
                let same = |other: &TreeNode| other.parent == Some(parent) && other.mv == node.mv;
                whole.iter().position(same)
            });
            let max = node.position.side_to_move() == Color::White;
            let mover = if (node.parent.is_none()) == max { Color::White } else { Color::Black };
            let seen = |(low, high): (Score, Score)| match mover {
                Color::White => (low, high),
                Color::Black => (-high, -low),
            };
            visits.push(Visit {
                place: place.unwrap_or_default(),
                parent: node.parent,
                kind: node.kind,
                window: seen(node.before),
                after: node.after.map(seen),
                value: node.value.seen_by(mover),
                ending: node.ending,
                cut: node.cut.filter(|&(_, left)| left > 0),
            });
        }
        Self { algorithm, places, visits }
    }

    /// The value of the root for Max.
    pub fn value(&self) -> Score {
        self.visits[0].value
    }

    /// Visits that ended a line.
    pub fn leaves_visited(&self) -> usize {
        self.visits.iter().filter(|visit| visit.ending == Ending::Leaf).count()
    }

    /// Leaves of the whole tree.
    pub fn leaves(&self) -> usize {
        self.leaf_places().count()
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

    /// For the page.
    pub fn json(&self) -> Value {
        let place = |place: &Place| {
            json!([
                place.parent,
                place.label,
                place.name,
                place.value,
                place.position.as_ref().map(board),
                place.squares,
                place.max,
            ])
        };
        let visit = |visit: &Visit| {
            json!([
                visit.place,
                visit.parent,
                match visit.kind {
                    Kind::Open => "",
                    Kind::Null => "null",
                    Kind::Again => "again",
                },
                pair(visit.window),
                visit.after.map(pair),
                visit.value.centipawns(),
                match visit.ending {
                    Ending::Inner => "",
                    Ending::Table => "table",
                    Ending::Leaf => "leaf",
                    Ending::Mate => "mate",
                    Ending::Stalemate => "stalemate",
                },
                visit.cut.map(|(cut, _)| if cut == Cut::AlphaBeta { "deep" } else { "null" }),
            ])
        };
        json!({
            "algorithm": self.algorithm.name(),
            "places": self.places.iter().map(place).collect::<Vec<Value>>(),
            "visits": self.visits.iter().map(visit).collect::<Vec<Value>>(),
        })
    }
}

/// The value of a leaf for White.
fn leaf_value(node: &TreeNode) -> Option<Centipawns> {
    let mover = !node.position.side_to_move();
    (node.ending == Ending::Leaf).then(|| node.value.seen_by(mover).centipawns())
}

fn squares(mv: Move) -> String {
    if mv.is_none() { String::new() } else { notation::format_move(mv, false) }
}

fn pair((low, high): (Score, Score)) -> [Centipawns; 2] {
    [low.centipawns(), high.centipawns()]
}

/// The first two fields of a FEN: the men, and the side to move.
pub fn board(position: &Position) -> String {
    let fen = position.to_string();
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
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
