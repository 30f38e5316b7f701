//! The inputs that Stockfish 18 adds to the pieces and their squares ("FullThreats", the Stockfish team): which piece
//! attacks which, and from where to where. Protected pieces count as attacked ones do.

use crate::board::{Position, king_steps, pawn_attacks, seen_from};
use crate::types::PieceKind::{self, Bishop, King, Knight, Pawn, Queen, Rook};
use crate::types::{Bitboard, Color, Square};

/// The number of inputs.
pub const THREATS: usize = 79_856;

/// By attacker the kinds of pieces whose attack by it is an input, in the order of the inputs.
const VICTIMS: [&[PieceKind]; 6] = [
    &[Pawn, Knight, Rook],
    &PieceKind::ALL,
    &[Pawn, Knight, Bishop, Rook, King],
    &[Pawn, Knight, Bishop, Rook, King],
    &PieceKind::ALL,
    &[Pawn, Knight, Bishop, Rook],
];

const PAWN: usize = Pawn as usize;

/// An attack on the board.
#[derive(Clone, Copy)]
pub struct Threat {
    attacker: (Color, usize, Square),
    victim: (Color, usize, Square),
}

/// Where the inputs of each pair of pieces are.
#[derive(Debug)]
pub struct ThreatInputs {
    /// By attacker and victim the first input of the pair, if there is any.
    first: [[Option<u32>; 12]; 12],
    /// By attacker and its square the inputs of lower squares.
    lower: [[u32; 64]; 12],
    /// By attacker and its square what it attacks on an empty board.
    reach: [[u64; 64]; 12],
}

impl ThreatInputs {
    /// The tables.
    pub fn new() -> Self {
        let mut inputs =
            Self { first: [[None; 12]; 12], lower: [[0; 64]; 12], reach: [[0; 64]; 12] };
        let mut next = 0;
        for attacker in 0..12 {
            let kind = attacker % 6;
            let mut sum = 0;
            for dense in 0..64 {
                let square = Square::from_dense(dense);
                let color = if attacker < 6 { Color::White } else { Color::Black };
                let reach = match kind {
                    PAWN if square.rank().is_multiple_of(7) => Bitboard::EMPTY,
                    PAWN => pawn_attacks(color, Bitboard::of(square)),
                    _ => reach(PieceKind::ALL[kind], square),
                };
                inputs.lower[attacker][dense] = sum;
                inputs.reach[attacker][dense] = reach.0;
                sum += reach.count();
            }
            for other in 0..2 {
                for &victim in VICTIMS[kind] {
                    inputs.first[attacker][6 * other + victim as usize] = Some(next);
                    next += sum;
                }
            }
        }
        debug_assert_eq!(next as usize, THREATS);
        inputs
    }

    /// The input of an attack as a side sees it, whose king is on this square. Of two pieces of a kind that
    /// attack each other only one attack is an input, unless they are pawns of one colour, which can't.
    pub fn input(&self, threat: Threat, side: Color, king: Square) -> Option<usize> {
        let mirror =
            if side == Color::White { 0 } else { 56 } ^ if king.file() < 4 { 0 } else { 7 };
        let [(attacker, from), (victim, to)] =
            [threat.attacker, threat.victim].map(|(color, kind, square)| {
                (kind + if color == side { 0 } else { 6 }, square.dense() ^ mirror)
            });
        let mutual = attacker % 6 == victim % 6 && (attacker % 6 != PAWN || attacker != victim);
        if mutual && from < to {
            return None;
        }
        let reach = self.reach[attacker][from] & ((1 << to) - 1);
        Some(
            (self.first[attacker][victim]? + self.lower[attacker][from] + reach.count_ones())
                as usize,
        )
    }
}

/// What a piece other than a pawn attacks on an empty board.
fn reach(kind: PieceKind, square: Square) -> Bitboard {
    let [knight, diagonals, straights] = seen_from(square);
    match kind {
        Knight => knight,
        Bishop => diagonals,
        Rook => straights,
        Queen => diagonals | straights,
        _ => king_steps(square),
    }
}

/// The pieces by colour and kind.
pub fn planes(position: &Position) -> [Bitboard; 12] {
    let all = position.planes();
    let kings =
        Bitboard::of(position.king(Color::White)).0 | Bitboard::of(position.king(Color::Black)).0;
    let (diagonal, orthogonal) = (all.diagonal.0, all.orthogonal.0);
    let kinds = [
        all.pawns.0,
        all.knights.0,
        diagonal & !orthogonal,
        orthogonal & !diagonal,
        diagonal & orthogonal,
        kings,
    ];
    let mut planes = [Bitboard::EMPTY; 12];
    for (index, plane) in planes.iter_mut().enumerate() {
        *plane = Bitboard(kinds[index % 6] & all.colors[index / 6].0);
    }
    planes
}

/// All attacks of pieces on pieces, with the pieces by colour and kind.
pub fn threats(position: &Position, pieces: &[Bitboard; 12]) -> Vec<Threat> {
    let occupied = pieces.iter().fold(Bitboard::EMPTY, |all, &plane| all | plane);
    let piece = |index: usize| (Color::ALL[index / 6], index % 6);
    let mut found = Vec::with_capacity(64);
    for (index, &plane) in pieces.iter().enumerate() {
        let (color, kind) = piece(index);
        for from in plane {
            let attacked = match kind {
                PAWN => pawn_attacks(color, Bitboard::of(from)),
                _ => position.attacks_from(occupied, from, PieceKind::ALL[kind]),
            };
            for to in attacked & occupied {
                let victim = pieces.iter().position(|plane| plane.contains(to));
                let (of, victim) = piece(victim.expect("the square is occupied"));
                found.push(Threat { attacker: (color, kind, from), victim: (of, victim, to) });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// The inputs of a position as a side sees it, in order.
    fn inputs(tables: &ThreatInputs, position: &Position, side: Color) -> Vec<usize> {
        let pieces = planes(position);
        let king = position.king(side);
        let mut inputs: Vec<_> = threats(position, &pieces)
            .into_iter()
            .filter_map(|threat| tables.input(threat, side, king))
            .collect();
        inputs.sort_unstable();
        inputs
    }

    #[test]
    fn each_attack_has_an_input_of_its_own() {
        let tables = ThreatInputs::new();
        let king = Square::from_dense(0);
        let mut found = HashSet::new();
        let pieces = || {
            (0..12).flat_map(|index| {
                (0..64).map(move |at| (Color::ALL[index / 6], index % 6, Square::from_dense(at)))
            })
        };
        for attacker in pieces() {
            let (color, kind, from) = attacker;
            let reach = tables.reach[kind + 6 * color.index()][from.dense()];
            for victim in pieces().filter(|&(.., to)| reach >> to.dense() & 1 != 0) {
                let Some(input) = tables.input(Threat { attacker, victim }, Color::White, king)
                else {
                    continue;
                };
                assert!(input < THREATS && found.insert(input), "{input} {attacker:?} {victim:?}");
            }
        }
        // Of two pieces of a kind that attack each other, one attack is left out: half of the attacks of knights to
        // queens for each colour of both, and of those of pawns on the other colour's.
        let left_out = 2 * 2 * (336 + 560 + 896 + 1456) / 2 + 2 * 84 / 2;
        assert_eq!(found.len(), THREATS - left_out);
    }

    #[test]
    fn both_sides_see_the_same() {
        let tables = ThreatInputs::new();
        let mut random = fastrand::Rng::with_seed(19);
        let mut position = Position::startpos();
        for _ in 0..300 {
            let Some(&mv) = random.choice(position.legal_moves().iter()) else { break };
            position = position.make(mv);
            let flipped = position.flipped();
            for side in Color::ALL {
                assert_eq!(
                    inputs(&tables, &position, side),
                    inputs(&tables, &flipped, !side),
                    "{position}"
                );
            }
        }
    }
}
