//! What a journal says of its clock: read again to any entry, and forged.

use sealord::audit::audit;
use sealord::entry::{Entry, Kind};
use sealord::journal::verify;
use sealord::matches::Game;
use sealord::rules::load_for;
use serde_json::{Value, json};

use super::super::forged::{Draft, drafts, first, write};
use super::super::support::{Desk, SALT};
use super::super::tamper::caught;
use super::{BEGIN, GENEROUS, GRACE, OVER, at, begin, clock, status};

fn entries(desk: &Desk) -> Vec<Entry> {
    verify(&desk.read("m/journal.jsonl"), None).unwrap()
}

/// What of a match hangs on its clock.
fn stands(game: &Game) -> Value {
    json!({
        "orders": game.party_states().unwrap(), "late": game.late().unwrap(), "fixed": game.fixed(),
        "recorded": game.clock().unwrap().recorded(), "paused": game.clock().unwrap().is_paused(),
        "exchange": game.exchanges.last().map(|it| it.number),
    })
}

#[test]
fn the_journal_read_again_to_any_entry_is_the_match_as_it_was() {
    let desk = begin(&format!("{GENEROUS}early: {{after: 6h}}\n"), &[]);
    let mut seen: Vec<(u64, Value)> = Vec::new();
    let mut go = |now: &str, args: &[&str]| {
        at(&desk, 0, now, args);
        let (mut status, clock) = (status(&desk, now), desk.json(0, &["clock", "m"]));
        let number = status["entry"].as_u64().unwrap();
        let mut part = |key: &str| status[key].take();
        let stands = json!({
            "orders": part("orders"), "late": part("late"), "fixed": part("fixed"), "exchange": part("exchange"),
            "recorded": clock["recorded"], "paused": clock["paused"],
        });
        seen.push((number, stands));
    };
    let script: [(&str, &[&str]); 12] = [
        (BEGIN, &["clock", "m", "holiday", "2026-12-24..2026-12-26"]),
        (BEGIN, &["clock", "m", "extend", "--side", "axis", "--reason", "flu"]),
        (GRACE, &["receive", "m", "m/forms/001-axis.yaml", "--salt", SALT]),
        (OVER, &["resolve", "m", "--close"]),
        (OVER, &["clock", "m", "pause", "--reason", "a wedding"]),
        ("2026-12-02T00:00:00Z", &["clock", "m", "resume"]),
        (
            "2026-12-02T00:00:00Z",
            &["clock", "m", "absence", "--side", "allies", "--from", "2026-12-13", "--to", "2026-12-14"],
        ),
        ("2026-12-02T01:00:00Z", &["clock", "m", "extend", "--side", "allies", "--reason", "x"]),
        ("2026-12-03T00:00:00Z", &["undo", "m", "--to", "2", "--reason", "y"]),
        ("2026-12-03T00:00:00Z", &["clock", "m", "extend", "--side", "allies", "--reason", "x"]),
        ("2026-12-04T00:00:00Z", &["rule", "m", "--reason", "z", "points", "axis", "1"]),
        ("2026-12-05T00:00:00Z", &["resolve", "m", "--close"]),
    ];
    script.iter().for_each(|(now, args)| go(now, args));
    let entries = entries(&desk);
    let load = |settings: &_| load_for(&sealord::rules::games(), settings);
    let seed = || Some(sealord::dice::Seed::practice(3));
    for end in 2..=entries.len() {
        audit(&entries[..end], seed(), load).unwrap_or_else(|fault| panic!("{end}: {fault}"));
    }
    let settings = sealord::matches::Settings::of(&entries).unwrap();
    for (number, stood) in seen {
        let part = &entries[..usize::try_from(number).unwrap()];
        let game = Game::replay(load(&settings).unwrap(), part, seed()).unwrap();
        assert_eq!(stands(&game), stood, "entry {number}");
    }
}

#[test]
fn forged_clocks_are_caught() {
    let desk = begin(GENEROUS, &[]);
    clock(&desk, 0, BEGIN, &["extend", "--side", "axis", "--reason", "one"]);
    clock(&desk, 0, BEGIN, &["extend", "--side", "axis", "--reason", "two"]);
    at(&desk, 0, BEGIN, &["resolve", "m", "--close"]);
    let whole = drafts(&desk);
    let event = first(&whole, Kind::Clock);
    let change = |what: &str, says: &str, alter: &dyn Fn(&mut Vec<Draft>) -> u64| {
        let mut changed = whole.clone();
        let named = alter(&mut changed);
        write(&desk, 3, &changed);
        assert_eq!(caught(&desk, what), named, "{what}");
        let told = desk.run(&["audit", "m"]).err;
        assert!(told.contains(says), "{what}: {told}");
    };
    let number = event as u64 + 1;
    change("a third extension", "has used its extensions", &|all| {
        all.insert(event, all[event].clone());
        number + 2
    });
    change("no side of the match", "is not a side", &|all| {
        all[event].body["event"]["extension"]["side"] = "italy".into();
        number
    });
    change("another exchange", "is one of exchange 7", &|all| {
        all[event].body["fixed"]["exchange"] = 7.into();
        number
    });
    change("no deadline told", "does not say what happens", &|all| {
        all[event].body.as_object_mut().unwrap().remove("fixed");
        number
    });
    change("a pause that is none", "not paused", &|all| {
        all[event].body["fixed"]["paused"] = true.into();
        number
    });
    change("a grace of its own", "contradicts itself", &|all| {
        all[event].body["fixed"]["grace_until"] = BEGIN.into();
        number
    });
    change("another deadline beside the schedule's", "not the one that the schedule gives", &|all| {
        let opened = first(all, Kind::Opened);
        all[opened].body["deadline"] = OVER.into();
        opened as u64 + 1
    });
    change("after the deadline", "after its deadline", &|all| {
        all[event..].iter_mut().for_each(|draft| draft.time = "2026-12-20T00:00:00Z".to_owned());
        number
    });
    let plain = Desk::new();
    plain.begin("m", &[]);
    let ran = plain.expect(1, &["clock", "m", "resume"]);
    assert!(ran.err.contains("not paused"), "{ran:?}");
    plain.expect(1, &["clock", "m"]);
    let mut forged = drafts(&plain);
    forged.push(whole[event].clone());
    write(&plain, 3, &forged);
    assert_eq!(caught(&plain, "an extension without a budget"), forged.len() as u64);
    forged.pop();
    let opened = first(&forged, Kind::Opened);
    forged[opened].body["fixed"] = whole[opened].body["fixed"].clone();
    write(&plain, 3, &forged);
    assert_eq!(caught(&plain, "a deadline without a schedule"), opened as u64 + 1);
}
