//! The base and the two forms of alpha-beta.
//!
//! Sources: Heuner's page on alpha-beta (text 003) and the Reversi slides (text 002).
//! The two-colour functions see all values from White's side, and the window
//! `(alpha, beta)` belongs to the side to move: for Black alpha is the upper end.

use super::Lab;
use super::node::Node;
use crate::types::Score;

/// S1. Minimax: White takes the largest value, Black the smallest, and nothing is
/// left out. Values are White's.
pub(super) fn minimax(lab: &mut Lab<'_>, node: &Node) -> Score {
    let (worst, beta) = (node.own(-Score::INFINITE), node.own(Score::INFINITE));
    let mut best = worst;
    for mv in lab.moves(node) {
        let value = lab.child_white(node, mv, beta, worst);
        best = if node.color() > 0 { best.max(value) } else { best.min(value) };
        lab.cuts_white(node, mv, best, beta);
    }
    best
}

/// S2. Alpha-beta in two-colour form (text 003): a node that the opponent would avoid
/// needs no further moves.
pub(super) fn alpha_beta(lab: &mut Lab<'_>, node: &Node, mut alpha: Score, beta: Score) -> Score {
    for mv in lab.moves(node) {
        let value = lab.child_white(node, mv, beta, alpha);
        if node.own(value) > node.own(alpha) {
            alpha = value;
        }
        if lab.cuts_white(node, mv, alpha, beta) {
            break;
        }
    }
    alpha
}

/// S3. Negamax (texts 002, 003): the same with values of the side to move, negated
/// from ply to ply. Fail-hard: the result never leaves the window.
pub(super) fn negamax(lab: &mut Lab<'_>, node: &Node, mut alpha: Score, beta: Score) -> Score {
    for mv in lab.moves(node) {
        alpha = alpha.max(-lab.child(node, mv, -beta, -alpha));
        if lab.cuts(node, mv, alpha, beta) {
            return beta;
        }
    }
    alpha
}
