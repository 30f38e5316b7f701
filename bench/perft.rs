//! Perft against shakmaty and cozy-chess in the same run, so that ratios can be compared
//! between machines: `cargo bench --bench perft [-- ROUNDS]`.
//!
//! Three kinds of perft:
//! * counted: moves of the last ply are counted without writing them;
//! * listed: they are written to a list, whose length is added;
//! * made: each of them is made.
//!
//! A peer is measured by its fastest way to do the same. shakmaty always writes a list,
//! cozy-chess returns a set of targets for each piece and never writes one, so each has
//! one number for the first two kinds.
//!
//! All take turns on each position in every round, after a warm-up round; the best time
//! counts. The last column is the geometric mean over the positions.

use cozy_chess::Board;
use nullfenster::board::{Position, perft};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};
use std::hint::black_box;
use std::time::Instant;

/// A well-known position.
struct Known {
    name: &'static str,
    fen: &'static str,
    /// Depth and leaves for the kinds that count the last ply in bulk.
    bulk: (u32, u64),
    /// The same for the kind that makes every leaf.
    made: (u32, u64),
}

const POSITIONS: [Known; 5] = [
    Known {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        bulk: (6, 119_060_324),
        made: (5, 4_865_609),
    },
    Known {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        bulk: (5, 193_690_690),
        made: (4, 4_085_603),
    },
    Known {
        name: "endgame",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        bulk: (7, 178_633_661),
        made: (6, 11_030_083),
    },
    Known {
        name: "promotion",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        bulk: (5, 15_833_292),
        made: (5, 15_833_292),
    },
    Known {
        name: "talkchess",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        bulk: (5, 89_941_194),
        made: (4, 2_103_487),
    },
];

/// A library and its way to count.
struct Contestant {
    name: &'static str,
    /// True if it makes the moves of the last ply.
    makes: bool,
    count: fn(&Start, u32) -> u64,
}

/// A position in each library.
struct Start {
    ours: Position,
    shakmaty: Chess,
    cozy: Board,
}

const CONTESTANTS: [Contestant; 7] = [
    Contestant {
        name: "counted",
        makes: false,
        count: |start, depth| perft::perft(&start.ours, depth),
    },
    Contestant {
        name: "listed",
        makes: false,
        count: |start, depth| perft::perft_lists(&start.ours, depth),
    },
    Contestant {
        name: "shakmaty, listed",
        makes: false,
        count: |start, depth| shakmaty_perft::<false>(&start.shakmaty, depth),
    },
    Contestant {
        name: "cozy-chess, counted",
        makes: false,
        count: |start, depth| cozy_perft::<false>(&start.cozy, depth),
    },
    Contestant {
        name: "made",
        makes: true,
        count: |start, depth| perft::perft_make(&start.ours, depth),
    },
    Contestant {
        name: "shakmaty, made",
        makes: true,
        count: |start, depth| shakmaty_perft::<true>(&start.shakmaty, depth),
    },
    Contestant {
        name: "cozy-chess, made",
        makes: true,
        count: |start, depth| cozy_perft::<true>(&start.cozy, depth),
    },
];

fn shakmaty_perft<const MAKE: bool>(position: &Chess, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 && !MAKE {
        return moves.len() as u64;
    }
    let mut leaves = 0;
    for &mv in &moves {
        let mut next = position.clone();
        next.play_unchecked(mv);
        if depth == 1 {
            black_box(&next);
            leaves += 1;
        } else {
            leaves += shakmaty_perft::<MAKE>(&next, depth - 1);
        }
    }
    leaves
}

/// Counting has its own loop: a test of the depth inside it would cost a quarter.
fn cozy_perft<const MAKE: bool>(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    if depth == 1 && !MAKE {
        board.generate_moves(|moves| {
            leaves += moves.len() as u64;
            false
        });
        return leaves;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            if depth == 1 {
                black_box(&next);
                leaves += 1;
            } else {
                leaves += cozy_perft::<MAKE>(&next, depth - 1);
            }
        }
        false
    });
    leaves
}

fn start(fen: &str) -> Start {
    let parsed: Fen = fen.parse().expect("a good FEN");
    Start {
        ours: Position::from_fen(fen).expect("a good FEN"),
        shakmaty: parsed.into_position(CastlingMode::Standard).expect("a legal position"),
        cozy: fen.parse().expect("a good FEN"),
    }
}

/// Million leaves a second of each contestant on each position, best of all rounds.
fn measure(rounds: usize) -> [[f64; POSITIONS.len()]; CONTESTANTS.len()] {
    let mut best = [[0.0_f64; POSITIONS.len()]; CONTESTANTS.len()];
    let starts = POSITIONS.map(|known| start(known.fen));
    for round in 0..=rounds {
        for (column, known) in POSITIONS.iter().enumerate() {
            for (row, contestant) in CONTESTANTS.iter().enumerate() {
                let (depth, expected) = if contestant.makes { known.made } else { known.bulk };
                let clock = Instant::now();
                let leaves = (contestant.count)(black_box(&starts[column]), depth);
                let seconds = clock.elapsed().as_secs_f64();
                assert_eq!(leaves, expected, "{} counts {} wrong", contestant.name, known.name);
                if round > 0 {
                    best[row][column] = best[row][column].max(leaves as f64 / seconds / 1e6);
                }
            }
        }
    }
    best
}

fn geometric_mean(speeds: &[f64]) -> f64 {
    (speeds.iter().map(|speed| speed.ln()).sum::<f64>() / speeds.len() as f64).exp()
}

fn main() {
    // Cargo adds `--bench`; a number among the arguments is the number of rounds.
    let rounds = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(5);
    let best = measure(rounds);
    let means = best.map(|speeds| geometric_mean(&speeds));

    print!("{:<22}", "Mnps");
    for known in POSITIONS {
        print!("{:>11}", known.name);
    }
    println!("{:>11}", "mean");
    for ((contestant, speeds), mean) in CONTESTANTS.iter().zip(best).zip(means) {
        print!("{:<22}", contestant.name);
        for speed in speeds {
            print!("{speed:>11.1}");
        }
        println!("{mean:>11.1}");
    }
    println!();
    println!("{:<22}{:>12}{:>14}", "ratio of means", "x shakmaty", "x cozy-chess");
    let pext = if cfg!(target_feature = "bmi2") { "with pext" } else { "without pext" };
    for (kind, ours, shakmaty, cozy) in
        [("counted", 0, 2, 3), ("listed", 1, 2, 3), ("made", 4, 5, 6)]
    {
        let (shakmaty, cozy) = (means[ours] / means[shakmaty], means[ours] / means[cozy]);
        println!("{kind:<22}{shakmaty:>12.2}{cozy:>14.2}");
    }
    println!("best of {rounds} rounds; cozy-chess {pext}");
}
