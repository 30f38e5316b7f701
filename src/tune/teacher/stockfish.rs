//! Reader of Stockfish's network format with the inputs HalfKAv2_hm, from Stockfish 15 to the
//! larger one of the two networks of 18: 22,528 inputs, 2 x N neurons (1,024 in Stockfish 15 and 15.1,
//! 1,536 in 16, 3,072 in 17 and 17.1, 1,024 in 18) of which each side's halves are multiplied in pairs, and 8 stacks of
//! layers N -> 15 (plain and squared) + 1 -> 32 -> 1 by the number of pieces. From Stockfish 16 on the
//! weights of these neurons are compressed. Stockfish 18 adds [threats](super::threats) to the inputs.
//! The architecture and the format are the Stockfish team's (<https://github.com/official-stockfish/nnue-pytorch>, docs/nnue.md); no weights of it are part of this project.

use super::threats::{THREATS, ThreatInputs, planes, threats};
use crate::board::Position;
use crate::types::{Bitboard, Color, Square, bits};
use std::io::{self, Read};
use thiserror::Error;

/// The version at the start of every file.
const VERSION: u32 = 0x7AF3_2F20;
/// Inputs of a king's square: 11 kinds of pieces, the kings of both sides being one.
const PLANES: usize = 11 * 64;
/// Inputs of a side, by the 32 squares of its king.
const INPUTS: usize = 32 * PLANES;
/// The file's number for the inputs HalfKAv2_hm, before it is combined with the number of neurons.
const PLAIN_INPUTS: u32 = 0x7F23_4CB8;
/// As [`PLAIN_INPUTS`], with threats.
const INPUTS_WITH_THREATS: u32 = 0x8F23_4CB8;
/// The start of a block of compressed numbers (signed LEB128); the length follows.
const COMPRESSED: &[u8] = b"COMPRESSED_LEB128";
/// Stacks of layers, selected by the number of pieces.
const STACKS: usize = 8;
/// Outputs of the first layer that the second sees.
const FIRST: usize = 15;
/// Outputs of the second layer.
const SECOND: usize = 32;
/// Inputs of the second layer in the file, padded.
const SECOND_INPUTS: usize = 32;
/// 1.0 of an activation.
const ONE: i32 = 127;
/// Fractional bits of the layers' weights.
const WEIGHT_BITS: u32 = 6;
/// Units of the output per internal unit of a value.
const OUTPUT_SCALE: i32 = 16;
/// The direct connection from the first layer to the output has 1.0 at this value.
const DIRECT_ONE: i32 = 600 * OUTPUT_SCALE;
/// Internal units that Stockfish 15.1 shows as a pawn.
const PAWN: f32 = 361.0;

/// Why a file is not such a network.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// It can't be read, or ends too early.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another kind of file.
    #[error("not a network file of Stockfish: it starts with {0:#010x}")]
    Version(u32),
    /// The description is longer than any.
    #[error("its description has {0} bytes")]
    Description(u32),
    /// Another architecture: inputs that are not known, or a number of neurons that is no shape of theirs.
    #[error("{0} neurons with inputs {1:#010x}: only networks of Stockfish 15 to 18 are known")]
    Inputs(usize, u32),
    /// A compressed block holds another number of values than the shape asks for.
    #[error("a compressed block holds {found} numbers, not {expected}")]
    Block {
        /// Whole numbers in the block.
        found: usize,
        /// Those of the shape.
        expected: usize,
    },
    /// The sizes don't agree with the number of bytes.
    #[error("{0} bytes are left after its last layer")]
    TooLong(usize),
}

/// The layers for one number of pieces.
#[derive(Debug)]
struct Stack {
    first_biases: [i32; FIRST + 1],
    /// By input: most inputs are zero and are skipped.
    first: Vec<[i8; FIRST + 1]>,
    second_biases: [i32; SECOND],
    second: [[i8; SECOND_INPUTS]; SECOND],
    third_bias: i32,
    third: [i8; SECOND],
}

/// A network that has been read.
#[derive(Debug)]
pub struct StockfishNetwork {
    /// One for each neuron of a side.
    biases: Vec<i16>,
    /// A row for each input, of as many as there are biases.
    weights: Vec<i16>,
    /// Piece values by square, one for each stack.
    psqt: Vec<[i32; STACKS]>,
    threats: Option<Threats>,
    stacks: Vec<Stack>,
}

/// The weights of threats.
#[derive(Debug)]
struct Threats {
    inputs: ThreatInputs,
    /// A row for each input.
    weights: Vec<i8>,
    psqt: Vec<[i32; STACKS]>,
}

impl StockfishNetwork {
    /// Reads a network.
    ///
    /// # Errors
    /// If the bytes are not those of a network of Stockfish 15 to 18.
    pub fn read(mut bytes: &[u8]) -> Result<Self, NetworkError> {
        let file = &mut bytes;
        let version = number(file)?;
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let _architecture = number(file)?;
        let length = number(file)?;
        if length > 10_000 {
            return Err(NetworkError::Description(length));
        }
        values::<1>(file, length as usize)?;
        let inputs = number(file)?;
        let compressed = file.starts_with(COMPRESSED);
        let biases = if compressed {
            decompressed(file, None)?
        } else {
            let others = INPUTS * STACKS * 4 + STACKS * Stack::BYTES;
            let each = 2 + 2 * INPUTS + STACKS * (FIRST + 1);
            let neurons = file.len().saturating_sub(others) / each;
            values(file, neurons)?.into_iter().map(i16::from_le_bytes).collect()
        };
        let neurons = biases.len();
        let kind = inputs ^ (2 * neurons) as u32;
        if neurons == 0 || neurons % 32 != 0 || ![PLAIN_INPUTS, INPUTS_WITH_THREATS].contains(&kind)
        {
            return Err(NetworkError::Inputs(neurons, inputs));
        }
        let threat_weights = if kind == INPUTS_WITH_THREATS {
            let weights = values(file, THREATS * neurons)?;
            Some(weights.into_iter().map(i8::from_le_bytes).collect())
        } else {
            None
        };
        let threats = if threat_weights.is_some() { THREATS } else { 0 };
        let (weights, mut psqt) = if compressed {
            let weights = decompressed(file, Some(neurons * INPUTS))?;
            (weights, decompressed(file, Some((threats + INPUTS) * STACKS))?)
        } else {
            let weights = values(file, neurons * INPUTS)?.into_iter().map(i16::from_le_bytes);
            let psqt =
                values(file, (threats + INPUTS) * STACKS)?.into_iter().map(i32::from_le_bytes);
            (weights.collect(), psqt.collect())
        };
        // Those of threats come first.
        let rest = psqt.split_off(threats * STACKS);
        let threats = threat_weights.map(|weights| Threats {
            inputs: ThreatInputs::new(),
            weights,
            psqt: psqt.as_chunks().0.to_vec(),
        });
        let psqt = rest.as_chunks().0.to_vec();
        let stacks = (0..STACKS).map(|_| Stack::read(file, neurons)).collect::<Result<_, _>>()?;
        if !file.is_empty() {
            return Err(NetworkError::TooLong(file.len()));
        }
        Ok(Self { biases, weights, psqt, threats, stacks })
    }
}

impl Stack {
    /// Bytes in the file but for the first layer's weights.
    const BYTES: usize = 4 + 4 * (FIRST + 1) + (4 + SECOND_INPUTS) * SECOND + 4 + SECOND;

    fn read(file: &mut &[u8], neurons: usize) -> io::Result<Self> {
        let _layers = number(file)?;
        let first_biases = integers(file)?;
        let mut first = vec![[0; FIRST + 1]; neurons];
        for output in 0..=FIRST {
            for (row, [weight]) in first.iter_mut().zip(values(file, neurons)?) {
                row[output] = weight.cast_signed();
            }
        }
        let second_biases = integers(file)?;
        let mut second = [[0; SECOND_INPUTS]; SECOND];
        for row in &mut second {
            *row = bytes(file)?;
        }
        let [third_bias] = integers(file)?;
        Ok(Self { first_biases, first, second_biases, second, third_bias, third: bytes(file)? })
    }

    /// The output for the products of both sides' neurons, in units of which
    /// [`OUTPUT_SCALE`] are an internal one. `nonzero` is room for as many indices.
    fn output(&self, products: &[u8], nonzero: &mut [u16]) -> i32 {
        let mut first = self.first_biases;
        // Collecting the indices first needs no branch that is hard to predict.
        let mut count = 0;
        for (index, &product) in products.iter().enumerate() {
            nonzero[count] = index as u16;
            count += usize::from(product != 0);
        }
        for &index in &nonzero[..count] {
            let product = i32::from(products[usize::from(index)]);
            for (sum, &weight) in first.iter_mut().zip(&self.first[usize::from(index)]) {
                *sum += product * i32::from(weight);
            }
        }
        let mut seen = [0; SECOND_INPUTS];
        for (index, &sum) in first[..FIRST].iter().enumerate() {
            let square = (i64::from(sum) * i64::from(sum)) >> (2 * WEIGHT_BITS + 7);
            seen[index] = square.min(ONE.into()) as i32;
            seen[FIRST + index] = (sum >> WEIGHT_BITS).clamp(0, ONE);
        }
        let mut output = self.third_bias;
        for ((row, &bias), &weight) in self.second.iter().zip(&self.second_biases).zip(&self.third)
        {
            let products = row.iter().zip(&seen).map(|(&weight, &seen)| i32::from(weight) * seen);
            let sum = bias + products.sum::<i32>();
            output += i32::from(weight) * (sum >> WEIGHT_BITS).clamp(0, ONE);
        }
        output
            + (i64::from(first[FIRST]) * i64::from(DIRECT_ONE) / i64::from(ONE << WEIGHT_BITS))
                as i32
    }
}

/// Neurons of a side for one square of its king, and the pieces they are of: the next position
/// with the king there differs in few.
#[derive(Clone)]
struct Cached {
    pieces: [Bitboard; 12],
    neurons: Vec<i16>,
    psqt: [i32; STACKS],
}

/// Evaluates positions. Those of a game in their order are several times as fast as others.
pub struct Evaluator<'a> {
    network: &'a StockfishNetwork,
    /// By side and its king's square.
    cache: Vec<Cached>,
    /// Neurons with what threats add.
    sums: Vec<i16>,
    products: Vec<u8>,
    nonzero: Vec<u16>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator of a network.
    pub fn new(network: &'a StockfishNetwork) -> Self {
        let neurons = network.biases.clone();
        let sums = neurons.clone();
        let products = vec![0; neurons.len()];
        let nonzero = vec![0; neurons.len()];
        let empty = Cached { pieces: [Bitboard::EMPTY; 12], neurons, psqt: [0; STACKS] };
        Self { network, cache: vec![empty; 2 * 64], sums, products, nonzero }
    }

    /// The value for the side to move in hundredths of [`PAWN`] internal units; of a network of Stockfish 15.1
    /// what it shows as "NNUE evaluation" by its command `eval`, but not rounded. Later ones have the same
    /// internal units, but show them by the material. The position has no check.
    pub fn centipawns(&mut self, position: &Position) -> f32 {
        self.value(position) as f32 * 100.0 / PAWN
    }

    /// The value for the side to move in internal units.
    fn value(&mut self, position: &Position) -> i32 {
        let pieces = planes(position);
        let turn = position.side_to_move();
        let stack = (pieces.iter().map(|plane| plane.count() as usize).sum::<usize>() - 1) / 4;
        let Self { network, cache, sums, products, nonzero } = self;
        let attacks = network.threats.as_ref().map(|inputs| (inputs, threats(position, &pieces)));
        // The largest value of a neuron, and the shift that brings a product of two to 127 at most.
        let (one, shift) = if attacks.is_some() { (255, 9) } else { (ONE as i16, 7) };
        let half = products.len() / 2;
        let mut psqt = 0;
        for (products, side) in products.chunks_exact_mut(half).zip([turn, !turn]) {
            let king = position.king(side);
            let cached = &mut cache[64 * side.index() + king.dense()];
            cached.refresh(network, side, king, &pieces);
            psqt = cached.psqt[stack] - psqt;
            sums.copy_from_slice(&cached.neurons);
            if let Some((threats, attacks)) = &attacks {
                for &attack in attacks {
                    let Some(input) = threats.inputs.input(attack, side, king) else { continue };
                    let row = &threats.weights[input * sums.len()..][..sums.len()];
                    sums.iter_mut()
                        .zip(row)
                        .for_each(|(sum, &w)| *sum = sum.wrapping_add(w.into()));
                    psqt += threats.psqt[input][stack];
                }
            }
            let (low, high) = sums.split_at(half);
            for ((product, &a), &b) in products.iter_mut().zip(low).zip(high) {
                let [a, b] = [a, b].map(|neuron| i32::from(neuron.clamp(0, one)));
                *product = ((a * b) >> shift) as u8;
            }
        }
        // The second turn left the opponent's less the mover's.
        let psqt = -psqt / 2;
        (psqt + network.stacks[stack].output(products, nonzero)) / OUTPUT_SCALE
    }
}

impl Cached {
    /// Brings the neurons of a side up to date.
    fn refresh(
        &mut self,
        network: &StockfishNetwork,
        side: Color,
        king: Square,
        pieces: &[Bitboard; 12],
    ) {
        let row = |input: usize| {
            let neurons = network.biases.len();
            &network.weights[input * neurons..][..neurons]
        };
        // The board as the side sees it, mirrored so that its king is on the files e to h.
        let turned = if side == Color::White { 0 } else { 56 };
        let mirror = turned ^ if king.file() < 4 { 7 } else { 0 };
        let place = king.dense() ^ mirror;
        let bucket = 4 * (7 - place / 8) + 7 - place % 8;
        for (index, (old, &new)) in self.pieces.iter_mut().zip(pieces).enumerate() {
            let (color, kind) = (index / 6, index % 6);
            let plane = if kind == 5 { 10 } else { 2 * kind + usize::from(color != side.index()) };
            let input = |square: usize| bucket * PLANES + plane * 64 + (square ^ mirror);
            for square in bits(old.0 & !new.0) {
                let row = row(input(square));
                self.neurons.iter_mut().zip(row).for_each(|(sum, w)| *sum = sum.wrapping_sub(*w));
                let row = &network.psqt[input(square)];
                self.psqt.iter_mut().zip(row).for_each(|(sum, w)| *sum -= w);
            }
            for square in bits(new.0 & !old.0) {
                let row = row(input(square));
                self.neurons.iter_mut().zip(row).for_each(|(sum, w)| *sum = sum.wrapping_add(*w));
                let row = &network.psqt[input(square)];
                self.psqt.iter_mut().zip(row).for_each(|(sum, w)| *sum += w);
            }
            *old = new;
        }
    }
}

fn bytes<const N: usize>(file: &mut &[u8]) -> io::Result<[i8; N]> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes)?;
    Ok(bytes.map(u8::cast_signed))
}

fn number(file: &mut &[u8]) -> io::Result<u32> {
    let mut bytes = [0; 4];
    file.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

/// The next `count` groups of bytes.
fn values<const N: usize>(file: &mut &[u8], count: usize) -> io::Result<Vec<[u8; N]>> {
    let Some((found, rest)) = file.split_at_checked(N * count) else {
        return Err(io::ErrorKind::UnexpectedEof.into());
    };
    *file = rest;
    Ok(found.as_chunks().0.to_vec())
}

/// The numbers of the next compressed block, which has as many as are expected.
fn decompressed<T: TryFrom<i64>>(
    file: &mut &[u8],
    expected: Option<usize>,
) -> Result<Vec<T>, NetworkError> {
    let invalid = |text: &str| io::Error::new(io::ErrorKind::InvalidData, text);
    *file =
        file.strip_prefix(COMPRESSED).ok_or_else(|| invalid("a compressed block is missing"))?;
    let length = number(file)? as usize;
    let Some((mut block, rest)) = file.split_at_checked(length) else {
        return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
    };
    *file = rest;
    let mut numbers = Vec::with_capacity(expected.unwrap_or(0));
    while !block.is_empty() {
        let number = leb128::read::signed(&mut block).ok().and_then(|wide| T::try_from(wide).ok());
        numbers.push(number.ok_or_else(|| invalid("a number is cut off or too large"))?);
    }
    match expected {
        Some(expected) if expected != numbers.len() => {
            Err(NetworkError::Block { found: numbers.len(), expected })
        }
        _ => Ok(numbers),
    }
}

fn integers<const N: usize>(file: &mut &[u8]) -> io::Result<[i32; N]> {
    let mut integers = [0; N];
    for (integer, bytes) in integers.iter_mut().zip(values(file, N)?) {
        *integer = i32::from_le_bytes(bytes);
    }
    Ok(integers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::teacher::{EngineLimit, UciEngine};
    use std::{env, fs};

    /// The program to compare with; Debian installs it there, which is not in everyone's path.
    fn stockfish() -> String {
        env::var("STOCKFISH").unwrap_or_else(|_| "/usr/games/stockfish".to_owned())
    }

    /// The network that the program exports.
    fn exported() -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("exported.nnue");
        let mut process = std::process::Command::new(stockfish())
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let commands = format!("export_net {}\nquit\n", path.display());
        io::Write::write_all(&mut process.stdin.take().unwrap(), commands.as_bytes()).unwrap();
        process.wait().unwrap();
        fs::read(path).unwrap()
    }

    #[test]
    #[ignore = "needs Stockfish 15 or 15.1 in /usr/games, or where the variable STOCKFISH says"]
    fn values_are_those_of_the_program() {
        let network = StockfishNetwork::read(&exported()).unwrap();
        let mut evaluator = Evaluator::new(&network);
        let mut program = UciEngine::start(&stockfish(), EngineLimit::Eval).unwrap();
        let mut random = fastrand::Rng::with_seed(15);
        let mut compared = 0;
        while compared < 10_000 {
            let mut position = Position::startpos();
            for _ in 0..200 {
                let Some(&mv) = random.choice(position.legal_moves().iter()) else { break };
                position = position.make(mv);
                if position.in_check() {
                    continue;
                }
                let [own, expected] =
                    [Some(evaluator.centipawns(&position)), program.value(&position).unwrap()];
                let [own, expected] = [own, expected].map(Option::unwrap);
                assert!((own - expected).abs() <= 1.0, "{own}, not {expected}: {position}");
                compared += 1;
            }
        }
    }

    /// The bytes of a network of 64 neurons a side, with the same random numbers for both formats.
    fn random_network(compressed: bool) -> Vec<u8> {
        let mut random = fastrand::Rng::with_seed(17);
        let neurons = 64;
        let inputs = PLAIN_INPUTS ^ (2 * neurons) as u32;
        let mut file = [VERSION, 0, 0, inputs].map(u32::to_le_bytes).concat();
        for (count, size, limit) in
            [(neurons, 2, 300), (neurons * INPUTS, 2, 300), (STACKS * INPUTS, 4, 70_000)]
        {
            let mut block = Vec::new();
            for _ in 0..count {
                let number = random.i64(-limit..limit);
                if compressed {
                    leb128::write::signed(&mut block, number).unwrap();
                } else {
                    block.extend(&number.to_le_bytes()[..size]);
                }
            }
            if compressed {
                file.extend(COMPRESSED);
                file.extend((block.len() as u32).to_le_bytes());
            }
            file.extend(block);
        }
        let stacks = STACKS * (Stack::BYTES + neurons * (FIRST + 1));
        // Biases of the layers stay small because their upper bytes are zero.
        file.extend((0..stacks).map(|index| if index % 4 == 3 { 0 } else { random.u8(..) }));
        file
    }

    #[test]
    fn both_formats_give_the_same_values() {
        let networks = [false, true].map(|c| StockfishNetwork::read(&random_network(c)).unwrap());
        let [mut plain, mut compressed] = networks.each_ref().map(Evaluator::new);
        let mut position = Position::startpos();
        let mut random = fastrand::Rng::with_seed(18);
        let mut values = Vec::new();
        while let Some(&mv) = random.choice(position.legal_moves().iter())
            && values.len() < 100
        {
            position = position.make(mv);
            // Another evaluator has nothing to take over from the positions before.
            let value = Evaluator::new(&networks[0]).value(&position);
            assert_eq!((plain.value(&position), compressed.value(&position)), (value, value));
            values.push(value);
        }
        values.sort_unstable();
        values.dedup();
        assert!(values.len() > 10, "{values:?}");
    }

    #[test]
    fn damaged_compressed_blocks_are_refused() {
        let read = |bytes: &[u8]| StockfishNetwork::read(bytes).unwrap_err().to_string();
        let good = random_network(true);
        let start = 16 + COMPRESSED.len();
        let length = u32::from_le_bytes(good[start..start + 4].try_into().unwrap()) as usize;
        let block = start + 4;
        let mut longer = good.clone();
        longer[start..start + 4].fill(0xff);
        assert!(matches!(StockfishNetwork::read(&longer), Err(NetworkError::Io(_))));
        let mut cut = good.clone();
        cut[block + length - 1] = 0x80;
        assert!(read(&cut).contains("cut off"), "{}", read(&cut));
        let mut fewer = good.clone();
        fewer.drain(block + length..block + length + COMPRESSED.len());
        assert!(read(&fewer).contains("missing"), "{}", read(&fewer));
        // A number less in the block that begins there.
        let shortened = |start: usize| {
            let at = start + COMPRESSED.len();
            let length = u32::from_le_bytes(good[at..at + 4].try_into().unwrap()) as usize;
            let end = at + 4 + length;
            let last = (at + 4..end - 1).rev().find(|&byte| good[byte] < 0x80).unwrap() + 1;
            let mut file = good.clone();
            file[at..at + 4].copy_from_slice(&((last - at - 4) as u32).to_le_bytes());
            file.drain(last..end);
            file
        };
        assert!(read(&shortened(16)).contains("63 neurons"));
        assert!(read(&shortened(block + length)).contains("holds 1441791 numbers, not 1441792"));
    }

    #[test]
    fn other_files_are_refused() {
        assert!(matches!(StockfishNetwork::read(b""), Err(NetworkError::Io(_))));
        assert!(matches!(StockfishNetwork::read(&[7; 64]), Err(NetworkError::Version(_))));
        let mut truncated = VERSION.to_le_bytes().to_vec();
        truncated.extend([0; 100]);
        assert!(matches!(StockfishNetwork::read(&truncated), Err(NetworkError::Inputs(0, 0))));
        truncated[8..12].fill(0xff);
        assert!(matches!(StockfishNetwork::read(&truncated), Err(NetworkError::Description(_))));
    }
}
