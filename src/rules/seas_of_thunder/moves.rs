//! What went where since the last packet, as far as a side knows: its own ships from port to zone and home,
//! its LBA; of the enemy what it is told.

use super::event::{Event, Passed};
use super::pieces::UnitId;
use super::state::{Place, Sea};
use super::view::{Observer, zone_ref};
use engine::rulebook::moves::{Moves, Wake};
use engine::rulebook::two_sided::Camp;
use engine::system::News;
use engine::view::{How, Move, Spot};

/// What a side follows.
struct Watch<'e> {
    observer: &'e Observer<'e>,
    since: &'e Sea,
    wake: Wake<UnitId, Place>,
    moves: Moves,
}

impl Observer<'_> {
    /// The moves of which the news tell; none if the position before them is not known.
    pub(super) fn moves(&self, news: News<'_, super::SeasOfThunder>) -> Vec<Move> {
        let Some(since) = news.since else { return Vec::new() };
        let mut watch = Watch { observer: self, since, wake: Wake::default(), moves: Moves::default() };
        news.events().for_each(|event| watch.see(event));
        watch.moves.done()
    }

    fn spot(&self, place: Place) -> Option<Spot> {
        match place {
            Place::Port(port) => Some(Spot::Port(self.system.board().port(port).id.clone())),
            Place::Sea(zone) => Some(Spot::Zone(zone_ref(zone))),
            _ => None,
        }
    }
}

impl Watch<'_> {
    fn see(&mut self, event: &Event) {
        match event {
            Event::Sailed { side, ships, nations: _ } => {
                for &(unit, zone) in ships {
                    self.went(*side, How::Sailed, unit, Place::Sea(zone), *side == self.observer.side);
                }
            }
            Event::AirPlaced { side, flights } => {
                for &(unit, port, zone) in flights {
                    self.wake.follow(unit, Place::Port(port), Place::Available);
                    self.went(*side, How::Flew, unit, Place::Sea(zone), *side == self.observer.side);
                }
            }
            // All ships are shown before they go home, at the latest where they fought.
            Event::Returned { side, ships, rule: _ } => {
                for &(unit, port) in ships {
                    self.went(*side, How::Returned, unit, Place::Port(port), true);
                }
            }
            Event::MinesPassed { unit, passed, homeward: false, .. } if *passed != Passed::Unharmed => {
                self.moves.take_back(&self.observer.system.counter(*unit).name);
            }
            _ => {}
        }
    }

    /// A unit went somewhere; `known` if the side knows which one it is and where it was.
    fn went(&mut self, side: Camp, how: How, unit: UnitId, to: Place, known: bool) {
        let from = self.wake.follow(unit, to, self.since.unit(unit).place);
        let Some(to) = self.observer.spot(to) else { return };
        let name = known.then(|| self.observer.system.counter(unit).name.clone());
        self.moves.add(side.side(), how, self.observer.spot(from).filter(|_| known), to, name);
    }
}
