//! A match stays with the edition with which it began: one of each edition that was ever played is kept in
//! `tests/editions`, and every program plays it again to the last event.
//!
//! Officers played them to their end: `sealord new MATCH --system SYSTEM --edition NUMBER --missing staff --seed 7`,
//! then `sealord resolve MATCH --close` until it is over. What is kept is the journal, compressed.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use sealord::audit::{audit, audit_under};
use sealord::entry::Entry;
use sealord::matches::{Game, Settings, under};
use sealord::rules::{SYSTEMS, Systems};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/editions")
}

/// The entries of a kept match.
fn entries(system: &str, edition: u32) -> Vec<Entry> {
    let path = folder().join(format!("{system}-{edition}.jsonl.gz"));
    let file = std::fs::File::open(&path).unwrap_or_else(|error| {
        panic!(
            "{}: {error}; keep a match of every edition, as the head of tests/editions.rs says",
            path.display()
        )
    });
    let mut bytes = Vec::new();
    GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    sealord::journal::verify(&bytes, None).unwrap()
}

/// The editions of a system that are played, from the first of them on.
fn editions(system: &str, newest: u32) -> impl Iterator<Item = u32> {
    // Edition 1 of Seas of Thunder is not played any more; no program was released with it.
    (if system == "seas-of-thunder" { 2 } else { 1 })..=newest
}

#[test]
fn a_match_of_every_edition_passes_its_audit() {
    let systems = Systems::new(SYSTEMS);
    let games = systems.games();
    let mut kept = BTreeSet::new();
    for system in SYSTEMS {
        for edition in editions(system.title.id, system.title.edition) {
            let entries = entries(system.title.id, edition);
            let rules = |settings: &Settings| {
                assert_eq!((settings.system.as_str(), settings.edition), (system.title.id, edition));
                settings.lay_out(systems, &games)
            };
            let found = audit(&entries, None, rules)
                .unwrap_or_else(|fault| panic!("{}, edition {edition}: {fault}", system.title.id));
            assert!(found.dice_checked && found.over && found.events > 50, "{found:?}");
            kept.insert(format!("{}-{edition}.jsonl.gz", system.title.id));
        }
    }
    let there = std::fs::read_dir(folder()).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap());
    assert_eq!(there.collect::<BTreeSet<_>>(), kept, "a file in tests/editions is of no edition");
}

/// Playing a match again under its own edition, question by question, comes to the same as its audit; and an
/// edition that changed something is seen to do so.
#[test]
fn a_match_is_played_again_under_its_own_edition_and_another() {
    let systems = Systems::new(SYSTEMS);
    let games = systems.games();
    let again = |system: &str, edition: u32, other: u32| {
        let entries = entries(system, edition);
        let settings = Settings::of(&entries).unwrap();
        let lay_out = |edition| Settings { edition, ..settings.clone() }.lay_out(systems, &games).unwrap();
        let was = Game::replay(lay_out(edition), &entries, None).unwrap();
        let under = under(lay_out(other), &was, &entries).unwrap();
        // What an audit under the other edition passes need not be played again.
        let audited = audit_under(&entries, None, lay_out(other)).is_ok_and(|found| found.dice_checked);
        assert!(!audited || under.is_same(), "{system}, edition {edition} under {other}: {under:?}");
        assert!(audited || edition != other, "{system}, edition {edition} fails its own audit");
        under
    };
    for (system, edition) in [("admirals-war", 1), ("schiffskrieg", 2)] {
        let same = again(system, edition, edition);
        assert!(same.is_same() && same.played > 3, "{system}: {same:?}");
    }
    // From edition 6 on nobody is asked any more where nothing can change, and landings come with raids.
    let other = again("admirals-war", 5, 6);
    assert!(!other.is_same(), "{other:?}");
    assert!(
        !other.differ.is_empty() && other.differ.iter().all(|(at, _)| *at <= other.was.exchange),
        "{other:?}"
    );
}
