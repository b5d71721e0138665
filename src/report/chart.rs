//! The sea chart: every sea zone as a labelled disc at its place, crowded waters again in larger insets, as SVG text.
//!
//! Colours come from the page's style sheet, so that the chart follows light, dark and print; nothing is told by
//! colour alone. Coordinates are whole numbers, so that no machine rounds them otherwise.

use super::sea::{Port, Sea, Sides, Stack, Unit, Zone};
use crate::problem::count;
use crate::side::Side;

/// What is the same on every chart of a match.
mod ground;
/// Where things stand on the paper.
mod layout;
/// Writing SVG.
mod pen;
pub(super) use ground::Kept;
use ground::{PANELS, Sheet};
use layout::{Labels, Panel, Point};
use pen::{Words, draw};

/// A chart.
pub(super) struct Chart {
    /// The drawing.
    pub(super) svg: String,
    /// The zones, with their numbers, and ports for whose names there was no room.
    pub(super) nameless: Vec<String>,
}

/// Draws the chart of the sea; `judged` is the turn at whose end it was last judged who holds the zones. What is the
/// same as on the last chart is taken from `kept`.
pub(super) fn draw(sea: &Sea<'_>, side: Side, judged: Option<u64>, kept: &Kept) -> Chart {
    let mut chart = Chart { svg: String::with_capacity(96 << 10), nameless: Vec::new() };
    let (width, height) = layout::PAPER;
    draw!(
        chart.svg,
        "<svg class=\"chart\" viewBox=\"0 0 ",
        width,
        " ",
        height,
        "\" role=\"img\" ",
        "aria-labelledby=\"chart-title chart-desc\"><title id=\"chart-title\">Sea chart of the ",
        side.name(),
        "</title><desc id=\"chart-desc\">"
    );
    describe(&mut chart.svg, sea);
    draw!(chart.svg, "</desc>", PATTERNS);
    let ground = kept.ground(&sea.zones, &sea.links);
    let mut labels = ground.labels.clone();
    for (panel, sheet) in PANELS.into_iter().zip(&ground.sheets) {
        draw_panel(&mut chart, sea, (panel, sheet), &mut labels, judged);
    }
    chart.svg.push_str("</svg>");
    chart
}

/// What a screen reader says of the chart; the tables of the situation hold the rest.
fn describe(svg: &mut String, sea: &Sea<'_>) {
    let own = sea.zones.iter().filter(|zone| !zone.own.is_empty()).count();
    let enemy = sea.zones.iter().filter(|zone| !zone.enemy.is_empty()).count();
    let fought = sea.zones.iter().filter(|zone| zone.fought).count();
    draw!(
        *svg,
        count(sea.zones.len(), "sea zone").as_str(),
        " with their links. Own units in ",
        count(own, "zone").as_str(),
        ", enemy units in ",
        count(enemy, "zone").as_str(),
        ", combat in ",
        count(fought, "zone").as_str(),
        ". The tables of the situation say the same in words.",
    );
}

/// Fills that can be told apart without colour.
const PATTERNS: &str = "<defs>\
<pattern id=\"p-axis\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
<rect class=\"f-axis\" width=\"5\" height=\"5\"/><rect class=\"h-axis\" width=\"2\" height=\"5\"/></pattern>\
<pattern id=\"p-contested\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">\
<rect class=\"f-contested\" width=\"6\" height=\"6\"/><circle class=\"h-contested\" cx=\"3\" cy=\"3\" r=\"1.5\"/></pattern>\
</defs>";

/// Draws the zones and ports that a panel shows.
fn draw_panel(
    chart: &mut Chart,
    sea: &Sea<'_>,
    (panel, sheet): (&Panel, &Sheet),
    labels: &mut Labels,
    judged: Option<u64>,
) {
    let svg = &mut chart.svg;
    let points = &sheet.points;
    svg.push_str(&sheet.back);
    labels.turn_to(panel);
    let shown = || sea.zones.iter().zip(points).filter(|(zone, _)| panel.shows(zone.x, zone.lat));
    shown().for_each(|(zone, point)| occupy(labels, zone, *point));
    let ports = ports(svg, sea, panel, points, labels);
    for (zone, point) in sea.zones.iter().zip(points) {
        if panel.shows(zone.x, zone.lat) {
            zone_mark(svg, zone, *point, judged);
        } else if panel.contains(zone.x, zone.lat) {
            let class = control_class(zone);
            draw!(
                *svg,
                "<circle class=\"dot ",
                class,
                "\" cx=\"",
                point.x,
                "\" cy=\"",
                point.y,
                "\" r=\"4\"/>"
            );
        }
    }
    for (port, point) in ports {
        if !labels.put(svg, "harbour", port.name, point, 8) {
            chart.nameless.push(port.name.to_owned());
        }
    }
    for (zone, point) in shown() {
        if !labels.put(svg, "name", zone.name, *point, 15) {
            chart.nameless.push(format!("{} {}", zone.number, zone.name));
        }
    }
    enemy_ports(svg, sea, panel, points, labels);
    svg.push_str("</g>");
    rect(svg, "class=\"frame\" ", panel.frame(), "");
    let (left, top, width, height) = panel.frame();
    let (x, y) = (left + width - 8, top + height - 7);
    draw!(*svg, "<text class=\"panel\" x=\"", x, "\" y=\"", y, "\">", panel.title, "</text>");
}

/// A rectangle; `class` is its first attribute, with a blank behind it, and `more` its last.
fn rect(svg: &mut String, class: &str, (left, top, width, height): (i32, i32, i32, i32), more: &str) {
    draw!(*svg, "<rect ", class, "x=\"", left, "\" y=\"", top, "\" width=\"", width);
    draw!(*svg, "\" height=\"", height, "\"", more, "/>");
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

/// Moves to a point and opens what pointing at it tells.
fn open_mark(svg: &mut String, at: Point) {
    draw!(*svg, "<g transform=\"translate(", at.x, " ", at.y, ")\"><title>");
}

/// A zone: disc, number and value; own units as a pill, enemy units as a diamond, convoys, a combat.
fn zone_mark(svg: &mut String, zone: &Zone<'_>, at: Point, judged: Option<u64>) {
    open_mark(svg, at);
    title(svg, zone, judged);
    draw!(*svg, "</title><circle class=\"zone ", control_class(zone), "\" r=\"13\"/>");
    let Sides { axis, allies } = zone.value;
    if axis > 0 || allies > 0 {
        draw!(*svg, "<text class=\"no\" y=\"1\">", zone.number, "</text><text class=\"worth\" y=\"9\">");
        draw!(*svg, axis, "/", allies, "</text>");
    } else {
        draw!(*svg, "<text class=\"no\" y=\"4\">", zone.number, "</text>");
    }
    if zone.fought {
        svg.push_str("<path class=\"swords\" d=\"M-5-31L5-21M5-31L-5-21M-6-24l3 3M6-24l-3 3\"/>");
    }
    let convoys = [(zone.convoys.axis, -14, "X"), (zone.convoys.allies, 15, "A")];
    for (_, x, letter) in convoys.into_iter().filter(|(there, ..)| *there) {
        draw!(
            *svg,
            "<path class=\"convoy\" d=\"M",
            x - 6,
            " 6h12l-2 10h-8z\"/><text class=\"cargo\" x=\"",
            x
        );
        draw!(*svg, "\" y=\"14\">", letter, "</text>");
    }
    if !zone.own.is_empty() {
        svg.push_str("<rect class=\"own\" x=\"6\" y=\"-20\" width=\"18\" height=\"13\" rx=\"6\"/>");
        draw!(*svg, "<text class=\"on-own\" x=\"15\" y=\"-10\">", zone.own.len(), "</text>");
    }
    let enemy: usize = zone.enemy.iter().map(|stack| stack.ships + stack.lba).sum();
    if enemy > 0 {
        let doubt = if zone.enemy_known.len() < enemy { "?" } else { "" };
        svg.push_str("<path class=\"enemy\" d=\"M-15-23l11 9.5-11 9.5-11-9.5z\"/>");
        draw!(*svg, "<text class=\"on-enemy\" x=\"-15\" y=\"-10\">", enemy, doubt, "</text>");
    }
    svg.push_str("</g>");
}

/// What pointing at a zone tells.
fn title(svg: &mut String, zone: &Zone<'_>, judged: Option<u64>) {
    draw!(*svg, zone.number, " ", Words(zone.name), ", worth ", zone.value.axis, " to the Axis and ");
    draw!(*svg, zone.value.allies, " to the Allies");
    match zone.control {
        Some("axis") => svg.push_str("; held by the Axis"),
        Some("allies") => svg.push_str("; held by the Allies"),
        Some(_) => svg.push_str("; contested"),
        None => {}
    }
    if let (Some(turn), Some(_)) = (judged, zone.control) {
        draw!(*svg, " at the end of turn ", turn);
    }
    names(svg, "; own: ", &zone.own);
    if !zone.enemy.is_empty() {
        svg.push_str("; enemy: ");
        counted(svg, &zone.enemy);
    }
    names(svg, "; known: ", &zone.enemy_known);
    match (zone.convoys.axis, zone.convoys.allies) {
        (true, true) => svg.push_str("; an Axis and an Allied convoy"),
        (true, false) => svg.push_str("; an Axis convoy"),
        (false, true) => svg.push_str("; an Allied convoy"),
        _ => {}
    }
    if zone.fought {
        svg.push_str("; combat");
    }
}

/// Names of units with commas, behind what tells which they are.
fn names(svg: &mut String, first: &str, units: &[Unit<'_>]) {
    for (at, unit) in units.iter().enumerate() {
        draw!(*svg, if at == 0 { first } else { ", " }, Words(unit.name));
    }
}

/// Counts of units by navy, with commas.
fn counted(svg: &mut String, stacks: &[Stack<'_>]) {
    for (at, stack) in stacks.iter().enumerate() {
        draw!(*svg, if at == 0 { "" } else { ", " }, Words(stack.navy));
        if stack.ships > 0 {
            draw!(*svg, " ", stack.ships, if stack.ships == 1 { " ship" } else { " ships" });
        }
        if stack.lba > 0 {
            draw!(*svg, " ", stack.lba, " LBA");
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
) -> Vec<(&'s Port<'a>, Point)> {
    let own = sea.ports.iter().filter(|port| !port.own.is_empty() && panel.shows(port.x, port.lat));
    let mut placed = Vec::new();
    for port in own {
        let home = panel.project(port.x, port.lat);
        let at = layout::beside(home, zones, labels).unwrap_or(home);
        labels.occupy(at.x - 7, at.y - 7, 14, 14);
        placed.push((port, at));
    }
    for (port, at) in &placed {
        open_mark(svg, *at);
        draw!(*svg, Words(port.name));
        names(svg, ": ", &port.own);
        svg.push_str("</title><rect class=\"port\" x=\"-6\" y=\"-6\" width=\"12\" height=\"12\"/>");
        draw!(*svg, "<text class=\"berths\" y=\"3\">", port.own.len(), "</text></g>");
    }
    placed
}

/// Ports with enemy ships alone: a small diamond with its name, where there is room for both.
fn enemy_ports(svg: &mut String, sea: &Sea<'_>, panel: &Panel, zones: &[Point], labels: &mut Labels) {
    let theirs = sea.ports.iter().filter(|port| port.own.is_empty() && !port.enemy.is_empty());
    for port in theirs.filter(|port| panel.shows(port.x, port.lat)) {
        let Some(at) = layout::beside(panel.project(port.x, port.lat), zones, labels) else { continue };
        if !labels.put(svg, "harbour foreign", port.name, at, 8) {
            continue;
        }
        labels.occupy(at.x - 7, at.y - 7, 14, 14);
        let ships: usize = port.enemy.iter().map(|stack| stack.ships).sum();
        open_mark(svg, at);
        draw!(*svg, Words(port.name), ": enemy: ");
        counted(svg, &port.enemy);
        svg.push_str("</title><path class=\"enemy\" d=\"M0-8l8 8-8 8-8-8z\"/>");
        draw!(*svg, "<text class=\"berths on-enemy\" y=\"3\">", ships, "</text></g>");
    }
}
