//! The pieces on the board without their squares: what a table is named after.

use crate::board::Position;
use crate::types::{Color, PieceKind};

/// The most pieces of any Syzygy table, kings included.
pub const MAX_PIECES: usize = 7;

/// How many pieces of each colour and kind there are: four bits each, from the pawns to the
/// kings, White in the lower half.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Material(u64);

impl Material {
    const HALF: u32 = 24;

    fn shift(color: Color, kind: PieceKind) -> u32 {
        Self::HALF * color as u32 + 4 * kind as u32
    }

    /// The material of a position of at most 16 pieces.
    pub fn of(position: &Position) -> Self {
        let planes = position.planes();
        let mut counts = 1 << Self::shift(Color::White, PieceKind::King)
            | 1 << Self::shift(Color::Black, PieceKind::King);
        for kind in &PieceKind::ALL[..PieceKind::King.index()] {
            let pieces = planes.of_kind(*kind);
            for color in Color::ALL {
                let count = (pieces & planes.colors[color.index()]).count();
                counts |= u64::from(count) << Self::shift(color, *kind);
            }
        }
        Self(counts)
    }

    /// The material that the name of a table says, such as `KQvKR`: White first, one king
    /// each; `None` for another name or more than [`MAX_PIECES`].
    pub fn of_name(name: &str) -> Option<Self> {
        let (white, black) = name.split_once('v')?;
        if white.len() + black.len() > MAX_PIECES {
            return None;
        }
        let mut material = Self(0);
        for (side, color) in [(white, Color::White), (black, Color::Black)] {
            for (index, letter) in side.chars().enumerate() {
                let kind = PieceKind::from_letter(letter.to_ascii_lowercase())?;
                if letter.is_ascii_lowercase() || (kind == PieceKind::King) != (index == 0) {
                    return None;
                }
                material = material.with((color, kind));
            }
        }
        let kings = Color::ALL.map(|color| material.count(color, PieceKind::King));
        (kings == [1, 1]).then_some(material)
    }

    /// One piece more. No kind may have 15 already.
    pub fn with(self, (color, kind): (Color, PieceKind)) -> Self {
        Self(self.0 + (1 << Self::shift(color, kind)))
    }

    /// No piece at all.
    pub const fn nothing() -> Self {
        Self(0)
    }

    /// The same with colours exchanged.
    pub const fn flipped(self) -> Self {
        const LOWER: u64 = (1 << Material::HALF) - 1;
        Self(self.0 >> Self::HALF | (self.0 & LOWER) << Self::HALF)
    }

    /// How many pieces of this colour and kind there are.
    pub fn count(self, color: Color, kind: PieceKind) -> usize {
        (self.0 >> Self::shift(color, kind)) as usize & 15
    }

    /// All pieces, kings included.
    pub fn pieces(self) -> usize {
        let of = |color| PieceKind::ALL.map(|kind| self.count(color, kind)).iter().sum::<usize>();
        of(Color::White) + of(Color::Black)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tables_are_recognised() {
        for (name, pieces) in [("KQvKR", 4), ("KvK", 2), ("KPPvKPP", 6)] {
            assert_eq!(Material::of_name(name).map(Material::pieces), Some(pieces), "{name}");
        }
        for name in ["QKvK", "README", "KQvKX", "K", "v", "", "KKvK", "Kvk", "KQQQvKRRR"] {
            assert_eq!(Material::of_name(name), None, "{name}");
        }
    }

    #[test]
    fn a_position_has_the_material_of_its_table() {
        let material = |fen| Material::of(&Position::from_fen(fen).unwrap());
        let found = material("8/8/3k4/8/1r6/8/2Q1P3/4K3 w - - 0 1");
        assert_eq!(Some(found), Material::of_name("KQPvKR"));
        let other = material("8/8/3k4/8/1R6/8/2q1p3/4K3 w - - 0 1");
        assert_eq!(other, found.flipped());
        assert_ne!(other, found);
    }
}
