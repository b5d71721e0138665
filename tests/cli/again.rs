//! Matches that `sealord replay-under` plays again.

use super::support::Desk;

/// Closes exchanges until the match is over.
fn play_to_the_end(desk: &Desk) {
    while desk.run(&["resolve", "m", "--close"]).code == 0 {}
}

#[test]
fn a_match_in_which_the_umpire_took_something_back_comes_to_the_same_if_its_audit_does() {
    let desk = Desk::new();
    let new =
        ["new", "m", "--system", "admirals-war", "--scenario", "midway", "--missing", "staff", "--seed", "7"];
    desk.ok(&new);
    desk.ok(&["resolve", "m", "--close"]);
    desk.ok(&["undo", "m", "--to", "1", "--reason", "a slip"]);
    play_to_the_end(&desk);
    assert!(desk.ok(&["replay-under", "6", "m"]).contains("the same in every event"));
    // Under rules that change something nobody can say how the umpire would have gone on.
    let other = desk.expect(1, &["replay-under", "1", "m"]);
    assert!(other.err.contains("overrides the position or takes it back"), "{}", other.err);
}

#[test]
fn what_the_umpire_took_back_is_the_same_under_an_edition_that_changes_nothing_in_the_match() {
    let desk = Desk::new();
    let system = ["--system", "seas-of-thunder", "--scenario", "raider-warfare", "--edition", "3"];
    desk.ok(&[&["new", "m"][..], &system, &["--missing", "staff", "--seed", "7"]].concat());
    desk.ok(&["resolve", "m", "--close"]);
    desk.ok(&["undo", "m", "--to", "1", "--reason", "a slip"]);
    play_to_the_end(&desk);
    let same = desk.ok(&["replay-under", "4", "m"]);
    assert!(same.contains("edition 3 under edition 4") && same.contains("the same in every event"), "{same}");
}
