//! The leaves of the tree of legal moves: `cargo run --release --example perft -- [DEPTH] ['FEN']`.

use nullfenster::Position;
use std::error::Error;
use std::time::Instant;

fn leaves(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal(),
        _ => position.legal_moves().iter().map(|&mv| leaves(&position.make(mv), depth - 1)).sum(),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(Ok(4), |depth| depth.parse())?;
    let position = match arguments.next() {
        Some(fen) => Position::from_fen(&fen)?,
        None => Position::startpos(),
    };
    for depth in 1..=depth {
        let start = Instant::now();
        println!("{depth}: {} leaves, {:?}", leaves(&position, depth), start.elapsed());
    }
    Ok(())
}
