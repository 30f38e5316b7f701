//! The numbers of the evaluation, in centipawns, all of them in one place.
//!
//! They are tuned: a build with the feature `tune` plays games against itself and
//! fits these numbers to their positions (`src/tune`), then writes them back into
//! this file. It replaces the numbers in [`WEIGHTS`] and leaves all else as it is,
//! so comments and order are for people to edit.

use super::Pair;
use crate::types::Value;

/// The weights by term. `p(middlegame, endgame)` is a [`Pair`]; ranks are counted
/// from a side's own first; kinds go from pawn or, where pawns have no say, from
/// knight to queen or king. Tables of 64 squares start at a1 and go rank by rank.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Weights {
    /// Being on the move.
    pub tempo: Value,
    /// Material by kind.
    pub material: [Pair; 6],
    /// A white piece's square by kind, its own king on the files e to h; mirrored
    /// for a king on the files a to d.
    pub own_king: [[Pair; 64]; 6],
    /// The same by the place of the enemy king.
    pub enemy_king: [[Pair; 64]; 6],

    /// Passed pawn by rank.
    pub passed: [Pair; 8],
    /// Pawn supported by a pawn, by rank.
    pub supported: [Pair; 8],
    /// Pawn beside a pawn and not supported, by rank.
    pub phalanx: [Pair; 8],
    /// No own pawn on the files beside.
    pub isolated: Pair,
    /// Isolated, and no enemy pawn ahead on its file.
    pub isolated_on_open_file: Pair,
    /// An own pawn ahead on its file.
    pub doubled: Pair,
    /// No neighbour can come to support it, and its step ahead is guarded.
    pub backward: Pair,
    /// Backward, and no enemy pawn ahead on its file.
    pub backward_on_open_file: Pair,

    /// Mobility by the number of squares within reach that are not guarded by a pawn.
    pub knight_mobility: [Pair; 9],
    pub bishop_mobility: [Pair; 14],
    pub rook_mobility: [Pair; 15],
    pub queen_mobility: [Pair; 28],

    /// Two bishops.
    pub bishop_pair: Pair,
    /// Rook on a file without pawns.
    pub rook_on_open_file: Pair,
    /// Rook on a file without own pawns.
    pub rook_on_half_open_file: Pair,
    /// Knight or bishop, supported by a pawn where no enemy pawn can attack it.
    pub outpost: [Pair; 2],
    /// A minor piece right behind a pawn.
    pub shielded_minor: Pair,
    /// Bishop, for each own pawn on a square of its colour.
    pub bad_bishop: Pair,

    /// A pawn attacks a piece.
    pub pawn_threat: Pair,
    /// A minor piece attacks a piece (knight to queen), a minor piece only if no pawn
    /// guards it.
    pub minor_threat: [Pair; 4],
    /// A rook attacks a piece, but for queens only if no pawn guards it.
    pub rook_threat: [Pair; 4],
    /// A king attacks a piece or pawn that no pawn guards.
    pub king_threat: Pair,
    /// An enemy man is attacked and not sufficiently defended.
    pub hanging: Pair,
    /// A pawn could step to attack a piece.
    pub push_threat: Pair,

    /// For each pawn within two ranks before the king, three at most.
    pub shelter_pawn: Pair,
    /// A file at the king without own pawns ahead of it.
    pub open_file_at_king: Pair,
    /// Danger of an attack on the king's surroundings by kind (knight to queen).
    pub king_attack: [Value; 4],
    /// Danger of each hit on a square of the surroundings.
    pub ring_hit: Value,
    /// Danger of each attacked square there that is badly defended.
    pub weak_ring: Value,
    /// Danger of a safe checking square by kind (knight to queen).
    pub safe_check: [Value; 4],
    /// Danger if the attacker has no queen.
    pub no_queen: Value,
    /// Danger of each such file and with each such pawn as above.
    pub danger_of_open_file: Value,
    pub danger_with_shelter_pawn: Value,
    /// Danger of any attack.
    pub danger_base: Value,

    /// Passed pawn by rank that may step ahead safely.
    pub free_passer: [Pair; 8],
    /// Passed pawn by rank with a clear way to the last rank that the enemy does not
    /// attack.
    pub clear_passer: [Pair; 8],
    /// Passed pawn by rank with an enemy piece on the square before it.
    pub blocked_passer: [Pair; 8],
    /// Passed pawn that the enemy king, alone with its pawns, can't catch.
    pub unstoppable_passer: Pair,
    /// For each step that the enemy king is away from the square before a passed
    /// pawn, by rank.
    pub passer_enemy_king: [Pair; 8],
    /// The same for the own king.
    pub passer_own_king: [Pair; 8],

    /// How much of the endgame counts, in 64ths: no pawns, and ahead by a minor
    /// piece at most.
    pub scale_no_pawns: Value,
    /// Two knights can't mate but for blunders.
    pub scale_two_knights: Value,
    /// Bishops of opposite colours and nothing else, and with each pawn of the
    /// stronger side.
    pub scale_opposite_bishops: [Value; 2],
    /// The same with other pieces.
    pub scale_opposite_bishops_and_more: [Value; 2],
    /// Every pawn exchanged brings the draw nearer.
    pub scale_pawns: [Value; 2],
}

const fn p(middlegame: Value, endgame: Value) -> Pair {
    Pair::new(middlegame, endgame)
}

/// The weights of the evaluation.
#[rustfmt::skip]
pub(super) static WEIGHTS: Weights = Weights {
    tempo: 14,
    material: [p(  80, 104), p( 345, 318), p( 360, 338), p( 480, 570), p(1030,1040), p(   0,   0)],
    own_king: [
        // Pawn
        [
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
            p(  -2,  -2), p(  -2,  -2), p(  -3,  -2), p(  -4,  -4), p(  -4,  -4), p(   6,  -2), p(  16,  -2), p(  16,  -2),
            p(   2,   0), p(   2,   0), p(   0,   0), p(  -2,  -2), p(  -2,  -2), p(   4,   0), p(  10,   0), p(  10,   0),
            p(   2,   6), p(   2,   6), p(   8,   6), p(  14,   4), p(  14,   4), p(   3,   6), p(  -8,   6), p(  -8,   6),
            p(   8,  18), p(   8,  18), p(  15,  18), p(  22,  16), p(  22,  16), p(   5,  18), p( -12,  18), p( -12,  18),
            p(  18,  38), p(  18,  38), p(  24,  38), p(  30,  36), p(  30,  36), p(  13,  38), p(  -4,  38), p(  -4,  38),
            p(  40,  60), p(  40,  60), p(  42,  60), p(  44,  58), p(  44,  58), p(  32,  60), p(  20,  60), p(  20,  60),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
        ],
        // Knight
        [
            p( -50, -37), p( -39, -28), p( -28, -19), p( -17, -10), p( -17, -10), p( -28, -19), p( -39, -28), p( -50, -37),
            p( -32, -24), p( -21, -15), p( -10,  -6), p(   1,   3), p(   1,   3), p( -10,  -6), p( -21, -15), p( -32, -24),
            p( -18, -13), p(  -7,  -4), p(   4,   5), p(  15,  14), p(  15,  14), p(   4,   5), p(  -7,  -4), p( -18, -13),
            p(  -6,  -3), p(   5,   6), p(  16,  15), p(  27,  24), p(  27,  24), p(  16,  15), p(   5,   6), p(  -6,  -3),
            p(   2,   1), p(  13,  10), p(  24,  19), p(  35,  28), p(  35,  28), p(  24,  19), p(  13,  10), p(   2,   1),
            p(  -2,  -5), p(   9,   4), p(  20,  13), p(  31,  22), p(  31,  22), p(  20,  13), p(   9,   4), p(  -2,  -5),
            p( -22, -19), p( -11, -10), p(   0,  -1), p(  11,   8), p(  11,   8), p(   0,  -1), p( -11, -10), p( -22, -19),
            p( -56, -40), p( -45, -31), p( -34, -22), p( -23, -13), p( -23, -13), p( -34, -22), p( -45, -31), p( -56, -40),
        ],
        // Bishop
        [
            p( -11,  -8), p( -16,  -6), p( -12,  -2), p(  -8,   2), p(  -8,   2), p( -12,  -2), p( -16,  -6), p( -11,  -8),
            p(  -7,  -6), p(   6,   0), p(   1,   2), p(   5,   6), p(   5,   6), p(   1,   2), p(   6,   0), p(  -7,  -6),
            p(  -4,  -2), p(   0,   2), p(  13,   8), p(   8,  10), p(   8,  10), p(  13,   8), p(   0,   2), p(  -4,  -2),
            p(  -1,   2), p(   3,   6), p(   7,  10), p(  20,  16), p(  20,  16), p(   7,  10), p(   3,   6), p(  -1,   2),
            p(  -1,   2), p(   3,   6), p(   7,  10), p(  20,  16), p(  20,  16), p(   7,  10), p(   3,   6), p(  -1,   2),
            p(  -4,  -2), p(   0,   2), p(  13,   8), p(   8,  10), p(   8,  10), p(  13,   8), p(   0,   2), p(  -4,  -2),
            p(  -7,  -6), p(   6,   0), p(   1,   2), p(   5,   6), p(   5,   6), p(   1,   2), p(   6,   0), p(  -7,  -6),
            p(  -1,  -8), p(  -6,  -6), p(  -2,  -2), p(   2,   2), p(   2,   2), p(  -2,  -2), p(  -6,  -6), p(  -1,  -8),
        ],
        // Rook
        [
            p(  -6,  -6), p(  -2,  -6), p(   2,  -6), p(   6,  -6), p(   6,  -6), p(   2,  -6), p(  -2,  -6), p(  -6,  -6),
            p( -14,  -6), p( -13,  -6), p( -12,  -6), p( -11,  -6), p( -11,  -6), p( -12,  -6), p( -13,  -6), p( -14,  -6),
            p( -14,  -4), p( -13,  -4), p( -12,  -4), p( -11,  -4), p( -11,  -4), p( -12,  -4), p( -13,  -4), p( -14,  -4),
            p( -12,   0), p( -11,   0), p( -10,   0), p(  -9,   0), p(  -9,   0), p( -10,   0), p( -11,   0), p( -12,   0),
            p(  -6,   6), p(  -5,   6), p(  -4,   6), p(  -3,   6), p(  -3,   6), p(  -4,   6), p(  -5,   6), p(  -6,   6),
            p(   0,   8), p(   1,   8), p(   2,   8), p(   3,   8), p(   3,   8), p(   2,   8), p(   1,   8), p(   0,   8),
            p(   8,  12), p(   9,  12), p(  10,  12), p(  11,  12), p(  11,  12), p(  10,  12), p(   9,  12), p(   8,  12),
            p(   0,  10), p(   1,  10), p(   2,  10), p(   3,  10), p(   3,  10), p(   2,  10), p(   1,  10), p(   0,  10),
        ],
        // Queen
        [
            p(  -6, -26), p(  -4, -18), p(  -2, -10), p(   0,  -2), p(   0,  -2), p(  -2, -10), p(  -4, -18), p(  -6, -26),
            p(  -1, -17), p(   1,  -9), p(   3,  -1), p(   5,   7), p(   5,   7), p(   3,  -1), p(   1,  -9), p(  -1, -17),
            p(  -2,  -8), p(   0,   0), p(   2,   8), p(   4,  16), p(   4,  16), p(   2,   8), p(   0,   0), p(  -2,  -8),
            p(  -3,   1), p(  -1,   9), p(   1,  17), p(   3,  25), p(   3,  25), p(   1,  17), p(  -1,   9), p(  -3,   1),
            p(  -3,   1), p(  -1,   9), p(   1,  17), p(   3,  25), p(   3,  25), p(   1,  17), p(  -1,   9), p(  -3,   1),
            p(   0,  -8), p(   2,   0), p(   4,   8), p(   6,  16), p(   6,  16), p(   4,   8), p(   2,   0), p(   0,  -8),
            p(  -3, -17), p(  -1,  -9), p(   1,  -1), p(   3,   7), p(   3,   7), p(   1,  -1), p(  -1,  -9), p(  -3, -17),
            p(  -6, -26), p(  -4, -18), p(  -2, -10), p(   0,  -2), p(   0,  -2), p(  -2, -10), p(  -4, -18), p(  -6, -26),
        ],
        // King
        [
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(  -6,  -5), p( -12, -16), p(  30, -27), p(  22, -38),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p( -34,  12), p( -40,   1), p(   2, -10), p(  -6, -21),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p( -62,  25), p( -68,  14), p( -26,   3), p( -34,  -8),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p( -90,  38), p( -96,  27), p( -54,  16), p( -62,   5),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p( -90,  38), p( -96,  27), p( -54,  16), p( -62,   5),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p( -90,  25), p( -96,  14), p( -54,   3), p( -62,  -8),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p( -90,  12), p( -96,   1), p( -54, -10), p( -62, -21),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p( -90,  -1), p( -96, -12), p( -54, -23), p( -62, -34),
        ],
    ],
    enemy_king: [
        // Pawn
        [
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
            p(  -2,   0), p(  -2,   0), p(  -2,   0), p(  -2,   0), p(  -2,   0), p(  -2,   0), p(  -2,   0), p(  -2,   0),
            p(  -2,   0), p(  -2,   0), p(  -2,   0), p(  -2,   0), p(  -2,   0), p(  -2,   0), p(  -2,   0), p(  -2,   0),
            p(  -2,   3), p(  -2,   3), p(  -2,   3), p(  -2,   3), p(   3,   0), p(   3,   0), p(   3,   0), p(   3,   0),
            p(  -2,   6), p(  -2,   6), p(  -2,   6), p(  -2,   6), p(   8,   0), p(   8,   0), p(   8,   0), p(   8,   0),
            p(  -2,   9), p(  -2,   9), p(  -2,   9), p(  -2,   9), p(  13,   0), p(  13,   0), p(  13,   0), p(  13,   0),
            p(  -2,  12), p(  -2,  12), p(  -2,  12), p(  -2,  12), p(  -2,   0), p(  -2,   0), p(  -2,   0), p(  -2,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
        ],
        // Knight
        [
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   3,   0), p(   3,   0), p(   3,   0), p(   3,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   6,   0), p(   6,   0), p(   6,   0), p(   6,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   9,   0), p(   9,   0), p(   9,   0), p(   9,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(  12,   0), p(  12,   0), p(  12,   0), p(  12,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(  15,   0), p(  15,   0), p(  15,   0), p(  15,   0),
        ],
        // Bishop
        [
            p(   5,   0), p(   5,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
            p(   0,   0), p(   5,   0), p(   5,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
            p(   0,   0), p(   0,   0), p(   5,   0), p(   5,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   5,   0), p(   7,   0), p(   2,   0), p(   2,   0), p(   2,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   9,   0), p(   9,   0), p(   4,   0), p(   4,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   6,   0), p(  11,   0), p(  11,   0), p(   6,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   8,   0), p(   8,   0), p(  13,   0), p(  13,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(  10,   0), p(  10,   0), p(  10,   0), p(  15,   0),
        ],
        // Rook
        [
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   4,   0), p(   4,   0), p(   4,   0), p(   4,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   4,   0), p(   4,   0), p(   4,   0), p(   4,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   4,   0), p(   4,   0), p(   4,   0), p(   4,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   5,   0), p(   5,   0), p(   5,   0), p(   5,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   6,   0), p(   6,   0), p(   6,   0), p(   6,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   7,   0), p(   7,   0), p(   7,   0), p(   7,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   8,   0), p(   8,   0), p(   8,   0), p(   8,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   9,   0), p(   9,   0), p(   9,   0), p(   9,   0),
        ],
        // Queen
        [
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   4,   3), p(   4,   3), p(   4,   3), p(   4,   3),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   4,   3), p(   4,   3), p(   4,   3), p(   4,   3),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   4,   3), p(   4,   3), p(   4,   3), p(   4,   3),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   7,   3), p(   7,   3), p(   7,   3), p(   7,   3),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(  10,   3), p(  10,   3), p(  10,   3), p(  10,   3),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(  13,   3), p(  13,   3), p(  13,   3), p(  13,   3),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(  16,   3), p(  16,   3), p(  16,   3), p(  16,   3),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(  19,   3), p(  19,   3), p(  19,   3), p(  19,   3),
        ],
        // King
        [
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
        ],
    ],

    passed: [p(   0,   0), p(   2,  10), p(   2,  16), p(   6,  34), p(  26,  62), p(  60, 108), p(  98, 160), p(   0,   0)],
    supported: [p(   0,   0), p(   3,   0), p(   8,   4), p(  10,   8), p(  18,  18), p(  38,  40), p(  60,  60), p(   0,   0)],
    phalanx: [p(   0,   0), p(   3,   0), p(   8,   4), p(  10,   8), p(  18,  18), p(  38,  40), p(  60,  60), p(   0,   0)],
    isolated: p( -10, -13),
    isolated_on_open_file: p( -10,  -6),
    doubled: p(  -8, -20),
    backward: p(  -8,  -9),
    backward_on_open_file: p(   0,   0),

    knight_mobility: [p( -16, -14), p( -12, -10), p(  -8,  -7), p(  -4,  -3), p(   0,   0), p(   4,   3), p(   8,   7), p(  12,  10), p(  16,  14)],
    bishop_mobility: [
        p( -17, -20), p( -14, -16), p( -10, -12), p(  -7,  -8), p(  -3,  -4), p(   0,   0), p(   3,   4), p(   7,   8),
        p(  10,  12), p(  14,  16), p(  14,  16), p(  17,  20), p(  17,  20), p(  21,  24),
    ],
    rook_mobility: [
        p( -12, -24), p( -10, -20), p(  -8, -16), p(  -6, -12), p(  -4,  -8), p(  -2,  -4), p(   0,   0), p(   2,   4),
        p(   4,   8), p(   6,  12), p(   8,  16), p(   8,  16), p(  10,  20), p(  10,  20), p(  12,  24),
    ],
    queen_mobility: [
        p( -16, -38), p( -15, -35), p( -13, -31), p( -12, -28), p( -10, -24), p(  -9, -21), p(  -7, -17), p(  -6, -14),
        p(  -4, -10), p(  -3,  -7), p(  -1,  -3), p(   0,   0), p(   1,   3), p(   3,   7), p(   4,  10), p(   6,  14),
        p(   6,  14), p(   7,  17), p(   7,  17), p(   9,  21), p(   9,  21), p(  10,  24), p(  10,  24), p(  12,  28),
        p(  12,  28), p(  13,  31), p(  13,  31), p(  15,  35),
    ],

    bishop_pair: p(  28,  48),
    rook_on_open_file: p(  30,  10),
    rook_on_half_open_file: p(  13,   8),
    outpost: [p(  22,  12), p(  14,   6)],
    shielded_minor: p(   5,   2),
    bad_bishop: p(  -2,  -5),

    pawn_threat: p(  58,  36),
    minor_threat: [p(   0,   0), p(   0,   0), p(  34,  26), p(  34,  26)],
    rook_threat: [p(   0,   0), p(   0,   0), p(   0,   0), p(  34,  26)],
    king_threat: p(   0,   0),
    hanging: p(  26,  22),
    push_threat: p(  16,  12),

    shelter_pawn: p(  12,   0),
    open_file_at_king: p( -20,   4),
    king_attack: [22, 20, 30, 34],
    ring_hit: 9,
    weak_ring: 12,
    safe_check: [34, 24, 40, 36],
    no_queen: -90,
    danger_of_open_file: 0,
    danger_with_shelter_pawn: 0,
    danger_base: 0,

    free_passer: [p(   0,   0), p(   0,   2), p(   0,   4), p(   2,   8), p(   6,  20), p(  14,  44), p(  30,  80), p(   0,   0)],
    clear_passer: [p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0)],
    blocked_passer: [p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0)],
    unstoppable_passer: p(   0,   0),
    passer_enemy_king: [p(   0,   0), p(   0,   1), p(   0,   2), p(   0,   5), p(   0,  11), p(   0,  17), p(   0,  20), p(   0,   0)],
    passer_own_king: [p(   0,   0), p(   0,   0), p(   0,  -1), p(   0,  -3), p(   0,  -6), p(   0,  -9), p(   0, -10), p(   0,   0)],

    scale_no_pawns: 8,
    scale_two_knights: 2,
    scale_opposite_bishops: [18, 6],
    scale_opposite_bishops_and_more: [44, 3],
    scale_pawns: [40, 7],
};
