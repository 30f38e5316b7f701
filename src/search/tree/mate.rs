//! `go mate`: a search that proves the shortest mate.
//!
//! The playing search leaves out what looks bad, and a mate by sacrifice looks bad
//! until the end. To prove one, every move is tried to the full depth; that is
//! cheap because the answer is yes or no: the defender needs just one way out of
//! each attack, and on the last ply only checks count.

use super::Search;
use crate::board::CheckInfo;
use crate::search::ordering::picker::Picker;
use crate::search::stop::Aborted;
use crate::types::{MAX_PLY, Move, Score};

/// Nodes after which a proof is given up: each further move takes about ten times more.
const EFFORT_LIMIT: u64 = 8_000_000;

/// What a search for mates has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateProof {
    /// The shortest mate.
    Found,
    /// There is none in that many moves.
    Excluded,
    /// The search was aborted, or took too long.
    Aborted,
}

impl Search<'_> {
    /// Looks for a mate in one move, two, and so on up to `moves`. If there is one, it is the
    /// shortest, and the first root move leads to it.
    pub fn prove_mate(&mut self, moves: usize) -> MateProof {
        for plies in (1..=moves.min(MAX_PLY / 2)).map(|moves| 2 * moves - 1) {
            for index in 0..self.root.moves.len() {
                let mv = self.root.moves[index].mv();
                match self.mates(0, plies, mv) {
                    Err(Aborted) => return MateProof::Aborted,
                    Ok(false) => {}
                    Ok(true) => {
                        self.root.moves[..=index].rotate_right(1);
                        let root_move = &mut self.root.moves[0];
                        root_move.pv.extend(self.line[1].pv.clone());
                        root_move.score = Score::mate_in(plies);
                        root_move.previous = root_move.score;
                        root_move.seldepth = plies;
                        self.root.depth = plies as i32;
                        self.stop.complete(plies as u32);
                        self.shared.report_line(self.root.moves, 0, self.root.depth);
                        return MateProof::Found;
                    }
                }
            }
        }
        MateProof::Excluded
    }

    /// True if `mv` mates within `plies` plies from `ply`, its own included.
    fn mates(&mut self, ply: usize, plies: usize, mv: Move) -> Result<bool, Aborted> {
        let position = self.line[ply].position;
        if plies == 1 && !CheckInfo::new(&position).gives_check(&position, mv) {
            return Ok(false);
        }
        self.make(ply, mv);
        let mated = self.is_lost(ply + 1, plies - 1);
        self.line.unmake();
        mated
    }

    /// True if the side to move is mated within `plies` plies, whatever it does.
    /// The longest defence stays as the line of `ply`.
    fn is_lost(&mut self, ply: usize, plies: usize) -> Result<bool, Aborted> {
        self.stop.after_node()?;
        if self.stop.nodes() > EFFORT_LIMIT {
            return Err(Aborted);
        }
        self.line[ply].pv.clear();
        let position = self.line[ply].position;
        if plies == 0 {
            return Ok(position.in_check() && position.count_legal() == 0);
        }
        if self.line.is_draw(ply) {
            return Ok(false);
        }
        self.line[ply + 1].killers = [Move::NONE; 2];
        self.line.note_threats(ply);
        let mut picker = Picker::new(Move::NONE, self.line[ply].killers);
        let mut lost = position.in_check();
        while let Some(mv) = picker.next(&position, self.history_context(ply), |_| ()) {
            self.make(ply, mv);
            let wins = self.is_won(ply + 1, plies - 1);
            self.line.unmake();
            if !wins? {
                self.reward(ply, plies as i32, mv, &[], &[]);
                return Ok(false);
            }
            lost = true;
            if self.line[ply + 1].pv.len() >= self.line[ply].pv.len() {
                self.line.extend_pv(ply, mv);
            }
        }
        Ok(lost)
    }

    /// True if the side to move mates within `plies` plies.
    fn is_won(&mut self, ply: usize, plies: usize) -> Result<bool, Aborted> {
        self.stop.after_node()?;
        let position = self.line[ply].position;
        if self.line.is_draw(ply) {
            return Ok(false);
        }
        self.line[ply + 1].killers = [Move::NONE; 2];
        self.line.note_threats(ply);
        let mut picker = Picker::new(Move::NONE, self.line[ply].killers);
        while let Some(mv) = picker.next(&position, self.history_context(ply), |_| ()) {
            if self.mates(ply, plies, mv)? {
                self.reward(ply, plies as i32, mv, &[], &[]);
                self.line.extend_pv(ply, mv);
                return Ok(true);
            }
        }
        Ok(false)
    }
}
