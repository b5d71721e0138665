//! The ledger against the later rulings, which stand in `rulings.yaml`: each is carried by the entries that
//! are named, and no entry says what a ruling took back.

use std::collections::BTreeMap;

use sealord::rules::schiffskrieg::options::OPTIONS;
use serde::Deserialize;

use super::ledger;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rulings {
    rulings: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    on: String,
    ruling: String,
    option: Option<String>,
    entries: BTreeMap<String, String>,
    #[serde(default)]
    against: Vec<String>,
}

fn rulings() -> Vec<Row> {
    serde_yaml::from_str::<Rulings>(include_str!("rulings.yaml")).expect("the rulings").rulings
}

/// A text in one line.
fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_ledger_carries_every_later_ruling() {
    let (ledger, rows) = (ledger(), rulings());
    assert_eq!(rows.len(), 21, "the later rulings, of which one speaks of two things");
    for row in rows {
        assert!(
            !row.ruling.trim().is_empty() && !row.entries.is_empty(),
            "{}: no ruling, or no entry",
            row.on
        );
        for (id, phrase) in &row.entries {
            let entry = ledger.find(id);
            let entry = entry.unwrap_or_else(|| panic!("{}: there is no rule {id}", row.on));
            let ruling = folded(entry.ruling.as_deref().unwrap_or_default());
            assert!(
                ruling.contains(&folded(phrase)),
                "{id} does not follow the ruling on {}: {ruling}",
                row.on
            );
        }
        if let Some(option) = row.option {
            assert!(OPTIONS.iter().any(|it| it.word == option), "{}: no option {option}", row.on);
        }
    }
}

#[test]
fn no_entry_says_what_a_ruling_took_back() {
    for row in rulings() {
        for rule in ledger().entries() {
            let ruling = rule.ruling.as_deref().unwrap_or_default();
            let says = folded(&[&rule.title, &rule.gist, &rule.test, ruling].join(" "));
            let taken_back = row.against.iter().find(|phrase| says.contains(folded(phrase).as_str()));
            assert_eq!(taken_back, None, "{} contradicts the ruling on {}", rule.id, row.on);
        }
    }
}
