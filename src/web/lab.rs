//! The lab in the page: a request in JSON, a page to step through in return.

use crate::board::Position;
use crate::lab::{Algorithm, EXAMPLES, Example, Options, WrittenTree};
use crate::pages::faults::Fault;
use crate::pages::language::say;
use crate::pages::tree;
use crate::search::Searcher;
use serde_json::{Value, json};
use std::ops::RangeInclusive;

/// The most nodes of a search.
const LIMIT: usize = 20_000;
/// The most searches side by side.
const MOST: usize = 3;

/// Answers a request. `{}` is answered with what there is: `algorithms`, `options` that work with
/// written trees and with chess, `examples`. A request with `algorithms` (one to three names) and
/// one of `tree` (with `own_values`), `example` and `fen` (with `depth`, `width`), and optionally
/// `with` (options by name) and `asks` (begin with questions) is answered with `page` or `error`; so is one with `engine` in
/// place of `algorithms`, `fen` and `depth`: the engine's own search.
pub fn answer(request: &str, searcher: &mut Searcher) -> Value {
    let request: Value = match serde_json::from_str(request) {
        Ok(request) => request,
        Err(error) => return json!({ "error": [error.to_string()] }),
    };
    if request["engine"] == Value::Bool(true) {
        return page_or_error(draw_engine(&request, searcher));
    }
    if request.get("algorithms").is_none() {
        return catalogue();
    }
    page_or_error(draw(&request))
}

fn page_or_error(drawn: Result<String, Fault>) -> Value {
    match drawn {
        Ok(page) => json!({ "page": page }),
        Err(Fault(said)) => json!({ "error": said }),
    }
}

fn position(request: &Value) -> Result<Option<Position>, Fault> {
    Ok(request["fen"].as_str().map(Position::from_fen).transpose()?)
}

/// A number of the request within these bounds, or another if it has none.
fn number(
    request: &Value,
    field: &str,
    range: RangeInclusive<u64>,
    other: u64,
) -> Result<u64, Fault> {
    let given = &request[field];
    if given.is_null() {
        return Ok(other);
    }
    let (from, to) = (range.start(), range.end());
    let number = given.as_u64().filter(|number| range.contains(number));
    let wrong = || format!("{field} must be from {from} to {to}, not {given}");
    Ok(number.ok_or_else(wrong)?)
}

fn draw_engine(request: &Value, searcher: &mut Searcher) -> Result<String, Fault> {
    let position = position(request)?.ok_or_else(|| "no position".to_owned())?;
    let depth = number(request, "depth", 1..=20, 4)? as u32;
    let no_move = || {
        Fault(say!(
            "no legal move in this position",
            "kein legaler Zug in dieser Stellung",
            "в этой позиции нет ходов"
        ))
    };
    let grown = tree::grow_engine(searcher, &position, depth, LIMIT).ok_or_else(no_move)?;
    Ok(tree::engine_html(&grown))
}

fn catalogue() -> Value {
    let example = |it: &Example| json!({ "name": it.name, "tree": it.tree, "own_values": it.own_values, "about": it.about.map(|about| about.replace('\n', " ")) });
    let works = |name: &&&str| {
        Options::of_names(&[**name]).is_ok_and(|options| options.check_for_tree().is_ok())
    };
    json!({
        "algorithms": Algorithm::ALL.map(Algorithm::name),
        "options": Options::NAMES,
        "tree_options": Options::NAMES.iter().filter(works).collect::<Vec<_>>(),
        "examples": EXAMPLES.iter().map(example).collect::<Vec<_>>(),
    })
}

fn draw(request: &Value) -> Result<String, Fault> {
    let texts = |field: &str| -> Vec<String> {
        let list = request[field].as_array();
        list.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let algorithms: Vec<Algorithm> =
        texts("algorithms").iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
    if algorithms.is_empty() || algorithms.len() > MOST {
        return Err(Fault(say!(
            "choose one to {MOST} algorithms",
            "wähle einen bis {MOST} Algorithmen",
            "выберите от одного до {MOST} алгоритмов",
        )));
    }
    let mut options = Options::of_names(&texts("with"))?;
    let trees = if let Some(position) = position(request)? {
        let depth = number(request, "depth", 1..=8, 2)? as u32;
        let width = number(request, "width", 1..=256, 256)? as usize;
        options.width = Some(width).filter(|width| *width < 256);
        let grow = |&it: &Algorithm| tree::grow(&position, it, &options, depth, LIMIT);
        algorithms.iter().map(grow).collect::<Result<Vec<_>, _>>()
    } else {
        let tree = written(request)?;
        options.check_for_tree()?;
        let grow = |&it: &Algorithm| tree::grow_written(&tree, it, &options, LIMIT);
        algorithms.iter().map(grow).collect()
    };
    Ok(tree::side(&trees?, request["asks"] == Value::Bool(true), None))
}

fn written(request: &Value) -> Result<WrittenTree, Fault> {
    if let Some(name) = request["example"].as_str() {
        return Ok(Example::find(name)?.grow()?);
    }
    let text = request["tree"].as_str();
    let text = text.ok_or_else(|| "no tree, example or position".to_owned())?;
    let tree: WrittenTree = text.parse()?;
    Ok(if request["own_values"] == Value::Bool(true) { tree.with_own_values() } else { tree })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_answered_with_a_page_or_what_is_wrong() {
        let mut searcher = Searcher::new(1, 1).unwrap();
        let mut answer = |request: &str| answer(request, &mut searcher);
        let names = answer("{}");
        assert_eq!(names["algorithms"].as_array().map(Vec::len), Some(Algorithm::ALL.len()));
        for example in EXAMPLES {
            for algorithm in Algorithm::ALL {
                let request = json!({ "algorithms": [algorithm.name()], "example": example.name });
                let page = answer(&request.to_string());
                assert!(page["page"].as_str().is_some_and(|page| page.contains(algorithm.name())));
            }
        }
        let chess = json!({ "algorithms": ["alpha-beta", "pvs"], "fen": "8/8/8/8/8/1k6/8/K6r w - - 0 1",
            "depth": 3, "width": 4, "with": ["table", "killers"] });
        assert!(answer(&chess.to_string())["page"].is_string());
        let engine =
            json!({ "engine": true, "fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "depth": 3 });
        assert!(answer(&engine.to_string())["page"].is_string());
        for (wrong, named) in [
            (
                json!({ "engine": true, "fen": "8/8/8/8/8/1k6/8/K6r w - - 0 1", "depth": 40 }),
                "depth",
            ),
            (json!({ "engine": true }), "no position"),
            (json!({ "algorithms": [] }), "one to 3"),
            (json!({ "algorithms": ["pvs", "minmax"], "tree": "(1 2)" }), "minmax"),
            (json!({ "algorithms": ["pvs"] }), "no tree"),
            (json!({ "algorithms": ["pvs"], "tree": "(1 x)" }), "column 4"),
            (json!({ "algorithms": ["pvs"], "tree": "(1 2)", "with": ["table"] }), "table"),
            (json!({ "algorithms": ["pvs"], "fen": "8/8" }), ""),
            (
                json!({ "algorithms": ["pvs"], "fen": "8/8/8/8/8/1k6/8/K6r w - - 0 1", "depth": 9 }),
                "depth",
            ),
        ] {
            let said = answer(&wrong.to_string());
            assert!(
                said["error"][0].as_str().is_some_and(|text| text.contains(named)),
                "{wrong}: {said}"
            );
        }
        assert!(answer("{")["error"][0].is_string());
        // What a reader can do wrong is said in each language.
        for (wrong, said) in [
            (
                json!({ "algorithms": ["pvs"], "tree": "(1 2" }),
                ["1 more", "Ende fehlt", "нет конца"],
            ),
            (
                json!({ "algorithms": ["pvs"], "tree": "(1 2)", "with": ["aspiration=x"] }),
                ["\"x\"", "„x“", "«x»"],
            ),
            (json!({ "algorithms": ["pvs"], "fen": "8/8" }), ["ranks", "Reihen", "горизонталей"]),
        ] {
            let error = answer(&wrong.to_string())["error"].take();
            for (index, word) in said.into_iter().enumerate() {
                assert!(error[index].as_str().is_some_and(|text| text.contains(word)), "{error}");
            }
        }
    }
}
