//! What went where since the last packet, as far as a side knows: its own ships from port to zone and home, its LBA; of
//! the enemy what it is told.

use super::board::{PortId, ZoneId};
use super::event::{Event, Passed};
use super::pieces::UnitId;
use super::state::{Place, Sea};
use super::view::{Eyes, zone_ref};
use crate::rules::moves::Moves;
use crate::rules::two_sided::Camp;
use crate::system::News;
use crate::table::Note;
use crate::view::{How, Move, Spot};

/// Where units were last, and what has moved since.
struct Wake<'e> {
    eyes: &'e Eyes<'e>,
    since: &'e Sea,
    /// Where units went meanwhile.
    places: Vec<(UnitId, Place)>,
    moves: Moves,
}

impl Eyes<'_> {
    /// The moves of which the news tell; none if the position before them is not known.
    pub(super) fn moves(&self, news: News<'_, super::SeasOfThunder>) -> Vec<Move> {
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

    fn port_spot(&self, port: PortId) -> Spot {
        Spot::Port(self.system.board().port(port).id.clone())
    }
}

impl Wake<'_> {
    fn follow(&mut self, event: &Event) {
        match event {
            Event::Sailed { side, ships, nations: _ } => {
                for &(unit, zone) in ships {
                    self.went(*side, How::Sailed, unit, Place::Sea(zone), *side == self.eyes.side);
                }
            }
            Event::AirPlaced { side, flights } => {
                for &(unit, port, zone) in flights {
                    let own = *side == self.eyes.side;
                    let from = own.then(|| self.eyes.port_spot(port));
                    self.note(*side, How::Flew, from, zone_spot(zone), own.then_some(unit));
                    self.places.push((unit, Place::Sea(zone)));
                }
            }
            // All ships are shown before they go home, at the latest where they fought.
            Event::Returned { side, ships, rule: _ } => {
                for &(unit, port) in ships {
                    self.went(*side, How::Returned, unit, Place::Port(port), true);
                }
            }
            Event::MinesPassed { unit, passed, homeward: false, .. } if *passed != Passed::Unharmed => {
                let name = &self.eyes.system.counter(*unit).name;
                self.moves.take_back(name);
            }
            _ => {}
        }
    }

    /// A ship went somewhere; `known` if the side knows which one it is and where it was.
    fn went(&mut self, side: Camp, how: How, unit: UnitId, to: Place, known: bool) {
        let from = if known { self.spot(self.place(unit)) } else { None };
        if let Some(spot) = self.spot(to) {
            self.note(side, how, from, spot, known.then_some(unit));
        }
        self.places.push((unit, to));
    }

    fn note(&mut self, side: Camp, how: How, from: Option<Spot>, to: Spot, unit: Option<UnitId>) {
        let name = unit.map(|unit| self.eyes.system.counter(unit).name.clone());
        self.moves.add(side.side(), how, from, to, name);
    }

    /// Where a unit was before it went.
    fn place(&self, unit: UnitId) -> Place {
        let later = self.places.iter().rev().find(|(it, _)| *it == unit);
        later.map_or(self.since.unit(unit).place, |(_, place)| *place)
    }

    fn spot(&self, place: Place) -> Option<Spot> {
        match place {
            Place::Port(port) => Some(self.eyes.port_spot(port)),
            Place::Sea(zone) => Some(zone_spot(zone)),
            _ => None,
        }
    }
}

fn zone_spot(zone: ZoneId) -> Spot {
    Spot::Zone(zone_ref(zone))
}
