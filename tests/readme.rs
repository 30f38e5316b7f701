//! The README is right: its table of options is what the engine advertises, and its
//! command lines work.

mod support;

use nullfenster::engine::OPTIONS;
use support::{pipe, run, text};

const README: &str = include_str!("../README.md");

/// The program's path in the README.
const PROGRAM: &str = "target/release/nullfenster ";

/// Name, type, default and range of an advertised option.
fn advertised(line: &str) -> Option<[String; 4]> {
    let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
    let (kind, rest) = rest.split_once(" default ").unwrap_or((rest, ""));
    let (default, range) = rest.split_once(" min ").unwrap_or((rest, ""));
    let (default, words) = default.split_once(" var ").unwrap_or((default, ""));
    let range = if words.is_empty() {
        range.replace(" max ", " to ")
    } else {
        words.replace(" var ", ", ")
    };
    Some([name, kind, default, &range].map(str::to_owned))
}

/// The cells of each row of the README's table: name, type, default, range, effect.
fn documented() -> Vec<[String; 5]> {
    let (_, section) = README.split_once("\n## Options\n").expect("a section on options");
    let (section, _) = section.split_once("\n## ").expect("a section after it");
    let rows = section.lines().filter(|line| line.starts_with('|')).skip(2);
    rows.map(|row| {
        let mut cells = row.split('|').skip(1).map(|cell| cell.trim().replace('`', ""));
        std::array::from_fn(|_| cells.next().expect("five cells"))
    })
    .collect()
}

#[test]
fn the_table_of_options_is_what_the_engine_advertises() {
    let output = text(&pipe("uci\nquit\n").stdout);
    let options = output.lines().filter_map(advertised).zip(&OPTIONS);
    let advertised: Vec<_> = options
        .map(|([name, kind, default, range], spec)| {
            assert_eq!(name, spec.name);
            [name, kind, default, range, spec.effect.replace('`', "")]
        })
        .collect();
    assert_eq!(advertised.len(), OPTIONS.len(), "{output}");
    assert_eq!(documented(), advertised);
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
fn the_command_lines_work() {
    let lines: Vec<_> = README.lines().filter_map(|line| line.strip_prefix(PROGRAM)).collect();
    assert!(lines.len() > 5, "{lines:?}");
    // Some lines write pictures there; cargo may build elsewhere.
    std::fs::create_dir_all("target").expect("a folder");
    for line in lines {
        let output = run(&arguments(line));
        assert!(output.status.success(), "{line}: {}", text(&output.stderr));
        assert!(!output.stdout.is_empty(), "{line}");
        assert!(!text(&output.stdout).contains("error"), "{line}: {}", text(&output.stdout));
    }
}
