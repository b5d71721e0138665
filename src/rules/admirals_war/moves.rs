//! What went where since the last packet. Everything lies openly on the board, so both sides see all of it.

use super::board::{AreaId, BaseId};
use super::event::Event;
use super::pieces::UnitId;
use super::state::{Ocean, Place};
use super::view::Eyes;
use crate::rules::moves::Moves;
use crate::system::News;
use crate::table::Note;
use crate::view::{How, Move, Spot};

/// Where units were last, and what has moved since.
struct Wake<'e> {
    eyes: &'e Eyes<'e>,
    since: &'e Ocean,
    /// Where units went meanwhile.
    places: Vec<(UnitId, Place)>,
    moves: Moves,
}

impl Eyes<'_> {
    /// The moves of which the news tell; none if the position before them is not known.
    pub(super) fn moves(&self, news: News<'_, super::AdmiralsWar>) -> Vec<Move> {
        let Some(since) = news.since else { return Vec::new() };
        let mut wake = Wake { eyes: self, since, places: Vec::new(), moves: Moves::default() };
        let notes =
            news.chapters.iter().flat_map(|chapter| chapter.sections).flat_map(|section| &section.notes);
        for note in notes {
            if let Note::Event(event) = note {
                wake.follow(event);
            }
        }
        wake.moves.done()
    }
}

impl Wake<'_> {
    fn follow(&mut self, event: &Event) {
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
        let later = self.places.iter().rev().find(|(it, _)| *it == unit);
        let from = later.map_or(self.since.unit(unit).place, |(_, place)| *place);
        if let Some(spot) = self.spot(to).filter(|_| from != to) {
            let (side, name) = (self.eyes.system.side_of(unit), &self.eyes.system.counter(unit).name);
            self.moves.add(side.side(), how, self.spot(from), spot, Some(name.clone()));
        }
        self.places.push((unit, to));
    }

    fn spot(&self, place: Place) -> Option<Spot> {
        let base = |base: BaseId| Spot::Port(self.eyes.system.board.base(base).id.clone());
        let area = |area: AreaId| Spot::Zone(self.eyes.area_ref(area));
        match place {
            Place::Base(of) => Some(base(of)),
            Place::Sea(of) => Some(area(of)),
            _ => None,
        }
    }
}
