//! Counters: what is in a zone, as a few of them and a number for the rest. An own counter is a rectangle, an
//! enemy one has pointed ends and a thick rim, so that nothing rests on colour alone.

use super::Names;
use super::atlas::Atlas;
use super::navies::Colours;
use super::pen::{Put, Words, draw};
use super::survey::Point;
use engine::view::{Unit, Zone};

/// Width and height of a counter with the gap behind it.
const WIDE: i32 = 54;
const HIGH: i32 = 35;
/// The same of a small counter, which says how many there are and nothing else.
const SMALL: i32 = 54;
const LOW: i32 = 27;
/// Half the width of a convoy.
const HULL: i32 = 18;

/// From this room on, a counter with its factors fits; two, one above the other, want the second.
const ONE: i32 = 18;
const TWO: i32 = 34;

/// What all counters are drawn with.
pub(super) struct Tray<'t> {
    pub(super) atlas: &'t Atlas,
    pub(super) names: &'t Names<'t>,
    pub(super) colours: &'t Colours<'t>,
}

/// Whose a counter is: the reader's or another's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Own,
    Enemy,
}

/// One counter.
struct Counter<'a> {
    navy: &'a str,
    /// The class of its side, for a navy without colours.
    side: &'a str,
    shape: Option<&'a str>,
    /// What stands below the shape, or alone.
    line: Line<'a>,
    /// Damage points.
    hits: u8,
}

/// The text of a counter.
enum Line<'a> {
    /// Factors.
    Factors(&'a str),
    /// How many there are, and whether more is not known of them.
    Count(usize, bool),
}

/// How many stand for all: counters, and how many more there are.
struct Row<'a> {
    whose: Whose,
    counters: Vec<Counter<'a>>,
    more: usize,
}

/// What stands in a zone, each thing with its middle.
struct Stack<'a> {
    small: bool,
    rows: Vec<(Row<'a>, Point)>,
    /// Convoys by the letters of their sides.
    hulls: Vec<(&'a str, Point)>,
    /// The left end and the right.
    ends: (i32, i32),
    /// The upper end.
    top: i32,
    /// How far it reaches up or down from its middle.
    high: i32,
}

impl Tray<'_> {
    /// Draws what is in a zone around the middle of its counters.
    pub(super) fn draw(&self, svg: &mut String, zone: &Zone<&str>, at: Point, room: i32) {
        let stack = self.stack(zone, at, room);
        stack.rows.iter().for_each(|(row, at)| row.draw(svg, *at, stack.small, self.colours));
        for (letter, at) in &stack.hulls {
            draw!(*svg, "<g class=\"convoy\" transform=\"translate(", at.x, " ", at.y, ")\">");
            draw!(*svg, "<use href=\"#k-hull\"/><text y=\"7\">", Words(letter), "</text></g>");
        }
        if zone.fought {
            let (x, y) = (stack.ends.0 - 6, stack.top);
            draw!(*svg, "<use class=\"fought\" href=\"#k-fought\" x=\"", x, "\" y=\"", y, "\"/>");
        }
    }

    /// How far what is in a zone reaches from its middle: to the sides, and up and down.
    pub(super) fn reach(&self, zone: &Zone<&str>, room: i32) -> (i32, i32) {
        let stack = self.stack(zone, Point::default(), room);
        ((-stack.ends.0).max(stack.ends.1), stack.high)
    }

    /// Puts what is in a zone around a place: counters with their factors one side above the other, convoys
    /// beside them. Where there is little room, small counters stand side by side: above and below are names.
    fn stack<'z>(&'z self, zone: &'z Zone<&str>, at: Point, room: i32) -> Stack<'z> {
        let both = !zone.own.is_empty() && zone.enemies() > 0;
        let small = room < if both { TWO } else { ONE };
        let fits = usize::try_from(2 * room / WIDE).unwrap_or(0).clamp(1, 4);
        let rows: Vec<Row<'_>> =
            [self.own(zone, small, fits), self.enemy(zone, small, fits)].into_iter().flatten().collect();
        let letters: Vec<&str> = self.names.with_convoys(zone).map(|(_, it)| &*it.style.letter).collect();
        let number = |of: usize| i32::try_from(of).unwrap_or(0);
        let (many, hulls) = (number(rows.len()), number(letters.len()) * 2 * HULL);
        let widths: i32 = rows.iter().map(|row| row.width(small)).sum();
        let widest = rows.iter().map(|row| row.width(small)).max().unwrap_or(0);
        let beside = small || many == 0;
        let left = at.x - if beside { (widths + hulls) / 2 } else { widest / 2 };
        // Two rows go down from where one would be, as far as there is room: above is the name.
        let down = if many > 1 { (room - HIGH).clamp(0, HIGH / 2) } else { 0 };
        let (mut x, mut y) = (left, at.y + down - (many - 1) * HIGH / 2);
        let place = |row: Row<'z>| {
            let width = row.width(small);
            let here = if beside { Point { x: x + width / 2, y: at.y } } else { Point { x: at.x, y } };
            (x, y) = (x + width, y + HIGH);
            (row, here)
        };
        let rows: Vec<_> = rows.into_iter().map(place).collect();
        let right = left + if beside { widths } else { widest };
        let hull = |(nth, letter)| (letter, Point { x: right + HULL + 2 * HULL * nth, y: at.y });
        Stack {
            small,
            rows,
            hulls: (0..).zip(letters).map(hull).collect(),
            ends: (left, right + hulls),
            top: at.y + down - if beside { LOW / 2 } else { many * HIGH / 2 },
            high: if beside { LOW / 2 } else { many * HIGH / 2 + down },
        }
    }

    fn own<'z>(&'z self, zone: &'z Zone<&str>, small: bool, fits: usize) -> Option<Row<'z>> {
        let sorted = self.sorted(&zone.own);
        let side = self.names.reader.id();
        let first = *sorted.first()?;
        if small {
            return Some(Row::one(Whose::Own, self.count(first, side, sorted.len())));
        }
        let counters = sorted.iter().take(fits).map(|unit| self.counter(unit, side)).collect();
        Some(Row { whose: Whose::Own, counters, more: sorted.len().saturating_sub(fits) })
    }

    /// The enemy's units: those that are known one by one, the others as backs, one for each navy, with how
    /// many there are.
    fn enemy<'z>(&'z self, zone: &'z Zone<&str>, small: bool, fits: usize) -> Option<Row<'z>> {
        let all = zone.enemies();
        let known = self.sorted(&zone.enemy_known);
        let side = |unit: &Unit<&str>| self.names.enemy(unit.side);
        if small && all > 0 {
            let counter = match known.first() {
                Some(unit) if known.len() >= all => self.count(unit, side(unit), all),
                Some(unit) => Counter { line: Line::Count(all, true), ..self.count(unit, side(unit), all) },
                None => {
                    let navy = zone.stacks().first()?.navy;
                    back(navy, self.names.enemy_of_navy(navy), all)
                }
            };
            return Some(Row::one(Whose::Enemy, counter));
        }
        let mut counters: Vec<Counter<'_>> =
            known.iter().map(|unit| self.counter(unit, side(unit))).collect();
        for stack in zone.stacks() {
            let named = known.iter().filter(|unit| unit.navy == stack.navy).count();
            let rest = stack.ships.saturating_add(stack.lba).saturating_sub(named);
            if rest > 0 {
                counters.push(back(stack.navy, self.names.enemy_of_navy(stack.navy), rest));
            }
        }
        let shown: usize = counters.iter().take(fits).map(Counter::stands_for).sum();
        counters.truncate(fits);
        (!counters.is_empty()).then(|| Row { whose: Whose::Enemy, counters, more: all.saturating_sub(shown) })
    }

    /// Units, the most important class first.
    fn sorted<'z, 'a>(&self, units: &'z [Unit<&'a str>]) -> Vec<&'z Unit<&'a str>> {
        let mut sorted: Vec<_> = units.iter().collect();
        sorted.sort_by_key(|unit| self.atlas.rank(unit.class));
        sorted
    }

    fn counter<'z>(&'z self, unit: &Unit<&'z str>, side: &'z str) -> Counter<'z> {
        Counter {
            navy: unit.navy,
            side,
            shape: self.atlas.shape(unit.class),
            line: Line::Factors(factors(unit.line)),
            hits: unit.damage.unwrap_or(0),
        }
    }

    /// A small counter with the shape of the first of so many.
    fn count<'z>(&'z self, first: &Unit<&'z str>, side: &'z str, number: usize) -> Counter<'z> {
        Counter { line: Line::Count(number, false), hits: 0, ..self.counter(first, side) }
    }
}

/// The factors of a stat line, without the word before them.
fn factors(line: &str) -> &str {
    line.rsplit(' ').next().unwrap_or_default()
}

/// The back of so many counters of a navy.
fn back<'a>(navy: &'a str, side: &'a str, number: usize) -> Counter<'a> {
    Counter { navy, side, shape: None, line: Line::Count(number, true), hits: 0 }
}

impl Counter<'_> {
    /// How many units it stands for.
    fn stands_for(&self) -> usize {
        match self.line {
            Line::Factors(_) => 1,
            Line::Count(number, _) => number,
        }
    }

    fn draw(&self, svg: &mut String, whose: Whose, at: Point, small: bool, colours: &Colours<'_>) {
        let (class, shape) = match (whose, small) {
            (Whose::Own, false) => ("own", "k-own"),
            (Whose::Own, true) => ("own", "k-own-low"),
            (Whose::Enemy, false) => ("foe", "k-foe"),
            (Whose::Enemy, true) => ("foe", "k-foe-low"),
        };
        draw!(
            *svg,
            "<g class=\"",
            class,
            " ",
            colours.class(self.navy, self.side),
            "\" transform=\"translate("
        );
        draw!(*svg, at.x, " ", at.y, ")\"><use href=\"#", shape, "\"/>");
        if let Some(shape) = self.shape {
            draw!(*svg, "<use href=\"#k-", if small { "low-" } else { "" }, Words(shape), "\"/>");
        }
        match self.line {
            Line::Factors(line) => {
                let fit = match line.chars().count() {
                    0..=6 => "<text y=\"13\">",
                    7..=9 => "<text class=\"long\" y=\"12\">",
                    _ => "<text class=\"long\" y=\"12\" textLength=\"45\" lengthAdjust=\"spacingAndGlyphs\">",
                };
                draw!(*svg, fit, Words(line), "</text>");
            }
            Line::Count(number, doubt) => {
                let place = match (small, self.shape) {
                    (false, _) => "<text class=\"many\" y=\"8\">",
                    (true, Some(_)) => "<text class=\"some\" x=\"12\" y=\"6\">",
                    (true, None) => "<text class=\"some\" y=\"6\">",
                };
                draw!(*svg, place, number, if doubt { "?" } else { "" }, "</text>");
            }
        }
        for nth in 0..i32::from(self.hits.min(3)) {
            draw!(*svg, "<use class=\"hit\" href=\"#k-hit\" x=\"", 24 - 13 * nth, "\" y=\"-15\"/>");
        }
        svg.push_str("</g>");
    }
}

impl<'a> Row<'a> {
    fn one(whose: Whose, counter: Counter<'a>) -> Row<'a> {
        Row { whose, counters: vec![counter], more: 0 }
    }

    /// How wide it is.
    fn width(&self, small: bool) -> i32 {
        let one = if small { SMALL } else { WIDE };
        one * i32::try_from(self.counters.len()).unwrap_or(0)
    }

    /// Draws the row around a place.
    fn draw(&self, svg: &mut String, at: Point, small: bool, colours: &Colours<'_>) {
        let wide = self.width(small) - if small { SMALL } else { WIDE };
        let first = at.x - wide / 2;
        for (nth, counter) in (0..).zip(&self.counters) {
            counter.draw(svg, self.whose, Point { x: first + WIDE * nth, y: at.y }, small, colours);
        }
        if self.more > 0 {
            More { at: Point { x: first + wide + 20, y: at.y - 12 }, number: self.more }.put(svg);
        }
    }
}

/// How many more there are than a row shows.
struct More {
    at: Point,
    number: usize,
}

impl Put for More {
    fn put(self, svg: &mut String) {
        let More { at, number } = self;
        draw!(
            *svg,
            "<g class=\"more\" transform=\"translate(",
            at.x,
            " ",
            at.y,
            ")\"><use href=\"#k-more\"/>"
        );
        draw!(*svg, "<text y=\"5\">+", number, "</text></g>");
    }
}
