//! A player: an evaluation, and in tuning builds numbers of the search.

use crate::eval::Evaluation;
use crate::search::{SearchError, Searcher};
#[cfg(feature = "tuning")]
use crate::search::{TUNABLES, Tuning};
use serde_json::{Map, Value};

/// One player of a match, or that of the games to learn from.
#[derive(Clone, Debug)]
pub struct Player {
    /// Its evaluation.
    pub evaluation: Evaluation,
    /// Its numbers of the search.
    #[cfg(feature = "tuning")]
    pub tuning: Tuning,
}

impl From<Evaluation> for Player {
    /// The player with the numbers of the ordinary build.
    fn from(evaluation: Evaluation) -> Self {
        Self {
            evaluation,
            #[cfg(feature = "tuning")]
            tuning: Tuning::default(),
        }
    }
}

impl Player {
    /// A single-threaded searcher that searches as this player does, with a table of `hash_mb` MiB.
    pub(super) fn searcher(&self, hash_mb: usize) -> Result<Searcher, SearchError> {
        let mut searcher = Searcher::new(hash_mb, 1)?;
        searcher.set_evaluation(self.evaluation.clone());
        #[cfg(feature = "tuning")]
        searcher.set_tuning(self.tuning.clone());
        Ok(searcher)
    }

    /// Its numbers of the search that are not those of the ordinary build.
    #[cfg(feature = "tuning")]
    pub(super) fn numbers(&self) -> Map<String, Value> {
        let numbers = TUNABLES.iter().enumerate().map(|(i, t)| (t, self.tuning.get(i)));
        let changed = numbers.filter(|(tunable, value)| *value != tunable.default);
        changed.map(|(tunable, value)| (tunable.name.to_owned(), value.into())).collect()
    }

    /// None: this is the ordinary build.
    #[cfg(not(feature = "tuning"))]
    #[allow(clippy::unused_self, reason = "in a tuning build it is used")]
    pub(super) fn numbers(&self) -> Map<String, Value> {
        Map::new()
    }
}
