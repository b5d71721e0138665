//! What a system is called.

use super::{MatchOption, Rulebook};

/// What a system is called, and what it offers before anything is laid out.
#[derive(Clone, Copy, Debug)]
pub struct Title {
    /// Its word in files; also the folder of its data under `games/` and of its templates.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its edition: raised by every change that alters an outcome.
    pub edition: u32,
    /// What every id of its ledger begins with.
    pub prefix: &'static str,
    /// What a ruling may change, a line each.
    pub changes: &'static str,
    /// What a match may choose when it begins.
    pub options: &'static [MatchOption],
}

impl Title {
    /// The title of a system.
    pub const fn of<S: Rulebook>() -> Title {
        Title {
            id: S::ID,
            name: S::NAME,
            edition: S::EDITION,
            prefix: S::PREFIX,
            changes: S::CHANGES,
            options: S::OPTIONS,
        }
    }
}
