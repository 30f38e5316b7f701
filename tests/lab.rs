//! The lab: all algorithms find the minimax value with any options, and the right bound
//! with any window; they cost what the source texts say; and the playing search, stripped
//! of everything that changes values, agrees with them.

mod common;

use common::{Random, data_lines};
use nullfenster::board::Position;
use nullfenster::commands::position_file;
use nullfenster::eval::Evaluator;
use nullfenster::lab::{
    Algorithm, Counters, Cut, EXAMPLES, Ending, Example, Kind, Lab, Options, Outcome, Selective,
    WrittenTree, quiescence,
};
use nullfenster::pages::compare::{self, Contestant};
use nullfenster::search::{Searcher, Window};
use nullfenster::types::{MAX_PLY, Score};
use proptest::prelude::*;
use std::path::Path;

const MATE_IN_TWO: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
const MATED: &str = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const MATED_NEXT: &str = "7k/8/6KQ/8/8/8/8/8 b - - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const MIDDLE_GAME: &str = "r1bq1k1r/pp2ppbp/2np1np1/8/4PP2/2NB1N2/PPP3PP/R1BQK2R w KQ - 3 9";
const ENDGAME: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// Static values for a lab.
fn evaluator() -> impl FnMut(&Position, usize) -> Score {
    let mut evaluator = Evaluator::default();
    move |position, _| evaluator.value(position)
}

fn outcome(algorithm: Algorithm, options: &Options, position: &Position, depth: u32) -> Outcome {
    Lab::new(algorithm, options.clone(), &mut evaluator()).search(position, depth)
}

fn counters(algorithm: Algorithm, options: &Options, fen: &str, depth: u32) -> Counters {
    let (mut leaf, position) = (evaluator(), position(fen));
    let mut lab = Lab::new(algorithm, options.clone(), &mut leaf);
    lab.tell_cuts_apart(&position, depth);
    lab.search(&position, depth).counters
}

/// A position some random moves away from one of the collection.
fn random_position(seed: u64) -> Position {
    let mut random = Random(seed);
    let lines = data_lines("perft.txt");
    let line = &lines[random.below(lines.len())];
    let mut position = position(line.splitn(3, ' ').nth(2).unwrap());
    for _ in 0..random.below(30) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.make(random.pick(&moves));
    }
    position
}

fn positions() -> impl Strategy<Value = Position> {
    any::<u64>().prop_map(random_position)
}

/// A position with few pieces, so that sequences of captures are short.
fn sparse_position(seed: u64) -> Option<Position> {
    let mut random = Random(seed);
    let mut pieces = position_fields(&random_position(random.bits()));
    let left = 3 + random.below(10);
    while pieces.0.iter().filter(|&&piece| piece != '1').count() > left {
        let index = random.below(64);
        if !"kK".contains(pieces.0[index]) {
            pieces.0[index] = '1';
        }
    }
    let ranks: Vec<String> = pieces.0.chunks(8).map(|rank| rank.iter().collect()).collect();
    let mut board = ranks.join("/");
    for empty in (2..=8).rev() {
        board = board.replace(&"1".repeat(empty), &empty.to_string());
    }
    Position::from_fen(&format!("{board} {} - - 0 1", pieces.1)).ok()
}

/// The 64 squares of a FEN, empty ones as 1, and the side to move.
fn position_fields(position: &Position) -> (Vec<char>, String) {
    let fen = position.to_string();
    let mut fields = fen.split(' ');
    let board = fields.next().unwrap().replace('/', "");
    let pieces = board.chars().flat_map(|c| match c.to_digit(10) {
        Some(empty) => vec!['1'; empty as usize],
        None => vec![c],
    });
    (pieces.collect(), fields.next().unwrap().into())
}

fn sparse_positions() -> impl Strategy<Value = Position> {
    any::<u64>().prop_filter_map("the side that moved is in check", sparse_position)
}

/// Windows around 0, many of them null windows.
fn windows() -> impl Strategy<Value = (Score, Score)> {
    let width = prop_oneof![Just(1), 1..400];
    (-600..600, width).prop_map(|(alpha, width)| (Score::cp(alpha), Score::cp(alpha + width)))
}

/// Options that must not change a value.
fn options() -> impl Strategy<Value = Options> {
    let margins = prop::option::of(1..80);
    (any::<[bool; 6]>(), margins).prop_map(|(on, aspiration)| Options {
        scans: on[0],
        table: on[1],
        refutation: on[2],
        history: on[3],
        killers: on[4],
        deepen: on[5],
        aspiration,
        ..Options::default()
    })
}

/// The largest depth up to `wanted` at which a tree has about `leaves` leaves at most.
fn affordable_depth(position: &Position, wanted: u32, leaves: u64) -> u32 {
    let width = position.count_legal().max(2);
    (1..=wanted).rev().find(|&depth| width.pow(depth) < leaves).unwrap_or(1)
}

/// True if `found` is a right answer of a fail-soft search with a window to a position of
/// this value.
fn keeps_promise(found: Score, value: Score, (alpha, beta): (Score, Score)) -> bool {
    if value <= alpha {
        (value..=alpha).contains(&found)
    } else if value >= beta {
        (beta..=value).contains(&found)
    } else {
        found == value
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_algorithms_find_the_value_of_minimax(
        position in positions(), wanted in 1..=4u32, options in options(),
    ) {
        let depth = affordable_depth(&position, wanted, 8_000);
        let plain = Options::default();
        let Outcome { value, line, .. } = outcome(Algorithm::Minimax, &plain, &position, depth);
        for algorithm in Algorithm::ALL {
            for options in [&plain, &options] {
                let found = outcome(algorithm, options, &position, depth);
                prop_assert_eq!(found.value, value, "{} {:?} {}", algorithm, options, position);
                // Equal moves may change places, but the first is as good as any.
                prop_assert_eq!(found.line.is_empty(), line.is_empty());
                if let Some(&best) = found.line.first().filter(|_| depth > 1) {
                    let next = position.make(best);
                    let below = outcome(Algorithm::Minimax, &plain, &next, depth - 1).value;
                    let same = -below == value || value.is_mate();
                    prop_assert!(same, "{} {:?} {:?} {}", algorithm, options, best, position);
                }
            }
        }
    }

    #[test]
    fn windows_keep_their_promise(
        position in positions(), wanted in 1..=4u32, window in windows(), options in options(),
    ) {
        let depth = affordable_depth(&position, wanted, 8_000);
        let value = outcome(Algorithm::Minimax, &Options::default(), &position, depth).value;
        for algorithm in Algorithm::ALL.into_iter().skip(1) {
            let mut leaf = evaluator();
            let mut lab = Lab::new(algorithm, options.clone(), &mut leaf);
            let found = lab.search_window(&position, depth, window);
            prop_assert!(
                keeps_promise(found, value, window),
                "{algorithm} {options:?} {window:?}: {found} for {value}, {position}",
            );
        }
    }

    #[test]
    fn selective_search_loses_no_more_than_its_margin(
        position in positions(), after in 1..6usize, margin in 1..300, on in options(),
    ) {
        let depth = affordable_depth(&position, 3, 8_000);
        let options = Options { selective: Some(Selective { after, margin }), ..on };
        let value = outcome(Algorithm::Minimax, &Options::default(), &position, depth).value;
        for algorithm in Algorithm::ALL {
            let found = outcome(algorithm, &options, &position, depth).value;
            prop_assert!(
                found <= value && (found >= value - margin || value.is_mate()),
                "{algorithm} {options:?} depth {depth}: {found} for {value}, {position}",
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2500, failure_persistence: None, ..ProptestConfig::default() })]

    /// The engine's own search and quiescence, with nothing on top, against alpha-beta
    /// with a quiescence of the lab at the leaves.
    #[test]
    fn the_bare_playing_search_agrees(
        position in sparse_positions(), wanted in 0..=5u32, window in windows(),
    ) {
        let depth = wanted.min(affordable_depth(&position, 5, 200_000));
        thread_local! {
            static SEARCHER: std::cell::RefCell<Searcher> =
                std::cell::RefCell::new(Searcher::new(1, 1).unwrap());
        }
        let mut evaluator = Evaluator::default();
        let mut eval =
            |position: &Position| evaluator.value(position);
        let whole = (-Score::INFINITE, Score::INFINITE);
        let value = if depth == 0 {
            quiescence(&position, 0, whole, &mut eval)
        } else {
            let mut leaf = |position: &Position, ply| quiescence(position, ply, whole, &mut eval);
            let well_sorted = Options {
                scans: true, table: true, history: true, killers: true, deepen: true,
                ..Options::default()
            };
            Lab::new(Algorithm::Negamax, well_sorted, &mut leaf).search(&position, depth).value
        };
        for window in [window, whole] {
            let found = SEARCHER.with_borrow_mut(|searcher| {
                let (alpha, beta) = window;
                searcher.search_bare(&position, depth, Window { alpha, beta })
            });
            prop_assert!(
                keeps_promise(found, value, window),
                "depth {depth} {window:?}: {found} for {value}, {position}",
            );
        }
    }
}

/// The lab's quiescence search against one without a window.
#[test]
fn quiescence_is_the_best_of_standing_and_taking() {
    fn rest(position: &Position, ply: usize, eval: &mut dyn FnMut(&Position) -> Score) -> Score {
        let moves = position.legal_moves();
        let in_check = position.in_check();
        if moves.is_empty() {
            return if in_check { Score::mated_in(ply) } else { Score::DRAW };
        }
        let mut best = if in_check { -Score::INFINITE } else { eval(position) };
        for mv in moves {
            if in_check || position.is_noisy(mv) {
                best = best.max(-rest(&position.make(mv), ply + 1, eval));
            }
        }
        best
    }
    let mut static_value = evaluator();
    let mut eval = |position: &Position| static_value(position, 0);
    let whole = (-Score::INFINITE, Score::INFINITE);
    let (mut compared, mut moved) = (0, 0);
    for seed in 0..2_000 {
        let position = random_position(seed);
        if position.in_check() || position.piece_count() > 12 {
            continue;
        }
        let expected = rest(&position, 0, &mut eval);
        assert_eq!(quiescence(&position, 0, whole, &mut eval), expected, "{position}");
        compared += 1;
        moved += usize::from(expected != eval(&position));
    }
    assert!(compared > 500 && moved > 100, "{compared} {moved}");
    let deep = quiescence(&position(KIWIPETE), MAX_PLY, whole, &mut eval);
    assert_eq!(deep, eval(&position(KIWIPETE)));
}

#[test]
fn mate_and_stalemate_are_seen_by_the_search() {
    for algorithm in Algorithm::ALL {
        let value =
            |fen: &str, depth| outcome(algorithm, &Options::default(), &position(fen), depth).value;
        assert_eq!(value(MATED, 2), -Score::MATE, "{algorithm}");
        assert_eq!(value(STALEMATE, 2), Score::DRAW, "{algorithm}");
        assert_eq!(value(MATE_IN_TWO, 3), Score::mate_in(3), "{algorithm}");
        assert_eq!(value(MATE_IN_TWO, 4), Score::mate_in(3), "{algorithm}");
        // The only move leads to a mate one ply later.
        assert_eq!(value(MATED_NEXT, 2), Score::mated_in(2), "{algorithm}");
    }
}

/// Two-colour and negamax form are the same algorithm, and none visits more than
/// minimax, which visits every node.
#[test]
fn the_forms_of_alpha_beta_cost_the_same() {
    let plain = Options::default();
    for fen in [KIWIPETE, MIDDLE_GAME, ENDGAME] {
        let minimax = counters(Algorithm::Minimax, &plain, fen, 3);
        let two_colour = counters(Algorithm::AlphaBeta, &plain, fen, 3);
        assert_eq!(two_colour, counters(Algorithm::Negamax, &plain, fen, 3), "{fen}");
        assert!(two_colour.nodes < minimax.nodes, "{fen}");
        let perft = |depth| nullfenster::board::perft::perft(&position(fen), depth);
        // Every line to the full depth, and all those that end before.
        assert!(minimax.leaves >= perft(3));
        assert!(minimax.nodes >= 1 + perft(1) + perft(2) + perft(3));
        assert_eq!((minimax.cuts, minimax.null_windows, minimax.re_searches), (0, 0, 0));
        assert_eq!((two_colour.null_windows, two_colour.null_cuts), (0, 0));
    }
}

/// NegaScout that re-searches only above the last two plies saves re-searches of leaves,
/// whose values are exact, on three positions together; searching from the value found saves a
/// little more.
#[test]
fn re_searches_are_counted() {
    let plain = Options::default();
    let mut re_searches = [0; 2];
    for fen in [KIWIPETE, MIDDLE_GAME, ENDGAME] {
        let cost = |algorithm| counters(algorithm, &plain, fen, 4);
        assert_eq!(cost(Algorithm::Heuner), cost(Algorithm::Reinefeld), "{fen}");
        let (waiting, always) = (cost(Algorithm::Reinefeld), cost(Algorithm::NegaScout));
        re_searches[0] += waiting.re_searches;
        re_searches[1] += always.re_searches;
        assert!(waiting.null_cuts > 0 && waiting.null_windows > 0, "{fen}");
        assert!(cost(Algorithm::ScoutAll).nodes <= cost(Algorithm::Plain).nodes, "{fen}");
    }
    let [waiting, always] = re_searches;
    assert!(0 < waiting && waiting < always, "{waiting} {always}");
}

/// Each option saves nodes where it should, on three positions together.
#[test]
fn options_save_nodes() {
    let cost = |algorithm, options: &Options| -> u64 {
        let of = |fen| counters(algorithm, options, fen, 4).nodes;
        [KIWIPETE, MIDDLE_GAME, ENDGAME].into_iter().map(of).sum()
    };
    let plain = Options::default();
    let deepen = Options { deepen: true, ..plain.clone() };
    let table = Options { table: true, ..plain.clone() };
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs] {
        let without = cost(algorithm, &plain);
        for (name, options) in [
            ("scans", Options { scans: true, ..plain.clone() }),
            ("table", table.clone()),
            ("history", Options { history: true, ..plain.clone() }),
            ("killers", Options { killers: true, ..plain.clone() }),
            ("deepening with a table", Options { deepen: true, ..table.clone() }),
            (
                "selective",
                Options { selective: Some(Selective { after: 3, margin: 200 }), ..plain.clone() },
            ),
        ] {
            let with = cost(algorithm, &options);
            assert!(with < without, "{algorithm} {name}: {with}, {without} without");
        }
        let refutation = Options { refutation: true, ..deepen.clone() };
        let (with, without) = (cost(algorithm, &refutation), cost(algorithm, &deepen));
        assert!(with < without, "{algorithm} refutation: {with}, {without} without");
    }
}

/// The recorded tree has every node once, in the order of the search, and its windows are
/// consistent.
#[test]
fn a_drawn_tree_is_the_tree_searched() {
    for algorithm in Algorithm::ALL {
        let mut leaf = evaluator();
        let mut lab = Lab::new(algorithm, Options::default(), &mut leaf);
        let (outcome, nodes) = lab.draw(&position(ENDGAME), 3, 1_000_000).unwrap();
        assert_eq!(nodes.len() as u64, outcome.counters.nodes, "{algorithm}");
        assert_eq!(nodes[0].parent, None);
        assert_eq!(nodes[0].value, outcome.value);
        let mut cuts = 0;
        for (index, node) in nodes.iter().enumerate().skip(1) {
            let parent = &nodes[node.parent.unwrap()];
            assert!(node.parent.unwrap() < index);
            assert_eq!(parent.position.make(node.mv), node.position);
            let exact = algorithm == Algorithm::Minimax;
            assert!(exact || node.before.0 < node.before.1, "{algorithm} {node:?}");
            assert!(node.after.is_none_or(|after| exact || after.0 >= node.before.0));
            assert!(node.kind != Kind::Null || node.before.1 - node.before.0 == 1);
            cuts += node.cut.map_or(0, |(_, left)| u64::from(left > 0));
        }
        assert_eq!(cuts, outcome.counters.cuts, "{algorithm}");
        let count = |kind| nodes.iter().filter(|node| node.kind == kind).count() as u64;
        let again = count(Kind::Again);
        assert!(again >= outcome.counters.re_searches, "{algorithm}");
        let leaves = nodes.iter().filter(|node| node.ending != Ending::Inner).count() as u64;
        assert_eq!(leaves, outcome.counters.leaves, "{algorithm}");
        let extra = nodes.iter().any(|node| matches!(node.cut, Some((Cut::NullWindow, _))));
        assert_eq!(extra, outcome.counters.null_cuts > 0, "{algorithm}");
        let error = lab.draw(&position(ENDGAME), 3, 100).unwrap_err();
        assert_eq!(error.to_string(), "the tree has more than 100 nodes");
    }
}

#[test]
fn names_lead_back_to_their_algorithms() {
    for algorithm in Algorithm::ALL {
        assert_eq!(algorithm.name().parse(), Ok(algorithm));
    }
    let error = "alphabeta".parse::<Algorithm>().unwrap_err();
    assert!(error.contains("alphabeta") && error.contains("alpha-beta"), "{error}");
}

/// Nodes and leaves that each of three algorithms visits, as a program in another language counts
/// them. Known besides: 7 of 9 leaves of the textbook's tree, 9 of 14 of Wikipedia's, and
/// Knuth and Moore's 11 of 27.
#[test]
fn the_examples_are_searched_as_on_paper() {
    let of = |tree: &WrittenTree, algorithm| {
        let Outcome { value, counters, .. } = Lab::of_tree(algorithm, Options::default(), tree)
            .search(&Position::startpos(), tree.depth());
        (value.centipawns(), counters)
    };
    let expected = [
        ("textbook", 3, [(13, 9), (11, 7), (11, 7)], 0),
        ("wikipedia", 6, [(33, 14), (25, 9), (35, 12)], 2),
        ("deep-cut", 6, [(9, 5), (8, 4), (15, 8)], 2),
        ("minimal", 3, [(40, 27), (20, 11), (20, 11)], 0),
        ("knuth-moore", -2, [(40, 27), (22, 13), (27, 17)], 2),
        ("null-window", 5, [(12, 7), (12, 7), (10, 5)], 0),
        ("re-search", 6, [(12, 7), (12, 7), (23, 14)], 4),
    ];
    assert_eq!(EXAMPLES.map(|example| example.name), expected.map(|(name, ..)| name));
    for (name, value, counts, re_searches) in expected {
        let tree = Example::find(name).unwrap().grow().unwrap();
        let algorithms = [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs];
        for (algorithm, (nodes, leaves)) in algorithms.into_iter().zip(counts) {
            let (found, counters) = of(&tree, algorithm);
            assert_eq!(
                (found, counters.nodes, counters.leaves),
                (value, nodes, leaves),
                "{name}, {algorithm}"
            );
        }
        assert_eq!(of(&tree, Algorithm::Pvs).1.re_searches, re_searches, "{name}");
        for algorithm in Algorithm::ALL {
            assert_eq!(of(&tree, algorithm).0, value, "{name}, {algorithm}");
        }
    }
}

/// The numbers of the tables in a text, by row: those with a comma in them are nodes.
fn published(text: &str) -> Vec<Vec<u64>> {
    let number = |cell: &str| {
        let digits: String = cell.trim().chars().filter(|letter| *letter != ',').collect();
        digits.parse().ok()
    };
    let row = |line: &str| line.split('|').filter_map(number).collect();
    text.lines()
        .filter(|line| line.starts_with('|'))
        .map(row)
        .filter(|row: &Vec<u64>| !row.is_empty())
        .collect()
}

/// The positions of the published comparison.
fn compared() -> Vec<Position> {
    position_file::read(Path::new("tests/data/lab.epd")).unwrap()
}

#[test]
fn the_published_savings_are_those_of_the_options() {
    let text = include_str!("../src/lab/family.md");
    let (_, text) = text.split_once("What each option saves").expect("the comparison");
    let contestants = compare::with_each_option(Algorithm::NegaScout);
    let of = |position| compare::compare(position, 4, &contestants, 0, None, &mut || {});
    let comparisons: Vec<_> = compared().iter().map(of).collect();
    let total = compare::total(&comparisons, contestants.len());
    let nodes: Vec<u64> = total.into_iter().map(|row| row.unwrap().counters.nodes).collect();
    assert!(text.contains(": 268,900 nodes without any"));
    let published = published(text).into_iter().flatten();
    assert_eq!(std::iter::once(268_900).chain(published).collect::<Vec<_>>(), nodes);
}

#[test]
#[ignore = "takes half a minute"]
fn the_published_costs_are_those_of_the_algorithms() {
    let text = include_str!("../src/lab/family.md");
    let (_, text) = text.split_once("# What they cost").expect("the comparison");
    let (text, _) = text.split_once("Text 001 promises").expect("its end");
    let published = published(text);
    let sets: [&[&str]; 3] = [
        &[],
        &["scans", "killers", "history"],
        &["scans", "killers", "history", "table", "deepen"],
    ];
    // Each column takes a while, so they are checked side by side.
    let check = |column: usize, names: &[&str]| {
        let options = Options::of_names(names).unwrap();
        let contestant = |algorithm: &Algorithm| Contestant {
            name: algorithm.name().into(),
            algorithm: *algorithm,
            options: options.clone(),
        };
        // Minimax is only counted, and two others cost the same.
        let rest = Algorithm::ALL[1..].iter().filter(|other| **other != Algorithm::Reinefeld);
        let contestants: Vec<_> = rest.map(contestant).collect();
        let of = |position| compare::compare(position, 5, &contestants, 0, None, &mut || {});
        let comparisons: Vec<_> = compared().iter().map(of).collect();
        let total = compare::total(&comparisons, contestants.len());
        let nodes: Vec<u64> = total.into_iter().map(|row| row.unwrap().counters.nodes).collect();
        let column: Vec<u64> = published.iter().map(|row| row[column]).collect();
        assert_eq!(column, nodes, "{names:?}");
    };
    std::thread::scope(|scope| {
        for (column, names) in sets.into_iter().enumerate() {
            scope.spawn(move || check(column, names));
        }
    });
}

/// A written tree of this depth at most, of uneven width and with few different values, so that
/// many are equal.
fn random_tree(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.below(8) == 0 {
        return (random.below(21) as i32 - 10).to_string();
    }
    let branches: Vec<String> =
        (0..1 + random.below(4)).map(|_| random_tree(random, depth - 1)).collect();
    format!("({})", branches.join(" "))
}

/// A cut is alpha-beta's, too, if and only if its own tree of the same game has none of the branches
/// that were cut off: on random trees, with all algorithms.
#[test]
fn cuts_are_told_apart_as_alpha_betas_own_tree_has_them() {
    let mut random = Random(7);
    let mut seen = [0; 2];
    for _ in 0..300 {
        let text = format!("({} {})", random_tree(&mut random, 4), random_tree(&mut random, 4));
        let tree: WrittenTree = text.parse().expect("a tree");
        let root = Position::startpos();
        let draw = |algorithm| {
            let drawn = Lab::of_tree(algorithm, Options::default(), &tree).draw(
                &root,
                tree.depth(),
                100_000,
            );
            let (outcome, nodes) = drawn.expect("a small tree");
            let mut paths: Vec<Vec<u16>> = Vec::new();
            for node in &nodes {
                let mut path = node.parent.map_or(Vec::new(), |parent| paths[parent].clone());
                path.extend(node.parent.map(|_| node.mv.bits()));
                paths.push(path);
            }
            (outcome, nodes, paths)
        };
        let (_, _, visited) = draw(Algorithm::Negamax);
        for algorithm in Algorithm::ALL {
            let (outcome, nodes, paths) = draw(algorithm);
            let (_, whole, all) = draw(Algorithm::Minimax);
            let mut null_cuts = 0;
            for (index, node) in nodes.iter().enumerate() {
                let Some((cut, left)) = node.cut.filter(|(_, left)| *left > 0) else { continue };
                let path = &paths[index];
                // All branches of the node, in their order; those cut off are the last.
                let branches = (0..whole.len())
                    .filter(|&at| all[at].len() == path.len() + 1 && all[at].starts_with(path));
                let branches: Vec<&Vec<u16>> = branches.map(|at| &all[at]).collect();
                let cut_off = &branches[branches.len() - left..];
                let is_searched = cut_off.iter().any(|branch| visited.contains(branch));
                let expected = if is_searched { Cut::NullWindow } else { Cut::AlphaBeta };
                assert_eq!(cut, expected, "{algorithm} at {path:?} of {text}");
                null_cuts += u64::from(cut == Cut::NullWindow);
                seen[usize::from(is_searched)] += 1;
            }
            assert_eq!(null_cuts, outcome.counters.null_cuts, "{algorithm}: {text}");
        }
    }
    assert!(seen.iter().all(|&count| count > 1000), "{seen:?}");
}
