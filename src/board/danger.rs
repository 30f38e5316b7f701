//! Pieces in danger, which the network sees beside where the pieces stand.

use super::layout::Position;
use super::ops::{Native, Ops, Planes, Scalar};
use super::tables::{king_steps, pawn_attacks};
use crate::types::{Bitboard, Color, Square};

/// The pieces of both sides that an enemy piece attacks and may win; no kings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Danger {
    /// All of them. Those in no other set are loose: no piece of their side defends them.
    pub all: Bitboard,
    /// Those that are defended, but attacked by a piece of less value, the least such: by pawns,
    /// by knights or bishops (rooks and queens), by rooks (queens). A piece is in one set at most.
    pub outvalued: [Bitboard; 3],
}

impl Danger {
    /// Those among these pieces, with White's and Black's king.
    pub fn new(planes: Planes, kings: [Square; 2]) -> Self {
        Self::find::<Scalar>(planes, planes, kings)
    }

    #[inline(always)]
    fn find<O: Ops>(layers: O::Layers, planes: Planes, kings: [Square; 2]) -> Self {
        let Planes { pawns, knights, diagonal, orthogonal, colors: [white, black] } = planes;
        let (minors, queens) = (knights | (diagonal & !orthogonal), orthogonal & diagonal);
        let pieces = pawns | minors | orthogonal;
        let attacked =
            |[by_white, by_black]: [Bitboard; 2]| (white & by_black) | (black & by_white);
        let defended =
            |[by_white, by_black]: [Bitboard; 2]| (white & by_white) | (black & by_black);
        let by_pawns =
            Color::ALL.map(|side| pawn_attacks(side, pawns & planes.colors[side.index()]));
        let lines = O::attacked_by_line(layers, Bitboard(!0));
        let by_any = [0, 1].map(|side| {
            let [diagonal, orthogonal] = lines[side];
            by_pawns[side] | diagonal | orthogonal | king_steps(kings[side])
        });
        let (attacked_by_any, defended) = (attacked(by_any), defended(by_any));
        let by_pawns = attacked(by_pawns) & (minors | orthogonal);
        // Rooks and queens that a minor piece attacks, or a queen; queens that a rook attacks, or
        // a queen.
        let diagonally =
            |lines: [[Bitboard; 2]; 2]| attacked(lines.map(|[set, _]| set)) & orthogonal;
        let orthogonally = |lines: [[Bitboard; 2]; 2]| attacked(lines.map(|[_, set]| set)) & queens;
        let (mut by_minors, mut by_rooks) = (diagonally(lines), orthogonally(lines));
        if !(by_minors | by_rooks).is_empty() && !queens.is_empty() {
            let lines = O::attacked_by_line(layers, !queens);
            (by_minors, by_rooks) = (diagonally(lines), orthogonally(lines));
        }
        let outvalued = [by_pawns, by_minors & !by_pawns, by_rooks & !by_minors & !by_pawns];
        let all = (pieces & attacked_by_any & !defended) | by_pawns | by_minors | by_rooks;
        Self { all, outvalued: outvalued.map(|set| set & defended) }
    }

    /// How the piece on a square of [`Self::all`] is in danger: 0 if it is loose, 1 to 3 if it is
    /// outvalued by a pawn, a minor piece or a rook.
    #[inline(always)]
    pub fn kind(&self, square: Square) -> usize {
        let [by_pawn, by_minor, by_rook] =
            self.outvalued.map(|set| usize::from(set.contains(square)));
        by_pawn + 2 * by_minor + 3 * by_rook
    }
}

impl Position {
    /// The pieces in danger.
    #[inline(always)]
    pub fn danger(&self) -> Danger {
        let layers = Native::layers(Native::load(&self.bytes));
        Danger::find::<Native>(
            layers,
            Native::planes(layers),
            Color::ALL.map(|side| self.king(side)),
        )
    }
}
