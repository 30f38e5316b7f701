//! What the pages share: their parts, and the words of their data.

use crate::board::{Position, notation};
use crate::lab::{Cut, Kind};
use crate::types::Move;
use serde_json::Value;

/// The choice of a language, unless another page around this one has one.
const SPEAKS: &str = "<label id=\"speaks\"><span class=\"hidden\">Language, Sprache, язык</span>\
    <select id=\"language\"><option value=\"en\">English</option><option value=\"de\">Deutsch</option>\
    <option value=\"ru\">Русский</option></select></label>";

/// A page with these parts in the places that have their names, and its data.
pub fn fill(page: &str, parts: &[(&str, &str)], data: &Value) -> String {
    // The data must not contain the end of its element.
    let data = data.to_string().replace("</", "<\\/");
    let shared = [("SPEAKS", SPEAKS), ("DATA", data.as_str())];
    // A part may contain the name of another, and is not looked at again.
    let (mut filled, mut rest) = (String::new(), page);
    while let Some((before, after)) = rest.split_once('@') {
        let part = parts
            .iter()
            .chain(&shared)
            .find_map(|&(name, text)| Some((text, after.strip_prefix(name)?.strip_prefix('@')?)));
        let (text, after) = part.unwrap_or(("@", after));
        filled.extend([before, text]);
        rest = after;
    }
    filled + rest
}

/// The squares of a move for the board, as `e2e4`.
pub fn squares(mv: Move) -> String {
    if mv.is_none() { String::new() } else { notation::format_move(mv, false) }
}

/// The first two fields of a FEN: the men, and the side to move.
pub fn board(position: &Position) -> String {
    let fen = position.to_string();
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
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
