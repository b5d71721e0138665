//! 17.0 Control of sea areas and what it scores, and 16.1 ports and bases that fall because they are surrounded.

use super::board::{AreaId, BaseId, BaseKind, Theatre};
use super::event::Event;
use super::key::Whence;
use super::pieces::{Kind, UnitId};
use super::state::{Ocean, Place};
use super::{AdmiralsWar, SIDES, Table, amphibious, raids};
use crate::rules::two_sided::{BySide, Camp};
use crate::table::Step;
use crate::table::key::Turn;

/// 5.72 Flags are placed and scored, then what the scenario rewards besides (AW-17.13, AW-17.14).
pub(super) fn place_flags(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let lone: Vec<AreaId> =
        system.board.areas().filter(|&area| system.lone_hilfskreuzer(ocean, area)).collect();
    for area in lone {
        table.tell(Event::RaiderScored { area })?;
    }
    let (system, ocean) = (table.system(), table.state());
    // What surrounds a port is judged by the flags before and after.
    let flags: Vec<(AreaId, Camp)> =
        system.board.areas().filter_map(|area| Some((area, system.controller(ocean, area)?))).collect();
    let surrounded = surrounded(table, &flags);
    table.tell(Event::FlagsPlaced { flags: flags.clone() })?;
    for side in SIDES {
        for track in [Theatre::Atlantic, Theatre::Pacific] {
            score_areas(table, side, track, &flags)?;
        }
    }
    for (base, by) in surrounded {
        table.tell(Event::Encircled { base, by })?;
    }
    score_bases(table)?;
    score_raids(table)?;
    Ok(())
}

/// 5.73 What lay in surrounded ports and bases leaves them.
pub(super) fn encirclement(table: &mut Table) -> Step<()> {
    let turn = Turn(table.state().turn);
    for base in table.system().board.bases() {
        let (system, ocean) = (table.system(), table.state());
        let Some(owner) = ocean.owner(base) else { continue };
        let beaten = ocean.at(Place::Base(base)).into_iter().any(|unit| system.side_of(unit) != owner);
        if beaten && system.board.base(base).kind != BaseKind::Neutral {
            let from = Whence::Captured { turn, base: &system.board.base(base).id };
            amphibious::drive_out(table, from, base, owner)?;
        }
    }
    Ok(())
}

fn score_areas(table: &mut Table, side: Camp, track: Theatre, flags: &[(AreaId, Camp)]) -> Step<()> {
    let system = table.system();
    let own = flags.iter().filter(|(_, by)| *by == side).map(|(area, _)| *area);
    let areas: Vec<AreaId> = own
        .filter(|&area| system.board.area(area).track[side] == track && system.area_points(area)[side] > 0)
        .collect();
    if areas.is_empty() {
        return Ok(());
    }
    let points = areas.iter().map(|&area| u16::from(system.area_points(area)[side])).sum();
    table.tell(Event::AreasScored { side, track, areas, points })
}

/// Ports and bases that the scenario rewards (AW-M-2).
fn score_bases(table: &mut Table) -> Step<()> {
    for side in SIDES {
        let (system, ocean) = (table.system(), table.state());
        let held = system.scenario.base_points.iter().filter(|(base, _)| ocean.owner(*base) == Some(side));
        let held: Vec<(BaseId, u8)> = held.copied().collect();
        if held.is_empty() {
            continue;
        }
        let track = system.board.base(held[0].0).theatre;
        let points = held.iter().map(|(_, worth)| u16::from(*worth)).sum();
        table.tell(Event::BasesScored {
            side,
            track,
            bases: held.into_iter().map(|it| it.0).collect(),
            points,
        })?;
    }
    Ok(())
}

/// Enemy ports raided by carriers, where the scenario rewards it (AW-M-2b).
fn score_raids(table: &mut Table) -> Step<()> {
    let Some((rewarded, worth)) = table.system().scenario.raid_points else { return Ok(()) };
    for (side, bases) in raids::ports_raided(table) {
        if side == rewarded && !bases.is_empty() {
            let track = table.system().board.base(bases[0]).theatre;
            let points = u16::from(worth) * bases.len() as u16;
            table.tell(Event::RaidsScored { side, track, bases, points })?;
        }
    }
    Ok(())
}

/// 16.11 Ports and bases whose areas all were the enemy's at the start of the turn and are again (AW-16.12, AW-16.13).
fn surrounded(table: &Table, flags: &[(AreaId, Camp)]) -> Vec<(BaseId, Camp)> {
    let (system, ocean) = (table.system(), table.state());
    let fallen = |base: BaseId| {
        let of = system.board.base(base);
        let by = ocean.owner(base)?.enemy();
        let held = |&area: &AreaId| ocean.flag(area) == Some(by) && flags.contains(&(area, by));
        let falls = of.capturable && of.kind != BaseKind::Neutral && !of.areas.is_empty();
        (falls && of.areas.iter().all(held)).then_some((base, by))
    };
    system.board.bases().filter_map(fallen).collect()
}

impl AdmiralsWar {
    /// What a flag in the area scores for each side under the scenario (AW-17.14, AW-M-2).
    pub(super) fn area_points(&self, area: AreaId) -> BySide<u8> {
        let none = |side: Camp| self.scenario.no_points.contains(&(area, side));
        BySide::from_fn(|side| if none(side) { 0 } else { self.board.area(area).points[side] })
    }

    /// Who controls an area when flags are placed: who alone has a patrolling ship that can attack or an air unit there,
    /// unless an enemy submarine or Hilfskreuzer patrols it too (AW-17.21-a, AW-14.28, AW-15.22-a).
    pub fn controller(&self, ocean: &Ocean, area: AreaId) -> Option<Camp> {
        let holds = |side: Camp| {
            self.fighters(ocean, area, side).into_iter().any(|unit| match self.counter(unit).kind {
                Kind::LandAir => true,
                Kind::Ship | Kind::Carrier => !ocean.unit(unit).raiding && self.can_attack(ocean, unit),
                _ => false,
            })
        };
        let denies = |side: Camp| {
            ocean.at(Place::Sea(area)).into_iter().any(|unit| {
                let lurks = matches!(self.counter(unit).kind, Kind::Submarine | Kind::Hilfskreuzer);
                self.side_of(unit) == side && lurks && !ocean.unit(unit).raiding
            })
        };
        match (holds(Camp::AXIS), holds(Camp::ALLIES)) {
            (true, false) if !denies(Camp::ALLIES) => Some(Camp::AXIS),
            (false, true) if !denies(Camp::AXIS) => Some(Camp::ALLIES),
            _ => None,
        }
    }

    /// Whether a Hilfskreuzer is in an area without any Allied patrolling unit (AW-15.22-b).
    fn lone_hilfskreuzer(&self, ocean: &Ocean, area: AreaId) -> bool {
        let here = ocean.at(Place::Sea(area));
        let is_one = |unit: &UnitId| self.counter(*unit).kind == Kind::Hilfskreuzer;
        let patrols = |unit: &UnitId| {
            let kind = self.counter(*unit).kind;
            let counts = matches!(kind, Kind::Ship | Kind::Carrier | Kind::LandAir | Kind::Submarine);
            self.side_of(*unit) == Camp::ALLIES && counts && !ocean.unit(*unit).raiding
        };
        here.iter().any(is_one) && !here.iter().any(patrols)
    }
}
