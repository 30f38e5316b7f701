//! Moves as text: as UCI writes them, and in standard algebraic notation.

use super::Position;
use crate::types::{CastlingSide, Move, PieceKind, Square};

/// The move in UCI's notation. Castling is written as the king's own move
/// (`e1g1`), with `chess960` as king takes rook (`e1h1`).
pub fn format_move(mv: Move, chess960: bool) -> String {
    let to = if chess960 { mv.to() } else { moved_to(mv) };
    let mut text = format!("{}{to}", mv.from());
    text.extend(mv.promoted_kind().map(|kind| kind.letter()));
    text
}

/// Reads a legal move in UCI's notation; castling in either form.
pub fn parse_move(position: &Position, text: &str) -> Option<Move> {
    let from = Square::from_algebraic(text.get(..2)?)?;
    let to = Square::from_algebraic(text.get(2..4)?)?;
    let promoted = match text.as_bytes()[4..] {
        [] => None,
        [letter] => Some(PieceKind::from_letter(letter.into())?),
        _ => return None,
    };
    position.find_move(from, to, promoted)
}

impl Position {
    /// The legal move with these squares and this promotion; castling as king takes rook or
    /// as the king's own move.
    pub fn find_move(&self, from: Square, to: Square, promoted: Option<PieceKind>) -> Option<Move> {
        let legal = self.legal_moves();
        let find = |target: fn(Move) -> Square| {
            legal
                .iter()
                .copied()
                .find(|&mv| mv.from() == from && target(mv) == to && mv.promoted_kind() == promoted)
        };
        // King takes rook names one move; the king's own move may, in Chess960, also be a
        // plain step, which then goes first.
        find(Move::to).or_else(|| find(moved_to))
    }
}

/// The square that the moving piece goes to.
fn moved_to(mv: Move) -> Square {
    if mv.is_castling() { mv.castling_side().king_to(mv.to().rank()) } else { mv.to() }
}

/// The letter of a piece in standard algebraic notation; none for a pawn.
fn san_letter(kind: PieceKind) -> Option<char> {
    (kind != PieceKind::Pawn).then(|| kind.letter().to_ascii_uppercase())
}

/// The legal move in standard algebraic notation, as PGN and EPD have it: `Nbd7`,
/// `exd6`, `O-O`, `e8=Q+`.
pub fn format_san(position: &Position, mv: Move) -> String {
    let mut text = String::new();
    if mv.is_castling() {
        text.push_str(match mv.castling_side() {
            CastlingSide::King => "O-O",
            CastlingSide::Queen => "O-O-O",
        });
    } else {
        let kind = position.piece_on(mv.from()).kind();
        let takes = !position.captured(mv).is_none();
        let (from, to) = (mv.from(), mv.to());
        text.extend(san_letter(kind));
        let file = char::from(b'a' + from.file());
        if kind == PieceKind::Pawn {
            text.extend(takes.then_some(file));
        } else {
            let legal = position.legal_moves();
            let rivals = || {
                legal.iter().map(|other| (other, other.from())).filter(|&(other, square)| {
                    other.to() == to
                        && !other.is_castling()
                        && square != from
                        && position.piece_on(square) == position.piece_on(from)
                })
            };
            if rivals().next().is_some() {
                let same_file = rivals().any(|(_, square)| square.file() == from.file());
                let same_rank = rivals().any(|(_, square)| square.rank() == from.rank());
                text.extend((!same_file || same_rank).then_some(file));
                text.extend(same_file.then(|| char::from(b'1' + from.rank())));
            }
        }
        text.extend(takes.then_some('x'));
        text.push_str(&to.to_string());
        if let Some(kind) = mv.promoted_kind() {
            text.push('=');
            text.extend(san_letter(kind));
        }
    }
    let next = position.make(mv);
    if next.in_check() {
        text.push(if next.count_legal() == 0 { '#' } else { '+' });
    }
    text
}

/// Reads a legal move in standard algebraic notation, strictly or not: marks for
/// captures, check, mate and comment may be wrong or missing, castling may be written
/// with zeros, and the origin may be given in more detail than needed. UCI's notation is
/// read, too. `None` if no legal move, or more than one, fits.
pub fn parse_san(position: &Position, text: &str) -> Option<Move> {
    read_san(position, text).ok()
}

/// Why a text is no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SanError {
    /// It doesn't have the form of a move.
    NoMove,
    /// No legal move fits.
    Illegal,
    /// These do.
    Ambiguous(Vec<Move>),
}

/// What may stand behind a move without a meaning for it.
const ENDINGS: [&str; 6] = ["e.p.", "ep", "mate", "ch", "dbl", "++"];
/// The figurines of both sides and the letters that they stand for.
const FIGURINES: [(char, char); 12] = [
    ('♔', 'K'),
    ('♕', 'Q'),
    ('♖', 'R'),
    ('♗', 'B'),
    ('♘', 'N'),
    ('♙', 'P'),
    ('♚', 'K'),
    ('♛', 'Q'),
    ('♜', 'R'),
    ('♝', 'B'),
    ('♞', 'N'),
    ('♟', 'P'),
];

/// As [`parse_san`], with the reason.
///
/// # Errors
/// If no legal move, or more than one, fits; a promotion without its piece fits four.
pub fn read_san(position: &Position, text: &str) -> Result<Move, SanError> {
    let mut text = text.trim_end_matches(['+', '#', '!', '?', '\u{fe0e}', '\u{fe0f}']);
    for ending in ENDINGS {
        text = text.strip_suffix(ending).unwrap_or(text);
    }
    let legal = position.legal_moves();
    let side = match text.replace('0', "O").as_str() {
        "O-O" => Some(CastlingSide::King),
        "O-O-O" => Some(CastlingSide::Queen),
        _ => None,
    };
    if side.is_some() {
        let mut castling = legal.iter().filter(|mv| mv.is_castling());
        let found = castling.find(|mv| Some(mv.castling_side()) == side);
        return found.copied().ok_or(SanError::Illegal);
    }
    if let Some(mv) = parse_move(position, text) {
        return Ok(mv);
    }
    let letter = |c: char| {
        FIGURINES.iter().find(|(figurine, _)| *figurine == c).map_or(c, |(_, letter)| *letter)
    };
    let marks = ['x', '-', '–', '=', ':', '/', '(', ')', '\u{fe0e}', '\u{fe0f}'];
    let mut plain: Vec<char> = text.chars().map(letter).filter(|c| !marks.contains(c)).collect();
    // After the sign a small b is a bishop, not a file.
    if text.contains('=')
        && let Some(last) = plain.last_mut()
    {
        last.make_ascii_uppercase();
    }
    let (kind, rest) = match plain.split_first().ok_or(SanError::NoMove)? {
        (letter @ ('K' | 'Q' | 'R' | 'B' | 'N' | 'P'), rest) => (*letter, rest),
        _ => ('P', &plain[..]),
    };
    let (promoted, rest) = match rest.split_last().ok_or(SanError::NoMove)? {
        (letter @ ('Q' | 'R' | 'B' | 'N' | 'K' | 'P'), rest) => (Some(*letter), rest),
        _ => (None, rest),
    };
    let middle = rest.len().checked_sub(2).ok_or(SanError::NoMove)?;
    let (origin, target) = rest.split_at(middle);
    let is_square = matches!(target, ['a'..='h', '1'..='8']);
    if !is_square || !origin.iter().all(|part| matches!(part, 'a'..='h' | '1'..='8')) {
        return Err(SanError::NoMove);
    }
    let target: String = target.iter().collect();
    let fits = |mv: &&Move| {
        let from = mv.from().to_string();
        position.piece_on(mv.from()).kind().letter().to_ascii_uppercase() == kind
            && !mv.is_castling()
            && mv.to().to_string() == target
            && (promoted.is_none() || mv.promoted_kind().and_then(san_letter) == promoted)
            && origin.iter().all(|&part| from.contains(part))
    };
    let fitting: Vec<Move> = legal.iter().filter(fits).copied().collect();
    match fitting[..] {
        [] => Err(SanError::Illegal),
        [mv] => Ok(mv),
        _ => Err(SanError::Ambiguous(fitting)),
    }
}

/// The moves of a line in standard algebraic notation.
pub fn san_line(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = *position;
    let san = |&mv: &Move| {
        let text = format_san(&position, mv);
        position = position.make(mv);
        text
    };
    line.iter().map(san).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn san_is_written_as_pgn_has_it() {
        for (fen, uci, san) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3"),
            ("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"),
            ("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "O-O-O"),
            ("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", "b7a8q", "bxa8=Q+"),
            ("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", "b7b8n", "b8=N"),
            ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4d3", "exd3"),
            ("4k3/8/8/8/8/8/3N3N/4K3 w - - 0 1", "d2f3", "Ndf3"),
            ("4k3/3N4/8/8/8/3N4/8/4K3 w - - 0 1", "d3e5", "N3e5"),
            ("8/8/k7/8/4Q2Q/8/1K6/7Q w - - 0 1", "h4e1", "Qh4e1"),
            ("k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", "Rh8#"),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mv = parse_move(&position, uci).unwrap();
            assert_eq!(format_san(&position, mv), san, "{fen}");
        }
    }

    #[test]
    fn san_is_read_in_all_its_spellings() {
        let fen = "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen).unwrap();
        for (text, uci) in [
            ("0-0", "e1g1"),
            ("O-O-O", "e1c1"),
            ("e1h1", "e1g1"),
            ("bxa8=Q+", "b7a8q"),
            ("ba8Q", "b7a8q"),
            ("b7-b8=N!?", "b7b8n"),
            ("Rad1", "a1d1"),
            ("Ra1d1", "a1d1"),
            ("Rxh8+", "h1h8"),
        ] {
            let mv = parse_san(&position, text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(format_move(mv, false), uci, "{text}");
        }
        for text in ["", "R", "Nf3", "b8", "Rb9", "O-O-O-O", "Kd8", "=", "+"] {
            assert_eq!(parse_san(&position, text), None, "{text}");
        }
        let two = Position::from_fen("4k3/8/8/8/8/8/3N3N/4K3 w - - 0 1").unwrap();
        assert_eq!(parse_san(&two, "Nf3"), None, "two knights can go there");
    }

    /// Every move of a long series of games is read back from its SAN.
    #[test]
    fn the_reason_says_whether_a_text_is_a_move() {
        let position = Position::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").expect("legal");
        for text in ["", "-", "--", "hello", "Sf3", "a9", "K", "a7a8k9", "bench", "Nxyc3", "e4 e5"]
        {
            assert_eq!(read_san(&position, text), Err(SanError::NoMove), "{text}");
        }
        for text in ["a6", "O-O", "0-0-0", "Kc3", "e2e4", "a8=K", "Kb2=Q", "Nb1-c3", "♘f3"] {
            assert_eq!(read_san(&position, text), Err(SanError::Illegal), "{text}");
        }
        let Err(SanError::Ambiguous(moves)) = read_san(&position, "a8") else {
            panic!("four moves")
        };
        assert!(moves.len() == 4 && moves.iter().all(|mv| mv.promoted_kind().is_some()));
    }

    #[test]
    fn san_leads_back_to_its_move() {
        let mut position = Position::startpos();
        let mut state = 1_usize;
        for _ in 0..2_000 {
            let moves = position.legal_moves();
            if moves.is_empty() || position.halfmove_clock() > 99 {
                position = Position::startpos();
                continue;
            }
            for &mv in &moves {
                let san = format_san(&position, mv);
                assert_eq!(parse_san(&position, &san), Some(mv), "{san} in {position}");
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position = position.make(moves[(state >> 33) % moves.len()]);
        }
    }
}
