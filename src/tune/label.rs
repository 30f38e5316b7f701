//! Replaces the scores of games by those of a teacher: another engine, see
//! [`teacher`](super::teacher). The games, and with them the positions, stay our own.
//!
//! Only quiet positions are learned from, so only those are scored. Mate scores stay.

use super::TuneError;
use super::games::{self, GameRecord};
use super::production::{FileProgress, Hearer, Production};
use super::teacher::{Teacher, TeacherSource, TeacherSpec};
use crate::search::scaled_by_clock;
use crate::types::{Centipawns, Score};
use serde_json::json;

/// Settings of a labelling.
#[derive(Clone, Debug)]
pub struct LabelSpec {
    /// Files of games.
    pub files: Vec<String>,
    /// The file to write; an existing one is continued.
    pub out: String,
    /// Where the scores come from.
    pub teacher: TeacherSpec,
    /// Our centipawns for one of the teacher's.
    pub factor: f32,
    /// Games at a time, at least one.
    pub threads: usize,
}

/// Writes the games with the teacher's scores; nodes inside searches are left out. `progress` gets
/// the size of the existing file and then that after every game. It may be interrupted at any
/// time and run again, see [`production`](super::production).
///
/// # Errors
/// If a file can't be read or written, is damaged, is in use by another process or was written
/// with other settings, or if the teacher can't be read or started, or ends.
pub fn run(spec: &LabelSpec, progress: &Hearer<'_>) -> Result<FileProgress, TuneError> {
    let source = TeacherSource::open(&spec.teacher)?;
    let origin = json!({
        "files": spec.files,
        "teacher": source.described(),
        "factor": spec.factor.to_string(),
    });
    let production =
        Production { path: &spec.out, origin, threads: spec.threads, progress, inner: 0.0 };
    let games = |written| Ok(games::without_nodes(&spec.files)?.skip(written));
    let worker = || {
        let mut teacher = source.teacher()?;
        Ok(move |game: GameRecord| Ok(vec![labelled(game, &mut teacher, spec.factor)?]))
    };
    production.run(games, worker, |_| false)
}

/// The game with the teacher's scores. As those of a search, they fade with the half-move clock, which
/// the trainer undoes.
fn labelled(
    mut game: GameRecord,
    teacher: &mut Teacher<'_>,
    factor: f32,
) -> Result<GameRecord, TuneError> {
    teacher.start_game()?;
    let mut position = game.start;
    for (mv, score) in &mut game.moves {
        let is_learned =
            !position.in_check() && !position.is_noisy(*mv) && score.abs() <= Score::EVAL_MAX;
        if is_learned && let Some(value) = teacher.value(&position)? {
            let value = Score::cp((factor * value).round() as Centipawns).clamp_to_eval();
            *score = scaled_by_clock(value, &position).seen_by(position.side_to_move());
        }
        position = position.make(*mv);
    }
    Ok(game)
}
