//! Finds and opens the files that options name.

use super::EngineError;
use crate::book::Book;
use crate::eval::network::Network;
use crate::eval::{Style, StyleError};
use std::env;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Opens the book at this path; none for an empty path.
pub(super) fn open_book(path: &str) -> Result<Option<Book>, EngineError> {
    if path.is_empty() {
        return Ok(None);
    }
    let error = |error| EngineError::Book { path: path.to_owned(), error };
    Book::open(&find(path)).map(Some).map_err(error)
}

/// Opens the network at this path; the embedded one for an empty path.
///
/// # Errors
/// Names the path, and what is wrong with the file.
pub fn open_network(path: &str) -> Result<Arc<Network>, EngineError> {
    if path.is_empty() {
        return Ok(Network::embedded());
    }
    let error = |error| EngineError::Network { path: path.to_owned(), error };
    Network::open(&find(path)).map(Arc::new).map_err(error)
}

/// Reads the style at this path; none for an empty path.
pub(super) fn open_style(path: &str) -> Result<Option<Arc<Style>>, EngineError> {
    /// Larger files are no styles.
    const MOST: u64 = 1 << 16;
    if path.is_empty() {
        return Ok(None);
    }
    let refused = |reason: String| EngineError::Style { path: path.to_owned(), reason };
    let mut bytes = Vec::new();
    let place = find(path);
    // Opening a pipe would wait for somebody to write.
    if place.metadata().is_ok_and(|data| !data.is_file()) {
        return Err(refused("not a file".to_owned()));
    }
    let file = File::open(place).map_err(|error| refused(error.to_string()))?;
    file.take(MOST + 1).read_to_end(&mut bytes).map_err(|error| refused(error.to_string()))?;
    if bytes.len() as u64 > MOST {
        return Err(refused(format!("larger than {MOST} bytes")));
    }
    let text =
        String::from_utf8(bytes).map_err(|_| refused("it is no text in UTF-8".to_owned()))?;
    if text.trim().is_empty() {
        return Err(refused("an empty file".to_owned()));
    }
    let style: Style = text.parse().map_err(|error: StyleError| refused(error.to_string()))?;
    Ok(Some(Arc::new(style)))
}

/// Finds a file. A relative path is tried from the working directory, which depends on the
/// GUI, and then beside the program.
fn find(path: &str) -> PathBuf {
    let path = Path::new(path);
    let elsewhere = if path.exists() { None } else { beside_program(path) };
    elsewhere.unwrap_or_else(|| path.to_owned())
}

/// The file of this name in the program's folder, if there is one. The portable release runs
/// an unpacked build that is not in that folder, but was called by the name of the release.
fn beside_program(path: &Path) -> Option<PathBuf> {
    let called = env::args_os().next().map(PathBuf::from);
    [env::current_exe().ok(), called]
        .into_iter()
        .flatten()
        .filter_map(|program| Some(program.parent()?.join(path)))
        .find(|file| file.exists())
}
