//! Random games played in step with cozy-chess, another author's library of
//! another design (bitboards): in every position both must say the same.
//!
//! Differences of convention are removed first:
//! * en passant: cozy-chess keeps the file after every double step, we only if a
//!   capture is legal, so its square is dropped if no legal move captures there;
//! * castling: its FEN names files (Shredder-FEN), ours `KQkq` wherever these
//!   mean the same rook (X-FEN);
//! * its half-move clock stops at 100, so games end there.

mod common;

use common::{Random, own_perft, random_games};
use cozy_chess::{Board, GameStatus, Rank};
use nullfenster::board::{Danger, Position, Tactics, notation};
use nullfenster::lab::classical_moves;
use nullfenster::types::{Bitboard, Color, Move, MoveFlags, PieceKind, Square};
use std::collections::{BTreeSet, HashMap};

/// Positions compared for each kind of start; four kinds make 240,000.
const POSITIONS: usize = 60_000;

/// All 65,536 bit patterns of a move are checked for legality in one of this many positions.
const EXHAUSTIVE_EVERY: usize = 1000;

/// Counts of what came up: random games that never promote would prove little.
#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    checks: usize,
    double_checks: usize,
    en_passant: usize,
    castlings: usize,
    promotions: usize,
    mates: usize,
    stalemates: usize,
    inner_rooks: usize,
}

fn our_square(square: cozy_chess::Square) -> Square {
    Square::from_dense(square as usize)
}

fn their_moves(board: &Board) -> Vec<cozy_chess::Move> {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(of_piece);
        false
    });
    moves
}

/// The rook's file in a Shredder-FEN letter as `K` or `Q` if it is the outermost
/// rook on its side of the king.
fn x_fen_letter(board: &Board, letter: char) -> char {
    let color = if letter.is_ascii_uppercase() {
        cozy_chess::Color::White
    } else {
        cozy_chess::Color::Black
    };
    let rank = Rank::First.relative_to(color);
    let king = board.king(color).file() as usize;
    let rook = (letter.to_ascii_lowercase() as u8 - b'a') as usize;
    let rooks = board.colored_pieces(color, cozy_chess::Piece::Rook);
    let is_rook =
        |file: usize| rooks.has(cozy_chess::Square::new(cozy_chess::File::index(file), rank));
    let (short, inner) =
        if rook > king { ('k', (rook + 1..8).any(is_rook)) } else { ('q', (0..rook).any(is_rook)) };
    let name = if inner { letter.to_ascii_lowercase() } else { short };
    if letter.is_ascii_uppercase() { name.to_ascii_uppercase() } else { name }
}

/// The FEN of a cozy-chess position as we write it.
fn their_fen(board: &Board, moves: &[cozy_chess::Move]) -> String {
    let shredder = format!("{board:#}");
    let mut fields: Vec<String> = shredder.split(' ').map(String::from).collect();
    if fields[2] != "-" {
        fields[2] = fields[2].chars().map(|letter| x_fen_letter(board, letter)).collect();
    }
    let captures = |mv: &cozy_chess::Move| {
        mv.to.to_string() == fields[3] && board.piece_on(mv.from) == Some(cozy_chess::Piece::Pawn)
    };
    if !moves.iter().any(captures) {
        fields[3] = "-".into();
    }
    fields.join(" ")
}

/// The squares that the piece on a square attacks, from the tables of cozy-chess.
fn attacks_from(board: &Board, from: cozy_chess::Square) -> cozy_chess::BitBoard {
    use cozy_chess::Piece;
    let occupied = board.occupied();
    let color = board.color_on(from).expect("a piece");
    match board.piece_on(from).expect("a piece") {
        Piece::Pawn => cozy_chess::get_pawn_attacks(from, color),
        Piece::Knight => cozy_chess::get_knight_moves(from),
        Piece::Bishop => cozy_chess::get_bishop_moves(from, occupied),
        Piece::Rook => cozy_chess::get_rook_moves(from, occupied),
        Piece::Queen => {
            cozy_chess::get_bishop_moves(from, occupied)
                | cozy_chess::get_rook_moves(from, occupied)
        }
        Piece::King => cozy_chess::get_king_moves(from),
    }
}

/// The squares that a colour attacks.
fn their_attacks(board: &Board, by: cozy_chess::Color) -> cozy_chess::BitBoard {
    let sets = board.colors(by).into_iter().map(|from| attacks_from(board, from));
    sets.fold(cozy_chess::BitBoard::EMPTY, |all, set| all | set)
}

/// Compares the tactical features with what the attackers and defenders of each square make.
fn compare_tactics(position: &Position, board: &Board) {
    use cozy_chess::{BitBoard, Piece};
    let value = |square| match board.piece_on(square).expect("a piece") {
        Piece::Pawn => 0,
        Piece::Knight | Piece::Bishop => 1,
        Piece::Rook => 2,
        Piece::Queen => 3,
        Piece::King => 4,
    };
    let attackers = |by, square| {
        board.colors(by).into_iter().filter(move |&from| attacks_from(board, from).has(square))
    };
    let mut danger = Danger { all: Bitboard::EMPTY, outvalued: [Bitboard::EMPTY; 3] };
    for square in board.occupied() & !board.pieces(Piece::King) {
        let color = board.color_on(square).expect("a piece");
        let least = attackers(!color, square).map(value).min();
        let defended = attackers(color, square).next().is_some();
        let set = Bitboard::of(our_square(square));
        match least {
            Some(_) if !defended => danger.all |= set,
            Some(least) if least < value(square) => {
                danger.all |= set;
                danger.outvalued[least] |= set;
            }
            _ => {}
        }
    }
    let ours = |set: BitBoard| set.into_iter().map(our_square).collect::<Bitboard>();
    let sides = [cozy_chess::Color::White, cozy_chess::Color::Black];
    let checks = sides.map(|side| {
        let king = board.king(side);
        let occupied = board.occupied();
        let knight = cozy_chess::get_knight_moves(king);
        let bishop = cozy_chess::get_bishop_moves(king, occupied);
        let rook = cozy_chess::get_rook_moves(king, occupied);
        let lines = [
            (Piece::Knight, knight),
            (Piece::Bishop, bishop),
            (Piece::Rook, rook),
            (Piece::Queen, bishop | rook),
        ];
        lines.map(|(kind, from)| {
            let can_go = |square: &cozy_chess::Square| {
                let taken = attackers(side, *square).any(|taker| taker != king);
                let is_free = board.color_on(*square) != Some(!side);
                let mut comers = attackers(!side, *square);
                is_free && !taken && comers.any(|comer| board.piece_on(comer) == Some(kind))
            };
            ours(from.into_iter().filter(can_go).collect())
        })
    });
    let pinned = sides.map(|side| {
        let king = board.king(side);
        let (diagonal, orthogonal) = (
            board.pieces(Piece::Bishop) | board.pieces(Piece::Queen),
            board.pieces(Piece::Rook) | board.pieces(Piece::Queen),
        );
        let nothing = BitBoard::EMPTY;
        let sliders = diagonal & cozy_chess::get_bishop_moves(king, nothing)
            | orthogonal & cozy_chess::get_rook_moves(king, nothing);
        let between = |slider| cozy_chess::get_between_rays(king, slider) & board.occupied();
        let alone = (sliders & board.colors(!side))
            .into_iter()
            .map(between)
            .filter(|between| between.len() == 1);
        ours(alone.fold(nothing, |all, set| all | set))
    });
    assert_eq!(position.tactics(), Tactics { danger, checks, pinned }, "{position}");
}

/// Compares moves, attacks, checks and FEN of both libraries.
fn compare(position: &Position, board: &Board) {
    let theirs = their_moves(board);
    let fen = their_fen(board, &theirs);
    assert_eq!(position.to_string(), fen);

    let ours: BTreeSet<String> =
        position.legal_moves().iter().map(|&mv| notation::format_move(mv, true)).collect();
    assert_eq!(ours.len(), position.legal_moves().len(), "a move twice: {fen}");
    let theirs: BTreeSet<String> = theirs.iter().map(ToString::to_string).collect();
    assert_eq!(ours, theirs, "legal moves of {fen}");

    assert_eq!(position.in_check(), !board.checkers().is_empty(), "check in {fen}");
    compare_tactics(position, board);
    let our_checkers: BTreeSet<Square> = position.checkers().into_iter().collect();
    let their_checkers: BTreeSet<Square> = board.checkers().into_iter().map(our_square).collect();
    assert_eq!(our_checkers, their_checkers, "checkers in {fen}");

    for (ours, by) in
        [(Color::White, cozy_chess::Color::White), (Color::Black, cozy_chess::Color::Black)]
    {
        let attacks = their_attacks(board, by);
        for square in cozy_chess::Square::ALL {
            let attacked = position.is_attacked(our_square(square), ours);
            assert_eq!(attacked, attacks.has(square), "{ours:?} attacks {square}: {fen}");
        }
        if ours != position.side_to_move() {
            assert_eq!(position.threats().0, attacks.0, "attacks of {ours:?} in {fen}");
        }
    }
}

/// Checks that our own functions are consistent.
fn check_consistency(position: &Position, random: &mut Random) {
    let fen = position.to_string();
    let moves = position.legal_moves();
    assert_eq!(position.key(), position.recompute_key(), "key of {fen}");
    assert_eq!(position.count_legal(), moves.len() as u64, "count of {fen}");

    let (noisy, quiet) = (position.noisy_moves(), position.quiet_moves());
    assert!(noisy.iter().all(|&mv| position.is_noisy(mv)), "noisy moves of {fen}");
    assert!(!quiet.iter().any(|&mv| position.is_noisy(mv)), "quiet moves of {fen}");
    let bits = |moves: &[Move]| moves.iter().map(|mv| mv.bits()).collect::<BTreeSet<u16>>();
    let parts = [noisy.as_slice(), quiet.as_slice()].concat();
    assert_eq!(bits(&parts), bits(&moves), "noisy and quiet against all: {fen}");
    assert_eq!(parts.len(), moves.len(), "noisy and quiet share a move: {fen}");

    for &mv in &moves {
        assert!(position.is_legal(mv), "{mv:?} is legal in {fen}");
        let next = position.make(mv);
        assert_eq!(position.gives_check(mv), next.in_check(), "{mv:?} gives check: {fen}");
        let is_capture = position.captured(mv);
        let men = |position: &Position| {
            (0..64).filter(|&at| !position.piece_on(Square::from_dense(at)).is_none()).count()
        };
        assert_eq!(men(position) - men(&next), usize::from(!is_capture.is_none()), "{mv:?} {fen}");
        // A legal move with one bit flipped is most likely to be mistaken for a legal one.
        let near = Move::from_bits(mv.bits() ^ 1 << random.below(16));
        assert_eq!(position.is_legal(near), moves.contains(&near), "{:#06x} in {fen}", near.bits());
    }
    if !moves.is_empty() {
        let mv = random.pick(&moves);
        for chess960 in [true, position.is_chess960()] {
            let text = notation::format_move(mv, chess960);
            assert_eq!(notation::parse_move(position, &text), Some(mv), "{text} in {fen}");
        }
    }
    for _ in 0..8 {
        let any = Move::from_bits(random.bits() as u16);
        assert_eq!(position.is_legal(any), moves.contains(&any), "{:#06x} in {fen}", any.bits());
    }

    let again = Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(again.to_string(), fen);
    assert_eq!(again.key(), position.key(), "key after reading {fen}");
    if !position.in_check() {
        let passed = position.make_null();
        assert_eq!(passed.side_to_move(), !position.side_to_move());
        assert_eq!(passed.key(), passed.recompute_key(), "key after passing in {fen}");
        let again = Position::from_fen(&passed.to_string()).unwrap();
        assert_eq!(again.key(), passed.key(), "passing in {fen}");
    }
}

/// Checks all bit patterns that a transposition table may hold.
fn check_all_patterns(position: &Position) {
    let legal: BTreeSet<u16> = position.legal_moves().iter().map(|mv| mv.bits()).collect();
    let claimed: BTreeSet<u16> =
        (0..=u16::MAX).filter(|&bits| position.is_legal(Move::from_bits(bits))).collect();
    assert_eq!(claimed, legal, "16-bit moves that are legal in {position}");
}

/// Our move for one of cozy-chess, built from its data, not looked up in our list.
fn our_move(position: &Position, board: &Board, mv: cozy_chess::Move) -> Move {
    use cozy_chess::Piece;
    let (from, to) = (our_square(mv.from), our_square(mv.to));
    let kind = mv.promotion.map(|piece| match piece {
        Piece::Knight => PieceKind::Knight,
        Piece::Bishop => PieceKind::Bishop,
        Piece::Rook => PieceKind::Rook,
        _ => PieceKind::Queen,
    });
    let is_pawn = board.piece_on(mv.from) == Some(Piece::Pawn);
    let flags = if let Some(kind) = kind {
        MoveFlags::promotion(kind)
    } else if board.color_on(mv.to) == Some(board.side_to_move()) {
        MoveFlags::CASTLING
    } else if is_pawn && from.rank().abs_diff(to.rank()) == 2 {
        MoveFlags::DOUBLE_STEP
    } else if is_pawn && from.file() != to.file() && position.piece_on(to).is_none() {
        MoveFlags::EN_PASSANT
    } else {
        MoveFlags::empty()
    };
    Move::new(from, to, flags)
}

/// A random move; rare kinds more often than by chance.
fn choose(position: &Position, moves: &[Move], random: &mut Random) -> Move {
    let is_rare = |mv: &&Move| {
        mv.is_castling() || mv.is_promotion() || mv.is_en_passant() || position.gives_check(**mv)
    };
    let is_pawn = |mv: &&Move| position.piece_on(mv.from()).is_kind(PieceKind::Pawn);
    let some: Vec<Move> = match random.below(5) {
        0 | 1 => moves.iter().filter(is_rare).copied().collect(),
        2 => moves.iter().filter(is_pawn).copied().collect(),
        _ => Vec::new(),
    };
    random.pick(if some.is_empty() { moves } else { &some })
}

/// Plays random games of at most `plies` from these starts until enough positions are compared.
fn play(mut start: impl FnMut(&mut Random) -> Board, plies: usize, seed: u64) -> Seen {
    let mut random = Random(seed);
    let mut seen = Seen::default();
    // Equal keys must mean equal positions, and the other way round.
    let mut by_key: HashMap<u64, String> = HashMap::new();
    while seen.positions < POSITIONS {
        let mut board = start(&mut random);
        let mut position = Position::from_fen(&format!("{board:#}")).unwrap();
        for _ in 0..plies {
            compare(&position, &board);
            check_consistency(&position, &mut random);
            if seen.positions % EXHAUSTIVE_EVERY == 0 {
                check_all_patterns(&position);
            }
            let fen = position.to_string();
            let identity = fen.splitn(5, ' ').take(4).collect::<Vec<_>>().join(" ");
            let known = by_key.entry(position.key()).or_insert_with(|| identity.clone());
            assert_eq!(*known, identity, "two positions of one key");

            seen.positions += 1;
            seen.checks += usize::from(position.in_check());
            seen.double_checks += usize::from(position.checkers().count() == 2);
            seen.en_passant += usize::from(position.en_passant().is_some());
            seen.inner_rooks += usize::from(
                fen.split(' ')
                    .nth(2)
                    .is_some_and(|field| field.chars().any(|letter| !"KQkq-".contains(letter))),
            );
            let moves = their_moves(&board);
            assert!(position.in_check() || position.is_stalemate() == moves.is_empty(), "{fen}");
            if board.status() != GameStatus::Ongoing {
                seen.mates += usize::from(moves.is_empty() && position.in_check());
                seen.stalemates += usize::from(moves.is_empty() && !position.in_check());
                break;
            }
            let pairs: Vec<_> =
                moves.iter().map(|&mv| (our_move(&position, &board, mv), mv)).collect();
            let ours: Vec<Move> = pairs.iter().map(|&(ours, _)| ours).collect();
            let ours = choose(&position, &ours, &mut random);
            let theirs = pairs.iter().find(|&&(mv, _)| mv == ours).expect("one of these").1;
            seen.castlings += usize::from(ours.is_castling());
            seen.promotions += usize::from(ours.is_promotion());
            position = position.make(ours);
            board.play_unchecked(theirs);
        }
    }
    eprintln!("{seen:?}");
    assert!(seen.checks > 1000 && seen.double_checks > 10, "{seen:?}");
    assert!(seen.en_passant > 100 && seen.promotions > 500 && seen.mates > 50, "{seen:?}");
    seen
}

#[test]
fn orthodox_games_agree() {
    let seen = play(|_| Board::startpos(), 200, 0x0088);
    assert!(seen.castlings > 100, "{seen:?}");
}

#[test]
fn chess960_games_agree() {
    let seen = play(|random| Board::chess960_startpos(random.below(960) as u32), 200, 0x0960);
    assert!(seen.castlings > 100, "{seen:?}");
}

#[test]
fn double_chess960_games_agree() {
    let start = |random: &mut Random| {
        Board::double_chess960_startpos(random.below(960) as u32, random.below(960) as u32)
    };
    let seen = play(start, 200, 0x96_0960);
    assert!(seen.castlings > 100, "{seen:?}");
}

/// Games from positions with special features, such as castling with the inner of two
/// rooks.
#[test]
fn games_from_special_positions_agree() {
    let starts: Vec<Board> = own_perft("perft.txt")
        .iter()
        .map(|case| {
            let board = Board::from_fen(&case.fen, true);
            board.or_else(|_| Board::from_fen(&case.fen, false)).unwrap()
        })
        .collect();
    let seen = play(|random| starts[random.below(starts.len())].clone(), 16, 0x5bec);
    assert!(seen.castlings > 1000 && seen.inner_rooks > 100 && seen.stalemates > 10, "{seen:?}");
}

/// A key that is foretold wrongly costs speed and nothing else, so nobody would see it.
#[test]
fn keys_after_plain_moves_are_foretold() {
    let mut foretold = 0;
    for position in random_games(0xfe7c, 40).iter().flat_map(|game| game.positions()) {
        for mv in position.legal_moves() {
            let next = position.make(mv);
            if mv.is_plain() && next.castling_rights() == position.castling_rights() {
                assert_eq!(position.likely_key_after(mv), next.key(), "{mv:?} in {position}");
                foretold += 1;
            }
        }
    }
    assert!(foretold > 50_000, "only {foretold}");
}

/// The lab's generator with the classical loops knows the same moves, in the positions of the perft
/// suites and of random games from them, Chess960 included.
#[test]
fn the_classical_generator_agrees() {
    let (mut compared, mut castlings) = (0, 0);
    for game in random_games(88, 120) {
        let mut position = game.start;
        for mv in game.moves {
            let sorted = |mut moves: Vec<u16>| {
                moves.sort_unstable();
                moves
            };
            let own: Vec<u16> = position.legal_moves().iter().map(|mv| mv.bits()).collect();
            let moves = classical_moves(&position);
            castlings += moves.iter().filter(|mv| mv.is_castling()).count();
            let classical = moves.iter().map(|mv| mv.bits()).collect();
            assert_eq!(sorted(own), sorted(classical), "{position}");
            compared += 1;
            position = position.make(mv);
        }
    }
    assert!(compared > 10_000 && castlings > 500, "{compared} positions, {castlings} castlings");
}
