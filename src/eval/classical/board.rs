//! A position as the terms of the evaluation read it.

use crate::board::Position;
use crate::board::ops::Planes;
use crate::types::{Bitboard, Color, PieceKind};

/// The phase of the start position; 0 is a bare endgame.
pub(super) const FULL_PHASE: i32 = 24;

/// Counts of the pieces of one side other than pawns and king.
#[derive(Clone, Copy)]
pub(super) struct Pieces {
    knights: u32,
    bishops: u32,
    rooks: u32,
    queens: u32,
}

impl Pieces {
    /// The usual value in pawns: 3, 3, 5, 9.
    pub fn value(self) -> u32 {
        3 * (self.knights + self.bishops) + 5 * self.rooks + 9 * self.queens
    }

    pub fn is_two_knights(self) -> bool {
        self.knights == 2 && self.value() == 6
    }
}

/// A position with its bitboards, which all terms use.
pub(super) struct Board<'a> {
    pub position: &'a Position,
    pub planes: Planes,
}

impl<'a> Board<'a> {
    #[inline(always)]
    pub fn new(position: &'a Position) -> Self {
        Self { position, planes: position.planes() }
    }

    /// A side's pawns.
    #[inline(always)]
    pub fn pawns(&self, color: Color) -> Bitboard {
        self.planes.pawns & self.planes.colors[color.index()]
    }

    /// A side's pieces of one kind (no pawn, no king).
    #[inline(always)]
    pub fn of_kind(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.planes.of_kind(kind) & self.planes.colors[color.index()]
    }

    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.planes.occupied()
    }

    /// The pieces of one side, counted.
    pub fn pieces(&self, color: Color) -> Pieces {
        let count = |kind| self.of_kind(color, kind).count();
        Pieces {
            knights: count(PieceKind::Knight),
            bishops: count(PieceKind::Bishop),
            rooks: count(PieceKind::Rook),
            queens: count(PieceKind::Queen),
        }
    }

    /// [`FULL_PHASE`] with all pieces, 0 with none.
    #[inline(always)]
    pub fn phase(&self) -> i32 {
        let count = |kind| self.planes.of_kind(kind).count();
        let minors = count(PieceKind::Knight) + count(PieceKind::Bishop);
        let (rooks, queens) = (count(PieceKind::Rook), count(PieceKind::Queen));
        ((minors + 2 * rooks + 4 * queens) as i32).min(FULL_PHASE)
    }

    /// True if each side has one bishop and they run on different colours.
    pub fn opposite_bishops(&self) -> bool {
        let [white, black] = Color::ALL.map(|color| self.of_kind(color, PieceKind::Bishop));
        white.count() == 1
            && black.count() == 1
            && white.intersects(Bitboard::DARK) != black.intersects(Bitboard::DARK)
    }

    /// True if a side has a queen.
    #[inline(always)]
    pub fn has_queen(&self, color: Color) -> bool {
        !self.of_kind(color, PieceKind::Queen).is_empty()
    }
}
