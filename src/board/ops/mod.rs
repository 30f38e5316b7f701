//! The small set of operations that everything on the board is built from, in
//! three implementations: [`Scalar`], plain code that runs everywhere, `Avx2`, and
//! `Avx512`, in which a whole board is two registers. The rest of `board` is
//! written once, generic over [`Ops`]; [`Native`] is the one that the target
//! features of this build select.
//!
//! The central operation is the *view*: the bytes of the squares seen from a centre,
//! in 64 lanes. Lane `8 * d` is knight jump `d`; lanes `8 * d + 1` to
//! `8 * d + 7` are the squares of ray `d` (north, then clockwise), nearest first:
//!
//! ```text
//! lane  0     1 2 3 4 5 6 7  |  8     9 10 11 ...        | 16 ...
//!       jump  north ray      |  jump  north-east ray     | ...
//! ```
//!
//! One byte permute fetches a view, because a 0x88 coordinate is the 7-bit index
//! that `vpermi2b` takes. Rays that leave the board see a guard byte, which
//! blocks like a piece of both colours. With rays in adjacent bits, a
//! subtraction finds the nearest blocker of all eight at once ([`reach`]).

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2;
mod scalar;
mod writer;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub use avx2::Avx2;
pub use scalar::{Scalar, piece_attacks};
pub use writer::MoveWriter;

// Outside of the choice below, so that rustfmt finds it.
#[cfg(all(
    target_feature = "gfni",
    target_feature = "avx512bw",
    target_feature = "avx512vl",
    target_feature = "avx512vbmi",
    target_feature = "avx512vbmi2",
    target_feature = "avx512vpopcntdq"
))]
mod avx512;

cfg_select! {
    all(
        target_feature = "gfni",
        target_feature = "avx512bw",
        target_feature = "avx512vl",
        target_feature = "avx512vbmi",
        target_feature = "avx512vbmi2",
        target_feature = "avx512vpopcntdq"
    ) => {
        pub use avx512::Avx512;

        /// The implementation this build uses.
        pub type Native = Avx512;
    }
    all(target_arch = "x86_64", target_feature = "avx2") => {
        /// The implementation this build uses.
        pub type Native = Avx2;
    }
    _ => {
        /// The implementation this build uses.
        pub type Native = Scalar;
    }
}

use super::tables::QUEEN_LANES;
use crate::types::{Bitboard, Color, Piece, PieceKind, Square};

/// Where the pieces stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planes {
    /// Pawns of both colours.
    pub pawns: Bitboard,
    /// Knights of both colours.
    pub knights: Bitboard,
    /// Bishops and queens of both colours.
    pub diagonal: Bitboard,
    /// Rooks and queens of both colours.
    pub orthogonal: Bitboard,
    /// White and black pieces.
    pub colors: [Bitboard; 2],
}

impl Planes {
    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares whose piece differs between the two.
    #[inline(always)]
    pub fn differing(&self, other: &Self) -> Bitboard {
        let sets = |planes: &Self| {
            let Self { pawns, knights, diagonal, orthogonal, colors: [white, black] } = *planes;
            [pawns, knights, diagonal, orthogonal, white, black]
        };
        let pairs = sets(self).into_iter().zip(sets(other));
        pairs.fold(Bitboard(0), |all, (own, other)| all | (own ^ other))
    }

    /// The pieces of one kind (not the king) and both colours.
    #[inline(always)]
    pub fn of_kind(&self, kind: PieceKind) -> Bitboard {
        debug_assert!(kind != PieceKind::King);
        match kind {
            PieceKind::Pawn => self.pawns,
            PieceKind::Knight => self.knights,
            PieceKind::Bishop => self.diagonal & !self.orthogonal,
            PieceKind::Rook => self.orthogonal & !self.diagonal,
            _ => self.orthogonal & self.diagonal,
        }
    }
}

/// The lanes a slider or knight in the centre sees: up to and including the
/// nearest occupied lane of each ray, and all jumps. Includes the guard.
#[inline(always)]
pub const fn reach(occupied: u64) -> u64 {
    // In each byte: bit 0 (the jump) is lent out, so subtracting 3 takes 1 from
    // it and borrows 2 from the lowest blocker; bit 7 ends the borrow.
    let stops = occupied | 0x8181_8181_8181_8181;
    stops ^ stops.wrapping_sub(0x0303_0303_0303_0303)
}

/// Operations on the 128 bytes of a 0x88 board.
pub trait Ops: Copy + 'static {
    /// A board in registers.
    type Board: Copy;
    /// The bytes seen from a centre, in lane order.
    type View: Copy;
    /// Where the pieces stand, in the form that the operations on all of them take.
    type Layers: Copy;

    /// The name in messages.
    const NAME: &'static str;

    /// Loads a board.
    fn load(bytes: &[u8; 128]) -> Self::Board;
    /// Stores a board with its key and state in the off-board half
    /// (see [`super::Position`]).
    fn store(board: Self::Board, key: u64, state: u64) -> super::Position;
    /// Empties a square.
    fn clear(board: Self::Board, square: Square) -> Self::Board;
    /// Puts a piece on a square, replacing any that stands there.
    fn put(board: Self::Board, square: Square, piece: Piece) -> Self::Board;

    /// The position with `from` empty, `piece` on `to`, and this key and state.
    #[inline(always)]
    fn moved(
        bytes: &[u8; 128],
        from: Square,
        to: Square,
        piece: Piece,
        key: u64,
        state: u64,
    ) -> super::Position {
        let mut position = super::Position::from_parts(*bytes, key, state);
        position.bytes[from.index()] = 0;
        position.bytes[to.index()] = piece.byte();
        position
    }

    /// Where the pieces stand.
    fn layers(board: Self::Board) -> Self::Layers;
    /// Where the pieces stand, as bitboards.
    fn planes(layers: Self::Layers) -> Planes;
    /// The squares that knights and sliders of `by` attack; sliders look through the
    /// squares of `lifted` as if nothing stood there.
    fn attacked(layers: Self::Layers, by: Color, lifted: Bitboard) -> Bitboard;
    /// The squares that the knights, bishops, rooks and queens of White and of Black attack.
    fn attacked_by_kind(layers: Self::Layers) -> [[Bitboard; 4]; 2];
    /// The number of moves that the knights and sliders of `own` on the squares of `among`
    /// have.
    fn count_moves(layers: Self::Layers, own: Color, among: Bitboard) -> u64;

    /// The view from `centre`.
    fn view(board: Self::Board, centre: Square) -> Self::View;
    /// The lanes whose byte has any bit of `mask`.
    fn lanes_with(view: Self::View, mask: u8) -> u64;
    /// The lanes with a piece of `by` that would attack the centre if nothing
    /// stood between.
    fn attackers(view: Self::View, by: Color) -> u64;
    /// The squares in these lanes of `centre`.
    fn squares(lanes: u64, centre: Square) -> Bitboard;

    /// The squares that a queen on `king` sees, and the pieces of `shields` (`None`: both colours)
    /// among them that are all that stands between `king` and a bishop, rook or queen of `by` on a
    /// line with it. `layers` are made only by a board that finds the lines from them.
    #[inline(always)]
    fn lines(
        board: Self::Board,
        layers: impl FnOnce() -> Self::Layers,
        king: Square,
        by: Color,
        shields: Option<Color>,
    ) -> [Bitboard; 2] {
        let _ = layers;
        let view = Self::view(board, king);
        let seen = Self::lanes_with(view, 0xff);
        let near = reach(seen) & QUEEN_LANES;
        let colors = shields.map_or(Piece::GUARD, Piece::color_bit);
        let nearest = near & seen & Self::lanes_with(view, colors);
        let behind = Self::attackers(view, by) & reach(seen & !nearest) & !near & QUEEN_LANES;
        let mut blockers = Bitboard::EMPTY;
        if behind != 0 {
            let rays = (0..8).map(|ray| 0xff_u64 << (8 * ray));
            let with = rays.filter(|lanes| behind & lanes != 0).fold(0, |all, lanes| all | lanes);
            blockers = Self::squares(nearest & with, king);
        }
        [Self::squares(near, king), blockers]
    }

    /// Appends moves from `from` to these lanes of it (at most 32).
    fn push_to_lanes(moves: &mut MoveWriter<'_>, from: Square, lanes: u64);
    /// Appends moves to `to` from these lanes of it (at most 16).
    fn push_from_lanes(moves: &mut MoveWriter<'_>, to: Square, lanes: u64);
    /// Appends moves from `from` to these squares (at most 8).
    fn push_to_set(moves: &mut MoveWriter<'_>, from: Square, targets: Bitboard);
    /// Appends moves to these squares (at most 8), each from the square `step`
    /// before its target, with these flag bits.
    fn push_steps(moves: &mut MoveWriter<'_>, targets: Bitboard, step: i8, flags: u16);

    /// The lanes that `piece` of `own` (a knight, bishop, rook or queen) on `from` can go to,
    /// and those of them where it takes an enemy. `layers` are those of the board.
    #[inline(always)]
    fn piece_moves(
        board: Self::Board,
        layers: Self::Layers,
        from: Square,
        piece: Piece,
        own: Color,
    ) -> [u64; 2] {
        let _ = layers;
        let view = Self::view(board, from);
        let seen = Self::lanes_with(view, 0xff);
        let near = reach(seen) & super::tables::piece_lanes(piece.byte());
        // The guard is of both colours, so it stops a ray like an own piece.
        let moves = near & !Self::lanes_with(view, Piece::color_bit(own));
        [moves, moves & seen]
    }

    /// True if a piece of `by` attacks `square`.
    #[inline(always)]
    fn is_attacked(board: Self::Board, square: Square, by: Color) -> bool {
        let view = Self::view(board, square);
        Self::attackers(view, by) & reach(Self::lanes_with(view, 0xff)) != 0
    }

    /// The squares that a piece of this kind (not a pawn) on `square` attacks;
    /// `occupied` has all pieces.
    #[inline(always)]
    fn piece_attacks(
        board: Self::Board,
        occupied: Bitboard,
        square: Square,
        kind: PieceKind,
    ) -> Bitboard {
        let _ = occupied;
        if let PieceKind::King = kind {
            return super::king_steps(square);
        }
        let view = Self::view(board, square);
        let lanes = reach(Self::lanes_with(view, 0xff)) & super::tables::piece_lanes(kind.bit());
        Self::squares(lanes, square)
    }
}
