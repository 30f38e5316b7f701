//! Any bytes are a file of games or an error; games come back from their bytes as they were.

use nullfenster::tune::games::{Games, Trace};
use std::fs;

/// True if a game was read.
pub fn check(bytes: &[u8]) -> bool {
    let path = std::env::temp_dir().join(format!("nullfenster-games-{}", std::process::id()));
    fs::write(&path, bytes).expect("a file");
    let games = Games::open(path.to_str().expect("a path in UTF-8")).expect("the file opens");
    let read: Vec<_> = games.map_while(Result::ok).collect();
    let mut again = Vec::new();
    for game in &read {
        game.quiet().count();
        let _ = game.clone().traced(Trace { factor: 0.7, until: 28.0 }, 160.0);
        again.extend(game.to_bytes());
    }
    fs::write(&path, &again).expect("a file");
    let games = Games::open(path.to_str().expect("a path in UTF-8")).expect("the file opens");
    let again: Vec<_> = games.collect::<Result<_, _>>().expect("games of ours");
    assert_eq!(read, again);
    fs::remove_file(path).expect("the file goes");
    !read.is_empty()
}
