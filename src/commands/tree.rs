//! `nullfenster tree`: a search of the lab as a picture.

use super::new_file::NewFile;
use super::written::WrittenArguments;
use crate::board::Position;
use crate::engine::pluralise;
use crate::lab::{Algorithm, OptionError, Options, TreeTooLarge};
use crate::pages::tree;
use crate::search::Searcher;
use crate::terminal::Output;
use crate::terminal::{Failure, position_of};

use clap::{Args, value_parser};
use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub struct TreeArguments {
    /// One of the algorithms of compare; two or three, such as alpha-beta,pvs, are drawn side by
    /// side, with the cuts marked that not all of them make
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required_unless_present = "engine")]
    algorithm: Vec<Algorithm>,
    /// The engine's own search instead of a lab algorithm: which rule ended each node of the last
    /// iteration, and which moves were pruned and why; as text or as a page
    #[arg(long, conflicts_with_all = ["algorithm", "tree", "example", "with", "width"])]
    engine: bool,
    #[command(flatten)]
    written: WrittenArguments,
    /// Depth in plies
    #[arg(long, default_value_t = 2, value_parser = value_parser!(u32).range(1..=20))]
    depth: u32,
    /// The position; the start position if left out
    #[arg(long)]
    fen: Option<String>,
    /// Options of the search, as for compare
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    with: Vec<String>,
    /// Only the first MOVES generated moves of each node
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["tree", "example"])]
    #[arg(value_parser = value_parser!(u32).range(1..))]
    width: Option<u32>,
    /// The picture: FILE.html to step through, in English, German or Russian, FILE.svg as in
    /// books, FILE.dot for Graphviz;
    /// the tree as text on standard output if left out
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Maximum number of nodes [default: 20000, for .dot 3000, for .svg 200 with those cut off]
    #[arg(long, value_name = "NODES", value_parser = value_parser!(u32).range(1..))]
    limit: Option<u32>,
}

/// Table of the engine's own search in MiB: what is drawn is small.
const HASH: usize = 16;
/// The most searches side by side.
const MOST: usize = 3;

/// The kinds of pictures, by the name of the file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Picture {
    Text,
    Page,
    Book,
    Graph,
}

impl Picture {
    fn of(out: Option<&Path>) -> Result<Self, String> {
        let Some(path) = out else { return Ok(Self::Text) };
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        match extension.as_str() {
            "html" | "htm" => Ok(Self::Page),
            "svg" => Ok(Self::Book),
            "dot" | "gv" => Ok(Self::Graph),
            _ => Err(format!("--out {}: the name must end in .html, .svg or .dot", path.display())),
        }
    }

    const fn default_limit(self) -> u32 {
        match self {
            Self::Text | Self::Page => 20_000,
            Self::Book => 200,
            Self::Graph => 3_000,
        }
    }

    /// Draws trees; `about` says what there is to see in them, in each language.
    fn draw(
        self,
        trees: &[tree::Tree],
        limit: usize,
        about: Option<[&str; 3]>,
    ) -> Result<String, TreeTooLarge> {
        match self {
            Self::Text => Ok(trees.iter().map(tree::text).collect::<Vec<_>>().join("\n")),
            Self::Page => Ok(tree::side(trees, false, about)),
            Self::Book => tree::svg(trees, limit),
            Self::Graph => Ok(tree::dot(&trees[0])),
        }
    }
}

/// Runs the command.
pub fn run(arguments: &TreeArguments) -> Result<u8, Failure> {
    let usage = |error: String| Failure::Usage(format!("tree: {error}"));
    let written = arguments.written.read().map_err(usage)?;
    let position = position_of(arguments.fen.as_deref().unwrap_or("startpos"))?;
    if arguments.engine {
        return run_engine(arguments, &position);
    }
    let named = |error: OptionError| usage(format!("--with: {error}"));
    let mut options = Options::of_names(&arguments.with).map_err(named)?;
    if written.is_some() {
        options.check_for_tree().map_err(named)?;
    }
    options.width = arguments.width.map(|width| width as usize);
    let picture = Picture::of(arguments.out.as_deref()).map_err(usage)?;
    let algorithms = &arguments.algorithm;
    check(algorithms, picture).map_err(usage)?;
    let limit = arguments.limit.unwrap_or(picture.default_limit()) as usize;
    let too_large = |error: TreeTooLarge| {
        usage(format!("{error}: try a smaller --depth or --width, or raise --limit"))
    };
    let begin = |path: &PathBuf| NewFile::begin(path, "tree: --out");
    let file = arguments.out.as_ref().map(begin).transpose()?;
    let grow = |&algorithm: &Algorithm| match &written {
        Some(written) => tree::grow_written(written, algorithm, &options, limit),
        None => tree::grow(&position, algorithm, &options, arguments.depth, limit),
    };
    let trees: Vec<tree::Tree> =
        algorithms.iter().map(grow).collect::<Result<_, _>>().map_err(too_large)?;
    let about = arguments.written.about();
    let drawn = picture.draw(&trees, limit, about).map_err(too_large)?;
    let mut out = Output::new(io::stdout());
    if let Some([about, ..]) = about {
        out.line(&format!("{about}\n"))?;
    }
    match &arguments.out {
        None => out.line(drawn.trim_end())?,
        Some(path) => {
            if let Some(file) = file {
                file.finish_with(&drawn)?;
            }
            out.line(&format!("{}: {}", path.display(), summary(&trees)))?;
        }
    }
    Ok(0)
}

/// The engine's own search.
fn run_engine(arguments: &TreeArguments, position: &Position) -> Result<u8, Failure> {
    let usage = |error: String| Failure::Usage(format!("tree: {error}"));
    let picture = Picture::of(arguments.out.as_deref()).map_err(usage)?;
    let draw = match picture {
        Picture::Text => tree::engine_text,
        Picture::Page => tree::engine_html,
        Picture::Book | Picture::Graph => {
            return Err(usage("--engine: the file must be .html".to_owned()));
        }
    };
    let begin = |path: &PathBuf| NewFile::begin(path, "tree: --out");
    let file = arguments.out.as_ref().map(begin).transpose()?;
    let limit = arguments.limit.unwrap_or(picture.default_limit()) as usize;
    let mut searcher = Searcher::new(HASH, 1).map_err(|error| usage(error.to_string()))?;
    let grown = tree::grow_engine(&mut searcher, position, arguments.depth, limit)
        .ok_or_else(|| usage("--engine: no legal move in this position".to_owned()))?;
    let mut out = Output::new(io::stdout());
    match (file, &arguments.out) {
        (Some(file), Some(path)) => {
            file.finish_with(&draw(&grown))?;
            out.line(&format!("{}: {}", path.display(), pluralise(grown.size(), "node")))?;
        }
        _ => out.line(draw(&grown).trim_end())?,
    }
    Ok(0)
}

fn check(algorithms: &[Algorithm], picture: Picture) -> Result<(), String> {
    let twice = algorithms.iter().enumerate().find(|(at, it)| algorithms[..*at].contains(it));
    if let Some((_, algorithm)) = twice {
        return Err(format!("--algorithm: {algorithm} is named twice"));
    }
    if algorithms.len() > MOST {
        let last = algorithms[MOST];
        return Err(format!("--algorithm: {last} is one too many, at most {MOST} side by side"));
    }
    match algorithms.get(1) {
        Some(second) if picture == Picture::Graph => {
            Err(format!("--algorithm: a .dot file has one tree, not that of {second} as well"))
        }
        _ => Ok(()),
    }
}

/// The nodes of each search, and the differences between several.
fn summary(trees: &[tree::Tree]) -> String {
    let [tree] = trees else {
        let nodes = trees.iter().map(|tree| format!("{} {}", tree.algorithm, tree.nodes.len()));
        let differences = tree::Walk::new(trees).differences().len();
        let nodes = nodes.collect::<Vec<_>>().join(", ");
        return format!("nodes: {nodes}; cuts that not all make: {differences}");
    };
    format!("{} nodes", tree.nodes.len())
}
