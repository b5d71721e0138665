//! The Air Bases of a faction, and those from which aircraft reach a place (3.3.1).

use super::Schiffskrieg;
use super::board::{Hex, SeaMap};
use super::faction::Faction;
use super::facts::{Fact, Subject, Value};
use super::pieces::Nation;
use super::state::{Sea, Site};

impl Schiffskrieg {
    /// The Air Bases of a faction on a map, of those that serve: those that were declared, and in the naval
    /// war every base that it holds.
    pub(super) fn air_bases(
        &self,
        sea: &Sea,
        faction: Faction,
        map: SeaMap,
        serves: impl Fn(Hex) -> bool,
    ) -> Vec<Hex> {
        let declared = sea.facts.all_of(Fact::AirBase).filter_map(|(of, value)| match (of, value) {
            ([Subject::Hex(hex), Subject::Faction(whose)], Value::Flag(true))
                if *whose == faction && hex.map == map =>
            {
                Some(*hex)
            }
            _ => None,
        });
        let mut bases: Vec<Hex> = declared.filter(|hex| serves(*hex)).collect();
        if self.history.is_some() {
            let held = self.controlled(&sea.facts, faction, map).iter();
            bases.extend(held.map(|base| self.board.base(*base).hex).filter(|hex| serves(*hex)));
        }
        bases
    }

    /// The Air Bases from which an Air unit reaches a place: those within nine hexes of a hex, ports of a
    /// zone, any on the map for the Strategic Warfare Box (3.3.1, NW-10, NW-12).
    pub fn air_bases_from(&self, sea: &Sea, faction: Faction, site: Site) -> Vec<Hex> {
        let most = self.tables.task_force.lba_range;
        let map = self.map_of_site(site);
        let near = |hex: Hex, target: Hex| hex.distance(target).is_some_and(|hexes| hexes <= most);
        self.air_bases(sea, faction, map, |hex| match site {
            Site::Station(zone) => {
                self.board.base_in(hex).is_some_and(|base| self.board.base(base).zones.contains(&zone))
            }
            Site::SeaHex(target, _) | Site::LandHex(target, _) => near(hex, target),
            Site::StrategicWarfare(_) => true,
        })
    }

    /// The Air Bases with which an LBA joins a fleet at a place (SK-3.3.1-2 to SK-3.3.1-4).
    pub(super) fn air_bases_of_fleet(
        &self,
        sea: &Sea,
        faction: Faction,
        nation: Nation,
        site: Site,
    ) -> Vec<Hex> {
        let near = self.tables.task_force.air_base_near_sea_hex;
        let mut bases = self.air_bases_from(sea, faction, site);
        let close = |hex: Hex, target: Hex| hex.distance(target).is_some_and(|hexes| hexes <= near);
        match site {
            Site::Station(_) => (),
            Site::SeaHex(target, _) | Site::LandHex(target, _) => bases.retain(|hex| close(*hex, target)),
            // SK-3.3.1-4 The fleet uses the Naval Base that serves it best.
            Site::StrategicWarfare(map) => {
                let used = self.naval_bases(sea, nation, map);
                bases.retain(|hex| used.iter().any(|target| close(*hex, *target)));
            }
        }
        bases
    }

    /// The Naval Bases of a nation's country on a map.
    fn naval_bases(&self, sea: &Sea, nation: Nation, map: SeaMap) -> Vec<Hex> {
        let Some(country) = self.board.country_of(nation) else { return Vec::new() };
        let ports = self.board.base_ids().map(|base| self.board.base(base));
        let hexes = ports.filter(|port| port.map() == map && port.is_port()).map(|port| port.hex);
        let serves = |hex: &Hex| {
            let of = [Subject::Hex(*hex), Subject::Country(country)];
            self.flag(&sea.facts, Fact::NavalBase, &of).unwrap_or(false)
        };
        hexes.filter(serves).collect()
    }
}
