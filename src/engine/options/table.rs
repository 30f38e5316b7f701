//! The table of options. A new option is an entry in `options!`: from it come its line of `uci`, its
//! range, `docs/options.md`, and the function of [`Options`] that reads its value.

use super::super::identity::ABOUT;
use super::Options;
use crate::eval::STYLE_NAMES;
use crate::search::{FULL_SKILL, Handicap};

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
    /// The index of a word among those of the option.
    Choice(usize),
}

/// An option: everything about it but its value.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Which option this is.
    pub id: OptionId,
    /// The advertised name.
    pub name: &'static str,
    /// Other names that are accepted.
    pub aliases: &'static [&'static str],
    /// Kind, default and range.
    pub kind: OptionKind,
    /// The effect in a sentence, for people.
    pub effect: &'static str,
    /// It needs files, threads or a clock, which a page in a browser doesn't have.
    pub is_native: bool,
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

/// The evaluations; the first is the default.
const EVALUATIONS: [&str; 2] = ["Network", "Classical"];

/// A type that the value of an option is read as.
trait Value<'a>: Sized {
    /// The value; every kind of option is read as a type of its own.
    fn of(setting: &'a Setting) -> Self;
}

macro_rules! numbers {
    ($($type:ty),+) => {
        $(impl Value<'_> for $type {
            /// The number, which is inside the range of its option.
            fn of(setting: &Setting) -> Self {
                if let Setting::Spin(number) = setting { *number as $type } else { 0 }
            }
        })+
    };
}

numbers!(usize, u64, u32, i32);

impl Value<'_> for bool {
    fn of(setting: &Setting) -> Self {
        *setting == Setting::Check(true)
    }
}

impl<'a> Value<'a> for &'a str {
    fn of(setting: &'a Setting) -> Self {
        if let Setting::Text(text) = setting { text } else { "" }
    }
}

/// The number of a word among those of its option, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen(pub usize);

impl Value<'_> for Chosen {
    fn of(setting: &Setting) -> Self {
        Self(if let Setting::Choice(number) = setting { *number } else { 0 })
    }
}

/// Declares the options in the order in which they are advertised: effect, identifier, name with
/// an optional alias, kind with default and range, the function that reads the value and its type, and
/// `native` for one that a browser can't have: it is about files, threads or the opponent's time.
macro_rules! options {
    ($($(#[doc = $effect:literal])+ $id:ident: $name:literal $(or $alias:literal)?, $kind:expr
        $(=> $read:ident: $type:ty)? $(; $native:ident)?;)+) => {
        /// Identifies an option inside the engine; the order is that of [`OPTIONS`].
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(usize)]
        pub enum OptionId {
            $($(#[doc = $effect])+ $id,)+
        }

        /// All options in the order in which they are advertised.
        pub static OPTIONS: [OptionSpec; [$(OptionId::$id),+].len()] = [$(OptionSpec {
            id: OptionId::$id,
            name: $name,
            aliases: &[$($alias)?],
            kind: $kind,
            effect: concat!($($effect),+).trim_ascii(),
            is_native: false $(|| stringify!($native).len() > 0)?,
        },)+];

        impl Options {
            $($(
                #[doc = concat!("The value of the option `", $name, "`.")]
                pub fn $read(&self) -> $type {
                    Value::of(&self.settings[OptionId::$id as usize])
                }
            )?)+
        }
    };
}

options! {
    /// Size of the transposition table in MiB
    Hash: "Hash", spin(16, 1, MAX_HASH_MB as i64) => hash: usize;
    /// Number of search threads
    Threads: "Threads", spin(1, 1, MAX_THREADS as i64) => threads: usize; native;
    /// Binds threads to NUMA nodes (Linux): `none`; `system`, spread over the machine's nodes; `auto`,
    /// the same once there are more threads than one node has CPUs; or the CPUs of each node, such as
    /// `0-7,16-23:8-15,24-31`
    NumaPolicy: "NumaPolicy", OptionKind::Text("auto"); native;
    /// Number of best lines to report
    MultiPv: "MultiPV", spin(1, 1, MAX_MULTI_PV as i64) => multi_pv: usize;
    /// Only tells the GUI that pondering is supported. The time spent pondering counts: after
    /// `ponderhit` the move comes at once if that was long enough
    Ponder: "Ponder", OptionKind::Check(false); native;
    /// Milliseconds reserved for communication overhead; at most half of `movetime`
    MoveOverhead: "Move Overhead" or "MoveOverhead", spin(30, 0, 5000) => move_overhead: u64;
    /// Time per move in percent of the default
    SlowMover: "Slow Mover", spin(100, 10, 1000) => slow_mover: u64;
    /// Use nodes as time: this many nodes count as one millisecond, but not after pondering, so that
    /// with one thread the same `go` searches the same tree on any machine; 0 disables
    NodesTime: "nodestime", spin(0, 0, 10_000) => nodes_time: u64;
    /// By how many centipawns (as `eval` shows them) a draw is worse than equality; negative: better.
    /// Analysis is not affected
    Contempt: "Contempt", spin(0, -300, 300) => contempt_option: i32;
    /// Write castling as king takes rook
    Chess960: "UCI_Chess960", OptionKind::Check(false) => chess960: bool;
    /// Report the probabilities of win, draw and loss in permille
    ShowWdl: "UCI_ShowWDL", OptionKind::Check(false) => show_wdl: bool;
    /// Play at the rating of `UCI_Elo`, always with the classical evaluation; `go infinite`,
    /// `go mate` and `UCI_AnalyseMode` are at full strength
    LimitStrength: "UCI_LimitStrength", OptionKind::Check(false) => limits_strength: bool;
    /// The rating, measured against the skill levels of Stockfish 15.1, which stand for CCRL
    /// Blitz (how: `docs/notebook/ratings.md`)
    Elo: "UCI_Elo", spin(RATINGS[1], RATINGS[0], RATINGS[1]) => elo: u32;
    /// Twenty levels evenly spaced over the range of `UCI_Elo`, 0 the weakest and 19 the strongest;
    /// ignored when `UCI_LimitStrength` is on; 20 is full strength
    SkillLevel: "Skill Level", spin(FULL_SKILL as i64, 0, FULL_SKILL as i64) => skill_level: u32;
    /// Report only one line of analysis per search
    Minimal: "Minimal", OptionKind::Check(false) => minimal: bool;
    /// Clear the transposition table and the histories
    ClearHash: "Clear Hash", OptionKind::Button;
    /// File to which all input and output lines are appended, each after the time in seconds since 1970
    DebugLog: "Debug Log File", OptionKind::Text("") => debug_log: &str; native;
    /// Analysis mode: no book moves, full strength, no contempt
    AnalyseMode: "UCI_AnalyseMode", OptionKind::Check(false) => analyses: bool;
    /// Play from the book as long as it has moves
    OwnBook: "OwnBook", OptionKind::Check(false) => has_book: bool; native;
    /// The opening book, a file in the Polyglot format
    BookFile: "BookFile" or "Book File", OptionKind::Text(""); native;
    /// Folders with Syzygy tablebases (`.rtbw`, and `.rtbz` for the best moves at the
    /// root), separated by `;` (or `:`, except on Windows). Tables of up to five pieces are
    /// compared with their checksums, and a damaged one is refused; damage of a larger one is
    /// reported when it is read, and the search goes on without it
    SyzygyPath: "SyzygyPath", OptionKind::Text(""); native;
    /// Minimum depth for probing the largest tables inside the search
    SyzygyProbeDepth: "SyzygyProbeDepth", spin(1, 1, 100) => syzygy_probe_depth: i32; native;
    /// Positions with more pieces are not probed
    SyzygyProbeLimit: "SyzygyProbeLimit", spin(7, 0, 7) => syzygy_probe_limit: u32; native;
    /// Count tablebase wins that the fifty-move rule prevents as draws
    Syzygy50MoveRule: "Syzygy50MoveRule", OptionKind::Check(true) => syzygy_fifty_moves: bool; native;
    /// The evaluation: a neural network, or hand-crafted terms, which `eval` lists
    Evaluation: "Evaluation", OptionKind::Choice(&EVALUATIONS) => evaluation: Chosen;
    /// A network to use instead of the embedded one: a file of `nullfenster train`
    EvalFile: "EvalFile", OptionKind::Text(""); native;
    /// Plays with the classical evaluation and a stylistic bias (what each does: `docs/styles.md`)
    Style: "Style", OptionKind::Choice(&STYLE_NAMES) => style: Chosen;
    /// A file with a style of your own, in place of `Style`
    StyleFile: "StyleFile", OptionKind::Text(""); native;
    /// Name and version of the engine
    About: "UCI_EngineAbout", OptionKind::Text(ABOUT);
}

impl OptionId {
    /// The specification of this option.
    pub fn spec(self) -> &'static OptionSpec {
        &OPTIONS[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
