//! The counters: what the rulebook states of them, how their lines read, and when they enter and leave.

use std::collections::{BTreeMap, BTreeSet};

use sealord::rules::admirals_war::board::Theatre;
use sealord::rules::admirals_war::pieces::{Counter, Kind, Nation, Seat};
use sealord::rules::two_sided::Camp;

use super::{game, id, raw, rows, text};
use crate::data::Checks;

/// A unit of the standard game, or of one with both optional turns.
fn unit(id: &str) -> &'static Counter {
    game("turn-0-to-11").unit(id)
}

/// The printed line of the patrolling side.
fn line(id: &str) -> String {
    unit(id).line(&unit(id).front)
}

/// A value of the row of a unit, which may be an optional one.
fn row(unit: &str) -> serde_json::Value {
    rows("units", "units").into_iter().find(|row| id(row) == unit).unwrap_or_else(|| panic!("no unit {unit}"))
}

/// The four factors of a row.
fn factors(unit: &str) -> [Option<u64>; 4] {
    ["gunnery", "armor", "speed", "airstrike"].map(|key| row(unit)["factors"][key].as_u64())
}

#[test]
fn there_are_305_counters_33_of_them_optional() {
    let rows = rows("units", "units");
    assert_eq!(rows.len(), 305);
    assert_eq!(rows.iter().filter(|row| row["optional"].is_u64()).count(), 33);
    let mut by_option = BTreeMap::new();
    rows.iter()
        .filter_map(|row| row["optional"].as_u64())
        .for_each(|it| *by_option.entry(it).or_insert(0) += 1);
    let want = [(20, 4), (21, 8), (30, 2), (31, 1), (32, 3), (33, 3), (34, 10), (38, 2)];
    assert_eq!(by_option, BTreeMap::from(want));
    let count = |nation| game("standard").counters.0.iter().filter(|unit| unit.nation == nation).count();
    assert_eq!(Nation::ALL.map(count), [51, 4, 1, 0, 4, 17, 86, 34, 16, 59]);
}

#[test]
fn ids_and_names_are_unique_and_fit_the_nation() {
    let mut names = BTreeSet::new();
    let mut checks = Checks::default();
    for row in rows("units", "units") {
        let nation = text(&row, "nation").to_lowercase();
        checks.that(id(&row).starts_with(&format!("{nation}-")), id(&row));
        let aliases = row["aliases"].as_array().cloned().unwrap_or_default();
        for name in aliases.iter().chain([&row["name"]]) {
            checks
                .that(names.insert(name.as_str().unwrap().to_owned()), format!("{name} stands there twice"));
        }
    }
    checks.done();
}

#[test]
fn printed_lines_stand() {
    let mut checks = Checks::default();
    for (id, want) in [
        ("gb-rodney", "5-5-3"),
        ("gb-hood", "4-4-7"),
        ("jp-hyuga", "4-4-4"),
        ("jp-ise", "4-4-4"),
        ("jp-myoko", "1*-2-8"),
        ("de-bismarck", "4*-6*-6"),
        ("de-lutzow", "2*-2-5"),
        ("de-admiral-scheer", "2*-2-5"),
        ("de-admiral-graf-spee", "2*-2-5"),
        ("gb-ark-royal", "0-2-7-3"),
        ("jp-akagi", "1-3-7-4*"),
        ("gb-prince-of-wales", "4-5-6"),
        ("gb-raf", "2-4"),
        ("us-7af", "2-4"),
        ("jp-24af", "3-4"),
        ("de-fsjr", "0-2"),
        ("jp-kure", "0-1-4"),
        ("de-atlantis", "1-0-2"),
        ("gb-hunter-killer-1", "+1"),
    ] {
        checks.that(line(id) == want, format!("{id} is {}, not {want}", line(id)));
    }
    checks.done();
}

#[test]
fn printed_lines_of_optional_ships_stand() {
    let four = |gunnery, armor, speed, airstrike| [gunnery, armor, speed, airstrike].map(Some);
    assert_eq!(factors("gb-argus"), four(0, 0, 3, 1));
    assert_eq!(factors("de-deutschland"), four(2, 2, 5, 0));
    assert_eq!(factors("de-lutzow-ca"), four(1, 2, 7, 0));
    assert_eq!(factors("su-petropavlovsk"), four(1, 2, 7, 0));
    assert_eq!(factors("de-weser"), four(0, 2, 7, 1));
    assert!(row("su-petropavlovsk")["bonus"].is_null());
    for ship in ["jp-hyuga", "jp-ise"] {
        let converted = &row(ship)["converted"]["factors"];
        let values = ["gunnery", "armor", "speed", "airstrike"].map(|key| converted[key].as_u64());
        assert_eq!(values, four(3, 4, 4, 1), "{ship}");
    }
}

#[test]
fn the_worked_example_can_be_played_with_these_ships() {
    assert_eq!(
        ["gb-norfolk", "gb-suffolk", "gb-prince-of-wales"].map(|id| unit(id).front.gunnery),
        [1, 1, 4]
    );
    assert!(unit("gb-norfolk").front.speed > 5 && unit("gb-suffolk").front.speed > 5);
    assert!(unit("de-prinz-eugen").front.speed >= unit("gb-norfolk").front.speed);
    assert_eq!(unit("de-prinz-eugen").front.gunnery, 1);
    assert!(unit("gb-prince-of-wales").front.armor >= 2 && unit("gb-prince-of-wales").front.speed >= 5);
    assert!(!unit("gb-ark-royal").front.airstrike_bonus);
    for id in ["de-bismarck", "de-prinz-eugen", "gb-prince-of-wales", "de-nordmark", "de-pinguin", "gb-raf"] {
        assert!(unit(id).entry.is_some_and(|turn| turn <= 2), "{id}");
    }
}

#[test]
fn submarines_have_their_bonus_on_the_patrolling_side_only() {
    let boat = unit("de-u-boat-1");
    assert_eq!(line("de-u-boat-1"), "1*-0");
    assert_eq!(boat.line(&boat.back.unwrap()), "1-0");
    for unit in game("standard").counters.0.iter().filter(|it| it.kind == Kind::Submarine) {
        let german = unit.nation == Nation::De;
        assert_eq!((unit.front.gunnery_bonus, unit.front.speed), (german, 0), "{}", unit.id);
        assert!(unit.back.is_some_and(|back| !back.gunnery_bonus && back.gunnery == 1), "{}", unit.id);
    }
}

#[test]
fn one_sided_counters_are_those_that_never_raid() {
    for unit in &game("standard").counters.0 {
        let other = matches!(unit.kind, Kind::Ship | Kind::Carrier | Kind::Submarine);
        assert!(other || unit.back.is_none(), "{} has a raiding side", unit.id);
        if unit.kind == Kind::Hilfskreuzer {
            assert!(unit.front.gunnery == 1 && !unit.front.gunnery_bonus, "{}", unit.id);
        }
    }
    assert!(unit("gb-hood").back == Some(unit("gb-hood").front));
    assert!(
        rows("units", "units")
            .iter()
            .all(|row| text(row, "kind") != "hunter-killer" || row["asw_bonus"] == 1)
    );
}

#[test]
fn some_american_amphibious_units_have_a_second_side() {
    let two = game("standard").counters.0.iter().filter(|unit| unit.second.is_some());
    let two = two.map(|unit| (unit.id.as_str(), unit.line(&unit.second.unwrap()), unit.second_from));
    let want = ["us-1mar", "us-2mar", "us-7inf"].map(|id| (id, "0-2-4".to_owned(), Some(8)));
    assert_eq!(two.collect::<Vec<_>>(), want);
    assert_eq!(line("us-1mar"), "0-1-4");
}

#[test]
fn only_the_stuka_has_a_bonus_among_air_units() {
    let air = game("standard").counters.0.iter().filter(|unit| unit.kind == Kind::LandAir);
    let with = air.filter(|unit| unit.line(&unit.front).contains('*')).map(|unit| unit.id.as_str());
    assert_eq!(with.collect::<Vec<_>>(), ["de-stuka"]);
}

#[test]
fn air_units_have_no_speed() {
    let fixed = |unit: &&Counter| matches!(unit.kind, Kind::LandAir | Kind::HunterKiller);
    assert!(game("standard").counters.0.iter().filter(fixed).all(|unit| unit.front.speed == 0));
}

#[test]
fn oilers_are_those_named_and_no_other_nation_has_any() {
    let of = |kind| game("turn-0").counters.0.iter().filter(move |unit| unit.kind == kind);
    let names = |kind| of(kind).map(|unit| unit.name.as_str()).collect::<Vec<_>>();
    assert!(["Nordmark", "Altmark"].iter().all(|name| names(Kind::Oiler).contains(name)));
    assert!(["Atlantis", "Pinguin"].iter().all(|name| names(Kind::Hilfskreuzer).contains(name)));
    assert!(of(Kind::Oiler).chain(of(Kind::Hilfskreuzer)).all(|unit| unit.nation == Nation::De));
    assert!(of(Kind::Hilfskreuzer).count() <= 9);
}

#[test]
fn battleships_too_slow_for_the_raid_force() {
    assert!(["jp-hyuga", "jp-ise"].iter().all(|id| unit(id).front.speed < 5));
    assert!(["jp-akagi", "jp-kaga", "jp-kongo"].iter().all(|id| unit(id).front.speed >= 5));
}

#[test]
fn the_losses_of_midway_are_fourteen_factors() {
    let lost = ["jp-akagi", "jp-kaga", "jp-soryu", "jp-hiryu"].map(|id| unit(id).front.airstrike);
    assert_eq!(lost.iter().sum::<u8>(), 14);
}

#[test]
fn lines_read_back_as_they_are_shown() {
    let mut checks = Checks::default();
    for unit in game("turn-0-to-11").counters.0.iter().chain(&game("midway").counters.0) {
        for face in [Some(unit.front), unit.back, unit.second].into_iter().flatten() {
            let line = unit.line(&face);
            let back = Counter::parse_line(unit.kind, &line);
            checks.that(back == Ok(face), format!("{}: {line} reads {back:?}", unit.id));
        }
    }
    checks.done();
}

#[test]
fn faulty_lines_are_told() {
    let fault = |kind, line| Counter::parse_line(kind, line).unwrap_err();
    insta::assert_snapshot!(fault(Kind::Ship, "4-4"), @"`4-4` is not of the form gunnery-armor-speed");
    insta::assert_snapshot!(fault(Kind::Ship, "4-4-7-2"), @"`4-4-7-2` is not of the form gunnery-armor-speed");
    insta::assert_snapshot!(fault(Kind::Carrier, "0-2-7"), @"`0-2-7` is not of the form gunnery-armor-speed-airstrike");
    insta::assert_snapshot!(fault(Kind::Ship, "4-x-7"), @"`x` in `4-x-7` is not a small number, with `*` for a bonus");
    insta::assert_snapshot!(fault(Kind::Ship, "4-+4-7"), @"`+4` in `4-+4-7` is not a small number, with `*` for a bonus");
    insta::assert_snapshot!(fault(Kind::Ship, "4-4-7*"), @"the speed in `4-4-7*` cannot have a bonus");
    insta::assert_snapshot!(fault(Kind::HunterKiller, "0-0"), @"a hunter-killer group has the line `+1`, not `0-0`");
    assert_eq!(Counter::parse_line(Kind::Amphibious, "0-2").map(|face| face.speed), Ok(0));
    assert_eq!(Counter::parse_line(Kind::LandAir, "2*-3").map(|face| face.airstrike_bonus), Ok(true));
}

#[test]
fn entries_and_withdrawals_stand() {
    let mut checks = Checks::default();
    for (unit, turn) in [
        ("gb-courageous", 0),
        ("gb-royal-oak", 0),
        ("de-altmark", 0),
        ("de-blucher", 0),
        ("gb-argus", 2),
        ("gr-lemnos", 2),
        ("gr-kilkis", 2),
        ("fr-richelieu", 2),
        ("fr-jean-bart", 2),
        ("de-fsjr", 3),
        ("us-hornet", 3),
        ("de-graf-zeppelin", 4),
        ("de-seydlitz", 4),
        ("de-weser", 5),
        ("de-lutzow-ca", 5),
        ("su-petropavlovsk", 7),
        ("it-aquila", 7),
        ("us-cv16-lexington", 8),
        ("us-cvl22-independence", 8),
        ("us-cv12-hornet", 9),
        ("it-impero", 10),
        ("de-u-boat-xxi", 10),
    ] {
        checks.that(row(unit)["entry"]["turn"] == turn, format!("{unit} does not enter on turn {turn}"));
    }
    checks.that(row("gb-argus")["withdraw"]["turn"] == 7, "Argus does not leave on turn 7");
    let leave = game("standard")
        .counters
        .0
        .iter()
        .filter_map(|unit| Some((unit.id.as_str(), unit.withdraw?, unit.entry?)));
    let leave = leave.collect::<Vec<_>>();
    checks.that(leave.len() == 6, format!("{leave:?} leave"));
    checks.that(leave.iter().all(|(_, out, entry)| entry < out), format!("{leave:?} leave"));
    checks.done();
}

#[test]
fn letter_codes_say_where_a_unit_enters() {
    let places = &raw("units")["entry_places"];
    for (code, at) in [
        ("A", "australia"),
        ("C", "coral-sea"),
        ("E", "usa"),
        ("F", "french-polynesia"),
        ("H", "hawaiian-islands"),
        ("M", "philippines"),
        ("L", "leningrad"),
        ("P", "pearl-harbor"),
        ("S", "singapore"),
        ("W", "lu-w"),
        ("X", "lu-x"),
        ("Y", "lu-y"),
        ("Z", "lu-z"),
    ] {
        assert_eq!(places[format!("code-{code}")]["at"], serde_json::json!([at]), "{code}");
    }
    for row in rows("units", "units") {
        let place = text(&row["entry"], "place");
        let code = row["entry"]["code"].as_str();
        assert_eq!(place.strip_prefix("code-"), code, "{}", id(&row));
    }
    assert_eq!(unit("us-hornet").code, Some('Z'));
    assert_eq!((unit("us-5af").code, unit("us-7af").code), (Some('M'), Some('P')));
    let soviet = game("standard").counters.0.iter().filter(|unit| unit.nation == Nation::Su);
    assert!(soviet.into_iter().all(|unit| unit.code == Some('L')));
}

#[test]
fn theatres_bind_air_units_and_submarines() {
    let standard = game("standard");
    for unit in &standard.counters.0 {
        let bound = matches!(unit.kind, Kind::LandAir | Kind::Submarine | Kind::HunterKiller);
        assert_eq!(unit.theatre.is_some(), bound, "{}", unit.id);
        if unit.kind == Kind::Submarine {
            let pacific = matches!(unit.nation, Nation::Us | Nation::Jp);
            assert_eq!(unit.theatre == Some(Theatre::Pacific), pacific, "{}", unit.id);
        }
    }
    assert_eq!(standard.names(&unit("it-10mas").areas), ["eastern-mediterranean", "western-mediterranean"]);
    assert_eq!(standard.counters.0.iter().filter(|unit| !unit.areas.is_empty()).count(), 1);
}

#[test]
fn pairs_of_counters_share_all_but_the_name() {
    let mut pairs = BTreeMap::<String, Vec<serde_json::Value>>::new();
    let all = rows("units", "units");
    for row in all.iter().filter(|row| row["pair"].is_object()) {
        pairs.entry(text(&row["pair"], "id").to_owned()).or_default().push(row.clone());
        let on = text(&row["pair"]["when"], "unit");
        assert!(all.iter().any(|other| id(other) == on), "{on}");
    }
    for (name, pair) in &pairs {
        let mut roles = pair.iter().map(|row| text(&row["pair"], "role")).collect::<Vec<_>>();
        roles.sort_unstable();
        if roles == ["substitute"] {
            assert!(pair[0]["entry"]["turn"].is_null(), "{name}");
            continue;
        }
        assert_eq!(roles, ["alternate", "historical"], "{name}");
        assert!(pair[0]["factors"] == pair[1]["factors"] && pair[0]["entry"] == pair[1]["entry"], "{name}");
    }
    assert_eq!(pairs.len(), 10);
}

#[test]
fn options_name_the_units_they_bring() {
    let units = rows("units", "units");
    let mut checks = Checks::default();
    for option in rows("scenarios", "options") {
        let section = text(&option, "rule").split('.').next().unwrap().parse::<u64>().unwrap();
        let Some(listed) = option["switches"]["units_on"].as_array() else {
            continue;
        };
        for name in listed {
            checks.that(units.iter().any(|row| row["id"] == *name), format!("{}: {name}", id(&option)));
        }
        if section != 32 {
            let mine = units.iter().filter(|row| row["optional"] == section).count();
            checks.that(mine == listed.len(), format!("{}: {mine} units", id(&option)));
        }
    }
    let overhaul =
        rows("scenarios", "options").into_iter().find(|it| id(it) == "aging-british-fleet").unwrap();
    for (name, points) in overhaul["switches"]["overhaul"].as_object().unwrap() {
        checks.that(row(name)["overhaul"]["points"] == *points, name.clone());
    }
    checks.done();
}

#[test]
fn units_that_the_rules_name_are_there() {
    let named = "au-canberra au-raaf au-rnzaf de-nordmark de-scharnhorst de-stuka de-u-boat-xxi fr-jean-bart gb-tiger it-10mas jp-oi \
                 jp-kitakami nl-de-ruyter us-11af us-astoria us-houston us-quincy us-salt-lake-city us-wasp \
                 us-cvxx-enterprise us-cvyy-saratoga us-ca71-st-paul us-cv12-kearsarge us-cvl30-reprisal";
    let units = rows("units", "units");
    for name in named.split_whitespace() {
        assert!(units.iter().any(|row| id(row) == name), "{name}");
    }
}

#[test]
fn nations_have_the_seats_of_the_file() {
    let nations = &raw("units")["nations"];
    for nation in Nation::ALL {
        let row = &nations[nation.code()];
        assert_eq!(row["side"] == "axis", nation.side() == Camp::AXIS, "{}", nation.code());
        let seat = match nation.seat() {
            Seat::Britain => "britain",
            Seat::Japan => "japan",
            Seat::UnitedStates => "us",
            Seat::Germany => "germany",
        };
        assert_eq!(row["seat"], seat);
        assert_eq!(serde_json::to_value(nation).unwrap(), nation.code());
    }
    assert!(Seat::ALL.is_sorted());
}
