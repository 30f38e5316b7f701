"""Statistics of a match from the results of its pairs of games.

A pair is one opening played with both colours. Its games are not independent
of each other, but pairs are, so all errors come from the five possible results
of a pair (the pentanomial), not from wins, draws and losses.

The likelihood ratio is the normal approximation of the generalized SPRT with
logistic Elo: M. Van den Bergh, "A practical introduction to the GSPRT".
"""

import math
from dataclasses import dataclass, field

# Half width of a 95% interval in standard deviations.
CONFIDENCE = 1.959964
# Counts of no pair are taken as this many, so that the variance is never 0.
FEW = 1e-3
# With fewer pairs the normal approximation means nothing, and no test is decided.
FEWEST_PAIRS = 30
# The possible scores of a pair, as a fraction of its two points.
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)


def elo_of_score(score):
    """The difference in Elo at which this fraction of points is expected."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1)


def score_of_elo(elo):
    """The fraction of points expected at this difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def mean_and_variance(pairs):
    """Mean and variance of the score of one pair."""
    counts = [max(count, FEW) for count in pairs]
    total = sum(counts)
    mean = sum(n * s for n, s in zip(counts, SCORES)) / total
    variance = sum(n * (s - mean) ** 2 for n, s in zip(counts, SCORES)) / total
    return mean, variance


def elo_and_error(pairs):
    """Elo and half of its 95% interval; the error is infinite if that reaches 0% or 100%."""
    total = sum(pairs)
    if total == 0:
        return 0.0, math.inf
    score = sum(n * s for n, s in zip(pairs, SCORES)) / total
    mean, variance = mean_and_variance(pairs)
    spread = CONFIDENCE * math.sqrt(variance / total)
    # Adding zero makes a negative zero positive.
    elo = elo_of_score(score) + 0.0
    return elo, (elo_of_score(mean + spread) - elo_of_score(mean - spread)) / 2


def llr(pairs, elo0, elo1):
    """Logarithm of the likelihood ratio of `elo1` against `elo0`."""
    total = sum(pairs)
    if total == 0:
        return 0.0
    mean, variance = mean_and_variance(pairs)
    score0, score1 = score_of_elo(elo0), score_of_elo(elo1)
    return total * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance)


def sprt_bounds(alpha, beta):
    """Where the test ends: the hypothesis of `elo0` at or below the first, `elo1` at or
    above the second."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


@dataclass
class Sprt:
    """A sequential test."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def llr(self, pairs):
        """The likelihood ratio of these pairs."""
        return llr(pairs, self.elo0, self.elo1)

    def verdict(self, pairs):
        """'H0', 'H1', or None while the test is undecided."""
        if sum(pairs) < FEWEST_PAIRS:
            return None
        low, high = sprt_bounds(self.alpha, self.beta)
        value = self.llr(pairs)
        return "H1" if value >= high else "H0" if value <= low else None


@dataclass
class Tally:
    """Results of a match as its first engine sees them. A game counts when its pair is
    complete, so that both engines had each opening with both colours."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: list = field(default_factory=lambda: [0] * 5)
    # Forfeits: (engine, reason).
    failures: list = field(default_factory=list)
    open_pairs: dict = field(default_factory=dict)

    def add(self, number, points):
        """Adds game `number` (from 1; 1 and 2 are a pair) with 0, 0.5 or 1 points."""
        pair = (number - 1) // 2
        if pair not in self.open_pairs:
            self.open_pairs[pair] = points
            return
        both = (self.open_pairs.pop(pair), points)
        self.pairs[round(2 * sum(both))] += 1
        for result in both:
            self.wins += result == 1
            self.draws += result == 0.5
            self.losses += result == 0

    @property
    def games(self):
        """Games that count."""
        return self.wins + self.draws + self.losses

    @property
    def score(self):
        """Fraction of points, half if there are no games."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    def summary(self, sprt=None):
        """All figures in one line."""
        elo, error = elo_and_error(self.pairs)
        parts = [
            f"{self.games} games: +{self.wins} ={self.draws} -{self.losses}",
            f"{100 * self.score:.1f}%",
            f"Elo {elo:+.1f} +-{error:.1f}",
        ]
        if sprt:
            parts.append(f"LLR {sprt.llr(self.pairs):.2f} [{sprt.elo0:g}, {sprt.elo1:g}]")
        parts.append("pentanomial " + ",".join(map(str, self.pairs)))
        return ", ".join(parts)

    def warning(self):
        """Who forfeited games; empty if nobody did."""
        counts = {}
        for failure in self.failures:
            counts[failure] = counts.get(failure, 0) + 1
        return ", ".join(f"{name} {reason} x{n}" for (name, reason), n in sorted(counts.items()))
