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
}

/// An open file and the pages of it that were read.
#[derive(Debug)]
pub struct Pages {
    file: File,
    length: u64,
    pages: Box<[OnceLock<Box<[u8; PAGE]>>]>,
    budget: Budget,
}

impl Pages {
    /// Opens a file.
    ///
    /// # Errors
    /// The system's error.
    pub fn open(path: &Path, budget: &Budget) -> io::Result<Self> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let pages = length.div_ceil(PAGE as u64) as usize;
        let pages = (0..pages).map(|_| OnceLock::new()).collect();
        Ok(Self { file, length, pages, budget: budget.clone() })
    }

    /// The bytes from `at` on.
    ///
    /// # Errors
    /// If the file ends before the last of them, or the system's error.
    #[inline]
    pub fn bytes<const N: usize>(&self, at: u64) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        let (index, start) = ((at / PAGE as u64) as usize, at as usize % PAGE);
        let page = self.pages.get(index).and_then(OnceLock::get);
        match page.and_then(|page| page.get(start..start + N)) {
            Some(found) if at + N as u64 <= self.length => bytes.copy_from_slice(found),
            _ => self.read(at, &mut bytes)?,
        }
        Ok(bytes)
    }

    /// Fills `bytes` with those from `at` on, page by page.
    #[cold]
    fn read(&self, at: u64, mut bytes: &mut [u8]) -> io::Result<()> {
        if at.checked_add(bytes.len() as u64).is_none_or(|end| end > self.length) {
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

    /// A page, kept from now on; `None` if no more may be kept. Beyond the end of the file it
    /// is filled with zeros.
    fn page(&self, index: usize) -> io::Result<Option<&[u8; PAGE]>> {
        let page = &self.pages[index];
        if page.get().is_none() && self.budget.take() {
            let mut content = Box::new([0; PAGE]);
            let at = index as u64 * PAGE as u64;
            let length = (self.length - at).min(PAGE as u64) as usize;
            read_at(&self.file, &mut content[..length], at)?;
            // If another thread was faster, its page stays: it has the same bytes.
            let _ = page.set(content);
        }
        Ok(page.get().map(|page| &**page))
    }
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
