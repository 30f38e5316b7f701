//! What the pages share: their parts, and the words of their data.

use crate::board::notation;
use crate::lab::{Cut, Kind};
use crate::types::Move;
use serde_json::Value;

/// A page with the shared style and script in it, and its data.
pub fn fill(page: &str, data: &Value) -> String {
    // The data must not contain the end of its element.
    let data = data.to_string().replace("</", "<\\/");
    page.replacen("STYLE", include_str!("shared.css"), 1)
        .replacen("WORDS", include_str!("words.js"), 1)
        .replacen("LEARNER", include_str!("learner.js"), 1)
        .replacen("SCRIPT", include_str!("shared.js"), 1)
        .replacen("DATA", &data, 1)
}

/// The squares of a move for the board, as `e2e4`.
pub fn squares(mv: Move) -> String {
    if mv.is_none() { String::new() } else { notation::format_move(mv, false) }
}

/// The CSS class of a node.
pub const fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Open => "",
        Kind::Null => "null",
        Kind::Again => "again",
    }
}

/// The CSS class of a cut.
pub const fn cut_word(cut: Cut) -> &'static str {
    match cut {
        Cut::AlphaBeta => "deep",
        Cut::NullWindow => "null",
    }
}
