//! Proofs: what is in one, that plain programs can check it, and that nothing in it can be changed.

use std::io::{Cursor, Write};
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use sealord::digest::Digest;
use sealord::proof::{Member, Packer, SCRIPT, read};
use sealord::signature::{RESULT, WITNESS};
use serde_json::json;

use super::signed::{begin, played, private_key, sign, signer};
use super::support::{ADMIRALS_WAR, Desk, SEAS_OF_THUNDER, System, copy, finished_of, on_every_system};
use crate::skip::skip_without;

on_every_system! {
    a_proof_is_what_the_journal_gives,
    plain_programs_can_check_it,
    a_forged_archive_is_found_by_hand,
    every_member_that_was_changed_is_named,
    packed_by_another_program_it_is_the_same,
    the_result_follows_from_the_proof,
    before_the_end_there_is_none,
}

/// Members as an archive.
fn write(members: &[Member]) -> Result<Vec<u8>, String> {
    let mut packer = Packer::new(Cursor::new(Vec::new()));
    members.iter().try_for_each(|(name, bytes)| packer.add(name, bytes))?;
    packer.finish().map(Cursor::into_inner)
}

/// A match in which everything was signed that can be, played to its end. It lies in the folder `m`, its
/// proof is `pack.zip`.
fn proven(system: &'static System) -> &'static Desk {
    static DESKS: [OnceLock<Desk>; 2] = [OnceLock::new(), OnceLock::new()];
    let place = [&SEAS_OF_THUNDER, &ADMIRALS_WAR].iter().position(|it| it.id == system.id).unwrap();
    DESKS[place].get_or_init(|| {
        let (desk, _) = played(system, &["--missing", "staff"]);
        desk.write("head.txt", desk.ok(&["statement", "head", "m"]));
        let signature = sign(&desk, &signer(9), WITNESS, "head.txt");
        desk.ok(&["witness", "m", "head.txt", "--signature", &signature, "--name", "Uma of the other club"]);
        while desk.status("m")["over"] == false {
            desk.ok(&["resolve", "m", "--close"]);
        }
        desk.ok(&["prove", "m", "-o", "pack.zip"]);
        desk
    })
}

fn members(desk: &Desk, name: &str) -> Vec<Member> {
    read(&desk.read(name)).unwrap()
}

fn text(members: &[Member], name: &str) -> String {
    let found = members.iter().find(|(other, _)| other == name).unwrap_or_else(|| panic!("no {name}"));
    String::from_utf8(found.1.clone()).unwrap()
}

fn a_proof_is_what_the_journal_gives(system: &'static System) {
    let desk = proven(system);
    let told = desk.ok(&["audit", "pack.zip"]);
    assert!(told.contains("of the proof are what the journal gives"), "{told}");
    assert!(told.contains("1 countersigned head by 1 key"), "{told}");
    desk.expect(3, &["prove", "m", "-o", "pack.zip"]);
    desk.ok(&["prove", "m", "-o", "again.zip"]);
    assert_eq!(desk.read("again.zip"), desk.read("pack.zip"));
    // What an umpire handed out is what the proof says was handed out.
    let all = members(desk, "pack.zip");
    let sums = text(&all, "packets.sha256");
    let files: Vec<_> = std::fs::read_dir(desk.path("m/packets")).unwrap().collect();
    for file in files.iter().map(|file| file.as_ref().unwrap().path()) {
        let name = file.file_name().unwrap().to_str().unwrap();
        let line = format!("{}  packets/{name}\n", Digest::of(&std::fs::read(&file).unwrap()));
        assert!(sums.contains(&line), "{name}");
    }
    assert_eq!(sums.lines().count(), files.len());
    // What players kept is compared with a proof as with a folder.
    let packet = format!("m/packets/001-{}.json", system.parties()[0].id());
    desk.ok(&[
        "audit",
        "pack.zip",
        "--packet",
        &packet,
        "--report",
        &packet.replace("packet", "report").replace("json", "txt"),
    ]);
    assert_eq!(text(&all, "verify.py"), SCRIPT);
    let journal = desk.read("m/journal.jsonl");
    assert_eq!(text(&all, "journal.jsonl").as_bytes(), journal);
    assert_eq!(text(&all, "head.json").as_bytes(), desk.read("m/head.json"));
}

/// Unpacks a proof as other programs do.
fn unpacked(desk: &Desk, to: &str) {
    for (name, bytes) in members(desk, "pack.zip") {
        let path = desk.path(to).join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
}

fn sh(folder: &Path, script: &str) -> (bool, String) {
    let ran = Command::new("sh").arg("-c").arg(script).current_dir(folder).output().unwrap();
    let told = [ran.stdout, ran.stderr].concat();
    (ran.status.success(), String::from_utf8(told).unwrap())
}

/// The commands of the words beside a proof, each block by itself.
fn commands(readme: &str) -> Vec<String> {
    let blocks = readme.split("\n\n").filter(|block| block.starts_with("    "));
    let block = |block: &str| {
        block
            .lines()
            .take_while(|line| line.starts_with("    "))
            .map(str::trim_start)
            .collect::<Vec<_>>()
            .join("\n")
    };
    blocks.map(block).collect()
}

fn plain_programs_can_check_it(system: &'static System) {
    let desk = proven(system);
    for program in ["sha256sum", "ssh-keygen", "python3"] {
        if Command::new(program).arg("--version").output().is_err() {
            return skip_without(program);
        }
    }
    unpacked(desk, "plain");
    let folder = desk.path("plain");
    let commands = commands(&text(&members(desk, "pack.zip"), "README.txt"));
    let of = |word: &str| commands.iter().find(|it| it.contains(word)).unwrap_or_else(|| panic!("{word}"));
    let (is_good, told) = sh(&folder, of("verify.py"));
    assert!(is_good, "{told}");
    let head = desk.status("m")["head"].as_str().unwrap().to_owned();
    assert_eq!(told.trim(), head);
    let (is_good, told) = sh(&folder, of("sha256sum -c"));
    assert!(is_good && told.lines().all(|line| line.ends_with(": OK")), "{told}");
    let (is_good, told) = sh(&folder, of("ssh-keygen"));
    let signatures = text(&members(desk, "pack.zip"), "signatures.txt").lines().count();
    assert!(is_good && !told.contains("WRONG"), "{told}");
    assert_eq!(told.matches("Good \"sealord").count(), signatures, "{told}");
    assert!(signatures >= 4);
    // The plain programs see a forgery as well.
    let one = text(&members(desk, "pack.zip"), "sealed.sha256");
    let one = one.split_whitespace().nth(1).unwrap();
    std::fs::write(folder.join(one), [&std::fs::read(folder.join(one)).unwrap()[..], b" "].concat()).unwrap();
    assert!(!sh(&folder, of("sha256sum -c")).0);
    assert!(sh(&folder, of("ssh-keygen")).1.contains(&format!("WRONG: {one}")));
}

/// What somebody finds who types the steps of README.txt in a folder and has kept a packet and a hash:
/// everything that is wrong.
fn by_hand(folder: &Path, steps: &[String], kept: &str, packet: &str) -> Vec<String> {
    let step =
        |word: &str| steps.iter().find(|it| it.contains(word)).unwrap_or_else(|| panic!("{word}")).clone();
    let own = format!("grep -q \"^{packet} \" packets.sha256");
    let mut found = Vec::new();
    for script in
        [step("verify.py"), step("agree.py HASH").replace("HASH HASH", kept), step("sha256sum -c"), own]
    {
        let (is_good, told) = sh(folder, &script);
        if !is_good {
            found.push(format!("{script}: {told}"));
        }
    }
    let (is_good, told) = sh(folder, &step("ssh-keygen"));
    if !is_good || told.contains("WRONG") {
        found.push(told);
    }
    found
}

/// An archive is forged in every way that the audit knows: a member changed, taken away or added; orders,
/// promises and sums replaced together; signed anew with another key that the list of keys has; a journal
/// that was cut, with everything that quotes its end.
fn a_forged_archive_is_found_by_hand(system: &'static System) {
    let desk = proven(system);
    for program in ["sha256sum", "ssh-keygen", "python3"] {
        if Command::new(program).arg("--version").output().is_err() {
            return skip_without(program);
        }
    }
    let whole = members(desk, "pack.zip");
    let steps = commands(&text(&whole, "README.txt"));
    let head = desk.status("m")["head"].as_str().unwrap().to_owned();
    let first = format!("m/packets/001-{}.json", system.parties()[0].id());
    let packet = Digest::of(&desk.read(&first)).to_string();
    let folder = desk.path("forged");
    let finds = |forged: &[Member]| {
        _ = std::fs::remove_dir_all(&folder);
        for (name, bytes) in forged {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        by_hand(&folder, &steps, &head, &packet)
    };
    assert_eq!(finds(&whole), Vec::<String>::new(), "the true archive");
    let mut kinds: Vec<String> = Vec::new();
    for at in 0..whole.len() {
        let name = whole[at].0.clone();
        let kind: String = name.chars().filter(|letter| !letter.is_ascii_digit()).collect();
        // The words and the scripts are read before they are run.
        if kinds.contains(&kind) || ["README.txt", "verify.py", "agree.py"].contains(&name.as_str()) {
            continue;
        }
        kinds.push(kind);
        let mut changed = whole.clone();
        match name.as_str() {
            "packets.sha256" => {
                changed[at].1 = text(&whole, &name).replace(&packet[..60], &"0".repeat(60)).into()
            }
            "match.json" => changed[at].1 = text(&whole, &name).replace(system.id, "no-such-game").into(),
            "result.txt" => changed[at].1 = text(&whole, &name).replace("hash: ", "hash: 0").into(),
            "commitments.txt" => changed[at].1.splice(0..4, *b"0000").for_each(drop),
            "allowed_signers" => changed[at].1 = text(&whole, &name).replace("AAAA", "AAAB").into(),
            _ => {
                let last = changed[at].1.len() - 2;
                changed[at].1[last] ^= 1;
            }
        }
        assert!(!finds(&changed).is_empty(), "{name} was changed");
        let mut without = whole.clone();
        without.remove(at);
        assert!(!finds(&without).is_empty(), "{name} is missing");
    }
    assert!(kinds.len() > 12, "{kinds:?}");
    let more = [&whole[..], &[("sealed/9999-axis.sealed".to_owned(), b"x".to_vec())]].concat();
    assert!(!finds(&more).is_empty(), "a file that nobody sealed");
    // Orders with their sums, as an umpire forges them who knows what the other programs look at.
    let at = whole.iter().position(|(name, _)| name.ends_with(".sealed")).unwrap();
    let (old, new) = (Digest::of(&whole[at].1).to_string(), [&whole[at].1[..], b"# more\n"].concat());
    let sum = Digest::of(&new).to_string();
    let mut forged: Vec<Member> = whole.clone();
    forged[at].1 = new;
    let unsigned = format!("{}.sig", forged[at].0);
    forged.retain(|(name, _)| *name != unsigned);
    for (name, bytes) in &mut forged {
        match name.as_str() {
            "sealed.sha256" | "commitments.txt" => {
                *bytes = String::from_utf8(bytes.clone()).unwrap().replace(&old, &sum).into();
            }
            "signatures.txt" => {
                let kept = String::from_utf8(bytes.clone()).unwrap();
                let own = format!("{} ", unsigned.trim_end_matches(".sig"));
                *bytes = kept
                    .lines()
                    .filter(|line| !line.starts_with(&own))
                    .map(|it| format!("{it}\n"))
                    .collect::<String>()
                    .into();
            }
            _ => {}
        }
    }
    let found = finds(&forged);
    assert!(found.iter().any(|it| it.contains("is not what the journal has")), "{found:?}");
    // Signed anew, with another key in the list of keys.
    let list = text(&whole, "signatures.txt");
    let file =
        list.lines().find(|line| line.ends_with(" sealord")).unwrap().split(' ').next().unwrap().to_owned();
    let mut forged = whole.clone();
    desk.write("anew", text(&whole, &file));
    let anew = sign(desk, &signer(8), "sealord", "anew");
    let mine = String::from_utf8(desk.read(&anew)).unwrap();
    for (name, bytes) in &mut forged {
        if *name == format!("{file}.sig") {
            *bytes = mine.clone().into();
        }
        if name == "allowed_signers" {
            let who = list.lines().find(|line| line.starts_with(&file)).unwrap().split(' ').nth(1).unwrap();
            bytes.extend(format!("{who} namespaces=\"sealord\" {}\n", signer(8).public_key()).into_bytes());
        }
    }
    let found = finds(&forged);
    assert!(found.iter().any(|it| it.contains("WRONG: allowed_signers")), "{found:?}");
    // A journal that ends before the last entry, with everything that quotes its end: only a hash of one's
    // own helps.
    let mut forged = whole.clone();
    let journal = text(&whole, "journal.jsonl");
    let lines: Vec<&str> = journal.lines().collect();
    let before = lines[lines.len() - 2];
    let hash =
        serde_json::from_str::<serde_json::Value>(before).unwrap()["hash"].as_str().unwrap().to_owned();
    for (name, bytes) in &mut forged {
        match name.as_str() {
            "journal.jsonl" => *bytes = (lines[..lines.len() - 1].join("\n") + "\n").into(),
            "head.json" => *bytes = format!("{}\n", json!({"hash": hash, "number": lines.len() - 1})).into(),
            "result.txt" => *bytes = String::from_utf8(bytes.clone()).unwrap().replace(&head, &hash).into(),
            _ => {}
        }
    }
    let found = finds(&forged);
    assert!(found.len() == 1 && found[0].contains("no such entry"), "{found:?}");
}

#[track_caller]
fn refused(desk: &Desk, members: &[Member], words: &str) {
    desk.write("bad.zip", write(members).unwrap());
    let ran = desk.expect(5, &["audit", "bad.zip"]);
    assert!(ran.err.contains(words), "{words}: {ran:?}");
}

fn every_member_that_was_changed_is_named(system: &'static System) {
    let source = proven(system);
    let desk = Desk::of(system);
    let whole = members(source, "pack.zip");
    // One of each folder and each kind will do.
    let mut kinds: Vec<String> = Vec::new();
    for at in 0..whole.len() {
        let name = whole[at].0.clone();
        let kind = name.chars().filter(|letter| !letter.is_ascii_digit()).collect();
        if kinds.contains(&kind) {
            continue;
        }
        kinds.push(kind);
        let mut changed = whole.clone();
        match name.as_str() {
            "README.txt" => {
                changed[at].1.extend(b"more\n");
                desk.write("other.zip", write(&changed).unwrap());
                assert!(desk.expect(0, &["audit", "other.zip"]).err.contains("README.txt is not the one"));
            }
            "journal.jsonl" => {
                changed[at].1.truncate(whole[at].1.len() / 2);
                refused(&desk, &changed, "journal entry ");
            }
            "head.json" => {
                changed[at].1.insert(0, b' ');
                refused(&desk, &changed, "head.json was changed");
            }
            _ => {
                let last = changed[at].1.len() - 2;
                changed[at].1[last] ^= 1;
                refused(&desk, &changed, &format!("the proof's {name} was changed: its line "));
            }
        }
        // Each trial plays the whole match.
        if kinds.len() % 3 != 1 {
            continue;
        }
        let mut without = whole.clone();
        without.remove(at);
        if name == "agree.py" {
            // Proofs of before have none.
            desk.write("other.zip", write(&without).unwrap());
            assert!(desk.expect(0, &["audit", "other.zip"]).err.contains("agree.py is missing"));
            continue;
        }
        refused(&desk, &without, &format!("the proof's {name} is missing"));
    }
    assert!(kinds.len() > 14, "{kinds:?}");
    let more = |name: &str| [&whole[..], &[(name.to_owned(), b"x".to_vec())]].concat();
    for name in ["../../etc/passwd", "sealed/9999-axis.sealed"] {
        refused(&desk, &more(name), &format!("the proof's {name} is no member"));
    }
    // Another version of the program may have packed it.
    let mut older = whole.clone();
    let about = older.iter_mut().find(|(name, _)| name == "match.json").unwrap();
    let text = String::from_utf8(about.1.clone()).unwrap();
    about.1 = text.replace(env!("CARGO_PKG_VERSION"), "0.0.9").into_bytes();
    let script = older.iter_mut().find(|(name, _)| name == "verify.py").unwrap();
    script.1.extend(b"# more\n");
    desk.write("older.zip", write(&older).unwrap());
    assert!(desk.expect(0, &["audit", "older.zip"]).err.contains("verify.py is not the one"));
    // Nothing is believed of an archive itself.
    let packed = write(&whole).unwrap();
    for (bad, words) in [
        (b"PK".to_vec(), "no zip archive"),
        (packed[..packed.len() - 1].to_vec(), "no zip archive"),
        (huge(), "is too large"),
        ([&packed[..10_000], b"\0\0\0\0", &packed[10_004..]].concat(), "is damaged"),
    ] {
        desk.write("bad.zip", bad);
        let ran = desk.expect(5, &["audit", "bad.zip"]);
        assert!(ran.err.contains(words), "{words}: {ran:?}");
    }
}

/// An archive of a third of a megabyte with a member of 300 MiB.
fn huge() -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    archive.start_file("journal.jsonl", zip::write::SimpleFileOptions::default()).unwrap();
    (0..300).for_each(|_| archive.write_all(&[0; 1 << 20]).unwrap());
    archive.finish().unwrap().into_inner()
}

fn packed_by_another_program_it_is_the_same(system: &'static System) {
    let source = proven(system);
    let desk = Desk::of(system);
    std::fs::copy(source.path("pack.zip"), desk.path("pack.zip")).unwrap();
    unpacked(&desk, "around");
    let script = "import shutil; shutil.make_archive('other', 'zip', '.', 'around')";
    let Ok(ran) = Command::new("python3").args(["-c", script]).current_dir(desk.path("")).output() else {
        return skip_without("python3");
    };
    assert!(ran.status.success(), "{ran:?}");
    let (ours, theirs) = (desk.read("pack.zip").len(), desk.read("other.zip").len());
    assert!(theirs < ours / 2, "{theirs} of {ours}");
    desk.ok(&["audit", "other.zip"]);
}

fn the_result_follows_from_the_proof(system: &'static System) {
    let source = proven(system);
    let desk = Desk::of(system);
    std::fs::copy(source.path("pack.zip"), desk.path("pack.zip")).unwrap();
    copy(&source.path("m"), &desk.path("m"));
    let result = desk.ok(&["result", "pack.zip"]);
    assert_eq!(result, desk.ok(&["result", "m"]));
    assert_eq!(result, text(&members(&desk, "pack.zip"), "result.txt"));
    for side in desk.parties().iter().map(|party| party.side()) {
        let points = desk.status("m")["points"][side.id()].clone();
        assert!(result.contains(&format!("\npoints {}: {points}\n", side.id())), "{result}");
    }
    desk.write("umpire", private_key(7));
    desk.write("umpire.pub", signer(7).public_key().to_string());
    desk.ok(&["result", "m", "-o", "result.txt", "--sign", "umpire"]);
    let check = [
        "result",
        "pack.zip",
        "--check",
        "result.txt",
        "--signature",
        "result.txt.sig",
        "--key",
        "umpire.pub",
    ];
    let ran = desk.expect(0, &check);
    assert!(ran.out.contains("is the result of m") && ran.err.contains("signed with ssh-ed25519"), "{ran:?}");
    // A witness after the end leaves the result as it was.
    desk.write("head.txt", desk.ok(&["statement", "head", "m"]));
    let signature = sign(&desk, &signer(4), WITNESS, "head.txt");
    desk.ok(&["witness", "m", "head.txt", "--signature", &signature, "--name", "Anna"]);
    assert_eq!(result, desk.ok(&["result", "m"]));
    desk.write("other.pub", signer(8).public_key().to_string());
    let other = [&check[..7], &["other.pub"]].concat();
    assert!(desk.expect(5, &other).err.contains("was made with the key"));
    sign(&desk, &signer(7), WITNESS, "result.txt");
    assert!(desk.expect(5, &check).err.contains("was made for `sealord-witness`"));
    sign(&desk, &signer(7), RESULT, "result.txt");
    desk.expect(0, &check);
    desk.write("result.txt", result.replace("winner: ", "winner: not "));
    let ran = desk.expect(5, &check[..4]);
    assert!(ran.err.contains("is not the result") && ran.err.contains("winner: not"), "{ran:?}");
    let json = desk.json(0, &["result", "pack.zip"]);
    assert_eq!(json["result"], json!(result));
}

fn before_the_end_there_is_none(system: &'static System) {
    let desk = Desk::of(system);
    begin(&desk, &[]);
    let ran = desk.expect(1, &["prove", "m", "-o", "pack.zip"]);
    assert!(ran.err.contains("is not over") && ran.err.contains("sealord witness"), "{ran:?}");
    assert!(!desk.path("pack.zip").exists());
    let ran = desk.expect(1, &["result", "m"]);
    assert!(ran.err.contains("so it has no result"), "{ran:?}");
}

#[test]
fn a_match_without_signatures_is_proven_too() {
    for system in [&SEAS_OF_THUNDER, &ADMIRALS_WAR] {
        let desk = Desk::of(system);
        copy(&finished_of(system).path("m"), &desk.path("m"));
        std::fs::remove_dir_all(desk.path("m/secret")).unwrap();
        desk.ok(&["prove", "m", "-o", "pack.zip"]);
        desk.ok(&["audit", "pack.zip"]);
        let sums = text(&members(&desk, "pack.zip"), "packets.sha256");
        // The newest packets of each exchange are there, also where the clock had moved its deadline.
        for file in std::fs::read_dir(desk.path("m/packets")).unwrap() {
            let hash = Digest::of(&std::fs::read(file.unwrap().path()).unwrap()).to_string();
            assert!(sums.contains(&hash), "{sums}");
        }
    }
}

#[test]
fn the_script_is_the_one_of_the_page() {
    const PAGE: &str = include_str!("../../docs/journal.md");
    let script = PAGE.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(script, SCRIPT);
}
