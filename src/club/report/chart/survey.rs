//! What the file of a chart holds: land, a sea cell for each zone, anchors for what stands in it, ports,
//! passages. All places are whole numbers on the chart's own paper. The files are `templates/charts/*.json`;
//! a README there says how they were made.

use serde::Deserialize;

use engine::view::{Zone, ZoneRef};

/// A chart as its file has it.
#[derive(Deserialize)]
pub(super) struct Survey {
    pub(super) chart: String,
    pub(super) title: String,
    pub(super) width: i32,
    pub(super) height: i32,
    /// The land, one path.
    pub(super) land: String,
    /// Waters that belong to no zone.
    #[serde(default)]
    pub(super) shut: String,
    pub(super) cells: Vec<Cell>,
    #[serde(default)]
    pub(super) borders: Vec<Border>,
    #[serde(default)]
    pub(super) links: Vec<Passage>,
    #[serde(default)]
    pub(super) exits: Vec<Exit>,
    #[serde(default)]
    pub(super) ports: Vec<Harbour>,
    #[serde(default)]
    pub(super) landmarks: Vec<Landmark>,
    #[serde(default)]
    pub(super) insets: Vec<Inset>,
    #[serde(default)]
    pub(super) boxes: Vec<OffMap>,
}

/// A place on the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "(i32, i32)")]
pub(super) struct Point {
    pub(super) x: i32,
    pub(super) y: i32,
}

/// No paper is wider or higher; a larger number is a mistake.
const WIDEST: i32 = 8000;

impl TryFrom<(i32, i32)> for Point {
    type Error = String;

    fn try_from((x, y): (i32, i32)) -> Result<Point, String> {
        let near = -WIDEST..=2 * WIDEST;
        if near.contains(&x) && near.contains(&y) {
            Ok(Point { x, y })
        } else {
            Err(format!("the place {x} {y} lies far off the paper"))
        }
    }
}

/// What names a zone in a chart's file: its number, or its key if it has none.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(super) enum Word {
    Number(u16),
    Key(String),
}

impl Word {
    /// Whether a zone is meant.
    pub(super) fn is_of(&self, zone: &Zone<&str>) -> bool {
        match self {
            Word::Number(number) => zone.number == Some(*number),
            Word::Key(key) => zone.number.is_none() && zone.key == Some(key),
        }
    }

    /// Whether both mean the same zone.
    pub(super) fn is(&self, zone: ZoneRef<&str>) -> bool {
        match (self, zone) {
            (Word::Number(number), ZoneRef::Number(other)) => *number == other,
            (Word::Key(key), ZoneRef::Key(other)) => key == other,
            _ => false,
        }
    }
}

/// A part of the sea that is one zone.
#[derive(Deserialize)]
pub(super) struct Cell {
    pub(super) zone: Word,
    pub(super) name: String,
    /// Its outline, which runs on under the land.
    pub(super) d: String,
    /// The middle of its number and name.
    pub(super) label: Option<Point>,
    /// The name in lines; none where there is room for the number alone.
    #[serde(default)]
    pub(super) lines: Vec<String>,
    /// The middle of its counters.
    pub(super) stack: Option<Point>,
    /// How far it is from there to its edge.
    #[serde(default)]
    pub(super) room: i32,
    /// The chart that draws it larger.
    pub(super) drawn_in: Option<String>,
    /// The part of it that is seen again at the other edge of the world.
    pub(super) again: Option<String>,
    pub(super) again_label: Option<Point>,
    /// Whether most of it lies beyond the frame.
    #[serde(default)]
    pub(super) mostly_outside: bool,
}

impl Cell {
    /// Whether its counters stand here.
    pub(super) fn is_home(&self) -> bool {
        self.stack.is_some() && self.drawn_in.is_none() && !self.mostly_outside
    }
}

/// Where two zones meet by sea.
#[derive(Deserialize)]
pub(super) struct Border {
    /// `open`, or what it asks of who crosses it.
    pub(super) kind: String,
    pub(super) d: String,
}

/// A way between two zones that do not meet.
#[derive(Deserialize)]
pub(super) struct Passage {
    pub(super) kind: String,
    #[serde(default)]
    pub(super) name: String,
    pub(super) d: String,
}

/// A way out of the frame.
#[derive(Deserialize)]
pub(super) struct Exit {
    pub(super) to: Word,
    pub(super) at: Point,
}

/// A port on its shore.
#[derive(Deserialize)]
pub(super) struct Harbour {
    pub(super) port: String,
    pub(super) name: String,
    pub(super) at: Point,
    /// Short lines into the zones that it touches.
    #[serde(default)]
    pub(super) ties: Vec<(Word, i32, i32)>,
    /// Where its name stands, and how it is aligned; nothing where there is no room.
    pub(super) label: Option<(i32, i32, Anchor)>,
}

/// A base that is no place of its own: it is drawn for the eye alone.
#[derive(Deserialize)]
pub(super) struct Landmark {
    pub(super) name: String,
    pub(super) at: Point,
    #[serde(default)]
    pub(super) ties: Vec<(Word, i32, i32)>,
    /// Where its name stands, and how it is aligned; nothing where there is no room.
    pub(super) label: Option<(i32, i32, Anchor)>,
}

impl Harbour {
    /// A box off the map stands on it as a port does.
    pub(super) fn of_box(it: OffMap) -> Harbour {
        let label = Some((it.at.x, it.at.y + 20, Anchor::Middle));
        Harbour { port: it.id, name: it.name, at: it.at, ties: Vec::new(), label }
    }
}

/// How a name is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// Waters that another chart draws larger.
#[derive(Deserialize)]
pub(super) struct Inset {
    pub(super) chart: String,
    /// Left, top, width and height.
    pub(super) frame: (i32, i32, i32, i32),
}

/// A box off the map that touches some zones.
#[derive(Deserialize)]
pub(super) struct OffMap {
    #[serde(rename = "box")]
    pub(super) id: String,
    pub(super) name: String,
    pub(super) at: Point,
}

impl Survey {
    /// Makes sure that a chart that was just read can be drawn.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(super) fn sound(self) -> Result<Survey, String> {
        let Survey { width, height, .. } = self;
        if !(1..=WIDEST).contains(&width) || !(1..=WIDEST).contains(&height) {
            return Err(format!("a paper of {width} by {height}: each from 1 to {WIDEST}"));
        }
        let marks = || self.landmarks.iter();
        let ties = self.ports.iter().map(|it| &it.ties).chain(marks().map(|it| &it.ties));
        let ties = ties.flatten().map(|tie| (tie.1, tie.2));
        let labels = self.ports.iter().map(|it| it.label).chain(marks().map(|it| it.label));
        let labels = labels.flatten().map(|it| (it.0, it.1));
        let corners = self.insets.iter().map(|it| it.frame).flat_map(|it| [(it.0, it.1), (it.2, it.3)]);
        ties.chain(labels).chain(corners).try_for_each(|at| Point::try_from(at).map(drop))?;
        let cells = self.cells.iter().flat_map(|it| [Some(&it.d), it.again.as_ref()]).flatten();
        let lines = self.borders.iter().map(|it| &it.d).chain(self.links.iter().map(|it| &it.d));
        if let Some(d) = cells.chain(lines).chain([&self.land, &self.shut]).find(|d| !is_path(d)) {
            return Err(format!("`{}` is no path", d.chars().take(40).collect::<String>()));
        }
        Ok(self)
    }
}

/// Whether a text is nothing but the data of a path.
pub(super) fn is_path(d: &str) -> bool {
    d.bytes().all(|it| it.is_ascii_digit() || b"MmLlHhVvZzQqCc -,.".contains(&it))
}

/// The part of the paper that a cell covers: left, top, right and bottom. Of a path with curves, the part
/// that its points cover.
pub(super) fn extent(d: &str) -> (i32, i32, i32, i32) {
    let (mut west, mut north, mut east, mut south) = (i32::MAX, i32::MAX, i32::MIN, i32::MIN);
    for ring in d.split('M').skip(1) {
        let mut at = (0_i32, 0_i32);
        let mut numbers = numbers(ring);
        while let (Some(x), Some(y)) = (numbers.next(), numbers.next()) {
            at = (at.0.saturating_add(x), at.1.saturating_add(y));
            (west, north) = (west.min(at.0), north.min(at.1));
            (east, south) = (east.max(at.0), south.max(at.1));
        }
    }
    (west, north, east, south)
}

/// The whole numbers of a path, one after the other.
pub(super) fn numbers(d: &str) -> impl Iterator<Item = i32> {
    let (mut value, mut sign, mut inside) = (0_i32, 1, false);
    d.bytes().chain([b' ']).filter_map(move |byte| {
        if byte.is_ascii_digit() {
            value = value.saturating_mul(10).saturating_add(i32::from(byte - b'0'));
            inside = true;
            return None;
        }
        let number = inside.then_some(sign * value);
        (value, inside) = (0, false);
        sign = if byte == b'-' { -1 } else { 1 };
        number
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extent_of_a_path_is_that_of_its_points() {
        assert_eq!(extent("M10 20l5-3-7 9zM100 0l-1 2z"), (8, 0, 100, 26));
    }

    #[test]
    fn what_is_no_path_is_refused() {
        assert!(is_path("M1 2l3-4z") && !is_path("M1 2\"/><script>"));
    }
}
