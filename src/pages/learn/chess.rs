//! The chess positions of the tour, and what is found out about them.

use super::picture::{Moves, Picture};
use crate::board::{Position, notation};
use crate::eval::{Evaluation, Evaluator};
use crate::lab::{Algorithm, Lab, Options, WrittenTree};
use crate::pages::static_value;
use crate::types::{Centipawns, Move, Score, Square};

/// A pawn that is protected, attacked by a bishop and a rook.
pub const PROTECTED: &str = "r1b3k1/p4ppp/4p3/3p4/8/1B6/PPP2PPP/3R2K1 w - - 0 1";
/// A pawn that is protected by a knight, attacked by a knight and a rook.
pub const EXCHANGE: &str = "r5k1/p4ppp/5n2/3p4/8/2N5/PP3PPP/3R2K1 w - - 0 1";
/// The same with the rook in front, whose capture is looked at after that of the knight.
pub const ASKED: &str = "r5k1/p4ppp/5n2/3p4/3R4/2N5/PP3PPP/6K1 w - - 0 1";
/// Kings and pawns with few moves, whose order doesn't matter.
pub const FEW_MOVES: &str = "k7/p1p5/P1P5/8/3p4/5p1p/3P1P1P/7K w - - 0 1";
/// The same for the exercise.
pub const SHUFFLE: &str = "k7/p1p5/P1P5/8/3p4/5p1p/3P1P1P/7K b - - 0 1";
/// Kings beside each other's pawn: whoever has to move loses his.
pub const TREBUCHET: &str = "8/8/8/3pK3/2kP4/8/8/8 w - - 0 1";
/// One of them is a zugzwang.
pub const PASSES: [&str; 3] = [
    "r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQ1RK1 w - - 0 1",
    "3k4/3P4/4K3/8/8/8/8/8 w - - 0 1",
    "8/5pk1/6p1/7p/2r4P/6P1/R4PK1/8 w - - 0 1",
];
/// For the worth of men, and chances.
pub const MEN: &str = "2r3k1/pp3pp1/3Np2p/3pP3/3P4/8/PP3PPP/R5K1 w - - 0 1";
/// Pawns that are not worth the same.
pub const PAWNS: &str = "2r3k1/5ppp/3P4/p7/8/P7/5PPP/3R2K1 w - - 0 1";
/// A middle game, in which trees grow.
pub const MIDDLE: &str = "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP3PPP/R1BQKB1R w KQ - 0 6";

/// A position of this file.
pub fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|_| Position::startpos())
}

/// The captures of a position as a tree: at each node the side to move may stop, which is a
/// leaf with the static value, or capture. Positions in check are left out of the tour.
pub struct Captures {
    tree: WrittenTree,
    moves: Moves,
}

impl Captures {
    /// The tree of all captures and promotions.
    pub fn new(position: &Position) -> Self {
        Self::with(position, &mut static_value())
    }

    /// The same with material for values, which everyone can count.
    pub fn by_material(position: &Position) -> Self {
        Self::with(position, &mut material)
    }

    fn with(position: &Position, eval: &mut dyn FnMut(&Position, usize) -> Score) -> Self {
        let mut moves = Moves::new();
        moves.insert(String::new(), (String::new(), Move::NONE, *position));
        let text = grow(position, "", &mut moves, eval);
        // Even a tree without captures needs brackets.
        let tree = text.parse().or_else(|_| format!("({text})").parse());
        let tree = tree.unwrap_or_else(|error| unreachable!("{text}: {error}"));
        Self { tree, moves }
    }

    /// Its search by alpha-beta.
    pub fn picture(&self) -> Picture {
        Picture::of_moves(&self.tree, &self.moves, (-Score::INFINITE, Score::INFINITE))
    }

    /// The same with a null window: is there anything better than stopping?
    pub fn asked(&self) -> Picture {
        let bar = static_for_white(&self.moves[""].2);
        Picture::of_moves(&self.tree, &self.moves, (bar, bar + 1))
    }
}

/// The text of the tree below a position, whose values are White's.
fn grow(
    position: &Position,
    name: &str,
    moves: &mut Moves,
    eval: &mut dyn FnMut(&Position, usize) -> Score,
) -> String {
    let value = eval(position, 0).seen_by(position.side_to_move()).centipawns();
    let noisy = position.legal_moves().into_iter().filter(|&mv| position.is_noisy(mv));
    let noisy: Vec<Move> = noisy.collect();
    if noisy.is_empty() {
        return value.to_string();
    }
    let branch = |number: usize| {
        if name.is_empty() { number.to_string() } else { format!("{name}.{number}") }
    };
    moves.insert(branch(1), ("stop".to_owned(), Move::NONE, *position));
    let mut text = format!("({value}");
    for (index, mv) in noisy.into_iter().enumerate() {
        let (san, after) = (notation::format_san(position, mv), position.make(mv));
        let name = branch(2 + index);
        text.push(' ');
        text.push_str(&grow(&after, &name, moves, eval));
        moves.insert(name, (san, mv, after));
    }
    text + ")"
}

/// The search of the exercise on the table.
pub fn shuffle(table: bool) -> Picture {
    let options = Options { table, ..Options::default() };
    Picture::chess(&position(SHUFFLE), Algorithm::AlphaBeta, &options, 4)
}

/// Plies to which a position is searched in order to compare its moves with passing.
const PASS_DEPTH: u32 = 4;

/// What the best move is worth to the side to move, and what passing would be: after it the
/// opponent's moves are searched as deep as after any other.
pub fn with_and_without_pass(position: &Position) -> (Score, Score) {
    let mut leaf = static_value();
    let options = Options { scans: true, ..Options::default() };
    let mut lab = Lab::new(Algorithm::Pvs, options, &mut leaf);
    let moving = lab.search(position, PASS_DEPTH).value;
    let passing = -lab.search(&position.make_null(), PASS_DEPTH - 1).value;
    (moving, passing)
}

/// The two trees of a zugzwang: White moves, and White passes.
pub fn trebuchet() -> [Picture; 2] {
    let position = position(TREBUCHET);
    let options = Options { scans: true, ..Options::default() };
    [position, position.make_null()]
        .map(|position| Picture::chess(&position, Algorithm::AlphaBeta, &options, 2))
}

/// The tree with few moves, with values of the network at its leaves.
pub fn by_network() -> Picture {
    let mut evaluator = Evaluator::new(&Evaluation::network());
    let mut leaf = |position: &Position, _: usize| evaluator.value(position);
    let options = Options { table: true, deepen: true, ..Options::default() };
    Picture::chess_by(&position(FEW_MOVES), Algorithm::Pvs, &options, 4, &mut leaf)
}

/// The material of the side to move less that of the other, as textbooks count it.
pub fn material(position: &Position, _: usize) -> Score {
    const WORTH: [Centipawns; 6] = [100, 300, 300, 500, 900, 0];
    let us = position.side_to_move();
    let pieces = (0..64).map(|at| position.piece_on(Square::from_dense(at)));
    let worth = pieces.filter(|piece| !piece.is_none()).map(|piece| {
        let worth = WORTH[piece.kind().index()];
        if piece.is_color(us) { worth } else { -worth }
    });
    Score::cp(worth.sum())
}

/// The static value of a position for White.
pub fn static_for_white(position: &Position) -> Score {
    static_value()(position, 0).seen_by(position.side_to_move())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::quiescence;
    use serde_json::json;

    /// The search of the tree of captures is quiescence.
    #[test]
    fn the_tree_of_captures_has_the_value_of_quiescence() {
        for fen in [PROTECTED, EXCHANGE] {
            let position = position(fen);
            let mut leaf = static_value();
            let window = (-Score::INFINITE, Score::INFINITE);
            let value = quiescence(&position, 0, window, &mut |position| leaf(position, 0));
            let picture = Captures::new(&position).picture();
            assert_eq!(picture.value(), value.seen_by(position.side_to_move()), "{fen}");
        }
    }

    /// Each position says what the text says about it.
    #[test]
    fn positions_show_what_they_are_for() {
        for fen in [PROTECTED, EXCHANGE, ASKED, FEW_MOVES, SHUFFLE, TREBUCHET, MEN, PAWNS, MIDDLE] {
            assert_eq!(position(fen).to_string(), fen);
        }
        // Taking the protected pawn looks good and is not; the exchange wins a pawn.
        let protected = Captures::new(&position(PROTECTED)).picture();
        let before = static_for_white(&position(PROTECTED));
        let capture = protected.children(0).nth(1).expect("a capture");
        let taken = protected.places[capture].position.expect("a capture");
        assert!(static_for_white(&taken) > before);
        assert_eq!(protected.value(), before);
        assert!(Captures::new(&position(EXCHANGE)).picture().value() > before + 50);
        // A null window makes a cut that no other makes, and its answer is right.
        let asked = Captures::new(&position(ASKED));
        let (open, null) = (asked.picture(), asked.asked());
        let (low, high) = null.visits[0].window;
        let cut = &null.view["lanes"][0]["visits"][0].as_array().expect("a visit")[5..7];
        assert_eq!(cut, [json!("null"), json!(1)]);
        assert_eq!(low, static_for_white(&position(ASKED)));
        assert!(open.value() >= high && null.value() >= high && null.value() <= open.value());
        assert!(null.leaves_visited() < open.leaves_visited());
        // The table knows a position, and nothing changes.
        let [without, with] = [false, true].map(shuffle);
        assert_eq!(without.value(), with.value());
        assert!(with.visits.len() < without.visits.len());
        // Zugzwang, and only where it is said to be.
        let [moving, passing] = trebuchet();
        assert!(passing.value() > moving.value() + 50);
        let is_zugzwang = PASSES.map(|fen| {
            let (moving, passing) = with_and_without_pass(&position(fen));
            passing > moving
        });
        assert_eq!(is_zugzwang, [false, true, false]);
    }
}
