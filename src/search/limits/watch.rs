//! When a thread checks its limits: often enough for the clock, seldom enough to cost nothing.

use super::Limits;
use super::time::TimeManager;
use std::time::Duration;

/// Time between two checks of the clock, about. Nodes do not all take the same time: where the
/// table was never touched, each may wait for its memory longer than a thousand others take.
const CHECK_AFTER: Duration = Duration::from_millis(1);
/// The smallest and the largest number of nodes between two checks.
const CHECK_NODES: [u64; 2] = [16, 1024];
/// Nodes and time that the first iteration may take before it can be aborted. A whole
/// one makes a move worth playing, and takes no time except in wild positions.
const FIRST_ITERATION_NODES: u64 = 4096;
const FIRST_ITERATION_TIME: Duration = Duration::from_millis(15);

/// The checks of one thread in one search. Times are those since `go`.
#[derive(Debug)]
pub struct Watch {
    /// The time limits.
    pub time: TimeManager,
    /// The number of the next node at which the limits are to be checked.
    pub next_check: u64,
    /// When they were last checked.
    pub last_check: Duration,
    /// Nodes between two checks.
    interval: u64,
    began: Duration,
    /// Nodes up to which the first iteration can't be aborted.
    protected: u64,
}

impl Watch {
    /// The checks of a search that begins now, for a move with this number of the game.
    pub fn new(limits: &Limits, move_number: u32, now: Duration) -> Self {
        Self {
            time: TimeManager::new(limits, move_number),
            next_check: 0,
            last_check: now,
            interval: CHECK_NODES[0],
            began: now,
            protected: FIRST_ITERATION_NODES,
        }
    }

    /// Gives the first iteration its protected nodes and time from this node and the last check on.
    pub fn protect_from(&mut self, nodes: u64) {
        self.began = self.last_check;
        self.protected = nodes + FIRST_ITERATION_NODES;
    }

    /// Notes a check at this node, and plans the next: at the node limit at the latest.
    pub fn note_check(&mut self, nodes: u64, nodes_left: Option<u64>, now: Duration) {
        let took = now.saturating_sub(self.last_check);
        self.last_check = now;
        let [fewest, most] = CHECK_NODES;
        if took > CHECK_AFTER {
            self.interval = (self.interval / 2).max(fewest);
        } else if took < CHECK_AFTER / 2 {
            self.interval = (self.interval * 2).min(most);
        }
        self.next_check = nodes + nodes_left.unwrap_or(u64::MAX).clamp(1, self.interval);
    }

    /// Plans the next check after a few nodes: something has happened at this node that may
    /// take long, such as reading from a disk.
    pub fn check_soon(&mut self, nodes: u64) {
        self.next_check = self.next_check.min(nodes + CHECK_NODES[0]);
    }

    /// True if the first iteration, being at this node, must not be ended by the node limit.
    pub fn protects_nodes(&self, nodes: u64) -> bool {
        nodes < self.protected
    }

    /// True if it must not be ended by anything else either. `is_real` says that time is not
    /// counted in nodes.
    pub fn protects(&self, nodes: u64, is_real: bool) -> bool {
        let took = self.last_check.saturating_sub(self.began);
        self.protects_nodes(nodes) && (!is_real || took <= FIRST_ITERATION_TIME)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Not even if the proof of a mate before it took long.
    #[test]
    fn the_first_iteration_is_protected_when_it_begins() {
        let mut watch = Watch::new(&Limits::default(), 1, Duration::ZERO);
        watch.note_check(100_000, None, 2 * FIRST_ITERATION_TIME);
        assert!(!watch.protects(100_000, true));
        watch.protect_from(100_000);
        assert!(watch.protects(100_000, true));
        watch.note_check(100_001, None, 4 * FIRST_ITERATION_TIME);
        assert!(!watch.protects(100_001, true));
    }

    #[test]
    fn what_may_take_long_is_followed_by_a_check() {
        let mut watch = Watch::new(&Limits::default(), 1, Duration::ZERO);
        for nodes in 1..10 {
            watch.note_check(1000 * nodes, None, Duration::ZERO);
        }
        assert_eq!(watch.next_check, 9000 + CHECK_NODES[1]);
        watch.check_soon(9100);
        assert_eq!(watch.next_check, 9100 + CHECK_NODES[0]);
        watch.check_soon(9110);
        assert_eq!(watch.next_check, 9100 + CHECK_NODES[0], "not put off");
    }
}
