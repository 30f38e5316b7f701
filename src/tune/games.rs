//! Files of games with a score for each move, in the format of Viridithas (crate
//! `viriformat`): 36 bytes a game and 4 a move. Scores and results are White's.
//!
//! A node inside a search is a game of one move, too. There the byte that the format leaves
//! unused is 1, and the result says how the score relates to the value, see [`Kind::Inner`].

use super::TuneError;
use super::math::{points, score_of};
use crate::board::Position;
use crate::types::{
    CastlingRights, CastlingSide, Color, Move, MoveFlags, PieceKind, Score, Square,
};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use viriformat::chess::board::{Board, DrawType, GameOutcome, WinType};
use viriformat::chess::chessmove::{Move as StoredMove, MoveFlags as StoredFlags};
use viriformat::chess::piece::PieceType;
use viriformat::chess::types::Square as StoredSquare;
use viriformat::dataformat::Game as StoredGame;

/// Positions before this ply are not kept: they are opening theory or the random moves at
/// the start of self-play games.
const FIRST_KEPT_PLY: usize = 16;
/// The piece code of a rook with a castling right.
const UNMOVED_ROOK: u8 = 6;
/// The error of a game in which the file ends.
pub(super) const NO_END: &str = "it has no end";
/// The place of the byte of the header that says what the game is.
const KIND: usize = 31;
/// One in this number of games is held out from training for validation.
pub const HELD_OUT: usize = 50;
/// The longest game in bytes. A file in another format may contain no end of a game.
const GAME_BYTES: u64 = 40_000;

/// Whether a network that learns from a file never sees the game with this number in it, from 0.
pub fn is_held_out(number: usize) -> bool {
    number % HELD_OUT == HELD_OUT - 1
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// Black won.
    Loss,
    /// A draw.
    Draw,
    /// White won.
    Win,
}

impl GameResult {
    /// Points of White: 0, 0.5 or 1.
    pub fn points(self) -> f32 {
        f32::from(self as u8) / 2.0
    }

    /// The win of a side.
    pub fn won_by(color: Color) -> Self {
        if color == Color::White { Self::Win } else { Self::Loss }
    }

    fn stored(self) -> GameOutcome {
        match self {
            Self::Loss => GameOutcome::BlackWin(WinType::Adjudication),
            Self::Draw => GameOutcome::Draw(DrawType::Adjudication),
            Self::Win => GameOutcome::WhiteWin(WinType::Adjudication),
        }
    }
}

/// How much the later scores of a game count beside the one of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trace {
    /// The factor by which their weight falls with each ply.
    pub factor: f32,
    /// The number of pieces from which on they don't count; it falls to that over four pieces.
    /// A stronger engine's scores of single positions are good where most pieces stand, and what is played
    /// from there says less.
    pub until: f32,
}

impl Trace {
    /// Pieces over which the factor falls.
    const FALL: f32 = 4.0;
    /// [`Self::until`] so that later scores count with any number of pieces.
    pub const ALWAYS: f32 = 32.0 + Self::FALL;

    /// The factor in a position with so many pieces.
    fn factor_with(self, pieces: usize) -> f64 {
        let share = (self.until - pieces as f32) / Self::FALL;
        f64::from(self.factor * share.clamp(0.0, 1.0))
    }
}

/// What a record is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A game.
    Game,
    /// A node inside a search. Its one move is quiet, and its value is at least the score if the
    /// result is a win, at most the score if it is a loss, and the score if it is a draw.
    Inner,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The start position; no half-move clock of the game is above 100.
    pub start: Position,
    /// The moves, each with the score of the position before it from White's view.
    pub moves: Vec<(Move, Score)>,
    /// The result.
    pub result: GameResult,
    /// A game, or what is written as one.
    pub kind: Kind,
}

impl GameRecord {
    /// The quiet positions with their scores: those without check, whose best move is no
    /// capture or promotion and whose score is no mate or tablebase score. A static
    /// evaluation can't judge the others.
    pub fn quiet(&self) -> impl Iterator<Item = (Position, Score)> {
        let mut next = self.start;
        let first = 2 * (self.start.fullmove_number() as usize).saturating_sub(1)
            + self.start.side_to_move().index();
        self.moves.iter().enumerate().filter_map(move |(index, &(mv, score))| {
            let position = next;
            next = position.make(mv);
            let quiet = !position.in_check() && !position.is_noisy(mv);
            let decided = score.abs() > Score::EVAL_MAX;
            (first + index >= FIRST_KEPT_PLY && quiet && !decided).then_some((position, score))
        })
    }

    /// The game with each score replaced by a weighted mean of it and all later ones, as in
    /// TD(lambda) (Sutton, 1988): the weight falls with each ply by the factor of `trace`. Means
    /// are of expected points, `sigmoid(score / scale)`. Mate scores stay.
    #[must_use]
    pub fn traced(mut self, trace: Trace, scale: f32) -> Self {
        let scale = f64::from(scale);
        let mut position = self.start;
        let mut factors = Vec::with_capacity(self.moves.len());
        for &(mv, _) in &self.moves {
            factors.push(trace.factor_with(position.piece_count()));
            position = position.make(mv);
        }
        let mut later = None;
        for ((_, score), factor) in self.moves.iter_mut().zip(factors).rev() {
            let own = points(*score, scale);
            let mean = later.map_or(own, |later| (1.0 - factor) * own + factor * later);
            later = Some(mean);
            if score.abs() <= Score::EVAL_MAX {
                *score = score_of(mean, scale);
            }
        }
        self
    }

    /// The game in the format of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut board = Board::new();
        let read = board.set_from_fen(&shredder_fen(&self.start), true);
        read.unwrap_or_else(|error| unreachable!("a FEN of ours: {error}"));
        let mut game = StoredGame::new(&board);
        for &(mv, score) in &self.moves {
            game.add_move(store(mv), score.centipawns() as i16);
        }
        game.set_outcome(self.result.stored());
        let mut bytes = Vec::new();
        game.serialise_into(&mut bytes).unwrap_or_else(|error| unreachable!("memory: {error}"));
        bytes[KIND] = self.kind as u8;
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let (header, rest) = bytes.split_first_chunk().ok_or("it is too short")?;
        let (start, result, kind) = read_header(header)?;
        // The library that writes the format panics where the clock is above 100.
        let in_time = |position: &Position, plies: usize| match position.halfmove_clock() {
            0..=100 => Ok(()),
            clock => Err(format!("its half-move clock is {clock} after {plies} plies, above 100")),
        };
        in_time(&start, 0)?;
        let mut position = start;
        let mut moves = Vec::new();
        // Four zero bytes end the game.
        for &[a, b, c, d] in rest.as_chunks().0.split_last().map_or(&[][..], |(_, moves)| moves) {
            let mv = StoredMove::from_raw(u16::from_le_bytes([a, b]))
                .and_then(|stored| restore(&position, stored))
                .ok_or_else(|| format!("move {} is not legal in {position}", moves.len()))?;
            moves.push((mv, Score::cp(i16::from_le_bytes([c, d]).into())));
            position = position.make(mv);
            in_time(&position, moves.len())?;
        }
        if kind == Kind::Inner && moves.len() != 1 {
            return Err(format!("it is a node inside a search and has {} moves", moves.len()));
        }
        Ok(Self { start, moves, result, kind })
    }
}

/// The games of files in their order, without the nodes inside searches.
///
/// # Errors
/// If a file can't be opened; the iterator has the errors of its games.
pub(super) fn without_nodes(
    files: &[String],
) -> Result<impl Iterator<Item = Result<GameRecord, TuneError>> + use<>, TuneError> {
    let files: Vec<_> = files.iter().map(|path| Games::open(path)).collect::<Result<_, _>>()?;
    let is_game = |record: &Result<GameRecord, TuneError>| {
        record.as_ref().map_or(true, |record| record.kind == Kind::Game)
    };
    Ok(files.into_iter().flatten().filter(is_game))
}

/// Reads start position, result and kind of a game: set of occupied squares, 16 bytes of pieces,
/// side to move and en-passant square, half-move clock, move number, score, result, kind. Not the
/// library's function, since that accepts illegal positions.
fn read_header(header: &[u8; 32]) -> Result<(Position, GameResult, Kind), String> {
    let damaged = || "its start position is damaged".to_owned();
    let mut set = [0; 8];
    set.copy_from_slice(&header[..8]);
    let occupied = u64::from_le_bytes(set);
    let mut pieces = header[8..24].iter().flat_map(|pair| [pair & 15, pair >> 4]);
    let mut board = [None; 64];
    let mut castling = String::new();
    for (square, piece) in board.iter_mut().enumerate() {
        if occupied >> square & 1 == 0 {
            continue;
        }
        let code = pieces.next().ok_or_else(damaged)?;
        let letter = b"pnbrqkr".get(usize::from(code & 7)).ok_or_else(damaged)?;
        let colored =
            |letter: u8| char::from(if code < 8 { letter.to_ascii_uppercase() } else { letter });
        if code & 7 == UNMOVED_ROOK {
            castling.push(colored(b'a' + square as u8 % 8));
        }
        *piece = Some(colored(*letter));
    }
    // Written in one pass: reading the data of a training is mostly this function.
    let mut fen = String::with_capacity(96);
    for (index, row) in board.chunks(8).rev().enumerate() {
        if index > 0 {
            fen.push('/');
        }
        for squares in row.chunk_by(|a, b| a.is_none() && b.is_none()) {
            fen.push(squares[0].unwrap_or(char::from(b'0' + squares.len() as u8)));
        }
    }
    let en_passant = match header[24] & 0x7f {
        64 => "-".to_owned(),
        square => Square::from_dense(usize::from(square & 63)).to_string(),
    };
    let turn = if header[24] & 0x80 == 0 { 'w' } else { 'b' };
    let castling = if castling.is_empty() { "-" } else { &castling };
    let move_number = u16::from_le_bytes([header[26], header[27]]);
    fen += &format!(" {turn} {castling} {en_passant} {} {move_number}", header[25]);
    let position = Position::from_fen(&fen).map_err(|error| format!("{}: {error}", damaged()))?;
    let result = match header[30] {
        0 => GameResult::Loss,
        1 => GameResult::Draw,
        2 => GameResult::Win,
        other => return Err(format!("its result is {other}")),
    };
    let kind = kind_of(header).ok_or_else(|| format!("its last byte is {}", header[KIND]))?;
    Ok((position, result, kind))
}

/// The FEN of a position with the files of the castling rooks, as the library reads it for all
/// rooks.
fn shredder_fen(position: &Position) -> String {
    let mut castling = String::new();
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if position.castling_rights().contains(CastlingRights::of(color, side)) {
                let file = char::from(b'a' + position.castling_rook(color, side).file());
                castling.push(if color == Color::White { file.to_ascii_uppercase() } else { file });
            }
        }
    }
    let fen = position.to_string();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if !castling.is_empty() {
        fields[2] = &castling;
    }
    fields.join(" ")
}

/// A move in the format of the file. Castling is king takes rook in both.
fn store(mv: Move) -> StoredMove {
    let square = |square: Square| StoredSquare::new_clamped(square.dense() as u8);
    let (from, to) = (square(mv.from()), square(mv.to()));
    if mv.is_castling() {
        StoredMove::new_with_flags(from, to, StoredFlags::Castle)
    } else if mv.is_en_passant() {
        StoredMove::new_with_flags(from, to, StoredFlags::EnPassant)
    } else if let Some(kind) = mv.promoted_kind() {
        let kind = match kind {
            PieceKind::Knight => PieceType::Knight,
            PieceKind::Bishop => PieceType::Bishop,
            PieceKind::Rook => PieceType::Rook,
            _ => PieceType::Queen,
        };
        StoredMove::new_with_promo(from, to, kind)
    } else {
        StoredMove::new(from, to)
    }
}

/// The legal move of a move in the format of the file.
fn restore(position: &Position, stored: StoredMove) -> Option<Move> {
    let square = |square: StoredSquare| Square::from_dense(usize::from(square.inner()));
    let (from, to) = (square(stored.from()), square(stored.to()));
    let mv = if let Some(kind) = stored.promotion_type() {
        let kind = match kind {
            PieceType::Knight => PieceKind::Knight,
            PieceType::Bishop => PieceKind::Bishop,
            PieceType::Rook => PieceKind::Rook,
            _ => PieceKind::Queen,
        };
        Move::promotion(from, to, kind)
    } else if stored.is_castle() {
        Move::new(from, to, MoveFlags::CASTLING)
    } else if stored.is_ep() {
        Move::new(from, to, MoveFlags::EN_PASSANT)
    } else if position.piece_on(from).is_kind(PieceKind::Pawn)
        && from.rank().abs_diff(to.rank()) == 2
    {
        Move::new(from, to, MoveFlags::DOUBLE_STEP)
    } else {
        Move::new(from, to, MoveFlags::empty())
    };
    // A stored move with unused bits set is damaged.
    (position.is_legal(mv) && store(mv) == stored).then_some(mv)
}

/// What the bytes of a game are; `None` if they are damaged.
pub(super) fn kind_of(bytes: &[u8]) -> Option<Kind> {
    match bytes.get(KIND)? {
        0 => Some(Kind::Game),
        1 => Some(Kind::Inner),
        _ => None,
    }
}

/// Reads the bytes of the next game. False at the end of the file, even inside a game.
pub(super) fn read_bytes(reader: &mut impl BufRead, game: &mut Vec<u8>) -> io::Result<bool> {
    game.clear();
    match StoredGame::deserialise_fast_into_buffer(&mut reader.take(GAME_BYTES), game) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        read => read.map(|()| true),
    }
}

/// Reads a file of games one by one.
#[derive(Debug)]
pub struct Games<R> {
    path: String,
    reader: R,
    /// Games read.
    count: usize,
    /// Bytes of the games read.
    bytes: u64,
}

impl Games<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// If it can't be opened.
    pub fn open(path: &str) -> Result<Self, TuneError> {
        let file = File::open(path).map_err(TuneError::file(path))?;
        Ok(Self { path: path.to_owned(), reader: BufReader::new(file), count: 0, bytes: 0 })
    }
}

impl<R: BufRead> Games<R> {
    /// Reads games that follow `before` others in the file at `path`.
    pub(super) fn within(path: &str, before: usize, reader: R) -> Self {
        Self { path: path.to_owned(), reader, count: before, bytes: 0 }
    }

    /// Bytes of the games read so far. In a file with an incomplete last game this is the
    /// length of the valid part.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    fn read(&mut self) -> Result<GameRecord, String> {
        // Into memory first, to distinguish an end inside a game from damage.
        let mut bytes = Vec::new();
        let mut reader = self.reader.by_ref().take(GAME_BYTES);
        StoredGame::deserialise_fast_into_buffer(&mut reader, &mut bytes).map_err(|error| {
            match error.kind() {
                io::ErrorKind::UnexpectedEof => NO_END.to_owned(),
                _ => error.to_string(),
            }
        })?;
        let game = GameRecord::from_bytes(&bytes)?;
        self.bytes += bytes.len() as u64;
        Ok(game)
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<GameRecord, TuneError>;

    fn next(&mut self) -> Option<Self::Item> {
        let at_end = match self.reader.fill_buf() {
            Ok(rest) => rest.is_empty(),
            Err(error) => return Some(Err(TuneError::file(&self.path)(error))),
        };
        if at_end {
            return None;
        }
        self.count += 1;
        let (path, game) = (self.path.clone(), self.count);
        Some(self.read().map_err(|error| TuneError::Game { path, game, error }))
    }
}
