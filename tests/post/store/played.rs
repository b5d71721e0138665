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
    // In its folder it goes on as it did.
    office.ok(&["store", "copy", "club", "--to", "folder"]);
    office.ok(&["audit", "club/spring"]);
    assert!(office.club().join("spring/journal.jsonl").exists());
}
