//! The engine's name and version.

use crate::board::ops::{Native, Ops};
use crate::eval::network::Network;
use crate::eval::network::ops::{NATIVE, Output};

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

/// The name of the board of this build, see [`crate::board::ops`].
pub const BOARD: &str = <Native as Ops>::NAME;

/// What this build is made of, for `--version`: its version and commit (if the build was told:
/// the variable NULLFENSTER_COMMIT), board, network and the instructions that evaluate it.
pub fn description() -> String {
    fn instructions<T: Output>(_: T) -> &'static str {
        T::NAME
    }
    let commit = option_env!("NULLFENSTER_COMMIT").map(|commit| format!(" ({commit})"));
    let network = Network::embedded();
    format!(
        "{}{}\nboard: {BOARD}\nnetwork: {network:?}, CRC-32C {:08x}\nevaluation: {}",
        env!("CARGO_PKG_VERSION"),
        commit.unwrap_or_default(),
        network.checksum(),
        instructions(NATIVE),
    )
}

/// The engine's authors, for `id author`.
pub const AUTHOR: &str = "the Nullfenster developers";

/// The value of the option `UCI_EngineAbout`.
pub(super) const ABOUT: &str = concat!(full_name!(), ", a chess engine on a 0x88 board");
