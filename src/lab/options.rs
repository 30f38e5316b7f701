//! The options, which apply to every algorithm, and the ordering of moves.

use super::memory::Memory;
use super::node::Node;
use crate::types::{Centipawns, Move, MoveList, Square};
use std::cmp::Reverse;
use thiserror::Error;

/// Half width of the aspiration window in centipawns, if no other is given.
const ASPIRATION: Centipawns = 50;
/// The selective search of text 000: the middle of its range of moves, and two pawns.
const SELECTIVE: Selective = Selective { after: 3, margin: 200 };
/// The largest margin in centipawns.
pub const LARGEST_MARGIN: Centipawns = 10_000;
/// The most moves before `selective` begins.
pub const MOST_MOVES: usize = 100;

/// Options of the lab; by default all are off and moves come as they are generated.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// S14: the list is scanned for moves to the centre and for captures, each
    /// brought to its front, instead of a full sort (text 000).
    pub scans: bool,
    /// S16: the transposition table (text 002).
    pub table: bool,
    /// S18: the line chosen for each root move goes first in the next iteration
    /// (text 002); needs [`Self::deepen`].
    pub refutation: bool,
    /// S19: the history heuristic (text 002; Schaeffer 1989).
    pub history: bool,
    /// S20: two killer moves a ply (text 002).
    pub killers: bool,
    /// S13: iterative deepening, root moves re-sorted between iterations (texts 000
    /// and 002).
    pub deepen: bool,
    /// S12: an aspiration window of this many centipawns each way (text 004) around the
    /// last iteration's value, or around the static value in the first.
    pub aspiration: Option<Centipawns>,
    /// S15: selective search at the root. The value may then be too low.
    pub selective: Option<Selective>,
    /// Only the first n generated moves of each node, for trees that fit a page.
    pub width: Option<usize>,
}

/// What is wrong with the name of an option, or with a number after it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// There is none of this name.
    #[error("no option {0:?}; there are {names}", names = Options::NAMES.join(", "))]
    Unknown(String),
    /// This one takes no number.
    #[error("option {0:?} takes no number")]
    Number(String),
    /// Not the two numbers of `selective`.
    #[error("selective: {0:?} is not MOVES:MARGIN, such as 3:200")]
    Selective(String),
    /// Too many moves for `selective`, or none.
    #[error("selective: MOVES must be from 1 to {MOST_MOVES}")]
    Moves,
    /// Not a margin.
    #[error("margin {0:?} must be a number from 1 to {LARGEST_MARGIN}")]
    Margin(String),
    /// A written tree has no use for it.
    #[error("option {0:?} needs chess, not a written tree")]
    Chess(&'static str),
}

impl Options {
    /// The names of the options; the last two may be followed by numbers: `aspiration=MARGIN`,
    /// `selective=MOVES:MARGIN`.
    pub const NAMES: [&str; 8] =
        ["scans", "table", "refutation", "history", "killers", "deepen", "aspiration", "selective"];

    /// Turns options on by name.
    ///
    /// # Errors
    /// Names the unknown option or the number that is out of range.
    pub fn of_names<S: AsRef<str>>(names: &[S]) -> Result<Self, OptionError> {
        let mut options = Self::default();
        for text in names.iter().map(AsRef::as_ref) {
            let (name, value) = text.split_once('=').map_or((text, None), |(a, b)| (a, Some(b)));
            match (name, value) {
                ("scans", None) => options.scans = true,
                ("table", None) => options.table = true,
                ("refutation", None) => (options.refutation, options.deepen) = (true, true),
                ("history", None) => options.history = true,
                ("killers", None) => options.killers = true,
                ("deepen", None) => options.deepen = true,
                ("aspiration", None) => options.aspiration = Some(ASPIRATION),
                ("aspiration", Some(margin)) => options.aspiration = Some(read_margin(margin)?),
                ("selective", None) => options.selective = Some(SELECTIVE),
                ("selective", Some(value)) => {
                    let (after, margin) = value
                        .split_once(':')
                        .ok_or_else(|| OptionError::Selective(value.to_owned()))?;
                    let after = after.parse().ok().filter(|after| (1..=MOST_MOVES).contains(after));
                    let after = after.ok_or(OptionError::Moves)?;
                    options.selective = Some(Selective { after, margin: read_margin(margin)? });
                }
                (name, Some(_)) if Self::NAMES.contains(&name) => {
                    return Err(OptionError::Number(name.to_owned()));
                }
                (name, _) => return Err(OptionError::Unknown(name.to_owned())),
            }
        }
        Ok(options)
    }

    /// Whether they make sense for a written tree, which has no captures, no position that two
    /// lines lead to, and one depth.
    ///
    /// # Errors
    /// Names the first that does not.
    pub fn check_for_tree(&self) -> Result<(), OptionError> {
        let wrong = [
            (self.scans, "scans"),
            (self.table, "table"),
            (self.refutation, "refutation"),
            (self.deepen, "deepen"),
        ];
        match wrong.into_iter().find(|(on, _)| *on) {
            Some((_, name)) => Err(OptionError::Chess(name)),
            None => Ok(()),
        }
    }
}

fn read_margin(text: &str) -> Result<Centipawns, OptionError> {
    let margin = text.parse().ok().filter(|margin| (1..=LARGEST_MARGIN).contains(margin));
    margin.ok_or_else(|| OptionError::Margin(text.to_owned()))
}

/// After some root moves the windows of the others overlap (text 000): a later move is
/// looked at only if it is better by more than a margin. The value found is never more
/// than the margin below the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selective {
    /// Root moves on ordinary windows; the text says two to five.
    pub after: usize,
    /// Centipawns; the text says for instance two pawns.
    pub margin: Centipawns,
}

impl Selective {
    /// Shallower searches are not selective (text 000).
    pub const DEPTH: u32 = 3;
}

/// Sorts the moves of a node by the options; the last criterion applied is the strongest.
/// `noisy` says which moves are captures or promotions.
pub(super) fn sort(
    moves: &mut MoveList,
    node: &Node,
    noisy: impl Fn(Move) -> bool,
    options: &Options,
    memory: &Memory,
) {
    if options.history {
        let side = node.position.side_to_move();
        moves.sort_by_key(|&mv| Reverse(memory.history(side, mv)));
    }
    if options.scans {
        promote(moves, |mv| centrality(mv.to()) > centrality(mv.from()));
    }
    if options.killers {
        promote(moves, |mv| memory.is_killer(node.ply, mv));
    }
    if options.scans {
        promote(moves, &noisy);
    }
    if options.refutation {
        promote(moves, |mv| memory.is_refutation(node.ply, mv));
    }
    if options.table {
        let known = memory.tt_move(node);
        promote(moves, |mv| Some(mv) == known);
    }
}

/// One scan: moves of a class to the front, each class in its old order.
fn promote(moves: &mut MoveList, class: impl Fn(Move) -> bool) {
    let mut front = 0;
    for index in 0..moves.len() {
        if class(moves[index]) {
            moves[front..=index].rotate_right(1);
            front += 1;
        }
    }
}

/// From 0 on the edge of the board to 3 in its centre.
fn centrality(square: Square) -> u8 {
    let inward = |line: u8| line.min(7 - line);
    inward(square.file()).min(inward(square.rank()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_names_and_numbers() {
        assert_eq!(Options::of_names::<&str>(&[]), Ok(Options::default()));
        let all = Options::of_names(&Options::NAMES).unwrap();
        assert_eq!((all.aspiration, all.selective), (Some(ASPIRATION), Some(SELECTIVE)));
        let some = Options::of_names(&["aspiration=25", "selective=2:150"]).unwrap();
        assert_eq!(some.selective, Some(Selective { after: 2, margin: 150 }));
        assert_eq!(some.aspiration, Some(25));
        for (wrong, named) in [
            ("tables", "tables"),
            ("table=3", "takes no number"),
            ("aspiration=", "\"\""),
            ("aspiration=0", "1 to"),
            ("selective=3", "MOVES:MARGIN"),
            ("selective=0:10", "MOVES"),
            ("selective=3:x", "\"x\""),
        ] {
            let error = Options::of_names(&["scans", wrong]).unwrap_err().to_string();
            assert!(error.contains(named), "{wrong}: {error}");
        }
        assert!(some.check_for_tree().is_ok());
        assert!(all.check_for_tree().unwrap_err().to_string().contains("scans"));
    }
}
