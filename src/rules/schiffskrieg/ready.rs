//! What of a faction is ready to join Task Forces: looked through once for whoever asks of many places.

use std::cell::RefCell;
use std::rc::Rc;

use super::Schiffskrieg;
use super::board::{Hex, SeaMap};
use super::faction::Faction;
use super::force::Wanted;
use super::naval_war::once;
use super::pieces::{Nation, ShipType, UnitId};
use super::reach::Reach;
use super::scenario::Support;
use super::state::{Place, Sea, Site};
use super::task_force::Candidates;

/// Ships that reach a place, each with whether it must pass a Speed Check.
type Sailing = Rc<Vec<(UnitId, bool)>>;
/// Which LBAs reach a place.
type Lbas = Rc<Vec<UnitId>>;

/// The pieces of a faction that are ready, and what of them reaches the places that were asked for. It holds
/// for one position.
pub(super) struct Ready<'s> {
    system: &'s Schiffskrieg,
    sea: &'s Sea,
    faction: Faction,
    /// Whole ships in port.
    ships: Vec<UnitId>,
    /// LBAs in port.
    lbas: Vec<UnitId>,
    /// X-boats in Force Pools.
    boats: Vec<UnitId>,
    sailing: RefCell<Vec<(Site, Sailing)>>,
    flying: RefCell<Vec<(Site, Lbas)>>,
    escorts: RefCell<Vec<((Nation, Site), Lbas)>>,
}

impl Schiffskrieg {
    /// The pieces of a faction that are ready in a position. Of what makes a piece free (`is_free`) nothing
    /// but being held is left to ask of one that lies in port and fights for us.
    pub(super) fn ready<'s>(&'s self, sea: &'s Sea, faction: Faction) -> Ready<'s> {
        let (mut ships, mut lbas, mut boats) = (Vec::new(), Vec::new(), Vec::new());
        for unit in sea.ids() {
            let (of, state) = (&self.counters[unit], sea.unit(unit));
            // Where it lies is asked first, since it costs least.
            let lies = match state.place {
                Place::ForcePool(_) => of.is_boat(),
                Place::Base(_) | Place::Box(_) => !of.is_boat() && !state.status.held,
                _ => false,
            };
            if !lies || self.side_of(sea, unit) != Some(faction) {
                continue;
            }
            if of.is_boat() {
                boats.push(unit);
            } else if of.is_lba() {
                lbas.push(unit);
            } else if !state.hurt {
                ships.push(unit);
            }
        }
        let (sailing, flying, escorts) = Default::default();
        Ready { system: self, sea, faction, ships, lbas, boats, sailing, flying, escorts }
    }
}

impl<'s> Ready<'s> {
    /// The position for which it holds.
    pub(super) fn sea(&self) -> &'s Sea {
        self.sea
    }
}

impl Ready<'_> {
    /// The pieces that could join a Task Force at a place, as [`Schiffskrieg::candidates`] has them, but not
    /// in their order.
    pub(super) fn candidates(&self, wanted: Wanted, site: Site) -> Candidates {
        let (map, boats) = (self.system.map_of_site(site), self.boats.iter().copied());
        let (lbas, ships) = match is_fleet(wanted.kind) {
            true => (self.escorting(wanted, site), self.ships(wanted, site)),
            false => (self.flying(site), Vec::new()),
        };
        let here = |unit: &UnitId| self.sea.unit(*unit).place == Place::ForcePool(map);
        Candidates {
            ships,
            lbas: lbas.iter().copied().filter(|unit| self.joins(*unit, wanted, map)).collect(),
            boats: boats.filter(here).filter(|unit| self.joins(*unit, wanted, map)).collect(),
        }
    }

    /// Whether a legal Task Force can be made at a place, whatever the die shows. Ships alone make a fleet
    /// legal, so nothing else is looked for where it is one.
    pub(super) fn can_form(&self, wanted: Wanted, site: Site) -> bool {
        let mut found = match is_fleet(wanted.kind) {
            true => Candidates { ships: self.ships(wanted, site), ..Candidates::default() },
            false => self.candidates(wanted, site),
        };
        self.system.sort(self.sea, wanted, &mut found);
        self.system.can_form(wanted, &found)
    }

    fn ships(&self, wanted: Wanted, site: Site) -> Vec<(UnitId, bool)> {
        let map = self.system.map_of_site(site);
        let coastal = |unit: UnitId| self.system.counters[unit].ship() == Some(ShipType::Cd);
        let joins = |(unit, _): &(UnitId, bool)| {
            self.joins(*unit, wanted, map) && (wanted.kind == Support::ScratchDefenseFleet || !coastal(*unit))
        };
        self.sailing(site).iter().copied().filter(joins).collect()
    }

    /// Whether a piece may join by its nation: that of the Task Force, or, but for a Scratch Defense Fleet,
    /// any that may take part in the war.
    fn joins(&self, unit: UnitId, wanted: Wanted, map: SeaMap) -> bool {
        let nation = self.system.counters[unit].nation;
        nation == wanted.nation
            || (wanted.kind != Support::ScratchDefenseFleet && self.system.may_fight(self.sea, nation, map))
    }

    /// The ships that reach a place. They come into a zone and its hexes alike, and those of one port alike.
    fn sailing(&self, site: Site) -> Sailing {
        let site = match site {
            Site::SeaHex(_, zone) | Site::LandHex(_, Some(zone)) => Site::Station(zone),
            site => site,
        };
        once(&self.sailing, site, || {
            let ports = RefCell::default();
            let check = |unit: UnitId| {
                once(&ports, self.sea.unit(unit).place, || {
                    match self.system.ship_reach(self.sea, self.faction, unit, site) {
                        Ok(Reach::Free) => Some(false),
                        Ok(Reach::Check) => Some(true),
                        Ok(Reach::No(_)) | Err(_) => None,
                    }
                })
            };
            Rc::new(self.ships.iter().filter_map(|unit| Some((*unit, check(*unit)?))).collect())
        })
    }

    /// The LBAs that reach a place for a fleet of a nation. Air Bases are looked for where any LBA may join.
    fn escorting(&self, wanted: Wanted, site: Site) -> Lbas {
        let map = self.system.map_of_site(site);
        if !self.lbas.iter().any(|unit| self.joins(*unit, wanted, map)) {
            return Rc::default();
        }
        once(&self.escorts, (wanted.nation, site), || {
            let bases = self.system.air_bases_of_fleet(self.sea, self.faction, wanted.nation, site);
            Rc::new(self.reaching(&bases))
        })
    }

    /// The LBAs that reach a place for an Air unit.
    fn flying(&self, site: Site) -> Lbas {
        once(&self.flying, site, || {
            Rc::new(self.reaching(&self.system.air_bases_from(self.sea, self.faction, site)))
        })
    }

    /// The LBAs that reach one of these Air Bases.
    fn reaching(&self, bases: &[Hex]) -> Vec<UnitId> {
        let closed = self.system.closed_to_flights(&self.sea.facts);
        let reaches =
            |unit: &UnitId| bases.iter().any(|base| self.system.lba_flies(self.sea, *unit, *base, &closed));
        self.lbas.iter().copied().filter(reaches).collect()
    }
}

/// Whether ships make a Task Force of this kind.
const fn is_fleet(kind: Support) -> bool {
    matches!(kind, Support::SurfaceFleet | Support::CvFleet | Support::ScratchDefenseFleet)
}

#[cfg(test)]
mod tests {
    use engine::rulebook::Rulebook;
    use engine::system::Rules;

    use crate::options::Chosen;
    use crate::state::{Site, SupportId};
    use crate::{Data, Schiffskrieg};

    #[test]
    fn ships_alone_make_a_fleet_legal_and_ports_are_asked_once() {
        let data = Data::load(&Schiffskrieg::built_in()).unwrap();
        let chosen =
            Chosen { companion: false, turns: 8, at_once: true, together: true, asks: Some(3), par: None };
        let mut formed = [0; 2];
        for scenario in ["29", "46"] {
            let system = Schiffskrieg::for_match(data.clone(), scenario, chosen).unwrap();
            let sea = system.opening();
            for faction in system.scenario.factions() {
                let ready = system.ready(&sea, faction);
                for SupportId(at) in system.supports(&sea, faction) {
                    let unit = &sea.support[usize::from(at)];
                    let Some(nation) = system.nation_of(unit) else { continue };
                    let wanted = system.wanted(&sea, unit, nation);
                    let zones =
                        system.board.zone_ids().filter(|zone| system.board.zone(*zone).map == unit.map);
                    for zone in zones {
                        let site = Site::Station(zone);
                        let all = system.candidates(&sea, faction, wanted, site);
                        let can = system.can_form(wanted, &all);
                        assert_eq!(ready.can_form(wanted, site), can, "{unit:?} at {zone:?}");
                        for (ship, check) in &all.ships {
                            let reach = system.ship_reach(&sea, faction, *ship, site).unwrap();
                            assert_eq!(reach == super::Reach::Check, *check);
                        }
                        formed[usize::from(can)] += 1;
                    }
                }
            }
        }
        assert!(formed.iter().all(|many| *many > 0), "{formed:?}");
    }
}
