//! README and docs are right: pages that the program writes are what it writes, command lines
//! work, and links lead somewhere.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use support::{run, text};

/// The program's path in the pages.
const PROGRAM: &str = "target/release/nullfenster ";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All pages in Markdown with their paths.
fn pages() -> Vec<(PathBuf, String)> {
    let markdown = |folder: &str| {
        let entries = fs::read_dir(root().join(folder)).expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect()
    };
    let paths: Vec<Vec<PathBuf>> = ["", "docs", "docs/notebook"].map(markdown).into();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("UTF-8");
        (path, text)
    };
    paths.into_iter().flatten().map(read).collect()
}

/// Compares a page with what the program writes, or writes it if the variable `UPDATE_DOCS` is set.
#[cfg(not(any(feature = "tune", feature = "tuning")))]
fn assert_written(page: &str, arguments: &[&str]) {
    let written = text(&run(arguments).stdout);
    let path = root().join(page);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &written).expect("a page that can be written");
    }
    let found = fs::read_to_string(&path).expect("a page").replace("\r\n", "\n");
    assert_eq!(found, written, "run: nullfenster {} > {page}", arguments.join(" "));
}

/// Builds for training and tuning have more commands and options.
#[cfg(not(any(feature = "tune", feature = "tuning")))]
#[test]
fn the_program_writes_the_same_pages() {
    assert_written("docs/options.md", &["options"]);
    assert_written("docs/command-line.md", &["man", "--markdown"]);
}

/// Splits a command line at spaces, but not between single quotes.
fn arguments(line: &str) -> Vec<&str> {
    let quoted = |(index, part)| (index % 2 == 1, part);
    let parts = line.split('\'').enumerate().map(quoted);
    let words = parts.flat_map(|(quoted, part): (bool, &str)| {
        let words = if quoted { vec![part] } else { part.split_whitespace().collect() };
        words.into_iter()
    });
    words.collect()
}

#[test]
fn command_lines_work() {
    let pages = pages();
    let lines = pages.iter().flat_map(|(_, text)| text.lines());
    let lines = lines.filter_map(|line| line.trim_start_matches("$ ").strip_prefix(PROGRAM));
    let lines: Vec<&str> = lines.collect();
    assert!(lines.len() > 5, "{lines:?}");
    // Some lines write pictures there; cargo may build elsewhere.
    fs::create_dir_all("target").expect("a folder");
    for line in lines {
        let output = run(&arguments(line));
        assert!(output.status.success(), "{line}: {}", text(&output.stderr));
        assert!(!output.stdout.is_empty(), "{line}");
        assert!(!text(&output.stdout).contains("error"), "{line}: {}", text(&output.stdout));
    }
}

#[test]
fn links_lead_somewhere() {
    for (path, text) in pages() {
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap_or_default();
            if file.is_empty() || link.contains("://") {
                continue;
            }
            let target = path.parent().expect("a folder").join(file);
            assert!(target.exists(), "{}: no {link}", path.display());
        }
    }
}
