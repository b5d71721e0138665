//! What each edition of a system changed, for clubs that ask whether to adopt it.

use serde::{Deserialize, Serialize};

use crate::games::yaml::{self, YamlFault};
use crate::systems::Entry;

/// One edition against the one before.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Edition {
    /// Its number.
    pub edition: u32,
    /// What it changed.
    pub changes: Vec<Change>,
}

/// Something that an edition changed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// What, in a few sentences.
    pub what: String,
    /// The rules of the ledger that it is about.
    pub rules: Vec<String>,
    /// The cases of the project that pin it.
    pub cases: Vec<Case>,
}

/// A case by its file, under the folder of its system, and its title.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The file.
    pub file: String,
    /// The title.
    pub title: String,
}

/// The editions of a system after the first of which anything is known, the oldest first.
///
/// # Errors
/// By a defect: the list is built in.
pub fn of(system: &Entry) -> Result<Vec<Edition>, YamlFault> {
    if system.editions.is_empty() { Ok(Vec::new()) } else { yaml::read(system.editions) }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::registry::{SYSTEMS, systems};
    use crate::rulebook::ledger::Ledger;

    #[test]
    fn every_edition_says_what_it_changed_by_rules_and_cases_that_there_are() {
        let games = systems().games();
        for system in SYSTEMS {
            let (id, newest) = (system.title.id, system.title.edition);
            let editions = of(system).unwrap();
            let numbers: Vec<u32> = editions.iter().map(|it| it.edition).collect();
            // Edition 1 of Seas of Thunder is played no more, so nobody can go from it to the second.
            let first = if id == "seas-of-thunder" { 3 } else { 2 };
            assert_eq!(numbers, (first..=newest).collect::<Vec<_>>(), "{id}");
            let ledger = Ledger::load(&games, id).unwrap();
            for change in editions.iter().flat_map(|it| &it.changes) {
                for rule in &change.rules {
                    assert!(ledger.find(rule).is_some(), "{id}: there is no rule {rule}");
                }
                for case in &change.cases {
                    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules").join(id);
                    let text = std::fs::read_to_string(folder.join(&case.file)).unwrap();
                    assert!(
                        text.contains(&format!("title: {}\n", case.title)),
                        "{}: {}",
                        case.file,
                        case.title
                    );
                }
            }
        }
    }
}
