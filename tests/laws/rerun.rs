//! A re-run changes no roll and no event, whatever else is answered, in whatever order, in however many
//! exchanges.

use std::collections::BTreeMap;

use sealord::driver::{Checkpoint, Progress, Stop, advance};
use sealord::staff::StaffOfficer;
use sealord::table::{Note, Section, Waiting};

use crate::laws::play::{Given, Log, Moment, boldness, draft, parallel, play};
use crate::laws::systems::Lawful;

crate::laws::laws! {
    from_every_checkpoint_the_same_follows,
    answering_some_branches_later_changes_no_roll_of_the_others,
    one_branch_less_changes_no_die_of_the_others,
    the_guard_finds_what_was_tampered_with,
}

fn same<S: Lawful>(a: &Progress<S>, b: &Progress<S>) {
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

fn from_every_checkpoint_the_same_follows<S: Lawful>() {
    parallel(3000..3006, |seed| {
        let mut before = Checkpoint::opening(S::system());
        play::<S>(seed, boldness(seed), |log, moment| {
            let closed = moment.exchange - 1;
            // The book keyed by question gives the same in whatever order the files came in.
            let mut shuffled = log.clone();
            shuffled.given.reverse();
            let again = advance(S::system(), &before, &shuffled.book::<S>(closed), &shuffled.ring).unwrap();
            same(&moment.progress, &again);
            // To ask once more is to tell nothing new.
            let asked = advance(S::system(), &again.checkpoint, &log.book::<S>(closed), &log.ring).unwrap();
            assert_eq!(asked.waiting, moment.progress.waiting);
            assert!(asked.played.iter().all(|step| step.fresh().is_empty()));
            before = moment.progress.checkpoint.clone();
        });
    });
}

/// The matches' moments at which several branches wait at once.
fn branching<S: Lawful>(seed: u64, mut each: impl FnMut(&Log, &Moment<S>)) {
    play::<S>(seed, boldness(seed), |log, moment| {
        if branches(moment).len() > 1 {
            each(log, moment);
        }
    });
}

/// The branch of a question that waits.
fn branch<S: Lawful>(moment: &Moment<S>, key: &str) -> Option<String> {
    S::branch(&moment.progress.checkpoint.state, key).map(str::to_owned)
}

/// The branches that wait.
fn branches<S: Lawful>(moment: &Moment<S>) -> Vec<String> {
    let waiting = moment.progress.waiting.iter();
    let mut branches: Vec<String> =
        waiting.filter_map(|waiting| branch(moment, &waiting.question.key)).collect();
    branches.dedup();
    branches
}

/// Answers to everything that waits, the same for the same question.
fn answers(exchange: u32, waiting: &[Waiting]) -> Vec<Given> {
    let answer = |waiting: &Waiting| {
        let mind = waiting.question.key.bytes().fold(17_u64, |sum, byte| sum * 31 % 65_521 + u64::from(byte));
        let picks = StaffOfficer::new(mind, 70).answer(&waiting.question).expect("a legal answer");
        Given { exchange, party: waiting.party, draft: draft(&waiting.question, &picks) }
    };
    waiting.iter().map(answer).collect()
}

fn with(log: &Log, given: impl IntoIterator<Item = Given>) -> Log {
    let mut log = log.clone();
    given.into_iter().for_each(|it| log.give(it.exchange, it.party, it.draft));
    log
}

/// What each branch of the step tells.
fn sections<S: Lawful>(progress: &Progress<S>) -> BTreeMap<String, Vec<Note<S::Event>>> {
    let step = progress.played.first().expect("the step is played");
    let branches = step.sections.iter().filter(|section| !section.name.is_empty());
    branches.map(|section| (section.name.clone(), section.notes.clone())).collect()
}

fn answering_some_branches_later_changes_no_roll_of_the_others<S: Lawful>() {
    let tried = parallel(3100..3106, |seed| {
        let mut tried = 0;
        branching::<S>(seed, |log, moment| {
            let (now, from) = (moment.exchange, &moment.progress.checkpoint);
            let given = answers(now, &moment.progress.waiting);
            let all = with(log, given.clone());
            let whole = sections(&advance(S::system(), from, &all.book::<S>(now), &all.ring).unwrap());
            let waiting = branches(moment);
            let first: Vec<&String> = waiting.iter().step_by(2).collect();
            let of = |it: &&Given| branch(moment, &it.draft.key.text).is_some_and(|it| first.contains(&&it));
            let some = with(log, given.iter().filter(of).cloned());
            let part = advance(S::system(), from, &some.book::<S>(now), &some.ring).unwrap();
            let told = sections(&part);
            for name in &first {
                assert_eq!(told[*name], whole[*name], "seed {seed}: {name} changed with the others' silence");
                tried += 1;
            }
            // The rest a day later: those already answered have told the same, and may have gone no further.
            let rest = given.iter().filter(|it| !of(it));
            let rest = rest.map(|it| Given { exchange: now + 1, ..it.clone() });
            let later = with(&some, rest);
            let later =
                advance(S::system(), &part.checkpoint, &later.book::<S>(now + 1), &later.ring).unwrap();
            let told = sections(&later);
            first.iter().for_each(|name| assert_eq!(told[*name], whole[*name], "seed {seed}: {name}"));
        });
        tried
    });
    assert!(tried.iter().sum::<usize>() >= S::LEAST.branches, "{tried:?}");
}

/// A branch that one position has and the other has not, such as a battle, changes no die of the rest.
fn one_branch_less_changes_no_die_of_the_others<S: Lawful>() {
    let tried = parallel(3200..3206, |seed| {
        let mut tried = 0;
        branching::<S>(seed, |log, moment| {
            let from = &moment.progress.checkpoint;
            // Only at the first exchange of a step is the position the one at its beginning for both.
            let fresh = moment.progress.played.last().is_some_and(|step| step.known.is_empty());
            if !fresh {
                return;
            }
            for gone in branches(moment).iter().step_by(5) {
                let state = S::without(&from.state, gone);
                let less = Checkpoint { state, told: Vec::new(), ..from.clone() };
                let given = answers(moment.exchange, &moment.progress.waiting);
                let log = with(log, given);
                let book = log.book::<S>(moment.exchange);
                let whole = sections(&advance(S::system(), from, &book, &log.ring).unwrap());
                let rest = sections(&advance(S::system(), &less, &book, &log.ring).unwrap());
                assert!(!rest.contains_key(gone));
                for (name, notes) in whole.iter().filter(|(name, _)| *name != gone) {
                    assert_eq!(notes, &rest[name], "seed {seed}: {name} changed without {gone}");
                    tried += 1;
                }
            }
        });
        tried
    });
    assert!(tried.iter().sum::<usize>() >= S::LEAST.branches, "{tried:?}");
}

fn the_guard_finds_what_was_tampered_with<S: Lawful>() {
    let mut tried = 0;
    // An event that no match of officers tells.
    let forgery = S::system().ruling("a forgery", S::RULING).unwrap();
    play::<S>(3300, 60, |log, moment| {
        let book = log.book::<S>(moment.exchange - 1);
        let told = &moment.progress.checkpoint.told;
        for (at, section) in told.iter().enumerate().filter(|(_, section)| !section.notes.is_empty()) {
            let last = section.notes.len() - 1;
            let mut more: Vec<Section<S::Event>> = told.clone();
            more[at].notes.push(section.notes[last].clone());
            let mut other = told.clone();
            match &mut other[at].notes[last] {
                Note::Roll(roll) => roll.faces[0] = roll.faces[0] % 6 + 1,
                Note::Event(event) => event.clone_from(&forgery),
            }
            for (note, forged) in [(last + 1, more), (last, other)] {
                let from = Checkpoint { told: forged, ..moment.progress.checkpoint.clone() };
                match advance(S::system(), &from, &book, &log.ring) {
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
        if moment.progress.checkpoint.over {
            return;
        }
        let notes = vec![Note::Event(forgery.clone())];
        let mut from = moment.progress.checkpoint.clone();
        from.told.push(Section { name: "nowhere".into(), after: 0, notes });
        let stop: Result<Progress<S>, Stop> = advance(S::system(), &from, &book, &log.ring);
        assert!(matches!(stop, Err(Stop::Diverged(found)) if found.section == "nowhere" && found.note == 0));
    });
    assert!(tried >= S::LEAST.forged, "{tried}");
}
