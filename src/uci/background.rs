//! Commands that may take hours: they are done on a thread of their own, while the session
//! listens for the end of them.

use super::command::Command;
use super::reader::InputLine;
use super::session::Session;
use crate::commands::Kind;
use crate::search::thread_builder;
use crossbeam_channel::{bounded, never, select};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

impl<W: Write> Session<W> {
    /// Does a long work, which `stop` ends. Other lines that come meanwhile are executed after it,
    /// `quit` among them, and the end of the input counts after it, too: results that are piped
    /// somewhere are complete.
    pub(super) fn while_listening<T: Send>(
        &mut self,
        work: impl FnOnce(&Arc<AtomicBool>) -> T + Send,
    ) -> io::Result<T> {
        let stop = Arc::new(AtomicBool::new(self.is_end_asked_for()));
        let (sender, done) = bounded(1);
        let result = thread::scope(|scope| {
            let worker = || {
                let result = work(&stop);
                // Only a panic leaves nobody to tell.
                let _ = sender.send(());
                result
            };
            // A bench searches on this thread.
            let builder = thread_builder();
            let worker = builder.spawn_scoped(scope, worker)?;
            loop {
                let lines = if self.input_ended { never() } else { self.lines.clone() };
                select! {
                    recv(lines) -> line => match line {
                        Ok(line) => {
                            let kept = self.keep(line).inspect_err(|_| stop.store(true, Relaxed));
                            let is_stop = kept?;
                            stop.fetch_or(is_stop && self.is_end_asked_for(), Relaxed);
                        }
                        Err(_) => self.input_ended = true,
                    },
                    recv(done) -> _ => break,
                }
            }
            Ok(worker.join())
        });
        self.earliest = Instant::now();
        result.map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    }

    /// True if a line that waits is a `stop` for what is being done now: one before the next
    /// work.
    fn is_end_asked_for(&self) -> bool {
        let is_work = |line: &&InputLine| match &line.parsed.command {
            Command::Go(_) => true,
            Command::Other(command, _) => matches!(command.kind, Kind::Long(_)),
            _ => false,
        };
        let mut lines = self.unread.iter().take_while(|line| !is_work(line));
        lines.any(|line| line.parsed.command == Command::Stop)
    }
}
