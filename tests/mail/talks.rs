//! What players, strangers and machines write to the office, and what they are answered.

use sealord::rules::two_sided::party::{ALLIES, AXIS};

use crate::mail::club::{Club, Road};
use crate::mail::letter::{File, Letter, Style};
use crate::mail::player::{Manner, Player, filled, quoted};
use crate::mail::read::Mail;

/// A match with its first reports sent, and its two players.
pub fn table(more: &[&str]) -> (Club, Player, Player) {
    let mut club = Club::new(Road::Folders);
    club.begin("spring", &[&["--seed", "1939"], more].concat());
    club.settle(&club.usual("spring", ["", ""]));
    club.fetch();
    let anna = Player::new("Anna", AXIS, Manner::Plain);
    (club, anna, Player::new("Bert", ALLIES, Manner::Plain))
}

/// The newest mail to somebody.
#[track_caller]
pub fn newest(club: &Club, name: &str) -> Mail {
    club.mails_to(&club.address(name), 0).pop().expect("a mail")
}

/// The newest report of a party.
#[track_caller]
pub fn report(club: &Club, name: &str) -> Mail {
    let mails = club.mails_to(&club.address(name), 0);
    mails.into_iter().rev().find(|mail| mail.packet().is_some()).expect("a report")
}

/// A player's letter comes in; gives the mails that went out.
pub fn say(club: &mut Club, player: &mut Player, subject: &str, text: &str) -> Vec<Mail> {
    let letter = player.letter(club, subject, text);
    player.write(club, letter);
    out(club)
}

/// A run of the office; gives the mails that went out.
pub fn out(club: &mut Club) -> Vec<Mail> {
    let before = club.mails.len();
    let account = club.fetch();
    assert_eq!(account["troubles"].as_array().map(Vec::len), Some(0), "{account}");
    club.mails[before..].to_vec()
}

pub fn kinds(mails: &[Mail]) -> Vec<String> {
    mails.iter().map(Mail::kind).collect()
}

pub fn words(mail: &Mail) -> String {
    mail.text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The only answer, which must be of this kind.
#[track_caller]
pub fn only(mails: Vec<Mail>, kind: &str) -> Mail {
    assert_eq!(kinds(&mails), [kind], "{}", mails.first().map_or("", |mail| &mail.text));
    mails.into_iter().next().expect("one")
}

#[test]
fn every_command_has_its_answer() {
    let (mut club, mut anna, _) = table(&["--deadline-hours", "48"]);
    let code = report(&club, "Anna").code().expect("a code word");
    let with_code = |word: &str| format!("{word}\n\ncode: {code}\n");

    let status = only(say(&mut club, &mut anna, "status", ""), "status");
    assert!(status.text.contains("Has orders: no"), "{}", status.text);
    let form = only(say(&mut club, &mut anna, "hello", "form\n"), "report");
    assert_eq!(form.packet().expect("a packet").exchange, 1);
    only(say(&mut club, &mut anna, "hello", &with_code("Report.")), "report");
    let help = only(say(&mut club, &mut anna, "Re: help", ""), "help");
    assert!(help.text.contains("withdraw") && help.text.contains(&club.address("Uma")), "{}", help.text);
    // Who plays by mail is asked to reply, not to run a program.
    let first = report(&club, "Anna");
    assert!(first.text.contains("Change what you like, and reply with it."), "{}", first.text);
    assert!(!first.text.contains("sealord seal"), "{}", first.text);

    let none = only(say(&mut club, &mut anna, "withdraw", &with_code("withdraw")), "refusal");
    assert!(words(&none).contains("no orders that could be withdrawn"), "{}", none.text);
    let none = only(say(&mut club, &mut anna, "orders", &with_code("final")), "refusal");
    assert!(words(&none).contains("no orders that could be final"), "{}", none.text);

    let mail = report(&club, "Anna");
    let orders = anna.orders(&mail.packet().expect("a packet")).replace("final: true\n", "");
    anna.answer(&mut club, &mail, &quoted(&filled(&mail.text, &orders)), Vec::new(), Style::Plain);
    let receipt = only(out(&mut club), "receipt");
    assert!(receipt.text.contains("Has orders: yes\nIs final:   no"), "{}", receipt.text);

    let receipt = only(say(&mut club, &mut anna, "status", ""), "status");
    assert!(receipt.text.contains("Has orders: yes\n  Is final:   no"), "{}", receipt.text);
    let receipt = only(say(&mut club, &mut anna, "orders", &with_code("withdraw")), "receipt");
    assert!(words(&receipt).contains("are withdrawn"), "{}", receipt.text);

    // What was withdrawn is written anew, and says so.
    let orders = orders.replace("answers:", "version: 2\nanswers:");
    anna.answer(&mut club, &mail, &quoted(&filled(&mail.text, &orders)), Vec::new(), Style::Plain);
    only(out(&mut club), "receipt");
    let asked = only(say(&mut club, &mut anna, "sorry", &with_code("resign")), "refusal");
    assert!(words(&asked).contains("resign yes"), "{}", asked.text);
    let gone = say(&mut club, &mut anna, "sorry", &with_code("resign yes"));
    let mut told = kinds(&gone);
    told.sort();
    assert_eq!(told, ["notice", "status"]);
    let uma = club.address("Uma");
    assert!(gone.iter().any(|mail| mail.is_to(&uma) && mail.text.contains("Anna resigns")));
    club.ok(&["audit", "spring"]);
}

#[test]
fn final_orders_close_the_exchange_and_not_final_holds_it_open() {
    let (mut club, mut anna, mut bert) = table(&["--deadline-hours", "48"]);
    // The first exchange asks one party; both are asked in a later one.
    let mut both = None;
    for _ in 0..6 {
        anna.play(&mut club);
        bert.play(&mut club);
        club.fetch();
        let reports = ["Anna", "Bert"].map(|name| report(&club, name));
        let packets = reports.each_ref().map(|mail| mail.packet().expect("a packet"));
        if packets.iter().all(|packet| packet.asked) {
            both = Some(packets[0].exchange);
            break;
        }
    }
    let exchange = both.expect("both are asked at some time");
    let code = report(&club, "Anna").code().expect("a code word");
    let mail = report(&club, "Anna");
    let orders = anna.orders(&mail.packet().expect("a packet")).replace("final: true\n", "");
    anna.answer(&mut club, &mail, &quoted(&filled(&mail.text, &orders)), Vec::new(), Style::Plain);
    only(out(&mut club), "receipt");
    for (word, shown) in [("final", "Is final:   yes"), ("not final", "Is final:   no")] {
        let receipt =
            only(say(&mut club, &mut anna, "orders", &format!("{word}\n\ncode: {code}\n")), "receipt");
        assert!(receipt.text.contains(shown), "{word}: {}", receipt.text);
    }
    bert.play(&mut club);
    only(out(&mut club), "receipt");
    let closing = say(&mut club, &mut anna, "orders", &format!("final\n\ncode: {code}\n"));
    let mut told = kinds(&closing);
    told.sort();
    assert_eq!(told, ["receipt", "report", "report"], "exchange {exchange} is closed");
    // Nothing can be sent for it any more, and nobody is invited to.
    let receipt = closing.iter().find(|mail| mail.kind() == "receipt").expect("a receipt");
    assert!(words(receipt).contains("the next report is on its way"), "{}", receipt.text);
    assert!(!words(receipt).contains("replace these"), "{}", receipt.text);
    club.ok(&["audit", "spring"]);
}

#[test]
fn orders_need_the_code_word() {
    let (mut club, mut anna, _) = table(&[]);
    let mail = report(&club, "Anna");
    let code = mail.code().expect("a code word");
    let orders = anna.orders(&mail.packet().expect("a packet"));
    let doubt = only(say(&mut club, &mut anna, "orders", &orders), "refusal");
    assert!(words(&doubt).contains("your code word is not in the mail"), "{}", doubt.text);
    assert!(!doubt.everything().contains(&code), "the refusal tells the word");
    assert!(doubt.files.is_empty(), "nothing of the match goes to somebody in doubt");
    // The first was one doubt; after ten in all there is silence.
    for number in 0..12 {
        let answers = say(&mut club, &mut anna, "orders", &format!("code: wrong-word-{number}\n\n{orders}"));
        if number < 9 {
            let doubt = only(answers, "refusal");
            assert!(words(&doubt).contains("not the current one of your side"), "{}", doubt.text);
        } else if number == 9 {
            // The player hears nothing more of it; the umpire hears once.
            let notice = only(answers, "notice");
            assert!(words(&notice).contains("could not be shown to be from the player"), "{}", notice.text);
        } else {
            assert!(answers.is_empty(), "{number}: {:?}", kinds(&answers));
        }
    }
    // Whoever guesses shuts nobody out.
    let right = say(&mut club, &mut anna, "orders", &format!("code: {code}\n\n{orders}"));
    assert!(kinds(&right).contains(&"receipt".to_owned()), "{:?}", kinds(&right));
}

/// Whoever writes in a player's name cannot fill the player's mailbox, and keeps no orders away.
#[test]
fn questions_without_end_are_met_with_silence() {
    let (mut club, mut anna, _) = table(&[]);
    let mail = report(&club, "Anna");
    let orders = anna.orders(&mail.packet().expect("a packet"));
    for number in 0..260 {
        let letter = Letter {
            id: format!("<{number}@evil.example>"),
            from: "Anna <anna@example.org>".to_owned(),
            to: mail.head("Reply-To"),
            subject: "status".to_owned(),
            answers: None,
            more: Vec::new(),
            text: "status\n".to_owned(),
            files: Vec::new(),
        };
        club.deliver(&letter.write(Style::Plain));
    }
    let told = out(&mut club);
    assert_eq!(told.len(), 250);
    anna.answer(&mut club, &mail, &quoted(&filled(&mail.text, &orders)), Vec::new(), Style::Plain);
    assert!(kinds(&out(&mut club)).contains(&"receipt".to_owned()));
}

#[test]
fn strangers_are_answered_once_and_learn_nothing() {
    let (mut club, _, bert) = table(&[]);
    let mail = report(&club, "Anna");
    let stranger = |number: usize, text: &str| Letter {
        id: format!("<{number}@evil.example>"),
        from: "Anna <anna@evil.example>".to_owned(),
        to: mail.head("Reply-To"),
        subject: format!("Re: {}", mail.head("Subject")),
        answers: Some((mail.id(), String::new())),
        more: Vec::new(),
        text: text.to_owned(),
        files: Vec::new(),
    };
    for (number, text) in ["status\n", "form\n", "help\n"].into_iter().enumerate() {
        club.deliver(&stranger(number, text).write(Style::Plain));
        let answers = out(&mut club);
        if number == 0 {
            let answer = only(answers, "unknown");
            assert!(answer.is_to("anna@evil.example"));
            assert!(!answer.everything().contains("spring"), "{}", answer.text);
        } else {
            assert!(answers.is_empty(), "{number}");
        }
    }
    // A player of the other party who answers a mail that was not his own is no stranger, and gets his own
    // party's answer.
    let mut forged = stranger(9, "status\n");
    forged.from = format!("Bert <{}>", club.address("Bert"));
    club.deliver(&forged.write(Style::Plain));
    let answers = out(&mut club);
    for answer in &answers {
        assert!(answer.is_to(&club.address("Bert")) || answer.kind() == "unknown");
        assert!(!answer.head("Subject").contains("axis"), "{}", answer.text);
    }
    assert_eq!(bert.wrote.len(), 0);
}

#[test]
fn machines_are_not_answered() {
    let (mut club, anna, _) = table(&[]);
    let mail = report(&club, "Anna");
    let mut away = anna.letter(&club, "Out of office", "help\n");
    away.answers = Some((mail.id(), String::new()));
    away.more = vec!["Auto-Submitted: auto-replied".to_owned()];
    club.deliver(&away.write(Style::Plain));
    assert!(out(&mut club).is_empty());
    let (office, address) = (club.office(), club.address("Anna"));
    let bounce = |id: &str, number: usize| {
        format!(
            "Return-Path: <>\nFrom: Mail Delivery System <MAILER-DAEMON@mx.example.org>\nTo: {office}\nSubject: Undelivered Mail \
             Returned to Sender\nMessage-ID: <bounce{number}@mx.example.org>\nAuto-Submitted: auto-replied\nMIME-Version: \
             1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\n\n--b\nContent-Type: \
             text/plain\n\nSorry.\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\n\
             Final-Recipient: rfc822; {address}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 no such user\n\n--b\n\
             Content-Type: text/rfc822-headers\n\nMessage-ID: {id}\nSubject: x\n\n--b--\n",
                                )
        .replace('\n', "\r\n")
    };
    let (ours, forged) = (bounce(&mail.id(), 1), bounce("<nothing.of.ours@club.example>", 2));
    club.deliver(forged.as_bytes());
    assert!(out(&mut club).is_empty(), "a forged bounce changes nothing");
    club.deliver(ours.as_bytes());
    let notice = only(out(&mut club), "notice");
    assert!(notice.is_to(&club.address("Uma")));
    assert!(
        notice.text.contains("550 no such user") && notice.text.contains(&club.address("Anna")),
        "{}",
        notice.text
    );
    club.deliver(bounce(&mail.id(), 3).as_bytes());
    assert!(out(&mut club).is_empty(), "the umpire is told once");
    let status = club.ok(&["status", "spring"]);
    assert!(status.contains("mail: spring/axis/1/report bounced from"), "{status}");
    let shown = club.run(&["doctor", "."]);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(shown.contains("550 no such user"), "{shown}");
}

#[test]
fn old_orders_and_second_deliveries_do_nothing_twice() {
    let (mut club, mut anna, mut bert) = table(&[]);
    let mail = report(&club, "Anna");
    let orders = anna.orders(&mail.packet().expect("a packet"));
    let mut letter = anna.letter(&club, "orders", &quoted(&filled(&mail.text, &orders)));
    letter.to = mail.head("Reply-To");
    let bytes = letter.write(Style::Plain);
    club.deliver(&bytes);
    club.deliver(&bytes);
    let answers = out(&mut club);
    assert_eq!(answers.iter().filter(|mail| mail.kind() == "receipt").count(), 1, "{:?}", kinds(&answers));
    club.deliver(&bytes);
    assert!(out(&mut club).is_empty(), "the very same bytes came before");
    // The next exchanges; then the first orders come again in a letter of their own.
    for _ in 0..3 {
        anna.play(&mut club);
        bert.play(&mut club);
        club.fetch();
    }
    let journal = std::fs::read(club.path("spring/journal.jsonl")).expect("a journal");
    letter.id = "<again@evil.example>".to_owned();
    club.deliver(&letter.write(Style::Plain));
    let refusal = only(out(&mut club), "refusal");
    assert!(
        words(&refusal).contains("too late: exchange 1 was played on Saturday 24 October 2026"),
        "{}",
        refusal.text
    );
    assert_eq!(std::fs::read(club.path("spring/journal.jsonl")).expect("a journal"), journal);
}

#[test]
fn an_untouched_form_is_no_orders() {
    let (mut club, mut anna, _) = table(&[]);
    let mail = report(&club, "Anna");
    let text =
        format!("Thanks, I will answer tomorrow.\n\nOn Saturday, the referee wrote:\n{}", quoted(&mail.text));
    for style in crate::mail::letter::STYLES {
        anna.answer(&mut club, &mail, &text, Vec::new(), style);
        // Of mails that say nothing three are answered in a day.
        club.now += 86_400;
        let answers = out(&mut club);
        assert_eq!(kinds(&answers), ["refusal"], "{style:?}");
        assert!(words(&answers[0]).contains("is unchanged"), "{style:?}: {}", answers[0].text);
    }
    let journal = std::fs::read_to_string(club.path("spring/journal.jsonl")).expect("a journal");
    assert!(!journal.contains("\"committed\"") && !journal.contains("\"revealed\""), "{journal}");
}

#[test]
fn two_players_in_two_matches() {
    let mut club = Club::new(Road::Folders);
    club.begin("spring", &["--seed", "1"]);
    club.begin("autumn", &["--seed", "2"]);
    let swapped = format!(
        "  - folder: autumn\n    players:\n      axis: {{name: Bert, address: {}}}\n      allies: {{name: Anna, address: {}}}\n",
        club.address("Bert"),
        club.address("Anna")
    );
    club.settle(&(club.usual("spring", ["", ""]) + &swapped));
    club.fetch();
    let mut players = [Player::new("Anna", AXIS, Manner::Plain), Player::new("Bert", ALLIES, Manner::Plain)];
    for _ in 0..8 {
        for player in &mut players {
            player.play(&mut club);
        }
        let account = club.fetch();
        assert_eq!(
            (&account["refused"], &account["troubles"]),
            (&0.into(), &serde_json::json!([])),
            "{account}"
        );
    }
    for word in ["spring", "autumn"] {
        let status: serde_json::Value =
            serde_json::from_str(&club.ok(&["--json", "status", word])).expect("JSON");
        assert!(status["exchange"].as_u64() > Some(4), "{word}: {status}");
        club.ok(&["audit", word]);
    }
    // A letter that names no match is answered by a question which one is meant.
    let [anna, _] = &mut players;
    let unclear = anna.letter(&club, "status", "");
    anna.write(&mut club, unclear);
    let which = only(out(&mut club), "unknown");
    for tag in ["[sealord spring/axis]", "[sealord autumn/allies]"] {
        assert!(which.text.contains(tag), "{}", which.text);
    }
    let named = anna.letter(&club, "[sealord autumn/allies] status", "");
    anna.write(&mut club, named);
    let status = only(out(&mut club), "status");
    assert!(status.text.contains("autumn"), "{}", status.text);
}

#[test]
fn a_refusal_brings_the_orders_back_with_what_must_be_mended() {
    let (mut club, mut anna, _) = table(&[]);
    let mail = report(&club, "Anna");
    let packet = mail.packet().expect("a packet");
    let orders = anna.orders(&packet);
    let asked = orders.lines().take_while(|line| *line != "doctrine:").collect::<Vec<_>>();
    let good = *asked.iter().rfind(|line| line.starts_with("    ") && line.contains(": ")).expect("a line");
    let (subject, _) = good.trim().split_once(": ").expect("a choice");
    let wrong = orders.replacen(good, &format!("    {subject}: nowhere"), 1);
    assert_ne!(wrong, orders);
    let send = |club: &mut Club, anna: &mut Player, orders: &str| {
        let file = File {
            name: "orders.yaml".to_owned(),
            media: "application/yaml",
            bytes: orders.as_bytes().to_vec(),
        };
        let code = mail.code().map(|code| format!("code: {code}\n")).unwrap_or_default();
        anna.answer(club, &mail, &code, vec![file], Style::Plain);
        out(club)
    };
    let refusal = only(send(&mut club, &mut anna, &wrong), "refusal");
    assert!(words(&refusal).contains("has your orders as far as they could be read"), "{}", refusal.text);
    let form = String::from_utf8(refusal.file(".yaml").expect("a form").to_vec()).expect("text");
    let told = form.lines().filter(|line| line.contains("# !! ")).collect::<Vec<_>>();
    assert_eq!(told.len(), 1, "{form}");
    // By the line of the file that was sent, marks and code word included.
    let line = wrong.lines().position(|line| line.contains("nowhere")).expect("a line") + 1;
    assert!(told[0].contains(&format!("line {line} of your file: `nowhere`")), "{told:?}");
    // All else stands as it was sent, and the form can be sent as it is.
    for line in asked.iter().filter(|line| line.starts_with("    ") && **line != good) {
        assert!(
            form.lines().any(|it| it.split(" #").next().unwrap_or_default().trim_end() == *line),
            "{line}\n{form}"
        );
    }
    assert!(kinds(&send(&mut club, &mut anna, &form)).contains(&"receipt".to_owned()));
}
