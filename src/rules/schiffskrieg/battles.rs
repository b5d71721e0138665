//! One Air & Naval Combat on its own, for the odds: the rounds of 4.2 to 4.5 and who wins by 4.6, without
//! what comes after it.

use super::board::ZoneId;
use super::event::{End, Event};
use super::faction::Faction;
use super::facts::{Declared, Fact, Facts, Value};
use super::pieces::UnitId;
use super::state::{Battle, ByPart, Cause, Part, Place, Sea, Site, UnitState};
use super::{Schiffskrieg, Table, combat};
use engine::odds::{Arena, Battles, Fate, Force, Setup};
use engine::problem::{quote, suggest};
use engine::rulebook::roster::Named;
use engine::side::Side;
use engine::system::Rules;
use engine::table::Step;

/// A file for `sealord odds`.
const EXAMPLE: &str = "A file:
  system: schiffskrieg
  scenario: '46'
  at: western-pacific     # a zone: the battle is fought in its On Station Box
  first: axis             # whose support unit is placed: it fires first
  axis:
    units: [akagi, kaga, {id: haruna, damage: 1}, tone]     # damage 1: the damaged side is up
    doctrine: {day-night: [{prefer: [day, any]}], targets: [{prefer: [carrier, any], spread: true}]}
  western:
    units: [enterprise, hornet, astoria, portland]    # without doctrine: sensible orders";

/// How a side without doctrine fights.
const ORDERS: &str = include_str!("battle_orders.yaml");

/// Where one battle can be fought on its own.
pub const ARENA: Arena = Arena::of::<Schiffskrieg>(EXAMPLE, ORDERS).turned();

/// The two factions that fight, the phasing one first.
fn fighters(setup: &Setup) -> Result<ByPart<Faction>, String> {
    let with_units = setup.forces.iter().filter(|(_, forces)| !forces.is_empty());
    let fighting: Vec<Faction> = with_units.filter_map(|(side, _)| Faction::of(side)).collect();
    let [one, other] = fighting[..] else {
        return Err("two factions fight, no more and no fewer".to_owned());
    };
    match setup.first.and_then(Faction::of) {
        None => Ok(ByPart { phasing: one, answering: other }),
        Some(first) if first == one => Ok(ByPart { phasing: one, answering: other }),
        Some(first) if first == other => Ok(ByPart { phasing: other, answering: one }),
        Some(first) => Err(format!("`first` names the {}, and no unit of it is there", first.side())),
    }
}

impl Schiffskrieg {
    fn battle_unit(&self, force: &Force, faction: Faction) -> Result<UnitId, String> {
        let unit = self.counters.find(&force.id);
        let unit = unit.ok_or_else(|| format!("there is no unit {}", quote(&force.id)))?;
        if self.faction_of(unit) != Some(faction) {
            return Err(format!("{} is not of the {}", force.id, faction.side()));
        }
        let front = &self.counters[unit];
        if force.raiding || force.damage > 1 || (force.damage == 1 && front.back.is_none()) {
            return Err(format!("{} has no such side", force.id));
        }
        Ok(unit)
    }
}

impl Battles for Schiffskrieg {
    type Place = ZoneId;

    fn place(&self, word: &str) -> Result<ZoneId, String> {
        let known = |zone: &ZoneId| self.scenario.maps.contains(&self.board.zone(*zone).map);
        self.board.zone_named(word).filter(known).ok_or_else(|| {
            let zones = self.board.zone_ids().filter(known).map(|zone| self.board.zone(zone).id.as_str());
            let near = suggest(word, zones).map(|near| format!("; did you mean {}?", quote(near)));
            format!("{} is not a naval zone of the scenario{}", quote(word), near.unwrap_or_default())
        })
    }

    fn unit(&self, word: &str) -> Option<UnitId> {
        self.counters.find(word)
    }

    fn called(&self, unit: UnitId) -> (&str, &str) {
        let (id, name, _) = self.counters[unit].names();
        (id, name)
    }

    fn stage(&self, zone: ZoneId, setup: &Setup) -> Result<Sea, String> {
        let sides = fighters(setup)?;
        let map = self.board.zone(zone).map;
        let mut sea = self.opening();
        sea.units.fill(UnitState::at(Place::Out));
        (sea.clock, sea.due) = (None, Vec::new());
        (sea.support, sea.markers) = (Vec::new(), Vec::new());
        // Of all that is declared, combat reads the turn and the markers of the Strategic Warfare Box.
        sea.facts = Facts::default();
        let turn = Declared { fact: Fact::Turn, of: Vec::new(), value: Value::Turn(self.scenario.start) };
        sea.facts.take(&self.facts, &turn);
        let markers: Vec<String> = self.first_in_box(map).into_iter().map(str::to_owned).collect();
        sea.facts.take(&self.facts, &self.box_fact(map, &markers));
        let mut lines = Vec::new();
        for part in Part::ALL {
            let faction = *sides.of(part);
            for force in setup.forces.get(faction.side()).into_iter().flatten() {
                let unit = self.battle_unit(force, faction)?;
                let state = &mut sea.units[usize::from(unit.0)];
                (state.place, state.hurt) = (Place::OnStation(zone), force.damage > 0);
                lines.push((unit, part));
            }
        }
        sea.engage(Battle::begun(1, Site::Station(zone), map, Cause::Contest, sides), &lines);
        for part in Part::ALL {
            let faction = *sides.of(part);
            if self.targets_of(&sea, part).is_empty() {
                return Err(format!("neither a ship nor an LBA of the {} is there", faction.side()));
            }
        }
        self.count_factors(&mut sea);
        Ok(sea)
    }

    fn fight(&self, table: &mut Table<'_>) -> Step<()> {
        combat::rounds(table)
    }

    fn fate(&self, sea: &Sea, zone: ZoneId, unit: UnitId) -> (Fate, u8) {
        let state = sea.unit(unit);
        let retired = sea.battle.as_ref().and_then(|battle| battle.retired);
        let fate = match (state.line, state.place) {
            (Some(part), Place::OnStation(at)) if at == zone && retired != Some(part) => Fate::There,
            (None, Place::Sunk | Place::Delay(_)) => Fate::Lost,
            _ => Fate::Away,
        };
        (fate, u8::from(state.hurt))
    }

    /// Who wins the contest by 4.6: the placing faction by a Success, the other by a Repulsion; nobody by a
    /// Stalemate.
    fn holder(&self, sea: &Sea, _: ZoneId) -> Option<Side> {
        let battle = sea.battle.as_ref()?;
        match combat::decide(self, sea, battle).0 {
            End::Success => Some(battle.side(Part::Phasing).side()),
            End::Repulsion => Some(battle.side(Part::Answering).side()),
            End::Stalemate => None,
        }
    }

    fn begins_round(event: &Event) -> bool {
        matches!(event, Event::RoundBegan { .. })
    }

    fn is_attack(event: &Event) -> bool {
        matches!(event, Event::Fired { .. })
    }
}
