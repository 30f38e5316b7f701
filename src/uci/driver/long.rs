//! Commands that may take hours: they are done on a thread of their own, while the driver
//! listens for the end of them.

use super::Driver;
use crate::console::{self, EngineSetup};
use crate::engine::EngineError;
use crate::search::STACK_SIZE;
use crate::tools::perft;
use crate::uci::parse::{Command, parse};
use crate::uci::position::PositionText;
use crossbeam_channel::{bounded, never, select};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

impl<W: Write> Driver<W> {
    pub(super) fn perft(&mut self, depth: u32, position: Option<PositionText>) -> io::Result<()> {
        let chess960 = self.engine.options().chess960();
        let game = match position {
            None => self.engine.game().cloned().ok_or_else(|| EngineError::NoPosition.to_string()),
            Some(text) => text.game().map_err(|error| error.to_string()),
        };
        match game {
            Err(message) => self.out.error(&message),
            Ok(game) => {
                let position = *game.position();
                match self.while_listening(|stop| perft::run(&position, depth, stop))? {
                    Ok(report) => console::print_perft(&mut self.out, &position, &report, chess960),
                    Err(error) => self.out.error(&format!("perft: {error}")),
                }
            }
        }
    }

    pub(super) fn bench(&mut self, words: &[String]) -> io::Result<()> {
        let used = EngineSetup::of(&self.engine);
        match self.while_listening(|stop| console::run_bench(words, &used, stop))? {
            Ok(report) => console::print_bench(&mut self.out, &report),
            Err(message) => self.out.error(&format!("bench: {message}")),
        }
    }

    pub(super) fn speed_test(&mut self, words: &[String]) -> io::Result<()> {
        let used = EngineSetup::of(&self.engine);
        match self.while_listening(|stop| console::run_speed_test(words, &used, stop))? {
            Ok(report) => console::print_speed_test(&mut self.out, &report),
            Err(message) => self.out.error(&format!("speedtest: {message}")),
        }
    }

    pub(super) fn genfens(&mut self, words: &[String]) -> io::Result<()> {
        let chess960 = self.engine.options().chess960();
        let mut found = Vec::new();
        let made =
            self.while_listening(|stop| console::genfens(words, chess960, stop, &mut found))?;
        for position in found {
            self.out.line(&format!("info string genfens {position}"))?;
        }
        made.or_else(|message| self.out.error(&format!("genfens: {message}")))
    }

    /// Does a long work, which `stop` ends. Other lines that come meanwhile are executed after it,
    /// `quit` among them, and the end of the input counts after it, too: results that are piped
    /// somewhere are complete.
    fn while_listening<T: Send>(
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
            let builder = thread::Builder::new().stack_size(STACK_SIZE);
            let worker = builder.spawn_scoped(scope, worker)?;
            loop {
                let lines = if self.input_ended { never() } else { self.lines.clone() };
                select! {
                    recv(lines) -> line => match line {
                        Ok(line) => {
                            let kept = self.keep(line).inspect_err(|_| stop.store(true, Relaxed));
                            let is_stop = kept? == Command::Stop;
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
        let mut commands = self.unread.iter().map(|line| parse(&line.text).command);
        let is_work = |command: &Command| {
            matches!(
                command,
                Command::Go(_)
                    | Command::Perft { .. }
                    | Command::Bench(_)
                    | Command::SpeedTest(_)
                    | Command::GenFens(_)
            )
        };
        commands
            .by_ref()
            .take_while(|command| !is_work(command))
            .any(|command| command == Command::Stop)
    }
}
