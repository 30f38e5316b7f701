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
use crate::pages::language::{Language, Said};
use crate::pages::tree::{VIEW_SCRIPT, VIEW_STYLE, fill};
use crate::types::Score;
use chess::Captures;
use picture::Picture;
use serde_json::{Value, json};
use sources::SOURCES;
use trees::{ORDERS, shared, shared_tree};

const STYLE: &str = include_str!("tour.css");
const SCRIPT: &str = concat!(include_str!("words.js"), include_str!("tour.js"));

macro_rules! chapters {
    ($($name:literal),*) => {
        /// The chapters: their names in links, and the text of each in each language.
        const CHAPTERS: &[(&str, [&str; 3])] = &[$((
            $name,
            [
                include_str!(concat!("chapters/en/", $name, ".html")),
                include_str!(concat!("chapters/de/", $name, ".html")),
                include_str!(concat!("chapters/ru/", $name, ".html")),
            ],
        )),*];
    };
}

chapters![
    "minimax",
    "alpha-beta",
    "null-windows",
    "pvs",
    "fail-soft",
    "aspiration",
    "quiescence",
    "deepening",
    "selectivity",
    "network"
];

/// The page, the same on every machine. It has all languages, and begins with that of the browser.
pub fn html() -> String {
    let data = json!({
        "pictures": pictures(),
        "exercises": exercises::all(),
        "sources": SOURCES.iter().map(|source| source.json()).collect::<Vec<Value>>(),
        "chances": numbers::chances(),
        "men": numbers::men(),
        "compared": numbers::COMPARED.map(Algorithm::name),
        "orders": ORDERS.map(|(name, ..)| name),
    });
    let numbers = numbers::texts();
    let chapters: String =
        Language::ALL.into_iter().map(|language| chapters(language, &numbers)).collect();
    let parts = [
        ("VIEW_STYLE", VIEW_STYLE),
        ("STYLE", STYLE),
        ("CHAPTERS", &chapters),
        ("VIEW_SCRIPT", VIEW_SCRIPT),
        ("SCRIPT", SCRIPT),
    ];
    fill(include_str!("page.html"), &parts, &data)
}

/// The chapters in a language, from which the page takes them, with these numbers in them.
fn chapters(language: Language, numbers: &[(&str, Said)]) -> String {
    let mut text = format!("<template id=\"chapters-{}\">\n", language.code());
    for (name, said) in CHAPTERS {
        let said = language.of(said);
        text.push_str(&format!("<section class=\"chapter\" id=\"{name}\">\n{said}</section>\n"));
    }
    for (name, number) in numbers {
        text = text.replace(&format!("{{{{{name}}}}}"), language.of(number).as_str());
    }
    text + "</template>\n"
}

/// The trees to step through, by name.
fn pictures() -> Value {
    let json = |order, algorithm| shared(order, algorithm).view;
    let asked = |alpha, beta| {
        let window = (Score::cp(alpha), Score::cp(beta));
        Picture::with_window(&shared_tree(), "ABC", Algorithm::Pvs, window).view
    };
    let [move_first, pass_first] = chess::trebuchet();
    let mut pictures = json!({
        "minimax": json(0, Algorithm::Minimax),
        "alpha-beta": json(0, Algorithm::AlphaBeta),
        "null-windows": json(0, Algorithm::NegaScout),
        "pvs": json(1, Algorithm::Pvs),
        "fail-soft": asked(6, 9),
        "aspiration": asked(3, 7),
        "quiescence": Captures::new(&chess::position(chess::PROTECTED)).picture().view,
        "quiet-null": Captures::new(&chess::position(chess::ASKED)).asked().view,
        "table": numbers::few_moves(true).view,
        "moving": move_first.view,
        "passing": pass_first.view,
        "network": chess::by_network().view,
    });
    for order in 0..ORDERS.len() {
        for algorithm in numbers::COMPARED {
            pictures[format!("{}/{order}", algorithm.name())] = json(order, algorithm);
        }
    }
    pictures
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the page puts into a chapter, in its order: numbers, pictures, exercises.
    fn parts<'a>(text: &'a str, begin: &str, end: &str) -> Vec<&'a str> {
        let rest = text.split(begin).skip(1);
        rest.map(|rest| rest.split_once(end).expect("its end").0).collect()
    }

    /// Each chapter has the same pictures, exercises and numbers in each language.
    #[test]
    fn chapters_are_the_same_in_all_languages() {
        for (name, [english, others @ ..]) in CHAPTERS {
            for other in others {
                for (begin, end) in [("data-picture=\"", "\""), ("data-exercise=\"", "\"")] {
                    assert_eq!(parts(other, begin, end), parts(english, begin, end), "{name}");
                }
                let sorted = |text| {
                    let mut numbers = parts(text, "{{", "}}");
                    numbers.sort_unstable();
                    numbers
                };
                assert_eq!(sorted(other), sorted(english), "{name}");
                let count = |text: &str, tag: &str| text.matches(tag).count();
                for tag in ["<p>", "<h2", "<h3>", "<li>", "data-appendix"] {
                    assert_eq!(count(other, tag), count(english, tag), "{name}: {tag}");
                }
                assert_ne!(other, english, "{name}");
            }
        }
    }
}
