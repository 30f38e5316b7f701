//! Trees to look at, small enough to be searched by hand.

use super::written::{TreeError, WrittenTree};

/// A tree with a name.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// Its name on the command line.
    pub name: &'static str,
    /// The tree as [`WrittenTree`] reads it.
    pub tree: &'static str,
    /// The values of leaves are those of the side to move there.
    pub own_values: bool,
    /// Where it is from, and what there is to see, in English, German and Russian; in English in lines of
    /// at most 80 columns.
    pub about: [&'static str; 3],
}

/// The examples, the simplest first.
pub const EXAMPLES: [Example; 7] = [
    Example {
        name: "textbook",
        tree: "((3 12 8) (2 4 6) (14 5 2))",
        own_values: false,
        about: [
            "The tree of Russell and Norvig's textbook \"Artificial Intelligence\". Look at\n\
                the second branch: after its leaf 2 it can't be worth more than 2, and 3 is\n\
                certain, so alpha-beta leaves out 4 and 6. In the third branch the leaf that\n\
                refutes it comes last, and nothing is saved: order matters.",
            "Der Baum aus dem Lehrbuch „Künstliche Intelligenz“ von Russell und Norvig. Sieh dir \
             den zweiten Zweig an: Nach seinem Blatt 2 kann er nicht mehr als 2 wert sein, und 3 \
             sind sicher, also lässt Alpha-Beta 4 und 6 aus. Im dritten Zweig kommt das Blatt, \
             das ihn widerlegt, zuletzt, und nichts wird gespart: Die Reihenfolge zählt.",
            "Дерево из учебника Рассела и Норвига «Искусственный интеллект». Посмотрите на вторую \
             ветвь: после листа 2 она не может стоить больше 2, а 3 уже обеспечено, поэтому \
             альфа-бета пропускает 4 и 6. В третьей ветви опровергающий лист стоит последним, и \
             сэкономить ничего не удаётся: порядок важен.",
        ],
    },
    Example {
        name: "wikipedia",
        tree: "((((5 6) (7 4 5)) ((3))) (((6) (6 9)) ((7))) (((5)) ((9 8) (6))))",
        own_values: false,
        about: [
            "The tree in Wikipedia's picture of alpha-beta pruning. Look at the last\n\
                branch: its first reply is worth 5, less than the 6 that is certain, so the\n\
                whole other reply is left out. Principal variation search needs more nodes\n\
                than alpha-beta: the second branch is better than the first, which a null\n\
                window has to find out twice.",
            "Der Baum aus dem Bild der Wikipedia zur Alpha-Beta-Suche. Sieh dir den letzten Zweig \
             an: Seine erste Antwort ist 5 wert, weniger als die 6, die sicher sind, also wird \
             die ganze andere Antwort ausgelassen. Die Hauptvariantensuche (PVS) braucht mehr \
             Knoten als Alpha-Beta: Der zweite Zweig ist besser als der erste, was ein \
             Nullfenster zweimal herausfinden muss.",
            "Дерево с рисунка Википедии об альфа-бета-отсечении. Посмотрите на последнюю ветвь: \
             её первый ответ стоит 5, меньше уже обеспеченных 6, поэтому весь второй ответ \
             пропускается. Поиску главного варианта (PVS) нужно больше узлов, чем альфа-бете: \
             вторая ветвь лучше первой, и нулевому окну приходится выяснять это дважды.",
        ],
    },
    Example {
        name: "deep-cut",
        tree: "(5 (((4 9) 6) 8))",
        own_values: false,
        about: [
            "A deep cutoff (Knuth and Moore, 1975): the leaf 9 is left out because of the\n\
                5 three plies above it, although nothing is known yet at the two plies\n\
                between. The window that goes down with the search carries the 5 there.",
            "Ein tiefer Schnitt (Knuth und Moore, 1975): Das Blatt 9 wird wegen der 5 drei \
             Halbzüge darüber ausgelassen, obwohl an den beiden Knoten dazwischen noch nichts \
             bekannt ist. Das Fenster, das mit der Suche hinabgeht, trägt die 5 dorthin.",
            "Глубокое отсечение (Кнут и Мур, 1975): лист 9 пропускается из-за пятёрки тремя \
             полуходами выше, хотя в двух узлах между ними ещё ничего не известно. Пятёрку \
             приносит туда окно, которое спускается вместе с поиском.",
        ],
    },
    Example {
        name: "minimal",
        tree: "(((3 2 1) (4 9 9) (5 9 9)) ((3 2 1) (9 9 9) (8 8 8)) ((2 1 0) (7 7 7) (9 9 9)))",
        own_values: false,
        about: [
            "The minimal tree of Knuth and Moore: with the best move first everywhere, 3\n\
                branches and 3 plies, alpha-beta needs 9 + 3 - 1 = 11 of the 27 leaves, and\n\
                no algorithm can do with fewer. Null windows are always right here:\n\
                principal variation search visits the same nodes and searches nothing again.",
            "Der minimale Baum von Knuth und Moore: Wenn überall der beste Zug zuerst kommt, \
             braucht Alpha-Beta bei 3 Zweigen und 3 Halbzügen 9 + 3 − 1 = 11 der 27 Blätter, und \
             kein Algorithmus kommt mit weniger aus. Nullfenster behalten hier immer recht: Die \
             Hauptvariantensuche (PVS) besucht dieselben Knoten und sucht nichts noch einmal.",
            "Минимальное дерево Кнута и Мура: если везде первым идёт лучший ход, то при 3 ветвях \
             и 3 полуходах альфа-бете нужно 9 + 3 − 1 = 11 листьев из 27, и ни один алгоритм не \
             обойдётся меньшим числом. Нулевые окна здесь всегда правы: поиск главного варианта \
             (PVS) просматривает те же узлы и ничего не ищет повторно.",
        ],
    },
    Example {
        name: "knuth-moore",
        tree: "(((3 1 4) (1 5 9) (2 6 5)) ((3 5 8) (9 7 9) (3 2 3)) ((8 4 6) (2 6 4) (3 3 8)))",
        own_values: true,
        about: [
            "Three branches, three plies, and the digits of pi at the leaves, a tree\n\
                after Knuth and Moore (1975), in negamax: a leaf's value is that of its own\n\
                side to move. Alpha-beta needs 13 of the 27 leaves, two more than the minimal\n\
                tree. Two null windows are wrong, which costs four leaves more than that.",
            "Drei Zweige, drei Halbzüge und die Ziffern von Pi an den Blättern, ein Baum nach \
             Knuth und Moore (1975), als Negamax: Der Wert eines Blatts ist der für die Seite, \
             die dort am Zug ist. Alpha-Beta braucht 13 der 27 Blätter, zwei mehr als der \
             minimale Baum. Zwei Nullfenster irren sich, was weitere vier Blätter kostet.",
            "Три ветви, три полухода и цифры числа пи в листьях, дерево по Кнуту и Муру (1975) в \
             виде негамакса: значение листа — оценка для стороны, чей там ход. Альфа-бете нужно \
             13 листьев из 27, на два больше, чем в минимальном дереве. Два нулевых окна \
             ошибаются, и это стоит ещё четырёх листьев.",
        ],
    },
    Example {
        name: "null-window",
        tree: "((5 9) ((7 8 3) (4 2)))",
        own_values: false,
        about: [
            "A cut that only the null window makes: the second branch is\n\
                searched with [5, 6], so the leaf 7 already says that its first reply does\n\
                not refute it. Alpha-beta would look at 8 and 3, too. The second reply\n\
                refutes it, and nothing has to be searched again.",
            "Ein Schnitt, den nur das Nullfenster erlaubt (Text 000): Der zweite Zweig wird mit \
             [5, 6] durchsucht, also sagt schon das Blatt 7, dass seine erste Antwort ihn nicht \
             widerlegt. Alpha-Beta sähe auch 8 und 3 an. Die zweite Antwort widerlegt ihn, und \
             nichts muss noch einmal durchsucht werden.",
            "Отсечение, возможное только с нулевым окном (текст 000): вторая ветвь \
             просматривается с окном [5, 6], и уже лист 7 говорит, что первый ответ её не \
             опровергает. Альфа-бета просмотрела бы и 8, и 3. Второй ответ опровергает ветвь, и \
             повторно искать ничего не нужно.",
        ],
    },
    Example {
        name: "re-search",
        tree: "((5 9) ((7 8 3) (4 6)))",
        own_values: false,
        about: [
            "The same tree with a 6 for the 2: now nothing refutes the second branch. The\n\
                null window only says that it is worth more than 5, and it is searched again\n\
                with an open window, which takes more nodes than alpha-beta.",
            "Derselbe Baum mit einer 6 statt der 2: Nun widerlegt nichts den zweiten Zweig. Das \
             Nullfenster sagt nur, dass er mehr als 5 wert ist, und er wird mit offenem Fenster \
             noch einmal durchsucht, was mehr Knoten kostet als Alpha-Beta.",
            "То же дерево с 6 вместо 2: теперь вторую ветвь не опровергает ничего. Нулевое окно \
             говорит лишь, что она стоит больше 5, и её ищут повторно с открытым окном, на что \
             уходит больше узлов, чем у альфа-беты.",
        ],
    },
];

impl Example {
    /// The example of this name.
    ///
    /// # Errors
    /// Lists the names.
    pub fn find(name: &str) -> Result<&'static Self, String> {
        EXAMPLES.iter().find(|example| example.name == name).ok_or_else(|| {
            let names = EXAMPLES.map(|example| example.name).join(", ");
            format!("no example {name:?}; there are {names}")
        })
    }

    /// The tree.
    ///
    /// # Errors
    /// None for [`EXAMPLES`].
    pub fn grow(&self) -> Result<WrittenTree, TreeError> {
        let tree: WrittenTree = self.tree.parse()?;
        Ok(if self.own_values { tree.with_own_values() } else { tree })
    }
}
