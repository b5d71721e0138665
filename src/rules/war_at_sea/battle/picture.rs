//! Pictures of the battle map: what stands where at the end of a turn, as typed rows, and as SVG.

use std::fmt::Write as _;

use serde::Serialize;

use super::Outcome;
use super::dossier::Dossier;
use super::log::{Entry, Id};
use super::map::{End, Grid, ROWS, Sector};
use crate::rules::war_at_sea::cards::{Cards, Kind};
use crate::side::Side;

/// The width of a sector in the drawing; sectors are as high as wide.
const WIDE: i32 = 60;
/// Space around the map, for letters and numbers.
const MARGIN: i32 = 20;

/// What stands in a sector.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counter {
    /// Its id.
    pub unit: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// What it is, in two letters as on a counter.
    pub letters: &'static str,
    /// Where.
    pub at: Sector,
    /// Whether it is crippled.
    pub crippled: bool,
    /// Whether it was sunk here since the picture before.
    pub sunk: bool,
}

/// The map at the end of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// The turn; 0 after the set-up.
    pub turn: u8,
    /// Whether it is night.
    pub night: bool,
    /// Columns of the map.
    pub columns: u8,
    /// Islands.
    pub islands: Vec<Sector>,
    /// Squalls.
    pub squalls: Vec<Sector>,
    /// Smoke.
    pub smoke: Vec<Sector>,
    /// What stands there, ships and boats, and what was sunk.
    pub counters: Vec<Counter>,
}

/// The map after the set-up, at the end of each turn that is a multiple of `every`, and at the end.
pub fn pictures(cards: &Cards, dossier: &Dossier, outcome: &Outcome, every: u8) -> Vec<Picture> {
    let mut at: Vec<Option<Sector>> = vec![None; outcome.roster.len()];
    let mut crippled = vec![false; outcome.roster.len()];
    let mut sunk: Vec<Id> = Vec::new();
    let mut now = Picture::empty(dossier);
    let mut pictures = Vec::new();
    for entry in &outcome.log {
        match entry {
            Entry::Turn { turn, night } => {
                if now.turn.is_multiple_of(every.max(1)) {
                    pictures.push(Picture {
                        counters: counters(cards, dossier, outcome, &at, &crippled, &sunk),
                        ..now.clone()
                    });
                    for id in sunk.drain(..) {
                        at[usize::from(id.0)] = None;
                    }
                }
                (now.turn, now.night) = (*turn, *night);
            }
            Entry::Deployed { unit, at: to }
            | Entry::Moved { unit, to, .. }
            | Entry::Ashore { unit, at: to } => {
                at[usize::from(unit.0)] = Some(*to);
            }
            Entry::Left { unit, .. } => at[usize::from(unit.0)] = None,
            Entry::Destroyed { unit, .. } => sunk.push(*unit),
            Entry::Damaged { unit, crippled: now, .. } => crippled[usize::from(unit.0)] = *now,
            Entry::Smoke { at, gone } => {
                now.smoke.retain(|other| other != at);
                if !gone {
                    now.smoke.push(*at);
                }
            }
            Entry::Squall { from, to, .. } => {
                if let Some(place) = now.squalls.iter().position(|squall| squall == from) {
                    now.squalls.remove(place);
                }
                now.squalls.extend(*to);
            }
            _ => {}
        }
    }
    pictures.push(Picture { counters: counters(cards, dossier, outcome, &at, &crippled, &sunk), ..now });
    pictures
}

fn counters(
    cards: &Cards,
    dossier: &Dossier,
    outcome: &Outcome,
    at: &[Option<Sector>],
    crippled: &[bool],
    sunk: &[Id],
) -> Vec<Counter> {
    let lost = |place: usize| sunk.iter().any(|id| usize::from(id.0) == place);
    let rows = outcome.roster.iter().enumerate().filter_map(|(place, name)| {
        let card = &cards[cards.by_id(&name.card)?];
        Some(Counter {
            unit: name.unit.clone(),
            name: card.name.clone(),
            side: dossier.side(name.end),
            letters: letters(card.kind)?,
            at: at[place]?,
            crippled: crippled[place],
            sunk: lost(place),
        })
    });
    rows.collect()
}

/// The letters of a counter; aircraft have none, since they are at home at the end of a turn.
const fn letters(kind: Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::Battleship => "BB",
        Kind::Carrier => "CV",
        Kind::Cruiser => "CA",
        Kind::Destroyer => "DD",
        Kind::TorpedoBoat => "TB",
        Kind::Auxiliary => "AX",
        Kind::Submarine => "SS",
        Kind::ShoreBattery => "SB",
        Kind::Airbase => "AF",
        Kind::RepairFacility | Kind::ConstructionYard | Kind::ConstructionPen | Kind::AircraftFactory => "LB",
        Kind::Infantry | Kind::Commando => "IN",
        Kind::Fighter | Kind::DiveBomber | Kind::TorpedoBomber | Kind::PatrolBomber => return None,
    })
}

impl Picture {
    /// The map before anybody has deployed: terrain, and what stands on the island.
    pub fn opening(cards: &Cards, dossier: &Dossier) -> Picture {
        let counters = End::BOTH.into_iter().flat_map(|end| {
            let standing =
                dossier.force(end).ashore.iter().filter_map(|hull| Some((hull, *hull.at.first()?)));
            standing.filter_map(move |(hull, at)| {
                let card = &cards[cards.by_id(&hull.card)?];
                Some(Counter {
                    unit: hull.unit.clone(),
                    name: card.name.clone(),
                    side: dossier.side(end),
                    letters: letters(card.kind)?,
                    at,
                    crippled: false,
                    sunk: false,
                })
            })
        });
        Picture { counters: counters.collect(), ..Picture::empty(dossier) }
    }

    /// The map with its terrain.
    fn empty(dossier: &Dossier) -> Picture {
        let spaces = dossier.territory.iter().flat_map(|it| &it.spaces);
        Picture {
            turn: 0,
            night: false,
            columns: dossier.grid().columns,
            islands: dossier.islands.iter().chain(spaces).copied().collect(),
            squalls: dossier.squalls.clone(),
            smoke: Vec::new(),
            counters: Vec::new(),
        }
    }

    /// The picture as an SVG element, whose coordinates are whole numbers. Each counter carries its name as a title.
    pub fn svg(&self) -> String {
        let grid = Grid { columns: self.columns };
        let (wide, high) =
            (i32::from(self.columns) * WIDE + 2 * MARGIN, i32::from(ROWS) * WIDE + WIDE / 2 + 2 * MARGIN);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" role=\"img\" class=\"battle-map\" \
             font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\"><title>The battle map, turn {}</title>",
            self.turn
        );
        let sea = if self.night { "#26364a" } else { "#dcebf5" };
        for sector in grid.sectors() {
            let (x, y) = corner(sector);
            let fill = if self.islands.contains(&sector) {
                "#b9a77c"
            } else if self.squalls.contains(&sector) {
                "#9fb0bd"
            } else if self.smoke.contains(&sector) {
                "#c9c9c9"
            } else {
                sea
            };
            put(
                &mut svg,
                format_args!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{WIDE}\" height=\"{WIDE}\" fill=\"{fill}\" stroke=\"#8aa0b0\"/>"
                ),
            );
        }
        for column in 0..self.columns {
            let x = MARGIN + i32::from(column) * WIDE + WIDE / 2;
            put(&mut svg, format_args!("<text x=\"{x}\" y=\"14\">{}</text>", char::from(b'A' + column)));
        }
        for row in 0..ROWS {
            let y = MARGIN + i32::from(row) * WIDE + WIDE / 2 + 4;
            put(&mut svg, format_args!("<text x=\"9\" y=\"{y}\">{}</text>", row + 1));
        }
        for sector in grid.sectors() {
            let here: Vec<&Counter> = self.counters.iter().filter(|counter| counter.at == sector).collect();
            for (place, counter) in (0..).zip(here) {
                draw(&mut svg, counter, sector, place);
            }
        }
        svg.push_str("</svg>");
        svg
    }
}

/// One counter: two in a row, three rows in a sector; what is beyond that lies over them.
fn draw(svg: &mut String, counter: &Counter, sector: Sector, place: i32) {
    let (x, y) = corner(sector);
    let (x, y) = (x + 3 + place % 2 * 28, y + 3 + place / 2 % 3 * 19);
    let (fill, line) =
        if counter.sunk { ("none", counter.side.colour()) } else { (counter.side.colour(), "#ffffff") };
    let text = if counter.sunk { counter.side.colour() } else { "#ffffff" };
    let mark = match (counter.sunk, counter.crippled) {
        (true, _) => "\u{2020}",
        (false, true) => "!",
        (false, false) => "",
    };
    let name: String = counter.name.chars().filter(|it| !matches!(it, '<' | '>' | '&')).collect();
    put(
        svg,
        format_args!(
            "<g><title>{name}</title><rect x=\"{x}\" y=\"{y}\" width=\"26\" height=\"17\" rx=\"2\" fill=\"{fill}\" \
         stroke=\"{line}\"/><text x=\"{}\" y=\"{}\" fill=\"{text}\" font-size=\"11\">{}{mark}</text></g>",
            x + 13,
            y + 13,
            counter.letters
        ),
    );
}

/// The upper left corner of a sector: odd columns lie half a sector lower.
fn corner(sector: Sector) -> (i32, i32) {
    let (column, row) = (i32::from(sector.column()), i32::from(sector.row()));
    (MARGIN + column * WIDE, MARGIN + row * WIDE + column % 2 * (WIDE / 2))
}

fn put(svg: &mut String, part: std::fmt::Arguments<'_>) {
    // A String takes all.
    let _ = svg.write_fmt(part);
}
