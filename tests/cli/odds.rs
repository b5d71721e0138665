//! One battle, many times over: what is counted adds up, the same seed counts the same, and errors say what
//! to mend.

use serde_json::{Value, json};

use super::support::{ADMIRALS_WAR, Desk};

const FIGHT: &str = "
system: admirals-war
at: central-pacific
flag: allies
axis:
  units: [jp-akagi, jp-kongo]
  doctrine: {action: air, retreat: stay}
allies:
  units: [us-enterprise, {id: us-astoria, damage: 1}]
  doctrine: {action: air, retreat: stay}
";

fn tally(desk: &Desk, file: &str, seed: &str) -> Value {
    desk.json(0, &["odds", file, "--battles", "400", "--seed", seed, "--json"])["tally"].take()
}

fn sum(of: &Value) -> u64 {
    of.as_object().expect("a table").values().map(|value| value.as_u64().expect("a count")).sum()
}

/// Every battle is counted once under each heading, and the units lost are those that the battles lost.
#[test]
fn what_is_counted_adds_up() {
    let desk = Desk::new();
    let found = tally(&desk, desk.write("fight.yaml", FIGHT), "1");
    assert_eq!(found["battles"], 400);
    assert!(found["rounds"].as_u64() >= Some(400), "{found:#}");
    assert!(found["axis"].as_u64().unwrap() + found["allies"].as_u64().unwrap() <= 400);
    for side in ["axis", "allies"] {
        let lost = &found[format!("{side}_lost")];
        assert_eq!(sum(lost), 400, "{side}");
        let units =
            |(number, battles): (&String, &Value)| number.parse::<u64>().unwrap() * battles.as_u64().unwrap();
        let by_battle: u64 = lost.as_object().unwrap().iter().map(units).sum();
        let by_unit = found["units"][side].as_object().unwrap().values();
        let by_unit: u64 = by_unit.map(|unit| unit["lost"].as_u64().unwrap()).sum();
        assert!(by_unit > 0, "{side} never loses anything");
        assert_eq!(by_battle, by_unit, "{side}");
    }
}

#[test]
fn the_same_seed_gives_the_same_counts_and_another_others() {
    let desk = Desk::new();
    let file = desk.write("fight.yaml", FIGHT);
    let first = tally(&desk, file, "1");
    assert_eq!(first, tally(&desk, file, "1"));
    assert_ne!(first, tally(&desk, file, "2"));
}

/// Three blocks of battles, the last not full: who fights which is nobody's business.
#[test]
fn however_many_cores_fight_the_counts_are_the_same() {
    let desk = Desk::new();
    let file = desk.write("fight.yaml", FIGHT);
    let fought = |battles: &str, threads: &str| {
        desk.json(0, &["odds", file, "--battles", battles, "--threads", threads, "--json"])["tally"].take()
    };
    let alone = fought("1234", "1");
    assert_eq!(alone["battles"], 1234);
    assert!(alone["rounds"].as_u64() > fought("1000", "1")["rounds"].as_u64());
    for threads in ["2", "3", "50"] {
        assert_eq!(fought("1234", threads), alone, "{threads}");
    }
    // The second block is no second look at the first.
    let (one, two) = (fought("500", "1"), fought("1000", "1"));
    assert_ne!(two["rounds"].as_u64(), one["rounds"].as_u64().map(|rounds| 2 * rounds));
}

#[test]
fn what_cannot_be_fought_is_told() {
    let desk = Desk::new();
    let slips = [
        ("jp-akagi", "jp-akaki", "there is no unit `jp-akaki` in the scenario"),
        ("central-pacific", "midocean", "midocean"),
        ("admirals-war", "admiral-war", "admiral-war"),
        ("action: air", "action: fly", "fly"),
        ("axis:", "axs:", "`axs` is not a side in Admirals' War"),
    ];
    for (right, wrong, told) in slips {
        let file = desk.write("slip.yaml", FIGHT.replacen(right, wrong, 1));
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_sealord"))
            .args(["odds", file, "--battles", "5"])
            .current_dir(desk.path("."))
            .env_remove("SEALORD_GAMES")
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(matches!(output.status.code(), Some(1..=3)), "{wrong}: {}", output.status);
        assert!(error.contains(told) && error.contains("help: "), "{wrong}: {error}");
    }
}

/// Two of three factions fight; the third is neither asked nor counted, and `first` says who fires first.
#[test]
fn two_of_three_factions_fight() {
    const FIGHT: &str = "
system: schiffskrieg
scenario: '46'
at: western-pacific
first: western
axis:
  units: [akagi, {id: haruna, damage: 1}]
western:
  units: [enterprise, astoria]
";
    let desk = Desk::new();
    let found = tally(&desk, desk.write("fight.yaml", FIGHT), "1");
    assert!(found["soviet"].is_null() && found["units"]["soviet"].is_null(), "{found:#}");
    assert!(found["axis"].as_u64().unwrap() + found["western"].as_u64().unwrap() <= 400);
    assert_eq!(sum(&found["axis_lost"]), 400);
    let other = FIGHT.replace("first: western", "first: axis");
    assert_ne!(tally(&desk, desk.write("fight.yaml", other), "1"), found, "who fires first is the same");
    let slips = [
        ("first: western", "first: soviet", "`first` names the Soviet faction"),
        ("western-pacific", "north-sea", "`north-sea` is not a naval zone of the scenario"),
        ("western-pacific", "westen-pacific", "zone of the scenario; did you mean `western-pacific`?"),
        ("akagi,", "enterprise,", "enterprise is not of the Axis"),
        ("damage: 1", "damage: 2", "haruna has no such side"),
        ("[enterprise, astoria]", "[]", "no unit of the Western faction is there"),
    ];
    for (right, wrong, told) in slips {
        let ran = desk.expect(1, &["odds", desk.write("slip.yaml", FIGHT.replacen(right, wrong, 1))]);
        assert!(ran.err.contains(told), "{wrong}: {}", ran.err);
    }
}

/// Both task forces come from what a packet shows of a place, which a player may call by its key or its name.
#[test]
fn a_battle_is_taken_from_a_packet() {
    let desk = Desk::of(&ADMIRALS_WAR);
    desk.begin("m", &[]);
    let mut packet: Value = serde_json::from_slice(&desk.read("m/packets/001-axis.json")).unwrap();
    let unit = |id: &str| json!({"id": id, "name": id, "navy": "a navy", "class": "CV", "line": "0-2-6-4"});
    let zones = packet["view"]["zones"].as_array_mut().unwrap();
    let zone = zones.iter_mut().find(|zone| zone["key"] == "central-pacific").unwrap();
    (zone["own"], zone["enemy_known"]) = (json!([unit("jp-akagi")]), json!([unit("us-enterprise")]));
    let (key, name) = (zone["key"].clone(), zone["name"].clone());
    desk.write("packet.json", packet.to_string());
    for place in [&key, &name] {
        let place = place.as_str().unwrap();
        let odds = ["odds", "--packet", "packet.json", "--at", place, "--battles", "20"];
        let units = &desk.json(0, &odds)["tally"]["units"];
        assert!(
            units["axis"]["jp-akagi"].is_object() && units["allies"]["us-enterprise"].is_object(),
            "{units}"
        );
    }
    let odds = ["odds", "--packet", "packet.json", "--at", "nowhere", "--battles", "20"];
    assert!(desk.expect(1, &odds).err.contains("the packet shows no place `nowhere`"));
    packet["view"]["zones"][0]["name"] = json!(7);
    desk.write("packet.json", packet.to_string());
    let refused = desk.expect(1, &odds).err;
    assert!(refused.contains("the packet was damaged: item 1 of `zones`: invalid type"), "{refused}");
}

/// Fleets fight by battle plans: every battle is counted once, a plan changes what comes of it, and each of
/// many aircraft is a row of its own.
#[test]
fn battles_are_fought_by_plans() {
    const FIGHT: &str = "
system: war-at-sea
scenario: pacific-1942
at: sector-13
flag: usn
ijn:
  units: [akagi, {id: nagato, damage: 1}, {id: a6m2-zeke, number: 2}]
  plan: bold
usn:
  units: [uss-enterprise-cv-6, {id: sbd-dauntless, number: 3}]
";
    let desk = Desk::new();
    let found = tally(&desk, desk.write("fight.yaml", FIGHT), "1");
    assert_eq!(found["battles"], 400);
    assert!(found["ijn"].as_u64().unwrap() + found["usn"].as_u64().unwrap() <= 400);
    for (side, rows) in [("ijn", 4), ("usn", 4)] {
        assert_eq!(sum(&found[format!("{side}_lost")]), 400, "{side}");
        assert_eq!(found["units"][side].as_object().unwrap().len(), rows, "{found:#}");
    }
    assert_eq!(tally(&desk, desk.write("fight.yaml", FIGHT), "1"), found);
    let cautious = FIGHT.replace("plan: bold", "plan: cautious");
    assert_ne!(tally(&desk, desk.write("fight.yaml", cautious), "1"), found, "the plan does not matter");
    let slips = [
        ("akagi", "akagy", "there is no card `akagy`; did you mean akagi?"),
        ("plan: bold", "plan: blod", "`blod` is not a battle plan; write built-in, bold"),
        ("plan: bold", "doctrine: {}", "write `plan:` for `doctrine:`"),
        ("number: 2", "number: 0", "is at least 1"),
        ("number: 2", "number: 300", "bring more than 200 units"),
        ("damage: 1", "damage: 9", "can have lost 4 hull points at most"),
        ("sector-13", "sector-99", "`sector-99` is not a sector of the map"),
        ("[akagi,", "[tokyo-bay,", "there is no card `tokyo-bay`"),
        ("usn:\n  units", "ijn2:\n  units", "`ijn2` is not a side"),
    ];
    for (right, wrong, told) in slips {
        let ran = desk.expect(1, &["odds", desk.write("slip.yaml", FIGHT.replacen(right, wrong, 1))]);
        assert!(ran.err.contains(told), "{wrong}: {}", ran.err);
    }
    // There is one of each ship elsewhere, and doctrine for plans.
    let number = self::FIGHT.replace("{id: us-astoria, damage: 1}", "{id: us-astoria, number: 2}");
    let ran = desk.expect(1, &["odds", desk.write("slip.yaml", number)]);
    assert!(ran.err.contains("leave `number` out"), "{}", ran.err);
    let plan = self::FIGHT.replacen("doctrine: {action: air, retreat: stay}", "plan: bold", 1);
    let ran = desk.expect(1, &["odds", desk.write("slip.yaml", plan)]);
    assert!(ran.err.contains("write `doctrine:` for `plan:`"), "{}", ran.err);
}

/// Sides without aircraft and without doctrine fight with guns; units go by id or by name, and the result
/// says what they are called, who wins and for how many points.
#[test]
fn ships_without_orders_fight_and_are_called_by_their_names() {
    const GUNS: &str = "
system: admirals-war
at: central-pacific
axis: {units: [Kongo, jp-nachi]}
allies: {units: [us-astoria]}
";
    let desk = Desk::new();
    let found = tally(&desk, desk.write("guns.yaml", GUNS), "1");
    assert!(found["attacks"].as_u64() > Some(400), "nobody fires: {found:#}");
    assert!(found["units"]["allies"]["us-astoria"]["lost"].as_u64() > Some(200), "{found:#}");
    assert!(found["axis"].as_u64() > found["allies"].as_u64(), "{found:#}");
    assert!(found["axis_points"].as_i64() > Some(0), "the area is worth something: {found:#}");
    assert_eq!(found["names"]["axis"]["jp-kongo"], "Kongo", "{found:#}");
    let said = desk.expect(0, &["odds", "guns.yaml", "--battles", "400"]).out;
    for words in
        ["The Axis win most battles.", "points on average", "  Kongo ", "  Nachi ", "won by the Axis"]
    {
        assert!(said.contains(words), "`{words}` is not in\n{said}");
    }
    let twice = desk.write("twice.yaml", GUNS.replace("jp-nachi", "jp-kongo"));
    assert!(desk.expect(1, &["odds", twice]).err.contains("Kongo is named twice"));
}

/// Most scenarios have no Soviet-Japanese peace, and a zone goes by its name as well.
#[test]
fn a_zone_goes_by_number_or_name() {
    let fight = |at: &str| {
        let fleets = "axis: {units: [Scharnhorst]}\nallies: {units: [uk-bc-hood]}";
        format!("system: seas-of-thunder\nat: {at}\n{fleets}\n")
    };
    let desk = Desk::new();
    let by_number = tally(&desk, desk.write("seven.yaml", fight("9")), "1");
    assert_eq!(by_number, tally(&desk, desk.write("sea.yaml", fight("North Sea")), "1"));
    assert_eq!(by_number["names"]["axis"]["de-bb-scharnhorst"], "Scharnhorst", "{by_number:#}");
}
