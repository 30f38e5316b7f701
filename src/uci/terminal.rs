//! Input from a person at a terminal: lines that can be edited, earlier ones on the arrow keys,
//! and words that the tab key completes.

use super::command::Command;
use super::reader::{InputLine, read_stdin};
use crate::commands;
use crate::engine::OPTIONS;
use crossbeam_channel::{Receiver, unbounded};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};
use std::io::{self, ErrorKind};
use std::process;
use std::thread;

/// The exit status after Ctrl-C, as shells count signals.
const INTERRUPTED: i32 = 130;

/// The line after which the name of an option stands.
const SET_OPTION: &str = "setoption name ";

/// As [`read_stdin`], from a terminal. Ctrl-C ends the program, Ctrl-D is the end of the input.
///
/// # Errors
/// Fails if the operating system refuses the thread.
pub fn read_terminal() -> io::Result<Receiver<InputLine>> {
    // A paste of several lines is several commands, not one.
    let config = Config::builder().auto_add_history(true).bracketed_paste(false).build();
    let history = MemHistory::with_config(&config);
    let Ok(mut editor) = Editor::with_history(config, history) else { return read_stdin() };
    let (sender, receiver) = unbounded();
    thread::Builder::new().name("stdin".to_owned()).spawn(move || {
        editor.set_helper(Some(Words));
        loop {
            let text = match editor.readline("") {
                Ok(text) => text,
                // What else the program does, it is to end, as by the signal.
                Err(ReadlineError::Interrupted) => process::exit(INTERRUPTED),
                // A key of another encoding: the line is lost, not the game.
                Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => continue,
                Err(_) => return,
            };
            // The terminal has to be as it was when the program ends, so no further line may be
            // waited for then.
            let line = InputLine::now(text);
            let is_last = line.parsed.command == Command::Quit;
            let sent = sender.send(line);
            if is_last || sent.is_err() {
                return;
            }
        }
    })?;
    Ok(receiver)
}

/// Completes commands, and the names of options after `setoption name`.
struct Words;

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(completions(&line[..cursor]))
    }
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Hinter for Words {
    type Hint = String;
}
impl Validator for Words {}

/// The words that may stand at the end of this line, and the byte of the line where they begin.
fn completions(line: &str) -> (usize, Vec<String>) {
    let begun = |prefix: &str, names: &mut dyn Iterator<Item = &str>| {
        let prefix = prefix.to_lowercase();
        names.filter(|name| name.to_lowercase().starts_with(&prefix)).map(str::to_owned).collect()
    };
    if let Some(name) = line.strip_prefix(SET_OPTION) {
        return (SET_OPTION.len(), begun(name, &mut OPTIONS.iter().map(|option| option.name)));
    }
    if line.contains(' ') {
        return (line.len(), Vec::new());
    }
    (0, begun(line, &mut commands::names()))
}

#[cfg(test)]
mod tests {
    use super::completions;

    #[test]
    fn commands_and_options_are_completed() {
        for (line, start, words) in [
            ("fl", 0, vec!["flip"]),
            ("uci", 0, vec!["uci", "ucinewgame"]),
            ("setoption name syzygyprobe", 15, vec!["SyzygyProbeDepth", "SyzygyProbeLimit"]),
            ("setoption name Move O", 15, vec!["Move Overhead"]),
            ("go fl", 5, vec![]),
            ("xyz", 0, vec![]),
        ] {
            let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
            assert_eq!(completions(line), (start, words), "{line}");
        }
    }
}
