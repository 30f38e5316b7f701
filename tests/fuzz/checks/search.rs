//! Deep searches, some in parallel, with tablebases and a book, with options changed between
//! and during them, stopped at any time: their answers are right.

use super::session;
use crossbeam_channel::unbounded;
use nullfenster::board::{Game, Position, notation};
use nullfenster::uci::InputLine;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// Steps of an input; the rest is ignored.
const STEPS: usize = 30;
/// Most nodes of a search with a depth, and most milliseconds of those with clocks: enough for
/// depth 8 and more.
const NODES: u32 = 40_000;
const TIME: u64 = 60;
/// Positions of the middle game, of Chess960, of the tablebases in `tests/data/syzygy` and
/// shortly before them, near draws, mates and the longest lists of moves.
const POSITIONS: [&str; 16] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/1k6/4Q3/8/8/7K b - - 0 1",
    "8/8/8/3k4/8/8/1R2P3/K6r w - - 0 1",
    "4k3/8/8/3r4/8/8/3Q4/4K3 w - - 0 1",
    "8/4p3/8/2k5/8/3K4/4P3/8 w - - 98 90",
    "8/5r2/3k4/8/8/3K4/3R4/8 w - - 95 90",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/6k1/6q1/7K w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "6bk/6n1/6P1/8/8/8/1B6/K3R3 w - - 0 1",
    "8/8/8/8/8/8/6k1/4K2R w K - 0 1",
];

/// A file or folder of the tests' data, seen from the project and from the fuzz targets.
fn data(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tests/data", "../data"].map(|folder| root.join(folder).join(name));
    let found = folders.iter().find(|path| path.exists()).expect("the data of the tests");
    found.display().to_string()
}

/// The bytes of an input, then zeros.
struct Bytes<'a>(std::slice::Iter<'a, u8>);

impl Bytes<'_> {
    fn next(&mut self) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0))
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.next() % from.len()]
    }
}

/// A position with up to seven moves; the command for it.
fn position(bytes: &mut Bytes) -> (String, Position) {
    let fen = bytes.pick(&POSITIONS);
    let mut game = Game::new(Position::from_fen(fen).expect("a position"));
    let mut command = format!("position fen {fen}");
    for number in 0..bytes.next() % 8 {
        let moves = game.position().legal_moves();
        let Some(&mv) = moves.get(bytes.next() % moves.len().max(1)) else { break };
        let text = notation::format_move(mv, game.position().is_chess960());
        command += if number == 0 { " moves " } else { " " };
        command += &text;
        game.push(mv);
    }
    (command, *game.position())
}

fn go(bytes: &mut Bytes) -> String {
    let (number, ponder) = (bytes.next() as u64, bytes.pick(&["", "", "", " ponder"]));
    let limit = match bytes.next() % 8 {
        0..3 => format!("depth {} nodes {NODES}", 8 + number % 8),
        3 => format!("movetime {}", number % TIME),
        4 => format!("wtime {number} btime {number} winc 5 binc 5"),
        5 => format!("nodes {}", number * 100),
        6 => format!("mate {} nodes {NODES}", 1 + number % 6),
        _ => "infinite".to_owned(),
    };
    format!("go {limit}{ponder}")
}

fn option(bytes: &mut Bytes) -> String {
    let number = bytes.next();
    let check = number.is_multiple_of(2);
    let (name, value) = match bytes.next() % 16 {
        0 => ("Hash", (1 + number % 16).to_string()),
        1 | 2 => ("Threads", (1 + number % 4).to_string()),
        3 => ("MultiPV", (1 + number % 5).to_string()),
        4 | 5 => ("SyzygyPath", if check { data("syzygy") } else { String::new() }),
        6 => ("BookFile", if check { data("book.bin") } else { String::new() }),
        7 => ("OwnBook", check.to_string()),
        8 => ("UCI_Chess960", check.to_string()),
        9 => ("Skill Level", (number % 21).to_string()),
        10 => ("Evaluation", if check { "Classical" } else { "Network" }.to_owned()),
        11 => ("SyzygyProbeLimit", (number % 8).to_string()),
        12 => ("Syzygy50MoveRule", check.to_string()),
        13 => ("nodestime", (number % 3).to_string()),
        14 => ("UCI_AnalyseMode", check.to_string()),
        _ => ("Clear Hash", String::new()),
    };
    let value = if name == "Clear Hash" { String::new() } else { format!(" value {value}") };
    format!("setoption name {name}{value}")
}

/// A line, or a wait.
enum Step {
    Line(String),
    Wait(Duration),
}

/// True if there was a search.
pub fn check(bytes: &[u8]) -> bool {
    let mut bytes = Bytes(bytes.iter());
    let mut at = Position::startpos();
    let mut asked = Vec::new();
    let mut steps = Vec::new();
    while !bytes.0.as_slice().is_empty() && steps.len() < STEPS {
        let line = match bytes.next() % 16 {
            0..3 => {
                let (command, new) = position(&mut bytes);
                at = new;
                command
            }
            3..7 => {
                asked.push(Some(at));
                go(&mut bytes)
            }
            7..10 => option(&mut bytes),
            10 => "stop".to_owned(),
            11 => "ponderhit".to_owned(),
            12 => "isready".to_owned(),
            13 => "ucinewgame".to_owned(),
            _ => {
                // Up to 26 ms.
                steps.push(Step::Wait(Duration::from_micros(100 * bytes.next() as u64)));
                continue;
            }
        };
        steps.push(Step::Line(line));
    }
    // The end of the input alone leaves a last search too little time on a busy machine.
    steps.extend(["stop", "wait"].map(|line| Step::Line(line.to_owned())));
    let (sender, lines) = unbounded();
    let text = thread::scope(|scope| {
        scope.spawn(move || {
            for step in steps {
                match step {
                    Step::Wait(time) => thread::sleep(time),
                    Step::Line(text) => {
                        let line = InputLine::now(text);
                        sender.send(line).expect("a reader");
                    }
                }
            }
        });
        session::run(&lines)
    });
    session::check(&text, &asked);
    !asked.is_empty()
}
