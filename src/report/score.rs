//! The score sheet, a side each: a row for each turn, what a scenario sums up to, the total. And the points of
//! both sides as they grew, as bars of letters and as a drawing.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::ReportFault;
use super::chart::pen::{Words, draw};
use super::sea::Sides;
use super::tables::{Column, Tables};

/// A score as far as sheets and curves are made of it.
#[derive(Deserialize)]
pub(super) struct Score<'a> {
    #[serde(borrow)]
    turns: Vec<Turn<'a>>,
    #[serde(borrow, default)]
    scenarios: Vec<Scenario<'a>>,
    total: Sides<i64>,
}

/// What a turn scored.
#[derive(Deserialize)]
struct Turn<'a> {
    turn: u64,
    scenario: Option<&'a str>,
    columns: Sides<Map<String, Value>>,
    total: Sides<i64>,
}

/// What the turns of a scenario scored so far.
#[derive(Deserialize)]
struct Scenario<'a> {
    name: &'a str,
    first_turn: u64,
    last_turn: u64,
    total: Sides<i64>,
}

/// The sheet of one side.
#[derive(Serialize)]
pub(super) struct Sheet<'a> {
    side: &'static str,
    heads: Vec<&'a str>,
    rows: Vec<Row<'a>>,
    total: i64,
}

/// A row of a sheet.
#[derive(Serialize)]
struct Row<'a> {
    /// The turn; nothing in the row of a scenario.
    turn: Option<u64>,
    scenario: Option<&'a str>,
    /// What stands in the columns; none in the row of a scenario.
    cells: Vec<i64>,
    total: i64,
}

/// The points of both sides as they grew.
#[derive(Serialize)]
pub(super) struct Growth {
    bars: Vec<Bar>,
    /// The drawing, for HTML.
    svg: minijinja::Value,
}

/// What both sides had at the end of a turn, with a bar of letters as long as it is much.
#[derive(Serialize)]
struct Bar {
    turn: u64,
    axis: i64,
    allies: i64,
    axis_bar: String,
    allies_bar: String,
}

/// How long the longest bar is.
const LONGEST: i64 = 24;

const SIDES: [&str; 2] = ["axis", "allies"];

impl<'a> Score<'a> {
    /// Reads the score of a view, for a game that has a sheet.
    ///
    /// # Errors
    /// [`ReportFault::View`] when the score has not the turns, columns and totals of a sheet.
    pub(super) fn of(score: &'a Value, tables: &Tables) -> Result<Option<Score<'a>>, ReportFault> {
        if tables.sheet.is_empty() {
            return Ok(None);
        }
        let read = Score::deserialize(score).map(Some);
        read.map_err(|error| ReportFault::View { what: format!("`score`: {error}") })
    }

    /// The sheets of both sides.
    pub(super) fn sheets(&self, tables: &'a Tables) -> Vec<Sheet<'a>> {
        SIDES.into_iter().map(|side| self.sheet(side, tables)).collect()
    }

    fn sheet(&self, side: &'static str, tables: &'a Tables) -> Sheet<'a> {
        let cell = |turn: &Turn<'_>, column: &Column| {
            turn.columns.of(side).get(&column.of).and_then(Value::as_i64).unwrap_or(0)
        };
        let stands = |column: &&Column| {
            column.always.iter().any(|it| it == side) || self.turns.iter().any(|turn| cell(turn, column) != 0)
        };
        let columns: Vec<&Column> = tables.sheet.iter().filter(stands).collect();
        let mut rows = Vec::new();
        for (at, turn) in self.turns.iter().enumerate() {
            let cells = columns.iter().map(|column| cell(turn, column)).collect();
            rows.push(Row {
                turn: Some(turn.turn),
                scenario: turn.scenario,
                cells,
                total: *turn.total.of(side),
            });
            let next = self.turns.get(at + 1).map(|turn| turn.turn);
            let ends = |it: &&Scenario<'_>| {
                (it.first_turn..=it.last_turn).contains(&turn.turn)
                    && next.is_none_or(|turn| turn > it.last_turn)
            };
            let ended = self.scenarios.iter().filter(ends);
            rows.extend(ended.map(|it| Row {
                turn: None,
                scenario: Some(it.name),
                cells: Vec::new(),
                total: *it.total.of(side),
            }));
        }
        let heads = columns.iter().map(|column| column.head.as_str()).collect();
        Sheet { side, heads, rows, total: *self.total.of(side) }
    }

    /// How the points grew; nothing before the second turn.
    pub(super) fn growth(&self, names: [&str; 2]) -> Option<Growth> {
        let (mut axis, mut allies) = (0, 0);
        let mut sums: Vec<(u64, i64, i64)> = Vec::new();
        for turn in &self.turns {
            axis += turn.total.axis;
            allies += turn.total.allies;
            match sums.last_mut().filter(|(last, ..)| *last == turn.turn) {
                Some(last) => *last = (turn.turn, axis, allies),
                None => sums.push((turn.turn, axis, allies)),
            }
        }
        if sums.len() < 2 {
            return None;
        }
        let most = sums.iter().map(|(_, axis, allies)| *axis.max(allies)).max().unwrap_or(0).max(1);
        let bar = |letter: &str, points: i64| {
            // A side that has anything has a letter.
            let length = (points.max(0) * LONGEST / most).max(i64::from(points > 0));
            letter.repeat(usize::try_from(length).unwrap_or(0))
        };
        let told = |&(turn, axis, allies): &(u64, i64, i64)| Bar {
            turn,
            axis,
            allies,
            axis_bar: bar("x", axis),
            allies_bar: bar("o", allies),
        };
        let begins = self.scenarios.iter().map(|scenario| scenario.first_turn).skip(1);
        let svg = curves(&sums, &begins.collect::<Vec<_>>(), names);
        Some(Growth { bars: sums.iter().map(told).collect(), svg: minijinja::Value::from_safe_string(svg) })
    }
}

/// Where the curves stand on their paper: left, top, width and height.
const FRAME: (i64, i64, i64, i64) = (40, 10, 470, 150);

/// Draws the points of both sides, the Axis dashed; `begins` are the turns with which a further scenario begins.
fn curves(sums: &[(u64, i64, i64)], begins: &[u64], names: [&str; 2]) -> String {
    let (left, top, width, height) = FRAME;
    let all = || sums.iter().flat_map(|(_, axis, allies)| [*axis, *allies]);
    let (least, most) = (all().min().unwrap_or(0).min(0), all().max().unwrap_or(0).max(1));
    let step = step(most - least);
    let (low, high) = (least.div_euclid(step) * step, -(-most).div_euclid(step) * step);
    let x = |at: usize| left + width * at as i64 / (sums.len() as i64 - 1).max(1);
    let y = |points: i64| top + height - height * (points - low) / (high - low);
    let mut svg = String::from(
        "<svg class=\"growth\" viewBox=\"0 0 620 190\" role=\"img\"><title>Points, turn by turn</title>",
    );
    for line in 0..=(high - low) / step {
        let points = low + line * step;
        draw!(
            svg,
            "<path class=\"grid\" d=\"M",
            left,
            " ",
            y(points),
            "h",
            width,
            "\"/><text class=\"tick\" x=\""
        );
        draw!(svg, left - 6, "\" y=\"", y(points) + 3, "\">", points, "</text>");
    }
    // Of many turns every other is named, or every fifth.
    let every = if sums.len() > 30 { 5 } else { 1 + sums.len() / 16 };
    for (at, (turn, ..)) in sums.iter().enumerate().filter(|(at, _)| at % every == 0) {
        draw!(svg, "<text x=\"", x(at), "\" y=\"", top + height + 14, "\">", *turn, "</text>");
    }
    for at in sums.iter().enumerate().filter(|(_, (turn, ..))| begins.contains(turn)).map(|(at, _)| at) {
        draw!(svg, "<path class=\"inset\" d=\"M", x(at), " ", top, "v", height, "\"/>");
    }
    let lines: [(&str, &str, Vec<i64>); 2] = [
        ("axis", names[0], sums.iter().map(|(_, axis, _)| *axis).collect()),
        ("allies", names[1], sums.iter().map(|(.., allies)| *allies).collect()),
    ];
    let ends = ends(lines.each_ref().map(|(.., points)| y(points.last().copied().unwrap_or(0))));
    for ((class, name, points), end) in lines.iter().zip(ends) {
        draw!(svg, "<path class=\"curve ", *class, "\" d=\"");
        for (at, points) in points.iter().enumerate() {
            draw!(svg, if at == 0 { "M" } else { "L" }, x(at), " ", y(*points));
        }
        draw!(
            svg,
            "\"/><text class=\"curve-name\" x=\"",
            left + width + 6,
            "\" y=\"",
            end + 3,
            "\">",
            Words(name)
        );
        draw!(svg, " ", points.last().copied().unwrap_or(0), "</text>");
    }
    svg.push_str("</svg>");
    svg
}

/// Where the names of two curves stand that end at these heights: side by side they would cover each other.
fn ends([a, b]: [i64; 2]) -> [i64; 2] {
    const APART: i64 = 11;
    let push = (APART - (a - b).abs()).max(0) / 2 + 1;
    match (a - b).abs() >= APART {
        true => [a, b],
        false if a <= b => [a - push, b + push],
        false => [a + push, b - push],
    }
}

/// How far the lines of a grid are apart: 1, 2 or 5 times a power of ten, so that there are at most six.
fn step(range: i64) -> i64 {
    let mut step = 1;
    for factor in [2, 5, 10].into_iter().cycle() {
        if step * 6 >= range {
            break;
        }
        step = match factor {
            2 => step * 2,
            5 => step / 2 * 5,
            _ => step * 2,
        };
    }
    step
}

impl<T> Sides<T> {
    /// What is the side's with this word.
    fn of(&self, side: &str) -> &T {
        if side == SIDES[0] { &self.axis } else { &self.allies }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn tables() -> Tables {
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
        let read = Score::of(&score, &tables).unwrap().unwrap();
        let [axis, allies] = read.sheets(&tables).try_into().ok().unwrap();
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
        let (score, tables) = (score(), tables());
        let growth = Score::of(&score, &tables).unwrap().unwrap().growth(["Axis", "A<B"]).unwrap();
        let bars: Vec<_> =
            growth.bars.iter().map(|bar| (bar.axis, bar.axis_bar.len(), bar.allies_bar.len())).collect();
        assert_eq!(bars, [(4, 4, 6), (9, 10, 13), (10, 11, 24)]);
        let svg = growth.svg.to_string();
        // The second scenario begins with turn 3, at the right edge.
        assert!(svg.contains("<path class=\"inset\" d=\"M510 10v150\"/>"), "{svg}");
        assert!(svg.contains(">A&lt;B 21</text>") && svg.contains("class=\"curve axis\""), "{svg}");
    }

    #[test]
    fn steps_are_round() {
        let steps = [1, 6, 7, 13, 31, 61, 130, 601].map(step);
        assert_eq!(steps, [1, 1, 2, 5, 10, 20, 50, 200]);
    }

    #[test]
    fn a_score_without_turns_is_told() {
        let fault = Score::of(&json!({"total": {"axis": 1, "allies": 2}}), &tables()).err().unwrap();
        assert!(fault.to_string().contains("`score`: missing field `turns`"), "{fault}");
    }
}
