//! Styles: what a player likes beside winning. A style is a small file that says, term by term of the
//! classical evaluation, how much more or less it counts (idea: the personalities of Rodent and of The
//! King). The player's own side and the other may differ: whoever overrates his own attack attacks.

use crate::types::Centipawns;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A number of a style.
#[derive(Clone, Copy, Debug)]
struct Field {
    name: &'static str,
    default: i32,
    min: i32,
    max: i32,
}

const fn percent(name: &'static str) -> Field {
    Field { name, default: 100, min: 0, max: 400 }
}

/// The numbers of a style, percent of the usual worth but for the last two.
const FIELDS: [Field; 11] = [
    percent("attack"),
    percent("shelter"),
    percent("mobility"),
    percent("threats"),
    percent("passed_pawns"),
    percent("pawn_structure"),
    percent("pieces"),
    percent("pawn"),
    percent("placement"),
    // Centipawns for each piece, not pawns, of either side that was not exchanged.
    Field { name: "keep_pieces", default: 0, min: -50, max: 50 },
    // Centipawns by which a draw is worse than an even position.
    Field { name: "contempt", default: 0, min: -300, max: 300 },
];

/// A number of a style, by its place in [`FIELDS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Number {
    /// The attack on the enemy king.
    Attack,
    /// The safety of the own king.
    Shelter,
    /// The mobility of both sides.
    Mobility,
    /// Threats of both sides.
    Threats,
    /// Passed pawns of both sides.
    PassedPawns,
    /// The pawns' structure.
    PawnStructure,
    /// Bishop pair, outposts, rooks on files.
    Pieces,
    /// What a pawn is worth.
    Pawn,
    /// Squares of pieces, with the worth of the pieces themselves.
    Placement,
    /// For each piece that was not exchanged.
    KeepPieces,
    /// By which a draw is worse.
    Contempt,
}

/// A style: a name and its numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    name: String,
    numbers: [i32; FIELDS.len()],
}

/// What is wrong with the text of a style. Lines count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StyleError {
    /// Not `NAME = VALUE`.
    #[error("line {line}: '{text}' is not NAME = VALUE")]
    Line {
        /// The line.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// There is no such number.
    #[error("line {line}: no number '{name}'; there are {}", names())]
    Unknown {
        /// The line.
        line: usize,
        /// The name.
        name: String,
    },
    /// The value is out of range.
    #[error("line {line}: '{name}' must be from {min} to {max}, not '{value}'")]
    Range {
        /// The line.
        line: usize,
        /// The name.
        name: &'static str,
        /// The smallest value.
        min: i32,
        /// The largest value.
        max: i32,
        /// What stands there.
        value: String,
    },
}

fn names() -> String {
    FIELDS.map(|field| field.name).join(", ")
}

/// The styles inside the program.
const BUILT_IN: [&str; 5] = [
    include_str!("styles/solid.style"),
    include_str!("styles/aggressive.style"),
    include_str!("styles/gambiteer.style"),
    include_str!("styles/pawn-grabber.style"),
    include_str!("styles/endgame-lover.style"),
];

/// The names of the styles inside the program, as the option has them.
pub const STYLE_NAMES: [&str; 6] =
    ["None", "Solid", "Aggressive", "Gambiteer", "PawnGrabber", "EndgameLover"];

impl FromStr for Style {
    type Err = StyleError;

    /// Reads lines of `NAME = VALUE`; `#` begins a comment, `name` is that of the style. What is not
    /// named has its usual worth.
    fn from_str(text: &str) -> Result<Self, StyleError> {
        let mut style = Self { name: String::new(), numbers: FIELDS.map(|field| field.default) };
        for (index, whole) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line = index + 1;
            let said = whole.split('#').next().unwrap_or_default().trim();
            if said.is_empty() {
                continue;
            }
            let Some((name, value)) = said.split_once('=') else {
                return Err(StyleError::Line { line, text: said.to_owned() });
            };
            let (name, value) = (name.trim(), value.trim());
            if name == "name" {
                value.clone_into(&mut style.name);
                continue;
            }
            let Some(at) = FIELDS.iter().position(|field| field.name == name) else {
                return Err(StyleError::Unknown { line, name: name.to_owned() });
            };
            let Field { name, min, max, .. } = FIELDS[at];
            let number = value.parse().ok().filter(|number| (min..=max).contains(number));
            style.numbers[at] = number.ok_or_else(|| StyleError::Range {
                line,
                name,
                min,
                max,
                value: value.to_owned(),
            })?;
        }
        Ok(style)
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.name.is_empty() { "a style without a name" } else { &self.name })
    }
}

impl Style {
    /// The style inside the program with this number in [`STYLE_NAMES`]; none for the first.
    pub fn built_in(number: usize) -> Option<Self> {
        let text = BUILT_IN.get(number.checked_sub(1)?)?;
        // The test reads them all.
        text.parse().ok()
    }

    /// Centipawns by which a draw is worse than an even position.
    pub fn contempt(&self) -> Centipawns {
        self.number(Number::Contempt)
    }

    pub(super) fn number(&self, number: Number) -> i32 {
        self.numbers[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_styles_inside_are_named_as_the_option_has_them() {
        assert_eq!(Style::built_in(0), None);
        assert_eq!(Style::built_in(STYLE_NAMES.len()), None);
        for (number, name) in STYLE_NAMES.iter().enumerate().skip(1) {
            let style: Style = BUILT_IN[number - 1].parse().expect("a style");
            assert_eq!(style.to_string(), *name);
            assert_ne!(style.numbers, FIELDS.map(|field| field.default));
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let read = |text: &str| text.parse::<Style>().map_err(|error| error.to_string());
        assert!(read("# only a comment\n\n").is_ok());
        for (text, said) in [
            ("name = X\nattack 120", "line 2: 'attack 120'"),
            ("atack = 120", "line 1: no number 'atack'; there are attack"),
            ("\n\nattack = 500 # much", "line 3: 'attack' must be from 0 to 400, not '500'"),
            ("pawn = x", "not 'x'"),
        ] {
            assert!(read(text).unwrap_err().contains(said), "{text}");
        }
    }
}
