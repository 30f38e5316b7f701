//! The operations in plain code, without vector instructions: it runs everywhere and
//! documents the vector code.

use super::{MoveWriter, Ops, Planes};
use crate::board::layout::Position;
use crate::board::tables::{
    ATTACKERS, LANE_SQUARES, RAY_ROTATIONS, RAY_TARGETS, king_steps, piece_lanes,
};
use crate::types::{Bitboard, Color, Move, MoveFlags, Piece, PieceKind, Square, bits};

/// Plain code for any processor.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

/// The low bit of each byte.
const LOW_BITS: u64 = 0x0101_0101_0101_0101;
const WHITE_BIT: u32 = Piece::WHITE.trailing_zeros();
const BLACK_BIT: u32 = Piece::BLACK.trailing_zeros();

/// Gathers the low bits of the eight bytes of `x` (which has no others set) into
/// one byte: the multiplication moves bit `8 i` to `56 + i`.
#[inline(always)]
const fn gather(x: u64) -> u64 {
    x.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The low bit of each byte of `x` set where the byte has any of these bits.
#[inline(always)]
const fn bytes_with(x: u64, mask: u8) -> u64 {
    if mask == 0xff {
        // Whatever stands on a square has a colour.
        return (x >> WHITE_BIT | x >> BLACK_BIT) & LOW_BITS;
    }
    if mask.is_power_of_two() {
        return x >> mask.trailing_zeros() & LOW_BITS;
    }
    const LOW_SEVEN: u64 = 0x7f * LOW_BITS;
    let x = x & (mask as u64 * LOW_BITS);
    (((x & LOW_SEVEN) + LOW_SEVEN) | x) >> 7 & LOW_BITS
}

/// The square in a lane of `centre` that is on the board.
#[inline(always)]
fn lane_square(centre: Square, lane: usize) -> Square {
    Square::from_0x88(LANE_SQUARES.0[centre.dense() & 63][lane & 63])
}

/// The squares that sliders attack, a set for each ray direction; `empty` is what they
/// slide through. Kogge-Stone fill: after steps of one, two and four squares a ray has run
/// seven; `open` holds the squares it may run on to.
#[inline(always)]
fn slider_attacks(orthogonal: u64, diagonal: u64, empty: u64) -> [u64; 8] {
    std::array::from_fn(|d| {
        let (by, targets) = (RAY_ROTATIONS.0[d] as u32, RAY_TARGETS.0[d]);
        let mut open = empty & targets;
        let mut run = if d & 1 == 0 { orthogonal } else { diagonal };
        run |= open & run.rotate_left(by);
        open &= open.rotate_left(by);
        run |= open & run.rotate_left((by * 2) & 63);
        open &= open.rotate_left((by * 2) & 63);
        run |= open & run.rotate_left((by * 4) & 63);
        run.rotate_left(by) & targets
    })
}

/// The squares that knights attack, a set for each jump.
#[inline(always)]
fn knight_attacks(knights: u64) -> [u64; 8] {
    let file_a = LOW_BITS;
    let (file_b, file_g, file_h) = (file_a << 1, file_a << 6, file_a << 7);
    let (east, west) = (knights & !file_h, knights & !file_a);
    let (far_east, far_west) = (knights & !(file_g | file_h), knights & !(file_a | file_b));
    [
        east << 17,
        far_east << 10,
        far_east >> 6,
        east >> 15,
        west >> 17,
        far_west >> 10,
        far_west << 6,
        west << 15,
    ]
}

/// The squares that the sliders and knights of `among` attack, a set for each direction.
#[inline(always)]
fn attacks(planes: &Planes, among: Bitboard, empty: Bitboard) -> impl Iterator<Item = u64> {
    let orthogonal = (planes.orthogonal & among).0;
    let diagonal = (planes.diagonal & among).0;
    let sliders = slider_attacks(orthogonal, diagonal, empty.0);
    sliders.into_iter().chain(knight_attacks((planes.knights & among).0))
}

impl Ops for Scalar {
    type Board = [u8; 128];
    /// Row `d` holds the eight lanes of jump and ray `d`.
    type View = [u64; 8];
    type Layers = Planes;

    const NAME: &'static str = "scalar";

    #[inline(always)]
    fn load(bytes: &[u8; 128]) -> [u8; 128] {
        *bytes
    }

    #[inline(always)]
    fn store(board: [u8; 128], key: u64, state: u64) -> Position {
        Position::from_parts(board, key, state)
    }

    #[inline(always)]
    fn clear(mut board: [u8; 128], square: Square) -> [u8; 128] {
        board[square.index() & 127] = 0;
        board
    }

    #[inline(always)]
    fn put(mut board: [u8; 128], square: Square, piece: Piece) -> [u8; 128] {
        board[square.index() & 127] = piece.byte();
        board
    }

    #[inline(always)]
    fn layers(board: [u8; 128]) -> Planes {
        const PAWN: u32 = PieceKind::Pawn as u32;
        const KNIGHT: u32 = PieceKind::Knight as u32;
        const BISHOP: u32 = PieceKind::Bishop as u32;
        const ROOK: u32 = PieceKind::Rook as u32;
        const QUEEN: u32 = PieceKind::Queen as u32;
        let [mut pawns, mut knights, mut diagonal, mut orthogonal] = [0; 4];
        let mut colors = [0; 2];
        for rank in (0..8).rev() {
            let row = row(&board, rank * 16);
            let plane = |x: u64| gather(x & LOW_BITS);
            pawns = pawns << 8 | plane(row >> PAWN);
            knights = knights << 8 | plane(row >> KNIGHT);
            diagonal = diagonal << 8 | plane(row >> BISHOP | row >> QUEEN);
            orthogonal = orthogonal << 8 | plane(row >> ROOK | row >> QUEEN);
            colors[0] = colors[0] << 8 | plane(row >> WHITE_BIT);
            colors[1] = colors[1] << 8 | plane(row >> BLACK_BIT);
        }
        let [pawns, knights, diagonal, orthogonal] =
            [pawns, knights, diagonal, orthogonal].map(Bitboard);
        Planes { pawns, knights, diagonal, orthogonal, colors: colors.map(Bitboard) }
    }

    #[inline(always)]
    fn planes(layers: Planes) -> Planes {
        layers
    }

    #[inline(always)]
    fn attacked(planes: Planes, by: Color, lifted: Bitboard) -> Bitboard {
        let own = planes.colors[by.index()];
        let empty = !planes.occupied() | lifted;
        Bitboard(attacks(&planes, own, empty).fold(0, |all, set| all | set))
    }

    #[inline(always)]
    fn attacked_by_kind(planes: Planes) -> [[Bitboard; 4]; 2] {
        let empty = !planes.occupied();
        let queens = planes.diagonal & planes.orthogonal;
        planes.colors.map(|own| {
            let mut attacked = [Bitboard::EMPTY; 4];
            for (index, set) in attacks(&planes, own & !queens, empty).enumerate() {
                // Even rays are a rook's, odd ones a bishop's; knights come behind them.
                let kind = if index < 8 { 2 - index % 2 } else { 0 };
                attacked[kind] |= Bitboard(set);
            }
            let of_queens = attacks(&planes, own & queens, empty);
            attacked[3] = Bitboard(of_queens.fold(0, |all, set| all | set));
            attacked
        })
    }

    #[inline(always)]
    fn count_moves(planes: Planes, side: Color, among: Bitboard) -> u64 {
        let own = planes.colors[side.index()];
        let empty = !planes.occupied();
        attacks(&planes, own & among, empty).map(|set| u64::from((set & !own.0).count_ones())).sum()
    }

    #[inline(always)]
    fn view(board: [u8; 128], centre: Square) -> [u64; 8] {
        let squares = &LANE_SQUARES.0[centre.dense() & 63];
        let mut bytes = [0; 64];
        for lane in 0..64 {
            bytes[lane] = board[squares[lane] as usize & 127];
        }
        std::array::from_fn(|d| row(&bytes, d * 8))
    }

    #[inline(always)]
    fn lanes_with(view: [u64; 8], mask: u8) -> u64 {
        (0..8).rev().fold(0, |lanes, d| lanes << 8 | gather(bytes_with(view[d], mask)))
    }

    #[inline(always)]
    fn attackers(view: [u64; 8], by: Color) -> u64 {
        const LOW_SEVEN: u64 = 0x7f * LOW_BITS;
        let attackers = &ATTACKERS.0[(!by).index()];
        (0..8).rev().fold(0, |lanes, d| {
            // Kinds are below bit 7, so a sum with 0x7f reaches it from any.
            let kind = ((view[d] & row(attackers, d * 8)) + LOW_SEVEN) >> 7;
            let colored = bytes_with(view[d], Piece::color_bit(by));
            lanes << 8 | gather(kind & colored)
        })
    }

    #[inline(always)]
    fn squares(lanes: u64, centre: Square) -> Bitboard {
        let squares = &LANE_SQUARES.0[centre.dense() & 63];
        bits(lanes).filter_map(|lane| Square::try_from_0x88(squares[lane])).collect()
    }

    #[inline(always)]
    fn push_to_lanes(moves: &mut MoveWriter<'_>, from: Square, lanes: u64) {
        for lane in bits(lanes) {
            moves.push(Move::new(from, lane_square(from, lane), MoveFlags::empty()));
        }
    }

    #[inline(always)]
    fn push_from_lanes(moves: &mut MoveWriter<'_>, to: Square, lanes: u64) {
        for lane in bits(lanes) {
            moves.push(Move::new(lane_square(to, lane), to, MoveFlags::empty()));
        }
    }

    #[inline(always)]
    fn push_to_set(moves: &mut MoveWriter<'_>, from: Square, targets: Bitboard) {
        for to in targets {
            moves.push(Move::new(from, to, MoveFlags::empty()));
        }
    }

    #[inline(always)]
    fn push_steps(moves: &mut MoveWriter<'_>, targets: Bitboard, step: i8, flags: u16) {
        for to in targets {
            let from = Square::from_0x88(to.coordinate().wrapping_sub(step as u8));
            moves.push(Move::new(from, to, MoveFlags::from_bits_retain(flags)));
        }
    }

    /// Walks each ray until something stops it: less work than a whole view.
    #[inline(always)]
    fn piece_moves(
        board: [u8; 128],
        _: Planes,
        from: Square,
        piece: Piece,
        own: Color,
    ) -> [u64; 2] {
        let squares = &LANE_SQUARES.0[from.dense() & 63];
        let own = Piece::color_bit(own);
        let (mut steps, mut captures) = (0, 0);
        for_rays(piece_lanes(piece.byte()), |lane| {
            // The guard is of both colours, so it stops a ray like an own piece.
            let byte = board[squares[lane & 63] as usize & 127];
            if byte == 0 {
                steps |= 1 << lane;
                return true;
            }
            captures |= u64::from(byte & own == 0) << lane;
            false
        });
        [steps | captures, captures]
    }

    /// From the set of all pieces, which its caller has anyway: no ray is walked.
    #[inline(always)]
    fn piece_attacks(
        _: [u8; 128],
        occupied: Bitboard,
        square: Square,
        kind: PieceKind,
    ) -> Bitboard {
        piece_attacks(occupied, square, kind)
    }
}

/// The squares that a piece of this kind (not a pawn) on `square` attacks if nothing is
/// known of the board but the occupied squares.
#[inline(always)]
pub fn piece_attacks(occupied: Bitboard, square: Square, kind: PieceKind) -> Bitboard {
    match kind {
        PieceKind::King => king_steps(square),
        PieceKind::Knight => {
            let jumps = knight_attacks(Bitboard::of(square).0);
            Bitboard(jumps.into_iter().fold(0, |all, set| all | set))
        }
        PieceKind::Bishop => diagonal_attacks(occupied, square),
        PieceKind::Rook => orthogonal_attacks(occupied, square),
        _ => diagonal_attacks(occupied, square) | orthogonal_attacks(occupied, square),
    }
}

/// The lines through each square, without it: file, diagonal, antidiagonal.
static LINES: [[u64; 3]; 64] = {
    let mut lines = [[0; 3]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let (files, ranks) = (to % 8 - from % 8, to / 8 - from / 8);
            if from != to {
                lines[from as usize][0] |= ((files == 0) as u64) << to;
                lines[from as usize][1] |= ((files == ranks) as u64) << to;
                lines[from as usize][2] |= ((files == -ranks) as u64) << to;
            }
            to += 1;
        }
        from += 1;
    }
    lines
};

/// Attacks along the first rank by file and by the occupation of the files b to g.
static RANK_ATTACKS: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = inner << 1;
            let mut step = -1;
            while step <= 1 {
                let mut to = file as i32 + step;
                while to >= 0 && to < 8 {
                    table[file][inner] |= 1 << to;
                    if occupied >> to & 1 != 0 {
                        break;
                    }
                    to += step;
                }
                step += 2;
            }
            inner += 1;
        }
        file += 1;
    }
    table
};

/// Attacks of a slider along a line: subtracting it from the pieces ahead borrows up to
/// the nearest one, once as the board stands and once upside down (obstruction
/// difference; Gerd Isenberg's hyperbola quintessence).
#[inline(always)]
fn line_attacks(occupied: Bitboard, square: Square, line: u64) -> u64 {
    let slider = Bitboard::of(square).0;
    let blockers = occupied.0 & line;
    let up = blockers.wrapping_sub(slider);
    let down = blockers.swap_bytes().wrapping_sub(slider.swap_bytes()).swap_bytes();
    (up ^ down) & line
}

#[inline(always)]
fn diagonal_attacks(occupied: Bitboard, square: Square) -> Bitboard {
    let [_, diagonal, antidiagonal] = LINES[square.dense() & 63];
    let attacks = [diagonal, antidiagonal].map(|line| line_attacks(occupied, square, line));
    Bitboard(attacks[0] | attacks[1])
}

#[inline(always)]
fn orthogonal_attacks(occupied: Bitboard, square: Square) -> Bitboard {
    let (file, rank) = (square.dense() & 7, square.dense() & 56);
    let inner = (occupied.0 >> rank >> 1 & 63) as usize;
    let along_file = line_attacks(occupied, square, LINES[square.dense() & 63][0]);
    Bitboard(along_file | u64::from(RANK_ATTACKS[file][inner]) << rank)
}

/// Calls `visit` with the lanes of each ray, nearest first, until it returns false; jumps
/// are rays of one lane.
#[inline(always)]
fn for_rays(lanes: u64, mut visit: impl FnMut(usize) -> bool) {
    let mut rays = lanes;
    while rays != 0 {
        let first = rays.trailing_zeros() as usize;
        let end = if first & 7 == 0 { first + 1 } else { first + 7 };
        rays &= !(0xff << (first & !7));
        let mut lane = first;
        while lane < end && visit(lane) {
            lane += 1;
        }
    }
}

/// Eight bytes as one number, the first lowest.
#[inline(always)]
fn row(bytes: &[u8], start: usize) -> u64 {
    let mut row = [0; 8];
    row.copy_from_slice(&bytes[start..start + 8]);
    u64::from_le_bytes(row)
}
