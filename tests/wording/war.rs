//! What reports of Seas of Thunder say of the whole war: theatres, what combats came to, losses, the score
//! sheet.

use std::collections::BTreeSet;

use sealord::report::Format;
use sealord::rules::seas_of_thunder::state::Columns;
use serde_json::{Value, json};

use super::super::{MATCH, small, unit, written};

/// What `tables.yaml` of the game holds.
fn tables() -> Value {
    serde_yaml::from_str(include_str!("../../templates/seas-of-thunder/tables.yaml")).unwrap()
}

/// The texts in a field of each item of a list, whether it holds one or several.
fn texts(list: &Value, field: &str) -> Vec<String> {
    let items = list.as_array().unwrap().iter().flat_map(|item| match &item[field] {
        Value::Array(texts) => texts.clone(),
        text => vec![text.clone()],
    });
    items.map(|text| text.as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_area_belongs_to_one_theatre() {
    let tables = tables();
    let listed = texts(&tables["theatres"], "areas");
    let areas: BTreeSet<&str> = listed.iter().map(String::as_str).collect();
    assert_eq!(listed.len(), areas.len());
    let zones = MATCH[0].view["zones"].as_array().unwrap();
    let known: BTreeSet<&str> = zones.iter().map(|zone| zone["area"].as_str().unwrap()).collect();
    assert_eq!(areas, known);
}

#[test]
fn every_column_stands_on_the_score_sheet() {
    let tables = tables();
    let listed = texts(&tables["sheet"], "of");
    let columns = serde_json::to_value(Columns::default()).unwrap();
    for column in columns.as_object().unwrap().keys() {
        assert!(listed.contains(column), "templates/seas-of-thunder/tables.yaml has no column `{column}`");
    }
}

/// The rows of a text report's score sheet below a side's heading: the last word of each.
fn sheet(report: &str, side: &str) -> Vec<i64> {
    let sheet = report.split("SCORE SHEET\n").nth(1).unwrap();
    let rows = sheet.lines().skip_while(|line| line.split_whitespace().next() != Some(side)).skip(1);
    let numbers =
        rows.take_while(|line| !line.is_empty()).map(|line| line.split_whitespace().last().unwrap());
    numbers.map(|number| number.parse().unwrap()).collect()
}

#[test]
fn the_score_sheet_sums_up() {
    for packet in MATCH.iter() {
        let report = written(packet, Format::Text);
        let score = &packet.view["score"];
        for (side, title) in [("axis", "Axis"), ("allies", "Allies")] {
            let rows = sheet(&report, title);
            let turns = score["turns"].as_array().unwrap().len();
            assert_eq!(rows.len(), turns + 2, "turns, the scenario, the total:\n{report}");
            let sum: i64 = rows[..turns].iter().sum();
            assert_eq!((rows[turns], rows[turns + 1]), (sum, sum), "{report}");
            assert_eq!(Some(sum), score["total"][side].as_i64());
            // The columns of each turn add up to its total.
            let sheet = report.split("SCORE SHEET\n").nth(1).unwrap();
            let lines =
                sheet.lines().skip_while(|line| line.split_whitespace().next() != Some(title)).skip(1);
            for line in lines.take(turns) {
                let numbers: Vec<i64> =
                    line.split_whitespace().skip(1).map(|it| it.parse().unwrap()).collect();
                let (total, cells) = numbers.split_last().unwrap();
                assert_eq!(cells.iter().sum::<i64>(), *total, "{line}");
            }
        }
    }
}

fn chapter(zone: u64, name: &str, lines: Value) -> Value {
    json!({"title": format!("turn 1 (Q3 1939), combat: {name} ({zone})"), "zone": zone, "lines": lines})
}

/// A combat in the North Sea and one in the Guiana Basin; told out of order.
fn two_combats() -> Vec<Value> {
    let hood = unit("Hood", "BC", "9-10-3", "British");
    let lutzow = unit("Lutzow", "CA", "6-4-9", "German");
    let mat = |side: &str, ship: &Value| {
        json!({"kind": "mat-revealed", "rule": "SOT-5.5-6", "zone": "", "side": side, "aside": [],
               "boxes": [{"box": "Surface Line", "units": [ship]}]})
    };
    let sunk = json!({"kind": "sunk", "rule": "SOT-5.5.2-3", "zone": "", "side": "allies", "unit": hood, "by": "axis"});
    let convoy = json!({"kind": "convoy-attacked", "rule": "SOT-5.5.4.9-2", "zone": "", "convoy": "allies", "by": "axis",
                        "units": [lutzow], "dice": [3], "sunk": true});
    let ended = json!({"kind": "battle-ended", "rule": "SOT-5.5-7", "zone": ""});
    vec![
        chapter(40, "Guiana Basin", json!([mat("axis", &lutzow), convoy, ended])),
        chapter(9, "North Sea", json!([mat("axis", &lutzow), mat("allies", &hood), sunk, ended])),
    ]
}

#[test]
fn combats_are_told_by_theatre_and_first_what_they_came_to() {
    let mut packet = small();
    packet.view["story"] = json!(two_combats());
    let report = written(&packet, Format::Text);
    let told = "\n  HOME WATERS AND THE ARCTIC\n  - North Sea (9): German 1 ship against British 1 ship. Sunk: Allies 1\n    \
                (Hood). Left there: own 1, enemy 3.\n\n  North Sea (9)\n  - Axis mat: Surface Line: Lutzow (CA \
                6-4-9). (SOT-5.5-6)\n  - Allied mat: Surface Line: Hood (BC 9-10-3). (SOT-5.5-6)\n  - Hood is sunk by \
                the Axis. (SOT-5.5.2-3)\n\n  SOUTH ATLANTIC AND SOUTHERN OCEAN\n  - Guiana Basin (40): German 1 ship \
                alone. Convoys sunk: Allies 1.\n";
    assert!(report.contains(told), "{report}");
    let html = written(&packet, Format::Html);
    let combat = "<details class=\"combat\" open>\n<summary><b>North Sea (9)</b> German 1 ship against British 1 ship. \
                  Sunk: Allies 1 (Hood). Left there: own 1, enemy 3.</summary>";
    assert!(html.contains(combat), "{html}");
}

#[test]
fn many_combats_are_folded_away() {
    let mut packet = small();
    let more = (50..55).map(|zone| chapter(zone, "Far Sea", two_combats()[1]["lines"].clone()));
    packet.view["story"] = two_combats().into_iter().chain(more).collect();
    let html = written(&packet, Format::Html);
    assert!(html.contains("<details class=\"combat\">") && !html.contains("<details class=\"combat\" open>"));
}

#[test]
fn a_judgement_says_who_holds_the_zone_of_a_combat() {
    let mut packet = small();
    let zones = json!([{"zone": "North Sea (9)", "control": "axis"}]);
    let judged = json!({"kind": "control-judged", "rule": "SOT-6.0-1", "zones": zones});
    let scoring = json!({"title": "turn 1 (Q3 1939), scoring", "zone": null, "lines": [judged]});
    packet.view["story"] = two_combats().into_iter().chain([scoring]).collect();
    for zone in packet.view["zones"].as_array_mut().unwrap() {
        zone["control"] = json!(null);
        zone["control_before"] = json!("allies");
    }
    packet.view["zones"][0]["control"] = json!("axis");
    let report = written(&packet, Format::Text);
    assert!(report.contains("Allies 1\n    (Hood). The Axis holds it.\n"), "{report}");
    assert!(report.contains("Convoys sunk: Allies 1. Nobody\n    holds it.\n"), "{report}");
    let zones = "  Zones:       Axis 1 (new: North Sea); Allies 0 (no longer: North Sea, Guiana\n               Basin, \
                 Ascension Basin); contested 0\n";
    assert!(report.contains(zones), "{report}");
    let summary = "  Ships sunk:  Allies 1 (Hood)\n  Convoys:     sunk: Allies 1\n  Combats:     2 zones, the heaviest:\n  \
                   - North Sea (9):";
    assert!(report.contains(summary), "{report}");
}

#[test]
fn losses_stand_in_a_table_by_navy_and_class() {
    let mut packet = small();
    packet.view["turn"] = json!(2);
    let lost = |side: &str, name: &str, class: &str, navy: &str, turn: u64| json!({"side": side, "unit": unit(name, class, "1-1-1", navy), "turn": turn});
    packet.view["sunk"] = json!([
        lost("axis", "Tannenberg", "ML", "German", 1),
        lost("allies", "Hood", "BC", "British", 2),
        lost("allies", "Bearn", "CV", "French", 1),
        lost("allies", "Repulse", "BC", "British", 1),
    ]);
    let report = written(&packet, Format::Text);
    let table = [
        "LOSSES SO FAR, AND THOSE OF THIS TURN",
        "  Navy            BC   CV   ML  All",
        "  German                     1    1",
        "  British          2              2",
        "    this turn      1              1",
        "  French                1         1",
        "  The Axis                   1    1",
        "  The Allies       2    1         3",
        "    this turn      1              1",
        "",
    ]
    .join("\n");
    assert!(report.contains(&table), "{report}");
    let markdown = written(&packet, Format::Markdown);
    assert!(markdown.contains("| British | 2 (1) |  |  | 2 (1) |\n"), "{markdown}");
}

#[test]
fn arrivals_and_tracks_stand_in_tables() {
    let mut packet = small();
    let hood = unit("Hood", "BC", "9-10-3", "British");
    let group = json!({"place": "Kiel", "units": [unit("Lutzow", "CA", "6-4-9", "German")], "stacks": []});
    let counted =
        json!({"place": "Portsmouth", "units": [], "stacks": [{"navy": "British", "ships": 1, "lba": 0}]});
    let came = |side: &str, units: Value, groups: Value| json!({"kind": "reinforced", "rule": "SOT-5.1-1", "side": side, "units": units, "groups": groups});
    let lines = [came("axis", json!([]), json!([group])), came("allies", json!([hood]), json!([counted]))];
    packet.view["story"] = json!([{"title": "turn 1, reinforcements", "zone": null, "lines": lines}]);
    packet.view["track"] =
        json!([{"side": "allies", "unit": unit("Vanguard", "BB", "9-9-3", "British"), "turn": 2}]);
    let report = written(&packet, Format::Text);
    let arrivals = "ARRIVALS\n  Axis, Kiel: Lutzow\n  Allies: Hood (BC 9-10-3)\n  Allies, Portsmouth: British 1 \
                    ship\n\nREPAIRS AND REINFORCEMENTS TO COME\n  Turn 2, Axis: repair track: Scharnhorst (BB 7-9-3)\n  \
                    Turn 2, Allies: turn track: Vanguard (BB 9-9-3)\n";
    assert!(report.contains(arrivals), "{report}");
    assert!(report.contains("come into play; see the arrivals.\n    (SOT-5.1-1)\n"), "{report}");
}

/// Ships that pass one minefield with the same result share a line, with the dice of each; others have their
/// own.
#[test]
fn ships_that_pass_a_minefield_share_a_line() {
    let mut packet = small();
    let passed = |name: &str, dice: Value, damage: Value, result: &str| {
        json!({"kind": "mines-passed", "rule": "SOT-5.3-9", "side": "axis", "unit": unit(name, "CA", "6-4-9", "German"),
            "navy": "German", "field": "the Danish minefield", "dice": dice, "damage": damage, "repair": null, "result": result})
    };
    let lines = [
        passed("Lutzow", json!([3]), json!(null), "unharmed"),
        passed("Emden", json!([1]), json!([5]), "sunk"),
        passed("Hipper", json!([4, 2]), json!(null), "unharmed"),
    ];
    packet.view["story"] = json!([{"title": "turn 1, ship movement", "zone": null, "lines": lines}]);
    let text = written(&packet, Format::Text).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("Passing the Danish minefield: Lutzow [3], Hipper [4 2]; all unharmed."), "{text}");
    assert!(text.contains("Emden passes the Danish minefield: [1*], damage [5]; sunk."), "{text}");
}

/// A text points to the ports where these show who came home, unless ships have left them since; a page has
/// all of it.
#[test]
fn who_came_home_stands_with_the_ports() {
    let mut packet = small();
    let port = packet.view["ports"][0]["name"].as_str().unwrap().to_owned();
    let came = |place: &str, name: &str| json!({"place": place, "units": [unit(name, "CA", "6-4-9", "German")], "stacks": []});
    let home =
        |groups: Value| json!({"kind": "returned", "rule": "SOT-9.0-1", "side": "axis", "groups": groups});
    let chapter = |title: &str, line: Value| json!({"title": title, "zone": null, "lines": [line]});
    let back = chapter("turn 1, return to base", home(json!([came(&port, "Lutzow")])));
    packet.view["story"] = json!([back]);
    let text = written(&packet, Format::Text);
    assert!(text.contains("Axis ships return to base; the ports below show them. (SOT-9.0-1)"), "{text}");
    assert!(!text.contains(&format!("{port}: Lutzow")), "{text}");
    assert!(written(&packet, Format::Html).contains(&format!("{port}: Lutzow")));
    // Somebody came to no port that the sea shows.
    let both = json!([came(&port, "Lutzow"), came("Atlantis", "Emden")]);
    packet.view["story"] = json!([chapter("turn 1, return to base", home(both))]);
    let text = written(&packet, Format::Text);
    assert!(
        text.contains("return to base, to the ports below and (SOT-9.0-1):\n      Atlantis: Emden\n"),
        "{text}"
    );
    let sails = json!({"kind": "sailed", "rule": "SOT-5.3-1", "navies": ["German"], "groups": [came("North Sea (9)", "Emden")]});
    packet.view["story"] = json!([back, chapter("turn 2, ship movement", sails)]);
    let text = written(&packet, Format::Text);
    assert!(
        text.contains(&format!("Axis ships return to base (SOT-9.0-1):\n      {port}: Lutzow\n")),
        "{text}"
    );
    assert!(text.contains("German ships put to sea (SOT-5.3-1):\n      North Sea (9): Emden\n"), "{text}");
}

#[test]
fn every_line_of_the_contents_leads_somewhere() {
    for packet in MATCH.iter().chain([&small()]) {
        let html = written(packet, Format::Html);
        for link in html.split("href=\"#").skip(1) {
            let id = link.split('"').next().unwrap();
            assert_eq!(
                html.matches(&format!("id=\"{id}\"")).count(),
                1,
                "exchange {}: #{id}",
                packet.exchange
            );
        }
    }
}

/// The short names of the boxes of a combat.
fn boxes() -> Vec<(String, String)> {
    let story: Value =
        serde_yaml::from_str(include_str!("../../templates/seas-of-thunder/story.yaml")).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    story["boxes"].as_array().unwrap().iter().map(|it| (text(&it["name"]), text(&it["short"]))).collect()
}

#[test]
fn who_began_a_combat_in_which_box_stands_in_the_text() {
    let (boxes, mut counted, mut situation) = (boxes(), 0, 0);
    for packet in MATCH.iter() {
        let text = written(packet, Format::Text).replace('*', "");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let sea = text.find(" THE SEA ").unwrap();
        let cards = packet.view["story"].as_array().unwrap().iter().filter_map(|chapter| chapter.get("card"));
        for row in cards
            .filter(|card| card["acts"][0]["kind"] == "opening")
            .flat_map(|card| card["rows"].as_array().unwrap())
        {
            let Some(of) = row["of"].as_str() else { continue };
            let short = boxes.iter().find(|(name, _)| name == of).map_or(of, |(_, short)| short);
            let head = format!(" {short} ");
            let lists: Vec<(usize, &str)> = text
                .match_indices(&head)
                .map(|(at, _)| (at, text[at + head.len()..].split([';', ':']).next().unwrap()))
                .collect();
            for name in
                row["counters"].as_array().unwrap().iter().map(|it| it["unit"]["name"].as_str().unwrap())
            {
                let found = lists.iter().find(|(_, list)| list.contains(name));
                let alone = text.contains(&format!("all in {short}.")) && text[sea..].contains(name);
                assert!(found.is_some() || alone, "{name} in {of}: {text}");
                counted += 1;
                situation += usize::from(found.is_some_and(|(at, _)| *at > sea));
            }
        }
    }
    assert!(counted > 20 && situation > 0, "{counted} counters, {situation} of them in the situation alone");
}
