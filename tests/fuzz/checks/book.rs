//! Any bytes are a Polyglot book or an error; a book gives only legal moves.

use nullfenster::board::Position;
use nullfenster::book::Book;

/// True if the bytes are a book.
pub fn check(bytes: &[u8]) -> bool {
    let Ok(book) = Book::from_bytes(bytes.to_vec()) else { return false };
    let mut position = Position::startpos();
    // Random bytes hardly ever hit the key of a position: the first entry is given the right one.
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
    true
}
