//! Where the source does what a chapter tells, with the lines themselves.

use serde_json::{Value, json};

/// A function of the source.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    pub chapter: &'static str,
    /// The file, from the root of the repository.
    pub file: &'static str,
    pub function: &'static str,
    /// What it does.
    pub about: &'static str,
    text: &'static str,
}

macro_rules! sources {
    ($($chapter:literal: $file:literal $function:literal $about:literal;)*) => {
        /// By chapter, in the order of the page.
        pub const SOURCES: &[Source] = &[$(Source {
            chapter: $chapter,
            file: concat!("src/", $file),
            function: $function,
            about: $about,
            text: include_str!(concat!("../../", $file)),
        }),*];
    };
}

sources! {
    "minimax": "lab/minimax.rs" "minimax" "the whole of minimax";
    "alpha-beta": "lab/minimax.rs" "alpha_beta" "the same with a window";
    "alpha-beta": "lab/minimax.rs" "negamax"
        "the form that programs have: values of the side to move, with the sign changed from ply to ply";
    "null-windows": "lab/negascout.rs" "negascout" "the search in the pictures above";
    "pvs": "lab/negascout.rs" "pvs" "the search in the pictures above";
    "pvs": "search/tree/node.rs" "search_move"
        "the same decision in the engine: null window first, open window if it surprises";
    "fail-soft": "lab/minimax.rs" "negamax" "negamax, fail-hard";
    "fail-soft": "lab/negascout.rs" "pvs" "fail-soft: it returns the best value, not alpha";
    "aspiration": "search/aspiration.rs" "new" "the first window of an iteration of the engine";
    "aspiration": "search/aspiration.rs" "is_settled_by" "the next window after a fail low or high";
    "aspiration": "pages/learn/numbers.rs" "mtdf" "MTD(f), as the table above was made";
    "quiescence": "lab/quiescence.rs" "quiescence" "the idea and nothing else";
    "quiescence": "search/tree/quiescence.rs" "quiescence"
        "the engine's, which also leaves out captures that lose material";
    "deepening": "search/deepening.rs" "iterate" "depth by depth";
    "deepening": "lab/memory.rs" "known_value" "when the lab's table answers";
    "deepening": "lab/options.rs" "sort" "how the lab orders moves";
    "deepening": "search/table/entry.rs" "cuts" "when an entry of the engine's table answers";
    "selectivity": "search/tree/null_move.rs" "null_move" "the null move";
    "selectivity": "search/tree/reduction.rs" "late_move_reduction" "by how much a late move is reduced";
    "selectivity": "search/tree/move_pruning.rs" "is_futile" "futility";
    "selectivity": "search/tree/move_pruning.rs" "is_too_late" "late moves that are left out";
    "network": "eval/network/mod.rs" "value" "from the sums over the men to centipawns";
    "network": "eval/explain.rs" "piece_values" "the value of each piece";
    "network": "eval/wdl.rs" "win_draw_loss" "from centipawns to chances";
}

impl Source {
    /// The number of the function's first line, and its lines with their comment.
    pub fn lines(&self) -> Option<(usize, String)> {
        let lines: Vec<&str> = self.text.lines().collect();
        let head = format!("fn {}", self.function);
        let starts = |line: &&str| {
            let after = line.split_once(&head).map(|(_, after)| after);
            after.is_some_and(|after| after.starts_with(['(', '<']))
        };
        let first = lines.iter().position(starts)?;
        let indent = lines[first].len() - lines[first].trim_start().len();
        let close = format!("{}}}", " ".repeat(indent));
        let last = first + lines[first..].iter().position(|line| *line == close)?;
        let is_comment = |line: &&&str| line.trim_start().starts_with(['/', '#']);
        let begin = first - lines[..first].iter().rev().take_while(is_comment).count();
        let inside = lines[begin..=last].iter().map(|line| line.get(indent..).unwrap_or(""));
        Some((begin + 1, inside.collect::<Vec<_>>().join("\n")))
    }

    /// For the page.
    pub fn json(&self) -> Value {
        let (line, code) = self.lines().unwrap_or_default();
        json!({
            "chapter": self.chapter,
            "file": self.file,
            "function": self.function,
            "about": self.about,
            "line": line,
            "code": code,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_is_where_the_tour_says() {
        for source in SOURCES {
            let (line, code) = source.lines().unwrap_or_else(|| panic!("{source:?}"));
            let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(source.file);
            let text = std::fs::read_to_string(file).expect(source.file);
            let own: Vec<&str> = text.lines().skip(line - 1).take(code.lines().count()).collect();
            let trimmed = |lines: &[&str]| {
                lines.iter().map(|line| line.trim().to_owned()).collect::<Vec<_>>()
            };
            assert_eq!(trimmed(&own), trimmed(&code.lines().collect::<Vec<_>>()));
            assert!(code.contains(&format!("fn {}", source.function)) && code.ends_with('}'));
        }
    }
}
