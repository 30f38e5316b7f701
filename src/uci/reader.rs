//! The thread that reads standard input. It accepts any input: GUIs send Latin-1 and
//! carriage returns, and a line may be of any length.

use crossbeam_channel::{Receiver, unbounded};
use std::io::{self, BufRead};
use std::thread;
use std::time::Instant;

/// A line of input without its end.
#[derive(Clone, Debug)]
pub struct InputLine {
    /// The line.
    pub text: String,
    /// The time it was read: the clock of a `go` counts from here.
    pub read_at: Instant,
}

/// Reads standard input on a new thread; the channel closes at its end.
///
/// # Errors
/// Fails if the operating system refuses the thread.
pub fn read_stdin() -> io::Result<Receiver<InputLine>> {
    let (sender, receiver) = unbounded();
    thread::Builder::new().name("stdin".to_owned()).spawn(move || {
        let mut input = io::stdin().lock();
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            // A read error counts as the end of the input.
            if !matches!(input.read_until(b'\n', &mut bytes), Ok(count) if count > 0) {
                return;
            }
            let read_at = Instant::now();
            // Old systems end a line with CR alone.
            for text in decode(&bytes).split('\r') {
                if sender.send(InputLine { text: text.to_owned(), read_at }).is_err() {
                    return;
                }
            }
        }
    })?;
    Ok(receiver)
}

/// The text of a line without byte order mark and line end: UTF-8 if it is valid, else
/// Latin-1, in which every byte is a character.
pub fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let end = bytes.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r')).map_or(0, |i| i + 1);
    let bytes = &bytes[..end];
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn line_ends_and_marks_are_stripped() {
        assert_eq!(decode(b"\xEF\xBB\xBFuci\r\n"), "uci");
        assert_eq!(decode(b" isready \n"), " isready ");
        assert_eq!(decode(b"\r\n"), "");
        assert_eq!(decode(b""), "");
    }

    #[test]
    fn latin_1_is_read_where_utf_8_fails() {
        assert_eq!(decode(b"M\xFCller\n"), "M\u{fc}ller");
        assert_eq!(decode("M\u{fc}ller\n".as_bytes()), "M\u{fc}ller");
    }
}
