//! Any bytes are a Polyglot book, or an error; a book gives only legal moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullfenster::board::Position;
use nullfenster::book::Book;

fuzz_target!(|bytes: &[u8]| {
    let Ok(book) = Book::from_bytes(bytes.to_vec()) else { return };
    let mut position = Position::startpos();
    // The keys of a book are hard to hit by chance: the first entry is made to fit.
    let mut fitting = bytes.to_vec();
    fitting[..8].copy_from_slice(&position.key().to_be_bytes());
    for book in [Some(book), Book::from_bytes(fitting[..16].to_vec()).ok()].into_iter().flatten() {
        assert!(!book.is_empty());
        for (mv, _) in book.moves(&position) {
            assert!(position.is_legal(mv));
        }
        let chosen = book.choose(&position, |total| total - 1);
        assert!(chosen.is_none_or(|mv| position.is_legal(mv)));
        if let Some(mv) = chosen {
            position = position.make(mv);
        }
    }
});
