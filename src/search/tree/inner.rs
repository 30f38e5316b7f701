//! Values of nodes inside a search, for a network to learn from.
//!
//! A search of a thousand nodes proves bounds of some forty others, each by a small search of its
//! own, and most of them are positions that no game has (idea: TreeStrap; Veness et al.,
//! "Bootstrapping from Game Tree Search", 2009).

use super::Search;
use super::line::Frame;
use crate::board::Position;
use crate::search::window::Bound;
use crate::types::{Move, Score};
use fastrand::Rng;

/// The least depth in plies: the search of a shallower node knows hardly more than its static
/// evaluation.
const LEAST_DEPTH: i32 = 2;

/// A node without check whose best move is quiet.
#[derive(Clone, Copy, Debug)]
pub struct InnerNode {
    /// Its position.
    pub position: Position,
    /// A quiet move: the best one, or if none raised alpha, the first that was searched.
    pub mv: Move,
    /// Its value for the side to move.
    pub value: Score,
    /// What the value says.
    pub bound: Bound,
}

/// A random sample of the nodes of searches.
#[derive(Debug)]
pub struct InnerNodes {
    share: f32,
    random: Rng,
    found: Vec<InnerNode>,
}

impl InnerNodes {
    /// Takes such a fraction of the nodes.
    pub fn new(share: f32, seed: u64) -> Self {
        Self { share, random: Rng::with_seed(seed), found: Vec::new() }
    }

    /// The nodes since the last call.
    pub fn take(&mut self) -> Vec<InnerNode> {
        std::mem::take(&mut self.found)
    }
}

impl Search<'_> {
    /// Offers the node at `ply` to the sample, if there is one, with its best move or one that
    /// was searched.
    #[inline(always)]
    pub(super) fn offer_inner(
        &mut self,
        ply: usize,
        depth: i32,
        mv: Option<Move>,
        value: Score,
        bound: Bound,
    ) {
        let (Some(inner), Some(mv)) = (&mut self.inner, mv) else { return };
        let Frame { position, excluded, .. } = &self.line[ply];
        if depth >= LEAST_DEPTH
            && excluded.is_none()
            && !position.in_check()
            && !position.is_noisy(mv)
            && inner.random.f32() < inner.share
        {
            inner.found.push(InnerNode { position: *position, mv, value, bound });
        }
    }
}
