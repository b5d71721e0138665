//! The charts against the data of the games: who is whose neighbour, where ports lie, and where things stand.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::survey::{Point, Survey, Word};

/// The games with charts; of one whose matches have one map each, every map.
const GAMES: [&str; 6] = [
    "seas-of-thunder",
    "admirals-war",
    "schiffskrieg",
    "war-at-sea/pacific",
    "war-at-sea/mediterranean",
    "war-at-sea/atlantic",
];

/// A zone by its word.
type Pair = (String, String);

/// Neighbours meet on at least so much open water; strangers on less than that.
const BORDER: usize = 4;
const POINT: usize = 14;

fn file(name: &str) -> String {
    fs_err::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)).unwrap()
}

fn game(name: &str) -> Value {
    engine::games::yaml::read(&file(&format!("games/{name}.yaml"))).unwrap()
}

/// The charts that the file `chart.yaml` of a game names; of a map its own.
fn charts(of: &str) -> Vec<(Value, Survey)> {
    let (game, map) = of.split_once('/').map_or((of, None), |(game, map)| (game, Some(map)));
    let layout: Value = engine::games::yaml::read(&file(&format!("templates/{game}/chart.yaml"))).unwrap();
    let listed = layout[if map.is_some() { "maps" } else { "charts" }].as_array().unwrap().iter();
    let is_its = |name: &&str| map.is_none_or(|map| name.ends_with(map));
    let names: Vec<&str> = listed.map(|it| it.as_str().unwrap()).filter(is_its).collect();
    assert!(!names.is_empty(), "{of} has a chart");
    let read = |name: &str| {
        let text = file(&format!("templates/charts/{name}.json"));
        let survey: Survey = serde_json::from_str(&text).unwrap();
        (serde_json::from_str(&text).unwrap(), survey.sound().unwrap())
    };
    names.into_iter().map(read).collect()
}

/// The sectors of a map of War at Sea, and its links round the world; nothing of another game.
fn sectors(of: &str) -> Option<(Vec<Value>, Vec<Value>)> {
    let map = game(&format!("war-at-sea/map_{}", of.strip_prefix("war-at-sea/")?));
    let list = |it: &Value| it.as_array().unwrap().clone();
    Some((list(&map["sectors"]), list(&map["meta"]["far_links"])))
}

fn pair(a: &str, b: &str) -> Pair {
    if a < b { (a.to_owned(), b.to_owned()) } else { (b.to_owned(), a.to_owned()) }
}

fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn name(word: &Word) -> String {
    match word {
        Word::Number(number) => number.to_string(),
        Word::Key(key) => key.clone(),
    }
}

fn pair_of(zones: &Value) -> Pair {
    pair(&word(&zones[0]), &word(&zones[1]))
}

/// The neighbours of a game, each pair with what it asks of who crosses: nothing if it is open.
fn neighbours(of: &str) -> BTreeMap<Pair, String> {
    let open = |pair: Pair| (pair, "open".to_owned());
    if of == "seas-of-thunder" {
        let zones = game("seas-of-thunder/zones");
        let all = zones["zones"].as_array().unwrap().iter().flat_map(|zone| {
            let adjacent = zone["adjacent"].as_array().unwrap();
            adjacent.iter().map(|other| pair(&word(&zone["number"]), &word(other)))
        });
        let mut pairs: BTreeMap<Pair, String> = all.map(open).collect();
        let special = zones["links"].as_array().unwrap().iter();
        pairs.extend(special.map(|link| (pair_of(&link["zones"]), word(&link["kind"]))));
        return pairs;
    }
    if of == "schiffskrieg" {
        let zones = game("schiffskrieg/zones");
        let links = zones["links"].as_array().unwrap().iter();
        let kind = |link: &Value| match link["kind"].as_str() {
            Some("restricted") => "strait".to_owned(),
            _ => word(&link["kind"]),
        };
        let links = links.map(|link| (pair(&word(&link["a"]), &word(&link["b"])), kind(link)));
        return links.collect();
    }
    if let Some((sectors, far)) = sectors(of) {
        let all = sectors.iter().flat_map(|sector| {
            let adjacent = sector["adjacent"].as_array().unwrap();
            adjacent.iter().map(|other| pair(&word(&sector["id"]), &word(other)))
        });
        let mut pairs: BTreeMap<Pair, String> = all.map(open).collect();
        pairs.extend(far.iter().map(|link| (pair_of(&link["between"]), "far".to_owned())));
        // The maps have no word for the canals of Kiel and Suez.
        let canal = match of {
            "war-at-sea/atlantic" => Some(pair("9", "12")),
            "war-at-sea/mediterranean" => Some(pair("23", "24")),
            _ => None,
        };
        pairs.extend(canal.map(|pair| (pair, "canal".to_owned())));
        return pairs;
    }
    let areas = game("admirals-war/areas");
    let links = areas["links"].as_array().unwrap().iter().map(|link| {
        let kind = match link["via"].as_str() {
            None => "open",
            Some("suez-canal" | "panama-canal") => "canal",
            Some(_) => "strait",
        };
        (pair(&word(&link["a"]), &word(&link["b"])), kind.to_owned())
    });
    links.collect()
}

/// The ports of a game with their zones.
fn ports(of: &str) -> BTreeMap<String, BTreeSet<String>> {
    if of == "schiffskrieg" {
        let bases = game("schiffskrieg/bases");
        let ports = bases["bases"].as_array().unwrap().iter().filter(|base| base["port"] == true);
        let zones = |port: &Value| port["zones"].as_array().unwrap().iter().map(word).collect();
        return ports.map(|port| (word(&port["id"]), zones(port))).collect();
    }
    if of.starts_with("war-at-sea") {
        return BTreeMap::new();
    }
    let ports = game(&format!("{of}/ports"));
    let zones = |port: &Value| match port["touches"].as_array() {
        Some(touches) => touches.iter().map(|it| word(&it["area"])).collect(),
        None => port["zones"].as_array().unwrap().iter().map(word).collect(),
    };
    ports["ports"].as_array().unwrap().iter().map(|port| (word(&port["id"]), zones(port))).collect()
}

/// The rings of a path, each a list of points.
fn rings(d: &str) -> Vec<Vec<(i32, i32)>> {
    let ring = |part: &str| {
        let numbers: Vec<i32> = super::survey::numbers(part).collect();
        let mut at = (0, 0);
        let step = |by: &[i32]| {
            at = (at.0 + by[0], at.1 + by[1]);
            at
        };
        numbers.chunks_exact(2).map(step).collect()
    };
    d.split('M').skip(1).map(ring).collect()
}

/// Two points of a ring, one after the other; the same from whichever side it is seen.
type Edge = ((i32, i32), (i32, i32));

/// The edges of rings.
fn edges(rings: &[Vec<(i32, i32)>]) -> impl Iterator<Item = Edge> {
    let closed = rings.iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
    closed.filter(|(a, b)| a != b).map(|(a, b)| (*a.min(b), *a.max(b)))
}

/// What of the paper is no sea, asked for point by point.
struct Land {
    /// The edges that cross each row of the paper.
    rows: Vec<Vec<Edge>>,
}

impl Land {
    fn of(survey: &Survey) -> [Land; 2] {
        [&survey.land, &survey.shut].map(|d| {
            let mut rows = vec![Vec::new(); usize::try_from(survey.height).unwrap() + 1];
            for (a, b) in edges(&rings(d)) {
                let last = i32::try_from(rows.len()).unwrap() - 1;
                for row in a.1.min(b.1).clamp(0, last)..=a.1.max(b.1).clamp(0, last) {
                    rows[usize::try_from(row).unwrap()].push((a, b));
                }
            }
            Land { rows }
        })
    }

    /// Whether a point lies on it; a little aside of whole numbers, so that no corner is met.
    fn holds(&self, x: f64, y: f64) -> bool {
        let Some(row) = usize::try_from(y.floor() as i64).ok().and_then(|row| self.rows.get(row)) else {
            return false;
        };
        let y = y + 0.001;
        let crossed = row.iter().filter(|((ax, ay), (bx, by))| {
            let (ax, ay, bx, by) = (f64::from(*ax), f64::from(*ay), f64::from(*bx), f64::from(*by));
            (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
        });
        crossed.count() % 2 == 1
    }
}

/// How long two cells meet on open water, about.
fn met(one: &BTreeSet<Edge>, other: &BTreeSet<Edge>, land: &[Land; 2]) -> usize {
    let wet = |((ax, ay), (bx, by)): &Edge| {
        let (dx, dy) = (f64::from(bx - ax), f64::from(by - ay));
        let steps = dx.hypot(dy).ceil() as usize;
        let at = |step: usize| (step as f64 + 0.5) / steps as f64;
        let points = (0..steps).map(|step| (f64::from(*ax) + dx * at(step), f64::from(*ay) + dy * at(step)));
        points.filter(|(x, y)| !land.iter().any(|it| it.holds(*x, *y))).count()
    };
    one.intersection(other).map(wet).sum()
}

#[test]
fn neighbours_meet_or_have_a_passage_and_no_others_do() {
    for of in GAMES {
        let wanted = neighbours(of);
        let (mut found, mut strange) = (BTreeSet::new(), Vec::new());
        for (_, survey) in charts(of) {
            let land = Land::of(&survey);
            let sides: Vec<_> = survey
                .cells
                .iter()
                .map(|cell| {
                    let mut all = rings(&cell.d);
                    all.extend(cell.again.iter().flat_map(|again| rings(again)));
                    (name(&cell.zone), cell.drawn_in.is_some(), edges(&all).collect::<BTreeSet<Edge>>())
                })
                .collect();
            for (at, (a, inset_a, edges_a)) in sides.iter().enumerate() {
                for (b, inset_b, edges_b) in &sides[..at] {
                    let (pair, long) = (pair(a, b), met(edges_a, edges_b, &land));
                    if wanted.contains_key(&pair) {
                        found.extend((long >= BORDER).then_some(pair));
                    } else if long >= POINT && !(*inset_a && *inset_b) {
                        strange.push((survey.chart.clone(), pair, long));
                    }
                }
            }
        }
        assert_eq!(strange, [], "strangers of {of} that meet");
        let passages = charts(of).into_iter().flat_map(|(file, _)| {
            let links = file["links"].as_array().unwrap().iter().map(|it| pair_of(&it["zones"]));
            let exits = file["exits"].as_array().unwrap().iter();
            let exits = exits.map(|it| pair(&word(&it["from"]), &word(&it["to"])));
            links.chain(exits).collect::<Vec<_>>()
        });
        let passages: BTreeSet<Pair> = passages.collect();
        let stray: Vec<_> = passages.iter().filter(|pair| !wanted.contains_key(*pair)).collect();
        assert!(stray.is_empty(), "passages of {of} between strangers: {stray:?}");
        found.extend(passages);
        let lacking: Vec<_> = wanted.keys().filter(|pair| !found.contains(*pair)).collect();
        assert!(lacking.is_empty(), "neighbours of {of} that do not meet: {lacking:?}");
    }
}

#[test]
fn borders_and_passages_are_of_the_kind_of_their_link() {
    let denmark = pair("baltic-sea", "north-sea");
    for of in GAMES {
        let wanted = neighbours(of);
        let mut seen = BTreeSet::new();
        for (file, _) in charts(of) {
            for list in ["borders", "links"] {
                for it in file[list].as_array().unwrap() {
                    let pair = pair_of(&it["zones"]);
                    let kind = word(&it["kind"]);
                    // The Kiel Canal lies beside the straits of Denmark, and the game has one link for both.
                    let kind = if (of, kind.as_str()) == ("schiffskrieg", "strait") && pair == denmark {
                        "canal".to_owned()
                    } else {
                        kind
                    };
                    assert_eq!(wanted.get(&pair), Some(&kind), "{}: {pair:?}", file["chart"]);
                    seen.extend((kind != "open").then_some(pair));
                }
            }
        }
        let special: BTreeSet<_> = wanted.into_iter().filter(|it| it.1 != "open").map(|it| it.0).collect();
        assert_eq!(seen, special, "{of}");
    }
}

#[test]
fn every_port_is_drawn_and_tied_to_its_zones() {
    for of in GAMES {
        let mut tied: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (_, survey) in charts(of) {
            for port in &survey.ports {
                let zones = port.ties.iter().map(|(zone, _, _)| name(zone));
                tied.entry(port.port.clone()).or_default().extend(zones);
            }
        }
        assert_eq!(tied, ports(of), "{of}");
    }
}

#[test]
fn counters_stand_at_sea_in_their_cell() {
    for of in GAMES {
        for (_, survey) in charts(of) {
            let land = Land::of(&survey);
            for cell in survey.cells.iter().filter(|cell| cell.is_home()) {
                let Point { x, y } = cell.stack.unwrap();
                let inside = Land::of(&Survey { land: cell.d.clone(), ..blank(&survey) });
                // In a narrow cell they may stand on its edge.
                let around = (-3..=3).flat_map(|dx| (-3..=3).map(move |dy| (dx, dy)));
                let mut near = around.map(|(dx, dy)| (f64::from(x + dx) + 0.5, f64::from(y + dy) + 0.5));
                let fits = near.any(|(x, y)| inside[0].holds(x, y) && !land[0].holds(x, y));
                assert!(fits, "{} {}: its counters stand elsewhere", survey.chart, cell.name);
            }
        }
    }
}

/// An empty chart of the size of another.
fn blank(survey: &Survey) -> Survey {
    let json = serde_json::json!({"chart": "", "title": "", "width": survey.width, "height": survey.height, "land": "",
        "cells": []});
    serde_json::from_value(json).unwrap()
}

#[test]
fn every_zone_and_port_of_a_game_has_its_name_from_the_data() {
    let zones = game("seas-of-thunder/zones");
    let names: BTreeMap<String, String> = zones["zones"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (word(&it["number"]), word(&it["name"])))
        .collect();
    let areas = game("admirals-war/areas");
    let words: BTreeMap<String, String> =
        areas["areas"].as_array().unwrap().iter().map(|it| (word(&it["id"]), word(&it["name"]))).collect();
    let zones = game("schiffskrieg/zones");
    let naval: BTreeMap<String, String> =
        zones["zones"].as_array().unwrap().iter().map(|it| (word(&it["id"]), word(&it["name"]))).collect();
    let mut all = vec![("seas-of-thunder", names), ("admirals-war", words), ("schiffskrieg", naval)];
    for of in GAMES {
        let sectors = sectors(of).map(|it| it.0.into_iter().map(|it| (word(&it["id"]), word(&it["name"]))));
        all.extend(sectors.map(|names| (of, names.collect())));
    }
    for (of, names) in all {
        let charts = charts(of);
        let cells = || charts.iter().flat_map(|(_, survey)| &survey.cells);
        cells().for_each(|cell| assert_eq!(names.get(&name(&cell.zone)), Some(&cell.name)));
        let homes: BTreeSet<String> =
            cells().filter(|cell| cell.is_home()).map(|it| name(&it.zone)).collect();
        assert!(
            names.keys().all(|zone| homes.contains(zone)),
            "{of}: counters of every zone stand somewhere"
        );
    }
}

#[test]
fn every_base_of_a_sector_is_a_landmark() {
    for of in GAMES {
        let Some((sectors, _)) = sectors(of) else { continue };
        let bases: BTreeSet<(String, String)> = sectors
            .iter()
            .filter(|it| !it["base"].is_null())
            .map(|it| (word(&it["id"]), word(&it["base"])))
            .collect();
        let charts = charts(of);
        let marks = charts.iter().flat_map(|(_, survey)| &survey.landmarks);
        let drawn: BTreeSet<(String, String)> =
            marks.map(|mark| (name(&mark.ties[0].0), mark.name.clone())).collect();
        assert_eq!(drawn, bases, "{of}");
    }
}
