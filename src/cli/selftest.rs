//! `nullfenster selftest`: checks this build on this machine against known answers and
//! properties in a few seconds.

use crate::board::{Position, perft};
use crate::commands::bench::{self, BenchLimit, BenchSpec};
use crate::engine::Engine;
use crate::eval::{Evaluation, Evaluator};
use crate::lab::{Algorithm, Lab, Options, quiescence};
use crate::search::{Searcher, Window};
use crate::terminal::Output;
use crate::terminal::{CHECK_FAILED, Failure};
use crate::types::Score;
use crate::uci::Session;
use fastrand::Rng;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Positions, depths and known perft counts (from the chess programming wiki; the last one
/// is Chess960).
const PERFT: [(&str, u32, u64); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326_672),
];

/// A check; returns what was checked or what is wrong.
type Check = fn() -> Result<String, String>;

/// Runs the command: a line for each check, status 1 if one does not hold.
pub fn run() -> Result<u8, Failure> {
    let mut out = Output::new(io::stdout());
    let mut failed = 0;
    let checks: [(&str, Check); 5] = [
        ("moves: perft of known positions", moves),
        ("board: incremental and recomputed keys", keys),
        ("search: values of the lab", values),
        ("table: the same nodes with the same table", table),
        ("protocol: a script of UCI", protocol),
    ];
    for (name, check) in checks {
        let line = match check() {
            Ok(detail) => format!("ok   {name}: {detail}"),
            Err(reason) => {
                failed += 1;
                format!("FAIL {name}: {reason}")
            }
        };
        out.line(&line)?;
    }
    Ok(if failed == 0 { 0 } else { CHECK_FAILED })
}

fn position(fen: &str) -> Result<Position, String> {
    Position::from_fen(fen).map_err(|error| format!("{fen}: {error}"))
}

fn moves() -> Result<String, String> {
    let mut leaves = 0;
    for (fen, depth, expected) in PERFT {
        let found = perft::perft(&position(fen)?, depth);
        if found != expected {
            return Err(format!("{fen}, depth {depth}: {found}, not {expected}"));
        }
        leaves += found;
    }
    Ok(format!("{leaves} leaves"))
}

/// Random games: after every move key and check flag must equal those of the position set
/// up from its FEN.
fn keys() -> Result<String, String> {
    let mut rng = Rng::with_seed(1);
    let mut checked = 0;
    for (fen, ..) in PERFT {
        for _ in 0..20 {
            let mut position = position(fen)?;
            for _ in 0..100 {
                let moves = position.legal_moves();
                let Some(&mv) = moves.get(rng.usize(..moves.len().max(1))) else { break };
                position = position.make(mv);
                let text = position.to_string();
                let parsed =
                    Position::from_fen(&text).map_err(|error| format!("{text}: {error}"))?;
                let same = position.key() == position.recompute_key()
                    && position.key() == parsed.key()
                    && position.in_check() == parsed.in_check();
                if !same {
                    return Err(format!("{text} after {mv:?}"));
                }
                checked += 1;
            }
        }
    }
    Ok(format!("{checked} positions"))
}

/// Compares the bare search with the lab, an independent implementation.
fn values() -> Result<String, String> {
    let mut searcher = Searcher::new(1, 1).map_err(|error| error.to_string())?;
    let whole = (-Score::INFINITE, Score::INFINITE);
    let fens =
        ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"];
    for fen in fens {
        let position = position(fen)?;
        for depth in 1..=3 {
            let mut evaluator = Evaluator::default();
            let mut eval = |position: &Position| evaluator.value(position);
            let mut leaf = |position: &Position, ply| quiescence(position, ply, whole, &mut eval);
            let expected = Lab::new(Algorithm::Negamax, Options::default(), &mut leaf)
                .search(&position, depth)
                .value;
            let found = searcher.search_bare(&position, depth, Window::FULL);
            if found != expected {
                let [found, expected] = [found, expected].map(Score::centipawns);
                return Err(format!("{fen}, depth {depth}: {found}, not {expected}"));
            }
        }
    }
    Ok(format!("{} positions, depth 1 to 3", fens.len()))
}

fn table() -> Result<String, String> {
    let spec = BenchSpec {
        hash: 1,
        threads: 1,
        limit: BenchLimit::Depth(7),
        source: "default".to_owned(),
        evaluation: Evaluation::default(),
    };
    let positions = bench::default_positions().map_err(|error| error.to_string())?;
    let nodes = || {
        let report = bench::measure(&spec, &positions, &Arc::default(), &mut |_, _| {});
        report.map(|report| report.nodes).map_err(|error| error.to_string())
    };
    let (first, second) = (nodes()?, nodes()?);
    if first == second {
        Ok(format!("{first} nodes"))
    } else {
        Err(format!("{first}, then {second}"))
    }
}

/// Collects the output of the protocol.
#[derive(Clone, Default)]
struct Printed(Arc<Mutex<Vec<u8>>>);

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn protocol() -> Result<String, String> {
    let script = [
        "uci",
        "setoption name Hash value 1",
        "isready",
        "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
        "go depth 4",
        "position startpos moves e2e4 e7e5",
        "go nodes 1000",
    ]
    .map(String::from);
    let printed = Printed::default();
    let engine = Engine::new().map_err(|error| error.to_string())?;
    let errors = Session::new(engine, Output::new(printed.clone()), false)
        .run_script(&script)
        .map_err(|error| error.to_string())?;
    let bytes = printed.0.lock().unwrap_or_else(PoisonError::into_inner);
    let text = String::from_utf8_lossy(&bytes);
    let wanted = ["id name Nullfenster", "uciok", "readyok", "score mate 1", "bestmove a1a8"];
    if let Some(missing) = wanted.into_iter().find(|&part| !text.contains(part)) {
        return Err(format!("no '{missing}' in its answers"));
    }
    let moves = text.matches("bestmove").count();
    if errors == 0 && moves == 2 {
        Ok(format!("{} lines", text.lines().count()))
    } else {
        Err(format!("{errors} errors, {moves} best moves"))
    }
}
