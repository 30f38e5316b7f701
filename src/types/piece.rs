//! Colours, kinds of pieces, and the one-hot byte that stands on a square.

/// The side a piece belongs to, or the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Color {
    /// White, who starts at the first rank.
    White = 0,
    /// Black, who starts at the eighth rank.
    Black = 1,
}

impl Color {
    /// Both colours, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Color {
    /// The rank (0 to 7) that this side counts as `rank`, from its own back rank (0).
    #[inline(always)]
    pub const fn rank(self, rank: u8) -> u8 {
        if let Self::White = self { rank } else { 7 - rank }
    }

    /// The 0x88 step of a pawn straight ahead.
    #[inline(always)]
    pub const fn forward(self) -> i8 {
        if let Self::White = self { 16 } else { -16 }
    }
}

impl std::ops::Not for Color {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        if let Self::White = self { Self::Black } else { Self::White }
    }
}

/// The kind of a piece without its colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// Pawn
    Pawn = 0,
    /// Knight
    Knight = 1,
    /// Bishop
    Bishop = 2,
    /// Rook
    Rook = 3,
    /// Queen
    Queen = 4,
    /// King
    King = 5,
}

impl PieceKind {
    /// All kinds, from the pawn to the king.
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// 0 (pawn) to 5 (king).
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The bit that stands for this kind in a board byte.
    #[inline(always)]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The kind with this lower-case letter; `None` for a letter of no kind.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// The lower-case letter of FEN and of promotions in UCI.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }
}

/// The byte on a square: one bit for the kind, one for the colour, 0 if empty.
///
/// One-hot bytes let one vector test answer "which of these squares hold an
/// enemy rook or queen".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(transparent)]
pub struct Piece(u8);

impl Piece {
    /// No piece.
    pub const NONE: Self = Self(0);
    /// Bit of a white piece.
    pub const WHITE: u8 = 0x40;
    /// Bit of a black piece.
    pub const BLACK: u8 = 0x80;
    /// The byte off the board that invalid ray lanes point at: it blocks like a
    /// piece of both colours and attacks like none.
    pub const GUARD: u8 = Self::WHITE | Self::BLACK;

    /// The piece of this colour and kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        Self(Self::color_bit(color) | kind.bit())
    }

    /// The colour bit of a board byte.
    #[inline(always)]
    pub const fn color_bit(color: Color) -> u8 {
        Self::WHITE << color as u8
    }

    /// Wraps a byte read from the board.
    #[inline(always)]
    pub const fn from_byte(byte: u8) -> Self {
        Self(byte)
    }

    /// The byte as it stands on the board.
    #[inline(always)]
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// True if there is no piece.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The kind; a pawn for the empty byte, so ask `is_none` first.
    #[inline(always)]
    pub const fn kind(self) -> PieceKind {
        debug_assert!(self.0 != 0);
        match (self.0 | 0x20).trailing_zeros() {
            0 => PieceKind::Pawn,
            1 => PieceKind::Knight,
            2 => PieceKind::Bishop,
            3 => PieceKind::Rook,
            4 => PieceKind::Queen,
            _ => PieceKind::King,
        }
    }

    /// True if the piece is of this colour (false for the empty byte).
    #[inline(always)]
    pub const fn is_color(self, color: Color) -> bool {
        self.0 & Self::color_bit(color) != 0
    }

    /// True if the piece is of this kind, of either colour.
    #[inline(always)]
    pub const fn is_kind(self, kind: PieceKind) -> bool {
        self.0 & kind.bit() != 0
    }

    /// The colour, if there is a piece.
    #[inline(always)]
    pub const fn color(self) -> Option<Color> {
        match self.0 & Self::GUARD {
            Self::WHITE => Some(Color::White),
            Self::BLACK => Some(Color::Black),
            _ => None,
        }
    }

    /// The FEN letter (upper case for White); `None` for a letter of no piece.
    pub fn from_letter(letter: char) -> Option<Self> {
        let kind = PieceKind::from_letter(letter.to_ascii_lowercase())?;
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(Self::new(color, kind))
    }

    /// The FEN letter (upper case for White), `.` if there is no piece.
    pub fn letter(self) -> char {
        match self.color() {
            None => '.',
            Some(Color::White) => self.kind().letter().to_ascii_uppercase(),
            Some(Color::Black) => self.kind().letter(),
        }
    }
}
