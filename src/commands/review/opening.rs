//! Names of openings, with their codes of the Encyclopaedia of Chess Openings. A game has the name of the
//! last of its positions that is known, by whatever way it came there.

use crate::board::pgn::PgnGame;
use crate::board::{Position, notation};
use std::collections::HashMap;
use std::sync::OnceLock;

/// An opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Its code, such as C60.
    pub eco: &'static str,
    /// Its name.
    pub name: &'static str,
}

/// Code, name and moves of each, separated by tabs.
const TABLE: &str = include_str!("openings.tsv");

/// The opening of a game, if one of its positions is known.
pub fn opening_of(game: &PgnGame) -> Option<&'static Opening> {
    let known = known();
    let mut position = game.start;
    let mut found = known.get(&position.key());
    for step in &game.moves {
        position = position.make(step.mv);
        found = known.get(&position.key()).or(found);
    }
    found
}

/// The openings by the key of their position.
fn known() -> &'static HashMap<u64, Opening> {
    static KNOWN: OnceLock<HashMap<u64, Opening>> = OnceLock::new();
    KNOWN.get_or_init(|| TABLE.lines().filter_map(read).collect())
}

fn read(line: &'static str) -> Option<(u64, Opening)> {
    let mut fields = line.split('\t');
    let (eco, name, moves) = (fields.next()?, fields.next()?, fields.next()?);
    let mut position = Position::startpos();
    for san in moves.split(' ') {
        position = position.make(notation::parse_san(&position, san)?);
    }
    Some((position.key(), Opening { eco, name }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::pgn::PgnReader;

    #[test]
    fn all_lines_are_legal_and_different() {
        assert!(TABLE.lines().all(|line| read(line).is_some()), "{:?}", {
            TABLE.lines().find(|line| read(line).is_none())
        });
        assert_eq!(known().len(), TABLE.lines().count());
    }

    #[test]
    fn transpositions_have_the_same_name() {
        let name = |moves: &str| {
            let game = PgnReader::new(moves.as_bytes()).next()?.ok()?;
            opening_of(&game).map(|opening| (opening.eco, opening.name))
        };
        let catalan = name("1. d4 Nf6 2. c4 e6 3. g3");
        assert!(catalan.is_some_and(|(eco, _)| eco == "E00"));
        assert_eq!(name("1. c4 e6 2. g3 Nf6 3. d4"), catalan);
        assert_eq!(
            name("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. h3 e5").map(|o| o.0),
            Some("B90")
        );
    }
}
