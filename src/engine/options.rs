//! The options in one table: `uci/` prints it, [`Options`] holds the values.
//! A new option is a line here, plus whatever reads its value.

use super::identity::ABOUT;
use crate::search::Handicap;
#[cfg(feature = "tuning")]
use crate::search::TUNABLES;
use thiserror::Error;

/// The kind of an option with its default and range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// On or off.
    Check(bool),
    /// A whole number.
    Spin {
        /// The value at the start.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// Does something when pressed; has no value.
    Button,
    /// Free text.
    Text(&'static str),
    /// One of some words; the first is the default.
    Choice(&'static [&'static str]),
}

/// Names an option inside the engine; the order is that of [`OPTIONS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub enum OptionId {
    /// Size of the transposition table in MiB.
    Hash,
    /// Number of search threads.
    Threads,
    /// Number of best lines to report.
    MultiPv,
    /// The GUI may ponder. Nothing depends on it, but GUIs want to see it.
    Ponder,
    /// Milliseconds kept back for the way to the GUI.
    MoveOverhead,
    /// Write castling as king takes rook.
    Chess960,
    /// Report win, draw and loss in permille.
    ShowWdl,
    /// Play at a given strength.
    LimitStrength,
    /// The strength, as a rating.
    Elo,
    /// Report only one line of analysis per search.
    Minimal,
    /// Empties the table.
    ClearHash,
    /// File to which all lines in and out are written.
    DebugLog,
    /// The GUI analyses and does not play: no move comes from the book.
    AnalyseMode,
    /// Play from the book while it lasts.
    OwnBook,
    /// The book, a file in the Polyglot format.
    BookFile,
    /// Folders with Syzygy endgame tables.
    SyzygyPath,
    /// Depth from which on the largest tables are asked inside the search.
    SyzygyProbeDepth,
    /// The most men of a position that is looked up.
    SyzygyProbeLimit,
    /// The fifty-move rule counts in the endgame tables.
    Syzygy50MoveRule,
    /// Which evaluation is used.
    Evaluation,
    /// The network of the evaluation, a file.
    EvalFile,
    /// Says what engine this is.
    About,
}

impl OptionId {
    /// The line of the table for this option.
    pub fn spec(self) -> &'static OptionSpec {
        &OPTIONS[self as usize]
    }
}

/// One line of the table.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Which option this is.
    pub id: OptionId,
    /// The name that is advertised.
    pub name: &'static str,
    /// Other names that are accepted.
    pub aliases: &'static [&'static str],
    /// Kind, default and range.
    pub kind: OptionKind,
}

const fn spec(id: OptionId, name: &'static str, kind: OptionKind) -> OptionSpec {
    OptionSpec { id, name, aliases: &[], kind }
}

const fn spin(default: i64, min: i64, max: i64) -> OptionKind {
    OptionKind::Spin { default, min, max }
}

/// The largest transposition table in MiB.
pub const MAX_HASH_MB: u64 = 1_048_576;
/// The largest number of search threads.
pub const MAX_THREADS: u64 = 1024;
/// The largest number of best lines.
pub const MAX_MULTI_PV: u64 = 256;

/// The lowest and the highest rating.
const RATINGS: [i64; 2] = [*Handicap::RATINGS.start() as i64, *Handicap::RATINGS.end() as i64];

/// The evaluations, that of an ordinary search first.
const EVALUATIONS: [&str; 2] = ["Network", "Classical"];

/// All options in the order in which they are advertised.
pub static OPTIONS: [OptionSpec; 22] = [
    spec(OptionId::Hash, "Hash", spin(16, 1, MAX_HASH_MB as i64)),
    spec(OptionId::Threads, "Threads", spin(1, 1, MAX_THREADS as i64)),
    spec(OptionId::MultiPv, "MultiPV", spin(1, 1, MAX_MULTI_PV as i64)),
    spec(OptionId::Ponder, "Ponder", OptionKind::Check(false)),
    OptionSpec {
        id: OptionId::MoveOverhead,
        name: "Move Overhead",
        aliases: &["MoveOverhead"],
        kind: spin(30, 0, 5000),
    },
    spec(OptionId::Chess960, "UCI_Chess960", OptionKind::Check(false)),
    spec(OptionId::ShowWdl, "UCI_ShowWDL", OptionKind::Check(false)),
    spec(OptionId::LimitStrength, "UCI_LimitStrength", OptionKind::Check(false)),
    spec(OptionId::Elo, "UCI_Elo", spin(RATINGS[1], RATINGS[0], RATINGS[1])),
    spec(OptionId::Minimal, "Minimal", OptionKind::Check(false)),
    spec(OptionId::ClearHash, "Clear Hash", OptionKind::Button),
    spec(OptionId::DebugLog, "Debug Log File", OptionKind::Text("")),
    spec(OptionId::AnalyseMode, "UCI_AnalyseMode", OptionKind::Check(false)),
    spec(OptionId::OwnBook, "OwnBook", OptionKind::Check(false)),
    OptionSpec {
        id: OptionId::BookFile,
        name: "BookFile",
        aliases: &["Book File"],
        kind: OptionKind::Text(""),
    },
    spec(OptionId::SyzygyPath, "SyzygyPath", OptionKind::Text("")),
    spec(OptionId::SyzygyProbeDepth, "SyzygyProbeDepth", spin(1, 1, 100)),
    spec(OptionId::SyzygyProbeLimit, "SyzygyProbeLimit", spin(7, 0, 7)),
    spec(OptionId::Syzygy50MoveRule, "Syzygy50MoveRule", OptionKind::Check(true)),
    spec(OptionId::Evaluation, "Evaluation", OptionKind::Choice(&EVALUATIONS)),
    spec(OptionId::EvalFile, "EvalFile", OptionKind::Text("")),
    spec(OptionId::About, "UCI_EngineAbout", OptionKind::Text(ABOUT)),
];

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// On or off.
    Check(bool),
    /// A number inside the range.
    Spin(i64),
    /// A button was pressed.
    Pressed,
    /// Any text.
    Text(String),
    /// The number of a word among those of the option.
    Choice(usize),
}

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("there is no option '{0}'")]
    Unknown(String),
    /// The option needs a value and got none.
    #[error("option '{0}' needs a value")]
    NoValue(&'static str),
    /// Neither `true` nor `false`.
    #[error("option '{name}' is true or false, not '{value}'")]
    NotBool {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
    },
    /// Not a whole number.
    #[error("option '{name}' is a whole number, not '{value}'")]
    NotNumber {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
    },
    /// A number out of range.
    #[error("option '{name}' goes from {min} to {max}, not to {value}")]
    OutOfRange {
        /// The option.
        name: &'static str,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
        /// What was given.
        value: String,
    },
    /// None of the words.
    #[error("option '{name}' is one of {words}, not '{value}'")]
    NotChoice {
        /// The option.
        name: &'static str,
        /// The words it may be.
        words: String,
        /// What was given.
        value: String,
    },
    /// The engine could not do it.
    #[error("option '{name}' stays as it was: {reason}")]
    Refused {
        /// The option.
        name: &'static str,
        /// What went wrong.
        reason: String,
    },
}

/// Finds the option and reads its value without setting it.
pub(super) fn read(name: &str, value: Option<&str>) -> Result<(OptionId, Setting), OptionError> {
    let spec = OPTIONS
        .iter()
        .find(|spec| {
            spec.name.eq_ignore_ascii_case(name)
                || spec.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
        })
        .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
    // GUIs write an empty text as `<empty>` or leave the value out.
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

/// Sets a search parameter; false if there is none of this name.
#[cfg(feature = "tuning")]
pub(super) fn set_tunable(name: &str, value: Option<&str>) -> Result<bool, OptionError> {
    let Some(tunable) = TUNABLES.iter().find(|tunable| tunable.name.eq_ignore_ascii_case(name))
    else {
        return Ok(false);
    };
    let value = value.map(str::trim).ok_or(OptionError::NoValue(tunable.name))?;
    let (min, max) = (tunable.min.into(), tunable.max.into());
    tunable.set(read_spin(tunable.name, min, max, value)? as i32);
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
    let number: i64 =
        value.parse().map_err(|_| OptionError::NotNumber { name, value: value.to_owned() })?;
    if (min..=max).contains(&number) {
        Ok(number)
    } else {
        Err(OptionError::OutOfRange { name, min, max, value: value.to_owned() })
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

/// The values of all options.
#[derive(Clone, Debug)]
pub struct Options {
    settings: [Setting; OPTIONS.len()],
}

impl Default for Options {
    fn default() -> Self {
        let settings = std::array::from_fn(|i| match OPTIONS[i].kind {
            OptionKind::Check(default) => Setting::Check(default),
            OptionKind::Spin { default, .. } => Setting::Spin(default),
            OptionKind::Button => Setting::Pressed,
            OptionKind::Text(default) => Setting::Text(default.to_owned()),
            OptionKind::Choice(_) => Setting::Choice(0),
        });
        Self { settings }
    }
}

impl Options {
    pub(super) fn store(&mut self, id: OptionId, setting: Setting) {
        self.settings[id as usize] = setting;
    }

    fn check(&self, id: OptionId) -> bool {
        self.settings[id as usize] == Setting::Check(true)
    }

    /// The value of a number, which its table line keeps inside its range.
    fn spin(&self, id: OptionId) -> u64 {
        if let Setting::Spin(number) = self.settings[id as usize] { number as u64 } else { 0 }
    }

    /// Size of the transposition table in MiB.
    pub fn hash(&self) -> usize {
        self.spin(OptionId::Hash) as usize
    }

    /// Number of search threads.
    pub fn threads(&self) -> usize {
        self.spin(OptionId::Threads) as usize
    }

    /// Number of best lines to report.
    pub fn multi_pv(&self) -> usize {
        self.spin(OptionId::MultiPv) as usize
    }

    /// Milliseconds kept back for the way to the GUI.
    pub fn move_overhead(&self) -> u64 {
        self.spin(OptionId::MoveOverhead)
    }

    /// True if castling is to be written as king takes rook.
    pub fn chess960(&self) -> bool {
        self.check(OptionId::Chess960)
    }

    /// True if win, draw and loss are to be reported.
    pub fn show_wdl(&self) -> bool {
        self.check(OptionId::ShowWdl)
    }

    /// True if each search is to report one line only.
    pub fn minimal(&self) -> bool {
        self.check(OptionId::Minimal)
    }

    /// The rating to play at; `None` for full strength, as in the GUI's analysis.
    pub fn rating(&self) -> Option<u32> {
        let limited = self.check(OptionId::LimitStrength) && !self.check(OptionId::AnalyseMode);
        limited.then(|| self.spin(OptionId::Elo) as u32)
    }

    /// True if moves are to be played from the book.
    pub fn own_book(&self) -> bool {
        self.check(OptionId::OwnBook) && !self.check(OptionId::AnalyseMode)
    }

    /// Depth in plies from which on the largest endgame tables are asked.
    pub fn syzygy_probe_depth(&self) -> i32 {
        self.spin(OptionId::SyzygyProbeDepth) as i32
    }

    /// The most men of a position that is looked up in the endgame tables.
    pub fn syzygy_probe_limit(&self) -> u32 {
        self.spin(OptionId::SyzygyProbeLimit) as u32
    }

    /// True if the endgame tables are to respect the fifty-move rule.
    pub fn syzygy_fifty_moves(&self) -> bool {
        self.check(OptionId::Syzygy50MoveRule)
    }

    /// True if the network is to evaluate, and not the terms with names.
    pub fn network(&self) -> bool {
        self.settings[OptionId::Evaluation as usize] == Setting::Choice(0)
    }

    /// The file to which lines in and out are written; empty for none.
    pub fn debug_log(&self) -> &str {
        if let Setting::Text(path) = &self.settings[OptionId::DebugLog as usize] {
            path
        } else {
            ""
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_its_names() {
        for (index, spec) in OPTIONS.iter().enumerate() {
            assert_eq!(spec.id as usize, index, "{}", spec.name);
        }
    }

    #[test]
    fn defaults_are_legal_and_no_word_confuses_a_gui() {
        let reserved = ["name", "type", "default", "min", "max", "var", "value"];
        for spec in &OPTIONS {
            let mut words: Vec<&str> = spec.name.split(' ').collect();
            match spec.kind {
                OptionKind::Spin { default, min, max } => {
                    assert!(min <= default && default <= max && max <= i64::from(i32::MAX));
                }
                OptionKind::Text(default) => words.extend(default.split(' ')),
                OptionKind::Choice(choices) => words.extend(choices),
                _ => {}
            }
            assert!(words.iter().all(|word| !reserved.contains(word)), "{}", spec.name);
        }
    }

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
        assert!(matches!(read("Foo Bar", None), Err(OptionError::Unknown(_))));
    }
}
