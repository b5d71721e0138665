//! What went where since the last packet. What moves lies openly on the board, so both sides see all of it,
//! but for hidden submarines (26.0).

use super::event::Event;
use super::hidden::Shown;
use super::pieces::UnitId;
use super::state::{Ocean, Place};
use super::view::Observer;
use engine::rulebook::moves::{Moves, Wake};
use engine::system::News;
use engine::view::{How, Move, Spot};

/// What a side follows.
struct Watch<'e> {
    observer: &'e Observer<'e>,
    since: &'e Ocean,
    wake: Wake<UnitId, Place>,
    shown: Shown,
    moves: Moves,
}

impl Observer<'_> {
    /// The moves of which the news tell; none if the position before them is not known.
    pub(super) fn moves(&self, news: News<'_, super::AdmiralsWar>) -> Vec<Move> {
        let Some(since) = news.since else { return Vec::new() };
        let shown = Shown::at(Some(since));
        let mut watch =
            Watch { observer: self, since, wake: Wake::default(), shown, moves: Moves::default() };
        news.events().for_each(|event| watch.see(event));
        watch.moves.done()
    }

    fn spot(&self, place: Place) -> Option<Spot> {
        match place {
            Place::Base(base) => Some(Spot::Port(self.system.board.base(base).id.clone())),
            Place::Sea(area) => Some(Spot::Zone(self.area_ref(area))),
            _ => None,
        }
    }
}

impl Watch<'_> {
    fn see(&mut self, event: &Event) {
        self.tell(event);
        for (unit, area) in self.observer.system.shown_by(event) {
            if !self.observer.follows(unit, &self.shown) {
                self.wake.follow(unit, Place::Sea(area), Place::Sea(area));
            }
        }
        self.shown.follow(self.observer.system, event);
    }

    fn tell(&mut self, event: &Event) {
        match event {
            Event::Sailed { units, .. } => {
                units.iter().for_each(|&(unit, area)| self.went(How::Sailed, unit, Place::Sea(area)));
            }
            Event::RaidForceSailed { area, ships: units, .. }
            | Event::GroupPlaced { area, units, .. }
            | Event::Sortied { area, units }
            | Event::TorchOpposed { area, units } => {
                units.iter().for_each(|&unit| self.went(How::Sailed, unit, Place::Sea(*area)));
            }
            Event::AirPlaced { unit, area: Some(area), .. } => {
                self.went(How::Flew, *unit, Place::Sea(*area));
            }
            Event::Transferred { ships: units, .. } | Event::Returned { units, .. } => {
                units.iter().for_each(|&(unit, base)| self.went(How::Returned, unit, Place::Base(base)));
            }
            Event::GroupInPort { base, units, .. } => {
                units.iter().for_each(|&unit| self.went(How::Returned, unit, Place::Base(*base)));
            }
            Event::Landed { unit, base } | Event::Occupied { unit, base } => {
                self.went(How::Returned, *unit, Place::Base(*base))
            }
            _ => {}
        }
    }

    fn went(&mut self, how: How, unit: UnitId, to: Place) {
        if !self.observer.follows(unit, &self.shown) {
            return;
        }
        let from = self.wake.follow(unit, to, self.since.unit(unit).place);
        let Some(spot) = self.observer.spot(to).filter(|_| from != to) else { return };
        let (side, name) =
            (self.observer.system.side_of(self.since, unit), &self.observer.system.counter(unit).name);
        self.moves.add(side.side(), how, self.observer.spot(from), spot, Some(name.clone()));
    }
}
