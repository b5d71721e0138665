//! What only this game can judge: boxes of the mats, counters face up, control of zones, columns of points.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::position::find_unit;
use crate::SeasOfThunder;
use crate::event::{Event, Goes};
use crate::pieces::UnitId;
use crate::state::{Columns, Control, Sea};
use engine::conformance::shared::points::ColumnPoints;
use engine::conformance::shared::words;
use engine::conformance::{Findings, Outcome};
use engine::rulebook::two_sided::Camp;

/// What must come of a case besides what every game judges.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// The last box of the mat in which a unit was put, or `used` for the Used LBA box.
    #[serde(default)]
    pub boxes: BTreeMap<String, String>,
    /// Whether the enemy knows the counters in the end.
    #[serde(default)]
    pub face_up: BTreeMap<String, bool>,
    /// The state of zones as last judged.
    #[serde(default)]
    pub control: BTreeMap<String, ControlWord>,
    /// Points gained by column: `zones`, `unused-lba`, `convoys`, `ships`, `presence`, `turkey`,
    /// `french`, `norway`, `minors`, `initial`, `rulings`.
    #[serde(default)]
    pub columns: ColumnPoints,
}

/// The state of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ControlWord {
    Axis,
    Allies,
    Contested,
    Uncontested,
}

impl From<Control> for ControlWord {
    fn from(control: Control) -> ControlWord {
        match control {
            Control::Uncontested => ControlWord::Uncontested,
            Control::Contested => ControlWord::Contested,
            Control::Controlled(Camp::AXIS) => ControlWord::Axis,
            Control::Controlled(_) => ControlWord::Allies,
        }
    }
}

/// Notes every difference. `start` is the position before the case.
pub fn judge(
    system: &SeasOfThunder,
    expected: &Expected,
    start: &Sea,
    outcome: &Outcome<SeasOfThunder>,
    found: &mut Findings,
) {
    counters(system, expected, outcome, found);
    control(expected, outcome, found);
    let end = &outcome.state;
    let gained = |side, column: &str| Some(sum(end, side, column)? - sum(start, side, column)?);
    expected.columns.judge(found, "", gained);
}

fn counters(
    system: &SeasOfThunder,
    expected: &Expected,
    outcome: &Outcome<SeasOfThunder>,
    found: &mut Findings,
) {
    for (id, expected) in &expected.boxes {
        let put = match find_unit(system, id) {
            Ok(unit) => last_box(&outcome.events, unit).unwrap_or("none").to_owned(),
            Err(what) => what,
        };
        found.same(format!("the box of {id}"), expected, &put);
    }
    let face_up = |unit: UnitId| outcome.state.unit(unit).face_up;
    words::judge(&system.pieces.counters, &expected.face_up, found, |id| format!("{id} face up"), face_up);
}

fn control(expected: &Expected, outcome: &Outcome<SeasOfThunder>, found: &mut Findings) {
    let judged = outcome.events.iter().any(|event| matches!(event, Event::ControlJudged { .. }));
    // A case that stopped on its way is told so elsewhere.
    if !expected.control.is_empty() && outcome.is_whole() && !judged {
        found.slip("control that is judged", "it is not: play through `scoring`");
    }
    for (zone, expected) in &expected.control {
        let number = zone.parse::<usize>().ok();
        let control = number.and_then(|number| outcome.state.control.get(number.wrapping_sub(1)));
        let is = control.map(|control| ControlWord::from(*control));
        if is != Some(*expected) {
            let is = is.map_or("no such zone".to_owned(), |is| format!("{is:?}"));
            found.note(format!("zone {zone}"), format!("{expected:?}"), is);
        }
    }
}

/// The last box in which a unit was put.
fn last_box(events: &[Event], unit: UnitId) -> Option<&'static str> {
    events.iter().rev().find_map(|event| match event {
        Event::MatRevealed { boxes, .. } => {
            boxes.iter().find(|(of, ..)| *of == unit).map(|(_, put, _)| put.id())
        }
        Event::Relocated { unit: of, goes, .. } if *of == unit => Some(match goes {
            Goes::To(put) => put.id(),
            Goes::UsedLba => "used",
        }),
        Event::NavyChosen { aside, .. } if aside.contains(&unit) => Some("convoy"),
        _ => None,
    })
}

/// The points of a side in a column over all turns.
fn sum(sea: &Sea, side: Camp, column: &str) -> Option<i32> {
    let value = |columns: &Columns| -> Option<i32> {
        Some(match column {
            "zones" => columns.zones.into(),
            "unused-lba" => columns.unused_lba.into(),
            "convoys" => columns.convoys.into(),
            "ships" => columns.ships.into(),
            "presence" => columns.presence.into(),
            "turkey" => columns.turkey.into(),
            "french" => columns.french.into(),
            "norway" => columns.norway.into(),
            "minors" => columns.minors.into(),
            "initial" => columns.initial,
            "rulings" => columns.rulings,
            _ => return None,
        })
    };
    sea.score.iter().map(|turn| value(&turn[side])).sum()
}
