//! One to three searches of the same tree side by side: the data that the view of the pages steps
//! through, and a self-contained HTML page with nothing else.

use super::page::{board, cut_word, fill, kind_word};
use super::walk::{Place, Walk};
use super::{Tree, ending_word};
use crate::lab::{Task, TreeNode};
use crate::types::Color;
use serde_json::{Value, json};

/// The style of the view, after that which all pages share.
pub const VIEW_STYLE: &str = concat!(include_str!("shared.css"), include_str!("view.css"));
/// The script of the view, likewise.
pub const VIEW_SCRIPT: &str = concat!(
    include_str!("shared.js"),
    include_str!("words.js"),
    include_str!("reasons.js"),
    include_str!("walk.js"),
    include_str!("telling.js"),
    include_str!("view.js"),
);

/// The page, in the language of the browser. All searches step together through the branches that any of
/// them visits; a search that has cut a branch waits for the others, and cuts that not all make are marked.
/// With `asks` it begins with questions about the next step; `about` says what there is to see, in each
/// language.
pub fn side(trees: &[Tree], asks: bool, about: Option<[&str; 3]>) -> String {
    let walk = view(&Walk::new(trees));
    let data = json!({ "start": trees[0].start(), "asks": asks, "about": about, "walk": walk });
    fill(include_str!("side.html"), &[("STYLE", VIEW_STYLE), ("SCRIPT", VIEW_SCRIPT)], &data)
}

/// What the view has of a walk.
pub fn view(walk: &Walk<'_>) -> Value {
    let place = |place: &Place| {
        let board = place.position.as_ref().map(board);
        json!([place.parent, place.label, place.leaf, board, place.squares])
    };
    let steps = walk.steps.iter().map(|step| json!([step.place, step.visits]));
    let differences = walk.differences();
    let (max, is_max_first) = walk.max();
    json!({
        // The colour of MAX, in chess.
        "max": max.map(|color| if color == Color::White { "w" } else { "b" }),
        "maxFirst": is_max_first,
        "own": walk.is_own(),
        "lanes": (0..walk.lanes.len()).map(|lane| lane_data(walk, lane)).collect::<Vec<Value>>(),
        "places": walk.places.iter().map(place).collect::<Vec<Value>>(),
        "steps": steps.collect::<Vec<Value>>(),
        "differences": differences
            .iter()
            .map(|it| json!([it.cuts, it.branches]))
            .collect::<Vec<Value>>(),
    })
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
    let visit = |(id, node): (usize, &TreeNode)| {
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
        "negamax": tree.algorithm.is_negamax(),
        "code": code.collect::<Vec<Value>>(),
        "visits": tree.nodes.iter().enumerate().map(visit).collect::<Vec<Value>>(),
        "line": line.filter(|(_, on)| *on).map(|(place, _)| place).collect::<Vec<usize>>(),
    })
}
