//! When a game of the engine against itself is over: by the rules, or because the scores say so.

use super::games::GameResult;
use crate::board::Game;
use crate::types::Score;

/// When games are adjudicated. Scores are White's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Adjudication {
    /// Won after `win_plies` plies in a row with at least this score for the same side ...
    pub win_score: Score,
    pub win_plies: i32,
    /// ... and drawn after `draw_plies` plies with a score of at most this, but not before
    /// `first_draw_ply` of the game.
    pub draw_score: Score,
    pub draw_plies: usize,
    pub first_draw_ply: usize,
    /// Drawn at this ply.
    pub last_ply: usize,
}

/// The scores of a game so far.
#[derive(Debug)]
pub(super) struct Scores {
    rules: Adjudication,
    /// Plies in a row with a winning score, negative if Black's.
    won: i32,
    drawn: usize,
}

impl Scores {
    /// Those of a game that begins.
    pub fn new(rules: Adjudication) -> Self {
        Self { rules, won: 0, drawn: 0 }
    }

    /// Notes the score of the position on the board, for White; the result if it ends the game.
    pub fn note(&mut self, game: &Game, score: Score) -> Option<GameResult> {
        let Adjudication { win_score, win_plies, draw_score, draw_plies, first_draw_ply, .. } =
            self.rules;
        self.won = if score >= win_score {
            self.won.max(0) + 1
        } else if score <= -win_score {
            self.won.min(0) - 1
        } else {
            0
        };
        self.drawn = if score.abs() <= draw_score { self.drawn + 1 } else { 0 };
        if self.won.abs() >= win_plies {
            Some(if self.won > 0 { GameResult::Win } else { GameResult::Loss })
        } else if self.drawn >= draw_plies && game.keys().len() >= first_draw_ply {
            Some(GameResult::Draw)
        } else {
            None
        }
    }

    /// True if the game ends drawn on the board or is too long.
    pub fn is_drawn(&self, game: &Game) -> bool {
        game.keys().len() >= self.rules.last_ply || game.is_drawn()
    }
}
