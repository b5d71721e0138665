//! Tables of what comes and goes: ships lost by navy and class, units that arrive, those that come back and
//! when.

use serde::Serialize;
use serde_json::Value;

use super::figure::{Figure, Series};
use super::shown::{bare_text_of, text_of};
use super::sides::Sides;
use super::story_style::StoryStyle;
use super::tables::Tables;
use super::units::{bare_names, names_of};
use engine::side::Side;
use engine::view::{OnTrack, ReadChapter, Unit};

/// Ships lost, a row for each navy, a column for each class.
#[derive(Serialize)]
pub(super) struct Losses<'a> {
    classes: Vec<&'a str>,
    rows: Vec<Row<'a>>,
    /// What the sides lost, those sides alone that lost any.
    totals: Vec<Row<'a>>,
    /// The same by class as a drawing, for HTML.
    svg: minijinja::Value,
}

/// What a navy or a side lost.
#[derive(Serialize)]
struct Row<'a> {
    side: Side,
    /// Nothing in the row of a side.
    navy: Option<&'a str>,
    /// How many of each class.
    cells: Vec<Cell>,
    sum: Cell,
}

/// How many were lost.
#[derive(Serialize)]
struct Cell {
    all: usize,
    /// How many of them on this turn.
    now: usize,
}

/// Counts the lost by navy and class; `turn` is the present turn.
pub(super) fn losses<'a>(
    sunk: &[OnTrack<&'a str>],
    turn: u8,
    tables: &Tables,
    sides: &Sides<'_>,
) -> Losses<'a> {
    let mut classes: Vec<&str> = sunk.iter().map(|it| it.unit.class).collect();
    classes.sort_by_key(|class| tables.rank(class));
    classes.dedup();
    let mut navies: Vec<(Side, &str)> = sunk.iter().map(|it| (it.side, it.unit.navy)).collect();
    navies.sort_by_key(|(side, navy)| (sides.rank(*side), *navy));
    navies.dedup();
    let rows = navies.iter().map(|&(side, navy)| {
        let of = sunk.iter().filter(move |it| it.side == side && it.unit.navy == navy);
        row(&classes, side, Some(navy), turn, of)
    });
    let rows = rows.collect();
    let mut sides: Vec<Side> = navies.iter().map(|(side, _)| *side).collect();
    sides.dedup();
    let totals = sides
        .into_iter()
        .map(|side| row(&classes, side, None, turn, sunk.iter().filter(move |it| it.side == side)));
    let totals: Vec<Row<'_>> = totals.collect();
    let svg = minijinja::Value::from_safe_string(drawn(&classes, &totals));
    Losses { rows, totals, svg, classes }
}

/// What the sides lost of each class, as bars.
fn drawn(classes: &[&str], totals: &[Row<'_>]) -> String {
    let number = |cell: &Cell| i64::try_from(cell.all).unwrap_or(i64::MAX);
    let series = totals.iter().map(|row| Series {
        class: row.side.id(),
        name: row.side.name(),
        values: row.cells.iter().map(number).collect(),
    });
    let figure = Figure {
        id: "lost-by-class",
        title: "Lost so far, by class",
        along: "Class",
        labels: classes.iter().map(|class| (*class).to_owned()).collect(),
        series: series.collect(),
        begins: Vec::new(),
    };
    figure.bars()
}

fn row<'r, 'a: 'r>(
    classes: &[&str],
    side: Side,
    navy: Option<&'a str>,
    turn: u8,
    lost: impl Iterator<Item = &'r OnTrack<&'a str>> + Clone,
) -> Row<'a> {
    let cell = |class: Option<&str>| {
        let of = lost.clone().filter(|it| class.is_none_or(|class| it.unit.class == class));
        Cell { all: of.clone().count(), now: of.filter(|it| it.turn == Some(turn)).count() }
    };
    Row { side, navy, cells: classes.iter().map(|class| cell(Some(class))).collect(), sum: cell(None) }
}

/// Units of a side that come into play on one turn, by the track on which they wait.
#[derive(Serialize)]
pub(super) struct Coming {
    turn: Option<u8>,
    side: Side,
    repairs: String,
    comes: String,
    /// The same by their names alone.
    repair_names: String,
    come_names: String,
}

/// Units on the two tracks that come on one turn.
type OnBoth<'u, 'a> = [Vec<&'u Unit<&'a str>>; 2];

/// Gathers the units on both tracks by turn and side, the soonest first.
pub(super) fn coming(repair: &[OnTrack<&str>], track: &[OnTrack<&str>], sides: &Sides<'_>) -> Vec<Coming> {
    let mut coming: Vec<(Option<u8>, Side, OnBoth<'_, '_>)> = Vec::new();
    let all = [repair, track].into_iter().enumerate();
    for (which, it) in all.flat_map(|(which, units)| units.iter().map(move |it| (which, it))) {
        let at = coming.iter().position(|(turn, side, _)| *turn == it.turn && *side == it.side);
        let at = at.unwrap_or_else(|| {
            coming.push((it.turn, it.side, [Vec::new(), Vec::new()]));
            coming.len() - 1
        });
        coming[at].2[which].push(&it.unit);
    }
    coming.sort_by_key(|(turn, side, _)| (*turn, sides.rank(*side)));
    let told = |(turn, side, [repairs, comes]): (Option<u8>, Side, OnBoth<'_, '_>)| Coming {
        turn,
        side,
        repair_names: bare_names(&repairs),
        come_names: bare_names(&comes),
        repairs: names_of(repairs),
        comes: names_of(comes),
    };
    coming.into_iter().map(told).collect()
}

/// Units that came into play together.
#[derive(Serialize)]
pub(super) struct Arrived<'a> {
    side: &'a Value,
    /// Where to; nothing where the reader may not know it.
    place: Option<&'a Value>,
    units: String,
    /// Their names alone, of the reader's units: the sea shows the rest.
    names: Option<String>,
}

/// Gathers from a story who came into play, and where to as far as the reader knows.
pub(super) fn arrivals<'a>(
    style: &StoryStyle,
    chapters: &[ReadChapter<'a>],
    reader: Side,
) -> Vec<Arrived<'a>> {
    let Some(kind) = style.arrivals.as_deref() else { return Vec::new() };
    let list = |value: &'a Value| value.as_array().map_or(&[][..], Vec::as_slice);
    let lines = chapters.iter().flat_map(|chapter| chapter.lines);
    let mut arrived = Vec::new();
    for line in lines.filter(|line| line["kind"] == kind) {
        let side = &line["side"];
        let is_own = side.as_str() == Some(reader.id());
        let mut add = |place: Option<&'a Value>, units: &'a [Value]| {
            let names = is_own.then(|| bare_text_of(units));
            arrived.push(Arrived { side, place, units: text_of(units), names });
        };
        let groups = list(&line["groups"]);
        let named = groups.iter().any(|group| !list(&group["units"]).is_empty());
        if !named && !list(&line["units"]).is_empty() {
            add(None, list(&line["units"]));
        }
        for group in groups {
            add(Some(&group["place"]), list(&group[if named { "units" } else { "stacks" }]));
        }
    }
    arrived
}
