//! 5.1 Who may raid, who may intercept, and what a raid can cost.

use super::super::Schiffskrieg;
use super::super::board::{BaseId, Gate, SeaMap, ZoneId};
use super::super::faction::Faction;
use super::super::facts::{AidTable, Fact, Missing, Owner, Subject};
use super::super::pieces::{Nation, ShipType, UnitId};
use super::super::scenario::Support;
use super::super::state::{Place, Post, Sea, SupportId};
use super::super::tables::InterceptionResult;
use super::{Berth, MATERIEL_SHORTAGES, berths};

impl Schiffskrieg {
    /// The zone in which raiders of a map are on station.
    pub(in super::super) fn raid_zone(&self, map: SeaMap) -> ZoneId {
        let id = match map {
            SeaMap::Tk => "north-atlantic",
            SeaMap::Ds => "west-indian-ocean",
        };
        self.board.zone_named(id).unwrap_or(ZoneId(0))
    }

    /// Whether the Axis may raid on a map: not where Britain is under policy or truce (SK-5.1-3), and on DS
    /// only if the Navy does not lead the Government, or under Materiel Shortages (SK-5.1.1-4).
    pub(super) fn may_raid(&self, sea: &Sea, map: SeaMap) -> Result<bool, Missing> {
        if self.is_affected(&sea.facts, Nation::British, map)? {
            return Ok(false);
        }
        Ok(map == SeaMap::Tk
            || self.has_marker(&sea.facts, map, MATERIEL_SHORTAGES)?
            || !self.flag(&sea.facts, Fact::NavyLeadsGovernment, &[])?)
    }

    /// Ships that may raid, each with its port (SK-5.1.1-2, SK-5.1.1-3).
    pub(super) fn raiders(&self, sea: &Sea, map: SeaMap) -> Result<Vec<(UnitId, BaseId)>, Missing> {
        let mut ships = Vec::new();
        for unit in sea.ids() {
            let (of, Place::Base(port)) = (&self.counters[unit], sea.unit(unit).place) else { continue };
            let fits = match map {
                SeaMap::Tk => of.nation == Nation::German && of.ship() != Some(ShipType::Cd),
                SeaMap::Ds => of.nation == Nation::Japanese && !of.is_heavy(),
            };
            let base = self.board.base(port);
            if !(fits && of.is_ship() && base.map() == map && self.is_free(sea, unit) && !sea.unit(unit).hurt)
            {
                continue;
            }
            let frozen = base.ice && self.flag(&sea.facts, Fact::WeatherSnow, &[Subject::Map(map)])?;
            if !frozen && self.borders_raid_zone(sea, port, map)? {
                ships.push((unit, port));
            }
        }
        Ok(ships)
    }

    /// Whether a port borders a zone from which raiders of a map put out; one on a canal does so through the
    /// canal, while that is open.
    pub(super) fn borders_raid_zone(&self, sea: &Sea, port: BaseId, map: SeaMap) -> Result<bool, Missing> {
        let ids = match map {
            SeaMap::Tk => ["north-sea", "north-atlantic"],
            SeaMap::Ds => ["bay-of-bengal", "west-indian-ocean"],
        };
        let wanted = ids.map(|id| self.board.zone_named(id));
        let zones = &self.board.base(port).zones;
        if zones.iter().any(|zone| wanted.contains(&Some(*zone))) {
            return Ok(true);
        }
        for zone in zones {
            for (link, next) in self.board.links_of(*zone) {
                let own = matches!(&link.gate, Gate::Canal { hexes: _, ports } if ports.contains(&port));
                if own && wanted.contains(&Some(next)) && self.passes(&sea.facts, Faction::Axis, link)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Western ships that may intercept, each with its berth: in ports and boxes that touch the zone
    /// (SK-5.1.1-6), but no Reserve Fleet, and none under policy or truce (SK-5.1.1-7).
    pub(super) fn interceptors(&self, sea: &Sea, map: SeaMap) -> Result<Vec<(UnitId, Berth)>, Missing> {
        let zone = self.raid_zone(map);
        let mut ships = Vec::new();
        for unit in sea.ids() {
            let of = &self.counters[unit];
            let berth = match sea.unit(unit).place {
                Place::Base(base) if self.board.base(base).zones.contains(&zone) => Berth::Port(base),
                Place::Box(hold) if self.board.hold(hold).zones.contains(&zone) => Berth::Box(hold),
                _ => continue,
            };
            let western = self.side_of(sea, unit) == Some(Faction::Western);
            if !of.is_ship()
                || !western
                || !self.is_free(sea, unit)
                || self.is_affected(&sea.facts, of.nation, map)?
            {
                continue;
            }
            let ice = matches!(berth, Berth::Port(base) if self.board.base(base).ice);
            if ice && self.flag(&sea.facts, Fact::WeatherSnow, &[Subject::Map(map)])? {
                continue;
            }
            ships.push((unit, berth));
        }
        let berths = berths(&ships);
        ships.sort_by_key(|(unit, berth)| (berths.iter().position(|it| it == berth), unit.0));
        Ok(ships)
    }

    /// The ships that may intercept raiders of a map.
    pub(in super::super) fn intercepting(&self, sea: &Sea, map: SeaMap) -> Vec<UnitId> {
        self.interceptors(sea, map).unwrap_or_default().into_iter().map(|(unit, _)| unit).collect()
    }

    /// The Interception Table, with the rows that an owner of the player aid declared.
    pub(in super::super) fn interception(&self, sea: &Sea, die: u8, drm: i8) -> InterceptionResult {
        let modified = i16::from(die) + i16::from(drm);
        let declared = sea.facts.row(AidTable::Interception, modified as i8);
        let declared = declared.and_then(|at| InterceptionResult::ALL.get(usize::from(at)).copied());
        declared.unwrap_or_else(|| self.tables.interception.result(die, drm))
    }

    /// British and US support units in a map's Force Pool, but none of a country under policy or truce
    /// (SK-5.1.2-2, SK-5.1.2-5).
    pub(super) fn units_at_stake(&self, sea: &Sea, map: SeaMap) -> Result<Vec<SupportId>, Missing> {
        let mut units = Vec::new();
        for (at, unit) in sea.support.iter().enumerate() {
            let Owner::Nation(nation) = unit.owner else { continue };
            let fits = matches!(nation, Nation::British | Nation::Us)
                && unit.kind != Support::ScratchDefenseFleet
                && unit.map == map
                && unit.post == Post::ForcePool;
            if fits && !self.is_affected(&sea.facts, nation, map)? {
                units.push(SupportId(at as u8));
            }
        }
        Ok(units)
    }

    /// Whether there is a Convoy to be delayed; in the naval war there is none (NW-17).
    pub(super) fn has_convoy(&self, sea: &Sea, map: SeaMap) -> Result<bool, Missing> {
        if self.history.is_some() {
            return Ok(false);
        }
        Ok(self.number(&sea.facts, Fact::Convoys, &[Subject::Map(map)])? > 0)
    }
}
