//! 10 Political events.

use super::Table;
use super::base_attack::Attack;
use super::board::SeaMap;
use super::faction::Faction;
use super::facts::{Declared, Subject, Value};
use super::pieces::UnitId;
use crate::table::Step;

/// 10 A political event that was declared, or that history brings: `event` is the declaration of the fact `political-event`.
pub(super) fn happen(table: &mut Table, event: &Declared) -> Step<()> {
    match (&event.of[..], &event.value) {
        ([Subject::Faction(faction), Subject::Map(map)], Value::Word(word)) => {
            play(table, *faction, *map, *word)
        }
        _ => Ok(()),
    }
}

/// The same by its parts: `word` is its place among the words of the fact.
pub(super) fn play(_table: &mut Table, _faction: Faction, _map: SeaMap, _word: u8) -> Step<()> {
    Ok(())
}

/// 10.10
pub(super) fn raiders_discovered(_table: &mut Table, _attack: Attack, _force: &[UnitId]) -> Step<()> {
    Ok(())
}
