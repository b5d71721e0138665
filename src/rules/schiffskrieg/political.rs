//! 10 Political events.

use super::Table;
use super::facts::Declared;
use crate::table::Step;

/// 10 A political event that was declared, or that history brings: `event` is the declaration of the fact `political-event`.
pub(super) fn happen(_: &mut Table, _event: &Declared) -> Step<()> {
    Ok(())
}
