//! Syzygy endgame tables (Ronald de Man), read with the crate pyrrhic-rs.
//!
//! The crate keeps its tables in globals, of which a program has one set, so there can
//! be one [`Tablebases`] at a time. It assumes that every table exists;
//! so the tables that do are found here, by the names of the files. On Windows it takes
//! the colon of a drive for the end of a folder: there a path must have none.

mod checksum;

use crate::board::{Position, pawn_attacks, piece_attacks};
use crate::types::{Bitboard, CastlingRights, Color, Move, PieceKind, Square};
use pyrrhic_rs::{DtzProbeValue, EngineAdapter, Piece, TableBases, WdlProbeResult};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The result under best play for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost, but the fifty-move rule makes it a draw.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but the fifty-move rule makes it a draw.
    CursedWin,
    /// Won.
    Win,
}

impl From<WdlProbeResult> for Wdl {
    fn from(result: WdlProbeResult) -> Self {
        match result {
            WdlProbeResult::Loss => Self::Loss,
            WdlProbeResult::BlessedLoss => Self::BlessedLoss,
            WdlProbeResult::Draw => Self::Draw,
            WdlProbeResult::CursedWin => Self::CursedWin,
            WdlProbeResult::Win => Self::Win,
        }
    }
}

/// The verdict of the tables on a move of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootProbe {
    /// The move.
    pub mv: Move,
    /// The result after it, for the side that makes it. The half-move clock counts.
    pub wdl: Wdl,
    /// Plies to the next capture or pawn move that keeps the result.
    pub dtz: u16,
}

/// Why there are no tables.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TablebaseError {
    /// One of the folders can't be read.
    #[error("{folder}: {reason}")]
    Folder {
        /// The folder.
        folder: String,
        /// The system's error.
        reason: String,
    },
    /// A file has the name of a table and is not a whole one.
    #[error("{file}: {reason}")]
    File {
        /// The file.
        file: String,
        /// The fault.
        reason: String,
    },
    /// No file in the folders has the name of a table.
    #[error("no Syzygy table (*.rtbw) there")]
    Empty,
    /// The tables are in use elsewhere in this program.
    #[error("tables are in use already")]
    InUse,
}

/// The tables of some folders.
pub struct Tablebases {
    tables: TableBases<Attacks>,
    pieces: u32,
    files: usize,
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tables of up to {} pieces", self.files, self.pieces)
    }
}

/// The separator of folders: as in search paths of the system.
const SEPARATORS: &[char] = if cfg!(windows) { &[';'] } else { &[';', ':'] };

/// Folders that hold tables, looked through and found good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folders {
    folders: Vec<PathBuf>,
    pieces: u32,
    files: usize,
}

impl Folders {
    /// Looks through a list of folders, separated by `;` or, except on Windows, `:`.
    ///
    /// # Errors
    /// If one can't be read, if a table in it is cut off or damaged, or if there is no table
    /// in all of them. Damage inside a table of more than five pieces is not found.
    pub fn find(list: &str) -> Result<Self, TablebaseError> {
        let names = list.split(SEPARATORS).map(str::trim).filter(|name| !name.is_empty());
        let mut found = Self { folders: Vec::new(), pieces: 0, files: 0 };
        for name in names {
            let entries = Path::new(name).read_dir().map_err(|error| TablebaseError::Folder {
                folder: name.to_owned(),
                reason: error.to_string(),
            })?;
            for file in entries.flatten() {
                let file_name = file.file_name();
                let Some((table, kind)) = file_name.to_str().and_then(|name| name.split_once('.'))
                else {
                    continue;
                };
                let magic = match kind {
                    "rtbw" => [0x71, 0xe8, 0x23, 0x5d],
                    "rtbz" => [0xd7, 0x66, 0x0c, 0xa5],
                    _ => continue,
                };
                let Some(pieces) = pieces_of_table(table) else { continue };
                check(&file.path(), magic, pieces).map_err(|reason| TablebaseError::File {
                    file: file.path().display().to_string(),
                    reason,
                })?;
                if kind == "rtbw" {
                    found.pieces = found.pieces.max(pieces);
                    found.files += 1;
                }
            }
            found.folders.push(name.into());
        }
        if found.files == 0 { Err(TablebaseError::Empty) } else { Ok(found) }
    }
}

/// Bytes of a block of a table.
const BLOCK: u64 = 64;

/// Tables up to this many pieces are read to the end and compared with their checksum; all
/// of them have less than a gigabyte. Larger ones would take too long.
const PIECES_SUMMED: u32 = 5;

/// Checks that a file is a whole table, for in a damaged one the crate reads wherever the
/// damage leads it. If not, returns the reason.
fn check(path: &Path, magic: [u8; 4], pieces: u32) -> Result<(), String> {
    let said = |error: io::Error| error.to_string();
    let data = path.metadata().map_err(said)?;
    // A pipe would keep us waiting.
    if !data.is_file() || data.len() % BLOCK != checksum::SIZE as u64 {
        return Err(format!("not a whole Syzygy table: {} bytes", data.len()));
    }
    let mut start = [0; 4];
    File::open(path).and_then(|mut file| file.read_exact(&mut start)).map_err(said)?;
    if start != magic {
        return Err("not a Syzygy table: its first bytes are wrong".to_owned());
    }
    if pieces <= PIECES_SUMMED && !checksum::is_right(&fs::read(path).map_err(said)?) {
        return Err("a damaged Syzygy table: its checksum is wrong".to_owned());
    }
    Ok(())
}

/// The number of pieces on the board of a table, by its name: `KQvKR`.
fn pieces_of_table(name: &str) -> Option<u32> {
    let (white, black) = name.split_once('v')?;
    let is_side = |side: &str| {
        side.starts_with('K') && side[1..].chars().all(|piece| "QRBNP".contains(piece))
    };
    let pieces = white.len() + black.len();
    (is_side(white) && is_side(black) && pieces <= 7).then_some(pieces as u32)
}

impl Tablebases {
    /// Opens the tables of these folders. Files are mapped into memory when they are
    /// first asked.
    ///
    /// # Errors
    /// If other tables are open.
    pub fn open(folders: &Folders) -> Result<Self, TablebaseError> {
        let names: Vec<_> = folders.folders.iter().map(|path| path.to_string_lossy()).collect();
        let tables = TableBases::new(names.join(":")).map_err(|_| TablebaseError::InUse)?;
        Ok(Self { tables, pieces: folders.pieces, files: folders.files })
    }

    /// The most pieces that any table has.
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    /// The number of tables.
    pub fn files(&self) -> usize {
        self.files
    }

    /// True if there may be a table for the position: it has at most `pieces` pieces and no
    /// castling rights.
    pub fn may_know(&self, position: &Position, pieces: u32) -> bool {
        position.piece_count() <= pieces.min(self.pieces) as usize
            && position.castling_rights() == CastlingRights::empty()
    }

    /// The result if the half-move clock were at zero; `None` without a table for it.
    pub fn wdl(&self, position: &Position) -> Option<Wdl> {
        if !self.may_know(position, self.pieces) {
            return None;
        }
        let Sets { white, black, kings, queens, rooks, bishops, knights, pawns } =
            Sets::of(position);
        let (en_passant, turn) = (en_passant(position), turn(position));
        let result = self.tables.probe_wdl(
            white, black, kings, queens, rooks, bishops, knights, pawns, en_passant, turn,
        );
        result.ok().map(Wdl::from)
    }

    /// The verdict of the tables on each legal move; `None` if one is missing. To be called
    /// by one thread at a time.
    pub fn root(&self, position: &Position) -> Option<Vec<RootProbe>> {
        if !self.may_know(position, self.pieces) {
            return None;
        }
        let Sets { white, black, kings, queens, rooks, bishops, knights, pawns } =
            Sets::of(position);
        let clock = position.halfmove_clock().min(100);
        let (en_passant, turn) = (en_passant(position), turn(position));
        let result = self.tables.probe_root(
            white, black, kings, queens, rooks, bishops, knights, pawns, clock, en_passant, turn,
        );
        let result = result.ok()?;
        let read = |value: &DtzProbeValue| {
            let DtzProbeValue::DtzResult(found) = value else { return None };
            let square = |index: u8| Square::from_dense(usize::from(index));
            let promoted = match found.promotion {
                Piece::Queen => Some(PieceKind::Queen),
                Piece::Rook => Some(PieceKind::Rook),
                Piece::Bishop => Some(PieceKind::Bishop),
                Piece::Knight => Some(PieceKind::Knight),
                Piece::Pawn | Piece::King => None,
            };
            let (from, to) = (square(found.from_square), square(found.to_square));
            let mv = position.find_move(from, to, promoted)?;
            Some(RootProbe { mv, wdl: found.wdl.into(), dtz: found.dtz })
        };
        let probes: Option<Vec<RootProbe>> =
            result.moves[..result.num_moves].iter().map(read).collect();
        probes.filter(|probes| probes.len() == position.legal_moves().len())
    }
}

/// The pieces as sets, a1 the lowest bit.
struct Sets {
    white: u64,
    black: u64,
    kings: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
}

impl Sets {
    fn of(position: &Position) -> Self {
        let planes = position.planes();
        let [white, black] = planes.colors;
        let kings: Bitboard = Color::ALL.map(|color| position.king(color)).into_iter().collect();
        let of = |kind| planes.of_kind(kind).0;
        Self {
            white: white.0,
            black: black.0,
            kings: kings.0,
            queens: of(PieceKind::Queen),
            rooks: of(PieceKind::Rook),
            bishops: of(PieceKind::Bishop),
            knights: of(PieceKind::Knight),
            pawns: of(PieceKind::Pawn),
        }
    }
}

/// The en passant square by its index; 0 for none.
fn en_passant(position: &Position) -> u32 {
    position.en_passant().map_or(0, |square| square.dense() as u32)
}

fn turn(position: &Position) -> bool {
    position.side_to_move() == Color::White
}

/// Attacks on a board of which only the occupied squares are known, for the crate.
#[derive(Clone)]
struct Attacks;

impl Attacks {
    fn of(kind: PieceKind, square: u64, occupied: u64) -> u64 {
        piece_attacks(Bitboard(occupied), Square::from_dense(square as usize), kind).0
    }
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: pyrrhic_rs::Color, square: u64) -> u64 {
        let color = match color {
            pyrrhic_rs::Color::White => Color::White,
            pyrrhic_rs::Color::Black => Color::Black,
        };
        pawn_attacks(color, Bitboard(1 << square)).0
    }

    fn knight_attacks(square: u64) -> u64 {
        Self::of(PieceKind::Knight, square, 0)
    }

    fn bishop_attacks(square: u64, occupied: u64) -> u64 {
        Self::of(PieceKind::Bishop, square, occupied)
    }

    fn rook_attacks(square: u64, occupied: u64) -> u64 {
        Self::of(PieceKind::Rook, square, occupied)
    }

    fn queen_attacks(square: u64, occupied: u64) -> u64 {
        Self::of(PieceKind::Queen, square, occupied)
    }

    fn king_attacks(square: u64) -> u64 {
        Self::of(PieceKind::King, square, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tables_are_recognised() {
        assert_eq!(pieces_of_table("KQvKR"), Some(4));
        assert_eq!(pieces_of_table("KvK"), Some(2));
        for name in ["QKvK", "README", "KQvKX", "K", "v", ""] {
            assert_eq!(pieces_of_table(name), None, "{name}");
        }
    }

    #[test]
    fn folders_without_tables_are_refused() {
        assert_eq!(Folders::find(""), Err(TablebaseError::Empty));
        assert_eq!(Folders::find(env!("CARGO_MANIFEST_DIR")), Err(TablebaseError::Empty));
        let error = Folders::find("/nowhere").unwrap_err().to_string();
        assert!(error.starts_with("/nowhere: "), "{error}");
    }

    #[test]
    fn attacks_stop_at_the_first_man() {
        assert_eq!(Attacks::rook_attacks(0, 1 << 2 | 1 << 16), 1 << 1 | 1 << 2 | 1 << 8 | 1 << 16);
        assert_eq!(Attacks::knight_attacks(0), 1 << 10 | 1 << 17);
        assert_eq!(Attacks::king_attacks(63).count_ones(), 3);
        assert_eq!(Attacks::pawn_attacks(pyrrhic_rs::Color::Black, 9), 1 | 1 << 2);
    }
}
