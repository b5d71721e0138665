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
    #[serde(borrow)]
    enemy: Vec<Stack<'a>>,
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

/// A chart.
pub(super) struct Chart {
    /// The drawing.
    pub(super) svg: String,
    /// The zones, with their numbers, and ports for whose names there was no room.
    pub(super) nameless: Vec<String>,
}

/// Draws the chart of a view; `judged` is the turn at whose end it was last judged who holds the zones.
///
/// # Errors
/// [`ReportFault::View`] when the view holds no such zones, ports and links.
pub(super) fn draw(view: &Value, side: Side, judged: Option<u64>) -> Result<Chart, ReportFault> {
    let sea = Sea::deserialize(view).map_err(|error| ReportFault::View { what: error.to_string() })?;
    let svg = String::with_capacity(96 << 10);
    let mut chart = Chart { svg, nameless: Vec::new() };
    write(&mut chart, &sea, side, judged).expect("a String takes all");
    Ok(chart)
}

fn write(chart: &mut Chart, sea: &Sea<'_>, side: Side, judged: Option<u64>) -> std::fmt::Result {
    let (width, height) = layout::PAPER;
    write!(
        chart.svg,
        "<svg class=\"chart\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"chart-title chart-desc\">\
         <title id=\"chart-title\">Sea chart of the {side}</title><desc id=\"chart-desc\">"
    )?;
    describe(&mut chart.svg, sea)?;
    chart.svg.push_str("</desc>");
    chart.svg.push_str(PATTERNS);
    let panels = [&layout::WORLD, &layout::EUROPE, &layout::EAST_INDIES];
    let mut labels = Labels::new();
    for (at, panel) in panels.into_iter().enumerate() {
        draw_panel(chart, sea, (at, panel), &mut labels, judged)?;
    }
    chart.svg.push_str("</svg>");
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
fn draw_panel(
    chart: &mut Chart,
    sea: &Sea<'_>,
    (at, panel): (usize, &Panel),
    labels: &mut Labels,
    judged: Option<u64>,
) -> std::fmt::Result {
    let svg = &mut chart.svg;
    let (left, top, width, height) = panel.frame();
    write!(
        svg,
        "<clipPath id=\"c{at}\"><rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/></clipPath>\
         <g clip-path=\"url(#c{at})\"><rect class=\"sea\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>"
    )?;
    graticule(svg, panel)?;
    let places: Vec<(f32, f32)> = sea.zones.iter().map(|zone| (zone.x, zone.lat)).collect();
    let points = layout::place(panel, &places);
    labels.turn_to(panel);
    links(svg, sea, panel, &points, labels)?;
    insets(svg, panel, labels)?;
    let shown = || sea.zones.iter().zip(&points).filter(|(zone, _)| panel.shows(zone.x, zone.lat));
    shown().for_each(|(zone, point)| occupy(labels, zone, *point));
    let ports = ports(svg, sea, panel, &points, labels)?;
    for (zone, point) in sea.zones.iter().zip(&points) {
        if panel.shows(zone.x, zone.lat) {
            zone_mark(svg, zone, *point, judged)?;
        } else if panel.contains(zone.x, zone.lat) {
            let class = control_class(zone);
            write!(svg, "<circle class=\"dot {class}\" cx=\"{}\" cy=\"{}\" r=\"4\"/>", point.x, point.y)?;
        }
    }
    for (port, point) in ports {
        if !labels.put(svg, "harbour", port.name, point, 8)? {
            chart.nameless.push(port.name.to_owned());
        }
    }
    for (zone, point) in shown() {
        if !labels.put(svg, "name", zone.name, *point, 15)? {
            chart.nameless.push(format!("{} {}", zone.number, zone.name));
        }
    }
    enemy_ports(svg, sea, panel, &points, labels)?;
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

/// The frames of the enlarged waters on the chart of all the sea.
fn insets(svg: &mut String, panel: &Panel, labels: &mut Labels) -> std::fmt::Result {
    if !panel.is_world() {
        return Ok(());
    }
    for inset in [&layout::EUROPE, &layout::EAST_INDIES] {
        let (left, top, width, height) = panel.frame_of(inset);
        write!(
            svg,
            "<rect class=\"inset\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>"
        )?;
        labels.occupy(left, top, width, height);
    }
    Ok(())
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

/// The links between zones. Of a link that leaves an inset the part within is drawn, and of one that crosses the edge
/// of the chart a stub at either end, each with the number of the zone to which it leads.
fn links(
    svg: &mut String,
    sea: &Sea<'_>,
    panel: &Panel,
    points: &[Point],
    labels: &mut Labels,
) -> std::fmt::Result {
    let mut by_number = [None; 256];
    sea.zones.iter().enumerate().for_each(|(at, zone)| by_number[usize::from(zone.number)] = Some(at));
    let index = |number: u8| by_number[usize::from(number)];
    let inside = |at: usize| panel.contains(sea.zones[at].x, sea.zones[at].lat);
    svg.push_str("<path class=\"link\" d=\"");
    let mut ways_out: Vec<(Point, u8)> = Vec::new();
    for (from, to) in &sea.links {
        let (Some(a), Some(b)) = (index(*from), index(*to)) else { continue };
        if (sea.zones[a].x - sea.zones[b].x).abs() > layout::LONGEST_LINK {
            for (near, far) in [(a, b), (b, a)].into_iter().filter(|(near, _)| inside(*near)) {
                let (p, far) = (points[near], &sea.zones[far]);
                let q = panel.stub(p, sea.zones[near].x, far.x, far.lat);
                write!(svg, "M{} {}L{} {}", p.x, p.y, q.x, q.y)?;
                ways_out.push((q, far.number));
            }
            continue;
        }
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
    numbers(svg, ways_out, labels)
}

/// The numbers of zones to which links lead that are not drawn to their end.
fn numbers(svg: &mut String, mut ways_out: Vec<(Point, u8)>, labels: &mut Labels) -> std::fmt::Result {
    ways_out.sort_by_key(|(point, number)| (*number, point.x, point.y));
    let mut last: Option<(Point, u8)> = None;
    for (point, number) in ways_out {
        // Two links to one zone that leave side by side need one number.
        if last.is_some_and(|(at, of)| of == number && at.is_near(point, 24)) {
            continue;
        }
        write!(svg, "<text class=\"out\" x=\"{}\" y=\"{}\">{number}</text>", point.x, point.y + 3)?;
        labels.occupy(point.x - 8, point.y - 5, 16, 10);
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
fn zone_mark(svg: &mut String, zone: &Zone<'_>, at: Point, judged: Option<u64>) -> std::fmt::Result {
    write!(svg, "<g transform=\"translate({} {})\"><title>", at.x, at.y)?;
    write_html(svg, &clean(&title(zone, judged)))?;
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
fn title(zone: &Zone<'_>, judged: Option<u64>) -> String {
    let mut text = format!("{} {}", zone.number, zone.name);
    _ = write!(text, ", worth {} to the Axis and {} to the Allies", zone.value.axis, zone.value.allies);
    match zone.control {
        Some("axis") => text.push_str("; held by the Axis"),
        Some("allies") => text.push_str("; held by the Allies"),
        Some(_) => text.push_str("; contested"),
        None => {}
    }
    if let (Some(turn), Some(_)) = (judged, zone.control) {
        _ = write!(text, " at the end of turn {turn}");
    }
    for (at, unit) in zone.own.iter().enumerate() {
        _ = write!(text, "{}{}", if at == 0 { "; own: " } else { ", " }, unit.name);
    }
    if !zone.enemy.is_empty() {
        text.push_str("; enemy: ");
        counted(&mut text, &zone.enemy);
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

/// Counts of units by navy, with commas.
fn counted(text: &mut String, stacks: &[Stack<'_>]) {
    for (at, stack) in stacks.iter().enumerate() {
        _ = write!(text, "{}{}", if at == 0 { "" } else { ", " }, stack.navy);
        if stack.ships > 0 {
            _ = write!(text, " {}", count(stack.ships, "ship"));
        }
        if stack.lba > 0 {
            _ = write!(text, " {} LBA", stack.lba);
        }
    }
}

/// Ports with own ships: a small square and how many lie there. Gives where each was drawn.
fn ports<'s, 'a>(
    svg: &mut String,
    sea: &'s Sea<'a>,
    panel: &Panel,
    zones: &[Point],
    labels: &mut Labels,
) -> Result<Vec<(&'s Port<'a>, Point)>, std::fmt::Error> {
    let own = sea.ports.iter().filter(|port| !port.own.is_empty() && panel.shows(port.x, port.lat));
    let mut placed = Vec::new();
    for port in own {
        let home = panel.project(port.x, port.lat);
        let at = layout::beside(home, zones, labels).unwrap_or(home);
        labels.occupy(at.x - 7, at.y - 7, 14, 14);
        placed.push((port, at));
    }
    for (port, at) in &placed {
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
    Ok(placed)
}

/// Ports with enemy ships alone: a small diamond with its name, where there is room for both.
fn enemy_ports(
    svg: &mut String,
    sea: &Sea<'_>,
    panel: &Panel,
    zones: &[Point],
    labels: &mut Labels,
) -> std::fmt::Result {
    let theirs = sea.ports.iter().filter(|port| port.own.is_empty() && !port.enemy.is_empty());
    for port in theirs.filter(|port| panel.shows(port.x, port.lat)) {
        let Some(at) = layout::beside(panel.project(port.x, port.lat), zones, labels) else { continue };
        if !labels.put(svg, "harbour foreign", port.name, at, 8)? {
            continue;
        }
        labels.occupy(at.x - 7, at.y - 7, 14, 14);
        let ships: usize = port.enemy.iter().map(|stack| stack.ships).sum();
        write!(svg, "<g transform=\"translate({} {})\"><title>", at.x, at.y)?;
        let mut title = format!("{}: enemy: ", port.name);
        counted(&mut title, &port.enemy);
        write_html(svg, &clean(&title))?;
        write!(
            svg,
            "</title><path class=\"enemy\" d=\"M0-8l8 8-8 8-8-8z\"/><text class=\"berths on-enemy\" y=\"3\">{ships}</text></g>"
        )?;
    }
    Ok(())
}
