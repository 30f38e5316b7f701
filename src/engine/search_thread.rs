//! The search thread: it owns the searcher, takes jobs from one channel and
//! sends its reports through another.

use super::EngineError;
use crate::board::Game;
use crate::eval::Evaluation;
#[cfg(feature = "tuning")]
use crate::search::Tuning;
use crate::search::{
    Control, Info, Instant, Limits, Numa, Outcome, Report, SearchError, Searcher, Syzygy,
    thread_builder,
};
use crate::types::Move;
use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded, unbounded};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

/// The longest time that `isready` spends on prefaulting a new table on all processors, so that the
/// first search doesn't have to.
const READY_WITHIN: Duration = Duration::from_millis(1000);

/// The longest time that prefaulting goes on after a change, while nothing else is to be done.
/// Later the processor may be the opponent's.
const IDLE_WITHIN: Duration = Duration::from_millis(400);

/// A report of the search thread.
#[derive(Clone, Debug)]
pub enum Event {
    /// A line of analysis.
    Info(Info),
    /// The root move that is being searched.
    CurrentMove {
        /// Iteration in plies.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number, from 1.
        number: usize,
    },
    /// Something else that the search says.
    Message(String),
    /// Something is broken, and how the search went on in spite of that.
    Fault(String),
    /// The search has ended.
    Finished(Outcome),
}

/// A change of the searcher between searches.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// A table of this many MiB.
    Hash(usize),
    /// This many threads.
    Threads(usize),
    /// Threads bound to NUMA nodes by this policy.
    Numa(Numa),
    /// These tablebases, or none.
    Syzygy(Option<Syzygy>),
    /// This evaluation.
    Evaluation(Evaluation),
    /// These search parameters.
    #[cfg(feature = "tuning")]
    Tuning(Box<Tuning>),
    /// Clear the table and the histories.
    NewGame,
    /// No change: replies once earlier jobs are done and the table is prefaulted.
    Sync,
}

#[derive(Debug)]
enum Job {
    Search(Box<SearchJob>),
    /// Send this outcome without a search.
    Answer(Outcome),
    Change(Change, Sender<Result<(), SearchError>>),
}

#[derive(Debug)]
struct SearchJob {
    game: Game,
    limits: Limits,
    control: Arc<Control>,
}

/// The handle of the search thread. It is not joined when dropped: `quit` must not wait
/// for a table to be cleared.
#[derive(Debug)]
pub(super) struct SearchThread {
    jobs: Sender<Job>,
    events: Receiver<Event>,
}

impl SearchThread {
    pub(super) fn spawn(hash_mb: usize, threads: usize) -> Result<Self, EngineError> {
        let (jobs, job_receiver) = unbounded();
        let (event_sender, events) = unbounded();
        thread_builder()
            .name("search".to_owned())
            .spawn(move || serve(hash_mb, threads, &job_receiver, &event_sender))
            .map_err(EngineError::Spawn)?;
        Ok(Self { jobs, events })
    }

    pub(super) fn events(&self) -> &Receiver<Event> {
        &self.events
    }

    pub(super) fn search(
        &self,
        game: Game,
        limits: Limits,
        control: Arc<Control>,
    ) -> Result<(), EngineError> {
        let job = Job::Search(Box::new(SearchJob { game, limits, control }));
        self.jobs.send(job).map_err(|_| EngineError::ThreadEnded)
    }

    /// Sends the outcome of a search that is not needed.
    pub(super) fn answer(&self, outcome: Outcome) -> Result<(), EngineError> {
        self.jobs.send(Job::Answer(outcome)).map_err(|_| EngineError::ThreadEnded)
    }

    /// Makes a change and waits for its completion.
    pub(super) fn change(&self, change: Change) -> Result<(), EngineError> {
        let (reply, answer) = bounded(1);
        self.jobs.send(Job::Change(change, reply)).map_err(|_| EngineError::ThreadEnded)?;
        answer.recv().map_err(|_| EngineError::ThreadEnded)?.map_err(EngineError::Search)
    }
}

/// The search thread itself; ends when the engine is dropped.
fn serve(hash_mb: usize, threads: usize, jobs: &Receiver<Job>, events: &Sender<Event>) {
    let mut searcher = match Searcher::new(hash_mb, threads) {
        Ok(searcher) => searcher,
        Err(error) => {
            log::error!("no search is possible: {error}");
            return;
        }
    };
    let mut idle_until = Instant::now() + IDLE_WITHIN;
    loop {
        // Prefault the table while there are no jobs.
        let job = match jobs.try_recv() {
            Err(TryRecvError::Empty) if Instant::now() < idle_until && searcher.prefault() => {
                continue;
            }
            Err(TryRecvError::Empty) => jobs.recv().ok(),
            job => job.ok(),
        };
        // A closed channel means that the engine was dropped.
        let Some(job) = job else { return };
        match job {
            Job::Search(job) => {
                let mut report = Forward { events, best: None };
                let search = || searcher.search(&job.game, &job.limits, &job.control, &mut report);
                let outcome = match catch_unwind(AssertUnwindSafe(search)) {
                    Ok(outcome) => outcome,
                    Err(_) => rescue(&mut searcher, &job, &report),
                };
                // The receiver may be gone when the process is about to end.
                let _ = events.send(Event::Finished(outcome));
            }
            Job::Answer(outcome) => {
                let _ = events.send(Event::Finished(outcome));
            }
            Job::Change(change, reply) => {
                let done = apply(&mut searcher, change);
                idle_until = Instant::now() + IDLE_WITHIN;
                let _ = reply.send(done);
            }
        }
    }
}

/// The outcome of a search that panicked (its message is on standard error): the best move
/// that it had found. The searcher is made new; the next search works.
fn rescue(searcher: &mut Searcher, job: &SearchJob, report: &Forward<'_>) -> Outcome {
    let fault = match searcher.recover() {
        Ok(()) => "a search thread failed; this is a bug. The next search starts afresh".to_owned(),
        Err(error) => format!("a search thread failed; this is a bug. One goes on: {error}"),
    };
    let _ = report.events.send(Event::Fault(fault));
    if job.limits.infinite || job.limits.ponder {
        job.control.wait_for_release(job.limits.infinite);
    }
    report.best.unwrap_or_else(|| {
        let allowed =
            |mv: &Move| job.limits.search_moves.as_ref().is_none_or(|allowed| allowed.contains(mv));
        let best = job.game.position().legal_moves().into_iter().find(allowed);
        Outcome { best, ..Outcome::default() }
    })
}

fn apply(searcher: &mut Searcher, change: Change) -> Result<(), SearchError> {
    match change {
        Change::Hash(mb) => searcher.set_hash(mb),
        Change::Threads(threads) => searcher.set_threads(threads),
        Change::Numa(numa) => {
            searcher.set_numa(numa);
            Ok(())
        }
        Change::Syzygy(syzygy) => {
            searcher.set_syzygy(syzygy);
            Ok(())
        }
        Change::Evaluation(evaluation) => {
            searcher.set_evaluation(evaluation);
            Ok(())
        }
        #[cfg(feature = "tuning")]
        Change::Tuning(tuning) => {
            searcher.set_tuning(*tuning);
            Ok(())
        }
        Change::NewGame => {
            searcher.new_game();
            Ok(())
        }
        Change::Sync => {
            searcher.prefault_for(READY_WITHIN);
            Ok(())
        }
    }
}

/// Forwards reports to the channel of events, and keeps the best move.
struct Forward<'a> {
    events: &'a Sender<Event>,
    best: Option<Outcome>,
}

impl Report for Forward<'_> {
    fn info(&mut self, info: &Info) {
        if info.multi_pv == 1 {
            self.best = Some(Outcome {
                best: info.pv.first().copied(),
                ponder: info.pv.get(1).copied(),
                score: info.score,
                depth: info.depth,
                nodes: info.nodes,
            });
        }
        let _ = self.events.send(Event::Info(info.clone()));
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        let _ = self.events.send(Event::CurrentMove { depth, mv, number });
    }

    fn message(&mut self, text: &str) {
        let _ = self.events.send(Event::Message(text.to_owned()));
    }

    fn fault(&mut self, message: &str) {
        let _ = self.events.send(Event::Fault(message.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    /// Searches with a panic in this thread, and returns the faults and the outcome.
    fn search(thread: &SearchThread, fault: Option<usize>) -> (usize, Outcome) {
        let limits = Limits { depth: Some(8), fault, ..Limits::default() };
        let game = Game::new(Position::startpos());
        thread.search(game, limits, Control::new(Instant::now(), false)).unwrap();
        let mut faults = 0;
        for event in thread.events() {
            match event {
                Event::Fault(_) => faults += 1,
                Event::Finished(outcome) => return (faults, outcome),
                _ => {}
            }
        }
        panic!("the search thread has ended");
    }

    #[test]
    fn a_panic_costs_no_move_and_the_next_search_works() {
        for threads in [1, 3] {
            let thread = SearchThread::spawn(1, threads).unwrap();
            for panicking in 0..threads {
                let (faults, outcome) = search(&thread, Some(panicking));
                assert_eq!(faults, 1, "a panic of thread {panicking}");
                let legal = Position::startpos().legal_moves();
                assert!(outcome.best.is_some_and(|mv| legal.contains(&mv)));
                let (faults, outcome) = search(&thread, None);
                // The move may be that of a helper that was not done.
                assert!(faults == 0 && outcome.best.is_some() && outcome.depth > 4, "{outcome:?}");
            }
        }
    }
}
