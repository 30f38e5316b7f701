//! The words of UCI as values and back: the arguments of `position`, `go` and `setoption`, and the lines that
//! a search prints. What is done with them is up to who reads them: the session in `uci`, and `web`.

pub mod format;
mod go;
mod position;

pub use go::Go;
pub use position::{PositionError, PositionText};

/// Name and value of a line with `setoption`; `None` without a name. Both may hold spaces, and a path has
/// to keep them as they are, so this looks at the line and not at its words.
pub fn read_set_option(line: &str) -> Option<(String, Option<String>)> {
    let (_, rest) = split_at_word(line, "name")?;
    let (name, value) = match split_at_word(rest, "value") {
        Some((name, value)) => (name, Some(value.trim().to_owned())),
        None => (rest, None),
    };
    Some((name.split_ascii_whitespace().collect::<Vec<_>>().join(" "), value))
}

/// The text before and after the first place where `word` is a whole word.
fn split_at_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let is_gap = |c: Option<char>| c.is_none_or(|c| c.is_ascii_whitespace());
    text.match_indices(word)
        .map(|(at, _)| (&text[..at], &text[at + word.len()..]))
        .find(|(before, after)| is_gap(before.chars().next_back()) && is_gap(after.chars().next()))
}
