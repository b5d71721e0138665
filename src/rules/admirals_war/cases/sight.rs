//! What a side knows of what the other hides.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::view::{View, Whereabouts};
use engine::conformance::Findings;
use engine::party::Party;

/// What one side sees, besides what it is shown by name.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sight {
    /// The faces of the die that bring a group of uncertain location to each area, by the area's name; `{}`
    /// if the side does not know them.
    pub chances: Option<BTreeMap<String, Vec<usize>>>,
}

/// Notes every difference between a view and what a case expects of it.
pub fn look(party: Party, sight: &Sight, view: &View, found: &mut Findings) {
    let Some(expected) = &sight.chances else { return };
    let known = |it: &Whereabouts| {
        it.chances.iter().map(|chance| (chance.place.clone(), chance.faces.clone())).collect()
    };
    let seen: BTreeMap<String, Vec<usize>> = view.own.uncertain.as_ref().map(known).unwrap_or_default();
    let words = |it: &BTreeMap<String, Vec<usize>>| format!("{it:?}");
    found.same(format!("the chances that {party} sees"), &words(expected), &words(&seen));
}
