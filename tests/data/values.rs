//! What zones are worth, and the totals that the rulebook publishes.

use std::collections::BTreeSet;

use crate::data::{Checks, game, rows};

/// The sum over some zones.
fn total(
    number: usize,
    among: impl IntoIterator<Item = u8>,
    keep: impl Fn((u32, u32)) -> bool,
) -> (u32, u32) {
    let values = among.into_iter().map(|zone| game(number).value(zone)).filter(|value| keep(*value));
    values.fold((0, 0), |sum, value| (sum.0 + value.0, sum.1 + value.1))
}

fn axis_only((axis, allied): (u32, u32)) -> bool {
    axis > 0 && allied == 0
}

#[test]
fn scenario_2_meets_the_published_totals() {
    let mut checks = Checks::default();
    checks.published("SOT-15-1");
    checks.that(total(2, 36..=37, |_| true) == (0, 0), "the Black Sea scores in scenario 2");
    checks.done();
}

#[test]
fn scenario_3_meets_the_published_totals() {
    let mut checks = Checks::default();
    checks.published("SOT-15-2");
    checks.done();
}

#[test]
fn other_scenarios_keep_their_totals() {
    let mut checks = Checks::default();
    for (number, want) in [(1, (121, 23)), (4, (195, 74)), (5, (195, 74)), (6, (188, 64)), (7, (188, 64))] {
        let got = total(number, 1..=121, |_| true);
        checks.that(got == want, format!("scenario {number}: {got:?}, not {want:?}"));
    }
    let med = total(1, 28..=35, |_| true);
    checks.that(med.0 < 16 && med.1 < 12, format!("scenario 1: the Mediterranean is worth {med:?}"));
    checks.done();
}

#[test]
fn single_zones_have_their_printed_values() {
    let mut checks = Checks::default();
    checks.published("SOT-15-3");
    for number in 1..=7 {
        let game = game(number);
        checks.that(
            game.value(10).0 == 6,
            format!("scenario {number}: the Baltic gives the Axis {}", game.value(10).0),
        );
        for zone in 1..=121 {
            let (axis, allied) = game.value(zone);
            checks.that(allied <= axis, format!("scenario {number}: zone {zone} favours the Allies"));
        }
    }
    checks.that(game(1).board.zones[112].soviet_flag, "zone 113 lacks the Soviet flag");
    for zone in
        [1, 2, 36, 37, 119, 120, 121].into_iter().filter(|zone| game(1).board.zones[zone - 1].soviet_flag)
    {
        let (second, third) = (game(2).value(zone as u8), game(3).value(zone as u8));
        checks.that(
            second == (0, 0) && third.0 > 0,
            format!("zone {zone} does not begin to score in scenario 3"),
        );
    }
    checks.done();
}

#[test]
fn early_values_have_the_shape_the_text_gives() {
    let mut checks = Checks::default();
    let pacific = (48..=64).chain(87..=118).collect::<BTreeSet<u8>>();
    for number in 1..=3 {
        let values = (1..=121).map(|zone| game(number).value(zone)).collect::<Vec<_>>();
        let kinds = values.iter().filter(|it| axis_only(**it)).map(|it| it.0).collect::<BTreeSet<_>>();
        checks
            .that(kinds == BTreeSet::from([1, 2]), format!("scenario {number}: Axis-only values {kinds:?}"));
        checks.that(
            values.iter().filter(|it| **it == (1, 0)).count() >= 30,
            format!("scenario {number}: few 1/0"),
        );
        checks.that(values.iter().any(|it| it.0 >= 3), format!("scenario {number}: nothing is worth 3"));
        checks.that(
            values.iter().filter(|it| **it == (0, 0)).count() >= 10,
            format!("scenario {number}: all scores"),
        );
    }
    for zone in (1..=121).filter(|zone| game(2).value(*zone) == (2, 0)) {
        checks.that(pacific.contains(&zone), format!("zone {zone} is 2/0 and not Pacific"));
    }
    let mut ranked = (1..=121).collect::<Vec<u8>>();
    ranked.sort_by_key(|zone| std::cmp::Reverse(game(2).value(*zone).0));
    let best = ranked[..2].iter().copied().collect::<BTreeSet<_>>();
    checks.that(best == BTreeSet::from([9, 10]), format!("the best prizes are {best:?}"));
    checks.done();
}

#[test]
fn boxes_go_with_flags() {
    let mut checks = Checks::default();
    let late = (48..=64).chain(87..=118).chain(19..=24).chain([74, 76, 78, 79]).collect::<BTreeSet<u64>>();
    for zone in rows("zones", "zones") {
        let number = zone["number"].as_u64().unwrap();
        let flag = zone["flag"].as_str();
        for map in ["early", "late"] {
            let boxes = zone["vp"][map].as_object().unwrap();
            checks.that(boxes.contains_key("blue"), format!("zone {number} {map}: no blue box"));
            checks.that(
                boxes.contains_key("green") == (flag == Some("Italy")),
                format!("zone {number} {map}: green"),
            );
            checks.that(
                boxes.contains_key("red") == (flag == Some("USSR")),
                format!("zone {number} {map}: red"),
            );
            for (colour, value) in boxes {
                let (axis, allied) = (value["axis"].as_u64().unwrap(), value["allied"].as_u64().unwrap());
                checks.that(
                    allied <= axis && axis <= 6,
                    format!("zone {number} {map} {colour}: {axis}/{allied}"),
                );
            }
        }
        checks.that(
            flag != Some("Italy") || (28..=35).contains(&number),
            format!("zone {number}: an Italian flag"),
        );
        let same = zone["vp"]["early"] == zone["vp"]["late"];
        checks.that(same || late.contains(&number), format!("zone {number} changes with the map side"));
    }
    checks.done();
}
