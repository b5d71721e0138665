//! 3 How Task Forces are formed: who may join, and how an ordered list is read under a maximum.

use super::board::SeaMap;
use super::faction::Faction;
use super::force::Wanted;
use super::item::{Item, Word};
use super::pieces::{Nation, UnitId};
use super::scenario::Support;
use super::state::{Sea, Site};
use super::{Schiffskrieg, Table, speed};
use crate::questions;
use engine::question::Ask;
use engine::table::Step;

/// What may join a Task Force.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidates {
    /// Ships, the best first, each with whether it must pass a Speed Check.
    pub ships: Vec<(UnitId, bool)>,
    /// LBAs, the strongest first.
    pub lbas: Vec<UnitId>,
    /// X-boats.
    pub boats: Vec<UnitId>,
}

/// A Task Force as it is ordered: ships, then the LBA and the X-boat.
pub type Force = Vec<UnitId>;

/// What an order for a Task Force says.
#[derive(Clone, Debug, Default)]
pub struct List {
    /// Ships that sail, in order.
    sail: Vec<UnitId>,
    /// LBAs that are attached.
    attach: Vec<UnitId>,
    /// X-boats that are attached.
    boats: Vec<UnitId>,
    /// Pieces that join if they are needed.
    fill: Vec<UnitId>,
    /// Pieces that are left out as long as a legal force can do without them.
    spare: Vec<UnitId>,
}

impl Schiffskrieg {
    /// The map of a place.
    pub fn map_of_site(&self, site: Site) -> SeaMap {
        match site {
            Site::Station(zone) => self.board.zone(zone).map,
            Site::SeaHex(hex, _) | Site::LandHex(hex, _) => hex.map,
            Site::StrategicWarfare(map) => map,
        }
    }

    /// Whether a nation may take part in the war on a map: it is under neither policy nor truce (SK-3.2-2,
    /// NW-3).
    pub fn may_fight(&self, sea: &Sea, nation: Nation, map: SeaMap) -> bool {
        !self.is_affected(&sea.facts, nation, map).unwrap_or(false)
    }

    /// The pieces of a faction that could join a Task Force at a place, in the order in which the program
    /// would take them: own nation first, no check before a check, strong before weak; surface ships and
    /// carriers in turn.
    pub fn candidates(&self, sea: &Sea, faction: Faction, wanted: Wanted, site: Site) -> Candidates {
        let mut found = self.ready(sea, faction).candidates(wanted, site);
        self.sort(sea, wanted, &mut found);
        found
    }

    /// Puts candidates into their order.
    pub(super) fn sort(&self, sea: &Sea, wanted: Wanted, found: &mut Candidates) {
        let power = |unit: UnitId| {
            let side = self.counters[unit].factors(sea.unit(unit).hurt);
            side.gunnery + side.airstrike + side.torpedo
        };
        let foreign = |unit: UnitId| self.counters[unit].nation != wanted.nation;
        let risky = |(unit, check): (UnitId, bool)| {
            let speed = self.counters[unit].front.speed.unwrap_or(0);
            if check { 6 - speed.min(6) } else { 0 }
        };
        found.ships.sort_by_cached_key(|ship| {
            (foreign(ship.0), risky(*ship) > 2, std::cmp::Reverse(power(ship.0)), risky(*ship), ship.0)
        });
        let (carriers, surface): (Vec<_>, Vec<_>) =
            found.ships.iter().copied().partition(|(unit, _)| self.counters[*unit].is_carrier());
        let (mut carriers, mut surface) = (carriers.into_iter(), surface.into_iter());
        found.ships.clear();
        loop {
            let (ship, carrier) = (surface.next(), carriers.next());
            if ship.is_none() && carrier.is_none() {
                break;
            }
            found.ships.extend(ship);
            found.ships.extend(carrier);
        }
        found.lbas.sort_by_key(|unit| (foreign(*unit), std::cmp::Reverse(power(*unit)), *unit));
        found.boats.sort_by_key(|unit| (foreign(*unit), std::cmp::Reverse(power(*unit)), *unit));
    }

    /// Whether a legal Task Force can be made of the candidates, whatever the die shows.
    pub fn can_form(&self, wanted: Wanted, found: &Candidates) -> bool {
        let list = List::of_all(found);
        let wanted = Wanted { die: Some(1), ..wanted };
        let force = self.read_list(wanted, found, &list);
        !force.is_empty() && self.is_legal(wanted, &force)
    }

    /// Reads a list under a maximum: each ship joins if a legal force of at most so many can still be made of
    /// it and those behind it in the list, and is passed over otherwise. Below the minimum, the pieces follow
    /// that join if they are needed, then those that were to be left out.
    pub fn read_list(&self, wanted: Wanted, found: &Candidates, list: &List) -> Force {
        match wanted.kind {
            Support::AirForce | Support::Bomber | Support::Interceptor => self.read_air(wanted, found, list),
            Support::SubFleet => {
                let order = list.boats.iter().chain(&list.fill).chain(&list.spare);
                let own = |unit: &&UnitId| {
                    self.counters[**unit].nation == wanted.nation && found.boats.contains(unit)
                };
                order.filter(own).take(1).copied().collect()
            }
            Support::SurfaceFleet | Support::CvFleet | Support::ScratchDefenseFleet => {
                self.read_fleet(wanted, found, list)
            }
        }
    }

    fn read_fleet(&self, wanted: Wanted, found: &Candidates, list: &List) -> Force {
        let most = self.most_ships(wanted);
        let ship = |unit: &&UnitId| self.counters[**unit].is_ship();
        let open = list.sail.is_empty();
        let (wished, more): (Vec<UnitId>, Vec<UnitId>) = if open {
            (
                list.fill.iter().filter(ship).copied().collect(),
                list.spare.iter().filter(ship).copied().collect(),
            )
        } else {
            let rest = list.fill.iter().chain(&list.spare);
            (list.sail.clone(), rest.filter(ship).copied().collect())
        };
        let mut force: Force = Vec::new();
        for (at, unit) in wished.iter().enumerate() {
            if force.len() >= most {
                break;
            }
            let mut with = force.clone();
            with.push(*unit);
            let rest: Vec<UnitId> = wished[at + 1..].iter().chain(&more).copied().collect();
            if self.can_complete(wanted, &with, &rest, most) {
                force = with;
            }
        }
        for (at, unit) in more.iter().enumerate() {
            if self.is_legal(wanted, &force) {
                break;
            }
            let mut with = force.clone();
            with.push(*unit);
            if self.can_complete(wanted, &with, &more[at + 1..], most) {
                force = with;
            }
        }
        let attached = |units: &[UnitId], force: &Force| {
            units.iter().copied().find(|unit| {
                let mut with = force.clone();
                with.push(*unit);
                self.is_legal(wanted, &with)
            })
        };
        let own_lbas: Vec<UnitId> = match (list.attach.is_empty(), open) {
            (true, true) => list.fill.iter().filter(|unit| found.lbas.contains(unit)).copied().collect(),
            _ => list.attach.clone(),
        };
        if !force.is_empty() {
            force.extend(attached(&own_lbas, &force));
            force.extend(attached(&list.boats, &force));
        }
        force
    }

    /// Whether a force can be made legal by adding some of `rest`, within a maximum of ships.
    fn can_complete(&self, wanted: Wanted, force: &[UnitId], rest: &[UnitId], most: usize) -> bool {
        if force.len() > most {
            return false;
        }
        if self.is_legal(wanted, force) {
            return true;
        }
        let mut counts = Counts::of(self, wanted, force);
        if !counts.is_open(self, wanted) || wanted.kind == Support::ScratchDefenseFleet {
            return false;
        }
        let own = |unit: &UnitId| self.counters[*unit].nation == wanted.nation;
        let mut added = force.len();
        // A CV Fleet needs a carrier of its own; a light one costs no heavy place.
        if wanted.kind == Support::CvFleet && counts.own_carriers == 0 {
            let mut carriers: Vec<UnitId> =
                rest.iter().copied().filter(|unit| own(unit) && self.counters[*unit].is_carrier()).collect();
            carriers.sort_by_key(|unit| self.counters[*unit].is_heavy());
            let Some(carrier) = carriers.first() else { return false };
            counts.add(self, wanted, *carrier);
            added += 1;
        }
        let mut surface: Vec<UnitId> =
            rest.iter().copied().filter(|unit| self.counters[*unit].is_surface()).collect();
        surface.sort_by_key(|unit| (!own(unit), self.counters[*unit].is_heavy()));
        let least = self.least_ships(wanted);
        for unit in surface {
            if counts.carriers <= counts.surface && counts.own >= least {
                break;
            }
            let foreign = usize::from(!own(&unit));
            if counts.foreign + foreign > usize::from(self.tables.task_force.foreign) {
                continue;
            }
            let mut with = counts;
            with.add(self, wanted, unit);
            if with.heavy <= usize::from(self.tables.task_force.heavy) {
                counts = with;
                added += 1;
            }
        }
        // A lone surface ship may find its second own ship in a carrier.
        if counts.own < least && counts.surface > counts.carriers {
            let carrier = rest.iter().copied().find(|unit| own(unit) && self.counters[*unit].is_carrier());
            if let Some(carrier) = carrier {
                counts.add(self, wanted, carrier);
                added += 1;
            }
        }
        added <= most
            && counts.carriers <= counts.surface
            && counts.own >= least
            && counts.heavy <= usize::from(self.tables.task_force.heavy)
    }

    fn least_ships(&self, wanted: Wanted) -> usize {
        let limits = &self.tables.task_force;
        let ten_go = wanted.ten_go && wanted.nation == Nation::Japanese;
        usize::from(if ten_go { limits.own_ships_ten_go } else { limits.own_ships })
    }

    fn read_air(&self, wanted: Wanted, found: &Candidates, list: &List) -> Force {
        let order = list.attach.iter().chain(&list.fill).chain(&list.spare).copied();
        let order: Vec<UnitId> = order.filter(|unit| found.lbas.contains(unit)).collect();
        let wished = list.attach.len().max(usize::from(list.attach.is_empty()) * 2);
        let is_legal = |force: &[UnitId]| self.is_legal(wanted, force);
        // Two LBAs if two are wished for, else one; the first legal in the order of the list.
        if wished > 1 {
            for (at, one) in order.iter().enumerate() {
                let rest = order[at + 1..].iter().take(order.len());
                if let Some(two) = rest.copied().find(|two| is_legal(&[*one, *two])) {
                    let listed = |unit| list.attach.is_empty() || list.attach.contains(unit);
                    if listed(&two) || !is_legal(&[*one]) {
                        return vec![*one, two];
                    }
                }
                if is_legal(&[*one]) {
                    return vec![*one];
                }
            }
        }
        let one = order.iter().copied().find(|one| is_legal(&[*one]));
        one.into_iter().collect()
    }

    /// The question what a Task Force is made of. Whatever is answered, it is read as a list:
    /// [`Schiffskrieg::read_list`].
    pub fn compose(&self, key: String, wanted: Wanted, found: &Candidates, title: String) -> Ask<Item, Item> {
        let mut ask = Ask::new(questions::COMPOSE, key, "SK-3.1.2-4", title).by_option();
        let word = Item::Word;
        let units = |units: &[UnitId]| units.iter().copied().map(Item::Unit).collect::<Vec<_>>();
        let (sail, attach, boat) = (word(Word::Sail), word(Word::Attach), word(Word::BoatIn));
        let (fill, spare) = (word(Word::Fill), word(Word::Spare));
        let ships: Vec<UnitId> = found.ships.iter().map(|(unit, _)| *unit).collect();
        ask.offer(units(&ships), [sail, fill, spare], Some(fill));
        if wanted.kind != Support::SubFleet {
            ask.offer(units(&found.lbas), [attach, fill, spare], Some(fill));
        }
        if !matches!(wanted.kind, Support::AirForce | Support::Bomber | Support::Interceptor) {
            ask.offer(units(&found.boats), [boat, fill, spare], Some(fill));
        }
        let checks = found.ships.iter().filter(|(_, check)| *check);
        let names: Vec<String> = checks
            .map(|(unit, _)| {
                let of = &self.counters[*unit];
                format!("{} (Speed {})", of.name, of.front.speed.unwrap_or(0))
            })
            .collect();
        if !names.is_empty() {
            ask = ask.about(format!("must pass a Speed Check: {}", names.join(", ")));
        }
        ask
    }
}

impl Candidates {
    /// All of them, in the order in which the program would take them.
    pub fn all(&self) -> Vec<UnitId> {
        self.ships
            .iter()
            .map(|(unit, _)| *unit)
            .chain(self.lbas.iter().copied())
            .chain(self.boats.iter().copied())
            .collect()
    }

    /// Adds what others could bring that is not there yet.
    pub(super) fn join(&mut self, more: Candidates) {
        for (unit, check) in more.ships {
            match self.ships.iter_mut().find(|(of, _)| *of == unit) {
                Some((_, checks)) => *checks &= check,
                None => self.ships.push((unit, check)),
            }
        }
        for (own, more) in [(&mut self.lbas, more.lbas), (&mut self.boats, more.boats)] {
            more.into_iter().for_each(|unit| own.extend((!own.contains(&unit)).then_some(unit)));
        }
    }

    /// Adds a piece that is there already and must pass no check.
    pub(super) fn keep(&mut self, of: &super::pieces::Counter, unit: UnitId) {
        if of.is_ship() {
            self.ships.push((unit, false));
        } else if of.is_lba() {
            self.lbas.push(unit);
        } else {
            self.boats.push(unit);
        }
    }

    /// Whether a ship must pass a Speed Check.
    pub fn must_check(&self, unit: UnitId) -> bool {
        self.ships.iter().any(|(ship, check)| *ship == unit && *check)
    }
}

impl List {
    /// Puts a piece where it belongs, if it is wanted; otherwise among those that are left out.
    pub(super) fn put(&mut self, of: &super::pieces::Counter, unit: UnitId, wanted: bool) {
        if !wanted {
            // What is dropped stays dropped, whatever the minimum.
        } else if of.is_ship() {
            self.sail.push(unit);
        } else if of.is_lba() {
            self.attach.push(unit);
        } else {
            self.boats.push(unit);
        }
    }

    /// The same; if nothing is wanted that sails, with all that is there.
    pub(super) fn or_all(mut self, there: &[UnitId]) -> List {
        if self.sail.is_empty() {
            self.spare.extend(there);
        }
        self
    }

    /// The list that names nothing and takes whatever there is.
    pub fn of_all(found: &Candidates) -> List {
        List { fill: found.all(), ..List::default() }
    }

    /// What an answer says.
    pub fn of(answer: &[(Item, Item)]) -> List {
        let mut list = List::default();
        for (unit, word) in answer {
            let (Item::Unit(unit), Item::Word(word)) = (unit, word) else { continue };
            match word {
                Word::Sail | Word::Add | Word::Keep => list.sail.push(*unit),
                Word::Attach => list.attach.push(*unit),
                Word::BoatIn => list.boats.push(*unit),
                Word::Fill => list.fill.push(*unit),
                _ => list.spare.push(*unit),
            }
        }
        list
    }
}

/// What the rules of composition count.
#[derive(Clone, Copy, Default)]
struct Counts {
    own: usize,
    foreign: usize,
    carriers: usize,
    own_carriers: usize,
    surface: usize,
    heavy: usize,
}

impl Counts {
    fn of(system: &Schiffskrieg, wanted: Wanted, force: &[UnitId]) -> Counts {
        let mut counts = Counts::default();
        force.iter().for_each(|unit| counts.add(system, wanted, *unit));
        counts
    }

    fn add(&mut self, system: &Schiffskrieg, wanted: Wanted, unit: UnitId) {
        let of = &system.counters[unit];
        let own = of.nation == wanted.nation;
        self.own += usize::from(own);
        self.foreign += usize::from(!own);
        self.carriers += usize::from(of.is_carrier());
        self.own_carriers += usize::from(own && of.is_carrier());
        self.surface += usize::from(of.is_surface());
        self.heavy += usize::from(of.is_heavy());
    }

    /// Whether nothing is beyond its limit that adding ships could not mend.
    fn is_open(&self, system: &Schiffskrieg, _: Wanted) -> bool {
        let limits = &system.tables.task_force;
        self.foreign <= usize::from(limits.foreign) && self.heavy <= usize::from(limits.heavy)
    }
}

/// Rolls Speed Checks of the ships of a force that must pass one, in its order; gives those that are late.
pub(super) fn speed_checks(
    table: &mut Table,
    map: SeaMap,
    faction: Faction,
    label: &str,
    ships: &[UnitId],
) -> Step<Vec<UnitId>> {
    let mut late = Vec::new();
    for ship in ships {
        if !speed::check(table, map, faction, label, *ship, None)? {
            late.push(*ship);
        }
    }
    Ok(late)
}
