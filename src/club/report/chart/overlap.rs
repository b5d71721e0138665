//! No label or stack hides another, on any chart, where every zone and every port is as full as it ever was
//! in matches that were played through.
//!
//! Widths of text are taken from the number of letters, a little wider than most fonts are.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::super::files;
use super::super::sides::Sides;
use super::*;
use engine::rulebook::two_sided::AXIS;

/// How full zones and ports were at the fullest, by game.
const CROWDS: &str = include_str!("crowds.yaml");

/// What of a game was ever at its places.
#[derive(Deserialize)]
struct Crowd {
    /// The zones by their words: own units, enemy units, convoys, what it is worth to two sides.
    zones: BTreeMap<String, (usize, usize, usize, u16, u16)>,
    /// The ports: own units, enemy units.
    #[serde(default)]
    ports: BTreeMap<String, (usize, usize)>,
}

/// A rectangle: left, top, right, bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Area(f64, f64, f64, f64);

impl Area {
    /// How deep two lie in each other.
    fn depth(self, other: Area) -> f64 {
        let across = self.2.min(other.2) - self.0.max(other.0);
        let down = self.3.min(other.3) - self.1.max(other.1);
        across.min(down)
    }
}

/// Something that must be seen: a label, or what stands in a zone or a port, or the mark of a port.
struct Thing {
    what: String,
    areas: Vec<Area>,
    kind: Kind,
}

/// What a thing is. The mark of a port may lie under counters, which say more, and under nothing else.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Label,
    Counters,
    Mark,
}

/// What may lie over another without hiding it, in units of the paper: two units are a pixel of the screen.
const SLACK: f64 = 5.0;

/// The value of an attribute of a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let from = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    tag[from..].split('"').next()
}

fn number_of(tag: &str, name: &str) -> f64 {
    attribute(tag, name).and_then(|it| it.parse().ok()).unwrap_or(0.0)
}

/// The marks of ports and bases.
const MARKS: [&str; 2] = ["k-port", "k-base"];

/// Half the width and half the height of what counters and berths are drawn with.
fn half(shape: &str) -> Option<(f64, f64)> {
    let sizes = [
        ("k-own", 25.0, 16.0),
        ("k-foe", 30.0, 16.0),
        ("k-own-low", 23.0, 12.0),
        ("k-foe-low", 27.0, 12.0),
        ("k-berth", 13.0, 11.0),
        ("k-berth-foe", 17.0, 11.0),
        ("k-more", 15.0, 9.0),
        ("k-hull", 16.0, 11.0),
        ("k-port", 6.0, 6.0),
        ("k-base", 6.5, 6.5),
    ];
    sizes.iter().find(|it| it.0 == shape).map(|it| (it.1, it.2))
}

/// The size of a text of a class in such a group, and the width of a letter of it.
fn font(group: &str) -> (f64, f64) {
    match group {
        "no" => (26.0, 0.64),
        "port-name" => (17.0, 0.55),
        _ => (20.0, 0.54),
    }
}

/// The area of a text; `body` is what stands between its tags.
fn text_area(group: &str, tag: &str, body: &str) -> Area {
    let (size, letter) = font(group);
    let mut wide = 0.0;
    for (at, part) in body.split('<').enumerate() {
        let (size, letter, text) = match (at, part.split_once('>')) {
            (0, _) => (size, letter, part),
            // The worth of a zone, then the letter of who holds it.
            (_, Some((_, text))) => (18.0, 0.56, text),
            (_, None) => continue,
        };
        wide += text.chars().count() as f64 * size * letter;
    }
    let class = attribute(tag, "class").unwrap_or_default();
    let (x, y) = (number_of(tag, "x"), number_of(tag, "y"));
    let is = |word: &str| class.split(' ').any(|it| it == word);
    let left = match (group, is("start"), is("end"), is("middle")) {
        (_, _, true, _) => x - wide,
        (_, true, ..) => x,
        ("port-name", _, _, false) => x,
        _ => x - wide / 2.0,
    };
    Area(left, y - 0.74 * size, left + wide, y + 0.16 * size)
}

/// The areas of the texts and counters of a piece of a drawing that stands in a group of this class.
fn areas(group: &str, svg: &str) -> Vec<(String, Area)> {
    let mut found = Vec::new();
    let mut places = vec![(group.to_owned(), 0.0, 0.0)];
    let mut rest = svg;
    while let Some(from) = rest.find('<') {
        let end = from + rest[from..].find('>').unwrap();
        let tag = &rest[from..end];
        rest = &rest[end + 1..];
        let (group, x, y) = places.last().unwrap().clone();
        match tag.split([' ', '>']).next().unwrap() {
            "<g" => {
                let moved = attribute(tag, "transform").and_then(|it| it.strip_prefix("translate("));
                let mut by = moved.into_iter().flat_map(|it| it.trim_end_matches(')').split(' '));
                let mut next = || by.next().and_then(|it| it.parse::<f64>().ok()).unwrap_or(0.0);
                let (dx, dy) = (next(), next());
                let class = attribute(tag, "class").map_or(group, str::to_owned);
                places.push((class, x + dx, y + dy));
            }
            "</g" => drop(places.pop()),
            "<use" => {
                let shape = attribute(tag, "href").unwrap_or_default().trim_start_matches('#');
                if let Some((wide, high)) = half(shape) {
                    let (x, y) = (x + number_of(tag, "x"), y + number_of(tag, "y"));
                    found.push((shape.to_owned(), Area(x - wide, y - high, x + wide, y + high)));
                }
            }
            "<text" => {
                let end = rest.find("</text>").unwrap();
                let body = &rest[..end];
                let shown = ["no", "name", "port-name"].contains(&group.as_str());
                if shown || attribute(tag, "class").is_some_and(|it| it.starts_with("out")) {
                    let Area(left, top, right, bottom) = text_area(&group, tag, body);
                    found.push((body.to_owned(), Area(left + x, top + y, right + x, bottom + y)));
                }
                rest = &rest[end + "</text>".len()..];
            }
            _ => {}
        }
    }
    found
}

/// So many units of two navies.
fn units(number: usize) -> Value {
    (0..number)
        .map(
            |at| json!({"id": at.to_string(), "name": "Hood", "navy": "x", "class": "BB", "line": "x 4-4-5"}),
        )
        .collect()
}

/// As many, counted.
fn there(number: usize) -> Value {
    if number > 0 { json!([{"navy": "x", "ships": number, "lba": 0}]) } else { json!([]) }
}

/// The view that is as full as a game ever was, on the charts of `grounds`.
fn full(crowd: &Crowd, grounds: &[Ground]) -> Value {
    engine::rulebook::two_sided::declare();
    let mut zones = Vec::new();
    for cell in grounds.iter().flat_map(|it| &it.cells).filter(|cell| cell.is_home) {
        let (word, number) = match &cell.zone {
            survey::Word::Number(number) => (number.to_string(), json!(number)),
            survey::Word::Key(key) => (key.clone(), Value::Null),
        };
        let key = number.is_null().then(|| word.clone());
        let (own, enemy, convoys, axis, allies) = crowd.zones.get(&word).copied().unwrap_or_default();
        zones.push(
            json!({"number": number, "key": key, "name": cell.name, "x": 1, "lat": 1, "control": "axis",
            "value": {"axis": axis, "allies": allies}, "own": units(own), "enemy_known": units(enemy),
            "enemy": there(enemy),
            "convoys": {"axis": convoys > 0, "allies": convoys > 1}}),
        );
    }
    let mut ports: BTreeMap<&str, Value> = BTreeMap::new();
    for haven in grounds.iter().flat_map(|it| &it.ports) {
        let (own, enemy) = crowd.ports.get(&haven.port).copied().unwrap_or_default();
        let port = json!({"id": haven.port, "name": haven.name, "holder": "axis", "zones": [], "x": 1, "lat": 1,
            "own": units(own), "enemy": there(enemy)});
        ports.insert(&haven.port, port);
    }
    json!({"side": "axis", "side_name": "Axis", "enemy_name": "Allies", "scenario": "Full", "turn": 2, "last_turn": 5, "phase": "day",
        "score": {}, "story": [], "links": [], "zones": zones, "ports": ports.into_values().collect::<Vec<_>>()})
}

/// All that must be seen on a chart.
fn things(sheet: &Sheet<'_>, view: &Parts<'_>, tray: &Tray<'_>) -> Vec<Thing> {
    let mut things = Vec::new();
    let mut labels = |group: &str, svg: &str| {
        let all = areas(group, svg).into_iter().filter(|(what, _)| half(what).is_none());
        things.extend(all.map(|(what, area)| Thing { what, areas: vec![area], kind: Kind::Label }));
    };
    for (cell, zone) in sheet.ground.cells.iter().zip(&sheet.zones) {
        let mut svg = String::new();
        label(&mut svg, cell, *zone, tray.names);
        labels("name", &if svg.is_empty() || svg.ends_with("</text>") { svg } else { svg + "</text>" });
        let mut svg = String::new();
        number(&mut svg, cell, *zone, tray.names);
        labels("no", &svg);
    }
    labels("", &sheet.ground.land);
    let mut svg = String::new();
    ports::draw(&mut svg, &view.sea, tray.names, (sheet.ground, false));
    labels("", &svg);
    let berths = areas("", &svg).into_iter().filter(|(what, _)| half(what).is_some());
    let kind = |what: &str| if MARKS.contains(&what) { Kind::Mark } else { Kind::Counters };
    things.extend(berths.map(|(what, area)| Thing { kind: kind(&what), what, areas: vec![area] }));
    for (_, cell, zone) in sheet.homes() {
        let mut svg = String::new();
        tray.draw(&mut svg, zone, cell.stack.unwrap(), cell.room);
        let areas: Vec<Area> = areas("", &svg).into_iter().map(|it| it.1).collect();
        things.push(Thing { what: format!("stack of {}", cell.name), areas, kind: Kind::Counters });
    }
    things
}

/// Pairs of which one hides the other, with how deep.
fn hidden(things: &[Thing]) -> Vec<(f64, String, String)> {
    let mut found = Vec::new();
    for (at, one) in things.iter().enumerate() {
        for other in &things[..at] {
            let has = |kind| one.kind == kind || other.kind == kind;
            if has(Kind::Mark) && !has(Kind::Label) {
                continue;
            }
            let pairs = one.areas.iter().flat_map(|a| other.areas.iter().map(|b| a.depth(*b)));
            let depth = pairs.fold(0.0, f64::max);
            if depth > SLACK {
                found.push((depth, one.what.clone(), other.what.clone()));
            }
        }
    }
    found
}

#[test]
fn no_label_or_stack_hides_another_where_all_is_as_full_as_it_ever_was() {
    let crowds: BTreeMap<String, Crowd> =
        serde_json::from_value(engine::games::yaml::read(CROWDS).unwrap()).unwrap();
    let all = files::built_in();
    let mut worst = Vec::new();
    for (of, crowd) in &crowds {
        let (game, map) = of.split_once('/').map_or((of.as_str(), None), |(game, map)| (game, Some(map)));
        let layout = all.iter().find(|it| it.name == format!("{game}/chart.yaml")).unwrap();
        let room = ChartRoom::of(layout, &all).unwrap();
        let grounds = room.charts.made(&room.atlas).unwrap().named(map);
        let view = full(crowd, grounds);
        let view = Parts::of(&view).unwrap();
        let sides = Sides::named(&["Axis", "Allies"]);
        let names = Names::new(AXIS, &sides);
        let colours = Colours::new(&[], std::iter::empty());
        let tray = Tray { atlas: &room.atlas, names: &names, colours: &colours };
        for sheet in sheets(&view.sea, grounds, false) {
            let hidden = hidden(&things(&sheet, &view, &tray));
            worst.extend(hidden.into_iter().map(|it| (sheet.ground.chart.clone(), it)));
        }
    }
    let lines: Vec<String> =
        worst.iter().map(|(chart, it)| format!("{chart}: {} over {} by {:.0}", it.1, it.2, it.0)).collect();
    assert!(lines.is_empty(), "{} pairs\n{}", lines.len(), lines.join("\n"));
}
