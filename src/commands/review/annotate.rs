//! A reviewed game as PGN: the game as it was, with `[%eval]` after each move as Lichess writes it,
//! glyphs, the best line in place of a move that lost much, and what there is to say.

use super::judge::{JudgedMove, Mark, Review};
use crate::board::notation;
use crate::board::pgn::PgnResult;
use crate::commands::play::{Wrapped, move_number};
use crate::eval::normalised;
use crate::types::{Color, Move};
use std::fmt::Write;

/// The most moves of a variation.
const LINE_LENGTH: usize = 8;
/// Who has annotated a game.
const ANNOTATOR: &str = "Nullfenster";
/// The glyph of a good move, and that of the only one.
const GOOD: u16 = 1;
const ONLY: u16 = 7;

/// The whole game; an empty line stands between tags and moves, and after it.
pub fn annotated(review: &Review) -> String {
    let game = &review.game;
    let mut text = String::new();
    let escaped = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"");
    // Writing to a string can't fail.
    for (name, value) in &game.tags {
        let _ = writeln!(text, "[{name} \"{}\"]", escaped(value));
    }
    let mut add = |name: &str, value: &str| {
        if game.tag(name).is_none() {
            let _ = writeln!(text, "[{name} \"{}\"]", escaped(value));
        }
    };
    if let Some(opening) = review.opening {
        add("ECO", opening.eco);
        add("Opening", opening.name);
    }
    add("Annotator", ANNOTATOR);
    text.push('\n');
    let mut line = Wrapped::default();
    line.comment(&game.comment);
    for (step, judged) in game.moves.iter().zip(&review.moves) {
        // Also before Black's: a comment stands before each move.
        line.word(&move_number(&judged.before));
        line.word(&notation::format_san(&judged.before, judged.mv));
        let (comment, old) = without_old(&step.comment);
        // Glyphs of an earlier analysis go with its remark.
        let is_ours = old.has_eval && game.tag("Annotator") == Some(ANNOTATOR);
        let glyphs: Vec<u16> = step
            .glyphs
            .iter()
            .copied()
            .filter(|&glyph| {
                let is_old = old.marks.iter().any(|mark| mark.glyph() == glyph)
                    || is_ours && (glyph == ONLY || glyph == GOOD && judged.mark.is_some());
                !is_old
            })
            .collect();
        let own = match judged.mark {
            Some(mark) => Some(mark.glyph()),
            None if judged.is_great => Some(GOOD),
            None => judged.is_only.then_some(ONLY),
        };
        // `!!` says more than `!`.
        let said = |glyph| glyphs.contains(&glyph) || glyph == GOOD && glyphs.contains(&3);
        let new = own.filter(|&glyph| !said(glyph));
        for glyph in glyphs.iter().copied().chain(new) {
            line.word(&format!("${glyph}"));
        }
        line.comment(&comment);
        line.comment(&remark(judged));
        for variation in &step.variations {
            variation.split_whitespace().for_each(|word| line.word(word));
        }
        // A line that begins so is there already, such as that of an earlier analysis.
        let shows_best = |variation: &String| {
            let mut words = variation.trim_start_matches('(').split_whitespace();
            let first = words.find(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
            let best = judged.line.first().map(|&mv| notation::format_san(&judged.before, mv));
            first.map(|word| word.trim_end_matches([')', '!', '?']).to_owned()) == best
        };
        if judged.mark >= Some(Mark::Mistake) && !step.variations.iter().any(shows_best) {
            best_line(judged).iter().for_each(|word| line.word(word));
        }
    }
    line.word(match game.result {
        Some(PgnResult::White) => "1-0",
        Some(PgnResult::Black) => "0-1",
        Some(PgnResult::Draw) => "1/2-1/2",
        None => "*",
    });
    text + &line.finish() + "\n\n"
}

/// What an earlier analysis said of a move.
#[derive(Default)]
struct Old {
    has_eval: bool,
    marks: Vec<Mark>,
}

/// A comment without the evaluation and the remark of an earlier analysis, which the new ones replace, and
/// what that was.
fn without_old(comment: &str) -> (String, Old) {
    let (mut text, mut old) = (comment.to_owned(), Old::default());
    while let Some(start) = text.find("[%eval ") {
        let end = text[start..].find(']').map_or(text.len(), |end| start + end + 1);
        text.replace_range(start..end, "");
        old.has_eval = true;
    }
    for mark in Mark::ALL {
        let start = format!("{}: loses ", mark.name());
        let mut from = 0;
        while let Some(at) = text[from..].find(&start).map(|at| from + at) {
            let rest = &text[at..];
            let after = rest[start.len()..].trim_start_matches(|c: char| c.is_ascii_digit());
            if after.len() == rest.len() - start.len() || !after.starts_with('%') {
                // Somebody else's words.
                from = at + start.len();
                continue;
            }
            let end = rest.find(". ").or(rest.ends_with('.').then_some(rest.len() - 1));
            text.replace_range(at..end.map_or(text.len(), |end| at + end + 1), "");
            old.marks.push(mark);
        }
    }
    (text.split_whitespace().collect::<Vec<_>>().join(" "), old)
}

/// The value after a move from White's view, as Lichess writes it, the loss if the move has a mark, and
/// what happened.
pub fn remark(judged: &JudgedMove) -> String {
    let mut text = format!("[%eval {}]", white_view(judged));
    if let Some(mark) = judged.mark {
        let _ = write!(text, " {}: loses {:.0}%", mark.name(), 100.0 * judged.loss());
        if let Some(note) = judged.note() {
            let _ = write!(text, ", {note}");
        }
        if let Some(&best) = judged.line.first() {
            let _ = write!(text, "; {} was best", notation::format_san(&judged.before, best));
        }
        text.push('.');
    }
    text
}

/// The score after a move in pawns, or moves to a mate, from White's view.
pub fn white_view(judged: &JudgedMove) -> String {
    let score = normalised(judged.reply, &judged.after);
    let sign = if judged.side() == Color::White { -1 } else { 1 };
    match score.mate_moves() {
        Some(moves) => format!("#{}", sign * moves),
        None => format!("{:.2}", f64::from(sign * score.centipawns()) / 100.0),
    }
}

/// The best line in place of a move, as a variation.
fn best_line(judged: &JudgedMove) -> Vec<String> {
    let moves: Vec<Move> = judged.line.iter().copied().take(LINE_LENGTH).collect();
    let mut words = Vec::new();
    let mut position = judged.before;
    for (index, (&mv, san)) in
        moves.iter().zip(notation::san_line(&judged.before, &moves)).enumerate()
    {
        if position.side_to_move() == Color::White {
            words.push(format!("{}.", position.fullmove_number()));
        } else if index == 0 {
            words.push(format!("{}...", position.fullmove_number()));
        }
        words.push(san);
        position = position.make(mv);
    }
    if let (Some(first), Some(last)) = (words.first().cloned(), words.last().cloned()) {
        words[0] = format!("({first}");
        let end = words.len() - 1;
        words[end] = if end == 0 { format!("({first})") } else { format!("{last})") };
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::pgn::PgnReader;
    use crate::commands::review::judge::judge;
    use crate::search::{Limits, Searcher};

    fn review(text: &str) -> Review {
        let game = PgnReader::new(text.as_bytes()).next().expect("a game").expect("no error");
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        judge(&mut Searcher::new(4, 1).expect("a search"), game, &limits)
    }

    #[test]
    fn what_was_there_stays() {
        let text = "[White \"A \\\"B\\\"\"]\n\n{Well.} 1. e4 $14 {best} (1. d4 d5 {no}) 1... e5 2. Ke2 $2 *";
        let out = annotated(&review(text));
        let again = PgnReader::new(out.as_bytes()).next().expect("a game").expect("no error");
        assert_eq!(again.tag("White"), Some("A \"B\""));
        assert_eq!(again.comment, "Well.");
        assert_eq!(again.moves.len(), 3);
        assert_eq!(again.moves[0].glyphs, [14]);
        assert!(again.moves[0].comment.starts_with("best [%eval "), "{out}");
        assert_eq!(again.moves[0].variations, ["(1. d4 d5 {no})"]);
        assert!(again.moves[2].glyphs.starts_with(&[2]));
    }

    #[test]
    fn a_second_analysis_takes_the_place_of_the_first() {
        let text = "[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\"]\n\n1. Ra7 {Why? [%eval 0.3] [%clk 0:01]} h6 *";
        let once = annotated(&review(text));
        assert_eq!(once.matches("[%eval").count(), 2, "{once}");
        assert!(once.contains("Why?") && once.contains("[%clk 0:01]"), "{once}");
        assert_eq!(annotated(&review(&once)), once);
        // Its glyph goes with its remark, where the new one thinks better of the move.
        let text = "[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\"]\n\n1. Ra8# $4 {[%eval 0.1] Blunder: loses 50%; Ra7 was best.} 1-0";
        let better = annotated(&review(text));
        assert!(!better.contains("$4") && !better.contains("Blunder"), "{better}");
    }

    #[test]
    fn words_of_people_stay() {
        let text = "1. e4 $300 {Blunder: loses the thread. Black is better now} *";
        let out = annotated(&review(text)).replace('\n', " ");
        let all = "1. e4 $300 {Blunder: loses the thread. Black is better now} {[%eval";
        assert!(out.contains(all), "{out}");
    }

    #[test]
    fn a_missed_mate_is_a_blunder_with_the_mate_as_a_variation() {
        let text = "[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\"]\n\n1. Ra7 h6 *";
        let review = review(text);
        assert_eq!(review.moves[0].note().as_deref(), Some("misses mate in 1"));
        let out = annotated(&review);
        assert!(out.contains("1. Ra7 $"), "{out}");
        assert!(out.replace('\n', " ").contains("(1. Ra8#) 1... h6"), "{out}");
        assert!(out.lines().all(|line| line.len() <= 80));
    }

    #[test]
    fn a_sacrifice_that_is_the_only_move_is_great() {
        let opera = include_str!("../../../tests/data/opera.pgn");
        let out = annotated(&review(opera)).replace('\n', " ");
        assert!(out.contains("16. Qb8+ $3 {"), "{out}");
        let out = annotated(&review(&opera.replace(" $3", ""))).replace('\n', " ");
        assert!(out.contains("16. Qb8+ $1 {"), "{out}");
        // It is the only move, too, but takes a queen.
        let out = annotated(&review("1. e4 e5 2. Qg4 d6 3. Qg5 Qxg5 *"));
        assert!(out.contains("Qxg5 $7 {") && !out.contains("$1 "), "{out}");
    }

    #[test]
    fn mate_and_stalemate_end_a_game() {
        let mated = review("1. f3 e5 2. g4 Qh4# 0-1");
        assert_eq!(["#-1", "#0"], [2, 3].map(|ply| white_view(&mated.moves[ply])));
        assert_eq!(mated.moves[2].note().as_deref(), Some("allows mate in 1"));
        assert_eq!(mated.moves[3].expected[1], 1.0);
        let stalemate = review("[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n1. Kf7 1/2-1/2");
        assert_eq!(stalemate.moves[0].expected[1], 0.5);
        assert_eq!(stalemate.moves[0].mark, Some(Mark::Blunder));
    }
}
