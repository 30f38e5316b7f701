//! Nullfenster ("null window"): a chess engine on a 0x88 board.
//!
//! The names that a program needs are at the root of the crate: a [`Game`] is a [`Position`] with the ones
//! before it, an [`Engine`] searches it within [`Limits`] on a thread of its own, tells [`Info`] on the
//! way and an [`Outcome`] at the end, with a [`Move`] and a [`Score`].
//!
//! ```
//! use nullfenster::{Engine, Game, Limits, Position, notation};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")?;
//! let mut engine = Engine::new()?;
//! engine.set_option("Hash", Some("32"))?;
//! engine.set_game(Some(Game::new(position)));
//! let limits = Limits { depth: Some(6), ..Limits::default() };
//! let outcome = engine.search(limits, &mut |info| println!("depth {}", info.depth))?;
//! let best = outcome.best.ok_or("no legal move")?;
//! assert_eq!(notation::format_san(&position, best), "Ra8#");
//! assert_eq!(outcome.score.mate_moves(), Some(1));
//! # Ok(())
//! # }
//! ```
//!
//! Moves are generated and made without an engine; a position is a value and is never changed:
//!
//! ```
//! use nullfenster::Position;
//! use nullfenster::notation::parse_san;
//!
//! let start = Position::startpos();
//! assert_eq!(start.legal_moves().len(), 20);
//! let after = parse_san(&start, "e4").map(|mv| start.make(mv)).expect("a legal move");
//! assert_eq!(after.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
//! ```
//!
//! `docs/examples` has three whole programs. What is not named here may change with any version.
//!
//! # Layers
//!
//! ```text
//!                            main
//!                              |
//!                             cli            command line
//!                              |
//!                             uci            the protocol
//!                              |
//!                          commands          bench, perft, analyse, ...: one file each
//!                              |
//!                          terminal          lines of output, colours, progress
//!                              |
//!                             web            in a browser
//!                              |
//!                         +----+----+
//!                       pages     tune       trees, pictures, the tour | data, training
//!                         +----+----+
//!                              |
//!                          protocol          the words of UCI as values
//!                              |
//!                           engine           game, options, search thread
//!                              |
//!                           search           principal variation search
//!                              |
//!        +-----------+---------+---------+
//!      eval        book      tablebase  lab  values | files | algorithms to learn from
//!        +-----------+---------+---------+
//!                              |
//!                            board           position, moves, rules
//!                              |
//!                            types           squares, pieces, moves, scores
//! ```
//!
//! A module imports only from layers below its own; those of one row don't import each other.
//! `tests/layering.rs` checks both.
//!
//! | layer | content |
//! |---|---|
//! | [`types`] | squares, pieces, moves, castling rights, scores |
//! | [`board`] | the position in 128 bytes, legal moves, making them, FEN, static exchange evaluation, repetition, perft; it knows no evaluation, but reports changed pieces to an observer |
//! | [`eval`] | the static evaluation: a neural network, or hand-crafted terms; the win probability |
//! | [`book`] | opening books in the Polyglot format |
//! | [`tablebase`] | Syzygy tablebases |
//! | [`lab`] | minimax, alpha-beta and the NegaScouts of the source texts, to compare and as an oracle for the search |
//! | [`search`] | principal variation search with null windows, quiescence, transposition table, time, threads; it prints nothing and reports to a callback |
//! | [`engine`] | game, options and the search thread behind one facade; no text in or out |
//! | [`protocol`] | the arguments of `position`, `go` and `setoption`, and the lines that a search prints |
//! | [`web`] | the engine in a browser: UCI on one thread, without files |
//! | [`pages`] | comparisons and trees of the lab, the guided tour; they return data or text |
//! | `tune` | with the feature of this name: self-play games, the trainer of the network, the tuner of the hand-crafted evaluation, matches between settings |
//! | [`terminal`] | lines of output, boards in colour, progress, errors that end the program |
//! | [`commands`] | each command of the prompt and the shell in one file; [`commands::COMMANDS`] lists those of the prompt |
//! | [`uci`], [`cli`] | the protocol and the command line: they read text, and only they write to standard output |
//!
//! # From `go` to `bestmove`
//!
//! A reader thread turns standard input into lines. The protocol thread receives them and the
//! events of the search from two channels in one `select`, answers `isready` and `stop` at
//! once, and queues the commands that have to wait. A `go` is sent to the search thread with a
//! fresh [`search::Control`], so that a `stop` can't be lost or reach the wrong search.
//! [`search::Searcher`] starts its helper threads and deepens; its reports come back as events.
//!
//! # Where to start reading
//!
//! [`board`] and then [`board::ops`] for the idea that makes 0x88 fast again; [`lab`],
//! the algorithms in a dozen lines each, from minimax to principal variation search; then
//! `search/tree/node.rs`, one node of the search in numbered steps, with a file beside it for
//! each rule that it applies; the numbers are in `search/params.rs`.
//!
//! `CONTRIBUTING.md` says how to add a pruning rule, an evaluation term, a UCI option or an algorithm.
#![deny(unsafe_code)]

pub mod board;
pub mod book;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod commands;
pub mod engine;
pub mod eval;
pub mod lab;
#[cfg(any(feature = "cli", feature = "web"))]
pub mod pages;
pub mod protocol;
pub mod search;
pub mod tablebase;
#[cfg(feature = "cli")]
pub mod terminal;
#[cfg(feature = "tune")]
pub mod tune;
pub mod types;
#[cfg(feature = "cli")]
pub mod uci;
pub mod web;

pub use board::{FenError, Game, Position, notation};
pub use engine::{Engine, EngineError};
pub use search::{Info, Limits, Outcome};
pub use types::{Color, Move, Score};
