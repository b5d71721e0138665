//! One letter, one stranger, one server that misbehaves: none of them stops the office, or keeps anybody's
//! mail away.

use std::collections::BTreeMap;

use sealord::rules::two_sided::party::{ALLIES, AXIS};

use crate::mail::club::{Club, Road, files};
use crate::mail::letter::{File, Letter, Style};
use crate::mail::player::{Manner, Player, filled, quoted};
use crate::mail::read::Mail;
use crate::mail::talks::{kinds, only, out, report, say, table, words};
use crate::wire::support::fake::Fake;

/// Anna plays in both matches, Bert and Carla in one each.
fn two_matches() -> (Club, Player) {
    let mut club = Club::new(Road::Folders);
    club.begin("spring", &["--seed", "1", "--deadline-hours", "48"]);
    club.begin("autumn", &["--seed", "2", "--deadline-hours", "48"]);
    let autumn = club.usual("autumn", ["", ""]).replace("Bert", "Carla").replace("bert", "carla");
    club.settle(&(club.usual("spring", ["", ""]) + &autumn));
    club.fetch();
    (club, Player::new("Anna", AXIS, Manner::Plain))
}

/// The bytes of a letter without some of its header fields.
fn without(bytes: &[u8], fields: &[&str]) -> Vec<u8> {
    let text = String::from_utf8(bytes.to_vec()).expect("text");
    let (head, body) = text.split_once("\r\n\r\n").expect("a header");
    let kept: Vec<&str> =
        head.split("\r\n").filter(|line| !fields.iter().any(|it| line.starts_with(it))).collect();
    format!("{}\r\n\r\n{body}", kept.join("\r\n")).into_bytes()
}

#[test]
fn letters_that_name_no_match_stop_nobody() {
    let (mut club, anna) = two_matches();
    let letter = anna.letter(&club, "hello", "Who moves first?\n");
    let second = Letter { text: "Who moves second?\n".to_owned(), ..letter.clone() };
    // With one id, and without any.
    for letter in [&letter, &second] {
        club.deliver(&letter.write(Style::Plain));
        club.deliver(&without(&letter.write(Style::Plain), &["Message-ID", "Date"]));
    }
    let status =
        Letter { id: "<s@example.org>".to_owned(), ..anna.letter(&club, "[sealord spring/axis] status", "") };
    club.deliver(&status.write(Style::Plain));
    let mut told = kinds(&out(&mut club));
    told.sort();
    assert_eq!(told, ["status", "unknown"], "one question which match is meant, and one answer");
    assert!(out(&mut club).is_empty());
    // The next day the player may have forgotten.
    club.now += 24 * 3600;
    let again = Letter { id: "<t@example.org>".to_owned(), ..letter };
    club.deliver(&again.write(Style::Plain));
    // Beside the reminders of that day.
    let told = kinds(&out(&mut club));
    assert_eq!(told.iter().filter(|kind| *kind == "unknown").count(), 1, "{told:?}");
}

/// A club's own template that grows without bounds makes an answer that nobody can send.
#[test]
fn a_letter_on_which_the_office_fails_is_put_aside() {
    let (mut club, mut anna) = two_matches();
    std::fs::create_dir_all(club.path("words/mail")).expect("a folder");
    std::fs::write(club.path("words/mail/help.txt"), "Help!\n".repeat(2_000_000)).expect("written");
    let help = anna.letter(&club, "[sealord spring/axis] help", "help\n");
    anna.write(&mut club, help);
    let status = anna.letter(&club, "[sealord spring/axis] status", "status\n");
    anna.write(&mut club, status);
    club.now += 60;
    let run = |club: &Club| {
        let run = club.run(&["--json", "--templates", "words", "fetch", "."]);
        let account: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
        account["account"].clone()
    };
    let account = run(&club);
    assert_eq!((&account["taken"], &account["sent"]), (&1.into(), &2.into()), "{account}");
    let told = account["troubles"].as_array().expect("a list").clone();
    assert_eq!(told.len(), 1, "{account}");
    assert!(told[0].as_str().is_some_and(|told| told.contains("put aside as post/aside/")), "{told:?}");
    let aside = files(&club.path("post/aside"));
    assert!(std::fs::read(&aside[0]).is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains("help")));
    assert_eq!(files(&club.path("in/.sealord-refused")).len(), 1);
    let outgoing: Vec<Mail> = files(&club.path("outgoing"))
        .into_iter()
        .map(|path| Mail::read(std::fs::read(path).expect("a mail")))
        .collect();
    let notice = outgoing.iter().find(|mail| mail.kind() == "notice").expect("the umpire is told");
    assert!(notice.is_to(&club.address("Uma")), "{}", notice.text);
    assert!(
        words(notice).contains("has put it aside") && notice.text.contains("post/aside/"),
        "{}",
        notice.text
    );
    club.now += 60;
    let account = run(&club);
    assert_eq!(account["troubles"], serde_json::json!([]), "it is told once: {account}");
}

/// Strangers who are made up delay no report.
#[test]
fn reports_go_before_answers_to_strangers() {
    let (mut club, mut anna, _) = table(&["--deadline-hours", "48"]);
    let settings = std::fs::read_to_string(club.path("office.yaml")).expect("read");
    std::fs::write(
        club.path("office.yaml"),
        settings.replace("per-minute: 1000", "per-minute: 20, per-hour: 40"),
    )
    .expect("written");
    club.now += 2 * 3600;
    let flood = |club: &mut Club, from: usize| {
        for number in from..from + 300 {
            let letter = Letter {
                id: format!("<{number}@evil.example>"),
                from: format!("Mallory <m{number}@evil.example>"),
                to: club.office(),
                subject: "hello".to_owned(),
                answers: None,
                more: Vec::new(),
                text: "hello\n".to_owned(),
                files: Vec::new(),
            };
            club.deliver(&letter.write(Style::Plain));
        }
    };
    flood(&mut club, 0);
    let strangers = out(&mut club);
    assert_eq!(strangers.len(), 2, "a tenth of what may go in a minute");
    flood(&mut club, 300);
    anna.play(&mut club);
    let mut told = kinds(&out(&mut club));
    told.sort();
    // The minute is over, and two more strangers have their turn behind the others.
    assert_eq!(told, ["receipt", "report", "report", "unknown", "unknown"]);
    // However many they are, a hundred a day are answered.
    let log = std::fs::read_to_string(club.path("post/sent.log")).expect("a log");
    assert_eq!(
        log.lines().filter(|line| line.contains("\"queued\"") && line.contains("office/nobody")).count(),
        100
    );
    let doctor = club.run(&["doctor", "."]);
    let told = String::from_utf8_lossy(&doctor.stdout).into_owned();
    assert!(told.contains("answers to strangers: 96 waiting") && !told.contains("evil.example"), "{told}");
}

#[test]
fn the_report_goes_out_once_a_day_without_proof_and_always_with_it() {
    let (mut club, mut anna, _) = table(&["--deadline-hours", "480"]);
    let code = report(&club, "Anna").code().expect("a code word");
    only(say(&mut club, &mut anna, "report", ""), "report");
    let refusal = only(say(&mut club, &mut anna, "form", ""), "refusal");
    assert!(words(&refusal).contains("the report was sent to you today already"), "{}", refusal.text);
    for _ in 0..3 {
        only(say(&mut club, &mut anna, "hello", &format!("report\n\ncode: {code}\n")), "report");
    }
    club.now += 24 * 3600;
    only(say(&mut club, &mut anna, "report", ""), "report");
}

/// What somebody else sends in a player's name does not silence the player.
#[test]
fn a_player_who_proves_himself_is_always_answered() {
    let (mut club, mut anna, _) = table(&["--deadline-hours", "48"]);
    let code = report(&club, "Anna").code().expect("a code word");
    for number in 0..260 {
        let letter =
            Letter { id: format!("<{number}@evil.example>"), ..anna.letter(&club, "status", "status\n") };
        club.deliver(&letter.write(Style::Plain));
    }
    assert_eq!(out(&mut club).len(), 250);
    assert!(say(&mut club, &mut anna, "status", "status\n").is_empty());
    only(say(&mut club, &mut anna, "hello", &format!("status\n\ncode: {code}\n")), "status");
}

/// A machine that says nothing of being one, and answers each mail of the office.
#[test]
fn a_machine_that_answers_everything_is_soon_alone() {
    let (mut club, anna, _) = table(&["--deadline-hours", "48"]);
    let mut answers = 0;
    let mut last = report(&club, "Anna");
    for number in 0..40 {
        let text = format!("I am away until Monday.\n\n{}", quoted(&last.text));
        let mut letter = anna.letter(&club, &format!("Re: {}", last.head("Subject")), &text);
        letter.id = format!("<auto{number}@example.org>");
        letter.answers = Some((last.id(), String::new()));
        club.deliver(&letter.write(Style::Plain));
        let told = out(&mut club);
        answers += told.len();
        if let Some(mail) = told.into_iter().next() {
            last = mail;
        }
    }
    assert_eq!(answers, 3);
    assert!(words(&last).contains("get no answer today"), "{}", last.text);
}

#[test]
fn guesses_within_one_mail_are_counted() {
    let (mut club, mut anna, _) = table(&[]);
    let mail = report(&club, "Anna");
    let code = mail.code().expect("a code word");
    let orders = anna.orders(&mail.packet().expect("a packet"));
    let guesses =
        |number: usize| -> String { (0..number).map(|at| format!("# code: wrong-word-{at}-x\n")).collect() };
    for place in ["body", "file", "envelope"] {
        let text = format!("{}code: {code}\n{orders}", guesses(20_000));
        let mut letter = anna.letter(&club, "orders", "Enclosed.\n");
        match place {
            "body" => letter.text = text,
            _ => letter.files.push(File {
                name: format!("{place}.yaml"),
                media: "application/yaml",
                bytes: text.replace("code: ", "# code: ").into_bytes(),
            }),
        }
        anna.write(&mut club, letter);
        let refusal = only(out(&mut club), "refusal");
        assert!(words(&refusal).contains("too many code words"), "{place}: {}", refusal.text);
    }
    // A few old reports below the newest do no harm.
    let text = format!("{}code: {code}\n{orders}", guesses(5));
    assert!(kinds(&say(&mut club, &mut anna, "orders", &text)).contains(&"receipt".to_owned()));
}

/// A run that died has left halves of files, bytes of mails that went out, and a journal of which nobody was
/// told.
#[test]
fn the_next_run_completes_and_clears_what_a_dead_one_left() {
    let (mut club, mut anna, _) = table(&["--deadline-hours", "48"]);
    anna.play(&mut club);
    out(&mut club);
    let published =
        ["packets/002-axis.json", "reports/002-axis.html", "forms/002-allies.yaml", "reports/002-allies.txt"];
    let before: BTreeMap<&str, Vec<u8>> =
        published.map(|name| (name, std::fs::read(club.path("spring").join(name)).expect(name))).into();
    for name in published {
        std::fs::remove_file(club.path("spring").join(name)).expect("removed");
    }
    let left = [
        "spring/packets/002-axis.part",
        "spring/secret/bookmark.part",
        "post/quiet.part",
        "post/out/spring.axis.1.report.eml",
        "post/out/spring.axis.1.refusal.0123456789abcdef.eml",
        "post/out/spring.axis.1.report.part",
        "outgoing/.sealord-x1y2z3.tmp",
    ];
    for name in left {
        std::fs::write(club.path(name), b"code: half-of-some-thing").expect(name);
    }
    // What the run noted and did not move.
    let code = report(&club, "Anna").code();
    assert!(code.is_some() || report(&club, "Bert").code().is_some());
    let letter = anna.letter(&club, "hello", "Nothing in particular.\n");
    anna.write(&mut club, letter);
    only(out(&mut club), "refusal");
    let refused = files(&club.path("in/.sealord-refused"));
    let moved = refused.last().expect("a letter");
    std::fs::rename(moved, club.path("in/new/1800000000.1.home")).expect("moved back");
    std::fs::remove_file(club.path("post/quiet.json")).expect("removed");
    for name in left {
        std::fs::write(club.path(name), b"code: half-of-some-thing").expect(name);
    }
    for name in published {
        _ = std::fs::remove_file(club.path("spring").join(name));
    }
    assert!(out(&mut club).is_empty());
    for (name, bytes) in before {
        assert_eq!(std::fs::read(club.path("spring").join(name)).expect(name), bytes, "{name}");
    }
    for name in left {
        assert!(!club.path(name).exists(), "{name}");
    }
    assert_eq!(
        files(&club.path("in/.sealord-refused")).len(),
        refused.len(),
        "refused mail is moved where it belongs"
    );
}

/// The run that took the orders died before it could say so: its successor's receipt is the first.
#[test]
fn a_receipt_after_a_crash_does_not_say_that_the_file_was_already_here() {
    let (mut club, mut anna, _) = table(&["--deadline-hours", "48"]);
    let mail = report(&club, "Anna");
    let orders = anna.orders(&mail.packet().expect("a packet")).replace("final: true\n", "");
    let (sent, received) = (club.path("post/sent.log"), club.path("post/received.log"));
    let logs = [&sent, &received].map(|path| std::fs::read(path).unwrap_or_default());
    let letter = anna.letter(&club, "orders", &quoted(&filled(&mail.text, &orders)));
    let bytes = letter.write(Style::Plain);
    club.deliver(&bytes);
    let first = only(out(&mut club), "receipt");
    // As if the run had died behind the journal.
    std::fs::write(&sent, &logs[0]).expect("written");
    std::fs::write(&received, &logs[1]).expect("written");
    for path in files(&club.path("outgoing")) {
        let mail = Mail::read(std::fs::read(&path).expect("a mail"));
        if mail.kind() == "receipt" {
            std::fs::remove_file(path).expect("removed");
        }
    }
    club.deliver(&bytes);
    club.now += 60;
    club.ok(&["fetch", "."]);
    let receipts = files(&club.path("outgoing"))
        .into_iter()
        .map(|path| Mail::read(std::fs::read(path).expect("a mail")));
    let receipt = receipts.into_iter().find(|mail| mail.kind() == "receipt").expect("a receipt");
    assert!(!words(&receipt).contains("already here"), "{}", receipt.text);
    assert_eq!(words(&first), words(&receipt));
    // Whoever really sends it twice is told.
    let again = Letter { id: "<again@example.org>".to_owned(), ..letter };
    club.deliver(&again.write(Style::Plain));
    club.now += 60;
    club.ok(&["fetch", "."]);
    let told = files(&club.path("outgoing"))
        .into_iter()
        .map(|path| Mail::read(std::fs::read(path).expect("a mail")));
    assert!(told.into_iter().any(|mail| words(&mail).contains("already here")));
}

/// The message was dealt with; what went wrong with its mark is told, and the answer goes out.
#[test]
fn mail_goes_out_although_the_mailbox_cannot_be_marked() {
    let (mut club, anna, _) = table(&["--deadline-hours", "48"]);
    let letter = anna.letter(&club, "status", "status\n").write(Style::Plain);
    let text = String::from_utf8(letter).expect("text");
    let fake = Fake::start(1, move |_, peer| {
        let size = text.len();
        peer.imap(&|command| match command {
            _ if command.starts_with("SELECT") => Ok("* 1 EXISTS\r\n* OK [UIDVALIDITY 7] fine\r\n".into()),
            "CAPABILITY" => Ok("* CAPABILITY IMAP4rev1\r\n".into()),
            _ if command.starts_with("UID SEARCH") => Ok("* SEARCH 11\r\n".into()),
            _ if command.starts_with("UID STORE") => Err("TAG NO the mailbox is read-only\r\n".into()),
            "LOGOUT" => Ok("* BYE\r\n".into()),
            _ if command.contains("BODY") => {
                Ok(format!("* 1 FETCH (UID 11 RFC822.SIZE {size} BODY[] {{{size}}}\r\n{text})\r\n"))
            }
            _ if command.starts_with("UID FETCH") => Ok(format!("* 1 FETCH (UID 11 RFC822.SIZE {size})\r\n")),
            _ => Ok(String::new()),
        });
    });
    let imap = format!(
        "imap: {{host: localhost, port: {}, tls: none, user: x, password: {{file: password}}, timeout: 2}}",
        fake.port
    );
    let settings = std::fs::read_to_string(club.path("office.yaml")).expect("read");
    std::fs::write(club.path("office.yaml"), settings.replace("maildir: {path: in}", &imap))
        .expect("written");
    club.now += 60;
    let run = club.run(&["--json", "fetch", "."]);
    let account: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    assert_eq!(
        (&account["account"]["taken"], &account["account"]["sent"]),
        (&1.into(), &1.into()),
        "{account}"
    );
    assert!(
        account["account"]["troubles"][0].as_str().is_some_and(|it| it.contains("read-only")),
        "{account}"
    );
}

#[test]
fn two_matches_of_one_word_are_refused() {
    let club = Club::new(Road::Folders);
    club.begin("spring", &["--seed", "1"]);
    club.begin("autumn", &["--seed", "2", "--match", "spring"]);
    club.settle(&(club.usual("spring", ["", ""]) + &club.usual("autumn", ["", ""])));
    for command in ["fetch", "doctor"] {
        let run = club.run(&[command, "."]);
        let told = [run.stdout, run.stderr].concat();
        let told = String::from_utf8_lossy(&told).into_owned();
        assert!(!run.status.success(), "{command}: {told}");
        assert!(told.contains("are both matches with the word spring"), "{command}: {told}");
    }
    assert!(files(&club.path("outgoing")).is_empty());
}

#[test]
fn a_resignation_does_not_show_the_code_word() {
    let (mut club, mut anna, _) = table(&["--deadline-hours", "48"]);
    let code = report(&club, "Anna").code().expect("a code word");
    let spoken = code.replace('-', " ").to_uppercase();
    let text =
        format!("resign yes\n\nI am sorry.\ncode:\n{code}\n(my word is {spoken})\nGood luck to Bert.\n");
    let told = say(&mut club, &mut anna, "farewell", &text);
    let uma = club.address("Uma");
    let notice = told.iter().find(|mail| mail.is_to(&uma)).expect("a notice");
    assert!(words(notice).contains("I am sorry. Good luck to Bert."), "{}", notice.text);
    for part in code.split('-') {
        assert!(!notice.everything().to_lowercase().contains(part), "{}", notice.text);
    }
}

/// What is larger than the settings allow is not read, and what is smaller is.
#[test]
fn the_largest_message_is_as_the_settings_say() {
    let (mut club, mut anna, _) = table(&["--deadline-hours", "48"]);
    let padded = |anna: &Player, club: &Club, megabytes: usize| {
        let mut letter = anna.letter(club, "status", "status\n");
        let bytes = vec![7; megabytes << 20];
        letter.files.push(File { name: "map.bmp".to_owned(), media: "image/bmp", bytes });
        letter
    };
    let letter = padded(&anna, &club, 2);
    anna.write(&mut club, letter);
    only(out(&mut club), "status");
    let letter = padded(&anna, &club, 4);
    anna.write(&mut club, letter);
    assert!(words(&only(out(&mut club), "refusal")).contains("too large"));
    assert_eq!(anna.party, AXIS);
    assert_ne!(ALLIES, AXIS);
}
