//! Syzygy tablebases (Ronald de Man), read with every access checked.
//!
//! Whatever a file contains, and whatever becomes of it while it is used, the worst answer is
//! none, and [`Tablebases::take_faults`] says why. From the bottom up:
//!
//! | file | what it does |
//! |---|---|
//! | `material`, `wdl` | the pieces without their squares; results |
//! | `pages` | parts of a file, kept in memory |
//! | `numbering`, `layout` | from squares to the place in a table |
//! | `packed` | from the place to the value: the compression |
//! | `table` | a file: its parts, results and distances |
//! | `checksum`, `folders`, `set` | the files of some folders, opened when needed |
//!
//! and here what they say together, for a table does not know of captures: where one is
//! best, its values may be anything up to that result, whatever compresses best. So captures
//! are searched, into the smaller tables; en passant, of which it does not know either, is one.

mod checksum;
mod folders;
mod layout;
mod material;
mod numbering;
mod packed;
mod pages;
mod set;
mod table;
mod wdl;

pub use folders::{Folders, TablebaseError};
pub use wdl::Wdl;

use crate::board::Position;
use crate::types::{CastlingRights, Move};
use set::TableSet;

/// The verdict of the tables on a move of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootProbe {
    /// The move.
    pub mv: Move,
    /// The result after it, for the side that makes it. The half-move clock counts if
    /// the distance is known.
    pub wdl: Wdl,
    /// Plies to the next capture or pawn move that keeps the result; `None` without the table.
    pub dtz: Option<u32>,
}

/// The tables of some folders. They can be asked by any number of threads.
#[derive(Debug)]
pub struct Tablebases {
    tables: TableSet,
}

impl Tablebases {
    /// The tables of these folders. Each is opened when it is first asked.
    pub fn new(folders: &Folders) -> Self {
        Self { tables: TableSet::new(folders) }
    }

    /// The most pieces that any table has.
    pub fn pieces(&self) -> u32 {
        self.tables.pieces
    }

    /// The number of WDL tables.
    pub fn files(&self) -> usize {
        self.tables.files
    }

    /// What was wrong with files that could not be read, since the last call; each
    /// file once.
    pub fn take_faults(&self) -> Vec<String> {
        self.tables.take_faults()
    }

    /// True if there may be a table for the position: it has at most `pieces` pieces and no
    /// castling rights.
    pub fn may_know(&self, position: &Position, pieces: u32) -> bool {
        position.piece_count() <= pieces.min(self.pieces()) as usize
            && position.castling_rights() == CastlingRights::empty()
    }

    /// The result if the half-move clock were at zero; `None` without a table for it.
    pub fn wdl(&self, position: &Position) -> Option<Wdl> {
        if !self.may_know(position, self.pieces()) {
            return None;
        }
        self.search(position, Wdl::Loss, Wdl::Win)
    }

    /// The verdict of the tables on each legal move; `None` if a WDL table is missing. Without
    /// a DTZ table that is needed no distance is given at all.
    pub fn root(&self, position: &Position) -> Option<Vec<RootProbe>> {
        if !self.may_know(position, self.pieces()) {
            return None;
        }
        let moves = position.legal_moves();
        let clock = position.halfmove_clock() as i32;
        let with_distance = |&mv: &Move| {
            let plies = self.plies_of_move(&position.make(mv))?;
            let dtz = Some(plies.unsigned_abs());
            Some(RootProbe { mv, wdl: Wdl::of_plies(plies, clock), dtz })
        };
        let by_result = |&mv: &Move| {
            let wdl = -self.search(&position.make(mv), Wdl::Loss, Wdl::Win)?;
            Some(RootProbe { mv, wdl, dtz: None })
        };
        let probes: Option<Vec<_>> = moves.iter().map(with_distance).collect();
        probes.or_else(|| moves.iter().map(by_result).collect())
    }

    /// The result, exact between `alpha` and `beta` and else a bound: captures first, and
    /// the table where they don't decide.
    fn search(&self, position: &Position, alpha: Wdl, beta: Wdl) -> Option<Wdl> {
        if position.piece_count() == 2 {
            return Some(Wdl::Draw);
        }
        let (mut best, mut captures) = (Wdl::Loss, 0);
        for &mv in &position.noisy_moves() {
            if position.captured(mv).is_none() {
                continue;
            }
            captures += 1;
            best = best.max(-self.search(&position.make(mv), -beta, -alpha.max(best))?);
            if best >= beta {
                return Some(best);
            }
        }
        // Without en passant there may be no other move, and the table takes it for stalemate.
        if position.en_passant().is_some() && captures > 0 && position.count_legal() == captures {
            return Some(best);
        }
        Some(best.max(self.tables.wdl(position)?))
    }

    /// The plies to the next capture or pawn move, for the side that has just moved and made
    /// this position; the move counts. Negative if that side loses, 0 for a draw.
    fn plies_of_move(&self, position: &Position) -> Option<i32> {
        if position.count_legal() == 0 {
            return Some(i32::from(!position.checkers().is_empty()));
        }
        if position.halfmove_clock() == 0 {
            return Some((-self.search(position, Wdl::Loss, Wdl::Win)?).of_zeroing_move());
        }
        let plies = -self.plies(position)?;
        Some(plies + plies.signum())
    }

    /// True if only capturing en passant reaches this result: the tables, which don't know of it,
    /// have the distance of a worse one.
    fn is_saved_by_en_passant(&self, position: &Position, wdl: Wdl) -> Option<bool> {
        let mut is_saved = false;
        for &mv in &position.noisy_moves() {
            let is_capture = !position.captured(mv).is_none();
            if is_capture && -self.search(&position.make(mv), Wdl::Loss, Wdl::Win)? == wdl {
                if !mv.is_en_passant() {
                    return Some(false);
                }
                is_saved = true;
            }
        }
        Some(is_saved && self.tables.wdl(position)? < wdl)
    }

    /// The plies to the next capture or pawn move that keeps the result, negative if the side
    /// to move loses, 0 for a draw; beyond 100 what the fifty-move rule makes a draw. There
    /// must be a legal move.
    fn plies(&self, position: &Position) -> Option<i32> {
        let wdl = self.search(position, Wdl::Loss, Wdl::Win)?;
        if wdl == Wdl::Draw {
            return Some(0);
        }
        let moves = position.legal_moves();
        let after = moves.iter().map(|&mv| position.make(mv));
        let (zeroing, quiet): (Vec<Position>, Vec<Position>) =
            after.partition(|position| position.halfmove_clock() == 0);
        if wdl > Wdl::Draw {
            for position in &zeroing {
                if -self.search(position, -wdl, Wdl::Win)? == wdl {
                    return Some(wdl.of_zeroing_move());
                }
            }
        } else if quiet.is_empty() || self.is_saved_by_en_passant(position, wdl)? {
            return Some(wdl.of_zeroing_move());
        }
        let sign = wdl.of_zeroing_move().signum();
        match self.tables.dtz(position, wdl)? {
            Some(plies) => {
                // Distances count from 1, and from 101 where the fifty-move rule draws.
                Some(wdl.of_zeroing_move() + sign * (plies as i32 - 1))
            }
            // The table is for the other side: a ply of search.
            None => {
                let all = zeroing.iter().chain(&quiet).map(|position| self.plies_of_move(position));
                let all: Vec<i32> = all.collect::<Option<_>>()?;
                // The fastest win, or the slowest loss.
                all.into_iter().filter(|plies| plies.signum() == sign).min()
            }
        }
    }
}
