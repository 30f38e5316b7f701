//! The lab: the algorithms of the source texts, each as the text gives it, on a real
//! chess position, with the same options for all. It serves to compare them
//! (`nullfenster compare`), to look at their trees (`nullfenster tree`), and as an
//! oracle for the playing search, with which it shares no code.
//!
//! An algorithm is a function of a dozen lines ([`Algorithm`] says where). It asks the
//! [`Lab`] for the moves of a node and for the value of the position after one, and
//! reports the window after each. The lab does the rest: leaves, mate and stalemate,
//! counting, the options, and the record of the tree.
//!
//! Leaf values come from a closure. Draws by repetition and by the fifty-move rule are
//! left out: they depend on the way to a position, so that the value of a position and
//! a depth would not be one number.
#![doc = include_str!("family.md")]

mod classical;
mod examples;
mod game;
mod memory;
mod minimax;
mod negascout;
mod node;
mod options;
mod pseudo;
mod quiescence;
mod record;
mod runner;
mod written;

pub use classical::classical_moves;
pub use examples::{EXAMPLES, Example};
pub use game::branch_number;
pub use options::{LARGEST_MARGIN, MOST_MOVES, OptionError, Options, Selective};
pub use pseudo::{Line, Task};
pub use quiescence::quiescence;
pub use record::{Cut, Ending, Kind, TreeNode};
pub use runner::{Counters, Lab, Outcome, TreeTooLarge};
pub use written::{DEEPEST, LARGEST, TreeError, WrittenTree};

use crate::board::Position;
use crate::types::Score;
use game::Chess;
use node::Node;
use runner::Run;
use std::fmt;
use std::str::FromStr;

/// The algorithms, with their numbers in the family above.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Algorithm {
    /// S1, in `minimax.rs`.
    Minimax,
    /// S2, in `minimax.rs`.
    AlphaBeta,
    /// S3, in `minimax.rs`.
    Negamax,
    /// S4, in `negascout.rs`, as all that follow.
    Heuner,
    /// S5.
    Reinefeld,
    /// S6.
    NegaScout,
    /// S7.
    ScoutAll,
    /// S8.
    Plain,
    /// S9.
    FromChild,
    /// S10.
    Pvs,
}

impl Algorithm {
    /// All of them, the simplest first.
    pub const ALL: [Self; 10] = [
        Self::Minimax,
        Self::AlphaBeta,
        Self::Negamax,
        Self::Heuner,
        Self::Reinefeld,
        Self::NegaScout,
        Self::ScoutAll,
        Self::Plain,
        Self::FromChild,
        Self::Pvs,
    ];

    /// True for the NegaScouts and principal variation search.
    pub const fn uses_null_windows(self) -> bool {
        match self {
            Self::Minimax | Self::AlphaBeta | Self::Negamax => false,
            Self::Heuner
            | Self::Reinefeld
            | Self::NegaScout
            | Self::ScoutAll
            | Self::Plain
            | Self::FromChild
            | Self::Pvs => true,
        }
    }

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::Negamax => "negamax",
            Self::Heuner => "negascout-heuner",
            Self::Reinefeld => "negascout-reinefeld",
            Self::NegaScout => "negascout",
            Self::ScoutAll => "scout-all",
            Self::Plain => "scout-plain",
            Self::FromChild => "scout-child",
            Self::Pvs => "pvs",
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("no algorithm {name:?}; there are {names}")
        })
    }
}

impl<'a> Lab<'a> {
    /// A lab for an algorithm. `leaf` returns the value of a position, at the given number of
    /// plies from the root, for its side to move; it is called only if there are legal moves.
    pub fn new(
        algorithm: Algorithm,
        options: Options,
        leaf: &'a mut dyn FnMut(&Position, usize) -> Score,
    ) -> Self {
        Self::with_functions(
            [algorithm, Algorithm::AlphaBeta].map(Algorithm::function),
            options,
            Chess(leaf),
        )
    }

    /// A lab for an algorithm on a written tree. [`Lab::search`] and [`Lab::draw`] take the start
    /// position, in which White is to move, and the depth of the tree. The options are those
    /// that pass [`Options::check_for_tree`].
    pub fn of_tree(algorithm: Algorithm, options: Options, tree: &'a WrittenTree) -> Self {
        Self::with_functions(
            [algorithm, Algorithm::AlphaBeta].map(Algorithm::function),
            options,
            tree,
        )
    }
}

impl Algorithm {
    /// The function that searches a node.
    fn function(self) -> Run {
        match self {
            Self::Minimax => {
                |lab: &mut Lab<'_>, node: &Node, _, _| node.own(minimax::minimax(lab, node))
            }
            Self::AlphaBeta => |lab: &mut Lab<'_>, node: &Node, alpha, beta| {
                node.own(minimax::alpha_beta(lab, node, node.own(alpha), node.own(beta)))
            },
            Self::Heuner => |lab: &mut Lab<'_>, node: &Node, alpha, beta| {
                node.own(negascout::heuner(lab, node, node.own(alpha), node.own(beta)))
            },
            Self::Negamax => minimax::negamax,
            Self::Reinefeld => negascout::reinefeld,
            Self::NegaScout => negascout::negascout,
            Self::ScoutAll => negascout::scout_all,
            Self::Plain => negascout::plain,
            Self::FromChild => negascout::from_child,
            Self::Pvs => negascout::pvs,
        }
    }
}
