//! Where things stand on the paper: projection, insets, and names put where nothing else stands. Only sums, products
//! and square roots of given numbers, which every machine computes alike.

use super::atlas::{Atlas, Bounds, Edge, Panel, Paper};
use super::pen::{Words, draw};

/// A place on the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Point {
    pub(super) x: i32,
    pub(super) y: i32,
}

/// No point is farther out: twice what the widest paper has, and so near that the square of a distance is a number.
const FAR: f32 = 16_000.0;

impl Point {
    /// The point here, or the last one that can be on the way there: a packet may name any place.
    fn at(x: f32, y: f32) -> Point {
        let near = |it: f32| it.round().clamp(-FAR, FAR) as i32;
        Point { x: near(x), y: near(y) }
    }

    /// Whether another point is so near.
    pub(super) fn is_near(self, other: Point, distance: i32) -> bool {
        let (dx, dy) = (self.x - other.x, self.y - other.y);
        dx * dx + dy * dy < distance * distance
    }
}

impl Panel {
    /// Where a place at sea stands.
    pub(super) fn project(&self, x: f32, lat: f32) -> Point {
        let (x, y) = self.exact(x, lat);
        Point::at(x, y)
    }

    fn exact(&self, x: f32, lat: f32) -> (f32, f32) {
        let (at, bounds, scale) = (self.at, self.bounds, self.scale);
        (at.left + (x - bounds.west) * scale.x, at.top + (bounds.north - lat) * scale.lat)
    }

    /// Left, top, width and height on the paper.
    pub(super) fn frame(&self) -> (i32, i32, i32, i32) {
        self.frame_of(self.bounds)
    }

    /// The frame of waters on this panel.
    pub(super) fn frame_of(&self, waters: Bounds) -> (i32, i32, i32, i32) {
        let nw = self.project(waters.west, waters.north);
        let se = self.project(waters.east, waters.south);
        (nw.x, nw.y, se.x - nw.x, se.y - nw.y)
    }

    /// Whether a place lies in the panel's waters.
    pub(super) fn contains(&self, x: f32, lat: f32) -> bool {
        self.bounds.contains(x, lat)
    }

    /// Whether the panel shows a place in full: an overview leaves crowded waters to the insets.
    pub(super) fn shows(&self, x: f32, lat: f32) -> bool {
        self.contains(x, lat) && !self.insets.iter().any(|inset| inset.contains(x, lat))
    }

    /// Where a line from a point within to one without meets the margin.
    pub(super) fn leaves(&self, from: Point, to: Point) -> Point {
        let (left, top, width, height) = self.frame();
        let part = |from: i32, to: i32, low: i32, high: i32| {
            let (from, to) = (from as f32, to as f32);
            if to < low as f32 {
                (low as f32 - from) / (to - from)
            } else if to > high as f32 {
                (high as f32 - from) / (to - from)
            } else {
                1.0
            }
        };
        let part = part(from.x, to.x, left + 10, left + width - 10)
            .min(part(from.y, to.y, top + 9, top + height - 9))
            .clamp(0.0, 1.0);
        let along = |from: i32, to: i32| (from as f32 + (to - from) as f32 * part).round() as i32;
        Point { x: along(from.x, to.x), y: along(from.y, to.y) }
    }
}

impl Panel {
    /// Where the stub of a link ends that leaves the map's edge on one side and comes back on the other: from a zone at
    /// this point and `x` towards another beyond the edge.
    pub(super) fn stub(&self, edge: Edge, (from, from_x): (Point, f32), x: f32, lat: f32) -> Point {
        let beyond = if x > from_x { x - edge.around } else { x + edge.around };
        let to = self.project(beyond, lat);
        let (dx, dy) = ((to.x - from.x) as f32, (to.y - from.y) as f32);
        let part = (edge.stub / (dx * dx + dy * dy).sqrt().max(1.0)).min(1.0);
        let along = |from: i32, by: f32| from + (by * part).round() as i32;
        self.leaves(from, Point { x: along(from.x, dx), y: along(from.y, dy) })
    }
}

/// Places zones on a panel and pushes apart those whose discs would touch.
pub(super) fn place(panel: &Panel, apart: f32, zones: &[(f32, f32)]) -> Vec<Point> {
    let mut at: Vec<(f32, f32)> = zones.iter().map(|(x, lat)| panel.exact(*x, *lat)).collect();
    let shown: Vec<usize> =
        (0..zones.len()).filter(|&zone| panel.shows(zones[zone].0, zones[zone].1)).collect();
    let (left, top, width, height) = panel.frame();
    let near = |a: usize, b: usize| {
        (at[a].0 - at[b].0).abs() < 4.0 * apart && (at[a].1 - at[b].1).abs() < 4.0 * apart
    };
    // No disc is ever pushed so far that it meets one that was not near it.
    let mut pairs: Vec<(usize, usize)> = Vec::with_capacity(shown.len() * 8);
    for (nth, &a) in shown.iter().enumerate() {
        pairs.extend(shown[nth + 1..].iter().filter(|&&b| near(a, b)).map(|&b| (a, b)));
    }
    for _ in 0..12 {
        for &(a, b) in &pairs {
            push_apart(&mut at, apart, a, b);
        }
        for &zone in &shown {
            at[zone].0 = at[zone].0.clamp(left as f32 + 27.0, (left + width) as f32 - 27.0);
            at[zone].1 = at[zone].1.clamp(top as f32 + 34.0, (top + height) as f32 - 27.0);
        }
    }
    at.into_iter().map(|(x, y)| Point::at(x, y)).collect()
}

fn push_apart(at: &mut [(f32, f32)], apart: f32, a: usize, b: usize) {
    let (dx, dy) = (at[b].0 - at[a].0, at[b].1 - at[a].1);
    if dx.abs() >= apart || dy.abs() >= apart {
        return;
    }
    let distance = (dx * dx + dy * dy).sqrt();
    if distance >= apart || distance == 0.0 {
        return;
    }
    let push = (apart - distance) / distance / 2.0;
    at[a] = (at[a].0 - dx * push, at[a].1 - dy * push);
    at[b] = (at[b].0 + dx * push, at[b].1 + dy * push);
}

/// The place for a port that covers nothing else, neither zones with their marks nor ports: its own, or the nearest
/// around it; nothing if there is none.
pub(super) fn beside(port: Point, zones: &[Point], labels: &Labels) -> Option<Point> {
    const AROUND: [(i32, i32); 8] = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];
    // The farthest ring and the widest berth beyond it.
    let near: Vec<Point> = zones.iter().copied().filter(|zone| zone.is_near(port, 38 * 3 / 2 + 29)).collect();
    let near = &near;
    let free = |apart: i32| {
        move |at: &Point| {
            labels.is_free((at.x - 7, at.y - 7, at.x + 7, at.y + 7))
                && !near.iter().any(|zone| zone.is_near(*at, apart))
        }
    };
    let around = || {
        [0, 8, 14, 20, 26, 32, 38].into_iter().flat_map(|ring| {
            AROUND.into_iter().map(move |(dx, dy)| Point { x: port.x + dx * ring, y: port.y + dy * ring })
        })
    };
    // Well away from all zones if that can be, else just beside one.
    around().find(free(29)).or_else(|| around().find(free(21)))
}

/// A box on the paper: left, top, right, bottom.
type Area = (i32, i32, i32, i32);

/// Names, each put where nothing else stands, or left out.
#[derive(Clone)]
pub(super) struct Labels {
    paper: Paper,
    /// A bit for each unit of the paper that something covers, row by row.
    taken: Vec<u64>,
    frame: Area,
}

/// Height of a line of a name.
const LINE: i32 = 10;

impl Labels {
    /// An empty paper.
    pub(super) fn new(atlas: &Atlas) -> Labels {
        let paper = atlas.paper;
        Labels { paper, taken: vec![0; row(paper) * paper.height as usize], frame: (0, 0, 0, 0) }
    }

    /// Turns to a panel, in whose frame the names that follow stay.
    pub(super) fn turn_to(&mut self, panel: &Panel) {
        let (left, top, width, height) = panel.frame();
        self.frame = (left + 2, top + 2, left + width - 2, top + height - 2);
    }

    /// Keeps names off the title of a panel.
    pub(super) fn keep_title(&mut self, panel: &Panel) {
        let (left, top, width, height) = panel.frame();
        let wide = 84.max(panel.title.chars().count() as i32 * 7 + 7);
        self.occupy(left + width - wide, top + height - 20, wide, 20);
    }

    /// Keeps names off a part of the paper.
    pub(super) fn occupy(&mut self, left: i32, top: i32, width: i32, height: i32) {
        let area = (left, top, left + width, top + height);
        for (word, bits) in words_of(self.paper, area) {
            self.taken[word] |= bits;
        }
    }

    /// Writes a name next to a mark of this radius, on one line or two; false if there is no room.
    pub(super) fn put(&mut self, svg: &mut String, class: &str, name: &str, at: Point, radius: i32) -> bool {
        let (whole, halves) = ([name], halves(name));
        for lines in
            [&whole[..], halves.as_ref().map_or(&[], |it| &it[..])].into_iter().filter(|it| !it.is_empty())
        {
            let width = lines.iter().map(|line| line.chars().count() as i32).max().unwrap_or(0) * 5 + 2;
            let height = lines.len() as i32 * LINE;
            let spots = [
                (at.x - width / 2, at.y + radius),
                (at.x - width / 2, at.y - radius - height),
                (at.x + radius + 2, at.y - height / 2),
                (at.x - radius - 2 - width, at.y - height / 2),
                (at.x - width / 2, at.y + radius + 6),
                (at.x - width / 2, at.y - radius - height - 12),
                (at.x + radius - 4, at.y + radius - 4),
                (at.x - radius + 4 - width, at.y + radius - 4),
            ];
            for (left, top) in spots {
                let area = (left, top, left + width, top + height);
                if !self.is_free(area) {
                    continue;
                }
                self.occupy(left, top, width, height);
                for (nth, line) in lines.iter().enumerate() {
                    let (x, y) = (left + width / 2, top + nth as i32 * LINE + 8);
                    draw!(
                        *svg,
                        "<text class=\"",
                        class,
                        "\" x=\"",
                        x,
                        "\" y=\"",
                        y,
                        "\">",
                        Words(line),
                        "</text>"
                    );
                }
                return true;
            }
        }
        false
    }

    fn is_free(&self, (left, top, right, bottom): Area) -> bool {
        let frame = self.frame;
        left >= frame.0
            && top >= frame.1
            && right <= frame.2
            && bottom <= frame.3
            && words_of(self.paper, (left, top, right, bottom))
                .all(|(word, bits)| self.taken[word] & bits == 0)
    }
}

/// Words of bits in a row of the paper.
fn row(paper: Paper) -> usize {
    paper.width as usize / 64 + 1
}

/// The words of bits that an area touches, each with the bits of the area; what lies off the paper is left out.
fn words_of(paper: Paper, (left, top, right, bottom): Area) -> impl Iterator<Item = (usize, u64)> {
    let (left, right) = (left.clamp(0, paper.width) as usize, right.clamp(0, paper.width) as usize);
    let (top, bottom) = (top.clamp(0, paper.height) as usize, bottom.clamp(0, paper.height) as usize);
    let length = row(paper);
    let words = if left < right { left / 64..(right - 1) / 64 + 1 } else { 0..0 };
    (top..bottom).flat_map(move |row| {
        words.clone().map(move |word| {
            let (from, to) = (left.max(word * 64) - word * 64, right.min(word * 64 + 64) - word * 64);
            (row * length + word, (u64::MAX >> (64 - (to - from))) << from)
        })
    })
}

/// A name in two lines, split at the blank nearest its middle; nothing for a single word.
fn halves(name: &str) -> Option<[&str; 2]> {
    let middle = name.len() / 2;
    let blanks = name.match_indices(' ').map(|(at, _)| at);
    let split = blanks.min_by_key(|at| at.abs_diff(middle))?;
    Some([&name[..split], &name[split + 1..]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_beyond_every_sea_are_far_away_and_no_more() {
        let near = Point::at(3.4, -2.6);
        assert_eq!(near, Point { x: 3, y: -3 });
        for far in [f32::MAX, f32::INFINITY, -3.0e9, 65_536.0] {
            let far = Point::at(far, -far);
            assert!(!far.is_near(near, 100) && far.is_near(far, 1), "{far:?}");
            assert!(!far.is_near(Point { x: -far.x, y: -far.y }, 100), "{far:?}");
        }
        assert_eq!(Point::at(f32::NAN, 0.0), Point { x: 0, y: 0 });
    }
}
