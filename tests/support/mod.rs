//! Drives the real binary: sends lines, waits for lines. Each wait has a limit
//! that only a hanging engine reaches, so time decides no test.
#![allow(dead_code, missing_docs, reason = "each test file uses its part of this module")]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than any answer takes on a slow and busy machine.
pub const LIMIT: Duration = Duration::from_secs(20);

pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nullfenster"));
    command.env_remove("RUST_LOG");
    command
}

/// Runs the binary with arguments and without input.
pub fn run(arguments: &[&str]) -> Output {
    command().args(arguments).stdin(Stdio::null()).output().expect("the binary runs")
}

/// Runs the binary with this input, which ends after it.
pub fn pipe(input: &str) -> Output {
    pipe_to(&[], input)
}

/// The same with arguments.
pub fn pipe_to(arguments: &[&str], input: &str) -> Output {
    let mut child = command()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("the engine reads");
    drop(stdin);
    child.wait_with_output().expect("the engine ends")
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("ASCII")
}

/// The number of nodes in the last line of a bench, which OpenBench reads.
pub fn bench_nodes(output: &Output) -> u64 {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = text(&output.stdout);
    let words: Vec<&str> = text.lines().last().expect("a line").split(' ').collect();
    let [nodes, "nodes", speed, "nps"] = words[..] else { panic!("{text}") };
    assert!(speed.parse::<u64>().is_ok(), "{text}");
    nodes.parse().expect("a number")
}

/// A running engine; killed when dropped.
pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    stderr: Option<thread::JoinHandle<String>>,
}

impl Engine {
    /// Starts the engine without sending anything.
    pub fn spawn() -> Self {
        Self::spawn_by(command())
    }

    /// Starts the engine with this command.
    pub fn spawn_by(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let stdout = child.stdout.take().expect("a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            let mut bytes = Vec::new();
            while matches!(reader.read_until(b'\n', &mut bytes), Ok(count) if count > 0) {
                assert_eq!(bytes.pop(), Some(b'\n'), "a line has an end");
                let line = String::from_utf8(std::mem::take(&mut bytes)).expect("ASCII");
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut pipe = child.stderr.take().expect("a pipe");
        let stderr = thread::spawn(move || {
            let mut text = String::new();
            let _ = pipe.read_to_string(&mut text);
            text
        });
        Self { stdin: child.stdin.take(), child, lines, stderr: Some(stderr) }
    }

    /// Starts the engine and waits for `uciok`.
    pub fn start() -> Self {
        let mut engine = Self::spawn();
        engine.send("uci");
        engine.until("uciok");
        engine
    }

    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("not closed");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("the engine reads");
    }

    /// Lines up to the first one that starts with `prefix`.
    pub fn until(&mut self, prefix: &str) -> Vec<String> {
        let deadline = Instant::now() + LIMIT;
        let mut lines = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(line) = self.lines.recv_timeout(left) else {
                panic!("no '{prefix}' came, but:\n{}", lines.join("\n"));
            };
            assert!(line.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "ASCII: {line:?}");
            let found = line.starts_with(prefix);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// The lines up to `readyok`, without it.
    pub fn until_ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Sends a `go` and returns the lines up to its best move.
    pub fn go(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.until("bestmove")
    }

    /// Sends a `go` and returns the move.
    pub fn best_move(&mut self, line: &str) -> String {
        let lines = self.go(line);
        let last = lines.last().expect("a best move");
        last.split(' ').nth(1).expect("a move").to_owned()
    }

    /// The FEN on the board.
    pub fn fen(&mut self) -> String {
        self.send("d");
        let lines = self.until("Fen: ");
        self.until("Checkers:");
        lines.last().expect("a FEN")["Fen: ".len()..].to_owned()
    }

    /// Asserts that nothing ends the search for a while.
    pub fn stays_silent(&mut self) {
        thread::sleep(Duration::from_millis(150));
        let lines = self.until_ready();
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:#?}");
    }

    /// MiB of memory that the engine has in use, where the system tells.
    #[cfg(target_os = "linux")]
    pub fn resident(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("a process");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line");
        line.split_whitespace().next().and_then(|kb| kb.parse::<u64>().ok()).expect("kB") >> 10
    }

    /// The processors that each thread of the engine may run on, as the system writes them.
    #[cfg(target_os = "linux")]
    pub fn processors(&self) -> Vec<String> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id()));
        let of_task = |task: std::io::Result<std::fs::DirEntry>| {
            let status = std::fs::read_to_string(task.ok()?.path().join("status")).ok()?;
            let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
            Some(list.trim().to_owned())
        };
        tasks.expect("a process").filter_map(of_task).collect()
    }

    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// Waits for the end of the engine: the rest of its output, its status and its errors.
    pub fn finish(mut self) -> (Vec<String>, ExitStatus, String) {
        let deadline = Instant::now() + LIMIT;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status;
            }
            assert!(Instant::now() < deadline, "the engine does not end");
            thread::sleep(Duration::from_millis(5));
        };
        let stderr = self.stderr.take().map(|thread| thread.join().expect("text"));
        (self.lines.iter().collect(), status, stderr.unwrap_or_default())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// True if one of the lines reports an error with all the words.
pub fn has_error(lines: &[String], words: &[&str]) -> bool {
    lines.iter().any(|line| {
        line.starts_with("info string error: ") && words.iter().all(|word| line.contains(word))
    })
}
