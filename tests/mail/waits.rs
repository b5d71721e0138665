//! What lies in the mailbox while nobody looks: when it counts from, what it waits for, what is too much of
//! it.

use sealord::rules::two_sided::party::{ALLIES, AXIS};

use crate::mail::club::{Club, Road};
use crate::mail::letter::{File, Style};
use crate::mail::player::{Manner, Player, have};
use crate::mail::read::Mail;
use crate::mail::talks::{kinds, only, out, report, say, table, words};

const HOUR: i64 = 3600;

/// A match whose exchanges last 48 hours, one of them just begun in which both parties are asked.
fn both_asked() -> (Club, Player, Player) {
    let (mut club, mut anna, mut bert) = table(&["--deadline-hours", "48"]);
    for _ in 0..8 {
        let asked = |name: &str| report(&club, name).packet().is_some_and(|packet| packet.asked);
        if asked("Anna") && asked("Bert") {
            return (club, anna, bert);
        }
        anna.play(&mut club);
        bert.play(&mut club);
        club.fetch();
    }
    panic!("nothing asks both sides");
}

/// Sends orders at an hour after the beginning, with a note in them.
fn send(club: &mut Club, player: &mut Player, mail: &Mail, hour: i64, note: &str) {
    club.now = hour * HOUR;
    let orders = player.orders(&mail.packet().expect("a packet")).replace("final: true\n", "");
    let orders = orders.replace("answers:", &format!("note: {note}\nanswers:"));
    let code = mail.code().map(|code| format!("# code: {code}\n")).unwrap_or_default();
    let bytes = format!("{code}{orders}").into_bytes();
    let file = File { name: "orders.yaml".to_owned(), media: "application/yaml", bytes };
    player.answer(club, mail, "Enclosed.\n", vec![file], Style::Plain);
}

/// The notes of the orders that were opened for the first exchange.
fn notes(club: &Club, names: &[&str]) -> Vec<bool> {
    let journal = std::fs::read_to_string(club.path("spring/journal.jsonl")).expect("a journal");
    names.iter().map(|name| journal.contains(&format!("note: {name}"))).collect()
}

#[test]
fn mail_counts_from_when_it_came() {
    let (mut club, mut anna, mut bert) = both_asked();
    let (to_anna, to_bert) = (report(&club, "Anna"), report(&club, "Bert"));
    send(&mut club, &mut anna, &to_anna, 1, "first");
    send(&mut club, &mut bert, &to_bert, 1, "first-of-bert");
    let answers = out(&mut club);
    assert_eq!(kinds(&answers), ["receipt", "receipt"], "{}", answers[0].text);
    // Anna changes her mind in time, Bert too late; the office looks when the deadline has passed for both.
    send(&mut club, &mut anna, &to_anna, 47, "second");
    send(&mut club, &mut bert, &to_bert, 49, "second-of-bert");
    club.now = 50 * HOUR;
    let answers = out(&mut club);
    let of = |name: &str| {
        let mails = answers.iter().filter(|mail| mail.is_to(&club.address(name)));
        mails.map(Mail::kind).collect::<Vec<_>>()
    };
    assert_eq!(
        (of("Anna"), of("Bert")),
        (vec!["receipt".into(), "report".into()], vec!["refusal".into(), "report".into()])
    );
    assert_eq!(notes(&club, &["second", "second-of-bert"]), [true, false]);
    club.ok(&["audit", "spring"]);
}

/// However much lies before it in the mailbox.
#[test]
fn a_full_mailbox_closes_nothing_before_all_of_it_is_read() {
    let (mut club, mut anna, mut bert) = both_asked();
    let (to_anna, to_bert) = (report(&club, "Anna"), report(&club, "Bert"));
    send(&mut club, &mut anna, &to_anna, 1, "of-anna");
    for number in 0..230 {
        let mut letter = anna.letter(&club, "Re: something else", "No orders here.\n");
        letter.from = "Mallory <mallory@evil.example>".to_owned();
        letter.id = format!("<{number}@evil.example>");
        club.deliver(&letter.write(Style::Plain));
    }
    send(&mut club, &mut bert, &to_bert, 47, "of-bert");
    club.now = 50 * HOUR;
    let account = club.fetch();
    assert_eq!((&account["taken"], &account["resolved"]), (&2.into(), &1.into()), "{account}");
    assert_eq!(notes(&club, &["of-anna", "of-bert"]), [true, true]);
}

#[test]
fn what_is_too_much_to_read_is_refused_in_words() {
    let (mut club, mut anna, _) = table(&[]);
    let mut letter = anna.letter(&club, "orders", "My orders.\n");
    letter.files.push(File { name: "map.bmp".to_owned(), media: "image/bmp", bytes: vec![7; 30 << 20] });
    anna.write(&mut club, letter);
    let refusal = only(out(&mut club), "refusal");
    assert!(words(&refusal).contains("the mail is too large and was not read"), "{}", refusal.text);
    let parts =
        (0..10_000).map(|at| File { name: format!("{at}.txt"), media: "text/plain", bytes: b"x".to_vec() });
    let mut letter = anna.letter(&club, "orders", "My orders.\n");
    letter.files.extend(parts);
    anna.write(&mut club, letter);
    let refusal = only(out(&mut club), "refusal");
    assert!(words(&refusal).contains("the mail has too many parts"), "{}", refusal.text);
    // A stranger learns nothing from it.
    let mut letter = anna.letter(&club, "orders", "My orders.\n");
    letter.from = "Mallory <mallory@evil.example>".to_owned();
    letter.files.push(File { name: "map.bmp".to_owned(), media: "image/bmp", bytes: vec![7; 3 << 20] });
    anna.write(&mut club, letter);
    let answer = only(out(&mut club), "unknown");
    assert!(!answer.text.contains("spring"), "{}", answer.text);
}

/// A journal that cannot be read stops its own match, and its players' mail waits.
#[test]
fn a_match_that_cannot_be_read_holds_up_no_other() {
    let mut club = Club::new(Road::Folders);
    club.begin("spring", &["--seed", "1"]);
    club.begin("autumn", &["--seed", "2"]);
    let autumn = club.usual("autumn", ["", ""]).replace("Anna", "Carla").replace("anna", "carla");
    club.settle(&(club.usual("spring", ["", ""]) + &autumn));
    club.fetch();
    let journal = club.path("spring/journal.jsonl");
    let sound = std::fs::read(&journal).expect("a journal");
    std::fs::write(&journal, b"nothing of the kind\n").expect("written");
    let mut players = [("Anna", AXIS), ("Bert", ALLIES), ("Carla", AXIS)]
        .map(|(name, party)| Player::new(name, party, Manner::Plain));
    for (at, subject) in [
        (0, "status"),
        (2, "status"),
        (1, "[sealord autumn/allies] status"),
        (1, "[sealord spring/allies] status"),
        (1, "status"),
    ] {
        let letter = players[at].letter(&club, subject, "");
        players[at].write(&mut club, letter);
    }
    club.now += 60;
    let run = club.run(&["--json", "fetch", "."]);
    assert!(!run.status.success(), "the trouble is told");
    let account: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    let account = &account["account"];
    assert_eq!((&account["taken"], &account["refused"]), (&2.into(), &0.into()), "{account}");
    assert!(account["troubles"][0].as_str().is_some_and(|it| it.contains("spring")), "{account}");
    let doctor = club.run(&["doctor", "."]);
    let told = String::from_utf8_lossy(&doctor.stdout).into_owned();
    assert!(
        !doctor.status.success() && told.contains("match spring") && told.contains("match autumn"),
        "{told}"
    );
    // Once it is mended, the rest is answered: what names no match is asked about.
    std::fs::write(&journal, sound).expect("written");
    club.now += 60;
    let said: serde_json::Value = serde_json::from_str(&club.ok(&["--json", "fetch", "."])).expect("JSON");
    let account = &said["account"];
    assert_eq!((&account["taken"], &account["refused"]), (&2.into(), &1.into()), "{account}");
}

/// A match that names no player for one of its parties waits, and says whom it lacks.
#[test]
fn a_match_without_a_player_for_a_party_says_so() {
    let mut club = Club::new(Road::Folders);
    club.begin("spring", &["--seed", "1"]);
    club.settle(&club.usual("spring", ["", ""]));
    let settings = std::fs::read_to_string(club.path("office.yaml")).expect("read");
    let others = settings.lines().filter(|line| !line.trim_start().starts_with("allies:"));
    let lacking: String = others.map(|line| format!("{line}\n")).collect();
    assert_ne!(lacking, settings);
    std::fs::write(club.path("office.yaml"), lacking).expect("written");
    club.now += 60;
    let run = club.run(&["fetch", "."]);
    let told = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(!run.status.success() && told.contains("name no player for the Allies"), "{told}");
}

/// A run may die when a withdrawal stands in the journal and its answer is not written.
#[test]
fn a_withdrawal_is_answered_once_more() {
    let (mut club, mut anna, _) = table(&["--deadline-hours", "48"]);
    let mail = report(&club, "Anna");
    send(&mut club, &mut anna, &mail, 1, "first");
    out(&mut club);
    let withdraw = format!("withdraw\n\ncode: {}\n", mail.code().unwrap_or_default());
    let first = only(say(&mut club, &mut anna, "please", &withdraw), "receipt");
    let again = only(say(&mut club, &mut anna, "please", &withdraw), "receipt");
    assert_eq!(words(&first), words(&again));
}

/// Nothing is asked of the Allies first. Their report has a code word all the same: for words to others, and
/// for plans and doctrine, which count. With it a file in which nothing counts is told so.
#[test]
fn who_is_not_asked_is_told_so() {
    let (mut club, _, bert) = table(&[]);
    let mail = report(&club, "Bert");
    assert!(!mail.packet().expect("a packet").asked && mail.code().is_some());
    let file = File {
        name: "orders.yaml".to_owned(),
        media: "application/yaml",
        bytes: b"match: spring\nexchange: 1\nside: allies\nanswers: {}\n".to_vec(),
    };
    let code = mail.code().expect("a code word");
    let mut letter = bert.letter(&club, "orders", &format!("Enclosed.\n\ncode: {code}\n"));
    letter.files.push(file);
    club.deliver(&letter.write(Style::Plain));
    let refusal = only(out(&mut club), "refusal");
    assert!(words(&refusal).contains("exchange 1 does not ask the Allies for orders"), "{}", refusal.text);
    assert!(!words(&refusal).contains("code word"), "{}", refusal.text);
}

/// Whoever seals orders and gives no key of his own does not find them in plain sight in the answer.
#[test]
fn what_came_in_an_envelope_is_not_read_back_in_the_open() {
    if !have("age") || !have("age-keygen") {
        return;
    }
    let (mut club, ..) = table(&[]);
    let mut anna = Player::new("Anna", AXIS, Manner::Enclosing);
    assert!(anna.play(&mut club));
    let receipt = out(&mut club).into_iter().find(|mail| mail.kind() == "receipt").expect("a receipt");
    assert!(words(&receipt).contains("not repeated here: give the umpire your key"), "{}", receipt.text);
    assert!(!receipt.text.contains("axis-"), "{}", receipt.text);
}

/// What is known to wait is not even opened, until its deadline, or until somebody touches it.
#[test]
fn a_match_that_waits_is_not_opened() {
    let (mut club, _, _) = both_asked();
    let (secret, away) = (club.path("spring/secret"), club.path("away"));
    let run = |club: &Club| {
        let ran = club.run(&["fetch", "."]);
        (ran.status.success(), String::from_utf8_lossy(&ran.stderr).into_owned())
    };
    let begun = club.now;
    club.now += 60;
    assert!(run(&club).0);
    std::fs::rename(&secret, &away).expect("moved");
    club.now += 60;
    let (fine, said) = run(&club);
    assert!(fine, "{said}");
    // The deadline has passed, so there is something to do, and it cannot be done.
    club.now = begun + 49 * HOUR;
    let (fine, said) = run(&club);
    assert!(!fine && said.contains("secret/seed"), "{said}");
    std::fs::rename(&away, &secret).expect("moved back");
    assert!(run(&club).0);
    // Somebody else's command is noticed.
    club.now += 60;
    assert!(run(&club).0);
    std::fs::rename(&secret, &away).expect("moved");
    let journal = club.path("spring/journal.jsonl");
    let bytes = std::fs::read(&journal).expect("a journal");
    std::fs::write(&journal, bytes).expect("written again");
    club.now += 60;
    assert!(!run(&club).0);
}
