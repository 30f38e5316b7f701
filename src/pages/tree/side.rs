//! One to three searches of the same tree side by side, as one self-contained HTML page.

use super::page::{cut_word, fill, kind_word, squares};
use super::walk::{Place, Walk};
use super::{Tree, ending_word};
use crate::lab::Task;
use crate::pages::language::Language;
use serde_json::{Value, json};

const PAGE: &str = include_str!("side.html");

/// The page. All searches step together through the branches that any of them visits; a search
/// that has cut a branch waits for the others, and cuts that not all make are marked. With `asks` it
/// begins with questions about the next step.
pub fn side(trees: &[Tree], asks: bool, language: Language) -> String {
    let walk = Walk::new(trees);
    let is_chess = trees[0].written.is_none();
    let node = |place: &Place| {
        let visits = place.visits.iter().zip(trees);
        let mut nodes = visits.filter_map(|(visits, tree)| Some(&tree.nodes[*visits.first()?]));
        nodes.next().filter(|_| is_chess)
    };
    let place = |place: &Place| {
        let board = node(place).map(|node| {
            let fen = node.position.to_string();
            fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
        });
        let squares = node(place).map(|node| squares(node.mv));
        json!([place.parent, place.label, place.leaf, board, squares])
    };
    let places: Vec<Value> = walk.places.iter().map(place).collect();
    let steps = walk.steps.iter().map(|step| json!([step.place, step.visits]));
    let seen = if walk.is_own() { "the side to move" } else { "MAX" };
    let data = json!({
        "start": trees[0].start(),
        "depth": trees[0].depth,
        "chess": is_chess,
        "asks": asks,
        "language": language.code(),
        "seen": seen,
        "lanes": (0..trees.len()).map(|lane| lane_data(&walk, lane)).collect::<Vec<Value>>(),
        "places": places,
        "steps": steps.collect::<Vec<Value>>(),
        "differences": walk
            .differences()
            .iter()
            .map(|it| json!([it.cuts, it.branches]))
            .collect::<Vec<Value>>(),
    });
    fill(PAGE, &data)
}

/// The CSS class of a line of pseudo-code.
const fn task_word(task: Task) -> &'static str {
    match task {
        Task::Leaf => "leaf",
        Task::Open => "open",
        Task::Null => "null",
        Task::Again => "again",
        Task::Cut => "cut",
        Task::Other => "",
    }
}

fn lane_data(walk: &Walk<'_>, lane: usize) -> Value {
    let tree = &walk.lanes[lane];
    let visit = |(id, node): (usize, &crate::lab::TreeNode)| {
        let (cut, left) = node.cut.map_or(("", 0), |(cut, left)| (cut_word(cut), left));
        json!([
            node.parent,
            kind_word(node.kind),
            walk.window((lane, id)),
            walk.value((lane, id)),
            ending_word(node.ending),
            cut,
            left,
            walk.window_after((lane, id)),
            walk.end_of((lane, id)),
        ])
    };
    let line = walk.line(lane).into_iter().enumerate();
    let code =
        tree.algorithm.pseudo_code().iter().map(|&(text, task)| json!([text, task_word(task)]));
    json!({
        "name": tree.algorithm.name(),
        "code": code.collect::<Vec<Value>>(),
        "visits": tree.nodes.iter().enumerate().map(visit).collect::<Vec<Value>>(),
        "line": line.filter(|(_, on)| *on).map(|(place, _)| place).collect::<Vec<usize>>(),
    })
}
