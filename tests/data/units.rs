//! Counters: form, printed lines, named units, and the balance that the text describes.

use std::collections::{BTreeMap, BTreeSet};

use sealord::rules::seas_of_thunder::pieces::{Class, Counter, Nation};
use sealord::rules::two_sided::Camp;
use serde_json::{Value, json};

use crate::data::{Checks, game, ledger, raw, rows};

const STRIPES: [(&str, u64); 6] =
    [("red", 4), ("white", 8), ("yellow", 11), ("brown", 15), ("green", 18), ("purple", 22)];

/// Ships and air units as the files have them.
fn all() -> Vec<Value> {
    [rows("units", "units"), rows("lba", "lba")].concat()
}

fn word<'a>(unit: &'a Value, key: &str) -> &'a str {
    unit[key].as_str().unwrap_or_else(|| panic!("{} has no {key}", unit["id"]))
}

/// The counter of an id, from whichever scenario has it.
fn counter(id: &str) -> Option<&'static Counter> {
    (1..=7).find_map(|number| game(number).pieces.counters.0.iter().find(|unit| unit.id == id))
}

#[test]
fn printed_lines_match_exactly() {
    let mut checks = Checks::default();
    let printed = all().into_iter().filter(|unit| unit.get("printed_line").is_some()).collect::<Vec<_>>();
    let lines = printed.iter().map(|unit| word(unit, "printed_line")).collect::<BTreeSet<_>>();
    let published =
        ["SOT-14-31", "SOT-14-32"].map(|rule| ledger(rule)["units"].as_array().unwrap().clone()).concat();
    let published = published.iter().filter_map(Value::as_str).collect::<BTreeSet<_>>();
    checks.that(printed.len() == 18 && lines == published, format!("printed lines: {lines:?}"));
    checks.published("SOT-14-31");
    checks.published("SOT-14-32");
    for unit in &printed {
        let line = word(unit, "printed_line");
        let Some(counter) = counter(word(unit, "id")) else {
            checks.that(false, format!("{line}: in no scenario"));
            continue;
        };
        let built = format!("{} {} {} {}", word(unit, "name"), counter.entry, counter.class, counter.line());
        checks.that(built == line, format!("{line}: built as {built}"));
        let stats = if counter.class == Class::Lba { "air" } else { "stats" };
        let marks = [&unit["provenance"][stats], &unit["provenance"]["entry"], &unit["provenance"]["name"]];
        checks.that(marks.iter().all(|it| **it == "printed"), format!("{line}: provenance"));
    }
    let called = all().iter().filter(|unit| unit["provenance"]["stats"] == "printed").count();
    checks.that(called == 17, format!("{called} ships call their values printed"));
    checks.done();
}

#[test]
fn lines_are_read_as_they_are_printed() {
    let mut checks = Checks::default();
    for number in 1..=7 {
        for unit in &game(number).pieces.counters.0 {
            let (gunnery, special, survivability, range) = Counter::parse_line(&unit.line()).unwrap();
            let read = Counter { gunnery, special, survivability, range, ..unit.clone() };
            checks.that(read == *unit, format!("{}: {} is read as {}", unit.name, unit.line(), read.line()));
        }
    }
    for wrong in
        ["", "4-4", "Air", "Fish 1(2)-3-4", "2(1)-3-3", "Mine 2(1)-3", "ASW 2(-)-3-3", "4-4-999", "4-4-5-6"]
    {
        checks.that(Counter::parse_line(wrong).is_err(), format!("`{wrong}` was read"));
    }
    checks.done();
}

#[test]
fn ids_and_labels_are_unique() {
    let mut checks = Checks::default();
    let (mut ids, mut labels) = (BTreeSet::new(), BTreeSet::new());
    for unit in all() {
        let label = unit.get("label").unwrap_or(&unit["name"]).to_string();
        checks.that(ids.insert(unit["id"].to_string()), format!("{} twice", unit["id"]));
        checks.that(labels.insert(label.clone()), format!("{label} twice"));
    }
    checks.done();
}

#[test]
fn every_value_says_where_it_is_from() {
    let mut checks = Checks::default();
    for unit in all() {
        let id = word(&unit, "id");
        let from = unit["provenance"].as_object().unwrap();
        let need: &[&str] = if unit["class"] == "LBA" {
            &["name", "entry", "air"]
        } else {
            &["name", "entry", "loss", "stats"]
        };
        checks.that(
            need.iter().all(|key| from.contains_key(*key)),
            format!("{id}: a value without provenance"),
        );
        let known = from.values().all(|it| *it == "printed" || *it == "historical" || *it == "derived");
        checks.that(known, format!("{id}: provenance"));
        let high = word(&unit, "confidence") == "high";
        let low = matches!(word(&unit, "confidence"), "medium" | "low");
        let printed = unit.get("printed_line").is_some();
        checks.that(if printed { high } else { low }, format!("{id}: confidence"));
    }
    checks.done();
}

#[test]
fn ships_are_well_formed() {
    let mut checks = Checks::default();
    let first = raw("units")["first_turn_of_nation"].clone();
    let ids = rows("units", "units").iter().map(|unit| unit["id"].clone()).collect::<Vec<_>>();
    for unit in rows("units", "units") {
        let id = word(&unit, "id");
        let (class, nation) = (word(&unit, "class"), word(&unit, "nation"));
        checks.that(id.split('-').nth(1) == Some(&class.to_lowercase()), format!("{id}: is a {class}"));
        let number = |key: &str| unit[key].as_u64();
        let within = number("gunnery") <= Some(12)
            && (Some(1)..=Some(14)).contains(&number("survivability"))
            && (Some(2)..=Some(12)).contains(&number("range"));
        checks.that(within, format!("{id}: values out of bounds"));
        let kind = unit["special"].get("kind").map_or("", |kind| kind.as_str().unwrap());
        let fits = match class {
            "CV" | "AV" | "SSAV" => kind == "air",
            "SS" => matches!(kind, "sub" | "mine"),
            "ML" => kind == "mine",
            "MS" => kind == "mine-sweep",
            "DD" => matches!(kind, "asw" | "mine" | "mine-sweep" | ""),
            "CA" => matches!(kind, "asw" | "mine" | ""),
            "CX" => matches!(kind, "mine" | ""),
            _ => kind.is_empty(),
        };
        checks.that(fits, format!("{id}: a {class} with {kind}"));
        let (entry, lost) = (number("turn_of_entry"), number("lost_turn"));
        checks.that(
            entry >= first[nation].as_u64() && entry <= Some(25),
            format!("{id}: enters on turn {entry:?}"),
        );
        checks.that(
            lost.is_none_or(|lost| Some(lost) >= entry && lost <= 25),
            format!("{id}: lost on turn {lost:?}"),
        );
        let stripe = lost.and_then(|lost| STRIPES.iter().find(|it| lost < it.1)).map(|it| it.0);
        checks.that(unit["stripe"].as_str() == stripe, format!("{id}: stripe {}", unit["stripe"]));
        let turn = unit.get("lost").filter(|_| unit["provenance"]["loss"] == "historical").map(turn_of);
        checks.that(turn.is_none() || turn == lost, format!("{id}: month and turn of loss differ"));
        let variant = matches!(nation, "Argentina" | "Spain" | "Sweden" | "Turkey");
        checks
            .that((unit.get("variant_only") == Some(&json!(true))) == variant, format!("{id}: variant mark"));
        checks
            .that(unit.get("same_hull_as").is_none_or(|it| ids.contains(it)), format!("{id}: same_hull_as"));
        let flotilla = unit.get("flotilla").is_some();
        checks.that(flotilla || !matches!(class, "DD" | "MS" | "SS"), format!("{id}: no flotilla"));
    }
    checks.done();
}

/// The turn of a month such as `1945-02`.
fn turn_of(month: &Value) -> u64 {
    let (year, month) = month.as_str().and_then(|it| it.split_once('-')).expect("a year and a month");
    let (year, month) = (year.parse::<u64>().unwrap(), month.parse::<u64>().unwrap());
    year * 4 + (month - 1) / 3 - (1939 * 4 + 2) + 1
}

#[test]
fn nations_enter_on_their_first_turns() {
    let mut checks = Checks::default();
    let want = json!({
        "UK": 1, "France": 1, "Germany": 1, "Italy": 4, "Netherlands": 4, "Norway": 4, "Greece": 6, "Yugoslavia": 7,
        "USSR": 8, "Finland": 8, "Romania": 8, "USA": 11, "Japan": 11, "Cuba": 11, "Peru": 11, "Brazil": 15, "Chile": 18,
        "Argentina": 1, "Spain": 1, "Sweden": 1, "Turkey": 1,
    });
    checks.that(raw("units")["first_turn_of_nation"] == want, "first turns of nations");
    for nation in Nation::ALL {
        let entries = all().into_iter().filter(|unit| unit["nation"] == nation.name());
        let earliest = entries.map(|unit| unit["turn_of_entry"].as_u64().unwrap()).min();
        checks.that(
            earliest >= want[nation.name()].as_u64(),
            format!("{nation}: the first enters on {earliest:?}"),
        );
        checks.that(
            serde_json::to_value(nation).unwrap() == nation.name(),
            format!("{nation} is written otherwise"),
        );
    }
    let codes = Nation::ALL.map(Nation::code);
    for (row, code) in rows("scenarios", "nations").iter().map(|row| (row, word(row, "code").to_lowercase()))
    {
        let nation = Nation::named(word(row, "name"));
        checks.that(
            nation.is_some_and(|it| it.code() == code) && codes.contains(&&*code),
            format!("code {code}"),
        );
    }
    checks.done();
}

#[test]
fn units_that_the_text_names_are_there() {
    let mut checks = Checks::default();
    let units = rows("units", "units");
    let find = |nation: &str, class: &str, name: &str| {
        units.iter().find(|unit| unit["nation"] == nation && unit["class"] == class && unit["name"] == name)
    };
    let any = json!("*");
    let none = Value::Null;
    for (nation, class, name, stripe, key, value) in [
        ("UK", "CA", "Australia", &any, "range", json!(5)),
        ("Cuba", "CA", "Cuba", &any, "turn_of_entry", json!(11)),
        ("Japan", "CV", "Shokaku", &json!("purple"), "class", json!("CV")),
        ("Japan", "CX", "Hokoku Maru", &any, "class", json!("CX")),
        ("Germany", "CA", "Lutzow", &any, "removed_turn", json!(8)),
        ("Germany", "BB", "Bismarck", &any, "class", json!("BB")),
        ("Yugoslavia", "CA", "Dalmacija", &none, "turn_of_entry", json!(7)),
        ("Norway", "ML", "Gor", &any, "switches", json!([{"turn": 5, "to": "Germany"}])),
        ("Netherlands", "CA", "Tromp", &any, "class", json!("CA")),
        ("France", "SS", "Saphir", &any, "grey_square", json!(true)),
        ("France", "CA", "Gloire", &none, "grey_square", json!(true)),
        ("France", "AV", "Cdt. Teste", &json!("brown"), "grey_square", json!(true)),
        ("France", "DD", "Chacal", &json!("brown"), "grey_square", json!(true)),
    ] {
        let fits = find(nation, class, name)
            .is_some_and(|unit| (*stripe == any || unit["stripe"] == *stripe) && unit[key] == value);
        checks.that(fits, format!("{nation} {class} {name}: {key} should be {value}"));
    }
    let interned = units.iter().filter(|it| it["free_french"] == true && it["stripe"] != "white");
    let interned = interned.map(|unit| word(unit, "name")).collect::<BTreeSet<_>>();
    let want = [
        "Lorraine",
        "Suffren",
        "Duguay-Trouin",
        "Duquesne",
        "Tourville",
        "E. Bertin",
        "Jeanne d'Arc",
        "Aigle",
    ];
    checks.that(interned == BTreeSet::from(want), format!("interned: {interned:?}"));
    let vichy = |unit: &&Value| {
        unit["grey_square"] == true && unit["switches"] != json!([{"turn": 5, "to": "Vichy"}])
    };
    checks.that(!units.iter().any(|unit| vichy(&unit)), "a grey square without a switch on turn 5");
    checks.done();
}

/// Ships and air units of a side at the start of a scenario.
fn begin(number: usize, side: Camp) -> (usize, usize) {
    let (scenario, counters) = (&game(number).scenario, &game(number).pieces.counters.0);
    let mine =
        |unit: &&Counter| unit.entry <= scenario.first_turn && scenario.side_of(unit.nation) == Some(side);
    let air = |unit: &&Counter| unit.class == Class::Lba;
    let total = counters.iter().filter(mine).count();
    let flying = counters.iter().filter(mine).filter(air).count();
    (total - flying, flying)
}

#[test]
fn orders_of_battle_are_those_of_the_tables() {
    let mut checks = Checks::default();
    let tables = [
        ((180, 10), (41, 3)),
        ((226, 15), (110, 9)),
        ((227, 20), (163, 23)),
        ((324, 34), (273, 33)),
        ((378, 47), (234, 37)),
        ((442, 56), (196, 36)),
        ((479, 67), (158, 42)),
    ];
    for (number, (allied, axis)) in (1..).zip(tables) {
        for (side, want) in [(Camp::ALLIES, allied), (Camp::AXIS, axis)] {
            let got = begin(number, side);
            checks
                .that(got == want, format!("scenario {number}: the {side} begin with {got:?}, not {want:?}"));
        }
    }
    checks.done();
}

#[test]
fn the_lost_are_absent_at_a_stand_alone_start() {
    let colours = ["red", "white", "yellow", "brown", "green", "purple"];
    let mut checks = Checks::default();
    for unit in all() {
        let id = word(&unit, "id");
        let Some(at) = colours.iter().position(|colour| unit["stripe"] == *colour) else { continue };
        // Red is lost before scenario 2, white before scenario 3, and so on.
        for number in at + 2..=7 {
            let there = game(number).pieces.counters.0.iter().any(|counter| counter.id == id);
            checks.that(!there, format!("{id} ({}) is still there in scenario {number}", colours[at]));
        }
    }
    for (at, colour) in colours.iter().enumerate() {
        let striped = all()
            .iter()
            .filter(|unit| unit["stripe"] == *colour)
            .any(|unit| game(at + 1).pieces.counters.0.iter().any(|counter| counter.id == word(unit, "id")));
        checks.that(striped, format!("no {colour} ship sails in scenario {}", at + 1));
    }
    checks.done();
}

#[test]
fn scenario_1_has_the_balance_of_the_text() {
    let mut checks = Checks::default();
    let counters = &game(1).pieces.counters.0;
    let ships = counters.iter().filter(|unit| unit.class.is_ship()).collect::<Vec<_>>();
    for turn in 1..=3 {
        let mut count = BTreeMap::new();
        for unit in ships.iter().filter(|unit| unit.entry <= turn) {
            *count.entry(unit.nation).or_insert(0_u32) += 1;
        }
        let (allied, german) = (count[&Nation::Uk] + count[&Nation::France], count[&Nation::Germany]);
        checks
            .that((35..=45).contains(&(allied * 10 / german)), format!("turn {turn}: {allied} to {german}"));
    }
    for nation in [Nation::Uk, Nation::France] {
        let all = ships.iter().filter(|unit| unit.nation == nation);
        let short = all.clone().filter(|unit| unit.range <= 4).count() * 100 / all.count();
        checks.that((87..=97).contains(&short), format!("{nation}: {short} in a hundred are short-legged"));
    }
    for unit in ships.iter().filter(|unit| unit.nation == Nation::Germany) {
        let raider = matches!(unit.class, Class::Ca | Class::Cx);
        checks.that((unit.range >= 5) == raider, format!("{} has range {}", unit.name, unit.range));
        checks.that(unit.air() == 0, format!("{} carries aircraft", unit.name));
    }
    checks.done();
}

#[test]
fn the_box_holds_all_pieces() {
    let mut checks = Checks::default();
    let (ships, air) = (rows("units", "units"), rows("lba", "lba"));
    checks.that(
        ships.len() == 1148 && air.len() == 130,
        format!("{} ships, {} air units", ships.len(), air.len()),
    );
    checks.that(ships.len() + air.len() + 70 <= 1400, "more pieces than the box holds");
    let special = ships.iter().filter(|unit| !unit["special"].is_null()).count();
    checks.that(special * 2 > ships.len(), "fewer than half of the ships have a special");
    checks.done();
}

#[test]
fn aa_dice_fit_the_printed_cases() {
    let mut checks = Checks::default();
    for (id, dice) in [("jp-bb-nagato", 5), ("us-cv-bon-homme-richard", 4)] {
        let unit = counter(id).unwrap();
        checks.that(unit.aa == dice && unit.survivability / 2 == dice, format!("{id}: {} dice", unit.aa));
    }
    for unit in &game(1).pieces.counters.0 {
        let want = match unit.class {
            Class::Bb => 5,
            Class::Bc | Class::Cv => 4,
            Class::Ca | Class::Ac => 3,
            Class::Dd => 2,
            Class::Cx | Class::Av | Class::Ml | Class::Ms => 1,
            Class::Ss | Class::Ssav | Class::Lba => 0,
        };
        checks.that(unit.aa == want, format!("{}: {} dice", unit.name, unit.aa));
    }
    checks.done();
}
