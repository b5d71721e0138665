//! 19.0 Japan and the United States enter the war.

use super::Table;
use super::state::{Ocean, Pacific};
use crate::table::Step;

/// 4.6, 19.5 Japan chooses which ships lie ready for Pearl Harbor.
pub(super) fn fill_raid_force(_: &mut Table) -> Step<()> {
    Ok(())
}

impl Ocean {
    /// Whether the Pacific is at peace (19.1).
    pub fn is_peace(&self) -> bool {
        self.pacific != Pacific::War
    }
}
