//! Mail that is not quite as it should be: commands with a slip, headers of group addresses, bounces of odd
//! relays, reactions, warnings above the text.

use crate::desk::club::{Club, OFFICE, keys, one, words};

const ANNA: &str = "anna@example.org";
const SUBJECT: &str = "Re: [sealord spring/axis] Seas of Thunder";

/// What is no command, and the one that was meant.
const SLIPS: [(&str, &str); 6] = [
    ("away 20.12.2026 28.12.2026", "away FROM TO"),
    ("say alies\nGood luck.", "say SIDE"),
    ("concede", "concede yes"),
    ("concede yes please", "concede yes"),
    ("could I have two more days?", "extend TIME"),
    ("draw?", "draw"),
];

#[test]
fn a_slip_is_answered_by_the_nearest_command_and_never_by_silence() {
    let mut club = Club::new(OFFICE);
    let code = club.code("spring", "axis");
    for (text, form) in SLIPS {
        club.write(ANNA, SUBJECT, &format!("{text}\n\n{code}"));
        let sent = club.fetch();
        assert_eq!(sent.len(), 1, "{text}: {:?}", keys(&sent));
        let answer = words(&sent[0].text);
        assert!(answer.contains(&format!("did you mean \"{form}\"")), "{text}: {answer}");
    }
    assert!(!club.journal("spring").contains("ballot"), "nobody has voted");
    // A vote is answered, whatever was written before.
    club.write(ANNA, SUBJECT, &format!("draw\n\n{code}"));
    assert!(words(&one(&club.fetch(), ".answer.").text).contains("your vote in spring is counted"));
}

/// A text as a mail program quotes it that wraps what is longer than so many letters. The end of a long line
/// runs on into the next.
fn quoted(text: &str, width: usize) -> String {
    let (mut quoted, mut rest) = (String::new(), String::new());
    for line in text.lines() {
        let mut line =
            if rest.is_empty() { line.to_owned() } else { format!("{rest} {}", line.trim_start()) };
        rest.clear();
        if let Some(at) =
            (line.len() > width).then(|| line[..width].rfind(' ')).flatten().filter(|at| *at > 8)
        {
            rest = line.split_off(at).trim_start().to_owned();
        }
        quoted += &format!("> {line}\n");
    }
    quoted + &format!("> {rest}\n")
}

/// The newest report of the Axis under a few words.
fn reply(club: &Club, words: &str, width: usize) -> String {
    let report = club.read("spring.axis.1.report.eml");
    format!(
        "{words}\n\nOn Mon, 30 Nov 2026 00:55:58 +0000\nUma <referee@club.example> wrote:\n\n{}",
        quoted(&report.text, width)
    )
}

#[test]
fn a_form_that_is_quoted_below_a_few_words_is_no_orders_however_it_is_wrapped() {
    for width in [998, 72, 64, 58] {
        let mut club = Club::new(OFFICE);
        for (text, form) in SLIPS {
            club.write(ANNA, SUBJECT, &reply(&club, text, width));
            let sent = club.fetch();
            let answer = words(&one(&sent, ".refusal.").text);
            assert!(answer.contains(&format!("did you mean \"{form}\"")), "{width}, {text}: {answer}");
        }
        // Words that come near no command, and none at all.
        let mut club = Club::new(OFFICE);
        for text in ["What a turn that was, and how kind of you to run it!", ""] {
            club.write(ANNA, SUBJECT, &reply(&club, text, width));
            let answer = words(&one(&club.fetch(), ".refusal.").text);
            assert!(answer.contains("the form in the mail is unchanged"), "{width}, {text}: {answer}");
        }
        // One word changed, and it is orders. Where the line that ends them was wrapped into another, they are
        // refused with what is missing.
        let changed = reply(&club, "", width).replace("# final: true", "final: true");
        club.write(ANNA, SUBJECT, &changed);
        let sent = club.fetch();
        if changed.lines().any(|line| line == "> # === end orders ===") {
            one(&sent, "spring.axis.1.receipt");
        } else {
            let answer = words(&one(&sent, ".refusal.").text);
            assert!(answer.contains("no line says where they end"), "{width}: {answer}");
        }
    }
}

#[test]
fn the_desk_reads_no_question_as_an_act_and_names_what_was_meant() {
    let mut club = Club::new(OFFICE);
    let subject = "[sealord spring/umpire]";
    for (text, near) in
        [("close?", "close"), ("clsoe", "close"), ("undo 1?", "undo"), ("extnd axis 4h", "extend")]
    {
        club.uma(subject, text);
        let sent = club.fetch();
        let answer = words(&one(&sent, ".desk.").text);
        assert!(answer.contains(&format!("Did you mean \"{near}\"?")), "{text}: {answer}");
        assert_eq!(sent.len(), 1, "{text}: {:?}", keys(&sent));
    }
}

#[test]
fn the_reason_of_a_substitute_reaches_all() {
    let mut club = Club::new(OFFICE);
    club.uma(
        "[sealord spring/umpire]",
        "substitute axis Carl carl@example.org\nAnna has moved to the Azores.",
    );
    let sent = club.fetch();
    let told = words(&one(&sent, "spring.allies.1.words").text);
    assert!(told.contains("Why: Anna has moved to the Azores."), "{told}");
}

#[test]
fn a_code_word_outweighs_the_headers_of_a_group() {
    for (number, more) in [
        "X-Auto-Response-Suppress: DR, OOF, AutoReply\r\n",
        "Precedence: list\r\nList-Id: <crew.example>\r\n",
    ]
    .into_iter()
    .enumerate()
    {
        let mut club = Club::new(OFFICE);
        let code = club.code("spring", "axis");
        let form = std::fs::read_to_string(club.path("spring/forms/001-axis.yaml")).unwrap();
        club.write_as(ANNA, SUBJECT, &form, &format!("a{number}@example.org"), more);
        assert!(club.fetch().is_empty(), "no answer without the code word");
        club.write_as(ANNA, SUBJECT, "Thank you!", &format!("b{number}@example.org"), more);
        assert!(club.fetch().is_empty(), "no answer to what says nothing");
        let text = format!("{code}\n{}", form.replace("# final: true", "final: true"));
        club.write_as(ANNA, SUBJECT, &text, &format!("c{number}@example.org"), more);
        one(&club.fetch(), "spring.axis.1.receipt");
        let machine = format!("Auto-Submitted: auto-replied\r\n{more}");
        club.write_as(ANNA, SUBJECT, &format!("status\n{code}"), &format!("d{number}@example.org"), &machine);
        assert!(club.fetch().is_empty(), "no answer to a machine");
    }
}

fn bounce(status: &str, id: &str, subject: &str) -> String {
    format!(
        "Auto-Submitted: auto-replied\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=edge\r\n\
         From: MAILER-DAEMON@relay.example\r\nTo: referee@club.example\r\nSubject: Undelivered\r\nMIME-Version: 1.0\r\nMessage-ID: \
         <dsn-{status}@relay.example>\r\n\r\n--edge\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; \
         relay.example\r\n\r\nFinal-Recipient: rfc822; {ANNA}\r\nAction: failed\r\nStatus: {status}\r\n\r\n--edge\r\nContent-Type: \
         message/rfc822\r\n\r\nMessage-ID: {id}\r\nSubject: {subject}\r\nTo: {ANNA}\r\n\r\n--edge--\r\n"
    )
}

#[test]
fn every_bounce_is_told_to_the_umpire() {
    let ours = "[sealord spring/axis] Seas of Thunder";
    for (status, subject, told) in
        [("4.2.2", ours, true), ("4.4.7", ours, true), ("5.1.1", ours, true), ("5.1.2", "hello", false)]
    {
        let mut club = Club::new(OFFICE);
        let path = club.path("in/new/bounce");
        std::fs::write(path, bounce(status, "<written-anew@relay.example>", subject)).unwrap();
        let sent = club.fetch();
        let heard = sent
            .iter()
            .any(|mail| mail.to == "uma@club.example" && mail.text.contains("could not be delivered"));
        assert_eq!(heard, told, "{status}: {:?}", keys(&sent));
    }
}

#[test]
fn reactions_are_met_with_silence() {
    let mut club = Club::new(OFFICE);
    let code = club.code("spring", "axis");
    club.write(ANNA, SUBJECT, &format!("\u{1f44d}\n\n> {code}"));
    assert!(club.fetch().is_empty());
}

#[test]
fn warnings_and_greetings_stand_above_a_command() {
    let mut club = Club::new(OFFICE);
    let code = club.code("spring", "axis");
    for warning in [
        "CAUTION: this mail came from outside. Open no links.",
        "[EXTERNAL EMAIL] Do not click links\nunless you know the sender.",
        "ACHTUNG: Diese Mail kommt von außerhalb.",
        "You don't often get email from anna@example.org.",
    ] {
        club.write(
            ANNA,
            SUBJECT,
            &format!(
                "{warning}\n\nHello Uma,\nsay allies\nThe weather is fine in {}.\n\n{code}",
                warning.len()
            ),
        );
        let sent = club.fetch();
        let told = &one(&sent, "spring.allies.1.words").text;
        assert!(told.contains("The weather is fine in"), "{told}");
        assert!(!told.contains(warning.lines().next().unwrap()) && !told.contains("Hello Uma"), "{told}");
    }
    club.uma("[sealord spring/umpire]", "CAUTION: this mail came from outside.\n\nHello,\npause");
    assert!(words(&one(&club.fetch(), ".desk.").text).contains("spring is paused"));
}

#[test]
fn a_match_that_wants_players_needs_no_list_of_them() {
    let office = OFFICE.replace(
        "    players:\n      axis: {name: Bert, address: bert@example.org}\n      allies: {name: Anna, address: anna@example.org}\n",
        "    wants: [axis, allies]\n",
    );
    let mut club = Club::new(&office);
    club.write("carl@example.org", "hello", "open");
    assert!(one(&club.fetch(), "answer").text.contains("join autumn axis"));
}

#[test]
fn dates_are_written_as_people_write_them() {
    let mut club = Club::new(OFFICE);
    let code = club.code("spring", "axis");
    for (language, date) in [
        ("de", "Sonntag, 6. Dezember 2026"),
        ("fr", "dimanche 6 décembre 2026"),
        ("es", "domingo, 6 de diciembre de 2026"),
        ("it", "domenica 6 dicembre 2026"),
    ] {
        club.write(ANNA, SUBJECT, &format!("settings\nlanguage {language}\n\n{code}"));
        club.write(ANNA, SUBJECT, &format!("status\n\n{code}"));
        let sent = club.fetch();
        let status = one(&sent, ".status.");
        assert!(words(&status.text).contains(date), "{language}: {}", status.text);
    }
}

/// Who plays by mail has no program: nothing in a report asks for one.
#[test]
fn a_report_by_mail_asks_for_a_reply_and_no_program() {
    let club = Club::new(OFFICE);
    let report = club.read("spring.axis.1.report.eml");
    for text in [&report.text, &report.html] {
        assert!(text.contains("Change the form and reply with it"), "{text}");
        assert!(!text.contains("seal it and send it"), "{text}");
    }
}
