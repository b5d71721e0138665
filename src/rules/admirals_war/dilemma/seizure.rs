//! 22.3 The armistice, 22.4 Operation Lila and Table 6, and how ships that choose a side under Vichy come to
//! it.

use super::super::basing::{self, Homeward};
use super::super::board::BaseId;
use super::super::event::{Event, Why};
use super::super::item::{Item, Word};
use super::super::key::{Key, Whence};
use super::super::pieces::{Nation, Seat, UnitId};
use super::super::state::{Ocean, Place};
use super::super::{AdmiralsWar, Table, minor_navies};
use super::{Haven, TOULON, go_back, intern, torch};
use crate::questions;
use engine::question::Ask;
use engine::question::key::Turn;
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// The fleet is surrendered on so much or less (22.31).
pub(in super::super) const SURRENDER: i32 = 1;
/// The highest face that leaves an undamaged ship in Toulon (22.32).
pub(in super::super) const IN_TOULON: u8 = 3;
/// The first turn of Operation Lila, and the one for which Table 6 is made (22.4).
const FIRST_LILA: u8 = 3;
const PLANNED: i32 = 5;

/// Up to which sum a ship is Germany's, and from which sum it is free (Tables 6 and 7).
type Bounds = (i32, i32);

/// Table 6.
pub(in super::super) fn table_6(haven: Haven) -> Bounds {
    match haven {
        Haven::NorthAfrica => (1, 9),
        Haven::Toulon => (4, 10),
    }
}

/// Table 7.
pub(in super::super) const TABLE_7: Bounds = (2, 10);

/// 22.3 One die decides for the whole fleet; a German lead makes it worse by a point each, a British one does
/// not help.
pub(in super::super) fn armistice(table: &mut Table) -> Step<()> {
    let french = table.system().french_in_play(table.state());
    if french.is_empty() {
        return Ok(());
    }
    let die = table.roll(format!("t{}/armistice", table.state().turn), 1)?[0];
    let modifier = i32::from(table.state().leads.atlantic.min(0));
    let surrenders = i32::from(die) + modifier <= SURRENDER;
    let surrendered = if surrenders { french.clone() } else { Vec::new() };
    table.record(Event::ArmisticeRolled { die, modifier, surrendered })?;
    if surrenders {
        // What lay on the bottom of another port is German now as well, and cannot stay there.
        return minor_navies::bring_french_home(table);
    }
    for unit in french {
        // Damaged ships go to Toulon without a die (AW-22.32).
        let die = match table.state().unit(unit).damage {
            0 => Some(table.roll(label(table, "vichy", unit), 1)?[0]),
            _ => None,
        };
        let haven = if die.is_none_or(|die| die <= IN_TOULON) { Haven::Toulon } else { Haven::NorthAfrica };
        intern(table, unit, haven, die)?;
    }
    Ok(())
}

/// 22.4, 22.512 When flags are placed and places have fallen, ships of French North Africa go back, and
/// Germany may seize the fleet.
pub(in super::super) fn after_the_flags(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let out: Vec<UnitId> = ocean.ids().filter(|&unit| system.is_at_sea_from_africa(ocean, unit)).collect();
    go_back(table, out)?;
    lila(table)
}

/// 22.4 Once a match, not before turn 3; each ship under Vichy rolls on Table 6.
fn lila(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let ships: Vec<UnitId> = ocean.ids().filter(|&unit| system.haven_of(ocean, unit).is_some()).collect();
    let Some(toulon) = system.board.base_by_id(TOULON) else { return Ok(()) };
    if ocean.turn < FIRST_LILA || !system.is_dilemma_open(ocean) || ships.is_empty() {
        return Ok(());
    }
    let key = Key::Lila { turn: Turn(ocean.turn), by: Seat::Germany };
    let title = "Operation Lila: seize the French fleet now (`seize`), or not yet (`hold`)".to_owned();
    let mut ask: Ask<Item, Item> = Ask::new(questions::LILA, key.text(), "AW-22.4", title);
    ask.about = ships.iter().map(|&unit| system.standing_of(ocean, unit)).collect();
    let hold = Item::Word(Word::Hold);
    ask.offer([Item::Base(toulon)], [hold, Item::Word(Word::Seize)], Some(hold));
    if table.ask(table.system().party(Seat::Germany), &ask)?.iter().all(|(_, word)| *word == hold) {
        return Ok(());
    }
    table.record(Event::LilaDeclared { ships: ships.clone() })?;
    for &unit in &ships {
        let (system, ocean) = (table.system(), table.state());
        let Some(haven) = system.haven_of(ocean, unit) else { continue };
        let label = label(table, "lila", unit);
        minor_navies::roll_fate(table, label, unit, system.lila_modifier(ocean, haven), table_6(haven))?;
    }
    join(table, ships)
}

/// 22.52 The Allies have landed unopposed: what lies in North Africa joins them, what lies in Toulon rolls on
/// Table 7.
///
/// *Ruling:* Table 7 is a Lila in haste: its ships are damaged and placed as by 22.42 and 22.43.
pub(super) fn follow_torch(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let (free, rolling) = (system.vichy_in(ocean, Haven::NorthAfrica), system.vichy_in(ocean, Haven::Toulon));
    minor_navies::send_to_america(table, free)?;
    for &unit in &rolling {
        let label = label(table, torch::LABEL, unit);
        minor_navies::roll_fate(table, label, unit, 0, TABLE_7)?;
    }
    join(table, rolling)
}

/// 22.43 Ships that fight for Germany go to Toulon or Taranto, free ones to the USA.
///
/// *Ruling:* if both are lost, German ones go to the nearest port.
fn join(table: &mut Table, ships: Vec<UnitId>) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let left = ships.into_iter().filter(|&unit| system.haven_of(ocean, unit).is_some());
    let (german, free): (Vec<UnitId>, Vec<UnitId>) =
        left.partition(|&unit| system.nation_of(ocean, unit) == Nation::De);
    let toulon = system.board.base_by_id(TOULON);
    let sea = toulon.map_or(Vec::new(), |base| system.board.base(base).areas.clone());
    let homes = |unit: UnitId| -> Vec<BaseId> {
        let ports = [toulon, system.board.base_by_id("taranto")].into_iter().flatten();
        let ports: Vec<BaseId> = ports.filter(|&base| system.may_use(ocean, unit, base)).collect();
        if ports.is_empty() { system.nearest_ports(ocean, unit, &sea) } else { ports }
    };
    let homeward = german.into_iter().map(|unit| Homeward { unit, homes: homes(unit) }).collect();
    let from = Whence::Recalled { turn: Turn(ocean.turn), of: Seat::Germany };
    basing::send_home(table, from, Why::Recalled, homeward)?;
    minor_navies::send_to_america(table, free)
}

/// The label of a ship's roll.
fn label(table: &Table, what: &str, unit: UnitId) -> String {
    format!("t{}/{what}/{}", table.state().turn, table.system().counter(unit).id)
}

impl AdmiralsWar {
    /// What Table 6 adds to the dice: the longer Germany waits the less, one for Catapult or against it, and
    /// one less in North Africa while the Axis holds Malta and Tripoli (AW-T6).
    pub(in super::super) fn lila_modifier(&self, ocean: &Ocean, haven: Haven) -> i32 {
        let held =
            |id: &str| self.board.base_by_id(id).is_some_and(|base| ocean.owner(base) == Some(Camp::AXIS));
        let cut_off = haven == Haven::NorthAfrica && super::AFRICA.into_iter().all(held);
        let catapult = if ocean.dilemma.catapult { -1 } else { 1 };
        PLANNED - i32::from(ocean.turn) + catapult - i32::from(cut_off)
    }

    /// Whether a ship that came out of French North Africa is at sea.
    fn is_at_sea_from_africa(&self, ocean: &Ocean, unit: UnitId) -> bool {
        matches!(ocean.unit(unit).place, Place::Sea(_)) && self.is_out_of_africa(ocean, unit)
    }
}
