//! Extensions: the only good move of a node, and checks that lose nothing, are searched deeper.

use super::Search;
use super::kind::NodeKind;
use super::move_pruning::MoveContext;
use crate::search::params::*;
use crate::search::stop::Aborted;
use crate::search::table::Entry;
use crate::search::trace::Role;
use crate::search::window::{Bound, Window};
use crate::types::{Move, Score};

/// The outcome for a move, or for its whole node.
pub enum Extension {
    /// The move is searched this many plies deeper.
    Plies(i32),
    /// The node fails high with this value.
    Cut(Score),
}

/// True if the entry says enough of its move to ask whether it is singular.
#[inline(always)]
fn may_be_singular(entry: &Entry, depth: i32) -> bool {
    depth >= SINGULAR_DEPTH
        && entry.depth >= depth - 3
        && entry.bound != Bound::Upper
        && !entry.value.is_decisive()
}

impl Search<'_> {
    /// The extension of a move of the node at `ply`. `tt_entry` is the table's entry if this is
    /// its move.
    #[inline(always)]
    pub(super) fn extension<N: NodeKind>(
        &mut self,
        ply: usize,
        beta: Score,
        mv: Move,
        tt_entry: Option<Entry>,
        context: MoveContext,
    ) -> Result<Extension, Aborted> {
        let MoveContext { depth, gives_check, cut_node, .. } = context;
        // Extensions of extensions would not end (idea: Stockfish).
        if !N::SELECTIVE || ply >= 2 * self.root.depth as usize {
            return Ok(Extension::Plies(0));
        }
        if let Some(entry) = tt_entry.filter(|entry| may_be_singular(entry, depth)) {
            return self.singularity::<N>(ply, depth, beta, entry, cut_node);
        }
        let extends = gives_check && self.line[ply].position.see_ge(mv, 0);
        Ok(Extension::Plies(i32::from(extends)))
    }

    /// Searches the node without the table's move. If all others fail low against
    /// a bound a bit below the table's value, the move is singular and gets another
    /// ply, or two if they fail by far (Anantharaman, Campbell and Hsu, "Singular
    /// Extensions", 1988; with the table's move as the only candidate: Stockfish).
    /// If another one reaches beta too, the node fails high at once (multi-cut:
    /// Björnsson and Marsland, 2001). If the move is one of several good ones, it
    /// gets less depth (negative extension: Stockfish).
    fn singularity<N: NodeKind>(
        &mut self,
        ply: usize,
        depth: i32,
        beta: Score,
        entry: Entry,
        cut_node: bool,
    ) -> Result<Extension, Aborted> {
        let bound = entry.value - singular_margin() * depth / 16;
        self.line[ply].excluded = entry.mv;
        self.announce_role::<N>(Role::Singular);
        let depth = (depth - 1) / 2;
        let searched = self.search::<N::NonPvChild>(ply, depth, Window::below(bound), cut_node);
        self.line[ply].excluded = Move::NONE;
        let value = searched?;
        Ok(if value < bound {
            let is_far = !N::PV
                && value < bound - singular_double_margin()
                && self.line[ply].double_extensions < DOUBLE_EXTENSIONS_LIMIT;
            Extension::Plies(1 + i32::from(is_far))
        } else if !N::PV && value >= beta && !value.is_decisive() {
            Extension::Cut(value)
        } else if entry.value >= beta {
            Extension::Plies(if N::PV { -1 } else { -NOT_SINGULAR })
        } else {
            Extension::Plies(-i32::from(cut_node))
        })
    }
}
