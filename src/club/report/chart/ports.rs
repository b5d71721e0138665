//! Ports: each a small mark on its shore that says who holds it, with how many units lie there.

use super::Names;
use super::ground::{Ground, Haven};
use super::pen::{Words, draw};
use super::place;
use super::titles::forces;
use engine::side::Side;
use engine::view::{Holder, Port, Sea};

/// How far a port's name gives way to the number of units that lie there, which is wider than the port's
/// mark.
pub(super) const BERTH: i32 = 8;

/// Draws the ports of a chart: the lines to their zones, the marks, and the names. Where they are `pointed`
/// at, the marks say which they are.
pub(super) fn draw(svg: &mut String, sea: &Sea<&str>, names: &Names<'_>, (ground, pointed): (&Ground, bool)) {
    let port = |haven: &Haven| sea.ports.iter().find(|port| port.id == haven.port);
    let known: Vec<(&Haven, &Port<&str>)> =
        ground.ports.iter().filter_map(|haven| Some((haven, port(haven)?))).collect();
    let here = || known.iter().copied();
    svg.push_str("<path class=\"tie\" d=\"");
    here().for_each(|(haven, _)| svg.push_str(&haven.ties));
    svg.push_str("\"/>");
    svg.push_str("<g class=\"port-name\">");
    let called = || here().filter(|(haven, port)| is_called(port, haven));
    for away in [0, BERTH, -BERTH] {
        let moved = |(haven, port): &(&Haven, &Port<&str>)| {
            away == if is_empty(port) { 0 } else { BERTH * haven.away }
        };
        if away == 0 {
            called().filter(moved).for_each(|(haven, _)| svg.push_str(&haven.label));
        } else if called().any(|it| moved(&it)) {
            draw!(*svg, "<g transform=\"translate(", away, ")\">");
            called().filter(moved).for_each(|(haven, _)| svg.push_str(&haven.label));
            svg.push_str("</g>");
        }
    }
    svg.push_str("</g>");
    let holders = names.sides.iter().map(|it| (it.side.id(), Some(it.side))).chain([("free", None)]);
    for (class, side) in holders {
        let held = || here().filter(|(_, port)| port.holder.side() == side);
        if held().next().is_some() {
            draw!(*svg, "<g class=\"port ", class, "\"><title>");
            held_by(svg, side, names);
            svg.push_str("</title>");
            held().for_each(|(haven, port)| mark(svg, port, haven, names, pointed));
            svg.push_str("</g>");
        }
    }
    here().for_each(|(haven, port)| berths(svg, port, haven));
}

/// Who holds a port, in words.
pub(super) fn held_by(svg: &mut String, side: Option<Side>, names: &Names<'_>) {
    let holder = if side.is_some() { "held by the " } else { "held by nobody" };
    draw!(*svg, holder, side.map_or("", |it| names.of(it)));
}

pub(super) fn is_empty(port: &Port<&str>) -> bool {
    port.own.is_empty() && port.enemies() == 0
}

/// Whether a chart knows a port by the name that it has in a view.
pub(super) fn is_called(port: &Port<&str>, haven: &Haven) -> bool {
    port.name == haven.name
}

/// A port as a square, a base as a circle, with what pointing at it says: of an empty one with its name
/// beside it, only who holds it.
pub(super) fn mark(svg: &mut String, port: &Port<&str>, haven: &Haven, names: &Names<'_>, pointed: bool) {
    let shape = if port.kind == Some("base") { "k-base" } else { "k-port" };
    draw!(*svg, "<use href=\"#", shape, "\" x=\"", haven.at.x, "\" y=\"", haven.at.y, "\"");
    if pointed {
        draw!(*svg, " data-place=\"", place::PORT, Words(port.id), "\"");
    }
    let named = haven.key.is_none() && is_called(port, haven);
    if named && is_empty(port) && port.holder.side().is_some() {
        svg.push_str("/>");
        return;
    }
    draw!(*svg, "><title>", Words(port.name));
    if let Holder::Nobody(word) = port.holder {
        draw!(*svg, "; ", Words(word));
    }
    forces(svg, names, &port.own, (port.stacks(), &port.enemy_known));
    svg.push_str("</title></use>");
}

/// How many units lie in a port, the reader's and the enemy's.
pub(super) fn berths(svg: &mut String, port: &Port<&str>, haven: &Haven) {
    let (own, enemy) = (port.own.len(), port.enemies());
    let apart = if own > 0 && enemy > 0 { 15 } else { 0 };
    let both = [("own", "k-berth", own, -apart), ("foe", "k-berth-foe", enemy, apart)];
    for (class, shape, number, aside) in both.into_iter().filter(|it| it.2 > 0) {
        draw!(
            *svg,
            "<g class=\"",
            class,
            " berth\" transform=\"translate(",
            haven.at.x + aside,
            " ",
            haven.at.y
        );
        draw!(*svg, ")\"><use href=\"#", shape, "\"/><text y=\"6\">", number, "</text></g>");
    }
}
