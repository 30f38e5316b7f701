//! The guided tour (`nullfenster learn`): a page that explains the search chapter by chapter,
//! with trees to step through, exercises, and the lines of the source. Every number in it is
//! computed when the page is made, by the lab or by the engine.

mod chess;
mod exercises;
mod numbers;
mod picture;
mod sources;
mod trees;

use crate::lab::Algorithm;
use crate::types::Score;
use chess::Captures;
use picture::Picture;
use serde_json::{Value, json};
use sources::SOURCES;
use trees::{ORDERS, shared, shared_tree};

const PAGE: &str = include_str!("page.html");
/// Style and script, those of the pages of trees first.
const STYLE: &str = concat!(include_str!("../tree/shared.css"), include_str!("tour.css"));
const SCRIPT: &str = concat!(include_str!("../tree/shared.js"), include_str!("tour.js"));

/// The chapters: their names in links and the file of each.
const CHAPTERS: [(&str, &str); 10] = [
    ("minimax", include_str!("chapters/minimax.html")),
    ("alpha-beta", include_str!("chapters/alpha-beta.html")),
    ("null-windows", include_str!("chapters/null-windows.html")),
    ("pvs", include_str!("chapters/pvs.html")),
    ("fail-soft", include_str!("chapters/fail-soft.html")),
    ("aspiration", include_str!("chapters/aspiration.html")),
    ("quiescence", include_str!("chapters/quiescence.html")),
    ("deepening", include_str!("chapters/deepening.html")),
    ("selectivity", include_str!("chapters/selectivity.html")),
    ("network", include_str!("chapters/network.html")),
];

/// The page, the same on every machine.
pub fn html() -> String {
    let data = json!({
        "infinite": Score::INFINITE.centipawns(),
        "mate": Score::MATE.centipawns(),
        "mateBound": Score::MATE_BOUND.centipawns(),
        "pictures": pictures(),
        "exercises": exercises::all(),
        "sources": SOURCES.iter().map(|source| source.json()).collect::<Vec<Value>>(),
        "chances": numbers::chances(),
        "men": numbers::men(),
        "compared": numbers::COMPARED.map(Algorithm::name),
        "orders": ORDERS.map(|(name, ..)| name),
    });
    let mut chapters = String::new();
    for (name, text) in CHAPTERS {
        chapters
            .push_str(&format!("<section class=\"chapter\" id=\"{name}\">\n{text}</section>\n"));
    }
    for (name, text) in numbers::texts() {
        chapters = chapters.replace(&format!("{{{{{name}}}}}"), &text);
    }
    // The data must not contain the end of its element.
    let data = data.to_string().replace("</", "<\\/");
    let parts = [("STYLE", STYLE), ("CHAPTERS", &chapters), ("DATA", &data), ("SCRIPT", SCRIPT)];
    // Each part once, in the order of the page: a part may contain the name of another.
    let mut page = String::new();
    let mut rest = PAGE;
    for (name, part) in parts {
        let (before, after) = rest.split_once(&format!("@{name}@")).unwrap_or((rest, ""));
        page.extend([before, part]);
        rest = after;
    }
    page + rest
}

/// The trees to step through, by name.
fn pictures() -> Value {
    let json = |order, algorithm| shared(order, algorithm).json();
    let asked = |alpha, beta| {
        Picture::with_window(&shared_tree(), "ABC", Algorithm::Pvs, (alpha, beta)).json()
    };
    let [move_first, pass_first] = chess::trebuchet();
    let mut pictures = json!({
        "minimax": json(0, Algorithm::Minimax),
        "alpha-beta": json(0, Algorithm::AlphaBeta),
        "null-windows": json(0, Algorithm::NegaScout),
        "pvs": json(1, Algorithm::Pvs),
        "fail-soft": asked(6, 9),
        "aspiration": asked(3, 7),
        "quiescence": Captures::new(&chess::position(chess::PROTECTED)).picture().json(),
        "table": numbers::few_moves(true).json(),
        "moving": move_first.json(),
        "passing": pass_first.json(),
        "network": chess::by_network().json(),
    });
    for order in 0..ORDERS.len() {
        for algorithm in numbers::COMPARED {
            pictures[format!("{}/{order}", algorithm.name())] = json(order, algorithm);
        }
    }
    pictures
}
