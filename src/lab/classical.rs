//! The classical 0x88 move generator: the loops that gave the board its name, for those who came to
//! see them, and an oracle for the generator that the engine plays with, with which it shares
//! nothing but squares and pieces. `docs/0x88.md` goes from this one to that.
//!
//! A square is `16 * rank + file`. Eight of the sixteen squares in each row are on the board, and of
//! every other number at least one of the bits of `0x88` is set: one `and` tells whether a step has
//! left the board, past any of its four edges.

use crate::board::Position;
use crate::types::PieceKind::{self, Bishop, King, Knight, Pawn, Queen, Rook};
use crate::types::{CastlingRights, CastlingSide, Color, Move, MoveFlags, Piece, Square};

const STRAIGHT: [i8; 4] = [1, -1, 16, -16];
const DIAGONAL: [i8; 4] = [15, 17, -15, -17];
const JUMPS: [i8; 8] = [14, 18, 31, 33, -14, -18, -31, -33];

/// A board of 128 squares, every second run of eight of which is off the board and empty.
type Board = [Piece; 128];

/// The square a step away, unless that is off the board.
fn step(from: u8, by: i8) -> Option<u8> {
    let to = from.wrapping_add_signed(by);
    (to & 0x88 == 0).then_some(to)
}

/// All legal moves, in no particular order: those of the pieces, without those after which the own
/// king could be taken.
pub fn classical_moves(position: &Position) -> Vec<Move> {
    let board: Board = std::array::from_fn(|at| match Square::try_from_0x88(at as u8) {
        Some(square) => position.piece_on(square),
        None => Piece::NONE,
    });
    let us = position.side_to_move();
    let mut moves = Vec::new();
    for from in (0..128_u8).filter(|from| board[usize::from(*from)].is_color(us)) {
        let kind = board[usize::from(from)].kind();
        match kind {
            Pawn => pawn_moves(&board, position.en_passant(), us, from, &mut moves),
            _ => piece_moves(&board, us, kind, from, &mut moves),
        }
    }
    moves.retain(|&mv| {
        let after = after(&board, mv);
        let king = after.iter().position(|&piece| piece == Piece::new(us, King));
        king.is_none_or(|king| !is_attacked(&after, king as u8, !us))
    });
    moves.extend(castlings(&board, position, us));
    moves
}

/// The steps of a piece that is no pawn, and whether it repeats them until something is in its way.
fn steps(kind: PieceKind) -> (Vec<i8>, bool) {
    match kind {
        Knight => (JUMPS.to_vec(), false),
        Bishop => (DIAGONAL.to_vec(), true),
        Rook => (STRAIGHT.to_vec(), true),
        Queen => ([STRAIGHT, DIAGONAL].concat(), true),
        _ => ([STRAIGHT, DIAGONAL].concat(), false),
    }
}

fn piece_moves(board: &Board, us: Color, kind: PieceKind, from: u8, moves: &mut Vec<Move>) {
    let (steps, slides) = steps(kind);
    for by in steps {
        let mut at = from;
        while let Some(to) = step(at, by) {
            let target = board[usize::from(to)];
            if target.is_color(us) {
                break;
            }
            moves.push(plain(from, to));
            if !target.is_none() || !slides {
                break;
            }
            at = to;
        }
    }
}

fn pawn_moves(
    board: &Board,
    en_passant: Option<Square>,
    us: Color,
    from: u8,
    moves: &mut Vec<Move>,
) {
    let forward = us.forward();
    let square = Square::from_0x88;
    let is_empty = |at: &u8| board[usize::from(*at)].is_none();
    let ahead = step(from, forward).filter(is_empty);
    let sides = [forward - 1, forward + 1].into_iter().filter_map(|by| step(from, by));
    let (captures, others): (Vec<u8>, Vec<u8>) =
        sides.partition(|&to| board[usize::from(to)].is_color(!us));
    for to in ahead.into_iter().chain(captures) {
        if to >> 4 == us.rank(7) {
            let pieces = [Queen, Rook, Bishop, Knight];
            moves.extend(pieces.map(|kind| Move::promotion(square(from), square(to), kind)));
        } else {
            moves.push(plain(from, to));
        }
    }
    if let Some(to) = others.into_iter().map(square).find(|&to| en_passant == Some(to)) {
        moves.push(Move::new(square(from), to, MoveFlags::EN_PASSANT));
    }
    if from >> 4 == us.rank(1)
        && let Some(to) = ahead.and_then(|to| step(to, forward)).filter(is_empty)
    {
        moves.push(Move::new(square(from), square(to), MoveFlags::DOUBLE_STEP));
    }
}

/// Castling: nothing may stand between king and rook or where they end, but the two themselves, and no
/// square that the king passes may be attacked.
fn castlings(board: &Board, position: &Position, us: Color) -> Vec<Move> {
    let king = position.king(us);
    let held =
        |side: &CastlingSide| position.castling_rights().contains(CastlingRights::of(us, *side));
    let is_possible = |rook: Square, side: CastlingSide| {
        let (king_to, rook_to) = (side.king_to(king.rank()), side.rook_to(king.rank()));
        let files = [king, rook, king_to, rook_to].map(Square::coordinate);
        let (first, last) = (files.iter().min(), files.iter().max());
        let mut all = (*first.unwrap_or(&0)..=*last.unwrap_or(&0))
            .filter(|&at| at != king.coordinate() && at != rook.coordinate());
        let mut path = king.coordinate().min(king_to.coordinate())
            ..=king.coordinate().max(king_to.coordinate());
        let mut without_rook = *board;
        without_rook[rook.index()] = Piece::NONE;
        all.all(|at| board[usize::from(at)].is_none())
            && path.all(|at| !is_attacked(board, at, !us))
            // In Chess960 the rook may have been what stood between the king and a check.
            && !is_attacked(&without_rook, king_to.coordinate(), !us)
    };
    let sides = CastlingSide::ALL.into_iter().filter(held);
    sides
        .map(|side| (position.castling_rook(us, side), side))
        .filter(|&(rook, side)| is_possible(rook, side))
        .map(|(rook, _)| Move::new(king, rook, MoveFlags::CASTLING))
        .collect()
}

/// True if a piece of this colour attacks the square: looked for from the square, as if each kind of
/// piece stood there.
fn is_attacked(board: &Board, square: u8, by: Color) -> bool {
    let pawns = [-1, 1].map(|side| step(square, side - by.forward()));
    let has =
        |at: Option<u8>, kind| at.is_some_and(|at| board[usize::from(at)] == Piece::new(by, kind));
    if pawns.into_iter().any(|at| has(at, Pawn)) {
        return true;
    }
    [Knight, Bishop, Rook, Queen, King].into_iter().any(|kind| {
        let (steps, slides) = steps(kind);
        steps.into_iter().any(|by| {
            let mut at = step(square, by);
            while let Some(empty) = at.filter(|&at| slides && board[usize::from(at)].is_none()) {
                at = step(empty, by);
            }
            has(at, kind)
        })
    })
}

/// The board after a move that is no castling.
fn after(board: &Board, mv: Move) -> Board {
    let (from, to) = (mv.from().index(), mv.to().index());
    let mut after = *board;
    after[to] = board[from];
    after[from] = Piece::NONE;
    if mv.is_en_passant() {
        // The pawn that is taken stands on the rank of the one that takes.
        after[from & 0x70 | to & 0x07] = Piece::NONE;
    }
    after
}

fn plain(from: u8, to: u8) -> Move {
    Move::new(Square::from_0x88(from), Square::from_0x88(to), MoveFlags::empty())
}
