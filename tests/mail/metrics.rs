//! What machines watch of an office: as JSON, and as Prometheus reads it, word for word of its format 0.0.4.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use sealord::matches::Store;
use sealord::matches::folder::MatchDir;
use sealord::post::shelf::{Shelf, ShelfDir};
use serde_json::{Value, json};

use crate::mail::club::{Club, Road};

/// A line of numbers: the name with its labels, and what it counts.
type Series = (String, BTreeMap<String, String>);

/// Reads a page of metrics, and takes nothing that the format does not allow.
#[track_caller]
pub fn read(page: &str) -> BTreeMap<Series, f64> {
    assert!(page.ends_with('\n'), "the last line is not ended: {page}");
    let (mut found, mut helped, mut typed) = (BTreeMap::new(), BTreeSet::new(), Vec::<String>::new());
    for line in page.strip_suffix('\n').unwrap().split('\n') {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            let (name, help) = rest.split_once(' ').expect("a name and words");
            assert!(is_name(name, true) && !help.is_empty() && !help.contains('\\'), "{line}");
            assert!(helped.insert(name.to_owned()), "{name} is explained twice");
        } else if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').expect("a name and a type");
            assert!(["gauge", "counter"].contains(&kind), "{line}");
            assert!(helped.contains(name) && !typed.contains(&name.to_owned()), "{line}");
            typed.push(name.to_owned());
        } else {
            let (series, value) = sample(line);
            // The lines of a family stand together, behind what they are.
            assert_eq!(typed.last(), Some(&series.0), "{line}");
            assert!(found.insert(series, value).is_none(), "twice: {line}");
        }
    }
    let told: BTreeSet<String> = found.keys().map(|(name, _)| name.clone()).collect();
    assert_eq!(told, typed.iter().cloned().collect(), "each family has a line");
    assert_eq!(told, helped);
    assert!(told.iter().all(|name| name.starts_with("sealord_")), "{told:?}");
    found
}

fn is_name(name: &str, of_metric: bool) -> bool {
    let is_good = |c: char| c.is_ascii_alphanumeric() || c == '_' || of_metric && c == ':';
    !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()) && name.chars().all(is_good)
}

/// A line with a number: `name{label="value",…} number`.
fn sample(line: &str) -> (Series, f64) {
    let at = line.find(['{', ' ']).expect("a value");
    let (name, mut rest) = line.split_at(at);
    assert!(is_name(name, true), "{line}");
    let mut labels = BTreeMap::new();
    if let Some(inner) = rest.strip_prefix('{') {
        rest = inner;
        loop {
            let (label, behind) = rest.split_once("=\"").expect("a label");
            assert!(is_name(label, false) && !label.starts_with("__"), "{line}");
            let (value, behind) = quoted(behind);
            assert!(labels.insert(label.to_owned(), value).is_none(), "{line}");
            match behind.split_at(1) {
                (",", behind) => rest = behind,
                ("}", behind) => {
                    rest = behind;
                    break;
                }
                _ => panic!("{line}"),
            }
        }
    }
    let value = rest.strip_prefix(' ').expect("one space before the value");
    assert!(!value.contains(' '), "no time stands behind a value: {line}");
    ((name.to_owned(), labels), value.parse().expect("a number"))
}

/// The value of a label up to its quotation mark, and what stands behind that.
fn quoted(text: &str) -> (String, &str) {
    let (mut value, mut signs) = (String::new(), text.char_indices());
    while let Some((at, sign)) = signs.next() {
        match sign {
            '"' => return (value, &text[at + 1..]),
            '\\' => value.push(match signs.next().expect("something behind a backslash").1 {
                'n' => '\n',
                sign @ ('"' | '\\') => sign,
                other => panic!("\\{other} stands for nothing"),
            }),
            sign => value.push(sign),
        }
    }
    panic!("the quotation mark is missing: {text}")
}

/// The number of an only line.
#[track_caller]
pub fn number(page: &str, name: &str) -> Option<f64> {
    let found: Vec<f64> =
        read(page).into_iter().filter(|((own, _), _)| own == name).map(|(_, value)| value).collect();
    assert!(found.len() < 2, "{name} has several lines");
    found.first().copied()
}

fn page(club: &Club) -> String {
    club.ok(&["status", ".", "--prometheus"])
}

fn told(club: &Club) -> Value {
    let told: Value = serde_json::from_str(&club.ok(&["--json", "status", "."])).unwrap();
    told["metrics"].clone()
}

#[test]
fn what_waits_in_an_office_is_counted_and_how_long() {
    let mut club = Club::new(Road::Folders);
    club.begin("spring", &["--seed", "1939", "--deadline-hours", "48"]);
    club.settle(&club.usual("spring", ["", ""]));
    // Before the first run: a match that nobody has looked at yet, and a letter.
    club.deliver(b"From: Anna <anna@example.org>\nTo: referee@example.org\nSubject: hello\n\nHello.\n");
    club.now += 600;
    let before = page(&club);
    let of = |page: &str, name: &str| number(page, &format!("sealord_{name}"));
    assert_eq!((of(&before, "matches_due"), of(&before, "letters_waiting")), (Some(1.0), Some(1.0)));
    assert_eq!(of(&before, "letters_oldest_seconds"), Some(600.0));
    assert_eq!(of(&before, "matches_due_oldest_seconds"), None, "nobody knows since when");
    assert_eq!((of(&before, "mailbox_up"), of(&before, "office_held")), (Some(1.0), Some(0.0)));
    let state = |word: &str| {
        let labels = [("office", "The referee"), ("state", word)].map(|(one, two)| (one.into(), two.into()));
        read(&before)[&("sealord_matches".to_owned(), BTreeMap::from(labels))]
    };
    assert_eq!(["under-way", "over", "gathering", "unreadable"].map(state), [1.0, 0.0, 0.0, 0.0]);

    // No road out: what the run has to say waits.
    fs::write(club.path("outgoing"), "in the way").unwrap();
    club.run(&["fetch", "."]);
    club.now += 90;
    let after = page(&club);
    assert_eq!((of(&after, "matches_due"), of(&after, "letters_waiting")), (Some(0.0), Some(0.0)));
    let waiting = of(&after, "mails_waiting").unwrap();
    assert!(waiting >= 2.0, "{after}");
    assert_eq!(of(&after, "mails_oldest_seconds"), Some(90.0));
    // The deadline goes by, and no run comes.
    club.now += 49 * 3600;
    let late = page(&club);
    assert_eq!(of(&late, "matches_due"), Some(1.0));
    assert!(of(&late, "matches_due_oldest_seconds").unwrap() >= 3500.0, "{late}");

    // Somebody is at work.
    let shelf = ShelfDir::new(club.path("."));
    let claim = shelf.claim().unwrap();
    let log = MatchDir::new(club.path("spring")).claim().unwrap();
    let busy = page(&club);
    assert_eq!((of(&busy, "office_held"), of(&busy, "matches_held")), (Some(1.0), Some(1.0)));
    let json = told(&club);
    assert_eq!(json["run"], json!({"worker": null, "until": null}));
    assert_eq!(json["matches"]["held"], 1);
    drop((log, claim));
    let json = told(&club);
    assert_eq!((&json["run"], &json["matches"]["held"]), (&Value::Null, &json!(0)));
    assert_eq!((&json["matches"]["due"], &json["letters"]["waiting"]), (&json!(1), &json!(0)));
    assert_eq!(json["outbox"]["waiting"].as_f64(), Some(waiting));
    assert_eq!(json["letters"]["oldest_seconds"], Value::Null);
    for page in [before, after, late, busy] {
        assert!(!page.contains('@') && !page.contains("example.org"), "{page}");
    }
}

#[test]
fn a_mailbox_that_cannot_be_looked_at_is_said_to_be_one() {
    let club = Club::new(Road::Folders);
    club.begin("spring", &["--seed", "1939"]);
    club.settle(&club.usual("spring", ["", ""]));
    fs::remove_dir_all(club.path("in")).unwrap();
    let ran = club.run(&["status", ".", "--prometheus"]);
    let page = String::from_utf8(ran.stdout).unwrap();
    assert!(ran.status.success());
    assert_eq!(
        (number(&page, "sealord_mailbox_up"), number(&page, "sealord_letters_waiting")),
        (Some(0.0), None)
    );
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(said.starts_with("problem: ") && said.contains("a Maildir"), "{said}");
    let json = told(&club);
    assert!(
        json["letters"].is_null() && json["mailbox_fault"].as_str().unwrap().contains("a Maildir"),
        "{json}"
    );
    // The words of the command and the page need no mailbox.
    club.ok(&["status", "."]);
    for wrong in [&["status", "spring", "--prometheus"][..], &["status", ".", "--prometheus", "--html"]] {
        assert_eq!(club.run(wrong).status.code(), Some(2), "{wrong:?}");
    }
}
