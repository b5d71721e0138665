//! 1.1, 1.2, 1.4 Where pieces base, and rebasing.

use super::Table;
use super::faction::Faction;
use super::pieces::UnitId;
use crate::table::Step;

/// 1.2 Pieces that must leave where they are go to a suitable base; what cannot is lost (SK-1.2-12 to SK-1.2-17). `why` is a
/// word that makes the question's key unique in the faction's turn.
pub(super) fn forced(_: &mut Table, _: Faction, _why: &str, _: &[UnitId]) -> Step<()> {
    Ok(())
}
