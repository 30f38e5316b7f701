//! A file of the Syzygy format: what the positions of one material are worth.
//!
//! After four bytes that tell the kinds of tables apart comes a byte of flags, then for each part
//! of the table the order of its pieces, then the descriptions of the packed values, for DTZ
//! tables the maps from values to distances, and at last the three sections that
//! [`super::packed`] explains, each with all parts one after the other. A table with
//! pawns has four parts, by the file of the first pawn; a WDL table has each of them for
//! either side to move, a DTZ table only for one. (Format and tables are by Ronald de Man.)

use super::layout::{self, Layout};
use super::material::Material;
use super::packed::{Cursor, Packed, ReadError};
use super::pages::{Budget, Pages};
use super::wdl::Wdl;
use crate::board::Position;
use crate::types::{Color, PieceKind};
use std::path::Path;

use ReadError::Damaged;

/// What a table tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Who wins (`.rtbw`).
    Wdl,
    /// How many plies it takes to the next capture or pawn move, once the result is known
    /// (`.rtbz`).
    Dtz,
}

impl Kind {
    /// What the names of files end in.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    /// The first bytes of a file.
    pub const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Self::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// Flags of a table: either side to move has values of its own; there are pawns.
const SPLIT: u8 = 1;
const PAWNS: u8 = 2;

/// Flags of the values of a DTZ table: they are for Black to move; they are places in a map; wins
/// or losses are counted in plies, not moves; the map has two bytes a distance.
const BLACK_TO_MOVE: u8 = 1;
const MAPPED: u8 = 2;
const WINS_IN_PLIES: u8 = 4;
const LOSSES_IN_PLIES: u8 = 8;
const WIDE: u8 = 16;

/// The distances of wins, losses, cursed wins and blessed losses, in this order.
type Maps = [Vec<u16>; 4];

/// The values of one file of the first pawn and one side to move.
#[derive(Debug)]
struct Part {
    layout: Layout,
    values: Packed,
    maps: Maps,
}

/// An open table.
#[derive(Debug)]
pub struct Table {
    pages: Pages,
    material: Material,
    /// Sides to move with values of their own, 1 or 2.
    sides: usize,
    /// By file of the first pawn, and for each file by side.
    parts: Vec<Part>,
}

impl Table {
    /// Opens the table of this material and reads all but its values.
    ///
    /// # Errors
    /// If the file can't be read or is not such a table.
    pub fn open(
        path: &Path,
        kind: Kind,
        material: Material,
        budget: &Budget,
    ) -> Result<Self, ReadError> {
        let pages = Pages::open(path, budget)?;
        let mut cursor = Cursor::new(&pages, 0);
        if cursor.bytes()? != kind.magic() {
            return Err(Damaged("its first bytes are wrong"));
        }
        let flags = cursor.byte()?;
        let has_pawns = layout::leading_pawns(material).is_some();
        if has_pawns != (flags & PAWNS != 0) {
            return Err(Damaged("its flags"));
        }
        let sides = if kind == Kind::Wdl && flags & SPLIT != 0 { 2 } else { 1 };
        let mut layouts = Vec::new();
        for file in 0..if has_pawns { 4 } else { 1 } {
            layouts.extend(read_layouts(&mut cursor, material, file, sides)?);
        }
        cursor.align(2);
        let mut parts = Vec::new();
        for layout in layouts {
            let values = Packed::read(&mut cursor, layout.size())?;
            parts.push(Part { layout, values, maps: Maps::default() });
        }
        if kind == Kind::Dtz {
            for part in &mut parts {
                part.maps = read_maps(&mut cursor, part.values.flags)?;
            }
            cursor.align(2);
        }
        parts.iter_mut().for_each(|part| part.values.place_sparse(&mut cursor));
        parts.iter_mut().for_each(|part| part.values.place_lengths(&mut cursor));
        parts.iter_mut().for_each(|part| part.values.place_blocks(&mut cursor));
        Ok(Self { pages, material, sides, parts })
    }

    fn is_symmetric(&self) -> bool {
        self.material == self.material.flipped()
    }

    /// The part with a position, whether the colours are exchanged there, and the side to move
    /// as the table sees it, 0 for White.
    fn part_of(&self, position: &Position, flipped: bool) -> (&Part, bool, usize) {
        let to_move = position.side_to_move();
        let flipped = if self.is_symmetric() { to_move == Color::Black } else { flipped };
        let side = usize::from((to_move == Color::Black) != flipped);
        let file = layout::leading_pawns(self.material)
            .map_or(0, |(color, ..)| layout::leading_file(position, color, flipped));
        let part = &self.parts[self.sides * file + side.min(self.sides - 1)];
        (part, flipped, side)
    }

    /// The result of a position of a WDL table, as far as it does not depend on captures and en
    /// passant; `flipped` if White's pieces are Black's in the table.
    ///
    /// # Errors
    /// If the file is damaged there.
    pub fn wdl(&self, position: &Position, flipped: bool) -> Result<Wdl, ReadError> {
        let (part, flipped, _) = self.part_of(position, flipped);
        let index = part.layout.index(position, flipped);
        match part.values.value(&self.pages, index)? {
            0 => Ok(Wdl::Loss),
            1 => Ok(Wdl::BlessedLoss),
            2 => Ok(Wdl::Draw),
            3 => Ok(Wdl::CursedWin),
            4 => Ok(Wdl::Win),
            _ => Err(Damaged("a result that does not exist")),
        }
    }

    /// The plies to the next capture or pawn move in a position of a DTZ table that has this
    /// result and is no draw, from 1 on also where the fifty-move rule makes a draw; `None` if
    /// the table is for the other side to move.
    ///
    /// # Errors
    /// If the file is damaged there.
    pub fn dtz(
        &self,
        position: &Position,
        flipped: bool,
        wdl: Wdl,
    ) -> Result<Option<u32>, ReadError> {
        let (part, flipped, side) = self.part_of(position, flipped);
        let flags = part.values.flags;
        // Symmetric tables have White to move, whatever a damaged flag says: there must be one side
        // that they are for.
        if usize::from(flags & BLACK_TO_MOVE) != side && !self.is_symmetric() {
            return Ok(None);
        }
        let index = part.layout.index(position, flipped);
        let mut value = part.values.value(&self.pages, index)?;
        let (map, in_plies) = match wdl {
            Wdl::Win => (0, flags & WINS_IN_PLIES != 0),
            Wdl::Loss => (1, flags & LOSSES_IN_PLIES != 0),
            Wdl::CursedWin => (2, false),
            Wdl::BlessedLoss => (3, false),
            Wdl::Draw => return Ok(Some(0)),
        };
        if flags & MAPPED != 0 {
            let distance = part.maps[map].get(usize::from(value));
            value = *distance.ok_or(Damaged("a distance that does not exist"))?;
        }
        let plies = u32::from(value) * if in_plies { 1 } else { 2 };
        Ok(Some(plies + 1))
    }
}

/// Reads the orders of the pieces of one file, for each side.
fn read_layouts(
    cursor: &mut Cursor<'_>,
    material: Material,
    file: usize,
    sides: usize,
) -> Result<Vec<Layout>, ReadError> {
    let both_have_pawns = layout::leading_pawns(material).is_some_and(|(_, _, others)| others > 0);
    let first = cursor.byte()?;
    let second = if both_have_pawns { cursor.byte()? } else { 0 };
    let codes: Vec<u8> = (0..material.pieces()).map(|_| cursor.byte()).collect::<Result<_, _>>()?;
    // What is said for White stands in the lower half of each byte.
    let layout = |side: usize| {
        let half = |byte: u8| byte >> (4 * side) & 15;
        let pieces: Option<Vec<_>> = codes.iter().map(|&code| piece_of(half(code))).collect();
        let orders = [first, second].map(|order| usize::from(half(order)));
        Layout::new(material, &pieces?, orders, file)
    };
    (0..sides).map(|side| layout(side).ok_or(Damaged("the order of its pieces"))).collect()
}

/// The piece that a code stands for.
fn piece_of(code: u8) -> Option<(Color, PieceKind)> {
    let color = if code & 8 == 0 { Color::White } else { Color::Black };
    let kind = PieceKind::ALL.get(usize::from(code & 7).checked_sub(1)?)?;
    Some((color, *kind))
}

/// Reads the maps of values with these flags.
fn read_maps(cursor: &mut Cursor<'_>, flags: u8) -> Result<Maps, ReadError> {
    let mut maps = Maps::default();
    if flags & MAPPED != 0 {
        if flags & WIDE != 0 {
            cursor.align(2);
        }
        for map in &mut maps {
            *map = if flags & WIDE != 0 {
                (0..cursor.word()?).map(|_| cursor.word()).collect::<Result<_, _>>()?
            } else {
                (0..cursor.byte()?)
                    .map(|_| cursor.byte().map(u16::from))
                    .collect::<Result<_, _>>()?
            };
        }
    }
    Ok(maps)
}
