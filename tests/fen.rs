//! FEN: what is accepted, what is tolerated, what is refused, and that errors name
//! the field and its value.

mod common;

use common::data_rows;
use nullfenster::board::Position;
use nullfenster::types::{CastlingRights, CastlingSide, Color, Square};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

fn read(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("'{fen}': {error}"))
}

/// The error message for a FEN.
fn refusal(fen: &str) -> String {
    match Position::from_fen(fen) {
        Ok(position) => panic!("'{fen}' was read as {position}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_full_fen_comes_back_unchanged() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 100 80",
        "4k3/8/8/8/8/8/8/4K3 w - - 149 300",
        // X-FEN: K and Q are the outermost rooks, in Chess960 too.
        "nqnrkbbr/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBNR w KQkq - 0 1",
        "r1k2r1q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K2R1Q w KQkq - 0 1",
        // An inner rook needs its file.
        "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1",
        "r1r1k2r/8/8/8/8/8/8/R1R1K2R w KCkc - 0 1",
    ] {
        assert_eq!(read(fen).to_string(), fen);
    }
}

#[test]
fn the_fields_say_what_the_position_is() {
    let position = read("r3k2r/8/8/3pP3/8/8/8/R3K1R1 w Gkq d6 0 17");
    assert_eq!(position.side_to_move(), Color::White);
    assert_eq!(position.piece_on(Square::from_algebraic("g1").unwrap()).letter(), 'R');
    assert_eq!(position.piece_on(Square::from_algebraic("d5").unwrap()).letter(), 'p');
    assert!(position.piece_on(Square::from_algebraic("d6").unwrap()).is_none());
    assert_eq!(position.king(Color::Black).to_string(), "e8");
    assert_eq!(
        position.castling_rights(),
        CastlingRights::WHITE_KING | CastlingRights::BLACK_KING | CastlingRights::BLACK_QUEEN
    );
    assert_eq!(position.castling_rook(Color::White, CastlingSide::King).to_string(), "g1");
    assert_eq!(position.castling_rook(Color::Black, CastlingSide::Queen).to_string(), "a8");
    assert_eq!(position.en_passant(), Square::from_algebraic("d6"));
    assert_eq!((position.halfmove_clock(), position.fullmove_number()), (0, 17));
    assert!(position.is_chess960());
    assert!(!Position::startpos().is_chess960());
}

/// Pairs of a FEN and how it is written.
#[test]
fn oddities_are_forgiven() {
    for (fen, canonical) in [
        // Missing fields are completed.
        (START.to_string(), format!("{START} w - - 0 1")),
        (format!("{START} b"), format!("{START} b - - 0 1")),
        (format!("{START} w KQ"), format!("{START} w KQ - 0 1")),
        (format!("{START} w KQkq -"), format!("{START} w KQkq - 0 1")),
        (format!("{START} w KQkq - 7"), format!("{START} w KQkq - 7 1")),
        // White space of any kind and amount.
        (format!("  {START}\tw  KQkq -   3 9 \n"), format!("{START} w KQkq - 3 9")),
        // Shredder-FEN, letters in any order, letters twice.
        (format!("{START} w HAha - 0 1"), format!("{START} w KQkq - 0 1")),
        (format!("{START} w qkQK - 0 1"), format!("{START} w KQkq - 0 1")),
        (format!("{START} w KKqq - 0 1"), format!("{START} w Kq - 0 1")),
        // Rights without king and rook in place.
        (format!("{START} w HFhf - 0 1"), format!("{START} w Kk - 0 1")),
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1".into(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1".into()),
        ("r3k2r/8/8/8/8/4K3/8/R6R w KQkq -".into(), "r3k2r/8/8/8/8/4K3/8/R6R w kq - 0 1".into()),
        ("krr5/8/8/8/8/8/8/4K3 w kq - 0 1".into(), "krr5/8/8/8/8/8/8/4K3 w k - 0 1".into()),
        // Of two rooks on one side the last one.
        ("4k3/8/8/8/8/8/8/4K1RR w GH - 0 1".into(), "4k3/8/8/8/8/8/8/4K1RR w K - 0 1".into()),
        // Clocks out of range.
        (format!("{START} w KQkq - 0 0"), format!("{START} w KQkq - 0 1")),
        (format!("{START} w KQkq - -5 -1"), format!("{START} w KQkq - 0 1")),
    ] {
        assert_eq!(read(&fen).to_string(), canonical, "'{fen}'");
        assert_eq!(read(&fen), read(&canonical), "'{fen}'");
    }
}

/// The square counts only if some capture en passant is legal.
#[test]
fn a_useless_en_passant_square_is_dropped() {
    for (fen, why) in [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "no pawn can capture"),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 1", "rank of the wrong side"),
        ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "both pawns leave the king's rank"),
        ("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "the pawn is pinned to its file"),
        ("7k/8/8/3p4/4P3/8/8/4K3 w - d6 0 2", "no pawn beside it"),
        ("7k/8/8/4P3/8/8/8/4K3 w - d6 0 2", "nothing to capture"),
        ("7k/3p4/8/3pP3/8/8/8/4K3 w - d6 0 2", "the pawn can't come from d7"),
        ("7k/8/3n4/3pP3/8/8/8/4K3 w - d6 0 2", "d6 is not empty"),
        ("4k3/8/8/3pP3/8/8/3r4/3K4 w - a1 0 2", "not on an en passant rank"),
        ("4k3/8/8/3pP3/8/8/8/K6q w - d6 0 2", "in check from elsewhere"),
    ] {
        let position = read(fen);
        assert_eq!(position.en_passant(), None, "{why}: {fen}");
        assert_eq!(position.to_string().split(' ').nth(3), Some("-"), "{why}: {fen}");
        assert!(!position.legal_moves().iter().any(|mv| mv.is_en_passant()), "{why}: {fen}");
    }
    for fen in [
        "7k/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        // The pawn that gives check is the one that is taken.
        "8/8/8/1k6/2Pp4/8/8/4K3 b - c3 0 2",
        // Pinned along the very diagonal it captures on.
        "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1",
        // Of two pawns one is pinned.
        "4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 2",
    ] {
        let position = read(fen);
        assert!(position.en_passant().is_some(), "{fen}");
        assert!(position.legal_moves().iter().any(|mv| mv.is_en_passant()), "{fen}");
    }
}

/// The same position has the same key, however it was written.
#[test]
fn keys_do_not_depend_on_the_spelling() {
    for (one, other) in [
        (format!("{START} w KQkq - 0 1"), format!("{START} w HAha - 30 77")),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1".into(),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".into(),
        ),
        ("4k3/8/8/8/8/8/8/4K2R w KQkq -".into(), "4k3/8/8/8/8/8/8/4K2R w H -".into()),
    ] {
        assert_eq!(read(&one).key(), read(&other).key(), "'{one}' and '{other}'");
    }
    let keys = ["KQkq", "KQk", "KQq", "Kkq", "Qkq", "KQ", "Kk", "Kq", "Qk", "Qq", "kq", "K", "-"]
        .map(|rights| read(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1")).key());
    let distinct: std::collections::BTreeSet<u64> = keys.into_iter().collect();
    assert_eq!(distinct.len(), keys.len(), "rights that share a key");
    let with = read("7k/8/8/3pP3/8/8/8/4K3 w - d6 0 2").key();
    let without = read("7k/8/8/3pP3/8/8/8/4K3 w - - 0 2").key();
    assert_ne!(with, without, "a legal capture en passant belongs to the position");
    let black = read("7k/8/8/3pP3/8/8/8/4K3 b - - 0 2").key();
    assert_ne!(without, black, "so does the side to move");
}

/// FENs with words that their error messages must have.
#[test]
fn what_cannot_be_read_is_named() {
    let tail = "w KQkq - 0 1";
    for (fen, words) in [
        (String::new(), vec!["empty"]),
        ("   ".into(), vec!["empty"]),
        (format!("{START} w KQkq - 0 1 moves e2e4"), vec!["8 fields"]),
        (format!("{START}/8 {tail}"), vec!["board", "9 ranks"]),
        (format!("8/8/8 {tail}"), vec!["board", "'8/8/8'", "3 ranks"]),
        ("hello have a nice day".into(), vec!["board", "'hello'"]),
        (format!("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR {tail}"), vec!["rank 7", "'x'"]),
        (format!("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR {tail}"), vec!["rank 6", "'9'"]),
        (format!("rnbqkbnr/pppppppp/0/8/8/8/PPPPPPPP/RNBQKBNR {tail}"), vec!["rank 6", "'0'"]),
        (format!("rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR {tail}"), vec!["rank 6", "'44'"]),
        (format!("rnbqkbnr/pppppppp/8/6/8/8/PPPPPPPP/RNBQKBNR {tail}"), vec!["rank 5", "'6'"]),
        (format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPPP/RNBQKBNR {tail}"), vec!["rank 2", "squares"]),
        (format!("rnbqkbnr/ppppp\u{265f}pp/8/8/8/8/PPPPPPPP/RNBQKBNR {tail}"), vec!["rank 7", "♟"]),
        (format!("{START} W KQkq - 0 1"), vec!["side to move", "'W'"]),
        (format!("{START} - KQkq - 0 1"), vec!["side to move", "'-'"]),
        (format!("{START} w KQxq - 0 1"), vec!["castling", "'KQxq'", "'x'"]),
        (format!("{START} w KQkqé - 0 1"), vec!["castling", "'é'"]),
        (format!("{START} w KQkq e9 0 1"), vec!["en passant", "'e9'"]),
        (format!("{START} w KQkq -0 1"), vec!["en passant", "'-0'"]),
        (format!("{START} w KQkq - x 1"), vec!["half-move", "'x'"]),
        (format!("{START} w KQkq - 1.5 1"), vec!["half-move", "'1.5'"]),
        (format!("{START} w KQkq - 0 -"), vec!["move number", "'-'"]),
    ] {
        let message = refusal(&fen);
        for word in words {
            assert!(message.contains(word), "'{fen}': '{message}' lacks {word}");
        }
    }
}

#[test]
fn what_is_no_position_is_named() {
    for (fen, words) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", vec!["White", "0 kings"]),
        ("K7/8/8/8/8/8/8/8 w - - 0 1", vec!["Black", "0 kings"]),
        ("rnkqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", vec!["Black", "2 kings"]),
        ("k7/8/8/8/8/8/8/KK6 w - - 0 1", vec!["White", "2 kings"]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPnPP/RNBQKBNR w KQkq - 0 1", vec!["Black", "17 pieces"]),
        ("kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", vec!["White", "pieces"]),
        // More pawns than the generator writes at once.
        ("4k3/8/8/8/PPPPPPP1/8/PPPPPPPP/4K3 w - - 0 1", vec!["White", "15 pawns"]),
        ("4k3/ppp5/8/pppp4/8/pppp4/8/4K3 w - - 0 1", vec!["Black", "11 pawns"]),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", vec!["pawn", "h8"]),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", vec!["pawn", "a1"]),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", vec!["Black", "check"]),
        ("4k3/4K3/8/8/8/8/8/8 w - - 0 1", vec!["check"]),
        ("rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1", vec!["Black", "check"]),
    ] {
        let message = refusal(fen);
        for word in words {
            assert!(message.contains(word), "'{fen}': '{message}' lacks {word}");
        }
    }
}

/// Huge numbers are clamped, not refused, and the game goes on.
#[test]
fn huge_clocks_are_cut_to_what_is_kept() {
    let nines = "9".repeat(40);
    for number in ["70000", "4294967296", "18446744073709551617", nines.as_str()] {
        let position = read(&format!("{START} b KQkq - {number} {number}"));
        assert!(position.halfmove_clock() >= 1000, "clock {number}");
        assert!(position.fullmove_number() >= 1000, "number {number}");
        assert_eq!(position.count_legal(), 20);
        let next = position.make(position.quiet_moves()[0]);
        assert_eq!(next.side_to_move(), Color::White);
        assert_eq!(read(&next.to_string()).key(), next.key());
    }
}

/// Where python-chess finds a FEN legal, so must we, with the same meaning; what it
/// can't parse, we can't either. Of illegal positions we accept some.
#[test]
fn odd_fens_are_read_as_python_chess_reads_them() {
    for row in data_rows("fens.tsv") {
        let fen: String = serde_json::from_str(&row[0]).expect("the first column is JSON");
        let (verdict, flags, canonical, legal) = (&row[1], &row[2], &row[3], &row[4]);
        match (verdict.as_str(), Position::from_fen(&fen)) {
            ("ok", Ok(position)) => {
                let first_four =
                    |fen: &str| fen.split(' ').take(4).map(String::from).collect::<Vec<_>>();
                assert_eq!(first_four(&position.to_string()), first_four(canonical), "'{fen}'");
                assert_eq!(position.count_legal().to_string(), *legal, "'{fen}'");
            }
            ("ok", Err(error)) => panic!("'{fen}': {error}"),
            ("parse_error", Ok(position)) => panic!("'{fen}' was read as {position}"),
            ("illegal_position", result) => {
                let hopeless = ["KING", "OPPOSITE_CHECK", "TOO_MANY", "PAWNS_ON_BACKRANK", "EMPTY"];
                let refused = hopeless.into_iter().any(|flag| flags.contains(flag));
                assert_eq!(result.is_err(), refused, "'{fen}' ({flags}): {result:?}");
            }
            ("parse_error", Err(_)) => {}
            (verdict, _) => panic!("verdict '{verdict}' of '{fen}'"),
        }
    }
}

/// Anything is read or refused, without a panic.
#[test]
fn mangled_fens_never_panic() {
    let mut random = common::Random(0xfe4);
    let fens: Vec<Vec<u8>> =
        common::own_perft("perft.txt").into_iter().map(|case| case.fen.into_bytes()).collect();
    let alphabet = b"KQRBNPkqrbnp12345678/ -wbahx09\t";
    let (mut read, mut refused) = (0, 0);
    for _ in 0..100_000 {
        let mut bytes = fens[random.below(fens.len())].clone();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = random.pick(alphabet),
                1 => bytes.insert(at, random.pick(alphabet)),
                _ => drop(bytes.remove(at)),
            }
        }
        let fen = String::from_utf8(bytes).expect("ASCII");
        match Position::from_fen(&fen) {
            Ok(position) => {
                read += 1;
                assert_eq!(position.count_legal(), position.legal_moves().len() as u64, "{fen}");
                assert_eq!(position.key(), position.recompute_key(), "{fen}");
                let text = position.to_string();
                assert_eq!(Position::from_fen(&text).unwrap().to_string(), text, "'{fen}'");
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(read > 1_000 && refused > 1_000, "{read} read, {refused} refused");
}
