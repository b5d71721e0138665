//! What the loaders promise: files by name, overrides with errors that point, a fingerprint, and ways over
//! the map.

use std::fs;
use std::path::Path;

use sealord::games::GamesFault;
use sealord::rules::seas_of_thunder::board::{Minefield, ZoneId};
use sealord::rules::seas_of_thunder::game::{self, load_scenario as load};
use sealord::rules::seas_of_thunder::options::Options;
use sealord::rules::two_sided::Camp;
use serde_json::Value;

use crate::data::{game, raw};

const SYSTEM: &str = "seas-of-thunder";

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

#[test]
fn a_scenario_is_found_by_id_code_and_number() {
    let games = sealord::rules::games();
    for word in ["raider-warfare", "S1", "s1", "1"] {
        assert_eq!(load(&games, word).unwrap().0.name, "Raider Warfare");
    }
    let fault = load(&games, "raiders").unwrap_err();
    // Seven scenarios, the campaign and three runs with names.
    assert!(matches!(&fault, GamesFault::NoScenario { known, .. } if known.len() == 11), "{fault}");
}

#[test]
fn text_stays_text() {
    let units = raw("units");
    let warspite = &units["units"][0];
    assert_eq!(warspite["lost"], "1945-02");
    assert_eq!(raw("scenarios")["nations"][5]["code"], "NO");
    assert_eq!(raw("ports")["ports"][0]["mats"]["S1"]["capacity"], "U");
    assert_eq!(raw("scenarios")["campaign"]["mats_change_before_return_of_turn"]["3"], "S2");
}

#[test]
fn units_are_found_by_id_and_by_name() {
    let counters = &game(1).pieces.counters;
    let hood = counters.find("uk-bc-hood").unwrap();
    assert_eq!(counters.find("Hood"), Some(hood));
    assert_eq!(counters[hood].line(), "9-10-3");
    assert_eq!(counters.find("hood"), None);
    let board = &game(1).board;
    assert_eq!(board.port_named("Konigsberg"), board.port_by_id("konigsberg"));
}

#[test]
fn the_sources_have_the_fingerprint_of_the_built_in_data() {
    let sources = sealord::rules::games_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("games")).unwrap();
    let builtin = sealord::rules::games().fingerprint(SYSTEM);
    assert_eq!(sources.fingerprint(SYSTEM), builtin);
    assert_eq!(builtin.len(), 64);
    assert_eq!(load(&sources, "4").unwrap(), load(&sealord::rules::games(), "4").unwrap());
}

#[test]
fn only_what_decides_changes_the_fingerprint() {
    let builtin = sealord::rules::games().fingerprint(SYSTEM);
    let of = |name: &str, text: &str| {
        sealord::rules::games_in(folder(name, text).path()).unwrap().fingerprint(SYSTEM)
    };
    assert_eq!(of("aa.yaml", &format!("# a remark\n{}", source("aa.yaml"))), builtin);
    assert_eq!(of("rules.yaml", "[]\n"), builtin);
    assert_ne!(of("aa.yaml", &source("aa.yaml").replace("BB: 5", "BB: 6")), builtin);
}

#[test]
fn a_file_of_a_folder_replaces_the_built_in_one() {
    let dir = folder("aa.yaml", &source("aa.yaml").replace("BB: 5", "BB: 6"));
    let games = sealord::rules::games_in(dir.path()).unwrap();
    let counters = load(&games, "S1").unwrap().2.counters;
    assert_eq!(counters[counters.find("uk-bb-warspite").unwrap()].aa, 6);
}

/// Scenario 3 alone is reinforced by four nations, and Romania is none of them; a run of scenarios has no
/// such list.
#[test]
fn in_a_run_of_scenarios_everybody_comes_on_his_turn_of_entry() {
    let line = |text: &str| text.lines().find(|line| line.contains("id: ro-ml-dacia,")).unwrap().to_owned();
    let units = source("units.yaml");
    let dacia = line(&units);
    let late = units.replace(&dacia, &dacia.replace("turn_of_entry: 8", "turn_of_entry: 9"));
    let dir = folder("units.yaml", &late);
    let games = sealord::rules::games_in(dir.path()).unwrap();
    let arrives = |word: &str| {
        let (_, _, pieces) = game::load(&games, word, &Options::default()).unwrap();
        pieces.counters.find("ro-ml-dacia").map(|dacia| pieces.counters[dacia].arrives)
    };
    assert_eq!(arrives("3"), None);
    assert_eq!(arrives("3-5"), Some(Some(9)));
    assert_eq!(arrives("campaign"), Some(Some(9)));
}

#[test]
fn errors_of_a_folder_point_to_the_place() {
    let fault = |name: &str, text: &str| {
        let dir = folder(name, text);
        let fault = sealord::rules::games_in(dir.path())
            .and_then(|games| load(&games, "S1").map(|_| ()))
            .unwrap_err();
        fault.to_string().replace(&format!("{}/", dir.path().display()), "")
    };
    let twice = source("aa.yaml").replace("AC: 3, DD: 2", "AC: 3, AC: 2");
    insta::assert_snapshot!(fault("aa.yaml", &twice), @r#"seas-of-thunder/aa.yaml:6:43: duplicate mapping key `AC` is not allowed here"#);
    let misspelt = source("aa.yaml").replace("confidence: low", "confidense: low");
    insta::assert_snapshot!(fault("aa.yaml", &misspelt), @r#"seas-of-thunder/aa.yaml:13:1: unknown field `confidense`, expected one of `version`, `rule`, `dice`, `cancels_on`, `provenance`, `confidence`, `alternatives`, `printed_cases`"#);
    let no_number = source("units.yaml").replacen("gunnery: 9", "gunnery: nine", 1);
    insta::assert_snapshot!(fault("units.yaml", &no_number), @r#"seas-of-thunder/units.yaml:24:72: invalid type: string "nine", expected a whole number from 0 to 255"#);
    let no_capacity = source("ports.yaml").replacen("capacity: 15", "capacity: X", 1);
    insta::assert_snapshot!(fault("ports.yaml", &no_capacity), @r#"seas-of-thunder/ports.yaml:42:68: `X` is no capacity: a number, "U" or "N""#);
    insta::assert_snapshot!(fault("unit.yaml", "units: []\n"), @r#"seas-of-thunder/unit.yaml: no game reads a file of that name; there are seas-of-thunder/aa.yaml, seas-of-thunder/convoys.yaml, seas-of-thunder/coverage.yaml, seas-of-thunder/files.yaml, seas-of-thunder/lba.yaml, seas-of-thunder/ports.yaml, seas-of-thunder/rules.yaml, seas-of-thunder/scenarios.yaml, seas-of-thunder/units.yaml, seas-of-thunder/zones.yaml, seas-of-thunder/convoys.csv, seas-of-thunder/lba.csv, seas-of-thunder/ports.csv, seas-of-thunder/units.csv, seas-of-thunder/zones.csv"#);
    insta::assert_snapshot!(fault("zones.yaml", "zones: [\n"), @r#"seas-of-thunder/zones.yaml:1:8: unclosed bracket '['"#);
}

#[test]
fn a_missing_folder_or_file_is_named() {
    let fault = sealord::rules::games_in(Path::new("no/such/folder")).err().unwrap();
    assert!(fault.to_string().contains("no/such/folder"), "{fault}");
    let fault = sealord::rules::games().read::<Value>(SYSTEM, "islands").unwrap_err();
    assert!(
        matches!(fault, GamesFault::Unknown { known, .. } if known.contains(&format!("{SYSTEM}/zones.yaml")))
    );
}

#[test]
fn ways_avoid_mines_before_they_save_distance() {
    let board = &game(1).board;
    let way = |start: &[u8], range: u8, side, to: u8| {
        let start = start.iter().copied().map(ZoneId).collect::<Vec<_>>();
        board.ways(&start, range, side)[usize::from(to) - 1].clone()
    };
    let path = |numbers: &[u8]| numbers.iter().copied().map(ZoneId).collect::<Vec<_>>();

    let out = way(&[10], 3, Camp::ALLIES, 9).unwrap();
    assert_eq!((out.entries, out.minefields, out.path), (2, vec![Minefield::Danish], path(&[10, 9])));
    let out = way(&[10], 3, Camp::AXIS, 9).unwrap();
    assert_eq!((out.entries, out.minefields), (2, vec![]));
    assert_eq!(way(&[9, 10], 3, Camp::ALLIES, 9).unwrap().entries, 1);
    assert_eq!(way(&[9], 1, Camp::AXIS, 10), None);
    assert_eq!(way(&[9], 0, Camp::AXIS, 9), None);

    // The Axis reaches the Red Sea round the Cape only; from inside the Mediterranean it must pass Gibraltar.
    let suez = way(&[34], 2, Camp::ALLIES, 73).unwrap();
    assert_eq!((suez.entries, suez.path), (2, path(&[34, 73])));
    let cape = way(&[34], 60, Camp::AXIS, 73).unwrap();
    assert_eq!(cape.minefields, vec![Minefield::Gibraltar]);
    assert!(cape.entries > 10, "{cape:?}");

    // An Allied ship in the Baltic and the Levant alike: the longer way without mines wins, within the range.
    let far = way(&[10, 34], 20, Camp::ALLIES, 9).unwrap();
    assert_eq!(far.minefields, vec![]);
    assert!(far.entries > 2, "{far:?}");
    let near = way(&[10, 34], 3, Camp::ALLIES, 9).unwrap();
    assert_eq!((near.entries, near.minefields), (2, vec![Minefield::Danish]));
}

#[test]
fn a_folder_that_replaces_nothing_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let fault = || sealord::rules::games_in(dir.path()).err().unwrap();
    assert!(matches!(fault(), GamesFault::Nothing { .. }), "{}", fault());
    fs::write(dir.path().join("README.md"), "ours").unwrap();
    fs::create_dir(dir.path().join(SYSTEM)).unwrap();
    assert!(matches!(fault(), GamesFault::Nothing { .. }), "{}", fault());
    fs::write(dir.path().join(SYSTEM).join(".aa.yaml.swp"), "").unwrap();
    assert!(matches!(fault(), GamesFault::Nothing { .. }), "{}", fault());
}

#[test]
fn a_file_where_none_is_looked_for_is_refused() {
    for place in ["aa.yaml", "aa/aa.yaml", "seas-of-thunder/aa.yml", "seas-of-thunder/more/aa.yaml"] {
        let dir = folder("aa.yaml", &source("aa.yaml"));
        let path = dir.path().join(place);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, source("aa.yaml")).unwrap();
        let fault = sealord::rules::games_in(dir.path()).err().unwrap();
        assert!(matches!(fault, GamesFault::Stray { .. }), "{place}: {fault}");
        assert!(fault.to_string().contains("seas-of-thunder/aa.yaml"), "{fault}");
    }
}

#[test]
fn data_that_contradict_themselves_are_refused_with_file_and_entry() {
    let fault = |name: &str, from: &str, to: &str| {
        let text = source(name);
        assert!(text.contains(from), "{name}: {from}");
        let dir = folder(name, &text.replacen(from, to, 1));
        let fault = sealord::rules::games_in(dir.path())
            .and_then(|games| load(&games, "S1").map(|_| ()))
            .unwrap_err();
        assert!(matches!(fault, GamesFault::Unsound { .. }), "{fault}");
        fault.to_string()
    };
    let tokens = "zones: [7, 8, 9, 10, 11, 12, 13]";
    insta::assert_snapshot!(fault("convoys.yaml", tokens, "zones: [7, 200]"), @"seas-of-thunder/convoys: token axis-01 names zone 200, which is not on the map");
    insta::assert_snapshot!(fault("convoys.yaml", "areas: [european_waters]", "areas: [oceania]"), @"seas-of-thunder/convoys: token axis-01 names area oceania, which is not there");
    insta::assert_snapshot!(fault("convoys.yaml", "id: axis-02", "id: axis-01"), @"seas-of-thunder/convoys: there are two with the id axis-01; each token needs an id of its own");
    insta::assert_snapshot!(fault("units.yaml", "id: uk-bb-barham", "id: uk-bb-warspite"), @"seas-of-thunder/units: there are two with the id uk-bb-warspite; each unit needs an id of its own");
    insta::assert_snapshot!(fault("ports.yaml", "- id: hamburg", "- id: kiel"), @"seas-of-thunder/ports: there are two with the id kiel; each port needs an id of its own");
    insta::assert_snapshot!(fault("ports.yaml", "zones: [9]", "zones: [122]"), @"seas-of-thunder/ports: port hamburg names zone 122, which is not on the map");
    insta::assert_snapshot!(fault("zones.yaml", "adjacent: [2, 3, 121]", "adjacent: [2, 3]"), @"seas-of-thunder/zones: zone 121 touches zone 1, but not the other way round");
    insta::assert_snapshot!(fault("zones.yaml", "adjacent: [2, 3, 121]", "adjacent: [1, 2, 3, 121]"), @"seas-of-thunder/zones: zone 1 touches itself");
    insta::assert_snapshot!(fault("zones.yaml", "zones: [9, 10], kind", "zones: [9, 77], kind"), @"seas-of-thunder/zones: link danish_straits joins zones 9 and 77, which do not touch");
    insta::assert_snapshot!(fault("zones.yaml", "zones: [9, 10], kind", "zones: [9, 250], kind"), @"seas-of-thunder/zones: link danish_straits names zone 250, which is not on the map");
    insta::assert_snapshot!(fault("zones.yaml", "seam: [[23, 50]", "seam: [[23, 0]"), @"seas-of-thunder/zones: the seam names zone 0, which is not on the map");
}
