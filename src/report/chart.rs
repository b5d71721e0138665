//! The sea chart: every sea zone as a labelled disc at its place, crowded waters again in larger insets, as SVG text.
//!
//! Colours come from the page's style sheet, so that the chart follows light, dark and print; nothing is told by
//! colour alone. Coordinates are whole numbers, so that no machine rounds them otherwise.

use super::sides::{Sides, Style};
use crate::problem::{count, list_and};
use crate::side::Side;
use crate::view::{Control, Sea, Stack, Unit, Zone};

/// How a chart is laid out.
mod atlas;
/// What is the same on every chart of a match.
mod ground;
/// Where things stand on the paper.
mod layout;
/// Writing SVG.
pub(super) mod pen;
/// Ports on the chart.
mod ports;
pub(super) use atlas::Atlas;
use atlas::Panel;
pub(super) use ground::Kept;
use ground::Sheet;
use layout::{Labels, Point};
use pen::{Words, draw};

/// A chart.
pub(super) struct Chart {
    /// The drawing.
    pub(super) svg: String,
    /// The zones, with their numbers, and ports for whose names there was no room.
    pub(super) nameless: Vec<String>,
}

/// The sides with their names, made fit for markup, in the order in which the report names them.
pub(super) struct Names<'a> {
    reader: Side,
    sides: Vec<Named<'a>>,
}

/// A side with its name.
struct Named<'a> {
    side: Side,
    name: String,
    style: &'a Style,
}

impl<'a> Names<'a> {
    /// The names of the sides of a packet, whose reader's is `reader`.
    pub(super) fn new(reader: Side, sides: &Sides<'a>) -> Names<'a> {
        let sides = sides.iter().map(|it| {
            let mut name = String::new();
            draw!(name, Words(it.name));
            Named { side: it.side, name, style: it.style }
        });
        Names { reader, sides: sides.collect() }
    }

    /// The name of a side.
    fn of(&self, side: Side) -> &str {
        self.sides.iter().find(|it| it.side == side).map_or("", |it| &it.name)
    }

    /// The sides with convoys in a zone, each with its place among all.
    fn with_convoys(&self, zone: &Zone<&str>) -> impl Iterator<Item = (usize, &Named<'a>)> {
        self.sides.iter().enumerate().filter(|(_, it)| zone.has_convoy(it.side))
    }
}

/// Draws the chart of the sea; `judged` is the turn at whose end it was last judged who holds the zones. What is the
/// same as on the last chart is taken from `kept`.
pub(super) fn draw(
    sea: &Sea<'_>,
    atlas: &Atlas,
    names: &Names<'_>,
    judged: Option<u8>,
    kept: &Kept,
) -> Chart {
    let mut chart = Chart { svg: String::with_capacity(96 << 10), nameless: Vec::new() };
    let ground = kept.ground(atlas, sea);
    let (left, top, width, height) = ground.used;
    draw!(
        chart.svg,
        "<svg class=\"chart\" viewBox=\"",
        left,
        " ",
        top,
        " ",
        width,
        " ",
        height,
        "\" role=\"img\" ",
        "aria-labelledby=\"chart-title chart-desc\"><title id=\"chart-title\">Sea chart of the ",
        names.of(names.reader),
        "</title><desc id=\"chart-desc\">"
    );
    describe(&mut chart.svg, sea, atlas);
    chart.svg.push_str("</desc>");
    patterns(&mut chart.svg, names);
    let mut labels = ground.labels.clone();
    for sheet in &ground.sheets {
        let panel = &atlas.panels[sheet.panel];
        draw_panel(&mut chart, (sea, atlas, names), (panel, sheet), &mut labels, judged);
    }
    chart.svg.push_str("</svg>");
    chart
}

/// What a screen reader says of the chart; the tables of the situation hold the rest.
fn describe(svg: &mut String, sea: &Sea, atlas: &Atlas) {
    let own = sea.zones.iter().filter(|zone| !zone.own.is_empty()).count();
    let enemy = sea.zones.iter().filter(|zone| zone.enemies() > 0).count();
    let fought = sea.zones.iter().filter(|zone| zone.fought).count();
    let zones = |number: usize| count(number, atlas.in_short());
    draw!(
        *svg,
        Words(&count(sea.zones.len(), &atlas.called)),
        " with their links. Own units in ",
        Words(&zones(own)),
        ", enemy units in ",
        Words(&zones(enemy)),
        ", combat in ",
        Words(&zones(fought)),
        ". The tables of the situation say the same in words.",
    );
}

/// Fills that can be told apart without colour: stripes for the first side, nothing for the second, stripes the other way
/// for the third and every other one behind it, dots for what is contested.
fn patterns(svg: &mut String, names: &Names<'_>) {
    svg.push_str("<defs>");
    for (nth, side) in names.sides.iter().map(|it| it.side.id()).enumerate().filter(|(nth, _)| *nth != 1) {
        draw!(*svg, "<pattern id=\"p-", side, "\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" ");
        draw!(
            *svg,
            "patternTransform=\"rotate(",
            stripes(nth),
            ")\"><rect class=\"f-",
            side,
            "\" width=\"5\" height=\"5\"/>"
        );
        draw!(*svg, "<rect class=\"h-", side, "\" width=\"2\" height=\"5\"/></pattern>");
    }
    svg.push_str(
        "<pattern id=\"p-contested\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">\
         <rect class=\"f-contested\" width=\"6\" height=\"6\"/>\
         <circle class=\"h-contested\" cx=\"3\" cy=\"3\" r=\"1.5\"/></pattern></defs>",
    );
}

/// How the stripes of a side run, by its place among the sides, in degrees.
fn stripes(nth: usize) -> i32 {
    match nth {
        0 => 45,
        2 => 135,
        _ => 0,
    }
}

/// Draws the zones and ports that a panel shows.
fn draw_panel(
    chart: &mut Chart,
    (sea, atlas, names): (&Sea<'_>, &Atlas, &Names<'_>),
    (panel, sheet): (&Panel, &Sheet),
    labels: &mut Labels,
    judged: Option<u8>,
) {
    let svg = &mut chart.svg;
    let points = &sheet.points;
    svg.push_str(&sheet.back);
    labels.turn_to(panel);
    let shown = || sea.zones.iter().zip(points).filter(|(zone, _)| panel.shows(zone.x, zone.lat));
    shown().for_each(|(zone, point)| occupy(labels, zone, names, *point));
    let ports = ports::draw(svg, sea, (atlas, panel, names), points, labels);
    for (zone, point) in sea.zones.iter().zip(points) {
        if panel.shows(zone.x, zone.lat) {
            zone_mark(svg, zone, *point, names, judged);
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
        if !labels.put(svg, ports::label(port), port.name, point, 8) {
            chart.nameless.push(port.name.to_owned());
        }
    }
    for (zone, point) in shown() {
        if !labels.put(svg, "name", zone.name, *point, 15) {
            chart.nameless.push(match zone.number {
                Some(number) => format!("{number} {}", zone.name),
                None => zone.name.to_owned(),
            });
        }
    }
    if !atlas.all_ports {
        ports::draw_enemy(svg, sea, panel, points, labels);
    }
    svg.push_str("</g>");
    rect(svg, "class=\"frame\" ", panel.frame(), "");
    let (left, top, width, height) = panel.frame();
    let (x, y) = (left + width - 8, top + height - 7);
    draw!(*svg, "<text class=\"panel\" x=\"", x, "\" y=\"", y, "\">", Words(&panel.title), "</text>");
}

/// A rectangle; `class` is its first attribute, with a blank behind it, and `more` its last.
fn rect(svg: &mut String, class: &str, (left, top, width, height): (i32, i32, i32, i32), more: &str) {
    draw!(*svg, "<rect ", class, "x=\"", left, "\" y=\"", top, "\" width=\"", width);
    draw!(*svg, "\" height=\"", height, "\"", more, "/>");
}

fn control_class<'z>(zone: &'z Zone<&str>) -> &'z str {
    zone.control.as_ref().map_or("free", Control::id)
}

/// Keeps names off a zone's disc and its marks.
fn occupy(labels: &mut Labels, zone: &Zone<&str>, names: &Names<'_>, at: Point) {
    labels.occupy(at.x - 14, at.y - 14, 28, 28);
    if !zone.own.is_empty() {
        labels.occupy(at.x + 5, at.y - 21, 21, 15);
    }
    if zone.enemies() > 0 {
        labels.occupy(at.x - 27, at.y - 23, 23, 19);
    }
    if zone.fought {
        labels.occupy(at.x - 7, at.y - 32, 14, 18);
    }
    for (nth, _) in names.with_convoys(zone) {
        labels.occupy(at.x + convoy_at(nth) - 7, at.y + 5, 13, 12);
    }
}

/// How far beside a zone the convoy of a side stands, by its place among the sides: left, right, then below.
fn convoy_at(nth: usize) -> i32 {
    [-14, 15].get(nth).copied().unwrap_or(0)
}

/// Moves to a point and opens what pointing at it tells.
fn open_mark(svg: &mut String, at: Point) {
    draw!(*svg, "<g transform=\"translate(", at.x, " ", at.y, ")\"><title>");
}

/// A zone: disc, number and value; own units as a pill, enemy units as a diamond, convoys, a combat.
fn zone_mark(svg: &mut String, zone: &Zone<&str>, at: Point, names: &Names<'_>, judged: Option<u8>) {
    open_mark(svg, at);
    title(svg, zone, names, judged);
    draw!(*svg, "</title><circle class=\"zone ", control_class(zone), "\" r=\"13\"/>");
    let worth = names.sides.iter().any(|it| zone.value.of(it.side) > 0);
    if let Some(number) = zone.number {
        draw!(*svg, "<text class=\"no\" y=\"", if worth { 1 } else { 4 }, "\">", number, "</text>");
    }
    if worth {
        let class = if zone.number.is_some() { "worth\" y=\"9" } else { "worth alone\" y=\"4" };
        draw!(*svg, "<text class=\"", class, "\">");
        for (at, it) in names.sides.iter().enumerate() {
            draw!(*svg, if at == 0 { "" } else { "/" }, zone.value.of(it.side));
        }
        svg.push_str("</text>");
    }
    if zone.fought {
        svg.push_str("<path class=\"swords\" d=\"M-5-31L5-21M5-31L-5-21M-6-24l3 3M6-24l-3 3\"/>");
    }
    for (nth, it) in names.with_convoys(zone) {
        let x = convoy_at(nth);
        draw!(
            *svg,
            "<path class=\"convoy\" d=\"M",
            x - 6,
            " 6h12l-2 10h-8z\"/><text class=\"cargo\" x=\"",
            x
        );
        draw!(*svg, "\" y=\"14\">", Words(&it.style.letter), "</text>");
    }
    if !zone.own.is_empty() {
        svg.push_str("<rect class=\"own\" x=\"6\" y=\"-20\" width=\"18\" height=\"13\" rx=\"6\"/>");
        draw!(*svg, "<text class=\"on-own\" x=\"15\" y=\"-10\">", zone.own.len(), "</text>");
    }
    let enemy = zone.enemies();
    if enemy > 0 {
        let doubt = if zone.enemy_known.len() < enemy { "?" } else { "" };
        svg.push_str("<path class=\"enemy\" d=\"M-15-23l11 9.5-11 9.5-11-9.5z\"/>");
        draw!(*svg, "<text class=\"on-enemy\" x=\"-15\" y=\"-10\">", enemy, doubt, "</text>");
    }
    svg.push_str("</g>");
}

/// What pointing at a zone tells.
fn title(svg: &mut String, zone: &Zone<&str>, names: &Names<'_>, judged: Option<u8>) {
    if let Some(number) = zone.number {
        draw!(*svg, number, " ");
    }
    draw!(*svg, Words(zone.name), ", worth ");
    for (at, it) in names.sides.iter().enumerate() {
        let joint = match at {
            0 => "",
            _ if at + 1 == names.sides.len() => " and ",
            _ => ", ",
        };
        draw!(*svg, joint, zone.value.of(it.side), " to the ", it.name.as_str());
    }
    match zone.control {
        Some(Control::Held(side)) => draw!(*svg, "; held by the ", names.of(side)),
        Some(Control::Contested) => svg.push_str("; contested"),
        None => {}
    }
    if let (Some(turn), Some(_)) = (judged, zone.control) {
        draw!(*svg, " at the end of turn ", u16::from(turn));
    }
    units(svg, "; own: ", &zone.own);
    enemies(svg, zone.stacks(), &zone.enemy_known);
    let convoys: Vec<&str> = names.with_convoys(zone).map(|(_, it)| it.style.article.as_str()).collect();
    if !convoys.is_empty() {
        draw!(*svg, "; ", Words(&list_and(&convoys)), " convoy");
    }
    if zone.fought {
        svg.push_str("; combat");
    }
}

/// The enemy's units by navy, and those of them that are known; all by name where none are counted.
fn enemies(svg: &mut String, stacks: &[Stack<&str>], known: &[Unit<&str>]) {
    if stacks.is_empty() {
        return units(svg, "; enemy: ", known);
    }
    svg.push_str("; enemy: ");
    counted(svg, stacks);
    units(svg, "; known: ", known);
}

/// Names of units with commas, behind what tells which they are.
fn units(svg: &mut String, first: &str, units: &[Unit<&str>]) {
    for (at, unit) in units.iter().enumerate() {
        draw!(*svg, if at == 0 { first } else { ", " }, Words(unit.name));
        if let Some(side) = unit.side {
            draw!(*svg, " (", Words(side.adjective()), ")");
        }
    }
}

/// Counts of units by navy, with commas.
fn counted(svg: &mut String, stacks: &[Stack<&str>]) {
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
