//! Any bytes in a table's file give a result or none, never a panic or an endless loop.

use nullfenster::board::Position;
use nullfenster::tablebase::{Folders, Tablebases};
use std::fs;

/// Tables of six pieces, which are not compared with a checksum, with a position of each in
/// which nothing can be taken: three different pieces first, the kings first, pawns of one
/// colour, pawns of both.
const TABLES: [(&str, &str); 4] = [
    ("KRBvKRN", "8/1r6/8/n5k1/8/8/3K4/2B4R w - - 0 1"),
    ("KRRvKBB", "7k/8/8/1b6/8/b7/8/K2RR3 b - - 0 1"),
    ("KPPPvKR", "8/7r/8/5k2/8/3K4/P2P1P2/8 w - - 0 1"),
    ("KPPvKPP", "8/4pp2/8/7k/8/8/1K1P1P2/8 b - - 0 1"),
];

/// Puts the bytes behind the right first ones and asks the tables. True if they answered.
pub fn check(bytes: &[u8]) -> bool {
    let Some((&choice, bytes)) = bytes.split_first() else { return false };
    let (name, fen) = TABLES[usize::from(choice) % TABLES.len()];
    let folder = std::env::temp_dir().join(format!("nullfenster-table-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    for (kind, magic) in [("rtbw", [0x71, 0xe8, 0x23, 0x5d]), ("rtbz", [0xd7, 0x66, 0x0c, 0xa5])] {
        let mut content = magic.to_vec();
        content.extend_from_slice(bytes);
        // Whole blocks and a checksum.
        content.resize(content.len().next_multiple_of(64) + 16, 0);
        fs::write(folder.join(format!("{name}.{kind}")), content).expect("a file");
    }
    let folders = Folders::find(folder.to_str().expect("a path in UTF-8")).expect("tables");
    let tables = Tablebases::new(&folders);
    let position = Position::from_fen(fen).expect("a position");
    let wdl = tables.wdl(&position);
    let quiet = position.quiet_moves();
    for &mv in quiet.iter().take(20) {
        tables.wdl(&position.make(mv));
    }
    tables.root(&position);
    let answered = wdl.is_some();
    assert!(answered || !tables.take_faults().is_empty(), "no answer and no fault");
    // Windows keeps a folder with open files.
    drop(tables);
    fs::remove_dir_all(folder).expect("the folder goes");
    answered
}
