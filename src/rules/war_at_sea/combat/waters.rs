//! 9.4, 9.5, 11.2 Time of day, terrain and weather of a sector.

use crate::rules::war_at_sea::battle::Sector;
use crate::rules::war_at_sea::board::SectorId;
use crate::rules::war_at_sea::key::label;
use crate::rules::war_at_sea::options::Rule;
use crate::rules::war_at_sea::state::Waters;
use crate::rules::war_at_sea::{Table, WarAtSea};
use crate::side::Side;
use crate::table::Step;

/// Columns in which islands lie, D to H, counted from A.
const ISLAND_COLUMNS: std::ops::Range<u8> = 3..8;
/// Rows in which they lie, 2 to 7, counted from row 1.
const ISLAND_ROWS: std::ops::Range<u8> = 1..7;
/// The centre column, F.
const CENTRE: u8 = 5;
/// Columns of one map.
const COLUMNS: u8 = 11;

/// How many turns are night for a roll of two dice: those at the beginning and those at the end, of so many turns
/// (WSC-9.4-1, WSC-9.5-1).
pub(in crate::rules::war_at_sea) fn time_of_day(roll: u8, turns: u8) -> String {
    // On the longer day a roll in the middle brings one turn of night more.
    let longer = u8::from(turns > 9);
    let (first, last) = match roll {
        2..=5 => (6 - roll - 1 + longer, 0),
        6 => (longer, 0),
        7 => (0, 0),
        8 => (0, longer),
        _ => (0, roll - 8 + longer),
    };
    (1..=turns).map(|turn| if turn <= first || turn > turns - last { 'N' } else { 'D' }).collect()
}

/// Rolls the waters of a sector. The labels are those of the sector, so a battle there finds the same.
pub(in crate::rules::war_at_sea) fn waters(
    table: &mut Table<'_>,
    at: SectorId,
    to: Vec<Side>,
) -> Step<Waters> {
    let system = table.system();
    let large = system.has(Rule::LargeBattleMap);
    let time: u8 = roll(table, at, "time", 2)?.iter().sum();
    let (mut islands, mut squalls) = (Vec::new(), Vec::new());
    for map in 0..=u8::from(large) {
        let which = if map == 0 { "" } else { "-2" };
        islands.extend(terrain(table, at, which)?.into_iter().map(|sector| (map, sector)));
        squalls.extend(weather(table, at, which)?.into_iter().map(|sector| (map, sector)));
    }
    let word = |(map, (column, row)): (u8, (u8, u8))| Sector::new(map * COLUMNS + column, row).to_string();
    Ok(Waters {
        at,
        convoy: false,
        to,
        time: time_of_day(time, if large { 12 } else { 9 }),
        islands: islands.into_iter().map(word).collect(),
        squalls: squalls.into_iter().map(word).collect(),
    })
}

fn roll(table: &mut Table<'_>, at: SectorId, what: &str, count: usize) -> Step<Vec<u8>> {
    let (system, turn) = (table.system(), table.state().turn);
    table.roll(label(turn, &system.board.sector(at).id, what), count)
}

/// Islands (WST-isl-1): none on 1 to 3, one on 4, two on 5, three on 6, none next to another.
fn terrain(table: &mut Table<'_>, at: SectorId, which: &str) -> Step<Vec<(u8, u8)>> {
    let count = roll(table, at, &format!("terrain{which}"), 1)?[0].saturating_sub(3);
    let mut open: Vec<(u8, u8)> =
        ISLAND_COLUMNS.flat_map(|column| ISLAND_ROWS.map(move |row| (column, row))).collect();
    let mut islands: Vec<(u8, u8)> = Vec::new();
    for island in 0..count {
        let label = label(
            table.state().turn,
            &table.system().board.sector(at).id,
            &format!("island{which}-{}", island + 1),
        );
        let order = table.shuffle(label, open.len())?;
        let Some(place) = order.first().map(|at| open[*at]) else { break };
        islands.push(place);
        let of = |(column, row): (u8, u8)| Sector::new(column, row);
        open.retain(|other| of(*other).range(of(place)) > 1);
    }
    Ok(islands)
}

/// Squalls (WST-wx-1, WST-wx-2): the first in one of the two centre sectors, the second in the other, the third at an end
/// of the centre line. In winter and in waters of fog the roll may be one higher, a 7 counting as 6 (WSC-11.3-3).
fn weather(table: &mut Table<'_>, at: SectorId, which: &str) -> Step<Vec<(u8, u8)>> {
    let (system, turn) = (table.system(), table.state().turn);
    let winter = system.has(Rule::WinterWeather) && system.date(turn).1 == "WINTER";
    let foul = system.has(Rule::FoulWeatherWaters) && system.board.sector(at).foul;
    let die = roll(table, at, &format!("weather{which}"), 1)?[0];
    let die = (die + u8::from(winter) + u8::from(foul)).min(6);
    let count = usize::from(die.saturating_sub(3));
    if count == 0 {
        return Ok(Vec::new());
    }
    let placed = roll(table, at, &format!("squalls{which}"), 2)?;
    let (centre, end) = (placed[0] <= 3, placed[1] <= 3);
    let row = |first: bool, rows: [u8; 2]| if first { rows } else { [rows[1], rows[0]] };
    let centre = row(centre, [3, 4]);
    let all = [centre[0], centre[1], if end { 0 } else { 7 }];
    Ok(all[..count].iter().map(|row| (CENTRE, *row)).collect())
}

impl WarAtSea {
    /// How many turns a battle has.
    pub(in crate::rules::war_at_sea) fn battle_turns(&self) -> u8 {
        if self.has(Rule::LargeBattleMap) { 12 } else { 9 }
    }
}

#[cfg(test)]
mod tests {
    use super::time_of_day;

    #[test]
    fn night_falls_by_the_tables() {
        for (roll, standard, large) in [
            (2, "NNNNDDDDD", "NNNNNDDDDDDD"),
            (3, "NNNDDDDDD", "NNNNDDDDDDDD"),
            (4, "NNDDDDDDD", "NNNDDDDDDDDD"),
            (5, "NDDDDDDDD", "NNDDDDDDDDDD"),
            (6, "DDDDDDDDD", "NDDDDDDDDDDD"),
            (7, "DDDDDDDDD", "DDDDDDDDDDDD"),
            (8, "DDDDDDDDD", "DDDDDDDDDDDN"),
            (9, "DDDDDDDDN", "DDDDDDDDDDNN"),
            (10, "DDDDDDDNN", "DDDDDDDDDNNN"),
            (11, "DDDDDDNNN", "DDDDDDDDNNNN"),
            (12, "DDDDDNNNN", "DDDDDDDNNNNN"),
        ] {
            assert_eq!(
                (time_of_day(roll, 9).as_str(), time_of_day(roll, 12).as_str()),
                (standard, large),
                "{roll}"
            );
        }
    }
}
