//! The numbers of the evaluation, in centipawns, all of them in one place.
//!
//! They are tuned: a build with the feature `tune` plays games against itself and
//! fits these numbers to their positions (`src/tune`), then writes them back into
//! this file. It replaces the numbers in [`WEIGHTS`] and leaves all else as it is,
//! so comments and order are for people to edit.

use super::Pair;
use crate::types::Centipawns;

/// The weights by term. `p(middlegame, endgame)` is a [`Pair`]; ranks are counted
/// from a side's own first; kinds go from pawn or, where pawns don't count, from
/// knight to queen or king. Tables of 64 squares start at a1 and go rank by rank.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Weights {
    /// Being on the move.
    pub tempo: Centipawns,
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
    /// An enemy piece or pawn is attacked and not sufficiently defended.
    pub hanging: Pair,
    /// A pawn could step to attack a piece.
    pub push_threat: Pair,

    /// For each pawn within two ranks before the king, three at most.
    pub shelter_pawn: Pair,
    /// A file at the king without own pawns ahead of it.
    pub open_file_at_king: Pair,
    /// Danger of an attack on the king's surroundings by kind (knight to queen).
    pub king_attack: [i32; 4],
    /// Danger of each hit on a square of the surroundings.
    pub ring_hit: i32,
    /// Danger of each attacked square there that is badly defended.
    pub weak_ring: i32,
    /// Danger of a safe checking square by kind (knight to queen).
    pub safe_check: [i32; 4],
    /// Danger if the attacker has no queen.
    pub no_queen: i32,
    /// Danger of each such file and with each such pawn as above.
    pub danger_of_open_file: i32,
    pub danger_with_shelter_pawn: i32,
    /// Danger of any attack.
    pub danger_base: i32,

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
    pub scale_no_pawns: i32,
    /// Two knights can't mate but for blunders.
    pub scale_two_knights: i32,
    /// Bishops of opposite colours and nothing else, and with each pawn of the
    /// stronger side.
    pub scale_opposite_bishops: [i32; 2],
    /// The same with other pieces.
    pub scale_opposite_bishops_and_more: [i32; 2],
    /// Every pawn exchanged brings the draw nearer.
    pub scale_pawns: [i32; 2],
}

const fn p(middlegame: Centipawns, endgame: Centipawns) -> Pair {
    Pair::new(middlegame, endgame)
}

/// The weights of the evaluation.
#[rustfmt::skip]
pub(super) static WEIGHTS: Weights = Weights {
    tempo: 19,
    material: [p(  60, 119), p( 305, 350), p( 346, 383), p( 401, 645), p(1051,1074), p(   0,   0)],
    own_king: [
        // Pawn
        [
            p(   4,  -1), p(   3,   0), p(  -1,  -1), p(  -3,   1), p(  -3,   3), p(  -2,   5), p(  -4,   4), p(  -7,   3),
            p(  -1,  -9), p(  -1,  -8), p(  -9, -11), p( -13,  -8), p( -15,  -7), p(   4,   1), p(   8,  -4), p(  -1,  -4),
            p(   8,  -5), p(  -1, -10), p(  -8, -15), p(  -7,  -4), p(  -6,   0), p(  -1,   4), p(   1,  -1), p(  -8,  -5),
            p(  -3,   0), p(  -6,  -6), p(   2,  -9), p(   6,  -8), p(   8,  -4), p(   3,   9), p(  -8,   7), p( -13,   9),
            p(   8,  13), p(  -2,   5), p(  13,  10), p(  11,   4), p(  18,   7), p(   5,  19), p( -11,  16), p( -15,  21),
            p(  15,  26), p(  14,  27), p(  19,  28), p(  22,  24), p(  26,  29), p(  11,  36), p(  -2,  35), p(  -2,  38),
            p(  36,  48), p(  36,  50), p(  37,  53), p(  39,  51), p(  40,  53), p(  30,  57), p(  19,  55), p(  20,  54),
            p(   0,  -4), p(   0,  -3), p(   0,  -2), p(   0,  -1), p(   1,   0), p(   2,   1), p(   3,   1), p(   3,   1),
        ],
        // Knight
        [
            p( -50, -36), p( -37, -27), p( -32, -22), p( -23, -15), p( -14, -11), p( -24, -19), p( -34, -29), p( -46, -38),
            p( -34, -24), p( -22, -16), p( -14,  -9), p(  -6,  -4), p(   5,   2), p(  -6,  -6), p( -18, -16), p( -30, -25),
            p( -18, -14), p(  -6,  -5), p(  -6,   2), p(   8,  11), p(  15,  13), p(   8,   3), p(  -7,  -5), p( -12, -14),
            p(  -4,  -6), p(   5,   3), p(  10,  12), p(  20,  20), p(  24,  21), p(  16,  13), p(   6,   5), p(  -3,  -4),
            p(   6,  -1), p(  14,   8), p(  23,  16), p(  37,  25), p(  32,  23), p(  22,  16), p(  10,   7), p(   4,   1),
            p(  -1,  -7), p(   8,   3), p(  19,  11), p(  29,  20), p(  28,  18), p(  17,  10), p(   7,   2), p(  -1,  -6),
            p( -21, -21), p( -10, -11), p(   2,  -1), p(  10,   6), p(  10,   5), p(  -2,  -2), p( -11, -11), p( -23, -21),
            p( -57, -43), p( -45, -33), p( -34, -24), p( -23, -15), p( -24, -15), p( -35, -23), p( -45, -32), p( -56, -41),
        ],
        // Bishop
        [
            p( -19, -12), p( -20,  -9), p( -14,  -7), p( -10,  -3), p( -10,  -3), p( -14, -10), p( -13, -13), p(  -4, -14),
            p( -14, -10), p(   0,  -3), p(   0,  -2), p(   3,   2), p(   1,   3), p(   4,  -4), p(  10,  -8), p(  -2, -13),
            p(  -9,  -4), p(  -3,   0), p(   5,   5), p(   6,   9), p(   9,   7), p(  11,   2), p(   0,  -4), p(   0,  -6),
            p(  -3,   1), p(   0,   5), p(   5,  11), p(  16,  14), p(  18,  12), p(   7,   4), p(   3,   1), p(  -2,  -4),
            p(  -3,   3), p(   2,   5), p(   4,   7), p(  17,  15), p(  17,  14), p(   5,   8), p(  -1,   3), p(  -8,  -3),
            p(  -7,   0), p(  -1,   3), p(  10,   7), p(   6,  11), p(   4,   9), p(   9,   6), p(  -3,   0), p(  -9,  -6),
            p( -10,  -5), p(   3,   0), p(  -1,   3), p(   2,   7), p(   1,   5), p(  -3,   0), p(   3,  -2), p( -10,  -9),
            p(  -4,  -7), p(  -9,  -5), p(  -5,  -1), p(  -1,   2), p(  -2,   1), p(  -6,  -4), p(  -9,  -8), p(  -3, -11),
        ],
        // Rook
        [
            p(  -1,  -5), p(   4,  -3), p(   5,  -5), p(  14,  -8), p(  20,  -9), p(   7, -11), p( -10,  -6), p( -18,  -5),
            p( -16,  -5), p(  -8,  -4), p(  -7,  -6), p(  -4,  -7), p(  -5,  -9), p(  -8,  -9), p( -16,  -5), p( -29,  -7),
            p( -12,   1), p(  -7,   0), p(  -5,  -1), p(  -5,  -3), p(  -8,  -5), p(  -8,  -4), p(  -9,  -2), p( -20,  -4),
            p(  -4,   7), p(  -3,   6), p(  -2,   5), p(  -3,   4), p(  -4,   3), p(  -8,   3), p(  -8,   3), p( -12,   2),
            p(   2,  14), p(   3,  14), p(   4,  14), p(   4,  12), p(   2,  10), p(   0,  10), p(  -2,  10), p(  -3,  10),
            p(   9,  19), p(  11,  20), p(  10,  18), p(  10,  16), p(   9,  15), p(   7,  13), p(   6,  12), p(   5,  12),
            p(  16,  24), p(  18,  24), p(  18,  22), p(  18,  20), p(  18,  20), p(  15,  18), p(  14,  17), p(  14,  18),
            p(   9,  23), p(  10,  22), p(  10,  20), p(  10,  18), p(  10,  18), p(   7,  16), p(   6,  16), p(   6,  17),
        ],
        // Queen
        [
            p(  -3, -29), p(  -2, -22), p(  -1, -15), p(   2,  -7), p(   1,  -7), p(  -4, -15), p(  -6, -22), p(  -8, -30),
            p(   1, -20), p(   4, -12), p(   1,  -5), p(   4,   2), p(   6,   2), p(  -2,  -6), p(  -3, -13), p(  -4, -21),
            p(  -6, -12), p(  -3,  -4), p(  -3,   4), p(  -1,  12), p(  -2,  12), p(   1,   4), p(  -2,  -2), p(  -2, -10),
            p(  -9,  -3), p(  -7,   6), p(  -6,  15), p(  -3,  22), p(  -1,  22), p(   0,  16), p(  -1,   8), p(  -3,   0),
            p(  -9,  -2), p(  -8,   6), p(  -4,  15), p(   0,  23), p(   3,  24), p(   2,  17), p(   3,   9), p(   2,   1),
            p(  -7, -11), p(  -5,  -3), p(   0,   6), p(   4,  15), p(   8,  16), p(   7,   8), p(   7,   1), p(   4,  -8),
            p(  -9, -19), p(  -6, -10), p(  -2,  -2), p(   2,   7), p(   5,   7), p(   5,   0), p(   3,  -8), p(   0, -17),
            p( -13, -28), p(  -8, -19), p(  -4, -11), p(   0,  -2), p(   2,  -2), p(   1, -10), p(  -1, -18), p(  -3, -26),
        ],
        // King
        [
            p(   0,  -1), p(   0,  -1), p(   0,  -1), p(  -1,  -2), p( -10,  -8), p( -14, -15), p(  28, -24), p(  18, -38),
            p(   0,  -1), p(   0,  -1), p(   0,  -1), p(   1,  -1), p( -30,  11), p( -35,   5), p(   1,  -4), p(  -8, -18),
            p(   0,  -1), p(   0,  -1), p(   0,  -1), p(   1,  -1), p( -60,  24), p( -66,  13), p( -25,   6), p( -34,  -4),
            p(   0,  -1), p(   0,  -1), p(   0,  -1), p(   0,  -2), p( -90,  35), p( -95,  25), p( -53,  16), p( -61,   6),
            p(   0,  -1), p(   0,  -1), p(   0,  -1), p(   0,  -2), p( -90,  35), p( -96,  26), p( -53,  16), p( -61,   6),
            p(   0,   0), p(   0,  -1), p(   0,  -1), p(   0,  -1), p( -90,  23), p( -95,  15), p( -53,   5), p( -61,  -7),
            p(   0,   0), p(   0,   0), p(   0,  -1), p(   0,  -1), p( -90,  11), p( -95,   2), p( -53,  -8), p( -61, -19),
            p(   0,   0), p(   0,   0), p(   0,   0), p(   0,   0), p( -90,  -1), p( -96, -11), p( -53, -22), p( -61, -33),
        ],
    ],
    enemy_king: [
        // Pawn
        [
            p(   1,   1), p(   2,   0), p(  -1,   1), p(  -3,   2), p(  -4,   3), p(  -1,   3), p(  -3,   3), p(  -5,   2),
            p(   1,   0), p(   5,  -3), p(  -4,  -2), p(  -5,   0), p(  -8,   1), p(   3,   3), p(  -4,   3), p(  -9,  -1),
            p(   2,   2), p(   4,   2), p(  -1,  -3), p(   2,   4), p(  -4,   3), p(  -5,   0), p(  -8,  -6), p(  -7,  -5),
            p(   8,   5), p(   2,   1), p(   4,   0), p(  -4,  -2), p(   2,  -7), p(   3,  -1), p(   3,  -1), p(  -6,   3),
            p(   9,  10), p(   4,   6), p(   6,   8), p(   0,   0), p(   3,  -7), p(   9,  -1), p(   5,  -7), p(   5,   1),
            p(  11,  13), p(   7,  11), p(   3,   9), p(   1,   5), p(   9,  -6), p(  13,  -5), p(  14,  -8), p(  11,  -8),
            p(   7,  14), p(   5,  13), p(   3,  14), p(   1,  11), p(  -2,  -3), p(  -2,  -4), p(  -2,  -8), p(  -4, -12),
            p(   5,   3), p(   4,   3), p(   3,   2), p(   1,   1), p(  -1,  -1), p(  -1,  -2), p(  -2,  -5), p(  -2,  -7),
        ],
        // Knight
        [
            p(   0,   4), p(   3,   4), p(   0,   1), p(  -3,  -1), p(  -1,   0), p(   1,   1), p(   4,   1), p(   3,   0),
            p(  -2,   3), p(   2,   4), p(   2,   2), p(  -3,  -3), p(  -1,   0), p(  -2,   0), p(   0,   0), p(   2,   0),
            p(   2,   3), p(   1,   3), p(  -1,   3), p(  -4,   1), p(  -3,   0), p(  -5,  -3), p(  -1,  -1), p(   5,   0),
            p(   3,   2), p(   2,   3), p(   0,   3), p(  -2,   2), p(  -4,  -4), p(  -2,  -4), p(   1,  -2), p(   6,  -1),
            p(   5,   3), p(   2,   1), p(   0,   1), p(   0,  -1), p(   4,  -2), p(   3,  -2), p(   2,  -2), p(   7,  -1),
            p(   2,   3), p(  -1,   2), p(  -2,   1), p(  -1,   0), p(   6,  -1), p(   6,  -2), p(   7,  -1), p(  10,  -1),
            p(   2,   2), p(   1,   3), p(   2,   4), p(   0,   0), p(  10,   0), p(  10,  -1), p(  11,  -1), p(  10,  -2),
            p(   0,   2), p(   1,   2), p(   1,   3), p(   0,   1), p(  14,   0), p(  14,   0), p(  14,  -1), p(  14,  -2),
        ],
        // Bishop
        [
            p(   3,   2), p(   6,   2), p(   2,  -1), p(   0,  -1), p(  -4,  -1), p(  -6,  -3), p(  -2,  -4), p(   2,  -3),
            p(  -3,   0), p(   4,   1), p(   7,   1), p(   2,   1), p(  -8,   0), p(   0,  -2), p(   0,  -4), p(   1,  -3),
            p(  -1,   3), p(   0,   2), p(  -1,   0), p(   4,   2), p(   0,   2), p(  -3,  -2), p(  -2,  -2), p(   1,  -2),
            p(  -2,   3), p(  -2,   3), p(  -2,   3), p(   1,   3), p(   5,   0), p(   3,  -1), p(   2,  -1), p(   1,  -1),
            p(  -4,   3), p(  -2,   2), p(  -3,   2), p(  -3,   3), p(   7,   2), p(   7,   1), p(   2,   2), p(  -1,   1),
            p(  -4,   3), p(  -2,   4), p(  -3,   3), p(  -3,   4), p(   3,   3), p(   8,   2), p(   9,   3), p(   2,   2),
            p(  -4,   4), p(  -3,   4), p(  -3,   5), p(  -2,   4), p(   5,   3), p(   6,   2), p(  10,   2), p(  11,   2),
            p(  -3,   4), p(  -4,   4), p(  -3,   4), p(  -3,   4), p(   7,   3), p(   8,   2), p(   8,   3), p(  14,   2),
        ],
        // Rook
        [
            p(  -6,   5), p(  -6,   2), p(   1,   3), p(   5,  -4), p(  12,  -5), p(   1, -10), p(  -1,  -3), p(  -6,  -6),
            p(  -8,   2), p(  -3,   3), p(   1,   0), p(   0,  -4), p(   7,  -4), p(   4,  -7), p(  -1,  -4), p( -15,  -6),
            p(  -6,   4), p(  -2,   3), p(  -1,   1), p(  -1,  -2), p(   5,  -2), p(   6,  -2), p(   6,  -2), p(  -3,  -3),
            p(  -1,   5), p(   0,   5), p(   0,   4), p(   1,   2), p(   6,   1), p(   5,   0), p(   6,   1), p(   4,   1),
            p(   0,   5), p(   1,   6), p(   2,   6), p(   2,   4), p(   7,   2), p(   6,   2), p(   7,   3), p(   7,   3),
            p(   0,   7), p(   2,   8), p(   3,   8), p(   2,   6), p(   9,   4), p(   8,   3), p(  10,   4), p(  12,   4),
            p(   1,   9), p(   1,   9), p(   2,   9), p(   2,   7), p(  10,   5), p(  10,   3), p(  10,   4), p(  11,   4),
            p(   2,  10), p(   2,  11), p(   2,   8), p(   2,   7), p(  11,   5), p(  11,   4), p(  11,   4), p(  12,   5),
        ],
        // Queen
        [
            p(   0,   0), p(  -2,   0), p(  -3,  -2), p(  -1,  -3), p(   7,  -1), p(   3,  -1), p(   4,   0), p(   3,   0),
            p(   1,   0), p(   0,   1), p(  -5,   0), p(  -1,  -2), p(   3,  -1), p(   0,  -2), p(   1,  -1), p(   1,   0),
            p(  -2,   1), p(  -2,   0), p(  -5,   0), p(  -6,  -2), p(  -3,   0), p(   1,   0), p(  -1,   0), p(   0,   1),
            p(  -2,   1), p(  -5,   2), p(  -7,   1), p(  -8,   0), p(   2,   2), p(   4,   2), p(   3,   1), p(   1,   1),
            p(   0,   2), p(  -1,   2), p(  -3,   2), p(  -3,   1), p(   8,   3), p(   7,   3), p(   6,   2), p(   6,   2),
            p(  -2,   2), p(  -1,   3), p(  -1,   3), p(  -1,   2), p(  12,   4), p(  11,   2), p(  10,   2), p(  10,   2),
            p(  -3,   2), p(  -1,   3), p(   0,   4), p(   0,   2), p(  15,   4), p(  14,   4), p(  14,   3), p(  13,   2),
            p(  -3,   2), p(  -1,   3), p(   0,   3), p(   0,   2), p(  18,   4), p(  17,   4), p(  16,   3), p(  16,   2),
        ],
        // King
        [
            p(   1,  -1), p(   0,  -3), p(   3,  -2), p(  -4,  -3), p(  -2,  -2), p(  -6,   2), p(  -3,   5), p(  -6,   0),
            p(  -2,  -2), p(   0,   0), p(   2,  -2), p(   3,  -1), p(   2,  -1), p(   3,   5), p(  -2,   5), p(   0,   5),
            p(  -1,  -1), p(   0,   0), p(   0,  -2), p(   0,  -2), p(   2,   0), p(   2,   1), p(   1,   3), p(   1,   4),
            p(   0,   0), p(   0,   0), p(   0,  -1), p(   0,  -3), p(   0,  -2), p(   1,  -1), p(   1,   0), p(   1,   0),
            p(   1,   3), p(   1,   2), p(   0,   0), p(   0,  -2), p(   0,  -3), p(   0,  -2), p(   0,  -3), p(   0,  -2),
            p(   1,   3), p(   1,   3), p(   1,   2), p(   0,  -1), p(   0,  -2), p(   0,  -1), p(   0,  -2), p(   0,  -2),
            p(   1,   3), p(   1,   3), p(   0,   2), p(   0,   0), p(   0,  -1), p(   0,  -1), p(   0,  -1), p(   0,  -2),
            p(   1,   2), p(   1,   2), p(   0,   1), p(   0,   0), p(   0,  -1), p(   0,  -1), p(   0,  -1), p(   0,  -2),
        ],
    ],

    passed: [p(   0,   0), p(  -2,  13), p(   6,  30), p(   2,  49), p(  24,  72), p(  57,  98), p(  97, 152), p(   0,   0)],
    supported: [p(   0,   0), p(   3,   0), p(  14,  18), p(  12,   7), p(   2,  -1), p(  33,  43), p(  65,  43), p(   0,   0)],
    phalanx: [p(   0,   0), p(   3,  -4), p(   8,   8), p(   6,   8), p(  16,  10), p(  55,  56), p(  61,  62), p(   0,   0)],
    isolated: p( -11,  -6),
    isolated_on_open_file: p(   3,  -9),
    doubled: p(   8, -19),
    backward: p(   5, -20),
    backward_on_open_file: p(  -6,  -5),

    knight_mobility: [p( -37, -21), p( -34, -16), p( -23,  -9), p( -11,   1), p(  -3,  12), p(   3,  18), p(   4,  23), p(  15,  20), p(  20,  16)],
    bishop_mobility: [
        p( -43, -32), p( -36, -28), p( -23, -20), p(  -8,  -5), p(   1,   0), p(   9,  11), p(  10,  17), p(  11,  28),
        p(  12,  30), p(  18,  28), p(  16,  29), p(  19,  29), p(  18,  24), p(  21,  24),
    ],
    rook_mobility: [
        p( -40, -36), p( -47, -35), p( -20, -29), p( -12, -21), p(  -4,  -8), p(  -1,  -1), p(  -3,   7), p(   2,  14),
        p(   8,  27), p(   9,  32), p(   8,  35), p(   9,  37), p(  13,  47), p(  14,  46), p(  18,  47),
    ],
    queen_mobility: [
        p( -18, -40), p( -18, -37), p( -15, -33), p( -13, -31), p( -10, -28), p(  -8, -26), p( -14, -24), p( -12, -20),
        p(  -7, -16), p( -10, -11), p(  -3,  -4), p(   0,   2), p(   5,  10), p(  10,  20), p(  13,  27), p(  12,  30),
        p(  16,  30), p(  19,  32), p(  17,  29), p(  17,  30), p(  14,  26), p(  13,  26), p(  12,  23), p(  12,  24),
        p(  11,  22), p(  11,  23), p(  11,  24), p(  13,  28),
    ],

    bishop_pair: p(  10,  68),
    rook_on_open_file: p(  42,  10),
    rook_on_half_open_file: p(  13,  28),
    outpost: [p(  31,  16), p(   0,  27)],
    shielded_minor: p(   4,  22),
    bad_bishop: p(  -8,  -1),

    pawn_threat: p(  61,  27),
    minor_threat: [p(  14,  20), p(  17,  14), p(  39,  28), p(  47,  24)],
    rook_threat: [p(  -6,  20), p(  29,  16), p(  -2,  -2), p(  50,  29)],
    king_threat: p(  28,  11),
    hanging: p(  11,  56),
    push_threat: p(  26,   8),

    shelter_pawn: p(   8, -12),
    open_file_at_king: p( -20,   8),
    king_attack: [8, 7, 46, 40],
    ring_hit: 8,
    weak_ring: 16,
    safe_check: [70, 55, 90, 91],
    no_queen: -99,
    danger_of_open_file: -4,
    danger_with_shelter_pawn: -10,
    danger_base: 23,

    free_passer: [p(   0,   0), p(  -8,  10), p(  -8,  14), p(   4,  12), p(  -7,  36), p(  13,  65), p(  42, 111), p(   0,   0)],
    clear_passer: [p(   0,   0), p(   3,  15), p(   0,  30), p(  -1,  31), p(   7,  33), p(   7,  32), p(   6,  19), p(   0,   0)],
    blocked_passer: [p(   0,   0), p(   3,  -5), p(  -1,  -2), p( -10,   2), p(  -4,   2), p(   4,  -3), p( -13, -21), p(   0,   0)],
    unstoppable_passer: p(   0,  38),
    passer_enemy_king: [p(   0,   0), p(  -4,   4), p(  -2,  -1), p(  -3,  15), p(  -6,  21), p(  -3,  36), p(  18,  36), p(   0,   0)],
    passer_own_king: [p(   0,   0), p(   7,  -4), p(   1,  -3), p(   2, -15), p(   2, -15), p(  -8, -18), p( -10, -20), p(   0,   0)],

    scale_no_pawns: 8,
    scale_two_knights: 2,
    scale_opposite_bishops: [18, 6],
    scale_opposite_bishops_and_more: [44, 3],
    scale_pawns: [40, 7],
};
