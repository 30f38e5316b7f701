//! The search.

mod control;
mod limits;
mod report;

pub use control::Control;
pub use limits::{Clock, Limits};
pub use report::{Bound, Info, Outcome, Report, Silent};
