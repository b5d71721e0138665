//! Tables of what comes and goes: ships lost by navy and class, units that arrive, those that come back and when.

use serde::Serialize;
use serde_json::Value;

use super::story::Manner;
use super::tables::Tables;
use super::told::text_of;

/// Ships lost, a row for each navy, a column for each class.
#[derive(Serialize)]
pub(super) struct Losses<'a> {
    classes: Vec<&'a str>,
    rows: Vec<Row<'a>>,
    /// What the sides lost, those sides alone that lost any.
    totals: Vec<Row<'a>>,
}

/// What a navy or a side lost.
#[derive(Serialize)]
struct Row<'a> {
    side: &'a str,
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

/// Who was lost: whose, of what class, and whether on this turn.
struct Lost<'a> {
    side: &'a str,
    navy: &'a str,
    class: &'a str,
    now: bool,
}

/// Counts the lost by navy and class; `turn` is the present turn.
pub(super) fn losses<'a>(sunk: &'a [Value], turn: &Value, tables: &Tables) -> Losses<'a> {
    let word = |value: &'a Value| value.as_str().unwrap_or_default();
    let lost = |it: &'a Value| Lost {
        side: word(&it["side"]),
        navy: word(&it["unit"]["navy"]),
        class: word(&it["unit"]["class"]),
        now: it["turn"] == *turn,
    };
    let lost: Vec<Lost<'_>> = sunk.iter().map(lost).collect();
    let mut classes: Vec<&str> = lost.iter().map(|it| it.class).collect();
    classes.sort_by_key(|class| tables.rank(class));
    classes.dedup();
    let mut navies: Vec<(&str, &str)> = lost.iter().map(|it| (it.side, it.navy)).collect();
    navies.sort_by_key(|(side, navy)| (*side != "axis", *navy));
    navies.dedup();
    let rows = navies.iter().map(|(side, navy)| {
        row(&classes, side, Some(*navy), lost.iter().filter(|it| it.side == *side && it.navy == *navy))
    });
    let sides = ["axis", "allies"].into_iter().filter(|side| lost.iter().any(|it| it.side == *side));
    let totals = sides.map(|side| row(&classes, side, None, lost.iter().filter(|it| it.side == side)));
    Losses { rows: rows.collect(), totals: totals.collect(), classes }
}

fn row<'r, 'a: 'r>(
    classes: &[&str],
    side: &'a str,
    navy: Option<&'a str>,
    lost: impl Iterator<Item = &'r Lost<'a>> + Clone,
) -> Row<'a> {
    let cell = |class: Option<&str>| {
        let of = lost.clone().filter(|it| class.is_none_or(|class| it.class == class));
        Cell { all: of.clone().count(), now: of.filter(|it| it.now).count() }
    };
    Row { side, navy, cells: classes.iter().map(|class| cell(Some(class))).collect(), sum: cell(None) }
}

/// Units of a side that come into play on one turn, by the track on which they wait.
#[derive(Serialize)]
pub(super) struct Coming<'a> {
    turn: &'a Value,
    side: &'a str,
    repairs: String,
    comes: String,
}

/// Gathers the units on both tracks by turn and side, the soonest first.
pub(super) fn coming<'a>(repair: &'a [Value], track: &'a [Value]) -> Vec<Coming<'a>> {
    let mut coming: Vec<(&'a Value, &'a str, [Vec<&'a Value>; 2])> = Vec::new();
    let all = [repair, track].into_iter().enumerate();
    for (which, it) in all.flat_map(|(which, units)| units.iter().map(move |it| (which, it))) {
        let (turn, side) = (&it["turn"], it["side"].as_str().unwrap_or_default());
        let at = coming.iter().position(|(of, whose, _)| *of == turn && *whose == side);
        let at = at.unwrap_or_else(|| {
            coming.push((turn, side, [Vec::new(), Vec::new()]));
            coming.len() - 1
        });
        coming[at].2[which].push(&it["unit"]);
    }
    coming.sort_by_key(|(turn, side, _)| (turn.as_u64(), *side != "axis"));
    let told = |(turn, side, [repairs, comes]): (&'a Value, &'a str, [Vec<&'a Value>; 2])| Coming {
        turn,
        side,
        repairs: text_of(repairs),
        comes: text_of(comes),
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
}

/// Gathers from a story who came into play, and where to as far as the reader knows.
pub(super) fn arrivals<'a>(manner: &Manner, chapters: &'a [Value]) -> Vec<Arrived<'a>> {
    let Some(kind) = manner.arrivals.as_deref() else { return Vec::new() };
    let list = |value: &'a Value| value.as_array().map_or(&[][..], Vec::as_slice);
    let lines = chapters.iter().flat_map(|chapter| list(&chapter["lines"]));
    let mut arrived = Vec::new();
    for line in lines.filter(|line| line["kind"] == kind) {
        let side = &line["side"];
        let groups = list(&line["groups"]);
        let named = groups.iter().any(|group| !list(&group["units"]).is_empty());
        if !named && !list(&line["units"]).is_empty() {
            arrived.push(Arrived { side, place: None, units: text_of(list(&line["units"])) });
        }
        for group in groups {
            let field = if named { "units" } else { "stacks" };
            arrived.push(Arrived { side, place: Some(&group["place"]), units: text_of(list(&group[field])) });
        }
    }
    arrived
}
