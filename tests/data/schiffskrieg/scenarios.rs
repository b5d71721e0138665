//! `scenarios.yaml`.

use std::collections::BTreeMap;

use sealord::rules::schiffskrieg::Schiffskrieg;
use sealord::rules::schiffskrieg::board::{Room, SeaMap};
use sealord::rules::schiffskrieg::calendar::Turn;
use sealord::rules::schiffskrieg::faction::Faction;
use sealord::rules::schiffskrieg::luck::Team;
use sealord::rules::schiffskrieg::options::OPTIONS;
use sealord::rules::schiffskrieg::pieces::{Counter, Nation, Stripe, UnitId};
use sealord::rules::schiffskrieg::scenario::{Marker, MarkerAt, Placement, Scenario, SetUp, Spot, Support};
use sealord::rules::{Choices, Rulebook};
use serde_json::Value;

use super::{data, ledger};
use crate::data::Checks;

/// Every set-up with its scenario and faction.
fn set_ups() -> impl Iterator<Item = (&'static Scenario, Faction, &'static SetUp)> {
    let of = |scenario: &'static Scenario| {
        scenario.set_ups.iter().filter_map(move |(faction, it)| it.as_ref().map(|it| (scenario, faction, it)))
    };
    data().scenarios.iter().flat_map(of)
}

/// SK-INTRO-19
#[test]
fn the_scenarios_are_those_of_sections_24_to_57() {
    let ids: Vec<&str> = data().scenarios.iter().map(|it| it.id.as_str()).collect();
    let sections = (24..=35).chain(40..=57).map(|section| section.to_string()).collect::<Vec<_>>();
    assert_eq!(ids, sections);
    let maps = |id: &str| data().scenario(id).unwrap().maps.clone();
    assert!((24..=35).all(|id| maps(&id.to_string()) == [SeaMap::Tk]));
    assert!((40..=48).all(|id| maps(&id.to_string()) == [SeaMap::Ds]));
    assert!((49..=57).all(|id| maps(&id.to_string()) == SeaMap::ALL));
    let start = |id: &str| data().scenario(id).unwrap().start;
    assert_eq!(Some(start("29")), Turn::named("Mar-Apr 1940"));
    assert_eq!(Some(start("46")), Turn::named("May-June 1942"));
    assert_eq!(data().scenarios.iter().filter(|it| !it.seasonal_marker).count(), 3);
}

/// The ledger counts the placements and counters of each set-up, as they were taken from the rulebook.
#[test]
fn set_ups_are_as_many_as_the_ledger_counts() {
    let ledger = ledger();
    let (mut checks, mut counted) = (Checks::default(), 0);
    for (scenario, faction, set_up) in set_ups() {
        // Sections of set-ups are counted by the factions that have one.
        let number = 2 + scenario.factions().position(|it| it == faction).expect("it has a set-up");
        let id = format!("SK-{}.{number}-1", scenario.id);
        let pieces = |placement: &Placement| placement.units.len() + placement.printed_only.len();
        let own = (set_up.placements.len(), set_up.placements.iter().map(pieces).sum::<usize>());
        let found = ledger.find(&id).and_then(|entry| entry.values.clone());
        let number = |key: &str| {
            let value = found.as_ref().and_then(|values| values.get(key)).and_then(Value::as_u64);
            value.map_or(0, |it| it as usize)
        };
        checks.that(own == (number("placements"), number("counters")), format!("{id}: {own:?}"));
        counted += 1;
    }
    checks.done();
    assert_eq!(counted, 87);
    let all: Vec<&Placement> = set_ups().flat_map(|(.., it)| &it.placements).collect();
    let pieces: usize = all.iter().map(|it| it.units.len() + it.printed_only.len()).sum();
    assert_eq!((all.len(), pieces), (2276, 6215));
    assert_eq!(set_ups().map(|(.., it)| it.markers.len()).sum::<usize>(), 84);
    assert_eq!(set_ups().map(|(.., it)| it.support.len()).sum::<usize>(), 122);
}

/// A counter stands in one place of a scenario; only a Russian ship that is available in several colours is
/// listed for each of them.
#[test]
fn no_counter_stands_twice() {
    let mut checks = Checks::default();
    for scenario in &data().scenarios {
        let mut places: BTreeMap<UnitId, Vec<&Placement>> = BTreeMap::new();
        for (_, set_up) in scenario.set_ups.iter() {
            for placement in set_up.iter().flat_map(|it| &it.placements) {
                placement.units.iter().for_each(|unit| places.entry(*unit).or_default().push(placement));
            }
        }
        for (unit, placements) in places {
            let of = &data().counters[unit];
            let mut stripes: Vec<Option<Stripe>> = placements.iter().map(|it| it.stripe).collect();
            stripes.sort_unstable();
            stripes.dedup();
            let colours = of.nation == Nation::Russian
                && stripes.len() == placements.len()
                && placements.iter().all(|it| it.spot == Spot::Available);
            checks.that(placements.len() == 1 || colours, format!("{}: {}", scenario.id, of.id));
        }
    }
    checks.done();
}

#[test]
fn pieces_are_of_their_faction_nation_and_type() {
    let mut checks = Checks::default();
    for (scenario, faction, set_up) in set_ups() {
        for placement in &set_up.placements {
            let all =
                placement.units.iter().chain(&placement.printed_only).map(|unit| &data().counters[*unit]);
            let all: Vec<_> = all.collect();
            let same = |it: &&Counter| {
                let first = all[0];
                it.nation == first.nation && it.ship() == first.ship() && it.is_lba() == first.is_lba()
            };
            let name = format!("{} {}: {}", scenario.id, faction.id(), all[0].id);
            checks.that(all.iter().all(same), format!("{name}: one nation and type"));
            let own = all.iter().all(|it| it.nation.major_of().is_none_or(|of| of == faction));
            checks.that(own, format!("{name}: of the faction"));
            let russian = all[0].nation == Nation::Russian && all[0].is_ship();
            checks.that(placement.stripe.is_some() == russian, format!("{name}: stripe"));
            let fixed = |it: &&Counter| {
                it.stripe.is_none() || placement.stripe == it.stripe || placement.spot == Spot::Available
            };
            checks.that(all.iter().all(fixed), format!("{name}: its own stripe"));
            let mapped = placement.map.is_none_or(|map| scenario.maps.contains(&map));
            checks.that(mapped, format!("{name}: a map that is played"));
            checks.that(
                placement.map.is_some() || matches!(placement.spot, Spot::ShipTrack(_) | Spot::Available),
                format!("{name}: on some map"),
            );
        }
    }
    checks.done();
}

#[test]
fn every_place_is_open_to_its_pieces() {
    let board = &data().board;
    let mut checks = Checks::default();
    // French ships wait for the liberation of France in the Force Pool.
    let waits = |it: &SetUp| it.markers.iter().any(|it| it.marker == Marker::AwaitingLiberation);
    for (scenario, faction, set_up) in set_ups() {
        for placement in &set_up.placements {
            let first = &data().counters[placement.units[0]];
            let name = format!("{} {}: {}", scenario.id, faction.id(), first.id);
            let here = |base| placement.map == Some(board.base(base).map());
            let ok = match &placement.spot {
                Spot::Choice(choice) => {
                    let map = placement.map.expect("a base lies on a map");
                    let bases = choice.bases(board, map);
                    let room = |base: &_| match board.base(*base).room {
                        Room::Any | Room::Major => true,
                        Room::Limited => !first.is_heavy() || first.is_lba(),
                        Room::NoShips => first.is_lba(),
                    };
                    bases.iter().any(room) && (choice.ports || !first.is_ship())
                }
                Spot::Base(base) => here(*base) && board.base(*base).is_port(),
                Spot::Box(hold) => placement.map == Some(board.hold(*hold).map),
                Spot::TurnTrack(turn) => *turn > scenario.start,
                Spot::ShipTrack(turn) => *turn > scenario.start && turn.is_seasonal() && first.is_ship(),
                Spot::Available => first.construction.is_some(),
                Spot::ForcePool => first.is_boat() || (first.nation == Nation::French && waits(set_up)),
                Spot::Delay => first.is_lba() || first.is_boat(),
                Spot::Holding { .. } => scenario.maps.len() == 1,
                Spot::Event(_) => !first.is_ship(),
                Spot::StrategicWarfare => false,
            };
            checks.that(ok, format!("{name}: {:?}", placement.spot));
        }
    }
    checks.done();
}

#[test]
fn every_faction_has_its_scratch_fleet_and_markers() {
    let mut checks = Checks::default();
    for (scenario, faction, set_up) in set_ups() {
        let scratch = set_up.support.iter().filter(|it| it.kind == Support::ScratchDefenseFleet).count();
        let due = if scenario.id == "24" { 0 } else { scenario.maps.len() };
        checks.that(scratch == due, format!("{} {}: {scratch} Scratch Fleets", scenario.id, faction.id()));
        let raid = set_up.markers.iter().filter(|it| it.marker == Marker::Raid).count();
        let due = if faction == Faction::Axis { due } else { 0 };
        checks.that(raid == due, format!("{} {}: {raid} Raid markers", scenario.id, faction.id()));
        let named = |it: &&MarkerAt| it.marker == Marker::ReserveFleet;
        checks.that(set_up.markers.iter().filter(named).all(|it| it.nation.is_some()), "whose Reserve Fleet");
    }
    checks.done();
    let building: Vec<&str> = set_ups()
        .filter(|(.., it)| it.markers.iter().any(|it| it.marker == Marker::UsShipBuilding))
        .map(|(scenario, ..)| scenario.id.as_str())
        .collect();
    assert_eq!(building, ["44", "45", "46", "47", "53", "54", "55", "56"]);
}

/// SK-24-0, SK-25-0, SK-35-0 and the first sections of all others: where the markers of time stand.
#[test]
fn each_scenario_begins_when_the_ledger_says() {
    let ledger = ledger();
    let (mut checks, mut counted) = (Checks::default(), 0);
    for scenario in &data().scenarios {
        let (printed, inferred) = (format!("SK-{}.1-1", scenario.id), format!("SK-{}-0", scenario.id));
        let start = scenario.start.to_string();
        let says = match (ledger.find(&printed), ledger.find(&inferred)) {
            (Some(entry), None) => {
                entry.gist.contains(&format!("begins in {start};")) && scenario.seasonal_marker
            }
            (None, Some(entry)) => entry.test.contains(&start) && !scenario.seasonal_marker,
            _ => false,
        };
        checks.that(says, format!("{}: {start}", scenario.id));
        counted += 1;
    }
    checks.done();
    assert_eq!(counted, 30);
}

/// The sections on Fortunes of War: who has how many cards more at start, on which map; nobody without the
/// option.
#[test]
fn cards_at_start_are_those_of_the_sections() {
    let ledger = ledger();
    let choices = |word: &str| Choices::parse(&[format!("fortunes={word}")], OPTIONS).expect("an option");
    let mut checks = Checks::default();
    let mut with = 0;
    for scenario in &data().scenarios {
        let rules = Schiffskrieg::of(data().clone(), &scenario.id).expect("a scenario");
        let off = rules.clone().under(&choices("off"));
        let on = rules.under(&choices("on"));
        let begins = format!("SK-{}.5-", scenario.id);
        let says = ledger.entries().iter().find(|entry| {
            entry.id.starts_with(&begins) && entry.gist.starts_with("With optional SK Fortunes of War")
        });
        with += usize::from(says.is_some());
        for map in SeaMap::ALL {
            let one = scenario.maps == [map];
            let word = if map == SeaMap::Tk { "TK" } else { "DS" };
            let number = says.map_or(0, |entry| {
                let about = entry.gist.split(" and ").find(|part| {
                    one || part.contains(&format!("on the {word} map"))
                        || part.contains(&format!("on the {word} "))
                });
                let about = about.unwrap_or("");
                if about.contains('2') { 2 } else { u8::from(about.contains('1')) }
            });
            let number = if scenario.maps.contains(&map) { number } else { 0 };
            let axis_alone = says.is_some_and(|entry| entry.gist.contains("only the Axis side"));
            let allies = if axis_alone { 0 } else { number };
            let found = (on.extra_cards(Team::Axis, map), on.extra_cards(Team::Allies, map));
            checks.that(found == (number, allies), format!("{} {word}: {found:?}", scenario.id));
            checks
                .that(off.extra_cards(Team::Axis, map) == 0, format!("{}: without the option", scenario.id));
        }
    }
    checks.done();
    assert_eq!(with, 19);
}

/// SK-24.4-1
#[test]
fn the_first_scenario_has_land_based_air_alone() {
    let set_ups = data().scenario("24").unwrap().set_ups.iter().filter_map(|(_, it)| it.as_ref());
    for set_up in set_ups {
        let units = set_up.placements.iter().flat_map(|it| &it.units);
        assert!(units.into_iter().all(|unit| data().counters[*unit].is_lba()));
        assert!(set_up.support.is_empty());
    }
}

/// SK-SCN-1, SK-SCN-2 and SK-SCN-6: pieces are the historical ones, of the nation that the section means.
#[test]
fn the_setups_of_early_years_keep_their_ships_apart() {
    let place = |scenario: &str, id: &str| {
        let scenario = data().scenario(scenario).unwrap();
        let unit = data().counters.by_id(id).unwrap();
        let set_ups = scenario.set_ups.iter().filter_map(|(_, it)| it.as_ref());
        let found = set_ups.flat_map(|it| &it.placements).find(|it| it.units.contains(&unit)).cloned();
        found.map(|it| it.spot)
    };
    let track = |turn: &str| Some(Spot::ShipTrack(Turn::named(turn).unwrap()));
    assert_eq!(place("40", "victorious"), track("May-June 1943"));
    assert_eq!(place("40", "enterprise"), track("Mar-Apr 1939"));
}

/// NW-22 Every scenario in which points are to be had has a measured par, which a new naval war takes over; a
/// companion takes none, and what the players agree on counts before it.
#[test]
fn a_new_naval_war_takes_the_measured_par() {
    let games = sealord::rules::games();
    let begun = |id: &str, words: &[&str]| {
        let words: Vec<String> = words.iter().map(|it| (*it).to_owned()).collect();
        let choices = Choices::parse(&words, OPTIONS).unwrap();
        let choices = Schiffskrieg::begins_with(&games, id, choices).unwrap();
        choices.iter().find(|(word, _)| *word == "par").and_then(|(_, par)| par.parse::<u8>().ok())
    };
    for scenario in &data().scenarios {
        let par = begun(&scenario.id, &[]);
        let is_sound = par.is_none_or(|par| (10..=90).contains(&par));
        assert!(is_sound && par.is_some() == (scenario.id != "24"), "scenario {}: {par:?}", scenario.id);
        assert_eq!(begun(&scenario.id, &["mode=companion"]), None);
    }
    assert_eq!(begun("29", &["par=61"]), Some(61));
    let load = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|it| (*it).to_owned()).collect();
        Schiffskrieg::load(&games, "29", &Choices::parse(&words, OPTIONS).unwrap()).unwrap().scenario.par
    };
    assert_eq!(load(&["par=61"]), 61);
    assert_eq!(load(&[]), data().scenario("29").unwrap().par, "of a match begun before");
}
