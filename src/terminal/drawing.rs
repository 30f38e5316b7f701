//! Boards as text: plain for a pipe, in colour for a terminal.

use crate::board::Position;
use crate::types::{Centipawns, Color, Square};
use anstyle::{Ansi256Color, AnsiColor, Style};

/// Background colours of light and dark squares.
const SQUARES: [Ansi256Color; 2] = [Ansi256Color(137), Ansi256Color(94)];
/// Foreground colours of White's and Black's pieces.
const PIECES: [Ansi256Color; 2] = [Ansi256Color(231), Ansi256Color(16)];

/// The lines of the board, with this side at the bottom.
pub fn board(position: &Position, coloured: bool, bottom: Color) -> Vec<String> {
    let rule = " +---+---+---+---+---+---+---+---+".to_owned();
    // From the left to the right, and from the bottom to the top.
    let order: [u8; 8] = std::array::from_fn(|at| match bottom {
        Color::White => at as u8,
        Color::Black => 7 - at as u8,
    });
    let mut lines = Vec::new();
    for rank in order.into_iter().rev() {
        let cells = order.into_iter().map(|file| {
            let square = Square::new(file, rank);
            let letter = letter(position, square);
            if coloured { paint(position, square, &format!(" {letter}  ")) } else { letter.into() }
        });
        let cells: Vec<String> = cells.collect();
        if coloured {
            lines.push(format!("  {} {}", cells.concat(), rank + 1));
        } else {
            lines.push(rule.clone());
            lines.push(format!(" | {} | {}", cells.join(" | "), rank + 1));
        }
    }
    if !coloured {
        lines.push(rule);
    }
    lines.push(order.iter().map(|&file| format!("   {}", char::from(b'a' + file))).collect());
    lines
}

/// The lines of the board with `values`, given in centipawns, in pawns below the pieces.
pub fn values(
    position: &Position,
    values: &[Option<Centipawns>; 64],
    coloured: bool,
) -> Vec<String> {
    let rule = format!(" {}+", "+-------".repeat(8));
    let mut lines = vec![rule.clone()];
    for rank in (0..8).rev() {
        let row = |cell: &dyn Fn(Square) -> String| -> String {
            (0..8).map(|file| format!("|{}", cell(Square::new(file, rank)))).collect()
        };
        lines.push(format!(" {}|", row(&|at| format!("   {}   ", letter(position, at)))));
        let worth = row(&|at| match values[at.dense()] {
            None => " ".repeat(7),
            Some(value) => signed(value, coloured),
        });
        lines.push(format!(" {worth}| {}", rank + 1));
        lines.push(rule.clone());
    }
    lines.push("     a       b       c       d       e       f       g       h".to_owned());
    lines
}

/// A value in pawns, seven columns wide: green if it favours White, red if Black.
fn signed(value: Centipawns, coloured: bool) -> String {
    let text = format!("{:^7}", format!("{:+.2}", f64::from(value) / 100.0));
    let style = match value {
        _ if !coloured => return text,
        0 => return text,
        1.. => AnsiColor::Green.on_default(),
        _ => AnsiColor::Red.on_default(),
    };
    format!("{style}{text}{style:#}")
}

fn letter(position: &Position, square: Square) -> char {
    let piece = position.piece_on(square);
    if piece.is_none() { ' ' } else { piece.letter() }
}

/// Text in the colours of a square and of the piece on it.
fn paint(position: &Position, square: Square, text: &str) -> String {
    let light = (square.file() + square.rank()) % 2 == 1;
    let black = position.piece_on(square).is_color(Color::Black);
    let style = Style::new()
        .bold()
        .fg_color(Some(PIECES[usize::from(black)].into()))
        .bg_color(Some(SQUARES[usize::from(!light)].into()));
    format!("{style}{text}{style:#}")
}
