//! 2 Support units: placing and contesting.

use super::faction::Faction;
use super::facts::Owner;
use super::{Schiffskrieg, SupportName, Table};
use crate::table::Step;

/// What the support units of a match are called, in their order.
pub(super) fn names(system: &Schiffskrieg) -> Vec<SupportName> {
    let mut names: Vec<SupportName> = Vec::new();
    for unit in system.first_support() {
        let (owner, adjective) = match unit.owner {
            Owner::Nation(nation) => (nation.id(), nation.adjective()),
            Owner::Faction(faction) => (faction.id(), faction.side().adjective()),
        };
        let mut word = format!("{owner}-{}", unit.kind.id());
        let mut name = format!("{adjective} {}", unit.kind.id().replace('-', " "));
        if let Some(own) = &unit.name {
            word = format!("{word}-{}", own.to_lowercase().replace([' ', '.'], "-"));
            name = format!("{name} {own}");
        }
        let same = |word: &str| names.iter().any(|it| it.word == word);
        if same(&word) {
            let number = (2..).find(|number: &u8| !same(&format!("{word}-{number}"))).unwrap_or(0);
            (word, name) = (format!("{word}-{number}"), format!("{name} {number}"));
        }
        names.push(SupportName { word, name });
    }
    names
}

/// 2.1 The next thing that a faction does in its Support Segment; false once it does nothing more.
pub(super) fn next_thing(_: &mut Table, _: Faction) -> Step<bool> {
    Ok(false)
}
