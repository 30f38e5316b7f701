//! Time management: numbers in, decisions out, no clock of its own.

use super::{Clock, Limits};
use crate::search::params::*;
use crate::types::Centipawns;
use std::time::Duration;

/// The fewest moves assumed to be left if none is given.
const MIN_MOVES_TO_GO: i32 = 4;
/// [`time_growth`] without an increment that is worth more than the overhead: what is left has to
/// last for the rest of the game.
const GROWTH_WITHOUT_INCREMENT: i32 = 22;
/// After this move of a game the assumed number no longer falls.
const LAST_MOVE: i32 = 60;
/// At most one part in this many of a fixed time is kept back. With a tenth of 50 ms, games were lost on
/// a busy machine; with a fifth, on a quiet one, 5 moves of 24,000 came up to 8 ms late.
const MAX_OVERHEAD_SHARE: u64 = 2;
/// The longest time in milliseconds: thirty years.
const MAX_MS: u64 = 1_000_000_000_000;
/// Percent added to the soft limit by how many iterations the best move has stayed.
const STABILITY: [i32; 6] = [55, 25, 0, -12, -20, -26];
/// The largest drop of the score that counts, in centipawns.
const DROP_LIMIT: Centipawns = 60;

/// How sure the search is of its best move after an iteration.
#[derive(Clone, Copy, Debug)]
pub struct Certainty {
    /// Iterations in a row that the best move has been the same.
    pub stable: usize,
    /// Centipawns that the score has dropped by in this iteration.
    pub drop: Centipawns,
    /// The best move's share of all nodes, in permille: a large one says that the
    /// others were easy to refute (idea: Koivisto).
    pub share: u64,
}

/// When to stop: a soft limit, asked between iterations, and a hard one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeManager {
    /// Milliseconds after which no new iteration starts; `None` without a clock.
    soft: Option<u64>,
    /// Milliseconds after which the search is aborted.
    hard: Option<u64>,
}

impl TimeManager {
    /// The budget for a move with this number of the game under these limits. It never exceeds
    /// the time left less the overhead, and is at least a millisecond.
    pub fn new(limits: &Limits, move_number: u32) -> Self {
        let mut manager = Self { soft: None, hard: None };
        if let Some(clock) = limits.clock {
            let (soft, hard) = Self::from_clock(clock, limits, move_number);
            manager = Self { soft: Some(soft), hard: Some(hard) };
        }
        if let Some(movetime) = limits.movetime {
            let kept = limits.move_overhead.min(movetime / MAX_OVERHEAD_SHARE);
            let budget = (movetime - kept).max(1);
            manager.hard = Some(manager.hard.map_or(budget, |hard| hard.min(budget)));
        }
        manager
    }

    fn from_clock(clock: Clock, limits: &Limits, move_number: u32) -> (u64, u64) {
        let overhead = limits.move_overhead;
        // Nothing left: move at once.
        let left = u64::try_from(clock.remaining).unwrap_or(0).saturating_sub(overhead).min(MAX_MS);
        if left == 0 {
            return (1, 1);
        }
        let assumed = || {
            let played = i32::try_from(move_number).unwrap_or(LAST_MOVE).min(LAST_MOVE);
            let lives_on_increment = clock.increment > overhead;
            let growth = if lives_on_increment { time_growth() } else { GROWTH_WITHOUT_INCREMENT };
            (time_moves() - growth * played / 100).max(MIN_MOVES_TO_GO) as u64
        };
        let moves = clock.moves_to_go.map_or_else(assumed, |moves| u64::from(moves).clamp(1, 40));
        let most = match moves {
            1 => left * 9 / 10,
            _ => left * time_most() as u64 / 100,
        }
        .max(1);
        let gained = clock.increment.saturating_sub(overhead.min(clock.increment / 2)).min(MAX_MS);
        let usual = left / moves + gained * time_increment() as u64 / 100;
        let soft = (usual * limits.slow_mover / 100).clamp(1, most);
        (soft, (soft * time_hard() as u64 / 100).clamp(soft, most))
    }

    /// True if the search has to be aborted.
    pub fn is_hard_limit_reached(&self, elapsed: Duration) -> bool {
        self.hard.is_some_and(|hard| elapsed.as_millis() as u64 >= hard)
    }

    /// True if no new iteration should start after so much thinking, with this certainty of the
    /// move.
    pub fn is_soft_limit_reached(&self, thinking: Duration, certainty: Certainty) -> bool {
        let Some(soft) = self.soft else { return false };
        let Certainty { stable, drop, share } = certainty;
        let stability = 100 + STABILITY[stable.min(STABILITY.len() - 1)] * time_stability() / 100;
        let trend = 100 + drop.clamp(0, DROP_LIMIT) * time_drop() / 100;
        let effort = time_share_base() - time_share() * share.min(1000) as i32 / 1000;
        let percent = (stability * trend * effort / 10_000).max(1) as u64;
        thinking.as_millis() as u64 >= (soft * percent / 100).max(1)
    }

    /// The nodes after which the search is aborted if so many count as a millisecond.
    pub fn hard_nodes(&self, nodes_per_ms: u64) -> Option<u64> {
        self.hard.map(|hard| hard.saturating_mul(nodes_per_ms))
    }

    /// True if a clock runs, so that a forced move may be played early.
    pub fn has_clock(&self) -> bool {
        self.soft.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::option;
    use proptest::prelude::*;

    fn limits(remaining: i64, increment: u64, moves_to_go: Option<u32>, overhead: u64) -> Limits {
        Limits {
            clock: Some(Clock { remaining, increment, moves_to_go }),
            move_overhead: overhead,
            ..Limits::default()
        }
    }

    /// Numbers from the whole range, many of them small.
    fn milliseconds() -> impl Strategy<Value = u64> {
        prop_oneof![0..100_u64, 0..100_000_u64, any::<u64>()]
    }

    proptest! {
        #[test]
        fn never_plans_more_than_there_is(
            remaining in prop_oneof![-50..200_i64, 0..1_000_000_i64, any::<i64>()],
            increment in milliseconds(),
            moves in option::of(prop_oneof![0..50_u32, any::<u32>()]),
            overhead in 0..=5_000_u64,
            movetime in option::of(milliseconds()),
            move_number in prop_oneof![0..200_u32, any::<u32>()],
            slow_mover in 10..=1_000_u64,
        ) {
            let limits = Limits { movetime, slow_mover, ..limits(remaining, increment, moves, overhead) };
            let manager = TimeManager::new(&limits, move_number);
            let (soft, hard) = (manager.soft.unwrap(), manager.hard.unwrap());
            let left = remaining.saturating_sub(overhead as i64).max(1) as u64;
            prop_assert!(1 <= soft && soft <= left);
            prop_assert!(1 <= hard && hard <= left.min(movetime.unwrap_or(u64::MAX)).max(1));
            prop_assert!(movetime.is_some() || soft <= hard);
            prop_assert!(manager.is_hard_limit_reached(Duration::from_millis(hard)));
        }

        #[test]
        fn keeps_something_of_a_fixed_time(movetime in milliseconds(), move_overhead in 0..=5_000_u64) {
            let limits =
                Limits { movetime: Some(movetime), move_overhead, ..Limits::default() };
            let manager = TimeManager::new(&limits, 30);
            let hard = manager.hard.unwrap();
            prop_assert!(hard >= 1 && hard <= movetime.max(1));
            prop_assert!(!manager.is_hard_limit_reached(Duration::from_millis(hard - 1)));
            prop_assert!(manager.is_hard_limit_reached(Duration::from_millis(hard)));
        }
    }

    #[test]
    fn takes_less_late_in_the_game_without_an_increment() {
        let soft = |increment, number| {
            TimeManager::new(&limits(10_000, increment, None, 30), number).soft.unwrap()
        };
        assert!(soft(31, 60) > 3 * soft(31, 10));
        for increment in [0, 30] {
            assert!(soft(increment, 60) < 2 * soft(increment, 10));
        }
    }

    #[test]
    fn takes_longer_when_the_best_move_is_not_sure() {
        let manager = TimeManager::new(&limits(60_000, 0, None, 30), 30);
        let calm = Duration::from_millis(manager.soft.unwrap() * 8 / 10);
        let sure = Certainty { stable: 5, drop: 0, share: 800 };
        assert!(manager.is_soft_limit_reached(calm, sure));
        assert!(!manager.is_soft_limit_reached(calm, Certainty { stable: 0, ..sure }));
        assert!(!manager.is_soft_limit_reached(calm, Certainty { drop: 60, ..sure }));
        assert!(!manager.is_soft_limit_reached(calm, Certainty { share: 200, ..sure }));
    }
}
