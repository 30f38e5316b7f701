//! Memory of its own for large pieces: mapped, zeroed, and given back as a whole. WebAssembly has no
//! mapping, and gets it from the allocator.

#[cfg(not(target_family = "wasm"))]
pub use memmap2::{MmapMut, MmapRaw};
#[cfg(target_family = "wasm")]
pub use plain::{MmapMut, MmapRaw};

#[cfg(target_family = "wasm")]
mod plain {
    use std::io;
    use std::sync::atomic::AtomicU64;

    /// Zeroed memory.
    pub struct MmapMut(Vec<AtomicU64>);

    impl MmapMut {
        /// At least so many bytes.
        pub fn map_anon(bytes: usize) -> io::Result<Self> {
            let (mut memory, count) = (Vec::new(), bytes.div_ceil(size_of::<AtomicU64>()));
            memory.try_reserve_exact(count).map_err(|_| io::ErrorKind::OutOfMemory)?;
            memory.resize_with(count, AtomicU64::default);
            Ok(Self(memory))
        }

        /// Its first byte.
        pub fn as_ptr(&self) -> *const u8 {
            self.0.as_ptr().cast()
        }
    }

    /// Memory that threads share.
    pub struct MmapRaw(MmapMut);

    impl MmapRaw {
        /// Its first byte.
        pub fn as_mut_ptr(&self) -> *mut u8 {
            self.0.as_ptr().cast_mut()
        }

        /// Its length in bytes.
        pub fn len(&self) -> usize {
            size_of_val(&*self.0.0)
        }
    }

    impl From<MmapMut> for MmapRaw {
        fn from(memory: MmapMut) -> Self {
            Self(memory)
        }
    }
}
