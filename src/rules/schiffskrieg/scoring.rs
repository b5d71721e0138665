//! The naval war's points, all of them house rules (NW-8 to NW-22).

use super::board::{BaseId, Room, SeaMap, ZoneId};
use super::event::{End, Event, Scoring, Victory};
use super::faction::{ByFaction, Faction};
use super::pieces::UnitId;
use super::scenario::Support;
use super::state::{Battle, Goal, Part, Place, Post, Sea, SupportId, SupportUnit};
use super::{Schiffskrieg, Table};
use engine::table::Step;

/// Points of a heavy and of a light piece that is lost (NW-16).
const LOSSES: (u8, u8) = (2, 1);
/// Points of a Major and of a Limited Victory.
const VICTORIES: (u8, u8) = (2, 1);
/// Points of a successful Commerce Raid.
const RAID: u8 = 3;
/// Points of a Sub Fleet in its box.
const BLOCKADE: u8 = 1;
/// Points of a landing off a large and off a small port (NW-15).
const LANDINGS: (u8, u8) = (2, 1);
/// A port scores once in so many turns.
const AGAIN: u8 = 4;
/// How much stronger a side must be in a zone than its enemies (NW-14).
const TWICE: u16 = 2;
/// A map with fewer points than this is left out of the share (NW-20), and a match with fewer is drawn.
const LEAST: u16 = 10;
/// How far a share must lie over par for a marginal and a decisive victory, in hundredths (NW-21).
pub const MARGINS: (i32, i32) = (5, 10);

/// NW-16 A faction sank a ship or destroyed an LBA. At a real map nothing is scored.
pub(super) fn loss(table: &mut Table, unit: UnitId, by: Faction) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let of = &system.counters[unit];
    let Some(map) = system.map_of(sea, unit).or_else(|| system.home_map(sea, unit)) else {
        return Ok(());
    };
    if system.history.is_none() || of.is_boat() {
        return Ok(());
    }
    let points = if of.is_heavy() { LOSSES.0 } else { LOSSES.1 };
    let double = by == Faction::Axis
        && map == SeaMap::Ds
        && system.has_marker(&sea.facts, map, "usn-superiority").unwrap_or(false);
    let points = if double { points * 2 } else { points };
    scored(table, by, map, Scoring::Losses, points, None)
}

/// NW-16 A side wins a battle.
pub(super) fn victory(table: &mut Table, battle: &Battle, end: End, victory: Victory) -> Step<()> {
    let part = match end {
        End::Success => Part::Phasing,
        End::Repulsion => Part::Answering,
        End::Stalemate => return Ok(()),
    };
    let points = if victory == Victory::Major { VICTORIES.0 } else { VICTORIES.1 };
    scored(table, battle.side(part), battle.map, Scoring::Victory, points, None)
}

/// NW-16 A Commerce Raid of the Axis succeeds.
pub(super) fn raid(table: &mut Table, map: SeaMap) -> Step<()> {
    scored(table, Faction::Axis, map, Scoring::Raid, RAID, None)
}

fn scored(
    table: &mut Table,
    faction: Faction,
    map: SeaMap,
    what: Scoring,
    points: u8,
    place: Option<Goal>,
) -> Step<()> {
    if table.system().history.is_none() || points == 0 {
        return Ok(());
    }
    table.record(Event::Scored { faction, map, what, points, place })
}

/// What stands at the end of a turn is scored (NW-13 to NW-16).
pub(super) fn score(table: &mut Table) -> Step<()> {
    let system = table.system();
    for zone in system.board.zone_ids() {
        let map = system.board.zone(zone).map;
        if let Some(faction) = system.holder_of_zone(table.state(), zone) {
            let points = system.board.zone(zone).value;
            scored(table, faction, map, Scoring::Zone, points, Some(Goal::Station(zone)))?;
        }
    }
    for faction in system.scenario.factions().collect::<Vec<_>>() {
        for (base, points) in system.landings(table.state(), faction) {
            let map = system.board.base(base).map();
            scored(table, faction, map, Scoring::Landing, points, Some(Goal::Landing(base)))?;
        }
        for support in system.supports(table.state(), faction) {
            let unit = &table.state().support[usize::from(support.0)];
            let (map, stands) = (unit.map, unit.post == Post::StrategicWarfare);
            if stands && unit.kind == Support::SubFleet {
                scored(table, faction, map, Scoring::Blockade, BLOCKADE, Some(Goal::StrategicWarfare))?;
            }
        }
    }
    Ok(())
}

/// NW-7 Units that were placed go back to their pools at the end of a turn.
pub(super) fn back_to_pools(table: &mut Table) -> Step<()> {
    if table.system().history.is_none() {
        return Ok(());
    }
    let on_map = |post: Post| matches!(post, Post::Station(_) | Post::Hex(_) | Post::StrategicWarfare);
    let all = (0..table.state().support.len() as u8).map(SupportId);
    let back: Vec<SupportId> =
        all.filter(|id| on_map(table.state().support[usize::from(id.0)].post)).collect();
    for support in back {
        table.record(Event::Posted { support, post: Post::ForcePool })?;
    }
    Ok(())
}

impl Schiffskrieg {
    fn home_map(&self, sea: &Sea, unit: UnitId) -> Option<SeaMap> {
        self.map_of_place(sea.unit(unit).home?)
    }

    /// NW-14 The strength of each faction in a zone: factors of the undamaged ships for which its fleets
    /// stand there.
    pub fn strength_in(&self, sea: &Sea, zone: ZoneId) -> ByFaction<u16> {
        let mut strength: ByFaction<u16> = ByFaction::default();
        for (at, unit) in sea.support.iter().enumerate() {
            if unit.post != Post::Station(zone) {
                continue;
            }
            let Some(faction) = self.faction_of_support(sea, SupportId(at as u8)) else { continue };
            strength[faction] += self.strength_of(sea, unit);
        }
        strength
    }

    /// NW-14 The strength of a support unit: factors of the undamaged ships for which it stands that are in a
    /// Used Box of its zone; of one in a hex, in any.
    pub(super) fn strength_of(&self, sea: &Sea, unit: &SupportUnit) -> u16 {
        let there = |place: Place| match (unit.post, place) {
            (Post::Station(zone), Place::Used(at)) => at == zone,
            (Post::Hex(_), Place::Used(_)) => true,
            _ => false,
        };
        let counted = unit.force.iter().filter(|ship| {
            let state = sea.unit(**ship);
            there(state.place) && !state.hurt
        });
        let factors = counted.map(|ship| {
            let front = &self.counters[*ship].front;
            u16::from(front.gunnery + front.airstrike)
        });
        factors.sum()
    }

    /// NW-13 Whether a zone can score for a faction: an enemy at war has a port in it or in a linked zone.
    pub fn is_disputed(&self, sea: &Sea, zone: ZoneId, faction: Faction) -> bool {
        let map = self.board.zone(zone).map;
        let enemies = self.enemies(sea, faction, map);
        let linked = self.board.links_of(zone).map(|(_, to)| to).chain([zone]);
        let mut ports = linked.flat_map(|zone| self.board.zone(zone).ports.iter().copied());
        ports.any(|port| {
            let holder = self.controller(&sea.facts, port).ok().flatten();
            self.board.base(port).is_port() && holder.is_some_and(|holder| enemies.contains(&holder))
        })
    }

    /// NW-13, NW-14 Who scores a zone: a faction alone there, or twice as strong as its enemies; of Allies
    /// the stronger.
    pub fn holder_of_zone(&self, sea: &Sea, zone: ZoneId) -> Option<Faction> {
        let map = self.board.zone(zone).map;
        let strength = self.strength_in(sea, zone);
        let holds = |faction: &Faction| {
            let own = strength[*faction];
            let enemies: u16 = self.enemies(sea, *faction, map).into_iter().map(|it| strength[it]).sum();
            own > 0 && own >= TWICE * enemies && self.is_disputed(sea, zone, *faction)
        };
        let mut found: Option<Faction> = None;
        for faction in Faction::ALL.into_iter().filter(holds) {
            if found.is_none_or(|best| strength[faction] > strength[best]) {
                found = Some(faction);
            }
        }
        found
    }

    /// NW-15 The ports off which a faction's fleets score, with their points: one a zone, each once in four
    /// turns.
    fn landings(&self, sea: &Sea, faction: Faction) -> Vec<(BaseId, u8)> {
        let turn = self.turn(sea);
        let mut found: Vec<(BaseId, u8, ZoneId)> = Vec::new();
        for support in self.supports(sea, faction) {
            let unit = &sea.support[usize::from(support.0)];
            let Post::Hex(hex) = unit.post else { continue };
            let fleet = matches!(unit.kind, Support::SurfaceFleet | Support::CvFleet) && !unit.strike;
            let Some(zone) = self.board.zone_of_sea(hex).filter(|_| fleet) else { continue };
            let enemies = self.enemies(sea, faction, unit.map);
            let fresh = |base: BaseId| {
                let landed = sea.landed.iter().find(|(of, _)| *of == base);
                landed.is_none_or(|(_, at)| turn.0 >= at.0.saturating_add(AGAIN))
            };
            let off = self.board.base_ids().filter(|base| {
                let of = self.board.base(*base);
                let holder = self.controller(&sea.facts, *base).ok().flatten();
                of.is_port()
                    && of.approach.iter().any(|(_, at)| *at == hex)
                    && holder.is_some_and(|holder| enemies.contains(&holder))
                    && fresh(*base)
            });
            let points = |base: BaseId| match self.board.base(base).room {
                Room::Any | Room::Major => LANDINGS.0,
                Room::Limited | Room::NoShips => LANDINGS.1,
            };
            let best = off.max_by_key(|base| (points(*base), std::cmp::Reverse(*base)));
            found.extend(best.map(|base| (base, points(base), zone)));
        }
        // One a zone: the one that is worth most.
        found.sort_by_key(|(base, points, zone)| (*zone, std::cmp::Reverse(*points), *base));
        found.dedup_by_key(|(.., zone)| *zone);
        found.into_iter().map(|(base, points, _)| (base, points)).collect()
    }

    /// NW-4 The factions whose points count together with the first side's: Axis, or Western where there is
    /// none.
    pub(super) fn first_side(&self) -> Faction {
        if self.scenario.set_ups[Faction::Axis].is_some() { Faction::Axis } else { Faction::Western }
    }

    /// NW-20, NW-21 The share of the first side in all points, in per cent: by map, averaged; nothing while
    /// there are fewer than ten points.
    pub fn share(&self, sea: &Sea) -> Option<i32> {
        let first = self.first_side();
        let all = |map: SeaMap| Faction::ALL.into_iter().map(|it| sea.score.0[it][map as usize]).sum::<u16>();
        let total: u16 = SeaMap::ALL.into_iter().map(all).sum();
        if total < LEAST {
            return None;
        }
        let counted: Vec<SeaMap> = SeaMap::ALL.into_iter().filter(|map| all(*map) >= LEAST).collect();
        let share = |own: u16, all: u16| i32::from(own) * 100 / i32::from(all.max(1));
        if counted.is_empty() {
            let own: u16 = SeaMap::ALL.into_iter().map(|map| sea.score.0[first][map as usize]).sum();
            return Some(share(own, total));
        }
        let shares: Vec<i32> =
            counted.iter().map(|map| share(sea.score.0[first][*map as usize], all(*map))).collect();
        Some(shares.iter().sum::<i32>() / shares.len() as i32)
    }

    /// NW-21 Who wins: whose share lies more than five hundredths over par; of two Allies the one with more
    /// points.
    pub fn leader(&self, sea: &Sea) -> Option<Faction> {
        let over = self.share(sea)? - i32::from(self.scenario.par);
        let first = self.first_side();
        if over > MARGINS.0 {
            return Some(first);
        }
        let points = |faction: Faction| self.points_of(sea, faction);
        let others = self.scenario.factions().filter(|faction| *faction != first);
        if over < -MARGINS.0 {
            return others.max_by_key(|faction| (points(*faction), std::cmp::Reverse(*faction)));
        }
        None
    }

    /// A faction's points on all maps.
    pub fn points_of(&self, sea: &Sea, faction: Faction) -> i32 {
        sea.score.0[faction].iter().map(|points| i32::from(*points)).sum()
    }
}
