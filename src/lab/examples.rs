//! Trees to look at, small enough to be searched by hand.

use super::written::{TreeError, WrittenTree};

/// A tree with a name.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// Its name on the command line.
    pub name: &'static str,
    /// The tree as [`WrittenTree`] reads it.
    pub tree: &'static str,
    /// The values of leaves are those of the side to move there.
    pub own_values: bool,
    /// Where it is from, and what there is to see, in lines of at most 80 columns.
    pub about: &'static str,
}

/// The examples, the simplest first.
pub const EXAMPLES: [Example; 7] = [
    Example {
        name: "textbook",
        tree: "((3 12 8) (2 4 6) (14 5 2))",
        own_values: false,
        about: "The tree of Russell and Norvig's textbook \"Artificial Intelligence\". Look at\n\
                the second branch: after its leaf 2 it can't be worth more than 2, and 3 is\n\
                certain, so alpha-beta leaves out 4 and 6. In the third branch the leaf that\n\
                refutes it comes last, and nothing is saved: order matters.",
    },
    Example {
        name: "wikipedia",
        tree: "((((5 6) (7 4 5)) ((3))) (((6) (6 9)) ((7))) (((5)) ((9 8) (6))))",
        own_values: false,
        about: "The tree in Wikipedia's picture of alpha-beta pruning. Look at the last\n\
                branch: its first reply is worth 5, less than the 6 that is certain, so the\n\
                whole other reply is left out. Principal variation search needs more nodes\n\
                than alpha-beta: the second branch is better than the first, which a null\n\
                window has to find out twice.",
    },
    Example {
        name: "deep-cut",
        tree: "(5 (((4 9) 6) 8))",
        own_values: false,
        about: "A deep cutoff (Knuth and Moore, 1975): the leaf 9 is left out because of the\n\
                5 three plies above it, although nothing is known yet at the two plies\n\
                between. The window that goes down with the search carries the 5 there.",
    },
    Example {
        name: "minimal",
        tree: "(((3 2 1) (4 9 9) (5 9 9)) ((3 2 1) (9 9 9) (8 8 8)) ((2 1 0) (7 7 7) (9 9 9)))",
        own_values: false,
        about: "The minimal tree of Knuth and Moore: with the best move first everywhere, 3\n\
                branches and 3 plies, alpha-beta needs 9 + 3 - 1 = 11 of the 27 leaves, and\n\
                no algorithm can do with fewer. Null windows are always right here:\n\
                principal variation search visits the same nodes and searches nothing again.",
    },
    Example {
        name: "knuth-moore",
        tree: "(((3 1 4) (1 5 9) (2 6 5)) ((3 5 8) (9 7 9) (3 2 3)) ((8 4 6) (2 6 4) (3 3 8)))",
        own_values: true,
        about: "Three branches, three plies, and the digits of pi at the leaves, a tree\n\
                after Knuth and Moore (1975), in negamax: a leaf's value is that of its own\n\
                side to move. Alpha-beta needs 13 of the 27 leaves, two more than the minimal\n\
                tree. Two null windows are wrong, which costs four leaves more than that.",
    },
    Example {
        name: "null-window",
        tree: "((5 9) ((7 8 3) (4 2)))",
        own_values: false,
        about: "A cut that only the null window makes (text 000): the second branch is\n\
                searched with [5, 6], so the leaf 7 already says that its first reply does\n\
                not refute it. Alpha-beta would look at 8 and 3, too. The second reply\n\
                refutes it, and nothing has to be searched again.",
    },
    Example {
        name: "re-search",
        tree: "((5 9) ((7 8 3) (4 6)))",
        own_values: false,
        about: "The same tree with a 6 for the 2: now nothing refutes the second branch. The\n\
                null window only says that it is worth more than 5, and it is searched again\n\
                with an open window, which takes more nodes than alpha-beta.",
    },
];

impl Example {
    /// The example of this name.
    ///
    /// # Errors
    /// Lists the names.
    pub fn find(name: &str) -> Result<&'static Self, String> {
        EXAMPLES.iter().find(|example| example.name == name).ok_or_else(|| {
            let names = EXAMPLES.map(|example| example.name).join(", ");
            format!("no example {name:?}; there are {names}")
        })
    }

    /// The tree.
    ///
    /// # Errors
    /// None for [`EXAMPLES`].
    pub fn grow(&self) -> Result<WrittenTree, TreeError> {
        let tree: WrittenTree = self.tree.parse()?;
        Ok(if self.own_values { tree.with_own_values() } else { tree })
    }
}
