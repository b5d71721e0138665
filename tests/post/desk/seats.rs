//! Joining, waiting to step in, looking on, and ending a match by votes of all.

use crate::desk::club::{Club, OFFICE, Sent, keys, one, words};

const EVE: &str = "Eve Young <eve@example.net>";

/// The line that a mail asks to be sent back.
fn line(mail: &Sent, start: &str) -> String {
    let mut lines = mail.text.lines().map(str::trim);
    lines
        .find(|line| line.starts_with(start))
        .unwrap_or_else(|| panic!("no {start} in {}", mail.text))
        .to_owned()
}

fn vacant() -> String {
    let seat = "      allies: {name: Anna, address: anna@example.org}\n";
    assert!(OFFICE.contains(seat));
    OFFICE.replace(seat, "    wants: [allies]\n")
}

#[test]
fn somebody_takes_a_free_seat_and_the_match_begins() {
    let mut club = Club::new(&vacant());
    assert!(
        !club.path("out/autumn.axis.1.report.eml").exists(),
        "nothing is sent before all sides have a player"
    );
    assert!(club.sealord(&["status", "."]).contains("autumn has not begun: the Allies want a player"));
    club.write(EVE, "open", "");
    let sent = club.fetch();
    insta::assert_snapshot!(sent[0].text);
    club.write(EVE, "join autumn allies", "");
    let sent = club.fetch();
    insta::assert_snapshot!(sent[0].text.replace(&line(&sent[0], "join autumn"), "join autumn allies TOKEN"));
    let asked = line(&sent[0], "join autumn allies ");
    // The line holds for the address to which it was sent, and for nobody else.
    club.write("mallory@example.net", &asked, "");
    assert!(words(&club.fetch()[0].text).contains("to show that this address is yours"));
    club.write(EVE, "Re: your mail", &asked);
    let sent = club.fetch();
    insta::assert_snapshot!(one(&sent, ".answer.").text);
    let sent = club.fetch();
    assert_eq!(one(&sent, "autumn.allies.1.report").to, "eve@example.net");
    one(&sent, "autumn.axis.1.report");
    club.write("mallory@example.net", "join autumn allies", "");
    assert!(words(&club.fetch()[0].text).contains("that seat is not free"));
}

#[test]
fn whoever_would_step_in_is_shown_to_the_umpire() {
    let mut club = Club::new(OFFICE);
    club.write(EVE, "join waiting list", "");
    let asked = line(&club.fetch()[0], "join waiting list ");
    club.write(EVE, &asked, "");
    assert!(words(&club.fetch()[0].text).contains("you are on the waiting list"));
    let code = club.code("spring", "axis");
    club.write("anna@example.org", "[sealord spring/axis]", &format!("resign yes\n{code}"));
    let sent = club.fetch();
    let notice = one(&sent, "spring.umpire.1.notice");
    insta::assert_snapshot!(notice.text.replace(&club.desk_code("Uma"), "CODE-WORD"));
    let line = line(notice, "substitute axis");
    club.uma(&format!("Re: {}", notice.subject), &line);
    club.fetch();
    let sent = club.fetch();
    assert_eq!(one(&sent, "spring.axis.1.handover").to, "eve@example.net");
    assert!(one(&sent, "spring.axis.1.handover").files.iter().any(|(name, _)| name.ends_with("axis.json")));
}

#[test]
fn strangers_are_answered_so_many_times_a_day() {
    let mut club = Club::new(OFFICE);
    for _ in 0..25 {
        club.write(EVE, "open", "");
    }
    let minutes = 0..5;
    let sent = minutes.map(|minute| club.fetch_at(&format!("2026-11-30T12:0{minute}:00Z")).len());
    assert_eq!(sent.sum::<usize>(), 20);
    club.now = "2026-12-01T12:00:00Z".to_owned();
    club.write(EVE, "open", "");
    assert_eq!(club.fetch().len(), 1);
}

#[test]
fn all_sides_agree_to_a_draw_and_the_match_stops() {
    let mut club = Club::new(OFFICE);
    let vote = |club: &mut Club, from: &str, party: &str, text: &str| {
        let code = club.code("spring", party);
        club.write(from, &format!("[sealord spring/{party}]"), &format!("{text}\n{code}"));
        club.fetch()
    };
    let sent = vote(&mut club, "anna@example.org", "axis", "draw");
    insta::assert_snapshot!(one(&sent, "axis.1.answer").text);
    insta::assert_snapshot!(one(&sent, "allies.1.words").text);
    vote(&mut club, "anna@example.org", "axis", "draw no");
    let sent = vote(&mut club, "bert@example.org", "allies", "draw");
    assert!(words(&one(&sent, "allies.1.answer").text).contains("Still to vote for it: the Axis."));
    let sent = vote(&mut club, "anna@example.org", "axis", "draw yes");
    assert!(words(&one(&sent, "axis.1.answer").text).contains("all agree: spring stops here"));
    let told = keys(&sent).iter().filter(|key| key.contains("spring.allies.1.words")).count();
    assert_eq!(told, 2, "the vote, and what came of it: {:?}", keys(&sent));
    // No deadline closes anything, and for three days the umpire may let it go on.
    assert!(club.fetch_at("2026-12-01T12:00:00Z").iter().all(|mail| !mail.key.starts_with("spring")));
    club.sealord(&["audit", "spring"]);
    club.uma("[sealord spring/umpire]", "go on\nThe club wants a winner.");
    club.fetch();
    let sent = club.fetch_at("2026-12-30T12:00:00Z");
    assert!(keys(&sent).iter().any(|key| key.contains("spring.axis.2.report")), "{:?}", keys(&sent));
}

/// A match in which the Axis have conceded, and the mails that said so.
fn conceded() -> (Club, Vec<Sent>) {
    let mut club = Club::new(OFFICE);
    let code = club.code("spring", "axis");
    club.write("anna@example.org", "[sealord spring/axis]", &format!("concede yes\n{code}"));
    let sent = club.fetch();
    (club, sent)
}

#[test]
fn a_concession_ends_the_match_after_three_days() {
    let (mut club, sent) = conceded();
    assert!(words(&one(&sent, "axis.1.answer").text).contains("It ends for good in 72 hours"));
    assert!(club.fetch_at("2026-12-03T11:00:00Z").iter().all(|mail| !mail.key.contains("result")));
    let sent = club.fetch_at("2026-12-03T13:00:00Z");
    for party in ["axis", "allies"] {
        let result = one(&sent, &format!("spring.{party}.1.result"));
        assert!(words(&result.text).contains("as agreed, the Allies win"), "{}", result.text);
        assert!(words(&result.text).contains("The match is over: the Axis conceded."), "{}", result.text);
        assert!(result.files.iter().any(|(name, _)| name == "journal.jsonl"));
    }
    assert!(
        club.sealord(&["audit", "spring"])
            .contains("a concession of the axis side, by unsigned votes of all")
    );
    assert!(club.sealord(&["result", "spring"]).contains("winner: allies"));
    let later = club.fetch_at("2026-12-09T13:00:00Z");
    assert!(later.iter().all(|mail| !mail.key.starts_with("spring")), "it is told once: {:?}", keys(&later));
}

#[test]
fn the_umpire_ends_at_once_what_all_agreed_to_end() {
    let mut club = Club::new(OFFICE);
    club.uma("[sealord spring/umpire]", "end");
    assert!(words(&club.fetch()[0].text).contains("nobody has conceded"));
    let (mut club, _) = conceded();
    club.uma("[sealord spring/umpire]", "end\nGood game.");
    let sent = club.fetch();
    one(&sent, "spring.axis.1.result");
    assert!(club.journal("spring").contains("Good game."));
    club.sealord(&["audit", "spring"]);
}

#[test]
fn observers_see_what_the_match_allows_as_late_as_it_says() {
    let watch = |view: &str| {
        let lines = format!(
            "  - folder: spring\n    observers: [{{name: Olaf, address: olaf@example.net}}]\n    watch: {view}\n"
        );
        OFFICE.replacen("  - folder: spring\n", &lines, 1)
    };
    let mut club = Club::new(&watch("{view: reports, delay: 1}"));
    assert!(
        std::fs::read_dir(club.path("out")).unwrap().all(|it| !it
            .unwrap()
            .file_name()
            .to_str()
            .unwrap()
            .contains("observer"))
    );
    club.uma("[sealord spring/umpire]", "close");
    let sent = club.fetch();
    let seen = one(&sent, "spring.observer-");
    assert_eq!((seen.to.as_str(), seen.files.len()), ("olaf@example.net", 4));
    insta::assert_snapshot!(seen.text.lines().take(12).collect::<Vec<_>>().join("\n"));
    assert!(!seen.text.contains("code:"));
    // Olaf plays in no match, so he is a stranger to the office.
    club.write("olaf@example.net", &format!("Re: {}", seen.subject), "close");
    assert!(words(&club.fetch()[0].text).contains("could not be matched"));
    let mut club = Club::new(&watch("{view: ledger}"));
    club.uma("[sealord spring/umpire]", "close");
    let sent = club.fetch();
    assert!(one(&sent, "spring.observer-").files.is_empty());
    let wrong = watch("{view: reports}").replace("olaf@example.net", "bert@example.org");
    std::fs::write(club.path("office.yaml"), wrong).unwrap();
    let refused = String::from_utf8(club.run(&["fetch", "."]).stderr).unwrap();
    assert!(refused.contains("plays in the match") && refused.contains("how late"), "{refused}");
}

#[test]
fn reliability_is_kept_across_matches() {
    let mut club = Club::new(OFFICE);
    let form = std::fs::read_to_string(club.path("spring/forms/001-axis.yaml")).unwrap();
    let code = club.code("spring", "axis");
    club.write(
        "anna@example.org",
        "[sealord spring/axis]",
        &format!("{code}\n\n{}", form.replace("# final: true", "final: true")),
    );
    club.fetch();
    // Bert lets the deadline of autumn pass.
    club.fetch_at("2026-12-08T12:00:00Z");
    for name in ["anna", "bert"] {
        club.write(&format!("{name}@example.org"), "matches", "");
        let sent = club.fetch();
        let told = sent.iter().find(|mail| mail.key.contains(".answer.")).unwrap();
        insta::assert_snapshot!(format!("record_{name}"), told.text);
    }
    let json: serde_json::Value = serde_json::from_str(&club.sealord(&["--json", "status", "."])).unwrap();
    let sides =
        json["matches"].as_array().unwrap().iter().flat_map(|it| it["sides"].as_array().unwrap().clone());
    let anna = sides.into_iter().find(|side| side["player"] == "Anna").unwrap();
    assert_eq!(anna["record"]["in_time"], 1, "{json}");
}
