//! A file read page by page, with every access checked against its end.
//!
//! Tables may be larger than memory, and a file may be damaged or change while it is used.
//! Mapping it into memory would make the second a crash; so pages are read when they are
//! first needed and kept, until all files of a set have used up what they may keep. From
//! then on what is not kept is read again each time.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// Bytes of a page.
const PAGE: usize = 1 << 13;

/// Pages of a chapter, which is the part of a file whose pages are listed together.
const CHAPTER: usize = 1 << 9;
/// No table is longer.
const LONGEST: u64 = 1 << 40;

/// What the files of a set may still keep in memory.
#[derive(Clone, Debug)]
pub struct Budget(Arc<AtomicUsize>);

impl Budget {
    /// So many bytes.
    pub fn new(bytes: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(bytes / PAGE)))
    }

    /// Takes a page out of the budget; false if there is none left.
    fn take(&self) -> bool {
        self.0.fetch_update(Relaxed, Relaxed, |pages| pages.checked_sub(1)).is_ok()
    }

    /// Gives back a page that was not needed.
    fn give_back(&self) {
        self.0.fetch_add(1, Relaxed);
    }
}

type Page = [u8; PAGE];
type Chapter = [OnceLock<Box<Page>>; CHAPTER];

/// An open file and the pages of it that were read.
#[derive(Debug)]
pub struct Pages {
    file: File,
    length: u64,
    chapters: Vec<OnceLock<Box<Chapter>>>,
    budget: Budget,
}

impl Pages {
    /// Opens a file.
    ///
    /// # Errors
    /// The system's error, or that it is no file or longer than any table.
    pub fn open(path: &Path, budget: &Budget) -> io::Result<Self> {
        // Opening a pipe would wait for its writer.
        if !path.metadata()?.is_file() {
            return Err(io::Error::other("not a file"));
        }
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        if length > LONGEST {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let chapters = length.div_ceil((PAGE * CHAPTER) as u64) as usize;
        let chapters = (0..chapters).map(|_| OnceLock::new()).collect();
        Ok(Self { file, length, chapters, budget: budget.clone() })
    }

    /// The bytes from `at` on.
    ///
    /// # Errors
    /// If the file ends before the last of them, or the system's error.
    #[inline]
    pub fn bytes<const N: usize>(&self, at: u64) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        let (index, start) = ((at / PAGE as u64) as usize, at as usize % PAGE);
        let chapter = self.chapters.get(index / CHAPTER).and_then(OnceLock::get);
        let page = chapter.and_then(|chapter| chapter[index % CHAPTER].get());
        match page.and_then(|page| page.get(start..start + N)) {
            Some(found) if at + N as u64 <= self.length => bytes.copy_from_slice(found),
            _ => self.read(at, &mut bytes)?,
        }
        Ok(bytes)
    }

    /// The bytes from `at` on; beyond the end of the file they are zero.
    ///
    /// # Errors
    /// The system's error.
    pub fn padded<const N: usize>(&self, at: u64) -> io::Result<[u8; N]> {
        let left = self.length.saturating_sub(at);
        if left >= N as u64 {
            return self.bytes(at);
        }
        let mut bytes = [0; N];
        self.read(at, &mut bytes[..left as usize])?;
        Ok(bytes)
    }

    /// Fills `bytes` with those from `at` on, page by page.
    #[cold]
    fn read(&self, at: u64, mut bytes: &mut [u8]) -> io::Result<()> {
        let end = at.checked_add(bytes.len() as u64);
        if !bytes.is_empty() && end.is_none_or(|end| end > self.length) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut at = at;
        while !bytes.is_empty() {
            let (index, start) = ((at / PAGE as u64) as usize, at as usize % PAGE);
            let (part, rest) = bytes.split_at_mut(bytes.len().min(PAGE - start));
            match self.page(index)? {
                Some(page) => part.copy_from_slice(&page[start..start + part.len()]),
                None => read_at(&self.file, part, at)?,
            }
            at += part.len() as u64;
            bytes = rest;
        }
        Ok(())
    }

    /// A page inside the file, kept from now on; `None` if no more may be kept. Beyond the end
    /// of the file it is filled with zeros.
    fn page(&self, index: usize) -> io::Result<Option<&Page>> {
        let empty = || Box::new([const { OnceLock::new() }; CHAPTER]);
        let chapter = self.chapters[index / CHAPTER].get_or_init(empty);
        let page = &chapter[index % CHAPTER];
        if page.get().is_none() && self.budget.take() {
            let mut content = Box::new([0; PAGE]);
            let at = index as u64 * PAGE as u64;
            let length = (self.length - at).min(PAGE as u64) as usize;
            let read = read_at(&self.file, &mut content[..length], at);
            // If another thread was faster, its page stays: it has the same bytes.
            if read.is_err() || page.set(content).is_err() {
                self.budget.give_back();
            }
            read?;
        }
        Ok(page.get().map(|page| &**page))
    }
}

/// Elsewhere a file has one place to read from, which threads share: it has no tables.
#[cfg(not(any(unix, windows)))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, at)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                bytes = &mut bytes[read..];
                at += read as u64;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn bytes_are_those_of_the_file_with_and_without_room() {
        let content: Vec<u8> = (0..3 * PAGE + 100).map(|at| (at % 251) as u8).collect();
        let path = std::env::temp_dir().join(format!("nullfenster-pages-{}", std::process::id()));
        fs::write(&path, &content).unwrap();
        for kept in [0, 2 * PAGE, 8 * PAGE] {
            let pages = Pages::open(&path, &Budget::new(kept)).unwrap();
            for _ in 0..2 {
                for at in [0, 1, PAGE - 4, PAGE - 3, 2 * PAGE + 17, 3 * PAGE, content.len() - 8] {
                    let found: [u8; 8] = pages.bytes(at as u64).unwrap();
                    assert_eq!(found, content[at..at + 8], "{at}");
                }
            }
            for at in [content.len() as u64 - 7, content.len() as u64, u64::MAX - 3, u64::MAX] {
                assert!(pages.bytes::<8>(at).is_err(), "{at}");
            }
            let end = content.len();
            let [a, b, c, d] = pages.padded(end as u64 - 3).unwrap();
            assert_eq!(([a, b, c], d), ([content[end - 3], content[end - 2], content[end - 1]], 0));
            assert_eq!(pages.padded(end as u64 + 1).unwrap(), [0; 4]);
        }
        // A file that shrinks gives an error.
        let pages = Pages::open(&path, &Budget::new(PAGE)).unwrap();
        assert!(pages.bytes::<8>(0).is_ok());
        File::options().write(true).open(&path).unwrap().set_len(PAGE as u64).unwrap();
        assert!(pages.bytes::<8>(2 * PAGE as u64).is_err());
        assert!(pages.bytes::<8>(0).is_ok());
        fs::remove_file(&path).unwrap();
    }
}
