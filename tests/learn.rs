//! The guided tour: what it says is so, and it works in a browser.
#![allow(missing_docs)]

mod browser;
mod support;

use nullfenster::pages::learn;
use serde_json::Value;
use std::fs;
use std::sync::LazyLock;
use support::{run, text};

static PAGE: LazyLock<String> = LazyLock::new(learn::html);

/// The data of the page.
fn data() -> Value {
    let (_, rest) = PAGE.split_once("type=\"application/json\">").expect("data");
    let (data, _) = rest.split_once("</script>").expect("its end");
    serde_json::from_str(data).expect("JSON")
}

/// The name of a place of a picture; in chess its moves from the root.
fn name(picture: &Value, place: &Value) -> String {
    let place = &picture["places"][place.as_u64().expect("a number") as usize];
    let label = place[1].as_str().expect("a name");
    let is_chess = !picture["places"][0][3].is_null();
    if !is_chess || place[0].is_null() {
        return label.to_owned();
    }
    format!("{} {label}", name(picture, &place[0])).trim_start().to_owned()
}

fn names(picture: &Value, places: &Value) -> Vec<String> {
    places.as_array().expect("a list").iter().map(|place| name(picture, place)).collect()
}

/// The names of the leaves in the order in which a search looked at them.
fn leaves(picture: &Value) -> String {
    let visits = &picture["lanes"][0]["visits"];
    let is_leaf =
        |step: &&Value| visits[step[1][0].as_u64().expect("a visit") as usize][4] == "leaf";
    let steps = picture["steps"].as_array().expect("steps").iter().filter(is_leaf);
    steps.map(|step| name(picture, &step[0])).collect::<Vec<_>>().join(" ")
}

/// The searches of the shared tree, by hand: after A = 5, B1a = 9 already refutes the reply B1
/// on a null window, B2 refutes B, and C1 refutes C. With the worst move first both later moves
/// fail high; B2 does so within B, too.
#[test]
fn searches_of_the_shared_tree_are_those_of_a_person() {
    let data = data();
    for (name, expected) in [
        ("minimax", "A1a A1b A2a A2b B1a B1b B1c B2a B2b C1a C1b C2a C2b"),
        ("alpha-beta", "A1a A1b A2a B1a B1b B1c B2a B2b C1a C1b"),
        ("null-windows", "A1a A1b A2a B1a B2a B2b C1a C1b"),
        ("pvs", "C1a C1b C2a B1a B2a B1a B1b B1c B2a B2b B2a B2b A1a A2a A1a A1b A2a"),
        ("pvs/2", "A1a A1b A2a B1a B1b C1a C1b"),
        ("alpha-beta/1", "C1a C1b C2a B1a B1b B1c B2a B2b A1a A1b A2a"),
    ] {
        assert_eq!(leaves(&data["pictures"][name]), expected, "{name}");
    }
}

/// The answers by hand.
#[test]
fn answers_to_written_trees_are_those_of_a_person() {
    let data = data();
    let exercise = |name: &str| &data["exercises"][name];
    // The smaller leaves are 2, 4 and 1.
    assert_eq!(exercise("minimax")["answer"], serde_json::json!([4]));
    // B1 = 2 is less than the 3 of A; in C only the last leaf refutes.
    let chosen = |name| names(&exercise(name)["picture"], &exercise(name)["answer"]);
    assert_eq!(chosen("alpha-beta"), ["B2", "B3"]);
    // B = 6 is the best before C.
    assert_eq!(exercise("null-windows")["answer"], serde_json::json!([6, 7]));
    // A is first, B = 3 is worse than 4, C = 6 is better, D = 5 is worse than 6.
    assert_eq!(chosen("pvs"), ["C"]);
    // Both are refuted on (5, 6), which neither changes.
    assert_eq!(exercise("order")["answer"], 2);
    // Two attackers, one protector, and the cheaper attacker goes first.
    let quiescence = exercise("quiescence");
    let answer = quiescence["answer"].as_u64().expect("an answer") as usize;
    assert_eq!(quiescence["options"][answer]["text"][0], "Nxd5");
    // The same moves in another order.
    assert_eq!(chosen("deepening"), ["Kb8 Kg1 d3"]);
    // King and pawn: White can only stalemate or let the pawn go.
    assert_eq!(exercise("selectivity")["answer"], 1);
    for exercise in data["exercises"].as_object().expect("exercises").values() {
        let right = ["Right", "Richtig", "Верно"];
        for (language, word) in right.into_iter().enumerate() {
            assert!(exercise["right"][language].as_str().expect("a text").starts_with(word));
        }
    }
}

#[test]
fn the_page_is_complete_and_always_the_same() {
    let page: &str = &PAGE;
    let (chapters, _) = page.split_once("<script").expect("a script");
    let missing = chapters.find("{{").map(|at| chapters[at..].lines().next());
    assert_eq!(missing, None, "not filled in");
    for part in ["STYLE", "VIEW_STYLE", "CHAPTERS", "DATA", "SCRIPT", "VIEW_SCRIPT", "SPEAKS"] {
        assert!(!page.contains(&format!("@{part}@")), "{part} is missing");
    }
    // Nothing is loaded from elsewhere; the names of the language of SVG are not loaded.
    let elsewhere = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!elsewhere.contains("http:") && !elsewhere.contains("https:"));
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    for name in ["tour-1.html", "tour-2.html"] {
        let path = folder.join(name);
        let output = run(&["learn", "--out", path.to_str().expect("a path")]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains(name));
        assert!(fs::read_to_string(path).expect("the page") == page, "{name} differs");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let output = run(&["learn", "--out", "no/such/folder/tour.html"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("learn: --out no/such/folder/tour.html"));
    for arguments in [&["--help"][..], &["man"], &["completions", "bash"]] {
        assert!(text(&run(arguments).stdout).contains("learn"), "{arguments:?}");
    }
}

#[test]
#[ignore = "needs chromium, node and npm"]
fn the_tour_is_gone_through() {
    fs::create_dir_all(browser::folder()).expect("a folder");
    fs::write(browser::folder().join("tour.html"), PAGE.as_str()).expect("the page");
    browser::walk("tour", "html");
}
