//! The loops over one side's neurons, which are most of the work of an evaluation: the sum that
//! makes the value, and the update of an accumulator. There are several ways that give the same
//! numbers: [`Portable`], plain code, and on x86-64 `Avx2` and `Avx512`, where the compiler
//! fuses the last product and its sum if the build has instructions for neural networks (VNNI).
//! [`NATIVE`] is the one that the target features of this build select. Updates are plain code
//! except with AVX-512, where a compiler that tunes for a processor at hand would use half of each register.
//!
//! A neuron clipped to 0 to 255 times a weight of at most 128 fits 16 bits, so the square
//! is made as (neuron * weight) * neuron, whose second product adds up in 32 bits (idea:
//! Lizard).

use super::shape::{HIDDEN_ONE, InputRow, Row, TacticRow};

/// An implementation of the sum. A value of it exists only where the processor supports it.
pub trait Output: Copy {
    /// The name in messages.
    const NAME: &'static str;

    /// The implementation, if this processor supports it.
    fn find() -> Option<Self>;

    /// The sum of weight times square of the clipped neuron, to which the numbers of `tactic_rows` are
    /// added first, wrapping.
    fn sum(self, neurons: &Row, tactic_rows: &[&TacticRow], weights: &Row) -> i32;

    /// `to` = `from` with rows added and subtracted, wrapping; all rows together, so that each
    /// neuron is read and written once.
    #[inline(always)]
    fn update<const A: usize, const R: usize>(
        self,
        to: &mut Row,
        from: &Row,
        added: [&InputRow; A],
        removed: [&InputRow; R],
    ) {
        for (neuron, to) in to.0.iter_mut().enumerate() {
            let weight = |row: &InputRow| i16::from(row.0[neuron]);
            let plus = added.iter().fold(from.0[neuron], |sum, row| sum.wrapping_add(weight(row)));
            *to = removed.iter().fold(plus, |sum, row| sum.wrapping_sub(weight(row)));
        }
    }

    /// An update and the sum over the neurons after it, in one pass if that is faster; `tactic_rows`
    /// counts in the sum only.
    #[inline(always)]
    fn update_and_sum<const A: usize, const R: usize>(
        self,
        to: &mut Row,
        from: &Row,
        added: [&InputRow; A],
        removed: [&InputRow; R],
        tactic_rows: &[&TacticRow],
        weights: &Row,
    ) -> i32 {
        self.update(to, from, added, removed);
        self.sum(to, tactic_rows, weights)
    }
}

/// Plain code.
#[derive(Clone, Copy, Debug)]
pub struct Portable(());

impl Output for Portable {
    const NAME: &'static str = "portable";

    fn find() -> Option<Self> {
        Some(Self(()))
    }

    #[inline(always)]
    fn sum(self, neurons: &Row, tactic_rows: &[&TacticRow], weights: &Row) -> i32 {
        let mut all = *neurons;
        for row in tactic_rows {
            for (neuron, weight) in all.0.iter_mut().zip(&row.0) {
                *neuron = neuron.wrapping_add(*weight);
            }
        }
        let product = |(&neuron, &weight): (&i16, &i16)| {
            let clipped = neuron.clamp(0, HIDDEN_ONE as i16);
            i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped)
        };
        all.0.iter().zip(&weights.0).map(product).fold(0, i32::wrapping_add)
    }
}

#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512};

cfg_select! {
    all(target_arch = "x86_64", target_feature = "avx512bw") => {
        /// The implementation of this build.
        pub const NATIVE: Avx512 = Avx512(());
    }
    all(target_arch = "x86_64", target_feature = "avx2") => {
        /// The implementation of this build.
        pub const NATIVE: Avx2 = Avx2(());
    }
    _ => {
        /// The implementation of this build.
        pub const NATIVE: Portable = Portable(());
    }
}
