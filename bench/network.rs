//! The time of an evaluation by the network, by instruction set, and of a classical one:
//! `cargo bench --bench network [-- ROUNDS]`.
//!
//! The games are random. *Output* is a value from accumulators that are up to date, *line*
//! the evaluation of each position of a game, with accumulators updated from move to move;
//! *classical* is the same with the hand-crafted evaluation. All take turns in each round; the
//! best time counts. Updates are compiled for the processor of the build; for another one:
//! `RUSTFLAGS="-C target-cpu=x86-64-v3" cargo bench --bench network`.

use nullfenster::board::Position;
use nullfenster::eval::network::ops::{NATIVE, Output, Portable};
use nullfenster::eval::network::{Accumulator, HIDDEN, Network, OUTPUTS};
use nullfenster::eval::{DirtyPieces, Evaluation, Evaluator};
use nullfenster::types::Move;
use std::hint::black_box;
use std::time::Instant;

/// Games, and plies of each.
const GAMES: usize = 100;
const PLIES: usize = 100;

struct Game {
    start: Position,
    moves: Vec<Move>,
}

fn games() -> Vec<Game> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut game = |_| {
        let mut position = Position::startpos();
        let mut game = Game { start: position, moves: Vec::new() };
        while game.moves.len() < PLIES
            && let Some(&mv) = random.choice(position.legal_moves().iter())
        {
            position = position.make(mv);
            game.moves.push(mv);
        }
        game
    };
    (0..GAMES).map(&mut game).collect()
}

/// Plays all games and evaluates each position if `evaluates`; returns the moves.
fn play(evaluator: &mut Evaluator, games: &[Game], evaluates: bool) -> usize {
    let mut count = 0;
    for game in games {
        let mut position = game.start;
        evaluator.start(&position);
        for (index, &mv) in game.moves.iter().enumerate() {
            let dirty: &mut DirtyPieces = evaluator.step(index + 1);
            position = position.make_observed(mv, dirty);
            if evaluates {
                black_box(evaluator.evaluate(index + 1, &position));
            }
            count += 1;
        }
        black_box(&position);
    }
    count
}

/// A position with its accumulators.
type Known = (Position, Accumulator);

/// Evaluates all positions and returns their number.
fn outputs<O: Output>(network: &Network, known: &[Known], ops: O) -> usize {
    for (position, accumulators) in known {
        black_box(network.value(black_box(accumulators), position, ops));
    }
    known.len()
}

/// Nanoseconds for each unit of `work`, which returns their number.
fn time(work: &mut dyn FnMut() -> usize) -> f64 {
    let start = Instant::now();
    let count = work();
    start.elapsed().as_secs_f64() * 1e9 / count as f64
}

fn main() {
    // Cargo adds `--bench`; a number among the arguments is the number of rounds.
    let rounds = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(20);
    let games = games();
    let network = Network::embedded();
    let [mut by_network, mut by_terms] = [Evaluation::network(), Evaluation::Classical]
        .map(|evaluation| Evaluator::new(&evaluation));
    let mut silent = Evaluator::new(&Evaluation::Classical);
    let known = |game: &Game| (game.start, Accumulator::new(&network, &game.start));
    let known: Vec<Known> = games.iter().map(known).cycle().take(64).collect();

    let mut rows: Vec<(String, Box<dyn FnMut() -> usize + '_>)> = Vec::new();
    fn output<'a, O: Output + 'a>(
        network: &'a Network,
        known: &'a [Known],
    ) -> Option<(String, Box<dyn FnMut() -> usize + 'a>)> {
        let ops = O::find()?;
        let work = move || (0..200).map(|_| outputs(network, known, ops)).sum();
        Some((format!("output, {}", O::NAME), Box::new(work)))
    }
    rows.extend(output::<Portable>(&network, &known));
    #[cfg(target_arch = "x86_64")]
    {
        use nullfenster::eval::network::ops::{Avx2, Avx512};
        rows.extend(output::<Avx2>(&network, &known));
        rows.extend(output::<Avx512>(&network, &known));
    }
    rows.push(("moves only".into(), Box::new(|| play(&mut silent, &games, false))));
    rows.push(("line, network".into(), Box::new(|| play(&mut by_network, &games, true))));
    rows.push(("line, classical".into(), Box::new(|| play(&mut by_terms, &games, true))));

    let mut best = vec![f64::MAX; rows.len()];
    for _ in 0..rounds {
        for ((_, work), best) in rows.iter_mut().zip(&mut best) {
            *best = best.min(time(work));
        }
    }
    fn name<O: Output>(_: O) -> &'static str {
        O::NAME
    }
    println!(
        "{HIDDEN} neurons a side, {OUTPUTS} outputs; this build evaluates with {}",
        name(NATIVE)
    );
    for ((name, _), best) in rows.iter().zip(best) {
        println!("{name:<28}{best:>8.1} ns");
    }
    println!("best of {rounds} rounds");
}
