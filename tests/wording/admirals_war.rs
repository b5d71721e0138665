//! Reports of Admirals' War: a sentence for every kind of line, reports that hang together, and no text in them that is
//! obeyed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use sealord::report::{Format, sentences};
use sealord::rules::admirals_war::AdmiralsWar;
use sealord::view::Packet;
use serde_json::{Value, json};

use super::super::{HOSTILE, TEMPLATES, support, unescaped, written};
use super::unbalanced;

#[test]
fn nothing_of_a_combat_is_lost() {
    // Players who answer at random seldom meet.
    let thrown =
        (1..=12).map(|seed| super::nothing_of_combats_is_lost(&support::packets::<AdmiralsWar>(seed)));
    let thrown: usize = thrown.sum();
    assert!(thrown > 5, "{thrown}");
}

static MATCHES: LazyLock<Vec<Packet>> =
    LazyLock::new(|| [1, 2, 3].into_iter().flat_map(support::packets::<AdmiralsWar>).collect());

/// The kinds of lines, read from the source so that a new one cannot be forgotten.
fn kinds() -> BTreeSet<String> {
    let source = include_str!("../../src/rules/admirals_war/event.rs");
    let body = source.split("pub enum Event {").nth(1).unwrap().split("\n}").next().unwrap();
    let named = body.lines().filter_map(|line| line.strip_prefix("    "));
    let variants = named.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()));
    let kebab = |line: &str| {
        let mut kind = String::new();
        for c in line.chars().take_while(|c| c.is_ascii_alphanumeric()) {
            if c.is_ascii_uppercase() && !kind.is_empty() {
                kind.push('-');
            }
            kind.push(c.to_ascii_lowercase());
        }
        kind
    };
    variants.map(kebab).collect()
}

/// A line of every kind and what it is in words.
fn every_line() -> Vec<(Value, &'static str)> {
    let area = "Hawaiian Islands";
    let groups = json!([{"place": "Pearl Harbor", "units": "Yorktown, Hornet"}, {"place": "Midway", "units": "7th Air Force"}]);
    let round = |axis: &str, allies: &str, dice: Value, action: &str| {
        json!({"kind": "round-began", "place": area, "group": null, "round": 2, "axis": axis, "allies": allies,
               "dice": dice, "modifiers": {"axis": 2, "allies": 0}, "action": action})
    };
    let fired = |action: &str, bonus: bool, hits: u8, damage_dice: Value, disabled: bool| {
        json!({"kind": "fired", "place": area, "unit": "Akagi", "target": "Yorktown", "action": action, "dice": [5, 6, 2],
               "bonus": bonus, "hits": hits, "damage_dice": damage_dice, "damage": 4, "disabled": disabled, "side": "axis"})
    };
    let scored = |kind: &str, of: &str, points: u8| json!({"kind": kind, "side": "axis", "track": "Pacific", of: ["Midway"], "points": points});
    vec![
        (json!({"kind": "phase-began", "turn": 1, "phase": "combat"}), "Now turn 1: combat."),
        (json!({"kind": "turn-ended", "turn": 1}), "Turn 1 is over."),
        (
            json!({"kind": "match-ended", "winner": "allies", "axis": 1, "allies": 2}),
            "The match is over: the Allies have won, 2 points to 1.",
        ),
        (
            json!({"kind": "match-ended", "winner": null, "axis": 1, "allies": 1}),
            "The match is over: a draw, 1 point each.",
        ),
        (
            json!({"kind": "ruled", "reason": "a slip", "change": "Akagi is now lost"}),
            "The umpire ruled: Akagi is now lost. Reason: a slip",
        ),
        (
            json!({"kind": "sailed", "seat": "American", "how": "patrol", "groups": groups}),
            "American units go on patrol: Pearl Harbor: Yorktown, Hornet; Midway: 7th Air Force",
        ),
        (
            json!({"kind": "sailed", "seat": "Japanese", "how": "amphibious", "groups": [{"place": "Aleutians", "units": "Kure"}]}),
            "Japanese amphibious units put to sea: Aleutians: Kure",
        ),
        (
            json!({"kind": "sailed", "seat": "American", "how": "raid", "groups": [{"place": area, "units": "Hornet"}]}),
            "American ships go raiding: Hawaiian Islands: Hornet",
        ),
        (
            json!({"kind": "readied", "seat": "Japanese", "ships": ["Akagi", "Kaga"]}),
            "Japanese ships in port turn to raiding: Akagi, Kaga.",
        ),
        (
            json!({"kind": "speed-rolled", "seat": "Japanese", "unit": "Akagi", "place": area, "speed": 6, "die": 5, "passed": true}),
            "Akagi tries to reach the Hawaiian Islands, speed 6, die 5: gets there.",
        ),
        (
            json!({"kind": "speed-rolled", "seat": "British", "unit": "Hermes", "place": "Indonesia", "speed": 1, "die": null, "passed": false}),
            "Hermes tries to reach Indonesia, speed 1, no die: fails.",
        ),
        (
            json!({"kind": "repaired", "place": "Pearl Harbor", "ships": [{"unit": "Yorktown", "points": 1}, {"unit": "Hornet", "points": 2}]}),
            "Pearl Harbor repairs Yorktown (1 point), Hornet (2 points).",
        ),
        (
            json!({"kind": "air-placed", "seat": "Japanese", "unit": "24AF", "place": "Marshalls"}),
            "24AF flies over the Marshalls.",
        ),
        (
            json!({"kind": "air-placed", "seat": "Japanese", "unit": "25AF", "place": null}),
            "25AF stays ashore.",
        ),
        (
            json!({"kind": "submarines-turned", "seat": "Japanese", "units": ["I-1", "I-2"]}),
            "Japanese submarines turn to raiding: I-1, I-2.",
        ),
        (
            json!({"kind": "area-selected", "seat": "American", "place": area}),
            "The next combat is in the Hawaiian Islands (American choice).",
        ),
        (json!({"kind": "area-resolved", "place": area}), "The combat in the Hawaiian Islands is over."),
        (
            json!({"kind": "hunted", "place": area, "by": "allies", "dice": [6, 5], "bonus": 1, "destroyed": ["I-1"], "driven_off": ["I-2"]}),
            "The Allies hunt submarines in the Hawaiian Islands: [6 5] with +1, destroyed: I-1; driven off: I-2.",
        ),
        (
            json!({"kind": "hunted", "place": area, "by": "axis", "dice": [1], "bonus": 0, "destroyed": [], "driven_off": []}),
            "The Axis hunts submarines in the Hawaiian Islands: [1], nothing is hit.",
        ),
        (
            json!({"kind": "shipping-attacked", "place": area, "unit": "I-1", "dice": [6], "bonus": true, "points": 1}),
            "I-1 attacks shipping in the Hawaiian Islands: [6] with +1, 1 point.",
        ),
        (
            json!({"kind": "raided", "from": area, "place": "Midway", "by": "axis", "units": ["Akagi", "Kaga"], "carriers": true}),
            "Axis carriers attack Midway from the Hawaiian Islands: Akagi, Kaga.",
        ),
        (
            json!({"kind": "raided", "from": area, "place": "Midway", "by": "allies", "units": ["7AF"], "carriers": false}),
            "Allied air units attack Midway from the Hawaiian Islands: 7AF.",
        ),
        (
            round("air", "surface", json!({"axis": 3, "allies": 6}), "surface"),
            "Round 2 in the Hawaiian Islands: the Axis wants air (die 3 +2), the Allies surface (die 6): a surface action.",
        ),
        (
            round("air", "air", json!(null), "air"),
            "Round 2 in the Hawaiian Islands: both sides want air: an air action.",
        ),
        (
            json!({"kind": "guns-named", "place": area, "side": "axis", "ships": ["Akagi"]}),
            "Axis carriers that fire their guns: Akagi.",
        ),
        (
            json!({"kind": "guns-named", "place": area, "side": "allies", "ships": []}),
            "No Allied carrier fires its guns.",
        ),
        (
            fired("air", true, 2, json!([3, 1]), true),
            "Akagi attacks Yorktown by air: [5* 6* 2] with +1, 2 hits, [3 1] damage 4; disabled.",
        ),
        (fired("surface", false, 0, json!([]), false), "Akagi attacks Yorktown with guns: [5 6 2], no hit."),
        (
            json!({"kind": "took-effect", "place": area, "lost": ["Akagi"], "damaged": [{"unit": "Kaga", "damage": 2}], "disabled": ["Hiryu"]}),
            "Lost: Akagi. Damage: Kaga 2. Disabled: Hiryu.",
        ),
        (
            json!({"kind": "took-effect", "place": area, "lost": [], "damaged": [], "disabled": []}),
            "The action does no harm.",
        ),
        (
            json!({"kind": "returned", "why": "disabled", "groups": groups}),
            "Disabled units return to base: Pearl Harbor: Yorktown, Hornet; Midway: 7th Air Force",
        ),
        (
            json!({"kind": "arrived", "seat": "British", "groups": groups}),
            "British units arrive: Pearl Harbor: Yorktown, Hornet; Midway: 7th Air Force",
        ),
        (
            json!({"kind": "held", "place": "Location Uncertain Z", "units": ["Hornet"]}),
            "Hornet: in the box Location Uncertain Z.",
        ),
        (
            json!({"kind": "raid-force", "joined": ["Akagi", "Kaga"], "left": ["Kirishima"]}),
            "Ready for Pearl Harbor: Akagi, Kaga. No longer in the raid force: Kirishima.",
        ),
        (json!({"kind": "raid-force", "joined": [], "left": ["Hiei"]}), "No longer in the raid force: Hiei."),
        (
            json!({"kind": "flag-lifted", "place": "Indonesia"}),
            "Too few British battleships guard Indonesia: the Allied flag comes down.",
        ),
        (json!({"kind": "war-declared", "place": "Coral Sea"}), "Japan enters the Coral Sea: that is war."),
        (
            json!({"kind": "raid-force-sailed", "place": area, "ships": ["Akagi", "Kaga"], "guarded": false}),
            "The raid force is off the Hawaiian Islands: Akagi, Kaga. The Philippines are not guarded.",
        ),
        (
            json!({"kind": "surprised", "place": area, "round": 1, "units": ["Akagi", "Kaga"]}),
            "Surprise attack 1 in the Hawaiian Islands: Akagi, Kaga.",
        ),
        (
            json!({"kind": "group-placed", "group": "Location Uncertain W", "die": 2, "place": area, "units": ["Enterprise"]}),
            "Location Uncertain W: [2], in the Hawaiian Islands: Enterprise.",
        ),
        (
            json!({"kind": "sortied", "place": area, "units": ["Nevada", "7AF"]}),
            "These put to sea in the Hawaiian Islands: Nevada, 7AF.",
        ),
        (json!({"kind": "war-began", "turn": 3}), "The Pacific is at war."),
        (
            json!({"kind": "provoked", "place": "Caribbean Sea", "points": 2}),
            "America takes note of the Caribbean Sea: its dice to move are 2 better next turn.",
        ),
        (
            json!({"kind": "occupied", "unit": "Kure", "place": "Philippines"}),
            "Kure takes Philippines, which nobody guards, and stays there.",
        ),
        (
            json!({"kind": "shut-out", "units": ["Roma"]}),
            "The enemy holds the port, so they never arrive: Roma.",
        ),
        (
            json!({"kind": "withdrawn", "units": ["Revenge", "Resolution"]}),
            "Out of the game: Revenge, Resolution.",
        ),
        (json!({"kind": "turned-over", "place": "Brest", "to": "Germany"}), "Brest goes to Germany."),
        (json!({"kind": "turned-over", "place": "Nouméa", "to": null}), "Nouméa belongs to nobody now."),
        (
            json!({"kind": "allegiance-rolled", "unit": "Jean Bart", "dice": [4, 5], "modifier": -2, "fate": "scuttled"}),
            "Jean Bart: [4 5] -2, it is scuttled.",
        ),
        (
            json!({"kind": "allegiance-rolled", "unit": "Roma", "dice": [6], "modifier": 0, "fate": "allied"}),
            "Roma: [6], it joins the Allies.",
        ),
        (
            json!({"kind": "allegiance-rolled", "unit": "Béarn", "dice": [6, 4], "modifier": 1, "fate": "german"}),
            "Béarn: [6 4] +1, it fights for Germany.",
        ),
        (
            json!({"kind": "move-rolled", "seat": "British", "unit": "Marat", "die": 4, "passed": false}),
            "Marat: [4], it may not move.",
        ),
        (
            json!({"kind": "move-rolled", "seat": "British", "unit": "Marat", "die": 5, "passed": true}),
            "Marat: [5], it may move.",
        ),
        (
            json!({"kind": "air-transferred", "seat": "American", "unit": "10AF"}),
            "10AF leaves for the other theatre.",
        ),
        (
            json!({"kind": "fined", "side": "axis", "track": "Atlantic", "ships": ["Lützow"]}),
            "The Axis loses 1 point on the Atlantic track for ships that did not leave the neutral port: Lützow.",
        ),
        (
            json!({"kind": "refuelled", "ships": ["Nordmark", "Scheer"]}),
            "Refuelled at sea: Nordmark, Scheer.",
        ),
        (
            json!({"kind": "claimed", "unit": "Lorraine", "place": "Nouméa", "by": "allies"}),
            "Lorraine takes Nouméa for the Allies.",
        ),
        (
            json!({"kind": "lead-moved", "track": "Pacific", "side": "axis", "lead": 7}),
            "The Axis leads by 7 on the Pacific track.",
        ),
        (
            json!({"kind": "lead-moved", "track": "Atlantic", "side": null, "lead": 0}),
            "Neither side leads on the Atlantic track.",
        ),
        (
            json!({"kind": "stranded", "units": ["Akagi", "Kaga"]}),
            "No port or base is left for Akagi, Kaga: lost.",
        ),
        (
            json!({"kind": "retreat-declared", "place": area, "side": "axis", "retreats": true}),
            "The Axis retreats from the Hawaiian Islands.",
        ),
        (
            json!({"kind": "retreat-declared", "place": area, "side": "allies", "retreats": false}),
            "The Allies stay in the Hawaiian Islands.",
        ),
        (
            json!({"kind": "groups-formed", "place": area, "groups": [{"place": "group 1", "units": "Akagi"}]}),
            "The retreating units form groups: group 1: Akagi",
        ),
        (
            json!({"kind": "pursued", "place": area, "groups": [{"place": "group 1", "units": "Hornet"}], "raids": groups}),
            "Sent against ports and bases: Yorktown, Hornet to Pearl Harbor; 7th Air Force to Midway. The retreating \
             groups are pursued: group 1: Hornet",
        ),
        (json!({"kind": "pursued", "place": area, "groups": [], "raids": []}), "Nobody pursues."),
        (json!({"kind": "broke-off", "place": area, "ships": ["Hornet"]}), "No longer in pursuit: Hornet."),
        (json!({"kind": "landed", "unit": "Kure", "place": "Attu/Kiska"}), "Kure lands on Attu/Kiska."),
        (
            json!({"kind": "invaded", "unit": "Kure", "place": "Midway", "defender": null, "by": "axis"}),
            "Kure invades Midway: the Axis takes it.",
        ),
        (
            json!({"kind": "invaded", "unit": "1st", "place": "Midway", "defender": "Kure", "by": "allies"}),
            "1st invades Midway: it and the defender, Kure, are both lost.",
        ),
        (
            json!({"kind": "encircled", "place": "Truk", "by": "allies"}),
            "Truk is surrounded and falls to the Allies.",
        ),
        (
            json!({"kind": "scuttled", "place": "Truk", "ships": ["Akagi"]}),
            "On the bottom of Truk and lost with it: Akagi.",
        ),
        (
            json!({"kind": "flags-placed", "zones": [{"zone": area, "control": "allies"}, {"zone": "Marshalls", "control": "axis"}]}),
            "Flags are placed: Axis: Marshalls; Allies: Hawaiian Islands",
        ),
        (json!({"kind": "flags-placed", "zones": []}), "Nobody controls a sea area."),
        (
            scored("areas-scored", "zones", 0),
            "The Axis scores no point on the Pacific track for sea areas: Midway.",
        ),
        (
            scored("bases-scored", "ports", 1),
            "The Axis scores 1 point on the Pacific track for ports and bases held: Midway.",
        ),
        (
            scored("raids-scored", "ports", 2),
            "The Axis scores 2 points on the Pacific track for ports raided: Midway.",
        ),
        (
            json!({"kind": "raider-scored", "place": "Indian Ocean"}),
            "The Axis scores 1 point for a Hilfskreuzer that nobody opposes in the Indian Ocean.",
        ),
    ]
}

#[test]
fn every_kind_of_line_is_worded() {
    let every = every_line();
    let told: BTreeSet<String> =
        every.iter().map(|(line, _)| line["kind"].as_str().unwrap().to_owned()).collect();
    assert_eq!(told, kinds(), "every_line(): a line of every kind of event");
    for (line, words) in &every {
        let told = sentences(&TEMPLATES, "admirals-war", &[line]).unwrap();
        assert_eq!(told, [*words]);
    }
    let mut packet = MATCHES[0].clone();
    let lines = every.iter().map(|(line, _)| {
        let mut line = line.clone();
        line["rule"] = json!("AW-7.1-a");
        line
    });
    packet.view["story"] = json!([{"title": "here", "zone": null, "lines": lines.collect::<Vec<Value>>()}]);
    for format in Format::ALL {
        written(&packet, format);
    }
}

/// The fields of each kind of line in matches are those for which the sentences are written.
#[test]
fn lines_of_a_match_have_the_fields_that_the_sentences_name() {
    let fields = |line: &Value| -> BTreeSet<String> {
        line.as_object().unwrap().keys().filter(|name| *name != "rule").cloned().collect()
    };
    let known: BTreeMap<String, BTreeSet<String>> = every_line()
        .iter()
        .map(|(line, _)| (line["kind"].as_str().unwrap().to_owned(), fields(line)))
        .collect();
    let mut met = BTreeSet::new();
    for packet in MATCHES.iter() {
        for line in
            packet.view["story"].as_array().unwrap().iter().flat_map(|it| it["lines"].as_array().unwrap())
        {
            let kind = line["kind"].as_str().unwrap();
            assert_eq!(known[kind], fields(line), "{kind}");
            met.insert(kind.to_owned());
        }
    }
    assert!(met.len() >= 20, "{met:?}");
}

#[test]
fn whole_matches_are_reported() {
    for packet in MATCHES.iter() {
        for format in Format::ALL {
            let report = written(packet, format);
            let prose = report.split(sealord::orders::BEGIN).next().unwrap();
            assert!(!prose.contains("none,") && !prose.contains("undefined"), "{report}");
            assert!(!prose.contains("known"), "all counters lie openly: {report}");
        }
        let html = written(packet, Format::Html);
        assert_eq!(unbalanced(&html), None, "exchange {}", packet.exchange);
        let text = written(packet, Format::Text);
        let prose = text.split("YOUR ORDERS").next().unwrap().split("HOW TO VERIFY").next().unwrap();
        let long: Vec<&str> = prose.lines().filter(|line| line.chars().count() > 78).collect();
        assert!(long.is_empty(), "{long:#?}");
    }
    assert!(written(MATCHES.last().unwrap(), Format::Text).contains("\nRESULT\n  The match is over: "));
}

#[test]
fn every_unit_of_both_sides_is_told_where_it_is() {
    for packet in MATCHES.iter().step_by(5) {
        let (view, text) = (&packet.view, written(packet, Format::Text));
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let places = ["zones", "ports"].into_iter().flat_map(|of| view[of].as_array().unwrap());
        let there =
            places.flat_map(|it| ["own", "enemy_known"].map(|of| it[of].as_array().unwrap())).flatten();
        let away = ["arriving", "away", "sunk"].into_iter().flat_map(|of| view[of].as_array().unwrap());
        for unit in there.chain(away.map(|it| &it["unit"])) {
            let word = |of: &str| unit[of].as_str().unwrap();
            let words = format!("{} ({} {}", word("name"), word("class"), word("line"));
            assert!(flat.contains(&words), "{words} in\n{text}");
        }
        for port in view["ports"].as_array().unwrap() {
            assert!(text.contains(port["name"].as_str().unwrap()), "{port} in\n{text}");
        }
    }
}

#[test]
fn the_chart_shows_the_waters_that_are_played_and_no_others() {
    let html = written(&MATCHES[0], Format::Html);
    let chart = html.split("<section class=\"chart\"").nth(1).unwrap().split("</section>").next().unwrap();
    assert!(chart.contains("Pacific theatre</h3>") && !chart.contains("Atlantic theatre"), "{chart}");
    for name in ["zones", "ports"].into_iter().flat_map(|of| MATCHES[0].view[of].as_array().unwrap()) {
        let name = name["name"].as_str().unwrap();
        let listed = chart.split("Without a name on the chart: ").nth(1).unwrap().contains(name);
        assert!(listed || chart.contains(&format!(">{name}<")), "{name}");
    }
    // What is not played is there, but quiet, and leads nowhere.
    assert!(chart.contains("<g class=\"cell away\">") && chart.contains(">Bay of</text>"));
}

#[test]
fn hostile_names_are_inert() {
    let quiet = MATCHES.iter().find(|packet| packet.asked).unwrap();
    let count = |report: &str, mark: &str| report.matches(mark).count();
    for text in HOSTILE {
        let mut packet = quiet.clone();
        packet.match_id = (*text).to_owned();
        packet.view["scenario"] = json!(text);
        packet.view["zones"][0]["name"] = json!(text);
        for port in packet.view["ports"].as_array_mut().unwrap() {
            port["name"] = json!(text);
            port["capacity"] = json!(text);
            for unit in port["own"].as_array_mut().unwrap() {
                unit["name"] = json!(text);
                unit["marks"] = json!([text]);
            }
        }
        packet.view["arriving"][0]["unit"]["name"] = json!(text);
        packet.view["story"] = json!([{"title": format!("here: {text}"), "zone": "home-islands", "lines": [
            {"kind": "stranded", "rule": "AW-10.23", "units": [text]},
            {"kind": "ruled", "rule": "", "reason": text, "change": text},
            {"kind": "sailed", "rule": text, "seat": text, "how": "raid", "groups": [{"place": text, "units": text}]},
            {"kind": "landed", "rule": "", "unit": text, "place": text},
        ]}]);
        let html = written(&packet, Format::Html);
        for mark in ["<script", "<b>", "<img", "javascript:alert(1)\"", "\"onmouseover", "\u{202e}"] {
            assert_eq!(count(&html, mark), count(&written(quiet, Format::Html), mark), "{mark} in\n{html}");
        }
        let markdown = written(&packet, Format::Markdown);
        let prose = unescaped(markdown.split("```").next().unwrap());
        for mark in ["<script", "*bold", "_soft", "](", "\n# two", "\u{202e}", "https://"] {
            assert_eq!(count(&prose, mark), 0, "{mark} in\n{prose}");
        }
        for format in Format::ALL {
            let report = written(&packet, format);
            assert!(!report.contains("\n# two") && !report.contains('\u{202e}'));
            let is_marker = |line: &&str| line.trim_start_matches("# ").trim() == sealord::orders::BEGIN;
            assert_eq!(report.lines().filter(is_marker).count(), 1, "{report}");
        }
    }
}
