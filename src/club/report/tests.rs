//! A made-up game whose view has little in common with any other: no numbers, no convoys, no aircraft; ports
//! and bases, marks on ships, and a part that no code prepares. Its templates lie beside this file.

use engine::rulebook::two_sided::party::AXIS;
use std::borrow::Cow;

use serde_json::{Value, json};

use super::files::{self, File};
use super::{Format, ReportFault, Templates, render};
use engine::digest::Digest;
use engine::question::{Layout, OpenQuestion};
use engine::trust::Trust;
use engine::view::{Packet, Verify};

/// Looking for markup in reports.
#[path = "../../../tests/markup/mod.rs"]
mod markup;

macro_rules! two_lakes {
    ($($name:literal),*) => {
        [$((concat!("two-lakes/", $name), include_str!(concat!("tests/two-lakes/", $name)))),*]
    };
}

/// Its templates, beside those of the program.
fn templates() -> Templates {
    engine::rulebook::two_sided::declare();
    let mut all = files::built_in();
    // Those of the games name sides that are not known here.
    all.retain(|file| {
        [files::COMMON, "charts"].iter().any(|folder| file.name.starts_with(&format!("{folder}/")))
    });
    let own = two_lakes!(
        "words.txt",
        "story.yaml",
        "chart.yaml",
        "text/report.txt",
        "markdown/report.md",
        "html/report.html"
    );
    let file = |(name, text)| File {
        name: Cow::Borrowed(name),
        text: Cow::Borrowed(text),
        path: Some(format!("templates/{name}").into()),
    };
    all.extend(own.map(file));
    Templates::compile(all).unwrap()
}

fn ship(name: &str, marks: Value) -> Value {
    json!({"id": name, "name": name, "navy": "Northern", "class": "CV", "line": "0-2-6-4", "marks": marks})
}

/// A packet in which this stands wherever a game may put a name of its own.
fn packet(hostile: &str) -> Packet {
    engine::rulebook::two_sided::declare();
    let question = |lake: &str, name: &str| OpenQuestion {
        kind: "action".to_owned(),
        key: format!("t2/{lake}/action/axis"),
        rule: "3.1".to_owned(),
        title: format!("{name}: day or night?"),
        about: Vec::new(),
        layout: Layout::BySubject,
        subjects: Vec::new(),
        options: Vec::new(),
        sets: Vec::new(),
        limits: Vec::new(),
    };
    let upper = format!("Upper Lake{hostile}");
    let mut essex = ship("Essex", json!([]));
    essex["navy"] = json!(format!("Southern{hostile}"));
    let view = json!({
        "side": "axis", "side_name": format!("North{hostile}"), "enemy_name": format!("South{hostile}"),
        "scenario": format!("Ice{hostile}"), "turn": 2, "last_turn": 5, "phase": "day",
        "weather": format!("fog{hostile}"), "score": {"of": {"axis": 3}},
        "zones": [
            {"key": "upper-lake", "name": upper, "x": 400, "lat": 800, "value": {"axis": 1, "allies": 3},
             "control": "axis", "own": [ship(&format!("Kaga{hostile}"), json!(["raiding", format!("damage 1{hostile}")]))],
             "enemy": [{"navy": format!("Southern{hostile}"), "ships": 2, "lba": 0}],
             "enemy_known": [essex], "fought": true},
            {"key": "lower-lake", "name": "Lower Lake", "x": 800, "lat": 300, "control": null},
            {"key": "the-river", "name": format!("River{hostile}"), "x": 2000, "lat": 560, "control": "contested"},
        ],
        "ports": [
            {"id": "quay", "kind": "port", "name": format!("Quay{hostile}"), "holder": "axis", "zones": ["upper-lake"],
             "x": 250, "lat": 880, "own": [ship("Akagi", json!(["disabled"]))]},
            {"id": "islet", "kind": "base", "name": "Islet", "holder": "allies", "zones": ["lower-lake", "upper-lake"],
             "x": 700, "lat": 150, "enemy": [{"navy": "Southern", "ships": 1, "lba": 2}]},
            {"id": "ford", "kind": "base", "name": "Ford", "holder": format!("free{hostile}"), "x": 1000, "lat": 700},
        ],
        "links": [["upper-lake", "lower-lake"], ["lower-lake", "the-river"], ["lower-lake", "nowhere"]],
        "ferries": [{"name": format!("Tub{hostile}"), "units": [ship("Soryu", json!([]))], "crew": 4}],
        "story": story(&upper, hostile),
    });
    Packet {
        format: engine::view::packet::FORMAT.to_owned(),
        system: "two-lakes".to_owned(),
        edition: 1,
        scenario: "ice".to_owned(),
        options: engine::rulebook::Choices::default(),
        by_hand: Vec::new(),
        match_id: "ice".to_owned(),
        genesis: Digest::ZERO,
        party: AXIS,
        team: engine::team::Team::default(),
        exchange: 3,
        standing: String::new(),
        over: false,
        agreed: None,
        asked: true,
        deadline: None,
        due: None,
        trust: Trust::Umpire,
        questions: vec![question("upper-lake", &upper), question("lower-lake", "Lower Lake")],
        ahead: Vec::new(),
        later: Vec::new(),
        voids: Vec::new(),
        by_umpire: Vec::new(),
        officers: Vec::new(),
        battle_plans: None,
        staff_doctrine: false,
        groups: Default::default(),
        doctrine: String::new(),
        practice_seed: false,
        verify: Verify { entry: 1, head: Digest::ZERO, seed_commitment: Digest::ZERO, data: String::new() },
        view,
    }
}

fn story(place: &str, hostile: &str) -> Value {
    let sighted = |name: &str| json!({"kind": "sighted", "by": format!("A plane{hostile}"), "ship": ship(name, json!([]))});
    json!([
        {"title": "dawn", "zone": null, "lines": [{"kind": "dawn"}]},
        {"title": format!("turn 2: {place}"), "zone": "upper-lake", "lines": [
            sighted("Essex"), sighted("Hornet"),
            {"kind": "fled", "ship": ship("Wasp", json!([]))}, {"kind": "fled", "ship": ship("Ranger", json!([]))},
            {"kind": "tolls", "tolls": [{"to": "allies", "lake": "Lower Lake"}, {"to": "axis", "lake": "Upper Lake"}]},
            {"kind": "scuttled", "place": format!("the ford{hostile}"), "hulls": [ship("Hiryu", json!(["damage 2"]))]},
            {"kind": "calm"},
        ]},
    ])
}

#[test]
fn a_view_of_another_game_is_reported() {
    let report = render(&templates(), &packet(""), Format::Text).unwrap();
    for line in [
        "Weather: fog. Score: 3",
        "Day or night?; t2/ZONE/action/axis; Upper Lake, Lower Lake",
        "turn 2 at Upper Lake",
        "A plane sights Essex (CV 0-2-6-4), Hornet (CV 0-2-6-4).",
        "2 fled:\nWasp (CV 0-2-6-4)\nRanger (CV 0-2-6-4)",
        "Tolls:\naxis: Upper Lake\nallies: Lower Lake",
        "Scuttled at the ford:\nHiryu (CV 0-2-6-4; damage 2)",
        "Upper Lake 1/3: Kaga (CV 0-2-6-4; raiding, damage 1) against Southern 2 ships (known: Essex (CV 0-2-6-4))",
        "port Quay on Upper Lake: Akagi (CV 0-2-6-4; disabled)",
        "base Islet on Lower Lake, Upper Lake: Southern 1 ship, 2 LBA",
        "Ferry Tub: Soryu (CV 0-2-6-4)",
    ] {
        assert!(report.contains(line), "{line} is missing in\n{report}");
    }
    assert!(!report.contains("Dawn.") && !report.contains("calm"), "{report}");
}

#[test]
fn its_chart_shows_areas_and_ports() {
    let html = render(&templates(), &packet(""), Format::Html).unwrap();
    assert_eq!(markup::unbalanced(&html), None);
    for mark in [
        "id=\"chart-plain\"",
        "Sea chart of the North: Ice\"",
        "3 lakes with their links. Own units in 1 lake,",
        "<title>Upper Lake, worth 1/3; held by the North; own: Kaga; enemy: Southern 2 ships; known: Essex; combat</title>",
        ">Upper Lake<tspan> 1/3 <tspan>X</tspan></tspan></text>",
        "<g class=\"port axis\"><title>held by the North</title><use href=\"#k-port\"",
        "<title>Quay; own: Akagi</title>",
        "<g class=\"port allies\"><title>held by the South</title><use href=\"#k-base\"",
        "<title>Islet; enemy: Southern 1 ship 2 LBA</title>",
        "<title>Ford; free</title>",
        "class=\"border way open\"",
        ">River</text>",
        "Kaga (CV 0\u{2011}2\u{2011}6\u{2011}4; raiding, damage 1)",
    ] {
        assert!(html.contains(mark), "{mark} is missing in\n{html}");
    }
    for name in ["Upper", "Lower", "River", "Quay", "Islet", "Ford"] {
        assert!(html.contains(&format!(">{name}")), "{name} has no label in\n{html}");
    }
    assert!(!html.contains("class=\"convoy"), "{html}");
}

#[test]
fn no_name_of_another_game_is_obeyed() {
    let (templates, quiet) = (templates(), packet(""));
    for hostile in
        ["<script>alert(1)</script>", "\"onmouseover=\"x", "*b* [x](y) `c`", "\n=== end orders ===\n# two"]
    {
        let packet = packet(hostile);
        let html = render(&templates, &packet, Format::Html).unwrap();
        assert_eq!(markup::unbalanced(&html), None, "{html}");
        let before = render(&templates, &quiet, Format::Html).unwrap();
        for mark in ["<script", "\"onmouseover", "<text", "<title"] {
            assert_eq!(html.matches(mark).count(), before.matches(mark).count(), "{mark} in\n{html}");
        }
        let markdown = render(&templates, &packet, Format::Markdown).unwrap();
        let prose = markup::unescaped(markdown.split("```").next().unwrap());
        for mark in ["<script", "*b", "](", "`c", "\n# two"] {
            assert!(!prose.contains(mark), "{mark} in\n{prose}");
        }
        for format in Format::ALL {
            let report = render(&templates, &packet, format).unwrap();
            let ends =
                report.lines().filter(|line| line.trim_start_matches("# ").trim() == engine::draft::END);
            assert_eq!(ends.count(), 1, "{report}");
        }
    }
}

#[test]
fn what_a_report_needs_is_asked_for_by_name() {
    let templates = templates();
    let needed = [
        "side",
        "side_name",
        "enemy_name",
        "scenario",
        "turn",
        "last_turn",
        "phase",
        "score",
        "zones",
        "ports",
        "links",
        "story",
    ];
    for part in needed {
        let mut packet = packet("");
        packet.view.as_object_mut().unwrap().remove(part);
        let Err(ReportFault::View { what }) = render(&templates, &packet, Format::Html) else {
            panic!("{part}")
        };
        assert!(what.contains(&format!("`{part}`")), "{what}");
    }
    let mut packet = packet("");
    packet.view.as_object_mut().unwrap().remove("weather");
    let refused = render(&templates, &packet, Format::Text).unwrap_err().to_string();
    assert!(refused.starts_with("templates/two-lakes/text/report.txt:"), "{refused}");
}
