//! 2.1, 2.2 Who may contest a placement, and what hangs on where it is.

use super::super::Schiffskrieg;
use super::super::board::{BaseId, Hex, ZoneId};
use super::super::faction::Faction;
use super::super::facts::{Fact, Owner, Subject, Value};
use super::super::pieces::{Nation, UnitId};
use super::super::scenario::Support;
use super::super::state::{Goal, Post, Sea, Site, SupportUnit};
use super::Contester;

impl Schiffskrieg {
    /// The units by which a faction may contest a placement: those in its Force Pools for which a legal Task
    /// Force can be formed there (2.2, NW-12).
    pub(in super::super) fn contesters(
        &self,
        sea: &Sea,
        phasing: Faction,
        enemy: Faction,
        goal: Goal,
        site: Site,
    ) -> Vec<Contester> {
        let map = self.map_of_site(site);
        let (mut found, ready) = (Vec::new(), self.ready(sea, enemy));
        for support in self.supports(sea, enemy) {
            let unit = &sea.support[usize::from(support.0)];
            if unit.map != map || unit.post != Post::ForcePool || !self.may_contest(sea, unit, goal) {
                continue;
            }
            let nations = match unit.owner {
                Owner::Nation(nation) => vec![nation],
                Owner::Faction(_) => self.triggers(sea, phasing, enemy, site),
            };
            for nation in nations {
                let wanted = self.wanted(sea, unit, nation);
                let may = self.may_fight(sea, nation, map);
                if may && ready.can_form(wanted, site) {
                    found.push((support, nation));
                }
            }
        }
        found
    }

    /// Which kinds contest what (NW-12). At a real map the core game decides, so the table may forbid a unit,
    /// and allow one that the house rule does not; a Sub Fleet never contests (2.2).
    fn may_contest(&self, sea: &Sea, unit: &SupportUnit, goal: Goal) -> bool {
        let of = [Subject::Map(unit.map), Subject::Unit(unit.owner, unit.kind)];
        match sea.facts.get(Fact::MayContest, &of) {
            Some(Value::Flag(false)) => return false,
            Some(Value::Flag(true)) if self.history.is_none() && !self.is_first_edition() => {
                return unit.kind != Support::SubFleet;
            }
            _ => {}
        }
        match (goal, unit.kind) {
            (_, Support::SubFleet | Support::Bomber) => false,
            (Goal::Station(_), kind) => {
                matches!(kind, Support::SurfaceFleet | Support::CvFleet | Support::AirForce)
            }
            (Goal::Landing(_) | Goal::Hex(_), kind) => kind != Support::Interceptor,
            (Goal::Strike(_), kind) => matches!(kind, Support::AirForce | Support::Interceptor),
            (Goal::StrategicWarfare, kind) => {
                matches!(kind, Support::SurfaceFleet | Support::AirForce | Support::Interceptor)
            }
        }
    }

    /// 2.2 The nations whose country triggers a Scratch Defense Fleet: it touches the hex, and a Naval Base
    /// of it lies in the zone, from which a path leads there.
    fn triggers(&self, sea: &Sea, _: Faction, enemy: Faction, site: Site) -> Vec<Nation> {
        let Site::SeaHex(hex, zone) = site else { return Vec::new() };
        let coast = match self.need(&sea.facts, Fact::Coast, &[Subject::Hex(hex)]) {
            Ok(coast) => coast.into_owned(),
            Err(_) => return Vec::new(),
        };
        let Value::List(coast) = coast else { return Vec::new() };
        let touches = |nation: &Nation| {
            let country = self.board.country_of(*nation);
            country.is_some_and(|country| {
                coast.contains(&Value::Country(country))
                    && self.holder_of(&sea.facts, country, hex.map).ok().flatten() == Some(enemy)
                    && self.board.zone(zone).ports.iter().any(|port| {
                        let at = self.board.base(*port);
                        let of = [Subject::Hex(at.hex), Subject::Country(country)];
                        at.country == country && self.flag(&sea.facts, Fact::NavalBase, &of).unwrap_or(false)
                    })
            })
        };
        Nation::ALL.into_iter().filter(touches).collect()
    }

    /// Ports of a faction at a place: in the zone, and for a hex within three hexes of it.
    pub(super) fn ports_at(&self, sea: &Sea, faction: Faction, site: Site) -> usize {
        let near = self.tables.task_force.air_base_near_sea_hex;
        let close = |at: Hex, hex: Hex| at.distance(hex).is_some_and(|hexes| hexes <= near);
        let holds = |base: &BaseId| {
            self.controller(&sea.facts, *base).ok().flatten() == Some(faction)
                && self.board.base(*base).is_port()
        };
        let bases = self.board.base_ids().filter(|base| {
            let of = self.board.base(*base);
            match site {
                Site::Station(zone) => of.zones.contains(&zone),
                Site::SeaHex(hex, _) | Site::LandHex(hex, _) => close(of.hex, hex),
                Site::StrategicWarfare(map) => of.map() == map,
            }
        });
        bases.filter(holds).count()
    }

    /// Whether a faction has an Air Base within three hexes of an All-Sea hex (SK-4.2-9).
    pub(in super::super) fn has_air_base_near(&self, sea: &Sea, faction: Faction, site: Site) -> bool {
        let Site::SeaHex(hex, _) = site else { return false };
        let near = self.tables.task_force.air_base_near_sea_hex;
        let close = |base: Hex| base.distance(hex).is_some_and(|hexes| hexes <= near);
        !self.air_bases(sea, faction, hex.map, close).is_empty()
    }

    /// SK-4.4-6 The nations from whose ships no path leads from a place to a port of their home country.
    pub(in super::super) fn cut_off(&self, sea: &Sea, site: Site, units: &[UnitId]) -> Vec<Nation> {
        let Some(zone) = self.zone_of(site) else { return Vec::new() };
        let mut cut = Vec::new();
        for unit in units.iter().filter(|unit| self.counters[**unit].is_ship()) {
            let nation = self.counters[*unit].nation;
            let Some(faction) = self.faction_now(sea, nation) else { continue };
            if cut.contains(&nation) || self.has_way_home(sea, faction, nation, zone) {
                continue;
            }
            cut.push(nation);
        }
        cut
    }

    fn has_way_home(&self, sea: &Sea, faction: Faction, nation: Nation, zone: ZoneId) -> bool {
        let Ok(reached) = self.reached(&sea.facts, faction, &[zone], None) else { return true };
        // A home country that lies off the map is reached by its boxes.
        let home = self.board.country_of(nation);
        let map = self.board.zone(zone).map;
        let on_map = home.is_some_and(|home| {
            self.board.base_ids().any(|base| {
                let of = self.board.base(base);
                of.country == home && of.map() == map && of.is_port()
            })
        });
        if !on_map || nation == Nation::Us {
            return !reached.boxes.is_empty();
        }
        let harbour = self.harbour(sea, faction);
        reached.zones.iter().flat_map(|zone| &self.board.zone(*zone).ports).any(|port| {
            let own = harbour.holds(*port) || self.is_vichy_home(sea, *port);
            Some(self.board.base(*port).country) == home && own
        })
    }
}
