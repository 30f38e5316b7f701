//! Standard output: one line at a time, ASCII, ended by `\n`, flushed at once.

use anstream::adapter::strip_str;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

/// Longer texts are cut to this number of characters in error messages.
const QUOTE_LIMIT: usize = 400;

/// A line that a command prints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A result, on standard output.
    Result(String),
    /// A remark, such as a time, on standard error: results stay the same from run to run.
    Remark(String),
    /// What is wrong with the words.
    Error(String),
}

/// Writes lines to a stream and, if asked to, into a log file.
#[derive(Debug)]
pub struct Output<W> {
    stream: W,
    log: Option<File>,
    coloured: bool,
    /// Errors are for people, and not lines of the protocol.
    for_people: bool,
    errors: usize,
}

impl<W: Write> Output<W> {
    /// Writes to this stream.
    pub fn new(stream: W) -> Self {
        Self { stream, log: None, coloured: false, for_people: false, errors: 0 }
    }

    /// The same; `coloured` if it is a terminal that shows colours.
    pub fn with_colours(self, coloured: bool) -> Self {
        Self { coloured, ..self }
    }

    /// True if boards and values are drawn in colour.
    pub fn is_coloured(&self) -> bool {
        self.coloured
    }

    /// Writes one line.
    ///
    /// # Errors
    /// Fails if the output is closed; then it is time to exit quietly.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        log::trace!("out: {text}");
        self.note(">>", text)?;
        self.write(text)
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        // One write for the text and its end, so that no reader sees half a line.
        let line = format!("{text}\n");
        let mut rest = line.as_bytes();
        while !rest.is_empty() {
            match self.stream.write(rest) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(written) => rest = &rest[written..],
                Err(error) => wait_for(error)?,
            }
        }
        while let Err(error) = self.stream.flush() {
            wait_for(error)?;
        }
        Ok(())
    }

    /// Writes a line to the log file. A full disk must not cost the game: the log ends, and
    /// that is reported once.
    fn note(&mut self, mark: &str, text: &str) -> io::Result<()> {
        let Some(log) = &mut self.log else { return Ok(()) };
        // Whole clocks are for the reader of two logs; the system's may be set back.
        let time = UNIX_EPOCH.elapsed().unwrap_or_default().as_secs_f64();
        let line = format!("{time:.3} {mark} {}\n", strip_str(text));
        let Err(error) = log.write_all(line.as_bytes()) else { return Ok(()) };
        self.log = None;
        self.errors += 1;
        let error = ascii(&error.to_string());
        self.write(&format!("info string error: option 'Debug Log File': the log ends: {error}"))
    }

    /// From now on errors have the form for people, or that of the protocol.
    pub fn set_errors_for_people(&mut self, for_people: bool) {
        self.for_people = for_people;
    }

    /// Reports an error in the input, in the protocol as an `info string`.
    ///
    /// # Errors
    /// Fails if the output is closed.
    pub fn error(&mut self, message: &str) -> io::Result<()> {
        self.errors += 1;
        let form = if self.for_people { "" } else { "info string " };
        self.line(&format!("{form}error: {}", ascii(message)))
    }

    /// Prints the lines of a command.
    ///
    /// # Errors
    /// Fails if the output is closed.
    pub fn print(&mut self, lines: Vec<Line>) -> io::Result<()> {
        for line in lines {
            match line {
                Line::Result(text) => self.line(&text)?,
                Line::Remark(text) => print_error(&text),
                Line::Error(text) => self.error(&text)?,
            }
        }
        Ok(())
    }

    /// The number of errors reported.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// Logs all lines in and out to a file from now on; an empty path ends the log.
    ///
    /// # Errors
    /// Fails if the file can't be written; the old log stays in use then.
    pub fn set_log(&mut self, path: &str) -> io::Result<()> {
        self.log = match path {
            "" => None,
            // Opening it would wait for a reader.
            path if is_pipe(path) => return Err(io::Error::other("a pipe, not a file")),
            path => Some(File::options().append(true).create(true).open(path)?),
        };
        Ok(())
    }

    /// Writes a line of input to the log file.
    ///
    /// # Errors
    /// Fails if the output is closed.
    pub fn log_input(&mut self, text: &str) -> io::Result<()> {
        self.note("<<", text)
    }
}

/// Prints text to standard error, with `?` for control characters, and ignores failures: it may be
/// closed.
pub fn print_error(text: &str) {
    let shown = |c: char| if c.is_control() && c != '\n' { '?' } else { c };
    let text: String = text.chars().map(shown).collect();
    let _ = writeln!(io::stderr(), "{text}");
}

/// After an error of a stream: waits a moment if it is one that does not block and is not ready,
/// such as a pipe that is full.
///
/// # Errors
/// Gives back any other error.
pub fn wait_for(error: io::Error) -> io::Result<()> {
    match error.kind() {
        ErrorKind::Interrupted => Ok(()),
        ErrorKind::WouldBlock => {
            thread::sleep(Duration::from_millis(1));
            Ok(())
        }
        _ => Err(error),
    }
}

#[cfg(unix)]
fn is_pipe(path: &str) -> bool {
    use std::os::unix::fs::FileTypeExt;
    std::fs::metadata(path).is_ok_and(|data| data.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_: &str) -> bool {
    false
}

/// The text cut to 400 characters, with `?` for everything but printable ASCII: GUIs
/// differ in the encoding they expect.
pub fn ascii(text: &str) -> String {
    let printable = |c: char| if c.is_ascii_graphic() || c == ' ' { c } else { '?' };
    let mut short: String = text.chars().take(QUOTE_LIMIT).map(printable).collect();
    if text.chars().nth(QUOTE_LIMIT).is_some() {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::{Output, ascii};
    use std::io::{self, ErrorKind, Write};

    /// Takes three bytes at every other call, and is not ready at the others.
    #[derive(Default)]
    struct Unready {
        bytes: Vec<u8>,
        ready: bool,
    }

    impl Write for Unready {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.ready = !self.ready;
            if !self.ready {
                return Err(ErrorKind::WouldBlock.into());
            }
            let part = &bytes[..bytes.len().min(3)];
            self.bytes.extend(part);
            Ok(part.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_stream_that_does_not_block_gets_whole_lines() {
        let mut stream = Unready::default();
        let mut out = Output::new(&mut stream);
        assert!(out.line("bestmove e2e4").and_then(|()| out.line("readyok")).is_ok());
        assert_eq!(stream.bytes, b"bestmove e2e4\nreadyok\n");
    }

    #[test]
    fn errors_are_ascii_and_short() {
        let mut bytes = Vec::new();
        let mut out = Output::new(&mut bytes);
        assert!(out.error("no option 'M\u{fc}ller\t'").is_ok());
        assert_eq!(out.errors(), 1);
        assert_eq!(bytes, b"info string error: no option 'M?ller?'\n");
        let mut bytes = Vec::new();
        let mut out = Output::new(&mut bytes);
        out.set_errors_for_people(true);
        assert!(out.error("illegal move 'Ke5'").is_ok());
        assert_eq!(bytes, b"error: illegal move 'Ke5'\n");
        assert!(ascii(&"x".repeat(100_000)).len() < 500);
    }
}
