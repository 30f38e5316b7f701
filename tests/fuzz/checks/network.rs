//! Any bytes are a network or an error; a network evaluates.

use nullfenster::board::Position;
use nullfenster::eval::network::Network;
use nullfenster::eval::{Evaluation, Evaluator};
use std::sync::{Arc, LazyLock};

/// Bytes before the weights; the last four are the checksum of what follows.
const HEADER: usize = 24;
/// One for each few of the outputs.
const POSITIONS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
];

/// The program's network, of which an input changes some bytes.
static EMBEDDED: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/network/embedded.nnue");
    let beside_fuzz = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/eval/network/embedded.nnue");
    std::fs::read(path).or_else(|_| std::fs::read(beside_fuzz)).expect("the embedded network")
});

/// The first four bytes say where the others go; the file ends with them if the highest bit of
/// the place is set. True if that is a network.
pub fn check(bytes: &[u8]) -> bool {
    // Without the original around them, too.
    let _ = Network::from_bytes(bytes);
    let Some((place, change)) = bytes.split_first_chunk() else { return false };
    let place = u32::from_le_bytes(*place);
    let mut file = EMBEDDED.clone();
    let start = (place & 0x7fff_ffff) as usize % file.len();
    let end = (start + change.len()).min(file.len());
    file[start..end].copy_from_slice(&change[..end - start]);
    if place >> 31 != 0 {
        file.truncate(end);
    }
    // Wrong checksums are all alike.
    if file.len() > HEADER {
        let sum = crc32c::crc32c(&file[HEADER..]);
        file[HEADER - 4..HEADER].copy_from_slice(&sum.to_le_bytes());
    }
    let Ok(network) = Network::from_bytes(&file) else { return false };
    let mut evaluator = Evaluator::new(&Evaluation::Network(Arc::new(network)));
    for fen in POSITIONS {
        evaluator.value(&Position::from_fen(fen).expect("a position"));
    }
    true
}
