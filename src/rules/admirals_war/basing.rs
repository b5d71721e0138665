//! 10.0 Returning to base.

use crate::questions;
use std::collections::VecDeque;

use super::board::{AreaId, BaseId, BaseKind, Passage, Theatre};
use super::event::{Event, Why};
use super::key::{Key, Whence};
use super::pieces::{Kind, Nation, Seat, UnitId};
use super::seats::{self, By};
use super::state::{Ocean, Place};
use super::{AdmiralsWar, SIDES, Table, dilemma};
use engine::question::Ask;
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// A unit that must go to a port or base, and those among which its owner chooses, the likeliest first.
#[derive(Clone, Debug)]
pub(super) struct Homeward {
    /// The unit.
    pub unit: UnitId,
    /// Where it may go.
    pub homes: Vec<BaseId>,
}

/// Asks all owners at once where their units go, and brings them there; those without a home are lost
/// (AW-10.23).
///
/// *Ruling:* a submarine of which the enemy does not know leaves a place that falls for the first of its
/// refuges, unasked, since a question would betray it; and at the end of the turn its owner is asked whatever
/// answers are left (AW-26.0).
pub(super) fn send_home(
    table: &mut Table,
    from: Whence<'_>,
    why: Why,
    mut homeward: Vec<Homeward>,
) -> Step<()> {
    if homeward.is_empty() {
        return Ok(());
    }
    let (system, ocean) = (table.system(), table.state());
    let out_of_africa = |it: &mut Homeward| {
        ocean.unit(it.unit).place.area().is_some() && system.is_out_of_africa(ocean, it.unit)
    };
    let vichy: Vec<Homeward> = homeward.extract_if(.., out_of_africa).collect();
    dilemma::go_back(table, vichy.into_iter().map(|it| it.unit))?;
    let stranded: Vec<Homeward> = homeward.extract_if(.., |it| it.homes.is_empty()).collect();
    let slips = |it: &mut Homeward| why == Why::Evicted && table.system().is_unseen(table.state(), it.unit);
    let slipping: Vec<Homeward> = homeward.extract_if(.., slips).collect();
    let mut asks: Vec<(By, Ask<UnitId, BaseId>)> = Vec::new();
    for by in SIDES.into_iter().flat_map(|side| table.system().players(side)) {
        let (system, ocean) = (table.system(), table.state());
        let mut own = homeward.iter().filter(|it| by.commands(system, ocean, it.unit)).peekable();
        if own.peek().is_some() {
            asks.push((by, question(system, ocean, from, why, by, own)));
        }
    }
    let slipped: Vec<(UnitId, BaseId)> = slipping.iter().map(|it| (it.unit, it.homes[0])).collect();
    let answers = seats::ask_players(table, asks)?.into_iter();
    let mut units: Vec<(UnitId, BaseId)> = answers.flat_map(|(_, answer)| answer).chain(slipped).collect();
    // Those that lie in port already were asked about for the look of it.
    units
        .retain(|&(unit, base)| why != Why::EndOfTurn || table.state().unit(unit).place != Place::Base(base));
    units.sort_unstable();
    if !units.is_empty() {
        table.record(Event::Returned { units, why })?;
    }
    if !stranded.is_empty() {
        table.record(Event::Stranded { units: stranded.into_iter().map(|it| it.unit).collect() })?;
    }
    Ok(())
}

/// The question where units of a player go.
pub(super) fn question<'h>(
    system: &AdmiralsWar,
    ocean: &Ocean,
    from: Whence<'_>,
    why: Why,
    by: By,
    units: impl Iterator<Item = &'h Homeward>,
) -> Ask<UnitId, BaseId> {
    let title = format!("{}: name a port or base for each", why.title());
    let key = Key::Return { from, why, by };
    let mut ask = Ask::new(questions::RETURN, key.text(), from.rule(why, system.is_at_home()), title);
    for it in units {
        ask.veiled |=
            why == Why::EndOfTurn && !system.comes_home_unasked(ocean) && system.is_unseen(ocean, it.unit);
        ask.offer([it.unit], it.homes.iter().copied(), it.homes.first().copied());
    }
    ask
}

impl Why {
    fn title(self) -> &'static str {
        match self {
            Why::FailedRoll => "Ships that failed their speed roll go home",
            Why::Disabled => "Disabled units go home",
            Why::SurfaceAction => "A surface action sends air units home",
            Why::Attacked => "Units that attacked go home",
            Why::HuntOver => "Hunter-Killer groups go home",
            Why::Retreat => "Air units of the retreating side go home",
            Why::Escaped => "Units that escaped go home",
            Why::Evicted => "Units without a base go elsewhere",
            Why::Recalled => "Ships that are ordered home",
            Why::EndOfTurn => "Bring every unit at sea home",
        }
    }
}

impl AdmiralsWar {
    /// Units in an area that go home for a reason, each with where it may go.
    pub(super) fn homeward(
        &self,
        ocean: &Ocean,
        area: AreaId,
        units: impl IntoIterator<Item = UnitId>,
        why: Why,
    ) -> Vec<Homeward> {
        // The ways are the same for all units of a side.
        let mut known: Option<(Camp, Vec<bool>)> = None;
        let mut homes = |unit| {
            let side = self.side_of(ocean, unit);
            let (_, ways) = match known.take() {
                Some(it) if it.0 == side => known.insert(it),
                _ => known.insert((side, self.ways_home(ocean, side, area))),
            };
            self.homes_by(ocean, unit, area, why, ways)
        };
        units.into_iter().map(|unit| Homeward { unit, homes: homes(unit) }).collect()
    }

    /// Where a unit in an area may return: a friendly base that touches it, or a friendly port of its theatre
    /// to which a way leads that no enemy bars (AW-10.1-a, AW-10.1-b); the neutral port takes ships
    /// (AW-2.341). Near ports that repair come first.
    pub fn homes(&self, ocean: &Ocean, unit: UnitId, area: AreaId, why: Why) -> Vec<BaseId> {
        let ways = self.ways_home(ocean, self.side_of(ocean, unit), area);
        self.homes_by(ocean, unit, area, why, &ways)
    }

    /// The same, with the areas to which its side can return from there.
    fn homes_by(&self, ocean: &Ocean, unit: UnitId, area: AreaId, why: Why, ways: &[bool]) -> Vec<BaseId> {
        let theatre = self.board.area(area).theatre;
        let fits = |base: &BaseId| {
            let of = self.board.base(*base);
            let touches = of.areas.contains(&area);
            let way = || of.areas.iter().any(|at| ways[usize::from(at.0)]);
            let port = self.kind_now(ocean, *base) != BaseKind::Base;
            let near = touches || port && of.theatre == theatre && way();
            (near || self.crosses_panama(ocean, unit, area, *base)) && self.may_use(ocean, unit, *base)
        };
        let mut homes: Vec<BaseId> = self.havens[usize::from(area.0)].iter().copied().filter(fits).collect();
        self.bind_homes(ocean, unit, area, why, &mut homes);
        homes
    }

    /// Where units may ever return from an area: those places first that touch it and repair, then others
    /// that touch it, then the nearest.
    pub(super) fn havens_of(&self, area: AreaId) -> Vec<BaseId> {
        let (theatre, distance) = (self.board.area(area).theatre, self.distances(area));
        let rank = |base: &BaseId| {
            let of = self.board.base(*base);
            let touches = of.areas.contains(&area);
            let steps = of.areas.iter().filter_map(|at| distance[at.0 as usize]).min();
            (!(touches && of.repairs), !touches, steps.unwrap_or(u8::MAX), *base)
        };
        let fits = |base: &BaseId| {
            let of = self.board.base(*base);
            of.theatre == theatre || of.areas.contains(&area) || self.lies_behind_panama(area, *base)
        };
        let mut havens: Vec<BaseId> = self.board.bases().filter(fits).collect();
        havens.sort_by_cached_key(rank);
        havens
    }

    /// Leaves of a unit's homes those that special rules allow.
    fn bind_homes(&self, ocean: &Ocean, unit: UnitId, area: AreaId, why: Why, homes: &mut Vec<BaseId>) {
        let (counter, of) = (self.counter(unit), self.board.area(area));
        let side = self.side_of(ocean, unit);
        let disabled = why == Why::Disabled && counter.sails();
        let is = |base: BaseId, id: &str| self.board.base(base).id == id;
        let neutral = || -> Vec<BaseId> {
            let neutral = self.board.bases().filter(|&base| self.board.base(base).kind == BaseKind::Neutral);
            neutral.filter(|&base| self.is_in_use(ocean, base)).collect()
        };
        // AW-18.36-b
        if let Some(claimed) = ocean.unit(unit).claims.filter(|base| homes.contains(base)) {
            *homes = vec![claimed];
            return;
        }
        // AW-21.21
        let inside = |base: &BaseId| self.board.base(*base).theatre == Theatre::Atlantic;
        let shut = why == Why::EndOfTurn && of.theatre == Theatre::Atlantic && self.is_atlantic_shut(ocean);
        if shut && homes.iter().any(inside) {
            homes.retain(inside);
        }
        match of.id.as_str() {
            // AW-10.15
            "caribbean-sea" | "south-atlantic" if disabled && side == Camp::AXIS => *homes = neutral(),
            // AW-10.17
            "caribbean-sea"
                if ocean.is_peace() && counter.sails() && self.seat_of(ocean, unit) == Seat::Britain =>
            {
                *homes = neutral();
            }
            // AW-10.16
            "cape-of-good-hope" if disabled => {
                homes.retain(|&base| is(base, "diego-suarez") || is(base, "simons-town"));
                if homes.is_empty() {
                    *homes = neutral();
                }
            }
            // AW-16.42
            _ if self.board.is_mediterranean(area)
                && ocean.taranto_fell.is_some()
                && self.nation_of(ocean, unit) == Nation::It =>
            {
                *homes = self.board.bases().filter(|&base| is(base, "spezia")).collect();
                homes.retain(|&base| self.may_use(ocean, unit, base));
            }
            // AW-15.32
            _ if homes.is_empty() && counter.kind == Kind::Hilfskreuzer => *homes = neutral(),
            _ => {}
        }
    }

    /// Allied ships next to the Panama Canal on the Pacific side may return to it (AW-10.11, AW-2.53-b).
    fn crosses_panama(&self, ocean: &Ocean, unit: UnitId, area: AreaId, base: BaseId) -> bool {
        let american = self.nation_of(ocean, unit) == Nation::Us;
        self.side_of(ocean, unit) == Camp::ALLIES
            && !(american && ocean.is_peace())
            && self.counter(unit).sails()
            && self.lies_behind_panama(area, base)
    }

    /// Whether a base is the Panama Canal, and an area next to it on the Pacific side.
    fn lies_behind_panama(&self, area: AreaId, base: BaseId) -> bool {
        self.board.passages.iter().any(|it| it.bases.contains(&base) && it.exits.contains(&area))
    }

    /// Whether a unit may lie in a port or base: its own side's, in use, fit for air if it is an air unit,
    /// and not kept for others; or the neutral port, if it is a ship (AW-2.36, AW-2.341, AW-12.122).
    pub fn may_use(&self, ocean: &Ocean, unit: UnitId, base: BaseId) -> bool {
        let (of, kind) = (self.board.base(base), self.counter(unit).kind);
        if !self.is_in_use(ocean, base) {
            return false;
        }
        if of.kind == BaseKind::Neutral {
            let soviet = self.nation_of(ocean, unit) == Nation::Su;
            return self.counter(unit).sails() && !soviet && self.is_open_in_peace(ocean, unit, base);
        }
        ocean.owner(base) == Some(self.side_of(ocean, unit))
            && self.is_open_to_greeks(ocean, unit, base)
            && (kind != Kind::LandAir || of.lba)
            && self.is_kept_for(ocean, unit, base)
            && self.is_open_in_peace(ocean, unit, base)
    }

    /// Greek ships lie only in British places on the Mediterranean (AW-30.0-b).
    fn is_open_to_greeks(&self, ocean: &Ocean, unit: UnitId, base: BaseId) -> bool {
        self.nation_of(ocean, unit) != Nation::Gr
            || self.holder(ocean, base) == Some(Nation::Gb)
                && self.board.base(base).areas.iter().any(|&area| self.board.is_mediterranean(area))
    }

    /// The nation that holds a port or base: its first one while it is its side's; else the nation of that
    /// side whose markers lie in the theatre (AW-3.52).
    pub fn holder(&self, ocean: &Ocean, base: BaseId) -> Option<Nation> {
        let of = self.board.base(base);
        let side = ocean.owner(base)?;
        if of.owner == Some(side) {
            return of.nation;
        }
        Some(match (side, of.theatre) {
            (Camp::Axis, Theatre::Atlantic) => Nation::De,
            (Camp::Axis, Theatre::Pacific) => Nation::Jp,
            (Camp::Allies, Theatre::Atlantic) => Nation::Gb,
            (Camp::Allies, Theatre::Pacific) => Nation::Us,
        })
    }

    /// Whether a place of a unit's own side is open to its nation: Soviet ships lie in Leningrad, and nobody
    /// else does (AW-18.21, AW-2.54-a); what France still has between its fall and the third turn serves the
    /// Free French (AW-18.37-b).
    fn is_kept_for(&self, ocean: &Ocean, unit: UnitId, base: BaseId) -> bool {
        let (of, nation) = (self.board.base(base), self.nation_of(ocean, unit));
        let leningrad = of.id == "leningrad";
        if leningrad || nation == Nation::Su {
            return leningrad && nation == Nation::Su;
        }
        let left_to_france = self.holder(ocean, base) == Some(Nation::Fr)
            && of.turns_over.iter().any(|it| it.turn > ocean.turn)
            && ocean.turn == self.fall_of_france();
        !self.scenario.campaign || !left_to_france || nation == Nation::Fr
    }

    /// Areas to which units of a side can return from one within its theatre, without passing a strait or
    /// canal that the enemy holds (AW-2.51-c, AW-2.55).
    fn ways_home(&self, ocean: &Ocean, side: Camp, from: AreaId) -> Vec<bool> {
        let enemy = side.enemy();
        let theatre = self.board.area(from).theatre;
        let mut reached = vec![false; self.board.areas.len()];
        reached[usize::from(from.0)] = true;
        let mut open = vec![from];
        while let Some(area) = open.pop() {
            for &next in &self.board.area(area).adjacent {
                let shut = self.passage_between(area, next).is_some_and(|it| it.is_held(ocean, enemy));
                let near = self.is_played(next) && self.board.area(next).theatre == theatre;
                if !reached[usize::from(next.0)] && near && !shut {
                    reached[usize::from(next.0)] = true;
                    open.push(next);
                }
            }
        }
        reached
    }

    /// The place that is one port with a port, if there is one (AW-2.42-a, AW-20.2).
    pub(super) fn twin(&self, ocean: &Ocean, base: BaseId) -> Option<BaseId> {
        let apart = |other: BaseId| self.stands_alone(ocean, base) || self.stands_alone(ocean, other);
        self.board.base(base).joined_with.filter(|&other| self.scenario.campaign && !apart(other))
    }

    /// Whether a place is the neutral port.
    pub(super) fn is_neutral(&self, place: Place) -> bool {
        place.base().is_some_and(|base| self.board.base(base).kind == BaseKind::Neutral)
    }

    /// Whether a way leads a unit from one port to another without passing a strait that the enemy holds.
    pub(super) fn leads_to(&self, ocean: &Ocean, unit: UnitId, from: BaseId, to: BaseId) -> bool {
        let (starts, side) = (self.board.base(from).areas.iter(), self.side_of(ocean, unit));
        starts.copied().any(|area| {
            let ways = self.ways_home(ocean, side, area);
            self.board.base(to).areas.iter().any(|at| ways[usize::from(at.0)])
        })
    }

    /// The strait or canal between two areas.
    pub(super) fn passage_between(&self, a: AreaId, b: AreaId) -> Option<&Passage> {
        self.board.passages.iter().find(|it| it.link == Some((a.min(b), a.max(b))))
    }

    /// How many areas lie between some areas and a port (AW-16.22).
    pub(super) fn steps_between(&self, areas: &[AreaId], port: BaseId) -> Option<u8> {
        let of = self.board.base(port);
        let steps = areas.iter().flat_map(|&area| {
            let distance = self.distances(area);
            of.areas.iter().filter_map(move |at| distance[at.0 as usize]).collect::<Vec<_>>()
        });
        steps.min()
    }

    /// The friendly ports nearest to some areas, all that are equally near (AW-16.22).
    pub fn nearest_ports(&self, ocean: &Ocean, unit: UnitId, areas: &[AreaId]) -> Vec<BaseId> {
        let mut found: Vec<(u8, BaseId)> = Vec::new();
        for base in self.board.bases() {
            let of = self.board.base(base);
            // Air units stay in their theatre (AW-12.123, AW-12.124).
            let far =
                self.counter(unit).kind == Kind::LandAir && self.air_theatre(ocean, unit) != Some(of.theatre);
            if self.kind_now(ocean, base) != BaseKind::Port || far || !self.may_use(ocean, unit, base) {
                continue;
            }
            found.extend(self.steps_between(areas, base).map(|steps| (steps, base)));
        }
        let least = found.iter().map(|it| it.0).min();
        found.into_iter().filter(|it| Some(it.0) == least).map(|it| it.1).collect()
    }

    /// The theatre that an air unit does not leave: that of an Axis unit's nation (AW-12.124), of an Allied
    /// one that of its counter, or in which it lies or flies (AW-12.123).
    pub(super) fn air_theatre(&self, ocean: &Ocean, unit: UnitId) -> Option<Theatre> {
        let counter = self.counter(unit);
        if counter.nation.side() == Camp::AXIS {
            return Some(counter.nation.seat().track());
        }
        ocean.unit(unit).theatre.or(counter.theatre).or_else(|| self.theatre_of(ocean, unit))
    }

    /// The theatre in which a unit lies or sails.
    pub(super) fn theatre_of(&self, ocean: &Ocean, unit: UnitId) -> Option<Theatre> {
        match ocean.unit(unit).place {
            Place::Base(base) => Some(self.board.base(base).theatre),
            Place::Sea(area) => Some(self.board.area(area).theatre),
            _ => None,
        }
    }

    /// The same, as it was counted when the scenario was laid out.
    fn distances(&self, from: AreaId) -> &[Option<u8>] {
        &self.distances[usize::from(from.0)]
    }

    /// How many areas each area is away from one, counted over areas that are played.
    pub(super) fn distances_from(&self, from: AreaId) -> Vec<Option<u8>> {
        let mut steps: Vec<Option<u8>> = vec![None; self.board.areas.len()];
        steps[from.0 as usize] = Some(0);
        let mut open = VecDeque::from([(from, 0)]);
        while let Some((area, cost)) = open.pop_front() {
            for &next in &self.board.area(area).adjacent {
                let known = &mut steps[next.0 as usize];
                if known.is_none() && self.is_played(next) {
                    *known = Some(cost + 1);
                    open.push_back((next, cost + 1));
                }
            }
        }
        steps
    }
}
