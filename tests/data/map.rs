//! Zones, links, areas and distances.

use std::collections::BTreeSet;

use sealord::rules::seas_of_thunder::board::{Passage, ZoneId};
use sealord::rules::two_sided::Camp;

use crate::data::{Checks, game, rows};

const PRINTED: [u8; 13] = [9, 10, 23, 27, 28, 29, 34, 35, 36, 50, 73, 95, 113];
const NAMED_ONLY: [&str; 3] = ["Norwegian Sea", "Sea of Zanj", "Gulf of Guinea"];
const DEAD_ENDS: [u8; 4] = [10, 31, 37, 75];

/// All pairs of neighbours, the lower number first.
fn edges() -> BTreeSet<(u8, u8)> {
    let zones = game(1).board.zones.iter();
    zones
        .flat_map(|zone| zone.adjacent.iter().map(|to| (zone.number.0.min(to.0), zone.number.0.max(to.0))))
        .collect()
}

#[test]
fn printed_zones_have_their_names_and_numbers() {
    let mut checks = Checks::default();
    let zones = &game(1).board.zones;
    checks.that(zones.len() == 121, format!("{} zones, not 121", zones.len()));
    let names = zones.iter().map(|zone| &zone.name).collect::<BTreeSet<_>>();
    checks.that(names.len() == 121, "two zones share a name");
    checks.published("SOT-5.3-20");
    checks.published("SOT-5.3-21");
    checks.that(zones[28].name == "Balearic Sea", "zone 29 is not called as the ruling says");
    checks.done();
}

#[test]
fn zones_say_truly_what_is_printed() {
    let mut checks = Checks::default();
    for zone in rows("zones", "zones") {
        let number = zone["number"].as_u64().unwrap() as u8;
        let name = zone["name"].as_str().unwrap();
        let numbered = PRINTED.contains(&number);
        let named = numbered || NAMED_ONLY.contains(&name);
        let marked = |what: &str| match zone["provenance"][what].as_str() {
            Some("printed") => true,
            Some("derived") => false,
            other => panic!("zone {number}: provenance of {what} is {other:?}"),
        };
        checks.that(marked("number") == numbered, format!("zone {number}: mark of the number"));
        checks.that(marked("name") == named, format!("zone {number}: mark of the name"));
        checks.that(
            marked("vp_axis") == matches!(number, 10 | 95),
            format!("zone {number}: mark of the Axis value"),
        );
        checks
            .that(marked("vp_allied") == (number == 95), format!("zone {number}: mark of the Allied value"));
        checks.that(!marked("adjacent"), format!("zone {number}: no neighbours are printed as such"));
    }
    checks.done();
}

#[test]
fn adjacency_is_symmetric() {
    let mut checks = Checks::default();
    let board = &game(1).board;
    for zone in &board.zones {
        let number = zone.number.0;
        checks.that(
            zone.adjacent.windows(2).all(|pair| pair[0] < pair[1]),
            format!("zone {number}: not in order"),
        );
        checks.that(!zone.adjacent.contains(&zone.number), format!("zone {number} touches itself"));
        for to in &zone.adjacent {
            checks.that(
                board.zone(*to).adjacent.contains(&zone.number),
                format!("{} does not touch {number} back", to.0),
            );
        }
        let degree = zone.adjacent.len();
        let fits = if DEAD_ENDS.contains(&number) { degree == 1 } else { (2..=8).contains(&degree) };
        checks.that(fits, format!("zone {number} has {degree} neighbours"));
    }
    checks.that(edges().len() == 251, format!("{} pairs of neighbours, not 251", edges().len()));
    checks.done();
}

#[test]
fn five_links_are_special_and_no_other() {
    let mut checks = Checks::default();
    let board = &game(1).board;
    checks.published("SOT-5.3-22");
    for (a, b) in edges() {
        let special = board.links.iter().find(|link| link.zones == (ZoneId(a), ZoneId(b)));
        let want = special.map_or(Passage::Open, |link| link.passage);
        for (from, to) in [(a, b), (b, a)] {
            let got = board.passage(ZoneId(from), ZoneId(to));
            checks.that(got == want, format!("{from} to {to} is {got:?}, not {want:?}"));
        }
    }
    for link in &board.links {
        let pair = (link.zones.0.0, link.zones.1.0);
        checks.that(edges().contains(&pair), format!("{pair:?} is a link between zones that do not touch"));
    }
    checks.that(board.passage(ZoneId(1), ZoneId(9)) == Passage::Closed, "zones that do not touch are joined");
    checks.done();
}

#[test]
fn every_sea_but_the_black_sea_can_be_reached() {
    let mut checks = Checks::default();
    for (side, start) in [(Camp::AXIS, 9), (Camp::ALLIES, 9), (Camp::AXIS, 1), (Camp::ALLIES, 1)] {
        let entries = game(1).entries(&[start], side);
        let missed = (1..=121).filter(|zone| entries[zone - 1] == 99).collect::<Vec<_>>();
        checks.that(missed == [36, 37], format!("{side} from {start} never reaches {missed:?}"));
    }
    let inside = game(1).entries(&[36], Camp::AXIS);
    checks.that(inside.iter().filter(|it| **it < 99).count() == 2, "the Black Sea is not shut");
    checks.done();
}

#[test]
fn areas_are_a_partition() {
    let mut checks = Checks::default();
    let board = &game(1).board;
    let mut all = board.areas.iter().flat_map(|area| area.zones.clone()).collect::<Vec<_>>();
    all.sort_unstable();
    checks.that(all == board.zones().collect::<Vec<_>>(), "the areas do not hold every zone once");
    for zone in &board.zones {
        let area = board.areas.iter().find(|area| area.id == zone.area);
        let holds = area.is_some_and(|area| area.zones.contains(&zone.number));
        checks.that(holds, format!("zone {} does not lie in {}", zone.number.0, zone.area));
    }
    let med = board.areas.iter().find(|area| area.id == "mediterranean").unwrap();
    checks.that(med.zones == (28..=35).map(ZoneId).collect::<Vec<_>>(), "the Mediterranean is not 28 to 35");
    checks.done();
}

#[test]
fn the_map_can_be_drawn_flat() {
    let mut checks = Checks::default();
    let board = &game(1).board;
    let seam = board.seam.iter().map(|(a, b)| (a.0, b.0)).collect::<BTreeSet<_>>();
    checks.that(seam.is_subset(&edges()), "a pair of the seam is no pair of neighbours");
    let at = |zone: u8| (board.zone(ZoneId(zone)).x, board.zone(ZoneId(zone)).lat);
    let turn =
        |p: (f32, f32), q: (f32, f32), r: (f32, f32)| (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0);
    let flat = edges().into_iter().filter(|edge| !seam.contains(edge)).collect::<Vec<_>>();
    for (index, (a, b)) in flat.iter().enumerate() {
        checks.that((at(*a).0 - at(*b).0).abs() <= 60.0, format!("{a}-{b} crosses the whole map"));
        for (c, d) in &flat[index + 1..] {
            let apart = a != c && a != d && b != c && b != d;
            let (p, q, r, s) = (at(*a), at(*b), at(*c), at(*d));
            let crosses = turn(p, q, r) * turn(p, q, s) < 0.0 && turn(r, s, p) * turn(r, s, q) < 0.0;
            checks.that(!(apart && crosses), format!("{a}-{b} crosses {c}-{d}"));
        }
    }
    for inset in &board.insets {
        for zone in &board.zones {
            // Insets lie where longitude is not unrolled.
            let inside = inset.lon.0 <= zone.x
                && zone.x <= inset.lon.1
                && inset.lat.0 <= zone.lat
                && zone.lat <= inset.lat.1;
            let listed = inset.zones.contains(&zone.number);
            checks.that(inside == listed, format!("zone {} and inset {}", zone.number.0, inset.id));
        }
    }
    checks.done();
}

#[test]
fn neighbours_are_near_and_near_zones_are_neighbours() {
    let mut checks = Checks::default();
    let board = &game(1).board;
    let miles = |a: u8, b: u8| {
        let place =
            |zone: u8| (f64::from(board.zone(ZoneId(zone)).x), f64::from(board.zone(ZoneId(zone)).lat));
        let ((x, y), (u, v)) = (place(a), place(b));
        let (y, v, along) = (y.to_radians(), v.to_radians(), (x - u).to_radians());
        3440.1 * (y.sin() * v.sin() + y.cos() * v.cos() * along.cos()).clamp(-1.0, 1.0).acos()
    };
    let edges = edges();
    for a in 1..=121 {
        for b in a + 1..=121 {
            let far = miles(a, b);
            let fits = if edges.contains(&(a, b)) { far <= 2200.0 } else { far >= 250.0 };
            checks.that(fits, format!("{a} and {b} are {far:.0} miles apart"));
        }
    }
    checks.done();
}

#[test]
fn distances_are_those_of_the_text() {
    let mut checks = Checks::default();
    let first = game(1);
    let kiel = first.entries_from("kiel", Camp::AXIS);
    let to = |list: &[u8], zone: u8| list[usize::from(zone) - 1];
    let zones_of = |area: &str| {
        let area = first.board.areas.iter().find(|it| it.id == area).unwrap();
        area.zones.iter().map(|zone| zone.0).collect::<Vec<_>>()
    };
    let europe = [5, 6, 7, 8, 11, 12, 13].map(|zone| to(&kiel, zone));
    checks.that(europe.iter().all(|it| *it <= 3), format!("Kiel to European waters: {europe:?}"));
    for zone in zones_of("south_atlantic") {
        let far = to(&kiel, zone);
        let fits = if matches!(zone, 38 | 40) { far >= 6 } else { (7..=9).contains(&far) };
        checks.that(fits, format!("Kiel to zone {zone} in the South Atlantic: {far}"));
    }
    checks.that(
        zones_of("east_pacific").iter().all(|zone| to(&kiel, *zone) >= 10),
        "Kiel is too near to the Pacific",
    );
    let from_north_sea = first.entries(&[9], Camp::AXIS);
    for (port, want) in [("casablanca", 3), ("algiers", 4), ("dakar", 4), ("martinique", 4)] {
        let got = first.port(port).zones.iter().map(|zone| to(&from_north_sea, zone.0) - 1).min();
        checks.that(got == Some(want), format!("zone 9 to {port}: {got:?}, not {want}"));
    }
    let allied = |port: &str, zone: u8| to(&first.entries_from(port, Camp::ALLIES), zone);
    let axis = |port: &str, zone: u8| to(&first.entries_from(port, Camp::AXIS), zone);
    for (what, got, want) in [
        ("Murmansk to the Norwegian Sea", allied("murmansk", 5), 2),
        ("Murmansk to the North Sea", allied("murmansk", 9), 3),
        ("Tokyo to Truk", axis("tokyo", 107), 3),
        ("Tokyo to the South China Sea", axis("tokyo", 95), 3),
        ("Tokyo to Hawaii", axis("tokyo", 58), 4),
        ("Pearl Harbor to the Solomons", allied("pearl_harbor", 105), 4),
        ("Pearl Harbor to the Coral Sea", allied("pearl_harbor", 100), 4),
        ("Pearl Harbor to California", allied("pearl_harbor", 54), 2),
        ("Norfolk to San Diego", allied("norfolk", 53), 5),
    ] {
        checks.that(got == want, format!("{what}: {got}, not {want}"));
    }
    checks.done();
}
