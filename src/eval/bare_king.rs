//! Endings of pieces against a bare king, which are won. Neither evaluation leads to
//! the mate, which may be longer than a search is deep: the king is driven to the edge, or
//! with bishop and knight to a corner of the bishop's colour, and the own king comes near
//! (idea: Slate and Atkin, Chess 4.5).

use crate::board::{Planes, Position};
use crate::types::{Bitboard, Centipawns, Color, Square};

/// The least value of such an ending: more than any that is not yet won.
pub const KNOWN_WIN: Centipawns = 2_000;
/// For each piece, so that none is given away for a nearer king.
const PIECE: Centipawns = 300;
/// For each square towards the edge. With a third of it searches of 20,000 nodes do not mate with
/// two bishops in fifty moves.
const TO_EDGE: Centipawns = 60;
/// For each square that the kings are nearer to each other.
const NEAR: Centipawns = 20;
/// With bishop and knight, for each square towards the right corner, between the kings, and
/// between the knight and the bare king. The corner must be worth ten times the rest. With 210, 20
/// and 5 searches of 8,000 to 50,000 nodes do not win 5 of 42 such endings within fifty moves, with
/// these all.
const TO_CORNER: Centipawns = 420;
const NEAR_TO_CORNER: Centipawns = 40;
const KNIGHT_NEAR: Centipawns = 20;

/// The value for the side to move of pieces that can mate against a bare king; `None` for
/// all other positions.
#[inline(always)]
pub(super) fn value(position: &Position, planes: &Planes) -> Option<Centipawns> {
    let bare = planes.colors.iter().position(|pieces| pieces.count() == 1)?;
    if !planes.pawns.is_empty() {
        return None;
    }
    let bishops = planes.diagonal;
    let dark = bishops.intersects(Bitboard::DARK);
    let both_colors = dark && bishops.intersects(!Bitboard::DARK);
    let corner = planes.orthogonal.is_empty() && !both_colors;
    if corner && (planes.knights.is_empty() || bishops.is_empty()) {
        return None;
    }
    let weak = Color::ALL[bare];
    let (king, other) = (position.king(weak), position.king(!weak));
    let driven = if corner {
        let knight = planes.knights.first()?;
        TO_CORNER * to_corner(king, dark)
            + NEAR_TO_CORNER * near(king, other)
            + KNIGHT_NEAR * near(king, knight)
    } else {
        TO_EDGE * to_edge(king) + NEAR * near(king, other)
    };
    let pieces = planes.colors[1 - bare].count() as i32 - 1;
    let value = KNOWN_WIN + PIECE * pieces + driven;
    Some(if position.side_to_move() == weak { -value } else { value })
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
