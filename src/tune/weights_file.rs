//! The source file of weights as text: finds and replaces its numbers and keeps everything
//! else.

use crate::eval::classical::coefficients::{COUNT, FILE_TEXT};
use std::fmt::Write;
use std::ops::Range;

/// The line before the weights.
const START: &str = "WEIGHTS: Weights = Weights {\n";

/// A weight in the text.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The name of its field.
    pub field: &'static str,
    /// Middlegame and endgame value; a single number is in the first.
    pub values: [i32; 2],
    /// True if it has two values.
    pub is_pair: bool,
    /// Its place in the text.
    span: Range<usize>,
}

/// All weights of the file, in order.
///
/// # Errors
/// If the number of weights differs from the program's.
pub(super) fn entries() -> Result<Vec<Entry>, String> {
    let start = FILE_TEXT.find(START).ok_or("no weights in the file of weights")? + START.len();
    let mut entries: Vec<Entry> = Vec::new();
    let mut field = "";
    let mut at = start;
    for line in FILE_TEXT[start..].split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or_default();
        let (name, numbers) = code.split_once(": ").unwrap_or(("", code));
        if !name.is_empty() {
            field = name.trim();
        }
        let mut rest = at + code.len() - numbers.len();
        let end = at + code.len();
        while let Some((span, is_pair)) = next_number(rest..end) {
            let text = FILE_TEXT[span.clone()].trim_start_matches("p(").trim_end_matches(')');
            let mut values = [0; 2];
            for (value, text) in values.iter_mut().zip(text.split(',')) {
                *value = text.trim().parse().map_err(|_| format!("{field}: '{text}'"))?;
            }
            rest = span.end;
            entries.push(Entry { field, values, is_pair, span });
        }
        at += line.len();
    }
    if entries.len() != COUNT {
        return Err(format!("the file of weights has {}, not {COUNT}", entries.len()));
    }
    Ok(entries)
}

/// The next number or pair in this part of the text, and whether it is a pair.
fn next_number(range: Range<usize>) -> Option<(Range<usize>, bool)> {
    let text = &FILE_TEXT[range.clone()];
    let from = text.find(|c: char| c == '-' || c.is_ascii_digit() || c == 'p')?;
    let is_pair = text[from..].starts_with("p(");
    let length = if is_pair {
        text[from..].find(')')? + 1
    } else {
        let is_digit = |c: char| c == '-' || c.is_ascii_digit();
        text[from..].find(|c| !is_digit(c)).unwrap_or(text.len() - from)
    };
    Some((range.start + from..range.start + from + length, is_pair))
}

/// The text of the file with new values.
pub(super) fn with_values(entries: &[Entry], values: &[[i32; 2]]) -> String {
    let mut text = String::new();
    let mut copied = 0;
    for (entry, [middlegame, endgame]) in entries.iter().zip(values) {
        text.push_str(&FILE_TEXT[copied..entry.span.start]);
        // Writing to a string can't fail.
        let _ = if entry.is_pair {
            write!(text, "p({middlegame:4},{endgame:4})")
        } else {
            write!(text, "{middlegame}")
        };
        copied = entry.span.end;
    }
    text.push_str(&FILE_TEXT[copied..]);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_values_give_the_same_text() {
        let entries = entries().unwrap();
        let values: Vec<_> = entries.iter().map(|entry| entry.values).collect();
        assert_eq!(with_values(&entries, &values), FILE_TEXT);
    }

    #[test]
    fn only_the_numbers_change() {
        let entries = entries().unwrap();
        let values: Vec<_> = entries.iter().map(|entry| entry.values.map(|v| v + 1)).collect();
        let changed = with_values(&entries, &values);
        assert_eq!(changed.lines().count(), FILE_TEXT.lines().count());
        let start = FILE_TEXT.find(START).unwrap();
        assert_eq!(changed[..start], FILE_TEXT[..start]);
        assert_ne!(changed, FILE_TEXT);
    }
}
