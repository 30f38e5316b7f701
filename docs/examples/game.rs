//! A game between two levels of the engine: `cargo run --release --example game -- [WHITE] [BLACK]`,
//! ratings as for the option UCI_Elo.

use nullfenster::{Color, Engine, Game, Limits, Position, notation};
use std::error::Error;

/// The longest game in plies.
const LONGEST: usize = 300;

fn player(rating: &str) -> Result<Engine, Box<dyn Error>> {
    let mut engine = Engine::new()?;
    engine.set_option("UCI_LimitStrength", Some("true"))?;
    engine.set_option("UCI_Elo", Some(rating))?;
    Ok(engine)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut ratings = std::env::args().skip(1);
    let white = ratings.next().unwrap_or("2000".to_owned());
    let black = ratings.next().unwrap_or("1600".to_owned());
    let mut players = [player(&white)?, player(&black)?];
    let mut game = Game::new(Position::startpos());
    for ply in 0..LONGEST {
        if game.is_drawn() {
            break;
        }
        let engine = &mut players[ply % 2];
        engine.set_game(Some(game.clone()));
        let limits = Limits { nodes: Some(5000), ..Limits::default() };
        let Some(mv) = engine.search(limits, &mut |_| ())?.best else { break };
        let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
        print!("{number}{} ", notation::format_san(game.position(), mv));
        game.push(mv);
    }
    let position = game.position();
    let result = match position.side_to_move() {
        _ if !position.in_check() || !position.legal_moves().is_empty() => "1/2-1/2",
        Color::White => "0-1",
        Color::Black => "1-0",
    };
    println!("{result}");
    Ok(())
}
