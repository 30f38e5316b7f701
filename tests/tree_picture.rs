//! Pictures of searches: what they show is what was searched, and nothing in them lies over
//! anything else.

mod common;

use common::Random;
use nullfenster::board::Position;
use nullfenster::lab::{Algorithm, EXAMPLES, Options, WrittenTree};
use nullfenster::pages::tree::{Tree, Walk, grow, grow_written, svg};
use std::collections::HashSet;

fn written(text: &str) -> WrittenTree {
    text.parse().expect("a tree")
}

fn search(tree: &WrittenTree, algorithm: Algorithm) -> Tree {
    grow_written(tree, algorithm, &Options::default(), usize::MAX).expect("no limit")
}

/// A tree of this depth with the best branch first everywhere.
fn perfectly_ordered(branches: i32, depth: u32, value: i32, sign: i32) -> String {
    if depth == 0 {
        return value.to_string();
    }
    let below = |index| perfectly_ordered(branches, depth - 1, value - sign * index, -sign);
    format!("({})", (0..branches).map(below).collect::<Vec<_>>().join(" "))
}

/// The critical nodes of a uniform tree, by the types of Knuth and Moore (1975), with the names
/// that the program gives to branches.
fn critical(branches: i32, depth: u32, kind: u8, name: &str, found: &mut HashSet<String>) {
    found.insert(name.to_owned());
    if depth == 0 {
        return;
    }
    for index in 1..=branches {
        let below = match (kind, index) {
            (1, 1) => 1,
            (1 | 3, _) => 2,
            (_, 1) => 3,
            _ => continue,
        };
        let dot = if name.is_empty() { "" } else { "." };
        critical(branches, depth - 1, below, &format!("{name}{dot}{index}"), found);
    }
}

#[test]
fn what_is_not_critical_in_a_perfectly_ordered_tree_is_struck_through() {
    for (branches, depth) in [(2, 3), (2, 6), (3, 3), (3, 4), (5, 3), (7, 2), (4, 1)] {
        let tree = written(&perfectly_ordered(branches, depth, 0, 1));
        let trees = [search(&tree, Algorithm::AlphaBeta)];
        let walk = Walk::new(&trees);
        let mut expected = HashSet::new();
        critical(branches, depth, 1, "", &mut expected);
        assert_eq!(walk.places.len(), tree.size().0);
        let (mut leaves, mut struck) = (0, 0);
        for (id, place) in walk.places.iter().enumerate() {
            let is_critical = expected.contains(&place.label);
            assert_eq!(!place.visits[0].is_empty(), is_critical, "{branches} {depth} {place:?}");
            let above = place.parent.map(|parent| &walk.places[parent].label);
            let is_first = !is_critical && above.is_some_and(|above| expected.contains(above));
            assert_eq!(walk.struck(0, id).is_some(), is_first, "{branches} {depth} {place:?}");
            struck += usize::from(is_first);
            leaves += usize::from(is_critical && place.children.is_empty());
        }
        let of = |plies: u32| usize::pow(branches as usize, plies);
        assert_eq!(leaves, of(depth.div_ceil(2)) + of(depth / 2) - 1);
        // Two bars each, and one mark in the legend.
        let picture = svg(&trees, 200).expect("small");
        let marks = picture.matches("stroke-width=\"2.4\"").count();
        assert_eq!(marks, 2 * (struck + usize::from(struck > 0)), "{branches} {depth}");
        let facts = format!("{leaves} of {} leaves", of(depth));
        assert!(picture.contains(&facts), "{facts}");
    }
}

/// A random tree of at most this many nodes.
fn random_tree(random: &mut Random, most: usize) -> WrittenTree {
    fn node(random: &mut Random, depth: usize, left: &mut usize) -> String {
        let branches = (1 + random.below(4)).min(*left);
        if depth == 0 || branches == 0 {
            return (random.below(199) as i32 - 99).to_string();
        }
        *left -= branches;
        let below = |_| {
            let depth = if random.below(4) == 0 { 0 } else { depth - 1 };
            node(random, depth, left)
        };
        format!("({})", (0..branches).map(below).collect::<Vec<_>>().join(" "))
    }
    let depth = 1 + random.below(6);
    let tree = written(&node(random, depth, &mut (most - 1)));
    if random.below(2) == 0 { tree } else { tree.with_own_values() }
}

#[test]
fn searches_step_together_where_they_search_the_same() {
    let mut random = Random(11);
    for _ in 0..300 {
        let tree = random_tree(&mut random, 80);
        let algorithms = [0; 3].map(|_| random.pick(&Algorithm::ALL));
        let trees = algorithms.map(|algorithm| search(&tree, algorithm));
        let walk = Walk::new(&trees);
        for (lane, tree) in trees.iter().enumerate() {
            let visits: Vec<usize> = walk.steps.iter().filter_map(|it| it.visits[lane]).collect();
            assert!(visits.iter().copied().eq(0..tree.nodes.len()), "{algorithms:?}");
            assert_eq!(
                walk.line(lane).iter().filter(|on| **on).count(),
                1 + tree.outcome.line.len()
            );
        }
        assert!(walk.steps.iter().all(|step| step.visits.iter().any(Option::is_some)));
        // The order of written branches is that of all searches, so that none waits for nothing.
        let together = |lanes: &[Tree]| Walk::new(lanes).steps.len();
        let twice = [trees[0].clone(), trees[0].clone()];
        assert_eq!(together(&twice), trees[0].nodes.len());
        assert_eq!(Walk::new(&twice).differences(), []);
        let forms = [Algorithm::AlphaBeta, Algorithm::Negamax].map(|it| search(&tree, it));
        assert_eq!(Walk::new(&forms).differences(), []);
        // Minimax cuts nothing, so that each cut differs from it, and only cuts do.
        let [minimax, alpha_beta] = [Algorithm::Minimax, Algorithm::AlphaBeta];
        let forms = [minimax, alpha_beta].map(|it| search(&tree, it));
        let walk = Walk::new(&forms);
        let differences = walk.differences();
        assert_eq!(differences.len() as u64, forms[1].outcome.counters.cuts);
        assert_eq!(walk.steps.len(), tree.size().0);
        let marked: usize = differences.iter().map(|it| it.branches.len()).sum();
        let struck = (0..walk.places.len()).filter(|&place| walk.struck(1, place).is_some());
        assert_eq!(marked, struck.count());
    }
}

/// A cut that the search takes back counts as a difference: in this tree the null window leaves
/// out 2.1.2 and 2.1.3, which the search with the open window visits after all.
#[test]
fn cuts_that_only_one_search_makes_are_found() {
    let both = vec!["2.1.2", "2.1.3"];
    // Steps: the nodes of alpha-beta, and in re-search the 13 of the second branch once more. In
    // Wikipedia's tree those of pvs, and two that only alpha-beta visits at first.
    for (name, steps, expected) in [
        ("textbook", 11, vec![]),
        ("wikipedia", 35 + 2, vec!["2.1.2"]),
        ("null-window", 12, both.clone()),
        ("re-search", 12 + 13, both),
        ("minimal", 20, vec![]),
    ] {
        let tree = EXAMPLES.iter().find(|it| it.name == name).unwrap().grow().unwrap();
        let three = [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::NegaScout];
        let trees = three.map(|it| search(&tree, it));
        // What two searches do in the same way is one difference.
        let shared = Walk::new(&trees).differences();
        assert!(shared.iter().all(|it| matches!(it.cuts[..], [(1, _), (2, _)])), "{name}");
        assert_eq!(shared.len(), usize::from(!expected.is_empty()), "{name}");
        let turned = [trees[1].clone(), trees[0].clone()];
        assert_eq!(Walk::new(&turned).steps.len(), steps, "{name}");
        let walk = Walk::new(&trees[..2]);
        assert_eq!(walk.steps.len(), steps, "{name}");
        let mut found = Vec::new();
        for difference in walk.differences() {
            assert!(matches!(difference.cuts[..], [(1, _)]), "{name}");
            for (place, visits) in difference.branches {
                assert!(visits.iter().all(|(lane, _)| *lane == 0));
                found.push(walk.places[place].label.clone());
            }
        }
        assert_eq!(found, expected, "{name}");
    }
}

/// Russell and Norvig write at most 2 at the second branch. In negamax, the second branch of Knuth
/// and Moore's tree is worth at least 2 to the side to move there, since the first one is worth
/// 2 to it as well.
#[test]
fn values_and_windows_are_seen_from_the_side_that_the_tree_says() {
    for (name, place, window, after, value) in [
        ("textbook", "", "[\u{2212}\u{221e}, \u{221e}]", None, "3"),
        ("textbook", "1", "[\u{2212}\u{221e}, \u{221e}]", Some("[3, \u{221e}]"), "3"),
        ("textbook", "2", "[3, \u{221e}]", Some("[3, \u{221e}]"), "\u{2264}2"),
        ("textbook", "1.1", "[\u{2212}\u{221e}, \u{221e}]", Some("[\u{2212}\u{221e}, 3]"), "3"),
        ("textbook", "2.1", "[3, \u{221e}]", Some("[3, 2]"), "2"),
        ("knuth-moore", "", "[\u{2212}\u{221e}, \u{221e}]", None, "\u{2212}2"),
        ("knuth-moore", "1", "[\u{2212}\u{221e}, \u{221e}]", Some("[\u{2212}2, \u{221e}]"), "2"),
        ("knuth-moore", "2", "[\u{2212}\u{221e}, 2]", Some("[\u{2212}2, \u{221e}]"), "\u{2265}2"),
        ("knuth-moore", "2.1", "[\u{2212}2, \u{221e}]", Some("[2, 2]"), "\u{2264}\u{2212}2"),
    ] {
        let tree = EXAMPLES.iter().find(|it| it.name == name).unwrap().grow().unwrap();
        let trees = [search(&tree, Algorithm::AlphaBeta)];
        let walk = Walk::new(&trees);
        let found = walk.places.iter().find(|it| it.label == place).unwrap();
        let visit = (0, found.visits[0][0]);
        assert_eq!(walk.window(visit), window, "{name} {place}");
        assert_eq!(walk.window_after(visit).as_deref(), after, "{name} {place}");
        assert_eq!(walk.value(visit), value, "{name} {place}");
        // Leaves are drawn as they were written.
        let leaves: Vec<_> = walk.places.iter().filter_map(|it| it.leaf.as_deref()).collect();
        let drawn = |place: &str| walk.places.iter().find(|it| it.label == place).unwrap();
        let unsearched = if name == "textbook" { ("2.2", "4") } else { ("2.2.2", "7") };
        assert_eq!(drawn(unsearched.0).leaf.as_deref(), Some(unsearched.1));
        assert_eq!(leaves.len(), tree.size().1);
    }
}

/// A text of a picture.
#[derive(Debug)]
struct Text {
    left: f64,
    right: f64,
    /// The line on which it stands, and the size of its letters.
    y: f64,
    size: f64,
    words: String,
}

fn attribute<'a>(element: &'a str, name: &str) -> &'a str {
    let (_, rest) = element.split_once(&format!(" {name}=\"")).expect(name);
    rest.split_once('"').expect("a quote").0
}

/// The texts of a picture, with as much space for a letter as a wide font takes (widths of
/// DejaVu Sans in thousandths of the size).
fn texts(picture: &str) -> Vec<Text> {
    let width = |letter: char| match letter {
        ' ' | ',' | '.' | 'i' | 'l' | 'j' | ':' => 340,
        '[' | ']' => 391,
        'm' => 975,
        '+' | '\u{2212}' | '\u{2264}' | '\u{2265}' | '#' | '\u{221e}' => 838,
        'M' | 'W' | 'w' => 990,
        'A'..='Z' => 700,
        _ => 636,
    };
    let mut shift = (0.0, 0.0);
    let mut found = Vec::new();
    for line in picture.lines() {
        if let Some((_, rest)) = line.split_once("translate(") {
            let mut numbers = rest.split([' ', ')']).map(|number| number.parse().unwrap_or(0.0));
            shift = (numbers.next().unwrap(), numbers.next().unwrap());
        } else if line == "</g>" {
            shift = (0.0, 0.0);
        } else if line.starts_with("<text") {
            let words = line.split_once('>').unwrap().1.strip_suffix("</text>").unwrap();
            let number = |name| attribute(line, name).parse::<f64>().expect("a number");
            let size = number("font-size");
            let wide = words.chars().map(width).sum::<i32>();
            let wide = f64::from(wide) / 1000.0 * size;
            let x = number("x") + shift.0;
            let left = if attribute(line, "text-anchor") == "middle" { x - wide / 2.0 } else { x };
            let y = number("y") + shift.1;
            found.push(Text { left, right: left + wide, y, size, words: words.to_owned() });
        }
    }
    found
}

fn check_picture(trees: &[Tree]) {
    let picture = svg(trees, 200).expect("small");
    let texts = texts(&picture);
    let [width, height] =
        ["width", "height"].map(|name| attribute(&picture, name).parse::<f64>().unwrap());
    for (index, text) in texts.iter().enumerate() {
        let inside = text.left >= 0.0 && text.right <= width && text.y <= height;
        assert!(inside && text.y >= text.size, "{text:?} of {width} x {height}");
        for other in &texts[..index] {
            let beside = text.right <= other.left || other.right <= text.left;
            // Digits and brackets are less high than that.
            let above = (text.y - other.y).abs() >= 0.95 * text.size.min(other.size);
            assert!(beside || above, "{text:?} {other:?}\n{}", trees[0].algorithm);
        }
    }
    let drawn = |words: &str| texts.iter().any(|text| text.words == words);
    assert!(drawn("MAX") && (drawn("MIN") || trees[0].depth == 1));
}

#[test]
fn no_text_of_a_picture_lies_over_another() {
    let mut random = Random(5);
    for example in &EXAMPLES {
        for algorithm in Algorithm::ALL {
            check_picture(&[search(&example.grow().unwrap(), algorithm)]);
        }
    }
    for _ in 0..200 {
        let tree = random_tree(&mut random, 200);
        let trees = [0; 2].map(|_| search(&tree, random.pick(&Algorithm::ALL)));
        check_picture(&trees);
    }
    for (branches, depth) in [(5, 3), (3, 4), (13, 2), (100, 1), (2, 6)] {
        let tree = written(&perfectly_ordered(branches, depth, 0, 1));
        check_picture(&[search(&tree, Algorithm::Minimax)]);
        check_picture(&[search(&tree, Algorithm::ScoutAll)]);
    }
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let position = Position::from_fen(kiwipete).unwrap();
    for (width, depth) in [(2, 5), (3, 3), (5, 3), (12, 2)] {
        let options = Options { width: Some(width), ..Options::default() };
        for algorithm in [Algorithm::AlphaBeta, Algorithm::NegaScout] {
            let tree = grow(&position, algorithm, &options, depth, 1000).unwrap();
            check_picture(&[tree]);
        }
    }
}

#[test]
fn a_picture_has_a_limit() {
    let tree = written("((5 9) ((7 8 3) (4 2)))");
    let trees = [search(&tree, Algorithm::Pvs)];
    assert!(svg(&trees, 12).is_ok());
    assert_eq!(svg(&trees, 11).unwrap_err().to_string(), "the tree has more than 11 nodes");
}
