//! What a word of a case names. A case names things by their ids alone.

use std::collections::BTreeMap;
use std::fmt::Display;

use crate::conformance::Findings;
use crate::rulebook::roster::{Named, Roster, UnitId};

/// What an id was found to name.
///
/// # Errors
/// A sentence, when it names nothing of its sort.
pub fn known<T>(sort: &str, id: &str, found: Option<T>) -> Result<T, String> {
    found.ok_or_else(|| format!("there is no {sort} `{id}`"))
}

/// The unit of an id.
///
/// # Errors
/// A sentence, when there is none.
pub fn unit<C: Named>(roster: &Roster<C>, id: &str) -> Result<UnitId, String> {
    known("unit", id, roster.by_id(id))
}

/// Checks that no id stands there twice.
///
/// # Errors
/// A sentence that names the first that does, in the order of the ids.
pub fn unique<'a>(ids: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let mut ids: Vec<&str> = ids.collect();
    ids.sort_unstable();
    match ids.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(twice) => Err(format!("`{}` is there twice", twice[0])),
        None => Ok(()),
    }
}

/// Notes every unit that is not as expected. `what` says in words what is judged of an id, `is` how it
/// stands.
pub fn judge<C: Named, T: PartialEq + Display>(
    roster: &Roster<C>,
    expected: &BTreeMap<String, T>,
    found: &mut Findings,
    what: impl Fn(&str) -> String,
    is: impl Fn(UnitId) -> T,
) {
    for (id, expected) in expected {
        match unit(roster, id) {
            Ok(unit) => found.same(what(id), expected, &is(unit)),
            Err(fault) => found.note(id, expected, fault),
        }
    }
}
