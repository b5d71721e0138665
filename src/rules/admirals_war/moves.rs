//! What went where since the last packet. Everything lies openly on the board, so both sides see all of it.

use super::event::Event;
use super::pieces::UnitId;
use super::state::{Ocean, Place};
use super::view::Eyes;
use crate::rules::moves::{Moves, Wake};
use crate::system::News;
use crate::view::{How, Move, Spot};

/// What the eyes of a side follow.
struct Watch<'e> {
    eyes: &'e Eyes<'e>,
    since: &'e Ocean,
    wake: Wake<UnitId, Place>,
    moves: Moves,
}

impl Eyes<'_> {
    /// The moves of which the news tell; none if the position before them is not known.
    pub(super) fn moves(&self, news: News<'_, super::AdmiralsWar>) -> Vec<Move> {
        let Some(since) = news.since else { return Vec::new() };
        let mut watch = Watch { eyes: self, since, wake: Wake::new(), moves: Moves::default() };
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
        match event {
            Event::Sailed { units, .. } => {
                units.iter().for_each(|&(unit, area)| self.went(How::Sailed, unit, Place::Sea(area)));
            }
            Event::AirPlaced { unit, area: Some(area), .. } => {
                self.went(How::Flew, *unit, Place::Sea(*area));
            }
            Event::Returned { units, .. } => {
                units.iter().for_each(|&(unit, base)| self.went(How::Returned, unit, Place::Base(base)));
            }
            Event::Landed { unit, base } => self.went(How::Returned, *unit, Place::Base(*base)),
            _ => {}
        }
    }

    fn went(&mut self, how: How, unit: UnitId, to: Place) {
        let from = self.wake.follow(unit, to, self.since.unit(unit).place);
        let Some(spot) = self.eyes.spot(to).filter(|_| from != to) else { return };
        let (side, name) = (self.eyes.system.side_of(self.since, unit), &self.eyes.system.counter(unit).name);
        self.moves.add(side.side(), how, self.eyes.spot(from), spot, Some(name.clone()));
    }
}
