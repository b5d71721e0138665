//! What only this game can judge: which side of a piece is up.

use std::collections::BTreeMap;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Deserialize;

use crate::conformance::{Findings, Outcome};
use crate::rules::cases::words;
use crate::rules::schiffskrieg::Schiffskrieg;

/// What must come of a case besides what every game judges.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// Whether the damaged or reduced side is up in the end.
    #[serde(default)]
    pub hurt: BTreeMap<String, bool>,
}

/// Notes every difference.
pub(super) fn judge(
    system: &Schiffskrieg,
    expected: &Expected,
    outcome: &Outcome<Schiffskrieg>,
    found: &mut Findings,
) {
    let what = |id: &str| format!("the other side of {id}");
    words::judge(&system.counters, &expected.hurt, found, what, |unit| outcome.state.unit(unit).hurt);
}
