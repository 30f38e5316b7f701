//! What the board's tests share: reading data files, a random generator with a
//! seed, and running checks on all cores.
//!
//! Data in `tests/data` belongs to the tests and is always there. Larger files
//! in `../shared/data` are used on top where they exist.

#![allow(dead_code, reason = "each test file uses its own part")]

use nullfenster::board::Position;
use nullfenster::types::Move;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Lines of a file in `tests/data`, without comments (`#`) and empty lines.
pub fn data_lines(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(String::from).collect()
}

/// Where a shared file lies, if there is one.
fn shared_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(name)
}

/// The path of a file in `../shared/data`; none, with a note, if it is absent.
pub fn shared_file(name: &str) -> Option<PathBuf> {
    let path = shared_path(name);
    if !path.exists() {
        eprintln!("skipped: no shared file {name}");
    }
    path.exists().then_some(path)
}

/// Lines of a file in `../shared/data`; none, with a note, if it is absent.
pub fn shared_lines(name: &str) -> Vec<String> {
    match fs::read_to_string(shared_path(name)) {
        Ok(text) => text.lines().filter(|line| !line.is_empty()).map(String::from).collect(),
        Err(_) => {
            eprintln!("skipped: no shared file {name}");
            Vec::new()
        }
    }
}

/// Rows of a shared table without its heading, split at tabs.
pub fn shared_rows(name: &str) -> Vec<Vec<String>> {
    let rows = shared_lines(name).into_iter().skip(1);
    rows.map(|line| line.split('\t').map(String::from).collect()).collect()
}

/// Calls `check` for each item, on as many threads as there are cores, and
/// gathers what it complains about.
pub fn complaints_about<T: Sync>(
    items: &[T],
    check: impl Fn(&T) -> Result<(), String> + Sync,
) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let complaints = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(complaint) = check(item) {
                        complaints.lock().unwrap().push(complaint);
                    }
                }
            });
        }
    });
    complaints.into_inner().unwrap()
}

/// Random numbers that are the same in every run (SplitMix64, by Vigna).
pub struct Random(pub u64);

impl Random {
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// A random number below `limit`, which is small.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit as u64) as usize
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// A position with its known numbers of move sequences.
pub struct PerftCase {
    /// The position.
    pub fen: String,
    /// Depth and number of leaves, by rising depth.
    pub counts: Vec<(u32, u64)>,
}

/// Reads `FEN ;D1 20 ;D2 400 ..`, as the shared files have it; other fields are
/// passed over.
pub fn shared_perft(name: &str) -> Vec<PerftCase> {
    let case = |line: String| {
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next().unwrap_or_default().into();
        let counts = fields.filter_map(|field| {
            let (depth, count) = field.strip_prefix('D')?.split_once(' ')?;
            Some((depth.parse().ok()?, count.parse().ok()?))
        });
        PerftCase { fen, counts: counts.collect() }
    };
    shared_lines(name).into_iter().map(case).collect()
}

/// Reads `depth count FEN` lines from `tests/data`.
pub fn own_perft(name: &str) -> Vec<PerftCase> {
    let case = |line: String| {
        let mut fields = line.splitn(3, ' ');
        let mut number = || fields.next().and_then(|field| field.parse().ok());
        let (Some(depth), Some(count)) = (number(), number()) else {
            panic!("{name}: bad line '{line}'")
        };
        let fen = fields.next().unwrap_or_default().into();
        PerftCase { fen, counts: vec![(depth as u32, count)] }
    };
    data_lines(name).into_iter().map(case).collect()
}

/// A game of random moves.
pub struct RandomGame {
    /// Where it starts.
    pub start: Position,
    /// Its moves; fewer than asked for if it ends before.
    pub moves: Vec<Move>,
}

impl RandomGame {
    /// All positions of the game, the first and the last included.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let later = self.moves.iter().scan(self.start, |position, &mv| {
            *position = position.make(mv);
            Some(*position)
        });
        std::iter::once(self.start).chain(later)
    }
}

/// A random game from each position of `perft.txt`.
pub fn random_games(seed: u64, plies: usize) -> Vec<RandomGame> {
    let mut random = Random(seed);
    let play = |case: PerftCase| {
        let start = Position::from_fen(&case.fen).unwrap();
        let mut game = RandomGame { start, moves: Vec::new() };
        let mut position = start;
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = random.pick(&moves);
            game.moves.push(mv);
            position = position.make(mv);
        }
        game
    };
    own_perft("perft.txt").into_iter().map(play).collect()
}

/// The same position with the colours changed over: the board is turned upside
/// down, and the other side is to move.
pub fn with_colors_swapped(position: &Position) -> Position {
    let fen = position.to_string();
    let swap_case = |text: &str| -> String {
        let swap = |letter: char| match letter {
            'a'..='z' => letter.to_ascii_uppercase(),
            _ => letter.to_ascii_lowercase(),
        };
        text.chars().map(swap).collect()
    };
    let mut fields: Vec<String> = fen.split(' ').map(String::from).collect();
    fields[0] = fields[0].split('/').rev().map(swap_case).collect::<Vec<_>>().join("/");
    fields[1] = if fields[1] == "w" { "b".into() } else { "w".into() };
    fields[2] = swap_case(&fields[2]);
    fields[3] = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    Position::from_fen(&fields.join(" ")).unwrap()
}
