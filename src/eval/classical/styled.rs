//! Sees the terms of an evaluation with the eyes of a player who has a style.

use super::Pair;
use super::board::Board;
use super::trace::{Term, Trace};
use super::weights::WEIGHTS;
use crate::eval::style::{Number, Style};
use crate::types::{Color, PieceKind};

/// Pieces of both sides at the start of a game, kings included.
const PIECES: i32 = 16;

/// Adds up what the style changes, in White's view.
pub struct Styled<'a> {
    style: &'a Style,
    own: Color,
    change: Pair,
}

impl<'a> Styled<'a> {
    /// For the player who has this side.
    pub fn new(style: &'a Style, own: Color) -> Self {
        Self { style, own, change: Pair::default() }
    }

    /// What a term is worth more or less in this style.
    fn more(&self, number: Number, score: Pair) -> Pair {
        let more = self.style.number(number) - 100;
        Pair::new(score.middlegame() * more / 100, score.endgame() * more / 100)
    }

    fn add(&mut self, color: Color, change: Pair) {
        if color == Color::White {
            self.change += change;
        } else {
            self.change -= change;
        }
    }
}

impl Trace for Styled<'_> {
    fn side(&mut self, term: Term, color: Color, score: Pair) {
        let number = match term {
            Term::Mobility => Number::Mobility,
            Term::Threats => Number::Threats,
            Term::PassedPawns => Number::PassedPawns,
            Term::Pieces => Number::Pieces,
            // What the enemy king lacks in safety is the own attack.
            Term::KingSafety if color == self.own => Number::Shelter,
            Term::KingSafety => Number::Attack,
            Term::Placement | Term::Pawns => return,
        };
        self.add(color, self.more(number, score));
    }

    fn both(&mut self, term: Term, score: Pair) {
        let number = match term {
            Term::Pawns => Number::PawnStructure,
            Term::Placement => Number::Placement,
            _ => return,
        };
        self.add(Color::White, self.more(number, score));
    }

    fn board(&mut self, board: &Board<'_>) {
        let pawns = |color| board.pawns(color).count() as i32;
        let pawn = WEIGHTS.material[PieceKind::Pawn.index()];
        let surplus = pawn * (pawns(Color::White) - pawns(Color::Black));
        self.add(Color::White, self.more(Number::Pawn, surplus));
        let men = board.planes.occupied().count() as i32;
        let exchanged = PIECES - (men - pawns(Color::White) - pawns(Color::Black));
        let lost = self.style.number(Number::KeepPieces) * exchanged;
        self.add(self.own, Pair::new(-lost, -lost));
    }

    fn change(&self) -> Pair {
        self.change
    }
}
