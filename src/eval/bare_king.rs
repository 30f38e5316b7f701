//! A bare king against pieces and pawns. Neither evaluation leads to the mate, which may be longer
//! than a search is deep: the king is driven to the edge, or with bishop and knight to a corner of
//! the bishop's colour, and the own king comes near (idea: Slate and Atkin, Chess 4.5).
//!
//! The value grows with the material. There are three levels, and no bonus for driving the king
//! reaches from one to the next, so that no promotion to a knight and no lost rook looks better
//! than a queen: bishop and knight, or bishops of one colour with a pawn; bishop and knight with more
//! minor pieces or pawns; and whatever mates at the edge. Material that can't win is worth nothing.

use super::bishop_and_knight;
use crate::board::{Planes, Position};
use crate::types::{Bitboard, Centipawns, Color, Square};

/// The least value of an ending that is won: more than any that is not.
pub const KNOWN_WIN: Centipawns = 2_000;
/// From one level to the next; more than [`TO_EDGE`], [`NEAR`] and [`OFF_EDGE`] add up to, and more
/// than [`bishop_and_knight::value`] is at most.
const LEVEL: Centipawns = 4_000;
/// What pieces are worth. A queen and a rook, or a minor piece and none, differ by more than
/// [`TO_EDGE`], [`NEAR`] and [`OFF_EDGE`] add up to.
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
/// The files and ranks between opposite corners.
const NEAREST: i32 = 14;
/// For an own king off the edge. On it the kings may be nearest to each other, with the mate
/// behind a detour that a search of 500 nodes does not see.
const OFF_EDGE: Centipawns = 70;
/// For each step of the own king towards a pawn that it has to lead.
const ESCORT: Centipawns = 40;

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
    let corner = promotion_square(pawn, weak);
    let king = position.king(weak);
    let next_to_it =
        king.file().abs_diff(corner.file()) <= 1 && king.rank().abs_diff(corner.rank()) <= 1;
    on_rook_file && knights.is_empty() && !bishops.intersects(shade(corner)) && next_to_it
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
    let (king, other) = (position.king(weak), position.king(!weak));
    let pawns: Centipawns =
        planes.pawns.into_iter().map(|pawn| PAWN + ADVANCED * advanced(pawn, weak)).sum();
    let (level, driven) = if at_edge {
        let off_edge = if is_on_edge(other) { 0 } else { OFF_EDGE };
        let three_knights = minors == 3 && knights.count() == 3 && planes.orthogonal.is_empty();
        // Less for those far away, so that no fourth piece is given up to bring them near.
        let farness = |knight| NEAR / 2 * (NEAREST - near(king, knight));
        let far: Centipawns =
            if three_knights { knights.into_iter().map(farness).sum() } else { 0 };
        (2, TO_EDGE * to_edge(king) + NEAR * near(king, other) + off_edge - far)
    } else if !knights.is_empty() && !bishops.is_empty() {
        // The two that are placed best; others help, and pawns run.
        let pairs =
            knights.into_iter().flat_map(|knight| bishops.into_iter().map(move |b| (knight, b)));
        let best =
            pairs.map(|(knight, bishop)| bishop_and_knight::value(king, other, knight, bishop));
        (i32::from(minors > 2 || pawns > 0), best.max().unwrap_or(0))
    } else {
        (0, escorted(planes, weak, other)?)
    };
    let material = MINOR * (minors - if at_edge { 0 } else { 2 })
        + ROOK * rooks.count() as Centipawns
        + QUEEN * queens.count() as Centipawns
        + pawns;
    Some(KNOWN_WIN + LEVEL * level + driven + material)
}

/// Bishops of one colour with a pawn, by how near the own king is to the pawn that is advanced most;
/// `None` for one bishop or none, which both evaluations lead well, and for rook pawns alone that
/// the bishops don't guard in the corner.
fn escorted(planes: &Planes, weak: Color, own: Square) -> Option<Centipawns> {
    let foremost = planes.pawns.into_iter().max_by_key(|&pawn| advanced(pawn, weak))?;
    let guarded = |pawn: Square| {
        ![0, 7].contains(&pawn.file())
            || planes.diagonal.intersects(shade(promotion_square(pawn, weak)))
    };
    let may_win = planes.diagonal.count() > 1 && planes.pawns.into_iter().any(guarded);
    may_win.then(|| ESCORT * (7 - steps(own, foremost)))
}

/// Where a pawn against the king of `weak` promotes.
fn promotion_square(pawn: Square, weak: Color) -> Square {
    Square::new(pawn.file(), if weak == Color::Black { 7 } else { 0 })
}

/// The squares of the colour of this one.
fn shade(square: Square) -> Bitboard {
    if Bitboard::DARK.contains(square) { Bitboard::DARK } else { !Bitboard::DARK }
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

/// True on the first and last ranks and files.
fn is_on_edge(square: Square) -> bool {
    [square.file(), square.rank()].iter().any(|line| [0, 7].contains(line))
}

/// The nearness of two squares: [`NEAREST`] less the files and ranks between them.
fn near(a: Square, b: Square) -> i32 {
    NEAREST - i32::from(a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank()))
}

/// The number of king's steps between two squares.
fn steps(a: Square, b: Square) -> i32 {
    i32::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())))
}
