//! The search through its interface: known answers, limits, and what every
//! report must satisfy.

mod common;

use common::{Random, data_lines, errors_of, random_games, with_colors_swapped};
use nullfenster::board::{Game, Position, notation};
use nullfenster::eval::Evaluation;
use nullfenster::search::{
    Aspiration, Bound, Control, Handicap, Info, Limits, Outcome, Report, Searcher, Silent, Window,
    thread_builder,
};
use nullfenster::types::{Move, Score};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const ENDGAME: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
/// White has three moves.
const CHECKED: &str = "4k3/8/8/8/8/8/4q3/R3K2R w - - 0 1";

/// Longer than any stopped search takes on a slow machine under load.
const LIMIT: Duration = Duration::from_secs(20);

/// A search and what it reported.
struct Found {
    outcome: Outcome,
    lines: Vec<Info>,
}

struct Recorder<'a>(&'a mut Vec<Info>);

impl Report for Recorder<'_> {
    fn info(&mut self, info: &Info) {
        self.0.push(info.clone());
    }
}

fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).unwrap_or_else(|error| panic!("'{fen}': {error}")))
}

/// The game after these moves in UCI's notation.
fn play(fen: &str, moves: &str) -> Game {
    let mut game = game(fen);
    for text in moves.split_whitespace() {
        game.push(parse(&game, text));
    }
    game
}

fn parse(game: &Game, text: &str) -> Move {
    notation::parse_move(game.position(), text)
        .unwrap_or_else(|| panic!("{text} is not a move of {}", game.position()))
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn with_nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Runs `work` on a thread with the stack that a search may need.
fn on_search_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread_builder().spawn_scoped(scope, work);
        thread.unwrap().join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Searches, and checks what holds for every search.
fn search_with(searcher: &mut Searcher, game: &Game, limits: &Limits) -> Found {
    let mut lines = Vec::new();
    let control = Control::new(Instant::now(), false);
    let outcome =
        on_search_stack(|| searcher.search(game, limits, &control, &mut Recorder(&mut lines)));
    for line in &lines {
        check_line(game, line);
    }
    let legal = game.position().legal_moves();
    match outcome.best {
        Some(best) => {
            assert!(legal.contains(&best));
            let last = lines.iter().rfind(|line| line.multi_pv == 1).expect("a report");
            assert_eq!(last.pv[0], best, "the last report is of the move that is played");
        }
        None => assert!(legal.is_empty()),
    }
    assert!(outcome.score.abs() <= Score::MATE, "{}: {outcome:?}", game.position());
    Found { outcome, lines }
}

/// A search with a fresh searcher of one thread.
fn search(game: &Game, limits: &Limits) -> Found {
    search_with(&mut Searcher::new(16, 1).unwrap(), game, limits)
}

/// A reported line has legal moves only and ends with the game; with a mate score it ends
/// in mate at that distance.
fn check_line(game: &Game, line: &Info) {
    let mut after = game.clone();
    assert!(!line.pv.is_empty());
    assert!(line.score.abs() <= Score::MATE, "{line:?}");
    for (ply, &mv) in line.pv.iter().enumerate() {
        let position = after.position();
        assert!(position.legal_moves().contains(&mv), "ply {ply} of {line:?} at {position}");
        let is_over = after.occurrences() > 2
            || position.halfmove_clock() >= 100
            || position.has_insufficient_material();
        assert!(ply == 0 || !is_over, "ply {ply} of {line:?} from {}", game.position());
        after.push(mv);
    }
    if line.bound == Bound::Exact && line.score.is_mate() {
        let plies = (Score::MATE - line.score.abs()) as usize;
        let last = after.position();
        assert_eq!(line.pv.len(), plies, "{line:?} from {}", game.position());
        assert!(last.in_check() && last.count_legal() == 0, "{line:?} ends at {last}");
    }
}

/// A first iteration that would take millions of nodes of quiescence search is aborted
/// like any other.
#[test]
fn a_wild_position_keeps_to_its_limit() {
    let wild = game("QRq1Qn2/q1KRQQN1/5qqk/R2Q2nb/1Q1Q3b/4N3/2Qqn3/BqqqQ1bq w - - 0 1");
    // With the network the search is short.
    let mut searcher = Searcher::new(16, 1).unwrap();
    searcher.set_evaluation(Evaluation::Classical);
    let found = search_with(&mut searcher, &wild, &with_nodes(20_000));
    assert_eq!(found.outcome.depth, 0, "the position is not wild enough for this test");
    assert!(found.outcome.nodes <= 20_001);
}

/// The mates are deeper than these searches.
#[test]
fn pieces_mate_a_bare_king() {
    for fen in [
        "8/8/8/3k4/8/8/8/QK6 w - - 0 1",
        "8/8/8/3k4/8/8/8/RK6 b - - 0 1",
        "8/8/8/3k4/8/8/8/BBK5 w - - 0 1",
        "8/8/4k3/8/8/2K5/8/B2B4 b - - 0 1",
        "8/8/8/3k4/8/8/8/BNK5 w - - 0 1",
        "8/8/8/3k4/8/8/8/NBK5 w - - 0 1",
        "8/8/3k4/8/8/3K4/8/4BN2 w - - 0 1",
    ] {
        for evaluation in [Evaluation::Classical, Evaluation::network()] {
            let mut searcher = Searcher::new(1, 1).unwrap();
            searcher.set_evaluation(evaluation);
            let mut game = game(fen);
            while game.position().count_legal() > 0 && game.position().halfmove_clock() < 100 {
                let found = search_with(&mut searcher, &game, &with_nodes(50_000));
                game.push(found.outcome.best.unwrap());
            }
            let last = game.position();
            assert!(last.in_check() && last.count_legal() == 0, "{fen} ends at {last}");
        }
    }
}

/// Each of these was once driven along the edge for fifty moves: with the kings nearest to each other
/// the own king stood on the edge too, or only the bishop of three pieces knew the right corner.
#[test]
fn pieces_mate_a_bare_king_at_500_nodes() {
    for fen in [
        "8/8/8/6R1/8/8/7B/2k1K3 w - - 0 1",
        "3K2k1/R7/8/8/8/8/8/4B3 w - - 0 1",
        "8/8/8/K7/8/8/2B2k2/3R4 w - - 0 1",
        "8/6B1/B3k3/8/8/3K4/8/8 w - - 0 1",
        "B7/8/1k6/4K3/8/8/7B/8 w - - 0 1",
        "8/5k1B/8/5K2/5B2/8/7B/8 w - - 0 1",
        "8/8/5B2/2k5/1N6/8/4N3/7K w - - 0 1",
        "3B4/5K2/8/4N3/8/8/5N2/2k5 w - - 0 1",
        "7B/8/8/4B1N1/5K2/8/5k2/8 w - - 0 1",
        "1k6/8/1P6/B7/8/8/3B4/6K1 w - - 0 1",
        "8/7k/K7/6P1/8/4B3/8/2B5 w - - 0 1",
    ] {
        let mut searcher = Searcher::new(1, 1).unwrap();
        searcher.set_evaluation(Evaluation::network());
        let mut game = game(fen);
        while game.position().count_legal() > 0 && !game.is_drawn() {
            let found = search_with(&mut searcher, &game, &with_nodes(500));
            game.push(found.outcome.best.unwrap());
        }
        let last = game.position();
        assert!(last.in_check() && last.count_legal() == 0, "{fen} ends at {last}");
    }
}

/// What deep searches hoped to reach at their horizon must not stay in the table as if it were reached:
/// here the bishops once went to and fro for fifty moves, while searches of 500 nodes mated.
#[test]
fn two_bishops_make_progress_with_a_table_that_is_kept() {
    let mut searcher = Searcher::new(16, 1).unwrap();
    let mut game = game("1B6/8/4k3/8/8/8/8/1B3K2 w - - 0 1");
    while game.position().count_legal() > 0 && !game.is_drawn() {
        let found = search_with(&mut searcher, &game, &with_nodes(20_000));
        game.push(found.outcome.best.unwrap());
        // The king takes what it can and stays in the middle.
        let position = *game.position();
        let from_middle = |line: u8| (2 * i32::from(line) - 7).abs();
        let replies = position.legal_moves();
        let reply = replies.iter().min_by_key(|mv| {
            let to = mv.to();
            (!position.is_noisy(**mv), from_middle(to.file()) + from_middle(to.rank()), to.dense())
        });
        if let Some(&reply) = reply {
            game.push(reply);
        }
    }
    let last = game.position();
    assert!(last.in_check() && last.count_legal() == 0, "ends at {last}");
}

/// Near the fifty-move rule the same positions come with other clocks. The search must not see each
/// of them anew on every path, nor keep their draws for a game with time left.
#[test]
fn a_high_clock_neither_explodes_nor_stays_in_the_table() {
    for (pieces, depth) in [("8/8/8/3k4/8/8/8/QK6 w", 12), ("8/8/8/3k4/8/8/8/RK6 w", 14)] {
        let nodes = |clock: u32| {
            let game = game(&format!("{pieces} - - {clock} 120"));
            search(&game, &to_depth(depth)).outcome.nodes
        };
        let (low, high) = (nodes(0), nodes(90));
        assert!(high < 60 * low, "{pieces}: {low} nodes, {high} with a clock of 90");
    }
    let mut searcher = Searcher::new(16, 1).unwrap();
    for mate in ["7k/8/5K2/8/8/8/8/1Q6 w - -", "6k1/8/8/3RK3/8/8/8/8 w - -"] {
        let fresh = search(&game(&format!("{mate} 0 90")), &to_depth(20)).outcome.score;
        search_with(&mut searcher, &game(&format!("{mate} 97 90")), &with_nodes(100_000));
        let later = game(&format!("{mate} 0 90"));
        let later = search_with(&mut searcher, &later, &to_depth(20)).outcome.score;
        assert!(fresh.is_mate() && later.is_mate(), "{mate}: {fresh}, later {later}");
    }
}

/// A search that is aborted while a move fails high has no line for it and must not
/// claim a mate (see `check_line`).
#[test]
fn no_mate_is_claimed_without_its_line() {
    let mut claimed = 0;
    for line in data_lines("mates.txt") {
        let (_, fen) = line.split_once(" | ").unwrap();
        for nodes in (500..12_000).step_by(700) {
            let found = search(&game(fen), &with_nodes(nodes));
            claimed += usize::from(found.lines.iter().any(|line| line.score.is_mate()));
        }
    }
    assert!(claimed > 50, "only {claimed} searches found a mate");
}

/// The mate is found in the position and in the one with colours swapped; and
/// after its first move the other side, too, sees how far it is.
#[test]
fn mates_are_found_with_their_distance() {
    const NODES: u64 = 2_000_000;
    let lines = data_lines("mates.txt");
    assert!(lines.len() >= 30);
    let errors = errors_of(&lines, |line| {
        let (moves, fen) = line.split_once(" | ").unwrap();
        let moves: u32 = moves.parse().unwrap();
        let plies = 2 * moves as usize - 1;
        let position = Position::from_fen(fen).unwrap();
        for position in [position, with_colors_swapped(&position)] {
            let mut searcher = Searcher::new(16, 1).unwrap();
            let mut game = Game::new(position);
            let limits = Limits { mate: Some(moves), ..with_nodes(NODES) };
            let found = search_with(&mut searcher, &game, &limits).outcome;
            if found.score != Score::mate_in(plies) {
                return Err(format!("{position}: {}, not mate {moves}", found.score));
            }
            game.push(found.best.unwrap());
            let reply = search_with(&mut searcher, &game, &with_nodes(NODES / 4)).outcome;
            if reply.score != Score::mated_in(plies - 1) {
                let answer = reply.score;
                return Err(format!("{}: {answer}, but lost in {}", game.position(), plies - 1));
            }
        }
        Ok(())
    });
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

/// A sacrifice with check among quiet moves: it must not be pruned as a late move.
/// Positions of the suite Win at Chess.
#[test]
fn late_checks_are_searched() {
    for (fen, best) in [
        ("r2rb1k1/pp1q1p1p/2n1p1p1/2bp4/5P2/PP1BPR1Q/1BPN2PP/R5K1 w - - 0 1", "h3h7"),
        ("r3kr2/1pp4p/1p1p4/7q/4P1n1/2PP2Q1/PP4P1/R1BB2K1 b q - 0 1", "h5h1"),
        ("r3k2r/pbp2pp1/3b1n2/1p6/3P3p/1B2N1Pq/PP1PQP1P/R1B2RK1 b kq - 0 1", "h3h2"),
        ("r1b1qN1k/1pp3p1/p2p3n/4p1B1/8/1BP4Q/PP3KPP/8 w - - 0 1", "h3h6"),
        ("3r3k/3r1P1p/pp1Nn3/2pp4/7Q/6R1/Pq4PP/5RK1 w - - 0 1", "h4d8"),
        ("7Q/ppp2q2/3p2k1/P2Ppr1N/1PP5/7R/5rP1/6K1 b - - 0 1", "f2g2"),
        ("r1b2r1k/pp4pp/3p4/3B4/8/1QN3Pn/PP3q1P/R3R2K b - - 0 1", "f2g1"),
        ("4R3/4q1kp/6p1/1Q3b2/1P1b1P2/6KP/8/8 b - - 0 1", "e7h4"),
        ("r6r/pp3ppp/3k1b2/2pb4/B4Pq1/2P1Q3/P5PP/1RBR2K1 w - - 0 1", "e3c5"),
        ("6R1/4qp1p/ppr1n1pk/8/1P2P1QP/6N1/P4PP1/6K1 w - - 0 1", "g4h5"),
    ] {
        let game = game(fen);
        let found = search(&game, &with_nodes(50_000));
        assert_eq!(found.outcome.best, Some(parse(&game, best)), "{fen}");
    }
}

/// After Nxd5 Rxd5 Re6 White loses the knight only because he has to move, with a rook and a
/// knight on the board: without the verification of the null move, Nxd5 is never found.
#[test]
fn zugzwang_is_seen_with_pieces_on_the_board() {
    let game = game("8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1");
    let found = search(&game, &with_nodes(5_000_000));
    assert_eq!(found.outcome.best, Some(parse(&game, "f4d5")));
}

/// Where one side has hardly a move left, the other wins by leaving it only bad ones: a null move or
/// the static evaluation of such a node would prove nothing. Lasker's 1.Rf1!, and a mate of Black, who
/// is locked in behind his own pawns.
#[test]
fn zugzwang_is_seen_where_few_moves_are_left() {
    let lasker = game("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1");
    let found = search(&lasker, &with_nodes(50_000)).outcome;
    assert_eq!(found.best, Some(parse(&lasker, "e1f1")));
    let locked = game("8/8/8/2p5/1pp5/brpp4/qpprpK1P/1nkbn3 w - - 0 1");
    let found = search(&locked, &with_nodes(1_500_000)).outcome;
    assert!(found.score.mate_moves() > Some(0), "{:?}", found.score);
}

#[test]
fn without_a_move_the_score_says_why() {
    for (fen, score) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", -Score::MATE),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::DRAW),
    ] {
        let found = search(&game(fen), &to_depth(5));
        assert_eq!((found.outcome.best, found.outcome.score), (None, score), "{fen}");
    }
}

/// The end of the game one ply from the root, at depths at which the quiescence search
/// has to see it and at those at which the main search does.
#[test]
fn mate_and_stalemate_are_seen_one_ply_away() {
    let game = game("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1");
    for (mv, score) in [("f1f8", Score::mate_in(1)), ("f1f7", Score::DRAW)] {
        for depth in 1..=6 {
            let mv = parse(&game, mv);
            let limits = Limits { search_moves: Some(vec![mv]), ..to_depth(depth) };
            let outcome = search(&game, &limits).outcome;
            assert_eq!((outcome.best, outcome.score), (Some(mv), score), "depth {depth}");
        }
    }
}

/// Moves that are overlooked are neither played nor expected, but there is always a move.
#[test]
fn a_player_who_overlooks_nearly_all_has_a_move() {
    for fen in [START, KIWIPETE, CHECKED, "7k/8/8/8/8/8/4q3/7K w - - 0 1", ENDGAME] {
        for seed in 0..20 {
            let blind = Handicap { nodes: 200, eval_noise: 0, miss_rate: 5000, seed };
            let limits = Limits { handicap: Some(blind), nodes: Some(200), ..Limits::default() };
            let outcome = search(&game(fen), &limits).outcome;
            let best = outcome.best.expect("a move");
            assert!(game(fen).position().is_legal(best), "{fen} {seed}");
            let position = *game(fen).position();
            let sees = |position: &Position, mv, last| {
                position.in_check()
                    || !blind.overlooks(position.key(), position.side_to_move(), mv, last)
            };
            let any = position.legal_moves().iter().any(|&mv| sees(&position, mv, Move::NONE));
            assert_eq!(sees(&position, best, Move::NONE), any, "{fen} {seed}");
            if let Some(reply) = outcome.ponder {
                assert!(sees(&position.make(best), reply, best), "{fen} {seed}: reply");
            }
        }
    }
}

/// The bare search has one value for a position and a depth: whatever was expected, aspiration
/// has to find the value of the full window.
#[test]
fn aspiration_finds_the_value_of_the_full_window() {
    let mut searcher = Searcher::new(1, 1).expect("memory");
    for fen in [
        KIWIPETE,
        ENDGAME,
        // A mate in two and a stalemate.
        "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ] {
        let position = Position::from_fen(fen).expect("legal");
        for depth in 1..=4 {
            let value = searcher.search_bare(&position, depth, Window::FULL);
            for error in [0, 9, -9, 10, -10, 11, -11, 60, -60, 700, -700, 15_000, -15_000] {
                let expected = (value + error).clamp_to_eval();
                let mut aspiration = Aspiration::new(expected, 20);
                let first = Bound::of(value, aspiration.window);
                let mut windows = 1;
                loop {
                    let found = searcher.search_bare(&position, depth, aspiration.window);
                    if aspiration.is_settled_by(found) {
                        assert_eq!(found, value, "{fen} depth {depth} error {error}");
                        break;
                    }
                    windows += 1;
                    assert!(windows < 20, "{fen} depth {depth} error {error}");
                }
                assert_eq!(first == Bound::Exact, windows == 1, "{fen} depth {depth} {error}");
            }
        }
    }
}

/// Three pieces, two of them pinned: the quiescence search has to see it, too.
#[test]
fn stalemate_with_pinned_pieces_is_a_draw() {
    let game = game("6bk/6n1/6P1/8/8/8/1B6/K3R3 w - - 0 1");
    for depth in 1..=4 {
        let limits = Limits { search_moves: Some(vec![parse(&game, "e1e8")]), ..to_depth(depth) };
        assert_eq!(search(&game, &limits).outcome.score, Score::DRAW, "depth {depth}");
    }
}

#[test]
fn the_weaker_side_takes_a_perpetual_check() {
    let game = game("5rk1/5p1p/5Q2/8/8/8/qr3PPP/6K1 w - - 0 1");
    for depth in 9..=13 {
        let outcome = search(&game, &to_depth(depth)).outcome;
        let best = outcome.best.map(|mv| notation::format_move(mv, false));
        assert_eq!((best.as_deref(), outcome.score), (Some("f6g5"), Score::DRAW), "depth {depth}");
    }
}

/// After these moves White repeats the position for the third time by a1b1, or
/// Black by g8h8.
#[test]
fn the_third_occurrence_is_a_draw_that_only_the_weaker_side_wants() {
    const ROOK_AGAINST_QUEEN: &str = "7k/6pp/8/3q4/8/8/5PPP/R5K1 w - - 0 1";
    let shuffle = "a1b1 h8g8 b1a1 g8h8 a1b1 h8g8 b1a1 g8h8";
    let drawn = play(ROOK_AGAINST_QUEEN, shuffle);
    let outcome = search(&drawn, &to_depth(8)).outcome;
    assert_eq!((outcome.best, outcome.score), (Some(parse(&drawn, "a1b1")), Score::DRAW));
    let first_time = search(&game(ROOK_AGAINST_QUEEN), &to_depth(8)).outcome;
    assert!(first_time.score < Score::cp(-150), "{first_time:?}");

    let winning = play(ROOK_AGAINST_QUEEN, &shuffle[..shuffle.len() - " g8h8".len()]);
    let repeat = parse(&winning, "g8h8");
    let outcome = search(&winning, &to_depth(8)).outcome;
    assert!(outcome.score > Score::cp(150) && outcome.best != Some(repeat), "{outcome:?}");
    let limits = Limits { search_moves: Some(vec![repeat]), ..to_depth(8) };
    assert_eq!(search(&winning, &limits).outcome.score, Score::DRAW);
}

/// A queen up with one ply left before the fifty-move rule: a draw, unless the
/// move mates or resets the clock.
#[test]
fn the_fifty_move_rule_counts() {
    for (fen, is_draw) in [
        ("8/8/8/3k4/8/8/8/KQ6 w - - 99 150", true),
        ("8/8/8/3k4/8/8/8/KQ6 w - - 98 150", true),
        ("8/8/8/3k4/8/8/8/KQ6 w - - 20 150", false),
        ("8/8/8/3k4/8/8/P7/KQ6 w - - 99 150", false),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 99 150", false),
    ] {
        let score = search(&game(fen), &to_depth(7)).outcome.score;
        assert!(
            if is_draw { score == Score::DRAW } else { score > Score::cp(300) },
            "{fen}: {score}"
        );
    }
}

#[test]
fn a_dead_position_is_worth_nothing() {
    for fen in ["8/8/3k4/8/8/2BK4/8/8 w - - 0 1", "8/8/3k4/8/8/2NK4/8/8 b - - 0 1"] {
        assert_eq!(search(&game(fen), &to_depth(6)).outcome.score, Score::DRAW, "{fen}");
    }
}

/// With one thread and after a new game the result depends on nothing but the position.
#[test]
fn a_search_can_be_repeated() {
    let mut used = Searcher::new(16, 1).unwrap();
    for fen in [START, KIWIPETE, ENDGAME] {
        let game = game(fen);
        let fresh = search(&game, &to_depth(9)).outcome;
        for _ in 0..2 {
            used.new_game();
            assert_eq!(search_with(&mut used, &game, &to_depth(9)).outcome, fresh, "{fen}");
        }
    }
}

/// From the first thousand nodes on, by when the first iteration has ended.
#[test]
fn a_search_ends_at_its_nodes() {
    for fen in [START, KIWIPETE, ENDGAME] {
        for nodes in [1_000, 1_023, 5_000, 12_345, 54_321] {
            let searched = search(&game(fen), &with_nodes(nodes)).outcome.nodes;
            assert!((nodes..=nodes + 1).contains(&searched), "{fen}: {searched} of {nodes}");
        }
        assert!(search(&game(fen), &with_nodes(1)).outcome.best.is_some());
    }
}

/// Aborted anywhere, even before the first move of an iteration is searched.
#[test]
fn an_aborted_search_reports_the_score_it_returns() {
    for fen in [START, KIWIPETE, ENDGAME, CHECKED] {
        let game = game(fen);
        for nodes in (0..150).map(|step| 1_000 + 37 * step) {
            let found = search(&game, &with_nodes(nodes));
            let last = found.lines.last().unwrap();
            assert_eq!(last.score, found.outcome.score, "{fen}, {nodes} nodes");
        }
    }
}

#[test]
fn a_search_ends_at_its_depth() {
    for fen in [START, KIWIPETE, ENDGAME] {
        for depth in 1..=8 {
            let found = search(&game(fen), &to_depth(depth));
            assert_eq!(found.outcome.depth, depth);
            assert_eq!(found.lines.iter().map(|line| line.depth).max(), Some(depth), "{fen}");
        }
    }
}

#[test]
fn only_allowed_moves_are_searched() {
    let game = game(KIWIPETE);
    let allowed = vec![parse(&game, "a2a3"), parse(&game, "g2h3")];
    let limits = Limits { search_moves: Some(allowed.clone()), multi_pv: 5, ..to_depth(6) };
    let found = search(&game, &limits);
    assert!(found.lines.iter().all(|line| allowed.contains(&line.pv[0])));
    assert_eq!(found.lines.iter().map(|line| line.multi_pv).max(), Some(2));
}

#[test]
fn several_lines_are_different_and_in_order() {
    for (fen, wanted) in [(START, 4), (KIWIPETE, 5), (ENDGAME, 3), (CHECKED, 256)] {
        let game = game(fen);
        let limits = Limits { multi_pv: wanted, ..to_depth(8) };
        let found = search(&game, &limits);
        let expected = wanted.min(game.position().legal_moves().len());
        for depth in 1..=8 {
            // A search that takes long shows bounds, too.
            let lines = found.lines.iter().filter(|line| line.bound == Bound::Exact);
            let lines: Vec<_> = lines.filter(|line| line.depth == depth).collect();
            let ranks: Vec<usize> = lines.iter().map(|line| line.multi_pv).collect();
            assert_eq!(ranks, (1..=expected).collect::<Vec<_>>(), "{fen}, depth {depth}");
            let moves: HashSet<Move> = lines.iter().map(|line| line.pv[0]).collect();
            assert_eq!(moves.len(), expected, "{fen}, depth {depth}");
            assert!(lines.is_sorted_by_key(|line| -line.score), "{fen}: {lines:#?}");
        }
        assert_eq!(
            found.outcome.best,
            found.lines[found.lines.len() - expected].pv.first().copied()
        );
    }
}

/// A search that its limit ends in the middle of an iteration reports one set of lines: sorted,
/// with different first moves, and each with the score of a whole iteration or a bound; a mate
/// that was shown stays, but one against the side to move may become shorter.
#[test]
fn an_aborted_search_reports_a_consistent_set() {
    let mut random = Random(0x5709);
    let mut searcher = Searcher::new(4, 1).unwrap();
    let mates = data_lines("mates.txt");
    let starts: Vec<String> = random_games(0xab07, 40)
        .iter()
        .flat_map(|game| game.positions().step_by(7))
        .map(|position| position.to_string())
        .chain(mates.iter().map(|line| line.split_once(" | ").unwrap().1.to_owned()))
        .collect();
    let mut bounds = 0;
    for _ in 0..3_000 {
        let game = game(&starts[random.below(starts.len())]);
        let wanted = random.pick(&[1, 1, 2, 3, 5]);
        let nodes = 1 << random.below(13);
        let limits = Limits { multi_pv: wanted, ..with_nodes(nodes + random.below(99) as u64) };
        let found = search_with(&mut searcher, &game, &limits);
        let last_first = found.lines.iter().rposition(|line| line.multi_pv == 1);
        let Some(start) = last_first else { continue };
        let (earlier, last) = found.lines.split_at(start);
        let what = || format!("{} with {limits:?}: {last:#?}", game.position());
        let moves: HashSet<Move> = last.iter().map(|line| line.pv[0]).collect();
        assert_eq!(moves.len(), last.len(), "{}", what());
        assert!(last.is_sorted_by_key(|line| -line.score), "{}", what());
        let best_mate = earlier.iter().filter(|line| line.bound == Bound::Exact);
        let gives_mate = |score: &Score| score.is_mate() && *score > Score::DRAW;
        let best_mate = best_mate.map(|line| line.score).filter(gives_mate).max();
        assert!(best_mate.is_none_or(|mate| last[0].score >= mate), "{}", what());
        bounds += usize::from(last.iter().any(|line| line.bound != Bound::Exact));
    }
    assert!(bounds > 300, "only {bounds} searches ended with a bound");
}

#[test]
fn four_threads_come_to_an_end() {
    let mut searcher = Searcher::new(16, 4).unwrap();
    for fen in [START, KIWIPETE, ENDGAME, CHECKED] {
        for limits in [to_depth(12), with_nodes(50_000)] {
            let outcome = search_with(&mut searcher, &game(fen), &limits).outcome;
            assert!(outcome.nodes > 1_000, "{fen}: {outcome:?}");
        }
    }
}

/// Stops the search from inside, at a line of some depth.
struct StopAt(Arc<Control>, u32);

impl Report for StopAt {
    fn info(&mut self, info: &Info) {
        if info.depth >= self.1 {
            self.0.stop();
        }
    }
}

#[test]
fn stop_ends_a_search_without_limits() {
    for threads in [1, 4] {
        let (sender, outcome) = channel();
        let search = move || {
            let mut searcher = Searcher::new(16, threads).unwrap();
            let limits = Limits { infinite: true, ..Limits::default() };
            let control = Control::new(Instant::now(), false);
            let mut report = StopAt(Arc::clone(&control), 6);
            sender.send(searcher.search(&game(KIWIPETE), &limits, &control, &mut report))
        };
        thread_builder().spawn(search).unwrap();
        let outcome = outcome.recv_timeout(LIMIT).expect("the search ends");
        // A quick iteration may end before the search checks its limits. With several threads the vote
        // may choose one that has not come as deep as the one that reports.
        let least = if threads == 1 { 6 } else { 1 };
        assert!((least..20).contains(&outcome.depth), "{outcome:?}");
        assert!(outcome.best.is_some());
    }
}

/// A stop that comes before the search has begun still leaves a move.
#[test]
fn a_search_stopped_early_has_a_move() {
    let control = Control::new(Instant::now(), false);
    control.stop();
    let mut searcher = Searcher::new(1, 2).unwrap();
    let limits = Limits { infinite: true, ..Limits::default() };
    let game = game(KIWIPETE);
    let outcome = on_search_stack(|| searcher.search(&game, &limits, &control, &mut Silent));
    assert!(outcome.best.is_some_and(|mv| game.position().legal_moves().contains(&mv)));
}

fn evaluations_leave_no_trace() {
    let nodes = |searcher: &mut Searcher, handicap: Option<Handicap>| {
        let limits = Limits { handicap, ..to_depth(6) };
        let control = Control::new(Instant::now(), false);
        searcher.search(&game(KIWIPETE), &limits, &control, &mut Silent).nodes
    };
    let limited = Some(Handicap::of_rating(2000, 1));
    let fresh = |evaluation: Evaluation, handicap| {
        let mut searcher = Searcher::new(1, 1).unwrap();
        searcher.set_evaluation(evaluation);
        nodes(&mut searcher, handicap)
    };
    let classical = fresh(Evaluation::Classical, None);
    let network = fresh(Evaluation::network(), None);
    assert_ne!(classical, network);
    // The ratings hold for the classical evaluation.
    let weaker = fresh(Evaluation::Classical, limited);
    assert_eq!(fresh(Evaluation::network(), limited), weaker);
    let mut searcher = Searcher::new(1, 1).unwrap();
    assert_eq!(nodes(&mut searcher, None), network);
    assert_eq!(nodes(&mut searcher, limited), weaker);
    assert_eq!(nodes(&mut searcher, None), network);
    searcher.set_evaluation(Evaluation::Classical);
    assert_eq!(nodes(&mut searcher, None), classical);
    searcher.set_evaluation(Evaluation::network());
    assert_eq!(nodes(&mut searcher, None), network);
}

/// After changes of the evaluation a search is the same as that of a new searcher.
#[test]
fn an_evaluation_leaves_no_trace_behind() {
    let search = thread_builder().spawn(evaluations_leave_no_trace);
    assert!(search.unwrap().join().is_ok());
}
