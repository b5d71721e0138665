//! 19.72 The American groups of uncertain location, and 23.2 the chances that the Allies give them in secret.

use crate::questions;
use std::collections::BTreeSet;

use super::board::{AreaId, BaseId, HoldId};
use super::event::Event;
use super::item::Item;
use super::key::Key;
use super::options::Optional;
use super::pacific::HAWAII;
use super::pieces::{Seat, UnitId};
use super::{AdmiralsWar, Table};
use engine::question::key::Turn;
use engine::question::{Ask, Limit};
use engine::table::Step;

const MIDWAY: &str = "central-pacific";
const CARIBBEAN: &str = "caribbean-sea";
/// Where groups may be.
const AREAS: [&str; 3] = [MIDWAY, HAWAII, CARIBBEAN];
/// Where each face of the die brings one (Table 5).
const TABLE_5: [&str; 6] = [MIDWAY, HAWAII, HAWAII, CARIBBEAN, CARIBBEAN, CARIBBEAN];

/// 23.21 Before play starts the Allies may change Table 5 in secret; each area keeps a face of the die.
pub(super) fn set_chances(table: &mut Table) -> Step<()> {
    let system = table.system();
    if !system.plays_by(Optional::PearlHarborTension) {
        return Ok(());
    }
    let by = Seat::UnitedStates;
    let key = Key::Chances { turn: Turn(table.state().turn), by };
    let title = "In secret: which die brings a group of uncertain location to which area".to_owned();
    let mut ask: Ask<Item, AreaId> = Ask::new(questions::CHANCES, key.text(), "AW-23.21", title);
    let areas = || AREAS.iter().filter_map(|id| system.board.area_by_id(id));
    for (face, silent) in (1..).zip(TABLE_5) {
        ask.offer([Item::Face(face)], areas(), system.board.area_by_id(silent));
    }
    for option in 0..ask.options.len() as u16 {
        ask.limits.push(Limit::AtLeast { option, count: 1, rule: "AW-23.21".to_owned() });
    }
    let answer = table.ask(table.system().party(by), &ask)?;
    let area_of = |face: u8| answer.iter().find(|(item, _)| *item == Item::Face(face)).map(|it| it.1);
    let chances = (1..=TABLE_5.len() as u8).filter_map(area_of).collect();
    table.record(Event::ChancesSet { chances })
}

/// 23.22 Before the raids the groups are diced for, each twice whatever the first die says (AW-23.23). A
/// group that is off Hawaii both times lies in port; any other stays where the first die has it (AW-23.24).
///
/// *Ruling:* what lies in port lies before the bombers' eyes: these groups are shown at once, the others as
/// in 19.72. Of a fleet that sorties before the raids they are a part, so their second die decides nothing
/// then (AW-24.61).
pub(super) fn roll_in_secret(table: &mut Table, area: AreaId, port: BaseId) -> Step<()> {
    if !table.system().plays_by(Optional::PearlHarborTension) {
        return Ok(());
    }
    let mut rolls = Vec::new();
    for hold in boxes(table) {
        let first = roll(table, hold)?;
        let second = table.roll(format!("{}/2", label(table, hold)), 1)?[0];
        rolls.push((hold, first, second));
    }
    if rolls.is_empty() {
        return Ok(());
    }
    table.record(Event::GroupsRolled { rolls: rolls.clone() })?;
    for (hold, first, second) in rolls {
        let chances = &table.state().uncertain.chances;
        let near = |die: u8| table.system().whereabouts(chances, die) == Some(area);
        if near(first) && near(second) {
            table.record(Event::GroupInPort { hold, base: port, units: of_group(table, hold) })?;
        }
    }
    Ok(())
}

/// 19.72 Every group turns up (Table 5): where its first die has it, if it was diced for in secret, and the
/// chances are laid open with it (AW-23.21).
pub(super) fn place(table: &mut Table) -> Step<()> {
    let secret = table.state().uncertain.clone();
    if !secret.chances.is_empty() {
        table.record(Event::ChancesShown { chances: secret.chances.clone() })?;
    }
    for hold in boxes(table) {
        let die = match secret.rolled.iter().find(|it| it.0 == hold) {
            Some((_, first, _)) => *first,
            None => roll(table, hold)?,
        };
        if let Some(area) = table.system().whereabouts(&secret.chances, die) {
            table.record(Event::GroupPlaced { hold, die, area, units: of_group(table, hold) })?;
        }
    }
    Ok(())
}

/// The units of all groups that have not turned up.
pub(super) fn units(table: &Table) -> Vec<UnitId> {
    let (system, ocean) = (table.system(), table.state());
    ocean.ids().filter(|&unit| system.group_of(ocean, unit).is_some()).collect()
}

/// The boxes in which they are.
fn boxes(table: &Table) -> BTreeSet<HoldId> {
    units(table).into_iter().filter_map(|unit| table.system().group_of(table.state(), unit)).collect()
}

fn of_group(table: &Table, hold: HoldId) -> Vec<UnitId> {
    let (system, ocean) = (table.system(), table.state());
    units(table).into_iter().filter(|&unit| system.group_of(ocean, unit) == Some(hold)).collect()
}

fn label(table: &Table, hold: HoldId) -> String {
    format!("t{}/location/{}", table.state().turn, table.system().board.hold(hold).id)
}

fn roll(table: &mut Table, hold: HoldId) -> Step<u8> {
    let label = label(table, hold);
    Ok(table.roll(label, 1)?[0])
}

impl AdmiralsWar {
    /// Where a die brings a group: as the Allies have chosen, if they have (AW-23.21), else by Table 5
    /// (AW-T5).
    pub(super) fn whereabouts(&self, chances: &[AreaId], die: u8) -> Option<AreaId> {
        let at = usize::from(die.saturating_sub(1));
        let usual = || TABLE_5.get(at).and_then(|id| self.board.area_by_id(id));
        chances.get(at).copied().or_else(usual)
    }
}
