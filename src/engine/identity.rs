//! The engine's name and version.

macro_rules! full_name {
    () => {
        concat!("Nullfenster ", env!("CARGO_PKG_VERSION"))
    };
}

/// The name for GUIs.
pub const NAME: &str =
    concat!("Nullfenster ", env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));

/// The name with the full version.
pub const FULL_NAME: &str = full_name!();

/// The engine's authors, for `id author`.
pub const AUTHOR: &str = "the Nullfenster developers";

/// The value of the option `UCI_EngineAbout`.
pub(super) const ABOUT: &str = concat!(full_name!(), ", a chess engine on a 0x88 board");
