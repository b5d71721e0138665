//! The paper before anything is put on it: what of a chart is the same in every report of a match. It is drawn once and
//! kept, for it costs more than all that changes.

use std::sync::{Arc, Mutex, PoisonError};

use super::super::sea::Zone;
use super::layout::{self, Labels, Panel, Point};
use super::pen::draw;
use super::rect;

/// The panels in the order in which they are drawn.
pub(super) const PANELS: [&Panel; 3] = [&layout::WORLD, &layout::EUROPE, &layout::EAST_INDIES];

/// Where the zones lie and how they are linked.
#[derive(Debug, PartialEq)]
struct Waters {
    /// Number, longitude on the unrolled chart, latitude.
    zones: Vec<(u8, f32, f32)>,
    links: Vec<(u8, u8)>,
}

/// What of a panel never changes.
pub(super) struct Sheet {
    /// The frame to clip by, the sea, the grid, the links and the frames of insets; the group stays open.
    pub(super) back: String,
    /// Where each zone stands.
    pub(super) points: Vec<Point>,
}

/// What of a chart never changes.
pub(super) struct Ground {
    waters: Waters,
    /// In the order of [`PANELS`].
    pub(super) sheets: Vec<Sheet>,
    /// What already covers the paper.
    pub(super) labels: Labels,
}

/// The ground of the chart that was drawn last.
#[derive(Default)]
pub(in crate::report) struct Kept(Mutex<Option<Arc<Ground>>>);

impl Kept {
    /// The ground for these zones and links, drawn unless it was drawn before.
    pub(super) fn ground(&self, zones: &[Zone<'_>], links: &[(u8, u8)]) -> Arc<Ground> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ground) = kept.as_ref().filter(|ground| ground.waters.are(zones, links)) {
            return Arc::clone(ground);
        }
        let places = zones.iter().map(|zone| (zone.number, zone.x, zone.lat)).collect();
        let ground = Arc::new(Ground::draw(Waters { zones: places, links: links.to_vec() }));
        *kept = Some(Arc::clone(&ground));
        ground
    }
}

impl Waters {
    fn are(&self, zones: &[Zone<'_>], links: &[(u8, u8)]) -> bool {
        let same = |(kept, zone): (&(u8, f32, f32), &Zone<'_>)| *kept == (zone.number, zone.x, zone.lat);
        self.links == links && self.zones.len() == zones.len() && self.zones.iter().zip(zones).all(same)
    }
}

impl Ground {
    fn draw(waters: Waters) -> Ground {
        let mut labels = Labels::new();
        let mut sheets = Vec::with_capacity(PANELS.len());
        for (at, panel) in PANELS.into_iter().enumerate() {
            sheets.push(sheet(&waters, (at, panel), &mut labels));
        }
        Ground { waters, sheets, labels }
    }
}

/// Draws what never changes of a panel.
fn sheet(waters: &Waters, (at, panel): (usize, &Panel), labels: &mut Labels) -> Sheet {
    let mut svg = String::with_capacity(8 << 10);
    draw!(svg, "<clipPath id=\"c", at, "\">");
    rect(&mut svg, "", panel.frame(), "");
    draw!(svg, "</clipPath><g clip-path=\"url(#c", at, ")\">");
    rect(&mut svg, "class=\"sea\" ", panel.frame(), "");
    graticule(&mut svg, panel);
    let points = layout::place(panel, &waters.zones.iter().map(|(_, x, lat)| (*x, *lat)).collect::<Vec<_>>());
    labels.keep_title(panel);
    links(&mut svg, waters, panel, &points, labels);
    insets(&mut svg, panel, labels);
    Sheet { back: svg, points }
}

/// The frames of the enlarged waters on the chart of all the sea.
fn insets(svg: &mut String, panel: &Panel, labels: &mut Labels) {
    if !panel.is_world() {
        return;
    }
    for inset in [&layout::EUROPE, &layout::EAST_INDIES] {
        let (left, top, width, height) = panel.frame_of(inset);
        rect(svg, "class=\"inset\" ", (left, top, width, height), " rx=\"4\"");
        labels.occupy(left, top, width, height);
    }
}

/// Thin lines every thirty degrees.
fn graticule(svg: &mut String, panel: &Panel) {
    let (left, top, width, height) = panel.frame();
    svg.push_str("<path class=\"grid\" d=\"");
    for lat in [-60, -30, 0, 30, 60] {
        draw!(*svg, "M", left, " ", panel.project(0.0, lat as f32).y, "h", width);
    }
    for x in (-90..=270).step_by(30) {
        draw!(*svg, "M", panel.project(x as f32, 0.0).x, " ", top, "v", height);
    }
    svg.push_str("\"/>");
}

/// The links between zones. Of a link that leaves an inset the part within is drawn, and of one that crosses the edge
/// of the chart a stub at either end, each with the number of the zone to which it leads.
fn links(svg: &mut String, waters: &Waters, panel: &Panel, points: &[Point], labels: &mut Labels) {
    let mut by_number = [None; 256];
    let zones = &waters.zones;
    zones.iter().enumerate().for_each(|(at, (number, ..))| by_number[usize::from(*number)] = Some(at));
    let index = |number: u8| by_number[usize::from(number)];
    let inside = |at: usize| panel.contains(zones[at].1, zones[at].2);
    svg.push_str("<path class=\"link\" d=\"");
    let mut ways_out: Vec<(Point, u8)> = Vec::new();
    for (from, to) in &waters.links {
        let (Some(a), Some(b)) = (index(*from), index(*to)) else { continue };
        if (zones[a].1 - zones[b].1).abs() > layout::LONGEST_LINK {
            for (near, far) in [(a, b), (b, a)].into_iter().filter(|(near, _)| inside(*near)) {
                let (p, (number, x, lat)) = (points[near], zones[far]);
                let q = panel.stub(p, zones[near].1, x, lat);
                draw!(*svg, "M", p.x, " ", p.y, "L", q.x, " ", q.y);
                ways_out.push((q, number));
            }
            continue;
        }
        if !inside(a) && !inside(b) {
            continue;
        }
        let (p, q) = (points[a], points[b]);
        draw!(*svg, "M", p.x, " ", p.y, "L", q.x, " ", q.y);
        match (inside(a), inside(b)) {
            (true, false) => ways_out.push((panel.leaves(p, q), *to)),
            (false, true) => ways_out.push((panel.leaves(q, p), *from)),
            _ => {}
        }
    }
    svg.push_str("\"/>");
    numbers(svg, ways_out, labels)
}

/// The numbers of zones to which links lead that are not drawn to their end.
fn numbers(svg: &mut String, mut ways_out: Vec<(Point, u8)>, labels: &mut Labels) {
    ways_out.sort_by_key(|(point, number)| (*number, point.x, point.y));
    let mut last: Option<(Point, u8)> = None;
    for (point, number) in ways_out {
        // Two links to one zone that leave side by side need one number.
        if last.is_some_and(|(at, of)| of == number && at.is_near(point, 24)) {
            continue;
        }
        draw!(*svg, "<text class=\"out\" x=\"", point.x, "\" y=\"", point.y + 3, "\">", number, "</text>");
        labels.occupy(point.x - 8, point.y - 5, 16, 10);
        last = Some((point, number));
    }
}
