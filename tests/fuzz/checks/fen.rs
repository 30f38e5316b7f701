//! A FEN that is accepted gives a position that survives being written and read again, and
//! whose key and legal moves are right.

use nullfenster::board::Position;

/// True if the bytes are a FEN.
pub fn check(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let Ok(position) = Position::from_fen(&text) else { return false };
    assert_eq!(position.key(), position.recompute_key());
    let again = Position::from_fen(&position.to_string()).expect("what was written is read");
    assert_eq!(again.to_string(), position.to_string());
    assert_eq!(again.key(), position.key());
    for mv in position.legal_moves() {
        assert!(position.is_legal(mv));
        let next = position.make(mv);
        assert_eq!(next.key(), next.recompute_key());
        assert!(Position::from_fen(&next.to_string()).is_ok(), "{position} {next}");
    }
    true
}
