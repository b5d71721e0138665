//! What some sides of Trident cannot know, made otherwise: where ships are that none of them has in sight,
//! what others have found and shot at, and which ships were lost far from their eyes.

use rand::RngExt;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use sealord::rules::roster::UnitId;
use sealord::side::Side;

use crate::laws::systems::{Disguise, Reach};
use crate::trident::Trident;
use crate::trident::event::Event;
use crate::trident::sea::{Phase, Sea, ShipState, ZoneId};

pub struct Mask {
    trident: &'static Trident,
    from: Vec<Side>,
    reach: Reach,
    /// The ship that stands in the place of each.
    swap: Vec<u16>,
    /// How many zones further on each ship lies.
    shift: Vec<u8>,
    moved: usize,
}

impl Mask {
    pub fn new(trident: &'static Trident, from: &[Side], sea: &Sea, seed: u64, reach: Reach) -> Mask {
        let mut mind = ChaCha20Rng::seed_from_u64(seed);
        let hidden = |ship: UnitId| {
            let state = sea.ship(ship);
            let known = |side: &Side| trident.ships[ship].side() == *side || state.in_sight(*side, sea.turn);
            !from.iter().any(known) && !(state.sunk.as_ref()).is_some_and(|it| has_any(&it.before, from))
        };
        let mut swap: Vec<u16> = (0..sea.ships.len() as u16).collect();
        let mut shift = vec![0; sea.ships.len()];
        let ids: Vec<UnitId> = trident.ships.ids().filter(|ship| hidden(*ship)).collect();
        for (nth, one) in ids.iter().enumerate() {
            let alike = |other: &&UnitId| {
                let [a, b] = [&trident.ships[*one], &trident.ships[**other]];
                a.side() == b.side() && a.class == b.class
            };
            if let Some(other) = ids[nth + 1..].iter().find(alike).filter(|_| mind.random_bool(0.8)) {
                swap.swap(usize::from(one.0), usize::from(other.0));
            }
            if reach == Reach::Seen {
                shift[usize::from(one.0)] = mind.random_range(0..trident.zones.len() as u8);
            }
        }
        let mut mask = Mask { trident, from: from.to_vec(), reach, swap, shift, moved: 0 };
        let twin = mask.state(sea);
        mask.moved = twin.ships.iter().zip(&sea.ships).filter(|(a, b)| a != b).count();
        mask
    }

    fn hides(&self, side: Side) -> bool {
        self.from.contains(&side)
    }

    /// Whether any of the sides has to do with an event: by the rules, not by what the program shows.
    fn concerns(&self, event: &Event) -> bool {
        let own = |ship: &UnitId| self.hides(self.trident.ships[*ship].side());
        match event {
            Event::Sailed { ship, .. } => own(ship),
            Event::Flew { by, .. } | Event::Searched { by, .. } => self.hides(*by),
            Event::Fired { ship, target, .. } => own(ship) || own(target),
            Event::Sank { ship, before, .. } => own(ship) || has_any(before, &self.from),
            _ => true,
        }
    }

    /// Whether a loss is known, to its own side or to those before whose eyes it happened; in the end to all.
    fn is_lost(&self, sea: &Sea, ship: UnitId) -> bool {
        let seen = sea.ship(ship).sunk.as_ref().is_some_and(|it| has_any(&it.before, &self.from));
        sea.phase == Phase::Over || seen || self.hides(self.trident.ships[ship].side())
    }

    /// What the ship of a place in the list becomes.
    fn ship(&self, sea: &Sea, id: UnitId) -> ShipState {
        let (own, other) = (sea.ship(id), sea.ship(UnitId(self.swap[usize::from(id.0)])));
        let mut ship = other.clone();
        // What a side saw of a ship stays with that ship.
        ship.seen.retain(|sight| !self.hides(sight.by));
        ship.seen.extend(own.seen.iter().filter(|sight| self.hides(sight.by)));
        ship.seen.sort_by_key(|sight| sight.by);
        if self.reach == Reach::Seen {
            let ours = self.hides(self.trident.ships[id].side());
            // That it was found, its own side does not know.
            ship.seen.retain(|sight| self.hides(sight.by) || ours && sight.open);
            if !self.is_lost(sea, id) && ship.sunk.take().is_some() {
                ship.hits = 0;
            }
            if ship.afloat() {
                ship.at = self.further(ship.at, self.shift[usize::from(id.0)]);
            }
        }
        ship
    }

    fn further(&self, zone: ZoneId, by: u8) -> ZoneId {
        ZoneId((zone.0 + by) % self.trident.zones.len() as u8)
    }

    /// Another event in the place of one with which they have nothing to do; in a match that is played on,
    /// the same of other ships.
    fn event(&self, event: &Event) -> Event {
        let mut event = event.clone();
        if self.concerns(&event) {
            return event;
        }
        let unseen = self.reach == Reach::Seen;
        let swap = |ship: &mut UnitId| *ship = UnitId(self.swap[usize::from(ship.0)]);
        match &mut event {
            Event::Sailed { ship, to } => {
                swap(ship);
                *to = self.further(*to, u8::from(unseen));
            }
            Event::Flew { zone, .. } => *zone = self.further(*zone, u8::from(unseen)),
            Event::Searched { found, zone, .. } => {
                found.iter_mut().for_each(swap);
                found.sort();
                if unseen {
                    found.clear();
                    *zone = self.further(*zone, 1);
                }
            }
            Event::Fired { ship, target, dice, hits } => {
                [ship, target].into_iter().for_each(swap);
                if unseen {
                    (*dice, *hits) = (vec![1; dice.len()], 0);
                }
            }
            Event::Sank { ship, .. } => swap(ship),
            _ => {}
        }
        event
    }
}

fn has_any(sides: &[Side], of: &[Side]) -> bool {
    sides.iter().any(|side| of.contains(side))
}

impl Disguise<Trident> for Mask {
    fn moved(&self) -> usize {
        self.moved
    }

    /// A side sees where its own ships are.
    fn shows(&self, to: Side, sea: &Sea) -> bool {
        let twin = self.state(sea);
        let own = self.trident.ships.ids().filter(|it| self.trident.ships[*it].side() == to);
        let place = |sea: &Sea, ship: UnitId| sea.ship(ship).afloat().then(|| sea.ship(ship).at);
        own.into_iter().any(|ship| place(sea, ship) != place(&twin, ship))
    }

    fn hidden(&self, sea: &Sea) -> Option<String> {
        let twin = self.state(sea);
        let moved = self.trident.ships.ids().find(|ship| sea.ship(*ship).at != twin.ship(*ship).at);
        moved.map(|ship| self.trident.ships[ship].id.clone())
    }

    fn state(&self, sea: &Sea) -> Sea {
        let ships = self.trident.ships.ids().map(|ship| self.ship(sea, ship)).collect();
        Sea { ships, ..sea.clone() }
    }

    fn event(&self, event: &Event) -> Option<Event> {
        Some(self.event(event))
    }

    fn word(&self, word: &mut String) {
        if let Some(ship) = self.trident.ships.by_id(word) {
            *word = self.trident.ships[UnitId(self.swap[usize::from(ship.0)])].id.clone();
        }
    }
}
