//! Statistics of a match from the results of its pairs of games.
//!
//! A pair is one opening played with both colours. Its games are not independent of each other,
//! but pairs are, so all errors come from the five possible results of a pair (the
//! pentanomial), as in `scripts/match`. The likelihood ratio is the normal approximation of the
//! generalised SPRT with logistic Elo (M. Van den Bergh, "A practical introduction to the
//! GSPRT").

use std::fmt;

/// Half width of a 95% interval in standard deviations.
pub(super) const CONFIDENCE: f64 = 1.959_964;
/// A count of zero is taken as this, so that the variance is never 0.
const FEW: f64 = 1e-3;
/// With fewer pairs the normal approximation means nothing, and no test is decided.
const FEWEST_PAIRS: u64 = 30;
/// Probability of a wrong decision of a sequential test, either way.
const ERROR: f64 = 0.05;

/// Results of pairs, as the first player sees them: by its half points, 0 to 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// A sequential test of two differences in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The hypothesis that is accepted at the lower bound.
    pub elo0: f64,
    /// The one that is accepted at the upper bound.
    pub elo1: f64,
}

/// The expected share of points at a difference in Elo.
fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in Elo at an expected share of points; infinite at 0 and 1.
pub(super) fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

impl Pentanomial {
    /// That of pairs with these numbers and half points.
    pub fn of(pairs: &[(u64, usize)]) -> Self {
        let mut results = Self::default();
        for &(_, half_points) in pairs {
            results.0[half_points] += 1;
        }
        results
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean and variance of the score of a pair, of 1.
    fn moments(&self) -> (f64, f64) {
        let counts = self.0.map(|count| (count as f64).max(FEW));
        let total: f64 = counts.iter().sum();
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        let sum = |f: &dyn Fn(f64) -> f64| -> f64 {
            counts.iter().zip(scores).map(|(count, score)| count * f(score)).sum()
        };
        let mean = sum(&|score| score) / total;
        (mean, sum(&|score| (score - mean).powi(2)) / total)
    }

    /// The difference in Elo, and half of its 95% interval.
    pub fn elo(&self) -> (f64, f64) {
        let (mean, variance) = self.moments();
        let spread = CONFIDENCE * (variance / self.pairs() as f64).sqrt();
        (elo_of(mean), (elo_of(mean + spread) - elo_of(mean - spread)) / 2.0)
    }
}

impl Sprt {
    /// The logarithm of the likelihood ratio of `elo1` against `elo0`.
    pub fn llr(self, results: &Pentanomial) -> f64 {
        let (mean, variance) = results.moments();
        let (score0, score1) = (score_of(self.elo0), score_of(self.elo1));
        let total = results.pairs() as f64;
        total * (score1 - score0) * (2.0 * mean - score0 - score1) / (2.0 * variance)
    }

    /// True once the test is decided.
    pub fn is_decided(self, results: &Pentanomial) -> bool {
        let bound = ((1.0 - ERROR) / ERROR).ln();
        results.pairs() >= FEWEST_PAIRS && self.llr(results).abs() >= bound
    }
}

impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (elo, error) = self.elo();
        // Adding zero makes a negative zero positive.
        let elo = (elo * 10.0).round() / 10.0 + 0.0;
        let games = 2 * self.pairs();
        write!(f, "{games} games, Elo {elo:+.1} +-{error:.1}, pentanomial {:?}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_close(a: f64, b: f64) -> bool {
        (a - b).abs() < 0.005 * b.abs().max(1.0)
    }

    /// The figures of `scripts/matchlib/stats.py` for the same pairs.
    #[test]
    fn agrees_with_the_script() {
        let results = Pentanomial([20, 110, 260, 130, 30]);
        let (elo, error) = results.elo();
        assert!(is_close(elo, 12.639) && is_close(error, 12.966), "{elo} {error}");
        let llr = Sprt { elo0: 0.0, elo1: 5.0 }.llr(&results);
        assert!(is_close(llr, 1.16197), "{llr}");
    }

    #[test]
    fn a_rout_is_significant_and_an_even_match_is_not() {
        let test = Sprt { elo0: 0.0, elo1: 10.0 };
        assert!(!test.is_decided(&Pentanomial([0, 0, 29, 0, 0])));
        assert!(!test.is_decided(&Pentanomial([5, 20, 50, 20, 5])));
        assert!(test.is_decided(&Pentanomial([0, 5, 50, 60, 30])));
        assert!(test.is_decided(&Pentanomial([30, 60, 50, 5, 0])));
    }
}
