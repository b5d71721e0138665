//! 6.1 How far units go from a port, or from a place at sea where they lie as in one, and where they may go
//! at all.

use super::AdmiralsWar;
use super::board::{AreaId, BaseId, Effect, Theatre};
use super::event::How;
use super::movement::Sailing;
use super::pacific::HAWAII;
use super::pieces::{Kind, Nation, UnitId};
use super::state::{Ocean, Pacific, Place};
use engine::rulebook::two_sided::Camp;

/// Where a way begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// In a port or base.
    Port(BaseId),
    /// At sea, where the area counts as a base (10.31, 10.33).
    Sea(AreaId),
}

/// An area that can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The area.
    pub area: AreaId,
    /// How many areas the way counts for.
    pub steps: u8,
    /// Whether it leads past a Gibraltar of the enemy's (2.51).
    pub gibraltar: bool,
}

/// The passage past which ships that fail their roll go back to where they came from (2.51).
const GIBRALTAR: &str = "gibraltar";

impl AdmiralsWar {
    /// Areas within so many steps, with the cheapest way to each. An area under an enemy flag may be entered
    /// and not left (AW-6.3, AW-6.11); a strait that the enemy holds counts as an area more, a canal that it
    /// holds is shut (AW-2.51-a, AW-2.52, AW-2.55); from the Panama Canal ships go west at once, as to a
    /// second area (AW-2.53-a). `bars` says which areas the unit may not enter.
    pub fn reach(
        &self,
        ocean: &Ocean,
        from: Origin,
        side: Camp,
        most: u8,
        bars: &dyn Fn(AreaId) -> bool,
    ) -> Vec<Way> {
        let mut best: Vec<Option<(u8, bool)>> = vec![None; self.board.areas.len()];
        let mut open: Vec<(u8, bool, AreaId)> = Vec::new();
        for (area, cost, gibraltar) in self.first_steps(ocean, from, side) {
            open.push((cost, gibraltar, area));
        }
        // The cheapest is taken first; there are few areas.
        while let Some(at) = (0..open.len()).min_by_key(|&at| open[at]) {
            let (cost, gibraltar, area) = open.swap_remove(at);
            let known = &mut best[usize::from(area.0)];
            if known.is_some() || cost > most || !self.is_played(area) || bars(area) {
                continue;
            }
            *known = Some((cost, gibraltar));
            if ocean.flag(area) == Some(side.enemy()) {
                continue;
            }
            for &next in &self.board.area(area).adjacent {
                if let Some((step, past)) = self.step_cost(ocean, area, next, side) {
                    open.push((cost.saturating_add(step), gibraltar || past, next));
                }
            }
        }
        let ways = self.board.areas().filter_map(|area| {
            best[usize::from(area.0)].map(|(steps, gibraltar)| Way { area, steps, gibraltar })
        });
        ways.collect()
    }

    /// The first areas of a way, what each costs, and whether Gibraltar lies before it.
    fn first_steps(&self, ocean: &Ocean, from: Origin, side: Camp) -> Vec<(AreaId, u8, bool)> {
        match from {
            Origin::Port(base) => {
                let of = self.board.base(base);
                let joined = of.joined_with.filter(|&other| ocean.owner(other) == ocean.owner(base));
                let areas = std::iter::once(base).chain(joined);
                let near = areas.flat_map(|it| &self.board.base(it).areas).map(|&area| (area, 1, false));
                let exits = self
                    .board
                    .passages
                    .iter()
                    .filter(|it| it.effect == Effect::SecondAreaExit && it.bases.contains(&base));
                let far = exits.flat_map(|it| &it.exits).map(|&area| (area, 2, false));
                near.chain(far).collect()
            }
            Origin::Sea(area) => {
                let next = self.board.area(area).adjacent.iter();
                let next = next.filter_map(|&next| {
                    let (cost, past) = self.step_cost(ocean, area, next, side)?;
                    Some((next, cost, past))
                });
                std::iter::once((area, 1, false)).chain(next).collect()
            }
        }
    }

    /// What a step from an area to the next counts for, and whether it leads past an enemy Gibraltar; nothing
    /// if it is shut.
    fn step_cost(&self, ocean: &Ocean, from: AreaId, to: AreaId, side: Camp) -> Option<(u8, bool)> {
        let passage = self.passage_between(from, to).filter(|it| it.is_held(ocean, side.enemy()));
        match passage {
            Some(it) if it.effect == Effect::Closed => None,
            Some(it) => Some((2, it.id == GIBRALTAR)),
            None => Some((1, false)),
        }
    }

    /// Where a unit's way begins; nothing if it is neither in port nor based at sea.
    pub(super) fn origin(&self, ocean: &Ocean, unit: UnitId) -> Option<Origin> {
        let state = ocean.unit(unit);
        match state.place {
            Place::Base(base) => Some(Origin::Port(base)),
            Place::Sea(area) if state.based => Some(Origin::Sea(area)),
            Place::Hold(_) if self.is_in_raid_force(ocean, unit) => self.raid_port().map(Origin::Port),
            _ => None,
        }
    }

    /// Areas that a unit reaches from where it is.
    fn ways(&self, ocean: &Ocean, unit: UnitId, most: u8) -> Vec<Way> {
        let Some(from) = self.origin(ocean, unit) else { return Vec::new() };
        let bars = |area: AreaId| !self.may_enter(ocean, unit, area);
        self.reach(ocean, from, self.side_of(ocean, unit), most, &bars)
    }

    /// The areas for which a ship needs a speed roll: those farther than the first number of steps, and no
    /// farther than the second.
    pub(super) fn beyond(&self, ocean: &Ocean, unit: UnitId, (free, most): (u8, u8)) -> Vec<Way> {
        if !self.counter(unit).sails() {
            return Vec::new();
        }
        let anywhere = self.first_turn_areas(ocean, unit);
        let mut ways = self.ways(ocean, unit, most);
        ways.retain(|way| way.steps > free && !anywhere.contains(&way.area));
        ways
    }

    /// The areas to which a unit may go that is ready to sail, or waits to arrive; nothing for one that is
    /// not asked in this phase.
    pub(super) fn open_areas(&self, ocean: &Ocean, unit: UnitId, sailing: &Sailing) -> Option<Vec<AreaId>> {
        let (counter, state) = (self.counter(unit), ocean.unit(unit));
        let within = || {
            let mut areas: Vec<AreaId> =
                self.ways(ocean, unit, sailing.reach.1).into_iter().map(|way| way.area).collect();
            areas.extend(self.first_turn_areas(ocean, unit));
            areas.sort_unstable();
            areas.dedup();
            areas
        };
        match (sailing.how, counter.kind, state.place) {
            (How::Patrolling, Kind::Amphibious | Kind::LandAir, _) => None,
            (How::Patrolling, Kind::Submarine | Kind::HunterKiller, _) => {
                Some(self.submarine_areas(ocean, unit))
            }
            (How::Patrolling, _, Place::Arrival(at)) => {
                let arrival = &self.scenario.arrivals[usize::from(at)];
                Some(if arrival.patroller { arrival.areas.clone() } else { Vec::new() })
            }
            (How::Patrolling, _, Place::Hold(_)) => {
                (self.is_in_raid_force(ocean, unit) && !ocean.attack_barred).then(within)
            }
            (How::Raiding, _, Place::Hold(_)) => {
                let waits = self.is_in_raid_force(ocean, unit) && ocean.pacific == Pacific::Peace;
                let hawaii = self.board.area_by_id(HAWAII).filter(|_| self.may_attack_now(ocean));
                hawaii.filter(|_| waits).map(|area| vec![area])
            }
            (How::Raiding, _, _) if !state.raiding => None,
            (How::Raiding, _, Place::Arrival(at)) => {
                Some(self.scenario.arrivals[usize::from(at)].areas.clone())
            }
            (How::Patrolling | How::Raiding, _, Place::Base(_) | Place::Sea(_)) => Some(within()),
            (How::Amphibious, Kind::Amphibious, Place::Base(_)) if !counter.flies => Some(within()),
            _ => None,
        }
    }

    /// Areas into which German supply ships, merchant raiders and pocket battleships may be put on the first
    /// turn, wherever they are (AW-6.5-a, AW-6.5-b, AW-15.1-a).
    fn first_turn_areas(&self, ocean: &Ocean, unit: UnitId) -> Vec<AreaId> {
        let counter = self.counter(unit);
        if !self.scenario.campaign || ocean.turn != self.scenario.first_turn || counter.nation != Nation::De {
            return Vec::new();
        }
        let open = |area: &AreaId| match (counter.kind, counter.class.as_str()) {
            (Kind::Oiler | Kind::Hilfskreuzer, _) => self.is_raider_water(*area),
            (Kind::Ship, "PB") => {
                let of = self.board.area(*area);
                of.theatre == Theatre::Atlantic && !self.is_american(*area)
            }
            _ => false,
        };
        self.board.areas().filter(open).collect()
    }

    /// The Atlantic, and what else has a British flag beside its points: where Hilfskreuzer sail (AW-15.1-a).
    fn is_raider_water(&self, area: AreaId) -> bool {
        let of = self.board.area(area);
        of.theatre == Theatre::Atlantic || of.flag.allies == Nation::Gb
    }

    /// Whether a unit may enter an area at all: the Baltic is for Germans and Soviets, and these go nowhere
    /// else (AW-2.54-a, AW-2.54-b, AW-18.21); Hilfskreuzer keep to their waters (AW-15.1-a), and so do a few
    /// others (AW-14.13, AW-30.0-b).
    pub fn may_enter(&self, ocean: &Ocean, unit: UnitId, area: AreaId) -> bool {
        let (nation, side) = (self.nation_of(ocean, unit), self.side_of(ocean, unit));
        let barred = self
            .board
            .barred
            .iter()
            .any(|it| it.area == area && it.side == side && !it.except.contains(&nation));
        let baltic = self.board.area(area).id == "baltic-sea";
        let raider = self.counter(unit).kind == Kind::Hilfskreuzer && self.scenario.campaign;
        let own = &self.counter(unit).areas;
        !barred
            && (own.is_empty() || own.contains(&area))
            && (nation != Nation::Gr || self.board.is_mediterranean(area))
            && (nation != Nation::Su || baltic)
            && (!raider || self.is_raider_water(area))
            && !self.is_closed_by_peace(ocean, unit, area)
    }

    /// Where a submarine or a Hunter-Killer group may be placed (AW-14.11 to AW-14.14, AW-6.44).
    pub fn submarine_areas(&self, ocean: &Ocean, unit: UnitId) -> Vec<AreaId> {
        let fits = |area: &AreaId| self.haunts(unit, *area) && self.may_enter(ocean, unit, *area);
        self.board.areas().filter(fits).collect()
    }

    /// Whether an area is among those of a submarine or a Hunter-Killer group, whatever happens there
    /// (AW-14.12 to AW-14.14).
    pub(super) fn haunts(&self, unit: UnitId, area: AreaId) -> bool {
        let counter = self.counter(unit);
        let own = counter.areas.is_empty() || counter.areas.contains(&area);
        self.is_played(area) && self.board.area(area).theatre == counter.submarine_theatre() && own
    }
}
