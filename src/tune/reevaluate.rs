//! Brings the scores of older games up to date with a newer network, at a fraction of the cost
//! of new games.
//!
//! The score of a search is the static evaluation of a position some plies ahead, and the next
//! positions of the game stand for that one: what the newer network says of them beyond the older
//! one is added to the score, in expected points, with weights that fall from ply to ply. This
//! is learning from temporal differences (Sutton, 1988) whose later values come from
//! a network that has learned since.

use super::games::{self, GameRecord};
use super::math::{points, score_of};
use super::production::{self, FileProgress, Hearer, Production};
use super::{Player, TuneError};
use crate::eval::{Evaluation, Evaluator};
use crate::types::{MAX_PLY, Score};
use serde_json::json;

/// Settings.
#[derive(Clone, Debug)]
pub struct ReevaluateSpec {
    /// Files of games.
    pub files: Vec<String>,
    /// The file to write; an existing one is continued.
    pub out: String,
    /// The evaluation that the games were played with.
    pub old: Evaluation,
    /// The evaluation that their scores shall be those of.
    pub new: Evaluation,
    /// The factor per ply by which later differences count less, from 0 to 1.
    pub trace: f32,
    /// Centipawns at which a side expects 73% of the points.
    pub scale: f32,
    /// Threads, at least one.
    pub threads: usize,
}

/// Writes the games with their new scores; nodes inside searches are left out. `progress` gets the
/// size of the existing file and then that after every game. It may be interrupted at any
/// time and run again, see [`production`].
///
/// # Errors
/// If a file can't be read or written, is damaged, is in use by another process or was written
/// with other settings.
pub fn run(spec: &ReevaluateSpec, progress: &Hearer<'_>) -> Result<FileProgress, TuneError> {
    let origin = json!({
        "files": spec.files,
        "old": production::described(&spec.old),
        "trace": spec.trace.to_string(),
        "scale": spec.scale.to_string(),
    });
    let production = Production {
        path: &spec.out,
        origin: production::with_engine(origin, &Player::from(spec.new.clone()))?,
        threads: spec.threads,
        progress,
        inner: 0.0,
    };
    let games = |written| Ok(games::without_nodes(&spec.files)?.skip(written));
    let worker = || {
        let mut evaluators = [&spec.old, &spec.new].map(Evaluator::new);
        Ok(move |mut game: GameRecord| {
            correct(&mut game, &mut evaluators, spec.trace.into(), spec.scale.into());
            Ok(vec![game])
        })
    };
    production.run(games, worker, |_| false)
}

/// Corrects the scores of a game by what the second evaluator says of its positions beyond the
/// first. Mate scores stay.
fn correct(game: &mut GameRecord, evaluators: &mut [Evaluator; 2], trace: f64, scale: f64) {
    let differences = differences(game, evaluators, scale);
    let mut later = None;
    for ((_, score), own) in game.moves.iter_mut().zip(differences).rev() {
        let mean = later.map_or(own, |later| (1.0 - trace) * own + trace * later);
        later = Some(mean);
        if score.abs() <= Score::EVAL_MAX {
            *score = score_of(points(*score, scale) + mean, scale);
        }
    }
}

/// White's expected points of each position before a move by the second evaluator less those
/// by the first.
fn differences(game: &GameRecord, evaluators: &mut [Evaluator; 2], scale: f64) -> Vec<f64> {
    let mut position = game.start;
    let mut next = |(index, &(mv, _))| {
        let ply = index % MAX_PLY;
        let [old, new] = evaluators.each_mut().map(|evaluator| {
            if ply == 0 {
                evaluator.start(&position);
            }
            let value = evaluator.evaluate(ply, &position);
            points(value.seen_by(position.side_to_move()), scale)
        });
        let before = position;
        for evaluator in evaluators.iter_mut() {
            position = before.make_observed(mv, evaluator.step(ply + 1));
        }
        new - old
    };
    game.moves.iter().enumerate().map(&mut next).collect()
}
