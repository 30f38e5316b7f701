//! Nullfenster ("null window"): a chess engine on a 0x88 board.
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
//!                    +---------+---------+
//!                  pages               tune  trees, pictures, the tour | data, training
//!                    +---------+---------+
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
//! | [`tablebase`] | Syzygy endgame tables |
//! | [`lab`] | minimax, alpha-beta and the NegaScouts of the source texts, to compare and as an oracle for the search |
//! | [`search`] | principal variation search with null windows, quiescence, transposition table, time, threads; it prints nothing and reports to a callback |
//! | [`engine`] | game, options and the search thread behind one facade; no text in or out |
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
#[cfg(feature = "cli")]
pub mod pages;
pub mod search;
pub mod tablebase;
#[cfg(feature = "cli")]
pub mod terminal;
#[cfg(feature = "tune")]
pub mod tune;
pub mod types;
#[cfg(feature = "cli")]
pub mod uci;
