//! Shared by the tests: reading data files, a random generator with a seed, and
//! running checks on all cores.
//!
//! Data in `tests/data` belongs to the tests and is always there. Tests that need
//! the larger files of `../shared/data` are marked `#[ignore]`.

#![allow(dead_code, reason = "each test file uses its own part")]

use nullfenster::board::Position;
use nullfenster::types::Move;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The path of a file in `tests/data`.
pub fn data_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// The path of a file in `../shared/data`.
pub fn shared_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(name)
}

/// Lines of a file, without comments (`#`) and empty lines; at least one.
fn lines_of(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let lines: Vec<String> = lines.map(String::from).collect();
    assert!(!lines.is_empty(), "{path:?} is empty");
    lines
}

fn cells(line: &str) -> Vec<String> {
    line.split('\t').map(String::from).collect()
}

/// Lines of a file in `tests/data`.
pub fn data_lines(name: &str) -> Vec<String> {
    lines_of(&data_path(name))
}

/// Rows of a table in `tests/data`, split at tabs.
pub fn data_rows(name: &str) -> Vec<Vec<String>> {
    data_lines(name).iter().map(|line| cells(line)).collect()
}

/// Rows of a table in `../shared/data` without its heading, split at tabs.
pub fn shared_rows(name: &str) -> Vec<Vec<String>> {
    lines_of(&shared_path(name)).iter().skip(1).map(|line| cells(line)).collect()
}

/// Calls `check` for each item, on all cores, and collects the errors.
pub fn errors_of<T: Sync>(
    items: &[T],
    check: impl Fn(&T) -> Result<(), String> + Sync,
) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let errors = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(error) = check(item) {
                        errors.lock().unwrap().push(error);
                    }
                }
            });
        }
    });
    errors.into_inner().unwrap()
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

    /// A random number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit as u64) as usize
    }

    /// A random item of a list.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// A position with known perft counts.
pub struct PerftCase {
    /// The position.
    pub fen: String,
    /// Depths and their numbers of leaves, in ascending order.
    pub counts: Vec<(u32, u64)>,
}

/// Reads `FEN ;D1 20 ;D2 400 ..`, the format of the shared files; other fields
/// are ignored.
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
    lines_of(&shared_path(name)).into_iter().map(case).collect()
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
    /// The first position.
    pub start: Position,
    /// Its moves; fewer than requested if the game ends earlier.
    pub moves: Vec<Move>,
}

impl RandomGame {
    /// All positions of the game, from the first to the last.
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

/// The position with colours swapped: the board is mirrored vertically, and the
/// other side is to move.
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
