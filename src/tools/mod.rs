//! Tools around the engine. They return data and print nothing, so that the
//! command line and the UCI loop can't differ.

pub mod analyse;
pub mod bench;
pub mod compare;
pub mod epd;
pub mod openings;
pub mod perft;
pub mod plot;
mod positions;
pub mod tree;
