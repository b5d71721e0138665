//! Charts of views made by hand, on a small chart made by hand.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::super::sides::Sides;
use super::*;
use crate::report::files;
use engine::rulebook::two_sided::{ALLIES, AXIS};

/// Two cells side by side with a strait, a third that an inset draws larger, two ports, one of them without
/// room for its name.
fn overview() -> Value {
    json!({"chart": "sea", "title": "The sea", "width": 600, "height": 400, "land": "M0 0l600 0 0 10-600 0z",
        "cells": [
            {"zone": 1, "name": "West Deep", "d": "M0 0l300 0 0 400-300 0z", "label": [150, 60], "lines": ["West Deep"],
             "stack": [150, 200], "room": 100},
            {"zone": 2, "name": "East Deep", "d": "M300 0l300 0 0 400-300 0z", "label": [450, 60], "lines": [],
             "stack": [450, 200], "room": 12, "again": "M0 0l20 0 0 20z", "again_label": [10, 300]},
            {"zone": 3, "name": "Bight", "d": "M280 380l20 0 0 20-20 0z", "label": [290, 390], "stack": [290, 390],
             "drawn_in": "bight"}],
        "borders": [{"zones": [1, 2], "kind": "strait", "d": "M300 0l0 400"}, {"zones": [2, 3], "kind": "open", "d": "M280 380l20 0"}],
        "ports": [
            {"port": "haven", "name": "Haven", "at": [20, 380], "ties": [[1, 40, 360]], "label": [30, 380, "start"]},
            {"port": "cove", "name": "Cove", "at": [580, 380], "ties": [[2, 560, 360]], "label": null}],
        "insets": [{"chart": "bight", "frame": [270, 370, 40, 30]}]})
}

fn inset() -> Value {
    json!({"chart": "bight", "title": "The Bight", "width": 300, "height": 200, "land": "",
        "cells": [
            {"zone": 3, "name": "Bight", "d": "M0 100l300 0 0 100-300 0z", "label": [150, 120], "lines": ["Bight"],
             "stack": [150, 150], "room": 40},
            {"zone": 1, "name": "West Deep", "d": "M0 0l300 0 0 100-300 0z", "label": [150, 20], "lines": ["West"], "mostly_outside": true}],
        "exits": [{"from": 3, "to": 2, "at": [295, 150]}],
        "ports": [{"port": "dock", "name": "Dock", "at": [20, 190], "ties": [[3, 40, 180]], "label": [30, 180, "start"]}]})
}

fn room(charts: &[&str]) -> ChartRoom {
    let mut all = files::built_in();
    let mut add = |name: &str, text: String| {
        all.push(File { name: Cow::Owned(name.to_owned()), text: Cow::Owned(text), path: None });
        all.len() - 1
    };
    add("charts/sea.json", overview().to_string());
    add("charts/bight.json", inset().to_string());
    let layout = json!({"called": "sea", "charts": charts, "classes": [
        {"class": "BB", "shape": "BB"}, {"class": "DD", "shape": "DD"}, {"class": "LBA", "shape": "air"}]});
    let layout = add("game/chart.yaml", layout.to_string());
    ChartRoom::of(&all[layout], &all).unwrap()
}

fn unit(name: &str, class: &str, line: &str, navy: &str) -> Value {
    json!({"id": name, "name": name, "navy": navy, "class": class, "line": line})
}

fn zone(number: u16, name: &str) -> Value {
    json!({"number": number, "name": name, "x": 1, "lat": 1, "control": null, "value": {"axis": 2, "allies": 1},
        "own": [], "enemy": [], "enemy_known": []})
}

fn port(id: &str, name: &str, zone: u16, holder: &str) -> Value {
    json!({"id": id, "name": name, "holder": holder, "zones": [zone], "x": 1, "lat": 1, "own": [], "enemy": []})
}

fn view() -> Value {
    engine::rulebook::two_sided::declare();
    json!({"side": "axis", "side_name": "Axis", "enemy_name": "Allies", "scenario": "Ice", "turn": 2, "last_turn": 5, "phase": "day",
        "score": {}, "story": [], "links": [[1, 2], [2, 3]],
        "zones": [zone(1, "West Deep"), zone(2, "East Deep"), zone(3, "Bight")],
        "ports": [port("haven", "Haven", 1, "axis"), port("cove", "Cove", 2, "allies"), port("dock", "Dock", 3, "neutral")]})
}

/// The chart of a view as the Axis sees it.
fn drawn(view: &Value) -> Chart {
    drawn_on(&room(&["sea", "bight"]), view)
}

fn drawn_on(room: &ChartRoom, view: &Value) -> Chart {
    let sides = Sides::named(&["Axis", "Allies"]);
    room.draw(&Parts::of(view).unwrap(), &Names::new(AXIS, &sides), false).unwrap()
}

fn has(chart: &Chart, marks: &[&str]) {
    marks.iter().for_each(|mark| assert!(chart.svg.contains(mark), "{mark} is missing in\n{}", chart.svg));
}

#[test]
fn places_that_are_pointed_at_say_which_they_are_and_nothing_else_differs() {
    let (room, view, sides) = (room(&["sea", "bight"]), view(), Sides::named(&["Axis", "Allies"]));
    let (view, names) = (Parts::of(&view).unwrap(), Names::new(AXIS, &sides));
    let [plain, pointed] = [false, true].map(|pointed| room.draw(&view, &names, pointed).unwrap().svg);
    for place in ["z-1", "z-2", "z-3", "p-haven", "p-cove", "p-dock"] {
        assert!(pointed.contains(&format!(" data-place=\"{place}\"")), "{place}");
    }
    let mut parts = pointed.split(" data-place=\"");
    let first = parts.next().unwrap().to_owned();
    let rest = parts.map(|part| part.split_once('"').unwrap().1);
    assert_eq!(rest.fold(first, |all, part| all + part), plain);
}

#[test]
fn cells_bear_who_holds_them_and_what_has_no_name_has_it_in_the_key() {
    let mut view = view();
    view["zones"][0]["control"] = json!("axis");
    view["zones"][1]["control"] = json!("contested");
    let chart = drawn(&view);
    has(
        &chart,
        &[
            "<g class=\"cell axis\"><use href=\"#w0-0\"/></g>",
            "<g class=\"cell contested\"><use href=\"#w0-1\"/></g>",
            "<text x=\"150\" y=\"57\">1<tspan> 2/1 <tspan>X</tspan></tspan></text>",
            "<path class=\"border strait\"",
            "<a class=\"inset\" href=\"#chart-bight\"><title>The Bight, drawn larger</title>",
            "id=\"chart-bight\"",
            "<text class=\"out\" x=\"150\" y=\"27\">(1)</text><text x=\"150\" y=\"11\">West</text></g>",
            "<text class=\"out end\" x=\"295\" y=\"156\">→2</text>",
            "<path class=\"tie\" d=\"M20 380L40 360M580 380L560 360\"/>",
            "<text class=\"key\" x=\"589\" y=\"385\">a</text>",
            "<g class=\"port free\"><title>held by nobody</title><use href=\"#k-port\" x=\"20\" y=\"190\"><title>Dock; neutral</title>",
        ],
    );
    assert!(!chart.svg.contains("East Deep</text>") && !chart.svg.contains("open\" d="));
    assert_eq!(chart.nameless, "2 East Deep, a Cove");
}

#[test]
fn counters_show_the_heaviest_and_count_the_rest() {
    let mut view = view();
    let ships = |names: &[&str]| names.iter().map(|it| unit(it, "DD", "1-1-5", "German")).collect::<Vec<_>>();
    view["zones"][0]["own"] =
        json!([&ships(&["a", "b", "c", "d"])[..], &[unit("Tirpitz", "BB", "9-9-3", "German")]].concat());
    view["zones"][0]["enemy"] =
        json!([{"navy": "British", "ships": 3, "lba": 0}, {"navy": "Martian", "ships": 1, "lba": 0}]);
    view["zones"][0]["enemy_known"] = json!([unit("Rodney", "BB", "8-8-3", "British")]);
    view["zones"][1]["own"] = json!(ships(&["e", "f"]));
    view["zones"][1]["fought"] = json!(true);
    let chart = drawn(&view);
    let counters: Vec<&str> = chart
        .svg
        .split("<g class=\"")
        .filter(|it| it.starts_with("own n") || it.starts_with("foe "))
        .collect();
    // Three fit: the battleship first, then two destroyers, and two more; the known one, then the backs of
    // each navy.
    assert!(counters[0].contains("#k-BB\"/><text y=\"13\">9-9-3</text>"), "{}", counters[0]);
    has(&chart, &["<text y=\"5\">+2</text>", "<use href=\"#k-foe\"/><text class=\"many\" y=\"8\">2?</text>"]);
    assert!(
        counters.iter().any(|it| it.starts_with("foe s-allies\"") && it.contains(">1?<")),
        "a navy without colours"
    );
    // There is little room in the other: one small counter for all, and the combat beside it.
    has(
        &chart,
        &[
            "<use href=\"#k-own-low\"/><use href=\"#k-low-DD\"/><text class=\"some\" x=\"12\" y=\"6\">2</text>",
            "#k-fought",
        ],
    );
    assert_eq!(counters.len(), 3 + 3 + 1);
}

#[test]
fn a_zone_with_a_line_in_the_situation_leads_to_it() {
    let mut view = view();
    view["zones"][2]["own"] = json!([unit("Hipper", "DD", "5-5-7", "German")]);
    let chart = drawn(&view);
    has(
        &chart,
        &["<a href=\"#zone-3\"><title>3 Bight, worth 2/1; own: Hipper</title><use href=\"#w1-0\"/></a>"],
    );
    has(&chart, &["<g><title>1 West Deep, worth 2/1</title><use href=\"#w0-0\"/></g>"]);
    assert_eq!(chart.svg.matches("href=\"#zone-").count(), 1);
}

/// The arrows of a chart: what each says, with its class and its curve.
fn arrows(moves: Value) -> Vec<String> {
    let mut view = view();
    view["moves"] = moves;
    let chart = drawn(&view);
    let paths = chart
        .svg
        .split("<path class=\"move ")
        .skip(1)
        .map(|it| it.split("</path>").next().unwrap().to_owned());
    paths.collect()
}

#[test]
fn moves_of_one_way_are_one_arrow() {
    let sail = |units: Value, count: usize| {
        json!({"side": "axis", "how": "sailed", "from": {"port": "haven"},
        "to": {"zone": 1}, "units": units, "count": count})
    };
    let found = arrows(json!([sail(json!(["Hipper"]), 1), sail(json!(["Lutzow"]), 2)]));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("ours\" d=\"M")
            && found[0]
                .ends_with("<title>Hipper, Lutzow and 1 of the Axis sailed from Haven to West Deep</title>"),
        "{found:?}"
    );
}

#[test]
fn arrows_of_enemies_and_flights_differ_in_more_than_colour() {
    let go = |side: &str, how: &str| json!({"side": side, "how": how, "from": {"zone": 1}, "to": {"zone": 2}, "count": 2});
    let found = arrows(json!([
        go("axis", "sailed"),
        go("axis", "flew"),
        go("allies", "sailed"),
        go("allies", "returned")
    ]));
    let classes: Vec<&str> = found.iter().map(|it| it.split('"').next().unwrap()).collect();
    // The way over the edge of the map is nearer: it ends where the zone is seen again, and the zone has the
    // arrival.
    let twice = |class| [class, class];
    assert_eq!(classes, ["ours", "ours flew", "theirs", "theirs returned"].map(twice).concat());
    assert!(found.iter().all(|it| it.contains(" to East Deep")), "{found:?}");
}

#[test]
fn who_comes_from_nowhere_or_from_another_chart_only_arrives() {
    let come = |from: Value, to: Value| {
        let mut it = json!({"side": "allies", "how": "sailed", "from": from, "to": to, "count": 1});
        if from.is_null() {
            it.as_object_mut().unwrap().remove("from");
        }
        it
    };
    let found = arrows(json!([come(json!(null), json!({"zone": 1}))]));
    assert!(found.len() == 1 && found[0].contains("<title>1 of the Allies sailed to West Deep"), "{found:?}");
    // The overview shows both ends of the second, though not in full: the inset marks the arrival.
    let found = arrows(json!([come(json!({"zone": 2}), json!({"zone": 3}))]));
    assert_eq!(found.len(), 2, "{found:?}");
    for (from, to) in [("nowhere", json!({"port": "haven"})), ("haven", json!({"port": "nowhere"}))] {
        let found = arrows(json!([come(json!({"port": from}), to)]));
        assert!(found.len() <= 1, "{found:?}");
    }
}

#[test]
fn what_no_chart_knows_is_in_the_key() {
    let mut view = view();
    view["zones"].as_array_mut().unwrap().extend([zone(77, "Nowhere<b>"), zone(1, "West Deep again")]);
    view["ports"].as_array_mut().unwrap().push(port("elsewhere", "Elsewhere", 77, "axis"));
    view["zones"][1]["name"] = json!("Renamed");
    let chart = drawn(&view);
    let missing = "2 Renamed, a Cove; not on the chart: Nowhere<b>, West Deep again, Elsewhere";
    assert_eq!(chart.nameless, missing);
    assert!(!chart.svg.contains("Nowhere") && chart.svg.contains("<title>2 Renamed"));
}

#[test]
fn waters_that_are_not_played_are_quiet_and_cut_off() {
    let mut view = view();
    view["zones"].as_array_mut().unwrap().truncate(1);
    view["ports"].as_array_mut().unwrap().truncate(1);
    let chart = drawn(&view);
    has(&chart, &["<g class=\"cell away\">", "viewBox=\"0 0 340 400\""]);
    assert!(
        !chart.svg.contains("chart-bight\"><h3>")
            && !chart.svg.contains("#zone-")
            && chart.nameless.is_empty()
    );
}

#[test]
fn a_system_without_charts_gets_a_plain_one() {
    let mut view = view();
    view["zones"][1]["x"] = json!(3e38);
    view["zones"][2] = json!({"key": "the-\"eye\"", "name": "Eye<i>", "x": -9, "lat": 5, "control": "axis"});
    let chart = drawn_on(&room(&[]), &view);
    has(
        &chart,
        &[
            "id=\"chart-plain\"",
            "Eye&lt;i&gt;<tspan>  <tspan>X</tspan>",
            "class=\"border way open\"",
            ">Cove</text>",
        ],
    );
    assert!(chart.nameless.is_empty() && !chart.svg.contains("Eye<i>"));
}

#[test]
fn a_missing_or_damaged_chart_is_named() {
    let mut all = files::built_in();
    let text = json!({"called": "sea", "charts": ["atlantis"]}).to_string();
    let layout = File { name: Cow::Borrowed("game/chart.yaml"), text: Cow::Owned(text), path: None };
    let fault = ChartRoom::of(&layout, &all).err().unwrap().to_string();
    assert!(fault.contains("game/chart.yaml") && fault.contains("there is no chart `atlantis`"), "{fault}");
    let text = overview().to_string().replace("M300 0l0 400", "M300 0\\\"/><script>");
    let path = Some("club/charts/atlantis.json".into());
    all.push(File { name: Cow::Borrowed("charts/atlantis.json"), text: Cow::Owned(text), path });
    let fault = ChartRoom::of(&layout, &all).err().unwrap().to_string();
    assert!(fault.contains("club/charts/atlantis.json") && fault.contains("is no path"), "{fault}");
}

#[test]
fn allies_are_told_from_their_own_side() {
    let sides = Sides::named(&["Axis", "Allies"]);
    let names = Names::new(ALLIES, &sides);
    assert_eq!((names.enemy(None), names.enemy(Some(ALLIES)), names.letter(AXIS)), ("axis", "allies", "X"));
}
