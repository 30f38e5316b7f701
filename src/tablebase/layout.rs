//! From the squares of the pieces to the place of a position in a table.
//!
//! A table puts its pieces into groups. The first is three different pieces, or the two
//! kings where all others stand in pairs or more, or the pawns of one colour; it makes use of
//! the symmetries. Every other group is of pieces of one kind and colour, of which only the set
//! of squares counts. The place is the sum of the numbers of the groups, each times the ways
//! of the groups before it in the order that the file says.

use super::material::{MAX_PIECES, Material};
use super::numbering::{self, binomial};
use crate::board::Position;
use crate::board::ops::Planes;
use crate::types::{Bitboard, Color, PieceKind, Square};
use arrayvec::ArrayVec;

/// How the first group is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Leading {
    /// Three pieces, each the only one of its kind and colour.
    Triple,
    /// The two kings.
    Kings,
    /// The pawns of one colour, in a table of positions that have the first of them on one
    /// file (0 to 3).
    Pawns { file: usize },
}

/// Pieces that are counted together.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// How many there are.
    length: usize,
    /// What its number is multiplied with.
    factor: u64,
}

/// The order in which the file has the pieces.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Each kind and colour once.
    pieces: ArrayVec<(Color, PieceKind), MAX_PIECES>,
    leading: Leading,
    /// The second group is of pawns, too: those of the other colour.
    more_pawns: bool,
    groups: ArrayVec<Group, MAX_PIECES>,
    size: u64,
}

/// The squares of the pieces of a position that are this kind and colour in the table;
/// `flipped` if White's pieces are Black's there.
fn squares_of(
    position: &Position,
    planes: &Planes,
    (color, kind): (Color, PieceKind),
    flipped: bool,
) -> Bitboard {
    let color = if flipped { !color } else { color };
    let squares = match kind {
        PieceKind::King => Bitboard::of(position.king(color)),
        kind => planes.of_kind(kind) & planes.colors[color.index()],
    };
    if flipped { squares.flip() } else { squares }
}

/// Pawns by falling order.
fn sort_pawns(pawns: &mut [usize]) {
    pawns.sort_unstable_by_key(|&pawn| std::cmp::Reverse(numbering::pawn_order(pawn)));
}

/// The file, a = 0 to d = 3, of the first pawn of a position; `color` is that of the leading
/// pawns in the table.
pub fn leading_file(position: &Position, color: Color, flipped: bool) -> usize {
    let pawns = squares_of(position, &position.planes(), (color, PieceKind::Pawn), flipped);
    let first =
        pawns.into_iter().map(Square::dense).max_by_key(|&pawn| numbering::pawn_order(pawn));
    let file = first.map_or(0, |pawn| pawn % 8);
    file.min(7 - file)
}

/// The colour whose pawns lead in a table of this material, by the table's colours, and the
/// number of pawns of that and of the other; `None` without pawns.
pub fn leading_pawns(material: Material) -> Option<(Color, usize, usize)> {
    let [white, black] = Color::ALL.map(|color| material.count(color, PieceKind::Pawn));
    match (white, black) {
        (0, 0) => None,
        (0, _) => Some((Color::Black, black, 0)),
        (_, 0) => Some((Color::White, white, 0)),
        _ if black < white => Some((Color::Black, black, white)),
        _ => Some((Color::White, white, black)),
    }
}

impl Layout {
    /// The layout of a table with these pieces in this order; `orders` are the places of the
    /// first group and of the other colour's pawns among the groups, `file` that of the first
    /// pawn. `None` if this can't be a table of the material.
    pub fn new(
        material: Material,
        pieces: &[(Color, PieceKind)],
        orders: [usize; 2],
        file: usize,
    ) -> Option<Self> {
        let all = pieces.iter().fold(Material::nothing(), |material, &piece| material.with(piece));
        let is_whole = |same: &[(Color, PieceKind)]| {
            let (color, kind) = same[0];
            same.len() == material.count(color, kind)
        };
        if all != material || !pieces.chunk_by(|a, b| a == b).all(is_whole) {
            return None;
        }
        let pawns = leading_pawns(material);
        let (leading, first, second) = match pawns {
            Some((_, first, second)) => (Leading::Pawns { file }, first, second),
            None if has_single_piece(material) => (Leading::Triple, 3, 0),
            None => (Leading::Kings, 2, 0),
        };
        let start = pieces.get(..first)?;
        let fits = match leading {
            Leading::Triple => start.iter().all(|&(color, kind)| material.count(color, kind) == 1),
            Leading::Kings => start.iter().all(|&(_, kind)| kind == PieceKind::King),
            Leading::Pawns { .. } => {
                let (color, ..) = pawns?;
                let others = pieces.get(first..first + second)?;
                start.iter().all(|&piece| piece == (color, PieceKind::Pawn))
                    && others.iter().all(|&piece| piece == (!color, PieceKind::Pawn))
            }
        };
        if !fits {
            return None;
        }
        let mut groups: ArrayVec<Group, MAX_PIECES> = ArrayVec::new();
        groups.push(Group { length: first, factor: 0 });
        if second > 0 {
            groups.push(Group { length: second, factor: 0 });
        }
        let rest = &pieces[first + second..];
        for same in rest.chunk_by(|a, b| a == b) {
            groups.push(Group { length: same.len(), factor: 0 });
        }
        let pieces = pieces.chunk_by(|a, b| a == b).map(|same| same[0]).collect();
        let mut layout = Self { pieces, leading, more_pawns: second > 0, groups, size: 0 };
        layout.multiply(orders)?;
        Some(layout)
    }

    /// Gives each group its factor, in the order of the file.
    fn multiply(&mut self, [first, second]: [usize; 2]) -> Option<()> {
        let fixed = 1 + usize::from(self.more_pawns);
        if first >= self.groups.len()
            || self.more_pawns && (second >= self.groups.len() || second == first)
        {
            return None;
        }
        let leading = self.groups[0].length;
        // Squares that the pieces counted before leave free.
        let mut free = 64 - self.groups[..fixed].iter().map(|group| group.length).sum::<usize>();
        let mut next = fixed;
        let mut size = 1_u64;
        for place in 0..self.groups.len() {
            let (index, ways) = if place == first {
                let ways = match self.leading {
                    Leading::Triple => numbering::TRIPLES,
                    Leading::Kings => numbering::KING_PAIRS,
                    Leading::Pawns { file } => numbering::pawn_ways(leading, file),
                };
                (0, ways)
            } else if self.more_pawns && place == second {
                (1, binomial(48 - leading, self.groups[1].length))
            } else {
                let length = self.groups[next].length;
                free -= length;
                next += 1;
                (next - 1, binomial(free + length, length))
            };
            self.groups[index].factor = size;
            size = size.checked_mul(ways)?;
        }
        self.size = size;
        Some(())
    }

    /// The number of places.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The place of a position, whose material must be that of the table; `flipped` if White's pieces
    /// are Black's there. Below [`Layout::size`] for a legal position.
    pub fn index(&self, position: &Position, flipped: bool) -> u64 {
        let mut squares: ArrayVec<usize, MAX_PIECES> = ArrayVec::new();
        let planes = position.planes();
        for &piece in &self.pieces {
            let own = squares_of(position, &planes, piece, flipped);
            squares.extend(own.into_iter().map(Square::dense));
        }
        self.mirror(&mut squares);
        let leading = self.groups[0];
        let number = match self.leading {
            Leading::Triple => numbering::triple([squares[0], squares[1], squares[2]]),
            Leading::Kings => numbering::kings(squares[0], squares[1]),
            Leading::Pawns { .. } => numbering::leading_pawns(&squares[..leading.length]),
        };
        let mut index = number * leading.factor;
        let mut start = leading.length;
        for (number, group) in self.groups.iter().enumerate().skip(1) {
            let (before, rest) = squares.split_at_mut(start);
            let own = &mut rest[..group.length];
            own.sort_unstable();
            // Squares are counted among those left free; pawns have none on the first rank.
            let first = if self.more_pawns && number == 1 { 8 } else { 0 };
            let places = own.iter().map(|&square| {
                square - first - before.iter().filter(|&&other| other < square).count()
            });
            index += numbering::combination(places) * group.factor;
            start += group.length;
        }
        index
    }

    /// Mirrors the squares so that the first group stands where its numbers are defined, and
    /// sorts leading pawns.
    fn mirror(&self, squares: &mut [usize]) {
        let length = self.groups[0].length;
        let has_pawns = matches!(self.leading, Leading::Pawns { .. });
        if has_pawns {
            sort_pawns(&mut squares[..length]);
        }
        if squares[0] % 8 > 3 {
            squares.iter_mut().for_each(|square| *square ^= 7);
        }
        if has_pawns {
            // The same rank of the other wing has another order.
            sort_pawns(&mut squares[..length]);
            return;
        }
        if squares[0] / 8 > 3 {
            squares.iter_mut().for_each(|square| *square ^= 56);
        }
        let first = squares[..length].iter().map(|&square| numbering::above_diagonal(square));
        if first.into_iter().find(|&by| by != 0).is_some_and(|by| by > 0) {
            squares.iter_mut().for_each(|square| *square = numbering::flip_diagonal(*square));
        }
    }
}

/// True if some piece but a king is the only one of its kind and colour.
fn has_single_piece(material: Material) -> bool {
    let kinds = &PieceKind::ALL[..PieceKind::King.index()];
    Color::ALL.iter().any(|&color| kinds.iter().any(|&kind| material.count(color, kind) == 1))
}
