//! What only this game can judge: damage, which side of a counter is up, flags, owners, points.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::given::{HolderWord, LeadsGiven};
use super::position::{find_area, find_base, side_of};
use crate::AdmiralsWar;
use crate::board::Theatre;
use crate::pieces::{Nation, UnitId};
use crate::state::{Columns, Ocean, Pacific, Settlement};
use engine::conformance::shared::points::ColumnPoints;
use engine::conformance::shared::words;
use engine::conformance::{Findings, Outcome};
use engine::rulebook::two_sided::Camp;

/// What must come of a case besides what every game judges.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// Damage points in the end.
    #[serde(default)]
    pub damage: BTreeMap<String, u8>,
    /// Overhaul points in the end.
    #[serde(default)]
    pub overhaul: BTreeMap<String, u8>,
    /// The turns in which ships were sunk whose names others may take.
    #[serde(default)]
    pub lost_on: BTreeMap<String, u8>,
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
    /// The leads of the Allies on both tracks in the end.
    pub leads: Option<LeadsGiven>,
    /// Where the Pacific stands in the end.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub pacific_is: Option<Pacific>,
    /// The nations for which units fight in the end.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
    pub fights_for: BTreeMap<String, Nation>,
    /// How the question of the French fleet is settled in the end.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub french_settled: Option<Settlement>,
    /// Points gained by column, on one track: `areas`, `shipping`, `bases`, `raids`, `rulings`, `fines`.
    #[serde(default)]
    pub pacific: ColumnPoints,
    /// The same on the Atlantic track.
    #[serde(default)]
    pub atlantic: ColumnPoints,
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
    if let Some(leads) = expected.leads {
        found.same("the Atlantic lead".to_owned(), &leads.atlantic, &end.leads.atlantic);
        found.same("the Pacific lead".to_owned(), &leads.pacific, &end.leads.pacific);
    }
    if let Some(pacific) = expected.pacific_is {
        found.same("the Pacific".to_owned(), &pacific.id(), &end.pacific.id());
    }
    if let Some(settled) = expected.french_settled {
        let found_word = end.dilemma.settled.map_or("open", Settlement::id);
        found.same("the French question".to_owned(), &settled.id(), &found_word);
    }
    for (track, place, columns) in [
        (Theatre::Pacific, " on the Pacific track", &expected.pacific),
        (Theatre::Atlantic, " on the Atlantic track", &expected.atlantic),
    ] {
        let sum = |ocean: &Ocean, side: Camp, column: &str| sum(ocean, track, side, column);
        columns.judge(found, place, |side, column| Some(sum(end, side, column)? - sum(start, side, column)?));
    }
}

fn units(system: &AdmiralsWar, expected: &Expected, end: &Ocean, found: &mut Findings) {
    let roster = &system.counters;
    let state = |unit: UnitId| end.unit(unit);
    words::judge(roster, &expected.damage, found, |id| format!("damage of {id}"), |unit| state(unit).damage);
    words::judge(
        roster,
        &expected.overhaul,
        found,
        |id| format!("overhaul of {id}"),
        |unit| state(unit).overhaul,
    );
    let lost_on = |unit| state(unit).lost_on.unwrap_or(0);
    words::judge(roster, &expected.lost_on, found, |id| format!("the turn of the loss of {id}"), lost_on);
    words::judge(roster, &expected.raiding, found, |id| format!("{id} raiding"), |unit| state(unit).raiding);
    words::judge(
        roster,
        &expected.fights_for,
        found,
        |id| format!("for whom {id} fights"),
        |unit| system.nation_of(end, unit),
    );
    words::judge(
        roster,
        &expected.done,
        found,
        |id| format!("{id} home for the turn"),
        |unit| state(unit).done,
    );
}

fn holders(system: &AdmiralsWar, expected: &Expected, end: &Ocean, found: &mut Findings) {
    let flag = |id: &str| find_area(system, id).map(|area| end.flag(area));
    let owner = |id: &str| find_base(system, id).map(|base| end.owner(base));
    held(&expected.flags, "flag", flag, found);
    held(&expected.owners, "owner", owner, found);
}

/// Compares whose things are in the end with whose they should be.
fn held(
    expected: &BTreeMap<String, HolderWord>,
    what: &str,
    holder: impl Fn(&str) -> Result<Option<Camp>, String>,
    found: &mut Findings,
) {
    let word = |side: Option<Camp>| side.map_or("nobody", Camp::name);
    for (id, of) in expected {
        let of = word(side_of(*of));
        match holder(id) {
            Ok(is) => found.same(format!("the {what} of {id}"), &of, &word(is)),
            Err(fault) => found.note(id, of, fault),
        }
    }
}

/// The points of a side in a column of a track over all turns.
fn sum(ocean: &Ocean, track: Theatre, side: Camp, column: &str) -> Option<i32> {
    let value = |columns: &Columns| -> Option<i32> {
        Some(match column {
            "areas" => columns.areas.into(),
            "shipping" => columns.shipping.into(),
            "bases" => columns.bases.into(),
            "raids" => columns.raids.into(),
            "rulings" => columns.rulings,
            "fines" => columns.fines.into(),
            _ => return None,
        })
    };
    ocean.score.iter().map(|turn| value(&turn.of(track)[side])).sum()
}
