//! What the office does with each message of the corpus: its answer, or its silence.

use std::fmt::Write;
use std::path::Path;

use serde_json::Value;

use crate::mail::club::{Club, Road, files};
use crate::mail::read::Mail;

/// An office in which Anna and Bert write from all addresses that are theirs in the corpus.
fn office(proof: &str) -> String {
    format!(
        "name: The Adjudicator
address: adjudicator@club.example
plus: true
umpire: {{name: Uma, address: uma@club.example}}
mail:
  in: {{maildir: {{path: in}}}}
  out: {{folder: {{path: outgoing}}}}
matches:
  - folder: raider-warfare
    proof: {proof}
    players:
      axis:
        name: Anna
        address: anna@example.org
        also: [anna@club.example, anna@gmail.example, anna@gmx.example, anna@outlook.example, anna@proton.example, anna@yahoo.example]
      allies: {{name: Bert, address: bert@example.org, also: [bert@gmail.example]}}
"
    )
}

#[test]
fn each_message_has_its_answer_or_its_silence() {
    let (mut rows, mut told) = (String::new(), String::new());
    let clubs = ["address", "code"].map(|proof| {
        let club = Club::new(Road::Folders);
        // The letters of the corpus were written to a match of this edition.
        club.begin("raider-warfare", &["--seed", "1939", "--edition", "3"]);
        std::fs::write(club.path("office.yaml"), office(proof)).expect("written");
        club.ok(&["fetch", "."]);
        club
    });
    let corpus = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/post/letters/corpus"));
    let messages = files(corpus);
    assert!(messages.len() >= 150);
    for path in messages {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let bytes = std::fs::read(&path).expect("a message");
        let [(address, _), (code, answers)] = clubs.each_ref().map(|club| outcome(club, &bytes));
        _ = writeln!(rows, "{name:<44} {address:<52} {code}");
        answers.iter().for_each(|answer| _ = write!(told, "=== {name}\n{answer}\n"));
    }
    let table = format!("{:<44} {:<52} with a code word\n{rows}", "message", "by the address alone");
    let told = without_keys(&told);
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("corpus", table);
        insta::assert_snapshot!("answers", told);
    });
}

/// Answers without the office's own key, which is another in each run.
fn without_keys(told: &str) -> String {
    let mut parts = told.split("age1");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let rest = part.trim_start_matches(|it: char| it.is_ascii_lowercase() || it.is_ascii_digit());
        let key = if part.len() - rest.len() == 58 { "OFFICE-KEY" } else { &part[..part.len() - rest.len()] };
        format!("{text}{}{key}{rest}", if key == "OFFICE-KEY" { "" } else { "age1" })
    })
}

/// What an answer says of the mail, without what is the same in all of its kind.
fn gist(mail: &Mail) -> String {
    let ends = [
        "Commitment (",
        "Your orders, as",
        "The attached file",
        "Sending orders",
        "Has orders",
        "To act by mail",
    ];
    let lines = mail.text.lines().skip(2).take_while(|line| !ends.iter().any(|end| line.starts_with(end)));
    let remarks = mail.text.split_once("\nRemarks").map(|(_, remarks)| format!("Remarks{remarks}"));
    let lines: Vec<&str> = lines.take(24).collect();
    format!("{}\n{}", lines.join("\n").trim_end(), remarks.unwrap_or_default())
}

/// Puts a message before a fresh copy of an office; gives what became of it, how it was answered, and whether
/// the match heard of it; and the gist of the answers.
fn outcome(club: &Club, bytes: &[u8]) -> (String, Vec<String>) {
    let copy = tempfile::tempdir().expect("a folder");
    copy_all(&club.path(""), copy.path());
    std::fs::write(copy.path().join("in/new/1700000001.1.home"), bytes).expect("delivered");
    let before = files(&copy.path().join("outgoing"));
    let entries = || {
        std::fs::read_to_string(copy.path().join("raider-warfare/journal.jsonl"))
            .expect("a journal")
            .lines()
            .count()
    };
    let entries_before = entries();
    let said = club.command(&["--json", "fetch", "."]).current_dir(copy.path()).output().expect("runs");
    let account: Value = serde_json::from_slice(&said.stdout).expect("JSON");
    assert_eq!(account["account"]["troubles"], serde_json::json!([]), "{account}");
    let log = std::fs::read_to_string(copy.path().join("post/received.log")).expect("a log");
    let noted: Value = serde_json::from_str(log.lines().last().expect("a line")).expect("JSON");
    let fresh = files(&copy.path().join("outgoing")).into_iter().filter(|path| !before.contains(path));
    let mails: Vec<Mail> = fresh.map(|path| Mail::read(std::fs::read(path).expect("a mail"))).collect();
    let gists = mails.iter().filter(|mail| mail.kind() != "report").map(gist).collect();
    let mut answers: Vec<String> =
        mails.iter().map(|mail| format!("{} to {}", mail.kind(), who(&mail.head("To")))).collect();
    answers.sort();
    let answers = if answers.is_empty() { "silence".to_owned() } else { answers.join(", ") };
    let heard = if entries() > entries_before { ", in the journal" } else { "" };
    (format!("{}: {answers}{heard}", noted["outcome"].as_str().expect("a word")), gists)
}

/// The name of an address, without its domain if it is a player's.
fn who(to: &str) -> String {
    let address = to.rsplit('<').next().unwrap_or(to).trim_end_matches('>');
    match address.split_once('@') {
        Some((name @ ("anna" | "bert"), "example.org")) => name.to_owned(),
        Some(("uma", _)) => "the umpire".to_owned(),
        _ => address.to_owned(),
    }
}

fn copy_all(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy_all(&path, &target);
        } else {
            std::fs::copy(&path, &target).expect("copied");
        }
    }
}
