//! 1.1 How several pieces find room beside each other.

use std::collections::BTreeMap;

use super::board::{BaseId, Room};
use super::pieces::UnitId;
use super::state::{Place, Sea};
use super::{Schiffskrieg, special};

/// Who lies where, as pieces find room one after another.
pub struct Berths<'s> {
    system: &'s Schiffskrieg,
    at: BTreeMap<Place, Vec<UnitId>>,
    /// Ports in which a Servron lifts the limit.
    free: Vec<BaseId>,
}

impl<'s> Berths<'s> {
    /// Berths as they are, without pieces that are to find a new one.
    pub fn of(system: &'s Schiffskrieg, sea: &Sea, without: &[UnitId]) -> Berths<'s> {
        let mut berths = Berths::free(system, sea);
        let mut stays = vec![true; sea.units.len()];
        without.iter().for_each(|unit| stays[usize::from(unit.0)] = false);
        for unit in sea.ids().filter(|unit| stays[usize::from(unit.0)]) {
            let place = sea.unit(unit).place;
            if matches!(place, Place::Base(_) | Place::Box(_)) {
                berths.put(unit, place);
            }
        }
        berths
    }

    /// Berths in which nothing lies.
    pub fn free(system: &'s Schiffskrieg, sea: &Sea) -> Berths<'s> {
        Berths { system, at: BTreeMap::new(), free: special::servrons_in_port(sea).collect() }
    }

    /// Whether a piece fits into a place beside those that lie there (1.1).
    pub fn fits(&self, unit: UnitId, place: Place) -> bool {
        let Place::Base(base) = place else { return matches!(place, Place::Box(_)) };
        let (system, none) = (self.system, Vec::new());
        let here = self.at.get(&place).unwrap_or(&none);
        let of = &system.counters[unit];
        // SK-1.1-12
        let mixed = of.nation.is_minor()
            && here.iter().any(|it| {
                let nation = system.counters[*it].nation;
                nation.is_minor() && nation != of.nation
            });
        if mixed {
            return false;
        }
        if of.is_lba() {
            let lbas = here.iter().filter(|it| system.counters[**it].is_lba()).count();
            return lbas < usize::from(system.tables.lba_in_a_hex);
        }
        match system.board.base(base).room {
            Room::NoShips => false,
            Room::Major | Room::Any => true,
            Room::Limited if self.free.contains(&base) => true,
            Room::Limited => {
                let ships = here.iter().filter(|it| system.counters[**it].is_ship()).count();
                !of.is_heavy() && ships < usize::from(system.tables.light_ships)
            }
        }
    }

    /// Whether several pieces fit into a place together.
    pub fn takes(&mut self, units: &[UnitId], place: Place) -> bool {
        let mut put = 0;
        let all = units.iter().all(|unit| {
            let fits = self.fits(*unit, place);
            if fits {
                self.put(*unit, place);
                put += 1;
            }
            fits
        });
        units[..put].iter().for_each(|unit| self.take(*unit, place));
        all
    }

    /// Puts a piece into a place.
    pub fn put(&mut self, unit: UnitId, place: Place) {
        self.at.entry(place).or_default().push(unit);
    }

    fn take(&mut self, unit: UnitId, place: Place) {
        if let Some(here) = self.at.get_mut(&place) {
            here.retain(|it| *it != unit);
        }
    }

    /// Houses pieces, each in the first of its places that has room; what finds none may push others on, so
    /// that nothing is homeless that some assignment houses. Gives each its place, or nothing.
    pub fn house(&mut self, wishes: &[(UnitId, Vec<Place>)]) -> Vec<(UnitId, Option<Place>)> {
        let mut found: Vec<(UnitId, Option<Place>)> = Vec::with_capacity(wishes.len());
        for (unit, places) in wishes {
            let free = places.iter().copied().find(|place| self.fits(*unit, *place));
            match free {
                Some(place) => {
                    self.put(*unit, place);
                    found.push((*unit, Some(place)));
                }
                None => {
                    found.push((*unit, None));
                    let last = found.len() - 1;
                    self.push_on(wishes, &mut found, last, &mut Vec::new());
                }
            }
        }
        found
    }

    /// Finds room for a piece by moving one that was housed before it.
    fn push_on(
        &mut self,
        wishes: &[(UnitId, Vec<Place>)],
        found: &mut Vec<(UnitId, Option<Place>)>,
        at: usize,
        seen: &mut Vec<Place>,
    ) -> bool {
        let (unit, places) = &wishes[at];
        for place in places {
            if self.fits(*unit, *place) {
                self.put(*unit, *place);
                found[at].1 = Some(*place);
                return true;
            }
            if seen.contains(place) {
                continue;
            }
            seen.push(*place);
            for other in (0..found.len()).filter(|other| *other != at) {
                let (mover, now) = found[other];
                if now != Some(*place) {
                    continue;
                }
                self.take(mover, *place);
                if self.fits(*unit, *place) {
                    self.put(*unit, *place);
                    found[at].1 = Some(*place);
                    if self.push_on(wishes, found, other, seen) {
                        return true;
                    }
                    self.take(*unit, *place);
                    found[at].1 = None;
                }
                self.put(mover, *place);
                found[other].1 = Some(*place);
            }
        }
        false
    }
}
