//! The options: their table, reading their values from text, and the current values.

mod read;
mod table;

pub use read::OptionError;
pub(super) use read::read;
#[cfg(feature = "tuning")]
pub(super) use read::set_tunable;
pub use table::{
    Chosen, MAX_HASH_MB, MAX_MULTI_PV, MAX_THREADS, OPTIONS, OptionId, OptionKind, OptionSpec,
    Setting,
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

    /// Nodes that count as a millisecond; `None` if time is time.
    pub fn nodes_per_ms(&self) -> Option<u64> {
        Some(self.nodes_time()).filter(|&nodes| nodes > 0)
    }

    /// Centipawns by which a draw is worse than an even position; 0 in the GUI's analysis.
    pub fn contempt(&self) -> Centipawns {
        if self.analyses() { 0 } else { self.contempt_option() }
    }

    /// The rating to play at; `None` for full strength, as in the GUI's analysis.
    pub fn rating(&self) -> Option<u32> {
        let skill = self.skill_level();
        if self.analyses() {
            None
        } else if self.limits_strength() {
            Some(self.elo())
        } else {
            (skill < FULL_SKILL).then(|| Handicap::rating_of_skill(skill))
        }
    }

    /// True if moves are to be played from the book.
    pub fn own_book(&self) -> bool {
        self.has_book() && !self.analyses()
    }

    /// True for the network, false for the hand-crafted evaluation.
    pub fn network(&self) -> bool {
        self.evaluation() == Chosen(0)
    }
}
