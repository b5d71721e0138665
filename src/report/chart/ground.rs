//! The paper before anything is put on it: what of a chart is the same in every report of a match. It is drawn once and
//! kept, for it costs more than all that changes.

use std::sync::{Arc, Mutex, PoisonError};

use super::atlas::{Atlas, Bounds, Panel};
use super::layout::{self, Labels, Point};
use super::pen::{Words, draw};
use super::rect;
use crate::view::{Sea, Zone, ZoneRef};

/// What tells a zone from all others on the chart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Tag {
    Number(u16),
    Name(String),
}

/// Where the zones lie and how they are linked.
#[derive(Debug, PartialEq)]
struct Waters {
    /// Each zone with its place.
    zones: Vec<(Tag, f32, f32)>,
    /// Pairs of places in that list.
    links: Vec<(usize, usize)>,
}

/// What of a panel never changes.
pub(super) struct Sheet {
    /// The place of the panel in the atlas.
    pub(super) panel: usize,
    /// The frame to clip by, the sea, the grid, the links and the frames of insets; the group stays open.
    pub(super) back: String,
    /// Where each zone stands.
    pub(super) points: Vec<Point>,
}

/// What of a chart never changes.
pub(super) struct Ground {
    waters: Waters,
    /// The part of the paper on which anything is drawn: left, top, width and height.
    pub(super) used: (i32, i32, i32, i32),
    /// The panels that are drawn, in their order.
    pub(super) sheets: Vec<Sheet>,
    /// What already covers the paper.
    pub(super) labels: Labels,
}

/// The ground of the chart that was drawn last.
#[derive(Default)]
pub(in crate::report) struct Kept(Mutex<Option<Arc<Ground>>>);

impl Kept {
    /// The ground for these zones and links, drawn unless it was drawn before.
    pub(super) fn ground(&self, atlas: &Atlas, sea: &Sea<'_>) -> Arc<Ground> {
        let links = linked(sea);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ground) = kept.as_ref().filter(|ground| ground.waters.are(&sea.zones, &links)) {
            return Arc::clone(ground);
        }
        let zones = sea.zones.iter().map(|zone| (Tag::of(zone), zone.x, zone.lat)).collect();
        let ground = Arc::new(Ground::draw(atlas, Waters { zones, links }));
        *kept = Some(Arc::clone(&ground));
        ground
    }
}

/// The links as places in the list of zones; one to a zone that is not there is left out.
fn linked(sea: &Sea<'_>) -> Vec<(usize, usize)> {
    let highest = sea.zones.iter().filter_map(|zone| zone.number).max().map_or(0, usize::from);
    let mut by_number = vec![None; highest + 1];
    let numbers = sea.zones.iter().enumerate().filter_map(|(at, zone)| Some((at, zone.number?)));
    numbers.for_each(|(at, number)| by_number[usize::from(number)] = Some(at));
    let index = |zone: ZoneRef<&str>| match zone {
        ZoneRef::Number(number) => by_number.get(usize::from(number)).copied().flatten(),
        ZoneRef::Key(_) => sea.zones.iter().position(|it| it.is(zone)),
    };
    sea.links.iter().filter_map(|(from, to)| Some((index(*from)?, index(*to)?))).collect()
}

impl Tag {
    fn of(zone: &Zone<&str>) -> Tag {
        zone.number.map_or_else(|| Tag::Name(zone.name.to_owned()), Tag::Number)
    }

    fn is_of(&self, zone: &Zone<&str>) -> bool {
        match self {
            Tag::Number(number) => zone.number == Some(*number),
            Tag::Name(name) => zone.number.is_none() && zone.name == name,
        }
    }
}

impl Waters {
    /// Whether any zone lies where a test holds.
    fn any(&self, holds: impl Fn(f32, f32) -> bool) -> bool {
        self.zones.iter().any(|(_, x, lat)| holds(*x, *lat))
    }

    fn are(&self, zones: &[Zone<&str>], links: &[(usize, usize)]) -> bool {
        let same = |((tag, x, lat), zone): (&(Tag, f32, f32), &Zone<&str>)| {
            tag.is_of(zone) && (*x, *lat) == (zone.x, zone.lat)
        };
        self.links == links && self.zones.len() == zones.len() && self.zones.iter().zip(zones).all(same)
    }
}

impl Ground {
    fn draw(atlas: &Atlas, waters: Waters) -> Ground {
        let mut labels = Labels::new(atlas);
        let drawn = |panel: &Panel| !atlas.played_alone || waters.any(|x, lat| panel.shows(x, lat));
        let panels = || (0..atlas.panels.len()).filter(|&at| drawn(&atlas.panels[at]));
        let sheets = panels().map(|at| sheet(atlas, &waters, at, &mut labels)).collect();
        let used = used(atlas, &panels().map(|at| &atlas.panels[at]).collect::<Vec<_>>());
        Ground { waters, used, sheets, labels }
    }
}

/// The whole paper if every panel is drawn, else as much of it as the panels cover that are.
fn used(atlas: &Atlas, drawn: &[&Panel]) -> (i32, i32, i32, i32) {
    if drawn.is_empty() || drawn.len() == atlas.panels.len() {
        return (0, 0, atlas.paper.width, atlas.paper.height);
    }
    let (mut west, mut north, mut east, mut south) = (i32::MAX, i32::MAX, 0, 0);
    for panel in drawn {
        let (left, top, width, height) = panel.frame();
        (west, north) = (west.min(left), north.min(top));
        (east, south) = (east.max(left + width), south.max(top + height));
    }
    (west - MARGIN, north - MARGIN, east - west + 2 * MARGIN, south - north + 2 * MARGIN)
}

/// What is left free around panels that do not cover the paper.
const MARGIN: i32 = 4;

/// Draws what never changes of a panel.
fn sheet(atlas: &Atlas, waters: &Waters, at: usize, labels: &mut Labels) -> Sheet {
    let panel = &atlas.panels[at];
    let mut svg = String::with_capacity(8 << 10);
    draw!(svg, "<clipPath id=\"c", at, "\">");
    rect(&mut svg, "", panel.frame(), "");
    draw!(svg, "</clipPath><g clip-path=\"url(#c", at, ")\">");
    rect(&mut svg, "class=\"sea\" ", panel.frame(), "");
    graticule(&mut svg, atlas, panel);
    let places: Vec<(f32, f32)> = waters.zones.iter().map(|(_, x, lat)| (*x, *lat)).collect();
    let points = layout::place(panel, atlas.apart, &places);
    labels.keep_title(panel);
    links(&mut svg, (atlas, panel), waters, &points, labels);
    insets(&mut svg, (atlas, panel), waters, labels);
    Sheet { panel: at, back: svg, points }
}

/// The frames of the enlarged waters on an overview.
fn insets(svg: &mut String, (atlas, panel): (&Atlas, &Panel), waters: &Waters, labels: &mut Labels) {
    let drawn = |inset: &&Bounds| !atlas.played_alone || waters.any(|x, lat| inset.contains(x, lat));
    for inset in panel.insets.iter().filter(drawn) {
        let (left, top, width, height) = panel.frame_of(*inset);
        rect(svg, "class=\"inset\" ", (left, top, width, height), " rx=\"4\"");
        labels.occupy(left, top, width, height);
    }
}

/// Thin lines.
fn graticule(svg: &mut String, atlas: &Atlas, panel: &Panel) {
    let (left, top, width, height) = panel.frame();
    svg.push_str("<path class=\"grid\" d=\"");
    for lat in &atlas.grid.lat {
        draw!(*svg, "M", left, " ", panel.project(0.0, *lat).y, "h", width);
    }
    for x in &atlas.grid.x {
        draw!(*svg, "M", panel.project(*x, 0.0).x, " ", top, "v", height);
    }
    svg.push_str("\"/>");
}

/// The links between zones. Of a link that leaves a panel the part within is drawn, and of one that crosses the edge of
/// the map a stub at either end, each with the number or name of the zone to which it leads.
fn links(
    svg: &mut String,
    (atlas, panel): (&Atlas, &Panel),
    waters: &Waters,
    points: &[Point],
    labels: &mut Labels,
) {
    let zones = &waters.zones;
    let inside = |at: usize| panel.contains(zones[at].1, zones[at].2);
    svg.push_str("<path class=\"link\" d=\"");
    let mut ways_out: Vec<(Point, &Tag)> = Vec::new();
    for &(a, b) in &waters.links {
        let length = (zones[a].1 - zones[b].1).abs();
        if let Some(edge) = atlas.edge.filter(|edge| length > edge.longest) {
            for (near, far) in [(a, b), (b, a)].into_iter().filter(|(near, _)| inside(*near)) {
                let (p, (tag, x, lat)) = (points[near], &zones[far]);
                let q = panel.stub(edge, (p, zones[near].1), *x, *lat);
                draw!(*svg, "M", p.x, " ", p.y, "L", q.x, " ", q.y);
                ways_out.push((q, tag));
            }
            continue;
        }
        if !inside(a) && !inside(b) {
            continue;
        }
        let (p, q) = (points[a], points[b]);
        draw!(*svg, "M", p.x, " ", p.y, "L", q.x, " ", q.y);
        match (inside(a), inside(b)) {
            (true, false) => ways_out.push((panel.leaves(p, q), &zones[b].0)),
            (false, true) => ways_out.push((panel.leaves(q, p), &zones[a].0)),
            _ => {}
        }
    }
    svg.push_str("\"/>");
    tags(svg, panel, ways_out, labels)
}

/// The numbers or names of zones to which links lead that are not drawn to their end.
fn tags(svg: &mut String, panel: &Panel, mut ways_out: Vec<(Point, &Tag)>, labels: &mut Labels) {
    ways_out.sort_by_key(|(point, tag)| (*tag, point.x, point.y));
    let mut last: Option<(Point, &Tag)> = None;
    for (point, tag) in ways_out {
        // Two links to one zone that leave side by side need one number, or one name where two would touch.
        let near = match tag {
            Tag::Number(_) => 24,
            Tag::Name(name) => name.chars().count() as i32 * 5 + 24,
        };
        if last.is_some_and(|(at, of)| of == tag && at.is_near(point, near)) {
            continue;
        }
        match tag {
            Tag::Number(number) => {
                draw!(
                    *svg,
                    "<text class=\"out\" x=\"",
                    point.x,
                    "\" y=\"",
                    point.y + 3,
                    "\">",
                    *number,
                    "</text>"
                );
                labels.occupy(point.x - 8, point.y - 5, 16, 10);
            }
            Tag::Name(name) => {
                // A name at the frame is moved inwards until all of it can be read.
                let (left, _, width, _) = panel.frame();
                let half = (name.chars().count() as i32 * 5 / 2 + 3).min(width / 2);
                let x = point.x.clamp(left + half, left + width - half);
                draw!(
                    *svg,
                    "<text class=\"out\" x=\"",
                    x,
                    "\" y=\"",
                    point.y + 3,
                    "\">",
                    Words(name),
                    "</text>"
                );
                labels.occupy(x - half, point.y - 5, 2 * half, 10);
            }
        }
        last = Some((point, tag));
    }
}
