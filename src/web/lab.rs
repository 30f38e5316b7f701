//! The lab in the page: a request in JSON, a page to step through in return.

use crate::board::Position;
use crate::lab::{Algorithm, EXAMPLES, Example, Options, WrittenTree};
use crate::pages::tree;
use serde_json::{Value, json};

/// The most nodes of a search.
const LIMIT: usize = 20_000;
/// The most searches side by side.
const MOST: usize = 3;

/// Answers a request. `{}` is answered with what there is: `algorithms`, `options` that work with
/// written trees and with chess, `examples`. A request with `algorithms` (one to three names) and
/// one of `tree` (with `own_values`), `example` and `fen` (with `depth`, `width`), and optionally
/// `with` (options by name) and `asks` (begin with questions) is answered with `page` or `error`.
pub fn answer(request: &str) -> Value {
    let request: Value = match serde_json::from_str(request) {
        Ok(request) => request,
        Err(error) => return json!({ "error": error.to_string() }),
    };
    if request.get("algorithms").is_none() {
        return catalogue();
    }
    match draw(&request) {
        Ok(page) => json!({ "page": page }),
        Err(error) => json!({ "error": error }),
    }
}

fn catalogue() -> Value {
    let example = |it: &Example| json!({ "name": it.name, "tree": it.tree, "own_values": it.own_values, "about": it.about.replace('\n', " ") });
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

fn draw(request: &Value) -> Result<String, String> {
    let texts = |field: &str| -> Vec<String> {
        let list = request[field].as_array();
        list.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let algorithms: Vec<Algorithm> =
        texts("algorithms").iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
    if algorithms.is_empty() || algorithms.len() > MOST {
        return Err(format!("choose one to {MOST} algorithms"));
    }
    let mut options = Options::of_names(&texts("with"))?;
    let trees = if let Some(fen) = request["fen"].as_str() {
        let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
        let number = |field: &str, from, to, other| match &request[field] {
            Value::Null => Ok(other),
            given => given
                .as_u64()
                .filter(|given| (from..=to).contains(given))
                .ok_or_else(|| format!("{field} must be from {from} to {to}, not {given}")),
        };
        let depth = number("depth", 1, 8, 2)? as u32;
        options.width = Some(number("width", 1, 256, 256)? as usize).filter(|width| *width < 256);
        let grow = |&it: &Algorithm| tree::grow(&position, it, &options, depth, LIMIT);
        algorithms.iter().map(grow).collect::<Result<Vec<_>, _>>()
    } else {
        let tree = written(request)?;
        options.check_for_tree()?;
        let grow = |&it: &Algorithm| tree::grow_written(&tree, it, &options, LIMIT);
        algorithms.iter().map(grow).collect()
    };
    let trees = trees.map_err(|error| error.to_string())?;
    Ok(tree::side(&trees, request["asks"] == Value::Bool(true)))
}

fn written(request: &Value) -> Result<WrittenTree, String> {
    if let Some(name) = request["example"].as_str() {
        return Example::find(name)?.grow().map_err(|error| error.to_string());
    }
    let text = request["tree"].as_str().ok_or("no tree, example or position")?;
    let tree: WrittenTree =
        text.parse().map_err(|error: crate::lab::TreeError| error.to_string())?;
    Ok(if request["own_values"] == Value::Bool(true) { tree.with_own_values() } else { tree })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_answered_with_a_page_or_what_is_wrong() {
        let names = answer("{}");
        assert_eq!(names["algorithms"].as_array().map(Vec::len), Some(10));
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
        for (wrong, named) in [
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
                said["error"].as_str().is_some_and(|text| text.contains(named)),
                "{wrong}: {said}"
            );
        }
        assert!(answer("{")["error"].is_string());
    }
}
