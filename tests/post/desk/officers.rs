//! A side that the staff officer plays, in an office: it has no seat and gets no mail, and nobody waits for it.

use crate::desk::club::{Club, OFFICE, keys, one, words};

/// The office with one match by hours, and a template.
fn solo() -> String {
    let matches = OFFICE.find("matches:").unwrap();
    format!(
        "{}templates:\n  weekly:\n    options: [--scenario, raider-warfare, --deadline-hours, \"168\"]\nmatches:\n  - folder: solo\n    players:\n      axis: {{name: Anna, address: anna@example.org}}\n",
        &OFFICE[..matches]
    )
}

#[test]
fn a_player_against_the_staff_officer_waits_for_nobody() {
    let mut club = Club::begun(
        &solo(),
        &[&["new", "solo", "--seed", "6", "--deadline-hours", "168", "--officer", "allies"]],
    );
    assert!(club.path("out/solo.axis.1.report.eml").exists());
    let form = club.sealord(&["form", "solo/packets/001-axis.json"]);
    let form = form.replace("# final: true", "final: true");
    let code = club.code("solo", "axis");
    club.write("anna@example.org", "Re: [sealord solo/axis]", &format!("{code}\n\n{form}"));
    let sent = club.fetch();
    // What the officer alone is asked is closed in the same run, and the player reads of both.
    one(&sent, "solo.axis.2.report");
    let next = one(&sent, "solo.axis.3.report");
    assert!(next.text.contains("The staff officer plays the Allies."), "{}", next.text);
    assert!(sent.iter().all(|mail| mail.to == "anna@example.org"), "{:?}", keys(&sent));
    club.write("anna@example.org", "Re: [sealord solo/axis]", &format!("say allies\n\nHello.\n\n{code}"));
    assert!(words(&club.fetch()[0].text).contains("the staff officer plays the Allies and reads no mail"));
}

#[test]
fn the_umpire_gives_a_seat_to_the_staff_officer_in_the_letter_that_begins_a_match() {
    let mut club = Club::begun(
        &solo(),
        &[&["new", "solo", "--seed", "6", "--deadline-hours", "168", "--officer", "allies"]],
    );
    club.uma("desk", "begin weekly winter officer allies");
    let answer = club.fetch();
    let answer = &one(&answer, ".desk.").text;
    assert!(answer.contains("join winter axis") && !answer.contains("join winter allies"), "{answer}");
    assert!(club.journal("winter").contains("\"officers\":[\"allies\"]"));
    club.write("Eve Young <eve@example.net>", "open", "");
    let open = club.fetch();
    assert!(open[0].text.contains("join winter axis") && !open[0].text.contains("join winter allies"));
    club.uma("desk", "begin weekly spring officer atlantis");
    assert!(words(&club.fetch()[0].text).contains("atlantis"));
}
