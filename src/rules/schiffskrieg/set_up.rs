//! Set-up: each faction bases the pieces for which the list leaves it a choice (SK-SCN-3).

use super::basing::Harbour;
use super::berths::Berths;
use super::board::{BaseId, Room, SeaMap};
use super::event::Event;
use super::faction::Faction;
use super::item::Item;
use super::key::Key;
use super::pieces::{Nation, UnitId};
use super::scenario::{Choice, Placement, Spot};
use super::state::{Place, Sea};
use super::tables::WarState;
use super::{Schiffskrieg, Table, special};
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Limit};
use engine::table::Step;

/// The scenario in which Limited War in Europe hangs on a die.
const NOT_IN_EFFECT: &str = "elw-not-in-effect";
/// The ships that are in the Pacific without it.
const RECALLED: [&str; 4] = ["cornwall", "dorsetsh", "kent", "eagle"];

/// A piece, or several that lie in one hex, and where they may begin.
struct Group {
    units: Vec<UnitId>,
    places: Vec<Place>,
}

/// All factions set up at once; nobody sees what another chooses before.
pub(super) fn set_up(table: &mut Table) -> Step<()> {
    let (system, sea) = (table.system(), table.state().clone());
    let factions: Vec<Faction> = system.scenario.factions().collect();
    let mut asks = Vec::new();
    let mut groups = Vec::new();
    for faction in factions.iter().copied() {
        let own = system.groups(&sea, faction);
        asks.push((faction.side(), question(system, &sea, faction, &own)));
        groups.push(own);
    }
    let answers = table.ask_all(&asks)?;
    for ((faction, own), answer) in factions.into_iter().zip(groups).zip(answers) {
        let chosen = |group: &Group| {
            let it = answer.iter().find(|(item, _)| *item == Item::Unit(group.units[0]));
            it.and_then(|(_, to)| place_of(*to))
        };
        let wishes: Vec<Group> = own
            .into_iter()
            .map(|group| {
                let first = chosen(&group);
                let rest = group.places.iter().copied().filter(|place| Some(*place) != first);
                let places = first.into_iter().chain(rest).collect();
                Group { units: group.units, places }
            })
            .collect();
        let units = house(system, table.state(), &wishes);
        table.record(Event::Moved { faction, rule: "SK-SCN-3".to_owned(), units })?;
    }
    special::hold_reserves(table)
}

/// The place that an option stands for.
pub(super) fn place_of(item: Item) -> Option<Place> {
    match item {
        Item::Base(base) => Some(Place::Base(base)),
        Item::Box(hold) => Some(Place::Box(hold)),
        _ => None,
    }
}

/// The option that stands for a place.
pub(super) fn item_of(place: Place) -> Option<Item> {
    match place {
        Place::Base(base) => Some(Item::Base(base)),
        Place::Box(hold) => Some(Item::Box(hold)),
        _ => None,
    }
}

/// Puts groups down in the order of the list, each in the first of its places where all of it finds room.
fn house(system: &Schiffskrieg, sea: &Sea, groups: &[Group]) -> Vec<(UnitId, Place)> {
    let moving: Vec<UnitId> = groups.iter().flat_map(|group| group.units.iter().copied()).collect();
    let mut berths = Berths::of(system, sea, &moving);
    // What must lie together goes first, since less room is left for it.
    let mut order: Vec<&Group> = groups.iter().collect();
    order.sort_by_key(|group| group.units.len() == 1);
    let mut found = Vec::with_capacity(moving.len());
    let mut single = Vec::new();
    for group in order {
        if let [unit] = group.units[..] {
            single.push((unit, group.places.clone()));
            continue;
        }
        // SK-SCN-3 A hex takes pieces only up to the basing limits; what is too much for any one hex goes to
        // the next.
        let mut rest = &group.units[..];
        while !rest.is_empty() {
            let together = (1..=rest.len()).rev().find_map(|count| {
                let place = group.places.iter().copied().find(|place| berths.takes(&rest[..count], *place));
                place.map(|place| (count, place))
            });
            let Some((count, place)) = together else { break };
            rest[..count].iter().for_each(|unit| berths.put(*unit, place));
            found.extend(rest[..count].iter().map(|unit| (*unit, place)));
            rest = &rest[count..];
        }
    }
    let housed = berths.house(&single);
    found.extend(housed.into_iter().filter_map(|(unit, place)| Some((unit, place?))));
    found.sort_by_key(|(unit, _)| *unit);
    found
}

impl Schiffskrieg {
    /// The pieces of a faction that it bases as it likes.
    fn groups(&self, sea: &Sea, faction: Faction) -> Vec<Group> {
        let harbour = self.harbour(sea, faction);
        let mut groups: Vec<Group> = Vec::new();
        for placement in self.scenario.set_ups[faction].iter().flat_map(|it| &it.placements) {
            let Spot::Choice(choice) = &placement.spot else { continue };
            let places = |unit: UnitId| self.first_bases(sea, &harbour, placement, choice, unit);
            if choice.one_hex && !placement.units.is_empty() {
                let all: Vec<Vec<Place>> = placement.units.iter().map(|unit| places(*unit)).collect();
                let common = all[0].iter().copied().filter(|place| all.iter().all(|it| it.contains(place)));
                groups.push(Group { places: common.collect(), units: placement.units.clone() });
            } else {
                groups.extend(
                    placement.units.iter().map(|unit| Group { units: vec![*unit], places: places(*unit) }),
                );
            }
        }
        groups.extend(self.not_needed_in_europe(sea, &harbour));
        groups
    }

    /// SK-42.5-1 Without Limited War in Europe the ships that it would have taken there are in the Pacific:
    /// in a Western box, or a port of a British Dependent.
    fn not_needed_in_europe(&self, sea: &Sea, harbour: &Harbour<'_>) -> Vec<Group> {
        let peace = self.other_war_state(&sea.facts).is_ok_and(|state| state == WarState::PreWar);
        if harbour.faction() != Faction::Western || !peace || !self.scenario.has(NOT_IN_EFFECT) {
            return Vec::new();
        }
        let british = self.board.country_of(Nation::British);
        let open = |base: &BaseId| {
            let of = self.board.base(*base);
            of.map() == SeaMap::Ds
                && self.board.country(of.country).dependent_of == british
                && harbour.holds(*base)
        };
        let group = |id: &&str| {
            let unit = self.counters.by_id(id)?;
            let takes = |base: &BaseId| match self.board.base(*base).room {
                Room::NoShips => false,
                Room::Limited => !self.counters[unit].is_heavy(),
                Room::Major | Room::Any => true,
            };
            let ports = self.board.base_ids().filter(open).filter(takes).map(Place::Base);
            let boxes = self.board.box_ids().filter(|hold| self.board.hold(*hold).map == SeaMap::Ds);
            Some(Group { units: vec![unit], places: ports.chain(boxes.map(Place::Box)).collect() })
        };
        RECALLED.iter().filter_map(group).collect()
    }

    /// Where a piece of a placement may begin: in the bases of the list that its faction holds, otherwise in
    /// any of them.
    fn first_bases(
        &self,
        sea: &Sea,
        harbour: &Harbour<'_>,
        placement: &Placement,
        choice: &Choice,
        unit: UnitId,
    ) -> Vec<Place> {
        let Some(map) = placement.map else { return Vec::new() };
        let of = &self.counters[unit];
        let takes = |base: &BaseId| {
            of.is_lba()
                || match self.board.base(*base).room {
                    Room::NoShips => false,
                    Room::Limited => !of.is_heavy() || self.has_servron(sea, *base),
                    Room::Major | Room::Any => true,
                }
        };
        let all: Vec<_> = choice.bases(&self.board, map).into_iter().filter(takes).collect();
        let held: Vec<_> = all.iter().copied().filter(|base| harbour.holds(*base)).collect();
        let bases = if held.is_empty() && choice.boxes.is_empty() { all } else { held };
        let boxes = choice.boxes.iter().map(|hold| Place::Box(*hold));
        let mut places: Vec<Place> = bases.into_iter().map(Place::Base).chain(boxes).collect();
        self.own_first(of.nation, &mut places);
        places
    }
}

/// The question where a faction's pieces begin. What does not fit goes to the next base of its list that has
/// room.
fn question(system: &Schiffskrieg, sea: &Sea, faction: Faction, groups: &[Group]) -> Ask<Item, Item> {
    let key = Key::SetUp { turn: Turn(system.turn_number(sea)), faction };
    let mut ask = Ask::new(questions::SET_UP, key.text(), "SK-SCN-3", "Base your pieces".to_owned());
    let built_in = house(system, sea, groups);
    for group in groups.iter().filter(|group| !group.places.is_empty()) {
        let first = group.units[0];
        let silence = built_in.iter().find(|(unit, _)| *unit == first).and_then(|(_, place)| item_of(*place));
        let options: Vec<Item> = group.places.iter().filter_map(|place| item_of(*place)).collect();
        let silence = silence.or(options.first().copied());
        ask.offer([Item::Unit(first)], options, silence);
        if group.units.len() > 1 {
            let names: Vec<&str> =
                group.units.iter().map(|unit| system.counters[*unit].name.as_str()).collect();
            ask = ask.about(format!("in one hex, where the first goes: {}", names.join(", ")));
        }
    }
    for at in 0..ask.options.len() {
        let Item::Base(base) = ask.options[at].item else { continue };
        if system.board.base(base).room == Room::Limited && !system.has_servron(sea, base) {
            let (option, count) = (at as u16, u16::from(system.tables.light_ships));
            let (what, rule) = ("piece, ships and LBAs counted apart".to_owned(), "SK-1.1-6".to_owned());
            ask.limits.push(Limit::Room {
                option,
                count: count + u16::from(system.tables.lba_in_a_hex),
                what,
                rule,
            });
        }
    }
    ask
}
