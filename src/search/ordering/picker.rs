//! Move ordering in stages: the tt_move before any generation, captures that lose little or
//! nothing, quiet moves by history and killers (Akl and Newborn, "The principal continuation and the
//! killer heuristic", 1977), the rest.

use super::history::{Histories, PieceTo};
use crate::board::{Noisy, Position, Quiet, pawn_attacks};
use crate::search::params::*;
use crate::types::{Bitboard, Color, MOVE_CAPACITY, Move, MoveList, Piece, PieceKind};
use arrayvec::ArrayVec;

/// Most valuable victim first: by kind.
const VICTIM: [i32; 6] = [1_000, 3_000, 3_200, 5_000, 9_000, 0];
/// The number of losing captures that are kept for the end; further ones are played in order.
const BAD_CAPTURES_ROOM: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TtMove,
    GenerateNoisy,
    Noisy,
    GenerateQuiet,
    Quiet,
    BadCaptures,
    Given,
    Done,
}

/// Hands out the legal moves of a position, best first.
pub struct Picker {
    stage: Stage,
    tt_move: Move,
    killers: [Move; 2],
    /// Stop after the noisy moves.
    only_noisy: bool,
    moves: MoveList,
    scores: ArrayVec<i32, MOVE_CAPACITY>,
    next: usize,
    /// Where the best of the remaining moves is, if that is known.
    selected: Option<usize>,
    bad_captures: ArrayVec<Move, BAD_CAPTURES_ROOM>,
}

/// The context in which moves are looked up in the histories.
#[derive(Clone, Copy)]
pub struct HistoryContext<'a> {
    /// The thread's histories.
    pub histories: &'a Histories,
    /// The moves one, two and four plies earlier.
    pub continuations: [PieceTo; 3],
    /// The squares that the enemy attacks.
    pub threats: Bitboard,
}

impl HistoryContext<'_> {
    /// The joint history of a move.
    #[inline(always)]
    pub fn joint(self, position: &Position, mv: Move, noisy: bool) -> i32 {
        let piece = position.piece_on(mv.from());
        if noisy {
            self.histories.captures.get(piece, mv, position.captured(mv))
        } else {
            self.quiet(position.side_to_move())(piece, mv)
        }
    }

    /// The history of a quiet move of a side's piece.
    #[inline(always)]
    fn quiet(&self, side: Color) -> impl Fn(Piece, Move) -> i32 {
        let (butterfly, threats) = (&self.histories.butterfly, self.threats);
        let rows = self.continuations.map(|earlier| self.histories.continuation.after(earlier));
        move |piece, mv| {
            let cell = PieceTo::cell(piece, mv);
            let weights = [weight_one_ply(), weight_two_plies(), weight_four_plies()];
            let continued: i32 =
                rows.iter().zip(weights).map(|(row, weight)| row[cell].get() * weight).sum();
            (continued + butterfly.get(side, threats, mv) * weight_squares()) / 128
        }
    }
}

impl Picker {
    /// All moves; `tt_move` is legal or none.
    pub fn new(tt_move: Move, killers: [Move; 2]) -> Self {
        Self {
            stage: if tt_move.is_none() { Stage::GenerateNoisy } else { Stage::TtMove },
            tt_move,
            killers,
            only_noisy: false,
            moves: MoveList::new(),
            scores: ArrayVec::new(),
            next: 0,
            selected: None,
            bad_captures: ArrayVec::new(),
        }
    }

    /// These moves in this order: the root's, which knows better.
    pub fn of_root_moves(moves: impl Iterator<Item = Move>) -> Self {
        let mut picker = Self { stage: Stage::Given, ..Self::new(Move::NONE, [Move::NONE; 2]) };
        picker.moves.extend(moves);
        picker
    }

    /// Captures and promotions only; `tt_move` is legal and noisy, or none.
    pub fn noisy(tt_move: Move) -> Self {
        Self { only_noisy: true, ..Self::new(tt_move, [Move::NONE; 2]) }
    }

    /// True once only captures that lose more are left, see [`good_capture_loss`].
    pub fn is_at_bad_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }

    /// The next move. `prefetch` hears of a move before it is handed out, mostly while the one before
    /// it is searched, so that memory can be fetched for it.
    #[inline]
    pub fn next(
        &mut self,
        position: &Position,
        context: HistoryContext<'_>,
        prefetch: impl Fn(Move),
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateNoisy;
                    prefetch(self.tt_move);
                    return Some(self.tt_move);
                }
                Stage::GenerateNoisy => {
                    position.generate::<Noisy>(&mut self.moves);
                    self.score_noisy(position, context);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.best(&prefetch) {
                    Some(mv) if mv == self.tt_move => {}
                    Some(mv) => {
                        let good =
                            !is_underpromotion(mv) && position.see_ge(mv, -good_capture_loss());
                        if good || self.bad_captures.try_push(mv).is_err() {
                            return Some(mv);
                        }
                    }
                    None if self.only_noisy => self.start_bad_captures(),
                    None => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => {
                    self.moves.clear();
                    self.scores.clear();
                    self.next = 0;
                    self.selected = None;
                    position.generate::<Quiet>(&mut self.moves);
                    self.score_quiet(position, context);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.best(&prefetch) {
                    Some(mv) if mv == self.tt_move => {}
                    Some(mv) => return Some(mv),
                    None => self.start_bad_captures(),
                },
                Stage::BadCaptures => {
                    let mv = self.bad_captures.get(self.next).copied();
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
        self.selected = None;
    }

    fn start_bad_captures(&mut self) {
        self.next = 0;
        self.stage = Stage::BadCaptures;
    }

    /// Takes the best of the remaining moves: a step of selection sort, because
    /// most nodes end after a few moves. The next one is selected at once, so that `prefetch`
    /// hears of it.
    #[inline(always)]
    fn best(&mut self, prefetch: &impl Fn(Move)) -> Option<Move> {
        let best = self.selected.take().or_else(|| self.select(prefetch))?;
        let mv = self.moves[best];
        self.moves.swap(self.next, best);
        self.scores.swap(self.next, best);
        self.next += 1;
        self.selected = self.select(prefetch);
        Some(mv)
    }

    /// Where the best of the remaining moves is.
    #[inline(always)]
    fn select(&self, prefetch: &impl Fn(Move)) -> Option<usize> {
        const { assert!(MOVE_CAPACITY <= 512) }
        // Score and place in one number, which takes no branch to compare; of equals the first.
        let rest = self.scores.get(self.next..)?.iter().enumerate();
        let keyed = rest.map(|(at, &score)| score << 9 | (511 - at) as i32);
        let best = self.next + 511 - (keyed.max()? & 511) as usize;
        prefetch(*self.moves.get(best)?);
        Some(best)
    }

    #[inline(always)]
    fn score_noisy(&mut self, position: &Position, context: HistoryContext<'_>) {
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
    fn score_quiet(&mut self, position: &Position, context: HistoryContext<'_>) {
        let side = position.side_to_move();
        let lesser = LesserAttacks::new(position);
        let history = context.quiet(side);
        for &mv in &self.moves {
            let piece = position.piece_on(mv.from());
            let mut score = history(piece, mv);
            let (steps, attacked) = lesser.on(piece.kind());
            if attacked.contains(mv.from()) {
                score += steps * lesser_escape();
            }
            if lesser.of_pawns.contains(mv.to()) {
                if !piece.is_kind(PieceKind::Pawn) {
                    score -= pawn_target_malus();
                }
            } else if attacked.contains(mv.to()) {
                score -= steps * lesser_exposure();
            }
            for (killer, bonus) in
                self.killers.into_iter().zip([killer_bonus(), killer_bonus() / 2])
            {
                if mv == killer {
                    score += bonus;
                }
            }
            self.scores.push(score);
        }
    }
}

/// The squares that the enemy attacks with pieces of less value: moves away from them come earlier,
/// moves to them later (idea: Stockfish).
struct LesserAttacks {
    /// By pawns.
    of_pawns: Bitboard,
    /// By the kind of the piece that moves: by enemy pieces that are worth less. Eight, so that an
    /// index of three bits needs no check.
    by_kind: [Bitboard; 8],
}

impl LesserAttacks {
    fn new(position: &Position) -> Self {
        let enemy = !position.side_to_move();
        let planes = position.planes();
        let pawns = pawn_attacks(enemy, planes.pawns & planes.colors[enemy.index()]);
        let [knights, bishops, rooks, _] = position.enemy_attacks_by_kind();
        let minors = pawns | knights | bishops;
        let mut by_kind = [Bitboard::EMPTY; 8];
        by_kind[PieceKind::Knight.index()] = pawns;
        by_kind[PieceKind::Bishop.index()] = pawns;
        by_kind[PieceKind::Rook.index()] = minors;
        by_kind[PieceKind::Queen.index()] = minors | rooks;
        Self { of_pawns: pawns, by_kind }
    }

    /// What a piece of a kind has to lose there, in steps, and where.
    #[inline(always)]
    fn on(&self, kind: PieceKind) -> (i32, Bitboard) {
        const STEPS: [i32; 8] = {
            let mut steps = [0; 8];
            steps[PieceKind::Knight.index()] = 2;
            steps[PieceKind::Bishop.index()] = 2;
            steps[PieceKind::Rook.index()] = 3;
            steps[PieceKind::Queen.index()] = 4;
            steps
        };
        (STEPS[kind.index() & 7], self.by_kind[kind.index() & 7])
    }
}

/// True for a promotion to less than a queen.
fn is_underpromotion(mv: Move) -> bool {
    mv.promoted_kind().is_some_and(|kind| kind != PieceKind::Queen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    /// A pawn attacks the queen: before anything was learned, her moves come first, those of safe
    /// pieces to attacked squares late, and of pieces to squares that pawns attack last.
    #[test]
    fn attacked_pieces_move_first() {
        let fen = "r1r3k1/1pqnbppp/p2pp3/1Q6/4P3/1PP3P1/P2B1P1P/1RR2BK1 w - - 0 20";
        let position = Position::from_fen(fen).unwrap();
        let histories = Histories::default();
        let threats = position.threats();
        let context =
            HistoryContext { histories: &histories, continuations: Default::default(), threats };
        let mut picker = Picker::new(Move::NONE, [Move::NONE; 2]);
        let planes = position.planes();
        let of_pawns = pawn_attacks(Color::Black, planes.pawns & planes.colors[1]);
        let rank = |mv: Move| match (threats.contains(mv.from()), threats.contains(mv.to())) {
            (false, _) if of_pawns.contains(mv.to()) && !planes.pawns.contains(mv.from()) => 3,
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => 2,
        };
        let mut ranks = Vec::new();
        while let Some(mv) = picker.next(&position, context, |_| ()) {
            if !position.is_noisy(mv) {
                ranks.push(rank(mv));
            }
        }
        assert!(ranks.is_sorted(), "{ranks:?}");
        assert!([0, 1, 2, 3].iter().all(|rank| ranks.contains(rank)), "{ranks:?}");
    }

    /// Memory is fetched for every move, the tt_move and the losing captures included, before it
    /// is made.
    #[test]
    fn says_which_move_comes_soon() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let histories = Histories::default();
        let context = HistoryContext {
            histories: &histories,
            continuations: [PieceTo::default(); 3],
            threats: Bitboard::EMPTY,
        };
        let tt_move = position.legal_moves()[20];
        let mut picker = Picker::new(tt_move, [Move::NONE; 2]);
        let announced = RefCell::new(Vec::new());
        let prefetch = |mv| announced.borrow_mut().push(mv);
        let mut count = 0;
        while let Some(mv) = picker.next(&position, context, prefetch) {
            assert!(announced.borrow().contains(&mv), "{mv:?}");
            count += 1;
        }
        assert_eq!(count, 48);
    }

    #[test]
    fn keeps_the_wanted_quiet_moves_and_all_noisy_ones() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let histories = Histories::default();
        let context = HistoryContext {
            histories: &histories,
            continuations: [PieceTo::default(); 3],
            threats: Bitboard::EMPTY,
        };
        let is_wanted = |mv: Move| mv.to().dense().is_multiple_of(3);
        let mut picker = Picker::new(Move::NONE, [Move::NONE; 2]);
        let mut handed = Vec::new();
        let mut first_quiet = Move::NONE;
        while let Some(mv) = picker.next(&position, context, |_| ()) {
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
