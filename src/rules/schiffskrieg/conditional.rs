//! 11 Conditional events.

use super::Table;
use super::facts::Declared;
use crate::table::Step;

/// 11 A conditional event that was declared, or that history brings.
pub(super) fn happen(_: &mut Table, _event: &Declared) -> Step<()> {
    Ok(())
}

/// 11.5, 11.8, 11.9 What the Final Administrative Phase checks.
pub(super) fn final_checks(_: &mut Table) -> Step<()> {
    Ok(())
}
