//! Moves as arrows: what went from where to where since the last packet. An own arrow is a full line with a
//! full head, an enemy one broken with an open head, a flight dotted. Several moves from one place to another
//! are one arrow.

use super::Names;
use super::counters::Tray;
use super::ground::Ground;
use super::pen::{Words, draw};
use super::survey::Point;
use engine::side::Side;
use engine::view::{How, Move, Sea, Spot};

/// How far a port reaches to each side, and a place where no counters stand.
const PORT: i32 = 13;
/// How far an arrow stays off what it leads to.
const GAP: i32 = 5;

/// Where a move begins or ends on a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    at: Point,
    /// How far what stands there reaches, to the sides and up and down.
    reach: (i32, i32),
    /// Whether this chart is where the place is drawn in full.
    is_home: bool,
}

/// Moves of the same kind from one place to another.
struct Arrow<'m> {
    /// The chart.
    ground: usize,
    from: Option<End>,
    to: End,
    side: Side,
    how: How,
    of: Vec<&'m Move<&'m str>>,
}

/// The arrows of all charts.
pub(super) struct Arrows<'m>(Vec<Arrow<'m>>);

impl<'m> Arrows<'m> {
    /// Puts moves on charts: each on the chart that shows both ends in full, else on one that shows both;
    /// where no chart does, or the reader does not know whence, the arrival alone is marked.
    pub(super) fn new(
        moves: &'m [Move<&'m str>],
        sea: &Sea<&str>,
        grounds: &[Ground],
        tray: &Tray<'_>,
    ) -> Arrows<'m> {
        let mut arrows = Vec::new();
        for it in moves.iter().filter(|it| it.count > 0) {
            let put = |ground: usize, from: Option<End>, to: End| Arrow {
                ground,
                from,
                to,
                side: it.side,
                how: it.how,
                of: vec![it],
            };
            let way = it.from.as_ref().and_then(|from| way(from, &it.to, sea, (grounds, tray)));
            if let Some((ground, from, to)) = way {
                arrows.push(put(ground, Some(from), to));
            }
            let arrival = arrival(&it.to, sea, (grounds, tray));
            if let Some((ground, to)) = arrival.filter(|_| way.is_none_or(|(_, _, to)| !to.is_home)) {
                arrows.push(put(ground, None, to));
            }
        }
        arrows.sort_by_key(Arrow::key);
        arrows.dedup_by(|next, first| {
            let same = next.key() == first.key();
            if same {
                first.of.append(&mut next.of);
            }
            same
        });
        Arrows(arrows)
    }

    /// The same in words, a line of markup for each.
    pub(super) fn told(&self, sea: &Sea<&str>, names: &Names<'_>) -> Vec<String> {
        let line = |arrow: &Arrow<'_>| {
            let mut text = String::new();
            arrow.tell(&mut text, sea, names);
            text
        };
        let mut lines: Vec<String> = self.0.iter().map(line).collect();
        // A move that no chart shows from end to end has an arrow at each of them.
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// Draws the arrows of a chart.
    pub(super) fn draw(&self, svg: &mut String, ground: usize, sea: &Sea<&str>, names: &Names<'_>) {
        let here = || self.0.iter().filter(|arrow| arrow.ground == ground);
        if here().next().is_none() {
            return;
        }
        let curves: Vec<Curve> = here().map(Arrow::curve).collect();
        svg.push_str("<path class=\"casing\" d=\"");
        curves.iter().for_each(|curve| curve.draw(svg));
        svg.push_str("\"/>");
        for (arrow, curve) in here().zip(&curves) {
            let whose = if arrow.side == names.reader { "ours" } else { "theirs" };
            let how = match arrow.how {
                How::Sailed => "",
                How::Flew => " flew",
                How::Returned => " returned",
            };
            draw!(*svg, "<path class=\"move ", whose, how, "\" d=\"");
            curve.draw(svg);
            svg.push_str("\"><title>");
            arrow.tell(svg, sea, names);
            svg.push_str("</title></path>");
            let count = arrow.count();
            if count > 1 {
                let at = curve.middle();
                draw!(
                    *svg,
                    "<text class=\"moved ",
                    whose,
                    "\" x=\"",
                    at.x,
                    "\" y=\"",
                    at.y + 6,
                    "\">",
                    count,
                    "</text>"
                );
            }
        }
    }
}

/// The chart that shows both ends of a way, and where.
fn way<'s>(
    from: &Spot<&'s str>,
    to: &Spot<&'s str>,
    sea: &Sea<&str>,
    (grounds, tray): (&[Ground], &Tray<'_>),
) -> Option<(usize, End, End)> {
    let both = |(at, ground): (usize, &Ground)| {
        let (from, to) = nearest(ends(from, sea, ground, tray), ends(to, sea, ground, tray))?;
        (from.at != to.at).then_some((at, from, to))
    };
    let ways = || grounds.iter().enumerate().filter_map(both);
    ways().find(|(_, from, to)| from.is_home && to.is_home).or_else(|| ways().next())
}

/// Of all places where two ends are seen, the two that are nearest to each other.
fn nearest(from: [Option<End>; 2], to: [Option<End>; 2]) -> Option<(End, End)> {
    let far = |a: Point, b: Point| {
        let (dx, dy) = (i64::from(a.x - b.x), i64::from(a.y - b.y));
        dx * dx + dy * dy
    };
    let pairs =
        from.into_iter().flatten().flat_map(|from| to.into_iter().flatten().map(move |to| (from, to)));
    pairs.min_by_key(|(from, to)| far(from.at, to.at))
}

/// The chart that shows a place in full, and where.
fn arrival(
    to: &Spot<&str>,
    sea: &Sea<&str>,
    (grounds, tray): (&[Ground], &Tray<'_>),
) -> Option<(usize, End)> {
    let seen = grounds
        .iter()
        .enumerate()
        .flat_map(|(at, ground)| ends(to, sea, ground, tray).into_iter().flatten().map(move |end| (at, end)));
    seen.min_by_key(|(_, end)| !end.is_home)
}

/// Where a chart shows a place, and where it shows it again. A port that it leaves to an inset is looked for
/// in its first zone.
fn ends(spot: &Spot<&str>, sea: &Sea<&str>, ground: &Ground, tray: &Tray<'_>) -> [Option<End>; 2] {
    let zone = match spot {
        Spot::Zone(zone) => Some(*zone),
        Spot::Port(port) => match ground.port(port) {
            Some(haven) => return [Some(End { at: haven.at, reach: (PORT, PORT), is_home: true }), None],
            None => sea.ports.iter().find(|it| it.id == *port).and_then(|it| it.zones.first()).copied(),
        },
    };
    let Some(cell) = zone.and_then(|zone| ground.cell(|word| word.is(zone))) else { return [None, None] };
    let is_home = cell.is_home && matches!(spot, Spot::Zone(_));
    let there = zone.and_then(|zone| sea.zone(zone)).filter(|_| is_home);
    let reach = there.map_or((PORT, PORT), |zone| tray.reach(zone, cell.room));
    let again = cell.again.map(|at| End { at, reach: (PORT, PORT), is_home: false });
    [cell.stack.map(|at| End { at, reach, is_home }), again]
}

/// A curve with its ends and the point that bends it.
struct Curve {
    from: Point,
    bend: Point,
    to: Point,
}

impl Curve {
    fn draw(&self, svg: &mut String) {
        let Curve { from, bend, to } = self;
        draw!(*svg, "M", from.x, " ", from.y, "Q", bend.x, " ", bend.y, " ", to.x, " ", to.y);
    }

    fn middle(&self) -> Point {
        let Curve { from, bend, to } = self;
        Point { x: (from.x + 2 * bend.x + to.x) / 4, y: (from.y + 2 * bend.y + to.y) / 4 }
    }
}

impl Arrow<'_> {
    /// By what arrows are sorted and gathered.
    fn key(&self) -> (usize, Side, How, Option<End>, End) {
        (self.ground, self.side, self.how, self.from, self.to)
    }

    fn count(&self) -> usize {
        self.of.iter().fold(0, |sum, it| sum.saturating_add(it.count))
    }

    /// A curve that bends to the right by a sixth; of an arrival, a short line down to the place.
    fn curve(&self) -> Curve {
        let End { at: to, reach, .. } = self.to;
        let Some(from) = self.from else {
            let (x, y) = (to.x + reach.0 - 4, to.y - reach.1 - GAP);
            let (from, bend) = (Point { x: x + 26, y: y - 24 }, Point { x: x + 12, y: y - 16 });
            return Curve { from, bend, to: Point { x, y } };
        };
        let (dx, dy) = (to.x - from.at.x, to.y - from.at.y);
        let middle = Point { x: from.at.x + dx / 2, y: from.at.y + dy / 2 };
        let bend = Point { x: middle.x - dy / 6, y: middle.y + dx / 6 };
        let third = length(dx, dy) / 3;
        Curve { from: off(from.at, bend, from.reach, third), bend, to: off(to, bend, reach, third) }
    }

    /// What pointing at it says.
    fn tell(&self, svg: &mut String, sea: &Sea<&str>, names: &Names<'_>) {
        let named = || self.of.iter().flat_map(|it| &it.units);
        for (at, name) in named().enumerate() {
            draw!(*svg, if at == 0 { "" } else { ", " }, Words(name));
        }
        let unnamed = self.count().saturating_sub(named().count());
        if unnamed > 0 {
            draw!(
                *svg,
                if named().next().is_some() { " and " } else { "" },
                unnamed,
                " of the ",
                names.of(self.side)
            );
        }
        svg.push_str(match self.how {
            How::Sailed => " sailed",
            How::Flew => " flew",
            How::Returned => " returned",
        });
        let Some(it) = self.of.first() else { return };
        if let Some(from) = &it.from {
            svg.push_str(" from ");
            place(svg, from, sea);
        }
        svg.push_str(" to ");
        place(svg, &it.to, sea);
    }
}

/// The name of a place; its word, if the view does not know it.
fn place(svg: &mut String, spot: &Spot<&str>, sea: &Sea<&str>) {
    match spot {
        Spot::Zone(word) => match (sea.zone(*word), word) {
            (Some(zone), _) => draw!(*svg, Words(zone.name)),
            (None, engine::view::ZoneRef::Number(number)) => draw!(*svg, *number),
            (None, engine::view::ZoneRef::Key(key)) => draw!(*svg, Words(key)),
        },
        Spot::Port(word) => {
            let port = sea.ports.iter().find(|it| it.id == *word);
            draw!(*svg, Words(port.map_or(word, |it| it.name)));
        }
    }
}

/// How far it is.
fn length(dx: i32, dy: i32) -> i32 {
    let square = i64::from(dx) * i64::from(dx) + i64::from(dy) * i64::from(dy);
    i32::try_from(square.isqrt()).unwrap_or(i32::MAX)
}

/// The point where a way to another leaves what reaches so far around one, but no farther off than `most`.
fn off(from: Point, to: Point, (wide, high): (i32, i32), most: i32) -> Point {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = length(dx, dy).max(1);
    let edge = |reach: i32, along: i32| (reach + GAP) * length / along.abs().max(1);
    let far = edge(wide, dx).min(edge(high, dy)).min(most);
    Point { x: from.x + dx * far / length, y: from.y + dy * far / length }
}
