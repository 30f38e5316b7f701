//! Pieces in danger, which the network sees beside where the pieces stand.

use super::layout::Position;
use super::ops::{Native, Ops, Planes, Scalar};
use super::tables::{king_steps, pawn_attacks};
use crate::types::{Bitboard, Color, Square};

/// The pieces of both sides that an enemy piece attacks and may win; no kings. A piece is in one
/// set at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Danger {
    /// Those that no piece of their side defends.
    pub loose: Bitboard,
    /// Those that are defended, but attacked by a piece of less value, the least such: by pawns,
    /// by knights or bishops (rooks and queens), by rooks (queens).
    pub outvalued: [Bitboard; 3],
}

impl Danger {
    /// Those among these pieces, with White's and Black's king.
    pub fn new(planes: Planes, kings: [Square; 2]) -> Self {
        Self::find::<Scalar>(planes, planes, kings)
    }

    #[inline(always)]
    fn find<O: Ops>(layers: O::Layers, planes: Planes, kings: [Square; 2]) -> Self {
        let Planes { pawns, knights, diagonal, orthogonal, colors } = planes;
        let queens = orthogonal & diagonal;
        let minors = knights | (diagonal & !orthogonal);
        let by_kind = O::attacked_by_kind(layers);
        // By side: attacks of pawns, minor pieces, rooks, and all.
        let attacks = Color::ALL.map(|side| {
            let own = pawn_attacks(side, pawns & colors[side.index()]);
            let [minors, rooks, queens] = by_kind[side.index()];
            [own, minors, rooks, own | minors | rooks | queens | king_steps(kings[side.index()])]
        });
        let [white, black] = colors;
        let attacked = |by: usize| (white & attacks[1][by]) | (black & attacks[0][by]);
        let [by_pawns, by_minors, by_rooks, by_any] = [0, 1, 2, 3].map(attacked);
        let defended = (white & attacks[0][3]) | (black & attacks[1][3]);
        let by_pawns = defended & by_pawns & (minors | orthogonal);
        let by_minors = defended & by_minors & orthogonal & !by_pawns;
        let by_rooks = defended & by_rooks & queens & !by_pawns & !by_minors;
        let pieces = pawns | minors | orthogonal;
        Self { loose: pieces & by_any & !defended, outvalued: [by_pawns, by_minors, by_rooks] }
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
