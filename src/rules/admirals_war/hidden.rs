//! 26.0 Hidden submarine deployment: what the enemy does not know of submarines, and what shows one.
//!
//! *Ruling:* nobody but its owner knows where a submarine is, in port or at sea, and which side of it is up.
//! What shows one, shows it until the turn is over. That it waits to arrive, or is lost, lies open.

use std::collections::BTreeSet;

use super::board::AreaId;
use super::event::{Change, Event, Scene};
use super::options::Optional;
use super::pieces::{Kind, Seat, UnitId};
use super::seats::By;
use super::state::{Ocean, Place};
use super::{AdmiralsWar, Table};
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

impl AdmiralsWar {
    /// Whether a unit is a submarine of a match that hides them (AW-26.0).
    pub(super) fn hides(&self, unit: UnitId) -> bool {
        self.plays_by(Optional::HiddenSubmarines) && self.counter(unit).kind == Kind::Submarine
    }

    /// Whether only its owner knows where a unit is.
    pub fn is_unseen(&self, ocean: &Ocean, unit: UnitId) -> bool {
        let state = ocean.unit(unit);
        self.hides(unit) && !state.shown && matches!(state.place, Place::Base(_) | Place::Sea(_))
    }

    /// Whether a player knows where a unit is: as all of his side do, unless the council is closed.
    pub(super) fn sees(&self, ocean: &Ocean, unit: UnitId, reader: By) -> bool {
        !self.is_unseen(ocean, unit) || self.observer_of(reader).commands(self, ocean, unit)
    }

    /// The submarines of a nation of which nobody else knows where they are.
    pub(super) fn unseen_of(&self, ocean: &Ocean, seat: Seat) -> Vec<UnitId> {
        let own = |unit: &UnitId| self.seat_of(ocean, *unit) == seat && self.is_unseen(ocean, *unit);
        ocean.ids().filter(own).collect()
    }

    /// Whether an area has a unit of which everybody knows. One with none is not selected: it comes after the
    /// others (AW-26.0, AW-7.12).
    pub(super) fn is_known_to_be_sailed(&self, ocean: &Ocean, area: AreaId) -> bool {
        ocean.at(Place::Sea(area)).into_iter().any(|unit| !self.is_unseen(ocean, unit))
    }

    /// The same of every area, by its number.
    pub(super) fn known_to_be_sailed(&self, ocean: &Ocean) -> Vec<bool> {
        let mut sailed = vec![false; self.board.areas.len()];
        for unit in ocean.ids().filter(|&unit| !self.is_unseen(ocean, unit)) {
            if let Place::Sea(area) = ocean.unit(unit).place {
                sailed[usize::from(area.0)] = true;
            }
        }
        sailed
    }

    /// Whether a side's submarines are hunted for in an area, whether there are any or not: in every one
    /// where its counters may ever be (AW-26.0).
    pub(super) fn is_hunted_for(&self, ocean: &Ocean, area: AreaId, side: Camp) -> bool {
        let sought = |unit: UnitId| {
            self.hides(unit)
                && self.side_of(ocean, unit) == side
                && self.haunts(unit, area)
                && ocean.unit(unit).place != Place::Removed
                && !self.keeps_peace(ocean, unit)
        };
        ocean.ids().any(sought)
    }

    /// Whether, for all that the enemy knows, a submarine of a side may lie in an area with its raiding side
    /// up.
    pub(super) fn may_lurk(&self, ocean: &Ocean, area: AreaId, by: By) -> bool {
        let might = |unit: UnitId| {
            self.is_unseen(ocean, unit)
                && by.commands(self, ocean, unit)
                && self.haunts(unit, area)
                && self.counter(unit).back.is_some()
                && !self.keeps_peace(ocean, unit)
        };
        ocean.ids().any(might)
    }

    /// The submarines that an event shows, each with the area (AW-26.0).
    pub(super) fn shown_by(&self, event: &Event) -> Vec<(UnitId, AreaId)> {
        let shown = match event {
            Event::Hunted { area, destroyed, driven_off, .. } => {
                destroyed.iter().chain(driven_off).map(|&unit| (unit, *area)).collect()
            }
            Event::ShippingAttacked { area, unit, .. } | Event::Aimed { area, unit, .. } => {
                vec![(*unit, *area)]
            }
            Event::Fired { scene: Scene::Sea(area), attacker, .. } => vec![(*attacker, *area)],
            Event::SubmarinesShown { submarines } => submarines.clone(),
            _ => Vec::new(),
        };
        shown.into_iter().filter(|&(unit, _)| self.hides(unit)).collect()
    }
}

/// 14.28, 15.22 Shows the submarines that deny a flag, or a lone Hilfskreuzer its point: one in an area, and
/// none where one that is known does it.
pub(super) fn show_deniers(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let known = |unit: UnitId| !system.is_unseen(ocean, unit);
    let denied = |area: AreaId| {
        let flag =
            system.controller_by(ocean, area, &known).filter(|_| system.controller(ocean, area).is_none());
        let point = || {
            system.lone_hilfskreuzer(ocean, area, &known) && !system.lone_hilfskreuzer(ocean, area, &|_| true)
        };
        flag.or_else(|| point().then_some(Camp::AXIS))
    };
    let denier = |area: AreaId| {
        let side = denied(area)?.enemy();
        let denies = |unit: &UnitId| {
            system.is_unseen(ocean, *unit)
                && system.side_of(ocean, *unit) == side
                && !ocean.unit(*unit).raiding
        };
        Some((ocean.at(Place::Sea(area)).into_iter().find(denies)?, area))
    };
    let submarines: Vec<(UnitId, AreaId)> = system.board.areas().filter_map(denier).collect();
    if submarines.is_empty() { Ok(()) } else { table.record(Event::SubmarinesShown { submarines }) }
}

/// The submarines that have been shown, as events go by.
#[derive(Clone, Default)]
pub(super) struct Shown {
    turn: Option<u8>,
    submarines: BTreeSet<UnitId>,
}

impl Shown {
    /// At a position; nothing is known before it.
    pub fn at(ocean: Option<&Ocean>) -> Shown {
        let Some(ocean) = ocean else { return Shown::default() };
        let submarines = ocean.ids().filter(|&unit| ocean.unit(unit).shown).collect();
        Shown { turn: Some(ocean.turn), submarines }
    }

    /// Whether a unit is among them.
    pub fn has(&self, unit: UnitId) -> bool {
        self.submarines.contains(&unit)
    }

    /// Goes on past an event.
    pub fn follow(&mut self, system: &AdmiralsWar, event: &Event) {
        match event {
            Event::PhaseBegan { turn, .. } => {
                if self.turn.replace(*turn).is_some_and(|before| before != *turn) {
                    self.submarines.clear();
                }
            }
            Event::Ruled { change: Change::Unit { unit, .. }, .. } => {
                self.submarines.remove(unit);
            }
            _ => self.submarines.extend(system.shown_by(event).into_iter().map(|it| it.0)),
        }
    }
}
