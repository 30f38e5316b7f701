//! The thread that reads standard input. It accepts any input: GUIs send Latin-1 and
//! carriage returns, and pipes that do not block.

use super::command::{Command, Parsed, parse};
use crate::terminal::wait_for;
use crossbeam_channel::{Receiver, unbounded};
use std::io::{self, BufRead, Read};
use std::thread;
use std::time::Instant;

/// A line of input, read once.
#[derive(Clone, Debug)]
pub struct InputLine {
    /// The line without its end.
    pub text: String,
    /// The time it was read: the clock of a `go` counts from here.
    pub read_at: Instant,
    /// What it says.
    pub parsed: Parsed,
}

impl InputLine {
    /// A line that was read now.
    pub fn now(text: String) -> Self {
        let parsed = parse(&text);
        Self { text, read_at: Instant::now(), parsed }
    }

    /// In place of a line that was longer than [`MAX_LINE`].
    fn too_long() -> Self {
        let error = format!("a line of more than {MAX_LINE} bytes is left out");
        let parsed = Parsed { command: Command::Ignored, errors: vec![error] };
        Self { text: String::new(), read_at: Instant::now(), parsed }
    }
}

/// The longest line in bytes: a game of ten thousand moves has a hundredth of it.
pub const MAX_LINE: usize = 8 << 20;

/// Reads standard input on a new thread; the channel closes at its end.
///
/// # Errors
/// Fails if the operating system refuses the thread.
pub fn read_stdin() -> io::Result<Receiver<InputLine>> {
    let (sender, receiver) = unbounded();
    thread::Builder::new().name("stdin".to_owned()).spawn(move || {
        read_lines(&mut io::stdin().lock(), |line| sender.send(line).is_ok());
    })?;
    Ok(receiver)
}

/// Passes on each line of an input until that ends or nobody wants more. Of a line that is too long
/// nothing but its length is kept.
fn read_lines(input: &mut impl BufRead, mut pass_on: impl FnMut(InputLine) -> bool) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let mut is_too_long = false;
        loop {
            let room = (MAX_LINE + 1 - bytes.len()) as u64;
            match input.by_ref().take(room).read_until(b'\n', &mut bytes) {
                Ok(0) => break,
                Ok(_) if bytes.ends_with(b"\n") => break,
                Ok(_) if bytes.len() > MAX_LINE => {
                    is_too_long = true;
                    bytes.clear();
                }
                Ok(_) => {}
                // What was read stays; other errors count as the end of the input.
                Err(error) => {
                    if wait_for(error).is_err() {
                        break;
                    }
                }
            }
        }
        if bytes.is_empty() && !is_too_long {
            return;
        }
        if is_too_long {
            if !pass_on(InputLine::too_long()) {
                return;
            }
            continue;
        }
        // Old systems end a line with CR alone.
        for text in decode(&bytes).split('\r') {
            if !pass_on(InputLine::now(text.to_owned())) {
                return;
            }
        }
    }
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
    use super::{MAX_LINE, decode, read_lines};
    use std::io::{self, BufReader, ErrorKind, Read};

    /// Gives a byte at every other call, and is not ready at the others.
    struct Unready<'a>(&'a [u8], bool);

    impl Read for Unready<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 { self.0.read(&mut bytes[..1]) } else { Err(ErrorKind::WouldBlock.into()) }
        }
    }

    fn lines_of(input: impl Read) -> Vec<(String, usize)> {
        let mut lines = Vec::new();
        read_lines(&mut BufReader::new(input), |line| {
            lines.push((line.text, line.parsed.errors.len()));
            true
        });
        lines
    }

    #[test]
    fn an_input_that_is_not_ready_has_not_ended() {
        let lines = lines_of(Unready(b"uci\nd\rgo\r\nquit", true));
        assert_eq!(lines, ["uci", "d", "go", "quit"].map(|text| (text.to_owned(), 0)));
    }

    #[test]
    fn a_line_without_end_takes_no_memory() {
        let long = [&vec![b'x'; 3 * MAX_LINE][..], b"\nuci\n"].concat();
        let lines = lines_of(&long[..]);
        assert_eq!(lines, [(String::new(), 1), ("uci".to_owned(), 0)]);
    }

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
