//! Fits the model of win, draw and loss to positions with scores and results.

use super::TuneError;
use super::games::Games;
use crate::eval::WdlModel;

/// Scores beyond this many centipawns are as good as won.
const SCORE_LIMIT: f64 = 1200.0;
/// The first and the last step of the fit, in centipawns.
const STEPS: [f64; 2] = [32.0, 0.5];
/// The smallest width: what is not a curve any more.
const LEAST_WIDTH: f64 = 5.0;
/// Centipawns of one line of the comparison.
const BUCKET: f64 = 100.0;

/// A position with the score and what became of it, in White's view.
struct Outcome {
    score: f64,
    men: u32,
    /// 1, 0.5 or 0.
    result: f64,
}

/// What the model says beside what happened, for scores of one size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bucket {
    /// Scores up to so many centipawns.
    pub up_to: i32,
    /// Positions.
    pub count: usize,
    /// Mean chances of the better side to win, draw and lose.
    pub expected: [f64; 3],
    /// Shares of the better side's wins, draws and losses.
    pub happened: [f64; 3],
}

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct WdlFit {
    /// The best model.
    pub model: WdlModel,
    /// Mean negative logarithm of the chance of what happened: with the model in use, and
    /// with the best one.
    pub loss: [f64; 2],
    /// How they compare, from level scores upwards in steps of a pawn.
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

/// The best model and its loss: each number in turn goes a step up or down while that is
/// better, and the steps become shorter.
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

fn numbers(model: &WdlModel) -> [f64; 4] {
    [model.half_won[0], model.half_won[1], model.width[0], model.width[1]]
}

fn model(numbers: &[f64; 4]) -> WdlModel {
    WdlModel { half_won: [numbers[0], numbers[1]], width: [numbers[2], numbers[3]] }
}

fn read(path: &str, outcomes: &mut Vec<Outcome>) -> Result<(), TuneError> {
    for game in Games::open(path)? {
        let game = game?;
        for (position, score) in game.quiet() {
            let men = position.piece_count() as u32;
            let score = f64::from(score);
            if score.abs() <= SCORE_LIMIT {
                outcomes.push(Outcome { score, men, result: f64::from(game.result.points()) });
            }
        }
    }
    Ok(())
}

/// Chances of White to win, draw and lose.
fn chances(outcome: &Outcome, model: &WdlModel) -> [f64; 3] {
    let win = model.win(outcome.score, outcome.men);
    let loss = model.win(-outcome.score, outcome.men);
    [win, 1.0 - win - loss, loss]
}

/// Index of a result in [`chances`].
fn happened(result: f64) -> usize {
    (2.0 - 2.0 * result).round() as usize
}

fn loss(outcomes: &[Outcome], model: &WdlModel) -> f64 {
    let of = |outcome: &Outcome| -chances(outcome, model)[happened(outcome.result)].max(1e-9).ln();
    outcomes.iter().map(of).sum::<f64>() / outcomes.len() as f64
}

fn compare(outcomes: &[Outcome], model: &WdlModel) -> Vec<Bucket> {
    let mut buckets = vec![Bucket::default(); (SCORE_LIMIT / BUCKET) as usize + 1];
    for outcome in outcomes {
        let bucket = &mut buckets[(outcome.score.abs() / BUCKET) as usize];
        let mut expected = chances(outcome, model);
        let mut happened = happened(outcome.result);
        if outcome.score < 0.0 {
            expected.reverse();
            happened = 2 - happened;
        }
        bucket.count += 1;
        bucket.happened[happened] += 1.0;
        for (sum, chance) in bucket.expected.iter_mut().zip(expected) {
            *sum += chance;
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
        let truth = WdlModel { half_won: [200.0, 120.0], width: [90.0, 50.0] };
        let mut rng = fastrand::Rng::with_seed(5);
        let outcomes: Vec<Outcome> = (0..40_000)
            .map(|_| {
                let mut outcome = Outcome {
                    score: f64::from(rng.i32(-600..600)),
                    men: rng.u32(3..=32),
                    result: 0.5,
                };
                let [win, draw, _] = chances(&outcome, &truth);
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
