//! Playing at a given strength: fewer nodes, and a static evaluation that errs. Each
//! position is misjudged by a normally distributed error that stays the same through a
//! game, so that the search stays consistent and the weaker player has opinions instead
//! of accidents (idea: the evaluation blur of Rodent). The scores it reports are those
//! that it believes in.
//!
//! Below 1100 players also overlook moves, their own and their opponent's, the sooner the
//! farther a piece goes and if it goes back; they rarely overlook that a piece can be taken
//! back, and never an answer to a check. So they leave pieces to be taken and miss what was
//! left to them, but what they do has a reason.
//!
//! `docs/notebook/ratings.md` says how the ratings were measured.

use crate::types::{Centipawns, Color, Move, Score};
use std::ops::RangeInclusive;

/// A measured rating and what gives it.
struct Point {
    rating: u32,
    nodes: u64,
    eval_noise: Centipawns,
    miss_rate: u32,
}

const fn point(rating: u32, nodes: u64, eval_noise: Centipawns, miss_rate: u32) -> Point {
    Point { rating, nodes, eval_noise, miss_rate }
}

/// The weakest first.
const CURVE: [Point; 10] = [
    point(160, 45, 250, 700),
    point(310, 60, 200, 600),
    point(570, 100, 200, 350),
    point(840, 150, 200, 150),
    point(1100, 200, 200, 0),
    point(1650, 400, 100, 0),
    point(2030, 1_000, 50, 0),
    point(2300, 4_000, 20, 0),
    point(2510, 16_000, 8, 0),
    point(2700, 64_000, 0, 0),
];

/// The skill level that means full strength; those below it are ratings at equal distances.
pub const FULL_SKILL: u32 = 20;

/// A limit of the strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// Nodes for a move; the first iteration may take more.
    pub nodes: u64,
    /// Standard deviation of the evaluation's error in centipawns.
    pub eval_noise: Centipawns,
    /// Chance to overlook a move of three squares, in permille.
    pub miss_rate: u32,
    /// Chooses the errors; a new one makes another player of the same strength.
    pub seed: u64,
}

impl Handicap {
    /// The ratings that can be asked for.
    pub const RATINGS: RangeInclusive<u32> = CURVE[0].rating..=CURVE[CURVE.len() - 1].rating;

    /// The limit for a rating, taken into the range: between two measured points nodes
    /// grow geometrically and the errors shrink evenly.
    pub fn of_rating(rating: u32, seed: u64) -> Self {
        let rating = rating.clamp(*Self::RATINGS.start(), *Self::RATINGS.end());
        let upper = CURVE.iter().position(|point| point.rating >= rating).unwrap_or(0).max(1);
        let (below, above) = (&CURVE[upper - 1], &CURVE[upper]);
        let share = f64::from(rating - below.rating) / f64::from(above.rating - below.rating);
        let between = |low: f64, high: f64| low + (high - low) * share;
        let nodes = between((below.nodes as f64).ln(), (above.nodes as f64).ln()).exp();
        Self {
            nodes: nodes.round() as u64,
            eval_noise: between(below.eval_noise.into(), above.eval_noise.into()).round()
                as Centipawns,
            miss_rate: between(below.miss_rate.into(), above.miss_rate.into()).round() as u32,
            seed,
        }
    }

    /// The rating of a skill level below [`FULL_SKILL`].
    pub fn rating_of_skill(level: u32) -> u32 {
        let (lowest, highest) = (*Self::RATINGS.start(), *Self::RATINGS.end());
        lowest + (highest - lowest) * level.min(FULL_SKILL - 1) / (FULL_SKILL - 1)
    }

    /// The evaluation of the position with this key, with its error.
    pub fn add_noise(&self, eval: Score, key: u64) -> Score {
        /// Four even numbers of 16 bits: their sum's mean and standard deviation.
        const MEAN: i64 = 2 * 0xffff;
        const DEVIATION: i64 = 37_837;
        let bits = spread(key ^ self.seed);
        let sum: i64 = (0..4).map(|part| ((bits >> (16 * part)) & 0xffff) as i64).sum();
        let error = (sum - MEAN) * i64::from(self.eval_noise) / DEVIATION;
        (eval + error as Centipawns).clamp_to_eval()
    }
    /// True if `mover` does not see this move in the position with this key, after the
    /// opponent's `last` move.
    pub fn overlooks(&self, key: u64, mover: Color, mv: Move, last: Move) -> bool {
        if self.miss_rate == 0 {
            return false;
        }
        let (from, to) = (mv.from(), mv.to());
        let ranks = i32::from(to.rank()) - i32::from(from.rank());
        let files = i32::from(to.file()) - i32::from(from.file());
        let forward = if mover == Color::White { ranks } else { -ranks };
        let distance = ranks.abs().max(files.abs()) as u32 + u32::from(forward < 0);
        let taken_back = !last.is_none() && to == last.to();
        let chance = self.miss_rate * (1 + distance) / if taken_back { 16 } else { 4 };
        let move_bits = (from.dense() << 6 | to.dense()) as u64;
        spread(spread(key ^ self.seed) ^ move_bits) % 1000 < chance.min(MAX_MISS_RATE).into()
    }
}

/// The largest chance to overlook a move, in permille.
const MAX_MISS_RATE: u32 = 900;

/// The finalizer of splitmix64 (S. Vigna): a number whose bits all depend on all of `bits`.
fn spread(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveFlags, Square};

    #[test]
    fn a_higher_rating_sees_more_and_errs_less() {
        let limits: Vec<Handicap> =
            Handicap::RATINGS.map(|rating| Handicap::of_rating(rating, 0)).collect();
        assert!(limits.is_sorted_by(|a, b| {
            a.nodes <= b.nodes && a.eval_noise >= b.eval_noise && a.miss_rate >= b.miss_rate
        }));
        for Point { rating, nodes, eval_noise, miss_rate } in CURVE {
            let handicap = Handicap { nodes, eval_noise, miss_rate, seed: 5 };
            assert_eq!(Handicap::of_rating(rating, 5), handicap);
        }
    }

    #[test]
    fn errors_are_normally_distributed_and_depend_on_the_seed() {
        const COUNT: usize = 20_000;
        let player = Handicap { nodes: 1, eval_noise: 100, miss_rate: 0, seed: 1 };
        let mut keys = fastrand::Rng::with_seed(3);
        let keys: Vec<u64> = std::iter::repeat_with(|| keys.u64(..)).take(COUNT).collect();
        let error = |key: &u64| f64::from(player.add_noise(Score::DRAW, *key) - Score::DRAW);
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
            |&key: &u64| player.add_noise(Score::DRAW, key) != other.add_noise(Score::DRAW, key);
        assert!(keys.iter().any(differ));
    }
    #[test]
    fn far_moves_are_overlooked_and_captures_back_are_seen() {
        let square = |text| Square::from_algebraic(text).expect("a square");
        let mv = |from, to| Move::new(square(from), square(to), MoveFlags::empty());
        // How often White overlooks a move, of 4,000 games, in permille.
        let overlooked = |miss_rate: u32, mv: Move, last: Move| {
            let player = |seed| Handicap { nodes: 1, eval_noise: 0, miss_rate, seed };
            let games = 0..4000;
            let blind = |&seed: &u64| player(seed).overlooks(7, Color::White, mv, last);
            games.filter(blind).count() / 4
        };
        let near = |found: usize, wanted: usize| found.abs_diff(wanted) < 30;
        assert!(near(overlooked(300, mv("a1", "a4"), Move::NONE), 300));
        assert!(near(overlooked(300, mv("a1", "a2"), Move::NONE), 150));
        assert!(near(overlooked(300, mv("a2", "a1"), Move::NONE), 225));
        assert!(near(overlooked(300, mv("a1", "h8"), Move::NONE), 600));
        assert!(near(overlooked(300, mv("a1", "h8"), mv("h1", "h8")), 150));
        assert!(near(overlooked(5000, mv("a1", "h8"), Move::NONE), 900));
        assert_eq!(overlooked(0, mv("a1", "h8"), Move::NONE), 0);
    }
}
