//! Checkpoints of a match: signed, cosigned by another office, kept in the journal, checked by the audit, and
//! forged in every way.

use std::process::Command;

use sealord::checkpoint::{Checkpoint, Note, Tree};
use sealord::digest::Digest;
use sealord::entry::Kind;
use serde_json::{Value, json};

use super::forged::{drafts, first, write};
use super::signed::{private_key, signer};
use super::support::{Desk, SEAS_OF_THUNDER, System, on_every_system};
use super::tamper::caught;
use crate::skip::skip_without;

on_every_system! {
    a_checkpoint_is_cosigned_kept_and_checked,
    a_history_written_anew_is_not_cosigned,
    a_note_that_is_not_of_the_journal_fails_the_audit,
    forged_cosignatures_in_the_journal_are_found,
}

const CLUB: &str = "club.example";
const OTHER: &str = "other.example/office";

/// A match of one exchange, with the keys of its umpire and of another office.
fn desk(system: &'static System) -> Desk {
    let desk = Desk::of(system);
    desk.begin("m", &["--missing", "staff"]);
    desk.exchange("m", 0);
    for (name, seed) in [("umpire", 1), ("other", 2)] {
        desk.write(name, private_key(seed));
        let public = format!("{} of {name}\n", signer(seed).public_key());
        desk.write(["umpire.pub", "other.pub"][usize::from(seed) - 1], public);
    }
    desk
}

fn vkey(desk: &Desk, file: &str, name: &str, more: &[&str]) -> String {
    desk.ok(&[&["note", "key", file, "--name", name], more].concat()).trim_end().to_owned()
}

fn log_key(desk: &Desk) -> String {
    vkey(desk, "umpire.pub", "club.example/m", &[])
}

fn witness_key(desk: &Desk) -> String {
    vkey(desk, "other.pub", OTHER, &["--cosigner"])
}

/// The checkpoint of the match, with the proof since a size if one is named.
fn head(desk: &Desk, since: Option<u64>) -> String {
    let since = since.map(|number| number.to_string());
    let more: Vec<&str> = since.iter().flat_map(|number| ["--since", number]).collect();
    desk.ok(&[&["note", "head", "m", "--club", CLUB, "--key", "umpire"], &more[..]].concat())
}

/// When the other office does its work; the matches of the tests are played in 1941.
const TODAY: &str = "2026-11-30T09:00:00Z";

fn cosign_args<'a>(file: &'a str, log: &'a str) -> [&'a str; 13] {
    [
        "--now",
        TODAY,
        "note",
        "cosign",
        file,
        "--key",
        "other",
        "--name",
        OTHER,
        "--log",
        log,
        "--record",
        "record.json",
    ]
}

/// What the other office makes of a checkpoint.
fn cosign(desk: &Desk, text: &str) -> String {
    desk.write("head.txt", text);
    desk.ok(&cosign_args("head.txt", &log_key(desk)))
}

fn entries(desk: &Desk) -> u64 {
    desk.status("m")["entry"].as_u64().unwrap()
}

fn a_checkpoint_is_cosigned_kept_and_checked(system: &'static System) {
    let desk = desk(system);
    let size = entries(&desk);
    desk.write("note.txt", cosign(&desk, &head(&desk, None)));
    let (log, witness) = (log_key(&desk), witness_key(&desk));
    let audit = desk.json(0, &["audit", "m", "--note", "note.txt", "--vkey", &log, &witness]);
    let due = json!([{
        "file": "note.txt", "origin": "club.example/m", "size": size,
        "signed": [{ "name": "club.example/m", "vkey": log }, { "name": OTHER, "vkey": witness, "time": TODAY }],
    }]);
    assert_eq!(audit["notes"], due, "{audit:#}");
    let told = desk.ok(&["audit", "m", "--note", "note.txt", "--vkey", &log, &witness]);
    let line = format!(
        "note.txt is the checkpoint of club.example/m as of entry {size}, signed by club.example/m and cosigned by {OTHER} \
         at {TODAY}"
    );
    assert!(told.contains(&line), "{told}");

    let kept = ["witness", "m", "note.txt", "--vkey", &witness, "--name", "Uma of the other club"];
    assert_eq!(desk.json(0, &kept)["countersigned"], json!(size));
    assert!(desk.expect(1, &kept).err.contains("has this checkpoint cosigned by this key"));
    desk.exchange("m", 0);
    // The next one continues it, and the one before is of the journal as before.
    desk.write("next.txt", cosign(&desk, &head(&desk, Some(size))));
    desk.ok(&["witness", "m", "next.txt", "--vkey", &witness, "--name", "Uma of the other club"]);
    let told = desk.ok(&["audit", "m", "--note", "note.txt", "next.txt", "--vkey", &log, &witness]);
    assert!(told.contains("2 countersigned heads by 1 key"), "{told}");
    let packet = format!("m/packets/001-{}.json", system.parties()[0].id());
    desk.ok(&["audit", "m", "--packet", &packet]);
    plain_programs_find_the_same(&desk, "note.txt", &[&log, &witness]);
    plain_programs_find_the_same(&desk, "next.txt", &[&log, &witness]);
}

/// A script without anything of sealord checks root, keys and signatures.
fn plain_programs_find_the_same(desk: &Desk, note: &str, keys: &[&str]) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/note.py");
    if Command::new("openssl").arg("version").output().is_err() {
        return skip_without("openssl");
    }
    let mut command = Command::new("python3");
    command.arg(script).args(["m/journal.jsonl", note]).args(keys).current_dir(desk.path(""));
    let Ok(ran) = command.output() else { return skip_without("python3") };
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(String::from_utf8_lossy(&ran.stdout).contains("entries of club.example/m"));
}

/// A checkpoint of the match with other entries, signed by its umpire.
fn signed(hashes: &[Digest], origin: &str) -> String {
    let tree = Tree::of(hashes.iter().copied());
    let (size, root) = (tree.size(), tree.root());
    let checkpoint = Checkpoint { origin: origin.to_owned(), size, root, extensions: Vec::new() };
    Note::of(&checkpoint, &signer(1)).unwrap().to_string()
}

fn hashes(desk: &Desk) -> Vec<Digest> {
    let entries = sealord::journal::verify(&desk.read("m/journal.jsonl"), None).unwrap();
    entries.iter().map(sealord::entry::Entry::hash).collect()
}

fn a_history_written_anew_is_not_cosigned(system: &'static System) {
    let desk = desk(system);
    let (log, size) = (log_key(&desk), entries(&desk));
    cosign(&desk, &head(&desk, None));
    let record = desk.read("record.json");
    // The umpire lets his journal part from there: the same size, a greater one, and one with a stolen proof.
    let mut other = hashes(&desk);
    *other.last_mut().unwrap() = Digest::of(b"another");
    let same = signed(&other, "club.example/m");
    other.push(Digest::of(b"more"));
    let proof = Tree::of(other.iter().copied()).proof_since(size).unwrap();
    let request = |old: u64, note: &str| {
        let note = Note::parse(note).unwrap();
        sealord::checkpoint::Request { old, proof: proof.clone(), note }.to_string()
    };
    let longer = signed(&other, "club.example/m");
    for (text, code, words) in [
        (same, 5, "keep both of its signed checkpoints"),
        (request(size, &longer), 5, "nothing shows that"),
        (request(size - 1, &longer), 1, "sealord note head --since"),
        (longer, 1, "sealord note head --since"),
        (signed(&other[..2], "club.example/m"), 1, "when it was cosigned last"),
        (signed(&other, "club.example/n"), 1, "is no key of the log"),
        ("club.example/m\n".to_owned(), 1, "head.txt: it has no empty line"),
    ] {
        desk.write("head.txt", &text);
        let ran = desk.expect(code, &cosign_args("head.txt", &log));
        assert!(ran.err.contains(words), "{text}{ran:?}");
        assert!(ran.out.is_empty() && desk.read("record.json") == record, "{ran:?}");
    }
    // Who signs with another key is not the log; and a record that cannot be read is not begun anew.
    desk.write("umpire", private_key(3));
    desk.write("head.txt", head(&desk, None));
    assert!(
        desk.expect(5, &cosign_args("head.txt", &log)).err.contains("has no signature by club.example/m")
    );
    desk.write("umpire", private_key(1));
    desk.write("record.json", &record[..record.len() / 2]);
    desk.write("head.txt", head(&desk, None));
    assert!(desk.expect(1, &cosign_args("head.txt", &log)).err.contains("no record of a witness"));
    desk.expect(1, &["note", "head", "m", "--club", CLUB, "--key", "umpire", "--since", "999"]);
    desk.expect(1, &["note", "head", "m", "--club", "two words"]);
    desk.expect(2, &["note", "head", "m", "--club", CLUB, "--since", "1"]);
}

fn a_note_that_is_not_of_the_journal_fails_the_audit(system: &'static System) {
    let desk = desk(system);
    let (log, witness) = (log_key(&desk), witness_key(&desk));
    let (whole, note) = (hashes(&desk), cosign(&desk, &head(&desk, None)));
    let mut other = whole.clone();
    other[1] = Digest::of(b"another");
    let longer = [&whole[..], &[Digest::of(b"more")]].concat();
    let other_time = {
        let line = note.lines().last().unwrap();
        let letter = line.rsplit(' ').next().unwrap();
        note.replace(letter, &format!("{}Z{}", &letter[..12], &letter[13..]))
    };
    let name = |name: &str| vkey(&desk, "umpire.pub", name, &[]);
    for (text, key, code, words) in [
        (signed(&other, "club.example/m"), &log, 5, "other entries"),
        (signed(&longer, "club.example/m"), &log, 5, "the journal was cut"),
        (signed(&whole, "club.example/n"), &name("club.example/n"), 5, "and the match is m"),
        (signed(&whole, "elsewhere.example/m"), &log, 5, "signs for club.example/m"),
        (signed(&whole, "club.example/m"), &witness, 5, "it has no cosignature by"),
        (note.replace(OTHER, "third.example/office"), &witness, 5, "it has no cosignature by"),
        (note.replacen(&whole.len().to_string(), "2", 1), &log, 5, "other entries"),
        (other_time, &witness, 5, "is not over this text"),
        (note.replace('\u{2014}', "--"), &log, 1, "note.txt: line 5: "),
        (note.clone(), &log.replacen('+', "+0", 1), 1, "is no key of a note"),
    ] {
        desk.write("note.txt", &text);
        let ran = desk.expect(code, &["audit", "m", "--note", "note.txt", "--vkey", key]);
        assert!(ran.err.contains(words), "{text}{ran:?}");
    }
    desk.expect(2, &["audit", "m", "--note", "note.txt"]);
    desk.expect(2, &["audit", "m", "--vkey", &log]);
    // A journal that was cut since has fewer entries than were signed.
    desk.write("note.txt", &note);
    let mut short = drafts(&desk);
    short.pop();
    write(&desk, 3, &short);
    let ran = desk.expect(5, &["audit", "m", "--note", "note.txt", "--vkey", &log]);
    assert!(ran.err.contains("the journal was cut"), "{ran:?}");
}

fn forged_cosignatures_in_the_journal_are_found(system: &'static System) {
    let desk = desk(system);
    let witness = witness_key(&desk);
    let note = cosign(&desk, &head(&desk, None));
    desk.write("note.txt", &note);
    desk.ok(&["witness", "m", "note.txt", "--vkey", &witness, "--name", "Uma"]);
    desk.exchange("m", 0);
    desk.ok(&["audit", "m"]);
    let whole = drafts(&desk);
    let at = first(&whole, Kind::Witness);
    let kept = whole[at].body["note"].as_str().unwrap().to_owned();
    let later = signed(&hashes(&desk), "club.example/m");
    let cosigned_later = {
        let mut later = Note::parse(&later).unwrap();
        later.add(later.cosignature(OTHER, &signer(2), 1).unwrap());
        let later = later.to_string();
        let lines: Vec<&str> = later.split_inclusive('\n').collect();
        [&lines[..4], &lines[5..]].concat().concat()
    };
    let changes: [(&str, Value); 8] = [
        ("another size", json!({ "note": kept.replacen(&entries_of(&kept), "2", 1) })),
        ("another match", json!({ "note": kept.replace("club.example/m", "club.example/n") })),
        ("another name of the key", json!({ "note": kept.replace(OTHER, "third.example/office") })),
        ("entries that come later", json!({ "note": cosigned_later })),
        ("no note", json!({ "note": "" })),
        ("two lines", json!({ "note": note })),
        ("no name", json!({ "name": "" })),
        ("another key", json!({ "by": signer(3).public_key().to_string() })),
    ];
    for (what, change) in changes {
        let mut forged = whole.clone();
        for (key, value) in change.as_object().unwrap() {
            forged[at].body[key] = value.clone();
        }
        write(&desk, 3, &forged);
        assert_eq!(caught(&desk, what), at as u64 + 1, "{what}");
    }
    let mut twice = whole.clone();
    twice.insert(at + 1, whole[at].clone());
    write(&desk, 3, &twice);
    assert_eq!(caught(&desk, "the same twice"), at as u64 + 2);
    // A journal whose entries were written anew, if only with another time, is no longer what was cosigned.
    let mut anew = whole;
    anew[at - 1..].iter_mut().for_each(|draft| draft.time = "1941-05-24T06:00:00Z".to_owned());
    write(&desk, 3, &anew);
    assert_eq!(caught(&desk, "written anew"), at as u64 + 1);
}

/// The size in a note, as it stands there.
fn entries_of(note: &str) -> String {
    note.lines().nth(1).unwrap().to_owned()
}

/// A proof has the cosigned checkpoints, and its scripts know of them.
#[test]
fn a_proof_holds_cosigned_checkpoints() {
    let desk = desk(&SEAS_OF_THUNDER);
    desk.write("note.txt", cosign(&desk, &head(&desk, None)));
    desk.ok(&["witness", "m", "note.txt", "--vkey", &witness_key(&desk), "--name", "Uma"]);
    while desk.status("m")["over"] == false {
        desk.ok(&["resolve", "m", "--close"]);
    }
    desk.ok(&["prove", "m", "-o", "pack.zip"]);
    desk.ok(&["audit", "pack.zip", "--note", "note.txt", "--vkey", &log_key(&desk)]);
    let members = sealord::proof::read(&desk.read("pack.zip")).unwrap();
    assert!(members.iter().any(|(name, _)| name.ends_with("-note.txt")));
    for (name, bytes) in members {
        let path = desk.path("unpacked").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    let agree = || Command::new("python3").arg("agree.py").current_dir(desk.path("unpacked")).output();
    let Ok(ran) = agree() else { return skip_without("python3") };
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
    let files = std::fs::read_dir(desk.path("unpacked/statements")).unwrap();
    let note =
        files.map(|file| file.unwrap().path()).find(|it| it.to_string_lossy().contains("-note")).unwrap();
    let text = std::fs::read_to_string(&note).unwrap();
    std::fs::write(&note, text.replacen("club.example", "club.examples", 1)).unwrap();
    assert!(!agree().unwrap().status.success());
}
