//! Files of positions: one FEN or EPD per line; empty lines and lines that start with `#` are
//! skipped.

use crate::board::{FenError, Position};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Reads the positions of a file; `-` is standard input.
///
/// # Errors
/// Names the file, and the line with its error if there is one. A file without positions is
/// an error, too.
pub fn read(path: &Path) -> Result<Vec<Position>, String> {
    let opened = open(path).map_err(|error| error.to_string());
    opened.and_then(read_stream).map_err(|error| format!("{}: {error}", path.display()))
}

/// As [`read`], from a stream.
///
/// # Errors
/// As there, without a name.
pub fn read_stream(input: Box<dyn Read>) -> Result<Vec<Position>, String> {
    let positions = parse(&text_of(input).map_err(|error| error.to_string())?)?;
    if positions.is_empty() { Err("no positions".to_owned()) } else { Ok(positions) }
}

fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    Ok(if is_stdin(path) { Box::new(io::stdin()) } else { Box::new(File::open(path)?) })
}

/// As [`read`], for commands that nothing can interrupt while they wait for a pipe or device.
///
/// # Errors
/// Also if the path is no file.
pub fn read_file(path: &Path) -> Result<Vec<Position>, String> {
    // Of what can't be looked at, reading says why.
    if is_stdin(path) || path.metadata().is_ok_and(|data| !data.is_file()) {
        return Err(format!("{}: not a file", path.display()));
    }
    read(path)
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// The longest text, in bytes. A device may have no end.
const MOST_BYTES: u64 = 1 << 30;

/// Reads a text of at most a GiB; `-` is standard input. It may begin with the mark of UTF-8, have comments in
/// other encodings, and end its lines with LF, CRLF or CR.
///
/// # Errors
/// If it can't be read, or is UTF-16.
pub fn read_text(path: &Path) -> io::Result<String> {
    text_of(open(path)?)
}

fn text_of(input: Box<dyn Read>) -> io::Result<String> {
    let mut bytes = Vec::new();
    if input.take(MOST_BYTES + 1).read_to_end(&mut bytes)? as u64 > MOST_BYTES {
        return Err(io::Error::other(format!("more than {} MiB", MOST_BYTES >> 20)));
    }
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return Err(io::Error::other("the text is UTF-16; save it as UTF-8"));
    }
    let text = String::from_utf8_lossy(&bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
}

fn parse(text: &str) -> Result<Vec<Position>, String> {
    lines(text)
        .map(|(number, line)| match read_position(line) {
            Ok((position, _)) => Ok(position),
            Err(error) => Err(format!("line {number}: {error}")),
        })
        .collect()
}

/// Reads the position of a FEN or EPD and returns the rest of the line, the operations. EPD
/// has four fields before them; some files have the two counters of a FEN, too.
///
/// # Errors
/// Names the error in the position.
pub(super) fn read_position(line: &str) -> Result<(Position, &str), FenError> {
    let mut rest = line;
    let mut fields = Vec::new();
    while fields.len() < 6 {
        let (field, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if fields.len() >= 4 && field.parse::<u32>().is_err() {
            break;
        }
        fields.push(field);
        rest = after.trim_start();
    }
    Ok((Position::from_fen(&fields.join(" "))?, rest))
}

/// The lines with positions and their numbers.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn files_contain_fen_and_epd() {
        let text = "# comment\n\n8/8/8/8/8/4k3/8/4K2R w - - 0 1\n\
                    8/8/8/8/8/4k3/8/4K2R w - - bm Rh3; id \"x\";\n";
        assert_eq!(parse(text).map(|positions| positions.len()), Ok(2));
        assert!(parse("\n8/8 w\n").is_err_and(|error| error.starts_with("line 2: ")));
    }
}
