//! Win, draw and loss from a score: a logistic curve whose middle and width depend on the
//! number of pieces on the board (idea: the WDL model of Stockfish). Fitted to games of the engine
//! against itself by `nullfenster fit-wdl` (feature `tune`): 33,945 positions of 379 games
//! with 20,000 nodes a move, whose results it predicts with a log loss of 0.428.

use crate::board::Position;
use crate::types::Score;

/// Pieces on the board at the start.
const ALL_PIECES: f64 = 32.0;

/// The model; each pair of numbers is for a board with all pieces and one with none; in
/// between they are interpolated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlModel {
    /// Score in centipawns with which half of the games are won.
    pub half_won: [f64; 2],
    /// Width of the curve in centipawns.
    pub width: [f64; 2],
}

impl WdlModel {
    /// The one that the engine uses.
    pub const FITTED: Self = Self { half_won: [29.0, 304.5], width: [35.5, 63.0] };

    /// The win probability of the side with this score, with `pieces` pieces on the board.
    pub fn win(&self, score: f64, pieces: u32) -> f64 {
        let full = f64::from(pieces) / ALL_PIECES;
        let between = |[all, none]: [f64; 2]| none + (all - none) * full;
        1.0 / (1.0 + ((between(self.half_won) - score) / between(self.width)).exp())
    }
}

/// Probabilities of a win, a draw and a loss for the side to move, in permille; the sum is
/// 1000.
pub fn win_draw_loss(score: Score, position: &Position) -> [u32; 3] {
    if score.is_mate() {
        return if score > Score::DRAW { [1000, 0, 0] } else { [0, 0, 1000] };
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
}
