//! A headless Chromium, driven by a script of `tests/page`.

use crate::support::text;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// What drives the browser, and what looks for barriers to those who can't see or use a mouse.
const LIBRARIES: [&str; 2] = ["playwright-core@1.65.1", "axe-core@4.10.3"];

/// The folder for pages and pictures.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("tree-page")
}

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
    let [library, axe] =
        ["playwright-core", "axe-core"].map(|name| folder.join("node_modules").join(name));
    static INSTALLING: Mutex<()> = Mutex::new(());
    let _alone = INSTALLING.lock();
    if !library.is_dir() || !axe.is_dir() {
        fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        let mut install = Command::new(npm);
        install.args(["install", "--no-save", "--no-audit", "--no-fund", "--prefix"]);
        let output = install.arg(folder).args(LIBRARIES).output().map_err(|e| e.to_string())?;
        if !output.status.success() {
            return Err(format!("npm can't install {LIBRARIES:?}: {}", text(&output.stderr)));
        }
    }
    Ok([browser, node, library])
}

/// Goes through the page or picture `NAME.KIND` of [`folder`] by the script `NAME.cjs`.
pub fn walk(name: &str, kind: &str) {
    let folder = folder();
    let [browser, node, library] = tools(&folder).unwrap_or_else(|missing| panic!("{missing}"));
    let [page, picture] = [kind, "png"].map(|kind| folder.join(format!("{name}.{kind}")));
    let script =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page").join(format!("{name}.cjs"));
    let walk = Command::new(node)
        .args([&script, &library, &browser, &page, &picture])
        .output()
        .expect("node runs");
    assert!(walk.status.success(), "{}{}", text(&walk.stdout), text(&walk.stderr));
    assert_eq!(text(&walk.stdout).trim(), "walked through");
}
