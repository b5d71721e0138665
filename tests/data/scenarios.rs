//! Scenarios and convoy tokens.

use std::collections::{BTreeMap, BTreeSet};

use sealord::rules::seas_of_thunder::pieces::{Nation, Nation::*};
use sealord::rules::two_sided::{BySide, Camp};
use serde_json::json;

use crate::data::{Checks, game, rows};

#[test]
fn turns_colours_and_map_sides() {
    let mut checks = Checks::default();
    checks.published("SOT-4.0-11");
    checks.published("SOT-13.S2-30");
    let ids = [
        "raider-warfare",
        "struggle-for-the-middle-sea",
        "drumbeat",
        "red-sun-rising",
        "shattered-sword",
        "neptunes-inferno",
        "red-sun-setting",
    ];
    for (row, number) in rows("scenarios", "scenarios").iter().zip(1..) {
        let scenario = &game(number).scenario;
        checks.that(scenario.id == ids[number - 1], format!("scenario {number}: {}", scenario.id));
        checks.that(scenario.code == format!("S{number}"), format!("scenario {number}: {}", scenario.code));
        checks.that(
            row["map"] == if number <= 3 { "early" } else { "late" },
            format!("scenario {number}: map side"),
        );
        let colours = match number {
            1 => json!(["blue"]),
            2 => json!(["green", "blue"]),
            3..=5 => json!(["green", "red", "blue"]),
            _ => json!(["red", "blue"]),
        };
        checks.that(row["colours"] == colours, format!("scenario {number}: colours"));
    }
    checks.done();
}

#[test]
fn minefields_and_presence_are_as_tabled() {
    let mut checks = Checks::default();
    checks.published("SOT-13.S1-20");
    checks.published("SOT-13.S1-21");
    for number in 1..=7 {
        let duties =
            game(number).scenario.presence.iter().map(|it| (it.nation, it.points)).collect::<Vec<_>>();
        let want = match number {
            1 => vec![(Uk, 1), (France, 1)],
            2..=5 => vec![(Uk, 1)],
            _ => vec![],
        };
        checks.that(duties == want, format!("scenario {number}: {duties:?}"));
    }
    checks.done();
}

#[test]
fn convoys_are_shared_out_as_stated() {
    let mut checks = Checks::default();
    for number in 1..=7 {
        let (scenario, pieces) = (&game(number).scenario, &game(number).pieces);
        let allied = if number <= 2 { 17 } else { 20 };
        let want = BySide { axis: 15, allies: allied };
        checks.that(
            scenario.tokens_by_axis == want,
            format!("scenario {number}: {:?}", scenario.tokens_by_axis),
        );
        checks.that(
            scenario.tokens_by_allies == want,
            format!("scenario {number}: {:?}", scenario.tokens_by_allies),
        );
        for side in [Camp::AXIS, Camp::ALLIES] {
            let pool = pieces.tokens.iter().filter(|token| token.side == side).count();
            checks.that(
                pool == usize::from(want[side]) * 2,
                format!("scenario {number}: {pool} tokens of the {side}"),
            );
        }
    }
    checks.done();
}

#[test]
fn tokens_are_30_and_34_and_6_with_room_for_all() {
    let mut checks = Checks::default();
    checks.published("SOT-13.S1-22");
    for token in rows("convoys", "tokens") {
        let (words, until) = (token["provenance"].as_str(), token["turns"][1].as_u64());
        checks.that(matches!(words, Some("printed" | "derived")), format!("{}: provenance", token["id"]));
        checks.that(until == Some(25), format!("{}: used until turn {until:?}", token["id"]));
        let from = token["turns"][0].as_u64();
        checks.that(
            token["side"] == "allied" || from == Some(1),
            format!("{}: from turn {from:?}", token["id"]),
        );
    }

    let (board, tokens) = (&game(3).board, &game(3).pieces.tokens);
    checks.that(tokens.iter().map(|it| &it.id).collect::<BTreeSet<_>>().len() == 70, "token ids are not 70");
    let mut load = BTreeMap::new();
    for token in tokens {
        let [area] = &token.areas[..] else { panic!("{} names {} areas", token.id, token.areas.len()) };
        let area = board.areas.iter().find(|it| it.id == *area).unwrap();
        checks.that(token.zones == area.zones, format!("{}: zones are not those of {}", token.id, area.id));
        let count = load.entry((token.side.id(), &area.id)).or_insert(0);
        *count += 1;
        checks.that(*count < area.zones.len(), format!("{count} {} tokens crowd {}", token.side, area.id));
    }
    checks.done();
}

#[test]
fn every_nation_moves_once_with_its_side() {
    let mut checks = Checks::default();
    for number in 1..=7 {
        let scenario = &game(number).scenario;
        for turn in scenario.first_turn..=scenario.last_turn {
            let order = scenario.movement(turn);
            let moving = order.iter().flat_map(|group| &group.1).collect::<Vec<_>>();
            let set = moving.iter().copied().collect::<BTreeSet<_>>();
            checks.that(set.len() == moving.len(), format!("turn {turn}: a nation moves twice"));
            let first = turn == scenario.first_turn;
            let sides = [Camp::AXIS, Camp::ALLIES].into_iter().filter(|_| first);
            for (side, nation) in
                sides.flat_map(|side| scenario.sides_of_nation[side].iter().map(move |it| (side, it)))
            {
                let with = order.iter().find(|group| group.1.contains(nation)).map(|group| group.0);
                checks.that(with == Some(side), format!("scenario {number}: {nation} moves with {with:?}"));
            }
            let group = |nation: Nation| order.iter().position(|group| group.1.contains(&nation));
            let fits = match number {
                1 => group(Germany) == Some(2),
                2 => group(France) == Some(0) && group(Uk) < group(Italy),
                3 => group(France) == Some(0) && group(Ussr) < group(Germany),
                4 | 5 => group(Usa) < group(Japan) && group(Italy) < group(Uk) && group(Ussr) < group(Japan),
                _ => order.iter().map(|it| it.0).eq([Camp::ALLIES, Camp::AXIS]),
            };
            checks.that(fits, format!("turn {turn}: {order:?}"));
        }
    }
    for (row, number) in rows("scenarios", "scenarios").iter().zip(1..) {
        let orders = row["movement"].as_array().unwrap().iter();
        let turns = orders.flat_map(|it| it["turns"][0].as_u64().unwrap()..=it["turns"][1].as_u64().unwrap());
        let scenario = &game(number).scenario;
        let span = u64::from(scenario.first_turn)..=u64::from(scenario.last_turn);
        checks.that(turns.eq(span), format!("scenario {number}: a turn without an order of movement"));
    }
    checks.done();
}

#[test]
fn scenario_1_is_complete() {
    let mut checks = Checks::default();
    let scenario = &game(1).scenario;
    checks.that(scenario.sides_of_nation.axis == [Germany], "Axis nations");
    checks.that(scenario.sides_of_nation.allies == [Uk, France], "Allied nations");
    let order = [(Camp::ALLIES, vec![France]), (Camp::ALLIES, vec![Uk]), (Camp::AXIS, vec![Germany])];
    checks.that(scenario.movement(1) == order, "order of movement");
    checks.that(scenario.apart(Camp::ALLIES, 1) == [France], "non-cooperation");
    let scoring = scenario.scoring;
    let points = (scoring.convoy, scoring.axis_ship, scoring.allied_ship, scoring.unused_lba);
    checks.that(scoring.zones && points == (1, 1, 1, 1), format!("{scoring:?}"));
    checks.that(scoring.initial == BySide::default(), "both sides begin at 0");
    let last = game(7).scenario.scoring;
    checks.that(last.initial.allies == -25 && last.axis_ship == 0, "scenario 7 begins at -25 for the Allies");
    checks.done();
}
