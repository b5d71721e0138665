//! `sealord compose` from outside: whose questions are on the page, and what it refuses.

use serde_json::Value;

use super::support::Desk;

/// What the script of a page knows.
#[track_caller]
fn data(desk: &Desk, name: &str) -> Value {
    let html = String::from_utf8(desk.read(name)).expect("UTF-8");
    crate::compose::data(&html)
}

#[test]
fn a_player_of_a_shared_side_is_asked_about_his_own_units() {
    let desk = Desk::new();
    let team = ["--player", "allies:anna=UK", "--player", "allies:bert=France"];
    desk.begin("m", &[&["--scenario", "raider-warfare"], &team[..]].concat());
    desk.exchange("m", 0);
    desk.exchange("m", 0);
    let packet = "m/packets/003-allies.json";
    desk.ok(&["compose", packet, "-o", "whole.html"]);
    desk.ok(&["compose", packet, "--player", "bert", "-o", "bert.html", "--mail", "anna@players.example"]);
    let units = |name: &str| {
        let data = data(&desk, name);
        let subjects = data["questions"][0]["subjects"].as_array().unwrap().clone();
        subjects.iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let [whole, bert] = ["whole.html", "bert.html"].map(units);
    assert!(whole.iter().any(|id| id.starts_with("uk-")) && whole.len() > bert.len());
    assert!(!bert.is_empty() && bert.iter().all(|id| id.starts_with("fr-")), "{bert:?}");
    let part = data(&desk, "bert.html");
    assert_eq!(
        (&part["leads"], &part["player"], &part["mail"]),
        (&false.into(), &"bert".into(), &"anna@players.example".into())
    );
    assert_eq!(data(&desk, "whole.html")["leads"], true);
}

#[test]
fn a_page_replaces_nothing_and_takes_one_address() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    let packet = "m/packets/001-axis.json";
    desk.ok(&["compose", packet, "-o", "page.html"]);
    let again = desk.expect(3, &["compose", packet, "-o", "page.html"]);
    assert!(again.err.contains("an existing file is not overwritten"), "{}", again.err);
    for address in ["Anna <anna@players.example>", "anna", "a@b?subject=x", "a@b@c"] {
        let ran = desk.expect(2, &["compose", packet, "--mail", address]);
        assert!(ran.err.contains("write one address alone"), "{}", ran.err);
    }
    assert!(desk.ok(&["compose", "m", "--side", "axis"]).contains("id=\"compose\""));
}
