//! `nullfenster train`: progress and the curve of the losses.

use super::games::REPORT_EVERY;
use crate::pages::plot;
use crate::terminal;
use crate::tune::TuneError;
use crate::tune::train::{self, EpochLoss, TrainProgress, TrainSpec};
use std::fs;
use std::io;
use std::time::Instant;

pub fn run(spec: &TrainSpec, curve: Option<String>) -> Result<(), TuneError> {
    if let Some(path) = &curve {
        train::check_writable(path)?;
    }
    let mut reported = Instant::now();
    let losses = train::run(spec, &mut |progress| {
        terminal::print_error(&match progress {
            TrainProgress::Data { games, held_out } => {
                format!("{games} games, {held_out} positions held out")
            }
            TrainProgress::Block { .. } if reported.elapsed() < REPORT_EVERY => return,
            TrainProgress::Block { done, speed } => {
                reported = Instant::now();
                format!("{:.1}% done, {speed:.0} positions per second", 100.0 * done)
            }
            TrainProgress::Epoch { epoch, loss, positions, speed } => {
                let EpochLoss { training, held_out, yardstick } = loss;
                let measured = yardstick
                    .map_or(String::new(), |error| format!(", yardstick {:.2}", 1000.0 * error));
                format!(
                    "epoch {epoch}: loss {training:.6}, held out {held_out:.6}{measured}; \
                     {positions} positions, {speed:.0} per second"
                )
            }
            TrainProgress::Quantised { mean, largest } => {
                format!("quantisation changes values by {mean:.2} centipawns, at most {largest:.1}")
            }
        });
    })?;
    let Some(path) = curve else { return Ok(()) };
    let line = |name: &str, loss: fn(&EpochLoss) -> Option<f64>| {
        let values: Vec<f64> = losses.iter().filter_map(loss).collect();
        (!values.is_empty()).then(|| (name.to_owned(), values))
    };
    let lines: Vec<_> = [
        line("training", |loss| Some(loss.training)),
        line("held out", |loss| Some(loss.held_out)),
        line("yardstick", |loss| loss.yardstick),
    ]
    .into_iter()
    .flatten()
    .collect();
    let title = format!("{}: mean squared error of the expected points", spec.out);
    let failed =
        |error: String| TuneError::File { path: path.clone(), error: io::Error::other(error) };
    let svg = plot::loss_over_epochs(&title, &lines).map_err(failed)?;
    fs::write(&path, svg).map_err(|error| TuneError::File { path, error })
}
