//! Pawn structure: passed, isolated, doubled, backward and supported pawns, and
//! a cache of it, because pawns seldom move.

use super::Pair;
use super::board::Board;
use super::trace::{Silent, Trace};
use super::weights::WEIGHTS;
use crate::board::{advance, pawn_attacks};
use crate::types::{Bitboard, Color};

/// An evaluated pawn structure.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PawnEntry {
    key: u64,
    /// White's view.
    pub score: Pair,
    /// Passed pawns of each colour.
    pub passed: [Bitboard; 2],
}

impl PawnEntry {
    /// Evaluates the pawns on this board.
    pub fn new<T: Trace>(key: u64, board: &Board<'_>, trace: &mut T) -> Self {
        let (white, white_passed) = structure(board, Color::White, trace);
        let (black, black_passed) = structure(board, Color::Black, trace);
        Self { key, score: white - black, passed: [white_passed, black_passed] }
    }
}

/// A direct-mapped cache of pawn structures.
#[derive(Clone, Debug)]
pub(super) struct PawnTable {
    entries: Box<[PawnEntry]>,
}

impl PawnTable {
    const SIZE: usize = 1 << 14;

    pub fn new() -> Self {
        // No pawns have key 0 and score 0, so a fresh entry is right for them.
        Self { entries: vec![PawnEntry::default(); Self::SIZE].into() }
    }

    /// The structure with this key, computed if it isn't there.
    #[inline]
    pub fn probe(&mut self, key: u64, board: &Board<'_>) -> PawnEntry {
        let entry = &mut self.entries[key as usize % Self::SIZE];
        if entry.key != key {
            *entry = PawnEntry::new(key, board, &mut Silent);
        }
        *entry
    }
}

/// The squares ahead of a set of squares of one colour, on their files.
#[inline(always)]
pub(super) const fn ahead(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => {
            let set = set.0 << 8;
            let set = set | set << 8;
            let set = set | set << 16;
            Bitboard(set | set << 32)
        }
        Color::Black => {
            let set = set.0 >> 8;
            let set = set | set >> 8;
            let set = set | set >> 16;
            Bitboard(set | set >> 32)
        }
    }
}

/// A set with its neighbours to the left and right.
#[inline(always)]
pub(super) const fn beside(set: Bitboard) -> Bitboard {
    Bitboard((set.0 & !Bitboard::FILE_H.0) << 1 | (set.0 & !Bitboard::FILE_A.0) >> 1)
}

/// The files of a set, from end to end.
#[inline(always)]
pub(super) fn files(set: Bitboard) -> Bitboard {
    set | ahead(Color::White, set) | ahead(Color::Black, set)
}

/// The score and the passed pawns of one colour.
fn structure<T: Trace>(board: &Board<'_>, color: Color, trace: &mut T) -> (Pair, Bitboard) {
    let own = board.pawns(color);
    let enemy = board.pawns(!color);
    let enemy_span = ahead(!color, enemy);
    let enemy_attacks = pawn_attacks(!color, enemy);
    let attacks = pawn_attacks(color, own);
    let mut score = Pair::default();
    let mut all_passed = Bitboard::EMPTY;
    for square in own {
        let pawn = Bitboard::of(square);
        let rank = usize::from(square.relative_rank(color));
        let front = ahead(color, pawn);
        let doubled = front.intersects(own);
        let neighbours = own & beside(files(pawn));
        let open = !enemy.intersects(front);
        if doubled {
            score += trace.weigh(color, &WEIGHTS.doubled, 1);
        }
        if !pawn.intersects(enemy_span | beside(enemy_span)) && !doubled {
            score += trace.weigh(color, &WEIGHTS.passed[rank], 1);
            all_passed |= pawn;
        }
        if neighbours.is_empty() {
            score += trace.weigh(color, &WEIGHTS.isolated, 1);
            if open {
                score += trace.weigh(color, &WEIGHTS.isolated_on_open_file, 1);
            }
        } else if attacks.contains(square) {
            score += trace.weigh(color, &WEIGHTS.supported[rank], 1);
        } else if beside(pawn).intersects(own) {
            score += trace.weigh(color, &WEIGHTS.phalanx[rank], 1);
        } else {
            // Backward: no neighbour can come to support it, and its step ahead
            // is guarded by an enemy pawn.
            let step = advance(color, pawn);
            let behind = ahead(!color, beside(pawn)) | beside(pawn);
            if !neighbours.intersects(behind) && enemy_attacks.intersects(step) {
                score += trace.weigh(color, &WEIGHTS.backward, 1);
                if open {
                    score += trace.weigh(color, &WEIGHTS.backward_on_open_file, 1);
                }
            }
        }
    }
    (score, all_passed)
}
