//! The sea chart: land, a cell of sea for each zone, coloured by who holds it, with counters, ports and
//! arrows, as SVG text. Crowded waters are drawn again in larger insets.
//!
//! Colours come from the page's style sheet, so that the chart follows light, dark and print; nothing is told
//! by colour alone. Coordinates are whole numbers, so that no machine rounds them otherwise. No place comes
//! from a packet: where a zone or a port stands is in the files of charts, and what they do not know is
//! listed below the chart.

use super::ReportFault;
use super::files::File;
use super::situation;
use engine::problem::count;
use engine::side::Side;
use engine::view::{Control, Parts, Sea, Zone};

mod atlas;
/// How places are marked that are pointed at, so that a zone and a port of the same word stay apart.
pub(super) mod place {
    /// What stands before the word of a zone.
    pub(in crate::report) const ZONE: &str = "z-";
    /// What stands before the id of a port.
    pub(in crate::report) const PORT: &str = "p-";
}
mod counters;
mod film;
mod ground;
mod landscape;
mod moves;
mod names;
mod navies;
pub(super) mod pen;
mod plain;
mod ports;
mod survey;
mod titles;
#[cfg(test)]
mod checked;
#[cfg(test)]
mod contrast;
#[cfg(test)]
mod overlap;
#[cfg(test)]
mod tests;
use atlas::Atlas;
use counters::Tray;
pub(super) use film::Film;
use ground::{Charts, Ground, Shape, Waters};
use moves::Arrows;
pub(super) use names::Names;
pub use navies::ink_on;
use navies::{Colours, Navy};
use pen::{Words, draw};
use titles::title;

/// A chart.
pub(super) struct Chart {
    /// The drawing.
    pub(super) svg: String,
    /// What has no name on the drawing, with the number or letter that it has there; what is not there at
    /// all.
    pub(super) nameless: String,
}

/// All that the charts of a system are drawn with.
pub(super) struct ChartRoom {
    atlas: Atlas,
    charts: Charts,
    navies: Vec<Navy>,
}

impl ChartRoom {
    /// Reads what a system brings: the file `chart.yaml`, and the others that it names.
    ///
    /// # Errors
    /// [`ReportFault::Template`] when a file is missing or damaged.
    pub(super) fn of(layout: &File, files: &[File]) -> Result<ChartRoom, ReportFault> {
        let atlas: Atlas = layout.data()?;
        let charts = Charts::of(&atlas, layout, files)?;
        let navies = match files.iter().find(|file| file.name == NAVIES) {
            Some(file) => file.data()?,
            None => Vec::new(),
        };
        Ok(ChartRoom { atlas, charts, navies })
    }

    /// Draws the chart of a view. Where it is `pointed` at, its zones and ports say which they are
    /// (`data-place`).
    ///
    /// # Errors
    /// [`ReportFault::Template`] when the file of a chart is damaged.
    pub(super) fn draw(
        &self,
        view: &Parts<'_>,
        names: &Names<'_>,
        pointed: bool,
    ) -> Result<Chart, ReportFault> {
        let made = self.charts.made(&self.atlas)?;
        let grounds = made.grounds(&view.sea, view.scenario);
        let colours = Colours::new(&self.navies, names.sides.iter().map(|it| it.side));
        let tray = Tray { atlas: &self.atlas, names, colours: &colours };
        let moves = view.beside.moves.as_deref().unwrap_or_default();
        let arrows = Arrows::new(moves, &view.sea, &grounds, &tray);
        let sheets = sheets(&view.sea, &grounds, pointed);
        let mut svg = String::with_capacity(192 << 10);
        let shown = || sheets.iter().filter(|sheet| sheet.is_shown());
        for (nth, sheet) in shown().enumerate() {
            sheet.open(&mut svg, names);
            if nth == 0 {
                svg.push_str("<desc>");
                describe(&mut svg, &view.sea, &self.atlas);
                svg.push_str("</desc><defs>");
                svg.push_str(&made.symbols);
                patterns(&mut svg, names);
                svg.push_str("<style>");
                colours.style(&mut svg);
                svg.push_str("</style></defs>");
            }
            let on = |(chart, _): &&(String, String)| shown().any(|other| other.ground.chart == *chart);
            let insets: Vec<&str> = sheet.ground.insets.iter().filter(on).map(|it| it.1.as_str()).collect();
            sheet.draw(&mut svg, (view, names), (&tray, &arrows), &insets);
        }
        Ok(Chart { svg, nameless: nameless(&view.sea, &sheets) })
    }
}

impl ChartRoom {
    /// How a counter looks outside of the chart, on the same page: the class that colours it, and the id of
    /// the shape of its class of units, if that has one.
    pub(super) fn look(&self, (navy, side): (&str, Side), class: &str) -> (String, Option<String>) {
        let mut style = String::new();
        draw!(style, Colours::new(&self.navies, std::iter::empty()).class(navy, side.id()));
        let shape = self.atlas.shape(class).map(|shape| {
            let mut id = String::new();
            draw!(id, "k-ship-", Words(shape));
            id
        });
        (style, shape)
    }
}

/// The colours of navies, the same in every game.
const NAVIES: &str = "common/navies.yaml";

/// A chart with what a view has in its cells.
struct Sheet<'s> {
    /// The place of its ground among all.
    at: usize,
    ground: &'s Ground,
    /// The zone of each cell, if the view has it.
    zones: Vec<Option<&'s Zone<&'s str>>>,
    /// Whether zones and ports say which they are.
    pointed: bool,
}

/// Lays the zones of a view on charts.
fn sheets<'s>(sea: &'s Sea<&'s str>, grounds: &'s [Ground], pointed: bool) -> Vec<Sheet<'s>> {
    let zone = |cell: &Waters| sea.zones.iter().find(|zone| cell.zone.is_of(zone));
    let sheet = |(at, ground): (usize, &'s Ground)| Sheet {
        at,
        ground,
        zones: ground.cells.iter().map(zone).collect(),
        pointed,
    };
    grounds.iter().enumerate().map(sheet).collect()
}

/// A chart that is wider is as wide as the page.
const WIDE: i32 = 1600;

impl<'s> Sheet<'s> {
    /// The cells that the view knows, each with its place and its zone.
    fn known(&self) -> impl Iterator<Item = (usize, &'s Waters, &'s Zone<&'s str>)> {
        let cells = self.ground.cells.iter().zip(&self.zones).enumerate();
        cells.filter_map(|(at, (cell, zone))| Some((at, cell, (*zone)?)))
    }

    /// The same of cells where counters stand.
    fn homes(&self) -> impl Iterator<Item = (usize, &'s Waters, &'s Zone<&'s str>)> {
        self.known().filter(|(_, cell, _)| cell.is_home)
    }

    /// Whether any of its waters are in play.
    fn is_shown(&self) -> bool {
        self.homes().next().is_some()
    }

    /// Begins the drawing.
    fn open(&self, svg: &mut String, names: &Names<'_>) {
        let in_play = |cell: &Waters| self.homes().any(|(_, it, _)| std::ptr::eq(it, cell));
        open(svg, self.ground, in_play, &format!("Sea chart of the {}", names.of(names.reader)));
    }

    /// Draws what is on it, from the sea upwards, and ends the drawing.
    fn draw(
        &self,
        svg: &mut String,
        (view, names): (&Parts<'_>, &Names<'_>),
        (tray, arrows): (&Tray<'_>, &Arrows<'_>),
        insets: &[&str],
    ) {
        let ground = self.ground;
        draw!(*svg, "<defs>", ground.shapes.as_str(), "</defs>");
        self.cells(svg, names);
        svg.push_str(&ground.borders);
        self.links(svg, names);
        svg.push_str(&ground.land);
        insets.iter().for_each(|inset| svg.push_str(inset));
        ports::draw(svg, &view.sea, names, (ground, self.pointed));
        self.labels(svg, names);
        for (_, cell, zone) in self.homes() {
            if let Some(at) = cell.stack {
                tray.draw(svg, zone, at, cell.room);
            }
        }
        arrows.draw(svg, self.at, &view.sea, names);
        svg.push_str("</svg></div></div>");
    }

    /// The cells by who holds them; those that are not in play among themselves.
    fn cells(&self, svg: &mut String, names: &Names<'_>) {
        let held = names.sides.iter().map(|it| it.side.id());
        for class in ["away", "free"].into_iter().chain(held).chain(["contested"]) {
            let here = || (0..).zip(&self.zones).filter(|(_, zone)| control_class(**zone) == class);
            if here().next().is_some() {
                draw!(*svg, "<g class=\"cell ", class, "\">");
                here().for_each(|(nth, _)| draw!(*svg, "<use href=\"#", Shape(self.at, nth), "\"/>"));
                svg.push_str("</g>");
            }
        }
    }

    /// What pointing at a zone says, and the way to its line in the situation, if it has one there.
    fn links(&self, svg: &mut String, names: &Names<'_>) {
        svg.push_str("<g class=\"zone\">");
        for (nth, _, zone) in self.homes() {
            let anchor = situation::anchor(zone);
            match &anchor {
                Some(anchor) => draw!(*svg, "<a href=\"#", Words(anchor), "\""),
                None => svg.push_str("<g"),
            }
            if let Some(word) = zone.word().filter(|_| self.pointed) {
                draw!(*svg, " data-place=\"", place::ZONE, Words(&word), "\"");
            }
            svg.push_str("><title>");
            title(svg, zone, names);
            draw!(*svg, "</title><use href=\"#", Shape(self.at, nth), "\"/>");
            svg.push_str(if anchor.is_some() { "</a>" } else { "</g>" });
        }
        svg.push_str("</g>");
    }

    /// Numbers with what each zone is worth and whose it is, and names.
    fn labels(&self, svg: &mut String, names: &Names<'_>) {
        let cells = || self.ground.cells.iter().zip(&self.zones);
        svg.push_str("<g class=\"name\">");
        cells().for_each(|(cell, zone)| label(svg, cell, *zone, names));
        svg.push_str("</g><g class=\"no\">");
        cells().for_each(|(cell, zone)| number(svg, cell, *zone, names));
        svg.push_str("</g>");
    }
}

/// The name of a cell; one without a number is followed by what else is said.
fn label(svg: &mut String, cell: &Waters, zone: Option<&Zone<&str>>, names: &Names<'_>) {
    if zone.is_some_and(|zone| zone.name != cell.name) {
        return;
    }
    svg.push_str(&cell.label);
    if cell.is_open {
        zone.into_iter().for_each(|zone| said(svg, zone, names));
        svg.push_str("</text>");
    }
}

/// The number of a cell, if it has one, with what else is said.
fn number(svg: &mut String, cell: &Waters, zone: Option<&Zone<&str>>, names: &Names<'_>) {
    let (Some(at), survey::Word::Number(number)) = (cell.number, &cell.zone) else { return };
    draw!(*svg, "<text x=\"", at.x, "\" y=\"", at.y, "\">", *number);
    zone.into_iter().filter(|_| cell.is_home).for_each(|zone| said(svg, zone, names));
    svg.push_str("</text>");
}

/// Begins the drawing of a chart under this name, in a frame in which it can be scrolled.
fn open(svg: &mut String, ground: &Ground, in_play: impl Fn(&Waters) -> bool, called: &str) {
    let Ground { chart, title, .. } = ground;
    let (left, top, width, height) = ground.shown(in_play);
    let size = if ground.width > WIDE { " wide" } else { "" };
    draw!(*svg, "<div class=\"sheet", size, "\" id=\"chart-", Words(chart), "\"><h3>", Words(title), "</h3>");
    draw!(*svg, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"", Words(title));
    draw!(
        *svg,
        ", chart, scrolls sideways\"><svg class=\"chart\" viewBox=\"",
        left,
        " ",
        top,
        " ",
        width,
        " "
    );
    draw!(*svg, height, "\" width=\"", width / 2, "\" role=\"group\" aria-label=\"", called, ": ");
    draw!(*svg, Words(title), "\">");
}

/// What a zone is worth to each side, if it is worth anything, and the letter of the side that holds it.
fn said(svg: &mut String, zone: &Zone<&str>, names: &Names<'_>) {
    let held = zone.control.and_then(Control::side);
    if !is_worth(zone, names) && held.is_none() {
        return;
    }
    svg.push_str("<tspan> ");
    if is_worth(zone, names) {
        worth(svg, zone, names);
    }
    if let Some(side) = held {
        draw!(*svg, " <tspan>", Words(names.letter(side)), "</tspan>");
    }
    svg.push_str("</tspan>");
}

/// What a zone is worth to each side, in the order of the sides.
fn worth(svg: &mut String, zone: &Zone<&str>, names: &Names<'_>) {
    for (at, it) in names.sides.iter().enumerate() {
        draw!(*svg, if at == 0 { "" } else { "/" }, zone.value.of(it.side));
    }
}

/// Whether a zone is worth anything to anybody.
fn is_worth(zone: &Zone<&str>, names: &Names<'_>) -> bool {
    names.sides.iter().any(|it| zone.value.of(it.side) > 0)
}

/// What has no name on any chart: by the number or letter that it has there; then what is on none.
fn nameless(sea: &Sea<&str>, sheets: &[Sheet<'_>]) -> String {
    let (mut missing, mut absent) = (Vec::new(), Vec::new());
    for zone in &sea.zones {
        let on = || sheets.iter().flat_map(Sheet::homes).filter(|(_, _, it)| std::ptr::eq(*it, zone));
        if on().next().is_none() {
            absent.push(zone.name);
        } else if !on().any(|(_, cell, _)| cell.name == zone.name && cell.is_named) {
            missing.push(match zone.number {
                Some(number) => format!("{number} {}", zone.name),
                None => zone.name.to_owned(),
            });
        }
    }
    let shown = || sheets.iter().filter(|sheet| sheet.is_shown());
    for port in &sea.ports {
        let on = || shown().filter_map(|sheet| sheet.ground.port(port.id));
        match on().find(|haven| ports::is_called(port, haven)) {
            Some(_) if on().any(|it| it.key.is_none() && ports::is_called(port, it)) => {}
            Some(haven) => {
                missing.push(format!("{} {}", haven.key.as_deref().unwrap_or_default(), port.name));
            }
            None if on().next().is_some() => missing.push(port.name.to_owned()),
            None => absent.push(port.name),
        }
    }
    let mut text = missing.join(", ");
    if !absent.is_empty() {
        text.extend([if text.is_empty() { "" } else { "; " }, "not on the chart: ", &absent.join(", ")]);
    }
    text
}

/// What a screen reader says of the chart; the tables of the situation hold the rest.
fn describe(svg: &mut String, sea: &Sea<&str>, atlas: &Atlas) {
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

/// Fills that can be told apart without colour: stripes for the first side, nothing for the second, stripes
/// the other way for the third and every other one behind it, dots for what is contested.
fn patterns(svg: &mut String, names: &Names<'_>) {
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
         <circle class=\"h-contested\" cx=\"3\" cy=\"3\" r=\"1.5\"/></pattern>",
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

/// The class of a cell: who holds its zone.
fn control_class<'z>(zone: Option<&'z Zone<&str>>) -> &'z str {
    match zone {
        Some(zone) => zone.control.as_ref().map_or("free", Control::id),
        None => "away",
    }
}
