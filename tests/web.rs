//! The page that `scripts/page` builds, in a browser, against the native engine.
#![allow(missing_docs)]

mod browser;
mod support;

use nullfenster::{Engine, Limits};
use serde_json::json;
use std::fs;
use std::path::Path;
use std::process::Command;
use support::text;

const POSITIONS: [&str; 5] = [
    "position startpos",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "position fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5",
];

/// The nodes of the native engine after `ucinewgame`.
fn nodes(position: &str, depth: u32) -> u64 {
    let words: Vec<&str> = position.split(' ').skip(1).collect();
    let text = nullfenster::protocol::PositionText::read(&words, &mut Vec::new());
    let game = text.and_then(|text| text.game().ok()).expect("a position");
    let mut engine = Engine::new().expect("an engine");
    engine.set_game(Some(game));
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    engine.search(limits, &mut |_| ()).expect("a search").nodes
}

#[test]
#[ignore = "needs chromium, node, npm and the target wasm32-unknown-unknown"]
fn the_page_plays_and_analyses() {
    let folder = browser::folder();
    fs::create_dir_all(&folder).expect("a folder");
    let counts: Vec<_> = POSITIONS
        .iter()
        .flat_map(|position| {
            [8, 10, 12].map(|depth| json!([position, depth, nodes(position, depth)]))
        })
        .collect();
    fs::write(folder.join("web-nodes.json"), json!(counts).to_string()).expect("a file");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let built = Command::new("python3")
        .arg(root.join("scripts/page"))
        .arg(folder.join("web"))
        .env("NULLFENSTER", env!("CARGO_BIN_EXE_nullfenster"))
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env_remove("RUSTFLAGS")
        .output()
        .expect("python runs");
    assert!(built.status.success(), "{}", text(&built.stderr));
    fs::copy(folder.join("web/nullfenster.html"), folder.join("web.html")).expect("a page");
    let size = fs::metadata(folder.join("web.html")).expect("a page").len();
    assert!(size < 5 << 20, "{size} bytes");
    browser::walk("web", "html");
}
