//! A small neural network (NNUE; idea: Yu Nasu, 2018) that learned from positions of
//! games of the engine against itself, with scores of its searches and of a stronger engine, see
//! `docs/training.md`.
//!
//! Its inputs stand for the pieces as one side sees them, own or enemy, by kind and square:
//! 768 of them, of which those of the pieces on the board are 1. A side sees the board
//! from its end, and mirrored if its king is on the files a to d: what is learned on one
//! wing is known on both. [`TACTICS`] more inputs count what the pieces attack and may win
//! (idea: the threat inputs of Monty, 2024, and Reckless, 2025, which have one for each pair of a
//! piece and a piece it attacks).
//!
//! Each side has a hidden layer of [`HIDDEN`] neurons with the same weights. Both layers, that of
//! the side to move first, clipped to 0 to 1 and squared, make the value, with the weights of one
//! of [`OUTPUTS`] outputs, which the number of pieces on the board selects (idea: Stockfish, 2021):
//!
//! ```text
//! value = bias + sum over neurons (w * clip(own)^2) + sum (w' * clip(enemy's)^2)
//! ```
//!
//! As few pieces change with a move, the layers before clipping are kept along the line and
//! updated ([`Accumulator`]), without the tactics: these are few, and are found again for each
//! value, and only the first [`TACTIC_NEURONS`] neurons see them. All numbers are integers: hidden
//! ones are multiples of 1/255, weights of the output of 1/128, so every processor finds the same
//! value (perspectives, squared clipping and these units: common practice since bullet and akimbo).

mod file;
pub mod ops;
mod shape;
mod tactics;

pub use file::{
    MAGIC, NetworkError, OUTPUT_SUM_LIMIT, check_magic, largest_sum, with_header, with_new_tactics,
};
pub use shape::{
    HEADER, HIDDEN, HIDDEN_ONE, INPUTS, InputRow, KING_BUCKET_COUNTS, KING_BUCKETS, OUTPUT_ONE,
    OUTPUTS, Row, SCALE, TACTIC_NEURONS, TacticRow, king_bucket, output_of, tactic_neurons,
};
pub use tactics::{MOST_TACTICS, TACTICS, TacticInputs, swap_sides, tactic_inputs};

use crate::board::Position;
use crate::eval::dirty::{Computed, DirtyPieces};
use crate::types::{Centipawns, Color, Piece, PieceKind, Square, bits};
use arrayvec::ArrayVec;
use ops::{NATIVE, Output};
use shape::EMBEDDED;
use std::fmt;
use std::sync::{Arc, LazyLock};

/// The weights. Those of a file were checked: no sum of any position overflows.
#[derive(PartialEq, Eq)]
pub struct Network {
    /// By input for a piece, its weight for each neuron.
    inputs: Box<[InputRow]>,
    /// By input for tactics, its weight for each neuron that has one.
    tactics: Box<[TacticRow]>,
    /// The bias of each neuron.
    bias: Row,
    outputs: Box<[OutputWeights; OUTPUTS]>,
}

/// The weights of one output.
#[derive(PartialEq, Eq)]
struct OutputWeights {
    /// Of the side to move's neurons and of the other side's.
    rows: [Row; 2],
    /// The bias, in 1/(255 * 128).
    bias: i32,
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match KING_BUCKETS {
            1 => write!(f, "Network({INPUTS} + {TACTICS} -> {HIDDEN}) x 2 -> {OUTPUTS}"),
            _ => write!(
                f,
                "Network({KING_BUCKETS} x {INPUTS} + {TACTICS} -> {HIDDEN}) x 2 -> {OUTPUTS}"
            ),
        }
    }
}

impl Network {
    /// The network inside the program.
    pub fn embedded() -> Arc<Self> {
        static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
            let network = Network::from_bytes(EMBEDDED);
            Arc::new(network.unwrap_or_else(|error| unreachable!("embedded: {error}")))
        });
        Arc::clone(&NETWORK)
    }

    /// The weights of a piece for the neurons of a side.
    #[inline(always)]
    fn row(&self, view: View, piece: Piece, square: Square) -> &InputRow {
        let other = usize::from(!piece.is_color(view.side));
        let input = (other * 6 + piece.kind().index()) * 64 + (square.dense() ^ view.flip);
        &self.inputs[view.bucket * INPUTS + input]
    }

    /// The weights of tactics for a side's neurons, to extend [`TacticRows`] by: those that a
    /// function returns would be copied.
    #[inline(always)]
    fn tactics<'a>(
        &'a self,
        inputs: &'a TacticInputs,
        side: Color,
    ) -> impl Iterator<Item = &'a TacticRow> {
        inputs.iter().map(move |&input| {
            let input = usize::from(input);
            &self.tactics[if side == Color::White { input } else { swap_sides(input) }]
        })
    }

    /// Updates the half of a side from the ply before; returns the sum over it with these weights,
    /// 0 without any.
    #[inline(always)]
    fn update(
        &self,
        accumulators: &mut [Accumulator],
        ply: usize,
        view: View,
        dirty: &DirtyPieces,
        weights: Option<(&[&TacticRow], &Row)>,
    ) -> i32 {
        let (before, accumulators) = accumulators.split_at_mut(ply);
        let from = &before[ply - 1].0[view.side.index()];
        let to = &mut accumulators[0].0[view.side.index()];
        let row = |&(piece, square): &(Piece, Square)| self.row(view, piece, square);
        // A move, a capture, castling, a null move.
        match (&dirty.added[..], &dirty.removed[..]) {
            ([a], [r]) => update(to, from, [row(a)], [row(r)], weights),
            ([a], [r, s]) => update(to, from, [row(a)], [row(r), row(s)], weights),
            ([a, b], [r, s]) => update(to, from, [row(a), row(b)], [row(r), row(s)], weights),
            _ => {
                debug_assert!(dirty.added.is_empty() && dirty.removed.is_empty());
                *to = *from;
                weights.map_or(0, |(tactic_rows, weights)| NATIVE.sum(to, tactic_rows, weights))
            }
        }
    }

    /// The output that evaluates a position.
    #[inline(always)]
    fn output(&self, position: &Position) -> &OutputWeights {
        // No position has more than 32 pieces.
        &self.outputs[output_of(position.piece_count(), OUTPUTS)]
    }

    /// The value of a position with this accumulator for the side to move, in centipawns.
    #[inline]
    pub fn value(
        &self,
        accumulator: &Accumulator,
        position: &Position,
        ops: impl Output,
    ) -> Centipawns {
        let output = self.output(position);
        let inputs = tactic_inputs(position);
        let sum = |side: Color| {
            let mut tactic_rows = TacticRows::new();
            tactic_rows.extend(self.tactics(&inputs, side));
            ops.sum(&accumulator.0[side.index()], &tactic_rows, output.row(side, position))
        };
        output.value(Color::ALL.map(sum))
    }
}

impl OutputWeights {
    /// The weights of a side's neurons.
    #[inline(always)]
    fn row(&self, side: Color, position: &Position) -> &Row {
        &self.rows[usize::from(side != position.side_to_move())]
    }

    /// The value with these sums over the neurons of both sides, in centipawns.
    #[inline(always)]
    fn value(&self, [white, black]: [i32; 2]) -> Centipawns {
        let sum =
            (i64::from(white) + i64::from(black)) / i64::from(HIDDEN_ONE) + i64::from(self.bias);
        (sum * i64::from(SCALE) / i64::from(HIDDEN_ONE * OUTPUT_ONE)) as Centipawns
    }
}

/// The weights of all tactics of a position for a side's neurons.
type TacticRows<'a> = ArrayVec<&'a TacticRow, MOST_TACTICS>;

/// How a side sees the board, as the square of its king has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct View {
    side: Color,
    /// The bits in which the square of an input differs from the dense square: a side sees
    /// the board from its end, and mirrored so that its king is on the files e to h.
    flip: usize,
    /// The king bucket.
    bucket: usize,
}

impl View {
    /// The number of views.
    const COUNT: usize = 2 * 2 * KING_BUCKETS;

    #[inline(always)]
    fn new(side: Color, king: Square) -> Self {
        let mirrored = if king.file() < 4 { 7 } else { 0 };
        let flip = mirrored ^ if side == Color::White { 0 } else { 56 };
        Self { side, flip, bucket: king_bucket(king.dense() ^ flip, KING_BUCKETS) }
    }

    /// That of a side in a position.
    #[inline(always)]
    fn of(side: Color, position: &Position) -> Self {
        Self::new(side, position.king(side))
    }

    /// Its number, below [`Self::COUNT`].
    fn index(self) -> usize {
        (2 * self.bucket + self.flip % 2) * 2 + self.side.index()
    }

    /// True if a move changes it: the king of the side goes to another bucket or to the other half of
    /// the board.
    #[inline(always)]
    fn changes(side: Color, dirty: &DirtyPieces) -> bool {
        let king = Piece::new(side, PieceKind::King);
        let view = |pieces: &[(Piece, Square)]| {
            let found = pieces.iter().find(|(piece, _)| *piece == king);
            found.map(|(_, square)| Self::new(side, *square))
        };
        view(&dirty.added) != view(&dirty.removed)
    }
}

/// The hidden layers of White and Black before clipping, without the tactics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accumulator([Row; 2]);

impl Accumulator {
    /// The accumulator of a position from scratch.
    pub fn new(network: &Network, position: &Position) -> Self {
        Self(Color::ALL.map(|side| new_half(network, position, side)))
    }
}

/// The half of an accumulator that is one side's, from scratch.
fn new_half(network: &Network, position: &Position, side: Color) -> Row {
    let view = View::of(side, position);
    let mut half = network.bias;
    for square in (0..64).map(Square::from_dense) {
        let piece = position.piece_on(square);
        if !piece.is_none() {
            let before = half;
            NATIVE.update(&mut half, &before, [network.row(view, piece, square)], []);
        }
    }
    half
}

/// A network along a line of moves.
#[derive(Debug)]
pub struct NetworkLine {
    network: Arc<Network>,
    /// By ply.
    accumulators: Box<[Accumulator]>,
    /// By view.
    refresh_cache: Box<[Option<RefreshCache>; View::COUNT]>,
}

/// The last position that was new in a view, and the half of its accumulator. The next one differs
/// in few pieces (idea: Luecx, in Koivisto, 2021).
#[derive(Clone, Debug)]
struct RefreshCache {
    position: Position,
    half: Row,
}

impl RefreshCache {
    /// Goes to a position in the same view.
    fn refresh(&mut self, network: &Network, view: View, position: &Position) {
        let changed = self.position.planes().differing(&position.planes());
        for square in bits(changed.0).map(Square::from_dense) {
            let before = self.half;
            let row = |piece| network.row(view, piece, square);
            let [old, new] = [&self.position, position].map(|one| one.piece_on(square));
            match (new.is_none(), old.is_none()) {
                (true, _) => NATIVE.update(&mut self.half, &before, [], [row(old)]),
                (_, true) => NATIVE.update(&mut self.half, &before, [row(new)], []),
                _ => NATIVE.update(&mut self.half, &before, [row(new)], [row(old)]),
            }
        }
        self.position = *position;
    }
}

impl NetworkLine {
    /// Room for lines of `plies` plies.
    pub fn new(network: Arc<Network>, plies: usize) -> Self {
        let accumulators = vec![Accumulator([Row::ZERO; 2]); plies].into();
        let refresh_cache = Box::new([const { None }; View::COUNT]);
        Self { network, accumulators, refresh_cache }
    }

    /// Begins a line with a position.
    pub fn start(&mut self, position: &Position) {
        self.accumulators[0] = Accumulator::new(&self.network, position);
    }

    /// The value of the position at a ply for the side to move; accumulators are updated from
    /// the last ply at which they are computed.
    pub(super) fn evaluate(
        &mut self,
        ply: usize,
        position: &Position,
        dirty: &[DirtyPieces],
        computed: &mut [Computed],
    ) -> Centipawns {
        let Self { network, accumulators, refresh_cache } = self;
        let output = network.output(position);
        let mut sums = [0; 2];
        let inputs = tactic_inputs(position);
        for side in Color::ALL {
            let (index, weights) = (side.index(), output.row(side, position));
            let mut tactic_rows = TacticRows::new();
            tactic_rows.extend(network.tactics(&inputs, side));
            let mut from = ply;
            while !computed[from][index] && !View::changes(side, &dirty[from]) {
                from -= 1;
            }
            let view = View::of(side, position);
            if !computed[from][index] {
                let seen = refresh_cache[view.index()].get_or_insert_with(|| RefreshCache {
                    position: *position,
                    half: new_half(network, position, side),
                });
                seen.refresh(network, view, position);
                accumulators[ply].0[index] = seen.half;
                from = ply;
            }
            for ply in from + 1..ply {
                network.update(accumulators, ply, view, &dirty[ply], None);
                computed[ply][index] = true;
            }
            sums[index] = if from < ply {
                network.update(accumulators, ply, view, &dirty[ply], Some((&tactic_rows, weights)))
            } else {
                NATIVE.sum(&accumulators[ply].0[index], &tactic_rows, weights)
            };
            computed[ply][index] = true;
        }
        output.value(sums)
    }
}

/// Sets `to` to `from` with rows added and subtracted; returns the sum over it with these weights,
/// 0 without any.
#[inline(always)]
fn update<const A: usize, const R: usize>(
    to: &mut Row,
    from: &Row,
    added: [&InputRow; A],
    removed: [&InputRow; R],
    weights: Option<(&[&TacticRow], &Row)>,
) -> i32 {
    match weights {
        Some((tactic_rows, weights)) => {
            NATIVE.update_and_sum(to, from, added, removed, tactic_rows, weights)
        }
        None => {
            NATIVE.update(to, from, added, removed);
            0
        }
    }
}
