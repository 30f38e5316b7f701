//! Win, draw and loss from a score: a logistic curve whose middle and width depend on the
//! number of pieces on the board (idea: the WDL model of Stockfish), fitted to games of the engine against
//! itself by `nullfenster fit-wdl`, see `docs/notebook/ratings.md`.

use crate::board::Position;
use crate::types::{Centipawns, Score};

/// Numbers of pieces on the board to which the model has numbers of its own.
const KNOTS: [f64; 4] = [8.0, 16.0, 24.0, 32.0];

/// The model, with a number for each of 8, 16, 24 and 32 pieces on the board; in between they are
/// interpolated, and with fewer than 8 pieces as with 8.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlModel {
    /// Score in centipawns with which half of the games are won.
    pub half_won: [f64; KNOTS.len()],
    /// Width of the curve in centipawns.
    pub width: [f64; KNOTS.len()],
}

impl WdlModel {
    /// The one that the engine uses.
    pub const FITTED: Self =
        Self { half_won: [120.5, 69.0, 62.5, 54.5], width: [34.0, 27.0, 31.0, 35.0] };

    /// The win probability of the side with this score, with `pieces` pieces on the board.
    pub fn win(&self, score: f64, pieces: u32) -> f64 {
        1.0 / (1.0 + ((at(&self.half_won, pieces) - score) / at(&self.width, pieces)).exp())
    }
}

/// The number for this many pieces on the board.
fn at(numbers: &[f64; KNOTS.len()], pieces: u32) -> f64 {
    let place = (f64::from(pieces) - KNOTS[0]) / (KNOTS[1] - KNOTS[0]);
    let place = place.clamp(0.0, (KNOTS.len() - 1) as f64);
    let below = (place as usize).min(KNOTS.len() - 2);
    numbers[below] + (numbers[below + 1] - numbers[below]) * (place - below as f64)
}

/// The probabilities of a certain draw, see [`win_draw_loss`].
pub const DRAWN: [u32; 3] = [0, 1000, 0];

/// Probabilities of a win, a draw and a loss for the side to move, in permille; the sum is
/// 1000. The score is the engine's own, not the one that [`normalised`] gives.
pub fn win_draw_loss(score: Score, position: &Position) -> [u32; 3] {
    if score.is_mate() {
        return if score > Score::DRAW { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    // With contempt a draw has another score.
    if !score.is_decisive()
        && (position.has_insufficient_material() || super::bare_king::is_known_draw(position))
    {
        return DRAWN;
    }
    let pieces = position.piece_count() as u32;
    let permille = |score: Score| {
        let win = WdlModel::FITTED.win(f64::from(score.centipawns()), pieces);
        (1000.0 * win).round() as u32
    };
    let win = permille(score);
    let loss = permille(-score).min(1000 - win);
    [win, 1000 - win - loss, loss]
}

/// The score of a search of this position as people see it: +1.00 means that half of the games
/// are won (idea: Stockfish). Mates and wins by tablebases stay what they are.
pub fn normalised(score: Score, position: &Position) -> Score {
    if score.abs() > Score::EVAL_MAX {
        return score;
    }
    let half_won = at(&WdlModel::FITTED.half_won, position.piece_count() as u32);
    let pawns = f64::from(score.centipawns()) / half_won;
    let centipawns = (100.0 * pawns).round() as Centipawns;
    // Keep the sign of an advantage too small to round to a centipawn.
    Score::cp(if centipawns == 0 { score.signum() } else { centipawns }).clamp_to_eval()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_symmetric_and_sum_up() {
        let endgame = Position::from_fen("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1").expect("legal");
        for position in [Position::startpos(), endgame] {
            let mut last = 0;
            for score in [-31_990, -20_000, -500, -100, 0, 35, 150, 900, 20_000, 31_990] {
                let score = Score::cp(score);
                let [win, draw, loss] = win_draw_loss(score, &position);
                assert_eq!(win + draw + loss, 1000);
                assert_eq!(win_draw_loss(-score, &position), [loss, draw, win]);
                assert!(win >= last, "{position} {score}");
                last = win;
            }
        }
    }

    #[test]
    fn what_no_one_can_win_is_drawn_for_certain() {
        for fen in [
            "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
            "8/8/4k3/8/8/3K4/4N3/8 b - - 0 1",
            "8/8/4k3/8/8/3K4/3NN3/8 w - - 0 1",
            "k7/8/P7/P7/8/4B3/8/2K5 w - - 0 1",
        ] {
            let position = Position::from_fen(fen).expect("legal");
            for contempt in [0, 83, -100] {
                assert_eq!(win_draw_loss(Score::cp(contempt), &position), DRAWN, "{fen}");
            }
        }
    }

    #[test]
    fn a_pawn_shown_is_half_of_the_games() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1bq1rk1/pp3ppp/2n1p3/3n4/1b1P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10",
            "8/5pk1/4p1p1/7p/3R3P/r5P1/5PK1/8 w - - 0 40",
            "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1",
        ] {
            let position = Position::from_fen(fen).expect("legal");
            let mut last = -Score::INFINITE;
            for score in (-20_000..=20_000).map(Score::cp) {
                let [win, ..] = win_draw_loss(score, &position);
                let pawns = normalised(score, &position);
                assert_eq!(normalised(-score, &position), -pawns);
                assert_eq!(pawns.signum(), score.signum());
                assert!(pawns >= last, "{fen} {score}");
                assert!(pawns.centipawns() != 100 || (480..=520).contains(&win), "{fen} {win}");
                last = pawns;
            }
            for score in [Score::mate_in(3), Score::table_win(7), Score::mated_in(60)] {
                assert_eq!(normalised(score, &position), score);
            }
        }
    }
}
