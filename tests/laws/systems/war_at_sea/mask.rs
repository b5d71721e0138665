//! What some sides of a campaign cannot know, made otherwise: where the others' units are and what they do,
//! what is in the others' banks, and what was told to them.

use rand::RngExt;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use sealord::system::Rules;

use sealord::rules::war_at_sea::WarAtSea;
use sealord::rules::war_at_sea::board::SectorId;
use sealord::rules::war_at_sea::event::Event;
use sealord::rules::war_at_sea::state::{Phase, Place, UnitId, War};
use sealord::side::Side;

use crate::laws::systems::{Disguise, Reach};

pub struct Mask {
    system: &'static WarAtSea,
    from: Vec<Side>,
    reach: Reach,
    /// The unit that stands in the place of each.
    swap: Vec<u16>,
    /// How many sectors further on each lies.
    shift: Vec<u8>,
    words: Vec<(String, String)>,
    moved: usize,
}

impl Mask {
    pub fn new(system: &'static WarAtSea, from: &[Side], war: &War, seed: u64, reach: Reach) -> Mask {
        let mut mind = ChaCha20Rng::seed_from_u64(seed);
        let hidden = |unit: &UnitId| {
            let state = war.unit(*unit);
            let seen =
                state.lost.as_ref().is_some_and(|(_, before)| before.iter().any(|it| from.contains(it)));
            !from.contains(&state.side) && !seen
        };
        let ids: Vec<UnitId> = war.ids().filter(hidden).collect();
        let mut swap: Vec<u16> = (0..war.units.len() as u16).collect();
        let mut shift = vec![0; war.units.len()];
        let mut words = Vec::new();
        for (nth, one) in ids.iter().enumerate() {
            // Of the same card, and nothing refers to either of them.
            let plain = |unit: &UnitId| {
                // Neither aircraft nor troops are aboard, and no list of events names it.
                let state = war.unit(*unit);
                let carries = war.ids().any(|of| war.unit(of).place == Place::Aboard(*unit));
                let plain = !carries && !state.convoy && state.cargo == 0 && state.aim == Default::default();
                system.cards[state.card].capacity == 0 && state.work.is_none() && plain
            };
            let alike = |other: &&UnitId| {
                let [a, b] = [one, *other].map(|unit| war.unit(*unit));
                a.side == b.side && a.card == b.card && plain(one) && plain(other)
            };
            if let Some(other) = ids[nth + 1..].iter().find(alike).filter(|_| mind.random_bool(0.7)) {
                let free = |unit: &UnitId| swap[usize::from(unit.0)] == unit.0;
                if free(one) && free(other) {
                    swap.swap(usize::from(one.0), usize::from(other.0));
                    words.push((system.unit_word(war, *one), system.unit_word(war, *other)));
                }
            }
            if reach == Reach::Seen {
                shift[usize::from(one.0)] = mind.random_range(0..3);
            }
        }
        let mut mask = Mask { system, from: from.to_vec(), reach, swap, shift, words, moved: 0 };
        let twin = mask.state(war);
        mask.moved = twin.units.iter().zip(&war.units).filter(|(a, b)| a != b).count();
        mask
    }

    fn hides(&self, side: Side) -> bool {
        !self.from.contains(&side)
    }

    fn other(&self, unit: UnitId) -> UnitId {
        self.swap.get(usize::from(unit.0)).map_or(unit, |at| UnitId(*at))
    }

    fn further(&self, at: SectorId, by: u8) -> SectorId {
        SectorId((at.0 + by) % self.system.board.sectors.len() as u8)
    }

    /// An event in the place of one of which those sides are not told.
    fn event(&self, event: &Event) -> Event {
        let mut event = event.clone();
        let unseen = self.reach == Reach::Seen;
        let step = u8::from(unseen);
        match &mut event {
            Event::Mustered { side, cards } if self.hides(*side) && unseen => cards.reverse(),
            Event::Paid { unit, points } if self.other(*unit) != *unit && unseen => *points += 1,
            Event::Spent { side, points, .. } if self.hides(*side) && unseen => *points += 1,
            Event::Earned { side, points } if self.hides(*side) && unseen => *points += 1,
            Event::Based { side, units } if self.hides(*side) => {
                units.iter_mut().for_each(|(unit, _)| *unit = self.other(*unit));
                units.sort_by_key(|(unit, _)| *unit);
            }
            Event::Sailed { unit, to } if self.other(*unit) != *unit => {
                (*unit, *to) = (self.other(*unit), self.further(*to, step));
            }
            Event::Produced { side, points } if self.hides(*side) && unseen => points.clear(),
            Event::Embarked { side, units } if self.hides(*side) && unseen => units.clear(),
            Event::Loaded { side, cargo } | Event::Unloaded { side, cargo }
                if self.hides(*side) && unseen =>
            {
                cargo.clear();
            }
            Event::Formed { side, convoy } if self.hides(*side) && unseen => convoy.clear(),
            Event::Hunted { side, hunts } if self.hides(*side) && unseen => hunts.clear(),
            Event::Scouted { side, units, .. } | Event::Committed { side, units, .. }
                if self.hides(*side) =>
            {
                for (unit, at) in units.iter_mut() {
                    (*unit, *at) = (self.other(*unit), self.further(*at, step));
                }
                units.sort_unstable();
            }
            Event::Told { intel } if self.hides(intel.to) && unseen => intel.at = self.further(intel.at, 1),
            Event::Rolled { waters } if waters.to.iter().all(|side| self.hides(*side)) && unseen => {
                waters.time = "NNNNNNNNN".to_owned();
            }
            Event::Led { side, plan, missing, .. } if self.hides(*side) && unseen => {
                plan.clear();
                missing.clear();
            }
            Event::Planned { side, plans, .. } if self.hides(*side) && unseen => plans.clear(),
            Event::Tabled { side, sectors } if self.hides(*side) && unseen => sectors.clear(),
            Event::Met { sides, dossier, .. } if sides.iter().all(|side| self.hides(*side)) && unseen => {
                dossier.clear();
            }
            Event::Compared { sides, lines, .. } if sides.iter().all(|side| self.hides(*side)) && unseen => {
                lines.push("Nobody else reads this.".to_owned());
            }
            Event::Fought { sides, story, turns, .. }
                if sides.iter().all(|side| self.hides(*side)) && unseen =>
            {
                story.clear();
                *turns = 1;
            }
            Event::Finished { unit } | Event::Mended { unit, .. } if unseen => *unit = self.other(*unit),
            _ => {}
        }
        event
    }
}

impl Disguise<WarAtSea> for Mask {
    fn moved(&self) -> usize {
        self.moved
    }

    /// A side sees its own bank and where its units are.
    fn shows(&self, to: Side, _: &War) -> bool {
        self.reach == Reach::Seen && self.hides(to) && self.system.sides().contains(&to)
    }

    fn hidden(&self, war: &War) -> Option<String> {
        let twin = self.state(war);
        let moved = war.ids().find(|unit| war.unit(*unit).place != twin.unit(*unit).place);
        moved.map(|unit| self.system.unit_word(war, unit))
    }

    fn state(&self, war: &War) -> War {
        let mut twin = war.clone();
        for unit in war.ids().filter(|unit| usize::from(unit.0) < self.swap.len()) {
            let other = war.units.get(usize::from(self.swap[usize::from(unit.0)])).unwrap_or(war.unit(unit));
            let mut state = other.clone();
            (state.card, state.side, state.serial) =
                (war.unit(unit).card, war.unit(unit).side, war.unit(unit).serial);
            let by = self.shift[usize::from(unit.0)];
            if self.reach == Reach::Seen && by > 0 {
                state.place = match state.place {
                    Place::Sector(at) => Place::Sector(self.further(at, by)),
                    Place::Base(at) => Place::Base(self.further(at, by)),
                    other => other,
                };
                state.sent = state.sent.map(|at| self.further(at, by));
            }
            twin.units[usize::from(unit.0)] = state;
        }
        if self.reach == Reach::Seen {
            let sides: Vec<Side> = twin.seats.sides().filter(|side| self.hides(*side)).collect();
            for side in sides {
                let over = twin.phase == Phase::Over;
                let Some(seat) = twin.seats.get_mut(side) else { continue };
                seat.bank += 7;
                seat.picks.reverse();
                seat.stores.clear();
                seat.hunts.clear();
                seat.plans.clear();
                seat.own_plan.clear();
                seat.tables.clear();
                let victims: Vec<Side> = seat.sunk.sides().filter(|victim| self.hides(*victim)).collect();
                for victim in victims.into_iter().filter(|_| !over) {
                    let points = seat.sunk.of(victim);
                    seat.sunk.insert(victim, points + 5);
                }
            }
            twin.intel.retain(|intel| !self.hides(intel.to) || intel.at.0 % 2 == 0);
            twin.waters.retain(|waters| !waters.to.iter().all(|side| self.hides(*side)));
            twin.tables.retain(|table| !table.sides.iter().all(|side| self.hides(*side)));
            // What is ruled of a battle is read by those who fought it, and when it is taken up.
            twin.rulings.clear();
            twin.fought.retain(|fought| !fought.sides.iter().all(|side| self.hides(*side)));
        }
        twin
    }

    fn event(&self, event: &Event) -> Option<Event> {
        Some(self.event(event))
    }

    fn word(&self, word: &mut String) {
        for (one, other) in &self.words {
            if word == one {
                word.clone_from(other);
                return;
            }
            if word == other {
                word.clone_from(one);
                return;
            }
        }
    }
}
