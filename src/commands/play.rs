//! What a game at the prompt needs beside its moves: `undo`, `save` and `load`. The session has `play` itself, in
//! `uci/play.rs`, since it has to wait for the engine.

use super::input_file::Input;
use super::new_file::write_new;
use super::{Kind, Line, PromptCommand};
use crate::board::pgn::PgnReader;
use crate::board::{Game, Position, notation};
use crate::engine::{Engine, EngineError, pluralise};
use crate::terminal::{ascii, drawing};
use crate::types::Color;
use std::path::Path;

pub const UNDO: PromptCommand = PromptCommand {
    name: "undo",
    usage: "undo [PLIES]",
    about: "take back your last move, in a game the answer,\n\
            too, or so many plies",
    kind: Kind::Quick(undo),
};

/// Columns of a line of moves in PGN.
const COLUMNS: usize = 80;

/// The board with the last move above it, from one side.
pub fn board(game: &Game, coloured: bool, bottom: Color) -> Vec<Line> {
    let mut lines = Vec::new();
    if let Some(before) = game.before_last_move() {
        let position = before.position();
        lines.push(format!(
            "{} {}",
            move_number(position),
            notation::format_san(position, game.last_move())
        ));
    }
    lines.extend(drawing::board(game.position(), coloured, bottom));
    lines.into_iter().map(Line::Result).collect()
}

/// The number before a move in this position, such as `12.` or `12...`.
pub fn move_number(position: &Position) -> String {
    let dots = if position.side_to_move() == Color::White { "." } else { "..." };
    format!("{}{dots}", position.fullmove_number())
}

/// How the game has ended, by rule: its result, and why.
pub fn ending(game: &Game) -> Option<(&'static str, &'static str)> {
    let position = game.position();
    if position.legal_moves().is_empty() {
        return Some(match (position.in_check(), position.side_to_move()) {
            (false, _) => ("1/2-1/2", "stalemate"),
            (true, Color::White) => ("0-1", "mate"),
            (true, Color::Black) => ("1-0", "mate"),
        });
    }
    let rule = match position {
        _ if !game.is_drawn() => return None,
        _ if position.has_insufficient_material() => "a draw: too little material to mate",
        _ if position.is_fifty_move_draw() => "a draw by the fifty-move rule",
        _ => "a draw by repetition",
    };
    Some(("1/2-1/2", rule))
}

fn no_position() -> Vec<Line> {
    vec![Line::Error(EngineError::NoPosition.to_string())]
}

/// Takes back moves.
pub fn undo(engine: &mut Engine, words: &str, coloured: bool) -> Vec<Line> {
    let Ok(plies) = (if words.is_empty() { "1" } else { words }).parse::<usize>() else {
        return vec![Line::Error(format!("undo: '{words}' is not a number of plies"))];
    };
    let Some(mut game) = engine.game().cloned() else { return no_position() };
    let count = game.moves().len();
    for _ in 0..plies {
        let Some(before) = game.before_last_move() else {
            return vec![Line::Error(format!("undo: {} so far", pluralise(count, "move")))];
        };
        game = before;
    }
    let lines = board(&game, coloured, Color::White);
    engine.set_game(Some(game));
    lines
}

/// The game as PGN, with a result that was agreed on or given up to, if there is one.
pub fn pgn(game: &Game, players: [&str; 2], result: Option<&str>) -> String {
    let by_rule = ending(game).map(|(result, _)| result);
    let result = by_rule.or(result).unwrap_or("*");
    let mut text = format!(
        "[Event \"Nullfenster\"]\n[White \"{}\"]\n[Black \"{}\"]\n[Result \"{result}\"]\n",
        players[0], players[1]
    );
    if *game.start() != Position::startpos() {
        text.push_str(&format!("[SetUp \"1\"]\n[FEN \"{}\"]\n", game.start()));
    }
    text.push('\n');
    let mut position = *game.start();
    let mut line = Wrapped::default();
    let sans = notation::san_line(game.start(), game.moves());
    for (index, (&mv, san)) in game.moves().iter().zip(sans).enumerate() {
        if index == 0 || position.side_to_move() == Color::White {
            line.word(&move_number(&position));
        }
        line.word(&san);
        position = position.make(mv);
    }
    line.word(result);
    text + &line.finish() + "\n"
}

/// Words in lines of at most [`COLUMNS`].
#[derive(Default)]
pub struct Wrapped {
    text: String,
    column: usize,
}

impl Wrapped {
    /// Adds a word, in a new line if it does not fit.
    pub fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > COLUMNS {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += length;
    }

    /// A comment in braces, nothing if it is empty.
    pub fn comment(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        // A brace, which only a comment behind a semicolon can have, would end it.
        let text = format!("{{{}}}", comment.replace('}', ")"));
        let mut command = String::new();
        for word in text.split_whitespace() {
            // A command such as [%eval 0.31] stays in one line.
            command.push_str(word);
            if command.contains("[%") && !command.contains(']') {
                command.push(' ');
            } else {
                self.word(&std::mem::take(&mut command));
            }
        }
        if !command.is_empty() {
            self.word(command.trim_end());
        }
    }

    /// The lines.
    pub fn finish(self) -> String {
        self.text
    }
}

/// Writes a game to a new file.
pub fn save(game: &Game, path: &str, players: [&str; 2], result: Option<&str>) -> Line {
    if path.is_empty() {
        return Line::Error("save needs the path of a new file".to_owned());
    }
    match write_new(path, pgn(game, players, result).as_bytes()) {
        Ok(()) => {
            Line::Result(format!("{}: {}", ascii(path), pluralise(game.moves().len(), "move")))
        }
        Err(error) => Line::Error(format!("save: {path}: {error}")),
    }
}

/// The first game of a PGN file.
///
/// # Errors
/// Says why it can't be read.
pub fn load(path: &str) -> Result<Game, String> {
    if path.is_empty() {
        return Err("load needs the path of a PGN file".to_owned());
    }
    let opened = match std::fs::metadata(path) {
        Ok(data) if !data.is_file() => Err("not a file".to_owned()),
        Err(error) => Err(error.to_string()),
        Ok(_) => Input::open(Path::new(path))
            .and_then(Input::into_stream)
            .map_err(|error| error.to_string()),
    };
    let read = opened.and_then(|input| {
        let first = PgnReader::new(input).next();
        first.ok_or("no game".to_owned())?.map_err(|error| error.to_string())
    });
    let found = read.map_err(|error| format!("load: {path}: {error}"))?;
    let mut game = Game::new(found.start);
    found.moves.iter().for_each(|step| game.push(step.mv));
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_written_as_it_is_read() {
        let start = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 40").expect("a position");
        let mut game = Game::new(start);
        for san in ["Kd7", "e4", "Ke6"] {
            game.push(notation::parse_san(game.position(), san).expect("a legal move"));
        }
        let text = pgn(&game, ["A", "B"], None);
        assert!(text.ends_with("40... Kd7 41. e4 Ke6 *\n"), "{text}");
        let again = PgnReader::new(text.as_bytes()).next().expect("a game").expect("no error");
        let moves: Vec<_> = again.moves.iter().map(|step| step.mv).collect();
        assert_eq!((again.start, &moves[..]), (start, game.moves()));
        assert_eq!(game.before_last_move().map(|game| game.moves().len()), Some(2));
    }
}
