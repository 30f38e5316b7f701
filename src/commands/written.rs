//! The arguments that name a written tree instead of a position.

use crate::lab::{Example, WrittenTree};
use clap::Args;

#[derive(Debug, Args)]
pub struct WrittenArguments {
    /// A written tree instead of chess, such as '((0 3 (1 2)) (-1 4))': brackets around the
    /// branches of a node, values at the leaves, seen from the side to move at the root
    #[arg(long, value_name = "TREE", conflicts_with_all = ["fen", "depth"])]
    tree: Option<String>,
    /// The values of that tree's leaves are seen from the side to move there, as in negamax
    #[arg(long, requires = "tree", conflicts_with = "example")]
    own_values: bool,
    /// A tree that is ready to be looked at: textbook, wikipedia, deep-cut, minimal,
    /// knuth-moore, null-window, re-search
    #[arg(long, value_name = "NAME", conflicts_with_all = ["tree", "fen", "depth"])]
    example: Option<String>,
}

impl WrittenArguments {
    /// The tree, if one was asked for.
    ///
    /// # Errors
    /// Names the argument and what is wrong with it.
    pub fn read(&self) -> Result<Option<WrittenTree>, String> {
        if let Some(name) = &self.example {
            let example = Example::find(name).map_err(|error| format!("--example: {error}"))?;
            return example.grow().map(Some).map_err(|error| format!("--example {name}: {error}"));
        }
        let Some(text) = &self.tree else { return Ok(None) };
        let tree: WrittenTree = text.parse().map_err(|error| format!("--tree: {error}"))?;
        Ok(Some(if self.own_values { tree.with_own_values() } else { tree }))
    }

    /// What there is to see in the example, in each language.
    pub fn about(&self) -> Option<[&'static str; 3]> {
        Some(Example::find(self.example.as_ref()?).ok()?.about)
    }
}
