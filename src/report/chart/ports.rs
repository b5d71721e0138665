//! Ports on the chart: those with ships, each with how many, or all of them with their holders, where ships lie openly.

use super::atlas::{Atlas, Panel};
use super::layout::{self, Labels, Point};
use super::pen::{Words, draw};
use super::{Names, counted, enemies, open_mark, units};
use crate::view::{Holder, Port, Sea};

/// Draws the ports with own ships, or all of them if the atlas says so. Gives where each was drawn.
pub(super) fn draw<'s, 'a>(
    svg: &mut String,
    sea: &'s Sea<'a>,
    (atlas, panel, names): (&Atlas, &Panel, &Names<'_>),
    zones: &[Point],
    labels: &mut Labels,
) -> Vec<(&'s Port<&'a str>, Point)> {
    let is_drawn = |port: &&Port<&str>| atlas.all_ports || !port.own.is_empty();
    let ports = sea.ports.iter().filter(is_drawn).filter(|port| panel.shows(port.x, port.lat));
    let mut placed = Vec::new();
    for port in ports {
        let home = panel.project(port.x, port.lat);
        let at = layout::beside(home, zones, labels).unwrap_or(home);
        labels.occupy(at.x - 7, at.y - 7, 14, 14);
        placed.push((port, at));
    }
    for (port, at) in &placed {
        if atlas.all_ports { with_holder(svg, port, *at, names) } else { with_ships(svg, port, *at) }
    }
    placed
}

/// The class of a port's name.
pub(super) fn label(port: &Port<&str>) -> &'static str {
    if port.own.is_empty() && port.enemies() > 0 { "harbour foreign" } else { "harbour" }
}

/// A port with own ships: a small square and how many lie there.
fn with_ships(svg: &mut String, port: &Port<&str>, at: Point) {
    open_mark(svg, at);
    draw!(*svg, Words(port.name));
    units(svg, ": ", &port.own);
    svg.push_str("</title><rect class=\"port\" x=\"-6\" y=\"-6\" width=\"12\" height=\"12\"/>");
    draw!(*svg, "<text class=\"berths\" y=\"3\">", port.own.len(), "</text></g>");
}

/// A port as a square, a base as a circle, of a class that tells its holder; with how many units lie there, the reader's
/// if there are any.
fn with_holder(svg: &mut String, port: &Port<&str>, at: Point, names: &Names<'_>) {
    open_mark(svg, at);
    draw!(*svg, Words(port.name));
    let holder = match port.holder {
        Holder::Side(side) => {
            draw!(*svg, "; held by the ", names.of(side));
            side.id()
        }
        Holder::Nobody(word) => {
            draw!(*svg, "; ", Words(word));
            "free"
        }
    };
    units(svg, "; own: ", &port.own);
    enemies(svg, port.stacks(), &port.enemy_known);
    let (element, shape) = match port.kind {
        Some("base") => ("circle", "\" r=\"6.5\"/>"),
        _ => ("rect", "\" x=\"-6\" y=\"-6\" width=\"12\" height=\"12\"/>"),
    };
    draw!(*svg, "</title><", element, " class=\"port ", holder, shape);
    let (class, there) = match port.own.len() {
        0 => ("berths on-enemy", port.enemies()),
        own => ("berths", own),
    };
    if there > 0 {
        draw!(*svg, "<text class=\"", class, "\" y=\"3\">", there, "</text>");
    }
    svg.push_str("</g>");
}

/// Draws the ports with enemy ships alone: a small diamond with its name, where there is room for both.
pub(super) fn draw_enemy(
    svg: &mut String,
    sea: &Sea<'_>,
    panel: &Panel,
    zones: &[Point],
    labels: &mut Labels,
) {
    let theirs = sea.ports.iter().filter(|port| port.own.is_empty() && !port.stacks().is_empty());
    for port in theirs.filter(|port| panel.shows(port.x, port.lat)) {
        let Some(at) = layout::beside(panel.project(port.x, port.lat), zones, labels) else { continue };
        if !labels.put(svg, label(port), port.name, at, 8) {
            continue;
        }
        labels.occupy(at.x - 7, at.y - 7, 14, 14);
        let ships: usize = port.stacks().iter().map(|stack| stack.ships).sum();
        open_mark(svg, at);
        draw!(*svg, Words(port.name), ": enemy: ");
        counted(svg, port.stacks());
        svg.push_str("</title><path class=\"enemy\" d=\"M0-8l8 8-8 8-8-8z\"/>");
        draw!(*svg, "<text class=\"berths on-enemy\" y=\"3\">", ships, "</text></g>");
    }
}
