//! The commands, each in a file of its own: its words or arguments, what it does, and its text for
//! people and JSON for programs. [`COMMANDS`] lists those that are typed at the prompt; the
//! command line adds [`clap`] arguments for those that are run from a shell.

pub(crate) mod analyse;
pub(crate) mod bench;
mod bench_positions;
pub(crate) mod compare;
mod display;
pub(crate) mod epd;
mod export_net;
mod flip;
mod input_file;
pub(crate) mod judge;
pub(crate) mod learn;
mod limits;
mod new_file;
pub(crate) mod openings;
pub(crate) mod perft;
pub(crate) mod play;
pub mod position_file;
mod prompt;
mod review;
mod setup;
mod speedtest;
pub mod suite;
#[cfg(feature = "tune")]
pub(crate) mod training;
pub(crate) mod tree;
mod written;

pub use prompt::{Kind, PromptCommand};
pub use setup::EngineSetup;

pub use crate::terminal::Line;

/// All commands of the prompt in the order of `help`.
pub static COMMANDS: [PromptCommand; 28] = [
    protocol("uci", "uci", "print the engine's name and its options"),
    protocol("isready", "isready", "print 'readyok' when all earlier commands are done"),
    protocol("ucinewgame", "ucinewgame", "clear the table and the histories"),
    protocol("setoption", "setoption name N [value V]", "set an option"),
    protocol(
        "position",
        "position startpos|fen F [moves M...]",
        "set up a position, and play moves on it",
    ),
    protocol(
        "go",
        "go [depth N] [nodes N] [movetime MS] [mate N] [wtime MS] [btime MS] [winc MS]\n   \
         [binc MS] [movestogo N] [searchmoves M...] [infinite] [ponder]",
        "search the position",
    ),
    protocol("stop", "stop", "end the search, perft, bench or speedtest"),
    protocol("ponderhit", "ponderhit", "the expected move was played"),
    protocol("debug", "debug on|off", "echo each line that is read"),
    protocol("register", "", ""),
    protocol(
        "quit",
        "quit",
        "end the program: a search at once, perft, bench\n\
         and speedtest after their result",
    ),
    session("wait", "wait", "wait until the current command has finished"),
    session("help", "help [COMMAND]", "print this list, or what a command does"),
    session(
        "play",
        "play [white|black] [RATING]",
        "play a game: type e4 or Nf3, the engine answers",
    ),
    session("hint", "hint", "say what the engine would play"),
    session("new", "new", "start a new game"),
    session("resign", "resign", "end the game that is played"),
    play::UNDO,
    session("save", "save FILE", "write the game on the board to a new PGN file"),
    session("load", "load FILE", "put the first game of a PGN file on the board"),
    display::BOARD,
    flip::FLIP,
    display::EVAL,
    perft::PERFT,
    bench::BENCH,
    speedtest::SPEED_TEST,
    export_net::EXPORT_NET,
    openings::GEN_FENS,
];

const fn protocol(name: &'static str, usage: &'static str, about: &'static str) -> PromptCommand {
    PromptCommand { name, usage, about, kind: Kind::Protocol }
}

const fn session(name: &'static str, usage: &'static str, about: &'static str) -> PromptCommand {
    PromptCommand { name, usage, about, kind: Kind::Session }
}

/// The command of this name.
pub fn find(name: &str) -> Option<&'static PromptCommand> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// The names of all commands.
pub fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|command| command.name)
}

/// The lines of `help`, of one command or all: usage on the left, and what it does in a column on the
/// right. Empty if there is no such command.
pub fn help(name: Option<&str>) -> Vec<String> {
    /// The column in which the descriptions begin.
    const COLUMN: usize = 29;
    let mut lines = Vec::new();
    let is_wanted = |command: &&PromptCommand| {
        !command.usage.is_empty() && name.is_none_or(|name| command.name == name)
    };
    for command in COMMANDS.iter().filter(is_wanted) {
        let mut left: Vec<&str> = command.usage.lines().collect();
        let mut about = command.about.lines().peekable();
        let last = left.pop_if(|last| about.peek().is_some() && last.len() < COLUMN);
        lines.extend(left.into_iter().map(str::to_owned));
        if let Some(last) = last {
            lines.push(format!("{last:COLUMN$}{}", about.next().unwrap_or_default()));
        }
        lines.extend(about.map(|line| format!("{:COLUMN$}{line}", "")));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, find};

    #[test]
    fn the_help_fits_into_eighty_columns() {
        for line in super::help(None) {
            assert!(line.chars().count() < 80, "{line}");
        }
    }

    #[test]
    fn each_name_is_there_once_and_begins_its_usage() {
        for command in &COMMANDS {
            assert!(find(command.name).is_some_and(|found| std::ptr::eq(found, command)));
            let word = command.usage.split_whitespace().next();
            assert!(word.is_none_or(|word| word == command.name), "{command:?}");
        }
    }
}
