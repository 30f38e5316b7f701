//! Executes commands. During a search `stop`, `ponderhit`, `isready`, `debug` and `quit` take
//! effect at once, and so does the answer to `help` and, except in a game at the prompt, to unknown
//! commands; all others wait in a queue, in order, and none is dropped. Each `go` gets exactly one
//! `bestmove`.

use super::command::Command;
use super::queue::{MOST_WAITING, Pending, Queue, Request};
use super::reader::InputLine;
use super::table::Table;
use crate::commands::{self, EngineSetup, Kind, PromptCommand};
use crate::engine::{
    AUTHOR, BOARD, Engine, EngineError, Event, NAME, OPTIONS, OptionId, nearest, pluralise,
};
use crate::eval::{DRAWN, normalised, win_draw_loss};
use crate::protocol::Go;
use crate::protocol::PositionText;
use crate::protocol::format;
use crate::search::{Control, Info, Outcome};
use crate::terminal::{Output, ascii};
use anstyle::Style;
use crossbeam_channel::{Receiver, RecvTimeoutError, never, select};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::num::NonZero;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// Time for the last best move after `quit` or the end of the input. It comes within milliseconds
/// but on a machine that gives the search no processor; GUIs kill an engine after five seconds.
const FAREWELL: Duration = Duration::from_secs(3);

/// Time that a search with a limit gets after the end of the input: a script gets its result, and a
/// GUI that died leaves no process behind.
const GRACE: Duration = Duration::from_secs(25);

/// Faults of one line that are reported.
const MAX_REPORTED_ERRORS: usize = 10;

/// The UCI protocol on top of an engine.
#[derive(Debug)]
pub struct Session<W> {
    pub(super) engine: Engine,
    pub(super) out: Output<W>,
    /// The input; none on the command line.
    pub(super) lines: Receiver<InputLine>,
    /// The running search.
    running: Option<Pending>,
    queue: Queue,
    /// No line but `stop` is executed until the queue has reached its `wait`.
    pub(super) wait_pending: bool,
    /// Lines that were read and not executed yet: those that came during a `wait` or a long
    /// command.
    pub(super) unread: VecDeque<InputLine>,
    /// Lines that arrived before this moment, during a long command, count as read at it.
    pub(super) earliest: Instant,
    /// The line held back for the end of the search (option `Minimal`).
    last_info: Option<Info>,
    /// A person types at a terminal: unknown commands are reported.
    interactive: bool,
    /// The table of the running search has its head, see [`format::TABLE_HEAD`].
    has_head: bool,
    /// A command was left out, since too many waited.
    has_left_out: bool,
    /// `uci` was received: unknown lines are errors from now on.
    uci_seen: bool,
    debug: bool,
    quitting: bool,
    /// Nothing is left to be read.
    pub(super) input_ended: bool,
    /// The game that a person plays at the prompt.
    pub(super) table: Table,
    /// The program is about to end: only `position` and `go` are still executed, so that each `go`
    /// gets its answer.
    shutting_down: bool,
}

impl<W: Write> Session<W> {
    /// A session that writes to `out`.
    pub fn new(engine: Engine, out: Output<W>, interactive: bool) -> Self {
        Self {
            engine,
            out,
            lines: never(),
            running: None,
            queue: Queue::default(),
            wait_pending: false,
            unread: VecDeque::new(),
            earliest: Instant::now(),
            last_info: None,
            interactive,
            has_head: false,
            has_left_out: false,
            uci_seen: false,
            debug: false,
            quitting: false,
            input_ended: false,
            table: Table::default(),
            shutting_down: false,
        }
    }

    /// Executes lines until `quit` or the end of the input.
    ///
    /// # Errors
    /// Fails if the output is closed, or if the search thread died.
    pub fn run(&mut self, lines: &Receiver<InputLine>) -> io::Result<()> {
        if self.interactive {
            self.out.set_errors_for_people(true);
            self.banner()?;
        }
        let events = self.engine.events().clone();
        self.lines = lines.clone();
        let mut end = None;
        while !self.quitting {
            let quits = |line: &InputLine| line.parsed.command == Command::Quit;
            if self.wait_pending
                && self.has(Pending::may_be_endless)
                && (self.input_ended || self.unread.iter().any(quits))
            {
                // Nobody is left to end a search that may never end.
                self.stop_all();
            }
            // During a `wait` only a `stop` right behind it is executed.
            let stops = |line: &InputLine| line.parsed.command == Command::Stop;
            if (!self.wait_pending || self.unread.front().is_some_and(stops))
                && let Some(line) = self.unread.pop_front()
            {
                self.on_line(line)?;
                continue;
            }
            if self.input_ended {
                let end = *end.get_or_insert_with(|| Instant::now() + GRACE);
                let runs = self.engine.is_searching() && !self.has(Pending::may_be_endless);
                if !self.wait_pending && !runs {
                    break;
                }
                match events.recv_deadline(end) {
                    Ok(event) => self.on_event(event)?,
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return Err(search_lost()),
                }
                continue;
            }
            let lines = self.lines.clone();
            select! {
                recv(lines) -> line => match line {
                    Ok(line) => {
                        self.keep(line)?;
                    }
                    Err(_) => self.input_ended = true,
                },
                recv(events) -> event => self.on_event(event.map_err(|_| search_lost())?)?,
            }
        }
        self.leave()
    }

    /// Keeps a line for later, and says whether it is a `stop`. Of too many, all but `stop` and `quit`
    /// are left out.
    pub(super) fn keep(&mut self, line: InputLine) -> io::Result<bool> {
        let stops = line.parsed.command == Command::Stop;
        let ends = stops || line.parsed.command == Command::Quit;
        if self.unread.len() < MOST_WAITING || ends && self.unread.len() < 2 * MOST_WAITING {
            self.unread.push_back(line);
        } else {
            self.leave_out()?;
        }
        Ok(stops)
    }

    /// Says once that commands are left out.
    fn leave_out(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.has_left_out, true) {
            return Ok(());
        }
        self.out.error("too many commands wait: further ones are left out")
    }

    /// Executes the commands of a command line, each until it is finished. Returns the
    /// number of errors that were reported.
    ///
    /// # Errors
    /// As for [`Session::run`].
    pub fn run_script(&mut self, script: &[String]) -> io::Result<usize> {
        self.uci_seen = true;
        self.out.set_errors_for_people(false);
        let events = self.engine.events().clone();
        for text in script {
            self.on_line(InputLine::now(text.clone()))?;
            // A later command may stop an endless search.
            while self.engine.is_searching() && !self.has(Pending::is_endless) {
                self.on_event(events.recv().map_err(|_| search_lost())?)?;
            }
            if self.quitting {
                break;
            }
        }
        if self.has(Pending::is_endless) {
            self.out.error("the last search has no end: give it a limit, or 'stop' after it")?;
        }
        self.leave()?;
        Ok(self.out.errors())
    }

    fn on_line(&mut self, line: InputLine) -> io::Result<()> {
        log::debug!("in: {}", line.text);
        self.out.log_input(&line.text)?;
        if self.debug {
            self.out.line(&format!("info string received: {}", ascii(&line.text)))?;
        }
        self.report_all(&line.parsed.errors)?;
        let read_at = line.read_at.max(self.earliest);
        let mut request = Request::new(line.parsed.command, read_at);
        let searching = self.engine.is_searching();
        match request.command {
            Command::Quit => self.quitting = true,
            Command::Stop => self.stop_all(),
            Command::PonderHit => self.ponder_hit(),
            Command::IsReady if searching => return self.out.line("readyok"),
            Command::Wait if searching && self.has(Pending::is_endless) => {
                return self.out.error("wait: only 'stop' ends this search");
            }
            Command::Wait if searching => {
                self.wait_pending = true;
                self.queue.push(request);
            }
            Command::Go(_) if searching => {
                if self.has(Pending::may_be_endless) {
                    self.stop_endless();
                } else {
                    request.read_at = None;
                }
                self.queue.push(request);
            }
            // It may be a move that is typed ahead.
            Command::Unknown(_) if self.table.asked.is_none() => return self.execute(request),
            Command::Debug(_) | Command::Help(_) => return self.execute(request),
            _ if searching && self.queue.is_full() => {
                return self.leave_out();
            }
            _ if searching => self.queue.push(request),
            _ => return self.execute(request),
        }
        Ok(())
    }

    /// Reports what is wrong with a line, the first of many faults only.
    fn report_all(&mut self, errors: &[String]) -> io::Result<()> {
        for error in errors.iter().take(MAX_REPORTED_ERRORS) {
            self.out.error(error)?;
        }
        match errors.len().saturating_sub(MAX_REPORTED_ERRORS) {
            0 => Ok(()),
            more => self.out.error(&format!("and {more} more")),
        }
    }

    /// True if this holds for a running or queued search.
    fn has(&self, holds: impl Fn(Pending) -> bool) -> bool {
        self.running.is_some_and(&holds) || self.queue.any(holds)
    }

    /// `stop` ends the running search and all queued ones.
    fn stop_all(&mut self) {
        self.engine.stop();
        // It ends by itself now.
        self.running = self.running.map(|_| Pending::default());
        self.queue.stop_all();
    }

    /// A new `go` stops the searches that might not end by themselves.
    fn stop_endless(&mut self) {
        if self.running.is_some_and(Pending::may_be_endless) {
            self.engine.stop();
            self.running = Some(Pending::default());
        }
        self.queue.stop_endless();
    }

    /// A `ponderhit` applies to the latest `go`.
    fn ponder_hit(&mut self) {
        if self.queue.ponder_hit() {
            return;
        }
        if let Some(search) = self.running.as_mut().filter(|search| search.pondering) {
            search.pondering = false;
            self.engine.ponder_hit();
        }
    }

    /// Executes a command while no search runs.
    pub(super) fn execute(&mut self, request: Request) -> io::Result<()> {
        match request.command {
            Command::Position(text) => return self.set_position(&text),
            Command::Go(ref go) => return self.go(go, &request),
            // A game that was to be saved is not lost. Other commands would only delay the end of the
            // process.
            Command::Other(command, words) if command.name == "save" => {
                self.run_command(command, &words)?;
            }
            _ if self.shutting_down => {}
            Command::NoPosition => self.out.error("position needs 'startpos' or 'fen'")?,
            Command::Uci => self.greet()?,
            Command::IsReady => {
                self.engine.wait_until_ready().map_err(io::Error::other)?;
                self.out.line("readyok")?;
            }
            Command::NewGame => self.engine.new_game().map_err(io::Error::other)?,
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Debug(on) => self.debug = on,
            Command::Wait => {
                self.wait_pending = false;
                self.earliest = Instant::now();
            }
            Command::Other(command, words) => self.run_command(command, &words)?,
            Command::Help(name) => {
                let lines = commands::help(name.as_deref());
                lines.iter().try_for_each(|line| self.out.line(line))?;
                if let Some(name) = name.filter(|_| lines.is_empty()) {
                    self.out.error(&format!("help: no command '{name}'"))?;
                }
            }
            Command::Unknown(line) => self.unknown(&line)?,
            Command::Stop | Command::PonderHit | Command::Quit | Command::Ignored => {}
        }
        Ok(())
    }

    /// Greets a person at a terminal.
    fn banner(&mut self) -> io::Result<()> {
        let style = if self.out.is_coloured() { Style::new().bold() } else { Style::new() };
        let options = self.engine.options();
        let size = format!(
            "0x88 board ({BOARD}), {} MB of hash, {} of {} threads",
            options.hash(),
            options.threads(),
            available_parallelism().map_or(1, NonZero::get),
        );
        self.out.line(&format!("{style}{NAME}{style:#}, the null-window chess engine"))?;
        self.out.line(&size)?;
        self.out
            .line("'help' lists the commands. Try: play white 1500, e4, hint; or go depth 12, eval")
    }

    fn greet(&mut self) -> io::Result<()> {
        self.uci_seen = true;
        self.out.set_errors_for_people(false);
        self.out.line(&format!("id name {}", NAME))?;
        self.out.line(&format!("id author {}", AUTHOR))?;
        let evaluation = self.engine.evaluation();
        let threads = pluralise(self.engine.options().threads(), "thread");
        self.out
            .line(&format!("info string board {BOARD}, evaluation {evaluation:?}, {threads}"))?;
        for spec in &OPTIONS {
            self.out.line(&format::option(spec))?;
        }
        #[cfg(feature = "tuning")]
        for tunable in &crate::search::TUNABLES {
            let [default, min, max] = [tunable.default, tunable.min, tunable.max].map(i64::from);
            self.out.line(&format::spin_option(tunable.name, default, min, max))?;
        }
        self.out.line("uciok")
    }

    /// Unknown commands before `uci` get no answer: a GUI may be probing for its protocol.
    fn unknown(&mut self, line: &str) -> io::Result<()> {
        let is_moving = !self.uci_seen && !self.engine.is_searching();
        if is_moving && self.make_typed_move(line)? {
            return Ok(());
        }
        if self.interactive {
            let first = line.split_ascii_whitespace().next().unwrap_or_default();
            let others = commands::names().filter(|name| *name != first);
            let meant = match nearest(first, others) {
                Some(name) => format!("Did you mean '{name}'?"),
                None => "Type 'help' for a list.".to_owned(),
            };
            self.out.line(&format!("Unknown command '{}'. {meant}", ascii(line)))
        } else if self.uci_seen {
            self.out.error(&format!("unknown command '{line}'"))
        } else {
            Ok(())
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        match self.engine.set_option(name, value) {
            Err(error) => self.out.error(&error.to_string()),
            Ok(Some(OptionId::DebugLog)) => {
                let path = self.engine.options().debug_log();
                let name = OptionId::DebugLog.spec().name;
                self.out.set_log(path).or_else(|error| {
                    self.out.error(&format!("option '{name}' unchanged: {path}: {error}"))
                })
            }
            Ok(id) => match id.and_then(|id| Some((id.spec().name, self.engine.found(id)?))) {
                Some((name, found)) => {
                    self.out.line(&format!("info string {name}: {}", ascii(&found)))
                }
                None => Ok(()),
            },
        }
    }

    /// Executes a command that is not of the protocol.
    fn run_command(&mut self, command: &PromptCommand, words: &str) -> io::Result<()> {
        // Also when the game is over.
        let is_at_table = self.table.person.or(self.table.last).is_some();
        if is_at_table && matches!(command.name, "undo" | "flip") {
            return self.at_table(command.name, words);
        }
        let lines = match command.kind {
            Kind::Protocol => return Ok(()),
            Kind::Session => return self.at_table(command.name, words),
            Kind::Quick(run) => run(&mut self.engine, words, self.out.is_coloured()),
            Kind::Long(run) => {
                let setup = EngineSetup::of(&self.engine);
                self.while_listening(|stop| run(&setup, words, stop))?
            }
        };
        self.out.print(lines)
    }

    fn set_position(&mut self, text: &PositionText) -> io::Result<()> {
        // Whatever was played before is no longer on the board.
        self.table.last = None;
        match text.game() {
            Ok(game) => self.engine.set_game(Some(game)),
            Err(error) => {
                self.engine.set_game(None);
                self.out.error(&error.to_string())?;
            }
        }
        Ok(())
    }

    fn go(&mut self, go: &Go, request: &Request) -> io::Result<()> {
        let Some(game) = self.engine.game() else {
            self.out.error(&EngineError::NoPosition.to_string())?;
            return self.out.line(format::NO_MOVE);
        };
        let mut errors = Vec::new();
        let mut limits = go.limits(game.position(), &mut errors);
        self.report_all(&errors)?;
        limits.ponder &= request.ponder_hit.is_none();
        let started = request.ponder_hit.or(request.read_at).unwrap_or_else(Instant::now);
        let control = Control::new(started, limits.ponder);
        if request.stopped {
            control.stop();
        }
        self.running = Some(Pending { pondering: limits.ponder, ..Pending::of(go) });
        self.last_info = None;
        self.has_head = false;
        if self.engine.go(limits, control).map_err(io::Error::other)? {
            self.out.line("info string a move from the book")?;
        }
        self.explain_no_move()
    }

    fn on_event(&mut self, event: Event) -> io::Result<()> {
        match event {
            // Nobody wants to see what the opponent thinks.
            Event::Info(_) | Event::CurrentMove { .. } if self.table.asked.is_some() => Ok(()),
            Event::Info(line) if self.engine.options().minimal() => {
                // Only the first line matters, and the last report of it is that of the best move.
                if line.multi_pv == 1 {
                    self.last_info = Some(line);
                }
                Ok(())
            }
            Event::Info(line) => self.info(&line),
            Event::CurrentMove { depth, mv, number } => {
                if self.engine.options().minimal() || self.is_for_people() {
                    return Ok(());
                }
                let chess960 = self.engine.writes_chess960();
                self.out.line(&format::current_move(depth, mv, number, chess960))
            }
            Event::Message(text) => self.out.line(&format!("info string {text}")),
            Event::Fault(message) => self.out.error(&message),
            Event::Finished(outcome) => self.finished(&outcome),
        }
    }

    fn info(&mut self, line: &Info) -> io::Result<()> {
        let Some(position) = self.engine.game().map(|game| *game.position()) else { return Ok(()) };
        // A score of the tables that decides nothing is a draw, also with contempt or fifty moves ahead.
        let is_drawn = line.by_tables && !line.score.is_decisive();
        let wdl = self.engine.options().show_wdl().then(|| match is_drawn {
            true => DRAWN,
            false => win_draw_loss(line.score, &position),
        });
        let seen = Info { score: normalised(line.score, &position), ..line.clone() };
        if self.is_for_people() {
            if !std::mem::replace(&mut self.has_head, true) {
                let head = if wdl.is_some() { format::TABLE_HEAD_WDL } else { format::TABLE_HEAD };
                self.out.line(head)?;
            }
            return self.out.line(&format::table_row(&seen, &position, wdl));
        }
        self.out.line(&format::info(&seen, self.engine.writes_chess960(), wdl))
    }

    /// A person reads the lines of analysis, and no program that has said `uci`.
    fn is_for_people(&self) -> bool {
        self.interactive && !self.uci_seen
    }

    /// Answers the `go` and executes the commands that waited for that.
    fn finished(&mut self, outcome: &Outcome) -> io::Result<()> {
        if let Some(line) = self.last_info.take() {
            self.info(&line)?;
        }
        let asked = self.table.asked.take();
        if asked.is_none() {
            self.out.line(&format::best_move(outcome, self.engine.writes_chess960()))?;
        }
        self.engine.search_finished();
        self.running = None;
        if let Some(asked) = asked.filter(|_| !self.shutting_down) {
            self.answer_person(asked, outcome)?;
        }
        while !self.engine.is_searching() {
            let Some(request) = self.queue.pop() else { break };
            self.execute(request)?;
        }
        Ok(())
    }

    /// Reports mate or stalemate at once, as the best move of an endless search comes only with `stop`.
    fn explain_no_move(&mut self) -> io::Result<()> {
        let Some(game) = self.engine.game() else { return Ok(()) };
        let position = game.position();
        if !position.legal_moves().is_empty() {
            return Ok(());
        }
        let score = if position.in_check() { "mate 0" } else { "cp 0" };
        self.out.line(&format!("info depth 0 score {score}"))
    }

    /// Stops all searches and prints their best moves, within [`FAREWELL`].
    fn leave(&mut self) -> io::Result<()> {
        let deadline = Instant::now() + FAREWELL;
        self.shutting_down = true;
        self.stop_all();
        let events = self.engine.events().clone();
        while self.engine.is_searching() {
            match events.recv_deadline(deadline) {
                Ok(event) => self.on_event(event)?,
                Err(_) => break,
            }
        }
        Ok(())
    }
}

/// The search thread ends before the engine only if it could not start.
fn search_lost() -> io::Error {
    io::Error::other(EngineError::ThreadEnded)
}
