//! The chart through a whole match: the ground once, and of what stands on it only what changes. Everything
//! that can change has a slot in the drawing; what a slot can hold is drawn once, however often it comes
//! back.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::ground::{Ground, Haven, Made, Shape, Waters};
use super::pen::{Words, draw};
use super::{
    Arrows, ChartRoom, Colours, Names, Tray, control_class, label, number, open, patterns, ports, sheets,
    title,
};
use crate::report::ReportFault;
use engine::side::Side;
use engine::view::{Parts, Port, Zone};

/// What of a cell can change, from the sea upwards.
#[derive(Clone, Copy)]
enum Layer {
    Water,
    Title,
    Name,
    Number,
    Counters,
}

impl Layer {
    const ALL: [Layer; 5] = [Layer::Water, Layer::Title, Layer::Name, Layer::Number, Layer::Counters];
}

/// A chart that is drawn moment by moment.
pub(in crate::report) struct Film<'k> {
    room: &'k ChartRoom,
    made: &'k Made,
    /// Known from the first moment.
    grounds: Option<Cow<'k, [Ground]>>,
    /// The cells that were in play at any moment, and the ports that were known, by ground.
    in_play: Vec<(Vec<bool>, Vec<bool>)>,
    /// What the slots hold, all of them in the order of `Slots`.
    now: Vec<usize>,
    stock: Stock,
    /// For each moment the slots that changed, and what they hold since; the first moment is in `first`.
    changes: Vec<Vec<(usize, usize)>>,
    first: Vec<usize>,
    /// Patterns and colours of the moment with most sides, and how many it had.
    defs: (usize, String),
}

/// A chart through a whole match, as markup.
pub(in crate::report) struct Strip {
    /// The drawing as of the last moment; what changes stands in groups with the ids `q0`, `q1` and so on.
    pub(in crate::report) svg: String,
    /// All that such groups can hold. What one group holds at one time or another stands together, so that it
    /// packs well.
    pub(in crate::report) stock: Vec<String>,
    /// For each moment what changes at it: the number of a group, then the place in the stock of what it
    /// holds.
    pub(in crate::report) frames: Vec<Vec<usize>>,
}

/// Drawn parts, each once.
#[derive(Default)]
struct Stock {
    parts: Vec<String>,
    known: BTreeMap<String, usize>,
}

impl Stock {
    /// Adds what the next slot holds; mostly what it held before.
    fn hold(&mut self, drawn: &mut Vec<usize>, part: &str, before: &[usize]) {
        let same = before.get(drawn.len()).copied().filter(|it| self.parts[*it] == part);
        drawn.push(same.unwrap_or_else(|| self.keep(part)));
    }

    fn keep(&mut self, part: &str) -> usize {
        if let Some(at) = self.known.get(part) {
            return *at;
        }
        self.parts.push(part.to_owned());
        self.known.insert(part.to_owned(), self.parts.len() - 1);
        self.parts.len() - 1
    }
}

/// Where the slots of a ground begin: its cells layer by layer, its ports, its arrows.
struct Slots(usize);

impl Slots {
    fn all(grounds: &[Ground]) -> Vec<Slots> {
        let begins = grounds.iter().scan(0, |next, ground| {
            let at = *next;
            *next += ground.cells.len() * Layer::ALL.len() + ground.ports.len() + 1;
            Some(Slots(at))
        });
        begins.collect()
    }

    fn cell(&self, layer: Layer, nth: usize) -> usize {
        self.0 + nth * Layer::ALL.len() + layer as usize
    }

    fn port(&self, ground: &Ground, nth: usize) -> usize {
        self.0 + ground.cells.len() * Layer::ALL.len() + nth
    }

    fn arrows(&self, ground: &Ground) -> usize {
        self.port(ground, ground.ports.len())
    }
}

impl<'k> Film<'k> {
    /// Begins the chart of a match.
    ///
    /// # Errors
    /// [`ReportFault::Template`] when the file of a chart is damaged.
    pub(in crate::report) fn new(room: &'k ChartRoom) -> Result<Film<'k>, ReportFault> {
        let made = room.charts.made(&room.atlas)?;
        Ok(Film {
            room,
            made,
            grounds: None,
            in_play: Vec::new(),
            now: Vec::new(),
            stock: Stock::default(),
            changes: Vec::new(),
            first: Vec::new(),
            defs: (0, String::new()),
        })
    }

    /// Draws the next moment. Gives what moved, a line of markup for each arrow.
    pub(in crate::report) fn add(&mut self, view: &Parts<'_>, names: &Names<'_>) -> Vec<String> {
        let made = self.made;
        let grounds = self.grounds.get_or_insert_with(|| made.grounds(&view.sea, view.scenario)).clone();
        let colours = Colours::new(&self.room.navies, names.sides.iter().map(|it| it.side));
        let tray = Tray { atlas: &self.room.atlas, names, colours: &colours };
        let moves = view.beside.moves.as_deref().unwrap_or_default();
        let arrows = Arrows::new(moves, &view.sea, &grounds, &tray);
        self.note(&grounds, names, &colours);
        let mut drawn: Vec<usize> = Vec::with_capacity(self.now.len());
        let mut part = String::new();
        for (at, sheet) in sheets(&view.sea, &grounds, false).iter().enumerate() {
            let (cells, havens) = &mut self.in_play[at];
            for (nth, (cell, zone)) in sheet.ground.cells.iter().zip(&sheet.zones).enumerate() {
                cells[nth] |= zone.is_some() && cell.is_home;
                for layer in Layer::ALL {
                    part.clear();
                    layer.draw(&mut part, (Shape(at, nth), cell, *zone), &tray);
                    self.stock.hold(&mut drawn, &part, &self.now);
                }
            }
            for (nth, haven) in sheet.ground.ports.iter().enumerate() {
                part.clear();
                if let Some(port) = view.sea.ports.iter().find(|port| port.id == haven.port) {
                    havens[nth] = true;
                    harbour(&mut part, haven, port, names);
                }
                self.stock.hold(&mut drawn, &part, &self.now);
            }
            part.clear();
            arrows.draw(&mut part, at, &view.sea, names);
            self.stock.hold(&mut drawn, &part, &self.now);
        }
        self.take(drawn);
        arrows.told(&view.sea, names)
    }

    /// Gets ready for a moment with these sides.
    fn note(&mut self, grounds: &[Ground], names: &Names<'_>, colours: &Colours<'_>) {
        if self.in_play.is_empty() {
            let none = |ground: &Ground| (vec![false; ground.cells.len()], vec![false; ground.ports.len()]);
            self.in_play = grounds.iter().map(none).collect();
        }
        if self.defs.0 < names.sides.len() {
            let mut defs = String::new();
            patterns(&mut defs, names);
            defs.push_str("<style>");
            colours.style(&mut defs);
            defs.push_str("</style>");
            self.defs = (names.sides.len(), defs);
        }
    }

    /// Notes what changed.
    fn take(&mut self, drawn: Vec<usize>) {
        if self.changes.is_empty() {
            self.first.clone_from(&drawn);
            self.changes.push(Vec::new());
        } else {
            let both = self.now.iter().zip(&drawn).enumerate();
            self.changes
                .push(both.filter(|(_, (now, new))| now != new).map(|(at, (_, new))| (at, *new)).collect());
        }
        self.now = drawn;
    }

    /// Ends the chart, which is called so.
    pub(in crate::report) fn finish(self, called: &str) -> Strip {
        let Some(grounds) = &self.grounds else {
            return Strip { svg: String::new(), stock: Vec::new(), frames: Vec::new() };
        };
        let mut cut = Cut::new(&self);
        let mut name = String::new();
        draw!(name, Words(called));
        let mut svg = String::with_capacity(192 << 10);
        let is_shown = |at: &usize| self.in_play.get(*at).is_some_and(|(cells, _)| cells.contains(&true));
        let shown: Vec<usize> = (0..grounds.len()).filter(is_shown).collect();
        for (at, slots) in Slots::all(grounds).iter().enumerate().filter(|(at, _)| shown.contains(at)) {
            let ground = &grounds[at];
            let in_play = |cell: &Waters| {
                let mut cells = ground.cells.iter().zip(&self.in_play[at].0);
                cells.any(|(it, in_play)| *in_play && std::ptr::eq(it, cell))
            };
            open(&mut svg, ground, in_play, &name);
            if shown.first() == Some(&at) {
                draw!(
                    svg,
                    "<desc>",
                    DESCRIBED,
                    "</desc><defs>",
                    self.made.symbols.as_str(),
                    self.defs.1.as_str(),
                    "</defs>"
                );
            }
            let on = |(chart, _): &&(String, String)| shown.iter().any(|it| grounds[*it].chart == *chart);
            let insets: Vec<&str> = ground.insets.iter().filter(on).map(|it| it.1.as_str()).collect();
            self.sheet(&mut svg, (ground, at), slots, &insets, &mut cut);
        }
        let frames = self.frames(&cut);
        Strip { svg, stock: cut.stock(self.stock), frames }
    }

    /// Draws what is on a chart, from the sea upwards, and ends the drawing.
    fn sheet(
        &self,
        svg: &mut String,
        (ground, at): (&Ground, usize),
        slots: &Slots,
        insets: &[&str],
        cut: &mut Cut,
    ) {
        let cells = 0..ground.cells.len();
        let mut all = |svg: &mut String, class: &str, layer: Layer| {
            draw!(*svg, "<g class=\"", class, "\">");
            cells.clone().for_each(|nth| cut.put(svg, slots.cell(layer, nth), self));
            svg.push_str("</g>");
        };
        draw!(*svg, "<defs>", ground.shapes.as_str(), "</defs>");
        all(svg, "sea", Layer::Water);
        svg.push_str(&ground.borders);
        all(svg, "zone", Layer::Title);
        svg.push_str(&ground.land);
        insets.iter().for_each(|inset| svg.push_str(inset));
        svg.push_str("<path class=\"tie\" d=\"");
        let known = ground.ports.iter().zip(&self.in_play[at].1).filter(|(_, known)| **known);
        known.for_each(|(haven, _)| svg.push_str(&haven.ties));
        svg.push_str("\"/>");
        all(svg, "name", Layer::Name);
        all(svg, "no", Layer::Number);
        (0..ground.ports.len()).for_each(|nth| cut.put(svg, slots.port(ground, nth), self));
        (0..ground.cells.len()).for_each(|nth| cut.put(svg, slots.cell(Layer::Counters, nth), self));
        cut.put(svg, slots.arrows(ground), self);
        svg.push_str("</svg></div></div>");
    }

    /// What changes at each moment: all that ever does at the first.
    fn frames(&self, cut: &Cut) -> Vec<Vec<usize>> {
        let pair = |(slot, part): (usize, usize)| Some([cut.groups[slot]?, cut.places[part]?]);
        let all = |it: &mut dyn Iterator<Item = (usize, usize)>| it.filter_map(pair).flatten().collect();
        let mut frames: Vec<Vec<usize>> = Vec::with_capacity(self.changes.len());
        for (nth, changes) in self.changes.iter().enumerate() {
            frames.push(match nth {
                0 => all(&mut self.first.iter().copied().enumerate()),
                _ => all(&mut changes.iter().copied()),
            });
        }
        frames
    }
}

/// What a screen reader says of the chart.
const DESCRIBED: &str =
    "The sea at the step that is shown. What moved, and what happened, stands in words below.";

/// Which slots need a group of their own in the drawing, and which parts are in the stock.
struct Cut {
    changing: Vec<bool>,
    groups: Vec<Option<usize>>,
    /// The place of each part in the stock, and the parts by place.
    places: Vec<Option<usize>>,
    order: Vec<usize>,
    next: usize,
}

impl Cut {
    fn new(film: &Film<'_>) -> Cut {
        let mut changing = vec![false; film.now.len()];
        let changes = || film.changes.iter().flatten().copied();
        changes().for_each(|(slot, _)| changing[slot] = true);
        let first = film.first.iter().copied().enumerate().filter(|(slot, _)| changing[*slot]);
        let mut held: Vec<(usize, usize)> = first.chain(changes()).collect();
        // By slot, and within it in the order of time.
        held.sort_by_key(|(slot, _)| *slot);
        let mut places = vec![None; film.stock.parts.len()];
        let mut order = Vec::new();
        for (_, part) in held {
            if places[part].is_none() {
                places[part] = Some(order.len());
                order.push(part);
            }
        }
        Cut { groups: vec![None; changing.len()], changing, places, order, next: 0 }
    }

    /// Draws what a slot holds at the end.
    fn put(&mut self, svg: &mut String, slot: usize, film: &Film<'_>) {
        let part = film.stock.parts[film.now[slot]].as_str();
        if !self.changing[slot] {
            return svg.push_str(part);
        }
        draw!(*svg, "<g id=\"q", self.next, "\">", part, "</g>");
        self.groups[slot] = Some(self.next);
        self.next += 1;
    }

    /// The parts that groups can hold.
    fn stock(&self, mut stock: Stock) -> Vec<String> {
        self.order.iter().map(|part| std::mem::take(&mut stock.parts[*part])).collect()
    }
}

impl Layer {
    /// Draws a layer of a cell.
    fn draw(
        self,
        svg: &mut String,
        (shape, cell, zone): (Shape, &Waters, Option<&Zone<&str>>),
        tray: &Tray<'_>,
    ) {
        let names = tray.names;
        let home = zone.filter(|_| cell.is_home);
        match (self, home) {
            (Layer::Water, _) => {
                draw!(*svg, "<use class=\"cell ", control_class(zone), "\" href=\"#", shape, "\"/>");
            }
            (Layer::Title, Some(zone)) => {
                svg.push_str("<g><title>");
                title(svg, zone, names);
                draw!(*svg, "</title><use href=\"#", shape, "\"/></g>");
            }
            (Layer::Name, _) => label(svg, cell, zone, names),
            (Layer::Number, _) => number(svg, cell, zone, names),
            (Layer::Counters, Some(zone)) => {
                if let Some(at) = cell.stack {
                    tray.draw(svg, zone, at, cell.room);
                }
            }
            (Layer::Title | Layer::Counters, None) => {}
        }
    }
}

/// A port with its name and how many units lie there.
fn harbour(svg: &mut String, haven: &Haven, port: &Port<&str>, names: &Names<'_>) {
    let away = if ports::is_empty(port) { 0 } else { ports::BERTH * haven.away };
    if ports::is_called(port, haven) {
        svg.push_str("<g class=\"port-name\"");
        if away != 0 {
            draw!(*svg, " transform=\"translate(", away, ")\"");
        }
        draw!(*svg, ">", haven.label.as_str(), "</g>");
    }
    let side = port.holder.side();
    draw!(*svg, "<g class=\"port ", side.map_or("free", Side::id), "\"><title>");
    ports::held_by(svg, side, names);
    svg.push_str("</title>");
    ports::mark(svg, port, haven, names, false);
    svg.push_str("</g>");
    ports::berths(svg, port, haven);
}
