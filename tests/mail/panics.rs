//! A defect of the program, planted in rules, report, parser or road: it ends with the letter or the match in
//! which it shows. The umpire is told once, everything else goes on, and nothing is lost when the defect is
//! gone.

use serde_json::Value;

use sealord::rules::two_sided::party::{ALLIES, AXIS};

use crate::mail::club::{Club, Road, files};
use crate::mail::player::{Manner, Player};
use crate::mail::read::Mail;
use crate::mail::talks::words;

/// Anna plays in both matches, Bert and Carla in one each; all their orders wait in the mailbox.
fn all_have_written() -> Club {
    let mut club = Club::new(Road::Folders);
    club.begin("spring", &["--seed", "1", "--deadline-hours", "48"]);
    club.begin("autumn", &["--seed", "2", "--deadline-hours", "48"]);
    let autumn = club.usual("autumn", ["", ""]).replace("Bert", "Carla").replace("bert", "carla");
    club.settle(&(club.usual("spring", ["", ""]) + &autumn));
    club.fetch();
    club
}

/// A run in which a defect shows; its account, and the mails that go out.
fn run(club: &mut Club, panic: &str) -> (Value, Vec<Mail>) {
    club.now += 60;
    let before = files(&club.path("outgoing"));
    let ran =
        club.command(&["--json", "fetch", "."]).env("SEALORD_PANIC_IN", panic).output().expect("it runs");
    let told = String::from_utf8_lossy(&ran.stderr).into_owned();
    let account: Value = serde_json::from_slice(&ran.stdout).unwrap_or_else(|_| panic!("no account: {told}"));
    let after = files(&club.path("outgoing")).into_iter().filter(|path| !before.contains(path));
    let mails = after.map(|path| Mail::read(std::fs::read(path).expect("a mail"))).collect();
    (account["account"].clone(), mails)
}

fn troubles(account: &Value) -> Vec<String> {
    let all = account["troubles"].as_array().expect("a list").iter();
    all.map(|trouble| trouble.as_str().expect("words").to_owned()).collect()
}

fn notices(mails: &[Mail]) -> Vec<String> {
    mails.iter().filter(|mail| mail.kind() == "notice").map(words).collect()
}

/// Everybody sends the orders of the first exchange.
fn everybody_plays(club: &mut Club) {
    for (name, side) in [("Anna", AXIS), ("Bert", ALLIES), ("Carla", ALLIES)] {
        Player::new(name, side, Manner::Plain).play(club);
    }
}

#[test]
fn a_panic_of_the_parser_ends_with_its_letter() {
    let mut club = all_have_written();
    let mut anna = Player::new("Anna", AXIS, Manner::Plain);
    for (subject, text) in [("boom", "status\n"), ("[sealord spring/axis] status", "status\n")] {
        let letter = anna.letter(&club, subject, text);
        anna.write(&mut club, letter);
    }
    let (account, mails) = run(&mut club, "parser:boom");
    let told = troubles(&account);
    assert!(told.len() == 1 && told[0].contains("put aside as post/aside/"), "{told:?}");
    assert!(told[0].contains("planted in parser"), "{told:?}");
    let aside = std::fs::read(&files(&club.path("post/aside"))[0]).expect("its bytes");
    assert!(String::from_utf8_lossy(&aside).contains("boom"));
    let mut kinds: Vec<String> = mails.iter().map(Mail::kind).collect();
    kinds.sort();
    assert_eq!(kinds, ["notice", "status"], "the other letter is answered, and the umpire is told");
    assert!(notices(&mails)[0].contains("Subject: boom"), "{:?}", notices(&mails));
    let (account, mails) = run(&mut club, "parser:boom");
    assert_eq!((troubles(&account), mails.len()), (vec![], 0), "once");
}

/// In the rules, and in a template or whatever else makes a report.
#[test]
fn a_panic_of_a_match_ends_with_it() {
    for place in ["rules", "report"] {
        let mut club = all_have_written();
        everybody_plays(&mut club);
        let (account, mails) = run(&mut club, &format!("{place}:spring"));
        let told = troubles(&account);
        assert!(told.iter().any(|told| told.contains(&format!("planted in {place}"))), "{told:?}");
        let went = |word: &str| {
            let ours = |mail: &&Mail| mail.packet().is_some_and(|packet| packet.match_id == word);
            mails.iter().filter(ours).count()
        };
        assert_eq!((went("autumn"), went("spring")), (2, 0), "{place}: autumn goes on");
        let first = notices(&mails);
        assert!(!first.is_empty() && first.iter().all(|it| it.contains("planted in")), "{place}: {first:?}");
        let (again, mails) = run(&mut club, &format!("{place}:spring"));
        assert!(!troubles(&again).is_empty(), "{place}: the defect is still there");
        assert!(notices(&mails).iter().all(|it| !first.contains(it)), "{place}: told twice");
        // The defect is gone, and the match goes on with whatever had come in.
        club.now += 60;
        let account: Value = serde_json::from_str(&club.ok(&["--json", "fetch", "."])).expect("JSON");
        assert_eq!(troubles(&account["account"]), Vec::<String>::new(), "{place}");
        for word in ["spring", "autumn"] {
            let status: Value = serde_json::from_str(&club.ok(&["--json", "status", word])).expect("JSON");
            assert!(status.to_string().contains("\"exchange\":2"), "{place}: {word}: {status}");
            assert!(club.run(&["audit", word]).status.success(), "{place}: {word}");
        }
    }
}

#[test]
fn a_panic_of_a_road_ends_with_its_message() {
    let mut club = all_have_written();
    everybody_plays(&mut club);
    let broken = files(&club.path("in/new"));
    let name = broken[0].file_name().expect("a name").to_string_lossy().into_owned();
    let name = name.split(':').next().expect("a name").to_owned();
    let (account, mails) = run(&mut club, &format!("road-in:{name}"));
    let told = troubles(&account);
    assert!(told.iter().any(|told| told.contains("planted in road-in")), "{told:?}");
    let reports = mails.iter().filter(|mail| mail.kind() == "report").count();
    assert_eq!(reports, 2, "one match waits for a letter, the other goes on");
    assert!(
        notices(&mails).iter().any(|it| it.contains("a message in the mailbox")),
        "{:?}",
        notices(&mails)
    );
    let first = mails.iter().find_map(Mail::packet).expect("a report").match_id;
    let other = if first == "spring" { "autumn" } else { "spring" };
    let (account, mails) = run(&mut club, &format!("road-out:{other}.axis.2"));
    let told = troubles(&account);
    assert!(told.iter().any(|told| told.contains("planted in road-out")), "{told:?}");
    assert!(mails.iter().any(|mail| mail.kind() == "report"), "the other side gets its report");
    club.now += 3600;
    let (account, mails) = run(&mut club, "");
    assert_eq!(troubles(&account), Vec::<String>::new());
    assert!(mails.iter().any(|mail| mail.kind() == "report"), "it was kept");
}
