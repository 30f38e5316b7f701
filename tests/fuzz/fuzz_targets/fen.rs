//! A FEN that is read gives a position that is written and read again as the same, whose key
//! and legal moves are right.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullfenster::board::Position;

fuzz_target!(|text: &str| {
    let Ok(position) = Position::from_fen(text) else { return };
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
});
