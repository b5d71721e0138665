//! The score sheet, a side each: a row for each turn, what a scenario sums up to, the total. And the points
//! of all sides as they grew, as bars of letters and as a drawing.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::figure::{Figure, Series};
use super::sides::Sides;
use super::tables::{Column, Tables};
use engine::side::Side;
use engine::view::{ReadScore, TurnScore};

/// The sheet of one side.
#[derive(Serialize)]
pub(super) struct Sheet<'a> {
    side: Side,
    heads: Vec<&'a str>,
    rows: Vec<Row<'a>>,
    total: i64,
}

/// A row of a sheet.
#[derive(Serialize)]
struct Row<'a> {
    /// The turn; nothing in the row of a scenario.
    turn: Option<u8>,
    scenario: Option<&'a str>,
    /// What stands in the columns; none in the row of a scenario.
    cells: Vec<i64>,
    total: i64,
}

/// The points of all sides as they grew.
#[derive(Serialize)]
pub(super) struct Growth {
    bars: Vec<Bar>,
    /// The drawing, for HTML.
    svg: minijinja::Value,
}

/// What the sides had at the end of a turn, each with a bar of letters as long as it is much.
struct Bar {
    turn: u8,
    sides: Vec<(Side, i64, String)>,
}

impl Serialize for Bar {
    /// `turn`; the points under the word of each side, and its bar under that word with `_bar`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1 + 2 * self.sides.len()))?;
        map.serialize_entry("turn", &self.turn)?;
        for (side, points, bar) in &self.sides {
            map.serialize_entry(side.id(), points)?;
            map.serialize_entry(&format!("{}_bar", side.id()), bar)?;
        }
        map.end()
    }
}

/// How long the longest bar is.
const LONGEST: i64 = 24;

/// The sheets of all sides.
pub(super) fn sheets<'a>(score: &ReadScore<'a>, tables: &'a Tables, sides: &Sides<'_>) -> Vec<Sheet<'a>> {
    sides.iter().map(|it| sheet(score, it.side, tables)).collect()
}

fn sheet<'a>(score: &ReadScore<'a>, side: Side, tables: &'a Tables) -> Sheet<'a> {
    let columns: Vec<&Column> = tables.sheet.iter().filter(|column| stands(score, side, column)).collect();
    let mut rows = Vec::new();
    for (at, turn) in score.turns.iter().enumerate() {
        let cells = columns.iter().map(|column| cell(turn, side, column)).collect();
        rows.push(Row { turn: Some(turn.turn), scenario: turn.scenario, cells, total: turn.total.of(side) });
        let next = score.turns.get(at + 1).map(|turn| turn.turn);
        let ended = score.scenarios.iter().flatten().filter(|it| {
            (it.first_turn..=it.last_turn).contains(&turn.turn) && next.is_none_or(|turn| turn > it.last_turn)
        });
        rows.extend(ended.map(|it| Row {
            turn: None,
            scenario: Some(it.name),
            cells: Vec::new(),
            total: it.total.of(side),
        }));
    }
    let heads = columns.iter().map(|column| column.head.as_str()).collect();
    Sheet { side, heads, rows, total: score.total.of(side) }
}

/// Whether a column stands on the sheet of a side: always, or because it holds anything.
fn stands(score: &ReadScore<'_>, side: Side, column: &Column) -> bool {
    column.always.iter().any(|it| it == side.id())
        || score.turns.iter().any(|turn| cell(turn, side, column) != 0)
}

/// What stands in a column.
fn cell(turn: &Turn<'_>, side: Side, column: &Column) -> i64 {
    turn.columns.get(side).and_then(|columns| columns.get(column.of.as_str())).copied().unwrap_or(0)
}

/// What the sides had at the end of a turn, in their order.
type Sums = (u8, Vec<i64>);

/// The score of a turn as it is read.
type Turn<'a> = TurnScore<BTreeMap<&'a str, i64>, &'a str>;

/// How the points grew; nothing before the second turn.
pub(super) fn growth(score: &ReadScore<'_>, sides: &Sides<'_>) -> Option<Growth> {
    let mut now = vec![0; sides.iter().count()];
    let mut sums: Vec<Sums> = Vec::new();
    for turn in &score.turns {
        now.iter_mut().zip(sides.iter()).for_each(|(sum, it)| *sum += turn.total.of(it.side));
        match sums.last_mut().filter(|(last, _)| *last == turn.turn) {
            Some(last) => last.1.clone_from(&now),
            None => sums.push((turn.turn, now.clone())),
        }
    }
    if sums.len() < 2 {
        return None;
    }
    let most = sums.iter().flat_map(|(_, points)| points).max().copied().unwrap_or(0).max(1);
    let bar = |letter: &str, points: i64| {
        // A side that has anything has a letter.
        let length = (points.max(0) * LONGEST / most).max(i64::from(points > 0));
        letter.repeat(usize::try_from(length).unwrap_or(0))
    };
    let told = |(turn, points): &Sums| {
        let sides = sides.iter().zip(points);
        let sides = sides.map(|(it, points)| (it.side, *points, bar(&it.style.bar, *points)));
        Bar { turn: *turn, sides: sides.collect() }
    };
    let begins: Vec<u8> =
        score.scenarios.iter().flatten().map(|scenario| scenario.first_turn).skip(1).collect();
    let svg = curves(&sums, &begins, sides);
    Some(Growth { bars: sums.iter().map(told).collect(), svg: minijinja::Value::from_safe_string(svg) })
}

/// Draws the points of all sides, a curve each; `begins` are the turns with which a further scenario begins.
fn curves(sums: &[Sums], begins: &[u8], sides: &Sides<'_>) -> String {
    let series = sides.iter().enumerate().map(|(nth, it)| Series {
        class: it.side.id(),
        name: it.name,
        values: sums.iter().map(|(_, points)| points[nth]).collect(),
    });
    let begun = sums.iter().enumerate().filter(|(_, (turn, _))| begins.contains(turn));
    let figure = Figure {
        id: "points",
        title: "Points, turn by turn",
        along: "Turn",
        labels: sums.iter().map(|(turn, _)| turn.to_string()).collect(),
        series: series.collect(),
        begins: begun.map(|(at, _)| at).collect(),
    };
    figure.curves()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::*;

    fn tables() -> Tables {
        engine::rulebook::two_sided::declare();
        serde_json::from_value(json!({"sheet": [
            {"of": "zones", "head": "Zones", "always": ["axis", "allies"]},
            {"of": "ships", "head": "Ships"},
            {"of": "penalty", "head": "Penalty"},
        ]}))
        .unwrap()
    }

    /// Three turns of two scenarios; the Axis alone sinks a ship.
    fn score() -> Value {
        let turn = |turn: u64, scenario: &str, axis: i64, ships: i64, allies: i64| {
            let columns = |zones: i64, ships: i64| json!({"zones": zones, "ships": ships, "penalty": 0});
            json!({"turn": turn, "scenario": scenario, "columns": {"axis": columns(axis, ships), "allies": columns(allies, 0)},
                   "total": {"axis": axis + ships, "allies": allies}})
        };
        json!({
            "turns": [turn(1, "One", 4, 0, 6), turn(2, "One", 3, 2, 6), turn(3, "Two", 1, 0, 9)],
            "scenarios": [
                {"name": "One", "first_turn": 1, "last_turn": 2, "total": {"axis": 9, "allies": 12}},
                {"name": "Two", "first_turn": 3, "last_turn": 6, "total": {"axis": 1, "allies": 9}}],
            "total": {"axis": 10, "allies": 21},
        })
    }

    #[test]
    fn a_sheet_has_turns_scenarios_and_a_total() {
        let (score, tables) = (score(), tables());
        let read = ReadScore::deserialize(&score).unwrap();
        let [axis, allies] =
            sheets(&read, &tables, &Sides::named(&["Axis", "Allies"])).try_into().ok().unwrap();
        assert_eq!(
            (axis.heads.as_slice(), allies.heads.as_slice()),
            (&["Zones", "Ships"][..], &["Zones"][..])
        );
        let told: Vec<_> = axis
            .rows
            .iter()
            .map(|row| (row.turn, row.scenario.unwrap(), row.cells.clone(), row.total))
            .collect();
        let expected = [
            (Some(1), "One", vec![4, 0], 4),
            (Some(2), "One", vec![3, 2], 5),
            (None, "One", vec![], 9),
            (Some(3), "Two", vec![1, 0], 1),
            (None, "Two", vec![], 1),
        ];
        assert_eq!(told, expected);
        assert_eq!((axis.total, allies.total), (10, 21));
    }

    #[test]
    fn points_grow_as_bars_and_curves() {
        let score = score();
        let read = ReadScore::deserialize(&score).unwrap();
        let growth = growth(&read, &Sides::named(&["Axis", "A<B"])).unwrap();
        let bars: Vec<Value> = growth.bars.iter().map(|bar| serde_json::to_value(bar).unwrap()).collect();
        let length = |bar: &Value, of: &str| bar[of].as_str().unwrap().len();
        let bars: Vec<_> = bars
            .iter()
            .map(|bar| (bar["axis"].as_i64().unwrap(), length(bar, "axis_bar"), length(bar, "allies_bar")))
            .collect();
        assert_eq!(bars, [(4, 4, 6), (9, 10, 13), (10, 11, 24)]);
        let svg = growth.svg.to_string();
        // The second scenario begins with turn 3, at the right edge.
        assert!(svg.contains("<path class=\"inset\" d=\"M510 10v150\"/>"), "{svg}");
        assert!(svg.contains(">A&lt;B 21</text>") && svg.contains("class=\"curve axis\""), "{svg}");
    }
}
