//! A board laid out after the view of a side, so that an officer can ask the rules how far ships go and what
//! guns do. What the view does not show is not on it.

use engine::system::Rules;
use std::collections::BTreeMap;

use super::super::board::Theatre;
use super::super::pieces::{Kind, Nation, UnitId};
use super::super::state::{Leads, Ocean, Pacific, Place, UnitState};
use super::super::view::{UnitView, View, track_name};
use super::AdmiralsWar;
use engine::rulebook::two_sided::Camp;
use engine::side::Side;

/// The marks of Italians while Italy is neutral, and of kamikazes.
const NEUTRAL: &str = "neutral";
const KAMIKAZE: &str = "kamikaze";

/// Lays a board out after a view.
pub(super) struct Board<'a, 'k> {
    /// What is printed.
    pub system: &'a AdmiralsWar,
    /// The view.
    pub view: &'a View,
    /// The units by their ids.
    pub known: &'k BTreeMap<&'a str, UnitId>,
}

impl Board<'_, '_> {
    /// The board, with every unit where the view shows it.
    pub(super) fn lay_out(&self) -> Ocean {
        let (system, view, side) = (self.system, self.view, Camp::in_match(self.view.reader.side.side()));
        let mut ocean = system.opening();
        ocean.turn = view.turn;
        ocean.units.fill(UnitState::at(Place::Removed));
        ocean.pacific = view.own.pacific.and_then(Pacific::named).unwrap_or_default();
        for zone in &view.sea.zones {
            let Some(area) = zone.key.as_deref().and_then(|key| system.board.area_by_id(key)) else {
                continue;
            };
            ocean.flags[usize::from(area.0)] =
                zone.control.and_then(|control| control.side()).and_then(Camp::of);
            self.put(&mut ocean, &zone.own, side, Place::Sea(area));
            self.put(&mut ocean, &zone.enemy_known, side.enemy(), Place::Sea(area));
        }
        for port in &view.sea.ports {
            let Some(base) = system.board.base_by_id(&port.id) else { continue };
            ocean.owners[usize::from(base.0)] = port.holder.side().and_then(Camp::of);
            // What an event opens is only there to be seen after it.
            if system.board.base(base).opened_by.is_some() {
                ocean.taranto_fell = Some(view.turn.saturating_sub(1));
            }
            self.put(&mut ocean, &port.own, side, Place::Base(base));
            self.put(&mut ocean, &port.enemy_known, side.enemy(), Place::Base(base));
        }
        for away in view.beside.away.iter().flatten() {
            self.put_away(&mut ocean, &away.unit, away.side, |_| Place::Track(away.turn.unwrap_or(u8::MAX)));
        }
        for waiting in view.beside.arriving.iter().flatten() {
            self.put_away(&mut ocean, &waiting.unit, waiting.side, |unit| self.waits(unit));
        }
        for boxed in view.beside.boxed.iter().flatten() {
            let place = system.board.hold_called(&boxed.place).map_or(Place::Removed, Place::Hold);
            self.put_away(&mut ocean, &boxed.unit, boxed.side, |_| place);
        }
        for lost in view.beside.sunk.iter().flatten() {
            self.put_away(&mut ocean, &lost.unit, lost.side, |_| Place::Sunk);
        }
        ocean.leads = Leads::default();
        for lead in view.own.tracks.iter().flatten() {
            let track = Theatre::ALL.into_iter().find(|&it| track_name(it) == lead.track);
            if let (Some(track), Some(side)) = (track, lead.side) {
                ocean.leads.gain(track, side, lead.points.into());
            }
        }
        // Neutral units are marked, and only then (AW-20.4-b).
        let shown = view.sea.ports.iter().flat_map(|port| port.own.iter().chain(&port.enemy_known));
        ocean.italy_declared =
            !shown.flat_map(|unit| unit.marks.iter().flatten()).any(|mark| mark == NEUTRAL);
        ocean
    }

    fn put(&self, ocean: &mut Ocean, units: &[UnitView], side: Camp, place: Place) {
        for unit in units {
            if let Some(&id) = self.known.get(unit.id.as_str()) {
                *ocean.unit_mut(id) = self.state(id, unit, side, place);
            }
        }
    }

    fn put_away(&self, ocean: &mut Ocean, unit: &UnitView, side: Side, place: impl Fn(UnitId) -> Place) {
        if let (Some(&id), Some(side)) = (self.known.get(unit.id.as_str()), Camp::of(side)) {
            *ocean.unit_mut(id) = self.state(id, unit, side, place(id));
        }
    }

    /// The entry of the scenario by which a unit waits to arrive.
    fn waits(&self, unit: UnitId) -> Place {
        let arrival = self.system.scenario.arrivals.iter().position(|it| it.units.contains(&unit));
        arrival.map_or(Place::Removed, |at| Place::Arrival(at as u8))
    }

    fn state(&self, id: UnitId, unit: &UnitView, side: Camp, place: Place) -> UnitState {
        let counter = self.system.counter(id);
        let mark = |word: &str| {
            let marks = unit.marks.iter().flatten();
            marks.filter_map(|mark| mark.strip_prefix(word)).find_map(|number| number.parse().ok())
        };
        let own = counter.nation.side() == side;
        // Units that changed sides fight for Germany or Britain (AW-18.33, AW-16.44).
        let adopted = if side == Camp::AXIS { Nation::De } else { Nation::Gb };
        let second = counter.second.as_ref().is_some_and(|face| counter.line(face) == unit.line);
        UnitState {
            nation: (!own).then_some(adopted),
            raiding: unit.raiding.unwrap_or(false),
            damage: unit.damage.unwrap_or(0),
            overhaul: mark("overhaul ").unwrap_or(0),
            // What can be ordered to sea from there lies there as in port.
            based: counter.sails() && place.area().is_some(),
            second: second && counter.kind == Kind::Amphibious,
            group: mark("group "),
            chases: mark("pursues group "),
            kamikaze: unit.marks.iter().flatten().any(|mark| mark == KAMIKAZE),
            ..UnitState::at(place)
        }
    }

    /// The repair points that ports show.
    pub(super) fn yards(&self) -> Vec<u8> {
        let mut yards = vec![0; self.system.board.bases.len()];
        for port in &self.view.sea.ports {
            let shown = port.capacity.as_deref().and_then(|words| words.split(' ').next()?.parse().ok());
            if let (Some(base), Some(points)) = (self.system.board.base_by_id(&port.id), shown) {
                yards[usize::from(base.0)] = points;
            }
        }
        yards
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::SIDES;
    use super::super::super::pieces::Seat;
    use super::super::sight::Sight;
    use super::*;
    use crate::questions;
    use engine::question::{Layout, OpenQuestion};
    use engine::rulebook::{Choices, Rulebook};
    use engine::system::{News, Views};

    fn question(key: &str) -> OpenQuestion {
        OpenQuestion {
            kind: questions::PATROL.to_owned(),
            key: key.to_owned(),
            rule: String::new(),
            title: String::new(),
            about: Vec::new(),
            layout: Layout::BySubject,
            subjects: Vec::new(),
            options: Vec::new(),
            sets: Vec::new(),
            limits: Vec::new(),
        }
    }

    #[test]
    fn the_board_is_laid_out_as_the_view_shows_it() {
        let system = AdmiralsWar::load(&AdmiralsWar::built_in(), "standard", &Choices::default()).unwrap();
        let mut ocean = system.opening();
        let [hood, graf_spee, tiger, richelieu, dunkerque] =
            ["gb-hood", "de-admiral-graf-spee", "gb-tiger", "fr-richelieu", "fr-dunkerque"]
                .map(|id| system.counters.by_id(id).unwrap());
        let south_atlantic = system.board.area_by_id("south-atlantic").unwrap();
        let malta = system.board.base_by_id("malta").unwrap();
        let brest = system.board.base_by_id("brest").unwrap();
        ocean.turn = 5;
        *ocean.unit_mut(hood) =
            UnitState { damage: 2, group: Some(3), ..UnitState::at(Place::Sea(south_atlantic)) };
        *ocean.unit_mut(graf_spee) =
            UnitState { raiding: true, chases: Some(3), ..UnitState::at(Place::Sea(south_atlantic)) };
        *ocean.unit_mut(tiger) = UnitState::at(Place::Sunk);
        *ocean.unit_mut(richelieu) =
            UnitState { nation: Some(Nation::De), ..UnitState::at(Place::Base(brest)) };
        let toulon = system.board.hold_named("vichy-toulon").unwrap();
        *ocean.unit_mut(dunkerque) = UnitState::at(Place::Hold(toulon));
        ocean.owners[usize::from(malta.0)] = Some(Camp::AXIS);
        ocean.owners[usize::from(brest.0)] = Some(Camp::AXIS);
        ocean.flags[usize::from(south_atlantic.0)] = Some(Camp::AXIS);
        for side in SIDES {
            let view = system.view(&ocean, side.into(), News::NONE);
            let asked = question("t5/patrol/britain");
            let sight = Sight::new(&system, &view, &asked).unwrap();
            assert_eq!((sight.side, sight.left, sight.seat()), (side, 5, Some(Seat::Britain)));
            let laid = &sight.ocean;
            assert_eq!(
                (laid.flags.clone(), laid.leads, laid.pacific),
                (ocean.flags.clone(), ocean.leads, ocean.pacific)
            );
            for base in system.board.bases().filter(|&base| system.is_in_use(&ocean, base)) {
                assert_eq!(laid.owner(base), ocean.owner(base), "{}", system.board.base(base).id);
            }
            for unit in ocean.ids() {
                let seen =
                    |state: &UnitState| (state.place, state.raiding, state.damage, state.group, state.chases);
                let id = &system.counter(unit).id;
                assert_eq!(seen(laid.unit(unit)), seen(ocean.unit(unit)), "{id}");
                assert_eq!(system.nation_of(laid, unit), system.nation_of(&ocean, unit), "{id}");
            }
        }
    }

    #[test]
    fn a_question_of_another_game_is_none() {
        let system = AdmiralsWar::load(&AdmiralsWar::built_in(), "midway", &Choices::default()).unwrap();
        let view = system.view(&system.opening(), Camp::AXIS.into(), News::NONE);
        assert!(Sight::new(&system, &view, &question("t1/zone-12/mat/axis")).is_none());
    }
}
