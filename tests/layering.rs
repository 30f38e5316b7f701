//! The order of the modules: each imports only from layers (and inside the search from its own layers)
//! below its own, and no two files import each other in a circle. `src/lib.rs` and
//! `src/search/mod.rs` say what they are for.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{ItemMod, ItemUse, UseTree, Visibility};

/// Layers from the bottom up; those of one row are siblings and don't import
/// each other.
const LAYERS: [&[&str]; 12] = [
    &["types"],
    &["board"],
    &["eval", "book", "tablebase", "lab"],
    &["search"],
    &["engine"],
    &["protocol"],
    &["pages", "tune"],
    &["web"],
    &["terminal"],
    &["commands"],
    &["uci"],
    &["cli"],
];

/// The layers of the search from the bottom up; those of one row may import each other.
const SEARCH_LAYERS: [&[&str]; 5] = [
    &["clock", "mapping", "window", "params", "statistics", "error", "limits", "numa"],
    &["stop", "report", "trace", "table", "syzygy", "ordering"],
    &["tree"],
    &["aspiration", "deepening"],
    &["pool"],
];

/// A module or item as its names from the root of the crate.
type Names = Vec<String>;

/// A path that a file names.
#[derive(Clone, Debug)]
struct Import {
    path: Names,
    /// The file passes it on (`pub use`), under this name; `*` stands for all.
    passed_on: Option<String>,
}

/// Collects the paths below `crate` that a file names, in imports and elsewhere.
struct Collector<'a> {
    /// The module that is being read: that of the file, or one inside it.
    module: Names,
    /// Names of all modules beside or below the file's, which paths may begin with.
    modules: &'a BTreeSet<Names>,
    imports: Vec<Import>,
}

impl Collector<'_> {
    /// The path from the root of the crate, if it stays inside it.
    fn absolute(&self, path: &[String]) -> Option<Names> {
        let (first, rest) = path.split_first()?;
        let mut from = match first.as_str() {
            "crate" => Vec::new(),
            "self" => self.module.clone(),
            "super" => {
                let supers = path.iter().take_while(|name| *name == "super").count();
                let kept = self.module.len().checked_sub(supers)?;
                return Some([&self.module[..kept], &path[supers..]].concat());
            }
            child => {
                let child = [self.module.as_slice(), &[child.to_owned()]].concat();
                if !self.modules.contains(&child) {
                    return None;
                }
                child
            }
        };
        from.extend_from_slice(rest);
        Some(from)
    }

    fn note(&mut self, path: &[String], passed_on: Option<String>) {
        if let Some(path) = self.absolute(path) {
            self.imports.push(Import { path, passed_on });
        }
    }

    fn note_tree(&mut self, prefix: &mut Names, tree: &UseTree, public: bool) {
        let passed_on = |name: &dyn ToString| public.then(|| name.to_string());
        match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.note_tree(prefix, &path.tree, public);
                prefix.pop();
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.note_tree(prefix, tree, public);
                }
            }
            UseTree::Glob(_) => self.note(prefix, passed_on(&"*")),
            UseTree::Name(name) => {
                let path = [prefix.as_slice(), &[name.ident.to_string()]].concat();
                self.note(&path, passed_on(&name.ident));
            }
            UseTree::Rename(name) => {
                let path = [prefix.as_slice(), &[name.ident.to_string()]].concat();
                self.note(&path, passed_on(&name.rename));
            }
        }
    }
}

impl<'ast> Visit<'ast> for Collector<'_> {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let public = !matches!(item.vis, Visibility::Inherited);
        self.note_tree(&mut Vec::new(), &item.tree, public);
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    /// Visible to a module is not imported from it.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if names.len() > 1 {
            self.note(&names, None);
        }
        visit::visit_path(self, path);
    }
}

/// What the file of a module imports from the crate.
fn imports(module: &[&str], text: &str, modules: &BTreeSet<Names>) -> Vec<Import> {
    let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{module:?}: {error}"));
    let module = module.iter().map(|&name| name.to_owned()).collect();
    let mut collector = Collector { module, modules, imports: Vec::new() };
    collector.visit_file(&file);
    collector.imports
}

/// The imports of a module that lead upwards, in words.
fn upward_imports(module: &[&str], imports: &[Import]) -> Vec<String> {
    let layer = |name: &str| LAYERS.iter().position(|row| row.contains(&name));
    let search_layer = |name: &str| SEARCH_LAYERS.iter().position(|row| row.contains(&name));
    let mut found = Vec::new();
    let Some(own) = layer(module[0]) else {
        return vec![format!("{} is not a layer known to this test", module[0])];
    };
    for Import { path, .. } in imports {
        let Some(first) = path.first().filter(|first| *first != module[0]) else {
            continue;
        };
        if layer(first).is_none_or(|other| other >= own) {
            found.push(format!("{} imports {}", module.join("::"), path.join("::")));
        }
    }
    if let ["search", own, ..] = module {
        // The tests of mod.rs see what it sees.
        let tests = (*own == "tests").then_some(SEARCH_LAYERS.len());
        let Some(rank) = search_layer(own).or(tests) else {
            found.push(format!("{own} is not a layer known to this test"));
            return found;
        };
        for Import { path, .. } in imports {
            if path.first().is_some_and(|first| first == "search") {
                // What mod.rs has is above all layers of the search.
                let other =
                    path.get(1).and_then(|name| search_layer(name)).unwrap_or(SEARCH_LAYERS.len());
                if other > rank {
                    found.push(format!("{} imports {}", module.join("::"), path.join("::")));
                }
            }
        }
    }
    found
}

/// All modules of the crate that are files, with their text.
fn source() -> BTreeMap<Names, String> {
    fn rust_files(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
        let paths = entries.map(|entry| entry.expect("a readable entry").path());
        paths
            .flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] })
            .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
            .collect()
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut modules = BTreeMap::new();
    for path in rust_files(&folder) {
        let inside = path.strip_prefix(&folder).expect("below src").with_extension("");
        let mut names: Names = inside.iter().map(|part| part.to_string_lossy().into()).collect();
        names.pop_if(|name| name == "mod");
        // The roots of library and program stand above all layers.
        if names != ["lib"] && names != ["main"] {
            modules.insert(names, fs::read_to_string(&path).expect("source is text"));
        }
    }
    assert!(modules.contains_key(["board".to_owned()].as_slice()), "no sources found");
    modules
}

/// The imports of all files.
fn all_imports() -> BTreeMap<Names, Vec<Import>> {
    let source = source();
    let modules: BTreeSet<Names> = source.keys().cloned().collect();
    let of = |(module, text): (&Names, &String)| {
        let names: Vec<&str> = module.iter().map(String::as_str).collect();
        (module.clone(), imports(&names, text, &modules))
    };
    source.iter().map(of).collect()
}

#[test]
fn no_module_imports_from_above() {
    let upward: Vec<String> = all_imports()
        .iter()
        .flat_map(|(module, imports)| {
            let names: Vec<&str> = module.iter().map(String::as_str).collect();
            upward_imports(&names, imports)
        })
        .collect();
    assert!(upward.is_empty(), "upward imports:\n{}", upward.join("\n"));
}

/// Finds unsafe code.
#[derive(Default)]
struct UnsafeCode(bool);

impl<'ast> Visit<'ast> for UnsafeCode {
    fn visit_expr_unsafe(&mut self, _: &'ast syn::ExprUnsafe) {
        self.0 = true;
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        self.0 |= item.unsafety.is_some();
        visit::visit_item_impl(self, item);
    }
}

/// Unsafe code stays where vectors are computed with and the table is shared.
#[test]
fn unsafe_code_is_in_three_places_only() {
    let places = ["board::ops", "eval::network::ops", "search::table"];
    let mut seen = [false; 3];
    for (module, text) in source() {
        let mut code = UnsafeCode::default();
        code.visit_file(&syn::parse_file(&text).expect("Rust"));
        if code.0 {
            let module = module.join("::");
            let place = places.iter().position(|place| module.starts_with(place));
            seen[place.unwrap_or_else(|| panic!("unsafe code in {module}"))] = true;
        }
    }
    assert_eq!(seen, [true; 3], "a place of {places:?} is gone");
}

/// `no_module_imports_from_above` would see an upward import in any of its spellings.
#[test]
fn upward_imports_are_found() {
    let modules = BTreeSet::new();
    let upward = |module: &[&str], text: &str| {
        upward_imports(module, &imports(module, text, &modules)).len()
    };
    for (module, text) in [
        (&["types", "piece"][..], "use crate::board::Position;"),
        (&["board", "fen"], "use crate::{types::Move, eval::Evaluator};"),
        (&["board", "fen"], "use crate::{\n    types::{Move, Square},\n    search,\n};"),
        (&["board", "ops", "scalar"], "fn f() { crate::search::run() }"),
        (&["board", "fen"], "use super::super::engine::Engine;"),
        (&["eval"], "use super::book::Book;"),
        (&["lab"], "mod tests { use crate::search::Limits; }"),
        (&["book", "entry"], "use crate::tablebase::Probe;"),
        (&["search", "pool"], "pub use crate::uci;"),
        (&["uci"], "fn f(arguments: &crate::cli::Arguments) {}"),
        (&["board"], "use crate::newcomer::Thing;"),
        (&["newcomer"], ""),
        (&["search", "limits", "time"], "use crate::search::table::Table;"),
        (&["search", "ordering", "picker"], "use super::super::tree::Search;"),
        (&["search", "tree", "node"], "use crate::search::Searcher;"),
        (&["search", "table"], "use super::pool::Pool;"),
        (&["search", "newcomer"], ""),
    ] {
        assert_eq!(upward(module, text), 1, "{module:?}: {text}");
    }
    for (module, text) in [
        (&["board", "fen"][..], "use crate::types::{Move, Square}; use super::search_area;"),
        (&["board", "ops", "scalar"], "use super::super::eval::Area;"),
        (&["board", "fen"], "use crate::board::perft; // crate::search is above"),
        (&["search", "pool"], "use crate::{board::{Position, Game}, eval, types::Move};"),
        (&["cli"], "use crate::{uci, commands::bench};"),
        (&["uci", "go"], "use other_crate::cli::x;"),
        (&["search", "tree", "node"], "use super::Search; use crate::search::window::Window;"),
        (&["search"], "use pool::Pool; use tree::Shared;"),
    ] {
        assert_eq!(upward(module, text), 0, "{module:?}: {text}");
    }
}

/// The file that an imported path is in: that of its longest part that is a module, or the one
/// whose item that module passes on.
fn file_of(path: &[String], all: &BTreeMap<Names, Vec<Import>>) -> Option<Names> {
    let length = (1..=path.len()).rev().find(|&length| all.contains_key(&path[..length]))?;
    let (module, rest) = path.split_at(length);
    let passed_on = |import: &&Import| {
        let name = import.passed_on.as_ref();
        !rest.is_empty() && name == rest.first() && import.path != path
    };
    match all[module].iter().find(passed_on) {
        Some(import) => file_of(&[&import.path, &rest[1..]].concat(), all),
        None => Some(module.to_vec()),
    }
}

/// The first circle of files that import each other, if there is one.
fn circle(all: &BTreeMap<Names, Vec<Import>>) -> Option<Vec<Names>> {
    fn visit<'a>(
        file: &'a Names,
        edges: &'a BTreeMap<Names, BTreeSet<Names>>,
        line: &mut Vec<&'a Names>,
        done: &mut BTreeSet<&'a Names>,
    ) -> Option<Vec<Names>> {
        if let Some(start) = line.iter().position(|earlier| *earlier == file) {
            return Some(line[start..].iter().copied().cloned().collect());
        }
        if done.contains(file) {
            return None;
        }
        line.push(file);
        let found = edges[file].iter().find_map(|next| visit(next, edges, line, done));
        line.pop();
        done.insert(file);
        found
    }
    let mut edges = BTreeMap::new();
    for (file, imports) in all {
        let imported = imports.iter().filter(|import| import.passed_on.is_none());
        let files = imported.filter_map(|import| file_of(&import.path, all));
        edges.insert(file.clone(), files.filter(|other| other != file).collect());
    }
    let mut done = BTreeSet::new();
    edges.keys().find_map(|file| visit(file, &edges, &mut Vec::new(), &mut done))
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    assert_eq!(circle(&all_imports()), None);
}

#[test]
fn circles_are_found() {
    let read = |files: &[(&[&str], &str)]| {
        let own = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Names>();
        let modules: BTreeSet<Names> = files.iter().map(|(module, _)| own(module)).collect();
        let of = |&(module, text): &(&[&str], &str)| (own(module), imports(module, text, &modules));
        circle(&files.iter().map(of).collect())
    };
    let whole: &[(&[&str], &str)] = &[
        (&["board"], "mod a; mod b; pub use a::A; pub use b::B;"),
        (&["board", "a"], "use super::B; pub struct A;"),
        (&["board", "b"], "pub struct B;"),
    ];
    assert_eq!(read(whole), None);
    let mut bent = whole.to_vec();
    bent[2].1 = "use crate::board::A; pub struct B;";
    assert_eq!(read(&bent).map(|circle| circle.len()), Some(2));
    let mut parent = whole.to_vec();
    parent[0].1 = "mod a; mod b; pub struct B; use a::A;";
    assert_eq!(read(&parent).map(|circle| circle.len()), Some(2));
}
