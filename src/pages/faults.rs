//! What is wrong with a reader's tree, position or options, in the languages of the pages.

use super::language::{Said, plain, say};
use crate::board::FenError;
use crate::lab::{
    DEEPEST, LARGEST, LARGEST_MARGIN, MOST_MOVES, OptionError, Options, TreeError, TreeTooLarge,
};
use crate::types::{Color, MOVE_CAPACITY};

/// What is wrong, said to the reader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault(pub Said);

impl From<String> for Fault {
    /// What no reader of a page can cause is said in English.
    fn from(error: String) -> Self {
        Self(plain(error))
    }
}

impl From<TreeTooLarge> for Fault {
    fn from(TreeTooLarge { limit }: TreeTooLarge) -> Self {
        Self(say!(
            "the tree has more than {limit} nodes",
            "der Baum hat mehr als {limit} Knoten",
            "в дереве больше {limit} узлов",
        ))
    }
}

impl From<TreeError> for Fault {
    fn from(error: TreeError) -> Self {
        Self(match error {
            TreeError::Word { column, word } => say!(
                "column {column}: '{word}' is neither a number from -{LARGEST} to {LARGEST} nor a bracket",
                "Spalte {column}: „{word}“ ist weder eine Zahl von -{LARGEST} bis {LARGEST} noch eine Klammer",
                "столбец {column}: «{word}» — не число от -{LARGEST} до {LARGEST} и не скобка",
            ),
            TreeError::Closed(column) => say!(
                "column {column}: this bracket closes nothing, or one of another kind",
                "Spalte {column}: Diese Klammer schließt nichts oder eine von anderer Art",
                "столбец {column}: эта скобка ничего не закрывает или закрывает скобку другого вида",
            ),
            TreeError::Open(more) => say!(
                "the end is missing: {more} more to close",
                "das Ende fehlt: {more} Klammern sind noch zu schließen",
                "нет конца: осталось закрыть скобок: {more}",
            ),
            TreeError::Empty(column) => say!(
                "column {column}: a node without branches needs a value, not brackets",
                "Spalte {column}: Ein Knoten ohne Zweige braucht einen Wert, keine Klammern",
                "столбец {column}: узлу без ветвей нужно значение, а не скобки",
            ),
            TreeError::NoTree => say!(
                "a tree begins with a bracket: '(0 3 (1 2))'",
                "Ein Baum beginnt mit einer Klammer: „(0 3 (1 2))“",
                "дерево начинается со скобки: «(0 3 (1 2))»",
            ),
            TreeError::Rest(column) => say!(
                "column {column}: the tree has ended before this",
                "Spalte {column}: Der Baum ist davor schon zu Ende",
                "столбец {column}: дерево закончилось раньше",
            ),
            TreeError::Deep(column) => say!(
                "column {column}: more than {DEEPEST} plies deep",
                "Spalte {column}: mehr als {DEEPEST} Halbzüge tief",
                "столбец {column}: глубже {DEEPEST} полуходов",
            ),
            TreeError::Wide(column) => say!(
                "column {column}: more than {MOVE_CAPACITY} branches",
                "Spalte {column}: mehr als {MOVE_CAPACITY} Zweige",
                "столбец {column}: больше {MOVE_CAPACITY} ветвей",
            ),
        })
    }
}

impl From<OptionError> for Fault {
    fn from(error: OptionError) -> Self {
        Self(match error {
            OptionError::Unknown(name) => {
                let names = Options::NAMES.join(", ");
                say!(
                    "no option {name:?}; there are {names}",
                    "keine Option „{name}“; es gibt {names}",
                    "нет параметра «{name}»; есть {names}",
                )
            }
            OptionError::Number(name) => say!(
                "option {name:?} takes no number",
                "Die Option „{name}“ hat keine Zahl",
                "у параметра «{name}» нет числа",
            ),
            OptionError::Selective(value) => say!(
                "selective: {value:?} is not MOVES:MARGIN, such as 3:200",
                "selective: „{value}“ ist nicht ZÜGE:ABSTAND, etwa 3:200",
                "selective: «{value}» — не ХОДЫ:ЗАПАС, например 3:200",
            ),
            OptionError::Moves => say!(
                "selective: MOVES must be from 1 to {MOST_MOVES}",
                "selective: ZÜGE muss von 1 bis {MOST_MOVES} sein",
                "selective: ХОДЫ — от 1 до {MOST_MOVES}",
            ),
            OptionError::Margin(text) => say!(
                "margin {text:?} must be a number from 1 to {LARGEST_MARGIN}",
                "der Abstand „{text}“ muss eine Zahl von 1 bis {LARGEST_MARGIN} sein",
                "запас «{text}» должен быть числом от 1 до {LARGEST_MARGIN}",
            ),
            OptionError::Chess(name) => say!(
                "option {name:?} needs chess, not a written tree",
                "Die Option „{name}“ braucht Schach, keinen aufgeschriebenen Baum",
                "параметр «{name}» — только для шахмат, не для записанного дерева",
            ),
        })
    }
}

impl From<FenError> for Fault {
    fn from(error: FenError) -> Self {
        let side = |color: Color| match color {
            Color::White => ["White", "Weiß", "белых"],
            Color::Black => ["Black", "Schwarz", "чёрных"],
        };
        let illegal = |[en, de, ru]: Said| {
            say!("illegal position: {en}", "unmögliche Stellung: {de}", "невозможная позиция: {ru}")
        };
        Self(match error {
            FenError::Empty => say!("FEN is empty", "die FEN ist leer", "FEN пуст"),
            FenError::TooManyFields(count) => say!(
                "FEN has {count} fields, at most 6 are known",
                "die FEN hat {count} Felder, bekannt sind höchstens 6",
                "в FEN полей: {count}, известно не больше 6",
            ),
            FenError::Ranks { value, ranks } => say!(
                "FEN field 1 (board) '{value}': ranks {ranks}, not 8",
                "FEN, Feld 1 (Brett) „{value}“: Reihen {ranks}, nicht 8",
                "FEN, поле 1 (доска) «{value}»: горизонталей {ranks}, а не 8",
            ),
            FenError::RankLength { rank, value } => say!(
                "FEN field 1 (board): rank {rank} '{value}' has not 8 squares",
                "FEN, Feld 1 (Brett): Reihe {rank} „{value}“ hat nicht 8 Felder",
                "FEN, поле 1 (доска): на горизонтали {rank} «{value}» не 8 полей",
            ),
            FenError::Letter { rank, value, letter } => say!(
                "FEN field 1 (board): rank {rank} '{value}' has a bad character '{letter}'",
                "FEN, Feld 1 (Brett): Reihe {rank} „{value}“ hat ein falsches Zeichen „{letter}“",
                "FEN, поле 1 (доска): на горизонтали {rank} «{value}» неверный знак «{letter}»",
            ),
            FenError::SideToMove(value) => say!(
                "FEN field 2 (side to move) '{value}' is neither 'w' nor 'b'",
                "FEN, Feld 2 (Seite am Zug): „{value}“ ist weder „w“ noch „b“",
                "FEN, поле 2 (чей ход): «{value}» — не «w» и не «b»",
            ),
            FenError::Castling { value, letter } => say!(
                "FEN field 3 (castling) '{value}' has a bad character '{letter}'",
                "FEN, Feld 3 (Rochade): „{value}“ hat ein falsches Zeichen „{letter}“",
                "FEN, поле 3 (рокировка): в «{value}» неверный знак «{letter}»",
            ),
            FenError::EnPassant(value) => say!(
                "FEN field 4 (en passant) '{value}' is neither '-' nor a square",
                "FEN, Feld 4 (en passant): „{value}“ ist weder „-“ noch ein Feld",
                "FEN, поле 4 (взятие на проходе): «{value}» — не «-» и не поле доски",
            ),
            FenError::HalfmoveClock(value) => say!(
                "FEN field 5 (half-move clock) '{value}' is not a number",
                "FEN, Feld 5 (Halbzüge): „{value}“ ist keine Zahl",
                "FEN, поле 5 (счётчик полуходов): «{value}» — не число",
            ),
            FenError::MoveNumber(value) => say!(
                "FEN field 6 (move number) '{value}' is not a number",
                "FEN, Feld 6 (Zugnummer): „{value}“ ist keine Zahl",
                "FEN, поле 6 (номер хода): «{value}» — не число",
            ),
            FenError::Kings { color, kings } => {
                let [en, de, ru] = side(color);
                illegal(say!(
                    "{en} has {kings} kings, not 1",
                    "{de} hat {kings} Könige, nicht 1",
                    "у {ru} королей {kings}, а не 1",
                ))
            }
            FenError::Pieces { color, pieces } => {
                let [en, de, ru] = side(color);
                illegal(say!(
                    "{en} has {pieces} pieces, more than 16",
                    "{de} hat {pieces} Figuren, mehr als 16",
                    "у {ru} фигур {pieces}, больше 16",
                ))
            }
            FenError::Pawns { color, pawns } => {
                let [en, de, ru] = side(color);
                illegal(say!(
                    "{en} has {pawns} pawns, more than 8",
                    "{de} hat {pawns} Bauern, mehr als 8",
                    "у {ru} пешек {pawns}, больше 8",
                ))
            }
            FenError::PawnOnLastRank(square) => {
                illegal(say!("pawn on {square}", "Bauer auf {square}", "пешка на {square}",))
            }
            FenError::OpponentInCheck(color) => {
                let [en, de, ru] = side(color);
                illegal(say!(
                    "{en} is in check but not to move",
                    "{de} steht im Schach und ist nicht am Zug",
                    "король {ru} под шахом, а ход не их",
                ))
            }
        })
    }
}
