//! There and back: the same bytes, wherever the copy is cut short.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sealord::matches::Store;
use sealord::matches::folder::MatchDir;

use super::{Office, open};

fn journal(folder: &Path) -> (Vec<u8>, Vec<u8>) {
    (fs::read(folder.join("journal.jsonl")).unwrap(), fs::read(folder.join("head.json")).unwrap())
}

/// Three matches in an office: one that is over, one under way, and one in a folder of folders.
fn matches(office: &Office) -> Vec<(&'static str, PathBuf)> {
    office.ok(&["play", "seas-of-thunder", "raider-warfare", "--out", "club/raid", "--seed", "3"]);
    office.begin(&["club/spring", "--seed", "4", "--missing", "staff"]);
    office.ok(&["resolve", "club/spring", "--close"]);
    office.begin(&[
        "club/league/spring",
        "--system",
        "war-at-sea",
        "--seed",
        "5",
        "--trust",
        "commit-reveal",
    ]);
    let words = ["league/spring", "raid", "spring"];
    words.map(|word| (word, office.club().join(word))).into()
}

#[test]
fn matches_go_there_and_back_with_the_same_bytes() {
    let Some(office) = Office::new() else { return };
    let all = matches(&office);
    let before: Vec<_> = all.iter().map(|(_, folder)| journal(folder)).collect();
    let seed = fs::read_to_string(all[2].1.join("secret/seed")).unwrap();
    fs::write(all[2].1.join("mail-record.json"), "{\"sent\": 2}").unwrap();
    fs::write(all[2].1.join("secret/envelope.key"), "AGE-SECRET-KEY-1NOBODY").unwrap();
    fs::write(all[2].1.join("a letter of Uma's.txt"), "hers").unwrap();

    let done = office.run(&["store", "copy", "club", "--to", "postgres"]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let told = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(told.lines().count(), 3, "{told}");
    assert!(told.lines().all(|line| line.ends_with("copied), audited")), "{told}");
    let notes = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(notes.contains("spring/a letter of Uma's.txt is no file of a match"), "{notes}");
    let told = office.ok(&["store", "status", "club"]);
    assert!(told.contains("2 matches under way, 1 over, 0 moved away, 0 arriving"), "{told}");

    // Nobody plays on in a folder that was left.
    let Err(fault) = MatchDir::new(office.club().join("spring")).claim() else { panic!("it was claimed") };
    assert!(fault.to_string().contains("this match has moved into a database"), "{fault}");
    office.ok(&["audit", "club/spring"]);
    // Given again, it finds all done.
    assert!(office.ok(&["store", "copy", "club", "--to", "postgres"]).contains("(was there)"));

    // A dump shows neither the seed of a match under way nor its files.
    let dump = String::from_utf8(office.server.run("pg_dump", &office.database, &[], b"")).unwrap();
    let hex = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    for secret in [seed.trim(), "AGE-SECRET-KEY-1NOBODY", "{\"sent\": 2}"] {
        assert!(!dump.contains(secret) && !dump.contains(&hex(secret)), "{secret}");
    }
    assert!(dump.contains(&hex("\"kind\":\"genesis\"")), "journals are shown");

    fs::remove_dir_all(&all[1].1).unwrap();
    fs::remove_file(all[2].1.join("mail-record.json")).unwrap();
    office.ok(&["store", "copy", "club", "--to", "folder", "--match", "spring"]);
    let told = office.ok(&["store", "copy", "club", "--to", "folder"]);
    assert_eq!(told.lines().count(), 3, "{told}");
    for ((word, folder), before) in all.iter().zip(&before) {
        assert_eq!(&journal(folder), before, "{word}");
        office.ok(&["audit", &format!("club/{word}")]);
        assert!(!folder.join("moved.json").exists());
    }
    assert_eq!(fs::read_to_string(all[2].1.join("secret/seed")).unwrap(), seed);
    assert_eq!(fs::read_to_string(all[2].1.join("mail-record.json")).unwrap(), "{\"sent\": 2}");
    office.ok(&["resolve", "club/spring", "--close"]);
    let told = office.ok(&["store", "status", "club"]);
    assert!(told.contains("0 matches under way, 0 over, 3 moved away"), "{told}");
    // And once more there, with what was played meanwhile.
    let told = office.ok(&["store", "copy", "club", "--to", "postgres", "--match", "spring"]);
    assert!(!told.contains("was there") && told.contains("copied), audited"), "{told}");
}

#[test]
fn a_copy_that_is_wrong_is_refused() {
    let Some(office) = Office::new() else { return };
    matches(&office);
    let copy = |word: &str, to: &str| ["store", "copy", "club", "--to", to, "--match", word].join(" ");
    let fails = |code: i32, line: String| office.fails(code, &line.split(' ').collect::<Vec<_>>());
    assert!(fails(1, copy("nowhere", "folder")).contains("there is no match nowhere in the database"));
    assert!(fails(3, copy("nowhere", "postgres")).contains("journal"));
    assert!(fails(1, copy("../club/raid", "postgres")).contains("no folder inside the office's"));
    assert!(fails(2, copy("raid", "elsewhere")).contains("write postgres or folder"));
    // Other matches of one name at both places.
    office.ok(&["store", "copy", "club", "--to", "postgres", "--match", "spring"]);
    fs::remove_dir_all(office.club().join("spring")).unwrap();
    office.begin(&["club/spring", "--seed", "9"]);
    assert!(fails(1, copy("spring", "postgres")).contains("both are played on"));
    assert!(fails(1, copy("spring", "folder")).contains("both are played on"));
    // What is damaged does not leave its folder.
    let path = office.club().join("raid/journal.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"seed\"", "\"sead\"", 1)).unwrap();
    let fault = fails(5, copy("raid", "postgres"));
    assert!(fault.contains("journal entry"), "{fault}");
    assert!(!office.club().join("raid/moved.json").exists());
}

/// Copies are killed at any instant and given again, there and back; at no moment can a match be played on
/// at both places, and at the end it can be at one.
#[test]
fn a_copy_that_is_killed_goes_on() {
    let Some(office) = Office::new() else { return };
    let all = matches(&office);
    let before: Vec<_> = all.iter().map(|(_, folder)| journal(folder)).collect();
    let database = open(&office.url(), &office.club(), "looker", Duration::from_secs(5));
    let (mut lot, mut killed): (u64, usize) = (16, 0);
    for to in ["postgres", "folder", "postgres", "folder"] {
        for again in 0.. {
            lot = lot.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let mut child = office.command(&["store", "copy", "club", "--to", to]);
            let mut child = child
                .stdout(std::process::Stdio::null())
                .stderr(std::process::Stdio::null())
                .spawn()
                .unwrap();
            // At first a moment, since a quick machine needs no more; then longer and longer, so that a
            // slow one is done some time.
            std::thread::sleep(Duration::from_millis((lot >> 33) % (20 << (again / 2))));
            let ended = child.try_wait().unwrap();
            if ended.is_none() {
                child.kill().unwrap();
                killed += 1;
            }
            let done = child.wait().unwrap();
            let words = database.words().unwrap();
            for (word, folder) in &all {
                let here = folder.join("journal.jsonl").exists() && !folder.join("moved.json").exists();
                assert!(!(here && words.contains(&(*word).to_owned())), "{word} is at both places");
            }
            if done.success() {
                break;
            }
            // Whoever was killed had the match until his lease was over.
            let sql = "update sealord.game set lease_until = '-infinity'";
            office.server.run("psql", &office.database, &["-q", "-c", sql], b"");
        }
        let at_home = if to == "folder" { 0 } else { all.len() };
        assert_eq!(database.words().unwrap().len(), at_home);
    }
    assert!(killed >= 4, "{killed}");
    for ((word, folder), before) in all.iter().zip(&before) {
        assert_eq!(&journal(folder), before, "{word}");
        office.ok(&["audit", &format!("club/{word}")]);
    }
}
