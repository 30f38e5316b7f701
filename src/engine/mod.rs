//! The engine as one thing: the game on the board, the options and the search
//! thread behind one facade. It reads and prints no text; `uci/` and `cli/` do.

mod error;
mod files;
mod identity;
mod nearest;
mod options;
mod search_thread;

pub use error::EngineError;
pub use files::open_network;
use files::open_style;
pub use identity::{AUTHOR, BOARD, FULL_NAME, NAME, description};
pub use nearest::nearest;
pub use options::{
    MAX_HASH_MB, MAX_MULTI_PV, MAX_THREADS, OPTIONS, OptionError, OptionId, OptionKind, OptionSpec,
    Options, Setting,
};
pub use search_thread::Event;

use crate::board::{Game, Position};
use crate::book::Book;
use crate::eval::network::Network;
use crate::eval::{Evaluation, Style};
#[cfg(feature = "tuning")]
use crate::search::Tuning;
use crate::search::{Control, Info, Instant, Limits, Numa, Outcome, Syzygy};
use crate::tablebase::{Folders, Tablebases};
use crate::types::Move;
use crossbeam_channel::Receiver;
use search_thread::{Change, SearchThread};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

/// A chess engine that reports through a channel.
///
/// At most one search runs at a time: after [`Engine::go`] the caller reads
/// [`Engine::events`] until [`Event::Finished`] and then calls
/// [`Engine::search_finished`]. Options, game and table may only be changed
/// while no search runs.
#[derive(Debug)]
pub struct Engine {
    search_thread: SearchThread,
    options: Options,
    book: Option<Book>,
    tables: Option<Arc<Tablebases>>,
    /// Folders of tables that could not be read, with the reason.
    unread_folders: Vec<String>,
    network: Arc<Network>,
    /// The style of a file, if there is one.
    style_file: Option<Arc<Style>>,
    numa: Numa,
    /// `None` after a position that could not be set up.
    game: Option<Game>,
    running: Option<Arc<Control>>,
    /// Random seed of the errors at limited strength; a new one for each game.
    seed: u64,
    #[cfg(feature = "tuning")]
    tuning: Tuning,
}

/// Checks the name and the value of an option without setting it.
///
/// # Errors
/// Names what is wrong.
pub fn check_option(name: &str, value: &str) -> Result<(), OptionError> {
    options::read(name, Some(value)).map(|_| ())
}

/// A number that differs from call to call: the key of a hash map.
pub fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// A number of things, in words.
pub fn pluralise(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

impl Engine {
    /// An engine with default options and the start position. The table is
    /// allocated on the search thread, so this returns at once.
    ///
    /// # Errors
    /// Fails if the operating system refuses the search thread.
    pub fn new() -> Result<Self, EngineError> {
        let options = Options::default();
        let search_thread = SearchThread::spawn(options.hash(), options.threads())?;
        let game = Some(Game::new(Position::startpos()));
        Ok(Self {
            search_thread,
            options,
            book: None,
            tables: None,
            unread_folders: Vec::new(),
            network: Network::embedded(),
            style_file: None,
            numa: Numa::default(),
            game,
            running: None,
            seed: random(),
            #[cfg(feature = "tuning")]
            tuning: Tuning::default(),
        })
    }

    /// The current values of all options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets an option by its name (case is ignored) from its text. Returns the option, or
    /// `None` for a name that is accepted without effect and for a search parameter of a
    /// tuning build.
    ///
    /// # Errors
    /// If the name or the value is wrong, or if the system refuses the memory or the
    /// threads; the old value stays.
    pub fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<Option<OptionId>, EngineError> {
        #[cfg(feature = "tuning")]
        if options::set_tunable(&mut self.tuning, name, value)? {
            self.search_thread.change(Change::Tuning(Box::new(self.tuning.clone())))?;
            return Ok(None);
        }
        // GUIs set it without checking that the option exists.
        if name.eq_ignore_ascii_case("UCI_Opponent") {
            return Ok(None);
        }
        let (id, setting) = options::read(name, value)?;
        let name = id.spec().name;
        let refused = |reason| EngineError::Refused { name, reason: Box::new(reason) };
        self.prepare(id, &setting).map_err(refused)?;
        self.options.store(id, setting);
        self.apply(id).map_err(refused)?;
        Ok(Some(id))
    }

    /// What an option has found: in the files that it names, or in the machine; `None` for
    /// other options.
    pub fn found(&self, id: OptionId) -> Option<String> {
        match id {
            OptionId::SyzygyPath => Some(self.tables.as_ref().map_or_else(
                || "none".to_owned(),
                |tables| {
                    let mut text = format!(
                        "{}, up to {} pieces",
                        pluralise(tables.files(), "table"),
                        tables.pieces()
                    );
                    for folder in &self.unread_folders {
                        text.push_str("; left out ");
                        text.push_str(folder);
                    }
                    text
                },
            )),
            OptionId::BookFile => Some(
                self.book
                    .as_ref()
                    .map_or_else(|| "none".to_owned(), |book| pluralise(book.len(), "move")),
            ),
            OptionId::EvalFile => {
                let network = &self.network;
                Some(format!("{network:?}, CRC-32C {:08x}", network.checksum()))
            }
            OptionId::StyleFile => {
                Some(self.style_file.as_ref().map_or("none".to_owned(), |style| style.to_string()))
            }
            OptionId::NumaPolicy => Some(self.numa.describe(self.options.threads())),
            _ => None,
        }
    }

    /// The part of an option's effect that may fail because of its value, which is not stored
    /// in that case.
    fn prepare(&mut self, id: OptionId, setting: &Setting) -> Result<(), EngineError> {
        match (id, setting) {
            (OptionId::BookFile, Setting::Text(path)) => self.book = files::open_book(path)?,
            (OptionId::EvalFile, Setting::Text(path)) => self.network = open_network(path)?,
            (OptionId::StyleFile, Setting::Text(path)) => self.style_file = open_style(path)?,
            (OptionId::SyzygyPath, Setting::Text(list)) => self.open_tables(list)?,
            (OptionId::NumaPolicy, Setting::Text(policy)) => {
                self.numa = Numa::read(policy)?;
                self.search_thread.change(Change::Numa(self.numa.clone()))?;
            }
            (OptionId::Hash, &Setting::Spin(mb)) if mb as usize != self.options.hash() => {
                self.search_thread.change(Change::Hash(mb as usize))?;
            }
            (OptionId::Threads, &Setting::Spin(n)) if n as usize != self.options.threads() => {
                self.search_thread.change(Change::Threads(n as usize))?;
            }
            (OptionId::ClearHash, _) => self.search_thread.change(Change::NewGame)?,
            _ => {}
        }
        Ok(())
    }

    /// The part of an option's effect that depends on other options, too.
    fn apply(&self, id: OptionId) -> Result<(), EngineError> {
        match id {
            OptionId::Evaluation | OptionId::EvalFile | OptionId::Style | OptionId::StyleFile => {
                self.search_thread.change(Change::Evaluation(self.evaluation()))
            }
            OptionId::SyzygyPath
            | OptionId::SyzygyProbeDepth
            | OptionId::SyzygyProbeLimit
            | OptionId::Syzygy50MoveRule => {
                self.search_thread.change(Change::Syzygy(self.syzygy()))
            }
            _ => Ok(()),
        }
    }

    /// Opens the tablebases in a list of folders, none for an empty list.
    fn open_tables(&mut self, list: &str) -> Result<(), EngineError> {
        self.tables = match list {
            "" => None,
            list => {
                let folders = Folders::find(list)?;
                self.unread_folders =
                    folders.unread().iter().map(|error| error.to_string()).collect();
                Some(Arc::new(Tablebases::new(&folders)))
            }
        };
        if let Some(tables) = &self.tables {
            log::info!("{tables:?}");
        }
        Ok(())
    }

    /// The tablebases and how the options say to probe them.
    fn syzygy(&self) -> Option<Syzygy> {
        Some(Syzygy {
            tables: Arc::clone(self.tables.as_ref()?),
            depth: self.options.syzygy_probe_depth(),
            pieces: self.options.syzygy_probe_limit(),
            fifty_moves: self.options.syzygy_fifty_moves(),
        })
    }

    /// The evaluation that the options select.
    pub fn evaluation(&self) -> Evaluation {
        match self.style() {
            Some(style) => Evaluation::Styled(style),
            None => Evaluation::new(!self.options.network(), &self.network),
        }
    }

    /// The style to play in: that of the file, or else one of those inside the program.
    fn style(&self) -> Option<Arc<Style>> {
        let inside = || Style::built_in(self.options.style().0).map(Arc::new);
        self.style_file.clone().or_else(inside)
    }

    /// The network in use, or which would be.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The game to search in; `None` if the last position was wrong.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// Replaces the game; `None` marks the position as unusable.
    pub fn set_game(&mut self, game: Option<Game>) {
        self.game = game;
    }

    /// Clears the table and the histories.
    ///
    /// # Errors
    /// Fails if the search thread has ended.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.seed = random();
        self.search_thread.change(Change::NewGame)
    }

    /// Returns when the search thread has finished all earlier requests.
    ///
    /// # Errors
    /// Fails if the search thread has ended.
    pub fn wait_until_ready(&mut self) -> Result<(), EngineError> {
        self.search_thread.change(Change::Sync)
    }

    /// Starts a search of the game and returns at once. What the options say is added to
    /// the limits. True if the answer is a move from the book.
    ///
    /// # Errors
    /// Fails if there is no usable position or no search thread.
    pub fn go(&mut self, limits: Limits, control: Arc<Control>) -> Result<bool, EngineError> {
        let Some(game) = &self.game else { return Err(EngineError::NoPosition) };
        if let Some(best) = self.book_move(game, &limits) {
            let outcome = Outcome { best: Some(best), ..Outcome::default() };
            self.search_thread.answer(outcome)?;
            self.running = Some(control);
            return Ok(true);
        }
        let mut limits = self.options.complete(limits, self.seed);
        if let Some(style) = self.style().filter(|_| limits.mate.is_none() && !limits.infinite) {
            limits.contempt += style.contempt();
        }
        self.search_thread.search(game.clone(), limits, Arc::clone(&control))?;
        self.running = Some(control);
        Ok(false)
    }

    /// Searches the game within these limits and returns when the search has ended; `heard` gets each
    /// line of analysis on the way. For a program that has nothing else to do; one that wants to stop
    /// a search uses [`Engine::go`].
    ///
    /// # Errors
    /// As [`Engine::go`], and without a limit at which the search ends by itself.
    pub fn search(
        &mut self,
        limits: Limits,
        heard: &mut dyn FnMut(&Info),
    ) -> Result<Outcome, EngineError> {
        if !limits.end_a_search() {
            return Err(EngineError::NoLimit);
        }
        self.go(limits, Control::new(Instant::now(), false))?;
        loop {
            match self.events().recv() {
                Ok(Event::Info(info)) => heard(&info),
                Ok(Event::Finished(outcome)) => {
                    self.search_finished();
                    return Ok(outcome);
                }
                Ok(_) => {}
                Err(_) => return Err(EngineError::ThreadEnded),
            }
        }
    }

    /// A move from the book, if one is to be played: not in analysis, and not in a search
    /// that is restricted to some moves or to mates.
    fn book_move(&self, game: &Game, limits: &Limits) -> Option<Move> {
        let analyses = limits.infinite || limits.ponder || limits.mate.is_some();
        if !self.options.own_book() || analyses || limits.search_moves.is_some() {
            return None;
        }
        self.book.as_ref()?.choose(game.position(), |total| random() % total)
    }

    /// True from [`Engine::go`] to [`Engine::search_finished`].
    pub fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// Ends the running search, if there is one.
    pub fn stop(&self) {
        if let Some(control) = &self.running {
            control.stop();
        }
    }

    /// Makes the running search count its time: the expected move was played.
    pub fn ponder_hit(&self) {
        if let Some(control) = &self.running {
            control.ponder_hit();
        }
    }

    /// The reports of the search; disconnected if the search thread died.
    pub fn events(&self) -> &Receiver<Event> {
        self.search_thread.events()
    }

    /// To be called for each [`Event::Finished`].
    pub fn search_finished(&mut self) {
        self.running = None;
    }

    /// True if castling is written as king takes rook: asked for by option, or
    /// because the rights can't be written otherwise.
    pub fn writes_chess960(&self) -> bool {
        self.options.chess960()
            || self.game.as_ref().is_some_and(|game| game.position().is_chess960())
    }
}
