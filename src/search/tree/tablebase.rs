//! Tablebases inside the tree.

use super::Search;
use crate::search::params::TB_ENTRY_DEPTH;
use crate::search::table::Entry;
use crate::search::window::{Bound, Window};
use crate::types::{Move, Score};
use std::sync::atomic::Ordering::Relaxed;

/// The result of a node by the tablebases.
pub enum TablebaseResult {
    /// Its value, or a bound that is enough.
    Settled(Score),
    /// It is won, and worth at least this; a mate may be nearer.
    AtLeast(Score),
    /// It is lost, and worth at most this.
    AtMost(Score),
}

impl Search<'_> {
    /// Looks up the position at `ply`; a result that settles it goes into the transposition
    /// table. The tables know results for a half-move clock at zero only, which is enough:
    /// every line into them begins so.
    #[inline(always)]
    pub(super) fn probe_tablebase(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        is_pv: bool,
    ) -> Option<TablebaseResult> {
        let syzygy = self.shared.syzygy?;
        let frame = &self.line[ply];
        let (value, bound) = syzygy.probe(&frame.position, ply, depth, self.draw(ply))?;
        self.shared.tb_hits.fetch_add(1, Relaxed);
        self.stop.check_soon();
        Some(match bound {
            Bound::Lower if value < window.beta => TablebaseResult::AtLeast(value),
            Bound::Upper if value > window.alpha => TablebaseResult::AtMost(value),
            _ => {
                let depth = depth + TB_ENTRY_DEPTH;
                let (mv, eval) = (Move::NONE, Score::NONE);
                let entry = Entry { mv, value, eval, depth, bound, is_pv };
                self.shared.table.store(self.line.table_key(ply), ply, entry);
                TablebaseResult::Settled(value)
            }
        })
    }
}
