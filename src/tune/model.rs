//! The hand-crafted evaluation as the tuner sees it: value and gradient of a position, from
//! its coefficients and the weights as floating-point numbers.

use super::data::{Data, Sample};
use crate::eval::classical::coefficients::{DANGER_ENDGAME, DANGER_LIMIT, DANGER_MIDDLEGAME};

/// A weight or its gradient: middlegame and endgame; a single number is the first.
pub(super) type Weight = [f32; 2];

/// The index of the weight of the side to move.
const TEMPO: usize = 0;

/// A value with the intermediate results that its gradient needs.
pub(super) struct Value {
    /// The value in centipawns, White's view.
    pub total: f32,
    /// Derivatives by the middlegame and the endgame value.
    share: Weight,
    /// The danger of White's and Black's king.
    danger: [f32; 2],
}

/// The value of a position.
pub(super) fn value(data: &Data, sample: &Sample, weights: &[Weight]) -> Value {
    let mut sum = [0.0f32; 2];
    for &(place, count) in data.linear(sample) {
        let weight = weights[usize::from(place)];
        sum[0] += weight[0] * f32::from(count);
        sum[1] += weight[1] * f32::from(count);
    }
    let danger = data.danger(sample).map(|entries| {
        let quarters: f32 = entries
            .iter()
            .map(|&(place, count)| weights[usize::from(place)][0] * f32::from(count))
            .sum();
        (quarters / 4.0).clamp(0.0, DANGER_LIMIT)
    });
    sum[0] += (danger[1] * danger[1] - danger[0] * danger[0]) / DANGER_MIDDLEGAME;
    sum[1] += (danger[1] - danger[0]) / DANGER_ENDGAME;
    let scale = sample.scale[usize::from(sum[1] <= 0.0)];
    let share = [sample.phase, scale * (1.0 - sample.phase)];
    let total = sum[0] * share[0] + sum[1] * share[1] + sample.turn * weights[TEMPO][0];
    Value { total, share, danger }
}

/// Adds `by_value`, the derivative of the loss by the value, times the gradient of the
/// value by the weights.
pub(super) fn add_gradient(
    data: &Data,
    sample: &Sample,
    value: &Value,
    by_value: f32,
    gradient: &mut [Weight],
) {
    let share = value.share.map(|share| share * by_value);
    for &(place, count) in data.linear(sample) {
        let gradient = &mut gradient[usize::from(place)];
        gradient[0] += share[0] * f32::from(count);
        gradient[1] += share[1] * f32::from(count);
    }
    for ((entries, danger), sign) in data.danger(sample).iter().zip(value.danger).zip([-1.0, 1.0]) {
        if danger > 0.0 && danger < DANGER_LIMIT {
            let by_danger = share[0] * 2.0 * danger / DANGER_MIDDLEGAME + share[1] / DANGER_ENDGAME;
            for &(place, count) in *entries {
                gradient[usize::from(place)][0] += sign * by_danger * f32::from(count) / 4.0;
            }
        }
    }
    gradient[TEMPO][0] += sample.turn * by_value;
}

#[cfg(test)]
mod tests {
    use super::super::weights_file;
    use super::*;
    use crate::board::Position;
    use crate::eval::classical::Classical;
    use crate::eval::{Evaluation, Evaluator};
    use fastrand::Rng;

    fn weights() -> Vec<Weight> {
        let entries = weights_file::entries().unwrap();
        entries.iter().map(|entry| entry.values.map(|value| value as f32)).collect()
    }

    /// Positions of random games, with no score or result.
    fn data(positions: &mut Vec<Position>) -> Data {
        let mut random = Rng::with_seed(0x7e57);
        let mut data = Data::default();
        let mut classical = Classical::new(0);
        for _ in 0..20 {
            let mut position = Position::startpos();
            for _ in 0..120 {
                let moves = position.legal_moves();
                let Some(&mv) = random.choice(moves.iter()) else { break };
                position = position.make(mv);
                data.push(&mut classical, &position, 0.0, 0.5);
                positions.push(position);
            }
        }
        data
    }

    /// Up to the rounding of the evaluation's divisions.
    #[test]
    fn the_model_is_the_evaluation() {
        let mut positions = Vec::new();
        let data = data(&mut positions);
        let weights = weights();
        let mut evaluator = Evaluator::new(&Evaluation::Classical);
        assert!(positions.len() > 1_000);
        for (position, sample) in positions.iter().zip(&data.samples) {
            let expected = evaluator.value(position).seen_by(position.side_to_move());
            let expected = expected.centipawns();
            let found = value(&data, sample, &weights).total;
            assert!((found - expected as f32).abs() < 4.0, "{position}: {found} {expected}");
        }
    }

    #[test]
    fn a_small_step_changes_the_value_by_the_gradient() {
        let data = data(&mut Vec::new());
        let weights = weights();
        let mut random = Rng::with_seed(1);
        let mut steps = 0;
        for sample in data.samples.iter().step_by(7) {
            let mut gradient = vec![[0.0; 2]; weights.len()];
            let before = value(&data, sample, &weights);
            add_gradient(&data, sample, &before, 1.0, &mut gradient);
            let mut moved = weights.clone();
            let mut expected = 0.0;
            for (weight, gradient) in moved.iter_mut().zip(&gradient) {
                for (weight, gradient) in weight.iter_mut().zip(gradient) {
                    let step = random.u8(..100) as f32 / 1000.0 - 0.05;
                    *weight += step;
                    expected += step * gradient;
                }
            }
            let after = value(&data, sample, &moved);
            // Not across the kinks of the endgame scale and the limits of danger.
            if (after.share, 0.0) == (before.share, 0.0) {
                let found = after.total - before.total;
                assert!((found - expected).abs() < 0.05, "{found} {expected}");
                steps += 1;
            }
        }
        assert!(steps > 200, "{steps}");
    }
}
