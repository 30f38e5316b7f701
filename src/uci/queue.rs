//! Requests that wait for the end of a search, and what a later `stop`, `go` or
//! `ponderhit` means for them. Nothing is dropped and the order stays.

use super::go::Go;
use super::parse::Command;
use std::collections::VecDeque;
use std::time::Instant;

/// How far a search that was asked for is from ending by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Hold {
    /// Only `stop` ends it.
    pub unbounded: bool,
    /// It waits for `ponderhit`.
    pub pondering: bool,
}

impl Hold {
    pub fn of(go: &Go) -> Self {
        Self { unbounded: go.is_unbounded(), pondering: go.is_ponder() }
    }

    /// True if it may never end by itself.
    pub fn is_endless(self) -> bool {
        self.unbounded || self.pondering
    }
}

/// A command with what has been said about it since it was read.
#[derive(Debug)]
pub(super) struct Request {
    pub command: Command,
    /// When its line was read; `None` if it had to wait for a search that ends by
    /// itself, for then its clock can't have run.
    pub read_at: Option<Instant>,
    /// A `stop` has come.
    pub stopped: bool,
    /// When a `ponderhit` has come.
    pub ponder_hit: Option<Instant>,
}

impl Request {
    pub fn new(command: Command, read_at: Instant) -> Self {
        Self { command, read_at: Some(read_at), stopped: false, ponder_hit: None }
    }

    /// What this may still hold up, if it is a `go` that nobody has stopped.
    fn hold(&self) -> Option<Hold> {
        let Command::Go(go) = &self.command else { return None };
        let mut hold = Hold::of(go);
        hold.pondering &= self.ponder_hit.is_none();
        (!self.stopped).then_some(hold)
    }

    fn is_endless(&self) -> bool {
        self.hold().is_some_and(Hold::is_endless)
    }
}

/// The requests in order.
#[derive(Debug, Default)]
pub(super) struct Queue(VecDeque<Request>);

impl Queue {
    pub fn push(&mut self, request: Request) {
        self.0.push_back(request);
    }

    pub fn pop(&mut self) -> Option<Request> {
        self.0.pop_front()
    }

    /// True if a search in here would not end by itself.
    pub fn has_endless(&self) -> bool {
        self.0.iter().any(Request::is_endless)
    }

    /// `stop` is for every search asked for so far.
    pub fn stop_all(&mut self) {
        for request in &mut self.0 {
            request.stopped = true;
        }
    }

    /// A new `go` ends what would not end by itself.
    pub fn stop_endless(&mut self) {
        for request in &mut self.0 {
            request.stopped |= request.is_endless();
        }
    }

    /// Notes a `ponderhit` at the latest `go` that still counts; false if there
    /// is none.
    pub fn ponder_hit(&mut self) -> bool {
        let latest = self.0.iter_mut().rev().find(|request| request.hold().is_some());
        latest.map(|request| request.ponder_hit = Some(Instant::now())).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::parse::parse;

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
        assert!(queue.has_endless());
        queue.stop_all();
        assert!(!queue.has_endless());
    }

    #[test]
    fn a_new_go_stops_only_the_endless() {
        let mut queue = queue(&["go depth 3", "go infinite"]);
        queue.stop_endless();
        let stopped: Vec<bool> = queue.0.iter().map(|request| request.stopped).collect();
        assert_eq!(stopped, [false, true]);
    }

    #[test]
    fn the_ponder_hit_is_for_the_latest_go() {
        let mut queue = queue(&["go depth 3", "go ponder wtime 1000", "isready"]);
        assert!(queue.ponder_hit());
        assert!(!queue.has_endless());
        assert!(!Queue::default().ponder_hit());
    }
}
