//! The end of a move list while moves are written to it.
//!
//! The length lives here and not in the list, so that it stays in a register: kept
//! in the list, every write would wait for the length that the last one stored.
#![allow(unsafe_code)]

use crate::types::{MOVE_CAPACITY, Move, MoveList};
use std::marker::PhantomData;

/// Moves that one vector store may write past the end.
#[cfg_attr(not(target_feature = "avx512vbmi2"), allow(dead_code))]
const SLACK: usize = 32;

/// Writes moves behind those that a list holds. Copied only from step to step of
/// one generation, each copy given up for the next.
#[derive(Clone, Copy)]
pub struct MoveWriter<'a> {
    start: *mut Move,
    len: usize,
    list: PhantomData<&'a mut MoveList>,
}

impl MoveWriter<'_> {
    /// Lets `write` put moves into `list`, which must be empty.
    #[inline(always)]
    pub(in crate::board) fn fill(list: &mut MoveList, write: impl FnOnce(&mut MoveWriter<'_>)) {
        assert!(list.is_empty(), "moves are generated into an empty list");
        let mut writer =
            MoveWriter { start: list.as_mut_ptr(), len: list.len(), list: PhantomData };
        write(&mut writer);
        let len = writer.len;
        debug_assert!(len <= MOVE_CAPACITY);
        // SAFETY: all moves up to this length were written by this writer, and
        // they fit: a position has at most 415 moves (see `MOVE_CAPACITY`).
        unsafe { list.set_len(len) }
    }

    /// Appends one move.
    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        debug_assert!(self.len < MOVE_CAPACITY);
        // SAFETY: as in `fill`, there is room for all moves of a position.
        unsafe { self.start.add(self.len).write(mv) }
        self.len += 1;
    }
}

/// For stores of several moves at once, which only a vector board makes.
#[cfg_attr(not(target_feature = "avx512vbmi2"), allow(dead_code))]
impl MoveWriter<'_> {
    /// Where the next move goes, with room for at least 32.
    #[inline(always)]
    pub(super) fn spare(&mut self) -> *mut Move {
        debug_assert!(self.len + SLACK <= MOVE_CAPACITY);
        // SAFETY: inside the list's array, by the bound above.
        unsafe { self.start.add(self.len) }
    }

    /// Counts in the moves that were written to the spare room, one for each bit.
    #[inline(always)]
    pub(super) fn grow(&mut self, moves: u64) {
        self.len += moves.count_ones() as usize;
    }
}
