//! What of a chart is the same on every turn, as SVG: land, borders, names, insets, landmarks.

use super::pen::{Words, draw};
use super::survey::{Anchor, Inset, Landmark, Point, Survey, Word};

/// Zones with their names, and charts with their titles.
pub(super) type Titles<'t> = (&'t [(Word, String)], &'t [(String, String)]);

/// What is seen again at the other edge, and the borders that are not open.
pub(super) fn borders(survey: &Survey) -> String {
    let mut svg = String::new();
    for cell in &survey.cells {
        if let Some(again) = &cell.again {
            draw!(svg, "<path class=\"again\" d=\"", again.as_str(), "\"/>");
        }
    }
    for border in survey.borders.iter().filter(|border| border.kind != "open") {
        draw!(svg, "<path class=\"border ", Words(&border.kind), "\" d=\"", border.d.as_str(), "\"><title>");
        draw!(svg, Words(&border.kind), "</title></path>");
    }
    svg
}

/// The frame of waters that another chart draws larger, by the name of that chart: it leads there.
pub(super) fn inset(inset: &Inset, (_, titles): Titles<'_>) -> (String, String) {
    let mut svg = String::new();
    let title = titles.iter().find(|(chart, _)| *chart == inset.chart).map_or("", |(_, title)| title);
    let (left, top, width, height) = inset.frame;
    draw!(svg, "<a class=\"inset\" href=\"#chart-", Words(&inset.chart), "\"><title>", Words(title));
    draw!(svg, ", drawn larger</title><rect x=\"", left, "\" y=\"", top, "\" width=\"", width);
    draw!(svg, "\" height=\"", height, "\" rx=\"8\"/></a>");
    (inset.chart.clone(), svg)
}

/// Land, passages, and where ways lead out of the frame.
pub(super) fn land(survey: &Survey, (names, _): Titles<'_>) -> String {
    let mut svg = String::new();
    if !survey.shut.is_empty() {
        draw!(svg, "<path class=\"shut\" d=\"", survey.shut.as_str(), "\"/>");
    }
    draw!(svg, "<path class=\"land\" d=\"", survey.land.as_str(), "\"/>");
    for link in &survey.links {
        draw!(svg, "<path class=\"border way ", Words(&link.kind), "\" d=\"", link.d.as_str(), "\"><title>");
        draw!(svg, Words(&link.name), if link.name.is_empty() { "" } else { ", " });
        draw!(svg, Words(&link.kind), "</title></path>");
    }
    for cell in &survey.cells {
        if let Some(at) = cell.again_label {
            text(&mut svg, "out", at, 7, |svg| number_or_name(svg, &cell.zone, &cell.name));
        }
    }
    for exit in &survey.exits {
        let name = names.iter().find(|(zone, _)| *zone == exit.to).map_or("", |(_, name)| name);
        let class = match exit.at.x {
            x if x < 60 => "out start",
            x if x > survey.width - 60 => "out end",
            _ => "out",
        };
        let at = Point { x: exit.at.x, y: exit.at.y.clamp(16, (survey.height - 12).max(16)) };
        text(&mut svg, class, at, 6, |svg| {
            svg.push('→');
            number_or_name(svg, &exit.to, name);
        });
    }
    landmarks(&mut svg, &survey.landmarks);
    svg
}

/// Bases that are no places of their own, each with a short line into its zone and its name beside it.
pub(super) fn landmarks(svg: &mut String, of: &[Landmark]) {
    if of.is_empty() {
        return;
    }
    svg.push_str("<path class=\"tie\" d=\"");
    for it in of {
        svg.push_str(&ties(it.at, &it.ties));
    }
    svg.push_str("\"/><g class=\"port landmark\">");
    for it in of {
        draw!(*svg, "<use href=\"#k-port\" x=\"", it.at.x, "\" y=\"", it.at.y, "\"><title>");
        draw!(*svg, Words(&it.name), "</title></use>");
    }
    svg.push_str("</g><g class=\"port-name\">");
    for (name, label) in of.iter().filter_map(|it| Some((&it.name, it.label?))) {
        beside(svg, label, name);
    }
    svg.push_str("</g>");
}

/// Short lines from a port into its zones, data of a path.
pub(super) fn ties(at: Point, to: &[(Word, i32, i32)]) -> String {
    let mut d = String::new();
    for (_, x, y) in to {
        draw!(d, "M", at.x, " ", at.y, "L", *x, " ", *y);
    }
    d
}

/// The name of a port.
pub(super) fn beside(svg: &mut String, (x, y, anchor): (i32, i32, Anchor), name: &str) {
    let class = match anchor {
        Anchor::Start => "",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    text(svg, class, Point { x, y }, 6, |svg| draw!(*svg, Words(name)));
}

/// Writes a text of a class, if it has one, so far below a place.
pub(super) fn text(svg: &mut String, class: &str, at: Point, below: i32, of: impl FnOnce(&mut String)) {
    svg.push_str("<text");
    if !class.is_empty() {
        draw!(*svg, " class=\"", class, "\"");
    }
    draw!(*svg, " x=\"", at.x, "\" y=\"", at.y + below, "\">");
    of(svg);
    svg.push_str("</text>");
}

/// A zone's number, or its name if it has none.
pub(super) fn number_or_name(svg: &mut String, zone: &Word, name: &str) {
    match zone {
        Word::Number(number) => draw!(*svg, *number),
        Word::Key(_) => draw!(*svg, Words(name)),
    }
}

/// How high a zone's number is, and a line of its name.
pub(super) const NUMBER: i32 = 28;
pub(super) const LINE: i32 = 22;
