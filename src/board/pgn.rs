//! Games in PGN as they are found: the main line with what stands beside it, from a stream of any
//! length.
//!
//! The format is S. J. Edwards' (1994). Tolerated: a mark of UTF-8, Windows-1252 and so Latin-1, LF, CRLF and CR, lines
//! that start with `%`, comments in braces and after semicolons, numeric and written glyphs, variations
//! of any depth (kept as text), move numbers anywhere or nowhere, castling with zeros, moves in UCI's
//! notation, start positions by the tag `FEN`, Chess960, missing results and missing blank lines. A game
//! that can't be read is an error with its line, and the next one is read.

use super::Position;
use super::notation::{self, SanError};
use crate::types::{Color, Move};
use std::io::{self, BufRead};
use thiserror::Error;

/// The longest line in bytes; a longer one is an error of its game.
const MAX_LINE: u64 = 1 << 24;
/// The glyphs that are written with signs, from number 1.
const GLYPHS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
/// Others that stand alone or, but for letters, after a move, with their numbers.
const SIGNS: [(&str, u16); 32] = [
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("~", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("±", 16),
    ("+/-", 16),
    ("+/−", 16),
    ("∓", 17),
    ("-/+", 17),
    ("−/+", 17),
    ("+-", 18),
    ("+−", 18),
    ("-+", 19),
    ("−+", 19),
    ("+--", 20),
    ("--+", 21),
    ("--++", 21),
    ("⨀", 22),
    ("→", 40),
    ("↑", 36),
    ("=∞", 44),
    ("∞=", 44),
    ("⌓", 142),
    ("RR", 145),
    ("N", 146),
    ("D", 220),
];
/// What Windows-1252 has at 0x80 to 0x9F, where Latin-1 has control characters.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];
/// What the tag `Variant` says of the chess that is read here, in lower case.
const VARIANTS: [&str; 9] = [
    "standard",
    "chess",
    "normal",
    "chess960",
    "chess 960",
    "fischerandom",
    "fischerrandom",
    "from position",
    "960",
];
/// The deepest nesting of variations.
const MAX_NESTING: usize = 100;

/// The result of a game as its file has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PgnResult {
    /// 1-0
    White,
    /// 0-1
    Black,
    /// 1/2-1/2
    Draw,
}

impl PgnResult {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "1-0" | "1–0" | "1:0" => Some(Self::White),
            "0-1" | "0–1" | "0:1" => Some(Self::Black),
            "1/2-1/2" | "1/2" | "½-½" | "½–½" | "½" => Some(Self::Draw),
            _ => None,
        }
    }
}

/// A move of the main line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnMove {
    /// The move.
    pub mv: Move,
    /// The comments after it, joined by a space.
    pub comment: String,
    /// The numbers of the glyphs (NAGs) after it, such as 2 for `?`.
    pub glyphs: Vec<u16>,
    /// The variations in its place, each as text in brackets.
    pub variations: Vec<String>,
}

/// A game.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// The number of its first line in the file, from 1.
    pub line: usize,
    /// Names and values of the tags in their order.
    pub tags: Vec<(String, String)>,
    /// The start position.
    pub start: Position,
    /// The comments before the first move, joined by a space.
    pub comment: String,
    /// The moves of the main line.
    pub moves: Vec<PgnMove>,
    /// The result at its end, or of the tag `Result`; `None` for `*` and where there is none.
    pub result: Option<PgnResult>,
    /// A result or `*` ends its moves: nothing is missing.
    pub is_whole: bool,
}

impl PgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// Why a game can't be read.
#[derive(Debug, Error)]
pub enum PgnError {
    /// The stream can't be read; nothing follows.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A game has an error and was skipped.
    #[error("line {line}: {error}")]
    Game {
        /// The line of the error, from 1.
        line: usize,
        /// The error.
        error: String,
    },
}

/// Reads the games of a stream one by one.
#[derive(Debug)]
pub struct PgnReader<R> {
    input: R,
    /// The number of the last line that was read.
    line: usize,
    /// Bytes up to the end of that line.
    offset: u64,
    /// The last line was too long and goes on.
    is_inside: bool,
    /// A tag line of the next game, that ended the last one.
    next: Option<String>,
    is_over: bool,
}

impl<R: BufRead> PgnReader<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Self {
        Self { input, line: 0, offset: 0, is_inside: false, next: None, is_over: false }
    }

    /// The bytes that were read so far; after a whole game those up to the end of its last line.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The next line without its end; `None` at the end of the stream. A line that is too long comes
    /// in parts.
    fn read_line(&mut self) -> io::Result<Option<String>> {
        if let Some(line) = self.next.take() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        loop {
            let available = self.input.fill_buf()?;
            if available.is_empty() {
                if bytes.is_empty() {
                    return Ok(None);
                }
                break;
            }
            let end = available.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            bytes.extend_from_slice(&available[..end.unwrap_or(available.len())]);
            let used = end.map_or(available.len(), |end| end + 1);
            let is_return = end.is_some_and(|end| available[end] == b'\r');
            self.input.consume(used);
            self.offset += used as u64;
            if is_return && self.input.fill_buf()?.first() == Some(&b'\n') {
                self.input.consume(1);
                self.offset += 1;
            }
            if end.is_some() || bytes.len() as u64 > MAX_LINE {
                break;
            }
        }
        // The parts of a line that is too long have its number.
        self.line += usize::from(!self.is_inside);
        self.is_inside = bytes.len() as u64 > MAX_LINE;
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
        // Bytes that are not UTF-8 are taken as Windows-1252: but for 32 their code points are the same.
        let letter = |&byte: &u8| match byte {
            0x80..0xA0 => WINDOWS[usize::from(byte - 0x80)],
            _ => char::from(byte),
        };
        let text = str::from_utf8(bytes).map(str::to_owned);
        Ok(Some(text.unwrap_or_else(|_| bytes.iter().map(letter).collect())))
    }

    /// True if the next line begins with a comment.
    fn is_before_comment(&mut self) -> io::Result<bool> {
        Ok(self.next.is_none() && matches!(self.input.fill_buf()?, [b'{' | b';', ..]))
    }

    /// The next game; `None` at the end.
    fn read_game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        let mut parser = Parser::default();
        let mut error = None;
        // The tags of a game with an error in one of them are still to be skipped.
        let mut skips_tags = false;
        // Its tag Event has come, maybe with the error.
        let mut has_event = false;
        while let Some(line) = self.read_line()? {
            let trimmed = line.trim();
            // A comment that is never closed ends before the next game. In a game with an error nobody
            // knows whether one is open, and a line of it may begin with [%clk 0:01].
            let is_tag = match error {
                None => trimmed.starts_with('[') && parser.comment.is_none(),
                Some(_) => looks_like_tag(trimmed),
            };
            let is_event = trimmed.starts_with("[Event \"");
            if (parser.has_movetext || is_event && has_event) && (is_tag || is_event) {
                self.next = Some(line);
                break;
            }
            has_event |= is_event;
            if parser.line == 0 && !trimmed.is_empty() && !line.starts_with('%') {
                parser.line = self.line;
            }
            if error.is_some() {
                // The rest of the game is skipped.
                skips_tags &= !trimmed.is_empty();
                parser.has_movetext |= !skips_tags && !is_tag && !trimmed.is_empty();
            } else if let Err(found) = parser.read_at(self.line, &line) {
                error = Some(found.at(self.line));
                skips_tags = !parser.has_movetext;
                parser.comment = None;
            } else if parser.is_finished && parser.comment.is_none() && !self.is_before_comment()? {
                break;
            }
        }
        match error {
            Some(error) => Err(error),
            None if parser.line == 0 => Ok(None),
            None => parser.game().map(Some),
        }
    }
}

impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let is_nothing =
            |game: &PgnGame| game.tags.is_empty() && game.moves.is_empty() && game.result.is_none();
        let mut read = self.read_game();
        // Such as a comment after the end of a game.
        while matches!(&read, Ok(Some(game)) if is_nothing(game)) {
            read = self.read_game();
        }
        self.is_over = matches!(read, Ok(None) | Err(PgnError::Io(_)));
        read.transpose()
    }
}

/// True if a line begins as tags do: a bracket, a word and a quotation mark.
fn looks_like_tag(line: &str) -> bool {
    let after = line.strip_prefix('[').unwrap_or_default();
    let rest = after.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    rest.len() < after.len() && rest.trim_start().starts_with('"')
}

/// What is wrong with a game.
struct Fault {
    /// The line, if it is not the one that is being read: a tag may be found to be wrong when the
    /// first move comes.
    line: Option<usize>,
    error: String,
}

impl Fault {
    /// The error, found on this line unless it says otherwise.
    fn at(self, line: usize) -> PgnError {
        PgnError::Game { line: self.line.unwrap_or(line), error: self.error }
    }
}

impl From<String> for Fault {
    fn from(error: String) -> Self {
        Self { line: None, error }
    }
}

/// A game that is being read.
#[derive(Default)]
struct Parser {
    /// Its first line, 0 before it.
    line: usize,
    tags: Vec<(String, String)>,
    /// By tag its line.
    tag_lines: Vec<usize>,
    /// The start position and the current one, once the first move or comment has come.
    positions: Option<(Position, Position)>,
    moves: Vec<PgnMove>,
    /// The comments before the first move.
    intro: String,
    result: Option<PgnResult>,
    /// The line that is being read, and those on which the last comment and the last variation began.
    at: usize,
    comment_at: usize,
    variation_at: usize,
    /// The comment that is open.
    comment: Option<String>,
    /// The last comment had an opening brace inside.
    has_braces: bool,
    nesting: usize,
    /// The text of the variation that is open.
    variation: String,
    /// Moves, variations or a result have come, and not only comments.
    has_movetext: bool,
    is_finished: bool,
}

impl Parser {
    fn read_at(&mut self, number: usize, line: &str) -> Result<(), Fault> {
        self.at = number;
        if line.len() as u64 > MAX_LINE {
            return Err(format!("a line of more than {MAX_LINE} bytes").into());
        }
        if self.comment.is_none() {
            if line.starts_with('%') {
                return Ok(());
            }
            let trimmed = line.trim();
            if trimmed.starts_with('[') && !self.has_movetext {
                let mut rest = trimmed;
                // Several tags may share a line, also with moves.
                while rest.starts_with('[') {
                    rest = self.read_tag(rest)?.trim_start();
                }
                return self.read_movetext(rest);
            }
        }
        self.read_movetext(line)
    }

    /// A tag pair such as `[White "Name"]`; returns what follows it.
    fn read_tag<'a>(&mut self, line: &'a str) -> Result<&'a str, String> {
        let damaged = |why: &str| format!("'{}' is no tag: {why}", shortened(line));
        let unquoted = || damaged("its value has no quotation marks");
        let endless = || damaged("it does not end with \"]");
        let (name, after) = line[1..].split_once('"').ok_or_else(unquoted)?;
        let name = name.trim();
        if name.contains(']') {
            return Err(unquoted());
        }
        if name.is_empty() || name.contains([' ', '[']) {
            return Err(damaged("a name of one word comes first"));
        }
        let mut value = String::new();
        let mut letters = after.char_indices();
        let end = loop {
            match letters.next().ok_or_else(endless)? {
                (_, '\\') => value.extend(letters.next().map(|(_, letter)| letter)),
                // A quotation mark that was not escaped, such as in "A "B" C".
                (at, '"') if !after[at + 1..].trim_start().starts_with(']') => value.push('"'),
                (at, '"') => break at + 1,
                (_, letter) => value.push(letter),
            }
        };
        self.tags.push((name.to_owned(), value));
        self.tag_lines.push(self.at);
        after[end..].trim_start().strip_prefix(']').ok_or_else(endless)
    }

    fn read_movetext(&mut self, line: &str) -> Result<(), Fault> {
        let mut rest = line;
        loop {
            if let Some(comment) = &mut self.comment {
                let Some((inside, after)) = rest.split_once('}') else {
                    comment.push_str(rest.trim());
                    comment.push(' ');
                    return Ok(());
                };
                comment.push_str(inside.trim());
                let comment = self.comment.take().unwrap_or_default();
                self.has_braces = comment.contains('{');
                self.add_comment(&comment);
                rest = after;
            }
            rest = rest.trim_start();
            let Some(first) = rest.chars().next() else { return Ok(()) };
            self.has_movetext |= !matches!(first, '{' | ';');
            match first {
                // Kept for later versions of the format.
                '<' => rest = rest.split_once('>').map_or("", |(_, after)| after),
                '}' => rest = &rest[1..],
                '{' => {
                    self.comment = Some(String::new());
                    self.comment_at = self.at;
                    rest = &rest[1..];
                }
                ';' => {
                    self.add_comment(rest[1..].trim());
                    return Ok(());
                }
                '(' => {
                    self.nesting += 1;
                    if self.nesting > 1 {
                        self.variation.push(' ');
                    } else {
                        self.variation_at = self.at;
                    }
                    self.variation.push('(');
                    if self.nesting > MAX_NESTING {
                        return Err("variations are nested too deeply".to_owned().into());
                    }
                    rest = &rest[1..];
                }
                ')' => {
                    let closed = self.nesting.checked_sub(1);
                    self.nesting =
                        closed.ok_or_else(|| "a ) that closes no variation".to_owned())?;
                    rest = &rest[1..];
                    self.close_variation();
                }
                _ => {
                    let ends = |c: char| {
                        c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | ';' | '<')
                    };
                    let mut end = rest.find(ends).unwrap_or(rest.len());
                    // A promotion such as e8(Q) is no variation.
                    let bracket = &rest.as_bytes()[end..];
                    if let [b'(', b'Q' | b'R' | b'B' | b'N', b')', ..] = bracket
                        && rest[..end].ends_with(['1', '8'])
                    {
                        end += 3;
                        end += rest[end..].find(ends).unwrap_or(rest.len() - end);
                    }
                    let (token, after) = rest.split_at(end);
                    rest = after;
                    if self.nesting == 0 {
                        self.read_token(token)?;
                    } else {
                        self.add_to_variation(token);
                    }
                }
            }
        }
    }

    /// A move, its number, a glyph or the result.
    fn read_token(&mut self, token: &str) -> Result<(), Fault> {
        let result = PgnResult::parse(token);
        if self.is_finished && (token == "*" || result.is_some()) {
            return Ok(());
        }
        if self.is_finished {
            return Err(format!("'{}' after the end of the game", shortened(token)).into());
        }
        if let Some(result) = result {
            self.result = Some(result);
            self.is_finished = true;
            return Ok(());
        }
        if token == "*" {
            self.is_finished = true;
            return Ok(());
        }
        // A number may stand alone or before its move.
        let after_number = token.trim_start_matches(|c: char| c.is_ascii_digit());
        let token = match after_number.strip_prefix('.') {
            Some(rest) if after_number.len() < token.len() => rest.trim_start_matches('.'),
            _ if after_number.is_empty() => "",
            _ => token.trim_start_matches('.'),
        };
        let (token, mut glyph) = match token.strip_prefix('$') {
            Some(number) => ("", number.parse().ok()),
            None => {
                let (mv, sign) = token.split_at(token.trim_end_matches(['!', '?']).len());
                (mv, GLYPHS.iter().position(|known| *known == sign).map(|at| at as u16 + 1))
            }
        };
        let sign = SIGNS.iter().find(|(sign, _)| *sign == token);
        if token.is_empty() || matches!(token, "e.p." | "ep") || sign.is_some() {
            if let Some(last) = self.moves.last_mut() {
                last.glyphs.extend(glyph.or(sign.map(|(_, number)| *number)));
            }
            return Ok(());
        }
        let (start, position) = self.current()?;
        let mut read = notation::read_san(&position, token);
        if read.is_err() {
            // With a sign right behind the move.
            let signed = SIGNS.iter().find_map(|(sign, number)| {
                let mv = notation::parse_san(&position, token.strip_suffix(sign)?)?;
                Some((mv, *number))
            });
            if let Some((mv, sign)) = signed {
                (read, glyph) = (Ok(mv), glyph.or(Some(sign)));
            }
        }
        let mv = read.map_err(|error| self.refused(&position, token, &error))?;
        let (comment, glyphs) = (String::new(), glyph.into_iter().collect());
        self.moves.push(PgnMove { mv, comment, glyphs, variations: Vec::new() });
        self.positions = Some((start, position.make(mv)));
        Ok(())
    }

    /// Why a move can't be made.
    fn refused(&self, position: &Position, token: &str, error: &SanError) -> String {
        let text = shortened(token);
        let side = if position.side_to_move() == Color::White { "White" } else { "Black" };
        let place = format!("{side}'s move {}", position.fullmove_number());
        match error {
            SanError::NoMove if matches!(token, "--" | "Z0" | "null" | "@@@@") => {
                format!("'{text}' in place of {place}: a null move is not legal")
            }
            SanError::NoMove => {
                // Such as Sf3, a German knight.
                let mut letters = token.chars();
                let is_foreign = letters.next().is_some_and(char::is_uppercase)
                    && notation::read_san(position, letters.as_str()) != Err(SanError::NoMove);
                let why = if is_foreign {
                    ": pieces are K, Q, R, B and N"
                } else if self.has_braces {
                    ": a comment ends at its first }"
                } else {
                    ""
                };
                format!("'{text}' in place of {place} is no move{why}")
            }
            SanError::Illegal => format!("'{text}', {place}, is not legal"),
            SanError::Ambiguous(moves) => {
                let moves: Vec<String> =
                    moves.iter().map(|&mv| notation::format_san(position, mv)).collect();
                format!("'{text}', {place}, is ambiguous: {}", moves.join(" or "))
            }
        }
    }

    /// The start position and the current one.
    fn current(&mut self) -> Result<(Position, Position), Fault> {
        if let Some(positions) = self.positions {
            return Ok(positions);
        }
        let tag = |wanted: &str| {
            let mut tags = self.tags.iter().zip(&self.tag_lines);
            tags.find(|((name, _), _)| name.eq_ignore_ascii_case(wanted))
        };
        if let Some(((_, variant), &line)) = tag("Variant")
            && !VARIANTS.contains(&variant.trim().to_ascii_lowercase().as_str())
            && !variant.trim().is_empty()
        {
            let error = format!("games of the variant '{}' are not supported", shortened(variant));
            return Err(Fault { line: Some(line), error });
        }
        let start = match tag("FEN") {
            None => Position::startpos(),
            Some(((_, fen), &line)) => Position::from_fen(fen)
                .map_err(|error| Fault { line: Some(line), error: format!("tag FEN: {error}") })?,
        };
        self.positions = Some((start, start));
        Ok((start, start))
    }

    fn add_comment(&mut self, text: &str) {
        let text = text.trim();
        if self.nesting > 0 {
            // One after a semicolon may have a brace.
            return self.add_to_variation(&format!("{{{}}}", text.replace('}', ")")));
        }
        let comment = self.moves.last_mut().map_or(&mut self.intro, |last| &mut last.comment);
        if !comment.is_empty() && !text.is_empty() {
            comment.push(' ');
        }
        comment.push_str(text);
    }

    fn add_to_variation(&mut self, text: &str) {
        if !self.variation.ends_with('(') {
            self.variation.push(' ');
        }
        self.variation.push_str(text);
    }

    fn close_variation(&mut self) {
        self.variation.push(')');
        if self.nesting == 0 {
            let text = std::mem::take(&mut self.variation);
            if let Some(last) = self.moves.last_mut() {
                last.variations.push(text);
            }
        }
    }

    /// The game at its end.
    fn game(mut self) -> Result<PgnGame, PgnError> {
        let open = |line, what: &str| {
            let error = format!("the {what} that begins here is not closed");
            Err(PgnError::Game { line, error })
        };
        if self.comment.is_some() {
            return open(self.comment_at, "comment");
        }
        if self.nesting > 0 {
            return open(self.variation_at, "variation");
        }
        let line = self.line;
        let (start, _) = self.current().map_err(|fault| fault.at(line))?;
        let Self { tags, moves, intro: comment, is_finished: is_whole, .. } = self;
        let tag = tags.iter().find(|(name, _)| name.eq_ignore_ascii_case("Result"));
        let result = self.result.or_else(|| PgnResult::parse(&tag?.1));
        Ok(PgnGame { line, tags, start, comment, moves, result, is_whole })
    }
}

/// The beginning of a text for a message, with control characters as escapes.
fn shortened(text: &str) -> String {
    let escaped =
        |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    text.chars().take(30).map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of each game, or its error.
    fn read(text: &[u8]) -> Vec<Result<Vec<String>, String>> {
        let games = PgnReader::new(text);
        let moves = |game: PgnGame| {
            let moves: Vec<Move> = game.moves.iter().map(|step| step.mv).collect();
            notation::san_line(&game.start, &moves)
        };
        games.map(|game| game.map(moves).map_err(|error| error.to_string())).collect()
    }

    fn words(text: &str) -> Result<Vec<String>, String> {
        Ok(text.split_whitespace().map(str::to_owned).collect())
    }

    #[test]
    fn games_are_read_as_they_are_found() {
        let games: [(&str, &str); 22] = [
            ("[Event \"a\"]\n\n1. e4 e5 2. Nf3 *\n", "e4 e5 Nf3"),
            ("\u{feff}[Event \"a\"]\r\n\r\n1. e4\r\ne5 1-0\r\n", "e4 e5"),
            ("[Event \"a\"]\r\r1.e4 e5 1/2-1/2", "e4 e5"),
            ("e4 e5", "e4 e5"),
            ("1.e4 $1 e5?! 2... 2.Nf3!! 1-0", "e4 e5 Nf3"),
            (
                "1. e4 {best by test} (1. d4 d5 (1... Nf6 {x)} )) 1... e5 ; and so on\n2. Nf3",
                "e4 e5 Nf3",
            ),
            ("% a line to skip\n1. e4 {a comment\nof two lines [%eval 0.3]} e5", "e4 e5"),
            ("1. e2e4 e7e5 2. Ng1-f3 Nb8c6 3. Bf1b5 a6 4. 0-0", "e4 e5 Nf3 Nc6 Bb5 a6 O-O"),
            ("[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8Q+ Kd7 2. Qb7+", "a8=Q+ Kd7 Qb7+"),
            ("[White \"A \\\"B\\\" C\"]\n[Result \"0-1\"]\n1.f3", "f3"),
            ("1. e4 e5\n\n2. Nf3\n\n\n3", "e4 e5 Nf3"),
            ("[FEN \"8/8/8/4pP2/8/8/8/k1K5 w - e6 0 2\"]\n2. fxe6 e.p.", "fxe6"),
            ("[Event \"only tags\"]\n", ""),
            ("1. e4(1. d4)e5{x}2. Nf3", "e4 e5 Nf3"),
            ("1. e4 e5 1-0\n{White wins\non time}\n", "e4 e5"),
            ("[Event\"a\"][Site \"b\"] ; a remark\n[White \"x\"] 1. e4 * *", "e4"),
            ("[Event \"a\"]\n{between}\n[White \"x\"]\n\n1. e4 *", "e4"),
            ("1. Pe4 e5 2. Qh5 Nc6 3. Qxf7ch +- <reserved> } Kxf7 ½-½", "e4 e5 Qh5 Nc6 Qxf7+ Kxf7"),
            ("1. ♘f3 d5 2. e4+= dxe4∞ N 1–0", "Nf3 d5 e4 dxe4"),
            (
                "[FEN \"4k3/P7/8/8/8/8/p7/4K3 w - - 0 1\"]\n1. a8(Q)+ Kd7 2. Qb7+ Ke6 3. Qb1 a1=q",
                "a8=Q+ Kd7 Qb7+ Ke6 Qb1 a1=Q",
            ),
            ("[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8/R+", "a8=R+"),
            ("[FEN \"8/8/8/4pP2/8/8/8/k1K5 w - e6 0 2\"]\n2. fxe6e.p.", "fxe6"),
        ];
        for (text, moves) in games {
            assert_eq!(read(text.as_bytes()), [words(moves)], "{text:?}");
        }
        assert_eq!(read(b"[Event \"a\"]\n\n[Event \"b\"]\n\n1. e4"), [words(""), words("e4")]);
        assert_eq!(read(b""), []);
        assert_eq!(read(b"\n\n  \n"), []);
    }

    #[test]
    fn a_broken_game_is_named_and_the_next_one_is_read() {
        let good = "[Event \"good\"]\n\n1. d4 d5 *\n\n";
        for (broken, expected) in [
            ("[Event \"b\"]\n\n1. e5 e5 *\n\n", "line 3: 'e5', White's move 1, is not legal"),
            (
                "[Event b]\n\n1. e4 *\n\n",
                "line 1: '[Event b]' is no tag: its value has no quotation marks",
            ),
            ("[Event \"b\"]\n[FEN \"nonsense\"]\n\n1. e4 *\n\n", "line 2: tag FEN"),
            ("[FEN \"nonsense\"]\n[Event \"b\"]\n\n*\n\n", "line 1: tag FEN"),
            ("[Event \"b\"]\n\n1. e4 ) *\n\n", "line 3: a ) that closes"),
            (
                "[Event \"b\"]\n\n1. e4 e5 2. Ke3 {thinks\n[%clk 0:59]} Nc6 *\n\n",
                "line 3: 'Ke3', White's move 2, is not legal",
            ),
            ("[Event \"b]\n1. e4 *\n\n", "line 1: '[Event \"b]' is no tag"),
            ("[Event \"b]\n\n", "line 1: '[Event \"b]' is no tag"),
            ("[Event b]\n[Site \"x\"]\n\n1. e4\ne5 *\n\n", "line 1: '[Event b]' is no tag"),
            ("[Event \"b\"]\n\n1. e4\ne5 {open\n*\n\n", "line 4: the comment that begins here is"),
            ("[Event \"b\"]\n\n1. Nd2 *\n\n", "'Nd2', White's move 1, is not legal"),
            ("[Event \"b\"]\n\n1. e4 e4 *\n\n", "'e4', Black's move 1, is not legal"),
            (
                "[Event \"b\"]\n\n1. e4 and wins *\n\n",
                "'and' in place of Black's move 1 is no move",
            ),
            ("[Event \"b\"]\n\n1. P-K4 *\n\n", "'P-K4' in place of White's move 1 is no move"),
            ("[Event \"b\"]\n\n1. Sf3 *\n\n", "is no move: pieces are K, Q, R, B and N"),
            ("[Event \"b\"]\n\n1. e4 {a {b} c} *\n\n", "a comment ends at its first }"),
            ("[Event \"b\"]\n\n1. \u{1b}[31m *\n\n", "'\\u{1b}[31m' in place of"),
            (
                "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8 *\n\n",
                "is ambiguous: a8=Q or a8=R or a8=B or a8=N",
            ),
            ("[Event \"b\"]\n\n1. -- *\n\n", "'--' in place of White's move 1: a null move is not"),
            (
                "[Event \"b\"]\n\n1. e4\n(1. d4\nd5 *\n\n",
                "line 4: the variation that begins here is",
            ),
            (
                "[Event \"b\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n",
                "line 2: games of the variant 'Atomic'",
            ),
            (
                "[Event \"b\nc\"]\n[White \"x\"]\n\n1. e4 *\n\n",
                "line 1: '[Event \"b' is no tag: it does not end with \"]",
            ),
            (
                "[Event \"b\"\n\n1. e4 *\n\n",
                "line 1: '[Event \"b\"' is no tag: it does not end with",
            ),
            ("[An Event \"b\"]\n\n1. e4 *\n\n", "is no tag: a name of one word comes first"),
            (
                "[Event \"b\"]\n\n1. d4 d5 2. Nf3 Nf6 3. Nd2 *\n\n",
                "'Nd2', White's move 3, is ambiguous: Nbd2 or Nfd2",
            ),
        ] {
            let found = read(format!("{broken}{good}").as_bytes());
            assert_eq!(found.len(), 2, "{broken:?}: {found:?}");
            assert_eq!(found[1], words("d4 d5"), "{broken:?}");
            let error = found[0].as_ref().expect_err(broken);
            assert!(error.contains(expected), "{broken:?}: {error}");
        }
    }

    #[test]
    fn comments_belong_to_the_move_before_them() {
        let text = b"1. e4 {wv=0.31, d=20} {more} e5 {-0.2/18} (1... c5 {other}) 2. Nf3";
        let game = PgnReader::new(&text[..]).next().expect("a game").expect("no error");
        let comments: Vec<&str> = game.moves.iter().map(|step| step.comment.as_str()).collect();
        assert_eq!(comments, ["wv=0.31, d=20 more", "-0.2/18", ""]);
    }

    #[test]
    fn a_comment_behind_the_result_belongs_to_the_game_before_it() {
        let text =
            b"1. e4 e5 1-0\n{White won\non time}\n; so what\n\n[Event \"b\"]\n\n1. d4 *\n{x}";
        let mut games = PgnReader::new(&text[..]);
        for (ply, comment) in [(1, "White won on time so what"), (0, "x")] {
            let game = games.next().expect("a game").expect("no error");
            assert_eq!((game.comment.as_str(), game.moves[ply].comment.as_str()), ("", comment));
        }
        assert!(games.next().is_none());
    }

    #[test]
    fn old_files_of_windows_are_read() {
        let text = b"[White \"\x8aari\xe6\"]\n[Black \"O\x92Kelly\"]\n\n1. e4 *";
        let game = PgnReader::new(&text[..]).next().expect("a game").expect("no error");
        assert_eq!((game.tag("White"), game.tag("Black")), (Some("Šariæ"), Some("O’Kelly")));
    }

    #[test]
    fn written_signs_are_glyphs() {
        let text =
            "1. e4 +/- e5 =/+ 2. Nf3+/= Nc6 ~ 3. Bb5 -/+ a6 --++ 4. Ba4 ∞= Nf6 □ 5. O-O $300 *";
        let game = PgnReader::new(text.as_bytes()).next().expect("a game").expect("no error");
        let glyphs: Vec<u16> = game.moves.iter().flat_map(|step| step.glyphs.clone()).collect();
        assert_eq!(glyphs, [16, 15, 14, 13, 17, 21, 44, 7, 300]);
    }

    #[test]
    fn what_stands_beside_the_moves_is_kept() {
        let text =
            b"{before} 1. e4! $14 (1. d4 {a} d5 (1... Nf6 ; b }\n) $1) (1. c4) {after} e5?? *";
        let game = PgnReader::new(&text[..]).next().expect("a game").expect("no error");
        let [first, second] = &game.moves[..] else { panic!("two moves") };
        assert_eq!((game.comment.as_str(), first.comment.as_str()), ("before", "after"));
        assert_eq!((&first.glyphs[..], &second.glyphs[..]), (&[1, 14][..], &[4][..]));
        assert_eq!(first.variations, ["(1. d4 {a} d5 (1... Nf6 {b )}) $1)", "(1. c4)"]);
        assert!(second.variations.is_empty());
    }

    #[test]
    fn bytes_at_random_end() {
        let mut random = fastrand::Rng::with_seed(3);
        let alphabet = b"[]\"{}();%$*.-+#=123/ \n\rexdNfKQO0\xff\xef\xbb\xbf";
        for _ in 0..2_000 {
            let length = random.usize(0..200);
            let text: Vec<u8> =
                (0..length).map(|_| alphabet[random.usize(0..alphabet.len())]).collect();
            assert!(read(&text).len() <= length + 1);
        }
    }
}
