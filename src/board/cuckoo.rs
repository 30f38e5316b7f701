//! Upcoming repetitions: can the side to move go back to an earlier position in
//! one move? The keys of all reversible moves lie in a cuckoo hash table, so that
//! the difference of two positions' keys gives the move between them (Marcel van
//! Kervinck, "The design and implementation of the Rookie 2.0 chess playing
//! program", 2002).

use super::layout::Position;
use super::tables::ray_step;
use super::zobrist;
use crate::types::{Color, Piece, PieceKind, Square};

/// Slots of the table; each key has two of them.
const SIZE: usize = 8192;

/// A reversible move: its key and its two squares (dense), in either order.
#[derive(Clone, Copy)]
struct Reversible {
    key: u64,
    squares: [u8; 2],
}

const fn slots(key: u64) -> [usize; 2] {
    [key as usize % SIZE, (key >> 16) as usize % SIZE]
}

/// True if a piece of this kind goes from one dense square to another on an empty
/// board.
const fn reaches(kind: PieceKind, from: u8, to: u8) -> bool {
    let files = (from % 8).abs_diff(to % 8);
    let ranks = (from / 8).abs_diff(to / 8);
    let diagonal = files == ranks;
    let orthogonal = files == 0 || ranks == 0;
    match kind {
        PieceKind::Pawn => false,
        PieceKind::Knight => files * ranks == 2,
        PieceKind::Bishop => diagonal,
        PieceKind::Rook => orthogonal,
        PieceKind::Queen => diagonal || orthogonal,
        PieceKind::King => files <= 1 && ranks <= 1,
    }
}

static TABLE: [Reversible; SIZE] = {
    let mut table = [Reversible { key: 0, squares: [0; 2] }; SIZE];
    let mut piece = 0;
    while piece < 12 {
        let kind = PieceKind::ALL[piece % 6];
        let colored = Piece::new(if piece < 6 { Color::White } else { Color::Black }, kind);
        let mut from = 0;
        while from < 64 {
            let mut to = from + 1;
            while to < 64 {
                if reaches(kind, from, to) {
                    let key = zobrist::piece(colored, Square::from_dense(from as usize))
                        ^ zobrist::piece(colored, Square::from_dense(to as usize))
                        ^ zobrist::WHITE_TO_MOVE;
                    // The entry that is evicted from a slot goes to its other one.
                    let mut entry = Reversible { key, squares: [from, to] };
                    let mut slot = slots(key)[0];
                    while entry.key != 0 {
                        let evicted = table[slot];
                        table[slot] = entry;
                        entry = evicted;
                        let [first, second] = slots(entry.key);
                        slot = if slot == first { second } else { first };
                    }
                }
                to += 1;
            }
            from += 1;
        }
        piece += 1;
    }
    table
};

impl Position {
    /// True if the side to move can make the move between this position and
    /// another, whose keys differ by `difference`, with nothing else changed.
    #[inline(always)]
    pub fn can_undo(&self, difference: u64) -> bool {
        slots(difference).into_iter().any(|slot| {
            let entry = TABLE[slot];
            entry.key == difference && self.is_open(entry.squares)
        })
    }

    /// True if a piece of the side to move stands on one of two squares, which a move on an
    /// empty board joins, and nothing stands between them.
    #[cold]
    fn is_open(&self, squares: [u8; 2]) -> bool {
        let [a, b] = squares.map(|square| Square::from_dense(square.into()));
        let (from, to) = if self.piece_on(a).is_none() { (b, a) } else { (a, b) };
        let step = ray_step(from, to);
        let jumps = step == 0;
        self.piece_on(from).is_color(self.side_to_move())
            && (jumps || self.is_clear(from, to, step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reversible_move_has_a_slot() {
        let held = TABLE.iter().filter(|entry| entry.key != 0).count();
        // Both colours: knights 168, bishops 280, rooks 448, queens 728, kings 210.
        assert_eq!(held, 2 * (168 + 280 + 448 + 728 + 210));
        assert!(TABLE.iter().enumerate().all(|(i, e)| e.key == 0 || slots(e.key).contains(&i)));
    }

    #[test]
    fn moves_that_can_be_taken_back_are_found() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        for mv in position.legal_moves() {
            let next = position.make(mv);
            let piece = position.piece_on(mv.from());
            let reversible = !piece.is_kind(PieceKind::Pawn) && position.captured(mv).is_none();
            // After a pass the mover could go back, if it is not held by a check.
            if !next.in_check() {
                let passed = next.make_null();
                assert_eq!(passed.can_undo(position.key() ^ next.key()), reversible, "{mv:?}");
                assert!(!next.can_undo(position.key() ^ next.key()), "{mv:?}");
            }
        }
    }
}
