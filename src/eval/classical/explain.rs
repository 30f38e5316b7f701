//! The classical evaluation explained: a table of its terms.

use super::board::{Board, FULL_PHASE};
use super::trace::{Term, Trace};
use super::weights::WEIGHTS;
use super::{Accumulator, Classical, Pair};
use crate::board::Position;
use crate::types::{Centipawns, Color};
use std::fmt::Write;

/// Collects the terms.
#[derive(Default)]
struct Table {
    rows: Vec<(Term, Option<Color>, Pair)>,
}

impl Trace for Table {
    fn side(&mut self, term: Term, color: Color, score: Pair) {
        self.rows.push((term, Some(color), score));
    }

    fn both(&mut self, term: Term, score: Pair) {
        self.rows.push((term, None, score));
    }
}

impl Table {
    fn get(&self, term: Term, color: Option<Color>) -> Option<Pair> {
        self.rows.iter().find(|row| row.0 == term && row.1 == color).map(|row| row.2)
    }
}

/// A table of all terms in pawns, each for the middlegame and the endgame, and
/// the sum in White's view.
pub fn explain(position: &Position) -> String {
    let mut table = Table::default();
    let accumulator = Accumulator::new(position);
    let total = Classical::new(0).total(position, &accumulator, &mut table);
    let pawns = |value: Centipawns| f64::from(value) / 100.0;
    let pair = |score: Option<Pair>| match score {
        Some(score) => {
            format!("{:6.2} {:6.2}", pawns(score.middlegame()), pawns(score.endgame()))
        }
        None => "   ---    ---".to_string(),
    };
    let mut text = String::from(
        "      Term     |     White     |     Black     |     Total\n\
         \u{20}              |   MG     EG   |   MG     EG   |   MG     EG\n\
         ---------------+---------------+---------------+--------------\n",
    );
    // Writing to a string can't fail.
    for term in Term::ALL {
        let white = table.get(term, Some(Color::White));
        let black = table.get(term, Some(Color::Black));
        let sum = table
            .get(term, None)
            .unwrap_or_else(|| white.unwrap_or_default() - black.unwrap_or_default());
        let name = match term {
            Term::Placement => "Material, PST",
            Term::Pawns => "Pawns",
            Term::Pieces => "Pieces",
            Term::Mobility => "Mobility",
            Term::Threats => "Threats",
            Term::KingSafety => "King safety",
            Term::PassedPawns => "Passed pawns",
        };
        let _ =
            writeln!(text, "{name:>14} | {} | {} | {}", pair(white), pair(black), pair(Some(sum)));
    }
    let tempo =
        if position.side_to_move() == Color::White { WEIGHTS.tempo } else { -WEIGHTS.tempo };
    let _ = writeln!(text, "\nPhase: {} of {FULL_PHASE} (MG to EG)", Board::new(position).phase());
    let _ = writeln!(text, "Tempo: {:+.2}", pawns(tempo));
    let _ = writeln!(text, "Classical evaluation: {:+.2} (White's view)", pawns(total + tempo));
    text
}
