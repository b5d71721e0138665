//! What the rulebook publishes about the data: the entries of the ledger that give values, against the data
//! of a club or the built-in ones. What is expected stands in the ledger, here only how to find it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::board::{Board, Capacity, Mat, Passage, Port, ZoneId};
use super::files::{ConvoysFile, LbaFile, ScenarioRow, ScenariosFile, UnitRow, UnitsFile};
use super::game;
use super::pieces::{Class, Nation};
use super::scenario::{SYSTEM, Scenario};
use crate::SeasOfThunder;
use engine::games::print::Fact;
use engine::games::{Games, GamesFault, retyped};
use engine::rulebook::Rulebook;
use engine::rulebook::ledger::Ledger;
use engine::rulebook::two_sided::Camp;

mod counters;
mod map;
mod mats;
mod tables;

/// A scenario as it is laid out.
struct Laid {
    row: ScenarioRow,
    scenario: Scenario,
    board: Board,
}

/// The data that are judged.
struct Data {
    laid: Vec<Laid>,
    units: UnitsFile,
    lba: LbaFile,
    convoys: ConvoysFile,
}

impl Data {
    fn read(games: &Games) -> Result<Data, GamesFault> {
        let rows = games.read::<ScenariosFile>(SYSTEM, "scenarios")?.scenarios;
        let lay = |row: ScenarioRow| {
            let (scenario, board, _) = game::load_scenario(games, &row.id)?;
            Ok(Laid { row, scenario, board })
        };
        Ok(Data {
            laid: rows.into_iter().map(lay).collect::<Result<_, _>>()?,
            units: games.read(SYSTEM, "units")?,
            lba: games.read(SYSTEM, "lba")?,
            convoys: games.read(SYSTEM, "convoys")?,
        })
    }

    /// The scenario of a number.
    fn numbered(&self, number: u8) -> impl Iterator<Item = &Laid> {
        self.laid.iter().filter(move |laid| laid.row.number == number)
    }
}

/// Where data say otherwise than a rule's values; an error if those values are not of the shape that is
/// looked for.
type Judged = Result<Vec<String>, serde_json::Error>;

/// How a rule is judged by its values.
type Check = fn(&Value, &Data) -> Judged;

/// The rules that can be judged by the data alone.
const CHECKS: &[(&str, Check)] = &[
    ("SOT-2.0-11", mats::stated),
    ("SOT-2.0-12", mats::stated),
    ("SOT-4.0-11", tables::turns),
    ("SOT-5.3-20", map::names),
    ("SOT-5.3-21", map::balearic),
    ("SOT-5.3-22", map::links),
    ("SOT-12.0-9", counters::entries),
    ("SOT-13.S1-20", tables::minefields),
    ("SOT-13.S1-21", tables::presence),
    ("SOT-13.S1-22", tables::tokens),
    ("SOT-13.S2-30", tables::stripes),
    ("SOT-14-31", counters::lines),
    ("SOT-14-32", counters::lines),
    ("SOT-15-1", |values, data| map::totals(values, data, 2)),
    ("SOT-15-2", |values, data| map::totals(values, data, 3)),
    ("SOT-15-3", map::single_values),
];

/// Judges every rule that publishes something about the data.
///
/// # Errors
/// [`GamesFault`] when the data cannot be read or a scenario cannot be laid out.
pub(super) fn facts(games: &Games) -> Result<Vec<Fact>, GamesFault> {
    // What is printed stays printed, whatever ledger a club has put in its place.
    let ledger = Ledger::load(&SeasOfThunder::built_in(), SYSTEM)?;
    let data = Data::read(games)?;
    let judge = |(rule, check): &(&str, Check)| {
        let unsound = |what: String| GamesFault::Unsound { file: format!("{SYSTEM}/rules"), what };
        let entry = ledger.find(rule).ok_or_else(|| unsound(format!("{rule} is missing")))?;
        let values = entry.values.clone().unwrap_or_default();
        let broken = check(&values, &data).map_err(|error| unsound(format!("{rule}: {error}")))?;
        Ok(Fact { rule: (*rule).to_owned(), title: entry.title.clone(), broken })
    };
    CHECKS.iter().map(judge).collect()
}

/// The values of a rule in the shape that its check looks for.
fn values<T: DeserializeOwned>(values: &Value) -> Result<T, serde_json::Error> {
    retyped(values)
}

/// Says what differs, if it does.
fn differs<T: PartialEq + std::fmt::Debug>(what: &str, own: &T, published: &T) -> Option<String> {
    (own != published).then(|| format!("{what}: {own:?}, published {published:?}"))
}
