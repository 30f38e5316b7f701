//! The line of moves from the root to the node being searched (the search stack): a frame
//! for each ply. Positions are copied from ply to ply, so a move is taken back by forgetting.

use super::correction::PartKeys;
use crate::board::{Game, Observer, Position};
use crate::search::ordering::history::PieceTo;
use crate::search::params::CLOCK_IN_KEY;
use crate::types::{Bitboard, MAX_PLY, Move, Score};
use arrayvec::ArrayVec;
use std::ops::{Index, IndexMut};

/// A principal variation.
pub type PvLine = ArrayVec<Move, { MAX_PLY + 2 }>;

/// One ply of the line.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The position at this ply.
    pub position: Position,
    /// Its Zobrist key.
    pub key: u64,
    /// The keys of its parts.
    pub parts: PartKeys,
    /// Its static evaluation as the transposition table keeps it, [`Score::NONE`] in check.
    pub raw_eval: Score,
    /// The same corrected by the half-move clock and the histories, [`Score::NONE`] in check.
    pub eval: Score,
    /// The move being searched from here, or none (a null move).
    pub mv: Move,
    /// That move for the continuation history.
    pub piece_to: PieceTo,
    /// A move that the search at this ply leaves out (singular extensions).
    pub excluded: Move,
    /// Plies beyond one each by which the moves that led here were extended.
    pub double_extensions: i32,
    /// Plies by which the move being searched from here is reduced.
    pub reduction: i32,
    /// The squares that the enemy attacks; known once quiet moves are ordered here.
    pub threats: Bitboard,
    /// Quiet moves that cut off at this ply (source text 002).
    pub killers: [Move; 2],
    /// Cutoffs at this ply since the node two plies before began with its moves: in its
    /// grandchildren, verifying and repeated searches included.
    pub cutoffs: i32,
    /// The best line from here, in principal variation nodes.
    pub pv: PvLine,
}

impl Frame {
    /// A frame at a position.
    fn new(position: Position) -> Self {
        Self {
            position,
            key: position.key(),
            parts: PartKeys::new(&position),
            raw_eval: Score::NONE,
            eval: Score::NONE,
            mv: Move::NONE,
            piece_to: PieceTo::default(),
            excluded: Move::NONE,
            double_extensions: 0,
            reduction: 0,
            threats: Bitboard::EMPTY,
            killers: [Move::NONE; 2],
            cutoffs: 0,
            pv: PvLine::new(),
        }
    }
}

/// A number by which keys with different clocks differ in all bits: multiplied by an odd one (Fibonacci
/// hashing).
fn spread(clock: u32) -> u64 {
    u64::from(clock).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The key of a frame that no move has led to yet.
const UNUSED: u64 = 0;

/// Frames of a line: the last node that is searched writes two ahead.
const FRAMES: usize = MAX_PLY + 2;

/// The memory of the line of one thread.
#[derive(Debug)]
pub struct LineMemory {
    frames: Box<[Frame; FRAMES]>,
    keys: Vec<u64>,
}

impl Default for LineMemory {
    fn default() -> Self {
        let unused = Frame { key: UNUSED, ..Frame::new(Position::startpos()) };
        let frames = vec![unused; FRAMES].try_into();
        let frames = frames.unwrap_or_else(|_| unreachable!("the vector has this length"));
        Self { frames, keys: Vec::new() }
    }
}

impl LineMemory {
    /// Begins a line at the current position of a game. Only frames that were used are
    /// reset: a search of a hundred nodes uses a tenth of them.
    pub fn start(&mut self, game: &Game) -> Line<'_> {
        self.keys.clear();
        self.keys.reserve(game.keys().len() + MAX_PLY + 2);
        self.keys.extend_from_slice(game.keys());
        let root = Frame::new(*game.position());
        let unused = Frame { key: UNUSED, ..root.clone() };
        let [first, rest @ ..] = &mut *self.frames;
        *first = root;
        // A move leads from each ply to the next: the used frames come first.
        rest.iter_mut().take_while(|frame| frame.key != UNUSED).for_each(|frame| {
            frame.clone_from(&unused);
        });
        let position = game.position();
        let has_bare_king = position.planes().colors.iter().any(|pieces| pieces.count() == 1);
        // Turned, so that it does not cancel with the clock of another ply.
        let salt = if has_bare_king { spread(position.halfmove_clock() + 1) } else { 0 };
        let salt = salt.rotate_left(32);
        Line { frames: &mut self.frames, keys: &mut self.keys, salt }
    }
}

/// The line of one search; `line[ply]` is the frame at that ply.
#[derive(Debug)]
pub struct Line<'a> {
    frames: &'a mut [Frame; FRAMES],
    /// Keys of the game and of the line up to the ply before the current one, oldest first.
    keys: &'a mut Vec<u64>,
    /// See [`Self::table_key`].
    salt: u64,
}

impl Index<usize> for Line<'_> {
    type Output = Frame;

    #[inline(always)]
    fn index(&self, ply: usize) -> &Frame {
        &self.frames[ply]
    }
}

impl IndexMut<usize> for Line<'_> {
    #[inline(always)]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply]
    }
}

impl Line<'_> {
    /// The key under which the transposition table knows the position at `ply`. Near the fifty-move rule
    /// the half-move clock is part of it: what is won with one clock is drawn with the next. With a bare
    /// king at the root its clock is, too: what an earlier search hoped to reach at its horizon would count
    /// as reached for ever, and nothing would come nearer to the mate.
    #[inline(always)]
    pub fn table_key(&self, ply: usize) -> u64 {
        let frame = &self.frames[ply];
        let clock = frame.position.halfmove_clock();
        let of_clock = if clock < CLOCK_IN_KEY { 0 } else { spread(clock) };
        frame.key ^ of_clock ^ self.salt
    }

    /// Makes a move at `ply`; `observer` hears what it changes on the board.
    #[inline(always)]
    pub fn make(&mut self, ply: usize, mv: Move, observer: &mut impl Observer) {
        let (here, next) = self.neighbours(ply);
        here.mv = mv;
        here.piece_to = PieceTo::new(here.position.piece_on(mv.from()), mv);
        next.parts = here.parts;
        next.double_extensions = here.double_extensions;
        let mut observers = (observer, &mut next.parts);
        next.position = here.position.make_observed(mv, &mut observers);
        next.key = next.position.key();
        let key = here.key;
        self.keys.push(key);
    }

    /// Passes at `ply`: a null move.
    #[inline(always)]
    pub fn pass(&mut self, ply: usize) {
        let (here, next) = self.neighbours(ply);
        here.mv = Move::NONE;
        here.piece_to = PieceTo::default();
        next.parts = here.parts;
        next.double_extensions = here.double_extensions;
        next.position = here.position.make_null();
        next.key = next.position.key();
        let key = here.key;
        self.keys.push(key);
    }

    /// Takes back the last move or pass.
    #[inline(always)]
    pub fn unmake(&mut self) {
        self.keys.pop();
    }

    /// Makes `mv`, followed by the principal variation of the next ply, that of `ply`.
    #[inline(always)]
    pub fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (here, next) = self.neighbours(ply);
        here.pv.clear();
        here.pv.push(mv);
        let _ = here.pv.try_extend_from_slice(&next.pv);
    }

    /// Finds out which squares the enemy attacks at `ply`, before quiet moves are ordered there.
    #[inline(always)]
    pub fn note_threats(&mut self, ply: usize) {
        let frame = &mut self.frames[ply];
        frame.threats = frame.position.threats();
    }

    /// The move made `back` plies before `ply`, none if the line is not that long.
    #[inline(always)]
    pub fn piece_to(&self, ply: usize, back: usize) -> PieceTo {
        ply.checked_sub(back).map_or_else(Default::default, |ply| self.frames[ply].piece_to)
    }

    /// The moves made one, two and four plies before `ply`.
    #[inline(always)]
    pub fn earlier_moves(&self, ply: usize) -> [PieceTo; 3] {
        [1, 2, 4].map(|back| self.piece_to(ply, back))
    }

    /// True if a move at `ply` goes where the last one went.
    #[inline(always)]
    pub fn recaptures(&self, ply: usize, mv: Move) -> bool {
        let last = ply.checked_sub(1).map(|ply| self.frames[ply].mv);
        last.is_some_and(|last| !last.is_none() && last.to() == mv.to())
    }

    /// True if the side to move can go back to a position of the line in one move.
    #[inline(always)]
    pub fn can_repeat(&self, ply: usize) -> bool {
        let frame = &self.frames[ply];
        let reach = (frame.position.halfmove_clock() as usize).min(ply);
        // The last key is that of the position one ply back.
        let mut earlier = self.keys.iter().rev().take(reach).skip(2).step_by(2);
        reach >= 3 && earlier.any(|key| frame.position.can_undo(key ^ frame.key))
    }

    /// True if the position at `ply` is drawn by repetition, the fifty-move rule
    /// or lack of material. One repetition inside the line is enough: whoever
    /// could avoid the second can avoid the first.
    #[inline]
    pub fn is_draw(&self, ply: usize) -> bool {
        let frame = &self.frames[ply];
        let position = &frame.position;
        let clock = position.halfmove_clock() as usize;
        if position.is_fifty_move_draw() {
            return true;
        }
        if clock >= 4 {
            let mut seen = 0;
            let reversible = self.keys.iter().rev().take(clock);
            // The last key is that of the position one ply back.
            for (back, _) in
                reversible.enumerate().skip(3).step_by(2).filter(|(_, key)| **key == frame.key)
            {
                seen += 1;
                if back < ply || seen == 2 {
                    return true;
                }
            }
        }
        position.has_insufficient_material()
    }

    /// A frame and the next.
    #[inline(always)]
    fn neighbours(&mut self, ply: usize) -> (&mut Frame, &mut Frame) {
        let (before, after) = self.frames.split_at_mut(ply + 1);
        (&mut before[ply], &mut after[0])
    }
}
