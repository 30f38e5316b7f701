//! The numbers and tables in the text.

use super::chess::{self, Captures, position};
use super::picture::{Picture, window_text};
use super::trees::{ORDERS, shared, shared_tree};
use crate::board::{Game, Position};
use crate::eval::network::{INPUTS, TACTICS};
use crate::eval::{Evaluation, Evaluator, piece_values, win_draw_loss};
use crate::lab::{Algorithm, Lab, Options};
use crate::pages::language::{Language, Said, plain, say};
use crate::pages::static_value;
use crate::pages::tree::board;
use crate::search::{Count, Limits, Searcher, Window};
use crate::types::{Score, Square};
use serde_json::{Value, json};

/// The algorithms of the table in the chapter on principal variation search.
pub const COMPARED: [Algorithm; 4] =
    [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::NegaScout, Algorithm::Pvs];

/// The deepest search of the tables of the lab, and of the engine.
const DEPTH: u32 = 5;
const ENGINE_DEPTH: u32 = 10;
const BARE_DEPTH: u32 = 5;

/// The texts to put in, by name.
pub fn texts() -> Vec<(&'static str, Said)> {
    let shared_leaves = |order, algorithm| shared(order, algorithm).leaves_visited();
    let protected = Captures::new(&position(chess::PROTECTED)).picture();
    let asked_captures = Captures::new(&position(chess::ASKED));
    let capture = protected.children(0).nth(1).unwrap_or_default();
    let greedy = protected.places[capture].position.as_ref().map(chess::static_for_white);
    let [moving, passing] = chess::trebuchet();
    let start = position(chess::PROTECTED);
    let middle = moves_by_depth();
    let engine = Engine::measure();
    let mut texts = vec![
        ("value", plain(shared(0, Algorithm::Minimax).value().centipawns())),
        ("leaves", plain(shared_leaves(0, Algorithm::Minimax))),
        ("alpha-beta leaves", plain(shared_leaves(0, Algorithm::AlphaBeta))),
        ("negascout leaves", plain(shared_leaves(0, Algorithm::NegaScout))),
        ("pvs worst leaves", plain(shared_leaves(1, Algorithm::Pvs))),
        ("pvs best leaves", plain(shared_leaves(2, Algorithm::Pvs))),
        ("orders", orders()),
        ("pvs leaves", plain(shared_leaves(0, Algorithm::Pvs))),
        ("minimal leaves", count(35_u64.pow(3) + 35_u64.pow(2) - 1)),
        ("all leaves", count(35_u64.pow(5))),
        ("hard low", plain(asked(Algorithm::Negamax, (6, 9)).0)),
        ("soft low", plain(asked(Algorithm::Pvs, (6, 9)).0)),
        ("hard high", plain(asked(Algorithm::Negamax, (1, 3)).0)),
        ("soft high", plain(asked(Algorithm::Pvs, (1, 3)).0)),
        ("windows", windows()),
        ("mtdf", mtdf_table()),
        ("mtdf soft", plain(mtdf(Algorithm::Pvs, 0).len())),
        ("mtdf hard", plain(mtdf(Algorithm::Negamax, 0).len())),
        ("mtdf leaves", {
            let steps = mtdf(Algorithm::Pvs, 0);
            plain(steps.iter().map(|step| step.leaves).sum::<u64>())
        }),
        ("piece inputs", plain(INPUTS)),
        ("tactics inputs", plain(TACTICS)),
        ("stop value", plain(number(chess::static_for_white(&start)))),
        ("capture", plain(protected.places[capture].label.clone())),
        ("capture value", plain(greedy.map(number).unwrap_or_default())),
        ("quiet value", plain(number(protected.value()))),
        ("asked value", plain(number(chess::static_for_white(&position(chess::ASKED))))),
        ("open leaves", plain(asked_captures.picture().leaves_visited())),
        ("null leaves", plain(asked_captures.asked().leaves_visited())),
        ("table visits", plain(few_moves(true).visits.len())),
        ("no table visits", plain(few_moves(false).visits.len())),
        ("deepening", middle),
        ("moving value", plain(number(moving.value()))),
        ("passing value", plain(number(passing.value()))),
        ("moving visits", plain(moving.visits.len())),
        ("passing visits", plain(passing.visits.len())),
        ("half won", {
            let men = position(chess::MEN);
            let is_half = |score: &i32| win_draw_loss(Score::cp(*score), &men)[0] >= 500;
            plain((0..1000).find(is_half).map(|score| number(Score::cp(score))).unwrap_or_default())
        }),
        ("network value", {
            let mut evaluator = Evaluator::new(&Evaluation::network());
            let men = position(chess::MEN);
            plain(number(evaluator.value(&men).seen_by(men.side_to_move())))
        }),
    ];
    texts.extend(engine.texts());
    texts
}

/// A value with its sign.
fn number(value: Score) -> String {
    format!("{:+}", value.centipawns()).replace('-', "−")
}

/// A count in groups of three digits: with commas, points or narrow spaces.
fn count(number: u64) -> Said {
    let digits = number.to_string();
    [",", ".", "\u{202f}"].map(|between| {
        let mut text = String::new();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                text.push_str(between);
            }
            text.push(digit);
        }
        text
    })
}

/// A table whose first column has names.
fn table(head: &[Said], rows: &[Vec<Said>]) -> Said {
    Language::ALL.map(|language| {
        let cell = |(index, cell): (usize, &Said)| {
            let tag = if index == 0 { "th" } else { "td" };
            format!("<{tag}>{}</{tag}>", language.of(cell))
        };
        let head: String =
            head.iter().map(|cell| format!("<th>{}</th>", language.of(cell))).collect();
        let rows = rows.iter().map(|row| row.iter().enumerate().map(cell).collect::<String>());
        let rows: String = rows.map(|row| format!("<tr>{row}</tr>\n")).collect();
        format!("<table><tr>{head}</tr>\n{rows}</table>")
    })
}

/// Leaf visits of each algorithm in each order of the shared tree.
fn orders() -> Said {
    let row = |algorithm: Algorithm| {
        let cells = (0..ORDERS.len()).map(|order| shared(order, algorithm).leaves_visited());
        let name = if algorithm == Algorithm::Pvs { "PVS" } else { algorithm.name() };
        std::iter::once(plain(name)).chain(cells.map(plain)).collect()
    };
    let rows: Vec<Vec<Said>> = COMPARED.into_iter().map(row).collect();
    let names = ORDERS.iter().map(|(names, ..)| names.map(str::to_owned));
    table(&std::iter::once(plain("")).chain(names).collect::<Vec<_>>(), &rows)
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
fn windows() -> Said {
    let infinite = Score::INFINITE.centipawns();
    let rows: [Vec<Said>; 4] =
        [(-infinite, infinite), (3, 7), (6, 9), (1, 4)].map(|(alpha, beta)| {
            let (value, leaves) = asked(Algorithm::Pvs, (alpha, beta));
            let (sign, next) = match value {
                value if value <= alpha => (
                    "≤",
                    say!(
                        "too high: ask lower",
                        "zu hoch: tiefer fragen",
                        "слишком высоко: спросить ниже"
                    ),
                ),
                value if value >= beta => (
                    "≥",
                    say!(
                        "too low: ask higher",
                        "zu tief: höher fragen",
                        "слишком низко: спросить выше"
                    ),
                ),
                _ => ("", say!("found", "gefunden", "найдено")),
            };
            let window = window_text((Score::cp(alpha), Score::cp(beta)));
            vec![plain(window), plain(format!("{sign}{value}")), plain(leaves), next]
        });
    let [window, answer, leaves] = heads();
    table(&[window, answer, leaves, plain("")], &rows)
}

/// The heads of columns with questions, answers and what these cost.
fn heads() -> [Said; 3] {
    [
        say!("window", "Fenster", "окно"),
        say!("answer", "Antwort", "ответ"),
        say!("leaves", "Blätter", "листья"),
    ]
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

fn mtdf_table() -> Said {
    let range = |(low, high): (i32, i32)| plain(window_text((Score::cp(low), Score::cp(high))));
    let rows: Vec<Vec<Said>> = mtdf(Algorithm::Pvs, 0)
        .iter()
        .map(|step| {
            let sign = if step.answer < step.beta { "≤" } else { "≥" };
            let answer = format!("{sign}{}", step.answer).replace('-', "−");
            let window = range((step.beta - 1, step.beta));
            vec![window, plain(answer), plain(step.leaves), range(step.bounds)]
        })
        .collect();
    let [window, answer, leaves] = heads();
    let lies = say!("the value lies in", "der Wert liegt in", "оценка лежит в");
    table(&[window, answer, leaves, lies], &rows)
}

/// The search with few moves, with and without the table.
pub fn few_moves(table: bool) -> Picture {
    let options = Options { table, ..Options::default() };
    Picture::chess(&position(chess::FEW_MOVES), Algorithm::AlphaBeta, &options, 4)
}

/// Nodes of the lab's principal variation search by depth, with more and more help.
fn moves_by_depth() -> Said {
    let sets: [(Said, &[&str]); 4] = [
        (say!("moves as they come", "Züge, wie sie kommen", "ходы как есть"), &[]),
        (say!("captures first", "Schlagzüge zuerst", "сначала взятия"), &["scans"]),
        (
            say!("and killers, history", "und Killer, Historie", "и киллеры, история"),
            &["scans", "killers", "history"],
        ),
        (
            say!("and deepening, table", "und Vertiefung, Tabelle", "и углубление, таблица"),
            &["scans", "killers", "history", "table", "deepen"],
        ),
    ];
    let position = position(chess::MIDDLE);
    let mut leaf = static_value();
    let rows: Vec<Vec<Said>> = sets
        .into_iter()
        .map(|(name, options)| {
            let options = Options::of_names(options).unwrap_or_default();
            let mut lab = Lab::new(Algorithm::Pvs, options, &mut leaf);
            let nodes = (1..=DEPTH).map(|depth| lab.search(&position, depth).counters.nodes);
            std::iter::once(name).chain(nodes.map(count)).collect()
        })
        .collect();
    table(&depths(1..=DEPTH), &rows)
}

/// The head of a table by depth.
fn depths(depths: impl IntoIterator<Item = u32>) -> Vec<Said> {
    std::iter::once(say!("depth", "Tiefe", "глубина"))
        .chain(depths.into_iter().map(plain))
        .collect()
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

    fn texts(&self) -> Vec<(&'static str, Said)> {
        let at = |nodes: &[u64], depth: u32| {
            nodes.get(depth as usize - 1).map_or(plain("–"), |&nodes| count(nodes))
        };
        let shown = [1, 2, 3, 4, 5, ENGINE_DEPTH];
        let row = |name: Said, nodes: &[u64]| {
            std::iter::once(name).chain(shown.map(|depth| at(nodes, depth))).collect()
        };
        let bare = say!("PVS and quiescence", "PVS und Ruhesuche", "PVS и форсированный поиск");
        let rows: [Vec<Said>; 2] = [
            row(bare, &self.bare),
            row(say!("selective", "selektiv", "селективный поиск"), &self.whole),
        ];
        let counted = |what: Count| {
            let found = self.counts.iter().find(|(other, _)| *other == what);
            count(found.map_or(0, |&(_, count)| count))
        };
        vec![
            ("engine", table(&depths(shown), &rows)),
            ("engine depth", plain(ENGINE_DEPTH)),
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
            assert_eq!(count(number)[0], text);
        }
    }
}
