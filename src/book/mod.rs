//! Opening books in the Polyglot format (source text 002; format:
//! Fabien Letouzey's Polyglot, described by Michel Van den Bergh).
//!
//! A book is a file of 16-byte entries, sorted by the key of the position: key (eight
//! bytes), move and weight (two each), and four bytes of learning, which are ignored;
//! all big-endian. A position's key is its [`Position::key`]. Only where an en passant
//! capture is possible but pinned Polyglot's key differs, and the book is not found.

use crate::board::Position;
use crate::types::{Move, PieceKind, Square};
use std::fs;
use std::io;
use std::path::Path;

/// Bytes of an entry.
const ENTRY: usize = 16;

/// Bytes of the longest book that is read; the largest in use have a tenth of it.
const LONGEST: u64 = 1 << 30;

/// A book in memory.
#[derive(Clone, PartialEq, Eq)]
pub struct Book {
    bytes: Vec<u8>,
}

impl std::fmt::Debug for Book {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Book of {} entries", self.len())
    }
}

/// Why a book could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file can't be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A folder, a device or a pipe.
    #[error("not a file")]
    NoFile,
    /// Longer than any book.
    #[error("{0} bytes are too many for a book")]
    TooLong(u64),
    /// The file is not a whole number of entries long.
    #[error("not a Polyglot book: {0} bytes are not a multiple of 16")]
    Length(usize),
    /// The file is empty.
    #[error("the book is empty")]
    Empty,
    /// The entries are not in the order of their keys.
    #[error("not a Polyglot book: entry {0} is out of order")]
    Order(usize),
}

impl Book {
    /// Reads a book.
    ///
    /// # Errors
    /// If the file can't be read or is not a book.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        // A device or a pipe may have no end.
        let data = fs::metadata(path)?;
        if !data.is_file() {
            return Err(BookError::NoFile);
        }
        // It will be held in memory.
        if data.len() > LONGEST {
            return Err(BookError::TooLong(data.len()));
        }
        Self::from_bytes(fs::read(path)?)
    }

    /// A book from the bytes of its file.
    ///
    /// # Errors
    /// If they are not a book.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, BookError> {
        if !bytes.len().is_multiple_of(ENTRY) {
            return Err(BookError::Length(bytes.len()));
        }
        let book = Self { bytes };
        if book.is_empty() {
            return Err(BookError::Empty);
        }
        match (1..book.len()).find(|&index| book.key(index - 1) > book.key(index)) {
            Some(index) => Err(BookError::Order(index)),
            None => Ok(book),
        }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.bytes.len() / ENTRY
    }

    /// True without any entry.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Book moves of a position with their weights, in the order of the file. Moves that
    /// are not legal, which a damaged book or another position with the same key may
    /// have, are left out.
    pub fn moves(&self, position: &Position) -> Vec<(Move, u16)> {
        let key = position.key();
        let mut low = 0;
        let mut high = self.len();
        while low < high {
            let middle = (low + high) / 2;
            if self.key(middle) < key { low = middle + 1 } else { high = middle }
        }
        let entries = (low..self.len()).take_while(|&index| self.key(index) == key);
        let read = |index| Some((read_move(position, self.word(index, 8))?, self.word(index, 10)));
        entries.filter_map(read).collect()
    }

    /// One of the book moves, chosen in proportion to their weights; `None` if there is none
    /// or all have the weight zero. `random` gives a number below its argument.
    pub fn choose(&self, position: &Position, random: impl FnOnce(u64) -> u64) -> Option<Move> {
        let moves = self.moves(position);
        let total: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
        let mut number = if total == 0 { return None } else { random(total) };
        for (mv, weight) in moves {
            match number.checked_sub(weight.into()) {
                None => return Some(mv),
                Some(rest) => number = rest,
            }
        }
        None
    }

    fn key(&self, index: usize) -> u64 {
        let start = index * ENTRY;
        self.bytes[start..start + 8].iter().fold(0, |key, &byte| key << 8 | u64::from(byte))
    }

    /// The two bytes at an offset of an entry.
    fn word(&self, index: usize, offset: usize) -> u16 {
        let start = index * ENTRY + offset;
        u16::from_be_bytes([self.bytes[start], self.bytes[start + 1]])
    }
}

/// Reads a move: from the low bits target file, target rank, origin file, origin rank
/// and promotion (1 knight to 4 queen), three bits each. Castling is king takes rook.
fn read_move(position: &Position, bits: u16) -> Option<Move> {
    let part = |at: u32| (bits >> at & 7) as u8;
    let (from, to) = (Square::new(part(6), part(9)), Square::new(part(0), part(3)));
    let pieces = [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];
    let promoted = match part(12) {
        0 => None,
        code => Some(*pieces.get(usize::from(code) - 1)?),
    };
    position.find_move(from, to, promoted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation;

    /// Key and moves of the start position, from the format's specification.
    const START: u64 = 0x463b_9618_1691_fc9c;
    const E2E4: u16 = 0x031c;
    const D2D4: u16 = 0x02db;
    /// A move that is not legal there.
    const E1E8: u16 = 0x013c;

    fn book(entries: &[(u64, u16, u16)]) -> Result<Book, BookError> {
        let mut bytes = Vec::new();
        for &(key, mv, weight) in entries {
            bytes.extend(key.to_be_bytes());
            bytes.extend(mv.to_be_bytes());
            bytes.extend(weight.to_be_bytes());
            bytes.extend([0; 4]);
        }
        Book::from_bytes(bytes)
    }

    fn texts(book: &Book, position: &Position) -> Vec<(String, u16)> {
        let text = |(mv, weight)| (notation::format_move(mv, false), weight);
        book.moves(position).into_iter().map(text).collect()
    }

    #[test]
    fn moves_are_found_among_other_keys() {
        let entries =
            [(1, D2D4, 9), (START, E2E4, 3), (START, E1E8, 5), (START, D2D4, 1), (u64::MAX, 0, 1)];
        let book = book(&entries).unwrap();
        let position = Position::startpos();
        assert_eq!(texts(&book, &position), [("e2e4".to_owned(), 3), ("d2d4".to_owned(), 1)]);
        let chosen: Vec<_> =
            (0..4).map(|n| book.choose(&position, |total| n.min(total - 1)).unwrap()).collect();
        assert_eq!(chosen.iter().filter(|mv| format!("{mv:?}") == "e2e4").count(), 3);
        let other = position.make(chosen[0]);
        assert_eq!(book.choose(&other, |_| 0), None);
    }

    #[test]
    fn weight_zero_is_never_played() {
        let book = book(&[(START, E2E4, 0)]).unwrap();
        assert_eq!(book.moves(&Position::startpos()).len(), 1);
        assert_eq!(book.choose(&Position::startpos(), |_| 0), None);
    }

    #[test]
    fn castling_and_promotions_are_read() {
        let fen = "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen).unwrap();
        for (bits, text) in
            [(0x0107, "e1g1"), (0x0100, "e1c1"), (0x1c79, "b7b8n"), (0x4c78, "b7a8q")]
        {
            let mv = read_move(&position, bits).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(notation::format_move(mv, false), text);
        }
        assert_eq!(read_move(&position, 0x7c79), None);
    }

    #[test]
    fn other_files_are_refused() {
        assert!(matches!(Book::from_bytes(vec![0; 17]), Err(BookError::Length(17))));
        assert!(matches!(Book::from_bytes(Vec::new()), Err(BookError::Empty)));
        assert!(matches!(book(&[(2, 0, 1), (1, 0, 1)]), Err(BookError::Order(1))));
        assert!(matches!(Book::open(Path::new("/nowhere")), Err(BookError::Io(_))));
    }
}
