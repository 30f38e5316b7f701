//! The transposition table: what earlier searches found out about a position.
//!
//! It is shared by all threads without locks. An entry is two atomic words, the
//! data and the key xored with the data, so a mix of two writes doesn't match any
//! key (Hyatt and Mann, "A Lock-less Transposition Table", 2002). A value that
//! reached beta is a *lower* bound, one that never raised alpha an *upper* bound
//! (source text 002 swaps the names).
//!
//! [`map_large_pieces`] is here because unsafe code is.

mod entry;
mod memory;

pub use entry::Entry;
pub use memory::{map_large_pieces, prefetch};

use super::mapping::{MmapMut, MmapRaw};
use super::window::Bound;
use entry::Packed;
use std::hint::black_box;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread::available_parallelism;

/// Entries that share a cache line and compete for room.
const BUCKET: usize = 4;

/// Searches after which the age of an entry wraps round.
const AGES: u8 = 32;

/// Words of a bucket: for each entry the key xored with the data, and the data.
const BUCKET_WORDS: usize = 2 * BUCKET;

/// Bytes of a cache line, on which buckets start.
const LINE: usize = 64;

/// Bytes of a huge page, on most processors.
const HUGE_PAGE: usize = 2 << 20;

/// Bytes of the smallest page of any processor.
const SMALL_PAGE: usize = 4096;

/// Tables up to this size in bytes are cleared in place, whether all of their memory is in use or
/// not. A larger one whose memory has not all come yet gets fresh memory, which is zeroed page by
/// page as it is used.
const CLEAR_IN_PLACE: usize = 256 << 20;

/// Bytes that are worth a thread of their own when a table is cleared.
const CLEAR_PART: usize = 32 << 20;

/// One entry of a bucket.
#[derive(Clone, Copy)]
struct Slot<'a> {
    /// Key xor data.
    lock: &'a AtomicU64,
    data: &'a AtomicU64,
}

/// The table; all methods but clearing and ageing work on a shared reference.
pub struct Table {
    memory: MmapRaw,
    /// Bytes before the first that starts a huge page.
    offset: usize,
    buckets: usize,
    /// Huge pages from the start on that have their memory, or that a thread fetches it for.
    faulted: AtomicUsize,
    age: u8,
}

impl Table {
    /// A table of about `megabytes` MiB (at least one); `None` if the memory can't
    /// be had.
    pub fn new(megabytes: usize) -> Option<Self> {
        let bytes = megabytes.max(1).checked_mul(1 << 20)?;
        let memory = MmapMut::map_anon(bytes.checked_add(HUGE_PAGE)?).ok()?;
        // On small pages nearly every probe would miss the translation buffer too. (Miri
        // does not know the call.)
        #[cfg(all(target_os = "linux", not(miri)))]
        if let Err(error) = memory.advise(memmap2::Advice::HugePage) {
            log::debug!("the table lies on small pages: {error}");
        }
        let offset = memory.as_ptr().align_offset(HUGE_PAGE);
        let (buckets, faulted) = (bytes / LINE, AtomicUsize::new(0));
        Some(Self { memory: memory.into(), offset, buckets, faulted, age: 0 })
    }

    /// Its size in MiB.
    #[cfg(test)]
    pub fn megabytes(&self) -> usize {
        (self.buckets * LINE) >> 20
    }

    /// Forgets everything, on all processors where that pays.
    pub fn clear(&mut self) {
        let bytes = self.buckets * LINE;
        let is_in_use = self.prefaulted() >= self.pages();
        if bytes > CLEAR_IN_PLACE
            && !is_in_use
            && let Some(fresh) = Self::new(bytes >> 20)
        {
            *self = fresh;
            return;
        }
        let threads = available_parallelism().map_or(1, NonZero::get).min(bytes / CLEAR_PART);
        let words = self.words_mut();
        let clear = |part: &mut [AtomicU64]| part.iter_mut().for_each(|word| *word.get_mut() = 0);
        if threads > 1 {
            let part = words.len().div_ceil(threads);
            std::thread::scope(|scope| {
                let (own, others) = words.split_at_mut(part);
                for part in others.chunks_mut(part) {
                    scope.spawn(move || clear(part));
                }
                clear(own);
            });
        } else {
            clear(words);
        }
        *self.faulted.get_mut() = self.pages();
        self.age = 0;
    }

    /// The number of huge pages, the last of which may be a part.
    fn pages(&self) -> usize {
        (self.buckets * LINE).div_ceil(HUGE_PAGE)
    }

    /// Fetches the memory of the next huge page or of as many small ones. It comes when it is
    /// first written to and not before, and the system takes up to some milliseconds to clear
    /// it. Several threads share the pages. False if all of the table has its memory.
    pub fn prefault(&self) -> bool {
        if self.prefaulted() >= self.pages() {
            return false;
        }
        let page = self.faulted.fetch_add(1, Relaxed);
        let Some(rest) = self.words().get(page * (HUGE_PAGE / 8)..) else { return false };
        for word in rest.iter().take(HUGE_PAGE / 8).step_by(SMALL_PAGE / 8) {
            // A write that changes nothing, of which the compiler does not know it.
            let _ = word.compare_exchange(0, black_box(0), Relaxed, Relaxed);
        }
        !rest.is_empty()
    }

    /// The number of huge pages that have their memory.
    pub fn prefaulted(&self) -> usize {
        self.faulted.load(Relaxed)
    }

    /// Starts a new search: what is in the table is older from now on.
    pub fn start_new_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// The first word. The mapping is only known by a raw pointer, through which the words
    /// may be written while the table is shared.
    #[inline(always)]
    #[allow(unsafe_code)]
    fn start(&self) -> *mut AtomicU64 {
        debug_assert!(self.offset + self.buckets * LINE <= self.memory.len());
        // SAFETY: the offset lies inside the mapping.
        unsafe { self.memory.as_mut_ptr().add(self.offset).cast() }
    }

    /// All words of the table.
    #[inline(always)]
    #[allow(unsafe_code)]
    fn words(&self) -> &[AtomicU64] {
        // SAFETY: from its start on, which is aligned, the table has this many words; they
        // are zero or were written as atomics, and while `self` is shared they are reached
        // as atomics only.
        unsafe { std::slice::from_raw_parts(self.start(), self.buckets * BUCKET_WORDS) }
    }

    /// All words of the table, which nobody else has.
    #[allow(unsafe_code)]
    fn words_mut(&mut self) -> &mut [AtomicU64] {
        // SAFETY: as in `words`, and `self` is not shared.
        unsafe { std::slice::from_raw_parts_mut(self.start(), self.buckets * BUCKET_WORDS) }
    }

    #[inline(always)]
    fn slots(words: &[AtomicU64]) -> impl Iterator<Item = Slot<'_>> {
        words.chunks_exact(2).map(|pair| Slot { lock: &pair[0], data: &pair[1] })
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        // Multiplication maps the key's range onto the table's.
        let bucket = ((key as u128 * self.buckets as u128) >> 64) as usize;
        &self.words()[bucket * BUCKET_WORDS..][..BUCKET_WORDS]
    }

    /// Asks for the memory of a key, which will be looked up soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.bucket(key)[0]);
    }

    /// The entry of a position `ply` plies from the root.
    #[inline(always)]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        Self::slots(self.bucket(key)).find_map(|slot| {
            let data = slot.data.load(Relaxed);
            let packed = Packed(data);
            (slot.lock.load(Relaxed) ^ data == key && !packed.is_empty())
                .then(|| packed.unpack(ply))
        })
    }

    /// Remembers what was found `ply` plies from the root. The entry of the same
    /// position is replaced unless it is much deeper, else the one that is worth
    /// least: shallow, and old.
    pub fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let mut victim = None;
        let mut least = i32::MAX;
        for slot in Self::slots(self.bucket(key)) {
            let old = Packed(slot.data.load(Relaxed));
            if slot.lock.load(Relaxed) ^ old.0 == key && !old.is_empty() {
                if entry.mv.is_none() {
                    entry.mv = old.unpack(ply).mv;
                }
                let fresh = old.age() == self.age;
                if entry.bound != Bound::Exact && fresh && entry.depth + 4 < old.depth() {
                    return;
                }
                victim = Some(slot);
                break;
            }
            let worth = if old.is_empty() { i32::MIN } else { self.worth(old) };
            if victim.is_none() || worth < least {
                least = worth;
                victim = Some(slot);
            }
        }
        let data = Packed::new(&entry, ply, self.age).0;
        if let Some(slot) = victim {
            slot.data.store(data, Relaxed);
            slot.lock.store(key ^ data, Relaxed);
        }
    }

    fn worth(&self, entry: Packed) -> i32 {
        let age = (self.age + AGES - entry.age()) % AGES;
        entry.depth() - 4 * age as i32
    }

    /// Permille of the table that this search filled, from a sample.
    pub fn hashfull(&self) -> u32 {
        let sample = self.buckets.min(250);
        let used = Self::slots(&self.words()[..sample * BUCKET_WORDS])
            .map(|slot| Packed(slot.data.load(Relaxed)))
            .filter(|entry| !entry.is_empty() && entry.age() == self.age)
            .count();
        (used * 1000 / (sample * BUCKET)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MAX_PLY, Move, Score};
    use proptest::prelude::*;

    fn entry(value: Score, depth: i32, bound: Bound) -> Entry {
        let (mv, eval) = (Move::from_bits(0x2010), Score::cp(-55));
        Entry { mv, value, eval, depth, bound, is_pv: true }
    }

    /// Any score between this one and its negation.
    fn up_to(most: Score) -> impl Strategy<Value = Score> {
        ((-most).centipawns()..=most.centipawns()).prop_map(Score::cp)
    }

    /// Any entry that a search stores. Mates and wins by the tables lie further from the
    /// root than the node that knows them.
    fn entries() -> impl Strategy<Value = (usize, Entry)> {
        let bounds = prop_oneof![Just(Bound::Lower), Just(Bound::Upper), Just(Bound::Exact)];
        let scores = (0..=MAX_PLY).prop_flat_map(|ply| (Just(ply), up_to(Score::mate_in(ply))));
        let fields = (any::<u16>(), scores, up_to(Score::EVAL_MAX), 0..=255);
        (fields, bounds, any::<bool>()).prop_map(
            |((mv, (ply, value), eval, depth), bound, is_pv)| {
                (ply, Entry { mv: Move::from_bits(mv), value, eval, depth, bound, is_pv })
            },
        )
    }

    /// Miri is slow and lets no test write to a disk.
    fn few_for_miri() -> ProptestConfig {
        if cfg!(miri) {
            ProptestConfig { cases: 4, failure_persistence: None, ..ProptestConfig::default() }
        } else {
            ProptestConfig::default()
        }
    }

    proptest! {
        #![proptest_config(few_for_miri())]

        #[test]
        fn gives_back_what_it_got(key: u64, (ply, stored) in entries()) {
            let table = Table::new(1).unwrap();
            table.store(key, ply, stored);
            prop_assert_eq!(table.probe(key, ply), Some(stored));
            prop_assert_eq!(table.probe(key ^ 4, ply), None);
        }
    }

    /// An entry whose parts follow from its key and its value, so a mix would be seen.
    fn entry_of(key: u64, value: i32) -> Entry {
        let mix = (key ^ value as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Entry {
            mv: Move::from_bits((mix >> 8) as u16 | 1),
            value: Score::cp(value),
            eval: Score::cp(-((mix >> 50) as i32)),
            depth: (mix >> 58) as i32,
            bound: Bound::Exact,
            is_pv: mix & 1 != 0,
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "too long for Miri; ThreadSanitizer runs it")]
    fn writers_at_the_same_time_mix_no_entries() {
        let table = Table::new(1).unwrap();
        // Two buckets for sixteen keys.
        let keys: Vec<u64> = (1..=8).flat_map(|low| [low, u64::MAX - low]).collect();
        let rounds = 20_000;
        let found = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for id in 0..4 {
                let (table, keys, found) = (&table, &keys, &found);
                scope.spawn(move || {
                    for round in 0..rounds {
                        for (index, &key) in keys.iter().enumerate() {
                            let value = (round * 4 + id + index as i32) % 1000;
                            table.store(key, 0, entry_of(key, value));
                            let other = keys[(index * 7 + round as usize) % keys.len()];
                            let Some(entry) = table.probe(other, 0) else { continue };
                            assert_eq!(entry, entry_of(other, entry.value.centipawns()));
                            found.fetch_add(1, Relaxed);
                        }
                    }
                });
            }
        });
        assert!(found.into_inner() > rounds as u64, "hardly anything was found");
    }

    #[test]
    #[cfg_attr(miri, ignore = "too large for Miri")]
    fn fetching_memory_changes_no_entry() {
        let mut table = Table::new(64).unwrap();
        table.clear();
        assert!(!table.prefault(), "a table that was cleared in place has its memory");
        let mut table = Table::new(64).unwrap();
        let keys: Vec<u64> = (0..1000).map(|key| u64::MAX / 1000 * key).collect();
        for &key in &keys {
            table.store(key, 0, entry_of(key, 1));
        }
        let pages = std::iter::from_fn(|| table.prefault().then_some(())).count();
        assert_eq!(pages, 32);
        assert!(keys.iter().all(|&key| table.probe(key, 0) == Some(entry_of(key, 1))));
        table.clear();
        assert!(keys.iter().all(|&key| table.probe(key, 0).is_none()));
    }

    #[test]
    fn mate_scores_count_from_the_node_that_asks() {
        let table = Table::new(1).unwrap();
        table.store(9, 6, entry(Score::mate_in(10), 3, Bound::Exact));
        assert_eq!(table.probe(9, 2).unwrap().value, Score::mate_in(6));
        table.store(9, 6, entry(Score::mated_in(10), 3, Bound::Exact));
        assert_eq!(table.probe(9, 1).unwrap().value, Score::mated_in(5));
    }

    #[test]
    fn a_full_bucket_drops_the_shallowest_of_the_old() {
        let mut table = Table::new(1).unwrap();
        // Keys with equal high bits share a bucket.
        for key in 1..=4 {
            table.store(key, 0, entry(Score::DRAW, 10 + key as i32, Bound::Exact));
        }
        table.start_new_search();
        table.store(5, 0, entry(Score::DRAW, 1, Bound::Exact));
        let found: Vec<_> = (1..=5).filter(|&key| table.probe(key, 0).is_some()).collect();
        assert_eq!(found, [2, 3, 4, 5]);
    }
}
