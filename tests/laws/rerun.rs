//! A re-run changes no roll and no event, whatever else is answered, in whatever order, in however many exchanges.

use std::collections::BTreeMap;

use sealord::driver::{Checkpoint, Progress, Stop, advance};
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::seas_of_thunder::event::Event;
use sealord::rules::seas_of_thunder::state::{Phase, Place};
use sealord::staff::StaffOfficer;
use sealord::table::{Note, Section, Waiting};

use crate::play::{Given, Log, Moment, boldness, draft, parallel, play, system};

fn same(a: &Progress<SeasOfThunder>, b: &Progress<SeasOfThunder>) {
    assert_eq!(a.checkpoint.state, b.checkpoint.state);
    assert_eq!(a.checkpoint.told, b.checkpoint.told);
    assert_eq!(a.checkpoint.consumed, b.checkpoint.consumed);
    assert_eq!(a.present, b.present);
    assert_eq!(a.waiting, b.waiting);
    assert_eq!(a.played.len(), b.played.len());
    for (a, b) in a.played.iter().zip(&b.played) {
        assert_eq!((&a.at, &a.sections), (&b.at, &b.sections));
    }
}

#[test]
fn from_every_checkpoint_the_same_follows() {
    parallel(3000..3006, |seed| {
        let mut before = Checkpoint::opening(system());
        play(seed, boldness(seed), |log, moment| {
            let closed = moment.exchange - 1;
            // The book keyed by question gives the same in whatever order the files came in.
            let mut shuffled = log.clone();
            shuffled.given.reverse();
            let again = advance(system(), &before, &shuffled.book(closed), &shuffled.ring).unwrap();
            same(&moment.progress, &again);
            // To ask once more is to tell nothing new.
            let asked = advance(system(), &again.checkpoint, &log.book(closed), &log.ring).unwrap();
            assert_eq!(asked.waiting, moment.progress.waiting);
            assert!(asked.played.iter().all(|step| step.fresh().is_empty()));
            before = moment.progress.checkpoint.clone();
        });
    });
}

/// The matches' moments at which several battles wait at once.
fn battles(seed: u64, mut each: impl FnMut(&Log, &Moment)) {
    play(seed, boldness(seed), |log, moment| {
        let combat = moment.progress.checkpoint.state.phase == Phase::Combat;
        if combat && zones(&moment.progress.waiting).len() > 1 {
            each(log, moment);
        }
    });
}

/// The zone in a key such as `t1/zone-95/mat/axis`.
fn zone(key: &str) -> String {
    key.split('/').nth(1).unwrap_or_default().to_owned()
}

fn zones(waiting: &[Waiting]) -> Vec<String> {
    let mut zones: Vec<String> = waiting.iter().map(|waiting| zone(&waiting.question.key)).collect();
    zones.dedup();
    zones
}

/// Answers to everything that waits, the same for the same question.
fn answers(exchange: u32, waiting: &[Waiting]) -> Vec<Given> {
    let answer = |waiting: &Waiting| {
        let mind = waiting.question.key.bytes().fold(17_u64, |sum, byte| sum * 31 % 65_521 + u64::from(byte));
        let picks = StaffOfficer::new(mind, 70).answer(&waiting.question).expect("a legal answer");
        Given { exchange, side: waiting.side, draft: draft(&waiting.question, &picks) }
    };
    waiting.iter().map(answer).collect()
}

fn with(log: &Log, given: impl IntoIterator<Item = Given>) -> Log {
    let mut log = log.clone();
    given.into_iter().for_each(|it| log.give(it.exchange, it.side, it.draft));
    log
}

fn sections(progress: &Progress<SeasOfThunder>) -> BTreeMap<String, Vec<Note<Event>>> {
    let step = progress.played.first().expect("the combat is played");
    let branches = step.sections.iter().filter(|section| !section.name.is_empty());
    branches.map(|section| (section.name.clone(), section.notes.clone())).collect()
}

#[test]
fn answering_some_zones_later_changes_no_roll_of_the_others() {
    let tried = parallel(3100..3106, |seed| {
        let mut tried = 0;
        battles(seed, |log, moment| {
            let (now, from) = (moment.exchange, &moment.progress.checkpoint);
            let given = answers(now, &moment.progress.waiting);
            let all = with(log, given.clone());
            let whole = sections(&advance(system(), from, &all.book(now), &all.ring).unwrap());
            let waiting = zones(&moment.progress.waiting);
            let first: Vec<&String> = waiting.iter().step_by(2).collect();
            let at_once = given.iter().filter(|it| first.contains(&&zone(&it.draft.key.text))).cloned();
            let some = with(log, at_once);
            let part = advance(system(), from, &some.book(now), &some.ring).unwrap();
            let told = sections(&part);
            for name in &first {
                assert_eq!(told[*name], whole[*name], "seed {seed}: {name} changed with the others' silence");
                tried += 1;
            }
            // The rest a day later: those already answered have told the same, and may have gone no further.
            let rest = given.iter().filter(|it| !first.contains(&&zone(&it.draft.key.text)));
            let rest = rest.map(|it| Given { exchange: now + 1, ..it.clone() });
            let later = with(&some, rest);
            let later = advance(system(), &part.checkpoint, &later.book(now + 1), &later.ring).unwrap();
            let told = sections(&later);
            first.iter().for_each(|name| assert_eq!(told[*name], whole[*name], "seed {seed}: {name}"));
        });
        tried
    });
    assert!(tried.iter().sum::<usize>() > 200, "{tried:?}");
}

/// A battle that one position has and the other has not changes no die of the rest.
#[test]
fn one_battle_less_changes_no_die_of_the_others() {
    let tried = parallel(3200..3206, |seed| {
        let mut tried = 0;
        battles(seed, |log, moment| {
            let from = &moment.progress.checkpoint;
            // Only at the first exchange of a combat is the position the one at its beginning for both.
            let fresh = moment.progress.played.last().is_some_and(|step| step.known.is_empty());
            if !fresh {
                return;
            }
            let fought = zones(&moment.progress.waiting);
            for gone in fought.iter().step_by(5) {
                let number: u8 = gone.trim_start_matches("zone-").parse().unwrap();
                let mut less = Checkpoint { told: Vec::new(), ..from.clone() };
                for unit in &mut less.state.units {
                    if matches!(unit.place, Place::Sea(zone) if zone.0 == number) {
                        unit.place = Place::Removed;
                    }
                }
                let given = answers(moment.exchange, &moment.progress.waiting);
                let log = with(log, given);
                let book = log.book(moment.exchange);
                let whole = sections(&advance(system(), from, &book, &log.ring).unwrap());
                let rest = sections(&advance(system(), &less, &book, &log.ring).unwrap());
                assert!(!rest.contains_key(gone));
                for (name, notes) in whole.iter().filter(|(name, _)| *name != gone) {
                    assert_eq!(notes, &rest[name], "seed {seed}: {name} changed without {gone}");
                    tried += 1;
                }
            }
        });
        tried
    });
    assert!(tried.iter().sum::<usize>() > 200, "{tried:?}");
}

#[test]
fn the_guard_finds_what_was_tampered_with() {
    let mut tried = 0;
    play(3300, 60, |log, moment| {
        let book = log.book(moment.exchange - 1);
        let told = &moment.progress.checkpoint.told;
        for (at, section) in told.iter().enumerate().filter(|(_, section)| !section.notes.is_empty()) {
            let last = section.notes.len() - 1;
            let mut more: Vec<Section<Event>> = told.clone();
            more[at].notes.push(section.notes[last].clone());
            let mut other = told.clone();
            tamper(&mut other[at].notes[last]);
            for (note, forged) in [(last + 1, more), (last, other)] {
                let from = Checkpoint { told: forged, ..moment.progress.checkpoint.clone() };
                match advance(system(), &from, &book, &log.ring) {
                    Err(Stop::Diverged(found)) => {
                        assert_eq!((&found.section, found.note), (&section.name, note));
                        assert_ne!(found.expected, found.found);
                        let words = found.to_string();
                        let name = if section.name.is_empty() { "the trunk" } else { &section.name };
                        assert!(words.contains(name) && words.contains(&format!("note {note}")), "{words}");
                        tried += 1;
                    }
                    other => panic!("a forged {} is believed: {:?}", section.name, other.map(|_| ())),
                }
            }
        }
        let unknown = Section {
            name: "zone-0".into(),
            after: 0,
            notes: vec![Note::Event(Event::TurnEnded { turn: 9 })],
        };
        if moment.progress.checkpoint.over {
            return;
        }
        let mut from = moment.progress.checkpoint.clone();
        from.told.push(unknown);
        let stop: Result<Progress<SeasOfThunder>, Stop> = advance(system(), &from, &book, &log.ring);
        assert!(matches!(stop, Err(Stop::Diverged(found)) if found.section == "zone-0" && found.note == 0));
    });
    assert!(tried > 100, "{tried}");
}

fn tamper(note: &mut Note<Event>) {
    match note {
        Note::Roll(roll) => roll.faces[0] = roll.faces[0] % 6 + 1,
        Note::Event(event) => *event = Event::TurnEnded { turn: 99 },
    }
}
