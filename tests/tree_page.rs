//! The page of `nullfenster tree` in a headless Chromium.
#![allow(missing_docs)]

mod support;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{run, text};

/// The version of playwright-core, which drives the browser.
const PLAYWRIGHT: &str = "playwright-core@1.65.1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A program in the search path.
fn program(names: &[&str]) -> Result<PathBuf, String> {
    let folders: Vec<PathBuf> =
        env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect();
    let files = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    files.into_iter().find(|file| file.is_file()).ok_or_else(|| format!("no {}", names[0]))
}

/// Browser, node and the library that drives the browser; the library is installed into
/// cargo's folder for tests on first use.
fn tools(folder: &Path) -> Result<[PathBuf; 3], String> {
    let browser = program(&["chromium", "chromium-browser", "google-chrome"])?;
    let (node, npm) = (program(&["node"])?, program(&["npm"])?);
    let library = folder.join("node_modules/playwright-core");
    if !library.is_dir() {
        fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        let mut install = Command::new(npm);
        install.args(["install", "--no-save", "--no-audit", "--no-fund", "--prefix"]);
        let output = install.arg(folder).arg(PLAYWRIGHT).output().map_err(|e| e.to_string())?;
        if !output.status.success() {
            return Err(format!("npm can't install {PLAYWRIGHT}: {}", text(&output.stderr)));
        }
    }
    Ok([browser, node, library])
}

/// Makes a page with these arguments of `tree` and walks through it by a script.
fn walk(name: &str, arguments: &[&str]) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tree-page");
    let [browser, node, library] = tools(&folder).unwrap_or_else(|missing| panic!("{missing}"));
    let page = folder.join(format!("{name}.html"));
    let output = run(&[&["tree"], arguments, &["--out", page.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let script =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page").join(format!("{name}.cjs"));
    let walk = Command::new(node)
        .args([&script, &library, &browser, &page, &folder.join(format!("{name}.png"))])
        .output()
        .expect("node runs");
    assert!(walk.status.success(), "{}{}", text(&walk.stdout), text(&walk.stderr));
    assert_eq!(text(&walk.stdout).trim(), "walked through");
}

#[test]
#[ignore = "needs chromium, node and npm"]
fn the_pages_are_walked_through() {
    walk("walk", &["--algorithm", "negascout", "--depth", "3", "--fen", KIWIPETE]);
    walk("written", &["--algorithm", "pvs", "--example", "null-window"]);
}
