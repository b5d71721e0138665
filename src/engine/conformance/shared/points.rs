//! Points as cases write them: made before the case by side, gained in it by side and column.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::conformance::Findings;
use crate::rulebook::two_sided::Camp;

/// Numbers of both sides.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScoreGiven {
    /// That of the Axis.
    #[serde(default)]
    pub axis: u8,
    /// That of the Allies.
    #[serde(default)]
    pub allies: u8,
}

/// Points by side and column; what is left out is not judged.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ColumnPoints {
    /// Those of the Axis.
    #[serde(default)]
    pub axis: BTreeMap<String, i32>,
    /// Those of the Allies.
    #[serde(default)]
    pub allies: BTreeMap<String, i32>,
}

impl ColumnPoints {
    /// Notes every column in which a side gained other points than expected. `gained` says what it gained;
    /// nothing, if there is no such column. `place` stands behind the words for a column: ` on the Pacific
    /// track`, or nothing.
    pub fn judge(&self, found: &mut Findings, place: &str, gained: impl Fn(Camp, &str) -> Option<i32>) {
        for (side, columns) in [(Camp::AXIS, &self.axis), (Camp::ALLIES, &self.allies)] {
            for (column, expected) in columns {
                match gained(side, column) {
                    Some(gained) => found.same(format!("{column} of the {side}{place}"), expected, &gained),
                    None => found.note(column, "a column", "there is none of that name"),
                }
            }
        }
    }
}
