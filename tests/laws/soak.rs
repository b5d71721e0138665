//! Staff officers play a scenario to its end, many times over: every position is lawful, the score follows
//! from the story, and the whole match, played again from its opening, tells the same.

use std::collections::{BTreeMap, BTreeSet};

use sealord::driver::{Checkpoint, Played, advance};
use sealord::items::Types;
use sealord::table::{Note, Section, in_order};

use crate::laws::play::{boldness, matches, parallel, play};
use crate::laws::systems::{Lawful, Sums};

pub type Counts = BTreeMap<String, usize>;

/// Where each step stands, and what was told of it.
type Story<S> = Vec<(String, Vec<Section<<S as Types>::Event>>)>;

/// What is told of a match, step by step, the pauses mended.
fn stitched<S: Lawful>(story: &mut Story<S>, played: &[Played<S>]) {
    for step in played {
        match story.last_mut() {
            // A step that had paused tells everything again.
            Some((at, sections)) if *at == step.at.id => sections.clone_from(&step.sections),
            _ => story.push((step.at.id.clone(), step.sections.clone())),
        }
    }
}

crate::laws::laws! { officers_play_to_the_end }

fn officers_play_to_the_end<S: Lawful>() {
    let count = matches(S::SOAKED, 2 * S::SOAKED);
    let all = parallel(0..count, whole_match::<S>);
    let mut total = Counts::new();
    for counts in all {
        for (kind, count) in counts {
            *total.entry(kind).or_default() += count;
        }
    }
    println!("events of {count} matches:");
    for (kind, expected) in S::KINDS {
        let count = total.get(*kind).copied().unwrap_or(0);
        println!("  {count:>8}  {kind}{}", if *expected { "" } else { " (not expected)" });
    }
    let never: Vec<_> = S::KINDS.iter().filter(|(kind, on)| *on != total.contains_key(*kind)).collect();
    assert!(
        never.is_empty(),
        "these are met though they cannot be, or not met though they should: {never:?}"
    );
    assert!(
        total.keys().all(|kind| S::KINDS.iter().any(|(known, _)| known == kind)),
        "an unlisted kind: {total:?}"
    );
}

/// Plays one match, tries every law on it, and counts its events.
pub fn whole_match<S: Lawful>(seed: u64) -> Counts {
    let mut story: Story<S> = Vec::new();
    let mut end = None;
    let log = play::<S>(seed, boldness(seed), |_, moment| {
        assert!(moment.progress.voids.is_empty(), "seed {seed}: {:?}", moment.progress.voids);
        stitched::<S>(&mut story, &moment.progress.played);
        end = Some(moment.progress.checkpoint.state.clone());
    });
    let last = log.given.iter().map(|given| given.exchange).max().unwrap_or(0);
    let again = advance(S::system(), &Checkpoint::opening(S::system()), &log.book::<S>(last), &log.ring)
        .unwrap_or_else(|stop| panic!("seed {seed}: {stop}"));
    assert!(again.checkpoint.over && again.voids.is_empty(), "seed {seed}");
    assert_eq!(Some(&again.checkpoint.state), end.as_ref(), "seed {seed}");
    let mut told: Story<S> = Vec::new();
    stitched::<S>(&mut told, &again.played);
    for (once, twice) in story.iter().zip(&told) {
        assert_eq!(once, twice, "seed {seed}: played at once, the match tells something else");
    }
    assert_eq!(story.len(), told.len(), "seed {seed}");
    labels_are_unique::<S>(seed, &told);
    let mut laws = Laws::<S>::new(seed);
    for (_, sections) in &told {
        in_order(sections).into_iter().for_each(|event| laws.event(event));
        laws.settled();
    }
    assert_eq!(Some(&laws.state), end.as_ref(), "seed {seed}: the events do not lead to the position");
    laws.counts
}

/// No label opens twice within a match.
fn labels_are_unique<S: Lawful>(seed: u64, story: &Story<S>) {
    let mut labels = BTreeSet::new();
    for note in story.iter().flat_map(|(_, sections)| sections).flat_map(|section| &section.notes) {
        if let Note::Roll(roll) = note {
            assert!(labels.insert(&roll.label), "seed {seed}: {} is rolled twice", roll.label);
        }
    }
}

/// What must hold as a match goes on, worked out from its events alone.
struct Laws<S: Lawful> {
    seed: u64,
    state: S::State,
    counts: Counts,
    sums: S::Sums,
}

impl<S: Lawful> Laws<S> {
    fn new(seed: u64) -> Laws<S> {
        Laws { seed, state: S::system().opening(), counts: Counts::new(), sums: S::Sums::new(seed) }
    }

    fn event(&mut self, event: &S::Event) {
        *self.counts.entry(S::kind(event)).or_default() += 1;
        self.sums.event(&self.state, event);
        S::system().apply(&mut self.state, event);
    }

    /// What holds whenever a step is over.
    fn settled(&self) {
        assert_eq!(S::system().broken_invariant(&self.state), None, "seed {}", self.seed);
        self.sums.settled(&self.state);
    }
}
