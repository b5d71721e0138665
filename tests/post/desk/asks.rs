//! What players ask for beside orders: time, older reports, all of their matches, mail as they want it.

use crate::desk::club::{Club, OFFICE, Sent, keys, one, words};

const ANNA: &str = "anna@example.org";
const BERT: &str = "bert@example.org";

fn ask(club: &mut Club, from: &str, seat: (&str, &str), text: &str) -> Vec<Sent> {
    let code = club.code(seat.0, seat.1);
    club.write(from, &format!("[sealord {}/{}]", seat.0, seat.1), &format!("{text}\n\n{code}"));
    club.fetch()
}

#[test]
fn a_side_gets_more_time_within_its_budget() {
    let mut club = Club::new(OFFICE);
    let sent = ask(&mut club, ANNA, ("spring", "axis"), "extend 1d\nI have the flu.");
    insta::assert_snapshot!(one(&sent, ".answer.").text);
    let told = one(&sent, "spring.allies.1.deadline");
    assert!(words(&told.text).contains("extension for the Axis (I have the flu.)"), "{}", told.text);
    let sent = ask(&mut club, ANNA, ("spring", "axis"), "extend 20h\nStill in bed.");
    assert!(
        words(&one(&sent, "refusal").text).contains("used up")
            || one(&sent, "refusal").text.contains("extension")
    );
    club.sealord(&["audit", "spring"]);
}

#[test]
fn where_there_is_no_budget_the_umpire_is_asked() {
    let mut club = Club::new(OFFICE);
    let sent = ask(&mut club, BERT, ("autumn", "axis"), "extend 48h\nA wedding.");
    insta::assert_snapshot!(one(&sent, ".answer.").text);
    let notice = one(&sent, "autumn.umpire.1.notice");
    insta::assert_snapshot!(notice.text.replace(&club.desk_code("Uma"), "CODE-WORD"));
    let status = club.sealord(&["status", "."]);
    assert!(status.contains("FOR YOU: the player of the axis asks for something"), "{status}");
    // Uma replies with the line.
    club.uma(&format!("Re: {}", notice.subject), "extend axis 48h\nA wedding.");
    let sent = club.fetch();
    assert!(words(&one(&sent, "autumn.allies.1.deadline").text).contains("by the umpire (A wedding.)"));
}

#[test]
fn an_absence_moves_the_deadline_within_the_days_of_the_match() {
    let mut club = Club::new(OFFICE);
    let sent = ask(&mut club, ANNA, ("spring", "axis"), "away 2026-12-05 2026-12-12");
    insta::assert_snapshot!(one(&sent, ".answer.").text);
    let sent = ask(&mut club, ANNA, ("spring", "axis"), "away 2026-12-20 to 2027-01-06");
    one(&sent, "spring.umpire.1.notice");
    // In a match by the hour too.
    let sent = ask(&mut club, BERT, ("autumn", "axis"), "away 2026-12-05 2026-12-12");
    assert!(
        words(&one(&sent, ".answer.").text).contains("You have 13 days of absence left"),
        "{}",
        one(&sent, ".answer.").text
    );
    club.sealord(&["audit", "spring"]);
    club.sealord(&["audit", "autumn"]);
}

#[test]
fn a_player_sees_all_of_his_matches() {
    let mut club = Club::new(OFFICE);
    club.write(ANNA, "matches", "");
    let sent = club.fetch();
    assert_eq!(sent.len(), 1, "{:?}", keys(&sent));
    insta::assert_snapshot!(sent[0].text);
    club.write("eve@evil.example", "matches", "");
    assert!(words(&one(&club.fetch(), "unknown").text).contains("could not be matched"));
}

#[test]
fn an_older_report_comes_again() {
    let mut club = Club::new(OFFICE);
    club.uma("[sealord spring/umpire]", "close");
    club.fetch();
    let sent = ask(&mut club, ANNA, ("spring", "axis"), "history 1");
    let answer = one(&sent, ".answer.");
    assert!(words(&answer.text).contains("here is exchange 1 of spring again"), "{}", answer.text);
    assert!(!answer.text.contains("begin orders"));
    assert_eq!(answer.files.len(), 2);
    let sent = ask(&mut club, ANNA, ("spring", "axis"), "history 9");
    assert!(words(&one(&sent, "refusal").text).contains("there is no report of exchange 9"));
    club.write(ANNA, "[sealord spring/axis]", "history 1");
    one(&club.fetch(), "refusal");
}

/// The folder keeps what was shown of the newest exchanges, as many as the settings say, and makes the rest
/// again.
#[test]
fn an_older_report_is_made_again_where_it_is_not_kept() {
    for (keep, kept) in
        [("", [false, true, true]), ("    keep: 1\n", [false, false, true]), ("    keep: all\n", [true; 3])]
    {
        let mut club =
            Club::new(&OFFICE.replacen("  - folder: spring\n", &format!("  - folder: spring\n{keep}"), 1));
        let first = std::fs::read(club.path("spring/packets/001-axis.json")).unwrap();
        for _ in 0..2 {
            club.uma("[sealord spring/umpire]", "close");
            club.fetch();
        }
        for (exchange, kept) in (1..).zip(kept) {
            for file in ["packets/00N-axis.json", "reports/00N-allies.html", "forms/00N-axis.yaml"] {
                let path = club.path("spring").join(file.replace('N', &format!("{exchange}")));
                assert_eq!(path.exists(), kept, "{keep}: {}", path.display());
            }
        }
        let sent = ask(&mut club, ANNA, ("spring", "axis"), "history 1");
        let answer = one(&sent, ".answer.");
        let packet = answer.files.iter().find(|(name, _)| name.ends_with(".json")).unwrap();
        assert!(packet.1 == first, "{keep}: another packet");
    }
    let club = Club::new(OFFICE);
    let settings = OFFICE.replacen("  - folder: spring\n", "  - folder: spring\n    keep: none\n", 1);
    std::fs::write(club.path("office.yaml"), settings).unwrap();
    let told = String::from_utf8(club.run(&["fetch", "."]).stderr).unwrap();
    assert!(
        told.contains("write a number of exchanges from 1 on, or all") && told.contains("office.yaml:"),
        "{told}"
    );
}

#[test]
fn mail_comes_as_its_reader_wants_it() {
    let mut club = Club::new(OFFICE);
    let sent = ask(&mut club, ANNA, ("spring", "axis"), "settings");
    insta::assert_snapshot!(one(&sent, ".answer.").text);
    let wishes = "settings\nformat text\nattachments none\nzone America/New_York\nlanguage de";
    let sent = ask(&mut club, ANNA, ("spring", "axis"), wishes);
    insta::assert_snapshot!(one(&sent, ".answer.").text);
    club.uma("[sealord spring/umpire]", "close");
    let sent = club.fetch();
    let report = one(&sent, "spring.axis.2.report");
    assert!(report.html.is_empty() || !report.html.contains("<table"), "text alone");
    let files: Vec<&str> = report.files.iter().map(|(name, _)| name.as_str()).collect();
    assert!(files.iter().all(|name| name.ends_with(".yaml") || name.ends_with(".ics")), "{files:?}");
    let other = one(&sent, "spring.allies.2.report");
    assert!(other.html.contains("<h2>") && other.files.iter().any(|(name, _)| name.ends_with(".html")));
    club.write(ANNA, "matches", "");
    let sent = club.fetch();
    assert!(sent[0].text.contains("Sonntag") && sent[0].text.contains("EST"), "{}", sent[0].text);
    let sent = ask(&mut club, ANNA, ("spring", "axis"), "settings\nformat purple");
    assert!(words(&one(&sent, "refusal").text).contains("write text, html or both"));
}

#[test]
fn plain_hours_are_reminded_of() {
    let mut club = Club::new(OFFICE);
    let sent = club.fetch_at("2026-12-06T12:00:00Z");
    let reminder = one(&sent, "autumn.axis.1.reminder");
    insta::assert_snapshot!(reminder.text);
    assert!(!keys(&club.fetch_at("2026-12-06T13:00:00Z")).iter().any(|key| key.contains("reminder")));
}

#[test]
fn a_report_as_a_page_has_its_form_and_comes_back_in_a_reply() {
    let mut club = Club::new(OFFICE);
    let report = club.read("spring.axis.1.report.eml");
    let bare = report.html.replace(club.code("spring", "axis").trim_start_matches("code: "), "CODE-WORD");
    // The key of the office is another in each run.
    let (before, key) = bare.split_once("age1").expect("the key of the office");
    let bare = format!("{before}OFFICE-KEY{}", &key[58..]);
    insta::assert_snapshot!(bare.split("</head>").nth(1).unwrap());
    for foreign in ["<script", "src=", "http:", "https:", "@import", "url("] {
        assert!(!report.html.contains(foreign), "{foreign}");
    }
    // A program that knows pages alone quotes the page, with the form filled in where it stood.
    let body = report.html.split("<body>").nth(1).unwrap().split("</body>").next().unwrap();
    let filled = body.replace("# final: true ", "final: true ");
    let page = format!(
        "<html><body><p>Here you are.</p><p>On Monday, the referee wrote:</p><blockquote>{filled}</blockquote></body></html>"
    );
    club.write_page("anna@example.org", &format!("Re: {}", report.subject), &page);
    let sent = club.fetch();
    let receipt = one(&sent, "spring.axis.1.receipt");
    assert!(words(&receipt.text).contains("Is final: yes"), "{}", receipt.text);
    assert!(receipt.html.contains("<table>"), "facts stand in a table: {}", receipt.html);
}
