//! Commands on a match that lies in the database: they name the folder that it would have.

use super::Office;

#[test]
fn commands_play_on_in_the_database() {
    let Some(office) = Office::new() else { return };
    let told = office.ok(&["new", "club/spring", "--seed", "4", "--missing", "staff"]);
    assert!(told.contains("match spring begins"), "{told}");
    assert!(!office.club().join("spring").exists(), "nothing of it lies in a folder");
    let fault = office.fails(3, &["new", "club/spring", "--seed", "5"]);
    assert!(fault.contains("there is already a match spring in the database"), "{fault}");
    let packet = office.ok(&["view", "club/spring", "--side", "axis", "--json"]);
    assert!(packet.contains("\"match\": \"spring\""), "{packet}");
    office.ok(&["report", "club/spring", "--side", "allies"]);
    office.ok(&["resolve", "club/spring", "--close"]);
    assert!(office.ok(&["status", "club/spring"]).contains("exchange 2 is open"));
    office.ok(&["audit", "club/spring"]);
    office.ok(&["luck", "club/spring"]);
    let fault = office.fails(3, &["status", "club/summer"]);
    assert!(fault.contains("there is no match summer in the database"), "{fault}");
    // All matches of the office, as a list.
    office.ok(&["new", "club/autumn", "--seed", "6"]);
    let told = office.ok(&["audit", "club"]);
    assert!(told.contains("2 journals: all in order"), "{told}");
    let told = office.ok(&["audit", "club/autumn", "club/spring"]);
    assert!(told.contains("2 journals: all in order"), "{told}");
    let fault = office.fails(3, &["audit", "club/autumn", "club/summer"]);
    assert!(fault.contains("there is no match summer in the database"), "{fault}");
    let edition = office.ok(&["--json", "status", "club/spring"]);
    let edition = serde_json::from_str::<serde_json::Value>(&edition).unwrap()["edition"].to_string();
    let told = office.ok(&["replay-under", &edition, "club"]);
    assert!(told.contains("2 matches: 2 the same, 0 otherwise, 0 not played"), "{told}");
    // In its folder it goes on as it did.
    office.ok(&["store", "copy", "club", "--to", "folder"]);
    office.ok(&["audit", "club/spring"]);
    let settings = office.club().join("office.yaml");
    std::fs::write(&settings, "address: office@club.example\n").unwrap();
    let told = office.ok(&["audit", "club"]);
    assert!(told.contains("2 journals: all in order"), "{told}");
    assert!(office.club().join("spring/journal.jsonl").exists());
}
