//! The same letter again, later, in another copy or after a newer one: it counts once.

use sealord::rules::two_sided::party::AXIS;

use crate::mail::club::{Club, Road};
use crate::mail::letter::{File, Letter, Style};
use crate::mail::player::{Manner, Player, filled, quoted};
use crate::mail::read::Mail;
use crate::mail::talks::{only, out, report, say, table, words};

/// The bytes of a letter as another host hands it on.
fn handed_on(bytes: &[u8]) -> Vec<u8> {
    [b"Received: from mx.example.org by mx2.example.org; Sat, 24 Oct 2026 21:00:00 +0200\r\n", bytes].concat()
}

#[test]
fn a_late_second_delivery_takes_nobodys_newer_orders_away() {
    let (mut club, mut anna, _) = table(&["--deadline-hours", "48"]);
    let mail = report(&club, "Anna");
    let orders = |anna: &mut Player, note: &str| {
        let orders = anna.orders(&mail.packet().expect("a packet")).replace("final: true\n", "");
        quoted(&filled(&mail.text, &orders.replace("answers:", &format!("note: {note}\nanswers:"))))
    };
    let text = orders(&mut anna, "first");
    let first = anna.letter(&club, "orders", &text);
    let bytes = first.write(Style::Plain);
    club.deliver(&bytes);
    only(out(&mut club), "receipt");
    let text = orders(&mut anna, "second");
    only(say(&mut club, &mut anna, "orders", &text), "receipt");
    club.deliver(&handed_on(&bytes));
    // In another encoding, as a relay may write it.
    club.deliver(&first.write(Style::QuotedPrintable));
    assert!(out(&mut club).is_empty());
    let journal = std::fs::read_to_string(club.path("spring/journal.jsonl")).expect("a journal");
    assert_eq!(journal.matches("note: first").count(), 1);
    // The same for a command: what was withdrawn once is not withdrawn again.
    let code = mail.code().expect("a code word");
    let withdraw = anna.letter(&club, "please", &format!("withdraw\n\ncode: {code}\n"));
    let bytes = withdraw.write(Style::Plain);
    club.deliver(&bytes);
    only(out(&mut club), "receipt");
    let text = orders(&mut anna, "third");
    only(say(&mut club, &mut anna, "orders", &text), "receipt");
    club.deliver(&handed_on(&bytes));
    assert!(out(&mut club).is_empty());
    club.ok(&["audit", "spring"]);
}

/// Anna's orders of this version with a note, in a file of their own.
fn versioned(anna: &mut Player, mail: &Mail, version: Option<u32>, note: &str) -> Vec<u8> {
    let orders = anna.orders(&mail.packet().expect("a packet")).replace("final: true\n", "");
    let line = version.map(|version| format!("version: {version}\n")).unwrap_or_default();
    orders.replace("answers:", &format!("{line}note: {note}\nanswers:")).into_bytes()
}

fn enclosed(mail: &Mail, anna: &Player, club: &Club, id: &str, bytes: &[u8]) -> Vec<u8> {
    let code = mail.code().expect("a code word");
    let mut letter = anna.letter(club, "orders", &format!("code: {code}\n"));
    letter.id = format!("<{id}@example.org>");
    letter.files.push(File {
        name: "orders.yaml".to_owned(),
        media: "application/yaml",
        bytes: bytes.to_vec(),
    });
    letter.write(Style::Plain)
}

/// What is newer does not follow from when it comes.
#[test]
fn older_orders_never_take_the_place_of_newer_ones() {
    let (mut club, mut anna, _) = table(&["--deadline-hours", "480"]);
    let mail = report(&club, "Anna");
    let code = mail.code().expect("a code word");
    let files: Vec<Vec<u8>> = [(None, "first"), (Some(2), "second"), (None, "unseen"), (Some(2), "third")]
        .map(|(version, note)| versioned(&mut anna, &mail, version, note))
        .into();
    let mut number = 0;
    let mut send = |club: &mut Club, anna: &Player, bytes: &[u8]| {
        number += 1;
        club.deliver(&enclosed(&mail, anna, club, &format!("send{number}"), bytes));
        out(club).into_iter().next().expect("an answer")
    };
    for file in [0, 1] {
        assert_eq!(send(&mut club, &anna, &files[file]).kind(), "receipt");
    }
    // The first again, by somebody who kept it, in a mail of its own; and one that was held back on its way.
    for file in [0, 2] {
        let refusal = send(&mut club, &anna, &files[file]);
        assert!(words(&refusal).contains("version 1, and version 2 came before"), "{}", refusal.text);
        assert!(words(&refusal).contains("write `version: 3`"), "{}", refusal.text);
        let form = String::from_utf8(refusal.file(".yaml").expect("a form").to_vec()).expect("text");
        assert!(form.contains("\nversion: 3 "), "{form}");
    }
    // Of one version the later counts, and never the earlier again.
    assert_eq!(send(&mut club, &anna, &files[3]).kind(), "receipt");
    let refusal = send(&mut club, &anna, &files[1]);
    assert!(words(&refusal).contains("this very file came before"), "{}", refusal.text);
    // Nor what was withdrawn.
    only(say(&mut club, &mut anna, "please", &format!("withdraw\n\ncode: {code}\n")), "receipt");
    for (number, file) in files[..4].iter().enumerate() {
        assert_eq!(send(&mut club, &anna, file).kind(), "refusal", "{number}");
    }
    let fresh = versioned(&mut anna, &mail, Some(3), "fourth");
    assert_eq!(send(&mut club, &anna, &fresh).kind(), "receipt");
    // To be final or not, and back, is each time something new.
    only(say(&mut club, &mut anna, "orders", &format!("not final\n\ncode: {code}\n")), "receipt");
    assert_eq!(send(&mut club, &anna, &fresh).kind(), "receipt", "what stands may be sent again");
    club.ok(&["audit", "spring"]);
}

/// The same where only signatures count: a signature is no protection against being sent again.
#[test]
fn signed_orders_are_not_brought_back() {
    use crate::mail::player::{have, run};
    if !have("ssh-keygen") {
        return;
    }
    let mut club = Club::new(Road::Folders);
    let home = tempfile::tempdir().expect("a home");
    run(home.path(), "ssh-keygen", &["-q", "-t", "ed25519", "-N", "", "-f", "key"], b"");
    let key = std::fs::read_to_string(home.path().join("key.pub")).expect("a key");
    let key = key.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    club.begin("spring", &["--seed", "1939", "--deadline-hours", "48"]);
    let setting = format!(", key: {key}");
    let matches = club
        .usual("spring", [&setting, &setting])
        .replace("    players:", "    proof: signature\n    players:");
    club.settle(&matches);
    club.fetch();
    let mut anna = Player::new("Anna", AXIS, Manner::Plain);
    let mail = report(&club, "Anna");
    std::fs::write(home.path().join("packet.json"), mail.file(".json").expect("a packet")).expect("written");
    let signed = |club: &mut Club, anna: &mut Player, note: &str| {
        let (orders, sealed) = (home.path().join("orders.yaml"), home.path().join(format!("{note}.sealed")));
        std::fs::write(&orders, versioned(anna, &mail, None, note)).expect("written");
        let path = |path: &std::path::Path| path.to_str().expect("a plain path").to_owned();
        let packet = path(&home.path().join("packet.json"));
        club.ok(&["seal", &path(&orders), "--packet", &packet, "--out", &path(&sealed)]);
        run(home.path(), "ssh-keygen", &["-Y", "sign", "-f", "key", "-n", "sealord", &path(&sealed)], b"");
        let mut letter = anna.letter(club, "orders", "Enclosed.\n");
        letter.id = format!("<{note}@example.org>");
        for end in ["sealed", "sealed.sig"] {
            let name = format!("{note}.{end}");
            let bytes = std::fs::read(home.path().join(&name)).expect("a file");
            letter.files.push(File { name, media: "application/octet-stream", bytes });
        }
        letter
    };
    let first = signed(&mut club, &mut anna, "first");
    club.deliver(&first.write(Style::Plain));
    only(out(&mut club), "receipt");
    let second = signed(&mut club, &mut anna, "second");
    club.deliver(&second.write(Style::Plain));
    only(out(&mut club), "receipt");
    // With a field more, and as a letter of its own.
    club.deliver(&handed_on(&first.write(Style::Plain)));
    assert!(out(&mut club).is_empty());
    club.deliver(&Letter { id: "<replayed@evil.example>".to_owned(), ..first }.write(Style::Plain));
    let refusal = only(out(&mut club), "refusal");
    assert!(words(&refusal).contains("this very file came before"), "{}", refusal.text);
    let status = club.ok(&["--json", "status", "spring"]);
    assert!(status.contains("axis"), "{status}");
    club.ok(&["audit", "spring"]);
}

/// What the office noted of letters, a line each.
fn noted(club: &Club) -> Vec<String> {
    let log = std::fs::read_to_string(club.path("post/received.log")).unwrap_or_default();
    log.lines().map(str::to_owned).collect()
}

/// Two copies in one run, as after two roads to one mailbox: only that one is noted which was dealt with, and
/// not before it was. A note about the other would speak for both if the run died in between, and the player
/// would wait for ever.
#[test]
fn a_copy_beside_a_letter_is_noted_as_nothing() {
    let (mut club, mut anna, _) = table(&["--deadline-hours", "48"]);
    let mail = report(&club, "Anna");
    let orders = anna.orders(&mail.packet().expect("a packet")).replace("final: true\n", "");
    let letter = anna.letter(&club, "orders", &quoted(&filled(&mail.text, &orders)));
    let bytes = letter.write(Style::Plain);
    let before = noted(&club).len();
    club.deliver(&bytes);
    club.deliver(&handed_on(&bytes));
    only(out(&mut club), "receipt");
    let fresh = noted(&club).split_off(before);
    assert_eq!(fresh.len(), 1, "{fresh:?}");
    assert!(!fresh[0].contains("again"), "{fresh:?}");
    // A copy in a later run meets what was dealt with.
    club.deliver(&handed_on(&handed_on(&bytes)));
    assert!(out(&mut club).is_empty());
    let fresh = noted(&club).split_off(before);
    assert!(fresh.len() == 2 && fresh[1].contains("again"), "{fresh:?}");
}
