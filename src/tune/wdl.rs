//! Fits the model of the win probability to positions with scores and results.

use super::TuneError;
use super::games::{Games, Kind};
use crate::eval::WdlModel;

/// Larger scores in centipawns are left out: they are as good as won.
const SCORE_LIMIT: f64 = 1200.0;
/// The first and the last step of the fit, in centipawns.
const STEPS: [f64; 2] = [32.0, 0.5];
/// The smallest width of the logistic curve.
const LEAST_WIDTH: f64 = 5.0;
/// Centipawns per line of the comparison.
const BUCKET: f64 = 100.0;

/// Score and result of a position from White's view.
struct Outcome {
    score: f64,
    pieces: u32,
    /// 1, 0.5 or 0.
    result: f64,
}

/// Predicted and actual results for a range of scores.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bucket {
    /// Upper bound of the scores in centipawns.
    pub up_to: i32,
    /// Positions.
    pub count: usize,
    /// Mean predicted probabilities of the better side's win, draw and loss.
    pub expected: [f64; 3],
    /// Actual fractions of the better side's wins, draws and losses.
    pub happened: [f64; 3],
}

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct WdlFit {
    /// The best model.
    pub model: WdlModel,
    /// Cross-entropy of the model in use and of the best one.
    pub loss: [f64; 2],
    /// Predicted and actual results, from zero upwards in steps of a pawn.
    pub buckets: Vec<Bucket>,
}

/// Fits the model to files of games that datagen wrote, by coordinate descent.
///
/// # Errors
/// If a file can't be read or is damaged, or if there are no positions.
pub fn fit(files: &[String]) -> Result<WdlFit, TuneError> {
    let mut outcomes = Vec::new();
    for path in files {
        read(path, &mut outcomes)?;
    }
    if outcomes.is_empty() {
        return Err(TuneError::NoPositions);
    }
    let before = loss(&outcomes, &WdlModel::FITTED);
    let (model, least) = descend(&outcomes);
    Ok(WdlFit { model, loss: [before, least], buckets: compare(&outcomes, &model) })
}

/// The best model and its loss, by coordinate descent with decreasing steps.
fn descend(outcomes: &[Outcome]) -> (WdlModel, f64) {
    let mut numbers = numbers(&WdlModel::FITTED);
    let mut least = loss(outcomes, &model(&numbers));
    let mut step = STEPS[0];
    while step >= STEPS[1] {
        let mut better = false;
        for index in 0..numbers.len() {
            for change in [step, -step] {
                let mut tried = numbers;
                tried[index] += change;
                let tried_model = model(&tried);
                let [middle, width] = [tried_model.half_won, tried_model.width];
                if width.iter().any(|&width| width < LEAST_WIDTH)
                    || middle.iter().any(|&score| score < 0.0)
                {
                    continue;
                }
                let loss = loss(outcomes, &tried_model);
                if loss < least {
                    (numbers, least, better) = (tried, loss, true);
                }
            }
        }
        if !better {
            step /= 2.0;
        }
    }
    (model(&numbers), least)
}

fn numbers(model: &WdlModel) -> [f64; 8] {
    let ([a, b, c, d], [e, f, g, h]) = (model.half_won, model.width);
    [a, b, c, d, e, f, g, h]
}

fn model(&[a, b, c, d, e, f, g, h]: &[f64; 8]) -> WdlModel {
    WdlModel { half_won: [a, b, c, d], width: [e, f, g, h] }
}

fn read(path: &str, outcomes: &mut Vec<Outcome>) -> Result<(), TuneError> {
    for game in Games::open(path)? {
        let game = game?;
        // Of a node inside a search no result is known.
        if game.kind == Kind::Inner {
            continue;
        }
        for (position, score) in game.quiet() {
            let pieces = position.piece_count() as u32;
            let score = f64::from(score.centipawns());
            if score.abs() <= SCORE_LIMIT {
                outcomes.push(Outcome { score, pieces, result: f64::from(game.result.points()) });
            }
        }
    }
    Ok(())
}

/// Probabilities of White's win, draw and loss.
fn probabilities(outcome: &Outcome, model: &WdlModel) -> [f64; 3] {
    let win = model.win(outcome.score, outcome.pieces);
    let loss = model.win(-outcome.score, outcome.pieces);
    [win, 1.0 - win - loss, loss]
}

/// Index of a result in [`probabilities`].
fn happened(result: f64) -> usize {
    (2.0 - 2.0 * result).round() as usize
}

fn loss(outcomes: &[Outcome], model: &WdlModel) -> f64 {
    let of =
        |outcome: &Outcome| -probabilities(outcome, model)[happened(outcome.result)].max(1e-9).ln();
    outcomes.iter().map(of).sum::<f64>() / outcomes.len() as f64
}

fn compare(outcomes: &[Outcome], model: &WdlModel) -> Vec<Bucket> {
    let mut buckets = vec![Bucket::default(); (SCORE_LIMIT / BUCKET) as usize + 1];
    for outcome in outcomes {
        let bucket = &mut buckets[(outcome.score.abs() / BUCKET) as usize];
        let mut expected = probabilities(outcome, model);
        let mut happened = happened(outcome.result);
        if outcome.score < 0.0 {
            expected.reverse();
            happened = 2 - happened;
        }
        bucket.count += 1;
        bucket.happened[happened] += 1.0;
        for (sum, probability) in bucket.expected.iter_mut().zip(expected) {
            *sum += probability;
        }
    }
    for (index, bucket) in buckets.iter_mut().enumerate() {
        bucket.up_to = ((index + 1) as f64 * BUCKET) as i32;
        let count = bucket.count.max(1) as f64;
        for sum in bucket.expected.iter_mut().chain(&mut bucket.happened) {
            *sum /= count;
        }
    }
    buckets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_model_is_found_again() {
        let truth =
            WdlModel { half_won: [120.0, 140.0, 180.0, 200.0], width: [50.0, 60.0, 70.0, 90.0] };
        let mut rng = fastrand::Rng::with_seed(5);
        let outcomes: Vec<Outcome> = (0..40_000)
            .map(|_| {
                let mut outcome = Outcome {
                    score: f64::from(rng.i32(-600..600)),
                    pieces: rng.u32(3..=32),
                    result: 0.5,
                };
                let [win, draw, _] = probabilities(&outcome, &truth);
                let chance = rng.f64();
                outcome.result = f64::from(u8::from(chance < win)) * 0.5
                    + f64::from(u8::from(chance < win + draw)) * 0.5;
                outcome
            })
            .collect();
        let (found, least) = descend(&outcomes);
        assert!(least <= loss(&outcomes, &truth));
        for (found, truth) in numbers(&found).iter().zip(numbers(&truth)) {
            assert!((found - truth).abs() < 12.0, "{found} {truth}");
        }
    }
}
