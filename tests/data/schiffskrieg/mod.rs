//! Soundness of the data of Schiffskrieg: what the rulebook states, what the ledger counts, and what the
//! loaders promise.

use std::sync::OnceLock;

use sealord::rules::ledger::Ledger;
use sealord::rules::schiffskrieg::{Data, SYSTEM};
use serde_json::Value;

mod citations;
mod facts;
mod housing;
mod map;
mod rulings;
mod scenarios;
mod units;

/// All of the data.
pub fn data() -> &'static Data {
    static ALL: OnceLock<Data> = OnceLock::new();
    ALL.get_or_init(|| Data::load(&sealord::rules::games()).expect("the built-in data are sound"))
}

/// The ledger.
pub fn ledger() -> Ledger {
    Ledger::load(&sealord::rules::games(), SYSTEM).expect("a ledger")
}

/// A file as it is, without a shape.
pub fn raw(name: &str) -> Value {
    sealord::rules::games().read(SYSTEM, name).expect("a file")
}

/// The rows of a list in a file.
pub fn rows(name: &str, list: &str) -> Vec<Value> {
    raw(name)[list].as_array().unwrap_or_else(|| panic!("no list {list} in {name}")).clone()
}

/// Ids that stand twice.
pub fn twice<'a>(ids: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut ids: Vec<&str> = ids.collect();
    ids.sort_unstable();
    ids.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect()
}

#[test]
fn the_ledger_has_its_mechanics() {
    let ledger = ledger();
    assert_eq!(ledger.entries().len(), 639);
    assert!(ledger.entries().iter().all(|entry| entry.id.starts_with("SK-")));
    assert!(ledger.entries().iter().all(|entry| !entry.gist.is_empty() && !entry.test.is_empty()));
}
