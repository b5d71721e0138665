//! Shared by the tests: the corpus, and a letter as text for snapshots.
#![allow(dead_code)]

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use sealord::post::letters::{Automaton, Candidate, Kind, Letter, Limits, Nature, Sender, Unreadable};

/// Limits of an office with one address.
pub fn limits() -> Limits {
    Limits { own_addresses: vec!["adjudicator@club.example".to_owned()], ..Limits::default() }
}

/// Every message of the corpus: its name and bytes, in order of name.
pub fn corpus() -> Vec<(String, Vec<u8>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/post/letters/corpus");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "eml"));
    files.sort();
    let name = |path: &PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), fs::read(path).unwrap())).collect()
}

/// A message of one part.
pub fn message(fields: &str, body: &str) -> Vec<u8> {
    format!("From: Anna <anna@example.org>\nTo: adjudicator@club.example\n{fields}\n{body}").into_bytes()
}

/// The text of a reading, for people.
pub fn show(read: &Result<Letter, Unreadable>) -> String {
    let letter = match read {
        Ok(letter) => letter,
        Err(fault) => return format!("unreadable: {fault}\n{}\n", fault.mend()),
    };
    let mut out = String::new();
    let head = &letter.head;
    let from = match &head.from {
        Sender::One(mailbox) => format!("{mailbox} ({})", mailbox.name.as_deref().unwrap_or("no name")),
        Sender::Ambiguous { why } => format!("AMBIGUOUS: the message {why}"),
        Sender::Missing => "MISSING".to_owned(),
    };
    let mut line = |key: &str, value: String| {
        if !value.is_empty() {
            writeln!(out, "{key:10} {value}").unwrap();
        }
    };
    line("from", from);
    line("reply-to", head.reply_to.as_ref().map(ToString::to_string).unwrap_or_default());
    line("addressed", head.addressed.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    line("subject", head.subject.clone());
    line("date", head.date.map(|date| date.to_string()).unwrap_or_default());
    line("id", head.message_id.clone().unwrap_or("none".to_owned()));
    line("answers", head.in_reply_to.clone().unwrap_or_default());
    line("references", head.references.join(" "));
    head.authentication.iter().for_each(|result| line("auth", result.clone()));
    line("nature", nature(&letter.nature));
    let contents = &letter.contents;
    line("tag", contents.tag.as_ref().map(ToString::to_string).unwrap_or_default());
    for plus in &contents.plus {
        line("plus", format!("{} {} {}", plus.base, plus.match_id, plus.party.as_deref().unwrap_or("-")));
    }
    for asked in &contents.commands {
        line(
            "command",
            format!("{:?}{}", asked.command, if asked.in_subject { " in the subject" } else { "" }),
        );
    }
    for code in &contents.codes {
        line("code", format!("{}{}", code.word, if code.quoted { " quoted" } else { "" }));
    }
    for ignored in &contents.ignored {
        line("ignored", format!("{} {:?} {}", ignored.part, ignored.name, ignored.why.words()));
    }
    writeln!(out, "own text{}", if contents.from_html { " (from HTML)" } else { "" }).unwrap();
    contents.own_text.lines().for_each(|text| writeln!(out, "  | {}", text.escape_debug()).unwrap());
    contents.candidates.iter().for_each(|candidate| show_candidate(&mut out, candidate));
    out
}

fn nature(nature: &Nature) -> String {
    match nature {
        Nature::Ordinary => "ordinary".to_owned(),
        Nature::Own => "own".to_owned(),
        Nature::List(id) => format!("list {}", id.as_deref().unwrap_or("without id")),
        Nature::Automatic(Automaton::AutoSubmitted(value)) => format!("automatic: Auto-Submitted {value}"),
        Nature::Automatic(why) => format!("automatic: {why:?}"),
        Nature::Bounce(report) => {
            let mut out = format!("bounce of {}", report.original.as_deref().unwrap_or("an unknown message"));
            for who in &report.recipients {
                let lasting = if who.is_permanent() { "for good" } else { "for now" };
                let (status, said) = (who.status.as_deref(), who.diagnostic.as_deref());
                let told = format!("{} {} {}", who.action, status.unwrap_or("-"), said.unwrap_or("-"));
                write!(out, "\n           {} {lasting}: {told}", who.address).unwrap();
            }
            out
        }
    }
}

fn show_candidate(out: &mut String, candidate: &Candidate) {
    let Candidate { kind, origin, damaged } = candidate;
    let (word, text) = match kind {
        Kind::Orders(text) => ("orders", text.clone()),
        Kind::Sealed(bytes) => ("sealed", escaped(bytes)),
        Kind::Age(bytes) => ("age", escaped(bytes)),
        Kind::Signature(text) => ("signature", text.clone()),
        Kind::Commitment(hex) => ("commitment", hex.clone()),
    };
    let name = origin.name.as_deref().map(|name| format!(" {name:?}")).unwrap_or_default();
    let damaged = if *damaged { ", DAMAGED" } else { "" };
    writeln!(out, "candidate: {word}, {:?} {}{name}{damaged}", origin.place, origin.part).unwrap();
    text.lines().for_each(|line| writeln!(out, "  | {}", line.escape_debug()).unwrap());
}

fn escaped(bytes: &[u8]) -> String {
    bytes
        .split(|byte| *byte == b'\n')
        .map(|line| line.escape_ascii().to_string())
        .collect::<Vec<_>>()
        .join("\n")
}
