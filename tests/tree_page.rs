//! The page of `nullfenster tree` in a headless Chromium.
#![allow(missing_docs)]

mod browser;
mod support;

use std::fs;
use support::{run, text};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Makes a page or picture with these arguments of `tree` and walks through it by a script.
fn walk(name: &str, kind: &str, arguments: &[&str]) {
    fs::create_dir_all(browser::folder()).expect("a folder");
    let page = browser::folder().join(format!("{name}.{kind}"));
    let output = run(&[&["tree"], arguments, &["--out", page.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    browser::walk(name, kind);
}

#[test]
#[ignore = "needs chromium, node and npm"]
fn the_pages_are_walked_through() {
    walk("walk", "html", &["--engine", "--depth", "9", "--fen", KIWIPETE]);
    walk("written", "html", &["--algorithm", "pvs", "--example", "null-window"]);
    walk("again", "html", &["--algorithm", "pvs", "--example", "re-search"]);
    walk("side", "html", &["--algorithm", "alpha-beta,pvs", "--example", "null-window"]);
    let three = ["--algorithm", "alpha-beta,negascout,pvs", "--depth", "3", "--fen", KIWIPETE];
    walk("chess", "html", &[&three[..], &["--width", "30"]].concat());
}

#[test]
#[ignore = "needs chromium, node and npm"]
fn the_pictures_are_legible() {
    for (branches, depth) in [(3, 3), (5, 3), (3, 4), (13, 2)] {
        let tree = tree(branches, depth, &mut 1);
        walk("picture", "svg", &["--algorithm", "pvs", "--tree", &tree]);
        walk("picture", "svg", &["--algorithm", "minimax,scout-all", "--tree", &tree]);
    }
    let chess = ["--algorithm", "negascout", "--depth", "3", "--fen", KIWIPETE];
    for width in ["3", "5"] {
        walk("picture", "svg", &[&chess[..], &["--width", width]].concat());
    }
}

/// A tree with random leaves.
fn tree(branches: usize, depth: usize, seed: &mut u32) -> String {
    if depth == 0 {
        *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        return ((*seed >> 16) % 100).to_string();
    }
    let below = |_| tree(branches, depth - 1, seed);
    format!("({})", (0..branches).map(below).collect::<Vec<_>>().join(" "))
}
