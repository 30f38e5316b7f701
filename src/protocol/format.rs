//! The lines of the protocol's output. The fields of an `info` line are in Stockfish's
//! order, since every GUI has been tested with that.

use crate::board::Position;
use crate::board::notation::{format_move, san_line};
use crate::engine::{OptionKind, OptionSpec};
use crate::search::{Bound, Info, Outcome, per_second};
use crate::types::Move;
use std::fmt::Write;

/// The `info` line of a line of analysis; `wdl` is win, draw and loss in permille.
pub fn info(line: &Info, chess960: bool, wdl: Option<[u32; 3]>) -> String {
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}",
        line.depth, line.seldepth, line.multi_pv, line.score
    );
    text.push_str(match line.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    // Writing to a string can't fail.
    if let Some([win, draw, loss]) = wdl {
        let _ = write!(text, " wdl {win} {draw} {loss}");
    }
    let _ = write!(
        text,
        " nodes {} nps {} hashfull {} tbhits {} time {}",
        line.nodes,
        per_second(line.nodes, line.time),
        line.hashfull,
        line.tbhits,
        line.time.as_millis()
    );
    if !line.pv.is_empty() {
        text.push_str(" pv");
        for &mv in &line.pv {
            let _ = write!(text, " {}", format_move(mv, chess960));
        }
    }
    text
}

/// The head of the table that people see at a terminal.
pub const TABLE_HEAD: &str = " depth   score     time       nodes  line";

/// The same with the chances of a win, a draw and a loss in permille.
pub const TABLE_HEAD_WDL: &str = " depth   score     win draw loss     time       nodes  line";

/// A row of that table: a line of analysis of `position` in SAN.
pub fn table_row(line: &Info, position: &Position, wdl: Option<[u32; 3]>) -> String {
    let wdl =
        wdl.map_or(String::new(), |[win, draw, loss]| format!("   {win:>4} {draw:>4} {loss:>4}"));
    let score = match (line.score.mate_moves(), line.bound) {
        (Some(moves), _) => format!("#{moves}"),
        (None, bound) => {
            let mark = match bound {
                Bound::Exact => "",
                Bound::Lower => "+",
                Bound::Upper => "-",
            };
            format!("{:+.2}{mark}", f64::from(line.score.centipawns()) / 100.0)
        }
    };
    format!(
        "{:>3}/{:<2} {score:>7}{wdl} {:>7.2}s {:>11}  {}",
        line.depth,
        line.seldepth,
        line.time.as_secs_f64(),
        line.nodes,
        san_line(position, &line.pv).join(" ")
    )
}

/// The `info` line of the root move that is being searched.
pub fn current_move(depth: u32, mv: Move, number: usize, chess960: bool) -> String {
    format!("info depth {depth} currmove {} currmovenumber {number}", format_move(mv, chess960))
}

/// The answer to `go`.
pub fn best_move(outcome: &Outcome, chess960: bool) -> String {
    let Some(best) = outcome.best else { return NO_MOVE.to_owned() };
    let mut text = format!("bestmove {}", format_move(best, chess960));
    if let Some(ponder) = outcome.ponder {
        let _ = write!(text, " ponder {}", format_move(ponder, chess960));
    }
    text
}

/// The answer to `go` if there is no move. Not `0000`, which some GUIs read as a null move.
pub const NO_MOVE: &str = "bestmove (none)";

/// The `option` line of an option.
pub fn option(spec: &OptionSpec) -> String {
    let name = spec.name;
    match spec.kind {
        OptionKind::Check(default) => format!("option name {name} type check default {default}"),
        OptionKind::Spin { default, min, max } => spin_option(name, default, min, max),
        OptionKind::Button => format!("option name {name} type button"),
        OptionKind::Text("") => format!("option name {name} type string default <empty>"),
        OptionKind::Text(default) => format!("option name {name} type string default {default}"),
        OptionKind::Choice(words) => {
            format!(
                "option name {name} type combo default {} var {}",
                words[0],
                words.join(" var ")
            )
        }
    }
}

/// The `option` line of a number.
pub fn spin_option(name: &str, default: i64, min: i64, max: i64) -> String {
    format!("option name {name} type spin default {default} min {min} max {max}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveFlags, PieceKind, Score, Square};
    use std::time::Duration;

    fn mv(from: &str, to: &str, flags: MoveFlags) -> Move {
        let square = |text| Square::from_algebraic(text).expect("a square");
        Move::new(square(from), square(to), flags)
    }

    fn line(score: Score, bound: Bound) -> Info {
        Info {
            depth: 7,
            seldepth: 12,
            multi_pv: 1,
            score,
            bound,
            by_tables: false,
            nodes: 5000,
            hashfull: 3,
            tbhits: 0,
            time: Duration::from_millis(10),
            pv: vec![mv("e2", "e4", MoveFlags::DOUBLE_STEP), mv("e8", "h8", MoveFlags::CASTLING)],
        }
    }

    #[test]
    fn parts_of_info_stand_in_order() {
        assert_eq!(
            info(&line(Score::cp(35), Bound::Lower), false, Some([1, 2, 997])),
            "info depth 7 seldepth 12 multipv 1 score cp 35 lowerbound wdl 1 2 997 nodes 5000 \
             nps 500000 hashfull 3 tbhits 0 time 10 pv e2e4 e8g8"
        );
        assert!(info(&line(Score::mated_in(4), Bound::Exact), true, None).contains(
            "score mate -2 nodes 5000 nps 500000 hashfull 3 tbhits 0 time 10 pv e2e4 e8h8"
        ));
    }

    #[test]
    fn people_see_pawns_and_san() {
        let plain = |from, to| mv(from, to, MoveFlags::empty());
        let double = |from, to| mv(from, to, MoveFlags::DOUBLE_STEP);
        let pv = vec![double("e2", "e4"), double("e7", "e5"), plain("g1", "f3")];
        let row = |score, bound| {
            table_row(&Info { pv: pv.clone(), ..line(score, bound) }, &Position::startpos(), None)
        };
        assert_eq!(
            row(Score::cp(35), Bound::Exact),
            "  7/12   +0.35    0.01s        5000  e4 e5 Nf3"
        );
        assert!(row(Score::cp(-5), Bound::Upper).contains("  -0.05-  "));
        assert!(row(Score::mated_in(4), Bound::Exact).contains("     #-2  "));
        assert_eq!(TABLE_HEAD.find("line"), row(Score::cp(35), Bound::Exact).find("e4"));
    }

    #[test]
    fn best_moves_are_lower_case_and_name_no_empty_ponder_move() {
        let square = |text| Square::from_algebraic(text).expect("a square");
        let best = Move::promotion(square("a7"), square("a8"), PieceKind::Queen);
        let mut outcome = Outcome { best: Some(best), ..Outcome::default() };
        assert_eq!(best_move(&outcome, false), "bestmove a7a8q");
        outcome.ponder = Some(mv("e7", "e5", MoveFlags::DOUBLE_STEP));
        assert_eq!(best_move(&outcome, false), "bestmove a7a8q ponder e7e5");
        assert_eq!(best_move(&Outcome::default(), false), NO_MOVE);
    }
}
