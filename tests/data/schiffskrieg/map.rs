//! `zones.yaml` and `bases.yaml`.

use sealord::rules::schiffskrieg::board::{Gate, Hex, Room, SeaMap};

use super::{data, rows, twice};
use crate::data::Checks;

fn hex(code: &str) -> Hex {
    data().board.grid.hex(code).unwrap_or_else(|| panic!("{code} is a hex"))
}

#[test]
fn the_maps_have_their_zones_links_boxes_and_bases() {
    let board = &data().board;
    let on = |map: SeaMap| {
        let zones = board.zones.iter().filter(|zone| zone.map == map).count();
        let links = board.links.iter().filter(|link| board.zone(link.zones[0]).map == map).count();
        let boxes = board.boxes.iter().filter(|hold| hold.map == map).count();
        let ports = board.bases.iter().filter(|base| base.map() == map && base.is_port()).count();
        let cities = board.bases.iter().filter(|base| base.map() == map && !base.is_port()).count();
        (zones, links, boxes, ports, cities)
    };
    assert_eq!(on(SeaMap::Tk), (9, 10, 3, 118, 60));
    assert_eq!(on(SeaMap::Ds), (25, 53, 3, 126, 20));
    assert_eq!((board.bases.len(), board.countries.len()), (324, 81));
    let ids = board.bases.iter().map(|it| it.id.as_str());
    let ids = ids.chain(board.zones.iter().map(|it| it.id.as_str()));
    assert_eq!(twice(ids.chain(board.boxes.iter().map(|it| it.id.as_str()))), [""; 0]);
    assert_eq!(twice(board.countries.iter().map(|it| it.id.as_str())), [""; 0]);
}

#[test]
fn links_join_zones_of_one_map_from_both_ends() {
    let board = &data().board;
    let mut checks = Checks::default();
    for link in &board.links {
        let [a, b] = link.zones;
        let name = format!("{} to {}", board.zone(a).id, board.zone(b).id);
        checks.that(a != b && board.zone(a).map == board.zone(b).map, format!("{name}: one map"));
        checks.that(board.links_of(a).any(|(_, to)| to == b), format!("{name}: there"));
        checks.that(board.links_of(b).any(|(_, to)| to == a), format!("{name}: back"));
        checks
            .that(link.gate.hexes().iter().all(|hex| hex.map == board.zone(a).map), format!("{name}: hexes"));
        checks
            .that((link.gate == Gate::Open) == link.name.is_empty(), format!("{name}: passages have names"));
        if let Gate::Canal { hexes, ports } = &link.gate {
            let touch = ports.iter().all(|port| hexes.contains(&board.base(*port).hex));
            checks.that(
                touch && ports.len() == 2 && hexes.len() == 4,
                format!("{name}: two ports, four hexes"),
            );
            let mut zones: Vec<_> = ports.iter().flat_map(|port| &board.base(*port).zones).collect();
            zones.sort_unstable();
            let mut ends = [&a, &b];
            ends.sort_unstable();
            checks.that(zones == ends, format!("{name}: a port at either end, each in its own zone alone"));
        }
    }
    for hold in board.box_ids() {
        let of = board.hold(hold);
        checks.that(
            of.boxes.iter().all(|to| board.hold(*to).boxes.contains(&hold)),
            format!("{}: back", of.id),
        );
        checks.that(!of.zones.is_empty(), format!("{}: borders a zone", of.id));
        checks
            .that(of.zones.iter().all(|zone| board.zone(*zone).map == of.map), format!("{}: one map", of.id));
        checks.that(of.zones.iter().all(|zone| board.zone(*zone).boxes.contains(&hold)), of.id.clone());
    }
    checks.done();
}

/// Each zone is within reach of every other of its map, whatever may be closed.
#[test]
fn no_zone_is_cut_off() {
    let board = &data().board;
    for map in SeaMap::ALL {
        let all: Vec<_> = board.zone_ids().filter(|zone| board.zone(*zone).map == map).collect();
        let mut reached = vec![all[0]];
        let mut at = 0;
        while at < reached.len() {
            let next: Vec<_> = board.links_of(reached[at]).map(|(_, to)| to).collect();
            reached.extend(next.into_iter().filter(|to| !reached.contains(to)).collect::<Vec<_>>());
            at += 1;
        }
        reached.sort_unstable();
        reached.dedup();
        assert_eq!(reached, all);
    }
}

#[test]
fn bases_lie_in_their_own_hexes_and_touch_zones_of_their_map() {
    let board = &data().board;
    let mut checks = Checks::default();
    for base in board.base_ids() {
        let of = board.base(base);
        checks.that(board.base_in(of.hex) == Some(base), format!("{}: alone in its hex", of.id));
        checks.that(of.is_port() != of.zones.is_empty(), format!("{}: a port touches a zone", of.id));
        checks.that(of.is_port() || of.city, format!("{}: port or city", of.id));
        checks.that(of.zones.iter().all(|zone| board.zone(*zone).map == of.map()), format!("{}: map", of.id));
        let off = of.approach.iter().map(|(zone, _)| *zone);
        checks.that(of.zones.len() == of.approach.len(), format!("{}: an approach for each zone", of.id));
        checks.that(off.clone().all(|zone| of.zones.contains(&zone)), format!("{}: approach", of.id));
        checks.that(of.approach.iter().all(|(_, sea)| sea.touches(of.hex)), format!("{}: beside it", of.id));
        checks.that(board.grid.hex(&of.codes[0]) == Some(of.hex), format!("{}: its code", of.id));
        checks.that(board.country(of.country).maps.contains(&of.map()), format!("{}: country", of.id));
        for zone in &of.zones {
            checks.that(board.zone(*zone).ports.contains(&base), format!("{}: known in its zone", of.id));
        }
    }
    checks.done();
}

/// SK-INTRO-15
#[test]
fn the_seven_major_ports_are_those_of_the_introduction() {
    let board = &data().board;
    let major = board.bases.iter().filter(|base| base.room == Room::Major);
    let mut codes: Vec<String> = major.map(|base| board.grid.code(base.hex)).collect();
    codes.sort_unstable();
    assert_eq!(codes, ["a3218", "a4222", "p2221", "p3408", "p5407", "w2208", "w4817"]);
}

#[test]
fn printed_hexes_stand_where_the_rulebook_puts_them() {
    let board = &data().board;
    let mut checks = Checks::default();
    for row in rows("bases", "anchors") {
        let (code, name) = (row["hex"].as_str().unwrap(), row["name"].as_str().unwrap());
        let base = board.base_in(hex(code)).map(|base| board.base(base));
        let same =
            base.is_some_and(|base| base.name.starts_with(name) || base.codes.iter().any(|it| it == code));
        checks.that(same, format!("{name} lies in {code}"));
    }
    checks.done();
    assert_eq!(rows("bases", "anchors").len(), 37);
    let near = |a: &str, b: &str, hexes: u8| assert_eq!(hex(a).distance(hex(b)), Some(hexes), "{a} to {b}");
    near("w3323", "w2424", 9);
    near("w2424", "w1522", 9);
    near("p4518", "p4519", 1);
    near("p5720", "p5620", 1);
}

/// SK-3.3.2.1-1, SK-3.3.2-3: what the examples say of zones.
#[test]
fn zones_are_those_of_the_examples() {
    let board = &data().board;
    let ids = |zones: Vec<_>| -> Vec<&str> {
        let mut ids: Vec<&str> = zones.into_iter().map(|zone| board.zone(zone).id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    let port = |id: &str| board.base(board.base_named(id).unwrap_or_else(|| panic!("no base {id}")));
    let honolulu = port("honolulu");
    assert_eq!(ids(honolulu.zones.clone()), ["central-pacific", "eastern-pacific", "northeast-pacific"]);
    let next = honolulu.zones.iter().flat_map(|zone| board.links_of(*zone).map(|(_, to)| to));
    let next = ids(next.filter(|zone| !honolulu.zones.contains(zone)).collect());
    assert_eq!(next, ["gulf-of-alaska", "international-dateline", "north-pacific", "southeast-pacific"]);
    assert_eq!(ids(port("scapa-flow").zones.clone()), ["north-atlantic", "north-sea"]);
    assert_eq!(ids(port("kiel").zones.clone()), ["baltic-sea"]);
    let us = board.hold(board.box_named("eastern-us-canada").unwrap());
    assert_eq!(ids(us.zones.clone()), ["north-atlantic"]);
    assert_eq!(board.zone_of_sea(hex("p4518")), board.zone_named("international-dateline"));
    assert_eq!(board.zone_of_sea(hex("w3818")), board.zone_named("north-sea"));
}
