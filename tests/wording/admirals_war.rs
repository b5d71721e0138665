//! Reports of Admirals' War: a sentence for every kind of line, reports that hang together, and no text in
//! them that is obeyed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use sealord::report::{Format, sentences};
use sealord::rules::admirals_war::AdmiralsWar;
use sealord::view::Packet;
use serde_json::{Value, json};

use super::super::{HOSTILE, TEMPLATES, support, unescaped, written};
use super::unbalanced;

/// Lines of combat and invasions.
mod combat;
/// Lines of nations that enter the war, leave it or change sides.
mod nations;
/// Lines of the optional rules for the day of Pearl Harbor.
mod pearl_harbor;

#[test]
fn nothing_of_a_combat_is_lost() {
    // Players who answer at random seldom meet.
    let thrown =
        (1..=12).map(|seed| super::nothing_of_combats_is_lost(&support::packets::<AdmiralsWar>(seed)));
    let thrown: usize = thrown.sum();
    assert!(thrown > 5, "{thrown}");
}

static MATCHES: LazyLock<Vec<Packet>> =
    LazyLock::new(|| (1..=6).flat_map(support::packets::<AdmiralsWar>).collect());

/// The beginning of the standard game, in which units lie in boxes.
static WAR: LazyLock<Vec<Packet>> =
    LazyLock::new(|| support::packets_until::<AdmiralsWar>(Some("standard"), 1, 3));

/// The words of all events: every one is told to somebody.
fn kinds() -> BTreeSet<String> {
    sealord::rules::admirals_war::event::EVENTS.iter().map(|(word, _)| (*word).to_owned()).collect()
}

/// Lines of every kind and what they are in words; the last of a kind has the fields that such lines usually
/// have.
fn every_line() -> Vec<Worded> {
    [pearl_harbor::lines(), usual_lines(), combat::lines(), nations::lines()].concat()
}

/// A line and what it is in words.
type Worded = (Value, &'static str);

fn usual_lines() -> Vec<Worded> {
    let area = "Hawaiian Islands";
    let groups = json!([{"place": "Pearl Harbor", "units": "Yorktown, Hornet"}, {"place": "Midway", "units": "7th Air Force"}]);
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
            json!({"kind": "arrived", "seat": "British", "groups": groups}),
            "British units arrive: Pearl Harbor: Yorktown, Hornet; Midway: 7th Air Force",
        ),
        (
            json!({"kind": "transferred", "seat": "British", "groups": groups}),
            "British ships leave the Atlantic for the Pacific: Pearl Harbor: Yorktown, Hornet; Midway: 7th Air Force",
        ),
        (
            json!({"kind": "shut-out", "units": ["Roma"]}),
            "The enemy holds the port, so they never arrive: Roma.",
        ),
        (
            json!({"kind": "withdrawn", "units": ["Revenge", "Resolution"]}),
            "Out of the game: Revenge, Resolution.",
        ),
        (json!({"kind": "replaced", "unit": "Deutschland", "by": "Lutzow"}), "Deutschland is Lutzow now."),
        (json!({"kind": "scheduled", "unit": "Weser", "turn": 5}), "Weser arrives on turn 5."),
        (
            json!({"kind": "scrapped", "ships": ["Graf Zeppelin", "Seydlitz"]}),
            "Scrapped, so that the Type XXI comes sooner: Graf Zeppelin, Seydlitz.",
        ),
        (
            json!({"kind": "completion-rolled", "unit": "Impero", "die": 1, "passed": true}),
            "Impero: [1], completed.",
        ),
        (
            json!({"kind": "completion-rolled", "unit": "Aquila", "die": 5, "passed": false}),
            "Aquila: [5], not ready yet.",
        ),
        (
            json!({"kind": "mourned", "unit": "Deutschland", "points": 1}),
            "Germany loses 1 point on the Atlantic track: Deutschland has gone down under the country's name.",
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
            json!({"kind": "lead-moved", "track": "Pacific", "side": "axis", "lead": 7}),
            "The Axis leads by 7 on the Pacific track.",
        ),
        (
            json!({"kind": "lead-moved", "track": "Atlantic", "side": null, "lead": 0}),
            "Neither side leads on the Atlantic track.",
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
            let prose = report.split(sealord::draft::BEGIN).next().unwrap();
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
    for packet in MATCHES.iter().step_by(5).chain(&*WAR) {
        let (view, text) = (&packet.view, written(packet, Format::Text));
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let places = ["zones", "ports"].into_iter().flat_map(|of| view[of].as_array().unwrap());
        let there =
            places.flat_map(|it| ["own", "enemy_known"].map(|of| it[of].as_array().unwrap())).flatten();
        let boxed = view.get("boxed").and_then(Value::as_array).into_iter().flatten();
        let away = ["arriving", "away", "sunk"].into_iter().flat_map(|of| view[of].as_array().unwrap());
        for unit in there.chain(away.chain(boxed).map(|it| &it["unit"])) {
            let word = |of: &str| unit[of].as_str().unwrap();
            assert!(
                shown(&flat, word("name"), &format!("({} {}", word("class"), word("line"))),
                "{unit} in\n{text}"
            );
        }
        for port in view["ports"].as_array().unwrap() {
            assert!(flat.contains(port["name"].as_str().unwrap()), "{port} in\n{text}");
        }
    }
}

/// Whether a unit stands in a text with its values: before its own bracket, or before one that it shares with
/// others.
fn shown(text: &str, name: &str, values: &str) -> bool {
    // Factors of other units in between would be those of the unit itself.
    let plain = |between: &str| {
        let bytes = between.as_bytes();
        !bytes.windows(3).any(|it| it[0].is_ascii_digit() && it[1] == b'-' && it[2].is_ascii_digit())
    };
    let ends = text.match_indices(values).map(|(at, _)| &text[..at]);
    ends.into_iter().any(|before| before.rfind(name).is_some_and(|at| plain(&before[at + name.len()..])))
}

#[test]
fn units_in_boxes_are_told_by_the_name_of_their_box() {
    let mut named = BTreeSet::new();
    for packet in WAR.iter() {
        let [text, markdown, html] = Format::ALL.map(|format| written(packet, format));
        let boxes = text.split("\nHOLDING BOXES\n").nth(1).unwrap().split("\n\n").next().unwrap();
        let boxes = boxes.split_whitespace().collect::<Vec<_>>().join(" ");
        for it in packet.view["boxed"].as_array().unwrap() {
            let (place, name) = (it["place"].as_str().unwrap(), it["unit"]["name"].as_str().unwrap());
            let side = if it["side"] == "axis" { "Axis" } else { "Allies" };
            let there = format!("{place} ({side})");
            let units = boxes.split(&format!("{there}: ")).nth(1).unwrap().split("): ").next().unwrap();
            assert!(units.contains(name), "{name} in {there} in\n{text}");
            assert!(markdown.contains(&format!("\n- {there}: ")), "{there} in\n{markdown}");
            assert!(html.contains(&format!("<dt>{there}</dt>")), "{there} in\n{html}");
            named.insert(place);
        }
        assert_eq!(unbalanced(&html), None);
    }
    let groups = ["W", "X", "Y", "Z"].map(|group| format!("Location Uncertain {group}"));
    assert!(groups.iter().all(|it| named.contains(it.as_str())), "{named:?}");
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
        packet.view["boxed"] =
            json!([{"side": "axis", "unit": packet.view["arriving"][0]["unit"], "place": text}]);
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
            let is_marker = |line: &&str| line.trim_start_matches("# ").trim() == sealord::draft::BEGIN;
            assert_eq!(report.lines().filter(is_marker).count(), 1, "{report}");
        }
    }
}
