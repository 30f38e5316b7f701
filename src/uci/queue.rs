//! Commands that wait for the end of a search, and the effect of a later `stop`, `go` or
//! `ponderhit` on them. None is dropped and their order stays.

use super::command::Command;
use crate::protocol::Go;
use std::collections::VecDeque;
use std::time::Instant;

/// A search that has not ended: whether it would end by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Pending {
    /// Only `stop` ends it.
    pub unbounded: bool,
    /// Only a mate or `stop` ends it.
    pub mate_only: bool,
    /// It waits for `ponderhit`.
    pub pondering: bool,
}

impl Pending {
    pub fn of(go: &Go) -> Self {
        Self {
            unbounded: go.is_unbounded(),
            mate_only: go.is_mate_only(),
            pondering: go.is_ponder(),
        }
    }

    /// True if it ends only by a further command.
    pub fn is_endless(self) -> bool {
        self.unbounded || self.pondering
    }

    /// True if a further command must not wait for its end, which may never come.
    pub fn may_be_endless(self) -> bool {
        self.is_endless() || self.mate_only
    }
}

/// A command with the effects of later commands on it.
#[derive(Debug)]
pub(super) struct Request {
    pub command: Command,
    /// The time its line was read; `None` if it waits for a search that ends by itself,
    /// since its clock can't have been running then.
    pub read_at: Option<Instant>,
    /// A `stop` was received.
    pub stopped: bool,
    /// The time of a `ponderhit`.
    pub ponder_hit: Option<Instant>,
}

impl Request {
    pub fn new(command: Command, read_at: Instant) -> Self {
        Self { command, read_at: Some(read_at), stopped: false, ponder_hit: None }
    }

    /// A `go` with these words, from now on.
    pub fn go(words: &[&str]) -> Self {
        Self::new(Command::Go(Go::parse(words, &mut Vec::new())), Instant::now())
    }

    /// The search of a `go` that was not stopped.
    fn pending(&self) -> Option<Pending> {
        let Command::Go(go) = &self.command else { return None };
        let mut pending = Pending::of(go);
        pending.pondering &= self.ponder_hit.is_none();
        (!self.stopped).then_some(pending)
    }
}

/// The waiting requests in order.
#[derive(Debug, Default)]
pub(super) struct Queue(VecDeque<Request>);

/// Commands that wait at most: no GUI sends as many in a search.
pub(super) const MOST_WAITING: usize = 20_000;

impl Queue {
    /// True if no other command may wait but a `go`, which needs its answer.
    pub fn is_full(&self) -> bool {
        self.0.len() >= MOST_WAITING
    }

    pub fn push(&mut self, request: Request) {
        self.0.push_back(request);
    }

    pub fn pop(&mut self) -> Option<Request> {
        self.0.pop_front()
    }

    /// True if this holds for a queued search that was not stopped.
    pub fn any(&self, holds: impl Fn(Pending) -> bool) -> bool {
        self.0.iter().filter_map(Request::pending).any(holds)
    }

    /// `stop` applies to all queued searches.
    pub fn stop_all(&mut self) {
        for request in &mut self.0 {
            request.stopped = true;
        }
    }

    /// A new `go` stops the queued searches that might not end by themselves.
    pub fn stop_endless(&mut self) {
        for request in &mut self.0 {
            request.stopped |= request.pending().is_some_and(Pending::may_be_endless);
        }
    }

    /// Records a `ponderhit` for the latest `go` that was not stopped; false if there is none.
    pub fn ponder_hit(&mut self) -> bool {
        let latest = self.0.iter_mut().rev().find(|request| request.pending().is_some());
        latest.map(|request| request.ponder_hit = Some(Instant::now())).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::command::parse;

    fn queue(lines: &[&str]) -> Queue {
        let mut queue = Queue::default();
        for line in lines {
            queue.push(Request::new(parse(line).command, Instant::now()));
        }
        queue
    }

    #[test]
    fn stop_is_for_all_that_were_asked_for() {
        let mut queue = queue(&["go infinite", "position startpos", "go ponder wtime 1000"]);
        assert!(queue.any(Pending::is_endless));
        queue.stop_all();
        assert!(!queue.any(Pending::is_endless));
    }

    #[test]
    fn a_new_go_stops_only_the_endless() {
        let mut queue = queue(&["go depth 3", "go infinite", "go mate 5"]);
        queue.stop_endless();
        let stopped: Vec<bool> = queue.0.iter().map(|request| request.stopped).collect();
        assert_eq!(stopped, [false, true, true]);
    }

    #[test]
    fn the_ponder_hit_is_for_the_latest_go() {
        let mut queue = queue(&["go depth 3", "go ponder wtime 1000", "isready"]);
        assert!(queue.ponder_hit());
        assert!(!queue.any(Pending::is_endless));
        assert!(!Queue::default().ponder_hit());
    }
}
