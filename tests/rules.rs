//! Rules that end games: mate and stalemate, insufficient material, the fifty-move
//! rule, repetition.

mod common;

use common::{data_rows, shared_rows};
use nullfenster::board::{Game, Position, notation};

fn read(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("'{fen}': {error}"))
}

/// A game from `start` (FEN or `startpos`) after these moves.
fn play(start: &str, moves: &str) -> Game {
    let start = if start == "startpos" { Position::startpos() } else { read(start) };
    let mut game = Game::new(start);
    for text in moves.split_whitespace() {
        let mv = notation::parse_move(game.position(), text);
        game.push(mv.unwrap_or_else(|| panic!("{text} in {}", game.position())));
    }
    game
}

/// Mate, stalemate, dead, fifty moves or none of these, in this order.
fn status(position: &Position) -> &'static str {
    match (position.count_legal(), position.in_check()) {
        (0, true) => "checkmate",
        (0, false) => "stalemate",
        _ if position.has_insufficient_material() => "insufficient",
        _ if position.halfmove_clock() >= 100 => "fifty",
        _ => "none",
    }
}

#[test]
fn ends_of_games_are_recognised() {
    for (fen, expected) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "checkmate"),
        ("6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", "checkmate"),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "checkmate"),
        // The mating piece is protected only by a king.
        ("8/8/8/8/8/1k6/1q6/1K6 w - - 0 1", "checkmate"),
        // The only move is a capture en passant.
        ("3R4/1Q6/8/2k5/3Pp3/N4N2/8/7K b - d3 0 1", "none"),
        ("3R4/1Q6/8/2k5/3Pp3/N4N2/8/7K b - - 0 1", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("k7/P7/K7/8/8/8/8/8 b - - 0 1", "stalemate"),
        // The king can't move, but the pawn can take the queen.
        ("7k/8/8/8/8/6q1/7P/7K w - - 0 1", "none"),
        ("7k/8/8/8/8/2q5/8/K7 w - - 0 1", "none"),
        ("7k/8/8/8/8/1q6/8/K7 w - - 0 1", "stalemate"),
        // Mate and stalemate go before the clock.
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 100 80", "stalemate"),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 80", "checkmate"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 100 80", "fifty"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 99 80", "none"),
    ] {
        assert_eq!(status(&read(fen)), expected, "{fen}");
    }
}

#[test]
fn dead_positions_are_those_without_any_mate() {
    for (placement, dead) in [
        ("4k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/2B1K3", true),
        ("4k3/8/8/8/8/8/8/1N2K3", true),
        ("1n2k3/8/8/8/8/8/8/4K3", true),
        // Bishops on squares of one colour, however many and whose.
        ("4kb2/8/8/8/8/8/8/2B1K3", true),
        ("4k3/8/8/8/3B4/4B3/8/2B1K3", true),
        ("1b2k3/b7/8/8/8/8/8/4K1B1", true),
        ("1b2k3/b7/8/8/8/8/8/4KB2", false),
        ("b3k3/8/8/8/8/8/8/4KB2", true),
        // On squares of both colours a mate can be built.
        ("2b1k3/8/8/8/8/8/8/2B1K3", false),
        ("4k3/8/8/8/8/8/8/2B1KB2", false),
        // Two minor pieces that are not all bishops.
        ("4k3/8/8/8/8/8/8/1NB1K3", false),
        ("4k3/8/8/8/8/8/8/1N2K1N1", false),
        ("1n2k3/8/8/8/8/8/8/1N2K3", false),
        ("1n2k3/8/8/8/8/8/8/2B1K3", false),
        // Anything bigger.
        ("4k3/8/8/8/8/8/4P3/4K3", false),
        ("4k3/4p3/8/8/8/8/8/4K3", false),
        ("4k3/8/8/8/8/8/8/R3K3", false),
        ("q3k3/8/8/8/8/8/8/4K3", false),
    ] {
        for turn in ["w", "b"] {
            let position = read(&format!("{placement} {turn} - - 0 1"));
            assert_eq!(position.has_insufficient_material(), dead, "{position}");
        }
    }
}

/// Each row: start, moves, then half-move clock and move number.
#[test]
fn captures_and_pawn_moves_reset_the_clock() {
    let open = "r3k2r/p6p/8/8/8/8/1P4p1/R3K2R w KQkq - 10 20";
    for (start, moves, clock, number) in [
        ("startpos", "", 0, 1),
        ("startpos", "g1f3", 1, 1),
        ("startpos", "g1f3 g8f6 f3g1", 3, 2),
        ("startpos", "g1f3 g8f6 e2e4", 0, 2),
        ("startpos", "g1f3 d7d5 f3e5 b8c6 e5c6", 0, 3),
        (open, "e1c1", 11, 20),
        (open, "e1c1 e8g8", 12, 21),
        (open, "a1a7", 0, 20),
        (open, "a1a6 g2h1q", 0, 21),
        (open, "a1a6 g2g1q", 0, 21),
        (open, "e1d2 e8e7", 12, 21),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 7 9", "e5d6", 0, 9),
        ("8/8/8/8/4k3/8/7R/4K3 w - - 98 60", "h2h3 e4d4 h3h2", 101, 61),
    ] {
        let game = play(start, moves);
        assert_eq!(game.position().halfmove_clock(), clock, "{start} {moves}");
        assert_eq!(game.position().fullmove_number(), number, "{start} {moves}");
    }
}

/// However long a shuffle goes on after a draw, the clock does not overflow.
#[test]
fn a_very_long_shuffle_does_no_harm() {
    let mut game = play("8/8/8/8/4k3/8/7R/4K3 w - - 0 1", "");
    for _ in 0..20_000 {
        for text in ["h2h3", "e4d4", "h3h2", "d4e4"] {
            let mv = notation::parse_move(game.position(), text).expect("the same four moves");
            game.push(mv);
        }
    }
    let position = game.position();
    assert!(position.halfmove_clock() >= 150);
    assert_eq!(position.key(), position.recompute_key());
    assert_eq!(position.count_legal(), read("8/8/8/8/4k3/8/7R/4K3 w - - 0 1").count_legal());
    assert!(game.occurrences() > 3);
}

#[test]
fn occurrences_count_what_is_the_same_under_the_rules() {
    let knights = "g1f3 g8f6 f3g1 f6g8";
    let rooks = "a1b1 a8b8 b1a1 b8a8";
    let castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let pawn = "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3";
    for (start, moves, occurrences, why) in [
        ("startpos", String::new(), 1, "only now"),
        ("startpos", "g1f3 g8f6 f3g1".into(), 1, "the other side's turn"),
        ("startpos", knights.into(), 2, "back at the start"),
        ("startpos", format!("{knights} {knights}"), 3, "back again"),
        ("startpos", format!("e2e4 e7e5 {knights} {knights}"), 3, "e6 was no use to anyone"),
        ("startpos", format!("{knights} e2e3 g8f6 g1f3 f6g8 f3g1"), 2, "since the pawn moved"),
        (castle, rooks.into(), 1, "two rights less than at first"),
        (castle, format!("{rooks} {rooks}"), 2, "the first time had more rights"),
        (castle, format!("{rooks} {rooks} {rooks}"), 3, "three times with the same rights"),
        (castle, "e1d1 e8d8 d1e1 d8e8".into(), 1, "no rights are left"),
        (castle, "e1g1 e8c8 f1e1 d8e8 e1f1 e8d8".into(), 2, "after castling"),
        (pawn, "e2e4 g8f6 g1f3 f6g8 f3g1".into(), 1, "at first d4xe3 was legal"),
        (pawn, "e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1".into(), 2, "now it isn't"),
        // The pawn on d4 is pinned, so e3 never counted.
        (
            "3k4/8/8/8/3p4/8/4P3/3RK1N1 w - - 0 1",
            "e2e4 d8e8 g1f3 e8d8 f3g1".into(),
            2,
            "pinned pawns can't capture en passant",
        ),
        ("8/8/8/8/4k3/8/7R/4K3 w - - 40 60", "h2h3 e4d4 h3h2 d4e4".into(), 2, "a clock from FEN"),
    ] {
        let game = play(start, &moves);
        assert_eq!(game.occurrences(), occurrences, "{start} {moves}: {why}");
    }
}

#[test]
fn ends_of_random_games_are_recognised() {
    for row in data_rows("ends.tsv") {
        let position = read(&row[3]);
        assert_eq!(status(&position), row[0], "{position}");
        assert_eq!(position.count_legal().to_string(), row[1], "{position}");
        assert_eq!(position.in_check(), row[2] == "check", "{position}");
    }
}

#[test]
fn repetitions_are_counted() {
    for row in data_rows("repetitions.tsv") {
        let game = play(&row[2], &row[3]);
        assert_eq!(game.occurrences().to_string(), row[0], "{} {}", row[2], row[3]);
        assert_eq!(game.position().halfmove_clock().to_string(), row[1], "{} {}", row[2], row[3]);
        assert_eq!(game.position().to_string(), row[4], "{} {}", row[2], row[3]);
    }
}

/// Plays a game and compares its last position and the ways in which it has ended.
fn check_game(start: &str, moves: &str, last: &str, ends: &str) {
    let game = play(start, moves);
    let position = game.position();
    // The last position may name rooks by file where we write KQkq.
    let last = read(last);
    assert_eq!(position.to_string(), last.to_string(), "{start} {moves}");
    assert_eq!(position.key(), last.key(), "{start} {moves}");
    let mut found: Vec<&str> = Vec::new();
    if let name @ ("checkmate" | "stalemate") = status(position) {
        found.push(name);
    }
    if position.has_insufficient_material() {
        found.push("insufficient");
    }
    found.extend((game.occurrences() >= 3).then_some("threefold"));
    found.extend((game.occurrences() >= 5).then_some("fivefold"));
    found.extend((position.halfmove_clock() >= 100).then_some("halfmove100"));
    found.extend((position.halfmove_clock() >= 150).then_some("halfmove150"));
    assert_eq!(found, ends.split_whitespace().collect::<Vec<_>>(), "{start} {moves}");
}

#[test]
fn real_games_end_where_they_did() {
    for row in data_rows("games.tsv") {
        check_game(&row[1], &row[2], &row[3], &row[0]);
    }
}

/// Many more games, Chess960 among them.
#[test]
#[ignore = "needs ../shared/data"]
fn shared_games_end_where_they_did() {
    for row in shared_rows("games/games_dev.tsv") {
        let start = if row[3].is_empty() { "startpos" } else { row[3].as_str() };
        check_game(start, &row[5], &row[6], &row[7]);
    }
}
