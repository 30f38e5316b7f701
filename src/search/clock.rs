//! The time: that of the standard library, and in a browser, where that has none, what the page gives.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;
#[cfg(target_family = "wasm")]
pub use web::Instant;

#[cfg(target_family = "wasm")]
mod web {
    use std::ops::Add;
    use std::time::Duration;

    #[allow(unsafe_code)]
    unsafe extern "C" {
        /// Milliseconds since some moment, from the page.
        safe fn nullfenster_now() -> f64;
    }

    /// A moment.
    #[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
    pub struct Instant(f64);

    impl Instant {
        /// This moment.
        pub fn now() -> Self {
            Self(nullfenster_now())
        }

        /// The time since then.
        pub fn elapsed(self) -> Duration {
            Duration::from_secs_f64(((nullfenster_now() - self.0) / 1000.0).max(0.0))
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, time: Duration) -> Self {
            Self(self.0 + time.as_secs_f64() * 1000.0)
        }
    }
}
