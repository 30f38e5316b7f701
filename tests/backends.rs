//! The board operations do what `board::ops` says of them, in each
//! implementation: they are compared with a model that walks from square to
//! square. The generators on top list the same moves in the same order.

mod common;

use common::{Random, random_games};
use nullfenster::board::Position;
use nullfenster::board::ops::{self, Native, Ops, Planes, Scalar};
use nullfenster::types::{Bitboard, Color, Piece, PieceKind, Square};

/// Steps of 0x88 coordinates: north, then clockwise.
const RAYS: [i8; 8] = [16, 17, 1, -15, -16, -17, -1, 15];
/// Knight jumps: the first is a bit east of north, then clockwise.
const JUMPS: [i8; 8] = [33, 18, -14, -31, -33, -18, 14, 31];
/// Where the guard byte lies.
const GUARD_INDEX: usize = 0x78;

/// The squares from one on in one direction.
fn walk(from: Square, step: i8) -> impl Iterator<Item = Square> {
    std::iter::successors(from.offset(step), move |square| square.offset(step))
}

/// The squares on a walk up to and including the first that is not empty.
fn slide(from: Square, step: i8, empty: Bitboard) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    for to in walk(from, step) {
        reached |= Bitboard::of(to);
        if !empty.contains(to) {
            break;
        }
    }
    reached
}

/// The square in a lane of `centre`.
fn lane_square(centre: Square, lane: usize) -> Option<Square> {
    match lane % 8 {
        0 => centre.offset(JUMPS[lane / 8]),
        steps => walk(centre, RAYS[lane / 8]).nth(steps - 1),
    }
}

/// The lanes for which `is_in` holds.
fn lanes(is_in: impl Fn(usize) -> bool) -> u64 {
    (0..64).filter(|&lane| is_in(lane)).fold(0, |set, lane| set | 1 << lane)
}

/// True if a piece in this lane would attack the centre over an empty board.
fn attacks_centre(piece: Piece, by: Color, lane: usize) -> bool {
    if !piece.is_color(by) || piece.byte() == Piece::GUARD {
        return false;
    }
    let (direction, steps) = (lane / 8, lane % 8);
    match (piece.kind(), steps) {
        (kind, 0) => kind == PieceKind::Knight,
        (PieceKind::Pawn, 1) if by == Color::White => matches!(direction, 3 | 5),
        (PieceKind::Pawn, 1) => matches!(direction, 1 | 7),
        (PieceKind::King, 1) | (PieceKind::Queen, _) => true,
        (PieceKind::Rook, _) => direction % 2 == 0,
        (PieceKind::Bishop, _) => direction % 2 == 1,
        _ => false,
    }
}

/// The board as bytes, with the guard.
fn bytes_of(position: &Position) -> [u8; 128] {
    let mut bytes = [0; 128];
    bytes[GUARD_INDEX] = Piece::GUARD;
    for square in Bitboard::ALL {
        bytes[square.index()] = position.piece_on(square).byte();
    }
    bytes
}

/// Where the pieces stand.
fn planes_of(position: &Position) -> Planes {
    let with = |bits: u8| {
        Bitboard::ALL
            .into_iter()
            .filter(|&square| position.piece_on(square).byte() & bits != 0)
            .collect()
    };
    Planes {
        pawns: with(PieceKind::Pawn.bit()),
        knights: with(PieceKind::Knight.bit()),
        diagonal: with(PieceKind::Bishop.bit() | PieceKind::Queen.bit()),
        orthogonal: with(PieceKind::Rook.bit() | PieceKind::Queen.bit()),
        colors: [with(Piece::WHITE), with(Piece::BLACK)],
    }
}

/// Views: lanes, attackers, squares, the squares that pieces attack and go to.
fn check_views<O: Ops>(position: &Position, random: &mut Random) {
    let board = O::load(&bytes_of(position));
    let layers = O::layers(board);
    let colors = planes_of(position).colors;
    let empty = !(colors[0] | colors[1]);
    for centre in Bitboard::ALL {
        let place = format!("{} {centre} in {position}", O::NAME);
        let seen: [Piece; 64] = std::array::from_fn(|lane| {
            let guard = Piece::from_byte(Piece::GUARD);
            lane_square(centre, lane).map_or(guard, |square| position.piece_on(square))
        });
        let view = O::view(board, centre);
        for mask in (0..8).map(|bit| 1 << bit).chain([0xff]) {
            let expected = lanes(|lane| seen[lane].byte() & mask != 0);
            assert_eq!(O::lanes_with(view, mask), expected, "lanes with {mask:#x}, {place}");
        }
        for by in Color::ALL {
            let expected = lanes(|lane| attacks_centre(seen[lane], by, lane));
            assert_eq!(O::attackers(view, by), expected, "attackers {by:?}, {place}");
        }
        let occupied = O::lanes_with(view, 0xff);
        let expected = lanes(|lane| {
            let row = lane & !7;
            lane == row || (row + 1..lane).all(|before| seen[before].is_none())
        });
        assert_eq!(ops::reach(occupied), expected, "reach, {place}");

        let some = random.bits();
        let expected = (0..64).filter(|lane| some >> lane & 1 != 0);
        let expected: Bitboard = expected.filter_map(|lane| lane_square(centre, lane)).collect();
        assert_eq!(O::squares(some, centre), expected, "squares of {some:#x}, {place}");

        let ray = |direction: usize| slide(centre, RAYS[direction], empty);
        let orthogonal = [0, 2, 4, 6].map(ray).iter().fold(Bitboard::EMPTY, |all, &set| all | set);
        let diagonal = [1, 3, 5, 7].map(ray).iter().fold(Bitboard::EMPTY, |all, &set| all | set);
        let steps = |steps: [i8; 8]| -> Bitboard {
            steps.iter().filter_map(|&step| centre.offset(step)).collect()
        };
        for (kind, expected) in [
            (PieceKind::Knight, steps(JUMPS)),
            (PieceKind::Bishop, diagonal),
            (PieceKind::Rook, orthogonal),
            (PieceKind::Queen, orthogonal | diagonal),
            (PieceKind::King, steps(RAYS)),
        ] {
            assert_eq!(
                O::piece_attacks(board, !empty, centre, kind),
                expected,
                "{kind:?}, {place}"
            );
            if kind == PieceKind::King {
                continue;
            }
            for own in Color::ALL {
                let moves = O::piece_moves(board, layers, centre, Piece::new(own, kind), own);
                let sets = moves.map(|lanes| O::squares(lanes, centre));
                let enemies = colors[(!own).index()];
                let expected = [expected & (empty | enemies), expected & enemies];
                assert_eq!(sets, expected, "moves of {kind:?} of {own:?}, {place}");
            }
        }
    }
}

/// The squares that a slider or knight attacks, direction by direction; none for others.
fn attacks(piece: Piece, from: Square, empty: Bitboard) -> Vec<Bitboard> {
    let slides = |directions: [usize; 4]| {
        directions.map(|direction| slide(from, RAYS[direction], empty)).to_vec()
    };
    let (orthogonal, diagonal) = ([0, 2, 4, 6], [1, 3, 5, 7]);
    match piece.kind() {
        PieceKind::Knight => vec![JUMPS.iter().filter_map(|&jump| from.offset(jump)).collect()],
        PieceKind::Bishop => slides(diagonal),
        PieceKind::Rook => slides(orthogonal),
        PieceKind::Queen => [slides(orthogonal), slides(diagonal)].concat(),
        PieceKind::Pawn | PieceKind::King => Vec::new(),
    }
}

/// Attacks and moves of all knights and sliders at once.
fn check_attacks<O: Ops>(bytes: &[u8; 128], random: &mut Random) {
    let layers = O::layers(O::load(bytes));
    let piece_on = |square: Square| Piece::from_byte(bytes[square.index()]);
    let of =
        |color: Color| Bitboard::ALL.into_iter().filter(move |&at| piece_on(at).is_color(color));
    let empty: Bitboard =
        Bitboard::ALL.into_iter().filter(|&square| piece_on(square).is_none()).collect();
    for color in Color::ALL {
        for set in [0, u64::MAX, random.bits(), random.bits() & random.bits() & random.bits()] {
            let set = Bitboard(set);
            let place = format!("{} {color:?} {:#x} {bytes:?}", O::NAME, set.0);
            let attacked = of(color)
                .flat_map(|from| attacks(piece_on(from), from, empty | set))
                .fold(Bitboard::EMPTY, |all, set| all | set);
            assert_eq!(O::attacked(layers, color, set), attacked, "attacked, {place}");
            let own: Bitboard = of(color).collect();
            let moves: u64 = of(color)
                .filter(|&from| set.contains(from))
                .flat_map(|from| attacks(piece_on(from), from, empty))
                .map(|targets| u64::from((targets & !own).count()))
                .sum();
            assert_eq!(O::count_moves(layers, color, set), moves, "moves, {place}");
        }
        let kinds = [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];
        let by_kind = kinds.map(|kind| {
            of(color)
                .filter(|&from| piece_on(from).is_kind(kind))
                .flat_map(|from| attacks(piece_on(from), from, empty))
                .fold(Bitboard::EMPTY, |all, set| all | set)
        });
        let found = O::attacked_by_kind(layers)[color.index()];
        assert_eq!(found, by_kind, "by kind, {} {color:?} {bytes:?}", O::NAME);
    }
}

/// The lines through each square: what a queen there sees, and what shields it.
fn check_lines<O: Ops>(bytes: &[u8; 128]) {
    let board = O::load(bytes);
    let piece_on = |square: Square| Piece::from_byte(bytes[square.index()]);
    for centre in Bitboard::ALL {
        for (by, shields) in Color::ALL
            .into_iter()
            .flat_map(|by| [None, Some(by), Some(!by)].map(|shields| (by, shields)))
        {
            let (mut seen, mut shielding) = (Bitboard::EMPTY, Bitboard::EMPTY);
            for (direction, step) in RAYS.into_iter().enumerate() {
                let is_empty = |&square: &Square| piece_on(square).is_none();
                seen |= walk(centre, step).take_while(is_empty).collect();
                let mut pieces = walk(centre, step).filter(|square| !is_empty(square));
                let Some(first) = pieces.next() else { continue };
                seen |= Bitboard::of(first);
                let is_shield = shields.is_none_or(|color| piece_on(first).is_color(color));
                let slides = [PieceKind::Rook, PieceKind::Bishop][direction % 2];
                let is_aimed = pieces.next().map(piece_on).is_some_and(|piece| {
                    let fits = piece.is_kind(slides) || piece.is_kind(PieceKind::Queen);
                    piece.is_color(by) && fits
                });
                if is_shield && is_aimed {
                    shielding |= Bitboard::of(first);
                }
            }
            let found = O::lines(board, || O::layers(board), centre, by, shields);
            let place = format!("{} {centre} {by:?} {shields:?} {bytes:?}", O::NAME);
            assert_eq!(found, [seen, shielding], "lines, {place}");
        }
    }
}

/// A board that no game reaches: `men` times a random piece on a random square.
fn random_board(men: usize, random: &mut Random) -> [u8; 128] {
    let mut bytes = [0; 128];
    bytes[GUARD_INDEX] = Piece::GUARD;
    for _ in 0..men {
        let piece = Piece::new(random.pick(&Color::ALL), random.pick(&PieceKind::ALL));
        bytes[Square::from_dense(random.below(64)).index()] = piece.byte();
    }
    bytes
}

/// Boards: loading, changing and storing them, and their planes.
fn check_boards<O: Ops>(position: &Position, random: &mut Random) {
    let board = O::load(&bytes_of(position));
    assert_eq!(O::planes(O::layers(board)), planes_of(position), "{} {position}", O::NAME);
    let [cleared, taken] = [(); 2].map(|()| Square::from_dense(random.below(64)));
    let kind = random.pick(&PieceKind::ALL);
    let piece = Piece::new(random.pick(&Color::ALL), kind);
    let changed = O::put(O::clear(board, cleared), taken, piece);
    let (key, state) = (random.bits(), random.bits());
    let stored = O::store(changed, key, state);
    let moved = O::moved(&bytes_of(position), cleared, taken, piece, key, state);
    assert!(moved == stored, "{} {cleared} {taken} {position}", O::NAME);
    for square in Bitboard::ALL {
        let expected = match square {
            _ if square == taken => piece,
            _ if square == cleared => Piece::NONE,
            _ => position.piece_on(square),
        };
        assert_eq!(stored.piece_on(square), expected, "{} {square} {position}", O::NAME);
    }
    assert_eq!(O::planes(O::layers(changed)), planes_of(&stored), "{} {position}", O::NAME);
    assert_eq!(u64::from(stored.halfmove_clock()), state >> 32 & 0xffff);
    assert_eq!(u64::from(stored.fullmove_number()), state >> 48);
    assert_eq!(stored.key() ^ O::store(changed, 0, state).key(), key);
}

fn check_all<O: Ops>() {
    let mut random = Random(0x88);
    let mut compared = 0;
    for game in random_games(0x88, 30) {
        for position in game.positions().step_by(3) {
            check_boards::<O>(&position, &mut random);
            check_views::<O>(&position, &mut random);
            check_attacks::<O>(&bytes_of(&position), &mut random);
            check_lines::<O>(&bytes_of(&position));
            for men in [10, 60] {
                let board = random_board(men, &mut random);
                check_attacks::<O>(&board, &mut random);
                check_lines::<O>(&board);
            }
            compared += 1;
        }
    }
    assert!(compared > 2_000, "only {compared} positions");
}

#[test]
fn scalar_operations_are_those_of_the_model() {
    check_all::<Scalar>();
}

/// `.ci/run` says which board its builds must have: without this a build for the wrong
/// processor would leave the other one untested.
#[test]
#[ignore = "needs NULLFENSTER_BOARD, the name of the board to be expected"]
fn the_build_has_the_expected_board() {
    let expected = std::env::var("NULLFENSTER_BOARD").expect("the name of a board");
    assert_eq!(Native::NAME, expected);
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod vectors {
    //! The vector boards, where the build has them.

    use super::*;
    use nullfenster::board::ops::Avx2;
    use nullfenster::board::{All, Black, Kinds, Noisy, Quiet, Side, White, generate, notation};
    use nullfenster::types::MoveList;

    #[test]
    fn avx2_operations_are_those_of_the_model() {
        check_all::<Avx2>();
    }

    #[test]
    fn the_operations_of_the_build_are_those_of_the_model() {
        check_all::<Native>();
    }

    fn list<O: Ops, S: Side, K: Kinds>(position: &Position) -> Vec<String> {
        let mut list = MoveList::new();
        generate::<O, S, K>(position, &mut list);
        list.iter()
            .map(|&mv| format!("{} {:x}", notation::format_move(mv, true), mv.bits()))
            .collect()
    }

    fn check_generators<S: Side>(position: &Position) -> usize {
        let all = list::<Scalar, S, All>(position);
        let noisy = list::<Scalar, S, Noisy>(position);
        let quiet = list::<Scalar, S, Quiet>(position);
        check_same::<Avx2, S>(position, [&all, &noisy, &quiet]);
        check_same::<Native, S>(position, [&all, &noisy, &quiet]);
        all.len()
    }

    fn check_same<O: Ops, S: Side>(position: &Position, expected: [&[String]; 3]) {
        let [all, noisy, quiet] = expected;
        let board = O::NAME;
        assert_eq!(all, list::<O, S, All>(position), "{board}, all moves of {position}");
        assert_eq!(noisy, list::<O, S, Noisy>(position), "{board}, noisy moves of {position}");
        assert_eq!(quiet, list::<O, S, Quiet>(position), "{board}, quiet moves of {position}");
    }

    #[test]
    fn all_generators_list_the_same_moves_in_the_same_order() {
        let mut moves = 0;
        for position in random_games(0xa110, 60).iter().flat_map(|game| game.positions()) {
            moves += match position.side_to_move() {
                Color::White => check_generators::<White>(&position),
                Color::Black => check_generators::<Black>(&position),
            };
        }
        assert!(moves > 200_000, "only {moves} moves");
    }
}
