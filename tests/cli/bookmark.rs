//! The bookmark beside a journal: it changes nothing but the time that commands take, and one that does not
//! fit is passed over.

use std::path::Path;

use super::support::{Desk, System, copy, on_every_system};

on_every_system! {
    a_bookmark_changes_nothing,
    one_that_anybody_touched_is_noticed,
    an_older_or_a_newer_one_is_passed_over,
    a_changed_journal_is_read_again,
    a_copied_match_goes_on_as_it_stood,
}

const BOOKMARK: &str = "secret/bookmark";

/// A match after so many exchanges, in the folder `m`.
fn played(system: &'static System, exchanges: usize) -> Desk {
    let desk = Desk::of(system);
    desk.begin("m", &[]);
    (0..exchanges).for_each(|_| desk.exchange("m", 35));
    desk
}

/// All that can be said of a match as it stands.
fn said(desk: &Desk, dir: &str) -> Vec<String> {
    let mut said = vec![desk.ok(&["--json", "status", dir]), desk.ok(&["status", dir])];
    for party in desk.parties() {
        said.push(desk.ok(&["view", dir, "--side", party.id(), "--json"]));
        said.push(desk.ok(&["explain", dir, "--side", party.id()]));
    }
    said
}

/// Two matches are played by the same commands; one of them finds no bookmark, ever.
fn a_bookmark_changes_nothing(system: &'static System) {
    let desk = played(system, 1);
    copy(&desk.path("m"), &desk.path("without"));
    let forget = || _ = std::fs::remove_file(desk.path("without").join(BOOKMARK));
    for exchange in 0..9 {
        for dir in ["m", "without"] {
            forget();
            desk.hand_in(dir, 35);
            forget();
            desk.ok(&["resolve", dir]);
            forget();
        }
        if exchange == 4 {
            for dir in ["m", "without"] {
                desk.rule(dir, "a slip");
                forget();
                let to = (desk.status(dir)["exchange"].as_u64().expect("a number") - 3).to_string();
                desk.ok(&["undo", dir, "--to", &to, "--reason", "a slip"]);
                forget();
            }
        }
        assert!(desk.path("m").join(BOOKMARK).is_file());
        assert_eq!(said(&desk, "m"), {
            forget();
            said(&desk, "without")
        });
    }
    assert!(desk.read("m/journal.jsonl") == desk.read("without/journal.jsonl"), "the journals differ");
    desk.ok(&["audit", "m"]);
}

fn one_that_anybody_touched_is_noticed(system: &'static System) {
    let desk = played(system, 3);
    let status = |dir: &str| desk.expect(0, &["--json", "status", dir]);
    let (good, before) = (desk.read(Path::new("m").join(BOOKMARK)), status("m"));
    assert_eq!(before.err, "");
    let forge = |bytes: &[u8], what: &str| {
        desk.write("m/secret/bookmark", bytes);
        let found = status("m");
        assert_eq!(found.out, before.out, "{what}");
        assert!(found.err.contains("the bookmark in `secret`"), "{what}: {}", found.err);
    };
    let places = (0..good.len()).step_by(1 + good.len() / 60);
    for place in places.chain([good.len() - 1]) {
        let mut bytes = good.clone();
        bytes[place] ^= 4;
        forge(&bytes, &format!("byte {place}"));
    }
    forge(&good[..good.len() - 7], "cut off");
    forge(&[], "empty");
    // Another match may stand where it likes.
    desk.begin_seeded("other", "4", &[]);
    forge(&desk.read("other/secret/bookmark"), "another match's");
    // A command that goes on with the match says so too, and writes a good one again.
    let packet = desk.packet("m", desk.parties()[0]);
    assert!(packet.exchange > 0);
    let again = desk.run(&["resolve", "m"]);
    assert!(again.err.contains("passed over"), "{}", again.err);
    assert_eq!(status("m").err, "");
}

fn an_older_or_a_newer_one_is_passed_over(system: &'static System) {
    let desk = played(system, 2);
    let older = desk.read(Path::new("m").join(BOOKMARK));
    copy(&desk.path("m"), &desk.path("before"));
    desk.exchange("m", 35);
    let newer = desk.read(Path::new("m").join(BOOKMARK));
    let now = desk.expect(0, &["--json", "status", "m"]);
    desk.write("m/secret/bookmark", older);
    let found = desk.expect(0, &["--json", "status", "m"]);
    assert_eq!((found.out, found.err), (now.out, String::new()));
    // A power cut took the newest entries back, and not the bookmark.
    let before = desk.expect(0, &["--json", "status", "before"]);
    desk.write("before/secret/bookmark", newer);
    let found = desk.expect(0, &["--json", "status", "before"]);
    assert_eq!((found.out, found.err), (before.out, String::new()));
    desk.exchange("before", 35);
    assert!(desk.read("m/journal.jsonl") == desk.read("before/journal.jsonl"), "the journals differ");
}

/// Even if nothing but one byte is changed, and the time at which it was written is set back.
fn a_changed_journal_is_read_again(system: &'static System) {
    let desk = played(system, 3);
    let path = desk.path("m/journal.jsonl");
    let written = std::fs::metadata(&path).expect("a journal").modified().expect("a time");
    let mut bytes = desk.read("m/journal.jsonl");
    let place = bytes.len() / 2;
    bytes[place] ^= 1;
    std::fs::write(&path, &bytes).expect("written");
    let file = std::fs::File::options().write(true).open(&path).expect("opens");
    file.set_modified(written).expect("a time");
    drop(file);
    for command in ["status", "resolve"] {
        let found = desk.run(&[command, "m"]);
        assert_eq!(found.code, 5, "{command}: {}{}", found.out, found.err);
    }
}

/// In another folder the files lie otherwise; a journal that was cut or changed there is found all the same.
fn a_copied_match_goes_on_as_it_stood(system: &'static System) {
    let desk = played(system, 3);
    copy(&desk.path("m"), &desk.path("copied"));
    copy(&desk.path("m"), &desk.path("cut"));
    assert_eq!(said(&desk, "copied"), said(&desk, "m"));
    for dir in ["m", "copied"] {
        desk.exchange(dir, 35);
        assert_eq!(desk.expect(0, &["status", dir]).err, "");
    }
    assert!(desk.read("m/journal.jsonl") == desk.read("copied/journal.jsonl"), "the journals differ");
    assert_eq!(said(&desk, "copied"), said(&desk, "m"));
    let journal = desk.read("cut/journal.jsonl");
    let last = journal.iter().rposition(|byte| *byte == b'{').expect("an entry");
    desk.write("cut/journal.jsonl", &journal[..last]);
    for command in ["status", "resolve"] {
        assert_eq!(desk.run(&[command, "cut"]).code, 5, "{command}");
    }
}
