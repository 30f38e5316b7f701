//! Reviewed games as a page that needs nothing else: a graph of what White could expect, the numbers of
//! both sides, turning points with boards, and a table of the players of all games.

use super::annotate::white_view;
use super::judge::{JudgedMove, Mark, Review, Tally};
use super::summary::Players;
use crate::board::{Position, notation};
use crate::commands::play::move_number;
use crate::types::{Color, Move, Square};
use std::fmt::Write;

/// Width and height of a graph in its own units.
const GRAPH: [f64; 2] = [720.0, 160.0];
/// The most turning points of a game that are shown with boards.
const TURNING_POINTS: usize = 6;

/// The page up to the first game.
pub fn head() -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Games reviewed by Nullfenster</title>\n<style>\n{}</style>\n</head>\n<body>\n\
         <h1>Games reviewed by Nullfenster</h1>\n\
         <p>A move's loss is the drop in expected score against the best move, by the curve of \
         Lichess from centipawns to points: ?! from 0.05, ? from 0.10, ?? from 0.15 of a point. The accuracy of a move that loses <i>x</i> of a point is 100 \
         e<sup>-4<i>x</i></sup> percent. ! is the only good move and gives up material. \
         The graph is what White expects, its dots are marked moves. On the \
         boards red is the move that was played and green the best one. At the end: <a href=\"#players\">the players</a>.</p>\n",
        include_str!("report.css")
    )
}

/// The page after the last game.
pub fn foot(players: &Players) -> String {
    let mut text =
        "<h2 id=\"players\">Players</h2>\n<div class=\"wide\"><table>\n<tr><th>player</th>\
        <th>games</th><th>points</th><th>accuracy</th><th>average loss</th><th>?!</th><th>?</th>\
        <th>??</th></tr>\n"
            .to_owned();
    for (name, player) in players.sorted() {
        let _ = writeln!(
            text,
            "<tr><td>{}</td><td>{}</td><td>{}</td>{}</tr>",
            escaped(name),
            player.games,
            player.points,
            numbers(&player.tally)
        );
    }
    text + "</table></div>\n</body>\n</html>\n"
}

/// A game.
pub fn section(review: &Review, number: usize) -> String {
    let [white, black] = Color::ALL.map(|side| escaped(review.player(side)));
    let mut text = format!("<section>\n<h2>{number}. {white} &ndash; {black}</h2>\n<p>");
    let facts = ["Event", "Date", "Result"].into_iter().filter_map(|tag| review.game.tag(tag));
    let opening = review.opening.map(|opening| format!("{} {}", opening.eco, opening.name));
    let facts: Vec<String> = facts.map(escaped).chain(opening).collect();
    // Writing to a string can't fail.
    let _ = write!(text, "{}</p>\n{}", facts.join(" &middot; "), graph(review));
    text += "<div class=\"wide\"><table>\n<tr><th></th><th>accuracy</th><th>average loss</th>\
             <th>?!</th><th>?</th><th>??</th></tr>\n";
    for (side, name) in [(Color::White, &white), (Color::Black, &black)] {
        let _ = writeln!(text, "<tr><td>{name}</td>{}</tr>", numbers(&review.tally(side)));
    }
    text += "</table></div>\n";
    let mut turning: Vec<&JudgedMove> =
        review.moves.iter().filter(|mv| mv.mark >= Some(Mark::Mistake)).collect();
    turning.sort_by(|a, b| b.loss().total_cmp(&a.loss()));
    turning.truncate(TURNING_POINTS);
    turning.sort_by_key(|mv| mv.before.fullmove_number() * 2 + mv.side().index() as u32);
    if !turning.is_empty() {
        text += "<h3>Turning points</h3>\n<div class=\"points\">\n";
        for judged in turning {
            text += &turning_point(judged);
        }
        text += "</div>\n";
    }
    text += &move_list(review);
    text + "</section>\n"
}

fn numbers(tally: &Tally) -> String {
    let percent = |number: Option<f64>| number.map_or("-".to_owned(), |n| format!("{n:.1}%"));
    let marks = tally.marks.map(|count| format!("<td>{count}</td>"));
    format!(
        "<td>{}</td><td>{}</td>{}",
        percent(tally.accuracy()),
        percent(tally.average_loss()),
        marks.concat()
    )
}

/// A move with its number, sign and loss.
fn title(judged: &JudgedMove) -> String {
    let sign = judged.mark.map_or("", Mark::sign);
    let san = notation::format_san(&judged.before, judged.mv);
    format!("{} {san}{sign}", move_number(&judged.before))
}

/// What White could expect, from 1 at the top to 0 at the bottom, with a dot at each marked move.
fn graph(review: &Review) -> String {
    let [width, height] = GRAPH;
    let last = review.moves.len().max(1) as f64;
    let place = |ply: usize, points: f64| (width * ply as f64 / last, height * (1.0 - points));
    let expected: Vec<f64> = std::iter::once(review.start)
        .chain(review.moves.iter().map(JudgedMove::white_expects))
        .collect();
    let points: String = expected
        .iter()
        .enumerate()
        .map(|(ply, &points)| {
            let (x, y) = place(ply, points);
            format!("{x:.1},{y:.1} ")
        })
        .collect();
    let mut text = format!(
        "<svg class=\"graph\" viewBox=\"-6 -6 {} {}\" role=\"img\" aria-label=\"What White could \
         expect\">\n<rect class=\"black\" width=\"{width}\" height=\"{height}\"/>\n\
         <polygon class=\"white\" points=\"0,{height} {points}{width},{height}\"/>\n\
         <path class=\"even\" d=\"M0 {} H{width}\"/>\n",
        width + 12.0,
        height + 12.0,
        height / 2.0
    );
    for (index, judged) in review.moves.iter().enumerate() {
        let Some(mark) = judged.mark else { continue };
        let (x, y) = place(index + 1, expected[index + 1]);
        let _ = writeln!(
            text,
            "<circle class=\"m{}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"><title>{}</title></circle>",
            mark as usize,
            title(judged)
        );
    }
    text + "</svg>\n"
}

fn turning_point(judged: &JudgedMove) -> String {
    let [before, after] = judged.expected.map(|points| 100.0 * points);
    let best = judged.line.first().copied();
    let line = notation::san_line(&judged.before, &judged.line[..judged.line.len().min(8)]);
    let note = judged.note().map_or(String::new(), |note| format!(" It {note}."));
    format!(
        "<figure>\n{}<figcaption><b>{}</b>: {before:.0}% &rarr; {after:.0}%.{} Best: {}</figcaption>\n\
         </figure>\n",
        board(&judged.before, judged.mv, best),
        title(judged),
        if judged.by_tables { String::new() } else { note },
        line.join(" ")
    )
}

/// A board with the move that was played and the best one as arrows, from the side of the mover.
fn board(position: &Position, played: Move, best: Option<Move>) -> String {
    let turned = position.side_to_move() == Color::Black;
    let place = |square: Square| {
        let (file, rank) = (square.file(), square.rank());
        if turned { (7 - file, rank) } else { (file, 7 - rank) }
    };
    let mut text = format!(
        "<svg class=\"board\" viewBox=\"0 0 80 80\" role=\"img\" aria-label=\"{position}\">\n\
         <rect class=\"light\" width=\"80\" height=\"80\"/>\n<path class=\"dark\" d=\""
    );
    for y in 0..8 {
        for x in (0..8).filter(|x| (x + y) % 2 == 1) {
            let _ = write!(text, "M{} {}h10v10h-10z", 10 * x, 10 * y);
        }
    }
    text += "\"/>\n";
    for square in (0..64).map(Square::from_dense) {
        let piece = position.piece_on(square);
        let Some(color) = piece.color() else { continue };
        let (x, y) = place(square);
        // The filled figures for both sides, as text and not as pictures.
        let figure = ['\u{265f}', '\u{265e}', '\u{265d}', '\u{265c}', '\u{265b}', '\u{265a}'];
        let side = if color == Color::White { "w" } else { "b" };
        let _ = writeln!(
            text,
            "<text class=\"{side}\" x=\"{}\" y=\"{}\">{}\u{fe0e}</text>",
            10 * u32::from(x) + 5,
            10 * u32::from(y) + 8,
            figure[piece.kind().index()]
        );
    }
    let mut arrow = |mv: Move, class: &str| {
        let center = |square| {
            let (x, y) = place(square);
            [x, y].map(|number| 10.0 * f64::from(number) + 5.0)
        };
        let ([x1, y1], [x2, y2]) = (center(mv.from()), center(mv.to()));
        let _ = writeln!(
            text,
            "<path class=\"{class}\" d=\"M{x1} {y1}L{x2} {y2}\"/>\
             <circle class=\"{class}\" cx=\"{x2}\" cy=\"{y2}\" r=\"2.4\"/>"
        );
    };
    arrow(played, "played");
    if let Some(best) = best {
        arrow(best, "best");
    }
    text + "</svg>\n"
}

/// All moves with what was thought of them.
fn move_list(review: &Review) -> String {
    let mut text = "<details><summary>All moves</summary>\n<p class=\"moves\">".to_owned();
    for judged in &review.moves {
        let class =
            judged.mark.map_or(String::new(), |mark| format!(" class=\"m{}\"", mark as usize));
        let sign = match judged.mark {
            None if judged.is_great => "!",
            _ => "",
        };
        let _ = write!(
            text,
            "<span{class}>{}{sign} <small>{}</small></span> ",
            title(judged),
            white_view(judged)
        );
    }
    text + "</p></details>\n"
}

/// Text of a file inside HTML.
fn escaped(text: &str) -> String {
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = text.chars().map(shown).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
