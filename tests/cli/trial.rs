//! A resolution is tried: what would come is shown, no die falls, and nothing is written.

use sealord::rules::two_sided::party::AXIS;

use super::support::{Desk, SALT, answers, hashes};

#[test]
fn a_trial_shows_who_is_missing_and_what_comes_and_changes_nothing() {
    let desk = Desk::new();
    desk.begin("m", &["--missing", "umpire"]);
    let tried = |more: &[&str]| {
        let before = hashes(&desk.path("m"));
        let said = desk.json(0, &[&["resolve", "m", "--trial"], more].concat());
        assert_eq!(hashes(&desk.path("m")), before, "a trial writes nothing");
        said
    };
    let nobody = tried(&[]);
    let asked = nobody["trial"]["missing"].as_array().unwrap().len();
    assert!(asked > 0 && nobody["waits_for"].is_string(), "{nobody}");
    assert_eq!(nobody["trial"]["next"], "unknown", "the umpire must answer first: {nobody}");
    let packet = desk.packet("m", AXIS);
    desk.write("orders.yaml", answers(&packet, 40, 1));
    desk.ok(&["receive", "m", "orders.yaml", "--side", "axis", "--salt", SALT]);
    assert_eq!(tried(&[])["trial"]["missing"].as_array().unwrap().len(), asked - 1);
    desk.hand_in("m", 40);
    // Until the end of the match: whatever a trial promises comes true.
    let (mut foreseen, mut dice) = (0, 0);
    for _ in 0..20 {
        let said = tried(&[]);
        assert!(said["waits_for"].is_null() && said["trial"]["missing"].as_array().unwrap().is_empty());
        let text = desk.ok(&["resolve", "m", "--trial"]);
        assert!(text.contains("no die is rolled") && text.contains("it can be resolved now"), "{text}");
        let resolved = desk.json(0, &["resolve", "m"]);
        if resolved["over"] == true {
            break;
        }
        match &said["trial"]["next"] {
            serde_json::Value::String(word) if word == "dice" => dice += 1,
            next => {
                let promised = next["questions"].as_array().unwrap_or_else(|| panic!("{said}"));
                let of = |side: &str| promised.iter().filter(|it| it[0] == side).count();
                for &party in desk.parties() {
                    let asked = desk.packet("m", party).questions;
                    assert_eq!(of(party.id()) > 0, !asked.is_empty(), "{said}");
                }
                foreseen += 1;
            }
        }
        desk.hand_in("m", 40);
    }
    assert!(foreseen > 0 && dice > 0, "{foreseen} foreseen, {dice} with dice");
    let number = desk.status("m")["exchange"].as_u64().unwrap() + 1;
    desk.expect(1, &["resolve", "m", "--trial", "--exchange", &number.to_string()]);
}

#[test]
fn sealed_files_stay_sealed_in_a_trial() {
    let desk = Desk::new();
    desk.begin("m", &["--trust", "commit-reveal"]);
    for party in desk.parties() {
        let packet = format!("m/packets/001-{}.json", party.id());
        let form = format!("m/forms/001-{}.yaml", party.id());
        let sealed = match desk.packet("m", *party).questions.is_empty() {
            true => desk.json(0, &["seal", "--no-answers", "-p", &packet]),
            false => desk.json(0, &["seal", &form, "-p", &packet]),
        };
        let digest = sealed["commitment"].as_str().unwrap().to_owned();
        desk.ok(&["commit", "m", party.id(), &digest]);
    }
    let said = desk.json(0, &["resolve", "m", "--trial"]);
    assert_eq!(said["trial"]["unopened"].as_array().unwrap().len(), desk.parties().len(), "{said}");
    assert_eq!(said["trial"]["next"], "unknown", "{said}");
}
