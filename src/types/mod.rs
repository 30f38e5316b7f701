//! The vocabulary of the engine: squares, pieces, moves, castling rights,
//! move lists and scores. Nothing here knows the rules of the game.

mod bitboard;
mod castling;
mod moves;
mod piece;
mod score;
mod square;

pub use bitboard::{Bitboard, Bits, Squares, bits};
pub use castling::{CastlingRights, CastlingSide};
pub use moves::{MOVE_CAPACITY, Move, MoveFlags, MoveList};
pub use piece::{Color, Piece, PieceKind};
pub use score::{Centipawns, MAX_PLY, Score};
pub use square::Square;
