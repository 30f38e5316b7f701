//! `go mate`: a search that proves the shortest mate.
//!
//! The playing search leaves out what looks bad, and a mate by sacrifice looks bad
//! until the end. To prove one, every move is tried to the full depth; that is
//! cheap because the answer is yes or no: the defender needs just one way out of
//! each attack, and on the last ply only checks count.

use super::picker::Picker;
use super::worker::{Aborted, Shared, Worker};
use crate::board::CheckInfo;
use crate::types::{MAX_PLY, Move, Score};

/// After so many nodes a proof is given up: each further move takes about ten times
/// more.
const EFFORT_LIMIT: u64 = 8_000_000;

impl Worker {
    /// Looks for a mate in one move, two, and so on up to `moves`. True if there is
    /// one: it is the shortest, and the first root move leads to it. False if there
    /// is none, or if the search was broken off before it was found.
    pub(super) fn prove_mate(&mut self, shared: &Shared<'_>, moves: usize) -> bool {
        for plies in (1..=moves.min(MAX_PLY / 2)).map(|moves| 2 * moves - 1) {
            for index in 0..self.root_moves.len() {
                let mv = self.root_moves[index].mv();
                match self.mates(shared, 0, plies, mv) {
                    Err(Aborted) => return false,
                    Ok(false) => {}
                    Ok(true) => {
                        self.root_moves[..=index].rotate_right(1);
                        let root_move = &mut self.root_moves[0];
                        root_move.pv.extend(self.frames[1].pv.clone());
                        root_move.score = Score::mate_in(plies);
                        root_move.seldepth = plies;
                        self.root_depth = plies as i32;
                        self.completed = plies as u32;
                        self.report_line(shared, 0);
                        return true;
                    }
                }
            }
        }
        false
    }

    /// True if `mv` mates within so many plies from `ply`, its own included.
    fn mates(
        &mut self,
        shared: &Shared<'_>,
        ply: usize,
        plies: usize,
        mv: Move,
    ) -> Result<bool, Aborted> {
        let position = self.frames[ply].position;
        if plies == 1 && !CheckInfo::new(&position).gives_check(&position, mv) {
            return Ok(false);
        }
        self.make(shared, ply, mv, position.piece_on(mv.from()));
        let mated = self.is_lost(shared, ply + 1, plies - 1);
        self.keys.pop();
        mated
    }

    /// True if the side to move is mated within so many plies, whatever it does.
    /// The longest defence stays as the line of `ply`.
    fn is_lost(&mut self, shared: &Shared<'_>, ply: usize, plies: usize) -> Result<bool, Aborted> {
        self.enter_node(shared)?;
        if self.nodes > EFFORT_LIMIT {
            return Err(Aborted);
        }
        self.frames[ply].pv.clear();
        let position = self.frames[ply].position;
        if plies == 0 {
            return Ok(position.in_check() && position.count_legal() == 0);
        }
        if self.is_draw(ply) {
            return Ok(false);
        }
        self.frames[ply + 1].killers = [Move::NONE; 2];
        self.note_threats(ply);
        let mut picker = Picker::new(Move::NONE, self.frames[ply].killers);
        let mut lost = position.in_check();
        while let Some(mv) = picker.next(&position, self.context(ply)) {
            self.make(shared, ply, mv, position.piece_on(mv.from()));
            let wins = self.is_won(shared, ply + 1, plies - 1);
            self.keys.pop();
            if !wins? {
                self.reward(ply, plies as i32, mv, &[], &[]);
                return Ok(false);
            }
            lost = true;
            if self.frames[ply + 1].pv.len() >= self.frames[ply].pv.len() {
                self.extend_pv(ply, mv);
            }
        }
        Ok(lost)
    }

    /// True if the side to move mates within so many plies.
    fn is_won(&mut self, shared: &Shared<'_>, ply: usize, plies: usize) -> Result<bool, Aborted> {
        self.enter_node(shared)?;
        let position = self.frames[ply].position;
        if self.is_draw(ply) {
            return Ok(false);
        }
        self.frames[ply + 1].killers = [Move::NONE; 2];
        self.note_threats(ply);
        let mut picker = Picker::new(Move::NONE, self.frames[ply].killers);
        while let Some(mv) = picker.next(&position, self.context(ply)) {
            if self.mates(shared, ply, plies, mv)? {
                self.reward(ply, plies as i32, mv, &[], &[]);
                self.extend_pv(ply, mv);
                return Ok(true);
            }
        }
        Ok(false)
    }
}
