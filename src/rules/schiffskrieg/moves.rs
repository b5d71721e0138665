//! What went where since the last packet. Every piece lies openly on the table, so all factions see the same.

use super::Schiffskrieg;
use super::event::Event;
use super::observer::Observer;
use super::pieces::UnitId;
use super::state::{Goal, Place, Sea};
use engine::rulebook::moves::{Moves, Wake};
use engine::system::News;
use engine::view::{How, Move, Spot};

/// What is followed.
struct Watch<'e> {
    observer: &'e Observer<'e>,
    since: &'e Sea,
    wake: Wake<UnitId, Place>,
    moves: Moves,
}

impl Observer<'_> {
    /// The moves of which the news tell; none if the position before them is not known.
    pub(super) fn moves(&self, news: News<'_, Schiffskrieg>) -> Vec<Move> {
        let Some(since) = news.since else { return Vec::new() };
        let mut watch = Watch { observer: self, since, wake: Wake::default(), moves: Moves::default() };
        news.events().for_each(|event| watch.see(event));
        watch.moves.done()
    }

    fn spot(&self, place: Place) -> Option<Spot> {
        match place {
            Place::Base(base) => Some(Spot::Port(self.system.board.base(base).id.clone())),
            Place::OnStation(zone) | Place::Used(zone) => Some(Spot::Zone(self.zone_ref(zone))),
            _ => None,
        }
    }
}

impl Watch<'_> {
    fn see(&mut self, event: &Event) {
        match event {
            // A Task Force is where it is placed before it goes to a Used Box.
            Event::Formed { faction: _, support: _, goal: Goal::Station(zone), force } => {
                force.iter().for_each(|unit| self.went(*unit, Place::Used(*zone)));
            }
            Event::Moved { faction: _, rule: _, units } | Event::Left { units } => {
                units.iter().for_each(|(unit, place)| self.went(*unit, *place));
            }
            Event::Checked { faction: _, rolls: _, late } => {
                late.iter().for_each(|unit| self.stays(*unit));
            }
            Event::Delayed { unit, to, .. }
            | Event::Withdrawn { unit, to, .. }
            | Event::Fate { unit, to, .. } => {
                self.went(*unit, *to);
            }
            Event::Intercepted { units, to: Some(to), .. } => {
                units.iter().for_each(|unit| self.went(*unit, *to));
            }
            _ => {}
        }
    }

    /// A ship that was late never came.
    fn stays(&mut self, unit: UnitId) {
        self.moves.take_back(&self.observer.system.counters[unit].name);
    }

    fn went(&mut self, unit: UnitId, to: Place) {
        let from = self.wake.follow(unit, to, self.since.unit(unit).place);
        let (before, Some(spot)) = (self.observer.spot(from), self.observer.spot(to)) else { return };
        if before.as_ref() == Some(&spot) {
            return;
        }
        let system = self.observer.system;
        let Some(side) = system.side_of(self.since, unit) else { return };
        let how = match (from, to) {
            _ if system.counters[unit].is_lba() => How::Flew,
            (Place::Base(_), _) | (_, Place::Used(_) | Place::OnStation(_)) => How::Sailed,
            _ => How::Returned,
        };
        self.moves.add(side.side(), how, before, spot, Some(system.counters[unit].name.clone()));
    }
}
