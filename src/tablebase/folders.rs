//! The folders that a user names, and the files in them that are tables.

use super::checksum;
use super::material::Material;
use super::table::Kind;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

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
    /// No file in these folders has the name of a table.
    #[error("no Syzygy table (*.rtbw) in '{0}'")]
    Empty(String),
}

/// The separator of folders: as in search paths of the system.
const SEPARATORS: &[char] = if cfg!(windows) { &[';'] } else { &[';', ':'] };

/// Tables found in some folders, whole ones as far as that can be seen from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folders {
    files: Vec<(PathBuf, Kind, Material)>,
    unread: Vec<TablebaseError>,
}

impl Folders {
    /// Looks through a list of folders, separated by `;` or, except on Windows, `:`.
    ///
    /// # Errors
    /// If there is no table in all of them: the first folder that can't be read, or the first file that
    /// is cut off or damaged, is the reason. Beside others they are left out, see [`Self::unread`].
    /// Damage inside a table of more than five pieces is not found here, but when it is read.
    pub fn find(list: &str) -> Result<Self, TablebaseError> {
        let names = list.split(SEPARATORS).map(str::trim).filter(|name| !name.is_empty());
        let (mut files, mut unread) = (Vec::new(), Vec::new());
        for name in names {
            let entries = match Path::new(name).read_dir() {
                Ok(entries) => entries,
                Err(error) => {
                    let (folder, reason) = (name.to_owned(), error.to_string());
                    unread.push(TablebaseError::Folder { folder, reason });
                    continue;
                }
            };
            for path in entries.flatten().map(|entry| entry.path()) {
                let Some((kind, material)) = table_of(&path) else { continue };
                match check(&path, kind, material) {
                    Ok(()) => files.push((path, kind, material)),
                    Err(reason) => {
                        let file = path.display().to_string();
                        unread.push(TablebaseError::File { file, reason });
                    }
                }
            }
        }
        if files.iter().any(|(_, kind, _)| *kind == Kind::Wdl) {
            Ok(Self { files, unread })
        } else {
            let first = unread.into_iter().next();
            Err(first.unwrap_or_else(|| TablebaseError::Empty(list.to_owned())))
        }
    }

    /// The folders and files that could not be read.
    pub fn unread(&self) -> &[TablebaseError] {
        &self.unread
    }

    /// The files, in the order of the folders.
    pub(super) fn files(&self) -> &[(PathBuf, Kind, Material)] {
        &self.files
    }
}

/// The table that a file is by its name.
fn table_of(path: &Path) -> Option<(Kind, Material)> {
    let (name, extension) = path.file_name()?.to_str()?.split_once('.')?;
    let kind = [Kind::Wdl, Kind::Dtz].into_iter().find(|kind| kind.extension() == extension)?;
    Some((kind, Material::of_name(name)?))
}

/// Bytes of a block of a table.
const BLOCK: u64 = 64;

/// Tables up to this many pieces are read to the end and compared with their checksum; all
/// of them have less than a gigabyte. Larger ones would take too long.
const PIECES_SUMMED: usize = 5;

/// None of these tables is longer, in bytes.
const LONGEST_SUMMED: u64 = 1 << 28;

/// Checks that a file is a whole table. If not, returns the reason.
fn check(path: &Path, kind: Kind, material: Material) -> Result<(), String> {
    let said = |error: io::Error| error.to_string();
    let data = path.metadata().map_err(said)?;
    // A pipe would keep us waiting.
    if !data.is_file() || data.len() % BLOCK != checksum::SIZE as u64 {
        return Err(format!("not a whole Syzygy table: {} bytes", data.len()));
    }
    let mut start = [0; 4];
    File::open(path).and_then(|mut file| file.read_exact(&mut start)).map_err(said)?;
    if start != kind.magic() {
        return Err("not a Syzygy table: its first bytes are wrong".to_owned());
    }
    // The library alone trusts them.
    if material.pieces() > PIECES_SUMMED || cfg!(not(feature = "cli")) {
        return Ok(());
    }
    if data.len() > LONGEST_SUMMED || !checksum::is_right(&fs::read(path).map_err(said)?) {
        return Err("a damaged Syzygy table: its checksum is wrong".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_without_tables_are_refused() {
        for folder in ["", env!("CARGO_MANIFEST_DIR")] {
            assert_eq!(Folders::find(folder), Err(TablebaseError::Empty(folder.to_owned())));
        }
        let error = Folders::find("/nowhere").unwrap_err().to_string();
        assert!(error.starts_with("/nowhere: "), "{error}");
    }
}
