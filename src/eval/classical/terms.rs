//! The terms that depend on pieces: mobility, outposts, rooks on files, threats,
//! king safety, passed pawns in play.

use super::Pair;
use super::board::Board;
use super::pawns::{PawnEntry, ahead, beside, files};
use super::trace::{Term, Trace};
use super::weights::WEIGHTS;
use crate::board::{advance, king_steps, pawn_attacks};
use crate::types::{Bitboard, Color, PieceKind, Square};

/// Danger beyond this does not count.
pub(super) const DANGER_LIMIT: i32 = 700;
/// The middlegame counts the square of the danger divided by this, the endgame the
/// danger divided by the other.
pub(super) const DANGER_MIDDLEGAME: i32 = 700;
pub(super) const DANGER_ENDGAME: i32 = 8;

/// The squares that one side attacks, gathered while its pieces are evaluated.
#[derive(Clone, Copy, Default)]
struct Attacks {
    /// By kind, all pieces of it together.
    by: [Bitboard; 6],
    all: Bitboard,
    /// Attacked at least twice.
    twice: Bitboard,
    /// Pieces that hit the enemy king's surroundings, by kind (knight to queen),
    /// and their hits.
    king_attackers: [i32; 4],
    ring_hits: i32,
}

impl Attacks {
    #[inline(always)]
    fn join(&mut self, kind: PieceKind, squares: Bitboard) {
        self.by[kind.index()] |= squares;
        self.twice |= self.all & squares;
        self.all |= squares;
    }
}

/// The squares around a king, and the three before them.
#[inline(always)]
fn king_ring(color: Color, king: Square) -> Bitboard {
    let around = king_steps(king) | Bitboard::of(king);
    around | advance(color, around)
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
        let threats = threats(board, color, own, enemy, trace);
        let safety = king_safety(board, color, own, enemy, trace);
        let passed = pawns.passed[color.index()];
        let passed = passed_pawns(board, color, passed, own, enemy, trace);
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
    enemy_pawn_attacks: Bitboard,
    attacks: &mut Attacks,
    trace: &mut T,
) -> Pair {
    let own_pawns = board.pawns(color);
    let enemy_pawns = board.pawns(!color);
    let own_pawn_attacks = attacks.by[PieceKind::Pawn.index()];
    let enemy_ring = king_ring(!color, board.position.king(!color));
    // Pawns that can't move, and the king, are in the way of their pieces.
    let stuck = own_pawns & advance(!color, board.occupied());
    let king = Bitboard::of(board.position.king(color));
    let area = !(enemy_pawn_attacks | stuck | king);
    let their_half = match color {
        Color::White => Bitboard(0x00ff_ffff_0000_0000),
        Color::Black => Bitboard(0xffff_ff00),
    };
    // Squares no enemy pawn can ever attack.
    let safe_from_pawns = !pawn_attacks(!color, enemy_pawns | ahead(!color, enemy_pawns));
    let outposts = their_half & own_pawn_attacks & safe_from_pawns;

    let mut mobility = Pair::default();
    let mut placement = Pair::default();
    for kind in [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen] {
        let slot = kind.index() - 1;
        for square in board.of_kind(color, kind) {
            let reach = board.position.attacks_from(board.occupied(), square, kind);
            attacks.join(kind, reach);
            let count = (reach & area).count() as usize;
            mobility += trace.weigh(color, &mobility_weights(kind)[count], 1);
            let hits = (reach & enemy_ring).count() as i32;
            if hits > 0 {
                attacks.king_attackers[slot] += 1;
                attacks.ring_hits += hits;
            }
            let bit = Bitboard::of(square);
            if kind == PieceKind::Rook {
                let file = files(bit);
                if !file.intersects(own_pawns) {
                    let open = !file.intersects(enemy_pawns);
                    let weights = [&WEIGHTS.rook_on_half_open_file, &WEIGHTS.rook_on_open_file];
                    placement += trace.weigh(color, weights[usize::from(open)], 1);
                }
            } else if slot < 2 {
                if outposts.contains(square) {
                    placement += trace.weigh(color, &WEIGHTS.outpost[slot], 1);
                }
                if advance(color, bit).intersects(board.planes.pawns) {
                    placement += trace.weigh(color, &WEIGHTS.shielded_minor, 1);
                }
                if kind == PieceKind::Bishop {
                    let pawns = same_color(square, own_pawns);
                    placement += trace.weigh(color, &WEIGHTS.bad_bishop, pawns);
                }
            }
        }
    }
    if board.of_kind(color, PieceKind::Bishop).count() > 1 {
        placement += trace.weigh(color, &WEIGHTS.bishop_pair, 1);
    }
    trace.side(Term::Mobility, color, mobility);
    trace.side(Term::Pieces, color, placement);
    mobility + placement
}

/// Worth of a piece by the number of squares in its reach.
#[inline(always)]
const fn mobility_weights(kind: PieceKind) -> &'static [Pair] {
    match kind {
        PieceKind::Knight => &WEIGHTS.knight_mobility,
        PieceKind::Bishop => &WEIGHTS.bishop_mobility,
        PieceKind::Rook => &WEIGHTS.rook_mobility,
        _ => &WEIGHTS.queen_mobility,
    }
}

/// The number of pawns on squares of this colour.
#[inline(always)]
fn same_color(square: Square, pawns: Bitboard) -> i32 {
    let dark = Bitboard::DARK.contains(square);
    (pawns & if dark { Bitboard::DARK } else { !Bitboard::DARK }).count() as i32
}

/// Pieces of the enemy that `color` attacks to its profit.
#[inline(always)]
fn threats<T: Trace>(
    board: &Board<'_>,
    color: Color,
    own: &Attacks,
    enemy: &Attacks,
    trace: &mut T,
) -> Pair {
    let kinds = [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];
    let [knights, bishops, rooks, queens] = kinds.map(|kind| board.of_kind(!color, kind));
    let pieces = knights | bishops | rooks | queens;
    let by = |kind: PieceKind| own.by[kind.index()];
    let count = |set: Bitboard| set.count() as i32;

    let minors = by(PieceKind::Knight) | by(PieceKind::Bishop);
    let enemy_pawn_attacks = enemy.by[PieceKind::Pawn.index()];
    let unguarded = !enemy_pawn_attacks;
    let mut score = Pair::default();
    let by_minor = minors & (unguarded | rooks | queens);
    let by_rook = by(PieceKind::Rook) & (unguarded | queens);
    for (slot, victims) in [knights, bishops, rooks, queens].into_iter().enumerate() {
        score += trace.weigh(color, &WEIGHTS.minor_threat[slot], count(by_minor & victims));
        score += trace.weigh(color, &WEIGHTS.rook_threat[slot], count(by_rook & victims));
    }
    let by_king = by(PieceKind::King) & (pieces | board.pawns(!color)) & unguarded;
    score += trace.weigh(color, &WEIGHTS.king_threat, count(by_king));
    let weak = !enemy.all | (own.twice & !enemy.twice & !enemy_pawn_attacks);
    let hanging = (pieces | board.pawns(!color)) & own.all & weak;
    // Pawn steps to safe squares that would then threaten.
    let steps = advance(color, board.pawns(color)) & !board.occupied();
    let steps = steps & !enemy_pawn_attacks & (own.all | !enemy.all);
    let pushes = pawn_attacks(color, steps) & pieces;
    score
        + trace.weigh(color, &WEIGHTS.pawn_threat, count(by(PieceKind::Pawn) & pieces))
        + trace.weigh(color, &WEIGHTS.hanging, count(hanging))
        + trace.weigh(color, &WEIGHTS.push_threat, count(pushes))
}

/// The safety of the king of `color`; danger counts with its square.
#[inline(always)]
fn king_safety<T: Trace>(
    board: &Board<'_>,
    color: Color,
    own: &Attacks,
    enemy: &Attacks,
    trace: &mut T,
) -> Pair {
    let king = board.position.king(color);
    let bit = Bitboard::of(king);
    let own_pawns = board.pawns(color);
    let front = ahead(color, bit | beside(bit));
    let near_front = advance(color, bit | beside(bit));
    let cover = own_pawns & (near_front | advance(color, near_front));
    let cover = cover.count().min(3) as i32;
    let mut score = trace.weigh(color, &WEIGHTS.shelter_pawn, cover);
    let open_files = (bit | beside(bit))
        .into_iter()
        .filter(|&square| !files(Bitboard::of(square)).intersects(own_pawns & front))
        .count() as i32;
    score += trace.weigh(color, &WEIGHTS.open_file_at_king, open_files);

    let attackers: i32 = enemy.king_attackers.iter().sum();
    if attackers > 1 || attackers == 1 && board.has_queen(!color) {
        let quarters = trace.danger(color, &WEIGHTS.danger_base, 4)
            + trace.danger(color, &WEIGHTS.danger_of_open_file, 4 * open_files)
            + trace.danger(color, &WEIGHTS.danger_with_shelter_pawn, 4 * cover)
            + danger_quarters(board, color, own, enemy, trace);
        let danger = (quarters / 4).clamp(0, DANGER_LIMIT);
        score -= Pair::new(danger * danger / DANGER_MIDDLEGAME, danger / DANGER_ENDGAME);
    }
    score
}

/// The danger in quarters that pieces of the enemy are for the king of `color`.
#[inline(always)]
fn danger_quarters<T: Trace>(
    board: &Board<'_>,
    color: Color,
    own: &Attacks,
    enemy: &Attacks,
    trace: &mut T,
) -> i32 {
    // Pieces help each other.
    let attackers: i32 = enemy.king_attackers.iter().sum();
    let together = attackers.min(5) + 2;
    let mut quarters = trace.danger(color, &WEIGHTS.ring_hit, enemy.ring_hits * together);
    for (weight, count) in WEIGHTS.king_attack.iter().zip(enemy.king_attackers) {
        quarters += trace.danger(color, weight, count * together);
    }
    let ring = king_ring(color, board.position.king(color));
    let weak = ring
        & enemy.all
        & !own.twice
        & (!own.all | own.by[PieceKind::King.index()] | own.by[PieceKind::Queen.index()]);
    quarters += trace.danger(color, &WEIGHTS.weak_ring, 4 * weak.count() as i32);
    let checks = safe_checks(board, color, own, enemy);
    for (weight, check) in WEIGHTS.safe_check.iter().zip(checks) {
        quarters += trace.danger(color, weight, 4 * i32::from(check));
    }
    let no_queen = !board.has_queen(!color);
    quarters += trace.danger(color, &WEIGHTS.no_queen, 4 * i32::from(no_queen));
    quarters
}

/// By kind (knight to queen): could an enemy piece check without being taken?
#[inline(always)]
fn safe_checks(board: &Board<'_>, color: Color, own: &Attacks, enemy: &Attacks) -> [bool; 4] {
    let king = board.position.king(color);
    let safe = !board.planes.colors[(!color).index()]
        & (!own.all | enemy.twice & !own.twice & !own.by[PieceKind::Pawn.index()]);
    let occupied = board.occupied();
    let knight = board.position.attacks_from(occupied, king, PieceKind::Knight);
    let bishop = board.position.attacks_from(occupied, king, PieceKind::Bishop);
    let rook = board.position.attacks_from(occupied, king, PieceKind::Rook);
    let lines = [knight, bishop, rook, bishop | rook];
    std::array::from_fn(|slot| lines[slot].intersects(enemy.by[slot + 1] & safe))
}

/// The worth of passed pawns beyond their structure: a free path, the kings' distances.
#[inline(always)]
fn passed_pawns<T: Trace>(
    board: &Board<'_>,
    color: Color,
    passed: Bitboard,
    own: &Attacks,
    enemy: &Attacks,
    trace: &mut T,
) -> Pair {
    let mut score = Pair::default();
    let planes = &board.planes;
    let pieces = planes.knights | planes.diagonal | planes.orthogonal;
    let enemy_is_bare = !pieces.intersects(planes.colors[(!color).index()]);
    for square in passed {
        let rank = usize::from(square.relative_rank(color));
        let stop = advance(color, Bitboard::of(square));
        let path = ahead(color, Bitboard::of(square));
        if !stop.intersects(board.occupied() | enemy.all & !own.all) {
            score += trace.weigh(color, &WEIGHTS.free_passer[rank], 1);
            if !path.intersects(board.occupied() | enemy.all) {
                score += trace.weigh(color, &WEIGHTS.clear_passer[rank], 1);
            }
        } else if stop.intersects(board.planes.colors[(!color).index()]) {
            score += trace.weigh(color, &WEIGHTS.blocked_passer[rank], 1);
        }
        // A pawn stands on no last rank, so there is a square before it.
        let target = stop.first().unwrap_or(square);
        let distance = |color| king_distance(board.position.king(color), target);
        score += trace.weigh(color, &WEIGHTS.passer_enemy_king[rank], distance(!color));
        score += trace.weigh(color, &WEIGHTS.passer_own_king[rank], distance(color));
        if enemy_is_bare {
            // The square rule; a pawn on its first rank may make a double step.
            let last = if color == Color::White { 7 } else { 0 };
            let enemy_king = board.position.king(!color);
            let steps = (7 - rank.max(2)) as i32;
            let late = i32::from(board.position.side_to_move() != color);
            if !path.intersects(board.occupied())
                && king_distance(enemy_king, Square::new(square.file(), last)) - late > steps
            {
                score += trace.weigh(color, &WEIGHTS.unstoppable_passer, 1);
            }
        }
    }
    score
}

/// King's steps from one square to another.
#[inline(always)]
fn king_distance(a: Square, b: Square) -> i32 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())) as i32
}
