//! Entries and chains: every byte flipped, every line dropped, swapped and repeated.

use engine::rulebook::two_sided::party::{ALLIES, AXIS};
use std::io::Write;
use std::process::Command;

use serde_json::{Value, json};

use super::*;
use engine::digest::{Digest, Salt};
use engine::entry::Place;

pub(super) const TIME: &str = "1941-05-24T05:52:00Z";

pub(super) fn salt(number: u64) -> Salt {
    Salt::from_bytes(*Digest::of(&number.to_be_bytes()).as_bytes())
}

fn chain(kinds: &[Kind]) -> Vec<Entry> {
    engine::rulebook::two_sided::declare();
    let mut entries: Vec<Entry> = Vec::new();
    for (number, &kind) in (1..).zip(kinds) {
        let prev = entries.last().map_or(Digest::ZERO, Entry::hash);
        let exchange = (number % 3 != 0).then_some(number as u32 / 4);
        let party = [None, Some(AXIS), Some(ALLIES)][number as usize % 3];
        let body = json!({"n": number, "text": "Bb \"é\"\n", "list": [-1, true, null, {"a": "ö"}]});
        let place = Place { number, prev, kind, exchange, party, time: TIME };
        entries.push(Entry::make(place, body, salt(number)).expect("a good entry"));
    }
    entries
}

fn every_kind() -> Vec<Entry> {
    use Kind::*;
    chain(&[
        Genesis, Opened, Commitment, Commitment, Reveal, Reveal, Default, Ruling, Resolved, Superseded,
        Disclosed, Ended,
    ])
}

fn bytes(entries: &[Entry]) -> Vec<u8> {
    entries.iter().flat_map(Entry::line).collect()
}

fn head(entries: &[Entry]) -> Head {
    let last = entries.last().expect("not empty");
    Head { number: last.header().number, hash: last.hash() }
}

#[test]
fn a_whole_journal_reads_back_as_written() {
    let entries = every_kind();
    let bytes = bytes(&entries);
    assert_eq!(verify(&bytes, Some(head(&entries))), Ok(entries.clone()));
    assert_eq!(verify(&bytes, Some(head(&entries[..5]))), Ok(entries), "an older head is in it as well");
    assert_eq!(verify(b"", None), Ok(vec![]));
}

#[test]
fn a_line_is_what_an_independent_canonicaliser_writes() {
    for entry in every_kind() {
        let line = entry.line();
        let value: Value = serde_json::from_slice(&line).expect("JSON");
        let theirs = serde_json_canonicalizer::to_vec(&value).expect("serialises");
        assert_eq!(line, [&theirs[..], b"\n"].concat());
        let header = serde_json_canonicalizer::to_vec(&entry.header()).expect("serialises");
        assert_eq!(entry.hash(), Digest::of_parts(&[b"sealord/journal/v1\0", &header]));
        let body = serde_json_canonicalizer::to_vec(&entry.body()).expect("serialises");
        let expected = Digest::of_parts(&[b"sealord/journal-body/v1\0", entry.salt().as_bytes(), &body]);
        assert_eq!(entry.header().body, expected);
    }
}

const PAGE: &str = include_str!("../../../docs/journal.md");

#[test]
fn the_page_prints_an_entry_as_it_is_written() {
    let example = String::from_utf8(example().line()).expect("text");
    assert!(PAGE.contains(&example), "docs/journal.md should print this line:\n{example}");
}

/// Runs the script that the page prints.
fn run_script(journal: &[u8]) -> Option<std::process::Output> {
    let (_, script) = PAGE.split_once("```python\n").expect("the page prints a script");
    let (script, _) = script.split_once("```").expect("the script ends");
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(journal).expect("written");
    Command::new("python3").args(["-X", "utf8", "-c", script]).arg(file.path()).output().ok()
}

#[test]
fn the_script_on_the_page_comes_to_the_same_verdict() {
    let entries = every_kind();
    let mut journal = bytes(&entries);
    let Some(output) = run_script(&journal) else {
        return crate::skip::skip_without("python3");
    };
    let printed = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    assert_eq!(printed, head(&entries).hash.to_string(), "{}", String::from_utf8_lossy(&output.stderr));
    let seventh: usize = entries[..6].iter().map(|entry| entry.line().len()).sum();
    let digit = seventh + br#"{"body":{"list":[-"#.len();
    assert_eq!(std::mem::replace(&mut journal[digit], b'2'), b'1');
    let output = run_script(&journal).expect("Python was there before");
    assert!(String::from_utf8_lossy(&output.stderr).contains("entry 7 has another body"));
}

fn example() -> Entry {
    let place = Place {
        number: 1,
        prev: Digest::ZERO,
        kind: Kind::Genesis,
        exchange: None,
        party: None,
        time: "2026-03-01T18:00:00Z",
    };
    Entry::make(place, json!({"match": "north-sea-7"}), salt(1)).expect("a good entry")
}

#[test]
fn flipping_any_byte_names_its_entry() {
    let entries = every_kind();
    let head = Some(head(&entries));
    let mut bytes = bytes(&entries);
    let mut entry = 1;
    for at in 0..bytes.len() {
        let was = bytes[at];
        for mask in [0x01, 0x20, 0x80] {
            bytes[at] = was ^ mask;
            let fault = verify(&bytes, head).expect_err("must be noticed");
            assert_eq!(fault.entry, entry, "byte {at} flipped by {mask:#x}: {fault}");
        }
        bytes[at] = was;
        entry += u64::from(was == b'\n');
    }
}

#[test]
fn dropping_swapping_or_repeating_any_line_names_an_entry() {
    let entries = every_kind();
    let head = Some(head(&entries));
    for at in 0..entries.len() {
        let number = at as u64 + 1;
        let mut dropped = entries.clone();
        dropped.remove(at);
        assert_eq!(verify(&bytes(&dropped), head).expect_err("dropped").entry, number);
        let mut repeated = entries.clone();
        repeated.insert(at, entries[at].clone());
        assert_eq!(verify(&bytes(&repeated), head).expect_err("repeated").entry, number + 1);
        for other in at + 1..entries.len() {
            let mut swapped = entries.clone();
            swapped.swap(at, other);
            assert_eq!(verify(&bytes(&swapped), head).expect_err("swapped").entry, number);
        }
    }
}

#[test]
fn cutting_the_file_at_any_byte_is_noticed() {
    let entries = chain(&[Kind::Genesis, Kind::Opened]);
    let (whole, head) = (bytes(&entries), head(&entries));
    for end in 0..whole.len() {
        assert!(verify(&whole[..end], Some(head)).is_err(), "cut at {end}");
    }
}

#[test]
fn rewriting_history_with_all_hashes_made_anew_is_caught_by_a_noted_head() {
    let entries = every_kind();
    let mut forged = chain(&[Kind::Genesis, Kind::Opened, Kind::Ruling]);
    forged.extend(chain(&[Kind::Genesis; 3]));
    let noted = Head { number: 3, ..head(&entries[..3]) };
    let fault = verify(&bytes(&forged[..3]), Some(noted)).expect_err("must be noticed");
    assert_eq!(fault.entry, 3);
    assert!(fault.what.contains("recorded head"), "{fault}");
}

#[test]
fn an_entry_without_its_body_or_its_salt_is_refused() {
    let entry = &chain(&[Kind::Genesis])[0];
    let text = String::from_utf8(entry.line()).expect("text");
    let no_salt = text.replace(&format!(",\"salt\":\"{}\"", salt(1)), "");
    assert_ne!(no_salt, text);
    assert_eq!(verify(no_salt.as_bytes(), None).expect_err("refused").entry, 1);
    let no_body = format!("{{{}", &text[text.find("\"hash\":\"").expect("a hash")..]);
    assert_eq!(verify(no_body.as_bytes(), None).expect_err("refused").entry, 1);
    let neither = no_body.replace(&format!(",\"salt\":\"{}\"", salt(1)), "");
    assert_eq!(verify(neither.as_bytes(), None).expect_err("refused").entry, 1);
}

#[test]
fn a_second_spelling_of_the_same_entry_is_refused() {
    let text = String::from_utf8(chain(&[Kind::Genesis])[0].line()).expect("text");
    for (from, to) in [
        ("{\"body\"", "{ \"body\""),
        ("\"n\":1", "\"n\":1,\"n\":1"),
        ("\"n\":1", "\"n\":2,\"n\":1"),
        ("\"n\":1", "\"n\":1.0"),
        ("é", "\\u00e9"),
        ("\"side\":\"axis\"", "\"side\":\"AXIS\""),
        ("\"kind\":\"genesis\"", "\"kind\":\"Genesis\""),
        ("}\n", "} \n"),
        ("}\n", "}\r\n"),
        ("}\n", "}\n\n"),
    ] {
        assert!(text.contains(from), "{from}");
        assert!(verify(text.replacen(from, to, 1).as_bytes(), None).is_err(), "{from} to {to}");
    }
}

#[test]
fn genesis_comes_first_and_only_first() {
    for kinds in [&[Kind::Opened][..], &[Kind::Genesis, Kind::Genesis]] {
        let fault = verify(&bytes(&chain(kinds)), None).expect_err("refused");
        assert_eq!(fault.entry, kinds.len() as u64);
    }
}

#[test]
fn times_are_rfc_3339_in_utc() {
    let make = |time| {
        let place =
            Place { number: 1, prev: Digest::ZERO, kind: Kind::Genesis, exchange: None, party: None, time };
        Entry::make(place, Value::Null, salt(1))
    };
    assert!(make("2026-03-01T18:00:00.25Z").is_ok());
    for bad in ["", "2026-03-01", "2026-03-01T18:00:00+01:00", "2026-03-01 18:00:00Z", "2026-02-30T18:00:00Z"]
    {
        assert_eq!(make(bad), Err(EntryFault::Time(bad.to_owned())));
    }
}
