//! Test suites in EPD: positions with best moves (`bm`) or moves to avoid (`am`).

use super::position_file::{self, read_position};
use crate::board::{Game, Position, notation};
use crate::search::{Bound, Control, Info, Limits, Report, Searcher};
use crate::types::{Move, Score};
use std::time::{Duration, Instant};

/// A position of a suite.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its `id`, or the number of its line.
    pub id: String,
    /// The position.
    pub position: Position,
    /// `bm`: one of these solves it; empty if there is no `bm`.
    pub best: Vec<Move>,
    /// `am`: none of these solves it.
    pub avoid: Vec<Move>,
    /// `bm #N` or `dm N`: a mate in so many moves or fewer solves it; `None` if moves do.
    pub mate: Option<u32>,
    /// What moves are worth, of 10 points, as the Strategic Test Suite has it in `c0`; empty if
    /// only solved positions count.
    pub points: Vec<(Move, u32)>,
}

impl Case {
    /// The theme of the position: its `id` without a number at its end.
    pub fn theme(&self) -> &str {
        let is_number = |c: char| c.is_ascii_digit() || c == '.' || c.is_whitespace();
        self.id.trim_end_matches(is_number)
    }

    /// The points for this solution.
    pub fn points_of(&self, solution: &Solution) -> u32 {
        let Some(mv) = solution.best else { return 0 };

        match self.points.iter().find(|(known, _)| *known == mv) {
            Some(&(_, points)) => points,
            None if self.points.is_empty() && solution.solved => 10,
            None => 0,
        }
    }

    /// True if this move, with this score, solves the position.
    pub fn is_solved_by(&self, mv: Move, score: Score) -> bool {
        let finds_mate = self.mate.is_none_or(|most| {
            score.mate_moves().is_some_and(|moves| moves > 0 && moves.unsigned_abs() <= most)
        });
        let is_best = self.best.is_empty() || self.best.contains(&mv);
        finds_mate && is_best && !self.avoid.contains(&mv)
    }
}

/// The result of searching a case.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The best move, if there is one.
    pub best: Option<Move>,
    /// True if the best move solves the case.
    pub solved: bool,
    /// The score for the side to move.
    pub score: Score,
    /// What the score says: a search that a limit ends may have a bound.
    pub bound: Bound,
    /// Last completed iteration in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// The time at which the final run of right best moves began.
    pub found_after: Option<Duration>,
}

/// Reads a suite: one EPD per line; empty lines and those that start with `#` are skipped. Returns
/// the cases, and for each line that is wrong its number and its error: in the position, in a move,
/// or nothing that says what solves it.
pub fn read(text: &str) -> (Vec<Case>, Vec<String>) {
    let (mut cases, mut errors) = (Vec::new(), Vec::new());
    for (number, line) in position_file::lines(text) {
        match read_case(line, number) {
            Ok(case) => cases.push(case),
            Err(error) => errors.push(format!("line {number}: {error}")),
        }
    }
    (cases, errors)
}

fn read_case(line: &str, number: usize) -> Result<Case, String> {
    let (position, rest) = read_position(line).map_err(|error| error.to_string())?;
    let mut case = Case {
        id: number.to_string(),
        position,
        best: Vec::new(),
        avoid: Vec::new(),
        mate: None,
        points: Vec::new(),
    };
    let mut has_goal = false;
    for operation in operations(rest) {
        let (opcode, operands) =
            operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        let moves = match opcode {
            "id" => {
                let shown = |c: char| if c.is_control() { '?' } else { c };
                case.id = operands.trim().trim_matches('"').chars().map(shown).collect();
                continue;
            }
            "dm" => {
                case.mate = Some(read_mate(operands.trim())?);
                has_goal = true;
                continue;
            }
            "c0" => {
                case.points = read_points(&position, operands);
                continue;
            }
            "bm" => &mut case.best,
            "am" => &mut case.avoid,
            _ => continue,
        };
        let words = operands.split(|c: char| c.is_whitespace() || c == ',');
        for word in words.filter(|word| !matches!(*word, "" | "e.p." | "ep")) {
            has_goal = true;
            if let Some(number) = word.strip_prefix('#').filter(|_| opcode == "bm") {
                case.mate = Some(read_mate(number)?);
                continue;
            }
            let mv = notation::parse_san(&position, word)
                .ok_or_else(|| format!("{opcode} {word}: not a legal move"))?;
            moves.push(mv);
        }
    }
    if has_goal { Ok(case) } else { Err("no bm, am or dm".to_owned()) }
}

/// The number of moves to a mate; suites write those of the side that is mated with a sign.
fn read_mate(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(moves) if moves > 0 => Ok(moves),
        _ => Err(format!("'{text}' is not a number of moves to mate")),
    }
}

/// The points of moves in a comment such as `"f5=10, Be5+=2"`; none of any other comment.
fn read_points(position: &Position, comment: &str) -> Vec<(Move, u32)> {
    let point = |word: &str| {
        let (mv, points) = word.trim().rsplit_once('=')?;
        let points = points.parse().ok().filter(|points| *points <= 10)?;
        Some((notation::parse_san(position, mv)?, points))
    };
    let words = comment.trim().trim_matches('"').split(',');
    words.map(point).collect::<Option<_>>().unwrap_or_default()
}

/// Splits at semicolons, but not inside quotes.
fn operations(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    let parts = text.split(move |c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    parts.map(str::trim).filter(|part| !part.is_empty())
}

/// Searches one position with an empty table.
pub fn solve(searcher: &mut Searcher, case: &Case, limits: &Limits) -> Solution {
    searcher.new_game();
    let start = Instant::now();
    let mut watch = Watch { case, bound: Bound::Exact, found_after: None };
    let control = Control::new(start, false);
    let game = Game::new(case.position);
    let outcome = searcher.search(&game, limits, &control, &mut watch);
    let solved = outcome.best.is_some_and(|mv| case.is_solved_by(mv, outcome.score));
    Solution {
        best: outcome.best,
        solved,
        score: outcome.score,
        bound: watch.bound,
        depth: outcome.depth,
        nodes: outcome.nodes,
        time: start.elapsed(),
        found_after: watch.found_after.filter(|_| solved),
    }
}

/// Records when a right move became the best one, and the last bound.
struct Watch<'a> {
    case: &'a Case,
    bound: Bound,
    found_after: Option<Duration>,
}

impl Report for Watch<'_> {
    fn info(&mut self, info: &Info) {
        self.bound = info.bound;
        let is_right = info.pv.first().is_some_and(|&mv| self.case.is_solved_by(mv, info.score));
        self.found_after = is_right.then(|| self.found_after.unwrap_or(info.time));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";

    #[test]
    fn operations_are_read() {
        let text = format!(
            "# comment\n\n{BACK_RANK} bm Ra8#; id \"a; b\";\n{BACK_RANK} 0 1 am Ra7 a1b1; c0 \"x\";\n"
        );
        let (cases, errors) = read(&text);
        assert_eq!(errors, [""; 0]);
        assert_eq!(cases.len(), 2);
        assert_eq!((cases[0].id.as_str(), cases[0].best.len()), ("a; b", 1));
        assert_eq!((cases[1].id.as_str(), cases[1].avoid.len()), ("4", 2));
        let solves = |case: &Case, mv| case.is_solved_by(mv, Score::DRAW);
        assert!(solves(&cases[1], cases[0].best[0]) && solves(&cases[0], cases[0].best[0]));
        assert!(!solves(&cases[1], cases[1].avoid[0]));
    }

    #[test]
    fn themes_and_points_are_those_of_the_strategic_test_suite() {
        let text = format!(
            "{BACK_RANK} bm Ra8; id \"STS(v2.0) Open Files.007\"; c0 \"Ra8=10, Ra7=4,Kf1=1\";\n\
             {BACK_RANK} bm Ra8; id \"WAC.001\"; c0 \"f5=10 is not a comment on points\";\n"
        );
        let (cases, errors) = read(&text);
        assert_eq!(errors, [""; 0]);
        assert_eq!(cases[0].theme(), "STS(v2.0) Open Files");
        assert_eq!(cases[1].theme(), "WAC");
        let points = |case: &Case, san| {
            let mv = notation::parse_san(&case.position, san).unwrap();
            case.points_of(&Solution {
                best: Some(mv),
                solved: case.is_solved_by(mv, Score::DRAW),
                score: Score::DRAW,
                bound: Bound::Exact,
                depth: 1,
                nodes: 1,
                time: Duration::ZERO,
                found_after: None,
            })
        };
        assert_eq!(["Ra8", "Ra7", "Kf1", "h3"].map(|san| points(&cases[0], san)), [10, 4, 1, 0]);
        assert_eq!(["Ra8", "Ra7"].map(|san| points(&cases[1], san)), [10, 0]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (line, words) in [
            (format!("{BACK_RANK} bm Qa8;"), "line 2: bm Qa8: not a legal move"),
            (format!("{BACK_RANK} id \"x\";"), "line 2: no bm, am or dm"),
            (format!("{BACK_RANK} bm ;"), "line 2: no bm, am or dm"),
            (format!("{BACK_RANK} dm 0;"), "line 2: '0' is not a number"),
            ("8/8/8/8 w - - bm e4;".to_owned(), "line 2: "),
        ] {
            let (cases, errors) = read(&format!("#\n{line}\n{BACK_RANK} bm Ra8;"));
            assert_eq!((cases.len(), errors.len()), (1, 1), "the right line is read");
            assert!(errors[0].starts_with(words), "{errors:?}");
        }
    }

    #[test]
    fn mates_are_solved_by_their_length_and_control_bytes_are_not_kept() {
        let text = format!(
            "{BACK_RANK} bm #1; id \"\x1b]0;X\x07x\";\n{BACK_RANK} dm 1;\n\
             8/8/8/k2pP3/8/8/8/4K3 w - d6 bm exd6 e.p.;\n\
             8/8/8/k2pP3/8/8/8/4K3 w - d6 bm exd6 ep;"
        );
        let (cases, errors) = read(&text);
        assert_eq!((cases.len(), errors), (4, Vec::new()));
        assert_eq!(
            (cases[0].id.as_str(), cases[0].mate, cases[1].mate),
            ("?]0;X?x", Some(1), Some(1))
        );
        let rook = notation::parse_san(&cases[0].position, "Ra8").unwrap();
        assert!(cases[0].is_solved_by(rook, Score::mate_in(1)));
        assert!(!cases[0].is_solved_by(rook, Score::mate_in(3)));
        assert!(!cases[0].is_solved_by(rook, Score::cp(900)));
    }

    #[test]
    fn a_mate_is_solved() {
        let case = read(&format!("{BACK_RANK} bm Ra8;")).0.remove(0);
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let mut searcher = Searcher::new(1, 1).unwrap();
        let right = solve(&mut searcher, &case, &limits);
        assert!(right.solved && right.found_after.is_some(), "{right:?}");
        let wrong = Case { avoid: case.best.clone(), best: Vec::new(), ..case };
        let wrong = solve(&mut searcher, &wrong, &limits);
        assert!(!wrong.solved && wrong.found_after.is_none(), "{wrong:?}");
    }
}
