//! Generation of legal moves, written once for both colours, both
//! implementations of the board operations, and both for listing and counting.
//!
//! One view from the king gives checkers, pinned pieces and pinners; one fill of
//! the enemy's attacks (with our king lifted) gives the squares it can't enter;
//! everything else follows without making a move. A single check is answered
//! from the squares that answer it, by reverse rays.

use super::layout::Position;
use super::ops::{MoveWriter, Native, Ops, Planes, reach};
use super::position::{Side, for_side};
use super::sink::{Counter, Sink};
use super::tables::{
    LANE_SQUARES, LAST_RANKS, QUEEN_LANES, advance, king_steps, pawn_attacks, pawn_attacks_by_wing,
    seen_from,
};
use crate::types::{
    Bitboard, CastlingRights, CastlingSide, Color, Move, MoveFlags, MoveList, Piece, PieceKind,
    Square, bits,
};

/// Which moves to generate.
pub trait Kinds {
    /// Captures, en passant and all promotions.
    const NOISY: bool;
    /// Everything else.
    const QUIET: bool;
}

/// All moves.
#[derive(Clone, Copy, Debug)]
pub struct All;
/// Captures and promotions.
#[derive(Clone, Copy, Debug)]
pub struct Noisy;
/// Neither captures nor promotions.
#[derive(Clone, Copy, Debug)]
pub struct Quiet;

impl Kinds for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
}

impl Kinds for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}

impl Kinds for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
}

/// The square seen from `centre` in the first of these lanes.
#[inline(always)]
pub(super) fn first_square(centre: Square, lanes: u64) -> Square {
    lane_square(centre, lanes.trailing_zeros() as usize)
}

/// The square seen from `centre` in this lane.
#[inline(always)]
pub(super) fn lane_square(centre: Square, lane: usize) -> Square {
    Square::from_0x88(LANE_SQUARES.0[centre.dense() & 63][lane & 63] & 0x77)
}

/// A position with what its moves are generated from.
pub(super) struct Generator<'a, O: Ops> {
    pub position: &'a Position,
    pub board: O::Board,
    pub layers: O::Layers,
    pub planes: Planes,
    pub own: Bitboard,
    pub enemy: Bitboard,
    pub occupied: Bitboard,
    pub king: Square,
}

/// The view from the king, in its lanes.
#[derive(Clone, Copy)]
pub(super) struct KingLines {
    /// Up to the nearest pieces.
    pub near: u64,
    /// Own pieces that stand nearest on a ray.
    pub blockers: u64,
    /// Enemy sliders that would give check but for one blocker.
    pub pinners: u64,
    /// Enemy pieces that give check.
    pub checkers: u64,
}

impl<'a, O: Ops> Generator<'a, O> {
    #[inline(always)]
    pub fn new<S: Side>(position: &'a Position) -> Self {
        let board = O::load(&position.bytes);
        let layers = O::layers(board);
        let planes = O::planes(layers);
        let own = planes.colors[S::COLOR.index()];
        let enemy = planes.colors[S::Enemy::COLOR.index()];
        let king = position.king(S::COLOR);
        Self { position, board, layers, planes, own, enemy, occupied: own | enemy, king }
    }

    /// The squares that the enemy attacks, looking through those of `lifted`.
    #[inline(always)]
    pub fn attacked_by_enemy<S: Side>(&self, lifted: Bitboard) -> Bitboard {
        let enemy = S::Enemy::COLOR;
        O::attacked(self.layers, enemy, lifted)
            | king_steps(self.position.king(enemy))
            | pawn_attacks(enemy, self.planes.pawns & self.enemy)
    }

    #[inline(always)]
    pub fn king_lines<S: Side>(&self) -> KingLines {
        let view = O::view(self.board, self.king);
        let seen = O::lanes_with(view, 0xff);
        let near = reach(seen);
        let attackers = O::attackers(view, S::Enemy::COLOR);
        // The guard byte is of both colours, but it attacks nothing, so taking
        // it for a blocker does no harm: no pinner stands behind it.
        let blockers = near & O::lanes_with(view, Piece::color_bit(S::COLOR)) & QUEEN_LANES;
        let pinners = attackers & reach(seen & !blockers) & !near & QUEEN_LANES;
        KingLines { near, blockers, pinners, checkers: attackers & near }
    }

    /// The targets that moves of these kinds go to, promotions aside.
    #[inline(always)]
    pub fn wanted<K: Kinds>(&self) -> Bitboard {
        match (K::NOISY, K::QUIET) {
            (true, true) => Bitboard::ALL,
            (true, false) => self.enemy,
            _ => !self.occupied,
        }
    }
}

/// Generates legal moves of side `S`, which must be on the move.
#[inline(always)]
pub(super) fn generate_into<O: Ops, S: Side, K: Kinds, T: Sink<O>>(
    position: &Position,
    sink: &mut T,
) {
    let generator = Generator::<O>::new::<S>(position);
    let danger = generator.attacked_by_enemy::<S>(Bitboard::of(generator.king));
    let lines = generator.king_lines::<S>();
    // Not read from `danger`, which takes longer to know; for the same reason the moves
    // of the king come last, so that the others don't wait for it.
    if lines.checkers == 0 {
        generator.not_in_check::<S, K, T>(danger, lines, sink);
    } else if lines.checkers & (lines.checkers - 1) == 0 {
        *sink = evasions::<O, S, K, T>(position, lines, *sink);
    }
    if K::NOISY && position.en_passant().is_some() {
        generator.en_passant::<S, T>(sink);
    }
    sink.moves_to_set(
        generator.king,
        king_steps(generator.king) & !generator.own & !danger & generator.wanted::<K>(),
    );
}

impl<O: Ops> Generator<'_, O> {
    /// Moves of everything but the king, when it isn't in check.
    #[inline(always)]
    fn not_in_check<S: Side, K: Kinds, T: Sink<O>>(
        &self,
        danger: Bitboard,
        lines: KingLines,
        sink: &mut T,
    ) {
        let mut free = self.own;
        for pinner in bits(lines.pinners) {
            free ^= self.pinned::<S, K, T>(pinner, lines.blockers, sink);
        }
        let pawns = self.planes.pawns & free;
        self.pawns::<S, K, T>(pawns, sink);

        if T::COUNTS {
            sink.add(O::count_moves(self.layers, S::COLOR, free));
        } else {
            let kinds = self.planes.orthogonal | self.planes.diagonal | self.planes.knights;
            for from in kinds & free {
                self.piece::<S, K, T>(from, !0, sink);
            }
        }
        if K::QUIET {
            self.castling::<S, T>(danger, sink);
        }
    }

    /// Moves of one piece (no pawn, no king) inside these lanes.
    #[inline(always)]
    fn piece<S: Side, K: Kinds, T: Sink<O>>(&self, from: Square, inside: u64, sink: &mut T) {
        let piece = self.position.piece_on(from);
        let [moves, captures] = O::piece_moves(self.board, self.layers, from, piece, S::COLOR);
        let lanes = match (K::NOISY, K::QUIET) {
            (true, true) => moves,
            (true, false) => captures,
            _ => moves & !captures,
        } & inside;
        sink.moves_to_lanes(from, lanes);
    }

    /// Moves of the piece that is pinned by the one in lane `pinner` of the king; returns
    /// its square.
    #[inline(always)]
    fn pinned<S: Side, K: Kinds, T: Sink<O>>(
        &self,
        pinner: usize,
        blockers: u64,
        sink: &mut T,
    ) -> Bitboard {
        let ray = pinner / 8;
        let lanes_of_ray = 0xff << (8 * ray);
        let from = first_square(self.king, blockers & lanes_of_ray);
        let bit = Bitboard::of(from);
        if !self.planes.pawns.intersects(bit) {
            let line = 0xfe << (8 * ray) | 0xfe << (8 * (ray ^ 4));
            self.piece::<S, K, T>(from, line, sink);
            return bit;
        }
        let vertical = ray & 3 == 0;
        if vertical && K::QUIET {
            self.pawn_pushes::<S, K, T>(bit, sink);
        }
        if ray & 1 == 1 && K::NOISY {
            let target = Bitboard::of(lane_square(self.king, pinner));
            self.pawn_captures::<S, T>(bit, target, sink);
        }
        bit
    }

    /// Castling, in Chess960 too: the squares that king and rook cross and reach
    /// are empty but for these two, and the king's are not attacked.
    #[inline(always)]
    fn castling<S: Side, T: Sink<O>>(&self, danger: Bitboard, sink: &mut T) {
        let rights = self.position.castling_rights();
        if !rights.intersects(CastlingRights::both(S::COLOR)) {
            return;
        }
        let back_rank = 8 * S::COLOR.rank(0);
        let occupied = (self.occupied.0 >> back_rank) as u8;
        let danger = (danger.0 >> back_rank) as u8;
        for side in CastlingSide::ALL {
            let paths = self.position.castling_paths(S::COLOR, side);
            if rights.contains(CastlingRights::of(S::COLOR, side))
                && paths.empty & occupied | paths.safe & danger == 0
                && self.is_unshielded::<S>(side)
            {
                let rook = self.position.castling_rook(S::COLOR, side);
                sink.one(Move::new(self.king, rook, MoveFlags::CASTLING));
            }
        }
    }

    /// True unless the castling rook shields the king's new square from a piece
    /// farther along the rank, which only one that isn't in the corner can do.
    #[inline(always)]
    fn is_unshielded<S: Side>(&self, side: CastlingSide) -> bool {
        let rook = self.position.castling_rook(S::COLOR, side);
        if matches!(rook.file(), 0 | 7) {
            return true;
        }
        let (king_to, rook_to) = (side.king_to(self.king.rank()), side.rook_to(self.king.rank()));
        let board = O::clear(O::clear(self.board, rook), self.king);
        let board = O::put(board, rook_to, Piece::new(S::COLOR, PieceKind::Rook));
        !O::is_attacked(board, king_to, S::Enemy::COLOR)
    }
}

impl<O: Ops> Generator<'_, O> {
    /// Moves of pawns that are free to go anywhere.
    #[inline(always)]
    pub fn pawns<S: Side, K: Kinds, T: Sink<O>>(&self, pawns: Bitboard, sink: &mut T) {
        if K::NOISY {
            self.pawn_captures::<S, T>(pawns, self.enemy, sink);
        }
        self.pawn_pushes::<S, K, T>(pawns, sink);
    }

    #[inline(always)]
    pub fn pawn_captures<S: Side, T: Sink<O>>(
        &self,
        pawns: Bitboard,
        enemy: Bitboard,
        sink: &mut T,
    ) {
        let (east, west) = pawn_attacks_by_wing(S::COLOR, pawns);
        for (targets, aside) in [(east & enemy, 1), (west & enemy, -1)] {
            let step = S::COLOR.forward() + aside;
            // Few positions have a pawn that can promote, and a test is cheaper
            // than taking every set apart.
            if !pawns.intersects(seventh_rank(S::COLOR)) {
                sink.steps(targets, step, MoveFlags::empty());
            } else {
                sink.steps(targets & !LAST_RANKS, step, MoveFlags::empty());
                sink.promotions(targets & LAST_RANKS, step);
            }
        }
    }

    #[inline(always)]
    pub fn pawn_pushes<S: Side, K: Kinds, T: Sink<O>>(&self, pawns: Bitboard, sink: &mut T) {
        let step = S::COLOR.forward();
        let mut single = advance(S::COLOR, pawns) & !self.occupied;
        if pawns.intersects(seventh_rank(S::COLOR)) {
            if K::NOISY {
                sink.promotions(single & LAST_RANKS, step);
            }
            single &= !LAST_RANKS;
        }
        if K::QUIET {
            sink.steps(single, step, MoveFlags::empty());
            let double = advance(S::COLOR, single & third_rank(S::COLOR)) & !self.occupied;
            sink.steps(double, 2 * step, MoveFlags::DOUBLE_STEP);
        }
    }

    /// Pushes of pawns to one empty square.
    #[inline(always)]
    pub fn pawns_between<S: Side, K: Kinds, T: Sink<O>>(
        &self,
        pawns: Bitboard,
        to: Bitboard,
        sink: &mut T,
    ) {
        let step = S::COLOR.forward();
        let single = advance(S::COLOR, pawns);
        if K::NOISY {
            sink.promotions(single & to & LAST_RANKS, step);
        }
        if K::QUIET {
            sink.steps(single & to & !LAST_RANKS, step, MoveFlags::empty());
            let open = single & !self.occupied & third_rank(S::COLOR);
            sink.steps(advance(S::COLOR, open) & to, 2 * step, MoveFlags::DOUBLE_STEP);
        }
    }

    /// Captures en passant, each tried out: they empty two squares at once.
    #[inline(always)]
    pub fn en_passant<S: Side, T: Sink<O>>(&self, sink: &mut T) {
        if let Some(to) = self.position.en_passant() {
            let origins = pawn_attacks(S::Enemy::COLOR, Bitboard::of(to));
            for from in self.planes.pawns & self.own & origins {
                if en_passant_is_safe::<O, S>(self.board, from, to, self.king) {
                    sink.one(Move::new(from, to, MoveFlags::EN_PASSANT));
                }
            }
        }
    }
}

/// The rank from which a pawn promotes.
const fn seventh_rank(color: Color) -> Bitboard {
    Bitboard::rank(color.rank(6))
}

/// The rank on which a pawn stands after one step from home.
const fn third_rank(color: Color) -> Bitboard {
    Bitboard::rank(color.rank(2))
}

/// True if the king at `king` isn't attacked once a pawn of `S` has gone from
/// `from` to `to` en passant.
#[inline(never)]
pub(super) fn en_passant_is_safe<O: Ops, S: Side>(
    board: O::Board,
    from: Square,
    to: Square,
    king: Square,
) -> bool {
    let board = O::clear(O::clear(board, from), captured_en_passant(to));
    let board = O::put(board, to, Piece::new(S::COLOR, PieceKind::Pawn));
    !O::is_attacked(board, king, S::Enemy::COLOR)
}

/// The square of the pawn that is taken by a capture en passant to `to`: one
/// rank behind, which is one bit in 0x88 coordinates.
#[inline(always)]
pub(super) const fn captured_en_passant(to: Square) -> Square {
    Square::from_0x88(to.coordinate() ^ 0x10)
}

/// Answers to a single check other than king moves and en passant: take the
/// checker, or step between. Out of line, and it loads the board again, so that
/// the common case keeps it, and the sink, in registers.
#[inline(never)]
pub(super) fn evasions<O: Ops, S: Side, K: Kinds, T: Sink<O>>(
    position: &Position,
    lines: KingLines,
    mut sink: T,
) -> T {
    let generator = Generator::<O>::new::<S>(position);
    let sink = &mut sink;
    let mut pinned = Bitboard::EMPTY;
    for pinner in bits(lines.pinners) {
        let lanes_of_ray = 0xff << (pinner & !7);
        pinned |= Bitboard::of(first_square(generator.king, lines.blockers & lanes_of_ray));
    }
    let lane = lines.checkers.trailing_zeros();
    let is_jump = lane & 7 == 0;
    let ray = 0xfe << (lane & !7);
    let targets = if is_jump { lines.checkers } else { lines.near & ray };
    let pawns = generator.planes.pawns & generator.own & !pinned;
    for lane in bits(targets) {
        let to = lane_square(generator.king, lane);
        let captures = lines.checkers >> lane & 1 != 0;
        if if captures { K::NOISY } else { K::QUIET } {
            generator.pieces_to::<S, T>(to, pinned, sink);
        }
        let bit = Bitboard::of(to);
        if !captures {
            generator.pawns_between::<S, K, T>(pawns, bit, sink);
        } else if K::NOISY {
            generator.pawn_captures::<S, T>(pawns, bit, sink);
        }
    }
    *sink
}

impl<O: Ops> Generator<'_, O> {
    /// Moves of unpinned pieces (no pawn, no king) to one square.
    #[inline(always)]
    fn pieces_to<S: Side, T: Sink<O>>(&self, to: Square, pinned: Bitboard, sink: &mut T) {
        let view = O::view(self.board, to);
        let near = reach(O::lanes_with(view, 0xff));
        let steppers = PieceKind::King.bit() | PieceKind::Pawn.bit();
        let attackers = O::attackers(view, S::COLOR) & !O::lanes_with(view, steppers) & near;
        let mut lanes = attackers;
        if !pinned.is_empty() {
            for lane in bits(attackers).filter(|&lane| pinned.contains(lane_square(to, lane))) {
                lanes ^= 1 << lane;
            }
        }
        sink.moves_from_lanes(to, lanes);
    }
}

/// Fills `list`, which must be empty, with the legal moves of these kinds, by the
/// operations `O`.
#[inline(never)]
pub fn generate<O: Ops, S: Side, K: Kinds>(position: &Position, list: &mut MoveList) {
    MoveWriter::fill(list, |writer| generate_into::<O, S, K, MoveWriter<'_>>(position, writer));
}

#[inline(always)]
pub(super) fn count<O: Ops, S: Side>(position: &Position) -> u64 {
    let mut counter = Counter::default();
    generate_into::<O, S, All, Counter>(position, &mut counter);
    counter.0
}

impl Position {
    /// Fills an empty list with the legal moves of these kinds.
    #[inline(always)]
    pub fn generate<K: Kinds>(&self, list: &mut MoveList) {
        for_side!(self, S => generate::<Native, S, K>(self, list));
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<All>(&mut list);
        list
    }

    /// The legal captures and promotions.
    pub fn noisy_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<Noisy>(&mut list);
        list
    }

    /// The legal moves that are neither captures nor promotions.
    pub fn quiet_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<Quiet>(&mut list);
        list
    }

    /// The squares that the side not on the move attacks.
    #[inline(always)]
    pub fn threats(&self) -> Bitboard {
        let nothing = Bitboard::EMPTY;
        for_side!(self, S => Generator::<Native>::new::<S>(self).attacked_by_enemy::<S>(nothing))
    }

    /// The squares that the knights, bishops, rooks and queens of the side not on the move attack.
    #[inline(always)]
    pub fn enemy_attacks_by_kind(&self) -> [Bitboard; 4] {
        let layers = Native::layers(Native::load(&self.bytes));
        for_side!(self, S => {
            Native::attacked_by_kind(layers)[<S as Side>::Enemy::COLOR.index()]
        })
    }

    /// The number of legal moves.
    pub fn count_legal(&self) -> u64 {
        for_side!(self, S => count::<Native, S>(self))
    }

    /// True if the side to move, which is not in check, has no legal move. Most positions have a
    /// pawn that can step ahead and cannot be pinned, which is cheaper to see.
    #[inline(always)]
    pub fn is_stalemate(&self) -> bool {
        let planes = self.planes();
        let us = self.side_to_move();
        let [_, diagonals, straights] = seen_from(self.king(us));
        let free = planes.pawns & planes.colors[us.index()] & !(diagonals | straights);
        let blocked = (advance(us, free) & !planes.occupied()).is_empty();
        blocked && self.count_legal() == 0
    }
}
