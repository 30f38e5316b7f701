//! Perft: the number of move sequences of a given length, which proves a move
//! generator and measures it. A speed needs its kind beside it: counting the last
//! ply without writing moves is a trick that no search can use.

use super::layout::Position;
use super::make::Ignore;
use super::movegen::{All, count, generate};
use super::ops::Native;
use super::position::{Side, for_side};
use crate::types::{Move, MoveList};
use std::hint::black_box;

/// How the last ply is counted.
trait Leaves {
    /// The number of moves of `S`, to move.
    fn count<S: Side>(position: &Position) -> u64;
}

/// Counted without writing them.
struct Counted;
/// Written to a list whose length is taken.
struct Listed;
/// Written and made, each one.
struct Made;

impl Leaves for Counted {
    #[inline(always)]
    fn count<S: Side>(position: &Position) -> u64 {
        count::<Native, S>(position)
    }
}

impl Leaves for Listed {
    #[inline(always)]
    fn count<S: Side>(position: &Position) -> u64 {
        let mut moves = MoveList::new();
        generate::<Native, S, All>(position, &mut moves);
        moves.len() as u64
    }
}

impl Leaves for Made {
    #[inline(always)]
    fn count<S: Side>(position: &Position) -> u64 {
        let mut moves = MoveList::new();
        generate::<Native, S, All>(position, &mut moves);
        for &mv in &moves {
            black_box(&position.make_as::<S, Ignore>(mv, &mut Ignore));
        }
        moves.len() as u64
    }
}

/// `depth` is at least 2.
fn walk<L: Leaves, S: Side>(position: &Position, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    generate::<Native, S, All>(position, &mut moves);
    moves
        .iter()
        .map(|&mv| {
            let next = position.make_as::<S, Ignore>(mv, &mut Ignore);
            if depth == 2 {
                L::count::<S::Enemy>(&next)
            } else {
                walk::<L, S::Enemy>(&next, depth - 1)
            }
        })
        .sum()
}

fn start<L: Leaves>(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => for_side!(position, S => L::count::<S>(position)),
        _ => for_side!(position, S => walk::<L, S>(position, depth)),
    }
}

/// Move sequences of `depth` plies; the last ply is counted without writing
/// its moves.
pub fn perft(position: &Position, depth: u32) -> u64 {
    start::<Counted>(position, depth)
}

/// As [`perft`], the last ply written to a list.
pub fn perft_lists(position: &Position, depth: u32) -> u64 {
    start::<Listed>(position, depth)
}

/// As [`perft`], every move of the last ply made.
pub fn perft_make(position: &Position, depth: u32) -> u64 {
    start::<Made>(position, depth)
}

/// For each legal move the sequences of `depth` plies (at least 1) that start
/// with it.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let depth = depth.max(1);
    let count = |&mv: &Move| (mv, perft(&position.make(mv), depth - 1));
    position.legal_moves().iter().map(count).collect()
}
