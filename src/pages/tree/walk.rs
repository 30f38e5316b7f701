//! Searches of the same tree laid over each other: the branches that any of them could search,
//! and the order in which they do, step by step.

use super::page::squares;
use super::{Tree, score};
use crate::board::Position;
use crate::board::notation::format_san;
use crate::lab::{Cut, Ending, TreeNode, WrittenTree, branch_number};
use crate::types::{Color, Move, Score};
use std::collections::{HashMap, VecDeque};

/// More unsearched moves of a position than this are one branch.
const SINGLE_MOVES: usize = 3;

/// A visit: the search, and the index in its [`Tree::nodes`].
pub type Visit = (usize, usize);

/// A branch of the tree, searched or not.
#[derive(Clone, Debug)]
pub struct Place {
    /// The place it leads from; the root has none.
    pub parent: Option<usize>,
    /// The branches from here: those that are searched in the order of the first visits, then
    /// the others in their own order.
    pub children: Vec<usize>,
    /// Plies from the root.
    pub ply: usize,
    /// The move in SAN, or in a written tree the numbers of the branches from the root, such as 2.1.
    pub label: String,
    /// The value of a leaf of a written tree, which is known without a search.
    pub leaf: Option<String>,
    /// By search, its visits as indices of [`Tree::nodes`].
    pub visits: Vec<Vec<usize>>,
    /// In chess the position, if a search has been there.
    pub position: Option<Position>,
    /// The squares of the move to it, as `e2e4`.
    pub squares: String,
    mv: Move,
}

/// A place that one or more of the searches visit together.
#[derive(Clone, Debug)]
pub struct Step {
    /// The place.
    pub place: usize,
    /// By search, the visit as an index of [`Tree::nodes`]; none while the search waits.
    pub visits: Vec<Option<usize>>,
}

/// A cut that some searches make in the same step and another does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The searches that cut, with their visits in which they do.
    pub cuts: Vec<Visit>,
    /// The branches that they leave out and another search visits there, with those visits.
    pub branches: Vec<(usize, Vec<Visit>)>,
}

/// One or more searches of the same tree.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    /// The searches.
    pub lanes: &'a [Tree],
    /// All branches; the root is the first, and parents come before their children.
    pub places: Vec<Place>,
    /// The order of the visits. Each search keeps its own, and where two search the same branch
    /// they do it in the same step.
    pub steps: Vec<Step>,
    /// By search and node, its step.
    step_of: Vec<Vec<usize>>,
    /// By search and node, its children.
    children: Vec<Vec<Vec<usize>>>,
    /// Windows and values are those of Black, who moves at the root, turned to White's view.
    is_turned: bool,
}

impl<'a> Walk<'a> {
    /// Lays searches of the same tree, at least one, over each other.
    pub fn new(lanes: &'a [Tree]) -> Self {
        let mut walk = Self {
            lanes,
            places: Vec::new(),
            steps: Vec::new(),
            step_of: lanes.iter().map(|tree| vec![0; tree.nodes.len()]).collect(),
            children: lanes.iter().map(children).collect(),
            is_turned: false,
        };
        let root = walk.add(None, Move::NONE, String::new());
        walk.join(root, vec![Some(0); lanes.len()]);
        match &lanes[0].written {
            Some(tree) => walk.add_written(tree),
            None => walk.add_unsearched_moves(),
        }
        walk
    }

    fn add(&mut self, parent: Option<usize>, mv: Move, label: String) -> usize {
        let id = self.places.len();
        let ply = parent.map_or(0, |parent| self.places[parent].ply + 1);
        let place = Place {
            parent,
            children: Vec::new(),
            ply,
            label,
            leaf: None,
            visits: vec![Vec::new(); self.lanes.len()],
            position: None,
            squares: String::new(),
            mv,
        };
        self.places.push(place);
        if let Some(parent) = parent {
            self.places[parent].children.push(id);
        }
        id
    }

    /// The searches with a visit here visit it together, and then what is below.
    fn join(&mut self, place: usize, visits: Vec<Option<usize>>) {
        let step = self.steps.len();
        let mut left = vec![VecDeque::new(); visits.len()];
        for (lane, visit) in visits.iter().enumerate() {
            let Some(visit) = *visit else { continue };
            self.step_of[lane][visit] = step;
            self.places[place].visits[lane].push(visit);
            if self.lanes[0].written.is_none() {
                let node = &self.lanes[lane].nodes[visit];
                self.places[place].position = Some(node.position);
                self.places[place].squares = squares(node.mv);
            }
            left[lane] = self.branches(lane, visit);
        }
        self.steps.push(Step { place, visits });
        while let Some(next) = next_branch(&left) {
            let take = |queue: &mut VecDeque<(Branch, usize)>| {
                queue.pop_front_if(|(branch, _)| *branch == next).map(|(_, visit)| visit)
            };
            let visits: Vec<_> = left.iter_mut().map(take).collect();
            let child = self.child(place, next.0).unwrap_or_else(|| {
                let node = |(tree, visit): (&Tree, &Option<usize>)| {
                    visit.map(|visit| tree.label(&tree.nodes[visit]))
                };
                let label = self.lanes.iter().zip(&visits).find_map(node);
                self.add(Some(place), next.0, label.unwrap_or_default())
            });
            self.join(child, visits);
        }
    }

    fn child(&self, place: usize, mv: Move) -> Option<usize> {
        self.places[place].children.iter().copied().find(|&child| self.places[child].mv == mv)
    }

    /// The visits below a visit, each with its branch.
    fn branches(&self, lane: usize, visit: usize) -> VecDeque<(Branch, usize)> {
        let mut seen: HashMap<Move, usize> = HashMap::new();
        let numbered = |&child: &usize| {
            let mv = self.lanes[lane].nodes[child].mv;
            let times = seen.entry(mv).or_default();
            *times += 1;
            ((mv, *times), child)
        };
        self.children[lane][visit].iter().map(numbered).collect()
    }

    /// Adds what no search visits of a written tree.
    fn add_written(&mut self, tree: &WrittenTree) {
        // By place, where it is in the written tree.
        let mut written = vec![tree.root(); self.places.len()];
        let mut place = 0;
        while place < self.places.len() {
            let branches = tree.branches(written[place]);
            for &child in &self.places[place].children {
                written[child] = branches[branch_number(self.places[child].mv)];
            }
            for (index, &branch) in branches.iter().enumerate() {
                let is_known = |&child: &usize| written[child] == branch;
                if !self.places[place].children.iter().any(is_known) {
                    let before = &self.places[place].label;
                    let dot = if before.is_empty() { "" } else { "." };
                    let label = format!("{before}{dot}{}", 1 + index);
                    self.add(Some(place), Move::NONE, label);
                    written.push(branch);
                }
            }
            let ply = self.places[place].ply;
            let turned = !self.is_own() && !ply.is_multiple_of(2);
            let leaf = tree.value(written[place], ply);
            let leaf = leaf.map(|value| self.shown(if turned { -value } else { value }));
            self.places[place].leaf = leaf;
            place += 1;
        }
    }

    /// Adds the moves that no search visits of the positions in which some were searched.
    fn add_unsearched_moves(&mut self) {
        for place in 0..self.places.len() {
            let is_inner = |node: &TreeNode| node.ending == Ending::Inner;
            let Some(position) = self.places[place].position else { continue };
            if !self.visits(place).any(is_inner) {
                continue;
            }
            let mut moves = position.legal_moves();
            moves.truncate(self.lanes[0].width.unwrap_or(usize::MAX));
            moves.retain(|mv| self.child(place, *mv).is_none());
            if moves.len() > SINGLE_MOVES {
                self.add(Some(place), Move::NONE, format!("{} moves", moves.len()));
                continue;
            }
            for mv in moves {
                self.add(Some(place), mv, format_san(&position, mv));
            }
        }
    }

    /// All visits of a place.
    fn visits(&self, place: usize) -> impl Iterator<Item = &TreeNode> {
        let lanes = self.lanes.iter().zip(&self.places[place].visits);
        lanes.flat_map(|(tree, visits)| visits.iter().map(|&visit| &tree.nodes[visit]))
    }

    /// The place of a visit.
    pub fn place_of(&self, (lane, visit): Visit) -> usize {
        self.steps[self.step_of[lane][visit]].place
    }

    /// The last step below a visit, with which its search leaves it.
    pub fn end_of(&self, (lane, visit): Visit) -> usize {
        let mut last = visit;
        while let Some(&child) = self.children[lane][last].last() {
            last = child;
        }
        self.step_of[lane][last]
    }

    /// True if values are those of the side to move, as in negamax; otherwise they are seen from
    /// the side to move at the root.
    pub fn is_own(&self) -> bool {
        self.lanes[0].written.as_ref().is_some_and(WrittenTree::has_own_values)
    }

    /// True if the tree is one of chess.
    pub fn is_chess(&self) -> bool {
        self.places[0].position.is_some()
    }

    /// Turns windows and values to White's view, if Black moves at the root of a tree of chess.
    pub fn turn_to_white(&mut self) {
        let root = self.places[0].position;
        self.is_turned = root.is_some_and(|root| root.side_to_move() == Color::Black);
    }

    /// The side whose view windows and values are, if the tree is one of chess, and whether it moves
    /// at the root.
    pub fn max(&self) -> (Option<Color>, bool) {
        let mover = self.places[0].position.map(|root| root.side_to_move());
        (mover.map(|mover| if self.is_turned { !mover } else { mover }), !self.is_turned)
    }

    /// A value as text: in a written tree numbers have no plus.
    fn shown(&self, value: Score) -> String {
        let text = score(value).replace("inf", "\u{221e}").replace('-', "\u{2212}");
        match text.strip_prefix('+') {
            Some(plain) if !self.is_chess() => plain.to_owned(),
            _ => text,
        }
    }

    fn shown_window(&self, (alpha, beta): (Score, Score), turned: bool) -> String {
        let (low, high) = if turned { (-beta, -alpha) } else { (alpha, beta) };
        format!("[{}, {}]", self.shown(low), self.shown(high))
    }

    /// True if window and value of a visit have to be turned: they are recorded as the side that
    /// moved sees them.
    fn is_turned(&self, visit: Visit) -> bool {
        let ply = self.places[self.place_of(visit)].ply;
        self.is_turned != (ply > 0 && (self.is_own() || ply.is_multiple_of(2)))
    }

    /// Window and value of a visit, as they are shown.
    pub fn seen(&self, visit: Visit) -> ((Score, Score), Score) {
        let (node, (low, high)) = (self.node(visit), self.node(visit).before);
        if self.is_turned(visit) { ((-high, -low), -node.value) } else { ((low, high), node.value) }
    }

    /// The node of a visit.
    pub fn node(&self, (lane, visit): Visit) -> &TreeNode {
        &self.lanes[lane].nodes[visit]
    }

    /// The window with which a visit begins.
    pub fn window(&self, visit: Visit) -> String {
        self.shown_window(self.seen(visit).0, false)
    }

    /// The window of the node above after a visit.
    pub fn window_after(&self, visit: Visit) -> Option<String> {
        let turned = !self.is_own() && self.is_turned(visit);
        self.node(visit).after.map(|window| self.shown_window(window, turned))
    }

    /// The value that a visit finds, as at most or at least this if it is only a bound.
    pub fn value(&self, visit: Visit) -> String {
        let (node, turned) = (self.node(visit), self.is_turned(visit));
        let text = self.shown(self.seen(visit).1);
        let is_searched = matches!(node.ending, Ending::Inner | Ending::Table);
        let is_high = node.value >= node.before.1;
        if !is_searched || (!is_high && node.value > node.before.0) {
            return text;
        }
        format!("{}{text}", if is_high == turned { '\u{2264}' } else { '\u{2265}' })
    }

    /// How a search cuts a branch off, if it visits the node above and never this one.
    pub fn struck(&self, lane: usize, place: usize) -> Option<Cut> {
        let place = &self.places[place];
        if !place.visits[lane].is_empty() {
            return None;
        }
        let above = self.places[place.parent?].visits[lane].iter().rev();
        above.filter_map(|&visit| self.node((lane, visit)).cut).map(|(cut, _)| cut).next()
    }

    /// By place, true if it is on the line that the search found.
    pub fn line(&self, lane: usize) -> Vec<bool> {
        let mut on = vec![false; self.places.len()];
        let mut at = Some(0);
        let mut moves = self.lanes[lane].outcome.line.iter();
        while let Some(place) = at {
            on[place] = true;
            at = moves.next().and_then(|&mv| self.child(place, mv));
        }
        on
    }

    /// The cuts that not all searches make, in the order of the steps. A visit is compared
    /// with the last one that another search has begun there by then.
    pub fn differences(&self) -> Vec<Difference> {
        let mut found: Vec<Difference> = Vec::new();
        for (at, step) in self.steps.iter().enumerate() {
            let before = found.len();
            for (lane, visit) in step.visits.iter().enumerate() {
                let Some(cut) = visit.map(|visit| (lane, visit)) else { continue };
                if self.node(cut).cut.is_none_or(|(_, left)| left == 0) {
                    continue;
                }
                let branches = self.searched_elsewhere(cut, at);
                match found[before..].iter_mut().find(|other| other.branches == branches) {
                    Some(same) => same.cuts.push(cut),
                    None if branches.is_empty() => {}
                    None => found.push(Difference { cuts: vec![cut], branches }),
                }
            }
        }
        found
    }

    fn searched_elsewhere(&self, cut: Visit, step: usize) -> Vec<(usize, Vec<Visit>)> {
        let place = &self.places[self.steps[step].place];
        let below = |(lane, visit): Visit, branch: usize| {
            let children = self.children[lane][visit].iter().map(|&child| (lane, child));
            children.into_iter().find(|&child| self.place_of(child) == branch)
        };
        let others = place.visits.iter().enumerate().filter(|&(lane, _)| lane != cut.0);
        let compared: Vec<Visit> = others
            .filter_map(|(lane, visits)| {
                let has_begun = |visit: &&usize| self.step_of[lane][**visit] <= step;
                let visit = visits.iter().rev().find(has_begun).or(visits.first())?;
                Some((lane, *visit))
            })
            .collect();
        let left_out = place.children.iter().filter(|&&branch| below(cut, branch).is_none());
        let with_visits = left_out.map(|&branch| {
            (branch, compared.iter().filter_map(|&other| below(other, branch)).collect())
        });
        with_visits.filter(|(_, visits): &(_, Vec<_>)| !visits.is_empty()).collect()
    }
}

/// A move, and how many times it has been searched.
type Branch = (Move, usize);

/// The branch to go on with: of those next in a search, the first that no other search has
/// something before; if all wait for each other, the first.
fn next_branch(left: &[VecDeque<(Branch, usize)>]) -> Option<Branch> {
    let heads = || left.iter().filter_map(|queue| queue.front()).map(|&(branch, _)| branch);
    let waits =
        |head: &Branch| left.iter().any(|queue| queue.iter().skip(1).any(|(b, _)| b == head));
    heads().find(|head| !waits(head)).or_else(|| heads().next())
}

/// By node, the nodes below it.
fn children(tree: &Tree) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); tree.nodes.len()];
    for (id, node) in tree.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(id);
        }
    }
    children
}
