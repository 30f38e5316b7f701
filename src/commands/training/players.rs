//! Players from the command line: an evaluation and numbers of the search as NAME=VALUE.

use crate::eval::Evaluation;
#[cfg(feature = "tuning")]
use crate::search::{TUNABLES, Tuning};
#[cfg(feature = "tuning")]
use crate::tune::contest::Factor;
use crate::tune::{Player, TuneError};

/// A player with this evaluation and these numbers of the search, given by `option`.
pub fn player(
    option: &str,
    assignments: &[String],
    evaluation: Evaluation,
) -> Result<Player, TuneError> {
    #[cfg(feature = "tuning")]
    let player = Player { evaluation, tuning: tuning(option, assignments)? };
    #[cfg(not(feature = "tuning"))]
    let player = match assignments.first() {
        None => Player { evaluation },
        Some(_) => {
            let error = format!("{option}: this build lacks the feature 'tuning'");
            return Err(TuneError::Argument(error));
        }
    };
    Ok(player)
}

#[cfg(feature = "tuning")]
fn tuning(option: &str, assignments: &[String]) -> Result<Tuning, TuneError> {
    let mut tuning = Tuning::default();
    for Factor { index, value } in numbers(option, assignments)? {
        tuning.set(index, value);
    }
    Ok(tuning)
}

/// Numbers of the search with values for them.
#[cfg(feature = "tuning")]
pub fn numbers(option: &str, assignments: &[String]) -> Result<Vec<Factor>, TuneError> {
    let read = |assignment: &String| {
        let wrong = |error: &str| TuneError::Argument(format!("{option} {assignment}: {error}"));
        let (name, value) = assignment.split_once('=').ok_or_else(|| wrong("no '='"))?;
        let known = TUNABLES.iter().position(|tunable| tunable.name == name);
        let index = known.ok_or_else(|| wrong("no number of the search has this name"))?;
        let value: i32 = value.parse().map_err(|_| wrong("the value is not a whole number"))?;
        let range = TUNABLES[index].min..=TUNABLES[index].max;
        if range.contains(&value) {
            Ok(Factor { index, value })
        } else {
            Err(wrong(&format!("the value is not from {range:?}")))
        }
    };
    let found: Vec<Factor> = assignments.iter().map(read).collect::<Result<_, _>>()?;
    let twice = found
        .iter()
        .enumerate()
        .find(|(at, factor)| found[..*at].iter().any(|earlier| earlier.index == factor.index));
    match twice {
        Some((at, _)) => {
            let error = format!("{option} {}: this number is there twice", assignments[at]);
            Err(TuneError::Argument(error))
        }
        None => Ok(found),
    }
}
