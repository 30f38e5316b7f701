//! The six NegaScouts of the texts, and principal variation search. All search the
//! first move to find a value, and the others on a null window to prove that they
//! are no better; they differ in what they do when the proof fails.
//!
//! Sources: Heuner's page (text 000), the Russian page after Kornilov's book
//! (text 001), the Reversi slides (text 002), the page on PVS (text 004).

use super::Lab;
use super::node::Node;
use crate::types::Score;

/// S4. NegaScout in two-colour form (text 000): `gamma` closes the window after the
/// first move. Searched again, from the value found, only with more than one ply
/// left: the value of a leaf is exact.
pub(super) fn heuner(lab: &mut Lab<'_>, node: &Node, mut alpha: Score, beta: Score) -> Score {
    let mut gamma = beta;
    for (index, mv) in lab.moves(node).into_iter().enumerate() {
        let mut value = lab.child_white(node, mv, gamma, alpha);
        if node.own(value) > node.own(alpha)
            && node.own(value) < node.own(beta)
            && node.depth > 1
            && index > 0
        {
            value = lab.again_white(node, mv, beta, value);
        }
        if node.own(value) > node.own(alpha) {
            alpha = value;
        }
        if lab.cuts_white(node, mv, alpha, beta) {
            return alpha;
        }
        gamma = alpha + node.color();
    }
    alpha
}

/// S5. NegaScout after Reinefeld (second listing of text 001). The text waits for
/// `a == b`, which a fail-soft value can jump past: here it is `>=`.
pub(super) fn reinefeld(lab: &mut Lab<'_>, node: &Node, alpha: Score, beta: Score) -> Score {
    let (mut a, mut b) = (alpha, beta);
    for (index, mv) in lab.moves(node).into_iter().enumerate() {
        let mut t = -lab.child(node, mv, -b, -a);
        if t > a && t < beta && index > 0 && node.depth > 1 {
            t = -lab.again(node, mv, -beta, -t);
        }
        a = a.max(t);
        if lab.cuts(node, mv, a, beta) {
            return a;
        }
        b = a + 1;
    }
    a
}

/// S6. NegaScout (first listing of text 001, and text 002): the first move on the
/// whole window, the rest on a null window, again on `(value, beta)`.
pub(super) fn negascout(lab: &mut Lab<'_>, node: &Node, mut alpha: Score, beta: Score) -> Score {
    let mut null = beta;
    for (index, mv) in lab.moves(node).into_iter().enumerate() {
        let mut value = -lab.child(node, mv, -null, -alpha);
        if value > alpha && value < beta && index > 0 {
            value = -lab.again(node, mv, -beta, -value);
        }
        alpha = alpha.max(value);
        if lab.cuts(node, mv, alpha, beta) {
            break;
        }
        null = alpha + 1;
    }
    alpha
}

/// S7. Scout-all (third listing of text 001): even the first move starts on a null
/// window. Fail-soft: the result may lie below alpha.
pub(super) fn scout_all(lab: &mut Lab<'_>, node: &Node, mut alpha: Score, beta: Score) -> Score {
    let mut score = -Score::INFINITE;
    for mv in lab.moves(node) {
        let mut value = -lab.child(node, mv, -(alpha + 1), -alpha);
        if value > alpha && value < beta {
            value = -lab.again(node, mv, -beta, -value);
        }
        score = score.max(value);
        alpha = alpha.max(score);
        if lab.cuts(node, mv, alpha, beta) {
            break;
        }
    }
    score
}

/// S8. Scout-all without its two subtleties (fourth listing of text 001): again on
/// the whole `(alpha, beta)`, and fail-hard.
pub(super) fn plain(lab: &mut Lab<'_>, node: &Node, mut alpha: Score, beta: Score) -> Score {
    for mv in lab.moves(node) {
        let mut value = -lab.child(node, mv, -(alpha + 1), -alpha);
        if value > alpha && value < beta {
            value = -lab.again(node, mv, -beta, -alpha);
        }
        alpha = alpha.max(value);
        if lab.cuts(node, mv, alpha, beta) {
            break;
        }
    }
    alpha
}

/// S9. The same seen from the child (last listing of text 001): a first pass only
/// asks whether the value reaches beta. If it does not and lies above alpha, it
/// bounds the value from above, and a second pass over the moves finds it.
pub(super) fn from_child(lab: &mut Lab<'_>, node: &Node, alpha: Score, beta: Score) -> Score {
    let moves = lab.moves(node);
    let mut upper = beta;
    let mut new_alpha = beta - 1;
    loop {
        let mut score = -Score::INFINITE;
        for &mv in &moves {
            score = score.max(-lab.child(node, mv, -upper, -new_alpha));
            new_alpha = new_alpha.max(score);
            if lab.cuts(node, mv, new_alpha, upper) {
                return new_alpha;
            }
        }
        if upper < beta || score <= alpha {
            return score;
        }
        (upper, new_alpha) = (score, alpha);
        lab.second_pass(node);
    }
}

/// S10. Principal variation search (text 004), fail-soft: from the second move on a
/// null window above the best value, and again on the whole window.
pub(super) fn pvs(lab: &mut Lab<'_>, node: &Node, mut alpha: Score, beta: Score) -> Score {
    let mut best = -Score::INFINITE;
    for (index, mv) in lab.moves(node).into_iter().enumerate() {
        let value = if index == 0 {
            -lab.child(node, mv, -beta, -alpha)
        } else {
            let value = -lab.child(node, mv, -alpha - 1, -alpha);
            let inside = value > alpha && value < beta;
            if inside { -lab.again(node, mv, -beta, -alpha) } else { value }
        };
        best = best.max(value);
        alpha = alpha.max(best);
        if lab.cuts(node, mv, alpha, beta) {
            break;
        }
    }
    best
}
