//! The table of options. A new option is an entry in `options!` and, in the parent module, a
//! function that reads its value; the lines of `uci` and `docs/options.md` follow it.

use super::super::identity::ABOUT;
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

/// Declares the options in the order in which they are advertised: effect, identifier, name with
/// an optional alias, kind with default and range.
macro_rules! options {
    ($($(#[doc = $effect:literal])+ $id:ident: $name:literal $(or $alias:literal)?, $kind:expr;)+) => {
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
        },)+];
    };
}

options! {
    /// Size of the transposition table in MiB
    Hash: "Hash", spin(16, 1, MAX_HASH_MB as i64);
    /// Number of search threads
    Threads: "Threads", spin(1, 1, MAX_THREADS as i64);
    /// Which processors the threads run on, where memory is nearer to some than to others (Linux):
    /// `none` leaves it to the system, `system` shares them out among the machine's nodes of
    /// memory, `auto` does so once they are more than a node has processors; or the processors of
    /// each node, such as `0-7,16-23:8-15,24-31`
    NumaPolicy: "NumaPolicy", OptionKind::Text("auto");
    /// Number of best lines to report
    MultiPv: "MultiPV", spin(1, 1, MAX_MULTI_PV as i64);
    /// Lets the GUI know that the engine can ponder; changes nothing. The time spent pondering counts:
    /// after `ponderhit` the move comes at once if that was long enough
    Ponder: "Ponder", OptionKind::Check(false);
    /// Milliseconds reserved for communication overhead; of a fixed time per move, at most half
    MoveOverhead: "Move Overhead" or "MoveOverhead", spin(30, 0, 5000);
    /// Share of its usual time that a move takes, in percent
    SlowMover: "Slow Mover", spin(100, 10, 1000);
    /// Use nodes as time: this many nodes count as one millisecond, but not after pondering, so that
    /// with one thread the same `go` searches the same tree on any machine; 0 disables
    NodesTime: "nodestime", spin(0, 0, 10_000);
    /// Centipawns (as `eval` shows them) by which the engine rates a draw below an even position;
    /// negative values rate it above. Analysis is not affected
    Contempt: "Contempt", spin(0, -300, 300);
    /// Write castling as king takes rook
    Chess960: "UCI_Chess960", OptionKind::Check(false);
    /// Report the probabilities of win, draw and loss in permille
    ShowWdl: "UCI_ShowWDL", OptionKind::Check(false);
    /// Play at the rating of `UCI_Elo`, always with the classical evaluation; `go infinite`,
    /// `go mate` and `UCI_AnalyseMode` are at full strength
    LimitStrength: "UCI_LimitStrength", OptionKind::Check(false);
    /// The rating, measured against the skill levels of Stockfish 15.1, which stand for CCRL
    /// Blitz (how: `docs/notebook/ratings.md`)
    Elo: "UCI_Elo", spin(RATINGS[1], RATINGS[0], RATINGS[1]);
    /// Play at one of twenty ratings at equal distances, 0 the weakest and 19 the strongest of
    /// `UCI_Elo`, unless that is in use; 20 is full strength
    SkillLevel: "Skill Level", spin(FULL_SKILL as i64, 0, FULL_SKILL as i64);
    /// Report only one line of analysis per search
    Minimal: "Minimal", OptionKind::Check(false);
    /// Clear the transposition table and the histories
    ClearHash: "Clear Hash", OptionKind::Button;
    /// File to which all input and output lines are appended, each after the time in seconds since 1970
    DebugLog: "Debug Log File", OptionKind::Text("");
    /// The GUI analyses: no move comes from the book, play is at full strength and a draw is even
    AnalyseMode: "UCI_AnalyseMode", OptionKind::Check(false);
    /// Play from the book as long as it has moves
    OwnBook: "OwnBook", OptionKind::Check(false);
    /// The opening book, a file in the Polyglot format
    BookFile: "BookFile" or "Book File", OptionKind::Text("");
    /// Folders with Syzygy endgame tables (`.rtbw`, and `.rtbz` for the best moves at the
    /// root), separated by `;` (or `:`, except on Windows). Tables of up to five pieces are
    /// compared with their checksums, and a damaged one is refused; damage of a larger one is
    /// reported when it is read, and the search goes on without it
    SyzygyPath: "SyzygyPath", OptionKind::Text("");
    /// Minimum depth for probing the largest tables inside the search
    SyzygyProbeDepth: "SyzygyProbeDepth", spin(1, 1, 100);
    /// Positions with more pieces are not probed
    SyzygyProbeLimit: "SyzygyProbeLimit", spin(7, 0, 7);
    /// Count tablebase wins that the fifty-move rule prevents as draws
    Syzygy50MoveRule: "Syzygy50MoveRule", OptionKind::Check(true);
    /// The evaluation: a neural network, or hand-crafted terms, which `eval` lists
    Evaluation: "Evaluation", OptionKind::Choice(&EVALUATIONS);
    /// A network to use instead of the embedded one: a file of `nullfenster train`
    EvalFile: "EvalFile", OptionKind::Text("");
    /// Plays with the classical evaluation and a liking for something beside winning (what each does:
    /// `docs/styles.md`)
    Style: "Style", OptionKind::Choice(&STYLE_NAMES);
    /// A file with a style of your own, in place of `Style`
    StyleFile: "StyleFile", OptionKind::Text("");
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
