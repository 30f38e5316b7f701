//! The numbers and tables in the text.

use super::chess::{self, Captures, position};
use super::picture::{Picture, board};
use super::trees::{ORDERS, shared, shared_tree};
use crate::board::{Game, Position};
use crate::eval::network::{INPUTS, TACTICS};
use crate::eval::{Evaluation, Evaluator, piece_values, win_draw_loss};
use crate::lab::{Algorithm, Lab, Options};
use crate::pages::static_value;
use crate::search::{Count, Limits, Searcher, Window};
use crate::types::{Score, Square};
use serde_json::{Value, json};
use std::fmt::Write;

/// The algorithms of the table in the chapter on principal variation search.
pub const COMPARED: [Algorithm; 4] =
    [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::NegaScout, Algorithm::Pvs];

/// The deepest search of the tables of the lab, and of the engine.
const DEPTH: u32 = 5;
const ENGINE_DEPTH: u32 = 10;
const BARE_DEPTH: u32 = 5;

/// The texts to put in, by name.
pub fn texts() -> Vec<(&'static str, String)> {
    let shared_leaves = |order, algorithm| shared(order, algorithm).leaves_visited();
    let protected = Captures::new(&position(chess::PROTECTED)).picture();
    let capture = protected.children(0).nth(1).unwrap_or_default();
    let greedy = protected.places[capture].position.as_ref().map(chess::static_for_white);
    let [moving, passing] = chess::trebuchet();
    let start = position(chess::PROTECTED);
    let middle = moves_by_depth();
    let engine = Engine::measure();
    let mut texts = vec![
        ("value", shared(0, Algorithm::Minimax).value().centipawns().to_string()),
        ("leaves", shared(0, Algorithm::Minimax).leaves().to_string()),
        ("alpha-beta leaves", shared_leaves(0, Algorithm::AlphaBeta).to_string()),
        ("negascout leaves", shared_leaves(0, Algorithm::NegaScout).to_string()),
        ("pvs worst leaves", shared_leaves(1, Algorithm::Pvs).to_string()),
        ("pvs best leaves", shared_leaves(2, Algorithm::Pvs).to_string()),
        ("orders", orders()),
        ("pvs leaves", shared_leaves(0, Algorithm::Pvs).to_string()),
        ("minimal leaves", count(35_u64.pow(3) + 35_u64.pow(2) - 1)),
        ("all leaves", count(35_u64.pow(5))),
        ("hard low", asked(Algorithm::Negamax, (6, 9)).0.to_string()),
        ("soft low", asked(Algorithm::Pvs, (6, 9)).0.to_string()),
        ("hard high", asked(Algorithm::Negamax, (1, 3)).0.to_string()),
        ("soft high", asked(Algorithm::Pvs, (1, 3)).0.to_string()),
        ("windows", windows()),
        ("mtdf", mtdf_table()),
        ("mtdf soft", mtdf(Algorithm::Pvs, 0).len().to_string()),
        ("mtdf hard", mtdf(Algorithm::Negamax, 0).len().to_string()),
        ("mtdf leaves", {
            let steps = mtdf(Algorithm::Pvs, 0);
            steps.iter().map(|step| step.leaves).sum::<u64>().to_string()
        }),
        ("piece inputs", INPUTS.to_string()),
        ("tactics inputs", TACTICS.to_string()),
        ("stop value", number(chess::static_for_white(&start))),
        ("capture", protected.places[capture].label.clone()),
        ("capture value", greedy.map(number).unwrap_or_default()),
        ("quiet value", number(protected.value())),
        ("table visits", few_moves(true).visits.len().to_string()),
        ("no table visits", few_moves(false).visits.len().to_string()),
        ("deepening", middle),
        ("moving value", number(moving.value())),
        ("passing value", number(passing.value())),
        ("moving visits", moving.visits.len().to_string()),
        ("passing visits", passing.visits.len().to_string()),
        ("half won", {
            let men = position(chess::MEN);
            let is_half = |score: &i32| win_draw_loss(Score::cp(*score), &men)[0] >= 500;
            (0..1000).find(is_half).map(|score| number(Score::cp(score))).unwrap_or_default()
        }),
        ("network value", {
            let mut evaluator = Evaluator::new(&Evaluation::network());
            let men = position(chess::MEN);
            number(evaluator.value(&men).seen_by(men.side_to_move()))
        }),
    ];
    texts.extend(engine.texts());
    texts
}

/// A value with its sign.
fn number(value: Score) -> String {
    format!("{:+}", value.centipawns()).replace('-', "−")
}

/// A count with commas.
fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A table whose first column has names.
fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let mut text = String::from("<table><tr>");
    for cell in head {
        let _ = write!(text, "<th>{cell}</th>");
    }
    text.push_str("</tr>\n");
    for row in rows {
        text.push_str("<tr>");
        for (index, cell) in row.iter().enumerate() {
            let tag = if index == 0 { "th" } else { "td" };
            let _ = write!(text, "<{tag}>{cell}</{tag}>");
        }
        text.push_str("</tr>\n");
    }
    text + "</table>"
}

/// Leaf visits of each algorithm in each order of the shared tree.
fn orders() -> String {
    let row = |algorithm: Algorithm| {
        let cells = (0..ORDERS.len()).map(|order| shared(order, algorithm).leaves_visited());
        let name = if algorithm == Algorithm::Pvs { "PVS" } else { algorithm.name() };
        std::iter::once(name.to_owned()).chain(cells.map(|leaves| leaves.to_string())).collect()
    };
    let rows: Vec<Vec<String>> = COMPARED.into_iter().map(row).collect();
    table(&["", ORDERS[0].0, ORDERS[1].0, ORDERS[2].0], &rows)
}

/// What an algorithm answers about the shared tree with this window, and the leaves that takes.
fn asked(algorithm: Algorithm, (alpha, beta): (i32, i32)) -> (i32, u64) {
    let tree = shared_tree();
    let mut lab = Lab::of_tree(algorithm, Options::default(), &tree);
    let window = (Score::cp(alpha), Score::cp(beta));
    let value = lab.search_window(&Position::startpos(), tree.depth(), window);
    (value.centipawns(), lab.counters().leaves)
}

/// The shared tree with several windows.
fn windows() -> String {
    let infinite = Score::INFINITE.centipawns();
    let rows: [Vec<String>; 4] =
        [(-infinite, infinite), (3, 7), (6, 9), (1, 4)].map(|(alpha, beta)| {
            let (value, leaves) = asked(Algorithm::Pvs, (alpha, beta));
            let (answer, next) = match value {
                value if value <= alpha => (format!("≤{value}"), "too high: ask lower"),
                value if value >= beta => (format!("≥{value}"), "too low: ask higher"),
                value => (value.to_string(), "found"),
            };
            let window = match beta {
                beta if beta == infinite => "(−∞, ∞)".to_owned(),
                beta => format!("({alpha}, {beta})"),
            };
            vec![window, answer, leaves.to_string(), next.to_owned()]
        });
    table(&["window", "answer", "leaves", ""], &rows)
}

/// A question of MTD(f).
struct Step {
    /// The upper end of the null window.
    beta: i32,
    answer: i32,
    leaves: u64,
    /// What is known after it.
    bounds: (i32, i32),
}

/// MTD(f) on the shared tree: null windows at the bound that the last answer has moved, until the
/// bounds meet.
fn mtdf(algorithm: Algorithm, guess: i32) -> Vec<Step> {
    let infinite = Score::INFINITE.centipawns();
    let (mut lower, mut upper, mut value) = (-infinite, infinite, guess);
    let mut steps = Vec::new();
    while lower < upper {
        let beta = if value == lower { value + 1 } else { value };
        let (answer, leaves) = asked(algorithm, (beta - 1, beta));
        value = answer;
        if value < beta {
            upper = value;
        } else {
            lower = value;
        }
        steps.push(Step { beta, answer, leaves, bounds: (lower, upper) });
    }
    steps
}

fn mtdf_table() -> String {
    let infinite = Score::INFINITE.centipawns();
    let shown = |bound: i32| match bound {
        bound if bound == infinite => "∞".to_owned(),
        bound if bound == -infinite => "−∞".to_owned(),
        bound => bound.to_string().replace('-', "−"),
    };
    let rows: Vec<Vec<String>> = mtdf(Algorithm::Pvs, 0)
        .iter()
        .map(|step| {
            let sign = if step.answer < step.beta { "≤" } else { "≥" };
            vec![
                format!("({}, {})", shown(step.beta - 1), shown(step.beta)),
                format!("{sign}{}", shown(step.answer)),
                step.leaves.to_string(),
                format!("{} to {}", shown(step.bounds.0), shown(step.bounds.1)),
            ]
        })
        .collect();
    table(&["window", "answer", "leaves", "the value lies in"], &rows)
}

/// The search with few moves, with and without the table.
pub fn few_moves(table: bool) -> Picture {
    let options = Options { table, ..Options::default() };
    Picture::chess(&position(chess::FEW_MOVES), Algorithm::AlphaBeta, &options, 4, true)
}

/// Nodes of the lab's principal variation search by depth, with more and more help.
fn moves_by_depth() -> String {
    let sets: [(&str, &[&str]); 4] = [
        ("moves as they come", &[]),
        ("captures first", &["scans"]),
        ("and killers, history", &["scans", "killers", "history"]),
        ("and deepening, table", &["scans", "killers", "history", "table", "deepen"]),
    ];
    let position = position(chess::MIDDLE);
    let mut leaf = static_value();
    let rows: Vec<Vec<String>> = sets
        .iter()
        .map(|(name, options)| {
            let options = Options::of_names(options).unwrap_or_default();
            let mut lab = Lab::new(Algorithm::Pvs, options, &mut leaf);
            let nodes = (1..=DEPTH).map(|depth| lab.search(&position, depth).counters.nodes);
            std::iter::once((*name).to_owned()).chain(nodes.map(count)).collect()
        })
        .collect();
    table(&["depth", "1", "2", "3", "4", "5"], &rows)
}

/// The engine's search with the classical evaluation.
struct Engine {
    /// Nodes to each depth of the bare search, and of the whole.
    bare: Vec<u64>,
    whole: Vec<u64>,
    counts: Vec<(Count, u64)>,
}

impl Engine {
    fn measure() -> Self {
        let position = position(chess::MIDDLE);
        let mut engine = Self { bare: Vec::new(), whole: Vec::new(), counts: Vec::new() };
        // A search without memory for its table has no numbers to show.
        let Ok(mut searcher) = Searcher::new(8, 1) else { return engine };
        searcher.set_evaluation(Evaluation::Classical);
        let mut before = 0;
        for depth in 1..=BARE_DEPTH {
            let window = Window { alpha: -Score::INFINITE, beta: Score::INFINITE };
            searcher.search_bare(&position, depth, window);
            let statistics = searcher.statistics();
            let sum = statistics[Count::Main] + statistics[Count::Quiescence];
            engine.bare.push(sum - before);
            before = sum;
        }
        for depth in 1..=ENGINE_DEPTH {
            searcher.new_game();
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let outcome = searcher.search_silently(&Game::new(position), &limits);
            engine.whole.push(outcome.nodes);
        }
        let statistics = searcher.statistics();
        engine.counts = Count::ALL.iter().map(|&(what, _)| (what, statistics[what])).collect();
        engine
    }

    fn texts(&self) -> Vec<(&'static str, String)> {
        let at = |nodes: &[u64], depth: u32| {
            nodes.get(depth as usize - 1).map_or("–".to_owned(), |&nodes| count(nodes))
        };
        let depths = [1, 2, 3, 4, 5, ENGINE_DEPTH];
        let row = |name: &str, nodes: &[u64]| {
            let cells = depths.iter().map(|&depth| at(nodes, depth));
            std::iter::once(name.to_owned()).chain(cells).collect()
        };
        let rows: [Vec<String>; 2] =
            [row("PVS and quiescence", &self.bare), row("selective", &self.whole)];
        let names = depths.map(|depth| depth.to_string());
        let mut head = vec!["depth"];
        head.extend(names.iter().map(String::as_str));
        let counted = |what: Count| {
            let found = self.counts.iter().find(|(other, _)| *other == what);
            count(found.map_or(0, |&(_, count)| count))
        };
        vec![
            ("engine", table(&head, &rows)),
            ("engine depth", ENGINE_DEPTH.to_string()),
            ("null moves", counted(Count::NullMove)),
            ("null move cuts", counted(Count::NullMoveCut)),
            ("reduced", counted(Count::Reduced)),
            ("searched again", counted(Count::Researched)),
        ]
    }
}

/// Chances by score on the board of the last chapter: centipawns, and permille of wins, draws
/// and losses.
pub fn chances() -> Value {
    let position = position(chess::MEN);
    let scores = (-60..=60).map(|step| step * 5);
    let chance = |score: i32| {
        let [win, draw, loss] = win_draw_loss(Score::cp(score), &position);
        json!([score, win, draw, loss])
    };
    scores.map(chance).collect()
}

/// The worth of each man by the network.
pub fn men() -> Value {
    let position = position(chess::MEN);
    let worths = piece_values(&Evaluation::network(), &position);
    let own = |(index, worth): (usize, &Option<i32>)| {
        worth.map(|worth| (Square::from_dense(index).to_string(), json!(worth)))
    };
    let squares: serde_json::Map<String, Value> =
        worths.iter().enumerate().filter_map(own).collect();
    json!({"board": board(&position), "worth": squares})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_saves_visits() {
        let [without, with] = [false, true].map(few_moves);
        assert_eq!(without.value(), with.value());
        assert!(with.visits.len() < without.visits.len());
    }

    /// The steps of MTD(f), by hand: fail-soft from 0 up to the value and once from above; fail-hard
    /// a unit at a time.
    #[test]
    fn mtdf_closes_in_on_the_value() {
        for (algorithm, steps) in [(Algorithm::Pvs, 2), (Algorithm::Negamax, 7)] {
            let found = mtdf(algorithm, 0);
            assert_eq!(found.last().map(|step| step.bounds), Some((5, 5)), "{algorithm}");
            assert_eq!(found.len(), steps, "{algorithm}");
        }
        assert_eq!(asked(Algorithm::Negamax, (6, 9)).0, 6);
        assert_eq!(asked(Algorithm::Pvs, (6, 9)).0, 5);
    }

    #[test]
    fn counts_have_commas() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(count(number), text);
        }
    }
}
