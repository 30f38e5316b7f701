//! Move ordering in stages: the table's move before any generation, captures
//! that don't lose material, quiet moves by history and killers, the rest.

use super::history::{Continued, Histories};
use crate::board::{Noisy, Position, Quiet};
use crate::types::{MOVE_CAPACITY, Move, MoveList, Piece, PieceKind};
use arrayvec::ArrayVec;

/// Most valuable victim first: by kind.
const VICTIM: [i32; 6] = [1_000, 3_000, 3_200, 5_000, 9_000, 0];
/// A killer goes before all other quiet moves.
const KILLER: [i32; 2] = [200_000, 190_000];
/// Losing captures that are remembered for the end; more are played in order.
const LOSING_ROOM: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    GenerateNoisy,
    Noisy,
    GenerateQuiet,
    Quiet,
    Losing,
    Given,
    Done,
}

/// Hands out the legal moves of a position, best first.
pub struct Picker {
    stage: Stage,
    table_move: Move,
    killers: [Move; 2],
    /// Stop after the noisy moves.
    only_noisy: bool,
    moves: MoveList,
    scores: ArrayVec<i32, MOVE_CAPACITY>,
    next: usize,
    losing: ArrayVec<Move, LOSING_ROOM>,
}

/// What the picker looks at besides the position.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The thread's histories.
    pub histories: &'a Histories,
    /// The moves one, two and four plies earlier.
    pub earlier: [Continued; 3],
    /// The squares that the enemy attacks.
    pub threats: u64,
}

impl Picker {
    /// All moves; `table_move` is legal or none.
    pub fn new(table_move: Move, killers: [Move; 2]) -> Self {
        Self {
            stage: if table_move.is_none() { Stage::GenerateNoisy } else { Stage::Table },
            table_move,
            killers,
            only_noisy: false,
            moves: MoveList::new(),
            scores: ArrayVec::new(),
            next: 0,
            losing: ArrayVec::new(),
        }
    }

    /// These moves in this order: the root's, which knows better.
    pub fn given(moves: impl Iterator<Item = Move>) -> Self {
        let mut picker = Self { stage: Stage::Given, ..Self::new(Move::NONE, [Move::NONE; 2]) };
        picker.moves.extend(moves);
        picker
    }

    /// Captures and promotions only; `table_move` is legal and noisy, or none.
    pub fn noisy(table_move: Move) -> Self {
        Self { only_noisy: true, ..Self::new(table_move, [Move::NONE; 2]) }
    }

    /// True once only captures that lose material are left.
    pub fn is_losing(&self) -> bool {
        self.stage == Stage::Losing
    }

    /// The next move.
    #[inline]
    pub fn next(&mut self, position: &Position, context: Context<'_>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::GenerateNoisy;
                    return Some(self.table_move);
                }
                Stage::GenerateNoisy => {
                    position.generate::<Noisy>(&mut self.moves);
                    self.score_noisy(position, context);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.best() {
                    Some(mv) if mv == self.table_move => {}
                    Some(mv) => {
                        let good = !is_underpromotion(mv) && position.see_ge(mv, 0);
                        if good || self.losing.try_push(mv).is_err() {
                            return Some(mv);
                        }
                    }
                    None if self.only_noisy => self.start_losing(),
                    None => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => {
                    self.moves.clear();
                    self.scores.clear();
                    self.next = 0;
                    position.generate::<Quiet>(&mut self.moves);
                    self.score_quiet(position, context);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.best() {
                    Some(mv) if mv == self.table_move => {}
                    Some(mv) => return Some(mv),
                    None => self.start_losing(),
                },
                Stage::Losing => {
                    let mv = self.losing.get(self.next).copied();
                    self.next += 1;
                    if mv.is_none() {
                        self.stage = Stage::Done;
                    }
                    return mv;
                }
                Stage::Given => {
                    self.next += 1;
                    return self.moves.get(self.next - 1).copied();
                }
                Stage::Done => return None,
            }
        }
    }

    /// Leaves out the quiet moves that have not been handed out, but for those that
    /// `is_wanted`.
    pub fn keep_quiets(&mut self, mut is_wanted: impl FnMut(Move) -> bool) {
        if self.stage != Stage::Quiet {
            return;
        }
        let mut kept = self.next;
        for index in self.next..self.moves.len() {
            if is_wanted(self.moves[index]) {
                self.moves[kept] = self.moves[index];
                self.scores[kept] = self.scores[index];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        self.scores.truncate(kept);
    }

    fn start_losing(&mut self) {
        self.next = 0;
        self.stage = Stage::Losing;
    }

    /// Takes the best of the remaining moves: a step of selection sort, because
    /// most nodes end after a few moves.
    #[inline(always)]
    fn best(&mut self) -> Option<Move> {
        let rest = self.scores.get(self.next..)?;
        let mut best = 0;
        for (index, &score) in rest.iter().enumerate() {
            if score > rest[best] {
                best = index;
            }
        }
        let mv = *self.moves.get(self.next + best)?;
        self.moves.swap(self.next, self.next + best);
        self.scores.swap(self.next, self.next + best);
        self.next += 1;
        Some(mv)
    }

    #[inline(always)]
    fn score_noisy(&mut self, position: &Position, context: Context<'_>) {
        for &mv in &self.moves {
            let victim = position.captured(mv);
            let piece = position.piece_on(mv.from());
            let mut score = context.histories.captures.get(piece, mv, victim) / 8;
            if !victim.is_none() {
                score += VICTIM[victim.kind().index()];
            }
            match mv.promoted_kind() {
                Some(PieceKind::Queen) => score += VICTIM[PieceKind::Queen.index()],
                Some(_) => score -= VICTIM[PieceKind::Queen.index()],
                None => {}
            }
            self.scores.push(score);
        }
    }

    #[inline(always)]
    fn score_quiet(&mut self, position: &Position, context: Context<'_>) {
        let side = position.side_to_move();
        for &mv in &self.moves {
            let piece = position.piece_on(mv.from());
            let mut score = quiet_history(context, side, piece, mv);
            for (killer, bonus) in self.killers.into_iter().zip(KILLER) {
                if mv == killer {
                    score += bonus;
                }
            }
            self.scores.push(score);
        }
    }
}

/// True for a promotion to less than a queen.
fn is_underpromotion(mv: Move) -> bool {
    mv.promoted_kind().is_some_and(|kind| kind != PieceKind::Queen)
}

/// The joint history of a quiet move.
#[inline(always)]
pub fn quiet_history(
    context: Context<'_>,
    side: crate::types::Color,
    piece: Piece,
    mv: Move,
) -> i32 {
    let histories = context.histories;
    context
        .earlier
        .iter()
        .map(|&earlier| histories.continuation.get(earlier, piece, mv))
        .sum::<i32>()
        + histories.butterfly.get(side, context.threats, mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_wanted_quiet_moves_and_all_noisy_ones() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let histories = Histories::default();
        let context =
            Context { histories: &histories, earlier: [Continued::default(); 3], threats: 0 };
        let is_wanted = |mv: Move| mv.to().dense().is_multiple_of(3);
        let mut picker = Picker::new(Move::NONE, [Move::NONE; 2]);
        let mut handed = Vec::new();
        let mut first_quiet = Move::NONE;
        while let Some(mv) = picker.next(&position, context) {
            if first_quiet.is_none() && !position.is_noisy(mv) {
                first_quiet = mv;
                picker.keep_quiets(is_wanted);
            }
            handed.push(mv);
        }
        let mut expected = MoveList::new();
        position.generate::<crate::board::All>(&mut expected);
        let mut expected: Vec<Move> = expected
            .into_iter()
            .filter(|&mv| position.is_noisy(mv) || mv == first_quiet || is_wanted(mv))
            .collect();
        let by_squares = |mv: &Move| (mv.from().dense(), mv.to().dense());
        handed.sort_by_key(by_squares);
        expected.sort_by_key(by_squares);
        assert_eq!(handed, expected);
        assert!(handed.len() < 48);
    }
}
