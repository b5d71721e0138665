//! Players and matches that change: a substitute, a key, a run that died, a match in trouble.

use sealord::rules::two_sided::party::AXIS;

use crate::mail::club::{Club, Road};
use crate::mail::letter::{File, Style};
use crate::mail::player::{Manner, Player, filled, have, quoted, run};
use crate::mail::read::Mail;
use crate::mail::talks::{kinds, newest, only, out, report, say, table, words};

#[test]
fn a_substitute_takes_over() {
    let (mut club, mut anna, mut bert) = table(&[]);
    let mut answers = 0;
    for _ in 0..4 {
        answers += usize::from(anna.play(&mut club)) + usize::from(bert.play(&mut club));
        club.fetch();
    }
    assert!(answers > 2);
    let old = report(&club, "Anna");
    let old_code =
        club.mails_to(&club.address("Anna"), 0).iter().rev().find_map(Mail::code).expect("a code word");
    let carla = club.address("Carla");
    let settled =
        club.usual("spring", ["", ""]).replace(&club.address("Anna"), &carla).replace("Anna", "Carla");
    club.settle(&settled);
    let welcome = out(&mut club);
    assert_eq!(kinds(&welcome).iter().filter(|kind| *kind == "handover").count(), 1, "{:?}", kinds(&welcome));
    assert!(welcome.iter().all(|mail| mail.is_to(&carla)), "nobody else is told");
    let handover = welcome.iter().find(|mail| mail.kind() == "handover").expect("a hand-over");
    let code = handover.code().expect("a new code word");
    assert_ne!(code, old_code);
    assert!(welcome.iter().all(|mail| !mail.everything().contains(&old_code)));
    assert_eq!(handover.packet().expect("a packet").party, AXIS);
    // The old player's mail is a stranger's now.
    let told = say(&mut club, &mut anna, "status", "");
    assert!(told.iter().all(|mail| mail.kind() == "unknown"), "{:?}", kinds(&told));
    // And the old word does not open the party.
    let mut carla = Player::new("Carla", AXIS, Manner::Plain);
    let refusal =
        only(say(&mut club, &mut carla, "withdraw", &format!("withdraw\n\ncode: {old_code}\n")), "refusal");
    assert!(words(&refusal).contains("not the current one of your side"), "{}", refusal.text);
    // The match goes on with the substitute.
    let before = old.packet().expect("a packet").exchange;
    for _ in 0..6 {
        carla.play(&mut club);
        bert.play(&mut club);
        let account = club.fetch();
        assert_eq!(account["refused"], 0, "{account}");
    }
    assert!(report(&club, "Carla").packet().expect("a packet").exchange > before + 1);
    assert_eq!(out(&mut club).len(), 0);
    club.ok(&["audit", "spring"]);
}

#[test]
fn signed_orders_need_no_word() {
    if !have("ssh-keygen") {
        return;
    }
    let home = tempfile::tempdir().expect("a home");
    for name in ["anna", "bert", "mallory"] {
        run(home.path(), "ssh-keygen", &["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", name], b"");
    }
    let public =
        |name: &str| std::fs::read_to_string(home.path().join(format!("{name}.pub"))).expect("a key");
    let (of_anna, of_bert) = (public("anna"), public("bert"));
    let mut club = Club::new(Road::Folders);
    let key = format!("axis={}", home.path().join("anna.pub").display());
    club.begin("spring", &["--seed", "1939", "--deadline-hours", "48", "--key", &key]);
    let settings =
        club.usual("spring", [&format!(", key: {}", of_anna.trim()), &format!(", key: {}", of_bert.trim())]);
    club.settle(&settings.replace("folder: spring\n", "folder: spring\n    proof: signature\n"));
    club.fetch();
    let mut anna = Player::new("Anna", AXIS, Manner::Plain);
    let mail = report(&club, "Anna");
    // The word speaks for commands, which come without a file that could be signed; not for orders.
    let code = mail.code().expect("a code word");
    let orders = anna.orders(&mail.packet().expect("a packet")).replace("final: true\n", "");
    let file = |name: &str, bytes: &[u8]| File {
        name: name.to_owned(),
        media: "application/octet-stream",
        bytes: bytes.to_vec(),
    };
    let sign = |key: &str, namespace: &str, bytes: &[u8]| {
        run(home.path(), "ssh-keygen", &["-Y", "sign", "-f", key, "-n", namespace], bytes)
    };
    let send = |club: &mut Club, anna: &mut Player, signature: Option<Vec<u8>>| {
        let mut files = vec![file("orders.yaml", orders.as_bytes())];
        files.extend(signature.map(|signature| file("orders.yaml.sig", &signature)));
        let text = format!("Here they are.\ncode: {code}\n");
        anna.answer(club, &mail, &text, files, Style::Plain);
        out(club)
    };
    let unsigned = only(send(&mut club, &mut anna, None), "refusal");
    assert!(words(&unsigned).contains("there is no signature in the mail"), "{}", unsigned.text);
    for (what, signature) in [
        ("another's key", sign("mallory", "sealord", orders.as_bytes())),
        ("another purpose", sign("anna", "file", orders.as_bytes())),
        ("other orders", sign("anna", "sealord", b"match: spring\n")),
    ] {
        let refusal = only(send(&mut club, &mut anna, Some(signature)), "refusal");
        assert!(words(&refusal).contains("signature is not valid"), "{what}: {}", refusal.text);
    }
    let taken = send(&mut club, &mut anna, Some(sign("anna", "sealord", orders.as_bytes())));
    assert!(kinds(&taken).contains(&"receipt".to_owned()), "{}", newest(&club, "Anna").text);
    let signatures = |club: &Club| {
        let audit: serde_json::Value =
            serde_json::from_str(&club.ok(&["--json", "audit", "spring"])).expect("JSON");
        audit["signatures"].as_u64().unwrap_or_default()
    };
    assert_eq!(signatures(&club), 1);
    // Nobody but her takes them back: not with her code word, and not with a key of his own.
    let journal = std::fs::read_to_string(club.path("spring/journal.jsonl")).expect("a journal");
    let promise = journal.split("\"commitment\":\"").nth(1).expect("a commitment");
    std::fs::write(club.path("packet.json"), mail.file(".json").expect("a packet")).expect("written");
    let statement = club.ok(&["statement", "withdrawal", &promise[..64], "-p", "packet.json"]);
    let withdraw = |club: &mut Club, anna: &mut Player, signature: Option<Vec<u8>>| {
        let files = signature.map(|signature| file("withdrawal.sig", &signature)).into_iter().collect();
        let text = format!("withdraw\n\ncode: {code}\n");
        anna.answer(club, &mail, &text, files, Style::Plain);
        out(club)
    };
    let refusal = only(withdraw(&mut club, &mut anna, None), "refusal");
    assert!(words(&refusal).contains("nothing signed this with it"), "{}", refusal.text);
    let forged = sign("mallory", "sealord", statement.as_bytes());
    let refusal = only(withdraw(&mut club, &mut anna, Some(forged)), "refusal");
    assert!(words(&refusal).contains("signature is not valid"), "{}", refusal.text);
    let signed = sign("anna", "sealord", statement.as_bytes());
    let receipt = only(withdraw(&mut club, &mut anna, Some(signed)), "receipt");
    assert!(words(&receipt).contains("are withdrawn"), "{}", receipt.text);
    assert_eq!(signatures(&club), 2);
}

/// A run may die when all is done and nothing noted. Then the letters come up again, the first before the
/// last.
#[test]
fn a_run_that_died_is_not_done_over() {
    let (mut club, mut anna, _) = table(&["--deadline-hours", "48"]);
    let mail = report(&club, "Anna");
    let code = mail.code().expect("a code word");
    let packet = mail.packet().expect("a packet");
    let mut orders = |remark: &str| {
        let text = anna.orders(&packet).replace("final: true\n", &format!("# {remark}\n"));
        quoted(&filled(&mail.text, &text))
    };
    let letters = [orders("first"), format!("withdraw\n\ncode: {code}\n"), orders("second"), orders("third")];
    for text in letters {
        anna.answer(&mut club, &mail, &text, Vec::new(), Style::Plain);
    }
    let noted = std::fs::read(club.path("post/received.log")).unwrap_or_default();
    assert_eq!(kinds(&out(&mut club)), ["receipt"; 4]);
    let journal = std::fs::read(club.path("spring/journal.jsonl")).expect("a journal");
    std::fs::write(club.path("post/received.log"), noted).expect("written");
    for path in crate::mail::club::files(&club.path("in")) {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let name = name.split(':').next().expect("a name").to_owned();
        std::fs::rename(&path, club.path("in/new").join(name)).expect("moved back");
    }
    let before = club.mails.len();
    let account = club.fetch();
    assert_eq!((&account["taken"], club.mails.len()), (&4.into(), before), "{account}");
    assert_eq!(std::fs::read(club.path("spring/journal.jsonl")).expect("a journal"), journal);
}

/// A match that cannot go on holds up its own mail, and nobody else's however much of it there is.
#[test]
fn a_match_in_trouble_holds_up_no_other() {
    let mut club = Club::new(Road::Folders);
    club.begin("spring", &["--seed", "1"]);
    club.begin("autumn", &["--seed", "2"]);
    club.settle(&(club.usual("spring", ["", ""]) + &club.usual("autumn", ["", ""])));
    club.fetch();
    let (seed, aside) = (club.path("spring/secret/seed"), club.path("seed"));
    std::fs::rename(&seed, &aside).expect("moved away");
    let anna = Player::new("Anna", AXIS, Manner::Plain);
    let write = |club: &mut Club, number: usize, word: &str| {
        let mut letter = anna.letter(club, &format!("[sealord {word}/axis] status"), "");
        letter.id = format!("<{number}@example.org>");
        club.deliver(&letter.write(Style::Plain));
    };
    (0..205).for_each(|number| write(&mut club, number, "spring"));
    write(&mut club, 999, "autumn");
    let run = club.command(&["--json", "fetch", "."]).output().expect("runs");
    assert!(!run.status.success(), "the trouble is told");
    let account: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    assert_eq!(account["account"]["taken"], 1, "{account}");
    // Once it is mended, all have their answers.
    std::fs::rename(aside, seed).expect("moved back");
    club.now += 60;
    let said: serde_json::Value = serde_json::from_str(&club.ok(&["--json", "fetch", "."])).expect("JSON");
    assert_eq!(said["account"]["taken"], 205, "{said}");
}

/// Where the match fixes a side's key, nobody gives the match up in its name: not with its code word, not
/// with a key of his own, not with a signature over another vote, and not by a note that is written into the
/// journal.
#[test]
fn where_keys_are_fixed_votes_are_signed() {
    if !have("ssh-keygen") {
        return;
    }
    let home = tempfile::tempdir().expect("a home");
    for name in ["anna", "bert", "mallory"] {
        run(home.path(), "ssh-keygen", &["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", name], b"");
    }
    let mut club = Club::new(Road::Folders);
    let key =
        |side: &str, name: &str| format!("{side}={}", home.path().join(format!("{name}.pub")).display());
    let (axis, allies) = (key("axis", "anna"), key("allies", "bert"));
    let more =
        ["--seed", "1939", "--deadline-hours", "48", "--key", &axis, "--key", &allies, "--demand-signatures"];
    club.begin("spring", &more);
    club.settle(&club.usual("spring", ["", ""]));
    club.fetch();
    let mut anna = Player::new("Anna", AXIS, Manner::Plain);
    let mail = report(&club, "Anna");
    let code = mail.code().expect("a code word");
    std::fs::write(club.path("packet.json"), mail.file(".json").expect("a packet")).expect("written");
    let statement = |club: &Club, vote: &str| club.ok(&["statement", "vote", vote, "-p", "packet.json"]);
    let text = statement(&club, "concede yes");
    assert!(text.starts_with("sealord vote v1\nmatch: spring\n"), "{text}");
    assert!(text.contains("\nside: axis\nvote: concede yes\nhead: "), "{text}");
    let refused = club.run(&["statement", "vote", "concede", "-p", "packet.json"]);
    assert_eq!(refused.status.code(), Some(2), "{}", String::from_utf8_lossy(&refused.stderr));
    let sign = |key: &str, text: &str| {
        run(home.path(), "ssh-keygen", &["-Y", "sign", "-f", key, "-n", "sealord"], text.as_bytes())
    };
    let concede = |club: &mut Club, anna: &mut Player, signature: Option<Vec<u8>>| {
        let file = |bytes| File { name: "vote.sig".to_owned(), media: "application/octet-stream", bytes };
        let text = format!("concede yes\n\ncode: {code}\n");
        anna.answer(club, &mail, &text, signature.map(file).into_iter().collect(), Style::Plain);
        out(club)
    };
    let refusal = only(concede(&mut club, &mut anna, None), "refusal");
    assert!(words(&refusal).contains("nothing signed this vote with it"), "{}", refusal.text);
    assert!(words(&refusal).contains("sealord statement vote \"concede yes\""), "{}", refusal.text);
    let other = sign("anna", &statement(&club, "draw yes"));
    for forged in [sign("mallory", &text), other] {
        let refusal = only(concede(&mut club, &mut anna, Some(forged)), "refusal");
        assert!(words(&refusal).contains("not signed as it must be"), "{}", refusal.text);
    }
    let sent = concede(&mut club, &mut anna, Some(sign("anna", &text)));
    assert!(
        sent.iter().any(|mail| words(mail).contains("all agree: spring stops here")),
        "{:?}",
        kinds(&sent)
    );
    club.now += 73 * 3600;
    club.fetch();
    assert!(club.ok(&["audit", "spring"]).contains("a concession of the axis side, by signed votes of all"));
    assert!(
        club.ok(&["result", "spring"])
            .contains("agreed: a concession of the axis side, by signed votes of all")
    );
    club.ok(&["prove", "spring", "-o", "pack.zip"]);
    club.ok(&["audit", "pack.zip"]);
    // The same vote for something else, in the journal itself.
    let path = club.path("spring/journal.jsonl");
    let journal = std::fs::read_to_string(&path).expect("a journal");
    std::fs::write(&path, journal.replace("\"ballot\":{\"concede\":true", "\"ballot\":{\"concede\":false"))
        .expect("written");
    assert_eq!(club.run(&["audit", "spring"]).status.code(), Some(5));
}
