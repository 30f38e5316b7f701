//! The state of a game that a person plays at the prompt.

use crate::types::Color;

/// A game that is played, or a search for a person.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// The side that the person plays; none if no game is played.
    pub person: Option<Color>,
    /// The side that the person played, while a game that has ended is on the board.
    pub last: Option<Color>,
    /// The rating at which the engine plays, if it is not that of its options.
    pub rating: Option<String>,
    /// The result of a game that was resigned.
    pub result: Option<&'static str>,
    /// The board is drawn from the other side than the person's.
    pub turned: bool,
    /// What the running search is for.
    pub asked: Option<Asked>,
}

/// What a search for a person is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asked {
    /// The engine's move.
    Answer,
    /// A hint.
    Hint,
}
