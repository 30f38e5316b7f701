//! A game: the position on the board, the moves that led to it, and the keys of the positions before it,
//! for repetition.

use super::Position;
use crate::types::Move;

/// The current position with its history.
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    moves: Vec<Move>,
    position: Position,
    /// Keys of all positions before the current one, oldest first.
    keys: Vec<u64>,
}

impl Game {
    /// A game that starts here.
    pub fn new(position: Position) -> Self {
        Self { start: position, moves: Vec::new(), position, keys: Vec::new() }
    }

    /// The position that it starts with.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves from there.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The same game before its last move; `None` at its start.
    pub fn before_last_move(&self) -> Option<Self> {
        let (_, earlier) = self.moves.split_last()?;
        let mut game = Self::new(self.start);
        earlier.iter().for_each(|&mv| game.push(mv));
        Some(game)
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Keys of the positions before the current one, oldest first.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The move that led to the current position; [`Move::NONE`] if the game starts there.
    pub fn last_move(&self) -> Move {
        self.moves.last().copied().unwrap_or(Move::NONE)
    }

    /// Plays a legal move.
    pub fn push(&mut self, mv: Move) {
        self.moves.push(mv);
        self.keys.push(self.position.key());
        self.position = self.position.make(mv).with_bounded_clock();
    }

    /// The number of times the current position has occurred, this time included. Positions
    /// are the same when pieces, side to move, castling rights and legal en
    /// passant captures are.
    pub fn occurrences(&self) -> usize {
        let reversible = self.position.halfmove_clock() as usize;
        let key = self.position.key();
        1 + self.keys.iter().rev().take(reversible).filter(|&&old| old == key).count()
    }

    /// True if the rules end the game drawn, other than by stalemate: fifty moves, a third
    /// occurrence of the position, or too little material.
    pub fn is_drawn(&self) -> bool {
        self.position.is_fifty_move_draw()
            || self.position.has_insufficient_material()
            || self.occurrences() >= 3
    }
}

impl Position {
    /// Keeps the half-move clock of a game far beyond any draw from running out
    /// of its sixteen bits.
    fn with_bounded_clock(mut self) -> Self {
        let excess = self.halfmove_clock().saturating_sub(Self::HALFMOVE_MAX);
        let state = self.state() - (u64::from(excess) << Self::HALFMOVE_SHIFT);
        self.set_word(Self::STATE_WORD, state);
        self
    }
}
