//! Many questions in one match: for each pair of games, chance gives every factor, a number of
//! the search with another value, to one of the players. The results of all pairs count for
//! each factor, so a match that can tell one change from none can tell twenty (factorial
//! experiments: R. Fisher, 1926).

use super::statistics::{CONFIDENCE, elo_of};
use fastrand::Rng;

/// The variance of a pair's score is taken as at least this, since it can't be zero.
const LEAST_VARIANCE: f64 = 1e-3;

/// A number of the search, by its index among the tunable ones, with the value to be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    /// The index.
    pub index: usize,
    /// The value to be tried.
    pub value: i32,
}

/// For each of `factors` factors whether the first player has it in pair `number`.
pub(super) fn has_first(seed: u64, number: u64, factors: usize) -> impl Iterator<Item = bool> {
    // Neighbouring seeds give numbers that are alike, so the seed is one of another generator.
    let mut first = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
    let mut random = Rng::with_seed(first.u64(..));
    (0..factors).map(move |_| random.bool())
}

/// What each of `factors` factors is worth, in Elo with half of the 95% interval, after these
/// pairs: their numbers and the first player's half points.
pub fn effects(seed: u64, factors: usize, pairs: &[(u64, usize)]) -> Vec<(f64, f64)> {
    let mut sums = vec![0.0; factors];
    let mut squares = 0.0;
    for &(number, half_points) in pairs {
        let surplus = half_points as f64 / 4.0 - 0.5;
        squares += surplus * surplus;
        for (sum, first) in sums.iter_mut().zip(has_first(seed, number, factors)) {
            *sum += if first { surplus } else { -surplus };
        }
    }
    let total = pairs.len().max(1) as f64;
    let effect = |sum: f64| {
        let mean = sum / total;
        let variance = (squares / total - mean * mean).max(LEAST_VARIANCE);
        let spread = CONFIDENCE * (variance / total).sqrt();
        let [low, elo, high] = [mean - spread, mean, mean + spread].map(|mean| elo_of(0.5 + mean));
        // Adding zero makes a negative zero positive.
        (elo + 0.0, (high - low) / 2.0)
    };
    sums.into_iter().map(effect).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What one factor does must not be taken for the work of another.
    #[test]
    fn factors_are_shared_out_independently() {
        const PAIRS: u64 = 1_500;
        const FACTORS: usize = 20;
        for seed in 0..8 {
            let signs: Vec<Vec<f64>> = (0..PAIRS)
                .map(|number| {
                    let sign = |first| if first { 1.0 } else { -1.0 };
                    has_first(seed, number, FACTORS).map(sign).collect()
                })
                .collect();
            for a in 0..FACTORS {
                for b in 0..a {
                    let mean = signs.iter().map(|row| row[a] * row[b]).sum::<f64>() / PAIRS as f64;
                    // Four and a half standard errors.
                    assert!(mean.abs() < 4.5 / (PAIRS as f64).sqrt(), "{seed}: {a}, {b}: {mean}");
                }
            }
        }
    }

    /// Players whose half points are those of a fair game, shifted by the factors they have.
    #[test]
    fn the_worth_of_each_factor_is_found() {
        let shares = [0.05, 0.0, -0.04, 0.01];
        let mut chance = Rng::with_seed(5);
        let pairs: Vec<(u64, usize)> = (0..20_000)
            .map(|number| {
                let first = has_first(9, number, shares.len());
                let shift: f64 = shares
                    .iter()
                    .zip(first)
                    .map(|(share, first)| if first { *share } else { -share })
                    .sum();
                let points = (0..4).filter(|_| chance.f64() < 0.5 + shift).count();
                (number, points)
            })
            .collect();
        for (share, (elo, error)) in shares.iter().zip(effects(9, shares.len(), &pairs)) {
            let expected = elo_of(0.5 + share);
            assert!((2.0..3.0).contains(&error), "{error}");
            assert!((elo - expected).abs() < 2.0 * error, "{elo} for {expected}");
        }
    }
}
