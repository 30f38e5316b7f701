//! What a command of the prompt is.

use super::setup::EngineSetup;
use crate::engine::Engine;
use crate::terminal::Line;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A command of the prompt. Two are equal if they have the same name.
pub struct PromptCommand {
    /// The word that it begins with.
    pub name: &'static str,
    /// The command with the words that it takes, for `help`; empty if it is not shown there.
    pub usage: &'static str,
    /// What it does, for `help`.
    pub about: &'static str,
    /// Who executes it, and how.
    pub kind: Kind,
}

/// How a command of the prompt is executed. The text is what follows its name.
#[derive(Clone, Copy)]
pub enum Kind {
    /// By the session: a command of the protocol.
    Protocol,
    /// By the session, too, but no other engine needs to know it.
    Session,
    /// At once, between searches; the flag says whether the output shows colours.
    Quick(fn(&mut Engine, &str, bool) -> Vec<Line>),
    /// On a thread of its own, since it may take hours, until the flag is set.
    Long(fn(&EngineSetup, &str, &Arc<AtomicBool>) -> Vec<Line>),
}

impl PromptCommand {
    /// True for a command of the UCI protocol.
    pub fn is_protocol(&self) -> bool {
        matches!(self.kind, Kind::Protocol)
    }

    /// True if words may follow its name.
    pub fn takes_words(&self) -> bool {
        self.is_protocol() || self.usage.contains(' ')
    }
}

impl PartialEq for PromptCommand {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for PromptCommand {}

impl fmt::Debug for PromptCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
