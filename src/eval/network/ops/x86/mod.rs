//! The loops in vector instructions of x86-64. Builds for AVX2 keep rows of eight-bit weights as they
//! suit these, see [`place`](super::super::shape::place).
#![allow(unsafe_code)]

use super::super::shape::{BLOCK, HIDDEN, TACTIC_NEURONS, TacticRow};
use super::Output;

/// The number of sums that are made side by side: each step of one waits for the step
/// before it.
const SUMS: usize = 4;

// Whole blocks only.
const _: () = assert!(HIDDEN.is_multiple_of(BLOCK) && TACTIC_NEURONS.is_multiple_of(BLOCK));

/// Added up with an odd row.
static NO_ROW: TacticRow = TacticRow([0; TACTIC_NEURONS]);

/// What a pair of interleaved bytes counts: the weight that is added, then the one that is
/// subtracted, with which the 128 of both go.
const PLUS_MINUS: i16 = i16::from_le_bytes([1, -1_i8 as u8]);

macro_rules! output {
    ($way:ty, $name:literal, $($feature:tt),+; $both:ident, $update:ident, $gather:ident) => {
        impl Output for $way {
            const NAME: &'static str = $name;

            fn find() -> Option<Self> {
                let is_here = $(is_x86_feature_detected!($feature))&&+;
                is_here.then_some(Self(()))
            }

            #[inline(always)]
            fn sum(self, neurons: &Row, more: &TacticSum, weights: &Row) -> i32 {
                debug_assert!(Self::find().is_some());
                // SAFETY: a value of this type was found on this processor, or is that of
                // a build for such processors (`NATIVE`).
                unsafe { $both(None, neurons, [], [], more, weights) }
            }

            #[inline(always)]
            fn gather(self, sides: [&[&TacticRow]; 2]) -> [TacticSum; 2] {
                // SAFETY: as above.
                unsafe { $gather(sides) }
            }

            #[inline(always)]
            fn update<const A: usize, const R: usize>(
                self,
                to: &mut Row,
                from: &Row,
                added: [&InputRow; A],
                removed: [&InputRow; R],
            ) {
                // SAFETY: as above.
                unsafe { $update(to, from, added, removed) }
            }

            #[inline(always)]
            fn update_and_sum<const A: usize, const R: usize>(
                self,
                to: &mut Row,
                from: &Row,
                added: [&InputRow; A],
                removed: [&InputRow; R],
                more: &TacticSum,
                weights: &Row,
            ) -> i32 {
                // SAFETY: as above.
                unsafe { $both(Some(to), from, added, removed, more, weights) }
            }
        }
    };
}

mod avx2;
mod avx512;

pub use {avx2::Avx2, avx512::Avx512};
