//! The tables of some folders, each opened when it is first needed.

use super::folders::Folders;
use super::material::Material;
use super::packed::ReadError;
use super::pages::Budget;
use super::table::{Kind, Table};
use super::wdl::Wdl;
use crate::board::Position;
use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Bytes of tables that are kept in memory: all WDL tables up to five pieces have 378 MB, and
/// of these a game needs a few.
const KEPT: usize = 256 << 20;

/// A file of a table.
#[derive(Debug)]
struct TableFile {
    path: PathBuf,
    kind: Kind,
    /// `None` if it can't be opened.
    table: OnceLock<Option<Table>>,
    /// It is damaged, which has been reported, and is not asked again.
    is_damaged: AtomicBool,
}

impl TableFile {
    fn new(path: PathBuf, kind: Kind) -> Self {
        Self { path, kind, table: OnceLock::new(), is_damaged: AtomicBool::new(false) }
    }
}

/// Hashes material: looking it up is a part of each probe, and no input chooses it.
#[derive(Default)]
struct MaterialHasher(u64);

impl Hasher for MaterialHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// What there is of one material.
#[derive(Debug)]
struct Entry {
    material: Material,
    wdl: Option<TableFile>,
    dtz: Option<TableFile>,
}

/// All tables of some folders.
pub struct TableSet {
    entries: Vec<Entry>,
    /// Which of them has the tables of a material, and whether White's pieces are Black's there.
    of_material: HashMap<Material, (usize, bool), BuildHasherDefault<MaterialHasher>>,
    budget: Budget,
    faults: Mutex<Vec<String>>,
    /// The most pieces of any WDL table, and the number of these tables.
    pub pieces: u32,
    /// The number of WDL tables.
    pub files: usize,
}

impl fmt::Debug for TableSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tables of up to {} pieces", self.files, self.pieces)
    }
}

impl TableSet {
    /// The tables that were found.
    pub fn new(folders: &Folders) -> Self {
        let mut set = Self {
            entries: Vec::new(),
            of_material: HashMap::default(),
            budget: Budget::new(KEPT),
            faults: Mutex::default(),
            pieces: 0,
            files: 0,
        };
        for (path, kind, material) in folders.files() {
            let next = set.entries.len();
            let (index, _) = *set.of_material.entry(*material).or_insert((next, false));
            if index == next {
                set.entries.push(Entry { material: *material, wdl: None, dtz: None });
                set.of_material.entry(material.flipped()).or_insert((next, true));
            }
            let entry = &mut set.entries[index];
            let place = match kind {
                Kind::Wdl => &mut entry.wdl,
                Kind::Dtz => &mut entry.dtz,
            };
            // The first folder that has a table wins.
            place.get_or_insert_with(|| TableFile::new(path.clone(), *kind));
        }
        for entry in set.entries.iter().filter(|entry| entry.wdl.is_some()) {
            set.pieces = set.pieces.max(entry.material.pieces() as u32);
            set.files += 1;
        }
        set
    }

    /// The faults of files that were found since the last call, one a file.
    pub fn take_faults(&self) -> Vec<String> {
        std::mem::take(&mut *self.faults.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The result by the position's own WDL table.
    pub fn wdl(&self, position: &Position) -> Option<Wdl> {
        self.ask(
            position,
            |entry| entry.wdl.as_ref(),
            |table, flipped| table.wdl(position, flipped),
        )
    }

    /// The plies by the position's own DTZ table, see [`Table::dtz`].
    pub fn dtz(&self, position: &Position, wdl: Wdl) -> Option<Option<u32>> {
        self.ask(
            position,
            |entry| entry.dtz.as_ref(),
            |table, flipped| table.dtz(position, flipped, wdl),
        )
    }

    fn ask<T>(
        &self,
        position: &Position,
        choose: impl Fn(&Entry) -> Option<&TableFile>,
        read: impl Fn(&Table, bool) -> Result<T, ReadError>,
    ) -> Option<T> {
        let &(index, flipped) = self.of_material.get(&Material::of(position))?;
        let entry = &self.entries[index];
        let file = choose(entry)?;
        if file.is_damaged.load(Relaxed) {
            return None;
        }
        let open = || match Table::open(&file.path, file.kind, entry.material, &self.budget) {
            Ok(table) => Some(table),
            Err(error) => {
                self.report(file, &error);
                None
            }
        };
        let table = file.table.get_or_init(open).as_ref()?;
        match read(table, flipped) {
            Ok(result) => Some(result),
            Err(error) => {
                self.report(file, &error);
                None
            }
        }
    }

    #[cold]
    fn report(&self, file: &TableFile, error: &ReadError) {
        if !file.is_damaged.swap(true, Relaxed) {
            let fault = format!("{}: {error}", file.path.display());
            log::error!("{fault}");
            self.faults.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
        }
    }
}
