//! Win, draw and loss from a score: a logistic curve whose draws grow rarer with
//! the material on the board. By hand until it is fitted to games.

use crate::board::Position;
use crate::types::{Score, Value};

/// Score at which half of the games are won, with all and with no material.
const HALF_WON: [f64; 2] = [150.0, 230.0];
/// Width of the curve, likewise.
const WIDTH: [f64; 2] = [60.0, 80.0];
/// Men on the board at the start.
const ALL_MEN: f64 = 32.0;

/// Chances of the side to move to win, draw and lose, in permille; the sum is
/// 1000.
pub fn win_draw_loss(score: Value, position: &Position) -> [u32; 3] {
    if Score::is_mate(score) {
        return if score > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let colors = position.planes().colors;
    let full = f64::from((colors[0] | colors[1]).count_ones()) / ALL_MEN;
    let between = |[all, none]: [f64; 2]| none + (all - none) * full;
    let (half_won, width) = (between(HALF_WON), between(WIDTH));
    let chance = |score: f64| (1000.0 / (1.0 + ((half_won - score) / width).exp())).round() as u32;
    let (win, loss) = (chance(f64::from(score)), chance(f64::from(-score)));
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_symmetric_and_sum_up() {
        let position = Position::startpos();
        for score in [-31_990, -20_000, -500, -100, 0, 35, 150, 900, 20_000, 31_990] {
            let [win, draw, loss] = win_draw_loss(score, &position);
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(win_draw_loss(-score, &position), [loss, draw, win]);
        }
    }
}
