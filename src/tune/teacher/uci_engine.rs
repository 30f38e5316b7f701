//! A UCI engine in a process of its own.

use super::super::TuneError;
use crate::board::Position;
use crate::types::Color;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The table of each process in MiB.
const HASH_MB: usize = 16;
/// How the line with the network's value starts in Stockfish's output of `eval`.
const EVAL_LINE: &str = "NNUE evaluation";

/// What an engine is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineLimit {
    /// A search of so many nodes.
    Nodes(u64),
    /// The static value of its network, by the command `eval` as Stockfish answers it.
    Eval,
}

/// A running engine. The process ends with the value.
#[derive(Debug)]
pub struct UciEngine {
    command: String,
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    limit: EngineLimit,
}

impl UciEngine {
    /// Starts the engine.
    ///
    /// # Errors
    /// If it can't be started or doesn't speak UCI.
    pub fn start(command: &str, limit: EngineLimit) -> Result<Self, TuneError> {
        let failed = || TuneError::file(command);
        let missing = || io::Error::new(io::ErrorKind::InvalidInput, "names no program");
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(missing).map_err(failed())?;
        let mut process = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed())?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(failed()(io::ErrorKind::BrokenPipe.into()));
        };
        let output = BufReader::new(output);
        let mut engine = Self { command: command.to_owned(), process, input, output, limit };
        engine.ask("uci", "uciok", |_| ())?;
        engine.tell(&format!("setoption name Hash value {HASH_MB}"))?;
        engine.start_game()?;
        Ok(engine)
    }

    /// Lets the engine forget the last game, so that a score depends only on its own.
    pub fn start_game(&mut self) -> Result<(), TuneError> {
        self.tell("ucinewgame")?;
        self.ask("isready", "readyok", |_| ())
    }

    /// The value in centipawns for the side to move; `None` for a mate score.
    pub fn value(&mut self, position: &Position) -> Result<Option<f32>, TuneError> {
        self.tell(&format!("position fen {position}"))?;
        match self.limit {
            EngineLimit::Nodes(nodes) => {
                let mut found = None;
                self.ask(&format!("go nodes {nodes}"), "bestmove", |line| {
                    found = score(line).or(found);
                })?;
                match found {
                    Some(found) => Ok(found),
                    None => Err(self.failed(&format!("no score for {position}"))),
                }
            }
            EngineLimit::Eval => {
                let mut value = None;
                self.tell("eval")?;
                self.ask("isready", "readyok", |line| value = evaluation(line).or(value))?;
                let value = value.ok_or_else(|| {
                    self.failed(&format!("no line \"{EVAL_LINE}\" for {position}"))
                })?;
                let white = position.side_to_move() == Color::White;
                Ok(Some(if white { value } else { -value }))
            }
        }
    }

    fn tell(&mut self, line: &str) -> Result<(), TuneError> {
        writeln!(self.input, "{line}").map_err(TuneError::file(&self.command))
    }

    /// Sends a line and reads up to the one that starts with `last`, which `each` gets, too.
    fn ask(&mut self, line: &str, last: &str, mut each: impl FnMut(&str)) -> Result<(), TuneError> {
        self.tell(line)?;
        let mut answer = String::new();
        loop {
            answer.clear();
            let read = self.output.read_line(&mut answer);
            if read.map_err(TuneError::file(&self.command))? == 0 {
                return Err(self.failed(&format!("ended before answering \"{line}\"")));
            }
            each(&answer);
            if answer.split_whitespace().next() == Some(last) {
                return Ok(());
            }
        }
    }

    fn failed(&self, error: &str) -> TuneError {
        TuneError::file(&self.command)(io::Error::other(error.to_owned()))
    }
}

impl Drop for UciEngine {
    fn drop(&mut self) {
        // It may have ended by itself; there is nothing to save.
        let _ = self.tell("quit");
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The exact score of an `info` line: centipawns, or `None` for a mate.
fn score(line: &str) -> Option<Option<f32>> {
    let mut words = line.split_whitespace();
    words.next().filter(|word| *word == "info")?;
    words.find(|word| *word == "score")?;
    let (kind, value) = (words.next()?, words.next()?);
    let is_bound = words.next().is_some_and(|word| word.ends_with("bound"));
    match kind {
        _ if is_bound => None,
        "cp" => value.parse().ok().map(Some),
        "mate" => Some(None),
        _ => None,
    }
}

/// White's value in centipawns of the line of `eval` for the network.
fn evaluation(line: &str) -> Option<f32> {
    let value = line.strip_prefix(EVAL_LINE)?.split_whitespace().next()?;
    value.parse::<f32>().ok().map(|pawns| 100.0 * pawns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_as_engines_write_them() {
        let line = "info depth 9 seldepth 13 multipv 1 score cp -31 nodes 400 pv e2e4";
        assert_eq!(score(line), Some(Some(-31.0)));
        assert_eq!(score("info depth 9 score cp 12 lowerbound nodes 3"), None);
        assert_eq!(score("info depth 9 score mate -3 nodes 3"), Some(None));
        assert_eq!(score("bestmove e2e4"), None);
        assert_eq!(evaluation("NNUE evaluation        -0.19 (white side)"), Some(-19.0));
        assert_eq!(evaluation("Classical evaluation   +0.00 (white side)"), None);
    }
}
