//! Memory that goes back to the system.

/// Makes the allocator map each large piece of memory by itself. Such a piece comes zeroed, page by
/// page from the node of the thread that writes to it first, and goes back to the system at its end.
/// Otherwise the GNU C library serves larger and larger pieces from its heaps, where small ones
/// keep what dropped threads leave behind.
#[allow(unsafe_code)]
pub fn map_large_pieces() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
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
