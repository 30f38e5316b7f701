//! What the pieces attack and may win, which the network sees beside where they stand.

use super::checks::KingLines;
use super::layout::Position;
use super::ops::{Native, Ops, Planes};
use super::tables::{king_steps, pawn_attacks};
use crate::types::{Bitboard, Color, Square};

/// The tactical features of a position. Arrays of two have White's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tactics {
    /// The pieces in danger.
    pub danger: Danger,
    /// By side: the squares where an enemy knight, bishop, rook and queen can go next to give check
    /// to its king, and where at most the king can take it.
    pub checks: [[Bitboard; 4]; 2],
    /// By side: the pieces of both sides that stand alone between its king and an enemy bishop,
    /// rook or queen on a line with it.
    pub pinned: [Bitboard; 2],
}

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
    /// Those among the pieces of these sides; `attacks` has by side what its pawns, minor pieces,
    /// rooks, queens and king attack.
    #[inline(always)]
    fn new(planes: &Planes, attacks: [[Bitboard; 5]; 2]) -> Self {
        let [white, black] = planes.colors;
        let attacked =
            |[by_white, by_black]: [Bitboard; 2]| (white & by_black) | (black & by_white);
        let by = |kind: usize| attacked(attacks.map(|sets| sets[kind]));
        let by_any =
            attacks.map(|sets| sets.into_iter().fold(Bitboard::EMPTY, |all, set| all | set));
        let defended = (white & by_any[0]) | (black & by_any[1]);
        let queens = planes.orthogonal & planes.diagonal;
        let pieces = planes.knights | planes.diagonal | planes.orthogonal;
        let (by_pawns, by_minors) = (by(0) & pieces, by(1) & planes.orthogonal);
        let by_rooks = by(2) & queens;
        let outvalued = [by_pawns, by_minors & !by_pawns, by_rooks & !by_minors & !by_pawns];
        let loose = (planes.pawns | pieces) & attacked(by_any) & !defended;
        let all = loose | by_pawns | by_minors | by_rooks;
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

impl Tactics {
    #[inline(always)]
    fn find<O: Ops>(board: O::Board, kings: [Square; 2]) -> Self {
        let layers = O::layers(board);
        let planes = O::planes(layers);
        let by_kind = O::attacked_by_kind(layers);
        let attacks = Color::ALL.map(|side| {
            let index = side.index();
            let [knights, bishops, rooks, queens] = by_kind[index];
            let pawns = pawn_attacks(side, planes.pawns & planes.colors[index]);
            [pawns, knights | bishops, rooks, queens, king_steps(kings[index])]
        });
        let lines = Color::ALL
            .map(|side| KingLines::new::<O>(board, || layers, side, kings[side.index()], None));
        let checks = [0, 1].map(|side| {
            let [pawns, minors, rooks, queens, _] = attacks[side];
            let taken = planes.colors[1 - side] | pawns | minors | rooks | queens;
            let [from_knight, from_bishop, from_rook] = lines[side].checks;
            let [knights, bishops, rooks, queens] = by_kind[1 - side];
            let checks = [
                knights & from_knight,
                bishops & from_bishop,
                rooks & from_rook,
                queens & (from_bishop | from_rook),
            ];
            checks.map(|set| set & !taken)
        });
        let danger = Danger::new(&planes, attacks);
        Self { danger, checks, pinned: lines.map(|lines| lines.blockers) }
    }
}

impl Position {
    /// The tactical features.
    #[inline(always)]
    pub fn tactics(&self) -> Tactics {
        Tactics::find::<Native>(Native::load(&self.bytes), Color::ALL.map(|side| self.king(side)))
    }
}
