//! The algorithms as pseudo-code, to be shown beside a tree.

use super::Algorithm;

/// What a search does while a line of pseudo-code is carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// It returns the value of a leaf.
    Leaf,
    /// It searches a move with an open window.
    Open,
    /// It searches a move with a null window.
    Null,
    /// It searches a move again.
    Again,
    /// It leaves the other moves out.
    Cut,
    /// Something else.
    Other,
}

/// A line and its task.
pub type Line = (&'static str, Task);

use Task::{Again, Cut, Leaf, Null, Open, Other};

const MINIMAX: &[Line] = &[
    ("minimax(node):", Other),
    ("  if node is a leaf: return its value", Leaf),
    ("  best = -inf if Max is to move, else +inf", Other),
    ("  for each move:", Other),
    ("    value = minimax(child)", Open),
    ("    best = max(best, value) for Max, min for Min", Other),
    ("  return best", Other),
];

/// With the value of White: `alpha` is the bound of the side to move, `beta` that of the other.
const ALPHA_BETA: &[Line] = &[
    ("alphabeta(node, alpha, beta):", Other),
    ("  if node is a leaf: return its value", Leaf),
    ("  for each move:", Other),
    ("    value = alphabeta(child, beta, alpha)", Open),
    ("    if value is better than alpha: alpha = value", Other),
    ("    if alpha reaches beta: break", Cut),
    ("  return alpha", Other),
];

const NEGAMAX: &[Line] = &[
    ("negamax(node, alpha, beta):", Other),
    ("  if node is a leaf: return its value", Leaf),
    ("  for each move:", Other),
    ("    value = -negamax(child, -beta, -alpha)", Open),
    ("    alpha = max(alpha, value)", Other),
    ("    if alpha >= beta: return beta", Cut),
    ("  return alpha", Other),
];

const HEUNER: &[Line] = &[
    ("negascout(node, alpha, beta):", Other),
    ("  if node is a leaf: return its value", Leaf),
    ("  gamma = beta", Other),
    ("  for each move:", Other),
    ("    value = negascout(child, gamma, alpha)", Null),
    ("    if alpha < value < beta, depth > 1, not the first:", Other),
    ("      value = negascout(child, beta, value)", Again),
    ("    if value is better than alpha: alpha = value", Other),
    ("    if alpha reaches beta: return alpha", Cut),
    ("    gamma = one beyond alpha", Other),
    ("  return alpha", Other),
];

const REINEFELD: &[Line] = &[
    ("negascout(node, alpha, beta):", Other),
    ("  if node is a leaf: return its value", Leaf),
    ("  a = alpha, b = beta", Other),
    ("  for each move:", Other),
    ("    t = -negascout(child, -b, -a)", Null),
    ("    if a < t < beta, depth > 1, not the first:", Other),
    ("      t = -negascout(child, -beta, -t)", Again),
    ("    a = max(a, t)", Other),
    ("    if a >= beta: return a", Cut),
    ("    b = a + 1", Other),
    ("  return a", Other),
];

const NEGASCOUT: &[Line] = &[
    ("negascout(node, alpha, beta):", Other),
    ("  if node is a leaf: return its value", Leaf),
    ("  b = beta", Other),
    ("  for each move:", Other),
    ("    value = -negascout(child, -b, -alpha)", Null),
    ("    if alpha < value < beta, not the first:", Other),
    ("      value = -negascout(child, -beta, -value)", Again),
    ("    alpha = max(alpha, value)", Other),
    ("    if alpha >= beta: break", Cut),
    ("    b = alpha + 1", Other),
    ("  return alpha", Other),
];

const SCOUT_ALL: &[Line] = &[
    ("scout(node, alpha, beta):", Other),
    ("  if node is a leaf: return its value", Leaf),
    ("  best = -inf", Other),
    ("  for each move:", Other),
    ("    value = -scout(child, -alpha - 1, -alpha)", Null),
    ("    if alpha < value < beta:", Other),
    ("      value = -scout(child, -beta, -value)", Again),
    ("    best = max(best, value)", Other),
    ("    alpha = max(alpha, best)", Other),
    ("    if alpha >= beta: break", Cut),
    ("  return best", Other),
];

const PLAIN: &[Line] = &[
    ("scout(node, alpha, beta):", Other),
    ("  if node is a leaf: return its value", Leaf),
    ("  for each move:", Other),
    ("    value = -scout(child, -alpha - 1, -alpha)", Null),
    ("    if alpha < value < beta:", Other),
    ("      value = -scout(child, -beta, -alpha)", Again),
    ("    alpha = max(alpha, value)", Other),
    ("    if alpha >= beta: break", Cut),
    ("  return alpha", Other),
];

const FROM_CHILD: &[Line] = &[
    ("scout(node, alpha, beta):", Other),
    ("  if node is a leaf: return its value", Leaf),
    ("  upper = beta, low = beta - 1", Other),
    ("  repeat:", Other),
    ("    best = -inf", Other),
    ("    for each move:", Other),
    ("      best = max(best, -scout(child, -upper, -low))", Null),
    ("      low = max(low, best)", Other),
    ("      if low >= upper: return low", Cut),
    ("    if second pass, or best <= alpha: return best", Other),
    ("    upper = best, low = alpha   -- second pass", Again),
];

const PVS: &[Line] = &[
    ("pvs(node, alpha, beta):", Other),
    ("  if node is a leaf: return its value", Leaf),
    ("  best = -inf", Other),
    ("  for each move:", Other),
    ("    if first: value = -pvs(child, -beta, -alpha)", Open),
    ("    else:", Other),
    ("      value = -pvs(child, -alpha - 1, -alpha)", Null),
    ("      if alpha < value < beta:", Other),
    ("        value = -pvs(child, -beta, -alpha)", Again),
    ("    best = max(best, value)", Other),
    ("    alpha = max(alpha, best)", Other),
    ("    if alpha >= beta: break", Cut),
    ("  return best", Other),
];

impl Algorithm {
    /// The algorithm as pseudo-code, line by line. A search with an open window that no line is
    /// for is that of the line with the null window, whose window is open at first.
    pub const fn pseudo_code(self) -> &'static [Line] {
        match self {
            Self::Minimax => MINIMAX,
            Self::AlphaBeta => ALPHA_BETA,
            Self::Negamax => NEGAMAX,
            Self::Heuner => HEUNER,
            Self::Reinefeld => REINEFELD,
            Self::NegaScout => NEGASCOUT,
            Self::ScoutAll => SCOUT_ALL,
            Self::Plain => PLAIN,
            Self::FromChild => FROM_CHILD,
            Self::Pvs => PVS,
        }
    }

    /// True if the pseudo-code is in the form of negamax: values, alpha and beta are those of the side
    /// to move.
    pub const fn is_negamax(self) -> bool {
        !matches!(self, Self::Minimax | Self::AlphaBeta | Self::Heuner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the lab records of a search has a line to be shown at.
    #[test]
    fn every_task_of_an_algorithm_has_a_line() {
        for algorithm in Algorithm::ALL {
            let has = |task| algorithm.pseudo_code().iter().filter(|line| line.1 == task).count();
            assert_eq!(has(Leaf), 1, "{algorithm}");
            assert_eq!(has(Cut), usize::from(algorithm != Algorithm::Minimax), "{algorithm}");
            assert_eq!(has(Null), usize::from(algorithm.uses_null_windows()), "{algorithm}");
            assert_eq!(has(Again), has(Null), "{algorithm}");
            assert!(has(Open) + has(Null) >= 1, "{algorithm}");
            let has_minus = |text: &str| text.replace("-inf", "").contains(" -");
            let negates = algorithm.pseudo_code().iter().any(|line| has_minus(line.0));
            assert_eq!(negates, algorithm.is_negamax(), "{algorithm}");
        }
    }
}
