//! Hidden submarines (26.0), made otherwise: where they are, which side of them is up, and who of several
//! alike is who.

use std::collections::BTreeSet;

use rand::RngExt;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use sealord::rules::admirals_war::AdmiralsWar;
use sealord::rules::admirals_war::event::{Event, Scene};
use sealord::rules::admirals_war::pieces::{Seat, UnitId};
use sealord::rules::admirals_war::state::{Ocean, Place, UnitState};
use sealord::side::Side;
use sealord::table::{Note, Section};

use super::super::{Campaign, Disguise, Lawful, Reach};
use crate::laws::fog::{
    conditions_are_alike, questions_are_alike, same, tried_both_ways, view, views_are_alike,
};
use crate::laws::play::{boldness, parallel, play};

/// Submarines in the place of others.
pub struct Submarines {
    system: &'static AdmiralsWar,
    from: Vec<Side>,
    /// Whose submarines alone are not hidden, where they are from all but one player.
    owner: Option<Seat>,
    seed: u64,
    reach: Reach,
    /// Those that may be altered in what is told.
    quiet: BTreeSet<UnitId>,
    /// The submarine that stands in the place of each unit.
    swap: Vec<u16>,
    /// Whether a turn ends in the story, after which nothing says which submarines were seen in it.
    crosses: bool,
    moved: usize,
}

impl Submarines {
    /// Nothing if the match hides none.
    pub fn new(
        system: &'static AdmiralsWar,
        from: &[Side],
        ocean: &Ocean,
        story: &[Section<Event>],
        seed: u64,
        reach: Reach,
    ) -> Option<Submarines> {
        Submarines::hidden_from(system, (from, None), ocean, story, seed, reach)
    }

    /// The same of all but those of a player's own.
    fn of_others(
        system: &'static AdmiralsWar,
        owner: Seat,
        ocean: &Ocean,
        story: &[Section<Event>],
        seed: u64,
    ) -> Option<Submarines> {
        Submarines::hidden_from(system, (&[], Some(owner)), ocean, story, seed, Reach::Seen)
    }

    fn hidden_from(
        system: &'static AdmiralsWar,
        (from, owner): (&[Side], Option<Seat>),
        ocean: &Ocean,
        story: &[Section<Event>],
        seed: u64,
        reach: Reach,
    ) -> Option<Submarines> {
        let events = || story.iter().flat_map(|section| &section.notes).filter_map(Note::event);
        let named: BTreeSet<UnitId> = events().flat_map(named).collect();
        let mut twin = Submarines {
            system,
            from: from.to_vec(),
            owner,
            seed,
            reach,
            quiet: BTreeSet::new(),
            swap: (0..ocean.units.len() as u16).collect(),
            crosses: events().any(|event| matches!(event, Event::TurnEnded { .. })),
            moved: 0,
        };
        twin.quiet =
            ocean.ids().filter(|unit| twin.is_hidden(ocean, *unit) && !named.contains(unit)).collect();
        if reach == Reach::Played {
            twin.exchange();
        }
        let other = twin.state(ocean);
        twin.moved = ocean.ids().filter(|unit| ocean.unit(*unit) != other.unit(*unit)).count();
        ocean.ids().any(|unit| system.is_unseen(ocean, unit)).then_some(twin)
    }

    /// Whether none of the sides knows where a unit is, or the one player does not.
    fn is_hidden(&self, ocean: &Ocean, unit: UnitId) -> bool {
        let known = match self.owner {
            Some(owner) => self.system.seat_of(ocean, unit) == owner,
            None => self.from.contains(&self.system.side_of(ocean, unit).side()),
        };
        self.system.is_unseen(ocean, unit) && !known
    }

    /// Exchanges pairs of counters that print the same.
    fn exchange(&mut self) {
        let mut left: Vec<UnitId> = self.quiet.iter().copied().collect();
        while let Some(one) = left.pop() {
            let print = |unit: UnitId| {
                let counter = self.system.counter(unit);
                (counter.nation, &counter.class, counter.front, counter.back, counter.code)
            };
            if let Some(at) = left.iter().position(|other| print(*other) == print(one)) {
                let other = left.swap_remove(at);
                self.swap.swap(usize::from(one.0), usize::from(other.0));
            }
        }
    }

    fn other(&self, unit: UnitId) -> UnitId {
        UnitId(self.swap[usize::from(unit.0)])
    }

    fn mind(&self, unit: UnitId) -> ChaCha20Rng {
        ChaCha20Rng::seed_from_u64(self.seed ^ u64::from(unit.0) << 32)
    }

    /// Another place and another face.
    fn elsewhere(&self, unit: UnitId, state: &UnitState) -> UnitState {
        let (mut mind, board) = (self.mind(unit), &self.system.board);
        let at_sea = mind.random_bool(0.6);
        let place = if at_sea {
            let areas: Vec<_> = board.areas().filter(|&area| self.system.is_played(area)).collect();
            Place::Sea(areas[mind.random_range(0..areas.len())])
        } else {
            let bases: Vec<_> = board.bases().collect();
            Place::Base(bases[mind.random_range(0..bases.len())])
        };
        UnitState { place, raiding: at_sea && mind.random_bool(0.5), ..*state }
    }

    /// The same of other submarines, where none of the sides sees which they are.
    fn event(&self, event: &Event) -> Event {
        let mut event = event.clone();
        let quiet = |unit: &UnitId| self.quiet.contains(unit);
        let seen = self.reach == Reach::Seen;
        match &mut event {
            Event::Sailed { units, .. } => {
                for (unit, area) in units.iter_mut().filter(|it| quiet(&it.0)) {
                    if let Place::Sea(other) = self.elsewhere(*unit, &UnitState::at(Place::Sea(*area))).place
                    {
                        *area = if seen { other } else { *area };
                    }
                    *unit = self.other(*unit);
                }
                units.sort_unstable();
            }
            Event::Returned { units, .. } if !self.crosses => {
                for (unit, base) in units.iter_mut().filter(|it| quiet(&it.0)) {
                    if let Place::Base(other) =
                        self.elsewhere(*unit, &UnitState::at(Place::Base(*base))).place
                    {
                        *base = if seen { other } else { *base };
                    }
                    *unit = self.other(*unit);
                }
                units.sort_unstable();
            }
            Event::SubmarinesTurned { submarines, .. } => {
                submarines.retain(|unit| !seen || !quiet(unit));
                submarines.iter_mut().for_each(|unit| *unit = self.other(*unit));
                submarines.sort_unstable();
            }
            _ => {}
        }
        event
    }
}

/// The submarines and other units that an event names before both sides.
fn named(event: &Event) -> Vec<UnitId> {
    match event {
        Event::Arrived { units, .. } => units.iter().map(|it| it.0).collect(),
        Event::Hunted { destroyed, driven_off, .. } => destroyed.iter().chain(driven_off).copied().collect(),
        Event::ShippingAttacked { unit, .. } | Event::Aimed { unit, .. } => vec![*unit],
        Event::Fired { scene: Scene::Sea(_), attacker, .. } => vec![*attacker],
        Event::SubmarinesShown { submarines } => submarines.iter().map(|it| it.0).collect(),
        _ => Vec::new(),
    }
}

impl Disguise<AdmiralsWar> for Submarines {
    fn moved(&self) -> usize {
        self.moved
    }

    /// Their owner sees where they are.
    fn shows(&self, to: Side, ocean: &Ocean) -> bool {
        let twin = self.state(ocean);
        let own = |unit: &UnitId| self.system.side_of(ocean, *unit).side() == to;
        ocean.ids().filter(own).any(|unit| ocean.unit(unit).place != twin.unit(unit).place)
    }

    fn hidden(&self, ocean: &Ocean) -> Option<String> {
        let twin = self.state(ocean);
        let moved = ocean.ids().find(|&unit| ocean.unit(unit).place != twin.unit(unit).place);
        moved.map(|unit| self.system.counter(unit).id.clone())
    }

    fn state(&self, ocean: &Ocean) -> Ocean {
        let mut twin = ocean.clone();
        for unit in ocean.ids().filter(|unit| self.is_hidden(ocean, *unit)) {
            *twin.unit_mut(unit) = match self.reach {
                Reach::Seen => self.elsewhere(unit, ocean.unit(unit)),
                Reach::Played => *ocean.unit(self.other(unit)),
            };
        }
        twin
    }

    fn event(&self, event: &Event) -> Option<Event> {
        Some(self.event(event))
    }

    fn word(&self, word: &mut String) {
        if let Some(unit) = self.system.counters.find(word) {
            *word = self.system.counter(self.other(unit)).id.clone();
        }
    }
}

/// A match whose submarines are hidden.
static HIDDEN: Campaign = Campaign {
    scenario: "standard",
    options: &["hidden-submarines=on", "submarine-targeting=on"],
    seeds: 0..2,
};

#[test]
fn hidden_submarines_change_no_byte_of_a_view() {
    let moved = parallel(4500..4500 + HIDDEN.seeds.end, |seed| {
        AdmiralsWar::under(&HIDDEN, || views_are_alike::<AdmiralsWar>(seed))
    });
    assert!(moved.iter().all(|moved| *moved > 1000), "{moved:?}");
}

#[test]
fn hidden_submarines_change_no_question() {
    let tried = parallel(4510..4510 + HIDDEN.seeds.end, |seed| {
        AdmiralsWar::under(&HIDDEN, || questions_are_alike::<AdmiralsWar>(seed))
    });
    assert!(tried.iter().all(|(compared, _)| *compared > 100), "{tried:?}");
}

#[test]
fn hidden_submarines_change_no_condition() {
    // A second clause lets each hold at times.
    let conditions = [
        "own submarine at germany",
        "{any: [enemy submarine at mid-atlantic, turn 2]}",
        "{any: [enemy submarine at germany, turn 2]}",
        "{any: [enemy submarine, outgunned]}",
    ];
    let tried = parallel(4520..4520 + HIDDEN.seeds.end, |seed| {
        AdmiralsWar::under(&HIDDEN, || conditions_are_alike::<AdmiralsWar>(seed, &conditions))
    });
    assert!(tried_both_ways(&conditions, &tried) > 100);
}

/// Four players, none of whom shows another what he hides.
static CLOSED: Campaign = Campaign {
    scenario: "standard",
    options: &["hidden-submarines=on", "seats=4", "victory=individual", "council=closed"],
    seeds: 0..1,
};

/// In a closed council nothing that a player is shown hangs on where a teammate's submarines are.
#[test]
fn hidden_submarines_of_a_teammate_change_no_byte_of_a_view_in_a_closed_council() {
    let (mut moved, mut shown) = (0, 0);
    AdmiralsWar::under(&CLOSED, || {
        play::<AdmiralsWar>(4530, boldness(4530), |_, moment| {
            let present = &moment.progress.present;
            let story: Vec<_> = moment.progress.played.iter().flat_map(|step| step.fresh()).collect();
            let views = Seat::ALL.map(|of| view(moment, of.party(), None));
            for seat in Seat::ALL {
                let seed = 4530 ^ u64::from(moment.exchange);
                let twin = Submarines::of_others(AdmiralsWar::system(), seat, present, &story, seed);
                let Some(twin) = twin else { continue };
                moved += twin.moved;
                for (of, one) in Seat::ALL.into_iter().zip(&views) {
                    let other = view(moment, of.party(), Some(&twin));
                    if of == seat {
                        same(one, &other, &format!("exchange {}, {seat:?}", moment.exchange));
                    } else {
                        shown += usize::from(*one != other);
                    }
                }
            }
        });
    });
    println!("{moved} submarines were elsewhere, and {shown} times their owner saw it");
    assert!(moved > 1000 && shown > 100, "{moved} {shown}");
}
