//! The engine as one thing: the game on the board, the options and the search
//! thread behind one facade. It reads and prints no text; `uci/` and `cli/` do.

mod identity;
mod options;
mod search_thread;

pub use identity::{AUTHOR, FULL_NAME, NAME};
pub use options::{
    MAX_HASH_MB, MAX_MULTI_PV, MAX_THREADS, OPTIONS, OptionError, OptionId, OptionKind, OptionSpec,
    Options, Setting,
};
pub use search_thread::{Event, InfoLine};

use crate::board::{Game, Position};
use crate::book::Book;
use crate::eval::Evaluation;
use crate::eval::network::Network;
use crate::search::{Control, Handicap, Limits, Outcome, Syzygy};
use crate::tablebase::{Folders, Tablebases};
use crate::types::Move;
use crossbeam_channel::Receiver;
use search_thread::{Change, SearchThread};
use std::env;
use std::io;
use std::path::{Path, PathBuf};
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
    network: Arc<Network>,
    /// `None` after a position that could not be set up.
    game: Option<Game>,
    running: Option<Arc<Control>>,
    /// Random seed of the errors at limited strength; a new one for each game.
    seed: u64,
}

impl Engine {
    /// An engine with default options and the start position. The table is
    /// allocated on the search thread, so this returns at once.
    ///
    /// # Errors
    /// Fails if the operating system refuses the search thread.
    pub fn new() -> io::Result<Self> {
        let options = Options::default();
        let search_thread = SearchThread::spawn(options.hash(), options.threads())?;
        let game = Some(Game::new(Position::startpos()));
        Ok(Self {
            search_thread,
            options,
            book: None,
            tables: None,
            network: Network::embedded(),
            game,
            running: None,
            seed: fastrand::u64(..),
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
    ) -> Result<Option<OptionId>, OptionError> {
        #[cfg(feature = "tuning")]
        if options::set_tunable(name, value)? {
            return Ok(None);
        }
        // GUIs set it without checking that the option exists.
        if name.eq_ignore_ascii_case("UCI_Opponent") {
            return Ok(None);
        }
        let (id, setting) = options::read(name, value)?;
        if let (OptionId::BookFile, Setting::Text(path)) = (id, &setting) {
            self.book = open_book(path)
                .map_err(|reason| OptionError::Refused { name: id.spec().name, reason })?;
        }
        if let (OptionId::SyzygyPath, Setting::Text(list)) = (id, &setting) {
            self.open_tables(list)
                .map_err(|reason| OptionError::Refused { name: id.spec().name, reason })?;
        }
        if let (OptionId::EvalFile, Setting::Text(path)) = (id, &setting) {
            self.network = open_network(path)
                .map_err(|reason| OptionError::Refused { name: id.spec().name, reason })?;
        }
        if let Some(change) = self.change_for(id, &setting) {
            self.search_thread
                .change(change)
                .map_err(|reason| OptionError::Refused { name: id.spec().name, reason })?;
        }
        self.options.store(id, setting);
        let refused = |reason| OptionError::Refused { name: id.spec().name, reason };
        match id {
            OptionId::Evaluation | OptionId::EvalFile => {
                self.search_thread
                    .change(Change::Evaluation(self.evaluation()))
                    .map_err(refused)?;
            }
            OptionId::SyzygyPath
            | OptionId::SyzygyProbeDepth
            | OptionId::SyzygyProbeLimit
            | OptionId::Syzygy50MoveRule => {
                self.search_thread.change(Change::Syzygy(self.syzygy())).map_err(refused)?;
            }
            _ => {}
        }
        Ok(Some(id))
    }

    /// Opens the endgame tables in a list of folders, none for an empty list. Only one set
    /// can be open at a time, so the old one is closed once the new folders have been found.
    fn open_tables(&mut self, list: &str) -> Result<(), String> {
        let folders = match list {
            "" => None,
            list => Some(Folders::find(list).map_err(|error| error.to_string())?),
        };
        self.search_thread.change(Change::Syzygy(None))?;
        self.tables = None;
        if let Some(folders) = folders {
            let tables = Tablebases::open(&folders).map_err(|error| error.to_string())?;
            log::info!("{tables:?}");
            self.tables = Some(Arc::new(tables));
        }
        Ok(())
    }

    /// The endgame tables and how the options say to probe them.
    fn syzygy(&self) -> Option<Syzygy> {
        Some(Syzygy {
            tables: Arc::clone(self.tables.as_ref()?),
            depth: self.options.syzygy_probe_depth(),
            pieces: self.options.syzygy_probe_limit(),
            fifty_moves: self.options.syzygy_fifty_moves(),
        })
    }

    /// The change that the search thread has to make before the option may be stored.
    fn change_for(&self, id: OptionId, setting: &Setting) -> Option<Change> {
        match (id, setting) {
            (OptionId::Hash, &Setting::Spin(mb)) if mb as usize != self.options.hash() => {
                Some(Change::Hash(mb as usize))
            }
            (OptionId::Threads, &Setting::Spin(n)) if n as usize != self.options.threads() => {
                Some(Change::Threads(n as usize))
            }
            (OptionId::ClearHash, _) => Some(Change::NewGame),
            _ => None,
        }
    }

    /// The evaluation that the options select.
    pub fn evaluation(&self) -> Evaluation {
        if self.options.network() {
            Evaluation::Network(Arc::clone(&self.network))
        } else {
            Evaluation::Classical
        }
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
    pub fn new_game(&mut self) -> Result<(), String> {
        self.seed = fastrand::u64(..);
        self.search_thread.change(Change::NewGame)
    }

    /// Returns when the search thread has finished all earlier requests.
    ///
    /// # Errors
    /// Fails if the search thread has ended.
    pub fn wait_until_ready(&mut self) -> Result<(), String> {
        self.search_thread.change(Change::Nothing)
    }

    /// Starts a search of the game and returns at once. MultiPV and move overhead come
    /// from the options.
    ///
    /// # Errors
    /// Fails if there is no usable position or no search thread.
    pub fn go(&mut self, mut limits: Limits, control: Arc<Control>) -> Result<(), String> {
        let Some(game) = &self.game else { return Err("there is no valid position".to_owned()) };
        if let Some(best) = self.book_move(game, &limits) {
            let outcome = Outcome { best: Some(best), ..Outcome::default() };
            self.search_thread.answer(outcome)?;
            self.running = Some(control);
            return Ok(());
        }
        limits.multi_pv = self.options.multi_pv();
        limits.move_overhead = self.options.move_overhead();
        let plays = limits.mate.is_none() && !limits.infinite;
        if let Some(rating) = self.options.rating().filter(|_| plays) {
            let handicap = Handicap::of_rating(rating, self.seed);
            limits.nodes = Some(limits.nodes.map_or(handicap.nodes, |own| own.min(handicap.nodes)));
            limits.handicap = Some(handicap);
        }
        self.search_thread.search(game.clone(), limits, Arc::clone(&control))?;
        self.running = Some(control);
        Ok(())
    }

    /// A move from the book, if one is to be played: not in analysis, and not in a search
    /// that is restricted to some moves or to mates.
    fn book_move(&self, game: &Game, limits: &Limits) -> Option<Move> {
        let analyses = limits.infinite || limits.ponder || limits.mate.is_some();
        if !self.options.own_book() || analyses || limits.search_moves.is_some() {
            return None;
        }
        self.book.as_ref()?.choose(game.position(), |total| fastrand::u64(..total))
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

/// Opens the book at this path; none for an empty path.
fn open_book(path: &str) -> Result<Option<Book>, String> {
    if path.is_empty() {
        return Ok(None);
    }
    Book::open(&found(path)).map(Some).map_err(|error| format!("{path}: {error}"))
}

/// Opens the network at this path; the embedded one for an empty path.
fn open_network(path: &str) -> Result<Arc<Network>, String> {
    if path.is_empty() {
        return Ok(Network::embedded());
    }
    Network::open(&found(path)).map(Arc::new).map_err(|error| format!("{path}: {error}"))
}

/// Finds a file. A relative path is tried from the working directory, which depends on the
/// GUI, and then beside the program.
fn found(path: &str) -> PathBuf {
    let path = Path::new(path);
    let elsewhere = if path.exists() { None } else { beside_program(path) };
    elsewhere.unwrap_or_else(|| path.to_owned())
}

/// The file of this name in the program's folder, if there is one. A multi-build release
/// starts an unpacked program that has no file of its own; only the name it was called by
/// tells the folder.
fn beside_program(path: &Path) -> Option<PathBuf> {
    let called = env::args_os().next().map(PathBuf::from);
    [env::current_exe().ok(), called]
        .into_iter()
        .flatten()
        .filter_map(|program| Some(program.parent()?.join(path)))
        .find(|file| file.exists())
}
