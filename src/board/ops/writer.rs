//! The end of a move list while moves are written to it.
//!
//! The length lives here and not in the list, so that it stays in a register: kept
//! in the list, every write would wait for the length that the last one stored.
#![allow(unsafe_code)]

use crate::types::{MOVE_CAPACITY, Move, MoveList};
use std::marker::PhantomData;

/// Moves that are stored at once, at most.
const WIDEST: usize = 32;

/// Writes moves behind those that a list holds. All moves before its length are written,
/// in every copy: no method breaks that, whatever it is called with. Copies serve to keep
/// it in registers; each is given up for the next.
#[derive(Clone, Copy)]
pub struct MoveWriter<'a> {
    start: *mut Move,
    /// At most [`MOVE_CAPACITY`].
    len: usize,
    list: PhantomData<&'a mut MoveList>,
}

impl MoveWriter<'_> {
    /// Lets `write` put moves into `list`, which must be empty.
    #[inline(always)]
    pub(in crate::board) fn fill(list: &mut MoveList, write: impl FnOnce(&mut MoveWriter<'_>)) {
        assert!(list.is_empty(), "moves are generated into an empty list");
        let mut writer = MoveWriter { start: list.as_mut_ptr(), len: 0, list: PhantomData };
        write(&mut writer);
        // SAFETY: the writer has this list, since `write` can get no other of its lifetime;
        // the moves before its length are written, and the length is within the capacity.
        unsafe { list.set_len(writer.len) }
    }

    /// Appends one move.
    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        self.append([mv], 1);
    }

    /// Appends the first `count` of these moves; all of them are stored, in one piece.
    ///
    /// # Panics
    /// If there are fewer than `count`, or the list has no room for [`WIDEST`] more, which
    /// no position fills (see [`MOVE_CAPACITY`]).
    #[inline(always)]
    pub(super) fn append<const N: usize>(&mut self, moves: [Move; N], count: u32) {
        const { assert!(N <= WIDEST) };
        let count = count as usize;
        assert!(count <= N && self.len <= MOVE_CAPACITY - WIDEST, "too many moves");
        // SAFETY: inside the list's array, by what was just asserted.
        unsafe { self.start.add(self.len).cast::<[Move; N]>().write_unaligned(moves) }
        self.len += count;
    }
}
