//! The 0x88 board: position, legal move generation, making moves, exchange
//! evaluation, repetition, perft. It knows no evaluation: the pieces that a
//! move adds and removes are reported to an [`Observer`].
//!
//! # How it works
//!
//! A 0x88 board is 128 bytes, of which every second run of eight is off the
//! board. [`Position`] keeps the pieces in the on-board half and everything else
//! (key, castling rights, clocks, king squares) in the off-board half, so a
//! position is 128 bytes, two 512-bit registers, and is copied rather than
//! unmade.
//!
//! Beside a [`Bitboard`](crate::types::Bitboard) there are *lanes*: a `u64` with one
//! bit for each square seen from some centre, eight rays of seven squares each plus a
//! knight's jump ([`ops`] has the picture). Both exist only as temporaries inside
//! functions; the bytes are the board.

mod checks;
mod cuckoo;
mod fen;
mod flip;
mod game;
mod layout;
mod make;
mod movegen;
pub mod notation;
pub mod ops;
pub mod perft;
pub mod pgn;
mod position;
mod random64;
pub mod see;
mod sink;
mod tables;
mod tactics;
mod zobrist;

pub use checks::CheckInfo;
pub use fen::FenError;
pub use game::Game;
pub use layout::Position;
pub use make::{Ignore, Observer};
pub use movegen::{All, Kinds, Noisy, Quiet, generate};
pub use ops::{Planes, piece_attacks};
pub use position::{Black, Side, White};
pub use tables::{advance, king_steps, pawn_attacks, seen_from};
pub use tactics::{Danger, Tactics};
pub use zobrist::piece as piece_key;
