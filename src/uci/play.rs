//! A game at the prompt: a person types moves, and the engine answers.

use super::queue::Request;
use super::session::Session;
use super::table::Asked;
use crate::board::notation::SanError;
use crate::board::{Game, Position, notation};
use crate::commands::Line;
use crate::commands::play::{board, ending, load, move_number, save, undo};
use crate::engine::{EngineError, NAME};
use crate::search::Outcome;
use crate::types::Color;
use std::io::{self, Write};

/// The time that the engine takes for a move, in milliseconds.
const MOVETIME: &str = "1000";

impl<W: Write> Session<W> {
    /// Executes `play`, `hint`, `new`, `resign`, `save` or `load`, and in a game `undo` and `flip`.
    pub(super) fn at_table(&mut self, name: &str, words: &str) -> io::Result<()> {
        match name {
            "play" => self.begin_play(words),
            "hint" => match self.engine.game().is_some_and(|game| ending(game).is_none()) {
                true => self.ask_engine(Asked::Hint),
                false => self.out.error("hint: the game is over"),
            },
            "new" => {
                self.engine.new_game().map_err(io::Error::other)?;
                self.engine.set_game(Some(Game::new(Position::startpos())));
                // Who has played plays on.
                self.table.person = self.table.person.or(self.table.last);
                self.table.result = None;
                self.show_table()
            }
            "undo" => self.undo_in_game(words),
            "flip" => {
                self.table.turned = !self.table.turned;
                self.show_table()
            }
            "resign" => {
                let Some(person) = self.end_play() else {
                    return self.out.error("resign: no game is played");
                };
                let (result, name) = match person {
                    Color::White => ("0-1", "White"),
                    Color::Black => ("1-0", "Black"),
                };
                self.table.result = Some(result);
                self.out.line(&format!("{result}: {name} resigns"))
            }
            "save" => {
                let Some(game) = self.engine.game() else {
                    return self.out.error(&EngineError::NoPosition.to_string());
                };
                let person = self.table.person.or(self.table.last);
                let players = match person {
                    Some(Color::White) => ["Player", NAME],
                    Some(Color::Black) => [NAME, "Player"],
                    None => ["?", "?"],
                };
                let saved = save(game, words, players, self.table.result);
                self.out.print(vec![saved])
            }
            "load" => match load(words) {
                Ok(game) => {
                    self.engine.set_game(Some(game));
                    (self.table.last, self.table.result) = (None, None);
                    self.show_table()
                }
                Err(error) => self.out.error(&error),
            },
            _ => Ok(()),
        }
    }

    fn begin_play(&mut self, words: &str) -> io::Result<()> {
        let Some(game) = self.engine.game() else {
            return self.out.error(&EngineError::NoPosition.to_string());
        };
        let mut person = game.position().side_to_move();
        let mut rating = None;
        for word in words.split_ascii_whitespace() {
            match word.to_ascii_lowercase().as_str() {
                "white" => person = Color::White,
                "black" => person = Color::Black,
                number if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                    rating = Some(number.to_owned());
                }
                _ => {
                    let error = format!("play: '{word}' is neither white, black nor a rating");
                    return self.out.error(&error);
                }
            }
        }
        if let Some(rating) = &rating
            && let Err(error) = self.at_rating(rating, |_| ())
        {
            return self.out.error(&error.to_string());
        }
        self.table.rating = rating;
        self.table.person = Some(person);
        self.table.result = None;
        self.table.turned = false;
        self.show_table()
    }

    /// Takes back the person's last move, with the engine's answer if there is one, or as many as are
    /// said. A game that was over goes on.
    fn undo_in_game(&mut self, words: &str) -> io::Result<()> {
        let person = self.table.person.or(self.table.last);
        let has_answer = self.engine.game().is_some_and(|game| {
            game.moves().len() >= 2 && Some(game.position().side_to_move()) == person
        });
        let words = if words.is_empty() && has_answer { "2" } else { words };
        let lines = undo(&mut self.engine, words, false);
        if let Some(error) = lines.into_iter().find(|line| matches!(line, Line::Error(_))) {
            return self.out.print(vec![error]);
        }
        (self.table.person, self.table.result) = (person, None);
        self.show_table()
    }

    /// Does something while the engine's options have this rating.
    ///
    /// # Errors
    /// If there is no such rating; nothing is done then.
    fn at_rating<T>(
        &mut self,
        rating: &str,
        run: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, EngineError> {
        let options = self.engine.options();
        let (elo, is_limited) = (options.elo().to_string(), options.limits_strength().to_string());
        self.engine.set_option("UCI_Elo", Some(rating))?;
        self.engine.set_option("UCI_LimitStrength", Some("true"))?;
        let done = run(self);
        self.engine.set_option("UCI_Elo", Some(&elo))?;
        self.engine.set_option("UCI_LimitStrength", Some(&is_limited))?;
        Ok(done)
    }

    /// No game is played any more; returns the side that the person had.
    fn end_play(&mut self) -> Option<Color> {
        let person = self.table.person.take();
        self.table.last = person.or(self.table.last);
        person
    }

    /// Shows the board, and ends the game or lets the engine move if it is its turn.
    fn show_table(&mut self) -> io::Result<()> {
        let Some(game) = self.engine.game() else { return Ok(()) };
        let mut bottom = self.table.person.or(self.table.last).unwrap_or(Color::White);
        if self.table.turned {
            bottom = !bottom;
        }
        let (mut lines, end) = (board(game, self.out.is_coloured(), bottom), ending(game));
        let is_engines =
            self.table.person.is_some_and(|side| side != game.position().side_to_move());
        if is_engines && end.is_none() {
            // The board comes with the answer.
            lines.truncate(usize::from(!game.moves().is_empty()));
        }
        self.out.print(lines)?;
        if let Some((result, reason)) = end {
            self.end_play();
            return self.out.line(&format!("{result}: {reason}"));
        }
        if is_engines { self.ask_engine(Asked::Answer) } else { Ok(()) }
    }

    fn ask_engine(&mut self, asked: Asked) -> io::Result<()> {
        self.table.asked = Some(asked);
        let go = Request::go(&["movetime", MOVETIME]);
        match self.table.rating.clone().filter(|_| asked == Asked::Answer) {
            Some(rating) => {
                self.at_rating(&rating, |session| session.execute(go)).map_err(io::Error::other)?
            }
            None => self.execute(go),
        }
    }

    /// Makes a move that was typed, as people write it. False if the line is no legal move.
    ///
    /// # Errors
    /// If the output is closed.
    pub(super) fn make_typed_move(&mut self, line: &str) -> io::Result<bool> {
        let Some(game) = self.engine.game() else { return Ok(false) };
        let position = game.position();
        let mut reads = spellings(line).into_iter().map(|text| {
            let found = notation::parse_move(position, &text);
            found.map_or_else(|| notation::read_san(position, &text), Ok)
        });
        let first = reads.next().unwrap_or(Err(SanError::NoMove));
        // Only what is no legal move as it stands may be meant otherwise.
        let is_none = matches!(first, Err(SanError::NoMove | SanError::Illegal));
        let other = is_none.then(|| reads.find(|read| read.is_ok()));
        let mv = match other.flatten().unwrap_or(first) {
            Ok(mv) => mv,
            Err(SanError::Ambiguous(moves)) => {
                let moves: Vec<String> =
                    moves.iter().map(|&mv| notation::format_san(position, mv)).collect();
                let error = format!("ambiguous move '{line}': {}", moves.join(" or "));
                return self.out.error(&error).map(|()| true);
            }
            Err(SanError::Illegal) => {
                return self.out.error(&format!("illegal move '{line}'")).map(|()| true);
            }
            Err(SanError::NoMove) => return Ok(false),
        };
        let mut game = game.clone();
        game.push(mv);
        // A move after the end is no longer one of the game.
        (self.table.last, self.table.result) = (None, None);
        self.engine.set_game(Some(game));
        self.show_table()?;
        Ok(true)
    }

    /// After a search for a person: its move is made, or shown as a hint.
    pub(super) fn answer_person(&mut self, asked: Asked, outcome: &Outcome) -> io::Result<()> {
        let (Some(game), Some(best)) = (self.engine.game(), outcome.best) else { return Ok(()) };
        let position = game.position();
        let san = notation::format_san(position, best);
        match asked {
            Asked::Hint => self.out.line(&format!("{} {san}", move_number(position))),
            Asked::Answer => {
                let mut game = game.clone();
                game.push(best);
                self.engine.set_game(Some(game));
                self.show_table()
            }
        }
    }
}

/// A move as it was typed, without its number, and what else it may mean: `nf3` and `E5`, castling with small
/// letters or without hyphens.
fn spellings(line: &str) -> Vec<String> {
    let after_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = match after_number.strip_prefix('.') {
        Some(rest) if after_number.len() < line.len() => rest.trim_start_matches('.').trim_start(),
        _ => line,
    };
    let text = text.replace('×', "x");
    let castling = match text.to_ascii_lowercase().replace('-', "").as_str() {
        "oo" | "00" => Some("O-O".to_owned()),
        "ooo" | "000" => Some("O-O-O".to_owned()),
        _ => None,
    };
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    let capitalised = first.into_iter().chain(letters).collect();
    let small = text.to_ascii_lowercase();
    [castling, Some(text), Some(capitalised), Some(small)].into_iter().flatten().collect()
}
