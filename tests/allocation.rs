//! A search allocates nothing in its nodes: everything lives in the table, in the
//! frames of the line and on the stack. And a thread has the memory that is documented.

use nullfenster::board::{Game, Position};
#[cfg(target_os = "linux")]
use nullfenster::search::THREAD_MEMORY;
use nullfenster::search::{Control, Limits, Searcher, Silent, thread_builder};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::Instant;

thread_local! {
    /// Allocations by this thread.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator with a counter.
struct Counting;

fn count() {
    ALLOCATIONS.set(ALLOCATIONS.get() + 1);
}

// SAFETY: every call is forwarded to the system's allocator unchanged. Counting
// allocates nothing: the counter is initialised at compile time and has no
// destructor.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as the caller promises.
        unsafe { System.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most sorts of the root moves in an iteration: one for each of its windows and
/// one at its end.
const SORTS: u64 = 8;

/// Allocations and nodes of a search to a depth.
fn search(searcher: &mut Searcher, game: &Game, depth: u32) -> (u64, u64) {
    searcher.new_game();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let control = Control::new(Instant::now(), false);
    let before = ALLOCATIONS.get();
    let outcome = searcher.search(game, &limits, &control, &mut Silent);
    assert_eq!(outcome.depth, depth);
    (ALLOCATIONS.get() - before, outcome.nodes)
}

fn measure() {
    let mut searcher = Searcher::new(16, 1).unwrap();
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    ] {
        let game = Game::new(Position::from_fen(fen).unwrap());
        // The first search of a searcher allocates what later ones reuse.
        search(&mut searcher, &game, 1);
        let (shallow, few) = search(&mut searcher, &game, 6);
        let (deep, many) = search(&mut searcher, &game, 14);
        assert!(shallow > 0, "not even a search's own lists were counted");
        let more = deep - shallow;
        // A stable sort of more than twenty root moves allocates: a few times an
        // iteration, however many nodes it has.
        let sorts = if game.position().count_legal() > 20 { 8 * SORTS } else { 0 };
        assert!(more <= sorts, "{more} allocations in {} nodes of {fen}", many - few);
        assert!(many > few + 10_000, "{few} and {many} nodes prove nothing");
    }
}

#[test]
fn nodes_allocate_nothing() {
    // Allocations are counted by thread, and a search needs more stack than a test
    // thread has.
    let thread = thread_builder().spawn(measure).unwrap();
    assert!(thread.join().is_ok());
}

/// Bytes of memory in use.
#[cfg(target_os = "linux")]
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.split_whitespace().next().unwrap().parse::<usize>().unwrap() << 10
}

/// Most of it is mapped and not allocated. There are so many threads that what else the process
/// uses meanwhile is of no account.
#[cfg(target_os = "linux")]
#[test]
fn a_thread_has_the_documented_memory() {
    const THREADS: usize = 100;
    let before = resident();
    let mut searcher = Searcher::new(1, THREADS).unwrap();
    // Clearing it, each thread gets its memory.
    searcher.new_game();
    let thread = (resident() - before) / THREADS;
    let range = THREAD_MEMORY * 3 / 4 + 1..=THREAD_MEMORY;
    assert!(range.contains(&thread), "{thread} bytes, documented are {THREAD_MEMORY}");
}
