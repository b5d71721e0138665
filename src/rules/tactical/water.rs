//! The rolls that are made before a dossier is written: islands, squalls, time of day, and who deploys first
//! (battle plans 1.2; WST-isl-1, WST-wx, WSC-9.4, WSC-9.5, WST-map-4). Labels begin with a prefix that the
//! caller gives, such as `t3/sector-13`.

use super::dice::{Dice, Label};
use super::dossier::{LONG_TURNS, TURNS, Time};
use super::log::Phase;
use super::map::{COLUMNS, Sector};
use engine::side::Side;
use engine::table::Step;

/// The first column of those in which islands lie, D, and how many there are, to H.
const ISLAND_COLUMNS: (u8, u8) = (3, 5);
/// The first row of those in which islands lie, and how many there are: 2 to 7.
const ISLAND_ROWS: (u8, u8) = (1, 6);
/// The centre column, F, and its two centre sectors, rows 4 and 5.
const CENTRE: (u8, [u8; 2]) = (5, [3, 4]);

/// Rolls under labels that all begin alike.
struct Rolls<'a> {
    dice: &'a mut dyn Dice,
    prefix: &'a str,
    of: &'a str,
}

impl Rolls<'_> {
    /// One roll; `again` counts those that are alike, from 1.
    fn roll<const N: usize>(&mut self, what: &str, again: u8) -> Step<[u8; N]> {
        let mut faces = [0; N];
        let label =
            Label { battle: self.prefix, turn: 0, phase: Phase::Setup, who: self.of, what, at: None, again };
        self.dice.roll(&label, &mut faces)?;
        Ok(faces)
    }
}

/// How many islands or squalls a die brings: 1 to 3 none, then one more for each (WST-isl-1, WST-wx-1).
const fn number(die: u8) -> u8 {
    die.saturating_sub(3)
}

/// Rolls for islands: each in a random sector of columns D to H and rows 2 to 7, none next to another
/// (WST-isl-1). Of the large map each half has its own (WSC-11.3-2).
///
/// # Halts
/// As the dice.
pub fn terrain(prefix: &str, large: bool, dice: &mut dyn Dice) -> Step<Vec<Sector>> {
    let mut islands: Vec<Sector> = Vec::new();
    for half in 0..=u8::from(large) {
        let mut rolls =
            Rolls { dice: &mut *dice, prefix, of: if half == 0 { "terrain" } else { "terrain-2" } };
        let [die] = rolls.roll("number", 1)?;
        for island in 1..=number(die) {
            // A die for each coordinate is rolled again until it names a column or row, and both until there
            // is room.
            let mut again = 0;
            loop {
                let place = ["first", "second", "third"][usize::from(island) - 1];
                again += 1;
                let [column, row] = rolls.roll(place, again)?;
                if column > ISLAND_COLUMNS.1 || row > ISLAND_ROWS.1 {
                    continue;
                }
                let column = half * COLUMNS + ISLAND_COLUMNS.0 + column - 1;
                let at = Sector::new(column, ISLAND_ROWS.0 + row - 1);
                if islands.iter().all(|other| other.range(at) > 1) {
                    islands.push(at);
                    break;
                }
            }
        }
    }
    Ok(islands)
}

/// Rolls for squalls: the first in one of the two centre sectors, the second in the other, the third at an
/// end of the centre column (WST-wx-1, wx-2). `winter` adds one (WSC-11.3-3).
///
/// # Halts
/// As the dice.
pub fn weather(prefix: &str, large: bool, winter: bool, dice: &mut dyn Dice) -> Step<Vec<Sector>> {
    let mut squalls = Vec::new();
    for half in 0..=u8::from(large) {
        let mut rolls =
            Rolls { dice: &mut *dice, prefix, of: if half == 0 { "weather" } else { "weather-2" } };
        let [die] = rolls.roll("number", 1)?;
        let number = number((die + u8::from(winter)).min(6));
        let column = half * COLUMNS + CENTRE.0;
        let mut rows = Vec::new();
        if number > 0 {
            let [die] = rolls.roll("first", 1)?;
            let at = usize::from(die > 3);
            rows.extend([CENTRE.1[at], CENTRE.1[1 - at]].into_iter().take(usize::from(number)));
        }
        if number > 2 {
            let [die] = rolls.roll("third", 1)?;
            rows.push(if die > 3 { 7 } else { 0 });
        }
        squalls.extend(rows.into_iter().map(|row| Sector::new(column, row)));
    }
    Ok(squalls)
}

/// Rolls for the time of day of a battle of 9 turns or of 12 (WSC-9.4-1, 9.5-1).
///
/// # Halts
/// As the dice.
pub fn time_of_day(prefix: &str, long: bool, dice: &mut dyn Dice) -> Step<Time> {
    let mut rolls = Rolls { dice, prefix, of: "time" };
    let [one, other] = rolls.roll("dice", 1)?;
    Ok(time(one + other, long))
}

/// The turns that are night by two dice. On the standard map 2 to 5 make the first turns night, fewer the
/// higher, and 9 to 12 the last; on the long table the numbers between are one higher.
pub fn time(dice: u8, long: bool) -> Time {
    let turns = if long { LONG_TURNS } else { TURNS };
    let (early, late) = if long { (7, 7) } else { (6, 8) };
    let (first, last) = (u8::saturating_sub(early, dice), u8::saturating_sub(dice, late));
    Time::new(turns, |turn| turn <= first || turn > turns - last)
}

/// Rolls who deploys first, which is who rolls lower with the bonuses given (WST-map-4); ties again.
///
/// # Halts
/// As the dice.
pub fn first_to_deploy(prefix: &str, sides: [(Side, i8); 2], dice: &mut dyn Dice) -> Step<Side> {
    let mut again = 0;
    loop {
        again += 1;
        let mut total = |(side, bonus): (Side, i8)| {
            let mut rolls = Rolls { dice: &mut *dice, prefix, of: side.id() };
            let [one, other] = rolls.roll("dice", again)?;
            Ok(i16::from(one + other) + i16::from(bonus))
        };
        let totals = [total(sides[0])?, total(sides[1])?];
        if totals[0] != totals[1] || again == u8::MAX {
            return Ok(if totals[0] <= totals[1] { sides[0].0 } else { sides[1].0 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn night_falls_by_the_tables() {
        let text = |dice, long| String::from(time(dice, long));
        let standard = ["NNNNDDDDD", "NNNDDDDDD", "NNDDDDDDD", "NDDDDDDDD"];
        for (dice, time) in (2..).zip(standard) {
            assert_eq!(text(dice, false), time);
        }
        assert_eq!([6, 7, 8].map(|dice| text(dice, false)), ["DDDDDDDDD"; 3]);
        assert_eq!(
            [9, 10, 11, 12].map(|dice| text(dice, false)),
            ["DDDDDDDDN", "DDDDDDDNN", "DDDDDDNNN", "DDDDDNNNN"]
        );
        assert_eq!(
            [2, 6, 7, 8, 12].map(|dice| text(dice, true)),
            ["NNNNNDDDDDDD", "NDDDDDDDDDDD", "DDDDDDDDDDDD", "DDDDDDDDDDDN", "DDDDDDDNNNNN"]
        );
    }
}
