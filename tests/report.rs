//! Reports: what they look like, that orders come back out of them, and that no text in them is obeyed.

mod support;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use sealord::report::{Format, ReportFault, Templates, render};
use sealord::view::{Packet, VoidNote};
use serde_json::{Value, json};

static MATCH: LazyLock<Vec<Packet>> = LazyLock::new(|| support::packets(7));
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
        json!({"kind": "mines-passed", "unit": null, "navy": "British", "field": "the Danish minefield",
               "dice": [4, 6], "damage": [], "repair": null, "result": "unharmed"}),
        json!({"kind": "mines-passed", "unit": rodney, "navy": "British", "field": "the Danish minefield",
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
        json!({"kind": "sunk", "zone": zone, "unit": layer, "by": "allies"}),
        json!({"kind": "damaged", "zone": zone, "unit": rodney, "die": 1, "turns": 1}),
        json!({"kind": "convoy-attacked", "zone": zone, "convoy": "allies", "by": "axis", "units": [layer], "dice": [3], "sunk": true}),
        json!({"kind": "battle-ended", "zone": zone}),
        json!({"kind": "control-judged", "zones": [{"zone": zone, "control": "allies"}]}),
        json!({"kind": "zones-scored", "side": "allies", "zones": [zone], "points": 2}),
        json!({"kind": "unused-air-scored", "side": "axis", "count": 1, "units": [], "points": 1}),
        json!({"kind": "fleets-shown", "units": [rodney]}),
        json!({"kind": "fleets-shown", "groups": [group, counted]}),
        json!({"kind": "returned", "side": "allies", "groups": [group]}),
        json!({"kind": "stranded", "unit": layer, "turn": 3}),
        json!({"kind": "presence-lacking", "port": "Aden", "navy": "British", "ships": 1, "minimum": 3, "to": "axis", "points": 1}),
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
    let zone = |number: u8, name: &str, x: f32, lat: f32| {
        json!({"number": number, "name": name, "x": x, "lat": lat, "value": {"axis": 6, "allies": 2}, "control": "allies",
               "own": [], "enemy": [], "enemy_known": [], "convoys": {"axis": false, "allies": false}, "fought": false})
    };
    let mut north_sea = zone(9, "North Sea", 3.5, 56.5);
    north_sea["own"] = json!([unit("Lutzow", "CA", "6-4-9", "German")]);
    north_sea["enemy"] = json!([{"navy": "British", "ships": 2, "lba": 1}]);
    north_sea["enemy_known"] = json!([unit("Rodney", "BB", "8-8-3", "British")]);
    north_sea["convoys"]["allies"] = json!(true);
    north_sea["fought"] = json!(true);
    let port = json!({"id": "kiel", "name": "Kiel", "holder": "axis", "zones": [9], "capacity": "no limit", "x": 10.1,
        "lat": 54.3, "own": [unit("Nürnberg", "CA", "3-3-3", "German")], "enemy": [], "enemy_known": [], "duty": 3});
    let view = &mut packet.view;
    view["zones"] =
        json!([north_sea, zone(40, "Guiana Basin", -43.0, 4.5), zone(41, "Ascension Basin", -17.0, -8.0)]);
    view["ports"] = json!([port]);
    view["links"] = json!([[40, 41]]);
    view["story"] =
        json!([{"title": "turn 1 (Q3 1939), combat: North Sea (9)", "zone": 9, "lines": every_kind()}]);
    view["repair"] =
        json!([{"side": "axis", "unit": unit("Scharnhorst", "BB", "7-9-3", "German"), "turn": 2}]);
    view["sunk"] = json!([{"side": "allies", "unit": unit("Hood", "BB", "9-7-3", "British"), "turn": null}]);
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

#[test]
fn golden_markdown() {
    insta::assert_snapshot!(written(&small(), Format::Markdown));
}

#[test]
fn golden_html() {
    insta::assert_snapshot!(written(&small(), Format::Html));
}

/// The kinds of the enum `What`, read from its source so that a new one cannot be forgotten.
fn kinds() -> BTreeSet<String> {
    let source = include_str!("../src/rules/seas_of_thunder/telling.rs");
    let body = source.split("pub enum What {").nth(1).unwrap().split("\n}").next().unwrap();
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

#[test]
fn every_kind_of_telling_is_worded() {
    let told: BTreeSet<String> =
        every_kind().iter().map(|it| it["kind"].as_str().unwrap().to_owned()).collect();
    assert_eq!(told, kinds(), "tests/report.rs, every_kind(): tell every kind of What");
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
    let draft = sealord::orders::parse("report", source.as_bytes());
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
        assert!(report.contains("Nothing is asked of you; the match waits."));
        assert!(!report.contains(sealord::orders::BEGIN));
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
                report.lines().filter(|line| line.trim_start_matches("# ").trim() == sealord::orders::BEGIN);
            assert_eq!(markers.count(), 1, "{report}");
        }
    }
}

/// What is left of Markdown as markup: escaped characters taken away.
fn unescaped(markdown: &str) -> String {
    let mut parts = markdown.split('\\');
    let first = parts.next().unwrap_or_default().to_owned();
    let cut = |part: &str| part.chars().skip(1).collect::<String>();
    first + &parts.map(cut).collect::<String>()
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
    let dir = club("seas-of-thunder/text/story.txt", "THE CLUB TELLS\n  {{ story|length }} part\n");
    let templates = Templates::with_dir(dir.path()).unwrap();
    let report = render(&templates, &small(), Format::Text).unwrap();
    assert!(report.contains("THE CLUB TELLS\n  1 part"));
    assert!(report.contains("WHAT YOU MUST DO"));
    assert_eq!(render(&templates, &small(), Format::Html).unwrap(), written(&small(), Format::Html));
}

#[test]
fn an_unknown_field_is_named_with_file_and_line() {
    let dir = club("seas-of-thunder/text/story.txt", "one\n{{ match }}\n{{ secret }}\n");
    let ReportFault::Template { file, line, what } = fault(dir.path(), Format::Text) else { panic!() };
    assert!(file.ends_with("story.txt") && file.contains(dir.path().to_str().unwrap()), "{file}");
    assert_eq!((line, what.as_str()), (3, "undefined value: `secret` is undefined"));
}

#[test]
fn a_template_cannot_run_away() {
    for text in [
        "{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}",
        "{% include 'seas-of-thunder/text/story.txt' %}",
        "{{ '%999999999d'|format(1) }}",
        "{{ story }}",
        "{% if %}",
    ] {
        let dir = club("seas-of-thunder/text/story.txt", text);
        assert!(matches!(fault(dir.path(), Format::Text), ReportFault::Template { line: 1, .. }), "{text}");
    }
}

#[test]
fn escaping_cannot_be_switched_off() {
    let hostile = "<script>alert(1)</script>\n=== begin orders ===";
    let ways = [
        (Format::Html, "seas-of-thunder/html/story.html"),
        (Format::Markdown, "seas-of-thunder/markdown/story.md"),
        (Format::Text, "seas-of-thunder/text/story.txt"),
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
        assert!(format != Format::Html || !report.contains("<script"), "{report}");
        assert!(format != Format::Markdown || !unescaped(&report).contains("<script"), "{report}");
        let marker = |line: &&str| line.trim_start_matches(['#', '-', ' ']).trim() == sealord::orders::BEGIN;
        assert_eq!(report.lines().filter(marker).count(), 1, "{report}");
    }
    // A template of another format would escape for that format.
    let dir = club("seas-of-thunder/html/story.html", "{% include 'seas-of-thunder/text/story.txt' %}");
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

/// The text report of a small sea in which this happened.
fn telling(story: Value) -> String {
    let mut packet = small();
    packet.view["story"] = story;
    written(&packet, Format::Text)
}

#[test]
fn combats_begin_at_the_head_of_a_part() {
    let ruled = json!({"kind": "ruled", "rule": "", "reason": "a slip", "change": "Axis: +1 points"});
    let line = |kind: &str, zone: &str| json!({"kind": kind, "zone": zone, "rule": "SOT-5.5-1"});
    let chapter = |zone: &str, number: u8, lines: Value| json!({"title": format!("combat: {zone}"), "zone": number, "lines": lines});
    let report = telling(json!([
        chapter("North Sea (9)", 9, json!([line("battle-began", "North Sea (9)")])),
        chapter("North Sea (9)", 9, json!([ruled, line("battle-ended", "North Sea (9)")])),
        chapter("Baltic Sea (10)", 10, json!([line("battle-began", "Baltic Sea (10)")])),
        chapter("Baltic Sea (10)", 10, json!([line("battle-ended", "Baltic Sea (10)")])),
    ]));
    let told = "  Combat\n  - Combat begins in North Sea (9), Baltic Sea (10). (SOT-5.5-1)\n\n  North Sea (9)\n  \
                - The umpire ruled: Axis: +1 points. Reason: a slip\n\n  Baltic Sea (10)\n  - The combat is over. \
                (SOT-5.5-1)\n";
    assert!(report.contains(told), "{report}");
}

#[test]
fn a_list_follows_its_rule_and_both_sides_stay_apart() {
    let moved = |name: &str, navy: &str| json!({"kind": "relocated", "unit": unit(name, "CA", "4-4-4", navy), "to": "Surface Reserve", "why": "done", "rule": "SOT-5.5-1"});
    let group =
        json!({"place": "North Sea (9)", "units": [unit("Exeter", "CA", "4-4-5", "British")], "stacks": []});
    let lines = json!([moved("Exeter", "British"), moved("Ajax", "British"), moved("Lutzow", "German"),
        {"kind": "fleets-shown", "groups": [group], "rule": "SOT-9.0-1"}]);
    let report = telling(json!([{"title": "combat", "zone": null, "lines": lines}]));
    let told = "  - Exeter (CA 4-4-4), Ajax (CA 4-4-4): to Surface Reserve (duty done).\n    (SOT-5.5-1)\n  - Lutzow \
                (CA 4-4-4): to Surface Reserve (duty done). (SOT-5.5-1)\n  - All units at sea are shown \
                (SOT-9.0-1):\n      North Sea (9): Exeter (CA 4-4-5)\n";
    assert!(report.contains(told), "{report}");
}

#[test]
fn who_holds_a_zone_is_told_with_the_turn_of_the_judgement() {
    let mut packet = small();
    for (judged, words) in [(json!(2), "held at the end of turn 2"), (json!(null), "held: not judged yet")] {
        packet.view["judged"] = judged;
        for format in Format::ALL {
            let report = written(&packet, format).to_lowercase();
            assert!(report.contains(words), "{words} in\n{report}");
        }
    }
}

#[test]
fn what_the_enemy_knows_and_what_ports_touch_is_told() {
    let mut packet = small();
    packet.view["zones"][0]["own"][0]["known"] = json!(false);
    let port = &mut packet.view["ports"][0];
    port["zones"] = json!([9, 10]);
    port["enemy"] = json!([{"navy": "British", "ships": 1, "lba": 0}]);
    port["enemy_known"] = json!([unit("Rodney", "BB", "8-8-3", "British")]);
    packet.view["air"]["available"][0]["known"] = json!(false);
    let report = written(&packet, Format::Text);
    assert!(report.contains("own:     Lutzow (CA 6-4-9)\n"), "{report}");
    assert!(report.contains("Kiel (no limit, 1; zones 9, 10): Nürnberg (CA 3-3-3)*\n"), "{report}");
    assert!(report.contains("Kiel (zones 9, 10): British 1 ship (known: Rodney (BB 8-8-3))\n"), "{report}");
    assert!(report.contains("A star (*) marks a unit that the enemy knows.\n"), "{report}");
    packet.view["ports"][0]["own"][0]["known"] = json!(false);
    assert!(!written(&packet, Format::Text).contains("A star (*)"));
}

#[test]
fn no_port_lacks_ships_before_they_are_deployed() {
    let mut packet = small();
    assert!(written(&packet, Format::Text).contains("2 too few of the 3"));
    packet.view["ports"][0]["own"] = json!([]);
    assert!(written(&packet, Format::Text).contains("after the return to base: Kiel (3)\n"));
    packet.view["phase"] = json!("setup: ships");
    assert!(!written(&packet, Format::Text).contains("return to base: Kiel"));
}

#[test]
fn standing_doctrine_stands_in_the_form() {
    let mut packet = MATCH.iter().find(|packet| packet.asked).unwrap().clone();
    packet.doctrine = "intercept: any\n# === end orders ===\nsweep: any\n".to_owned();
    for format in Format::ALL {
        let report = written(&packet, format);
        assert!(report.contains("doctrine:\n  intercept: any\n  sweep: any\n"), "{report}");
        assert_eq!(report.matches(sealord::orders::END).count(), 1, "{report}");
    }
}

#[test]
fn text_keeps_to_its_width_and_ends_with_a_line_end() {
    let mut dice = every_kind();
    dice.iter_mut().filter(|line| line["kind"] == "attacked").for_each(|line| {
        line["dice"] = json!([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6]);
    });
    let report = telling(json!([{"title": "combat", "zone": null, "lines": dice}]));
    assert!(report.contains("\n    [1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6] 3 hits;"), "{report}");
    for report in MATCH.iter().map(|packet| written(packet, Format::Text)).chain([report]) {
        assert!(report.ends_with('\n') && !report.ends_with("\n\n"));
        let prose =
            [report.split("YOUR ORDERS").next().unwrap(), report.split("HOW TO VERIFY").nth(1).unwrap()];
        // A hash is never broken.
        let long = |line: &&str| line.chars().count() > 78 && !line.split(' ').any(|word| word.len() == 64);
        let long: Vec<&str> = prose.iter().flat_map(|part| part.lines()).filter(long).collect();
        assert!(long.is_empty(), "{long:#?}");
    }
}

/// What is wrong with the nesting of a page's elements.
fn unbalanced(html: &str) -> Option<String> {
    let (head, rest) = html.split_once("<style>")?;
    let (_, body) = rest.split_once("</style>")?;
    let mut open: Vec<&str> = Vec::new();
    for tag in
        head.split('<').chain(body.split('<')).filter_map(|part| part.split_once('>')).map(|(tag, _)| tag)
    {
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if tag.ends_with('/') || matches!(name, "meta" | "!DOCTYPE" | "br") {
            continue;
        }
        if !tag.starts_with('/') {
            open.push(name);
        } else if open.pop() != Some(name) {
            return Some(format!("</{name}> within {open:?}"));
        }
    }
    (!open.is_empty()).then(|| format!("left open: {open:?}"))
}

#[test]
fn pages_hang_together() {
    for packet in MATCH.iter().chain([&small()]) {
        let html = written(packet, Format::Html);
        assert!(html.starts_with("<!DOCTYPE html>\n") && html.ends_with("</html>\n"));
        assert_eq!(unbalanced(&html), None, "exchange {}", packet.exchange);
        for table in html.split("<table class=\"stack\">").skip(1) {
            let cells = table.split("</table>").next().unwrap();
            assert!(!cells.contains("<td>"), "a cell without its label: {cells}");
        }
        let stat = |text: &str| ["8-8-3)", "8-9-3)", "9-9-3)"].iter().any(|line| text.contains(line));
        let prose = html.split("<pre").next().unwrap();
        assert!(!stat(prose), "a stat line that breaks at its hyphens");
    }
}

#[test]
fn every_zone_has_its_name_on_the_chart_or_below_it() {
    for packet in MATCH.iter().rev().take(6) {
        let html = written(packet, Format::Html);
        let chart =
            html.split("<section class=\"chart\"").nth(1).unwrap().split("</section>").next().unwrap();
        let (svg, below) = chart.split_once("<figcaption>").unwrap();
        let below = below.split("No room for the names of ").nth(1).unwrap_or_default();
        let drawn: Vec<&str> = svg.split("<text class=\"name\"").skip(1).collect();
        let zones = packet.view["zones"].as_array().unwrap();
        let missing = zones.iter().filter(|zone| {
            let name = zone["name"].as_str().unwrap();
            let first = name.split(' ').next().unwrap().replace('\'', "&#39;");
            let listed = format!("{} {name}", zone["number"]).replace('\'', "&#39;");
            !below.contains(&listed) && !drawn.iter().any(|text| text.contains(&format!(">{first}")))
        });
        assert_eq!(missing.count(), 0, "{below}");
        let ways_out = svg.split("class=\"out\"").skip(1).filter_map(|text| text.split(['>', '<']).nth(1));
        let ways_out: BTreeSet<&str> = ways_out.collect();
        // Both ends of the links across the edge of the map.
        assert!(
            ["23", "50", "47", "48", "63"].iter().all(|number| ways_out.contains(number)),
            "{ways_out:?}"
        );
    }
}

#[test]
fn a_stray_template_is_refused() {
    let dir = club("seas-of-thunder/text/storey.txt", "");
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
