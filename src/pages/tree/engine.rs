//! The engine's own search of a position, node by node: which rule ended each, and which moves were
//! pruned and why.

use super::page::{board, fill, squares};
use super::{score, window};
use crate::board::{Game, Position, notation};
use crate::engine::pluralise;
use crate::pages::language::{Language, Said, plain, say};
use crate::search::{Bound, Reason, Role, Searcher, Skip, Trace, TraceNode};
use crate::types::{Color, MAX_PLY, Score};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::Write;

/// The record of the last iteration of a search.
#[derive(Debug)]
pub struct EngineTree {
    trace: Trace,
    depth: u32,
}

/// Lets the engine search a position to `depth` plies, from an empty table, and records at most
/// `limit` nodes of the last iteration; `None` if there is no legal move.
pub fn grow_engine(
    searcher: &mut Searcher,
    position: &Position,
    depth: u32,
    limit: usize,
) -> Option<EngineTree> {
    searcher.new_game();
    let depth = depth.clamp(1, MAX_PLY as u32 - 1);
    let trace = searcher.trace(&Game::new(*position), depth, limit);
    (!trace.nodes.is_empty()).then_some(EngineTree { trace, depth })
}

/// A tag in a word or two, and a sentence.
type Words<T> = (T, T);

/// How a rule is called, and what it means, for those who don't know it; in each language.
const fn reason(reason: Reason) -> [Words<&'static str>; 3] {
    match reason {
        Reason::Moves => [("", ""); 3],
        Reason::Table => [
            (
                "table",
                "The transposition table knew enough: the position was reached by another way, or in an earlier iteration.",
            ),
            (
                "Tabelle",
                "Die Transpositionstabelle wusste genug: Die Stellung wurde schon auf anderem Weg oder in einer früheren Iteration erreicht.",
            ),
            (
                "таблица",
                "Таблица перестановок знала достаточно: позиция уже встречалась другим путём или в прежней итерации.",
            ),
        ],
        Reason::TableProbCut => [
            (
                "table, far above",
                "The transposition table has a value far above beta from a search that was a little shallower: that will do.",
            ),
            (
                "Tabelle, weit darüber",
                "Die Transpositionstabelle hat einen Wert weit über Beta aus einer etwas flacheren Suche: Das genügt.",
            ),
            (
                "таблица, намного выше",
                "В таблице перестановок есть оценка намного выше беты от чуть более мелкого поиска: этого достаточно.",
            ),
        ],
        Reason::Draw => [
            ("draw", "A draw by rule: repetition, fifty moves, or no material."),
            ("remis", "Remis nach den Regeln: Wiederholung, fünfzig Züge oder kein Material."),
            ("ничья", "Ничья по правилам: повторение, пятьдесят ходов или нет материала."),
        ],
        Reason::KnownBound => [
            (
                "bound",
                "Nothing better than what is known is possible here: a draw can be forced, or every mate would come too late.",
            ),
            (
                "Schranke",
                "Besser als das Bekannte kann es hier nicht werden: Ein Remis ist zu erzwingen, oder jedes Matt käme zu spät.",
            ),
            (
                "граница",
                "Ничего лучше уже известного здесь быть не может: ничью можно форсировать или любой мат был бы слишком поздним.",
            ),
        ],
        Reason::Tablebase => [
            ("tablebase", "The tablebases know the result."),
            ("Endspieltabelle", "Die Endspieltabellen kennen das Ergebnis."),
            ("эндшпильная таблица", "Эндшпильные таблицы знают результат."),
        ],
        Reason::ReverseFutility => [
            (
                "reverse futility",
                "The static evaluation is so far above beta that the moves were not even looked at.",
            ),
            (
                "Reverse Futility",
                "Die statische Bewertung liegt so weit über Beta, dass die Züge gar nicht angesehen wurden.",
            ),
            (
                "reverse futility",
                "Статическая оценка настолько выше беты, что ходы даже не смотрели.",
            ),
        ],
        Reason::NullMove => [
            (
                "null move",
                "The side to move could even pass and still reach beta; so some move does, too.",
            ),
            (
                "Nullzug",
                "Die Seite am Zug könnte sogar passen und erreicht trotzdem Beta; also tut es auch irgendein Zug.",
            ),
            (
                "нулевой ход",
                "Сторона, чей ход, могла бы даже пропустить его и всё же достичь беты; значит, достигает и какой-нибудь ход.",
            ),
        ],
        Reason::ProbCut => [
            (
                "ProbCut",
                "A capture came out far above beta in a shallow search; the deep one would very likely do so, too.",
            ),
            (
                "ProbCut",
                "Ein Schlagzug kam in einer flachen Suche weit über Beta heraus; die tiefe täte das sehr wahrscheinlich auch.",
            ),
            (
                "ProbCut",
                "Взятие в мелком поиске оказалось намного выше беты; в глубоком, скорее всего, было бы так же.",
            ),
        ],
        Reason::MultiCut => [
            (
                "multi-cut",
                "Without the expected move another one reaches beta as well: that is enough.",
            ),
            ("Multi-Cut", "Auch ohne den erwarteten Zug erreicht ein anderer Beta: Das genügt."),
            ("multi-cut", "И без ожидаемого хода беты достигает другой: этого достаточно."),
        ],
        Reason::Mate => [("mate", "Mate."), ("matt", "Matt."), ("мат", "Мат.")],
        Reason::Stalemate => [
            ("stalemate", "Stalemate, or no move was considered."),
            ("patt", "Patt, oder kein Zug bleibt übrig, der zählt."),
            ("пат", "Пат или не осталось ходов, которые учитываются."),
        ],
        Reason::OnlyMove => [
            ("only move", "The move that is left out here is the only legal one."),
            ("einziger Zug", "Der hier ausgelassene Zug ist der einzige mögliche."),
            ("единственный ход", "Исключённый здесь ход — единственный возможный."),
        ],
        Reason::StandPat => [
            ("stand pat", "Quiescence: no capture is better than the static evaluation."),
            ("Stand pat", "Ruhesuche: Kein Schlagzug ist besser als die statische Bewertung."),
            ("stand pat", "Форсированный поиск: ни одно взятие не лучше статической оценки."),
        ],
    }
}

/// How a node was searched, and what that means.
fn role(role: Role) -> [Words<String>; 3] {
    let words: [Words<&str>; 3] = match role {
        Role::Open => [("", ""); 3],
        Role::Scout => [
            (
                "null window",
                "Null window: the only question was whether the move is better than what is known.",
            ),
            (
                "Nullfenster",
                "Nullfenster: Gefragt war nur, ob der Zug besser ist als das Bekannte.",
            ),
            (
                "нулевое окно",
                "Нулевое окно: вопрос был лишь о том, лучше ли ход, чем уже известное.",
            ),
        ],
        Role::Reduced(plies) => {
            let [english, german, russian] = plies_deep(plies as usize);
            return say!(
                "Late move reduction: first searched {english} shallower.",
                "Verkürzung eines späten Zugs: zuerst {german} weniger tief durchsucht.",
                "Сокращение позднего хода: сначала поиск мельче на {russian}.",
            )
            .map(|text| (format!("LMR \u{2212}{plies}"), text));
        }
        Role::Again => [
            ("re-search", "Searched again: the search before said that the move may be better."),
            (
                "noch einmal",
                "Noch einmal durchsucht: Nach der Suche davor ist der Zug vielleicht besser.",
            ),
            ("повторно", "Повторный поиск: предыдущий сказал, что ход, возможно, лучше."),
        ],
        Role::NullMove => [
            (
                "after passing",
                "After a null move: is the position so good that the side before could pass?",
            ),
            (
                "nach dem Passen",
                "Nach einem Nullzug: Ist die Stellung so gut, dass die Seite davor passen könnte?",
            ),
            (
                "после пропуска",
                "После нулевого хода: так ли хороша позиция, что ход можно было пропустить?",
            ),
        ],
        Role::Verification => [
            (
                "verify",
                "The same position without null moves, to verify that passing proves something.",
            ),
            (
                "Nachprüfung",
                "Dieselbe Stellung ohne Nullzüge, um nachzuprüfen, ob das Passen etwas beweist.",
            ),
            (
                "проверка",
                "Та же позиция без нулевых ходов: проверка, доказывает ли пропуск что-нибудь.",
            ),
        ],
        Role::Singular => [
            (
                "singular?",
                "The same position without its expected move, to see whether that is the only good one.",
            ),
            (
                "singulär?",
                "Dieselbe Stellung ohne den erwarteten Zug, um zu sehen, ob er der einzige gute ist.",
            ),
            ("единственный?", "Та же позиция без ожидаемого хода: единственный ли он хороший."),
        ],
        Role::ProbCut => [
            ("ProbCut?", "A capture that may come out far above beta, in a shallow search."),
            (
                "ProbCut?",
                "Ein Schlagzug, der weit über Beta herauskommen kann, in einer flachen Suche.",
            ),
            ("ProbCut?", "Взятие, которое может оказаться намного выше беты, в мелком поиске."),
        ],
    };
    words.map(|(tag, text)| (tag.to_owned(), text.to_owned()))
}

/// Why a move was pruned.
const fn rule(rule: Skip) -> [&'static str; 3] {
    match rule {
        Skip::Late => [
            "late move pruning, and all quiet moves after it",
            "Late Move Pruning, und alle stillen Züge danach",
            "late move pruning, и все тихие ходы после него",
        ],
        Skip::Futility => [
            "futility: the static evaluation is too low for a quiet move",
            "Futility: Die statische Bewertung ist zu niedrig für einen stillen Zug",
            "futility: статическая оценка слишком низка для тихого хода",
        ],
        Skip::FutileCapture => [
            "futility: the static evaluation is too low for a losing capture",
            "Futility: Die statische Bewertung ist zu niedrig für einen verlierenden Schlagzug",
            "futility: статическая оценка слишком низка для проигрывающего взятия",
        ],
        Skip::History => {
            ["its history is too bad", "seine Historie ist zu schlecht", "слишком плохая история"]
        }
        Skip::Exchange => [
            "it loses too much in exchanges",
            "er verliert zu viel im Abtausch",
            "слишком много теряется в размене",
        ],
        Skip::Delta => [
            "delta pruning: it can't bring enough",
            "Delta Pruning: Er kann nicht genug bringen",
            "delta pruning: ход не может дать достаточно",
        ],
    }
}

/// A number of plies.
fn plies_deep(plies: usize) -> Said {
    let english = if plies == 1 { "ply" } else { "plies" };
    let german = if plies == 1 { "Halbzug" } else { "Halbzüge" };
    let russian = match (plies % 10, plies % 100) {
        (1, rest) if rest != 11 => "полуход",
        (2..=4, rest) if !(12..=14).contains(&rest) => "полухода",
        _ => "полуходов",
    };
    say!("{plies} {english}", "{plies} {german}", "{plies} {russian}")
}

impl EngineTree {
    /// Nodes that are recorded.
    pub fn size(&self) -> usize {
        self.trace.nodes.len()
    }

    fn node(&self, id: usize) -> &TraceNode {
        &self.trace.nodes[id]
    }

    /// The move that leads to a node in SAN, or what stands for it.
    fn label(&self, node: &TraceNode) -> Said {
        match (node.parent, node.role) {
            (None, _) => say!("root", "Wurzel", "корень"),
            (_, Role::NullMove) => say!("pass", "passen", "пропуск"),
            _ if node.stays() => say!("here", "hier", "здесь"),
            (Some(parent), _) => plain(notation::format_san(&self.node(parent).position, node.mv)),
        }
    }

    /// The position and how many nodes there are.
    fn facts(&self) -> Said {
        let (nodes, more) = (pluralise(self.size(), "node"), self.trace.left_out);
        let (position, size) = (&self.node(0).position, self.size());
        let left_out = say!(
            ", and {more} for which there was no room",
            ", und {more}, für die kein Platz war",
            ", и ещё {more}, на которые не хватило места"
        );
        let [en, de, ru] = if more == 0 { plain("") } else { left_out };
        say!(
            "{position} | {nodes}{en}",
            "{position} | {size} Knoten{de}",
            "{position} | узлов: {size}{ru}"
        )
    }

    /// The values as the side that moved sees them, as in the trees of the lab; where the position is that
    /// of the node above, as its side to move does.
    fn seen(node: &TraceNode) -> ((Score, Score), Score) {
        let (alpha, beta) = (node.window.alpha, node.window.beta);
        if node.parent.is_none() || node.stays() {
            ((alpha, beta), node.value)
        } else {
            ((-beta, -alpha), -node.value)
        }
    }

    /// The sign in front of the value as [`Self::seen`], if it is only a bound.
    fn bound_sign(node: &TraceNode) -> &'static str {
        let is_own = node.parent.is_none() || node.stays();
        match Bound::of(node.value, node.window) {
            Bound::Exact => "",
            bound if (bound == Bound::Lower) == is_own => "\u{2265}",
            _ => "\u{2264}",
        }
    }
}

/// A line for each node, indented by its depth in the tree.
pub fn engine_text(tree: &EngineTree) -> String {
    let english = Language::English;
    let facts = tree.facts();
    let mut lines = format!("Nullfenster, depth {}: {}\n", tree.depth, english.of(&facts));
    let mut levels = Vec::with_capacity(tree.size());
    for node in &tree.trace.nodes {
        let level = node.parent.map_or(0, |parent| levels[parent] + 1);
        levels.push(level);
        let (bounds, value) = EngineTree::seen(node);
        let (indent, label) = ("  ".repeat(level), tree.label(node));
        let label = english.of(&label);
        let (bounds, sign) = (window(bounds), EngineTree::bound_sign(node));
        let _ = write!(lines, "{indent}{label} {bounds} = {sign}{}", score(value));
        let depth =
            if node.depth > 0 { format!("depth {}", node.depth) } else { "quiescence".to_owned() };
        let (roles, reasons) = (role(node.role), reason(node.reason));
        for remark in [depth.as_str(), english.of(&roles).0.as_str(), english.of(&reasons).0] {
            if !remark.is_empty() {
                let _ = write!(lines, ", {remark}");
            }
        }
        if !node.skipped.is_empty() {
            let _ = write!(lines, ", {} pruned", pluralise(node.skipped.len(), "move"));
        }
        lines.push('\n');
    }
    lines
}

/// What a page says, each text once, and by text its place.
#[derive(Default)]
struct Texts {
    all: Vec<Said>,
    places: HashMap<Said, usize>,
}

impl Texts {
    fn place(&mut self, text: Said) -> usize {
        *self.places.entry(text).or_insert_with_key(|text| {
            self.all.push(text.clone());
            self.all.len() - 1
        })
    }
}

/// The page, in the language of the browser: a list of the nodes that folds, in the order of the search,
/// with the rules of each.
pub fn engine_html(tree: &EngineTree) -> String {
    let pair = |(low, high): (Score, Score)| [low.centipawns(), high.centipawns()];
    let mut texts = Texts::default();
    let row = |node: &TraceNode| {
        let (bounds, value) = EngineTree::seen(node);
        json!([
            node.parent,
            texts.place(tree.label(node)),
            pair(bounds),
            value.centipawns(),
            board(&node.position),
            squares(node.mv),
            notes(node, tree.depth, &mut texts),
            EngineTree::bound_sign(node),
        ])
    };
    let nodes: Vec<Value> = tree.trace.nodes.iter().map(row).collect();
    let data = json!({
        "depth": tree.depth,
        "facts": tree.facts(),
        "infinite": Score::INFINITE.centipawns(),
        "mate": Score::MATE.centipawns(),
        "mateBound": Score::MATE_BOUND.centipawns(),
        "nodes": nodes,
        "texts": texts.all,
    });
    let parts = [("STYLE", include_str!("shared.css")), ("SCRIPT", include_str!("shared.js"))];
    fill(include_str!("engine.html"), &parts, &data)
}

/// The class of a rule's colour in the page.
const fn class(node: &TraceNode) -> &'static str {
    match node.reason {
        Reason::Moves | Reason::StandPat => "",
        Reason::Table | Reason::TableProbCut | Reason::Tablebase | Reason::KnownBound => "end",
        Reason::Draw | Reason::Mate | Reason::Stalemate | Reason::OnlyMove => "end",
        Reason::ReverseFutility | Reason::ProbCut | Reason::MultiCut => "deep",
        Reason::NullMove => "null",
    }
}

/// What there is to say of a node of a search to `depth` plies: class, tag in the row, sentence; of these
/// the place, or none.
fn notes(node: &TraceNode, depth: u32, texts: &mut Texts) -> Value {
    // The page writes numbers with the longer sign.
    let score = |value| score(value).replace('-', "\u{2212}");
    let mut notes = Vec::new();
    let mut note = |class: &str, tag: Option<Said>, text: Option<Said>| {
        let mut place = |text: Option<Said>| text.map(|text| texts.place(text));
        notes.push(json!([class, place(tag), place(text)]));
    };
    if node.role != Role::Open {
        let roles = role(node.role);
        let class = match node.role {
            Role::Again => "again",
            Role::Scout | Role::NullMove => "null",
            _ => "end",
        };
        let (tag, text) = apart(roles);
        note(class, Some(tag), Some(text));
    }
    let mover = match node.position.side_to_move() {
        Color::White => ["White", "Weiß", "белых"],
        Color::Black => ["Black", "Schwarz", "чёрных"],
    };
    let [white, weiss, belyh] = mover;
    let bounds = format!("[{}, {}]", score(node.window.alpha), score(node.window.beta));
    let [en, de, ru] = match node.depth {
        0 => say!("in quiescence", "in der Ruhesuche", "форсированный поиск"),
        depth => {
            let [en, de, ru] = plies_deep(depth as usize);
            say!("{en} deep", "{de} tief", "поиск на {ru}")
        }
    };
    let searched = say!(
        "{white} to move, searched {en} with the window {bounds}, as {white} sees it.",
        "{weiss} am Zug, durchsucht {de} mit dem Fenster {bounds}, aus Sicht von {weiss}.",
        "Ход {belyh}, {ru} с окном {bounds}, с точки зрения {belyh}.",
    );
    note("", None, Some(searched));
    let lowered = depth.saturating_sub(node.depth as u32);
    if node.parent.is_none() && lowered > 0 {
        let [en, de, ru] = plies_deep(lowered as usize);
        let text = say!(
            "An aspiration window: the search before failed high, and this one, with a higher window, is {en} shallower.",
            "Ein Aspirationsfenster: Die Suche davor lag darüber, und diese, mit höherem Fenster, ist {de} flacher.",
            "Предыдущий поиск вышел выше окна, и этот, с более высоким окном, мельче на {ru}.",
        );
        note("", None, Some(text));
    }
    if node.eval != Score::NONE {
        let eval = score(node.eval);
        let text = say!(
            "Static evaluation {eval}.",
            "Statische Bewertung {eval}.",
            "Статическая оценка {eval}."
        );
        note("", None, Some(text));
    }
    if node.reason != Reason::Moves {
        let words = reason(node.reason).map(|(tag, text)| (tag.to_owned(), text.to_owned()));
        let (tag, text) = apart(words);
        note(class(node), Some(tag), Some(text));
    }
    let (low, high) = (node.window.alpha, node.window.beta);
    let found = score(node.value);
    let verdict = match node.value {
        value if value >= high => say!(
            "It fails high: at least {found}.",
            "Über dem Fenster (fail high): mindestens {found}.",
            "Выше окна (fail high): не меньше {found}."
        ),
        value if value <= low => say!(
            "It fails low: at most {found}.",
            "Unter dem Fenster (fail low): höchstens {found}.",
            "Ниже окна (fail low): не больше {found}."
        ),
        _ => say!("Its value is {found}.", "Der Wert ist {found}.", "Оценка {found}."),
    };
    note("", None, Some(verdict));
    for (mv, skip) in &node.skipped {
        let (san, [en, de, ru]) = (notation::format_san(&node.position, *mv), rule(*skip));
        let text =
            say!("Pruned: {san} ({en}).", "Ausgelassen: {san} ({de}).", "Пропущен {san} ({ru}).");
        note("left", None, Some(text));
    }
    if !node.skipped.is_empty() {
        let count = node.skipped.len();
        let tag = say!("{count} pruned", "{count} ausgelassen", "пропущено: {count}");
        note("deep", Some(tag), None);
    }
    Value::Array(notes)
}

/// Tag and sentence, each in all languages.
fn apart([english, german, russian]: [Words<String>; 3]) -> (Said, Said) {
    ([english.0, german.0, russian.0], [english.1, german.1, russian.1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;

    /// The record has the nodes of the search, in its order, and the values that make up the root's.
    #[test]
    fn the_record_is_that_of_the_search() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen).expect("a position");
        let mut searcher = Searcher::new(1, 1).expect("a search");
        let tree = grow_engine(&mut searcher, &position, 5, usize::MAX).expect("moves");
        let nodes = &tree.trace.nodes;
        searcher.new_game();
        let limits = Limits { depth: Some(5), ..Limits::default() };
        let whole = searcher.search_silently(&Game::new(position), &limits);
        searcher.new_game();
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let before = searcher.search_silently(&Game::new(position), &limits);
        // Every window of the last iteration, of which the record has the last.
        assert!(nodes.len() as u64 <= whole.nodes - before.nodes);
        assert_eq!(nodes[0].value, whole.score);
        for (id, node) in nodes.iter().enumerate().skip(1) {
            let parent = node.parent.expect("only the root has none");
            assert!(parent < id);
            match node.role {
                _ if node.stays() => assert_eq!(node.position, nodes[parent].position),
                Role::NullMove => assert_eq!(node.position, nodes[parent].position.make_null()),
                _ => assert_eq!(node.position, nodes[parent].position.make(node.mv)),
            }
        }
        let best = nodes.iter().filter(|node| node.parent == Some(0)).map(|node| -node.value).max();
        assert_eq!(best, Some(whole.score));
        let found = |wanted: Reason| nodes.iter().any(|node| node.reason == wanted);
        assert!(found(Reason::Table) && found(Reason::StandPat) && found(Reason::ReverseFutility));
        let skips =
            |wanted: Skip| nodes.iter().any(|node| node.skipped.iter().any(|it| it.1 == wanted));
        let rules = [Skip::Late, Skip::Futility, Skip::History, Skip::Exchange, Skip::Delta];
        assert!(rules.into_iter().filter(|&rule| skips(rule)).count() >= 3);
        assert_eq!(engine_text(&tree).lines().count(), nodes.len() + 1);
        // Everything is said in each language.
        let page = engine_html(&tree);
        for texts in
            [["null window", "Nullfenster", "нулевое окно"], ["table", "Tabelle", "таблица"]]
        {
            assert!(page.contains(&json!(texts).to_string()), "{texts:?}");
        }

        let small = grow_engine(&mut searcher, &position, 5, 100).expect("moves");
        assert_eq!(small.size(), 100);
        assert_eq!(small.trace.left_out, nodes.len() - 100);
        let mated = Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").expect("a position");
        assert!(grow_engine(&mut searcher, &mated, 5, 100).is_none());
    }
}
