//! Ports and their boxes on the mats.

use std::collections::BTreeSet;

use sealord::rules::seas_of_thunder::board::{Capacity, Holder, Mat, Passage, Port, ZoneId};
use sealord::rules::seas_of_thunder::pieces::{Class, Nation, Nation::*};
use sealord::rules::two_sided::Camp;

use crate::data::{Checks, at_start, game, rows};

/// Where a nation stands: in a scenario, at its start or later.
fn side_of(nation: Nation, number: usize, start: bool) -> Option<Camp> {
    match nation {
        Uk | Usa | Ussr | Netherlands | Greece | Cuba | Brazil | Chile | Peru => Some(Camp::ALLIES),
        Germany | Italy | Japan | Romania | Finland => Some(Camp::AXIS),
        France if number == 1 || number >= 5 || (number == 2 && start) => Some(Camp::ALLIES),
        Norway if number == 2 && start => Some(Camp::ALLIES),
        Yugoslavia if number == 2 => Some(Camp::ALLIES),
        France | Norway | Yugoslavia => Some(Camp::AXIS),
        Turkey | Sweden | Spain | Argentina => None,
    }
}

/// The ids of the ports that fit.
fn those(number: usize, fits: impl Fn(&Port) -> bool) -> BTreeSet<&'static str> {
    game(number).ports().filter(|port| fits(port)).map(|port| port.id.as_str()).collect()
}

/// Checks one box.
fn check_mat(checks: &mut Checks, port: &Port, number: usize, mat: &Mat, start: bool) {
    let at = format!("{} in scenario {number}{}", port.id, if start { ", start" } else { "" });
    let listed = mat.ships.iter().chain(&mat.lba);
    match mat.holder {
        Holder::Nobody => {
            let empty = mat.ships.is_empty() && mat.lba.is_empty() && mat.capacity == Capacity::Ships(0);
            checks.that(empty, format!("{at}: on no mat, but not empty"));
        }
        Holder::Neutral if port.id == "istanbul" => {
            checks.that(
                mat.ships == [Turkey] && mat.capacity == Capacity::Unlimited,
                format!("{at}: waits for Turkey"),
            );
        }
        Holder::Neutral => {
            let guests =
                mat.ships.iter().all(|it| matches!(it, Germany | Italy | Japan)) && !mat.ships.is_empty();
            checks.that(
                guests && mat.lba.is_empty() && mat.capacity == Capacity::Neutral,
                format!("{at}: neutral"),
            );
        }
        Holder::Camp(side) => {
            let room = matches!(mat.capacity, Capacity::Unlimited | Capacity::Ships(1..));
            checks.that(room && !mat.ships.is_empty(), format!("{at}: holds nobody"));
            for nation in listed {
                checks.that(
                    side_of(*nation, number, start) == Some(side),
                    format!("{at}: {nation} is not {side}"),
                );
            }
        }
    }
    for list in [&mat.ships, &mat.lba] {
        checks
            .that(list.iter().collect::<BTreeSet<_>>().len() == list.len(), format!("{at}: a nation twice"));
    }
}

#[test]
fn boxes_are_sound() {
    let mut checks = Checks::default();
    for number in 1..=7 {
        let (scenario, ports) = (&game(number).scenario, game(number).ports());
        for port in ports {
            check_mat(&mut checks, port, number, &port.mat, false);
            if let Some(start) = &port.start {
                checks.that(
                    matches!(number, 2 | 4 | 7),
                    format!("{} in scenario {number}: a start box", port.id),
                );
                check_mat(&mut checks, port, number, start, true);
            }
            let from = port.mat.from_turn;
            let fits = from == 0 || (scenario.first_turn < from && from <= scenario.last_turn);
            checks.that(fits, format!("{} in scenario {number}: from turn {from}", port.id));
        }
    }
    checks.done();
}

/// SOT-2.0-10: a mat for each side of each scenario, two sides of the map, and counters for all that the data
/// name. Dice and combat mats are no data.
#[test]
fn the_parts_of_the_game_are_as_counted() {
    let mut checks = Checks::default();
    let mats: BTreeSet<(usize, Camp)> = (1..=7)
        .flat_map(|number| {
            let holders = game(number).ports().map(|port| port.mat.holder);
            holders.filter_map(move |holder| match holder {
                Holder::Camp(side) => Some((number, side)),
                Holder::Neutral | Holder::Nobody => None,
            })
        })
        .collect();
    checks.that(mats.len() == 14, format!("mats: {mats:?}"));
    for row in rows("ports", "ports") {
        let named: Vec<&String> = row["mats"].as_object().unwrap().keys().collect();
        let all = ["S1", "S2", "S3", "S4", "S5", "S6", "S7"];
        checks.that(named == all, format!("{} is on the mats {named:?}", row["id"]));
    }
    let maps: BTreeSet<String> =
        rows("scenarios", "scenarios").iter().map(|row| row["map"].to_string()).collect();
    checks.that(maps.len() == 2, format!("maps: {maps:?}"));
    let lists = [("units", "units"), ("lba", "lba"), ("convoys", "tokens")];
    let pieces: usize = lists.iter().map(|(file, list)| rows(file, list).len()).sum();
    checks.that(pieces <= 1400, format!("{pieces} pieces"));
    checks.done();
}

#[test]
fn ports_lie_where_their_zones_are() {
    let mut checks = Checks::default();
    let board = &game(1).board;
    checks.that(board.ports.len() == 134, format!("{} ports", board.ports.len()));
    for words in [|port: &Port| port.id.clone(), |port: &Port| port.name.clone()] {
        checks.that(
            board.ports.iter().map(words).collect::<BTreeSet<_>>().len() == 134,
            "two ports share a name or id",
        );
    }
    for port in &board.ports {
        checks.that(
            (1..=2).contains(&port.zones.len()),
            format!("{} touches {} zones", port.id, port.zones.len()),
        );
        if let [a, b] = port.zones[..] {
            checks.that(board.zone(a).adjacent.contains(&b), format!("{}: its zones do not touch", port.id));
        }
        for zone in &port.zones {
            let near = (board.zone(*zone).x - port.x).abs() < 45.0 || port.id == "panama";
            checks.that(near, format!("{} is far from zone {}", port.id, zone.0));
        }
    }
    checks.done();
}

#[test]
fn no_port_leads_round_a_link() {
    let mut checks = Checks::default();
    for number in 1..=7 {
        let board = &game(number).board;
        for (port, link) in
            board.ports.iter().flat_map(|port| board.links.iter().map(move |link| (port, link)))
        {
            if port.zones != [link.zones.0, link.zones.1] {
                continue;
            }
            let hindered = match link.passage {
                Passage::Minefield { against, .. } => against,
                Passage::Only(side) => side.enemy(),
                Passage::Open | Passage::Closed | Passage::Bosporus { .. } => {
                    checks.that(port.id == "istanbul", format!("{} sees both sides of {}", port.id, link.id));
                    continue;
                }
            };
            let round = port.mat.holder == Holder::Camp(hindered) && !port.mat.ships.is_empty();
            checks.that(
                !round,
                format!("{} leads the {hindered} round {} in scenario {number}", port.id, link.id),
            );
        }
    }
    checks.done();
}

/// SOT-2.0-11.
#[test]
fn ports_of_europe_and_the_atlantic_are_as_stated() {
    let mut checks = Checks::default();
    let flag = |nation| those(1, |port| port.flag == Some(nation));
    checks.that(flag(Germany) == BTreeSet::from(["hamburg", "kiel", "konigsberg"]), "German flags");
    let held = those(2, |port| port.mat.captured && port.mat.ships.contains(&Germany));
    let want =
        BTreeSet::from(["amsterdam", "bergen", "brest", "copenhagen", "le_havre", "oslo", "trondheim"]);
    checks.that(held == want, format!("held by Germany in scenario 2: {held:?}"));
    checks.that(game(2).port("portsmouth").mat.ships == [Uk, Netherlands], "Portsmouth in scenario 2");
    let oslo = game(2).port("oslo");
    let lists = oslo.mat.ships.iter().copied().collect::<BTreeSet<_>>();
    checks.that(
        lists == BTreeSet::from([Germany, Norway]) && oslo.zones.contains(&ZoneId(10)),
        "Oslo in scenario 2",
    );
    let amsterdam = game(2).port("amsterdam");
    checks.that(at_start(amsterdam).ships == [Netherlands], "Amsterdam at the start of scenario 2");
    checks.that(amsterdam.mat.holder == Holder::Camp(Camp::AXIS), "Amsterdam later in scenario 2");
    for id in ["brest", "le_havre"] {
        checks.that(!game(2).port(id).mat.ships.contains(&France), format!("Vichy in {id}"));
    }
    for id in ["martinique", "casablanca", "dakar", "algiers", "saigon"] {
        let mat = &game(2).port(id).mat;
        checks.that(
            mat.holder == Holder::Camp(Camp::AXIS) && mat.ships == [France],
            format!("{id} is not Vichy"),
        );
    }
    checks.that(game(3).port("leningrad").mat.capacity == Capacity::Ships(9), "Leningrad in scenario 3");
    checks.that(game(3).port("murmansk").mat.capacity == Capacity::Unlimited, "Murmansk in scenario 3");
    let crete = &game(2).port("crete").mat;
    checks.that(
        crete.ships.contains(&Greece) && crete.ships.contains(&Uk) && crete.lba == [Uk],
        "Crete in scenario 2",
    );
    for number in 3..=5 {
        let port = game(number).port("constanta");
        let takes = [Romania, Germany, Italy].iter().all(|nation| port.mat.ships.contains(nation));
        checks.that(takes && port.zones == [ZoneId(36)], format!("Constanta in scenario {number}"));
        for id in ["piraeus", "salonika", "crete"] {
            let axis = game(number).port(id).mat.holder == Holder::Camp(Camp::AXIS);
            checks.that(axis, format!("{id} is not Axis in scenario {number}"));
        }
        let greek = game(number).ports().filter(|port| port.mat.ships.contains(&Greece)).collect::<Vec<_>>();
        let hosts = greek.iter().filter_map(|port| port.flag).collect::<BTreeSet<_>>();
        checks.that(
            greek.len() >= 2 && hosts == BTreeSet::from([Uk, France]),
            format!("Greeks in scenario {number}"),
        );
    }
    let british = those(1, |port| port.mat.presence == Some(Uk));
    for id in ["gibraltar", "bermuda", "ascension", "portsmouth"] {
        checks.that(british.contains(id), format!("{id} is no British base in scenario 1"));
    }
    checks.done();
}

/// SOT-2.0-12.
#[test]
fn ports_overseas_are_as_stated() {
    let mut checks = Checks::default();
    for number in 1..=7 {
        let game = game(number);
        checks.that(
            game.port("tianjin").mat.lba.is_empty(),
            format!("air units from Tianjin in scenario {number}"),
        );
        let buenos_aires = game.port("buenos_aires").mat.capacity;
        checks.that(buenos_aires == Capacity::Neutral, format!("Buenos Aires in scenario {number}"));
        let istanbul = game.port("istanbul").mat.holder;
        checks.that(istanbul == Holder::Neutral, format!("Istanbul in scenario {number}"));
        let callao = game.port("el_callao").mat.lba.contains(&Usa);
        checks
            .that(number < 4 || callao, format!("no American air units from El Callao in scenario {number}"));
    }
    let tianjin = game(2).port("tianjin").mat.ships.iter().copied().collect::<BTreeSet<_>>();
    checks.that(tianjin == BTreeSet::from([Italy, Germany]), "Tianjin in scenario 2");
    let massawa = game(2).port("massawa");
    checks.that(massawa.mat.ships == [Italy] && massawa.zones == [ZoneId(73)], "Massawa in scenario 2");
    for id in ["rabaul", "lae", "hong_kong", "singapore", "rangoon"] {
        let port = game(1).port(id);
        let british = port.flag == Some(Uk) && port.mat.ships == [Uk];
        checks.that(british && port.mat.holder == Holder::Camp(Camp::ALLIES), format!("{id} in scenario 1"));
    }
    let mine = |mat: &Mat, nation| {
        mat.ships.contains(&nation) && side_of(nation, 4, true).map(Holder::Camp) == Some(mat.holder)
    };
    for id in ["wake_island", "guam", "manila"] {
        let port = game(4).port(id);
        checks
            .that(port.flag == Some(Usa) && mine(at_start(port), Usa), format!("{id} in scenario 4, start"));
    }
    // Nobody's at the start; the Japanese rebase there, and to Saigon beside the French.
    for id in ["tarawa", "guadalcanal"] {
        let port = game(4).port(id);
        let nobody = at_start(port).holder == Holder::Nobody;
        checks.that(nobody && mine(&port.mat, Japan), format!("{id} in scenario 4"));
    }
    let saigon = game(4).port("saigon");
    let joined = !at_start(saigon).ships.contains(&Japan) && mine(&saigon.mat, Japan);
    checks.that(game(1).port("saigon").mat.ships == [France] && joined, "Saigon in scenarios 1 and 4");
    let dutch = those(1, |port| port.flag == Some(Netherlands));
    let want = BTreeSet::from(["amsterdam", "banda_aceh", "batavia", "curacao", "morotai"]);
    checks.that(dutch == want, format!("Dutch flags: {dutch:?}"));
    for id in ["curacao", "batavia", "morotai", "banda_aceh"] {
        checks.that(game(2).port(id).mat.ships == [Netherlands], format!("{id} in scenario 2"));
    }
    let black =
        those(7, |port| port.mat.ships == [Ussr] && port.zones.iter().all(|zone| matches!(zone.0, 36 | 37)));
    let room =
        |id: &&str| matches!(game(7).port(id).mat.capacity, Capacity::Unlimited | Capacity::Ships(3..));
    checks.that(black.len() >= 2 && black.iter().all(room), format!("Soviet Black Sea ports: {black:?}"));
    checks.done();
}

#[test]
fn what_holds_at_the_start_only_is_listed() {
    let mut checks = Checks::default();
    for (row, number) in rows("scenarios", "scenarios").iter().zip(1..) {
        let mut listed = BTreeSet::new();
        for (key, at_first) in [("start_only_ports", true), ("closed_at_start", false)] {
            for entry in row[key].as_array().unwrap() {
                let nation = Nation::named(entry["nation"].as_str().unwrap()).unwrap();
                for id in entry["ports"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()) {
                    let port = game(number).port(id);
                    let (first, later) =
                        (at_start(port).ships.contains(&nation), port.mat.ships.contains(&nation));
                    checks.that(
                        first == at_first && later != at_first,
                        format!("{nation} in {id}, scenario {number}"),
                    );
                    listed.insert((nation, id.to_owned()));
                }
            }
        }
        for port in game(number).ports() {
            for nation in at_start(port).ships.iter().filter(|nation| !port.mat.ships.contains(nation)) {
                let told = listed.contains(&(*nation, port.id.clone())) || (number == 2 && *nation == Norway);
                checks.that(
                    told,
                    format!("{nation} may start in {}, scenario {number} does not say so", port.id),
                );
            }
        }
    }
    checks.done();
}

#[test]
fn presence_falls_on_ports_that_can_bear_it() {
    let mut checks = Checks::default();
    let counts = [
        (1, Uk, 29),
        (2, Uk, 29),
        (3, Uk, 29),
        (4, Uk, 25),
        (5, Uk, 25),
        (6, Uk, 0),
        (7, Uk, 0),
        (1, France, 15),
    ];
    for (number, nation, want) in counts {
        let found = those(number, |port| port.mat.presence == Some(nation)).len();
        checks.that(found == want, format!("scenario {number}: {found} ports of {nation}, not {want}"));
    }
    for number in 1..=7 {
        for port in game(number).ports() {
            let Some(nation) = port.mat.presence else { continue };
            let at = format!("{} in scenario {number}", port.id);
            let Some(duty) = game(number).scenario.presence.iter().find(|it| it.nation == nation) else {
                checks.that(false, format!("{at}: {nation} has no duty"));
                continue;
            };
            let room = match port.mat.capacity {
                Capacity::Ships(ships) => ships >= duty.minimum,
                Capacity::Unlimited => true,
                Capacity::Neutral => false,
            };
            let its = port.flag == Some(nation) && port.mat.ships.contains(&nation);
            checks.that(room && its, format!("{at}: cannot bear the duty"));
        }
    }
    checks.done();
}

#[test]
fn fleets_of_scenario_1_have_room() {
    let mut checks = Checks::default();
    for (nation, berths) in [(Uk, Some(177)), (France, None), (Germany, None)] {
        let ports = game(1)
            .ports()
            .filter(|port| port.mat.ships.contains(&nation) && port.mat.holder != Holder::Neutral);
        let room = ports.map(|port| match port.mat.capacity {
            Capacity::Ships(ships) => usize::from(ships),
            Capacity::Unlimited => 10_000,
            Capacity::Neutral => 1,
        });
        let room = room.sum::<usize>();
        checks.that(berths.is_none_or(|it| it == room), format!("{nation}: {room} berths"));
        let counters = &game(1).pieces.counters.0;
        let ships = counters.iter().filter(|it| it.nation == nation && it.class.is_ship()).count();
        checks.that(ships <= room, format!("{nation}: {ships} ships with those to come, {room} berths"));
    }
    checks.done();
}

/// SOT-15-6, SOT-15-7.
#[test]
fn bases_of_scenario_1_are_national() {
    let mut checks = Checks::default();
    for port in game(1).ports() {
        let lists = |nation| port.mat.ships.contains(&nation) || port.mat.lba.contains(&nation);
        checks.that(!(lists(Uk) && lists(France)), format!("{} lists British and French", port.id));
    }
    let german = game(1).ports().filter(|port| port.mat.lba.contains(&Germany));
    let reach = german.flat_map(|port| port.zones.clone()).collect::<BTreeSet<_>>();
    checks
        .that(reach == BTreeSet::from([ZoneId(9), ZoneId(10)]), format!("German air units reach {reach:?}"));
    checks.done();
}

#[test]
fn every_unit_of_scenario_1_has_a_port() {
    let mut checks = Checks::default();
    let scenario = &game(1).scenario;
    for unit in &game(1).pieces.counters.0 {
        let side = scenario.side_of(unit.nation).map(Holder::Camp);
        let legal = |port: &&Port| {
            let list = if unit.class == Class::Lba { &port.mat.lba } else { &port.mat.ships };
            list.contains(&unit.nation) && Some(port.mat.holder) == side
        };
        checks.that(game(1).ports().any(|port| legal(&port)), format!("{} has no port", unit.name));
    }
    checks.done();
}

#[test]
fn every_nation_can_deploy_rebase_and_be_reinforced() {
    let mut checks = Checks::default();
    for number in 1..=7 {
        let scenario = &game(number).scenario;
        for side in [Camp::AXIS, Camp::ALLIES] {
            for nation in &scenario.sides_of_nation[side] {
                let nation = scenario.treated_as.iter().find(|it| it.0 == *nation).map_or(*nation, |it| it.1);
                let starts = |port: &&Port| {
                    at_start(port).ships.contains(&nation) && at_start(port).holder == Holder::Camp(side)
                };
                let any = |fits: &dyn Fn(&&Port) -> bool| game(number).ports().any(|port| fits(&port));
                checks.that(any(&starts), format!("scenario {number}: {nation} cannot deploy"));
                let rebases = |port: &&Port| port.mat.ships.contains(&nation);
                checks.that(any(&rebases), format!("scenario {number}: {nation} cannot rebase"));
                let arrives = |port: &&Port| port.flag == Some(nation) && rebases(port);
                let without = (nation == Greece && number >= 3) || (nation == Norway && number == 2);
                checks.that(
                    without || any(&arrives),
                    format!("scenario {number}: {nation} has no port of its flag"),
                );
            }
        }
    }
    checks.done();
}
