//! The map: areas, links, passages, ports and bases, and what the rulebook states about them.

use std::collections::BTreeSet;

use sealord::rules::admirals_war::board::{AreaId, BaseKind, Board, Effect, Schedule, Theatre};
use sealord::rules::admirals_war::pieces::Nation;
use sealord::rules::two_sided::{BySide, Camp};

use super::{game, id, rows};
use crate::data::Checks;

fn board() -> &'static Board {
    &game("standard").board
}

/// Points of an area, for the Allies and for the Axis.
fn points(id: &str) -> (u8, u8) {
    let points = board().area(game("standard").area(id)).points;
    (points.allies, points.axis)
}

/// The ids of the areas that a place touches, sorted.
fn touched(id: &str) -> Vec<&'static str> {
    game("standard").names(&game("standard").base(id).areas)
}

/// The ids of the neighbours of an area, sorted.
fn neighbours(id: &str) -> Vec<&'static str> {
    game("standard").names(&board().area(game("standard").area(id)).adjacent)
}

#[test]
fn there_are_28_areas_54_links_and_41_places() {
    let board = board();
    assert_eq!((board.areas.len(), board.bases.len()), (28, 41));
    assert_eq!(board.areas.iter().map(|area| area.adjacent.len()).sum::<usize>(), 2 * 54);
    assert_eq!((rows("areas", "links").len(), board.passages.len(), board.boxes.len()), (54, 4, 11));
    let kinds = |kind| board.bases.iter().filter(|base| base.kind == kind).count();
    assert_eq!([BaseKind::Port, BaseKind::Base, BaseKind::Neutral].map(kinds), [21, 19, 1]);
    let theatre = |it| board.areas.iter().filter(|area| area.theatre == it).count();
    assert_eq!((theatre(Theatre::Atlantic), theatre(Theatre::Pacific)), (13, 15));
}

#[test]
fn links_and_contacts_go_both_ways() {
    let board = board();
    let mut checks = Checks::default();
    for at in board.areas() {
        let area = board.area(at);
        for other in &area.adjacent {
            checks.that(board.area(*other).adjacent.contains(&at), format!("{} to {}", area.id, other.0));
        }
        for base in &area.bases {
            checks.that(
                board.base(*base).areas.contains(&at),
                format!("{}: {}", area.id, board.base(*base).id),
            );
        }
    }
    for at in board.bases() {
        let base = board.base(at);
        for area in &base.areas {
            checks.that(
                board.area(*area).bases.contains(&at),
                format!("{}: {}", base.id, board.area(*area).id),
            );
            for other in base.areas.iter().filter(|other| *other != area) {
                let near = board.area(*area).adjacent.contains(other);
                checks.that(near, format!("{} joins areas that do not touch", base.id));
            }
        }
    }
    checks.done();
}

#[test]
fn the_map_is_one_piece() {
    let board = board();
    let mut reached = BTreeSet::from([AreaId(0)]);
    let mut todo = vec![AreaId(0)];
    while let Some(area) = todo.pop() {
        todo.extend(board.area(area).adjacent.iter().filter(|it| reached.insert(**it)));
    }
    assert_eq!(reached.len(), board.areas.len());
}

#[test]
fn the_theatres_reach_as_far_as_stated() {
    let standard = game("standard");
    let of = |id: &str| board().area(standard.area(id)).theatre;
    assert_eq!(["arabian-sea", "hawaiian-islands"].map(of), [Theatre::Pacific; 2]);
    assert_eq!(["cape-of-good-hope", "eastern-seaboard"].map(of), [Theatre::Atlantic; 2]);
    let place = |id: &str| standard.base(id).theatre;
    assert_eq!(["diego-suarez", "pearl-harbor"].map(place), [Theatre::Pacific; 2]);
    assert_eq!(["suez", "usa"].map(place), [Theatre::Atlantic; 2]);
}

#[test]
fn labels_stand_on_the_chart_and_apart() {
    let board = board();
    let areas = board.areas.iter().map(|it| (&it.id, it.x, it.lat));
    let spots = areas.chain(board.bases.iter().map(|it| (&it.id, it.x, it.lat))).collect::<Vec<_>>();
    let mut checks = Checks::default();
    for (at, (id, x, lat)) in spots.iter().enumerate() {
        checks
            .that((0.0..1660.0).contains(x) && (0.0..880.0).contains(lat), format!("{id} is off the chart"));
        for (other, u, v) in &spots[..at] {
            checks.that((x - u).hypot(lat - v) >= 30.0, format!("{id} and {other} overlap"));
        }
    }
    for area in &board.areas {
        checks.that((area.x < 790.0) == (area.theatre == Theatre::Atlantic), format!("{}: side", area.id));
    }
    let lat = |id: &str| board.area(game("standard").area(id)).lat;
    checks.that(lat("barents") > lat("north-sea") && lat("north-sea") > lat("south-atlantic"), "north is up");
    checks.done();
}

#[test]
fn printed_points_stand() {
    assert_eq!(points("north-sea"), (1, 3));
    assert_eq!(points("western-approaches"), (2, 4));
    assert_eq!(points("indonesia"), (1, 3));
    assert_eq!(points("home-islands").1, 3);
    assert!(points("marianas").1 == 2 && points("marianas").0 <= 2);
    assert!(points("south-atlantic").1 == 2 && points("south-atlantic").0 <= 2);
    let dearer = board().areas.iter().filter(|area| area.points.axis >= 4).count();
    assert_eq!(dearer, 1, "Western Approaches is worth most");
}

#[test]
fn flags_say_which_track_counts() {
    let mut checks = Checks::default();
    for area in &board().areas {
        for side in [Camp::AXIS, Camp::ALLIES] {
            let track = match area.flag[side] {
                Nation::Gb | Nation::De => Theatre::Atlantic,
                _ => Theatre::Pacific,
            };
            checks.that(area.track[side] == track && area.flag[side].side() == side, area.id.clone());
        }
    }
    for id in ["arabian-sea", "bay-of-bengal", "indian-ocean"] {
        let area = board().area(game("standard").area(id));
        let flags = BySide { axis: Nation::Jp, allies: Nation::Gb };
        checks.that(area.flag == flags && area.theatre == Theatre::Pacific && area.points.allies > 0, id);
    }
    for id in ["eastern-seaboard", "caribbean-sea"] {
        let area = board().area(game("standard").area(id));
        checks.that(area.flag.allies == Nation::Us && area.theatre == Theatre::Atlantic, id);
    }
    checks.done();
}

#[test]
fn a_turn_at_peace_costs_japan_what_the_head_starts_say() {
    let allied = [
        "hawaiian-islands",
        "french-polynesia",
        "coral-sea",
        "central-pacific",
        "indonesia",
        "north-pacific",
        "gulf-of-alaska",
        "aleutians",
    ];
    let axis = ["home-islands", "marianas", "marshalls", "bismarck-sea"];
    let gain =
        allied.iter().map(|id| points(id).0).sum::<u8>() - axis.iter().map(|id| points(id).1).sum::<u8>();
    let lead = |id: &str| game(id).scenario.start_points[0].points;
    assert_eq!(gain, lead("turn-0") - lead("standard"));
}

#[test]
fn control_at_the_start_is_as_stated() {
    let mut checks = Checks::default();
    let control = |id: &str| board().area(game("standard").area(id)).control;
    for area in board().areas.iter().filter(|area| area.theatre == Theatre::Atlantic) {
        checks.that(area.control.is_none(), format!("{} is controlled", area.id));
    }
    for id in ["arabian-sea", "aleutians", "gulf-of-alaska", "bismarck-sea", "north-pacific"] {
        checks.that(control(id).is_none(), format!("{id} is controlled"));
    }
    for id in ["hawaiian-islands", "french-polynesia", "central-pacific", "indonesia"] {
        checks.that(control(id) == Some(Camp::ALLIES), format!("{id} is not Allied"));
    }
    for id in ["home-islands", "marshalls", "marianas"] {
        checks.that(control(id) == Some(Camp::AXIS), format!("{id} is not Japanese"));
    }
    checks.done();
}

#[test]
fn stated_neighbours_stand() {
    assert_eq!(
        neighbours("mid-atlantic"),
        [
            "air-gap",
            "bay-of-biscay",
            "caribbean-sea",
            "eastern-seaboard",
            "south-atlantic",
            "western-approaches"
        ]
    );
    assert_eq!(
        neighbours("south-atlantic"),
        ["bay-of-biscay", "cape-of-good-hope", "caribbean-sea", "mid-atlantic", "western-mediterranean"]
    );
    assert!(neighbours("western-mediterranean").contains(&"eastern-mediterranean"));
}

#[test]
fn four_passages_lie_where_the_rules_say() {
    let standard = game("standard");
    let between = |a: &str, b: &str| board().passage(standard.area(a), standard.area(b));
    let told = |a: &str, b: &str| between(a, b).map(|it| (it.id.as_str(), it.effect));
    assert_eq!(told("western-mediterranean", "south-atlantic"), Some(("gibraltar", Effect::ExtraArea)));
    assert_eq!(told("north-sea", "bay-of-biscay"), Some(("english-channel", Effect::ExtraArea)));
    assert_eq!(told("arabian-sea", "eastern-mediterranean"), Some(("suez-canal", Effect::Closed)));
    assert_eq!(told("north-sea", "western-approaches"), None);
    let shores = between("north-sea", "bay-of-biscay").unwrap().bases.iter();
    assert_eq!(shores.map(|id| board().base(*id).id.as_str()).collect::<Vec<_>>(), ["england", "brest"]);
    let panama = board().passages.iter().find(|it| it.id == "panama-canal").unwrap();
    assert_eq!((panama.effect, panama.link), (Effect::SecondAreaExit, None));
    assert_eq!(standard.names(&panama.exits), ["french-polynesia", "hawaiian-islands"]);
    let barred = board().barred.iter().map(|it| (it.area, it.side, it.except.as_slice()));
    let baltic = (standard.area("baltic-sea"), Camp::ALLIES, [Nation::Su].as_slice());
    assert_eq!(barred.collect::<Vec<_>>(), [baltic]);
}

#[test]
fn first_controllers_are_those_of_tables_1_and_2() {
    let table: [(Option<Nation>, &str); 8] = [
        (
            Some(Nation::Gb),
            "andaman-islands australia england gibraltar malta port-moresby simons-town singapore suez trincomalee",
        ),
        (Some(Nation::Fr), "brest diego-suarez noumea saigon toulon"),
        (
            Some(Nation::Us),
            "attu-kiska dutch-harbor johnston-island midway panama-canal pearl-harbor philippines samoa usa",
        ),
        (Some(Nation::De), "germany norway"),
        (Some(Nation::It), "spezia taranto tripoli"),
        (Some(Nation::Jp), "kwajalein maloelap okinawa saipan truk yokosuka"),
        (Some(Nation::Su), "leningrad murmansk"),
        (None, "addu-atoll guadalcanal lae neutral-port"),
    ];
    for (nation, want) in table {
        let here = board().bases.iter().filter(|base| base.nation == nation);
        let mut ids = here.map(|base| base.id.as_str()).collect::<Vec<_>>();
        ids.sort_unstable();
        assert_eq!(ids.join(" "), want);
    }
    assert!(board().bases.iter().all(|base| base.owner == base.nation.map(Nation::side)));
}

#[test]
fn stated_contacts_stand() {
    let mut checks = Checks::default();
    for (place, want) in [
        ("taranto", &["eastern-mediterranean", "western-mediterranean"][..]),
        ("truk", &["bismarck-sea", "marianas", "marshalls"]),
        ("lae", &["bismarck-sea", "indonesia"]),
        ("port-moresby", &["coral-sea", "indian-ocean"]),
        ("philippines", &["indonesia", "marianas"]),
        ("spezia", &["western-mediterranean"]),
        ("toulon", &["western-mediterranean"]),
        ("brest", &["bay-of-biscay"]),
        ("saigon", &["indonesia"]),
        ("leningrad", &["baltic-sea"]),
    ] {
        checks.that(touched(place) == want, format!("{place} touches {:?}", touched(place)));
    }
    for (place, area) in [
        ("guadalcanal", "bismarck-sea"),
        ("malta", "western-mediterranean"),
        ("tripoli", "western-mediterranean"),
        ("diego-suarez", "cape-of-good-hope"),
        ("simons-town", "cape-of-good-hope"),
        ("pearl-harbor", "hawaiian-islands"),
        ("yokosuka", "home-islands"),
        ("murmansk", "barents"),
        ("samoa", "french-polynesia"),
        ("suez", "eastern-mediterranean"),
    ] {
        checks.that(touched(place).contains(&area), format!("{place} does not touch {area}"));
    }
    checks.that(!touched("kwajalein").contains(&"bismarck-sea"), "Kwajalein touches the Bismarck Sea");
    let axis_base = |place: &str| {
        let base = game("standard").base(place);
        base.kind == BaseKind::Base && base.owner == Some(Camp::AXIS)
    };
    let near = board().area(game("standard").area("western-approaches")).bases.iter();
    let near = near.filter(|id| axis_base(&board().base(**id).id)).count();
    checks.that(near == 0, "an Axis base touches Western Approaches");
    checks.done();
}

#[test]
fn ports_and_bases_are_as_stated() {
    let mut checks = Checks::default();
    let standard = game("standard");
    for place in [
        "usa",
        "england",
        "taranto",
        "germany",
        "norway",
        "brest",
        "toulon",
        "murmansk",
        "leningrad",
        "pearl-harbor",
        "yokosuka",
    ] {
        checks.that(standard.base(place).kind == BaseKind::Port, format!("{place} is no port"));
    }
    for place in [
        "lae",
        "guadalcanal",
        "port-moresby",
        "addu-atoll",
        "philippines",
        "diego-suarez",
        "noumea",
        "spezia",
        "malta",
        "midway",
        "attu-kiska",
    ] {
        checks.that(standard.base(place).kind == BaseKind::Base, format!("{place} is no base"));
    }
    for place in ["germany", "norway", "murmansk", "leningrad", "neutral-port"] {
        checks.that(!standard.base(place).capturable, format!("{place} can be captured"));
    }
    let no_air = board().bases.iter().filter(|base| !base.lba).map(|base| base.id.as_str());
    checks.that(no_air.eq(["murmansk", "leningrad", "neutral-port"]), "places without air units");
    for place in ["murmansk", "leningrad", "addu-atoll"] {
        checks.that(standard.base(place).active_from == 3, format!("{place} opens on another turn"));
    }
    let spezia = standard.base("spezia");
    checks.that(spezia.active_from == u8::MAX && spezia.opened_by.is_some(), "Spezia is open");
    let joined = standard.base("norway").joined_with.map(|id| board().base(id).id.as_str());
    checks.that(joined == Some("germany"), "Norway and Germany are two ports");
    checks.done();
}

#[test]
fn repair_points_are_as_stated() {
    let standard = game("standard");
    for (place, points) in
        [("usa", 10), ("yokosuka", 6), ("leningrad", 2), ("murmansk", 1), ("pearl-harbor", 0)]
    {
        assert_eq!((standard.base(place).repair, standard.base(place).repairs), (points, true), "{place}");
    }
    assert_eq!(standard.base("pearl-harbor").schedule, Some(Schedule { step: 3, most: 15 }));
    for place in ["brest", "toulon"] {
        assert_eq!(standard.base(place).repairs_only, Some(Camp::AXIS), "{place}");
    }
    for (place, other) in [("norway", "germany"), ("panama-canal", "pearl-harbor")] {
        let base = standard.base(place);
        assert!(base.repairs && base.repair == 0);
        assert_eq!(base.shared_with.map(|id| board().base(id).id.as_str()), Some(other));
    }
    for base in board().bases.iter().filter(|base| base.kind != BaseKind::Port) {
        assert!(!base.repairs, "{} repairs", base.id);
    }
}

#[test]
fn places_change_hands_on_their_turns() {
    let over = |place: &str| {
        game("standard").base(place).turns_over.iter().map(|it| (it.turn, it.to)).collect::<Vec<_>>()
    };
    assert_eq!(over("brest"), [(2, Some(Nation::De))]);
    assert_eq!(over("toulon"), [(2, Some(Nation::De))]);
    assert_eq!(over("diego-suarez"), [(2, None)]);
    assert_eq!(over("noumea"), [(2, None)]);
    assert_eq!(over("saigon"), [(3, Some(Nation::Jp))]);
    assert_eq!(over("addu-atoll"), [(3, Some(Nation::Gb))]);
    assert_eq!(board().bases.iter().filter(|base| !base.turns_over.is_empty()).count(), 6);
}

#[test]
fn holding_boxes_are_those_of_the_rules() {
    let boxes = board().boxes.iter().map(|it| it.id.as_str()).collect::<Vec<_>>();
    for want in ["phrf", "lu-w", "lu-x", "lu-y", "lu-z", "vichy-toulon", "vichy-fna"] {
        assert!(boxes.contains(&want), "{want}");
    }
}

#[test]
fn places_are_found_by_id_name_and_other_names() {
    let board = board();
    assert_eq!(board.base_named("Yokosuka Navy Yard"), board.base_named("yokosuka"));
    assert_eq!(board.base_named("YNY"), board.base_named("yokosuka"));
    assert_eq!(board.area_named("Japanese Islands"), board.area_named("home-islands"));
    assert_eq!(board.area_named("nowhere"), None);
    let mut names = BTreeSet::new();
    for row in rows("areas", "areas").iter().chain(&rows("ports", "ports")) {
        assert!(names.insert(id(row).to_owned()), "{} stands there twice", id(row));
    }
}
