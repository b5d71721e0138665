//! Reports: what they look like, that orders come back out of them, and that no text in them is obeyed.

/// Looking for markup in reports.
#[path = "markup/mod.rs"]
mod markup;
#[path = "support/mod.rs"]
pub(crate) mod support;
/// What reports say and how pages hang together.
#[path = "wording/mod.rs"]
mod wording;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use markup::unescaped;
use sealord::report::{Format, Origins, ReportFault, Templates, render};
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::war_at_sea::WarAtSea;
use sealord::view::{Packet, VoidNote};
use serde_json::{Value, json};

static MATCH: LazyLock<Vec<Packet>> = LazyLock::new(|| support::packets::<SeasOfThunder>(7));
static TEMPLATES: LazyLock<Templates> = LazyLock::new(Templates::builtin);

fn written(packet: &Packet, format: Format) -> String {
    render(&TEMPLATES, packet, format).unwrap_or_else(|fault| panic!("exchange {}: {fault}", packet.exchange))
}

fn unit(name: &str, class: &str, line: &str, navy: &str) -> Value {
    json!({"id": name, "name": name, "navy": navy, "class": class, "line": line, "box": null, "known": true})
}

/// A telling of every kind, those that matches seldom tell included.
fn every_kind() -> Vec<Value> {
    let rodney = unit("Rodney", "BB", "8-8-3", "British");
    let layer = unit("M1915 1", "DD", "Mine 1(1)-1-2", "German");
    let group = json!({"place": "North Sea (9)", "units": [rodney], "stacks": [{"navy": "British", "ships": 1, "lba": 0}]});
    let counted = json!({"place": "Kiel", "units": [], "stacks": [{"navy": "German", "ships": 2, "lba": 1}]});
    let zone = "North Sea (9)";
    let mut told = vec![
        json!({"kind": "phase-began", "turn": 1, "quarter": "Q3 1939", "phase": "combat"}),
        json!({"kind": "convoys-drawn", "by": "axis", "axis": 1, "allies": 2, "tokens": ["axis-01", "allied-02", "allied-03"]}),
        json!({"kind": "convoy-placed", "by": "axis", "convoy": "allies", "zone": zone}),
        json!({"kind": "convoy-kept", "by": "allies", "convoy": "axis"}),
        json!({"kind": "deployed", "side": "allies", "groups": [group]}),
        json!({"kind": "adjusted", "side": "axis", "groups": []}),
        json!({"kind": "reinforced", "side": "allies", "units": [rodney], "groups": [counted]}),
        json!({"kind": "air-arrived", "side": "axis", "count": 1, "units": []}),
        json!({"kind": "waits", "unit": rodney, "turn": 3}),
        json!({"kind": "overstacked", "side": "allies", "port": "Aden", "units": [rodney]}),
        json!({"kind": "sailed", "side": "axis", "navies": ["German"], "groups": [counted]}),
        json!({"kind": "mines-passed", "side": "allies", "unit": null, "navy": "British", "field": "the Danish minefield",
               "dice": [4, 6], "damage": [], "repair": null, "result": "unharmed"}),
        json!({"kind": "mines-passed", "side": "allies", "unit": rodney, "navy": "British", "field": "the Danish minefield",
               "dice": [1, 6], "damage": [5], "repair": 2, "result": "damaged"}),
        json!({"kind": "air-placed", "side": "axis", "groups": []}),
        json!({"kind": "battle-began", "zone": zone}),
        json!({"kind": "navy-chosen", "zone": zone, "by": "axis", "navy": "French", "aside": [rodney],
               "stacks": [{"navy": "British", "ships": 1, "lba": 0}]}),
        json!({"kind": "mat-revealed", "zone": zone, "side": "allies", "boxes": [{"box": "Surface Line", "units": [rodney]}],
               "aside": []}),
        json!({"kind": "air-superiority", "zone": zone, "axis": 1, "allies": 3}),
        json!({"kind": "air-spent", "unit": rodney, "points": 1}),
        json!({"kind": "intercepted", "unit": rodney, "points": 2, "left": 0}),
        json!({"kind": "relocated", "unit": rodney, "to": "Surface Reserve", "why": "done"}),
        json!({"kind": "swept", "sweeper": rodney, "layer": layer}),
        json!({"kind": "attacked", "zone": zone, "segment": "air-strike", "target": rodney, "by": [layer], "aa": [6],
               "dice": [1, 2, 2, 3, 5, 5, 5], "hits": 3, "damage_dice": [1, 2, 2], "damage": 5, "survivability": 11}),
        json!({"kind": "sunk", "zone": zone, "side": "axis", "unit": layer, "by": "allies"}),
        json!({"kind": "damaged", "zone": zone, "side": "allies", "unit": rodney, "die": 1, "turns": 1}),
        json!({"kind": "convoy-attacked", "zone": zone, "convoy": "allies", "by": "axis", "units": [layer], "dice": [3], "sunk": true}),
        json!({"kind": "battle-ended", "zone": zone}),
        json!({"kind": "control-judged", "zones": [{"zone": zone, "control": "allies"}]}),
        json!({"kind": "zones-scored", "side": "allies", "zones": [zone], "points": 2}),
        json!({"kind": "unused-air-scored", "side": "axis", "count": 1, "units": [], "points": 1}),
        json!({"kind": "fleets-shown", "groups": [group, counted]}),
        json!({"kind": "returned", "side": "allies", "groups": [group]}),
        json!({"kind": "stranded", "unit": layer, "turn": 3}),
        json!({"kind": "presence-lacking", "port": "Aden", "navy": "British", "ships": 1, "minimum": 3, "to": "axis", "points": 1}),
        json!({"kind": "entered", "navy": "Italian", "side": "axis"}),
        json!({"kind": "scenario-began", "number": 2, "name": "Struggle for the Middle Sea", "axis": -5, "allies": 10}),
        json!({"kind": "minors-requested", "nations": ["Greece", "Turkey"]}),
        json!({"kind": "minor-settled", "nation": "Greece", "offer": 4, "to": "axis", "points": 4, "joins": "allies"}),
        json!({"kind": "left-war", "navy": "Italian", "units": [layer], "until": 20}),
        json!({"kind": "sides-changed", "navy": "French", "to": "axis", "ships": 9, "scorer": "axis", "points": 9, "until": 14}),
        json!({"kind": "survivors-scored", "navy": "Italian", "ships": 12, "to": "allies", "points": 12}),
        json!({"kind": "neutrality-violated", "by": "axis", "to": "allies", "points": 15}),
        json!({"kind": "stance-declared", "belligerent": true}),
        json!({"kind": "stood-off", "zone": zone, "side": "allies", "aside": [rodney],
               "stacks": [{"navy": "British", "ships": 1, "lba": 0}]}),
        json!({"kind": "surrender-rolled", "unit": layer, "die": 2, "surrenders": true}),
        json!({"kind": "turn-ended", "turn": 1}),
        json!({"kind": "match-ended", "winner": "allies", "axis": 20, "allies": 21}),
        json!({"kind": "ruled", "reason": "a slip of the pen", "change": "Axis: +1 points"}),
    ];
    for telling in &mut told {
        telling["rule"] = json!("SOT-5.5-1");
    }
    told
}

/// The packet of a small sea in which everything there is happened.
fn small() -> Packet {
    let mut packet = MATCH[0].clone();
    let zone = |number: u8, name: &str, area: &str, x: f32, lat: f32| {
        json!({"number": number, "name": name, "area": area, "x": x, "lat": lat, "value": {"axis": 6, "allies": 2}, "control": "allies",
               "own": [], "enemy": [], "enemy_known": [], "convoys": {"axis": false, "allies": false}, "fought": false})
    };
    let mut north_sea = zone(9, "North Sea", "european_waters", 3.5, 56.5);
    north_sea["own"] = json!([unit("Lutzow", "CA", "6-4-9", "German")]);
    north_sea["enemy"] = json!([{"navy": "British", "ships": 2, "lba": 1}]);
    north_sea["enemy_known"] = json!([unit("Rodney", "BB", "8-8-3", "British")]);
    north_sea["convoys"]["allies"] = json!(true);
    north_sea["fought"] = json!(true);
    let port = json!({"id": "kiel", "name": "Kiel", "holder": "axis", "zones": [9], "capacity": "no limit", "x": 10.1,
        "lat": 54.3, "own": [unit("Nürnberg", "CA", "3-3-3", "German")], "enemy": [], "enemy_known": [], "duty": 3});
    let view = &mut packet.view;
    north_sea["control_before"] = json!("contested");
    let south = |number: u8, name: &str, x: f32, lat: f32| zone(number, name, "south_atlantic", x, lat);
    view["zones"] =
        json!([north_sea, south(40, "Guiana Basin", -43.0, 4.5), south(41, "Ascension Basin", -17.0, -8.0)]);
    view["ports"] = json!([port]);
    view["links"] = json!([[40, 41]]);
    view["story"] =
        json!([{"title": "turn 1 (Q3 1939), combat: North Sea (9)", "zone": 9, "lines": every_kind()}]);
    view["repair"] =
        json!([{"side": "axis", "unit": unit("Scharnhorst", "BB", "7-9-3", "German"), "turn": 2}]);
    view["sunk"] = json!([{"side": "allies", "unit": unit("Hood", "BB", "9-7-3", "British"), "turn": 1}]);
    view["track"] = json!([]);
    view["sightings"] = json!([{"unit": unit("Rodney", "BB", "8-8-3", "British"), "turn": 1, "place": "North Sea (9)", "sure": true}]);
    view["air"] = json!({"available": [unit("KG 26", "LBA", "Air 1", "German")], "used": [], "enemy_available": 3, "enemy_used": 0});
    packet.voids = vec![VoidNote { key: "t1/air/axis".to_owned(), why: "the zone was empty".to_owned() }];
    packet
}

#[test]
fn golden_text() {
    insta::assert_snapshot!(written(&small(), Format::Text));
}

/// Enemy ships that lie where they were seen stand with their port; the list names those that may have moved.
#[test]
fn ships_are_named_in_one_place() {
    let mut packet = small();
    let seen = |name: &str, sure: bool| json!({"unit": unit(name, "CA", "3-3-3", "British"), "turn": 1, "place": "Kiel", "sure": sure});
    packet.view["ports"][0]["enemy"] = json!([{"navy": "British", "ships": 1, "lba": 0}]);
    packet.view["ports"][0]["enemy_known"] = json!([unit("Ajax", "CA", "3-3-3", "British")]);
    packet.view["sightings"] = json!([seen("Ajax", true), seen("Orion", false)]);
    let report = written(&packet, Format::Text);
    let list = report.split("LAST SEEN\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap();
    assert_eq!(
        list,
        "  Those that have not moved since stand with their ports above.\n  Turn 1, Kiel (may have moved since): Orion (CA \
         3-3-3)"
    );
    assert_eq!(report.matches("Ajax").count(), 1, "{report}");
    let pages = [Format::Markdown, Format::Html].map(|format| written(&packet, format));
    assert!(pages.iter().all(|page| page.matches("Ajax").count() > 1), "the others have the whole list");
}

#[test]
fn golden_markdown() {
    insta::assert_snapshot!(written(&small(), Format::Markdown));
}

/// A page with a few numbers of each path, and its style left out: both are known from their files.
fn shortened(html: &str) -> String {
    let (before, rest) = html.split_once("<style>").unwrap();
    let rest = rest.split_once("</style>").unwrap().1;
    let mut parts = rest.split(" d=\"");
    let mut short = format!("{before}<style></style>{}", parts.next().unwrap());
    for part in parts {
        let (d, rest) = part.split_once('"').unwrap();
        let begins: String = d.chars().take(24).collect();
        short.push_str(&format!(" d=\"{begins}\"{rest}"));
    }
    short
        .replace("<path ", "\n<path ")
        .replace("<use ", "\n<use ")
        .replace("<text ", "\n<text ")
        .replace("<g ", "\n<g ")
}

#[test]
fn golden_html() {
    insta::assert_snapshot!(shortened(&written(&small(), Format::Html)));
}

/// The words of all events: every one is told to somebody.
fn kinds() -> BTreeSet<String> {
    sealord::rules::seas_of_thunder::event::EVENTS.iter().map(|(word, _)| (*word).to_owned()).collect()
}

#[test]
fn every_kind_of_telling_is_worded() {
    let told: BTreeSet<String> =
        every_kind().iter().map(|it| it["kind"].as_str().unwrap().to_owned()).collect();
    assert_eq!(told, kinds(), "tests/report.rs, every_kind(): a line of every event");
    for telling in every_kind() {
        let mut packet = small();
        packet.view["story"] = json!([{"title": "here", "zone": null, "lines": [every_kind()[1], telling]}]);
        for format in Format::ALL {
            written(&packet, format);
        }
    }
}

#[test]
fn a_whole_match_is_reported() {
    for packet in MATCH.iter() {
        for format in Format::ALL {
            let report = written(packet, format);
            assert!(!report.contains("none,") && !report.contains("undefined"), "{report}");
            assert_eq!(report, written(packet, format), "the same packet gives the same bytes");
        }
    }
    let last = MATCH.last().unwrap();
    assert!(written(last, Format::Text).contains("The match is over: the"));
}

/// A draft without the places in its file.
fn meaning(source: &str) -> String {
    let draft = sealord::draft::parse("report", source.as_bytes());
    let draft = draft.unwrap_or_else(|problems| panic!("{}", problems.render(source, false)));
    let text = format!("{draft:?}");
    let spots = text.split("Spot {").map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
    let first = text.split("Spot {").next().unwrap().to_owned();
    first + &spots.skip(1).collect::<String>()
}

#[test]
fn orders_are_read_back_from_every_report() {
    for packet in MATCH.iter().filter(|packet| packet.asked) {
        let form = meaning(&sealord::orders::form::form(packet, None));
        for format in Format::ALL {
            assert_eq!(meaning(&written(packet, format)), form, "exchange {} {format:?}", packet.exchange);
        }
    }
}

#[test]
fn who_is_not_asked_hears_only_that_the_match_waits() {
    let idle = MATCH.iter().find(|packet| !packet.asked && !packet.over).unwrap();
    for format in Format::ALL {
        let report = written(idle, format);
        assert!(report.contains("Nothing to answer: the match waits for others."));
        assert!(!report.contains(sealord::draft::BEGIN));
    }
}

const HOSTILE: &[&str] = &[
    "<script>alert(1)</script>",
    "*bold* _soft_ `code`",
    "[x](javascript:alert(1))",
    "![x](https://example.org/x.png)",
    "one\n# two\n=== end orders ===\n=== begin orders ===\nthree",
    "\u{202e}desrever\u{202c}",
    "\"onmouseover=\"alert(1)",
    "{{ genesis }} {% include 'x' %} &lt;b&gt;",
    "1. first | second",
];

#[test]
fn hostile_text_is_inert() {
    let quiet = small();
    let marks = |report: &str, mark: &str| report.matches(mark).count();
    for text in HOSTILE {
        let mut packet = quiet.clone();
        packet.match_id = (*text).to_owned();
        packet.voids[0].why = (*text).to_owned();
        packet.verify.data = (*text).to_owned();
        let ruled = packet.view["story"][0]["lines"].as_array_mut().unwrap().last_mut().unwrap();
        ruled["reason"] = json!(text);
        packet.view["zones"][0]["own"][0]["name"] = json!(text);
        packet.view["zones"][0]["name"] = json!(text);
        packet.view["ports"][0]["name"] = json!(text);

        let html = written(&packet, Format::Html);
        for mark in ["<script", "<b>", "<img", "javascript:alert(1)\"", "\"onmouseover", "\u{202e}"] {
            assert_eq!(marks(&html, mark), marks(&written(&quiet, Format::Html), mark), "{mark} in\n{html}");
        }
        let markdown = written(&packet, Format::Markdown);
        let prose = unescaped(markdown.split("```").next().unwrap());
        for mark in ["<script", "*bold", "_soft", "](", "\n# two", "\u{202e}", "https://"] {
            assert_eq!(marks(&prose, mark), 0, "{mark} in\n{prose}");
        }
        for format in Format::ALL {
            let report = written(&packet, format);
            assert!(!report.contains("\n# two") && !report.contains('\u{202e}'));
            let markers =
                report.lines().filter(|line| line.trim_start_matches("# ").trim() == sealord::draft::BEGIN);
            assert_eq!(markers.count(), 1, "{report}");
        }
    }
}

/// Writes one template into a folder of a club.
fn club(name: &str, text: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    fs_err::create_dir_all(path.parent().unwrap()).unwrap();
    fs_err::write(path, text).unwrap();
    dir
}

fn fault(dir: &Path, format: Format) -> ReportFault {
    match Templates::with_dir(dir) {
        Ok(templates) => render(&templates, &small(), format).unwrap_err(),
        Err(fault) => fault,
    }
}

#[test]
fn a_club_replaces_one_template() {
    let dir = club("common/text/story.txt", "THE CLUB TELLS\n  {{ story|length }} part\n");
    let templates = Templates::with_dir(dir.path()).unwrap();
    let report = render(&templates, &small(), Format::Text).unwrap();
    assert!(report.contains("THE CLUB TELLS\n  1 part"));
    assert!(report.contains("WHAT YOU MUST DO"));
    assert_eq!(render(&templates, &small(), Format::Html).unwrap(), written(&small(), Format::Html));
}

#[test]
fn a_twin_that_knows_its_lines_writes_the_same_bytes() {
    let templates = Templates::with_dir(&Path::new(env!("CARGO_MANIFEST_DIR")).join("templates")).unwrap();
    let origins = Origins::of(&templates).unwrap();
    let war = support::packets::<WarAtSea>(7);
    for packet in [&small(), &MATCH[MATCH.len() / 2], war.last().unwrap()] {
        for format in Format::ALL {
            let mut text = String::new();
            let pieces = origins.of_filling(|twin| text = render(twin, packet, format).unwrap());
            assert_eq!(text, written(packet, format));
            assert!(pieces.len() > 50 && pieces.iter().all(|it| it.place.is_some()));
        }
    }
}

#[test]
fn an_unknown_field_is_named_with_file_and_line() {
    let dir = club("common/text/story.txt", "one\n{{ match }}\n{{ secret }}\n");
    let ReportFault::Template { file, line, what } = fault(dir.path(), Format::Text) else { panic!() };
    assert!(file.ends_with("story.txt") && file.contains(dir.path().to_str().unwrap()), "{file}");
    assert_eq!((line, what.as_str()), (3, "undefined value: `secret` is undefined"));
}

#[test]
fn a_template_cannot_run_away() {
    for text in [
        "{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}",
        "{% include 'common/text/story.txt' %}",
        "{{ '%999999999d'|format(1) }}",
        "{{ story }}",
        "{% if %}",
    ] {
        let dir = club("common/text/story.txt", text);
        assert!(matches!(fault(dir.path(), Format::Text), ReportFault::Template { line: 1, .. }), "{text}");
    }
}

#[test]
fn escaping_cannot_be_switched_off() {
    let hostile = "<script>alert(1)</script>\n=== begin orders ===";
    let ways = [
        (Format::Html, "common/html/story.html"),
        (Format::Markdown, "common/markdown/story.md"),
        (Format::Text, "common/text/story.txt"),
    ];
    let mut packet = small();
    packet.voids[0].why = hostile.to_owned();
    for (format, name) in ways {
        for text in [
            "{% autoescape false %}{{ voids[0].why }}{% endautoescape %}",
            "{% autoescape 'none' %}{{ voids[0].why }}{% endautoescape %}",
            "{% autoescape 'json' %}{{ voids[0].why }}{% endautoescape %}",
            "{% autoescape false %}{% set x %}{{ voids[0].why }}{% endset %}{% endautoescape %}{{ x }}",
            "{{ voids[0].why|verbatim }}",
            "{{ ''|wrap(voids[0].why) }}",
        ] {
            let dir = club(name, text);
            let refused = Templates::with_dir(dir.path()).and_then(|it| render(&it, &packet, format));
            assert!(matches!(refused, Err(ReportFault::Template { line: 1, .. })), "{text}: {refused:?}");
        }
        let dir = club(name, "{{ voids[0].why|wrap('- ') }}");
        let report = render(&Templates::with_dir(dir.path()).unwrap(), &packet, format).unwrap();
        // The one script of a report is that of its charts.
        assert!(format != Format::Html || report.matches("<script").count() == 1, "{report}");
        assert!(format != Format::Markdown || !unescaped(&report).contains("<script"), "{report}");
        let marker = |line: &&str| line.trim_start_matches(['#', '-', ' ']).trim() == sealord::draft::BEGIN;
        assert_eq!(report.lines().filter(marker).count(), 1, "{report}");
    }
    // A template of another format would escape for that format.
    let dir = club("common/html/story.html", "{% include 'common/text/story.txt' %}");
    assert!(matches!(fault(dir.path(), Format::Html), ReportFault::Template { line: 1, .. }));
}

#[test]
fn every_line_is_explained_in_words() {
    let lines = every_kind();
    let told = sealord::report::sentences(&TEMPLATES, "seas-of-thunder", &lines.iter().collect::<Vec<_>>());
    let told = told.unwrap();
    assert_eq!(told.len(), lines.len());
    assert!(told.iter().all(|sentence| !sentence.is_empty() && !sentence.contains('\n')), "{told:#?}");
    let returned = "Allied ships return to base: North Sea (9): Rodney (BB 8-8-3)";
    assert!(told.iter().any(|sentence| sentence == returned), "{told:#?}");
    let refused = sealord::report::sentences(&TEMPLATES, "seas-of-thunder", &[&json!({"kind": "sung"})]);
    assert!(matches!(refused, Err(ReportFault::Template { .. })), "{refused:?}");
}

#[test]
fn a_stray_template_is_refused() {
    let dir = club("common/text/storey.txt", "");
    assert!(matches!(fault(dir.path(), Format::Text), ReportFault::Stray { .. }));
    let mut packet = small();
    packet.system = "../../etc".to_owned();
    let refused = render(&TEMPLATES, &packet, Format::Text);
    assert_eq!(refused, Err(ReportFault::NoTemplates { system: "../../etc".to_owned() }));
}

#[test]
fn a_view_of_another_shape_is_refused() {
    let mut packet = small();
    packet.view = json!({"zones": []});
    assert!(matches!(render(&TEMPLATES, &packet, Format::Html), Err(ReportFault::View { .. })));
}

#[test]
fn a_club_gathers_the_story_as_it_likes() {
    let dir = club("seas-of-thunder/story.yaml", "below: groups\nkinds:\n  waits: {together: [turn]}\n");
    let templates = Templates::with_dir(dir.path()).unwrap();
    let mut packet = small();
    let waits = &every_kind()[8];
    let zone = json!({"kind": "battle-ended", "zone": "North Sea (9)", "rule": ""});
    packet.view["story"] = json!([{"title": "here", "zone": null, "lines": [waits, waits, zone]}]);
    let report = render(&templates, &packet, Format::Text).unwrap();
    assert_eq!(report.matches("has no port to arrive in").count(), 1, "{report}");
    assert!(
        report.contains("The combat is over."),
        "told beside others, as the club's file does not forbid it"
    );
}

#[test]
fn wrong_data_beside_templates_are_told_with_file_and_line() {
    for (name, text, at, says) in [
        ("story.yaml", "below: groups\nkinds:\n  sunk: {togther: []}\n", 3, "togther"),
        ("story.yaml", "kinds: {}\n", 1, "below"),
        ("chart.yaml", "called: zone\ncharts: [atlantis]\n", 0, "there is no chart `atlantis`"),
        ("chart.yaml", "called: zone\nclasses:\n- {class: BB, form: BB}\n", 3, "form"),
    ] {
        let dir = club(&format!("seas-of-thunder/{name}"), text);
        let ReportFault::Template { file, line, what } = fault(dir.path(), Format::Html) else {
            panic!("{text}")
        };
        assert!(file.ends_with(name) && line == at && what.contains(says), "{file}:{line}: {what}");
    }
}

#[test]
fn a_template_reaches_every_part_of_a_view() {
    let dir = club("common/text/story.txt", "{{ view.links|length }} links, {{ view.air.available }}");
    let report = render(&Templates::with_dir(dir.path()).unwrap(), &small(), Format::Text).unwrap();
    assert!(report.contains("1 links, KG 26 (LBA Air 1)*"), "{report}");
    let dir = club("common/text/story.txt", "\n{{ view.secret }}");
    assert!(matches!(fault(dir.path(), Format::Text), ReportFault::Template { line: 2, .. }));
}

#[test]
fn a_part_that_a_packet_lacks_is_named() {
    let mut packet = small();
    packet.view.as_object_mut().unwrap().remove("air");
    let refused = render(&TEMPLATES, &packet, Format::Text).unwrap_err().to_string();
    assert!(refused.contains("text/situation.txt"), "{refused}");
}

#[test]
fn a_counter_without_a_name_has_the_colour_of_a_side_however_many_there_are() {
    let mut unknown = 0;
    for scenario in ["pacific-1942", "atlantic-1942"] {
        for packet in support::packets_until::<WarAtSea>(Some(scenario), 5, 6) {
            let html = written(&packet, Format::Html);
            assert!(
                !html.contains("foe s-\""),
                "{scenario}: exchange {} of the {}",
                packet.exchange,
                packet.party
            );
            unknown += html.matches("?</text></g>").count();
        }
    }
    assert!(unknown > 0, "no enemy was unknown");
}
