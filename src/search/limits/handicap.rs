//! Playing at a given strength: fewer nodes, and a static evaluation that errs. Each
//! position is misjudged by a normally distributed error that stays the same through a
//! game, so that the search stays consistent and the weaker player has opinions instead
//! of accidents (idea: the evaluation blur of Rodent). The scores it reports are those
//! that it believes in.
//!
//! How the ratings were measured: the limits below played against Stockfish 15.1 at its
//! skill levels, which searches a ply more than its level. Its authors rated the levels
//! in 2023 against versions of Stash that stand in the CCRL Blitz list (commit a08b8d4 of
//! Stockfish): 0 is 1320, 1 is 1468, 2 is 1608, 3 is 1742, 4 is 1923, 5 is 2204, 6 is
//! 2363, 7 is 2500, 8 is 2596, 10 is 2788. Eight-move openings, each with both colours;
//! Elo with an error of two standard deviations. A rating is where the results cross zero.
//!
//! | nodes, error | result | rating |
//! |---|---|---|
//! | 150, 300 cp | -478 ±115 against level 0, -402 ±78 against the next row, 200 games each | 770 |
//! | 200, 200 cp | -222 ±56 against level 0, 200 games | 1100 |
//! | 400, 100 cp | +160 ±45 against 1, +21 ±47 against 2, -40 ±48 against 3, 200 games each | 1650 |
//! | 1000, 50 cp | +342 ±67 against 3, +123 ±51 against 4, -210 ±56 against 5, 200 games each | 2030 |
//! | 4000, 20 cp | +182 ±51 against 5, -111 ±50 against 6, -246 ±60 against 7, 200 games each | 2300 |
//! | 16000, 8 cp | +17 ±68 against 7, -123 ±67 against 8, 100 games each | 2510 |
//! | 64000, none | -87 ±90 against 10, 45 games | 2700 |

use crate::types::{Centipawns, Score};
use std::ops::RangeInclusive;

/// Ratings with the nodes and the standard deviation in centipawns that give them,
/// weakest first.
const CURVE: [(u32, u64, Centipawns); 7] = [
    (770, 150, 300),
    (1100, 200, 200),
    (1650, 400, 100),
    (2030, 1_000, 50),
    (2300, 4_000, 20),
    (2510, 16_000, 8),
    (2700, 64_000, 0),
];

/// A limit of the strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// Nodes for a move; the first iteration may take more.
    pub nodes: u64,
    /// Standard deviation of the evaluation's error in centipawns.
    pub blur: Centipawns,
    /// Chooses the errors; a new one makes another player of the same strength.
    pub seed: u64,
}

impl Handicap {
    /// The ratings that can be asked for.
    pub const RATINGS: RangeInclusive<u32> = CURVE[0].0..=CURVE[CURVE.len() - 1].0;

    /// The limit for a rating, taken into the range: between two measured points nodes
    /// grow geometrically and the error shrinks evenly.
    pub fn of_rating(rating: u32, seed: u64) -> Self {
        let rating = rating.clamp(*Self::RATINGS.start(), *Self::RATINGS.end());
        let upper = CURVE.iter().position(|point| point.0 >= rating).unwrap_or(0).max(1);
        let (below, above) = (CURVE[upper - 1], CURVE[upper]);
        let share = f64::from(rating - below.0) / f64::from(above.0 - below.0);
        let between = |low: f64, high: f64| low + (high - low) * share;
        Self {
            nodes: between((below.1 as f64).ln(), (above.1 as f64).ln()).exp().round() as u64,
            blur: between(below.2.into(), above.2.into()).round() as Centipawns,
            seed,
        }
    }

    /// The evaluation of the position with this key, with its error.
    pub fn misjudge(&self, eval: Score, key: u64) -> Score {
        /// Four even numbers of 16 bits: their sum's mean and standard deviation.
        const MEAN: i64 = 2 * 0xffff;
        const DEVIATION: i64 = 37_837;
        // The finalizer of splitmix64 (S. Vigna) spreads the key over all bits.
        let mut bits = key ^ self.seed;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        let sum: i64 = (0..4).map(|part| ((bits >> (16 * part)) & 0xffff) as i64).sum();
        let error = (sum - MEAN) * i64::from(self.blur) / DEVIATION;
        (eval + error as Centipawns).clamp_to_eval()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_rating_sees_more_and_errs_less() {
        let limits: Vec<Handicap> =
            Handicap::RATINGS.map(|rating| Handicap::of_rating(rating, 0)).collect();
        assert!(limits.is_sorted_by(|a, b| a.nodes <= b.nodes && a.blur >= b.blur));
        for (rating, nodes, blur) in CURVE {
            assert_eq!(Handicap::of_rating(rating, 5), Handicap { nodes, blur, seed: 5 });
        }
    }

    #[test]
    fn errors_are_normally_distributed_and_depend_on_the_seed() {
        const COUNT: usize = 20_000;
        let player = Handicap { nodes: 1, blur: 100, seed: 1 };
        let mut keys = fastrand::Rng::with_seed(3);
        let keys: Vec<u64> = std::iter::repeat_with(|| keys.u64(..)).take(COUNT).collect();
        let error = |key: &u64| f64::from(player.misjudge(Score::DRAW, *key) - Score::DRAW);
        let errors: Vec<f64> = keys.iter().map(error).collect();
        let mean = errors.iter().sum::<f64>() / COUNT as f64;
        let deviation =
            (errors.iter().map(|error| error * error).sum::<f64>() / COUNT as f64).sqrt();
        let within = errors.iter().filter(|error| error.abs() < 100.0).count();
        assert!(mean.abs() < 3.0, "{mean}");
        assert!((97.0..103.0).contains(&deviation), "{deviation}");
        // 68.3% of a normal distribution.
        assert!((0.65..0.70).contains(&(within as f64 / COUNT as f64)), "{within}");
        let other = Handicap { seed: 2, ..player };
        let differ =
            |&key: &u64| player.misjudge(Score::DRAW, key) != other.misjudge(Score::DRAW, key);
        assert!(keys.iter().any(differ));
    }
}
