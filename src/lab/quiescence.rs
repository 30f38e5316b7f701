//! Quiescence without null windows: the oracle of the playing search's.

use crate::board::Position;
use crate::types::{MAX_PLY, Score};

/// The quiescence value of a position, by plain fail-soft alpha-beta: standing pat with the
/// static value `eval`, or all captures and promotions; in check all evasions. `ply` counts from the root, for mates; at [`MAX_PLY`] the static value
/// stands. No move is pruned.
pub fn quiescence(
    position: &Position,
    ply: usize,
    (mut alpha, beta): (Score, Score),
    eval: &mut dyn FnMut(&Position) -> Score,
) -> Score {
    if ply >= MAX_PLY {
        return eval(position);
    }
    let legal = position.legal_moves();
    let in_check = position.in_check();
    if legal.is_empty() {
        return if in_check { Score::mated_in(ply) } else { Score::DRAW };
    }
    let mut best = if in_check { -Score::INFINITE } else { eval(position) };
    for mv in legal {
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
        if in_check || position.is_noisy(mv) {
            best = best.max(-quiescence(&position.make(mv), ply + 1, (-beta, -alpha), eval));
        }
    }
    best
}
