//! Any text is a legal move in SAN or none; the moves of a position keep their names.

use nullfenster::board::{Position, notation};

/// The first line is a FEN, the others are moves. True if one of them is legal.
pub fn check(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines();
    let Some(Ok(position)) = lines.next().map(Position::from_fen) else { return false };
    for mv in position.legal_moves() {
        let san = notation::format_san(&position, mv);
        assert_eq!(notation::parse_san(&position, &san), Some(mv), "{san} in {position}");
    }
    let moves: Vec<_> = lines.filter_map(|line| notation::parse_san(&position, line)).collect();
    for &mv in &moves {
        assert!(position.is_legal(mv), "{mv:?} in {position}");
    }
    !moves.is_empty()
}
