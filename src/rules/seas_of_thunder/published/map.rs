//! Zones: their names, their links and what they are worth.

use super::*;
use crate::board::Minefield;

/// Names and numbers of zones, and the zones of the Mediterranean token.
#[derive(Deserialize)]
struct Names {
    count: usize,
    zones: BTreeMap<u8, String>,
    mediterranean_area: Vec<u8>,
    named_without_number: Vec<String>,
}

/// SOT-5.3-20.
pub(super) fn names(values: &Value, data: &Data) -> Judged {
    let published: Names = super::values(values)?;
    let Some(Laid { board, .. }) = data.laid.first() else { return Ok(Vec::new()) };
    let mut broken: Vec<String> =
        differs("zones", &board.zones.len(), &published.count).into_iter().collect();
    let named = published.zones.iter().filter_map(|(number, name)| {
        let zone = board.zones.iter().find(|zone| zone.number.0 == *number);
        differs(&format!("zone {number}"), &zone.map_or("", |it| it.name.as_str()), &name.as_str())
    });
    broken.extend(named);
    let missed =
        published.named_without_number.iter().filter(|name| !board.zones.iter().any(|it| it.name == **name));
    broken.extend(missed.map(|name| format!("no zone is called {name}")));
    broken.extend(differs("the Mediterranean", &area(board, "mediterranean"), &published.mediterranean_area));
    Ok(broken)
}

/// SOT-5.3-21: the zone that the example misnames after the Baltic lies in the Mediterranean.
pub(super) fn balearic(_: &Value, data: &Data) -> Judged {
    const MISNAMED: u8 = 29;
    let Some(Laid { board, .. }) = data.laid.first() else { return Ok(Vec::new()) };
    let zone = board.zones.iter().find(|zone| zone.number.0 == MISNAMED);
    let fits = zone.is_some_and(|zone| zone.area == "mediterranean" && zone.name != "Baltic Sea");
    Ok(if fits {
        Vec::new()
    } else {
        vec![format!("zone {MISNAMED} is no zone of the Mediterranean with a name of its own")]
    })
}

/// A special link.
#[derive(Deserialize)]
struct Edge {
    zones: (u8, u8),
    minefield: Option<Minefield>,
    hits: Option<SideWord>,
    only: Option<SideWord>,
    #[serde(default)]
    closed: bool,
}

/// A side as the ledger spells it.
#[derive(Clone, Copy, Deserialize)]
pub(super) enum SideWord {
    Axis,
    Allied,
}

impl SideWord {
    pub(super) fn side(self) -> Camp {
        match self {
            SideWord::Axis => Camp::AXIS,
            SideWord::Allied => Camp::ALLIES,
        }
    }
}

/// SOT-5.3-22.
pub(super) fn links(values: &Value, data: &Data) -> Judged {
    #[derive(Deserialize)]
    struct Edges {
        edges: Vec<Edge>,
    }
    let Edges { edges } = super::values(values)?;
    let Some(Laid { board, .. }) = data.laid.first() else { return Ok(Vec::new()) };
    let mut broken: Vec<String> =
        differs("special links", &board.links.len(), &edges.len()).into_iter().collect();
    for edge in edges {
        let (a, b) = (edge.zones.0.min(edge.zones.1), edge.zones.0.max(edge.zones.1));
        let passage = match (edge.minefield, edge.hits, edge.only) {
            (Some(field), Some(against), _) => Passage::Minefield { field, against: against.side() },
            (_, _, Some(only)) => Passage::Only(only.side()),
            _ if edge.closed => Passage::Closed,
            _ => Passage::Open,
        };
        let link = board.links.iter().find(|link| link.zones == (ZoneId(a), ZoneId(b)));
        let there = match link.map_or(Passage::Open, |link| link.passage) {
            // Closed as long as nobody violates Turkish neutrality.
            Passage::Bosporus { .. } => Passage::Closed,
            there => there,
        };
        broken.extend(differs(&format!("{a} to {b}"), &there, &passage));
    }
    Ok(broken)
}

/// The totals of a scenario.
#[derive(Deserialize)]
struct Totals {
    axis: u32,
    allied: u32,
    both_axis: u32,
    both_allied: u32,
    axis_only: u32,
    med: Option<(u32, u32)>,
    black_sea: Option<(u32, u32)>,
}

/// SOT-15-1 and SOT-15-2: what the zones of a scenario are worth together.
pub(super) fn totals(values: &Value, data: &Data, number: u8) -> Judged {
    let published: Totals = super::values(values)?;
    let mut broken = Vec::new();
    for Laid { board, .. } in data.numbered(number) {
        let all: Vec<u8> = board.zones.iter().map(|zone| zone.number.0).collect();
        let sums = [
            ("all zones", sum(board, &all, |_| true), Some((published.axis, published.allied))),
            (
                "zones that score for both",
                sum(board, &all, |(axis, allied)| axis > 0 && allied > 0),
                Some((published.both_axis, published.both_allied)),
            ),
            (
                "zones that score for the Axis alone",
                sum(board, &all, |(axis, allied)| axis > 0 && allied == 0),
                Some((published.axis_only, 0)),
            ),
            ("the Mediterranean", sum(board, &area(board, "mediterranean"), |_| true), published.med),
            ("the Black Sea", sum(board, &area(board, "black_sea"), |_| true), published.black_sea),
        ];
        let checked = sums.into_iter().filter_map(|(what, own, published)| Some((what, own, published?)));
        broken.extend(checked.filter_map(|(what, own, published)| differs(what, &own, &published)));
    }
    Ok(broken)
}

/// SOT-15-3: single zones, in every scenario or in the first.
pub(super) fn single_values(values: &Value, data: &Data) -> Judged {
    #[derive(Deserialize)]
    struct Single {
        #[serde(rename = "95")]
        south_china_sea: (u32, u32),
        baltic_axis_s1: u32,
    }
    let published: Single = super::values(values)?;
    let china = data.laid.iter().filter_map(|Laid { board, row, .. }| {
        differs(&format!("{}: zone 95", row.id), &sum(board, &[95], |_| true), &published.south_china_sea)
    });
    let baltic = data.numbered(1).filter_map(|Laid { board, .. }| {
        let axis = sum(board, &behind(board, Minefield::Danish), |_| true).0;
        differs("behind the Danish straits for the Axis", &axis, &published.baltic_axis_s1)
    });
    Ok(china.chain(baltic).collect())
}

/// The zones that a minefield shuts off: of the two waters that it parts, the one with fewer zones.
fn behind(board: &Board, field: Minefield) -> Vec<u8> {
    let is_field = |passage: Passage| matches!(passage, Passage::Minefield { field: it, .. } if it == field);
    let water = |from: ZoneId| {
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(at) = reached.get(next).copied() {
            let open = board.zones().filter(|to| {
                let passage = board.passage(at, *to);
                !matches!(passage, Passage::Closed | Passage::Bosporus { .. }) && !is_field(passage)
            });
            let new: Vec<ZoneId> = open.filter(|to| !reached.contains(to)).collect();
            reached.extend(new);
            next += 1;
        }
        reached
    };
    let links = board.links.iter().filter(|link| is_field(link.passage));
    let waters = links.flat_map(|link| [water(link.zones.0), water(link.zones.1)]);
    waters.min_by_key(Vec::len).unwrap_or_default().iter().map(|zone| zone.0).collect()
}

/// The zones of an area.
fn area(board: &Board, id: &str) -> Vec<u8> {
    let areas = board.areas.iter().filter(|area| area.id == id);
    areas.flat_map(|area| area.zones.iter().map(|zone| zone.0)).collect()
}

/// The points of some zones, for the Axis and for the Allies.
fn sum(board: &Board, among: &[u8], keep: impl Fn((u32, u32)) -> bool) -> (u32, u32) {
    let zones = board.zones.iter().filter(|zone| among.contains(&zone.number.0));
    let values = zones.map(|zone| (zone.value[Camp::AXIS].into(), zone.value[Camp::ALLIES].into()));
    values.filter(|value| keep(*value)).fold((0, 0), |sum, value| (sum.0 + value.0, sum.1 + value.1))
}
