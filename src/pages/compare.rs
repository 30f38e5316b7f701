//! Runs algorithms of the lab side by side and checks whether they agree (text 002 asks to
//! compare implementations and publish the result).

use super::static_value;
use crate::board::{Position, perft};
use crate::eval::Evaluation;
use crate::lab::{Algorithm, Counters, Lab, Options, Outcome, quiescence};
use crate::search::{Count, Searcher, Window};
use crate::types::{Move, Score};
use std::time::{Duration, Instant};

/// Minimax is run up to this number of leaves unless asked for by name.
pub const MINIMAX_LIMIT: u64 = 5_000_000;
/// The tree of minimax is counted up to this number of leaves, a few seconds.
const COUNT_LIMIT: f64 = 5e8;

/// An algorithm with options and a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contestant {
    /// The name in tables.
    pub name: String,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its options.
    pub options: Options,
}

/// One algorithm with each option alone and with some combinations.
pub fn with_each_option(algorithm: Algorithm) -> Vec<Contestant> {
    let sets: [&[&str]; 13] = [
        &[],
        &["scans"],
        &["killers"],
        &["history"],
        &["table"],
        &["deepen"],
        &["refutation"],
        &["deepen", "table"],
        &["refutation", "table"],
        &["deepen", "aspiration"],
        &["selective"],
        &["scans", "killers", "history"],
        &["scans", "killers", "history", "refutation", "table"],
    ];
    let contestant = |names: &&[&str]| Contestant {
        name: if names.is_empty() { algorithm.name().into() } else { names.join("+") },
        algorithm,
        options: Options::of_names(names).unwrap_or_default(),
    };
    sets.iter().map(contestant).collect()
}

/// The result of one contestant on one position.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The value for the side to move.
    pub value: Score,
    /// The best move.
    pub best: Option<Move>,
    /// The cost.
    pub counters: Counters,
    /// Time taken.
    pub time: Duration,
    /// Nodes of the searches to depth 1, 2 and so on.
    pub nodes_by_depth: Vec<u64>,
}

/// The engine's own search with nothing on top of principal variation search and quiescence.
#[derive(Clone, Debug)]
pub struct Bare {
    /// The value for the side to move.
    pub value: Score,
    /// Nodes above quiescence of the searches to depth 1, 2 and so on.
    pub inner_by_depth: Vec<u64>,
    /// Nodes of quiescence of the deepest.
    pub quiescence: u64,
}

impl Bare {
    /// Searches with the values of the lab.
    fn measure(searcher: &mut Searcher, position: &Position, depth: u32) -> Self {
        searcher.set_evaluation(Evaluation::Classical);
        searcher.new_game();
        let (mut value, mut before) = (Score::DRAW, [0, 0]);
        let (mut inner_by_depth, mut quiescence) = (Vec::new(), 0);
        for depth in 1..=depth {
            value = searcher.search_bare(position, depth, Window::FULL);
            let statistics = searcher.statistics();
            let counts = [Count::Main, Count::Quiescence].map(|what| statistics[what]);
            inner_by_depth.push(counts[0] - before[0]);
            quiescence = counts[1] - before[1];
            before = counts;
        }
        Self { value, inner_by_depth, quiescence }
    }
}

/// All contestants on one position.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The position.
    pub position: Position,
    /// The full tree, counted without running minimax; `None` if it is too large to count.
    pub whole: Option<WholeTree>,
    /// In the order of the contestants; `None` where minimax was left out.
    pub rows: Vec<Option<Measured>>,
    /// The engine, if it was asked for.
    pub bare: Option<Bare>,
    /// The value found by most of those that have to agree; `None` if there are none.
    pub agreed: Option<Score>,
    /// Messages about contestants that found another value.
    pub dissenters: Vec<String>,
}

/// The size of the tree that minimax searches.
#[derive(Clone, Debug)]
pub struct WholeTree {
    /// Nodes by depth, from 1.
    pub nodes: Vec<u64>,
    /// Leaves at the full depth.
    pub leaves: u64,
    /// Leaves of the minimal tree of Knuth and Moore for this tree.
    pub minimal_leaves: f64,
}

impl WholeTree {
    /// Counts level by level as long as the next one is expected to stay below `limit`.
    fn count(position: &Position, depth: u32, limit: f64) -> Option<Self> {
        let mut levels = vec![1, perft::perft(position, 1)];
        while levels.len() <= depth as usize {
            let [.., before, last] = levels[..] else { return None };
            let growth = last as f64 / before.max(1) as f64;
            if last as f64 * growth > limit {
                return None;
            }
            levels.push(perft::perft(position, levels.len() as u32));
        }
        let mut sum = 0;
        let add = |&leaves: &u64| {
            sum += leaves;
            sum
        };
        let leaves = levels.last().copied().unwrap_or_default();
        let minimal_leaves = minimal_leaves(&levels);
        Some(Self { nodes: levels.iter().map(add).skip(1).collect(), leaves, minimal_leaves })
    }
}

/// Compares on one position, `depth` plies (at least 1) deep. Minimax with more leaves
/// than `minimax_limit` is left out. With an `engine` all have quiescence at their leaves, and the
/// bare search of the engine has to find the same. `progress` is called after each contestant.
pub fn compare(
    position: &Position,
    depth: u32,
    contestants: &[Contestant],
    minimax_limit: u64,
    engine: Option<&mut Searcher>,
    progress: &mut dyn FnMut(),
) -> Comparison {
    let whole = WholeTree::count(position, depth, COUNT_LIMIT);
    let is_small = whole.as_ref().is_some_and(|whole| whole.leaves <= minimax_limit);
    let mut leaf = static_value();
    let mut quiet = static_value();
    let whole_window = (-Score::INFINITE, Score::INFINITE);
    let mut quiet = |position: &Position, ply: usize| {
        quiescence(position, ply, whole_window, &mut |position| quiet(position, ply))
    };
    let leaf: &mut dyn FnMut(&Position, usize) -> Score =
        if engine.is_some() { &mut quiet } else { &mut leaf };
    let mut rows = Vec::new();
    for Contestant { algorithm, options, .. } in contestants {
        let is_run = *algorithm != Algorithm::Minimax || is_small || minimax_limit == u64::MAX;
        rows.push(is_run.then(|| measure(position, depth, *algorithm, options, leaf)));
        progress();
    }
    let agreed = majority(contestants, &rows);
    let dissenters = agreed.map(|agreed| dissenters(contestants, &rows, agreed));
    let mut dissenters = dissenters.unwrap_or_default();
    let bare = engine.map(|searcher| Bare::measure(searcher, position, depth));
    if let (Some(agreed), Some(bare)) = (agreed, &bare)
        && bare.value != agreed
    {
        dissenters.push(format!("the engine finds {}, not {agreed}", bare.value));
    }
    Comparison { position: *position, whole, agreed, dissenters, rows, bare }
}

fn measure(
    position: &Position,
    depth: u32,
    algorithm: Algorithm,
    options: &Options,
    leaf: &mut dyn FnMut(&Position, usize) -> Score,
) -> Measured {
    let mut lab = Lab::new(algorithm, options.clone(), leaf);
    let mut nodes_by_depth: Vec<u64> =
        (1..depth).map(|depth| lab.search(position, depth).counters.nodes).collect();
    if algorithm.uses_null_windows() {
        lab.tell_cuts_apart(position, depth);
    }
    let start = Instant::now();
    let Outcome { value, line, counters } = lab.search(position, depth);
    nodes_by_depth.push(counters.nodes);
    let time = start.elapsed();
    Measured { value, best: line.first().copied(), counters, time, nodes_by_depth }
}

/// Leaves of the minimal tree of Knuth and Moore, from the number of nodes on each
/// level of the whole tree: each level has its mean width, and a critical path gives
/// one side all moves and the other one. For a uniform width b it is
/// `b^ceil(d/2) + b^floor(d/2) - 1`. A tree of uneven width can be proved with less,
/// by answers that leave the other side few moves.
pub fn minimal_leaves(levels: &[u64]) -> f64 {
    let mut sides = [1.0, 1.0];
    for (ply, pair) in levels.windows(2).enumerate() {
        sides[ply % 2] *= pair[1] as f64 / (pair[0] as f64).max(1.0);
    }
    // At least one, also where there is no move at all.
    (sides[0] + sides[1] - 1.0).max(1.0)
}

/// The contestants that were run, with their results.
fn ran<'a>(
    contestants: &'a [Contestant],
    rows: &'a [Option<Measured>],
) -> impl Iterator<Item = (&'a Contestant, &'a Measured)> {
    contestants.iter().zip(rows).filter_map(|(who, row)| Some((who, row.as_ref()?)))
}

/// The value that most of the contestants without selective search found.
fn majority(contestants: &[Contestant], rows: &[Option<Measured>]) -> Option<Score> {
    let exact = ran(contestants, rows).filter(|(who, _)| who.options.selective.is_none());
    let exact: Vec<Score> = exact.map(|(_, row)| row.value).collect();
    let votes = |value: &Score| exact.iter().filter(|&other| other == value).count();
    exact.iter().rev().max_by_key(|value| votes(value)).copied()
}

/// Messages about contestants with another value; a selective search may be up to its
/// margin below.
fn dissenters(contestants: &[Contestant], rows: &[Option<Measured>], agreed: Score) -> Vec<String> {
    let dissents = |(who, row): &(&Contestant, &Measured)| match who.options.selective {
        None => row.value != agreed,
        Some(selective) => {
            let lowest = agreed - selective.margin;
            !(lowest..=agreed).contains(&row.value) && !agreed.is_mate()
        }
    };
    let complaint = |(who, row): (&Contestant, &Measured)| {
        format!("{} finds {}, not {agreed}", who.name, row.value)
    };
    ran(contestants, rows).filter(dissents).map(complaint).collect()
}

/// The contestants whose search is selective, each with the number of positions in which it chooses
/// another move than the first contestant whose search is not (text 000 leaves open how much its
/// margin may cost).
pub fn changed_moves<'a>(
    comparisons: &[Comparison],
    contestants: &'a [Contestant],
) -> Vec<(&'a Contestant, usize)> {
    let is_selective = |who: &Contestant| who.options.selective.is_some();
    let Some(whole) = contestants.iter().position(|who| !is_selective(who)) else {
        return Vec::new();
    };
    let best = |one: &Comparison, at: usize| one.rows[at].as_ref().map(|row| row.best);
    let changes =
        |at: usize| comparisons.iter().filter(|one| best(one, at) != best(one, whole)).count();
    let found = contestants.iter().enumerate().filter(|(_, who)| is_selective(who));
    found.map(|(at, who)| (who, changes(at))).collect()
}

/// Sums over all positions by contestant; `None` for one that was left out anywhere.
pub fn total(comparisons: &[Comparison], contestants: usize) -> Vec<Option<Measured>> {
    let add = |index: usize| {
        let mut rows = comparisons.iter().map(|comparison| comparison.rows[index].clone());
        let mut sum = rows.next()??;
        for row in rows {
            let row = row?;
            let (all, one) = (&mut sum.counters, row.counters);
            all.nodes += one.nodes;
            all.leaves += one.leaves;
            all.cuts += one.cuts;
            all.null_cuts += one.null_cuts;
            all.null_windows += one.null_windows;
            all.re_searches += one.re_searches;
            all.table_hits += one.table_hits;
            sum.time += row.time;
            let by_depth = sum.nodes_by_depth.iter_mut().zip(row.nodes_by_depth);
            by_depth.for_each(|(all, one)| *all += one);
        }
        Some(sum)
    };
    (0..contestants).map(add).collect()
}

/// The effective branching factor: the growth in nodes per ply, as the geometric mean over
/// the last two plies, because odd and even ones differ.
pub fn branching_factor(nodes_by_depth: &[u64]) -> f64 {
    let depth = nodes_by_depth.len();
    let nodes =
        |depth: usize| depth.checked_sub(1).map_or(1.0, |index| nodes_by_depth[index] as f64);
    let span = depth.clamp(1, 2);
    (nodes(depth) / nodes(depth - span)).powf(1.0 / span as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Selective;

    const FEN: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

    fn contestants() -> Vec<Contestant> {
        let plain = |algorithm: Algorithm| Contestant {
            name: algorithm.name().into(),
            algorithm,
            options: Options::default(),
        };
        Algorithm::ALL.map(plain).to_vec()
    }

    #[test]
    fn the_minimal_tree_is_that_of_knuth_and_moore() {
        for (width, depth, leaves) in
            [(3_u64, 4, 17.0), (3, 3, 11.0), (30, 5, 27_899.0), (7, 1, 7.0)]
        {
            let levels: Vec<u64> = (0..=depth).map(|depth| width.pow(depth)).collect();
            assert!((minimal_leaves(&levels) - leaves).abs() < 1e-6, "{width} {depth}");
        }
    }

    #[test]
    fn minimax_is_counted_without_running_it() {
        let position = Position::from_fen(FEN).unwrap();
        let with = compare(&position, 3, &contestants(), MINIMAX_LIMIT, None, &mut || {});
        let row = with.rows[0].as_ref().unwrap();
        let whole = with.whole.as_ref().unwrap();
        assert_eq!(whole.nodes, row.nodes_by_depth);
        assert_eq!(whole.leaves, row.counters.leaves);
        let too_large = WholeTree::count(&Position::startpos(), 20, 1e5);
        assert!(too_large.is_none());
        assert_eq!(with.dissenters, Vec::<String>::new());
        let mut calls = 0;
        let without = compare(&position, 3, &contestants(), 100, None, &mut || calls += 1);
        assert!(without.rows[0].is_none() && without.rows[1].is_some());
        assert_eq!(calls, Algorithm::ALL.len());
        let sum = total(&[with, without], Algorithm::ALL.len());
        assert!(sum[0].is_none());
        let both = sum[1].as_ref().unwrap();
        assert_eq!(both.counters.nodes, *both.nodes_by_depth.last().unwrap());
    }

    #[test]
    fn an_algorithm_with_a_wrong_value_is_named() {
        let position = Position::from_fen(FEN).unwrap();
        let contestants = contestants();
        let mut found = compare(&position, 2, &contestants, MINIMAX_LIMIT, None, &mut || {});
        let agreed = found.agreed.unwrap();
        let is_it = |algorithm: &Algorithm| *algorithm == Algorithm::NegaScout;
        let row = Algorithm::ALL.iter().position(is_it).unwrap();
        found.rows[row].as_mut().unwrap().value = agreed + 1;
        let complaints = dissenters(&contestants, &found.rows, agreed);
        assert_eq!(complaints.len(), 1);
        assert_eq!(majority(&contestants, &found.rows), found.agreed);
        assert!(complaints[0].starts_with("negascout finds"), "{complaints:?}");
        let mut selective = contestants.clone();
        let margin = 200;
        selective[row].options.selective = Some(Selective { after: 3, margin });
        found.rows[row].as_mut().unwrap().value = agreed - 1;
        assert_eq!(dissenters(&selective, &found.rows, agreed), Vec::<String>::new());
        found.rows[row].as_mut().unwrap().value = agreed - 1 - margin;
        assert_eq!(dissenters(&selective, &found.rows, agreed).len(), 1);
    }

    /// The bare search of the engine finds what minimax finds with quiescence at its leaves, and
    /// visits no inner node more than once with each kind of window.
    #[test]
    fn the_engine_agrees_with_the_lab() {
        let mut searcher = Searcher::new(1, 1).unwrap();
        for position in [Position::from_fen(FEN).unwrap(), Position::startpos()] {
            let contestants = &contestants()[..2];
            let engine = Some(&mut searcher);
            let found = compare(&position, 2, contestants, MINIMAX_LIMIT, engine, &mut || {});
            assert_eq!(found.dissenters, Vec::<String>::new(), "{position}");
            let (bare, minimax) = (found.bare.unwrap(), found.rows[0].as_ref().unwrap());
            assert_eq!(bare.inner_by_depth.len(), 2);
            let inner = minimax.counters.nodes - minimax.counters.leaves;
            assert!((1..=2 * inner).contains(&bare.inner_by_depth[1]), "{position}");
            assert!(bare.quiescence > 0);
        }
    }

    #[test]
    fn branching_is_measured_over_two_plies() {
        assert!((branching_factor(&[10, 90, 250, 810]) - 3.0).abs() < 1e-9);
        assert!((branching_factor(&[20]) - 20.0).abs() < 1e-9);
        assert!((branching_factor(&[20, 400]) - 20.0).abs() < 1e-9);
    }
}
