//! From a line to a command. Parsing has no effects and never fails: messages about words
//! that can't be read go to [`Parsed::errors`], and the rest of the line is used.

use crate::commands::perft::PERFT;
use crate::commands::{PromptCommand, find};
use crate::protocol::{Go, PositionText, read_set_option};

/// The command of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci`
    Uci,
    /// `isready`
    IsReady,
    /// `ucinewgame`
    NewGame,
    /// `setoption name N [value V]`
    SetOption {
        /// The name as it was written.
        name: String,
        /// The value, if there is one.
        value: Option<String>,
    },
    /// `position ...`
    Position(PositionText),
    /// `position` without `startpos` or `fen`.
    NoPosition,
    /// `go ...`
    Go(Go),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// `wait`: read no line until the search has ended.
    Wait,
    /// `debug on`, `debug off`
    Debug(bool),
    /// `help`, or what one command does.
    Help(Option<String>),
    /// A command that is not of the protocol, and what follows its name.
    Other(&'static PromptCommand, String),
    /// An empty line, a comment, or a command of another protocol.
    Ignored,
    /// An unknown command.
    Unknown(String),
}

/// A command, and messages about the words of its line that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// The command.
    pub command: Command,
    /// Messages about words that are ignored, for the user.
    pub errors: Vec<String>,
}

/// Reads one line.
pub fn parse(line: &str) -> Parsed {
    let mut errors = Vec::new();
    let command = parse_command(line, &mut errors);
    Parsed { command, errors }
}

fn parse_command(line: &str, errors: &mut Vec<String>) -> Command {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let Some(&first) = words.first() else { return Command::Ignored };
    // Arena asks engines of unknown kind in WinBoard's language first.
    if first.starts_with('#') || ["xboard", "protover"].contains(&first) {
        return Command::Ignored;
    }
    if let Some(found) = find(first).filter(|found| !found.is_protocol()) {
        if !found.takes_words() {
            for word in &words[1..] {
                errors.push(format!("{first}: unknown word '{word}' left out"));
            }
        }
        return match found.name {
            "help" => Command::Help(words.get(1).map(|&word| word.to_owned())),
            "wait" => Command::Wait,
            // A path has to keep its spaces.
            name => {
                let rest = line.trim_start().strip_prefix(name).unwrap_or_default();
                Command::Other(found, rest.trim().to_owned())
            }
        };
    }
    // Unknown words may precede the commands of the protocol (`joho debug on`).
    let is_protocol = |word: &&str| find(word).is_some_and(PromptCommand::is_protocol);
    let Some(start) = words.iter().position(is_protocol) else {
        return Command::Unknown(line.trim().to_owned());
    };
    let rest = &words[start + 1..];
    match words[start] {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "setoption" => match read_set_option(line) {
            Some((name, value)) => Command::SetOption { name, value },
            None => {
                errors.push("setoption needs a name".to_owned());
                Command::Ignored
            }
        },
        "position" => match PositionText::read(rest, errors) {
            Some(text) => Command::Position(text),
            None => Command::NoPosition,
        },
        "go" => {
            let go = Go::parse(rest, errors);
            match go.perft_depth() {
                Some(Some(depth)) => Command::Other(&PERFT, depth.to_string()),
                Some(None) => Command::Ignored,
                None => Command::Go(go),
            }
        }
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "debug" => match rest.iter().find(|word| ["on", "off"].contains(word)) {
            Some(&word) => Command::Debug(word == "on"),
            None => Command::Unknown(line.trim().to_owned()),
        },
        _ => Command::Ignored,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(name: &str, value: Option<&str>) -> Command {
        Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) }
    }

    #[test]
    fn extra_white_space_is_ignored() {
        assert_eq!(parse("  \tisready  ").command, Command::IsReady);
        assert_eq!(parse("").command, Command::Ignored);
    }

    #[test]
    fn unknown_words_are_skipped() {
        assert_eq!(parse("joho debug on").command, Command::Debug(true));
        assert_eq!(parse("debug joho on").command, Command::Debug(true));
        assert_eq!(parse("joho").command, Command::Unknown("joho".to_owned()));
        // Words of ours count only at the start: `d` is too short to look for.
        assert_eq!(parse("result d").command, Command::Unknown("result d".to_owned()));
    }

    #[test]
    fn words_after_commands_that_take_none_are_named() {
        let parsed = parse("eval 8/8 w");
        let named = |word| format!("eval: unknown word '{word}' left out");
        assert!(matches!(parsed.command, Command::Other(eval, _) if eval.name == "eval"));
        assert_eq!(parsed.errors, ["8/8", "w"].map(named));
        assert_eq!(parse("d").errors, [""; 0]);
    }

    #[test]
    fn words_of_other_protocols_are_ignored() {
        for line in ["xboard", "protover 2", "register later", "# a comment"] {
            assert_eq!(parse(line), Parsed { command: Command::Ignored, errors: Vec::new() });
        }
    }

    #[test]
    fn option_names_and_values_may_hold_spaces() {
        let line = "setoption name  Move   Overhead value 50 ";
        assert_eq!(parse(line).command, set("Move Overhead", Some("50")));
        let line = "setoption name Path value C:\\My  Files\\value name";
        assert_eq!(parse(line).command, set("Path", Some("C:\\My  Files\\value name")));
        assert_eq!(parse("setoption name Clear Hash").command, set("Clear Hash", None));
        assert_eq!(parse("setoption name Log value").command, set("Log", Some("")));
        assert_eq!(parse("setoption name values value 1").command, set("values", Some("1")));
        assert_eq!(parse("setoption Hash 5").errors.len(), 1);
    }

    #[test]
    fn positions_are_read_with_their_moves() {
        let Command::Position(text) = parse("position fen a b c moves e2e4 e7e5").command else {
            panic!("a position");
        };
        assert_eq!(text.fen.as_deref(), Some("a b c"));
        assert_eq!(text.moves, ["e2e4", "e7e5"]);
        let parsed = parse("position startpos e2e4");
        assert_eq!(parsed.errors.len(), 1);
        assert!(matches!(parsed.command, Command::Position(text) if text.moves == ["e2e4"]));
        let Command::Position(text) = parse("position 8/8 w moves e2e4").command else {
            panic!("a position without the word fen");
        };
        assert_eq!(
            (text.fen.as_deref(), &text.moves[..]),
            (Some("8/8 w"), &["e2e4".to_owned()][..])
        );
        assert_eq!(parse("position moves e2e4").command, Command::NoPosition);
    }

    #[test]
    fn other_commands_keep_what_follows_them() {
        let other = |line: &str| match parse(line).command {
            Command::Other(command, rest) => Some((command.name, rest)),
            _ => None,
        };
        assert_eq!(other(" export_net  a  b.nnue "), Some(("export_net", "a  b.nnue".to_owned())));
        assert_eq!(other("perft 2 fen 8/8 w"), Some(("perft", "2 fen 8/8 w".to_owned())));
        assert_eq!(other("go perft 3"), Some(("perft", "3".to_owned())));
        for line in ["go perft", "go perft x"] {
            let parsed = parse(line);
            assert_eq!((parsed.command, parsed.errors.len()), (Command::Ignored, 1), "{line}");
        }
    }
}
