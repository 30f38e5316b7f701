//! Attacks and single moves: whether the king is in check, whether a move gives check, and
//! whether a move from the transposition table is legal.

use super::layout::Position;
use super::movegen::captured_en_passant;
use super::ops::{Native, Ops};
use super::tables::{is_knight_jump, king_steps, pawn_attacks, ray_step, seen_from};
use crate::types::{Bitboard, Color, Move, MoveFlags, Piece, PieceKind, Square};

/// The lines that lead to a king.
pub(super) struct KingLines {
    /// The squares from which a knight, a bishop and a rook give check.
    pub checks: [Bitboard; 3],
    /// The pieces that stand alone between the king and an enemy bishop, rook or queen on a line
    /// with it.
    pub blockers: Bitboard,
}

impl KingLines {
    /// The lines to the king of a side; blockers of one colour, or of both without one.
    #[inline(always)]
    pub fn new<O: Ops>(
        board: O::Board,
        layers: impl FnOnce() -> O::Layers,
        side: Color,
        king: Square,
        blockers: Option<Color>,
    ) -> Self {
        let [lines, blockers] = O::lines(board, layers, king, !side, blockers);
        let [knight, diagonals, straights] = seen_from(king);
        Self { checks: [knight, lines & diagonals, lines & straights], blockers }
    }
}

/// The squares from which the side to move gives check, computed once a node.
#[derive(Clone, Copy, Debug)]
pub struct CheckInfo {
    king: Square,
    /// By kind of piece, the squares from which it checks.
    squares: [Bitboard; 6],
    /// Own pieces that uncover a check when they leave their ray.
    discoverers: Bitboard,
}

impl CheckInfo {
    /// Computed by the lines to the enemy king.
    #[inline(always)]
    pub fn new(position: &Position) -> Self {
        let us = position.side_to_move();
        let king = position.king(!us);
        let board = Native::load(&position.bytes);
        let lines = KingLines::new::<Native>(board, || Native::layers(board), !us, king, Some(us));
        let [knight, bishop, rook] = lines.checks;
        let pawn = pawn_attacks(!us, Bitboard::of(king));
        Self {
            king,
            squares: [pawn, knight, bishop, rook, bishop | rook, Bitboard::EMPTY],
            discoverers: lines.blockers,
        }
    }

    /// True if this legal move of the position gives check.
    #[inline(always)]
    pub fn gives_check(&self, position: &Position, mv: Move) -> bool {
        if !mv.is_plain() && !mv.is_double_step() {
            return position.make(mv).in_check();
        }
        let (from, to) = (mv.from(), mv.to());
        let kind = position.piece_on(from).kind();
        self.squares[kind.index()].contains(to)
            || self.discoverers.contains(from)
                && ray_step(self.king, from) != ray_step(self.king, to)
    }
}

impl Position {
    /// True if the side to move is in check.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        let us = self.side_to_move();
        self.is_attacked(self.king(us), !us)
    }

    /// True if a piece of `by` attacks the square.
    #[inline(always)]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        Native::is_attacked(Native::load(&self.bytes), square, by)
    }

    /// True if this legal move gives check; in a loop use [`CheckInfo`].
    pub fn gives_check(&self, mv: Move) -> bool {
        CheckInfo::new(self).gives_check(self, mv)
    }

    /// True if a legal move is a capture (en passant included) or a promotion.
    #[inline(always)]
    pub fn is_noisy(&self, mv: Move) -> bool {
        if mv.is_plain() {
            !self.piece_on(mv.to()).is_none()
        } else {
            mv.is_promotion() || mv.is_en_passant()
        }
    }

    /// The piece that a legal move takes; none if it takes none.
    #[inline(always)]
    pub fn captured(&self, mv: Move) -> Piece {
        if mv.is_castling() {
            Piece::NONE
        } else if mv.is_en_passant() {
            self.piece_on(captured_en_passant(mv.to()))
        } else {
            self.piece_on(mv.to())
        }
    }

    /// True if a move (any 16 bits, such as a table may hold) follows the rules
    /// of its piece here; it may still leave the king in check.
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let us = self.side_to_move();
        let piece = self.piece_on(from);
        if !piece.is_color(us) {
            return false;
        }
        if mv.is_castling() {
            return self.legal_moves().contains(&mv);
        }
        if self.piece_on(to).is_color(us) {
            return false;
        }
        match piece.kind() {
            PieceKind::Pawn => self.is_pawn_move(mv),
            _ if !mv.is_plain() => false,
            PieceKind::King => king_steps(from).contains(to),
            PieceKind::Knight => is_knight_jump(from, to),
            kind => self.is_slide(kind, from, to),
        }
    }

    /// True if a move (any 16 bits) is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        if !self.is_pseudo_legal(mv) {
            return false;
        }
        let us = self.side_to_move();
        let next = self.make(mv);
        mv.is_castling() || !next.is_attacked(next.king(us), !us)
    }

    /// True if a slider of this kind gets from one square to the other: the
    /// classic walk along the step that the 0x88 difference names.
    fn is_slide(&self, kind: PieceKind, from: Square, to: Square) -> bool {
        let step = ray_step(from, to);
        let orthogonal = from.file() == to.file() || from.rank() == to.rank();
        let fits = match kind {
            PieceKind::Bishop => !orthogonal,
            PieceKind::Rook => orthogonal,
            _ => true,
        };
        step != 0 && fits && self.is_clear(from, to, step)
    }

    /// True if nothing stands between two squares that this 0x88 step of a ray joins.
    pub(super) fn is_clear(&self, from: Square, to: Square, step: i8) -> bool {
        let mut squares = std::iter::successors(from.offset(step), |square| square.offset(step));
        squares.find(|&square| square == to || !self.piece_on(square).is_none()) == Some(to)
    }

    fn is_pawn_move(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let us = self.side_to_move();
        let forward = us.forward();
        let captures = pawn_attacks(us, Bitboard::of(from)).contains(to);
        if mv.is_en_passant() {
            return captures && self.en_passant() == Some(to);
        }
        let ahead = from.offset(forward);
        let ahead_empty = ahead.is_some_and(|square| self.piece_on(square).is_none());
        if mv.is_double_step() {
            return from.relative_rank(us) == 1
                && ahead_empty
                && from.offset(2 * forward) == Some(to)
                && self.piece_on(to).is_none();
        }
        let promotes = mv.is_promotion();
        if promotes != (to.relative_rank(us) == 7) {
            return false;
        }
        // Bits beside the promotion's own would make it another move.
        let stray = MoveFlags::EN_PASSANT.bits();
        if promotes && mv.bits() & stray != 0 || !promotes && !mv.is_plain() {
            return false;
        }
        if captures { !self.piece_on(to).is_none() } else { ahead == Some(to) && ahead_empty }
    }
}
