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
    tempo: 19,
    material: [p(  66, 114), p( 318, 333), p( 354, 369), p( 433, 611), p(1042,1054), p(   0,   0)],
    own_king: [
        // Pawn
        [
            p(   2,   0), p(   2,   0), p(  -1,   0), p(  -2,   0), p(  -2,   1), p(  -1,   2), p(  -3,   2), p(  -5,   1),
            p(  -3,  -8), p(  -3,  -7), p(  -9,  -8), p( -12,  -9), p( -13,  -8), p(   3,  -3), p(   8,  -5), p(   3,  -6),
            p(   3,  -5), p(  -2,  -7), p(  -7,  -9), p(  -7,  -6), p(  -6,  -3), p(  -2,   0), p(   2,  -2), p(  -3,  -5),
            p(  -3,   0), p(  -5,  -3), p(   2,  -4), p(   7,  -5), p(   8,  -3), p(   1,   5), p( -10,   5), p( -12,   6),
            p(   5,  13), p(   0,   9), p(  11,  11), p(  14,   7), p(  17,   9), p(   3,  16), p( -13,  15), p( -15,  17),
            p(  14,  31), p(  13,  31), p(  19,  31), p(  24,  28), p(  25,  30), p(  10,  34), p(  -6,  34), p(  -6,  36),
            p(  35,  53), p(  35,  53), p(  37,  54), p(  39,  52), p(  40,  53), p(  28,  56), p(  17,  55), p(  17,  55),
            p(   0,  -1), p(   0,  -1), p(   0,  -1), p(   0,  -1), p(   0,   0), p(   1,   0), p(   1,   0), p(   1,   0),
        ],
        // Knight
        [
            p( -51, -39), p( -39, -30), p( -30, -22), p( -20, -13), p( -17, -12), p( -27, -21), p( -38, -30), p( -49, -39),
            p( -33, -26), p( -22, -17), p( -13,  -9), p(  -4,  -1), p(   2,   1), p(  -9,  -7), p( -20, -17), p( -32, -26),
            p( -18, -15), p(  -7,  -6), p(  -1,   3), p(  11,  11), p(  14,  12), p(   6,   3), p(  -7,  -6), p( -16, -15),
            p(  -5,  -5), p(   5,   4), p(  13,  12), p(  24,  21), p(  25,  22), p(  16,  13), p(   5,   4), p(  -5,  -5),
            p(   3,  -1), p(  14,   8), p(  24,  17), p(  35,  26), p(  34,  25), p(  23,  17), p(  11,   7), p(   2,   0),
            p(  -2,  -7), p(   9,   2), p(  19,  11), p(  30,  20), p(  30,  19), p(  19,  11), p(   8,   2), p(  -2,  -7),
            p( -22, -21), p( -11, -12), p(   0,  -2), p(  11,   6), p(  10,   6), p(  -1,  -3), p( -12, -12), p( -23, -21),
            p( -57, -43), p( -45, -33), p( -34, -24), p( -23, -15), p( -23, -15), p( -35, -24), p( -46, -33), p( -57, -42),
        ],
        // Bishop
        [
            p( -16, -12), p( -19, -10), p( -13,  -6), p( -10,  -3), p( -11,  -3), p( -16,  -8), p( -16, -11), p( -10, -12),
            p( -11, -10), p(   1,  -4), p(  -1,  -2), p(   4,   2), p(   2,   2), p(   1,  -3), p(   7,  -5), p(  -6, -11),
            p(  -8,  -5), p(  -3,  -1), p(   9,   4), p(   6,   7), p(   7,   7), p(  11,   3), p(  -1,  -3), p(  -4,  -6),
            p(  -3,  -1), p(   1,   3), p(   5,   8), p(  17,  13), p(  18,  12), p(   6,   6), p(   2,   2), p(  -3,  -2),
            p(  -3,   0), p(   2,   3), p(   5,   7), p(  18,  13), p(  18,  13), p(   5,   7), p(   0,   3), p(  -5,  -2),
            p(  -6,  -4), p(  -1,   0), p(  11,   5), p(   6,   8), p(   6,   7), p(  11,   5), p(  -3,  -1), p(  -7,  -6),
            p(  -9,  -8), p(   4,  -2), p(  -1,   0), p(   3,   4), p(   3,   3), p(  -2,  -1), p(   4,  -3), p( -10, -10),
            p(  -3, -11), p(  -8,  -8), p(  -4,  -4), p(   0,  -1), p(   0,  -1), p(  -5,  -5), p(  -8,  -9), p(  -3, -11),
        ],
        // Rook
        [
            p(  -1,  -4), p(   3,  -3), p(   6,  -4), p(  13,  -5), p(  16,  -6), p(   6,  -7), p(  -6,  -6), p( -15,  -6),
            p( -13,  -4), p(  -9,  -4), p(  -7,  -4), p(  -6,  -5), p(  -6,  -6), p(  -8,  -6), p( -13,  -5), p( -21,  -6),
            p( -11,  -1), p(  -8,  -1), p(  -7,  -1), p(  -6,  -2), p(  -7,  -3), p(  -8,  -3), p( -10,  -2), p( -15,  -3),
            p(  -7,   4), p(  -5,   4), p(  -4,   4), p(  -4,   3), p(  -5,   3), p(  -6,   3), p(  -7,   3), p( -10,   2),
            p(   0,  11), p(   1,  11), p(   2,  11), p(   2,  10), p(   2,   9), p(   0,   9), p(  -1,   9), p(  -2,   9),
            p(   7,  14), p(   8,  14), p(   8,  14), p(   9,  13), p(   8,  12), p(   7,  12), p(   6,  12), p(   5,  11),
            p(  15,  19), p(  16,  19), p(  16,  18), p(  17,  17), p(  17,  17), p(  15,  16), p(  14,  16), p(  13,  16),
            p(   7,  17), p(   8,  17), p(   8,  16), p(   9,  15), p(   9,  15), p(   7,  14), p(   6,  14), p(   5,  14),
        ],
        // Queen
        [
            p(  -6, -29), p(  -4, -21), p(  -2, -14), p(   1,  -6), p(   0,  -6), p(  -4, -14), p(  -6, -22), p(  -8, -30),
            p(  -1, -20), p(   1, -12), p(   1,  -4), p(   4,   3), p(   5,   3), p(   0,  -5), p(  -2, -13), p(  -3, -20),
            p(  -4, -11), p(  -2,  -4), p(  -1,   5), p(   1,  12), p(   0,  12), p(   0,   4), p(  -2,  -3), p(  -3, -11),
            p(  -6,  -3), p(  -4,   6), p(  -3,  14), p(   0,  22), p(   0,  22), p(  -1,  14), p(  -2,   6), p(  -4,  -2),
            p(  -6,  -2), p(  -4,   6), p(  -2,  14), p(   1,  22), p(   2,  22), p(   0,  15), p(  -1,   7), p(  -2,  -2),
            p(  -3, -11), p(  -1,  -3), p(   2,   5), p(   4,  13), p(   6,  14), p(   4,   6), p(   3,  -2), p(   0, -11),
            p(  -6, -20), p(  -3, -12), p(  -1,  -4), p(   2,   4), p(   3,   5), p(   1,  -3), p(  -1, -11), p(  -3, -20),
            p(  -9, -29), p(  -6, -21), p(  -4, -13), p(  -1,  -5), p(  -1,  -5), p(  -2, -12), p(  -4, -20), p(  -7, -29),
        ],
        // King
        [
            p(   0,   0), p(   0,   0), p(   0,   0), p(  -1,  -1), p(  -9,  -7), p( -13, -16), p(  30, -26), p(  20, -38),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p( -33,  12), p( -38,   3), p(   2,  -7), p(  -7, -20),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p( -62,  25), p( -67,  14), p( -25,   4), p( -34,  -6),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,  -1), p( -90,  36), p( -96,  26), p( -54,  16), p( -62,   6),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,  -1), p( -90,  37), p( -96,  26), p( -54,  16), p( -62,   5),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p( -90,  24), p( -96,  14), p( -54,   4), p( -62,  -8),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p( -90,  12), p( -96,   1), p( -54,  -9), p( -62, -20),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p( -90,  -1), p( -96, -12), p( -54, -23), p( -62, -34),
        ],
    ],
    enemy_king: [
        // Pawn
        [
            p(   1,   1), p(   1,   0), p(  -1,   1), p(  -2,   1), p(  -2,   1), p(  -1,   1), p(  -2,   1), p(  -3,   0),
            p(   0,   0), p(   3,  -1), p(  -3,  -1), p(  -4,  -1), p(  -6,   0), p(   2,   1), p(  -3,   1), p(  -6,  -2),
            p(   2,   1), p(   2,   1), p(  -1,  -1), p(   1,   2), p(  -2,   1), p(  -4,  -1), p(  -6,  -4), p(  -6,  -4),
            p(   4,   5), p(   0,   2), p(   1,   1), p(  -3,  -1), p(   3,  -5), p(   3,  -2), p(   3,  -2), p(  -1,   0),
            p(   4,   8), p(   1,   6), p(   2,   6), p(  -2,   2), p(   6,  -5), p(   9,  -2), p(   8,  -4), p(   8,   0),
            p(   4,  11), p(   2,   9), p(   1,   9), p(   0,   6), p(  12,  -4), p(  14,  -3), p(  14,  -4), p(  13,  -4),
            p(   2,  13), p(   1,  12), p(   0,  12), p(   0,  11), p(  -1,  -2), p(  -1,  -3), p(  -1,  -4), p(  -2,  -5),
            p(   2,   1), p(   1,   1), p(   1,   1), p(   0,   0), p(   0,  -1), p(   0,  -1), p(   0,  -2), p(  -1,  -2),
        ],
        // Knight
        [
            p(  -1,   1), p(   0,   1), p(  -1,   0), p(  -2,   0), p(  -1,   0), p(   0,   0), p(   1,   0), p(   1,   0),
            p(  -1,   1), p(   0,   1), p(   0,   1), p(  -3,  -1), p(  -1,   0), p(  -1,   0), p(   0,   0), p(   0,   0),
            p(   0,   1), p(   0,   1), p(  -1,   1), p(  -3,   0), p(  -2,   0), p(  -2,  -1), p(   0,   0), p(   2,   0),
            p(   1,   1), p(   1,   1), p(   0,   1), p(  -2,   1), p(   0,  -2), p(   0,  -1), p(   2,  -1), p(   4,   0),
            p(   2,   1), p(   1,   1), p(   0,   0), p(   0,   0), p(   5,  -1), p(   4,  -1), p(   3,  -1), p(   6,   0),
            p(   1,   1), p(   0,   1), p(   0,   1), p(   0,   0), p(   8,   0), p(   8,  -1), p(   8,   0), p(   9,   0),
            p(   0,   1), p(   0,   1), p(   0,   1), p(   0,   0), p(  11,   0), p(  11,   0), p(  11,   0), p(  11,  -1),
            p(   0,   1), p(   0,   1), p(   0,   1), p(   0,   0), p(  14,   0), p(  14,   0), p(  14,   0), p(  14,  -1),
        ],
        // Bishop
        [
            p(   3,   1), p(   4,   0), p(   0,  -1), p(  -1,  -1), p(  -3,  -1), p(  -5,  -2), p(  -2,  -1), p(  -1,  -1),
            p(  -3,   0), p(   3,   0), p(   5,   0), p(   0,   0), p(  -5,   0), p(  -1,  -1), p(   0,  -2), p(   0,  -1),
            p(  -2,   1), p(  -1,   1), p(   2,   0), p(   4,   1), p(  -1,   1), p(  -2,  -1), p(  -1,  -1), p(  -1,   0),
            p(  -2,   1), p(  -2,   1), p(  -2,   1), p(   3,   1), p(   6,   0), p(   2,   0), p(   1,   0), p(   1,   0),
            p(  -2,   1), p(  -2,   1), p(  -2,   1), p(  -2,   1), p(   7,   1), p(   7,   1), p(   2,   1), p(   1,   1),
            p(  -2,   1), p(  -1,   2), p(  -2,   1), p(  -2,   2), p(   4,   1), p(   9,   1), p(   9,   1), p(   3,   1),
            p(  -2,   1), p(  -2,   2), p(  -2,   2), p(  -2,   2), p(   6,   1), p(   6,   1), p(  11,   1), p(  11,   1),
            p(  -2,   1), p(  -2,   1), p(  -2,   1), p(  -2,   1), p(   8,   1), p(   8,   1), p(   8,   1), p(  13,   1),
        ],
        // Rook
        [
            p(  -5,   2), p(  -4,   1), p(   0,   1), p(   3,  -1), p(   8,  -2), p(   2,  -4), p(  -1,  -2), p(  -6,  -4),
            p(  -5,   1), p(  -2,   1), p(   0,   0), p(   0,  -1), p(   5,  -1), p(   3,  -3), p(   0,  -2), p(  -7,  -3),
            p(  -3,   1), p(  -1,   1), p(  -1,   1), p(  -1,  -1), p(   4,  -1), p(   4,  -1), p(   4,   0), p(   0,  -1),
            p(  -1,   2), p(   0,   2), p(   0,   2), p(   0,   1), p(   5,   1), p(   5,   1), p(   5,   1), p(   4,   1),
            p(   0,   2), p(   0,   3), p(   1,   3), p(   1,   2), p(   6,   1), p(   6,   1), p(   6,   2), p(   6,   2),
            p(   0,   3), p(   1,   4), p(   1,   4), p(   1,   3), p(   8,   2), p(   8,   2), p(   8,   2), p(   9,   2),
            p(   1,   4), p(   1,   4), p(   1,   4), p(   1,   3), p(   9,   3), p(   9,   2), p(   9,   2), p(   9,   2),
            p(   1,   4), p(   1,   4), p(   1,   4), p(   1,   3), p(  10,   3), p(  10,   2), p(  10,   2), p(  10,   3),
        ],
        // Queen
        [
            p(  -2,  -1), p(  -2,  -1), p(  -3,  -1), p(  -1,  -2), p(   4,   1), p(   2,   1), p(   2,   1), p(   2,   2),
            p(  -2,  -1), p(  -2,  -1), p(  -3,  -1), p(  -2,  -1), p(   2,   1), p(   1,   1), p(   1,   1), p(   1,   2),
            p(  -3,  -1), p(  -3,  -1), p(  -4,  -1), p(  -5,  -1), p(  -1,   1), p(   1,   1), p(   0,   2), p(   1,   2),
            p(  -3,  -1), p(  -4,   0), p(  -5,  -1), p(  -5,  -1), p(   3,   2), p(   4,   2), p(   4,   2), p(   3,   2),
            p(  -2,   0), p(  -2,   0), p(  -3,   0), p(  -3,   0), p(   8,   2), p(   7,   2), p(   7,   2), p(   7,   2),
            p(  -3,   0), p(  -2,   0), p(  -2,   0), p(  -2,   0), p(  11,   2), p(  10,   2), p(  10,   2), p(  10,   2),
            p(  -3,   0), p(  -2,   0), p(  -2,   0), p(  -2,   0), p(  14,   2), p(  14,   2), p(  13,   2), p(  13,   2),
            p(  -3,   0), p(  -2,   0), p(  -2,   0), p(  -2,   0), p(  17,   2), p(  17,   2), p(  16,   2), p(  16,   2),
        ],
        // King
        [
            p(   1,   0), p(   0,  -1), p(   1,  -1), p(  -3,  -1), p(  -2,  -1), p(  -3,   1), p(  -1,   2), p(  -2,   0),
            p(   0,   0), p(   0,   0), p(   1,   0), p(   1,   0), p(   1,   0), p(   1,   2), p(   0,   2), p(   0,   2),
            p(   0,   0), p(   0,   0), p(   0,  -1), p(   0,  -1), p(   0,   0), p(   1,   0), p(   0,   1), p(   0,   2),
            p(   0,   0), p(   0,   0), p(   0,  -1), p(   0,  -1), p(   0,  -1), p(   0,  -1), p(   0,   0), p(   0,   0),
            p(   0,   1), p(   0,   1), p(   0,   0), p(   0,  -1), p(   0,  -1), p(   0,  -1), p(   0,  -1), p(   0,   0),
            p(   0,   1), p(   0,   1), p(   0,   1), p(   0,  -1), p(   0,  -1), p(   0,   0), p(   0,   0), p(   0,  -1),
            p(   0,   1), p(   0,   1), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
            p(   0,   1), p(   0,   1), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0),
        ],
    ],

    passed: [p(   0,   0), p(   0,  11), p(   3,  22), p(   4,  40), p(  24,  66), p(  58, 102), p(  97, 157), p(   0,   0)],
    supported: [p(   0,   0), p(   3,   0), p(  13,  16), p(  13,   7), p(   4,  -1), p(  37,  39), p(  61,  55), p(   0,   0)],
    phalanx: [p(   0,   0), p(   2,  -2), p(   8,   7), p(   7,   7), p(  16,  14), p(  42,  45), p(  60,  61), p(   0,   0)],
    isolated: p( -10,  -6),
    isolated_on_open_file: p(   0,  -6),
    doubled: p(   5, -18),
    backward: p(   2, -17),
    backward_on_open_file: p(  -5,  -5),

    knight_mobility: [p( -26, -17), p( -23, -13), p( -16,  -8), p(  -6,  -2), p(  -1,   4), p(   4,   9), p(   6,  13), p(  14,  13), p(  18,  13)],
    bishop_mobility: [
        p( -31, -25), p( -29, -22), p( -22, -17), p(  -8,  -8), p(   1,  -3), p(   8,   5), p(   9,  10), p(  12,  18),
        p(  13,  20), p(  17,  22), p(  16,  21), p(  18,  23), p(  17,  21), p(  21,  24),
    ],
    rook_mobility: [
        p( -28, -30), p( -32, -28), p( -20, -24), p( -13, -19), p(  -5, -11), p(  -2,  -5), p(  -2,   1), p(   2,   8),
        p(   8,  17), p(  10,  22), p(  10,  26), p(  11,  26), p(  13,  32), p(  13,  31), p(  16,  35),
    ],
    queen_mobility: [
        p( -17, -38), p( -16, -35), p( -14, -31), p( -13, -29), p( -11, -25), p( -10, -22), p( -13, -19), p( -12, -16),
        p(  -8, -12), p(  -8,  -9), p(  -4,  -4), p(   0,   0), p(   4,   5), p(   8,  11), p(  10,  15), p(  10,  19),
        p(  11,  19), p(  12,  21), p(  11,  20), p(  12,  23), p(  10,  22), p(  11,  24), p(  10,  24), p(  12,  27),
        p(  12,  26), p(  12,  29), p(  13,  29), p(  14,  33),
    ],

    bishop_pair: p(  19,  57),
    rook_on_open_file: p(  42,  17),
    rook_on_half_open_file: p(  14,  26),
    outpost: [p(  30,  15), p(   9,  17)],
    shielded_minor: p(   5,  19),
    bad_bishop: p(  -8,   0),

    pawn_threat: p(  59,  33),
    minor_threat: [p(  13,  10), p(  13,   7), p(  36,  27), p(  41,  26)],
    rook_threat: [p(  -2,  10), p(  20,  13), p(   0,   0), p(  39,  27)],
    king_threat: p(  15,  13),
    hanging: p(  15,  51),
    push_threat: p(  26,   9),

    shelter_pawn: p(   8,  -8),
    open_file_at_king: p( -19,   9),
    king_attack: [12, 12, 40, 38],
    ring_hit: 9,
    weak_ring: 18,
    safe_check: [46, 35, 59, 65],
    no_queen: -92,
    danger_of_open_file: 3,
    danger_with_shelter_pawn: -4,
    danger_base: 13,

    free_passer: [p(   0,   0), p(  -3,   5), p(  -2,  10), p(   4,  13), p(   2,  30), p(  16,  57), p(  34,  91), p(   0,   0)],
    clear_passer: [p(   0,   0), p(   1,   5), p(   1,  11), p(   1,  15), p(   4,  17), p(   3,  14), p(   2,   7), p(   0,   0)],
    blocked_passer: [p(   0,   0), p(   1,  -2), p(  -1,  -1), p(  -4,  -1), p(  -1,  -1), p(   0,  -4), p(  -6, -10), p(   0,   0)],
    unstoppable_passer: p(   0,  12),
    passer_enemy_king: [p(   0,   0), p(  -4,   3), p(  -2,   1), p(  -1,  14), p(  -4,  21), p(  -1,  34), p(  13,  35), p(   0,   0)],
    passer_own_king: [p(   0,   0), p(   5,  -1), p(   0,  -2), p(   0, -12), p(   0, -14), p(  -8, -18), p(  -8, -21), p(   0,   0)],

    scale_no_pawns: 8,
    scale_two_knights: 2,
    scale_opposite_bishops: [18, 6],
    scale_opposite_bishops_and_more: [44, 3],
    scale_pawns: [40, 7],
};
