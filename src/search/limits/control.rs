//! The handle by which other threads steer one running search.
//!
//! A fresh [`Control`] is made for every `go` and travels with it, so a `stop`
//! that comes before the search has begun can't be lost or hit the wrong one.

use crate::search::clock::Instant;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Stop and ponder-hit signals of one search, and the time it started.
#[derive(Debug)]
pub struct Control {
    started: Instant,
    stop: Arc<AtomicBool>,
    pondering: AtomicBool,
    /// Milliseconds from the start to the ponder hit.
    ponder_hit_at: AtomicU64,
    /// Held while waiting for a signal in [`Control::wait_for_release`].
    gate: Mutex<()>,
    changed: Condvar,
}

impl Control {
    /// A control for a search whose `go` was read at `started`.
    pub fn new(started: Instant, pondering: bool) -> Arc<Self> {
        Self::with_stop(started, pondering, Arc::default())
    }

    /// Like `new`, but shares a stop flag with other searches.
    pub fn with_stop(started: Instant, pondering: bool, stop: Arc<AtomicBool>) -> Arc<Self> {
        Arc::new(Self {
            started,
            stop,
            pondering: AtomicBool::new(pondering),
            ponder_hit_at: AtomicU64::new(0),
            gate: Mutex::new(()),
            changed: Condvar::new(),
        })
    }

    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        self.signal(|| self.stop.store(true, Ordering::Relaxed));
    }

    /// The expected move was played: the clock counts from now.
    pub fn ponder_hit(&self) {
        let elapsed = self.started.elapsed().as_millis() as u64;
        self.signal(|| {
            self.ponder_hit_at.store(elapsed, Ordering::Relaxed);
            self.pondering.store(false, Ordering::Release);
        });
    }

    /// True once the search has to end.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// True while no clock may be looked at.
    #[inline(always)]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Time since `go` was read.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time that counts against the clock: since `go`, or since the ponder hit.
    pub fn clock_elapsed(&self) -> Duration {
        let hit = Duration::from_millis(self.ponder_hit_at.load(Ordering::Relaxed));
        self.elapsed().saturating_sub(hit)
    }

    /// Sleeps until `stop`, or with `infinite` false also until the ponder hit.
    pub fn wait_for_release(&self, infinite: bool) {
        let mut guard = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (infinite || self.is_pondering()) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn signal(&self, change: impl FnOnce()) {
        let _guard = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        change();
        self.changed.notify_all();
    }
}
