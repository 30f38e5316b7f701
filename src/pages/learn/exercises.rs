//! The exercises. Each is checked in the page; what is right is found by a search, never
//! written down. Their texts are in each language of [`Language`](crate::pages::language::Language).

use super::chess;
use super::chess::Captures;
use super::picture::{Picture, Visit, in_words, window_text};
use super::trees::{shared, written};
use crate::board::Position;
use crate::eval::{Evaluation, piece_values};
use crate::lab::{Algorithm, Ending, Kind};
use crate::pages::language::{Said, plain, say};
use crate::pages::tree::board;
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

/// A choice: its text, and why it is wrong.
fn choice(text: Said, why: Said) -> Value {
    json!({ "text": text, "why": why })
}

/// The choice that is right.
fn right_choice(text: Said) -> Value {
    choice(text, plain(""))
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
            say!(
                "You reach the {worth} only if you play {parent} and the opponent then chooses \
                 {name}. Would they? First find what the opponent makes of each of your moves.",
                "Zur {worth} kommst du nur, wenn du {parent} spielst und der Gegner dann {name} \
                 wählt. Würde er das? Finde zuerst heraus, was der Gegner aus jedem deiner Züge macht.",
                "К {worth} вы придёте, только если сыграете {parent}, а соперник затем выберет {name}. \
                 Сделает ли он это? Сначала найдите, что соперник ответит на каждый ваш ход.",
            )
        } else {
            say!(
                "{worth} is what {name} is worth: the opponent takes the smaller leaf. But you \
                 need not play {name}: is there a better move?",
                "{worth} ist der Wert von {name}: Der Gegner nimmt das kleinere Blatt. Aber du \
                 musst nicht {name} spielen: Gibt es einen besseren Zug?",
                "{worth} — это оценка {name}: соперник берёт меньший лист. Но играть {name} вы не \
                 обязаны: нет ли хода лучше?",
            )
        };
        hints.insert(worth.to_string(), json!(hint));
    }
    hints.remove(&value.to_string());
    let best = picture
        .children(0)
        .find(|&place| picture.visits_of(place).any(|visit| visit.value == picture.value()));
    let best = best.map(|place| picture.places[place].name.clone()).unwrap_or_default();
    json!({
        "kind": "number",
        "picture": picture.view,
        "labels": [say!("Value", "Wert", "Оценка")],
        "answer": [value],
        "hints": hints,
        "otherwise": say!(
            "Work from the bottom: first the smaller leaf below each ○, then the largest of these three.",
            "Fang unten an: zuerst das kleinere Blatt unter jedem ○, dann die größte dieser drei Zahlen.",
            "Идите снизу: сначала меньший лист под каждым ○, потом наибольшее из этих трёх чисел.",
        ),
        "right": say!(
            "Right. The opponent answers each move with the smaller leaf, and the largest of \
             these three is {value}: you play {best}.",
            "Richtig. Der Gegner antwortet auf jeden Zug mit dem kleineren Blatt, und die größte \
             dieser drei Zahlen ist {value}: Du spielst {best}.",
            "Верно. На каждый ход соперник отвечает меньшим листом, и наибольшее из трёх чисел — \
             {value}: вы играете {best}.",
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
            say!(
                "{name} is looked at: when its turn comes, the window at {parent_name} is \
                 {window}. It is still open, so the value could matter.",
                "{name} wird angesehen: Wenn es an der Reihe ist, ist das Fenster bei {parent_name} \
                 {window}. Es ist noch offen, also kann der Wert eine Rolle spielen.",
                "{name} просматривается: когда до него доходит очередь, окно в {parent_name} — \
                 {window}. Оно ещё открыто, и значение может оказаться важным.",
            )
        } else {
            answer.push(place);
            let sure = picture.visits_of(parent).next().map(|visit| visit.window.0.centipawns());
            let sure = sure.unwrap_or_default();
            say!(
                "A leaf below {parent_name} is still missing. The opponent soon has a reply there \
                 that leaves you less than the {sure} you are sure of.",
                "Unter {parent_name} fehlt noch ein Blatt. Der Gegner hat dort bald eine Antwort, \
                 die dir weniger lässt als die {sure}, die dir sicher sind.",
                "Под {parent_name} не хватает ещё одного листа. У соперника там быстро находится \
                 ответ, после которого у вас меньше тех {sure}, что вам обеспечены.",
            )
        };
        because.insert(place.to_string(), json!(why));
    }
    let value = picture.value().centipawns();
    let [en, de, ru] = listed(&picture, &answer);
    let right = say!(
        "Right: {en}. They could be anything, the value {value} would stay the same.",
        "Richtig: {de}. Sie könnten beliebig sein, der Wert {value} bliebe derselbe.",
        "Верно: {ru}. Какими бы они ни были, оценка {value} не изменится.",
    );
    nodes_exercise(&picture, &picture.leaf_places().collect::<Vec<_>>(), answer, because, right)
}

/// The names of places: `B2 and B3`.
fn listed(picture: &Picture, places: &[usize]) -> Said {
    let names: Vec<&str> = places.iter().map(|&at| picture.places[at].name.as_str()).collect();
    [" and ", " und ", " и "].map(|and| names.join(and))
}

fn nodes_exercise(
    picture: &Picture,
    candidates: &[usize],
    answer: Vec<usize>,
    because: Map<String, Value>,
    right: Said,
) -> Value {
    json!({
        "kind": "nodes",
        "picture": picture.view,
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
    let hints = json!({
        (format!("{refuted},{}", refuted + 1)): say!(
            "B is worth {refuted} at most. But C has to beat the best move, and that is A.",
            "B ist höchstens {refuted} wert. Aber C muss den besten Zug übertreffen, und das ist A.",
            "B стоит не больше {refuted}. Но C должен превзойти лучший ход, а это A.",
        ),
        (format!("{low},{low}")): say!(
            "Between equal ends there is not even room for an answer: high has to be the next \
             number after low.",
            "Zwischen gleichen Enden ist nicht einmal Platz für eine Antwort: Das obere Ende muss \
             die nächste Zahl nach dem unteren sein.",
            "Между равными концами нет места даже для ответа: верхний конец — следующее число после \
             нижнего.",
        ),
        (format!("{},{low}", low - 1)): say!(
            "This asks whether C reaches {low}. Equal is not better: ask for more than {low}.",
            "Das fragt, ob C {low} erreicht. Gleich gut ist nicht besser: Frag nach mehr als {low}.",
            "Так спрашивают, достигает ли C {low}. Равное — не лучше: спросите, больше ли {low}.",
        ),
    });
    json!({
        "kind": "number",
        "picture": picture.view,
        "labels": [say!("Low end", "Unteres Ende", "Нижний конец"), say!("High end", "Oberes Ende", "Верхний конец")],
        "answer": [low, high],
        "hints": hints,
        "otherwise": say!(
            "The low end is the best value so far, whichever move it came from. The \
             high end is the smallest number that would be better.",
            "Das untere Ende ist der beste Wert bisher, von welchem Zug er auch stammt. Das obere \
             Ende ist die kleinste Zahl, die besser wäre.",
            "Нижний конец — лучшая оценка до сих пор, от какого бы хода она ни была. Верхний — \
             наименьшее число, которое было бы лучше.",
        ),
        "right": say!(
            "Right. Only more than {low} would change anything, so the question is [{low}, \
             {high}]: {low} or less, or {high} or more?",
            "Richtig. Nur mehr als {low} würde etwas ändern, also lautet die Frage [{low}, {high}]: \
             höchstens {low}, oder mindestens {high}?",
            "Верно. Изменить что-то может только оценка больше {low}, поэтому вопрос — [{low}, {high}]: \
             не больше {low} или не меньше {high}?",
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
        let [en, de, ru] = in_words(first.value, first.window);
        let window = window_text(first.window);
        let why = if visits.iter().any(|visit| visit.kind == Kind::Again) {
            answer.push(place);
            say!(
                "One is still missing: a move that is better than the best before it cannot be \
                 settled by a null window, because \"{en}\" is all that it says.",
                "Einer fehlt noch: Ein Zug, der besser ist als der bisher beste, lässt sich mit \
                 einem Nullfenster nicht erledigen, denn mehr als „{de}“ sagt es nicht.",
                "Одного ещё не хватает: ход лучше прежнего лучшего нельзя выяснить нулевым окном, \
                 потому что оно скажет лишь «{ru}».",
            )
        } else if first.kind == Kind::Null {
            say!(
                "{name} is searched once. Its null window is {window}, and the answer is {en}: no \
                 better than what you have by then, and that settles it.",
                "{name} wird einmal durchsucht. Sein Nullfenster ist {window}, und die Antwort ist \
                 {de}: nicht besser als das, was du bis dahin hast, und damit ist es erledigt.",
                "{name} просматривается один раз. Его нулевое окно — {window}, ответ — {ru}: не \
                 лучше того, что у вас уже есть, и этого достаточно.",
            )
        } else {
            say!(
                "{name} is searched once. It comes first, with the open window {window}: there is \
                 nothing to compare it with yet.",
                "{name} wird einmal durchsucht. Er kommt zuerst, mit dem offenen Fenster {window}: \
                 Noch gibt es nichts, womit er zu vergleichen wäre.",
                "{name} просматривается один раз. Он первый, с открытым окном {window}: сравнивать \
                 его пока не с чем.",
            )
        };
        because.insert(place.to_string(), json!(why));
    }
    let value = picture.value().centipawns();
    let [en, de, ru] = listed(&picture, &answer);
    let right = say!(
        "Right: {en}. Its null window fails high, so it is searched again. After that the bar is \
         {value}, and the last proof succeeds.",
        "Richtig: {de}. Sein Nullfenster wird nach oben verlassen, also wird er noch einmal \
         durchsucht. Danach liegt die Latte bei {value}, und der letzte Beweis gelingt.",
        "Верно: {ru}. Его нулевое окно превышено, поэтому его ищут повторно. После этого планка — \
         {value}, и последнее доказательство удаётся.",
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
    let [en, de, ru] = say!(
        "{abc} leaf visits with A, B, C and {acb} with A, C, B",
        "{abc} besuchte Blätter bei A, B, C und {acb} bei A, C, B",
        "листьев при порядке A, B, C — {abc}, при A, C, B — {acb}",
    );
    json!({
        "kind": "choice",
        "answer": answer,
        "options": [
            choice(
                say!(
                    "A, B, C needs fewer leaves",
                    "A, B, C braucht weniger Blätter",
                    "При A, B, C листьев меньше",
                ),
                say!(
                    "B is the better of the two. But for the search both are just asked whether they \
                     beat 5. Counted: {en}.",
                    "B ist der bessere der beiden. Aber die Suche fragt beide nur, ob sie die 5 \
                     übertreffen. Gezählt: {de}.",
                    "Из этих двух B лучше. Но поиск спрашивает об обоих лишь одно: больше ли 5. \
                     Подсчёт: {ru}.",
                ),
            ),
            choice(
                say!(
                    "A, C, B needs fewer leaves",
                    "A, C, B braucht weniger Blätter",
                    "При A, C, B листьев меньше",
                ),
                say!(
                    "C is easier to refute. But it has to be refuted before B or after B alike. \
                     Counted: {en}.",
                    "C ist leichter zu widerlegen. Aber widerlegt werden muss er vor B genauso wie \
                     nach B. Gezählt: {de}.",
                    "C опровергнуть легче. Но опровергать его надо и до B, и после B одинаково. \
                     Подсчёт: {ru}.",
                ),
            ),
            choice(
                say!("Both need the same", "Beide brauchen gleich viele", "Одинаково"),
                say!(
                    "The answers of B and C don't change the window of each other. Counted: {en}.",
                    "Die Antworten von B und C ändern das Fenster des anderen nicht. Gezählt: {de}.",
                    "Ответы B и C не меняют окна друг друга. Подсчёт: {ru}.",
                ),
            ),
        ],
        "right": say!(
            "Right: {en}. Both get the same question, whether they beat A's 5, whoever is \
             asked first. What matters is that A comes first: with B, A, C it would be {bac}.",
            "Richtig: {de}. Beide bekommen dieselbe Frage, ob sie die 5 von A übertreffen, wer auch \
             zuerst gefragt wird. Wichtig ist, dass A zuerst kommt: Mit B, A, C wären es {bac}.",
            "Верно: {ru}. Вопрос к обоим один и тот же — больше ли они пятёрки A, кого бы ни \
             спросили первым. Важно, чтобы первым был A: при B, A, C листьев было бы {bac}.",
        ),
    })
}

/// Kornilov's question: what is different if a node tests itself?
fn scout_child() -> Value {
    let leaves = |algorithm| shared(0, algorithm).leaves_visited();
    let [parent, child] = [Algorithm::ScoutAll, Algorithm::FromChild].map(leaves);
    json!({
        "kind": "choice",
        "answer": 1,
        "options": [
            choice(
                say!("It finds another value", "Sie findet einen anderen Wert", "Он находит другую оценку"),
                say!(
                    "Both only ask questions whose answers are proofs, until the value is known.",
                    "Beide stellen nur Fragen, deren Antworten Beweise sind, bis der Wert feststeht.",
                    "Оба лишь задают вопросы, ответы на которые — доказательства, пока оценка не станет известна.",
                ),
            ),
            right_choice(say!(
                "It asks the same question; only who asks is another one",
                "Sie stellt dieselbe Frage; nur wer fragt, ist ein anderer",
                "Вопрос тот же, другой только тот, кто спрашивает",
            )),
            choice(
                say!(
                    "It needs no second search",
                    "Sie braucht keine zweite Suche",
                    "Ему не нужен второй поиск",
                ),
                say!(
                    "If the test doesn't settle the node, its moves are gone through again: that is the \
                     second search.",
                    "Wenn die Probe den Knoten nicht erledigt, werden seine Züge noch einmal durchgegangen: \
                     Das ist die zweite Suche.",
                    "Если проба не решает узел, его ходы перебираются снова: это и есть второй поиск.",
                ),
            ),
        ],
        "right": say!(
            "Right. A parent that tests a child asks \"are you no better than my alpha?\"; a child that \
             tests itself asks \"do I reach beta?\", and its beta is the parent's alpha with the sign \
             changed. What differs is small: the root tests itself, too, and a test that fails goes \
             on from the child's own moves. Counted in the tree of the pictures: {parent} and {child} leaf visits.",
            "Richtig. Ein Knoten, der sein Kind prüft, fragt: „Bist du nicht besser als mein Alpha?“ Ein Kind, \
             das sich selbst prüft, fragt: „Erreiche ich Beta?“, und sein Beta ist das Alpha darüber mit \
             umgekehrtem Vorzeichen. Der Unterschied ist klein: Auch die Wurzel prüft sich selbst, und nach einer \
             misslungenen Probe geht es mit den Zügen des Kindes weiter. Gezählt im Baum der Bilder: {parent} und \
             {child} besuchte Blätter.",
            "Верно. Родитель, проверяющий потомка, спрашивает: «Ты не лучше моей альфы?» Потомок, проверяющий \
             сам себя, спрашивает: «Достигаю ли я беты?», а его бета — это альфа родителя с обратным знаком. \
             Разница невелика: корень тоже проверяет сам себя, а после неудачной пробы перебираются ходы самого \
             потомка. Подсчёт в дереве с рисунков: листьев {parent} и {child}.",
        ),
    })
}

/// What does a fail-soft answer above the window say?
fn certain() -> Value {
    json!({
        "kind": "choice",
        "answer": 2,
        "options": [
            choice(
                say!("The value is 8", "Der Wert ist 8", "Оценка равна 8"),
                say!(
                    "The search was cut off as soon as it saw something of 5 or more. What it saw was worth \
                     8, but there may be a better move that it didn't look at.",
                    "Die Suche brach ab, sobald sie etwas sah, das mindestens 5 wert ist. Das war 8 wert, aber \
                     vielleicht gibt es einen besseren Zug, den sie nicht angesehen hat.",
                    "Поиск прекратился, как только нашлось что-то не меньше 5. Найденное стоит 8, но может \
                     быть ход лучше, до которого он не дошёл.",
                ),
            ),
            choice(
                say!(
                    "The value is between 2 and 5",
                    "Der Wert liegt zwischen 2 und 5",
                    "Оценка между 2 и 5",
                ),
                say!(
                    "Then the answer would lie there. It doesn't: the search has failed high.",
                    "Dann läge die Antwort dort. Das tut sie nicht: Die Suche hat das Fenster nach oben verlassen.",
                    "Тогда там был бы и ответ. Но он выше: окно превышено.",
                ),
            ),
            right_choice(say!(
                "The value is 8 or more",
                "Der Wert ist 8 oder mehr",
                "Оценка — 8 или больше",
            )),
            choice(
                say!(
                    "The value is 5 or more, and nothing else is known",
                    "Der Wert ist 5 oder mehr, sonst ist nichts bekannt",
                    "Оценка — 5 или больше, и больше ничего не известно",
                ),
                say!(
                    "So much a fail-hard search would say. Fail-soft knows more.",
                    "So viel würde eine Suche mit Fail-hard sagen. Fail-soft weiß mehr.",
                    "Столько сказал бы поиск fail-hard. Fail-soft знает больше.",
                ),
            ),
        ],
        "right": say!(
            "Right. One line was worth 8 and ended the search: the value is that or more. A fail-hard \
             search would only say 5 or more.",
            "Richtig. Eine Variante war 8 wert und hat die Suche beendet: Der Wert ist das oder mehr. Fail-hard \
             würde nur 5 oder mehr sagen.",
            "Верно. Один вариант стоил 8 и завершил поиск: оценка такая или больше. Fail-hard сказал бы \
             только «5 или больше».",
        ),
    })
}

/// Which window comes after a fail high?
fn next_window() -> Value {
    let mut aspiration = Aspiration::new(Score::cp(0), 1);
    aspiration.window = Window { alpha: Score::cp(25), beta: Score::cp(35) };
    aspiration.is_settled_by(Score::cp(41));
    let Window { alpha, beta } = aspiration.window;
    let next = window_text((alpha, beta));
    json!({
        "kind": "choice",
        "answer": 0,
        "options": [
            right_choice(say!(
                "A window from where it was, with its upper end above 41",
                "Ein Fenster ab dem alten unteren Ende, das obere Ende über 41",
                "Окно с прежним нижним концом и верхним выше 41",
            )),
            choice(plain("[36, 40]"), say!(
                "The value is 41 at least: this question has no answer inside.",
                "Der Wert ist mindestens 41: Innerhalb dieses Fensters gibt es keine Antwort.",
                "Оценка не меньше 41: внутри этого окна ответа нет.",
            )),
            choice(plain("[20, 30]"), say!(
                "It has failed high, so the value is above, not below.",
                "Das Fenster wurde nach oben verlassen, der Wert liegt also darüber, nicht darunter.",
                "Окно превышено, значит оценка выше, а не ниже.",
            )),
            choice(
                say!(
                    "Nothing: the value is 41",
                    "Nichts: Der Wert ist 41",
                    "Ничего: оценка равна 41",
                ),
                say!(
                    "41 lies outside of the window, so it is a bound: 41 or more.",
                    "41 liegt außerhalb des Fensters und ist darum eine Schranke: 41 oder mehr.",
                    "41 лежит вне окна, так что это граница: 41 или больше.",
                ),
            ),
        ],
        "right": say!(
            "Right. The engine would go on with {next}: its lower end stays, in case the answer was \
             a mistake of a shallow search.",
            "Richtig. Die Engine würde mit {next} weitermachen: Das untere Ende bleibt, falls die Antwort der \
             Irrtum einer flachen Suche war.",
            "Верно. Движок продолжил бы с {next}: нижний конец остаётся на случай, если ответ был ошибкой \
             мелкого поиска.",
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
        let [en, de, ru] = found;
        if label == "stop" {
            choice(
                say!("stop", "Halt", "стоп"),
                say!(
                    "Stopping is worth {en} centipawns to White. There is more to be had.",
                    "Anhalten ist für Weiß {de} Hundertstelbauern wert. Es ist mehr zu holen.",
                    "Остановка даёт белым {ru} сантипешек. Можно получить больше.",
                ),
            )
        } else {
            choice(
                plain(label),
                say!(
                    "{label} is worth {en} centipawns to White once the recaptures are played out. \
                     Count what each side loses on d5.",
                    "{label} ist für Weiß {de} Hundertstelbauern wert, wenn auf d5 ausgetauscht ist. \
                     Zähle, was jede Seite auf d5 verliert.",
                    "{label} даёт белым {ru} сантипешек, когда размены на d5 закончены. Посчитайте, что \
                     каждая сторона теряет на d5.",
                ),
            )
        }
    };
    let (with, without) =
        (picture.value().centipawns(), chess::material(&position, 0).centipawns());
    json!({
        "kind": "choice",
        "picture": picture.view,
        "board": board(&position),
        "answer": answer,
        "options": picture.children(0).map(option).collect::<Vec<Value>>(),
        "right": say!(
            "Right. With it the exchange ends at {with} centipawns for White; without it White has {without}.",
            "Richtig. So endet der Abtausch mit {with} Hundertstelbauern für Weiß; ohne ihn hat Weiß {without}.",
            "Верно. С ним размен кончается при {with} сантипешек за белых; без него у белых {without}.",
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
            say!(
                "Look for a node whose moves are those of an earlier one in another order: the same \
                 white moves and the same black ones.",
                "Such einen Knoten, dessen Züge die eines früheren in anderer Reihenfolge sind: dieselben \
                 weißen und dieselben schwarzen Züge.",
                "Ищите узел, ходы к которому — те же, что к более раннему, но в другом порядке: те же \
                 ходы белых и те же ходы чёрных.",
            )
        } else {
            say!(
                "The position after {name} is new when the search comes to it.",
                "Die Stellung nach {name} ist neu, wenn die Suche zu ihr kommt.",
                "Позиция после {name} новая, когда поиск доходит до неё.",
            )
        };
        because.insert(place.to_string(), json!(why));
    }
    let [en, de, ru] = listed(&without, &answer);
    let right = say!(
        "Right: {en}. The same moves were played before in another order, so the table has the \
         value.",
        "Richtig: {de}. Dieselben Züge gab es schon in anderer Reihenfolge, also hat die Tabelle den Wert.",
        "Верно: {ru}. Те же ходы уже встречались в другом порядке, и оценка есть в таблице.",
    );
    nodes_exercise(&without, &inner, answer, because, right)
}

/// Where is passing better than any move?
fn zugzwang() -> Value {
    let values = chess::PASSES.map(|fen| {
        let (moving, passing) = chess::with_and_without_pass(&chess::position(fen));
        (moving.centipawns(), passing.centipawns())
    });
    let option = |(index, fen): (usize, &&str)| {
        let (moving, passing) = values[index];
        let number = index + 1;
        json!({
            "text": say!("Position {number}", "Stellung {number}", "Позиция {number}"),
            "board": board(&chess::position(fen)),
            "why": say!(
                "Here the best move is worth {moving} centipawns to White and passing {passing}, which is \
                 no better. A null move tells the truth here, as nearly always.",
                "Hier ist der beste Zug für Weiß {moving} Hundertstelbauern wert und Passen {passing}, was \
                 nicht besser ist. Ein Nullzug sagt hier die Wahrheit, wie fast immer.",
                "Здесь лучший ход стоит для белых {moving} сантипешек, а пропуск хода {passing}: не лучше. \
                 Нулевой ход здесь говорит правду, как почти всегда.",
            ),
        })
    };
    let options: Vec<Value> = chess::PASSES.iter().enumerate().map(option).collect();
    let index = values.iter().position(|(moving, passing)| passing > moving).unwrap_or_default();
    let (moving, passing) = values[index];
    json!({
        "kind": "choice",
        "answer": index,
        "options": options,
        "right": say!(
            "Right. Passing would be worth {passing} centipawns to White, but the best move only {moving}: \
             zugzwang. A null move would report success here.",
            "Richtig. Passen wäre für Weiß {passing} Hundertstelbauern wert, der beste Zug aber nur {moving}: \
             Zugzwang. Ein Nullzug würde hier Erfolg melden.",
            "Верно. Пропуск хода стоил бы для белых {passing} сантипешек, а лучший ход — только {moving}: \
             цугцванг. Нулевой ход сообщил бы здесь об успехе.",
        ),
    })
}

/// Which pawn is worth most to White?
fn best_pawn() -> Value {
    let position = chess::position(chess::PAWNS);
    let worths = own_pawns(&position);
    let why = |&(square, worth): &(Square, Centipawns)| {
        let why = say!(
            "Without the pawn on {square} White would be {worth} centipawns worse. Another one is \
             worth more.",
            "Ohne den Bauern auf {square} stünde Weiß um {worth} Hundertstelbauern schlechter. Ein anderer \
             ist mehr wert.",
            "Без пешки {square} белые стояли бы хуже на {worth} сантипешек. Есть пешка ценнее.",
        );
        (square.to_string(), json!(why))
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
        "otherwise": say!(
            "That is not a white pawn.",
            "Das ist kein weißer Bauer.",
            "Здесь нет белой пешки.",
        ),
        "right": say!(
            "Right: without it White would be {worth} centipawns worse.",
            "Richtig: Ohne ihn stünde Weiß um {worth} Hundertstelbauern schlechter.",
            "Верно: без неё белые стояли бы хуже на {worth} сантипешек.",
        ),
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
