//! Where the source does what a chapter tells, with the lines themselves.

use serde_json::{Value, json};

/// A function of the source.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    pub chapter: &'static str,
    /// The file, from the root of the repository.
    pub file: &'static str,
    pub function: &'static str,
    /// What it does, in each language.
    pub about: [&'static str; 3],
    text: &'static str,
}

macro_rules! sources {
    ($($chapter:literal: $file:literal $function:literal $about:expr;)*) => {
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
    "minimax": "lab/minimax.rs" "minimax"
        ["the whole of minimax", "Minimax, vollständig", "минимакс целиком"];
    "alpha-beta": "lab/minimax.rs" "alpha_beta"
        ["the same with a window", "dasselbe mit einem Fenster", "то же с окном"];
    "alpha-beta": "lab/minimax.rs" "negamax" [
        "the form that programs have: values of the side to move, with the sign changed from ply to ply",
        "die Form, die Programme haben: Werte der Seite am Zug, deren Vorzeichen sich von Halbzug zu Halbzug ändert",
        "вид, принятый в программах: оценки стороны, чей ход, знак меняется с каждым полуходом"
    ];
    "null-windows": "lab/negascout.rs" "negascout"
        ["the search in the pictures above", "die Suche in den Bildern oben", "поиск с рисунков выше"];
    "pvs": "lab/negascout.rs" "pvs"
        ["the search in the pictures above", "die Suche in den Bildern oben", "поиск с рисунков выше"];
    "pvs": "search/tree/node.rs" "search_move" [
        "the same decision in the engine: null window first, open window if it surprises",
        "dieselbe Entscheidung in der Engine: erst das Nullfenster, bei einer Überraschung das offene",
        "то же решение в движке: сначала нулевое окно, при неожиданности открытое"
    ];
    "fail-soft": "lab/minimax.rs" "negamax"
        ["negamax, fail-hard", "Negamax, Fail-hard", "негамакс, fail-hard"];
    "fail-soft": "lab/negascout.rs" "pvs" [
        "fail-soft: it returns the best value, not alpha",
        "Fail-soft: Zurück kommt der beste Wert, nicht Alpha",
        "fail-soft: возвращается лучшая оценка, а не альфа"
    ];
    "aspiration": "search/aspiration.rs" "new" [
        "the first window of an iteration of the engine",
        "das erste Fenster einer Iteration der Engine",
        "первое окно итерации движка"
    ];
    "aspiration": "search/aspiration.rs" "is_settled_by" [
        "the next window after a fail low or high",
        "das nächste Fenster, wenn der Wert außerhalb liegt",
        "следующее окно, если оценка оказалась вне прежнего"
    ];
    "aspiration": "pages/learn/numbers.rs" "mtdf" [
        "MTD(f), as the table above was made",
        "MTD(f), wie die Tabelle oben entstanden ist",
        "MTD(f): так получена таблица выше"
    ];
    "quiescence": "lab/quiescence.rs" "quiescence"
        ["the idea and nothing else", "die Idee und sonst nichts", "идея и ничего больше"];
    "quiescence": "search/tree/quiescence.rs" "quiescence" [
        "the engine's, which also leaves out captures that lose material",
        "die der Engine, die auch verlierende Schlagzüge auslässt",
        "у движка: проигрывающие взятия тоже пропускаются"
    ];
    "deepening": "search/deepening.rs" "iterate"
        ["depth by depth", "Tiefe für Tiefe", "глубина за глубиной"];
    "deepening": "lab/memory.rs" "known_value"
        ["when the lab's table answers", "wann die Tabelle des Labors antwortet", "когда отвечает таблица лаборатории"];
    "deepening": "lab/options.rs" "sort"
        ["how the lab orders moves", "wie das Labor Züge sortiert", "как лаборатория упорядочивает ходы"];
    "deepening": "search/table/entry.rs" "cuts" [
        "when an entry of the engine's table answers",
        "wann ein Eintrag der Tabelle der Engine antwortet",
        "когда отвечает запись таблицы движка"
    ];
    "selectivity": "search/tree/null_move.rs" "null_move"
        ["the null move", "der Nullzug", "нулевой ход"];
    "selectivity": "search/tree/reduction.rs" "late_move_reduction" [
        "by how much a late move is reduced",
        "um wie viel ein später Zug verkürzt wird",
        "насколько сокращается поздний ход"
    ];
    "selectivity": "search/tree/move_pruning.rs" "is_futile" ["futility", "Futility", "futility"];
    "selectivity": "search/tree/move_pruning.rs" "is_too_late" [
        "late moves that are left out",
        "späte Züge, die ausgelassen werden",
        "поздние ходы, которые пропускаются"
    ];
    "network": "eval/network/mod.rs" "value" [
        "from the sums over the men to centipawns",
        "von den Summen über die Steine zu Hundertstelbauern",
        "от сумм по фигурам к сантипешкам"
    ];
    "network": "eval/explain.rs" "piece_values"
        ["the value of each piece", "der Wert jedes Steins", "ценность каждой фигуры"];
    "network": "eval/wdl.rs" "win_draw_loss"
        ["from centipawns to chances", "von Hundertstelbauern zu Aussichten", "от сантипешек к шансам"];
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
