//! Nullfenster ("null window"): a chess engine on a 0x88 board.
//!
//! # Layers
//!
//! From bottom to top; a module imports only from layers below its own, which
//! `tests/layering.rs` watches over.
//!
//! | layer | what it is |
//! |---|---|
//! | [`types`] | squares, pieces, moves, castling rights, scores |
//! | [`board`] | the position in 128 bytes, legal moves, making them, FEN, exchanges, repetition, perft; it knows no evaluation, an observer hears what a move changes |
//! | [`eval`] | what a position is worth without searching: a neural network, and terms with names |
//! | [`book`] | opening books in the Polyglot format |
//! | [`tablebase`] | Syzygy endgame tables |
//! | [`lab`] | minimax, alpha-beta and the NegaScouts of the source texts, to compare and to judge the search by |
//! | [`search`] | principal variation search with null windows, quiescence, table, time, threads; it prints nothing, a report hears what it finds |
//! | [`engine`] | game, options and the search thread behind one facade; no text in or out |
//! | [`tools`] | bench, perft, openings, comparisons and trees of the lab as data |
//! | `tune` | with the feature of this name: own games to learn from, the trainer of the network, and the tuner that fits the classical evaluation |
//! | [`uci`], [`cli`] | the two faces: they read text and alone write to the standard output |
//!
//! # From `go` to `bestmove`
//!
//! A reader thread turns standard input into lines. The protocol thread takes them
//! and the events of the search from two channels in one `select`, answers
//! `isready` and `stop` at once, and queues what has to wait. A `go` travels to the
//! search thread with a fresh [`search::Control`], so that a `stop` can't be lost
//! or hit the wrong search. [`search::Searcher`] starts its helpers and deepens;
//! what it finds comes back as events.
//!
//! # Where to start reading
//!
//! [`board`] and then [`board::ops`] for the idea that makes 0x88 fast again; [`lab`],
//! the algorithms in a dozen lines each, from minimax to principal variation search; then
//! `search/tree/node.rs`, one node of the search in numbered steps, with a file beside it for
//! each rule that it applies; the numbers are in `search/params.rs`.

#![deny(unsafe_code)]

pub mod board;
pub mod book;
pub mod cli;
pub mod console;
pub mod engine;
pub mod eval;
pub mod lab;
pub mod search;
pub mod tablebase;
pub mod tools;
#[cfg(feature = "tune")]
pub mod tune;
pub mod types;
pub mod uci;
