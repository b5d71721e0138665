//! What the loader promises: scenarios by their words, fingerprints, and errors that name file and entry.

use std::fs;
use std::path::Path;

use sealord::games::{Games, GamesFault};
use sealord::rules::Choices;
use sealord::rules::admirals_war::options::OPTIONS;
use sealord::rules::admirals_war::scenario::{SYSTEM, load};
use sealord::rules::ledger::Ledger;

/// A folder of one overriding file.
fn folder(name: &str, text: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join(SYSTEM)).unwrap();
    fs::write(dir.path().join(SYSTEM).join(name), text).unwrap();
    dir
}

/// The source of a built-in file.
fn source(name: &str) -> String {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(SYSTEM);
    fs::read_to_string(games.join(name)).unwrap()
}

/// What is told when a text of a file is changed once.
fn fault(name: &str, from: &str, to: &str) -> GamesFault {
    let text = source(name);
    assert!(text.contains(from), "{name}: {from}");
    let dir = folder(name, &text.replacen(from, to, 1));
    let loaded = sealord::rules::games_in(dir.path())
        .and_then(|games| load(&games, "midway", &Choices::default()).map(|_| ()));
    loaded.unwrap_err()
}

/// As [`fault`], for data of the right shape that contradict themselves.
fn unsound(name: &str, from: &str, to: &str) -> String {
    let fault = fault(name, from, to);
    assert!(matches!(fault, GamesFault::Unsound { .. }), "{fault}");
    fault.to_string()
}

#[test]
fn a_scenario_that_is_not_there_is_told() {
    let fault = load(&sealord::rules::games(), "wake", &Choices::default()).unwrap_err();
    assert!(matches!(&fault, GamesFault::NoScenario { known, .. } if known.len() == 5), "{fault}");
}

#[test]
fn an_option_of_another_scenario_is_refused() {
    let choices = Choices::parse(&["argus=on".to_owned()], OPTIONS).unwrap();
    let fault = load(&sealord::rules::games(), "midway", &choices).unwrap_err();
    assert_eq!(fault.to_string(), "the scenario midway has no options, so no `argus`");
    load(&sealord::rules::games(), "standard", &choices).unwrap();
}

#[test]
fn the_sources_have_the_fingerprint_of_the_built_in_data() {
    let sources = sealord::rules::games_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("games")).unwrap();
    assert_eq!(sources.fingerprint(SYSTEM), sealord::rules::games().fingerprint(SYSTEM));
    let midway = |games: &Games| load(games, "midway", &Choices::default()).unwrap();
    assert_eq!(midway(&sources), midway(&sealord::rules::games()));
}

#[test]
fn the_ledger_has_578_entries() {
    let ledger = Ledger::load(&sealord::rules::games(), SYSTEM).unwrap();
    assert_eq!(ledger.entries().len(), 578);
    assert!(ledger.entries().iter().all(|entry| entry.id.starts_with("AW-")));
    assert_eq!(
        ledger.find("AW-7.46").map(|entry| entry.title.as_str()),
        Some("Sunk when damage exceeds armor")
    );
}

#[test]
fn unsound_areas_are_told() {
    insta::assert_snapshot!(unsound("areas.yaml", "adjacent: [air-gap, north-sea]", "adjacent: [air-gap]"), @"admirals-war/areas: area north-sea touches barents, but not the other way round");
    insta::assert_snapshot!(unsound("areas.yaml", "adjacent: [air-gap, north-sea]", "adjacent: [air-gap, sea]"), @"admirals-war/areas: area barents names area sea, which is not there");
    insta::assert_snapshot!(unsound("areas.yaml", "adjacent: [air-gap, north-sea]", "adjacent: [barents]"), @"admirals-war/areas: area barents touches itself");
    insta::assert_snapshot!(unsound("areas.yaml", "- {a: north-sea, b: barents", "- {a: north-sea, b: baltic-sea"), @"admirals-war/areas: area barents touches north-sea, but no link joins them");
    insta::assert_snapshot!(unsound("areas.yaml", "- {a: north-sea, b: barents", "- {a: north-sea, b: coral-sea"), @"admirals-war/areas: area barents touches north-sea, but no link joins them");
    insta::assert_snapshot!(unsound("areas.yaml", "via: gibraltar", "via: bosporus"), @"admirals-war/areas: the link south-atlantic to western-mediterranean leads through bosporus, which is not there");
    insta::assert_snapshot!(unsound("areas.yaml", "via: suez-canal", "via: gibraltar"), @"admirals-war/areas: the link eastern-mediterranean to arabian-sea leads through gibraltar, as another does");
    insta::assert_snapshot!(unsound("areas.yaml", "via: suez-canal, ", ""), @"admirals-war/areas: passage suez-canal has places, and a link or, if it counts as a second area, exits");
    insta::assert_snapshot!(unsound("areas.yaml", "bases: [murmansk, norway]", "bases: [murmansk, norway, midway]"), @"admirals-war/areas: area barents names midway, which does not touch it");
    insta::assert_snapshot!(unsound("areas.yaml", "bases: [murmansk, norway]", "bases: [norway]"), @"admirals-war/ports: place murmansk touches barents, whose list of places lacks it");
    insta::assert_snapshot!(unsound("areas.yaml", "axis: {flag: DE, vp: 2, track: ATO", "axis: {flag: DE, vp: 2, track: PTO"), @"admirals-war/areas: area barents: the flag DE does not fit its side or its track");
    insta::assert_snapshot!(unsound("areas.yaml", "axis: {flag: DE, vp: 2", "axis: {flag: IT, vp: 2"), @"admirals-war/areas: area barents has the flag IT");
    insta::assert_snapshot!(unsound("areas.yaml", "- id: north-sea", "- id: barents"), @"admirals-war/areas: barents is there twice; list an area only once");
    insta::assert_snapshot!(unsound("areas.yaml", "exits: [french-polynesia", "exits: [polynesia"), @"admirals-war/areas: passage panama-canal names area polynesia, which is not there");
    insta::assert_snapshot!(unsound("areas.yaml", "{area: baltic-sea", "{area: baltic"), @"admirals-war/areas: the list of barred areas names area baltic, which is not there");
}

#[test]
fn unsound_ports_are_told() {
    let touches = "  touches:\n  - {area: bay-of-biscay, provenance: printed, confidence: high}\n";
    insta::assert_snapshot!(unsound("ports.yaml", touches, "  touches: []\n"), @"admirals-war/ports: place brest touches no area");
    insta::assert_snapshot!(unsound("ports.yaml", "- {area: bay-of-biscay", "- {area: bay"), @"admirals-war/ports: place brest names area bay, which is not there");
    insta::assert_snapshot!(unsound("ports.yaml", "- id: gibraltar", "- id: england"), @"admirals-war/ports: england is there twice; list a port or base only once");
    insta::assert_snapshot!(unsound("ports.yaml", "name: Brest\n  theatre: ATO", "name: Brest\n  theatre: PTO"), @"admirals-war/ports: place brest touches no area of its theatre");
    insta::assert_snapshot!(unsound("ports.yaml", "kind: {value: port, provenance: printed, confidence: high, source: '2.323'", "kind: {value: base, provenance: printed, confidence: high, source: '2.323'"), @"admirals-war/ports: place england repairs ships but is not a port");
    insta::assert_snapshot!(unsound("ports.yaml", "joined_with: norway", "joined_with: brest"), @"admirals-war/ports: place norway is joined with germany, but not the other way round");
    insta::assert_snapshot!(unsound("ports.yaml", "shared_with: pearl-harbor", "shared_with: pearl"), @"admirals-war/ports: place panama-canal names port or base pearl, which is not there");
    insta::assert_snapshot!(unsound("ports.yaml", "  opened_by: taranto-captured\n", ""), @"admirals-war/ports: place spezia has a first turn or an event that opens it");
}

#[test]
fn unsound_units_are_told() {
    insta::assert_snapshot!(unsound("units.yaml", "- id: gb-rodney", "- id: gb-nelson"), @"admirals-war/units: gb-nelson is there twice; list a unit only once");
    insta::assert_snapshot!(unsound("units.yaml", "name: Rodney", "name: Nelson"), @"admirals-war/units: Nelson is there twice; list a name only once");
    insta::assert_snapshot!(unsound("units.yaml", "place: uk-start,", "place: uk,"), @"admirals-war/units: unit gb-nelson: it enters at uk, which is not an entry place");
    insta::assert_snapshot!(unsound("units.yaml", "de: {at: [germany]", "de: {at: [kiel]"), @"admirals-war/units: entry place de names kiel, which is not there");
    insta::assert_snapshot!(unsound("units.yaml", "speed: 3, airstrike: 0", "speed: 3, airstrike: 2"), @"admirals-war/units: unit gb-nelson: a ship has a speed, and an airstrike factor makes it a carrier");
    insta::assert_snapshot!(unsound("units.yaml", "areas: [western-mediterranean", "areas: [mediterranean"), @"admirals-war/units: unit it-10mas: it may enter mediterranean, which is not an area");
    insta::assert_snapshot!(unsound("units.yaml", "sides: {value: 2", "sides: {value: 3"), @"admirals-war/units: unit gb-nelson: a counter has one side or two");
}

#[test]
fn unsound_scenarios_are_told() {
    insta::assert_snapshot!(unsound("scenarios.yaml", "us-yorktown,", "us-york,"), @"admirals-war/scenarios: scenario midway: us-york is not a unit");
    insta::assert_snapshot!(unsound("scenarios.yaml", "us-enterprise,", "us-saratoga,"), @"admirals-war/scenarios: us-saratoga is there twice; list a unit that starts only once");
    insta::assert_snapshot!(unsound("scenarios.yaml", "areas: [home-islands", "areas: [home"), @"admirals-war/scenarios: scenario midway: home is not an area");
    insta::assert_snapshot!(unsound("scenarios.yaml", "base_points: {attu-kiska", "base_points: {attu"), @"admirals-war/scenarios: scenario midway: attu is not a port or base");
    insta::assert_snapshot!(unsound("scenarios.yaml", "options_on: [turn-0]", "options_on: [turn-00]"), @"admirals-war/scenarios: scenario turn-0: turn-00 is not an option");
    insta::assert_snapshot!(unsound("scenarios.yaml", "first_turn: 1\n  last_turn: 10", "first_turn: 12\n  last_turn: 10"), @"admirals-war/scenarios: scenario standard: its first turn comes after its last");
}

#[test]
fn misspelt_data_are_told_with_their_place() {
    let told = |name, from, to| {
        let fault = fault(name, from, to);
        let GamesFault::Malformed { line, what, .. } = fault else { panic!("{fault}") };
        format!("{line}: {what}")
    };
    insta::assert_snapshot!(told("areas.yaml", "theatre: ATO", "theatre: MTO"), @"24: unknown variant `MTO`, expected `ATO` or `PTO`");
    insta::assert_snapshot!(told("areas.yaml", "control: {side: 'none'", "control: {side: nobody"), @"27: `nobody` is not a side");
    insta::assert_snapshot!(told("ports.yaml", "controller: {value: GB", "controller: {value: UK"), @"26: unknown variant `UK`, expected one of `GB`, `AU`, `NL`, `GR`, `SU`, `FR`, `US`, `DE`, `IT`, `JP`");
    insta::assert_snapshot!(told("units.yaml", "kind: carrier", "kind: carier"), @"290: unknown variant `carier`, expected one of `ship`, `carrier`, `hilfskreuzer`, `oiler`, `submarine`, `hunter-killer`, `land-air`, `amphibious`");
}
