//! One battle, many times over: what is counted adds up, the same seed counts the same, and errors say what to mend.

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
