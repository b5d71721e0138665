//! Ports: each a small mark on its shore that says who holds it, with how many units lie there.

use super::ground::{Ground, Haven};
use super::pen::{Words, draw};
use super::{Names, enemies, units};
use crate::view::{Holder, Port, Sea};

/// Draws the ports of a chart: the lines to their zones, the marks, and the names.
pub(super) fn draw(svg: &mut String, sea: &Sea<'_>, names: &Names<'_>, ground: &Ground) {
    let here = || ground.ports.iter().filter_map(|it| Some((it, sea.ports.iter().find(|port| port.id == it.port)?)));
    svg.push_str("<path class=\"tie\" d=\"");
    here().for_each(|(haven, _)| svg.push_str(&haven.ties));
    svg.push_str("\"/>");
    for (haven, port) in here() {
        if is_called(port, haven) {
            svg.push_str(&haven.label);
        }
        mark(svg, port, haven, names);
    }
}

/// Whether a chart knows a port by the name that it has in a view.
pub(super) fn is_called(port: &Port<&str>, haven: &Haven) -> bool {
    port.name == haven.name
}

/// A port as a square, a base as a circle, of a class that says who holds it; with how many units lie there.
fn mark(svg: &mut String, port: &Port<&str>, haven: &Haven, names: &Names<'_>) {
    draw!(*svg, "<g transform=\"translate(", haven.at.x, " ", haven.at.y, ")\"><title>", Words(port.name));
    let class = match &port.holder {
        Holder::Side(side) => {
            draw!(*svg, "; held by the ", names.of(*side));
            side.id()
        }
        Holder::Nobody(word) => {
            draw!(*svg, "; ", Words(word));
            "free"
        }
    };
    units(svg, "; own: ", &port.own);
    enemies(svg, port.stacks(), &port.enemy_known);
    let shape = if port.kind == Some("base") { "k-base" } else { "k-port" };
    draw!(*svg, "</title><use class=\"port ", class, "\" href=\"#", shape, "\"/>");
    let (own, enemy) = (port.own.len(), port.enemies());
    if own > 0 {
        let x = if enemy > 0 { -15 } else { 0 };
        draw!(*svg, "<g class=\"own berth\" transform=\"translate(", x, ")\"><use href=\"#k-berth\"/>");
        draw!(*svg, "<text y=\"6\">", own, "</text></g>");
    }
    if enemy > 0 {
        let x = if own > 0 { 15 } else { 0 };
        draw!(*svg, "<g class=\"foe berth\" transform=\"translate(", x, ")\"><use href=\"#k-berth-foe\"/>");
        draw!(*svg, "<text y=\"6\">", enemy, "</text></g>");
    }
    svg.push_str("</g>");
}
