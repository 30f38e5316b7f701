//! Static exchange evaluation: known values, properties of any exchange, and an exhaustive
//! search of the exchanges on a plain board.

mod common;

use common::{Random, data_lines, own_perft};
use nullfenster::board::{Position, notation, see};
use nullfenster::types::{Centipawns, Color, Move, Piece, PieceKind, Square};
use std::collections::BTreeSet;

/// More than any exchange is worth.
const BOUND: Centipawns = 20_000;

/// The exact value, found by bisection over thresholds.
fn value(position: &Position, mv: Move) -> Centipawns {
    let (mut low, mut high) = (-BOUND, BOUND);
    assert!(position.see_ge(mv, low) && !position.see_ge(mv, high), "{mv:?} in {position}");
    while high - low > 1 {
        let middle = (low + high).div_euclid(2);
        if position.see_ge(mv, middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[test]
fn known_exchanges_have_their_values() {
    assert_eq!(see::VALUES[..5], [100, 300, 300, 500, 900], "the file counts with these");
    let lines = data_lines("see.txt");
    assert!(lines.len() >= 67);
    let mut complaints = Vec::new();
    for line in &lines {
        let fields: Vec<&str> = line.split(" | ").collect();
        let position = Position::from_fen(fields[2]).unwrap();
        let expected: Centipawns = fields[0].parse().unwrap();
        let mv = notation::parse_move(&position, fields[1])
            .unwrap_or_else(|| panic!("{} is not a move of {}", fields[1], fields[2]));
        if !position.see_ge(mv, expected) || position.see_ge(mv, expected + 1) {
            let found = value(&position, mv);
            complaints.push(format!("{} in {}: {found}, not {expected}", fields[1], fields[2]));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// A move gains at most what it captures and promotes to, and loses at most the piece
/// that stands there afterwards; what reaches a threshold reaches every lower one.
#[test]
fn exchanges_stay_between_their_bounds() {
    let mut random = Random(0x5ee);
    let mut compared = 0;
    for case in own_perft("perft.txt") {
        let mut position = Position::from_fen(&case.fen).unwrap();
        for _ in 0..20 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            for &mv in &moves {
                let worth = |kind: PieceKind| see::VALUES[kind.index()];
                let taken = position.captured(mv);
                let mut gain = if taken.is_none() { 0 } else { worth(taken.kind()) };
                let mut risk = worth(position.piece_on(mv.from()).kind());
                if let Some(kind) = mv.promoted_kind() {
                    gain += worth(kind) - worth(PieceKind::Pawn);
                    risk = worth(kind);
                }
                let found = value(&position, mv);
                // A pawn that recaptures may promote, which costs as much more.
                let promotion = worth(PieceKind::Queen) - worth(PieceKind::Pawn);
                assert!(found <= gain, "{mv:?} in {position}: {found} of {gain}");
                assert!(found >= gain - risk - promotion, "{mv:?} in {position}: {found}");
                for threshold in [found - 500, found - 1, found] {
                    assert!(position.see_ge(mv, threshold), "{mv:?} in {position} {threshold}");
                }
                for threshold in [found + 1, found + 500] {
                    assert!(!position.see_ge(mv, threshold), "{mv:?} in {position} {threshold}");
                }
                compared += 1;
            }
            position = position.make(random.pick(&moves));
        }
    }
    assert!(compared > 50_000, "only {compared} moves");
}

/// The pieces on their squares.
type Pieces = Vec<(Square, Piece)>;

/// True if a piece attacks a square on this board.
fn attacks(pieces: &Pieces, (from, piece): (Square, Piece), target: Square) -> bool {
    let [files, ranks] = [(from.file(), target.file()), (from.rank(), target.rank())]
        .map(|(from, to)| i32::from(to) - i32::from(from));
    let orthogonal = files == 0 || ranks == 0;
    let diagonal = files.abs() == ranks.abs();
    let far = files.abs().max(ranks.abs());
    let open = || {
        (1..far).all(|step| {
            let [file, rank] = [(from.file(), files), (from.rank(), ranks)]
                .map(|(from, way)| i32::from(from) + way.signum() * step);
            !pieces.iter().any(|(square, _)| {
                (i32::from(square.file()), i32::from(square.rank())) == (file, rank)
            })
        })
    };
    far > 0
        && match piece.kind() {
            PieceKind::Pawn => {
                files.abs() == 1 && ranks == if piece.is_color(Color::White) { 1 } else { -1 }
            }
            PieceKind::Knight => files.abs() * ranks.abs() == 2,
            PieceKind::King => far == 1,
            PieceKind::Bishop => diagonal && open(),
            PieceKind::Rook => orthogonal && open(),
            PieceKind::Queen => (orthogonal || diagonal) && open(),
        }
}

/// The possible gains of `side` by capturing a piece of this value on the target, or not.
/// The least valuable attacker captures; of several with one value each is tried, so there
/// may be several results.
fn exchanges(
    pieces: &Pieces,
    target: Square,
    side: Color,
    victim: Centipawns,
) -> BTreeSet<Centipawns> {
    let attackers = |color: Color| -> Pieces {
        let is_one =
            |piece: &(Square, Piece)| piece.1.is_color(color) && attacks(pieces, *piece, target);
        pieces.iter().copied().filter(is_one).collect()
    };
    let own = attackers(side);
    let order = |piece: &(Square, Piece)| piece.1.kind().index();
    let Some(cheapest) = own.iter().map(order).min() else { return BTreeSet::from([0]) };
    if cheapest == PieceKind::King.index() && !attackers(!side).is_empty() {
        return BTreeSet::from([0]);
    }
    let mut results = BTreeSet::new();
    for taker in own.iter().filter(|piece| order(piece) == cheapest) {
        let left = pieces.iter().copied().filter(|piece| piece.0 != taker.0).collect();
        let replies = exchanges(&left, target, !side, see::VALUES[cheapest]);
        results.extend(replies.into_iter().map(|reply| (victim - reply).max(0)));
    }
    results
}

#[test]
fn all_exchanges_are_searched() {
    let mut random = Random(0xacc);
    let mut compared = 0;
    let mut long = 0;
    for case in own_perft("perft.txt") {
        let mut position = Position::from_fen(&case.fen).unwrap();
        for _ in 0..12 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            for &mv in moves.iter().filter(|mv| !mv.is_castling()) {
                let worth = |kind: PieceKind| see::VALUES[kind.index()];
                let taken = position.captured(mv);
                let moved = mv.promoted_kind().unwrap_or(position.piece_on(mv.from()).kind());
                let mut gain = if taken.is_none() { 0 } else { worth(taken.kind()) };
                if mv.promoted_kind().is_some() {
                    gain += worth(moved) - worth(PieceKind::Pawn);
                }
                // Without the piece on the target: no line of attack passes through it.
                let pieces: Pieces = (0..64)
                    .map(Square::from_dense)
                    .map(|square| (square, position.piece_on(square)))
                    .filter(|&(square, piece)| {
                        let captured = mv.is_en_passant()
                            && square.file() == mv.to().file()
                            && square.rank() == mv.from().rank();
                        !piece.is_none() && square != mv.from() && square != mv.to() && !captured
                    })
                    .collect();
                let them = !position.side_to_move();
                let expected: BTreeSet<Centipawns> =
                    exchanges(&pieces, mv.to(), them, worth(moved))
                        .into_iter()
                        .map(|reply| gain - reply)
                        .collect();
                let found = value(&position, mv);
                assert!(
                    expected.contains(&found),
                    "{mv:?} in {position}: {found}, not {expected:?}"
                );
                compared += 1;
                long += usize::from(found != gain && found != gain - worth(moved));
            }
            position = position.make(random.pick(&moves));
        }
    }
    assert!(compared > 20_000 && long > 500, "{compared} moves, {long} with several captures");
}
