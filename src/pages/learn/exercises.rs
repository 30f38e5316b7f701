//! The exercises. Each is checked in the page; what is right is found by a search, never
//! written down.

use super::chess;
use super::chess::Captures;
use super::picture::{Picture, Visit, board, in_words, window_text};
use super::trees::{shared, written};
use crate::board::Position;
use crate::eval::{Evaluation, piece_values};
use crate::lab::{Algorithm, Ending, Kind};
use crate::search::{Aspiration, Window};
use crate::types::{Centipawns, Color, PieceKind, Score, Square};
use serde_json::{Map, Value, json};

/// All of them by name.
pub fn all() -> Value {
    json!({
        "minimax": minimax(),
        "alpha-beta": skipped_leaves(),
        "null-windows": third_window(),
        "pvs": searched_twice(),
        "order": order(),
        "scout-child": scout_child(),
        "fail-soft": certain(),
        "aspiration": next_window(),
        "quiescence": best_capture(),
        "deepening": known_positions(),
        "selectivity": zugzwang(),
        "network": best_pawn(),
    })
}

/// What is the root worth?
fn minimax() -> Value {
    let picture = written("((6 2) (4 5) (9 1))", "ABC", Algorithm::Minimax);
    let value = picture.value().centipawns();
    let mut hints = Map::new();
    for place in 1..picture.places.len() {
        let Some(visit) = picture.visits_of(place).next() else { continue };
        let worth = visit.value.centipawns();
        let name = &picture.places[place].name;
        let hint = if visit.ending == Ending::Leaf {
            let parent = &picture.places[picture.places[place].parent.unwrap_or_default()].name;
            format!(
                "You reach the {worth} only if you play {parent} and the opponent then chooses \
                 {name}. Would they? First find what the opponent makes of each of your moves."
            )
        } else {
            format!(
                "{worth} is what {name} is worth: the opponent takes the smaller leaf. But you \
                 need not play {name}: is there a better move?"
            )
        };
        hints.insert(worth.to_string(), hint.into());
    }
    hints.remove(&value.to_string());
    let best = picture
        .children(0)
        .find(|&place| picture.visits_of(place).any(|visit| visit.value == picture.value()));
    let best = best.map(|place| picture.places[place].name.clone()).unwrap_or_default();
    json!({
        "kind": "number",
        "picture": picture.json(),
        "labels": ["Value"],
        "answer": [value],
        "hints": hints,
        "otherwise": "Work from the bottom: first the smaller leaf below each ▼, then the \
                      largest of these three.",
        "right": format!(
            "Right. The opponent answers each move with the smaller leaf, and the largest of \
             these three is {value}: you play {best}."
        ),
    })
}

/// Which leaves does alpha-beta skip?
fn skipped_leaves() -> Value {
    let picture = written("((3 12 8) (2 4 6) (14 5 2))", "ABC", Algorithm::AlphaBeta);
    let mut because = Map::new();
    let mut answer = Vec::new();
    for place in picture.leaf_places() {
        let name = &picture.places[place].name;
        let parent = picture.places[place].parent.unwrap_or_default();
        let parent_name = &picture.places[parent].name;
        let why = if let Some(visit) = picture.visits_of(place).next() {
            let window = window_text(visit.window);
            format!(
                "{name} is looked at: when its turn comes, the window at {parent_name} is \
                 {window}. It is still open, so the value could matter."
            )
        } else {
            answer.push(place);
            let sure = picture.visits_of(parent).next().map(|visit| visit.window.0.centipawns());
            format!(
                "A leaf below {parent_name} is still missing. The opponent soon has a reply there \
                 that leaves you less than the {} you are sure of.",
                sure.unwrap_or_default()
            )
        };
        because.insert(place.to_string(), why.into());
    }
    let names: Vec<&str> =
        answer.iter().map(|&place| picture.places[place].name.as_str()).collect();
    let right = format!(
        "Right: {}. They could be anything, the value {} would stay the same.",
        names.join(" and "),
        picture.value().centipawns()
    );
    nodes_exercise(&picture, &picture.leaf_places().collect::<Vec<_>>(), answer, because, right)
}

fn nodes_exercise(
    picture: &Picture,
    candidates: &[usize],
    answer: Vec<usize>,
    because: Map<String, Value>,
    right: String,
) -> Value {
    json!({
        "kind": "nodes",
        "picture": picture.json(),
        "candidates": candidates,
        "answer": answer,
        "because": because,
        "right": right,
    })
}

/// With which window is the third move asked?
fn third_window() -> Value {
    let picture = written("((6 8) (3 5) (2 7))", "ABC", Algorithm::NegaScout);
    let visit = |name: &str| {
        let place = picture.places.iter().position(|place| place.name == name);
        place.and_then(|place| picture.visits_of(place).next())
    };
    let window = visit("C").map(|visit| [visit.window.0, visit.window.1]).unwrap_or_default();
    let [low, high] = window.map(|end| end.centipawns());
    let refuted = visit("B").map(|visit| visit.value.centipawns()).unwrap_or_default();
    let mut hints = Map::new();
    hints.insert(
        format!("{refuted},{}", refuted + 1),
        format!("B is worth {refuted} at most. But C has to beat the best move, and that is A.")
            .into(),
    );
    hints.insert(
        format!("{low},{low}"),
        "Between equal ends there is not even room for an answer: high has to be the next \
         number after low."
            .into(),
    );
    hints.insert(
        format!("{},{low}", low - 1),
        format!("This asks whether C reaches {low}. Equal is not better: ask for more than {low}.")
            .into(),
    );
    json!({
        "kind": "number",
        "picture": picture.json(),
        "labels": ["Low end", "High end"],
        "answer": [low, high],
        "hints": hints,
        "otherwise": "The low end is the best value so far, whichever move it came from. The \
                      high end is the smallest number that would be better.",
        "right": format!(
            "Right. Only more than {low} would change anything, so the question is ({low}, \
             {high}): {low} or less, or {high} or more?"
        ),
    })
}

/// Which moves are searched twice?
fn searched_twice() -> Value {
    let picture = written("((4 7) (3 9) (6 8) (5 6))", "ABCD", Algorithm::Pvs);
    let moves: Vec<usize> = picture.children(0).collect();
    let mut because = Map::new();
    let mut answer = Vec::new();
    for &place in &moves {
        let name = &picture.places[place].name;
        let visits: Vec<_> = picture.visits_of(place).collect();
        let Some(first) = visits.first() else { continue };
        let found = in_words(first.value, first.window);
        let why = if visits.iter().any(|visit| visit.kind == Kind::Again) {
            answer.push(place);
            format!(
                "One is still missing: a move that is better than the best before it cannot be \
                 settled by a null window, because {} is all that it says.",
                in_words(first.value, first.window)
            )
        } else if first.kind == Kind::Null {
            format!(
                "{name} is searched once. Its null window is {}, and the answer is {found}: no \
                 better than what you have by then, and that settles it.",
                window_text(first.window)
            )
        } else {
            format!(
                "{name} is searched once. It comes first, with the open window {}: there is \
                 nothing to compare it with yet.",
                window_text(first.window)
            )
        };
        because.insert(place.to_string(), why.into());
    }
    let names: Vec<&str> =
        answer.iter().map(|&place| picture.places[place].name.as_str()).collect();
    let right = format!(
        "Right: {}. Its null window fails high, so it is searched again. After that the bar is \
         {}, and the last proof succeeds.",
        names.join(", "),
        picture.value().centipawns()
    );
    nodes_exercise(&picture, &moves, answer, because, right)
}

/// Does the order of the moves after the best one matter?
fn order() -> Value {
    let visits = |tree, letters| written(tree, letters, Algorithm::Pvs).leaves_visited();
    let (best, other) = ("((5 3) (8 6))", "((9 7 2) (4 1))");
    let last = "((3 2) (6 9))";
    let [abc, acb, bac] = [
        visits(&format!("({best} {other} {last})"), "ABC"),
        visits(&format!("({best} {last} {other})"), "ACB"),
        visits(&format!("({other} {best} {last})"), "BAC"),
    ];
    let answer = match abc.cmp(&acb) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Greater => 1,
        std::cmp::Ordering::Equal => 2,
    };
    let counted = format!("{abc} leaf visits with A, B, C and {acb} with A, C, B");
    json!({
        "kind": "choice",
        "answer": answer,
        "options": [
            {"text": "A, B, C needs fewer leaves", "why": format!(
                "B is the better of the two. But for the search both are just asked whether they \
                 beat 5. Counted: {counted}.")},
            {"text": "A, C, B needs fewer leaves", "why": format!(
                "C is easier to refute. But it has to be refuted before B or after B alike. \
                 Counted: {counted}.")},
            {"text": "Both need the same", "why": format!(
                "The answers of B and C don't change the window of each other. Counted: \
                 {counted}.")},
        ],
        "right": format!(
            "Right: {counted}. Both get the same question, whether they beat A's 5, whoever is \
             asked first. What matters is that A comes first: with B, A, C it would be {bac}."
        ),
    })
}

/// Kornilov's question: what is different if a node tests itself?
fn scout_child() -> Value {
    let leaves = |algorithm| shared(0, algorithm).leaves_visited();
    let [parent, child] = [Algorithm::ScoutAll, Algorithm::FromChild].map(leaves);
    let counted = format!("Counted in the tree of the pictures: {parent} and {child} leaf visits.");
    json!({
        "kind": "choice",
        "answer": 1,
        "options": [
            {"text": "It finds another value", "why":
                "Both only ask questions whose answers are proofs, until the value is known."},
            {"text": "It asks the same question; only who asks is another one", "why": ""},
            {"text": "It needs no second search", "why":
                "If the test doesn't settle the node, its moves are gone through again: that is the \
                 second search."},
        ],
        "right": format!(
            "Right. A parent that tests a child asks \"are you no better than my alpha?\"; a child that \
             tests itself asks \"do I reach beta?\", and its beta is the parent's alpha with the sign \
             changed. What differs is small: the root tests itself, too, and a test that fails goes \
             on from the child's own moves. {counted}"
        ),
    })
}

/// What does a fail-soft answer above the window say?
fn certain() -> Value {
    json!({
        "kind": "choice",
        "answer": 2,
        "options": [
            {"text": "The value is 8", "why":
                "The search was cut off as soon as it saw something of 5 or more. What it saw was worth \
                 8, but there may be a better move that it didn't look at."},
            {"text": "The value is between 2 and 5", "why":
                "Then the answer would lie there. It doesn't: the search has failed high."},
            {"text": "The value is 8 or more", "why": ""},
            {"text": "The value is 5 or more, and nothing else is known", "why":
                "So much a fail-hard search would say. Fail-soft knows more."},
        ],
        "right": "Right. One line was worth 8 and ended the search: the value is that or more. A fail-hard \
                  search would only say 5 or more.",
    })
}

/// Which window comes after a fail high?
fn next_window() -> Value {
    let mut aspiration = Aspiration::new(Score::cp(0), 1);
    aspiration.window = Window { alpha: Score::cp(25), beta: Score::cp(35) };
    aspiration.is_settled_by(Score::cp(41));
    let Window { alpha, beta } = aspiration.window;
    json!({
        "kind": "choice",
        "answer": 0,
        "options": [
            {"text": "A window from where it was, with its upper end above 41", "why": ""},
            {"text": "(36, 40)", "why":
                "The value is 41 at least: this question has no answer inside."},
            {"text": "(20, 30)", "why": "It has failed high, so the value is above, not below."},
            {"text": "Nothing: the value is 41", "why":
                "41 lies outside of the window, so it is a bound: 41 or more."},
        ],
        "right": format!(
            "Right. The engine would go on with ({}, {}): its lower end stays, in case that the answer was \
             a mistake of a shallow search.",
            alpha.centipawns(), beta.centipawns()
        ),
    })
}

/// Which capture, if any?
fn best_capture() -> Value {
    let position = chess::position(chess::EXCHANGE);
    let picture = Captures::by_material(&position).picture();
    let is_best = |visit: &Visit| visit.value == picture.value();
    let answer = picture.children(0).position(|place| picture.visits_of(place).any(is_best));
    let option = |place: usize| {
        let label = &picture.places[place].label;
        let visit = picture.visits_of(place).next();
        let found = visit.map(|visit| in_words(visit.value, visit.window)).unwrap_or_default();
        let why = if label == "stop" {
            format!("Stopping is worth {found} centipawns to White. There is more to be had.")
        } else {
            format!(
                "{label} is worth {found} centipawns to White once the recaptures are played out. \
                 Count what each side loses on d5."
            )
        };
        json!({"text": label, "why": why})
    };
    json!({
        "kind": "choice",
        "picture": picture.json(),
        "board": board(&position),
        "answer": answer,
        "options": picture.children(0).map(option).collect::<Vec<Value>>(),
        "right": format!(
            "Right. With it the exchange ends at {} centipawns for White; without it White has {}.",
            picture.value().centipawns(),
            chess::material(&position, 0).centipawns(),
        ),
    })
}

/// Which positions does the table know?
fn known_positions() -> Value {
    let (without, with) = (chess::shuffle(false), chess::shuffle(true));
    let known = |place: usize| {
        let name = &without.places[place].name;
        let same = with.visits.iter().find(|visit| &with.places[visit.place].name == name);
        same.is_some_and(|visit| visit.ending == Ending::Table)
    };
    let inner: Vec<usize> = without
        .visits
        .iter()
        .filter(|visit| visit.ending == Ending::Inner && visit.place > 0)
        .map(|visit| visit.place)
        .collect();
    let answer: Vec<usize> = inner.iter().copied().filter(|&place| known(place)).collect();
    let mut because = Map::new();
    for &place in &inner {
        let name = &without.places[place].name;
        let why = if answer.contains(&place) {
            "Look for a node whose moves are those of an earlier one in another order: the same \
             white moves and the same black ones."
                .to_owned()
        } else {
            format!("The position after {name} is new when the search comes to it.")
        };
        because.insert(place.to_string(), why.into());
    }
    let names: Vec<&str> =
        answer.iter().map(|&place| without.places[place].name.as_str()).collect();
    let right = format!(
        "Right: {}. The same moves were played before in another order, so the table has the \
         value.",
        names.join(", and ")
    );
    nodes_exercise(&without, &inner, answer, because, right)
}

/// Where is passing better than any move?
fn zugzwang() -> Value {
    let mut answer = Vec::new();
    let options: Vec<Value> = chess::PASSES
        .iter()
        .enumerate()
        .map(|(index, fen)| {
            let position = chess::position(fen);
            let (moving, passing) = chess::with_and_without_pass(&position);
            if passing > moving {
                answer.push(index);
            }
            json!({
                "text": format!("Position {}", index + 1),
                "board": board(&position),
                "why": format!(
                    "Here the best move is worth {} centipawns to White and passing {}, which is \
                     no better. A null move tells the truth here, as nearly always.",
                    moving.centipawns(), passing.centipawns()
                ),
            })
        })
        .collect();
    let index = answer.first().copied().unwrap_or_default();
    let (moving, passing) = chess::with_and_without_pass(&chess::position(chess::PASSES[index]));
    json!({
        "kind": "choice",
        "answer": index,
        "options": options,
        "right": format!(
            "Right. Passing would be worth {} centipawns to White, but the best move only {}: zugzwang. A null \
             move would report success here.",
            passing.centipawns(), moving.centipawns()
        ),
    })
}

/// Which pawn is worth most to White?
fn best_pawn() -> Value {
    let position = chess::position(chess::PAWNS);
    let worths = own_pawns(&position);
    let why = |&(square, worth): &(Square, Centipawns)| {
        let why = format!(
            "Without the pawn on {square} White would be {worth} centipawns worse. Another one is \
             worth more."
        );
        (square.to_string(), why.into())
    };
    let because: Map<String, Value> = worths.iter().map(why).collect();
    let best = worths.iter().max_by_key(|&&(_, worth)| worth);
    let (square, worth) =
        best.map(|&(square, worth)| (square.to_string(), worth)).unwrap_or_default();
    json!({
        "kind": "square",
        "board": board(&position),
        "answer": square,
        "because": because,
        "otherwise": "That is not a white pawn.",
        "right": format!("Right: without it White would be {worth} centipawns worse."),
    })
}

/// The white pawns, with what they are worth by the network.
fn own_pawns(position: &Position) -> Vec<(Square, Centipawns)> {
    let all = piece_values(&Evaluation::network(), position);
    let own = |(index, worth): (usize, &Option<Centipawns>)| {
        let square = Square::from_dense(index);
        let piece = position.piece_on(square);
        let is_own = piece.is_color(Color::White) && piece.is_kind(PieceKind::Pawn);
        worth.filter(|_| is_own).map(|worth| (square, worth))
    };
    all.iter().enumerate().filter_map(own).collect()
}
