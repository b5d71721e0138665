//! 1.3 What returns to base at the end of a turn, and what arrives.

use super::Table;
use crate::table::Step;

/// 1.3 What is in Used Boxes goes home, and what is due comes on.
pub(super) fn homecoming(_: &mut Table) -> Step<()> {
    Ok(())
}
