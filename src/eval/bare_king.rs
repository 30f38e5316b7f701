//! A bare king against pieces and pawns. Neither evaluation leads to the mate, which may be longer
//! than a search is deep: the king is driven to the edge, or with bishop and knight to a corner of
//! the bishop's colour, and the own king comes near (idea: Slate and Atkin, Chess 4.5).
//!
//! The value grows with the material. There are three levels, and no bonus for driving the king
//! reaches from one to the next, so that no promotion to a knight and no lost rook looks better
//! than a queen: bishop and knight; the same with more minor pieces or pawns; and whatever mates at
//! the edge. Material that can't win is worth nothing.

use super::bishop_and_knight;
use crate::board::{Planes, Position, king_steps};
use crate::types::{Bitboard, Centipawns, Color, PieceKind, Square};

/// The least value of an ending that is won: more than any that is not.
pub const KNOWN_WIN: Centipawns = 2_000;
/// From one level to the next; more than all of [`TO_CORNER`], [`NEAR_TO_CORNER`] and [`CONFINED`]
/// add up to, and more than [`bishop_and_knight::value`] is at most.
const LEVEL: Centipawns = 4_000;
/// What pieces are worth. A queen and a rook, or a minor piece and none, differ by more than
/// [`TO_EDGE`] and [`NEAR`] add up to.
const MINOR: Centipawns = 700;
const ROOK: Centipawns = 1_000;
const QUEEN: Centipawns = 1_700;
/// A pawn, and each rank that it has advanced.
const PAWN: Centipawns = 100;
const ADVANCED: Centipawns = 20;
/// For each square towards the edge. With a third of it searches of 20,000 nodes do not mate with
/// two bishops in fifty moves.
const TO_EDGE: Centipawns = 60;
/// For each square that the kings are nearer to each other.
const NEAR: Centipawns = 20;
/// With more than bishop and knight that still needs the right corner, twice the value of each square
/// towards it, of each king's step between the kings, and of each square that the bare king can't
/// walk to. The corner must be worth ten times the nearness.
const TO_CORNER: Centipawns = 420;
const NEAR_TO_CORNER: Centipawns = 80;
const CONFINED: Centipawns = 8;

/// The value for the side to move of a position with a bare king whose result is known by its
/// material, 0 for a draw; `None` for all other positions.
#[inline(always)]
pub(super) fn value(position: &Position, planes: &Planes) -> Option<Centipawns> {
    let bare = planes.colors.iter().position(|pieces| pieces.count() == 1)?;
    let weak = Color::ALL[bare];
    if is_drawn(position, planes, weak) {
        return Some(0);
    }
    let value = won(position, planes, weak)?;
    Some(if position.side_to_move() == weak { -value } else { value })
}

/// True if a side has a bare king, and what stands against it can't win.
pub fn is_known_draw(position: &Position) -> bool {
    value(position, &position.planes()) == Some(0)
}

/// True if no play wins against the bare king of `weak` but by its own mistake: two knights
/// without a pawn, or pawns on one rook file, with no bishop or only bishops that don't attack the
/// corner in which they promote, and the king next to it. (One minor piece and bare kings are
/// drawn by rule.)
fn is_drawn(position: &Position, planes: &Planes, weak: Color) -> bool {
    if !planes.orthogonal.is_empty() {
        return false;
    }
    let (knights, bishops) = (planes.knights, planes.diagonal);
    if planes.pawns.is_empty() {
        return bishops.is_empty() && knights.count() <= 2;
    }
    let Some(pawn) = planes.pawns.first() else { return false };
    let on_rook_file = [0, 7].contains(&pawn.file())
        && planes.pawns.into_iter().all(|other| other.file() == pawn.file());
    let corner = Square::new(pawn.file(), if weak == Color::Black { 7 } else { 0 });
    let shade = if Bitboard::DARK.contains(corner) { Bitboard::DARK } else { !Bitboard::DARK };
    let king = position.king(weak);
    let next_to_it =
        king.file().abs_diff(corner.file()) <= 1 && king.rank().abs_diff(corner.rank()) <= 1;
    on_rook_file && knights.is_empty() && !bishops.intersects(shade) && next_to_it
}

/// The value of the pieces and pawns against the bare king of `weak`; `None` if they may not win.
fn won(position: &Position, planes: &Planes, weak: Color) -> Option<Centipawns> {
    let (knights, bishops) = (planes.knights, planes.diagonal & !planes.orthogonal);
    let queens = planes.diagonal & planes.orthogonal;
    let rooks = planes.orthogonal & !planes.diagonal;
    let dark = bishops.intersects(Bitboard::DARK);
    let both_colors = dark && bishops.intersects(!Bitboard::DARK);
    let minors = (knights | bishops).count() as Centipawns;
    let at_edge = !planes.orthogonal.is_empty() || both_colors || knights.count() > 2;
    if !at_edge && (knights.is_empty() || bishops.is_empty()) {
        return None;
    }
    let (king, other) = (position.king(weak), position.king(!weak));
    let alone = planes.pawns.is_empty() && minors == 2;
    let (level, driven) = if at_edge {
        (2, TO_EDGE * to_edge(king) + NEAR * near(king, other))
    } else if let (true, Some(knight), Some(bishop)) = (alone, knights.first(), bishops.first()) {
        (0, bishop_and_knight::value(king, other, knight, bishop))
    } else {
        // More than bishop and knight: the pawns run, or two knights help.
        let driven = TO_CORNER * to_corner(king, dark)
            + NEAR_TO_CORNER * (7 - steps(king, other))
            + CONFINED * (64 - cage(position, planes, weak));
        (1, driven / 2)
    };
    let pawns: Centipawns =
        planes.pawns.into_iter().map(|pawn| PAWN + ADVANCED * advanced(pawn, weak)).sum();
    let material = MINOR * (minors - if at_edge { 0 } else { 2 })
        + ROOK * rooks.count() as Centipawns
        + QUEEN * queens.count() as Centipawns
        + pawns;
    Some(KNOWN_WIN + LEVEL * level + driven + material)
}

/// The number of squares that the bare king of `weak` can walk to as the other pieces stand, its own
/// included.
fn cage(position: &Position, planes: &Planes, weak: Color) -> i32 {
    let king = Bitboard::of(position.king(weak));
    let others = planes.colors[(!weak).index()];
    let attacks = |square, kind| position.attacks_from(others, square, kind);
    let attacked = planes.knights.into_iter().map(|square| attacks(square, PieceKind::Knight));
    let attacked = attacked
        .chain(planes.diagonal.into_iter().map(|square| attacks(square, PieceKind::Bishop)))
        .fold(king_steps(position.king(!weak)), |all, squares| all | squares);
    let mut reached = king;
    loop {
        let steps = reached.into_iter().fold(reached, |all, square| all | king_steps(square));
        let next = (steps & !attacked) | king;
        if next == reached {
            return reached.count() as i32;
        }
        reached = next;
    }
}

/// The ranks that a pawn has advanced against the king of `weak`.
fn advanced(pawn: Square, weak: Color) -> i32 {
    let rank = i32::from(pawn.rank());
    if weak == Color::Black { rank - 1 } else { 6 - rank }
}

/// The distance of a square from the middle, 0 to 6, most in the corners.
fn to_edge(square: Square) -> i32 {
    let from_middle = |line: u8| (2 * i32::from(line) - 7).abs() / 2;
    from_middle(square.file()) + from_middle(square.rank())
}

/// The nearness of a square to a dark or to a light corner: 0 on the diagonal between the others,
/// 7 in the corner.
fn to_corner(square: Square, dark: bool) -> i32 {
    let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
    if dark { (file + rank - 7).abs() } else { (file - rank).abs() }
}

/// The nearness of two squares: 14 less the files and ranks between them.
fn near(a: Square, b: Square) -> i32 {
    14 - i32::from(a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank()))
}

/// The number of king's steps between two squares.
fn steps(a: Square, b: Square) -> i32 {
    i32::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())))
}
