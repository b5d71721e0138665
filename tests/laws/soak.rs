//! Two staff officers play scenario 1 to its end, many times over: every position is lawful, the score follows from the
//! story, and the whole match, played again from its opening, tells the same.

use std::collections::{BTreeMap, BTreeSet};

use sealord::driver::{Checkpoint, Played, advance};
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::seas_of_thunder::board::{Capacity, Holder};
use sealord::rules::seas_of_thunder::event::{Event, Passed};
use sealord::rules::seas_of_thunder::pieces::UnitId;
use sealord::rules::seas_of_thunder::state::{Columns, Phase, Place, Sea, TokenPlace};
use sealord::rules::seas_of_thunder::view::UnitView;
use sealord::side::{BySide, Side};
use sealord::system::System;
use sealord::table::{Note, Section, in_order};

use crate::play::{SIDES, boldness, parallel, play, system};

/// How many matches are played.
const MATCHES: u64 = 200;

/// Every kind of event, and whether matches of staff officers meet it in scenario 1.
const KINDS: &[(&str, bool)] = &[
    ("phase-began", true),
    ("convoys-drawn", true),
    ("convoy-placed", true),
    // Every area has more zones than tokens of a side.
    ("convoy-kept", false),
    ("deployed", true),
    ("adjusted", true),
    ("reinforced", true),
    ("air-arrived", true),
    // Every nation of 1939 has a port.
    ("waits", false),
    ("overstacked", true),
    ("sailed", true),
    // Both minefields are worth nothing in 1939.
    ("mines-passed", false),
    ("air-placed", true),
    ("battle-began", true),
    ("navy-chosen", true),
    ("mat-revealed", true),
    ("air-superiority", true),
    ("air-spent", true),
    ("intercepted", true),
    ("relocated", true),
    ("swept", true),
    ("attacked", true),
    ("sunk", true),
    ("damaged", true),
    ("convoy-attacked", true),
    ("battle-ended", true),
    ("control-judged", true),
    ("zones-scored", true),
    ("unused-air-scored", true),
    ("fleets-shown", true),
    ("returned", true),
    // A ship that sailed so far gets home as far; nothing in 1939 bars the way back.
    ("stranded", false),
    ("presence-lacking", true),
    ("turn-ended", true),
    ("match-ended", true),
    // Only an umpire rules; officers cannot.
    ("ruled", false),
];

type Counts = BTreeMap<String, usize>;

fn kind(event: &Event) -> String {
    let name = serde_json::to_value(event).unwrap();
    name["event"].as_str().expect("events are tagged").to_owned()
}

/// What is told of a match, step by step, the pauses mended.
fn stitched(story: &mut Vec<(String, Vec<Section<Event>>)>, played: &[Played<SeasOfThunder>]) {
    for step in played {
        match story.last_mut() {
            // A step that had paused tells everything again.
            Some((at, sections)) if *at == step.at.id => sections.clone_from(&step.sections),
            _ => story.push((step.at.id.clone(), step.sections.clone())),
        }
    }
}

#[test]
fn officers_play_scenario_1_to_its_end() {
    let all = parallel(0..MATCHES, whole_match);
    let mut total = Counts::new();
    for counts in all {
        for (kind, count) in counts {
            *total.entry(kind).or_default() += count;
        }
    }
    println!("events of {MATCHES} matches:");
    for (kind, expected) in KINDS {
        let count = total.get(*kind).copied().unwrap_or(0);
        println!("  {count:>8}  {kind}{}", if *expected { "" } else { " (not expected)" });
    }
    let never: Vec<_> = KINDS.iter().filter(|(kind, on)| *on != total.contains_key(*kind)).collect();
    assert!(
        never.is_empty(),
        "these are met though they cannot be, or not met though they should: {never:?}"
    );
    assert!(
        total.keys().all(|kind| KINDS.iter().any(|(known, _)| known == kind)),
        "an unlisted kind: {total:?}"
    );
}

/// Plays one match, tries every law on it, and counts its events.
fn whole_match(seed: u64) -> Counts {
    let mut story = Vec::new();
    let mut end = None;
    let log = play(seed, boldness(seed), |_, moment| {
        assert!(moment.progress.voids.is_empty(), "seed {seed}: {:?}", moment.progress.voids);
        stitched(&mut story, &moment.progress.played);
        end = Some(moment.progress.checkpoint.state.clone());
    });
    let last = log.given.iter().map(|given| given.exchange).max().unwrap_or(0);
    let again = advance(system(), &Checkpoint::opening(system()), &log.book(last), &log.ring)
        .unwrap_or_else(|stop| panic!("seed {seed}: {stop}"));
    assert!(again.checkpoint.over && again.voids.is_empty(), "seed {seed}");
    assert_eq!(Some(&again.checkpoint.state), end.as_ref(), "seed {seed}");
    let mut told = Vec::new();
    stitched(&mut told, &again.played);
    for (once, twice) in story.iter().zip(&told) {
        assert_eq!(once, twice, "seed {seed}: played at once, the match tells something else");
    }
    assert_eq!(story.len(), told.len(), "seed {seed}");
    labels_are_unique(seed, &told);
    let mut laws = Laws::new(seed);
    for (_, sections) in &told {
        in_order(sections).into_iter().for_each(|event| laws.event(event));
        laws.settled();
    }
    assert_eq!(Some(&laws.sea), end.as_ref(), "seed {seed}: the events do not lead to the position");
    laws.counts
}

/// No label opens twice within a match.
fn labels_are_unique(seed: u64, story: &[(String, Vec<Section<Event>>)]) {
    let mut labels = BTreeSet::new();
    for note in story.iter().flat_map(|(_, sections)| sections).flat_map(|section| &section.notes) {
        if let Note::Roll(roll) = note {
            assert!(labels.insert(&roll.label), "seed {seed}: {} is rolled twice", roll.label);
        }
    }
}

/// What must hold as a match goes on, worked out from its events alone.
struct Laws {
    seed: u64,
    sea: Sea,
    counts: Counts,
    sunk: BTreeSet<UnitId>,
    score: Vec<BySide<Columns>>,
}

impl Laws {
    fn new(seed: u64) -> Laws {
        let sea = system().opening();
        let score = vec![BySide::default()];
        Laws { seed, sea, counts: Counts::new(), sunk: BTreeSet::new(), score }
    }

    fn event(&mut self, event: &Event) {
        *self.counts.entry(kind(event)).or_default() += 1;
        self.points(event);
        match event {
            Event::Sunk { unit, .. } | Event::MinesPassed { unit, passed: Passed::Sunk, .. } => {
                assert!(self.sunk.insert(*unit), "seed {}: {unit:?} sinks twice", self.seed);
            }
            _ => {}
        }
        system().apply(&mut self.sea, event);
    }

    /// The umpire's own sum, column by column.
    fn points(&mut self, event: &Event) {
        let rules = &system().scenario.scoring;
        let turns = usize::from(self.sea.turn - system().scenario.first_turn) + 1;
        self.score.resize(turns.max(self.score.len()), BySide::default());
        let now = self.score.last_mut().unwrap();
        let lost = |now: &mut BySide<Columns>, unit: UnitId| {
            let owner = system().side_of(unit);
            let worth = if owner == Side::AXIS { rules.axis_ship } else { rules.allied_ship };
            now[owner.enemy()].ships += u16::from(worth);
        };
        match event {
            Event::Sunk { unit, .. } | Event::MinesPassed { unit, passed: Passed::Sunk, .. } => {
                lost(now, *unit)
            }
            Event::ConvoyAttacked { by, token, sunk: true, .. } => {
                assert_ne!(system().token_side(*token), *by, "seed {}: {by} sinks its own convoy", self.seed);
                now[*by].convoys += u16::from(rules.convoy);
            }
            Event::ZonesScored { side, zones, points } => {
                let worth = zones.iter().map(|zone| u16::from(system().board.zone(*zone).value[*side]));
                assert_eq!(*points, worth.sum::<u16>());
                now[*side].zones += points;
            }
            Event::UnusedAirScored { side, lba, points } => {
                assert_eq!(usize::from(*points), lba.len() * usize::from(rules.unused_lba));
                now[*side].unused_lba += points;
            }
            Event::PresenceLacking { to, points, .. } => now[*to].presence += points,
            Event::MatchEnded { winner, axis, allies } => self.end(*winner, [*axis, *allies]),
            _ => {}
        }
    }

    /// The end names the sums of all turns, and the side that has more.
    fn end(&self, winner: Option<Side>, told: [i32; 2]) {
        let sums = SIDES.map(|side| self.score.iter().map(|turn| turn[side].total()).sum::<i32>());
        assert_eq!(told, sums, "seed {}: the sums at the end", self.seed);
        let more = SIDES.into_iter().find(|side| sums[side.index()] > sums[side.enemy().index()]);
        assert_eq!(winner, more, "seed {}: {sums:?}", self.seed);
    }

    /// What holds whenever a step is over.
    fn settled(&self) {
        let (seed, sea) = (self.seed, &self.sea);
        assert_eq!(system().unsound(sea), None, "seed {seed}");
        self.every_unit_is_somewhere();
        self.one_convoy_of_a_side_to_a_zone();
        let nothing = BySide::default();
        for turn in 0..self.score.len().max(sea.score.len()) {
            let of = |score: &[BySide<Columns>]| score.get(turn).copied().unwrap_or(nothing);
            let (summed, kept) = (of(&self.score), of(&sea.score));
            assert_eq!(summed, kept, "seed {seed}: the score of turn {turn} does not follow the story");
        }
        for &unit in &self.sunk {
            assert_eq!(sea.unit(unit).place, Place::Sunk, "seed {seed}: {unit:?} came back");
        }
        match sea.phase {
            // The step that begins this phase has settled the ports.
            Phase::Convoys => self.no_port_is_overfull(),
            Phase::Reinforcements | Phase::Over if sea.turn > system().scenario.first_turn => {
                let at_sea = sea.ids().filter(|&unit| matches!(sea.unit(unit).place, Place::Sea(_)));
                assert_eq!(at_sea.collect::<Vec<_>>(), [], "seed {seed}: after all have returned");
            }
            _ => {}
        }
    }

    /// Its owner sees each unit once: at sea, in port, among the aircraft, on a track, among the lost, or among those
    /// that the setup has still to put down.
    fn every_unit_is_somewhere(&self) {
        for side in SIDES {
            let view = system().view(&self.sea, side, &[]);
            let mut seen: BTreeMap<String, usize> = BTreeMap::new();
            let mut see = |unit: &UnitView| *seen.entry(unit.id.clone()).or_default() += 1;
            view.zones.iter().flat_map(|zone| &zone.own).for_each(&mut see);
            view.ports.iter().flat_map(|port| &port.own).for_each(&mut see);
            view.air.available.iter().chain(&view.air.used).chain(&view.undeployed).for_each(&mut see);
            let tracks = view.repair.iter().chain(&view.track).chain(&view.sunk);
            tracks.filter(|it| it.side == side).for_each(|it| see(&it.unit));
            for unit in self.sea.ids().filter(|&unit| system().side_of(unit) == side) {
                let id = &system().counter(unit).id;
                let undeployed = self.sea.unit(unit).place == Place::Setup;
                assert!(!undeployed || self.sea.phase <= Phase::SetupShips, "seed {}: {id}", self.seed);
                let times = seen.remove(id).unwrap_or(0);
                assert_eq!(times, 1, "seed {}: the {side} see {id}", self.seed);
            }
            assert!(seen.is_empty(), "seed {}: the {side} see {seen:?} as their own", self.seed);
        }
    }

    fn one_convoy_of_a_side_to_a_zone(&self) {
        let mut seen = BTreeSet::new();
        for (at, place) in self.sea.convoys.iter().enumerate() {
            if let TokenPlace::Sea(zone) = place {
                let side = system().pieces.tokens[at].side;
                assert!(seen.insert((side, *zone)), "seed {}: two convoys in {zone:?}", self.seed);
            }
        }
    }

    fn no_port_is_overfull(&self) {
        for port in system().board.ports() {
            let mat = &system().board.port(port).mat;
            let here = self.sea.at(Place::Port(port));
            let room = match mat.capacity {
                Capacity::Ships(room) => usize::from(room),
                Capacity::Unlimited => usize::MAX,
                Capacity::Neutral => 1,
            };
            let most = if mat.holder == Holder::Neutral {
                let nation = |unit: &UnitId| system().counter(*unit).nation;
                here.iter().map(|a| here.iter().filter(|b| nation(a) == nation(b)).count()).max().unwrap_or(0)
            } else {
                here.len()
            };
            assert!(most <= room, "seed {}: {} holds {most}", self.seed, system().board.port(port).name);
        }
    }
}
