//! The ledger of War at Sea against the later rulings on battles: each is carried by the entries that are
//! named, and no entry says what a ruling took back.

use sealord::rules::ledger::Ledger;

/// What a ruling is on, and the entries that carry it, each with a phrase that its ruling must hold.
const RULINGS: [(&str, &[(&str, &str)]); 10] = [
    (
        "a screen whose charge leaves the map",
        &[("WST-plan-1", "from its next movement on it does `close 0`")],
    ),
    (
        "one roll of Determination",
        &[
            ("WST-seq-3", "rolls once, at the end of the phase"),
            ("WST-sa-50", "One roll for a unit at the end of the phase"),
        ],
    ),
    (
        "`range N`",
        &[("WST-plan-5", "from the first of the side's units in the order of movement to the nearest enemy")],
    ),
    ("`outgunned`", &[("WST-plan-5", "counts the side's own cripples")]),
    (
        "recovery at night",
        &[("WST-night-8", "The decks move first: each aircraft lands where its deck then is")],
    ),
    ("Determined Attack on a submarine", &[("WST-sa-51", "an attack on a submarine has no penalty by it")]),
    ("a unit that stays and finds no room", &[("WST-move-1", "the movement of its side begins again")]),
    ("a number in `asw`", &[("WST-plan-1", "where none is, they strike")]),
    (
        "Press the Attack with Aircraft Damage",
        &[("WSC-16-11", "adds up with those of night and of a crippled aircraft")],
    ),
    ("the time of day", &[("WSC-9.4-1", "so the roll betrays nothing")]),
];

#[test]
fn the_ledger_of_war_at_sea_carries_every_later_ruling_on_battles() {
    let ledger = Ledger::load(&sealord::rules::games(), "war-at-sea").unwrap();
    for (on, entries) in RULINGS {
        for (id, phrase) in entries {
            let entry = ledger.find(id).unwrap_or_else(|| panic!("{on}: there is no rule {id}"));
            let ruling = entry.ruling.as_deref().unwrap_or_default();
            let ruling = ruling.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(ruling.contains(phrase), "{id} does not follow the ruling on {on}: {ruling}");
        }
    }
}
