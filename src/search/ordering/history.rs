//! History heuristics: which quiet moves and captures cut off before (Schaeffer
//! 1983; source text 002). Every value has gravity: it moves towards its limit
//! the slower the nearer it is, and a malus pulls down moves that failed (idea:
//! Stockfish).

use crate::search::params::{attacked_bonus, exposed_malus};
use crate::types::{Bitboard, Color, Move, Piece, PieceKind};
use bytemuck::{Zeroable, zeroed_slice_box};

/// The limit of every history value.
pub const HISTORY_MAX: i32 = 16_384;

/// One history value.
#[derive(Clone, Copy, Debug, Default, Zeroable)]
#[repr(transparent)]
pub struct Cell(i16);

impl Cell {
    /// The value, within ±[`HISTORY_MAX`].
    #[inline(always)]
    pub fn get(self) -> i32 {
        self.0.into()
    }

    /// Moves the value by a bonus or malus, the less the nearer the limit.
    #[inline(always)]
    pub fn update(&mut self, bonus: i32) {
        self.0 = with_gravity(self.0, bonus);
    }
}

/// A value moved by a bonus or malus, the less the nearer the limit.
#[inline(always)]
pub fn with_gravity(value: i16, bonus: i32) -> i16 {
    let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
    let value = i32::from(value);
    (value + bonus - value * bonus.abs() / HISTORY_MAX) as i16
}

/// History of quiet moves by side, origin and target, and by whether these are attacked: to
/// save a piece and to leave it where it is safe are different things (idea: Berserk). Moves
/// that save one are better than others before anything was learned about them (idea:
/// Stockfish's order of quiet moves).
#[derive(Debug)]
pub struct Butterfly {
    cells: Box<[[Cell; 64]]>,
}

impl Default for Butterfly {
    fn default() -> Self {
        Self { cells: zeroed_slice_box(2 * 4 * 64) }
    }
}

impl Butterfly {
    #[inline(always)]
    fn index(side: Color, threats: Bitboard, mv: Move) -> (usize, usize) {
        let (from, to) = (mv.from().dense(), mv.to().dense());
        let [from_attacked, to_attacked] = attacked(threats, mv).map(usize::from);
        ((side.index() * 4 + 2 * from_attacked + to_attacked) * 64 + from, to)
    }

    /// The value of a move while the enemy attacks these squares, with the bonus for leaving an
    /// attacked square or the malus for entering one.
    #[inline(always)]
    pub fn get(&self, side: Color, threats: Bitboard, mv: Move) -> i32 {
        let (row, to) = Self::index(side, threats, mv);
        let learned: i32 = self.cells[row][to].0.into();
        match attacked(threats, mv) {
            [true, _] => learned + attacked_bonus(),
            [false, true] => learned - exposed_malus(),
            [false, false] => learned,
        }
    }

    /// Rewards or punishes a move.
    #[inline(always)]
    pub fn update(&mut self, side: Color, threats: Bitboard, mv: Move, bonus: i32) {
        let (row, to) = Self::index(side, threats, mv);
        self.cells[row][to].update(bonus);
    }
}

/// Whether the enemy attacks the origin and the target of a move.
#[inline(always)]
fn attacked(threats: Bitboard, mv: Move) -> [bool; 2] {
    [mv.from(), mv.to()].map(|square| threats.contains(square))
}

/// History of captures by moving piece, target and captured kind (idea: Stockfish).
#[derive(Debug)]
pub struct Captures {
    cells: Box<[[Cell; 6]]>,
}

impl Default for Captures {
    fn default() -> Self {
        Self { cells: zeroed_slice_box(PIECES * 64) }
    }
}

impl Captures {
    #[inline(always)]
    fn index(piece: Piece, mv: Move, victim: Piece) -> (usize, usize) {
        // A promotion without capture shares the cells of the king, which is
        // never taken.
        let kind = if victim.is_none() { PieceKind::King } else { victim.kind() };
        (piece_index(piece) * 64 + mv.to().dense(), kind.index())
    }

    /// The value of a capture.
    #[inline(always)]
    pub fn get(&self, piece: Piece, mv: Move, victim: Piece) -> i32 {
        let (row, kind) = Self::index(piece, mv, victim);
        self.cells[row][kind].0.into()
    }

    /// Rewards or punishes a capture.
    #[inline(always)]
    pub fn update(&mut self, piece: Piece, mv: Move, victim: Piece, bonus: i32) {
        let (row, kind) = Self::index(piece, mv, victim);
        self.cells[row][kind].update(bonus);
    }
}

/// Kinds of pieces of both colours.
const PIECES: usize = 12;

/// The values of [`PieceTo`]: each piece on each square, and no move.
pub const MOVES: usize = PIECES * 64 + 1;

#[inline(always)]
fn piece_index(piece: Piece) -> usize {
    piece.kind().index() + 6 * usize::from(piece.is_color(Color::Black))
}

/// Which move was made at an earlier ply: piece and target, as an index into
/// [`Continuation`]; 0 if none was (the start of the line, a null move).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceTo(u16);

impl PieceTo {
    /// The move of `piece`.
    #[inline(always)]
    pub fn new(piece: Piece, mv: Move) -> Self {
        Self((1 + Self::cell(piece, mv)) as u16)
    }

    /// Its place among all moves after an earlier one, see [`Continuation::after`].
    #[inline(always)]
    pub fn cell(piece: Piece, mv: Move) -> usize {
        piece_index(piece) * 64 + mv.to().dense()
    }

    /// Below [`MOVES`].
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// History of quiet moves after an earlier move: by that move's piece and
/// target, then by this move's (idea: Stockfish). Row 0, where there is no earlier move, is never
/// written and stays 0.
#[derive(Debug)]
pub struct Continuation {
    cells: Box<[[Cell; PIECES * 64]]>,
}

impl Default for Continuation {
    fn default() -> Self {
        Self { cells: zeroed_slice_box(MOVES) }
    }
}

impl Continuation {
    /// The values of all moves after `earlier`.
    #[inline(always)]
    pub fn after(&self, earlier: PieceTo) -> &[Cell; PIECES * 64] {
        &self.cells[earlier.index()]
    }

    /// Rewards or punishes a move of `piece` after `earlier`.
    #[inline(always)]
    pub fn update(&mut self, earlier: PieceTo, piece: Piece, mv: Move, bonus: i32) {
        if earlier != PieceTo::default() {
            self.cells[earlier.index()][PieceTo::cell(piece, mv)].update(bonus);
        }
    }
}

/// All histories of one thread.
#[derive(Debug, Default)]
pub struct Histories {
    /// Quiet moves.
    pub butterfly: Butterfly,
    /// Captures.
    pub captures: Captures,
    /// Quiet moves after the moves one, two and four plies earlier.
    pub continuation: Continuation,
}

impl Histories {
    /// Forgets everything, in the memory that is there.
    pub fn clear(&mut self) {
        self.butterfly.cells.as_flattened_mut().fill(Cell::default());
        self.captures.cells.as_flattened_mut().fill(Cell::default());
        self.continuation.cells.as_flattened_mut().fill(Cell::default());
    }
}
