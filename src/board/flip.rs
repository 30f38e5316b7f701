//! The same position for the other side.

use super::layout::Position;

/// `K` for `k` and the other way round.
fn other_case(text: &str) -> String {
    let swap = |letter: char| match letter {
        'a'..='z' => letter.to_ascii_uppercase(),
        letter => letter.to_ascii_lowercase(),
    };
    text.chars().map(swap).collect()
}

impl Position {
    /// The position with the board turned upside down and colours exchanged: as good for the
    /// side to move as before.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let fen = self.to_string();
        let fields: Vec<&str> = fen.split(' ').collect();
        let board = fields[0].split('/').rev().map(other_case).collect::<Vec<_>>().join("/");
        let side = if fields[1] == "w" { "b" } else { "w" };
        let (castling, passed) = (other_case(fields[2]), fields[3]);
        let passed = passed.replace(['3', '6'], if passed.ends_with('3') { "6" } else { "3" });
        let fen = format!("{board} {side} {castling} {passed} {} {}", fields[4], fields[5]);
        Self::from_fen(&fen).unwrap_or_else(|error| unreachable!("{fen}: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::perft::perft;

    #[test]
    fn the_other_side_has_the_same_moves() {
        for fen in [
            "rnbqkbnr/pp1ppppp/8/8/2pPP3/8/PPP2PPP/RNBQKBNR b KQkq d3 0 3",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w Kq - 3 9",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let flipped = position.flipped();
            assert_ne!(flipped.side_to_move(), position.side_to_move());
            assert_eq!(flipped.to_string().len(), fen.len());
            assert_eq!(perft(&flipped, 3), perft(&position, 3), "{fen}");
            assert_eq!(flipped.flipped(), position, "{fen}");
        }
    }
}
