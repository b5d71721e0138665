//! The sea chart: every sea zone as a labelled disc at its place, crowded waters again in larger insets, as SVG text.
//!
//! Colours come from the page's style sheet, so that the chart follows light, dark and print; nothing is told by
//! colour alone. Coordinates are whole numbers, so that no machine rounds them otherwise.

use std::fmt::Write;

use serde::Deserialize;
use serde_json::Value;

use super::ReportFault;
use super::filters::{clean, write_html};
use crate::problem::count;
use crate::side::Side;

/// Where things stand on the paper.
mod layout;
use layout::{Labels, Panel, Point};

/// What the chart needs of a view.
#[derive(Deserialize)]
struct Sea<'a> {
    #[serde(borrow)]
    zones: Vec<Zone<'a>>,
    #[serde(borrow)]
    ports: Vec<Port<'a>>,
    links: Vec<(u8, u8)>,
}

#[derive(Deserialize)]
struct Zone<'a> {
    number: u8,
    name: &'a str,
    x: f32,
    lat: f32,
    value: Sides<u8>,
    control: Option<&'a str>,
    #[serde(borrow)]
    own: Vec<Unit<'a>>,
    #[serde(borrow)]
    enemy: Vec<Stack<'a>>,
    #[serde(borrow)]
    enemy_known: Vec<Unit<'a>>,
    convoys: Sides<bool>,
    fought: bool,
}

#[derive(Deserialize)]
struct Port<'a> {
    name: &'a str,
    x: f32,
    lat: f32,
    #[serde(borrow)]
    own: Vec<Unit<'a>>,
}

#[derive(Deserialize)]
struct Unit<'a> {
    name: &'a str,
}

#[derive(Deserialize)]
struct Stack<'a> {
    navy: &'a str,
    ships: usize,
    lba: usize,
}

#[derive(Deserialize)]
struct Sides<T> {
    axis: T,
    allies: T,
}

/// Draws the chart of a view.
///
/// # Errors
/// [`ReportFault::View`] when the view holds no such zones, ports and links.
pub(super) fn draw(view: &Value, side: Side) -> Result<String, ReportFault> {
    let sea = Sea::deserialize(view).map_err(|error| ReportFault::View { what: error.to_string() })?;
    let mut svg = String::with_capacity(96 << 10);
    write(&mut svg, &sea, side).expect("a String takes all");
    Ok(svg)
}

fn write(svg: &mut String, sea: &Sea<'_>, side: Side) -> std::fmt::Result {
    let (width, height) = layout::PAPER;
    write!(
        svg,
        "<svg class=\"chart\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"chart-title chart-desc\">\
         <title id=\"chart-title\">Sea chart of the {side}</title><desc id=\"chart-desc\">"
    )?;
    describe(svg, sea)?;
    svg.push_str("</desc>");
    svg.push_str(PATTERNS);
    let panels = [&layout::WORLD, &layout::EUROPE, &layout::EAST_INDIES];
    for (at, panel) in panels.into_iter().enumerate() {
        draw_panel(svg, sea, panel, at)?;
    }
    svg.push_str("</svg>");
    Ok(())
}

/// What a screen reader says of the chart; the tables of the situation hold the rest.
fn describe(svg: &mut String, sea: &Sea<'_>) -> std::fmt::Result {
    let own = sea.zones.iter().filter(|zone| !zone.own.is_empty()).count();
    let enemy = sea.zones.iter().filter(|zone| !zone.enemy.is_empty()).count();
    let fought = sea.zones.iter().filter(|zone| zone.fought).count();
    write!(
        svg,
        "{} with their links. Own units in {}, enemy units in {}, combat in {}. The tables of the situation say the \
         same in words.",
        count(sea.zones.len(), "sea zone"),
        count(own, "zone"),
        count(enemy, "zone"),
        count(fought, "zone"),
    )
}

/// Fills that can be told apart without colour.
const PATTERNS: &str = "<defs>\
<pattern id=\"p-axis\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
<rect class=\"f-axis\" width=\"5\" height=\"5\"/><rect class=\"h-axis\" width=\"2\" height=\"5\"/></pattern>\
<pattern id=\"p-contested\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">\
<rect class=\"f-contested\" width=\"6\" height=\"6\"/><circle class=\"h-contested\" cx=\"3\" cy=\"3\" r=\"1.5\"/></pattern>\
</defs>";

/// Draws the links, zones and ports that a panel shows.
fn draw_panel(svg: &mut String, sea: &Sea<'_>, panel: &Panel, at: usize) -> std::fmt::Result {
    let (left, top, width, height) = panel.frame();
    write!(
        svg,
        "<clipPath id=\"c{at}\"><rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/></clipPath>\
         <g clip-path=\"url(#c{at})\"><rect class=\"sea\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>"
    )?;
    graticule(svg, panel)?;
    let places: Vec<(f32, f32)> = sea.zones.iter().map(|zone| (zone.x, zone.lat)).collect();
    let points = layout::place(panel, &places);
    links(svg, sea, panel, &points)?;
    if panel.is_world() {
        for inset in [&layout::EUROPE, &layout::EAST_INDIES] {
            let (left, top, width, height) = panel.frame_of(inset);
            write!(
                svg,
                "<rect class=\"inset\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>"
            )?;
        }
    }
    let mut labels = Labels::new(panel);
    if panel.is_world() {
        for inset in [&layout::EUROPE, &layout::EAST_INDIES] {
            let (left, top, width, height) = panel.frame_of(inset);
            labels.occupy(left, top, width, height);
        }
    }
    for (zone, point) in sea.zones.iter().zip(&points) {
        if panel.shows(zone.x, zone.lat) {
            occupy(&mut labels, zone, *point);
        }
    }
    ports(svg, sea, panel, &points, &mut labels)?;
    for (zone, point) in sea.zones.iter().zip(&points) {
        if panel.shows(zone.x, zone.lat) {
            zone_mark(svg, zone, *point)?;
        } else if panel.contains(zone.x, zone.lat) {
            let class = control_class(zone);
            write!(svg, "<circle class=\"dot {class}\" cx=\"{}\" cy=\"{}\" r=\"4\"/>", point.x, point.y)?;
        }
    }
    for (zone, point) in sea.zones.iter().zip(&points) {
        if panel.shows(zone.x, zone.lat) {
            labels.put(svg, "name", zone.name, *point, 15)?;
        }
    }
    svg.push_str("</g>");
    write!(
        svg,
        "<rect class=\"frame\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>\
         <text class=\"panel\" x=\"{}\" y=\"{}\">{}</text>",
        left + width - 8,
        top + height - 7,
        panel.title
    )
}

/// Thin lines every thirty degrees.
fn graticule(svg: &mut String, panel: &Panel) -> std::fmt::Result {
    let (left, top, width, height) = panel.frame();
    svg.push_str("<path class=\"grid\" d=\"");
    for lat in [-60, -30, 0, 30, 60] {
        write!(svg, "M{left} {}h{width}", panel.project(0.0, lat as f32).y)?;
    }
    for x in (-90..=270).step_by(30) {
        write!(svg, "M{} {top}v{height}", panel.project(x as f32, 0.0).x)?;
    }
    svg.push_str("\"/>");
    Ok(())
}

/// The links between zones; of a link that leaves an inset, the part within.
fn links(svg: &mut String, sea: &Sea<'_>, panel: &Panel, points: &[Point]) -> std::fmt::Result {
    let mut by_number = [None; 256];
    sea.zones.iter().enumerate().for_each(|(at, zone)| by_number[usize::from(zone.number)] = Some(at));
    let index = |number: u8| by_number[usize::from(number)];
    svg.push_str("<path class=\"link\" d=\"");
    let mut ways_out: Vec<(Point, u8)> = Vec::new();
    for (from, to) in &sea.links {
        let (Some(a), Some(b)) = (index(*from), index(*to)) else { continue };
        // A link across the edge of the chart would cross all of it.
        if (sea.zones[a].x - sea.zones[b].x).abs() > layout::LONGEST_LINK {
            continue;
        }
        let inside = |at: usize| panel.contains(sea.zones[at].x, sea.zones[at].lat);
        if !inside(a) && !inside(b) {
            continue;
        }
        let (p, q) = (points[a], points[b]);
        write!(svg, "M{} {}L{} {}", p.x, p.y, q.x, q.y)?;
        match (inside(a), inside(b)) {
            (true, false) => ways_out.push((panel.leaves(p, q), *to)),
            (false, true) => ways_out.push((panel.leaves(q, p), *from)),
            _ => {}
        }
    }
    svg.push_str("\"/>");
    ways_out.sort_by_key(|(point, number)| (*number, point.x, point.y));
    let mut last: Option<(Point, u8)> = None;
    for (point, number) in ways_out {
        // Two links to one zone that leave side by side need one number.
        if last.is_some_and(|(at, of)| of == number && at.is_near(point, 24)) {
            continue;
        }
        write!(svg, "<text class=\"out\" x=\"{}\" y=\"{}\">{number}</text>", point.x, point.y + 3)?;
        last = Some((point, number));
    }
    Ok(())
}

fn control_class(zone: &Zone<'_>) -> &'static str {
    match zone.control {
        Some("axis") => "axis",
        Some("allies") => "allies",
        Some("contested") => "contested",
        _ => "free",
    }
}

/// Keeps names off a zone's disc and its marks.
fn occupy(labels: &mut Labels, zone: &Zone<'_>, at: Point) {
    labels.occupy(at.x - 14, at.y - 14, 28, 28);
    if !zone.own.is_empty() {
        labels.occupy(at.x + 5, at.y - 21, 21, 15);
    }
    if !zone.enemy.is_empty() {
        labels.occupy(at.x - 27, at.y - 23, 23, 19);
    }
    if zone.fought {
        labels.occupy(at.x - 7, at.y - 32, 14, 18);
    }
    if zone.convoys.axis {
        labels.occupy(at.x - 21, at.y + 5, 13, 12);
    }
    if zone.convoys.allies {
        labels.occupy(at.x + 8, at.y + 5, 13, 12);
    }
}

/// A zone: disc, number and value; own units as a pill, enemy units as a diamond, convoys, a combat.
fn zone_mark(svg: &mut String, zone: &Zone<'_>, at: Point) -> std::fmt::Result {
    write!(svg, "<g transform=\"translate({} {})\"><title>", at.x, at.y)?;
    write_html(svg, &clean(&title(zone)))?;
    write!(svg, "</title><circle class=\"zone {}\" r=\"13\"/>", control_class(zone))?;
    if zone.value.axis + zone.value.allies > 0 {
        write!(
            svg,
            "<text class=\"no\" y=\"1\">{}</text><text class=\"worth\" y=\"9\">{}/{}</text>",
            zone.number, zone.value.axis, zone.value.allies
        )?;
    } else {
        write!(svg, "<text class=\"no\" y=\"4\">{}</text>", zone.number)?;
    }
    if zone.fought {
        svg.push_str("<path class=\"swords\" d=\"M-5-31L5-21M5-31L-5-21M-6-24l3 3M6-24l-3 3\"/>");
    }
    let convoys = [(zone.convoys.axis, -14, "X"), (zone.convoys.allies, 15, "A")];
    for (_, x, letter) in convoys.into_iter().filter(|(there, ..)| *there) {
        write!(
            svg,
            "<path class=\"convoy\" d=\"M{} 6h12l-2 10h-8z\"/><text class=\"cargo\" x=\"{x}\" y=\"14\">{letter}</text>",
            x - 6
        )?;
    }
    if !zone.own.is_empty() {
        let own = zone.own.len();
        write!(
            svg,
            "<rect class=\"own\" x=\"6\" y=\"-20\" width=\"18\" height=\"13\" rx=\"6\"/>\
             <text class=\"on-own\" x=\"15\" y=\"-10\">{own}</text>"
        )?;
    }
    let enemy: usize = zone.enemy.iter().map(|stack| stack.ships + stack.lba).sum();
    if enemy > 0 {
        let doubt = if zone.enemy_known.len() < enemy { "?" } else { "" };
        write!(
            svg,
            "<path class=\"enemy\" d=\"M-15-23l11 9.5-11 9.5-11-9.5z\"/>\
             <text class=\"on-enemy\" x=\"-15\" y=\"-10\">{enemy}{doubt}</text>"
        )?;
    }
    svg.push_str("</g>");
    Ok(())
}

/// What pointing at a zone tells.
fn title(zone: &Zone<'_>) -> String {
    let mut text = format!("{} {}", zone.number, zone.name);
    _ = write!(text, ", worth {} to the Axis and {} to the Allies", zone.value.axis, zone.value.allies);
    match zone.control {
        Some("axis") => text.push_str("; held by the Axis"),
        Some("allies") => text.push_str("; held by the Allies"),
        Some(_) => text.push_str("; contested"),
        None => {}
    }
    for (at, unit) in zone.own.iter().enumerate() {
        _ = write!(text, "{}{}", if at == 0 { "; own: " } else { ", " }, unit.name);
    }
    for (at, stack) in zone.enemy.iter().enumerate() {
        _ = write!(text, "{}{}", if at == 0 { "; enemy: " } else { ", " }, stack.navy);
        if stack.ships > 0 {
            _ = write!(text, " {}", count(stack.ships, "ship"));
        }
        if stack.lba > 0 {
            _ = write!(text, " {} LBA", stack.lba);
        }
    }
    for (at, unit) in zone.enemy_known.iter().enumerate() {
        _ = write!(text, "{}{}", if at == 0 { "; known: " } else { ", " }, unit.name);
    }
    match (zone.convoys.axis, zone.convoys.allies) {
        (true, true) => text.push_str("; an Axis and an Allied convoy"),
        (true, false) => text.push_str("; an Axis convoy"),
        (false, true) => text.push_str("; an Allied convoy"),
        _ => {}
    }
    if zone.fought {
        text.push_str("; combat");
    }
    text
}

/// Ports with own ships: a small square and how many lie there.
fn ports(
    svg: &mut String,
    sea: &Sea<'_>,
    panel: &Panel,
    zones: &[Point],
    labels: &mut Labels,
) -> std::fmt::Result {
    let own = sea.ports.iter().filter(|port| !port.own.is_empty() && panel.shows(port.x, port.lat));
    let mut placed: Vec<(Point, &Port<'_>)> = Vec::new();
    for port in own {
        let taken: Vec<Point> = placed.iter().map(|(at, _)| *at).collect();
        let at = layout::beside(panel.project(port.x, port.lat), zones, &taken, panel);
        labels.occupy(at.x - 7, at.y - 7, 14, 14);
        placed.push((at, port));
    }
    for (at, port) in &placed {
        write!(svg, "<g transform=\"translate({} {})\"><title>", at.x, at.y)?;
        let mut title = format!("{}: ", port.name);
        for (nth, unit) in port.own.iter().enumerate() {
            _ = write!(title, "{}{}", if nth == 0 { "" } else { ", " }, unit.name);
        }
        write_html(svg, &clean(&title))?;
        write!(
            svg,
            "</title><rect class=\"port\" x=\"-6\" y=\"-6\" width=\"12\" height=\"12\"/>\
             <text class=\"berths\" y=\"3\">{}</text></g>",
            port.own.len()
        )?;
    }
    for (at, port) in &placed {
        labels.put(svg, "harbour", port.name, *at, 8)?;
    }
    Ok(())
}
