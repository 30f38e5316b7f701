//! `nullfenster bench`: searches a fixed set of positions.

use super::common::Failure;
use crate::board::notation;
use crate::console::{self, EngineSetup, Output};
use crate::engine::check_option;
use crate::search::{Count, Statistics};
use crate::tools::bench::BenchReport;
use serde_json::{Value, json};
use std::io;
use std::sync::Arc;

/// Engine options as words of bench, whose own words overrule them. A path keeps its case.
pub fn options(given: &[(String, String)]) -> Result<Vec<String>, Failure> {
    const KNOWN: [&str; 4] = ["hash", "threads", "evaluation", "evalfile"];
    let word = |(name, value): &(String, String)| {
        let key = KNOWN.into_iter().find(|key| key.eq_ignore_ascii_case(name));
        let key = key.ok_or_else(|| {
            let known = "Hash, Threads, Evaluation and EvalFile";
            Failure::Usage(format!("--{name}: bench takes {known} only"))
        })?;
        check_option(name, value)
            .map_err(|error| Failure::Usage(format!("--{name}={value}: {error}")))?;
        let value = if key == "evalfile" { value.clone() } else { value.to_lowercase() };
        Ok(format!("{key}={value}"))
    };
    given.iter().map(word).collect()
}

/// Searches the positions of bench, as `words` say, and prints the report.
pub fn run(words: &[String], stats: bool, json: bool) -> Result<u8, Failure> {
    let report = console::run_bench(words, &EngineSetup::default(), &Arc::default())
        .map_err(|message| Failure::Usage(format!("bench: {message}")))?;
    let mut out = Output::new(io::stdout());
    if json {
        let mut value = report_json(&report);
        if stats {
            value["statistics"] = statistics_json(&report.statistics);
        }
        out.line(&value.to_string())?;
    } else {
        if stats && report.statistics[Count::Main] > 0 {
            console::print_error(&format!("\n{}", report.statistics));
        }
        console::print_bench(&mut out, &report)?;
    }
    Ok(0)
}

fn statistics_json(statistics: &Statistics) -> Value {
    let mut value: Value = Count::ALL
        .iter()
        .map(|&(what, name)| (name.to_owned(), Value::from(statistics[what])))
        .collect();
    value["branching"] = statistics.branching().into();
    value
}

fn report_json(report: &BenchReport) -> Value {
    let positions: Vec<Value> = report
        .entries
        .iter()
        .map(|entry| {
            let chess960 = entry.position.is_chess960();
            json!({
                "fen": entry.position.to_string(),
                "nodes": entry.nodes,
                "bestmove": entry.best.map(|mv| notation::format_move(mv, chess960)),
            })
        })
        .collect();
    json!({
        "nodes": report.nodes,
        "time_ms": report.time.as_millis() as u64,
        "nps": console::per_second(report.nodes, report.time),
        "positions": positions,
    })
}
