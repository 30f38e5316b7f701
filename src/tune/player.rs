//! A player: an evaluation, and in tuning builds numbers of the search.

use crate::eval::Evaluation;
use crate::search::{SearchError, Searcher};
#[cfg(feature = "tuning")]
use crate::search::{TUNABLES, Tuning};
use serde_json::{Value, json};

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
    pub(super) fn numbers(&self) -> Value {
        let mut numbers = json!({});
        #[cfg(feature = "tuning")]
        for (index, tunable) in TUNABLES.iter().enumerate() {
            let value = self.tuning.get(index);
            if value != tunable.default {
                numbers[tunable.name] = json!(value);
            }
        }
        numbers
    }
}
