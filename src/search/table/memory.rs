//! Memory that goes back to the system, and memory that is fetched ahead.

/// Makes the allocator map each large piece of memory by itself. Such a piece comes zeroed, page by
/// page from the node of the thread that writes to it first, and goes back to the system at its end.
/// Otherwise the GNU C library serves larger and larger pieces from its heaps, where small ones
/// keep what dropped threads leave behind.
#[allow(unsafe_code)]
pub fn map_large_pieces() {
    #[cfg(all(target_os = "linux", target_env = "gnu", feature = "cli"))]
    {
        // The library's own limit at the start, which stays once it has been set.
        const LARGE: libc::c_int = 128 << 10;
        // SAFETY: sets a number of the allocator; it does not matter when.
        let set = unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE) };
        if set != 1 {
            log::warn!("memory of dropped threads may stay");
        }
    }
}

/// Asks for the cache line of a value, which will be looked at soon.
#[inline(always)]
#[allow(unsafe_code)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing, and SSE is part of x86-64.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
