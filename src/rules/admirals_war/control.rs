//! 17.0 Control of sea areas and what it scores, and 16.1 ports and bases that fall because they are
//! surrounded.

use super::board::{AreaId, BaseId, BaseKind, Theatre};
use super::event::Event;
use super::key::Whence;
use super::pieces::{Kind, Seat, UnitId};
use super::state::{Ocean, Pacific, Place};
use super::{AdmiralsWar, SIDES, Table, amphibious, hidden, pacific, raids, victory};
use engine::question::key::Turn;
use engine::rulebook::two_sided::{BySide, Camp};
use engine::table::Step;

const TARANTO: &str = "taranto";
const ADDU_ATOLL: &str = "addu-atoll";

/// 5.72 Flags are placed and scored, then what the scenario rewards besides (AW-17.13, AW-17.14).
pub(super) fn place_flags(table: &mut Table) -> Step<()> {
    hidden::show_deniers(table)?;
    let (system, ocean) = (table.system(), table.state());
    let scores = |area: &AreaId| {
        let lone = system.lone_hilfskreuzer(ocean, *area, &|_| true);
        lone && !system.is_over_in(ocean, Seat::Germany.track())
    };
    let lone: Vec<AreaId> = system.board.areas().filter(scores).collect();
    for area in lone {
        table.record(Event::RaiderScored { area })?;
        pacific::provoke(table, area, 1)?;
    }
    // What surrounds a port is judged by the flags before and after.
    let flags = flags_now(table);
    let surrounded = surrounded(table, &flags);
    table.record(Event::FlagsPlaced { flags: flags.clone() })?;
    for side in SIDES {
        for track in Theatre::ALL {
            score_areas(table, side, track, &flags)?;
        }
    }
    victory::move_markers(table)?;
    for (base, by) in surrounded {
        table.record(Event::Encircled { base, by })?;
    }
    score_bases(table)?;
    score_raids(table)?;
    Ok(())
}

/// The flags that would be placed now.
fn flags_now(table: &Table) -> Vec<(AreaId, Camp)> {
    let (system, ocean) = (table.system(), table.state());
    system.board.areas().filter_map(|area| Some((area, system.controller(ocean, area)?))).collect()
}

/// The ports and bases that would fall if flags were placed now, and to whom.
pub(super) fn about_to_fall(table: &Table) -> Vec<(BaseId, Camp)> {
    surrounded(table, &flags_now(table))
}

/// 5.73 What lay in surrounded ports and bases leaves them.
pub(super) fn encirclement(table: &mut Table) -> Step<()> {
    let turn = Turn(table.state().turn);
    for base in table.system().board.bases() {
        let (system, ocean) = (table.system(), table.state());
        let Some(owner) = ocean.owner(base) else { continue };
        let beaten = ocean.at(Place::Base(base)).into_iter().any(|unit| system.side_of(ocean, unit) != owner);
        if beaten && system.board.base(base).kind != BaseKind::Neutral {
            let from = Whence::Captured { turn, base: &system.board.base(base).id };
            amphibious::drive_out(table, from, base, owner)?;
        }
    }
    Ok(())
}

fn score_areas(table: &mut Table, side: Camp, track: Theatre, flags: &[(AreaId, Camp)]) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let worth = |area: AreaId| system.area_points(ocean, area)[side];
    let own = flags.iter().filter(|(_, by)| *by == side).map(|(area, _)| *area);
    let areas: Vec<AreaId> =
        own.filter(|&area| system.board.area(area).track[side] == track && worth(area) > 0).collect();
    if areas.is_empty() {
        return Ok(());
    }
    let points = areas.iter().map(|&area| u16::from(worth(area))).sum();
    table.record(Event::AreasScored { side, track, areas: areas.clone(), points })?;
    for area in areas.into_iter().filter(|_| side == Camp::AXIS) {
        let points = table.system().area_points(table.state(), area)[side];
        pacific::provoke(table, area, points)?;
    }
    Ok(())
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
        table.record(Event::BasesScored {
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
            table.record(Event::RaidsScored { side, track, bases, points })?;
        }
    }
    Ok(())
}

/// 16.11 Ports and bases whose areas all were the enemy's at the start of the turn and are again (AW-16.12,
/// AW-16.13).
fn surrounded(table: &Table, flags: &[(AreaId, Camp)]) -> Vec<(BaseId, Camp)> {
    let (system, ocean) = (table.system(), table.state());
    let fallen = |base: BaseId| {
        let of = system.board.base(base);
        let falls = system.is_capturable(ocean, base)
            && of.kind != BaseKind::Neutral
            && system.is_in_use(ocean, base)
            && !system.is_over_in(ocean, of.theatre);
        let around = |by: Camp| {
            let held = |&area: &AreaId| ocean.flag(area) == Some(by) && flags.contains(&(area, by));
            of.areas.iter().all(held)
        };
        let by = match ocean.owner(base) {
            Some(owner) => Some(owner.enemy()).filter(|by| around(*by)),
            // Nobody's base falls as well, to whoever has surrounded it (AW-16.12).
            None => SIDES.into_iter().find(|by| around(*by)).filter(|_| system.is_to_the_finish()),
        };
        by.filter(|by| falls && system.may_fall(ocean, base, *by)).map(|by| (base, by))
    };
    system.board.bases().filter_map(fallen).collect()
}

impl AdmiralsWar {
    /// What a flag in the area scores for each side now (AW-17.14, AW-M-2): nothing in the Mediterranean
    /// while Italy is neutral (AW-20.4-b), nor in the Atlantic or on its track once the war there is over
    /// (AW-21.2).
    pub(super) fn area_points(&self, ocean: &Ocean, area: AreaId) -> BySide<u8> {
        let of = self.board.area(area);
        let idle = self.is_over_in(ocean, of.theatre)
            || self.is_italy_neutral(ocean) && self.board.is_mediterranean(area);
        let none = |side: Camp| {
            idle || self.scenario.no_points.contains(&(area, side)) || self.is_over_in(ocean, of.track[side])
        };
        BySide::from_fn(|side| if none(side) { 0 } else { of.points[side] })
    }

    /// Whether a place that is surrounded falls to a side: some wait for other places, or for a turn more.
    pub(super) fn may_fall(&self, ocean: &Ocean, base: BaseId, by: Camp) -> bool {
        let before = |id: &str, side: Camp| {
            let at = self.board.base_by_id(id).map(|base| usize::from(base.0));
            at.is_none_or(|at| ocean.owners_before.get(at).is_none_or(|owner| *owner == Some(side)))
        };
        match (self.board.base(base).id.as_str(), by) {
            // Not before the turn after Tripoli and Malta are both Allied (AW-16.4-a).
            (TARANTO, Camp::Allies) => before("tripoli", by) && before("malta", by),
            // Not before Taranto has been taken (AW-16.32-a).
            ("brest" | "toulon", Camp::Allies) => ocean.taranto_fell.is_some_and(|fell| fell < ocean.turn),
            // Two turns of control after Taranto's fall (AW-16.45).
            ("spezia", Camp::Allies) => ocean.taranto_fell.is_some_and(|fell| ocean.turn >= fell + 2),
            // Nobody knows of it while Trincomalee holds out (AW-2.44).
            (ADDU_ATOLL, Camp::Axis) => self.is_addu_exposed(ocean),
            _ => true,
        }
    }

    /// Whether the Axis has taken Trincomalee, so that Addu Atoll can be attacked (AW-2.44).
    pub(super) fn is_addu_exposed(&self, ocean: &Ocean) -> bool {
        let trincomalee = self.board.base_by_id("trincomalee");
        trincomalee.is_none_or(|base| ocean.owner(base) == Some(Camp::AXIS))
    }

    /// Whether a side may attack, raid or invade a place at all (AW-2.341, AW-2.44, AW-20.4-b, AW-21.2).
    pub(super) fn may_attack(&self, ocean: &Ocean, base: BaseId, by: Camp) -> bool {
        let of = self.board.base(base);
        let hidden = of.id == ADDU_ATOLL && by == Camp::AXIS && !self.is_addu_exposed(ocean);
        let peace = ocean.pacific == Pacific::Peace
            && match by {
                Camp::Axis => of.theatre == Theatre::Pacific && ocean.owner(base).is_some(),
                Camp::Allies => self.is_japans(ocean, base),
            };
        let over =
            self.is_neutral_ground(ocean, base) && by == Camp::ALLIES || self.is_over_in(ocean, of.theatre);
        of.kind != BaseKind::Neutral && !hidden && !peace && !over
    }

    /// Whether a port is Taranto, whose fall ends Italy's war (AW-16.41-a).
    pub(super) fn is_taranto(&self, base: BaseId) -> bool {
        self.board.base(base).id == TARANTO
    }

    /// Who controls an area when flags are placed: who alone has a patrolling ship that can attack or an air
    /// unit there, unless an enemy submarine or Hilfskreuzer patrols it too (AW-17.21-a, AW-14.28,
    /// AW-15.22-a).
    pub fn controller(&self, ocean: &Ocean, area: AreaId) -> Option<Camp> {
        self.controller_by(ocean, area, &|_| true)
    }

    /// The same, where only those units deny a flag of which a function says so.
    pub(super) fn controller_by(
        &self,
        ocean: &Ocean,
        area: AreaId,
        counts: &dyn Fn(UnitId) -> bool,
    ) -> Option<Camp> {
        let holds = |side: Camp| {
            self.afloat(ocean, area, side).into_iter().any(|unit| match self.counter(unit).kind {
                Kind::LandAir => true,
                Kind::Ship | Kind::Carrier => !ocean.unit(unit).raiding && self.can_attack(ocean, unit),
                _ => false,
            })
        };
        let holds = |side: Camp| holds(side) || side == Camp::ALLIES && self.is_watched(ocean, area);
        let denies = |side: Camp| {
            ocean.at(Place::Sea(area)).into_iter().any(|unit| {
                let lurks = matches!(self.counter(unit).kind, Kind::Submarine | Kind::Hilfskreuzer);
                self.side_of(ocean, unit) == side && lurks && !ocean.unit(unit).raiding && counts(unit)
            })
        };
        match (holds(Camp::AXIS), holds(Camp::ALLIES)) {
            (true, false) if !denies(Camp::ALLIES) => Some(Camp::AXIS),
            (false, true) if !denies(Camp::AXIS) => Some(Camp::ALLIES),
            _ => None,
        }
    }

    /// Whether a Hilfskreuzer is in an area without any Allied patrolling unit of which a function says that
    /// it counts (AW-15.22-b).
    pub(super) fn lone_hilfskreuzer(
        &self,
        ocean: &Ocean,
        area: AreaId,
        counts: &dyn Fn(UnitId) -> bool,
    ) -> bool {
        let here = ocean.at(Place::Sea(area));
        let is_one = |unit: &UnitId| self.counter(*unit).kind == Kind::Hilfskreuzer;
        let patrols = |unit: &UnitId| {
            let kind = self.counter(*unit).kind;
            let patrols = matches!(kind, Kind::Ship | Kind::Carrier | Kind::LandAir | Kind::Submarine);
            let open = !ocean.unit(*unit).raiding;
            self.side_of(ocean, *unit) == Camp::ALLIES && patrols && open && counts(*unit)
        };
        here.iter().any(is_one) && !here.iter().any(patrols)
    }
}
