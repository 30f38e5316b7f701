//! From the words of a position to a game: the arguments of `position` and of commands that take one. An error anywhere invalidates the whole
//! command: a move played on the wrong board is worse than no move.

use crate::board::{FenError, Game, Position, notation};
use thiserror::Error;

/// The arguments of `position` as text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionText {
    /// The FEN; `None` for the start position.
    pub fen: Option<String>,
    /// The moves played from there.
    pub moves: Vec<String>,
}

/// An error in the arguments of `position`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The FEN is invalid.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// A move is illegal.
    #[error("illegal move '{text}' at ply {ply} in {fen}")]
    Move {
        /// The move as given.
        text: String,
        /// Its place in the list of moves, from 1.
        ply: usize,
        /// The position in which it is illegal.
        fen: String,
    },
}

impl PositionText {
    /// Reads `[startpos|fen F] [moves M...]`; words that are left out are named in `errors`.
    /// `None` if there is neither `startpos` nor a FEN.
    pub fn read(words: &[&str], errors: &mut Vec<String>) -> Option<Self> {
        let (is_fen, rest) = match words.iter().position(|word| ["startpos", "fen"].contains(word))
        {
            Some(start) => {
                for word in &words[..start] {
                    errors.push(format!("position: unknown word '{word}' left out"));
                }
                (words[start] == "fen", &words[start + 1..])
            }
            // A FEN without the word.
            None if words.first().is_some_and(|word| word.contains('/')) => (true, words),
            None => return None,
        };
        let (place, moves) = match rest.iter().position(|&word| word == "moves") {
            Some(at) => (&rest[..at], &rest[at + 1..]),
            None => (rest, &rest[..0]),
        };
        let fen = is_fen.then(|| place.join(" "));
        let mut played = Vec::new();
        if let (None, Some(first)) = (&fen, place.first()) {
            // The start position without them is not the one that is meant.
            errors.push(format!("position: 'moves' is missing before '{first}'"));
            played.extend_from_slice(place);
        }
        played.extend_from_slice(moves);
        let moves = played.iter().map(|&word| word.to_owned()).collect();
        Some(Self { fen, moves })
    }

    /// Sets up the position and plays the moves, which people may write in SAN.
    ///
    /// # Errors
    /// Names the invalid field of the FEN or the illegal move.
    pub fn game(&self) -> Result<Game, PositionError> {
        let mut game = Game::new(match &self.fen {
            Some(fen) => Position::from_fen(fen)?,
            None => Position::startpos(),
        });
        for (index, text) in self.moves.iter().enumerate() {
            let position = game.position();
            let san = || notation::parse_san(position, text);
            let Some(mv) = notation::parse_move(position, text).or_else(san) else {
                let fen = game.position().to_string();
                return Err(PositionError::Move { text: text.clone(), ply: index + 1, fen });
            };
            game.push(mv);
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::{PositionError, PositionText};

    fn text(fen: Option<&str>, moves: &str) -> PositionText {
        PositionText {
            fen: fen.map(str::to_owned),
            moves: moves.split_whitespace().map(str::to_owned).collect(),
        }
    }

    #[test]
    fn moves_are_played() {
        let game = text(None, "e2e4 e7e5 g1f3").game().expect("legal moves");
        let fen = game.position().to_string();
        assert!(
            fen.starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq"),
            "{fen}"
        );
    }

    #[test]
    fn moves_may_be_those_that_people_write() {
        let fen = |moves| text(None, moves).game().expect("legal moves").position().to_string();
        assert_eq!(
            fen("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O"),
            fen("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1")
        );
        let error = text(None, "e4 e5 Nf4").game().err();
        assert!(matches!(error, Some(PositionError::Move { ply: 3, .. })), "{error:?}");
    }

    #[test]
    fn the_illegal_move_is_named_with_its_ply() {
        let error = text(None, "e2e4 e7e5 e4e5 d7d6").game().err();
        assert!(
            matches!(&error, Some(PositionError::Move { text, ply: 3, .. }) if text == "e4e5"),
            "{error:?}"
        );
    }

    #[test]
    fn a_bad_fen_is_an_error() {
        let error = text(Some("8/8/8/8/8/8/8/8 w - - 0 1"), "").game().err();
        assert!(matches!(error, Some(PositionError::Fen(_))), "{error:?}");
    }
}
