//! 7 Delay: rolls for what is in the delay boxes, and for ships in the Shipyard Delay Box.

use super::board::SeaMap;
use super::calendar::Turn;
use super::companion::known;
use super::event::Event;
use super::faction::Faction;
use super::facts::{Fact, Facts, Missing, PieceClass, Subject};
use super::pieces::{Kind, Nation, UnitId};
use super::state::{Place, Post, Sea, SupportId};
use super::tables::WarState;
use super::{Schiffskrieg, Table, luck};
use engine::table::Step;

/// The turn to which the rules of some scenarios send US ships of the first years: August and September 1942,
/// nine turns a year from March and April 1937 (SK-40.5-1, SK-41.5-1).
const AUTUMN_1942: Turn = Turn(5 * 9 + 5);
/// The first turn of 1939, from which they roll as all do: that of January and February.
const FROM_1939: Turn = Turn(9 + 8);
/// The special rules that say so.
const EARLY_BUILDING: [&str; 2] = ["us-building-1937-38", "us-building-1938"];
/// The marker that adds one to Western delay rolls (SK-5.1.2-3).
const WESTERN_DELAY: &str = "raid-western-delay";
/// What it adds.
const RAID_DRM: i16 = 1;

/// 7.1 Every piece in a delay box of a map rolls, faction by faction in the order of turns.
pub(super) fn delay(table: &mut Table, map: SeaMap) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let mut waiting: Vec<(Faction, UnitId)> = Vec::new();
    for faction in Faction::ALL {
        let here = |unit: &UnitId| matches!(sea.unit(*unit).place, Place::NavalDelay(of) | Place::Delay(of) if of == map);
        let own = sea.ids().filter(here).filter(|unit| system.side_of(sea, *unit) == Some(faction));
        waiting.extend(own.map(|unit| (faction, unit)));
    }
    for (faction, unit) in waiting {
        roll(table, map, faction, unit)?;
    }
    Ok(())
}

/// One roll: a die, and a second one after a 6 in the Naval Warfare Delay Box alone, for a ship or X-boat
/// (SK-7.1-4, SK-7.1-5). The result counts turns, for a damaged ship seasons, and it comes back undamaged
/// (SK-7.1-1, SK-7.1-2).
fn roll(table: &mut Table, map: SeaMap, faction: Faction, unit: UnitId) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let of = &system.counters[unit];
    let state = sea.unit(unit);
    let naval = matches!(state.place, Place::NavalDelay(_)) && !of.is_lba();
    let drm = match system.delay_drm(sea, map, faction, unit) {
        Ok(drm) => drm,
        Err(missing) => return known(table, Err(missing)),
    };
    let (turn, seasons) = (system.turn(sea), of.is_ship() && state.hurt);
    let label = format!("t{}/delay/{}", system.turn_number(sea), of.id);
    let mut dice = table.roll(label.clone(), 1)?;
    if naval && dice[0] == system.tables.second_die_after {
        dice.extend(table.roll(format!("{label}/second"), 1)?);
    }
    let sum = dice.iter().map(|die| i16::from(*die)).sum::<i16>() + drm;
    let result = sum.max(i16::from(system.tables.least_delay)) as u8;
    let back = if seasons { turn.seasons_ahead(result) } else { turn.ahead(result) };
    table.record(Event::Delayed {
        unit,
        dice,
        drm: drm as i8,
        result,
        seasons,
        to: Place::TurnTrack(map, back),
    })
}

/// NW-7 The support units in the delay boxes of a map roll one die each; at a real map the table does, unless
/// it declares that the program shall.
pub(super) fn support(table: &mut Table, map: SeaMap) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    if !system.flag(&sea.facts, Fact::SupportDelay, &[Subject::Map(map)]).unwrap_or(false) {
        return Ok(());
    }
    let waits = |id: &SupportId| {
        let unit = &sea.support[usize::from(id.0)];
        unit.map == map && matches!(unit.post, Post::Delay | Post::NavalDelay)
    };
    let waiting: Vec<SupportId> = (0..sea.support.len() as u8).map(SupportId).filter(waits).collect();
    for support in waiting {
        let (turn, word) = (system.turn(table.state()), system.support_word(support));
        let label = format!("t{}/delay/{word}", system.turn_number(table.state()));
        let die = luck::roll(table, map, label, 1)?[0];
        table.record(Event::Postponed { support, die, turn: turn.ahead(die) })?;
    }
    Ok(())
}

/// 7.2 Every ship in the Shipyard Delay Box rolls; the result counts Seasonal Turns on the Ship Building
/// Track.
pub(super) fn shipyard(table: &mut Table) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let waiting: Vec<UnitId> = sea.ids().filter(|unit| sea.unit(*unit).place == Place::Shipyard).collect();
    for unit in waiting {
        let (sea, of) = (table.state(), &system.counters[unit]);
        let turn = system.turn(sea);
        if of.nation == Nation::Us && system.builds_early(sea) {
            let (dice, result, to) = (Vec::new(), 0, Place::ShipTrack(AUTUMN_1942));
            table.record(Event::Delayed { unit, dice, drm: 0, result, seasons: true, to })?;
            continue;
        }
        let drm = match system.shipyard_drm(sea, unit) {
            Ok(drm) => drm,
            Err(missing) => return known(table, Err(missing)),
        };
        let dice = table.roll(format!("t{}/shipyard/{}", system.turn_number(sea), of.id), 1)?;
        let result = dice[0].saturating_add(drm);
        let to = Place::ShipTrack(turn.seasons_ahead(result));
        table.record(Event::Delayed { unit, dice, drm: drm as i8, result, seasons: true, to })?;
    }
    Ok(())
}

impl Schiffskrieg {
    /// What is added to a piece's delay roll: the sum that the core game gives to its class (SK-7.1-3), and
    /// one for Western pieces under a Raid marker, but for those of a country under policy or truce
    /// (SK-5.1.2-3, SK-5.1.2-5).
    fn delay_drm(&self, sea: &Sea, map: SeaMap, faction: Faction, unit: UnitId) -> Result<i16, Missing> {
        let of = &self.counters[unit];
        let class = match of.kind {
            Kind::Ship(_) => PieceClass::Ship,
            Kind::Lba { .. } => PieceClass::Air,
            Kind::Boat => PieceClass::Boat,
        };
        let core = self.delay_drm_of_class(&sea.facts, class, faction, map)?;
        let raided = faction == Faction::Western
            && self.has_marker(&sea.facts, map, WESTERN_DELAY)?
            && !self.is_affected(&sea.facts, of.nation, map)?;
        let blockade = self.blockade_drm(sea, map, faction);
        Ok(core + blockade + if raided { RAID_DRM } else { 0 })
    }

    /// What is added to a shipyard roll: by nation and by type, and nothing else (SK-7.2-2 to SK-7.2-4).
    fn shipyard_drm(&self, sea: &Sea, unit: UnitId) -> Result<u8, Missing> {
        let of = &self.counters[unit];
        let tables = &self.tables;
        let nation =
            tables.shipyard.iter().find(|(nation, _)| *nation == of.nation).map_or(0, |(_, drm)| *drm);
        let total = of.nation == Nation::Us && self.is_total_war(&sea.facts)?;
        let types = tables.shipyard_types.iter().filter(|(class, _)| of.ship() == Some(*class));
        let by_type: u8 = types.map(|(_, drm)| drm).sum();
        Ok(by_type + if total { tables.us_in_total_war } else { nation })
    }

    /// Whether there is a Total War on either map, whether or not both are played (SK-7.2-2).
    fn is_total_war(&self, facts: &Facts) -> Result<bool, Missing> {
        let mut states = Vec::new();
        for map in &self.scenario.maps {
            states.push(self.war_state(facts, *map)?);
        }
        if self.scenario.maps.len() == 1 {
            states.push(self.other_war_state(facts)?);
        }
        Ok(states.contains(&WarState::TotalWar))
    }

    /// Whether US ships that are begun now go to the autumn of 1942 without a roll.
    fn builds_early(&self, sea: &Sea) -> bool {
        EARLY_BUILDING.iter().any(|rule| self.scenario.has(rule)) && self.turn(sea) < FROM_1939
    }
}
