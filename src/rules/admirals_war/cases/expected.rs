//! What only this game can judge: damage, which side of a counter is up, flags, owners, points.

use std::collections::BTreeMap;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Deserialize;

use super::given::HolderWord;
use super::position::{find_area, find_base, find_unit, side_of};
use crate::conformance::{Findings, Outcome};
use crate::rules::admirals_war::AdmiralsWar;
use crate::rules::admirals_war::board::Theatre;
use crate::rules::admirals_war::state::{Columns, Ocean};
use crate::side::Side;

/// What must come of a case besides what every game judges.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// Damage points in the end.
    #[serde(default)]
    pub damage: BTreeMap<String, u8>,
    /// Whether the raiding side is up in the end.
    #[serde(default)]
    pub raiding: BTreeMap<String, bool>,
    /// Whether a unit has come home for the turn.
    #[serde(default)]
    pub done: BTreeMap<String, bool>,
    /// The control flags in the end.
    #[serde(default)]
    pub flags: BTreeMap<String, HolderWord>,
    /// Who holds ports and bases in the end.
    #[serde(default)]
    pub owners: BTreeMap<String, HolderWord>,
    /// Points gained by column, on one track: `areas`, `shipping`, `bases`, `raids`, `rulings`.
    #[serde(default)]
    pub pacific: ColumnPoints,
    /// The same on the Atlantic track.
    #[serde(default)]
    pub atlantic: ColumnPoints,
}

/// Points by side and column; what is left out is not judged.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ColumnPoints {
    /// Those of the Axis.
    #[serde(default)]
    pub axis: BTreeMap<String, i32>,
    /// Those of the Allies.
    #[serde(default)]
    pub allies: BTreeMap<String, i32>,
}

/// Notes every difference. `start` is the position before the case.
pub fn judge(
    system: &AdmiralsWar,
    expected: &Expected,
    start: &Ocean,
    outcome: &Outcome<AdmiralsWar>,
    found: &mut Findings,
) {
    let end = &outcome.state;
    units(system, expected, end, found);
    holders(system, expected, end, found);
    for (track, name, columns) in [
        (Theatre::Pacific, "Pacific", &expected.pacific),
        (Theatre::Atlantic, "Atlantic", &expected.atlantic),
    ] {
        for (side, columns) in [(Side::AXIS, &columns.axis), (Side::ALLIES, &columns.allies)] {
            for (column, expected) in columns {
                match (sum(start, track, side, column), sum(end, track, side, column)) {
                    (Some(before), Some(after)) => {
                        found.same(
                            format!("{column} of the {side} on the {name} track"),
                            expected,
                            &(after - before),
                        );
                    }
                    _ => found.note(column, "a column", "there is none of that name"),
                }
            }
        }
    }
}

fn units(system: &AdmiralsWar, expected: &Expected, end: &Ocean, found: &mut Findings) {
    for (id, expected) in &expected.damage {
        match find_unit(system, id) {
            Ok(unit) => found.same(format!("damage of {id}"), expected, &end.unit(unit).damage),
            Err(what) => found.note(id, expected, what),
        }
    }
    for (id, expected) in &expected.raiding {
        match find_unit(system, id) {
            Ok(unit) => found.same(format!("{id} raiding"), expected, &end.unit(unit).raiding),
            Err(what) => found.note(id, expected, what),
        }
    }
    for (id, expected) in &expected.done {
        match find_unit(system, id) {
            Ok(unit) => found.same(format!("{id} home for the turn"), expected, &end.unit(unit).done),
            Err(what) => found.note(id, expected, what),
        }
    }
}

fn holders(system: &AdmiralsWar, expected: &Expected, end: &Ocean, found: &mut Findings) {
    let word = |side: Option<Side>| side.map_or("nobody", |side| side.name());
    for (id, holder) in &expected.flags {
        match find_area(system, id) {
            Ok(area) => {
                found.same(format!("the flag of {id}"), &word(side_of(*holder)), &word(end.flag(area)))
            }
            Err(what) => found.note(id, word(side_of(*holder)), what),
        }
    }
    for (id, holder) in &expected.owners {
        match find_base(system, id) {
            Ok(base) => {
                found.same(format!("the owner of {id}"), &word(side_of(*holder)), &word(end.owner(base)))
            }
            Err(what) => found.note(id, word(side_of(*holder)), what),
        }
    }
}

/// The points of a side in a column of a track over all turns.
fn sum(ocean: &Ocean, track: Theatre, side: Side, column: &str) -> Option<i32> {
    let value = |columns: &Columns| -> Option<i32> {
        Some(match column {
            "areas" => columns.areas.into(),
            "shipping" => columns.shipping.into(),
            "bases" => columns.bases.into(),
            "raids" => columns.raids.into(),
            "rulings" => columns.rulings,
            _ => return None,
        })
    };
    ocean.score.iter().map(|turn| value(&turn.of(track)[side])).sum()
}
