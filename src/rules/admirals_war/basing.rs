//! 10.0 Returning to base.

use std::collections::VecDeque;

use super::board::{AreaId, BaseId, BaseKind, Theatre};
use super::event::{Event, Why};
use super::key::{Key, Whence};
use super::pieces::{Kind, UnitId};
use super::state::{Ocean, Place};
use super::{AdmiralsWar, SIDES, Table};
use crate::rules::two_sided::Camp;
use crate::table::{Ask, Step};

/// A unit that must go to a port or base, and those among which its owner chooses, the likeliest first.
#[derive(Clone, Debug)]
pub(super) struct Homeward {
    /// The unit.
    pub unit: UnitId,
    /// Where it may go.
    pub homes: Vec<BaseId>,
}

/// Asks both owners at once where their units go, and brings them there; those without a home are lost (AW-10.23).
pub(super) fn send_home(table: &mut Table, from: Whence<'_>, why: Why, homeward: Vec<Homeward>) -> Step<()> {
    let (stranded, homeward): (Vec<_>, Vec<_>) = homeward.into_iter().partition(|it| it.homes.is_empty());
    let mut asks: Vec<(Camp, Ask<UnitId, BaseId>)> = Vec::new();
    for side in SIDES {
        let title = format!("{}: name a port or base for each", why.title());
        let key = Key::Return { from, why, by: side };
        let mut ask = Ask::new("return", key.text(), from.rule(why), title);
        for it in homeward.iter().filter(|it| table.system().side_of(it.unit) == side) {
            ask.offer([it.unit], it.homes.iter().copied(), it.homes.first().copied());
        }
        if !ask.subjects.is_empty() {
            asks.push((side, ask));
        }
    }
    let mut units: Vec<(UnitId, BaseId)> = table.ask_all(&asks)?.into_iter().flatten().collect();
    units.sort_unstable();
    if !units.is_empty() {
        table.tell(Event::Returned { units, why })?;
    }
    if !stranded.is_empty() {
        table.tell(Event::Stranded { units: stranded.into_iter().map(|it| it.unit).collect() })?;
    }
    Ok(())
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
            Why::EndOfTurn => "Bring every unit at sea home",
        }
    }
}

impl AdmiralsWar {
    /// Units in an area that go home, each with where it may go.
    pub(super) fn homeward(
        &self,
        ocean: &Ocean,
        area: AreaId,
        units: impl IntoIterator<Item = UnitId>,
    ) -> Vec<Homeward> {
        let units = units.into_iter();
        units.map(|unit| Homeward { unit, homes: self.homes(ocean, unit, area) }).collect()
    }

    /// Where a unit in an area may return: a friendly base that touches it, or a friendly port of its theatre
    /// (AW-10.1-a); the neutral port takes ships (AW-2.341). Near ports that repair come first.
    pub fn homes(&self, ocean: &Ocean, unit: UnitId, area: AreaId) -> Vec<BaseId> {
        let theatre = self.board.area(area).theatre;
        let distance = self.distances(area);
        let fits = |base: &BaseId| {
            let of = self.board.base(*base);
            let touches = of.areas.contains(&area);
            let near = touches || of.kind != BaseKind::Base && of.theatre == theatre;
            near && self.may_use(ocean, unit, *base)
        };
        let mut homes: Vec<BaseId> = self.board.bases().filter(fits).collect();
        let rank = |base: &BaseId| {
            let of = self.board.base(*base);
            let touches = of.areas.contains(&area);
            let steps = of.areas.iter().filter_map(|at| distance[at.0 as usize]).min();
            (!(touches && of.repairs), !touches, steps.unwrap_or(u8::MAX), *base)
        };
        homes.sort_by_key(rank);
        homes
    }

    /// Whether a unit may lie in a port or base: its own side's, in use, fit for air if it is an air unit; or the
    /// neutral port, if it is a ship (AW-2.36, AW-2.341, AW-12.122).
    pub fn may_use(&self, ocean: &Ocean, unit: UnitId, base: BaseId) -> bool {
        let (of, kind) = (self.board.base(base), self.counter(unit).kind);
        if !self.is_open(base, ocean.turn) {
            return false;
        }
        if of.kind == BaseKind::Neutral {
            return self.counter(unit).sails();
        }
        ocean.owner(base) == Some(self.side_of(unit)) && (kind != Kind::LandAir || of.lba)
    }

    /// The friendly ports nearest to some areas, all that are equally near (AW-16.22).
    pub fn nearest_ports(&self, ocean: &Ocean, unit: UnitId, areas: &[AreaId]) -> Vec<BaseId> {
        let mut found: Vec<(u8, BaseId)> = Vec::new();
        for base in self.board.bases() {
            let of = self.board.base(base);
            // Air units stay in their theatre (AW-12.123, AW-12.124).
            let far =
                self.counter(unit).kind == Kind::LandAir && self.air_theatre(ocean, unit) != Some(of.theatre);
            if of.kind != BaseKind::Port || far || !self.may_use(ocean, unit, base) {
                continue;
            }
            let steps = areas.iter().flat_map(|&area| {
                let distance = self.distances(area);
                of.areas.iter().filter_map(move |at| distance[at.0 as usize]).collect::<Vec<_>>()
            });
            found.extend(steps.min().map(|steps| (steps, base)));
        }
        let least = found.iter().map(|it| it.0).min();
        found.into_iter().filter(|it| Some(it.0) == least).map(|it| it.1).collect()
    }

    /// The theatre that an air unit does not leave: that of an Axis unit's nation (AW-12.124), of an Allied one
    /// that of its counter, or in which it lies or flies (AW-12.123).
    pub(super) fn air_theatre(&self, ocean: &Ocean, unit: UnitId) -> Option<Theatre> {
        let counter = self.counter(unit);
        if counter.nation.side() == Camp::AXIS {
            return Some(counter.nation.seat().track());
        }
        counter.theatre.or_else(|| self.theatre_of(ocean, unit))
    }

    /// The theatre in which a unit lies or sails.
    fn theatre_of(&self, ocean: &Ocean, unit: UnitId) -> Option<Theatre> {
        match ocean.unit(unit).place {
            Place::Base(base) => Some(self.board.base(base).theatre),
            Place::Sea(area) => Some(self.board.area(area).theatre),
            _ => None,
        }
    }

    /// How many areas each area is away from one, over areas that are played.
    fn distances(&self, from: AreaId) -> Vec<Option<u8>> {
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
