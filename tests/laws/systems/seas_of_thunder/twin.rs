//! A position's twin: the same to the eyes of one side, with other units under the counters that are face
//! down.

use std::collections::{BTreeMap, BTreeSet};

use rand::RngExt;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::seas_of_thunder::event::{Event, Passed};
use sealord::rules::seas_of_thunder::pieces::UnitId;
use sealord::rules::seas_of_thunder::state::{Place, Sea, TokenId, TokenPlace, UnitState};
use sealord::rules::two_sided::Camp;
use sealord::side::Side;
use sealord::table::{Note, Section};

use crate::laws::systems::{Disguise, Reach};

/// Who stands for whom.
pub struct Twin<'s> {
    system: &'s SeasOfThunder,
    units: Vec<u16>,
    tokens: Vec<u8>,
}

impl<'s> Twin<'s> {
    /// Exchanges at random what a side can only count: enemy units of one navy that are face down and lie in
    /// port, at sea or among the available LBA; and convoys of one side whose backs the side has not seen.
    /// What the side saw of a unit before stays with that unit.
    pub fn new(
        system: &'s SeasOfThunder,
        side: Camp,
        sea: &Sea,
        story: &[Section<Event>],
        seed: u64,
        reach: Reach,
    ) -> Twin<'s> {
        let mut mind = ChaCha20Rng::seed_from_u64(seed);
        let events = || story.iter().flat_map(|section| &section.notes).filter_map(Note::event);
        let mut named: BTreeMap<UnitId, usize> = BTreeMap::new();
        let mut shown: BTreeSet<TokenId> = BTreeSet::new();
        for (at, event) in events().enumerate() {
            match event {
                // Both sides see who arrives, but not who goes to which port.
                Event::Reinforced { ships, .. } => {
                    named.extend(ships.iter().map(|(unit, _)| (*unit, at + 1)))
                }
                Event::ConvoysDrawn { by, tokens, .. } if *by == side => shown.extend(tokens),
                _ => {}
            }
        }
        let hidden = |unit: &UnitId| {
            let state = sea.unit(*unit);
            let place = matches!(state.place, Place::Port(_) | Place::Sea(_) | Place::Available);
            system.side_of(sea, *unit) != side && place && !state.face_up
        };
        let mut groups: BTreeMap<_, Vec<u16>> = BTreeMap::new();
        for unit in sea.ids().filter(hidden) {
            let counter = system.counter(unit);
            let group = (counter.nation, counter.class.is_ship(), named.get(&unit).copied().unwrap_or(0));
            groups.entry(group).or_default().push(unit.0);
        }
        let mut units: Vec<u16> = (0..sea.units.len() as u16).collect();
        groups.values().for_each(|group| shuffle(&mut units, group, &mut mind));
        let mut tokens: Vec<u8> = (0..sea.convoys.len() as u8).collect();
        // The rules would not allow convoys in the zones of others.
        let owners = if reach == Reach::Seen { &[Camp::AXIS, Camp::ALLIES][..] } else { &[] };
        for &owner in owners {
            let unseen = |token: &TokenId| {
                let place = sea.convoys[token.0 as usize];
                system.token_side(*token) == owner
                    && place != TokenPlace::Held(side)
                    && !shown.contains(token)
            };
            let group: Vec<u8> = (0..sea.convoys.len() as u8).filter(|&at| unseen(&TokenId(at))).collect();
            shuffle(&mut tokens, &group, &mut mind);
        }
        Twin { system, units, tokens }
    }

    /// A unit that lies elsewhere than it did.
    fn elsewhere(&self, sea: &Sea) -> Option<UnitId> {
        let twin = self.state(sea);
        sea.ids().find(|&unit| sea.unit(unit).place != twin.unit(unit).place)
    }

    fn unit(&self, unit: UnitId) -> UnitId {
        UnitId(self.units[unit.0 as usize])
    }

    fn token(&self, token: TokenId) -> TokenId {
        TokenId(self.tokens[token.0 as usize])
    }

    /// Exchanges the units in what is told of hidden things. Whatever shows a unit names none that was
    /// exchanged.
    fn event(&self, event: &Event) -> Event {
        let mut event = event.clone();
        let mut swap = |unit: &mut UnitId| *unit = self.unit(*unit);
        match &mut event {
            Event::Deployed { ships, .. }
            | Event::Adjusted { ships, .. }
            | Event::Reinforced { ships, .. } => {
                ships.iter_mut().for_each(|(unit, _)| swap(unit));
            }
            Event::Sailed { ships, .. } => {
                ships.iter_mut().for_each(|(unit, _)| swap(unit));
                ships.sort();
            }
            Event::AirPlaced { flights, .. } => {
                flights.iter_mut().for_each(|(unit, ..)| swap(unit));
                flights.sort();
            }
            Event::NavyChosen { aside, .. } => {
                aside.iter_mut().for_each(&mut swap);
                aside.sort();
            }
            Event::AirArrived { lba, .. } | Event::UnusedAirScored { lba, .. } => {
                lba.iter_mut().for_each(&mut swap);
                lba.sort();
            }
            Event::MinesPassed { unit, passed: Passed::Unharmed, .. } => swap(unit),
            Event::ConvoysDrawn { tokens, .. } => {
                tokens.iter_mut().for_each(|token| *token = self.token(*token));
                tokens.sort();
            }
            Event::ConvoyPlaced { token, .. }
            | Event::ConvoyKept { token, .. }
            | Event::ConvoyAttacked { token, .. } => *token = self.token(*token),
            _ => {}
        }
        event
    }
}

impl Disguise<SeasOfThunder> for Twin<'_> {
    fn moved(&self) -> usize {
        let units = self.units.iter().enumerate().filter(|(at, to)| *at != usize::from(**to)).count();
        units + self.tokens.iter().enumerate().filter(|(at, to)| *at != usize::from(**to)).count()
    }

    /// Only units that lie elsewhere show; of convoys the zones are open.
    fn shows(&self, _: Side, sea: &Sea) -> bool {
        self.elsewhere(sea).is_some()
    }

    fn hidden(&self, sea: &Sea) -> Option<String> {
        self.elsewhere(sea).map(|unit| self.system.counter(unit).id.clone())
    }

    fn state(&self, sea: &Sea) -> Sea {
        let mut twin = sea.clone();
        for (at, to) in self.units.iter().enumerate() {
            let sighting = sea.units[usize::from(*to)].sighting;
            twin.units[usize::from(*to)] = UnitState { sighting, ..sea.units[at] };
        }
        for (at, to) in self.tokens.iter().enumerate() {
            twin.convoys[usize::from(*to)] = sea.convoys[at];
        }
        // A combat keeps a list of who was there when it began.
        if let Some(fight) = &mut twin.fight {
            fight.units.iter_mut().for_each(|unit| *unit = self.unit(*unit));
            fight.units.sort();
        }
        twin
    }

    fn event(&self, event: &Event) -> Option<Event> {
        Some(self.event(event))
    }

    fn word(&self, word: &mut String) {
        if let Some(unit) = self.system.pieces.counters.find(word) {
            *word = self.system.counter(self.unit(unit)).id.clone();
        }
    }
}

/// Exchanges the members of a group with each other.
fn shuffle<T: Copy + Into<usize>>(all: &mut [T], group: &[T], mind: &mut ChaCha20Rng) {
    let mut order: Vec<T> = group.to_vec();
    for at in (1..order.len()).rev() {
        order.swap(at, mind.random_range(0..=at));
    }
    group.iter().zip(order).for_each(|(&from, to)| all[from.into()] = to);
}
