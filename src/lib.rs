//! Nullfenster ("null window"): a chess engine on a 0x88 board.

#![deny(unsafe_code)]

pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod search;
pub mod tools;
pub mod types;
pub mod uci;
