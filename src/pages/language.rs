//! The languages of the pages: English, and those of the source texts.

use std::fmt::Display;

/// A language of the pages.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
    /// Russian.
    Russian,
}

/// A text in each language, in the order of [`Language::ALL`].
pub type Said = [String; 3];

impl Language {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::English, Self::German, Self::Russian];

    /// The code of HTML and of browsers.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::Russian => "ru",
        }
    }

    /// What is said in this language.
    pub const fn of<T>(self, said: &[T; 3]) -> &T {
        &said[self as usize]
    }
}

/// The same in all languages.
pub fn plain(text: impl Display) -> Said {
    let text = text.to_string();
    [text.clone(), text.clone(), text]
}

/// A text in English, German and Russian, each a format with names of variables in it.
macro_rules! say {
    ($english:literal, $german:literal, $russian:literal $(,)?) => {
        [format!($english), format!($german), format!($russian)]
    };
}
pub(crate) use say;
