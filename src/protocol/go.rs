//! The parameters of `go`, in any order and combination; the first limit that is reached
//! ends the search. Unreadable parameters are reported and ignored; a `go` is never refused.

use crate::board::{Position, notation};
use crate::search::{Clock, Limits};
use crate::types::{Color, MAX_PLY};

/// Longer times in milliseconds are cut to this one (31 years), which keeps sums of times
/// far from overflow.
const LONGEST_MS: i64 = 1_000_000_000_000;

/// The parameters of `go`; each ends a list of moves.
const KEYWORDS: [&str; 13] = [
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

/// The parameters of a `go` as numbers and text; times by colour.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    depth: Option<i64>,
    nodes: Option<i64>,
    mate: Option<i64>,
    movetime: Option<i64>,
    time: [Option<i64>; 2],
    increment: [Option<i64>; 2],
    moves_to_go: Option<i64>,
    infinite: bool,
    ponder: bool,
    search_moves: Option<Vec<String>>,
    /// The outer one: there is the word; the inner one: and a number.
    perft: Option<Option<i64>>,
}

impl Go {
    /// Reads the words after `go`; adds a message to `errors` for each that is ignored.
    pub fn parse(words: &[&str], errors: &mut Vec<String>) -> Self {
        let mut go = Self::default();
        let mut rest = words.iter().copied().peekable();
        while let Some(word) = rest.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    let mut moves = Vec::new();
                    while let Some(mv) = rest.next_if(|word| !KEYWORDS.contains(word)) {
                        moves.push(mv.to_owned());
                    }
                    if moves.is_empty() {
                        errors.push("go: searchmoves needs moves".to_owned());
                    } else {
                        go.search_moves.get_or_insert_default().append(&mut moves);
                    }
                }
                "perft" => {
                    let word = rest.next_if(|word| !KEYWORDS.contains(word));
                    let depth = word.and_then(read_number);
                    match (word, depth) {
                        (None, _) => errors.push("go: perft needs a depth".to_owned()),
                        (Some(word), None) => {
                            errors.push(format!("go: '{word}' is not a depth for perft"));
                        }
                        (Some(_), Some(_)) => {}
                    }
                    go.perft = Some(depth);
                }
                _ => match go.number_named(word) {
                    None => errors.push(format!("go: unknown word '{word}' left out")),
                    Some(field) => match rest.next_if(|word| !KEYWORDS.contains(word)) {
                        None => errors.push(format!("go: {word} needs a number")),
                        Some(text) => match read_number(without_decimals(text)) {
                            None => errors.push(format!("go: '{text}' is not a number for {word}")),
                            number => *field = number,
                        },
                    },
                },
            }
        }
        go
    }

    fn number_named(&mut self, word: &str) -> Option<&mut Option<i64>> {
        Some(match word {
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "mate" => &mut self.mate,
            "movetime" => &mut self.movetime,
            "wtime" => &mut self.time[Color::White.index()],
            "btime" => &mut self.time[Color::Black.index()],
            "winc" => &mut self.increment[Color::White.index()],
            "binc" => &mut self.increment[Color::Black.index()],
            "movestogo" => &mut self.moves_to_go,
            _ => return None,
        })
    }

    /// `go perft`, with its depth, at least 1, if one was given.
    pub fn perft_depth(&self) -> Option<Option<u32>> {
        let plies = |depth: i64| depth.clamp(1, i64::from(u32::MAX)) as u32;
        self.perft.map(|depth| depth.map(plies))
    }

    /// True if the search waits for `ponderhit`.
    pub fn is_ponder(&self) -> bool {
        self.ponder
    }

    /// True if nothing but `stop` ends the search, even after a `ponderhit`.
    pub fn is_unbounded(&self) -> bool {
        let clocks = self.time.iter().chain(&self.increment);
        let limits = [self.depth, self.nodes, self.mate, self.movetime];
        self.infinite || clocks.chain(&limits).all(Option::is_none)
    }

    /// True if the search ends by itself only if it finds a mate.
    pub fn is_mate_only(&self) -> bool {
        let clocks = self.time.iter().chain(&self.increment);
        let limits = [self.depth, self.nodes, self.movetime];
        self.mate.is_some_and(|moves| moves > 0) && clocks.chain(&limits).all(Option::is_none)
    }

    /// The limits of a search in `position`; adds a message to `errors` for each illegal
    /// move of `searchmoves`.
    pub fn limits(&self, position: &Position, errors: &mut Vec<String>) -> Limits {
        let mut limits = Limits {
            depth: self.depth.map(|depth| depth.clamp(1, MAX_PLY as i64) as u32),
            nodes: self.nodes.filter(|&nodes| nodes > 0).map(|nodes| nodes as u64),
            mate: self.mate.filter(|&moves| moves > 0).map(|moves| moves.min(1000) as u32),
            movetime: self
                .movetime
                .filter(|&time| time > 0)
                .map(|time| time.min(LONGEST_MS) as u64),
            clock: self.clock(position.side_to_move()),
            infinite: self.infinite,
            ponder: self.ponder,
            ..Limits::default()
        };
        // Even a limit of zero needs a best move: one iteration gives it.
        if [self.nodes, self.mate, self.movetime].iter().flatten().any(|&limit| limit <= 0) {
            limits.depth = Some(1);
        }
        limits.search_moves = self.search_moves.as_ref().map(|moves| {
            let mut legal = Vec::with_capacity(moves.len());
            for text in moves {
                match notation::parse_san(position, text) {
                    Some(mv) if !legal.contains(&mv) => legal.push(mv),
                    Some(_) => {}
                    // python-chess writes an empty list as the null move.
                    None if text == "0000" => {}
                    None => errors.push(format!("go: searchmoves: '{text}' is not legal here")),
                }
            }
            legal
        });
        limits
    }

    /// The clock of the side to move. If only the opponent's time was sent, that is used, and
    /// if only his increment, a clock that has run down: without a clock the game would be
    /// lost on time.
    fn clock(&self, side: Color) -> Option<Clock> {
        let own = self.time[side.index()];
        let increment = self.increment[side.index()];
        let time = match (own, increment) {
            (Some(time), _) => time,
            (None, Some(_)) => 0,
            (None, None) => {
                let time = self.time[(!side).index()];
                time.or(self.increment[(!side).index()].map(|_| 0))?
            }
        };
        Some(Clock {
            remaining: time.clamp(-LONGEST_MS, LONGEST_MS),
            increment: increment.unwrap_or(0).clamp(0, LONGEST_MS) as u64,
            moves_to_go: self
                .moves_to_go
                .filter(|&moves| moves > 0)
                .map(|moves| moves.min(10_000) as u32),
        })
    }
}

/// A number up to its decimal point: some programs send times with fractions of a millisecond, and
/// without its clock a game would be lost on time.
fn without_decimals(text: &str) -> &str {
    match text.split_once('.') {
        Some((whole, decimals)) if decimals.bytes().all(|byte| byte.is_ascii_digit()) => whole,
        _ => text,
    }
}

/// An integer; one too large becomes the largest, since a limit that is never reached was
/// meant.
pub(super) fn read_number(text: &str) -> Option<i64> {
    use std::num::IntErrorKind::{NegOverflow, PosOverflow};
    match text.parse() {
        Ok(number) => Some(number),
        Err(error) => match error.kind() {
            PosOverflow => Some(i64::MAX),
            NegOverflow => Some(i64::MIN),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(line: &str) -> (Limits, Vec<String>) {
        let mut errors = Vec::new();
        let words: Vec<&str> = line.split(' ').collect();
        let go = Go::parse(&words, &mut errors);
        (go.limits(&Position::startpos(), &mut errors), errors)
    }

    #[test]
    fn any_order_and_mix_is_read() {
        let (limits, errors) = limits("nodes 5 binc 7 winc 3 depth 9 wtime -50 movestogo 4 mate 2");
        assert!(errors.is_empty());
        assert_eq!((limits.nodes, limits.depth, limits.mate), (Some(5), Some(9), Some(2)));
        let clock = Clock { remaining: -50, increment: 3, moves_to_go: Some(4) };
        assert_eq!(limits.clock, Some(clock));
    }

    #[test]
    fn what_is_wrong_is_left_out_and_the_rest_read() {
        let (limits, errors) = limits("foo depth x nodes infinite movetime 99999999999999999999");
        assert_eq!(errors.len(), 3, "{errors:?}");
        assert_eq!((limits.depth, limits.nodes, limits.infinite), (None, None, true));
        assert_eq!(limits.movetime, Some(LONGEST_MS as u64));
    }

    #[test]
    fn decimals_are_left_out() {
        let (limits, errors) = limits("wtime 1000.5 winc 10.0 movetime 99.999 nodes 7.");
        let clock = Clock { remaining: 1000, increment: 10, moves_to_go: None };
        assert_eq!((limits.clock, limits.movetime, limits.nodes), (Some(clock), Some(99), Some(7)));
        assert!(errors.is_empty(), "{errors:?}");
        let (limits, errors) = self::limits("movetime 1.5s depth .");
        assert_eq!((limits.movetime, limits.depth, errors.len()), (None, None, 2));
    }

    #[test]
    fn a_limit_of_nothing_is_one_iteration() {
        for line in ["depth 0", "nodes 0", "movetime 0", "mate 0", "depth -3", "depth 9 nodes 0"] {
            assert_eq!(limits(line).0.depth, Some(1), "{line}");
        }
    }

    #[test]
    fn half_a_clock_is_a_clock() {
        let remaining = |line| limits(line).0.clock.map(|clock| clock.remaining);
        assert_eq!(remaining("wtime 100"), Some(100));
        assert_eq!(remaining("btime 100"), Some(100));
        assert_eq!(remaining("winc 100"), Some(0));
        assert_eq!(remaining("binc 100"), Some(0));
        assert_eq!(remaining("depth 3"), None);
    }

    #[test]
    fn the_list_of_moves_ends_at_a_keyword() {
        let (limits, errors) = limits("searchmoves e2e4 d2d4 e2e4 e2e5 depth 3");
        assert_eq!(limits.search_moves.map(|moves| moves.len()), Some(2));
        assert_eq!((limits.depth, errors.len()), (Some(3), 1));
        // A list without moves is no list.
        let (limits, errors) = self::limits("searchmoves depth 2");
        assert_eq!((limits.search_moves, limits.depth, errors.len()), (None, Some(2), 1));
    }

    #[test]
    fn no_legal_move_in_the_list_allows_none() {
        let (limits, errors) = limits("searchmoves 0000");
        assert_eq!(limits.search_moves, Some(Vec::new()));
        assert!(errors.is_empty());
    }

    #[test]
    fn bounds_are_told_from_none() {
        let unbounded = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            Go::parse(&words, &mut Vec::new()).is_unbounded()
        };
        assert!(unbounded("") && unbounded("infinite depth 3") && unbounded("ponder"));
        assert!(!unbounded("depth 3") && !unbounded("ponder wtime 1000"));
        let mate_only = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            Go::parse(&words, &mut Vec::new()).is_mate_only()
        };
        assert!(mate_only("mate 5") && mate_only("mate 5 infinite"));
        assert!(!mate_only("mate 5 nodes 9") && !mate_only("mate 0") && !mate_only("depth 3"));
    }
}
