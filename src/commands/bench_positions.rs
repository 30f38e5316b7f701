//! The positions of the bench: well-known test positions, openings and endgames
//! from public collections, and corner cases. Changing one changes the bench.

/// FENs of the bench.
pub(super) const POSITIONS: [&str; 50] = [
    // The start, and positions that are known from testing move generators.
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    // Openings.
    "r2qkb1r/p2p1ppp/np2pn2/8/3PP3/5N2/PP1N1PPP/R1BQK2R w KQkq - 0 9",
    "r1bq1rk1/pppp1ppp/8/2b1n3/2P5/4P3/PP1BBPPP/RN1QK2R w KQ - 2 9",
    "rnb2rk1/ppq1ppbp/5np1/2pp4/3P4/2P2NP1/PP1NPPBP/R1BQR1K1 w - - 0 9",
    "r1bqkbnr/pp3ppp/2np4/2p1p3/4P3/1P3N2/PBPP1PPP/RN1QKB1R w KQkq - 0 1",
    "rnbqkb1r/pp1ppp1p/5np1/8/3QP3/6P1/PPP2PBP/RNB1K1NR b KQkq - 0 1",
    "rn1qkb1r/pbpp1ppp/1p2pn2/8/3P1B2/4PB2/PPP2PPP/RN1QK1NR b KQkq - 0 1",
    "r1bqkbnr/1p4pp/p1n1p3/3p4/3P1Bp1/2NBP3/PP3P1P/R2QK1NR w KQkq - 0 9",
    "r1bq1k1r/pp2ppbp/2np1np1/8/4PP2/2NB1N2/PPP3PP/R1BQK2R w KQ - 3 9",
    "r2qkbnr/1p2pp1p/p1n3p1/3pP3/3P4/5b1P/PP1N1PP1/R1BQKB1R w KQkq - 0 9",
    "rnbqkb1r/pppppp2/5npp/8/5P2/2P2N2/PP1PP1PP/RNBQKB1R w KQkq - 0 4",
    // Middle games from the test of Bratko and Kopec.
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
    "rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - 0 1",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1",
    "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
    "1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - - 0 1",
    "4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - 0 1",
    "2kr1bnr/pbpq4/2n1pp2/3p3p/3P1P1B/2N2N1Q/PPP3PP/2KR1B1R w - - 0 1",
    "3rr1k1/pp3pp1/1qn2np1/8/3p4/PP1R1P2/2P1NQPP/R1B3K1 b - - 0 1",
    "2r1nrk1/p2q1ppp/bp1p4/n1pPp3/P1P1P3/2PBB1N1/4QPPP/R4RK1 w - - 0 1",
    "r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - 0 1",
    "r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - - 0 1",
    "rnb2r1k/pp2p2p/2pp2p1/q2P1p2/8/1Pb2NP1/PB2PPBP/R2Q1RK1 w - - 0 1",
    // Attacks and sacrifices.
    "r1b1k2r/ppppnppp/2n2q2/2b5/3NP3/2P1B3/PP3PPP/RN1QKB1R w KQkq - 0 1",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "r1bqk1nr/pppp1ppp/2n5/8/1bBpP3/2P2N2/P4PPP/RNBQ1RK1 b kq - 0 7",
    "6k1/3b3r/1p1p4/p1n2p2/1PPNpP1q/P3Q1p1/1R1RB1P1/5K2 b - - 0 1",
    "r2r1n2/pp2bk2/2p1p2p/3q4/3PN1QP/2P3R1/P4PP1/5RK1 w - - 0 1",
    // Endgames.
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
    "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
    "8/p4r1k/8/3R4/3P4/2PN2P1/1P4r1/1K6 b - - 0 38",
    "7k/3b1p2/3p1n1p/1p1Pp1n1/1P2P3/Pp3PP1/6BK/2BN4 b - - 0 41",
    "8/5k2/3p1p2/r1RP1pp1/1p1R4/1P2P3/P4PP1/3K4 b - - 0 45",
    "8/8/8/5N2/8/p7/8/2NK3k w - - 0 1",
    "8/3k4/8/8/8/4B3/4KB2/2B5 w - - 0 1",
    "6k1/6p1/P6p/r1N5/5p2/7P/1b3PP1/4R1K1 w - - 0 1",
    // Many queens, the fifty moves near, a lost king, a stalemate and a mate.
    "q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - - 0 1",
    "8/8/4k3/3n1n2/5P2/8/3K4/8 b - - 96 120",
    "1kr5/4RR2/8/8/1K6/1N6/r7/8 w - - 77 98",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1",
    // Chess960 with different arrays for both sides.
    "rnqnbbkr/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKQR w HCha - 0 1",
];
