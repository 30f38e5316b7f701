//! Move ordering: which move of a node is searched first.

pub mod history;
pub mod picker;
