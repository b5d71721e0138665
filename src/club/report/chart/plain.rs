//! A plain chart for a system without charts: a disc for each zone at its place, with lines between
//! neighbours. It is made from the view alone, and drawn as any other.

use super::pen::draw;
use super::survey::{Anchor, Cell, Harbour, Passage, Point, Survey, Word};
use engine::view::{Sea, Zone, ZoneRef};

/// How wide the paper is, and how much of it stays free on each side.
const WIDTH: i32 = 1400;
const FREE: i32 = 120;
/// How far a disc reaches to each side.
const REACH: i32 = 84;

/// A chart of the zones of a view.
pub(super) fn survey(sea: &Sea<&str>, title: &str) -> Survey {
    let paper = Paper::of(sea);
    let zones = sea.zones.iter();
    let cells: Vec<Cell> = zones.filter_map(|zone| cell(zone, paper.at(zone.x, zone.lat))).collect();
    let at = |zone: ZoneRef<&str>| cells.iter().find(|cell| cell.zone.is(zone)).and_then(|cell| cell.stack);
    let link = |&(a, b): &(ZoneRef<&str>, ZoneRef<&str>)| {
        let (a, b) = (at(a)?, at(b)?);
        let mut d = String::new();
        draw!(d, "M", a.x, " ", a.y, "L", b.x, " ", b.y);
        Some(Passage { kind: "open".to_owned(), name: String::new(), d })
    };
    let port = |port: &engine::view::Port<&str>| {
        let here = paper.at(port.x, port.lat);
        let ties = port.zones.iter().filter_map(|zone| at(*zone)).map(|it| (Word::Number(0), it.x, it.y));
        Harbour {
            port: port.id.to_owned(),
            name: port.name.to_owned(),
            at: here,
            ties: ties.collect(),
            label: Some((here.x, here.y + 22, Anchor::Middle)),
        }
    };
    Survey {
        chart: "plain".to_owned(),
        title: title.to_owned(),
        width: WIDTH,
        height: paper.height,
        land: String::new(),
        shut: String::new(),
        links: sea.links.iter().filter_map(link).collect(),
        ports: sea.ports.iter().map(port).collect(),
        cells,
        borders: Vec::new(),
        exits: Vec::new(),
        landmarks: Vec::new(),
        insets: Vec::new(),
        boxes: Vec::new(),
    }
}

/// A zone as a disc of eight corners: what stands for it in a file, or no cell.
fn cell(zone: &Zone<&str>, at: Point) -> Option<Cell> {
    let word = match (zone.number, zone.key) {
        (Some(number), _) => Word::Number(number),
        (None, key) => Word::Key(key?.to_owned()),
    };
    let (far, near) = (REACH, REACH / 2);
    let mut d = String::new();
    draw!(
        d,
        "M",
        at.x - near,
        " ",
        at.y - far,
        "l",
        far,
        " 0 ",
        near,
        " ",
        near,
        " 0 ",
        far,
        " ",
        -near,
        " "
    );
    draw!(d, near, " ", -far, " 0 ", -near, " ", -near, "z");
    Some(Cell {
        zone: word,
        name: zone.name.to_owned(),
        d,
        label: Some(Point { x: at.x, y: at.y - 46 }),
        lines: vec![zone.name.to_owned()],
        stack: Some(Point { x: at.x, y: at.y + 22 }),
        room: 44,
        drawn_in: None,
        again: None,
        again_label: None,
        mostly_outside: false,
    })
}

/// The part of the plane in which the places of a view lie, and the height of the paper for it.
struct Paper {
    west: f64,
    north: f64,
    east: f64,
    south: f64,
    height: i32,
}

impl Paper {
    fn of(sea: &Sea<&str>) -> Paper {
        let zones = sea.zones.iter().map(|zone| (zone.x, zone.lat));
        let places = zones.chain(sea.ports.iter().map(|port| (port.x, port.lat)));
        let mut paper = Paper { west: f64::MAX, north: f64::MIN, east: f64::MIN, south: f64::MAX, height: 0 };
        for (x, lat) in places.map(|(x, lat)| (finite(x), finite(lat))) {
            (paper.west, paper.east) = (paper.west.min(x), paper.east.max(x));
            (paper.south, paper.north) = (paper.south.min(lat), paper.north.max(lat));
        }
        let shape = (paper.north - paper.south) / (paper.east - paper.west);
        let high = if shape.is_finite() { shape.clamp(0.2, 1.5) } else { 1.0 };
        paper.height = 2 * FREE + (f64::from(WIDTH - 2 * FREE) * high) as i32;
        paper
    }

    /// Where a place lies on the paper.
    fn at(&self, x: f32, lat: f32) -> Point {
        let along = |part: f64, whole: f64, length: i32| {
            let share = part / whole;
            let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.5 };
            FREE + (share * f64::from(length - 2 * FREE)).round() as i32
        };
        Point {
            x: along(finite(x) - self.west, self.east - self.west, WIDTH),
            y: along(self.north - finite(lat), self.north - self.south, self.height),
        }
    }
}

/// A number that a packet may give for a place.
fn finite(it: f32) -> f64 {
    if it.is_finite() { f64::from(it) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn any_place_lies_on_the_paper() {
        let zone = |key: &str, x: f64, lat: f64| json!({"key": key, "name": key, "x": x, "lat": lat, "control": null});
        for far in [1e9, 3e38, 1e39] {
            let view = json!({"ports": [], "links": [["a", "b"], ["a", "nowhere"]],
                "zones": [zone("a", -far, 0.0), zone("b", 7.0, far), zone("c", f64::from(f32::MAX), 1.0)]});
            let survey = survey(&Sea::of(&view).unwrap(), "The sea");
            assert_eq!((survey.cells.len(), survey.links.len()), (3, 1));
            let sound = survey.sound().unwrap();
            let stacks = sound.cells.iter().map(|cell| cell.stack.unwrap());
            assert!(
                stacks
                    .into_iter()
                    .all(|it| (0..=WIDTH).contains(&it.x) && (0..=sound.height).contains(&it.y))
            );
        }
    }
}
