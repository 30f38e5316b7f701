//! What each move of a game was worth: what the side that moved could expect before it, with the best
//! move, and after it. Expected points are those of people, by the curve that Lichess has fitted to their
//! games; the engine's own probabilities are those of engines, for which half a pawn decides many games.

use super::opening::{Opening, opening_of};
use crate::board::pgn::PgnGame;
use crate::board::{Game, Position};
use crate::eval::normalised;
use crate::search::{Control, Info, Limits, Report, Searcher};
use crate::types::{Centipawns, Color, Move, Score};
use std::time::Instant;

/// The expected points from which on a loss is looked at once more.
const SUSPICIOUS: f64 = 0.03;
/// How many times the limit that takes.
const AGAIN: u64 = 8;

/// Centipawns that a great move gives up at least in exchanges on its square.
const SACRIFICE: Centipawns = 100;

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// It lost at least 0.05 points.
    Inaccuracy,
    /// At least 0.1.
    Mistake,
    /// At least 0.15.
    Blunder,
}

impl Mark {
    /// All marks, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The expected points that a move with this mark loses at least.
    pub const fn loss(self) -> f64 {
        match self {
            Self::Inaccuracy => 0.05,
            Self::Mistake => 0.1,
            Self::Blunder => 0.15,
        }
    }

    /// Its name in a comment.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "Inaccuracy",
            Self::Mistake => "Mistake",
            Self::Blunder => "Blunder",
        }
    }

    fn of(loss: f64) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|mark| loss >= mark.loss())
    }

    /// Its sign behind the move.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Its number among the glyphs of PGN.
    pub const fn glyph(self) -> u16 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }
}

/// A move of a game, and what it was worth.
#[derive(Clone, Debug)]
pub struct JudgedMove {
    /// The position before it.
    pub before: Position,
    /// The position after it.
    pub after: Position,
    /// The move.
    pub mv: Move,
    /// The best line in its place, from the position before it.
    pub line: Vec<Move>,
    /// The score before it, for the side that moves.
    pub score_before: Score,
    /// The score after it, for the side to move then.
    pub reply: Score,
    /// What that side expected with the best move, and after the move, in points.
    pub expected: [f64; 2],
    /// How bad it was.
    pub mark: Option<Mark>,
    /// All other moves would have lost at least as much as a blunder.
    pub is_only: bool,
    /// It is the only move, and gives up material.
    pub is_great: bool,
    /// Both scores come from tablebases.
    pub by_tables: bool,
}

impl JudgedMove {
    /// The expected points that it lost.
    pub fn loss(&self) -> f64 {
        if self.line.first() == Some(&self.mv) {
            return 0.0;
        }
        (self.expected[0] - self.expected[1]).max(0.0)
    }

    /// The side that moved.
    pub fn side(&self) -> Color {
        self.before.side_to_move()
    }

    /// What White expects after it.
    pub fn white_expects(&self) -> f64 {
        if self.side() == Color::White { self.expected[1] } else { 1.0 - self.expected[1] }
    }

    /// What happened that numbers don't say: a mate that was missed or allowed, a result by
    /// tablebases that was given away.
    pub fn note(&self) -> Option<String> {
        self.mark?;
        let moves = |score: Score| score.mate_moves();
        match (moves(self.score_before), moves(self.reply)) {
            (Some(mate), reply) if mate > 0 && reply.is_none_or(|reply| reply > 0) => {
                Some(format!("misses mate in {mate}"))
            }
            (before, Some(mate)) if mate > 0 && before.is_none_or(|before| before > 0) => {
                Some(format!("allows mate in {mate}"))
            }
            _ if self.by_tables => {
                let result = |points: f64| match points {
                    0.75.. => "a win",
                    0.25.. => "a draw",
                    _ => "a loss",
                };
                let [before, after] = self.expected.map(result);
                Some(format!("{before} by the tablebases becomes {after}"))
            }
            _ => None,
        }
    }
}

/// A game with all its moves judged.
#[derive(Clone, Debug)]
pub struct Review {
    /// The game.
    pub game: PgnGame,
    /// What White expected at the start.
    pub start: f64,
    /// Its moves.
    pub moves: Vec<JudgedMove>,
    /// The opening, if it is known.
    pub opening: Option<&'static Opening>,
}

/// The numbers of one side in one game or several.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    /// Moves.
    pub moves: usize,
    /// Expected points lost, over all moves.
    pub lost: f64,
    /// Accuracies, summed over all moves.
    accuracy: f64,
    /// Moves by mark.
    pub marks: [usize; 3],
}

impl Tally {
    fn add(&mut self, mv: &JudgedMove) {
        self.moves += 1;
        self.lost += mv.loss();
        self.accuracy += accuracy(mv.loss());
        if let Some(mark) = mv.mark {
            self.marks[mark as usize] += 1;
        }
    }

    /// Adds those of another game.
    pub fn join(&mut self, other: &Self) {
        self.moves += other.moves;
        self.lost += other.lost;
        self.accuracy += other.accuracy;
        for (own, other) in self.marks.iter_mut().zip(other.marks) {
            *own += other;
        }
    }

    /// The mean accuracy of its moves in percent; `None` without moves.
    pub fn accuracy(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.accuracy / self.moves as f64)
    }

    /// The mean loss in percent of a point; `None` without moves.
    pub fn average_loss(&self) -> Option<f64> {
        (self.moves > 0).then(|| 100.0 * self.lost / self.moves as f64)
    }
}

/// The accuracy of a move in percent: 100 without a loss, 82 with that of an inaccuracy, 67 of a
/// mistake, 55 of a blunder.
fn accuracy(loss: f64) -> f64 {
    100.0 * (-4.0 * loss).exp()
}

impl Review {
    /// The numbers of a side.
    pub fn tally(&self, side: Color) -> Tally {
        let mut tally = Tally::default();
        self.moves.iter().filter(|mv| mv.side() == side).for_each(|mv| tally.add(mv));
        tally
    }

    /// The name of a player, `?` if it has none.
    pub fn player(&self, side: Color) -> &str {
        let tag = if side == Color::White { "White" } else { "Black" };
        self.game.tag(tag).filter(|name| !name.is_empty()).unwrap_or("?")
    }
}

/// What a search says of a position.
struct Verdict {
    score: Score,
    line: Vec<Move>,
    by_tables: bool,
}

/// Remembers the last line.
#[derive(Default)]
struct Last {
    line: Vec<Move>,
    by_tables: bool,
}

impl Report for Last {
    fn info(&mut self, info: &Info) {
        self.line.clone_from(&info.pv);
        self.by_tables = info.by_tables;
    }
}

fn search(searcher: &mut Searcher, game: &Game, limits: &Limits) -> Verdict {
    let mut last = Last::default();
    let control = Control::new(Instant::now(), false);
    let outcome = searcher.search(game, limits, &control, &mut last);
    Verdict { score: outcome.score, line: last.line, by_tables: last.by_tables }
}

/// Scores of ours in normalised centipawns, and those that Stockfish 15.1 gives to the same positions: medians of
/// 1,474 positions, both with 200,000 nodes. Between, they are interpolated; more than the last is as good
/// as the last.
const SCALE: [(f64, f64); 5] =
    [(0.0, 0.0), (650.0, 546.0), (1050.0, 640.0), (1400.0, 735.0), (1800.0, 1000.0)];

/// A score as Stockfish's centipawns.
fn rescaled(centipawns: f64) -> f64 {
    let size = centipawns.abs();
    let step = SCALE.windows(2).find(|step| size <= step[1].0);
    let size = step.map_or(SCALE[SCALE.len() - 1].1, |step| {
        let [(from, low), (to, high)] = [step[0], step[1]];
        low + (high - low) * (size - from) / (to - from)
    });
    size.copysign(centipawns)
}

/// The points that the side to move expects with this score: the curve of Lichess, which is fitted to
/// Stockfish's centipawns. Only a mate is certain.
fn expected(score: Score, position: &Position) -> f64 {
    const SLOPE: f64 = 0.00368208;
    if score.is_mate() {
        return if score > Score::DRAW { 1.0 } else { 0.0 };
    }
    let centipawns = rescaled(f64::from(normalised(score, position).centipawns()));
    1.0 / (1.0 + (-SLOPE * centipawns).exp())
}

/// Less of the same: to see what the second best move is worth.
fn reduced(limits: &Limits) -> Limits {
    Limits {
        nodes: limits.nodes.map(|nodes| (nodes / 4).max(1)),
        movetime: limits.movetime.map(|time| (time / 4).max(1)),
        depth: limits.depth.map(|depth| depth.saturating_sub(2).max(1)),
        ..limits.clone()
    }
}

/// Looks once more at a move that seems to have lost much, with [`AGAIN`] times the limit: for the best
/// move, and at the move alone, both from the position before it. Two positions in a row are searched to
/// different depths, and a score that rises from one to the next is no fault of the move.
fn verify(
    searcher: &mut Searcher,
    board: &Game,
    limits: &Limits,
    judged: &mut JudgedMove,
) -> Verdict {
    let limits = Limits {
        nodes: limits.nodes.map(|nodes| nodes.saturating_mul(AGAIN)),
        movetime: limits.movetime.map(|time| time.saturating_mul(AGAIN)),
        depth: limits.depth.map(|depth| depth.saturating_add(3)),
        ..limits.clone()
    };
    let mut with_best = search(searcher, board, &limits);
    let alone = Limits { search_moves: Some(vec![judged.mv]), ..limits };
    let with_played = search(searcher, board, &alone);
    judged.expected =
        [&with_best, &with_played].map(|verdict| expected(verdict.score, &judged.before));
    judged.score_before = with_best.score;
    judged.line = std::mem::take(&mut with_best.line);
    judged.by_tables = with_best.by_tables && with_played.by_tables;
    // From one ply earlier a mate has another distance.
    if !judged.reply.is_mate() && !with_played.score.is_mate() {
        judged.reply = -with_played.score;
    }
    with_best
}

/// Judges all moves of a game, each position within these limits. It goes from the last position to the
/// first, so that the table knows what a move led to when the position before it is searched.
pub fn judge(searcher: &mut Searcher, game: PgnGame, limits: &Limits) -> Review {
    searcher.new_game();
    let mut board = Game::new(game.start);
    game.moves.iter().for_each(|step| board.push(step.mv));
    let mut next = search(searcher, &board, limits);
    if !game.moves.is_empty() && board.is_drawn() {
        next.score = Score::DRAW;
    }
    let mut moves = Vec::with_capacity(game.moves.len());
    while let Some(board_before) = board.before_last_move() {
        let mv = board.last_move();
        let (before, after) = (*board_before.position(), *board.position());
        let mut verdict = search(searcher, &board_before, limits);
        let mut is_only = false;
        if verdict.line.first() == Some(&mv) && before.count_legal() > 1 {
            let others = before.legal_moves().into_iter().filter(|&other| other != mv).collect();
            let limits = Limits { search_moves: Some(others), ..reduced(limits) };
            let second = search(searcher, &board_before, &limits);
            let gap = expected(verdict.score, &before) - expected(second.score, &before);
            is_only = gap >= Mark::Blunder.loss();
        }
        let mut judged = JudgedMove {
            before,
            after,
            mv,
            line: std::mem::take(&mut verdict.line),
            score_before: verdict.score,
            reply: next.score,
            expected: [expected(verdict.score, &before), 1.0 - expected(next.score, &after)],
            mark: None,
            is_only,
            is_great: is_only && !before.see_ge(mv, -SACRIFICE),
            by_tables: verdict.by_tables && next.by_tables,
        };
        if judged.loss() >= SUSPICIOUS {
            verdict = verify(searcher, &board_before, limits, &mut judged);
        }
        judged.mark = Mark::of(judged.loss());
        moves.push(judged);
        (board, next) = (board_before, verdict);
    }
    moves.reverse();
    let first = expected(next.score, &game.start);
    let start = if game.start.side_to_move() == Color::White { first } else { 1.0 - first };
    let opening = opening_of(&game);
    Review { game, start, moves, opening }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_points_rise_with_the_score_and_are_symmetric() {
        let position = Position::startpos();
        let points = |centipawns| expected(Score::cp(centipawns), &position);
        let scores = (0..2000).step_by(10).map(points);
        assert!(scores.clone().zip(scores.skip(1)).all(|(less, more)| less <= more && more < 1.0));
        assert_eq!(points(0), 0.5);
        for centipawns in [1, 30, 200, 700, 5000] {
            assert!((points(centipawns) + points(-centipawns) - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn the_scale_meets_its_knots() {
        for (own, other) in SCALE {
            assert_eq!(rescaled(own), other);
            assert_eq!(rescaled(-own), -other);
        }
        assert_eq!(rescaled(25_000.0), 1000.0);
    }
}
