//! The checksum at the end of a Syzygy table: 16 bytes over all before them.
//!
//! It is CityHash with CRC instructions (Geoff Pike and Jyrki Alakuijala, Google), as
//! Ronald de Man's generator uses it: 256 bits of each 16 MiB, and 128 bits of these.

#[cfg(feature = "cli")]
use cityhash_rs::cityhash_103_128;
use crc32c::crc32c_append;

/// The library alone does not compare checksums.
#[cfg(not(feature = "cli"))]
fn cityhash_103_128(_: &[u8]) -> u128 {
    0
}

/// Bytes of the checksum.
pub(super) const SIZE: usize = 16;

/// Bytes that are summed up at a time.
const PART: usize = 1 << 24;

/// The longest text of which 128 bits are taken without CRC instructions.
const SHORT: usize = 900;

/// Bytes of a round, and of each of its six steps.
const ROUND: usize = 240;
const STEP: usize = 40;

/// The first of the primes of the hash.
const K0: u64 = 0xc3a5_c85c_97cb_3127;

/// True if the last bytes of a table are the checksum of those before.
pub(super) fn is_right(table: &[u8]) -> bool {
    let Some((content, sum)) = table.split_last_chunk::<SIZE>() else { return false };
    let parts: Vec<u8> =
        content.chunks(PART).flat_map(hash_256).flat_map(u64::to_le_bytes).collect();
    sum[..] == hash_128(&parts)
}

fn hash_128(text: &[u8]) -> [u8; SIZE] {
    let halves = if text.len() <= SHORT {
        let hash = cityhash_103_128(text);
        [(hash >> 64) as u64, hash as u64]
    } else {
        let [.., third, fourth] = hash_256(text);
        [third, fourth]
    };
    let mut bytes = [0; SIZE];
    bytes[..8].copy_from_slice(&halves[0].to_le_bytes());
    bytes[8..].copy_from_slice(&halves[1].to_le_bytes());
    bytes
}

/// Less than a round is filled with zeros, its length in the seed.
fn hash_256(text: &[u8]) -> [u64; 4] {
    if text.len() >= ROUND {
        return hash_rounds(text, 0);
    }
    let mut filled = [0; ROUND];
    filled[..text.len()].copy_from_slice(text);
    hash_rounds(&filled, !(text.len() as u32))
}

/// The eight bytes from this place on as a number.
fn word(text: &[u8], at: usize) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&text[at..][..8]);
    u64::from_le_bytes(bytes)
}

/// The state of the hash.
struct State {
    /// Five words, and the first of them before the last step.
    words: [u64; 6],
    /// A CRC over each of the five.
    sums: [u32; 5],
}

impl State {
    /// Takes in 40 bytes.
    #[inline(always)]
    fn step(&mut self, text: &[u8], factor: u64, turn: u32) {
        let [a, b, c, d, e, t] = self.words;
        let mix = |word: u64, by: u32| word.rotate_right(by ^ turn).wrapping_mul(factor);
        let mixed = [mix(b, 41), mix(c, 27), mix(d, 41), mix(e, 33), mix(t, 25)];
        for (index, mixed) in mixed.into_iter().enumerate() {
            let new = mixed.wrapping_add(word(text, 8 * index));
            self.words[index] = new;
            // The instruction itself inverts nothing.
            self.sums[index] = !crc32c_append(!self.sums[index], &new.to_le_bytes());
        }
        self.words[5] = a;
    }
}

/// The hash of at least a round.
fn hash_rounds(text: &[u8], seed: u32) -> [u64; 4] {
    let length = text.len() as u64;
    let a = word(text, 56).wrapping_add(K0);
    let b = word(text, 96).wrapping_add(K0);
    let c = join(b, length);
    let d = word(text, 120).wrapping_mul(K0).wrapping_add(length);
    let e = word(text, 184).wrapping_add(seed.into());
    let [first, second] = [c, d];
    let mut state = State { words: [a, b, c, d, e, c.wrapping_add(d)], sums: [seed, 0, 0, 0, 0] };
    let mut rounds = text.chunks_exact(ROUND);
    for round in rounds.by_ref() {
        for (index, part) in round.chunks_exact(STEP).enumerate() {
            let (factor, turn) = if index % 2 == 0 { (1, 1) } else { (K0, 0) };
            state.step(part, factor, turn);
        }
    }
    let rest = rounds.remainder();
    let mut steps = rest.chunks_exact(STEP);
    for part in steps.by_ref() {
        state.step(part, K0, 0);
    }
    if !steps.remainder().is_empty() {
        // The last bytes, some of them for the second time.
        state.step(&text[text.len() - STEP..], K0, 0);
    }
    finish(&state, [first, second])
}

fn finish(state: &State, [first, second]: [u64; 2]) -> [u64; 4] {
    let [a, b, c, d, e, t] = state.words;
    let [f, g, h, i, j] = state.sums.map(u64::from);
    let sum = |words: &[u64]| words.iter().fold(0_u64, |sum, &word| sum.wrapping_add(word));
    let j = sum(&[j, i << 32]);
    let a = join(a, j);
    let h = sum(&[h, g << 32]);
    let b = sum(&[b, h]);
    let c = sum(&[join(c, f), i]);
    let d = join(d, sum(&[e, first]));
    let j = sum(&[j, e]);
    let i = sum(&[i, join(h, t)]);
    let e = sum(&[join(a, d), j]);
    let f = sum(&[join(b, c), a]);
    let g = sum(&[join(j, i), c]);
    let shake = |word: u64| {
        let word = word.wrapping_mul(K0);
        (word ^ word >> 47).wrapping_mul(K0)
    };
    let first = sum(&[e, f, g, h]);
    let a = sum(&[shake(sum(&[a, g])), b]);
    let second = sum(&[second, a, first]);
    let a = sum(&[shake(a), c]);
    let third = sum(&[a, second]);
    let a = shake(sum(&[a, e]));
    [first, second, third, sum(&[a, third])]
}

/// Two words as one (after Murmur).
fn join(low: u64, high: u64) -> u64 {
    const FACTOR: u64 = 0x9ddf_ea08_eb38_2d69;
    let a = (low ^ high).wrapping_mul(FACTOR);
    let b = (high ^ a ^ a >> 47).wrapping_mul(FACTOR);
    (b ^ b >> 47).wrapping_mul(FACTOR)
}

#[cfg(test)]
mod tests {
    use super::is_right;

    /// Sums by the C code of the generator, of bytes that a congruence gives. The longest
    /// text has two parts.
    const SUMS: [(usize, [u64; 2]); 4] = [
        (100, [0x22e1_fd49_ae79_0250, 0xaf22_4664_c3be_3f70]),
        (240, [0xe19c_e8e4_adcb_ca43, 0x2885_f1ef_022b_ad54]),
        (1000, [0xe5c4_6b75_5a47_0cb7, 0xd09c_337e_90a0_ed1b]),
        (16_777_226, [0xa96d_e6ba_15bf_ca8a, 0x007d_0a78_b97e_4ecb]),
    ];

    #[test]
    fn sums_are_those_of_the_generator() {
        for (length, sum) in SUMS {
            let mut state = 1_u64;
            let mut table: Vec<u8> = (0..length)
                .map(|_| {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    (state >> 56) as u8
                })
                .collect();
            table.extend(sum.into_iter().flat_map(u64::to_le_bytes));
            assert!(is_right(&table), "{length}");
            table[length / 2] ^= 1;
            assert!(!is_right(&table), "{length}");
        }
        assert!(!is_right(&[]) && !is_right(&[0; 16]));
    }
}
