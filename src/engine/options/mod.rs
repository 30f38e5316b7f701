//! The options: their table, reading their values from text, and the current values.

mod read;
mod table;

pub use read::OptionError;
pub(super) use read::read;
#[cfg(feature = "tuning")]
pub(super) use read::set_tunable;
pub use table::{
    MAX_HASH_MB, MAX_MULTI_PV, MAX_THREADS, OPTIONS, OptionId, OptionKind, OptionSpec, Setting,
};

use crate::search::{FULL_SKILL, Handicap, Limits};
use crate::types::Centipawns;

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
    /// Sets an option by its name from its text, as `setoption` has them, without an effect on anything else.
    /// Returns the option.
    ///
    /// # Errors
    /// If the name or the value is wrong; the old value stays.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<OptionId, OptionError> {
        let (id, setting) = read(name, value)?;
        self.store(id, setting);
        Ok(id)
    }

    /// Adds to the limits of a `go` what the options say; `seed` is that of the errors at limited
    /// strength.
    pub fn complete(&self, mut limits: Limits, seed: u64) -> Limits {
        limits.multi_pv = self.multi_pv();
        limits.move_overhead = self.move_overhead();
        limits.slow_mover = self.slow_mover();
        // What was searched while the opponent thought would count, too.
        limits.nodes_per_ms = self.nodes_per_ms().filter(|_| !limits.ponder);
        let plays = limits.mate.is_none() && !limits.infinite;
        limits.contempt = if plays { self.contempt() } else { 0 };
        if let Some(rating) = self.rating().filter(|_| plays) {
            let handicap = Handicap::of_rating(rating, seed);
            limits.nodes = Some(limits.nodes.map_or(handicap.nodes, |own| own.min(handicap.nodes)));
            limits.handicap = Some(handicap);
        }
        limits
    }

    pub(super) fn store(&mut self, id: OptionId, setting: Setting) {
        self.settings[id as usize] = setting;
    }

    fn check(&self, id: OptionId) -> bool {
        self.settings[id as usize] == Setting::Check(true)
    }

    /// The value of a number, which is inside its range.
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

    /// Milliseconds reserved for communication overhead.
    pub fn move_overhead(&self) -> u64 {
        self.spin(OptionId::MoveOverhead)
    }

    /// Percent of the usual time of a move.
    pub fn slow_mover(&self) -> u64 {
        self.spin(OptionId::SlowMover)
    }

    /// Nodes that count as a millisecond; `None` if time is time.
    pub fn nodes_per_ms(&self) -> Option<u64> {
        Some(self.spin(OptionId::NodesTime)).filter(|&nodes| nodes > 0)
    }

    /// Centipawns by which a draw is worse than an even position; 0 in the GUI's analysis.
    pub fn contempt(&self) -> Centipawns {
        match self.settings[OptionId::Contempt as usize] {
            Setting::Spin(contempt) if !self.check(OptionId::AnalyseMode) => contempt as Centipawns,
            _ => 0,
        }
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
        let skill = self.spin(OptionId::SkillLevel) as u32;
        if self.check(OptionId::AnalyseMode) {
            None
        } else if self.check(OptionId::LimitStrength) {
            Some(self.spin(OptionId::Elo) as u32)
        } else {
            (skill < FULL_SKILL).then(|| Handicap::rating_of_skill(skill))
        }
    }

    /// True if moves are to be played from the book.
    pub fn own_book(&self) -> bool {
        self.check(OptionId::OwnBook) && !self.check(OptionId::AnalyseMode)
    }

    /// Minimum depth in plies for probing the largest endgame tables.
    pub fn syzygy_probe_depth(&self) -> i32 {
        self.spin(OptionId::SyzygyProbeDepth) as i32
    }

    /// The largest number of pieces to probe endgame tables with.
    pub fn syzygy_probe_limit(&self) -> u32 {
        self.spin(OptionId::SyzygyProbeLimit) as u32
    }

    /// True if endgame tables are to respect the fifty-move rule.
    pub fn syzygy_fifty_moves(&self) -> bool {
        self.check(OptionId::Syzygy50MoveRule)
    }

    /// True for the network, false for the hand-crafted evaluation.
    pub fn network(&self) -> bool {
        self.settings[OptionId::Evaluation as usize] == Setting::Choice(0)
    }

    /// The number of the style inside the program, 0 for none.
    pub fn style(&self) -> usize {
        if let Setting::Choice(number) = self.settings[OptionId::Style as usize] {
            number
        } else {
            0
        }
    }

    /// The file to which input and output lines are appended; empty for none.
    pub fn debug_log(&self) -> &str {
        if let Setting::Text(path) = &self.settings[OptionId::DebugLog as usize] {
            path
        } else {
            ""
        }
    }
}
