//! Tests of the searcher as a whole.

use super::table::Entry;
use super::tree::{PartKeys, Parts};
use super::*;
use crate::board::notation::parse_move;
use crate::search::limits::Clock;
use crossbeam_channel::RecvTimeoutError;
use std::time::Duration;

/// Replays each line.
struct Lines(Position);

impl Report for Lines {
    fn info(&mut self, info: &Info) {
        let mut position = self.0;
        for &mv in &info.pv {
            assert!(position.is_legal(mv), "{mv:?} in {position}");
            position = position.make(mv);
        }
    }
}

/// Stores moves of anywhere for all positions up to this depth, as deep results.
fn lie(table: &Table, position: &Position, depth: u32, random: &mut fastrand::Rng) {
    for mv in position.legal_moves() {
        let next = position.make(mv);
        let value = Score::cp(random.i32(-500..500));
        let bound = [Bound::Lower, Bound::Upper][random.usize(..2)];
        let mv = Move::from_bits(random.u16(..));
        let entry = Entry { mv, value, eval: value, depth: 3, bound, is_pv: true };
        table.store(next.key(), 1, entry);
        if depth > 1 {
            lie(table, &next, depth - 1, random);
        }
    }
}

fn search_with_lies(fen: &str) {
    let position = Position::from_fen(fen).unwrap();
    let mut searcher = Searcher::new(4, 1).unwrap();
    lie(&searcher.table, &position, 3, &mut fastrand::Rng::with_seed(7));
    let limits = Limits { depth: Some(8), multi_pv: 3, ..Limits::default() };
    let control = Control::new(Instant::now(), false);
    let report = &mut Lines(position);
    let outcome = searcher.search(&Game::new(position), &limits, &control, report);
    assert!(position.is_legal(outcome.best.unwrap()));
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut searcher = Searcher::new(2, 3).unwrap();
    for threads in [0, usize::MAX, usize::MAX / THREAD_MEMORY / 2] {
        assert!(searcher.set_threads(threads).is_err());
        assert_eq!(searcher.pool.len(), 3);
    }
    for megabytes in [usize::MAX, usize::MAX >> 20] {
        assert!(searcher.set_hash(megabytes).is_err());
        assert_eq!(searcher.table.megabytes(), 2);
    }
}

/// The best of some moves only says nothing of the position's evaluation.
#[test]
fn a_root_with_some_of_its_moves_teaches_no_correction() {
    let position = Position::startpos();
    // No position but the root has no moves before it.
    let at_root =
        Parts { side: Color::White, keys: PartKeys::default(), moves: Default::default() };
    let learned = |search_moves| {
        let mut searcher = Searcher::new(1, 1).unwrap();
        let limits = Limits { depth: Some(11), search_moves, ..Limits::default() };
        searcher.search_silently(&Game::new(position), &limits);
        searcher.pool.threads()[0].learned.corrections.get(at_root)
    };
    let blunder = parse_move(&position, "g2g4").unwrap();
    assert_eq!(learned(Some(vec![blunder])), 0);
    assert_ne!(learned(None), 0);
}

/// What one thread finds out about the evaluation, the others know, also those that come later; a new
/// game forgets it.
#[test]
fn threads_share_their_corrections() {
    let parts = Parts { side: Color::White, keys: PartKeys::default(), moves: Default::default() };
    let mut searcher = Searcher::new(1, 2).unwrap();
    searcher.pool.threads()[1].learned.corrections.update(parts, 10, 100);
    searcher.set_threads(4).unwrap();
    let known = |searcher: &mut Searcher| {
        searcher.pool.threads().iter().map(|thread| thread.learned.corrections.get(parts)).collect()
    };
    let before: Vec<_> = known(&mut searcher);
    assert!(before.len() == 4 && before.iter().all(|&value| value > 0), "{before:?}");
    searcher.new_game();
    let after: Vec<_> = known(&mut searcher);
    assert_eq!(after, [0; 4]);
}

/// Sends the ponder hit when the root's first move of a depth is searched, and notes the deepest.
struct PonderHit<'a> {
    control: &'a Control,
    at: u32,
    deepest: u32,
}

impl Report for PonderHit<'_> {
    fn current_move(&mut self, depth: u32, _mv: Move, _number: usize) {
        if depth == self.at {
            self.control.ponder_hit();
        }
        self.deepest = self.deepest.max(depth);
    }
}

/// The expected move was played after ten minutes of pondering, and a move is worth three: the
/// reply comes at once, or when the first iteration has ended.
#[test]
fn time_spent_pondering_counts_for_the_soft_limit() {
    let minutes = |count: u64| Duration::from_secs(60 * count);
    let clock = Clock { remaining: 3_600_000, increment: 0, moves_to_go: None };
    let limits = Limits { clock: Some(clock), ponder: true, ..Limits::default() };
    let game = Game::new(Position::startpos());
    for at in [1, 8] {
        let Some(started) = Instant::now().checked_sub(minutes(10)) else { return };
        let control = Control::new(started, true);
        let report = &mut PonderHit { control: &control, at, deepest: 0 };
        let outcome = std::thread::scope(|scope| {
            let (ended, wait) = crossbeam_channel::bounded::<()>(0);
            let watchdog = &control;
            scope.spawn(move || {
                if wait.recv_timeout(minutes(1)) == Err(RecvTimeoutError::Timeout) {
                    watchdog.stop();
                }
            });
            let outcome = Searcher::new(1, 1).unwrap().search(&game, &limits, &control, report);
            drop(ended);
            outcome
        });
        assert!(!control.is_stopped(), "the search went on");
        assert!(outcome.best.is_some());
        assert_eq!(report.deepest, at);
    }
}

/// Threads that are added while the strength is limited evaluate as the others do.
#[test]
fn threads_of_a_weakened_player_use_its_evaluation() {
    let position = Position::startpos();
    let values = |threads, handicap| {
        let mut searcher = Searcher::new(1, 1).unwrap();
        let limits = Limits { nodes: Some(100), handicap, ..Limits::default() };
        searcher.search_silently(&Game::new(position), &limits);
        searcher.set_threads(threads).unwrap();
        searcher.pool.threads().iter_mut().map(|thread| thread.evaluator.value(&position)).collect()
    };
    let weakened = Some(Handicap::of_rating(1500, 1));
    let [network, classical]: [Vec<Score>; 2] =
        [None, weakened].map(|handicap| values(3, handicap));
    assert!(network[0] != classical[0]);
    assert_eq!(classical, [classical[0]; 3]);
    assert_eq!(network, [network[0]; 3]);
}

/// Two positions may have the same key, and then the table has the move of another.
#[test]
fn a_table_that_lies_makes_no_illegal_move() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ] {
        let search = || search_with_lies(fen);
        let thread = thread_builder().spawn(search).unwrap();
        assert!(thread.join().is_ok(), "{fen}");
    }
}
