//! The page of `nullfenster tree` in a headless Chromium.
#![allow(missing_docs)]

mod support;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
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
    static INSTALLING: Mutex<()> = Mutex::new(());
    let _alone = INSTALLING.lock();
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

/// Makes a page or picture with these arguments of `tree` and walks through it by a script.
fn walk(name: &str, kind: &str, arguments: &[&str]) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tree-page");
    let [browser, node, library] = tools(&folder).unwrap_or_else(|missing| panic!("{missing}"));
    let page = folder.join(format!("{name}.{kind}"));
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
    walk("walk", "html", &["--algorithm", "negascout", "--depth", "3", "--fen", KIWIPETE]);
    walk("written", "html", &["--algorithm", "pvs", "--example", "null-window"]);
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
