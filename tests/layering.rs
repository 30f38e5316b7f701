//! Layers: a module imports only from layers below its own. `src/lib.rs` tells
//! what the layers are for.

use std::fs;
use std::path::{Path, PathBuf};

/// Layers from the bottom up; those of one row are siblings and don't import
/// each other.
const LAYERS: [&[&str]; 8] = [
    &["types"],
    &["board"],
    &["eval", "book", "tablebase", "lab"],
    &["search"],
    &["engine"],
    &["tools", "tune"],
    &["uci"],
    &["cli"],
];

fn rank(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|row| row.contains(&layer))
}

/// The file without its line comments, so that links in them don't count.
fn without_comments(text: &str) -> String {
    text.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The names that follow `prefix` (`crate::`): one, or those of a braced group.
fn names_after(text: &str, prefix: &str) -> Vec<String> {
    let identifier = |text: &str| -> String {
        text.trim_start().chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect()
    };
    let mut names = Vec::new();
    for (at, _) in text.match_indices(prefix) {
        let before = text[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let rest = text[at + prefix.len()..].trim_start();
        let Some(group) = rest.strip_prefix('{') else {
            names.push(identifier(rest));
            continue;
        };
        // The first name of each part of the group that is not nested.
        let mut depth = 0;
        let mut part_start = 0;
        for (index, c) in group.char_indices() {
            if depth == 0 && (c == ',' || c == '}') {
                names.push(identifier(&group[part_start..index]));
                part_start = index + 1;
            }
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                _ => {}
            }
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// What `text`, a file of `layer` that lies `depth` modules below the crate
/// root, imports although it should not.
fn forbidden_imports(layer: &str, depth: usize, text: &str) -> Vec<String> {
    let text = without_comments(text);
    let Some(own) = rank(layer) else {
        return vec![format!("{layer} is no layer known to this test")];
    };
    let mut complaints = Vec::new();
    let to_root = "super::".repeat(depth);
    for (prefix, all_are_layers) in [("crate::", true), (to_root.as_str(), false)] {
        for name in names_after(&text, prefix) {
            match rank(&name) {
                _ if name == layer => {}
                Some(other) if other < own => {}
                None if !all_are_layers => {}
                _ => complaints.push(format!("{layer} imports {name}")),
            }
        }
    }
    complaints
}

/// All Rust files below a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}")) {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

#[test]
fn no_module_imports_from_above() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut complaints = Vec::new();
    let mut layers_seen = Vec::new();
    for path in rust_files(&source) {
        let text = fs::read_to_string(&path).expect("source is text");
        let inside = path.strip_prefix(&source).expect("below src");
        let mut modules: Vec<String> =
            inside.with_extension("").iter().map(|part| part.to_string_lossy().into()).collect();
        modules.pop_if(|name| name == "mod");
        let layer = modules[0].clone();
        let found = match layer.as_str() {
            // The roots of library and program stand above all layers.
            "lib" | "main" => Vec::new(),
            _ => forbidden_imports(&layer, modules.len(), &text),
        };
        complaints.extend(found.iter().map(|found| format!("{}: {found}", inside.display())));
        layers_seen.push(layer);
    }
    assert!(layers_seen.iter().any(|layer| layer == "board"), "no sources found");
    assert!(complaints.is_empty(), "upward imports:\n{}", complaints.join("\n"));
}

/// The test above would see an upward import in any of its spellings.
#[test]
fn upward_imports_are_found() {
    for (layer, depth, text) in [
        ("types", 2, "use crate::board::Position;"),
        ("board", 2, "use crate::{types::Move, eval::Value};"),
        ("board", 2, "use crate::{\n    types::{Move, Square},\n    search,\n};"),
        ("board", 3, "fn f() { crate::search::run() }"),
        ("board", 2, "use super::super::engine::Engine;"),
        ("eval", 1, "use super::book::Book;"),
        ("lab", 1, "use crate::search::Limits;"),
        ("book", 2, "use crate::tablebase::Probe;"),
        ("search", 2, "pub use crate::uci;"),
        ("uci", 1, "use crate::cli::Arguments;"),
        ("board", 1, "use crate::newcomer::Thing;"),
        ("newcomer", 1, ""),
    ] {
        assert_eq!(forbidden_imports(layer, depth, text).len(), 1, "{layer}: {text}");
    }
    for (layer, depth, text) in [
        ("board", 2, "use crate::types::{Move, Square}; use super::search_area;"),
        ("board", 3, "use super::super::eval::Area;"),
        ("board", 2, "use crate::board::perft; // crate::search is above"),
        ("search", 2, "use crate::{board::{Position, Game}, eval, types::Move};"),
        ("cli", 1, "use crate::{uci, tools::bench};"),
        ("uci", 2, "use other_crate::cli::x;"),
    ] {
        assert_eq!(forbidden_imports(layer, depth, text), Vec::<String>::new(), "{layer}: {text}");
    }
}
