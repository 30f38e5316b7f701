//! What is wrong with a reader's tree, position or options, in the languages of the pages.

use super::language::{Said, plain};
use crate::board::FenError;
use crate::lab::{
    DEEPEST, LARGEST, LARGEST_MARGIN, MOST_MOVES, OptionError, Options, TreeError, TreeTooLarge,
};
use crate::types::{Color, MOVE_CAPACITY};
use std::fmt::Display;

/// A text in German and Russian, each a format with names of variables in it.
macro_rules! abroad {
    ($german:literal, $russian:literal $(,)?) => {
        [format!($german), format!($russian)]
    };
}

/// What is wrong, said to the reader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault(pub Said);

impl Fault {
    /// The error in its own words, and these translations.
    fn new(error: &impl Display, [german, russian]: [String; 2]) -> Self {
        Self([error.to_string(), german, russian])
    }
}

impl From<String> for Fault {
    /// What no reader of a page can cause is said in English.
    fn from(error: String) -> Self {
        Self(plain(error))
    }
}

impl From<TreeTooLarge> for Fault {
    fn from(error: TreeTooLarge) -> Self {
        let limit = error.limit;
        Self::new(
            &error,
            abroad!("der Baum hat mehr als {limit} Knoten", "в дереве больше {limit} узлов",),
        )
    }
}

impl From<TreeError> for Fault {
    fn from(error: TreeError) -> Self {
        let texts = match &error {
            TreeError::Word { column, word } => abroad!(
                "Spalte {column}: „{word}“ ist weder eine Zahl von -{LARGEST} bis {LARGEST} noch eine Klammer",
                "столбец {column}: «{word}» — не число от -{LARGEST} до {LARGEST} и не скобка",
            ),
            TreeError::Closed(column) => abroad!(
                "Spalte {column}: Diese Klammer schließt nichts oder eine von anderer Art",
                "столбец {column}: эта скобка ничего не закрывает или закрывает скобку другого вида",
            ),
            TreeError::Open(more) => abroad!(
                "das Ende fehlt: {more} Klammern sind noch zu schließen",
                "нет конца: осталось закрыть скобок: {more}",
            ),
            TreeError::Empty(column) => abroad!(
                "Spalte {column}: Ein Knoten ohne Zweige braucht einen Wert, keine Klammern",
                "столбец {column}: узлу без ветвей нужно значение, а не скобки",
            ),
            TreeError::NoTree => abroad!(
                "Ein Baum beginnt mit einer Klammer: „(0 3 (1 2))“",
                "дерево начинается со скобки: «(0 3 (1 2))»",
            ),
            TreeError::Rest(column) => abroad!(
                "Spalte {column}: Der Baum ist davor schon zu Ende",
                "столбец {column}: дерево закончилось раньше",
            ),
            TreeError::Deep(column) => abroad!(
                "Spalte {column}: mehr als {DEEPEST} Halbzüge tief",
                "столбец {column}: глубже {DEEPEST} полуходов",
            ),
            TreeError::Wide(column) => abroad!(
                "Spalte {column}: mehr als {MOVE_CAPACITY} Zweige",
                "столбец {column}: больше {MOVE_CAPACITY} ветвей",
            ),
        };
        Self::new(&error, texts)
    }
}

impl From<OptionError> for Fault {
    fn from(error: OptionError) -> Self {
        let texts = match &error {
            OptionError::Unknown(name) => {
                let names = Options::NAMES.join(", ");
                abroad!(
                    "keine Option „{name}“; es gibt {names}",
                    "нет параметра «{name}»; есть {names}",
                )
            }
            OptionError::Number(name) => {
                abroad!("Die Option „{name}“ hat keine Zahl", "у параметра «{name}» нет числа",)
            }
            OptionError::Selective(value) => abroad!(
                "selective: „{value}“ ist nicht ZÜGE:ABSTAND, etwa 3:200",
                "selective: «{value}» — не ХОДЫ:ЗАПАС, например 3:200",
            ),
            OptionError::Moves => abroad!(
                "selective: ZÜGE muss von 1 bis {MOST_MOVES} sein",
                "selective: ХОДЫ — от 1 до {MOST_MOVES}",
            ),
            OptionError::Margin(text) => abroad!(
                "der Abstand „{text}“ muss eine Zahl von 1 bis {LARGEST_MARGIN} sein",
                "запас «{text}» должен быть числом от 1 до {LARGEST_MARGIN}",
            ),
            OptionError::Chess(name) => abroad!(
                "Die Option „{name}“ braucht Schach, keinen aufgeschriebenen Baum",
                "параметр «{name}» — только для шахмат, не для записанного дерева",
            ),
        };
        Self::new(&error, texts)
    }
}

impl From<FenError> for Fault {
    fn from(error: FenError) -> Self {
        let side = |color: &Color| match color {
            Color::White => ["Weiß", "белых"],
            Color::Black => ["Schwarz", "чёрных"],
        };
        let illegal = |[de, ru]: [String; 2]| {
            abroad!("unmögliche Stellung: {de}", "невозможная позиция: {ru}")
        };
        let texts = match &error {
            FenError::Empty => abroad!("die FEN ist leer", "FEN пуст"),
            FenError::TooManyFields(count) => abroad!(
                "die FEN hat {count} Felder, bekannt sind höchstens 6",
                "в FEN полей: {count}, известно не больше 6",
            ),
            FenError::Ranks { value, ranks } => abroad!(
                "FEN, Feld 1 (Brett) „{value}“: Reihen {ranks}, nicht 8",
                "FEN, поле 1 (доска) «{value}»: горизонталей {ranks}, а не 8",
            ),
            FenError::RankLength { rank, value } => abroad!(
                "FEN, Feld 1 (Brett): Reihe {rank} „{value}“ hat nicht 8 Felder",
                "FEN, поле 1 (доска): на горизонтали {rank} «{value}» не 8 полей",
            ),
            FenError::Letter { rank, value, letter } => abroad!(
                "FEN, Feld 1 (Brett): Reihe {rank} „{value}“ hat ein falsches Zeichen „{letter}“",
                "FEN, поле 1 (доска): на горизонтали {rank} «{value}» неверный знак «{letter}»",
            ),
            FenError::SideToMove(value) => abroad!(
                "FEN, Feld 2 (Seite am Zug): „{value}“ ist weder „w“ noch „b“",
                "FEN, поле 2 (чей ход): «{value}» — не «w» и не «b»",
            ),
            FenError::Castling { value, letter } => abroad!(
                "FEN, Feld 3 (Rochade): „{value}“ hat ein falsches Zeichen „{letter}“",
                "FEN, поле 3 (рокировка): в «{value}» неверный знак «{letter}»",
            ),
            FenError::EnPassant(value) => abroad!(
                "FEN, Feld 4 (en passant): „{value}“ ist weder „-“ noch ein Feld",
                "FEN, поле 4 (взятие на проходе): «{value}» — не «-» и не поле доски",
            ),
            FenError::HalfmoveClock(value) => abroad!(
                "FEN, Feld 5 (Halbzüge): „{value}“ ist keine Zahl",
                "FEN, поле 5 (счётчик полуходов): «{value}» — не число",
            ),
            FenError::MoveNumber(value) => abroad!(
                "FEN, Feld 6 (Zugnummer): „{value}“ ist keine Zahl",
                "FEN, поле 6 (номер хода): «{value}» — не число",
            ),
            FenError::Kings { color, kings } => {
                let [de, ru] = side(color);
                illegal(abroad!(
                    "{de} hat {kings} Könige, nicht 1",
                    "у {ru} королей {kings}, а не 1",
                ))
            }
            FenError::Pieces { color, pieces } => {
                let [de, ru] = side(color);
                illegal(abroad!(
                    "{de} hat {pieces} Figuren, mehr als 16",
                    "у {ru} фигур {pieces}, больше 16",
                ))
            }
            FenError::Pawns { color, pawns } => {
                let [de, ru] = side(color);
                illegal(abroad!(
                    "{de} hat {pawns} Bauern, mehr als 8",
                    "у {ru} пешек {pawns}, больше 8",
                ))
            }
            FenError::PawnOnLastRank(square) => {
                illegal(abroad!("Bauer auf {square}", "пешка на {square}",))
            }
            FenError::OpponentInCheck(color) => {
                let [de, ru] = side(color);
                illegal(abroad!(
                    "{de} steht im Schach und ist nicht am Zug",
                    "король {ru} под шахом, а ход не их",
                ))
            }
        };
        Self::new(&error, texts)
    }
}
