//! The values of a table as the file has them: pairs of values replaced by symbols again and
//! again (Re-Pair), and the symbols in a canonical Huffman code, in blocks of one size.
//!
//! A sparse index says for every so many places which block has the one in the middle of
//! them, and where in it; from there the numbers of values of the blocks lead on to the block
//! of a place. Nothing that a file says is trusted: symbols without end, lengths that lead out
//! of the file and places that don't exist are all found as damage.

use super::pages::Pages;
use std::io;

/// Why a value can't be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file ends too early, or the system says so.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// What the file says can't be.
    #[error("damaged: {0}")]
    Damaged(&'static str),
}

use ReadError::Damaged;

/// Bytes of an entry of the sparse index: the block, four, and the place in it, two.
const SPARSE_ENTRY: u64 = 6;
/// Bytes of the number of values of a block.
const LENGTH: u64 = 2;
/// Blocks begin at multiples of so many bytes.
const ALIGNMENT: u64 = 64;
/// The largest block has 64 KiB.
const MOST_BLOCK_BITS: u8 = 16;
/// Stands for the right half of a symbol that is a value.
const IS_VALUE: u16 = 0xfff;
/// The most values that a block can have.
const MOST_VALUES: u32 = 1 << 16;
/// No way from the sparse index to a block is so long.
const MOST_STEPS: usize = 1 << 17;

/// Where the parts of some values lie in the file.
#[derive(Clone, Copy, Debug, Default)]
struct Parts {
    sparse: u64,
    lengths: u64,
    blocks: u64,
}

/// The values of one side to move, or one side and file of the first pawn.
#[derive(Debug)]
pub struct Packed {
    /// The bits that tell DTZ tables apart, see [`super::table`].
    pub flags: u8,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// The same value everywhere.
    Constant(u8),
    Blocks(Blocks),
}

/// A symbol: two others, or a value.
#[derive(Clone, Copy, Debug)]
struct Symbol {
    left: u16,
    right: u16,
    /// The values it stands for.
    values: u32,
}

#[derive(Debug)]
struct Blocks {
    /// The number of places.
    size: u64,
    block_bits: u8,
    span_bits: u8,
    /// Blocks with values, and numbers of values in the file.
    count: u32,
    lengths: u32,
    /// Bits of the shortest code.
    shortest: u32,
    /// For each length of a code: the least of them, its first bit the highest of 64, and its
    /// symbol.
    codes: Vec<(u64, u16)>,
    symbols: Vec<Symbol>,
    parts: Parts,
}

/// Reads through a file from front to back.
#[derive(Debug)]
pub struct Cursor<'a> {
    pages: &'a Pages,
    /// The next byte.
    pub at: u64,
}

impl<'a> Cursor<'a> {
    /// Begins at this byte.
    pub fn new(pages: &'a Pages, at: u64) -> Self {
        Self { pages, at }
    }

    /// The next bytes.
    pub fn bytes<const N: usize>(&mut self) -> Result<[u8; N], ReadError> {
        let bytes = self.pages.bytes(self.at)?;
        self.at += N as u64;
        Ok(bytes)
    }

    /// The next byte.
    pub fn byte(&mut self) -> Result<u8, ReadError> {
        self.bytes().map(|[byte]| byte)
    }

    /// The next two bytes, the lower one first.
    pub fn word(&mut self) -> Result<u16, ReadError> {
        self.bytes().map(u16::from_le_bytes)
    }

    /// Goes on at the next multiple of `bytes`.
    pub fn align(&mut self, bytes: u64) {
        self.at = self.at.next_multiple_of(bytes);
    }

    fn skip(&mut self, bytes: u64) -> u64 {
        let at = self.at;
        // A damaged length may be anything, and the end is found when it is read.
        self.at = self.at.saturating_add(bytes).min(u64::MAX / 2);
        at
    }
}

impl Packed {
    /// Set in the flags if there is one value only.
    const CONSTANT: u8 = 0x80;

    /// Reads the description of the values of `size` places.
    pub fn read(cursor: &mut Cursor<'_>, size: u64) -> Result<Self, ReadError> {
        let [flags, next] = cursor.bytes()?;
        if flags & Self::CONSTANT != 0 {
            return Ok(Self { flags, content: Content::Constant(next) });
        }
        let block_bits = next;
        let [span_bits, padding] = cursor.bytes()?;
        let count = u32::from_le_bytes(cursor.bytes()?);
        let [longest, shortest] = cursor.bytes()?;
        let (longest, shortest) = (u32::from(longest), u32::from(shortest));
        if block_bits > MOST_BLOCK_BITS || span_bits == 0 || span_bits > 32 {
            return Err(Damaged("the size of its blocks"));
        }
        if shortest == 0 || shortest > longest || longest > 32 {
            return Err(Damaged("the lengths of its codes"));
        }
        let first: Vec<u16> =
            (shortest..=longest).map(|_| cursor.word()).collect::<Result<_, _>>()?;
        let symbols = usize::from(cursor.word()?);
        if symbols > usize::from(IS_VALUE) {
            return Err(Damaged("the number of its symbols"));
        }
        let pairs: Vec<[u8; 3]> = (0..symbols).map(|_| cursor.bytes()).collect::<Result<_, _>>()?;
        cursor.skip(symbols as u64 & 1);
        let lengths =
            count.checked_add(padding.into()).ok_or(Damaged("the number of its blocks"))?;
        let content = Content::Blocks(Blocks {
            size,
            block_bits,
            span_bits,
            count,
            lengths,
            shortest,
            codes: codes(&first, shortest)?,
            symbols: symbols_of(&pairs)?,
            parts: Parts::default(),
        });
        Ok(Self { flags, content })
    }

    /// Takes note of where the sparse index lies, and goes on behind it.
    pub fn place_sparse(&mut self, cursor: &mut Cursor<'_>) {
        if let Content::Blocks(blocks) = &mut self.content {
            let entries = blocks.size.div_ceil(1 << blocks.span_bits);
            blocks.parts.sparse = cursor.skip(entries.saturating_mul(SPARSE_ENTRY));
        }
    }

    /// Takes note of where the numbers of values of the blocks lie.
    pub fn place_lengths(&mut self, cursor: &mut Cursor<'_>) {
        if let Content::Blocks(blocks) = &mut self.content {
            blocks.parts.lengths = cursor.skip(u64::from(blocks.lengths) * LENGTH);
        }
    }

    /// Takes note of where the blocks lie.
    pub fn place_blocks(&mut self, cursor: &mut Cursor<'_>) {
        if let Content::Blocks(blocks) = &mut self.content {
            cursor.align(ALIGNMENT);
            blocks.parts.blocks = cursor.skip(u64::from(blocks.count) << blocks.block_bits);
        }
    }

    /// The value at a place, at most 12 bits.
    pub fn value(&self, pages: &Pages, index: u64) -> Result<u16, ReadError> {
        match &self.content {
            Content::Constant(value) => Ok(u16::from(*value)),
            Content::Blocks(blocks) => blocks.value(pages, index),
        }
    }
}

/// The least code of each length, from the first symbols of each length: a code of one bit less
/// begins where those of one bit more, two at a time, end.
fn codes(first: &[u16], shortest: u32) -> Result<Vec<(u64, u16)>, ReadError> {
    let mut least = vec![0_u64; first.len()];
    for index in (0..first.len() - 1).rev() {
        let longer = u64::from(first[index + 1]);
        let sum = (least[index + 1] + u64::from(first[index])).checked_sub(longer);
        least[index] = sum.ok_or(Damaged("its codes"))? / 2;
    }
    let mut codes = Vec::with_capacity(first.len());
    for (index, (&least, &symbol)) in least.iter().zip(first).enumerate() {
        let bits = shortest + index as u32;
        if least >> bits != 0 {
            return Err(Damaged("its codes"));
        }
        codes.push((least << (64 - bits), symbol));
    }
    Ok(codes)
}

/// The symbols, with the number of values of each.
fn symbols_of(pairs: &[[u8; 3]]) -> Result<Vec<Symbol>, ReadError> {
    let mut symbols: Vec<Symbol> = pairs
        .iter()
        .map(|&[a, b, c]| {
            let left = u16::from(a) | u16::from(b & 15) << 8;
            let right = u16::from(b) >> 4 | u16::from(c) << 4;
            Symbol { left, right, values: u32::from(right == IS_VALUE) }
        })
        .collect();
    // A symbol is known as soon as both halves are; in a circle none ever is.
    loop {
        let (mut unknown, mut found) = (false, false);
        for index in 0..symbols.len() {
            let Symbol { left, right, values } = symbols[index];
            if values > 0 {
                continue;
            }
            let of = |half: u16| symbols.get(usize::from(half)).map(|symbol| symbol.values);
            let (Some(left), Some(right)) = (of(left), of(right)) else {
                return Err(Damaged("a symbol that does not exist"));
            };
            if left == 0 || right == 0 {
                unknown = true;
            } else if left + right > MOST_VALUES {
                return Err(Damaged("a symbol of too many values"));
            } else {
                symbols[index].values = left + right;
                found = true;
            }
        }
        if !unknown {
            return Ok(symbols);
        }
        if !found {
            return Err(Damaged("symbols that contain each other"));
        }
    }
}

impl Blocks {
    fn value(&self, pages: &Pages, index: u64) -> Result<u16, ReadError> {
        if index >= self.size {
            return Err(Damaged("a place that does not exist"));
        }
        let (block, place) = self.block_of(pages, index)?;
        let start = self.parts.blocks + (u64::from(block) << self.block_bits);
        let (symbol, place) = self.symbol_at(pages, start, place)?;
        Ok(self.value_in(symbol, place))
    }

    /// The block of a place in the table, and the place in the block.
    fn block_of(&self, pages: &Pages, index: u64) -> Result<(u32, u32), ReadError> {
        let span = 1_u64 << self.span_bits;
        let entry: [u8; SPARSE_ENTRY as usize] =
            pages.bytes(self.parts.sparse + index / span * SPARSE_ENTRY)?;
        let [a, b, c, d, e, f] = entry;
        let mut block = u32::from_le_bytes([a, b, c, d]);
        let middle = i64::from(u16::from_le_bytes([e, f]));
        let mut place = middle + (index % span) as i64 - (span / 2) as i64;
        let values = |block: u32| {
            if block >= self.lengths {
                return Err(Damaged("a block that does not exist"));
            }
            let at = self.parts.lengths + u64::from(block) * LENGTH;
            Ok(i64::from(u16::from_le_bytes(pages.bytes(at)?)) + 1)
        };
        for _ in 0..MOST_STEPS {
            if place < 0 {
                block = block.checked_sub(1).ok_or(Damaged("a block that does not exist"))?;
                place += values(block)?;
            } else {
                let values = values(block)?;
                if place < values {
                    return Ok((block, place as u32));
                }
                place -= values;
                block += 1;
            }
        }
        Err(Damaged("the numbers of values of its blocks"))
    }

    /// The symbol that stands for a place of the block that begins at `start`, and the place
    /// among its values.
    fn symbol_at(&self, pages: &Pages, start: u64, place: u32) -> Result<(u16, u32), ReadError> {
        let mut window = u64::from_be_bytes(pages.bytes(start)?);
        let (mut at, mut used) = (start + 8, 0);
        let mut place = place;
        loop {
            let place_of = |&(least, _): &(u64, u16)| window >= least;
            let Some(index) = self.codes.iter().position(place_of) else {
                return Err(Damaged("a code that does not exist"));
            };
            let (least, first) = self.codes[index];
            let bits = self.shortest + index as u32;
            let symbol = u64::from(first) + ((window - least) >> (64 - bits));
            let Some(values) = self.symbols.get(symbol as usize).map(|symbol| symbol.values) else {
                return Err(Damaged("a symbol that does not exist"));
            };
            if place < values {
                return Ok((symbol as u16, place));
            }
            place -= values;
            window <<= bits;
            used += bits;
            if used >= 32 {
                used -= 32;
                // What follows the last code of the last block may be the end of the file.
                window |= u64::from(u32::from_be_bytes(pages.padded(at)?)) << used;
                at += 4;
            }
        }
    }

    /// The value at a place among those of a symbol.
    fn value_in(&self, symbol: u16, mut place: u32) -> u16 {
        let mut symbol = self.symbols[usize::from(symbol)];
        // Both halves have fewer values.
        while symbol.right != IS_VALUE {
            let left = self.symbols[usize::from(symbol.left)];
            if place < left.values {
                symbol = left;
            } else {
                place -= left.values;
                symbol = self.symbols[usize::from(symbol.right)];
            }
        }
        symbol.left
    }
}
