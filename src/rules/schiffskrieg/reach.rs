//! 3.3 Which pieces are in range of a placement, and which ships must pass a Speed Check.

use std::collections::BTreeSet;

use super::Schiffskrieg;
use super::board::{BaseId, BoxId, Gate, Hex, ZoneId};
use super::faction::Faction;
use super::facts::{Fact, Facts, Missing, Subject, Value};
use super::pieces::{Kind, UnitId};
use super::state::{Place, Sea, Site};

/// How a piece joins a Task Force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Without a Speed Check.
    Free,
    /// If it passes one.
    Check,
    /// Not at all, by this rule.
    No(&'static str),
}

impl Schiffskrieg {
    /// 3.3.2 How a ship joins a Task Force of its faction at a place.
    ///
    /// # Errors
    /// [`Missing`] if a fact on which it hangs was not declared.
    pub fn ship_reach(
        &self,
        sea: &Sea,
        faction: Faction,
        ship: UnitId,
        site: Site,
    ) -> Result<Reach, Missing> {
        let state = sea.unit(ship);
        let reach = match state.place {
            Place::Base(base) => {
                let of = self.board.base(base);
                // SK-3.3.2.3-1 A frozen ship is not used.
                if of.ice && self.flag(&sea.facts, Fact::WeatherSnow, &[Subject::Map(of.map())])? {
                    return Ok(Reach::No("SK-3.3.2.3-1"));
                }
                match site {
                    Site::StrategicWarfare(map) if of.map() == map => Reach::Check,
                    Site::StrategicWarfare(_) | Site::LandHex(_, None) => Reach::No("SK-3.3.2-2"),
                    Site::Station(zone) | Site::SeaHex(_, zone) | Site::LandHex(_, Some(zone)) => {
                        self.zone_reach(&sea.facts, faction, base, zone)?
                    }
                }
            }
            Place::Box(hold) => match site {
                Site::StrategicWarfare(map) if self.board.hold(hold).map == map => Reach::Check,
                Site::Station(zone) | Site::SeaHex(_, zone) | Site::LandHex(_, Some(zone))
                    if self.board.hold(hold).zones.contains(&zone) =>
                {
                    Reach::Free
                }
                _ => Reach::No("SK-3.3.2-3"),
            },
            _ => Reach::No("SK-1-1"),
        };
        // SK-3.3.2.1-4 A damaged ship cannot pass a check.
        Ok(if reach == Reach::Check && state.hurt { Reach::No("SK-3.3.2.1-4") } else { reach })
    }

    /// From a port: its own zones without a check, those beside them with one (SK-3.3.2-1, SK-3.3.2-2). A
    /// canal is a way for ships in its own ports alone (SK-3.3.2.4-2), and leads no farther than to the next
    /// zone (SK-3.3.2.4-3).
    fn zone_reach(
        &self,
        facts: &Facts,
        faction: Faction,
        port: BaseId,
        to: ZoneId,
    ) -> Result<Reach, Missing> {
        let from = &self.board.base(port).zones;
        if from.contains(&to) {
            return Ok(Reach::Free);
        }
        for zone in from {
            for (link, next) in self.board.links_of(*zone) {
                let own = match &link.gate {
                    Gate::Canal { hexes: _, ports } => ports.contains(&port),
                    Gate::Open | Gate::Restricted(_) => true,
                };
                if next == to && own && self.passes(facts, faction, link)? {
                    return Ok(Reach::Check);
                }
            }
        }
        Ok(Reach::No("SK-3.3.2-2"))
    }

    /// 3.3.1 Whether an LBA reaches an Air Base, from which an Air unit is placed or which is near a fleet:
    /// nine hexes from where it is (SK-3.3.1-5). One in an Off-Map Box reaches none (SK-3.3.1-7) unless it
    /// was declared where it enters the map, and then from there.
    pub fn lba_reaches(&self, sea: &Sea, lba: UnitId, air_base: Hex) -> bool {
        self.lba_flies(sea, lba, air_base, &self.closed_to_flights(&sea.facts))
    }

    /// The same around these hexes.
    pub(super) fn lba_flies(&self, sea: &Sea, lba: UnitId, air_base: Hex, closed: &BTreeSet<Hex>) -> bool {
        let Kind::Lba { heavy: _, range } = self.counters[lba].kind else { return false };
        let most = range.min(self.tables.task_force.lba_range);
        let near = |from: Hex| match closed.is_empty() {
            true => from.distance(air_base).is_some_and(|hexes| hexes <= most),
            false => is_flown(from, air_base, most, closed),
        };
        match sea.unit(lba).place {
            Place::Base(base) => near(self.board.base(base).hex),
            Place::Box(hold) => self.entries(&sea.facts, hold).into_iter().any(near),
            _ => false,
        }
    }

    /// SK-3.3.1-6 The hexes that a Flight Path may not enter, as they were declared.
    pub(super) fn closed_to_flights(&self, facts: &Facts) -> BTreeSet<Hex> {
        let closed = facts.all_of(Fact::TerrainClosed).filter_map(|(of, value)| match (of, value) {
            ([Subject::Hex(hex)], Value::Flag(true)) => Some(*hex),
            _ => None,
        });
        closed.collect()
    }

    /// The Air Bases of a faction with which an LBA may join a fleet: ports of the zone for one in an On
    /// Station Box (SK-3.3.1-2), those within three hexes of an All-Sea hex (SK-3.3.1-3).
    pub fn air_bases_for(&self, facts: &Facts, faction: Faction, site: Site) -> Vec<Hex> {
        let declared = facts.all_of(Fact::AirBase).filter_map(|(of, value)| match (of, value) {
            ([Subject::Hex(hex), Subject::Faction(whose)], Value::Flag(true)) if *whose == faction => {
                Some(*hex)
            }
            _ => None,
        });
        let near = self.tables.task_force.air_base_near_sea_hex;
        let serves = |hex: &Hex| match site {
            Site::Station(zone) => {
                self.board.base_in(*hex).is_some_and(|base| self.board.base(base).zones.contains(&zone))
            }
            Site::SeaHex(sea, _) => hex.distance(sea).is_some_and(|hexes| hexes <= near),
            Site::LandHex(land, _) => *hex == land,
            Site::StrategicWarfare(map) => hex.map == map,
        };
        declared.filter(serves).collect()
    }

    fn entries(&self, facts: &Facts, hold: BoxId) -> Vec<Hex> {
        match facts.get(Fact::BoxEntryHexes, &[Subject::Box(hold)]) {
            Some(Value::List(list)) => list
                .iter()
                .filter_map(|it| if let Value::Hex(hex) = it { Some(*hex) } else { None })
                .collect(),
            _ => Vec::new(),
        }
    }
}

/// Whether a path of at most so many hexes leads to a hex around those that are closed.
fn is_flown(from: Hex, to: Hex, most: u8, closed: &BTreeSet<Hex>) -> bool {
    let mut known = BTreeSet::from([from]);
    let mut front = vec![from];
    for _ in 0..most {
        let mut next = Vec::new();
        for hex in front.into_iter().flat_map(Hex::neighbours) {
            // A hex from which the rest is too far leads nowhere.
            if !closed.contains(&hex) && hex.distance(to).is_some_and(|left| left < most) && known.insert(hex)
            {
                next.push(hex);
            }
        }
        front = next;
    }
    known.contains(&to)
}
