//! Forces that are brought together without a support unit: Base Attack Raids, those of Operation Z and of
//! Doolittle, and those who answer them (5.2.1, 10.4, 10.7, 10.10).

use super::board::{BaseId, SeaMap, ZoneId};
use super::event::{Event, Purpose};
use super::faction::Faction;
use super::facts::{Fact, Missing, Subject, Value};
use super::item::{Item, Word};
use super::pieces::{Nation, ShipType, UnitId};
use super::reach::Reach;
use super::state::{Place, Sea, Site};
use super::{Schiffskrieg, Table, luck, speed};
use engine::question::Ask;
use engine::table::Step;

/// Who may join such a force, and what it must be.
pub(super) struct Call {
    /// Whose.
    pub faction: Faction,
    /// What for.
    pub purpose: Purpose,
    /// On which map.
    pub map: SeaMap,
    /// Ships that may join, each with whether it must check its speed.
    pub ships: Vec<(UnitId, bool)>,
    /// LBAs of which one may go in place of ships.
    pub lbas: Vec<UnitId>,
    /// Whether it needs a carrier.
    pub carrier: bool,
    /// What is added to its Intelligence Roll.
    pub drm: u8,
    /// What its labels begin with.
    pub label: String,
}

impl Call {
    fn all(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.ships.iter().map(|(unit, _)| *unit).chain(self.lbas.iter().copied())
    }
}

/// A force that was formed: what is on time.
pub(super) struct Formed {
    /// Its pieces.
    pub units: Vec<UnitId>,
}

/// Asks for a force, rolls its Intelligence and Speed Checks, and gives what is on time. The list of an
/// answer counts in its order, and is read under the maximum that the die gives. Where nobody is named, it is
/// made of those that may fill it up: of the ships in the order of the question if `willing`, otherwise of
/// nothing.
pub(super) fn form(table: &mut Table, call: &Call, ask: Ask<Item, Item>, willing: bool) -> Step<Formed> {
    let list = list(table, call, ask, willing)?;
    muster(table, call, &list)
}

/// Asks for a force, and gives who is named, in order.
pub(super) fn list(
    table: &mut Table,
    call: &Call,
    mut ask: Ask<Item, Item>,
    willing: bool,
) -> Step<Vec<UnitId>> {
    let [sail, fill, spare] = [Word::Sail, Word::Fill, Word::Spare].map(Item::Word);
    let alone = call.ships.is_empty();
    for (at, unit) in call.all().enumerate() {
        let first = if alone { at == 0 } else { at < call.ships.len() };
        let silence = if willing && first { fill } else { spare };
        ask.offer([Item::Unit(unit)], [sail, fill, spare], Some(silence));
    }
    let ask = ask.by_option();
    let answer = table.ask(call.faction.side(), &ask)?;
    let named = |word: Item| {
        let units = answer.iter().filter(move |(_, of)| *of == word);
        units.filter_map(|(unit, _)| if let Item::Unit(unit) = unit { Some(*unit) } else { None })
    };
    let list: Vec<UnitId> = named(sail).collect();
    Ok(if list.is_empty() { named(fill).collect() } else { list })
}

/// Makes a force of a list: one LBA, if the first is one, otherwise ships under an Intelligence Roll, of
/// which those on time are given.
pub(super) fn muster(table: &mut Table, call: &Call, list: &[UnitId]) -> Step<Formed> {
    let system = table.system();
    let Some(first) = list.first() else { return Ok(Formed { units: Vec::new() }) };
    if system.counters[*first].is_lba() {
        let units = vec![*first];
        let (faction, purpose) = (call.faction, call.purpose);
        table.record(Event::RaidFormed { faction, purpose, die: None, most: 0, units: units.clone() })?;
        return Ok(Formed { units });
    }
    let label = format!("{}/intelligence/{}", call.label, call.faction.id());
    let die = luck::roll(table, call.map, label, 1)?[0];
    let most = die + call.drm;
    let units = read(system, call, list, usize::from(most));
    let (faction, purpose) = (call.faction, call.purpose);
    table.record(Event::RaidFormed { faction, purpose, die: Some(die), most, units: units.clone() })?;
    let mut on_time = Vec::new();
    for unit in units {
        let checks = call.ships.iter().any(|(of, checks)| *of == unit && *checks);
        if !checks || speed::check(table, call.map, call.faction, &call.label, unit, None)? {
            on_time.push(unit);
        }
    }
    Ok(Formed { units: on_time })
}

/// Reads an ordered list under a maximum: a ship is taken if what is taken with it is of one nation, and can
/// still get the carrier that it needs, from the rest of the list or from those who were not named.
fn read(system: &Schiffskrieg, call: &Call, list: &[UnitId], most: usize) -> Vec<UnitId> {
    let unlisted = call.ships.iter().map(|(unit, _)| *unit).filter(|unit| !list.contains(unit));
    let all: Vec<UnitId> =
        list.iter().copied().filter(|unit| system.counters[*unit].is_ship()).chain(unlisted).collect();
    let listed = all.len() - call.ships.iter().filter(|(unit, _)| !list.contains(unit)).count();
    let carrier = |unit: &UnitId| system.counters[*unit].is_carrier();
    let nation = |unit: UnitId| system.counters[unit].nation;
    let mut force: Vec<UnitId> = Vec::new();
    for (at, unit) in all.iter().enumerate() {
        let lacks = call.carrier && !force.iter().any(carrier);
        if force.len() == most || (at >= listed && !lacks) {
            break;
        }
        let alike = force.first().is_none_or(|first| nation(*first) == nation(*unit));
        let later = || all[at + 1..].iter().any(|it| carrier(it) && nation(*it) == nation(*unit));
        let whole = !lacks || carrier(unit) || (force.len() + 1 < most && later());
        // Who was not named comes in for the carrier alone.
        let wanted = at < listed || carrier(unit);
        if alike && whole && wanted {
            force.push(*unit);
        }
    }
    if call.carrier && !force.iter().any(carrier) { Vec::new() } else { force }
}

impl Schiffskrieg {
    /// Which of a faction's ships that are `ready` may go to a port, each with whether it must check its
    /// speed; best first, a carrier and a surface ship in turn. None that is frozen is among them.
    ///
    /// # Errors
    /// [`Missing`] if a fact on which it hangs was not declared.
    pub(super) fn raid_ships(
        &self,
        sea: &Sea,
        faction: Faction,
        base: BaseId,
        zone: ZoneId,
        ready: &[UnitId],
    ) -> Result<Vec<(UnitId, bool)>, Missing> {
        let site = Site::LandHex(self.board.base(base).hex, Some(zone));
        let mut ships = Vec::new();
        for unit in ready.iter().copied() {
            match self.ship_reach(sea, faction, unit, site)? {
                Reach::Free => ships.push((unit, false)),
                Reach::Check => ships.push((unit, true)),
                Reach::No(_) => (),
            }
        }
        Ok(self.in_turn(sea, ships))
    }

    /// Ships of a faction on a map that may act: in a port or box, undamaged, no coastal defence ships, none
    /// that is bound to stay or under policy or truce.
    ///
    /// # Errors
    /// As [`Schiffskrieg::raid_ships`].
    pub(super) fn ready_ships(
        &self,
        sea: &Sea,
        faction: Faction,
        map: SeaMap,
    ) -> Result<Vec<UnitId>, Missing> {
        let mut ships = Vec::new();
        for unit in sea.ids() {
            let (of, state) = (&self.counters[unit], sea.unit(unit));
            let there = matches!(state.place, Place::Base(_) | Place::Box(_));
            let fits = of.is_ship() && of.ship() != Some(ShipType::Cd) && !state.hurt;
            let ready = there && fits && state.line.is_none() && self.map_of_place(state.place) == Some(map);
            if ready
                && self.side_of(sea, unit) == Some(faction)
                && self.is_free(sea, unit)
                && !self.is_affected(&sea.facts, of.nation, map)?
            {
                ships.push(unit);
            }
        }
        Ok(ships)
    }

    /// LBAs of a faction within nine hexes of a port or city by an Air Unit Path; heavy ones alone where that
    /// is asked.
    ///
    /// # Errors
    /// As [`Schiffskrieg::raid_ships`].
    pub(super) fn raid_lbas(
        &self,
        sea: &Sea,
        faction: Faction,
        base: BaseId,
        heavy: bool,
    ) -> Result<Vec<UnitId>, Missing> {
        let (to, map) = (self.board.base(base).hex, self.board.base(base).map());
        let mut lbas = Vec::new();
        for unit in sea.ids() {
            let of = &self.counters[unit];
            let Place::Base(from) = sea.unit(unit).place else { continue };
            let from = self.board.base(from).hex;
            let closed = || {
                [[from, to], [to, from]].into_iter().any(|[a, b]| {
                    let path = sea.facts.get(Fact::AirUnitPath, &[Subject::Hex(a), Subject::Hex(b)]);
                    path == Some(&Value::Flag(false))
                })
            };
            let fits = of.is_lba() && (of.is_heavy() || !heavy);
            if fits
                && self.lba_reaches(sea, unit, to)
                && !closed()
                && self.side_of(sea, unit) == Some(faction)
                && self.is_free(sea, unit)
                && !self.is_affected(&sea.facts, of.nation, map)?
            {
                lbas.push(unit);
            }
        }
        lbas.sort_by_key(|unit| {
            (u8::MAX - self.counters[*unit].factors(sea.unit(*unit).hurt).airstrike, unit.0)
        });
        Ok(lbas)
    }

    /// LBAs of a faction on a map that may act.
    ///
    /// # Errors
    /// As [`Schiffskrieg::raid_ships`].
    pub(super) fn ready_lbas(
        &self,
        sea: &Sea,
        faction: Faction,
        map: SeaMap,
    ) -> Result<Vec<UnitId>, Missing> {
        let mut lbas = Vec::new();
        for unit in sea.ids() {
            let (of, place) = (&self.counters[unit], sea.unit(unit).place);
            let there =
                matches!(place, Place::Base(_) | Place::Box(_)) && self.map_of_place(place) == Some(map);
            let own = of.is_lba() && there && self.side_of(sea, unit) == Some(faction);
            if own && self.is_free(sea, unit) && !self.is_affected(&sea.facts, of.nation, map)? {
                lbas.push(unit);
            }
        }
        Ok(lbas)
    }

    /// Ships in the order in which a force is made of them where nobody says otherwise: of the nation with
    /// most Airstrike, a carrier and a surface ship in turn, strongest first, those that may well be late
    /// last; then the other nations.
    pub(super) fn in_turn(&self, sea: &Sea, ships: Vec<(UnitId, bool)>) -> Vec<(UnitId, bool)> {
        let side = |unit: UnitId| self.counters[unit].factors(sea.unit(unit).hurt);
        let air = |nation: Nation| {
            let of = ships.iter().filter(|(unit, _)| self.counters[*unit].nation == nation);
            of.map(|(unit, _)| u16::from(side(*unit).airstrike)).sum::<u16>()
        };
        let mut nations: Vec<Nation> = Vec::new();
        for (unit, _) in &ships {
            let nation = self.counters[*unit].nation;
            nations.extend((!nations.contains(&nation)).then_some(nation));
        }
        nations.sort_by_key(|nation| (u16::MAX - air(*nation), *nation));
        let mut order = Vec::new();
        for nation in nations {
            let key = |(unit, checks): &(UnitId, bool)| {
                let (side, speed) = (side(*unit), side(*unit).speed.unwrap_or(0));
                (*checks && speed < 6, u8::MAX - (side.gunnery + side.airstrike), unit.0)
            };
            let own = ships.iter().copied().filter(|(unit, _)| self.counters[*unit].nation == nation);
            let (mut carriers, mut others): (Vec<_>, Vec<_>) =
                own.partition(|(unit, _)| self.counters[*unit].is_carrier());
            carriers.sort_by_key(key);
            others.sort_by_key(key);
            let (mut carriers, mut others) = (carriers.into_iter(), others.into_iter());
            loop {
                let pair = [carriers.next(), others.next()];
                if pair == [None, None] {
                    break;
                }
                order.extend(pair.into_iter().flatten());
            }
        }
        order
    }
}
