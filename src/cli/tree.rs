//! `nullfenster tree`: a search of the lab as a picture.

use super::common::{Failure, position_of};
use super::given::GivenArguments;
use crate::console::Output;
use crate::lab::{Algorithm, TreeTooLarge};
use crate::tools::{compare, tree};

use clap::{Args, value_parser};
use std::fs;
use std::io;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct TreeArguments {
    /// One of the algorithms of compare
    #[arg(long)]
    algorithm: Algorithm,
    #[command(flatten)]
    given: GivenArguments,
    /// Depth in plies
    #[arg(long, default_value_t = 2, value_parser = value_parser!(u32).range(1..=20))]
    depth: u32,
    /// The position; the start position if left out
    #[arg(long, default_value = "")]
    fen: String,
    /// Options of the search, as for compare
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    with: Vec<String>,
    /// Only the first MOVES generated moves of each node
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["tree", "example"])]
    #[arg(value_parser = value_parser!(u32).range(1..))]
    width: Option<u32>,
    /// The picture: FILE.html to walk through, FILE.svg or FILE.dot; the tree as text on
    /// standard output if left out
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Maximum number of nodes [default: 20000, for .svg and .dot 3000]
    #[arg(long, value_name = "NODES", value_parser = value_parser!(u32).range(1..))]
    limit: Option<u32>,
}

/// Runs the command.
pub fn run(arguments: &TreeArguments) -> Result<u8, Failure> {
    let usage = |error: String| Failure::Usage(format!("tree: {error}"));
    let given = arguments.given.read().map_err(usage)?;
    let position = position_of(&arguments.fen)?;
    let mut options =
        compare::options(&arguments.with).map_err(|error| usage(format!("--with: {error}")))?;
    options.width = arguments.width.map(|width| width as usize);
    let extension = match &arguments.out {
        None => None,
        Some(path) => {
            let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
            Some((path, extension))
        }
    };
    type Draw = fn(&tree::Tree) -> String;
    let (draw, limit): (Draw, u32) = match extension.as_ref().map(|(_, name)| name.as_str()) {
        None => (tree::text, 20_000),
        Some("html" | "htm") => (tree::html, 20_000),
        Some("svg") => (tree::svg, 3_000),
        Some("dot" | "gv") => (tree::dot, 3_000),
        Some(_) => {
            let name = arguments.out.as_ref().map(|path| path.display().to_string());
            let name = name.unwrap_or_default();
            return Err(usage(format!("--out {name}: the name must end in .html, .svg or .dot")));
        }
    };
    let limit = arguments.limit.unwrap_or(limit) as usize;
    let grown = match &given {
        Some(given) => tree::grow_given(given, arguments.algorithm, limit),
        None => tree::grow(&position, arguments.algorithm, &options, arguments.depth, limit),
    };
    let grown = grown.map_err(|error @ TreeTooLarge { .. }| {
        usage(format!("{error}: try a smaller --depth or --width, or raise --limit"))
    })?;
    let picture = draw(&grown);
    let mut out = Output::new(io::stdout());
    if let Some(about) = arguments.given.about() {
        out.line(&format!("{about}\n"))?;
    }
    match extension {
        None => out.line(picture.trim_end())?,
        Some((path, _)) => {
            let name = path.display();
            fs::write(path, picture).map_err(|error| usage(format!("--out {name}: {error}")))?;
            out.line(&format!("{name}: {} nodes", grown.nodes.len()))?;
        }
    }
    Ok(0)
}
