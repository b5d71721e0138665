//! The scenarios: what Midway brings in, and where it differs from the standard game.

use sealord::rules::Choices;
use sealord::rules::admirals_war::board::Theatre;
use sealord::rules::admirals_war::options::OPTIONS;
use sealord::rules::admirals_war::pieces::Kind;
use sealord::rules::admirals_war::scenario::{Start, list, load};
use sealord::rules::ledger::Ledger;
use sealord::rules::two_sided::Camp;

use super::{game, rows};
use crate::data::Checks;

#[test]
fn five_scenarios_with_their_turns_and_head_starts() {
    let listed = list(&sealord::rules::games()).unwrap();
    let ids = listed.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>();
    assert_eq!(ids, ["standard", "turn-0", "turn-11", "turn-0-to-11", "midway"]);
    let of = |id: &str| {
        let scenario = &game(id).scenario;
        let lead =
            scenario.start_points.iter().map(|it| (it.theatre, it.side, it.points)).collect::<Vec<_>>();
        (scenario.first_turn, scenario.last_turn, scenario.as_turn, lead)
    };
    let pacific = |points| vec![(Theatre::Pacific, Camp::AXIS, points)];
    assert_eq!(of("standard"), (1, 10, 1, pacific(8)));
    assert_eq!(of("turn-0"), (0, 10, 0, pacific(12)));
    assert_eq!(of("turn-11"), (1, 11, 1, pacific(8)));
    assert_eq!(of("turn-0-to-11"), (0, 11, 0, pacific(12)));
    assert_eq!(of("midway"), (1, 1, 4, vec![]));
}

#[test]
fn scenarios_bring_in_the_units_that_are_not_optional() {
    let size = |id: &str| game(id).counters.0.len();
    assert_eq!(
        ["standard", "turn-0", "turn-11", "turn-0-to-11", "midway"].map(size),
        [272, 276, 280, 284, 56]
    );
    assert!(game("standard").scenario.start.is_empty() && game("standard").scenario.areas.is_none());
}

#[test]
fn midway_has_its_areas_and_flags() {
    let midway = game("midway");
    let areas = midway.scenario.areas.as_ref().unwrap();
    assert_eq!(
        midway.names(areas),
        ["aleutians", "central-pacific", "gulf-of-alaska", "hawaiian-islands", "home-islands", "marshalls"]
    );
    let flag = |id: &str| {
        let area = midway.area(id);
        midway.scenario.control.iter().find(|(it, _)| *it == area).unwrap().1
    };
    assert_eq!(midway.scenario.control.len(), 6);
    assert_eq!([flag("home-islands"), flag("marshalls")], [Some(Camp::AXIS); 2]);
    assert_eq!(flag("hawaiian-islands"), Some(Camp::ALLIES));
    for id in ["central-pacific", "aleutians", "gulf-of-alaska"] {
        assert_eq!(flag(id), None, "{id}");
    }
}

#[test]
fn midway_has_the_lists_of_the_ledger() {
    let ledger = Ledger::load(&sealord::rules::games(), "admirals-war").unwrap();
    let midway = game("midway");
    let mut checks = Checks::default();
    let mut listed = 0;
    for (rule, side) in [("AW-D-MID-1", Camp::ALLIES), ("AW-D-MID-2", Camp::AXIS)] {
        let values = ledger.find(rule).unwrap().values.clone().unwrap();
        for (group, names) in values.as_object().unwrap() {
            for name in names.as_array().unwrap() {
                listed += 1;
                let name = name.as_str().unwrap();
                let found = midway.counters.ids().find(|id| {
                    let unit = &midway.counters[*id];
                    unit.name == name || unit.aliases.iter().any(|it| it == name)
                });
                let Some(id) = found else {
                    checks.that(false, format!("{rule}: no {name}"));
                    continue;
                };
                let unit = &midway.counters[id];
                let fits = match group.as_str() {
                    "carriers" => unit.kind == Kind::Carrier,
                    "battleships" => matches!(unit.class.as_str(), "BB" | "BC"),
                    "cruisers" => matches!(unit.class.as_str(), "CA" | "CL"),
                    "lba" => unit.kind == Kind::LandAir,
                    "amphibious" => unit.kind == Kind::Amphibious,
                    _ => false,
                };
                checks.that(fits && unit.nation.side() == side, format!("{rule}: {name} under {group}"));
            }
        }
    }
    checks.that(
        listed == midway.counters.0.len(),
        format!("{listed} names, {} units", midway.counters.0.len()),
    );
    checks.done();
}

#[test]
fn midway_counts_by_kind_as_printed() {
    let midway = game("midway");
    let count = |side: Camp, classes: &[&str]| {
        let fits = |class: &str| classes.contains(&class);
        midway.counters.0.iter().filter(|unit| unit.nation.side() == side && fits(&unit.class)).count()
    };
    let kinds: [&[&str]; 5] = [&["CV", "CVL"], &["BB", "BC"], &["CA", "CL"], &["LBA"], &["AMPH"]];
    assert_eq!(kinds.map(|it| count(Camp::ALLIES, it)), [4, 3, 9, 2, 0]);
    assert_eq!(kinds.map(|it| count(Camp::AXIS, it)), [8, 11, 15, 2, 2]);
}

#[test]
fn counters_stand_by_kind() {
    for id in ["midway", "standard"] {
        let order = game(id).counters.0.iter().map(|unit| match unit.kind {
            Kind::Ship | Kind::Carrier => Kind::Ship,
            other => other,
        });
        assert!(order.is_sorted(), "{id}");
    }
}

#[test]
fn midway_units_start_in_port_or_arrive() {
    let midway = game("midway");
    let start = &midway.scenario.start;
    assert_eq!(start.len(), midway.counters.0.len());
    let at = |place: &str| {
        let base = midway.board.base_named(place).unwrap();
        start.iter().filter(|(_, it)| *it == Start::Base(base)).count()
    };
    assert_eq!((at("pearl-harbor"), at("yokosuka")), (14, 38));
    let arrivals = &midway.scenario.arrivals;
    let names = |at: usize| arrivals[at].units.iter().map(|id| midway.counters[*id].name.as_str());
    assert_eq!(names(0).collect::<Vec<_>>(), ["Maryland", "Pennsylvania", "Tennessee"]);
    assert_eq!(names(1).collect::<Vec<_>>(), ["Saratoga"]);
    assert_eq!(
        arrivals.iter().map(|it| (it.patroller, it.raider)).collect::<Vec<_>>(),
        [(true, true), (false, true)]
    );
    for (at, arrival) in arrivals.iter().enumerate() {
        assert_eq!(midway.names(&arrival.areas), ["gulf-of-alaska", "hawaiian-islands"]);
        assert!(!arrival.speed_roll);
        for unit in &arrival.units {
            assert!(start.contains(&(*unit, Start::Elsewhere(at))));
        }
    }
}

#[test]
fn midway_has_its_own_points_and_speed_rolls() {
    let midway = game("midway");
    let scenario = &midway.scenario;
    assert_eq!(scenario.no_points, [(midway.area("home-islands"), Camp::AXIS)]);
    let points =
        scenario.base_points.iter().map(|(id, points)| (midway.board.base(*id).id.as_str(), *points));
    assert_eq!(points.collect::<Vec<_>>(), [("attu-kiska", 1), ("midway", 2)]);
    assert_eq!(scenario.raid_points, Some((Camp::ALLIES, 1)));
    assert_eq!(scenario.speed_rolls, Some((Camp::AXIS, 6)));
    let four = Choices::parse(&["seats=4".to_owned(), "victory=team".to_owned()], OPTIONS).unwrap();
    let fault = load(&sealord::rules::games(), "midway", &four).unwrap_err().to_string();
    assert!(fault.contains("for two players"), "{fault}");
}

#[test]
fn every_unit_of_midway_is_there_by_its_turn() {
    let midway = game("midway");
    for unit in &midway.counters.0 {
        assert!(unit.entry.is_some_and(|turn| turn <= midway.scenario.as_turn), "{}", unit.id);
        assert!(unit.optional.is_none(), "{}", unit.id);
    }
}

#[test]
fn options_20_to_38_stand_there_once_each() {
    let options = rows("scenarios", "options");
    let mut sections = options
        .iter()
        .filter(|row| row["id"] != "more-french")
        .map(|row| row["rule"].as_str().unwrap().split('.').next().unwrap().parse::<u8>().unwrap())
        .collect::<Vec<_>>();
    sections.sort_unstable();
    assert_eq!(sections, (20..=38).collect::<Vec<_>>());
}
