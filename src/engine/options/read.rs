//! Reads the names and values of options.

use super::super::nearest::nearest;
use super::table::{OPTIONS, OptionId, OptionKind, Setting};
#[cfg(feature = "tuning")]
use crate::search::{TUNABLES, Tuning};
use std::num::IntErrorKind;
use thiserror::Error;

/// An option name or value that can't be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// An unknown name.
    #[error("unknown option '{name}'{}", nearest.map_or(String::new(), |nearest| format!("; did you mean '{nearest}'?")))]
    Unknown {
        /// The name given.
        name: String,
        /// The option whose name is most like it.
        nearest: Option<&'static str>,
    },
    /// The value is missing.
    #[error("option '{0}' needs a value")]
    NoValue(&'static str),
    /// Neither `true` nor `false`.
    #[error("option '{name}' must be true or false, not '{value}'")]
    NotBool {
        /// The option.
        name: &'static str,
        /// The value given.
        value: String,
    },
    /// Not a whole number.
    #[error("option '{name}' must be a whole number, not '{value}'")]
    NotNumber {
        /// The option.
        name: &'static str,
        /// The value given.
        value: String,
    },
    /// A number out of range.
    #[error("option '{name}' must be from {min} to {max}, not {value}")]
    OutOfRange {
        /// The option.
        name: &'static str,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
        /// The value given.
        value: String,
    },
    /// Not one of the words.
    #[error("option '{name}' must be one of {words}, not '{value}'")]
    NotChoice {
        /// The option.
        name: &'static str,
        /// The possible words.
        words: String,
        /// The value given.
        value: String,
    },
}

/// Finds the option and reads its value without setting it.
///
/// # Errors
/// If the name is unknown or the value is not legal.
pub fn read(name: &str, value: Option<&str>) -> Result<(OptionId, Setting), OptionError> {
    let spec = OPTIONS
        .iter()
        .find(|spec| {
            spec.name.eq_ignore_ascii_case(name)
                || spec.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
        })
        .ok_or_else(|| OptionError::Unknown {
            name: name.to_owned(),
            nearest: nearest(name, OPTIONS.iter().map(|spec| spec.name)),
        })?;
    // GUIs write an empty text as `<empty>` or omit the value.
    let value = value.map(str::trim).filter(|text| !text.is_empty() && *text != "<empty>");
    let needed = || value.ok_or(OptionError::NoValue(spec.name));
    let setting = match spec.kind {
        OptionKind::Button => Setting::Pressed,
        OptionKind::Text(_) => Setting::Text(value.unwrap_or_default().to_owned()),
        OptionKind::Check(_) => Setting::Check(read_bool(spec.name, needed()?)?),
        OptionKind::Choice(words) => Setting::Choice(read_choice(spec.name, words, needed()?)?),
        OptionKind::Spin { min, max, .. } => {
            Setting::Spin(read_spin(spec.name, min, max, needed()?)?)
        }
    };
    Ok((spec.id, setting))
}

/// Sets a search parameter in `tuning`; false if none has this name.
///
/// # Errors
/// If the value is not legal.
#[cfg(feature = "tuning")]
pub fn set_tunable(
    tuning: &mut Tuning,
    name: &str,
    value: Option<&str>,
) -> Result<bool, OptionError> {
    let found = TUNABLES.iter().position(|tunable| tunable.name.eq_ignore_ascii_case(name));
    let Some(index) = found else { return Ok(false) };
    let tunable = &TUNABLES[index];
    let value = value.map(str::trim).ok_or(OptionError::NoValue(tunable.name))?;
    let (min, max) = (tunable.min.into(), tunable.max.into());
    tuning.set(index, read_spin(tunable.name, min, max, value)? as i32);
    Ok(true)
}

fn read_bool(name: &'static str, value: &str) -> Result<bool, OptionError> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(OptionError::NotBool { name, value: value.to_owned() }),
    }
}

fn read_spin(name: &'static str, min: i64, max: i64, value: &str) -> Result<i64, OptionError> {
    let number = value.parse::<i64>().map_err(|error| *error.kind());
    match number {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        Ok(_) | Err(IntErrorKind::PosOverflow | IntErrorKind::NegOverflow) => {
            Err(OptionError::OutOfRange { name, min, max, value: value.to_owned() })
        }
        Err(_) => Err(OptionError::NotNumber { name, value: value.to_owned() }),
    }
}

fn read_choice(
    name: &'static str,
    words: &'static [&'static str],
    value: &str,
) -> Result<usize, OptionError> {
    words.iter().position(|word| word.eq_ignore_ascii_case(value)).ok_or_else(|| {
        OptionError::NotChoice { name, words: words.join(", "), value: value.to_owned() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_case_and_by_alias() {
        assert_eq!(read("hASH", Some(" 32 ")), Ok((OptionId::Hash, Setting::Spin(32))));
        for name in ["move overhead", "MoveOverhead"] {
            assert_eq!(read(name, Some("5")), Ok((OptionId::MoveOverhead, Setting::Spin(5))));
        }
    }

    #[test]
    fn empty_text_is_written_in_three_ways() {
        for value in [None, Some(""), Some("<empty>")] {
            let expected = Setting::Text(String::new());
            assert_eq!(read("Debug Log File", value), Ok((OptionId::DebugLog, expected)));
        }
    }

    #[test]
    fn wrong_values_are_named() {
        assert!(matches!(read("Hash", Some("abc")), Err(OptionError::NotNumber { .. })));
        assert!(matches!(read("Hash", Some("0")), Err(OptionError::OutOfRange { .. })));
        assert!(matches!(read("Hash", None), Err(OptionError::NoValue("Hash"))));
        assert!(matches!(read("Ponder", Some("1")), Err(OptionError::NotBool { .. })));
        assert!(matches!(read("Evaluation", Some("x")), Err(OptionError::NotChoice { .. })));
        assert!(matches!(read("Foo Bar", None), Err(OptionError::Unknown { .. })));
    }
}
