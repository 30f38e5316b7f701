//! The best lines of a position: `cargo run --release --example analyse -- 'FEN' [DEPTH]`.

use nullfenster::{Engine, Game, Limits, Position, notation};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let position = match arguments.next() {
        Some(fen) => Position::from_fen(&fen)?,
        None => Position::startpos(),
    };
    let depth = arguments.next().map_or(Ok(8), |depth| depth.parse())?;
    let mut engine = Engine::new()?;
    engine.set_option("MultiPV", Some("3"))?;
    engine.set_game(Some(Game::new(position)));
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    engine.search(limits, &mut |info| {
        if info.depth == depth {
            let line = notation::san_line(&position, &info.pv).join(" ");
            println!("{}. {:>9}  {line}", info.multi_pv, info.score.to_string());
        }
    })?;
    Ok(())
}
