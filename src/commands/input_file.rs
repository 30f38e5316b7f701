//! Files, pipes and standard input that have games or positions: what is in them shows at their beginning.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

/// How compressed files begin.
const PACKED: [(&[u8], &str); 5] = [
    (b"\x1f\x8b", "gzip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ", "xz"),
    (b"PK\x03\x04", "zip"),
];

/// Bytes before the first text, at most.
const MOST_BLANK: u64 = 1 << 16;

/// A file that was looked at: does it have games or positions?
pub struct Input {
    /// Its name; `-` for standard input.
    pub path: PathBuf,
    /// It begins as games do.
    pub has_games: bool,
    /// A pipe from its beginning; a file is opened again.
    pub stream: Option<Box<dyn BufRead>>,
}

impl Input {
    /// Looks at the beginning of a file, pipe or standard input, of which nothing is lost.
    ///
    /// # Errors
    /// If it can't be read, or is compressed or UTF-16.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut stream: Box<dyn BufRead> = match path == Path::new("-") {
            true => Box::new(io::stdin().lock()),
            false => Box::new(BufReader::new(File::open(path)?)),
        };
        let mut head = Vec::new();
        // Up to a line with text.
        while !has_text(&head)
            && (&mut stream).take(MOST_BLANK).read_until(b'\n', &mut head)? > 0
            && (head.len() as u64) < MOST_BLANK
        {}
        if let Some((_, kind)) = PACKED.iter().find(|(magic, _)| head.starts_with(magic)) {
            return Err(io::Error::other(format!("it is compressed ({kind}); unpack it first")));
        }
        if head.starts_with(&[0xFF, 0xFE]) || head.starts_with(&[0xFE, 0xFF]) {
            return Err(io::Error::other("it is UTF-16; save it as UTF-8"));
        }
        let is_named = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
        let has_games = is_named || begins_as_games(&head);
        let is_file = path.metadata().is_ok_and(|data| data.is_file());
        let again =
            (!is_file).then(|| Box::new(Cursor::new(head).chain(stream)) as Box<dyn BufRead>);
        Ok(Self { path: path.to_owned(), has_games, stream: again })
    }

    /// What is in it, from its beginning.
    ///
    /// # Errors
    /// If it can't be opened again.
    pub fn into_stream(self) -> io::Result<Box<dyn BufRead>> {
        let open = || Ok(Box::new(BufReader::new(File::open(&self.path)?)) as Box<dyn BufRead>);
        self.stream.map_or_else(open, Ok)
    }
}

/// True if something else than blank lines and comments for the whole line has come.
fn has_text(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
    lines.any(|line| !line.is_empty() && !line.starts_with(b"%"))
}

/// Tags, a comment or a numbered move come first.
fn begins_as_games(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes));
    let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('%'));
    let line = line.unwrap_or_default();
    let after_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = after_number.len() < line.len() && after_number.starts_with('.');
    line.starts_with(['[', '{', ';']) || is_numbered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_told_from_positions() {
        for text in ["[Event \"x\"]\n", "\n%\n\u{feff}1. e4", "{comment} e4", "1. e4 e5"] {
            let text = text.trim_start_matches('\u{feff}').replace('\u{feff}', "");
            assert!(begins_as_games(text.as_bytes()), "{text:?}");
        }
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for text in ["", "# comment", start, "8/8/8/8/8/8/8/K1k5 w - - bm Kb1;"] {
            assert!(!begins_as_games(text.as_bytes()), "{text:?}");
        }
    }
}
