//! Memory of its own for large arrays.

use bytemuck::Zeroable;
use memmap2::MmapMut;
use std::alloc::{Layout, handle_alloc_error};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// An array of zeros that is mapped by itself. Its memory comes page by page from the node of the
/// thread that writes to it first, and goes back to the system at the end; an allocator would keep
/// what threads leave behind.
pub struct Mapped<T> {
    memory: MmapMut,
    length: usize,
    kind: PhantomData<[T]>,
}

impl<T: Zeroable + Copy> Mapped<T> {
    /// So many zeros. Ends the program if there is no memory, as an allocation does.
    pub fn new(length: usize) -> Self {
        let bytes = length.saturating_mul(size_of::<T>()).max(1);
        let layout = Layout::array::<T>(length).unwrap_or(Layout::new::<T>());
        let memory = MmapMut::map_anon(bytes);
        let memory = memory.unwrap_or_else(|_| handle_alloc_error(layout));
        assert!(memory.as_ptr().cast::<T>().is_aligned());
        Self { memory, length, kind: PhantomData }
    }
}

impl<T> Deref for Mapped<T> {
    type Target = [T];

    #[inline(always)]
    #[allow(unsafe_code)]
    fn deref(&self) -> &[T] {
        // SAFETY: the mapping is aligned and has room for so many, which were zero, a value of
        // the type, until others were written.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast(), self.length) }
    }
}

impl<T> DerefMut for Mapped<T> {
    #[inline(always)]
    #[allow(unsafe_code)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`.
        unsafe { std::slice::from_raw_parts_mut(self.memory.as_mut_ptr().cast(), self.length) }
    }
}

impl<T> fmt::Debug for Mapped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mapped({})", self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_an_array_of_zeros_that_can_be_written() {
        let mut mapped = Mapped::<[u16; 3]>::new(10_000);
        assert_eq!(mapped.len(), 10_000);
        assert!(mapped.iter().all(|value| *value == [0; 3]));
        mapped[9_999] = [1, 2, 3];
        assert_eq!((mapped[9_998], mapped[9_999]), ([0; 3], [1, 2, 3]));
        assert!(Mapped::<u16>::new(0).is_empty());
    }
}
