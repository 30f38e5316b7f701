//! Reviewed games as text for the terminal and as JSON, and the numbers of each player over all games.

use super::annotate::white_view;
use super::judge::{JudgedMove, Mark, Review, Tally};
use crate::board::notation;
use crate::board::pgn::PgnResult;
use crate::commands::play::move_number;
use crate::search::Bound;
use crate::terminal::score_json;
use crate::types::Color;
use serde_json::{Value, json};
use std::collections::HashMap;

/// The most moves of a game that are listed.
const LISTED: usize = 8;

/// A player over several games.
#[derive(Clone, Copy, Default, Debug)]
pub struct Player {
    /// Games.
    pub games: usize,
    /// Points, half of one for a draw.
    pub points: f64,
    /// The moves.
    pub tally: Tally,
}

/// The players of all games by name.
#[derive(Default, Debug)]
pub struct Players(HashMap<String, Player>);

impl Players {
    /// Adds a game.
    pub fn add(&mut self, review: &Review) {
        for side in Color::ALL {
            let player = self.0.entry(review.player(side).to_owned()).or_default();
            player.games += 1;
            player.points += match (review.game.result, side) {
                (Some(PgnResult::Draw), _) => 0.5,
                (Some(PgnResult::White), Color::White) => 1.0,
                (Some(PgnResult::Black), Color::Black) => 1.0,
                _ => 0.0,
            };
            player.tally.join(&review.tally(side));
        }
    }

    /// Those with most games first.
    pub fn sorted(&self) -> Vec<(&str, &Player)> {
        let mut players: Vec<(&str, &Player)> =
            self.0.iter().map(|(name, player)| (name.as_str(), player)).collect();
        players.sort_by_key(|(name, player)| (std::cmp::Reverse(player.games), *name));
        players
    }

    /// The table for the terminal; none if there was one game.
    pub fn table(&self) -> Vec<String> {
        if self.0.values().all(|player| player.games < 2) {
            return Vec::new();
        }
        let mut lines = vec![String::new(), row_head("player", "games points")];
        for (name, player) in self.sorted() {
            let points = format!("{:>5} {:>6}", player.games, player.points);
            lines.push(row(name, &points, &player.tally));
        }
        lines
    }
}

/// Columns of a name.
const NAME: usize = 28;

fn row_head(first: &str, second: &str) -> String {
    format!("{first:NAME$} {second:>12} accuracy  average loss   ?!    ?   ??")
}

fn row(name: &str, second: &str, tally: &Tally) -> String {
    let shown = |c: char| if c.is_control() { '?' } else { c };
    let name: String = name.chars().map(shown).take(NAME).collect();
    let percent = |number: Option<f64>| number.map_or("-".to_owned(), |n| format!("{n:.1}%"));
    let [inaccuracies, mistakes, blunders] = tally.marks;
    format!(
        "{name:NAME$} {second:>12} {:>8} {:>13} {inaccuracies:>4} {mistakes:>4} {blunders:>4}",
        percent(tally.accuracy()),
        percent(tally.average_loss()),
    )
}

/// A game as lines for the terminal: players, opening, numbers, and the worst moves.
pub fn text(review: &Review, number: usize) -> Vec<String> {
    let facts = ["Event", "Date", "Result"].into_iter().filter_map(|tag| review.game.tag(tag));
    let opening = review.opening.map(|opening| format!("{} {}", opening.eco, opening.name));
    let facts: Vec<String> = facts.map(str::to_owned).chain(opening).collect();
    let shown = |c: char| if c.is_control() { '?' } else { c };
    let facts: String = facts.join(", ").chars().map(shown).collect();
    let mut lines = vec![format!("Game {number}: {facts}"), row_head("", "moves")];
    for side in Color::ALL {
        let tally = review.tally(side);
        lines.push(row(review.player(side), &tally.moves.to_string(), &tally));
    }
    let mut worst: Vec<(usize, &JudgedMove)> =
        review.moves.iter().enumerate().filter(|(_, mv)| mv.mark >= Some(Mark::Mistake)).collect();
    worst.sort_by(|a, b| b.1.loss().total_cmp(&a.1.loss()));
    worst.truncate(LISTED);
    worst.sort_by_key(|(ply, _)| *ply);
    for (_, judged) in worst {
        let [before, after] = judged.expected.map(|points| 100.0 * points);
        let san = notation::format_san(&judged.before, judged.mv);
        let mv =
            format!("{} {san}{}", move_number(&judged.before), judged.mark.map_or("", Mark::sign));
        let line = notation::san_line(&judged.before, &judged.line[..judged.line.len().min(6)]);
        let note = judged.note().map_or(String::new(), |note| format!("{note}; "));
        lines.push(format!(
            "  {mv:<14} {before:>3.0}% -> {after:>3.0}%  {note}best {}",
            line.join(" ")
        ));
    }
    lines.push(String::new());
    lines
}

/// A game for programs.
pub fn json(review: &Review) -> Value {
    let chess960 = review.game.start.is_chess960();
    let tags: serde_json::Map<String, Value> = review
        .game
        .tags
        .iter()
        .map(|(name, value)| (name.clone(), Value::from(value.as_str())))
        .collect();
    let side = |side: Color| {
        let tally = review.tally(side);
        json!({
            "name": review.player(side),
            "moves": tally.moves,
            "accuracy": tally.accuracy(),
            "average_loss": tally.average_loss().map(|percent| percent / 100.0),
            "inaccuracies": tally.marks[0],
            "mistakes": tally.marks[1],
            "blunders": tally.marks[2],
        })
    };
    let moves: Vec<Value> = review
        .moves
        .iter()
        .map(|judged| {
            let uci = |mv| notation::format_move(mv, chess960);
            json!({
                "san": notation::format_san(&judged.before, judged.mv),
                "uci": uci(judged.mv),
                "best": judged.line.first().map(|&mv| uci(mv)),
                "line": judged.line.iter().map(|&mv| uci(mv)).collect::<Vec<_>>(),
                "score": score_json(judged.reply, Bound::Exact, &judged.after),
                "eval": white_view(judged),
                "expected_before": judged.expected[0],
                "expected_after": judged.expected[1],
                "loss": judged.loss(),
                "mark": judged.mark.map(Mark::sign),
                "only": judged.is_only,
                "note": judged.note(),
            })
        })
        .collect();
    json!({
        "line": review.game.line,
        "tags": tags,
        "opening": review.opening.map(|opening| json!({"eco": opening.eco, "name": opening.name})),
        "white": side(Color::White),
        "black": side(Color::Black),
        "moves": moves,
    })
}
