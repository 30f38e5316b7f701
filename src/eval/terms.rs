//! The terms that depend on pieces: mobility, outposts, rooks on files, threats,
//! king safety, passed pawns in play.

use super::Pair;
use super::board::Board;
use super::pawns::{PawnEntry, ahead, beside, files};
use super::trace::{Term, Trace};
use crate::board::{DENSE_DARK, king_steps, pawn_attacks};
use crate::types::{Color, PieceKind, Square, Value};

const BISHOP_PAIR: Pair = Pair::new(28, 48);
const ROOK_ON_OPEN_FILE: Pair = Pair::new(30, 10);
const ROOK_ON_HALF_OPEN_FILE: Pair = Pair::new(13, 8);
const OUTPOST: [Pair; 2] = [Pair::new(22, 12), Pair::new(14, 6)];
/// A minor piece right behind a pawn.
const SHIELDED_MINOR: Pair = Pair::new(5, 2);
const BAD_BISHOP: Pair = Pair::new(-2, -5);
const PAWN_THREAT: Pair = Pair::new(58, 36);
/// A minor piece attacks a rook or queen; a rook attacks a queen.
const LESSER_THREAT: Pair = Pair::new(34, 26);
const HANGING: Pair = Pair::new(26, 22);
const PUSH_THREAT: Pair = Pair::new(16, 12);
/// Cover of the king: for each pawn within two ranks before it.
const SHELTER_PAWN: Pair = Pair::new(12, 0);
const OPEN_FILE_AT_KING: Pair = Pair::new(-20, 4);
const FREE_PASSER: [Pair; 8] = [
    Pair::new(0, 0),
    Pair::new(0, 2),
    Pair::new(0, 4),
    Pair::new(2, 8),
    Pair::new(6, 20),
    Pair::new(14, 44),
    Pair::new(30, 80),
    Pair::new(0, 0),
];
/// For each step that the enemy king is farther from the square before a passed
/// pawn, and that the own king is nearer; by rank.
const PASSER_FAR_FROM_ENEMY: [Value; 8] = [0, 1, 2, 5, 11, 17, 20, 0];
const PASSER_NEAR_OWN: [Value; 8] = [0, 0, 1, 3, 6, 9, 10, 0];

/// Worth of the first mobile square and how the worth flattens: by kind (knight
/// to queen) the number of squares that is worth nothing, and the slopes.
const MOBILITY_ZERO: [i32; 4] = [4, 5, 6, 11];
const MOBILITY_SLOPE: [Pair; 4] =
    [Pair::new(8, 7), Pair::new(7, 8), Pair::new(4, 8), Pair::new(3, 7)];

/// Danger of an attack on the king's surroundings by kind (pawn to queen).
const ATTACK_WEIGHT: [Value; 5] = [0, 22, 20, 30, 34];
/// Danger of a safe checking square by kind.
const SAFE_CHECK_WEIGHT: [Value; 5] = [0, 34, 24, 40, 36];
const RING_HIT_WEIGHT: Value = 9;
const WEAK_RING_WEIGHT: Value = 12;
const NO_QUEEN_RELIEF: Value = 90;

/// What one side attacks, gathered while its pieces are looked at.
#[derive(Clone, Copy, Default)]
struct Attacks {
    /// By kind, all pieces of it together.
    by: [u64; 6],
    all: u64,
    /// Attacked at least twice.
    twice: u64,
    /// Weights of pieces that hit the enemy king's surroundings, and hits.
    king_danger: Value,
    king_attackers: u32,
}

impl Attacks {
    #[inline(always)]
    fn join(&mut self, kind: PieceKind, squares: u64) {
        self.by[kind.index()] |= squares;
        self.twice |= self.all & squares;
        self.all |= squares;
    }
}

/// The set bits of a dense set.
#[inline(always)]
fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = Square::from_dense(set.trailing_zeros() as usize);
            set &= set - 1;
            square
        })
    })
}

#[inline(always)]
const fn forward(color: Color, set: u64) -> u64 {
    if let Color::White = color { set << 8 } else { set >> 8 }
}

/// The squares around a king, and the three before them.
#[inline(always)]
fn king_ring(color: Color, king: Square) -> u64 {
    let around = king_steps(king) | 1 << king.dense();
    around | forward(color, around)
}

/// All terms of pieces, in White's view.
#[inline(always)]
pub(super) fn evaluate<T: Trace>(board: &Board<'_>, pawns: PawnEntry, trace: &mut T) -> Pair {
    let mut attacks = Color::ALL.map(|color| {
        let mut attacks = Attacks::default();
        let pawns = pawn_attacks(color, board.pawns(color));
        attacks.join(PieceKind::King, king_steps(board.position.king(color)));
        attacks.join(PieceKind::Pawn, pawns);
        attacks
    });
    let enemy_pawns = attacks[1].by[PieceKind::Pawn.index()];
    let white = pieces(board, Color::White, enemy_pawns, &mut attacks[0], trace);
    let enemy_pawns = attacks[0].by[PieceKind::Pawn.index()];
    let black = pieces(board, Color::Black, enemy_pawns, &mut attacks[1], trace);
    let mut total = white - black;
    for color in Color::ALL {
        let (own, enemy) = (&attacks[color.index()], &attacks[(!color).index()]);
        let threats = threats(board, color, own, enemy);
        let safety = king_safety(board, color, own, enemy);
        let passed = passed_pawns(board, color, pawns.passed[color.index()], own, enemy);
        trace.side(Term::Threats, color, threats);
        trace.side(Term::KingSafety, color, safety);
        trace.side(Term::PassedPawns, color, passed);
        let sum = threats + safety + passed;
        if color == Color::White {
            total += sum;
        } else {
            total -= sum;
        }
    }
    total
}

/// Mobility and placement of the pieces of one side; fills in its attacks.
#[inline(always)]
fn pieces<T: Trace>(
    board: &Board<'_>,
    color: Color,
    enemy_pawn_attacks: u64,
    attacks: &mut Attacks,
    trace: &mut T,
) -> Pair {
    let own_pawns = board.pawns(color);
    let enemy_pawns = board.pawns(!color);
    let own_pawn_attacks = attacks.by[PieceKind::Pawn.index()];
    let enemy_ring = king_ring(!color, board.position.king(!color));
    // Pawns that can't move, and the king, are in the way of their pieces.
    let stuck = own_pawns & forward(!color, board.occupied());
    let king = 1 << board.position.king(color).dense();
    let area = !(enemy_pawn_attacks | stuck | king);
    let their_half = if color == Color::White { 0x00ff_ffff_0000_0000 } else { 0xffff_ff00 };
    // Squares no enemy pawn can ever attack.
    let safe_from_pawns = !pawn_attacks(!color, enemy_pawns | ahead(!color, enemy_pawns));
    let outposts = their_half & own_pawn_attacks & safe_from_pawns;

    let mut mobility = Pair::default();
    let mut placement = Pair::default();
    for kind in [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen] {
        let slot = kind.index() - 1;
        for square in squares(board.of_kind(color, kind)) {
            let reach = board.position.attacks_from(square, kind);
            attacks.join(kind, reach);
            let count = (reach & area).count_ones() as i32;
            mobility += MOBILITY_SLOPE[slot] * mobility_curve(count - MOBILITY_ZERO[slot]);
            let hits = (reach & enemy_ring).count_ones() as Value;
            if hits > 0 {
                attacks.king_attackers += 1;
                attacks.king_danger += ATTACK_WEIGHT[kind.index()] + RING_HIT_WEIGHT * hits;
            }
            let bit = 1 << square.dense();
            if kind == PieceKind::Rook {
                let file = files(bit);
                if file & own_pawns == 0 {
                    let open = file & enemy_pawns == 0;
                    placement += if open { ROOK_ON_OPEN_FILE } else { ROOK_ON_HALF_OPEN_FILE };
                }
            } else if slot < 2 {
                if bit & outposts != 0 {
                    placement += OUTPOST[slot];
                }
                if forward(color, bit) & board.planes.pawns != 0 {
                    placement += SHIELDED_MINOR;
                }
                if kind == PieceKind::Bishop {
                    placement += BAD_BISHOP * same_color(square, own_pawns);
                }
            }
        }
    }
    // Halved: slopes are given for two squares.
    mobility = Pair::new(mobility.middlegame() / 2, mobility.endgame() / 2);
    if board.of_kind(color, PieceKind::Bishop).count_ones() > 1 {
        placement += BISHOP_PAIR;
    }
    trace.side(Term::Mobility, color, mobility);
    trace.side(Term::Pieces, color, placement);
    mobility + placement
}

/// Squares beyond the neutral number count less and less.
#[inline(always)]
const fn mobility_curve(squares: i32) -> i32 {
    if squares > 4 { 4 + (squares - 4) / 2 } else { squares }
}

/// How many of the pawns stand on squares of this colour.
#[inline(always)]
fn same_color(square: Square, pawns: u64) -> i32 {
    let dark = DENSE_DARK >> square.dense() & 1 != 0;
    (pawns & if dark { DENSE_DARK } else { !DENSE_DARK }).count_ones() as i32
}

/// Pieces of the enemy that `color` attacks to its profit.
#[inline(always)]
fn threats(board: &Board<'_>, color: Color, own: &Attacks, enemy: &Attacks) -> Pair {
    let kinds = [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];
    let [knights, bishops, rooks, queens] = kinds.map(|kind| board.of_kind(!color, kind));
    let men = knights | bishops | rooks | queens;
    let by = |kind: PieceKind| own.by[kind.index()];
    let count = |set: u64| set.count_ones() as i32;

    let minors = by(PieceKind::Knight) | by(PieceKind::Bishop);
    let lesser = minors & (rooks | queens) | by(PieceKind::Rook) & queens;
    let enemy_pawn_attacks = enemy.by[PieceKind::Pawn.index()];
    let weak = !enemy.all | (own.twice & !enemy.twice & !enemy_pawn_attacks);
    let hanging = (men | board.pawns(!color)) & own.all & weak;
    // Pawn steps to safe squares that would then threaten.
    let steps = forward(color, board.pawns(color)) & !board.occupied();
    let steps = steps & !enemy_pawn_attacks & (own.all | !enemy.all);
    let pushes = pawn_attacks(color, steps) & men;
    PAWN_THREAT * count(by(PieceKind::Pawn) & men)
        + LESSER_THREAT * count(lesser)
        + HANGING * count(hanging)
        + PUSH_THREAT * count(pushes)
}

/// How safe the king of `color` is; danger grows with its square.
#[inline(always)]
fn king_safety(board: &Board<'_>, color: Color, own: &Attacks, enemy: &Attacks) -> Pair {
    let king = board.position.king(color);
    let bit = 1 << king.dense();
    let own_pawns = board.pawns(color);
    let front = ahead(color, bit | beside(bit));
    let near_front = forward(color, bit | beside(bit));
    let cover = own_pawns & (near_front | forward(color, near_front));
    let mut score = SHELTER_PAWN * cover.count_ones().min(3) as i32;
    let open_files = squares(bit | beside(bit))
        .filter(|square| files(1 << square.dense()) & own_pawns & front == 0)
        .count();
    score += OPEN_FILE_AT_KING * open_files as i32;

    if enemy.king_attackers > 1 || enemy.king_attackers == 1 && board.has_queen(!color) {
        let ring = king_ring(color, king);
        let weak = ring
            & enemy.all
            & !own.twice
            & (!own.all | own.by[PieceKind::King.index()] | own.by[PieceKind::Queen.index()]);
        let mut danger = enemy.king_danger * (enemy.king_attackers.min(5) as Value + 2) / 4
            + WEAK_RING_WEIGHT * weak.count_ones() as Value
            + safe_checks(board, color, own, enemy);
        if !board.has_queen(!color) {
            danger -= NO_QUEEN_RELIEF;
        }
        let danger = danger.clamp(0, 700);
        score -= Pair::new(danger * danger / 700, danger / 8);
    }
    score
}

/// Danger from squares where an enemy piece could check without being taken.
#[inline(always)]
fn safe_checks(board: &Board<'_>, color: Color, own: &Attacks, enemy: &Attacks) -> Value {
    let king = board.position.king(color);
    let safe = !board.planes.colors[(!color).index()]
        & (!own.all | enemy.twice & !own.twice & !own.by[PieceKind::Pawn.index()]);
    let knight = board.position.attacks_from(king, PieceKind::Knight);
    let bishop = board.position.attacks_from(king, PieceKind::Bishop);
    let rook = board.position.attacks_from(king, PieceKind::Rook);
    let lines = [0, knight, bishop, rook, bishop | rook];
    (1..5)
        .filter(|&kind| lines[kind] & enemy.by[kind] & safe != 0)
        .map(|kind| SAFE_CHECK_WEIGHT[kind])
        .sum()
}

/// What passed pawns are worth beyond their structure: free way, kings.
#[inline(always)]
fn passed_pawns(
    board: &Board<'_>,
    color: Color,
    passed: u64,
    own: &Attacks,
    enemy: &Attacks,
) -> Pair {
    let mut score = Pair::default();
    for square in squares(passed) {
        let rank = if color == Color::White { square.rank() } else { 7 - square.rank() } as usize;
        let stop = forward(color, 1 << square.dense());
        if stop & board.occupied() == 0 && stop & (enemy.all & !own.all) == 0 {
            score += FREE_PASSER[rank];
        }
        let target = Square::from_dense(stop.trailing_zeros() as usize & 63);
        let distance = |color| king_distance(board.position.king(color), target);
        let endgame = PASSER_FAR_FROM_ENEMY[rank] * distance(!color)
            - PASSER_NEAR_OWN[rank] * distance(color);
        score += Pair::new(0, endgame);
    }
    score
}

/// King's steps from one square to another.
#[inline(always)]
fn king_distance(a: Square, b: Square) -> Value {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())) as Value
}
