//! Starting the program: from any folder, by any path, in any locale, with closed
//! streams, on a terminal. Nothing makes it panic.
#![cfg(unix)]
#![allow(missing_docs)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::text;

/// The program in a folder with spaces and non-ASCII letters in its name.
fn moved(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).join("Schach Müller ♞");
    fs::create_dir_all(&folder).expect("a folder");
    let program = folder.join("nullfenster");
    let _ = fs::remove_file(&program);
    // Not a copy: Linux does not start a file that a fork of another test has open for writing.
    fs::hard_link(env!("CARGO_BIN_EXE_nullfenster"), &program).expect("a link");
    program
}

/// Runs a line of the shell with the program as `$0`.
fn shell(program: &Path, line: &str) -> Output {
    Command::new("sh")
        .args(["-c", line])
        .arg(program)
        .env("LC_ALL", "C")
        .env_remove("RUST_LOG")
        .current_dir("/")
        .output()
        .expect("a shell")
}

#[test]
fn it_runs_from_another_folder_in_any_locale() {
    let program = moved("folder");
    let output = shell(&program, "printf 'uci\\ngo depth 3\\nwait\\nquit\\n' | \"$0\"");
    let lines = text(&output.stdout);
    assert!(lines.contains("\nuciok\n") && lines.contains("\nbestmove "), "{lines}");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    // The shell passes on what the program returns.
    for arguments in ["bench depth=1", "d", "perft 2", "--version"] {
        let output = shell(&program, &format!("\"$0\" {arguments}"));
        assert!(output.status.success(), "{arguments}: {output:?}");
    }
}

#[test]
fn files_beside_the_program_are_found_from_another_folder() {
    let program = moved("book");
    let book = program.with_file_name("Buch für Müller.bin");
    // One entry of the Polyglot format: the start position with e2e4.
    let entry = [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x03, 0x1c, 0, 1, 0, 0, 0, 0];
    fs::write(book, entry).expect("a file");
    let lines = "setoption name BookFile value Buch für Müller.bin\\n\
                 setoption name OwnBook value true\\ngo nodes 1\\n";
    let output = shell(&program, &format!("printf '{lines}' | \"$0\""));
    assert!(text(&output.stdout).ends_with("\nbestmove e2e4\n"), "{output:?}");
}

#[test]
fn closed_streams_are_no_reason_to_panic() {
    let program = moved("closed");
    for line in [
        "\"$0\" <&-",
        "\"$0\" </dev/null",
        "printf 'uci\\ngo depth 3\\n' | \"$0\" >&-",
        "printf 'uci\\ngo depth 3\\n' | \"$0\" 2>&-",
        "\"$0\" <&- >&- 2>&-",
        "\"$0\" bench depth=1 >&- 2>&-",
        "\"$0\" eval >/dev/full",
        "\"$0\" d | true",
        "\"$0\" go depth 8 | head -n 1 >/dev/null",
        "\"$0\" man >&-",
        "\"$0\" completions bash >&-",
        "\"$0\" openings --count 3 | head -n 1 >/dev/null",
    ] {
        let output = shell(&program, line);
        let errors = String::from_utf8_lossy(&output.stderr);
        let code = output.status.code();
        assert!(!errors.contains("panicked"), "{line}: {errors}");
        assert!(matches!(code, Some(0 | 1)), "{line}: {code:?} {errors}");
    }
}

/// The output on a terminal on which these lines are typed.
fn on_a_terminal(lines: &str, environment: &[(&str, &str)]) -> String {
    const SCRIPT: &str = "
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:2])
os.write(terminal, sys.argv[2].encode())
while True:
    try:
        data = os.read(terminal, 65536)
    except OSError:
        break
    if not data:
        break
    sys.stdout.buffer.write(data)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
";
    let mut python = Command::new("python3");
    python.args(["-c", SCRIPT, env!("CARGO_BIN_EXE_nullfenster"), lines]);
    python.env_remove("RUST_LOG").env_remove("NO_COLOR").env("TERM", "xterm-256color");
    let output = python.envs(environment.iter().copied()).output().expect("python3 runs");
    assert!(output.status.success(), "{output:?}");
    text(&output.stdout)
}

#[test]
#[ignore = "needs python3"]
fn a_terminal_gets_a_banner_colours_and_plain_words() {
    let shown = on_a_terminal("d\neval\nhelp\nfoo\nquit\n", &[]);
    assert!(shown.contains("'help' lists the commands"), "{shown}");
    assert!(shown.contains("\u{1b}["), "no colours: {shown}");
    assert!(shown.contains("King safety") && shown.contains("setoption name N"), "{shown}");
    assert!(shown.contains("Unknown command 'foo'"), "{shown}");
    assert!(!shown.contains("info string"), "{shown}");
    let plain = on_a_terminal("d\nquit\n", &[("NO_COLOR", "1")]);
    // Line editing moves the cursor; what sets colours ends in an m.
    let coloured =
        |code: &str| code.trim_start_matches(|c: char| !c.is_alphabetic()).starts_with('m');
    assert!(plain.contains("| r | n | b |"), "{plain}");
    assert!(!plain.split("\u{1b}[").skip(1).any(coloured), "{plain}");
    // In a pipe there is nothing but the protocol, whatever the environment asks for.
    let piped = shell(
        Path::new(env!("CARGO_BIN_EXE_nullfenster")),
        "printf 'd\\nquit\\n' | CLICOLOR_FORCE=1 \"$0\"",
    );
    let piped = text(&piped.stdout);
    assert!(piped.contains("| r | n |") && !piped.contains('\u{1b}'), "{piped}");
    assert!(!piped.contains("help"), "{piped}");
}
