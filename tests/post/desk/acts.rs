//! What an umpire does by mail: looking, time, the match, duty. And that nobody else can.

use crate::desk::club::{Club, OFFICE, Sent, keys, one, words};

const SPRING: &str = "[sealord spring/umpire] Seas of Thunder";

#[test]
fn status_and_digest_show_every_match() {
    let mut club = Club::new(OFFICE);
    club.uma("hello", "status");
    let sent = club.fetch();
    let status = one(&sent, ".desk.");
    assert_eq!(status.to, "uma@club.example");
    insta::assert_snapshot!(bare(&status.text, &club));
    club.uma(SPRING, "status");
    let sent = club.fetch();
    let status = one(&sent, ".desk.");
    assert!(status.text.contains("spring:") && !status.text.contains("autumn:"), "{}", status.text);
    club.uma("digest", "");
    let sent = club.fetch();
    let digest = one(&sent, ".desk.");
    let page = String::from_utf8(digest.files[0].1.clone()).unwrap();
    assert!(page.contains("<h2 id=\"spring\">") && page.contains("default-src 'none'"), "{page}");
    for foreign in ["<script", "http:", "https:", "src="] {
        assert!(!page.contains(foreign), "{foreign}: {page}");
    }
}

#[test]
fn nobody_acts_without_the_code_word_of_the_desk() {
    let mut club = Club::new(OFFICE);
    let journals = (club.journal("spring"), club.journal("autumn"));
    let anna = club.code("spring", "axis");
    for act in [
        "close",
        "pause",
        "undo 1",
        "extend axis 48h",
        "substitute axis Eve eve@evil.example",
        "say all",
        "declare turn 1\nWhy not.",
        "status",
        "off duty",
    ] {
        // Nobody's code word, a player's, or that of another umpire.
        for code in [String::new(), anna.clone(), format!("code: {}", club.desk_code("Mike"))] {
            club.write("uma@club.example", SPRING, &format!("{act}\n\n{code}"));
        }
        // And a player with the right one, from his own address.
        let code = club.desk_code("Uma");
        club.write("anna@example.org", SPRING, &format!("{act}\n\ncode: {code}"));
    }
    let sent = club.fetch();
    let refused = sent.iter().filter(|mail| mail.to == "uma@club.example").collect::<Vec<_>>();
    assert_eq!(refused.len(), 10, "capped: {:?}", keys(&sent));
    insta::assert_snapshot!(refused[0].text);
    assert!(refused.iter().all(|mail| !mail.text.contains(&club.desk_code("Uma"))));
    let others = sent.iter().filter(|mail| mail.to != "uma@club.example").map(|mail| mail.to.as_str());
    assert!(others.into_iter().all(|to| to == "anna@example.org"), "{:?}", keys(&sent));
    assert_eq!((club.journal("spring"), club.journal("autumn")), journals);
    club.uma(SPRING, "status");
    assert_eq!(one(&club.fetch(), ".desk.").to, "uma@club.example", "the right one is still taken");
}

#[test]
fn time_is_given_and_stopped_in_matches_of_both_kinds() {
    for word in ["spring", "autumn"] {
        let mut club = Club::new(OFFICE);
        let subject = format!("Re: [sealord {word}/umpire] Seas of Thunder");
        club.uma(&subject, "extend axis 2d\nAnna is moving house.");
        let sent = club.fetch_at("2026-12-01T12:00:00Z");
        let answer = one(&sent, ".desk.");
        assert!(
            words(&answer.text).contains(&format!("{word} has more time. The deadline is")),
            "{}",
            answer.text
        );
        let told = one(&sent, &format!("{word}.allies.1.deadline"));
        assert!(words(&told.text).contains("(Anna is moving house.)"), "{}", told.text);
        one(&sent, &format!("{word}.axis.1.deadline"));
        club.uma(&subject, "pause\nChristmas");
        let sent = club.fetch_at("2026-12-02T12:00:00Z");
        assert!(one(&sent, &format!("{word}.axis.1.deadline")).text.contains(&format!("{word} is paused")));
        let paused = club.fetch_at("2026-12-30T12:00:00Z");
        let of_it = |mail: &Sent| mail.key.starts_with(word);
        assert!(!paused.iter().any(of_it), "no time passes while it is paused: {:?}", keys(&paused));
        club.uma(&subject, "go on");
        let sent = club.fetch_at("2026-12-30T13:00:00Z");
        let told = one(&sent, &format!("{word}.axis.1.deadline"));
        assert!(words(&told.text).contains("the match was paused (Christmas)"), "{}", told.text);
        assert!(words(&one(&sent, ".desk.").text).contains(&format!("{word} goes on. The deadline is")));
        club.sealord(&["audit", word]);
    }
}

#[test]
fn closing_is_told_to_all_and_a_second_delivery_closes_nothing() {
    let mut club = Club::new(OFFICE);
    let code = club.desk_code("Uma");
    let text = format!("close\nBert is at sea.\n\ncode: {code}");
    club.write_as("uma@club.example", SPRING, &text, "close@club.example", "");
    let sent = club.fetch();
    assert!(words(&one(&sent, ".desk.").text).contains("exchange 1 of spring is closed"));
    for party in ["axis", "allies"] {
        one(&sent, &format!("spring.{party}.2.report"));
        let told = one(&sent, &format!("spring.{party}.1.words"));
        assert!(words(&told.text).contains("the umpire has closed exchange 1 (Uma)."), "{}", told.text);
    }
    insta::assert_snapshot!(one(&sent, "spring.axis.1.words").text);
    // The same letter, with a line that a server added on the way.
    club.write_as("uma@club.example", SPRING, &text, "close@club.example", "Received: from somewhere\r\n");
    assert!(club.fetch().is_empty());
    let status: serde_json::Value =
        serde_json::from_str(&club.sealord(&["--json", "status", "spring"])).unwrap();
    assert_eq!(status["exchange"], 2);
    club.sealord(&["audit", "spring"]);
}

#[test]
fn an_undo_is_confirmed_by_a_second_mail() {
    let mut club = Club::new(OFFICE);
    club.uma(SPRING, "close");
    club.fetch();
    club.uma(SPRING, "undo 1\nA misread chart.");
    let sent = club.fetch();
    assert_eq!(sent.len(), 1, "{:?}", keys(&sent));
    let asked = &sent[0].text;
    let line = asked.lines().map(str::trim).find(|line| line.starts_with("undo 1 ")).unwrap().to_owned();
    insta::assert_snapshot!(bare(asked, &club).replace(&line, "undo 1 TOKEN"));
    club.uma(SPRING, "undo 1 00000000\nA misread chart.");
    assert!(words(&club.fetch()[0].text).contains("Nothing is undone yet"));
    club.uma(SPRING, &format!("{line}\nA misread chart."));
    let sent = club.fetch();
    assert!(
        words(&one(&sent, ".desk.").text).contains("is taken back to exchange 1, which is now exchange 3")
    );
    assert!(words(&one(&sent, "spring.axis.3.report").text).contains("A misread chart."));
    club.sealord(&["audit", "spring"]);
    // The token holds for nothing that came later.
    club.uma(SPRING, "close");
    club.fetch();
    club.uma(SPRING, &format!("{}\nOnce more.", line.replace("undo 1", "undo 3")));
    assert!(words(&club.fetch()[0].text).contains("Something has come in since"));
}

#[test]
fn a_substitute_is_seated_and_an_umpire_answers_for_a_side() {
    let mut club = Club::new(OFFICE);
    let old = club.code("spring", "axis");
    club.uma(SPRING, "substitute axis Carl Smith <carl@players.example>");
    let sent = club.fetch();
    insta::assert_snapshot!(bare(&one(&sent, ".desk.").text, &club));
    let told = one(&sent, "spring.axis.1.words");
    assert_eq!(told.to, "anna@example.org", "whoever leaves hears of it");
    // The name of the umpire who acted does not read as that of the new player.
    assert!(
        words(&told.text).contains("has given the Axis to another player; Uma did this."),
        "{}",
        told.text
    );
    let sent = club.fetch();
    let handover = one(&sent, "spring.axis.1.handover");
    assert_eq!(handover.to, "carl@players.example");
    assert!(!handover.text.contains(&old));
    club.write("anna@example.org", "[sealord spring/axis]", &format!("withdraw\n\n{old}"));
    assert!(words(&one(&club.fetch(), ".unknown.").text).contains("could not be matched"));
    // Uma sends orders for the Axis.
    let form = std::fs::read_to_string(club.path("spring/forms/001-axis.yaml")).unwrap();
    club.uma(SPRING, &format!("answer axis\n{form}"));
    let sent = club.fetch();
    insta::assert_snapshot!(bare(&one(&sent, ".desk.").text, &club));
    assert!(words(&one(&sent, "spring.allies.1.words").text).contains("has answered for the Axis"));
    // It counts as what it is, for the audit and for all sides.
    let audit: serde_json::Value =
        serde_json::from_str(&club.sealord(&["--json", "audit", "spring"])).unwrap();
    assert!(audit.to_string().contains("\"by_umpire\":1"), "{audit}");
    let code = club.desk_code("Uma");
    club.write("uma@club.example", SPRING, &format!("close\n\ncode: {code}"));
    let sent = club.fetch();
    for party in ["axis", "allies"] {
        let packet = &one(&sent, &format!("spring.{party}.2.report")).files;
        let (_, packet) = packet.iter().find(|(name, _)| name.ends_with(".json")).unwrap();
        let packet: serde_json::Value = serde_json::from_slice(packet).unwrap();
        assert_eq!(packet["by_umpire"], serde_json::json!([{"exchange": 1, "side": "axis"}]));
    }
    let audit: serde_json::Value =
        serde_json::from_str(&club.sealord(&["--json", "audit", "spring"])).unwrap();
    assert!(audit.to_string().contains("\"by_umpire\":1"), "{audit}");
    // The settings have the last word.
    let settings = std::fs::read_to_string(club.path("office.yaml")).unwrap();
    std::fs::write(club.path("office.yaml"), settings.replacen("anna@example.org", "anne@example.org", 1))
        .unwrap();
    assert_eq!(one(&club.fetch(), "spring.axis.2.handover").to, "anne@example.org");
}

/// An entry of the clock says no more than that an umpire moved it: who of several did stands beside it, and
/// no side gets a second mail.
#[test]
fn the_journal_says_which_umpire_moved_the_clock() {
    let mut club = Club::new(OFFICE);
    for (command, act) in [
        ("extend axis 24", "given more time (Uma)"),
        ("pause", "stopped the clock (Uma)"),
        ("go on", "let the clock go on (Uma)"),
    ] {
        club.uma(SPRING, command);
        let sent = club.fetch();
        assert!(sent.iter().all(|mail| !mail.text.contains("(Uma)")), "{command}: {:?}", keys(&sent));
        let journal = std::fs::read_to_string(club.path("spring/journal.jsonl")).unwrap();
        let notes: Vec<&str> = journal.lines().filter(|line| line.contains(act)).collect();
        assert_eq!(notes.len(), 1, "{command}: {act}");
    }
    club.sealord(&["audit", "spring"]);
}

/// Whoever reads the mail of one side of a match should not read that of its enemy.
#[test]
fn the_doctor_sees_one_address_on_both_sides() {
    let club = Club::new(&OFFICE.replacen("bert@example.org", "anna@example.org", 1));
    let output = club.run(&["doctor", "."]);
    let told = String::from_utf8_lossy(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(!output.status.success(), "{told}");
    assert!(
        told.contains("WRONG players of") && told.contains("played from one address, anna@example.org"),
        "{told}"
    );
    let good = Club::new(OFFICE).run(&["doctor", "."]);
    assert!(!String::from_utf8_lossy(&good.stdout).contains("from one address"));
}

#[test]
fn whoever_is_on_duty_gets_the_mail() {
    let mut club = Club::new(OFFICE);
    club.uma("duty", "off duty until 2026-12-24");
    insta::assert_snapshot!(bare(&one(&club.fetch(), ".desk.").text, &club));
    let code = club.code("spring", "axis");
    club.write("anna@example.org", "[sealord spring/axis]", &format!("resign yes\n{code}"));
    assert_eq!(one(&club.fetch(), ".notice.").to, "mike@club.example");
    let code = club.code("autumn", "axis");
    club.write("bert@example.org", "[sealord autumn/axis]", &format!("resign yes\n{code}"));
    assert_eq!(one(&club.fetch_at("2026-12-24T00:00:01Z"), ".notice.resigned").to, "uma@club.example");
}

#[test]
fn a_digest_comes_once_a_day() {
    let office = OFFICE.replace("mail:\n", "digest: {at: \"08:00\", zone: Europe/Berlin}\nmail:\n");
    let mut club = Club::new(&office);
    let key = |day: &str| format!("office.umpire.0.digest.2026-12-{day}");
    assert!(club.fetch_at("2026-12-01T06:59:00Z").is_empty());
    assert_eq!(keys(&club.fetch_at("2026-12-01T07:00:00Z")), [key("01")]);
    assert!(club.fetch_at("2026-12-01T20:00:00Z").is_empty());
    let sent = club.fetch_at("2026-12-08T09:00:00Z");
    let digest = one(&sent, "digest");
    insta::assert_snapshot!(bare(&digest.text, &club));
    insta::assert_snapshot!("digest_page", String::from_utf8(digest.files[0].1.clone()).unwrap());
}

#[test]
fn the_program_shows_an_office() {
    let mut club = Club::new(OFFICE);
    insta::assert_snapshot!(club.sealord(&["status", "."]));
    let json: serde_json::Value = serde_json::from_str(&club.sealord(&["--json", "status", "."])).unwrap();
    assert_eq!(json["matches"][0]["sides"][0]["side"], "axis");
    assert!(club.sealord(&["status", ".", "--html"]).contains("<h2 id=\"autumn\">"));
    let refused = club.run(&["status", "spring", "--html"]);
    assert!(!refused.status.success());
    assert!(club.fetch().is_empty());
}

/// A text without code words, which differ from office to office.
fn bare(text: &str, club: &Club) -> String {
    text.replace(&club.desk_code("Uma"), "CODE-WORD")
}
