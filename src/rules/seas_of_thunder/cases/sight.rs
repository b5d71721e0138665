//! What a side can count and know of its enemies at a place.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::view::{Stack, UnitView, View};
use engine::conformance::Findings;
use engine::rulebook::two_sided::Camp;

/// What one side sees, besides what it is shown by name.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sight {
    /// Enemies in sea zones, by number.
    #[serde(default)]
    pub zones: BTreeMap<String, Enemies>,
    /// Enemies in ports, by id.
    #[serde(default)]
    pub ports: BTreeMap<String, Enemies>,
}

/// Enemies at a place.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Enemies {
    /// How many ships can be counted.
    pub ships: Option<usize>,
    /// How many LBA can be counted.
    pub lba: Option<usize>,
    /// The ids of those that are known.
    pub known: Option<Vec<String>>,
}

/// Notes every difference between a view and what a case expects of it.
pub fn look(side: Camp, sight: &Sight, view: &View, found: &mut Findings) {
    for (place, enemies) in &sight.zones {
        let zone =
            view.sea.zones.iter().find(|zone| zone.number.is_some_and(|number| number.to_string() == *place));
        compare(side, place, enemies, zone.map(|zone| (zone.stacks(), &*zone.enemy_known)), found);
    }
    for (place, enemies) in &sight.ports {
        compare(side, place, enemies, port(view, place), found);
    }
}

fn port<'v>(view: &'v View, id: &str) -> Option<(&'v [Stack], &'v [UnitView])> {
    view.sea.ports.iter().find(|port| port.id == id).map(|port| (port.stacks(), &*port.enemy_known))
}

fn compare(
    side: Camp,
    place: &str,
    expected: &Enemies,
    seen: Option<(&[Stack], &[UnitView])>,
    found: &mut Findings,
) {
    let Some((stacks, known)) = seen else {
        return found.note(format!("{side} sees place {place}"), "a place", "none");
    };
    let sum = |count: fn(&Stack) -> usize| stacks.iter().map(count).sum::<usize>();
    let counts = [("ships", expected.ships, sum(|it| it.ships)), ("LBA", expected.lba, sum(|it| it.lba))];
    for (what, wanted, count) in counts {
        if let Some(wanted) = wanted {
            found.same(format!("{side} sees {what} at {place}"), &wanted, &count);
        }
    }
    if let Some(wanted) = &expected.known {
        let mut wanted = wanted.clone();
        let mut ids: Vec<String> = known.iter().map(|unit| unit.id.clone()).collect();
        wanted.sort_unstable();
        ids.sort_unstable();
        found.same(format!("{side} sees known at {place}"), &wanted.join(", "), &ids.join(", "));
    }
}
