//! The ground of a chart: what of it is the same in every report. It is made once from the chart's file and
//! kept as text.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::super::ReportFault;
use super::super::files::File;
use super::atlas::Atlas;
use super::landscape::{LINE, NUMBER, Titles, beside, borders, inset, land, number_or_name, text, ties};
use super::pen::{Put, Words, draw};
use super::plain;
use super::survey::{self, Anchor, Cell, Harbour, Point, Survey, Word};
use engine::view::{Sea, Zone};

/// The charts of a system.
pub(super) struct Charts {
    /// Their files, in the order in which they are drawn.
    files: Vec<File>,
    /// The files of those of which a match has one.
    maps: Vec<File>,
    /// The shapes of counters and marks.
    symbols: File,
    /// What is made of them, once any is drawn: a report in words needs nothing of it, and should not wait
    /// for it.
    made: OnceLock<Result<Made, ReportFault>>,
}

/// What is made of the files of charts.
pub(super) struct Made {
    /// The shapes of counters and marks, to be drawn by their ids.
    pub(super) symbols: String,
    /// Those that every match has.
    grounds: Vec<Ground>,
    /// Those of which a match has one.
    maps: Vec<Ground>,
}

impl Made {
    /// The charts that every match has, or the map of a name.
    #[cfg(test)]
    pub(super) fn named(&self, map: Option<&str>) -> &[Ground] {
        let is_it = |it: &Ground| map.is_some_and(|map| it.chart.ends_with(map));
        self.maps.iter().find(|it| is_it(it)).map_or(&self.grounds, std::slice::from_ref)
    }

    /// What a view is drawn on: the charts of its game, or the map that has all its sectors, or a plain
    /// drawing.
    pub(super) fn grounds(&self, sea: &Sea<&str>, title: &str) -> Cow<'_, [Ground]> {
        if !self.grounds.is_empty() {
            return Cow::Borrowed(&self.grounds);
        }
        match self.maps.iter().find(|map| map.is_of(sea)) {
            Some(map) => Cow::Borrowed(std::slice::from_ref(map)),
            None => Cow::Owned(grounds(vec![plain::survey(sea, title)])),
        }
    }
}

/// The shapes of classes of units, and of marks, as paths.
#[derive(Deserialize)]
struct Symbols {
    classes: BTreeMap<String, String>,
    marks: BTreeMap<String, String>,
}

/// What of a chart never changes.
#[derive(Clone)]
pub(super) struct Ground {
    /// What the chart is called in files.
    pub(super) chart: String,
    pub(super) title: String,
    pub(super) width: i32,
    pub(super) height: i32,
    /// The shapes of the cells, each with an id: the place of the ground, then that of the cell.
    pub(super) shapes: String,
    pub(super) cells: Vec<Waters>,
    /// What is seen again at the other edge, and the borders that are not open: above the cells.
    pub(super) borders: String,
    /// Land, passages and ways out: above the borders.
    pub(super) land: String,
    /// Frames of what other charts draw larger, by the names of those.
    pub(super) insets: Vec<(String, String)>,
    pub(super) ports: Vec<Haven>,
}

/// What of a cell never changes.
#[derive(Clone)]
pub(super) struct Waters {
    pub(super) zone: Word,
    /// Under which name it is labelled.
    pub(super) name: String,
    /// Its outline.
    pub(super) d: String,
    /// Where its number stands, if it has one.
    pub(super) number: Option<Point>,
    /// Whether its name stands on the chart.
    pub(super) is_named: bool,
    /// Its name as markup, and whether the last line is left open for what else is said.
    pub(super) label: String,
    pub(super) is_open: bool,
    /// The middle of its counters, or of what stands for them, and how far it is from there to its edge.
    pub(super) stack: Option<Point>,
    pub(super) room: i32,
    /// Whether its counters stand here.
    pub(super) is_home: bool,
    /// Where else it is seen.
    pub(super) again: Option<Point>,
}

/// What of a port never changes.
#[derive(Clone)]
pub(super) struct Haven {
    pub(super) port: String,
    /// Under which name it is labelled.
    pub(super) name: String,
    pub(super) at: Point,
    /// The lines into its zones, data of a path.
    pub(super) ties: String,
    /// Its name as markup, or the letter under which the key has it.
    pub(super) label: String,
    /// On which side of the port that stands: 1 to the right, -1 to the left, 0 above or below.
    pub(super) away: i32,
    /// That letter.
    pub(super) key: Option<String>,
}

impl Charts {
    /// The charts that an atlas names, from the files of the reports. Those that a club wrote itself are read
    /// at once.
    ///
    /// # Errors
    /// [`ReportFault::Template`] when there is no such chart, or a club's own is damaged; `layout` is the
    /// file of the atlas.
    pub(super) fn of(atlas: &Atlas, layout: &File, files: &[File]) -> Result<Charts, ReportFault> {
        let find = |name: &str| {
            let path = format!("{FOLDER}/{name}.json");
            let file = files.iter().find(|file| file.name == path).cloned();
            file.ok_or_else(|| {
                layout.fault(0, format!("there is no chart `{name}`: templates/{path} is missing"))
            })
        };
        let all = |names: &[String]| names.iter().map(|name| find(name)).collect::<Result<Vec<File>, _>>();
        let (files, maps) = (all(&atlas.charts)?, all(&atlas.maps)?);
        let charts = Charts { files, maps, symbols: find("symbols")?, made: OnceLock::new() };
        let own = |file: &File| file.path.is_some();
        if charts.files.iter().chain(&charts.maps).chain([&charts.symbols]).any(own) {
            charts.made(atlas)?;
        }
        Ok(charts)
    }

    /// What is made of the files.
    ///
    /// # Errors
    /// [`ReportFault::Template`] when one is damaged.
    pub(super) fn made(&self, atlas: &Atlas) -> Result<&Made, ReportFault> {
        let read = |file: &File| {
            let survey: Survey = file.data()?;
            survey.sound().map_err(|what| file.fault(0, what))
        };
        let make = || {
            let all = |files: &[File]| files.iter().map(read).collect::<Result<Vec<Survey>, ReportFault>>();
            let (surveys, maps) = (all(&self.files)?, all(&self.maps)?);
            // A map stands alone, so that each begins anew.
            let maps = maps.into_iter().flat_map(|map| grounds(vec![map])).collect();
            Ok(Made { symbols: self.symbols(atlas)?, grounds: grounds(surveys), maps })
        };
        self.made.get_or_init(make).as_ref().map_err(Clone::clone)
    }

    /// The shapes of counters and marks, each under an id.
    fn symbols(&self, atlas: &Atlas) -> Result<String, ReportFault> {
        let symbols: Symbols = self.symbols.data()?;
        let path = |of: &BTreeMap<String, String>, name: &str| {
            let found = of.get(name).filter(|d| survey::is_path(d)).cloned();
            found.ok_or_else(|| self.symbols.fault(0, format!("it has no shape `{name}`")))
        };
        let mut svg = String::from(SHAPES);
        for shape in atlas.shapes() {
            let d = path(&symbols.classes, shape)?;
            let id = Words(shape);
            draw!(svg, "<path class=\"ship\" id=\"k-ship-", id, "\" d=\"", d.as_str(), "\"/>");
            draw!(svg, "<use id=\"k-", id, "\" href=\"#k-ship-", id, "\" x=\"-16\" y=\"-15\"/>");
            draw!(
                svg,
                "<use id=\"k-low-",
                id,
                "\" href=\"#k-ship-",
                id,
                "\" transform=\"translate(-20-6)scale(.62)\"/>"
            );
        }
        for (id, mark, scale) in [("hit", "hit", "1.6"), ("fought", "combat", "2")] {
            let d = path(&symbols.marks, mark)?;
            draw!(svg, "<path id=\"k-", id, "\" transform=\"scale(", scale, ")\" d=\"", d.as_str(), "\"/>");
        }
        let head = path(&symbols.marks, "arrow head")?;
        for (id, class) in [("k-ours", "head ours"), ("k-theirs", "head theirs")] {
            draw!(
                svg,
                "<marker id=\"",
                id,
                "\" viewBox=\"-7 -6 14 12\" markerWidth=\"22\" markerHeight=\"18\" "
            );
            draw!(svg, "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"", class, "\" d=\"");
            draw!(svg, head.as_str(), "\"/></marker>");
        }
        Ok(svg)
    }
}

/// The shapes on which those of classes stand: counters, small counters and berths of the reader's and of
/// others, how many more there are; hulls of convoys; ports and bases.
const SHAPES: &str = "<rect class=\"card\" id=\"k-own\" x=\"-25\" y=\"-16\" width=\"50\" height=\"32\" rx=\"4\"/>\
    <path class=\"card\" id=\"k-foe\" d=\"M-30 0l7-16h46l7 16-7 16h-46z\"/>\
    <rect class=\"card\" id=\"k-own-low\" x=\"-23\" y=\"-12\" width=\"46\" height=\"24\" rx=\"4\"/>\
    <path class=\"card\" id=\"k-foe-low\" d=\"M-27 0l6-12h42l6 12-6 12h-42z\"/>\
    <rect id=\"k-berth\" x=\"-13\" y=\"-11\" width=\"26\" height=\"22\" rx=\"4\"/>\
    <path id=\"k-berth-foe\" d=\"M-17 0l6-11h22l6 11-6 11h-22z\"/>\
    <rect id=\"k-more\" x=\"-15\" y=\"-9\" width=\"30\" height=\"18\" rx=\"9\"/>\
    <path id=\"k-hull\" d=\"M-16-9h32l-5 20h-22z\"/>\
    <rect id=\"k-port\" x=\"-6\" y=\"-6\" width=\"12\" height=\"12\"/>\
    <circle id=\"k-base\" r=\"6.5\"/>";

/// Where the charts lie.
const FOLDER: &str = "charts";

/// Makes the grounds of charts that belong together.
pub(super) fn grounds(surveys: Vec<Survey>) -> Vec<Ground> {
    let names: Vec<(Word, String)> =
        surveys.iter().flat_map(|it| &it.cells).map(|cell| (cell.zone.clone(), cell.name.clone())).collect();
    let titles: Vec<(String, String)> =
        surveys.iter().map(|it| (it.chart.clone(), it.title.clone())).collect();
    let mut letters = Letters(0);
    let ground = |(at, survey)| Ground::of(at, survey, (&names, &titles), &mut letters);
    surveys.into_iter().enumerate().map(ground).collect()
}

/// Letters under which the key has what has no room for its name: a to z, then aa and so on.
struct Letters(usize);

impl Letters {
    fn next(&mut self) -> String {
        let mut at = self.0;
        self.0 += 1;
        let mut letters = Vec::new();
        loop {
            letters.push(b'a' + (at % 26) as u8);
            match at / 26 {
                0 => break,
                rest => at = rest - 1,
            }
        }
        letters.iter().rev().map(|&it| char::from(it)).collect()
    }
}

impl Ground {
    fn of(at: usize, survey: Survey, titles: Titles<'_>, letters: &mut Letters) -> Ground {
        let (borders, land) = (borders(&survey), land(&survey, titles));
        let insets = survey.insets.iter().map(|it| inset(it, titles)).collect();
        let boxes = survey.boxes.into_iter().map(Harbour::of_box);
        let ports: Vec<Harbour> = survey.ports.into_iter().chain(boxes).collect();
        let mut shapes = String::new();
        for (nth, cell) in survey.cells.iter().enumerate() {
            draw!(shapes, "<path id=\"", Shape(at, nth), "\" d=\"", cell.d.as_str(), "\"/>");
        }
        Ground {
            shapes,
            borders,
            land,
            insets,
            width: survey.width,
            height: survey.height,
            cells: survey.cells.into_iter().map(waters).collect(),
            ports: ports.into_iter().map(|port| haven(port, letters)).collect(),
            chart: survey.chart,
            title: survey.title,
        }
    }

    /// The cell of a zone.
    pub(super) fn cell(&self, holds: impl Fn(&Word) -> bool) -> Option<&Waters> {
        self.cells.iter().find(|cell| holds(&cell.zone))
    }

    /// Whether it has all zones of a sea, under their names: maps of one game may number theirs alike.
    fn is_of(&self, sea: &Sea<&str>) -> bool {
        let has = |zone: &Zone<&str>| self.cells.iter().any(|it| it.zone.is_of(zone) && it.name == zone.name);
        !sea.zones.is_empty() && sea.zones.iter().all(has)
    }

    /// The port of a word.
    pub(super) fn port(&self, word: &str) -> Option<&Haven> {
        self.ports.iter().find(|port| port.port == word)
    }

    /// The part of the paper that is shown: all of it if every zone of it is in play, else what those cover
    /// that are.
    pub(super) fn shown(&self, in_play: impl Fn(&Waters) -> bool) -> (i32, i32, i32, i32) {
        let homes = || self.cells.iter().filter(|cell| cell.is_home);
        if homes().all(&in_play) {
            return (0, 0, self.width, self.height);
        }
        let (mut west, mut north, mut east, mut south) = (self.width, self.height, 0, 0);
        for cell in homes().filter(|cell| in_play(cell)) {
            let of = survey::extent(&cell.d);
            (west, north) = (west.min(of.0), north.min(of.1));
            (east, south) = (east.max(of.2), south.max(of.3));
        }
        let (west, north) = ((west - MARGIN).max(0), (north - MARGIN).max(0));
        let (east, south) = ((east + MARGIN).min(self.width), (south + MARGIN).min(self.height));
        (west, north, (east - west).max(1), (south - north).max(1))
    }
}

/// How much is shown around the waters that are in play.
const MARGIN: i32 = 40;

/// The id of a cell's shape: the place of the ground, then that of the cell.
#[derive(Clone, Copy)]
pub(super) struct Shape(pub(super) usize, pub(super) usize);

impl Put for Shape {
    fn put(self, svg: &mut String) {
        draw!(*svg, "w", self.0, "-", self.1);
    }
}

fn waters(cell: Cell) -> Waters {
    let is_home = cell.is_home();
    let numbered = matches!(cell.zone, Word::Number(_));
    let mut label = String::new();
    let (mut number, mut is_open) = (None, false);
    if let Some(at) = cell.label {
        let lines = i32::try_from(cell.lines.len()).unwrap_or(0);
        let tall = if numbered { NUMBER } else { 0 } + lines * LINE;
        let mut y = at.y - tall / 2;
        if cell.mostly_outside || (!numbered && lines == 0) {
            text(&mut label, "out", at, 7, |svg| {
                svg.push('(');
                number_or_name(svg, &cell.zone, &cell.name);
                svg.push(')');
            });
        } else if numbered {
            number = Some(Point { x: at.x, y: y + 22 });
            y += NUMBER;
        }
        for (nth, line) in (0..).zip(&cell.lines) {
            let baseline = Point { x: at.x, y: y + 16 + LINE * nth };
            text(&mut label, "", baseline, 0, |svg| draw!(*svg, Words(line)));
        }
        is_open = !numbered && lines > 0;
        if is_open {
            label.truncate(label.len() - "</text>".len());
        }
    }
    Waters {
        zone: cell.zone,
        name: cell.name,
        d: cell.d,
        number,
        is_named: cell.label.is_some() && !cell.lines.is_empty(),
        label,
        is_open,
        stack: cell.stack.or(cell.label),
        room: cell.room,
        is_home,
        again: cell.again_label,
    }
}

fn haven(port: Harbour, letters: &mut Letters) -> Haven {
    let (ties, mut label) = (ties(port.at, &port.ties), String::new());
    let away = match port.label {
        Some((_, _, Anchor::Start)) | None => 1,
        Some((_, _, Anchor::Middle)) => 0,
        Some((_, _, Anchor::End)) => -1,
    };
    let key = match port.label {
        Some(place) => {
            beside(&mut label, place, &port.name);
            None
        }
        None => {
            let key = letters.next();
            let at = Point { x: port.at.x + 9, y: port.at.y };
            text(&mut label, "key", at, 5, |svg| svg.push_str(&key));
            Some(key)
        }
    };
    Haven { port: port.port, name: port.name, at: port.at, ties, label, away, key }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_after_the_last() {
        let mut letters = Letters(24);
        let next: Vec<String> = (0..4).map(|_| letters.next()).collect();
        assert_eq!(next, ["y", "z", "aa", "ab"]);
        assert_eq!(Letters(26 + 26 * 26).next(), "aaa");
    }
}
